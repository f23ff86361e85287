//! Strengthens the nodes of a graph until no path from them ends (a closed recurrent set), or finds that this fails.

use super::candidates::candidates;
use super::{Member, Visits};
use crate::algebra::{Atom, Term};
use crate::entail::{Engine, absurd};
use crate::faults::{Fault, Faults};
use crate::graph::{End, Graph, Instance, NodeIndex, Tree, TreeIndex};
use crate::state::{Linear, Recorded};
use certificates::{Overflow, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// The context of one attempt to close a graph.
pub(super) struct Closing<'a> {
    pub(super) graph: &'a Graph,
    pub(super) engine: &'a mut Engine,
    pub(super) visits: &'a Visits,
    /// The value that all inputs get; `None` if inputs remain arbitrary.
    pub(super) choice: Option<u64>,
    pub(super) overflow: Overflow,
    pub(super) faults: &'a Faults,
}

/// A closed graph: no run leaves it.
pub(super) struct Closed {
    /// The graph with the added facts; infeasible paths are cut off.
    pub(super) graph: Graph,
    /// The nodes of the closed graph: the start, the nodes that it reaches, and those of called functions.
    pub(super) nodes: Vec<NodeIndex>,
    /// The facts of the start that were added to it.
    pub(super) kept: Vec<Atom>,
    /// Whether the value of any input is chosen.
    pub(super) chosen: bool,
}

/// Facts that are added to nodes: to the start, and to those that it reaches.
type Facts = BTreeMap<NodeIndex, Vec<Atom>>;

/// The number of rounds of strengthening, at most.
const MOST_ROUNDS: usize = 40;

