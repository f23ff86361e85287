//! Whole programs proved by hand: strlen of the papers, and a loop over a counter in memory.

use crate::language;
use crate::support::{rejected, valid};

pub const HEADER: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n";

/// `while (*s) s++;` over a string that ends in 0 at its last byte: allocated by main, walked in a function.
pub fn strlen(edit: &dyn Fn(&str) -> String) -> certificates::Certificate {
    let module = format!(
        "{HEADER}declare i64 @__VERIFIER_nondet_ulong()\ndeclare ptr @malloc(i64)\ndeclare void @free(ptr)\n\
         define i64 @length(ptr %str) {{\nstart:\n  br label %loop\nloop:\n  %s = phi ptr [ %str, %start ], [ %t, %next ]\n\
         \x20 %b = load i8, ptr %s, align 1\n  %c = icmp ne i8 %b, 0\n  br i1 %c, label %next, label %end\n\
         next:\n  %t = getelementptr inbounds i8, ptr %s, i64 1\n  br label %loop\n\
         end:\n  %x = ptrtoint ptr %s to i64\n  %y = ptrtoint ptr %str to i64\n  %r = sub i64 %x, %y\n  ret i64 %r\n}}\n\
         define i32 @main() {{\n  %n = call i64 @__VERIFIER_nondet_ulong()\n  %c = icmp ult i64 %n, 1000\n  br i1 %c, label %go, label %out\n\
         go:\n  %m = add nuw i64 %n, 1\n  %p = call ptr @malloc(i64 %m)\n  %e = getelementptr i8, ptr %p, i64 %n\n  store i8 0, ptr %e, align 1\n\
         \x20 %l = call i64 @length(ptr %p)\n  call void @free(ptr %p)\n  br label %out\nout:\n  ret i32 0\n}}\n"
    );
    // Entry of length: v0 base and address, v1 size, v2 the place of the final 0.
    let string = "block 0 heap v0 v1 align 1\ncell 0 in 0 at v1-1 width 1 s = 0";
    let bounds = "know 1 <= v0\nknow 1 <= v1\nknow v0 + v1 <= 18446744073709551615";
    let text = format!(
        "node 0 entry 0 at main 0 0\nexec\n\
         split v0 < 1000 {{\n exec true\n exec true\n exec\n exec alloc ok\n exec wraps 0 0\n exec s store 0\n\
         call 1 (v1, v0 + 1) blocks 0<-0 cells 0<-0 {{\n from 3 {{\n  exec release 1\n  exec\n  goto 4\n }}\n}}\n\
         }} else {{\n exec false\n exec false\n goto 4\n}}\n\
         node 1 entry 1 at length start 0\nvars 2\nstr = v0\n{string}\n{bounds}\nexec phis u\ngoto 2 (v0) blocks 0<-0 cells 0<-0\n\
         node 2 entry 1 at length loop 0\nvars 3\nstr = v0\ns = v2\n{string}\n{bounds}\nknow v0 <= v2\nknow v2 < v0 + v1\n\
         exec s load 0\n\
         split v3 != 0 {{\n exec s true\n exec true\n split v2 < v0 + v1 - 1 {{\n  exec wraps 0\n  exec phis u\n  goto 2 (v2 + 1) blocks 0<-0 cells 0<-0 as back\n\
         }} else {{\n  same 0 1\n  infeasible\n }}\n}} else {{\n exec s false\n exec false\n exec\n exec\n exec wraps 0\n goto 3 (v2) blocks 0<-0\n}}\n\
         node 3 entry 1 at length end 3\nvars 3\nr = v2 - v0\nblock 0 heap v0 v1 align 1\nknow v0 <= v2\nknow v2 < v0 + v1\n\
         node 4 entry 0 at main out 0\n\
         linear 2: v0 + v1 - v2 removes back"
    );
    language::certificate(&module, &edit(&text))
}

