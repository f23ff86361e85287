//! The arguments of `main` (`spec/graph.md`, R-ROOT 4 and G-ARGUMENT).

use certificates::Certificate;

use crate::handover::hands_over;
use crate::language;
use crate::programs::HEADER;
use crate::support::{Block, alone, rejected, valid};

const STATE: &str = "vars 4\nc = v0 s\na = v1\nblock 0 arguments v1 8*v0+8 align 8 ro\n\
     block 1 argument-text v2 v3 align 1 ro\ncell 0 in 0 at 8*v0 width 8 u = 0\ncell 1 in 1 at v3-1 width 1 s = 0\n\
     know 0 <= v0\nknow 1 <= v1\nknow v1 + 8*v0 + 8 <= 18446744073709486080\nknow 1 <= v2\nknow 1 <= v3\n\
     know v3 <= 72057594037927935\nknow v2 + v3 <= 18446744073709486080";

/// A proof of a `main` with these parameters that begins in this state.
fn main_with(parameters: &str, state: &str) -> Certificate {
    let module = format!("{HEADER}define i32 @main({parameters}) {{\nstart:\n  ret i32 0\n}}\n");
    let maps = if state.contains("block 1") { " blocks 0<-0 1<-1 cells 0<-0 1<-1" } else { "" };
    let behind = if parameters.contains("%e") { ["v3", "v4"] } else { ["v2", "v3"] };
    let places = ["v0", "v1", "v2", "v3"].into_iter().zip(["v0", "v1"].into_iter().chain(behind));
    let vars: Vec<&str> = places.filter(|(mine, _)| state.contains(mine)).map(|(_, theirs)| theirs).collect();
    let vars = vars.join(", ");
    let nodes = format!("node 0 entry 0 at main start 0\n{state}\ngoto 1\nnode 1 entry 0 at main start 0\n");
    language::certificate(&module, &format!("claim main\nroot 0 ({vars}){maps}\n{nodes}"))
}

#[test]
fn what_main_is_called_with() {
    let usual = "i32 %c, ptr %a";
    valid(&main_with(usual, STATE));
    for (from, to, rule, premise) in [
        ("know 0 <= v0", "know 1 <= v0", "C-KNOWLEDGE", "P1"),
        ("know 1 <= v3", "know 2 <= v3", "C-KNOWLEDGE", "P1"),
        ("know v3 <= 72057594037927935", "know v3 <= 72057594037927934", "C-KNOWLEDGE", "P1"),
        ("8*v0+8", "8*v0+16", "C-BLOCK", "size"),
        ("align 8", "align 16", "C-BLOCK", "align"),
        ("v2 v3 align 1", "v2 v3+1 align 1", "C-BLOCK", "size"),
        ("at 8*v0 width 8 u = 0", "at 8*v0-8 width 8 u = 0", "C-ENTRY", "offset"),
        ("at v3-1 width 1 s = 0", "at 0 width 1 s = 0", "C-ENTRY", "offset"),
    ] {
        alone(&main_with(usual, &STATE.replacen(from, to, 1)), rule, premise);
    }
    for block in ["block 0 arguments v1 8*v0+8 align 8", "block 1 argument-text v2 v3 align 1"] {
        let writable = STATE.replace(&format!("{block} ro"), block);
        rejected(&main_with(usual, &writable), "W", "argument blocks");
    }
    for kind in ["arguments", "argument-text"] {
        Block::new("", "").alone("W", "argument blocks", &format!("block 0 {kind} 1 8 align 8"), "goto 3");
    }
    // Of other parameters nothing is known.
    let numbers = "vars 2\nc = v0 s\na = v1";
    valid(&main_with("i32 %c, ptr %a, ptr %e", STATE));
    for parameters in ["i64 %c, ptr %a", "i32 %c, i64 %a"] {
        rejected(&main_with(parameters, STATE), "C-VARIABLES", "term");
        let numbers =
            if parameters.contains("i64 %a") { numbers.replace("a = v1", "a = v1 s") } else { numbers.into() };
        valid(&main_with(parameters, &numbers));
        rejected(&main_with(parameters, &format!("{numbers}\nknow 0 <= v0")), "C-KNOWLEDGE", "P1");
    }
    rejected(&main_with("i32 %c", "vars 1\nc = v0 s\nknow 0 <= v0"), "C-KNOWLEDGE", "P1");
}

