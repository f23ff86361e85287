//! The roots of the cases of a contract, and certificates that someone would forge
//! (`spec/precondition.md`, `spec/graph.md` R-ROOT).

use certificates::{Certificate, Root, Step};
use checker::{Expectation, Verdict, check, reader};

use crate::cases::GLOBALS;
use crate::language;
use crate::programs::HEADER;
use crate::support::{alone, invalid, rejected, valid};

const COPY: &str = "define void @f(ptr %p, ptr %q) {\nstart:\n  %x = load i32, ptr %q, align 4\n  \
                    store i32 %x, ptr %p, align 4\n  ret void\n}\n";

const CLAIM: &str = "claim f (int *p, const int *q) requires \\valid(p) && \\valid_read(q)\n";

const ROOTS: &str = "root 0 (v0, v1) blocks 0<-0 1<-1\nroot 2 (v0, v1, v2, v3, v4, v5) blocks 0<-0\n";

const NODES: &str = "node 0 entry 0 at f start 0\nvars 2\np = v0\nq = v1\nblock 0 caller:0 v0 4 align 4\n\
     block 1 caller:1 v1 4 align 4 ro\nexec s load 1\nexec s store 0\ngoto 1\n\
     node 1 entry 0 at f start 2\n\
     node 2 entry 2 at f start 0\nvars 6\np = v0\nq = v1\nblock 0 caller:9 v2 v3 align 4\n\
     know v0 = v2 + 4*v4\nknow v2 <= v0\nknow v0 + 4 <= v2 + v3\n\
     know v1 = v2 + 4*v5\nknow v2 <= v1\nknow v1 + 4 <= v2 + v3\n\
     exec s load 0 x=v5\nexec s store 0 x=v4\ngoto 3\n\
     node 3 entry 2 at f start 2\n";

fn copy(claim: &str, roots: &str, nodes: &str) -> Certificate {
    language::certificate(&format!("{HEADER}{COPY}"), &format!("{claim}{roots}{nodes}"))
}

#[test]
#[cfg(feature = "solver")]
fn every_case_has_a_root() {
    let report = valid(&copy(CLAIM, ROOTS, NODES));
    let cases = report.cases.expect("a contract");
    assert_eq!((cases.total, cases.infeasible, cases.example), (2, 0, None));
    let first = "root 0 (v0, v1) blocks 0<-0 1<-1\n";
    let second = "root 2 (v0, v1, v2, v3, v4, v5) blocks 0<-0\n";
    rejected(&copy(CLAIM, first, NODES), "R-ROOT", "roots");
    rejected(&copy(CLAIM, second, NODES), "R-ROOT", "roots");
    rejected(&copy(CLAIM, &format!("{first}{second}{second}"), NODES), "R-ROOT", "roots");
    let mut none = copy(CLAIM, ROOTS, NODES);
    none.roots.clear();
    rejected(&none, "R-ROOT", "roots");
    // The order counts: overlapping ranges are not separate ones.
    rejected(&copy(CLAIM, &format!("{second}{first}"), NODES), "C-VARIABLES", "term");
    rejected(&copy(CLAIM, &format!("{first}{first}"), NODES), "C-BLOCK", "base");
    // No case is impossible that is not.
    rejected(&copy(CLAIM, &format!("root infeasible\n{second}"), NODES), "R-ROOT", "infeasible");
    rejected(&copy(CLAIM, &format!("{first}root infeasible\n"), NODES), "R-ROOT", "infeasible");
    let reason = invalid(&copy(CLAIM, &format!("{first}root infeasible\n"), NODES));
    assert_eq!(reason.place.position.as_deref(), Some("case 2 of 2 (p has a block, q is in the block of p)"));
    // What the contract says is what the roots are about.
    let separate = CLAIM.replace('\n', " && \\separated(p, q)\n");
    valid(&copy(&separate, first, NODES));
    rejected(&copy(&separate, ROOTS, NODES), "R-ROOT", "roots");
    rejected(&copy(CLAIM, "root 1\nroot 1\n", NODES), "R-ROOT", "root");
    rejected(&copy(CLAIM, "root 7\nroot 7\n", NODES), "R-ROOT", "root");
}