#[test]
fn strlen_of_a_string_of_any_length() {
    let report = valid(&strlen(&|text| text.into()));
    assert_eq!((report.nodes, report.edges, report.rounds, report.infeasible), (5, 3, 1, 1));
    let rejects = |from: &str, to: &str, rule: &str, premise: &str| {
        assert!(strlen(&|text| text.into()).steps.len() > 9);
        rejected(
            &strlen(&|text| {
                assert!(text.contains(from));
                text.replace(from, to)
            }),
            rule,
            premise,
        );
    };
    // Without the string's end, or with the end one too far, the walk leaves the block.
    rejects("exec s store 0", "exec s store 1", "M-STORE", "block");
    rejects("at v1-1 width", "at v1 width", "C-ENTRY", "offset");
    rejects("know v2 < v0 + v1\nexec", "know v2 <= v0 + v1\nexec", "M-LOAD", "P2");
    // The callee may have freed what it was handed: the caller has the block only if the return state says so.
    rejects("exec release 1", "exec release 0", "F-FREE", "block");
    rejects(" goto 3 (v2) blocks 0<-0", " goto 3 (v2)", "C-BLOCK", "map");
    rejects("linear 2: v0 + v1 - v2", "linear 2: v2 - v0", "K-LINEAR", "P2");
    rejects("call 1 (v1, v0 + 1)", "call 1 (v1, v0)", "C-KNOWLEDGE", "P1");
    rejects("call 1 (v1, v0 + 1)", "call 1 (v1 + 1, v0 + 1)", "C-BINDING", "P1");
    rejects("call 1 (v1, v0 + 1)", "call 3 (v1, v0 + 1, 0)", "G-CALL", "entry");
    rejects("from 3 {", "from 2 {", "G-CALL", "returns");
}

/// `int *i = alloca; for (*i = 0; *i < n; (*i)++)`: the counter lives in memory.
fn memory_counter(edit: &dyn Fn(&str) -> String) -> certificates::Certificate {
    let module = format!(
        "{HEADER}define void @main(i32 %n) {{\nstart:\n  %i = alloca i32, align 4\n  store i32 0, ptr %i, align 4\n  br label %loop\n\
         loop:\n  %a = load i32, ptr %i, align 4\n  %c = icmp slt i32 %a, %n\n  br i1 %c, label %next, label %end\n\
         next:\n  %b = load i32, ptr %i, align 4\n  %d = add nsw i32 %b, 1\n  store i32 %d, ptr %i, align 4\n  br label %loop\nend:\n  ret void\n}}\n"
    );
    let text = "node 0 entry 0 at main start 0\nvars 1\nn = v0 s\nknow v0 <= 2147483647\nknow -2147483648 <= v0\n\
         exec\nexec s store 0\nexec\ngoto 1 (v1, 0) blocks 0<-0 cells 0<-0\n\
         node 1 entry 0 at main loop 0\nvars 3\nn = v0 s\ni = v1\nblock 0 stack:i v1 4 align 4\ncell 0 in 0 at 0 width 4 s = v2\nknow 0 <= v2\nknow v0 <= 2147483647\n\
         exec s load 0 cell 0\nsplit v2 < v0 {\nexec true\nexec true\nexec s load 0 cell 0\nexec\nexec s store 0\nexec\ngoto 1 (v1, v2 + 1) blocks 0<-0 cells 0<-1 as back\n\
         } else {\nexec false\nexec false\ngoto 2\n}\n\
         node 2 entry 0 at main end 0\nroot (v0)\nlinear 1: v0 - v2 removes back";
    language::certificate(&module, &edit(text))
}

