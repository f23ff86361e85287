//! Functions that sort and search arrays (`spec/rules/sorting.md`).

use certificates::Certificate;

use crate::language;
use crate::programs::HEADER;
use crate::support::{Block, alone, rejected, valid};

/// A function that compares, with this type and body.
fn comparing(call: &str, header: &str, body: &str) -> Block {
    let declared = match call.contains("@qsort") {
        true => "declare void @qsort(ptr, i64, i64, ptr)",
        false => "declare ptr @bsearch(ptr, ptr, i64, i64, ptr)",
    };
    let module = format!(
        "@t = constant [4 x i32] zeroinitializer\n@v = global i32 0\n{declared}\n{header} {{\nstart:\n  {body}\n  ret i32 0\n}}\n"
    );
    Block::new("ptr %p, i64 %n, ptr %k", call).module(&module)
}

const SORT: &str = "call void @qsort(ptr %p, i64 %n, i64 8, ptr @c)";
const SEARCH: &str = "%r = call ptr @bsearch(ptr %k, ptr %p, i64 %n, i64 8, ptr @c)";
const COMPARES: &str = "define i32 @c(ptr %a, ptr %b)";
const READS: &str = "%x = load i32, ptr %b, align 4";
const ANYWHERE: &str = "%x = load i32, ptr %b, align 1";

fn sort() -> Block {
    comparing(SORT, COMPARES, READS)
}

fn unaligned_sort() -> Block {
    comparing(SORT, COMPARES, ANYWHERE)
}

fn search() -> Block {
    comparing(SEARCH, COMPARES, READS)
}

/// An array of v1 elements of 8 bytes, each of which begins with a number that is not negative; entries behind it, and what
/// a function of the library returned.
const STATE: &str = "vars 7\np = v0\nn = v1\nk = v0\nblock 0 heap v0 v2 align 8\nblock 1 function:c v3 0 align 1\n\
    block 2 library:getenv v4 v5 align 1 ro\ncell 0 in 0 at 8*v1 width 4 s = v6\n\
    fact 1 in 0 at 0 count v1 every 8 width 4 s all f0 >= 0\n\
    know 0 <= v1\nknow 8*v1 + 8 <= v2\nknow v2 <= 1000\nknow 1 <= v0\nknow 1 <= v4\nknow 1 <= v5";

/// What the function is shown of each element.
const SHOWN: &str = "vars 4\na = v0\nb = v1\nknow v3 >= 0\nblock 0 caller:0 v0 8 align 8 ro\nblock 1 caller:1 v1 8 align 8 ro\n\
    cell 0 in 0 at 0 width 4 s = v2\ncell 1 in 1 at 0 width 4 s = v3";
const CALL: &str = "call 4 (v7, v9, v8, v10) blocks 0<-3 1<-4 cells 0<-2 1<-3 {\n}";
const RETURN: &str = "exec sorted 0 align 8 fact 1 keep 0>\ngoto 3 (v0, v1, v2, v6) blocks 0<-0 cells 0<-0 facts 1<-1";
const RESULT: &str = "vars 4\nblock 0 heap v0 v2 align 8\ncell 0 in 0 at 8*v1 width 4 s = v3\n\
    fact 1 in 0 at 0 count v1 every 8 width 4 s all f0 >= 0";

fn steps(called: &str, returned: &str) -> String {
    format!("compare sorted 0 align 8 fact 1 {{\n{called}\n}} else {{\n{returned}\n}}")
}

/// A proof with this state, these steps, and what the function that compares is shown.
fn proof(block: &Block, (state, steps): (&str, &str), shown: &str, result: &str) -> Certificate {
    let index = usize::from(!block.module.contains("start:\n  \n"));
    let load = if shown.contains("cell 1") { "exec s load 1 cell 1\n" } else { "exec s load 1\n" };
    let load = if index == 1 { load } else { "" };
    let nodes =
        format!("{result}\nnode 4 entry 4 at c start 0\n{shown}\n{load}goto 5\nnode 5 entry 4 at c start {index}");
    block.certificate(state, steps, &nodes)
}

