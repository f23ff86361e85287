//! Concrete calls of a function with a contract (`spec/concrete-calls.md`): whether one satisfies the contract, one from
//! a model of an initial state, and others near it.
//!
//! The checker decides on its own whether a call satisfies a contract. What is said here only keeps calls away from it
//! that do not, so whatever is not known counts as not satisfied.

mod build;
mod condition;
mod contradiction;
mod elements;
mod layout;
mod linked;
mod memory;
mod model;
mod near;
mod repair;
mod satisfies;
#[cfg(test)]
mod tests;
mod well_formed;
mod wishes;

use crate::contract::{self, Contract};
use crate::program::Program;
use certificates::{Call, DataModel};
use condition::Condition;
use near::{MOST_CASES, Source};
use std::time::Instant;

pub(crate) use contradiction::contradiction;

/// Whether a call satisfies the contract with this text; `false` if that is not known.
pub fn satisfies(program: &Program, entry: &str, precondition: &str, call: &Call) -> bool {
    Contracted::of(program, entry, precondition).is_some_and(|contract| contract.is_satisfied(call))
}

/// A contract that many calls are compared with.
pub(crate) struct Contracted<'p>(Condition<'p>);

impl<'p> Contracted<'p> {
    /// Reads the text of a contract; `None` if it cannot be used.
    pub(crate) fn of(program: &'p Program, entry: &str, precondition: &str) -> Option<Contracted<'p>> {
        let contract = contract::parse(precondition).ok()?;
        let all: Vec<usize> = (0..program.globals.len()).collect();
        Condition::new(program, entry, &contract, &all).map(Contracted)
    }

    /// Whether a call satisfies it; `false` if that is not known.
    pub(crate) fn is_satisfied(&self, call: &Call) -> bool {
        self.0.is_satisfied(call)
    }
}

/// A call that satisfies the contract, with small values where the contract allows it; `None` if none is found. Takes
/// no notice of the time, so that the same program always gets the same call.
pub(crate) fn call_of(program: &Program, entry: &str, contract: &Contract) -> Option<Call> {
    Source::new(program, entry, contract)?.first(MOST_CASES)
}

/// Calls that satisfy the contract with this text, each one once: first those that [`call_of`] finds in the cases of the
/// contract, then others with numbers at bounds and with other contents of memory. Ends at the deadline.
pub fn calls(
    program: &Program,
    entry: &str,
    precondition: &str,
    data_model: DataModel,
    deadline: Instant,
) -> impl Iterator<Item = Call> {
    let bits = if data_model == DataModel::Ilp32 { 32 } else { 64 };
    let contract = contract::parse(precondition).ok().filter(|_| bits == program.pointer_bits);
    let source = contract.and_then(|contract| Source::new(program, entry, &contract));
    source.into_iter().flat_map(Source::calls).take_while(move |_| Instant::now() < deadline)
}
