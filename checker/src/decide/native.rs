//! The cheap tier of entailment: what follows from the knowledge by a few simple, sound steps.
//!
//! 1. Equations `x = t` with coefficient ±1 are solved for x and substituted everywhere.
//! 2. Inequations are divided by the greatest common divisor of their coefficients, and the constant is rounded
//!    (tightening over the integers); among inequations with the same left side the strongest bound is kept.
//! 3. A goal `p <= 0` follows from `s*p - k*f <= 0` for a known `f <= 0` and numbers s, k > 0.
//!    This is tried with facts that cancel a monomial of p, to a fixed depth and effort: first with few facts,
//!    since the newest fact with the monomial may lead far away. A failed attempt is not repeated.
//!    Where `p - 1 != 0` is known, `p - 1 <= 0` suffices.
//!
//! A `false` here means "not by these steps"; nothing follows from it.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use certificates::Rel;

use crate::decide::term::{Atom, Mono, Poly};

/// Depth limits of the search in step 3, tried in order: chains of facts are long, but have few branches.
const DEPTHS: [u32; 4] = [2, 3, 7, 32];
/// Combinations tried for one goal at one depth.
const EFFORT: u32 = 400;
/// Rounds of substitution.
const ROUNDS: u32 = 64;
/// Monomials visited for one certificate; beyond, this tier finds nothing more.
const WORK: u64 = 1_000_000_000;

type Side = Vec<(Mono, i128)>;

/// What has been derived from the facts added so far; undone in reverse order.
#[derive(Default)]
pub struct Native {
    /// Solved equations x = t, by x. No t mentions a variable that was solved before it.
    solved: HashMap<u32, Poly>,
    /// Known `side + bound <= 0`, the greatest bound for each side.
    bounds: HashMap<Side, i128>,
    /// The bounds as a list, oldest first, each with whether it has been superseded.
    facts: Vec<(Poly, bool)>,
    /// Places in `facts` by monomial: with negative, with positive coefficient.
    places: HashMap<Mono, [Vec<u32>; 2]>,
    /// Known `p != 0`, first coefficient positive.
    nonzero: HashSet<Poly>,
    /// Number of monomials in `facts` and `nonzero`: a new equation is compared with all of them.
    volume: usize,
    /// Whether two facts were found to exclude each other.
    pub contradictory: bool,
    trail: Vec<Undo>,
    work: Cell<u64>,
}

/// The effort of one search.
struct Effort {
    /// Combinations that may still be tried.
    left: u32,
    /// Failed attempts: left side, constant, and depth. A greater constant is harder, and so is less depth.
    tried: HashMap<Side, (i128, u32)>,
}

enum Undo {
    Solved(u32),
    Bound(Side, Option<i128>),
    Fact,
    Superseded(usize),
    NonZero(Poly),
    Contradictory,
}

