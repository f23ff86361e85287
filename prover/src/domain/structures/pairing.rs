//! Unification of the structures of two symbolic heaps: segments and trees correspond if the same registers and places
//! in memory point to their beginnings. If only one state has a segment, an empty one is materialised in the other
//! (materialisation, Sagiv02).

use super::cells::fits;
use super::fold::join_all;
use super::owned::{holds_list, owns};
use super::pins::Pins;
use super::trees::fold_root;
use crate::algebra::{Atom, Rel, Term};
use crate::domain::blocks::Correspondence;
use crate::domain::{elements, holds};
use crate::rules::{Context, Rule, Step, list, tree};
use crate::state::{Block, Path, Same, Segment, State, Tree};
use certificates::{BlockId, Kind, ListId, ShapeId, TreeId};
use std::collections::{BTreeMap, BTreeSet};

/// What is known about the place of a segment's partner: where it begins, where it ends, where its last cell is, and
/// what stands before it.
#[derive(Default)]
struct At {
    begins: Vec<Term>,
    ends: Option<Term>,
    rears: Vec<Term>,
    /// Where corresponding pointers point to the cell before it, which a walk backwards leaves behind.
    befores: Vec<Term>,
}

/// Corresponding values of two states.
type Slots = Vec<(Term, Term)>;

/// Brings both states into a form in which their segments and trees correspond.
pub(in crate::domain) fn conform(cx: &mut Context<'_>, old: &mut Path, new: &mut Path) -> Rule<()> {
    let blocks = Correspondence::of(old, new);
    let places = slots(old, new, &blocks);
    plant(cx, new, old, &swapped(places.clone()))?;
    plant(cx, old, new, &places)?;
    mend(cx, new, old, &swapped(places.clone()), &blocks.keys().copied().collect())?;
    mend(cx, old, new, &places, &blocks.values().copied().collect())?;
    let blocks = Correspondence::of(old, new);
    // Trees with a hole that have just been folded may have no partner yet.
    let places = slots(old, new, &blocks);
    plant(cx, new, old, &swapped(places.clone()))?;
    plant(cx, old, new, &places)?;
    if old.lists.is_empty() && new.lists.is_empty() {
        return Ok(());
    }
    complete(cx, new, old, swapped(slots(old, new, &blocks)))?;
    complete(cx, old, new, slots(old, new, &blocks))
}

/// Prepares a state for a description: materialises the uniform facts about nothing, the empty segments and trees that the description has and the state
/// lacks (for a tree with a hole, one that consists of the hole only), and folds cells whose links are not set yet, and
/// cells where the description has trees.
pub(crate) fn arrange(cx: &mut Context<'_>, node: &State, st: &mut Path) -> Rule<()> {
    elements::materialise(cx, node, st)?;
    if node.has_structures() {
        let blocks = Correspondence::of(node, st);
        let places = slots(node, st, &blocks);
        mend(cx, node, st, &places, &blocks.values().copied().collect())?;
    }
    arrange_empty(cx, node, st)
}

/// Materialises only empty structures, which adds no facts and takes no blocks.
pub(crate) fn arrange_empty(cx: &mut Context<'_>, node: &State, st: &mut Path) -> Rule<()> {
    if !node.has_structures() {
        return Ok(());
    }
    let blocks = Correspondence::of(node, st);
    let places = slots(node, st, &blocks);
    plant(cx, node, st, &places)?;
    complete(cx, node, st, places)
}

/// For each segment of the first state, the corresponding one of the second.
pub(in crate::domain) fn pairs(
    first: &State,
    second: &State,
    blocks: &BTreeMap<BlockId, BlockId>,
) -> BTreeMap<ListId, ListId> {
    if first.lists.is_empty() {
        return BTreeMap::new();
    }
    let mut matching = Matching::new(first, second, slots(first, second, blocks));
    while let Some((id, at)) = matching.next(second) {
        matching.pair(id, &at, second);
    }
    matching.pairs
}

