//! K-LINEAR: one affine function per node that no edge of the component increases and that
//! removes at least one edge (strict decrease, bounded from below).
//!
//! Asking for the removal of one edge after another is complete for lexicographic tuples in which
//! each edge needs a bound only where it is removed (Ben-Amram, Genaim, CAV 2015, "BMS" tuples).

use super::condition::{Condition, Layout, holds};
use super::integer::{candidates, functions};
use super::lp::Vector;
use super::search::Search;
use super::{Attempt, Component, Context, Measure, Round};

/// The conditions under which an edge is removed.
fn removal(piece: usize) -> [Condition; 2] {
    [
        Condition::decrease(piece, 0, 1),
        Condition::bounded(piece, 0),
    ]
}

/// One linear round for the component.
pub fn round(context: &mut Context, component: &Component) -> Attempt {
    let layout = Layout::new(context, component, 1);
    if layout.unknowns > context.limits.unknowns {
        return Attempt::TooHard;
    }
    let constants = layout.constants(context, component);
    let live: Vec<usize> = component
        .pieces
        .iter()
        .copied()
        .filter(|p| !context.pieces[*p].is_empty())
        .collect();
    let mut hard = false;
    // All edges at once: the simplest argument, if there is one.
    let all = live.iter().flat_map(|p| removal(*p)).collect();
    let mut whole = Search::new(&layout, &constants, all);
    match whole.run(context, &layout) {
        Some(Some(u)) => {
            if let Some(found) = finish(context, component, &layout, &constants, &u) {
                return found;
            }
            hard = true;
        }
        Some(None) => {}
        None => hard = true,
    }
    let base: Vec<Condition> = live.iter().map(|p| Condition::decrease(*p, 0, 0)).collect();
    let start = Search::new(&layout, &constants, base);
    for (i, p) in live.iter().enumerate() {
        let mut search = start.clone();
        search.conditions.extend(removal(*p));
        let mut u = match search.run(context, &layout) {
            Some(Some(u)) => u,
            Some(None) => continue,
            None => {
                hard = true;
                continue;
            }
        };
        // Edges before this one cannot be removed now; take along as many of the others as fit.
        for q in &live[i + 1..] {
            let mut more = search.clone();
            more.conditions.extend(removal(*q));
            if let Some(Some(v)) = more.run(context, &layout) {
                (search, u) = (more, v);
            }
        }
        match finish(context, component, &layout, &constants, &u) {
            Some(found) => return found,
            None => hard = true,
        }
    }
    if hard {
        Attempt::TooHard
    } else {
        Attempt::NoneExists
    }
}

/// Integer coefficients, checked edge by edge; the edges that they remove.
fn finish(
    context: &mut Context,
    component: &Component,
    layout: &Layout,
    constants: &[usize],
    u: &Vector,
) -> Option<Attempt> {
    let mut best: Option<(Vector, Vec<usize>)> = None;
    for candidate in candidates(u, constants) {
        let removed = removed_by(context, component, layout, &candidate).unwrap_or_default();
        if removed.len() > best.as_ref().map_or(0, |(_, r)| r.len()) {
            best = Some((candidate, removed));
        }
    }
    let (u, removed) = best?;
    let round = Round {
        measure: Measure::Linear(functions(context, component, layout, 0, &u)?),
        removed: removed.iter().map(|p| context.pieces[*p].edge).collect(),
    };
    Some(Attempt::Found(round, removed))
}

/// The edges that integer coefficients remove; empty if some edge may increase.
fn removed_by(
    context: &mut Context,
    component: &Component,
    layout: &Layout,
    u: &Vector,
) -> Option<Vec<usize>> {
    let mut removed = Vec::new();
    for p in &component.pieces {
        if !holds(context, layout, &Condition::decrease(*p, 0, 0), u)? {
            return Some(Vec::new());
        }
        let [strict, bounded] = removal(*p);
        if holds(context, layout, &strict, u)? && holds(context, layout, &bounded, u)? {
            removed.push(*p);
        }
    }
    Some(removed)
}
