//! Bounds (`spec/bounds.md`): accounts along the trees of hand-written proofs.

use certificates::{Certificate, Int, Potential, Resource};
use checker::{Expectation, Verdict, check};

use crate::costly::{counter, heap, nested, place, recursive};
use crate::language;
use crate::programs::HEADER;
use crate::support::{alone, expectation, rejected, valid};

const ITERATIONS: &str = "bound iterations <= n\npotential 0: [v0]\npotential 1: [v0 - v1]";

#[test]
fn iterations_of_a_counter() {
    valid(&counter(ITERATIONS));
    let edited = |from: &str, to: &str| {
        assert!(ITERATIONS.contains(from));
        counter(&ITERATIONS.replacen(from, to, 1))
    };
    // What is paid for is there, and what a node has comes from where the path begins.
    alone(&edited("[v0 - v1]", "0"), "O-GOTO", "P1");
    alone(&edited("[v0 - v1]", "[v0 - v1]*2"), "O-GOTO", "P1");
    alone(&edited("[v0 - v1]", "[v0]"), "O-GOTO", "P1");
    alone(&edited("<= n", "<= max(0, n - 1)"), "O-ROOT", "P1");
    alone(&edited("<= n", "<= 998"), "O-ROOT", "P1");
    valid(&edited("<= n", "<= 999"));
    valid(&edited("<= n", "<= max(0, n - 2) + 2"));
    // A bound of a multiple, and potentials over a common denominator.
    valid(&edited("iterations <= n", "3*iterations <= 3*n"));
    alone(&edited("iterations <= n", "3*iterations <= 2*n"), "O-ROOT", "P1");
    let doubled = edited("<= n", "<= n\nscaled 2").bounds[0].clone();
    let mut certificate = counter(ITERATIONS);
    certificate.bounds[0] = doubled;
    rejected(&certificate, "O-GOTO", "P1");
    valid(&counter("bound iterations <= n\nscaled 2\npotential 0: [v0]*2\npotential 1: [v0 - v1]*2"));
    // Too little for an integer bound, with a half of an iteration.
    let half = "bound iterations <= n\nscaled 2\npotential 0: [v0]*2 + 1\npotential 1: [v0 - v1]*2 + 1";
    rejected(&counter(half), "O-ROOT", "P1");
}

#[test]
fn the_texts_of_bounds() {
    let with = |most: &str| counter(&ITERATIONS.replacen("<= n", &format!("<= {most}"), 1));
    valid(&with("max(0, n)"));
    valid(&with("(n + 1)"));
    valid(&with("max(0, 2*n + 1) * 1"));
    // Without analyses products are the solver's.
    if cfg!(feature = "solver") {
        valid(&with("n + n * n * n"));
        valid(&with("max(0, n / 2) + max(0, (n + 1) / 2)"));
        valid(&with("n * n"));
    }
    rejected(&with("max(0, n - 1) * n"), "O-ROOT", "P1");
    for wrong in ["n - 1", "-n", "n / 2", "max(1, n)", "max(0, n, n)", "n <", "n n", "", "n * (n + 1)", "!n"] {
        rejected(&with(wrong), "R-CONTRACT", "syntax");
    }
    rejected(&with("k"), "R-CONTRACT", "name");
    rejected(&with("\\length(n)"), "R-CONTRACT", "pointer");
    rejected(&with("\\length(n, n)"), "R-CONTRACT", "syntax");
}

#[test]
fn instructions_of_a_counter() {
    let exact = "bound instructions <= 5*n + 5\npotential 0: [v0]*5 + 5\npotential 1: [v0 - v1]*5 + 3";
    valid(&counter(exact));
    let edited = |from: &str, to: &str| counter(&exact.replacen(from, to, 1));
    alone(&edited("n + 5", "n + 4"), "O-ROOT", "P1");
    alone(&edited("[v0]*5 + 5", "[v0]*5 + 4"), "O-GOTO", "P1");
    // Only the ret is not paid for.
    alone(&edited("*5 + 3", "*5 + 2"), "O-GOTO", "P1");
    alone(&edited("[v0 - v1]*5", "[v0 - v1]*4"), "O-GOTO", "P1");
}

