//! An obligation as polyhedra: one for each case of what `max(0, a)` is. What is owed is a linear function of the unknown
//! coefficients on each point of a polyhedron.

use super::debts::Debt;
use super::potential::{Potential, Product, common_scale, image};
use super::templates::Templates;
use crate::algebra::{Atom, Monomial, Term, Var};
use crate::graph::NodeIndex;
use crate::its::piece::Piece;
use crate::its::simplify::simplify;
use crate::its::{Edge, EdgeId, Node, NodeId};
use crate::linear::{Affine, Minimum, Polyhedron};
use std::collections::{BTreeMap, BTreeSet};

/// Maxima of one obligation whose sign is not known that are told apart by cases, at most, on each path of the
/// case analysis.
const SPLITS: usize = 4;
/// Facts that are multiplied with each other, at most; and monomials of one.
const FACTORS: usize = 16;
const SHORT: usize = 4;
/// Products of facts, at most.
const MULTIPLIED: usize = 130;
/// Numbers from here on are limits of types.
const LARGE: u128 = 1 << 20;
/// Monomials of one polyhedron, at most.
const COLUMNS: usize = 140;

/// The numbers of the unknown coefficients: one for each product of each node.
pub(super) struct Unknowns {
    pub all: Vec<(NodeIndex, Product)>,
    first: BTreeMap<NodeIndex, usize>,
}

impl Unknowns {
    pub(super) fn new(templates: &Templates) -> Unknowns {
        let mut unknowns = Unknowns { all: Vec::new(), first: BTreeMap::new() };
        for (node, products) in templates {
            unknowns.first.insert(*node, unknowns.all.len());
            unknowns.all.extend(products.iter().map(|product| (*node, product.clone())));
        }
        unknowns
    }
}

/// A summand of what must not be negative.
struct Summand {
    /// The coefficient is this unknown times the number, or the number.
    unknown: Option<usize>,
    number: i128,
    /// Places of the maxima that are multiplied.
    factors: Vec<usize>,
}

/// What stands for a maximum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Positive,
    Zero,
    /// A variable that is at least the term and 0.
    Open,
}

/// The sum over the unknowns of coefficient times part, less the rest, must not be negative on the polyhedron.
pub(super) struct Region {
    polyhedron: Polyhedron,
    parts: Vec<(usize, Affine)>,
    rest: Affine,
    /// Points and rays where some coefficients failed.
    seen: Vec<(Vec<i128>, i128)>,
}

/// A condition on the unknowns: the sum of coefficient times unknown is at least a number.
pub(super) struct Cut {
    pub coefficients: Vec<(usize, i128)>,
    pub least: i128,
}

/// An obligation, taken apart.
struct Parts {
    maxima: Vec<Term>,
    /// Those that the potential of the source has.
    own: BTreeSet<usize>,
    /// Those that are owed, so that an upper bound of them is needed.
    owed: BTreeSet<usize>,
    /// Those that known potentials have.
    given: BTreeSet<usize>,
    sum: Vec<Summand>,
    /// By what the rest was multiplied.
    scale: i128,
    /// Unknowns that must be 0, because their products cannot be expressed.
    impossible: Vec<usize>,
}

impl Parts {
    fn place(&mut self, term: &Term) -> usize {
        match self.maxima.iter().position(|known| known == term) {
            Some(place) => place,
            None => {
                self.maxima.push(term.clone());
                self.maxima.len() - 1
            }
        }
    }