impl Native {
    /// How far the trail reaches; see [`Native::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Forgets everything that was added after `mark`.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Undo::Solved(variable)) => {
                    self.solved.remove(&variable);
                }
                Some(Undo::Bound(side, Some(old))) => {
                    self.bounds.insert(side, old);
                }
                Some(Undo::Bound(side, None)) => {
                    self.bounds.remove(&side);
                }
                Some(Undo::Fact) => {
                    let Some((fact, _)) = self.facts.pop() else { return };
                    self.volume -= fact.size();
                    for (mono, coefficient) in &fact.terms {
                        if let Some(places) = self.places.get_mut(mono) {
                            places[usize::from(*coefficient > 0)].pop();
                        }
                    }
                }
                Some(Undo::Superseded(place)) => {
                    if let Some(fact) = self.facts.get_mut(place) {
                        fact.1 = false;
                    }
                }
                Some(Undo::NonZero(poly)) => {
                    self.volume -= poly.size();
                    self.nonzero.remove(&poly);
                }
                Some(Undo::Contradictory) => self.contradictory = false,
                None => return,
            }
        }
    }

    /// Adds a fact. Forgetting a fact or a part of it is always sound, and happens where numbers get too large.
    pub fn add(&mut self, atom: &Atom) {
        let Some(poly) = self.normal(&atom.poly).filter(|_| self.work.get() <= WORK) else { return };
        match atom.rel {
            Rel::Le => self.add_le(poly),
            Rel::Ne => self.add_ne(poly),
            Rel::Eq => self.add_eq(poly),
        }
    }

    fn contradiction(&mut self) {
        if !self.contradictory {
            self.contradictory = true;
            self.trail.push(Undo::Contradictory);
        }
    }

    fn add_eq(&mut self, poly: Poly) {
        let content = poly.content();
        if content == 0 {
            if poly.constant != 0 {
                self.contradiction();
            }
            return;
        }
        if content > 1 && !poly.constant.unsigned_abs().is_multiple_of(content) {
            return self.contradiction();
        }
        let Ok(content) = i128::try_from(content) else { return };
        let poly = divided(&poly, content, poly.constant / content);
        // The newest variable with coefficient ±1 that occurs in no product.
        let alone =
            |variable: u32| !poly.terms.iter().any(|(m, _)| matches!(m, Mono::Product(vs) if vs.contains(&variable)));
        let solvable = poly.terms.iter().rev().find_map(|(mono, coefficient)| match mono {
            Mono::Var(variable) if coefficient.unsigned_abs() == 1 && alone(*variable) => {
                Some((*variable, *coefficient))
            }
            _ => None,
        });
        let Some((variable, coefficient)) = solvable else {
            if let Ok(negated) = poly.neg() {
                self.add_le(negated);
            }
            return self.add_le(poly);
        };
        // c*x + rest = 0 with c = ±1: x = -c*rest.
        let Ok(value) = Poly::var(variable).combine(1, &poly, -coefficient) else { return };
        self.solved.insert(variable, value);
        self.trail.push(Undo::Solved(variable));
        self.work.set(self.work.get() + self.volume as u64);
        for place in 0..self.facts.len() {
            let (fact, superseded) = &self.facts[place];
            if !superseded && fact.terms.iter().any(|(mono, _)| mono.variables().contains(&variable)) {
                let replaced = self.normal(fact);
                self.facts[place].1 = true;
                self.trail.push(Undo::Superseded(place));
                if let Some(replaced) = replaced {
                    self.add_le(replaced);
                }
            }
        }
        let stale = |poly: &Poly| poly.terms.iter().any(|(mono, _)| mono.variables().contains(&variable));
        let stale: Vec<Poly> = self.nonzero.iter().filter(|poly| stale(poly)).cloned().collect();
        for poly in stale {
            if let Some(replaced) = self.normal(&poly) {
                self.add_ne(replaced);
            }
        }
    }

    fn add_ne(&mut self, poly: Poly) {
        if poly.is_zero() {
            return self.contradiction();
        }
        let Some(poly) = unsigned(poly).filter(|poly| !poly.terms.is_empty()) else { return };
        if !self.nonzero.insert(poly.clone()) {
            return;
        }
        self.volume += poly.size();
        self.trail.push(Undo::NonZero(poly.clone()));
        let Ok(negated) = poly.neg() else { return };
        for side in [negated, poly] {
            if self.bounds.get(&side.terms) == Some(&side.constant) {
                self.add_le(side);
            }
        }
    }

    fn add_le(&mut self, poly: Poly) {
        let Some(mut poly) = rounded(&poly) else { return };
        if let Some(value) = poly.as_constant() {
            if value > 0 {
                self.contradiction();
            }
            return;
        }
        // p <= 0 and p != 0 give p + 1 <= 0.
        while self.excludes(&poly) {
            let Ok(stronger) = poly.plus(1) else { return };
            poly = stronger;
        }
        let old = self.bounds.get(&poly.terms).copied();
        if old.is_some_and(|old| old >= poly.constant) {
            return;
        }
        if let Ok(opposite) = poly.neg()
            && let Some(other) = self.bounds.get(&opposite.terms)
            && other.checked_add(poly.constant).is_some_and(|sum| sum > 0)
        {
            self.contradiction();
        }
        self.bounds.insert(poly.terms.clone(), poly.constant);
        self.trail.push(Undo::Bound(poly.terms.clone(), old));
        let place = self.facts.len() as u32;
        for (mono, coefficient) in &poly.terms {
            let places = self.places.entry(mono.clone()).or_default();
            places[usize::from(*coefficient > 0)].push(place);
        }
        self.volume += poly.size();
        self.facts.push((poly, false));
        self.trail.push(Undo::Fact);
    }

    /// Substitutes solved variables; `None` where that gets too large.
    fn normal(&self, poly: &Poly) -> Option<Poly> {
        self.work.set(self.work.get() + poly.size() as u64);
        let known = |mono: &Mono| mono.variables().iter().any(|variable| self.solved.contains_key(variable));
        let mut poly = poly.clone();
        // Each round replaces variables by terms over variables that were solved later or not at all.
        for _ in 0..ROUNDS {
            if !poly.terms.iter().any(|(mono, _)| known(mono)) {
                return Some(poly);
            }
            poly = poly.replace(|variable| self.solved.get(&variable)).ok()?;
        }
        None
    }

    /// Whether the atom follows, as far as the steps above go.
    pub fn follows(&self, atom: &Atom) -> bool {
        if self.contradictory || self.work.get() > WORK {
            return self.contradictory;
        }
        let Some(poly) = self.normal(&atom.poly) else { return false };
        match atom.rel {
            Rel::Le => self.at_most(&poly),
            Rel::Eq => {
                poly.is_zero() || (self.at_most(&poly) && poly.neg().is_ok_and(|negated| self.at_most(&negated)))
            }
            Rel::Ne => {
                let shifted = |poly: Poly| poly.plus(1).is_ok_and(|shifted| self.at_most(&shifted));
                poly.as_constant().is_some_and(|value| value != 0)
                    || self.excludes(&poly)
                    || shifted(poly.clone())
                    || poly.neg().is_ok_and(shifted)
            }
        }
    }

    fn at_most(&self, poly: &Poly) -> bool {
        match poly.as_constant() {
            Some(value) => value <= 0 || self.absurd(),
            None => self.combined(poly) || poly.plus(-1).is_ok_and(|p| self.excludes(&p) && self.combined(&p)),
        }
    }

    /// Step 3.
    fn combined(&self, poly: &Poly) -> bool {
        DEPTHS.iter().any(|depth| self.search(poly, *depth, &mut Effort { left: EFFORT, tried: HashMap::new() }))
    }

    /// Whether `p != 0` is known.
    fn excludes(&self, poly: &Poly) -> bool {
        !self.nonzero.is_empty() && unsigned(poly.clone()).is_some_and(|poly| self.nonzero.contains(&poly))
    }

    /// Whether some fact f <= 0 is refuted: f >= 1 follows.
    fn absurd(&self) -> bool {
        DEPTHS.iter().any(|depth| {
            let mut effort = Effort { left: 5 * EFFORT, tried: HashMap::new() };
            self.facts.iter().rev().filter(|fact| !fact.1).any(|(fact, _)| {
                fact.combine(-1, &Poly::constant(1), 1).is_ok_and(|goal| self.search(&goal, *depth, &mut effort))
            })
        })
    }

    fn search(&self, goal: &Poly, depth: u32, effort: &mut Effort) -> bool {
        self.work.set(self.work.get() + goal.size() as u64);
        let Some(goal) = rounded(goal) else { return false };
        if let Some(value) = goal.as_constant() {
            return value <= 0;
        }
        if self.bounds.get(&goal.terms).is_some_and(|bound| goal.constant <= *bound) {
            return true;
        }
        let tried = effort.tried.get(&goal.terms);
        if depth == 0 || tried.is_some_and(|(least, deepest)| goal.constant >= *least && depth <= *deepest) {
            return false;
        }
        effort.tried.insert(goal.terms.clone(), (goal.constant, depth));
        // Some fact of the combination must have this monomial with this sign: take the rarest.
        let mut rarest: Option<(&[u32], &Mono, i128)> = None;
        for (mono, coefficient) in &goal.terms {
            let Some(places) = self.places.get(mono) else { return false };
            let places = &places[usize::from(*coefficient > 0)];
            if rarest.is_none_or(|(fewest, _, _)| places.len() < fewest.len()) {
                rarest = Some((places, mono, *coefficient));
            }
        }
        let Some((places, mono, coefficient)) = rarest else { return false };
        for place in places.iter().rev() {
            let Some((fact, false)) = self.facts.get(*place as usize) else { continue };
            if effort.left == 0 {
                return false;
            }
            effort.left -= 1;
            let Some((_, other)) = fact.terms.iter().find(|(candidate, _)| candidate == mono) else { continue };
            let (scale, factor) = (other.unsigned_abs(), coefficient.unsigned_abs());
            let (Ok(scale), Ok(factor)) = (i128::try_from(scale), i128::try_from(factor)) else { continue };
            let rest = if scale == 1 || factor % scale != 0 {
                goal.combine(scale, fact, -factor)
            } else {
                goal.combine(1, fact, -(factor / scale))
            };
            if rest.is_ok_and(|rest| self.search(&rest, depth - 1, effort)) {
                return true;
            }
        }
        false
    }
}

/// The terms divided by `content`, with this constant.
fn divided(poly: &Poly, content: i128, constant: i128) -> Poly {
    let terms = poly.terms.iter().map(|(mono, coefficient)| (mono.clone(), coefficient / content)).collect();
    Poly { constant, terms }
}

/// `g*q + c <= 0` as `q + ceil(c/g) <= 0`.
fn rounded(poly: &Poly) -> Option<Poly> {
    match i128::try_from(poly.content()).ok()? {
        0 | 1 => Some(poly.clone()),
        content => {
            let floor = poly.constant.div_euclid(content);
            let exact = poly.constant.rem_euclid(content) == 0;
            Some(divided(poly, content, if exact { floor } else { floor + 1 }))
        }
    }
}

/// `p` or `-p`, whichever has a positive first coefficient.
fn unsigned(poly: Poly) -> Option<Poly> {
    match poly.terms.first() {
        Some((_, coefficient)) if *coefficient < 0 => poly.neg().ok(),
        _ => Some(poly),
    }
}
