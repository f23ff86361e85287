//! Loop headers. A path that arrives ends at a node that describes its state (subsumption), or visits the header for
//! the first time (widening delay), or has come back to it: then the earlier state is merged with the new one
//! (widening), and becomes a node from which the loop is explored again.
//!
//! A loop header is the target of a retreating edge. What happens when a path arrives there:
//!
//! 1. **Cover.** If a node of this function at this place describes the state, the path ends with a Goto to it (nearest
//!    node first).
//! 2. **Visit.** The first time a path meets the header, it goes on with the state as it is, and the header is remembered
//!    on the path. States that the policy keeps apart count as different headers (`domain/apart.rs`: a pointer that is
//!    null in one of them only, lists of variable arguments that are at different ones), up to a number of them.
//!    (`peeling` visits twice; `executing` does not even remember the header where what is known decides its branch.)
//!    Where `Policy::alone` paths have made nodes of the header before, further ones are merged with the last of these at
//!    once.
//! 3. **Merge.** When the path arrives again, old and new state are merged: registers, blocks and entries of both, a fresh
//!    variable for each pair of values that differ (a *generalized variable*), and as facts those candidates that follow
//!    in both states: facts of either, affine equations of both (Karr), differences and bounds of values, offsets and
//!    sizes. An entry whose constant stands at another place in the newer state (the end of a string that is cut) is kept
//!    there as well, at a place that changes. Everything found behind the old state is discarded, nodes and returns
//!    included, the merged state becomes a node, and the exploration goes on from it.
//! 4. **Widen.** A later arrival that the node does not cover is merged with the node's state in the same way, and the node
//!    is rebuilt. Three times generalized variables may get new bounds; after that facts are only inherited, dropped, or
//!    guessed for values that have just come to differ.
//!
//! It ends: widening drops a fact, an entry, a block or a register, or generalizes a value. Registers, blocks and entries
//! of a node are finitely many and never grow; a value is generalized at most once; between two such steps, after the third
//! widening, facts only go. A restart of an outer header discards the inner ones, whose descent begins anew, but the outer
//! one has descended. Limits on steps, time, memory and call depth end what would take too long; with `executing`, a
//! loop that never ends takes all steps of the attempt.

use crate::algebra::TooLarge;
use crate::domain::{self, Description, Instance, Merging, Pins, relevance};
use crate::explore::explorer::{Done, Explorer};
use crate::explore::loops::{decided, leaves};
use crate::explore::policy::{HEADER, MAX_STATES_APART, MAX_STATES_OF_LISTS};
use crate::explore::trace;
use crate::explore::worklist::{Header, Mark, Work};
use crate::graph::{End, NodeIndex, Tree, TreeIndex};
use crate::program::BlockIndex;
use crate::rules::{self, GoalKind};
use crate::state::{Path, State, Way};
use std::collections::BTreeMap;

impl Explorer<'_, '_> {
    pub(super) fn is_header(&mut self, st: &State) -> bool {
        st.place.block != 0 && self.top().flow.loops.contains_key(&st.place.block)
    }

    /// Whether the edge leads out of a loop whose header is on the path. With joins, paths wait for each other where
    /// they meet behind the loop, so none is postponed.
    pub(super) fn leaves_loop(&self, from: BlockIndex, to: BlockIndex) -> bool {
        if from == to || self.policy.joins {
            return false;
        }
        let Some(top) = self.calls.last() else { return false };
        let bodies = &top.flow.bodies;
        let left = |h: &Header| {
            bodies.get(&h.description.state.place.block).is_some_and(|b| b.contains(&from) && !b.contains(&to))
        };
        top.headers.iter().any(left)
    }

    /// Lets all other paths behind the innermost header go first. What a path finds behind a loop is dropped when another
    /// one comes back to the header and widens its state: with loops in a row, each would be explored several times
    /// for each round of the one before it.
    pub(super) fn postpone(&mut self, tree: TreeIndex, st: Path) {
        let mark = self.calls.last().and_then(|top| top.headers.last()).map(|h| h.mark.work + 1);
        let mark = mark.unwrap_or(self.work.len());
        self.work.insert(mark, Work::Path(tree, st));
    }