    fn of(
        debt: &Debt<'_>,
        templates: &Templates,
        unknowns: &Unknowns,
        known: &BTreeMap<NodeIndex, Potential>,
    ) -> Option<Parts> {
        let mut parts = Parts {
            maxima: Vec::new(),
            own: BTreeSet::new(),
            owed: BTreeSet::new(),
            given: BTreeSet::new(),
            sum: Vec::new(),
            scale: 1,
            impossible: Vec::new(),
        };
        let first = *unknowns.first.get(&debt.from)?;
        for (place, product) in templates[&debt.from].iter().enumerate() {
            let factors: Vec<usize> = product.iter().map(|atom| parts.place(atom)).collect();
            parts.own.extend(&factors);
            parts.sum.push(Summand { unknown: Some(first + place), number: 1, factors });
        }
        let mut given = Vec::new();
        for owed in &debt.owed {
            if let Some(first) = unknowns.first.get(&owed.to) {
                for (place, product) in templates[&owed.to].iter().enumerate() {
                    let Some((product, number)) = image(product, 1, &|v| owed.value(v)) else {
                        parts.impossible.push(first + place);
                        continue;
                    };
                    let factors: Vec<usize> = product.iter().map(|atom| parts.place(atom)).collect();
                    parts.owed.extend(&factors);
                    parts.sum.push(Summand { unknown: Some(first + place), number: number.checked_neg()?, factors });
                }
            } else {
                given.push(owed.image(known.get(&owed.to)?)?);
            }
        }
        parts.scale = common_scale(&given)?;
        for potential in &given {
            for (product, c) in potential.over(parts.scale)? {
                let factors: Vec<usize> = product.iter().map(|atom| parts.place(atom)).collect();
                parts.given.extend(&factors);
                parts.sum.push(Summand { unknown: None, number: c.checked_neg()?, factors });
            }
        }
        let cost = debt.cost.number.checked_mul(parts.scale)?.checked_neg()?;
        parts.sum.push(Summand { unknown: None, number: cost, factors: Vec::new() });
        for size in &debt.cost.sizes {
            let factor = parts.place(size);
            parts.given.insert(factor);
            parts.sum.push(Summand { unknown: None, number: parts.scale.checked_neg()?, factors: vec![factor] });
        }
        // A size is the difference of its own maximum and that of its negation.
        for size in &debt.cost.back {
            for (part, sign) in [(size.clone(), 1), (size.neg().ok()?, -1)] {
                let factor = parts.place(&part);
                parts.given.extend((sign < 0).then_some(factor));
                parts.sum.push(Summand {
                    unknown: None,
                    number: parts.scale.checked_mul(sign)?,
                    factors: vec![factor],
                });
            }
        }
        parts.owed.extend(&parts.given);
        Some(parts)
    }
}

/// The polyhedra of an obligation, and unknowns that it forces to be 0; `None` if it is too hard.
pub(super) fn regions(
    debt: &Debt<'_>,
    facts: Vec<Atom>,
    templates: &Templates,
    unknowns: &Unknowns,
    known: &BTreeMap<NodeIndex, Potential>,
) -> Option<(Vec<Region>, Vec<usize>)> {
    let parts = Parts::of(debt, templates, unknowns, known)?;
    let slots = 0..u32::try_from(parts.maxima.len()).ok()?;
    let edge = Edge {
        id: EdgeId(0),
        from: NodeId(0),
        to: NodeId(1),
        facts,
        target: slots.clone().zip(parts.maxima.iter().cloned()).collect(),
    };
    let source = Node { id: NodeId(0), vars: Vec::new() };
    let target = Node { id: NodeId(1), vars: slots.collect() };
    let mut piece = simplify(&edge, &source, &target)?;
    let mut regions = Vec::new();
    if piece.is_empty() {
        return Some((regions, parts.impossible));
    }
    let mut sides = Vec::new();
    let mut open = Vec::new();
    for place in 0..parts.maxima.len() {
        let value = piece.target[place].clone();
        let negated = Affine { coef: value.coef.iter().map(|c| -c).collect(), con: value.con.checked_neg()? };
        sides.push(if piece.at_least(&value, 0)? {
            Side::Positive
        } else if piece.at_least(&negated, 0)? {
            Side::Zero
        } else {
            Side::Open
        });
        if sides[place] == Side::Open && parts.owed.contains(&place) {
            open.push(place);
        }
    }
    // Maxima that the source has as well come last: the source bounds them if nothing else does.
    open.sort_by_key(|place| (!parts.given.contains(place), parts.own.contains(place), *place));
    let base: Vec<Affine> = piece.rows.clone();
    split(&parts, &mut piece, (&base, &sides), &open, SPLITS, &mut regions)?;
    Some((regions, parts.impossible))
}

/// Tells the signs of the open maxima apart, one after the other; where both are possible, up to `left` times.
fn split(
    parts: &Parts,
    piece: &mut Piece,
    (rows, sides): (&[Affine], &[Side]),
    open: &[usize],
    left: usize,
    regions: &mut Vec<Region>,
) -> Option<()> {
    let Some((first, others)) = open.split_first() else {
        regions.push(region(parts, piece, rows, sides)?);
        return Some(());
    };
    let value = piece.target[*first].clone();
    let below = Affine {
        coef: value.coef.iter().map(|c| c.checked_neg()).collect::<Option<_>>()?,
        con: value.con.checked_neg()?.checked_sub(1)?,
    };
    let with = |(side, fact)| (side, rows.iter().cloned().chain([fact]).collect::<Vec<_>>());
    let mut cases = [(Side::Positive, value), (Side::Zero, below)].map(with).to_vec();
    cases.retain(|(_, rows)| !Polyhedron::new(piece.columns, rows).is_empty());
    let left = match cases.len() {
        0 | 1 => left,
        _ if left == 0 => return split(parts, piece, (rows, sides), others, left, regions),
        _ => left - 1,
    };
    for (side, rows) in cases {
        let mut sides = sides.to_vec();
        sides[*first] = side;
        split(parts, piece, (&rows, &sides), others, left, regions)?;
    }
    Some(())
}

