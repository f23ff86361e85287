//! Witnesses (`spec/graph.md`, "Witnesses").

use checker::answer::verdict::How;

use crate::support::Block;

fn nothing() -> Block {
    Block::new("", "")
}

/// Facts 0: v0 <= v1, 1: v1 <= v2, 2: v2 = v3, 3: v4 != 0.
const STATE: &str = "vars 5\nknow v0 <= v1\nknow v1 <= v2\nknow v2 = v3\nknow v4 != 0";

fn accepts(assert: &str, how: How) {
    let report = nothing().accepts(STATE, &format!("assert {assert}\ngoto 3"), "");
    assert_eq!((report.decided(how), report.total()), (1, 1), "{assert}");
}

fn rejects(assert: &str) {
    nothing().rejects("G-ASSERT", "P1", STATE, &format!("assert {assert}\ngoto 3"));
}

#[test]
fn farkas() {
    accepts("v0 <= v2 because 1: 1#0 1#1", How::Farkas);
    accepts("v0 <= v3 + 5 because 1: 1#0 1#1 1#2", How::Farkas);
    accepts("2*v0 <= 2*v3 because 1: 2#0 2#1 2#2", How::Farkas);
    accepts("v0 <= v1 because 3: 3#0", How::Farkas);
    accepts("v3 = v2 because both 1: -1#2 and 1: 1#2", How::Farkas);
    accepts("v0 != v3 + 1 because below 1: 1#0 1#1 1#2", How::Farkas);
    accepts("v0 <= v2 because solver", How::Native);
    accepts("0 <= 1 because 1:", How::Trivial);
}

/// Facts 0: 2*v0 <= 2*v1 + 1, 1: 3*v2 <= 2, 2: 2*v3 <= 2*v4 + 3.
const CUTS: &str = "vars 5\nknow 2*v0 <= 2*v1 + 1\nknow 3*v2 <= 2\nknow 2*v3 <= 2*v4 + 3";

/// scale*g - sum < scale: g is an integer, so that what is left is rounded.
#[test]
fn cuts() {
    let accepts = |assert: &str| {
        let report = nothing().accepts(CUTS, &format!("assert {assert}\ngoto 3"), "");
        assert_eq!(report.decided(How::Farkas), 1, "{assert}");
    };
    let rejects = |assert: &str| {
        nothing().rejects("G-ASSERT", "P1", CUTS, &format!("assert {assert}\ngoto 3"));
    };
    accepts("v0 <= v1 because 2: 1#0");
    accepts("v2 <= 0 because 3: 1#1");
    accepts("v3 <= v4 + 1 because 2: 1#2");
    accepts("v0 + v3 <= v1 + v4 + 2 because 2: 1#0 1#2");
    // Neither less than the whole, nor more than one whole.
    rejects("v0 + 1 <= v1 because 2: 1#0");
    rejects("v3 <= v4 because 2: 1#2");
    rejects("v2 + 1 <= 0 because 3: 1#1");
    // A contradiction needs a positive constant: nothing is rounded there.
    nothing().rejects("G-INFEASIBLE", "P1", CUTS, "infeasible because 7: 1#0");
    nothing().rejects("G-INFEASIBLE", "P1", CUTS, "infeasible because 7:");
}

#[test]
fn wrong_farkas() {
    // The sum leaves a positive constant, or variables.
    rejects("v0 + 1 <= v2 because 1: 1#0 1#1");
    rejects("v0 <= v2 because 1: 1#0");
    // Coefficients of inequations are not negative; a scale is positive; disequations do not count.
    rejects("v2 <= v1 because 1: -1#1");
    rejects("v0 <= v2 because 0: 1#0 1#1");
    rejects("v0 <= v2 because -1: -1#0 -1#1");
    rejects("v4 <= 0 because 1: 1#3");
    // A fact that is not there, a witness of the wrong form, even where the obligation holds.
    rejects("v0 <= v2 because 1: 1#0 1#9");
    rejects("v0 <= v2 because both 1: 1#0 1#1 and 1: 1#0");
    rejects("v2 = v3 because 1: 1#2");
    rejects("v4 != 0 because below 1: 1#0");
}

#[test]
fn number_of_witnesses() {
    let two = "assert v0 <= v2 because 1: 1#0 1#1; solver\ngoto 3";
    nothing().rejects("G-ASSERT", "witnesses", STATE, two);
    let load = Block::new("ptr %p", "%r = load i8, ptr %p, align 1");
    let state = "vars 2\np = v0\nblock 0 heap v0 v1 align 1\nknow 1 <= v1";
    load.accepts(state, "exec load 0 because solver; solver\ngoto 3", "");
    load.accepts(state, "exec load 0 because solver; 1: 1#0\ngoto 3", "");
    load.rejects("M-LOAD", "witnesses", state, "exec load 0 because solver");
    load.rejects("M-LOAD", "witnesses", state, "exec load 0 because solver; solver; solver");
}

/// Numbers beyond 128 bits are never a proof.
#[test]
fn overflow_of_the_arithmetic() {
    let huge = "85070591730234615865843651857942052864";
    let state = format!("vars 2\nknow {huge}*v0 <= v1");
    let certificate = nothing().certificate(&state, "assert v0 <= v1 because 1: 4#0\ngoto 3", "");
    assert!(matches!(crate::support::verdict(&certificate), checker::Verdict::Undecided(_)));
}
