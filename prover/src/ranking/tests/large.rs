//! Systems of the size that programs give: many variables with machine ranges, blocks, and
//! temporaries. They must be ranked quickly, and hopeless ones given up.

use super::random::Dice;
use super::run;
use crate::algebra::{Atom, Rel, Term, Var};
use crate::its::{Edge, EdgeId, Node, NodeId, System};
use crate::ranking::Measure;

fn le(a: Term, b: Term) -> Atom {
    Atom::le(&a, &b).unwrap()
}

fn v(x: Var) -> Term {
    Term::var(x)
}

fn n(x: i128) -> Term {
    Term::constant(x)
}

/// Each node has counters, blocks (base and size) and other values; an edge counts one counter
/// up, resets lower ones, and computes temporaries.
pub(super) fn program(dice: &mut Dice, nodes: usize, counters: u32, blocks: u32, others: u32) -> System {
    let width = 2 * counters + 2 * blocks + others;
    let vars: Vec<Var> = (0..width).collect();
    let (int, long) = (1i128 << 31, 1i128 << 63);
    let mut edges = Vec::new();
    for from in 0..nodes {
        for c in 0..counters {
            let mut facts = Vec::new();
            for k in 0..2 * counters {
                facts.push(le(n(-int), v(k)));
                facts.push(le(v(k), n(int - 1)));
            }
            for b in 0..blocks {
                let base = v(2 * counters + 2 * b);
                let size = v(2 * counters + 2 * b + 1);
                facts.push(le(n(1), base.clone()));
                facts.push(le(base.add(&size).unwrap(), n(2 * long - 1)));
                facts.push(le(n(0), size.clone()));
                // 4 * bound <= size
                let bound = v(counters + b % counters).scale(4).unwrap();
                facts.push(le(bound, size));
            }
            for o in 0..others {
                let x = v(width - others + o);
                facts.push(le(n(-long), x.clone()));
                facts.push(le(x, n(long - 1)));
            }
            // The guard: counter c < its bound.
            facts.push(Atom::lt(&v(c), &v(counters + c)).unwrap());
            facts.push(le(n(0), v(c)));
            let mut target: Vec<(Var, Term)> = Vec::new();
            let mut fresh = 1000;
            for x in &vars {
                let value = if *x == c {
                    // An offset in bytes is computed, and the counter stepped.
                    facts.push(Atom::new(Rel::Eq, v(fresh).sub(&v(c).scale(4).unwrap()).unwrap()));
                    facts.push(le(n(-int), v(c).plus(1).unwrap()));
                    v(c).plus(1).unwrap()
                } else if *x < counters && *x > c {
                    n(0)
                } else if *x >= width - others && dice.roll(2) == 0 {
                    let y = v(fresh + 1);
                    facts.push(le(n(-long), y.clone()));
                    facts.push(le(y.clone(), n(long - 1)));
                    if dice.roll(2) == 0 {
                        // A wrapped sum.
                        let z = v(fresh + 2);
                        let w = v(width - 1 - dice.roll(u64::from(others)) as u32);
                        facts.push(Atom::new(
                            Rel::Eq,
                            y.sub(&w).unwrap().add_scaled(&v(*x), -1).unwrap().add_scaled(&z, 2 * long).unwrap(),
                        ));
                    }
                    y
                } else {
                    v(*x)
                };
                fresh += 3;
                target.push((*x, value));
            }
            edges.push(Edge {
                id: EdgeId(edges.len()),
                from: NodeId(from),
                to: NodeId(dice.roll(nodes as u64) as usize),
                facts,
                target,
            });
        }
    }
    System { nodes: (0..nodes).map(|id| Node { id: NodeId(id), vars: vars.clone() }).collect(), edges }
}

const SIZES: [(usize, u32, u32, u32); 5] = [(1, 1, 1, 4), (1, 3, 2, 6), (2, 2, 2, 8), (3, 3, 3, 10), (4, 4, 2, 8)];

#[test]
fn programs_are_ranked_by_their_guards() {
    let mut dice = Dice(3);
    for (nodes, counters, blocks, others) in SIZES {
        let s = program(&mut dice, nodes, counters, blocks, others);
        let r = run(&s);
        assert!(r.unranked.is_empty(), "{r:?}");
        for round in &r.rounds {
            let Measure::Linear(f) = &round.measure else {
                panic!("{round:?}");
            };
            // Bound minus counter, not something with sizes or machine constants.
            for (_, f) in f {
                assert!(f.vars().count() == 2 && f.constant_part() == 0, "{round:?}");
                assert!(f.vars().all(|x| x < 2 * counters), "{round:?}");
            }
        }
    }
}

#[test]
fn hopeless_programs_are_given_up() {
    let mut dice = Dice(3);
    for (nodes, counters, blocks, others) in SIZES {
        let mut s = program(&mut dice, nodes, counters, blocks, others);
        // Nothing is decreased on the first edge any more.
        let mut edge = s.edges[0].clone();
        edge.id = EdgeId(s.edges.len());
        edge.to = edge.from;
        edge.target = s.nodes[edge.from.0].vars.iter().map(|x| (*x, v(*x))).collect();
        s.edges.push(edge);
        let r = run(&s);
        assert_eq!(r.unranked.len(), 1);
    }
}
