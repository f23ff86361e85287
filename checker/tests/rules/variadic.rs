//! Variable arguments (`spec/rules/variadic.md`).

use certificates::{Certificate, DataModel};

use crate::language;
use crate::support::{Block, alone, narrow, rejected, valid};

/// A call of a variadic function beside two registers: %a, which is v0, and %p, which is v1.
fn call(parameters: &str, arguments: &str) -> Block {
    let types: Vec<&str> = parameters.split(", ").filter_map(|parameter| parameter.split(' ').next()).collect();
    let module = format!(
        "declare void @llvm.va_start.p0(ptr)\ndefine void @callee({parameters}) {{\nstart:\n  %l = alloca [24 x i8], align 16\n  \
         call void @llvm.va_start.p0(ptr %l)\n  ret void\n}}\n"
    );
    let call = format!("call void ({}) @callee({arguments})", types.join(", "));
    Block::new("i32 %a, ptr %p", &call).module(&module)
}

/// The same with a callee that does nothing.
fn plain(parameters: &str, arguments: &str) -> Block {
    let module = format!("define void @callee({parameters}) {{\nstart:\n  ret void\n}}\n");
    Block { module, ..call(parameters, arguments) }
}

const PLAIN: &str = "node 4 entry 4 at callee start 0\ngoto 5\nnode 5 entry 4 at callee start 0";

const STATE: &str = "vars 2\na = v0 s\np = v1\nknow 1 <= v1";

/// The callee gets what is said of its arguments here, makes a list, and returns.
fn passed(block: &Block, state: &str, steps: &str, callee: &str) -> Certificate {
    let list = "exec\nexec library 9\ngoto 5";
    let callee = callee.replace("block 9", "block 8");
    let list = list.replace('9', &callee.matches("block").count().to_string());
    let nodes = format!("node 4 entry 4 at callee start 0\n{callee}\n{list}\nnode 5 entry 4 at callee start 2");
    block.certificate(state, &format!("variadic\n{steps}"), &nodes)
}

/// An `int` and a pointer in registers, behind one parameter.
const TWO: &str = "vars 4\nblock 0 variadic:general v0 16 align 8 ro\nblock 1 variadic:overflow v1 0 align 8 ro\n\
    cell 0 in 0 at 0 width 4 s = v2\ncell 1 in 0 at 8 width 8 u = v3";
const HANDED: &str = "call 4 (v2, v3, v0, v1) blocks 0<-0 1<-1 cells 0<-0 1<-1 {\nfrom 5 {\ngoto 3\n}\n}";

#[test]
fn arguments_in_registers() {
    let block = call("i32 %n, ...", "i32 1, i32 %a, ptr %p");
    drop(valid(&passed(&block, STATE, HANDED, TWO)));
    for (wrong, premise) in [
        ("at 8 width 8 u", "offset"),
        ("at 0 width 4 s = v2", "value"),
        ("general v0 16", "size"),
        ("overflow v1 0", "size"),
        ("general v0 16 align 8", "align"),
    ] {
        let other = wrong.replace("at 8", "at 0").replace("= v2", "= v2 + 1").replace("16 align 8", "16 align 16");
        let other = other.replace("v0 16", "v0 24").replace("v1 0", "v1 8");
        let other = if premise == "align" { "general v0 16 align 16".into() } else { other };
        let rule = if ["offset", "value"].contains(&premise) { "C-ENTRY" } else { "C-BLOCK" };
        rejected(&passed(&block, STATE, HANDED, &TWO.replace(wrong, &other)), rule, premise);
    }
    // Each part is what it is, and nobody may write it.
    let swapped = HANDED.replace("0<-0 1<-1 cells", "0<-1 1<-0 cells");
    rejected(&passed(&block, STATE, &swapped, TWO), "C-BLOCK", "kind");
    rejected(&passed(&block, STATE, HANDED, &TWO.replace("16 align 8 ro", "16 align 8")), "W", "argument blocks");
    // It is gone after the call.
    for step in ["bounds 0", "bounds 1", "inblock 0"] {
        let later = HANDED.replace("goto 3", &format!("{step}\ngoto 3"));
        let premise = if step == "inblock 0" { "entry" } else { "block" };
        rejected(
            &passed(&block, STATE, &later, TWO),
            if premise == "entry" { "G-INBLOCK" } else { "G-BLOCK" },
            premise,
        );
    }
    // Also if it is not handed over.
    let without = "variadic\ncall 4 () {\nfrom 5 {\ngoto 3\n}\n}";
    let plain = plain("i32 %n, ...", "i32 1, i32 %a, ptr %p");
    drop(valid(&plain.certificate(STATE, without, PLAIN)));
    let later = without.replace("goto 3", "bounds 0\ngoto 3");
    rejected(&plain.certificate(STATE, &later, PLAIN), "G-BLOCK", "block");
}

