//! Termination of a complete graph: its edges as a transition system, a ranking argument for that, and node splits
//! where the argument needs more cases than the graph has.
//!
//! The edges (Goto and Call, with the facts known there) form a transition system. `ranking` works on its strongly connected
//! components: a measure that removes all edges, else one that removes some, else nested tuples; then the components of what
//! remains. In a component with many nodes (straight code in a loop that was cut) one variable that all nodes have, or the
//! difference of two, is tried before any linear program (`ranking/template.rs`). In the mode ideal, facts with constants of
//! the size of a type's limits are left out here (`spec/decisions/ideal-ranges.md`).

mod ranks;

pub(crate) use ranks::{RankedLoop, loops, ranked};

use crate::algebra::{Atom, Term};
use crate::entail::{Engine, absurd};
use crate::faults::Fault;
use crate::graph::{self, Failure, Graph, NodeIndex, Site};
use crate::index::Idx as _;
use crate::its;
use crate::program::Program;
use crate::ranking::{self, Round};
use crate::rules::{Context, GoalKind, NoEnd};
use crate::state::ProgramPoint;
use certificates::Overflow;
use std::collections::BTreeSet;

/// Limits of the search, counted so that results do not depend on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Work on ranking functions, as `ranking::SearchLimits` counts it.
    pub ranking: u64,
    /// Ways to split nodes that are tried for one component of the graph, at most.
    pub refinements: usize,
}

/// For each case, its entry node; `None` for infeasible cases.
pub(crate) type Roots = Vec<Option<NodeIndex>>;

/// A ranking argument for all edges of a graph.
#[derive(Debug)]
pub(crate) struct Argument {
    /// The rounds. Nodes are numbered by their `NodeIndex`, edges by their `EdgeIndex`.
    pub rounds: Vec<Round>,
    /// If nodes had to be split: the graph that the argument is about, and its roots.
    pub refined: Option<(Graph, Roots)>,
}

/// Searches for a ranking argument, first for the graph as it is.
///
/// # Errors
/// None was found, or the search reached a limit.
pub(crate) fn prove(
    program: &Program,
    graph: &Graph,
    roots: &[Option<NodeIndex>],
    cx: &mut Context<'_>,
    effort: Effort,
) -> Result<Argument, Box<Failure>> {
    let failure = match rank(program, graph, cx, effort) {
        Ok(rounds) => return Ok(Argument { rounds, refined: None }),
        Err(failure) => failure,
    };
    let better = match failure.kind().is_about_program() {
        true => refine(program, graph, roots, cx, effort),
        false => None,
    };
    better.ok_or(failure)
}

/// Splits nodes (phases of a loop, minima, invariants) so that a ranking argument exists.
fn refine(
    program: &Program,
    graph: &Graph,
    roots: &[Option<NodeIndex>],
    cx: &mut Context<'_>,
    effort: Effort,
) -> Option<Argument> {
    let entries: BTreeSet<its::NodeId> = graph.nodes.iter().map(|n| its::NodeId(n.entry.number())).collect();
    let system = transitions(graph, cx.overflow);
    let mut most = ranking::refine::Effort::default();
    most.attempts = most.attempts.min(effort.refinements);
    most.deadline = cx.engine.deadline();
    let splits = ranking::refine::refine(&system, &entries, &entries, &most)?;
    let mut graph = graph.clone();
    for split in &splits {
        graph::split(&mut graph, NodeIndex::new(split.node.0), &split.atom)?;
    }
    let mut impossible = |facts: &[Atom]| cx.engine.entails(&usable(facts, cx.overflow), &absurd());
    let mut roots = roots.to_vec();
    graph::prune(&mut graph, &mut roots, &mut impossible);
    let rounds = rank(program, &graph, cx, effort).ok()?;
    Some(Argument { rounds, refined: Some((graph, roots)) })
}

