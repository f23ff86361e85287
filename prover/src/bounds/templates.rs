//! Candidates for the products of which potentials are sums: ranking functions, what nodes further on need in terms of
//! this one, and bounds of both over what a loop does not change.

use super::debts::{Debt, Owed};
use super::potential::{Potential, Product, image};
use super::upper::{primitive, upper_bounds};
use crate::algebra::exact::gcd;
use crate::algebra::{Atom, Rel, Term, Var};
use crate::entail::Engine;
use crate::graph::{EdgeIndex, Graph, NodeIndex};
use crate::index::Idx as _;
use crate::ranking::{Measure, Round};
use std::collections::{BTreeMap, BTreeSet};

/// Products of one factor for one node, at most; and products of several.
const MOST_LINEAR: usize = 12;
const MOST_PRODUCTS: usize = 40;
/// Products of one node that differ by constants alone, at most.
const ALIKE: usize = 2;
/// Guards of one node, at most; and their summands.
const GUARDS: usize = 5;
const SHORT: usize = 4;
/// Rounds in which what a node needs is carried back along the edges of a component.
const BACK: usize = 2;

/// The ranking functions of each node, shifted so that they are 1 in the last round of the loop.
pub(super) fn ranks(
    graph: &Graph,
    rounds: &[Round],
    usable: &dyn Fn(&[Atom]) -> Vec<Atom>,
    engine: &mut Engine,
) -> BTreeMap<NodeIndex, Vec<Term>> {
    let edges = graph.edges();
    let mut ranks: BTreeMap<NodeIndex, Vec<Term>> = BTreeMap::new();
    for round in rounds {
        let measures: BTreeMap<NodeIndex, &[Term]> = match &round.measure {
            Measure::Linear(list) => {
                list.iter().map(|(n, term)| (NodeIndex::new(n.0), std::slice::from_ref(term))).collect()
            }
            Measure::Nested(list) => list.iter().map(|(n, terms)| (NodeIndex::new(n.0), &terms[..])).collect(),
        };
        let content = measures.values().flat_map(|terms| terms.iter()).fold(0, |g, term| gcd(g, term.content())).max(1);
        let removed: Vec<_> = round.removed.iter().map(|edge| &edges[EdgeIndex::new(edge.0)]).collect();
        // The least value where an edge is left for the last time, in units of the common factor.
        let least = |engine: &mut Engine| {
            let values = removed.iter().map(|edge| {
                let [term] = measures.get(&edge.from)? else { return None };
                let negated = scaled_down(term, content)?.neg().ok()?;
                engine.maximum(&usable(edge.knowledge), &negated)?.checked_neg()
            });
            values.collect::<Option<Vec<i128>>>()?.into_iter().min()
        };
        let least = least(engine).unwrap_or(0).max(0);
        for (node, terms) in measures {
            let shifted = terms.iter().filter_map(|term| scaled_down(term, content)?.plus(1 - least).ok());
            let of_node = ranks.entry(node).or_default();
            for term in shifted.filter(|term| term.as_constant().is_none() && term.is_linear()) {
                if !of_node.contains(&term) {
                    of_node.push(term);
                }
            }
        }
    }
    ranks
}

/// The term divided by a number that divides all coefficients but perhaps the constant, rounded up.
fn scaled_down(term: &Term, divisor: i128) -> Option<Term> {
    let constant = term.constant_part();
    let rest = term.plus(constant.checked_neg()?).ok()?.divide_exactly(divisor)?;
    rest.plus(constant.checked_neg()?.div_euclid(divisor).checked_neg()?).ok()
}

/// What templates of a component are made of.
pub(super) struct Sources<'a, 'g> {
    pub graph: &'g Graph,
    pub debts: &'a BTreeMap<NodeIndex, Vec<Debt<'g>>>,
    pub ranks: &'a BTreeMap<NodeIndex, Vec<Term>>,
    pub known: &'a BTreeMap<NodeIndex, Potential>,
    /// The nodes that other components lead to.
    pub entered: &'a BTreeSet<NodeIndex>,
    /// Those of the facts at a place of a node's tree that may be used.
    pub facts: &'a dyn Fn(NodeIndex, &[Atom]) -> Vec<Atom>,
    /// Variables that are addresses.
    pub addresses: &'a BTreeSet<Var>,
    /// Variables of the call that nothing the contract names bounds from above (`true`), or from below.
    pub unnamed: &'a BTreeSet<(Var, bool)>,
    /// Numbers in facts and guards are less than this.
    pub limit: u128,
}

