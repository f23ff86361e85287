//! Whether a sum is at least 0 (`spec/bounds.md`, O-CASES): by the case analysis of the certificate, or, where it gives
//! none, by one of the checker's own.

use std::collections::BTreeMap;
use std::slice::from_ref;

use certificates::{Case, Combination, Combined, Maximum, Rel, Term, Var};

use crate::answer::verdict::{Checked, Stop};
use crate::bounds::sum::Sum;
use crate::decide::term::{Atom, Poly, TooLarge};
use crate::proof::context::Context;

/// Terms whose sign the checker itself distinguishes for one obligation, at most.
const MAX_SPLITS: u32 = 6;
/// Terms that it looks at for one obligation, at most.
const MAX_TERMS: usize = 64;

/// What is known in a case.
#[derive(Clone)]
struct Known {
    /// The smallest unused number of a variable.
    variables: Var,
    /// What stands for `max(0, a)`, by a.
    maxima: BTreeMap<Poly, Poly>,
}

/// **P** obliges the knowledge to imply that a sum over the variables `0 .. variables` is at least 0.
pub fn require<'m>(cx: &mut Context<'m>, p: &Sum, variables: Var, analysis: &'m [Case]) -> Checked {
    cx.charge(p.size())?;
    let known = Known { variables, maxima: BTreeMap::new() };
    if p.atoms().is_empty() && p.plain.as_constant().is_some_and(|value| value >= 0) {
        return Ok(());
    }
    let mark = cx.knowledge.mark();
    match analysis {
        [] => alone(cx, p, known.maxima, MAX_SPLITS)?,
        _ => analysed(cx, p, known, analysis)?,
    }
    cx.knowledge.undo(mark);
    Ok(())
}

/// O-CASES
fn analysed<'m>(cx: &mut Context<'m>, p: &Sum, mut known: Known, analysis: &'m [Case]) -> Checked {
    cx.rule("O-CASES");
    // The second cases that are still to come, in the order of the splits.
    let (mut open, mut ended) = (Vec::new(), false);
    for case in analysis {
        reject_if!(cx, ended => "form", "the analysis goes on behind its end");
        match case {
            Case::Split(atom) => {
                let atom = Atom { rel: atom.rel, poly: term(cx, &atom.term, known.variables)? };
                cx.charge(known.maxima.len())?;
                open.push((cx.knowledge.mark(), atom.negation()?, known.clone()));
                cx.add(atom)?;
            }
            Case::Lemma(given, combination) => {
                let poly = term(cx, given, known.variables)?;
                reject_if!(cx, !combined(cx, &poly, combination, known.variables)? =>
                    "lemma", "the combination does not show that {poly} <= 0");
                cx.add(Atom { rel: Rel::Le, poly })?;
            }
            Case::Maximum(given, maximum) => {
                let a = term(cx, given, known.variables)?;
                let value = stands_for(cx, &a, maximum, &mut known.variables)?;
                known.maxima.insert(a, value);
            }
            Case::Leaf(combination) => {
                leaf(cx, p, &known, combination.as_ref())?;
                match open.pop() {
                    None => ended = true,
                    Some((mark, negation, before)) => {
                        cx.knowledge.undo(mark);
                        cx.add(negation)?;
                        known = before;
                    }
                }
            }
        }
    }
    reject_if!(cx, !ended => "form", "the analysis ends too early");
    Ok(())
}

fn term(cx: &Context, term: &Term, limit: Var) -> Checked<Poly> {
    Poly::read(term, limit).or_else(|message| cx.reject("term", message))
}

/// What stands for `max(0, a)`, with the facts that say so.
fn stands_for<'m>(cx: &mut Context<'m>, a: &Poly, maximum: &'m Maximum, variables: &mut Var) -> Checked<Poly> {
    let zero = Poly::default();
    match maximum {
        Maximum::Positive(witness) => {
            cx.begin(&[], from_ref(witness));
            cx.require_le("positive", &zero, a)?;
            cx.add_le(&zero, a)?;
            Ok(a.clone())
        }
        Maximum::Zero(witness) => {
            cx.begin(&[], from_ref(witness));
            cx.require_le("zero", a, &zero)?;
            cx.add_le(a, &zero)?;
            Ok(zero)
        }
        Maximum::Open => {
            let v = Poly::var(*variables);
            *variables = variables.checked_add(1).ok_or(TooLarge)?;
            cx.add_le(&zero, &v)?;
            cx.add_le(a, &v)?;
            Ok(v)
        }
    }
}

