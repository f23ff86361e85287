//! `spec/rules/library.md`

use certificates::Overflow::{Ideal, Wrap};

use crate::support::{Block, mode, rejected, valid};

pub fn op(declaration: &str, text: &str) -> Block {
    Block::new("i32 %a, i32 %b, ptr %p, ptr %q, i64 %n", text).module(&format!("declare {declaration}"))
}

/// Two blocks of 16 bytes: %p is at v2 in the first, %q begins the second. Each has a 0 near its end.
pub const TWO: &str = "vars 5\na = v4 s\np = v0 + v2\nq = v1\nn = v3\nblock 0 heap v0 16 align 8\nblock 1 heap v1 16 align 8\n\
    cell 0 in 0 at 15 width 1 s = 0\ncell 1 in 1 at 9 width 1 s = 0\nknow 0 <= v2\nknow v2 <= 15";

pub fn known(fact: &str) -> String {
    format!("{TWO}\nknow {fact}")
}

#[test]
fn texts() {
    let strlen = op("i64 @strlen(ptr)", "%r = call i64 @strlen(ptr %p)");
    let found = "exec library 0 cell 0\nassert v5 + v2 <= 15\nassert 0 <= v5\ngoto 3 (v5)";
    strlen.accepts(TWO, found, "vars 1\nr = v0");
    // The end that was found is an entry from now on.
    strlen.accepts(TWO, "exec library 0 cell 0\ninblock 2\nassert v2 + v5 + 1 <= 16\ngoto 3", "");
    strlen.alone(
        "X-LIBRARY",
        "P4",
        &TWO.replace("at 15 width 1 s = 0", "at 15 width 1 s = v3"),
        "exec library 0 cell 0",
    );
    strlen.alone("X-LIBRARY", "P5", &known("v2 <= 15").replace("at 15", "at 14"), "exec library 0 cell 0");
    strlen.alone(
        "X-LIBRARY",
        "entry",
        &TWO.replace("at 15 width 1", "at 12 width 4").replace("v2 <= 15", "v2 <= 12"),
        "exec library 0 cell 0",
    );
    strlen.rejects("X-LIBRARY", "entry", TWO, "exec library 0 cell 1");
    strlen.rejects("X-LIBRARY", "entry", TWO, "exec library 0");
    strlen.rejects("X-LIBRARY", "accesses", TWO, "exec library");
    strlen.rejects("X-LIBRARY", "hint", TWO, "exec");
    strlen.alone("X-LIBRARY", "hint", TWO, "exec library 0 1 cell 0");
    strlen.alone("X-LIBRARY", "hint", TWO, "exec library 0 cell 0 1");
    strlen.alone("X-LIBRARY", "hint", TWO, "exec library 0 cell 0 keep 1<");
    op("i32 @strlen(ptr)", "%r = call i32 @strlen(ptr %p)").rejects("X-LIBRARY", "type", TWO, "exec library 0 cell 0");
}

#[test]
fn prefixes() {
    let strnlen = op("i64 @strnlen(ptr, i64)", "%r = call i64 @strnlen(ptr %q, i64 %n)");
    strnlen.accepts(TWO, "exec library 1 cell 1\nassert v5 <= 9\nassert v5 <= v3\ngoto 3 (v5)", "vars 1\nr = v0");
    // Without the end all bytes must be there.
    strnlen.accepts(&known("v3 <= 16\nknow 0 <= v3"), "exec library 1\nassert v5 <= v3\ngoto 3", "");
    strnlen.rejects("X-LIBRARY", "P2", &known("0 <= v3"), "exec library 1");
    strnlen.accepts(&known("v3 = 0"), "exec library\nassert v3 <= 0\ngoto 3 (0)", "vars 1\nr = v0");
    strnlen.alone("X-LIBRARY", "P3", &known("v3 <= 1"), "exec library");
    let strncmp = op("i32 @strncmp(ptr, ptr, i64)", "%r = call i32 @strncmp(ptr %p, ptr %q, i64 %n)");
    // One end is enough, if the other string is long enough.
    let four = known("v3 = 4\nknow v2 <= 12");
    strncmp.accepts(&four, "exec s library 0 1 cell 1\nassert v7 <= 2147483647\ngoto 3", "");
    strncmp.accepts(&four, "exec s library 0 1 cell 0\ngoto 3", "");
    strncmp.accepts(&four, "exec s library 0 1\ngoto 3", "");
    strncmp.rejects("X-LIBRARY", "P2", &known("v3 = 20"), "exec s library 0 1 cell 0");
    strncmp.rejects("X-LIBRARY", "accesses", &four, "exec s library 0");
}

