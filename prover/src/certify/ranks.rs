//! The ranking argument as certificate data, and what it obliges each edge to (`spec/ranking.md`).

use super::{Write, number, numbers};
use crate::algebra::{Atom, Term};
use crate::graph::{Edge, EdgeIndex, Graph, NodeIndex};
use crate::index::{Idx as _, Table};
use crate::its::{EdgeId, NodeId};
use crate::ranking::{Measure, Round};
use certificates as data;
use std::collections::{BTreeMap, BTreeSet};

/// A round with the numbers of nodes, variables and steps.
pub(super) fn round(graph: &Graph, steps: &Table<EdgeIndex, data::StepId>, round: &Round) -> Write<data::Round> {
    let node = |node: &NodeId| NodeIndex::new(node.0);
    let term = |node: NodeIndex, term: &Term| numbers(graph, node).term(term);
    let measure = match &round.measure {
        Measure::Linear(list) => {
            let one = |(n, t): &(NodeId, Term)| Ok((number(node(n)), term(node(n), t)?));
            data::Measure::Linear(list.iter().map(one).collect::<Write<_>>()?)
        }
        Measure::Nested(list) => {
            let all = |n: NodeIndex, list: &[Term]| list.iter().map(|t| term(n, t)).collect::<Write<_>>();
            let one = |(n, list): &(NodeId, Vec<Term>)| Ok((number(node(n)), all(node(n), list)?));
            data::Measure::Nested(list.iter().map(one).collect::<Write<_>>()?)
        }
    };
    let mut removed: Vec<data::StepId> = round.removed.iter().map(|edge| steps[EdgeIndex::new(edge.0)]).collect();
    removed.sort_unstable();
    Ok(data::Round { measure, removed })
}

/// The obligations of K-LINEAR and K-NESTED at each edge, by `Edge::visit`. Terms that are too large are left out.
pub(super) fn edge_obligations(graph: &Graph, rounds: &[Round]) -> BTreeMap<usize, Vec<Atom>> {
    let mut edge_obligations: BTreeMap<usize, Vec<Atom>> = BTreeMap::new();
    let mut gone: BTreeSet<EdgeId> = BTreeSet::new();
    let edges = graph.edges();
    for round in rounds {
        let measures = measures(&round.measure);
        for (index, edge) in edges.entries().filter(|(index, _)| !gone.contains(&EdgeId(index.number()))) {
            let (Some(from), Some(to)) = (measures.get(&edge.from), measures.get(&edge.to)) else {
                continue;
            };
            let to: Option<Vec<Term>> = to.iter().map(|t| image(edge, t)).collect();
            let removed = round.removed.contains(&EdgeId(index.number()));
            let atoms = to.map(|to| match round.measure {
                Measure::Linear(_) => linear(from, &to, removed),
                Measure::Nested(_) => nested(from, &to),
            });
            edge_obligations.entry(edge.visit).or_default().extend(atoms.into_iter().flatten().flatten());
        }
        gone.extend(&round.removed);
    }
    edge_obligations
}

/// K-LINEAR P1, or P2 and P3.
fn linear(from: &[Term], to: &[Term], removed: bool) -> Vec<Option<Atom>> {
    let (Some(from), Some(to)) = (from.first(), to.first()) else {
        return Vec::new();
    };
    if !removed {
        return vec![Atom::le(to, from).ok()];
    }
    let less = to.plus(1).ok().and_then(|to| Atom::le(&to, from).ok());
    vec![less, Atom::le(&Term::zero(), from).ok()]
}

/// K-NESTED P1, P2, P3.
fn nested(from: &[Term], to: &[Term]) -> Vec<Option<Atom>> {
    let mut atoms = Vec::new();
    let mut before = Term::zero();
    for (from, to) in from.iter().zip(to) {
        let sum = from.add_scaled(&before, 1).ok();
        let less = to.plus(1).ok().zip(sum);
        atoms.push(less.and_then(|(to, sum)| Atom::le(&to, &sum).ok()));
        before = from.clone();
    }
    atoms.push(Atom::le(&Term::zero(), &before).ok());
    atoms
}

/// The functions of each node of the component.
fn measures(measure: &Measure) -> BTreeMap<NodeIndex, &[Term]> {
    match measure {
        Measure::Linear(list) => {
            list.iter().map(|(n, term)| (NodeIndex::new(n.0), std::slice::from_ref(term))).collect()
        }
        Measure::Nested(list) => list.iter().map(|(n, terms)| (NodeIndex::new(n.0), &terms[..])).collect(),
    }
}

/// A function of the target after the substitution of the edge.
fn image(edge: &Edge<'_>, term: &Term) -> Option<Term> {
    term.substitute(&|v| edge.instance.apply(v)).ok()
}