    /// Handles a path that arrives at a loop header.
    pub(super) fn arrive(&mut self, tree: TreeIndex, mut st: Path) -> Done {
        let live = self.live_at(&st);
        st.bindings.retain(|r, _| live.contains(r));
        st.arrived = true;
        trace::passed(self.cx.program, "arrives at a loop header", &st);
        if domain::has_null_beside(self.cx, &st)
            && let Some((node, instance, st)) = self.described(&st)
        {
            trace::passed(self.cx.program, "covered", &st);
            self.graph.trees.close_with(tree, st, node, instance);
            return Ok(());
        }
        self.summarize(&mut st)?;
        rules::uniform::extend_all(self.cx, &mut st).map_err(|TooLarge| self.too_large(&st))?;
        trace::passed(self.cx.program, "folded", &st);
        if let Some((node, instance, st)) = self.described(&st) {
            trace::passed(self.cx.program, "covered", &st);
            self.graph.trees.close_with(tree, st, node, instance);
            return Ok(());
        }
        if self.policy.unrolling.executing && decided(self.cx, &st, true)
            || self.policy.unrolling.leaving && self.leaves(&st)
        {
            self.work.push(Work::Path(tree, st));
            return Ok(());
        }
        let Some(level) = self.met_before(&mut st) else { return self.meet(tree, st) };
        let how = Merging { guesses: HEADER, extra: &[] };
        match self.calls.last().and_then(|top| top.headers[level].description.widened(self.cx, &st, how)) {
            Some((wider, before)) => {
                let known = &self.calls[self.calls.len() - 1].headers[level].description.state;
                trace::widened(self.cx.program, "merged at a loop header", known, &wider);
                let known = known.clone();
                self.note_losses(&known, &st, &wider.state);
                self.restart(level, wider, &before, st.way)
            }
            None => self.fail(&st, GoalKind::LoopInvariant),
        }
    }

    /// Handles a path that meets a loop header for the first time. It visits the header with the state as it is, unless
    /// many paths have met the header before: with loops in a row, each with two ways out that leave different values
    /// behind, there are twice as many paths behind each loop as before it.
    fn meet(&mut self, tree: TreeIndex, st: Path) -> Done {
        let (wider, way) = (self.with_an_earlier(&st), st.way.clone());
        self.visit(tree, st);
        let Some((wider, before)) = wider else { return Ok(()) };
        let Some(level) = self.top().headers.len().checked_sub(1) else { return Ok(()) };
        self.restart(level, wider, &before, way)
    }

    /// A description of the state and of the last node that an earlier path made of the header, if there are too many
    /// such nodes; and the state as an instance of it.
    fn with_an_earlier(&mut self, st: &Path) -> Option<(Description, Instance)> {
        let most = self.policy.alone.filter(|_| !st.has_structures())?;
        let (entry, policy, shapes) = (self.top().entry, self.policy, &self.cx.program.shapes);
        let alike = |index: &NodeIndex| {
            let node = &self.graph.nodes[*index];
            *index != entry
                && node.entry == entry
                && node.state.place == st.place
                && !policy.apart.keeps(shapes, &node.state, st)
        };
        let earlier: Vec<NodeIndex> = self.graph.nodes.places_from(entry).filter(alike).collect();
        let last = earlier.last().filter(|_| earlier.len() >= most)?;
        let known = self.graph.nodes[*last].state.clone();
        let how = Merging { guesses: HEADER, extra: &[] };
        let found = Description::of(st.state().clone()).widened(self.cx, &known, how);
        if let Some((wider, _)) = &found {
            trace::widened(self.cx.program, "merged with an earlier path at a loop header", &known, wider);
        }
        found
    }

    /// Whether the state leaves the loop at once (`loops`).
    fn leaves(&mut self, st: &Path) -> bool {
        let further = self.top().headers.iter().map(|h| h.description.state.place.block).collect();
        leaves(self.cx, st, &further)
    }

    /// Folds the cells of linked structures, and what elements of arrays own, at a loop header.
    pub(super) fn summarize(&mut self, st: &mut Path) -> Done {
        if !self.policy.structures && st.uniforms.is_empty() {
            return Ok(());
        }
        let rears = self.policy.rears;
        let pins = match self.top().flow.loops.get(&st.place.block) {
            Some(of_loop) => Pins::at_loop(st, rears, |register| of_loop.contains(&register)),
            None => Pins::of(st, rears, |_| true),
        };
        self.fold(st, &pins)
    }

    /// Folds the cells of linked structures, and what elements of arrays own.
    pub(super) fn fold(&mut self, st: &mut Path, pins: &Pins) -> Done {
        if self.policy.structures {
            domain::summarize(self.cx, st, pins).map_err(|stop| self.stopped(st, stop))?;
        }
        domain::fold_elements(self.cx, st, pins).map_err(|stop| self.stopped(st, stop))
    }

