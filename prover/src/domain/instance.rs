//! Instances: the substitution that shows that one state is described by another.

use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::program::Reg;
use crate::state::State;
use certificates::{BlockId, EntryId, ListId, TreeId, Wrap};
use std::collections::BTreeMap;

/// Shows that a state is an instance of a description: terms for the description's variables (unchanged if absent), and
/// partners for its blocks and entries.
#[derive(Clone, Debug, Default)]
pub struct Instance {
    pub variables: BTreeMap<Var, Term>,
    /// From blocks of the description to blocks of the state.
    pub blocks: BTreeMap<BlockId, BlockId>,
    pub entries: BTreeMap<EntryId, EntryId>,
    pub uniforms: BTreeMap<EntryId, EntryId>,
    pub lists: BTreeMap<ListId, ListId>,
    pub trees: BTreeMap<TreeId, TreeId>,
    /// Conversions of arguments, by parameter (calls only). A wider description may bind fewer parameters; only bound
    /// ones are converted.
    pub wraps: BTreeMap<Reg, Vec<Wrap>>,
}

impl Instance {
    /// The state as an instance of a state with the same blocks, entries and variables and perhaps fewer facts.
    pub fn identity(state: &State) -> Instance {
        Instance {
            blocks: state.blocks.keys().map(|id| (*id, *id)).collect(),
            entries: state.entries.keys().map(|id| (*id, *id)).collect(),
            uniforms: state.uniforms.keys().map(|id| (*id, *id)).collect(),
            lists: state.lists.keys().map(|id| (*id, *id)).collect(),
            trees: state.trees.keys().map(|id| (*id, *id)).collect(),
            ..Instance::default()
        }
    }

    /// Whether each block, entry, uniform fact, list and tree of the description has a partner.
    pub fn is_complete(&self, description: &State) -> bool {
        self.blocks.len() == description.blocks.len()
            && self.entries.len() == description.entries.len()
            && self.uniforms.len() == description.uniforms.len()
            && self.lists.len() == description.lists.len()
            && self.trees.len() == description.trees.len()
    }

    pub fn apply(&self, v: Var) -> Option<Term> {
        self.variables.get(&v).cloned()
    }

    /// The description's term over the state's variables.
    pub fn image_of(&self, term: &Term) -> Result<Term, TooLarge> {
        term.substitute(&|v: Var| self.apply(v))
    }

    /// The description's atom over the state's variables.
    pub fn image(&self, atom: &Atom) -> Result<Atom, TooLarge> {
        atom.substitute(&|v: Var| self.apply(v))
    }

    /// Composition: this state as an instance of `wider`, if `through` shows that its description is one of `wider`.
    pub fn compose(&self, through: &Instance, wider: &State) -> Result<Instance, TooLarge> {
        let mut variables = BTreeMap::new();
        for v in wider.variables() {
            let term = through.apply(v).unwrap_or_else(|| Term::var(v));
            variables.insert(v, term.substitute(&|u| self.apply(u))?);
        }
        Ok(Instance {
            variables,
            blocks: chained(&through.blocks, &self.blocks),
            entries: chained(&through.entries, &self.entries),
            uniforms: chained(&through.uniforms, &self.uniforms),
            lists: chained(&through.lists, &self.lists),
            trees: chained(&through.trees, &self.trees),
            wraps: self.wraps.clone(),
        })
    }
}

/// The composition of two maps.
fn chained(through: &BTreeMap<u32, u32>, first: &BTreeMap<u32, u32>) -> BTreeMap<u32, u32> {
    through.iter().filter_map(|(mine, theirs)| Some((*mine, *first.get(theirs)?))).collect()
}
