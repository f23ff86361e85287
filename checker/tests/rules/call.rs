//! `spec/rules/call.md`

use crate::support::{Block, mode, rejected};
use certificates::Overflow::Wrap;

fn op(declaration: &str, text: &str) -> Block {
    Block::new("i32 %a, i32 %b, ptr %p, i1 %c", text).module(declaration)
}

#[test]
fn x_nondet() {
    let int = op("declare i32 @__VERIFIER_nondet_int()", "%r = call i32 @__VERIFIER_nondet_int()");
    int.accepts("", "exec s\nassert v0 <= 2147483647\ngoto 3 (v0)", "vars 1\nr = v0 s");
    int.accepts("", "exec\nassert 0 <= v0\ngoto 3 (v0)", "vars 1\nr = v0");
    int.rejects("G-ASSERT", "P1", "", "exec s\nassert 0 <= v0");
    int.rejects("X-NONDET", "hint", "", "exec true");
    // Only a refutation chooses.
    int.alone("Q-CHOOSE", "refutation", "", "choose 3 s");
    let bool = op("declare i1 @__VERIFIER_nondet_bool()", "%r = call i1 @__VERIFIER_nondet_bool()");
    bool.accepts("", "exec\nassert v0 <= 1\nassert 0 <= v0\ngoto 3 (v0)", "vars 1\nr = v0");
    let k_and_r = op("declare i32 @__VERIFIER_nondet_int(...)", "%r = call i32 (...) @__VERIFIER_nondet_int()");
    k_and_r.accepts("", "exec s\ngoto 3", "");
    // What gets an address might write there.
    let memory = op("declare i32 @__VERIFIER_nondet_memory(ptr)", "%r = call i32 @__VERIFIER_nondet_memory(ptr %p)");
    memory.rejects("X-NONDET", "type", "vars 1\np = v0", "exec s");
    op("declare double @__VERIFIER_nondet_double()", "%r = call double @__VERIFIER_nondet_double()").accepts(
        "",
        "exec\ngoto 3",
        "",
    );
}

#[test]
fn x_call() {
    let unknown = op("declare i32 @mystery()", "%r = call i32 @mystery()");
    unknown.rejects("X-CALL", "callee", "", "exec s");
    let defined = op("define i32 @rand() {\n  ret i32 4\n}", "%r = call i32 @rand()");
    defined.rejects("X-CALL", "callee", "", "exec s");
    let type_differs = op("declare i32 @abs(i32)", "%r = call i64 @abs(i32 %a)");
    type_differs.rejects("X-CALL", "type", "vars 1\na = v0 s", "exec s true");
    // A contract is about a declaration of exactly its type.
    op("declare i64 @abs(i64)", "%r = call i64 @abs(i64 5)").rejects("X-ABS", "type", "", "exec s true");
    op("declare ptr @malloc(i32)", "%r = call ptr @malloc(i32 5)").rejects("F-MALLOC", "type", "", "exec alloc ok");
    op("declare i32 @abs(i32)", "%r = call i32 @abs(i32 undef)").rejects("X-CALL", "argument", "", "exec s true");
    // What is outside the subset could be undefined.
    let constant = op("declare void @srand(i32)", "call void @srand(i32 xor (i32 ptrtoint (ptr @f to i32), i32 1))");
    constant.rejects("X-CALL", "argument", "", "exec");
    op("", "%r = call i32 %p()").rejects("X-CALLBACK", "hint", "vars 1\np = v0", "exec s");
}