/// The products of each node of a component.
pub(super) type Templates = BTreeMap<NodeIndex, Vec<Product>>;

/// Templates of a component in which products have up to this many ranking functions besides what is needed anyway.
/// `largest`: no number in a ranking function or guard is as large.
pub(super) fn templates(sources: &Sources<'_, '_>, component: &[NodeIndex], times: usize, largest: u128) -> Templates {
    let variables = component.iter().map(|n| (*n, sources.graph.variables(*n).0.into_iter().collect()));
    let (variables, found) = (variables.collect(), component.iter().map(|node| (*node, vec![Product::new()])));
    let mut made = Making { sources, component, variables, drivers: BTreeMap::new(), found: found.collect() };
    for node in component {
        let ranks = sources.ranks.get(node).cloned().unwrap_or_default();
        let all = made.guards(*node).into_iter().chain(ranks);
        let drivers: Vec<Term> = all.filter(|term| term.constant_part().unsigned_abs() < largest).collect();
        drivers.iter().for_each(|driver| made.add(*node, vec![driver.clone()]));
        made.drivers.insert(*node, drivers);
    }
    made.needed();
    for _ in 0..BACK {
        made.carried_back();
    }
    made.unchanging();
    made.shared();
    for _ in 0..times {
        made.multiplied();
        for _ in 0..BACK {
            made.carried_back();
        }
    }
    made.distances(largest);
    made.found
}

/// A quantity of which a potential outside depends, and which nothing bounds in terms of the component.
pub(super) fn unbounded(sources: &Sources<'_, '_>, component: &[NodeIndex]) -> Option<(NodeIndex, Term)> {
    let variables = component.iter().map(|n| (*n, sources.graph.variables(*n).0.into_iter().collect()));
    let variables = variables.collect();
    let made = Making { sources, component, variables, drivers: BTreeMap::new(), found: Templates::new() };
    for node in component.iter().copied() {
        for debt in made.debts(node) {
            let facts = (sources.facts)(node, debt.facts);
            for owed in &debt.owed {
                let Some(potential) = sources.known.get(&owed.to) else { continue };
                let lost = potential.parts.keys().flatten().find(|atom| {
                    let alone = vec![Term::clone(atom)];
                    let constant = image(&alone, 1, &|v| owed.value(v)).is_some_and(|(product, _)| product.is_empty());
                    !constant && made.bounded(node, &alone, &|v| owed.value(v), &facts).is_empty()
                });
                if let Some(atom) = lost {
                    return Some((owed.to, atom.clone()));
                }
            }
        }
    }
    None
}

struct Making<'a, 'g> {
    sources: &'a Sources<'a, 'g>,
    component: &'a [NodeIndex],
    variables: BTreeMap<NodeIndex, BTreeSet<Var>>,
    /// What decreases in loops: ranking functions and guards of each node.
    drivers: BTreeMap<NodeIndex, Vec<Term>>,
    found: Templates,
}

/// Whether two products have the same factors but for constants.
fn differ_by_constants(one: &Product, other: &Product) -> bool {
    let alike = |(a, b): (&Term, &Term)| a.sub(b).ok().is_some_and(|rest| rest.as_constant().is_some());
    !one.is_empty() && one.len() == other.len() && one.iter().zip(other).all(alike)
}

/// A maximum of a term plus 1, where tests say that the term is not negative: it pays for the maximum and a number, but
/// nothing on paths where the term is smaller.
fn with_one_more(product: &Product, facts: &[Atom]) -> Option<Product> {
    let [term] = &product[..] else { return None };
    let at_least = |fact: &Atom| fact.term.add(term).ok()?.as_constant();
    let known = |fact: &&Atom| fact.rel == Rel::Le && at_least(fact).is_some_and(|least| least >= 0);
    let more = facts.iter().find(known).and(term.plus(1).ok())?;
    Some(vec![more])
}

