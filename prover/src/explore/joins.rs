//! Joins: states of different paths are merged where the paths meet again.
//!
//! If every path is followed to its end, n branches in a row make 2^n paths. With joins, the paths from a case analysis
//! wait at the block where they all meet again (the immediate postdominator), and continue from one merged node
//! (Emrich25 merges states of different paths in the same way).
//!
//! Normally every path is followed by itself; the attempt `joining` merges what waits into one node and goes on once. Paths
//! that have no common description there wait again where they meet next. A path that waits keeps its open tree; what
//! follows the join is grown there, so nothing behind the exploration knows about waiting.

use crate::domain::{self, Apart, Merging};
use crate::explore::explorer::{Done, Explorer};
use crate::explore::policy::JOIN;
use crate::explore::trace;
use crate::explore::worklist::{Join, Waiting, Work};
use crate::graph::TreeIndex;
use crate::program::BlockIndex;
use crate::state::{Path, State};

impl Explorer<'_, '_> {
    /// The block where all paths from here meet again, unless it is a loop header or they already wait there.
    fn meeting_point(&mut self, st: &State) -> Option<BlockIndex> {
        if !self.policy.joins {
            return None;
        }
        let top = self.top();
        let block = (*top.flow.immediate_postdominators.get(st.place.block)?)?;
        let awaited = top.joins.last().is_some_and(|j| j.block == block);
        (!awaited && !top.flow.loops.contains_key(&block)).then_some(block)
    }

    /// Makes the paths of a case analysis wait for each other.
    pub(super) fn open_join(&mut self, st: &State) {
        if let Some(block) = self.meeting_point(st) {
            self.top().joins.push(Join { block, waiting: Vec::new() });
            self.work.push(Work::Join);
        }
    }

    /// Whether other paths are expected where this one has arrived.
    pub(super) fn is_awaited(&mut self, st: &State) -> bool {
        self.top().joins.last().is_some_and(|j| j.block == st.place.block)
    }

    /// Makes a path wait where others are expected.
    pub(super) fn wait(&mut self, tree: TreeIndex, mut st: Path) -> Done {
        let live = self.live_at(&st);
        st.bindings.retain(|r, _| live.contains(r));
        st.arrived = true;
        self.summarize(&mut st)?;
        self.graph.trees.grow(tree, &mut st);
        if let Some(join) = self.top().joins.last_mut() {
            join.waiting.push((tree, st));
        }
        Ok(())
    }

    /// Called when all paths have arrived at the innermost join.
    pub(super) fn join(&mut self) -> Done {
        let waiting = self.top().joins.pop().map(|j| j.waiting).unwrap_or_default();
        let groups = domain::groups(waiting, |(_, st)| st.state(), Apart::LEAST);
        if let [first, _, ..] = &groups[..] {
            self.wait_further(first);
        }
        self.work.extend(groups.into_iter().rev().map(Work::Together));
        Ok(())
    }

    /// Paths that leave a join separately are still a case analysis: they wait for each other where they meet next. (A
    /// list with its first cell, one with a cell in the middle, and one without the cell searched for become one list
    /// again when the cell is gone.)
    fn wait_further(&mut self, leaving: &[Waiting]) {
        if let Some((_, st)) = leaving.first() {
            self.open_join(st);
        }
    }

    /// Makes one node for all waiting paths, if they have a common description; otherwise each continues alone.
    pub(super) fn go_on_together(&mut self, waiting: Vec<Waiting>) -> Done {
        let paths: Vec<&Path> = waiting.iter().map(|(_, st)| st).collect();
        let common = match paths.len() {
            0 | 1 => None,
            _ => domain::together(self.cx, &paths, Merging { guesses: JOIN, extra: &[] }),
        };
        let Some((common, instances)) = common else {
            waiting.iter().for_each(|(_, st)| trace::passed(self.cx.program, "leaves a join alone", st));
            if waiting.len() > 1 {
                self.wait_further(&waiting);
            }
            self.work.extend(waiting.into_iter().rev().map(|(tree, st)| Work::Path(tree, st)));
            return Ok(());
        };
        trace::widened(self.cx.program, "joined", paths[0], &common);
        let entry = self.top().entry;
        let mut state = common.state;
        state.scope.extend(self.graph.nodes[entry].state.variables());
        let mut path = match &common.generalized {
            Some(_) => Path::merged(state, paths[paths.len() - 1].way.clone()),
            // The first state describes all others.
            None => paths[0].with(state),
        };
        path.progress = false;
        let node = self.grow_node(entry, path, common.generalized.unwrap_or_default());
        for ((tree, _), (st, instance)) in waiting.into_iter().zip(instances) {
            self.graph.trees.close_with(tree, st, node, instance);
        }
        Ok(())
    }
}