/// What a declaration or a call promises is what the contract says, or less. (All of the table: rules/promises.rs.)
#[test]
fn promises() {
    let strlen = |declared: &str, called: &str| {
        let call = format!("%r = call i64 @strlen(ptr {called}");
        op(&format!("declare i64 @strlen(ptr {declared}"), &call)
    };
    let text = "vars 2\np = v0\nblock 0 heap v0 16 align 8\ncell 0 in 0 at 9 width 1 s = 0";
    let steps = "exec library 0 cell 0\ngoto 3";
    let truth = "captures(none)) nofree willreturn memory(argmem: read)";
    strlen(truth, "captures(none) %p) memory(argmem: read)").accepts(text, steps, "");
    strlen(") memory(none)", "%p)").alone("X-CALL", "promises", text, steps);
    strlen(")", "%p) memory(none)").alone("X-CALL", "promises", text, steps);
    strlen(") memory(argmem: read, argmem: none)", "%p)").rejects("X-CALL", "promises", text, steps);
    strlen("returned)", "%p)").rejects("X-CALL", "promises", text, steps);
    strlen(")", "readnone %p)").rejects("X-CALL", "promises", text, steps);
    let malloc = |before: &str, behind: &str| {
        op(&format!("declare {before}ptr @malloc(i64) {behind}"), "%r = call ptr @malloc(i64 5)")
    };
    let truth = "allocsize(0) allockind(\"alloc,uninitialized\") memory(inaccessiblemem: readwrite) \
        \"alloc-family\"=\"malloc\"";
    malloc("noalias ", truth).accepts("", "exec alloc ok\ngoto 3", "");
    malloc("", "memory(read)").alone("X-CALL", "promises", "", "exec alloc ok\ngoto 3");
    malloc("", "\"alloc-family\"=\"own\"").rejects("X-CALL", "promises", "", "exec alloc ok");
    let abort = |promise: &str| op(&format!("declare void @abort() {promise}"), "call void @abort()");
    abort("nofree").accepts("", "exit", "");
    abort("willreturn").alone("X-CALL", "promises", "", "exit");
    abort("memory(none)").rejects("X-CALL", "promises", "", "exit");
    let rand = op("declare noalias ptr @rand() willreturn", "%r = call ptr @rand()");
    rand.rejects("X-CALL", "promises", "", "exec s");
}

#[test]
fn x_assume() {
    let assume = op("declare void @__VERIFIER_assume(i32)", "call void @__VERIFIER_assume(i32 %a)");
    let state = "vars 1\na = v0";
    assume.accepts(&format!("{state}\nknow v0 = 3"), "exec true\ngoto 3", "");
    assume.accepts(&format!("{state}\nknow v0 = 0"), "exit false", "");
    assume.rejects("X-ASSUME", "P1", state, "exec true");
    assume.rejects("X-ASSUME", "P1", state, "exit false");
    assume.rejects("G-EXIT", "callee", &format!("{state}\nknow v0 = 0"), "exit");
    assume.rejects("X-ASSUME", "hint", state, "exec false");
    // A program's own function of this name is only a function.
    let own = op("define void @__VERIFIER_assume(i32 %x) {\n  ret void\n}", "call void @__VERIFIER_assume(i32 %a)");
    own.rejects("X-CALL", "callee", &format!("{state}\nknow v0 = 0"), "exit false");
    // The compiler's assumption is an obligation.
    let llvm = op("declare void @llvm.assume(i1)", "call void @llvm.assume(i1 %c)");
    llvm.accepts("vars 1\nc = v0\nknow v0 = 1", "exec true\ngoto 3", "");
    llvm.rejects("X-ASSUME", "P1", "vars 1\nc = v0", "exec true");
    llvm.rejects("G-EXIT", "callee", "vars 1\nc = v0\nknow v0 = 0", "exit false");
}

/// The library takes its buffers from the program's own allocation functions, if there are any.
#[test]
fn own_allocation() {
    let own = "define ptr @malloc(i64 %n) {\n  ret ptr null\n}\n";
    let puts = "@t = constant [2 x i8] c\"a\\00\"\ndeclare i32 @puts(ptr)";
    op(puts, "%r = call i32 @puts(ptr @t)").accepts("", "exec s\ngoto 3", "");
    op(&format!("{own}{puts}"), "%r = call i32 @puts(ptr @t)").own().rejects("X-CALL", "allocator", "", "exec s");
    let exit = |module: &str| op(module, "call void @exit(i32 0)");
    exit("").accepts("", "exit", "");
    exit(own).own().rejects("X-CALL", "allocator", "", "exit");
    let scanf = "@t = constant [2 x i8] c\"a\\00\"\ndeclare i32 @scanf(ptr, ...)";
    let scan = |module: &str| op(module, "%r = call i32 (ptr, ...) @scanf(ptr @t)");
    scan(scanf).accepts("", "exec s library\ngoto 3", "");
    scan(&format!("{own}{scanf}")).own().rejects("X-CALL", "allocator", "", "exec s library");
}

