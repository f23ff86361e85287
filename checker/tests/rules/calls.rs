//! The call rule with all its side conditions (`spec/graph.md`, G-CALL; why they are there: `spec/calls.md`).

use certificates::{Certificate, Step};

use crate::language;
use crate::programs::HEADER;
use crate::support::{Block, alone, rejected, valid};

/// A test function whose state has a block of every kind: 0 heap, 1 its own stack, 2 a caller's, 3 and 4 globals.
fn caller(body: &str) -> Block {
    let module = "@a = global i32 0\n@b = global i32 0\ndefine void @callee() {\n  ret void\n}\n";
    Block::new("ptr %p", body).module(module).entry("%x = alloca i32, align 4", "test 0")
}

const BLOCKS: &str = "vars 5\nx = v1\np = v2\nblock 0 heap v0 4 align 4\nblock 1 stack:x v1 4 align 4\nblock 2 caller:3 v2 4 align 4\n\
    block 3 global:a v3 4 align 4\nblock 4 global:b v4 4 align 4";

/// The call hands over block `given` for a block `wanted` of the callee.
fn hands_over(state: &str, given: u32, wanted: &str) -> Certificate {
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
            if kind == accepted { drop(valid(&proof)) } else { alone(&proof, "C-BLOCK", "kind") }
        }
        alone(&hands_over(BLOCKS, given, &format!("{accepted} v0+1 4 align 4")), "C-BLOCK", "base");
        alone(&hands_over(BLOCKS, given, &format!("{accepted} v0 5 align 4")), "C-BLOCK", "size");
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

#[test]
fn lists_are_not_handed_over() {
    let mut proof = hands_over(BLOCKS, 0, "heap v0 4 align 4");
    valid(&proof);
    for step in &mut proof.steps {
        if let Step::Call { instance, .. } = step {
            instance.lists.push((0, 0));
        }
    }
    rejected(&proof, "C-LIST", "lists");
}

/// A call `%r = call TY @callee(...)`, where the callee has this body and these nodes from 4 on.
fn result(call: &str, header: &str, steps: &str, nodes: &str, r: &str) -> Certificate {
    let block = Block::new("i32 %a", call).module(&format!("{header}\n"));
    block.certificate("vars 1\na = v0 s\nknow 0 <= v0\nknow v0 <= 9", steps, &format!("{r}\n{nodes}"))
}

