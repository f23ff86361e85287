//! The last tier: Z3. The only file of the prover that names the solver's crate.
//!
//! Every query has a limit in Z3's own deterministic resource units, so that the same program always gives the same
//! proof. A limit in seconds (`NET`) is far above it, for steps that Z3 does not count.

use crate::algebra::{Atom, Rel, Term, Var};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use z3::ast::{Bool, Int};
use z3::{Params, SatResult, Solver, Symbol};

/// Values of variables.
pub(super) type Values = BTreeMap<Var, i128>;

/// The solver's answer for a conjunction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Unsatisfiable,
    Satisfiable,
    Unknown,
}

/// Two solvers (linear, polynomial) in the thread's context, reused by push and pop.
pub(super) struct Smt {
    linear: Option<Solver>,
    polynomial: Option<Solver>,
    variables: FxHashMap<Var, Int>,
    limit: u32,
}

impl Smt {
    /// `limit`: resource units per query (Z3's `rlimit`).
    pub(super) fn new(limit: u32) -> Smt {
        Smt { linear: None, polynomial: None, variables: FxHashMap::default(), limit }
    }

    /// Whether all atoms can hold at once over the integers. For linear ones, with values that satisfy them.
    pub(super) fn check<'a>(&mut self, atoms: impl Iterator<Item = &'a Atom> + Clone) -> (Verdict, Values) {
        let linear = atoms.clone().all(|a| a.term.is_linear());
        let limit = self.limit;
        let slot = if linear { &mut self.linear } else { &mut self.polynomial };
        if slot.is_none() {
            *slot = new_solver(linear, limit);
        }
        let Some(solver) = slot.as_ref() else {
            return (Verdict::Unknown, Values::new());
        };
        solver.push();
        for atom in atoms.clone() {
            solver.assert(formula(&mut self.variables, atom));
        }
        let mut values = Values::new();
        let verdict = match solver.check() {
            SatResult::Unsat => Verdict::Unsatisfiable,
            SatResult::Sat => {
                let model = if linear { solver.get_model() } else { None };
                let value = |v: Var| number(&model.as_ref()?.eval(self.variables.get(&v)?, true)?);
                let known: BTreeSet<Var> = atoms.flat_map(|atom| atom.term.vars()).collect();
                values.extend(known.into_iter().filter_map(|v| Some((v, value(v)?))));
                Verdict::Satisfiable
            }
            SatResult::Unknown => Verdict::Unknown,
        };
        solver.pop(1);
        (verdict, values)
    }
}

/// A model of all atoms, from a separate solver, so that the other two are not affected.
pub(super) fn model(atoms: &[Atom], limit: u32) -> Option<Values> {
    let linear = atoms.iter().all(|a| a.term.is_linear());
    let solver = new_solver(linear, limit)?;
    let mut variables = FxHashMap::default();
    for atom in atoms {
        solver.assert(formula(&mut variables, atom));
    }
    let model = match solver.check() {
        SatResult::Sat => solver.get_model()?,
        SatResult::Unsat | SatResult::Unknown => return None,
    };
    let value = |(v, int): (&Var, &Int)| Some((*v, number(&model.eval(int, true)?)?));
    variables.iter().filter_map(value).map(Some).collect()
}

/// A numeral's value: Z3 writes -5 as (- 5).
fn number(numeral: &Int) -> Option<i128> {
    let text = numeral.to_string();
    match text.strip_prefix("(- ").and_then(|rest| rest.strip_suffix(')')) {
        Some(size) => size.parse::<i128>().ok()?.checked_neg(),
        None => text.parse().ok(),
    }
}

/// Milliseconds after which a query about products is given up. The resource units end a query within a fraction of a
/// second, unless Z3 computes with ever larger numbers: bounds of products (`nla::monomial_bounds`) take roots of
/// numbers of any length, and these steps are not counted.
const NET: u32 = 10_000;

fn new_solver(linear: bool, limit: u32) -> Option<Solver> {
    let solver = Solver::new_for_logic(Symbol::from(if linear { "QF_LIA" } else { "QF_NIA" }))?;
    let mut params = Params::new();
    params.set_u32("rlimit", limit);
    params.set_u32("random_seed", 0);
    if !linear {
        params.set_u32("timeout", NET);
    }
    solver.set_params(&params);
    Some(solver)
}

/// The atom with its positive summands on one side and the negative ones on the other.
fn formula(variables: &mut FxHashMap<Var, Int>, atom: &Atom) -> Bool {
    let term = sum(variables, &atom.term);
    let zero = Int::from_i64(0);
    match atom.rel {
        Rel::Eq => term.eq(&zero),
        Rel::Ne => term.eq(&zero).not(),
        Rel::Le => term.le(&zero),
    }
}

fn sum(variables: &mut FxHashMap<Var, Int>, term: &Term) -> Int {
    let summands: Vec<Int> = term
        .parts()
        .iter()
        .map(|(monomial, coefficient)| {
            let mut factors: Vec<Int> = Vec::with_capacity(monomial.len() + 1);
            if *coefficient != 1 || monomial.is_empty() {
                factors.push(constant(*coefficient));
            }
            for v in monomial {
                factors.push(variables.entry(*v).or_insert_with(|| Int::new_const(*v)).clone());
            }
            product(&factors)
        })
        .collect();
    match summands.as_slice() {
        [] => Int::from_i64(0),
        [one] => one.clone(),
        several => Int::add(several),
    }
}

fn product(factors: &[Int]) -> Int {
    match factors {
        [] => Int::from_i64(1),
        [one] => one.clone(),
        several => Int::mul(several),
    }
}

fn constant(value: i128) -> Int {
    match i64::try_from(value) {
        Ok(small) => Int::from_i64(small),
        Err(_) => Int::from_i128(value),
    }
}
