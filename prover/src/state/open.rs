//! A condition that does not follow from what is known, with the named values that it is about.

use super::State;
use crate::algebra::{Atom, Term};
use crate::program::Function;

/// A condition, some atom of which does not follow from `facts`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Open {
    pub facts: Vec<Atom>,
    pub condition: Vec<Atom>,
    /// The values that have names in the program, each name once.
    pub values: Vec<Valued>,
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Valued {
    pub name: String,
    pub value: Term,
    /// Whether it is an address, which means nothing to people unless it is null.
    pub is_address: bool,
}

impl State {
    /// The condition that is open here; `more` are further known facts.
    pub(crate) fn open(&self, function: &Function, condition: Vec<Atom>, more: &[Atom]) -> Open {
        let facts = self.knowledge.iter().chain(more).cloned().collect();
        let named = self.names(function).values();
        let mut values: Vec<Valued> = Vec::new();
        for valued in self.bound_values(function).into_iter().chain(named) {
            if values.iter().all(|known| known.name != valued.name) {
                values.push(valued);
            }
        }
        Open { facts, condition, values }
    }
}
