//! Functions that split a string into tokens (`spec/rules/library.md`, Tokens).

use crate::calls::caller;
use crate::handover::hands_over;
use crate::support::{Block, alone, rejected, valid};

/// A string that ends at byte 9 of its block, separators, and a place that holds v3.
const STATE: &str = "vars 6\np = v0\nd = v1\ns = v2\nblock 0 heap v0 16 align 8\nblock 1 heap v1 4 align 1\n\
    block 2 heap v2 8 align 8\ncell 0 in 0 at 9 width 1 s = 0\ncell 1 in 1 at 3 width 1 s = 0\n\
    cell 2 in 2 at 0 width 8 u = v3\ncell 3 in 0 at 12 width 4 s = v4";

fn op(declaration: &str, text: &str) -> Block {
    Block::new("ptr %p, ptr %d, ptr %s", text).module(&format!("declare {declaration}"))
}

fn strtok(first: &str) -> Block {
    op("ptr @strtok(ptr, ptr)", &format!("%r = call ptr @strtok(ptr {first}, ptr %d)"))
}

fn strtok_r(first: &str) -> Block {
    op("ptr @strtok_r(ptr, ptr, ptr)", &format!("%r = call ptr @strtok_r(ptr {first}, ptr %d, ptr %s)"))
}

fn strsep() -> Block {
    op("ptr @strsep(ptr, ptr)", "%r = call ptr @strsep(ptr %s, ptr %d)")
}

/// The state with a block of the library's, whose content is v5.
fn kept(name: &str, sign: &str) -> String {
    let block = format!("block 2 heap v2 8 align 8\nblock 3 library:{name} 4096 8 align 1 ro");
    format!("{}\ncell 4 in 3 at 0 width 8 {sign} = v5", STATE.replace("block 2 heap v2 8 align 8", &block))
}

/// The state in which the place holds where the first byte of the string is.
fn held(state: &str) -> String {
    state.replace("u = v3", "u = v0 + 1")
}

/// What is known of a result: where the token begins, whether there is one, where it ends, the string's length, where
/// the search goes on, whether it does; then what is known if it does not.
fn cases(begins: &str, found: &str, names: [&str; 4], last: &str) -> String {
    let [end, length, next, more] = names;
    format!(
        "split 1 <= {found} {{\nassert 0 <= {begins}\nassert {begins} < {end}\nassert {end} <= {length}\nBAD\n\
         split 1 <= {more} {{\nassert {end} <= {next}\nassert {next} <= {length}\nassert {length} <= 9\ngoto 3\n\
         }} else {{\n{last}\ngoto 3\n}}\n}} else {{\nassert v0 + {begins} = 0\ngoto 3\n}}"
    )
}

#[cfg(feature = "solver")]
#[test]
fn tokens_of_a_string() {
    // v6: the library's block, v7: whether null is known, v8: how many separators, v9: the length, v10: where the token
    // ends, v11: where it begins, v12: whether there is one, v13: where the search goes on, v14: whether it does, v15: what
    // is behind the token.
    let steps = "exec library 2 1 0 cell 1 0 keep 0> 3>";
    let cases = cases("v11", "v12", ["v10", "v9", "v13", "v14"], "assert v0 + v13 = 0\nassert v7 = 1");
    let good = cases.replace("BAD", "assert v15 = 0\ninblock 5");
    strtok_r("%p").accepts(STATE, &format!("{steps}\n{good}"), "");
    let two = op("ptr @__strtok_r(ptr, ptr, ptr)", "%r = call ptr @__strtok_r(ptr %p, ptr %d, ptr %s)");
    two.accepts(STATE, &format!("{steps}\n{good}"), "");
    for wrong in ["assert v13 = v9", "assert 1 <= v7", "assert v14 = 1", "assert v14 = 0"] {
        let wrong = format!("{steps}\n{}", cases.replace("BAD", wrong));
        strtok_r("%p").rejects("G-ASSERT", "P1", STATE, &wrong);
    }
    for wrong in ["assert 1 <= v12", "assert v12 <= 0", "assert v15 = 0", "assert v0 + v13 <= v0 + 9"] {
        strtok_r("%p").rejects("G-ASSERT", "P1", STATE, &format!("{steps}\n{wrong}\ngoto 3"));
    }
    // What the library kept before says whether null is known.
    let known = kept("strtok_r", "u");
    strtok_r("%p").accepts(&known, "exec library 2 1 0 cell 4 1 0 keep 0> 3>\ngoto 3", "");
    // `strtok`: the library keeps where the search goes on.
    let steps = "exec library 1 0 cell 1 0 keep 0> 3>";
    let cases = self::cases("v10", "v11", ["v9", "v8", "v12", "v13"], "assert v0 + v12 = 0");
    let good = cases.replace("BAD", "assert v14 = 0\ninblock 5");
    strtok("%p").accepts(STATE, &format!("{steps}\n{good}"), "");
    let old = kept("strtok", "u");
    strtok("%p").accepts(&old, "exec library 1 0 cell 1 0 keep 0> 3>\ninblock 2\ninblock 5\ngoto 3", "");
    strtok("%p").rejects("G-INBLOCK", "entry", &old, &format!("{steps}\ninblock 4"));
    strtok("%p").rejects("X-TOKEN", "survivor", &old, "exec library 1 0 cell 1 0 keep 0> 3> 4<");
}

