//! What elements of arrays have in common (`spec/rules/uniform.md`): when one fact follows from another, which fact
//! describes two states, and how the first fact about an array is guessed. An entry that appears at the place of a cursor
//! of a loop becomes the only element of a fact, whose other elements the next rounds are expected to write.

use super::blocks::Correspondence;
use super::candidates::Candidates;
use super::covers::{settle, solve_for};
use super::pairs::Pairs;
use super::steps::next_thresholds;
use super::{Instance, holds};
use crate::algebra::{Atom, Term, Var};
use crate::rules::{Context, Rule, highest, lowest, uniform};
use crate::state::{Entry, Path, State, Uniform};
use certificates::{BlockId, EntryId};
use std::collections::{BTreeMap, BTreeSet};

/// Facts that are guessed in one merge, at most.
const MOST_GUESSED: usize = 4;

/// Whether an atom holds if the array has an element.
fn holds_of_any(cx: &mut Context<'_>, st: &State, u: &Uniform, atom: &Atom) -> bool {
    if holds(cx, st, atom) {
        return true;
    }
    let Ok(some) = Atom::le(&Term::constant(1), &u.count) else { return false };
    let mut knowledge = st.knowledge.clone();
    knowledge.push(some);
    cx.engine.entails(&knowledge, atom)
}

/// Whether the fact says that no element is less (or greater) than the bound.
fn says(cx: &mut Context<'_>, st: &State, u: &Uniform, bound: &Term, least: bool) -> bool {
    let known = if least { u.least.clone() } else { u.most.clone() };
    known.iter().any(|k| {
        let follows = if least { Atom::le(bound, k) } else { Atom::le(k, bound) };
        k == bound || follows.is_ok_and(|atom| holds_of_any(cx, st, u, &atom))
    })
}

/// C-UNIFORM: whether the state's fact implies this one, which is in the state's variables and about elements that
/// begin at the same place.
pub(super) fn implies(cx: &mut Context<'_>, st: &State, given: &Uniform, wanted: &Uniform) -> bool {
    let fewer = Atom::le(&wanted.count, &given.count);
    let given = &Uniform { count: wanted.count.clone(), ..given.clone() };
    fewer.is_ok_and(|atom| holds(cx, st, &atom))
        && wanted.least.iter().all(|bound| says(cx, st, given, bound, true))
        && wanted.most.iter().all(|bound| says(cx, st, given, bound, false))
}

/// The state's fact about elements like these of this block, which begin at this place.
pub(super) fn partner(
    cx: &mut Context<'_>,
    st: &State,
    block: BlockId,
    like: &Uniform,
    offset: &Term,
) -> Option<EntryId> {
    let alike: Vec<(EntryId, Term)> =
        st.uniforms_of(block).filter(|(_, u)| u.is_like(like)).map(|(id, u)| (id, u.offset.clone())).collect();
    let found = alike.into_iter().find(|(_, o)| {
        o == offset || Atom::eq(o, offset).is_ok_and(|a| a.decide() != Some(false) && holds(cx, st, &a))
    });
    found.map(|(id, _)| id)
}

/// Gives the path's state the facts about no elements where the description has facts that it lacks.
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
            uniform::empty(cx, st, fact)?;
        }
    }
    Ok(())
}

/// Whether facts may be made about the block.
fn is_plain(st: &State, block: BlockId) -> bool {
    st.blocks.get(&block).is_some_and(|b| !b.optional)
}

/// Values in memory that stand beside the elements of a fact, and would be elements if they were within its bounds.
fn grown(st: &State, u: &Uniform) -> Option<(Uniform, Term)> {
    let beside = st.entries_of(u.block).find_map(|(_, e)| Some((uniform::beside(u, e)?, e)));
    let (side, e) = beside?;
    let offset = if side == certificates::Side::Before { e.offset.clone() } else { u.offset.clone() };
    Some((Uniform { offset, count: u.count.plus(1).ok()?, ..u.clone() }, e.value.clone()))
}

