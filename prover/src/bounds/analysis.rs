//! The proof of one obligation for the checker: a case analysis that says what each `max(0, a)` is, and combinations of
//! facts and of products of two facts (`spec/bounds.md`). Names are the prover's; `certify` gives them numbers.

use super::debts::Debt;
use super::potential::{Potential, Product};
use super::upper::primitive;
use crate::algebra::{Atom, Rel, Term, Var, data};
use crate::entail::{Engine, absurd};
use certificates::{Case, Combination, Combined, Farkas, Int, Maximum, Witness};
use std::collections::{BTreeMap, BTreeSet};

/// Cases that are told apart one after the other, at most.
const DEPTH: usize = 7;
/// Facts that are multiplied, at most; their monomials; and products.
const FACTORS: usize = 22;
const SHORT: usize = 5;
const MULTIPLIED: usize = 260;
/// Numbers from here on are limits of types.
const LARGE: u128 = 1 << 20;
/// The first name of a variable that stands for a maximum; no other variable has such a large one.
pub(crate) const FIRST_MAXIMUM: Var = Var::MAX - (1 << 16);

/// What must not be negative: a sum of products of maxima, less a term.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum(pub BTreeMap<Product, i128>, Term);

impl Sum {
    /// Adds products, times a number.
    fn add<'a>(&mut self, parts: impl IntoIterator<Item = (&'a Product, i128)>, times: i128) -> Option<()> {
        for (product, c) in parts {
            let slot = self.0.entry(product.clone()).or_insert(0);
            *slot = slot.checked_add(c.checked_mul(times)?)?;
        }
        Some(())
    }

    /// What is left of a potential after a debt; all potentials are divided by the scale.
    pub(super) fn of(debt: &Debt<'_>, potentials: &dyn Fn(usize) -> Potential, scale: i128) -> Option<Sum> {
        use crate::index::Idx as _;
        let mut sum = Sum::default();
        sum.add(potentials(debt.from.number()).over(scale)?, 1)?;
        for owed in &debt.owed {
            let image = owed.image(&potentials(owed.to.number()))?;
            sum.add(image.over(scale)?, -1)?;
        }
        sum.add([(&Product::new(), debt.cost.number)], scale.checked_neg()?)?;
        for size in &debt.cost.sizes {
            sum.1 = sum.1.add_scaled(size, scale).ok()?;
        }
        for size in &debt.cost.back {
            sum.1 = sum.1.add_scaled(size, scale.checked_neg()?).ok()?;
        }
        Some(sum)
    }

    fn maxima(&self) -> BTreeSet<Term> {
        self.0.keys().flatten().cloned().collect()
    }

    /// The maxima of which an upper bound is needed, and no lower one.
    fn only_owed(&self) -> BTreeSet<Term> {
        let with = |sign: fn(i128) -> bool| -> BTreeSet<Term> {
            self.0.iter().filter(|(_, c)| sign(**c)).flat_map(|(product, _)| product.iter().cloned()).collect()
        };
        with(|c| c < 0).difference(&with(|c| c > 0)).cloned().collect()
    }
}

/// The knowledge in a case, with the places that its facts have in the checker's list.
#[derive(Clone)]
struct Known {
    atoms: Vec<Atom>,
    places: Vec<u32>,
    next: u32,
    values: BTreeMap<Term, Term>,
    /// The number of variables that stand for maxima.
    open: Var,
}

impl Known {
    fn push(&mut self, atom: Atom) {
        self.atoms.push(atom);
        self.places.push(self.next);
        self.next += 1;
    }

    fn placed(&self, farkas: Farkas) -> Farkas {
        let facts = farkas.facts.into_iter().map(|(i, c)| (self.places[i as usize], c));
        Farkas { facts: facts.collect(), ..farkas }
    }
}

/// A proof that a debt is paid: the analysis, with places of facts as they are where the prover alone counts (facts of
/// the case analysis follow those of the path).
pub(super) fn analysis(
    debt: &Debt<'_>,
    sum: &Sum,
    usable: &dyn Fn(&Atom) -> bool,
    engine: &mut Engine,
) -> Option<Vec<Case>> {
    let facts = debt.facts.iter().zip(0..).filter(|(fact, _)| usable(fact));
    let (atoms, places) = facts.map(|(fact, place)| (fact.clone(), place)).unzip();
    let next = u32::try_from(debt.facts.len()).ok()?;
    let known = Known { atoms, places, next, values: BTreeMap::new(), open: 0 };
    if sum.maxima().is_empty() && sum.1.as_constant() == Some(0) && sum.0.values().all(|c| *c >= 0) {
        return Some(Vec::new());
    }
    // A path that no run takes owes nothing.
    if !engine.consistent(&known.atoms) {
        let mut made = Made { sum, engine, all: false, out: Vec::new() };
        made.impossible(&mut known.clone());
        return Some(made.out);
    }
    let attempts = [false, true].into_iter().flat_map(|rounded| {
        [(false, false), (true, false), (false, true), (true, true)].map(|(unequal, all)| (rounded, unequal, all))
    });
    attempts.into_iter().find_map(|(rounded, unequal, all)| {
        let mut made = Made { sum, engine, all, out: Vec::new() };
        let mut known = known.clone();
        if rounded {
            made.rounded(&mut known).then_some(())?;
        }
        match unequal {
            true => made.unequal(&mut known)?,
            false => made.maxima(&mut known, 0)?,
        }
        Some(made.out)
    })
}

