//! K-NESTED (nested, or multiphase, ranking functions; Leike14): tuples whose first function decreases on every edge,
//! each later one once the function before it is negative, and whose last function is bounded.

use super::condition::{Condition, Side, holds};
use super::{Attempt, Component, Context, Measure, Ranked, Removal, Round, Task, View};
use crate::faults::{Fault, Faults};

/// The conditions of one edge.
fn conditions(faults: &Faults, piece: usize, depth: usize) -> Vec<Condition> {
    let first = i128::from(!faults.on(Fault::NestedTuple));
    let mut all = vec![Condition::decrease(piece, 0, first)];
    for i in 1..depth {
        let mut c = Condition::decrease(piece, i, 1);
        c.parts.push((i - 1, Side::Source, 1));
        all.push(c);
    }
    all.push(Condition::bounded(piece, depth - 1));
    all
}

/// A nested measure of the given length that removes all edges of the component.
pub(super) fn round(context: &mut Context, component: &Component, depth: usize, view: View) -> Ranked {
    let task = Task::new(context, component, depth, view);
    let live = context.live(component).into_iter();
    let faults = context.limits.faults.clone();
    let all: Vec<Condition> = live.flat_map(|p| conditions(&faults, p, depth)).collect();
    let mut hard = false;
    for support in &task.supports {
        match attempt(context, component, &task, support, depth, &all).unwrap_or(Attempt::TooHard) {
            Attempt::Found(round) => return Attempt::Found(Removal { round, removed: component.pieces.clone() }),
            Attempt::NoneExists => {}
            Attempt::TooHard => hard = true,
        }
    }
    if hard { Attempt::TooHard } else { Attempt::NoneExists }
}

/// One search; none where a number became too large, or the coefficients found are of no use.
fn attempt(
    context: &mut Context,
    component: &Component,
    task: &Task,
    support: &[usize],
    depth: usize,
    all: &[Condition],
) -> Option<Attempt<Round>> {
    let mut search = task.search(context, support, all.to_vec())?;
    let u = match task.run(context, &mut search) {
        Attempt::Found(u) => u,
        Attempt::NoneExists => return Some(Attempt::NoneExists),
        Attempt::TooHard => return None,
    };
    let fine = task
        .candidates(context, &u)?
        .into_iter()
        .find(|u| all.iter().all(|c| holds(context, &task.exact, c, u) == Some(true)))?;
    let tuple = |n: usize| -> Option<_> {
        let functions = (0..depth).map(|i| task.exact.function(context.nodes, i, n, &fine));
        Some((context.nodes[n].id, functions.collect::<Option<_>>()?))
    };
    let tuples = component.nodes.iter().map(|n| tuple(*n));
    Some(Attempt::Found(Round {
        measure: Measure::Nested(tuples.collect::<Option<_>>()?),
        removed: context.ids(&component.pieces),
    }))
}
