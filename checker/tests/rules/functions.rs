//! Addresses of functions and calls through pointers: G-FUNCTION, R-ROOT, G-CALL (`spec/graph.md`).

use certificates::Certificate;

use crate::language;
use crate::programs::HEADER;
use crate::support::{Block, rejected, valid};

const FUNCTIONS: &str = "define i32 @g(i32 %x) {\n  ret i32 %x\n}\ndefine i32 @h(i32 %x) {\n  ret i32 0\n}\n";

fn op(body: &str) -> Block {
    Block::new("ptr %p, i32 %a", body).module(FUNCTIONS)
}

#[test]
fn g_function() {
    let known = "vars 1\nblock 0 function:g v0 0 align 1";
    op("").accepts("", "function g\nassert 1 <= v0\nassert v0 <= 18446744073709486080\ngoto 3 (v0) blocks 0<-0", known);
    op("").rejects("G-ASSERT", "P1", "", "function g\nassert v0 <= 18446744073709486079");
    op("").accepts("", "function g\nfunction h\ngoto 3 (v1) blocks 0<-1", &known.replace(":g", ":h"));
    op("").rejects("G-ASSERT", "P1", "", "function g\nassert 2 <= v0");
    // What is no function of the module, or one whose address may be anything.
    let rejects = |more: &str, name: &str| {
        let block = Block::new("ptr %p", "").module(&format!("{FUNCTIONS}{more}"));
        block.rejects("G-FUNCTION", "function", "", &format!("function {name}"));
    };
    rejects("", "nowhere");
    rejects("@v = global i32 0", "v");
    rejects("declare void @llvm.donothing()", "llvm.donothing");
    rejects("define weak void @w() {\n  ret void\n}", "w");
    rejects("declare extern_weak void @w()", "w");
    // One block for one function.
    op("").rejects("G-FUNCTION", "identity", "", "function g\nfunction g");
    op("").rejects("G-FUNCTION", "identity", known, "function g");
    // A declared function has an address as well.
    let mut declared = Block::new("", "").module("declare i32 @rand()").certificate("", "function rand\ngoto 3", "");
    declared.claim.contracts = vec!["exit".into()];
    valid(&declared);
}

#[test]
fn w_function() {
    let twice = "vars 2\nblock 0 function:g v0 0 align 1\nblock 1 function:g v1 0 align 1";
    op("").accepts(&twice.replace("1 function:g", "1 function:h"), "goto 3", "");
    op("").rejects("W", "blocks", twice, "goto 3");
    for name in ["nowhere", "llvm.trap"] {
        op("").rejects("W", "blocks", &format!("vars 1\nblock 0 function:{name} v0 0 align 1"), "goto 3");
    }
    // It has no bytes and no marks.
    for wrong in ["0 align 1 ro", "8 align 1", "v0 align 1", "0 align 2"] {
        op("").rejects("W", "function blocks", &format!("vars 1\nblock 0 function:g v0 {wrong}"), "goto 3");
    }
    op("").rejects("W", "optional blocks", "vars 1\nblock 0 function:g v0 0 align 1 optional", "goto 3");
}

#[test]
fn the_address_as_an_operand() {
    let state = "vars 2\np = v0\nblock 0 function:g v1 0 align 1";
    let compare = op("%r = icmp eq ptr %p, @g");
    compare.accepts(&format!("{state}\nknow v0 = v1"), "exec true\ngoto 3", "r = 1");
    compare.accepts("vars 1\np = v0\nknow v0 = 0", "function g\nexec false\ngoto 3", "r = 0");
    compare.rejects("B-ICMP", "P1", state, "exec true");
    compare.rejects("B-ICMP", "operand", "vars 1\np = v0\nknow v0 = 0", "exec false");
    compare.rejects("B-ICMP", "operand", &format!("{}\nknow v0 = v1", state.replace(":g", ":h")), "exec true");
}

