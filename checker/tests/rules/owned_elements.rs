//! Arrays of pointers each of which owns memory (`spec/rules/uniform.md`, Owned elements).

use certificates::Certificate;

use crate::support::{Block, alone, rejected, valid};
use crate::uniform::called_with;

/// An array of v1 bytes, and a fact about its first v2 pointers, each of which owns v3 bytes; behind them one to block 1.
const ARRAY: &str = "vars 8\np = v0\nx = v4\nblock 0 heap v0 v1 align 8\nblock 1 heap v4 v3 align 16\n\
    cell 0 in 0 at 8*v2 width 8 u = v4\n\
    fact 1 in 0 at 0 count v2 every 8 width 8 u all f0 >= 1 owns v3:16\n\
    know 0 <= v2\nknow 8*v2 + 8 <= v1\nknow 1 <= v4\nknow 0 <= v3\nknow v3 <= 1000";

/// The same with lists of the first shape.
const LISTS: &str = "vars 8\np = v0\nx = v4\nblock 0 heap v0 v1 align 8\nlist 1 shape 0 from v4 to 0 length v5\n\
    cell 0 in 0 at 8*v2 width 8 u = v4\n\
    fact 1 in 0 at 0 count v2 every 8 width 8 u owns list0\nknow 0 <= v2\nknow 8*v2 + 8 <= v1";

fn steps() -> Block {
    Block::new("ptr %p, ptr %x", "")
}

fn with_lists() -> Block {
    Block::new("ptr %p, ptr %x", "").shapes("shape 16 align 8 links 8\nshape 24 align 8 links 8 back 16")
}

/// The test node's values for a node that describes the array.
const SAME: &str = "(v0, v1, v2, v3) blocks 0<-0";
const RESULT: &str =
    "vars 4\nblock 0 heap v0 v1 align 8\nfact 0 in 0 at 0 count v2 every 8 width 8 u all f0 >= 1 owns v3:16";

#[test]
fn the_form_of_what_elements_own() {
    let state = "vars 4\nblock 0 heap v0 v1 align 8";
    let made = "fact-empty in 0 at 8 every 8 width 8 u owns v2:16:string";
    let result = "vars 3\nblock 0 heap v0 v1 align 8\nfact 0 in 0 at 8 count 0 every 8 width 8 u owns v2:8:string";
    steps().accepts(state, &format!("{made}\ngoto 3 (v0, v1, v2) blocks 0<-0 facts 0<-0"), result);
    let go = "goto 3";
    for (from, to) in [("width 8", "width 4"), ("8 u", "8 s"), (":16", ":12"), (":16", ":0")] {
        steps().alone("U-EMPTY", "owned", state, &format!("{}\n{go}", made.replace(from, to)));
    }
    steps().rejects("U-EMPTY", "term", state, &made.replace("v2", "v4"));
    steps().rejects("U-EMPTY", "shape", state, &made.replace("v2:16:string", "list0"));
    let tree = Block::new("ptr %p, ptr %x", "").shapes("shape 16 align 8 links 0 8");
    tree.rejects("U-EMPTY", "shape", state, &made.replace("v2:16:string", "list0"));
    let listed = ARRAY.replace("v3:16", "v3:12");
    steps().rejects("W", "owned", &listed, go);
}

