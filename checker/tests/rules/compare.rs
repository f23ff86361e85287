//! `spec/rules/compare.md`

use certificates::Overflow::{Error, Ideal};

use crate::support::Block;

fn op(text: &str) -> Block {
    Block::new("i32 %a, i32 %b, i1 %c, ptr %p, ptr %q", &format!("%r = {text}"))
}

#[test]
fn b_icmp_relations() {
    let pairs = [
        ("eq", "v0 = v1", "v0 != v1"),
        ("ne", "v0 != v1", "v0 = v1"),
        ("slt", "v0 < v1", "v0 >= v1"),
        ("sle", "v0 <= v1", "v0 > v1"),
        ("sgt", "v0 > v1", "v0 <= v1"),
        ("sge", "v0 >= v1", "v0 < v1"),
        ("ult", "v0 < v1", "v0 >= v1"),
        ("ule", "v0 <= v1", "v0 > v1"),
        ("ugt", "v0 > v1", "v0 <= v1"),
        ("uge", "v0 >= v1", "v0 < v1"),
    ];
    for (predicate, holds, fails) in pairs {
        let compare = op(&format!("icmp {predicate} i32 %a, %b"));
        let s = if predicate.starts_with('u') { "u" } else { "s" };
        let state = format!("vars 2\na = v0 {s}\nb = v1 {s}");
        compare.accepts(&format!("{state}\nknow {holds}"), &format!("exec {s} true\ngoto 3"), "r = 1");
        compare.accepts(&format!("{state}\nknow {fails}"), &format!("exec {s} false\ngoto 3"), "r = 0");
        compare.rejects("B-ICMP", "P1", &state, &format!("exec {s} true"));
        compare.rejects("B-ICMP", "P1", &state, &format!("exec {s} false"));
        compare.rejects("B-ICMP", "P1", &format!("{state}\nknow {fails}"), &format!("exec {s} true"));
        compare.accepts(&state, &format!("exec {s}\nassert 0 <= v2\nassert v2 <= 1\ngoto 3 (v2)"), "vars 1\nr = v0");
    }
}

#[test]
fn b_icmp_readings() {
    // -1 is the largest unsigned value.
    let state = "vars 2\na = v0 s\nb = v1 s\nknow v0 = -1\nknow v1 = 1";
    op("icmp ugt i32 %a, %b").accepts(state, "exec wraps -1 0 true\ngoto 3", "r = 1");
    op("icmp ult i32 %a, %b").rejects("B-ICMP", "P1", state, "exec wraps -1 0 true");
    op("icmp slt i32 %a, %b").accepts(state, "exec true\ngoto 3", "r = 1");
    // Pointers are unsigned whatever the hint says; signed orders of them are refused.
    let pointers = "vars 2\np = v0\nq = v1\nknow v0 < v1";
    op("icmp ult ptr %p, %q").accepts(pointers, "exec s true\ngoto 3", "r = 1");
    op("icmp eq ptr %p, null").accepts("vars 1\np = v0\nknow 1 <= v0", "exec s false\ngoto 3", "r = 0");
    op("icmp slt ptr %p, %q").rejects("B-ICMP", "type", pointers, "exec true");
    op("icmp sgt i1 %c, false").rejects("B-ICMP", "type", "vars 1\nc = v0", "exec true");
    op("icmp eq i32 %a, undef").rejects("B-ICMP", "operand", "vars 1\na = v0 s", "exec s");
    op("icmp eq i32 %a, 0").rejects("B-ICMP", "hint", "vars 1\na = v0 s", "exec s shift 1");
}

#[test]
fn b_select() {
    let select = op("select i1 %c, i32 %a, i32 %b");
    let state = "vars 3\na = v0 s\nb = v1 s\nc = v2";
    select.accepts(&format!("{state}\nknow v2 = 1"), "exec s true\ngoto 3 (v0)", "vars 1\nr = v0 s");
    select.accepts(&format!("{state}\nknow v2 = 0"), "exec s false\ngoto 3 (v1)", "vars 1\nr = v0 s");
    select.rejects("B-SELECT", "P1", state, "exec s true");
    select.rejects("B-SELECT", "P1", &format!("{state}\nknow v2 = 1"), "exec s false");
    select.accepts(state, "exec s\nassert v3 <= 2147483647\ngoto 3 (v3)", "vars 1\nr = v0 s");
    select.rejects("G-ASSERT", "P1", state, "exec s\nassert v3 = v0");
    let ideal = op("select i1 %c, i32 %a, i32 %b").mode(Ideal);
    ideal.rejects("G-ASSERT", "P1", state, "exec s\nassert v3 <= 2147483647");
    op("select i1 %c, i32 %a, i32 poison").rejects("B-SELECT", "operand", state, "exec s");
    op("select i1 undef, i32 %a, i32 %b").rejects("B-SELECT", "operand", state, "exec s");
    // With an outcome the other value is not looked at.
    let known = format!("{state}\nknow v2 = 1");
    op("select i1 %c, i32 %a, i32 poison").accepts(&known, "exec s true\ngoto 3 (v0)", "vars 1\nr = v0 s");
    let float = op("select i1 %c, double 1.0, double 2.0");
    float.accepts("vars 1\nc = v0", "exec\ngoto 3", "");
    float.rejects("B-SELECT", "hint", "vars 1\nc = v0\nknow v0 = 1", "exec true");
    op("select i1 %c, double 1.0, double undef").rejects("B-SELECT", "operand", "vars 1\nc = v0", "exec");
}

#[test]
fn b_freeze() {
    let undef = op("freeze i32 undef");
    undef.accepts("", "exec s\nassert v0 <= 2147483647\ngoto 3 (v0)", "vars 1\nr = v0 s");
    undef.mode(Ideal).rejects("G-ASSERT", "P1", "", "exec s\nassert v0 <= 2147483647");
    op("freeze i32 poison").accepts("", "exec\nassert 0 <= v0\ngoto 3 (v0)", "vars 1\nr = v0");
    op("freeze i32 %a").mode(Error).accepts("vars 1\na = v0 s", "exec s\ngoto 3 (v0)", "vars 1\nr = v0 s");
    op("freeze i32 undef").rejects("B-FREEZE", "hint", "", "exec s true");
}
