//! Numbers for the variables of an initial state: all facts hold, and as many wishes as can be had together.

use crate::algebra::{Atom, Rel, Term, Var};
use crate::entail::{Engine, QueryLimits};
use std::collections::{BTreeMap, BTreeSet};

/// Questions for a model, at most, for wishes that are made together.
const MOST_QUESTIONS: u32 = 40;
/// Questions that may go to the solver, for one call.
const SOLVER: u64 = 200;
/// Variables in products that get numbers, at most.
const MOST_FACTORS: usize = 24;
/// Numbers that a factor of a product is tried with.
const FACTORS: [i128; 10] = [1, 2, 3, 4, 8, 16, 0, 32, 64, -1];

/// The search for a model.
pub(super) struct Model {
    engine: Engine,
    known: Vec<Atom>,
    /// What has been put in the place of variables, one after the other, so that products become linear: a number, or
    /// what a fact says that the variable is equal to.
    replacements: Vec<(Var, Term)>,
    /// Questions that may still be asked.
    questions: u32,
}

impl Model {
    /// `None` if the facts have no model, or none is found.
    pub(super) fn new(known: Vec<Atom>, factors: &[i128]) -> Option<Model> {
        let engine = Engine::new(QueryLimits { solver_queries: SOLVER, ..QueryLimits::default() });
        let mut model = Model { engine, known, replacements: Vec::new(), questions: 1 };
        if !model.engine.consistent(&model.known) {
            return None;
        }
        model.without_products(factors)?;
        model.has_values().then_some(model)
    }

    fn has_values(&mut self) -> bool {
        self.questions = self.questions.saturating_sub(1);
        self.engine.model(&self.known).is_some()
    }

    /// Replaces variables until no fact multiplies two. `factors`: numbers to try first.
    fn without_products(&mut self, factors: &[i128]) -> Option<()> {
        let mut numbers = 0;
        while let Some(variable) = factor(&self.known) {
            let with = |term: Term| Some((with(&self.known, variable, &term)?, term));
            let equal = equal(&self.known, variable).and_then(with);
            numbers += usize::from(equal.is_none());
            if numbers > MOST_FACTORS {
                return None;
            }
            let (known, term) = equal.or_else(|| self.numbered(variable, factors))?;
            self.replacements.push((variable, term));
            self.known = known;
        }
        Some(())
    }

    /// The facts with a number for a variable, and the number. `factors`: numbers to try first.
    fn numbered(&mut self, variable: Var, factors: &[i128]) -> Option<(Vec<Atom>, Term)> {
        let mut tried = BTreeSet::new();
        let numbers: Vec<i128> =
            factors.iter().copied().chain(FACTORS).chain(constants(&self.known, variable)).collect();
        let numbered = |n: i128| {
            let number = Term::constant(n);
            Some((with(&self.known, variable, &number)?, number))
        };
        let possible = |n: i128| {
            let (known, number) = numbered(n)?;
            let linear = factor(&known).is_none();
            let engine = &mut self.engine;
            let possible = if linear { engine.model(&known).is_some() } else { engine.consistent(&known) };
            possible.then_some((known, number))
        };
        let found = numbers.into_iter().filter(|n| tried.insert(*n)).find_map(possible);
        // The solver may know better.
        found.or_else(|| numbered(self.engine.model(&self.known)?.get(&variable).copied()?))
    }

    /// Demands these atoms, all together if that is possible, otherwise as many as are found, those that come first
    /// rather than others.
    pub(super) fn wish(&mut self, wishes: &[Atom]) {
        let wishes: Vec<Atom> = wishes.iter().filter_map(|wish| self.rewritten(wish)).collect();
        self.questions = MOST_QUESTIONS;
        self.grant(&wishes.into_iter().filter(|wish| wish.decide().is_none()).collect::<Vec<_>>());
    }

    /// An atom with what has been put in the place of its variables.
    fn rewritten(&self, atom: &Atom) -> Option<Atom> {
        self.replacements.iter().try_fold(atom.clone(), |atom, (variable, term)| replaced(&atom, *variable, term))
    }

    fn grant(&mut self, wishes: &[Atom]) {
        if wishes.is_empty() || self.questions == 0 {
            return;
        }
        let before = self.known.len();
        self.known.extend_from_slice(wishes);
        if self.has_values() {
            return;
        }
        self.known.truncate(before);
        let (some, others) = wishes.split_at(wishes.len() / 2);
        if !some.is_empty() {
            self.grant(some);
            self.grant(others);
        }
    }

    /// Values of these variables; those that no fact mentions are 0.
    pub(super) fn values(&mut self, variables: &BTreeSet<Var>) -> Option<BTreeMap<Var, i128>> {
        let mut values = self.engine.model(&self.known)?;
        let terms = self.replacements.iter().map(|(_, term)| term);
        for v in variables.iter().copied().chain(terms.flat_map(Term::vars)) {
            values.entry(v).or_insert(0);
        }
        // What replaces a variable may be about such as were replaced later.
        for (variable, term) in self.replacements.iter().rev() {
            let value = term.value(&values)?;
            values.insert(*variable, value);
        }
        Some(values)
    }
}

/// The variable that occurs in most products.
fn factor(known: &[Atom]) -> Option<Var> {
    let mut count: BTreeMap<Var, usize> = BTreeMap::new();
    for (monomial, _) in known.iter().flat_map(|atom| atom.term.parts()).filter(|(m, _)| m.len() > 1) {
        monomial.iter().for_each(|v| *count.entry(*v).or_default() += 1);
    }
    count.into_iter().max_by_key(|(v, n)| (*n, std::cmp::Reverse(*v))).map(|(v, _)| v)
}

/// Numbers that facts compare a variable with, and their neighbours.
fn constants(known: &[Atom], variable: Var) -> Vec<i128> {
    let single = known.iter().filter(|atom| atom.term.is_linear() && atom.term.vars().all(|v| v == variable));
    let bound = single.filter_map(|atom| {
        let constant = atom.term.constant_part();
        match atom.term.coefficient(&[variable]) {
            1 => constant.checked_neg(),
            -1 => Some(constant),
            _ => None,
        }
    });
    bound.flat_map(|n| [Some(n), n.checked_add(1), n.checked_sub(1)]).flatten().collect()
}

/// What a linear fact says that a variable is equal to.
fn equal(known: &[Atom], variable: Var) -> Option<Term> {
    let equalities = known.iter().filter(|atom| atom.rel == Rel::Eq && atom.term.is_linear());
    let solved = |atom: &Atom| {
        let own = Term::var(variable);
        match atom.term.coefficient(&[variable]) {
            1 => own.sub(&atom.term).ok(),
            -1 => own.add(&atom.term).ok(),
            _ => None,
        }
    };
    equalities.filter_map(solved).next()
}

/// An atom with a term in a variable's place.
fn replaced(atom: &Atom, variable: Var, term: &Term) -> Option<Atom> {
    atom.substitute(&|v| (v == variable).then(|| term.clone())).ok()
}

/// The facts with a term in a variable's place; `None` if one is false.
fn with(known: &[Atom], variable: Var, term: &Term) -> Option<Vec<Atom>> {
    let mut atoms = known.iter().map(|atom| replaced(atom, variable, term)).collect::<Option<Vec<_>>>()?;
    if atoms.iter().any(|atom| atom.decide() == Some(false)) {
        return None;
    }
    atoms.retain(|atom| atom.decide().is_none());
    Some(atoms)
}
