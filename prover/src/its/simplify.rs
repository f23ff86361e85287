//! Turns the facts of an edge into a small polyhedron: equalities are substituted, irrelevant facts are sliced away,
//! non-linear monomials are treated as opaque, and remaining local variables are projected out.
//!
//! Every step only forgets: the result contains each pair of states (over the integers) that the edge allows.

use super::piece::{Grid, MAX_ROWS, Piece};
use super::products::products;
use super::{Edge, Node};
use crate::algebra::{Atom, Monomial, Rel, Term, Var};
use crate::linear::Minimum;
use crate::linear::project::{listed, monomials, project, slice, strongest};
use std::collections::{BTreeMap, BTreeSet};

/// Facts of an edge that are kept, at most.
const MAX_FACTS: usize = 400;
/// Monomials of an equality that is used for substitution, at most.
const MAX_SUBSTITUTE: usize = 12;
/// A variable with a coefficient from here on counts as a quotient, whose bounds are worth rounding.
const QUOTIENT: u128 = 1 << 8;
/// Quotients that are rounded in one edge, at most.
const MAX_QUOTIENTS: usize = 12;

/// Simplifies one edge; `None` if it is too large or overflows. The caller sets the ends.
pub(crate) fn simplify(edge: &Edge, source: &Node, target: &Node) -> Option<Piece> {
    let mut facts = Facts::new(edge, source, target);
    facts.solve_equalities(source);
    facts.slice();
    if facts.fix_quotients() {
        facts.solve_equalities(source);
    }
    facts.multiply();
    facts.project();
    facts.sharpen();
    facts.project();
    facts.into_piece(edge)
}

/// The facts, while they are simplified. Inequalities mean `term <= 0`.
struct Facts {
    equal: Vec<Term>,
    at_most: Vec<Term>,
    different: Vec<Term>,
    source: Vec<Term>,
    /// The target's values; `None` stands for any value.
    target: Vec<Option<Term>>,
}

impl Facts {
    fn new(edge: &Edge, source: &Node, target: &Node) -> Facts {
        let mut facts = Facts {
            equal: Vec::new(),
            at_most: Vec::new(),
            different: Vec::new(),
            source: source.vars.iter().map(|v| Term::var(*v)).collect(),
            target: target
                .vars
                .iter()
                .map(|v| {
                    let found = edge.target.iter().find(|(w, _)| w == v);
                    found.map(|(_, t)| t.clone())
                })
                .collect(),
        };
        for Atom { rel, term } in shortest(&edge.facts) {
            match rel {
                Rel::Eq => facts.equal.push(term.clone()),
                Rel::Le => facts.at_most.push(term.clone()),
                Rel::Ne => facts.different.push(term.clone()),
            }
        }
        facts
    }

    /// What moves by a number along the edge, before and behind it: counters, and what they are compared with is near.
    fn counters(&self) -> BTreeSet<Monomial> {
        let moves = |before: &Term, behind: &Term| {
            let step = behind.sub(before).ok().and_then(|step| step.as_constant());
            step.is_some_and(|step| step != 0)
        };
        let moving =
            self.source.iter().filter(|before| self.target.iter().flatten().any(|behind| moves(before, behind)));
        moving.flat_map(monomials).collect()
    }

    fn contradict(&mut self) {
        self.equal.clear();
        self.different.clear();
        self.at_most = vec![Term::constant(1)];
    }

    /// Substitutes equalities, including those that follow from two bounds, as long as there are usable ones.
    fn solve_equalities(&mut self, source: &Node) {
        loop {
            while self.substitute_one(source) {}
            self.tidy();
            if !self.equalities_from_bounds() {
                return;
            }
        }
    }

