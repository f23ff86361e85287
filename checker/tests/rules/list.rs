//! `spec/rules/list.md`

use certificates::{Certificate, Ghost, Step};

use crate::support::{Block, alone, rejected};

/// A cell of 16 bytes: an `int` at 0, the link at 8.
pub const PLAIN: &str = "shape 16 align 8 links 8 fields 0:4:s";
/// The same with a pointer back.
const DOUBLE: &str = "shape 24 align 8 links 8 back 16 fields 0:4:s";

pub fn cells(shapes: &str) -> Block {
    Block::new("ptr %p, ptr %q, i32 %a", "").entry("%s = alloca i32, align 4", "test 0").shapes(shapes)
}

/// A certificate whose ghost steps are changed by hand.
fn edited(certificate: &Certificate, edit: impl Fn(&mut Ghost)) -> Certificate {
    let mut certificate = certificate.clone();
    for step in &mut certificate.steps {
        if let Step::Ghost { ghost, .. } = step {
            edit(ghost);
        }
    }
    certificate
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
    cells(embedded).accepts(BOTH, "list-first 0\nassert 9 <= v1\nassert v1 + 8 <= 18446744073709551615", "");
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
    let short = edited(&cells(PLAIN).certificate(BLOCK, FOLD, ""), |ghost| {
        if let Ghost::ListFold { all, .. } = ghost {
            all[0].fields.clear();
            all[0].rest = crate::language::term("-1");
        }
    });
    alone(&short, "L-FOLD", "all");
}

/// 32 bytes: a number at 0, the link at 8, a pointer at 16 that is also a field, a pointer at 24.
fn owning(first: &str, second: &str) -> String {
    format!("shape 32 align 8 links 8 fields 0:8:u 16:8:u owned 16:{first} 24:{second}")
}

const OWNER: &str = "vars 8\nblock 0 heap v0 32 align 16\nblock 1 heap v1 v2 align 16\nblock 2 heap v3 8 align 16\n\
    cell 0 in 0 at 8 width 8 u = v4\ncell 1 in 0 at 0 width 8 u = v2\ncell 2 in 0 at 16 width 8 u = v1\n\
    cell 3 in 0 at 24 width 8 u = v3\ncell 4 in 1 at v5 width 1 s = 0\ncell 5 in 1 at v5 width 2 s = 0\n\
    cell 6 in 1 at v5 width 1 s = v6\ncell 7 in 0 at 1 width 1 s = 0\ncell 8 in 2 at 0 width 1 s = 0\nknow v1 != 0";

