//! `spec/rules/list.md`

use certificates::{Certificate, Ghost};

use crate::support::{Block, alone, ghosts_edited, rejected};

/// A cell of 16 bytes: an `int` at 0, the link at 8.
pub const PLAIN: &str = "shape 16 align 8 links 8 fields 0:4:s";
/// The same with a pointer back.
pub const DOUBLE: &str = "shape 24 align 8 links 8 back 16 fields 0:4:s";

pub fn cells(shapes: &str) -> Block {
    Block::new("ptr %p, ptr %q, i32 %a", "").entry("%s = alloca i32, align 4", "test 0").shapes(shapes)
}

const BLOCK: &str = "vars 6\nblock 0 heap v0 16 align 16\ncell 0 in 0 at 8 width 8 u = v1\n\
    cell 1 in 0 at 0 width 4 s = v2\nknow v2 <= 9";
const FOLD: &str = "list-fold shape 0 block 0 links 0 fields 1 all f0 <= 9";

/// A block and a segment that begins where its link points to.
const BOTH: &str = "vars 6\nblock 0 heap v0 16 align 16\ncell 0 in 0 at 8 width 8 u = v1\ncell 1 in 0 at 0 width 4 s = v2\n\
    list 0 shape 0 from v1 to 0 length v3 last 0=v5 all f0 <= 9\nknow v2 <= 9\nknow 1 <= v3";

#[test]
fn a_cell_is_prepended() {
    let steps = format!("{FOLD}\nlist-join 1 0 first l last r all f0 <= 10\ngoto 3 (v0, v2, v3, v5) lists 0<-2");
    let result = "vars 4\nlist 0 shape 0 from v0 to 0 length v2 + 1 first 0=v1 last 0=v3 all f0 <= 10";
    cells(PLAIN).accepts(BOTH, &steps, result);
    // What was folded is gone.
    let gone = cells(PLAIN).certificate(
        BLOCK,
        &format!("{FOLD}\ngoto 3 (v0) blocks 0<-0"),
        "vars 1\nblock 0 heap v0 16 align 1",
    );
    rejected(&gone, "C-BLOCK", "map");
    cells(PLAIN).rejects("L-FOLD", "block", BLOCK, &format!("{FOLD}\n{FOLD}"));
}

#[test]
fn a_cell_is_taken() {
    let steps = "list-first 0\nassert 1 <= v1\nassert v7 <= 9\nlist-length 0\n\
        goto 3 (v1, v6, v3, v7) blocks 0<-1 cells 0<-2 1<-3 lists 0<-0";
    let result = "vars 4\nblock 0 heap v0 16 align 8\ncell 0 in 0 at 8 width 8 u = v1\ncell 1 in 0 at 0 width 4 s = v3\n\
        list 0 shape 0 from v1 to 0 length v2 - 1 last 0=v1 all f0 <= 9";
    cells(PLAIN).accepts(BOTH, steps, &result.replace("last 0=v1 ", ""));
    // The only one is the last one.
    let one = BOTH.replace("know 1 <= v3", "know v3 = 1");
    cells(PLAIN).accepts(&one, "list-first 0 only\nassert v6 = 0\nassert v7 = v5", "");
    cells(PLAIN).rejects("G-ASSERT", "P1", BOTH, "list-first 0\nassert v6 = 0");
    cells(PLAIN).rejects("G-ASSERT", "P1", BOTH, "list-first 0\nassert v7 = v5");
    cells(PLAIN).alone("L-FIRST", "P2", BOTH, "list-first 0 only");
    cells(PLAIN).alone("L-FIRST", "P1", &BOTH.replace("know 1 <= v3", "know 0 <= v3"), "list-first 0");
    cells(PLAIN).alone("L-FIRST", "owned", BOTH, "list-first 0 owned null");
    // An address may be that of an embedded link.
    let embedded = "shape 16 align 8 anchor 8 links 8 fields 0:4:s";
    cells(embedded).accepts(BOTH, "list-first 0\nassert 9 <= v1\nassert v1 + 8 <= 18446744073709486080", "");
    cells(embedded).rejects("G-ASSERT", "P1", BOTH, "list-first 0\nassert v1 + 8 <= 18446744073709486079");
    cells(embedded).rejects("G-ASSERT", "P1", BOTH, "list-first 0\nassert 10 <= v1");
}

