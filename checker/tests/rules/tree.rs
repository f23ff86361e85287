//! `spec/rules/tree.md`

use crate::list::cells;
use crate::support::{alone, rejected, valid};

/// 24 bytes: an `int` at 0, links at 8 and 16.
const BINARY: &str = "shape 24 align 8 links 8 16 fields 0:4:s";

const STATE: &str = "vars 9\nblock 0 heap v0 24 align 16\ncell 0 in 0 at 8 width 8 u = v1\ncell 1 in 0 at 16 width 8 u = v2\n\
    cell 2 in 0 at 0 width 4 s = v3\ntree 0 shape 0 root v1 cells v4 all f0 <= 8\ntree 1 shape 0 root v2 cells v5 all f0 <= 9\n\
    know v3 <= 9";
const FOLD: &str = "tree-fold shape 0 block 0 links 0 1 fields 2 trees 0 1 all f0 <= 9";

#[test]
fn t_fold() {
    let wrong = |premise: &str, state: &str, steps: &str| cells(BINARY).alone("T-FOLD", premise, state, steps);
    let gone = format!("{FOLD}\ngoto 3 (v0, v4 + v5) trees 0<-2");
    cells(BINARY).accepts(STATE, &gone, "vars 2\ntree 0 shape 0 root v0 cells v1 + 1 all f0 <= 9");
    cells(BINARY).rejects("T-FOLD", "block", STATE, &format!("{FOLD}\n{FOLD}"));
    cells(BINARY).rejects("T-CELLS", "tree", STATE, &format!("{FOLD}\ntree-cells 0"));
    wrong("P1", &STATE.replace("v0 24", "v0 32"), FOLD);
    wrong("P2", &STATE.replace("at 16", "at 12"), FOLD);
    wrong("P7", &STATE.replace("know v3 <= 9", "know v3 <= 10"), FOLD);
    wrong("P10", &STATE.replace("root v2", "root v6"), FOLD);
    wrong("P11", &STATE.replace("<= 8", "<= 10"), FOLD);
    wrong("P11", &STATE.replace("all f0 <= 9", "all f0 <= 10"), FOLD);
    wrong("block", &STATE.replace("heap", "caller:0"), FOLD);
    wrong("trees", STATE, &FOLD.replace("trees 0 1", "trees 0 1 1"));
    cells(BINARY).rejects("T-FOLD", "tree", STATE, &FOLD.replace("trees 0 1", "trees 0 2"));
    // One tree below two links: it would be shared.
    let shared = STATE.replace("= v2", "= v1");
    wrong("trees", &shared, &FOLD.replace("trees 0 1", "trees 0 0"));
    for mark in ["ro", "kept"] {
        wrong("trees", &STATE.replace("<= 8", &format!("<= 8 marks {mark}")), FOLD);
        let marked = STATE.replace("align 16", &format!("align 16 {mark}"));
        rejected(&cells(BINARY).certificate(&marked, FOLD, ""), "T-FOLD", "trees");
    }
    let shapes = format!("{BINARY}\n{BINARY}");
    cells(&shapes).alone("T-FOLD", "trees", &STATE.replace("tree 1 shape 0", "tree 1 shape 1"), FOLD);
}

#[test]
fn t_fold_with_a_hole() {
    let below = |which: &str| STATE.replace(which, &format!("{which} hole v7"));
    for which in ["cells v4", "cells v5"] {
        let gone = format!("{FOLD}\ngoto 3 (v0, v4 + v5, v7) trees 0<-2");
        let result = "vars 3\ntree 0 shape 0 root v0 cells v1 + 1 hole v2 all f0 <= 9";
        cells(BINARY).accepts(&below(which), &gone, result);
    }
    let two = below("cells v4").replace("cells v5", "cells v5 hole v8");
    cells(BINARY).alone("T-FOLD", "trees", &two, FOLD);
    // What is missing need not be a tree: here it is the block itself.
    let hole = format!("tree-hole shape 0 root v1 all f0 <= 9\n{}", FOLD.replace("trees 0 1", "trees 2 1"));
    let circle = STATE.replace("= v1", "= v0");
    let own = format!("{}\ngoto 3 (v0, v5) trees 0<-3", hole.replace("root v1", "root v0"));
    cells(BINARY).accepts(&circle, &own, "vars 2\ntree 0 shape 0 root v0 cells v1 + 1 hole v0 all f0 <= 9");
    let kept = hole.replace("v1 all f0 <= 9", "v1 all f0 <= 9 marks kept");
    cells(BINARY).alone("T-FOLD", "trees", STATE, &kept);
    cells(BINARY).alone("T-FOLD", "P10", STATE, &hole.replace("root v1", "root v2"));
}