#[test]
fn l_fold_of_what_is_owned() {
    let string = owning("f0:1:string", "8:8");
    let fold = "list-fold shape 0 block 0 links 0 fields 1 2 owned 2:1:4 3:2 all f1 != 0";
    let wrong = |state: &str, premise: &str, steps: &str| cells(&string).alone("L-FOLD", premise, state, steps);
    let gone = "goto 3 (v0, v4) lists 0<-0";
    let result = "vars 2\nlist 0 shape 0 from v0 to v1 length 1 all f1 != 0";
    cells(&string).accepts(OWNER, &format!("{fold}\n{gone}"), result);
    let used = |block: u32| format!("{fold}\nread {block} at 0 width 1 u");
    cells(&string).rejects("G-READ", "block", OWNER, &used(1));
    cells(&string).rejects("G-READ", "block", OWNER, &used(2));
    let null = OWNER.replace("width 8 u = v3", "width 8 u = 0");
    cells(&string).accepts(&null, &fold.replace("3:2", "3:null"), "");
    wrong(OWNER, "P3", &fold.replace("3:2", "3:null"));
    // The cell itself, a block that is owned twice.
    let itself = owning("f0:1:string", "32:8");
    let own = OWNER.replace("width 8 u = v3", "width 8 u = v0");
    cells(&itself).alone("L-FOLD", "owned", &own, &fold.replace("3:2", "3:0"));
    let twice = owning("f0:1:string", "any:8");
    let own = OWNER.replace("width 8 u = v3", "width 8 u = v1") + "\nknow v2 <= 9223372036854775807";
    cells(&twice).alone("L-FOLD", "owned", &own, &fold.replace("3:2", "3:1"));
    cells(&string).rejects("L-FOLD", "owned", OWNER, &fold.replace("3:2", "3:9"));
    for kind in ["caller:0", "stack:s"] {
        wrong(&OWNER.replace("heap v3", &format!("{kind} v3")), "owned", fold);
    }
    for mark in ["ro", "kept"] {
        wrong(&OWNER.replace("v3 8 align 16", &format!("v3 8 align 16 {mark}")), "owned", fold);
    }
    wrong(&OWNER.replace("v3 8 align 16", "v3 8 align 4"), "align", fold);
    wrong(&OWNER.replace("heap v3", "heap v3+1"), "P4", fold);
    wrong(&OWNER.replace("heap v3 8", "heap v3 9"), "P5", fold);
    wrong(&OWNER.replace("heap v1 v2", "heap v1 v7"), "P5", fold);
    // A block that may not be there has this size if it is there.
    let optional = OWNER.replace("v3 8 align 16", "v3 8 align 16 optional").replace("cell 8 in 2", "cell 8 in 1");
    cells(&string).accepts(&optional, fold, "");
    wrong(&optional.replace("heap v3 8", "heap v3 9"), "P5", fold);
    // Memory of any size is not too large for an address.
    let any = owning("any:1:string", "8:8");
    let small = format!("{OWNER}\nknow v2 <= 9223372036854775807");
    cells(&any).accepts(&small, fold, "");
    cells(&any).alone("L-FOLD", "P5", &small.replace("5807", "5808"), fold);
    wrong(OWNER, "zero", &fold.replace("2:1:4", "2:1"));
    wrong(OWNER, "zero", &fold.replace("3:2", "3:2:8"));
    wrong(OWNER, "zero", &fold.replace("2:1:4", "2:1:7"));
    wrong(OWNER, "zero", &fold.replace("2:1:4", "2:1:5"));
    wrong(OWNER, "P6", &fold.replace("2:1:4", "2:1:6"));
}

#[test]
fn what_is_owned_is_unfolded() {
    let state = "vars 2\nlist 0 shape 0 from v0 to 0 length v1 all f1 != 0\nknow 1 <= v1";
    let string = owning("f0:1:string", "8:8");
    // v2 link, v3 and v4 the fields, v5 the other pointer, v6 the place of the 0.
    let steps = "list-first 0 owned present optional\nassert 1 <= v4\nassert v6 + 1 <= v3\nassert 0 <= v6\nread 1 at v6 width 1 u";
    let result =
        "vars 4\nblock 0 heap v0 v1 align 1\nblock 1 heap v2 8 align 8 optional\ncell 0 in 0 at v3 width 1 u = 0";
    cells(&string).accepts(state, &format!("{steps}\ngoto 3 (v4, v3, v5, v6) blocks 0<-1 1<-2 cells 0<-5"), result);
    cells(&string).alone("L-FIRST", "P3", state, "list-first 0 owned present null");
    cells(&string).alone("L-FIRST", "P4", &state.replace("f1 != 0", "f1 >= 0"), "list-first 0 owned present optional");
    cells(&string).alone("L-FIRST", "owned", state, "list-first 0 owned optional optional");
    let empty = state.replace("f1 != 0", "f1 = 0");
    cells(&string).accepts(&empty, "list-first 0 owned null optional\nassert v4 = 0", "");
    // Memory whose size is a field may be an allocation that was removed, and has no address then.
    let top = "assert v4 + SIZE <= 18446744073709551615";
    let first = "list-first 0 owned present optional";
    cells(&string).rejects("G-ASSERT", "P1", state, &format!("{first}\n{}", top.replace("SIZE", "v3")));
    let constant = owning("24:1", "8:8");
    cells(&constant).accepts(state, &format!("{first}\n{}", top.replace("SIZE", "24")), "");
    let any = owning("any:1", "8:8");
    let top = top.replace("SIZE", "v6");
    cells(&any).accepts(state, &format!("{first}\nassert 0 <= v6\nassert v6 <= 9223372036854775807"), "");
    cells(&any).accepts(state, &format!("{first}\nbounds 1\n{top}"), "");
    cells(&any).rejects("G-ASSERT", "P1", state, &format!("{first}\nassert v6 <= 9223372036854775806"));
    let optional = "list-first 0 owned optional optional";
    cells(&any).accepts(state, &format!("{optional}\nassert v6 <= 9223372036854775807"), "");
}