#[test]
fn l_fold() {
    let fold =
        |shape: &str, state: &str, premise: &str, steps: &str| cells(shape).alone("L-FOLD", premise, state, steps);
    cells(PLAIN).accepts(BLOCK, FOLD, "");
    cells(PLAIN).rejects("L-FOLD", "shape", BLOCK, &FOLD.replace("shape 0", "shape 1"));
    let two = "shape 24 align 8 links 8 16 fields 0:4:s";
    let more = format!("{}\ncell 2 in 0 at 16 width 8 u = v3", BLOCK.replace("v0 16", "v0 24"));
    fold(two, &more, "shape", &FOLD.replace("links 0", "links 0 2"));
    for kind in ["caller:0", "stack:s"] {
        fold(PLAIN, &BLOCK.replace("heap", kind), "block", FOLD);
    }
    cells(PLAIN).rejects("L-FOLD", "block", "vars 3\nblock 0 heap v0 16 align 16 optional", FOLD);
    fold(PLAIN, &BLOCK.replace("align 16", "align 4"), "align", FOLD);
    fold(PLAIN, BLOCK, "places", &FOLD.replace("links 0", "links 0 0"));
    fold(PLAIN, BLOCK, "places", &FOLD.replace("fields 1", "fields 1 1"));
    fold(PLAIN, BLOCK, "places", &FOLD.replace("fields", "owned 0:null fields"));
    fold(PLAIN, BLOCK, "places", &FOLD.replace("links 0", "links 0 back 0"));
    fold(PLAIN, &BLOCK.replace("v0 16", "v0 24"), "P1", FOLD);
    fold(PLAIN, &BLOCK.replace("v0 16", "v0 v3"), "P1", FOLD);
    fold(PLAIN, &BLOCK.replace("at 8", "at 4"), "P2", FOLD);
    fold(PLAIN, &BLOCK.replace("at 0", "at 4"), "P2", FOLD);
    cells(PLAIN).rejects("L-FOLD", "entry", BLOCK, &FOLD.replace("links 0", "links 7"));
    let other = format!("{}\nblock 1 heap v3 16 align 16", BLOCK.replace("cell 1 in 0", "cell 1 in 1"));
    fold(PLAIN, &other, "entry", FOLD);
    fold(PLAIN, &BLOCK.replace("width 4 s", "width 2 s"), "width and sign", FOLD);
    fold(PLAIN, &BLOCK.replace("width 4 s", "width 4 u"), "width and sign", FOLD);
    fold(PLAIN, &BLOCK.replace("v2 <= 9", "v2 <= 10"), "P7", FOLD);
    cells(PLAIN).rejects("L-FOLD", "term", BLOCK, &FOLD.replace("f0 <= 9", "f0 <= v9"));
    let short = ghosts_edited(&cells(PLAIN).certificate(BLOCK, FOLD, ""), |ghost| {
        if let Ghost::ListFold { all, .. } = ghost {
            all[0].fields.clear();
            all[0].rest = crate::language::term("-1");
        }
    });
    alone(&short, "L-FOLD", "all");
}

#[test]
fn l_empty() {
    let empty = "list-empty shape 0 end v0 first 0=v1 all f0 = 7 marks kept";
    let result = "vars 2\nlist 0 shape 0 from v0 to v0 length 0 first 0=v1 all f0 = 7 marks kept";
    cells(PLAIN).accepts("vars 2", &format!("{empty}\ngoto 3 (v0, v1) lists 0<-0"), result);
    cells(PLAIN).alone("L-EMPTY", "before", "vars 2", "list-empty shape 0 end v0 before 1");
    cells(DOUBLE).accepts("vars 2", "list-empty shape 0 end v0 before v1", "");
    cells(PLAIN).rejects("L-EMPTY", "term", "vars 2", "list-empty shape 0 end v2");
    cells(PLAIN).rejects("L-EMPTY", "term", "vars 2", "list-empty shape 0 end v0 first 0=v2");
    let proof = cells(PLAIN).certificate("vars 2", "list-empty shape 0 end v0", "");
    let short = |which: u32| {
        ghosts_edited(&proof, |ghost| {
            if let Ghost::ListEmpty { first, last, .. } = ghost {
                if which == 0 { first.clear() } else { last.clear() }
            }
        })
    };
    alone(&short(0), "L-EMPTY", "fields");
    alone(&short(1), "L-EMPTY", "fields");
}

const LISTS: &str = "vars 8\nlist 0 shape 0 from v0 to v1 length v2 first 0=v3 all f0 <= 9\n\
    list 1 shape 0 from v1 to v4 length v5 last 0=v6 all f0 <= 8";