#[test]
fn ranges() {
    let memcmp = op("i32 @memcmp(ptr, ptr, i64)", "%r = call i32 @memcmp(ptr %p, ptr %q, i64 %n)");
    let four = known("v3 = 4\nknow v2 <= 12");
    memcmp.accepts(&four, "exec s library 0 1\nassert v5 <= 2147483647\ngoto 3", "");
    memcmp.rejects("X-LIBRARY", "P2", &known("v3 = 4"), "exec s library 0 1");
    memcmp.rejects("X-LIBRARY", "P2", &known("v3 = 17\nknow v2 = 0"), "exec s library 0 1");
    memcmp.rejects("X-LIBRARY", "hint", &four, "exec s library 0 1 cell 0");
    memcmp.accepts(&known("v3 = 0"), "exec s library\ngoto 3", "");
    // Within int in every mode.
    let steps = "exec s library 0 1\nassert -2147483648 <= v5\nassert v5 <= 2147483647\ngoto 3";
    for overflow in [Wrap, Ideal] {
        valid(&mode(memcmp.certificate(&four, steps, ""), overflow));
    }
}

#[cfg(feature = "solver")]
#[test]
fn searches() {
    let memchr = op("ptr @memchr(ptr, i32, i64)", "%r = call ptr @memchr(ptr %p, i32 %a, i64 %n)");
    let four = known("v3 = 4\nknow v2 <= 12");
    // v5: how far; v6: whether.
    let null = "exec library 0\nsplit v6 <= 0 {\nassert v0 + v2 + v5 = 0\ngoto 3\n} else {\n";
    memchr.accepts(&four, &format!("{null}assert 0 <= v5\nassert v5 <= 3\ngoto 3\n}}"), "");
    memchr.rejects("G-ASSERT", "P1", &four, &format!("{null}assert v5 <= 2\ngoto 3\n}}"));
    memchr.rejects("G-ASSERT", "P1", &four, "exec library 0\nassert 1 <= v6");
    memchr.rejects("G-ASSERT", "P1", &four, "exec library 0\nassert v6 <= 0");
    memchr.accepts(&known("v3 = 0"), "exec library\nassert v6 <= 0\ngoto 3", "");
    let strchr =
        |character: &str| op("ptr @strchr(ptr, i32)", &format!("%r = call ptr @strchr(ptr %q, i32 {character})"));
    // v5: the length; v6: how far; v7: whether.
    let steps = |most: &str| {
        format!("exec library 1 cell 1\nsplit v7 <= 0 {{\ngoto 3\n}} else {{\nassert v6 {most} v5\ngoto 3\n}}")
    };
    strchr("47").accepts(TWO, &steps("<"), "");
    strchr("%a").accepts(TWO, &steps("<="), "");
    strchr("%a").rejects("G-ASSERT", "P1", TWO, &steps("<"));
    // The end of the string, which is always there.
    for character in ["0", "256"] {
        strchr(character).accepts(TWO, "exec library 1 cell 1\ngoto 3 (v1 + v5)", "vars 1\nr = v0");
        strchr(character).rejects("G-ASSERT", "P1", TWO, "exec library 1 cell 1\nassert v5 = 0");
    }
    // The character is a number that the state knows.
    let known_character = |number: &str| TWO.replace("a = v4", &format!("a = {number}"));
    for number in ["47", "303", "0-1"] {
        strchr("%a").accepts(&known_character(number), &steps("<"), "");
    }
    for number in ["0", "256", "0-256"] {
        let end = "exec library 1 cell 1\ngoto 3 (v1 + v5)";
        strchr("%a").accepts(&known_character(number), end, "vars 1\nr = v0");
    }
    let strstr = op("ptr @strstr(ptr, ptr)", "%r = call ptr @strstr(ptr %p, ptr %q)");
    // v5, v6: the lengths; v7: how far; v8: whether.
    let steps = |fact: &str| {
        format!("exec library 0 1 cell 0 1\nsplit v8 <= 0 {{\ngoto 3\n}} else {{\nassert {fact}\ngoto 3\n}}")
    };
    strstr.accepts(TWO, &steps("v7 + v6 <= v5"), "");
    strstr.rejects("G-ASSERT", "P1", TWO, &steps("v7 + v6 < v5"));
    let end = op("ptr @strchrnul(ptr, i32)", "%r = call ptr @strchrnul(ptr %q, i32 %a)");
    end.accepts(TWO, "exec library 1 cell 1\nassert 0 <= v6\nassert v6 <= v5\ngoto 3 (v1 + v6)", "vars 1\nr = v0");
    let span = op("i64 @strspn(ptr, ptr)", "%r = call i64 @strspn(ptr %p, ptr %q)");
    span.accepts(TWO, "exec library 0 1 cell 0 1\nassert v7 <= v5\nassert 0 <= v7\ngoto 3 (v7)", "vars 1\nr = v0");
}

