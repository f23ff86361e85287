//! Loops that need phases, minima or invariants: after the splits found, the ordinary search
//! succeeds and the judge agrees.

use super::brute::judge;
use super::notation::system;
use super::run;
use crate::its::split::Refined;
use crate::its::{Node, NodeId};
use crate::ranking::refine::{Effort, refine};
use std::collections::BTreeSet;

fn refined(nodes: &[&str], edges: &[(usize, usize, &str, &str)], reach: i128) -> usize {
    let s = system(nodes, edges);
    assert!(!run(&s).unranked.is_empty(), "needs no refinement");
    let roots = BTreeSet::from([NodeId(0)]);
    let splits = refine(&s, &roots, &roots, &Effort::default());
    let splits = splits.expect("no splits found");
    let mut r = Refined::new(&s, &roots);
    for split in &splits {
        r = r.split(split).unwrap();
    }
    // Ids of nodes are no longer dense: the judge needs all up to the largest.
    let mut dense = r.system.clone();
    let largest = dense.nodes.iter().map(|n| n.id.0).max().unwrap();
    for id in (0..=largest).map(NodeId) {
        if dense.nodes.iter().all(|n| n.id != id) {
            dense.nodes.push(Node { id, vars: Vec::new() });
        }
    }
    judge(&dense, &run(&r.system), reach);
    splits.len()
}

#[test]
fn minimum_of_two() {
    refined(
        &["xy", "xy"],
        &[
            (0, 1, "", "x = ?, y = ?"),
            (1, 1, "x > 0, y > 0, x < y", "y = x - 1, x = ?"),
            (1, 1, "x > 0, y > 0, x >= y", "y = y - 1, x = ?"),
            (1, 1, "x > 0, y > 0, x < y", "x = x - 1, y = ?"),
            (1, 1, "x > 0, y > 0, x >= y", "x = y - 1, y = ?"),
        ],
        3,
    );
}

#[test]
fn three_phases_with_choice() {
    refined(
        &["xyz", "xyz"],
        &[
            (0, 1, "", "x = ?, y = ?, z = ?"),
            (1, 1, "x >= 0", "x = x + y, y = y + z, z = z - 1"),
            (1, 1, "x >= 0", "x = x + z, y = y + z, z = z - 1"),
        ],
        3,
    );
}

#[test]
fn direction_flag() {
    refined(
        &["nbxy", "nbxy"],
        &[
            (0, 1, "", ""),
            (1, 1, "x >= 0, y >= 0, y <= n, b = 0", "y = y + 1"),
            (1, 1, "x >= 0, y >= 0, y <= n, b = 0", "y = y + 1, b = 1"),
            (1, 1, "x >= 0, y >= 0, y <= n, b != 0", "y = y - 1"),
            (1, 1, "x >= 0, y >= 0, y <= n, b != 0", "y = y - 1, x = x - 1, b = 0"),
        ],
        2,
    );
}

#[test]
fn around_the_ring() {
    refined(
        &["im", "imt"],
        &[
            (0, 1, "0 <= i, i < m", "t = i + 1"),
            (1, 1, "t != i, t <= m", "t = t + 1"),
            (1, 1, "t != i, t > m", "t = 0"),
        ],
        3,
    );
}

#[test]
fn invariant_between_variables() {
    refined(
        &["r", "rab"],
        &[
            (0, 1, "r >= 0", "a = 2*r, b = 2*r"),
            (1, 1, "a >= r", "a = a - 1"),
            (1, 1, "a >= r", "a = b - 1, b = b - 1"),
        ],
        3,
    );
}

#[test]
fn maximum_of_two() {
    refined(
        &["xy", "xy"],
        &[
            (0, 1, "", "x = ?, y = ?"),
            (1, 1, "x > 0, y > 0", "x = x - 1, y = x"),
            (1, 1, "x > 0, y > 0", "x = y - 2, y = x + 1"),
        ],
        4,
    );
}

#[test]
fn backwards_from_the_guard() {
    refined(&["x", "x"], &[(0, 1, "", "x = ?"), (1, 1, "x > 0", "x = 10 - 2*x")], 9);
}

#[test]
fn bounded_by_a_decreasing_sum() {
    refined(
        &["xyzt", "xyzt"],
        &[
            (0, 1, "", ""),
            (1, 1, "x >= y, x <= t + z", "z = z - 1, t = x, x = ?"),
            (1, 1, "x >= y, x <= t + z", "y = y + 1"),
        ],
        2,
    );
}

#[test]
fn phases_by_the_sign_of_a_counter() {
    // A sum bounds x; its part z only falls. y, t and x are linked by the guard alone.
    refined(
        &["", "xyztab"],
        &[
            (0, 1, "", "x = ?, y = ?, z = ?, t = ?, a = ?, b = ?"),
            (1, 1, "z <= a, b <= y, y <= x, x <= z + t, c != 0", "z = z - 1, x = ?, t = x"),
            (1, 1, "z <= a, b <= y, y <= x, x <= z + t, c = 0", "y = y + 1"),
        ],
        1,
    );
}

#[test]
fn around_the_ring_in_memory() {
    refined(
        &["abcde", "abcdet"],
        &[
            (0, 1, "1 <= a, 1 <= b, 0 <= c, c < d, 1 <= e", "t = c + 1"),
            (1, 1, "1 <= a, 1 <= b, 0 <= c, c < d, 1 <= e, t <= d + 1, 0 <= t, t != c, g != 0, t <= d", "t = t + 1"),
            (1, 1, "1 <= a, 1 <= b, 0 <= c, c < d, 1 <= e, t <= d + 1, 0 <= t, t != c, g != 0, t > d", "t = 0"),
        ],
        1,
    );
}

#[test]
fn wrapping_to_the_end() {
    refined(
        &["", "x"],
        &[
            (0, 1, "", "x = ?"),
            (1, 1, "0 <= x, x <= 7, x > 0, x < 7", "x = x + 1"),
            (1, 1, "0 <= x, x <= 7, x > 0, x = 7", "x = 0"),
        ],
        8,
    );
}

#[test]
fn endless_loops_stay_endless() {
    for edges in [
        &[(0, 1, "", ""), (1, 1, "x > 0", "x = y, y = x")][..],
        &[(0, 1, "", ""), (1, 1, "x != 0", "x = x - 1, y = x")],
        &[
            (0, 1, "", ""),
            (1, 1, "x > 0, y > 0", "x = x - 1, y = y + 1"),
            (1, 1, "y > 0, x >= 0", "x = x + 1, y = y - 1"),
        ],
    ] {
        let s = system(&["xy", "xy"], edges);
        let roots = BTreeSet::from([NodeId(0)]);
        let found = refine(&s, &roots, &roots, &Effort::default());
        assert_eq!(found, None);
    }
}