#[test]
fn l_join() {
    let wrong = |state: &str, premise: &str, steps: &str| cells(PLAIN).alone("L-JOIN", premise, state, steps);
    cells(PLAIN).accepts(LISTS, "list-join 0 1 first - last - all f0 <= 9", "");
    wrong(LISTS, "P3", "list-join 0 1 first - last - all f0 <= 8");
    wrong(&LISTS.replace("<= 8", "<= 10"), "P4", "list-join 0 1 first - last - all f0 <= 9");
    wrong(&LISTS.replace("from v1 to v4", "from v7 to v4"), "P1", "list-join 0 1 first - last -");
    cells(PLAIN).rejects("L-JOIN", "list", LISTS, "list-join 0 2 first - last -");
    // A cyclic list ends where it begins, but it is one list.
    let cycle = "vars 2\nlist 0 shape 0 from v0 to v0 length v1";
    wrong(cycle, "lists", "list-join 0 0 first - last -");
    let other = format!("{PLAIN}\n{PLAIN}");
    let mixed = LISTS.replace("list 1 shape 0", "list 1 shape 1");
    cells(&other).alone("L-JOIN", "lists", &mixed, "list-join 0 1 first - last -");
    for mark in ["ro", "kept"] {
        wrong(&format!("{LISTS} marks {mark}"), "lists", "list-join 0 1 first - last -");
    }
    wrong(LISTS, "fields", "list-join 0 1 first - - last -");
    wrong(LISTS, "fields", "list-join 0 1 first - last - -");
    // What is known of the first and the last cell.
    let (with, without) = ("know 1 <= v2\nknow 1 <= v5", "know v2 <= 0\nknow v5 <= 0");
    let (with, without) = (format!("{LISTS}\n{with}"), format!("{LISTS}\n{without}"));
    let joined = |first: &str, last: &str| format!("list-join 0 1 first {first} last {last}");
    cells(PLAIN).accepts(&with, &joined("l", "r"), "");
    wrong(LISTS, "P5", &joined("l", "-"));
    wrong(LISTS, "P7", &joined("-", "r"));
    let swapped = |state: &str| state.replace("first 0=v3", "last 0=v3").replace("last 0=v6", "first 0=v6");
    cells(PLAIN).accepts(&swapped(&without), &joined("r", "l"), "");
    wrong(&swapped(LISTS), "P6", &joined("r", "-"));
    wrong(&swapped(LISTS), "P8", &joined("-", "l"));
    cells(PLAIN).rejects("L-JOIN", "fields", &swapped(&with), &joined("l", "-"));
    let result = "vars 5\nlist 0 shape 0 from v0 to v1 length v2 first 0=v3 last 0=v4";
    cells(PLAIN).accepts(&with, &format!("{}\ngoto 3 (v0, v4, v2 + v5, v3, v6) lists 0<-2", joined("l", "r")), result);
}

const BACK: &str = "vars 9\nlist 0 shape 0 from v0 to v1 length v2 before v3 rear v4\n\
    list 1 shape 0 from v1 to v5 length v6 before v4 rear v7";

#[test]
fn pointers_back() {
    let join = "list-join 0 1 first - last -";
    let double = cells(DOUBLE);
    let result = "vars 5\nlist 0 shape 0 from v0 to v1 length v2 before v3 rear v4";
    double.accepts(BACK, &format!("{join}\ngoto 3 (v0, v5, v2 + v6, v3, v7) lists 0<-2"), result);
    double.alone("L-JOIN", "P2", &BACK.replace("before v4", "before v8"), join);
    let folded = "vars 4\nblock 0 heap v0 24 align 16\ncell 0 in 0 at 8 width 8 u = v1\ncell 1 in 0 at 0 width 4 s = v2\n\
        cell 2 in 0 at 16 width 8 u = v3";
    let fold = "list-fold shape 0 block 0 links 0 back 2 fields 1";
    let cell = "vars 3\nlist 0 shape 0 from v0 to v1 length 1 before v2 rear v0";
    double.accepts(folded, &format!("{fold}\ngoto 3 (v0, v1, v3) lists 0<-0"), cell);
    double.alone("L-FOLD", "P2", &folded.replace("at 16", "at 12"), fold);
    double.alone("L-FOLD", "places", folded, &fold.replace("back 2", ""));
    // First: v9 is the link. What stands before the rest is the cell.
    let some = format!("{BACK}\nknow 1 <= v2");
    let first = "list-first 0\ngoto 3 (v0, v9, v3, v2, v1, v4, v10) blocks 0<-0 cells 0<-0 1<-1 2<-2 lists 0<-0";
    let result = "vars 7\nblock 0 heap v0 24 align 8\ncell 0 in 0 at 8 width 8 u = v1\ncell 1 in 0 at 16 width 8 u = v2\n\
        cell 2 in 0 at 0 width 4 s = v6\nlist 0 shape 0 from v1 to v4 length v3 - 1 before v0 rear v5";
    double.accepts(&some, first, result);
    // Last: v9 points to the cell before.
    let last = "list-last 0\ngoto 3 (v4, v1, v9, v2, v0, v3, v10) blocks 0<-0 cells 0<-0 1<-1 2<-2 lists 0<-0";
    let result = "vars 7\nblock 0 heap v0 24 align 8\ncell 0 in 0 at 8 width 8 u = v1\ncell 1 in 0 at 16 width 8 u = v2\n\
        cell 2 in 0 at 0 width 4 s = v6\nlist 0 shape 0 from v4 to v0 length v3 - 1 before v5 rear v2";
    double.accepts(&some, last, result);
    double.alone("L-LAST", "P1", BACK, "list-last 0");
    double.alone("L-LAST", "P2", &some, "list-last 0 only");
    let one = format!("{BACK}\nknow v2 = 1");
    double.accepts(&one, "list-last 0 only\nassert v9 = v3\nassert v0 = v4", "");
    double.accepts(&one, "list-first 0 only\nassert v9 = v1\nassert v0 = v4", "");
    double.rejects("G-ASSERT", "P1", &some, "list-first 0\nassert v0 = v4");
    // Without pointers back nobody knows where the last cell is.
    cells(PLAIN).alone("L-LAST", "shape", &format!("{LISTS}\nknow 1 <= v2"), "list-last 0");
}

