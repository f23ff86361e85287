//! K-LINEAR: one affine function per node that no edge of the component increases and that removes at least one edge
//! (strict decrease, bounded from below).
//!
//! Removing one edge after another is complete for lexicographic tuples in which an edge needs a bound only where it is
//! removed (Bradley05; "BMS" tuples in BenAmram15).

use super::condition::{Condition, holds};
use super::{Attempt, Component, Context, Measure, Ranked, Removal, Round, Task, View};
use crate::faults::Fault;
use crate::linear::Vector;

/// The conditions under which an edge is removed.
fn removal(context: &Context, piece: usize) -> [Condition; 2] {
    let faults = &context.limits.faults;
    let decrease = i128::from(!faults.on(Fault::NotDecreasing));
    let mut bounded = Condition::bounded(piece, 0);
    if faults.on(Fault::NotBounded) {
        bounded.parts.clear();
    }
    [Condition::decrease(piece, 0, decrease), bounded]
}

/// One linear round for the component: a measure that removes all edges at once, or else one edge and as many others as
/// possible; with few variables first, then with all.
pub(super) fn round(context: &mut Context, component: &Component, view: View) -> Ranked {
    let task = Task::new(context, component, 1, view);
    let live = context.live(component);
    let mut hard = false;
    let small = task.supports.len() - 1;
    for supports in [&task.supports[..small], &task.supports[small..]] {
        for search in [all_edges, some_edge] {
            for support in supports {
                match search(context, component, &task, support, &live) {
                    Attempt::NoneExists => {}
                    Attempt::TooHard => hard = true,
                    found => return found,
                }
            }
        }
    }
    if hard { Attempt::TooHard } else { Attempt::NoneExists }
}

/// A measure that removes all edges.
fn all_edges(context: &mut Context, component: &Component, task: &Task, support: &[usize], live: &[usize]) -> Ranked {
    let conditions = live.iter().flat_map(|p| removal(context, *p)).collect();
    let Some(mut search) = task.search(context, support, conditions) else {
        return Attempt::TooHard;
    };
    match task.run(context, &mut search) {
        Attempt::Found(u) => finish(context, component, task, &u).map_or(Attempt::TooHard, Attempt::Found),
        Attempt::NoneExists => Attempt::NoneExists,
        Attempt::TooHard => Attempt::TooHard,
    }
}

/// A measure that removes at least one edge.
fn some_edge(context: &mut Context, component: &Component, task: &Task, support: &[usize], live: &[usize]) -> Ranked {
    let increasing = context.limits.faults.on(Fault::Increasing);
    let kept = live.iter().filter(|_| !increasing);
    let base = kept.map(|p| Condition::decrease(*p, 0, 0));
    let Some(start) = task.search(context, support, base.collect()) else {
        return Attempt::TooHard;
    };
    let mut hard = false;
    for (i, p) in live.iter().enumerate() {
        let mut search = start.clone();
        search.conditions.extend(removal(context, *p));
        let mut u = match task.run(context, &mut search) {
            Attempt::Found(u) => u,
            Attempt::NoneExists => continue,
            Attempt::TooHard => {
                hard = true;
                continue;
            }
        };
        // Earlier edges cannot be removed now. Removes as many of the later ones as possible.
        for q in &live[i + 1..] {
            let mut more = search.clone();
            more.conditions.extend(removal(context, *q));
            if let Attempt::Found(v) = task.run(context, &mut more) {
                (search, u) = (more, v);
            }
        }
        match finish(context, component, task, &u) {
            Some(found) => return Attempt::Found(found),
            None => hard = true,
        }
    }
    if hard { Attempt::TooHard } else { Attempt::NoneExists }
}

/// Rounds the coefficients to integers, and checks them edge by edge. Returns the edges that they remove.
fn finish(context: &mut Context, component: &Component, task: &Task, u: &Vector) -> Option<Removal> {
    let mut best: Option<(Vector, Vec<usize>)> = None;
    for candidate in task.candidates(context, u)? {
        let removed = removed_by(context, component, task, &candidate).unwrap_or_default();
        if removed.len() > best.as_ref().map_or(0, |(_, r)| r.len()) {
            best = Some((candidate, removed));
        }
    }
    let (u, removed) = best?;
    let mut functions = Vec::new();
    for n in &component.nodes {
        let f = task.exact.function(context.nodes, 0, *n, &u)?;
        functions.push((context.nodes[*n].id, f));
    }
    let round = Round { measure: Measure::Linear(functions), removed: context.ids(&removed) };
    Some(Removal { round, removed })
}

/// The edges that integer coefficients remove; empty if some edge may increase.
fn removed_by(context: &mut Context, component: &Component, task: &Task, u: &Vector) -> Option<Vec<usize>> {
    let mut removed = Vec::new();
    for p in &component.pieces {
        let [strict, bounded] = removal(context, *p);
        let mut check = |c: &Condition| holds(context, &task.exact, c, u);
        if check(&strict)? {
            if check(&bounded)? {
                removed.push(*p);
            }
        } else if !check(&Condition::decrease(*p, 0, 0))? && !context.limits.faults.on(Fault::Increasing) {
            return Some(Vec::new());
        }
    }
    Some(removed)
}
