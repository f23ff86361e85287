//! Derivations against which nothing stands but one premise: a checker that does not demand it says VALID.
//! They complete those of the other files, of which many violate more than one.

use certificates::{Certificate, Claim, DataModel, Step, hash};

use crate::language;
use crate::programs::HEADER;
use crate::support::{Block, alone, rejected, valid};

fn op(text: &str) -> Block {
    Block::new("i32 %a, i32 %b, ptr %p, ptr %q, i64 %n, i1 %c, i1 %d", text)
}

fn call(declaration: &str, text: &str) -> Block {
    op(text).module(declaration)
}

/// A certificate changed by hand.
fn edited(certificate: &Certificate, edit: impl FnOnce(&mut Certificate)) -> Certificate {
    let mut certificate = certificate.clone();
    edit(&mut certificate);
    certificate
}

const SIGNED: &str = "vars 2\na = v0 s\nb = v1 s";
const UNSIGNED: &str = "vars 2\na = v0\nb = v1";

#[test]
fn arithmetic() {
    op("%r = add nuw i32 %a, %b").alone("A-ADD", "P2", &format!("{UNSIGNED}\nknow v0 + v1 <= 10"), "exec");
    op("%r = sub nuw i32 %a, %b").alone("A-SUB", "P2", &format!("{UNSIGNED}\nknow v0 - v1 <= 10"), "exec");
    op("%r = sub nuw i32 %a, %b").alone("A-SUB", "P3", &format!("{UNSIGNED}\nknow v1 <= v0"), "exec");
    op("%r = mul nuw i32 %a, %b").alone("A-MUL", "P2", &format!("{UNSIGNED}\nknow v0*v1 <= 10"), "exec");
    op("%r = mul nuw i32 %a, %b").alone("A-MUL", "P3", &format!("{UNSIGNED}\nknow 0 <= v0*v1"), "exec");
    let bits = "vars 2\nc = v0\nd = v1\nknow v0 = 0\nknow v1 = 0";
    op("%r = add nuw i1 %c, %d").alone("A-ADD", "flags", bits, "exec");
    op("%r = add nsw i1 %c, %d").alone("A-ADD", "flags", bits, "exec");
    let small = format!("{UNSIGNED}\nknow 0 <= v0\nknow v0 <= 9");
    op("%r = shl i32 %a, %b").alone("A-SHL", "P1", &small, "exec wraps 0 shift 2");
    op("%r = lshr i32 %a, %b").alone("A-LSHR", "P1", &small, "exec shift 2");
    op("%r = ashr i32 %a, %b").alone("A-ASHR", "P1", "vars 2\na = v0 s\nb = v1", "exec shift 2");
    op("%r = lshr i32 %a, %b").rejects("A-LSHR", "hint", &format!("{small}\nknow v1 = 2"), "exec case 32");
    let amount = "vars 2\na = v0 s\nb = v1\nknow v1 <= 31";
    op("%r = shl nsw i32 %a, %b").alone("A-SHL", "flags", amount, "exec");
    op("%r = ashr i1 %c, 0").alone("A-ASHR", "type", "vars 1\nc = v0", "exec");
    let plus = format!("{SIGNED}\nknow 1 <= v1");
    op("%r = sdiv i32 %a, %b").alone("A-SDIV", "P3", &plus, "exec div + +");
    op("%r = sdiv i32 %a, %b").alone("A-SDIV", "P3", &plus, "exec div - +");
    op("%r = srem i32 %a, %b").alone("A-SREM", "P3", &plus, "exec div - +");
    let not_zero = format!("{SIGNED}\nknow v1 != 0\nknow v0 != -2147483648");
    op("%r = sdiv i32 %a, %b").alone("A-SDIV", "P1", &not_zero, "exec div ? +");
    op("%r = srem i32 %a, %b").alone("A-SREM", "P1", &not_zero, "exec div ? -");
    let mask = format!("{UNSIGNED}\nknow v1 = 8589934591");
    op("%r = and i32 %a, %b").alone("A-BITS", "0 <= k <= w", &mask, "exec bits low 33");
    op("%r = and i32 %a, 15").alone("A-BITS", "P1", UNSIGNED, "exec bits low 3");
    op("%r = and i32 %a, 15").alone("A-BITS", "P1", UNSIGNED, "exec bits high 3");
    op("%r = and i32 %a, 128").alone("A-BITS", "P2", UNSIGNED, "exec bits high 7");
    op("%r = xor i32 %a, 1").alone("A-BITS", "P1", UNSIGNED, "exec bits complement");
}