struct Made<'a> {
    sum: &'a Sum,
    engine: &'a mut Engine,
    /// Whether every maximum is either its term or 0.
    all: bool,
    out: Vec<Case>,
}

impl Made<'_> {
    /// Rounds facts whose coefficients have a common divisor; whether there are any.
    fn rounded(&mut self, known: &mut Known) -> bool {
        let near: BTreeSet<Var> = self.sum.maxima().iter().flat_map(|a| a.vars().collect::<Vec<_>>()).collect();
        for (fact, place) in known.atoms.clone().into_iter().zip(known.places.clone()) {
            let divisor = fact.term.content();
            let useful = fact.rel == Rel::Le && divisor > 1 && fact.term.constant_part() % divisor != 0;
            let Some(term) = primitive(&fact.term).filter(|t| useful && t.vars().any(|v| near.contains(&v))) else {
                continue;
            };
            let combination = Combination { scale: Int(divisor), facts: vec![(Combined::Fact(place), Int(1))] };
            self.out.push(Case::Lemma(data::term(&term), combination));
            known.push(Atom::new(Rel::Le, term));
        }
        !self.out.is_empty()
    }

    /// Uses facts `t != 0` where the sign of t follows: in the other case the knowledge is contradictory.
    fn unequal(&mut self, known: &mut Known) -> Option<()> {
        let near: BTreeSet<Var> = self.sum.maxima().iter().flat_map(|a| a.vars().collect::<Vec<_>>()).collect();
        let different: Vec<Term> = known.atoms.iter().filter(|a| a.rel == Rel::Ne).map(|a| a.term.clone()).collect();
        let about = different.into_iter().filter(|t| t.is_linear() && t.vars().any(|v| near.contains(&v)));
        for term in about.take(DEPTH) {
            for term in [term.clone(), term.neg().ok()?] {
                let less = Atom::new(Rel::Le, term.plus(1).ok()?);
                if !self.engine.is_apparent(&known.atoms, &less) {
                    continue;
                }
                // Both cases follow the split: the second one is the end of the list, so it is written last.
                let mut other = known.clone();
                other.push(less.negate().ok()?);
                known.push(less.clone());
                self.out.push(Case::Split(data::atom(&less)));
                let mut rest = Made { sum: self.sum, engine: &mut *self.engine, all: self.all, out: Vec::new() };
                rest.impossible(&mut other);
                let second = rest.out;
                let mut rest = Made { sum: self.sum, engine: &mut *self.engine, all: self.all, out: Vec::new() };
                rest.unequal(known)?;
                let first = rest.out;
                self.out.extend(first);
                self.out.extend(second);
                return Some(());
            }
        }
        self.maxima(known, 0)
    }

    /// A case that the facts exclude: a combination shows it, or the checker sees it by itself.
    fn impossible(&mut self, known: &mut Known) {
        if let Witness::Farkas(farkas) = self.engine.certify(&known.atoms, &absurd()) {
            self.out.push(Case::Leaf(Some(linear(known.placed(farkas)))));
            return;
        }
        for a in self.sum.maxima().iter().filter(|a| !known.values.contains_key(*a)) {
            self.out.push(Case::Maximum(data::term(a), Maximum::Open));
        }
        self.out.push(Case::Leaf(None));
    }

    /// Says what the maxima are: by what follows, by cases where an upper bound is needed, and by variables.
    fn maxima(&mut self, known: &mut Known, depth: usize) -> Option<()> {
        let mut undecided = Vec::new();
        for a in self.sum.maxima() {
            if known.values.contains_key(&a) {
                continue;
            }
            let positive = Atom::le(&Term::zero(), &a).ok()?;
            let zero = Atom::new(Rel::Le, a.clone());
            if self.engine.entails(&known.atoms, &positive) {
                self.side(known, &a, positive, true);
            } else if self.engine.entails(&known.atoms, &zero) {
                self.side(known, &a, zero, false);
            } else {
                undecided.push(a);
            }
        }
        let owed = self.sum.only_owed();
        let split = undecided.iter().find(|a| self.all || owed.contains(*a));
        let Some(a) = split else {
            undecided.iter().try_for_each(|a| self.variable(known, a))?;
            return self.leaf(known);
        };
        if depth >= DEPTH {
            return None;
        }
        let positive = Atom::le(&Term::zero(), a).ok()?;
        self.out.push(Case::Split(data::atom(&positive)));
        for atom in [positive.clone(), positive.negate().ok()?] {
            let mut case = known.clone();
            case.push(atom);
            match self.engine.consistent(&case.atoms) {
                true => self.maxima(&mut case, depth + 1)?,
                false => self.impossible(&mut case),
            }
        }
        Some(())
    }

    fn side(&mut self, known: &mut Known, a: &Term, fact: Atom, positive: bool) {
        let witness = match self.engine.certify(&known.atoms, &fact) {
            Witness::Farkas(farkas) => Witness::Farkas(known.placed(farkas)),
            _ => Witness::Solver,
        };
        let maximum = if positive { Maximum::Positive(witness) } else { Maximum::Zero(witness) };
        self.out.push(Case::Maximum(data::term(a), maximum));
        known.push(fact);
        known.values.insert(a.clone(), if positive { a.clone() } else { Term::zero() });
    }

    fn variable(&mut self, known: &mut Known, a: &Term) -> Option<()> {
        let v = Term::var(FIRST_MAXIMUM.checked_add(known.open)?);
        known.open += 1;
        known.push(Atom::le(&Term::zero(), &v).ok()?);
        known.push(Atom::le(a, &v).ok()?);
        known.values.insert(a.clone(), v);
        self.out.push(Case::Maximum(data::term(a), Maximum::Open));
        Some(())
    }

    /// The combination that shows that the sum is not negative.
    fn leaf(&mut self, known: &mut Known) -> Option<()> {
        let mut total = self.sum.1.neg().ok()?;
        for (product, c) in &self.sum.0 {
            let factors = product.iter().map(|a| known.values.get(a));
            let mut value = Term::constant(*c);
            for factor in factors {
                value = value.mul(factor?).ok()?;
            }
            total = total.add(&value).ok()?;
        }
        let goal = Atom::le(&Term::zero(), &total).ok()?;
        let combination = self.combined(known, &goal)?;
        self.out.push(Case::Leaf(Some(combination)));
        Some(())
    }

    fn combined(&mut self, known: &Known, goal: &Atom) -> Option<Combination> {
        if let Witness::Farkas(farkas) = self.engine.certify(&known.atoms, goal) {
            return Some(linear(known.placed(farkas)));
        }
        let products = products(known, &goal.term);
        let mut atoms = known.atoms.clone();
        atoms.extend(products.iter().map(|(atom, _)| atom.clone()));
        let Witness::Farkas(Farkas { scale, facts }) = self.engine.certify(&atoms, goal) else { return None };
        let of = |(i, c): (u32, Int)| {
            let i = i as usize;
            match i.checked_sub(known.atoms.len()) {
                Some(product) => (products[product].1.clone(), c),
                None => (Combined::Fact(known.places[i]), c),
            }
        };
        Some(Combination { scale, facts: facts.into_iter().map(of).collect() })
    }
}

