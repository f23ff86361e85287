//! Objects that a contract assigns in part (`spec/ensures.md`, "Initial states", step 10).

use certificates::Certificate;

use crate::cases::state;
use crate::language;
use crate::programs::HEADER;
use crate::support::{alone, rejected, valid};

/// Blocks and entries of the first case of a contract.
fn memory(clause: &str) -> Vec<String> {
    in_case(clause, 0)
}

fn in_case(clause: &str, case: usize) -> Vec<String> {
    let lines = state("ptr %p, i64 %n", &format!("(char *p, unsigned long n) requires {clause}"), &[], case);
    lines.into_iter().filter(|line| line.starts_with("block") || line.starts_with("cell")).collect()
}

#[test]
fn one_block_for_each_run() {
    let object = "\\valid((\\object(24, 8) *)p)";
    assert_eq!(
        memory(&format!("{object} assigns (int *)(p + 8)")),
        ["block 0 Part(0.1) v0 8 8 ro", "block 1 Part(0.2) v0 + 8 4 8", "block 2 Part(0.3) v0 + 12 12 4 ro",]
    );
    // Runs that touch or overlap are one, whatever their order.
    assert_eq!(
        memory(&format!("{object} assigns p + (20 .. 23), p + (2 .. 9), p + (4 .. 7), p + (10 .. 11)")),
        [
            "block 0 Part(0.1) v0 2 8 ro",
            "block 1 Part(0.2) v0 + 2 10 2",
            "block 2 Part(0.3) v0 + 12 8 4 ro",
            "block 3 Part(0.4) v0 + 20 4 4",
        ]
    );
    assert_eq!(memory(&format!("{object} assigns p + (0 .. 11), p + (12 .. 23)")), ["block 0 Part(0.1) v0 24 8"]);
    // Nothing, and what lies outside, at an unknown place or has an unknown size, is not assigned.
    for nothing in ["p + (3 .. 2)", "p + (20 .. 24)", "p + (-1 .. 3)", "p + n", "p + (0 .. n)"] {
        let of = memory(&format!("{object} && n < 24 assigns {nothing}"));
        assert_eq!(of, ["block 0 Caller(0) v0 24 8 ro"], "{nothing}");
    }
    let unknown = in_case("\\valid(p + (0 .. n)) && n < 24 assigns p", 1);
    assert_eq!(unknown, ["block 0 Caller(0) v0 v1 + 1 1 ro"]);
    // Two objects: the new blocks are numbered one after the other.
    assert_eq!(
        memory(
            "\\valid(p + (0 .. 3)) && \\valid(p + 8 + (0 .. 3)) && \\separated(p + (0 .. 3), p + 8 + (0 .. 3)) assigns p, p + 8 + 1"
        ),
        [
            "block 0 Part(0.2) v0 1 1",
            "block 1 Part(1.4) v0 + 8 1 1 ro",
            "block 2 Part(0.3) v0 + 1 3 1 ro",
            "block 3 Part(1.5) v0 + 9 1 1",
            "block 4 Part(1.6) v0 + 10 2 1 ro",
        ]
    );
}

/// Where the object lies is a multiple of its alignment, also for the parts that begin elsewhere.
#[test]
fn alignment_of_the_object() {
    let facts = |clause: &str| {
        let lines = state("ptr %p", &format!("(char *p) requires {clause}"), &[], 0);
        lines.into_iter().filter(|line| line.contains("v1")).collect::<Vec<_>>()
    };
    assert_eq!(facts("\\valid((\\object(24, 8) *)p) assigns (int *)(p + 8)"), ["v0 = 8*v1"]);
    assert!(facts("\\valid(p + (0 .. 23)) assigns (int *)(p + 8)").is_empty());
    assert!(facts("\\valid((\\object(24, 8) *)p) assigns (\\object(24, 8) *)p").is_empty());
}