#[test]
fn u_extend_with_a_block() {
    let behind = "fact-extend 1 0 > owned 1";
    let more = format!("{behind}\ngoto 3 {SAME} facts 0<-1");
    let result = RESULT.replace("count v2", "count v2 + 1");
    steps().accepts(ARRAY, &more, &result);
    // The block is the array's now.
    let both = more.replace("blocks 0<-0", "blocks 0<-0 1<-1").replace("v3)", "v3, v4)");
    let kept = result.replace("vars 4", "vars 5").replace("fact", "block 1 heap v4 v3 align 16\nfact");
    rejected(&steps().certificate(ARRAY, &both, &kept), "C-BLOCK", "map");
    steps().rejects("U-EXTEND", "uniform", ARRAY, &format!("{behind}\n{}", behind.replace("1 0", "2 0")));
    // Twice, through an entry further on.
    let twice = format!("{ARRAY}\ncell 2 in 0 at 8*v2+8 width 8 u = v4");
    steps().rejects("U-EXTEND", "owned", &twice, &format!("{behind}\n{}", behind.replace("1 0", "1 2")));
    steps().alone("U-EXTEND", "P1", &ARRAY.replace("at 8*v2 width", "at 8*v2-8 width"), behind);
    steps().alone("U-EXTEND", "P2", &ARRAY.replace("f0 >= 1", "f0 >= 2"), behind);
    steps().alone("U-EXTEND", "P4", &ARRAY.replace("u = v4", "u = v4 + 1"), behind);
    steps().alone("U-EXTEND", "P5", &ARRAY.replace("heap v4 v3", "heap v4 v3+1"), behind);
    steps().alone("U-EXTEND", "align", &ARRAY.replace("v4 v3 align 16", "v4 v3 align 8"), behind);
    let large = ARRAY.replace("v3:16", "any:16").replace("know v3 <= 1000", "know v3 <= 9223372036854775808");
    steps().alone("U-EXTEND", "P5", &large, behind);
    steps().alone("U-EXTEND", "owned", &ARRAY.replace("block 1 heap", "block 1 caller:3"), behind);
    for marks in ["ro", "kept"] {
        let other = ARRAY.replace("v3 align 16", &format!("v3 align 16 {marks}"));
        steps().alone("U-EXTEND", "owned", &other, behind);
        let other = ARRAY.replace("v3:16", &format!("v3:16 marks {marks}"));
        steps().alone("U-EXTEND", "owned", &other, behind);
    }
    // What it owns is said exactly if elements own memory.
    steps().alone("U-EXTEND", "owned", ARRAY, "fact-extend 1 0 >");
    steps().alone("U-EXTEND", "owned", &ARRAY.replace(" owns v3:16", ""), behind);
    // An array does not own itself.
    let own = ARRAY.replace("u = v4", "u = v0").replace("v3:16", "v1:8").replace("know 1 <= v4", "know 1 <= v0");
    steps().alone("U-EXTEND", "owned", &own, "fact-extend 1 0 > owned 0");
    // A block that may not be there.
    let optional = ARRAY.replace("v3 align 16", "v3 align 16 optional").replace("f0 >= 1", "f0 >= 0");
    steps().accepts(&optional, &more, &result.replace("f0 >= 1", "f0 >= 0"));
}

#[test]
fn u_extend_with_a_string_or_null() {
    let string = format!("{}\ncell 2 in 1 at 0 width 1 s = 0", ARRAY.replace("v3:16", "v3:16:string"));
    let result = RESULT.replace("count v2", "count v2 + 1").replace("v3:16", "v3:16:string");
    let behind = "fact-extend 1 0 > owned 1:2";
    steps().accepts(&string, &format!("{behind}\ngoto 3 {SAME} facts 0<-1"), &result);
    steps().alone("U-EXTEND", "P6", &string.replace("width 1 s = 0", "width 1 s = 1"), behind);
    steps().alone("U-EXTEND", "zero", &string, "fact-extend 1 0 > owned 1");
    steps().alone("U-EXTEND", "zero", &string.replace(":string", ""), behind);
    steps().rejects("U-EXTEND", "zero", &string.replace("cell 2 in 1", "cell 2 in 0"), behind);
    steps().rejects("U-EXTEND", "zero", &string.replace("width 1 s", "width 2 s"), behind);
    let null = ARRAY.replace("u = v4", "u = v5").replace("f0 >= 1", "f0 >= 0") + "\nknow v5 = 0";
    let result = RESULT.replace("count v2", "count v2 + 1").replace("f0 >= 1", "f0 >= 0");
    steps().accepts(&null, &format!("fact-extend 1 0 > owned null\ngoto 3 {SAME} facts 0<-1"), &result);
    steps().alone("U-EXTEND", "P3", &null.replace("know v5 = 0", "know v5 = 1"), "fact-extend 1 0 > owned null");
}

