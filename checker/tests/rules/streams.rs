//! Functions that read input and write output (`spec/rules/library.md`, Streams).

use crate::library::{TWO, known, op};
use crate::support::{Block, rejected};

/// A call beside a variable @stdin. The variable of this name holds v5, which is %q; %p points into 16 bytes.
fn streams(declaration: &str, text: &str, variable: &str) -> Block {
    let block = op(declaration, text);
    let module = format!("{}\n{variable}", block.module);
    block.module(&module)
}

const STDIN: &str = "@stdin = external global ptr";

fn held(name: &str) -> String {
    let two = TWO.replace("vars 5", "vars 7").replace("q = v1", "q = v5");
    format!("{two}\nblock 2 global:{name} v6 8 align 8\ncell 2 in 2 at 0 width 8 u = v5")
}

/// What the library's variables hold is no null pointer.
#[test]
fn g_stream() {
    let (block, state) = (streams("i32 @rand()", "%r = call i32 @rand()", STDIN), held("stdin"));
    block.accepts(&state, "stream 2\nassert 1 <= v5\nexec s\ngoto 3", "");
    block.alone("G-STREAM", "P13", &state.replace("in 2 at 0", "in 2 at v3"), "stream 2\nexec s");
    block.alone("G-STREAM", "stream", &state.replace("width 8", "width 4"), "stream 2\nexec s");
    block.rejects("G-STREAM", "stream", &state, "stream 0\nexec s");
    block.rejects("G-STREAM", "entry", &state, "stream 7\nexec s");
    let other = |variable: &str| streams("i32 @rand()", "%r = call i32 @rand()", variable);
    other("@tzname = external global ptr").alone("G-STREAM", "stream", &held("tzname"), "stream 2\nexec s");
    other("@stdin = internal global ptr null").alone("G-STREAM", "stream", &state, "stream 2\nexec s");
}