/// A function of columns as a term over variables of the same numbers.
fn term(function: &Affine) -> Option<Term> {
    let parts = function.coef.iter().zip(0..).filter(|(c, _)| **c != 0);
    let parts = parts.map(|(c, k): (&i128, Var)| (Monomial::from_slice(&[k]), *c));
    Term::from_parts(parts.chain([(Monomial::new(), function.con)])).ok()
}

/// The polyhedron of one case.
fn region(parts: &Parts, piece: &mut Piece, rows: &[Affine], sides: &[Side]) -> Option<Region> {
    let width = u32::try_from(piece.columns).ok()?;
    let mut facts: Vec<Term> = Vec::new();
    let mut values = Vec::new();
    for (place, side) in sides.iter().enumerate() {
        let a = term(&piece.target[place])?;
        values.push(match side {
            Side::Positive => {
                facts.push(a.clone());
                a
            }
            Side::Zero => Term::zero(),
            Side::Open => {
                let v = Term::var(width.checked_add(u32::try_from(place).ok()?)?);
                facts.push(v.sub(&a).ok()?);
                facts.push(v.clone());
                v
            }
        });
    }
    for (place, _) in sides.iter().enumerate().filter(|(p, s)| **s == Side::Open && !parts.own.contains(p)) {
        facts.extend(below_others(parts, piece, sides, &values, place));
    }
    for row in rows {
        facts.push(term(row)?);
    }
    let mut coefficients: BTreeMap<usize, Term> = BTreeMap::new();
    let mut rest = Term::zero();
    for summand in &parts.sum {
        let mut product = Term::constant(summand.number);
        for factor in &summand.factors {
            product = product.mul(&values[*factor]).ok()?;
        }
        match summand.unknown {
            Some(unknown) => {
                let slot = coefficients.entry(unknown).or_default();
                *slot = slot.add_scaled(&product, parts.scale).ok()?;
            }
            None => rest = rest.sub(&product).ok()?,
        }
    }
    let wanted: BTreeSet<Monomial> = coefficients.values().chain([&rest]).flat_map(products_in).collect();
    facts.extend(multiplied(&facts, &wanted));
    let all = facts.iter().chain(coefficients.values()).chain([&rest]);
    let monomials: BTreeSet<Monomial> =
        all.flat_map(|t| t.parts().iter().map(|(m, _)| m.clone())).filter(|m| !m.is_empty()).collect();
    if monomials.len() > COLUMNS {
        return None;
    }
    let columns: BTreeMap<Monomial, usize> = monomials.into_iter().zip(0..).collect();
    let affine = |t: &Term| {
        let mut coef = vec![0; columns.len()];
        t.parts().iter().filter(|(m, _)| !m.is_empty()).for_each(|(m, c)| coef[columns[m]] = *c);
        Affine { coef, con: t.constant_part() }
    };
    let rows: Vec<Affine> = facts.iter().map(affine).collect();
    Some(Region {
        polyhedron: Polyhedron::new(columns.len(), &rows),
        parts: coefficients.iter().map(|(unknown, t)| (*unknown, affine(t))).filter(|(_, a)| !is_zero(a)).collect(),
        rest: affine(&rest),
        seen: Vec::new(),
    })
}

fn is_zero(function: &Affine) -> bool {
    function.con == 0 && function.coef.iter().all(|c| *c == 0)
}

/// A maximum that is owed is at most the source's maxima that are at least as large, and those plus a number that are
/// smaller by no more.
fn below_others(parts: &Parts, piece: &mut Piece, sides: &[Side], values: &[Term], place: usize) -> Vec<Term> {
    let mut found = Vec::new();
    for own in parts.own.iter().copied().filter(|own| sides[*own] != Side::Zero) {
        let (a, b) = (&piece.target[own], &piece.target[place]);
        let coef: Option<Vec<i128>> = a.coef.iter().zip(&b.coef).map(|(x, y)| x.checked_sub(*y)).collect();
        let (Some(coef), Some(con)) = (coef, a.con.checked_sub(b.con)) else { continue };
        let Some(Minimum::At { value: (n, d), .. }) = piece.polyhedron.minimize(&coef) else { continue };
        // own - place >= k
        let k = n.div_euclid(d).saturating_add(con);
        let more = k.saturating_neg().max(0);
        found.extend(values[own].sub(&values[place]).and_then(|t| t.plus(more)).ok());
    }
    found
}