#[test]
fn g_argument() {
    let block = Block::new("i32 %c, ptr %a", "");
    let state = "vars 5\nc = v0 s\na = v1\nblock 0 arguments v1 8*v0+8 align 8 ro\n\
         block 1 argument-text v2 v3 align 1 ro\nknow 0 <= v4\nknow v4 + 1 <= v0";
    // v5: how far behind the beginning of the text the argument begins.
    let steps =
        "argument v4\nassert 0 <= v5\nassert v5 + 1 <= v3\ngoto 3 (v0, v1, v2, v3, v4, v5) blocks 0<-0 cells 0<-0";
    let result = "vars 6\nblock 0 arguments v1 8*v0+8 align 8 ro\ncell 0 in 0 at 8*v4 width 8 u = v2 + v5";
    block.accepts(state, steps, result);
    block.rejects("G-ASSERT", "P1", state, "argument v4\nassert v5 = 0");
    block.rejects("G-ASSERT", "P1", state, "argument v4\nassert v5 + 2 <= v3");
    block.alone("G-ARGUMENT", "P1", &state.replace("know 0 <= v4", "know 0 <= v4 + 1"), "argument v4");
    // The last place holds no argument.
    block.alone("G-ARGUMENT", "P2", &state.replace("know v4 + 1 <= v0", "know v4 <= v0"), "argument v4");
    block.rejects("G-ARGUMENT", "term", state, "argument v5");
    block.rejects("G-ARGUMENT", "array", &state.replace(" arguments v1", " caller:4 v1"), "argument v4");
    block.rejects("G-ARGUMENT", "text", &state.replace(" argument-text v2", " caller:4 v2"), "argument v4");
}

#[test]
fn nobody_changes_the_arguments() {
    let state = "vars 4\na = v1\nblock 0 KIND v1 8 align 8 ro";
    for kind in ["arguments", "argument-text"] {
        let state = state.replace("KIND", kind);
        Block::new("ptr %a", "store i8 0, ptr %a").rejects("M-STORE", "writable", &state, "exec store 0");
        let free = Block::new("ptr %a", "call void @free(ptr %a)").module("declare void @free(ptr)");
        free.rejects("F-FREE", "block", &state, "exec release 0");
        // At a call they stay what they are, or are lent to be read.
        let blocks = format!("vars 5\nblock 0 {kind} v0 8 align 8 ro\ncell 0 in 0 at 0 width 8 u = v3");
        valid(&hands_over(&blocks, 0, &format!("{kind} v0 8 align 8 ro")));
        rejected(&hands_over(&blocks, 0, "heap v0 8 align 8"), "C-BLOCK", "kind");
        let other = if kind == "arguments" { "argument-text" } else { "arguments" };
        alone(&hands_over(&blocks, 0, &format!("{other} v0 8 align 8 ro")), "C-BLOCK", "kind");
        valid(&hands_over(&blocks, 0, "caller:9 v0 8 align 8 ro"));
        valid(&hands_over(&blocks, 0, "caller:9 v0+2 3 align 2 ro"));
        alone(&hands_over(&blocks, 0, "caller:9 v0 8 align 8"), "C-BLOCK", "unwritable");
    }
    // Where there are no arguments, both may be one.
    let two = "vars 5\nblock 0 arguments v0 8 align 8 ro\nblock 1 argument-text v1 8 align 1 ro";
    let steps = "apart 0 1 {\ngoto 3\n} else {\ngoto 3\n}";
    Block::new("", "").rejects("G-APART", "given", two, steps);
}
