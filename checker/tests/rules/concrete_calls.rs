//! R-CALL: calls that satisfy a contract, and calls that do not, each because of one premise
//! (`spec/concrete-calls.md`).

use certificates::Certificate;
use checker::{Expectation, Verdict, answer, check};

use crate::language;
use crate::programs::HEADER;
use crate::support::{alone, rejected, valid};

/// Variables of which the caller says what they hold, a constant, a pointer to a variable, and `errno`.
const MODULE: &str = "@g = global i32 7, align 4\n@h = global [2 x i8] zeroinitializer, align 1\n\
     @t = constant [2 x i32] [i32 1, i32 2], align 8\n@e = external global i16, align 2\n@none = global [0 x i8] zeroinitializer\n\
     declare ptr @__errno_location()\ndeclare void @there()\n";

/// Where the variables lie if a call does not say it.
const G: u64 = 65536;
const H: u64 = 65541;
const T: u64 = 65544;
const ERRNO: u64 = 65560;

/// Shapes that a contract's lists and trees may have.
const SHAPES: &str = "shape 8 align 8 links 0\nshape 16 align 8 links 0\nshape 16 align 8 links 0 back 8\n\
     shape 16 align 8 links 0 8\nshape 16 align 16 links 0\n";

/// A function that does nothing; its proof says nothing. There are as many roots as the contract has cases.
fn about(parameters: &str, claim: &str, concrete: &str, cases: usize) -> Certificate {
    let module =
        format!("{HEADER}{MODULE}define void @f({parameters}) {{\nstart:\n  br label %end\nend:\n  ret void\n}}\n");
    let nodes = "node 0 entry 0 at f start 0\nexec\ngoto 1\nnode 1 entry 0 at f end 0\n";
    let text =
        format!("{SHAPES}globals g h t e\nclaim f {claim}\nconcrete {concrete}\n{}{nodes}", "root 0\n".repeat(cases));
    let mut certificate = language::certificate(&module, &text);
    certificate.claim.contracts.clear();
    certificate.roots.truncate(cases);
    certificate
}

