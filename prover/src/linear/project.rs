//! Operations on lists of inequalities `term <= 0` over monomials as opaque integers.

use crate::algebra::exact::gcd;
use crate::algebra::{Monomial, Term};
use std::collections::{BTreeMap, BTreeSet, HashMap};

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

/// Inequalities as directions with their strongest constants; `None` if one of them is false.
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

/// The inequalities as a list again.
pub(crate) fn listed(bounds: BTreeMap<Term, i128>) -> Vec<Term> {
    bounds.into_iter().filter_map(|(direction, con)| direction.plus(con).ok()).collect()
}

/// The monomials except the constant one.
pub(crate) fn monomials(t: &Term) -> impl Iterator<Item = Monomial> + '_ {
    t.parts().iter().map(|(m, _)| m.clone()).filter(|m| !m.is_empty())
}

/// Removes the facts that share no monomial, directly or indirectly, with the relevant ones; the set of relevant
/// monomials grows accordingly.
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

/// Projects local monomials out (Fourier-Motzkin elimination) wherever that does not add facts.
pub(crate) fn project(facts: &mut Vec<Term>, local: &BTreeSet<Monomial>) {
    let Some(bounds) = strongest(facts) else {
        *facts = vec![Term::constant(1)];
        return;
    };
    let mut left: Vec<&Monomial> = local.iter().collect();
    let mut table = Occurrences::new(local);
    bounds.into_iter().for_each(|(direction, bound)| table.insert(direction, bound));
    loop {
        let mut best: Option<(usize, usize)> = None;
        for (i, m) in left.iter().enumerate() {
            let (up, down) = table.counts(m);
            if up * down <= up + down && best.is_none_or(|(g, _)| up * down < g) {
                best = Some((up * down, i));
            }
        }
        let Some((_, i)) = best else { break };
        let m = left.remove(i);
        for sum in table.eliminate(m) {
            match rounded(&sum) {
                Some((direction, bound)) => table.insert(direction, bound),
                None if sum.as_constant().is_some_and(|c| c > 0) => {
                    *facts = vec![Term::constant(1)];
                    return;
                }
                None => {}
            }
        }
    }
    *facts = listed(table.facts.into_iter().flatten().collect());
}

/// Inequalities as directions with their strongest constants, and an index of where local monomials occur, so that a
/// long list need not be searched for each monomial.
struct Occurrences<'a> {
    /// The facts; `None` for an eliminated one.
    facts: Vec<Option<(Term, i128)>>,
    places: HashMap<Term, usize>,
    /// Facts in which the monomial has a positive and those in which it has a negative coefficient.
    of: BTreeMap<&'a Monomial, [BTreeSet<usize>; 2]>,
}

impl<'a> Occurrences<'a> {
    fn new(local: &'a BTreeSet<Monomial>) -> Self {
        let of = local.iter().map(|m| (m, Default::default())).collect();
        Occurrences { facts: Vec::new(), places: HashMap::new(), of }
    }

    /// The numbers of facts in which the monomial has a positive and a negative coefficient.
    fn counts(&self, m: &Monomial) -> (usize, usize) {
        self.of.get(m).map_or((0, 0), |[up, down]| (up.len(), down.len()))
    }

    fn insert(&mut self, direction: Term, bound: i128) {
        if let Some(Some((_, known))) = self.places.get(&direction).and_then(|place| self.facts.get_mut(*place)) {
            *known = bound.max(*known);
            return;
        }
        let place = self.facts.len();
        for (m, c) in direction.parts() {
            if let Some(signs) = self.of.get_mut(m) {
                signs[usize::from(*c < 0)].insert(place);
            }
        }
        self.places.insert(direction.clone(), place);
        self.facts.push(Some((direction, bound)));
    }

    /// Removes the facts about a monomial. Returns their combinations without it, where they can be computed.
    fn eliminate(&mut self, m: &Monomial) -> Vec<Term> {
        let signs = self.of.get(m).cloned().unwrap_or_default();
        let [up, down] =
            signs.map(|places| places.into_iter().filter_map(|place| self.take(place)).collect::<Vec<_>>());
        let mut sums = Vec::new();
        for s in &up {
            for t in &down {
                let (a, b) = (s.coefficient(m), t.coefficient(m).saturating_neg());
                let g = gcd(a, b).max(1);
                sums.extend(s.scale(b / g).ok().and_then(|s| s.add_scaled(t, a / g).ok()));
            }
        }
        sums
    }

    /// Removes a fact.
    fn take(&mut self, place: usize) -> Option<Term> {
        let (direction, bound) = self.facts.get_mut(place)?.take()?;
        self.places.remove(&direction);
        for (m, _) in direction.parts() {
            if let Some(signs) = self.of.get_mut(m) {
                signs.iter_mut().for_each(|places| {
                    places.remove(&place);
                });
            }
        }
        direction.plus(bound).ok()
    }
}