#[test]
fn a_function_is_no_memory() {
    let state = "vars 1\nblock 0 function:g v0 0 align 1";
    op("%r = load i8, ptr @g").rejects("M-LOAD", "P2", state, "exec load 0");
    op("store i8 1, ptr @g").rejects("M-STORE", "P2", state, "exec store 0");
    let mut free = op("call void @free(ptr @g)");
    free.module.push_str("declare void @free(ptr)\n");
    free.rejects("F-FREE", "block", state, "exec release 0");
    // Nor does it stand for anything else in a covering.
    let go = "goto 3 (v0) blocks 0<-0";
    op("").accepts(state, go, state);
    rejected(&op("").certificate(state, go, &state.replace(":g", ":h")), "C-BLOCK", "kind");
    rejected(&op("").certificate(state, go, &state.replace("function:g", "heap")), "C-BLOCK", "kind");
    rejected(&op("").certificate(&state.replace("function:g", "heap"), go, state), "C-BLOCK", "kind");
}

#[test]
fn g_apart_of_functions() {
    let both = |left: &str, right: &str| format!("apart 0 1 {{\n{left}\ngoto 3\n}} else {{\n{right}\ngoto 3\n}}");
    let pair = |module: &str, steps: &str| {
        let state = "vars 2\nblock 0 function:f1 v0 0 align 1\nblock 1 function:f2 v1 0 align 1";
        let mut certificate = Block::new("", "").module(module).certificate(state, steps, "");
        certificate.claim.contracts = vec!["exit".into()];
        certificate
    };
    // One that is never executed may have no code, one that is declared may be another name of the other.
    let steps = both("assert v0 = v0", "assert v0 = v0");
    let defined = "define void @f1() {\n  ret void\n}\ndefine void @f2() {\n  ret void\n}";
    rejected(&pair(defined, &steps), "G-APART", "functions");
    rejected(&pair("define void @f1() {\n  ret void\n}\ndeclare void @f2()", &steps), "G-APART", "functions");
    // A function lies outside all blocks, but a block without bytes may be anywhere.
    let state = "vars 3\nblock 0 function:g v0 0 align 1\nblock 1 heap v1 v2 align 1\nknow v2 <= 9";
    let beside = both("assert v0 < v1", "assert v1 + v2 <= v0");
    op("").accepts(&format!("{state}\nknow 1 <= v2"), &beside, "");
    op("").rejects("G-APART", "P2", state, &beside);
}

/// A table of functions in the initial state.
#[test]
fn r_root() {
    let module = format!(
        "{HEADER}@t = constant [3 x ptr] [ptr @h, ptr @g, ptr @h]\n@u = global ptr @g\n{FUNCTIONS}\
         define void @main() {{\n  ret void\n}}\ndefine void @other() {{\n  ret void\n}}\n"
    );
    let text = "node 0 entry 0 at main 0 0\nvars 4\nblock 0 global:t v0 24 align 8\nblock 1 global:u v1 8 align 8\n\
        block 2 function:h v2 0 align 1\nblock 3 function:g v3 0 align 1\nknow 1 <= v2\nknow v3 <= 18446744073709486080\n\
        cell 0 in 0 at 0 width 8 u = v2\ncell 1 in 0 at 8 width 8 u = v3\ncell 2 in 0 at 16 width 8 u = v2\ncell 3 in 1 at 0 width 8 u = v3\n\
        root (v0, v1, v2, v3) blocks 0<-0 1<-1 2<-2 3<-3 cells 0<-0 1<-1 2<-2 3<-3";
    let proof = |text: &str| language::certificate(&module, text);
    valid(&proof(text));
    rejected(&proof(&text.replace("at 8 width 8 u = v3", "at 8 width 8 u = v2")), "C-ENTRY", "value");
    rejected(&proof(&text.replace("function:h", "function:x")), "W", "blocks");
    let swapped = text.replace("function:h", "function:k").replace("function:g", "function:h").replace(":k", ":g");
    rejected(&proof(&swapped), "C-BLOCK", "kind");
    // Only constants have their bytes where another function begins.
    let other = |text: &str| {
        let mut certificate = proof(&text.replace("at main", "at other"));
        certificate.claim.entry = "other".into();
        certificate
    };
    rejected(&other(text), "C-ENTRY", "map");
    valid(&other(
        &text
            .replace("cell 3 in 1 at 0 width 8 u = v3\n", "")
            .replace(" 3<-3\n", "")
            .replace("2<-2 3<-3", "2<-2")
            .replace("blocks 0<-0 1<-1 2<-2 cells", "blocks 0<-0 1<-1 2<-2 3<-3 cells"),
    ));
}

