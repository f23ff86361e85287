//! Proofs of things that are not so; each must be rejected, whoever wrote it.

use crate::language;
use crate::programs::HEADER;
use crate::support::{Block, rejected, valid};

/// `for (;;) ;`
const ENDLESS: &str = "define void @main() {\nstart:\n  br label %loop\nloop:\n  br label %loop\n}\n";

fn endless(text: &str) -> certificates::Certificate {
    language::certificate(&format!("{HEADER}{ENDLESS}"), text)
}

/// A node that covers itself without executing anything would prove whatever it states.
#[test]
fn a_node_covers_itself_without_executing() {
    let module =
        "define void @main(ptr %p) {\nstart:\n  br label %bad\nbad:\n  store i8 1, ptr %p\n  br label %bad\n}\n";
    let text = "node 0 entry 0 at main start 0\nvars 1\np = v0\nexec\ngoto 1\nnode 1 entry 0 at main bad 0\np = 0\ngoto 1\nroot (v0)";
    let mut certificate = language::certificate(
        &format!("{HEADER}{module}"),
        &text.replace("p = 0\ngoto 1", "vars 2\np = v1\ngoto 1 (v1)").replace("exec\ngoto 1\n", "exec\ngoto 1 (v0)\n"),
    );
    certificate.claim.properties.termination = false;
    rejected(&certificate, "G-GOTO", "P0");
    // Ghost steps are no progress.
    let text = "node 0 entry 0 at main start 0\nexec\ngoto 1\nnode 1 entry 0 at main loop 0\nassert 0 = 0\ndivide 1 by 1\ngoto 1";
    let mut certificate = endless(text);
    certificate.claim.properties.termination = false;
    rejected(&certificate, "G-GOTO", "P0");
    // Two nodes that cover each other without executing.
    let text = "node 0 entry 0 at main start 0\nexec\ngoto 1\nnode 1 entry 0 at main loop 0\ngoto 2\nnode 2 entry 0 at main loop 0\ngoto 1";
    let mut certificate = endless(text);
    certificate.claim.properties.termination = false;
    rejected(&certificate, "G-GOTO", "P0");
    // Executing is fine for memory safety, and needs a rank for termination.
    let text = "node 0 entry 0 at main start 0\nexec\ngoto 1\nnode 1 entry 0 at main loop 0\nexec\ngoto 1";
    let mut certificate = endless(text);
    rejected(&certificate, "K-END", "no cycle");
    certificate.claim.properties.termination = false;
    valid(&certificate);
}

/// A rank that is made of the facts of the target, or of facts that do not hold.
#[test]
fn an_endless_loop_with_a_rank() {
    let text = "node 0 entry 0 at main start 0\nexec\ngoto 1 (7)\nnode 1 entry 0 at main loop 0\nvars 1\nknow 0 <= v0\nexec\ngoto 1 (v0 - 1) as back\nlinear 1: v0 removes back";
    rejected(&endless(text), "C-KNOWLEDGE", "P1");
    rejected(&endless(&text.replace("know 0 <= v0\n", "")), "K-LINEAR", "P3");
    rejected(&endless(&text.replace("v0 - 1", "v0")), "K-LINEAR", "P2");
}

/// A callee's stack block does not outlive the call.
#[test]
fn a_stack_block_outlives_its_function() {
    let module = "define ptr @escape() {\n  %x = alloca i8, align 1\n  ret ptr %x\n}\n\
        define void @main() {\n  %p = call ptr @escape()\n  store i8 1, ptr %p\n  ret void\n}\n";
    let text = |from: &str| {
        format!(
            "node 0 entry 0 at main 0 0\ncall 1 {{\nfrom 2 {{\n{from}\ngoto 3\n}}\n}}\n\
             node 1 entry 1 at escape 0 0\nexec\ngoto 2 (v0) blocks 0<-0\n\
             node 2 entry 1 at escape 0 1\nvars 1\nx = v0\nblock 0 stack:x v0 1 align 1\nnode 3 entry 0 at main 0 2"
        )
    };
    let proof = |from: &str| language::certificate(&format!("{HEADER}{module}"), &text(from));
    rejected(&proof("exec store 0"), "M-STORE", "block");
    rejected(&proof("exec store 1"), "M-STORE", "block");
    // Nor by calling it a heap block or a caller's block at the return.
    let renamed = |kind: &str| {
        language::certificate(&format!("{HEADER}{module}"), &text("exec store 0").replace("stack:x", kind))
    };
    rejected(&renamed("heap"), "C-BLOCK", "kind");
    rejected(&renamed("caller:0"), "N-MEMBER", "blocks");
}

