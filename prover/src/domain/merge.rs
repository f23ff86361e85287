//! Merging two states at one position into a description of both (Def. 7 of Stroeder17).

use super::blocks::Correspondence;
use super::candidates::Candidates;
use super::covers::{find_entry, newest_like, solve_for};
use super::{Instance, counters, holds, relevance, structures};
use crate::algebra::exact::gcd;
use crate::algebra::{Atom, Rel, Term, TooLarge, Var};
use crate::faults::Fault;
use crate::rules::Context;
use crate::state::{Block, Entry, Range, Same, Segment, State, Tree, Value};
use certificates::{BlockId, EntryId};
use std::collections::{BTreeMap, BTreeSet};

/// A state that describes two others.
#[derive(Debug)]
pub(super) struct Merge {
    pub state: State,
    /// Variables that change from visit to visit.
    pub generalized: BTreeSet<Var>,
    /// How the older of the two is an instance of it.
    pub old: Instance,
}

/// Merges the state of a loop header with a later one. Structures are brought into correspondence first. `generalized` is `None` when the older is a plain state
/// on the path, else it is a node's and these are its changing variables. `extra`: terms that both know
/// and that are worth relating to what changes. `again`: values that changed before may get new bounds (where
/// merging is repeated until nothing changes, not forever).
pub(super) fn merge(
    cx: &mut Context<'_>,
    old: &State,
    generalized: Option<&BTreeSet<Var>>,
    new: &State,
    extra: &[Term],
    again: bool,
) -> Option<Merge> {
    let (mut conformed, mut arrived);
    let (mut old, mut new) = (old, new);
    if old.has_structures() || new.has_structures() {
        (conformed, arrived) = (old.clone(), new.clone());
        Same::of(old).rename(&mut conformed);
        Same::of(new).rename(&mut arrived);
        structures::conform(cx, &mut conformed, &mut arrived).ok()?;
        (old, new) = (&conformed, &arrived);
    }
    let mut pairs = Pairs::new(cx, old, generalized, new);
    pairs.renew();
    let mut state = State { at_entry: old.at_entry.clone(), handed: old.handed.clone(), ..State::new(&old.function) };
    state.place = old.place;
    state.way = new.way.clone();
    state.arrived = true;
    let blocks = Correspondence::of(old, new);
    for (register, value) in &old.bindings {
        let Some(other) = new.bindings.get(register).filter(|o| o.sign == value.sign) else {
            continue;
        };
        let step = counters::step(pairs.cx, old, *register);
        let counted = step.and_then(|step| pairs.counted(&value.term, &other.term, step));
        let influence = pairs.cx.influence.has(&old.function, *register);
        let term = counted.unwrap_or_else(|| match influence {
            true => pairs.value(&value.term, &other.term, &blocks),
            false => pairs.loose(&value.term, &other.term),
        });
        state.bindings.insert(*register, Value { sign: value.sign, term });
    }
    for (mine, theirs) in &blocks {
        let (Some(a), Some(b)) = (old.blocks.get(mine), new.blocks.get(theirs)) else {
            continue;
        };
        let base = pairs.pair(&a.base, &b.base);
        let size = pairs.pair(&a.size, &b.size);
        let align = a.align.min(b.align);
        state.blocks.insert(*mine, Block { base, size, align, ..a.clone() });
    }
    pairs.entries(&mut state, &blocks);
    let moved = pairs.moved_entries(&mut state, &blocks);
    pairs.segments(&mut state, &blocks);
    pairs.trees(&mut state, &blocks);
    let changed = if again { pairs.changed() } else { Vec::new() };
    let found = Candidates {
        pairs: &pairs.memo,
        old,
        new,
        first: generalized.is_none(),
        again: &changed,
        extra,
        state: &state,
    };
    let atoms = found.collect(pairs.cx, &pairs.old, &pairs.new);
    for atom in atoms {
        let (Ok(before), Ok(after)) = (pairs.old.image(&atom), pairs.new.image(&atom)) else {
            continue;
        };
        if holds(pairs.cx, old, &before) && (holds(pairs.cx, new, &after) || pairs.cx.faults.on(Fault::MergeKeeps)) {
            state.knowledge.push(atom);
        }
    }
    prune(&mut state);
    let variables = state.variables();
    let mut changing: BTreeSet<Var> = pairs.fresh.clone();
    changing.extend(generalized.into_iter().flatten().copied());
    changing.retain(|v| variables.contains(v));
    let mut old_map = pairs.old;
    for v in &variables {
        old_map.variables.entry(*v).or_insert_with(|| Term::var(*v));
    }
    old_map.blocks = state.blocks.keys().map(|id| (*id, *id)).collect();
    old_map.entries = state.entries.keys().map(|id| (*id, *id)).collect();
    old_map.entries.extend(moved);
    old_map.lists = state.lists.keys().map(|id| (*id, *id)).collect();
    old_map.trees = state.trees.keys().map(|id| (*id, *id)).collect();
    Some(Merge { state, generalized: changing, old: old_map })
}

