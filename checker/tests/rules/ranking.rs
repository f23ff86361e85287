//! Ranking (`spec/ranking.md`): hand-written loops with their rounds.

use certificates::Certificate;

use crate::language;
use crate::support::{rejected, valid};

const HEADER: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n";

/// A loop with two edges, whose next values of i and n are arbitrary.
fn rounds(ranking: &str) -> Certificate {
    let module = format!(
        "{HEADER}declare i1 @__VERIFIER_nondet_bool()\n\
         define void @main(i64 %i0, i64 %n0) {{\nstart:\n  br label %loop\nloop:\n\
         \x20 %i = phi i64 [ %i0, %start ], [ %i1, %loop ]\n  %n = phi i64 [ %n0, %start ], [ %n1, %loop ]\n\
         \x20 %c = call i1 @__VERIFIER_nondet_bool()\n  %i1 = freeze i64 undef\n  %n1 = freeze i64 undef\n  br label %loop\n}}\n"
    );
    let text = format!(
        "node 0 entry 0 at main start 0\nvars 2\ni0 = v0 s\nn0 = v1 s\nexec phis ss\ngoto 1 (v0, v1)\n\
         node 1 entry 0 at main loop 0\nvars 4\ni = v2 s\nn = v3 s\nexec\nexec s\nexec s\n\
         split v4 = 0 {{\nexec phis ss\ngoto 1 (v5, v6) as a\n}} else {{\nexec phis ss\ngoto 1 (v5, v6) as b\n}}\n\
         root (v0, v1)\n{ranking}"
    );
    language::certificate(&module, &text)
}

#[test]
fn k_form_and_k_end() {
    rejected(&rounds(""), "K-END", "no cycle");
    rejected(&rounds("linear 1: v2 removes a"), "K-END", "no cycle");
    rejected(&rounds("linear 0: v0; 1: v2 removes a"), "K-FORM", "K1");
    rejected(&rounds("linear 0: v0 removes a b"), "K-FORM", "K3");
    rejected(&rounds("linear 9: v0 removes a b"), "K-FORM", "K1");
    rejected(&rounds("linear 1: v2; 1: v2 removes a b"), "K-FORM", "K1");
    rejected(&rounds("linear 1: v2*v3 removes a b"), "K-FORM", "K2");
    rejected(&rounds("linear 1: v4 removes a b"), "K-FORM", "term");
    rejected(&rounds("linear 1: v2 removes a b\nlinear 1: v2 removes a"), "K-FORM", "K3");
    let mut nothing = rounds("linear 1: v2 removes a b");
    nothing.ranking[0].removed.clear();
    rejected(&nothing, "K-FORM", "K3");
    rejected(&rounds("linear 1: v2 removes a\nlinear 1: v2 removes a b"), "K-FORM", "K3");
    rejected(&rounds("nested 1: v2, v3 removes a"), "K-FORM", "K4");
    let mut empty = rounds("nested 1: v2 removes a b");
    empty.ranking[0].measure = certificates::Measure::Nested(vec![(1, Vec::new())]);
    rejected(&empty, "K-FORM", "K4");
    let mut foreign = rounds("linear 1: v2 removes a b");
    foreign.ranking[0].removed = vec![0];
    rejected(&foreign, "K-FORM", "K3");
    // A ranking without a claim of termination.
    let mut unclaimed = rounds("linear 1: v2 removes a b");
    unclaimed.claim.properties.termination = false;
    rejected(&unclaimed, "K-FORM", "ranking");
}

#[test]
fn k_linear_of_an_arbitrary_step() {
    rejected(&rounds("linear 1: v2 removes a b"), "K-LINEAR", "P2");
    rejected(&rounds("linear 1: v2 removes b\nlinear 1: v3 removes a"), "K-LINEAR", "P1");
}

/// for (i = 0; i < n; i++) with n arbitrary.
fn counter(guard: &str, ranking: &str) -> Certificate {
    let module = format!(
        "{HEADER}define void @main(i32 %n) {{\nstart:\n  br label %loop\nloop:\n  %i = phi i32 [ 0, %start ], [ %j, %next ]\n\
         \x20 %c = icmp slt i32 %i, %n\n  br i1 %c, label %next, label %end\nnext:\n  %j = add nsw i32 %i, 1\n  br label %loop\nend:\n  ret void\n}}\n"
    );
    let text = format!(
        "node 0 entry 0 at main start 0\nvars 1\nn = v0 s\nknow -2147483648 <= v0\nknow v0 <= 2147483647\n\
         exec phis s\ngoto 1 (0)\n\
         node 1 entry 0 at main loop 0\nvars 2\nn = v0 s\ni = v1 s\nknow v0 <= 2147483647\nknow -2147483648 <= v1\n{guard}\n\
         split v1 < v0 {{\nexec true\nexec true\nexec\nexec phis s\ngoto 1 (v1 + 1) as back\n}} else {{\nexec false\nexec false\ngoto 2\n}}\n\
         node 2 entry 0 at main end 0\nroot (v0)\n{ranking}"
    );
    language::certificate(&module, &text)
}

