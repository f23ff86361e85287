//! Functions that read and write objects of their headers' types (`spec/rules/library.md`, Objects).

use crate::library::op;
use crate::support::{Block, alone, narrow};

/// %p begins a block of `size` bytes and 8 more, %q a string in 16 bytes.
fn state(size: u64) -> String {
    format!(
        "vars 5\na = v4 s\np = v0\nq = v1\nn = v3\nblock 0 heap v0 {} align 16\nblock 1 heap v1 16 align 8\n\
         cell 0 in 0 at {size} width 8 u = v2\ncell 1 in 1 at 9 width 1 s = 0",
        size + 8
    )
}

#[test]
fn objects_that_are_written() {
    for (declaration, call, size, read, text) in [
        ("i64 @time(ptr)", "i64 @time(ptr %p)", 8, "", ""),
        ("i32 @clock_gettime(i32, ptr)", "i32 @clock_gettime(i32 %a, ptr %p)", 16, "", ""),
        ("i32 @clock_getres(i32, ptr)", "i32 @clock_getres(i32 %a, ptr %p)", 16, "", ""),
        ("i32 @gettimeofday(ptr, ptr)", "i32 @gettimeofday(ptr %p, ptr null)", 16, "", ""),
        ("i32 @nanosleep(ptr, ptr)", "i32 @nanosleep(ptr %q, ptr %p)", 16, "1 x=0 ", ""),
        ("ptr @localtime_r(ptr, ptr)", "ptr @localtime_r(ptr %q, ptr %p)", 56, "1 x=0 ", ""),
        ("ptr @gmtime_r(ptr, ptr)", "ptr @gmtime_r(ptr %q, ptr %p)", 56, "1 x=0 ", ""),
        ("i64 @mktime(ptr)", "i64 @mktime(ptr %p)", 56, "", ""),
        ("i64 @timegm(ptr)", "i64 @timegm(ptr %p)", 56, "", ""),
        ("i32 @stat(ptr, ptr)", "i32 @stat(ptr %q, ptr %p)", 144, "1 ", " cell 1"),
        ("i32 @stat64(ptr, ptr)", "i32 @stat64(ptr %q, ptr %p)", 144, "1 ", " cell 1"),
        ("i32 @lstat(ptr, ptr)", "i32 @lstat(ptr %q, ptr %p)", 144, "1 ", " cell 1"),
        ("i32 @lstat64(ptr, ptr)", "i32 @lstat64(ptr %q, ptr %p)", 144, "1 ", " cell 1"),
        ("i32 @fstat(i32, ptr)", "i32 @fstat(i32 %a, ptr %p)", 144, "", ""),
        ("i32 @fstat64(i32, ptr)", "i32 @fstat64(i32 %a, ptr %p)", 144, "", ""),
        ("i32 @pipe(ptr)", "i32 @pipe(ptr %p)", 8, "", ""),
        ("i32 @uname(ptr)", "i32 @uname(ptr %p)", 390, "", ""),
        ("i64 @times(ptr)", "i64 @times(ptr %p)", 32, "", ""),
        ("i32 @rand_r(ptr)", "i32 @rand_r(ptr %p)", 4, "", ""),
    ] {
        let block = op(declaration, &format!("%r = call {call}"));
        let steps = |keep: &str| format!("exec s library {read}0 x=0{text}{keep}");
        let there = state(size);
        block.accepts(&there, &format!("{}\ninblock 0\ngoto 3", steps(" keep 0>")), "");
        // All of it is written, and all of it must be there.
        let inside = there.replace(&format!("in 0 at {size}"), &format!("in 0 at {}", size - 1));
        block.rejects("X-OBJECT", "survivor", &inside, &steps(" keep 0>"));
        block.rejects("G-INBLOCK", "entry", &there, &format!("{}\ninblock 0", steps("")));
        let short = there.replace(&format!("v0 {} align", size + 8), &format!("v0 {} align", size - 1));
        let short = short.replace(&format!("at {size}"), "at 0").replace("width 8 u = v2", "width 1 u = 7");
        block.rejects("X-OBJECT", "P2", &short, &steps(""));
        block.alone("X-OBJECT", "writable", &there.replace("align 16", "align 16 ro"), &steps(""));
        if size != 390 {
            block.rejects("X-OBJECT", "P3", &there.replace("p = v0", "p = v0 + 2"), &steps(""));
        }
        block.alone("X-OBJECT", "hint", &there, &format!("exec s library {read}0 x=0 0{text}"));
    }
}

