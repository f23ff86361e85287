//! Building the graph: depth first along the program, merging at loop heads.
//!
//! Strategy of the 2017 paper (section 4, before theorem 8): a loop head is passed once as it comes; when
//! the path arrives there again, the two states are merged into a node and everything below the
//! first is discarded; when a later arrival is not covered, the node is weakened and its tree rebuilt.
//! Weakening only drops facts or splits values, so this ends.

use super::assume::assume;
use super::calls::Active;
use super::entries::{Entries, Sharing};
use super::generalize::{self, Merge};
use super::joins::{self, Region};
use super::{End, Failure, FailureKind, Graph, Instance, Node, NodeIndex, Tree, heads};
use crate::algebra::{Atom, Rel, TooLarge, Var};
use crate::faults::Fault;
use crate::program::{Instruction, Reg};
use crate::progress::Progress;
use crate::rules::{self, Context, Next, Stop};
use crate::state::{Linear, Place, State};
use certificates::Ghost;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// So many states of one loop head on a path, and they are merged although pointers differ.
const CROWDED: usize = 12;

/// So often a loop head's node may get new bounds for values that change; then bounds only go.
const WEAKENINGS: usize = 3;

/// What is said when the clock ends a search.
pub const OUT_OF_TIME: &str = "time limit (raise it with --timeout)";

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub deadline: Instant,
    /// Executed instructions in all.
    pub steps: usize,
    /// Resident memory in MiB.
    pub memory: Option<u64>,
    /// Call depth.
    pub depth: usize,
    /// States of different paths are merged where the paths meet again.
    pub joins: bool,
    /// How often a loop head is passed before states are merged there.
    pub unroll: usize,
    /// When calls of one function share one entry.
    pub sharing: Sharing,
}

/// The search for a complete graph.
pub struct Explorer<'c, 'p> {
    pub cx: &'c mut Context<'p>,
    pub graph: Graph,
    pub limits: Limits,
    pub steps: usize,
    pub(super) heads: BTreeMap<String, BTreeSet<usize>>,
    /// Where the paths from each block meet again.
    pub(super) meets: BTreeMap<String, Vec<Option<usize>>>,
    pub(super) live: BTreeMap<String, Vec<BTreeSet<Reg>>>,
    pub(super) calls: Vec<Active>,
    pub(super) entries: Entries,
    progress: Arc<Progress>,
}

/// Resident memory of this process; 0 where the system does not tell.
fn resident_mebibytes() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok())
        .unwrap_or(0);
    pages / 256
}

/// One function's graph under construction.
pub(super) struct Frame {
    pub entry: NodeIndex,
    pub heads: Vec<Head>,
    pub returns: Vec<State>,
    /// Where paths wait for others, innermost last.
    pub regions: Vec<Region>,
}

impl Frame {
    pub fn new(entry: NodeIndex) -> Frame {
        Frame { entry, heads: Vec::new(), returns: Vec::new(), regions: Vec::new() }
    }
}

/// A loop head on the current path.
pub(super) struct Head {
    place: Place,
    state: State,
    node: Option<NodeIndex>,
    /// How often its node was weakened.
    weakened: usize,
}

/// What ends the exploration of a path early.
pub(super) enum Signal {
    /// The head at this level is merged with a later state: start again from there.
    Restart {
        level: usize,
        merge: Box<Merge>,
    },
    /// The entry at this call depth is merged with a later call of the same function.
    RestartEntry {
        depth: usize,
        merge: Box<Merge>,
    },
    Failed(Box<Failure>),
}

pub(super) type Explored = Result<Tree, Signal>;

impl<'c, 'p> Explorer<'c, 'p> {
    pub fn new(cx: &'c mut Context<'p>, limits: Limits, progress: Arc<Progress>) -> Self {
        let entries = Entries::new(cx.program);
        Explorer {
            cx,
            entries,
            graph: Graph::default(),
            limits,
            steps: 0,
            heads: BTreeMap::new(),
            meets: BTreeMap::new(),
            live: BTreeMap::new(),
            calls: Vec::new(),
            progress,
        }
    }

    fn report_progress(&self) {
        let queries = self.cx.engine.statistics().queries;
        self.progress.update(self.steps, self.graph.nodes.len(), queries);
    }