    /// Uses one equality to remove a variable everywhere; path-local variables first.
    fn substitute_one(&mut self, source: &Node) -> bool {
        let keep: BTreeSet<Var> = source.vars.iter().copied().collect();
        let mut best: Option<((bool, usize, usize), Var)> = None;
        for (i, t) in self.equal.iter().enumerate() {
            if t.parts().len() > MAX_SUBSTITUTE {
                continue;
            }
            for (m, c) in t.parts() {
                let [v] = m.as_slice() else { continue };
                let elsewhere = t.parts().iter().filter(|(n, _)| n.contains(v)).count() > 1;
                if c.unsigned_abs() != 1 || elsewhere {
                    continue;
                }
                let rank = (keep.contains(v), t.parts().len(), i);
                if best.as_ref().is_none_or(|(r, _)| rank < *r) {
                    best = Some((rank, *v));
                }
            }
        }
        let Some(((_, _, i), v)) = best else {
            return false;
        };
        let equality = self.equal.remove(i);
        let replaced = solve_for(&equality, v).and_then(|value| self.substituted(v, &value));
        match replaced {
            Some(next) => *self = next,
            None => self.at_most.extend(both_ways(equality)),
        }
        true
    }

    /// All terms with the variable replaced; `None` if a term of a node becomes too large. Facts
    /// that become too large are dropped.
    fn substituted(&self, v: Var, value: &Term) -> Option<Facts> {
        let one = |t: &Term| -> Option<Term> {
            if t.contains(v) { t.substitute(&|w| (w == v).then(|| value.clone())).ok() } else { Some(t.clone()) }
        };
        let all = |list: &[Term]| -> Vec<Term> { list.iter().filter_map(one).collect() };
        Some(Facts {
            equal: all(&self.equal),
            at_most: all(&self.at_most),
            different: all(&self.different),
            source: self.source.iter().map(one).collect::<Option<_>>()?,
            target: self
                .target
                .iter()
                .map(|t| match t {
                    None => Some(None),
                    Some(t) => one(t).map(Some),
                })
                .collect::<Option<_>>()?,
        })
    }

    /// Rounds and sorts the facts, keeps the strongest of parallel inequalities.
    fn tidy(&mut self) {
        let Some(mut bounds) = strongest(&self.at_most) else {
            return self.contradict();
        };
        for t in std::mem::take(&mut self.different) {
            match t.as_constant() {
                Some(0) => return self.contradict(),
                Some(_) => {}
                None => {
                    if !strengthen(&mut bounds, &t) {
                        self.different.push(t);
                    }
                }
            }
        }
        self.different.sort();
        self.different.dedup();
        for t in std::mem::take(&mut self.equal) {
            match (t.as_constant(), t.content()) {
                (Some(0), _) => {}
                (Some(_), _) => return self.contradict(),
                (None, g) if t.constant_part() % g != 0 => return self.contradict(),
                (None, g) => self.equal.extend(t.divide_exactly(g)),
            }
        }
        self.at_most = listed(bounds);
    }

    /// Turns pairs `t <= 0`, `-t <= 0` into equalities. Returns whether there were any.
    fn equalities_from_bounds(&mut self) -> bool {
        let known: BTreeSet<Term> = self.at_most.iter().cloned().collect();
        let mut found = BTreeSet::new();
        for t in &self.at_most {
            if let Ok(n) = t.neg()
                && known.contains(&n)
                && t.parts().len() <= MAX_SUBSTITUTE
                && usable(t)
            {
                found.insert(t.clone().min(n));
            }
        }
        for t in &found {
            let negative = t.neg().ok();
            self.at_most.retain(|u| u != t && Some(u) != negative.as_ref());
            self.equal.push(t.clone());
        }
        !found.is_empty()
    }

    /// The monomials of the two nodes.
    fn ends(&self) -> BTreeSet<Monomial> {
        let terms = self.source.iter().chain(self.target.iter().flatten());
        terms.flat_map(monomials).collect()
    }

    /// Drops facts that are not connected with the nodes, unless they are contradictory.
    fn slice(&mut self) {
        let equal = std::mem::take(&mut self.equal);
        self.at_most.extend(equal.into_iter().flat_map(both_ways));
        let mut relevant = self.ends();
        let (inside, outside) = slice(&mut relevant, std::mem::take(&mut self.at_most), &self.different);
        self.at_most = inside;
        self.different.retain(|t| monomials(t).all(|m| relevant.contains(&m)));
        let impossible = outside.iter().any(|t| t.as_constant().is_some_and(|c| c > 0))
            || Grid::new([].iter(), &outside, 0).polyhedron(&outside).is_some_and(|(p, _)| p.is_empty());
        if impossible {
            self.contradict();
        }
    }