#[test]
fn l_length_and_l_emptied() {
    cells(PLAIN).accepts(LISTS, "list-length 0\nassert 0 <= v2", "");
    cells(PLAIN).rejects("G-ASSERT", "P1", LISTS, "list-length 1\nassert 0 <= v2");
    cells(PLAIN).rejects("L-LENGTH", "list", LISTS, "list-length 2");
    let empty = format!("{LISTS}\nknow v2 <= 0");
    cells(PLAIN).accepts(&empty, "list-emptied 0\nassert v0 = v1\nassert v2 = 0", "");
    cells(PLAIN).alone("L-EMPTIED", "P1", LISTS, "list-emptied 0");
    cells(PLAIN).rejects("L-EMPTIED", "list", &empty, "list-emptied 0\nlist-emptied 0");
    let back = format!("{BACK}\nknow v2 = 0");
    cells(DOUBLE).accepts(&back, "list-emptied 0\nassert v4 = v3", "");
}

#[test]
fn g_read() {
    let state = "vars 2\nblock 0 heap v0 16 align 16";
    let read = "read 0 at 8 width 8 u";
    let result = "vars 2\nblock 0 heap v0 16 align 16\ncell 0 in 0 at 8 width 8 u = v1";
    let block = Block::new("", "");
    block.accepts(state, &format!("{read}\nassert 0 <= v2\ngoto 3 (v0, v2) blocks 0<-0 cells 0<-0"), result);
    block.alone("G-READ", "P1", state, &read.replace("at 8", "at -8"));
    block.alone("G-READ", "P2", state, &read.replace("at 8", "at 9"));
    block.rejects("G-READ", "width", state, &read.replace("width 8", "width 3"));
    block.rejects("G-READ", "term", state, &read.replace("at 8", "at v2"));
    block.rejects("G-READ", "block", state, &read.replace("read 0", "read 1"));
    block.rejects("G-READ", "block", &state.replace("align 16", "align 16 optional"), read);
}

/// Marks go from a block to the segment and back, and are those of all that a step consumes.
#[test]
fn marks() {
    for (mark, marks) in [("", ""), ("ro", "marks ro"), ("kept", "marks kept")] {
        let proof = |given: &str, wanted: &str| {
            let state = BLOCK.replace("align 16", &format!("align 16 {given}"));
            let result = format!("vars 2\nlist 0 shape 0 from v0 to v1 length 1 {wanted}");
            cells(PLAIN).certificate(&state, &format!("{FOLD}\ngoto 3 (v0, v1) lists 0<-0"), &result)
        };
        match mark {
            "ro" => alone(&proof(mark, marks), "N-RETURN", "read only"),
            _ => drop(crate::support::valid(&proof(mark, marks))),
        }
        let other = if mark == "kept" { "" } else { "marks kept" };
        alone(&proof(mark, other), "C-LIST", "marks");
    }
    // A cell of a list that may not be written or freed.
    let list =
        |marks: &str| format!("vars 3\np = v0\nlist 0 shape 0 from v0 to v1 length v2 marks {marks}\nknow 1 <= v2");
    let free = Block::new("ptr %p", "call void @free(ptr %p)").module("declare void @free(ptr)").shapes(PLAIN);
    free.accepts(&list(""), "list-first 0\nexec release 0", "");
    free.alone("F-FREE", "block", &list("kept"), "list-first 0\nexec release 0");
    free.alone("F-FREE", "block", &list("ro"), "list-first 0\nexec release 0");
    let store = Block::new("ptr %p", "store i32 0, ptr %p").shapes(PLAIN);
    store.accepts(&list("kept"), "list-first 0\nexec s store 0", "");
    store.alone("M-STORE", "writable", &list("ro"), "list-first 0\nexec s store 0");
    // A kept cell may be a variable of a caller, one that is only read a constant.
    let apart = "apart 0 1 {\ngoto 3\n} else {\ngoto 3\n}";
    let two = |first: &str, second: &str| format!("vars 2\nblock 0 heap v0 4 align 4 {first}\nblock 1 {second}");
    cells("").accepts(&two("", "heap v1 4 align 4"), apart, "");
    cells("").accepts(&two("kept", "heap v1 4 align 4"), apart, "");
    cells("").alone("G-APART", "stack", &two("kept", "heap v1 4 align 4 kept"), apart);
    cells("").alone("G-APART", "stack", &two("kept", "stack:s v1 4 align 4"), apart);
    let constant = cells("").module("@c = unnamed_addr constant i32 7");
    constant.accepts(&two("", "global:c v1 4 align 4"), apart, "");
    constant.alone("G-APART", "views", &two("ro", "global:c v1 4 align 4"), apart);
}