#[test]
fn what_is_counted_is_there() {
    let bound = |resource: &str| counter(&format!("bound {resource} <= n\npotential 0: [v0]\npotential 1: [v0 - v1]"));
    valid(&bound("loop f:loop"));
    alone(&bound("loop f:next"), "O-FORM", "loop");
    alone(&bound("loop g:loop"), "O-FORM", "loop");
    valid(&bound("calls f"));
    alone(&bound("calls g"), "O-FORM", "calls");
    rejected(&bound("calls memcpy"), "O-FORM", "calls");
    // What a front end makes an intrinsic of is not there to be counted.
    let declared = |declaration: &str, name: &str| {
        let mut certificate = bound(&format!("calls {name}"));
        certificate.module.push_str(&format!("declare {declaration}\n"));
        certificate.claim.module_hash = certificates::hash::sha256_hex(certificate.module.as_bytes());
        certificate
    };
    let write = ("i64 @write(i32, ptr, i64)", "write");
    for (declaration, name) in [("i64 @own(i64)", "own"), ("ptr @malloc(i64)", "malloc"), write] {
        valid(&declared(declaration, name));
    }
    let (labs, bzero) = (("i64 @labs(i64)", "labs"), ("void @bzero(ptr, i64)", "bzero"));
    let (printed, by_front_ends) = (("i32 @puts(ptr)", "puts"), ("i32 @isalpha(i32)", "isalpha"));
    let intrinsic = ("i32 @llvm.smax.i32(i32, i32)", "llvm.smax.i32");
    for (declaration, name) in [labs, bzero, printed, by_front_ends, intrinsic] {
        alone(&declared(declaration, name), "O-FORM", "calls");
    }
    valid(&bound("stack f 0"));
    alone(&bound("stack f 0 e 0"), "O-FORM", "frames");
}

#[test]
fn the_form_of_bounds() {
    let edited = |edit: &dyn Fn(&mut certificates::Bound)| {
        let mut certificate = counter(ITERATIONS);
        edit(&mut certificate.bounds[0]);
        certificate
    };
    alone(&edited(&|bound| bound.factor = Int(0)), "O-FORM", "factor");
    alone(&edited(&|bound| bound.factor = Int(-1)), "O-FORM", "factor");
    let free = |bound: &mut certificates::Bound| {
        (bound.scale, bound.potentials) = (Int(0), vec![Potential::default(); 3]);
    };
    alone(&edited(&free), "O-FORM", "factor");
    let mut twice = counter(ITERATIONS);
    twice.bounds.push(twice.bounds[0].clone());
    alone(&twice, "O-FORM", "once");
    alone(&edited(&|bound| bound.roots.clear()), "O-FORM", "roots");
    alone(&edited(&|bound| bound.potentials.push(Potential::default())), "O-FORM", "potentials");
    alone(
        &edited(&|bound| bound.potentials[2].0.push(certificates::Product { coefficient: Int(-1), atoms: vec![] })),
        "O-FORM",
        "coefficient",
    );
    rejected(&edited(&|bound| bound.potentials[0].0[0].atoms[0] = language::term("v7")), "O-FORM", "term");
    let twice = |bound: &mut certificates::Bound| bound.steps = vec![(9999, language::analysis("leaf")); 2];
    alone(&edited(&twice), "O-FORM", "steps");
}

