//! Which uniform fact (`spec/rules/uniform.md`) describes the arrays of two states, and how a state gets one that it lacks.
//! How the first fact about an array is guessed is in `guessed_elements`.

use super::blocks::Correspondence;
use super::candidates::Candidates;
use super::covers::settle;
use super::pairs::Pairs;
use super::steps::next_thresholds;
use super::uniforms::{partner, says};
use super::{Instance, holds, owned_elements};
use crate::algebra::{Atom, Term, Var};
use crate::rules::{Context, Rule, elements, highest, lowest, uniform};
use crate::state::{Path, Same, State, Uniform};
use certificates::{BlockId, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// Gives the path's state the facts that the description has and it lacks: about no elements, or about those of which it
/// knows each alone; null pointers may own anything.
pub(super) fn materialise(cx: &mut Context<'_>, node: &State, st: &mut Path) -> Rule<()> {
    if node.uniforms.is_empty() {
        return Ok(());
    }
    let blocks = Correspondence::of(node, st);
    let equations: Vec<(Term, Term)> = node
        .bindings
        .iter()
        .filter_map(|(register, value)| Some((value.term.clone(), st.bindings.get(register)?.term.clone())))
        .collect();
    let own: BTreeSet<Var> = node.variables().into_iter().filter(|v| !st.scope.contains(v)).collect();
    let mut instance = Instance::default();
    settle(&equations, &own, &mut instance);
    for u in node.uniforms.values() {
        let Some(block) = blocks.get(&u.block).copied() else { continue };
        let known = |t: &Term| t.vars().all(|v| !own.contains(&v) || instance.variables.contains_key(&v));
        if ![&u.offset].into_iter().chain(&u.least).chain(&u.most).all(known) {
            continue;
        }
        let count = Term::zero();
        let fact = Uniform { block, count, ..u.clone() }.mapped(|t| instance.image_of(t))?;
        if partner(cx, st, block, &fact, &fact.offset).is_none() && is_plain(st, block) {
            let wanted = u.count.as_constant().and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
            let Some(owned) = fact.owned.clone() else {
                uniform::empty(cx, st, fact)?;
                uniform::collect(cx, st, wanted)?;
                continue;
            };
            let bare = Uniform { owned: None, ..fact.clone() };
            let may_be_null = fact.constant(true).is_none_or(|least| least <= 0);
            let nulls = partner(cx, st, block, &bare, &bare.offset).filter(|_| may_be_null);
            match nulls.filter(|id| st.uniforms.get(id).is_some_and(is_null)) {
                Some(nulls) => elements::nulls(cx, st, nulls, owned)?,
                None => {
                    uniform::empty(cx, st, fact)?;
                    elements::collect_nulls(cx, st, wanted)?;
                }
            }
        }
    }
    Ok(())
}

/// Whether all elements are null pointers.
pub(super) fn is_null(u: &Uniform) -> bool {
    u.owned.is_none() && u.sign == Sign::Unsigned && u.constant(false) == Some(0)
}

/// Whether facts may be made about the block.
pub(super) fn is_plain(st: &State, block: BlockId) -> bool {
    st.blocks.get(&block).is_some_and(|b| !b.optional)
}

/// Values in memory that stand beside the elements of a fact, and would be elements if they were within its bounds.
fn grown(cx: &Context<'_>, st: &State, u: &Uniform) -> Option<(Uniform, Term)> {
    let beside = st.entries_of(u.block).find_map(|(_, e)| Some((uniform::beside(u, e)?, e)));
    let (side, e) = beside?;
    let owned = match &u.owned {
        Some(owned) => {
            let (_, of_entry) = owned_elements::first(cx, st, e)?;
            Some(owned.merged(&of_entry, |x, y| (x == y).then(|| x.clone()))?)
        }
        None => None,
    };
    let (_, extended) = uniform::extended(u, e, side).ok()?;
    Some((Uniform { owned, ..extended }, e.value.clone()))
}

impl Pairs<'_, '_, '_> {
    /// Pairs the uniform facts that both states have, and guesses some, if `guess`.
    pub(super) fn uniforms(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>, guess: bool) {
        for (id, u) in &self.before.uniforms {
            if !state.blocks.contains_key(&u.block) || self.cx.engine.late() {
                continue;
            }
            let mut others: Vec<Uniform> = blocks
                .get(&u.block)
                .into_iter()
                .flat_map(|block| self.after.uniforms_of(*block))
                .map(|(_, other)| other.clone())
                .filter(|other| other.is_like(u))
                .collect();
            // What is said of no elements describes anything.
            others.sort_by_key(|other| other.count.is_zero());
            if let Some(merged) = others.iter().find_map(|other| self.uniform(u, other, guess)) {
                state.uniforms.insert(*id, merged);
            }
        }
        if guess {
            self.null_elements(state, blocks);
            self.first_elements(state, blocks);
            self.known_elements(state, blocks);
        }
    }

    /// A fact that describes both.
    fn uniform(&mut self, a: &Uniform, b: &Uniform, guess: bool) -> Option<Uniform> {
        let mut owned = b.owned.clone();
        let same = self.place_and_count(a, b).map(|place| (place, Vec::new()));
        let ((offset, count), values) = match same {
            Some(found) => found,
            None => {
                let (larger, value) = grown(self.cx, self.after, b)?;
                let place = self.place_and_count(a, &larger)?;
                owned = larger.owned;
                (place, vec![value])
            }
        };
        let owned = match (&a.owned, &owned) {
            (Some(a), Some(b)) => Some(a.merged(b, |x, y| match self.kept(x, y) {
                true => Some(x.clone()),
                false => self.lookup(x, y),
            })?),
            _ => None,
        };
        let mut merged = Uniform { offset, count, least: Vec::new(), most: Vec::new(), owned, ..a.clone() };
        for least in [true, false] {
            let mut bounds = a.bounds(least).to_vec();
            if guess {
                for other in b.bounds(least) {
                    match other.as_constant() {
                        Some(c) if !bounds.contains(other) => bounds.extend(self.constants(c, a, least)),
                        _ => bounds.push(other.clone()),
                    }
                }
                bounds.extend(values.iter().flat_map(|value| self.guessed(value, a, least)));
            }
            bounds.retain(|bound| self.is_bound(bound, (a, b, &values), least));
            let mut seen = BTreeSet::new();
            bounds.retain(|bound| seen.insert(bound.clone()));
            if least { merged.least = bounds } else { merged.most = bounds }
        }
        merged.says_something().then_some(merged)
    }

    /// Where the elements of both begin, and how many there are, in the merged state.
    fn place_and_count(&mut self, a: &Uniform, b: &Uniform) -> Option<(Term, Term)> {
        let mut merged = |x: &Term, y: &Term| match self.kept(x, y) {
            true => Some(x.clone()),
            false => self.lookup(x, y).or_else(|| self.multiple(x, y)),
        };
        let offset = merged(&a.offset, &b.offset)?;
        Some((offset, merged(&a.count, &b.count).or_else(|| self.fewer(&a.count, &b.count))?))
    }

    /// The older number of elements, if the newer state knows at least as many.
    fn fewer(&mut self, a: &Term, b: &Term) -> Option<Term> {
        let image = a.substitute(&|v| self.new.apply(v)).ok().filter(|_| a.vars().all(|v| self.names_both(v)))?;
        let fewer = Atom::le(&image, b).ok()?;
        holds(self.cx, self.after, &fewer).then(|| a.clone())
    }

    /// The merged name of terms that differ as multiples of a pair of values do.
    fn multiple(&mut self, x: &Term, y: &Term) -> Option<Term> {
        let moved = self.memo.iter().find_map(|p| {
            let v = p.old.as_var()?;
            let factor = x.coefficient(&[v]);
            let rest = x.add_scaled(&p.old, factor.checked_neg()?).ok().filter(|_| factor != 0)?;
            (rest.add_scaled(&p.new, factor).ok()? == *y).then(|| rest.add_scaled(&p.merged, factor).ok())?
        });
        moved.or_else(|| {
            // A counter that x does not mention yet; the one that leaves the simplest term.
            let (x, y) = (&Same::of(self.before).plain(x), &Same::of(self.after).plain(y));
            let further = y.sub(x).ok()?.as_constant().filter(|_| x.vars().all(|v| self.names_both(v)))?;
            let moved = self.memo.iter().filter_map(|p| {
                let step = p.new.sub(&p.old).ok()?.as_constant()?;
                let factor = further.checked_div(step).filter(|_| further.checked_rem(step) == Some(0))?;
                x.add_scaled(&p.merged.sub(&p.old).ok()?, factor).ok()
            });
            moved.min_by_key(|term| term.vars().count())
        })
    }

    /// Whether the bound, in terms that mean the same in both states, holds of all elements of both.
    fn is_bound(&mut self, bound: &Term, (a, b, values): (&Uniform, &Uniform, &[Term]), least: bool) -> bool {
        let Ok(image) = bound.substitute(&|v| self.new.apply(v)) else { return false };
        let of_value = |value: &Term| if least { Atom::le(&image, value) } else { Atom::le(value, &image) };
        bound.vars().all(|v| self.names_both(v))
            && says(self.cx, self.before, a, bound, least)
            && says(self.cx, self.after, b, &image, least)
            && values.iter().all(|value| of_value(value).is_ok_and(|atom| holds(self.cx, self.after, &atom)))
    }

    /// Bounds of a value of the newer state in terms that stay, the constant one for all elements of the fact.
    pub(super) fn guessed(&mut self, value: &Term, among: &Uniform, least: bool) -> Vec<Term> {
        let stays = |v: Var| {
            self.generalized.is_none_or(|g| !g.contains(&v))
                && !self.new.variables.contains_key(&v)
                && self.names_both(v)
        };
        let admitted: BTreeSet<Var> =
            self.after.knowledge.iter().flat_map(|k| k.term.vars()).filter(|v| stays(*v)).collect();
        let bounds = uniform::bounds(self.cx, self.after, value, least, |v| admitted.contains(&v)).unwrap_or_default();
        let known = among.constant(least);
        let hull = |c: i128| known.map_or(c, |known| if least { c.min(known) } else { c.max(known) });
        let mut found: Vec<Term> = Vec::new();
        for bound in bounds {
            match bound.as_constant() {
                Some(c) => found.extend(self.constants(hull(c), among, least)),
                None => found.push(bound),
            }
        }
        found
    }

    /// A constant bound and some beyond, except those that the type has.
    pub(super) fn constants(&mut self, bound: i128, among: &Uniform, least: bool) -> Vec<Term> {
        let bits = 8 * among.width;
        let of_type = |c: &i128| if least { *c <= lowest(bits, among.sign) } else { *c >= highest(bits, among.sign) };
        let beyond = self.beyond(bound, least);
        [bound].into_iter().chain(beyond).filter(|c| !of_type(c)).map(Term::constant).collect()
    }

    /// Widening thresholds beyond a constant bound: a later round may write a value that is less (or greater).
    fn beyond(&mut self, bound: i128, least: bool) -> Vec<i128> {
        let (old, new) = (self.before, self.after);
        let found = Candidates { pairs: &[], quotients: &[], old, new, again: &[], extra: &[], state: old };
        let thresholds = found.thresholds(self.cx);
        let reach = if least { bound.checked_neg() } else { Some(bound) };
        let next = reach.map_or_else(Vec::new, |reach| next_thresholds(&thresholds, 0, least, reach));
        next.into_iter().filter_map(|c| if least { c.checked_neg() } else { Some(c) }).filter(|c| *c != bound).collect()
    }
}