/// For each tree of the first state, the corresponding one of the second.
pub(in crate::domain) fn tree_pairs(
    first: &State,
    second: &State,
    blocks: &BTreeMap<BlockId, BlockId>,
) -> BTreeMap<TreeId, TreeId> {
    if first.trees.is_empty() {
        return BTreeMap::new();
    }
    let slots = slots(first, second, blocks);
    let mut used = BTreeSet::new();
    let mut pairs = BTreeMap::new();
    for (id, model) in &first.trees {
        let found = second.trees.iter().find(|(other, t)| {
            let mut at = slots.iter().filter(|(mine, _)| *mine == model.root).map(|(_, theirs)| theirs).peekable();
            let points = if at.peek().is_some() { at.any(|at| *at == t.root) } else { t.root == model.root };
            points && is_alike(t, model) && !used.contains(*other)
        });
        if let Some((other, _)) = found {
            used.insert(*other);
            pairs.insert(*id, *other);
        }
    }
    pairs
}

/// Whether two trees may become one in a join.
fn is_alike(t: &Tree, model: &Tree) -> bool {
    t.shape == model.shape && t.marks == model.marks && t.hole.is_some() == model.hole.is_some()
}

/// Materialises empty trees in the second state for trees of the first without a partner: where a pointer is null, or,
/// for a tree with a hole, where the pointers to its root and to the missing subtree are equal.
fn plant(cx: &mut Context<'_>, first: &State, second: &mut Path, slots: &Slots) -> Rule<()> {
    let mut used = BTreeSet::new();
    for model in first.trees.values() {
        let mut at: Vec<&Term> = slots.iter().filter(|(mine, _)| *mine == model.root).map(|(_, t)| t).collect();
        if at.is_empty() && model.root.vars().all(|v| second.scope.contains(&v)) {
            at.push(&model.root);
        }
        let there = second
            .trees
            .iter()
            .find(|(other, t)| at.contains(&&t.root) && is_alike(t, model) && !used.contains(*other));
        if let Some((other, _)) = there {
            used.insert(*other);
            continue;
        }
        if let Some(hole) = &model.hole {
            let missing = slots.iter().filter(|(mine, _)| mine == hole).map(|(_, theirs)| theirs);
            let missing: Vec<&Term> = missing.collect();
            if let Some(root) = at.iter().find(|t| missing.is_empty() || missing.contains(t)).map(|t| (*t).clone()) {
                let step = &mut Step::new(cx, second);
                used.insert(tree::hole(step, model.shape, root, model.all.clone(), model.marks));
            }
            continue;
        }
        let null = |t: &&&Term| Atom::new(Rel::Eq, (***t).clone());
        let Some(root) = at.iter().find(|t| holds(cx, second, &null(t))).map(|t| (*t).clone()) else { continue };
        used.insert(tree::nil(&mut Step::new(cx, second), model.shape, root, model.all.clone(), model.marks)?);
    }
    Ok(())
}

/// Registers and places in memory that both states have, with their values.
fn slots(first: &State, second: &State, blocks: &BTreeMap<BlockId, BlockId>) -> Slots {
    let registers = first.bindings.iter();
    let registers = registers.filter_map(|(r, value)| Some((value.term.clone(), second.bindings.get(r)?.term.clone())));
    let mut slots: Slots = registers.collect();
    let there_too = |theirs: &Term, mine: &Term| {
        theirs == mine || second.place_of(theirs).is_some_and(|place| first.place_of(mine) == Some(place))
    };
    for e in first.entries.values() {
        let Some(theirs) = blocks.get(&e.block) else { continue };
        let mut there = second.entries_of(*theirs);
        let same = there.find(|(_, o)| o.width == e.width && there_too(&o.offset, &e.offset));
        slots.extend(same.map(|(_, o)| (e.value.clone(), o.value.clone())));
    }
    let handed = first.handed.iter().filter(|t| second.handed.contains(t));
    slots.extend(handed.map(|t| (t.clone(), t.clone())));
    slots
}

fn swapped(slots: Slots) -> Slots {
    slots.into_iter().map(|(a, b)| (b, a)).collect()
}

