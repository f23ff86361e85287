//! What formats print (`spec/rules/library.md`, Formats), lines, and functions of mathematics.

use crate::library::{TWO, known, op};
use crate::support::Block;

/// A call of `printf` with this format.
fn printf(format: &str, arguments: &str) -> Block {
    let size = format.len() + 1;
    let text = format!("@t = constant [{size} x i8] c\"{format}\\00\"\ndeclare i32 @printf(ptr, ...)");
    let call = format!("%r = call i32 (ptr, ...) @printf(ptr @t{arguments})");
    Block::new("i32 %a, i32 %b, ptr %p, ptr %q, i64 %n", &call).module(&text)
}

#[test]
fn conversions_that_are_printed() {
    for (format, arguments) in [
        ("%-5d%+i% 05u%#x", ", i32 %a, i32 %a, i32 %a, i32 %a"),
        ("%05.3d%.0x%-08o%#X", ", i32 %a, i32 %a, i32 %a, i32 %a"),
        ("%zu%jd%td%lo%hhu%hd%lld", ", i64 %n, i64 %n, i64 %n, i64 %n, i32 %a, i32 %a, i64 %n"),
        ("%.2f%+e% G%#a%010F%lf", ", double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0"),
        ("%-3c%-20p", ", i32 %a, ptr %p"),
    ] {
        let format = format.replace("% 05u", "%05u");
        printf(&format, arguments).accepts(TWO, "exec s\ngoto 3", "");
        printf(&format, "").rejects("X-PRINT", "format", TWO, "exec s");
    }
}

/// Formats without a meaning, or without a contract.
const REFUSED: &str = "%#d %+u %05s %0c %0p %#s %.2c %.1p %n %ls %lc %Lf %hf %zf %lll %5% \
    %-% %'d %2147483648d %.2147483648d %1$d % %q %I64d";

#[test]
fn conversions_that_are_refused() {
    for format in REFUSED.split(' ').chain(["% x"]) {
        for argument in ["i32 %a", "ptr %p", "i64 %n", "double 1.0"] {
            printf(format, &format!(", {argument}")).rejects("X-PRINT", "format", TWO, "exec s");
        }
    }
    printf("%zd", ", i32 %a").alone("X-PRINT", "format", TWO, "exec s");
    // Between the bytes of a constant there is padding.
    let padded = "@t = constant {i8, {i8, i8, i32}} {i8 120, {i8, i8, i32} {i8 121, i8 0, i32 5}}\ndeclare i32 @printf(ptr, ...)";
    let call = "%r = call i32 (ptr, ...) @printf(ptr @t)";
    let state = TWO.replace("block 1 heap v1 16 align 8", "block 1 global:t v1 12 align 4").replace("at 9", "at 5");
    Block::new("i32 %a, i32 %b, ptr %p, ptr %q, i64 %n", call).module(padded).rejects(
        "X-PRINT",
        "format",
        &state,
        "exec s library 1",
    );
    printf("%d", ", i64 %n").alone("X-PRINT", "format", TWO, "exec s");
}

/// A width or precision that is an argument.
#[test]
fn lengths_in_arguments() {
    let positive = known("0 <= v4\nknow v4 <= 9");
    let wide = printf("%*d", ", i32 %a, i32 %b");
    wide.accepts(&positive, "exec s library\nassert v5 <= v4 + 11\ngoto 3", "");
    wide.alone("X-PRINT", "P16", &known("0 - 1 <= v4"), "exec s library");
    wide.rejects("X-PRINT", "hint", &positive, "exec s");
    printf("%*d", ", i64 %n, i32 %b").rejects("X-PRINT", "format", &positive, "exec s library");
    printf("%.*f", ", i32 %a, double 1.0").accepts(&positive, "exec s library\nassert v5 <= v4 + 320\ngoto 3", "");
    printf("%.*f", ", i32 %a, double 1.0").alone("X-PRINT", "P16", &known("0 - 1 <= v4"), "exec s library");
}

/// The most characters of an `int`.
#[rustfmt::skip]
const NUMBERS: [(&str, usize); 15] = [
    ("%d", 11), ("%+d", 11), ("%u", 10), ("%x", 8), ("%#X", 10), ("%o", 11), ("%#o", 12), ("%hd", 6), ("%hu", 5),
    ("%hx", 4), ("%hhd", 4), ("%hhu", 3), ("%#hhx", 4), ("%hho", 3), ("%c", 1),
];

