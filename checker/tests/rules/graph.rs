//! Trees and ghost steps (`spec/graph.md`).

use crate::support::{Block, narrow, rejected, valid};

fn nothing() -> Block {
    Block::new("ptr %p", "")
}

#[test]
fn g_split() {
    let split =
        |atom: &str, yes: &str, no: &str| format!("split {atom} {{\n{yes}\ngoto 3\n}} else {{\n{no}\ngoto 3\n}}");
    let accepts = |text: &str| nothing().accepts("vars 2\np = v0", text, "");
    accepts(&split("v0 <= 5", "assert v0 <= 5", "assert 6 <= v0"));
    accepts(&split("v0 = 5", "assert v0 = 5", "assert v0 != 5"));
    accepts(&split("v0 != 5", "assert v0 != 5", "assert v0 = 5"));
    let rejects = |text: &str| nothing().rejects("G-ASSERT", "P1", "vars 2\np = v0", text);
    rejects(&split("v0 <= 5", "assert 6 <= v0", "assert 6 <= v0"));
    rejects(&split("v0 <= 5", "assert v0 <= 5", "assert 5 <= v1"));
    // What one branch knows the other does not.
    rejects(&split("v0 <= 5", "assert v0 <= 5", "assert v0 <= 5"));
    nothing().rejects("G-SPLIT", "term", "vars 2\np = v0", &split("v2 <= 5", "assert v0 = v0", "assert v0 = v0"));
}

#[test]
fn g_assert() {
    nothing().accepts("vars 2\nknow v0 < 4*v1\nknow v0 = 4*v1 - 4", "assert v0 + 4 <= 4*v1\ngoto 3", "");
    nothing().rejects("G-ASSERT", "P1", "vars 2\nknow v0 < 4*v1", "assert v0 + 4 <= 4*v1");
    nothing().rejects("G-ASSERT", "term", "vars 2", "assert v2 <= 9");
    // Integers: 4k < 4n gives k + 1 <= n; and with a disequality.
    nothing().accepts("vars 2\nknow 4*v0 < 4*v1", "assert v0 + 1 <= v1\ngoto 3", "");
    nothing().accepts("vars 1\nknow v0 <= 0\nknow v0 != 0", "assert v0 <= -1\ngoto 3", "");
    nothing().accepts("vars 2\nknow v0*v1 = 6\nknow v0 = 2", "assert v1 = 3\ngoto 3", "");
}

const CELLS: &str = "vars 6\nblock 0 heap v0 v1 align 1\nblock 1 heap v0 v1 align 1\n\
    cell 0 in 0 at v2 width 4 s = v3\ncell 1 in 0 at v4 width 4 s = v5\ncell 2 in 0 at v4 width 4 u = v5\n\
    cell 3 in 1 at v4 width 4 s = v5\ncell 4 in 0 at v4 width 2 s = v5";

#[test]
fn g_distinct() {
    let state = format!("{CELLS}\nknow v3 != v5\nknow v2 <= v4");
    nothing().accepts(&state, "distinct 0 1\nassert v2 + 1 <= v4\ngoto 3", "");
    nothing().rejects("G-DISTINCT", "P1", &format!("{CELLS}\nknow v2 <= v4"), "distinct 0 1");
    nothing().rejects("G-DISTINCT", "P2", &format!("{CELLS}\nknow v3 != v5"), "distinct 0 1");
    for other in ["distinct 0 3", "distinct 0 4"] {
        nothing().rejects("G-DISTINCT", "entries", &state, other);
    }
    // An entry is no other one, even where everything follows.
    nothing().alone("G-DISTINCT", "entries", &format!("{state}\nknow v2 <= 0\nknow 1 <= v2"), "distinct 0 0\ngoto 3");
    nothing().rejects("G-DISTINCT", "P3", &state, "distinct 0 2");
    nothing().rejects("G-DISTINCT", "entry", &state, "distinct 0 9");
}

