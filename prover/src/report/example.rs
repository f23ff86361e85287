//! Examples for a condition that could not be proved: values that satisfy all known facts but not the condition.

use crate::algebra::{Atom, Term, Var, shown};
use crate::entail::{Engine, QueryLimits};
use crate::state::{Open, Valued};
use std::collections::{BTreeMap, BTreeSet};

/// The values that are tried before the least and the greatest possible one.
const SMALL: [i128; 4] = [0, 1, -1, 2];
/// The number of values that are made small, at most.
const MOST_CHOSEN: usize = 12;
/// The number of queries that may go to the solver.
const SOLVER: u64 = 40;
/// With more facts than this, no example is looked for: it would take too long, and nobody would understand it.
const MOST_FACTS: usize = 400;

/// The value of something that has a name in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Example {
    pub(crate) name: String,
    /// The value: a number, or "null".
    pub(crate) value: String,
    /// The value as the variable's C type has it, with the word for the reading that `value` has instead; `None` if they
    /// are the same, or the type is not known.
    pub(crate) in_c: Option<(String, &'static str)>,
    /// Whether the condition mentions it, or a known fact relates it to something that the condition mentions.
    pub(crate) concerned: bool,
}

/// The values as text: `n = 0, i = 4`. `most`: how many are printed, at most.
pub(crate) fn words(example: &[Example], most: usize) -> String {
    let concerned = example.iter().filter(|value| value.concerned).take(most);
    let told = |Example { name, value, in_c, .. }: &Example| match in_c {
        Some((in_c, reading)) => format!("{name} = {} ({reading}: {})", told_short(in_c), told_short(value)),
        None => format!("{name} = {}", told_short(value)),
    };
    concerned.map(told).collect::<Vec<_>>().join(", ")
}

/// A value for people: `2^64 - 1`.
fn told_short(value: &str) -> String {
    value.parse().map_or_else(|_| value.to_owned(), shown)
}

/// An example with small values where possible, those that the condition mentions first; empty if none is found.
pub(crate) fn example(open: &Open) -> Vec<Example> {
    if open.facts.len() > MOST_FACTS {
        return Vec::new();
    }
    let mut engine = Engine::new(QueryLimits { solver_queries: SOLVER, ..QueryLimits::default() });
    let negated = open.condition.iter().filter_map(|atom| atom.negate().ok());
    for negated in negated {
        let mut known = open.facts.clone();
        known.push(negated.clone());
        let values = ordered(open, &negated);
        let terms = values.iter().map(|(valued, _)| &valued.value).filter(|value| value.as_constant().is_none());
        terms.take(MOST_CHOSEN).for_each(|term| engine.fix(&mut known, term, &SMALL));
        // The engine has checked the model: it satisfies the facts and the negated condition.
        if let Some(model) = engine.model(&known) {
            return values.iter().filter_map(|(valued, rank)| told(valued, *rank, &model)).collect();
        }
    }
    Vec::new()
}

/// The values, each with its distance from the condition: 0 if they share a variable.
fn ordered<'o>(open: &'o Open, condition: &Atom) -> Vec<(&'o Valued, u8)> {
    let own: BTreeSet<Var> = condition.term.vars().collect();
    let shares = |term: &Term, with: &BTreeSet<Var>| term.vars().any(|v| with.contains(&v));
    // A fact that only bounds a value by its type relates nothing.
    let near = open.facts.iter().filter(|fact| shares(&fact.term, &own)).flat_map(|fact| fact.term.vars());
    let near: BTreeSet<Var> = near.collect();
    let rank = |valued: &Valued| match () {
        () if shares(&valued.value, &own) => 0,
        () if own.is_empty() => 1,
        () if shares(&valued.value, &near) => 1,
        () => 2,
    };
    let mut values: Vec<(&Valued, u8)> = open.values.iter().map(|valued| (valued, rank(valued))).collect();
    values.sort_by_key(|(_, rank)| *rank);
    values
}

/// A value in a model. The value of an address is shown only if it is null.
fn told(valued: &Valued, rank: u8, model: &BTreeMap<Var, i128>) -> Option<Example> {
    let value = valued.value.value(model)?;
    let value = match (valued.is_address, value) {
        (false, value) => value.to_string(),
        (true, 0) => "null".to_owned(),
        (true, _) => return None,
    };
    Some(Example { name: valued.name.clone(), value, in_c: None, concerned: rank < 2 })
}