#[cfg(feature = "solver")]
#[test]
fn comparisons() {
    // What is asserted where the result, r, is 0, above 0 and below 0.
    let steps = |exec: &str, r: &str, [equal, greater, less]: [&str; 3]| {
        let part = |fact: &str| if fact.is_empty() { "goto 3".to_owned() } else { format!("assert {fact}\ngoto 3") };
        let (equal, greater, less) = (part(equal), part(greater), part(less));
        format!(
            "{exec}\nsplit {r} <= 0 {{\nsplit 0 <= {r} {{\n{equal}\n}} else {{\n{less}\n}}\n}} else {{\n{greater}\n}}"
        )
    };
    // v5, v6: the lengths; v7: the result.
    let texts = |fact| steps("exec s library 0 1 cell 0 1", "v7", fact);
    for name in ["strcmp", "strcasecmp", "strcoll"] {
        let compare = op(&format!("i32 @{name}(ptr, ptr)"), &format!("%r = call i32 @{name}(ptr %p, ptr %q)"));
        if name == "strcoll" {
            compare.rejects("G-ASSERT", "P1", TWO, &texts(["v5 <= v6", "", ""]));
        } else {
            compare.accepts(TWO, &texts(["v5 = v6", "-2147483648 <= v7", "v7 <= 2147483647"]), "");
        }
        compare.rejects("G-ASSERT", "P1", TWO, &texts(["", "v5 <= v6", ""]));
        compare.rejects("G-ASSERT", "P1", TWO, &texts(["", "v6 <= v5", ""]));
        compare.rejects("G-ASSERT", "P1", TWO, &texts(["", "", "v5 <= v6"]));
        compare.rejects("G-ASSERT", "P1", TWO, &texts(["", "", "v6 <= v5"]));
    }
    // The second string is a constant.
    let constant = |name: &str, prefix: &str, count: &str, text: &str| {
        let (ty, more) = if count.is_empty() { ("", String::new()) } else { (", i64", format!(", i64 {count}")) };
        op(
            &format!("i32 @{name}(ptr, ptr{ty})\n@t = {prefix} [4 x i8] c\"{text}\""),
            &format!("%r = call i32 @{name}(ptr %p, ptr @t{more})"),
        )
    };
    let state = TWO.replace("block 1 heap v1 16 align 8", "block 1 global:t v1 4 align 1").replace("at 9", "at 3");
    let least = |fact: &str| steps("exec s library 0 1 cell 0 1", "v7", [fact, "", ""]);
    constant("strcmp", "constant", "", "abc\\00").accepts(&state, &least("3 <= v5"), "");
    constant("strcmp", "constant", "", "abc\\00").rejects("G-ASSERT", "P1", &state, &least("4 <= v5"));
    constant("strcmp", "constant", "", "ab\\00c").rejects("G-ASSERT", "P1", &state, &least("3 <= v5"));
    constant("strcmp", "global", "", "abc\\00").rejects("G-ASSERT", "P1", &state, &least("1 <= v5"));
    constant("strncmp", "constant", "2", "abc\\00").accepts(&state, &least("2 <= v5"), "");
    constant("strncmp", "constant", "2", "abc\\00").rejects("G-ASSERT", "P1", &state, &least("3 <= v5"));
    constant("strncasecmp", "constant", "8", "abc\\00").accepts(&state, &least("3 <= v5"), "");
    // Bytes 1 to 3 are padding.
    let padded = "@t = constant {i8, {i8, i8, i32}} {i8 120, {i8, i8, i32} {i8 121, i8 0, i32 5}}";
    let padded = op(&format!("i32 @strcmp(ptr, ptr)\n{padded}"), "%r = call i32 @strcmp(ptr %p, ptr @t)");
    let state_of_padded = state.replace("global:t v1 4 align 1", "global:t v1 12 align 4").replace("at 3", "at 5");
    padded.accepts(&state_of_padded, &least("v5 <= 15"), "");
    padded.rejects("G-ASSERT", "P1", &state_of_padded, &least("1 <= v5"));
    constant("strncasecmp", "constant", "%n", "abc\\00").rejects("G-ASSERT", "P1", &state, &least("1 <= v5"));
}

