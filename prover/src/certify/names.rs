//! From the prover's names to the numbers the checker counts.

use crate::algebra::{self, TooLarge, Var, data};
use crate::state::{Named, Sorts};
use certificates::{Atom, BlockId, EntryId, ListId, Monomial, Term, TreeId};
use std::collections::HashMap;

/// Why a graph cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unwritable {
    /// A name has no number. This is an internal error, found before a certificate is written.
    #[error("{kind} {name} has no number on this path")]
    Unnamed { kind: &'static str, name: u32 },
    /// A state is in no function or block of the program. This is an internal error.
    #[error("a state that is nowhere in the program")]
    Nowhere,
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// The numbers of names on one path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    numbers: Sorts<HashMap<u32, u32>>,
    next: Sorts<u32>,
}

impl Numbers {
    /// Gives the next numbers to these names.
    pub(crate) fn add(&mut self, names: &Named) {
        let all = self.numbers.each_mut().into_iter().zip(self.next.each_mut()).zip(names.each());
        for ((numbers, next), names) in all {
            numbers.extend(names.iter().copied().zip(*next..));
            *next += names.len() as u32;
        }
    }

    /// The number of the next variable.
    pub(crate) fn next_variable(&self) -> u32 {
        self.next.vars
    }

    pub(crate) fn var(&self, name: Var) -> Result<u32, Unwritable> {
        number(&self.numbers.vars, "variable", name)
    }

    pub(crate) fn block(&self, name: BlockId) -> Result<u32, Unwritable> {
        number(&self.numbers.blocks, "block", name)
    }

    pub(crate) fn entry(&self, name: EntryId) -> Result<u32, Unwritable> {
        number(&self.numbers.entries, "entry", name)
    }

    pub(crate) fn list(&self, name: ListId) -> Result<u32, Unwritable> {
        number(&self.numbers.lists, "list", name)
    }

    pub(crate) fn tree(&self, name: TreeId) -> Result<u32, Unwritable> {
        number(&self.numbers.trees, "tree", name)
    }

    /// Certificate data with the prover's names, renumbered and brought into canonical order.
    pub(crate) fn renumber(&self, t: &Term) -> Result<Term, Unwritable> {
        let mut parts = Vec::with_capacity(t.0.len());
        for (m, c) in &t.0 {
            let mut vars = m.0.iter().map(|v| self.var(*v)).collect::<Result<Vec<u32>, _>>()?;
            vars.sort_unstable();
            parts.push((Monomial(vars), *c));
        }
        parts.sort();
        Ok(parts.into())
    }

    pub(crate) fn term(&self, t: &algebra::Term) -> Result<Term, Unwritable> {
        self.renumber(&data::term(t))
    }

    pub(crate) fn atom(&self, a: &algebra::Atom) -> Result<Atom, Unwritable> {
        self.renumber_atom(&data::atom(a))
    }

    pub(crate) fn renumber_atom(&self, a: &Atom) -> Result<Atom, Unwritable> {
        Ok(Atom { rel: a.rel, term: self.renumber(&a.term)? })
    }
}

fn number(numbers: &HashMap<u32, u32>, kind: &'static str, name: u32) -> Result<u32, Unwritable> {
    numbers.get(&name).copied().ok_or(Unwritable::Unnamed { kind, name })
}