/// A caller's stack block cannot be freed or die in the callee, and comes back with what the callee wrote.
#[test]
fn a_block_is_handed_over() {
    let module = "define void @set(ptr %p) {\n  store i8 5, ptr %p\n  ret void\n}\n\
        define void @main() {\n  %x = alloca i8, align 1\n  store i8 1, ptr %x\n  call void @set(ptr %x)\n  %r = load i8, ptr %x\n  ret void\n}\n";
    let text = |mark: &str, after: &str| {
        format!(
            "node 0 entry 0 at main 0 0\nexec\nexec s store 0\ncall 1 (v0) blocks 0<-0 {{\nfrom 2 {{\n{after}\ngoto 3\n}}\n}}\n\
             node 1 entry 1 at set 0 0\nvars 1\np = v0\nblock 0 caller:0 v0 1 align 1 {mark}\nexec s store 0\ngoto 2 blocks 0<-0 cells 0<-0\n\
             node 2 entry 1 at set 0 1\nvars 1\nblock 0 caller:0 v0 1 align 1 {mark}\ncell 0 in 0 at 0 width 1 s = 5\nnode 3 entry 0 at main 0 4"
        )
    };
    let proof = |mark: &str, after: &str| language::certificate(&format!("{HEADER}{module}"), &text(mark, after));
    valid(&proof("", "exec s load 0 cell 1\nassert 5 = 5"));
    // The value from before the call is gone.
    rejected(&proof("", "exec s load 0 cell 0"), "M-LOAD", "entry");
    // A block marked read-only is not written by the callee.
    rejected(&proof("ro", "exec s load 0 cell 1"), "M-STORE", "writable");
    // The block keeps its kind: it is not the heap's.
    let heap = text("", "exec s load 0 cell 1").replace("caller:0", "heap");
    rejected(&language::certificate(&format!("{HEADER}{module}"), &heap), "C-BLOCK", "kind");
}

/// Read-only blocks keep the caller's entries; a read-only block is handed on only with its mark.
#[test]
fn read_only_blocks() {
    let module = "define void @look(ptr %p) {\n  %v = load i8, ptr %p\n  ret void\n}\n\
        define void @main() {\n  %x = alloca i8, align 1\n  store i8 1, ptr %x\n  call void @look(ptr %x)\n  %r = load i8, ptr %x\n  ret void\n}\n";
    let text = |mark: &str| {
        format!(
            "node 0 entry 0 at main 0 0\nexec\nexec s store 0\ncall 1 (v0) blocks 0<-0 {{\nfrom 2 {{\nexec s load 0 cell 0\ngoto 3\n}}\n}}\n\
             node 1 entry 1 at look 0 0\nvars 1\np = v0\nblock 0 caller:0 v0 1 align 1 {mark}\nexec s load 0\ngoto 2\n\
             node 2 entry 1 at look 0 1\nvars 1\nnode 3 entry 0 at main 0 4"
        )
    };
    valid(&language::certificate(&format!("{HEADER}{module}"), &text("ro")));
    rejected(&language::certificate(&format!("{HEADER}{module}"), &text("")), "M-LOAD", "entry");
}

/// One block of the caller handed over as two.
#[test]
fn two_parameters_one_block() {
    let module = "define void @both(ptr %p, ptr %q) {\n  ret void\n}\n\
        define void @main() {\n  %x = alloca i8, align 1\n  call void @both(ptr %x, ptr %x)\n  ret void\n}\n";
    let text = "node 0 entry 0 at main 0 0\nexec\ncall 1 (v0, v0) blocks 0<-0 1<-0 {\nfrom 1 {\ngoto 2\n}\n}\n\
        node 1 entry 1 at both 0 0\nvars 2\np = v0\nq = v1\nblock 0 caller:0 v0 1 align 1\nblock 1 caller:1 v1 1 align 1\nnode 2 entry 0 at main 0 2";
    rejected(&language::certificate(&format!("{HEADER}{module}"), text), "C-BLOCK", "injective");
}