#[test]
fn streams_that_are_read_and_written() {
    for (declaration, text, steps, range) in [
        (
            "i32 @fgetc(ptr)",
            "%r = call i32 @fgetc(ptr %q)",
            "exec s library cell 2",
            "assert 0 - 1 <= v7\nassert v7 <= 255",
        ),
        (
            "i32 @getc_unlocked(ptr)",
            "%r = call i32 @getc_unlocked(ptr %q)",
            "exec s library cell 2",
            "assert 0 - 1 <= v7\nassert v7 <= 255",
        ),
        ("i32 @putc(i32, ptr)", "%r = call i32 @putc(i32 %a, ptr %q)", "exec s library cell 2", "assert v7 <= 255"),
        ("i32 @fputs(ptr, ptr)", "%r = call i32 @fputs(ptr %p, ptr %q)", "exec s library 0 cell 0 2", "inblock 0"),
    ] {
        let (block, state) = (streams(declaration, text, STDIN), held("stdin"));
        block.accepts(&state, &format!("{steps}\n{range}\ngoto 3"), "");
        block.alone("X-STREAM", "P14", &state.replace("u = v5", "u = v4"), steps);
        block.alone("X-STREAM", "P13", &state.replace("in 2 at 0", "in 2 at v3"), steps);
        block.alone("X-STREAM", "stream", &state.replace("width 8", "width 4"), steps);
        let other = |variable: &str| streams(declaration, text, variable);
        other("@tzname = external global ptr").alone("X-STREAM", "stream", &held("tzname"), steps);
        other("@stdin = internal global ptr null").alone("X-STREAM", "stream", &state, steps);
        other("@stderr = external global ptr").accepts(&held("stderr"), &format!("{steps}\ngoto 3"), "");
        block.rejects("X-STREAM", "stream", &state, &steps.replace(" cell 2", "").replace(" cell 0 2", " cell 0"));
    }
    for (declaration, call) in [
        ("i32 @ungetc(i32, ptr)", "%r = call i32 @ungetc(i32 %a, ptr %q)"),
        ("i32 @feof(ptr)", "%r = call i32 @feof(ptr %q)"),
        ("i32 @ferror(ptr)", "%r = call i32 @ferror(ptr %q)"),
        ("i32 @fileno(ptr)", "%r = call i32 @fileno(ptr %q)"),
        ("void @clearerr(ptr)", "call void @clearerr(ptr %q)"),
        ("void @rewind(ptr)", "call void @rewind(ptr %q)"),
        ("i32 @fflush(ptr)", "%r = call i32 @fflush(ptr %q)"),
        ("i32 @setvbuf(ptr, ptr, i32, i64)", "%r = call i32 @setvbuf(ptr %q, ptr null, i32 2, i64 0)"),
    ] {
        let block = streams(declaration, call, STDIN);
        block.accepts(&held("stdin"), "exec s library cell 2\ngoto 3", "");
        block.alone("X-STREAM", "P14", &held("stdin").replace("u = v5", "u = v4"), "exec s library cell 2");
        block.alone("X-STREAM", "hint", &held("stdin"), "exec s library 0 cell 2");
    }
    streams("i32 @feof(ptr)", "%r = call i32 @feof(ptr %q)", STDIN).rejects(
        "X-STREAM",
        "stream",
        &held("stdin"),
        "exec s library",
    );
    // All streams, or none in particular.
    let all = streams("i32 @fflush(ptr)", "%r = call i32 @fflush(ptr null)", STDIN);
    all.accepts(&held("stdin"), "exec s library\ngoto 3", "");
    let one = streams("i32 @fflush(ptr)", "%r = call i32 @fflush(ptr %q)", STDIN);
    one.alone("X-STREAM", "P17", &held("stdin"), "exec s library");
    let buffer =
        streams("i32 @setvbuf(ptr, ptr, i32, i64)", "%r = call i32 @setvbuf(ptr %q, ptr %p, i32 0, i64 16)", STDIN);
    buffer.alone("X-STREAM", "P17", &held("stdin"), "exec s library cell 2");
    let fgetc = streams("i32 @fgetc(ptr)", "%r = call i32 @fgetc(ptr %q)", STDIN);
    fgetc.rejects("X-STREAM", "hint", &held("stdin"), "exec s");
    fgetc.alone("X-STREAM", "hint", &held("stdin"), "exec s library cell 2 0");
    fgetc.alone("X-STREAM", "hint", &held("stdin"), "exec s library cell 2 keep 0>");
}

#[test]
fn lines() {
    let fgets = streams("ptr @fgets(ptr, i32, ptr)", "%r = call ptr @fgets(ptr %p, i32 %a, ptr %q)", STDIN);
    let known = |fact: &str| format!("{}\nknow v2 = 4\n{fact}", held("stdin"));
    // v7: the result, v8: whether there is a line, v9: where it ends, v10: what is there.
    let start = known("know 1 <= v4\nknow v4 <= 12");
    let ends = "split 1 <= v8 {\nassert v7 = v0 + 4\nassert v10 = 0\nassert v9 + 1 <= v4\ngoto 3\n} else {\nassert v7 = 0\ngoto 3\n}";
    fgets.accepts(&start, &format!("exec library 0 cell 2\n{ends}"), "");
    // The byte is known to be 0 only if there is a line.
    fgets.rejects("G-ASSERT", "P1", &start, "exec library 0 cell 2\nassert v10 = 0\ngoto 3");
    fgets.alone("X-STREAM", "P15", &known("know v4 <= 12"), "exec library 0 cell 2");
    fgets.rejects("X-STREAM", "P2", &known("know 1 <= v4\nknow v4 <= 13"), "exec library 0 cell 2");
    fgets.alone(
        "X-STREAM",
        "writable",
        &start.replace("heap v0 16 align 8", "heap v0 16 align 8 ro"),
        "exec library 0 cell 2",
    );
    let short = known("know 1 <= v4\nknow v4 <= 11");
    fgets.accepts(&short, "exec library 0 cell 2 keep 0>\ngoto 3", "");
    fgets.rejects("X-STREAM", "survivor", &start, "exec library 0 cell 2 keep 0>");
    fgets.alone("X-STREAM", "hint", &start, "exec library 0 1 cell 2");
    fgets.rejects("X-STREAM", "accesses", &start, "exec library cell 2");
}

