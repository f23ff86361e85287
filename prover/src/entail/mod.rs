//! Entailment: whether an atom follows from a knowledge base. This is the hot path of the prover.
//!
//! Tiers, cheapest first: syntactic checks and bounds, integer models, an exact simplex, case splits (`query`), Z3
//! (`smt`). A faster tier never says more than Z3 would. Everything is deterministic: results do not depend on the
//! order of hash tables (rustc's, which have no random state). There are two timeouts. After `stop_at` every answer
//! is "unknown", and the caller must discard results obtained after it. A query about products that Z3 does not count the
//! steps of is given up after seconds (`smt`), which no query comes near that ends by its units.
//!
//! Knowledge bases grow by appending along a path. The engine keeps the prepared form of recent ones, and extends the
//! one with the longest common prefix.

mod cone;
mod echelon;
mod farkas;
mod models;
mod prepared;
mod products;
mod query;
mod smt;
mod store;
#[cfg(test)]
mod tests;

use crate::algebra::{Atom, Rel, Term, Var};
use certificates::Witness;
use query::Found;
use smt::{Smt, Values, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use store::Store;

/// Limits of a query. All units are deterministic counts.
#[derive(Clone, Copy, Debug)]
pub struct QueryLimits {
    /// Z3's resource units per query.
    pub solver_units: u32,
    /// Total number of queries to Z3; beyond, what only Z3 could decide is unknown.
    pub solver_queries: u64,
    /// Atoms of a query to Z3, at most: with more it would not answer within its units.
    pub solver_atoms: usize,
    /// Nodes of a case split (disequalities, integer branches) before Z3 is asked.
    pub cases: u32,
    /// Approximate bytes of prepared knowledge bases that are kept for further questions.
    pub kept: usize,
}

impl Default for QueryLimits {
    fn default() -> QueryLimits {
        QueryLimits { solver_units: 40_000, solver_queries: 100_000, solver_atoms: 300, cases: 24, kept: 48 << 20 }
    }
}

/// The answer to a question about entailment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The goal follows.
    Yes,
    /// The goal does not follow: there is a counter-model (of the atoms connected with the goal).
    No,
    /// The engine gave up.
    Unknown,
}

/// Counts of queries by the tier that answered them.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Number of questions.
    pub queries: u64,
    /// Questions answered by a table of earlier answers.
    pub cached: u64,
    /// Answered by the exact tiers: syntax, bounds, models, simplex, case splits.
    pub exact: u64,
    /// Knowledge bases prepared.
    pub prepared: u64,
    /// How many of these extend a prepared one.
    pub extended: u64,
    /// Questions that were left to Z3.
    pub solver: u64,
    /// Questions to which Z3 had no answer.
    pub solver_unknown: u64,
    /// Not answered: Z3 could not tell, was not to be asked, or the time was over.
    pub unknown: u64,
}

impl Statistics {
    /// Adds those of another engine.
    pub fn add(&mut self, other: &Statistics) {
        self.queries += other.queries;
        self.cached += other.cached;
        self.exact += other.exact;
        self.prepared += other.prepared;
        self.extended += other.extended;
        self.solver += other.solver;
        self.solver_unknown += other.solver_unknown;
        self.unknown += other.unknown;
    }
}

/// The entailment engine: solver, caches, limits, statistics.
pub struct Engine {
    limits: QueryLimits,
    smt: Smt,
    store: Store,
    statistics: Statistics,
    deadline: Option<Instant>,
}

impl Engine {
    /// An engine without a deadline.
    pub fn new(limits: QueryLimits) -> Engine {
        Engine {
            limits,
            smt: Smt::new(limits.solver_units),
            store: Store::new(limits.kept),
            statistics: Statistics::default(),
            deadline: None,
        }
    }

    /// After this time every answer is "unknown". What is derived from such answers must be discarded: it would depend
    /// on the machine.
    pub fn stop_at(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// The deadline, if there is one.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Whether the deadline has passed.
    pub fn late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }

    /// The limits of a query.
    pub fn limits(&self) -> QueryLimits {
        self.limits
    }