fn goes(state: &str, goto: &str, target: &str) -> Certificate {
    cells(DOUBLE).certificate(state, goto, target)
}

#[test]
fn c_list() {
    let state = "vars 9\nlist 3 shape 0 from v0 to v1 length v2 before v3 rear v4 first 0=v5 last 0=v6 all f0 <= v7\n\
        list 4 shape 0 from v0 to v1 length v2 before v3 rear v4";
    let goto = "goto 3 (v0, v1, v2, v3, v4, v5, v6, v7) lists 0<-3";
    let target =
        "vars 8\nlist 0 shape 0 from v0 to v1 length v2 before v3 rear v4 first 0=v5 last 0=v6 all f0 <= v7 + 1";
    crate::support::valid(&goes(state, goto, target));
    let wrong = |premise: &str, edit: (&str, &str)| {
        assert!(target.contains(edit.0));
        alone(&goes(state, goto, &target.replace(edit.0, edit.1)), "C-LIST", premise);
    };
    wrong("head", ("from v0", "from v7"));
    wrong("end", ("to v1", "to v7"));
    wrong("length", ("length v2", "length v7"));
    wrong("before", ("before v3", "before v7"));
    wrong("rear", ("rear v4", "rear v7"));
    wrong("field", ("first 0=v5", "first 0=v7"));
    wrong("field", ("last 0=v6", "last 0=v7"));
    wrong("all", ("f0 <= v7 + 1", "f0 <= v7 - 1"));
    wrong("marks", ("v7 + 1", "v7 + 1 marks kept"));
    rejected(&goes(state, &goto.replace("0<-3", "0<-4"), &target.replace("all f0 <= v7 + 1", "")), "C-LIST", "fields");
    rejected(&goes(state, &goto.replace("0<-3", "0<-5"), target), "C-LIST", "map");
    rejected(&goes(state, &goto.replace("lists 0<-3", ""), target), "C-LIST", "map");
    alone(&goes(state, &format!("{goto} 1<-3"), target), "C-LIST", "map");
    let plain = "vars 8\nlist 0 shape 0 from v0 to v1 length v2 before v3 rear v4";
    let twice = format!("{plain}\n{}", plain.replace("vars 8\nlist 0", "list 1"));
    crate::support::valid(&goes(state, &format!("{goto} 1<-4"), &twice));
    alone(&goes(state, &format!("{goto} 1<-3"), &twice), "C-LIST", "injective");
    let shapes = format!("{DOUBLE}\n{DOUBLE}");
    let other = cells(&shapes).certificate(state, goto, &plain.replace("shape 0", "shape 1"));
    alone(&other, "C-LIST", "shape");
    // An empty list may be said to have any first and last cell.
    let empty = "list-empty shape 0 end v1 before v3 first 0=v5 last 0=v6 all f0 <= v7\n";
    let goto = "goto 3 (v1, v1, 0, v3, v3, v5, v6, v7) lists 0<-5";
    crate::support::valid(&goes(state, &format!("{empty}{goto}"), target));
}