/// A contract of one alternative of one pointer and a number, with the number of its cases.
struct Clause(&'static str, usize);

impl Clause {
    fn call(&self, concrete: &str) -> Certificate {
        about("ptr %p, i32 %n", &format!("(char *p, int n) requires {}", self.0), concrete, self.1)
    }

    fn satisfied(&self, concrete: &str) {
        valid(&self.call(concrete));
    }

    /// This premise, and no other, keeps the call from satisfying the clause.
    fn alone(&self, premise: &str, concrete: &str) {
        alone(&self.call(concrete), "R-CALL", premise);
    }

    /// What this premise demands is missing, so that nothing follows.
    fn rejected(&self, premise: &str, concrete: &str) {
        rejected(&self.call(concrete), "R-CALL", premise);
    }
}

const TRUE: Clause = Clause("\\true", 1);

#[test]
fn claims_with_and_without_calls() {
    let with = TRUE.call("parameters 0 5");
    let report = valid(&with);
    assert_eq!(report.cases.and_then(|cases| cases.example).map(|example| example.empty), Some(vec![]));
    let mut without = with.clone();
    without.call = None;
    // The harness allows it; a user need not.
    valid(&without);
    let expected = Expectation::of(&without.claim);
    match check(&without.module, &certificates::encode(&without), &expected) {
        Verdict::Invalid(reason) => {
            assert_eq!((reason.rule, reason.premise.as_str()), ("CLAIM", "vacuous"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
    let mut other = with;
    other.claim.precondition = None;
    alone(&other, "CLAIM", "call");
    // A call that is given is judged, whether one is needed or not.
    let wrong = Clause("n == 4", 1).call("parameters 0 5");
    let expected = Expectation { allow_vacuous: true, ..Expectation::of(&wrong.claim) };
    assert!(matches!(check(&wrong.module, &certificates::encode(&wrong), &expected), Verdict::Invalid(_)));
}

#[test]
fn well_formed() {
    TRUE.alone("globals", "globals 65536 65544 65552 65600 65616 65620 65700; parameters 0 5");
    TRUE.satisfied("globals 65536 65544 65552 65600 65616 65620; parameters 0 5");
    for wrong in
        ["16 65544 65552", "65538 65545 65552", "18446744073709551612 65544 65552", "18446744073709486080 65544 65552"]
    {
        let wrong = TRUE.call(&format!("globals {wrong} 65600 65616 65620; parameters 0 5"));
        rejected(&wrong, "Q-CHOICE", "address");
    }
    rejected(&TRUE.call("callbacks 32; parameters 0 5"), "Q-CHOICE", "address");
    TRUE.alone("size", "object 4096 0 rw; parameters 0 5");
    TRUE.alone("order", "object 8192 4 rw; object 4096 4 rw; parameters 0 5");
    TRUE.alone("order", "callbacks 8192 4096; parameters 0 5");
    TRUE.alone("order", "content 1 fill=1; content 0 fill=1; parameters 0 5");
    TRUE.satisfied("object 4096 4 rw; object 4101 4 r; callbacks 4106; parameters 0 5");
    TRUE.alone("apart", "object 4096 4 rw; object 4100 4 r; parameters 0 5");
    TRUE.alone("apart", "object 4096 4 rw; callbacks 4100; parameters 0 5");
    TRUE.rejected("apart", "object 4096 4 rw; callbacks 4099; parameters 0 5");
    TRUE.alone("apart", &format!("object {} 4 rw; parameters 0 5", ERRNO + 4));
    TRUE.satisfied("object 4096 9 rw 0:1,2 2:3 8:4; parameters 0 5");
    TRUE.alone("content", "object 4096 9 rw 0:1,2 2: 8:4; parameters 0 5");
    TRUE.alone("content", "object 4096 9 rw 0:1,2 1:3; parameters 0 5");
    TRUE.alone("content", "object 4096 9 rw 8:1,2; parameters 0 5");
    TRUE.alone("content", "object 4096 9 rw 18446744073709551615:1; parameters 0 5");
    TRUE.satisfied("content 0 fill=1 3:4; content 1 0:1; content 3; parameters 0 5");
    TRUE.alone("content", "content 0 4:1; parameters 0 5");
    TRUE.alone("contents", "content 2 fill=1; parameters 0 5");
    TRUE.alone("contents", "content 5 fill=1; parameters 0 5");
    TRUE.rejected("contents", "content 6 fill=1; parameters 0 5");
    TRUE.alone("parameters", "parameters 0 5 6");
    TRUE.alone("parameters", "parameters 0 4294967301");
    TRUE.alone("parameters", "parameters 0 -1");
    TRUE.rejected("parameters", "parameters 0");
    // A heap object that no conjunct owns.
    TRUE.alone("heap", "object 4096 8 heap; parameters 0 5");
}

#[test]
fn a_call_that_is_too_large_is_not_judged() {
    let large = TRUE.call("object 1048576 4294967296 rw; parameters 0 5");
    match check(&large.module, &certificates::encode(&large), &Expectation::of(&large.claim)) {
        Verdict::Undecided(reason) => {
            assert_eq!((reason.rule, reason.premise.as_str()), ("Q-RUN", "limit"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn comparisons_and_quotients() {
    Clause("3 <= n < 6", 1).satisfied("parameters 0 5");
    Clause("3 <= n < 6", 1).alone("comparison", "parameters 0 6");
    Clause("n == -1", 1).satisfied("parameters 0 4294967295");
    Clause("p != \\null", 1).alone("comparison", "parameters 0 5");
    Clause("n / 2 == -2 && n % 2 == -1", 1).satisfied("parameters 0 4294967291");
    Clause("n / 2 == -3", 1).alone("comparison", "parameters 0 4294967291");
    let huge = "n * n * n * n * n < 0";
    Clause(huge, 1).rejected("number", "parameters 0 2147483647");
    Clause(huge, 1).satisfied("parameters 0 4294967295");
    // The first alternative that is true counts.
    let either = Clause("n == 4 || n == 5", 2);
    let report = valid(&either.call("parameters 0 5"));
    let example = report.cases.and_then(|cases| cases.example).expect("a call");
    assert_eq!((example.alternative, example.alternatives), (1, 2));
    either.rejected("comparison", "parameters 0 6");
    Clause("!\\true", 0).rejected("alternatives", "parameters 0 6");
}

/// Cases: empty, an object, in @g, in @h, in @e.
const RANGE: Clause = Clause("\\valid(p + (0 .. n - 1))", 5);

#[test]
fn ranges() {
    RANGE.satisfied("object 4096 8 rw; parameters 4096 8");
    RANGE.satisfied("object 4096 8 rw; parameters 4099 5");
    RANGE.satisfied("parameters 65536 4");
    RANGE.alone("range", "object 4096 8 rw; parameters 4096 9");
    RANGE.alone("range", "object 4096 8 rw; parameters 4095 3");
    RANGE.alone("range", "object 4096 4 rw; object 4101 4 rw; parameters 4096 9");
    RANGE.alone("range", "parameters 0 1");
    // Nothing is asked of no bytes, but the answer names them.
    let empty = valid(&RANGE.call("parameters 1 0")).cases.and_then(|cases| cases.example);
    assert_eq!(empty.expect("a call").empty, ["p + ..."]);
    RANGE.satisfied("parameters 0 -2147483648".replace("-2147483648", "2147483648").as_str());
    RANGE.alone("writable", "object 4096 8 r; parameters 4096 8");
    RANGE.alone("writable", &format!("parameters {T} 8"));
    Clause("\\valid_read(p + (0 .. n - 1))", 5).satisfied("object 4096 8 r; parameters 4096 8");
    Clause("\\valid_read(p + (0 .. n - 1))", 5).satisfied(&format!("parameters {T} 8"));
    Clause("\\valid((int *)p)", 4).satisfied("object 4096 8 rw; parameters 4100 0");
    Clause("\\valid((int *)p)", 4).alone("align", "object 4096 8 rw; parameters 4098 0");
    // What is counted from one pointer lies in one object.
    let two = Clause("\\valid(p) && \\valid(p + 8)", 17);
    two.satisfied("object 4096 9 rw; parameters 4096 0");
    two.alone("range", "object 4096 1 rw; object 4104 1 rw; parameters 4096 0");
    // No range lies in a variable of the library, nor in one that is not kept.
    RANGE.alone("range", &format!("parameters {ERRNO} 1"));
    let mut fewer = RANGE.call("parameters 65536 4");
    (fewer.globals, fewer.roots) = (vec!["h".into()], vec![fewer.roots[0].clone(); 3]);
    alone(&fewer, "R-CALL", "range");
}

#[test]
fn operands_that_are_no_part_of_an_alternative() {
    let either = Clause("(n == 0 || \\valid(p)) && \\separated(p, &h)", 4);
    either.satisfied("parameters 0 0");
    either.satisfied("object 4096 1 rw; parameters 4096 1");
    either.satisfied("object 4096 1 rw; parameters 4096 0");
    either.alone("separated", &format!("parameters {H} 0"));
    either.alone("separated", &format!("parameters {G} 0"));
    let reads = Clause("(n == 0 || \\valid_read(p) && \\valid(p + i8[p])) && \\separated(p + i8[p], &h)", 14);
    reads.alone("separated", "parameters 0 0");
}

#[test]
fn strings() {
    let text = Clause("valid_read_string(p) && strlen(p) == n", 4);
    text.satisfied("object 4096 8 r fill=97 5:0; parameters 4096 5");
    // The first zero counts.
    text.alone("comparison", "object 4096 8 r fill=97 3:0 5:0; parameters 4096 5");
    text.satisfied("object 4096 8 r fill=97 3:0 5:0; parameters 4096 3");
    text.rejected("number", "object 4096 8 r fill=97; parameters 4096 5");
    text.rejected("number", &format!("parameters {G} 0"));
    text.satisfied(&format!("content 1 fill=0; parameters {H} 0"));
    Clause("valid_string(p)", 4).alone("writable", "object 4096 8 r; parameters 4096 5");
    let wide = Clause("valid_read_wstring((int *)p) && wcslen((int *)p) == n", 4);
    wide.satisfied("object 4096 12 r fill=0 0:1 7:1; parameters 4096 2");
    wide.alone("align", "object 4096 12 r fill=0 1:1; parameters 4097 1");
    // What stands before a string may mention its length.
    Clause("0 < strlen(p) < n && valid_read_string(p)", 4).satisfied("object 4096 2 r 0:97; parameters 4096 5");
    Clause("\\valid_read(p + (0 .. strlen(p))) && valid_read_string(p)", 8)
        .satisfied("object 4096 2 r 0:97; parameters 4096 5");
}

#[test]
fn places() {
    let place = Clause("\\valid(p + (0 .. 7)) && u32[p + 4] == n", 4);
    place.satisfied("object 4096 8 rw 4:5; parameters 4096 5");
    place.alone("comparison", "object 4096 8 rw 4:5,0,0,1; parameters 4096 5");
    Clause("\\valid(p + (0 .. 7)) && i8[p + 4] == n", 4)
        .satisfied("object 4096 8 rw 4:255; parameters 4096 4294967295");
    Clause("i32[&g] == n", 1).satisfied("content 0 0:5; parameters 0 5");
    // A variable holds what the program says only if it is constant.
    Clause("i32[&g] == n", 1).rejected("place", "parameters 0 7");
    Clause("i32[&t + 4] == n", 1).satisfied("parameters 0 2");
    Clause("i32[&t + 4] == n", 1).alone("comparison", "parameters 0 3");
    Clause("i16[&e] == n", 1).rejected("place", "parameters 0 7");
    Clause("i16[&e] == n", 1).satisfied("content 3 0:7; parameters 0 7");
    // A pointer in memory, and what it points to.
    let through = Clause("\\valid((int **)p) && \\valid_read((int *)ptr[p + 0])", 17);
    through.satisfied("object 4096 8 rw 0:0,32; object 8192 4 r; parameters 4096 0");
    through.alone("range", "object 4096 8 rw 0:0,48; object 8192 4 r; parameters 4096 0");
}

/// No caller has the address of a local variable, unless the program hands it out: a comparison of the contract names
/// it, or a constant that the contract reads holds it.
#[test]
fn local_variables() {
    let call = |constant: &str, clause: &str, parameter: u64| {
        let module = format!(
            "{HEADER}@x = private constant [2 x i8] c\"a\\00\", align 1\n@table = internal {constant} ptr @x, align 8\n\
             define void @f(ptr %p) {{\nstart:\n  br label %end\nend:\n  ret void\n}}\n"
        );
        let content = if constant == "constant" { "" } else { "content 1 0:0,0,1; " };
        let text = format!(
            "globals x table\nclaim f (char *p) requires {clause}\nconcrete {content}parameters {parameter}\nroot 0\n\
             node 0 entry 0 at f start 0\nexec\ngoto 1\nnode 1 entry 0 at f end 0\n"
        );
        language::certificate(&module, &text)
    };
    // @x lies at 65536.
    let separate = "\\separated(p + (0 .. strlen(p)), &table)";
    let q = "ptr[&table]";
    let held = format!("valid_read_string({q}) && \\separated((char *){q} + (0 .. strlen({q})), &table)");
    valid(&call("constant", &held, 0));
    rejected(&call("global", &held, 0), "R-CALL", "number");
    rejected(&call("constant", &format!("valid_read_string(p) && {separate}"), 65536), "R-CALL", "number");
    valid(&call("constant", &format!("p == &x && valid_read_string(p) && {separate}"), 65536));
}

const CELL: &str = "\\object(16, 8)";

/// A contract of one list or tree at p.
fn linked(conjunct: &str, concrete: &str) -> Certificate {
    about("ptr %p, ptr %q", &format!("(void *p, void *q) requires {conjunct}"), concrete, 2)
}

#[test]
fn lists() {
    let list = |concrete: &str| linked(&format!("\\list(p, {CELL}, 0)"), concrete);
    valid(&list("parameters 0 0"));
    valid(&list("object 4096 16 rw; parameters 4096 0"));
    // 4096 -> 8192 -> 4120 -> null; two cells lie in one object.
    let three = "object 4096 40 rw 0:0,32 24:0,0; object 8192 16 rw 0:24,16; parameters 4096 0";
    valid(&list(three));
    let back = list(&three.replace("24:0,0", "24:0,16"));
    rejected(&back, "R-CALL", "cells");
    alone(&list("object 4096 40 rw 0:8,16; parameters 4096 0"), "R-CALL", "cells");
    rejected(&list("parameters 4096 0"), "R-CALL", "cell");
    rejected(&list("object 4096 15 rw; parameters 4096 0"), "R-CALL", "cell");
    // No cell lies in a global.
    rejected(&linked("\\list(p, \\object(8, 8), 0)", &format!("parameters {T} 0")), "R-CALL", "cell");
    alone(&list("object 4096 40 rw; parameters 4100 0"), "R-CALL", "cell");
    alone(&list("object 4096 16 r; parameters 4096 0"), "R-CALL", "cell");
    valid(&linked(&format!("\\list_read(p, {CELL}, 0)"), "object 4096 16 r; parameters 4096 0"));
}

#[test]
fn segments_and_pointers_back() {
    let segment = |concrete: &str| linked(&format!("\\list_segment(p, q, {CELL}, 0)"), concrete);
    let two = "object 4096 16 rw 0:0,32; object 8192 16 rw 0:0,16; parameters";
    valid(&segment(&format!("{two} 4096 8192")));
    // A segment from a cell to itself has no cells.
    let empty = valid(&segment(&format!("{two} 4096 4096"))).cases.and_then(|cases| cases.example).expect("a call");
    assert_eq!(empty.empty, ["p"]);
    valid(&segment("parameters 77 77"));
    rejected(&segment(&format!("{two} 4096 0")), "R-CALL", "cells");
    rejected(&segment("object 4096 16 rw; parameters 4096 8192"), "R-CALL", "cell");
    let double = |concrete: &str| linked(&format!("\\dlist(p, {CELL}, 0, 8)"), concrete);
    valid(&double("object 4096 16 rw 0:0,32; object 8192 16 rw 8:0,16; parameters 4096 0"));
    alone(&double("object 4096 16 rw 0:0,32; object 8192 16 rw; parameters 4096 0"), "R-CALL", "back");
    alone(&double("object 4096 16 rw 8:1; parameters 4096 0"), "R-CALL", "back");
}

#[test]
fn trees_and_owned_cells() {
    let tree = |concrete: &str| linked(&format!("\\tree(p, {CELL}, 0, 8)"), concrete);
    valid(&tree("object 4096 16 rw 0:0,32; object 8192 16 rw; parameters 4096 0"));
    valid(&tree("object 4096 16 rw 0:0,32,0,0,0,0,0,0,0,48; object 8192 16 rw; object 12288 16 rw; parameters 4096 0"));
    rejected(
        &tree("object 4096 16 rw 0:0,32,0,0,0,0,0,0,0,32; object 8192 16 rw; parameters 4096 0"),
        "R-CALL",
        "cells",
    );
    let owned = |concrete: &str| linked(&format!("\\owned_list(p, {CELL}, 0)"), concrete);
    valid(&owned("object 4096 16 heap 0:0,32; object 8192 16 heap; parameters 4096 0"));
    rejected(&owned("object 4096 16 rw; parameters 4096 0"), "R-CALL", "owned");
    alone(&owned("object 4096 17 heap; parameters 4096 0"), "R-CALL", "owned");
    alone(&owned("object 4096 16 heap; object 8192 16 heap; parameters 4096 0"), "R-CALL", "heap");
    alone(&owned("object 4104 16 heap; parameters 4104 0"), "R-CALL", "heap");
    let mut read_only = owned("object 4096 16 heap; parameters 4096 0");
    read_only.call.as_mut().expect("a call").objects[0].writable = false;
    alone(&read_only, "R-CALL", "heap");
    // Two owned lists are two.
    let both = format!("\\owned_list(p, {CELL}, 0) && \\owned_list(q, {CELL}, 0) && \\separated(p, q)");
    let both = |concrete: &str| about("ptr %p, ptr %q", &format!("(void *p, void *q) requires {both}"), concrete, 4);
    valid(&both("object 4096 16 heap; object 8192 16 heap; parameters 4096 8192"));
    alone(&both("object 4096 16 heap; parameters 4096 4096"), "R-CALL", "separated");
}

#[test]
fn separation() {
    let two = "\\valid(p + (0 .. 7)) && \\valid(q + (0 .. 7))";
    let call = |clause: &str, concrete: &str, cases: usize| {
        about("ptr %p, ptr %q", &format!("(char *p, char *q) requires {clause}"), concrete, cases)
    };
    let apart = format!("{two} && \\separated(p + (0 .. 7), q + (0 .. 7))");
    valid(&call(&apart, "object 4096 16 rw; parameters 4096 4104", 16));
    alone(&call(&apart, "object 4096 16 rw; parameters 4096 4103", 16), "R-CALL", "separated");
    let global = "\\valid(p) && \\separated(p, &g)";
    valid(&call(global, &format!("parameters {H} 0"), 3));
    alone(&call(global, &format!("parameters {G} 0"), 3), "R-CALL", "separated");
    alone(&call("\\separated(&g, &h, &g)", "parameters 0 0", 1), "R-CALL", "separated");
}

#[test]
fn distances() {
    let call = |clause: &str| {
        let claim = format!("(char *p, char *q) requires {clause}");
        about("ptr %p, ptr %q", &claim, "object 4096 16 rw; parameters 4096 4104", 1)
    };
    valid(&call("q - p == 8"));
    alone(&call("q - p == 7"), "R-CALL", "comparison");
    valid(&call("p - q < -7 && (q - p) % 4 == 0"));
}

#[test]
fn functions_of_the_contract() {
    let callback = |concrete: &str| about("ptr %p", "(void *p) requires \\callback(p)", concrete, 1);
    valid(&callback("callbacks 4096; parameters 4096"));
    alone(&callback("callbacks 4096; parameters 4097"), "R-CALL", "callback");
    // Where the function itself lies.
    alone(&callback("parameters 48"), "R-CALL", "callback");
    valid(&about("", "(void) requires \\callback(&there)", "parameters", 1));
}

/// Names of the contract and what pointers point to, in one line that cannot control a terminal.
#[test]
fn calls_in_words() {
    let words = |certificate: &Certificate| {
        let report = valid(certificate);
        let cases = report.cases.expect("a contract");
        answer::call::vacuity(&report.claim, &cases)
    };
    let clause =
        "valid_read_string(s) && \\valid(p + (0 .. n - 1)) && \\separated(s + (0 .. strlen(s)), p + (0 .. n - 1))";
    let parameters = "ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, double %x";
    let claim = format!("(const char *s, char *p, int n, void *q, int *r, double x) requires {clause}");
    let concrete = format!(
        "object 4096 5 r 0:97,10,27,34; object 8192 8 rw; parameters 4096 8194 4294967295 0 {G} 4611686018427387904"
    );
    let said = words(&about(parameters, &claim, &concrete, 20));
    let call = "f(s = \"a\\n\\x1b\\\"\", p = {8 bytes} + 2, n = -1, q = NULL, r = &g, x = 2.0)";
    assert_eq!(said, [format!("not vacuous: for example {call}"), "  nothing is in: p + ...".into()]);
    let either = "(int n, void *p) requires n == 4 || n == 5";
    let said = words(&about("i32 %n, ptr %p", either, "parameters 5 77", 2));
    assert_eq!(said[0], "not vacuous: for example f(n = 5, p = 0x4d)");
    assert!(said[1].starts_with("  it satisfies alternative 2 of the 2"), "{said:?}");
    let function = about("ptr %p", "(void *p) requires \\callback(p)", "callbacks 4096; parameters 4096", 1);
    assert_eq!(words(&function)[0], "not vacuous: for example f(p = a function)");
}

#[test]
fn elements() {
    let all =
        Clause("n <= 8 && \\valid_read(p + (0 .. 7)) && \\forall integer i; 0 <= i < n ==> 1 <= i8[p + i] <= 9", 4);
    let call = |object: &str, n: u64| format!("object 4096 8 r {object}; parameters 4096 {n}");
    all.satisfied(&call("fill=1", 8));
    all.satisfied(&call("0:9,1,9", 3));
    all.satisfied(&call("", 0));
    all.satisfied(&call("", 4_294_967_295));
    all.alone("elements", &call("0:9,1,9", 4));
    all.alone("elements", &call("0:9,0,9", 3));
    all.alone("elements", &call("0:10", 1));
    all.alone("elements", &call("0:255", 1));
    // Behind the range.
    all.rejected("elements", &call("fill=1", 9));
    // In an array of structures, and in global variables.
    let members =
        Clause("\\valid_read(p + (0 .. 7)) && \\forall integer i; 0 <= i < 2 ==> 2 * u16[p + 4 * i + 2] != n", 4);
    members.satisfied("object 4096 8 r 2:4,1; parameters 4096 8");
    members.alone("elements", "object 4096 8 r 2:4,1 6:4; parameters 4096 8");
    members.alone("elements", "object 4096 8 r 2:4,1; parameters 4096 520");
    let constant = Clause("\\forall integer i; 0 <= i < 2 ==> i32[&t + 4 * i] <= n", 1);
    constant.satisfied("parameters 0 2");
    constant.alone("elements", "parameters 0 1");
    Clause("\\forall integer i; 0 <= i < 2 ==> u8[&h + i] == n", 1).satisfied("content 1 0:3,3; parameters 0 3");
    Clause("\\forall integer i; 0 <= i < 2 ==> u8[&h + i] == n", 1).alone("elements", "content 1 0:3; parameters 0 3");
}