/// Nodes 4 and 5: the entry of @g and its return, which is its argument.
const G: &str = "node 4 entry 4 at g 0 0\nvars 1\nx = v0 s\ngoto 5\nnode 5 entry 4 at g 0 0\nvars 1\nx = v0 s";

fn through(body: &str, state: &str, steps: &str) -> Certificate {
    op(body).certificate(state, steps, G)
}

#[test]
fn g_call_through_a_pointer() {
    let call = "%r = call i32 %p(i32 5)";
    let state = "vars 2\np = v0\nblock 0 function:g v1 0 align 1\nknow v0 = v1";
    let steps = "call 4 (5) {\nfrom 5 {\nsplit 0 <= 0 {\ngoto 3\n} else {\ninfeasible\n}\n}\n}";
    valid(&through(call, state, steps));
    // The pointer may be something else: null, another function, anything.
    rejected(&through(call, &state.replace("\nknow v0 = v1", ""), steps), "G-CALL", "callee");
    rejected(&through(call, &state.replace("v0 = v1", "v0 = 0"), steps), "G-CALL", "callee");
    rejected(&through(call, &state.replace(":g", ":h"), steps), "G-CALL", "callee");
    rejected(&through(call, "vars 1\np = v0", steps), "G-CALL", "callee");
    rejected(&through(call, "vars 1\np = v0", &format!("function g\n{steps}")), "G-CALL", "callee");
    // The type of the call is that of the function.
    let typed = |call: &str| rejected(&through(call, state, steps), "G-CALL", "type");
    typed("%r = call i64 %p(i32 5)");
    typed("call void %p(i32 5)");
    typed("%r = call i32 %p(i64 5)");
    typed("%r = call i32 %p()");
    typed("%r = call i32 %p(i32 5, i32 6)");
    typed("%r = call i32 (i32, ...) %p(i32 5)");
    // So is how narrow values are handed over.
    typed("%r = call i32 %p(i32 signext 5)");
    typed("%r = call zeroext i32 %p(i32 5)");
    typed("%r = call i32 %p(i32 noext 5)");
    rejected(&through("%r = call i32 %p(i32 undef)", state, steps), "G-CALL", "argument");
    // The entry is one of that function, and the step is a Call.
    rejected(&through(call, state, &steps.replace("call 4 (5)", "call 1")), "G-CALL", "callee");
    rejected(&through(call, state, "exec s"), "X-CALLBACK", "hint");
    rejected(&through(call, state, "exit"), "G-EXIT", "position");
    // What a pointer calls is never what the library is believed to do.
    let mut library = op("call void %p(i32 1)");
    library.module.push_str("declare void @abort()\n");
    library.rejects("X-CALLBACK", "hint", "vars 1\np = v0\nblock 0 function:abort v0 0 align 1", "exec");
    library.rejects("G-EXIT", "position", "vars 1\np = v0\nblock 0 function:abort v0 0 align 1", "exit");
}

/// A function whose address only the callee knew.
#[test]
fn a_function_is_returned() {
    let module = format!("{FUNCTIONS}define ptr @pick() {{\n  ret ptr @g\n}}\n");
    let call = Block::new("ptr %p, i32 %a", "%q = call ptr @pick()\n%r = call i32 %q(i32 7)").module(&module);
    let nodes = |ret: &str| {
        format!(
            "r = 7 s\n{G}\nnode 6 entry 6 at pick 0 0\nfunction g\ngoto 7 (v0) blocks 0<-0\n\
             node 7 entry 6 at pick 0 0\nvars 1\n{ret}"
        )
    };
    let block = "block 0 function:g v0 0 align 1";
    let steps = |next: &str| format!("call 6 {{\nfrom 7 {{\n{next}\n}}\n}}");
    let then = "call 4 (7) {\nfrom 5 {\ngoto 3\n}\n}";
    // The caller does not know the function yet: the return's block becomes one of its own.
    valid(&call.certificate("", &steps(then), &nodes(block)));
    // It does: there is one address.
    let known = "vars 1\nblock 0 function:g v0 0 align 1";
    valid(&call.certificate(known, &steps(&format!("assert v1 = v0\n{then}")), &nodes(block)));
    // Another function says nothing about it.
    let other = "vars 1\nblock 0 function:h v0 0 align 1";
    rejected(&call.certificate(other, &steps(&format!("assert v1 = v0\n{then}")), &nodes(block)), "G-ASSERT", "P1");
    // No second block for one function.
    rejected(&call.certificate(known, &steps(&format!("function g\n{then}")), &nodes(block)), "G-FUNCTION", "identity");
    // A return that does not say what it returns.
    rejected(&call.certificate("", &steps(then), &nodes("")), "G-CALL", "operand");
}

