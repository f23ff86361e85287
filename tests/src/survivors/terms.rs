//! Terms of the format, added and substituted; nothing of the checker is used. `None` where 128 bits do not suffice.

use certificates::{Atom, Certificate, Instance, Int, Monomial, NodeId, Rel, Step, StepId, Term};
use std::collections::BTreeMap;

/// The one term minus the other.
pub fn difference(a: &Term, b: &Term) -> Option<Term> {
    let mut sum: BTreeMap<Monomial, i128> = a.0.iter().map(|(m, Int(c))| (m.clone(), *c)).collect();
    for (product, Int(factor)) in &b.0 {
        let known = sum.entry(product.clone()).or_default();
        *known = known.checked_sub(*factor)?;
    }
    Some(Term(sum.into_iter().filter(|(_, c)| *c != 0).map(|(m, c)| (m, Int(c))).collect()))
}

/// The term over the variables of the path: the first ones stand for themselves.
pub fn substituted(term: &Term, constants: u32, images: &[Term]) -> Option<Term> {
    let mut sum: BTreeMap<Vec<u32>, i128> = BTreeMap::new();
    for (Monomial(product), Int(factor)) in &term.0 {
        let mut parts: Vec<(Vec<u32>, i128)> = vec![(vec![], *factor)];
        for variable in product {
            let image = match variable.checked_sub(constants) {
                None => Term::from(vec![(Monomial(vec![*variable]), Int(1))]),
                Some(place) => images.get(place as usize)?.clone(),
            };
            let mut next = Vec::new();
            for (product, factor) in &parts {
                for (Monomial(more), Int(by)) in &image.0 {
                    let mut product = [product.as_slice(), more].concat();
                    product.sort_unstable();
                    next.push((product, factor.checked_mul(*by)?));
                }
            }
            parts = next;
        }
        for (product, factor) in parts {
            let known = sum.entry(product).or_default();
            *known = known.checked_add(factor)?;
        }
    }
    let terms = sum.into_iter().filter(|(_, factor)| *factor != 0);
    Some(Term(terms.map(|(product, factor)| (Monomial(product), Int(factor))).collect()))
}

/// What holds where the atom does not.
pub fn negated(atom: &Atom) -> Atom {
    let rel = match atom.rel {
        Rel::Eq => Rel::Ne,
        Rel::Ne => Rel::Eq,
        Rel::Le => Rel::Le,
    };
    let mut sum: BTreeMap<Monomial, i128> = atom.term.0.iter().map(|(m, Int(c))| (m.clone(), *c)).collect();
    if atom.rel == Rel::Le {
        sum.values_mut().for_each(|factor| *factor = factor.saturating_neg());
        *sum.entry(Monomial(vec![])).or_default() += 1;
    }
    let terms = sum.into_iter().filter(|(_, factor)| *factor != 0);
    Atom { rel, term: Term(terms.map(|(m, c)| (m, Int(c))).collect()) }
}

/// `term + constant`
pub fn plus(term: &Term, constant: i128) -> Option<Term> {
    difference(
        term,
        &Term::from(if constant == 0 { vec![] } else { vec![(Monomial(vec![]), Int(constant.checked_neg()?))] }),
    )
}

/// The map of a step to a node, and how many variables of the entry come before its terms.
pub fn map_of(c: &Certificate, step: StepId, source: NodeId) -> Option<(NodeId, u32, &Instance)> {
    match c.steps.get(step as usize)? {
        Step::Goto { node, instance, .. } => {
            let entry = c.nodes.get(source as usize)?.entry;
            Some((*node, c.nodes.get(entry as usize)?.state.variables, instance))
        }
        Step::Call { entry, instance, .. } => Some((*entry, 0, instance)),
        _ => None,
    }
}