/// A byte that is read as unsigned, and one that is read as signed.
#[test]
fn g_distinct_of_other_sign() {
    let cells = |other: &str| {
        format!(
            "vars 4\nblock 0 heap v0 v1 align 1\ncell 0 in 0 at v2 width 1 u = v3\ncell 1 in 0 at 5 width 1 s = {other}\n\
            know v2 <= 5\nknow v3 != {other}"
        )
    };
    for other in ["0", "127"] {
        nothing().accepts(&cells(other), "distinct 0 1\nassert v2 + 1 <= 5\ngoto 3", "");
    }
    // 255 and -1 are the same bits.
    nothing().alone("G-DISTINCT", "P3", &cells("-1"), "distinct 0 1");
    nothing().rejects("G-DISTINCT", "P3", &cells("v1"), "distinct 0 1");
    // A number that both signs have.
    for fact in ["v3 <= 127", "0 <= v1"] {
        nothing().accepts(&format!("{}\nknow {fact}", cells("v1")), "distinct 0 1\nassert v2 + 1 <= 5\ngoto 3", "");
    }
    for fact in ["v3 <= 128", "-1 <= v1", "0 <= v3", "v1 <= 127"] {
        nothing().alone("G-DISTINCT", "P3", &format!("{}\nknow {fact}", cells("v1")), "distinct 0 1");
    }
    let unsigned = cells("0").replace("width 1 s", "width 1 u").replace("= 0", "= 128").replace("!= 0", "!= 128");
    nothing().accepts(&unsigned, "distinct 0 1\nassert v2 + 1 <= 5\ngoto 3", "");
    let signed = unsigned.replace("at v2 width 1 u", "at v2 width 1 s");
    nothing().alone("G-DISTINCT", "P3", &signed, "distinct 0 1");
}

#[test]
fn g_table() {
    let of = |global: &str| Block::new("ptr %p", "").module(&format!("@g = {global}"));
    let table = of("constant [4 x i16] [i16 7, i16 -2, i16 9, i16 1]");
    let state = "vars 3\nblock 0 global:g v0 8 align 2\ncell 0 in 0 at 2*v1 width 2 s = v2\nknow 0 <= v1\nknow v1 <= 3";
    table.accepts(state, "table 0 v1 0 3\nassert -2 <= v2\nassert v2 <= 9\ngoto 3", "");
    table.rejects("G-ASSERT", "P1", state, "table 0 v1 0 3\nassert v2 <= 8");
    table.rejects("G-ASSERT", "P1", state, "table 0 v1 0 3\nassert -1 <= v2");
    let part = format!("{state}\nknow 2 <= v1");
    table.accepts(&part, "table 0 v1 2 3\nassert 1 <= v2\ngoto 3", "");
    let unsigned = state.replace("width 2 s", "width 2 u");
    table.accepts(&unsigned, "table 0 v1 0 3\nassert 1 <= v2\nassert v2 <= 65534\ngoto 3", "");
    table.rejects("G-ASSERT", "P1", &unsigned, "table 0 v1 0 3\nassert v2 <= 9");
    table.alone("G-TABLE", "P1", &state.replace("at 2*v1", "at v1"), "table 0 v1 0 3");
    table.alone("G-TABLE", "P2", state, "table 0 v1 1 3");
    table.alone("G-TABLE", "P3", state, "table 0 v1 0 2");
    table.rejects("G-TABLE", "term", state, "table 0 v3 0 3");
    table.rejects("G-TABLE", "entry", state, "table 7 v1 0 3");
    table.rejects("G-TABLE", "elements", state, "table 0 v1 7 9");
    table.rejects("G-TABLE", "elements", state, "table 0 v1 3 0");
    table.alone("G-TABLE", "elements", state, "table 0 v1 0 4");
    table.alone("G-TABLE", "elements", state, "table 0 v1 0 18446744073709551615");
    table.rejects("G-TABLE", "elements", &state.replace("global:g", "heap"), "table 0 v1 0 3");
    of("global [4 x i16] [i16 7, i16 -2, i16 9, i16 1]").rejects("G-TABLE", "elements", state, "table 0 v1 0 3");
    // Elements of another width, of no known value, or that are no numbers.
    let wide = state.replace("width 2", "width 4").replace("2*v1", "4*v1").replace("v0 8", "v0 16");
    table.rejects("G-TABLE", "elements", &wide, "table 0 v1 0 3");
    let mixed = of("constant { i16, i16, i32, i16 } { i16 7, i16 8, i32 9, i16 1 }");
    mixed.accepts(&state.replace("v1 <= 3", "v1 <= 1"), "table 0 v1 0 1\nassert 7 <= v2\ngoto 3", "");
    mixed.alone("G-TABLE", "elements", state, "table 0 v1 0 3");
    of("constant [4 x i16] [i16 7, i16 undef, i16 9, i16 1]").rejects("G-TABLE", "elements", state, "table 0 v1 0 3");
    of("constant [4 x half] zeroinitializer").rejects("G-TABLE", "elements", state, "table 0 v1 0 3");
    of("external constant [4 x i16]").rejects("G-TABLE", "elements", state, "table 0 v1 0 3");
    of("constant [4 x i16] zeroinitializer").accepts(state, "table 0 v1 0 3\nassert v2 = 0\ngoto 3", "");
}