    /// A node of the function that describes the state, the nearest first; and the state in the form that the node
    /// needs.
    fn described(&mut self, st: &Path) -> Option<(NodeIndex, Instance, Path)> {
        let entry = self.top().entry;
        let first = self.policy.unrolling.peels() && !self.is_on_path(st);
        self.graph.nodes.places_from(entry).rev().find_map(|index| {
            let node = &self.graph.nodes[index];
            if node.entry != entry || node.state.place != st.place || index == entry {
                return None;
            }
            // A merged node would take the first iteration for any other.
            if first && !node.generalized.is_empty() {
                return None;
            }
            let mut st = st.clone();
            domain::arrange(self.cx, &node.state, &mut st).ok()?;
            Some((index, domain::covers(self.cx, &node.state, &node.generalized, &st)?, st))
        })
    }

    /// Whether the path comes from an iteration of the loop at whose header it is.
    fn is_on_path(&self, st: &Path) -> bool {
        let headers = self.calls.last().and_then(|top| top.headers.get(self.begun(st)..));
        headers.into_iter().flatten().any(|header| header.description.state.place == st.place)
    }

    /// The header on the path whose description is to be widened; `None` if the state may visit the place unchanged.
    fn met_before(&mut self, st: &mut Path) -> Option<usize> {
        let (policy, shapes) = (self.policy, &self.cx.program.shapes);
        let begun = self.begun(st);
        let headers = self.calls.last()?.headers.get(begun..)?;
        let here = headers.iter().filter(|h| h.description.state.place == st.place).count();
        let most = if domain::has_lists(st) { MAX_STATES_OF_LISTS } else { MAX_STATES_APART };
        let same = |h: &Header| {
            let before = &h.description.state;
            before.place == st.place && (here >= most || !policy.apart.keeps(shapes, before, st))
        };
        let level = headers.iter().rposition(same)?;
        let visits = headers.iter().filter(|h| same(h) && h.node.is_none()).count();
        if headers[level].node.is_some() {
            return Some(begun + level);
        }
        if let Some(unrolled) = policy.unrolling.decides(visits) {
            return (!unrolled).then_some(begun + level);
        }
        let before = headers[level].description.state.clone();
        let unrolled = policy.unrolling.unrolls(self.cx, visits, &before, st);
        (!unrolled).then_some(begun + level)
    }

    /// The place on the path where the present iteration of an enclosing unrolled loop begins. An earlier visit of this
    /// header belongs to another iteration.
    fn begun(&self, st: &State) -> usize {
        if self.policy.unrolling.peels() {
            return self.entered(st);
        }
        if self.policy.unrolling.decided == 0 {
            return 0;
        }
        let headers = self.calls.last().map(|top| &top.headers[..]).unwrap_or_default();
        let place = |h: &Header| h.description.state.place == st.place;
        let outside: Vec<&Header> = headers.iter().take_while(|h| !place(h)).collect();
        let unrolled = |h: &Header| {
            let around = |o: &&Header| o.description.state.place == h.description.state.place;
            !place(h) && h.node.is_none() && outside.iter().any(around)
        };
        headers.iter().rposition(unrolled).unwrap_or_default()
    }

    /// The first header on the path behind the last one of the loop around this place: each iteration of that loop has a
    /// first iteration of this one. Where there are several loops around it, the first of all iterations has to do: the
    /// number of states would be multiplied with each.
    fn entered(&self, st: &State) -> usize {
        let Some(top) = self.calls.last() else { return 0 };
        let place = st.place.block;
        let mut around = top.flow.bodies.iter().filter(|(header, body)| **header != place && body.contains(&place));
        let (Some((outer, _)), None) = (around.next(), around.next()) else { return 0 };
        top.headers.iter().rposition(|h| h.description.state.place.block == *outer).map_or(0, |at| at + 1)
    }

    /// Visits a loop header with the state as it is.
    fn visit(&mut self, tree: TreeIndex, mut st: Path) {
        trace::passed(self.cx.program, "visits a loop header", &st);
        self.graph.trees.grow(tree, &mut st);
        let steps = self.graph.trees[tree].steps.len();
        let mark = Mark { node: self.graph.nodes.next_place(), work: self.work.len() };
        let description = Description::of(st.state().clone());
        let top = self.top();
        let waiting = top.joins.iter().map(|j| j.waiting.len()).collect();
        let returned = top.returned.len();
        let arrived = st.clone();
        top.headers.push(Header { description, arrived, node: None, tree, steps, mark, returned, waiting });
        self.work.push(Work::Header);
        self.work.push(Work::Path(tree, st));
    }