#[test]
fn copies() {
    let strcpy = op("ptr @strcpy(ptr, ptr)", "%r = call ptr @strcpy(ptr %p, ptr %q)");
    let start = known("v2 = 0");
    // v5: the length. The target's own 0 lies behind what is written, which ends in one.
    let steps = "exec library 1 0 cell 1 keep 0>\ninblock 0\ninblock 3\nassert v5 <= 9\ngoto 3 (v0)";
    strcpy.accepts(&start, steps, "vars 1\nr = v0");
    strcpy.rejects("X-LIBRARY", "survivor", &known("v2 = 6"), "exec library 1 0 cell 1 keep 0>");
    strcpy.rejects("X-LIBRARY", "P2", &known("v2 = 7"), "exec library 1 0 cell 1");
    strcpy.rejects("X-LIBRARY", "accesses", &start, "exec library 1 cell 1");
    strcpy.rejects(
        "X-LIBRARY",
        "writable",
        &start.replace("v0 16 align 8", "v0 16 align 8 ro"),
        "exec library 1 0 cell 1",
    );
    // Within one block: the copy must end before the original begins, or begin behind it.
    let one = "vars 3\np = v0\nq = v0 + v1\nblock 0 heap v0 32 align 1\ncell 0 in 0 at v2 width 1 s = 0\nknow 0 <= v1\n\
        know v1 <= v2\nknow v2 <= 20";
    let exec = "exec library 0 0 cell 0";
    strcpy.accepts(&format!("{one}\nknow v2 < 2*v1"), &format!("{exec}\ngoto 3"), "");
    strcpy.alone("X-LIBRARY", "disjoint", one, exec);
    strcpy.alone("X-LIBRARY", "disjoint", &format!("{one}\nknow v2 = 2*v1\nknow v1 = 4"), exec);
    strcpy.accepts(
        &one.replace("p = v0", "p = v0 + v2 + 1").replace("v2 <= 20", "v2 <= 9"),
        &format!("{exec}\ngoto 3"),
        "",
    );
    let stpcpy = op("ptr @stpcpy(ptr, ptr)", "%r = call ptr @stpcpy(ptr %p, ptr %q)");
    stpcpy.accepts(&start, "exec library 1 0 cell 1\ngoto 3 (v0 + v5)", "vars 1\nr = v0");
    let strcat = op("ptr @strcat(ptr, ptr)", "%r = call ptr @strcat(ptr %q, ptr %p)");
    // v5, v6: the lengths.
    let state = known("v2 = 10").replace("in 1 at 9", "in 1 at 5");
    strcat.accepts(
        &state,
        "exec library 1 0 1 cell 1 0\nassert v5 + v6 <= 10\ninblock 3\ngoto 3 (v1)",
        "vars 1\nr = v0",
    );
    strcat.rejects("X-LIBRARY", "P2", &known("v2 = 5"), "exec library 1 0 1 cell 1 0");
    let own = op("ptr @strcat(ptr, ptr)", "%r = call ptr @strcat(ptr %q, ptr %q)");
    own.alone("X-LIBRARY", "disjoint", &state.replace("at 5", "at 4"), "exec library 1 1 1 cell 1 1");
    let strncat = op("ptr @strncat(ptr, ptr, i64)", "%r = call ptr @strncat(ptr %q, ptr %p, i64 6)");
    strncat.accepts(&known("v2 = 10"), "exec library 1 0 1 cell 1\nassert v6 <= 6\ngoto 3", "");
}

