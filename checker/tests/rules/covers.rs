//! Covering and progress (`spec/graph.md`, "Covering").

use crate::support::{Block, rejected, valid};

fn go(state: &str, goto: &str, target: &str, rule: &str, premise: &str) {
    let certificate = Block::new("i32 %a, ptr %p", "").certificate(state, goto, target);
    if rule == "VALID" {
        valid(&certificate);
    } else {
        rejected(&certificate, rule, premise);
    }
}

#[test]
fn c_variables() {
    go("vars 2", "goto 3 (v0, 3*v1 + 2)", "vars 2\nknow v0 = v0", "VALID", "");
    go("vars 2", "goto 3 (v0)", "vars 2", "C-VARIABLES", "variables");
    go("vars 2", "goto 3 (v0, v1, v1)", "vars 2", "C-VARIABLES", "variables");
    go("vars 2", "goto 3 (v2)", "vars 1", "C-VARIABLES", "term");
    go("vars 2", "goto 3 (v2)", "vars 1", "C-VARIABLES", "term");
}

#[test]
fn c_binding() {
    go("vars 1\na = v0 s\np = 0", "goto 3 (v0)", "vars 1\na = v0 s", "VALID", "");
    go("vars 1\na = v0 s\nknow v0 = 3", "goto 3", "a = 3 s", "VALID", "");
    go("vars 1\na = v0 s", "goto 3", "a = 3 s", "C-BINDING", "P1");
    go("vars 1", "goto 3", "a = 3 s", "C-BINDING", "register");
    go("vars 1\na = v0 s\nknow v0 = -1", "goto 3 wraps -1", "a = 4294967295 u", "VALID", "");
    go("vars 1\na = v0 s\nknow v0 = -1", "goto 3 wraps 0", "a = 4294967295 u", "C-BINDING", "A-FIT P1");
    go("vars 1\na = v0 s\nknow v0 = -1", "goto 3", "a = 4294967295 u", "C-BINDING", "A-FIT");
    go("vars 1\na = v0 s", "goto 3 (v0) wraps 0", "vars 1\na = v0 s", "H-WRAPS", "all consumed");
}

#[test]
fn c_knowledge() {
    go("vars 2\nknow v0 < v1", "goto 3 (v1, v0)", "vars 2\nknow v1 < v0", "VALID", "");
    go("vars 2\nknow v0 < v1", "goto 3 (v0, v1)", "vars 2\nknow v1 < v0", "C-KNOWLEDGE", "P1");
    // Substitution is simultaneous.
    go("vars 2\nknow v0 = 1\nknow v1 = 2", "goto 3 (v1, v0)", "vars 2\nknow v0 = 2\nknow v1 = 1", "VALID", "");
    go("vars 2\nknow v0 = 1\nknow v1 = 2", "goto 3 (v1, v0)", "vars 2\nknow v0 = v1", "C-KNOWLEDGE", "P1");
}

#[test]
fn c_block() {
    let one = "vars 2\nblock 7 heap v0 v1 align 16";
    let target = "vars 2\nblock 0 heap v0 v1 align 8";
    go(one, "goto 3 (v0, v1) blocks 0<-7", target, "VALID", "");
    go(one, "goto 3 (v0, v1)", target, "C-BLOCK", "map");
    go(one, "goto 3 (v0, v1) blocks 0<-6", target, "C-BLOCK", "map");
    go(one, "goto 3 (v0, v1) blocks 0<-7 1<-7", target, "C-BLOCK", "map");
    go(one, "goto 3 (v0, v1) blocks 0<-7", "vars 2\nblock 0 heap v0 v1 align 32", "C-BLOCK", "align");
    go(one, "goto 3 (v0, v1) blocks 0<-7", "vars 2\nblock 0 heap v0+1 v1 align 8", "C-BLOCK", "base");
    go(one, "goto 3 (v0, v1) blocks 0<-7", "vars 2\nblock 0 heap v0 v1+1 align 8", "C-BLOCK", "size");
    go(one, "goto 3 (v0, v1) blocks 0<-7", "vars 2\nblock 0 heap v0 v1 align 8 optional", "C-BLOCK", "marks");
    go(one, "goto 3 (v0, v1) blocks 0<-7", "vars 2\nblock 0 heap v0 v1 align 8 ro", "N-RETURN", "read only");
    go(&format!("{one} ro"), "goto 3 (v0, v1) blocks 0<-7", target, "C-BLOCK", "marks");
    go(&format!("{one} kept"), "goto 3 (v0, v1) blocks 0<-7", target, "C-BLOCK", "marks");
    // Two blocks of the node are two blocks of the state, even where they could be equal.
    let two = "vars 2\nblock 0 heap v0 v1 align 8\nblock 1 heap v0 v1 align 8";
    go(one, "goto 3 (v0, v1) blocks 0<-7 1<-7", two, "C-BLOCK", "injective");
    let kinds = "vars 2\nblock 0 caller:1 v0 v1 align 1\nblock 1 caller:2 v0 v1 align 1\nblock 2 heap v0 v1 align 1";
    go(kinds, "goto 3 (v0, v1) blocks 0<-0", "vars 2\nblock 0 caller:1 v0 v1 align 1", "VALID", "");
    go(kinds, "goto 3 (v0, v1) blocks 0<-1", "vars 2\nblock 0 caller:1 v0 v1 align 1", "C-BLOCK", "kind");
    go(kinds, "goto 3 (v0, v1) blocks 0<-2", "vars 2\nblock 0 caller:1 v0 v1 align 1", "C-BLOCK", "kind");
    go(kinds, "goto 3 (v0, v1) blocks 0<-0", "vars 2\nblock 0 heap v0 v1 align 1", "C-BLOCK", "kind");
}

