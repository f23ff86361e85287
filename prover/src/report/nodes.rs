//! The nodes of a certificate, described in terms of the program.

use crate::algebra::data;
use crate::program::{Function, Location, Op, Program};
use crate::state::{Described, State, read};
use crate::termination::{RankedLoop, ranked};
use certificates::{Certificate, Detail, Hint, Measure, NodeId, Position, Step, StepId, Term, Witness, Wrap};
use std::collections::{BTreeMap, BTreeSet};

/// A node: a place of the program, and what is known whenever a run gets there.
#[derive(Clone, Debug)]
pub(crate) struct NodeView {
    pub(crate) kind: NodeKind,
    pub(crate) function: String,
    /// The block and the index of the instruction, as the module has them.
    pub(crate) position: String,
    pub(crate) location: Option<Location>,
    pub(crate) state: Described,
    /// The nodes to which its tree leads.
    pub(crate) edges: BTreeSet<(NodeId, EdgeKind)>,
    /// The ranking functions that decrease here, in the order of the rounds.
    pub(crate) ranks: Vec<RankedLoop>,
    /// The number of steps of its tree.
    pub(crate) steps: usize,
    /// How those steps are decided.
    pub(crate) decided: Decided,
}

/// How the obligations of a tree's steps are decided, as far as the certificate says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decided {
    /// The number of ghost steps, which execute no instruction: facts that follow, cases, cells that are folded or
    /// unfolded.
    pub(crate) ghosts: usize,
    /// The number of obligations with coefficients; the checker only has to add up.
    pub(crate) given: usize,
    /// The number of obligations that are left to the checker's solver.
    pub(crate) solver: usize,
    /// The number of steps without hints about obligations. The checker decides their obligations by itself.
    pub(crate) own: usize,
    /// Instructions whose results wrap: line, text, and the multiple of 2^width that is subtracted, if it is known.
    pub(crate) wrapped: BTreeSet<(u32, String, Option<i128>)>,
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    /// The entry of a function.
    Entry,
    /// A place where paths meet.
    Inner,
    /// A return of a function.
    Return,
}

/// The kind of an edge between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EdgeKind {
    /// Execution continues there.
    Goto,
    /// A function is called there.
    Call,
    /// A call returns from there.
    Return,
}

/// All nodes of a certificate, in the order of their numbers.
pub(crate) fn nodes(program: &Program, certificate: &Certificate) -> Vec<NodeView> {
    let mut ranks = ranks(program, certificate);
    let numbered = (0..).zip(&certificate.nodes);
    let view = |(number, node): (NodeId, &certificates::Node)| {
        let Walked { edges, steps, decided } = tree(program, certificate, &node.position, node.tree);
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
            decided,
        }
    };
    numbered.map(view).collect()
}

/// The loops of a certificate with their ranking functions. Each pair occurs once.
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

/// The place of the node's next instruction, or of the next one in its block that has a place in the source.
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

/// What was found in a tree.
#[derive(Default)]
struct Walked {
    edges: BTreeSet<(NodeId, EdgeKind)>,
    steps: usize,
    decided: Decided,
}

