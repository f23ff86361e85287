//! Steps of arrays, lists and trees of a survivor beside the original's.

use super::terms::negated;
use super::{Argument, Pair, rejection};
use certificates::{Atom, CellFact, Ghost, Int, Monomial, Source, Step, StepId, Term};

/// An argument for another step of the same kind.
pub fn explain(pair: &Pair, step: StepId, old: &Ghost, new: &Ghost) -> Option<Argument> {
    match (old, new) {
        (Ghost::Read { block: a, offset: o, width: w, .. }, Ghost::Read { block: b, offset: p, width: x, .. })
            if (a, o, w) == (b, p, x) =>
        {
            return Some(Argument::NoPremise);
        }
        (Ghost::ListFirst { list: a, owned: o, only: true }, Ghost::ListFirst { list: b, owned: p, only: false })
        | (Ghost::ListLast { list: a, owned: o, only: true }, Ghost::ListLast { list: b, owned: p, only: false })
            if (a, o) == (b, p) =>
        {
            return Some(Argument::SaysLess);
        }
        // That the values differ is proved; that they are equal is not.
        (Ghost::Distinct { .. }, Ghost::Distinct { left, right }) => {
            let mut other = pair.mutant.clone();
            let Some(Step::Ghost { ghost, .. }) = other.steps.get_mut(step as usize) else { return None };
            *ghost = Ghost::Same { left: *left, right: *right };
            return rejection(&other).is_some().then_some(Argument::CorruptionRejected);
        }
        // The element's number lies between the two bounds, and so between wider ones.
        (
            Ghost::Table { entry: a, index: o, first: f, last: l },
            Ghost::Table { entry: b, index: p, first: g, last: m },
        ) if (a, o) == (b, p) && g <= f && l <= m => {
            return Some(Argument::SaysLess);
        }
        // A tree without cells may have anything in `all`.
        (Ghost::TreeNil { shape: a, root: o, marks: m, .. }, Ghost::TreeNil { shape: b, root: p, marks: n, .. })
            if (a, o, m) == (b, p, n) =>
        {
            return Some(Argument::NoPremise);
        }
        // Anything may be said of no elements.
        (Ghost::Uniform { .. }, Ghost::Uniform { .. }) => return Some(Argument::NoPremise),
        // What an element owns may be forgotten.
        (Ghost::Take { uniform: a, index: o, .. }, Ghost::Take { uniform: b, index: p, case: None })
            if (a, o) == (b, p) =>
        {
            return Some(Argument::SaysLess);
        }
        _ => {}
    }
    let (before, after) = (facts(old)?, facts(new)?);
    if bare(old) != bare(new) || !says_no_more(old, new) {
        return None;
    }
    let more: Vec<usize> = (0..after.len()).filter(|at| !before.contains(&after[*at])).collect();
    if more.is_empty() {
        return Some(Argument::SaysLess);
    }
    // Each new fact is proved: what holds where it does not is rejected.
    let rejected = more.into_iter().all(|at| {
        let mut other = pair.mutant.clone();
        let Some(Step::Ghost { ghost, .. }) = other.steps.get_mut(step as usize) else {
            return false;
        };
        let Some(fact) = facts_mut(ghost).and_then(|facts| facts.get_mut(at)) else {
            return false;
        };
        *fact = contrary(fact);
        rejection(&other).is_some()
    });
    rejected.then_some(Argument::CorruptionRejected)
}

fn facts(ghost: &Ghost) -> Option<&Vec<CellFact>> {
    match ghost {
        Ghost::ListFold { all, .. }
        | Ghost::ListJoin { all, .. }
        | Ghost::TreeFold { all, .. }
        | Ghost::TreeFill { all, .. }
        | Ghost::Part { all, .. }
        | Ghost::Join { all, .. } => Some(all),
        _ => None,
    }
}

fn facts_mut(ghost: &mut Ghost) -> Option<&mut Vec<CellFact>> {
    match ghost {
        Ghost::ListFold { all, .. }
        | Ghost::ListJoin { all, .. }
        | Ghost::TreeFold { all, .. }
        | Ghost::TreeFill { all, .. }
        | Ghost::Part { all, .. }
        | Ghost::Join { all, .. } => Some(all),
        _ => None,
    }
}

/// The step without what it says of fields.
fn bare(ghost: &Ghost) -> Ghost {
    let mut ghost = ghost.clone();
    if let Some(facts) = facts_mut(&mut ghost) {
        facts.clear();
    }
    if let Ghost::ListJoin { first, last, .. } = &mut ghost {
        first.fill(Source::Neither);
        last.fill(Source::Neither);
    }
    ghost
}

/// What is known of the first and last cell comes from the same segments, or is left out.
fn says_no_more(old: &Ghost, new: &Ghost) -> bool {
    let (Ghost::ListJoin { first: a, last: b, .. }, Ghost::ListJoin { first: c, last: d, .. }) = (old, new) else {
        return true;
    };
    let mut pairs = a.iter().chain(b).zip(c.iter().chain(d));
    pairs.all(|(old, new)| old == new || *new == Source::Neither)
}

/// What holds where the fact does not.
fn contrary(fact: &CellFact) -> CellFact {
    let Atom { rel, term } = negated(&Atom { rel: fact.rel, term: fact.rest.clone() });
    let turned = fact.rel == certificates::Rel::Le;
    let coefficient = |Int(c): &Int| Int(if turned { c.saturating_neg() } else { *c });
    let (fields, behind) = (fact.fields.iter().map(coefficient).collect(), coefficient(&fact.behind));
    // Without a monomial the negation adds the constant 1 all the same.
    let rest = if turned && fact.rest.0.is_empty() { Term::from(vec![(Monomial(vec![]), Int(1))]) } else { term };
    CellFact { rel, fields, behind, rest }
}