#[test]
fn copies_what_has_room() {
    let strlcpy = op("i64 @strlcpy(ptr, ptr, i64)", "%r = call i64 @strlcpy(ptr %p, ptr %q, i64 %n)");
    let start = known("v2 = 0\nknow 1 <= v3\nknow v3 <= 16");
    // v5: the length; v6: how much is written. The last byte of it is a 0.
    let steps = "exec library 1 0 cell 1\ninblock 3\nassert v6 <= v3\nassert v6 <= v5 + 1\nassert 1 <= v6\ngoto 3 (v5)";
    strlcpy.accepts(&start, steps, "vars 1\nr = v0");
    strlcpy.rejects("X-LIBRARY", "P2", &known("v2 = 8\nknow 1 <= v3\nknow v3 <= 16"), "exec library 1 0 cell 1");
    strlcpy.alone("X-LIBRARY", "P12", &known("v2 = 0\nknow 0 <= v3\nknow v3 <= 16"), "exec library 1 0 cell 1");
    // An entry survives behind the room, as well as behind the string.
    let near = |room: &str| known(room).replace("in 0 at 15", "in 0 at 9");
    let keep = "exec library 1 0 cell 1 keep 0>";
    strlcpy.accepts(&near("v2 = 0\nknow 1 <= v3\nknow v3 <= 9"), &format!("{keep}\ngoto 3"), "");
    strlcpy.rejects("X-LIBRARY", "survivor", &near("v2 = 0\nknow 1 <= v3\nknow v3 <= 10"), keep);
    strlcpy.accepts(&known("v3 = 0"), "exec library 1 cell 1\ngoto 3 (v5)", "vars 1\nr = v0");
    strlcpy.alone("X-LIBRARY", "P3", &known("v3 <= 1"), "exec library 1 cell 1");
    let strlcat = op("i64 @strlcat(ptr, ptr, i64)", "%r = call i64 @strlcat(ptr %q, ptr %p, i64 16)");
    // v5: what is there, v6: what comes, v7: what is written of it.
    let there = TWO.replace("in 1 at 9", "in 1 at 5");
    let steps = "exec library 1 0 1 cell 1 0\nassert v5 + v7 <= 16\ninblock 3\ngoto 3 (v5 + v6)";
    strlcat.accepts(&there, steps, "vars 1\nr = v0");
    strlcat.rejects("X-LIBRARY", "P12", &there, "exec library 1 0 1 cell 0");
    strlcat.rejects("X-LIBRARY", "P2", &there.replace("v1 16", "v1 12"), "exec library 1 0 1 cell 1 0");
    let own = op("i64 @strlcat(ptr, ptr, i64)", "%r = call i64 @strlcat(ptr %q, ptr %q, i64 16)");
    own.alone("X-LIBRARY", "disjoint", &there, "exec library 1 1 1 cell 1 1");
}

#[test]
fn fills() {
    let strncpy = op("ptr @strncpy(ptr, ptr, i64)", "%r = call ptr @strncpy(ptr %p, ptr %q, i64 %n)");
    let start = known("v2 = 0\nknow v3 = 12");
    strncpy.accepts(&start, "exec library 1 0 cell 1 keep 0>\ninblock 0\ngoto 3 (v0)", "vars 1\nr = v0");
    // It need not end what it writes, so no entry says so.
    strncpy.rejects("G-INBLOCK", "entry", &start, "exec library 1 0 cell 1 keep 0>\ninblock 2");
    strncpy.rejects("X-LIBRARY", "P2", &known("v2 = 0\nknow v3 = 17"), "exec library 1 0 cell 1");
    strncpy.rejects("X-LIBRARY", "accesses", &start, "exec library 1 cell 1");
    strncpy.accepts(&known("v3 = 0"), "exec library\ngoto 3", "");
    let stpncpy = op("ptr @stpncpy(ptr, ptr, i64)", "%r = call ptr @stpncpy(ptr %p, ptr %q, i64 %n)");
    stpncpy.accepts(&start, "exec library 1 0 cell 1\nassert v5 <= 9\ngoto 3 (v0 + v5)", "vars 1\nr = v0");
}