#[test]
fn what_may_be_null() {
    let time = op("i64 @time(ptr)", "%r = call i64 @time(ptr %p)");
    time.accepts(&state(8).replace("p = v0", "p = 0"), "exec s library\ngoto 3", "");
    time.alone("X-OBJECT", "P8", &state(8), "exec s library");
    time.rejects("X-PURE", "P1", &state(8), "exec s");
    let day = op("i32 @gettimeofday(ptr, ptr)", "%r = call i32 @gettimeofday(ptr %p, ptr %q)");
    day.alone("X-OBJECT", "P17", &state(16), "exec s library 0 x=0");
    let signal = |how: &str| op("ptr @signal(i32, ptr)", &format!("%r = call ptr @signal(i32 %a, ptr {how})"));
    signal("null").accepts(&state(8), "exec library\nassert 0 <= v5\ngoto 3", "");
    signal("inttoptr (i64 1 to ptr)").accepts(&state(8), "exec library\ngoto 3", "");
    signal("%p").alone("X-OBJECT", "P24", &state(8), "exec library");
}

#[test]
fn what_is_read_and_written() {
    // What is left of the time may be where the time was.
    let sleep = op("i32 @nanosleep(ptr, ptr)", "%r = call i32 @nanosleep(ptr %p, ptr %p)");
    sleep.accepts(&state(16), "exec s library 0 x=0 0 x=0 keep 0>\ngoto 3", "");
    sleep.rejects("X-OBJECT", "P2", &state(16).replace("p = v0", "p = v0 + 16"), "exec s library 0 x=2 0 x=2");
    let parts = op("ptr @localtime_r(ptr, ptr)", "%r = call ptr @localtime_r(ptr %p, ptr %p)");
    parts.alone("X-OBJECT", "disjoint", &state(56), "exec library 0 x=0 0 x=0");
    let status = op("i32 @stat(ptr, ptr)", "%r = call i32 @stat(ptr %p, ptr %p)");
    let name = state(144).replace("cell 1 in 1 at 9", "cell 1 in 0 at 9");
    status.alone("X-OBJECT", "disjoint", &name, "exec s library 0 0 x=0 cell 1");
    status.rejects("X-OBJECT", "P4", &name.replace("s = 0", "s = 1"), "exec s library 0 0 x=0 cell 1");
    let other = op("i32 @stat(ptr)", "%r = call i32 @stat(ptr %p)");
    other.rejects("X-OBJECT", "type", &name, "exec s library 0 cell 1");
}

#[cfg(feature = "solver")]
#[test]
fn results() {
    // v5: the result; v6: whether.
    let parts = op("ptr @gmtime_r(ptr, ptr)", "%r = call ptr @gmtime_r(ptr %q, ptr %p)");
    let cases = |fact: &str| {
        format!("exec library 1 x=0 0 x=0\nsplit v6 <= 0 {{\nassert v5 = 0\ngoto 3\n}} else {{\n{fact}\ngoto 3\n}}")
    };
    parts.accepts(&state(56), &cases("assert v5 = v0"), "");
    parts.rejects("G-ASSERT", "P1", &state(56), &cases("assert v5 = v1"));
    parts.rejects("G-ASSERT", "P1", &state(56), "exec library 1 x=0 0 x=0\nassert v5 = v0");
    let random = op("i32 @rand_r(ptr)", "%r = call i32 @rand_r(ptr %p)");
    random.accepts(&state(4), "exec s library 0 x=0\nassert 0 <= v5\nassert v5 <= 2147483647\ngoto 3", "");
    random.rejects("G-ASSERT", "P1", &state(4), "exec s library 0 x=0\nassert 1 <= v5");
    // v5: the length of the path; v6: the result.
    let link = op("i64 @readlink(ptr, ptr, i64)", "%r = call i64 @readlink(ptr %q, ptr %p, i64 20)");
    link.accepts(&state(20), "exec library 1 0 cell 1 keep 0>\nassert -1 <= v6\nassert v6 <= 20\ngoto 3", "");
    link.rejects("G-ASSERT", "P1", &state(20), "exec library 1 0 cell 1\nassert v6 <= 19");
    link.rejects("X-OBJECT", "P2", &state(11), "exec library 1 0 cell 1");
    let host = op("i32 @gethostname(ptr, i64)", "%r = call i32 @gethostname(ptr %p, i64 20)");
    host.accepts(&state(20), "exec s library 0 keep 0>\ngoto 3", "");
    host.rejects("X-OBJECT", "survivor", &state(19), "exec s library 0 keep 0>");
    host.rejects("X-OBJECT", "accesses", &state(20), "exec s library");
}

