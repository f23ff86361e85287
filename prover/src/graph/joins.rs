//! Joins: the states of different paths merged where the paths meet again.
//!
//! Where every path is followed to its end, n branches in a row make 2^n paths. With joins, the paths
//! from a case analysis wait at the block where they all meet again (its immediate postdominator),
//! and go on from one merged node (the 2025 paper merges states on different paths in the same way).

use super::explore::{Explorer, Frame, Signal};
use super::generalize;
use super::heads::successors_of;
use super::relevance;
use super::{End, Graph, Instance, NodeIndex, Tree};
use crate::algebra::{Atom, Var};
use crate::program::Function;
use crate::state::State;
use std::collections::BTreeSet;

/// A place where paths wait for each other.
pub(super) struct Region {
    pub block: usize,
    /// Number in `Graph::joined`, and the state that waits.
    pub waiting: Vec<(usize, State)>,
}

/// How a path goes on that waited at a join.
#[derive(Clone, Debug)]
pub enum Joined {
    Goto { node: NodeIndex, instance: Instance, knowledge: Vec<Atom> },
    Alone(Box<Tree>),
}

/// What all waiting states are instances of.
struct Common {
    state: State,
    slots: BTreeSet<Var>,
    instances: Vec<Instance>,
}

impl Explorer<'_, '_> {
    /// The block at which all paths from here meet again, unless it is a loop head or they wait there already.
    fn meeting_point(&self, frame: &Frame, st: &State) -> Option<usize> {
        if !self.limits.joins {
            return None;
        }
        let block = *self.meets.get(&*st.function)?.get(st.place.block)?;
        let head = self.heads.get(&*st.function).is_some_and(|h| block.is_some_and(|b| h.contains(&b)));
        let known = frame.regions.last().map(|r| Some(r.block)) == Some(block);
        if head || known { None } else { block }
    }

    /// Explores both cases of a case analysis; where they meet again they go on together.
    pub(super) fn cases(&mut self, frame: &mut Frame, st: State, atom: Atom, negation: Atom) -> Result<End, Signal> {
        let meeting = self.meeting_point(frame, &st);
        if let Some(block) = meeting {
            frame.regions.push(Region { block, waiting: Vec::new() });
        }
        let other = st.clone();
        let yes = Box::new(self.branch(frame, st, &atom)?);
        let no = Box::new(self.branch(frame, other, &negation)?);
        if meeting.is_some()
            && let Some(region) = frame.regions.pop()
        {
            self.go_on(frame, region)?;
        }
        Ok(End::Split { atom, yes, no })
    }

    /// A path arrives where others will: it waits.
    pub(super) fn wait(&mut self, frame: &mut Frame, mut st: State) -> Tree {
        let live = self.live_at(&st);
        st.bindings.retain(|r, _| live.contains(r));
        st.arrived = true;
        let number = self.graph.joined.len();
        self.graph.joined.push(None);
        let steps = std::mem::take(&mut st.log);
        if let Some(region) = frame.regions.last_mut() {
            region.waiting.push((number, st));
        }
        Tree { steps, end: End::Joined(number) }
    }

    /// All paths have arrived: one node for all of them if there is a common description.
    fn go_on(&mut self, frame: &mut Frame, region: Region) -> Result<(), Signal> {
        // States in which a pointer is another function stay apart.
        let mut groups: Vec<Vec<(usize, State)>> = Vec::new();
        for (number, st) in region.waiting {
            let alike = |group: &&mut Vec<(usize, State)>| {
                let first = group.first();
                first.is_some_and(|(_, first)| !generalize::differ(first, &st))
            };
            match groups.iter_mut().find(alike) {
                Some(group) => group.push((number, st)),
                None => groups.push(vec![(number, st)]),
            }
        }
        for group in groups {
            self.go_on_together(frame, group)?;
        }
        Ok(())
    }

    fn go_on_together(&mut self, frame: &mut Frame, waiting: Vec<(usize, State)>) -> Result<(), Signal> {
        if waiting.len() > 1
            && let Some(Common { state, slots, instances }) = self.common(&waiting)
        {
            let node = self.push_node(frame.entry, state.clone(), slots);
            for ((number, st), instance) in waiting.into_iter().zip(instances) {
                self.settle_join(number, Joined::Goto { node, instance, knowledge: st.knowledge });
            }
            let tree = self.resume(frame, state)?;
            self.set_tree(node, tree);
            return Ok(());
        }
        for (number, st) in waiting {
            let tree: Tree = self.resume(frame, st)?;
            self.settle_join(number, Joined::Alone(Box::new(tree)));
        }
        Ok(())
    }