#[test]
fn results() {
    let (call, header) = ("%r = call i32 @callee(i32 %a)", "define i32 @callee(i32 %q) {\n  ret i32 %q\n}");
    let steps = "call 4 (v0) {\nfrom 5 {\ngoto 3 (v0)\n}\n}";
    let nodes = |s: &str| {
        format!(
            "node 4 entry 4 at callee 0 0\nvars 1\nq = v0 {s}\nknow 0 <= v0\nknow v0 <= 9\ngoto 5\nnode 5 entry 4 at callee 0 0\nvars 1\nq = v0 {s}"
        )
    };
    let r = |s: &str| format!("vars 1\nr = v0 {s}");
    valid(&result(call, header, steps, &nodes("s"), &r("s")));
    // The sign is that of the return; another one is a conversion.
    let unsigned = steps.replace("call 4 (v0)", "call 4 (v0) wraps 0");
    valid(&result(call, header, &unsigned, &nodes("u"), &r("u")));
    rejected(&result(call, header, &unsigned, &nodes("u"), &r("s")), "C-BINDING", "A-FIT");
    valid(&result(call, header, &unsigned.replace("goto 3 (v0)", "goto 3 (v0) wraps 0"), &nodes("u"), &r("s")));
    rejected(&result(call, header, steps, &nodes("u"), &r("u")), "C-BINDING", "A-FIT");
    rejected(&result(call, header, &unsigned, &nodes("s"), &r("s")), "H-WRAPS", "all consumed");
    // A return that says another value, or none.
    rejected(
        &result(
            call,
            header,
            steps,
            &nodes("s").replace("vars 1\nq = v0 s\nknow 0", "vars 1\nq = v0 + 1 s\nknow 0"),
            &r("s"),
        ),
        "C-BINDING",
        "P1",
    );
    let none = nodes("s").replace("at callee 0 0\nvars 1\nq = v0 s", "at callee 0 0\nvars 1").replacen(
        "vars 1",
        "vars 1\nq = v0 s",
        1,
    );
    rejected(&result(call, header, steps, &none, &r("s")), "G-CALL", "operand");
    // Types.
    for (call, header) in [
        ("%r = call i64 @callee(i32 %a)", header),
        ("call void @callee(i32 %a)", header),
        ("%r = call i32 @callee(i32 %a)", "define void @callee(i32 %q) {\n  ret void\n}"),
        ("%r = call i32 @callee(i32 %a)", "define i32 @callee(i32 %q, ...) {\n  ret i32 %q\n}"),
        ("%r = call i32 @callee(i32 signext %a)", header),
        ("%r = call i32 @callee(i32 %a)", "define i32 @callee(i32 zeroext %q) {\n  ret i32 %q\n}"),
        ("%r = call i32 @callee(i32 signext %a)", "define i32 @callee(i32 zeroext %q) {\n  ret i32 %q\n}"),
        ("%r = call signext i32 @callee(i32 %a)", "define zeroext i32 @callee(i32 %q) {\n  ret i32 %q\n}"),
        ("%r = call float @callee(i32 %a)", "define double @callee(i32 %q) {\n  ret double 0.0\n}"),
    ] {
        rejected(&result(call, header, steps, &nodes("s"), ""), "G-CALL", "type");
    }
    // Arguments that nobody reads: a register need not be bound, but what is outside the subset could be undefined.
    let unread = |argument: &str| {
        let nodes = "node 4 entry 4 at callee 0 0\ngoto 5\nnode 5 entry 4 at callee 0 0";
        let header = "define void @callee(i32 %q) {\n  ret void\n}";
        result(&format!("call void @callee(i32 {argument})"), header, "call 4 {\nfrom 5 {\ngoto 3\n}\n}", nodes, "")
    };
    valid(&unread("%a"));
    for argument in ["undef", "poison", "xor (i32 ptrtoint (ptr @callee to i32), i32 1)"] {
        rejected(&unread(argument), "G-CALL", "argument");
    }
    // No value, or one that nothing is known of.
    let bare = "node 4 entry 4 at callee 0 0\ngoto 5\nnode 5 entry 4 at callee 0 0";
    let plain = "call 4 {\nfrom 5 {\ngoto 3\n}\n}";
    valid(&result("call void @callee()", "define void @callee() {\n  ret void\n}", plain, bare, ""));
    valid(&result("%r = call double @callee()", "define double @callee() {\n  ret double 0.0\n}", plain, bare, ""));
    for ty in ["i32", "double", "ptr"] {
        let header = format!("define {ty} @callee() {{\n  ret {ty} undef\n}}");
        rejected(&result(&format!("%r = call {ty} @callee()"), &header, plain, bare, ""), "N-RETURN", "operand");
    }
}

#[test]
fn who_is_called() {
    let nodes = "node 4 entry 4 at callee 0 0\ngoto 5\nnode 5 entry 4 at callee 0 0\nnode 6 entry 6 at other 0 0\ngoto 7\nnode 7 entry 6 at other 0 0";
    let proof =
        |module: &str, steps: &str| Block::new("", "call void @callee()").module(module).certificate("", steps, nodes);
    let both = "define void @callee() {\n  ret void\n}\ndefine void @other() {\n  ret void\n}\n";
    let steps = "call 4 {\nfrom 5 {\ngoto 3\n}\n}";
    valid(&proof(both, steps));
    rejected(&proof(both, "call 6 {\nfrom 7 {\ngoto 3\n}\n}"), "G-CALL", "C-POSITION");
    rejected(&proof(both, "call 5 {\nfrom 5 {\ngoto 3\n}\n}"), "G-CALL", "entry");
    rejected(&proof(both, "call 9 {\n}"), "G-CALL", "entry");
    rejected(&proof(&both.replace("void @callee", "weak void @callee"), steps), "G-CALL", "callee");
    let elsewhere = Block::new("i32 %a", "%r = add i32 %a, 1").module(both).certificate("", steps, nodes);
    rejected(&elsewhere, "G-CALL", "position");
}