/// Materialises empty segments in the second state for segments of the first without a partner.
fn complete(cx: &mut Context<'_>, first: &State, second: &mut Path, slots: Slots) -> Rule<()> {
    let mut matching = Matching::new(first, second, slots);
    while let Some((id, at)) = matching.next(second) {
        if matching.pair(id, &at, second) {
            continue;
        }
        let Some(model) = first.lists.get(&id) else { continue };
        let follows = matching.follows(model, &at, second);
        // If pointers lead only to the last cell, or to the one before the first, an empty list may end anywhere.
        let behind = at.rears.into_iter().chain(at.befores).next();
        let rear = behind.map(|rear| (matching.end(model, &rear, second), Some(rear)));
        let place = at.begins.into_iter().next().or(at.ends).map(|at| (at, None)).or(rear);
        let place = follows.or(place);
        if let Some((at, before)) = place {
            let before = before.or_else(|| self::before(cx, second, model, &at));
            let before = before.unwrap_or_else(|| matching.before(model, second));
            let made =
                list::empty(&mut Step::new(cx, second), model.shape, at, before, model.all.clone(), model.marks)?;
            matching.accept(id, made, second);
        }
    }
    Ok(())
}

/// Folds blocks of the second state into cells: those whose links are not set yet where the first state has segments,
/// and those where it has trees.
fn mend(cx: &mut Context<'_>, first: &State, second: &mut Path, slots: &Slots, blocks: &BTreeSet<BlockId>) -> Rule<()> {
    let mut owning = false;
    for (mine, theirs) in slots {
        if first.trees.values().any(|t| t.root == *mine) && second.trees.values().all(|t| t.root != *theirs) {
            fold_root(cx, second, theirs, blocks)?;
        }
        let model = first.lists.values().find(|l| l.head == *mine && !l.length.is_zero());
        let cell = model.and_then(|model| cell_at(cx, second, model, theirs));
        if let Some((block, shape)) = cell.filter(|(block, _)| !blocks.contains(block)) {
            owning |= cx.program.shapes.get(shape as usize).is_some_and(|shape| holds_list(cx, second, block, shape));
            list::fold(&mut Step::new(cx, second), shape, block)?;
        }
    }
    // A cell that was kept separate from its inner list can be joined now.
    if owning { join_all(cx, second, &Pins::of(second, false, |_| true)) } else { Ok(()) }
}

/// The heap block at a pointer that may be a cell like those of a segment.
fn cell_at(cx: &mut Context<'_>, st: &State, model: &Segment, at: &Term) -> Option<(BlockId, ShapeId)> {
    let shape = cx.program.shapes.get(model.shape as usize)?;
    let cell = |id: BlockId, block: &Block| {
        let pointer = block.base.plus(i128::from(shape.anchor));
        block.kind == Kind::Heap
            && !block.optional
            && block.size.as_constant() == Some(i128::from(shape.size))
            && block.align.is_multiple_of(shape.align)
            && (block.read_only, block.kept) == (model.marks.read_only, model.marks.kept)
            && pointer.is_ok_and(|pointer| pointer == *at)
            && fits(st, id, shape)
    };
    let found = st.blocks.iter().find(|(id, block)| cell(**id, block)).map(|(id, _)| *id)?;
    let pins = Pins::of(st, false, |_| true);
    // If the other state's cell owns nothing, the targets of this one's owning pointers do not matter.
    (shape.owned.is_empty() || owns(cx, st, &pins, found, shape)).then_some((found, model.shape))
}

/// What stands before an empty segment at a pointer, if other segments determine it: what stands before the segment
/// that begins there, or the rear of the one that ends there.
fn before(cx: &Context<'_>, st: &State, model: &Segment, at: &Term) -> Option<Term> {
    if cx.program.shapes.get(model.shape as usize).is_none_or(|shape| shape.back.is_none()) {
        return Some(Term::zero());
    }
    let behind = st.lists.values().find(|l| l.shape == model.shape && l.head == *at).map(|l| &l.before);
    let ahead = || st.lists.values().find(|l| l.shape == model.shape && l.end == *at).map(|l| &l.rear);
    behind.or_else(ahead).cloned()
}

