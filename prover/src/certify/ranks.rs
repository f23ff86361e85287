//! What a ranking argument obliges each edge to (`spec/ranking.md`), in the prover's names.

use super::{Edge, Written, variables};
use crate::algebra::{Atom, Term, Var};
use crate::graph::{Graph, NodeIndex};
use crate::index::Place as _;
use certificates::{self as data, Measure, Round};
use std::collections::{BTreeMap, BTreeSet};

/// The obligations of K-LINEAR and K-NESTED at each edge, by `Edge::visit`. What does not fit is left out.
pub fn duties(graph: &Graph, written: &Written, rounds: &[Round]) -> BTreeMap<usize, Vec<Atom>> {
    let mut duties: BTreeMap<usize, Vec<Atom>> = BTreeMap::new();
    let mut gone: BTreeSet<u32> = BTreeSet::new();
    for round in rounds {
        let measures = measures(graph, &round.measure);
        for edge in written.edges.iter().filter(|e| !gone.contains(&e.step)) {
            let (Some(from), Some(to)) = (measures.get(&edge.from), measures.get(&edge.to)) else {
                continue;
            };
            let to: Option<Vec<Term>> = to.iter().map(|t| image(edge, t)).collect();
            let removed = round.removed.contains(&edge.step);
            let atoms = to.map(|to| match round.measure {
                Measure::Linear(_) => linear(from, &to, removed),
                Measure::Nested(_) => nested(from, &to),
            });
            duties.entry(edge.visit).or_default().extend(atoms.into_iter().flatten().flatten());
        }
        gone.extend(&round.removed);
    }
    duties
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

/// The functions of each node.
fn measures(graph: &Graph, measure: &Measure) -> BTreeMap<NodeIndex, Vec<Term>> {
    let read = |node: u32, terms: &[data::Term]| {
        let node = NodeIndex::new(node as usize);
        let names = variables(graph, node).0;
        let terms: Option<Vec<Term>> = terms.iter().map(|t| named(&names, t)).collect();
        Some((node, terms?))
    };
    match measure {
        Measure::Linear(list) => {
            let one = |(node, term): &(u32, data::Term)| read(*node, std::slice::from_ref(term));
            list.iter().filter_map(one).collect()
        }
        Measure::Nested(list) => list.iter().filter_map(|(n, t)| read(*n, t)).collect(),
    }
}

/// An affine term of a certificate with the prover's names.
fn named(names: &[Var], term: &data::Term) -> Option<Term> {
    let mut sum = Term::zero();
    for (monomial, coefficient) in &term.0 {
        let one = match monomial.0[..] {
            [] => Term::constant(1),
            [number] => Term::var(*names.get(number as usize)?),
            _ => return None,
        };
        sum = sum.add_scaled(&one, coefficient.0).ok()?;
    }
    Some(sum)
}

/// A function of the target after the edge's substitution.
fn image(edge: &Edge, term: &Term) -> Option<Term> {
    let target: BTreeMap<Var, &Term> = edge.target.iter().map(|(v, t)| (*v, t)).collect();
    term.substitute(&|v| target.get(&v).map(|t| (*t).clone())).ok()
}