/// Where a tree leads, and how its steps are decided. Since the certificate may be damaged, no step is visited twice.
fn tree(program: &Program, certificate: &Certificate, position: &Position, root: Option<StepId>) -> Walked {
    let mut walked = Walked::default();
    let function = program.functions.get(&position.function);
    let place = function.and_then(|function| read::place(function, position)).map(|at| (at.block, at.index));
    let mut open: Vec<(StepId, Option<(usize, usize)>)> = root.into_iter().map(|root| (root, place)).collect();
    while let Some((number, at)) = open.pop() {
        let Some(step) = usize::try_from(number).ok().and_then(|n| certificate.steps.get(n)) else { continue };
        walked.steps += 1;
        walked.decided.count(step);
        // A step may only refer to earlier steps.
        let mut follow = |next: &StepId, at| open.extend((*next < number).then_some((*next, at)));
        match step {
            Step::Exec { hint, next, .. } => {
                let found = function.zip(at);
                if let Some((function, (block, index))) = found {
                    let instruction = function.blocks.get(block).and_then(|block| block.instructions.get(index));
                    let line = instruction.and_then(|i| i.location.as_ref()).map_or(0, |at| at.line);
                    walked.decided.wrap(hint, line, instruction.map_or("", |i| i.text.as_str()));
                }
                follow(next, found.and_then(|(function, at)| behind(function, at, &hint.detail)));
            }
            Step::Ghost { next, .. } | Step::Choose { next, .. } => follow(next, at),
            Step::Split { yes, no, .. } => [yes, no].into_iter().for_each(|next| follow(next, at)),
            Step::Apart { left_first, right_first, .. } => {
                [left_first, right_first].into_iter().for_each(|next| follow(next, at));
            }
            Step::Compare { called, returned, .. } => {
                [called, returned].into_iter().for_each(|next| follow(next, at));
            }
            Step::Call { entry, returns, .. } => {
                walked.edges.insert((*entry, EdgeKind::Call));
                for (node, next) in returns {
                    walked.edges.insert((*node, EdgeKind::Return));
                    follow(next, at.map(|(block, index)| (block, index + 1)));
                }
            }
            Step::Goto { node, .. } => {
                walked.edges.insert((*node, EdgeKind::Goto));
            }
            Step::Infeasible { .. } | Step::Exit { .. } => {}
        }
        if walked.steps > certificate.steps.len() {
            break;
        }
    }
    walked
}

impl Decided {
    fn count(&mut self, step: &Step) {
        let (ghost, witnesses) = match step {
            Step::Split { .. } => (true, None),
            Step::Ghost { witnesses, .. } | Step::Apart { witnesses, .. } => (true, Some(witnesses)),
            Step::Exec { witnesses, .. }
            | Step::Call { witnesses, .. }
            | Step::Goto { witnesses, .. }
            | Step::Infeasible { witnesses }
            | Step::Exit { witnesses, .. }
            | Step::Compare { witnesses, .. }
            | Step::Choose { witnesses, .. } => (false, Some(witnesses)),
        };
        self.ghosts += usize::from(ghost);
        let Some(witnesses) = witnesses else { return };
        let solver = witnesses.iter().filter(|witness| **witness == Witness::Solver).count();
        self.solver += solver;
        self.given += witnesses.len() - solver;
        self.own += usize::from(witnesses.is_empty());
    }

    /// Counts a wrapped value. Converting a value by the multiple 0 does not wrap it.
    fn wrap(&mut self, hint: &Hint, line: u32, text: &str) {
        let wraps = hint.wraps.iter().filter_map(|wrap| match wrap {
            Wrap::By(times) if times.0 == 0 => None,
            Wrap::By(times) => Some(Some(times.0)),
            Wrap::Quotient => Some(None),
        });
        self.wrapped.extend(wraps.map(|times| (line, text.to_owned(), times)));
    }
}

/// The place (block, index) where execution continues after the instruction at a place.
pub(super) fn behind(function: &Function, (block, index): (usize, usize), detail: &Detail) -> Option<(usize, usize)> {
    let instruction = function.blocks.get(block)?.instructions.get(index)?;
    let target = match (&instruction.op, detail) {
        (Op::Branch { target }, _) => *target,
        (Op::CondBranch { yes, .. }, Detail::Outcome(true)) => *yes,
        (Op::CondBranch { no, .. }, Detail::Outcome(false)) => *no,
        (Op::Switch { cases, .. }, Detail::Case(Some(case))) => cases.get(usize::try_from(*case).ok()?)?.1,
        (Op::Switch { default, .. }, Detail::Case(None)) => *default,
        (Op::CondBranch { .. } | Op::Switch { .. }, _) => return None,
        _ => return Some((block, index + 1)),
    };
    Some((target, 0))
}
