//! `spec/rules/call.md`, "Bits", and what ends or does nothing among the intrinsics.

use crate::support::Block;
use certificates::Overflow::{Ideal, Wrap};

fn op(declaration: &str, text: &str) -> Block {
    Block::new("i32 %a, i32 %b, ptr %p, i1 %c, i64 %l", text).module(declaration)
}

/// A call with arguments of one type.
fn bits(name: &str, arguments: &str) -> Block {
    let count = arguments.split(", ").count();
    let types: Vec<&str> = arguments.split(", ").map(|a| a.split(' ').next().unwrap()).collect();
    assert_eq!(types.len(), count);
    op(
        &format!("declare i32 @llvm.{name}.i32({})", types.join(", ")),
        &format!("%r = call i32 @llvm.{name}.i32({arguments})"),
    )
}

#[test]
fn x_funnel() {
    let state = "vars 2\na = v0\nb = v1\nknow 0 <= v0\nknow v0 <= 4294967295\nknow 0 <= v1\nknow v1 <= 4294967295";
    // A rotation is one division.
    let rotate = bits("fshl", "i32 %a, i32 %a, i32 8");
    let steps = "exec shift 8\nassert v0 = 16777216*v2 + v3\nassert v2 <= 255\nassert 256*v3 + v2 <= 4294967295\n";
    rotate.accepts(state, &format!("{steps}goto 3 (256*v3 + v2)"), "vars 1\nr = v0");
    rotate.rejects("G-ASSERT", "P1", state, "exec shift 8\nassert v2 <= 5");
    let both = bits("fshl", "i32 %a, i32 %b, i32 8");
    let steps = "exec shift 8\nassert v1 = 16777216*v4 + v5\nassert 256*v3 + v4 <= 4294967295\n";
    both.accepts(state, &format!("{steps}goto 3 (256*v3 + v4)"), "vars 1\nr = v0");
    let right = bits("fshr", "i32 %a, i32 %b, i32 8");
    let steps = "exec shift 8\nassert v0 = 256*v2 + v3\nassert v1 = 256*v4 + v5\n";
    right.accepts(state, &format!("{steps}goto 3 (16777216*v3 + v4)"), "vars 1\nr = v0");
    // The amount counts modulo the width.
    bits("fshl", "i32 %a, i32 %b, i32 64").accepts(state, "exec shift 64\ngoto 3 (v0)", "vars 1\nr = v0");
    bits("fshr", "i32 %a, i32 %b, i32 32").accepts(state, "exec shift 32\ngoto 3 (v1)", "vars 1\nr = v0");
    bits("fshr", "i32 %a, i32 %b, i32 40").accepts(state, "exec shift 40\nassert v1 = 256*v4 + v5", "");
    // Without a detail it is any value.
    rotate.accepts(state, "exec s\nassert v2 <= 2147483647\ngoto 3 (v2)", "vars 1\nr = v0 s");
    rotate.rejects("X-FUNNEL", "P1", state, "exec shift 7");
    bits("fshl", "i32 %a, i32 %a, i32 %b").alone("X-FUNNEL", "P1", state, "exec shift 8\ngoto 3");
    rotate.rejects("X-FUNNEL", "hint", state, "exec true");
    op("declare i32 @llvm.fshl.i32(i32, i32, i32)", "%r = call i32 @llvm.fshl.i32(i32 undef, i32 %a, i32 8)")
        .rejects("X-CALL", "argument", state, "exec");
    op("declare i32 @llvm.fshl.i32(i32, i32)", "%r = call i32 @llvm.fshl.i32(i32 %a, i32 %a)")
        .rejects("X-FUNNEL", "type", state, "exec");
}

