//! Lists and trees at a call: handed over, or lent read-only (`spec/graph.md`, G-CALL; `spec/calls.md`).

use certificates::Certificate;

use crate::list::PLAIN;
use crate::support::{Block, alone, rejected, valid};

/// The caller has `mine`, the callee's entry `theirs`, its return node `back`; then the caller goes on.
fn handed(mine: &str, theirs: &str, back: &str, then: &str) -> Certificate {
    let word = |state: &str| match state.split_whitespace().next() {
        Some("list") => " lists 0<-0",
        Some("tree") => " trees 0<-0",
        Some("block") => " blocks 0<-0",
        _ => "",
    };
    let steps = format!("call 4 (v0, v1, v2){} {{\nfrom 5 {{\n{then}\ngoto 3\n}}\n}}", word(theirs));
    let callee = format!(
        "node 4 entry 4 at callee 0 0\nvars 3\n{theirs}\ngoto 5 {}\nnode 5 entry 4 at callee 0 0\nvars 3\n{back}",
        word(back)
    );
    let module = "define void @callee() {\n  ret void\n}\n";
    let block = Block::new("ptr %p", "call void @callee()").module(module).shapes(&format!("{PLAIN}\n{PLAIN}"));
    block.certificate(&format!("vars 3\n{mine}"), &steps, &callee)
}

const PARTS: [(&str, &str); 3] = [
    ("list 0 shape 0 from v0 to v1 length v2", "list-length"),
    ("tree 0 shape 0 root v0 cells v1", "tree-cells"),
    ("tree 0 shape 0 root v0 cells v1 hole v2", "tree-cells"),
];

#[test]
fn what_is_handed_over_is_gone() {
    for (part, step) in PARTS {
        let rule = if step == "tree-cells" { "T-CELLS" } else { "L-LENGTH" };
        let name = if step == "tree-cells" { "tree" } else { "list" };
        valid(&handed(part, part, "", ""));
        rejected(&handed(part, part, "", &format!("{step} 0")), rule, name);
        // What the return node describes is new.
        valid(&handed(part, part, part, &format!("{step} 1")));
        rejected(&handed(part, part, part, &format!("{step} 0")), rule, name);
        // What is not handed over stays.
        valid(&handed(part, "", "", &format!("{step} 0")));
    }
}

/// What is missing of a tree is missing when it comes back, and values that follow their place do so.
#[test]
fn what_comes_back_is_what_the_callee_says() {
    let hole = PARTS[2].0;
    valid(&handed(hole, hole, hole, "assert v2 = v2\ntree-cells 1"));
    rejected(&handed(hole, hole, hole, "tree-first 1"), "T-FIRST", "trees");
    alone(&handed(hole, PARTS[1].0, "", ""), "C-TREE", "hole");
    let list = "list 0 shape 0 from v0 to v1 length v2 all f0 = 3*behind";
    let one = format!("{list}\nknow v2 = 1");
    valid(&handed(&one, &one, &one, "list-first 1\nassert v4 = 0"));
    rejected(&handed(&one, &one, &one, "list-first 1\nassert v4 = 3"), "G-ASSERT", "P1");
}

#[test]
fn what_is_lent_stays() {
    for (part, step) in PARTS {
        let lent = format!("{part} marks ro");
        for mine in [part, &lent] {
            valid(&handed(mine, &lent, "", &format!("{step} 0")));
            // It would be described twice.
            alone(&handed(mine, &lent, &lent, ""), "N-RETURN", "read only");
        }
        // The callee cannot give it back as something else.
        alone(&handed(part, &lent, part, ""), if part.starts_with("list") { "C-LIST" } else { "C-TREE" }, "marks");
    }
}

#[test]
fn marks_of_what_is_handed_over() {
    let marked = |part: &str, mark: &str| match (mark, part.starts_with("block")) {
        ("", _) => part.to_string(),
        (mark, true) => format!("{part} {mark}"),
        (mark, false) => format!("{part} marks {mark}"),
    };
    for (part, rule) in [(PARTS[0].0, "C-LIST"), (PARTS[1].0, "C-TREE"), ("block 0 heap v0 16 align 16", "C-BLOCK")] {
        valid(&handed(part, part, "", ""));
        valid(&handed(part, &marked(part, "kept"), "", ""));
        valid(&handed(&marked(part, "kept"), &marked(part, "kept"), "", ""));
        alone(&handed(&marked(part, "kept"), part, "", ""), rule, "marks");
        alone(&handed(&marked(part, "ro"), part, "", ""), rule, "marks");
    }
}

/// A cell that is unfolded from a lent list is not given back as a block either.
#[test]
fn a_lent_cell_is_not_given_back() {
    let proof = |marks: &str, back: &str| {
        let module = "define void @callee() {\n  ret void\n}\n";
        let block = Block::new("ptr %p", "call void @callee()").module(module).shapes(PLAIN);
        let list = format!("list 0 shape 0 from v0 to v1 length v2 {marks}");
        let callee = format!(
            "node 4 entry 4 at callee 0 0\nvars 3\n{list}\nknow 1 <= v2\nlist-first 0\ngoto 5 blocks 0<-0\n\
             node 5 entry 4 at callee 0 0\nvars 3\n{back}"
        );
        let steps = "call 4 (v0, v1, v2) lists 0<-0 {\nfrom 5 {\ngoto 3\n}\n}";
        block.certificate("vars 3\nlist 0 shape 0 from v0 to v1 length v2\nknow 1 <= v2", steps, &callee)
    };
    valid(&proof("", "block 0 heap v0 16 align 8"));
    alone(&proof("marks ro", "block 0 heap v0 16 align 8 ro"), "N-RETURN", "read only");
    alone(&proof("marks ro", "block 0 heap v0 16 align 8"), "C-BLOCK", "marks");
}