#[test]
fn elements_are_compared_and_sorted() {
    let all = steps(CALL, RETURN);
    drop(valid(&proof(&sort(), (STATE, &all), SHOWN, RESULT)));
    // The function is shown no more than an element, and nothing of it but what all have in common.
    for (from, to, premise) in [("v1 8 align", "v1 16 align", "lent end"), ("v1 8 align 8", "v1 8 align 16", "align")] {
        rejected(&proof(&sort(), (STATE, &all), &SHOWN.replace(from, to), RESULT), "C-BLOCK", premise);
    }
    let greater = SHOWN.replace("v3 >= 0", "v3 >= 1");
    rejected(&proof(&sort(), (STATE, &all), &greater, RESULT), "C-KNOWLEDGE", "P1");
    // Two elements may be one.
    let other = SHOWN.replace("know v3 >= 0", "know v0 != v1");
    rejected(&proof(&sort(), (STATE, &all), &other, RESULT), "C-KNOWLEDGE", "P1");
    // There is an element where some are compared, and perhaps none afterwards.
    let any = steps(&format!("assert 1 <= v1\n{CALL}"), RETURN);
    drop(valid(&proof(&sort(), (STATE, &any), SHOWN, RESULT)));
    let later = steps(CALL, &format!("assert 1 <= v1\n{RETURN}"));
    rejected(&proof(&sort(), (STATE, &later), SHOWN, RESULT), "G-ASSERT", "P1");
    // What was known of one element is gone, and what the library returned.
    let first = STATE.replace("at 8*v1 width", "at 0 width");
    let kept = steps(CALL, &RETURN.replace("0>", "0<"));
    let first_kept = RESULT.replace("at 8*v1 width", "at 0 width");
    alone(&proof(&sort(), (&first, &kept), SHOWN, &first_kept), "X-SORT", "survivor");
    let text = RETURN.replace("fact 1 keep 0>\n", "fact 1 keep 0>\nbounds 2\n");
    rejected(&proof(&sort(), (STATE, &steps(CALL, &text)), SHOWN, RESULT), "G-BLOCK", "block");
    // A fact that is not named is gone.
    let unnamed = RETURN.replace(" fact 1", "");
    rejected(&proof(&sort(), (STATE, &steps(CALL, &unnamed)), SHOWN, RESULT), "C-UNIFORM", "map");
}

#[test]
fn elements_are_searched() {
    let shown =
        "vars 4\na = v0\nb = v1\nknow v3 >= 0\nblock 1 caller:1 v1 8 align 8 ro\ncell 1 in 1 at 0 width 4 s = v3";
    let call = "call 4 (v0, v7, 0, v8) blocks 1<-3 cells 1<-2 {\n}";
    // What is found is null, or an element.
    let found = "exec sorted 0 align 8\nsplit v8 <= 0 {\ninfeasible\n} else {\nassert v9 <= v1 - 1\nassert v7 = 8*v9\n\
        goto 3 (v0, v1, v2, v6) blocks 0<-0 cells 0<-0 facts 1<-1\n}";
    let absent =
        found.replace("infeasible", "assert v0 + v7 = 0\ngoto 3 (v0, v1, v2, v6) blocks 0<-0 cells 0<-0 facts 1<-1");
    drop(valid(&proof(&search(), (STATE, &steps(call, &absent)), shown, RESULT)));
    rejected(&proof(&search(), (STATE, &steps(call, found)), shown, RESULT), "G-INFEASIBLE", "P1");
    for detail in ["fact 1", "keep 0>"] {
        let more = absent.replacen("align 8", &format!("align 8 {detail}"), 1);
        alone(&proof(&search(), (STATE, &steps(call, &more)), shown, RESULT), "X-SORT", "hint");
    }
    let null = STATE.replace("know 1 <= v0\n", "");
    alone(&proof(&search(), (&null, &steps(call, &absent)), shown, RESULT), "G-COMPARE", "P7");
    // The key is shown as far as the caller has it, but not as a part of the array.
    let key =
        STATE.replace("k = v0\n", "k = v5\n").replace("block 2 library", "block 9 heap v5 8 align 8\nblock 2 library");
    let lines: Vec<&str> = key.lines().collect();
    let place = lines.iter().position(|line| line.starts_with("block 9")).unwrap_or_default();
    let ordered = [&lines[..place], &[lines[place + 1], lines[place]], &lines[place + 2..]].concat().join("\n");
    let with_key = shown.replace("block 1", "block 0 caller:0 v0 8 align 8 ro\nblock 1");
    let lent = call.replace("(v0, v7, 0, v8) blocks", "(v5, v7, 0, v8) blocks 0<-9").replace("1<-3", "1<-10");
    drop(valid(&proof(&search(), (&ordered, &steps(&lent, &absent)), &with_key, RESULT)));
    let of_array = lent.replace("0<-9", "0<-0").replace("v5, v7", "v0, v7").replace("1<-10", "1<-3");
    rejected(&proof(&search(), (STATE, &steps(&of_array, &absent)), &with_key, RESULT), "C-BLOCK", "map");
}