    pub(super) fn prepare(&mut self, name: &str) {
        if self.heads.contains_key(name) {
            return;
        }
        if let Some(f) = self.cx.program.functions.get(name) {
            self.heads.insert(name.to_string(), heads::loop_heads(f));
            self.meets.insert(name.to_string(), joins::meeting_points(f));
            self.live.insert(name.to_string(), crate::program::liveness::live_in(f));
        }
    }

    /// Forgets the nodes from this one on, except for finished graphs, which later calls may use.
    pub(super) fn discard(&mut self, mark: NodeIndex) {
        let entries = &self.entries;
        self.graph.nodes.discard(mark, |node| entries.is_settled(node.entry));
    }

    pub(super) fn push_node(&mut self, entry: NodeIndex, state: State, slots: BTreeSet<Var>) -> NodeIndex {
        self.graph.nodes.push(Node::new(entry, state, slots))
    }

    pub(super) fn set_tree(&mut self, node: NodeIndex, tree: Tree) {
        self.graph.nodes[node].tree = Some(tree);
    }

    pub(super) fn current(&self, st: &State) -> Option<&'p Instruction> {
        let program = self.cx.program;
        program.functions.get(&*st.function)?.blocks.get(st.place.block)?.instructions.get(st.place.index)
    }

    pub(super) fn failure(&self, st: &State, kind: FailureKind, what: String) -> Box<Failure> {
        let i = self.current(st);
        Box::new(Failure {
            kind,
            function: st.function.to_string(),
            location: i.and_then(|i| i.location.clone()),
            instruction: i.map(|i| i.text.clone()).unwrap_or_default(),
            what,
        })
    }

    pub(super) fn fail<T>(&self, st: &State, kind: FailureKind, what: &str) -> Result<T, Signal> {
        Err(Signal::Failed(self.failure(st, kind, what.to_string())))
    }

    /// The path ends because of a number or product that is not computed with. This says nothing about the program.
    pub(super) fn too_large(&self, st: &State) -> Signal {
        let what = format!("{TooLarge} (smaller constants, or tighter conditions on the values, may help)");
        Signal::Failed(self.failure(st, FailureKind::Limit, what))
    }

    /// Names a function in the state.
    pub(super) fn name_function(&mut self, st: &mut State, name: &str) -> Result<(), Signal> {
        rules::function::name(self.cx, st, name).map_err(|TooLarge| self.too_large(st))
    }

    /// Follows one path until it branches or ends.
    pub(super) fn run(&mut self, frame: &mut Frame, mut st: State) -> Explored {
        loop {
            self.steps += 1;
            if self.steps > self.limits.steps {
                return self.fail(&st, FailureKind::Limit, "too many steps");
            }
            if Instant::now() > self.limits.deadline {
                return self.fail(&st, FailureKind::Limit, OUT_OF_TIME);
            }
            if self.steps.is_multiple_of(64) {
                self.report_progress();
                if self.limits.memory.is_some_and(|most| resident_mebibytes() > most) {
                    return self.fail(&st, FailureKind::Limit, "memory limit (raise it with --memory-limit)");
                }
            }
            if !st.arrived && st.place.index == 0 && frame.regions.last().is_some_and(|r| r.block == st.place.block) {
                return Ok(self.wait(frame, st));
            }
            if !st.arrived && self.is_head(&st) {
                return self.arrive(frame, st);
            }
            if st.progress && st.knowledge.len() >= st.crowded {
                match self.forgotten(frame, &st) {
                    Some(state) => return self.cut(frame, st, state),
                    None => st.crowded = 2 * st.knowledge.len(),
                }
            }
            match rules::execute(self.cx, &mut st) {
                Ok(Next::Continue) => {
                    if let Some(end) = self.resolve_optional(frame, &mut st)? {
                        return Ok(end);
                    }
                }
                Ok(Next::Exit(hint)) => {
                    return Ok(Tree { steps: std::mem::take(&mut st.log), end: End::Exit(hint) });
                }
                Ok(Next::Return) => {
                    let steps = std::mem::take(&mut st.log);
                    frame.returns.push(st);
                    return Ok(Tree { steps, end: End::Return(frame.returns.len() - 1) });
                }
                Ok(Next::Call { callee }) => return self.call(frame, st, &callee),
                Err(Stop::Split(atom)) => return self.split(frame, st, atom),
                Err(Stop::Function(name)) => self.name_function(&mut st, &name)?,
                Err(Stop::Unproved(what)) => {
                    if let Some(tree) = self.infeasible(&mut st) {
                        return Ok(tree);
                    }
                    return self.fail(&st, FailureKind::Unproved, &what);
                }
                Err(Stop::Unsupported(what)) => {
                    if let Some(tree) = self.infeasible(&mut st) {
                        return Ok(tree);
                    }
                    return self.fail(&st, FailureKind::Unsupported, &what);
                }
                Err(Stop::TooLarge) => {
                    if let Some(tree) = self.infeasible(&mut st) {
                        return Ok(tree);
                    }
                    return Err(self.too_large(&st));
                }
                Err(Stop::Internal(what)) => return self.fail(&st, FailureKind::Internal, what),
            }
        }
    }

    /// Perhaps this point cannot be reached.
    pub(super) fn infeasible(&mut self, st: &mut State) -> Option<Tree> {
        let contradiction = !self.cx.engine.consistent(&st.knowledge);
        let contradiction = contradiction || self.cx.faults.on(Fault::Unreachable);
        contradiction.then(|| Tree { steps: std::mem::take(&mut st.log), end: End::Infeasible })
    }

    /// Case analysis.
    pub(super) fn split(&mut self, frame: &mut Frame, mut st: State, atom: Atom) -> Explored {
        let negation = atom.negate().map_err(|TooLarge| self.too_large(&st))?;
        let steps = std::mem::take(&mut st.log);
        if self.cx.faults.on(Fault::Infeasible) {
            let no = Box::new(Tree { steps: Vec::new(), end: End::Infeasible });
            let yes = Box::new(self.branch(frame, st, &atom)?);
            let end = End::Split { atom, yes, no };
            return Ok(Tree { steps, end });
        }
        let end = self.cases(frame, st, atom, negation)?;
        Ok(Tree { steps, end })
    }

    pub(super) fn branch(&mut self, frame: &mut Frame, mut st: State, atom: &Atom) -> Explored {
        if assume(self.cx, &mut st, atom).map_err(|TooLarge| self.too_large(&st))? {
            self.resume(frame, st)
        } else {
            Ok(Tree { steps: std::mem::take(&mut st.log), end: End::Infeasible })
        }
    }

    /// Goes on in the middle of a path (a loop head is not arrived at again).
    pub(super) fn resume(&mut self, frame: &mut Frame, mut st: State) -> Explored {
        let before = std::mem::take(&mut st.log);
        let optional = self.resolve_optional(frame, &mut st)?;
        let mut tree = match optional {
            Some(tree) => tree,
            None => self.run(frame, st)?,
        };
        let mut steps = before;
        steps.append(&mut tree.steps);
        Ok(Tree { steps, end: tree.end })
    }

    /// Decides whether an allocation that may have failed did.
    fn resolve_optional(&mut self, frame: &mut Frame, st: &mut State) -> Result<Option<Tree>, Signal> {
        while let Some((id, base, size)) =
            st.blocks.iter().find(|(_, b)| b.optional).map(|(id, b)| (*id, b.base.clone(), b.size.clone()))
        {
            let null = Atom::new(Rel::Eq, base.clone());
            let present = Atom::new(Rel::Ne, base.clone());
            if self.cx.engine.entails(&st.knowledge, &null) {
                st.forget_block(id);
                st.record(Linear::Ghost(Ghost::Resolve { block: id, present: false }));
            } else if self.cx.engine.entails(&st.knowledge, &present) {
                match rules::heap::small(self.cx, st, &size).map_err(|TooLarge| self.too_large(st))? {
                    Some(split) => {
                        let state = st.clone();
                        st.log.clear();
                        return self.split(frame, state, split).map(Some);
                    }
                    None => {
                        let present = rules::heap::present(self.cx, st, id, &base, &size);
                        present.map_err(|TooLarge| self.too_large(st))?;
                    }
                }
            } else {
                let state = st.clone();
                st.log.clear();
                return self.split(frame, state, null).map(Some);
            }
        }
        Ok(None)
    }

    fn is_head(&self, st: &State) -> bool {
        st.place.index == 0
            && st.place.block != 0
            && self.heads.get(&*st.function).is_some_and(|h| h.contains(&st.place.block))
    }

    /// At a loop head.
    fn arrive(&mut self, frame: &mut Frame, mut st: State) -> Explored {
        let live = self.live_at(&st);
        st.bindings.retain(|r, _| live.contains(r));
        st.arrived = true;
        // A node that covers the state, the nearest first.
        for index in self.graph.nodes.places_from(frame.entry).rev() {
            let node = &self.graph.nodes[index];
            if node.entry != frame.entry || node.state.place != st.place || index == frame.entry {
                continue;
            }
            if let Some(instance) = generalize::covers(self.cx, &node.state, &node.slots, &st) {
                return Ok(self.goto(st, index, instance));
            }
        }
        // States in which a pointer is null or another function stay apart, as long as they are few.
        let here = frame.heads.iter().filter(|h| h.place == st.place).count();
        let joins = self.limits.joins;
        let together = |h: &Head| !generalize::differ(&h.state, &st) && (joins || generalize::alike(&h.state, &st));
        let same = |h: &Head| h.place == st.place && (here >= CROWDED || together(h));
        let level = frame.heads.iter().rposition(same);
        let passes = frame.heads.iter().filter(|h| same(h) && h.node.is_none());
        let passes = passes.count();
        match level {
            Some(level) if passes >= self.limits.unroll || frame.heads[level].node.is_some() => {
                let head = &frame.heads[level];
                let slots = head.node.map(|n| self.graph.nodes[n].slots.clone());
                let again = head.weakened < WEAKENINGS;
                match generalize::merge(self.cx, &head.state, slots.as_ref(), &st, &[], again) {
                    Some(merge) => Err(Signal::Restart { level, merge: Box::new(merge) }),
                    None => {
                        self.fail(&st, FailureKind::Unproved, "a common description of all iterations of this loop")
                    }
                }
            }
            _ => self.pass(frame, st),
        }
    }

    pub(super) fn live_at(&self, st: &State) -> BTreeSet<Reg> {
        self.live.get(&*st.function).and_then(|l| l.get(st.place.block)).cloned().unwrap_or_default()
    }

    fn goto(&self, mut st: State, node: NodeIndex, instance: Instance) -> Tree {
        let steps = std::mem::take(&mut st.log);
        Tree { steps, end: End::Goto { node, instance, knowledge: st.knowledge } }
    }

    /// Passes a loop head as it comes; if the path meets it again, makes a node of it.
    fn pass(&mut self, frame: &mut Frame, mut st: State) -> Explored {
        let mark = (self.graph.nodes.next_place(), frame.returns.len());
        let waiting = joins::waiting(frame);
        let before = std::mem::take(&mut st.log);
        let level = frame.heads.len();
        frame.heads.push(Head { place: st.place, state: st.clone(), node: None, weakened: 0 });
        let explored = self.run(frame, st.clone());
        frame.heads.truncate(level);
        let (mut merge, mut to_node) = match explored {
            Ok(mut tree) => {
                let mut steps = before;
                steps.append(&mut tree.steps);
                return Ok(Tree { steps, end: tree.end });
            }
            Err(Signal::Restart { level: l, merge }) if l == level => {
                let to_node = merge.old.clone();
                (merge, to_node)
            }
            Err(signal) => return Err(signal),
        };
        let mut weakened = 0;
        loop {
            self.discard(mark.0);
            frame.returns.truncate(mark.1);
            joins::forget(frame, &waiting);
            let mut state = merge.state.clone();
            state.scope = state.variables();
            state.scope.extend(self.graph.nodes[frame.entry].state.variables());
            state.progress = false;
            let node = self.push_node(frame.entry, state.clone(), merge.slots.clone());
            frame.heads.push(Head { place: state.place, state: state.clone(), node: Some(node), weakened });
            weakened += 1;
            let explored = self.run(frame, state);
            frame.heads.truncate(level);
            match explored {
                Ok(tree) => {
                    self.set_tree(node, tree);
                    let end = End::Goto { node, instance: to_node, knowledge: st.knowledge };
                    return Ok(Tree { steps: before, end });
                }
                Err(Signal::Restart { level: l, merge: weaker }) if l == level => {
                    let composed = generalize::compose(&to_node, &weaker.old, &weaker.state);
                    to_node = composed.map_err(|TooLarge| self.too_large(&st))?;
                    merge = weaker;
                }
                Err(signal) => return Err(signal),
            }
        }
    }
}