/// The most characters of a byte that is extended by zeros.
#[rustfmt::skip]
const BYTES: [(&str, usize); 11] = [
    ("%d", 3), ("% d", 4), ("%u", 3), ("%02x", 2), ("%5.3u", 6), ("%.2x", 4), ("%7x", 7), ("%x", 2), ("%#o", 4),
    ("%hd", 3), ("%hhd", 4),
];

/// How many digits a number has, by its bits.
#[test]
fn digits_of_numbers() {
    let to = |format: &str, argument: &str, before: &str, most: usize| {
        let size = format.len() + 1;
        let text = format!("@t = constant [{size} x i8] c\"{format}\\00\"\ndeclare i32 @sprintf(ptr, ptr, ...)");
        let call = format!("{before}%r = call i32 (ptr, ptr, ...) @sprintf(ptr %p, ptr @t, {argument})");
        let block = Block::new("i32 %a, i32 %b, ptr %p, ptr %q, i64 %n, i8 %c", &call).module(&text);
        let (sign, first) = if before.contains("sext") { (" s", "exec s\n") } else { ("", "exec\n") };
        let steps = format!("{}exec s library 0", if before.is_empty() { "" } else { first });
        let at =
            |room: usize| known(&format!("v2 = {}", 16 - room)).replace("vars 5", &format!("vars 6\nc = v5{sign}"));
        block.accepts(&at(most + 1), &format!("{steps}\ngoto 3"), "");
        block.rejects("X-PRINT", "P2", &at(most), &steps);
    };
    for (format, most) in NUMBERS {
        to(format, "i32 %a", "", most);
    }
    for (format, most) in BYTES {
        to(format, "i32 %z", "%z = zext i8 %c to i32\n", most);
    }
    to("%d", "i32 %z", "%z = sext i8 %c to i32\n", 11);
}

/// A string of which only so many bytes are read needs no end.
#[test]
fn parts_of_strings() {
    let endless = TWO.replace("\ncell 1 in 1 at 9 width 1 s = 0", "");
    let part = printf("%.16s", ", ptr %q");
    part.accepts(&endless, "exec s library 1\nassert v5 <= 16\nassert v6 <= v5\ngoto 3", "");
    printf("%.17s", ", ptr %q").rejects("X-PRINT", "P2", &endless, "exec s library 1");
    printf("%.17s", ", ptr %q").accepts(TWO, "exec s library 1 cell 1\ngoto 3", "");
    printf("%s", ", ptr %q").rejects("X-PRINT", "entry", TWO, "exec s library 1");
    let some = format!("{endless}\nknow 0 <= v4\nknow v4 <= 16");
    let given = printf("%.*s", ", i32 %a, ptr %q");
    given.accepts(&some, "exec s library 1\nassert v5 <= v4\ngoto 3", "");
    given.rejects(
        "X-PRINT",
        "P2",
        &some.replace("<= 16\nknow 0 <= v4", "<= 15").replace("v4 <= 16", "v4 <= 17"),
        "exec s library 1",
    );
    given.alone("X-PRINT", "P16", &format!("{endless}\nknow v4 <= 16\nknow 0 - 1 <= v4"), "exec s library 1");
}