#[test]
fn analyses() {
    let with = |analysis: &str| counter(&format!("{ITERATIONS}\nbecause back: {analysis}"));
    // Facts: 0 <= n, n <= 2^32 - 1, 0 <= i, i < n.
    let (a, b) = ("positive v0 - v1 by 1: 1#3", "positive v0 - v1 - 1 by 1: 1#3");
    valid(&with(&format!("{a}; {b}; leaf by 1:")));
    valid(&with(&format!("{a}; {b}; leaf")));
    valid(&with(&format!("{a}; split v0 <= 5; {b}; leaf; open v0 - v1 - 1; positive v0 - v1 - 1; leaf by 1:")));
    valid(&with("positive v0 - v1; positive v0 - v1 - 1; leaf"));
    // Of what is only open, too little is known.
    alone(&with(&format!("{a}; open v0 - v1 - 1; leaf")), "O-CASES", "leaf");
    alone(&with(&format!("{a}; open v0 - v1 - 1; leaf by 1:")), "O-CASES", "leaf");
    alone(&with(&format!("positive v0 - v1 by 1: 1#0; {b}; leaf")), "O-CASES", "positive");
    alone(&with("positive v0 - v1; zero v0 - v1 - 1; leaf"), "O-CASES", "zero");
    rejected(&with(&format!("{b}; leaf")), "O-CASES", "maxima");
    rejected(&with(&format!("{b}; leaf by 1:")), "O-CASES", "leaf");
    rejected(&with("positive v9; leaf"), "O-CASES", "term");
    alone(&with(&format!("{a}; {b}; leaf; leaf")), "O-CASES", "form");
    alone(&with(&format!("{a}; {b}")), "O-CASES", "form");
    alone(&with(&format!("{a}; split v0 <= 5; {b}; leaf")), "O-CASES", "form");
    // The second case has the negation, and nothing of the first one.
    rejected(&with(&format!("{a}; split v0 <= 5; {b}; leaf; leaf")), "O-CASES", "maxima");
    // A case that cannot be needs nothing said of it.
    valid(&with(&format!("split v0 <= v1; leaf by 1: 1#3 1#4; {a}; {b}; leaf")));
    alone(&with(&format!("split v0 <= v1 + 1; leaf by 1: 1#3 1#4; {a}; {b}; leaf")), "O-CASES", "leaf");
}

#[test]
fn combinations() {
    let end = "positive v0 - v1 by 1: 1#3; positive v0 - v1 - 1 by 1: 1#3; leaf by 1:";
    let lemma = |lemma: &str| counter(&format!("{ITERATIONS}\nbecause back: {lemma}; {end}"));
    valid(&lemma("lemma -v0 - v1 by 1: 1#0 1#2"));
    valid(&lemma("lemma -v0*v1 by 1: 1#0*2"));
    valid(&lemma("lemma -v0*v0 by 1: 1#0*0"));
    valid(&lemma("lemma -v0*v0 - v0*v1 by 2: 2#0*0 2#0*2"));
    // Rounded: 2n - 2i > 0 means n - i >= 1.
    valid(&lemma("lemma v1 - v0 + 1 by 1: 1#3"));
    valid(&lemma("split v0 = 5; lemma v0*v1 - 5*v1 by 1: 1#4*(v1); lemma 5*v1 - v0*v1 by 1: -1#4*(v1); {end}; lemma -v0 by 1: 1#0".replace("{end}", end).as_str()));
    alone(&lemma("lemma v0*v1 by 1: 1#0*2"), "O-CASES", "lemma");
    alone(&lemma("lemma -v0*v1 by 1: 1#0*1"), "O-CASES", "lemma");
    alone(&lemma("lemma v1 - v0 + 2 by 1: 1#3"), "O-CASES", "lemma");
    alone(&lemma("lemma v0 by 1: -1#0"), "O-CASES", "sign");
    alone(&lemma("lemma v0*v1 by 1: -1#0*2"), "O-CASES", "sign");
    alone(&lemma("lemma 2 by -1:"), "O-CASES", "scale");
    rejected(&lemma("lemma -v0 by 1: 1#99"), "O-CASES", "fact");
    rejected(&lemma("lemma -v0 by 1: 1#99*0"), "O-CASES", "fact");
    rejected(&lemma("lemma v0*v1 by 1: 1#99*(v1)"), "O-CASES", "fact");
    rejected(&lemma("lemma v0*v9 by 1:"), "O-CASES", "term");
    let both = |first: &str| {
        lemma(&format!("split v0 != 5; {first}; {end}; {end}").replace(&format!("; {end}; {end}"), &format!("; {end}")))
    };
    alone(&both("lemma v0 - 5 by 1: 1#4"), "O-CASES", "fact");
    alone(&both("lemma v0*v0 - 5*v0 by 1: 1#4*0"), "O-CASES", "product");
    alone(&both("lemma v0*v0 - 5*v0 by 1: 1#0*4"), "O-CASES", "product");
    alone(&both("lemma v0*v1 - 5*v1 by 1: 1#4*(v1)"), "O-CASES", "equation");
    alone(&lemma("lemma v0*v1 by 1: -1#0*(v1)"), "O-CASES", "equation");
    rejected(&lemma("lemma -v0 by 170141183460469231731687303715884105727: 1#0"), "O-CASES", "lemma");
}

