//! What is handed over at a call and comes back: blocks, their marks and identities, entries
//! (`spec/graph.md`, G-CALL; why the conditions are there: `spec/calls.md`).

use certificates::Certificate;

use crate::calls::caller;
use crate::support::{Block, alone, rejected, valid};

pub const BLOCKS: &str = "vars 5\nx = v1\np = v2\nblock 0 heap v0 4 align 4\nblock 1 stack:x v1 4 align 4\nblock 2 caller:3 v2 4 align 4\n\
    block 3 global:a v3 4 align 4\nblock 4 global:b v4 4 align 4";

/// The call hands over block `given` for a block `wanted` of the callee.
pub fn hands_over(state: &str, given: u32, wanted: &str) -> Certificate {
    let steps = format!("call 4 (v{given}) blocks 0<-{given} {{\nfrom 5 {{\ngoto 3\n}}\n}}");
    let callee =
        format!("node 4 entry 4 at callee 0 0\nvars 1\nblock 0 {wanted}\ngoto 5\nnode 5 entry 4 at callee 0 0");
    caller("call void @callee()").certificate(state, &steps, &callee)
}

#[test]
fn kinds_of_blocks_before_the_call() {
    let wanted = ["heap", "caller:9", "global:a", "global:b"];
    for (given, accepted) in [(0, "heap"), (1, "caller:9"), (2, "caller:9"), (3, "global:a"), (4, "global:b")] {
        for kind in wanted {
            let proof = hands_over(BLOCKS, given, &format!("{kind} v0 4 align 4"));
            // What becomes a caller's block of another extent is lent (lending.rs).
            let lent = kind == "caller:9" && ![1, 2].contains(&given);
            if kind == accepted {
                drop(valid(&proof));
            } else if !lent {
                alone(&proof, "C-BLOCK", "kind");
            }
        }
        let lent = accepted == "caller:9";
        let (base, size) = if lent { ("lent end", "lent end") } else { ("base", "size") };
        alone(&hands_over(BLOCKS, given, &format!("{accepted} v0+1 4 align 1")), "C-BLOCK", base);
        alone(&hands_over(BLOCKS, given, &format!("{accepted} v0 5 align 4")), "C-BLOCK", size);
        alone(&hands_over(BLOCKS, given, &format!("{accepted} v0 4 align 8")), "C-BLOCK", "align");
        valid(&hands_over(BLOCKS, given, &format!("{accepted} v0 4 align 2")));
    }
    rejected(&hands_over(BLOCKS, 1, "stack:x v0 4 align 4"), "W", "blocks");
}

#[test]
fn marks_of_blocks_before_the_call() {
    let marked =
        |block: &str, mark: &str| BLOCKS.replace(&format!("{block} align 4"), &format!("{block} align 4 {mark}"));
    for (given, block, kind) in [(2, "v2 4", "caller:9"), (3, "v3 4", "global:a")] {
        let proof = |mine: &str, theirs: &str| {
            hands_over(&marked(block, mine), given, &format!("{kind} v0 4 align 4 {theirs}"))
        };
        valid(&proof("", ""));
        valid(&proof("", "ro"));
        valid(&proof("ro", "ro"));
        alone(&proof("ro", ""), "C-BLOCK", "marks");
    }
    let heap = |mine: &str, theirs: &str| hands_over(&marked("v0 4", mine), 0, &format!("heap v0 4 align 4 {theirs}"));
    valid(&heap("", ""));
    for (mine, theirs) in [("ro", "ro"), ("ro", ""), ("", "ro"), ("optional", ""), ("", "optional")] {
        alone(&heap(mine, theirs), "C-BLOCK", "marks");
    }
    valid(&heap("optional", "optional"));
}