#[test]
fn w_of_lists_and_shapes() {
    let state = "vars 5\nlist 0 shape 0 from v0 to v1 length v2 before v3 rear v4";
    cells(DOUBLE).accepts(state, "goto 3", "");
    cells(DOUBLE).rejects("W", "term", &state.replace("rear v4", "rear v5"), "goto 3");
    cells(DOUBLE).rejects("W", "shape", &state.replace("shape 0", "shape 1"), "goto 3");
    cells(PLAIN).alone("W", "structures", &state.replace("rear v4", ""), "goto 3");
    cells(PLAIN).alone("W", "structures", &state.replace("before v3", ""), "goto 3");
    let twice = format!("{state}\n{}", state.replace("vars 5\n", ""));
    cells(DOUBLE).alone("W", "structures", &twice, "goto 3");
    for kind in ["stack:s", "caller:0"] {
        cells("").alone("W", "kept", &format!("vars 1\nblock 0 {kind} v0 4 align 4 kept"), "goto 3");
    }
    let wrong = |premise: &str, shape: &str| cells(shape).alone("W", premise, "", "goto 3");
    for shape in [
        PLAIN,
        DOUBLE,
        "shape 16 align 8 anchor 15 links 8 0",
        "shape 16 align 8 links 8 fields 0:8:u owned 0:f0:1",
        "shape 16 align 8 links 8 owned 0:9223372036854775807:1:string",
    ] {
        cells(shape).accepts("", "goto 3", "");
    }
    wrong("shape", "shape 9223372036854775808 align 8 links 8");
    wrong("shape", "shape 16 align 3 links 8");
    wrong("shape", "shape 16 align 8 anchor 16 links 8");
    wrong("shape", "shape 16 align 8 links");
    wrong("shape", "shape 24 align 8 links 8 16 back 0");
    wrong("shape", "shape 16 align 8 links 8 fields 4:8:u");
    wrong("shape", "shape 16 align 8 links 8 back 8");
    wrong("shape", "shape 16 align 8 links 9");
    wrong("shape", "shape 16 align 8 links 18446744073709551615");
    cells("shape 16 align 8 links 8 fields 0:3:u").rejects("W", "width", "", "goto 3");
    wrong("shape", "shape 16 align 8 links 8 owned 0:4:3");
    // A list that a cell owns is of a shape that stands before its own.
    let outer = "shape 16 align 8 links 8 owned 0:list0";
    cells(&format!("{PLAIN}\n{outer}")).accepts("", "goto 3", "");
    wrong("shape", outer);
    wrong("shape", &format!("{}\n{PLAIN}", outer.replace("list0", "list1")));
    wrong("shape", &format!("shape 24 align 8 links 8 16\n{outer}"));
    let field = outer.replace("owned", "fields 0:8:u owned");
    wrong("shape", &format!("{PLAIN}\n{field} 0:list0"));
    wrong("shape", "shape 16 align 8 links 8 fields 0:8:u owned 0:4:1 0:4:1");
    wrong("shape", "shape 16 align 8 links 8 fields 0:8:s owned 0:4:1");
    wrong("shape", "shape 16 align 8 links 8 fields 0:4:u owned 0:4:1");
    wrong("shape", "shape 16 align 8 links 8 owned 0:9223372036854775808:1");
    wrong("shape", "shape 16 align 8 links 8 owned 0:f0:1");
    let places: String = (0..64).map(|offset| format!(" {}:1:u", 8 + offset)).collect();
    wrong("shape", &format!("shape 72 align 8 links 0 fields{places}"));
}