/// Handed over or not: the callee's block of a function is the caller's.
#[test]
fn a_function_is_handed_over() {
    let module =
        format!("{FUNCTIONS}define i32 @apply(ptr %f, i32 %x) {{\n  %r = call i32 %f(i32 %x)\n  ret i32 %r\n}}\n");
    let call = Block::new("ptr %p, i32 %a", "%r = call i32 @apply(ptr @g, i32 7)").module(&module);
    let apply = "node 6 entry 6 at apply 0 0\nvars 2\nf = v0\nx = v1 s\nblock 0 function:g v0 0 align 1\n\
        call 4 (v1) {\nfrom 5 {\ngoto 7\n}\n}\nnode 7 entry 6 at apply 0 1\nr = v1 s\nblock 0 function:g v0 0 align 1";
    let proof = |state: &str, map: &str, apply: &str| {
        let steps = format!("call 6 (v0, 7) {map} {{\nfrom 7 {{\nassert v0 = v0\nfunction h\ngoto 3\n}}\n}}");
        call.certificate(state, &steps, &format!("r = 7 s\n{G}\n{apply}"))
    };
    let apply = apply.replace("goto 7", "goto 7 blocks 0<-0");
    let state = "vars 1\nblock 0 function:g v0 0 align 1";
    valid(&proof(state, "blocks 0<-0", &apply));
    rejected(&proof(state, "", &apply), "C-BLOCK", "map");
    rejected(
        &proof("vars 2\nblock 0 function:g v0 0 align 1\nblock 1 function:h v0 0 align 1", "blocks 0<-1", &apply),
        "C-BLOCK",
        "kind",
    );
    rejected(
        &proof("vars 2\nblock 0 function:g v0 0 align 1\nblock 1 heap v0 0 align 1", "blocks 0<-1", &apply),
        "C-BLOCK",
        "kind",
    );
    rejected(
        &proof("vars 2\nblock 0 function:g v0 0 align 1", "blocks 0<-0", &apply.replace("call 4 (v1)", "call 4 (v0)")),
        "C-BINDING",
        "P1",
    );
}