#[test]
fn conversions() {
    op("%r = select i1 %c, i32 %a, i32 %b").rejects("B-SELECT", "hint", "vars 1\nc = v0", "exec shift 3");
    op("%r = getelementptr i8, ptr %p, i1 %c").alone(
        "P-GEP",
        "index",
        "vars 2\np = v0\nc = v1\nknow 0 <= v0\nknow v0 <= 9\nknow v1 = 1",
        "exec wraps 0",
    );
}

/// What may be the value of a register, and what an operand.
#[test]
fn types_and_operands() {
    Block::new("i129 %x", "").rejects("W", "type", "vars 1\nx = v0", "");
    Block::new("i128 %x", "").rejects("W", "bindings", "vars 1\nx = v0", "");
    op("%x = freeze <2 x i32> zeroinitializer").rejects("W", "type", "vars 1\nx = v0", "exec");
    op("%r = fence seq_cst").rejects("G-EXEC", "instruction", "", "exec");
    let weak = "@w = weak global i8 0";
    op("store i8 1, ptr @w").module(weak).rejects("M-STORE", "operand", BLOCKS, "exec store 0");
    op("%r = select i1 %c, ptr %p, ptr @w").module(weak).rejects(
        "B-SELECT",
        "operand",
        "vars 1\nc = v0\np = v0",
        "exec",
    );
    let global =
        op("%r = add i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 4) to i64), 1").module("@g = global i64 0");
    global.rejects("A-ADD", "operand", "vars 1\nblock 0 global:g v0 8 align 8", "exec wraps 0");
}

#[test]
fn branches() {
    let phi = |ty: &str, value: &str| {
        op(&format!("br label %next\nnext:\n%x = phi {ty} [ {value}, %test ]\nbr label %end\nend:"))
    };
    let end = "node 4 entry 1 at f next 0\nexec";
    phi("i32", "%a").alone("J-BR", "phis", "vars 1\na = v0 s", &format!("exec phis ss\ngoto 4\n{end}"));
    phi("<2 x i32>", "zeroinitializer").rejects("J-BR", "phi", "", &format!("exec phis s\ngoto 4\n{end}"));
    let switch = op("switch i32 %a, label %next [ i32 1, label %other ]\nother:\nret void\nnext:");
    switch.alone("J-SWITCH", "P1", "vars 1\na = v0", "exec default");
}

const BLOCKS: &str = "vars 4\nblock 0 heap v0 64 align 16\nblock 1 heap v1 64 align 16\np = v0\nq = v1\n\
    cell 0 in 0 at 0 width 4 s = 5\ncell 1 in 1 at 0 width 4 s = 6";

#[test]
fn accesses() {
    let load = op("%r = load i32, ptr %p, align 4");
    load.alone("M-LOAD", "P3", &BLOCKS.replace("p = v0", "p = v0 + 3"), "exec s load 0 x=1");
    let store = op("store i32 7, ptr %p, align 1");
    let later = BLOCKS.replace("p = v0", "p = v0 + 8");
    store.accepts(&later, "exec s store 0 keep 0<", "");
    store.alone("M-STORE", "survivors", &later, "exec s store 0 keep 0< 0<");
    store.alone("M-STORE", "survivors", &later, "exec s store 0 keep 1<");
    store.alone("M-STORE", "survivor", &later, "exec s store 0 keep 0>");
    let double = op("%r = load double, ptr %p, align 1");
    double.alone("M-LOAD", "entry", BLOCKS, "exec load 0 cell 0");
    store.rejects("M-STORE", "hint", BLOCKS, "exec");
}