#[test]
fn elements_of_a_size() {
    let of = |name: &str, size: &str| {
        streams(
            &format!("i64 @{name}(ptr, i64, i64, ptr)"),
            &format!("%r = call i64 @{name}(ptr %p, i64 {size}, i64 %n, ptr %q)"),
            STDIN,
        )
    };
    let known = |facts: &str| format!("{}\nknow v2 = 0\n{facts}", held("stdin"));
    let few = known("know 0 <= v3\nknow v3 <= 4");
    let steps = "exec library 0 cell 2";
    for name in ["fread", "fwrite"] {
        of(name, "4").accepts(&few, &format!("{steps}\nassert 0 <= v7\nassert v7 <= v3\ngoto 3"), "");
        of(name, "5").rejects("X-STREAM", "P2", &few, steps);
        of(name, "4").alone("X-STREAM", "P14", &few.replace("u = v5", "u = v4"), steps);
        of(name, "4").rejects("X-STREAM", "accesses", &few, "exec library cell 2");
        // A product beyond the numbers of machines is not small.
        of(name, "4611686018427387905").rejects("X-STREAM", "P2", &known("know v3 = 4"), steps);
    }
    let unwritable = few.replace("heap v0 16 align 8", "heap v0 16 align 8 ro");
    of("fread", "4").alone("X-STREAM", "writable", &unwritable, steps);
    of("fwrite", "4").accepts(&unwritable, &format!("{steps}\ngoto 3"), "");
    // What is read may lie anywhere in these bytes.
    of("fread", "4").rejects("X-STREAM", "survivor", &few, "exec library 0 cell 2 keep 0>");
    let three = known("know 0 <= v3\nknow v3 <= 3");
    of("fread", "5").accepts(&three, "exec library 0 cell 2 keep 0>\ngoto 3", "");
    of("fwrite", "4").alone("X-STREAM", "hint", &few, "exec library 0 cell 2 keep 0>");
}

#[test]
fn texts_to_streams() {
    let format = "@t = constant [3 x i8] c\"%s\\00\"";
    let fprintf = |text: &str| {
        let variables = format!("{STDIN}\n{format}");
        streams("i32 @fprintf(ptr, ptr, ...)", &format!("%r = call i32 (ptr, ptr, ...) @fprintf({text})"), &variables)
    };
    let block = fprintf("ptr %q, ptr @t, ptr %p");
    let steps = "exec s library 0 cell 2 0";
    block.accepts(&held("stdin"), &format!("{steps}\nassert v8 <= v7 + 2\ngoto 3"), "");
    block.alone("X-PRINT", "P14", &held("stdin").replace("u = v5", "u = v4"), steps);
    block.rejects("X-PRINT", "stream", &held("stdin"), "exec s library 0 cell 0");
    block.rejects("X-PRINT", "accesses", &held("stdin"), "exec s library cell 2 0");
    block.alone("X-PRINT", "hint", &held("stdin"), "exec s library 0 0 cell 2 0");
    fprintf("ptr %q, ptr @t, i32 %a").rejects("X-PRINT", "format", &held("stdin"), "exec s library cell 2");
}

#[test]
fn bytes_of_a_file() {
    let read = op("i64 @read(i32, ptr, i64)", "%r = call i64 @read(i32 %a, ptr %p, i64 %n)");
    let start = known("v2 = 0\nknow 0 <= v3\nknow v3 <= 15");
    read.accepts(&start, "exec s library 0 keep 0>\nassert 0 - 1 <= v5\nassert v5 <= v3\ngoto 3", "");
    read.rejects("X-STREAM", "P2", &known("v2 = 0\nknow 0 <= v3\nknow v3 <= 17"), "exec s library 0");
    read.rejects("X-STREAM", "survivor", &known("v2 = 0\nknow 0 <= v3\nknow v3 <= 16"), "exec s library 0 keep 0>");
    read.rejects("X-STREAM", "accesses", &known("v3 = 0"), "exec s library");
}