#[test]
fn t_hole() {
    let hole = "tree-hole shape 0 root v0 all f0 = 7 marks kept";
    let result = "vars 1\ntree 0 shape 0 root v0 cells 0 hole v0 all f0 = 7 marks kept";
    cells(BINARY).accepts("vars 1", &format!("{hole}\ngoto 3 (v0) trees 0<-0"), result);
    // It is not a tree without cells: what is missing may have some.
    let whole = result.replace("hole v0 ", "");
    let certificate = cells(BINARY).certificate("vars 1", &format!("{hole}\ngoto 3 (v0) trees 0<-0"), &whole);
    alone(&certificate, "C-TREE", "hole");
    let back = "shape 24 align 8 links 8 back 16 fields 0:4:s";
    cells(back).alone("T-HOLE", "shape", "vars 1", hole);
    cells(BINARY).rejects("T-HOLE", "term", "vars 1", "tree-hole shape 0 root v1");
    cells(BINARY).rejects("W", "term", "vars 2\ntree 0 shape 0 root v0 cells v1 hole v5", "goto 3");
}

#[test]
fn t_fill() {
    let wrong = |premise: &str, edit: (&str, &str), state: &str, fill: &str| {
        assert!(state.contains(edit.0));
        cells(BINARY).alone("T-FILL", premise, &state.replace(edit.0, edit.1), fill);
    };
    let state =
        "vars 6\ntree 0 shape 0 root v0 cells v1 hole v2 all f0 <= 8\ntree 1 shape 0 root v2 cells v3 all f0 <= 9";
    let fill = "tree-fill 0 1 shape 0 all f0 <= 9";
    let gone = format!("{fill}\ngoto 3 (v0, v1 + v3) trees 0<-2");
    cells(BINARY).accepts(state, &gone, "vars 2\ntree 0 shape 0 root v0 cells v1 all f0 <= 9");
    // What fills it may have a hole itself.
    let again = state.replace("cells v3", "cells v3 hole v4");
    let gone = format!("{fill}\ngoto 3 (v0, v1 + v3, v4) trees 0<-2");
    cells(BINARY).accepts(&again, &gone, "vars 3\ntree 0 shape 0 root v0 cells v1 hole v2 all f0 <= 9");
    cells(BINARY).rejects("T-FILL", "tree", state, &format!("{fill}\n{fill}"));
    cells(BINARY).rejects("T-CELLS", "tree", state, &format!("{fill}\ntree-cells 0"));
    wrong("P1", ("root v2", "root v5"), state, fill);
    wrong("P2", ("<= 8", "<= 10"), state, fill);
    wrong("P3", ("all f0 <= 9", "all f0 <= 10"), state, fill);
    cells(BINARY).rejects("T-FILL", "trees", &state.replace("hole v2 ", ""), fill);
    for mark in ["ro", "kept"] {
        wrong("trees", ("<= 8", &format!("<= 8 marks {mark}")), state, fill);
    }
    let shapes = format!("{BINARY}\n{BINARY}");
    cells(&shapes).alone("T-FILL", "trees", &state.replace("tree 1 shape 0", "tree 1 shape 1"), fill);
    // A tree whose own root is missing of it is a circle, and never whole.
    cells(BINARY).alone("T-FILL", "trees", &state.replace("hole v2", "hole v0"), "tree-fill 0 0 shape 0 all f0 <= 9");
}

#[test]
fn t_nil() {
    let nil = "tree-nil shape 0 root v0 all f0 = 7 marks kept";
    let state = "vars 1\nknow v0 = 0";
    let result = "vars 1\ntree 0 shape 0 root v0 cells 0 all f0 = 7 marks kept";
    cells(BINARY).accepts(state, &format!("{nil}\ngoto 3 (v0) trees 0<-0"), result);
    cells(BINARY).alone("T-NIL", "P1", "vars 1", nil);
    let back = "shape 24 align 8 links 8 back 16 fields 0:4:s";
    cells(back).alone("T-NIL", "shape", state, nil);
    cells(BINARY).rejects("W", "shape", "vars 1\nlist 0 shape 0 from v0 to v0 length 0", "goto 3");
    cells(back).rejects("W", "shape", "vars 1\ntree 0 shape 0 root v0 cells 0", "goto 3");
}

#[test]
fn t_cells_and_t_emptied() {
    let state = "vars 2\ntree 0 shape 0 root v0 cells v1";
    cells(BINARY).accepts(state, "tree-cells 0\nassert 0 <= v1", "");
    cells(BINARY).rejects("T-CELLS", "tree", state, "tree-cells 1");
    let none = format!("{state}\nknow v1 <= 0");
    cells(BINARY).accepts(&none, "tree-emptied 0\nassert v1 = 0\nassert v0 = 0", "");
    cells(BINARY).alone("T-EMPTIED", "P1", state, "tree-emptied 0");
    let hole = none.replace("cells v1", "cells v1 hole v2").replace("vars 2", "vars 3");
    cells(BINARY).accepts(&hole, "tree-emptied 0\nassert v1 = 0\nassert v0 = v2", "");
    cells(BINARY).rejects("G-ASSERT", "P1", &hole, "tree-emptied 0\nassert v0 = 0");
    // A tree at null has no cells: otherwise it would have one, and its pointer were not null.
    let null = format!("{state}\nknow v0 = 0");
    let split = "split v1 <= 0 {\ntree-emptied 0\nassert v1 = 0\ngoto 3\n} else {\ntree-first 0\ninfeasible\n}";
    cells(BINARY).accepts(&null, split, "");
}

