//! The five sorts of names: variables, blocks, entries, lists and trees.

use super::State;
use crate::algebra::Var;

/// One value for each sort of names: a counter, the names that a step introduces, a map between names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorts<T> {
    pub vars: T,
    pub blocks: T,
    pub entries: T,
    pub lists: T,
    pub trees: T,
}

/// Names of each sort, in the order in which the checker counts them.
pub(crate) type Named = Sorts<Vec<u32>>;

impl<T> Sorts<T> {
    /// The value of each sort.
    pub(crate) fn each(&self) -> [&T; 5] {
        [&self.vars, &self.blocks, &self.entries, &self.lists, &self.trees]
    }

    /// The value of each sort, to be changed.
    pub(crate) fn each_mut(&mut self) -> [&mut T; 5] {
        [&mut self.vars, &mut self.blocks, &mut self.entries, &mut self.lists, &mut self.trees]
    }
}

impl Named {
    /// The names of a state's parts, with these variables.
    pub(crate) fn of(vars: Vec<Var>, st: &State) -> Named {
        Sorts {
            vars,
            blocks: st.blocks.keys().copied().collect(),
            entries: st.entries.keys().chain(st.uniforms.keys()).copied().collect(),
            lists: st.lists.keys().copied().collect(),
            trees: st.trees.keys().copied().collect(),
        }
    }
}
