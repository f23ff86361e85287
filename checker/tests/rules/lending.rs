//! A callee's caller block that is a part of an object, or an object of another kind (`spec/graph.md`, "Lending").

use certificates::Certificate;

use crate::calls::caller;
use crate::handover::{BLOCKS, hands_over};
use crate::support::{Block, alone, rejected, valid};

/// Objects that may be lent: heap, stack, a caller's, two globals.
const ALL: [u32; 5] = [0, 1, 2, 3, 4];

#[test]
fn a_part_is_lent() {
    for given in ALL {
        let part = |text: &str| hands_over(BLOCKS, given, &format!("caller:9 {text}"));
        for text in ["v0 4 align 4", "v0 3 align 4", "v0+2 2 align 2", "v0+1 3 align 1", "v0+1 2 align 1 ro"] {
            valid(&part(text));
        }
        // Nothing, at either end.
        valid(&part("v0 0 align 4"));
        valid(&part("v0+4 0 align 4"));
        alone(&part("v0-1 2 align 1"), "C-BLOCK", "lent begin");
        alone(&part("v0+1 4 align 1"), "C-BLOCK", "lent end");
        alone(&part("v0+5 0-1 align 1"), "C-BLOCK", "lent size");
        alone(&part("v0+1 2 align 2"), "C-BLOCK", "lent align");
        alone(&part("v0 3 align 8"), "C-BLOCK", "lent align");
    }
}

/// Parts of one object of the callee's are parts of one of the caller's, and each is all of such a part.
#[test]
fn parts_of_objects() {
    let mine = BLOCKS.replace("block 2 caller:3 v2 4", "block 2 part:5.3 v2 4");
    let whole = |given: &str, wanted: &str| hands_over(given, 2, &format!("{wanted} v0 4 align 4"));
    valid(&whole(&mine, "part:9.1"));
    valid(&whole(&mine, "caller:1"));
    alone(&whole(BLOCKS, "part:9.1"), "C-BLOCK", "part");
    valid(&hands_over(&mine, 2, "caller:9 v0+2 2 align 2"));
    alone(&hands_over(&mine, 2, "part:9.1 v0+2 2 align 2"), "C-BLOCK", "lent part");
    alone(&hands_over(BLOCKS, 0, "part:9.1 v0 4 align 4"), "C-BLOCK", "lent part");
    let both = |given: [&str; 2], wanted: [&str; 2]| {
        let [first, second] = given;
        let state = format!("vars 2\nblock 0 {first} v0 4 align 4\nblock 1 {second} v1 4 align 4");
        let [first, second] = wanted;
        let callee = format!(
            "node 4 entry 4 at callee 0 0\nvars 2\nblock 0 {first} v0 4 align 4\nblock 1 {second} v1 4 align 4\ngoto 5\n\
             node 5 entry 4 at callee 0 0"
        );
        let steps = "call 4 (v0, v1) blocks 0<-0 1<-1 {\nfrom 5 {\ngoto 3\n}\n}";
        caller("call void @callee()").certificate(&state, steps, &callee)
    };
    valid(&both(["part:0.1", "part:0.2"], ["part:7.1", "part:7.2"]));
    valid(&both(["part:0.1", "part:0.2"], ["part:7.1", "part:8.2"]));
    alone(&both(["part:0.1", "part:1.2"], ["part:7.1", "part:7.2"]), "C-BLOCK", "part");
}

/// What only its holder may free is lent, but not as something else that cannot be freed.
#[test]
fn kinds_that_are_lent() {
    for kind in ["heap", "global:a", "global:b"] {
        let given = 1;
        alone(&hands_over(BLOCKS, given, &format!("{kind} v0 4 align 4")), "C-BLOCK", "kind");
        rejected(&hands_over(BLOCKS, given, &format!("{kind} v0 3 align 4")), "C-BLOCK", "kind");
    }
    // A function is no memory.
    let function = BLOCKS.replace("global:b v4 4 align 4", "function:callee v4 0 align 1");
    alone(&hands_over(&function, 4, "caller:9 v0 0 align 1"), "C-BLOCK", "kind");
    alone(&hands_over(BLOCKS, 0, "heap v0 3 align 4"), "C-BLOCK", "size");
    alone(&hands_over(BLOCKS, 3, "global:a v0 3 align 4"), "C-BLOCK", "size");
}

