//! Bounds of what a run costs (`spec/bounds.md`): potentials of the nodes of a complete graph, found by linear
//! programming one component after the other, callees and what follows first; and their proofs.
//!
//! The checker believes nothing of this: what is found wrongly is refused, or not found to be a bound.

mod addresses;
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

use crate::algebra::{Atom, Monomial, Rel, Term, Var};
use crate::graph::{Graph, NodeIndex};
use crate::index::Idx as _;
use crate::program::Program;
use crate::ranking::Round;
use crate::rules::Context;
use crate::termination::is_usable;
use addresses::{addresses, is_absolute};
use analysis::Sum;
use certificates::Resource;
pub(crate) use debts::Place;
use debts::{Debt, debts};
use potential::{Potential, common_scale};
use region::{Unknowns, regions};
use resource::Costs;
use solve::{Budget, Solved, solve};
use std::collections::{BTreeMap, BTreeSet};
use templates::{Sources, templates};

/// Work on one resource with the facts of one limit, in visited cells, at most.
const WORK: u64 = 400_000_000;

/// Which numbers facts may have: first without the limits of types, since a bound should say what it depends on; then
/// with those of 32 bits, for what the program reads and no call names.
const LIMITS: [u128; 2] = [1 << 29, 1 << 33];

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
    /// How each obligation is shown.
    pub proofs: BTreeMap<Place, Vec<certificates::Case>>,
}

/// Why there is no bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// The potential of a node was not found; perhaps because nothing bounds a quantity at another node.
    Node(NodeIndex, Option<(NodeIndex, Term)>),
    /// What the entry's potential depends on is not bounded by the call.
    Call(Option<(NodeIndex, Term)>),
    /// Potentials were found, but an obligation was not shown with them.
    Unshown(NodeIndex),
    /// This resource is not bounded yet.
    Unsupported,
    /// There is nothing to count.
    Nothing(String),
    /// The time was over.
    Late,
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

/// Looks for a bound of a resource. What is missing is told as it is without the limits of types.
pub(crate) fn find(search: &Search<'_, '_>, resource: &Resource, cx: &mut Context<'_>) -> Result<Found, Missing> {
    if let Some(why) = resource::nothing(search.program, resource) {
        return Err(Missing::Nothing(why));
    }
    let [first, second] = LIMITS;
    find_within(search, resource, first, cx).or_else(|missing| match missing {
        Missing::Node(..) | Missing::Call(_) | Missing::Unshown(_) => {
            find_within(search, resource, second, cx).map_err(|_| missing)
        }
        Missing::Unsupported | Missing::Nothing(_) | Missing::Late => Err(missing),
    })
}

/// Looks for a bound with facts whose numbers are less than a limit.
fn find_within(
    search: &Search<'_, '_>,
    resource: &Resource,
    limit: u128,
    cx: &mut Context<'_>,
) -> Result<Found, Missing> {
    let overflow = cx.overflow;
    let small = |fact: &Atom| fact.term.constant_part().unsigned_abs() < limit;
    let usable = |facts: &[Atom]| -> Vec<Atom> {
        facts.iter().filter(|fact| is_usable(fact, overflow) && small(fact)).cloned().collect()
    };
    let costs = Costs::new(search.program, resource);
    let debts = debts(search.program, search.graph, &costs).ok_or(Missing::Unsupported)?;
    let ranks = templates::ranks(search.graph, search.rounds, &usable, &mut cx.engine);
    let returns = search.graph.nodes.entries().filter(|(_, node)| node.tree.is_none());
    let mut known: BTreeMap<NodeIndex, Potential> = returns.map(|(node, _)| (node, Potential::default())).collect();
    let mut budget = Budget(WORK);
    let components = components(search.graph, &debts);
    let pointers = search.cases.iter().flat_map(|case| case.start.pointers.iter().copied()).collect();
    let addresses = addresses(search.program, search.graph, pointers);
    let entered = entered(search.cases, &debts, &components);
    let unnamed = root::unnamed(search, &costs, &usable);
    for component in components {
        let Some(first) = component.first().copied() else { continue };
        let facts = |_: NodeIndex, facts: &[Atom]| relative(usable(facts), &addresses);
        let sources = Sources {
            graph: search.graph,
            debts: &debts,
            ranks: &ranks,
            known: &known,
            entered: &entered,
            facts: &facts,
            addresses: &addresses,
            unnamed: &unnamed,
            limit,
        };
        let found = potentials(&sources, &component, &usable, &mut budget);
        let found = found.ok_or_else(|| Missing::Node(first, templates::unbounded(&sources, &component)))?;
        known.extend(found);
    }
    let most = root::most(search, &costs, &known, &usable, &mut budget).map_err(Missing::Call)?;
    let scale = common_scale(known.values()).ok_or(Missing::Call(None))?;
    let proofs = proofs(&debts, &known, scale, cx)?;
    let written = |(node, potential): (&NodeIndex, &Potential)| {
        let parts = potential.over(scale)?.into_iter().map(|(product, c)| (product.clone(), c));
        Some((*node, parts.collect()))
    };
    let potentials = known.iter().map(written).collect::<Option<_>>().ok_or(Missing::Call(None))?;
    Ok(Found { resource: resource.clone(), most, scale, potentials, roots: search.roots, proofs })
}