#[test]
fn x_count() {
    let state = "vars 1\na = v0\nknow 0 <= v0\nknow v0 <= 4294967295";
    let result = "vars 1\nr = v0";
    for name in ["ctlz", "cttz"] {
        let any = bits(name, "i32 %a, i1 false");
        any.accepts(state, "exec\nassert 0 <= v1\nassert v1 <= 32\ngoto 3 (v1)", result);
        any.rejects("G-ASSERT", "P1", state, "exec\nassert v1 <= 31");
        let positive = format!("{state}\nknow 1 <= v0");
        any.accepts(&positive, "exec true\nassert v1 <= 31\ngoto 3 (v1)", result);
        any.rejects("X-COUNT", "P1", state, "exec true");
        any.rejects("X-COUNT", "hint", state, "exec false");
        let poison = bits(name, "i32 %a, i1 true");
        poison.accepts(&positive, "exec true\nassert v1 <= 31\ngoto 3 (v1)", result);
        poison.alone("X-COUNT", "P1", state, "exec true\ngoto 3");
        poison.rejects("X-COUNT", "hint", &positive, "exec");
        bits(name, "i32 %a, i1 %c").rejects("X-COUNT", "hint", state, "exec");
    }
    // Leading zeros of a number that is known to be small.
    let zeros = bits("ctlz", "i32 %a, i1 true");
    let small = "vars 1\na = v0\nknow 1 <= v0\nknow v0 <= 255";
    zeros.accepts(small, "exec shift 8\nassert 24 <= v1\nassert v1 <= 31\ngoto 3 (v1)", result);
    zeros.rejects("G-ASSERT", "P1", small, "exec shift 8\nassert 25 <= v1");
    zeros.alone("X-COUNT", "P1", "vars 1\na = v0\nknow 0 <= v0\nknow v0 <= 255", "exec shift 8\ngoto 3");
    zeros.alone("X-COUNT", "P2", small, "exec shift 7\ngoto 3");
    zeros.rejects("X-COUNT", "hint", small, "exec shift 33");
    bits("cttz", "i32 %a, i1 true").rejects("X-COUNT", "hint", small, "exec shift 8");
    let set = bits("ctpop", "i32 %a");
    set.accepts(state, "exec\nassert v1 <= v0\nassert v1 <= 32\ngoto 3 (v1)", result);
    set.rejects("X-COUNT", "hint", &format!("{state}\nknow 1 <= v0"), "exec true");
    set.rejects("G-ASSERT", "P1", state, "exec\nassert v1 <= 31");
    // Numbers, also where a state that cannot be binds more than there is.
    for (name, number, outcome, result) in [
        ("ctlz", "255", "", "24"),
        ("ctlz", "0", "", "32"),
        ("cttz", "80", "true", "4"),
        ("cttz", "0", "", "32"),
        ("ctlz", "4294967295", "", "0"),
    ] {
        let call = bits(name, &format!("i32 {number}, i1 false"));
        call.accepts("", &format!("exec {outcome}\ngoto 3"), &format!("r = {result}"));
        bits(name, "i32 %a, i1 false").accepts("a = 79228162514264337593543950336", "exec\ngoto 3", "r = 32");
    }
    bits("ctpop", "i32 -1").accepts("", "exec\ngoto 3", "r = 32");
    op("declare i32 @llvm.ctlz.i32(i32)", "%r = call i32 @llvm.ctlz.i32(i32 %a)")
        .rejects("X-COUNT", "type", state, "exec");
}

#[test]
fn x_reverse() {
    let state = "vars 1\na = v0 s";
    bits("bswap", "i32 %a").accepts(state, "exec s\nassert v1 <= 2147483647\ngoto 3 (v1)", "vars 1\nr = v0 s");
    bits("bswap", "i32 %a").rejects("X-REVERSE", "hint", state, "exec true");
    bits("bswap", "i32 305419896").accepts("", "exec\ngoto 3", "r = 2018915346");
    bits("bswap", "i32 %a").accepts("a = -2 s", "exec\ngoto 3", "r = 4278190079");
    bits("bitreverse", "i32 1").accepts("", "exec\ngoto 3", "r = 2147483648");
    bits("bitreverse", "i32 %a").rejects("G-ASSERT", "P1", state, "exec s\nassert v1 = v0");
    let odd = op("declare i24 @llvm.bswap.i24(i24)", "%r = call i24 @llvm.bswap.i24(i24 5)");
    odd.rejects("X-REVERSE", "type", "", "exec");
}