/// A range keeps its own alignment where it lies in a block that is less aligned.
#[test]
fn a_range_of_a_group_keeps_its_alignment() {
    let load = "define void @f(ptr %p, ptr %q) {\nstart:\n  %x = load i32, ptr %q, align 4\n  ret void\n}\n";
    let claim = "claim f (short *p, const int *q) requires \\valid(p) && \\valid_read(q)\n";
    let roots = "root 0 (v0, v1) blocks 0<-0 1<-1\nroot 2 (v0, v1, v2, v3, v6) blocks 0<-0\n";
    let nodes = "node 0 entry 0 at f start 0\nvars 2\np = v0\nq = v1\nblock 0 caller:0 v0 2 align 2\n\
         block 1 caller:1 v1 4 align 4 ro\nexec s load 1\ngoto 1\nnode 1 entry 0 at f start 1\n\
         node 2 entry 2 at f start 0\nvars 5\np = v0\nq = v1\nblock 0 caller:9 v2 v3 align 2\n\
         know v2 <= v1\nknow v1 + 4 <= v2 + v3\nknow v1 = 4*v4\nexec s load 0 at=v4\ngoto 3\n\
         node 3 entry 2 at f start 1\n";
    let proof = |claim: &str, from: &str, to: &str| {
        assert!(nodes.contains(from));
        let nodes = nodes.replacen(from, to, 1);
        language::certificate(&format!("{HEADER}{load}"), &format!("{claim}{roots}{nodes}"))
    };
    valid(&proof(claim, "", ""));
    // Not better than its type is, nor the other range, nor the block.
    alone(&proof(claim, "know v1 = 4*v4", "know v1 = 4*v4\nknow v1 = 8*v4"), "C-KNOWLEDGE", "P1");
    alone(&proof(claim, "know v1 = 4*v4", "know v1 = 4*v4\nknow v0 = 4*v4"), "C-KNOWLEDGE", "P1");
    alone(&proof(claim, "v2 v3 align 2", "v2 v3 align 4"), "C-BLOCK", "align");
    rejected(&proof(claim, "know v1 = 4*v4\n", ""), "M-LOAD", "P3");
    // Bytes are not aligned, though what is read of them would be.
    let bytes = claim.replace("const int *q", "const char *q").replace("read(q)", "read(q + (0 .. 3))");
    let own = "block 1 caller:1 v1 4 align 1 ro\nknow v1 = 4*v0\nexec s load 1 at=v0";
    rejected(&proof(&bytes, "block 1 caller:1 v1 4 align 4 ro\nexec s load 1", own), "C-KNOWLEDGE", "P1");
}