/// The proofs of all obligations, by their places.
fn proofs(
    debts: &BTreeMap<NodeIndex, Vec<Debt<'_>>>,
    known: &BTreeMap<NodeIndex, Potential>,
    scale: i128,
    cx: &mut Context<'_>,
) -> Result<BTreeMap<Place, Vec<certificates::Case>>, Missing> {
    let overflow = cx.overflow;
    let potential = |node: usize| known.get(&NodeIndex::new(node)).cloned().unwrap_or_default();
    let mut proofs = BTreeMap::new();
    for debt in debts.values().flatten() {
        let sum = Sum::of(debt, &potential, scale).ok_or(Missing::Unshown(debt.from))?;
        let shown = analysis::analysis(debt, &sum, &|fact| is_usable(fact, overflow), &mut cx.engine);
        let shown = shown.ok_or_else(|| {
            tracing::debug!(node = debt.from.number(), ?sum, "an obligation of a bound is not shown");
            Missing::Unshown(debt.from)
        })?;
        proofs.insert(debt.place, shown);
    }
    Ok(proofs)
}

/// The components of the nodes that have trees, in the order in which potentials are found.
fn components(graph: &Graph, debts: &BTreeMap<NodeIndex, Vec<Debt<'_>>>) -> Vec<Vec<NodeIndex>> {
    let of_node = |node: NodeIndex| {
        let owed = debts.get(&node).into_iter().flatten().flat_map(|debt| &debt.owed);
        owed.map(|owed| owed.to.number()).collect::<Vec<_>>()
    };
    let next: Vec<Vec<usize>> = graph.nodes.places().map(of_node).collect();
    let has_tree = |node: &NodeIndex| graph.nodes[*node].tree.is_some();
    let named = |members: Vec<usize>| members.into_iter().map(NodeIndex::new).filter(has_tree).collect();
    order::components(&next).into_iter().map(named).collect()
}

/// How the potentials of a component are looked for: whether without the numbers that bound what has a bound in symbols,
/// and how many ranking functions are multiplied with what is needed anyway.
const ATTEMPTS: [(bool, usize); 5] = [(true, 0), (true, 1), (true, 2), (false, 0), (false, 1)];

/// The potentials of a component's nodes, from the fewest factors on.
fn potentials(
    sources: &Sources<'_, '_>,
    component: &[NodeIndex],
    usable: &dyn Fn(&[Atom]) -> Vec<Atom>,
    budget: &mut Budget,
) -> Option<BTreeMap<NodeIndex, Potential>> {
    let addresses = sources.addresses;
    let mut tried = Vec::new();
    for (symbols, times) in ATTEMPTS {
        let facts = |node: NodeIndex, facts: &[Atom]| match symbols {
            true => symbolic(sources.graph, node, usable(facts)),
            false => usable(facts),
        };
        let largest = if symbols { NUMBER.unsigned_abs() } else { sources.limit };
        let for_templates = |node: NodeIndex, known: &[Atom]| relative(facts(node, known), addresses);
        let mut made = templates(&Sources { facts: &for_templates, ..*sources }, component, times, largest);
        let relative = |product: &Product| product.iter().all(|atom| !is_absolute(atom, addresses));
        made.values_mut().for_each(|products| products.retain(relative));
        if tried.contains(&(symbols, made.clone())) {
            continue;
        }
        let unknowns = Unknowns::new(&made);
        let mut all = Vec::new();
        let mut zero = Vec::new();
        for debt in component.iter().flat_map(|node| sources.debts.get(node).into_iter().flatten()) {
            let (found, impossible) = regions(debt, facts(debt.from, debt.facts), &made, &unknowns, sources.known)?;
            all.extend(found);
            zero.extend(impossible);
        }
        let (count, regions) = (unknowns.all.len(), all.len());
        tracing::debug!(symbols, times, nodes = component.len(), unknowns = count, regions, "potentials");
        let costs = costs(&unknowns, sources);
        if let Solved::Found(found) = solve(&costs, &mut all, &zero, budget) {
            let mut parts: BTreeMap<NodeIndex, Vec<(Product, i128)>> = BTreeMap::new();
            for ((node, product), number) in unknowns.all.into_iter().zip(found.num) {
                parts.entry(node).or_default().push((product, number));
            }
            let made = parts.into_iter().map(|(node, parts)| (node, Potential::new(parts, found.den)));
            return Some(made.collect());
        }
        tried.push((symbols, made));
    }
    None
}

