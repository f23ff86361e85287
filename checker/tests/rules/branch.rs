//! `spec/rules/branch.md`

use crate::support::Block;

#[test]
fn j_condbr() {
    let branch = Block::new("i1 %c, i32 %a", "br i1 %c, label %yes, label %no\nyes:\n  ret void\nno:");
    let state = "vars 1\nc = v0";
    let ends = "node 4 entry 1 at f yes 0\nnode 5 entry 1 at f no 0";
    let both =
        format!("split v0 = 1 {{\n exec true\n goto 4\n}} else {{\n assert v0 = 0\n exec false\n goto 5\n}}\n{ends}");
    branch.accepts(&format!("{state}\nknow 0 <= v0\nknow v0 <= 1"), &both, "");
    branch.rejects("J-CONDBR", "P1", state, &format!("exec true\ngoto 4\n{ends}"));
    branch.rejects("J-CONDBR", "P1", state, &format!("exec false\ngoto 5\n{ends}"));
    branch.rejects("J-CONDBR", "hint", state, &format!("exec\ngoto 5\n{ends}"));
    branch.rejects("C-POSITION", "position", &format!("{state}\nknow v0 = 1"), &format!("exec true\ngoto 5\n{ends}"));
    let undef = Block::new("", "br i1 undef, label %yes, label %no\nyes:\n  ret void\nno:");
    undef.rejects("J-CONDBR", "operand", "", &format!("exec true\ngoto 4\n{ends}"));
}

#[test]
fn j_switch() {
    let switch = Block::new(
        "i8 %a",
        "switch i8 %a, label %other [ i8 1, label %one\n i8 -1, label %minus ]\none:\n  ret void\nminus:\n  ret void\nother:",
    );
    let ends = "node 4 entry 1 at f one 0\nnode 5 entry 1 at f minus 0\nnode 6 entry 1 at f other 0";
    let state = "vars 1\na = v0 s";
    let go = |state: &str, exec: &str, node: u32| switch.accepts(state, &format!("{exec}\ngoto {node}\n{ends}"), "");
    go(&format!("{state}\nknow v0 = 1"), "exec s case 0", 4);
    go(&format!("{state}\nknow v0 = -1"), "exec s case 1", 5);
    go("vars 1\na = v0 u\nknow v0 = 255", "exec u case 1", 5);
    go(&format!("{state}\nknow 2 <= v0"), "exec s default", 6);
    switch.rejects("J-SWITCH", "P1", state, &format!("exec s case 1\ngoto 5\n{ends}"));
    switch.rejects("J-SWITCH", "P1", &format!("{state}\nknow v0 != -1"), &format!("exec s default\ngoto 6\n{ends}"));
    switch.rejects("J-SWITCH", "hint", state, &format!("exec s case 2\ngoto 6\n{ends}"));
    switch.rejects("J-SWITCH", "hint", state, &format!("exec s\ngoto 6\n{ends}"));
}

/// Phis are evaluated at once: two that exchange their values do.
#[test]
fn phis() {
    let swap = Block::new(
        "i32 %a, i32 %b",
        "br label %loop\nloop:\n  %x = phi i32 [ %a, %test ], [ %y, %loop ]\n  %y = phi i32 [ %b, %test ], [ %x, %loop ]\n  br label %loop\nend:",
    );
    let enter = "exec phis ss\ngoto 4 (v0, v1)";
    let head = "node 4 entry 1 at f loop 0\nvars 2\nx = v0 s\ny = v1 s";
    let text = |node4: &str| format!("{enter}\n{head}\n{node4}");
    let state = "vars 2\na = v0 s\nb = v1 s";
    // This loop does not terminate.
    let endless = "exec phis ss\ngoto 4 (v1, v0)";
    swap.rejects("K-END", "no cycle", state, &text(endless));
    let exits = |steps: &str| {
        let mut certificate = swap.certificate(state, &format!("exec phis ss\ngoto 4 (v0, v1)\n{head}\n{steps}"), "");
        certificate.claim.properties.termination = false;
        certificate
    };
    crate::support::valid(&exits(endless));
    crate::support::rejected(&exits("exec phis ss\ngoto 4 (v0, v1)"), "C-BINDING", "P1");
    crate::support::rejected(&exits("exec phis ss\ngoto 4 (v1, v1)"), "C-BINDING", "P1");
    crate::support::rejected(&exits("exec phis s\ngoto 4 (v1, v0)"), "J-BR", "phis");
    crate::support::rejected(&exits("exec\ngoto 4 (v1, v0)"), "J-BR", "phis");
    // A phi may be read with the other sign.
    let state = "vars 2\na = v0 s\nb = v1 s\nknow v1 = 7";
    let mixed = swap.certificate(state, "exec wraps 0 phis su\ngoto 4 (v0, v1)\nnode 4 entry 1 at f loop 0\nvars 2\nx = v0 s\ny = v1 u\nknow v0 = 0\nknow v0 = 1\ninfeasible", "");
    crate::support::rejected(&mixed, "C-KNOWLEDGE", "P1");
}

#[test]
fn phi_of_undef() {
    let block = Block::new("", "br label %next\nnext:\n  %x = phi i32 [ undef, %test ]\n  ret void\nend:");
    block.rejects("J-BR", "operand", "", "exec phis s\ngoto 4\nnode 4 entry 1 at f next 0");
}

#[test]
fn j_ret_and_unreachable() {
    Block::new("", "").rejects("J-RET", "position", "", "exec");
    let dead = Block::new("", "unreachable\nnext:");
    dead.rejects("J-UNREACHABLE", "position", "", "exec");
    dead.rejects("G-INFEASIBLE", "P1", "", "infeasible");
    dead.accepts("vars 1\nknow v0 = 0\nknow 1 <= v0", "infeasible", "");
}