/// What a program may do wrong with cells, and which premise says so.
#[test]
fn traps() {
    let free = Block::new("ptr %p, ptr %q", "call void @free(ptr %p)").module("declare void @free(ptr)").shapes(PLAIN);
    let cell = BLOCK.replace("vars 6", "vars 6\np = v0\nq = v1");
    free.accepts(&cell, "exec release 0", "");
    // A cell that a list has is not freed beside it; one that was freed is not linked.
    free.rejects("F-FREE", "block", &cell, &format!("{FOLD}\nexec release 0"));
    free.rejects("L-FOLD", "block", &cell, &format!("exec release 0\n{FOLD}"));
    // Nor is it freed twice, once by itself and once through the list.
    let list = "vars 3\np = v0\nlist 0 shape 0 from v0 to v1 length v2\nknow 1 <= v2";
    free.accepts(list, "list-first 0\nexec release 0", "");
    let twice = Block::new("ptr %p", "call void @free(ptr %p)\ncall void @free(ptr %p)");
    let twice = twice.module("declare void @free(ptr)").shapes(PLAIN);
    twice.rejects("F-FREE", "block", list, "list-first 0\nexec release 0\nexec release 0");
    twice.rejects(
        "F-FREE",
        "P1",
        &format!("{list}\nknow 2 <= v2"),
        "list-first 0\nexec release 0\nlist-first 0\nexec release 1",
    );
    // Two lists of one head have no cell in common: one of them is empty, but nobody knows which.
    let shared = "vars 4\nlist 0 shape 0 from v0 to 0 length v1\nlist 1 shape 0 from v0 to 0 length v2";
    cells(PLAIN).rejects("L-FIRST", "P1", shared, "list-first 0\nlist-first 1");
    // A last cell whose link was never made null: what it holds is the end, and is unknown.
    let raw = "vars 1\nblock 0 heap v0 16 align 16";
    let fold = "read 0 at 8 width 8 u\nread 0 at 0 width 4 s\nlist-fold shape 0 block 0 links 0 fields 1";
    let result = |end: &str| format!("vars 2\nlist 0 shape 0 from v0 to {end} length 1");
    let goto = format!("{fold}\ngoto 3 (v0, v1) lists 0<-0");
    cells(PLAIN).accepts(raw, &goto, &result("v1"));
    rejected(&cells(PLAIN).certificate(raw, &goto, &result("0")), "C-LIST", "end");
    // A link into the middle of a cell leads to no cell.
    let middle = BOTH.replace("list 0 shape 0 from v1", "list 0 shape 0 from v1 - 4");
    cells(PLAIN).rejects("L-JOIN", "P1", &middle, &format!("{FOLD}\nlist-join 1 0 first - last -"));
    // A pointer back that lies.
    let lies = BACK.replace(
        "list 1 shape 0 from v1 to v5 length v6 before v4",
        "list 1 shape 0 from v1 to v5 length v6 before v0",
    );
    cells(DOUBLE).rejects("L-JOIN", "P2", &lies, "list-join 0 1 first - last -");
    // What is not said of the cells is not found in one.
    cells(PLAIN).rejects("G-ASSERT", "P1", &format!("{LISTS}\nknow 1 <= v2"), "list-first 0\nassert v9 = 3");
    cells(PLAIN).rejects("G-ASSERT", "P1", &format!("{LISTS}\nknow 1 <= v2"), "list-first 0\nassert v9 <= 8");
}