#[test]
fn an_instance_of_the_root_is_proved() {
    let nodes = |from: &str, to: &str, rule: &str, premise: &str| {
        assert!(NODES.contains(from));
        rejected(&copy(CLAIM, ROOTS, &NODES.replacen(from, to, 1)), rule, premise);
    };
    let claim = |text: &str| format!("claim f (char *p, const int *q) requires {text}\n");
    // More than the contract gives: size, alignment, permission, another kind of memory, more facts.
    nodes("caller:0 v0 4 align 4", "caller:0 v0 8 align 4", "C-BLOCK", "size");
    nodes("caller:0 v0 4 align 4", "caller:0 v0 4 align 8", "C-BLOCK", "align");
    nodes("align 4 ro", "align 4", "C-BLOCK", "marks");
    nodes("caller:0 v0 4 align 4", "heap v0 4 align 4", "C-BLOCK", "kind");
    nodes("vars 2\n", "vars 2\nknow v0 < v1\n", "C-KNOWLEDGE", "P1");
    nodes("vars 2\n", "vars 2\nknow v0 != v1\n", "C-KNOWLEDGE", "P1");
    nodes("p = v0\nq = v1", "p = v1\nq = v0", "C-BINDING", "P1");
    nodes("know v2 <= v1", "know v2 < v1", "C-KNOWLEDGE", "P1");
    nodes("know v1 = v2 + 4*v5", "know v1 = v2 + 8*v5", "C-KNOWLEDGE", "P1");
    rejected(&copy(&claim("\\valid(p + (0 .. 3)) && \\valid_read(q)"), ROOTS, NODES), "C-BLOCK", "align");
    // Ranges that are only read have one case.
    let one = "root 0 (v0, v1) blocks 0<-0 1<-1\n";
    rejected(&copy(&claim("\\valid_read((int *) p) && \\valid_read(q)"), one, NODES), "C-BLOCK", "marks");
    rejected(&copy(&claim("\\valid_read((int *) p) && \\valid_read(q)"), ROOTS, NODES), "R-ROOT", "roots");
    rejected(
        &copy(&claim("\\valid((int *) p) && \\valid_read((char *) q + (0 .. 3))"), ROOTS, NODES),
        "C-BLOCK",
        "align",
    );
    rejected(&copy(&claim("\\valid((int *) p) && \\valid_read((short *) q)"), ROOTS, NODES), "C-BLOCK", "align");
    // A range that is only read is not written, whatever the node is called.
    let write = NODES.replace("v0 4 align 4\n", "v0 4 align 4 ro\n").replace("v3 align 4", "v3 align 4 ro");
    rejected(&copy(&claim("\\valid_read((int *) p) && \\valid_read(q)"), one, &write), "M-STORE", "writable");
}

/// The root's function is the claim's, and the entry is defined.
#[test]
fn the_entry_of_the_claim() {
    let module = format!("{HEADER}{COPY}define void @e(ptr %p, ptr %q) {{\nstart:\n  ret void\n}}\n");
    let claim = CLAIM.replace("claim f", "claim e");
    let certificate = language::certificate(&module, &format!("{claim}{ROOTS}{NODES}"));
    rejected(&certificate, "R-ROOT", "C-POSITION");
}

#[test]
fn the_contract_of_the_claim_is_the_users() {
    let certificate = copy(CLAIM, ROOTS, NODES);
    let answer = |precondition: Option<&str>| {
        let (entry, precondition) = ("f".into(), precondition.map(String::from));
        let expected = Expectation { entry, precondition, allow_vacuous: true, ..Expectation::default() };
        match check(&certificate.module, &certificates::encode(&certificate), &expected) {
            Verdict::Valid(_) => "VALID".into(),
            Verdict::Invalid(reason) => {
                assert_eq!((reason.rule, reason.premise.as_str()), ("CLAIM", "precondition"));
                reason.message
            }
            other => panic!("{other:?}"),
        }
    };
    let text = "(int *p, const int *q) requires \\valid(p) && \\valid_read(q)";
    assert_eq!(answer(Some(text)), "VALID");
    assert_eq!(answer(Some("(int*p,const int*q)requires\n  \\valid( p )&&\t\\valid_read (q)")), "VALID");
    let missing = answer(None);
    assert!(missing.contains(text) && missing.contains("--precondition"), "{missing}");
    for other in [
        "(int *p, const int *q) requires \\valid(p)",
        "(int *p, const int *q) requires \\valid(p) && \\valid(q)",
        "(int *p, const int *q) requires \\valid_read(q) && \\valid(p)",
        "(int *a, const int *q) requires \\valid(a) && \\valid_read(q)",
        "(intp, const int *q) requires \\valid(p) && \\valid_read(q)",
        "",
        "(int *p, const int *q) requires \\valid(p) && \\valid_read(q) $",
    ] {
        assert!(answer(Some(other)).contains("is expected"), "{other}");
    }
    let mut stronger = certificate.clone();
    stronger.claim.precondition = None;
    let expected = Expectation { entry: "f".into(), precondition: Some(text.into()), ..Expectation::default() };
    let verdict = check(&stronger.module, &certificates::encode(&stronger), &expected);
    assert!(matches!(verdict, Verdict::Invalid(reason) if reason.rule == "CLAIM"));
}