/// What leaves 128 bits is not decided.
#[test]
fn large_numbers() {
    let large = "170141183460469231731687303715884105727";
    let undecided = |certificate: &Certificate| {
        let verdict = check(&certificate.module, &certificates::encode(certificate), &expectation(certificate));
        assert!(matches!(verdict, Verdict::Undecided(_)), "{verdict:?}");
    };
    undecided(&counter(&format!("bound iterations <= n\npotential 0: [v0]*{large} + [v0]*{large}")));
    undecided(&counter(&format!("{ITERATIONS}\nbecause back: lemma -2*v0 by {large}: 1#0; leaf")));
    undecided(&counter(&format!("bound iterations <= {large} * 2\npotential 0: [v0]\npotential 1: [v0 - v1]")));
    undecided(&counter(&format!("bound 2*iterations <= n\npotential 0: [v0]*{large}\npotential 1: [v0 - v1]*{large}")));
}

/// Frames are the user's: the bound may count larger ones, and none is left out.
#[test]
fn frames_that_the_user_gives() {
    let certificate = counter("bound stack f 48 <= 48\npotential 0: 0");
    let verdict = |limit: &str, frames: &[(&str, u64)]| {
        let bounds = vec![limit.parse().expect("a limit")];
        let frames = frames.iter().map(|(name, bytes)| ((*name).to_owned(), *bytes)).collect();
        let expected = Expectation { bounds, frames, ..expectation(&certificate) };
        match check(&certificate.module, &certificates::encode(&certificate), &expected) {
            Verdict::Valid(_) => "VALID".to_owned(),
            Verdict::Invalid(reason) | Verdict::Undecided(reason) => format!("{} {}", reason.rule, reason.premise),
            Verdict::BadInput(message) => message,
        }
    };
    assert_eq!(verdict("stack <= 48", &[("f", 48)]), "VALID");
    assert_eq!(verdict("stack <= 100", &[("f", 32), ("elsewhere", 1000)]), "VALID");
    assert_eq!(verdict("stack <= 47", &[("f", 48)]), "O-ROOT P1");
    assert_eq!(verdict("stack <= 48", &[("f", 49)]), "CLAIM frames");
    assert_eq!(verdict("stack <= 48", &[]), "CLAIM frames");
    assert_eq!(verdict("stack <= 48", &[("exit", 0)]), "CLAIM frames");
}

/// What the user states is decided from the same potentials.
#[test]
fn bounds_that_the_user_states() {
    let certificate = counter(ITERATIONS);
    let verdict = |limits: &[&str]| {
        let bounds = limits.iter().map(|limit| limit.parse().expect("a limit")).collect();
        let expected = Expectation { bounds, ..expectation(&certificate) };
        match check(&certificate.module, &certificates::encode(&certificate), &expected) {
            Verdict::Valid(report) => format!("VALID {}", report.bounds.len()),
            Verdict::Invalid(reason) | Verdict::Undecided(reason) => format!("{} {}", reason.rule, reason.premise),
            Verdict::BadInput(message) => message,
        }
    };
    assert_eq!(verdict(&[]), "VALID 1");
    assert_eq!(verdict(&["iterations <= n", "2*iterations <= 2*n+1"]), "VALID 2");
    assert_eq!(verdict(&["iterations <= 999"]), "VALID 2");
    assert_eq!(verdict(&["iterations <= 998"]), "O-ROOT P1");
    assert_eq!(verdict(&["iterations <= 5 * n"]), "VALID 2");
    if cfg!(feature = "solver") {
        assert_eq!(verdict(&["iterations <= n * n + 1", "iterations <= 5 * n"]), "VALID 3");
    }
    assert_eq!(verdict(&["iterations <= max(0, n - 1)"]), "O-ROOT P1");
    assert_eq!(verdict(&["iterations <= m"]), "R-CONTRACT name");
    assert_eq!(verdict(&["instructions <= 100"]), "CLAIM bound");
    for wrong in ["iterations", "iterations < n", "0*iterations <= n", "times <= 4", "calls <= 4", "loop f <= 3"] {
        assert!(wrong.parse::<certificates::Limit>().is_err(), "{wrong}");
    }
    assert_eq!(
        "3*loop f:b <= n".parse::<certificates::Limit>().map(|limit| limit.to_string()),
        Ok("3*loop f:b <= n".into())
    );
}

