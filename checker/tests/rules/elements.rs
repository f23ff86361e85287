//! What a contract says of all elements of an array (`spec/precondition.md`, "Elements").

use certificates::{CellFact, Certificate, Int, Monomial, Overflow, Rel, Root, Sign, Term, Uniform};
use checker::contract::clause::Step;
use checker::contract::{self, MAX_CASES};
use checker::proof::context::Context;
use checker::proof::initial;
use checker::reader;

use crate::contract::{alternatives, refused};
use crate::language;
use crate::programs::HEADER;
use crate::support::{alone, rejected, valid};

const PARAMETERS: &str = "ptr %p, i32 %n, ptr %q";

fn clause(text: &str) -> String {
    format!("(int *p, int n, char *q) requires {text}")
}

/// What the only `\forall` of a contract says: where the first element lies and how it is read, how many there are, the
/// stride, and what holds.
fn read(text: &str) -> String {
    let contract = alternatives(PARAMETERS, &clause(text)).remove(0);
    let found =
        contract.steps.iter().find_map(|step| if let Step::Elements(found) = step { Some(found) } else { None });
    let found = found.expect("a \\forall");
    let all = found.all.iter().map(|about| format!("{}e + {} {:?} 0", about.coefficient, about.rest, about.rel));
    let place = &found.first;
    let said: Vec<String> = all.collect();
    format!(
        "{:?}{}[{} + {} * {}]: {}",
        place.sign,
        place.width,
        place.address,
        found.stride,
        found.count,
        said.join(", ")
    )
}

#[test]
fn elements_are_read() {
    let says = |text: &str, wanted: &str| {
        assert_eq!(read(&format!("\\valid(p + (0 .. n - 1)) && \\forall integer i; {text}")), wanted);
    };
    says("0 <= i < n ==> i32[p + 4 * i] < 5", "Signed32[v0 + 4 * v1]: 1e + -4 Le 0");
    // Bounds with and without their ends, what stands in front, an element that does not begin where the array does.
    says("0 < i <= n ==> u8[q + i] >= n", "Unsigned8[v2 + 1 + 1 * v1]: -1e + v1 Le 0");
    says("1 < i < n ==> i16[q + 6 * i + 2] == n", "Signed16[v2 + 14 + 6 * v1 - 2]: 1e + -v1 Eq 0");
    says("n <= i <= n + 3 ==> i32[p + 4 * i] != 7", "Signed32[v0 + 4*v1 + 4 * 4]: 1e + -7 Ne 0");
    says("0 <= i < n ==> 0 <= i32[p + 4 * i] <= 9", "Signed32[v0 + 4 * v1]: -1e + 0 Le 0, 1e + -9 Le 0");
    says(
        "0 <= i < n ==> 2 * i32[p + 4 * i] + n > 1 && !(i32[p + 4 * i] > 3)",
        "Signed32[v0 + 4 * v1]: -2e + -v1 + 2 Le 0, 1e + -3 Le 0",
    );
    // What has no sign and is not 0 is positive.
    says("0 <= i < n ==> ptr[q + 8 * i] != \\null", "Unsigned64[v2 + 8 * v1]: -1e + 1 Le 0");
    says("0 <= i < n ==> u16[q + 2 * i] != 0", "Unsigned16[v2 + 2 * v1]: -1e + 1 Le 0");
    says("0 <= i < n ==> i16[q + 2 * i] != 0", "Signed16[v2 + 2 * v1]: 1e + 0 Ne 0");
    // The arrow ends further to the right than `&&`.
    assert_eq!(
        alternatives(PARAMETERS, &clause("n > 3 && \\forall integer i; 0 <= i < n ==> u8[q + i] > 3 && u8[q + i] < 9"))
            .remove(0)
            .steps
            .len(),
        1
    );
    assert_eq!(
        alternatives(PARAMETERS, &clause("(\\forall integer i; 0 <= i < n ==> u8[q + i] > 3) && n > 3"))
            .remove(0)
            .comparisons
            .len(),
        1
    );
    assert_eq!(
        alternatives(PARAMETERS, &clause("n > 3 ==> (\\forall integer i; 0 <= i < n ==> u8[q + i] > 3)")).len(),
        2
    );
}