/// Two returns, or none.
#[test]
fn returns_of_the_entry() {
    let two =
        "define i32 @callee(i1 %c) {\nstart:\n  br i1 %c, label %a, label %b\na:\n  ret i32 1\nb:\n  ret i32 2\n}";
    let nodes = "node 4 entry 4 at callee start 0\nvars 1\nc = v0\nknow 0 <= v0\nknow v0 <= 1\nsplit v0 = 1 {\nexec true\ngoto 5\n} else {\nexec false\ngoto 6\n}\n\
        node 5 entry 4 at callee a 0\nknow v0 = 1\nnode 6 entry 4 at callee b 0\nknow v0 = 0\n\
        node 7 entry 7 at callee start 0\nvars 1\nc = v0\nknow v0 = 1\nexec true\ngoto 8\nnode 8 entry 7 at callee a 0\nvars 1";
    let proof = |from: &[u32]| {
        let trees: Vec<String> = from.iter().map(|node| format!("from {node} {{\ngoto 3\n}}")).collect();
        result("%r = call i32 @callee(i1 true)", two, &format!("call 4 (1) {{\n{}\n}}", trees.join("\n")), nodes, "")
    };
    valid(&proof(&[5, 6]));
    // Missing, extra, unordered, repeated; of another entry; no return node.
    for from in [&[][..], &[5], &[6], &[6, 5], &[5, 6, 8], &[5, 6, 6], &[5, 8], &[3, 5, 6], &[4, 5, 6], &[5, 6, 99]] {
        rejected(&proof(from), "G-CALL", "returns");
    }
    // What a return knows of the arguments makes its continuation impossible, which must be shown.
    let impossible = |tree: &str, known: &str| {
        let steps = format!("call 4 (1) {{\nfrom 5 {{\ngoto 3\n}}\nfrom 6 {{\n{tree}\n}}\n}}");
        result(
            "%r = call i32 @callee(i1 true)",
            two,
            &steps,
            &nodes.replace("b 0\nknow v0 = 0", known),
            "vars 0\nr = 1 s",
        )
    };
    valid(&impossible("infeasible", "b 0\nknow v0 = 0"));
    rejected(&impossible("infeasible", "b 0"), "G-INFEASIBLE", "P1");
    rejected(&impossible("goto 3", "b 0"), "C-BINDING", "P1");
    // A callee that never returns needs no continuation, and may have none.
    let (quit, exit) =
        ("define void @callee() {\n  call void @exit(i32 1)\n  unreachable\n}", "node 4 entry 4 at callee 0 0\nexit");
    let call = "call void @callee()";
    valid(&result(call, quit, "call 4 {\n}", exit, ""));
    rejected(&result(call, quit, "call 4 {\nfrom 3 {\ngoto 3\n}\n}", exit, ""), "G-CALL", "returns");
    rejected(&result(call, quit, "exit", exit, ""), "X-CALL", "callee");
    // One that exits on one path returns on the other.
    let some = two.replace("a:\n  ret i32 1", "a:\n  call void @exit(i32 0)\n  unreachable");
    let nodes = "node 4 entry 4 at callee start 0\nvars 1\nc = v0\nknow 0 <= v0\nknow v0 <= 1\nsplit v0 = 1 {\nexec true\nexit\n} else {\nexec false\ngoto 5\n}\n\
        node 5 entry 4 at callee b 0\nknow v0 = 0";
    let proof = |steps: &str| result("%r = call i32 @callee(i1 false)", &some, steps, nodes, "r = 2 s");
    valid(&proof("call 4 (0) {\nfrom 5 {\ngoto 3\n}\n}"));
    rejected(&proof("call 4 (0) {\n}"), "G-CALL", "returns");
}