#[test]
fn copies_and_fills() {
    let nothing = format!("{BLOCKS}\nn = 0");
    let copy = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)";
    let copy = call(copy, "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)");
    copy.alone("M-MOVE", "hint", &nothing, "exec move none none keep 0<");
    copy.alone("M-MOVE", "hint", &nothing, "exec move none none copy 0");
    let fill = |flag: &str| {
        let declaration = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)";
        call(declaration, &format!("call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 {flag})"))
    };
    fill("false").accepts(&nothing, "exec fill none", "");
    fill("false").alone("M-FILL", "hint", &nothing, "exec fill none keep 0<");
    fill("false").alone("M-FILL", "hint", &nothing, "exec fill none cells 0:1:u");
    fill("false").rejects("M-FILL", "hint", &nothing, "exec");
    fill("true").alone("M-FILL", "cells", &format!("{BLOCKS}\nn = 8"), "exec fill 0 cells 0:1:u");
    let short = call(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64)",
        "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n)",
    );
    short.rejects("M-MOVE", "type", &nothing, "exec move none none");
}

#[test]
fn the_stack() {
    let dynamic = |entry: &str, body: &str| {
        let block = Block::new("i64 %n", body).module("declare void @llvm.lifetime.start.p0(ptr)");
        block.entry(&format!("%x = alloca i8, i64 {entry}"), "start 1")
    };
    let marker = "call void @llvm.lifetime.start.p0(ptr %x)";
    let count = "vars 2\nn = v0\nx = v1\nknow 0 <= v0\nknow v0 <= 9";
    let alloca = dynamic("%n", &format!("br label %next\nother:\n{marker}\nbr label %next\nnext:"));
    alloca.alone("M-ALLOCA", "lifetime", count, "exec\nexec\nexec");
    dynamic("%n", marker).entry("%x = alloca i8, i64 %n", "test 0").rejects("M-LIFETIME", "operand", count, "exec");
    let twice = Block::new("", "").entry("%x = alloca i32, align 4", "start 1");
    twice.alone("M-ALLOCA", "identity", "vars 1\nblock 0 stack:x v0 4 align 4", "exec\nexec\ngoto 3");
    let module = "declare ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)";
    call(module, "call void @llvm.stackrestore.p0(ptr %p)").alone(
        "M-STACKRESTORE",
        "operand",
        "vars 1\np = v0",
        "exec",
    );
    let save = "%s = call ptr @llvm.stacksave.p0()";
    let restore = |entry: &str| {
        let block = Block::new("", "call void @llvm.stackrestore.p0(ptr %s)").module(module);
        block.entry(entry, "test 0")
    };
    restore(&format!("%x = alloca i32, align 4\n  {save}")).accepts("vars 1\ns = v0", "exec", "");
    let behind = restore(&format!("{save}\n  %x = alloca i32, align 4"));
    behind.alone("M-STACKRESTORE", "operand", "vars 1\ns = v0", "exec");
}

#[test]
fn the_heap() {
    let malloc = call("declare ptr @malloc(i64)", "%r = call ptr @malloc(i64 %n)");
    malloc.alone("F-MALLOC", "cells", "vars 1\nn = v0\nknow 1 <= v0\nknow v0 <= 9", "exec alloc ok cells 0:1:u");
    malloc.alone("G-RESOLVE", "P1", "vars 1\nn = v0", "exec alloc optional\nabsent 0");
    malloc.alone("G-RESOLVE", "P1", "vars 1\nn = v0", "exec alloc optional\npresent 0");
    let calloc = call("declare ptr @calloc(i64, i64)", "%r = call ptr @calloc(i64 %n, i64 %n)");
    calloc.rejects("F-CALLOC", "hint", "vars 1\nn = v0", "exec");
    let realloc = call("declare ptr @realloc(ptr, i64)", "%r = call ptr @realloc(ptr %p, i64 %n)");
    let blocks = format!("{BLOCKS}\nn = v2\nknow 4 <= v2\nknow v2 <= 9");
    realloc.rejects("F-REALLOC", "hint", &blocks, "exec");
    realloc.alone("F-REALLOC", "P1", &blocks.replace("p = v0", "p = v3"), "exec realloc 0 ok");
    realloc.alone("F-REALLOC", "P1", &blocks, "exec realloc null ok");
    realloc.alone("F-REALLOC", "keep", &blocks, "exec realloc 0 ok keep 1");
    realloc.alone("F-REALLOC", "keep", &blocks.replace("p = v0", "p = 0"), "exec realloc null ok keep 0");
    let free = call("declare void @free(ptr)", "call void @free(ptr %p)");
    free.alone("F-FREE", "P1", "vars 1\np = v0", "exec release null");
    free.alone("F-FREE", "P1", &BLOCKS.replace("p = v0", "p = v3"), "exec release 0");
}

