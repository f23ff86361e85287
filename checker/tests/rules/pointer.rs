//! `spec/rules/pointer.md`

use crate::support::Block;

fn op(text: &str) -> Block {
    Block::new("ptr %p, i32 %i, i64 %l", &format!("%r = {text}"))
}

#[test]
fn p_gep() {
    let state = "vars 2\np = v0\ni = v1 s\nl = v1 s\nknow 1 <= v0\nknow v0 <= 1000\nknow 0 <= v1\nknow v1 <= 10";
    let index = op("getelementptr inbounds i32, ptr %p, i32 %i");
    index.accepts(state, "exec wraps 0\ngoto 3 (v0 + 4*v1)", "vars 1\nr = v0");
    index.rejects("P-GEP", "A-FIT", state, "exec");
    index.rejects("P-GEP", "A-FIT P2", "vars 2\np = v0\ni = v1 s\nknow 0 <= v0\nknow 0 <= v1", "exec wraps 0");
    // An index is signed, and the address wraps.
    index.accepts("vars 2\np = v0\ni = v1 s\nknow v0 = 4\nknow v1 = -1", "exec wraps 0\ngoto 3", "r = 0");
    index.accepts(
        "vars 2\np = v0\ni = v1 s\nknow v0 = 0\nknow v1 = -1",
        "exec wraps -1\ngoto 3",
        "r = 18446744073709551612",
    );
    index.accepts("vars 2\np = v0\ni = v1 u\nknow v0 = 8\nknow v1 = 4294967295", "exec wraps 1 0\ngoto 3", "r = 4");
    // Nothing is added: no wrap.
    op("getelementptr i8, ptr %p, i64 0").accepts("vars 1\np = v0", "exec\ngoto 3 (v0)", "vars 1\nr = v0");
    let field = op("getelementptr { i8, i64, [4 x i16] }, ptr %p, i64 %l, i32 2, i32 3");
    field.accepts(state, "exec wraps 0\ngoto 3 (v0 + 24*v1 + 22)", "vars 1\nr = v0");
    op("getelementptr i8, ptr null, i64 %l").accepts(state, "exec wraps 0\ngoto 3 (v1)", "vars 1\nr = v0");
}

#[test]
fn p_globals() {
    let global = Block::new("", "%r = getelementptr i8, ptr getelementptr (i8, ptr @g, i64 2), i64 1")
        .module("@g = global [8 x i8] zeroinitializer");
    let state = "vars 2\nblock 0 global:g v0 v1 align 1\nknow v0 = 100";
    global.accepts(state, "exec wraps 0 0\ngoto 3", "r = 103");
    global.rejects("P-GEP", "operand", "", "exec wraps 0 0");
    // A global's address read with the other sign is converted.
    let eq =
        Block::new("", "%r = icmp eq i64 ptrtoint (ptr @g to i64), 100").module("@g = global [8 x i8] zeroinitializer");
    eq.accepts(state, "exec true\ngoto 3", "r = 1");
    eq.accepts(state, "exec s wraps 0 true\ngoto 3", "r = 1");
    eq.rejects("B-ICMP", "A-FIT", state, "exec s true");
    // Addresses of functions are not supported.
    let function = Block::new("", "%r = icmp eq ptr @main, null");
    function.rejects("B-ICMP", "operand", "", "exec false");
}