#[test]
fn ends_of_numbers() {
    let number =
        |base: &str| op("i64 @strtol(ptr, ptr, i32)", &format!("%r = call i64 @strtol(ptr %q, ptr %p, i32 {base})"));
    let start = known("v2 = 8");
    // v5: the length, v6: how far.
    let steps = "exec s library 1 0 x=1 cell 1\nassert v6 <= v5\nassert 0 <= v6\ninblock 3\ngoto 3 (v7)";
    for base in ["0", "2", "36"] {
        number(base).accepts(&start, steps, "vars 1\nr = v0 s");
    }
    for base in ["1", "37", "-1", "%a"] {
        number(base).alone("X-LIBRARY", "base", &start, "exec s library 1 0 x=1 cell 1");
    }
    number("10").rejects("X-LIBRARY", "P3", &known("v2 = 7"), "exec s library 1 0 x=1 cell 1");
    number("10").rejects("X-LIBRARY", "P2", &start.replace("v0 16", "v0 12"), "exec s library 1 0 x=1 cell 1");
    number("10").alone("X-LIBRARY", "P8", &known("v2 = 8"), "exec s library 1 cell 1");
    number("10").accepts(
        "vars 3\np = 0\nq = v1\nblock 1 heap v1 16 align 8\ncell 1 in 1 at 9 width 1 s = 0",
        "exec s library 1 cell 1\ngoto 3",
        "",
    );
    let double = op("double @strtod(ptr, ptr)", "%r = call double @strtod(ptr %q, ptr %p)");
    double.accepts(&start, "exec library 1 0 x=1 cell 1\nassert v6 <= v5\ngoto 3", "");
    double.rejects("X-LIBRARY", "P3", &known("v2 = 7"), "exec library 1 0 x=1 cell 1");
    let itself = op("i64 @strtol(ptr, ptr, i32)", "%r = call i64 @strtol(ptr %q, ptr %q, i32 10)");
    itself.alone("X-LIBRARY", "disjoint", TWO, "exec s library 1 1 x=0 cell 1");
}

#[cfg(feature = "solver")]
#[test]
fn characters() {
    let digit = op("i32 @isdigit(i32)", "%r = call i32 @isdigit(i32 %a)");
    let byte = known("0 <= v4\nknow v4 <= 255");
    // v5: the result; v6: whether.
    let steps = |fact: &str| {
        format!("exec library\nsplit v6 <= 0 {{\nassert v5 = 0\ngoto 3\n}} else {{\nassert {fact}\ngoto 3\n}}")
    };
    digit.accepts(&byte, &steps("48 <= v4"), "");
    digit.accepts(&byte, &steps("v4 <= 57"), "");
    digit.rejects("G-ASSERT", "P1", &byte, &steps("v4 <= 56"));
    digit.rejects("G-ASSERT", "P1", &byte, &steps("v5 = 1"));
    digit.accepts(&known("v4 = -1"), "exec library\ngoto 3 (v5)", "vars 1\nr = v0 s");
    digit.alone("X-LIBRARY", "P6", &known("v4 <= 255"), "exec library");
    digit.alone("X-LIBRARY", "P7", &known("0 <= v4"), "exec library");
    digit.alone("X-LIBRARY", "hint", &byte, "exec library 0");
    let lower = op("i32 @tolower(i32)", "%r = call i32 @tolower(i32 %a)");
    lower.accepts(
        &known("-1 <= v4\nknow v4 <= 255"),
        "exec s library\nassert -1 <= v5\nassert v5 <= 255\ngoto 3 (v5)",
        "vars 1\nr = v0 s",
    );
    lower.accepts(
        &byte,
        "exec library\nsplit v5 <= 0 {\nassert v4 = 0\ngoto 3\n} else {\nassert 1 <= v4\ngoto 3\n}",
        "",
    );
    lower.alone("X-LIBRARY", "P9", &known("-1 <= v4\nknow v4 <= 255"), "exec library");
}