#[test]
fn the_library() {
    call("declare i64 @abs(i64)", "%r = call i32 @abs(i32 5)").alone("X-CALL", "type", "", "exec s true");
    call("declare void @srand(i32)", "call void @srand(i32 undef)").alone("X-CALL", "argument", "", "exec");
    call("declare void @abort() naked", "call void @abort()").rejects("X-CALL", "callee", "", "exit");
    call("declare i32 @rand(...)", "%r = call i32 (...) @rand(i32 5)").alone("X-PURE", "type", "", "exec");
    call("declare void @assume(i32, i32)", "call void @assume(i32 1, i32 1)").rejects(
        "X-ASSUME",
        "type",
        "",
        "exec true",
    );
    call("declare void @assume(ptr)", "call void @assume(ptr %p)").rejects(
        "X-ASSUME",
        "type",
        "vars 1\np = v0",
        "exec true",
    );
    let assume = call("declare void @assume(i32)", "call void @assume(i32 %a)");
    assume.alone("X-ASSUME", "hint", "vars 1\na = v0\nknow v0 = 3", "exec");
    assume.alone("X-ASSUME", "P1", "vars 1\na = v0", "exec true");
    assume.alone("X-ASSUME", "P1", "vars 1\na = v0", "exit false");
    call("declare i32 @llvm.lround.i32.f64(double)", "%r = call i32 @llvm.lround.i32.f64(double 1.0)")
        .rejects("X-CALL", "callee", "", "exec");
    call("declare i32 @llvm.smax.i32(i64, i64)", "%r = call i32 @llvm.smax.i32(i64 1, i64 1)").rejects(
        "X-MINMAX",
        "type",
        "",
        "exec true",
    );
    call("declare i32 @llvm.donothing()", "%r = call i32 @llvm.donothing()").rejects("X-NOOP", "type", "", "exec");
    let bit = "vars 2\nc = v0\nd = v1\nknow v1 <= v0\nknow 0 <= v0";
    call("declare i1 @llvm.abs.i1(i1, i1)", "%r = call i1 @llvm.abs.i1(i1 %c, i1 false)").alone(
        "X-ABS",
        "type",
        bit,
        "exec true",
    );
    call("declare i1 @llvm.umax.i1(i1, i1)", "%r = call i1 @llvm.umax.i1(i1 %c, i1 %d)").alone(
        "X-MINMAX",
        "type",
        bit,
        "exec true",
    );
    let abs = call("declare i32 @abs(i32)", "%r = call i32 @abs(i32 %a)");
    abs.alone("X-ABS", "P1", "vars 1\na = v0 s", "exec s true");
    abs.alone("X-ABS", "P1", "vars 1\na = v0 s\nknow v0 != -2147483648", "exec s false");
    let text = "@t = constant [2 x i8] c\"a\\00\"";
    call(&format!("{text}\ndeclare i64 @puts(ptr)"), "%r = call i64 @puts(ptr @t)")
        .alone("X-PRINT", "type", "", "exec");
    call(&format!("{text}\ndeclare i32 @printf(ptr)"), "%r = call i32 @printf(ptr @t)")
        .alone("X-PRINT", "type", "", "exec");
    // `puts` has one argument, and `printf` one parameter before those that it reads by its format.
    let text = "@t = constant [2 x i8] c\"a\\00\"";
    call(&format!("{text}\ndeclare i32 @puts(ptr, i32)"), "%r = call i32 @puts(ptr @t, i32 1)")
        .alone("X-PRINT", "type", "", "exec");
    let fixed = format!("{text}\ndeclare i32 @printf(ptr, i32, ...)");
    call(&fixed, "%r = call i32 (ptr, i32, ...) @printf(ptr @t, i32 1)").alone("X-PRINT", "type", "", "exec");
}