/// What is declared to return to nothing ends the program, unless it is a jump or prints.
#[test]
fn never_returns() {
    let die = |declaration: &str, name: &str| {
        op(
            &format!("declare void @{name}(i32) {declaration}"),
            &format!("call void @{name}(i32 %a)\nunreachable\nrest:"),
        )
    };
    die("noreturn", "die").accepts("", "exit", "");
    die("", "die").rejects("G-EXIT", "callee", "", "exit");
    die("noreturn", "longjmp").rejects("G-EXIT", "callee", "", "exit");
    for name in [
        "errx",
        "error",
        "setcontext",
        "longjmp",
        "malloc",
        "strlen",
        "rand",
        "setenv",
        "localtime",
        "difftime",
        "__VERIFIER_nondet_int",
        "_die",
        "nondet",
        "j0",
    ] {
        die("noreturn", name).rejects("G-EXIT", "callee", "", "exit");
    }
    die("noreturn", "die").rejects("G-EXIT", "callee", "", "exit false");
    die("noreturn", "die").rejects("X-CALL", "callee", "", "exec");
    die("noreturn willreturn memory(none)", "die").rejects("X-CALL", "promises", "", "exit");
}

#[test]
fn x_exit() {
    for (declaration, call) in [
        ("declare void @abort()", "call void @abort()"),
        ("declare void @__VERIFIER_error(...)", "call void (...) @__VERIFIER_error()"),
        (
            "declare void @__assert_fail(ptr, ptr, i32, ptr)",
            "call void @__assert_fail(ptr null, ptr null, i32 1, ptr null)",
        ),
    ] {
        op(declaration, call).accepts("", "exit", "");
        op(declaration, call).rejects("X-CALL", "callee", "", "exec");
    }
    let failed = |declarations: &str, text: &str| {
        let module = format!("{declarations}\ndeclare void @__assert_fail(ptr, ptr, i32, ptr)");
        op(&module, &format!("call void @__assert_fail(ptr {text}, ptr null, i32 1, ptr null)"))
    };
    failed("@t = constant [2 x i8] c\"a\\00\"", "@t").accepts("", "exit", "");
    failed("@t = constant [1 x i8] c\"a\"", "@t").rejects("X-EXIT", "argument", "", "exit");
    failed("@t = global [2 x i8] c\"a\\00\"", "@t").rejects("X-EXIT", "argument", "", "exit");
    failed("", "%p").rejects("X-EXIT", "argument", "", "exit");
    failed("", "inttoptr (i64 8 to ptr)").rejects("X-EXIT", "argument", "", "exit");
    op("define void @abort() {\n  ret void\n}", "call void @abort()").own().rejects("X-CALL", "callee", "", "exit");
    // What a library prints, it reads as what it expects.
    for (declaration, call) in [
        ("declare void @abort(i32)", "call void @abort(i32 1)"),
        ("declare void @_exit()", "call void @_exit()"),
        ("declare void @__assert_fail()", "call void @__assert_fail()"),
        ("declare void @__assert_fail(i32, i32, i32, i32)", "call void @__assert_fail(i32 1, i32 2, i32 3, i32 4)"),
        ("declare void @__assert(ptr, ptr, ptr)", "call void @__assert(ptr null, ptr null, ptr null)"),
    ] {
        op(declaration, call).rejects("X-EXIT", "type", "", "exit");
    }
    op("declare i32 @_exit(i32)", "%r = call i32 @_exit(i32 1)").accepts("", "exit", "");
    op("declare i32 @rand()", "%r = call i32 @rand()").rejects("G-EXIT", "callee", "", "exit");
    op("", "%r = add i32 %a, 1").rejects("G-EXIT", "position", "vars 1\na = v0", "exit");
}