/// The monomials of several factors.
fn products_in(t: &Term) -> impl Iterator<Item = Monomial> + '_ {
    t.parts().iter().map(|(m, _)| m.clone()).filter(|m| m.len() > 1)
}

/// Products of two facts `term >= 0` each, as far as they are about these monomials.
fn multiplied(facts: &[Term], wanted: &BTreeSet<Monomial>) -> Vec<Term> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let variables: BTreeSet<Var> = wanted.iter().flatten().copied().collect();
    let useful = |t: &&Term| {
        t.is_linear()
            && t.parts().len() <= SHORT
            && t.constant_part().unsigned_abs() < LARGE
            && t.vars().any(|v| variables.contains(&v))
    };
    let mut factors: Vec<&Term> = facts.iter().filter(useful).collect();
    factors.sort_by_key(|t| t.vars().filter(|v| !variables.contains(v)).count());
    factors.dedup();
    factors.truncate(FACTORS);
    let mut found = Vec::new();
    for (i, s) in factors.iter().enumerate() {
        for t in &factors[i..] {
            let Ok(product) = s.mul(t) else { continue };
            if products_in(&product).all(|m| m.iter().all(|v| variables.contains(v))) && found.len() < MULTIPLIED {
                found.push(product);
            }
        }
    }
    found
}

impl Region {
    /// The number of cells of its tableau.
    pub(super) fn size(&self) -> usize {
        (self.rest.coef.len() + 1) * (self.rest.coef.len() + 30)
    }

    /// A condition that these coefficients do not meet; `Some(None)` if they meet all, `None` if it is too hard.
    pub(super) fn cut(&mut self, numbers: &[i128], scale: i128) -> Option<Option<Cut>> {
        if self.polyhedron.is_empty() {
            return Some(None);
        }
        let mut value = Affine { coef: vec![0; self.rest.coef.len()], con: 0 };
        let add = |value: &mut Affine, other: &Affine, times: i128| -> Option<()> {
            value.con = value.con.checked_add(other.con.checked_mul(times)?)?;
            for (c, o) in value.coef.iter_mut().zip(&other.coef) {
                *c = c.checked_add(o.checked_mul(times)?)?;
            }
            Some(())
        };
        for (unknown, part) in self.parts.iter().filter(|(unknown, _)| numbers[*unknown] != 0) {
            add(&mut value, part, numbers[*unknown])?;
        }
        add(&mut value, &self.rest, scale.checked_neg()?)?;
        for seen in &self.seen {
            if at(&value, &seen.0, seen.1)? < 0 {
                let seen = seen.clone();
                return Some(Some(self.condition(&seen)?));
            }
        }
        let found = match self.polyhedron.minimize(&value.coef)? {
            Minimum::Empty => return Some(None),
            Minimum::Unbounded { ray } => (ray, 0),
            Minimum::At { value: (n, d), point } => {
                if n.checked_add(value.con.checked_mul(d)?)? >= 0 {
                    return Some(None);
                }
                (point.num, point.den)
            }
        };
        let cut = self.condition(&found)?;
        self.seen.push(found);
        Some(Some(cut))
    }

    /// What a point or ray demands of the coefficients.
    fn condition(&self, (point, den): &(Vec<i128>, i128)) -> Option<Cut> {
        let coefficients = self.parts.iter().map(|(unknown, part)| Some((*unknown, at(part, point, *den)?)));
        let coefficients: Vec<(usize, i128)> = coefficients.collect::<Option<_>>()?;
        Some(Cut { coefficients, least: at(&self.rest, point, *den)? })
    }
}

/// The value of a function at a point, times its denominator; the growth along a ray, whose denominator is 0.
fn at(function: &Affine, point: &[i128], den: i128) -> Option<i128> {
    let mut sum = function.con.checked_mul(den)?;
    for (c, x) in function.coef.iter().zip(point) {
        sum = sum.checked_add(c.checked_mul(*x)?)?;
    }
    Some(sum)
}
