//! Searches for a contract that suffices, and then for a weaker one.

use super::candidates::Material;
use super::clause::Clauses;
use super::place::{self, Place};
use super::{Attempt, Effort, Partial, Subject, Suggestion, witness};
use crate::graph::{Failure, FailureKind};
use std::collections::{BTreeMap, BTreeSet};

/// The number of contracts that are tried until one suffices.
const MOST: usize = 120;
/// The number of contracts that are tried in order to weaken one.
const WEAKER: usize = 60;
/// The number of clauses that are added one after the other.
const DEPTH: usize = 6;

/// Makes a proof with a contract, as the command line would.
type Prove<'p> = dyn FnMut(&[String], Effort) -> Attempt + 'p;

/// Looks for a contract.
pub(super) fn run(subject: &Subject<'_>, material: &Material, failure: &Failure, prove: &mut Prove<'_>) -> Suggestion {
    let limits = material.limits();
    let mut search =
        Search { subject, material, limits, prove, seen: BTreeSet::new(), tried: 0, late: false, furthest: None };
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
    let furthest = search.furthest.filter(|_| found.is_none());
    let partial = furthest.map(|(_, clauses, failure)| Partial {
        clauses: clauses.texts(),
        location: failure.location.clone(),
        reason: (subject.words)(&failure),
    });
    Suggestion { clauses: found.map(|found| found.texts()), partial, tried: search.tried, because }
}

/// The state of a search.
struct Search<'a, 'p> {
    subject: &'a Subject<'a>,
    material: &'a Material,
    limits: BTreeMap<String, (i128, i128)>,
    prove: &'a mut Prove<'p>,
    /// The contracts that have been tried.
    seen: BTreeSet<Clauses>,
    tried: usize,
    late: bool,
    /// The contract with which the proof failed last on its way, the number of places where it had failed before, and
    /// where it failed then.
    furthest: Option<(usize, Clauses, Failure)>,
}

impl Search<'_, '_> {
    /// Tries stronger contracts than this one, with which the proof fails here. `places`: where the proof failed with
    /// each contract on the way. A contract with which it fails again at one of these places is not pursued.
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
                    // A place where a limit is reached says nothing about what is missing.
                    let limited = failure.kind() == FailureKind::Limit;
                    if limited || places.iter().any(|earlier| earlier.is_again(&place)) || places.len() >= DEPTH {
                        continue;
                    }
                    let further = self.furthest.as_ref().is_none_or(|(depth, ..)| *depth < places.len());
                    if further && places.iter().all(|earlier| earlier.is_elsewhere(&place)) {
                        self.furthest = Some((places.len(), next.clone(), (*failure).clone()));
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

    /// The contract with as few clauses, and as little writable memory, as the proof still needs.
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

    /// The contract, if the proof also succeeds as a user would make it.
    fn confirmed(&mut self, found: Clauses) -> Option<Clauses> {
        matches!((self.prove)(&found.texts(), Effort::Full), Attempt::Proved).then_some(found)
    }
}