    /// Starts again from a header with a wider description. `before` shows that the narrower one is an instance of it.
    /// `way`: how the path came that made it wider.
    fn restart(&mut self, level: usize, wider: Description, before: &Instance, way: Way) -> Done {
        self.top().forget(level);
        let Some(top) = self.calls.last() else { return Ok(()) };
        let header = &top.headers[level];
        let tree = header.tree;
        // After the first visit the tree continues; later visits end with a Goto to the node.
        let (instance, knowledge) = match &self.graph.trees[tree] {
            Tree { end: End::Goto { instance, .. }, knowledge, .. } if header.node.is_some() => {
                (instance.compose(before, &wider.state), knowledge.clone())
            }
            _ => (Ok(before.clone()), header.description.state.knowledge.clone()),
        };
        let instance = instance.map_err(|TooLarge| self.too_large(&header.arrived))?;
        let complete = instance.lists.len() == wider.state.lists.len()
            && instance.trees.len() == wider.state.trees.len()
            && instance.uniforms.len() == wider.state.uniforms.len();
        let arrived = &header.arrived;
        let there = instance.uniforms.values().all(|id| arrived.uniforms.contains_key(id))
            && instance.lists.values().all(|id| arrived.lists.contains_key(id))
            && instance.trees.values().all(|id| arrived.trees.contains_key(id));
        if !complete || header.node.is_none() && !there {
            if wider.state.uniforms.is_empty() || self.can_be_given(level, &wider) {
                return self.restart_with_structures(level, wider, way);
            }
            // Without what was guessed about arrays.
            let mut wider = wider;
            wider.state.uniforms.clear();
            wider.state.knowledge = relevance::slice(&wider.state.knowledge, &wider.state.described_variables());
            let before = Instance { uniforms: BTreeMap::new(), ..before.clone() };
            return self.restart(level, wider, &before, way);
        }
        // A node keeps the steps that materialised what the first state lacked; a plain header gives its own steps
        // back.
        let steps = if header.node.is_some() { self.graph.trees[tree].steps.len() } else { header.steps };
        let node = self.start_again(level, wider, way, steps);
        let tree = &mut self.graph.trees[tree];
        tree.knowledge = knowledge;
        tree.end = End::Goto { node, instance };
        Ok(())
    }

    /// Whether the state that arrived first is described, once it has the empty structures and the facts about no elements
    /// that it lacks.
    fn can_be_given(&mut self, level: usize, wider: &Description) -> bool {
        let arrived = self.calls.last().map(|top| top.headers[level].arrived.clone());
        arrived.is_some_and(|st| wider.arranged(self.cx, &st).is_some())
    }

    /// As `restart`, for a wider description with segments: the state that arrived first gets the empty segments that
    /// it lacks.
    fn restart_with_structures(&mut self, level: usize, wider: Description, way: Way) -> Done {
        let Some(header) = self.calls.last().map(|top| &top.headers[level]) else { return Ok(()) };
        let (tree, steps, mut st) = (header.tree, header.steps, header.arrived.clone());
        let arranged = domain::arrange(self.cx, &wider.state, &mut st);
        arranged.map_err(|stop| self.stopped(&st, stop))?;
        let Some(instance) = wider.covers(self.cx, &st) else {
            return self.fail(&st, GoalKind::LoopStructures);
        };
        let node = self.start_again(level, wider, way, steps);
        self.graph.trees.close_with(tree, st, node, instance);
        Ok(())
    }

    /// Drops what was found after a header, and makes a node for the header. The steps that lead to the header do not
    /// go to the node yet.
    fn start_again(&mut self, level: usize, mut wider: Description, way: Way, steps: usize) -> NodeIndex {
        self.cx.tally.restarts += 1;
        let top = self.top();
        let entry = top.entry;
        let header = &top.headers[level];
        let (tree, mark) = (header.tree, header.mark);
        self.discard(mark.node);
        self.work.truncate(mark.work + 1);
        self.graph.trees.reopen(tree, steps);
        wider.state.scope.extend(self.graph.nodes[entry].state.variables());
        let generalized = wider.generalized.clone().unwrap_or_default();
        let node = self.grow_node(entry, Path::merged(wider.state.clone(), way), generalized);
        let header = &mut self.top().headers[level];
        header.node = Some(node);
        header.description = wider;
        node
    }
}