#[test]
fn x_saturate() {
    let signed = "vars 2\na = v0 s\nb = v1 s";
    let add = bits("sadd.sat", "i32 %a, i32 %b");
    let inside = format!("{signed}\nknow 0 <= v0 + v1\nknow v0 + v1 <= 9");
    add.accepts(&inside, "exec default\ngoto 3 (v0 + v1)", "vars 1\nr = v0 s");
    add.alone("X-SATURATE", "P1", &format!("{signed}\nknow v0 + v1 <= 9"), "exec default\ngoto 3");
    add.alone("X-SATURATE", "P2", &format!("{signed}\nknow 0 <= v0 + v1"), "exec default\ngoto 3");
    add.accepts(&format!("{signed}\nknow v0 + v1 <= -2147483648"), "exec case 0\ngoto 3", "r = -2147483648 s");
    add.accepts(&format!("{signed}\nknow v0 + v1 >= 2147483647"), "exec case 1\ngoto 3", "r = 2147483647 s");
    add.alone("X-SATURATE", "P3", &format!("{signed}\nknow v0 + v1 <= -2147483647"), "exec case 0\ngoto 3");
    add.alone("X-SATURATE", "P4", &format!("{signed}\nknow v0 + v1 >= 2147483646"), "exec case 1\ngoto 3");
    add.rejects("X-SATURATE", "hint", &inside, "exec");
    let sub = bits("usub.sat", "i32 %a, i32 %b");
    let unsigned = "vars 2\na = v0\nb = v1\nknow v0 <= v1";
    sub.accepts(unsigned, "exec case 0\ngoto 3", "r = 0");
    sub.rejects("X-SATURATE", "P1", unsigned, "exec default");
    let bit = op("declare i1 @llvm.sadd.sat.i1(i1, i1)", "%r = call i1 @llvm.sadd.sat.i1(i1 %c, i1 %c)");
    bit.alone("X-SATURATE", "type", "c = 0", "exec default");
}

/// The call, and both parts of its result.
fn overflowing(name: &str) -> Block {
    let text = format!(
        "%o = call {{ i32, i1 }} @llvm.{name}.with.overflow.i32(i32 %a, i32 %b)\n\
         %r = extractvalue {{ i32, i1 }} %o, 0\n%f = extractvalue {{ i32, i1 }} %o, 1"
    );
    op(&format!("declare {{ i32, i1 }} @llvm.{name}.with.overflow.i32(i32, i32)"), &text)
}

#[test]
fn x_overflow() {
    let state = "vars 2\na = v0 s\nb = v1 s";
    let result = "vars 1\nr = v0 s\nf = 0";
    let add = overflowing("sadd");
    let fits = format!("{state}\nknow -5 <= v0 + v1\nknow v0 + v1 <= 5");
    add.accepts(&fits, "exec false\nexec s\nexec\ngoto 3 (v0 + v1)", result);
    // Also in the modes in which an overflow of other instructions is no error.
    for overflow in [Wrap, Ideal] {
        let add = overflowing("sadd").mode(overflow);
        add.accepts(&fits, "exec false\nexec s\nexec\ngoto 3 (v0 + v1)", result);
        add.rejects("X-OVERFLOW", "P1", state, "exec false\nexec s\nexec\ngoto 3");
    }
    add.alone("X-OVERFLOW", "P1", &format!("{state}\nknow v0 + v1 <= 5"), "exec false\nexec s\nexec\ngoto 3");
    add.alone("X-OVERFLOW", "P2", &format!("{state}\nknow -5 <= v0 + v1"), "exec false\nexec s\nexec\ngoto 3");
    let above = format!("{state}\nknow 2147483648 <= v0 + v1\nknow v0 + v1 <= 2147483650");
    let wrapped = "exec s wraps 1 true\nexec s\nexec\ngoto 3 (v0 + v1 - 4294967296)";
    add.accepts(&above, wrapped, "vars 1\nr = v0 s\nf = 1");
    let below = format!("{state}\nknow v0 + v1 <= -2147483649\nknow -2147483700 <= v0 + v1");
    add.accepts(&below, "exec wraps -1 true\nexec\nexec\ngoto 3 (v0 + v1 + 4294967296)", "vars 1\nr = v0\nf = 1");
    add.alone("X-OVERFLOW", "P3", state, "exec s wraps ? true\nexec s\nexec\ngoto 3");
    add.rejects("X-OVERFLOW", "P3", &format!("{state}\nknow 2147483647 <= v0 + v1"), "exec s wraps ? true");
    // Without a detail both parts are arbitrary.
    add.accepts(state, "exec s\nexec s\nexec\nassert v3 <= 1\ngoto 3 (v2, v3)", "vars 2\nr = v0 s\nf = v1");
    add.rejects("G-ASSERT", "P1", state, "exec s\nexec s\nexec\nassert v3 = 0");
    add.rejects("X-OVERFLOW", "hint", state, "exec shift 1");
    let unsigned = "vars 2\na = v0\nb = v1\nknow 0 <= v0\nknow v0 <= 9\nknow 0 <= v1\nknow v1 <= 9";
    overflowing("umul").rejects("X-OVERFLOW", "P2", "vars 2\na = v0\nb = v1\nknow 0 <= v0*v1", "exec false");
    overflowing("usub").accepts(
        &format!("{unsigned}\nknow v0 < v1"),
        "exec wraps -1 true\nexec\nexec\ngoto 3 (v0 - v1)",
        "vars 1\nr = 4294967296 + v0\nf = 1",
    );
    overflowing("uadd").accepts(unsigned, "exec false\nexec\nexec\ngoto 3 (v0 + v1)", "vars 1\nr = v0\nf = 0");
}

