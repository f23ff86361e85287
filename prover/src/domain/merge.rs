//! The join of two states at one position: a description of both (Def. 7 of Stroeder17).

use super::blocks::Correspondence;
use super::candidates::Candidates;
use super::covers::{has_both_signs, newest_like};
use super::pairs::Pairs;
use super::{Instance, counters, holds, lines, relevance, structures};
use crate::algebra::{Atom, Rel, Term, Var};
use crate::faults::Fault;
use crate::rules::Context;
use crate::state::{Block, Entry, Path, Range, Same, Segment, State, Tree, Value};
use certificates::{BlockId, EntryId, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// Entries that follow a cursor, at most.
const MOST_FOLLOWED: usize = 4;

/// A state that describes two others.
#[derive(Debug)]
pub(super) struct Merge {
    pub state: State,
    /// Variables that change from visit to visit.
    pub generalized: BTreeSet<Var>,
    /// The older state as an instance of it.
    pub old: Instance,
}

/// Merges the state of a loop header with a later one, after their structures have been brought into correspondence.
/// `generalized` is `None` if the older one is a plain state on the path; otherwise the older one is a node's, and
/// these are its changing variables. `extra`: terms that both states know and that are related to the changing values.
/// `again`: values that changed before may use thresholds again (not forever, where merging is repeated until nothing
/// changes). `arrays`: facts about elements of arrays are guessed.
pub(super) fn merge(
    cx: &mut Context<'_>,
    old: &State,
    generalized: Option<&BTreeSet<Var>>,
    new: &State,
    extra: &[Term],
    (again, arrays): (bool, bool),
) -> Option<Merge> {
    let (mut conformed, mut arrived);
    let (mut old, mut new) = (old, new);
    if old.has_structures() || new.has_structures() {
        (conformed, arrived) = (Path::of(old.clone()), Path::of(new.clone()));
        Same::of(old).rename(&mut conformed);
        Same::of(new).rename(&mut arrived);
        structures::conform(cx, &mut conformed, &mut arrived).ok()?;
        (old, new) = (conformed.state(), arrived.state());
    }
    let mut pairs = Pairs::new(cx, old, generalized, new);
    pairs.renew();
    let mut state = State { at_entry: old.at_entry.clone(), handed: old.handed.clone(), ..State::new(&old.function) };
    state.place = old.place;
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
    let mut moved = pairs.moved_entries(&mut state, &blocks);
    moved.extend(pairs.followed_entries(&mut state, &blocks));
    pairs.uniforms(&mut state, &blocks, arrays);
    pairs.segments(&mut state, &blocks);
    pairs.trees(&mut state, &blocks);
    let quotients = pairs.quotients(&state.described_variables());
    let changed = if again { pairs.changed() } else { Vec::new() };
    let found =
        Candidates { pairs: &pairs.memo, quotients: &quotients, old, new, again: &changed, extra, state: &state };
    let atoms = found.collect(pairs.cx, &pairs.old, &pairs.new);
    for atom in atoms {
        if pairs.common(&atom) {
            state.knowledge.push(atom);
        } else if atom.rel == Rel::Eq {
            // An equation may survive as one of its two inequalities.
            let [below, above] = halves(&atom);
            state.knowledge.extend([below, above].into_iter().flatten().find(|half| pairs.common(half)));
        }
    }
    lines::settle_slopes(pairs.cx, &mut state);
    prune(&mut state);
    let variables = state.variables();
    let mut changing: BTreeSet<Var> = pairs.fresh.clone();
    changing.extend(generalized.into_iter().flatten().copied());
    changing.retain(|v| variables.contains(v));
    let mut old = Instance { variables: pairs.old.variables, ..Instance::identity(&state) };
    for v in &variables {
        old.variables.entry(*v).or_insert_with(|| Term::var(*v));
    }
    old.entries.extend(moved);
    Some(Merge { state, generalized: changing, old })
}

/// Drops facts that do not concern anything the state describes.
fn prune(state: &mut State) {
    state.knowledge = relevance::slice(&state.knowledge, &state.described_variables());
}

/// The two inequalities that an equation consists of.
fn halves(equation: &Atom) -> [Option<Atom>; 2] {
    let above = equation.term.neg().ok();
    [Some(Atom::new(Rel::Le, equation.term.clone())), above.map(|t| Atom::new(Rel::Le, t))]
}

impl Pairs<'_, '_, '_> {
    /// Whether a fact about the merged state holds in both states.
    fn common(&mut self, atom: &Atom) -> bool {
        let (Ok(before), Ok(after)) = (self.old.image(atom), self.new.image(atom)) else {
            return false;
        };
        let (cx, older, newer) = (&mut *self.cx, self.before, self.after);
        holds(cx, older, &before) && (holds(cx, newer, &after) || cx.faults.on(Fault::MergeKeeps))
    }

    /// Pairs the entries that both states have, at corresponding offsets.
    fn entries(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) {
        let mut newer: BTreeMap<BlockId, Vec<&Entry>> = BTreeMap::new();
        for e in self.after.entries.values() {
            newer.entry(e.block).or_default().push(e);
        }
        for (id, e) in &self.before.entries {
            let Some(theirs) = blocks.get(&e.block).and_then(|block| newer.get(block)) else {
                continue;
            };
            // There may be thousands of entries, and no query here checks the clock.
            if self.cx.engine.late() {
                return;
            }
            let candidates: Vec<&Entry> = theirs.iter().copied().filter(|o| o.width == e.width).collect();
            // First an entry at the same place; then one whose place has moved like a value that was paired before.
            let (same, others): (Vec<&Entry>, Vec<&Entry>) = candidates.into_iter().partition(|o| o.sign == e.sign);
            let found = self.at_place(e, &same).or_else(|| self.at_place(e, &others));
            if let Some((offset, other)) = found
                && let Some(sign) = self.common_sign(e, other)
            {
                let value = self.value(&e.value, &other.value, blocks);
                state.entries.insert(*id, Entry { offset, value, sign, ..e.clone() });
            }
        }
    }

    /// The newer entry at the place of an older one, and that place in the merged state.
    fn at_place<'e>(&mut self, e: &Entry, candidates: &[&'e Entry]) -> Option<(Term, &'e Entry)> {
        let same = candidates.iter().rev().find(|o| self.kept(&e.offset, &o.offset));
        let moved = || candidates.iter().rev().find_map(|o| Some((self.lookup(&e.offset, &o.offset)?, *o)));
        same.map(|o| (e.offset.clone(), *o)).or_else(moved)
    }

    /// The sign of the merged entry, if one of them is of both signs where these differ. What is initialised and then
    /// written gets the sign with which it is written.
    fn common_sign(&mut self, older: &Entry, newer: &Entry) -> Option<Sign> {
        if older.sign == newer.sign {
            return Some(older.sign);
        }
        let (cx, before, after) = (&mut *self.cx, self.before, self.after);
        let (old, new) = (has_both_signs(cx, before, older), has_both_signs(cx, after, newer));
        let keeps = new && (!old || self.generalized.is_some());
        if keeps { Some(older.sign) } else { old.then_some(newer.sign) }
    }

    /// Pairs the segments that both states have.
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
            let (all, lines) = (self.bounds(&a.all, &b.all), self.lines(a, b));
            let merged = Segment { head, end, length, before, rear, first, last, all, lines, ..a.clone() };
            state.lists.insert(mine, merged);
        }
    }

    /// Bounds of the fields of all cells: those that hold in both states; or, if they were widened before, those that
    /// are unchanged.
    fn bounds(&self, a: &[Range], b: &[Range]) -> Vec<Range> {
        let first = self.generalized.is_none();
        let both = |(a, b): (&Range, &Range)| if first { a.hull(*b) } else { a.common(a.hull(*b)) };
        a.iter().zip(b).map(both).collect()
    }

    /// Pairs the trees that both states have.
    fn trees(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) {
        for (mine, theirs) in structures::tree_pairs(self.before, self.after, blocks) {
            if let (Some(a), Some(b)) = (self.before.trees.get(&mine), self.after.trees.get(&theirs)) {
                let (root, cells) = (self.value(&a.root, &b.root, blocks), self.pair(&a.cells, &b.cells));
                let hole = a.hole.as_ref().zip(b.hole.as_ref()).map(|(a, b)| self.value(a, b, blocks));
                let all = self.bounds(&a.all, &b.all);
                state.trees.insert(mine, Tree { root, cells, hole, all, ..a.clone() });
            }
        }
    }

    /// Pairs entries whose constant the newer state has at another place of the block, such as the end of a string that
    /// is cut shorter: the merged entry's place is a changing value. Returns the older state's entry for each.
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

    /// Pairs entries whose value and place both change like values that are paired already: the byte at a cursor that a
    /// register holds. The first byte has a place of its own, where both states still have it. A value comes to differ only
    /// once, so that a node does not get entries forever. Returns the older state's entry for each.
    fn followed_entries(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) -> Vec<(EntryId, EntryId)> {
        let mut followed = Vec::new();
        for (mine, theirs) in blocks {
            for (id, e) in self.before.entries_of(*mine) {
                let Some(pair) = self.memo.iter().find(|p| p.old == e.value) else { continue };
                let mut there = self.after.entries_of(*theirs).filter(|(_, o)| {
                    o.value == pair.new && o.width == e.width && o.sign == e.sign && o.offset != e.offset
                });
                let Some(offset) = there.find_map(|(_, o)| self.lookup(&e.offset, &o.offset)) else { continue };
                let merged = Entry { offset, value: pair.merged.clone(), ..e.clone() };
                if followed.len() >= MOST_FOLLOWED || state.entries_of(*mine).any(|(_, k)| k.offset == merged.offset) {
                    continue;
                }
                let name = self.cx.names.entries;
                self.cx.names.entries += 1;
                state.entries.insert(name, merged);
                followed.push((name, id));
            }
        }
        followed
    }
}
