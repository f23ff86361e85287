//! Functions one by one: entry states, return states, and recursion.
//!
//! A function is explored from an entry state; its returns become return nodes, and the caller goes on
//! from each (`continuations`; call abstraction and intersection of the 2025 paper, with entry variables in
//! place of variable identities). Which entry a call uses is decided in `entries`, except for a call of a function
//! that is already being explored: that one goes to the entry in progress, which is generalized
//! until it covers the call, and uses the returns found so far; the function is explored again
//! until its returns are covered by the ones that were used. Merging only forgets, so this ends.

use super::continuations::Continued;
use super::explore::{Explored, Explorer, Frame, Signal};
use super::generalize::{self, Summary};
use super::{End, Failure, FailureKind, Instance, NodeIndex, Return, Start, Tree};
use crate::algebra::{TooLarge, Var};
use crate::faults::Fault;
use crate::program::{Instruction, Op};
use crate::rules::Stop;
use crate::state::{State, Value};
use std::collections::BTreeSet;

/// A function that is being explored.
pub(super) struct Active {
    pub function: String,
    pub entry: NodeIndex,
    /// Variables of the entry that change from call to call; `None` before the first merge.
    pub slots: Option<BTreeSet<Var>>,
    /// Return nodes that calls in progress may use.
    pub returns: Vec<NodeIndex>,
    /// Some call in progress used them.
    pub used: bool,
    /// The least call depth whose unfinished entry this graph refers to.
    pub lowest: usize,
}

/// Rounds of one function's fixed point before giving up.
const ROUNDS: usize = 40;
/// So many functions are named before the program begins; the others where their address is used.
const NAMED: usize = 32;

impl Explorer<'_, '_> {
    /// Explores the entry function from one of its initial states; the entry node, and how the initial state
    /// is an instance of it.
    pub fn root(&mut self, start: &Start) -> Result<(NodeIndex, Instance), Box<Failure>> {
        let mut state = start.state.clone();
        state.scope = state.variables();
        let root = self.function(state.clone())?;
        let node = self.graph.nodes[root].state.clone();
        if node.knowledge == state.knowledge && node.bindings == state.bindings {
            let instance = Instance {
                blocks: node.blocks.keys().map(|id| (*id, *id)).collect(),
                entries: node.entries.keys().map(|id| (*id, *id)).collect(),
                ..Instance::default()
            };
            return Ok((root, instance));
        }
        // Recursion has generalized the entry.
        let own = node.variables().difference(&state.scope).copied().collect();
        match generalize::covers(self.cx, &node, &own, &state) {
            Some(instance) => Ok((root, instance)),
            None => Err(self.failure(
                &state,
                FailureKind::Unproved,
                "how the first call is an instance of the function's generalized entry".into(),
            )),
        }
    }

    /// Explores a function from its entry state; the entry becomes a node, complete with returns.
    pub fn function(&mut self, state: State) -> Result<NodeIndex, Box<Failure>> {
        match self.fixed_point(state, None) {
            Ok(entry) => Ok(entry),
            Err(Signal::Failed(failure)) => Err(failure),
            Err(_) => Err(Box::new(Failure::internal("a merge that nobody waits for"))),
        }
    }