/// A function that does nothing; its proof says nothing.
pub fn nothing(parameters: &str, text: &str, state: &str) -> Certificate {
    let module =
        format!("{HEADER}{GLOBALS}define void @f({parameters}) {{\nstart:\n  br label %end\nend:\n  ret void\n}}\n");
    let nodes = format!("node 0 entry 0 at f start 0\n{state}\nexec\ngoto 1\nnode 1 entry 0 at f end 0\n");
    language::certificate(&module, &format!("globals\n{text}\n{nodes}"))
}

#[test]
#[cfg(feature = "solver")]
fn a_precondition_that_no_call_satisfies() {
    let claim = "claim f (int n) requires 0 < n < 1";
    for roots in ["root infeasible", "root infeasible because 1: 1#2 1#3", "root 0"] {
        let certificate = nothing("i32 %n", &format!("{claim}\n{roots}"), "");
        // Only who allows it gets a claim that may be about nothing, and no call makes it one about something.
        valid(&certificate);
        let expected = Expectation::of(&certificate.claim);
        let verdict = check(&certificate.module, &certificates::encode(&certificate), &expected);
        assert!(
            matches!(&verdict, Verdict::Invalid(r) if (r.rule, r.premise.as_str()) == ("CLAIM", "vacuous")),
            "{verdict:?}"
        );
        let call = format!("{claim}\nconcrete parameters 1\n{roots}");
        rejected(&nothing("i32 %n", &call, ""), "R-CALL", "comparison");
    }
    rejected(&nothing("i32 %n", &format!("{claim}\nroot infeasible because 1: 1#0"), ""), "R-ROOT", "infeasible");
    let itself = "claim f (char *p) requires \\valid(p) && \\separated(p, p)";
    let mut none = nothing("ptr %p", itself, "");
    none.roots.clear();
    valid(&none);
    let mut call = nothing("ptr %p", &format!("{itself}\nconcrete object 4096 1 rw; parameters 4096"), "");
    call.roots.clear();
    rejected(&call, "R-CALL", "separated");
    // One case that is possible is enough.
    let some = "claim f (char *p, int n) requires 1 <= n && \\valid(p + (0 .. n - 1))\nroot infeasible\nroot 0";
    let report = valid(&nothing("ptr %p, i32 %n", some, ""));
    let cases = report.cases.expect("a contract");
    assert_eq!((cases.total, cases.infeasible), (2, 1));
    let wrong = "claim f (char *p, int n) requires 0 <= n && \\valid(p + (0 .. n - 1))\nroot infeasible\nroot 0";
    rejected(&nothing("ptr %p, i32 %n", wrong, ""), "R-ROOT", "infeasible");
    // Without a contract nothing is infeasible.
    rejected(&nothing("i32 %n", "claim f\nroot infeasible", ""), "R-ROOT", "roots");
    rejected(&nothing("i32 %n", "claim f\nroot 0\nroot 0", ""), "R-ROOT", "roots");
    valid(&nothing("i32 %n", "claim f\nroot 0", ""));
}

#[test]
fn what_parameters_hold() {
    let claim = |ty: &str, parameters: &str, state: &str, map: &str| {
        let text = format!("claim f ({ty} n) requires \\true\nroot 0 {map}");
        nothing(parameters, &text, state)
    };
    let positive = "vars 1\nn = v0 u\nknow 0 <= v0";
    valid(&claim("unsigned", "i32 %n", positive, "(v0)"));
    rejected(&claim("int", "i32 %n", positive, "(v0)"), "C-BINDING", "A-FIT");
    rejected(&claim("int", "i32 %n", positive, "(v0) wraps 0"), "C-BINDING", "A-FIT P1");
    rejected(&claim("int", "i32 %n", "vars 1\nn = v0 s\nknow 0 <= v0", "(v0)"), "C-KNOWLEDGE", "P1");
    rejected(&claim("unsigned", "i32 %n", "vars 1\nn = v0 u\nknow v0 <= 2147483647", "(v0)"), "C-KNOWLEDGE", "P1");
    rejected(&claim("char", "i8 %n", "vars 1\nn = v0 s\nknow 0 <= v0", "(v0)"), "C-KNOWLEDGE", "P1");
    rejected(&claim("long", "i32 %n", "", ""), "R-CONTRACT", "parameters");
    rejected(&claim("struct none *", "i32 %n", "", ""), "R-CONTRACT", "parameters");
}