/// A global is mapped to itself only.
#[test]
fn c_block_of_another_global() {
    let block = Block::new("", "").module("@a = global i32 0\n@b = global i32 0");
    let state = "vars 1\nblock 0 global:a v0 4 align 4\nblock 1 global:b v0 4 align 4";
    let target = "vars 1\nblock 0 global:a v0 4 align 4";
    valid(&block.certificate(state, "goto 3 (v0) blocks 0<-0", target));
    rejected(&block.certificate(state, "goto 3 (v0) blocks 0<-1", target), "C-BLOCK", "kind");
}

#[test]
fn c_entry() {
    let state = "vars 3\nblock 0 heap v0 v1 align 1\nblock 1 heap v0 v1 align 1\ncell 4 in 0 at 4 width 4 s = v2\ncell 5 in 1 at 4 width 4 s = v2\ncell 6 in 0 at 4 width 4 u = v2\ncell 7 in 0 at 4 width 2 s = v2";
    let target = "vars 3\nblock 0 heap v0 v1 align 1\ncell 0 in 0 at 4 width 4 s = v2";
    let map = "goto 3 (v0, v1, v2) blocks 0<-0";
    go(state, &format!("{map} cells 0<-4"), target, "VALID", "");
    go(state, map, target, "C-ENTRY", "map");
    go(state, &format!("{map} cells 0<-9"), target, "C-ENTRY", "map");
    go(state, &format!("{map} cells 0<-5"), target, "C-ENTRY", "block");
    go(state, &format!("{map} cells 0<-6"), target, "C-ENTRY", "sign low");
    go(&format!("{state}\nknow 0 <= v2"), &format!("{map} cells 0<-6"), target, "C-ENTRY", "sign high");
    let small = format!("{state}\nknow 0 <= v2\nknow v2 <= 2147483647");
    go(&small, &format!("{map} cells 0<-6"), target, "VALID", "");
    go(state, &format!("{map} cells 0<-7"), target, "C-ENTRY", "width");
    go(state, &format!("{map} cells 0<-4"), &target.replace("at 4", "at 5"), "C-ENTRY", "offset");
    go(state, &format!("{map} cells 0<-4"), &target.replace("= v2", "= v1"), "C-ENTRY", "value");
    // One entry of the state may serve two of the node.
    let twice = format!("{target}\ncell 1 in 0 at 4 width 4 s = v2");
    go(state, &format!("{map} cells 0<-4 1<-4"), &twice, "VALID", "");
}

#[test]
fn g_goto() {
    // Without progress only a return node can be reached.
    let block = Block::new("i32 %a", "%x = add i32 %a, 1");
    let stay = block.certificate("vars 1\na = v0", "goto 2 (v0)", "");
    rejected(&stay, "K-END", "no cycle");
    let mut safe = stay.clone();
    safe.claim.properties.termination = false;
    rejected(&safe, "G-GOTO", "P0");
    // Another entry's node.
    let block = Block::new("i32 %a", "");
    rejected(&block.certificate("", "goto 0", ""), "G-GOTO", "entry");
    rejected(&block.certificate("", "goto 9", ""), "G-GOTO", "node");
}