#[cfg(feature = "solver")]
#[test]
fn fields_of_a_string() {
    // v6: how many separators, v7: the length, v8: where the field ends, v9: where the search goes on, v10: whether it does.
    let state = held(STATE);
    let steps = "exec library 2 1 0 cell 1 2 0 keep 0> 3>\ninblock 4";
    let good = "assert v7 <= 8\nassert 0 <= v8\nassert v8 <= v7\nsplit 1 <= v10 {\nassert v8 + 1 <= v9\nassert v9 <= v7\n\
        goto 3 (v0 + 1)\n} else {\nassert v0 + 1 + v9 = 0\ngoto 3 (v0 + 1)\n}";
    strsep().accepts(&state, &format!("{steps}\n{good}"), "vars 1\nr = v0");
    for wrong in ["assert v9 = v8 + 1", "assert v10 = 1", "assert v10 = 0", "assert v8 = v7"] {
        strsep().rejects("G-ASSERT", "P1", &state, &format!("{steps}\n{wrong}"));
    }
    // Nothing is left.
    let nothing = STATE.replace("u = v3", "u = 0");
    strsep().accepts(&nothing, "exec library 2 1 cell 1 2\ninblock 2\ngoto 3 (0)", "vars 1\nr = v0");
    strsep().alone("X-TOKEN", "P25", STATE, "exec library 2 1 cell 1 2");
    strsep().alone("X-TOKEN", "hint", &nothing, "exec library 2 1 cell 1 2 keep 3>");
    strsep().rejects("X-TOKEN", "entry", &state, "exec library 2 1 0 cell 1 0");
    strsep().alone("X-TOKEN", "P21", &state.replace("in 2 at 0", "in 2 at v4"), "exec library 2 1 0 cell 1 2 0");
    strsep().alone("X-TOKEN", "entry", &state.replace("width 8 u", "width 8 s"), "exec library 2 1 0 cell 1 2 0");
}

#[test]
fn searches_that_go_on() {
    // `strtok` continues with what the library keeps.
    let state = kept("strtok", "u");
    let saved = state.replace("u = v5", "u = v0 + 2");
    strtok("null").accepts(&saved, "exec library 1 0 cell 1 4 0 keep 0> 3>\nassert v7 <= 7\ngoto 3", "");
    strtok("null").rejects("X-TOKEN", "entry", STATE, "exec library 1 0 cell 1 2 0");
    strtok("null").rejects("X-TOKEN", "entry", &saved, "exec library 1 0 cell 1 2 0");
    strtok("null").rejects("X-TOKEN", "P1", &state, "exec library 1 0 cell 1 4 0");
    strtok("null").alone(
        "X-TOKEN",
        "entry",
        &saved.replace("8 u = v0 + 2", "8 s = v0 + 2"),
        "exec library 1 0 cell 1 4 0",
    );
    strtok("%p").alone("X-TOKEN", "P24", &saved, "exec library 1 0 cell 1 4 0");
    // The string is no longer there.
    let gone = saved.replace("block 0 heap v0 16 align 8\n", "").replace("cell 0 in 0 at 9 width 1 s = 0\n", "");
    let gone = gone.replace("\ncell 3 in 0 at 12 width 4 s = v4", "");
    strtok("null").rejects("X-TOKEN", "entry", &gone, "exec library 1 0 cell 1 4 0");
    let nothing = state.replace("u = v5", "u = 0");
    strtok("null").accepts(&nothing, "exec library 1 cell 1 4\ninblock 4\ngoto 3 (0)", "vars 1\nr = v0");
    strtok("null").alone("X-TOKEN", "P25", &state, "exec library 1 cell 1 4");
    strtok("null").rejects("X-TOKEN", "accesses", &nothing, "exec library 1 cell 1 1");
    // `strtok_r` with what the place holds: null only if the library saved it, and then says so.
    let state = held(&kept("strtok_r", "u"));
    strtok_r("null").accepts(&state, "exec library 2 1 0 cell 4 1 2 0 keep 0> 3>\nassert v7 <= 8\ngoto 3", "");
    strtok_r("null").accepts(&state, "exec library 2 1 0 cell 1 2 0 keep 0> 3>\ngoto 3", "");
    strtok_r("%p").alone("X-TOKEN", "P24", &state, "exec library 2 1 0 cell 4 1 2 0");
    let nothing = kept("strtok_r", "u").replace("u = v3", "u = 0");
    let known = format!("{nothing}\nknow 1 <= v5");
    strtok_r("null").accepts(&known, "exec library 2 1 cell 4 1 2\ninblock 2\ngoto 3 (0)", "vars 1\nr = v0");
    strtok_r("null").alone("X-TOKEN", "P26", &nothing, "exec library 2 1 cell 4 1 2");
    // What a part of the word holds is not what it holds.
    for form in ["at 0 width 4 u", "at 4 width 4 u", "at 0 width 8 s"] {
        let part = known.replace("at 0 width 8 u = v5", &format!("{form} = v5"));
        assert!(part.contains(form));
        strtok_r("null").rejects("X-TOKEN", "entry", &part, "exec library 2 1 cell 4 1 2");
    }
    strtok_r("null").alone("X-TOKEN", "P26", &nothing, "exec library 2 1 cell 1 2");
    strtok_r("null").alone(
        "X-TOKEN",
        "P25",
        &format!("{}\nknow 1 <= v5", kept("strtok_r", "u")),
        "exec library 2 1 cell 4 1 2",
    );
}