/// %p points to this byte of its block.
fn at(offset: &str) -> String {
    TWO.replace("p = v0 + v2", &format!("p = v0 + {offset}"))
}

/// A call of `scanf` with this format.
fn scans(format: &str, arguments: &str) -> Block {
    let length = format.len() + 1;
    let text = format!("%r = call i32 (ptr, ...) @scanf(ptr @format{arguments})");
    streams("i32 @scanf(ptr, ...)", &text, &format!("@format = constant [{length} x i8] c\"{format}\\00\""))
}

#[test]
fn formats_that_are_read() {
    let known = at;
    let steps = "exec s library 0 1";
    for (letters, room) in [
        ("d", 4),
        ("hhu", 1),
        ("hx", 2),
        ("li", 8),
        ("lld", 8),
        ("zu", 8),
        ("jX", 8),
        ("to", 8),
        ("f", 4),
        ("lf", 8),
        ("le", 8),
        ("c", 1),
        ("7c", 7),
    ] {
        let block = scans(&format!("%{letters} %%%*d %d"), ", ptr %p, ptr %q");
        let aligned = if letters.ends_with('c') { 16 - room } else { 16 / room * room - room };
        block.accepts(
            &known(&aligned.to_string()),
            &format!("{steps}\nassert v5 <= 2\nassert 0 - 1 <= v5\ngoto 3"),
            "",
        );
        block.rejects("X-SCAN", "P2", &known(&(aligned + room.max(8)).to_string()), steps);
    }
    // A string ends within its width, if its conversion was made: v5 the result, v6 whether, v7 where, v8 what is there.
    for letters in ["%11[^]%]", "%11[]a-z]", "%11[a]"] {
        scans(letters, ", ptr %p").accepts(
            &known("4"),
            "exec s library 0\nsplit 1 <= v6 {\nassert v8 = 0\ngoto 3\n} else {\ngoto 3\n}",
            "",
        );
        scans(letters, ", ptr %p").rejects("X-SCAN", "P2", &known("5"), "exec s library 0");
    }
    let word = scans("%d %11s", ", ptr %q, ptr %p");
    let ends = "split 1 <= v6 {\nassert v8 = 0\nassert v7 <= 11\ngoto 3\n} else {\nassert v5 <= 1\ngoto 3\n}";
    word.accepts(&known("4"), &format!("exec s library 1 0\n{ends}"), "");
    word.rejects(
        "G-ASSERT",
        "P1",
        &known("4"),
        "exec s library 1 0\nsplit 1 <= v5 {\nassert v8 = 0\ngoto 3\n} else {\ngoto 3\n}",
    );
    word.rejects("X-SCAN", "P2", &known("5"), "exec s library 1 0");
    for format in [
        "%s",
        "%n",
        "%[a-z]",
        "%p",
        "%Lf",
        "%5%",
        "%",
        "%ls",
        "%0s",
        "%lllld",
        "%010d",
        "%*2147483648s",
        "%3[a",
        "%3[^]",
        "%3[]",
        "%3[]a",
        "%hf",
        "%zs",
        "%hhhd",
    ] {
        scans(format, ", ptr %p").rejects("X-SCAN", "format", &known("0"), "exec s library 0");
    }
    scans("%d", ", ptr %p").rejects("X-SCAN", "accesses", &known("0"), "exec s library");
    let unwritable = known("0").replace("heap v0 16 align 8", "heap v0 16 align 8 ro");
    scans("%d", ", ptr %p").alone("X-SCAN", "writable", &unwritable, "exec s library 0");
}

