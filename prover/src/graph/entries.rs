//! Entry states: what a call hands over to the callee, and the finished entries that later calls may use again.
//!
//! A call hands over the memory that the callee can reach from its arguments and by the names of globals;
//! the rest is framed: the caller keeps it as it is (call rule, part 2). Facts about nothing that is
//! handed over are left out, so that calls in different places ask for the same entry.

use super::explore::{Explorer, Signal};
use super::generalize;
use super::relevance;
use super::shape::{Names, Shape};
use super::{FailureKind, Instance, NodeIndex};
use crate::algebra::{Atom, Term, Var};
use crate::program::reach::{self, Reach};
use crate::program::{Operand, Program, Reg, Type};
use crate::rules;
use crate::state::{Block, State};
use certificates::{BlockId, Kind, Wrap};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// With more facts than this about what is handed over, only those over its own variables stay.
const FACTS: usize = 120;
/// Distant numbers in facts are limits of types and of the address space: they connect nothing.
const FAR: i128 = 1 << 31;

/// When calls of one function share one generalized entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Never: an entry for each call, as precise as inlining.
    Never,
    /// For all functions but the smallest.
    Large,
    /// For all functions.
    Always,
}

/// Functions with at most so many instructions get an entry for each call with `Sharing::Large`.
const SMALL: usize = 40;

/// So often a shared entry may get new bounds for values that differ between calls.
const WIDENINGS: usize = 3;

/// Finished entries, and what is known of functions.
pub(super) struct Entries {
    reach: BTreeMap<String, Reach>,
    /// Finished entries by the shape of their state.
    finished: HashMap<Shape, NodeIndex>,
    /// Entry nodes of graphs that are complete and depend on nothing unfinished.
    settled: BTreeSet<NodeIndex>,
    /// The entry that calls of a function share.
    shared: BTreeMap<String, Shared>,
}

/// The shared entry of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shared {
    /// This node, and how often it was generalized.
    Entry(NodeIndex, usize),
    /// Their common description is too weak to prove the function: every call has its own.
    Impossible,
}

impl Entries {
    pub fn new(program: &Program) -> Self {
        Entries {
            reach: reach::reach(program),
            finished: HashMap::new(),
            settled: BTreeSet::new(),
            shared: BTreeMap::new(),
        }
    }

    /// Is the graph of this entry complete for good?
    pub fn is_settled(&self, entry: NodeIndex) -> bool {
        self.settled.contains(&entry)
    }

    /// Graphs of these entries are complete and refer to nothing unfinished.
    pub fn settle(&mut self, entries: impl IntoIterator<Item = NodeIndex>) {
        self.settled.extend(entries);
    }

    /// Later calls of the same shape may use the entry.
    pub fn finish(&mut self, entry: NodeIndex, state: &State) {
        self.finished.insert(Names::of(state).shape(state), entry);
    }
}

impl Explorer<'_, '_> {
    /// The entry state for a call: what is handed over, nothing generalized; and how the caller's state is an
    /// instance of it.
    pub(super) fn entry_state(
        &mut self,
        st: &State,
        callee: &str,
        arguments: &[(Type, Operand)],
    ) -> rules::Rule<(State, Instance)> {
        let mut entry = State::new(callee);
        entry.scope = st.scope.clone();
        let function = self.cx.program.functions.get(callee);
        let mut wraps: Vec<(&str, Vec<Wrap>)> = Vec::new();
        for (number, (ty, op)) in arguments.iter().enumerate() {
            let parameter = Reg::parameter(number);
            if matches!(ty, Type::Float(_) | Type::Void) {
                continue;
            }
            let (value, conversions) = rules::argument(self.cx, st, callee, parameter, *ty, op)?;
            let name = function.map_or("", |f| f.registers[parameter].name.as_str());
            wraps.push((name, conversions));
            entry.bindings.insert(parameter, value);
        }
        let nothing = Reach::default();
        let reach = self.entries.reach.get(callee).unwrap_or(&nothing);
        let reached = reachable(st, &entry, reach);
        for (id, block) in st.blocks.iter().filter(|(id, _)| reached.contains(id)) {
            let kind = match &block.kind {
                Kind::Stack(_) | Kind::Caller(_) => Kind::Caller(*id),
                other => other.clone(),
            };
            let read_only = block.read_only || (!reach.writes && matches!(kind, Kind::Caller(_) | Kind::Global(_)));
            let block = Block { kind, read_only, ..block.clone() };
            entry.blocks.insert(*id, block);
        }
        let handed = st.entries.iter().filter(|(_, e)| reached.contains(&e.block));
        entry.entries = handed.map(|(id, e)| (*id, e.clone())).collect();
        // In the order of the node's bindings, which is that of the registers' names.
        wraps.sort_by_key(|(name, _)| *name);
        let about = entry.described_variables();
        entry.knowledge = relevance::slice(&st.knowledge, &about);
        if entry.knowledge.len() > FACTS {
            entry.knowledge = relevance::restrict(&st.knowledge, &about);
        }
        let instance = Instance {
            blocks: entry.blocks.keys().map(|id| (*id, *id)).collect(),
            entries: entry.entries.keys().map(|id| (*id, *id)).collect(),
            variables: BTreeMap::new(),
            wraps: wraps.into_iter().flat_map(|(_, wraps)| wraps).collect(),
        };
        Ok((entry, instance))
    }