    /// Rounds the bounds of variables with large coefficients, such as the number of times a sum wrapped. Returns
    /// whether the value of one of them is now known.
    fn fix_quotients(&mut self) -> bool {
        let mut large: BTreeMap<Monomial, u128> = BTreeMap::new();
        for (m, c) in self.at_most.iter().flat_map(Term::parts) {
            if m.len() == 1 && c.unsigned_abs() >= QUOTIENT {
                large.insert(m.clone(), c.unsigned_abs());
            }
        }
        if large.is_empty() {
            return false;
        }
        let grid = Grid::new([].iter(), &self.at_most, 0);
        let Some((mut p, _)) = grid.polyhedron(&self.at_most) else {
            return false;
        };
        let mut known = false;
        let mut new = Vec::new();
        let quotients = grid.columns().filter(|(m, ..)| large.contains_key(*m));
        for (m, k, scale) in quotients.take(MAX_QUOTIENTS) {
            let mut objective = vec![0; grid.width()];
            let mut bound = |sign: i128| -> Option<(i128, bool)> {
                objective[k] = sign;
                let Minimum::At { value: (n, d), .. } = p.minimize(&objective)? else {
                    return None;
                };
                let d = d.checked_mul(scale)?;
                let fractional = n.rem_euclid(d) != 0;
                Some((n.div_euclid(d) + i128::from(fractional), fractional))
            };
            let (low, high) = (bound(1), bound(-1));
            let v = Term::var(m[0]);
            if let (Some((l, _)), Some((h, _))) = (low, high)
                && l == -h
            {
                known = true;
                self.equal.extend(v.plus(h).ok());
            }
            // low <= v; high <= -v
            if let Some((low, true)) = low {
                new.extend(v.neg().ok().and_then(|t| t.plus(low).ok()));
            }
            if let Some((high, true)) = high {
                new.extend(v.plus(high).ok());
            }
        }
        self.at_most.extend(new);
        known
    }

    /// Adds consequences of the facts for products of variables that occur.
    fn multiply(&mut self) {
        let mut known = self.ends();
        known.extend(self.at_most.iter().flat_map(monomials));
        let new = products(&self.at_most, &known);
        self.at_most.extend(new);
    }

    /// Projects out the monomials that belong to no node and no disequality.
    fn project(&mut self) {
        let mut keep = self.ends();
        keep.extend(self.different.iter().flat_map(monomials));
        let all: BTreeSet<Monomial> = self.at_most.iter().flat_map(monomials).collect();
        let local = all.difference(&keep).cloned().collect();
        project(&mut self.at_most, &local);
    }

    /// Turns `t != 0` into `t >= 1` or `t <= -1` where the facts imply the sign, until nothing changes. The other
    /// disequalities are dropped.
    fn sharpen(&mut self) {
        let mut changed = true;
        while changed && !self.different.is_empty() {
            changed = false;
            let grid = Grid::new(self.different.iter(), &self.at_most, 0);
            let Some((mut p, _)) = grid.polyhedron(&self.at_most) else {
                break;
            };
            let mut rest = Vec::new();
            for t in std::mem::take(&mut self.different) {
                let signed = [Some(t.clone()), t.neg().ok()].into_iter().flatten();
                let sign = signed.into_iter().find(|t| {
                    let low = grid.affine(t).and_then(|a| Some((p.minimize(&a.coef)?, a.con)));
                    match low {
                        // value + con > -1
                        Some((Minimum::At { value: (n, d), .. }, con)) => con
                            .checked_add(1)
                            .and_then(|c| c.checked_mul(d))
                            .and_then(|c| c.checked_add(n))
                            .is_some_and(|x| x > 0),
                        _ => false,
                    }
                });
                match sign.and_then(|t| t.neg().ok()?.plus(1).ok()) {
                    Some(fact) => {
                        self.at_most.push(fact);
                        changed = true;
                    }
                    None => rest.push(t),
                }
            }
            self.different = rest;
        }
        self.different.clear();
    }