/// Addresses inside of global variables, and outside.
#[test]
fn addresses_of_globals() {
    let block = |offset: &str| {
        let block = call("i32 %n, ...", &format!("i32 1, ptr getelementptr (i8, ptr @g, i64 {offset})"));
        Block { module: format!("@g = global i64 0\n{}", block.module), ..block }
    };
    let state = format!("{STATE}\nblock 0 global:g v1 8 align 8");
    let callee = "vars 3\nblock 0 variadic:general v0 8 align 8 ro\nblock 1 variadic:overflow v1 0 align 8 ro\n\
        cell 0 in 0 at 0 width 8 u = v2";
    let handed = |offset: &str| {
        format!("call 4 (v2, v3, v1 + {offset}) blocks 0<-1 1<-2 cells 0<-0 {{\nfrom 5 {{\ngoto 3\n}}\n}}")
    };
    drop(valid(&passed(&block("8"), &state, &handed("8"), callee)));
    rejected(&passed(&block("8"), &state, &handed("7"), callee), "C-ENTRY", "value");
    rejected(&passed(&block("9"), &state, &handed("9"), callee), "C-ENTRY", "map");
    rejected(&passed(&block("-1"), &state, &handed("0"), callee), "C-ENTRY", "map");
    rejected(&passed(&block("8"), STATE, &handed("8").replace("1 1<-2", "0 1<-1"), callee), "G-VARIADIC", "operand");
}

/// What does not fit into registers, and floating point.
#[test]
fn arguments_elsewhere() {
    let six = "i32 %n, ptr %b, ptr %c, i64 %d, i64 %e, ...";
    let block = call(six, "i32 1, ptr %p, ptr %p, i64 0, i64 0, i32 7, i32 %a, double 1.0, ptr %p");
    let callee = "vars 4\nblock 0 variadic:general v0 8 align 8 ro\nblock 1 variadic:vector v0+8 16 align 16 ro\n\
        block 2 variadic:overflow v1 16 align 8 ro\ncell 0 in 0 at 0 width 4 s = 7\n\
        cell 1 in 2 at 0 width 4 s = v2\ncell 2 in 2 at 8 width 8 u = v3";
    let steps = HANDED.replace("1<-1 cells 0<-0 1<-1", "1<-1 2<-2 cells 0<-0 1<-1 2<-2");
    drop(valid(&passed(&block, STATE, &steps, callee)));
    rejected(&passed(&block, STATE, &steps, &callee.replace("v0+8 16", "v0+16 16")), "C-BLOCK", "base");
    rejected(&passed(&block, STATE, &steps, &callee.replace("v1 16", "v1 24")), "C-BLOCK", "size");
    rejected(&passed(&block, STATE, &steps, &callee.replace("in 2 at 0", "in 2 at 4")), "C-ENTRY", "offset");
    // Vector registers that are full.
    let nine = call("double %n, ...", &["double 1.0"; 9].join(", "));
    let callee = "vars 2\nblock 0 variadic:general v0 0 align 8 ro\nblock 1 variadic:vector v0+64 112 align 16 ro\n\
        block 2 variadic:overflow v1 8 align 8 ro";
    let steps = "call 4 (v2, v3) blocks 0<-0 1<-1 2<-2 {\nfrom 5 {\ngoto 3\n}\n}";
    drop(valid(&passed(&nine, STATE, steps, callee)));
    rejected(&passed(&nine, STATE, steps, &callee.replace("v1 8", "v1 16")), "C-BLOCK", "size");
}