#[test]
fn what_is_read_and_written() {
    let steps = "exec library 2 1 0 cell 1 0";
    let call = strtok_r("%p");
    call.accepts(STATE, &format!("{steps}\ngoto 3"), "");
    call.rejects("X-TOKEN", "hint", STATE, "exec");
    call.alone("X-TOKEN", "hint", STATE, "exec library 2 1 0 0 cell 1 0");
    call.alone("X-TOKEN", "hint", STATE, "exec library 2 1 0 cell 1 0 0");
    call.rejects("X-TOKEN", "accesses", STATE, "exec library 2 1 cell 1 0");
    call.rejects("X-TOKEN", "accesses", STATE, "exec library 2 cell 1 0");
    call.rejects("X-TOKEN", "accesses", STATE, "exec library cell 1 0");
    call.alone("X-TOKEN", "P4", &STATE.replace("at 9 width 1 s = 0", "at 9 width 1 s = v3"), steps);
    call.alone("X-TOKEN", "P4", &STATE.replace("at 3 width 1 s = 0", "at 3 width 1 s = v3"), steps);
    call.alone("X-TOKEN", "writable", &STATE.replace("heap v0 16 align 8", "heap v0 16 align 8 ro"), steps);
    call.alone("X-TOKEN", "writable", &STATE.replace("heap v2 8 align 8", "heap v2 8 align 8 ro"), steps);
    call.alone("X-TOKEN", "alignment", &STATE.replace("heap v2 8 align 8", "heap v2 8 align 4"), steps);
    call.rejects("X-TOKEN", "P2", &STATE.replace("heap v2 8", "heap v2 4").replace("width 8 u", "width 4 u"), steps);
    call.alone("X-TOKEN", "survivor", &STATE.replace("at 12", "at 8"), &format!("{steps} keep 3>"));
    call.alone("X-TOKEN", "survivors", STATE, &format!("{steps} keep 0> 1>"));
    call.alone("X-TOKEN", "survivor", STATE, &format!("{steps} keep 0> 2>"));
    op("i32 @strsep(ptr, ptr)", "%r = call i32 @strsep(ptr %s, ptr %d)").rejects(
        "X-TOKEN",
        "type",
        &held(STATE),
        "exec library 2 1 0 cell 1 2 0",
    );
    for (text, of) in [("ptr @strtok_r(ptr, ptr)", "ptr %p, ptr %d"), ("ptr @strtok(ptr, i32)", "ptr %p, i32 0")] {
        let name = text.split(['@', '(']).nth(1).unwrap_or_default();
        op(text, &format!("%r = call ptr @{name}({of})")).rejects("X-TOKEN", "type", STATE, steps);
    }
}

