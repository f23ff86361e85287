//! From the facts of an edge to a small polyhedron: equalities substituted, irrelevant facts
//! sliced away, non-linear monomials opaque, leftover local variables projected out.
//!
//! Every step only forgets: each pair of states that the edge allows (integers) lies in the result.

use super::{Edge, Node};
use crate::algebra::{Atom, Monomial, Rel, Term, Var};
use crate::ranking::lp::{Minimum, Polyhedron};
use std::collections::{BTreeMap, BTreeSet};

/// Constraints beyond which the facts of an edge are cut off.
const MAX_FACTS: usize = 400;
/// Constraints and variables beyond which an edge has no polyhedron.
const MAX_ROWS: usize = 160;
const MAX_COLUMNS: usize = 60;
/// Monomials beyond which an equality is not used for substitution.
const MAX_SUBSTITUTE: usize = 12;

/// An affine function of the columns of a polyhedron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine {
    pub coef: Vec<i128>,
    pub con: i128,
}

/// An edge as a polyhedron over anonymous columns.
#[derive(Clone, Debug)]
pub struct Piece {
    pub edge: usize,
    /// Positions of the nodes in the component at hand.
    pub from: usize,
    pub to: usize,
    /// The value of each variable of the source node.
    pub source: Vec<Affine>,
    /// The value of each variable of the target node.
    pub target: Vec<Affine>,
    /// The facts, each meaning `value >= 0`.
    pub rows: Vec<Affine>,
    pub columns: usize,
    pub polyhedron: Polyhedron,
}

impl Piece {
    /// Whether the edge is proved impossible.
    pub fn is_empty(&self) -> bool {
        self.polyhedron.is_empty()
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.columns
    }

    /// Cells of the tableau: the cost of a pivot.
    pub fn size(&self) -> usize {
        self.columns * (self.rows.len() + 1)
    }

    /// Whether the function, with integer values on integers, is at least `least` on all integer
    /// points; `None` if that cannot be told.
    pub fn at_least(&mut self, function: &Affine, least: i128) -> Option<bool> {
        Some(match self.polyhedron.minimize(&function.coef)? {
            Minimum::Empty => true,
            Minimum::Unbounded { .. } => false,
            Minimum::At {
                value: (num, den), ..
            } => {
                // value + con > least - 1
                let bound = least.checked_sub(1)?.checked_sub(function.con)?;
                num > bound.checked_mul(den)?
            }
        })
    }
}

/// Simplifies one edge; `None` if it is too large or overflows.
pub fn simplify(edge: &Edge, source: &Node, target: &Node) -> Option<Piece> {
    let mut work = Facts::new(edge, source, target);
    while work.substitute_one(source) {}
    let empty = !work.tidy();
    while !empty && work.equalities_from_bounds() && work.substitute_one(source) {
        while work.substitute_one(source) {}
        if !work.tidy() {
            break;
        }
    }
    work.into_piece(edge)
}