#[test]
fn empty_ranges_and_null_pointers() {
    let text = |roots: &str| format!("claim f (int *p, int n) requires \\valid(p + (0 .. n - 1))\n{roots}");
    let parameters = "ptr %p, i32 %n";
    valid(&nothing(parameters, &text("root 0 (v0)\nroot 0 (v0)"), "vars 1\np = v0"));
    // The pointer of an empty range may be null, and there is no block.
    rejected(
        &nothing(parameters, &text("root 0 (v0)\nroot 0 (v0)"), "vars 1\np = v0\nknow v0 != 0"),
        "C-KNOWLEDGE",
        "P1",
    );
    let block = "vars 2\np = v0\nblock 0 caller:0 v0 v1 align 4";
    rejected(
        &nothing(parameters, &text("root 0 (v0, 0) blocks 0<-0\nroot 0 (v0, 4*v1) blocks 0<-0"), block),
        "C-BLOCK",
        "map",
    );
    rejected(
        &nothing(parameters, &text("root infeasible\nroot 0 (v0, 4*v1) blocks 0<-0"), block),
        "R-ROOT",
        "infeasible",
    );
    let positive = text("root infeasible\nroot 0 (v0, 4*v1) blocks 0<-0").replace("requires", "requires 0 < n &&");
    valid(&nothing(parameters, &positive, &format!("{block}\nknow v0 != 0")));
}

#[test]
fn kept_globals() {
    let with = |globals: &str, claim: &str, state: &str| {
        let mut certificate = nothing("ptr %p", claim, state);
        certificate.globals = globals.split_whitespace().map(String::from).collect();
        certificate
    };
    let free = "claim f\nroot 0";
    valid(&with("", free, ""));
    valid(&with("g r", free, ""));
    valid(&with("g t r", free, ""));
    for wrong in ["t g", "g g", "none", "f", "g t r g"] {
        rejected(&with(wrong, free, ""), "R-ROOT", "globals");
    }
    // A range may lie in a global, unless the contract says otherwise.
    let valid_p = "claim f (int *p) requires \\valid(p)\nroot 0 (v0, v1) blocks 0<-0 1<-1";
    let both = "vars 2\np = v1\nblock 0 global:g v0 4 align 4\nblock 1 caller:0 v1 4 align 4";
    rejected(&with("g", valid_p, both), "R-ROOT", "roots");
    rejected(&with("g", &format!("{valid_p}\nroot 0 (v0, v1) blocks 0<-0 1<-1"), both), "C-BLOCK", "map");
    rejected(&with("g", &format!("{valid_p}\nroot infeasible"), both), "R-ROOT", "infeasible");
    valid(&with("g", &valid_p.replace("(p)", "(p) && \\separated(p, &g)"), both));
    rejected(&with("", &valid_p.replace("(p)", "(p) && \\separated(p, &g)"), both), "R-CONTRACT", "separated");
    // Only constants hold what they are initialised with.
    let cells = |map: &str, cell: &str| {
        let claim = format!("claim f (int *p) requires \\true\nroot 0 (v0, v1) blocks 0<-0 1<-1 {map}");
        with("g t", &claim, &format!("vars 2\nblock 0 global:g v0 4 align 4\nblock 1 global:t v1 8 align 8\n{cell}"))
    };
    valid(&cells("cells 0<-0 1<-1", "cell 0 in 1 at 0 width 4 s = 1\ncell 1 in 1 at 4 width 4 s = 2"));
    rejected(&cells("cells 0<-0", "cell 0 in 0 at 0 width 4 s = 7"), "C-ENTRY", "block");
    rejected(&cells("cells 0<-2", "cell 0 in 1 at 0 width 4 s = 1"), "C-ENTRY", "map");
    // The address of a global that is not kept is not known.
    let pointer = |kept: &str, state: &str, map: &str| {
        with(kept, &format!("claim f (int *p) requires \\true\nroot 0 {map}"), state)
    };
    let cell = "vars 2\nblock 0 global:r v1 8 align 8\ncell 0 in 0 at 0 width 8 u = v0";
    valid(&pointer("g r", cell, "(v0, v1) blocks 0<-1 cells 0<-0"));
    rejected(&pointer("r", cell, "(v0, v0) blocks 0<-0 cells 0<-0"), "C-ENTRY", "map");
}