#[test]
fn marks_of_what_is_lent() {
    let marked = |size: &str, mark: &str| BLOCKS.replace(size, &format!("{size} {mark}"));
    for (given, block) in [(0, "heap v0 4 align 4"), (2, "caller:3 v2 4 align 4"), (3, "global:a v3 4 align 4")] {
        let proof = |mine: &str, theirs: &str| {
            hands_over(&marked(block, mine), given, &format!("caller:9 v0 3 align 4 {theirs}"))
        };
        valid(&proof("", "ro"));
        valid(&proof("ro", "ro"));
        alone(&proof("ro", ""), "C-BLOCK", "unwritable");
    }
    // What may not exist is not lent.
    let optional = marked("heap v0 4 align 4", "optional");
    alone(&hands_over(&optional, 0, "caller:9 v0 4 align 4"), "C-BLOCK", "lent optional");
    // A caller's block is not freed, so that it need not be kept.
    let kept = marked("heap v0 4 align 4", "kept");
    valid(&hands_over(&kept, 0, "caller:9 v0 4 align 4"));
    valid(&hands_over(&kept, 0, "caller:9 v0 4 align 4 ro"));
}

/// G-BLOCK says that a heap block is not too large only where that is known.
#[test]
fn a_heap_block_that_is_too_large() {
    let proof = |known: &str| {
        let state = format!("{BLOCKS}\nknow 4 <= v5\n{known}")
            .replace("vars 5", "vars 6")
            .replace("heap v0 4 align 4", "heap v0 v5 align 4");
        hands_over(&state, 0, "caller:9 v0 4 align 4")
    };
    valid(&proof("know v5 <= 9223372036854775807"));
    alone(&proof(""), "C-BLOCK", "lent heap");
    alone(&proof("know v5 <= 9223372036854775808"), "C-BLOCK", "lent heap");
}

/// The callee gets @a as its caller's, and @b by name.
fn variables(a: &str, b: &str, mark: &str) -> Certificate {
    let mut block = caller("call void @callee()");
    block.module =
        block.module.replace("@a = global", &format!("@a = {a}")).replace("@b = global", &format!("@b = {b}"));
    let callee = format!(
        "node 4 entry 4 at callee 0 0\nvars 2\nblock 0 caller:9 v0 4 align 4 {mark}\nblock 1 global:b v1 4 align 4\ngoto 5\n\
         node 5 entry 4 at callee 0 0"
    );
    block.certificate(BLOCKS, "call 4 (v3, v4) blocks 0<-3 1<-4 {\nfrom 5 {\ngoto 3\n}\n}", &callee)
}

#[test]
fn variables_that_are_lent() {
    for mark in ["", "ro"] {
        valid(&variables("global", "global", mark));
        valid(&variables("global", "constant", mark));
        for word in ["unnamed_addr", "local_unnamed_addr"] {
            alone(&variables(&format!("{word} global"), "global", mark), "C-BLOCK", "unnamed");
        }
    }
    // A constant is not written.
    for word in ["constant", "unnamed_addr constant"] {
        valid(&variables(word, "global", "ro"));
        alone(&variables(word, "global", ""), "C-BLOCK", "unwritable");
    }
    // What may be merged with a variable of the callee, G-APART would tell from it.
    for other in ["unnamed_addr global", "local_unnamed_addr global", "unnamed_addr constant"] {
        valid(&variables("global", other, "ro"));
        alone(&variables("global", other, ""), "C-BLOCK", "merged");
    }
}

