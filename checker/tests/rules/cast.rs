//! `spec/rules/cast.md`

use certificates::Overflow::Ideal;

use crate::support::Block;

fn op(text: &str) -> Block {
    Block::new("i32 %a, i64 %l, i1 %c, ptr %p, float %x", &format!("%r = {text}"))
}

#[test]
fn t_trunc() {
    let trunc = op("trunc i32 %a to i8");
    trunc.accepts("vars 1\na = v0 u\nknow v0 = 300", "exec wraps 1\ngoto 3", "r = 44");
    trunc.accepts("vars 1\na = v0 s\nknow v0 = 200", "exec s wraps 1\ngoto 3", "r = -56 s");
    trunc.rejects("T-TRUNC", "A-FIT P2", "vars 1\na = v0 u\nknow v0 = 300", "exec wraps 0");
    trunc.rejects("T-TRUNC", "A-FIT", "vars 1\na = v0 u", "exec");
    op("trunc i32 %a to i1").accepts("vars 1\na = v0 s\nknow v0 = -1", "exec s wraps -1\ngoto 3", "r = 1");
}

#[test]
fn t_zext() {
    let zext = op("zext i32 %a to i64");
    zext.accepts("vars 1\na = v0 u", "exec\ngoto 3 (v0)", "vars 1\nr = v0");
    zext.accepts("vars 1\na = v0 u", "exec s\ngoto 3 (v0)", "vars 1\nr = v0 s");
    zext.accepts("vars 1\na = v0 s\nknow v0 = -1", "exec wraps -1\ngoto 3", "r = 4294967295");
    zext.rejects("T-ZEXT", "A-FIT P1", "vars 1\na = v0 s\nknow v0 = -1", "exec wraps 0");
    op("zext i1 %c to i32").accepts("vars 1\nc = v0", "exec s\ngoto 3 (v0)", "vars 1\nr = v0 s");
}

#[test]
fn t_sext() {
    let sext = op("sext i32 %a to i64");
    sext.accepts("vars 1\na = v0 s", "exec\ngoto 3 (v0)", "vars 1\nr = v0 s");
    sext.accepts("vars 1\na = v0 u\nknow v0 = 4294967295", "exec wraps 1\ngoto 3", "r = -1 s");
    // In the mode ideal, too, a value that was never in range is kept.
    op("sext i32 %a to i64").mode(Ideal).accepts(
        "vars 1\na = v0 s\nknow v0 = 4294967295",
        "exec\ngoto 3",
        "r = 4294967295 s",
    );
    // 1 of one bit is -1.
    let bit = op("sext i1 %c to i32");
    bit.accepts("vars 1\nc = v0\nknow v0 = 1", "exec\ngoto 3", "r = -1 s");
    crate::support::rejected(
        &bit.certificate("vars 1\nc = v0\nknow v0 = 1", "exec\ngoto 3", "r = 1 s"),
        "C-BINDING",
        "P1",
    );
}

#[test]
fn t_pointers() {
    op("ptrtoint ptr %p to i64").accepts("vars 1\np = v0", "exec s\ngoto 3 (v0)", "vars 1\nr = v0");
    op("ptrtoint ptr %p to i32").accepts("vars 1\np = v0\nknow v0 = 4294967297", "exec wraps 1\ngoto 3", "r = 1");
    op("ptrtoint ptr %p to i32").rejects("T-PTRTOINT", "A-FIT", "vars 1\np = v0", "exec");
    op("inttoptr i64 %l to ptr").accepts("vars 1\nl = v0", "exec\ngoto 3 (v0)", "vars 1\nr = v0");
    op("inttoptr i64 %l to ptr").rejects("T-INTTOPTR", "A-FIT", "vars 1\nl = v0 s", "exec");
    op("inttoptr i32 %a to ptr").accepts("vars 1\na = v0", "exec\ngoto 3 (v0)", "vars 1\nr = v0");
}

#[test]
fn t_bitcast() {
    op("bitcast i32 %a to i32").accepts("vars 1\na = v0 s", "exec s\ngoto 3 (v0)", "vars 1\nr = v0 s");
    op("bitcast float %x to i32").accepts("", "exec s\nassert v0 <= 2147483647\ngoto 3 (v0)", "vars 1\nr = v0 s");
    op("bitcast i32 %a to float").accepts("vars 1\na = v0 s", "exec\ngoto 3", "");
}

#[test]
fn t_float() {
    op("fptosi float %x to i32").accepts("", "exec s\nassert v0 <= 2147483647\ngoto 3 (v0)", "vars 1\nr = v0 s");
    op("fcmp olt float %x, 1.0").accepts("", "exec s\nassert v0 <= 1\ngoto 3 (v0)", "vars 1\nr = v0");
    op("fadd float %x, %x").accepts("", "exec\ngoto 3", "");
    // The result of a float operation is no value, and nothing is concluded.
    op("fptosi float %x to i32").rejects("G-ASSERT", "P1", "", "exec s\nassert v0 <= 5");
    op("fadd float %x, undef").rejects("T-FLOAT", "operand", "", "exec");
}

/// A hint that does not fit is not ignored.
#[test]
fn no_detail() {
    let rejects = |rule: &str, text: &str, state: &str| op(text).rejects(rule, "hint", state, "exec true");
    rejects("T-TRUNC", "trunc i32 %a to i8", "vars 1\na = v0 u\nknow v0 = 3");
    rejects("T-ZEXT", "zext i32 %a to i64", "vars 1\na = v0 u");
    rejects("T-SEXT", "sext i32 %a to i64", "vars 1\na = v0 s");
    rejects("T-PTRTOINT", "ptrtoint ptr %p to i64", "vars 1\np = v0");
    rejects("T-INTTOPTR", "inttoptr i64 %l to ptr", "vars 1\nl = v0");
    rejects("T-BITCAST", "bitcast i32 %a to i32", "vars 1\na = v0 s");
    rejects("T-FLOAT", "fcmp olt float %x, 0.000000e+00", "");
    rejects("P-GEP", "getelementptr i8, ptr %p, i64 0", "vars 1\np = v0");
}

/// Only a branch evaluates phis.
#[test]
fn h_phis() {
    let state = "vars 1\na = v0 s";
    let zext = op("sext i32 %a to i64");
    zext.accepts(state, "exec\ngoto 3 (v0)", "vars 1\nr = v0 s");
    zext.rejects("H-PHIS", "none", state, "exec phis s\ngoto 3 (v0)");
    let exit = Block::new("", "call void @exit(i32 0)");
    exit.rejects("H-PHIS", "none", "", "exit phis s");
}