/// The ranking argument of a graph, or why there is none.
fn rank(program: &Program, graph: &Graph, cx: &mut Context<'_>, effort: Effort) -> Result<Vec<Round>, Box<Failure>> {
    let system = transitions(graph, cx.overflow);
    let mut limits = ranking::SearchLimits { faults: cx.faults.clone(), ..Default::default() };
    limits.work = limits.work.min(effort.ranking);
    limits.deadline = cx.engine.deadline();
    let found = ranking::rank(&system, &mut Entailment(&mut cx.engine), limits);
    match found.unranked.first() {
        Some(open) if !cx.faults.on(Fault::NoMeasure) => Err(Box::new(endless(program, graph, open))),
        _ => Ok(found.rounds),
    }
}

/// The transition system of all steps between nodes.
fn transitions(graph: &Graph, overflow: Overflow) -> its::System {
    let variables = |node| graph.variables(node).0;
    let node = |node: NodeIndex| its::Node { id: its::NodeId(node.number()), vars: variables(node) };
    let edges = graph.edges();
    let edge = |(index, edge): (graph::EdgeIndex, &graph::Edge<'_>)| {
        let value = |v| (v, edge.instance.apply(v).unwrap_or_else(|| Term::var(v)));
        its::Edge {
            id: its::EdgeId(index.number()),
            from: its::NodeId(edge.from.number()),
            to: its::NodeId(edge.to.number()),
            facts: usable(edge.knowledge, overflow),
            target: variables(edge.to).into_iter().map(value).collect(),
        }
    };
    its::System { nodes: graph.nodes.places().map(node).collect(), edges: edges.entries().map(edge).collect() }
}

/// Facts that a ranking argument may use. In the mode ideal the limits of a type must not end a loop (mathematical
/// integers have none), so facts with numbers of that size are excluded.
fn usable(facts: &[Atom], overflow: Overflow) -> Vec<Atom> {
    facts.iter().filter(|fact| is_usable(fact, overflow)).cloned().collect()
}

/// Whether a ranking argument may use the fact.
pub(crate) fn is_usable(fact: &Atom, overflow: Overflow) -> bool {
    const LIMIT: u128 = 1 << 29;
    overflow != Overflow::Ideal || fact.term.constant_part().unsigned_abs() < LIMIT
}

struct Entailment<'a>(&'a mut Engine);

impl its::Oracle for Entailment<'_> {
    fn entails(&mut self, knowledge: &[Atom], goal: &Atom) -> bool {
        self.0.entails(knowledge, goal)
    }
}

/// The loop or recursion for which no ranking argument was found.
fn endless(program: &Program, graph: &Graph, open: &ranking::Unranked) -> Failure {
    // No block leads back to the first one: where a node is an entry, calls do.
    let entry = |node: &&its::NodeId| graph.nodes[NodeIndex::new(node.0)].state.place == ProgramPoint::ENTRY;
    let called = open.nodes.iter().find(entry);
    let Some(first) = called.or(open.nodes.first()) else {
        return Failure::internal("a loop without a node");
    };
    let state = &graph.nodes[NodeIndex::new(first.0)].state;
    let block = &program.functions[&*state.function].blocks[state.place.block];
    let located = block.instructions.iter().find(|i| i.location.is_some());
    let lacking = open.hint.as_ref().and_then(|h| ranks::lacking(program, graph, h));
    let no_end = match open.reason {
        ranking::Reason::NoneExists => NoEnd::NoRank(lacking),
        ranking::Reason::TooHard => NoEnd::TooHard(lacking),
    };
    let site = Site {
        function: state.function.to_string(),
        location: located.and_then(|i| i.location.clone()),
        instruction: located.map(|i| i.text.clone()).unwrap_or_default(),
    };
    let goal = if called.is_some() { GoalKind::RecursionEnds(no_end) } else { GoalKind::LoopEnds(no_end) };
    let failure = Failure::new(goal, site);
    Failure { state: Box::new(state.described(&program.functions[&*state.function])), ..failure }
}