    /// The counts so far.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.statistics;
        statistics.prepared = self.store.prepared;
        statistics.extended = self.store.extended;
        statistics
    }

    /// Whether the goal holds in every model of the knowledge base; `true` only if this is certain.
    pub fn entails(&mut self, kb: &[Atom], goal: &Atom) -> bool {
        self.answer(kb, goal) == Answer::Yes
    }

    /// As [`Engine::entails`], but with the exact tiers only: `false` if it would take the solver.
    pub fn is_apparent(&mut self, kb: &[Atom], goal: &Atom) -> bool {
        self.statistics.queries += 1;
        if self.late() {
            return false;
        }
        let prepared = self.store.get(kb);
        if let Some(answer) = prepared.answers.get(goal) {
            self.statistics.cached += 1;
            return *answer == Answer::Yes;
        }
        let found = prepared.ask(goal, 0);
        let lost = prepared.lost;
        let follows =
            found == Found::Decided(Answer::Yes) || (lost && self.ask_parts(kb, goal, 0) == Some(Answer::Yes));
        self.statistics.exact += 1;
        follows
    }

    /// The answer from a part of the atoms, where all of them are too many. The atoms connected with the goal decide
    /// it; from the nearest ones alone the goal may be shown to follow.
    fn ask_parts(&mut self, kb: &[Atom], goal: &Atom, cases: u32) -> Option<Answer> {
        let [connected, near] = parts(kb, &goal.term);
        let mut ask = |part: Part| self.store.get(&part.atoms).ask(goal, cases);
        match connected.map(&mut ask) {
            Some(Found::Decided(answer)) => Some(answer),
            _ => near.map(ask).filter(|found| *found == Found::Decided(Answer::Yes)).map(|_| Answer::Yes),
        }
    }

    /// As [`Engine::entails`], but distinguishes "no" from "unknown".
    pub fn answer(&mut self, kb: &[Atom], goal: &Atom) -> Answer {
        self.statistics.queries += 1;
        if goal.decide() == Some(true) {
            self.statistics.exact += 1;
            return Answer::Yes;
        }
        if self.late() {
            self.statistics.unknown += 1;
            return Answer::Unknown;
        }
        let prepared = self.store.get(kb);
        if let Some(answer) = prepared.answers.get(goal) {
            self.statistics.cached += 1;
            return *answer;
        }
        let open = match prepared.ask(goal, self.limits.cases) {
            Found::Decided(answer) => {
                prepared.answers.insert(goal.clone(), answer);
                self.statistics.exact += 1;
                return answer;
            }
            open => open,
        };
        let part = if open == Found::Limit { self.ask_parts(kb, goal, self.limits.cases) } else { None };
        self.statistics.exact += u64::from(part.is_some());
        let answer = part.unwrap_or_else(|| self.solve(kb, goal, open));
        self.statistics.unknown += u64::from(answer == Answer::Unknown);
        let prepared = self.store.get(kb);
        if answer == Answer::Yes && goal.decide() == Some(false) {
            prepared.contradictory = true;
        }
        prepared.answers.insert(goal.clone(), answer);
        answer
    }

    /// The last tier: Z3, for the atoms connected with the goal.
    fn solve(&mut self, kb: &[Atom], goal: &Atom, open: Found) -> Answer {
        let Ok(negated) = goal.negate() else {
            return Answer::Unknown;
        };
        let places =
            if goal.term.as_constant().is_some() { (0..kb.len()).collect() } else { cone::cone(kb, &goal.term) };
        let atoms = || places.iter().map(|i| &kb[*i]).chain([&negated]);
        if open == Found::Products && atoms().all(|a| a.term.is_linear()) {
            // The products that spoil the model are not connected with the goal.
            self.statistics.exact += 1;
            return Answer::No;
        }
        if self.statistics.solver >= self.limits.solver_queries || places.len() > self.limits.solver_atoms {
            return Answer::Unknown;
        }
        self.statistics.solver += 1;
        let (verdict, values) = self.smt.check(atoms());
        match verdict {
            Verdict::Unsatisfiable => Answer::Yes,
            Verdict::Satisfiable => {
                self.learn(kb, values);
                Answer::No
            }
            Verdict::Unknown => {
                self.statistics.solver_unknown += 1;
                Answer::Unknown
            }
        }
    }

    /// Keeps a model from the solver: most questions of this kind have the same answer for the same reason.
    fn learn(&mut self, kb: &[Atom], values: Values) {
        let prepared = self.store.get(kb);
        if values.is_empty() || prepared.learn(&values) || prepared.completed {
            return;
        }
        // The solver was asked about a part only; for the other parts there is no model yet.
        prepared.completed = true;
        if kb.len() <= self.limits.solver_atoms && kb.iter().all(|atom| atom.term.is_linear()) {
            self.statistics.solver += 1;
            let (_, rest) = self.smt.check(kb.iter());
            let prepared = self.store.get(kb);
            if prepared.learn(&rest) {
                prepared.learn(&values);
            }
        }
    }

    /// Values of all variables that satisfy all atoms; `None` if there are none, or none are found.
    pub fn model(&mut self, kb: &[Atom]) -> Option<BTreeMap<Var, i128>> {
        let mut values = BTreeMap::new();
        let mut open: BTreeSet<usize> = (0..kb.len()).collect();
        // Products in one part make the other parts hard, too, so each part is solved separately.
        while let Some(first) = open.pop_first() {
            let connected: BTreeSet<usize> = cone::cone(kb, &kb[first].term).into_iter().chain([first]).collect();
            open.retain(|place| !connected.contains(place));
            let part: Vec<Atom> = connected.into_iter().map(|place| kb[place].clone()).collect();
            values.extend(self.model_of_part(&part)?);
        }
        Some(values)
    }

    fn model_of_part(&mut self, kb: &[Atom]) -> Option<BTreeMap<Var, i128>> {
        if self.late() || self.answer(kb, &absurd()) != Answer::No {
            return None;
        }
        let models = self.store.get(kb).assignments();
        let holds = |model: &BTreeMap<Var, i128>| kb.iter().all(|atom| atom.holds(model) == Some(true));
        models.into_iter().find(holds).or_else(|| smt::model(kb, self.limits.solver_units).filter(holds))
    }

    /// Fixes a term in a knowledge base that has a model: to the first of these numbers that leaves a model; otherwise
    /// to its approximate minimum or maximum; otherwise to its value in some model.
    pub fn fix(&mut self, known: &mut Vec<Atom>, term: &Term, numbers: &[i128]) {
        let greatest = self.maximum(known, term);
        let least = term.neg().ok().and_then(|negated| self.maximum(known, &negated)).and_then(i128::checked_neg);
        let mut tried = numbers.to_vec();
        tried.extend(least.iter().flat_map(|n| [Some(*n), n.checked_add(1)]).flatten());
        tried.extend(greatest.iter().flat_map(|n| [Some(*n), n.checked_sub(1)]).flatten());
        tried.extend(self.model(known).and_then(|model| term.value(&model)));
        let possible = |n: &i128| least.is_none_or(|least| least <= *n) && greatest.is_none_or(|most| *n <= most);
        for n in tried.into_iter().filter(possible) {
            let Ok(fixed) = Atom::eq(term, &Term::constant(n)) else { continue };
            known.push(fixed);
            if self.model(known).is_some() {
                return;
            }
            known.pop();
        }
    }

    /// Whether the knowledge base has a model; `false` only if it certainly has none.
    pub fn consistent(&mut self, kb: &[Atom]) -> bool {
        !self.entails(kb, &absurd())
    }

    /// An upper bound of a term (products of variables count as unknowns). `None` if there is none, if it is not known,
    /// or if the knowledge base is contradictory. The minimum of t is minus the maximum of -t.
    pub fn maximum(&mut self, kb: &[Atom], term: &Term) -> Option<i128> {
        if self.late() {
            return None;
        }
        let found = self.store.get(kb).maximum(term);
        if found.is_some() || !self.store.get(kb).lost {
            return found;
        }
        parts(kb, term).into_iter().flatten().find_map(|part| self.store.get(&part.atoms).maximum(term))
    }

    /// How the checker can decide that the goal follows (for a contradiction: that 1 <= 0 follows). `Witness::Solver`
    /// if no combination of atoms gives the goal without integer rounding and case splits, and also if the goal does
    /// not follow.
    pub fn certify(&mut self, kb: &[Atom], goal: &Atom) -> Witness {
        let witness = farkas::certify(self.store.get(kb), goal);
        if witness != Witness::Solver || !self.store.get(kb).lost {
            return witness;
        }
        let parts = parts(kb, &goal.term).into_iter().flatten();
        let mut placed = parts.map(|p| farkas::placed(farkas::certify(self.store.get(&p.atoms), goal), &p.places));
        placed.find(|w| *w != Witness::Solver).unwrap_or(Witness::Solver)
    }
}

/// Some atoms of a knowledge base, with their positions in it.
struct Part {
    places: Vec<usize>,
    atoms: Vec<Atom>,
}

/// The parts of a knowledge base that say most about a term: the atoms connected with it, and the nearest of them.
/// `None` if the part would contain all atoms, or the term is a constant.
fn parts(kb: &[Atom], term: &Term) -> [Option<Part>; 2] {
    [cone::cone(kb, term), cone::near(kb, term)].map(|places| {
        let atoms = places.iter().map(|place| kb[*place].clone()).collect();
        (places.len() < kb.len() && term.as_constant().is_none()).then_some(Part { places, atoms })
    })
}

/// An atom that never holds: 1 <= 0.
pub fn absurd() -> Atom {
    Atom::new(Rel::Le, Term::constant(1))
}