#[test]
fn g_variadic() {
    let steps = "variadic\ncall 4 () {\nfrom 5 {\ngoto 3\n}\n}";
    let variadic = plain("i32 %n, ...", "i32 1, i32 %a");
    drop(valid(&variadic.certificate(STATE, steps, PLAIN)));
    let twice = steps.replace("variadic\n", "variadic\nvariadic\n");
    alone(&variadic.certificate(STATE, &twice, PLAIN), "G-VARIADIC", "once");
    // A function that is not variadic, or not defined, or no call.
    let other = plain("i32 %n", "i32 1");
    alone(&other.certificate(STATE, steps, PLAIN), "G-VARIADIC", "callee");
    let declared = Block::new("i32 %a, ptr %p", "%r = call i32 (ptr, ...) @printf(ptr @t)")
        .module("@t = constant [1 x i8] c\"\\00\"\ndeclare i32 @printf(ptr, ...)");
    declared.rejects("G-VARIADIC", "callee", STATE, "variadic\nexec s");
    Block::new("i32 %a, ptr %p", "%r = add i32 1, 2").rejects("G-VARIADIC", "position", STATE, "variadic\nexec s");
    // Types.
    for (parameters, arguments) in
        [("i32 %n, x86_fp80 %f, ...", "i32 1, x86_fp80 0xK00000000000000000000"), ("i128 %n, ...", "i128 1")]
    {
        let block = plain(parameters, arguments);
        rejected(&block.certificate(STATE, steps, PLAIN), "G-VARIADIC", "parameters");
    }
    // A result for which there is a hidden parameter, or may be one.
    for (ty, value) in [("[4 x i64]", "zeroinitializer"), ("x86_fp80", "0xK00000000000000000000")] {
        let large = plain("i32 %n, ...", "i32 1, i32 %a");
        let ret = format!("ret {ty} {value}");
        let module = large.module.replace("define void", &format!("define {ty}")).replace("ret void", &ret);
        let large = Block { module, body: large.body.replace("call void", &format!("%r = call {ty}")), ..large };
        let proof = large.certificate(STATE, steps, PLAIN);
        if ty == "x86_fp80" {
            alone(&proof, "G-VARIADIC", "parameters");
        } else {
            rejected(&proof, "G-VARIADIC", "parameters");
        }
    }
    for argument in ["x86_fp80 0xK00000000000000000000", "i128 1", "float 1.0", "i8 1", "i16 1", "i48 1"] {
        let block = plain("i32 %n, ...", &format!("i32 1, {argument}"));
        rejected(&block.certificate(STATE, steps, PLAIN), "G-VARIADIC", "argument");
    }
    for argument in ["i32 undef", "ptr poison"] {
        let block = plain("i32 %n, ...", &format!("i32 1, {argument}"));
        rejected(&block.certificate(STATE, steps, PLAIN), "G-VARIADIC", "operand");
        rejected(&block.certificate(STATE, &steps.replace("variadic\n", ""), PLAIN), "G-CALL", "argument");
    }
    let program = |machine: &str| {
        let module = format!(
            "{machine}\ndefine void @callee(i32 %n, ...) {{\n  ret void\n}}\n\
             define i32 @main() {{\n  call void (i32, ...) @callee(i32 1)\n  ret i32 0\n}}\n"
        );
        let text = "node 0 entry 0 at main 0 0\nvariadic\ncall 1 () {\nfrom 2 {\ngoto 3\n}\n}\n\
            node 1 entry 1 at callee 0 0\ngoto 2\nnode 2 entry 1 at callee 0 0\nnode 3 entry 0 at main 0 1";
        language::certificate(&module, text)
    };
    let wide = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
    drop(valid(&program(&format!("target datalayout = \"{wide}\""))));
    let narrow = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";
    let mut narrow = program(&format!("target datalayout = \"{narrow}\""));
    narrow.claim.data_model = DataModel::Ilp32;
    alone(&narrow, "G-VARIADIC", "machine");
    // The blocks of a call that comes next are in no node, and those of the frame only where there are any.
    let area = "block 0 passed:general v0 8 align 8 ro";
    Block::new("i32 %a, ptr %p", "").rejects("W", "blocks", &format!("vars 1\n{area}"), "goto 3");
    let own = "vars 1\nblock 0 variadic:general v0 8 align 8 ro";
    Block::new("i32 %a, ptr %p", "").rejects("W", "blocks", own, "goto 3");
    Block::new("i32 %a, ...", "").accepts(own, "goto 3", "");
    Block::new("i32 %a, ...", "").alone("W", "argument blocks", &own.replace(" ro", ""), "goto 3");
}

