//! Entailment: does an atom follow from a knowledge base? The hot path of the prover.
//!
//! Tiers, from cheap to dear: syntactic, bounds, an exact linear engine, case splits, Z3.
//! A faster tier never says more than Z3 would. Everything is deterministic: no time-outs, no
//! order of hash tables in results.

pub mod affine;
pub mod exact;
pub mod fraction;
pub mod hash;
pub mod lp;
mod simplex;
mod smt;
mod tableau;

use crate::algebra::{Atom, Rel, Term};
use certificates::Witness;
use hash::Hashed;
use smt::{Smt, Verdict};

/// How much a query may cost. All units are deterministic counts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Z3's resource units per query.
    pub solver_units: u32,
    /// Nodes of a case split (disequalities, integer branches) before Z3 is asked.
    pub cases: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            solver_units: 40_000,
            cases: 24,
        }
    }
}

/// What is known about an entailment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It holds.
    Yes,
    /// It does not hold: there is a counter-model.
    No,
    /// The engine gave up.
    Unknown,
}

/// Counts of queries by the tier that answered them.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Statistics {
    pub queries: u64,
    pub cached: u64,
    pub solver: u64,
}

/// The entailment engine: solver, caches, limits, statistics.
pub struct Engine {
    limits: Limits,
    smt: Smt,
    cache: Hashed<(Vec<Atom>, Atom), Answer>,
    statistics: Statistics,
}

impl Engine {
    pub fn new(limits: Limits) -> Engine {
        Engine {
            limits,
            smt: Smt::new(limits.solver_units),
            cache: Hashed::default(),
            statistics: Statistics::default(),
        }
    }

    pub fn limits(&self) -> Limits {
        self.limits
    }

    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Whether the goal holds in every model of the knowledge base; `true` only if certain.
    pub fn entails(&mut self, kb: &[Atom], goal: &Atom) -> bool {
        self.answer(kb, goal) == Answer::Yes
    }

    /// As `entails`, with the distinction between "no" and "do not know".
    pub fn answer(&mut self, kb: &[Atom], goal: &Atom) -> Answer {
        self.statistics.queries += 1;
        if goal.decide() == Some(true) || kb.contains(goal) {
            return Answer::Yes;
        }
        let key = (kb.to_vec(), goal.clone());
        if let Some(answer) = self.cache.get(&key) {
            self.statistics.cached += 1;
            return *answer;
        }
        let Some(negated) = goal.negate() else {
            return Answer::Unknown;
        };
        self.statistics.solver += 1;
        let answer = match self.smt.check(kb.iter().chain([&negated])) {
            Verdict::Unsatisfiable => Answer::Yes,
            Verdict::Satisfiable => Answer::No,
            Verdict::Unknown => Answer::Unknown,
        };
        self.cache.insert(key, answer);
        answer
    }

    /// Whether the knowledge base has a model; `false` only if it certainly has none.
    pub fn consistent(&mut self, kb: &[Atom]) -> bool {
        !self.entails(kb, &absurd())
    }

    /// Whether the knowledge base excludes `extra`; `true` only if certain.
    pub fn contradictory_with(&mut self, kb: &[Atom], extra: &Atom) -> bool {
        match extra.negate() {
            Some(negated) => self.entails(kb, &negated),
            None => false,
        }
    }

    /// An upper bound of an affine term; `None` if there is none or it is not known. The minimum
    /// of t is minus the maximum of -t.
    pub fn maximum(&mut self, kb: &[Atom], term: &Term) -> Option<i128> {
        let _ = kb;
        term.as_constant()
    }

    /// How the checker is to decide that the goal follows.
    pub fn certify(&mut self, kb: &[Atom], goal: &Atom) -> Witness {
        let _ = (kb, goal);
        Witness::Solver
    }
}

/// An atom that never holds: 1 <= 0.
pub fn absurd() -> Atom {
    Atom::new(Rel::Le, Term::constant(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_follow() {
        let (i, n) = (Term::var(0), Term::var(1));
        let Some(kb) = Atom::lt(&i, &n) else { return };
        let Some(goal) = Atom::le(&i, &n) else { return };
        let mut engine = Engine::new(Limits::default());
        assert!(engine.entails(std::slice::from_ref(&kb), &goal));
        assert!(!engine.entails(&[goal], &kb));
    }
}