#[test]
fn duplicates() {
    let strdup = op("ptr @strdup(ptr)", "%r = call ptr @strdup(ptr %q)");
    strdup.accepts(TWO, "exec library 1 cell 1\nbounds 2\ninblock 3\nassert 1 <= v6\ngoto 3 (v6)", "vars 1\nr = v0");
    let mut failing = strdup.certificate(TWO, "exec library 1 cell 1\ngoto 3 (v6)", "vars 1\nr = v0");
    failing.claim.malloc_may_fail = true;
    valid(&failing);
    failing = strdup.certificate(TWO, "exec library 1 cell 1\nassert 1 <= v6", "");
    failing.claim.malloc_may_fail = true;
    rejected(&failing, "G-ASSERT", "P1");
    let large = TWO.replace("v1 16 align", "v1 v3 align").replace("in 1 at 9", "in 1 at v3-1");
    strdup.rejects("X-LIBRARY", "P1", &format!("{large}\nknow 1 <= v3"), "exec library 1 cell 1");
    let own = "define ptr @malloc(i64 %n) {\n  ret ptr null\n}\ndeclare ptr @strdup(ptr)";
    let own = Block::new("ptr %q", "%r = call ptr @strdup(ptr %q)").module(own).own();
    own.rejects("X-CALL", "allocator", "vars 2\nq = v1", "exec library 1 cell 1");
}

/// X-PRINT where strings are read or memory is written.
#[test]
fn prints() {
    let block = |function: &str, format: &str, call: &str| {
        let size = format.len() + 1;
        let text = format!("@t = constant [{size} x i8] c\"{format}\\00\"\ndeclare i32 @{function}");
        Block::new("i32 %a, i32 %b, ptr %p, ptr %q, i64 %n", &format!("%r = call i32 {call}")).module(&text)
    };
    let printf = block("printf(ptr, ...)", "%s %d", "(ptr, ...) @printf(ptr @t, ptr %q, i32 %a)");
    printf.accepts(TWO, "exec s library 1 cell 1\nassert v6 <= v5 + 12\ngoto 3 (v6)", "vars 1\nr = v0 s");
    printf.rejects("X-PRINT", "hint", TWO, "exec s");
    printf.alone("X-PRINT", "P4", &TWO.replace("at 9 width 1 s = 0", "at 9 width 1 s = v3"), "exec s library 1 cell 1");
    printf.alone("X-PRINT", "hint", TWO, "exec s library 1 1 cell 1");
    printf.alone("X-PRINT", "hint", TWO, "exec s library 1 cell 1 0");
    printf.alone("X-PRINT", "hint", TWO, "exec s library 1 cell 1 keep 0<");
    let sprintf = block("sprintf(ptr, ptr, ...)", "%s", "(ptr, ptr, ...) @sprintf(ptr %p, ptr @t, ptr %q)");
    // v5: the length of the string; v6: where the 0 is.
    let start = known("v2 = 0");
    sprintf.accepts(&start, "exec s library 1 0 cell 1\ninblock 3\nassert v6 <= v5 + 2\ngoto 3", "");
    sprintf.accepts(&known("v2 = 6"), "exec s library 1 0 cell 1\ngoto 3", "");
    sprintf.rejects("X-PRINT", "P2", &known("v2 = 7"), "exec s library 1 0 cell 1");
    sprintf.rejects("X-PRINT", "P3", &start, "exec s library 1 cell 1");
    let itself = block("sprintf(ptr, ptr, ...)", "%s", "(ptr, ptr, ...) @sprintf(ptr %p, ptr @t, ptr %p)");
    itself.rejects("X-PRINT", "disjoint", &start.replace("at 15", "at 5"), "exec s library 0 0 cell 0");
    let cut =
        block("snprintf(ptr, i64, ptr, ...)", "%s", "(ptr, i64, ptr, ...) @snprintf(ptr %p, i64 %n, ptr @t, ptr %q)");
    let four = known("v2 <= 12\nknow v3 = 4");
    cut.accepts(&four, "exec s library 1 0 cell 1\nassert v6 <= 3\ninblock 3\ngoto 3 (v7)", "vars 1\nr = v0 s");
    cut.accepts(&known("v3 = 0"), "exec s library 1 cell 1\ngoto 3", "");
    cut.alone("X-PRINT", "P3", &known("v3 <= 1"), "exec s library 1 cell 1");
    cut.alone("X-PRINT", "P10", &known("v2 <= 12\nknow v3 <= 4\nknow 0 <= v3"), "exec s library 1 0 cell 1");
    cut.rejects("X-PRINT", "P2", &known("v2 <= 12\nknow v3 = 5"), "exec s library 1 0 cell 1");
    // Above INT_MAX it may write nothing, not even a 0.
    let room = |size: &str| known(&format!("v2 = 0\nknow v3 = {size}")).replace("heap v0 16", "heap v0 4294967296");
    cut.accepts(&room("2147483647"), "exec s library 1 0 cell 1\ngoto 3", "");
    cut.alone("X-PRINT", "P11", &room("2147483648"), "exec s library 1 0 cell 1");
    // A C library may fill what stands for a plain character, too, and no format may ask for that.
    let filled = block("sprintf(ptr, ptr, ...)", "%9%", "(ptr, ptr, ...) @sprintf(ptr %p, ptr @t)");
    filled.rejects("X-PRINT", "format", &start, "exec s library 0");
    let number = block("sprintf(i64, ptr, ...)", "a", "(i64, ptr, ...) @sprintf(i64 %n, ptr @t)");
    let at = TWO.replace("n = v3", "n = v0");
    number.alone("X-PRINT", "type", &at, "exec s library 0");
}

