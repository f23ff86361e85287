//! Which states at one place are worth describing together, and which are kept apart.

use super::covers::match_block;
use crate::algebra::{Rel, Term, Var};
use crate::state::State;
use certificates::Kind;
use std::collections::BTreeMap;

/// What keeps two states at one place apart although they could be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    /// A value is another function's address. The merged state would know only that it is some number, and a call
    /// through it could not be proved.
    Functions,
    /// That, or a pointer that is null in one of them only.
    FunctionsAndNull,
}

impl Apart {
    /// Are the two states to be kept apart?
    pub(crate) fn keeps(self, a: &State, b: &State) -> bool {
        differ(a, b) || self == Apart::FunctionsAndNull && !alike(a, b)
    }
}

/// Whether a register or a place in memory that both states describe is the address of a function in one of
/// them, and not of the same function in the other.
fn differ(a: &State, b: &State) -> bool {
    let (first, second) = (addresses(a), addresses(b));
    if first.is_empty() && second.is_empty() {
        return false;
    }
    let different = |x: &Term, y: &Term| {
        let name = |t: &Term, names: &BTreeMap<Var, &str>| {
            let known = t.as_var().and_then(|v| names.get(&v).copied());
            known.map(str::to_string)
        };
        name(x, &first) != name(y, &second)
    };
    let registers = a.bindings.iter().any(|(register, value)| {
        let other = b.bindings.get(register);
        other.is_some_and(|o| different(&value.term, &o.term))
    });
    registers
        || a.entries.values().any(|e| {
            let block = a.blocks.get(&e.block);
            let theirs = block.and_then(|block| match_block(b, e.block, &block.kind));
            theirs.is_some_and(|theirs| {
                let mut places = b.entries_of(theirs);
                places.any(|(_, o)| o.offset == e.offset && o.width == e.width && different(&e.value, &o.value))
            })
        })
}

/// The functions whose address is a variable of the state.
fn addresses(st: &State) -> BTreeMap<Var, &str> {
    let named = st.blocks.values().filter_map(|block| match &block.kind {
        Kind::Function(name) => Some((block.base.as_var()?, name.as_str())),
        _ => None,
    });
    named.collect()
}

/// No register is null in one state and points into a block in the other: a description of both
/// could say nothing about where the pointer points. The states of one place form finitely many
/// classes, as there are finitely many registers.
fn alike(a: &State, b: &State) -> bool {
    a.bindings.iter().all(|(register, mine)| {
        b.bindings.get(register).is_none_or(|theirs| {
            let null = |st: &State, t: &Term| {
                t.as_constant() == Some(0) || st.knowledge.iter().any(|fact| fact.rel == Rel::Eq && fact.term == *t)
            };
            // What a search has not found is the start of what was searched plus something, and known to be 0.
            let null_in_one =
                |(x, s): (&Term, &State), (y, t): (&Term, &State)| points(t, y) && null(s, x) && !null(t, y);
            let (mine, theirs) = ((&mine.term, a), (&theirs.term, b));
            !null_in_one(mine, theirs) && !null_in_one(theirs, mine)
        })
    })
}

/// Is it the base of a block plus something?
fn points(st: &State, t: &Term) -> bool {
    let mut bases = st.blocks.values().filter_map(|b| b.base.as_var());
    bases.any(|v| t.coefficient(&[v]) == 1)
}