#[test]
fn arguments_of_formats_that_are_read() {
    let known = at;
    // As many arguments as conversions.
    scans("%d%d", ", ptr %p").rejects("X-SCAN", "format", &known("0"), "exec s library 0 0");
    scans("%d", ", i64 %n").rejects("X-SCAN", "format", &known("0"), "exec s library 0");
    scans("%d", ", ptr %p, ptr %q").accepts(&known("0"), "exec s library 0\ngoto 3", "");
    scans("%d", ", ptr %p, i64 %n").alone("X-SCAN", "format", &known("0"), "exec s library 0");
    let format = "@format = constant [3 x i8] c\"%d\\00\"";
    let of = |declaration: &str, text: &str| streams(declaration, text, format);
    of("i64 @scanf(ptr, ...)", "%r = call i64 (ptr, ...) @scanf(ptr @format, ptr %p)").alone(
        "X-SCAN",
        "type",
        &known("0"),
        "exec s library 0",
    );
    of("i32 @scanf(ptr, ptr, ...)", "%r = call i32 (ptr, ptr, ...) @scanf(ptr @format, ptr %p)").alone(
        "X-SCAN",
        "type",
        &known("0"),
        "exec s library 0",
    );
    of("i32 @scanf(ptr, ...)", "%r = call i32 (ptr, ...) @scanf(ptr %q, ptr %p)").rejects(
        "X-SCAN",
        "format",
        &known("0"),
        "exec s library 0",
    );
    // An entry lies beside all that is written.
    let twice = scans("%d%d", ", ptr %p, ptr %p");
    twice.accepts(&known("4"), "exec s library 0 0 keep 0>\ngoto 3", "");
    twice.rejects("X-SCAN", "survivor", &known("12"), "exec s library 0 0 keep 0>");
    twice.alone("X-SCAN", "survivors", &known("4"), "exec s library 0 0 keep 0> 1<");
    // The end of a string is where it was put, as nothing is put there after it.
    for format in ["%3s %4c", "%3s%7s"] {
        scans(format, ", ptr %p, ptr %p").alone("X-SCAN", "disjoint", &known("2"), "exec s library 0 0");
    }
    scans("%4c %3s", ", ptr %p, ptr %p").accepts(&known("2"), "exec s library 0 0\ngoto 3", "");
}

#[test]
fn widths() {
    let widest = "2147483647";
    let large = at("0").replace("heap v0 16 align 8", "heap v0 4294967296 align 8");
    scans(&format!("%{widest}c"), ", ptr %p").accepts(&large, "exec s library 0\ngoto 3", "");
    for width in ["2147483648", "4294967296", "99999999999999999999999"] {
        for letter in ["c", "s"] {
            scans(&format!("%{width}{letter}"), ", ptr %p").rejects("X-SCAN", "format", &large, "exec s library 0");
        }
    }
}

/// What is written to does not touch the elements of an array in front of it.
#[test]
fn what_a_scan_leaves_of_a_fact() {
    let fact = "fact 7 in 0 at 0 count 2 every 4 width 4 s all f0 = 7";
    let (block, go) = (scans("%d", ", ptr %p"), "goto 3 (v0) blocks 0<-0 facts 0<-7");
    let result = "vars 1\nblock 0 heap v0 16 align 1\nfact 0 in 0 at 0 count 2 every 4 width 4 s all f0 = 7";
    let with = |place: &str| format!("{}\n{fact}", at(place));
    block.accepts(&with("8"), &format!("exec s library 0 keep 7<\n{go}"), result);
    rejected(&block.certificate(&with("8"), &format!("exec s library 0\n{go}"), result), "C-UNIFORM", "map");
    block.rejects("X-SCAN", "survivor", &with("4"), "exec s library 0 keep 7<");
    block.rejects("X-SCAN", "survivors", &with("8").replace("fact 7 in 0", "fact 7 in 1"), "exec s library 0 keep 7<");
}

#[test]
fn texts_that_are_scanned() {
    let text = "%r = call i32 (ptr, ptr, ...) @sscanf(ptr %q, ptr @format, ptr %p)";
    let variable = "@format = constant [3 x i8] c\"%d\\00\"";
    let block = streams("i32 @sscanf(ptr, ptr, ...)", text, variable);
    block.accepts(&at("4"), "exec s library 1 0 cell 1\ngoto 3", "");
    block.rejects("X-SCAN", "entry", &at("4"), "exec s library 1 0");
    let own = streams("i32 @sscanf(ptr, ptr, ...)", &text.replace("ptr %p", "ptr %q"), variable);
    own.alone("X-SCAN", "disjoint", &at("4"), "exec s library 1 1 cell 1");
}