#[test]
fn x_abs() {
    let abs = op("declare i32 @abs(i32)", "%r = call i32 @abs(i32 %a)");
    let state = "vars 1\na = v0 s";
    abs.accepts(&format!("{state}\nknow 0 <= v0"), "exec true\ngoto 3 (v0)", "vars 1\nr = v0 s");
    abs.accepts(&format!("{state}\nknow v0 = -7"), "exec false\ngoto 3", "r = 7 s");
    abs.rejects("X-ABS", "P1", state, "exec true");
    abs.rejects("X-ABS", "P1", state, "exec false");
    abs.rejects("X-ABS", "P2", &format!("{state}\nknow v0 <= 0"), "exec false");
    abs.rejects("X-ABS", "hint", state, "exec");
    let llvm = op("declare i32 @llvm.abs.i32(i32, i1)", "%r = call i32 @llvm.abs.i32(i32 %a, i1 false)");
    rejected(&mode(llvm.certificate(&format!("{state}\nknow v0 <= 0"), "exec false", ""), Wrap), "X-ABS", "P2");
}

#[test]
fn x_minmax() {
    for (name, s, first) in
        [("smax", "s", "v1 <= v0"), ("smin", "s", "v0 <= v1"), ("umax", "u", "v1 <= v0"), ("umin", "u", "v0 <= v1")]
    {
        let block = op(
            &format!("declare i32 @llvm.{name}.i32(i32, i32)"),
            &format!("%r = call i32 @llvm.{name}.i32(i32 %a, i32 %b)"),
        );
        let state = format!("vars 2\na = v0 {s}\nb = v1 {s}");
        block.accepts(&format!("{state}\nknow {first}"), "exec true\ngoto 3 (v0)", &format!("vars 1\nr = v0 {s}"));
        block.rejects("X-MINMAX", "P1", &state, "exec true");
        block.rejects("X-MINMAX", "P1", &state, "exec false");
        let strictly = first.replace("<=", "<");
        block.rejects("X-MINMAX", "P1", &format!("{state}\nknow {strictly}"), "exec false");
        block.rejects("X-MINMAX", "hint", &state, "exec");
    }
}

#[test]
fn x_pure() {
    op("declare i32 @rand()", "%r = call i32 @rand()").accepts(
        "",
        "exec\nassert 0 <= v0\ngoto 3 (v0)",
        "vars 1\nr = v0 s",
    );
    let getchar = op("declare i32 @getchar()", "%r = call i32 @getchar()");
    getchar.accepts("", "exec\nassert -1 <= v0\nassert v0 <= 255\ngoto 3 (v0)", "vars 1\nr = v0 s");
    getchar.rejects("G-ASSERT", "P1", "", "exec\nassert 0 <= v0");
    getchar.rejects("G-ASSERT", "P1", "", "exec\nassert v0 <= 254");
    let unlocked = op("declare i32 @putchar_unlocked(i32)", "%r = call i32 @putchar_unlocked(i32 %a)");
    unlocked.accepts("", "exec\nassert -1 <= v0\nassert v0 <= 255\ngoto 3 (v0)", "vars 1\nr = v0 s");
    let seconds = op("declare double @difftime(i64, i64) memory(none)", "%r = call double @difftime(i64 3, i64 1)");
    seconds.accepts("", "exec\ngoto 3", "");
    let user = op("declare i32 @getuid()", "%r = call i32 @getuid()");
    user.accepts("", "exec\nassert 0 <= v0\ngoto 3", "");
    let putchar = op("declare i32 @putchar(i32)", "%r = call i32 @putchar(i32 %a)");
    putchar.accepts("vars 1\na = v0", "exec\nassert v1 <= 255\ngoto 3 (v1)", "vars 1\nr = v0 s");
    let time = op("declare i64 @time(ptr)", "%r = call i64 @time(ptr %p)");
    time.accepts("p = 0", "exec s\ngoto 3 (v0)", "vars 1\nr = v0 s");
    time.rejects("X-PURE", "P1", "vars 1\np = v0", "exec s");
    op("declare i32 @llvm.expect.i32(i32, i32)", "%r = call i32 @llvm.expect.i32(i32 %a, i32 1)").accepts(
        "vars 1\na = v0 s",
        "exec s\ngoto 3 (v0)",
        "vars 1\nr = v0 s",
    );
}