#[test]
fn recursion() {
    valid(&recursive("bound iterations <= n\npotential 0: [v0]"));
    valid(&recursive("bound calls g <= n\npotential 0: [v0]"));
    valid(&recursive("bound instructions <= 6*n + 3\npotential 0: [v0]*6 + 3"));
    // What a return gives back has been paid.
    valid(&recursive("bound iterations <= n + 3\npotential 0: [v0] + 3\npotential 1: 3"));
    valid(&recursive("bound iterations <= 2*n\npotential 0: [v0]*2\npotential 1: [v0]"));
    alone(&recursive("bound iterations <= n\npotential 0: [v0]\npotential 1: [v0]"), "O-GOTO", "P1");
    alone(&recursive("bound iterations <= n + 3\npotential 0: [v0] + 3\npotential 1: 4"), "O-GOTO", "P1");
    rejected(&recursive("bound iterations <= 0\npotential 0: 0"), "O-CALL", "P1");
    rejected(&recursive("bound calls g <= 0\npotential 0: 0"), "O-CALL", "P1");
    // Behind the call 2 are left to pay, for the branch and the ret.
    alone(&recursive("bound instructions <= 6*n + 3\npotential 0: [v0]*5 + 3"), "O-GOTO", "P1");
    rejected(&recursive("bound instructions <= 6*n + 3\npotential 0: [v0]*3 + 3"), "O-CALL", "P1");
    // Each activation has a frame of its own.
    valid(&recursive("bound stack g 16 <= 16*n + 16\npotential 0: [v0]*16"));
    alone(&recursive("bound stack g 16 <= 16*n + 15\npotential 0: [v0]*16"), "O-ROOT", "P1");
    alone(&recursive("bound stack g 16 <= 16*n + 16\npotential 0: [v0]*15"), "O-CALL", "P1");
}

/// An entry that is a return node, too: nothing pays for its ret.
#[test]
fn an_entry_that_returns_at_once() {
    let nothing = |bounds: &str| {
        let module = format!("{HEADER}define void @main() {{\n  ret void\n}}\n");
        language::certificate(&module, &format!("node 0 entry 0 at main 0 0\n{bounds}"))
    };
    valid(&nothing("bound iterations <= 0"));
    alone(&nothing("bound instructions <= 0"), "O-FORM", "returns");
    rejected(&nothing("bound iterations <= n"), "R-CONTRACT", "syntax");
    let more = |bounds: &str| {
        let module = format!("{HEADER}define void @main() {{\n  ret void\n}}\n");
        language::certificate(
            &module,
            &format!("node 0 entry 0 at main 0 0\ngoto 1\nnode 1 entry 0 at main 0 0\n{bounds}"),
        )
    };
    valid(&more("bound instructions <= 1\npotential 0: 1"));
    alone(&more("bound instructions <= 0"), "O-GOTO", "P1");
    alone(&more("bound instructions <= 0\npotential 0: 1"), "O-ROOT", "P1");
}

#[test]
fn memory_and_exits() {
    valid(&heap("bound allocated <= 2*n\npotential 0: [v0]*2"));
    alone(&heap("bound allocated <= 2*n\npotential 0: [v0]"), "O-EXIT", "P1");
    valid(&heap("bound heap <= n\npotential 0: [v0]"));
    rejected(&heap("bound heap <= n\npotential 0: 0"), "O-PEAK", "P1");
    rejected(&heap("bound heap <= n\npotential 0: [v0 - 1]"), "O-PEAK", "P1");
    valid(&heap("bound instructions <= 4\npotential 0: 4"));
    alone(&heap("bound instructions <= 4\npotential 0: 3"), "O-EXIT", "P1");
    valid(&heap("bound calls malloc <= 2\npotential 0: 2"));
    alone(&heap("bound calls malloc <= 2\npotential 0: 1"), "O-EXIT", "P1");
    valid(&heap("bound calls exit <= 1\npotential 0: 1"));
    alone(&heap("bound calls exit <= 1"), "O-EXIT", "P1");
    // The library's frames are lent.
    valid(&heap("bound stack exit 8 f 16 malloc 64 <= 80\npotential 0: 64"));
    alone(&heap("bound stack exit 8 f 16 malloc 64 <= 80\npotential 0: 63"), "O-PEAK", "P1");
    alone(&heap("bound stack exit 8 <= 80\npotential 0: 7"), "O-EXIT", "P1");
    alone(&heap("bound stack f 16 <= 15"), "O-ROOT", "P1");
}