/// Drops facts that say nothing about what the state describes.
fn prune(state: &mut State) {
    state.knowledge = relevance::slice(&state.knowledge, &state.described_variables());
}

/// What two segments that correspond have in the same places.
fn corresponding(a: &Segment, b: &Segment) -> Vec<(Term, Term)> {
    let terms =
        [(&a.head, &b.head), (&a.end, &b.end), (&a.length, &b.length), (&a.before, &b.before), (&a.rear, &b.rear)];
    let fields = a.first.iter().zip(&b.first).chain(a.last.iter().zip(&b.last));
    let fields = fields.filter_map(|(x, y)| x.as_ref().zip(y.as_ref()));
    terms.into_iter().chain(fields).map(|(x, y)| (x.clone(), y.clone())).collect()
}

/// A value that differs between the two states, with its name in the merged one.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub old: Term,
    pub new: Term,
    pub merged: Term,
}

/// The correspondence under construction.
struct Pairs<'a, 'c, 'p> {
    cx: &'c mut Context<'p>,
    before: &'a State,
    after: &'a State,
    generalized: Option<&'a BTreeSet<Var>>,
    memo: Vec<Pair>,
    old: Instance,
    new: Instance,
    fresh: BTreeSet<Var>,
}

impl<'a, 'c, 'p> Pairs<'a, 'c, 'p> {
    fn new(
        cx: &'c mut Context<'p>,
        before: &'a State,
        generalized: Option<&'a BTreeSet<Var>>,
        after: &'a State,
    ) -> Self {
        Pairs {
            cx,
            before,
            after,
            generalized,
            memo: Vec::new(),
            old: Instance::default(),
            new: Instance::default(),
            fresh: BTreeSet::new(),
        }
    }

    /// A node's changing variables with their new values.
    fn changed(&self) -> Vec<Pair> {
        let generalized = self.generalized.into_iter().flatten();
        let known = generalized.filter_map(|v| Some((Term::var(*v), self.new.apply(*v)?)));
        known.map(|(slot, new)| Pair { old: slot.clone(), new, merged: slot }).collect()
    }

    /// The new values of a node's changing variables, as bindings and entries tell them.
    fn renew(&mut self) {
        let Some(generalized) = self.generalized else { return };
        let mut equations: Vec<(Term, Term)> = Vec::new();
        for (register, value) in &self.before.bindings {
            if let Some(other) = self.after.bindings.get(register) {
                equations.push((value.term.clone(), other.term.clone()));
            }
        }
        let blocks = Correspondence::of(self.before, self.after);
        for (mine, theirs) in &blocks {
            if let (Some(block), Some(other)) = (self.before.blocks.get(mine), self.after.blocks.get(theirs)) {
                equations.push((block.base.clone(), other.base.clone()));
                equations.push((block.size.clone(), other.size.clone()));
            }
        }
        for (mine, theirs) in structures::pairs(self.before, self.after, &blocks) {
            if let (Some(a), Some(b)) = (self.before.lists.get(&mine), self.after.lists.get(&theirs)) {
                equations.extend(corresponding(a, b));
            }
        }
        for (mine, theirs) in structures::tree_pairs(self.before, self.after, &blocks) {
            if let (Some(a), Some(b)) = (self.before.trees.get(&mine), self.after.trees.get(&theirs)) {
                equations.extend([(a.root.clone(), b.root.clone()), (a.cells.clone(), b.cells.clone())]);
            }
        }
        self.solve(&equations, generalized);
        let entries: Vec<Entry> = self.before.entries.values().cloned().collect();
        let mut used = BTreeSet::new();
        let mut moved = Vec::new();
        for e in entries {
            let settled = e.offset.vars().all(|v| !generalized.contains(&v) || self.new.variables.contains_key(&v));
            if !settled {
                moved.push(e);
                continue;
            }
            let Ok(offset) = e.offset.substitute(&|v| self.new.apply(v)) else {
                continue;
            };
            if let Some(block) = blocks.get(&e.block)
                && let Some(found) = find_entry(self.cx, self.after, *block, &offset, &e)
                && let Some(other) = self.after.entries.get(&found)
            {
                used.insert(found);
                let equation = [(e.value.clone(), other.value.clone())];
                self.solve(&equation, generalized);
            }
        }
        for e in moved {
            if let Some(block) = blocks.get(&e.block)
                && let Some(found) = newest_like(self.after, *block, &e, &used)
                && let Some(other) = self.after.entries.get(&found)
            {
                used.insert(found);
                let equation = [(e.offset.clone(), other.offset.clone())];
                self.solve(&equation, generalized);
            }
        }
    }