/// An inner cell, and an outer one: the link at 8, an inner list at 0, which is also a field, and another at 16.
fn nested(inner: &str) -> Block {
    cells(&format!("{inner}\nshape 24 align 8 links 8 fields 0:8:u owned 0:list0 16:list0"))
}

const OUTER: &str = "vars 8\nblock 0 heap v0 24 align 16\ncell 0 in 0 at 8 width 8 u = v1\ncell 1 in 0 at 0 width 8 u = v2\n\
    cell 2 in 0 at 16 width 8 u = v3\nlist 0 shape 0 from v2 to 0 length v4\nlist 1 shape 0 from v3 to 0 length v5";

#[test]
fn l_fold_of_a_list_that_is_owned() {
    let fold = "list-fold shape 1 block 0 links 0 fields 1 owned 1:list0 2:list1";
    let wrong = |premise: &str, state: &str, steps: &str| nested(PLAIN).alone("L-FOLD", premise, state, steps);
    let result = "vars 2\nlist 0 shape 1 from v0 to v1 length 1";
    nested(PLAIN).accepts(OUTER, &format!("{fold}\ngoto 3 (v0, v1) lists 0<-2"), result);
    // The inner lists are gone.
    for list in ["0", "1"] {
        nested(PLAIN).rejects("L-LENGTH", "list", OUTER, &format!("{fold}\nlist-length {list}"));
    }
    let null = OUTER.replace("width 8 u = v3", "width 8 u = 0");
    nested(PLAIN).accepts(&null, &format!("{}\nlist-length 1", fold.replace("2:list1", "2:null")), "");
    wrong("P3", OUTER, &fold.replace("2:list1", "2:null"));
    wrong("P4", &OUTER.replace("from v3", "from v6"), fold);
    // A list that goes on, or is a cycle.
    wrong("P8", &OUTER.replace("from v3 to 0", "from v3 to v6"), fold);
    wrong("P8", &OUTER.replace("from v3 to 0", "from v3 to v3"), fold);
    // One list at two places.
    let shared = OUTER.replace("width 8 u = v3", "width 8 u = v2");
    wrong("owned", &shared, &fold.replace("2:list1", "2:list0"));
    nested(PLAIN).rejects("L-FOLD", "owned", OUTER, &fold.replace("2:list1", "2:list7"));
    for mark in ["ro", "kept"] {
        wrong("owned", &format!("{OUTER} marks {mark}"), fold);
    }
    let other = cells(&format!("{PLAIN}\n{PLAIN}\nshape 24 align 8 links 8 owned 0:list1 16:list0"));
    let other_fold = fold.replace("shape 1", "shape 2").replace("fields 1 ", "");
    other.accepts(&OUTER.replace("list 0 shape 0", "list 0 shape 1"), &other_fold, "");
    other.alone("L-FOLD", "owned", OUTER, &other_fold);
    // A block where a list is owned, a list where a block is.
    let block = format!("{OUTER}\nblock 1 heap v3 16 align 16");
    nested(PLAIN).rejects("L-FOLD", "owned", &block, &fold.replace("2:list1", "2:1"));
    let blocks = cells(&format!("{PLAIN}\nshape 24 align 8 links 8 fields 0:8:u owned 0:list0 16:16:16"));
    blocks.accepts(&block, &fold.replace("2:list1", "2:1"), "");
    blocks.rejects("L-FOLD", "owned", &block, fold);
    // What stands before the first cell is null, too.
    let back =
        OUTER.replace("length v4", "length v4 before 0 rear v6").replace("length v5", "length v5 before 0 rear v7");
    nested(DOUBLE).accepts(&back, fold, "");
    let other = back.replace("v5 before 0", "v5 before v0");
    nested(DOUBLE).alone("L-FOLD", "P9", &other, fold);
    // What was folded into a list and then into a cell comes back as a list.
    let round = "list-first 2 only owned list list\nassert v11 = v3\nlist-length 3\nlist-length 4";
    nested(PLAIN).rejects("G-ASSERT", "P1", OUTER, &format!("{fold}\n{round}"));
    nested(PLAIN).accepts(OUTER, &format!("{fold}\n{}", round.replace("v11 = v3", "v9 = v2")), "");
}