/// Pairs: what binds their parts, and what reads them.
#[test]
fn pairs() {
    let state = "vars 2\na = v0 s\nb = v1 s\nknow 0 <= v0 + v1\nknow v0 + v1 <= 5";
    let declaration = "declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)";
    let call = "%o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)";
    // A part is a register of its own: a state may bind it.
    let part = op(declaration, &format!("{call}\n%r = extractvalue {{ i32, i1 }} %o, 0"));
    part.accepts(state, "exec false\nexec s\ngoto 3 (v0 + v1)", "vars 1\no[0] = v0 s\no[1] = 0\nr = v0 s");
    crate::support::rejected(
        &part.certificate(state, "exec false\nexec s\ngoto 3 (v0)", "vars 1\no = v0"),
        "W",
        "type",
    );
    // What is not bound is not read.
    let own = "define { i32, i1 } @g() {\n  ret { i32, i1 } zeroinitializer\n}";
    let other = op(own, "%o = call { i32, i1 } @g()\n%r = extractvalue { i32, i1 } %o, 0");
    other.rejects("X-CALL", "callee", "", "exec");
    let late = op(declaration, &format!("%r = extractvalue {{ i32, i1 }} %o, 0\n{call}"));
    late.rejects("T-BITCAST", "operand", state, "exec s");
    for text in ["extractvalue { i32, i1 } %o, 2", "extractvalue { i32, i1 } zeroinitializer, 0"] {
        op(declaration, &format!("{call}\n%r = {text}")).rejects("G-EXEC", "instruction", state, "exec false\nexec s");
    }
    let argument = op(
        "declare { i32, i1 } @llvm.sadd.with.overflow.i32(i64, i32)",
        "%o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i64 %l, i32 %b)",
    );
    argument.rejects("X-OVERFLOW", "type", "vars 2\nl = v0 s\nb = v1 s", "exec");
    let bit = op(
        "declare { i1, i1 } @llvm.sadd.with.overflow.i1(i1, i1)",
        "%o = call { i1, i1 } @llvm.sadd.with.overflow.i1(i1 %c, i1 %c)",
    );
    bit.rejects("X-OVERFLOW", "type", "c = 1", "exec");
    let number = op(
        "declare i32 @llvm.sadd.with.overflow.i32(i32, i32)",
        "%o = call i32 @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)",
    );
    number.rejects("X-OVERFLOW", "type", state, "exec");
}

#[test]
fn traps() {
    for (name, types, arguments) in [("trap", "", ""), ("ubsantrap", "i8", "i8 3")] {
        // Marked as it is, it need not be followed by `unreachable`: nothing goes on behind it.
        let trap = op(
            &format!("declare void @llvm.{name}({types}) noreturn"),
            &format!("call void @llvm.{name}({arguments})"),
        );
        trap.accepts("", "exit", "");
        trap.rejects("X-CALL", "callee", "", "exec");
        trap.rejects("G-EXIT", "callee", "", "exit true");
    }
    op("declare void @llvm.ubsantrap(i32)", "call void @llvm.ubsantrap(i32 3)").rejects("X-EXIT", "type", "", "exit");
    let debug = op("declare void @llvm.debugtrap()", "call void @llvm.debugtrap()");
    debug.accepts("", "exec\ngoto 3", "");
    debug.rejects("G-EXIT", "callee", "", "exit");
}

