//! Operations on lists of inequalities `term <= 0` over monomials as opaque integers.

use crate::algebra::exact::gcd;
use crate::algebra::{Monomial, Term};
use std::collections::{BTreeMap, BTreeSet};

/// `t <= 0` for integers as a primitive direction and the rounded constant; `None` if constant.
pub(crate) fn rounded(t: &Term) -> Option<(Term, i128)> {
    let g = t.content();
    if g == 0 {
        return None;
    }
    let c = t.constant_part();
    let direction = t.plus(c.checked_neg()?).ok()?.divide_exactly(g)?;
    // g*d + c <= 0  iff  d <= floor(-c/g)  iff  d + ceil(c/g) <= 0
    let up = c.div_euclid(g) + i128::from(c.rem_euclid(g) != 0);
    Some((direction, up))
}

/// Inequalities as directions with their strongest constants; `None` if one is false.
pub(crate) fn strongest(facts: &[Term]) -> Option<BTreeMap<Term, i128>> {
    let mut bounds: BTreeMap<Term, i128> = BTreeMap::new();
    for t in facts {
        match rounded(t) {
            Some((direction, con)) => {
                let slot = bounds.entry(direction).or_insert(con);
                *slot = con.max(*slot);
            }
            None if t.as_constant().is_some_and(|c| c > 0) => return None,
            None => {}
        }
    }
    Some(bounds)
}

/// Back to a list.
pub(crate) fn listed(bounds: BTreeMap<Term, i128>) -> Vec<Term> {
    bounds.into_iter().filter_map(|(direction, con)| direction.plus(con).ok()).collect()
}

/// The non-constant monomials.
pub(crate) fn monomials(t: &Term) -> impl Iterator<Item = Monomial> + '_ {
    t.parts().iter().map(|(m, _)| m.clone()).filter(|m| !m.is_empty())
}

/// Splits off the facts that share no monomial, directly or not, with the relevant ones, which
/// grow accordingly.
pub(crate) fn slice(relevant: &mut BTreeSet<Monomial>, facts: Vec<Term>, different: &[Term]) -> (Vec<Term>, Vec<Term>) {
    let (mut inside, mut outside) = (Vec::new(), facts);
    loop {
        let before = relevant.len();
        let mut rest = Vec::new();
        for t in outside {
            if monomials(&t).any(|m| relevant.contains(&m)) {
                relevant.extend(monomials(&t));
                inside.push(t);
            } else {
                rest.push(t);
            }
        }
        outside = rest;
        for t in different {
            if monomials(t).any(|m| relevant.contains(&m)) {
                relevant.extend(monomials(t));
            }
        }
        if relevant.len() == before {
            return (inside, outside);
        }
    }
}

/// Projects local monomials out (Fourier-Motzkin) wherever that does not add facts.
pub(crate) fn project(facts: &mut Vec<Term>, local: &BTreeSet<Monomial>) {
    let mut left: Vec<&Monomial> = local.iter().collect();
    loop {
        let mut best: Option<(usize, usize)> = None;
        for (i, m) in left.iter().enumerate() {
            let up = facts.iter().filter(|t| t.coefficient(m) > 0).count();
            let down = facts.iter().filter(|t| t.coefficient(m) < 0).count();
            if up * down <= up + down && best.is_none_or(|(g, _)| up * down < g) {
                best = Some((up * down, i));
            }
        }
        let Some((_, i)) = best else {
            return;
        };
        let m = left.remove(i);
        if facts.iter().any(|t| t.coefficient(m) != 0) {
            eliminate(facts, m);
        }
    }
}

/// Replaces the facts about one monomial by their combinations.
fn eliminate(facts: &mut Vec<Term>, m: &Monomial) {
    let mut next = Vec::new();
    let (mut up, mut down) = (Vec::new(), Vec::new());
    for t in facts.drain(..) {
        match t.coefficient(m) {
            0 => next.push(t),
            c if c > 0 => up.push((c, t)),
            c => down.push((-c, t)),
        }
    }
    for (a, s) in &up {
        for (b, t) in &down {
            let g = gcd(*a, *b).max(1);
            if let Some(sum) = s.scale(b / g).ok().and_then(|s| s.add_scaled(t, a / g).ok()) {
                next.push(sum);
            }
        }
    }
    *facts = match strongest(&next) {
        Some(bounds) => listed(bounds),
        None => vec![Term::constant(1)],
    };
}