#[test]
fn entries_of_parts() {
    let read = "i32[p + 4] > 0 && i32[p + 8] > 0 && i32[p + 12] > 0";
    let of = memory(&format!("\\valid((\\object(24, 8) *)p) && {read} assigns p + (10 .. 19)"));
    assert_eq!(
        of,
        [
            "block 0 Part(0.1) v0 10 8 ro",
            "block 1 Part(0.2) v0 + 10 10 2",
            "block 2 Part(0.3) v0 + 20 4 4 ro",
            "cell 0 in 0 at 4 width 4 Signed = v2",
            "cell 2 in 1 at 2 width 4 Signed = v4",
        ]
    );
}

/// `void f(int *p) { *p = 5; }` of two integers, of which the second one is 7.
fn stored(promises: &str, returns: &str, edit: &dyn Fn(&str) -> String) -> Certificate {
    let body = "define void @f(ptr %p) {\nstart:\n  store i32 5, ptr %p, align 4\n  ret void\n}\n";
    let blocks = "block 0 caller:0 v0 4 align 4\nblock 1 caller:1 v0+4 4 align 4 ro\n";
    let nodes = edit(&format!(
        "node 0 entry 0 at f start 0\nvars 2\np = v0\n{blocks}cell 0 in 1 at 0 width 4 s = v1\n\
         exec s store 0\ngoto 1 blocks 0<-0 1<-1 cells 0<-0 1<-1\n\
         node 1 entry 0 at f start 1\nvars 2\n{blocks}cell 0 in 1 at 0 width 4 s = v1\ncell 1 in 0 at 0 width 4 s = 5\n"
    ));
    let claim = format!("claim f (int *p) requires \\valid(p + (0 .. 1)) && i32[p + 4] == 7 {promises}");
    let root = "root 0 (v0, v1) blocks 0<-0 1<-1 cells 0<-0";
    language::certificate(&format!("{HEADER}{body}"), &format!("{claim}\n{root}\n{returns}\n{nodes}"))
}

#[test]
fn parts_are_written_or_read() {
    let same = |text: &str| text.to_owned();
    let kept = "assigns p ensures i32[p] == 5 && i32[p + 4] == \\old(i32[p + 4])";
    // What the caller knows of the part that is only read stays (entry 0); the others are those of the return.
    valid(&stored(kept, "returns ways 0 0 entries 2 0", &same));
    let other = |text: &str| text.replace(" ro", "").replace("v0 4 align 4", "v0 4 align 4 ro");
    alone(&stored("assigns p + 1", "", &other), "M-STORE", "writable");
    // What is assigned is what the contract says.
    rejected(&stored("assigns p", "", &|text: &str| text.replace(" ro", "")), "C-BLOCK", "marks");
    rejected(&stored("assigns p + 1", "", &same), "C-BLOCK", "marks");
    rejected(&stored("assigns (char *)p + (0 .. 2)", "", &same), "C-BLOCK", "size");
}

/// At the return the parts are one object.
#[test]
fn parts_at_the_return() {
    let same = |text: &str| text.to_owned();
    let of = |ensures: &str, blocks: &str| {
        stored(&format!("assigns p ensures {ensures}"), &format!("returns ways 0 blocks {blocks}"), &same)
    };
    for block in ["0", "1"] {
        valid(&of("\\valid(p + (0 .. 1))", block));
        valid(&of("\\valid(p + 1)", block));
    }
    rejected(&of("\\valid(p + (0 .. 1))", "2"), "R-ENSURES", "block");
    alone(&of("\\valid(p + (0 .. 2))", "0"), "R-ENSURES", "end");
    alone(&of("\\valid(p + (-1 .. 0))", "1"), "R-ENSURES", "begin");
    rejected(&of("\\fresh(p, 8)", "0"), "R-ENSURES", "fresh");
    // No part is apart from the object by being another block.
    valid(&of("\\separated(p, p + 1)", "0 1"));
    alone(&of("\\separated(p, p + (0 .. 1))", "0 1"), "R-ENSURES", "separated");
    alone(&of("\\separated(p + 1, p + (0 .. 1))", "1 0"), "R-ENSURES", "separated");
}