#[test]
fn u_extend_with_a_list() {
    let behind = "fact-extend 1 0 > owned list1";
    let result = "vars 3\nblock 0 heap v0 v1 align 8\nfact 0 in 0 at 0 count v2 + 1 every 8 width 8 u owns list0";
    let go = "goto 3 (v0, v1, v2) blocks 0<-0 facts 0<-1";
    with_lists().accepts(LISTS, &format!("{behind}\n{go}"), result);
    let both = format!("{behind}\ngoto 3 (v0, v1, v2, v4, v5) blocks 0<-0 facts 0<-1 lists 0<-1");
    let kept = format!("{result}\nlist 0 shape 0 from v3 to 0 length v4").replace("vars 3", "vars 5");
    rejected(&with_lists().certificate(LISTS, &both, &kept), "C-LIST", "map");
    with_lists().alone("U-EXTEND", "P4", &LISTS.replace("from v4", "from v4 + 8"), behind);
    with_lists().alone("U-EXTEND", "P8", &LISTS.replace("to 0", "to v0"), behind);
    let doubly = LISTS.replace("list 1 shape 0", "list 1 shape 1").replace("list0", "list1");
    with_lists().alone("U-EXTEND", "P9", &doubly.replace("length v5", "length v5 before v6 rear v7"), behind);
    with_lists().alone("U-EXTEND", "owned", &LISTS.replace("list0", "list1"), behind);
    with_lists().alone("U-EXTEND", "owned", &LISTS.replace("length v5", "length v5 marks kept"), behind);
    with_lists().rejects("U-EXTEND", "owned", LISTS, &behind.replace("list1", "list0"));
    let block = format!("{LISTS}\nblock 1 heap v4 16 align 16");
    with_lists().rejects("U-EXTEND", "owned", &block, "fact-extend 1 0 > owned 1");
    let blocks = block.replace("owns list0", "owns 16:8");
    with_lists().rejects("U-EXTEND", "owned", &blocks, behind);
}

/// The array with an index of an element.
fn indexed(state: &str) -> String {
    format!("{state}\nknow 0 <= v5\nknow v5 + 1 <= v2")
}

#[test]
fn u_take() {
    let take = "fact-take 1 at v5 owned present";
    // The elements before it, it, what it owns, and the elements behind it.
    let result = "vars 6\nblock 0 heap v0 v1 align 8\nblock 1 heap v4 v3 align 16\ncell 0 in 0 at 8*v5 width 8 u = v4\n\
        fact 1 in 0 at 0 count v5 every 8 width 8 u all f0 >= 1 owns v3:16\n\
        fact 2 in 0 at 8*v5 + 8 count v2 - v5 - 1 every 8 width 8 u all f0 >= 1 owns v3:16";
    let go = "goto 3 (v0, v1, v2, v3, v8, v5) blocks 0<-0 1<-2 cells 0<-2 facts 1<-1 2<-3";
    let state = indexed(ARRAY);
    steps().accepts(&state, &format!("{take}\n{go}"), result);
    steps().alone("U-TAKE", "P1", &state.replace("know 0 <= v5", "know -1 <= v5"), take);
    steps().alone("U-TAKE", "P2", &state.replace("v5 + 1 <= v2", "v5 <= v2"), take);
    steps().alone("U-TAKE", "P4", &state.replace("all f0 >= 1", "all f0 >= 0"), take);
    steps().rejects("U-TAKE", "owned", &state.replace(" owns v3:16", ""), "fact-take 1 at v5");
    steps().rejects("U-TAKE", "uniform", &state, &take.replace("take 1", "take 0"));
    steps().rejects("U-TAKE", "term", &state, &take.replace("v5", "v8"));
    steps().rejects("U-TAKE", "block", &state.replacen("align 8", "align 8 optional", 1), take);
    // It is not an element of the facts any more.
    let again = format!("{take}\n{take}");
    steps().rejects("U-TAKE", "P2", &state, &again);
    // What it owns may be forgotten.
    let forgotten = "fact-take 1 at v5\ngoto 3 (v0, v1, v2, v3, v5) blocks 0<-0 facts 0<-1";
    steps().accepts(&state, forgotten, &RESULT.replace("vars 4", "vars 5").replace("count v2", "count v4"));
    let with_block = "fact-take 1 at v5\ngoto 3 (v0, v1, v2, v3, v8, v5) blocks 0<-0 1<-2 cells 0<-2 facts 1<-1 2<-3";
    rejected(&steps().certificate(&state, with_block, result), "C-BLOCK", "map");
}