/// Every contract is about functions of one type.
#[test]
fn types_of_the_library() {
    for (rule, declaration, call_of, hint) in [
        ("F-MALLOC", "ptr @malloc(i32)", "ptr @malloc(i32 5)", "alloc ok"),
        ("F-CALLOC", "ptr @calloc(i64, i32)", "ptr @calloc(i64 5, i32 5)", "alloc ok"),
        ("F-REALLOC", "ptr @realloc(ptr, i32)", "ptr @realloc(ptr null, i32 5)", "realloc null ok"),
        ("F-FREE", "float @free(ptr)", "float @free(ptr null)", "release null"),
        ("M-MOVE", "i32 @memcpy(ptr, ptr, i64)", "i32 @memcpy(ptr null, ptr null, i64 0)", "move none none"),
        ("M-FILL", "ptr @memset(ptr, i8, i64)", "ptr @memset(ptr null, i8 0, i64 0)", "fill none"),
        ("X-ABS", "i64 @abs(i64)", "i64 @abs(i64 5)", "s true"),
        ("X-PURE", "i64 @rand()", "i64 @rand()", ""),
        ("X-NOOP", "void @srand(i64)", "void @srand(i64 5)", ""),
        ("X-LIBRARY", "i32 @strlen(ptr)", "i32 @strlen(ptr %p)", "library 0 cell 2"),
    ] {
        let result = if call_of.starts_with("void") { "" } else { "%r = " };
        let state = format!("{BLOCKS}\ncell 2 in 0 at 8 width 1 s = 0");
        let block = call(&format!("declare {declaration}"), &format!("{result}call {call_of}"));
        block.alone(rule, "type", &state, &format!("exec {hint}"));
    }
}

#[test]
fn ghosts() {
    let cells = "vars 2\nblock 0 heap v0 v1 align 1\ncell 0 in 0 at 0 width 1 u = 3";
    op("").alone("G-SAME", "entries", cells, "same 0 0");
    op("").alone("G-ASSERT", "P1", "vars 1\nknow 5 <= v0", "assert v0 <= 0 because -1: 1#0");
    // A node of another activation, whose constants are others.
    let own = op("").certificate("", "goto 3", "");
    valid(&own);
    let foreign = op("").certificate("", "goto 3", "node 4 entry 4 at f start 0\nexit");
    valid(&foreign);
    alone(&edited(&foreign, |c| c.nodes[3].entry = 4), "G-GOTO", "entry");
    let root = op("").certificate("", "goto 3", "");
    op("").rejects("G-RESOLVE", "block", "", "present 0");
    op("").alone("G-RESOLVE", "block", "vars 1\nblock 0 heap v0 1 align 1\nknow 1 <= v0", "present 0");
    rejected(
        &edited(&root, |c| {
            c.roots = vec![certificates::Root::Covered { node: 9, instance: Default::default(), returns: Vec::new() }];
        }),
        "R-ROOT",
        "root",
    );
}

