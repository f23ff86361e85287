//! The nodes of a certificate in terms of the program.

use crate::algebra::data;
use crate::program::{Location, Program};
use crate::state::{Described, State, read};
use crate::termination::{RankedLoop, ranked};
use certificates::{Certificate, Measure, NodeId, Position, Step, StepId, Term};
use std::collections::{BTreeMap, BTreeSet};

/// A node: a place of the program with all that is known there.
#[derive(Clone, Debug)]
pub(crate) struct NodeView {
    pub(crate) kind: NodeKind,
    pub(crate) function: String,
    /// The block and the number of the instruction, as the module has them.
    pub(crate) position: String,
    pub(crate) location: Option<Location>,
    pub(crate) state: Described,
    /// The nodes that its tree leads to.
    pub(crate) edges: BTreeSet<(NodeId, EdgeKind)>,
    /// What decreases here, in the order of the rounds.
    pub(crate) ranks: Vec<RankedLoop>,
    /// Steps of its tree.
    pub(crate) steps: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    /// Where a function begins.
    Entry,
    /// Where paths come together.
    Inner,
    /// Where it returns.
    Return,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EdgeKind {
    /// Execution goes on there.
    Goto,
    /// A call begins there.
    Call,
    /// A call comes back from there.
    Return,
}

/// All nodes, by their numbers.
pub(crate) fn nodes(program: &Program, certificate: &Certificate) -> Vec<NodeView> {
    let mut ranks = ranks(program, certificate);
    let numbered = (0..).zip(&certificate.nodes);
    let view = |(number, node): (NodeId, &certificates::Node)| {
        let (edges, steps) = tree(certificate, node.tree);
        NodeView {
            kind: match node.tree {
                None => NodeKind::Return,
                Some(_) if node.entry == number => NodeKind::Entry,
                Some(_) => NodeKind::Inner,
            },
            function: node.position.function.clone(),
            position: format!("block %{}, instruction {}", node.position.block, node.position.index),
            location: location(program, &node.position),
            state: state(program, certificate, number)
                .and_then(|state| Some(state.described(program.functions.get(&node.position.function)?)))
                .unwrap_or_default(),
            edges,
            ranks: ranks.remove(&number).unwrap_or_default(),
            steps,
        }
    };
    numbered.map(view).collect()
}

/// The loops of a certificate with their ranking functions, each once.
pub(crate) fn loops(program: &Program, certificate: &Certificate) -> Vec<RankedLoop> {
    let mut all: Vec<RankedLoop> = Vec::new();
    for ranked in ranks(program, certificate).into_values().flatten() {
        if !all.contains(&ranked) {
            all.push(ranked);
        }
    }
    all
}

fn state(program: &Program, certificate: &Certificate, number: NodeId) -> Option<State> {
    let node = certificate.nodes.get(usize::try_from(number).ok()?)?;
    let entry = certificate.nodes.get(usize::try_from(node.entry).ok()?)?;
    read::state(program.functions.get(&node.position.function)?, node, entry)
}

/// The instruction that the node stands before, or the next one of the block that has a place.
fn location(program: &Program, position: &Position) -> Option<Location> {
    let function = program.functions.get(&position.function)?;
    let place = read::place(function, position)?;
    let instructions = &function.blocks.get(place.block)?.instructions;
    instructions.iter().skip(place.index).find_map(|i| i.location.clone())
}

fn ranks(program: &Program, certificate: &Certificate) -> BTreeMap<NodeId, Vec<RankedLoop>> {
    let mut all: BTreeMap<NodeId, Vec<RankedLoop>> = BTreeMap::new();
    let mut add = |node: NodeId, terms: &[Term]| {
        let terms: Option<Vec<_>> = terms.iter().map(data::read_term).collect();
        let found = state(program, certificate, node).zip(terms);
        let found = found.and_then(|(state, terms)| ranked(program, &state, &[], &terms));
        let of_node = all.entry(node).or_default();
        of_node.extend(found.filter(|ranked| !of_node.contains(ranked)));
    };
    for round in &certificate.ranking {
        match &round.measure {
            Measure::Linear(list) => list.iter().for_each(|(node, term)| add(*node, std::slice::from_ref(term))),
            Measure::Nested(list) => list.iter().for_each(|(node, terms)| add(*node, terms)),
        }
    }
    all
}

/// Where a tree leads to, and how many steps it has. A certificate may be damaged: no step is taken twice.
fn tree(certificate: &Certificate, root: Option<StepId>) -> (BTreeSet<(NodeId, EdgeKind)>, usize) {
    let mut edges = BTreeSet::new();
    let mut open: Vec<StepId> = root.into_iter().collect();
    let mut steps = 0;
    while let Some(number) = open.pop() {
        let Some(step) = usize::try_from(number).ok().and_then(|n| certificate.steps.get(n)) else { continue };
        steps += 1;
        // A step refers to earlier ones only.
        let mut follow = |next: &StepId| open.extend((*next < number).then_some(*next));
        match step {
            Step::Exec { next, .. } | Step::Ghost { next, .. } | Step::Choose { next, .. } => follow(next),
            Step::Split { yes, no, .. } => [yes, no].into_iter().for_each(follow),
            Step::Apart { left_first, right_first, .. } => [left_first, right_first].into_iter().for_each(follow),
            Step::Call { entry, returns, .. } => {
                edges.insert((*entry, EdgeKind::Call));
                for (node, next) in returns {
                    edges.insert((*node, EdgeKind::Return));
                    follow(next);
                }
            }
            Step::Goto { node, .. } => {
                edges.insert((*node, EdgeKind::Goto));
            }
            Step::Infeasible { .. } | Step::Exit { .. } => {}
        }
        if steps > certificate.steps.len() {
            break;
        }
    }
    (edges, steps)
}