/// A variable declared in a loop body does not keep its value.
#[test]
fn a_loop_local_keeps_its_value() {
    let lifetime = "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)";
    let body = "call void @llvm.lifetime.start.p0(ptr %x)\n%r = load i32, ptr %x, align 4";
    let block = Block::new("", body).module(lifetime).entry("%x = alloca i32, align 4", "test 0");
    let state = "vars 1\nx = v0\nblock 0 stack:x v0 4 align 4\ncell 0 in 0 at 0 width 4 s = 7";
    block.rejects("M-LOAD", "entry", state, "exec\nexec s load 0 cell 0");
    block.accepts(state, "exec\nexec s load 0\ngoto 3", "");
}

/// A program's own `exit` that loops is only a function: its body is what counts.
#[test]
fn an_exit_of_ones_own() {
    let module = "define void @exit(i32 %c) {\nstart:\n  br label %loop\nloop:\n  br label %loop\n}\n\
        define void @main() {\n  call void @exit(i32 0)\n  unreachable\n}\n";
    let module = crate::support::without_builtins(&format!("{HEADER}{module}"));
    let proof = |text: &str| language::certificate(&module, text);
    rejected(&proof("node 0 entry 0 at main 0 0\nexit"), "X-CALL", "callee");
    rejected(&proof("node 0 entry 0 at main 0 0\nexec\ninfeasible"), "X-CALL", "callee");
    let call = "node 0 entry 0 at main 0 0\ncall 1 {\n}\nnode 1 entry 1 at exit start 0\nexec\ngoto 2\nnode 2 entry 1 at exit loop 0\nexec\ngoto 2";
    rejected(&proof(call), "K-END", "no cycle");
    let mut safe = proof(call);
    safe.claim.properties.termination = false;
    valid(&safe);
}

/// A function that calls itself forever: the edge into the entry counts.
#[test]
fn recursion_needs_a_rank() {
    let module = "define void @main(i32 %n) {\n  call void @main(i32 %n)\n  ret void\n}\n";
    let proof = |ranking: &str| {
        let text = format!(
            "node 0 entry 0 at main 0 0\nvars 1\nn = v0 s\ncall 0 (v0) as again {{\nfrom 1 {{\ngoto 1\n}}\n}}\nnode 1 entry 0 at main 0 1\nroot (v0)\n{ranking}"
        );
        language::certificate(&format!("{HEADER}{module}"), &text)
    };
    rejected(&proof(""), "K-END", "no cycle");
    rejected(&proof("linear 0: v0 removes again"), "K-LINEAR", "P2");
    let mut safe = proof("");
    safe.claim.properties.termination = false;
    valid(&safe);
}

/// Recursion with a decreasing argument, and a result that relates to the argument.
#[test]
fn recursion_that_ends() {
    let module = "define i32 @down(i32 %n) {\nstart:\n  %c = icmp sgt i32 %n, 0\n  br i1 %c, label %more, label %end\n\
        more:\n  %m = sub nsw i32 %n, 1\n  %r = call i32 @down(i32 %m)\n  br label %end\nend:\n  %x = phi i32 [ %n, %start ], [ %r, %more ]\n  ret i32 %x\n}\n\
        define void @main(i32 %n) {\n  %r = call i32 @down(i32 %n)\n  ret void\n}\n";
    let text = "node 0 entry 0 at main 0 0\nvars 1\nn = v0 s\nknow v0 <= 2147483647\nknow -2147483648 <= v0\ncall 1 (v0) {\nfrom 2 {\nassert v1 <= 0\ngoto 3\n}\n}\n\
        node 1 entry 1 at down start 0\nvars 1\nn = v0 s\nknow v0 <= 2147483647\nknow -2147483648 <= v0\n\
        split 0 < v0 {\nexec true\nexec true\nexec\ncall 1 (v0 - 1) as again {\nfrom 2 {\nexec phis s\ngoto 2 (v1)\n}\n}\n} else {\nexec false\nexec false phis s\ngoto 2 (v0)\n}\n\
        node 2 entry 1 at down end 0\nvars 2\nx = v1 s\nknow v1 <= 0\nnode 3 entry 0 at main 0 1\nroot (v0)\nlinear 1: v0 removes again";
    let text = text.replace("exec false phis s", "exec phis s false");
    let proof = |text: &str| language::certificate(&format!("{HEADER}{module}"), text);
    valid(&proof(&text));
    // A wrong contract of the function: its own returns do not satisfy it.
    rejected(&proof(&text.replace("know v1 <= 0", "know v1 = 0")), "C-KNOWLEDGE", "P1");
    rejected(&proof(&text.replace("linear 1: v0", "linear 1: 0 - v0")), "K-LINEAR", "P2");
    // The caller cannot use facts of the callee's own variables under its own names.
    rejected(&proof(&text.replace("assert v1 <= 0", "assert v0 <= 0")), "G-ASSERT", "P1");
}