#[test]
fn what_is_no_statement_about_elements() {
    for (wrong, premise) in [
        ("\\forall integer i; 0 <= i < n", "syntax"),
        ("\\forall integer i 0 <= i < n ==> u8[q + i] > 3", "syntax"),
        ("\\forall int i; 0 <= i < n ==> u8[q + i] > 3", "syntax"),
        ("\\forall integer int; 0 <= int < n ==> u8[q + int] > 3", "syntax"),
        ("\\forall integer i, j; 0 <= i < n ==> u8[q + i] > 3", "syntax"),
        ("\\forall integer i; 0 <= i < n ==> n > 3 ==> u8[q + i] > 3", "syntax"),
        ("\\exists integer i; 0 <= i < n ==> u8[q + i] > 3", "syntax"),
        ("\\forall integer i; i < n ==> u8[q + i] > 3", "forall"),
        ("\\forall integer i; \\valid(p) ==> u8[q + i] > 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i + n * i] > 3", "forall"),
        ("\\forall integer i; n > i >= 0 ==> u8[q + i] > 3", "forall"),
        ("\\forall integer i; 0 == i < n ==> u8[q + i] > 3", "forall"),
        ("\\forall integer i; 0 <= n < i ==> u8[q + i] > 3", "forall"),
        ("\\forall integer i; 0 <= i < n <= 8 ==> u8[q + i] > 3", "forall"),
        ("\\forall integer n; 0 <= n < 8 ==> u8[q + n] > 3", "forall"),
        ("\\forall integer i; i <= i < n ==> u8[q + i] > 3", "name"),
        ("\\forall integer i; 0 <= i < u8[q + i] ==> u8[q + i] > 3", "name"),
        ("(\\forall integer i; 0 <= i < n ==> u8[q + i] > 3) && i > 3", "name"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] > 3 && u8[q + i + 1] < 9", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] > 3 && i8[q + i] < 9", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] <= u8[q + i + 1]", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] > 3 || u8[q + i] == 0", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] > 3 && \\valid(p)", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] > 3 && n > 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> n > 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> \\true", "forall"),
        ("\\forall integer i; 0 <= i < n ==> !\\true", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q] > 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] > i", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] - u8[q + i] < n", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] * u8[q + i] < n", "forall"),
        ("\\forall integer i; 0 <= i < n ==> n * u8[q + i] < 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] * i < 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] / 2 < 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i] < i / 2", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[ptr[q + 8 * i] + i] < 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[ptr[q + 8 * i]] < 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + n * i] < 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q + i * i] < 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u8[q - i] < 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> u16[q + i] < 3", "forall"),
        ("\\forall integer i; 0 <= i < n ==> i32[p + 3 * i] < 3", "forall"),
        ("!(\\forall integer i; 0 <= i < n ==> u8[q + i] > 3)", "negation"),
        ("(\\forall integer i; 0 <= i < n ==> u8[q + i] > 3) ==> n > 3", "negation"),
        ("\\forall integer i; 0 <= i < n ==> (\\forall integer j; 0 <= j < n ==> u8[q + j] > 3)", "forall"),
        ("n > \\forall integer i; 0 <= i < n ==> u8[q + i] > 3", "syntax"),
    ] {
        refused(PARAMETERS, &clause(wrong), premise);
    }
    let returned =
        "(int *p, int n, char *q) requires \\valid(q) ensures \\forall integer i; 0 <= i < 1 ==> u8[q + i] > 3";
    refused(PARAMETERS, returned, "ensures");
}

const GLOBALS: &str = "@g = global [4 x i32] zeroinitializer, align 4\n";