#[test]
fn a_counter() {
    valid(&counter("", "linear 1: v0 - v1 removes back"));
    valid(&counter("", "linear 1: 5*v0 - 2*v1 - 3*v1 removes back"));
    valid(&counter("", "nested 1: v0 - v1 removes back"));
    valid(&counter("", "nested 1: v0 - v1, v0 - v1 removes back"));
    rejected(&counter("", "linear 1: v1 - v0 removes back"), "K-LINEAR", "P2");
    rejected(&counter("", "linear 1: 7 removes back"), "K-LINEAR", "P2");
    rejected(&counter("", "linear 1: v0 - v1 - 2 removes back"), "K-LINEAR", "P3");
    rejected(&counter("", "nested 1: v0 - v1 - 2 removes back"), "K-NESTED", "P3");
    rejected(&counter("", "nested 1: v1 removes back"), "K-NESTED", "P1");
    rejected(&counter("", "nested 1: v0 - v1, v1 removes back"), "K-NESTED", "P2");
    rejected(&counter("", ""), "K-END", "no cycle");
}

/// Two phases: x grows while y is positive, then falls: nested (y, x) for `while (x >= 0) { x += y; y--; }`.
#[test]
fn two_phases() {
    let module = format!(
        "{HEADER}declare i64 @__VERIFIER_nondet_long()\ndefine void @main() {{\nstart:\n  %x0 = call i64 @__VERIFIER_nondet_long()\n  %y0 = call i64 @__VERIFIER_nondet_long()\n\
         \x20 br label %loop\nloop:\n  %x = phi i64 [ %x0, %start ], [ %x1, %next ]\n  %y = phi i64 [ %y0, %start ], [ %y1, %next ]\n\
         \x20 %c = icmp sge i64 %x, 0\n  br i1 %c, label %next, label %end\nnext:\n  %x1 = add nsw i64 %x, %y\n  %y1 = sub nsw i64 %y, 1\n  br label %loop\nend:\n  ret void\n}}\n"
    );
    let proof = |ranking: &str| {
        let text = format!(
            "node 0 entry 0 at main start 0\nexec s\nexec s\nexec phis ss\ngoto 1 (v0, v1)\n\
             node 1 entry 0 at main loop 0\nvars 2\nx = v0 s\ny = v1 s\n\
             split 0 <= v0 {{\nexec true\nexec true\nexec\nexec\nexec phis ss\ngoto 1 (v0 + v1, v1 - 1) as back\n}} else {{\nexec false\nexec false\ngoto 2\n}}\n\
             node 2 entry 0 at main end 0\n{ranking}"
        );
        crate::support::mode(language::certificate(&module, &text), certificates::Overflow::Ideal)
    };
    valid(&proof("nested 1: v1 + 1, v0 removes back"));
    rejected(&proof("nested 1: v0, v1 removes back"), "K-NESTED", "P1");
    rejected(&proof("linear 1: v0 removes back"), "K-LINEAR", "P2");
    rejected(&proof("nested 1: v1, v0 + v1 removes back"), "K-NESTED", "P3");
}

/// Nested loops need two rounds; the second is about a smaller component.
#[test]
fn lexicographic() {
    let module = format!(
        "{HEADER}define void @main(i32 %n, i32 %m) {{\nstart:\n  br label %outer\nouter:\n  %i = phi i32 [ 0, %start ], [ %i1, %step ]\n\
         \x20 %c = icmp slt i32 %i, %n\n  br i1 %c, label %pre, label %end\npre:\n  br label %inner\ninner:\n  %j = phi i32 [ 0, %pre ], [ %j1, %body ]\n\
         \x20 %d = icmp slt i32 %j, %m\n  br i1 %d, label %body, label %step\nbody:\n  %j1 = add nsw i32 %j, 1\n  br label %inner\n\
         step:\n  %i1 = add nsw i32 %i, 1\n  br label %outer\nend:\n  ret void\n}}\n"
    );
    let know = "know v0 <= 2147483647\nknow v1 <= 2147483647\nknow 0 <= v2";
    let proof = |ranking: &str| {
        let text = format!(
            "node 0 entry 0 at main start 0\nvars 2\nn = v0 s\nm = v1 s\nknow v0 <= 2147483647\nknow v1 <= 2147483647\nexec phis s\ngoto 1 (0)\n\
             node 1 entry 0 at main outer 0\nvars 3\nn = v0 s\nm = v1 s\ni = v2 s\n{know}\n\
             split v2 < v0 {{\nexec true\nexec true\nexec phis s\ngoto 2 (v2, 0) as enter\n}} else {{\nexec false\nexec false\ngoto 3\n}}\n\
             node 2 entry 0 at main inner 0\nvars 4\nn = v0 s\nm = v1 s\ni = v2 s\nj = v3 s\n{know}\nknow 0 <= v3\nknow v2 < v0\n\
             split v3 < v1 {{\nexec true\nexec true\nexec\nexec phis s\ngoto 2 (v2, v3 + 1) as again\n}} else {{\nexec false\nexec false\nexec\nexec phis s\ngoto 1 (v2 + 1) as leave\n}}\n\
             node 3 entry 0 at main end 0\nroot (v0, v1)\n{ranking}"
        );
        language::certificate(&module, &text)
    };
    let outer = "linear 1: v0 - v2; 2: v0 - v2 removes leave";
    let inner = "linear 2: v1 - v3 removes again";
    valid(&proof(&format!("{outer}\n{inner}")));
    rejected(&proof(outer), "K-END", "no cycle");
    rejected(&proof(inner), "K-FORM", "K1");
    // The first round divides the component: the whole is none any more, and what was removed stays removed.
    rejected(&proof(&format!("{outer}\nlinear 1: v1; 2: v1 - v3 removes again")), "K-FORM", "K1");
    rejected(&proof(&format!("{outer}\nlinear 2: v1 - v3 removes again leave")), "K-FORM", "K3");
    // The inner measure alone, on the whole component, may grow on the way through the outer loop.
    let wrong = "linear 1: v1; 2: v1 - v3 removes again";
    rejected(&proof(&format!("{wrong}\nlinear 1: v0 - v2; 2: v0 - v2 removes leave")), "K-LINEAR", "P1");
}