#[test]
fn cases_of_u_take() {
    let state = indexed(ARRAY).replace("f0 >= 1", "f0 >= 0");
    let optional = "fact-take 1 at v5 owned optional\ngoto 3 (v8, v3) blocks 0<-2";
    steps().accepts(&state, optional, "vars 2\nblock 0 heap v0 v1 align 16 optional");
    steps().alone("U-TAKE", "owned", &state.replace("v3:16", "v3:16:string"), "fact-take 1 at v5 owned optional");
    steps().rejects("U-TAKE", "owned", &state, "fact-take 1 at v5 owned list");
    steps().alone("U-TAKE", "P3", &state, "fact-take 1 at v5 owned null");
    let null = state.replace("f0 >= 0", "f0 = 0");
    steps().accepts(&null, "fact-take 1 at v5 owned null\nassert v8 = 0\ngoto 3", "");
    // A string has a 0 somewhere; a block of any size has an address.
    let string = indexed(ARRAY).replace("v3:16", "any:16:string");
    let bounds =
        "assert 0 <= v9\nassert v9 <= 9223372036854775807\nassert v10 + 1 <= v9\nassert 0 <= v10\nassert 1 <= v8";
    let go = "goto 3 (v8, v9, v10) blocks 0<-2 cells 0<-4";
    let result = "vars 3\nblock 0 heap v0 v1 align 16\ncell 0 in 0 at v2 width 1 u = 0";
    steps().accepts(&string, &format!("fact-take 1 at v5 owned present\n{bounds}\n{go}"), result);
    // A string that may be missing says so of itself, and nothing of the pointer.
    let missing = string.replace("f0 >= 1", "f0 >= 0");
    let bounds = "assert 0 <= v9\nassert v9 <= 9223372036854775807\nassert v10 + 1 <= v9\nassert 0 <= v10";
    let take = "fact-take 1 at v5 owned optional";
    steps().accepts(&missing, &format!("{take}\n{bounds}\n{go}"), &result.replace("align 16", "align 16 optional"));
    steps().rejects("G-ASSERT", "P1", &missing, &format!("{take}\nassert 1 <= v8"));
    rejected(&steps().certificate(&missing, &format!("{take}\n{go}"), result), "C-BLOCK", "marks");
    // Of a constant size it is known where it ends, unless the block may have been removed.
    let constant = indexed(ARRAY).replace("v3:16", "24:16");
    let ends = "fact-take 1 at v5 owned present\nassert v8 + 24 <= 18446744073709486080\ngoto 3";
    steps().accepts(&constant, ends, "");
    let huge = constant.replace("24:16", "9223372036854775808:16");
    steps().rejects("G-ASSERT", "P1", &huge, &ends.replace("+ 24", "+ 9223372036854775808"));
    // Marks are those of what the elements own.
    let kept = indexed(ARRAY).replace("v3:16", "v3:16 marks kept");
    let go = "fact-take 1 at v5 owned present\ngoto 3 (v8, v3) blocks 0<-2";
    steps().accepts(&kept, go, "vars 2\nblock 0 heap v0 v1 align 16 kept");
    rejected(&steps().certificate(&kept, go, "vars 2\nblock 0 heap v0 v1 align 16"), "C-BLOCK", "marks");
    let lists = indexed(LISTS);
    let list = "fact-take 1 at v5 owned list\nassert 0 <= v9\ngoto 3 (v8, v9) lists 0<-2";
    with_lists().accepts(&lists, list, "vars 2\nlist 0 shape 0 from v0 to 0 length v1");
    for case in ["present", "optional"] {
        let ne = lists.replace("8 u owns", "8 u all f0 != 0 owns");
        with_lists().rejects("U-TAKE", "owned", &ne, &format!("fact-take 1 at v5 owned {case}"));
    }
}