/// One block of the caller is not two blocks of the callee.
#[test]
fn a_block_is_handed_over_once() {
    for (given, kinds) in [(0, ["heap", "heap"]), (1, ["caller:1", "caller:2"]), (2, ["caller:1", "caller:2"])] {
        let proof = |second: u32| {
            let steps =
                format!("call 4 (v{given}, v{second}) blocks 0<-{given} 1<-{second} {{\nfrom 5 {{\ngoto 3\n}}\n}}");
            let callee = format!(
                "node 4 entry 4 at callee 0 0\nvars 2\nblock 0 {} v0 4 align 4\nblock 1 {} v1 4 align 4\ngoto 5\nnode 5 entry 4 at callee 0 0",
                kinds[0], kinds[1]
            );
            let state = format!("{}\nblock 5 heap v5 4 align 4", BLOCKS.replace("vars 5", "vars 6"));
            caller("call void @callee()").certificate(&state, &steps, &callee)
        };
        valid(&proof([5, 2, 1][given as usize]));
        rejected(&proof(given), "C-BLOCK", "injective");
    }
    // Nor do two blocks of the callee have one identity.
    let twice = hands_over(BLOCKS, 2, "caller:9 v0 4 align 4\nblock 1 caller:9 v0 4 align 4");
    rejected(&twice, "W", "blocks");
}

/// What the caller has of a block after the call: `mine` is the block's state before, `theirs` the callee's.
fn afterwards(state: &str, given: u32, entry: &str, exit: &str, body: &str, then: &str) -> Certificate {
    let steps = format!("call 4 (v{given}) blocks 0<-{given} {{\nfrom 5 {{\n{then}\ngoto 3\n}}\n}}");
    let cells = if exit.contains("cell") { "exec s store 0\n" } else { "" };
    let back = match (exit.contains("block"), cells.is_empty()) {
        (false, _) => "goto 5",
        (true, true) => "goto 5 blocks 0<-0",
        (true, false) => "goto 5 blocks 0<-0 cells 0<-0",
    };
    let index = u32::from(!cells.is_empty());
    let callee = format!(
        "node 4 entry 4 at callee start 0\nvars 1\nq = v0\nblock 0 {entry}\n{cells}{back}\nnode 5 entry 4 at callee start {index}\n{exit}"
    );
    let store = if cells.is_empty() { "" } else { "  store i32 5, ptr %q, align 4\n" };
    let module = format!(
        "@a = global i32 0\n@b = global i32 0\ndefine void @callee(ptr %q) {{\nstart:\n{store}  ret void\n}}\n"
    );
    let argument = ["", "%x", "%p", "@a"][given as usize];
    let body = format!("call void @callee(ptr {argument})\n{body}");
    Block::new("ptr %p", &body)
        .module(&module)
        .entry("%x = alloca i32, align 4", "test 0")
        .certificate(state, &steps, &callee)
}

#[test]
fn blocks_after_the_call() {
    for (given, kind) in [(1, "caller:9"), (2, "caller:9"), (3, "global:a")] {
        let place = ["", "%x", "%p", "@a"][given as usize];
        let state = format!("{BLOCKS}\ncell 0 in {given} at 0 width 4 s = 7");
        let load = format!("%r = load i32, ptr {place}, align 4");
        let (plain, marked) = (format!("{kind} v0 4 align 4"), format!("{kind} v0 4 align 4 ro"));
        let (back, kept) = (format!("block 0 {plain}"), format!("block 0 {marked}"));
        // The block is still there, but nothing is known of what may have been written.
        let old = format!("exec s load {given} cell 0");
        let new = format!("exec s load {given} cell 1\nassert 0 = 0");
        let fresh = format!("exec s load {given}");
        valid(&afterwards(&state, given, &plain, "", &load, &fresh));
        valid(&afterwards(&state, given, &plain, &back, &load, &fresh));
        rejected(&afterwards(&state, given, &plain, "", &load, &old), "M-LOAD", "entry");
        rejected(&afterwards(&state, given, &plain, &back, &load, &old), "M-LOAD", "entry");
        // What could not be written keeps the caller's entries.
        valid(&afterwards(&state, given, &marked, "", &load, &old));
        valid(&afterwards(&state, given, &marked, &kept, &load, &old));
        // What the return says of it is a new entry.
        let written = format!("{back}\ncell 0 in 0 at 0 width 4 s = 5");
        valid(&afterwards(&state, given, &plain, &written, &load, &new));
        rejected(&afterwards(&state, given, &plain, &written, &load, &old), "M-LOAD", "entry");
        rejected(&afterwards(&state, given, &plain, &written.replace("= 5", "= 6"), &load, &new), "C-ENTRY", "value");
        rejected(&afterwards(&state, given, &marked, &written, &load, &new), "N-MEMBER", "read only");
        // Kind and mark are the caller's again.
        let store = format!("store i32 1, ptr {place}, align 4");
        let write = format!("exec s store {given}");
        valid(&afterwards(&state, given, &marked, &kept, &store, &write));
        if given != 1 {
            let from = format!("v{given} 4 align 4");
            let read_only = state.replace(&from, &format!("{from} ro"));
            rejected(&afterwards(&read_only, given, &marked, &kept, &store, &write), "M-STORE", "writable");
        }
        let free = format!("call void @free(ptr {place})");
        let mut freed = afterwards(&state, given, &plain, &back, &free, &format!("exec release {given}"));
        freed.module = freed.module.replace("declare void @exit", "declare void @free(ptr)\ndeclare void @exit");
        freed.claim.module_hash = certificates::hash::sha256_hex(freed.module.as_bytes());
        rejected(&freed, "F-FREE", "block");
    }
}