/// Rounds against which nothing stands but one premise.
#[test]
fn premises_alone() {
    let alone = |ranking: &str, rule: &str, premise: &str| crate::support::alone(&counter("", ranking), rule, premise);
    alone("linear 1: 7 removes back", "K-LINEAR", "P2");
    alone("linear 1: v0 - v1 - 2 removes back", "K-LINEAR", "P3");
    alone("nested 1: 7 removes back", "K-NESTED", "P1");
    alone("nested 1: v0 - v1, v1 + 2147483648 removes back", "K-NESTED", "P2");
    alone("nested 1: v0 - v1 - 2 removes back", "K-NESTED", "P3");
    alone("linear 1: v0 - v1 + v0*v0 removes back", "K-FORM", "K2");
    let edited = |edit: &dyn Fn(&mut Vec<certificates::Round>)| {
        let mut certificate = counter("", "linear 1: v0 - v1 removes back");
        edit(&mut certificate.ranking);
        certificate
    };
    let nothing = edited(&|rounds| {
        rounds.insert(0, rounds[0].clone());
        rounds[0].removed.clear();
    });
    crate::support::alone(&nothing, "K-FORM", "K3");
    crate::support::alone(&edited(&|rounds| rounds[0].removed.extend_from_within(..)), "K-FORM", "K3");
    let none = edited(&|rounds| rounds[0].measure = certificates::Measure::Linear(Vec::new()));
    rejected(&none, "K-FORM", "K1");
}

/// A loop of two nodes.
#[test]
fn two_nodes() {
    let module = format!(
        "{HEADER}define void @main(i32 %n) {{\nstart:\n  br label %loop\nloop:\n  %i = phi i32 [ 0, %start ], [ %j, %back ]\n\
         \x20 %c = icmp slt i32 %i, %n\n  br i1 %c, label %next, label %end\nnext:\n  %j = add nsw i32 %i, 1\n  br label %back\n\
         back:\n  br label %loop\nend:\n  ret void\n}}\n"
    );
    let know = "know v0 <= 2147483647\nknow -2147483648 <= v1";
    let proof = |ranking: &str| {
        let text = format!(
            "node 0 entry 0 at main start 0\nvars 1\nn = v0 s\nknow -2147483648 <= v0\nknow v0 <= 2147483647\n\
             exec phis s\ngoto 1 (0)\n\
             node 1 entry 0 at main loop 0\nvars 2\nn = v0 s\ni = v1 s\n{know}\n\
             split v1 < v0 {{\nexec true\nexec true\nexec\nexec\ngoto 2 (v1 + 1) as there\n}} else {{\nexec false\nexec false\ngoto 3\n}}\n\
             node 2 entry 0 at main back 0\nvars 2\nn = v0 s\nj = v1 s\n{know}\nknow v1 <= v0\nexec phis s\ngoto 1 (v1) as back\n\
             node 3 entry 0 at main end 0\nroot (v0)\n{ranking}"
        );
        language::certificate(&module, &text)
    };
    let alone = |ranking: &str, rule: &str, premise: &str| crate::support::alone(&proof(ranking), rule, premise);
    let (here, there) = ("2*v0 - 2*v1", "2*v0 - 2*v1 + 1");
    valid(&proof(&format!("linear 1: {here}; 2: {there} removes there back")));
    valid(&proof(&format!("nested 1: {here}; 2: {there} removes there back")));
    // An edge on which the measure grows, though it is not the one that is removed.
    alone("linear 1: v0 - v1; 2: v0 - v1 - 7 removes there", "K-LINEAR", "P1");
    // A part of a component.
    alone(&format!("linear 1: {here} removes there"), "K-FORM", "K1");
    alone(&format!("nested 1: {here}; 2: {there} removes there"), "K-FORM", "K4");
    alone(&format!("nested 1: {here}; 2: {there}, 0 removes there back"), "K-FORM", "K4");
}