#[test]
fn questions() {
    let known = op("declare i1 @llvm.is.constant.i32(i32)", "%r = call i1 @llvm.is.constant.i32(i32 5)");
    known.accepts("", "exec\nassert v0 <= 1\ngoto 3 (v0)", "vars 1\nr = v0");
    known.rejects("G-ASSERT", "P1", "", "exec\nassert v0 = 1");
    let class =
        op("declare i1 @llvm.is.fpclass.f64(double, i32)", "%r = call i1 @llvm.is.fpclass.f64(double 2.0, i32 3)");
    class.accepts("", "exec\nassert v0 <= 1\ngoto 3 (v0)", "vars 1\nr = v0");
    class.rejects("G-ASSERT", "P1", "", "exec\nassert v0 = 0");
    let size = op(
        "declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)",
        "%r = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)",
    );
    size.accepts("", "exec\nassert 0 <= v0\ngoto 3 (v0)", "vars 1\nr = v0");
    size.rejects("X-PURE", "hint", "", "exec true");
    op("declare ptr @llvm.returnaddress(i32)", "%r = call ptr @llvm.returnaddress(i32 0)").accepts(
        "",
        "exec\ngoto 3 (v0)",
        "vars 1\nr = v0",
    );
    op("declare i64 @llvm.objectsize.i64.p0(ptr)", "%r = call i64 @llvm.objectsize.i64.p0(ptr %p)")
        .rejects("X-PURE", "type", "", "exec");
}

/// Integers of 128 bits are opaque.
#[test]
fn wide() {
    let text = "%w = zext i64 %l to i128\n%m = mul i128 %w, %w\n%h = lshr i128 %m, 64\n%r = trunc i128 %h to i64";
    let state = "vars 1\nl = v0\nknow v0 <= 3";
    op("", text).accepts(state, "exec\nexec\nexec\nexec\nassert 0 <= v1\ngoto 3 (v1)", "vars 1\nr = v0");
    op("", text).rejects("G-ASSERT", "P1", state, "exec\nexec\nexec\nexec\nassert v1 = 0");
    op("", text).rejects("T-FLOAT", "hint", state, "exec true");
    let compare = op("", "%w = sext i64 %l to i128\n%r = icmp slt i128 %w, 170141183460469231731687303715884105727");
    compare.accepts(state, "exec\nexec\nassert v1 <= 1\ngoto 3 (v1)", "vars 1\nr = v0");
    for text in [
        "%r = udiv i128 5, 3",
        "%r = srem i128 5, 3",
        "%r = add nsw i128 5, 3",
        "%r = mul nuw i128 5, 3",
        "%r = shl i128 5, 128",
        "%r = lshr exact i128 5, 1",
        "%r = inttoptr i128 5 to ptr",
        "%r = ptrtoint ptr %p to i128",
        "%r = trunc nuw i128 5 to i8",
        "%r = alloca i8, i128 5",
        "%r = add i129 5, 3",
    ] {
        op("", text).rejects("G-EXEC", "instruction", "p = 0", "exec");
    }
    op("", "%w = add i128 5, 3\n%r = shl i128 5, %w").rejects("G-EXEC", "instruction", "", "exec\nexec");
    op("", "%r = add i128 undef, 3").rejects("T-FLOAT", "operand", "", "exec");
    // In memory they take 16 bytes, of which nothing is known.
    let memory = op("", "store i128 5, ptr %p, align 16\n%w = load i128, ptr %p, align 16\n%r = trunc i128 %w to i8");
    let block = |size: u32| format!("vars 1\np = v0\nknow 16 <= v0\nblock 0 heap v0 {size} align 16");
    memory.accepts(&block(16), "exec store 0\nexec load 0\nexec\ngoto 3 (v1)", "vars 1\nr = v0");
    memory.rejects("M-STORE", "P2", &block(15), "exec store 0");
    let load = op("", "%w = load i128, ptr %p, align 16");
    load.rejects("M-LOAD", "P2", &block(15), "exec load 0");
    load.rejects("M-LOAD", "alignment", &block(16).replace("align 16", "align 8"), "exec load 0");
}
