//! Sums beside counters: `v <= a*w + c`, where a is how much v grows while w makes a step. The bounds of differences
//! (`candidates`) are those with a = 1.

use super::Instance;
use super::candidates::Candidates;
use super::pairs::Pair;
use crate::algebra::exact::{ceil_div, gcd};
use crate::algebra::{Atom, Rel, Term, Var};
use crate::rules::Context;
use std::collections::BTreeSet;

/// At most this many changing values are compared with each other.
const MOST_VALUES: usize = 8;
/// Steeper slopes are not considered.
const STEEP: i128 = 1 << 32;

/// How a changing value moves from the older state to the newer one.
struct Movement {
    value: Term,
    /// Where it comes from, if that is no number but known in both states.
    origin: Option<Term>,
    /// The least and the greatest step.
    step: [Option<i128>; 2],
    /// The distance from the older state's least (greatest) value to the newer one's.
    chord: [Option<i128>; 2],
    /// Whether it moves for the first time.
    first: bool,
}

impl Movement {
    /// The direction in which it moves in any case, and how far at least.
    fn strides(&self) -> Option<(i128, i128)> {
        match self.step {
            [Some(least), _] if least > 0 => Some((1, least)),
            [_, Some(greatest)] if greatest < 0 => Some((-1, greatest.checked_neg()?)),
            _ => None,
        }
    }

    /// The value, from its origin on.
    fn moved(&self) -> Option<Term> {
        match &self.origin {
            Some(origin) => self.value.sub(origin).ok(),
            None => Some(self.value.clone()),
        }
    }
}

impl Candidates<'_> {
    /// `v <= a*w + c` for the smallest c that holds in both states.
    pub(super) fn slopes(
        &self,
        cx: &mut Context<'_>,
        without: &BTreeSet<Var>,
        old: &Instance,
        new: &Instance,
    ) -> Vec<Atom> {
        let first = self.pairs.iter().map(|p| (p, true));
        let values = first.chain(self.again.iter().map(|p| (p, false)));
        let matter = |p: &Pair| !p.merged.vars().any(|v| without.contains(&v)) && p.merged.vars().next().is_some();
        let values: Vec<(&Pair, bool)> = values.filter(|(p, _)| matter(p)).take(MOST_VALUES).collect();
        // Beside lists and trees such facts would tie lengths to numbers that the next round does not keep.
        if values.len() < 2 || self.state.has_structures() {
            return Vec::new();
        }
        let begin = values.iter().any(|(_, first)| *first);
        let movement = |(p, first)| self.movement(cx, p, first, begin);
        let movements: Vec<Movement> = values.into_iter().filter_map(movement).collect();
        let mut distances: Vec<Term> = Vec::new();
        for (i, w) in movements.iter().enumerate() {
            let Some((direction, least)) = w.strides() else { continue };
            for v in movements.iter().enumerate().filter(|(k, _)| *k != i).map(|(_, v)| v) {
                for side in [1, -1] {
                    let found = [steps(v, side, least), chords(v, side, w, direction)];
                    for (p, q) in found.into_iter().flatten() {
                        let plain = p == 1 && q == 1 && v.origin.is_none() && w.origin.is_none();
                        if plain || p > STEEP || q > STEEP {
                            continue;
                        }
                        distances.extend(distance(v, side * p, w, direction * q).filter(|d| d.as_constant().is_none()));
                    }
                }
            }
        }
        let mut seen = BTreeSet::new();
        distances.retain(|d| seen.insert(d.clone()));
        distances.iter().flat_map(|d| self.upper(cx, d, old, new, STEEP << 4)).collect()
    }

    /// `first`: the value moves for the first time; `begin`: some value does.
    fn movement(&self, cx: &mut Context<'_>, p: &Pair, first: bool, begin: bool) -> Option<Movement> {
        if !p.old.vars().all(|v| self.new.scope.contains(&v)) {
            return None;
        }
        let step = p.new.sub(&p.old).ok()?;
        let step = extremes(cx, &self.new.knowledge, &step);
        let origin = if first { self.settled(&p.old).then(|| p.old.clone()) } else { self.limit(&p.merged, step) };
        let chord = if begin && (p.old.as_constant().is_none() || step.contains(&None)) {
            let before = extremes(cx, &self.old.knowledge, &p.old);
            let after = extremes(cx, &self.new.knowledge, &p.new);
            [0, 1].map(|i| after[i].zip(before[i]).and_then(|(a, b)| a.checked_sub(b)))
        } else {
            step
        };
        Some(Movement { value: p.merged.clone(), origin, step, chord, first })
    }

    /// Whether a term is no number, and is the same in both states.
    fn settled(&self, t: &Term) -> bool {
        let changing = self.changing();
        t.as_constant().is_none() && t.vars().all(|v| !changing.contains(&v) && self.both_know(v))
    }

    /// The value that a counter has not passed yet, counted from its beginning: of one that counts down the x of
    /// `counter <= x + c`, of one that counts up the x of `x <= counter + c`.
    fn limit(&self, counter: &Term, step: [Option<i128>; 2]) -> Option<Term> {
        let counter = counter.as_var()?;
        let down = step[1].is_some_and(|greatest| greatest < 0);
        let sign = if down { 1 } else { -1 };
        let origin = |a: &Atom| {
            let mut others = a.term.vars().filter(|v| *v != counter);
            let (other, none) = (others.next()?, others.next());
            let fits = a.rel != Rel::Ne && none.is_none() && a.term.is_linear();
            let opposite = a.term.coefficient(&[counter]) == sign && a.term.coefficient(&[other]) == -sign;
            Some(Term::var(other)).filter(|t| fits && opposite && self.settled(t))
        };
        self.old.knowledge.iter().find_map(origin)
    }
}

/// The least and the greatest value of a term.
fn extremes(cx: &mut Context<'_>, knowledge: &[Atom], t: &Term) -> [Option<i128>; 2] {
    let least = t.neg().ok().and_then(|t| cx.engine.maximum(knowledge, &t)).and_then(i128::checked_neg);
    [least, cx.engine.maximum(knowledge, t)]
}

/// The greatest step of v to one side for each step of a counter, which is at least so long: `v <= q*w`.
fn steps(v: &Movement, side: i128, least: i128) -> Option<(i128, i128)> {
    let greatest = if side > 0 { v.step[1] } else { v.step[0].and_then(i128::checked_neg) };
    let slope = ceil_div(greatest?, least)?;
    (slope > 0).then_some((1, slope))
}

/// The slope of the line through the corners of both states that are farthest apart: `p*v <= q*w`. A value that moves
/// in some rounds only grows less than its own step says.
fn chords(v: &Movement, side: i128, w: &Movement, direction: i128) -> Option<(i128, i128)> {
    if !v.first {
        return None;
    }
    let along = w.chord[usize::from(direction < 0)]?.checked_mul(direction)?;
    let up = v.chord[usize::from(side > 0)]?.checked_mul(side)?;
    let common = gcd(up, along);
    (up > 0 && along > 0 && common > 0).then(|| (along / common, up / common))
}

/// `p*v - q*w`
fn distance(v: &Movement, p: i128, w: &Movement, q: i128) -> Option<Term> {
    let (v, w) = (v.moved()?, w.moved()?);
    v.scale(p).ok()?.add_scaled(&w, q.checked_neg()?).ok()
}