/// The uniform facts of a case, in words; or the premise that does not hold.
fn facts(text: &str, case: usize) -> Result<Vec<String>, String> {
    let module = format!("{HEADER}{GLOBALS}define void @f({PARAMETERS}) {{\nstart:\n  ret void\n}}\n");
    let module = reader::read(&module).expect("is read");
    let mut context = Context::new(&module, Overflow::Error, false);
    let kept = initial::globals(&module);
    let function = &module.functions["f"];
    let contracts = contract::read(&mut context, &clause(text), function, &kept).expect("a contract");
    let all = |contract| {
        let cases = contract::cases::cases(contract, &kept, MAX_CASES).expect("cases");
        cases.into_iter().map(move |case| (contract, case))
    };
    let (contract, case) = contracts.iter().flat_map(all).nth(case).expect("a case");
    let state = contract::states::state(&mut context, contract, function, &kept, &case);
    let state = state.map_err(|stop| format!("{stop:?}"))?.state;
    let shown = state.uniforms.iter().map(|(id, u)| {
        let all: Vec<String> =
            u.all.iter().map(|fact| format!("{}e + {} {:?}", fact.fields[0], fact.rest, fact.rel)).collect();
        format!(
            "{id} in {} at {} + {} * {} {:?}{}: {}",
            u.block,
            u.offset,
            u.stride,
            u.count,
            u.sign,
            u.width,
            all.join(", ")
        )
    });
    Ok(shown.collect())
}

#[test]
fn facts_of_the_initial_state() {
    let all = "\\forall integer i; 0 <= i < n ==> i32[p + 4 * i] < n";
    let apart = "\\separated(p + (0 .. n - 1), &g)";
    let fact = "0 in 1 at 0 + 4 * v2 Signed4: 1e + -v2 + 1 Le";
    let wanted = |lines: &[&str]| Ok(lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>());
    let ranged = format!("\\valid(p + (0 .. n - 1)) && {apart} && {all}");
    // Without elements there is no range that they could lie in.
    assert_eq!(facts(&ranged, 0), wanted(&[]));
    assert_eq!(facts(&ranged, 1), wanted(&[fact]));
    // Where they do not certainly lie in a range that stands before, the contract says nothing.
    for wrong in [
        format!("\\valid(p + (0 .. n - 2)) && {all}"),
        format!("\\valid(p + (1 .. n - 1)) && {all}"),
        format!("({all}) && \\valid(p + (0 .. n - 1))"),
        "\\valid(p + (0 .. n - 1)) && \\forall integer i; 0 <= i <= n ==> i32[p + 4 * i] < n".to_owned(),
        "\\valid(p + (0 .. n - 1)) && \\forall integer i; -1 <= i < n ==> i32[p + 4 * i] < n".to_owned(),
        "\\valid(p + (0 .. n - 1)) && \\forall integer i; 0 <= i < n ==> i64[p + 8 * i] < n".to_owned(),
        "\\valid(p + (0 .. n - 1)) && \\forall integer i; 0 <= i < n ==> u8[q + i] < n".to_owned(),
    ] {
        let last = facts(&wrong, usize::from(wrong.starts_with("\\valid")));
        let message = last.expect_err(&wrong);
        assert!(message.contains("\"elements\""), "{wrong}: {message}");
    }
    // In a global variable, and all of it but one element too many.
    let global = |most: &str| format!("\\forall integer i; 0 <= i < {most} ==> i32[&g + 4 * i] == 7");
    assert_eq!(facts(&global("4"), 0), wanted(&["0 in 0 at 0 + 4 * 4 Signed4: 1e + -7 Eq"]));
    assert!(facts(&global("5"), 0).is_err());
    // A member of each structure: what lies behind the last one's need not be there.
    let members = "\\valid((char *)q + (0 .. 14)) && \\forall integer i; 0 <= i < 2 ==> u8[q + 8 * i + 6] > 1";
    assert_eq!(facts(members, 0), wanted(&["0 in 1 at 6 + 8 * 2 Unsigned1: -1e + 2 Le"]));
    let beyond = "\\valid((char *)q + (0 .. 13)) && \\forall integer i; 0 <= i < 2 ==> u8[q + 8 * i + 6] > 1";
    assert!(facts(beyond, 0).is_err());
}