impl Pairs<'_, '_, '_> {
    /// Pairs the uniform facts that both states have, and guesses some, if `guess`.
    pub(super) fn uniforms(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>, guess: bool) {
        for (id, u) in &self.before.uniforms {
            if !state.blocks.contains_key(&u.block) || self.cx.engine.late() {
                continue;
            }
            let others: Vec<Uniform> = blocks
                .get(&u.block)
                .into_iter()
                .flat_map(|block| self.after.uniforms_of(*block))
                .map(|(_, other)| other.clone())
                .filter(|other| other.is_like(u))
                .collect();
            if let Some(merged) = others.iter().find_map(|other| self.uniform(u, other, guess)) {
                state.uniforms.insert(*id, merged);
            }
        }
        if guess {
            self.first_elements(state, blocks);
        }
    }

    /// A fact that describes both.
    fn uniform(&mut self, a: &Uniform, b: &Uniform, guess: bool) -> Option<Uniform> {
        let same = self.place_and_count(a, b).map(|place| (place, Vec::new()));
        let ((offset, count), values) = match same {
            Some(found) => found,
            None => {
                let (larger, value) = grown(self.after, b)?;
                (self.place_and_count(a, &larger)?, vec![value])
            }
        };
        let mut merged = Uniform { offset, count, least: Vec::new(), most: Vec::new(), ..a.clone() };
        for least in [true, false] {
            let mut bounds = if least { a.least.clone() } else { a.most.clone() };
            if guess {
                let others = if least { &b.least } else { &b.most };
                for other in others {
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
        (!merged.least.is_empty() || !merged.most.is_empty()).then_some(merged)
    }

    /// Where the elements of both begin, and how many there are, in the merged state.
    fn place_and_count(&mut self, a: &Uniform, b: &Uniform) -> Option<(Term, Term)> {
        let mut merged = |x: &Term, y: &Term| match self.kept(x, y) {
            true => Some(x.clone()),
            false => self.lookup(x, y).or_else(|| self.multiple(x, y)),
        };
        Some((merged(&a.offset, &b.offset)?, merged(&a.count, &b.count)?))
    }

    /// The merged name of terms that differ as multiples of a pair of values do.
    fn multiple(&mut self, x: &Term, y: &Term) -> Option<Term> {
        self.memo.iter().find_map(|p| {
            let v = p.old.as_var()?;
            let factor = x.coefficient(&[v]);
            let rest = x.add_scaled(&p.old, factor.checked_neg()?).ok().filter(|_| factor != 0)?;
            (rest.add_scaled(&p.new, factor).ok()? == *y).then(|| rest.add_scaled(&p.merged, factor).ok())?
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
    fn guessed(&mut self, value: &Term, among: &Uniform, least: bool) -> Vec<Term> {
        let stays = |v: Var| {
            self.generalized.is_none_or(|g| !g.contains(&v))
                && !self.new.variables.contains_key(&v)
                && self.names_both(v)
        };
        let admitted: BTreeSet<Var> =
            self.after.knowledge.iter().flat_map(|k| k.term.vars()).filter(|v| stays(*v)).collect();
        let bounds = uniform::bounds(self.cx, self.after, value, least, |v| admitted.contains(&v)).unwrap_or_default();
        let constants = if least { &among.least } else { &among.most };
        let constants = constants.iter().filter_map(Term::as_constant);
        let known = if least { constants.max() } else { constants.min() };
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
    fn constants(&mut self, bound: i128, among: &Uniform, least: bool) -> Vec<Term> {
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

    /// Guesses facts whose first element the newer state has, and the older one not.
    fn first_elements(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) {
        for (mine, theirs) in blocks {
            if !state.blocks.contains_key(mine) || !is_plain(state, *mine) {
                continue;
            }
            let entries: Vec<Entry> = self.after.entries_of(*theirs).map(|(_, e)| e.clone()).collect();
            for e in entries.into_iter().rev().filter(|e| matches!(e.width, 1 | 2 | 4 | 8)) {
                if state.uniforms.len() >= MOST_GUESSED || self.cx.engine.late() {
                    return;
                }
                if self.is_old(*mine, &e) || self.is_pointer(&e) {
                    continue;
                }
                if let Some(fact) = self.first_element(*mine, &e)
                    && !state.uniforms_of(*mine).any(|(_, u)| u.is_like(&fact) && u.offset == fact.offset)
                {
                    state.uniforms.insert(self.cx.names.entries, fact);
                    self.cx.names.entries += 1;
                }
            }
        }
    }

    /// Whether the older state has an entry there.
    fn is_old(&mut self, block: BlockId, e: &Entry) -> bool {
        let before = self.before;
        before.entries_of(block).any(|(_, o)| o.width == e.width && self.kept(&o.offset, &e.offset))
    }

    /// Whether the value leads into a block: bounds say nothing useful of it.
    fn is_pointer(&self, e: &Entry) -> bool {
        let bases: BTreeSet<Var> = self.after.blocks.values().flat_map(|b| b.base.vars()).collect();
        e.value.vars().any(|v| bases.contains(&v))
    }

    /// The fact of which this entry of the newer state is the only element.
    fn first_element(&mut self, block: BlockId, e: &Entry) -> Option<Uniform> {
        let stays = |v: Var| self.generalized.is_none_or(|g| !g.contains(&v)) && self.names_both(v);
        if !e.offset.vars().all(stays) {
            return None;
        }
        let stride = i128::from(e.width);
        let (mut best, mut rest) = (None, None);
        for p in self.memo.iter().filter(|p| p.old.vars().all(stays)) {
            let Some(step @ (1 | -1)) = p.new.sub(&p.old).ok().and_then(|d| d.as_constant()) else { continue };
            let count = p.merged.sub(&p.old).and_then(|d| d.scale(step)).ok()?;
            let distance = e.offset.add_scaled(&p.old, stride.checked_neg()?).ok();
            let follows = distance.is_some_and(|d| d.as_constant().is_some());
            let offset = match step {
                -1 if follows && p.old.as_constant().is_none() => {
                    e.offset.plus(stride).and_then(|end| end.add_scaled(&count, -stride)).ok()?
                }
                _ => e.offset.clone(),
            };
            let found = (offset, count);
            if follows && best.is_none() {
                best = Some(found);
            } else if rest.is_none() {
                rest = Some(found);
            }
        }
        let (offset, count) = best.or(rest)?;
        let (stride, width, sign) = (u64::from(e.width), e.width, e.sign);
        let mut fact = Uniform { block, offset, count, stride, width, sign, least: Vec::new(), most: Vec::new() };
        let (least, most) = (self.guessed(&e.value, &fact, true), self.guessed(&e.value, &fact, false));
        (fact.least, fact.most) = (least, most);
        (!fact.least.is_empty() || !fact.most.is_empty()).then_some(fact)
    }
}

/// Determines changing variables that only the place or the number of elements mention.
pub(super) fn settle_count(mine: &Uniform, theirs: &Uniform, generalized: &BTreeSet<Var>, instance: &mut Instance) {
    for (x, y) in [(&mine.offset, &theirs.offset), (&mine.count, &theirs.count)] {
        let open: BTreeSet<Var> =
            x.vars().filter(|v| generalized.contains(v) && !instance.variables.contains_key(v)).collect();
        if let (Some(v), 1) = (open.first(), open.len())
            && let Some(value) = solve_for(x, y, *v, instance)
        {
            instance.variables.insert(*v, value);
        }
    }
}