/// A format, a time in 56 bytes, and a buffer.
fn texts(format: &str) -> Block {
    let size = format.len() + 1;
    let module = format!("declare i64 @strftime(ptr, i64, ptr, ptr)\n@t = constant [{size} x i8] c\"{format}\\00\"");
    Block::new("ptr %p, ptr %q, ptr %t, i64 %n", "%r = call i64 @strftime(ptr %p, i64 %n, ptr %t, ptr %q)")
        .module(&module)
}

const TEXTS: &str = "vars 5\np = v0\nq = v1\nt = v2\nn = v3\nblock 0 heap v0 20 align 16\nblock 1 heap v1 56 align 8\n\
    block 2 global:t v2 6 align 1\ncell 0 in 0 at 12 width 8 u = v4\nknow 1 <= v3\nknow v3 <= 12";

#[cfg(feature = "solver")]
#[test]
fn texts_of_times() {
    let steps = "exec library 2 1 x=0 0 keep 0>";
    // v5: the length; v6: whether; v7: the place of the end; v8: what is there.
    let cases = |fact: &str| {
        format!(
            "{steps}\nassert v5 + 1 <= v3\nsplit v5 = 0 {{\n{fact}goto 3\n}} else {{\nassert v7 = v5\nassert v8 = 0\ninblock 1\ngoto 3\n}}"
        )
    };
    texts("%Y-%m").accepts(TEXTS, &cases(""), "");
    texts("%Y-%m").rejects("G-ASSERT", "P1", TEXTS, &cases("assert v8 = 0\n"));
    texts("%%a%H").accepts(TEXTS, &cases(""), "");
    for format in ["%Y %Z", "%Y %s", "%-H %Y", "%Y %Ey", "%Y-a%", "%04Y%Y"] {
        texts(format).alone("X-OBJECT", "format", &TEXTS.replace("v2 6", &format!("v2 {}", format.len() + 1)), steps);
    }
    let of = texts("%Y-%m");
    let variable = of.module.replace("constant", "global");
    texts("%Y-%m").module(&variable).rejects("X-OBJECT", "format", TEXTS, steps);
    of.rejects("X-OBJECT", "format", &TEXTS.replace("global:t", "heap"), steps);
    of.alone("X-OBJECT", "P23", &TEXTS.replace("t = v2", "t = v2 + 1"), steps);
    of.rejects("X-OBJECT", "accesses", TEXTS, "exec library");
    of.alone("X-OBJECT", "P10", &TEXTS.replace("know 1 <= v3", "know 0 <= v3"), steps);
    of.rejects("X-OBJECT", "P2", &TEXTS.replace("v1 56", "v1 55"), steps);
    of.rejects("X-OBJECT", "survivor", &TEXTS.replace("v3 <= 12", "v3 <= 13"), steps);
    let same = TEXTS.replace("q = v1", "q = v0").replace("v0 20", "v0 64");
    of.alone("X-OBJECT", "disjoint", &same, "exec library 2 0 x=0 0");
}