/// The facts while they shrink. Inequalities mean `term <= 0`.
struct Facts {
    equal: Vec<Term>,
    at_most: Vec<Term>,
    different: Vec<Term>,
    source: Vec<Term>,
    /// `None`: any value.
    target: Vec<Option<Term>>,
    contradictory: bool,
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
            contradictory: false,
        };
        for Atom { rel, term } in edge.facts.iter().take(MAX_FACTS) {
            match rel {
                Rel::Eq => facts.equal.push(term.clone()),
                Rel::Le => facts.at_most.push(term.clone()),
                Rel::Ne => facts.different.push(term.clone()),
            }
        }
        facts
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
            None => {
                // Too large to substitute: keep it as two inequalities.
                if let Some(negative) = equality.neg() {
                    self.at_most.push(negative);
                }
                self.at_most.push(equality);
            }
        }
        true
    }

    /// All terms with the variable replaced; `None` if a term of a node becomes too large. Facts
    /// that become too large are dropped.
    fn substituted(&self, v: Var, value: &Term) -> Option<Facts> {
        let one = |t: &Term| -> Option<Term> {
            if t.contains(v) {
                t.substitute(&|w| (w == v).then(|| value.clone()))
            } else {
                Some(t.clone())
            }
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
            contradictory: self.contradictory,
        })
    }

    /// Rounds and sorts the facts, keeps the strongest of parallel inequalities; `false` if they
    /// contradict each other.
    fn tidy(&mut self) -> bool {
        let mut bounds: BTreeMap<Term, i128> = BTreeMap::new();
        for t in &self.at_most {
            let Some((direction, con)) = rounded(t) else {
                self.contradictory |= t.as_constant().is_some_and(|c| c > 0);
                continue;
            };
            let slot = bounds.entry(direction).or_insert(con);
            *slot = con.max(*slot);
        }
        for t in std::mem::take(&mut self.different) {
            match t.as_constant() {
                Some(0) => self.contradictory = true,
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
            match t.as_constant() {
                Some(0) => {}
                Some(_) => self.contradictory = true,
                None => {
                    let g = t.content();
                    if t.constant_part() % g != 0 {
                        self.contradictory = true;
                    } else if let Some(t) = t.divide_exactly(g) {
                        self.equal.push(t);
                    }
                }
            }
        }
        self.at_most = bounds
            .into_iter()
            .filter_map(|(direction, con)| direction.plus(con))
            .collect();
        !self.contradictory
    }

    /// Turns pairs `t <= 0`, `-t <= 0` into equalities; whether there were any.
    fn equalities_from_bounds(&mut self) -> bool {
        let known: BTreeSet<Term> = self.at_most.iter().cloned().collect();
        let mut found = BTreeSet::new();
        for t in &self.at_most {
            if let Some(n) = t.neg()
                && known.contains(&n)
                && t.parts().len() <= MAX_SUBSTITUTE
                && t.parts().iter().any(|(m, c)| m.len() == 1 && c.abs() == 1)
            {
                found.insert(t.clone().min(n));
            }
        }
        for t in &found {
            let negative = t.neg();
            self.at_most
                .retain(|u| u != t && Some(u) != negative.as_ref());
            self.equal.push(t.clone());
        }
        !found.is_empty()
    }

    /// The polyhedron of what is relevant to the two nodes.
    fn into_piece(mut self, edge: &Edge) -> Option<Piece> {
        for t in std::mem::take(&mut self.equal) {
            if let Some(n) = t.neg() {
                self.at_most.push(n);
            }
            self.at_most.push(t);
        }
        if self.contradictory {
            self.at_most = vec![Term::constant(1)];
            self.different.clear();
        }
        let mut relevant: BTreeSet<Monomial> = BTreeSet::new();
        for t in self.source.iter().chain(self.target.iter().flatten()) {
            relevant.extend(monomials(t));
        }
        let ends = relevant.clone();
        let (mut facts, mut rest) = slice(&mut relevant, self.at_most, &self.different);
        // What has nothing to do with the nodes matters only if it is contradictory.
        let contradictory = rest.iter().any(|t| t.as_constant().is_some_and(|c| c > 0))
            || (rest.len() <= MAX_ROWS && polyhedron(&mut rest, None)?.0.is_empty());
        if contradictory {
            facts.push(Term::constant(1));
        }
        let mut local: BTreeSet<Monomial> = relevant.difference(&ends).cloned().collect();
        let mut different = self.different;
        different.retain(|t| monomials(t).all(|m| relevant.contains(&m)));
        for t in &different {
            for m in monomials(t) {
                local.remove(&m);
            }
        }
        project(&mut facts, &local);
        apply_disequalities(&mut facts, different)?;
        let local = relevant.difference(&ends).cloned().collect();
        project(&mut facts, &local);
        let (polyhedron, columns, rows) = {
            let free = self.target.iter().filter(|t| t.is_none()).count();
            let (p, columns, rows) = polyhedron(&mut facts, Some((&ends, free)))?;
            (p, columns, rows)
        };
        let width = rows_width(&columns, &self.target);
        let affine = |t: &Term| -> Option<Affine> { to_affine(t, &columns, width) };
        let mut next_free = columns.len();
        let source = self.source.iter().map(affine).collect::<Option<_>>()?;
        let target = self
            .target
            .iter()
            .map(|t| match t {
                Some(t) => affine(t),
                None => {
                    let mut coef = vec![0; width];
                    coef[next_free] = 1;
                    next_free += 1;
                    Some(Affine { coef, con: 0 })
                }
            })
            .collect::<Option<_>>()?;
        Some(Piece {
            edge: edge.id,
            from: 0,
            to: 0,
            source,
            target,
            rows,
            columns: width,
            polyhedron,
        })
    }
}

type Columns = BTreeMap<Monomial, usize>;

fn rows_width(columns: &Columns, target: &[Option<Term>]) -> usize {
    columns.len() + target.iter().filter(|t| t.is_none()).count()
}

fn monomials(t: &Term) -> impl Iterator<Item = Monomial> + '_ {
    t.parts()
        .iter()
        .map(|(m, _)| m.clone())
        .filter(|m| !m.is_empty())
}

fn to_affine(t: &Term, columns: &Columns, width: usize) -> Option<Affine> {
    let mut coef = vec![0; width];
    for (m, c) in t.parts().iter().filter(|(m, _)| !m.is_empty()) {
        coef[*columns.get(m)?] = *c;
    }
    Some(Affine {
        coef,
        con: t.constant_part(),
    })
}

/// `v` from an equality in which it occurs with coefficient 1 or -1.
fn solve_for(equality: &Term, v: Var) -> Option<Term> {
    let c = equality.coefficient(&[v]);
    let rest = equality.add_scaled(&Term::var(v), c.checked_neg()?)?;
    rest.scale(c.checked_neg()?)
}

/// `t <= 0` for integers as a primitive direction and the rounded constant; `None` if constant.
fn rounded(t: &Term) -> Option<(Term, i128)> {
    let g = t.content();
    if g == 0 {
        return None;
    }
    let c = t.constant_part();
    let direction = t.plus(c.checked_neg()?)?.divide_exactly(g)?;
    // g*d + c <= 0  iff  d <= floor(-c/g)  iff  d + ceil(c/g) <= 0
    let up = c.div_euclid(g) + i128::from(c.rem_euclid(g) != 0);
    Some((direction, up))
}