/// The C library relies on `stdout`: a callee that gets it may read it.
#[test]
fn a_variable_that_the_library_relies_on() {
    let proof = |name: &str, mark: &str| {
        let mut block = caller("call void @callee()");
        block.module = block.module.replace("@a = global i32 0", &format!("@{name} = external global i32"));
        let callee = format!(
            "node 4 entry 4 at callee 0 0\nvars 1\nblock 0 caller:9 v0 4 align 4 {mark}\ngoto 5\nnode 5 entry 4 at callee 0 0"
        );
        let state = BLOCKS.replace("global:a", &format!("global:{name}"));
        block.certificate(&state, "call 4 (v3) blocks 0<-3 {\nfrom 5 {\ngoto 3\n}\n}", &callee)
    };
    valid(&proof("stdout", "ro"));
    alone(&proof("stdout", ""), "C-BLOCK", "unwritable");
    valid(&proof("optind", ""));
}

#[test]
fn a_variable_of_the_library_is_not_lent() {
    let mut block = caller("call void @callee()");
    block.module = format!("declare ptr @__errno_location()\n{}", block.module);
    let state = BLOCKS.replace("global:a", "global:@errno");
    let steps = "call 4 (v3) blocks 0<-3 {\nfrom 5 {\ngoto 3\n}\n}";
    let proof = |callee: &str| {
        let mut certificate = block.certificate(&state, steps, callee);
        // The library's function is declared, not called.
        certificate.claim.contracts.retain(|contract| contract == "exit");
        certificate
    };
    let callee =
        "node 4 entry 4 at callee 0 0\nvars 1\nblock 0 caller:9 v0 4 align 4\ngoto 5\nnode 5 entry 4 at callee 0 0";
    alone(&proof(callee), "C-BLOCK", "library variable");
    valid(&proof(&callee.replace("caller:9", "global:@errno")));
}

/// Two parts of one object, also where they are apart.
#[test]
fn an_object_is_lent_once() {
    let proof = |second: &str| {
        let callee = "node 4 entry 4 at callee 0 0\nvars 2\nblock 0 caller:1 v0 2 align 1\nblock 1 caller:2 v1 2 align 1\ngoto 5\n\
             node 5 entry 4 at callee 0 0";
        let steps = format!("call 4 (v0, {second} {{\nfrom 5 {{\ngoto 3\n}}\n}}");
        caller("call void @callee()").certificate(BLOCKS, &steps, callee)
    };
    valid(&proof("v1 + 2) blocks 0<-0 1<-1"));
    rejected(&proof("v0 + 2) blocks 0<-0 1<-0"), "C-BLOCK", "injective");
}

/// Twelve bytes of the heap, of which the callee gets those from the fourth on: `size` of them.
fn lent(mine: &str, (size, entry): (u32, &str), call: &str, body: &str, exit: &str, then: (&str, &str)) -> Certificate {
    let free = if format!("{body}{}", then.0).contains("@free") { "declare void @free(ptr)\n" } else { "" };
    let module = format!(
        "{free}define void @callee(ptr %q) {{\nstart:\n{}  ret void\n}}\n",
        body.split('|').next().unwrap_or_default()
    );
    let steps = body.split('|').nth(1).unwrap_or_default();
    let index = u32::from(!steps.is_empty());
    let back = if exit.is_empty() { "goto 5" } else { exit };
    let (goto, exit) = back.split_once('\n').unwrap_or((back, ""));
    let callee = format!(
        "node 4 entry 4 at callee start 0\nvars 1\nq = v0\nblock 0 caller:9 v0 {size} align 4 {entry}\n{steps}{goto}\n\
         node 5 entry 4 at callee start {index}\n{exit}"
    );
    let state = format!("vars 1\np = v0\nq = v0 + 4\nblock 0 heap v0 12 align 16\n{mine}");
    let tree = format!("call 4 (v0 + 4) blocks 0<-0{call} {{\nfrom 5 {{\n{}\ngoto 3\n}}\n}}", then.1);
    let text = format!("call void @callee(ptr %q)\n{}", then.0);
    Block::new("ptr %p, ptr %q", &text).module(&module).certificate(&state, &tree, &callee)
}

const STORE: &str = "  store i32 5, ptr %q, align 4\n|exec s store 0\n";