/// The end of a case: the sum is at least 0 there, or there is no such case.
fn leaf(cx: &mut Context, p: &Sum, known: &Known, combination: Option<&Combination>) -> Checked {
    let value = p.value(&known.maxima)?;
    let Some(combination) = combination else {
        let value = some!(cx, value => "maxima", "nothing is said of a maximum of the sum");
        cx.begin(&[], &[]);
        return cx.require_le("leaf", &Poly::default(), &value);
    };
    let shown = match value {
        Some(value) => combined(cx, &value.neg()?, combination, known.variables)?,
        None => false,
    };
    let absurd = !shown && combined(cx, &Poly::constant(1), combination, known.variables)?;
    reject_if!(cx, !shown && !absurd => "leaf", "the combination does not show that the sum is at least 0");
    Ok(())
}

/// Whether scale * goal - sum of coefficient * consequence is a constant < scale. All consequences are at most 0, so
/// goal < 1, and goal is an integer: goal <= 0.
fn combined(cx: &mut Context, goal: &Poly, given: &Combination, variables: Var) -> Checked<bool> {
    reject_if!(cx, given.scale.0 < 1 => "scale", "the multiplier of an obligation is not positive");
    cx.charge(goal.size() + given.facts.len())?;
    let mut rest = goal.scale(given.scale.0)?;
    for (what, coefficient) in &given.facts {
        let fact = |place: u32| match cx.knowledge.facts().get(place as usize) {
            Some(fact) => Ok(fact),
            None => cx.reject("fact", format!("there is no fact {place}")),
        };
        let consequence = match what {
            Combined::Fact(place) => {
                let Atom { rel, poly } = fact(*place)?;
                reject_if!(cx, *rel == Rel::Ne => "fact", "fact {place} is no inequation");
                reject_if!(cx, *rel == Rel::Le && coefficient.0 < 0 => "sign", "a negative multiple of fact {place}");
                poly.clone()
            }
            Combined::Product(left, right) => {
                let (left, right) = (fact(*left)?, fact(*right)?);
                reject_if!(cx, left.rel != Rel::Le, right.rel != Rel::Le => "product", "a factor is no inequation");
                reject_if!(cx, coefficient.0 < 0 => "sign", "a negative multiple of a product");
                left.poly.mul(&right.poly)?.neg()?
            }
            Combined::Times(place, factor) => {
                let Atom { rel, poly } = fact(*place)?;
                reject_if!(cx, *rel != Rel::Eq => "equation", "fact {place} is no equation");
                poly.mul(&term(cx, factor, variables)?)?
            }
        };
        rest = rest.combine(1, &consequence, coefficient.0.checked_neg().ok_or(TooLarge)?)?;
    }
    Ok(rest.as_constant().is_some_and(|constant| constant < given.scale.0))
}

/// The checker's own analysis: by the sign of each term whose maximum occurs.
fn alone(cx: &mut Context, p: &Sum, maxima: BTreeMap<Poly, Poly>, splits: u32) -> Checked {
    cx.begin(&[], &[]);
    let zero = Poly::default();
    let Some(a) = p.atoms().into_iter().find(|atom| !maxima.contains_key(atom)) else {
        let value = p.value(&maxima)?.unwrap_or_default();
        return cx.require_le("P1", &zero, &value);
    };
    let (positive, negative) = (Atom::le(&zero, a)?, Atom::le(a, &zero)?);
    let (never, always) = (cx.follows(&negative)?, cx.follows(&positive)?);
    let splits = splits.checked_sub(u32::from(!never && !always)).filter(|_| maxima.len() < MAX_TERMS);
    let Some(splits) = splits else {
        return Err(Stop::undecided("O-CASES", "a bound has too many maxima, or too many whose sign is not known"));
    };
    for (fact, value, impossible) in [(positive, a.clone(), never && !always), (negative, zero, always)] {
        if impossible {
            continue;
        }
        let mark = cx.knowledge.mark();
        cx.add(fact)?;
        // Products of what is not negative are not negative.
        for product in maxima.values().filter_map(|other| value.mul(other).ok().filter(|product| !product.is_zero())) {
            cx.add_le(&Poly::default(), &product)?;
        }
        let mut maxima = maxima.clone();
        maxima.insert(a.clone(), value);
        alone(cx, p, maxima, splits)?;
        cx.knowledge.undo(mark);
    }
    Ok(())
}
