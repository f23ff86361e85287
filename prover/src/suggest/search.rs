//! The search for a contract that suffices, and for a weaker one.

use super::candidates::Material;
use super::clause::Clauses;
use super::place::{self, Place};
use super::{Attempt, Effort, Subject, Suggestion, witness};
use crate::graph::{Failure, FailureKind};
use std::collections::{BTreeMap, BTreeSet};

/// Contracts that are tried until one suffices.
const MOST: usize = 120;
/// Contracts that are tried to make it weaker.
const WEAKER: usize = 60;
/// Clauses that are added one after the other.
const DEPTH: usize = 6;

/// The proof with a contract, as the command line makes it.
type Prove<'p> = dyn FnMut(&[String], Effort) -> Attempt + 'p;

/// Looks for a contract.
pub(super) fn run(subject: &Subject<'_>, material: &Material, failure: &Failure, prove: &mut Prove<'_>) -> Suggestion {
    let limits = material.limits();
    let mut search = Search { subject, material, limits, prove, seen: BTreeSet::new(), tried: 0, late: false };
    let start = Clauses::default();
    search.seen.insert(start.clone());
    let found = match failure.kind() {
        FailureKind::Unsupported | FailureKind::Internal => None,
        FailureKind::Unproved | FailureKind::Limit => search.extend(&start, failure, &mut vec![Place::of(failure)]),
    };
    let found = found.map(|found| search.weakened(found)).and_then(|found| search.confirmed(found));
    let because = match failure.kind() {
        FailureKind::Unsupported | FailureKind::Internal => Some("no clause of a contract changes this".to_owned()),
        _ if search.late => Some("the time was up (raise it with --timeout)".to_owned()),
        _ => None,
    };
    Suggestion { clauses: found.map(|found| found.texts()), tried: search.tried, because }
}

/// A search in progress.
struct Search<'a, 'p> {
    subject: &'a Subject<'a>,
    material: &'a Material,
    limits: BTreeMap<String, (i128, i128)>,
    prove: &'a mut Prove<'p>,
    /// What has been tried.
    seen: BTreeSet<Clauses>,
    tried: usize,
    late: bool,
}

impl Search<'_, '_> {
    /// Tries contracts that say more than this one, with which the proof fails here; `places`: where it failed with the
    /// contracts on the way. A contract with which it fails at one of these places again is not pursued.
    fn extend(&mut self, clauses: &Clauses, failure: &Failure, places: &mut Vec<Place>) -> Option<Clauses> {
        let here = places.last().cloned()?;
        let related = place::related(self.subject.program, self.subject.entry, failure);
        for next in self.material.candidates(clauses, here.memory, &related) {
            if self.late || self.tried >= MOST {
                return None;
            }
            if !self.seen.insert(next.clone()) || !witness::exists(&next, self.subject.given, &self.limits) {
                continue;
            }
            match self.tried(&next, Effort::Brief) {
                Attempt::Proved => return Some(next),
                Attempt::Failed(failure) => {
                    let place = Place::of(&failure);
                    // Where a limit is reached says nothing.
                    let limited = failure.kind() == FailureKind::Limit;
                    if limited || places.iter().any(|earlier| earlier.is_again(&place)) || places.len() >= DEPTH {
                        continue;
                    }
                    places.push(place);
                    let found = self.extend(&next, &failure, places);
                    places.pop();
                    if found.is_some() {
                        return found;
                    }
                }
                Attempt::Useless => {}
                Attempt::Late => self.late = true,
            }
        }
        None
    }

    fn tried(&mut self, clauses: &Clauses, effort: Effort) -> Attempt {
        self.tried += 1;
        (self.prove)(&clauses.texts(), effort)
    }

    /// The same with as few clauses, and as little memory to be written, as still suffice.
    fn weakened(&mut self, mut best: Clauses) -> Clauses {
        let last = self.tried + WEAKER;
        loop {
            let weaker = best.with_one_less().into_iter().chain(best.with_one_read_only());
            let mut found = None;
            for next in weaker {
                if self.late || self.tried >= last {
                    return best;
                }
                if !self.seen.insert(next.clone()) {
                    continue;
                }
                match self.tried(&next, Effort::Brief) {
                    Attempt::Proved => {
                        found = Some(next);
                        break;
                    }
                    Attempt::Failed(_) | Attempt::Useless => {}
                    Attempt::Late => self.late = true,
                }
            }
            match found {
                Some(next) => best = next,
                None => return best,
            }
        }
    }

    /// The contract, if it is proved as a user would prove it.
    fn confirmed(&mut self, found: Clauses) -> Option<Clauses> {
        matches!((self.prove)(&found.texts(), Effort::Full), Attempt::Proved).then_some(found)
    }
}
