//! An independent judge: replays the rounds on a system, with every obligation tried on all
//! integer points of a small grid.

use crate::algebra::{Rel, Term, Var};
use crate::its::components::cyclic_components;
use crate::its::{Edge, NodeId, System};
use crate::ranking::{Measure, Ranking};
use std::collections::{BTreeMap, BTreeSet};

fn value(t: &Term, at: &BTreeMap<Var, i128>) -> i128 {
    t.parts().iter().map(|(m, c)| c * m.iter().map(|v| at[v]).product::<i128>()).sum()
}

/// All points of the grid that satisfy the edge's facts, with the target's values.
fn steps(edge: &Edge, source: &[Var], target: &[Var], reach: i128) -> Vec<(BTreeMap<Var, i128>, BTreeMap<Var, i128>)> {
    let mut vars: BTreeSet<Var> = source.iter().copied().collect();
    for a in &edge.facts {
        vars.extend(a.term.vars());
    }
    for (_, t) in &edge.target {
        vars.extend(t.vars());
    }
    let vars: Vec<Var> = vars.into_iter().collect();
    let unknown: Vec<Var> = target.iter().copied().filter(|v| edge.target.iter().all(|(w, _)| w != v)).collect();
    let count = vars.len() + unknown.len();
    let base = (2 * reach + 1) as u64;
    let mut all = Vec::new();
    for code in 0..base.pow(count as u32) {
        let mut rest = code;
        let mut digit = || {
            let d = (rest % base) as i128 - reach;
            rest /= base;
            d
        };
        let before: BTreeMap<Var, i128> = vars.iter().map(|v| (*v, digit())).collect();
        let holds = edge.facts.iter().all(|a| {
            let x = value(&a.term, &before);
            match a.rel {
                Rel::Eq => x == 0,
                Rel::Ne => x != 0,
                Rel::Le => x <= 0,
            }
        });
        if holds {
            let mut after: BTreeMap<Var, i128> = edge.target.iter().map(|(v, t)| (*v, value(t, &before))).collect();
            after.extend(unknown.iter().map(|v| (*v, digit())));
            all.push((before, after));
        }
    }
    all
}

/// Panics if the rounds are not a ranking argument for the system (on the grid).
pub(super) fn judge(system: &System, ranking: &Ranking, reach: i128) {
    assert!(ranking.unranked.is_empty(), "unranked: {:?}", ranking.unranked);
    let vars = |n: NodeId| system.nodes.iter().find(|m| m.id == n).unwrap().vars.clone();
    let mut left: Vec<&Edge> = system.edges.iter().collect();
    let size = system.nodes.len();
    let ends = |left: &[&Edge]| left.iter().map(|e| (e.from.0, e.to.0)).collect::<Vec<_>>();
    for round in &ranking.rounds {
        let nodes: Vec<NodeId> = match &round.measure {
            Measure::Linear(f) => f.iter().map(|(n, _)| *n).collect(),
            Measure::Nested(f) => f.iter().map(|(n, _)| *n).collect(),
        };
        let component: Vec<usize> = nodes.iter().map(|n| n.0).collect();
        assert!(cyclic_components(size, &ends(&left)).contains(&component), "{nodes:?} is no component");
        assert!(!round.removed.is_empty());
        assert!(round.removed.is_sorted());
        let inside: Vec<&Edge> =
            left.iter().copied().filter(|e| nodes.contains(&e.from) && nodes.contains(&e.to)).collect();
        for e in &round.removed {
            assert!(inside.iter().any(|f| f.id == *e), "{e:?} is not there");
        }
        for e in &inside {
            let removed = round.removed.contains(&e.id);
            for (before, after) in steps(e, &vars(e.from), &vars(e.to), reach) {
                let show = || format!("{round:?} on {:?} at {before:?} -> {after:?}", e.id);
                match &round.measure {
                    Measure::Linear(all) => {
                        let f = |n: NodeId| &all.iter().find(|(m, _)| *m == n).unwrap().1;
                        let (x, y) = (value(f(e.from), &before), value(f(e.to), &after));
                        assert!(x >= y, "increases: {}", show());
                        if removed {
                            assert!(x > y && x >= 0, "not removed: {}", show());
                        }
                    }
                    Measure::Nested(all) => {
                        assert!(removed);
                        let f = |n: NodeId| &all.iter().find(|(m, _)| *m == n).unwrap().1;
                        let mut previous = 0;
                        for (s, t) in f(e.from).iter().zip(f(e.to)) {
                            let (x, y) = (value(s, &before), value(t, &after));
                            assert!(x - y + previous >= 1, "nested: {}", show());
                            previous = x;
                        }
                        assert!(previous >= 0, "not bounded: {}", show());
                    }
                }
            }
        }
        left.retain(|e| !round.removed.contains(&e.id));
    }
    assert!(cyclic_components(size, &ends(&left)).is_empty(), "a cycle is left");
}