/// What facts say of the place of a cell: `behind` is the number of cells behind it.
#[test]
fn cells_behind() {
    let (plain, double) = (cells(PLAIN), cells(DOUBLE));
    let list = |ends: &str, length: &str, fact: &str| {
        format!("vars 2\nlist 0 shape 0 from {ends} to 0 length {length} all {fact}")
    };
    // Prepended: as many cells stand behind it as there were, and behind the others what stood there.
    let state = "vars 6\nblock 0 heap v0 16 align 16\ncell 0 in 0 at 8 width 8 u = v1\n\
        cell 1 in 0 at 0 width 4 s = v2\nlist 0 shape 0 from v1 to 0 length v2 all f0 = behind";
    let steps = "list-fold shape 0 block 0 links 0 fields 1 all f0 = v2 + behind\n\
        list-join 1 0 first - last - all f0 = behind";
    plain.accepts(state, &format!("{steps}\ngoto 3 (v0, v2) lists 0<-2"), &list("v0", "v1 + 1", "f0 = behind"));
    plain.alone("L-JOIN", "P3", &state.replace("length v2", "length v3"), steps);
    plain.alone("L-JOIN", "P4", &state.replace("f0 = behind", "f0 = behind + 1"), steps);
    // A fold has no cell behind its cell, and a join not the same behind the cells of its left list.
    plain.alone("L-FOLD", "P7", state, "list-fold shape 0 block 0 links 0 fields 1 all f0 = v2 + 1 + behind");
    let two = "vars 6\nlist 0 shape 0 from v0 to v1 length v2 all f0 = behind\n\
        list 1 shape 0 from v1 to 0 length v3 all f0 = behind";
    let join = "list-join 0 1 first - last - all f0 = behind";
    plain.alone("L-JOIN", "P3", two, join);
    plain.accepts(&format!("{two}\nknow v3 = 0"), join, "");
    plain.accepts(&two.replacen("f0 = behind", "f0 = behind + v3", 1), join, "");
    plain.alone("L-JOIN", "P4", &two.replacen("f0 = behind", "f0 = 2*v3 + 2*behind", 1), &join.replace('b', "2*b"));
    // Of an only cell any step is true; of the other list's cells it is not.
    let only = state.replace("f0 = behind", "f0 = behind\nknow v2 = 0 + v2");
    plain.accepts(&only, &steps.replace("all f0 = v2 + behind", "all f0 = v2"), "");
    let one = two.replacen("f0 = behind", "f0 = v4", 1);
    let known = |length: &str| format!("{one}\nknow v4 = v3\nknow {length} = 1");
    plain.accepts(&known("v2"), join, "");
    plain.alone("L-JOIN", "P3", &known("v3"), join);
    let one = "vars 6\nlist 0 shape 0 from v0 to v1 length v2 all f0 = behind + v3\n\
        list 1 shape 0 from v1 to 0 length v3 all f0 = 0";
    plain.accepts(&format!("{one}\nknow v3 = 1"), join, "");
    plain.alone("L-JOIN", "P4", &format!("{one}\nknow v2 = 1"), join);
    // The first cell of a list, with all others behind it; what is said of these stays.
    let some = "vars 2\nlist 0 shape 0 from v0 to 0 length v1 all f0 = 3*behind\nknow 1 <= v1";
    let first = "list-first 0\nassert v3 = 3*v1 - 3";
    plain.accepts(some, &format!("{first}\ngoto 3 (v2, v1 - 1) lists 0<-0"), &list("v0", "v1", "f0 = 3*behind"));
    plain.rejects("G-ASSERT", "P1", some, &first.replace("- 3", "- 2"));
    let less = list("v0", "v1", "f0 = 3*behind + 3");
    let proof = plain.certificate(some, &format!("{first}\ngoto 3 (v2, v1 - 1) lists 0<-0"), &less);
    rejected(&proof, "C-LIST", "all");
    // The last one, with none behind it: what remains is nearer to the end.
    let some = "vars 4\nlist 0 shape 0 from v0 to 0 length v1 before v2 rear v3 all f0 = 3*behind + 5\nknow 1 <= v1";
    let last = "list-last 0\nassert v5 = 5\ngoto 3 (v0, v3, v1 - 1, v2, v4) lists 0<-0";
    let rest = |fact: &str| format!("vars 5\nlist 0 shape 0 from v0 to v1 length v2 before v3 rear v4 all {fact}");
    double.accepts(some, last, &rest("f0 = 3*behind + 8"));
    double.rejects("G-ASSERT", "P1", some, &last.replace("v5 = 5", "v5 = 8"));
    for wrong in ["f0 = 3*behind + 5", "f0 = 3*behind + 2"] {
        rejected(&double.certificate(some, last, &rest(wrong)), "C-LIST", "all");
    }
    // From 0 to length - 1 cells stand behind each.
    let goto = "goto 3 (v0, v1) lists 0<-0";
    let counted =
        |known: &str, wanted: &str| plain.certificate(&list("v0", "v1", known), goto, &list("v0", "v1", wanted));
    for (known, wanted) in
        [("f0 = behind", "f0 <= v1 - 1"), ("f0 = behind", "f0 >= 0"), ("f0 >= v1", "f0 >= behind + 1")]
    {
        drop(crate::support::valid(&counted(known, wanted)));
    }
    for (known, wanted) in [("f0 = behind", "f0 <= v1 - 2"), ("f0 = behind", "f0 >= 1"), ("f0 = 7", "f0 = behind + 7")]
    {
        alone(&counted(known, wanted), "C-LIST", "all");
    }
    // Behind an only cell stands none: any step fits.
    let one = |length: &str| {
        let state = format!("{}\nknow v1 <= {length}", list("v0", "v1", "f0 = 7"));
        plain.certificate(&state, goto, &list("v0", "v1", "f0 = 7 - 5*behind"))
    };
    drop(crate::support::valid(&one("1")));
    alone(&one("2"), "C-LIST", "all");
    // Of a list without cells everything is true.
    let empty = "list-empty shape 0 end 0 all f0 = 5*behind + 2\ngoto 3 (0, 0) lists 0<-0";
    plain.accepts("vars 2", empty, &list("v0", "v1", "f0 = 5*behind + 2"));
}

/// No cell of a tree is behind another, not even if each has only one link.
#[test]
fn cells_of_trees_are_not_behind_each_other() {
    let tree = "vars 2\ntree 0 shape 0 root v0 cells v1 all f0 <= 9 - behind";
    cells(PLAIN).alone("W", "behind", tree, "");
    cells(PLAIN).alone("T-NIL", "behind", "vars 1\nknow v0 = 0", "tree-nil shape 0 root v0 all f0 = behind");
    let state = format!("{BLOCK}\ntree 0 shape 0 root v1 cells v3 all f0 <= 9");
    let fold = "tree-fold shape 0 block 0 links 0 fields 1 trees 0 all f0 <= 9";
    cells(PLAIN).accepts(&state, fold, "");
    cells(PLAIN).alone("T-FOLD", "behind", &state, &format!("{fold} + behind"));
    cells(PLAIN).alone("T-HOLE", "behind", "vars 1", "tree-hole shape 0 root v0 all f0 = behind");
    let two =
        "vars 4\ntree 0 shape 0 root v0 cells v1 hole v2 all f0 <= 9\ntree 1 shape 0 root v2 cells v3 all f0 <= 9";
    let fill = "tree-fill 0 1 shape 0 all f0 <= 9";
    cells(PLAIN).accepts(two, fill, "");
    cells(PLAIN).alone("T-FILL", "behind", two, &format!("{fill} + behind"));
}