/// Witnesses that are wrong, of obligations that hold or not.
#[test]
fn witnesses() {
    let wrong = |fact: &str, witness: &str| {
        op("").alone(
            "G-ASSERT",
            "P1",
            "vars 1\nknow v0 <= 3\nknow 3 <= v0",
            &format!("assert {fact} because {witness}"),
        );
    };
    op("").accepts("vars 1\nknow v0 <= 3\nknow 3 <= v0", "assert v0 = 3 because both 1: 1#0 and 1: 1#1", "");
    wrong("v0 = 3", "both 1: 1#0 and 1: 1#0");
    wrong("v0 = 3", "both 1: 1#1 and 1: 1#1");
    wrong("v0 = 2", "both 1: 1#0 and 1: 1#1");
    wrong("v0 = 4", "both 1: 1#0 and 1: 1#1");
    wrong("v0 != 3", "below 1: 1#0");
    wrong("v0 != 3", "above 1: 1#1");
    wrong("v0 = 3", "1: 1#0");
    wrong("v0 <= 2", "1: 1#0");
    wrong("v0 <= 3", "1: 1#9");
    wrong("v0 <= 3", "1: -1#1");
    op("").alone("G-ASSERT", "P1", "vars 1\nknow v0 != 3", "assert v0 <= 3 because 1: 1#0");
}

/// G-CALL: a function without parameters or with one, called in the test block.
#[test]
fn calls() {
    let nodes = "node 4 entry 4 at g 0 0\ngoto 5\nnode 5 entry 4 at g 0 0";
    let g = "define void @g() {\n  ret void\n}";
    let steps = "call 4 {\nfrom 5 {\ngoto 3\n}\n}";
    valid(&call(g, "call void @g()").certificate("", steps, nodes));
    // A call at another type, an argument that may be anything.
    let variadic = call("define void @g(i32 %x, ...) {\n  ret void\n}", "call void (i32, ...) @g(i32 1)");
    valid(&variadic.certificate("", steps, nodes));
    let other = call("define void @g(i32 %x, ...) {\n  ret void\n}", "call void @g(i32 1)");
    alone(&other.certificate("", steps, nodes), "G-CALL", "type");
    let undef = call("define void @g(i32 %x) {\n  ret void\n}", "call void @g(i32 undef)");
    alone(&undef.certificate("", steps, nodes), "G-CALL", "argument");
    // The function is not defined.
    rejected(&call("declare void @h()", "call void @h()").certificate("", "call 1 {\n}", ""), "G-CALL", "callee");
    // The node is not the function's entry.
    let node = "node 4 entry 4 at g 0 0\ngoto 5\nnode 5 entry 4 at g 0 0\nnode 6 entry 4 at g 0 0\ngoto 5";
    let inside = call(g, "call void @g()").certificate("", "call 6 {\n}", node);
    alone(&inside, "G-CALL", "entry");
    // Through a pointer that is not known to be the function's address.
    let state = "vars 2\np = v0\nblock 0 function:g v1 0 align 1";
    alone(&call(g, "call void %p()").certificate(state, steps, nodes), "G-CALL", "callee");
}

/// Nodes whose form is wrong, in proofs that are right apart from it.
#[test]
fn nodes() {
    let module = |body: &str| {
        format!("{HEADER}define i32 @main() {{\n  ret i32 0\n}}\ndefine void @g() {{\nstart:\n{body}  ret void\n}}\n")
    };
    let main = "node 0 entry 0 at main 0 0";
    let two = "  %x = add i32 1, 2\n  br label %next\nnext:\n";
    let proof = |text: &str| language::certificate(&module(two), &format!("{main}\n{text}"));
    let end = "node 2 entry 1 at g next 0";
    valid(&proof(&format!("node 1 entry 1 at g start 0\nexec wraps 0\nexec\ngoto 2\n{end}")));
    alone(&proof(&format!("node 1 entry 1 at g start 1\nexec\ngoto 2\n{end}")), "N-ENTRY", "position");
    alone(&proof(&format!("node 1 entry 1 at g next 0\ngoto 2\n{end}")), "N-ENTRY", "position");
    let bound = proof(&format!("node 1 entry 1 at g start 0\nvars 1\nx = v0\nexec wraps 0\nexec\ngoto 2\n{end}"));
    alone(&bound, "N-ENTRY", "bindings");
    let chain = proof(
        "node 1 entry 1 at g start 0\nexec wraps 0\nexec\ngoto 2\nnode 2 entry 1 at g next 0\nnode 3 entry 2 at g next 0\ngoto 4\nnode 4 entry 2 at g next 0",
    );
    alone(&chain, "N-MEMBER", "entry");
    alone(&proof("node 1 entry 0 at g next 0\ngoto 2\nnode 2 entry 0 at g next 0"), "N-MEMBER", "function");
    rejected(
        &proof(&format!(
            "node 1 entry 1 at g start 0\nblock 0 global:z 1 1 align 1\nexec wraps 0\nexec\ngoto 2\n{end}"
        )),
        "W",
        "blocks",
    );
    // Steps that belong to two.
    let split = proof(&format!(
        "node 1 entry 1 at g start 0\nexec wraps 0\nexec\nsplit 0 <= 0 {{\ngoto 2\n}} else {{\ngoto 2\n}}\n{end}"
    ));
    valid(&split);
    let joined = edited(&split, |c| {
        c.steps.remove(1);
        for step in &mut c.steps {
            match step {
                Step::Split { yes, no, .. } => (*yes, *no) = (0, 0),
                Step::Exec { next, .. } => *next -= 1,
                _ => {}
            }
        }
        c.nodes[1].tree = c.nodes[1].tree.map(|tree| tree - 1);
    });
    alone(&joined, "N-FLAT", "steps");
    let again =
        proof(&format!("node 1 entry 1 at g start 0\nexec wraps 0\nexec\ngoto 2\n{end}\nnode 3 entry 1 at g start 0"));
    alone(&edited(&again, |c| c.nodes[3].tree = c.nodes[1].tree), "N-FLAT", "steps");
}