/// A variadic function with two lists; its arguments are an `int` and a pointer, v4.
fn lists(declaration: &str, body: &str) -> Block {
    let module = format!(
        "@t = constant [3 x i8] c\"%d\\00\"\n@s = constant [5 x i8] c\"%d%s\\00\"\n@z = constant [3 x i8] c\"%f\\00\"\n\
         @e = constant [1 x i8] c\"\\00\"\n{}",
        if declaration.is_empty() { String::new() } else { format!("declare {declaration}") }
    );
    let block = Block::new("i32 %n, ...", body).module(&module);
    block.entry("%l = alloca [24 x i8], align 16\n  %m = alloca [64 x i8], align 16", "test 0")
}

const AREAS: &str = "vars 6\nl = v2\nm = v3\nblock 0 variadic:general v0 16 align 8 ro\n\
    block 1 variadic:overflow v1 8 align 8 ro\nblock 2 stack:l v2 24 align 16\nblock 3 stack:m v3 64 align 16\n\
    cell 0 in 0 at 0 width 4 s = v5\ncell 1 in 0 at 8 width 8 u = v4\nknow 1 <= v2\nknow v2 <= 1000\nknow 1 <= v3\n\
    know v3 <= 1000";
/// The list, from its first argument on.
const LIST: &str = "cell 2 in 2 at 0 width 4 u = 8\ncell 3 in 2 at 4 width 4 u = 48\ncell 4 in 2 at 8 width 8 u = v1\n\
    cell 5 in 2 at 16 width 8 u = v0 - 8";

#[test]
fn va_start() {
    let loads = "%g = load i32, ptr %l, align 4\n%h = getelementptr i8, ptr %l, i64 16\n%r = load ptr, ptr %h, align 8";
    let text = format!("call void @llvm.va_start.p0(ptr %l)\n{loads}");
    let block = lists("void @llvm.va_start.p0(ptr)", &text);
    let steps = "exec library 2\nexec u load 2 cell 2\nexec wraps 0\nexec load 2 cell 5\ngoto 3 (v0)";
    block.accepts(AREAS, steps, "vars 1\ng = 8\nr = v0 - 8");
    for missing in ["general v0 16", "overflow v1 8"] {
        let line = AREAS.lines().find(|line| line.contains(missing)).unwrap();
        let state = AREAS
            .replace(line, "")
            .replace("cell 0 in 0 at 0 width 4 s = v5", "")
            .replace("cell 1 in 0 at 8 width 8 u = v4", "");
        block.rejects("X-VARIADIC", "area", &state, "exec library 2");
    }
    let block = lists("void @llvm.va_start.p0(ptr)", "call void @llvm.va_start.p0(ptr %l)");
    block.alone("X-VARIADIC", "P2", &AREAS.replace("v2 24 align", "v2 23 align"), "exec library 2");
    block.alone("X-VARIADIC", "alignment", &AREAS.replace("v2 24 align 16", "v2 24 align 4"), "exec library 2");
    block.rejects("X-VARIADIC", "accesses", AREAS, "exec library");
    block.alone("X-VARIADIC", "hint", AREAS, "exec library 2 3");
    block.rejects("X-VARIADIC", "hint", AREAS, "exec");
    // What was there before is gone.
    let before = format!("{AREAS}\ncell 2 in 2 at 20 width 4 s = 7");
    block.rejects("G-INBLOCK", "entry", &before, "exec library 2\ninblock 2");
    block.rejects("X-VARIADIC", "survivor", &before, "exec library 2 keep 2>");
}

