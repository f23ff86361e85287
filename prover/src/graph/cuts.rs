//! Cuts: on a long path, facts that no later step needs are forgotten, in a node of their own.
//!
//! Straight code with many calls gathers facts from every instruction and every return. Without cuts the cost
//! of each step grows with the length of the path, here and in the checker.

use super::TreeIndex;
use super::explore::Explorer;
use crate::domain::{Instance, relevance};
use crate::program::liveness;
use crate::state::{CROWD, State};
use std::collections::BTreeSet;

impl Explorer<'_, '_> {
    /// The state without what no later step needs: dead registers, and facts about nothing that is left
    /// (nor about the entry, of which the callers want to know). `None` if that leaves most of it.
    pub(super) fn forgotten(&mut self, st: &State) -> Option<State> {
        let function = self.cx.program.functions.get(&*st.function)?;
        let top = self.top();
        let live = liveness::live_at(function, &top.flow.live, st.place.block, st.place.index);
        let entry = top.entry;
        let entry = self.graph.nodes[entry].state.variables();
        let mut state = State { log: Vec::new(), progress: false, ..st.clone() };
        state.bindings.retain(|r, _| live.contains(r));
        let mut about = state.described_variables();
        about.extend(entry.iter().copied());
        state.knowledge = relevance::restrict(&st.knowledge, &about);
        if 2 * state.knowledge.len() > st.knowledge.len() {
            return None;
        }
        state.scope = state.variables();
        state.scope.extend(entry);
        state.crowded = CROWD.max(2 * state.knowledge.len());
        Some(state)
    }

    /// Goes on from a node that describes the state and knows less.
    pub(super) fn cut(&mut self, tree: TreeIndex, st: State, state: State) {
        let entry = self.top().entry;
        let instance = Instance::identity(&state);
        let node = self.grow_node(entry, state, BTreeSet::new());
        self.graph.trees.close_with(tree, st, node, instance);
    }
}