#[test]
fn arrays() {
    let shown = "vars 2\na = v0\nb = v1\nblock 1 caller:1 v1 4 align 1 ro";
    let call = "call 4 (v7, v8) blocks 1<-4 {\n}";
    let state = STATE.replace("fact 1 in 0 at 0 count v1", "fact 1 in 0 at 4 count v1");
    let all = |hint: &str| {
        let number = 8 + hint.split_once("fact").map_or(0, |(_, facts)| facts.split_whitespace().count());
        let call = call.replace("v8", &format!("v{number}"));
        steps(&call, "exec sorted 0 align 8\ngoto 3")
            .replace("compare sorted 0 align 8 fact 1", &format!("compare sorted {hint}"))
    };
    let check = |state: &str, hint: &str, rule: &str, premise: &str| {
        alone(&proof(&unaligned_sort(), (state, &all(hint)), shown, ""), rule, premise);
    };
    drop(valid(&proof(&unaligned_sort(), (&state, &all("0 align 8 fact 1")), shown, "")));
    drop(valid(&proof(&unaligned_sort(), (&state, &all("0 align 4")), shown, "")));
    let more = state.replace("v2 align 8", "v2 align 16");
    check(&more, "0 align 16", "G-COMPARE", "align");
    let twelve = |text: &str| text.replace("i64 8", "i64 12").replace("every 8", "every 12").replace("8*v1", "12*v1");
    let (uneven, wider) = (
        comparing(&twelve(SORT), COMPARES, ANYWHERE),
        twelve(&state).replace("12*v1 + 8", "12*v1 + 12").replace("v2 align 8", "v2 align 16"),
    );
    let last = |hint: &str| all(hint).replace("exec sorted 0 align 8", "exec sorted 0 align 4");
    drop(valid(&proof(&uneven, (&wider, &last("0 align 4")), shown, "")));
    alone(&proof(&uneven, (&wider, &last("0 align 12")), shown, ""), "G-COMPARE", "align");
    let thirty = |text: &str| text.replace("i64 8", "i64 32").replace("every 8", "every 32").replace("8*v1", "32*v1");
    let (wide, wider) =
        (comparing(&thirty(SORT), COMPARES, ANYWHERE), thirty(&state).replace("32*v1 + 8", "32*v1 + 32"));
    let wider = wider.replace("v2 align 8", "v2 align 32");
    drop(valid(&proof(&wide, (&wider, &all("0 align 16")), shown, "")));
    alone(&proof(&wide, (&wider, &all("0 align 32")), shown, ""), "G-COMPARE", "align");
    let unaligned = state.replace("v2 align 8", "v2 align 4");
    rejected(&proof(&unaligned_sort(), (&unaligned, &all("0 align 8")), shown, ""), "G-COMPARE", "alignment");
    let short =
        state.replace("know 8*v1 + 8 <= v2", "know 8*v1 <= v2 + 1").replace("cell 0 in 0 at 8*v1 width 4 s = v6\n", "");
    rejected(&proof(&unaligned_sort(), (&short, &all("0 align 8")), shown, ""), "G-COMPARE", "P2");
    check(&state, "0 align 8 fact 1 1", "G-COMPARE", "facts");
    rejected(&proof(&unaligned_sort(), (&state, &all("0 align 8 fact 5")), shown, ""), "G-COMPARE", "uniform");
    check(&state.replace("every 8 width", "every 4 width"), "0 align 8 fact 1", "G-COMPARE", "form");
    let other = state
        .replace("fact 1 in", "block 3 heap v5 v2 align 8\nfact 2 in 3 at 4 count v1 every 8 width 4 s\nfact 1 in");
    let lines: Vec<&str> = other.lines().collect();
    let block = lines.iter().position(|line| line.starts_with("block 3")).unwrap_or_default();
    let cell = lines.iter().position(|line| line.starts_with("cell 0")).unwrap_or_default();
    let facts = [lines[block + 2], lines[block + 1]];
    let other = [&lines[..cell], &[lines[block], lines[cell]], &facts[..], &lines[block + 3..]].concat().join("\n");
    let later = all("0 align 8 fact 2").replace("1<-4", "1<-5");
    alone(&proof(&unaligned_sort(), (&other, &later), shown, ""), "G-COMPARE", "form");
    for place in ["at 6 count v1", "at v5 count v1", "at 8 count v1 - 1"] {
        rejected(
            &proof(&unaligned_sort(), (&state.replace("at 4 count v1", place), &all("0 align 8 fact 1")), shown, ""),
            "G-COMPARE",
            "element",
        );
    }
    check(&state.replace("count v1", "count v1 - 1"), "0 align 8 fact 1", "G-COMPARE", "P4");
    check(&state, "0 align 8 keep 0>", "G-COMPARE", "hint");
    rejected(
        &proof(&unaligned_sort(), (&state, &all("0 align 8").replacen("sorted 0 align 8", "library", 1)), shown, ""),
        "G-COMPARE",
        "hint",
    );
    for (size, premise) in [("i64 %n", "size"), ("i64 0", "size")] {
        let block = comparing(&SORT.replace("i64 8", size), COMPARES, ANYWHERE);
        rejected(&proof(&block, (&state, &all("0 align 8")), shown, ""), "G-COMPARE", premise);
    }
    let constant = STATE
        .replace("block 0 heap v0 v2 align 8", "block 0 global:t v0 16 align 8")
        .replace("know 8*v1 + 8 <= v2", "know 8*v1 + 8 <= 16");
    rejected(&proof(&unaligned_sort(), (&constant, &all("0 align 8 fact 1")), shown, ""), "X-SORT", "writable");
}