/// The entry's variables are what the function was called with, in its loops too.
#[test]
fn constants_within_the_callee() {
    let module = "define i32 @callee(i32 %n) {\nstart:\n  br label %loop\nloop:\n  %i = phi i32 [ %n, %start ], [ %j, %next ]\n\
        \x20 %c = icmp sgt i32 %i, 0\n  br i1 %c, label %next, label %end\nnext:\n  %j = sub nsw i32 %i, 1\n  br label %loop\nend:\n  ret i32 %i\n}";
    let proof = |edit: &dyn Fn(&str) -> String| {
        let nodes = "node 4 entry 4 at callee start 0\nvars 1\nn = v0 s\nknow 0 <= v0\nknow v0 <= 9\nexec phis s\ngoto 6 (v0)\n\
            node 5 entry 4 at callee end 0\nvars 1\ni = 0 s\n\
            node 6 entry 4 at callee loop 0\nvars 2\ni = v1 s\nknow v1 <= 9\nknow 0 <= v1\n\
            split 0 < v1 {\nexec s true\nexec true\nexec\nexec phis s\ngoto 6 (v1 - 1) as back\n} else {\nexec s false\nexec false\ngoto 5\n}\nlinear 6: v1 removes back";
        result(
            "%r = call i32 @callee(i32 %a)",
            module,
            "call 4 (v0) {\nfrom 5 {\ngoto 3\n}\n}",
            &edit(nodes),
            "r = 0 s",
        )
    };
    valid(&proof(&|text| text.into()));
    // The counter is not the argument.
    let same = |text: &str| {
        text.replace("i = v1 s\nknow v1 <= 9\nknow 0 <= v1\n", "i = v0 s\nknow v0 <= 9\n").replace("0 < v1", "0 < v0")
    };
    rejected(
        &proof(&|text| {
            same(text)
                .replace("vars 2", "vars 1")
                .replace("goto 6 (v0)", "goto 6")
                .replace("(v1 - 1)", "")
                .replace("6: v1", "6: v0")
        }),
        "C-BINDING",
        "P1",
    );
    // No term is given for a constant.
    rejected(&proof(&|text| text.replace("goto 6 (v1 - 1)", "goto 6 (v0 - 1, v1 - 1)")), "C-VARIABLES", "variables");
    rejected(&proof(&|text| text.replace("goto 5", "goto 5 (v0)")), "C-VARIABLES", "variables");
    // Nor is a fact about it lost or found on the way.
    rejected(&proof(&|text| text.replace("i = 0 s", "i = 0 s\nknow v0 = 0")), "C-KNOWLEDGE", "P1");
    valid(&proof(&|text| {
        text.replace("i = 0 s", "i = 0 s\nknow 0 <= v0").replace("know 0 <= v1", "know 0 <= v1\nknow 0 <= v0")
    }));
}