    /// An entry for a call of a function that is not being explored: a finished one of the same shape, the
    /// one that calls of this function share, or a new one.
    pub(super) fn entry_for(&mut self, view: &State, handed: &Instance) -> Result<(NodeIndex, Instance), Signal> {
        let names = Names::of(view);
        if let Some(entry) = self.entries.finished.get(&names.shape(view)).copied() {
            let theirs = Names::of(&self.graph.nodes[entry].state);
            let values = names.vars.iter().map(|v| Term::var(*v));
            let instance = Instance {
                variables: theirs.vars.into_iter().zip(values).collect(),
                blocks: theirs.blocks.into_iter().zip(names.blocks).collect(),
                entries: theirs.entries.into_iter().zip(names.entries).collect(),
                wraps: handed.wraps.clone(),
            };
            return Ok((entry, instance));
        }
        let name = view.function.to_string();
        if self.shares(&name)
            && let Some(found) = self.shared_entry(&name, view, handed)?
        {
            return Ok(found);
        }
        let entry = self.fixed_point(view.clone(), None)?;
        if self.shares(&name) && self.entries.is_settled(entry) {
            let shared = self.entries.shared.entry(name);
            shared.or_insert(Shared::Entry(entry, 0));
        }
        let instance = self.instance_of(entry, view, handed)?;
        Ok((entry, instance))
    }

    /// The entry may have been generalized while it was explored: how the call is an instance of it.
    fn instance_of(&mut self, entry: NodeIndex, view: &State, handed: &Instance) -> Result<Instance, Signal> {
        let node = self.graph.nodes[entry].state.clone();
        if node.knowledge == view.knowledge && node.bindings == view.bindings {
            return Ok(handed.clone());
        }
        let own: BTreeSet<Var> = node.variables().difference(&view.scope).copied().collect();
        match generalize::covers(self.cx, &node, &own, view) {
            Some(found) => Ok(Instance { wraps: handed.wraps.clone(), ..found }),
            None => {
                let what = "how a call is an instance of the function's generalized entry";
                self.fail(view, FailureKind::Unproved, what)
            }
        }
    }

    fn shares(&self, name: &str) -> bool {
        match self.limits.sharing {
            Sharing::Never => false,
            Sharing::Always => true,
            Sharing::Large => self.cx.program.functions.get(name).is_some_and(|f| {
                let size: usize = f.blocks.iter().map(|b| b.instructions.len()).sum();
                size > SMALL
            }),
        }
    }

    /// The entry that calls of this function share, generalized to this call if need be; `None` if there
    /// is none yet, or none is possible.
    fn shared_entry(
        &mut self,
        name: &str,
        view: &State,
        handed: &Instance,
    ) -> Result<Option<(NodeIndex, Instance)>, Signal> {
        let (entry, rounds) = match self.entries.shared.get(name) {
            Some(Shared::Entry(entry, rounds)) => (*entry, *rounds),
            Some(Shared::Impossible) | None => return Ok(None),
        };
        let node = self.graph.nodes[entry].state.clone();
        if let Some(found) = self.instance_of_shared(&node, view, handed) {
            return Ok(Some((entry, found)));
        }
        let (aligned, _) = align(&node, view);
        let all = node.variables();
        let slots = (rounds > 0).then_some(&all);
        let merge = generalize::merge(self.cx, &node, slots, &aligned, &[], rounds < WIDENINGS);
        let Some(merge) = merge else {
            self.entries.shared.insert(name.to_string(), Shared::Impossible);
            return Ok(None);
        };
        let mut state = merge.state;
        state.arrived = false;
        let mark = self.graph.nodes.next_place();
        match self.fixed_point(state, None) {
            Ok(wider) if self.entries.is_settled(wider) => {
                self.entries.shared.insert(name.to_string(), Shared::Entry(wider, rounds + 1));
                let node = self.graph.nodes[wider].state.clone();
                let found = self.instance_of_shared(&node, view, handed);
                if found.is_none() {
                    self.entries.shared.insert(name.to_string(), Shared::Impossible);
                }
                Ok(found.map(|instance| (wider, instance)))
            }
            // It depends on calls in progress: they may start again, so it is no entry for others.
            Ok(_) => Ok(None),
            Err(Signal::Failed(failure)) if failure.kind.is_about_program() => {
                self.discard(mark);
                self.entries.shared.insert(name.to_string(), Shared::Impossible);
                Ok(None)
            }
            Err(signal) => Err(signal),
        }
    }

