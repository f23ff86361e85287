//! K-NESTED: tuples whose first function decreases on every edge, each later one once the
//! function before it is negative, and whose last is bounded (Leike, Heizmann, TACAS 2014).

use super::condition::{Condition, Layout, Side, holds};
use super::integer::{candidates, functions};
use super::search::Search;
use super::{Attempt, Component, Context, Measure, Round};

/// The conditions of one edge.
fn conditions(piece: usize, depth: usize) -> Vec<Condition> {
    let mut all = vec![Condition::decrease(piece, 0, 1)];
    for i in 1..depth {
        let mut c = Condition::decrease(piece, i, 1);
        c.parts.push((i - 1, Side::Source, 1));
        all.push(c);
    }
    all.push(Condition::bounded(piece, depth - 1));
    all
}

/// A nested measure of the given length that removes all edges of the component.
pub fn round(context: &mut Context, component: &Component, depth: usize) -> Attempt {
    let layout = Layout::new(context, component, depth);
    if layout.unknowns > context.limits.unknowns {
        return Attempt::TooHard;
    }
    let constants = layout.constants(context, component);
    let all: Vec<Condition> = component
        .pieces
        .iter()
        .filter(|p| !context.pieces[**p].is_empty())
        .flat_map(|p| conditions(*p, depth))
        .collect();
    let mut search = Search::new(&layout, &constants, all.clone());
    let u = match search.run(context, &layout) {
        Some(Some(u)) => u,
        Some(None) => return Attempt::NoneExists,
        None => return Attempt::TooHard,
    };
    for candidate in candidates(&u, &constants) {
        let fine = all
            .iter()
            .all(|c| holds(context, &layout, c, &candidate) == Some(true));
        if !fine {
            continue;
        }
        let mut tuples: Vec<(usize, Vec<_>)> = component
            .nodes
            .iter()
            .map(|n| (context.nodes[*n].id, Vec::new()))
            .collect();
        for place in 0..depth {
            let Some(fs) = functions(context, component, &layout, place, &candidate) else {
                return Attempt::TooHard;
            };
            for (tuple, (_, f)) in tuples.iter_mut().zip(fs) {
                tuple.1.push(f);
            }
        }
        let round = Round {
            measure: Measure::Nested(tuples),
            removed: component
                .pieces
                .iter()
                .map(|p| context.pieces[*p].edge)
                .collect(),
        };
        return Attempt::Found(round, component.pieces.clone());
    }
    Attempt::TooHard
}