/// The facts but those that depend on how large addresses are.
fn relative(facts: Vec<Atom>, addresses: &BTreeSet<Var>) -> Vec<Atom> {
    facts.into_iter().filter(|fact| !is_absolute(&fact.term, addresses)).collect()
}

/// What coefficients cost: more with more factors, more with what the call does not bound, and much more where the
/// component is entered.
fn costs(unknowns: &Unknowns, sources: &Sources<'_, '_>) -> Vec<i128> {
    const ENTERED: i128 = 1000;
    const UNNAMED: i128 = 30;
    let times = |node: &NodeIndex| if sources.entered.contains(node) { ENTERED } else { 1 };
    let of_atom = |atom: &Term| {
        let unnamed = |(m, c): &&(Monomial, i128)| m.len() == 1 && sources.unnamed.contains(&(m[0], *c > 0));
        atom.parts().iter().filter(unnamed).count() as i128 * UNNAMED
    };
    let cost = |product: &Product| solve::cost(product) + product.iter().map(of_atom).sum::<i128>();
    unknowns.all.iter().map(|(node, product)| times(node) * cost(product)).collect()
}

/// The nodes that are roots, or that other components lead to.
fn entered(
    cases: &[Case<'_>],
    debts: &BTreeMap<NodeIndex, Vec<Debt<'_>>>,
    components: &[Vec<NodeIndex>],
) -> BTreeSet<NodeIndex> {
    let of: BTreeMap<NodeIndex, usize> =
        components.iter().zip(0..).flat_map(|(nodes, number)| nodes.iter().map(move |node| (*node, number))).collect();
    let owed = debts.values().flatten().flat_map(|debt| debt.owed.iter().map(|owed| (debt.from, owed.to)));
    let from_outside = owed.filter(|(from, to)| of.get(from) != of.get(to)).map(|(_, to)| to);
    from_outside.chain(cases.iter().map(|case| case.root)).collect()
}

/// The facts without numbers that bound a value from above which also has a bound in symbols, or is one of the entry's:
/// with them a bound would be a number where it could say what it depends on.
fn symbolic(graph: &Graph, node: NodeIndex, facts: Vec<Atom>) -> Vec<Atom> {
    let (variables, shared) = graph.variables(node);
    let entrys: BTreeSet<Var> = variables.into_iter().take(shared).collect();
    let bounded: BTreeSet<Var> = facts.iter().filter(|fact| fact.rel != Rel::Ne).flat_map(symbols_above).collect();
    let number = |fact: &Atom| match fact.term.parts() {
        [(empty, constant), (monomial, 1..)] if fact.rel == Rel::Le && empty.is_empty() => {
            let known = |v: &Var| entrys.contains(v) || bounded.contains(v);
            *constant <= -NUMBER && monomial.len() == 1 && known(&monomial[0])
        }
        _ => false,
    };
    facts.iter().filter(|fact| !number(fact)).cloned().collect()
}

/// Numbers from here on are not used as bounds where there are symbols.
const NUMBER: i128 = 64;

/// The variables that a fact about several bounds from above.
fn symbols_above(fact: &Atom) -> Vec<Var> {
    let parts: Vec<_> = fact.term.parts().iter().filter(|(m, _)| !m.is_empty()).collect();
    if parts.len() < 2 {
        return Vec::new();
    }
    let above = parts.into_iter().filter(|(m, c)| m.len() == 1 && (*c > 0 || fact.rel == Rel::Eq));
    above.map(|(m, _)| m[0]).collect()
}