/// A block that is not handed over is untouched, and out of reach.
#[test]
fn blocks_beside_the_call() {
    for given in [0, 1, 2, 3] {
        let place = ["%h", "%x", "%p", "@a"][given];
        let module = "@a = global i32 0\n@b = global i32 0\ndefine void @callee(ptr %q) {\n  store i32 5, ptr %q, align 4\n  ret void\n}\n";
        let block =
            |body: &str| Block::new("ptr %p, ptr %h", body).module(module).entry("%x = alloca i32, align 4", "test 0");
        let state = format!("{BLOCKS}\nh = v0\ncell 0 in {given} at 0 width 4 s = 7");
        let load = format!("call void @callee(ptr @b)\n%r = load i32, ptr {place}, align 4");
        let other = "node 4 entry 4 at callee 0 0\nvars 1\nq = v0\nblock 0 global:b v0 4 align 4\nexec s store 0\ngoto 5\nnode 5 entry 4 at callee 0 1";
        let steps = format!("call 4 (v4) blocks 0<-4 {{\nfrom 5 {{\nexec s load {given} cell 0\ngoto 3\n}}\n}}");
        valid(&block(&load).certificate(&state, &steps, &format!("r = 7 s\n{other}")));
        // Its address alone does not let the callee write it.
        let call = format!("call void @callee(ptr {place})");
        let steps = format!("call 4 (v{given}) {{\nfrom 5 {{\ngoto 3\n}}\n}}");
        let bare = other.replace("block 0 global:b v0 4 align 4\n", "");
        rejected(&block(&call).certificate(&state, &steps, &bare), "M-STORE", "block");
    }
}

/// Identities mean the same block from the entry to the return.
#[test]
fn identities_within_the_callee() {
    let proof = |back: &str, returned: &str| {
        let steps = "call 4 (v1, v2, v3, v4) blocks 0<-1 1<-2 2<-3 3<-4 {\nfrom 5 {\ngoto 3\n}\n}";
        let blocks = "block 0 caller:1 v0 4 align 4\nblock 1 caller:2 v1 4 align 4\nblock 2 global:a v2 4 align 4\nblock 3 global:b v3 4 align 4";
        let callee = format!(
            "node 4 entry 4 at callee 0 0\nvars 4\n{blocks}\nknow v0 = v1\nknow v2 = v3\n{back}\nnode 5 entry 4 at callee 0 0\nvars 4\n{returned}"
        );
        let state = format!("{BLOCKS}\nknow v1 = v2\nknow v3 = v4");
        caller("call void @callee()").certificate(&state, steps, &callee)
    };
    valid(&proof("goto 5 blocks 0<-0", "block 0 caller:1 v0 4 align 4"));
    // Blocks of one address and size are still not each other.
    rejected(&proof("goto 5 blocks 0<-1", "block 0 caller:1 v0 4 align 4"), "C-BLOCK", "kind");
    rejected(&proof("goto 5 blocks 0<-3", "block 0 global:a v2 4 align 4"), "C-BLOCK", "kind");
    rejected(&proof("goto 5 blocks 0<-2", "block 0 caller:1 v0 4 align 4"), "C-BLOCK", "kind");
    let both = "block 0 caller:1 v0 4 align 4\nblock 1 caller:2 v1 4 align 4";
    valid(&proof("goto 5 blocks 0<-0 1<-1", both));
    rejected(&proof("goto 5 blocks 0<-1 1<-0", both), "C-BLOCK", "kind");
    rejected(&proof("goto 5 blocks 0<-0 1<-0", both), "C-BLOCK", "injective");
    // An identity that the function was not called with.
    rejected(&proof("goto 5 blocks 0<-0", "block 0 caller:7 v0 4 align 4"), "N-MEMBER", "blocks");
}