/// `even` and `odd` call each other: one component, two call edges.
#[test]
fn mutual_recursion() {
    let function = |name: &str, other: &str| {
        format!(
            "define void @{name}(i32 %n) {{\nstart:\n  %c = icmp sgt i32 %n, 0\n  br i1 %c, label %more, label %end\n\
             more:\n  %m = sub nsw i32 %n, 1\n  call void @{other}(i32 %m)\n  br label %end\nend:\n  ret void\n}}\n"
        )
    };
    let nodes = |name: &str, entry: u32, other: u32, label: &str| {
        let (back, theirs) = (entry + 1, other + 1);
        format!(
            "node {entry} entry {entry} at {name} start 0\nvars 1\nn = v0 s\nknow v0 <= 2147483647\nsplit 0 < v0 {{\nexec s true\nexec true\nexec\n\
             call {other} (v0 - 1) as {label} {{\nfrom {theirs} {{\nexec\ngoto {back}\n}}\n}}\n}} else {{\nexec s false\nexec false\ngoto {back}\n}}\n\
             node {back} entry {entry} at {name} end 0\n"
        )
    };
    let module = format!(
        "{HEADER}{}{}define void @main(i32 %n) {{\n  call void @even(i32 %n)\n  ret void\n}}\n",
        function("even", "odd"),
        function("odd", "even")
    );
    let text = format!(
        "node 0 entry 0 at main 0 0\nvars 1\nn = v0 s\nknow v0 <= 2147483647\ncall 1 (v0) {{\nfrom 2 {{\ngoto 5\n}}\n}}\n{}{}node 5 entry 0 at main 0 1\nroot (v0)\n",
        nodes("even", 1, 3, "down"),
        nodes("odd", 3, 1, "up")
    );
    let proof = |rank: &str| language::certificate(&module, &format!("{text}{rank}"));
    valid(&proof("linear 1: v0; 3: v0 removes down up"));
    // One strict edge breaks the cycle.
    valid(&proof("linear 1: v0; 3: v0 removes up"));
    rejected(&proof(""), "K-END", "no cycle");
    rejected(&proof("linear 1: v0; 3: v0 + 1 removes down"), "K-LINEAR", "P2");
    rejected(&proof("linear 1: v0 removes down"), "K-FORM", "K1");
    // Without a decrease there is no rank, and memory safety all the same.
    let mut endless = language::certificate(
        &module.replace("sub nsw i32 %n, 1", "sub nsw i32 %n, 0"),
        &text.replace("(v0 - 1)", "(v0)"),
    );
    rejected(&endless, "K-END", "no cycle");
    endless.claim.properties.termination = false;
    valid(&endless);
}

/// A callback that calls who called it: the edge through the pointer counts.
#[test]
fn callbacks() {
    let module = format!(
        "{HEADER}define void @visit(i32 %n, ptr %f) {{\nstart:\n  %c = icmp sgt i32 %n, 0\n  br i1 %c, label %more, label %end\n\
         more:\n  %m = sub nsw i32 %n, 1\n  call void %f(i32 %m, ptr %f)\n  br label %end\nend:\n  ret void\n}}\n\
         define void @main(i32 %n) {{\n  call void @visit(i32 %n, ptr @visit)\n  ret void\n}}\n"
    );
    let text = "node 0 entry 0 at main 0 0\nvars 1\nn = v0 s\nknow v0 <= 2147483647\nfunction visit\ncall 1 (v0, v1) blocks 0<-0 {\nfrom 2 {\ngoto 3\n}\n}\n\
        node 1 entry 1 at visit start 0\nvars 2\nn = v0 s\nknow v0 <= 2147483647\nf = v1\nblock 0 function:visit v1 0 align 1\n\
        split 0 < v0 {\nexec s true\nexec true\nexec\ncall 1 (v0 - 1, v1) blocks 0<-0 as again {\nfrom 2 {\nexec\ngoto 2\n}\n}\n\
        } else {\nexec s false\nexec false\ngoto 2\n}\nnode 2 entry 1 at visit end 0\nnode 3 entry 0 at main 0 1\nroot (v0)\n";
    let proof = |text: &str, rank: &str| language::certificate(&module, &format!("{text}{rank}"));
    let rank = "linear 1: v0 removes again";
    valid(&proof(text, rank));
    rejected(&proof(text, ""), "K-END", "no cycle");
    rejected(&proof(text, "linear 1: 0 - v0 removes again"), "K-LINEAR", "P2");
    // What is handed over need not be this function.
    rejected(
        &proof(&text.replace("block 0 function:visit v1 0 align 1\n", "").replace(" blocks 0<-0", ""), rank),
        "G-CALL",
        "callee",
    );
    rejected(&proof(&text.replace("call 1 (v0, v1)", "call 1 (v0, 7)"), rank), "C-BINDING", "P1");
    rejected(&proof(&text.replace("call 1 (v0 - 1, v1)", "call 1 (v0 - 1, v1 + 1)"), rank), "C-BINDING", "P1");
}