/// Elements that own memory.
#[test]
fn what_elements_own() {
    let state = STATE
        .replace("width 4 s all f0 >= 0", "width 8 u all f0 >= 1 owns v6:8:string")
        .replace("width 4 s = v6", "width 4 s = 7")
        + "\nknow 1 <= v6\nknow v6 <= 100";
    let shown = "vars 4\na = v0\nb = v1\nknow 0 <= v3\nblock 0 caller:0 v2 v3 align 8 ro\nblock 1 caller:1 v1 8 align 8 ro\n\
        cell 1 in 1 at 0 width 8 u = v2";
    // v7 and v10 are the objects, v8 and v11 the pointers in them, v9 and v12 the ends of their strings.
    let call = "call 4 (v7, v10, v11, v6) blocks 0<-6 1<-5 cells 1<-4 {\n}";
    let all = steps(call, "exec sorted 0 align 8 fact 1\ngoto 3").replacen("fact 1 {", "fact 1* {", 1);
    let block = comparing(SORT, COMPARES, "");
    let shown_end = shown.replace("cell 1 in", "cell 0 in 0 at 5 width 1 u = 0\ncell 1 in");
    drop(valid(&proof(&block, (&state, &all), shown, "")));
    let ended = call.replace("cells 1<-4", "cells 0<-5 1<-4");
    rejected(&proof(&block, (&state, &all.replace(call, &ended)), &shown_end, ""), "C-ENTRY", "offset");
    let check = |from: &str, to: &str, premise: &str| {
        alone(&proof(&block, (&state.replace(from, to), &all), shown, ""), "G-COMPARE", premise);
    };
    check(" all f0 >= 1", " all f0 >= 0", "P5");
    check("know v6 <= 100", "know v6 <= 9223372036854775808", "P6");
    let plain = state.replace(" owns v6:8:string", "");
    rejected(&proof(&block, (&plain, &all), shown, ""), "G-COMPARE", "owned");
    // What they own moves with them, and is not the function's.
    let fact = "\nfact 0 in 2 at 0 count 1 every 8 width 8 u owns v3:8";
    let owning = format!("{shown}{}", fact.replace("in 2", "in 1"));
    rejected(
        &proof(&block, (&state, &all.replace("cells 1<-4", "cells 1<-4 facts 0<-1")), &owning, ""),
        "G-COMPARE",
        "unchanged",
    );
}