/// A combination of facts alone.
fn linear(farkas: Farkas) -> Combination {
    let facts = farkas.facts.into_iter().map(|(place, c)| (Combined::Fact(place), c)).collect();
    Combination { scale: farkas.scale, facts }
}

/// Products of two facts, and of equalities and variables, that are about the monomials of a term.
fn products(known: &Known, goal: &Term) -> Vec<(Atom, Combined)> {
    let variables: BTreeSet<Var> =
        goal.parts().iter().filter(|(m, _)| m.len() > 1).flat_map(|(m, _)| m.iter().copied()).collect();
    let useful = |(atom, _): &(&Atom, &u32)| {
        atom.rel != Rel::Ne
            && atom.term.is_linear()
            && atom.term.parts().len() <= SHORT
            && atom.term.constant_part().unsigned_abs() < LARGE
            && atom.term.vars().any(|v| variables.contains(&v))
    };
    // What was found last says most about the case.
    let mut factors: Vec<(&Atom, &u32)> = known.atoms.iter().zip(&known.places).rev().filter(useful).collect();
    factors.sort_by_key(|(atom, _)| atom.term.vars().filter(|v| !variables.contains(v)).count());
    let mut seen = BTreeSet::new();
    factors.retain(|(atom, _)| seen.insert(*atom));
    factors.truncate(FACTORS);
    let mut found: Vec<(Atom, Combined)> = Vec::new();
    for (i, (f, place)) in factors.iter().enumerate() {
        if f.rel == Rel::Eq {
            for v in &variables {
                let product = f.term.mul(&Term::var(*v)).ok();
                let of = Combined::Times(**place, data::term(&Term::var(*v)));
                found.extend(product.map(|product| (Atom::new(Rel::Eq, product), of)));
            }
            continue;
        }
        for (g, other) in factors[i..].iter().filter(|(g, _)| g.rel == Rel::Le) {
            let product = f.term.mul(&g.term).and_then(|product| product.neg()).ok();
            found.extend(product.map(|p| (Atom::new(Rel::Le, p), Combined::Product(**place, **other))));
        }
    }
    found.truncate(MULTIPLIED);
    found
}
