//! When runs that violate a property are searched for, and for how long.

use super::{Proof, Task};
use crate::graph::{Failure, Graph, Site};
use crate::program::Program;
use crate::refute::{self, Attack, Share, Violation};
use crate::rules::{Context, GoalKind, NoEnd};
use certificates::{Overflow, Properties};
use std::time::Instant;

/// What is open when memory safety is proved.
pub(super) const TERMINATION: Properties = Properties { memory_safety: false, no_overflow: false, termination: true };

/// What a proof leaves open.
pub(super) fn open(task: &Task, proof: &Proof) -> Properties {
    let memory_safety = proof.unsafe_because.is_some();
    let no_overflow = memory_safety && task.overflow == Overflow::Error;
    Properties { memory_safety, no_overflow, termination: true }
}

/// An attack on these properties, if any is wanted.
fn attack<'a>(
    program: &Program,
    task: &'a Task,
    goals: Properties,
    share: Share,
    begin: Instant,
) -> Option<Attack<'a>> {
    // Which calls satisfy a contract is not known here.
    let most = task.refute.filter(|_| task.contract.is_none())?;
    let goals = Properties { termination: goals.termination && !program.said_to_return, ..goals };
    let attack = Attack {
        entry: &task.entry,
        overflow: task.overflow,
        data_model: task.data_model,
        malloc_may_fail: task.malloc_may_fail,
        goals,
        fault: task.faults.chosen(),
        steps: 0,
        deadline: task.deadline,
    };
    Some(attack.limited(share, begin, most))
}

/// Searches for runs that violate these properties.
pub(super) fn refuted(
    program: &Program,
    task: &Task,
    goals: Properties,
    share: Share,
    begin: Instant,
) -> Vec<Violation> {
    let Some(attack) = attack(program, task, goals, share, begin) else { return Vec::new() };
    task.progress.enter("in the search for a run that violates a property");
    refute::search(program, &attack)
}

/// A run that goes on forever in a graph in which there is no error.
pub(super) fn unending(program: &Program, task: &Task, graph: &Graph, cx: &mut Context<'_>) -> Option<Violation> {
    let attack = attack(program, task, TERMINATION, Share::Last, Instant::now()).filter(|a| a.goals.termination)?;
    task.progress.enter("in the search for runs that do not end");
    cx.engine.stop_at(Some(attack.deadline));
    let found = crate::endless::search(program, &attack, graph, cx);
    cx.engine.stop_at(Some(task.deadline));
    found
}

/// Termination cannot be proved: this run goes on forever.
pub(super) fn endless(violation: &Violation) -> Failure {
    let (function, location) = (violation.function.clone(), violation.location.clone());
    let site = Site { function, location, instruction: String::new() };
    Failure::new(GoalKind::LoopEnds(NoEnd::Forever), site)
}