#[test]
fn x_print() {
    let print = |format: &str, arguments: &str| {
        let size = format.len() + 1;
        let text = format!(
            "@t = private unnamed_addr constant [{size} x i8] c\"{format}\\00\"\ndeclare i32 @printf(ptr, ...)"
        );
        op(&text, &format!("%r = call i32 (ptr, ...) @printf(ptr @t{arguments})"))
    };
    print("hello", "").accepts("", "exec s\ngoto 3 (v0)", "vars 1\nr = v0 s");
    print("%d %5u%%", ", i32 1, i32 %a").accepts("vars 1\na = v0", "exec s\ngoto 3", "");
    print("%lld %p", ", i64 1, ptr %p").accepts("", "exec s\ngoto 3", "");
    print("%s", ", i64 1").rejects("X-PRINT", "format", "", "exec s");
    print("%n", ", ptr %p").rejects("X-PRINT", "format", "", "exec s");
    print("%2147483648d", ", i32 1").rejects("X-PRINT", "format", "", "exec s");
    print("%d", "").rejects("X-PRINT", "format", "", "exec s");
    print("%d", ", i64 1").rejects("X-PRINT", "format", "", "exec s");
    print("%ld", ", i32 1").rejects("X-PRINT", "format", "", "exec s");
    print("%", "").rejects("X-PRINT", "format", "", "exec s");
    print("%f %g", ", double 1.0, double 2.0").accepts("", "exec s\ngoto 3", "");
    print("%f", ", x86_fp80 0xK3FFF8000000000000000").rejects("X-PRINT", "format", "", "exec s");
    let plain = "@t = constant [2 x i8] c\"a\\00\"\ndeclare i32 @printf(ptr)\ndeclare i32 @puts(ptr, ...)";
    op(plain, "%r = call i32 @printf(ptr @t)").rejects("X-PRINT", "type", "", "exec s");
    let puts = "@t = constant [2 x i8] c\"a\\00\"\ndeclare i32 @puts(ptr, ...)";
    op(puts, "%r = call i32 (ptr, ...) @puts(ptr @t)").alone("X-PRINT", "type", "", "exec s");
    let more = "@t = constant [2 x i8] c\"a\\00\"\ndeclare i32 @printf(ptr, i32, ...)\ndeclare i32 @puts(ptr, i32)";
    op(more, "%r = call i32 (ptr, i32, ...) @printf(ptr @t, i32 1)").rejects("X-PRINT", "type", "", "exec s");
    op(more, "%r = call i32 @puts(ptr @t, i32 1)").rejects("X-PRINT", "type", "", "exec s");
    let writable = "@t = global [2 x i8] c\"a\\00\"\ndeclare i32 @puts(ptr)";
    op(writable, "%r = call i32 @puts(ptr @t)").rejects("X-PRINT", "format", "", "exec s");
    let number = "@t = constant [2 x i8] c\"a\\00\"\ndeclare i32 @puts(i64)";
    op(number, "%r = call i32 @puts(i64 ptrtoint (ptr @t to i64))").rejects("X-PRINT", "format", "", "exec s");
    let open = "@t = constant [1 x i8] c\"a\"\ndeclare i32 @puts(ptr)";
    op(open, "%r = call i32 @puts(ptr @t)").rejects("X-PRINT", "format", "", "exec s");
}

/// Hints say nothing that a rule does not use.
#[test]
fn hints_without_detail() {
    let save = "declare ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)";
    op(save, "%s = call ptr @llvm.stacksave.p0()").rejects("M-STACKSAVE", "hint", "", "exec true");
    let restore = Block::new("", "call void @llvm.stackrestore.p0(ptr %s)").module(save);
    let restore = restore.entry("%s = call ptr @llvm.stacksave.p0()", "test 0");
    restore.accepts("vars 1\ns = v0", "exec\ngoto 3", "");
    restore.rejects("M-STACKRESTORE", "hint", "vars 1\ns = v0", "exec true");
    let marker = "call void @llvm.lifetime.end.p0(ptr %x)";
    let marker = Block::new("", marker).module("declare void @llvm.lifetime.end.p0(ptr)");
    let marker = marker.entry("%x = alloca i32, align 4", "test 0");
    marker.accepts("vars 1\nx = v0", "exec\ngoto 3", "");
    marker.rejects("M-LIFETIME", "hint", "vars 1\nx = v0", "exec true");
    let srand = op("declare void @srand(i32)", "call void @srand(i32 %a)");
    srand.accepts("", "exec\ngoto 3", "");
    srand.rejects("X-NOOP", "hint", "", "exec true");
}

