//! `spec/rules/list.md` and `tree.md`: what cells own

use crate::list::{DOUBLE, PLAIN, cells};
use crate::support::{Block, rejected};

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
    cells(&string).rejects("L-FOLD", "zero", OWNER, &fold.replace("2:1:4", "2:1:99"));
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
    let top = "assert v4 + SIZE <= 18446744073709486080";
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
    // v8 is the link, v9 the field, v10 the pointer at 16, v11 and v12 are the lengths.
    let round =
        |fact: &str| format!("{fold}\nlist-first 2 only owned list list\nassert {fact}\nlist-length 3\nlist-length 4");
    nested(PLAIN).accepts(OUTER, &round("v9 = v2"), "");
    // A pointer without a field and the number of inner cells are forgotten.
    for forgotten in ["v10 = v3", "v11 = v4", "v12 = v5"] {
        nested(PLAIN).rejects("G-ASSERT", "P1", OUTER, &round(forgotten));
    }
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
fn t_fold_of_a_list_that_is_owned() {
    let shape = cells(&format!("{PLAIN}\nshape 32 align 8 links 8 16 owned 0:list0"));
    let state = "vars 5\nblock 0 heap v0 32 align 16\ncell 0 in 0 at 8 width 8 u = v1\ncell 1 in 0 at 16 width 8 u = v2\n\
        cell 2 in 0 at 0 width 8 u = v3\nlist 0 shape 0 from v3 to 0 length v4\ntree 0 shape 1 root v1 cells 0\n\
        tree 1 shape 1 root v2 cells 0";
    let fold = "tree-fold shape 1 block 0 links 0 1 fields owned 2:list0 trees 0 1";
    shape.accepts(state, fold, "");
    shape.rejects("L-LENGTH", "list", state, &format!("{fold}\nlist-length 0"));
    shape.alone("T-FOLD", "P4", &state.replace("from v3", "from v2"), fold);
    shape.alone("T-FOLD", "P8", &state.replace("to 0 length v4", "to v3 length v4"), fold);
}