#[test]
fn what_the_library_shares() {
    for name in ["localtime", "gmtime"] {
        let call = op(&format!("ptr @{name}(ptr)"), &format!("%r = call ptr @{name}(ptr %q)"));
        // v5: the address.
        let cases = "split v5 = 0 {\nabsent 2\ngoto 3\n} else {\npresent 2\nbounds 2\nassert 1 <= v5\ngoto 3\n}";
        call.accepts(&state(8), &format!("exec library 1 x=0\n{cases}"), "");
        call.rejects("G-BLOCK", "block", &state(8), "exec library 1 x=0\nbounds 2");
        call.rejects("X-OBJECT", "accesses", &state(8), "exec library");
        // What either of the two returned before is gone, and nothing else.
        let old =
            |of: &str| format!("{}\nblock 2 library:{of} v3 8 align 1 ro\ncell 2 in 2 at 7 width 1 s = 0", state(8));
        call.rejects("G-INBLOCK", "entry", &old("localtime"), "exec library 1 x=0\ninblock 2");
        call.accepts(&old("getenv"), "exec library 1 x=0\ninblock 2\ngoto 3", "");
        call.rejects("W", "blocks", &old("gmtime"), "exec library 1 x=0");
    }
    let environment = "exec s library 1 cell 1\ninblock 2";
    let unset = op("i32 @unsetenv(ptr)", "%r = call i32 @unsetenv(ptr %q)");
    let old = format!("{}\nblock 2 library:NAME v3 8 align 1 ro\ncell 2 in 2 at 7 width 1 s = 0", state(8));
    unset.accepts(&old.replace("NAME", "strerror"), &format!("{environment}\ngoto 3"), "");
    unset.rejects("G-INBLOCK", "entry", &old.replace("NAME", "getenv"), environment);
    let set = op("i32 @setenv(ptr, ptr, i32)", "%r = call i32 @setenv(ptr %q, ptr %q, i32 %a)");
    set.accepts(&state(8), "exec s library 1 1 cell 1 1\ngoto 3", "");
    set.rejects("X-OBJECT", "entry", &state(8), "exec s library 1 1 cell 1");
    // What was returned may be the name; its end is gone with it.
    let own = old.replace("NAME", "getenv").replace("q = v1", "q = v3");
    unset.rejects("G-INBLOCK", "entry", &own, "exec s library 2 cell 2\ninblock 3");
}

#[test]
fn where_the_table_holds() {
    for (declaration, call, variable) in [
        ("void @tzset()", "call void @tzset()", "timezone"),
        ("i32 @unsetenv(ptr)", "%r = call i32 @unsetenv(ptr %q)", "environ"),
    ] {
        let block = op(declaration, call);
        let steps = if variable == "environ" { "exec s library 1 cell 1" } else { "exec s library" };
        block.accepts(&state(8), &format!("{steps}\ngoto 3"), "");
        let beside = |text: &str| op(declaration, call).module(&format!("{}\n{text}", block.module));
        beside(&format!("@{variable} = external global i64")).alone("X-OBJECT", "variable", &state(8), steps);
        beside("@optarg = external global ptr").accepts(&state(8), &format!("{steps}\ngoto 3"), "");
    }
    // A variable of the program's own is another one.
    let own = op("void @tzset()", "call void @tzset()");
    let module = format!("{}\n@timezone = internal global i64 0", own.module);
    own.module(&module).accepts(&state(8), "exec s library\ngoto 3", "");
    let own = "define ptr @malloc(i64 %n) {\n  ret ptr null\n}\ndeclare void @tzset()";
    let own = Block::new("ptr %q", "call void @tzset()").module(own).own();
    own.rejects("X-CALL", "allocator", "vars 1\nq = v0", "exec library");
    let wide =
        Block::new("i32 %a", "call void @tzset()").module("declare void @tzset()").certificate("", "exec library", "");
    alone(&narrow(&wide), "X-OBJECT", "machine");
    // The environment may move, and the name of the time zone.
    for declaration in ["i32 @unsetenv(ptr) nofree", "i32 @unsetenv(ptr) memory(argmem: read)"] {
        let promised = op(declaration, "%r = call i32 @unsetenv(ptr %q)");
        promised.alone("X-CALL", "promises", &state(8), "exec s library 1 cell 1");
    }
    let reads = op("i32 @unsetenv(ptr readonly captures(none))", "%r = call i32 @unsetenv(ptr %q)");
    reads.accepts(&state(8), "exec s library 1 cell 1\ngoto 3", "");
}