    fn into_piece(mut self, edge: &Edge) -> Option<Piece> {
        let equal = std::mem::take(&mut self.equal);
        self.at_most.extend(equal.into_iter().flat_map(both_ways));
        self.tidy();
        let ends = self.source.iter().chain(self.target.iter().flatten());
        let free = self.target.iter().filter(|t| t.is_none()).count();
        let shortest;
        let mut grid = Grid::new(ends.clone(), &self.at_most, free);
        let (polyhedron, rows) = match grid.polyhedron(&self.at_most) {
            Some(found) => found,
            None => {
                shortest = short(self.at_most.clone(), &self.counters());
                grid = Grid::new(ends, &shortest, free);
                grid.wide_polyhedron(&shortest)?
            }
        };
        let source = self.source.iter().map(|t| grid.affine(t));
        let mut any = 0;
        let target = self.target.iter().map(|t| match t {
            Some(t) => grid.affine(t),
            None => {
                let mut value = grid.affine(&Term::zero())?;
                value.coef[grid.free(any)] = 1;
                any += 1;
                Some(value)
            }
        });
        Some(Piece {
            edge: edge.id,
            from: 0,
            to: 0,
            source: source.collect::<Option<_>>()?,
            target: target.collect::<Option<_>>()?,
            rows,
            columns: grid.width(),
            polyhedron,
        })
    }
}

/// The shortest of many facts, in their order.
fn shortest(facts: &[Atom]) -> Vec<&Atom> {
    let mut places: Vec<usize> = (0..facts.len()).collect();
    if facts.len() > MAX_FACTS {
        places.sort_by_key(|place| facts.get(*place).map(|fact| fact.term.parts().len()));
        places.truncate(MAX_FACTS);
        places.sort_unstable();
    }
    places.into_iter().filter_map(|place| facts.get(place)).collect()
}

/// The shortest facts, those about counters before the others: among many variables, bounds and differences are what
/// ranks a loop.
fn short(mut facts: Vec<Term>, counters: &BTreeSet<Monomial>) -> Vec<Term> {
    const LONGEST: usize = 3;
    facts.retain(|t| t.parts().len() <= LONGEST);
    facts.sort_by_key(|t| (!monomials(t).any(|m| counters.contains(&m)), t.parts().len()));
    facts.truncate(MAX_ROWS);
    facts
}

/// An equality as two inequalities.
fn both_ways(equality: Term) -> impl Iterator<Item = Term> {
    equality.neg().ok().into_iter().chain([equality])
}

/// Whether an equality can be solved for a variable.
fn usable(t: &Term) -> bool {
    t.parts().iter().any(|(m, c)| {
        m.len() == 1 && c.unsigned_abs() == 1 && t.parts().iter().filter(|(n, _)| n.contains(&m[0])).count() == 1
    })
}

/// `v` from an equality in which it occurs with coefficient 1 or -1.
fn solve_for(equality: &Term, v: Var) -> Option<Term> {
    let c = equality.coefficient(&[v]);
    let rest = equality.add_scaled(&Term::var(v), c.checked_neg()?).ok()?;
    rest.scale(c.checked_neg()?).ok()
}

/// Uses `t != 0` to strengthen a bound `t <= 0` or `-t <= 0`. Returns whether the disequality is used up.
fn strengthen(bounds: &mut BTreeMap<Term, i128>, t: &Term) -> bool {
    let g = t.content();
    if g == 0 {
        return false;
    }
    if t.constant_part() % g != 0 {
        return true; // never 0
    }
    for sign in [g, -g] {
        let Some(u) = t.divide_exactly(sign) else {
            continue;
        };
        let c = u.constant_part();
        let Some(direction) = c.checked_neg().and_then(|c| u.plus(c).ok()) else {
            continue;
        };
        if let Some(bound) = bounds.get_mut(&direction) {
            // direction + bound <= 0 and direction + c != 0
            if *bound > c {
                return true;
            }
            if *bound == c
                && let Some(next) = c.checked_add(1)
            {
                *bound = next;
                return true;
            }
        }
    }
    false
}
