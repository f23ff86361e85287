//! How a state is an instance of another.

use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::program::Reg;
use crate::state::State;
use certificates::{BlockId, EntryId, ListId, TreeId, Wrap};
use std::collections::BTreeMap;

/// How a state is an instance of a description: terms for the description's variables (identity where absent),
/// partners for its blocks and entries.
#[derive(Clone, Debug, Default)]
pub struct Instance {
    pub variables: BTreeMap<Var, Term>,
    /// The description's, the state's.
    pub blocks: BTreeMap<BlockId, BlockId>,
    pub entries: BTreeMap<EntryId, EntryId>,
    pub lists: BTreeMap<ListId, ListId>,
    pub trees: BTreeMap<TreeId, TreeId>,
    /// Conversions of arguments, by parameter (calls only). A wider description may bind fewer parameters: only those
    /// that it binds are converted.
    pub wraps: BTreeMap<Reg, Vec<Wrap>>,
}

impl Instance {
    /// The state as an instance of one that has its blocks, entries and variables, and perhaps knows less.
    pub fn identity(state: &State) -> Instance {
        Instance {
            blocks: state.blocks.keys().map(|id| (*id, *id)).collect(),
            entries: state.entries.keys().map(|id| (*id, *id)).collect(),
            lists: state.lists.keys().map(|id| (*id, *id)).collect(),
            trees: state.trees.keys().map(|id| (*id, *id)).collect(),
            ..Instance::default()
        }
    }

    pub fn apply(&self, v: Var) -> Option<Term> {
        self.variables.get(&v).cloned()
    }

    /// The term of the description as one of the state.
    pub fn image_of(&self, term: &Term) -> Result<Term, TooLarge> {
        term.substitute(&|v: Var| self.apply(v))
    }

    /// The atom of the description as one of the state.
    pub fn image(&self, atom: &Atom) -> Result<Atom, TooLarge> {
        atom.substitute(&|v: Var| self.apply(v))
    }

    /// How a state is an instance of `wider`, if it is one of `self`'s description, and that is one of `wider` by
    /// `through`.
    pub fn compose(&self, through: &Instance, wider: &State) -> Result<Instance, TooLarge> {
        let mut result = Instance { wraps: self.wraps.clone(), ..Instance::default() };
        for v in wider.variables() {
            let term = through.apply(v).unwrap_or_else(|| Term::var(v));
            result.variables.insert(v, term.substitute(&|u| self.apply(u))?);
        }
        result.blocks = chained(&through.blocks, &self.blocks);
        result.entries = chained(&through.entries, &self.entries);
        result.lists = chained(&through.lists, &self.lists);
        result.trees = chained(&through.trees, &self.trees);
        Ok(result)
    }
}

/// One map behind the other.
fn chained(through: &BTreeMap<u32, u32>, first: &BTreeMap<u32, u32>) -> BTreeMap<u32, u32> {
    through.iter().filter_map(|(mine, theirs)| Some((*mine, *first.get(theirs)?))).collect()
}