    fn instance_of_shared(&mut self, node: &State, view: &State, handed: &Instance) -> Option<Instance> {
        let (aligned, original) = align(node, view);
        let found = generalize::covers(self.cx, node, &node.variables(), &aligned)?;
        let blocks = found.blocks.iter();
        Some(Instance {
            blocks: blocks.map(|(mine, theirs)| Some((*mine, *original.get(theirs)?))).collect::<Option<_>>()?,
            wraps: handed.wraps.clone(),
            ..found
        })
    }
}

/// The blocks that the callee can reach from its arguments and by name.
fn reachable(st: &State, entry: &State, reach: &Reach) -> BTreeSet<BlockId> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<BlockId> = Vec::new();
    for (id, block) in &st.blocks {
        let named = match &block.kind {
            Kind::Global(name) | Kind::Function(name) => reach.globals.contains(name),
            _ => false,
        };
        if named || reach.anything {
            open.push(*id);
        }
    }
    let mut seen: BTreeSet<Var> = BTreeSet::new();
    for value in entry.bindings.values() {
        open.extend(pointed(st, &value.term, &mut seen));
    }
    while let Some(id) = open.pop() {
        if reached.insert(id) {
            for (_, e) in st.entries_of(id) {
                open.extend(pointed(st, &e.value, &mut seen));
            }
        }
    }
    reached
}

/// The blocks a value may point into: those whose base it mentions, or else those that the facts connect it with.
fn pointed(st: &State, value: &Term, seen: &mut BTreeSet<Var>) -> Vec<BlockId> {
    let based = |vars: &BTreeSet<Var>| -> Vec<BlockId> {
        let blocks = st.blocks.iter();
        blocks.filter(|(_, b)| b.base.vars().any(|v| vars.contains(&v))).map(|(id, _)| *id).collect()
    };
    let direct: BTreeSet<Var> = value.vars().collect();
    let found = based(&direct);
    if !found.is_empty() || direct.iter().all(|v| !seen.insert(*v)) {
        return found;
    }
    let bases: BTreeSet<Var> = st.blocks.values().flat_map(|b| b.base.vars()).collect();
    let near = |a: &&Atom| a.term.constant_part().abs() < FAR;
    let mut related = direct;
    loop {
        let before = related.len();
        for atom in st.knowledge.iter().filter(near) {
            if atom.term.vars().any(|v| related.contains(&v) && !bases.contains(&v)) {
                related.extend(atom.term.vars());
            }
        }
        if related.len() == before {
            return based(&related);
        }
    }
}

/// The view with its blocks renamed like the node's that correspond to them; blocks without a counterpart
/// are left out. And the view's own name for each renamed block.
fn align(node: &State, view: &State) -> (State, BTreeMap<BlockId, BlockId>) {
    let mut pairs: BTreeMap<BlockId, BlockId> = BTreeMap::new();
    let mut open: Vec<(BlockId, BlockId)> = Vec::new();
    let base = |st: &State, t: &Term| {
        let blocks = st.blocks.iter();
        blocks
            .filter_map(|(id, b)| Some((*id, b.base.as_var()?)))
            .find(|(_, v)| t.coefficient(&[*v]) == 1)
            .map(|(id, _)| id)
    };
    for (r, value) in &node.bindings {
        let other = view.bindings.get(r).and_then(|v| base(view, &v.term));
        open.extend(base(node, &value.term).zip(other));
    }
    for (id, block) in &node.blocks {
        if matches!(block.kind, Kind::Global(_) | Kind::Function(_)) {
            open.extend(view.block_of_kind(&block.kind).map(|other| (*id, other)));
        }
    }
    open.reverse();
    while let Some((mine, theirs)) = open.pop() {
        let (Some(a), Some(b)) = (node.blocks.get(&mine), view.blocks.get(&theirs)) else {
            continue;
        };
        let alike = match (&a.kind, &b.kind) {
            (Kind::Caller(_), Kind::Caller(_)) => true,
            (a, b) => a == b,
        };
        if !alike || pairs.contains_key(&mine) || pairs.values().any(|b| *b == theirs) {
            continue;
        }
        pairs.insert(mine, theirs);
        for (_, e) in node.entries_of(mine) {
            let other = view.entries_of(theirs).find(|(_, o)| o.offset == e.offset && o.width == e.width);
            let other = other.and_then(|(_, o)| base(view, &o.value));
            open.extend(base(node, &e.value).zip(other));
        }
    }
    let mut state = view.clone();
    state.blocks.clear();
    state.entries.clear();
    let mut renamed: BTreeMap<BlockId, BlockId> = BTreeMap::new();
    for (mine, theirs) in &pairs {
        if let (Some(a), Some(b)) = (node.blocks.get(mine), view.blocks.get(theirs)) {
            let kind = a.kind.clone();
            state.blocks.insert(*mine, Block { kind, ..b.clone() });
            renamed.insert(*theirs, *mine);
        }
    }
    for (id, e) in &view.entries {
        if let Some(block) = renamed.get(&e.block) {
            let block = *block;
            state.entries.insert(*id, crate::state::Entry { block, ..e.clone() });
        }
    }
    (state, pairs)
}