#[test]
fn places_of_the_call() {
    let known = "\\valid(p) && u32[p + 0] < 1000";
    valid(&place(known, "bound iterations <= u32[p + 0]"));
    valid(&place(known, "bound iterations <= 999"));
    // The contract need not mention what a bound reads.
    valid(&place("\\valid(p)", "bound iterations <= u32[p + 0]"));
    // What lies outside of what is described counts as nothing, with all that stands beside it.
    alone(&place(known, "bound iterations <= u32[p + 4]"), "O-ROOT", "P1");
    alone(&place(known, "bound iterations <= max(0, u32[p + 0] + u32[p + 4])"), "O-ROOT", "P1");
    alone(&place(known, "bound iterations <= max(0, u32[p + 0] + u32[p + 4] / 2)"), "O-ROOT", "P1");
    valid(&place(known, "bound iterations <= u32[p + 4] * 1000 + u32[p + 0]"));
    alone(&place(known, "bound iterations <= max(0, 5000000000 - u32[p + 4])"), "O-ROOT", "P1");
    rejected(&place(known, "bound iterations <= p"), "R-CONTRACT", "term");
    // p is no list, tree or string, as far as the contract says.
    for length in ["\\length(p)", "\\cells(p)", "strlen(p)"] {
        rejected(&place(known, &format!("bound iterations <= {length}")), "O-ROOT", "P1");
        valid(&place(known, &format!("bound iterations <= {length} + u32[p + 0]")));
    }
    let mut counted = place(known, "bound iterations <= u32[p + 0]");
    assert_eq!(counted.bounds[0].resource, Resource::Iterations);
    counted.bounds[0].resource = Resource::Allocated;
    valid(&counted);
}

/// A product of two maxima; the checker's own analysis distinguishes the sign of m.
#[test]
fn nested_loops() {
    let inner = "potential 0: [v0][v1]\npotential 1: [v0 - v2][v1]\npotential 2: [v0 - v2 - 1][v1] + [v1 - v3]";
    valid(&nested(&format!("bound loop f:inner <= n * m\n{inner}")));
    alone(&nested(&format!("bound loop f:inner <= n * max(0, m - 1)\n{inner}")), "O-ROOT", "P1");
    alone(&nested(&format!("bound loop f:inner <= max(0, n * m - 1)\n{inner}")), "O-ROOT", "P1");
    valid(&nested(&format!("bound loop f:inner <= n * m + n\n{inner}")));
    let both = "bound iterations <= n + n * m\npotential 0: [v0] + [v0][v1]\npotential 1: [v0 - v2] + [v0 - v2][v1]\n\
                potential 2: [v0 - v2 - 1] + [v0 - v2 - 1][v1] + [v1 - v3] + 1";
    valid(&nested(both));
    rejected(&nested(&both.replace("[v1 - v3] + 1", "[v1 - v3]")), "O-GOTO", "P1");
    // The product stays where the outer loop turns.
    rejected(&nested(&both.replace("[v0 - v2 - 1][v1] + [v1 - v3]", "[v1 - v3]")), "O-GOTO", "P1");
    // Facts of the inner node: 3 0 <= j, 4 i < n; then 5 j < m.
    let analysed = "because again: positive v1 - v3 by 1: 1#5; positive v1 - v3 - 1 by 1: 1#5; \
                    positive v0 - v2 - 1 by 1: 1#4; open v1; leaf by 1:";
    valid(&nested(&format!("bound loop f:inner <= n * m\n{inner}\n{analysed}")));
}