#[test]
fn va_end() {
    let block = lists("void @llvm.va_end.p0(ptr)", "call void @llvm.va_end.p0(ptr %l)");
    let state = format!("{AREAS}\n{LIST}");
    block.accepts(&state, "exec library 2\ngoto 3", "");
    for entry in 2..6 {
        block.rejects("G-INBLOCK", "entry", &state, &format!("exec library 2\ninblock {entry}"));
    }
    let marked = AREAS.replace("block 2 stack:l v2 24 align 16", "block 2 caller:7 v2 24 align 16 ro");
    block.alone("X-VARIADIC", "writable", &marked, "exec library 2");
}

#[test]
fn va_copy() {
    let text = |target: &str| {
        format!(
            "%x = getelementptr i8, ptr %m, i64 {target}\ncall void @llvm.va_copy.p0(ptr %x, ptr %l)\n\
             %y = getelementptr i8, ptr %x, i64 8\n%r = load ptr, ptr %y, align 8"
        )
    };
    let block = |target: &str| lists("void @llvm.va_copy.p0(ptr, ptr)", &text(target));
    let state = format!("{AREAS}\n{LIST}");
    let copy = "exec wraps 0\nexec library 2 3 cell 2 3 4 5";
    let rest = "\nexec wraps 0\nexec load 3";
    block("40").accepts(&state, &format!("{copy}\nexec wraps 0\nexec load 3 cell 8\ngoto 3 (v1)"), "vars 1\nr = v0");
    block("40").accepts(&state, &format!("{copy}\ninblock 2\nexec wraps 0\nexec load 3\ngoto 3"), "");
    block("48").alone("X-VARIADIC", "P2", &state, &format!("{copy}{rest}"));
    block("40").alone("X-VARIADIC", "P24", &state.replace("in 2 at 4", "in 2 at 12"), &format!("{copy}{rest}"));
    block("40").alone(
        "X-VARIADIC",
        "entry",
        &state.replace("in 2 at 0 width 4", "in 2 at 0 width 2"),
        &format!("{copy}{rest}"),
    );
    block("40").rejects("X-VARIADIC", "entry", &state, &copy.replace(" 5", ""));
    let elsewhere = format!("{state}\ncell 6 in 3 at 0 width 4 u = 8");
    let other = copy.replace("cell 2 3", "cell 6 3");
    block("40").alone("X-VARIADIC", "entry", &elsewhere, &format!("{other}{rest}"));
    // Both in one block.
    let near = state.replace("l = v2", "l = v3").replace("in 2 at", "in 3 at");
    let here = copy.replace("library 2 3", "library 3 3");
    block("24").accepts(&near, &format!("{here} keep 2< 3< 4< 5<{rest}"), "");
    block("16").alone("X-VARIADIC", "disjoint", &near, &format!("{here}{rest}"));
    block("8").alone("X-VARIADIC", "disjoint", &near, &format!("{here}{rest}"));
}