/// An intrinsic at other types than LangRef's has no rule.
#[test]
fn types_of_intrinsics() {
    let state = "vars 5\na = v0 s\nb = v1 s\np = v2\nc = v3\nknow 0 <= v0\nknow v3 = 1";
    for (rule, declaration, call, steps) in [
        ("X-ABS", "i32 @llvm.abs.i32(i32, i32)", "%r = call i32 @llvm.abs.i32(i32 %a, i32 0)", "exec s true"),
        ("X-ABS", "i32 @llvm.abs.i32(i32)", "%r = call i32 @llvm.abs.i32(i32 %a)", "exec s true"),
        ("X-ABS", "i32 @llvm.abs.i32(i64, i1)", "%r = call i32 @llvm.abs.i32(i64 1, i1 false)", "exec s true"),
        (
            "X-MINMAX",
            "i32 @llvm.smax.i32(i32, i32, i32)",
            "%r = call i32 @llvm.smax.i32(i32 1, i32 0, i32 0)",
            "exec s true",
        ),
        ("X-MINMAX", "i32 @llvm.umin.i32(i32, i64)", "%r = call i32 @llvm.umin.i32(i32 0, i64 0)", "exec true"),
        ("X-EXPECT", "i32 @llvm.expect.i32(i32)", "%r = call i32 @llvm.expect.i32(i32 %a)", "exec s"),
        (
            "X-EXPECT",
            "i32 @llvm.expect.i32(i32, i32, double)",
            "%r = call i32 @llvm.expect.i32(i32 %a, i32 1, double 1.0)",
            "exec s",
        ),
        ("X-ASSUME", "void @llvm.assume(i32)", "call void @llvm.assume(i32 1)", "exec true"),
        ("X-NOOP", "i32 @llvm.donothing()", "%r = call i32 @llvm.donothing()", "exec"),
        ("X-NOOP", "void @llvm.prefetch.p0(ptr)", "call void @llvm.prefetch.p0(ptr %p)", "exec"),
        ("M-STACKSAVE", "ptr @llvm.stacksave.p0(i32)", "%r = call ptr @llvm.stacksave.p0(i32 1)", "exec"),
        (
            "M-MOVE",
            "ptr @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
            "%r = call ptr @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 0, i1 false)",
            "exec move none none",
        ),
        (
            "M-MOVE",
            "void @llvm.memmove.p0.p0.i16(ptr, ptr, i16, i1)",
            "call void @llvm.memmove.p0.p0.i16(ptr %p, ptr %p, i16 0, i1 false)",
            "exec move none none",
        ),
        (
            "M-MOVE",
            "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
            "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 0, i1 %c)",
            "exec move none none",
        ),
        (
            "M-FILL",
            "void @llvm.memset.p0.i64(ptr, i32, i64, i1)",
            "call void @llvm.memset.p0.i64(ptr %p, i32 0, i64 0, i1 false)",
            "exec fill none",
        ),
    ] {
        op(&format!("declare {declaration}"), call).rejects(rule, "type", state, steps);
    }
    // A result of floating point is not bound, so nothing else is wrong.
    let restore = "declare ptr @llvm.stacksave.p0()\ndeclare float @llvm.stackrestore.p0(ptr)";
    let saved = "%s = call ptr @llvm.stacksave.p0()\n%r = call float @llvm.stackrestore.p0(ptr %s)";
    op(restore, saved).alone("M-STACKRESTORE", "type", "", "exec\nexec\ngoto 3");
    let marker = Block::new("", "%r = call float @llvm.lifetime.end.p0(ptr %x)");
    let marker = marker.module("declare float @llvm.lifetime.end.p0(ptr)").entry("%x = alloca i32, align 4", "test 0");
    marker.alone("M-LIFETIME", "type", "vars 1\nx = v0", "exec\ngoto 3");
    let expect = "declare i32 @llvm.expect.with.probability.i32(i32, i32, double)";
    let call = "%r = call i32 @llvm.expect.with.probability.i32(i32 %a, i32 1, double 0.5)";
    op(expect, call).accepts(state, "exec s\ngoto 3 (v0)", "vars 1\nr = v0 s");
    op(
        "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)",
        "call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)",
    )
    .accepts(state, "exec\ngoto 3", "");
}