/// Memory that may be written: what the state says of all elements.
#[test]
fn g_table_of_entries() {
    let state = "vars 3\nblock 0 heap v0 8 align 2\ncell 0 in 0 at 2*v1 width 2 s = v2\n\
        cell 1 in 0 at 0 width 2 s = 7\ncell 2 in 0 at 2 width 2 u = 65534\ncell 3 in 0 at 4 width 2 s = 9\n\
        cell 4 in 0 at 6 width 2 s = 1\nknow 0 <= v1\nknow v1 <= 3";
    nothing().accepts(state, "table 0 v1 0 3\nassert -2 <= v2\nassert v2 <= 9\ngoto 3", "");
    nothing().rejects("G-ASSERT", "P1", state, "table 0 v1 0 3\nassert v2 <= 8");
    nothing().rejects("G-ASSERT", "P1", state, "table 0 v1 0 3\nassert -1 <= v2");
    nothing().alone("G-TABLE", "P2", state, "table 0 v1 1 3");
    nothing().alone("G-TABLE", "P3", state, "table 0 v1 0 2");
    // An element that is not there, at another place, of another width or block, or of which only the name is known.
    for (cell, other) in [
        ("cell 3 in 0 at 4 width 2 s = 9\n", ""),
        ("at 4 width 2 s = 9", "at 3 width 2 s = 9"),
        ("at 4 width 2 s = 9", "at 4 width 1 s = 9"),
        ("at 4 width 2 s = 9", "at 4 width 2 s = v0"),
        ("at 4 width 2 s = 9", "at 4 width 2 s = 40000"),
        ("at 4 width 2 s = 9", "at v0 width 2 s = 9"),
    ] {
        nothing().alone("G-TABLE", "elements", &state.replace(cell, other), "table 0 v1 0 3");
    }
    let elsewhere =
        state.replace("cell 3 in 0", "cell 3 in 1").replace("\ncell 0", "\nblock 1 heap v0 8 align 2\ncell 0");
    nothing().rejects("G-TABLE", "elements", &elsewhere, "table 0 v1 0 3");
}

#[test]
fn g_same() {
    let state = format!("{CELLS}\nknow v2 = v4");
    nothing().accepts(&state, "same 0 1\nassert v3 = v5\ngoto 3", "");
    nothing().rejects("G-SAME", "P1", CELLS, "same 0 1");
    nothing().rejects("G-SAME", "sign", &state, "same 0 2");
    for other in ["same 0 3", "same 0 4"] {
        nothing().rejects("G-SAME", "entries", &state, other);
    }
}