/// The entry's variables are constants of the activation.
#[test]
fn entry_variables_do_not_change() {
    let module = "define void @main(i32 %n) {\nstart:\n  br label %loop\nloop:\n  %i = phi i32 [ %n, %start ], [ %j, %loop ]\n  %j = add i32 %i, 1\n  br label %loop\n}\n";
    let text = "node 0 entry 0 at main start 0\nvars 1\nn = v0 s\nknow v0 <= 2147483647\nknow -2147483648 <= v0\nexec phis s\ngoto 1\n\
        node 1 entry 0 at main loop 0\nvars 1\ni = v0 s\nexec s wraps ?\nexec phis s\ngoto 1\nroot (v0)";
    let mut certificate = language::certificate(&format!("{HEADER}{module}"), text);
    certificate.claim.properties.termination = false;
    rejected(&certificate, "C-BINDING", "P1");
}

/// Enormous allocations that could not exist side by side prove nothing.
#[test]
fn enormous_allocations() {
    let module = "declare ptr @malloc(i64)";
    let body = "%a = call ptr @malloc(i64 9223372036854775807)\n%b = call ptr @malloc(i64 9223372036854775807)\n%c = call ptr @malloc(i64 9223372036854775807)";
    let block = Block::new("", body).module(module);
    let apart = "exec alloc ok\nexec alloc ok\nexec alloc ok\napart 0 1 {\napart 1 2 {\ninfeasible\n} else {\ninfeasible\n}\n} else {\ninfeasible\n}";
    block.rejects("G-APART", "P3", "", apart);
}

/// A quotient by zero, and the smallest number by -1.
#[test]
fn quotients() {
    let div = Block::new("i32 %a, i32 %b", "%r = sdiv i32 %a, %b");
    div.rejects("A-SDIV", "P1", "vars 2\na = v0 s\nb = v1 s\nknow v1 = 0", "exec div ? +");
    div.rejects("A-SDIV", "P1", "vars 2\na = v0 s\nb = v1 s\nknow v1 = 0", "exec div ? -");
    div.rejects("A-SDIV", "P2", "vars 2\na = v0 s\nb = v1 s\nknow v0 = -2147483648\nknow v1 = -1", "exec div - -");
}

/// Globals: only main starts with their initial bytes, and only constants have them elsewhere.
#[test]
fn initial_bytes() {
    let module = "@g = global i32 7, align 4\n@k = constant i32 8, align 4\n\
        define void @main() {\n  ret void\n}\ndefine void @other() {\n  ret void\n}\n";
    let proof = |entry: &str, cell: &str| {
        let text = format!(
            "node 0 entry 0 at {entry} 0 0\nvars 2\nblock 0 global:g v0 4 align 4\nblock 1 global:k v1 4 align 4\n{cell}\n\
             root (v0, v1) blocks 0<-0 1<-1 cells 0<-{}",
            if entry == "main" && cell.contains("in 1") { 1 } else { 0 }
        );
        let mut certificate = language::certificate(&format!("{HEADER}{module}"), &text);
        certificate.claim.entry = entry.into();
        certificate
    };
    let (g, k) = ("cell 0 in 0 at 0 width 4 s = 7", "cell 0 in 1 at 0 width 4 s = 8");
    valid(&proof("main", g));
    valid(&proof("main", k));
    valid(&proof("other", k));
    rejected(&proof("other", g), "C-ENTRY", "block");
    rejected(&proof("main", &g.replace("7", "8")), "C-ENTRY", "value");
}