#[test]
fn a_counter_in_memory() {
    valid(&memory_counter(&|text| text.into()));
    let rejects = |from: &str, to: &str, rule: &str, premise: &str| {
        rejected(
            &memory_counter(&|text| {
                assert!(text.contains(from));
                text.replace(from, to)
            }),
            rule,
            premise,
        );
    };
    // The old value does not survive the store.
    rejects("cells 0<-1 as back", "cells 0<-0 as back", "C-ENTRY", "map");
    rejects("(v1, v2 + 1)", "(v1, v2 + 2)", "C-ENTRY", "value");
    rejects("(v1, v2 + 1)", "(v2, v2 + 1)", "C-BINDING", "P1");
    rejects("know v0 <= 2147483647\nexec s load 0", "exec s load 0", "A-ADD", "P5");
    rejects("root (v0)", "root (0)", "C-BINDING", "P1");
    rejects("know v0 <= 2147483647\nknow -2147483648 <= v0\n", "know v0 <= 5\n", "C-KNOWLEDGE", "P1");
}

/// The claim is compared with what the user expects, and with what the proof uses.
#[test]
fn claims() {
    use checker::{Expectation, Verdict, check};
    let certificate = strlen(&|text| text.into());
    let verdict = |certificate: &certificates::Certificate, expected: &Expectation| match check(
        &certificate.module,
        &certificates::encode(certificate),
        expected,
    ) {
        Verdict::Valid(_) => "VALID".to_string(),
        Verdict::Invalid(reason) => reason.premise.clone(),
        Verdict::Undecided(_) => "UNDECIDED".into(),
        Verdict::BadInput(message) => message,
    };
    let with = |edit: &dyn Fn(&mut certificates::Certificate)| {
        let mut changed = certificate.clone();
        edit(&mut changed);
        verdict(&changed, &Expectation::default())
    };
    let expect = |edit: &dyn Fn(&mut Expectation)| {
        let mut expected = Expectation::default();
        edit(&mut expected);
        verdict(&certificate, &expected)
    };
    assert_eq!(with(&|_| {}), "VALID");
    assert_eq!(expect(&|e| e.malloc_may_fail = true), "malloc");
    assert_eq!(expect(&|e| e.overflow = certificates::Overflow::Wrap), "signed overflow");
    assert_eq!(expect(&|e| e.data_model = certificates::DataModel::Ilp32), "data model");
    assert_eq!(expect(&|e| e.entry = "length".into()), "entry");
    assert!(expect(&|e| e.entry = "nowhere".into()).contains("nowhere"));
    // What is compiled otherwise, or believed because of a name, is allowed by name.
    assert_eq!(with(&|c| c.claim.no_builtin = true), "-fno-builtin");
    assert_eq!(expect(&|e| e.no_builtin = true), "VALID");
    for name in ["assume", "nondet", "nondet_x", "unknown_int", "unknown_uint", "reach_error", "assert_fail"] {
        assert_eq!(with(&|c| c.claim.contracts.push(name.into())), "--sv-comp", "{name}");
    }
    assert_eq!(with(&|c| c.claim.contracts.push("__VERIFIER_assume".into())), "contracts");
    assert_eq!(expect(&|e| e.sv_comp = true), "VALID");
    assert_eq!(with(&|c| c.claim.contracts.clear()), "contracts");
    assert_eq!(with(&|c| c.claim.contracts.push("puts".into())), "contracts");
    assert_eq!(with(&|c| c.claim.contracts.reverse()), "contracts");
    assert_eq!(with(&|c| c.claim.properties.no_overflow = false), "properties");
    assert_eq!(with(&|c| c.claim.properties.memory_safety = false), "properties");
    assert_eq!(with(&|c| c.claim.precondition = Some("n > 0".into())), "precondition");
    assert!(with(&|c| c.claim.module_hash = "0".repeat(64)).contains("another module"));
    assert!(with(&|c| c.claim.data_model = certificates::DataModel::Ilp32).contains("64 bits"));
    assert_eq!(
        with(&|c| {
            c.claim.properties.termination = false;
            c.ranking.clear();
        }),
        "properties"
    );
    // Less than everything may be expected; more may be claimed.
    let safety = certificates::Properties { memory_safety: true, no_overflow: false, termination: false };
    assert_eq!(expect(&|e| e.properties = Some(safety)), "VALID");
}