/// The correspondence under construction.
struct Matching<'a> {
    first: &'a State,
    slots: Slots,
    /// Segments of the first state without a partner; those at the ends of chains come first.
    open: Vec<ListId>,
    used: BTreeSet<ListId>,
    pairs: BTreeMap<ListId, ListId>,
    /// The beginnings of paired segments.
    heads: Slots,
    /// The shapes with pointers back.
    back: BTreeSet<ShapeId>,
    /// Equalities between terms within each of the states.
    mine: Same,
    theirs: Same,
}

impl<'a> Matching<'a> {
    fn new(first: &'a State, second: &State, slots: Slots) -> Matching<'a> {
        let (mine, theirs) = (Same::of(first), Same::of(second));
        let slots = slots.into_iter().map(|(a, b)| (mine.plain(&a), theirs.plain(&b))).collect();
        let mut open: Vec<ListId> = first.lists.keys().copied().collect();
        open.sort_by_key(|id| (depth(first, &mine, *id), *id));
        // Without back pointers both terms are 0; with them, a segment with a cell has a rear.
        let back =
            first.lists.values().chain(second.lists.values()).filter(|l| !l.before.is_zero() || !l.rear.is_zero());
        let back = back.map(|l| l.shape).collect();
        let (used, pairs, heads) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
        Matching { first, slots, open, used, pairs, heads, back, mine, theirs }
    }

    /// The next segment whose partner's place is known, and that place.
    fn next(&mut self, second: &State) -> Option<(ListId, At)> {
        // With back pointers, first a place where a segment begins: a pointer to an only cell may correspond to a
        // pointer to another list's last cell.
        let begins = |model: &Segment, at: &At| {
            let mut others = second.lists.iter().filter(|(other, _)| !self.used.contains(other));
            self.back.contains(&model.shape)
                && others.any(|(_, l)| l.shape == model.shape && at.begins.contains(&self.theirs.plain(&l.head)))
        };
        let there = self.open.iter().enumerate().find_map(|(place, id)| {
            let at = self.told(id)?;
            begins(self.first.lists.get(id)?, &at).then_some((place, at))
        });
        let pointed = || {
            self.open.iter().enumerate().find_map(|(place, id)| {
                let at = self.told(id)?;
                (!at.begins.is_empty()).then_some((place, at))
            })
        };
        let told = || self.open.iter().enumerate().find_map(|(place, id)| Some((place, self.told(id)?)));
        // Nothing points there any more, but both states use the same name for the place.
        let named = || {
            self.open.iter().enumerate().find_map(|(place, id)| {
                let head = &self.first.lists.get(id)?.head;
                let there = second.lists.iter().any(|(other, l)| l.head == *head && !self.used.contains(other));
                there.then(|| (place, At { begins: vec![head.clone()], ..At::default() }))
            })
        };
        let (place, at) = there.or_else(pointed).or_else(told).or_else(named)?;
        Some((self.open.remove(place), at))
    }

    /// The place of a segment's partner: where corresponding pointers point; or, with back pointers, before another
    /// partner or after the cell that corresponding pointers point to.
    fn told(&self, id: &ListId) -> Option<At> {
        let model = self.first.lists.get(id)?;
        let there = |slots: &Slots, term: &Term| -> Vec<Term> {
            let term = self.mine.plain(term);
            slots.iter().filter(|(mine, _)| *mine == term).map(|(_, theirs)| theirs.clone()).collect()
        };
        let pointed = |term: &Term| if term.is_zero() { Vec::new() } else { there(&self.slots, term) };
        let (begins, rears, befores) = (there(&self.slots, &model.head), pointed(&model.rear), pointed(&model.before));
        let back = self.back.contains(&model.shape);
        let ends = if back { there(&self.heads, &model.end).into_iter().next() } else { None };
        let told = !begins.is_empty() || ends.is_some() || !rears.is_empty() || !befores.is_empty();
        told.then_some(At { begins, ends, rears, befores })
    }

    /// Pairs a segment with one that begins or ends there, if there is one.
    fn pair(&mut self, id: ListId, at: &At, second: &State) -> bool {
        let Some(model) = self.first.lists.get(&id) else { return false };
        let fits = |(other, l): &(&ListId, &Segment)| {
            let plain = |t: &Term| self.theirs.plain(t);
            let there = at.begins.contains(&plain(&l.head))
                || at.ends.as_ref() == Some(&plain(&l.end))
                || at.rears.contains(&plain(&l.rear))
                || at.befores.contains(&plain(&l.before));
            there && l.shape == model.shape && l.marks == model.marks && !self.used.contains(other)
        };
        // If several segments begin at one place, all but the last are empty.
        let behind = depth(self.first, &self.mine, id);
        let distance =
            |(other, _): &(&ListId, &Segment)| (depth(second, &self.theirs, **other).abs_diff(behind), **other);
        let found = second.lists.iter().filter(fits).min_by_key(distance).map(|(other, _)| *other);
        if let Some(other) = found {
            self.accept(id, other, second);
        }
        found.is_some()
    }

    /// Where an empty partner of a segment may end: where the structure after it begins, where corresponding pointers
    /// lead, or where the segment itself ends.
    fn end(&self, model: &Segment, rear: &Term, second: &State) -> Term {
        let next = second
            .lists
            .iter()
            .find(|(id, l)| l.shape == model.shape && self.theirs.plain(&l.before) == *rear && !self.used.contains(id));
        next.map(|(_, l)| l.head.clone()).or_else(|| self.counterpart(&model.end, second)).unwrap_or_else(Term::zero)
    }

    /// The place of an empty partner of an only cell, and what stands before it, if corresponding pointers point to the
    /// cell before: after the segment that ends with that cell. (A pointer to the only cell itself may mean the last
    /// cell.)
    fn follows(&self, model: &Segment, at: &At, second: &State) -> Option<(Term, Option<Term>)> {
        if at.befores.is_empty() || self.mine.plain(&model.head) != self.mine.plain(&model.rear) {
            return None;
        }
        let fits = |l: &&Segment| l.shape == model.shape && at.befores.contains(&self.theirs.plain(&l.rear));
        let ahead = second.lists.values().find(fits)?;
        let end = self
            .counterpart(&model.end, second)
            .is_some_and(|end| self.theirs.plain(&end) == self.theirs.plain(&ahead.end));
        end.then(|| (ahead.end.clone(), Some(ahead.rear.clone())))
    }

    /// What stands before an empty partner of a segment if no other segment determines it: a sentinel, or null.
    fn before(&self, model: &Segment, second: &State) -> Term {
        self.counterpart(&model.before, second).unwrap_or_else(Term::zero)
    }

    /// The counterpart of a term, by corresponding pointers; otherwise the term itself.
    fn counterpart(&self, term: &Term, second: &State) -> Option<Term> {
        let plain = self.mine.plain(term);
        let told = self.slots.iter().find(|(mine, _)| *mine == plain).map(|(_, theirs)| theirs.clone());
        told.or_else(|| term.vars().all(|v| second.scope.contains(&v)).then(|| term.clone()))
    }

    fn accept(&mut self, id: ListId, other: ListId, second: &State) {
        self.used.insert(other);
        self.pairs.insert(id, other);
        if let (Some(mine), Some(theirs)) = (self.first.lists.get(&id), second.lists.get(&other)) {
            self.slots.push((self.mine.plain(&mine.end), self.theirs.plain(&theirs.end)));
            self.heads.push((self.mine.plain(&mine.head), self.theirs.plain(&theirs.head)));
        }
    }
}

/// The length of the chain of segments from this one on; in a circle, more than there are segments.
fn depth(st: &State, same: &Same, id: ListId) -> usize {
    let mut depth = 0;
    let mut current = id;
    while depth <= st.lists.len() {
        let Some(end) = st.lists.get(&current).map(|l| same.plain(&l.end)) else { break };
        let next = st.lists.iter().find(|(other, l)| **other != current && same.plain(&l.head) == end);
        match next {
            Some((next, _)) => current = *next,
            None => break,
        }
        depth += 1;
    }
    depth
}