impl<'g> Making<'_, 'g> {
    fn add(&mut self, node: NodeIndex, mut product: Product) {
        product.sort();
        let Some(of_node) = self.found.get_mut(&node) else { return };
        let linear = |p: &&Product| p.len() <= 1;
        let count = of_node.iter().filter(linear).count();
        let full = match product.len() {
            0 | 1 => count > MOST_LINEAR,
            _ => of_node.len() - count > MOST_PRODUCTS,
        };
        let alike = of_node.iter().filter(|known| differ_by_constants(known, &product)).count();
        if !full && alike < ALIKE && !of_node.contains(&product) && product.iter().all(Term::is_linear) {
            of_node.push(product);
        }
    }

    fn debts(&self, node: NodeIndex) -> &[Debt<'g>] {
        self.sources.debts.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The distances to the bounds that paths within the component have tested, where nothing says that they stay or grow.
    fn guards(&self, node: NodeIndex) -> Vec<Term> {
        let known = self.sources.graph.nodes[node].state.knowledge.len();
        let mut found = Vec::new();
        for debt in self.debts(node) {
            let back: Vec<&Owed<'_>> = debt.owed.iter().filter(|owed| self.found.contains_key(&owed.to)).collect();
            if back.is_empty() {
                continue;
            }
            for fact in debt.facts.iter().skip(known) {
                let short = fact.rel == Rel::Le && fact.term.is_linear() && fact.term.parts().len() <= SHORT;
                let own = fact.term.vars().all(|v| self.variables[&node].contains(&v));
                let small = fact.term.constant_part().unsigned_abs() < self.sources.limit;
                let Some(distance) = fact.term.neg().and_then(|t| t.plus(1)).ok() else { continue };
                let grows = |owed: &&Owed<'_>| {
                    let image = distance.substitute(&|v| owed.value(v)).ok();
                    let change = image.and_then(|image| image.sub(&distance).ok()?.as_constant());
                    owed.to == node && change.is_some_and(|change| change >= 0)
                };
                let useful = short && own && small && distance.as_constant().is_none();
                if useful && !back.iter().any(grows) && !found.contains(&distance) && found.len() < GUARDS {
                    found.push(distance);
                }
            }
        }
        found
    }

    /// The distances to bounds that are known at a node, where an edge back to it makes them smaller.
    fn distances(&mut self, largest: u128) {
        for node in self.component.iter().copied() {
            let mut new = Vec::new();
            let variables = &self.variables[&node];
            let usable = (self.sources.facts)(node, &self.sources.graph.nodes[node].state.knowledge);
            for fact in usable.iter().filter(|fact| fact.rel == Rel::Le && fact.term.parts().len() <= SHORT) {
                let own = fact.term.is_linear() && fact.term.vars().all(|v| variables.contains(&v));
                let small = fact.term.constant_part().unsigned_abs() < largest;
                let several = fact.term.vars().nth(1).is_some();
                let Some(distance) = fact.term.neg().ok().filter(|_| own && small && several) else { continue };
                let change = |owed: &Owed<'_>| {
                    let image = distance.substitute(&|v| owed.value(v)).ok()?;
                    image.sub(&distance).ok()?.as_constant()
                };
                let back = self.debts(node).iter().flat_map(|debt| &debt.owed).filter(|owed| owed.to == node);
                let changes: Vec<Option<i128>> = back.map(change).collect();
                let falls = changes.iter().any(|change| change.is_some_and(|change| change < 0));
                let grows = changes.iter().any(|change| change.is_none_or(|change| change > 0));
                if falls && !grows && new.len() < GUARDS {
                    new.push(distance);
                }
            }
            // What differs from another product by a number alone says nothing new.
            new.retain(|distance| {
                let product = vec![distance.clone()];
                !self.found[&node].iter().any(|known| differ_by_constants(known, &product))
            });
            new.into_iter().for_each(|distance| self.add(node, vec![distance]));
        }
    }

    /// What the blocks that are made and the potentials of nodes outside need, in terms of each node.
    fn needed(&mut self) {
        for node in self.component.iter().copied() {
            let mut new = BTreeSet::new();
            let known = self.sources.graph.nodes[node].state.knowledge.len();
            for debt in self.debts(node) {
                let facts = (self.sources.facts)(node, debt.facts);
                let tested = debt.facts.get(known..).unwrap_or_default();
                for size in &debt.cost.sizes {
                    new.extend(self.bounded(node, &vec![size.clone()], &|v| Some(Term::var(v)), &facts));
                }
                let potentials: Vec<_> =
                    debt.owed.iter().filter_map(|owed| Some((owed, self.sources.known.get(&owed.to)?))).collect();
                let number = potentials.iter().any(|(_, potential)| potential.parts.contains_key(&Product::new()));
                let pays = number || debt.cost.number > 0 || !debt.cost.sizes.is_empty();
                for (owed, potential) in potentials {
                    for product in potential.parts.keys() {
                        let bounds = self.bounded(node, product, &|v| owed.value(v), &facts);
                        new.extend(bounds.iter().filter_map(|product| with_one_more(product, tested).filter(|_| pays)));
                        new.extend(bounds);
                    }
                }
            }
            new.into_iter().for_each(|product| self.add(node, product));
        }
    }

    /// What nodes of the component need, in terms of the nodes from which an edge leads there.
    fn carried_back(&mut self) {
        for node in self.component.iter().copied() {
            let mut new = BTreeSet::new();
            for debt in self.debts(node) {
                let facts = (self.sources.facts)(node, debt.facts);
                for owed in &debt.owed {
                    for product in self.found.get(&owed.to).into_iter().flatten() {
                        new.extend(self.bounded(node, product, &|v| owed.value(v), &facts));
                    }
                }
            }
            new.into_iter().for_each(|product| self.add(node, product));
        }
    }

    /// Products over the node's variables that bound a product after a substitution.
    fn bounded(
        &self,
        node: NodeIndex,
        product: &Product,
        value: &dyn Fn(Var) -> Option<Term>,
        facts: &[Atom],
    ) -> Vec<Product> {
        let Some((factors, 1..)) = image(product, 1, value) else { return Vec::new() };
        let variables = &self.variables[&node];
        let mut all = vec![Product::new()];
        for factor in factors {
            let bounds = match factor.is_linear() && factor.vars().all(|v| variables.contains(&v)) {
                true => primitive(&factor).into_iter().collect(),
                false => upper_bounds(&factor, facts, &|v| variables.contains(&v)),
            };
            let with = |bound: &Term| {
                all.iter()
                    .cloned()
                    .map(|mut product| {
                        product.extend((bound.as_constant().is_none()).then(|| bound.clone()));
                        product
                    })
                    .collect::<Vec<_>>()
            };
            all = bounds.iter().flat_map(with).take(MOST_LINEAR).collect();
        }
        all
    }

    /// Variables that no edge of the component changes.
    fn invariant(&self) -> BTreeSet<Var> {
        let mut left: BTreeSet<Var> = self.variables.values().flatten().copied().collect();
        left.retain(|v| self.variables.values().all(|of_node| of_node.contains(v)));
        for node in self.component {
            for owed in self.debts(*node).iter().flat_map(|debt| &debt.owed) {
                if self.found.contains_key(&owed.to) {
                    left.retain(|v| owed.value(*v).is_none_or(|value| value.as_var() == Some(*v)));
                }
            }
        }
        left
    }

    /// Bounds of what is there over variables that the component does not change.
    fn unchanging(&mut self) {
        let invariant = self.invariant();
        for node in self.component.iter().copied() {
            let facts = (self.sources.facts)(node, &self.sources.graph.nodes[node].state.knowledge);
            let mut new = BTreeSet::new();
            for product in self.found[&node].iter().filter(|p| p.len() == 1) {
                if !product[0].vars().all(|v| invariant.contains(&v)) {
                    new.extend(upper_bounds(&product[0], &facts, &|v| invariant.contains(&v)));
                }
            }
            let new = new.into_iter().filter(|bound| bound.as_constant().is_none());
            new.for_each(|bound| self.add(node, vec![bound]));
        }
    }

    /// What one node needs and another one knows as well.
    fn shared(&mut self) {
        let all: BTreeSet<Product> = self.found.values().flatten().cloned().collect();
        for node in self.component.iter().copied() {
            let variables = self.variables[&node].clone();
            let fits = |p: &&Product| p.iter().flat_map(Term::vars).all(|v| variables.contains(&v));
            for product in all.iter().filter(fits) {
                self.add(node, product.clone());
            }
        }
    }

    /// Products with a ranking function as one more factor.
    fn multiplied(&mut self) {
        for node in self.component.iter().copied() {
            let known = self.found[&node].clone();
            for rank in &self.drivers.get(&node).cloned().unwrap_or_default() {
                for product in known.iter().filter(|product| !product.is_empty() && product.len() < 4) {
                    let mut product = product.clone();
                    product.push(rank.clone());
                    self.add(node, product);
                }
            }
        }
    }
}