#[test]
fn lists_that_are_printed() {
    let block =
        |format: &str| lists("i32 @vprintf(ptr, ptr)", &format!("%r = call i32 @vprintf(ptr {format}, ptr %l)"));
    let state = format!("{AREAS}\n{LIST}\ncell 6 in 3 at 9 width 1 s = 0\nknow v4 = v3 + 4");
    let number = "exec s library 2 cell 2 3 4 5 0";
    block("@t").accepts(&state, &format!("{number}\nassert v6 <= 11\ngoto 3"), "");
    block("@t").rejects("G-INBLOCK", "entry", &state, &format!("{number}\ninblock 3"));
    block("@t").alone("X-PRINT", "P25", &state.replace("in 0 at 0", "in 0 at 4"), number);
    block("@t").alone("X-PRINT", "P24", &state.replace("in 2 at 4 ", "in 2 at 12 "), number);
    block("@t").alone("X-PRINT", "entry", &state.replace("in 0 at 0 width 4", "in 0 at 0 width 8"), number);
    block("@t").rejects("X-PRINT", "entry", &state, "exec s library 2 cell 2 3 4 5");
    block("@t").rejects("X-PRINT", "hint", &state, "exec s");
    block("@t").alone("X-PRINT", "hint", &state, "exec s library 2 cell 2 3 4 5 0 1");
    for value in ["0 - 8", "4", "56"] {
        block("@e").alone(
            "X-PRINT",
            "list",
            &state.replace("u = 8", &format!("u = {value}")),
            "exec s library 2 cell 2 3 4 5",
        );
    }
    for value in ["32", "56", "192"] {
        block("@e").alone(
            "X-PRINT",
            "list",
            &state.replace("u = 48", &format!("u = {value}")),
            "exec s library 2 cell 2 3 4 5",
        );
    }
    block("@e").accepts(&state, "exec s library 2 cell 2 3 4 5\ngoto 3", "");
    block("@e").rejects("X-PRINT", "list", &state.replace("u = 8", "u = v5"), "exec s library 2 cell 2 3 4 5");
    block("@e").rejects(
        "X-PRINT",
        "entry",
        &state.replace("u = v0 - 8", "s = v0 - 8"),
        "exec s library 2 cell 2 3 4 5",
    );
    let marked = state.replace("block 2 stack:l v2 24 align 16", "block 2 caller:7 v2 24 align 16 ro");
    block("@e").alone("X-PRINT", "writable", &marked, "exec s library 2 cell 2 3 4 5");
    // A string behind a number.
    let both = "exec s library 2 3 cell 2 3 4 5 0 1 6";
    block("@s").accepts(&state, &format!("{both}\nassert v6 <= 5\ngoto 3"), "");
    block("@s").rejects("X-PRINT", "entry", &state.replace("width 8 u = v4", "width 8 s = v4"), both);
    let inside = state.replace("cell 6 in 3 at 9", "cell 6 in 2 at 23").replace("v4 = v3 + 4", "v4 = v2 + 4");
    block("@s").alone("X-PRINT", "list", &inside, &both.replace("library 2 3", "library 2 2"));
    // The next argument is in the overflow area, or nowhere.
    let last = state.replace("u = 8", "u = 48").replace("in 0 at 0 width 4", "in 1 at 0 width 4");
    block("@t").accepts(&last, &format!("{number}\ngoto 3"), "");
    // Floating point.
    let vector = format!("{state}\nblock 4 variadic:vector v0+40 16 align 16 ro");
    block("@z").accepts(&vector, "exec s library 2 4 cell 2 3 4 5\nassert v6 <= 320\ngoto 3", "");
    block("@z").alone("X-PRINT", "P2", &vector.replace("40 16 align", "40 7 align"), "exec s library 2 4 cell 2 3 4 5");
    block("@z").rejects("X-PRINT", "accesses", &vector, "exec s library 2 cell 2 3 4 5");
}