#[test]
fn u_join() {
    let two = format!(
        "{}\nfact 2 in 0 at 8*v2 count v5 every 8 width 8 u all f0 >= 2 owns v3:16",
        ARRAY.replace("f0 >= 1", "f0 >= 3")
    );
    let join = "fact-join 1 2 all f0 >= 1";
    let result = RESULT.replace("vars 4", "vars 5").replace("count v2", "count v2 + v4");
    let go = "goto 3 (v0, v1, v2, v3, v5) blocks 0<-0 facts 0<-1";
    steps().accepts(&two, &format!("{join}\n{go}"), &result);
    steps().rejects("U-JOIN", "uniform", &two, &format!("{join}\n{join}"));
    let none = format!("{two}\nknow v2 = 0");
    steps().alone("U-JOIN", "facts", &none, &join.replace("1 2", "1 1"));
    steps().alone("U-JOIN", "P1", &two.replace("at 8*v2 count", "at 8*v2 + 8 count"), join);
    steps().alone("U-JOIN", "P2", &two.replace("f0 >= 3", "f0 >= 0"), join);
    steps().alone("U-JOIN", "P3", &two.replace("f0 >= 2", "f0 >= 0"), join);
    steps().alone("U-JOIN", "P4", &two.replace("2 owns v3:16", "2 owns v3+1:16"), join);
    steps().alone("U-JOIN", "owned", &two.replace("2 owns v3:16", "2 owns v3:8"), join);
    steps().alone("U-JOIN", "owned", &two.replace("3 owns v3:16", "3 owns v3:16:string"), join);
    steps().rejects("U-JOIN", "owned", &two.replace("2 owns v3:16", "2 owns any:16"), join);
    steps().rejects("U-JOIN", "owned", &two.replace("2 owns v3:16", "2"), join);
    steps().alone("U-JOIN", "owned", &two.replace("3 owns v3:16", "3"), join);
    steps().alone("U-JOIN", "owned marks", &two.replace("2 owns v3:16", "2 owns v3:16 marks kept"), join);
    for (from, to) in [("count v5 every 8", "count v5 every 16"), ("v5 every 8 width 8 u", "v5 every 8 width 4 u")] {
        steps().rejects("U-JOIN", "form", &two.replace(from, to).replace("2 owns v3:16", "2"), join);
    }
    let plain = two.replace(" owns v3:16", "");
    for (from, to) in [
        ("count v5 every 8", "count v5 every 16"),
        ("v5 every 8 width 8 u", "v5 every 8 width 8 s"),
        ("2 in 0", "2 in 1"),
    ] {
        steps().alone("U-JOIN", "form", &plain.replace(from, to), join);
    }
    steps().alone("U-JOIN", "form", &plain.replace("v5 every 8 width 8 u", "v5 every 8 width 4 u"), join);
    steps().accepts(&plain, &format!("{join}\n{go}"), &result.replace(" owns v3:16", ""));
    steps().alone("U-JOIN", "all", &two, "fact-join 1 2 all f0 + behind >= 1");
    // A size that is known is one of any.
    let any = two.replace("3 owns v3:16", "3 owns any:16");
    steps().accepts(&any, &format!("{join}\n{go}"), &result.replace("v3:16", "any:16"));
    steps().alone("U-JOIN", "P4", &any.replace("know v3 <= 1000", "know v3 <= 9223372036854775808"), join);
}

#[test]
fn u_weaken() {
    let string = ARRAY.replace("v3:16", "v3:16:string");
    let weaken = "fact-weaken 1 owns any:8";
    steps().accepts(&string, &format!("{weaken}\ngoto 3 {SAME} facts 0<-1"), &RESULT.replace("v3:16", "any:8"));
    let stronger = format!("{weaken}\ngoto 3 {SAME} facts 0<-1");
    rejected(&steps().certificate(&string, &stronger, RESULT), "C-UNIFORM", "owned");
    steps().alone("U-WEAKEN", "P1", &string, "fact-weaken 1 owns v3+1:8");
    steps().alone("U-WEAKEN", "P1", &ARRAY.replace("v3 <= 1000", "v3 <= 9223372036854775808"), weaken);
    steps().alone("U-WEAKEN", "owned", ARRAY, "fact-weaken 1 owns v3:16:string");
    steps().alone("U-WEAKEN", "owned", ARRAY, "fact-weaken 1 owns v3:32");
    steps().alone("U-WEAKEN", "owned marks", ARRAY, "fact-weaken 1 owns v3:16 marks kept");
    steps().rejects("U-WEAKEN", "owned", &ARRAY.replace("v3:16", "any:16"), "fact-weaken 1 owns v3:16");
    steps().rejects("U-WEAKEN", "owned", &ARRAY.replace(" owns v3:16", ""), weaken);
    steps().rejects("U-WEAKEN", "uniform", ARRAY, "fact-weaken 0 owns any:8");
    steps().rejects("U-WEAKEN", "term", ARRAY, "fact-weaken 1 owns v8:16");
}