#[test]
fn t_first() {
    let state = "vars 3\ntree 0 shape 0 root v0 cells v1 all f0 <= v2\nknow 1 <= v1";
    // v3 and v4 are the links, v5 the field, v6 and v7 the numbers of cells.
    let steps = "tree-first 0\nassert v1 = v6 + v7 + 1\nassert v5 <= v2\nassert 1 <= v0\n\
        goto 3 (v0, v3, v4, v5, v6, v7, v2) blocks 0<-0 cells 0<-0 1<-1 2<-2 trees 0<-1 1<-2";
    let result = "vars 7\nblock 0 heap v0 24 align 8\ncell 0 in 0 at 8 width 8 u = v1\ncell 1 in 0 at 16 width 8 u = v2\n\
        cell 2 in 0 at 0 width 4 s = v3\ntree 0 shape 0 root v1 cells v4 all f0 <= v6\ntree 1 shape 0 root v2 cells v5";
    cells(BINARY).accepts(state, steps, result);
    cells(BINARY).alone("T-FIRST", "P1", &state.replace("1 <= v1", "0 <= v1"), "tree-first 0");
    cells(BINARY).rejects("T-FIRST", "tree", state, "tree-first 0\ntree-first 0");
    cells(BINARY).alone("T-FIRST", "trees", &state.replace("cells v1", "cells v1 hole v2"), "tree-first 0");
    cells(BINARY).alone("T-FIRST", "owned", state, "tree-first 0 owned null");
    // Nothing is known of the numbers of cells but their sum.
    cells(BINARY).rejects("G-ASSERT", "P1", state, "tree-first 0\nassert v6 <= v7");
}

#[test]
fn c_tree() {
    let state = "vars 3\ntree 3 shape 0 root v0 cells v1 all f0 <= v2\ntree 4 shape 0 root v0 cells v1";
    let goto = "goto 3 (v0, v1, v2) trees 0<-3";
    let target = "vars 3\ntree 0 shape 0 root v0 cells v1 all f0 <= v2 + 1";
    let goes = |goto: &str, target: &str| cells(BINARY).certificate(state, goto, target);
    valid(&goes(goto, target));
    let wrong = |premise: &str, edit: (&str, &str)| {
        assert!(target.contains(edit.0));
        alone(&goes(goto, &target.replace(edit.0, edit.1)), "C-TREE", premise);
    };
    wrong("root", ("root v0", "root v2"));
    wrong("cells", ("cells v1", "cells v2"));
    wrong("all", ("v2 + 1", "v2 - 1"));
    wrong("marks", ("v2 + 1", "v2 + 1 marks kept"));
    wrong("hole", ("cells v1", "cells v1 hole v2"));
    let holed = state.replace("cells v1 all", "cells v1 hole v2 all");
    let with =
        |hole: &str| cells(BINARY).certificate(&holed, goto, &target.replace("cells v1", &format!("cells v1{hole}")));
    valid(&with(" hole v2"));
    alone(&with(" hole v0"), "C-TREE", "hole");
    alone(&with(""), "C-TREE", "hole");
    rejected(&goes(&goto.replace("0<-3", "0<-5"), target), "C-TREE", "map");
    alone(&goes(&format!("{goto} 1<-4"), target), "C-TREE", "map");
    let plain = "vars 3\ntree 0 shape 0 root v0 cells v1";
    let twice = format!("{plain}\n{}", plain.replace("vars 3\ntree 0", "tree 1"));
    valid(&goes(&format!("{goto} 1<-4"), &twice));
    alone(&goes(&format!("{goto} 1<-3"), &twice), "C-TREE", "injective");
    let shapes = format!("{BINARY}\n{BINARY}");
    alone(&cells(&shapes).certificate(state, goto, &plain.replace("shape 0", "shape 1")), "C-TREE", "shape");
    let ro = format!("{plain} marks ro");
    alone(&cells(BINARY).certificate(&ro, "goto 3 (v0, v1, v2) trees 0<-0", &ro), "N-RETURN", "read only");
    let twice = cells(BINARY).certificate(&format!("{state}\ntree 4 shape 0 root v0 cells v1"), "goto 3", "");
    alone(&twice, "W", "structures");
}