/// `puts` and `perror` of a string that is no constant.
#[test]
fn lines_that_are_printed() {
    let puts = op("i32 @puts(ptr)", "%r = call i32 @puts(ptr %p)");
    puts.accepts(TWO, "exec s library 0 cell 0\ninblock 2\ngoto 3", "");
    puts.rejects("X-PRINT", "format", TWO, "exec s");
    puts.alone("X-PRINT", "P4", &TWO.replace("at 15 width 1 s = 0", "at 15 width 1 s = v3"), "exec s library 0 cell 0");
    puts.alone("X-PRINT", "hint", TWO, "exec s library 0 0 cell 0");
    op("i64 @puts(ptr)", "%r = call i64 @puts(ptr %p)").alone("X-PRINT", "type", TWO, "exec s library 0 cell 0");
    let perror = op("void @perror(ptr)", "call void @perror(ptr %p)");
    perror.accepts(TWO, "exec library 0 cell 0\ngoto 3", "");
    perror.rejects("X-LIBRARY", "entry", TWO, "exec library 0");
    let write = op("i64 @write(i32, ptr, i64)", "%r = call i64 @write(i32 %a, ptr %p, i64 %n)");
    let start = known("v2 = 0\nknow 0 <= v3\nknow v3 <= 16");
    write.accepts(&start, "exec s library 0\nassert 0 - 1 <= v5\nassert v5 <= v3\ngoto 3", "");
    write.rejects("X-LIBRARY", "P2", &start.replace("v3 <= 16", "v3 <= 17"), "exec s library 0");
    let rename = op("i32 @rename(ptr, ptr)", "%r = call i32 @rename(ptr %p, ptr %q)");
    rename.accepts(TWO, "exec s library 0 1 cell 0 1\ngoto 3", "");
    rename.rejects("X-LIBRARY", "entry", TWO, "exec s library 0 1 cell 0");
}

/// Functions about files: by name, by number, and with further arguments.
#[test]
fn files() {
    let further = "%r = call i32 (ptr, i32, ...) @open(ptr %p, i32 %a, i32 %b)";
    let open = op("i32 @open(ptr, i32, ...)", further);
    open.accepts(TWO, "exec s library 0 cell 0\ngoto 3", "");
    open.rejects("X-LIBRARY", "entry", TWO, "exec s library 0");
    let two = "%r = call i32 (ptr, i32, ...) @open(ptr %p, i32 %a)";
    op("i32 @open(ptr, i32, ...)", two).accepts(TWO, "exec s library 0 cell 0\ngoto 3", "");
    let other = "%r = call i32 (ptr, i64, ...) @open(ptr %p, i64 %n, i32 %b)";
    op("i32 @open(ptr, i64, ...)", other).alone("X-LIBRARY", "type", TWO, "exec s library 0 cell 0");
    let close = |declaration: &str, call: &str| op(declaration, call);
    close("i32 @close(i32)", "%r = call i32 @close(i32 %a)").accepts(TWO, "exec s\ngoto 3", "");
    close("i32 @close(i32)", "%r = call i32 @close(i32 %a)").rejects("X-PURE", "hint", TWO, "exec s library");
    // A function of the program's own, of which nothing is said.
    close("i32 @close(ptr)", "%r = call i32 @close(ptr %p)").alone("X-PURE", "type", TWO, "exec s");
    close("void @close(i32)", "call void @close(i32 %a)").alone("X-PURE", "type", TWO, "exec s");
}

/// X-PURE: functions of mathematics, and the intrinsics that stand for some of them.
#[test]
fn numbers_of_floating_point() {
    for (declaration, call) in [
        ("double @sqrt(double)", "%r = call double @sqrt(double 2.0)"),
        ("float @powf(float, float)", "%r = call float @powf(float 2.0, float 1.0)"),
        ("double @ldexp(double, i32)", "%r = call double @ldexp(double 2.0, i32 %a)"),
        ("double @llvm.fabs.f64(double)", "%r = call double @llvm.fabs.f64(double 2.0)"),
        (
            "double @llvm.fmuladd.f64(double, double, double)",
            "%r = call double @llvm.fmuladd.f64(double 2.0, double 2.0, double 2.0)",
        ),
    ] {
        op(declaration, call).accepts(TWO, "exec\ngoto 3", "");
        op(declaration, call).rejects("X-PURE", "hint", TWO, "exec library");
    }
    let lround = op("i64 @lround(double)", "%r = call i64 @lround(double 2.0)");
    lround.accepts(TWO, "exec s\ngoto 3 (v5)", "vars 1\nr = v0 s");
    op("i32 @lround(double)", "%r = call i32 @lround(double 2.0)").alone("X-PURE", "type", TWO, "exec s");
    op("float @sqrt(float)", "%r = call float @sqrt(float 2.0)").alone("X-PURE", "type", TWO, "exec");
    op("double @sqrtf(double)", "%r = call double @sqrtf(double 2.0)").alone("X-PURE", "type", TWO, "exec");
}