/// Memory of the caller is not the function's to free, and a merged constant is not apart from it.
#[test]
fn memory_of_the_caller() {
    let module = format!(
        "{HEADER}declare void @free(ptr)\ndefine void @f(ptr %p) {{\nstart:\n  call void @free(ptr %p)\n  ret void\n}}\n"
    );
    let proof = |step: &str| {
        let text = format!(
            "claim f (char *p) requires \\valid(p)\nroot 0 (v0) blocks 0<-0\nnode 0 entry 0 at f start 0\nvars 1\np = v0\n\
             block 0 caller:0 v0 1 align 1\n{step}\ngoto 1\nnode 1 entry 0 at f start 1\n"
        );
        language::certificate(&module, &text)
    };
    rejected(&proof("exec release 0"), "F-FREE", "block");
    let apart = |global: &str, conjunct: &str, mark: &str| {
        let module = format!(
            "{HEADER}@s = {global}\ndefine void @f(ptr %p) {{\nstart:\n  br label %end\nend:\n  ret void\n}}\n"
        );
        let text = format!(
            "claim f (char *p) requires {conjunct}(p) && \\separated(p, &s)\nroot 0 (v0, v1) blocks 0<-0 1<-1\nnode 0 entry 0 at f start 0\n\
             vars 2\np = v1\nblock 0 global:s v0 2 align 1\nblock 1 caller:0 v1 1 align 1 {mark}\n\
             apart 0 1 {{\nexec\ngoto 1\n}} else {{\nexec\ngoto 1\n}}\nnode 1 entry 0 at f end 0\n"
        );
        language::certificate(&module, &text)
    };
    let exchanged = |certificate: &Certificate| {
        let mut certificate = certificate.clone();
        for step in &mut certificate.steps {
            if let Step::Apart { left, right, .. } = step {
                std::mem::swap(left, right);
            }
        }
        certificate
    };
    let merged = apart("private unnamed_addr global [2 x i8] c\"a\\00\", align 1", "\\valid_read", "ro");
    alone(&merged, "G-APART", "views");
    alone(&exchanged(&merged), "G-APART", "views");
    valid(&apart("private unnamed_addr constant [2 x i8] c\"a\\00\", align 1", "\\valid", ""));
    // What may only be read may lie in a constant, whatever else the contract says.
    let view = apart("private constant [2 x i8] c\"a\\00\", align 1", "\\valid_read", "ro");
    alone(&view, "G-APART", "views");
    alone(&exchanged(&view), "G-APART", "views");
    valid(&apart("private constant [2 x i8] c\"a\\00\", align 1", "\\valid", ""));
    // It may be merged with a variable that nothing writes.
    alone(&apart("private global [2 x i8] c\"a\\00\", align 1", "\\valid_read", "ro"), "G-APART", "views");
    valid(&apart("private global [2 x i8] c\"a\\00\", align 1", "\\valid", ""));
}

/// Two variables of a caller may share an address as soon as their uses do not overlap.
#[test]
fn apart_in_the_caller() {
    let module = format!("{HEADER}define void @f(ptr %p, ptr %q) {{\nstart:\n  br label %end\nend:\n  ret void\n}}\n");
    let proof = |step: &str, rest: &str| {
        let text = format!(
            "claim f (char *p, char *q) requires \\valid(p) && \\valid(q) && \\separated(p, q)\nroot 0 (v0, v1) blocks 0<-0 1<-1\n\
             node 0 entry 0 at f start 0\nvars 2\np = v0\nq = v1\nblock 0 caller:0 v0 1 align 1\nblock 1 caller:1 v1 1 align 1\n\
             {step}exec\ngoto 1\n{rest}node 1 entry 0 at f end 0\n"
        );
        language::certificate(&module, &text)
    };
    valid(&proof("", ""));
    rejected(&proof("apart 0 1 {\n", "} else {\nexec\ngoto 1\n}\n"), "G-APART", "stack");
}