#[test]
fn a_list_that_is_owned_is_unfolded() {
    let state = "vars 2\nlist 0 shape 1 from v0 to 0 length v1 all f0 != 0\nknow 1 <= v1";
    // v2 link, v3 the field, v4 the other pointer, v5 and v6 the lengths.
    let steps = "list-first 0 owned list list\nlist-length 2\nassert 0 <= v5\nassert 0 <= v6\nassert v3 != 0\n\
        goto 3 (v0, v2, v3, v4, v5, v6, v1) blocks 0<-0 cells 0<-0 1<-1 2<-3 lists 0<-0 1<-1 2<-2";
    let result = "vars 7\nblock 0 heap v0 24 align 8\ncell 0 in 0 at 8 width 8 u = v1\ncell 1 in 0 at 0 width 8 u = v2\n\
        cell 2 in 0 at 16 width 8 u = v3\nlist 0 shape 1 from v1 to 0 length v6 - 1\n\
        list 1 shape 0 from v2 to 0 length v4\nlist 2 shape 0 from v3 to 0 length v5";
    nested(PLAIN).accepts(state, steps, result);
    // Nothing is known of the length, of the cells, and of two lists of one cell.
    let first = "list-first 0 owned list list";
    for wrong in ["v5 >= 1", "v5 = v6", "v3 != v4", "v4 != 0"] {
        nested(PLAIN).rejects("G-ASSERT", "P1", state, &format!("{first}\nassert {wrong}"));
    }
    // A list that is not at null has a cell.
    let nonempty = "split v5 <= 0 {\nlist-emptied 1\ninfeasible\n} else {\nlist-first 1\nassert v3 >= 1\ngoto 3\n}";
    nested(PLAIN).accepts(state, &format!("{first}\n{nonempty}"), "");
    let null = state.replace("f0 != 0", "f0 = 0");
    nested(PLAIN).accepts(&null, "list-first 0 owned null list\nassert v3 = 0\nlist-length 1", "");
    nested(PLAIN).alone("L-FIRST", "P3", state, "list-first 0 owned null list");
    for case in ["present", "optional"] {
        nested(PLAIN).rejects("L-FIRST", "owned", state, &format!("list-first 0 owned list {case}"));
    }
    let block = cells(&format!("{PLAIN}\nshape 24 align 8 links 8 fields 0:8:u owned 0:list0 16:16:16"));
    block.accepts(state, "list-first 0 owned list optional", "");
    block.rejects("L-FIRST", "owned", state, first);
    // With pointers back the last cell is there, and nothing stands before the first.
    let back = format!(
        "{first}\nassert 0 <= v6\nassert v6 <= 18446744073709551615\n\
        goto 3 (v0, v3, v5, v6) lists 0<-1"
    );
    let result = "vars 4\nlist 0 shape 0 from v1 to 0 length v2 before 0 rear v3";
    nested(DOUBLE).accepts(state, &back, result);
    let wrong = nested(DOUBLE).certificate(state, &back, &result.replace("before 0", "before v0"));
    rejected(&wrong, "C-LIST", "before");
    // They have the marks of the cell, as all that it owns.
    let kept = state.replace("f0 != 0", "f0 != 0 marks kept");
    let gone = format!("{first}\ngoto 3 (v3, v5) lists 0<-1");
    let inner = "vars 2\nlist 0 shape 0 from v0 to 0 length v1";
    rejected(&nested(PLAIN).certificate(&kept, &gone, inner), "C-LIST", "marks");
    nested(PLAIN).accepts(&kept, &gone, &format!("{inner} marks kept"));
    // From the other end, and from a tree.
    let outer = "shape 32 align 8 links 8 back 16 owned 0:list0";
    let last = "vars 5\nlist 0 shape 1 from v0 to v1 length v2 before v3 rear v4\nknow 1 <= v2";
    cells(&format!("{PLAIN}\n{outer}")).accepts(last, "list-last 0 owned list\nlist-length 1", "");
    let tree = "shape 32 align 8 links 8 16 owned 0:list0";
    let root = "vars 2\ntree 0 shape 1 root v0 cells v1\nknow 1 <= v1";
    cells(&format!("{PLAIN}\n{tree}")).accepts(root, "tree-first 0 owned list\nlist-length 0\ntree-cells 1", "");
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
        edited(&proof, |ghost| {
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
    constant.alone("G-APART", "unnamed_addr", &two("ro", "global:c v1 4 align 4"), apart);
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
