//! From the prover's names to the numbers the checker counts.

use crate::algebra::{self, TooLarge, Var, data};
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
    vars: HashMap<Var, u32>,
    blocks: HashMap<BlockId, u32>,
    entries: HashMap<EntryId, u32>,
    lists: HashMap<u32, u32>,
    trees: HashMap<u32, u32>,
    next: (u32, u32, u32, u32, u32),
}

impl Numbers {
    pub(crate) fn new_var(&mut self, v: Var) {
        self.vars.insert(v, self.next.0);
        self.next.0 += 1;
    }

    pub(crate) fn new_block(&mut self, id: BlockId) {
        self.blocks.insert(id, self.next.1);
        self.next.1 += 1;
    }

    pub(crate) fn new_entry(&mut self, id: EntryId) {
        self.entries.insert(id, self.next.2);
        self.next.2 += 1;
    }

    pub(crate) fn new_list(&mut self, id: ListId) {
        self.lists.insert(id, self.next.3);
        self.next.3 += 1;
    }

    pub(crate) fn new_tree(&mut self, id: TreeId) {
        self.trees.insert(id, self.next.4);
        self.next.4 += 1;
    }

    pub(crate) fn var(&self, name: Var) -> Result<u32, Unwritable> {
        self.vars.get(&name).copied().ok_or(Unwritable::Unnamed { kind: "variable", name })
    }

    pub(crate) fn block(&self, name: BlockId) -> Result<u32, Unwritable> {
        self.blocks.get(&name).copied().ok_or(Unwritable::Unnamed { kind: "block", name })
    }

    pub(crate) fn entry(&self, name: EntryId) -> Result<u32, Unwritable> {
        self.entries.get(&name).copied().ok_or(Unwritable::Unnamed { kind: "entry", name })
    }

    pub(crate) fn list(&self, name: ListId) -> Result<u32, Unwritable> {
        self.lists.get(&name).copied().ok_or(Unwritable::Unnamed { kind: "list", name })
    }

    pub(crate) fn tree(&self, name: TreeId) -> Result<u32, Unwritable> {
        self.trees.get(&name).copied().ok_or(Unwritable::Unnamed { kind: "tree", name })
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