#[test]
fn functions_that_compare() {
    let all = steps(CALL, RETURN);
    let other = |header: &str| proof(&comparing(SORT, header, READS), (STATE, &all), SHOWN, RESULT);
    for header in [
        "define i32 @c(ptr %a, ptr %b, ...)",
        "define i32 @c(ptr %a, ptr %b, i32 %z)",
        "define signext i32 @c(ptr %a, ptr %b)",
    ] {
        rejected(&other(header), "G-COMPARE", "type");
    }
    // Another function than the one whose address is given.
    let unknown = STATE.replace("function:c", "function:main");
    rejected(&proof(&sort(), (&unknown, &all), SHOWN, RESULT), "G-COMPARE", "callee");
    let register = comparing(&SORT.replace("@c", "%k"), COMPARES, READS);
    rejected(&proof(&register, (STATE, &all), SHOWN, RESULT), "G-COMPARE", "callee");
    // It may change nothing that it is shown.
    let with = |lines: &str| {
        let before = STATE.lines().take_while(|line| !line.starts_with("cell 0")).collect::<Vec<_>>().join("\n");
        let behind = STATE.lines().skip_while(|line| !line.starts_with("cell 0")).collect::<Vec<_>>().join("\n");
        format!("{before}\n{lines}\n{behind}")
    };
    let call = |given: &str| {
        let call = CALL.replace("v8, v10)", "v8, v10, v5)").replace("0<-3 1<-4", "0<-8 1<-9");
        call.replace(" cells", &format!(" {given} cells"))
    };
    for (state, given) in [("heap v5 8", "heap"), ("global:v v5 4", "global:v"), ("caller:9 v5 8", "caller:2")] {
        let size = if given == "global:v" { 4 } else { 8 };
        let line = format!("block 2 {given} v4 {size} align 4\ncell 0");
        let shown = SHOWN.replace("vars 4", "vars 5").replace("cell 0", &line);
        let state = with(&format!("block 7 {state} align 4"));
        alone(&proof(&sort(), (&state, &steps(&call("2<-7"), RETURN)), &shown, RESULT), "G-COMPARE", "unchanged");
        // What it may only read it may be shown.
        if given != "heap" {
            let shown = shown.replace(&format!("{size} align 4\ncell 0"), &format!("{size} align 4 ro\ncell 0"));
            drop(valid(&proof(&sort(), (&state, &steps(&call("2<-7"), RETURN)), &shown, RESULT)));
        }
    }
    let (lists, trees) = ("shape 8 align 8 links 0", "shape 16 align 8 links 0 8");
    for (shape, state, shown, given) in [
        (lists, "list 0 shape 0 from v5 to 0 length v4", "list 0 shape 0 from v4 to 0 length v5", "lists 0<-0"),
        (trees, "tree 0 shape 0 root v5 cells v4", "tree 0 shape 0 root v4 cells v5", "trees 0<-0"),
    ] {
        let shown = format!("{}\n{shown}", SHOWN.replace("vars 4", "vars 6"));
        let call = CALL.replace("v8, v10)", "v8, v10, v5, v4)").replace(" {", &format!(" {given} {{"));
        let block = sort().shapes(shape);
        alone(
            &proof(&block, (&format!("{STATE}\n{state}"), &steps(&call, RETURN)), &shown, RESULT),
            "G-COMPARE",
            "unchanged",
        );
    }
    let owning = with("block 7 caller:9 v5 v2 align 8 ro")
        .replace("know 0 <= v1", "fact 3 in 7 at 0 count v1 every 8 width 8 u owns v6:8\nknow 0 <= v1");
    let shown = SHOWN.replace("vars 4", "vars 8").replace("cell 0", "block 2 caller:2 v4 v5 align 8 ro\ncell 0");
    let shown = format!("{shown}\nfact 2 in 2 at 0 count v6 every 8 width 8 u owns v7:8");
    let given = CALL.replace("v8, v10)", "v8, v10, v5, v2, v1, v6)").replace("0<-3 1<-4", "0<-8 1<-9 2<-7");
    let given = given.replace("0<-2 1<-3", "0<-4 1<-5 facts 2<-3");
    alone(&proof(&sort(), (&owning, &steps(&given, RETURN)), &shown, RESULT), "G-COMPARE", "unchanged");
    // Nor keep what the library returned, which it could call again.
    let shown = SHOWN.replace("cell 0", "block 2 library:getenv v0 8 align 1 ro\ncell 0");
    let call = CALL.replace("1<-4", "1<-4 2<-2");
    rejected(&proof(&sort(), (STATE, &steps(&call, RETURN)), &shown, RESULT), "G-COMPARE", "unchanged");
}

