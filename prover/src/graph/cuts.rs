//! Cuts: on a long path, facts that no later step needs are forgotten, in a node of their own.
//!
//! Straight code with many calls gathers facts from every instruction and every return. Without cuts the cost
//! of each step grows with the length of the path, here and in the checker.

use super::explore::{Explored, Explorer, Frame};
use super::relevance;
use super::{End, Instance, Tree};
use crate::program::liveness;
use crate::state::{CROWD, State};
use std::collections::BTreeMap;

impl Explorer<'_, '_> {
    /// The state without what no later step needs: dead registers, and facts about nothing that is left
    /// (nor about the entry, of which the callers want to know). `None` if that leaves most of it.
    pub(super) fn forgotten(&self, frame: &Frame, st: &State) -> Option<State> {
        let function = self.cx.program.functions.get(&*st.function)?;
        let live = self.live.get(&*st.function)?;
        let live = liveness::live_at(function, live, st.place.block, st.place.index);
        let entry = self.graph.nodes[frame.entry].state.variables();
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
    pub(super) fn cut(&mut self, frame: &mut Frame, mut st: State, state: State) -> Explored {
        let steps = std::mem::take(&mut st.log);
        let instance = Instance {
            variables: BTreeMap::new(),
            blocks: state.blocks.keys().map(|id| (*id, *id)).collect(),
            entries: state.entries.keys().map(|id| (*id, *id)).collect(),
            wraps: Vec::new(),
        };
        let node = self.push_node(frame.entry, state.clone(), Default::default());
        let tree = self.run(frame, state)?;
        self.set_tree(node, tree);
        Ok(Tree { steps, end: End::Goto { node, instance, knowledge: st.knowledge } })
    }
}