    /// Explores a function until its returns are those that its own recursive calls have used.
    pub(super) fn fixed_point(
        &mut self,
        mut state: State,
        mut slots: Option<BTreeSet<Var>>,
    ) -> Result<NodeIndex, Signal> {
        let name = state.function.to_string();
        if self.calls.len() >= self.limits.depth {
            return self.fail(&state, FailureKind::Limit, "calls nested too deeply");
        }
        self.prepare(&name);
        let depth = self.calls.len();
        let first = self.graph.nodes.next_place();
        let mut summaries: Vec<Summary> = Vec::new();
        for _ in 0..ROUNDS {
            self.discard(first);
            state.scope = state.variables();
            state.progress = false;
            state.arrived = false;
            state.log.clear();
            let entry = self.graph.nodes.next_place();
            self.push_node(entry, state.clone(), BTreeSet::new());
            let returns: Vec<NodeIndex> =
                summaries.iter().map(|s| self.push_node(entry, s.state.clone(), BTreeSet::new())).collect();
            self.calls.push(Active {
                function: name.clone(),
                entry,
                slots: slots.clone(),
                returns: returns.clone(),
                used: false,
                lowest: depth,
            });
            let mut frame = Frame::new(entry);
            let mut start = state.clone();
            if depth == 0 {
                self.name_functions(&mut start)?;
            }
            let explored = self.run(&mut frame, start);
            let active = self.calls.pop();
            let used = active.as_ref().is_some_and(|a| a.used);
            let lowest = active.map_or(depth, |a| a.lowest);
            match explored {
                Ok(tree) if !used => {
                    self.set_tree(entry, tree);
                    self.settle_returns(entry, frame.returns);
                    self.finished(first, entry, lowest, &state);
                    return Ok(entry);
                }
                Ok(tree) => {
                    let covered = generalize::summarize(self.cx, &state, &mut summaries, &frame.returns);
                    let Some(members) = covered else { continue };
                    self.set_tree(entry, tree);
                    let members = members.into_iter();
                    self.graph.nodes[entry].returns = members.map(|(i, m)| (returns[i], m)).collect();
                    self.finished(first, entry, lowest, &state);
                    return Ok(entry);
                }
                Err(Signal::RestartEntry { depth: d, merge }) if d == depth => {
                    slots = Some(merge.slots);
                    state = merge.state;
                    summaries.clear();
                }
                Err(signal) => return Err(signal),
            }
        }
        self.fail(&state, FailureKind::Limit, "no common description of all calls of a recursive function was found")
    }

    /// The program's first steps name the functions that are called through pointers, so that all states
    /// know their addresses: merging would forget what only one state knows.
    fn name_functions(&mut self, st: &mut State) -> Result<(), Signal> {
        let program = self.cx.program;
        let names = program.called_by_address();
        for name in names.into_iter().take(NAMED) {
            self.name_function(st, name)?;
        }
        Ok(())
    }

    /// A function's graph is complete. If it refers to no unfinished entry it stays, whatever its callers go through.
    fn finished(&mut self, first: NodeIndex, entry: NodeIndex, lowest: usize, state: &State) {
        let depth = self.calls.len();
        if lowest < depth {
            if let Some(caller) = self.calls.last_mut() {
                caller.lowest = caller.lowest.min(lowest);
            }
            return;
        }
        let nodes = &self.graph.nodes;
        let entries: Vec<NodeIndex> = nodes.places_from(first).filter(|i| nodes[*i].entry == *i).collect();
        self.entries.settle(entries);
        self.entries.finish(entry, state);
    }

