//! Bounds of what a run costs (`spec/bounds.md`): potentials of the nodes of a complete graph, found by linear
//! programming one component after the other, callees and what follows first; and their proofs.
//!
//! The checker believes nothing of this: what is found wrongly is refused, or not found to be a bound.

mod analysis;
mod debts;
mod order;
mod potential;
mod region;
mod resource;
mod root;
mod solve;
mod templates;
mod upper;
pub mod words;

pub(crate) use analysis::FIRST_MAXIMUM;
pub(crate) use potential::Product;
pub(crate) use root::{Case, Most};

use crate::algebra::Atom;
use crate::graph::{Graph, NodeIndex, TreeIndex};
use crate::index::Idx as _;
use crate::program::Program;
use crate::ranking::Round;
use crate::rules::Context;
use crate::termination::is_usable;
use analysis::Sum;
use certificates::Resource;
use debts::{Debt, debts};
use potential::{Potential, common_scale};
use region::{Unknowns, regions};
use resource::Costs;
use solve::{Budget, Solved, solve};
use std::collections::BTreeMap;
use templates::{Sources, templates};

/// Work on one resource, in visited cells, at most.
const WORK: u64 = 400_000_000;
/// How many ranking functions are multiplied with what is needed anyway: a loop within loops takes more.
const TIMES: [usize; 3] = [0, 1, 2];

/// A bound with its proof, in the prover's names.
#[derive(Debug)]
pub(crate) struct Found {
    pub resource: Resource,
    pub most: Most,
    /// By what all potentials are divided.
    pub scale: i128,
    pub potentials: BTreeMap<NodeIndex, BTreeMap<Product, i128>>,
    /// The number of roots.
    pub roots: usize,
    /// How the obligation at the end of each part of a tree is shown.
    pub proofs: BTreeMap<TreeIndex, Vec<certificates::Case>>,
}

/// Why there is no bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// The potential of a node was not found.
    Node(NodeIndex),
    /// What the entry's potential depends on is not bounded by the call.
    Call,
    /// Potentials were found, but an obligation was not shown with them.
    Unshown(NodeIndex),
    /// This resource is not bounded yet.
    Unsupported,
}

/// A search for a bound of one resource.
pub(crate) struct Search<'a, 'g> {
    pub program: &'a Program,
    pub graph: &'g Graph,
    pub rounds: &'a [Round],
    pub cases: &'a [Case<'a>],
    /// The number of the claim's initial states, with those that no call has.
    pub roots: usize,
}

/// Looks for a bound of a resource.
pub(crate) fn find(search: &Search<'_, '_>, resource: &Resource, cx: &mut Context<'_>) -> Result<Found, Missing> {
    if matches!(resource, Resource::Allocated | Resource::Heap) {
        return Err(Missing::Unsupported);
    }
    let overflow = cx.overflow;
    let usable = |facts: &[Atom]| -> Vec<Atom> {
        facts.iter().filter(|fact| is_usable(fact, overflow)).cloned().collect()
    };
    let costs = Costs::new(search.program, resource);
    let debts = debts(search.program, search.graph, &costs).ok_or(Missing::Unsupported)?;
    let ranks = templates::ranks(search.graph, search.rounds, &usable, &mut cx.engine);
    let returns = search.graph.nodes.entries().filter(|(_, node)| node.tree.is_none());
    let mut known: BTreeMap<NodeIndex, Potential> =
        returns.map(|(node, _)| (node, Potential::default())).collect();
    let mut budget = Budget(WORK);
    for component in components(search.graph, &debts) {
        let first = component.first().copied().unwrap_or(NodeIndex::new(0));
        let sources = Sources { graph: search.graph, debts: &debts, ranks: &ranks, known: &known, usable: &usable };
        let found = potentials(&sources, &component, &usable, &mut budget).ok_or(Missing::Node(first))?;
        known.extend(found);
    }
    let most = root::most(search, &costs, &known, &usable, &mut budget).ok_or(Missing::Call)?;
    let scale = common_scale(known.values()).ok_or(Missing::Call)?;
    let mut proofs = BTreeMap::new();
    for debt in debts.values().flatten() {
        let potential = |node: usize| known.get(&NodeIndex::new(node)).cloned().unwrap_or_default();
        let sum = Sum::of(debt, &potential, scale).ok_or(Missing::Unshown(debt.from))?;
        let shown = analysis::analysis(debt, &sum, &|fact| is_usable(fact, overflow), &mut cx.engine);
        let shown = shown.ok_or_else(|| {
            tracing::debug!(node = debt.from.number(), ?sum, "an obligation of a bound is not shown");
            Missing::Unshown(debt.from)
        })?;
        proofs.insert(debt.leaf, shown);
    }
    let written = |(node, potential): (&NodeIndex, &Potential)| {
        let parts = potential.over(scale)?.into_iter().map(|(product, c)| (product.clone(), c));
        Some((*node, parts.collect()))
    };
    let potentials = known.iter().map(written).collect::<Option<_>>().ok_or(Missing::Call)?;
    Ok(Found { resource: resource.clone(), most, scale, potentials, roots: search.roots, proofs })
}

/// The components of the nodes that have trees, in the order in which potentials are found.
fn components(graph: &Graph, debts: &BTreeMap<NodeIndex, Vec<Debt<'_>>>) -> Vec<Vec<NodeIndex>> {
    let of_node = |node: NodeIndex| {
        let owed = debts.get(&node).into_iter().flatten().flat_map(|debt| &debt.owed);
        owed.map(|owed| owed.to.number()).collect::<Vec<_>>()
    };
    let next: Vec<Vec<usize>> = graph.nodes.places().map(of_node).collect();
    let named = |members: Vec<usize>| members.into_iter().map(NodeIndex::new).collect();
    order::components(&next).into_iter().map(named).collect()
}

/// The potentials of a component's nodes, from the fewest factors on.
fn potentials(
    sources: &Sources<'_, '_>,
    component: &[NodeIndex],
    usable: &dyn Fn(&[Atom]) -> Vec<Atom>,
    budget: &mut Budget,
) -> Option<BTreeMap<NodeIndex, Potential>> {
    let component: Vec<NodeIndex> =
        component.iter().copied().filter(|node| sources.graph.nodes[*node].tree.is_some()).collect();
    if component.is_empty() {
        return Some(BTreeMap::new());
    }
    let mut before = None;
    for times in TIMES {
        let made = templates(sources, &component, times);
        if before.as_ref() == Some(&made) {
            break;
        }
        let unknowns = Unknowns::new(&made);
        let mut all = Vec::new();
        let mut zero = Vec::new();
        for debt in component.iter().flat_map(|node| sources.debts.get(node).into_iter().flatten()) {
            let (found, impossible) = regions(debt, usable(debt.facts), &made, &unknowns, sources.known)?;
            all.extend(found);
            zero.extend(impossible);
        }
        tracing::debug!(times, nodes = component.len(), unknowns = unknowns.all.len(), regions = all.len(), "potentials");
        if let Solved::Found(found) = solve(&unknowns, &mut all, &zero, budget) {
            let mut parts: BTreeMap<NodeIndex, Vec<(Product, i128)>> = BTreeMap::new();
            for ((node, product), number) in unknowns.all.into_iter().zip(found.num) {
                parts.entry(node).or_default().push((product, number));
            }
            let made = parts.into_iter().map(|(node, parts)| (node, Potential::new(parts, found.den)));
            return Some(made.collect());
        }
        before = Some(made);
    }
    None
}