    fn settle_join(&mut self, number: usize, joined: Joined) {
        if let Some(place) = self.graph.joined.get_mut(number) {
            *place = Some(joined);
        }
    }

    /// One state for all that wait, and how each is an instance of it.
    fn common(&mut self, waiting: &[(usize, State)]) -> Option<Common> {
        let (_, first) = waiting.first()?;
        let mut state = first.clone();
        let mut slots: Option<BTreeSet<Var>> = None;
        for (_, st) in waiting.iter().skip(1) {
            if let Some(known) = &slots
                && generalize::covers(self.cx, &state, known, st).is_some()
            {
                continue;
            }
            let merge = generalize::merge(self.cx, &state, slots.as_ref(), st, &[], true)?;
            state = merge.state;
            state.scope = state.variables();
            slots = Some(merge.slots);
        }
        let slots = slots?;
        state.knowledge = relevance::strongest(std::mem::take(&mut state.knowledge));
        let mut instances = Vec::new();
        for (_, st) in waiting {
            instances.push(generalize::covers(self.cx, &state, &slots, st)?);
        }
        let entry = &self.graph.nodes[self.calls.last()?.entry];
        state.scope.extend(entry.state.variables());
        state.arrived = true;
        state.progress = false;
        Some(Common { state, slots, instances })
    }
}

/// For every block the one at which all paths from it meet again (immediate postdominator); `None` where
/// there is none before the function ends.
pub(super) fn meeting_points(function: &Function) -> Vec<Option<usize>> {
    let n = function.blocks.len();
    let successors: Vec<Vec<usize>> =
        function.blocks.iter().map(|b| successors_of(b.instructions.last().map(|i| &i.op))).collect();
    // Postdominator sets by iteration from above; a block without successors meets nobody.
    let all: BTreeSet<usize> = (0..n).collect();
    let mut sets: Vec<BTreeSet<usize>> =
        (0..n).map(|b| if successors[b].is_empty() { BTreeSet::from([b]) } else { all.clone() }).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for b in (0..n).rev().filter(|b| !successors[*b].is_empty()) {
            let mut meet: Option<BTreeSet<usize>> = None;
            for s in successors[b].iter().filter(|s| **s < n) {
                meet = Some(match meet {
                    None => sets[*s].clone(),
                    Some(m) => m.intersection(&sets[*s]).copied().collect(),
                });
            }
            let mut meet = meet.unwrap_or_default();
            meet.insert(b);
            if meet != sets[b] {
                sets[b] = meet;
                changed = true;
            }
        }
    }
    // The nearest is the one that all others postdominate.
    (0..n)
        .map(|b| {
            let strict: Vec<usize> = sets[b].iter().copied().filter(|p| *p != b).collect();
            strict.iter().copied().find(|p| strict.iter().all(|q| sets[*p].contains(q)))
        })
        .collect()
}

/// Lengths of all waiting lists, to come back to.
pub(super) fn waiting(frame: &Frame) -> Vec<usize> {
    frame.regions.iter().map(|r| r.waiting.len()).collect()
}

/// Forgets who came after `marks` was taken.
pub(super) fn forget(frame: &mut Frame, marks: &[usize]) {
    frame.regions.truncate(marks.len());
    for (region, mark) in frame.regions.iter_mut().zip(marks) {
        region.waiting.truncate(*mark);
    }
}

/// Puts what follows each join into the trees themselves: afterwards no tree ends in `End::Joined`.
pub fn resolve(graph: &mut Graph) {
    let mut joined = std::mem::take(&mut graph.joined);
    for node in &mut graph.nodes {
        if let Some(tree) = &mut node.tree {
            fill(tree, &mut joined);
        }
    }
}

fn fill(tree: &mut Tree, joined: &mut [Option<Joined>]) {
    if let End::Joined(number) = tree.end {
        match joined.get_mut(number).and_then(Option::take) {
            Some(Joined::Goto { node, instance, knowledge }) => tree.end = End::Goto { node, instance, knowledge },
            Some(Joined::Alone(rest)) => {
                let rest = *rest;
                tree.steps.extend(rest.steps);
                tree.end = rest.end;
                fill(tree, joined);
            }
            None => {}
        }
        return;
    }
    match &mut tree.end {
        End::Split { yes, no, .. } => {
            fill(yes, joined);
            fill(no, joined);
        }
        End::Call { returns, .. } => returns.iter_mut().for_each(|r| fill(&mut r.tree, joined)),
        _ => {}
    }
}