/// A function of which the contract says what it does is called through a pointer.
#[test]
fn x_callback_through_a_pointer() {
    let state = "vars 2\np = v0\nblock 0 function:@@3 v1 0 align 1\nblock 1 heap v1 8 align 8\n\
        cell 0 in 1 at 0 width 8 s = 5\nknow v0 = v1";
    let steps = "exec s case 3\nassert -2147483648 <= v2\nassert v2 <= 2147483647\ngoto 3 blocks 0<-1 cells 0<-0";
    let kept = "block 0 heap v0 8 align 8\ncell 0 in 0 at 0 width 8 s = 5";
    let result = format!("vars 1\n{kept}");
    op("%r = call i32 %p(i32 5)").accepts(state, &steps.replace("goto 3", "goto 3 (v1)"), &result);
    op("call void %p(ptr %p)").accepts(state, "exec case 3\ngoto 3 (v1) blocks 0<-1 cells 0<-0", &result);
    op("%r = call double (i32, ...) %p(i32 5)").accepts(state, "exec case 3\ngoto 3", "");
    // It may have called the library, which then has overwritten what it returned.
    let told = state.replace("v1 8 align 8\n", "v1 8 align 8\nblock 2 library:getenv 4096 8 align 1 ro\n");
    op("%r = call i32 %p(i32 5)").accepts(&told, "exec s case 3\nbounds 1\ngoto 3", "");
    op("%r = call i32 %p(i32 5)").rejects("G-BLOCK", "block", &told, "exec s case 3\nbounds 2");
    let rejects = |call: &str, premise: &str, state: &str, steps: &str| {
        op(call).rejects("X-CALLBACK", premise, state, &format!("{steps}\ngoto 3"));
    };
    let call = "%r = call i32 %p(i32 5)";
    rejects(call, "hint", state, "exec s");
    rejects(call, "hint", state, "exec s default");
    // The result may be any: nothing else is known of it.
    op(call).rejects("G-ASSERT", "P1", state, "exec s case 3\nassert 0 <= v2\ngoto 3");
    // Another name, and a pointer that may be something else.
    rejects(call, "callee", state, "exec s case 2");
    rejects(call, "callee", &state.replace("function:@@3", "function:@3"), "exec s case 3");
    rejects(call, "callee", &state.replace("know v0 = v1", "know v0 <= v1"), "exec s case 3");
    rejects("%r = call i32 %p(i32 undef)", "argument", state, "exec s case 3");
    for promises in ["%r = call i32 %p(i32 5) memory(none)", "%r = call noalias ptr %p(i32 5)"] {
        op(promises).rejects("G-EXEC", "instruction", state, "exec s case 3\ngoto 3");
    }
    rejects("%r = call { i32, i1 } %p(i32 5)", "type", state, "exec s case 3");
    // No step makes such a block, and no function of the module is called so.
    op("").rejects("G-FUNCTION", "function", "", "function @@0");
    op("").rejects("G-FUNCTION", "function", "", "function @g");
}

/// One that the module declares is called by its name.
#[test]
fn x_callback_by_name() {
    let state = "vars 1\nblock 0 function:@bits v0 0 align 1";
    let proof = |declaration: &str, call: &str, state: &str, steps: &str| {
        let block = Block::new("ptr %p, i32 %a", call).module(declaration);
        let mut certificate = block.certificate(state, &format!("{steps}\ngoto 3"), "");
        certificate.claim.contracts = vec!["bits".into(), "exit".into()];
        certificate
    };
    let (declaration, call) = ("declare i32 @bits(i32)", "%r = call i32 @bits(i32 %a)");
    let within = "exec s\nassert -2147483648 <= v1\nassert v1 <= 2147483647";
    valid(&proof(declaration, call, state, within));
    valid(&proof("declare i32 @bits(i32) willreturn nofree nosync", call, state, "exec s"));
    rejected(&proof(declaration, call, state, "exec s\nassert 0 <= v1"), "G-ASSERT", "P1");
    let told = format!("{state}\nblock 1 library:getenv 4096 8 align 1 ro");
    rejected(&proof(declaration, call, &told, "exec s\nbounds 1"), "G-BLOCK", "block");
    rejected(&proof(declaration, call, "", "exec s"), "X-CALL", "callee");
    rejected(&proof(declaration, call, &state.replace("@bits", "@@0"), "exec s"), "X-CALL", "callee");
    rejected(&proof(declaration, call, state, "exec s case 0"), "X-CALLBACK", "hint");
    rejected(&proof(declaration, "%r = call i32 @bits(i32 undef)", state, "exec s"), "X-CALL", "argument");
    rejected(&proof(declaration, "%r = call i64 @bits(i32 %a)", state, "exec s"), "X-CALL", "type");
    for promise in ["memory(none)", "memory(read)"] {
        rejected(&proof(&format!("{declaration} {promise}"), call, state, "exec s"), "X-CALL", "promises");
    }
    rejected(
        &proof("declare ptr @bits(ptr returned)", "%r = call ptr @bits(ptr %p)", state, "exec"),
        "X-CALL",
        "promises",
    );
    // A structure has no number.
    let pair = "declare { i32, i1 } @bits(i32)";
    rejected(&proof(pair, "%r = call { i32, i1 } @bits(i32 %a)", state, "exec s"), "X-CALLBACK", "type");
    // The claim names it.
    let mut unnamed = proof(declaration, call, state, "exec s");
    unnamed.claim.contracts = vec!["exit".into()];
    rejected(&unnamed, "CLAIM", "contracts");
}