#[test]
fn lists_that_are_written_out() {
    let declaration = "i32 @vsnprintf(ptr, i64, ptr, ptr)";
    let text = |target: &str, size: &str| format!("%r = call i32 @vsnprintf(ptr {target}, i64 {size}, ptr @t, ptr %l)");
    let state = format!("{AREAS}\n{LIST}\ncell 6 in 3 at 40 width 1 s = 0");
    let steps = "exec s library 2 3 cell 2 3 4 5 0 keep 6>";
    lists(declaration, &text("%m", "20")).accepts(&state, &format!("{steps}\ninblock 6\nassert v7 <= 11\ngoto 3"), "");
    lists(declaration, &text("%m", "65")).alone("X-PRINT", "P2", &state, &steps.replace(" keep 6>", ""));
    lists(declaration, &text("%m", "20")).alone("X-PRINT", "survivors", &state, &steps.replace("6>", "0> 6>"));
    lists(declaration, &text("null", "0")).accepts(&state, "exec s library 2 cell 2 3 4 5 0\ninblock 6\ngoto 3", "");
    lists(declaration, &text("null", "1")).alone("X-PRINT", "P3", &state, "exec s library 2 cell 2 3 4 5 0");
    // Into the block of the list itself.
    let one = state.replace("l = v2", "l = v3").replace("in 2 at", "in 3 at");
    let block = lists(declaration, &text("%x", "20"));
    let behind = Block { body: format!("%x = getelementptr i8, ptr %m, i64 32\n{}", block.body), ..block };
    behind.rejects("X-PRINT", "list", &one, "exec wraps 0\nexec s library 3 3 cell 2 3 4 5 0");
    for (name, parameters, arguments, steps) in [
        ("vsprintf", "ptr, ptr, ptr", "ptr %m, ptr @t, ptr %l", "exec s library 2 3 cell 2 3 4 5 0"),
        ("vprintf", "ptr, ptr", "ptr @t, ptr %l", "exec s library 2 cell 2 3 4 5 0"),
    ] {
        let of = |parameters: &str| {
            lists(&format!("i32 @{name}({parameters})"), &format!("%r = call i32 @{name}({arguments})"))
        };
        of(parameters).accepts(&state, &format!("{steps}\ngoto 3"), "");
    }
    let other = lists("i32 @vprintf(ptr, ptr, ...)", "%r = call i32 (ptr, ptr, ...) @vprintf(ptr @t, ptr %l)");
    other.alone("X-PRINT", "type", &state, "exec s library 2 cell 2 3 4 5 0");
}

/// A format that a function was given.
#[test]
fn formats_that_are_led_to() {
    let module = "@t = constant [3 x i8] c\"%d\\00\"\n@v = global [3 x i8] c\"%d\\00\"\ndeclare i32 @printf(ptr, ...)";
    let block = Block::new("i32 %a, ptr %p", "%r = call i32 (ptr, ...) @printf(ptr %p, i32 %a)").module(module);
    let state = "vars 3\na = v0 s\np = v1\nblock 0 global:t v1 3 align 1";
    block.accepts(state, "exec s library 0\nassert v3 <= 11\ngoto 3", "");
    block.alone(
        "X-PRINT",
        "P23",
        &state.replace("p = v1", "p = v1 + v2\nknow 0 <= v2\nknow v2 <= 1"),
        "exec s library 0",
    );
    block.rejects("X-PRINT", "format", &state.replace("global:t", "global:v"), "exec s library 0");
    block.rejects("X-PRINT", "format", &state.replace("global:t", "heap"), "exec s library 0");
    block.rejects("X-PRINT", "hint", state, "exec s");
    block.rejects("X-PRINT", "accesses", state, "exec s library");
}

/// Lists of other machines are different.
#[test]
fn lists_of_other_machines() {
    let state = "vars 1\nl = v0\nblock 0 stack:l v0 24 align 16\nknow 1 <= v0\nknow v0 <= 1000";
    let block = Block::new("i32 %n", "call void @llvm.va_end.p0(ptr %l)").module("declare void @llvm.va_end.p0(ptr)");
    let block = block.entry("%l = alloca [24 x i8], align 16", "test 0");
    let proof = block.certificate(state, "exec library 0\ngoto 3", "");
    drop(valid(&proof));
    alone(&narrow(&proof), "X-VARIADIC", "machine");
}