    fn solve(&mut self, equations: &[(Term, Term)], generalized: &BTreeSet<Var>) {
        for _ in 0..=equations.len() {
            let mut changed = false;
            for (mine, theirs) in equations {
                let mut unknown: Vec<Var> =
                    mine.vars().filter(|v| generalized.contains(v) && !self.new.variables.contains_key(v)).collect();
                unknown.sort_unstable();
                unknown.dedup();
                let [v] = unknown[..] else { continue };
                if let Some(value) = solve_for(mine, theirs, v, &self.new) {
                    self.new.variables.insert(v, value);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Has the newer state values for all variables of a term of the older one?
    fn known(&self, a: &Term) -> bool {
        let generalized = self.generalized;
        a.vars().all(|v| {
            self.new.variables.contains_key(&v)
                || (generalized.is_none_or(|s| !s.contains(&v)) && self.after.scope.contains(&v))
        })
    }

    /// Is the term the newer state's in so many words?
    fn is_the_same(&self, a: &Term, b: &Term) -> bool {
        self.known(a) && a.substitute(&|v| self.new.apply(v)).is_ok_and(|image| image == *b)
    }

    /// May the term stand in the merged state as it is?
    fn kept(&mut self, a: &Term, b: &Term) -> bool {
        if self.is_the_same(a, b) {
            return true;
        }
        if !self.known(a) {
            return false;
        }
        match a.substitute(&|v| self.new.apply(v)) {
            Ok(image) if a.as_constant().is_none() || b.as_constant().is_none() => {
                Atom::eq(b, &image).is_ok_and(|atom| holds(self.cx, self.after, &atom))
            }
            _ => false,
        }
    }

    fn lookup(&self, a: &Term, b: &Term) -> Option<Term> {
        self.memo.iter().find_map(|p| {
            let (x, y) = (a.sub(&p.old).ok()?.as_constant()?, b.sub(&p.new).ok()?.as_constant()?);
            (x == y).then(|| p.merged.plus(x).ok()).flatten()
        })
    }

    fn fresh(&mut self, a: Term, b: Term) -> Term {
        let v = self.cx.names.vars;
        self.cx.names.vars += 1;
        self.fresh.insert(v);
        self.old.variables.insert(v, a);
        self.new.variables.insert(v, b);
        Term::var(v)
    }

    /// The merged name of a value that is `a` in the old state and `b` in the new one.
    fn pair(&mut self, a: &Term, b: &Term) -> Term {
        if self.kept(a, b) {
            return a.clone();
        }
        self.named(a, b)
    }

    /// As `pair`, for values that are not the same as far as it matters.
    fn named(&mut self, a: &Term, b: &Term) -> Term {
        if let Some(known) = self.lookup(a, b) {
            return known;
        }
        let merged = self.fresh(a.clone(), b.clone());
        self.memo.push(Pair { old: a.clone(), new: b.clone(), merged: merged.clone() });
        merged
    }

    /// As `pair`, for a value without influence: that it is the same is seen or does not matter.
    fn loose(&mut self, a: &Term, b: &Term) -> Term {
        if self.is_the_same(a, b) { a.clone() } else { self.named(a, b) }
    }

    /// The merged name of a counter that begins at a number and goes on by steps: how many steps it has made is what
    /// changes, so that a bound leaves room for a whole step.
    fn counted(&mut self, a: &Term, b: &Term, step: i128) -> Option<Term> {
        let moved = b.as_constant()?.checked_sub(a.as_constant()?)?;
        if moved == 0 || moved.checked_rem(step)? != 0 || self.lookup(a, b).is_some() {
            return None;
        }
        let steps = Term::constant(moved.checked_div(step)?);
        let k = self.fresh(Term::zero(), steps.clone());
        let merged = a.add_scaled(&k, step).ok()?;
        self.memo.push(Pair { old: Term::zero(), new: steps, merged: k });
        self.memo.push(Pair { old: a.clone(), new: b.clone(), merged: merged.clone() });
        Some(merged)
    }

    /// As `pair`, for an offset in a block: what it moves by is kept as a factor, so that alignment survives.
    fn offset(&mut self, a: &Term, b: &Term) -> Term {
        if self.kept(a, b) {
            return a.clone();
        }
        if let Some(known) = self.lookup(a, b) {
            return known;
        }
        let moved = self.known(a).then(|| b.sub(&a.substitute(&|v| self.new.apply(v)).ok()?).ok()).flatten();
        let stride = moved.as_ref().map_or(1, |d| d.parts().iter().fold(0, |g, (_, c)| gcd(g, *c)));
        let steps = moved.and_then(|d| d.divide_exactly(stride));
        match steps {
            Some(steps) if stride > 1 => {
                let k = self.fresh(Term::zero(), steps.clone());
                self.memo.push(Pair { old: Term::zero(), new: steps, merged: k.clone() });
                match a.add_scaled(&k, stride) {
                    Ok(merged) => {
                        self.memo.push(Pair { old: a.clone(), new: b.clone(), merged: merged.clone() });
                        merged
                    }
                    Err(TooLarge) => self.pair(a, b),
                }
            }
            _ => self.pair(a, b),
        }
    }

    /// As `pair`; a pointer into a block that both states have becomes its base plus an offset.
    fn value(&mut self, a: &Term, b: &Term, blocks: &BTreeMap<BlockId, BlockId>) -> Term {
        if self.kept(a, b) {
            return a.clone();
        }
        for (mine, theirs) in blocks {
            let (Some(x), Some(y)) = (self.before.blocks.get(mine), self.after.blocks.get(theirs)) else {
                continue;
            };
            let (Some(u), Some(v)) = (x.base.as_var(), y.base.as_var()) else {
                continue;
            };
            if a.coefficient(&[u]) != 1 || b.coefficient(&[v]) != 1 {
                continue;
            }
            let (x, y) = (x.base.clone(), y.base.clone());
            if let (Ok(o), Ok(p)) = (a.sub(&x), b.sub(&y)) {
                let base = self.pair(&x, &y);
                let offset = self.offset(&o, &p);
                if let Ok(sum) = base.add(&offset) {
                    return sum;
                }
            }
        }
        if self.congruent(a, b) { self.offset(a, b) } else { self.pair(a, b) }
    }

    /// Does an equation say of the value what it, or a sum with it, is modulo a number, and does the value move by what
    /// has a factor in common with that? Then this is kept as a factor as well: `end - n` that is aligned stays so while
    /// n goes down by words.
    fn congruent(&self, a: &Term, b: &Term) -> bool {
        if a.as_constant().is_some() || !self.known(a) {
            return false;
        }
        let moved = a.substitute(&|v| self.new.apply(v)).and_then(|a| b.sub(&a));
        let step = moved.map_or(1, |d| d.parts().iter().fold(0, |g, (_, c)| gcd(g, *c)));
        let says = |k: &Atom| {
            let others = k.term.parts().iter().filter(|(m, _)| !m.is_empty() && !a.vars().any(|v| m.contains(&v)));
            k.rel == Rel::Eq
                && a.vars().any(|v| k.term.coefficient(&[v]).abs() == 1)
                && others.into_iter().any(|(_, c)| c.abs() > 1 && gcd(step, *c) > 1)
        };
        step > 1 && self.before.knowledge.iter().any(says)
    }

    /// Entries that both states have: at offsets that correspond.
    fn entries(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) {
        let mut newer: BTreeMap<BlockId, Vec<&Entry>> = BTreeMap::new();
        for e in self.after.entries.values() {
            newer.entry(e.block).or_default().push(e);
        }
        for (id, e) in &self.before.entries {
            let Some(theirs) = blocks.get(&e.block).and_then(|block| newer.get(block)) else {
                continue;
            };
            // There may be thousands, of which no query is made.
            if self.cx.engine.late() {
                return;
            }
            let candidates: Vec<&Entry> =
                theirs.iter().copied().filter(|o| o.width == e.width && o.sign == e.sign).collect();
            // The same place first; then one that has moved like a value that was paired before.
            let same = candidates
                .iter()
                .rev()
                .find(|o| self.kept(&e.offset, &o.offset))
                .map(|o| (e.offset.clone(), o.value.clone()));
            let moved = || {
                candidates.iter().rev().find_map(|o| {
                    let offset = self.lookup(&e.offset, &o.offset)?;
                    Some((offset, o.value.clone()))
                })
            };
            if let Some((offset, value)) = same.or_else(moved) {
                let value = self.value(&e.value, &value, blocks);
                state.entries.insert(*id, Entry { offset, value, ..e.clone() });
            }
        }
    }

    /// Segments that both states have.
    fn segments(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) {
        for (mine, theirs) in structures::pairs(self.before, self.after, blocks) {
            let (Some(a), Some(b)) = (self.before.lists.get(&mine), self.after.lists.get(&theirs)) else {
                continue;
            };
            let (head, end) = (self.value(&a.head, &b.head, blocks), self.value(&a.end, &b.end, blocks));
            let length = self.pair(&a.length, &b.length);
            let (before, rear) = (self.value(&a.before, &b.before, blocks), self.value(&a.rear, &b.rear, blocks));
            let mut fields = |x: &[Option<Term>], y: &[Option<Term>]| -> Vec<Option<Term>> {
                let both = x.iter().zip(y).map(|(x, y)| x.as_ref().zip(y.as_ref()));
                both.map(|both| both.map(|(x, y)| self.value(x, y, blocks))).collect()
            };
            let (first, last) = (fields(&a.first, &b.first), fields(&a.last, &b.last));
            let all = self.bounds(&a.all, &b.all);
            let merged = Segment { head, end, length, before, rear, first, last, all, ..a.clone() };
            state.lists.insert(mine, merged);
        }
    }

    /// Bounds of the fields of all cells: what holds of both states, or what is the same where it was wider before.
    fn bounds(&self, a: &[Range], b: &[Range]) -> Vec<Range> {
        let first = self.generalized.is_none();
        let both = |(a, b): (&Range, &Range)| if first { a.hull(*b) } else { a.common(a.hull(*b)) };
        a.iter().zip(b).map(both).collect()
    }

    /// Trees that both states have.
    fn trees(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) {
        for (mine, theirs) in structures::tree_pairs(self.before, self.after, blocks) {
            if let (Some(a), Some(b)) = (self.before.trees.get(&mine), self.after.trees.get(&theirs)) {
                let (root, cells) = (self.value(&a.root, &b.root, blocks), self.pair(&a.cells, &b.cells));
                let all = self.bounds(&a.all, &b.all);
                state.trees.insert(mine, Tree { root, cells, all, ..a.clone() });
            }
        }
    }

    /// Where the newer state repeats the constant of an entry at another place in the block, such
    /// as the end of a string that is cut shorter: an entry at a place that changes. Gives the
    /// older state's entry for each.
    fn moved_entries(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) -> Vec<(EntryId, EntryId)> {
        let mut moved = Vec::new();
        if self.generalized.is_some() {
            return moved;
        }
        for (mine, theirs) in blocks {
            if self.cx.engine.late() {
                return moved;
            }
            let mut there = BTreeSet::new();
            for (_, e) in state.entries.iter().filter(|(_, e)| e.block == *mine) {
                let offset = e.offset.substitute(&|v| self.new.apply(v)).ok();
                let same = self.after.entries_of(*theirs);
                there.extend(same.filter(|(_, o)| Some(&o.offset) == offset.as_ref()).map(|(id, _)| id));
            }
            let found = self.before.entries_of(*mine).find_map(|(id, e)| {
                let other = newest_like(self.after, *theirs, e, &there)?;
                Some((id, e.clone(), self.after.entries.get(&other)?.offset.clone()))
            });
            let Some((old, e, offset)) = found else {
                continue;
            };
            let id = self.cx.names.entries;
            self.cx.names.entries += 1;
            let offset = self.offset(&e.offset, &offset);
            state.entries.insert(id, Entry { offset, ..e });
            moved.push((id, old));
        }
        moved
    }
}