impl Closing<'_> {
    /// The closed graph that begins at a node, if there is one. The facts that are tried are what the run's states have
    /// in common, from the visit with the number `first` on.
    pub(super) fn close(&mut self, start: NodeIndex, first: usize) -> Option<Closed> {
        let begin = self.visits.get(&start)?.get(first)?.steps;
        let mut facts = Facts::new();
        facts.insert(start, self.candidates(start, begin));
        let mut dead = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            dead.clear();
            if !self.round(begin, &mut facts, &mut dead)? {
                self.simplify(&mut facts);
                return self.finish(start, facts, dead);
            }
        }
        None
    }

    /// Drops facts that follow from the others.
    fn simplify(&mut self, facts: &mut Facts) {
        for (node, facts) in facts {
            let known = &self.graph.nodes[*node].state.knowledge;
            let mut place = facts.len();
            while place > 0 {
                place -= 1;
                let others = facts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, fact)| fact);
                let others: Vec<Atom> = known.iter().chain(others).cloned().collect();
                if self.engine.entails(&others, &facts[place]) {
                    facts.remove(place);
                }
            }
        }
    }

    fn candidates(&self, node: NodeIndex, begin: u64) -> Vec<Atom> {
        let from = |members: &Vec<Member>| members.iter().filter(|m| m.steps >= begin).cloned().collect();
        let members: Vec<Member> = self.visits.get(&node).map(from).unwrap_or_default();
        if members.is_empty() { Vec::new() } else { candidates(self.graph, node, &members) }
    }

    /// One round: drops the facts that some path does not preserve. Returns whether any were dropped; `None` if a path
    /// ends, so that there is no closed graph.
    fn round(&mut self, begin: u64, facts: &mut Facts, dead: &mut BTreeSet<TreeIndex>) -> Option<bool> {
        let mut changed = false;
        let graph = self.graph;
        let mut open: Vec<NodeIndex> = facts.keys().copied().collect();
        let mut done = BTreeSet::new();
        while let Some(node) = open.pop() {
            if !done.insert(node) {
                continue;
            }
            let never = behind_calls_of(graph, node);
            for part in graph.trees.parts(graph.nodes[node].tree?) {
                if never.contains(&part) {
                    continue;
                }
                let Tree { knowledge, end, .. } = &graph.trees[part];
                if matches!(end, End::Split { .. } | End::Apart { .. } | End::Infeasible | End::Open) {
                    continue;
                }
                // G-COMPARE is no step of refutations.
                if matches!(end, End::Compare(_)) {
                    return None;
                }
                let mut known = knowledge.clone();
                known.extend(facts.get(&node).into_iter().flatten().cloned());
                known.extend(self.chosen_below(node, part)?);
                if self.engine.entails(&known, &absurd()) {
                    dead.insert(part);
                    continue;
                }
                if self.engine.late() {
                    return None;
                }
                match end {
                    End::Return(_) | End::Exit { .. } if self.faults.on(Fault::WayOut) => {
                        dead.insert(part);
                    }
                    End::Return(_) | End::Exit { .. } => {
                        tracing::debug!(start = ?node, choice = ?self.choice, "a path from here ends");
                        return None;
                    }
                    End::Call { entry, instance, .. } if *entry == node => {
                        changed |= self.drop_lost(&known, instance, facts.get_mut(&node)?);
                    }
                    // `recursive` copies only the start, so a function that calls itself must not have other nodes.
                    End::Goto { .. } if calls_itself(graph, node) => return None,
                    End::Goto { node: to, instance } => {
                        if !facts.contains_key(to) {
                            facts.insert(*to, self.candidates(*to, begin));
                            changed = true;
                        }
                        changed |= self.drop_lost(&known, instance, facts.get_mut(to)?);
                        open.push(*to);
                    }
                    _ => {}
                }
            }
        }
        Some(changed)
    }

    /// Drops the facts of a node that do not hold when a path reaches it.
    fn drop_lost(&mut self, known: &[Atom], instance: &Instance, facts: &mut Vec<Atom>) -> bool {
        if self.faults.on(Fault::NotKept) {
            return false;
        }
        let before = facts.len();
        facts.retain(|fact| instance.image(fact).is_ok_and(|image| self.engine.entails(known, &image)));
        facts.len() < before
    }

    /// The values of the inputs on the way to a part of a node's tree, as facts; none if inputs remain arbitrary.
    fn chosen_below(&self, node: NodeIndex, part: TreeIndex) -> Option<Vec<Atom>> {
        let Some(bits) = self.choice else { return Some(Vec::new()) };
        let mut known = Vec::new();
        for tree in path(self.graph, self.graph.nodes[node].tree?, part) {
            for step in &self.graph.trees[tree].steps {
                if let (Some((width, sign)), [x, ..]) = (step.aside.input, &step.names.vars[..]) {
                    known.push(Atom::eq(&Term::var(*x), &Term::constant(input(bits, width, sign))).ok()?);
                }
            }
        }
        Some(known)
    }

    /// The graph with the facts found, unless it calls something that cannot be part of a closed graph.
    fn finish(&mut self, start: NodeIndex, facts: Facts, dead: BTreeSet<TreeIndex>) -> Option<Closed> {
        let mut graph = self.graph.clone();
        let home = graph.nodes[start].entry;
        let mut nodes = vec![start];
        nodes.extend(facts.keys().copied().filter(|node| *node != start));
        let group: BTreeSet<NodeIndex> = nodes.iter().copied().collect();
        for part in &dead {
            graph.trees[*part].end = End::Infeasible;
        }
        let mut chosen = false;
        for node in &nodes {
            graph.nodes[*node].entry = start;
            let added = facts.get(node).into_iter().flatten().cloned();
            graph.nodes[*node].state.knowledge.extend(added);
        }
        if let Some(bits) = self.choice {
            for node in &nodes {
                for part in graph.trees.parts(graph.nodes[*node].tree?) {
                    chosen |= choose(&mut graph.trees[part].steps, bits)?;
                }
            }
        }
        let copy = recursive(&mut graph, start);
        if let Some(begin) = copy {
            nodes = vec![begin, start];
        }
        // The graphs of called functions belong to it entirely.
        let mut open: Vec<NodeIndex> = nodes.clone();
        let mut entries = BTreeSet::new();
        while let Some(node) = open.pop() {
            let Some(tree) = graph.nodes[node].tree else { continue };
            for part in graph.trees.parts(tree) {
                match &graph.trees[part].end {
                    End::Exit { .. } | End::Compare(_) => return None,
                    End::Return(_) if group.contains(&node) => return None,
                    End::Call { instance, .. }
                        if self.overflow == Overflow::Ideal
                            && instance.wraps.values().any(|wraps| !wraps.is_empty()) =>
                    {
                        return None;
                    }
                    End::Call { entry, returns, .. } if copy.is_some() && *entry == start && returns.is_empty() => {}
                    End::Call { entry, .. } if *entry == home || group.contains(entry) => return None,
                    End::Call { entry, .. } if entries.insert(*entry) => {
                        let same = |(_, n): &(NodeIndex, &crate::graph::Node)| n.entry == *entry;
                        let called: Vec<NodeIndex> =
                            graph.nodes.entries().filter(same).map(|(index, _)| index).collect();
                        nodes.extend(&called);
                        open.extend(called);
                    }
                    _ => {}
                }
            }
        }
        self.machine_values(&graph, &nodes)?;
        let kept = facts.get(&start).cloned().unwrap_or_default();
        Some(Closed { graph, nodes, kept, chosen })
    }

    /// Q-IDEAL: values whose bits an instruction uses must be in the machine's range.
    fn machine_values(&mut self, graph: &Graph, nodes: &[NodeIndex]) -> Option<()> {
        if self.overflow != Overflow::Ideal {
            return Some(());
        }
        for node in nodes {
            let Some(tree) = graph.nodes[*node].tree else { continue };
            // A tree's knowledge dates from before facts were added to its node, so those are appended.
            let own = &graph.nodes[*node].state.knowledge;
            for leaf in graph.trees.parts(tree) {
                let Tree { knowledge, end, .. } = &graph.trees[leaf];
                if matches!(end, End::Split { .. } | End::Apart { .. } | End::Infeasible) {
                    continue;
                }
                for part in path(graph, tree, leaf) {
                    for (start, atom) in graph.trees[part].steps.iter().flat_map(|step| &step.aside.machine) {
                        let mut known = knowledge.get(..*start)?.to_vec();
                        known.extend(own.iter().cloned());
                        known.extend(self.chosen_in(graph, tree, leaf));
                        if !self.engine.entails(&known, atom) {
                            return None;
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// The values of chosen inputs on the way to a leaf, as facts.
    fn chosen_in(&self, graph: &Graph, tree: TreeIndex, leaf: TreeIndex) -> Vec<Atom> {
        let steps = path(graph, tree, leaf).into_iter().flat_map(|part| &graph.trees[part].steps);
        let choice = |step: &Recorded| match (&step.step, &step.names.vars[..]) {
            (Linear::Choose(value, _), [x, ..]) => Atom::eq(&Term::var(*x), &Term::constant(*value)).ok(),
            _ => None,
        };
        steps.filter_map(choice).collect()
    }
}

/// The parts of the node's tree that follow calls of the node itself. They are never reached, since no call returns.
fn behind_calls_of(graph: &Graph, node: NodeIndex) -> BTreeSet<TreeIndex> {
    let mut behind = BTreeSet::new();
    let parts = graph.nodes[node].tree.map(|tree| graph.trees.parts(tree)).unwrap_or_default();
    for part in parts {
        if let End::Call { entry, returns, .. } = &graph.trees[part].end
            && *entry == node
        {
            behind.extend(returns.iter().flat_map(|after| graph.trees.parts(after.tree)));
        }
    }
    behind
}

fn calls_itself(graph: &Graph, node: NodeIndex) -> bool {
    let parts = graph.nodes[node].tree.map(|tree| graph.trees.parts(tree)).unwrap_or_default();
    parts.into_iter().any(|part| matches!(&graph.trees[part].end, End::Call { entry, .. } if *entry == node))
}

/// Copies the start if it is called recursively: the run begins at the copy, and the calls lead to the start.
fn recursive(graph: &mut Graph, start: NodeIndex) -> Option<NodeIndex> {
    if !calls_itself(graph, start) {
        return None;
    }
    let tree = graph.nodes[start].tree?;
    for part in graph.trees.parts(tree) {
        if let End::Call { entry, returns, .. } = &mut graph.trees[part].end
            && *entry == start
        {
            returns.clear();
        }
    }
    let begin = graph.nodes.next_place();
    let tree = Some(graph.trees.copy(tree));
    let copy = crate::graph::Node { entry: begin, tree, ..graph.nodes[start].clone() };
    graph.nodes.push(copy);
    Some(begin)
}

/// Turns the inputs among the steps into choices. Returns whether there were any.
fn choose(steps: &mut [Recorded], bits: u64) -> Option<bool> {
    let mut any = false;
    for step in steps {
        let Some((width, sign)) = step.aside.input else { continue };
        step.step = Linear::Choose(input(bits, width, sign), sign);
        // The remainder of the division that names the number; nothing mentions it.
        step.names.vars.push(UNUSED);
        any = true;
    }
    Some(any)
}

/// A variable that nothing mentions.
const UNUSED: u32 = u32::MAX;

/// The number that the bits of an input mean, at this width and sign.
fn input(bits: u64, width: u32, sign: Sign) -> i128 {
    let modulus = 1i128 << width.min(64);
    let bits = i128::from(bits) % modulus;
    if sign == Sign::Signed && bits >= modulus / 2 { bits - modulus } else { bits }
}

/// The parts of a tree that lie on the way to the part `to`, which comes last.
fn path(graph: &Graph, tree: TreeIndex, to: TreeIndex) -> Vec<TreeIndex> {
    let mut before: BTreeMap<TreeIndex, TreeIndex> = BTreeMap::new();
    for part in graph.trees.parts(tree) {
        before.extend(graph.trees[part].end.behind().into_iter().map(|next| (next, part)));
    }
    let mut path = vec![to];
    while let Some(previous) = path.last().and_then(|part| before.get(part)) {
        path.push(*previous);
    }
    path.reverse();
    path
}