#[test]
fn u_null() {
    let nulls = "vars 4\nblock 0 heap v0 v1 align 8\nfact 1 in 0 at 0 count v2 every 8 width 8 u all f0 <= 0";
    let step = "fact-nulls 1 owns v3:16";
    let go = "goto 3 (v0, v1, v2, v3) blocks 0<-0 facts 0<-2";
    let result = RESULT.replace("f0 >= 1", "f0 <= 0");
    steps().accepts(nulls, &format!("{step}\n{go}"), &result);
    steps().alone("U-NULL", "P1", &nulls.replace("f0 <= 0", "f0 <= 1"), step);
    steps().accepts(&format!("{}\nknow v2 <= 0", nulls.replace("f0 <= 0", "f0 <= 1")), &format!("{step}\ngoto 3"), "");
    steps().alone("U-NULL", "owned", nulls, "fact-nulls 1 owns v3:3");
    steps().alone("U-NULL", "owned", &nulls.replace("width 8 u", "width 8 s"), step);
    steps().rejects("U-NULL", "uniform", nulls, "fact-nulls 0 owns v3:16");
    steps().rejects("U-NULL", "term", nulls, "fact-nulls 1 owns v4:16");
}

#[test]
fn a_part_of_a_fact_owns_nothing() {
    let part = "fact-part 1 first 0 count v2 all f0 >= 1\ngoto 3 (v0, v1, v2, v3) blocks 0<-0 facts 0<-2";
    steps().accepts(ARRAY, part, &RESULT.replace(" owns v3:16", ""));
    rejected(&steps().certificate(ARRAY, part, RESULT), "C-UNIFORM", "owned");
    let element = "fact-element 1 at v5\nassert 1 <= v8\ngoto 3 (v0, v1, v5, v8) blocks 0<-0 cells 0<-2";
    let result = "vars 4\nblock 0 heap v0 v1 align 8\ncell 0 in 0 at 8*v2 width 8 u = v3";
    steps().accepts(&indexed(ARRAY), element, result);
}

#[test]
fn a_store_of_an_owned_element_loses_the_fact() {
    let store = Block::new("ptr %q, ptr %x", "store ptr %x, ptr %q, align 1");
    let state = indexed(&ARRAY.replace("p = v0", "q = v0 + 8*v5"));
    store.alone("M-STORE", "within", &state, "exec u store 0 within 1:v5");
    let beside = Block::new("ptr %q, ptr %x", "store i8 0, ptr %q, align 1");
    let state = state
        .replace("every 8", "every 16")
        .replace("q = v0 + 8*v5", "q = v0 + 16*v5 + 8")
        .replace("cell 0 in 0 at 8*v2", "cell 0 in 0 at 16*v2");
    let state = format!("{state}\nknow 16*v2 <= v1");
    let result = RESULT.replace("every 8", "every 16");
    beside.accepts(&state, &format!("exec s store 0 within 1:v5\ngoto 3 {SAME} facts 0<-1"), &result);
}

