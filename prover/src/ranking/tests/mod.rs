//! Loops from textbooks and papers; every argument found is judged by brute force.

mod brute;
mod large;
mod notation;
mod random;
mod refine;

use super::{Measure, Ranking, Reason, SearchLimits, rank};
use crate::its::{EdgeId, NoOracle, NodeId, System};
use brute::judge;
use notation::{system, term};

fn run(s: &System) -> Ranking {
    rank(s, &mut NoOracle, SearchLimits::default())
}

/// Ranked, and right on the grid `-reach..=reach`.
fn ranked(nodes: &[&str], edges: &[(usize, usize, &str, &str)], reach: i128) -> Ranking {
    let s = system(nodes, edges);
    let r = run(&s);
    judge(&s, &r, reach);
    assert_eq!(r.rounds, run(&s).rounds, "not deterministic");
    r
}

fn unranked(nodes: &[&str], edges: &[(usize, usize, &str, &str)]) -> Ranking {
    let r = run(&system(nodes, edges));
    assert_eq!(r.unranked.len(), 1, "{r:?}");
    assert_eq!(r.unranked[0].reason, Reason::NoneExists);
    r
}

fn only_linear(r: &Ranking) -> &[(NodeId, crate::algebra::Term)] {
    match r.rounds.as_slice() {
        [round] => match &round.measure {
            Measure::Linear(f) => f,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn countdown() {
    let r = ranked(&["x"], &[(0, 0, "x > 0", "x = x - 1")], 5);
    assert_eq!(only_linear(&r), &[(NodeId(0), term("x"))]);
    ranked(&["x"], &[(0, 0, "x >= -7", "x = x - 3")], 9);
    ranked(&["xn"], &[(0, 0, "x < n", "x = x + 1")], 5);
}

#[test]
fn primed_variables_through_equalities() {
    // y is local: y = x - 1, z = y, target z.
    ranked(&["x"], &[(0, 0, "x > 0, y = x - 1, z = y", "x = z")], 3);
    // Halving: x = 2q + r.
    let r = ranked(&["x"], &[(0, 0, "x > 0, x = 2*q + r, 0 <= r, r <= 1", "x = q")], 4);
    assert_eq!(only_linear(&r), &[(NodeId(0), term("x"))]);
}

#[test]
fn two_counters() {
    ranked(&["xy"], &[(0, 0, "x > y", "x = x - 1, y = y + 1")], 4);
    ranked(&["xy"], &[(0, 0, "x > 0, y > 0", "x = x - 1"), (0, 0, "x > 0, y > 0", "y = y - 1")], 4);
}

#[test]
fn simultaneous_substitution() {
    // Swap and decrease: x' = y - 1, y' = x: x + y decreases.
    ranked(&["xy"], &[(0, 0, "x > 0, y > 0", "x = y - 1, y = x")], 4);
    // Plain swap never ends.
    unranked(&["xy"], &[(0, 0, "x > 0, y > 0", "x = y, y = x")]);
}

#[test]
fn nested_loops() {
    // for i < n: for j = 0; j < n
    ranked(
        &["in", "ijn"],
        &[(0, 1, "i < n", "j = 0"), (1, 1, "j < n, i < n", "j = j + 1"), (1, 0, "j >= n, i < n", "i = i + 1")],
        3,
    );
    // The inner loop alone also forms a component below the removed outer edge.
    ranked(&["x", "xy"], &[(0, 1, "x > 0", "x = x - 1, y = ?"), (1, 1, "y > 0", "y = y - 1"), (1, 0, "y <= 0", "")], 4);
}

#[test]
fn lexicographic() {
    let r = ranked(&["xy"], &[(0, 0, "x > 0, y > 0", "x = x - 1, y = ?"), (0, 0, "x > 0, y > 0", "y = y - 1")], 4);
    assert_eq!(r.rounds.len(), 2);
    // Three deep, reset upwards.
    let r = ranked(
        &["xyz"],
        &[
            (0, 0, "x > 0", "x = x - 1, y = ?, z = ?"),
            (0, 0, "y > 0", "y = y - 1, z = ?"),
            (0, 0, "z > 0", "z = z - 1"),
        ],
        2,
    );
    assert_eq!(r.rounds.len(), 3);
}

#[test]
fn bound_only_where_removed() {
    // x is bounded on the first edge only; on the second it does not grow.
    ranked(&["xy"], &[(0, 0, "x >= 0", "x = x - 1, y = ?"), (0, 0, "y >= 0, z >= 0", "x = x - z, y = y - 1")], 3);
}

#[test]
fn multiphase() {
    let r = ranked(&["xy"], &[(0, 0, "x >= 0", "x = x + y, y = y - 1")], 6);
    assert!(matches!(r.rounds[0].measure, Measure::Nested(_)));
    let r = ranked(&["xyz"], &[(0, 0, "x >= 0", "x = x + y, y = y + z, z = z - 1")], 4);
    match &r.rounds[0].measure {
        Measure::Nested(f) => assert_eq!(f[0].1.len(), 3),
        other => panic!("{other:?}"),
    }
    // Two phases over two nodes.
    ranked(&["xy", "xy"], &[(0, 1, "x >= 0", "x = x + y"), (1, 0, "x >= -100", "y = y - 1")], 4);
}

#[test]
fn difference_like_gcd() {
    ranked(&["xy"], &[(0, 0, "x > y, y > 0", "x = x - y"), (0, 0, "y > x, x > 0", "y = y - x")], 4);
}

#[test]
fn disequalities() {
    ranked(&["xn"], &[(0, 0, "x <= n, x != n", "x = x + 1")], 4);
    ranked(&["x"], &[(0, 0, "x >= 0, x != 0", "x = x - 1")], 4);
    // The sign follows only from several facts.
    ranked(&["xyn"], &[(0, 0, "x <= y, y <= n, x != n", "x = x + 1, y = ?, n = n")], 2).rounds.len();
    unranked(&["x"], &[(0, 0, "x != 0", "x = x - 1")]);
}

#[test]
fn rounding() {
    // 4i < 4n gives i + 1 <= n.
    ranked(&["in"], &[(0, 0, "4*i < 4*n", "i = i + 1")], 4);
    // 2x >= 1 gives x >= 1, so x - 1 stays >= 0.
    ranked(&["x"], &[(0, 0, "2*x >= 1", "x = x - 1")], 4);
}

#[test]
fn products_are_opaque() {
    ranked(&["ip"], &[(0, 0, "p = a*b, i < p", "i = i + 1")], 2);
    // c is known, so c*i is linear.
    ranked(&["icn"], &[(0, 0, "c = 4, c*i < n", "i = i + 1")], 4);
}

#[test]
fn products_of_factors_with_bounds() {
    ranked(&["x"], &[(0, 0, "x > 1, x < 100", "x = x*x")], 12);
    ranked(&["xy"], &[(0, 0, "x > 1, x < y", "x = x*x")], 9);
    ranked(&["xyz"], &[(0, 0, "y < z, y > 0, x > 1", "y = x*y")], 5);
    unranked(&["x"], &[(0, 0, "x > 0, x < 100", "x = x*x")]);
    unranked(&["xyz"], &[(0, 0, "y < z, y >= 0, x > 1", "y = x*y")]);
}

#[test]
fn impossible_edges() {
    ranked(&["x"], &[(0, 0, "x > 0, x < 0", "")], 3);
    ranked(&["x"], &[(0, 0, "y > 0, y < 0", "x = x + 1")], 3);
    ranked(&["x"], &[(0, 0, "2*y = 1", "x = x + 1"), (0, 0, "x > 0", "x = x - 1")], 3);
}

#[test]
fn not_terminating() {
    unranked(&["x"], &[(0, 0, "", "")]);
    unranked(&["x"], &[(0, 0, "x > 0", "x = x + 1")]);
    unranked(&["x"], &[(0, 0, "x > 0", "x = ?")]);
    unranked(&["xy"], &[(0, 0, "x > 0", "x = x + y, y = y")]);
    let r = unranked(&["x", "x"], &[(0, 1, "x > 0", "x = x - 1"), (1, 0, "", "x = x + 1")]);
    assert_eq!(r.unranked[0].nodes, [NodeId(0), NodeId(1)]);
    assert_eq!(r.unranked[0].edges, [EdgeId(10), EdgeId(11)]);
}

#[test]
fn what_is_missing() {
    // n - x would do if s >= 1.
    let r = unranked(&["xns"], &[(0, 0, "x < n", "x = x + s")]);
    let hint = r.unranked[0].hint.clone().unwrap();
    assert_eq!(hint.measure, term("n - x - 1"));
    assert_eq!(hint.missing, Some(notation::atom("s >= 1")));
    // x falls on one of two edges.
    let r = unranked(&["xy"], &[(0, 0, "x > 0", "x = x - 1"), (0, 0, "x > 0", "x = ?")]);
    let hint = r.unranked[0].hint.clone().unwrap();
    assert_eq!((hint.measure, hint.missing), (term("x - 1"), None));
}

#[test]
fn only_the_culprit_is_named() {
    let r = run(&system(&["x", "x"], &[(0, 0, "x > 0", "x = x - 1"), (0, 1, "", ""), (1, 1, "", "x = x + 1")]));
    assert_eq!(r.rounds.len(), 1);
    assert_eq!(r.unranked.len(), 1);
    assert_eq!(r.unranked[0].nodes, [NodeId(1)]);
    assert_eq!(r.unranked[0].edges, [EdgeId(12)]);
}

#[test]
fn machine_ranges() {
    // Counting up to a machine bound, with ranges as facts.
    ranked(
        &["xn"],
        &[(0, 0, "x < n, x >= -2147483648, n <= 2147483647, n >= -2147483648, x <= 2147483647", "x = x + 1")],
        4,
    );
    ranked(&["x"], &[(0, 0, "x <= 18446744073709551614, x >= 0", "x = x + 1")], 4);
}