/// A proof that knows of the ten elements at p that they are at most 5.
fn rooted(text: &str) -> Certificate {
    let body = format!("{HEADER}define void @f({PARAMETERS}) {{\nstart:\n  ret void\n}}\n");
    let nodes = "root 0 (v0, v1, v2) blocks 0<-0\nnode 0 entry 0 at f start 0\nvars 3\np = v0\nn = v1 s\nq = v2\n\
         block 0 caller:0 v0 40 align 4\n";
    let claim = format!("claim f {}\n", clause(&format!("\\valid(p + (0 .. 9)) && {text}")));
    let mut certificate = language::certificate(&body, &format!("{claim}{nodes}"));
    let constant = |n: i128| Term::from(vec![(Monomial(Vec::new()), Int(n))]);
    let fact = CellFact { rel: Rel::Le, fields: vec![Int(1)], behind: Int(0), rest: constant(-5) };
    certificate.nodes[0].state.uniforms.push(Uniform {
        id: 0,
        block: 0,
        offset: Term::from(Vec::new()),
        count: constant(10),
        stride: 4,
        width: 4,
        sign: Sign::Signed,
        all: vec![fact],
        owned: None,
    });
    if let Some(Root::Covered { instance, .. }) = certificate.roots.first_mut() {
        instance.uniforms = vec![(0, 0)].into();
    }
    certificate
}

#[test]
fn a_root_knows_what_the_contract_says() {
    valid(&rooted("\\forall integer i; 0 <= i < 10 ==> i32[p + 4 * i] <= 5"));
    valid(&rooted("\\forall integer i; 0 <= i <= 9 ==> 0 <= i32[p + 4 * i] < 5"));
    valid(&rooted("n < 6 && \\forall integer i; 0 <= i <= 9 ==> i32[p + 4 * i] < n"));
    let wrong = |text: &str, premise: &str| rejected(&rooted(text), "C-UNIFORM", premise);
    wrong("\\true", "map");
    wrong("\\forall integer i; 0 <= i < 10 ==> i32[p + 4 * i] <= 6", "all");
    wrong("\\forall integer i; 0 <= i < 10 ==> i32[p + 4 * i] >= 5", "all");
    wrong("\\forall integer i; 0 <= i < 10 ==> i32[p + 4 * i] != 6", "all");
    wrong("n < 8 && \\forall integer i; 0 <= i < 10 ==> i32[p + 4 * i] < n", "all");
    wrong("\\forall integer i; 0 <= i < 9 ==> i32[p + 4 * i] <= 5", "count");
    wrong("n < 11 && \\forall integer i; 0 <= i < n ==> i32[p + 4 * i] <= 5", "count");
    wrong("n == 9 && \\forall integer i; 0 <= i < n ==> i32[p + 4 * i] <= 5", "count");
    wrong("\\forall integer i; 1 <= i < 10 ==> i32[p + 4 * i] <= 5", "offset");
    wrong("\\forall integer i; 0 <= i < 10 ==> u32[p + 4 * i] <= 5", "form");
    wrong("\\forall integer i; 0 <= i < 10 ==> i16[p + 4 * i] <= 5", "form");
    wrong("\\forall integer i; 0 <= i < 5 ==> i32[p + 8 * i] <= 5", "form");
    // The elements of another alternative are not these.
    let either = "(n == 0 || \\forall integer i; 0 <= i < 10 ==> i32[p + 4 * i] <= 5)";
    let mut two = rooted(either);
    let root = two.roots[0].clone();
    two.roots.push(root);
    rejected(&two, "C-UNIFORM", "map");
}

/// Elements of which no range certainly holds all.
#[test]
fn elements_lie_in_a_range() {
    let beyond = |text: &str| {
        let mut certificate = rooted(text);
        certificate.nodes[0].state.uniforms.clear();
        if let Some(Root::Covered { instance, .. }) = certificate.roots.first_mut() {
            instance.uniforms = Box::default();
        }
        certificate
    };
    valid(&beyond("\\forall integer i; 0 <= i < 10 ==> i32[p + 4 * i] <= 5"));
    alone(&beyond("\\forall integer i; 0 <= i < 11 ==> i32[p + 4 * i] <= 5"), "R-CONTRACT", "elements");
}