#[test]
fn what_follows() {
    let check = |steps: &str, rule: &str, premise: &str| {
        rejected(&proof(&sort(), (STATE, steps), SHOWN, RESULT), rule, premise);
    };
    // A path that must call the function does nothing else.
    check(&steps(RETURN, RETURN), "X-SORT", "compared");
    check(&steps("goto 3", RETURN), "G-GOTO", "comparing");
    check(&steps(CALL, "goto 3"), "G-GOTO", "comparing");
    check(RETURN, "X-SORT", "compared");
    check(CALL, "G-CALL", "callee");
    check(&steps(CALL, CALL), "G-CALL", "callee");
    check(&steps(CALL, &steps(CALL, RETURN)), "G-COMPARE", "comparing");
    check(&steps(&steps(CALL, RETURN), RETURN), "G-COMPARE", "comparing");
    let block = Block { body: format!("%y = add i64 0, 0\n{SORT}"), ..sort() };
    let again = format!(
        "exec s wraps 0\n{}",
        steps(CALL, "goto 6 (v0, v1, v2, v3, v4, v5, v6) blocks 0<-0 1<-1 2<-2 cells 0<-0 facts 1<-1")
    );
    let node = format!("{RESULT}\nnode 6 entry 1 at f test 1\n{STATE}\n{}", steps(CALL, RETURN));
    alone(&proof(&block, (STATE, &again), SHOWN, &node), "G-GOTO", "comparing");
    check(&steps(&CALL.replace("{\n}", "{\nfrom 5 {\ngoto 3\n}\n}"), RETURN), "G-COMPARE", "returns");
    // No call, or one of another function.
    let block = Block { body: "%x = add i64 %n, 1".into(), ..sort() };
    rejected(&proof(&block, (STATE, &steps(CALL, "exec s\ngoto 3")), SHOWN, ""), "G-COMPARE", "position");
    let block = Block { body: "call void @exit(i32 0)".into(), ..sort() };
    rejected(&proof(&block, (STATE, &steps(CALL, "exit")), SHOWN, ""), "G-COMPARE", "callee");
    // Types, and what X-CALL says.
    let narrow = |text: &str| text.replace("i64 %n, i64 8", "i32 4, i64 8").replace("ptr, i64, i64", "ptr, i32, i64");
    let block = sort();
    let block = Block { module: narrow(&block.module), body: narrow(&block.body), ..block };
    rejected(&proof(&block, (STATE, &steps(CALL, RETURN)), SHOWN, ""), "G-COMPARE", "type");
    for promise in ["nocallback", "norecurse", "nosync", "nofree", "willreturn"] {
        let block = sort();
        let declared = format!("@qsort(ptr, i64, i64, ptr) {promise}\n");
        let block = Block { module: block.module.replace("@qsort(ptr, i64, i64, ptr)\n", &declared), ..block };
        rejected(&proof(&block, (STATE, &steps(CALL, RETURN)), SHOWN, RESULT), "X-CALL", "promises");
    }
    let own = comparing(SORT, COMPARES, READS);
    let own = Block { module: format!("{}define void @free(ptr %x) {{\n  ret void\n}}\n", own.module), ..own }.own();
    rejected(&proof(&own, (STATE, &steps(CALL, RETURN)), SHOWN, RESULT), "X-CALL", "allocator");
}

/// How often the library compares is not known, so nothing that is paid suffices.
#[test]
fn what_is_compared_has_no_bound() {
    let module = format!(
        "{HEADER}declare void @qsort(ptr, i64, i64, ptr)\ndefine i32 @c(ptr %a, ptr %b) {{\nstart:\n  ret i32 0\n}}\n\
         define void @f(i32 %n) {{\nstart:\n  %t = alloca [4 x i32], align 16\n  \
         call void @qsort(ptr %t, i64 4, i64 4, ptr @c)\n  ret void\n}}\n"
    );
    let proof = |bounds: &str| {
        let text = format!(
            "claim f (unsigned n) requires n < 1000\nconcrete parameters 7\nroot 0 (v0)\n\
             node 0 entry 0 at f start 0\nvars 1\nn = v0\nknow 0 <= v0\nknow v0 <= 4294967295\nexec\nfunction c\n\
             compare sorted 0 align 4 {{\ncall 2 () {{\n}}\n}} else {{\nexec sorted 0 align 4\ngoto 1\n}}\n\
             node 1 entry 0 at f start 2\nnode 2 entry 2 at c start 0\ngoto 3\nnode 3 entry 2 at c start 0\n{bounds}"
        );
        language::certificate(&module, &text)
    };
    drop(valid(&proof("")));
    alone(&proof("bound iterations <= n\npotential 0: [v0]"), "O-COMPARE", "calls");
}