#[test]
fn g_bytes() {
    let state = "vars 6\np = v0\nblock 0 heap v0 16 align 8\ncell 0 in 0 at 8 width 8 u = v1\n\
        cell 1 in 0 at 8 width 4 u = v2\ncell 2 in 0 at 12 width 4 s = v3\nknow v2 = 7";
    let negative = format!("{state}\nknow v3 = -1");
    nothing().accepts(&format!("{state}\nknow v3 = 1"), "bytes 0 of 1 2\nassert v1 = 4294967303\ngoto 3", "");
    nothing().accepts(&negative, "bytes 0 of 1 2\nassert v1 = 18446744069414584327\ngoto 3", "");
    nothing().accepts(state, "bytes 2 of 2\ngoto 3", "");
    let signed = state.replace("at 8 width 8 u", "at 8 width 8 s") + "\nknow v1 = -1";
    nothing().accepts(&signed.replace("\nknow v2 = 7", ""), "bytes 0 of 1 2\nassert v2 = 4294967295\ngoto 3", "");
    let byte = |k: usize| format!("\ncell {} in 0 at {k} width 1 u = {k}", k + 3);
    let eight: String = (0..8).map(byte).collect();
    let eight = format!("{state}{eight}\ncell 11 in 0 at 0 width 8 u = v4");
    nothing().accepts(&eight, "bytes 11 of 3 4 5 6 7 8 9 10\nassert v4 = 506097522914230528\ngoto 3", "");
    // Nothing is said of a part of which nothing is known.
    nothing().rejects("G-ASSERT", "P1", state, "bytes 0 of 1 2\nassert v1 = 4294967303");
    nothing().alone("G-BYTES", "place", state, "bytes 0 of 2 1\ngoto 3");
    nothing().alone("G-BYTES", "width", state, "bytes 0 of 1\ngoto 3");
    nothing().rejects("G-BYTES", "width", state, "bytes 0 of\ngoto 3");
    nothing().rejects("G-BYTES", "block", &state.replace("align 8", "align 8 optional"), "bytes 0 of 1 2");
    let long = format!("{state}\ncell 3 in 0 at 12 width 8 u = v4");
    nothing().alone("G-BYTES", "width", &long, "bytes 0 of 1 3\ngoto 3");
    let other = format!("{state}\nblock 1 heap v4 16 align 8\ncell 3 in 1 at 12 width 4 u = v5");
    nothing().alone("G-BYTES", "block", &other, "bytes 0 of 1 3\ngoto 3");
    nothing().rejects("G-BYTES", "entry", state, "bytes 0 of 1 7");
    nothing().rejects("G-BYTES", "entry", state, "bytes 7 of 1 2");
}

#[test]
fn g_inblock_and_g_block() {
    nothing().accepts(CELLS, "inblock 0\nassert 0 <= v2\nassert v2 + 4 <= v1\ngoto 3", "");
    nothing().rejects("G-ASSERT", "P1", CELLS, "inblock 0\nassert v2 + 5 <= v1");
    nothing().rejects("G-INBLOCK", "entry", CELLS, "inblock 7");
    nothing().accepts(
        &format!("{CELLS}\nknow v1 <= 9223372036854775807"),
        "bounds 0\nassert 1 <= v0\nassert v0 + v1 <= 18446744073709486080\nassert 0 <= v1\ngoto 3",
        "",
    );
    nothing().rejects("G-BLOCK", "block", CELLS, "bounds 7");
    // An allocation that is too large may be there for the compiler alone, at no address.
    nothing().rejects("G-BLOCK", "P1", CELLS, "bounds 0");
    // No other block is too large.
    let global = Block::new("", "").module("@g = global [9 x i8] zeroinitializer");
    global.accepts(
        "vars 2\nblock 0 global:g v0 v1 align 1",
        "bounds 0\nassert v0 + v1 <= 18446744073709486080\ngoto 3",
        "",
    );
    // Memory may end just before the last 65,536 bytes, and with pointers of 32 bits with the address space.
    let state = "vars 2\nblock 0 global:g v0 v1 align 1";
    global.rejects("G-ASSERT", "P1", state, "bounds 0\nassert v0 + v1 <= 18446744073709486079");
    let ends = |at: u64| narrow(&global.certificate(state, &format!("bounds 0\nassert v0 + v1 <= {at}\ngoto 3"), ""));
    drop(valid(&ends(4294967295)));
    rejected(&ends(4294967294), "G-ASSERT", "P1");
}

#[test]
fn g_divide() {
    nothing().accepts("vars 1", "divide v0 by -4\nassert v0 = v2 - 4*v1\nassert 0 <= v2\nassert v2 <= 3\ngoto 3", "");
    nothing().rejects("G-DIVIDE", "c != 0", "vars 1", "divide v0 by 0");
    nothing().rejects("G-DIVIDE", "term", "vars 1", "divide v1 by 2");
    // A quotient by zero names no numbers.
    nothing().rejects("G-ASSERT", "P1", "vars 1", "divide v0 by 2\nassert v2 = 0");
}

