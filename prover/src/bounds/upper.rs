//! Upper bounds of a term over some of its variables, from facts.

use crate::algebra::exact::gcd;
use crate::algebra::{Atom, Rel, Term, Var};
use std::collections::BTreeSet;

/// Bounds that are looked for, at most.
const MOST: usize = 6;
/// Variables that are replaced one after the other, at most.
const DEPTH: usize = 4;
/// Facts that are tried for one variable, at most.
const TRIED: usize = 6;

/// Terms over variables that may stay, none of which is less than the given one where the facts hold. Short ones come
/// first.
pub(super) fn upper_bounds(term: &Term, facts: &[Atom], stays: &dyn Fn(Var) -> bool) -> Vec<Term> {
    let mut found = BTreeSet::new();
    search(term, facts, stays, DEPTH, &mut found);
    let mut found: Vec<Term> = found.into_iter().collect();
    found.sort_by_key(|bound| (bound.parts().len(), bound.clone()));
    found.truncate(MOST);
    found
}

fn search(term: &Term, facts: &[Atom], stays: &dyn Fn(Var) -> bool, depth: usize, found: &mut BTreeSet<Term>) {
    let Some(variable) = term.vars().find(|v| !stays(*v)) else {
        found.extend(primitive(term));
        return;
    };
    if depth == 0 || found.len() >= 4 * MOST {
        return;
    }
    let coefficient = term.coefficient(&[variable]);
    if coefficient == 0 {
        return;
    }
    let mut left = TRIED;
    for fact in facts {
        let Some(bound) = replaced(term, variable, coefficient, fact) else { continue };
        search(&bound, facts, stays, depth - 1, found);
        left -= 1;
        if left == 0 {
            return;
        }
    }
}

/// The term with a variable replaced by its bound in a fact.
fn replaced(term: &Term, variable: Var, coefficient: i128, fact: &Atom) -> Option<Term> {
    let k = fact.term.coefficient(&[variable]);
    let linear = fact.term.vars().filter(|v| *v == variable).count() == 1 && fact.term.parts().len() <= 5;
    let same_sign = (k > 0) == (coefficient > 0);
    if k == 0 || !linear || fact.rel == Rel::Ne || !(same_sign || fact.rel == Rel::Eq) {
        return None;
    }
    // |k| * term - (sign of k) * coefficient * fact: the variable cancels, and for `fact <= 0` it is an upper bound.
    let common = gcd(k, coefficient).max(1);
    let times = k.checked_abs()? / common;
    let less = coefficient.checked_mul(k.signum())? / common;
    let sum = term.scale(times).ok()?.add_scaled(&fact.term, less.checked_neg()?).ok()?;
    // What is bounded is a multiple of the term: divided again, rounded up.
    let (direction, up) = divided(&sum, times)?;
    direction.plus(up).ok()
}

/// `term / divisor` as a term without constant and a constant, at least as large; `None` if the coefficients are no
/// multiples: then a multiple bounds the term as well if it is not negative.
fn divided(term: &Term, divisor: i128) -> Option<(Term, i128)> {
    let constant = term.constant_part();
    let rest = term.plus(constant.checked_neg()?).ok()?;
    match rest.divide_exactly(divisor) {
        Some(rest) => Some((rest, constant.checked_neg()?.div_euclid(divisor).checked_neg()?)),
        None => Some((rest, constant)),
    }
}

/// The smallest term of which a multiple is at least the given one.
pub(super) fn primitive(term: &Term) -> Option<Term> {
    let content = term.content();
    if content <= 1 {
        return Some(term.clone());
    }
    let (direction, up) = divided(term, content)?;
    direction.plus(up).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_variable_is_replaced_by_its_bound() {
        let (x, n) = (Term::var(0), Term::var(1));
        let facts = [Atom::le(&x, &n.plus(-1).unwrap()).unwrap(), Atom::le(&Term::zero(), &x).unwrap()];
        let only = |v: Var| v == 1;
        assert_eq!(upper_bounds(&x, &facts, &only), [n.plus(-1).unwrap()]);
        assert_eq!(upper_bounds(&n.sub(&x).unwrap(), &facts, &only), std::slice::from_ref(&n));
        assert!(upper_bounds(&x, &facts[1..], &only).is_empty());
        assert_eq!(primitive(&n.scale(4).unwrap().plus(3).unwrap()), n.plus(1).ok());
    }
}