/// The address of a global plus an offset is known only inside the global: elsewhere the sum may leave the
/// address space, and the cell holds another number.
#[test]
fn addresses_outside_a_global() {
    let cell = |offset: &str| {
        let module = format!(
            "{HEADER}@g = global [4 x i8] zeroinitializer, align 1\n\
             @p = global ptr getelementptr (i8, ptr @g, i64 {offset}), align 8\n\
             define void @main() {{\nstart:\n  ret void\n}}\n"
        );
        let text = format!(
            "globals g p\nroot 0 (v0, v1) blocks 0<-0 1<-1 cells 0<-4\nnode 0 entry 0 at main start 0\nvars 2\n\
             block 0 global:g v0 4 align 1\nblock 1 global:p v1 8 align 8\ncell 0 in 1 at 0 width 8 u = v0 + {offset}\n\
             goto 1\nnode 1 entry 0 at main start 0\n"
        );
        language::certificate(&module, &text)
    };
    for inside in ["0", "3", "4"] {
        valid(&cell(inside));
    }
    for outside in ["5", "-1", "-4611686018427387904", "9223372036854775807"] {
        rejected(&cell(outside), "C-ENTRY", "map");
    }
}

/// A root does not say anything about the other cases: roots of one node, for all cases.
#[test]
fn cases_may_share_a_node() {
    let claim = "claim f (char *p, int *q) requires \\valid(p) && \\valid(q)\nroot 0\nroot 0";
    let mut certificate = nothing("ptr %p, ptr %q", claim, "");
    valid(&certificate);
    certificate.roots.push(Root::Infeasible { witnesses: Vec::new() });
    rejected(&certificate, "R-ROOT", "roots");
}

/// Cells that fit no entry, and initialisers with too many: the numbers of the others do not depend on the reader.
#[test]
fn cells_that_have_no_entry() {
    let entry = |globals: &str| {
        let blocks = "vars 2\nblock 0 global:a v0 SIZE align 16\nblock 1 global:x v1 4 align 4";
        let module =
            format!("{HEADER}{globals}@x = global i32 3, align 4\ndefine i32 @main() {{\nstart:\n  ret i32 0\n}}\n");
        let size = reader::read(&module).expect("is read").globals["a"].size;
        move |last: u32| {
            let text = format!(
                "root 0 (v0, v1) blocks 0<-0 1<-1 cells 0<-{last}\nnode 0 entry 0 at main start 0\n{}\n\
                 cell 0 in 1 at 0 width 4 s = 3\n",
                blocks.replace("SIZE", &size.to_string())
            );
            language::certificate(&module, &text)
        }
    };
    let wide = entry("@a = global { i32, i128, i128, i32 } { i32 7, i128 5, i128 zeroinitializer, i32 9 }, align 16\n");
    valid(&wide(2));
    let zero = entry("@a = global { i32, i128 } zeroinitializer, align 16\n");
    valid(&zero(1));
    let address = entry("@a = global { ptr, i64, i16 } { ptr @x, i64 ptrtoint (ptr @x to i64), i16 1 }, align 16\n");
    valid(&address(2));
    valid(&entry("@a = global [4096 x i8] zeroinitializer, align 16\n")(4096));
    let many = entry("@a = global [4097 x i8] zeroinitializer, align 16\n");
    valid(&many(0));
    rejected(&many(4096), "C-ENTRY", "map");
    // A place is the initialiser itself, or an element or a field in it.
    let nested = "{ { { i32 } } }";
    valid(&entry(&format!("@a = global [4096 x {nested}] zeroinitializer, align 16\n"))(0));
    valid(&entry(&format!("@a = global [4095 x {nested}] zeroinitializer, align 16\n"))(4095));
}
