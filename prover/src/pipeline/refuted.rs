//! When runs that violate a property are searched for, and for how long.
//!
//! Where the first attempt to prove fails (in programs with linked structures: briefly after the first one, longer after
//! the second), and once more where all have failed, `refute` looks for a run that violates what is not proved. An error
//! ends the search for a proof; a run that does not end leaves memory safety to the other attempts. Where memory safety is
//! proved and no ranking function is found, `endless` strengthens the graph that is there until no run leaves it, and
//! `certify::closed` writes it.

use super::{Proof, Task};
use crate::graph::{Failure, FailureKind, Graph, Site};
use crate::program::Program;
use crate::refute::{self, Attack, LoopRound, Share, Violation};
use crate::rules::{Context, GoalKind, NoEnd};
use certificates::{Overflow, Properties};
use std::time::Instant;

/// The property that is open once memory safety is proved.
pub(super) const TERMINATION: Properties = Properties { memory_safety: false, no_overflow: false, termination: true };

/// The searches for runs that violate a property, between attempts and after them.
pub(super) struct Runs<'a> {
    program: &'a Program,
    task: &'a Task,
    begin: Instant,
    /// The time shares of the searches after the next attempts.
    shares: std::slice::Iter<'static, Share>,
    /// Endless runs that were found while memory safety was still open.
    unended: Vec<Violation>,
}

impl<'a> Runs<'a> {
    /// Plans the searches. A wrong program is often found at once, which saves the other attempts. The first attempt
    /// does not know linked structures, so its failure says little in a program that has some, and the search after it
    /// is short.
    pub(super) fn new(program: &'a Program, task: &'a Task) -> Runs<'a> {
        const PLAIN: &[Share] = &[Share::First];
        const LINKED: &[Share] = &[Share::Moment, Share::First];
        const CALLED: &[Share] = &[Share::Glance];
        let shares = match (&task.contract, program.shapes.is_empty()) {
            (Some(_), _) => CALLED,
            (None, true) => PLAIN,
            (None, false) => LINKED,
        }
        .iter();
        Runs { program, task, begin: Instant::now(), shares, unended: Vec::new() }
    }

    /// Searches after an attempt that leaves something open. Returns the answer if a run decides it, otherwise the
    /// attempt's result. `best`: the best result of earlier attempts.
    pub(super) fn after(&mut self, proof: Proof, best: Option<&Proof>) -> Result<Proof, Box<Proof>> {
        if let Some(violation) = self.unended.first()
            && proof.certificate.is_some()
        {
            let endless_because = Some(endless(violation));
            return Ok(Proof { endless_because, violations: std::mem::take(&mut self.unended), ..proof });
        }
        if let Some(share) = self.shares.next() {
            // No run violates what an earlier attempt has proved.
            let known = best.filter(|b| b.certificate.is_some()).unwrap_or(&proof);
            let violations = self.search(known, *share);
            // An endless run says nothing about memory safety.
            let safety = |v: &Violation| !v.refutation.claim.properties.termination;
            if violations.iter().any(safety) || !violations.is_empty() && proof.certificate.is_some() {
                return Ok(Proof { violations, ..proof });
            }
            self.unended.extend(violations);
        }
        Err(Box::new(proof))
    }

    /// Searches after all attempts, and returns the best result with the runs that violate what it leaves open.
    pub(super) fn last(mut self, best: Proof) -> Proof {
        let mut violations = self.search(&best, Share::Last);
        violations.append(&mut self.unended);
        let round = if violations.is_empty() { self.round(&best) } else { None };
        Proof { violations, round, ..best }
    }

    /// A round of the loop for which no ranking function was found.
    fn round(&self, best: &Proof) -> Option<LoopRound> {
        let failure = best.endless_because.as_ref().filter(|failure| failure.kind() == FailureKind::Unproved)?;
        let attack = attack(self.program, self.task, TERMINATION, Share::Last, self.begin)?;
        refute::Runs::new(self.program, &attack).round(&failure.function, failure.location.as_ref()?)
    }

    /// Searches for runs that violate what the proof leaves open. One endless run is enough.
    fn search(&self, proof: &Proof, share: Share) -> Vec<Violation> {
        let goals = open(self.task, proof);
        let goals = Properties { termination: goals.termination && self.unended.is_empty(), ..goals };
        refuted(self.program, self.task, goals, share, self.begin)
    }
}

/// The properties that a proof leaves open.
fn open(task: &Task, proof: &Proof) -> Properties {
    let memory_safety = proof.unsafe_because.is_some();
    let no_overflow = memory_safety && task.overflow == Overflow::Error;
    Properties { memory_safety, no_overflow, termination: true }
}

/// The search for runs that violate these properties; `None` if none is wanted.
fn attack<'a>(
    program: &Program,
    task: &'a Task,
    goals: Properties,
    share: Share,
    begin: Instant,
) -> Option<Attack<'a>> {
    // Calls that satisfy a contract are searched last, so that the search costs hardly anything where a proof is found.
    let late = matches!(share, Share::Glance | Share::Last);
    let most = task.refute.filter(|_| task.contract.is_none() || late)?;
    let goals = Properties { termination: goals.termination && !program.said_to_return, ..goals };
    let attack = Attack {
        entry: &task.entry,
        precondition: task.contract.as_ref().map(|contract| contract.text.as_str()),
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

/// The runs found that violate these properties.
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

/// An endless run, found as a recurrent set (`endless`) in a graph in which no error can be reached.
pub(super) fn unending(
    program: &Program,
    task: &Task,
    graph: &Graph,
    cx: &mut Context<'_>,
    begin: Instant,
) -> Option<Violation> {
    let now = Instant::now();
    let mut attack = attack(program, task, TERMINATION, Share::Last, now).filter(|a| a.goals.termination)?;
    task.progress.enter("in the search for runs that do not end");
    if task.contract.is_some() {
        // A later attempt may prove it.
        const PART: u32 = 5;
        attack.deadline = attack.deadline.min(now + begin.elapsed() / PART);
        let glance = refuted(program, task, TERMINATION, Share::Glance, begin);
        if let Some(violation) = glance.into_iter().next() {
            return Some(violation);
        }
    }
    cx.engine.stop_at(Some(attack.deadline));
    let found = crate::endless::search(program, &attack, graph, cx);
    cx.engine.stop_at(Some(task.deadline));
    found
}

/// The failure of a proof of termination that this endless run refutes.
pub(super) fn endless(violation: &Violation) -> Failure {
    let (function, location) = (violation.function.clone(), violation.location.clone());
    let site = Site { function, location, instruction: String::new() };
    Failure::new(GoalKind::LoopEnds(NoEnd::Forever), site)
}