#[test]
fn claims() {
    let module =
        format!("{HEADER}define i32 @main() {{\n  ret i32 0\n}}\ndefine void @v(i32 %x, ...) {{\n  ret void\n}}\n");
    let proof = language::certificate(&module, "node 0 entry 0 at main 0 0");
    valid(&proof);
    let claim = |edit: &dyn Fn(&mut Claim)| edited(&proof, |c| edit(&mut c.claim));
    alone(&claim(&|c| c.properties.memory_safety = false), "CLAIM", "properties");
    alone(&claim(&|c| c.properties.no_overflow = false), "CLAIM", "properties");
    alone(&claim(&|c| c.contracts = vec!["exit".into()]), "CLAIM", "contracts");
    let own = crate::support::without_builtins(&module.replace("@v(i32 %x, ...)", "@isnan(double %x)"));
    let own = language::certificate(&own, "node 0 entry 0 at main 0 0");
    assert!(own.claim.no_builtin);
    valid(&own);
    alone(&edited(&own, |c| c.claim.no_builtin = false), "CLAIM", "no builtin");
    // It says more than it needs.
    valid(&claim(&|c| c.no_builtin = true));
    let variadic = language::certificate(&module, "claim v\nnode 0 entry 0 at v 0 0");
    alone(&variadic, "R-ROOT", "entry");
    let refused = module.replace("define i32 @main()", "define weak i32 @main()");
    rejected(&language::certificate(&refused, "node 0 entry 0 at main 0 0"), "R-ROOT", "entry");
    let inside = language::certificate(&module, "node 0 entry 0 at main 0 0\nnode 1 entry 0 at main 0 0\nroot 1");
    alone(&inside, "R-ROOT", "root");
}

/// An index that is wider than a pointer.
#[test]
fn an_index_of_64_bits_where_pointers_have_32() {
    let block = op("%r = getelementptr i8, ptr %p, i64 %n");
    let state = "vars 2\np = v0\nn = v1 s\nknow 0 <= v0\nknow v0 <= 9\nknow v1 = 1";
    let small = |block: &Block| {
        edited(&block.certificate(state, "exec wraps 0", ""), |c| {
            let (from, to) = (
                HEADER,
                "target datalayout = \"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128\"\ntarget triple = \"i386-pc-linux-gnu\"\n",
            );
            assert!(c.module.contains(from));
            c.module = c.module.replace(from, to);
            c.claim.module_hash = hash::sha256_hex(c.module.as_bytes());
            c.claim.data_model = DataModel::Ilp32;
        })
    };
    alone(&small(&block), "P-GEP", "index");
}