/// A heap block that was freed and allocated again is another one, also at the same address.
#[test]
fn a_heap_block_is_renewed() {
    let module = "declare void @free(ptr)\ndeclare ptr @malloc(i64)\n\
        define ptr @renew(ptr %q) {\n  call void @free(ptr %q)\n  %n = call ptr @malloc(i64 4)\n  ret ptr %n\n}\n";
    let callee = "node 4 entry 4 at renew 0 0\nvars 1\nq = v0\nblock 0 heap v0 4 align 1\nexec release 0\nexec alloc ok\ngoto 5 (v1) blocks 0<-1\n\
        node 5 entry 4 at renew 0 2\nvars 2\nn = v1\nblock 0 heap v1 4 align 1";
    let proof = |place: &str, then: &str| {
        let body = format!("%n = call ptr @renew(ptr %p)\n{}", place);
        let state = "vars 1\np = v0\nblock 0 heap v0 4 align 1\ncell 0 in 0 at 0 width 4 s = 7";
        let last = if then.ends_with('}') { "" } else { "\ngoto 3" };
        let steps = format!("call 4 (v0) blocks 0<-0 {{\nfrom 5 {{\n{then}{last}\n}}\n}}");
        Block::new("ptr %p", &body).module(module).certificate(state, &steps, callee)
    };
    let load = |place: &str| format!("%r = load i32, ptr {place}, align 1");
    valid(&proof(&load("%n"), "exec s load 1"));
    valid(&proof("call void @free(ptr %n)", "exec release 1"));
    rejected(&proof(&load("%n"), "exec s load 1 cell 0"), "M-LOAD", "entry");
    // The caller's block is gone, and its pointer is a number.
    rejected(&proof(&load("%p"), "exec s load 0"), "M-LOAD", "block");
    rejected(&proof(&load("%p"), "exec s load 0 cell 0"), "M-LOAD", "block");
    rejected(&proof(&load("%p"), "exec s load 1"), "M-LOAD", "P1");
    rejected(&proof("call void @free(ptr %p)", "exec release 0"), "F-FREE", "block");
    rejected(&proof("call void @free(ptr %p)", "exec release 1"), "F-FREE", "P1");
    // Where the number is that of the new block, the old bytes are still not there.
    rejected(
        &proof(&load("%p"), "split v0 = v1 {\nexec s load 1 cell 0\ngoto 3\n} else {\ninfeasible\n}"),
        "M-LOAD",
        "entry",
    );
    // A return that gives the old block back.
    let kept = callee.replace("goto 5 (v1) blocks 0<-1", "goto 5 (v0) blocks 0<-0");
    let state = "vars 1\np = v0\nblock 0 heap v0 4 align 1";
    let steps = "call 4 (v0) blocks 0<-0 {\nfrom 5 {\ngoto 3\n}\n}";
    let block = Block::new("ptr %p", "%n = call ptr @renew(ptr %p)").module(module);
    rejected(&block.certificate(state, steps, &kept), "C-BINDING", "P1");
    let kept = callee.replace("blocks 0<-1", "blocks 0<-0");
    rejected(&block.certificate(state, steps, &kept), "C-BLOCK", "map");
}
