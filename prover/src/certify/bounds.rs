//! Bounds as certificate data: potentials with the numbers of nodes and variables, and proofs with the places that facts
//! have in the checker's knowledge.

use super::names::{Numbers, Unwritable};
use super::witness::Asserted;
use super::{Write, numbers};
use crate::bounds::{FIRST_MAXIMUM, Found, Place};
use crate::graph::{Graph, NodeIndex};
use certificates as data;
use certificates::{Case, Combination, Combined, Farkas, Int, Maximum, Witness};
use std::collections::BTreeMap;

/// A step with an obligation, and the names and facts there.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub step: data::StepId,
    /// The number of the prover's facts.
    pub known: usize,
    pub numbers: Numbers,
    pub(super) asserted: Asserted,
}

/// The ends of all parts of trees, and the steps that make blocks.
pub(crate) type Ends = BTreeMap<Place, End>;

/// Writes bounds of a graph that was written with these ends.
///
/// # Errors
/// If a name is used where it has no number.
pub(crate) fn bounds(graph: &Graph, ends: &Ends, found: &[Found]) -> Write<Vec<data::Bound>> {
    found.iter().map(|found| bound(graph, ends, found)).collect()
}

fn bound(graph: &Graph, ends: &Ends, found: &Found) -> Write<data::Bound> {
    let mut potentials = Vec::new();
    for node in graph.nodes.places() {
        potentials.push(potential(graph, node, found)?);
    }
    let mut steps = Vec::new();
    for (place, cases) in found.proofs.iter().filter(|(_, cases)| !cases.is_empty()) {
        let end = ends.get(place).ok_or(Unwritable::Unnamed { kind: "end of a tree", name: 0 })?;
        let known = end.known as u32;
        let cases = cases.iter().map(|one| case(end, known, one)).collect::<Write<Vec<_>>>()?;
        steps.push((end.step, cases));
    }
    steps.sort_by_key(|(step, _)| *step);
    Ok(data::Bound {
        resource: found.resource.clone(),
        factor: Int(found.most.factor),
        most: found.most.text(),
        scale: Int(found.scale),
        potentials,
        roots: vec![Vec::new(); found.roots],
        steps,
    })
}

fn potential(graph: &Graph, node: NodeIndex, found: &Found) -> Write<data::Potential> {
    let n = numbers(graph, node);
    let of_node = found.potentials.get(&node).into_iter().flatten();
    let product = |(atoms, c): (&Vec<_>, &i128)| {
        let atoms = atoms.iter().map(|atom| n.term(atom)).collect::<Write<Vec<_>>>()?;
        Ok(data::Product { coefficient: Int(*c), atoms })
    };
    Ok(data::Potential(of_node.map(product).collect::<Write<_>>()?))
}

/// The place of a fact: one of the path's, or one of the case analysis, which follow.
fn place(end: &End, known: u32, fact: u32) -> u32 {
    if fact < known { end.asserted.place(fact) } else { fact + end.asserted.count() }
}

fn case(end: &End, known: u32, case: &Case) -> Write<Case> {
    let farkas = |f: &Farkas| Farkas {
        scale: f.scale,
        facts: f.facts.iter().map(|(fact, c)| (place(end, known, *fact), *c)).collect(),
    };
    let witness = |w: &Witness| match w {
        Witness::Farkas(f) => Witness::Farkas(farkas(f)),
        other => other.clone(),
    };
    Ok(match case {
        Case::Split(atom) => Case::Split(end.numbers.renumber_atom(atom)?),
        Case::Lemma(term, combined) => Case::Lemma(renumber(end, term)?, combination(end, known, combined)?),
        Case::Maximum(term, maximum) => Case::Maximum(
            end.numbers.renumber(term)?,
            match maximum {
                Maximum::Positive(w) => Maximum::Positive(witness(w)),
                Maximum::Zero(w) => Maximum::Zero(witness(w)),
                Maximum::Open => Maximum::Open,
            },
        ),
        Case::Leaf(combined) => Case::Leaf(combined.as_ref().map(|c| combination(end, known, c)).transpose()?),
    })
}

fn combination(end: &End, known: u32, combination: &Combination) -> Write<Combination> {
    let fact = |(combined, c): &(Combined, Int)| {
        let combined = match combined {
            Combined::Fact(fact) => Combined::Fact(place(end, known, *fact)),
            Combined::Product(one, other) => Combined::Product(place(end, known, *one), place(end, known, *other)),
            Combined::Times(fact, term) => Combined::Times(place(end, known, *fact), renumber(end, term)?),
        };
        Ok((combined, *c))
    };
    let facts = combination.facts.iter().map(fact).collect::<Write<_>>()?;
    Ok(Combination { scale: combination.scale, facts })
}

/// A term with the checker's numbers; variables for maxima follow those of the path.
fn renumber(end: &End, term: &data::Term) -> Write<data::Term> {
    let number = |v: u32| match v.checked_sub(FIRST_MAXIMUM) {
        Some(open) => Ok(end.numbers.next_variable() + open),
        None => end.numbers.var(v),
    };
    let mut parts = Vec::new();
    for (monomial, c) in &term.0 {
        let mut variables = monomial.0.iter().map(|v| number(*v)).collect::<Write<Vec<u32>>>()?;
        variables.sort_unstable();
        parts.push((data::Monomial(variables), *c));
    }
    parts.sort();
    Ok(parts.into())
}