#[test]
fn what_lies_apart() {
    let steps = "exec library 2 1 0 cell 1 0";
    let in_one = |place: &str, of: &str| {
        let state = STATE.replace("s = v2", &format!("s = {place}")).replace("block 2 heap v2 8 align 8\n", "");
        state.replace("\ncell 2 in 2 at 0 width 8 u = v3", of)
    };
    // The place in the string's block, behind it.
    let behind = in_one("v0 + 16", "").replace("v0 16 align 8", "v0 32 align 8");
    let of = |steps: &str| steps.replace("library 2 1 0", "library 0 1 0");
    strtok_r("%p").accepts(&behind, &format!("{} keep 0> 3>\ngoto 3", of(steps)), "");
    let cells = format!("{behind}\ncell 4 in 0 at 20 width 4 s = v4");
    strtok_r("%p").alone("X-TOKEN", "survivor", &cells, &format!("{} keep 0> 4>", of(steps)));
    let inside = behind.replace("s = v0 + 16", "s = v0 + 8");
    strtok_r("%p").alone("X-TOKEN", "disjoint", &inside, &of(steps));
    // The separators in the string's block, and in the place's.
    let one = "vars 6\np = v0\nd = v0 + 4\ns = v2\nblock 0 heap v0 16 align 8\nblock 2 heap v2 24 align 8\n\
        cell 0 in 0 at 9 width 1 s = 0\ncell 1 in 2 at 15 width 1 s = 0";
    strtok_r("%p").alone("X-TOKEN", "disjoint", one, "exec library 2 0 0 cell 0 0");
    let behind = format!("{}\ncell 2 in 0 at 12 width 1 s = 0", one.replace("v0 + 4", "v0 + 10"));
    strtok_r("%p").accepts(&behind, "exec library 2 0 0 cell 2 0\ngoto 3", "");
    let place = one.replace("d = v0 + 4", "d = v2 + 4");
    strtok_r("%p").alone("X-TOKEN", "disjoint", &place, "exec library 2 2 0 cell 1 0");
    let beside = one.replace("d = v0 + 4", "d = v2 + 8");
    strtok_r("%p").accepts(&beside, "exec library 2 2 0 cell 1 0\ngoto 3", "");
}

/// Nobody but the library knows what it keeps; a call may change it, unless it is handed over.
#[test]
fn what_the_library_keeps_at_calls() {
    let own = "vars 1\nblock 0 library:strsep v0 8 align 1 ro";
    let nothing = || Block::new("ptr %p", "");
    nothing().rejects("W", "blocks", own, "goto 3");
    let own = own.replace("strsep", "strtok");
    nothing().accepts(&own, "goto 3", "");
    nothing().alone("W", "library blocks", &own.replace(" ro", ""), "goto 3");
    let blocks = "vars 5\nblock 0 library:strtok v0 8 align 1 ro\ncell 0 in 0 at 0 width 8 u = v1";
    valid(&hands_over(blocks, 0, "library:strtok v0 8 align 1 ro"));
    alone(&hands_over(blocks, 0, "library:strtok_r v0 8 align 1 ro"), "C-BLOCK", "kind");
    let call = |callee: &str, steps: &str| {
        let returned = callee.split_once('\n').map(|(_, state)| state.split("\ngoto").next().unwrap_or_default());
        let returned = format!("node 5 entry 4 at callee 0 0\n{}", returned.unwrap_or_default());
        caller("call void @callee()").certificate(blocks, steps, &format!("{callee}\n{returned}"))
    };
    // A callee that gets nothing may have called `strtok`.
    let nothing =
        call("node 4 entry 4 at callee 0 0\nvars 0\ngoto 5", "call 4 () {\nfrom 5 {\ninblock 0\ngoto 3\n}\n}");
    rejected(&nothing, "G-INBLOCK", "entry");
    // One that gets the block says what it leaves.
    let told = "node 4 entry 4 at callee 0 0\nvars 2\nblock 0 library:strtok v0 8 align 1 ro\n\
        cell 0 in 0 at 0 width 8 u = v1\ngoto 5 () blocks 0<-0 cells 0<-0";
    let steps =
        |number: u32| format!("call 4 (v0, v1) blocks 0<-0 cells 0<-0 {{\nfrom 5 {{\ninblock {number}\ngoto 3\n}}\n}}");
    valid(&call(told, &steps(1)));
    rejected(&call(told, &steps(0)), "G-INBLOCK", "entry");
}

/// What LLVM says of the separators is true, and nothing of the other arguments.
#[test]
fn promises() {
    let call = |parameters: &str, attributes: &str| {
        op(&format!("ptr @strtok({parameters}) {attributes}"), "%r = call ptr @strtok(ptr %p, ptr %d)")
    };
    let steps = "exec library 1 0 cell 1 0";
    call("ptr, ptr readonly captures(none)", "nosync nofree willreturn").accepts(
        STATE,
        &format!("{steps}\ngoto 3"),
        "",
    );
    for (parameters, attributes) in [
        ("ptr readonly, ptr", ""),
        ("ptr captures(none), ptr", ""),
        ("ptr, ptr returned", ""),
        ("ptr, ptr", "memory(argmem: readwrite)"),
        ("ptr, ptr", "memory(argmem: readwrite, inaccessiblemem: readwrite)"),
    ] {
        call(parameters, attributes).alone("X-CALL", "promises", STATE, steps);
    }
}