/// X-LOCATION
#[test]
fn variables_of_the_library() {
    let errno = op(
        "ptr @__errno_location()",
        "%r = call ptr @__errno_location()\nstore i32 7, ptr %r, align 4\n%x = load i32, ptr %r, align 4",
    );
    let state = "vars 1\nblock 0 global:@errno v0 4 align 4";
    errno.accepts(state, "exec\nexec s store 0\nexec s load 0\ngoto 3 (v1)", "vars 1\nx = v0 s");
    // Nothing is known of it: whatever the library does may change it.
    errno.rejects("G-ASSERT", "P1", state, "exec\nexec s store 0\nexec s load 0\nassert v1 = 7");
    errno.rejects("M-LOAD", "entry", state, "exec\nexec s store 0\nexec s load 0 cell 0");
    errno.rejects("X-LOCATION", "operand", "", "exec");
    errno.rejects("X-LOCATION", "hint", state, "exec true\nexec s store 0\nexec s load 0");
    op("i64 @__errno_location()", "%r = call i64 @__errno_location()").rejects("X-LOCATION", "type", state, "exec");
    let table = op(
        "ptr @__ctype_b_loc()",
        "%r = call ptr @__ctype_b_loc()\n%t = load ptr, ptr %r, align 8\n%i = getelementptr i16, ptr %t, i32 %a\n\
         %x = load i16, ptr %i, align 2",
    );
    let state = "vars 3\na = v2 s\nblock 0 global:@ctype_b v0 8 align 8\nblock 1 global:@ctype_b_table v1 768 align 2\n\
        cell 0 in 0 at 0 width 8 u = v1 + 256\nknow v2 <= 255\nknow -128 <= v2\nknow 1 <= v1\nknow v1 + 768 <= 18446744073709551615";
    let steps = "exec\nexec load 0 x=0 cell 0\nexec wraps 0\nexec load 1 x=128+v2\ngoto 3";
    table.accepts(state, steps, "");
    // Of the null character the table says that it is a control character.
    let null = format!("{state}\ncell 1 in 1 at 256 width 2 u = 2\nknow v2 = 0");
    table.accepts(
        &null,
        "exec\nexec load 0 x=0 cell 0\nexec wraps 0\nexec load 1 x=128 cell 1\ngoto 3 (2)",
        "vars 1\nx = v0",
    );
    table.rejects("M-LOAD", "P2", &state.replace("v2 <= 255", "v2 <= 256"), steps);
    table.rejects("P-GEP", "A-FIT P1", &state.replace("-128 <= v2", "-129 <= v2"), steps);
    let write = op("ptr @__ctype_b_loc()", "%r = call ptr @__ctype_b_loc()\nstore ptr null, ptr %r, align 8");
    write.rejects("M-STORE", "writable", state, "exec\nexec store 0 x=0");
}