/// Uses `t != 0` to sharpen a bound `t <= 0` or `-t <= 0`; whether it is used up.
fn strengthen(bounds: &mut BTreeMap<Term, i128>, t: &Term) -> bool {
    let g = t.content();
    let c = t.constant_part();
    if g == 0 {
        return false;
    }
    if c % g != 0 {
        return true; // never 0
    }
    for sign in [g, -g] {
        let Some(u) = t.divide_exactly(sign) else {
            continue;
        };
        let c = u.constant_part();
        let Some(direction) = u.plus(-c) else {
            continue;
        };
        if let Some(bound) = bounds.get_mut(&direction) {
            // direction + bound <= 0 and direction + c != 0
            if *bound > c {
                return true;
            }
            if *bound == c {
                *bound += 1;
                return true;
            }
        }
    }
    false
}

/// Splits off the facts that share no monomial, directly or not, with the relevant ones.
fn slice(
    relevant: &mut BTreeSet<Monomial>,
    facts: Vec<Term>,
    different: &[Term],
) -> (Vec<Term>, Vec<Term>) {
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
fn project(facts: &mut Vec<Term>, local: &BTreeSet<Monomial>) {
    let mut left: Vec<&Monomial> = local.iter().collect();
    loop {
        let mut best: Option<(usize, usize)> = None;
        for (i, m) in left.iter().enumerate() {
            let up = facts.iter().filter(|t| t.coefficient(m) > 0).count();
            let down = facts.iter().filter(|t| t.coefficient(m) < 0).count();
            let growth = (up * down).saturating_sub(up + down);
            if up * down <= up + down && best.is_none_or(|(g, _)| growth < g) {
                best = Some((growth, i));
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
    let mut bounds: BTreeMap<Term, i128> = BTreeMap::new();
    for (a, s) in &up {
        for (b, t) in &down {
            let g = crate::algebra::gcd(*a, *b);
            if let Some(sum) = s.scale(b / g).and_then(|s| s.add_scaled(t, a / g)) {
                next.push(sum);
            }
        }
    }
    for t in next {
        match rounded(&t) {
            Some((direction, con)) => {
                let slot = bounds.entry(direction).or_insert(con);
                *slot = con.max(*slot);
            }
            None if t.as_constant().is_some_and(|c| c > 0) => {
                *facts = vec![Term::constant(1)];
                return;
            }
            None => {}
        }
    }
    *facts = bounds
        .into_iter()
        .filter_map(|(direction, con)| direction.plus(con))
        .collect();
}

/// Turns `t != 0` into `t >= 1` or `t <= -1` where the facts imply the sign, until nothing changes.
fn apply_disequalities(facts: &mut Vec<Term>, mut different: Vec<Term>) -> Option<()> {
    let mut changed = true;
    while changed && !different.is_empty() {
        changed = false;
        let mut all: BTreeSet<Monomial> = BTreeSet::new();
        for t in facts.iter().chain(&different) {
            all.extend(monomials(t));
        }
        let (mut p, columns, _) = polyhedron(facts, Some((&all, 0)))?;
        let mut rest = Vec::new();
        for t in different {
            let signed = [t.clone(), t.neg()?].into_iter().find(|t| {
                let low = to_affine(t, &columns, columns.len())
                    .and_then(|a| Some((p.minimize(&a.coef)?, a.con)));
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
            match signed {
                Some(t) => {
                    facts.push(t.neg()?.plus(1)?);
                    changed = true;
                }
                None => rest.push(t),
            }
        }
        different = rest;
    }
    Some(())
}

/// The polyhedron of facts `term <= 0`, its columns, and its rows (`value >= 0`). Columns exist
/// for the monomials of the facts and those asked for; then come `free` unconstrained ones.
fn polyhedron(
    facts: &mut Vec<Term>,
    ends: Option<(&BTreeSet<Monomial>, usize)>,
) -> Option<(Polyhedron, Columns, Vec<Affine>)> {
    facts.sort();
    facts.dedup();
    let mut all: BTreeSet<Monomial> = ends.map(|(e, _)| e.clone()).unwrap_or_default();
    for t in facts.iter() {
        all.extend(monomials(t));
    }
    let columns: Columns = all.into_iter().enumerate().map(|(i, m)| (m, i)).collect();
    let width = columns.len() + ends.map_or(0, |(_, free)| free);
    if facts.len() > MAX_ROWS || width > MAX_COLUMNS {
        return None;
    }
    let rows = facts
        .iter()
        .map(|t| to_affine(&t.neg()?, &columns, width))
        .collect::<Option<Vec<_>>>()?;
    let constraints: Vec<(Vec<i128>, i128)> =
        rows.iter().map(|a| (a.coef.clone(), a.con)).collect();
    Some((Polyhedron::new(width, &constraints), columns, rows))
}