#[test]
fn what_comes_back_of_a_part() {
    let (load, first) = ("%r = load i32, ptr %q, align 4", "%r = load i32, ptr %p, align 4");
    let back = "goto 5 blocks 0<-0 cells 0<-0\nvars 1\nblock 0 caller:9 v0 8 align 4\ncell 0 in 0 at 0 width 4 s = 5";
    let cell = "cell 0 in 0 at 4 width 4 s = 7";
    // What the callee wrote at the beginning of its part is four bytes behind the beginning of the block.
    valid(&lent(cell, (8, ""), "", STORE, back, (load, "exec s load 0 cell 1")));
    rejected(&lent(cell, (8, ""), "", STORE, back, (load, "exec s load 0 cell 0")), "M-LOAD", "entry");
    rejected(&lent(cell, (8, ""), "", STORE, back, (first, "exec s load 0 cell 1")), "M-LOAD", "P4");
    // Nothing is known any more of the block, but if the callee could not write it.
    rejected(&lent(cell, (8, ""), "", "", "", (load, "exec s load 0 cell 0")), "M-LOAD", "entry");
    valid(&lent(cell, (8, "ro"), "", "", "", (load, "exec s load 0 cell 0")));
    rejected(&lent(cell, (8, "ro"), "", STORE, "", (load, "exec s load 0 cell 0")), "M-STORE", "writable");
    // It is the caller's again, who frees it; the callee does not.
    valid(&lent("", (8, ""), "", "", "", ("call void @free(ptr %p)", "exec release 0")));
    let frees = "  call void @free(ptr %q)\n|exec release 0\n";
    rejected(&lent("", (8, ""), "", frees, "", ("", "")), "F-FREE", "block");
    // Outside of the part the callee has no right.
    let beyond = "  store i32 5, ptr %q, align 4\n|exec s store 0\n";
    rejected(&lent("", (3, ""), "", beyond, "", ("", "")), "M-STORE", "P2");
}

/// What the callee could not write stays, where that is seen by looking.
#[test]
fn entries_outside_of_a_part() {
    let proof = |at: u32, size: u32, mark: &str| {
        let cell = format!("cell 0 in 0 at {at} width 4 s = 7");
        lent(&cell, (size, mark), "", "", "", ("", "inblock 0"))
    };
    valid(&proof(0, 8, ""));
    valid(&proof(8, 4, ""));
    valid(&proof(8, 0, ""));
    for (at, size) in [(1, 8), (4, 8), (7, 4), (8, 5), (4, 1)] {
        rejected(&proof(at, size, ""), "G-INBLOCK", "entry");
        valid(&proof(at, size, "ro"));
    }
}

#[test]
fn entries_of_a_part() {
    let proof = |mine: u32, theirs: &str| {
        let known = format!("\ncell 0 in 0 at {theirs} width 4 s = 7");
        lent(&format!("cell 0 in 0 at {mine} width 4 s = 7"), (4, &known), " cells 0<-0", "", "", ("", ""))
    };
    valid(&proof(4, "0"));
    rejected(&proof(8, "0"), "C-ENTRY", "offset");
    alone(&proof(0, "0-4"), "C-ENTRY", "lent entry begin");
    alone(&proof(8, "4"), "C-ENTRY", "lent entry end");
    alone(&proof(6, "2"), "C-ENTRY", "lent entry end");
}

/// A callee may read what it gets with another sign, where that is the same number.
#[test]
fn entries_of_another_sign() {
    let proof = |mine: &str, theirs: &str, value: &str| {
        let cell = |at: u32, sign: &str| format!("cell 0 in 0 at {at} width 4 {sign} = {value}");
        lent(&cell(4, mine), (8, &format!("\n{}", cell(0, theirs))), " cells 0<-0", "", "", ("", ""))
    };
    for (mine, theirs) in [("s", "u"), ("u", "s")] {
        for value in ["0", "7", "2147483647"] {
            valid(&proof(mine, theirs, value));
        }
        alone(&proof(mine, theirs, "0-1"), "C-ENTRY", "sign low");
        alone(&proof(mine, theirs, "2147483648"), "C-ENTRY", "sign high");
    }
}