#[test]
fn c_uniform_of_what_elements_own() {
    let go = format!("goto 3 {SAME} facts 0<-1");
    let covered = |state: &str, result: &str| steps().certificate(state, &go, result);
    valid(&covered(ARRAY, RESULT));
    valid(&covered(ARRAY, &RESULT.replace(" owns v3:16", "")));
    valid(&covered(ARRAY, &RESULT.replace("v3:16", "v3:8")));
    valid(&covered(ARRAY, &RESULT.replace("v3:16", "any:16")));
    alone(&covered(ARRAY, &RESULT.replace("v3:16", "v3+1:16")), "C-UNIFORM", "owned size");
    alone(&covered(ARRAY, &RESULT.replace("v3:16", "v3:32")), "C-UNIFORM", "owned");
    alone(&covered(ARRAY, &RESULT.replace("v3:16", "v3:16:string")), "C-UNIFORM", "owned");
    rejected(&covered(&ARRAY.replace("v3:16", "any:16"), RESULT), "C-UNIFORM", "owned");
    rejected(&covered(&ARRAY.replace(" owns v3:16", ""), RESULT), "C-UNIFORM", "owned");
    let large = ARRAY.replace("know v3 <= 1000", "know v3 <= 9223372036854775808");
    alone(&covered(&large, &RESULT.replace("v3:16", "any:16")), "C-UNIFORM", "owned size");
    alone(&covered(ARRAY, &RESULT.replace("v3:16", "v3:16 marks kept")), "C-UNIFORM", "owned marks");
    alone(&covered(&ARRAY.replace("v3:16", "v3:16 marks kept"), RESULT), "C-UNIFORM", "owned marks");
    // Nothing must be shown of no elements.
    let none = format!("{ARRAY}\nknow v2 = 0");
    valid(&covered(&none, &RESULT.replace("v3:16", "v3+1:16")));
    // Two facts of the node do not own what one of the state does.
    let twice = format!("{RESULT}\nfact 1 in 0 at 0 count v2 every 8 width 8 u all f0 >= 1");
    valid(&steps().certificate(ARRAY, &format!("{go} 1<-1"), &twice));
    alone(&steps().certificate(ARRAY, &format!("{go} 1<-1"), &format!("{twice} owns v3:16")), "C-UNIFORM", "injective");
    let lists = "vars 3\nblock 0 heap v0 v1 align 8\nfact 0 in 0 at 0 count v2 every 8 width 8 u owns list0";
    let go = "goto 3 (v0, v1, v2) blocks 0<-0 facts 0<-1";
    valid(&with_lists().certificate(LISTS, go, lists));
    rejected(&with_lists().certificate(LISTS, go, &lists.replace("list0", "list1")), "C-UNIFORM", "owned");
    rejected(&with_lists().certificate(LISTS, go, &lists.replace("list0", "16:8")), "C-UNIFORM", "owned");
}

const FACT: &str = "fact 0 in 0 at 0 count 2 every 8 width 8 u all f0 >= 1 owns 24:16";

/// What two elements of the caller own, at a call (`called_with`).
fn called(mine: &str, block: &str, theirs: &str, back: &str, then: (&str, &str)) -> Certificate {
    called_with(&format!("heap v0 16 align 8\n{mine}"), block, theirs, back, then)
}

#[test]
fn what_elements_own_at_a_call() {
    let whole = "heap v0 16 align 8";
    let known = format!("block 0 {whole}\n{FACT}");
    // It comes back as the callee says.
    valid(&called(FACT, whole, FACT, FACT, ("blocks 0<-1 facts 0<-1", &known)));
    rejected(&called(FACT, whole, FACT, "", ("blocks 0<-1 facts 0<-0", &known)), "C-UNIFORM", "map");
    // Also where the array itself is only read: the callee could have freed what its elements own.
    let read = "caller:3 v0 16 align 8 ro";
    valid(&called(FACT, read, FACT, FACT, ("blocks 0<-0 facts 0<-1", &known)));
    rejected(&called(FACT, read, FACT, "", ("blocks 0<-0 facts 0<-0", &known)), "C-UNIFORM", "map");
    // The caller keeps it if the callee does not get it.
    let plain = FACT.replace(" owns 24:16", "");
    valid(&called(FACT, read, &plain, "", ("blocks 0<-0 facts 0<-0", &known)));
    valid(&called(FACT, read, "", "", ("blocks 0<-0 facts 0<-0", &known)));
    // Or gets it only to read.
    let only_read = format!("{FACT} marks ro");
    valid(&called(FACT, read, &only_read, "", ("blocks 0<-0 facts 0<-0", &known)));
    rejected(&called(FACT, read, &only_read, &only_read, ("blocks 0<-0 facts 0<-0", &known)), "N-RETURN", "read only");
    let kept = format!("{FACT} marks kept");
    valid(&called(FACT, whole, &kept, &kept, ("blocks 0<-1 facts 0<-1", &format!("{known} marks kept"))));
    alone(&called(&kept, whole, FACT, FACT, ("blocks 0<-1 facts 0<-1", &known)), "C-UNIFORM", "owned marks");
    alone(&called(&only_read, read, FACT, FACT, ("blocks 0<-0 facts 0<-1", &known)), "C-UNIFORM", "owned marks");
}
