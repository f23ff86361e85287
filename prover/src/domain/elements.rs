//! Which uniform fact (`spec/rules/uniform.md`) describes the arrays of two states, and how the first fact about an array
//! is guessed. An entry that appears at the place of a cursor of a loop becomes the only element of a fact, whose other
//! elements the next rounds are expected to write, or to compare.

use super::blocks::Correspondence;
use super::candidates::Candidates;
use super::covers::settle;
use super::pairs::Pairs;
use super::steps::next_thresholds;
use super::uniforms::{partner, says};
use super::{Instance, holds};
use crate::algebra::{Atom, Term, Var};
use crate::program::Op;
use crate::rules::{Context, Rule, highest, lowest, uniform};
use crate::state::{Entry, Path, State, Uniform};
use certificates::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// Facts of a state, at most, for others to be guessed.
const MOST_GUESSED: usize = 6;
/// Distances of elements that are tried, at most.
const MOST_STRIDES: usize = 3;
/// The greatest distance of elements that is tried, in bytes.
const WIDEST: u64 = 4096;

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
        (!merged.least.is_empty() || !merged.most.is_empty()).then_some(merged)
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
                for stride in self.strides(e.width) {
                    if let Some(fact) = self.first_element(*mine, &e, stride)
                        && !state.uniforms_of(*mine).any(|(_, u)| u.is_like(&fact) && u.offset == fact.offset)
                    {
                        state.uniforms.insert(self.cx.names.entries, fact);
                        self.cx.names.entries += 1;
                    }
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

    /// Distances of elements of this width: those by which indices of the function and the cursors of the loop are scaled.
    fn strides(&self, width: u32) -> Vec<u64> {
        let function = self.cx.program.functions.get(&*self.before.function);
        let instructions = function.into_iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
        let indices = instructions.filter_map(|i| match &i.op {
            Op::GetElementPtr { indices, .. } => Some(indices.iter().map(|index| i128::from(index.stride))),
            _ => None,
        });
        let moved = self.memo.iter().filter_map(|p| p.new.sub(&p.old).ok()?.as_constant());
        let all: BTreeSet<i128> = indices.flatten().chain(moved).map(i128::abs).collect();
        let wide = all.into_iter().filter_map(|stride| u64::try_from(stride).ok());
        wide.filter(|stride| (u64::from(width)..=WIDEST).contains(stride)).take(MOST_STRIDES).collect()
    }

    /// The fact of which this entry of the newer state is the only element, where others are this far from each other.
    fn first_element(&mut self, block: BlockId, e: &Entry, stride: u64) -> Option<Uniform> {
        let stays = |v: Var| self.generalized.is_none_or(|g| !g.contains(&v)) && self.names_both(v);
        if !e.offset.vars().all(stays) {
            return None;
        }
        let distance = i128::from(stride);
        let (mut best, mut rest) = (None, None);
        for p in self.memo.iter().filter(|p| p.old.vars().all(stays)) {
            let Some(step @ (1 | -1)) = p.new.sub(&p.old).ok().and_then(|d| d.as_constant()) else { continue };
            let count = p.merged.sub(&p.old).and_then(|d| d.scale(step)).ok()?;
            let from = e.offset.add_scaled(&p.old, distance.checked_neg()?).ok();
            let follows = from.is_some_and(|d| d.as_constant().is_some());
            let offset = match step {
                -1 if follows && p.old.as_constant().is_none() => {
                    e.offset.plus(distance).and_then(|end| end.add_scaled(&count, -distance)).ok()?
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
        let (width, sign) = (e.width, e.sign);
        let mut fact = Uniform { block, offset, count, stride, width, sign, least: Vec::new(), most: Vec::new() };
        let (least, most) = (self.guessed(&e.value, &fact, true), self.guessed(&e.value, &fact, false));
        (fact.least, fact.most) = (least, most);
        (!fact.least.is_empty() || !fact.most.is_empty()).then_some(fact)
    }
}