    /// A call of a defined function.
    pub(super) fn call(&mut self, frame: &mut Frame, mut st: State, callee: &str) -> Explored {
        let program = self.cx.program;
        let Some(function) = program.functions.get(callee) else {
            return self.fail(&st, FailureKind::Unsupported, "a call of an unknown function");
        };
        let Some(Instruction {
            op: Op::Call { arguments, result, .. } | Op::IndirectCall { arguments, result, .. },
            result: register,
            ..
        }) = self.current(&st)
        else {
            return self.fail(&st, FailureKind::Unsupported, "a call");
        };
        let (view, handed) = match self.entry_state(&st, function.name.as_str(), arguments) {
            Ok(made) => made,
            Err(Stop::Split(atom)) => return self.split(frame, st, atom),
            Err(Stop::Function(name)) => {
                self.name_function(&mut st, &name)?;
                return self.run(frame, st);
            }
            Err(Stop::TooLarge) => return Err(self.too_large(&st)),
            Err(Stop::Unproved(what) | Stop::Unsupported(what)) => {
                return self.fail(&st, FailureKind::Unsupported, &what);
            }
            Err(Stop::Internal(what)) => return self.fail(&st, FailureKind::Internal, what),
        };
        let (entry, instance) = match self.in_progress(callee, &view) {
            Some(level) => self.share(level, &view, &handed)?,
            None => self.entry_for(&view, &handed)?,
        };
        let knowledge = st.knowledge.clone();
        let steps = std::mem::take(&mut st.log);
        let mut returns = Vec::new();
        let mut possible = self.returns_of(entry);
        if possible.len() > 1 && self.cx.faults.on(Fault::ReturnsDropped) {
            possible.truncate(1);
        }
        for node in possible {
            let after = self.graph.nodes[node].state.clone();
            let made = self.continuation(&st, node, &instance, &after);
            let mut made = made.map_err(|TooLarge| self.too_large(&st))?;
            if let (Some(register), Some(value)) = (register, self.returned(&after, *result)) {
                let term = value.term.substitute(&|v| made.names.get(&v).cloned());
                let term = term.map_err(|TooLarge| self.too_large(&st))?;
                made.state.bindings.insert(*register, Value { sign: value.sign, term });
            }
            let tree = match self.infeasible(&mut made.state) {
                Some(impossible) => impossible,
                None => self.resume(frame, made.state)?,
            };
            let Continued { fresh, blocks, entries, .. } = made.made;
            returns.push(Return { node, tree, fresh, blocks, entries });
        }
        Ok(Tree { steps, end: End::Call { entry, instance, returns, knowledge } })
    }

    fn returns_of(&self, entry: NodeIndex) -> Vec<NodeIndex> {
        if let Some(active) = self.calls.iter().find(|a| a.entry == entry) {
            return active.returns.clone();
        }
        // Every return node of the entry, also one that no path reaches any more.
        let nodes = &self.graph.nodes;
        let returns = |i: &NodeIndex| nodes[*i].entry == entry && nodes[*i].tree.is_none() && *i != entry;
        nodes.places_from(entry).filter(returns).collect()
    }

    /// A call that goes to an entry in progress.
    fn share(&mut self, level: usize, view: &State, handed: &Instance) -> Result<(NodeIndex, Instance), Signal> {
        let Some(active) = self.calls.get_mut(level) else {
            return self.fail(view, FailureKind::Internal, "a call level that does not exist");
        };
        let (entry, slots) = (active.entry, active.slots.clone());
        let node = self.graph.nodes[entry].state.clone();
        let changing = slots.clone().unwrap_or_default();
        if let Some(found) = generalize::covers(self.cx, &node, &changing, view) {
            if let Some(active) = self.calls.get_mut(level) {
                active.used = true;
            }
            if let Some(caller) = self.calls.last_mut() {
                caller.lowest = caller.lowest.min(level);
            }
            return Ok((entry, Instance { wraps: handed.wraps.clone(), ..found }));
        }
        match generalize::merge(self.cx, &node, slots.as_ref(), view, &[], false) {
            Some(merge) => Err(Signal::RestartEntry { depth: level, merge: Box::new(merge) }),
            None => self.fail(view, FailureKind::Unproved, "a common description of the calls of this function"),
        }
    }

    /// Makes return nodes of the states in which a function returns.
    fn settle_returns(&mut self, entry: NodeIndex, states: Vec<State>) {
        let outermost = self.calls.is_empty();
        let from = self.graph.nodes[entry].state.clone();
        let groups = generalize::returns(self.cx, &from, &states, outermost, self.limits.joins);
        let nodes = groups.nodes.into_iter();
        let nodes: Vec<NodeIndex> = nodes.map(|state| self.push_node(entry, state, BTreeSet::new())).collect();
        let members = groups.members.into_iter();
        self.graph.nodes[entry].returns = members.map(|(node, instance)| (nodes[node], instance)).collect();
    }
}