#[test]
fn g_apart() {
    let both = |left: &str, right: &str| format!("apart 0 1 {{\n{left}\ngoto 3\n}} else {{\n{right}\ngoto 3\n}}");
    let state = "vars 4\nblock 0 heap v0 v1 align 1\nblock 1 heap v2 v3 align 1\nknow v1 <= 100\nknow v3 <= 100";
    let sized = format!("{state}\nknow 1 <= v1\nknow 1 <= v3");
    nothing().accepts(&sized, &both("assert v0 + v1 <= v2", "assert v2 + v3 <= v0"), "");
    nothing().rejects("G-ASSERT", "P1", &sized, &both("assert v2 + v3 <= v0", "assert v2 + v3 <= v0"));
    nothing().rejects("G-ASSERT", "P1", &sized, &both("assert v0 + v1 <= v2", "assert v0 + v1 <= v2"));
    let same = both("assert v0 = v0", "assert v0 = v0");
    nothing().rejects("G-APART", "P1", &format!("{state}\nknow 1 <= v3"), &same);
    nothing().rejects("G-APART", "P2", &format!("{state}\nknow 1 <= v1"), &same);
    nothing().rejects("G-APART", "P3", &sized.replace("know v1 <= 100", ""), &same);
    nothing().rejects("G-APART", "P4", &sized.replace("know v3 <= 100", ""), &same);
    nothing().rejects("G-APART", "blocks", &sized, &same.replace("apart 0 1", "apart 1 1"));
    nothing().rejects("G-APART", "block", &sized, &same.replace("apart 0 1", "apart 1 2"));
    nothing().rejects("G-APART", "block", &sized.replace("v3 align 1", "v3 align 1 optional"), &same);
}

#[test]
fn g_apart_constants() {
    let pair = |first: &str, second: &str| {
        let module = format!("@a = {first} i8 0\n@b = {second} i8 0");
        let block = Block::new("", "").module(&module);
        let state = "vars 2\nblock 0 global:a v0 1 align 1\nblock 1 global:b v1 1 align 1";
        block.certificate(state, "apart 0 1 {\ngoto 3\n} else {\ngoto 3\n}", "")
    };
    crate::support::valid(&pair("constant", "constant"));
    crate::support::valid(&pair("constant", "global"));
    rejected(&pair("unnamed_addr constant", "global"), "G-APART", "unnamed_addr");
    rejected(&pair("global", "local_unnamed_addr global"), "G-APART", "unnamed_addr");
    rejected(&pair("unnamed_addr constant", "unnamed_addr constant"), "G-APART", "unnamed_addr");
    rejected(&pair("unnamed_addr constant", "constant"), "G-APART", "unnamed_addr");
}

/// What a caller lends to be read may be one with a variable, by its address too.
#[test]
fn g_apart_views() {
    let block = Block::new("", "").module("@a = global i8 0\n@b = constant i8 0");
    let steps = "apart 0 1 {\ngoto 3\n} else {\ngoto 3\n}";
    let two = |global: &str, caller: &str| {
        format!("vars 2\nblock 0 global:{global} v0 1 align 1\nblock 1 caller:7 v1 1 align 1{caller}")
    };
    for global in ["a", "b"] {
        block.accepts(&two(global, ""), steps, "");
        block.alone("G-APART", "views", &two(global, " ro"), steps);
        block.alone("G-APART", "views", &two(global, " ro").replace("caller:7", "heap"), steps);
    }
    let marked = two("a", " ro").replace("align 1\nblock 1", "align 1 ro\nblock 1");
    block.alone("G-APART", "views", &marked, steps);
    block.accepts(&marked.replace("caller:7 v1 1 align 1 ro", "caller:7 v1 1 align 1"), steps, "");
}

#[test]
#[cfg(feature = "solver")]
fn g_infeasible() {
    nothing().accepts("vars 2\nknow v0 < v1\nknow v1 < v0", "infeasible", "");
    nothing().accepts("vars 2\nknow 2*v0 = 2*v1 + 1", "infeasible", "");
    nothing().accepts("vars 2\nknow v0*v0 = 2", "infeasible", "");
    nothing().rejects("G-INFEASIBLE", "P1", "vars 2\nknow v0 < v1", "infeasible");
    let report = nothing().accepts("vars 1\nknow v0 < 0\nknow 0 < v0", "infeasible", "");
    assert_eq!((report.infeasible, report.contradictory), (1, vec![2]));
}

/// The knowledge of a path ends with the path, solver scopes included.
#[test]
fn branches_forget() {
    let hard = |c: u32| format!("assert v0*v0 + v1*v1 != {c}");
    let steps = format!(
        "split v0 = 3 {{\nsplit v1 = 4 {{\n{}\ngoto 3\n}} else {{\ngoto 3\n}}\n}} else {{\n{}\ngoto 3\n}}",
        hard(26),
        "assert v0 = 3"
    );
    nothing().rejects("G-ASSERT", "P1", "vars 2\np = v0", &steps);
}