/// X-PRINT of a function that allocates what it prints.
#[cfg(feature = "solver")]
#[test]
fn texts_in_new_blocks() {
    let print = |target: &str, text: &str| {
        let call = format!("%r = call i32 (ptr, ptr, ...) @asprintf(ptr {target}, ptr @t, ptr {text})");
        let module = "declare i32 @asprintf(ptr, ptr, ...)\n@t = constant [4 x i8] c\"%sa\\00\"";
        Block::new("i32 %a, i32 %b, ptr %p, ptr %q, i64 %n", &call).module(module)
    };
    let block = print("%p", "%q");
    let steps = "exec s library 1 0 x=0 cell 1 keep 0>";
    // v5: the length of the string; v6: the result; v7: the size; v8: the block; v9: what the variable holds; v10: whether;
    // v11: the place of the end; v12: what is there.
    let cases = |fact: &str| {
        format!(
            "{steps}\nassert v6 <= v5 + 1\nsplit v10 <= 0 {{\nassert v6 <= -1\nabsent 2\n{fact}goto 3\n}} else {{\n\
             assert 0 <= v6\nassert v9 = v8\npresent 2\nassert v12 = 0\nassert v11 = v6\ninblock 4\ngoto 3\n}}"
        )
    };
    block.accepts(&state(8), &cases(""), "");
    for unknown in ["assert v9 = 0\n", "assert v9 = v8\n", "assert v12 = 0\n"] {
        block.rejects("G-ASSERT", "P1", &state(8), &cases(unknown));
    }
    block.rejects("X-PRINT", "accesses", &state(8), "exec s library 1 cell 1");
    block.rejects("X-PRINT", "P3", &state(8).replace("p = v0", "p = v0 + 4"), "exec s library 1 0 x=0 cell 1");
    block.rejects("X-PRINT", "P2", &state(8).replace("p = v0", "p = v0 + 16"), "exec s library 1 0 x=2 cell 1");
    block.alone("X-PRINT", "writable", &state(8).replace("align 16", "align 16 ro"), "exec s library 1 0 x=0 cell 1");
    block.alone("X-PRINT", "hint", &state(8), "exec s library 1 0 x=0 0 cell 1");
    block.rejects("X-PRINT", "survivor", &state(8).replace("in 0 at 8", "in 0 at 7"), steps);
    let name = state(8).replace("cell 1 in 1 at 9", "cell 1 in 0 at 9");
    print("%p", "%p").alone("X-PRINT", "disjoint", &name, "exec s library 0 0 x=0 cell 1");
    let other = "declare i32 @asprintf(ptr, ...)\n@t = constant [2 x i8] c\"a\\00\"";
    let call = "%r = call i32 (ptr, ...) @asprintf(ptr %p, ptr @t)";
    let other = Block::new("i32 %a, ptr %p, ptr %q, i64 %n", call).module(other);
    other.accepts(&state(8), "exec s library 0 x=0\ngoto 3", "");
}

#[cfg(feature = "solver")]
#[test]
fn directories() {
    let block = op("ptr @getcwd(ptr, i64)", "%r = call ptr @getcwd(ptr %p, i64 %n)");
    let there = format!("{}\nknow 1 <= v3\nknow v3 <= 8", state(8));
    // v5: the result; v6: whether; v7: the place of the end; v8: what is there.
    let cases = |fact: &str| {
        format!(
            "exec library 0 keep 0>\nsplit v5 = 0 {{\n{fact}goto 3\n}} else {{\nassert v5 = v0\nassert v8 = 0\ninblock 2\ngoto 3\n}}"
        )
    };
    block.accepts(&there, &cases(""), "");
    block.rejects("G-ASSERT", "P1", &there, &cases("assert v8 = 0\n"));
    block.alone("X-STREAM", "P15", &there.replace("know 1 <= v3", "know 0 <= v3"), "exec library 0");
    block.rejects("X-STREAM", "P2", &there.replace("v3 <= 8", "v3 <= 17"), "exec library 0");
    block.rejects("X-STREAM", "accesses", &there, "exec library");
}
