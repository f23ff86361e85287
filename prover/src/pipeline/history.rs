//! The attempts that were made on a program, how they ended, and whose result is the answer.

use super::Proof;
use super::plan::{Attempt, Name};
use crate::entail::Statistics;
use crate::graph::{FailureKind, Reason};
use crate::progress::Tally;
use crate::rules::{GoalKind, NoEnd};
use std::time::Duration;

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Everything is proved.
    Proved,
    /// A run violates a property.
    Violated,
    /// Something is not proved, for a reason of this kind.
    Failed(FailureKind),
}

impl End {
    /// The word for it in reports.
    pub(crate) fn word(self) -> &'static str {
        match self {
            End::Proved => "proved",
            End::Violated => "violated",
            End::Failed(FailureKind::Unproved) => "unproved",
            End::Failed(FailureKind::Unsupported) => "unsupported",
            End::Failed(FailureKind::Limit) => "limit",
            End::Failed(FailureKind::Internal) => "internal",
        }
    }

    /// How the attempt with this result ended.
    fn of(proof: &Proof) -> End {
        match proof.failure(true) {
            _ if !proof.violations.is_empty() => End::Violated,
            None => End::Proved,
            Some(failure) => End::Failed(failure.kind()),
        }
    }
}

/// The work and time that an attempt took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    /// The number of explorations: one, and one more for each new guess of what cells own.
    pub(crate) rounds: usize,
    pub(crate) tally: Tally,
    pub(crate) queries: Statistics,
    /// Time of the search for a complete graph.
    pub(crate) exploring: Duration,
    /// Time of the search for ranking functions.
    pub(crate) ranking: Duration,
    /// Time of searches for runs that violate a property.
    pub(crate) refuting: Duration,
    /// Time of writing certificates.
    pub(crate) writing: Duration,
    /// Time of everything together.
    pub(crate) total: Duration,
}

impl Spent {
    fn add(&mut self, other: &Spent) {
        self.rounds += other.rounds;
        self.tally.add(&other.tally);
        self.queries.add(&other.queries);
        self.exploring += other.exploring;
        self.ranking += other.ranking;
        self.refuting += other.refuting;
        self.writing += other.writing;
        self.total += other.total;
    }
}

/// An attempt that was made, and how it ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    pub(crate) name: Name,
    pub(crate) end: End,
    /// Whether memory safety was proved.
    pub(crate) certified: bool,
    pub(crate) spent: Spent,
    /// Whether it folded linked structures.
    structures: bool,
    /// Whether its graph was complete, but too large for the search for a ranking argument.
    unranked: bool,
}

impl Tried {
    pub(super) fn new(attempt: &Attempt, proof: &Proof, spent: Spent) -> Tried {
        Tried {
            name: attempt.name,
            end: End::of(proof),
            certified: proof.certificate.is_some(),
            spent,
            structures: attempt.policy.structures,
            unranked: proof.failure(true).is_some_and(|failure| is_hard_to_rank(&failure.reason)),
        }
    }

    fn is_limited(&self) -> bool {
        self.end == End::Failed(FailureKind::Limit)
    }
}

/// Whether the search for a ranking argument reached its limit.
fn is_hard_to_rank(reason: &Reason) -> bool {
    let Reason::Unproved(goal) = reason else { return false };
    matches!(goal.kind, GoalKind::LoopEnds(NoEnd::TooHard(_)) | GoalKind::RecursionEnds(NoEnd::TooHard(_)))
}

/// The attempts that were made, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    tried: Vec<Tried>,
    /// Time of the search for runs after the last attempt.
    pub(crate) refuting: Duration,
}

impl History {
    pub(super) fn push(&mut self, tried: Tried) {
        self.tried.push(tried);
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut Tried> {
        self.tried.last_mut()
    }

    /// The attempts, in the order in which they were made.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Tried> {
        self.tried.iter()
    }

    /// What all attempts took together, including the search for runs after the last one.
    pub(crate) fn spent(&self) -> Spent {
        let mut sum = Spent { refuting: self.refuting, total: self.refuting, ..Spent::default() };
        self.tried.iter().for_each(|tried| sum.add(&tried.spent));
        sum
    }

    /// Whether nothing was tried but the contracts of callees.
    pub(super) fn is_empty(&self) -> bool {
        self.tried.iter().all(|tried| tried.name == Name::Composed)
    }

    /// Whether this attempt was made.
    pub(super) fn has(&self, name: Name) -> bool {
        self.tried.iter().any(|tried| tried.name == name)
    }

    /// Whether one of these attempts ran into a limit.
    pub(super) fn was_limited(&self, names: &[Name]) -> bool {
        self.tried.iter().any(|tried| tried.is_limited() && names.contains(&tried.name))
    }

    /// Whether one of these attempts followed too many paths: it ran into a limit, or ranking what it found did.
    pub(super) fn was_too_large(&self, names: &[Name]) -> bool {
        self.was_limited(names) || self.tried.iter().any(|tried| tried.unranked && names.contains(&tried.name))
    }
}

/// The better of two results, the later of which comes from the last attempt. A result with a certificate wins, the
/// earlier one if both have one. Without certificates, the later wins if its failure says more about what is missing.
pub(super) fn choose(best: Option<Proof>, next: Proof, history: &History) -> Proof {
    let (Some(best), Some(last)) = (best, history.tried.last()) else { return next };
    if best.certificate.is_some() {
        return best;
    }
    // What fails with the contracts of callees says nothing about the program.
    if best.attempt == Some(Name::Composed) {
        return next;
    }
    let was_limited = best.failure(true).is_some_and(|failure| failure.kind() == FailureKind::Limit);
    // An attempt without linked structures fails early in a program that has some, so its failure says little.
    let linked_limited = history.tried.iter().any(|tried| tried.structures && tried.is_limited());
    let wins = next.certificate.is_some()
        || was_limited && (last.structures || !linked_limited)
        || last.structures && !last.is_limited()
        // An internal error is reported, unless an earlier attempt proved something.
        || last.end == End::Failed(FailureKind::Internal);
    if wins { next } else { best }
}
