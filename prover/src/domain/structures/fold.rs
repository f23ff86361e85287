//! Folding (abstraction, Distefano06): cells of lists become segments, as few and as long as the pointers into them
//! allow.

use super::cells::{fits, is_cellless, is_middle, unless_unproved};
use super::owned::{LikelyCells, held_blocks, holds_list, inner_cells, observe, owns};
use super::pins::Pins;
use super::trees::fold_trees;
use crate::algebra::{Atom, Term};
use crate::domain::holds;
use crate::program::shapes::SHAPES_OF_ONE_SIZE;
use crate::rules::{Context, Rule, Step, list};
use crate::state::{Path, Same, Segment, State};
use certificates::{BlockId, Kind, ListId, OwnedPart, Shape, ShapeId, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// Folds everything that can be folded, and joins adjacent segments unless a root needs a segment to begin there.
pub(crate) fn summarize(cx: &mut Context<'_>, st: &mut Path, pins: &Pins) -> Rule<()> {
    if cx.program.shapes.is_empty() {
        return Ok(());
    }
    // What a cell owns becomes a list once its inner cells are folded.
    let mut owned = cx.program.shapes.iter().flat_map(|shape| &shape.owned);
    let nested = owned.any(|place| matches!(place.part, OwnedPart::List(_)));
    loop {
        let mut progress = false;
        for (block, shape) in cells(cx, st, pins) {
            let folded = list::fold(&mut Step::new(cx, st), shape, block);
            progress |= unless_unproved(st, folded)?.is_some();
        }
        let cellless = |st: &State| st.lists.iter().find(|(_, l)| is_cellless(st, l)).map(|(id, _)| *id);
        while let Some(list) = cellless(st) {
            list::emptied(&mut Step::new(cx, st), list)?;
        }
        join_all(cx, st, pins)?;
        if !(nested && progress) {
            break;
        }
    }
    fold_trees(cx, st, pins)
}

/// Joins adjacent segments unless a root needs a segment to begin there.
pub(super) fn join_all(cx: &mut Context<'_>, st: &mut Path, pins: &Pins) -> Rule<()> {
    while let Some((left, right)) = meeting(cx, st, pins)? {
        list::join(&mut Step::new(cx, st), left, right)?;
    }
    Ok(())
}

/// The blocks that are cells of lists, with their shapes.
fn cells(cx: &mut Context<'_>, st: &State, pins: &Pins) -> Vec<(BlockId, ShapeId)> {
    let program = cx.program;
    let mut likely_cells = LikelyCells::new();
    for (id, block) in &st.blocks {
        let Some(size) = block.size.as_constant() else { continue };
        if block.kind != Kind::Heap || block.optional {
            continue;
        }
        let shapes = (0..).zip(&program.shapes);
        let fitting = shapes.filter(|(_, shape)| {
            i128::from(shape.size) == size && shape.links.len() == 1 && block.align.is_multiple_of(shape.align)
        });
        let fitting = fitting.take(SHAPES_OF_ONE_SIZE);
        let likely = fitting.filter_map(|(number, shape)| Some((evidence(cx, st, pins, *id, shape)?, number)));
        let likely: Vec<(usize, ShapeId)> = likely.collect();
        if !likely.is_empty() {
            likely_cells.insert(*id, likely);
        }
    }
    let all = likely_cells.clone();
    let inner = inner_cells(cx, st, &all);
    let mut found: BTreeMap<BlockId, ShapeId> = BTreeMap::new();
    for (id, mut likely) in likely_cells {
        // A list that another cell owns has the shape that the owner states.
        let wanted = inner.get(&id).filter(|shape| likely.iter().any(|(_, number)| number == *shape)).copied();
        likely.retain(|(_, number)| {
            wanted.is_none_or(|wanted| wanted == *number)
                && program.shapes.get(*number as usize).is_some_and(|shape| {
                    observe(cx, st, pins, id, shape, &all);
                    owns(cx, st, pins, id, shape)
                })
        });
        let owning = |number: &ShapeId| program.shapes.get(*number as usize).is_some_and(|s| !s.owned.is_empty());
        let best = |(evidence, number): &(usize, ShapeId)| (*evidence, owning(number), std::cmp::Reverse(*number));
        if let Some((_, number)) = likely.into_iter().max_by_key(best) {
            found.insert(id, number);
        }
    }
    // What a cell owns goes with the cell, even if it looks like a cell itself.
    let shape_of = |number: &ShapeId| program.shapes.get(*number as usize);
    let owned = found.iter().filter_map(|(id, number)| Some(held_blocks(cx, st, *id, shape_of(number)?)));
    let owned: BTreeSet<BlockId> = owned.flatten().collect();
    found.retain(|id, _| !owned.contains(id));
    // A cell into whose middle something points stays a block.
    let stored = st.entries.values().filter(|e| !found.contains_key(&e.block)).map(|e| &e.value);
    let ends = st.lists.values().flat_map(Segment::terms);
    let pointers: Vec<&Term> = pins.pointers.iter().chain(stored).chain(ends).collect();
    let middle = |id: &BlockId, shape: &ShapeId| {
        let (Some(block), Some(shape)) = (st.blocks.get(id), cx.program.shapes.get(*shape as usize)) else {
            return true;
        };
        is_middle(&pointers, block, shape)
    };
    found.retain(|id, shape| !middle(id, shape));
    // A cell that a live pointer names stays a block while its inner list has cells: folding it would forget the inner
    // list's length.
    let here = |id: &BlockId, shape: &Shape| {
        let pointer = st.blocks.get(id).and_then(|block| block.base.plus(i128::from(shape.anchor)).ok());
        pointer.is_some_and(|pointer| pins.pointers.contains(&pointer))
    };
    found.retain(|id, number| shape_of(number).is_none_or(|shape| !here(id, shape) || !holds_list(cx, st, *id, shape)));
    found.into_iter().collect()
}

/// The evidence for a block being a cell of this shape: its link is known, and leads to where links lead.
fn evidence(cx: &Context<'_>, st: &State, pins: &Pins, id: BlockId, shape: &Shape) -> Option<usize> {
    let block = st.blocks.get(&id)?;
    let width = cx.program.pointer_bits / 8;
    let at = |offset: u64| st.entry_at(id, offset, width, Sign::Unsigned).map(|(_, e)| &e.value);
    let pointer = block.base.plus(i128::from(shape.anchor)).ok()?;
    let link = at(*shape.links.first()?)?;
    if !fits(st, id, shape) {
        return None;
    }
    let mut evidence = 0;
    evidence += usize::from(shape.back.is_none_or(|back| at(back).is_some()));
    evidence += usize::from(pins.pointers.contains(&pointer));
    evidence += usize::from(st.entries.values().any(|e| e.value == pointer));
    let other_cell = || {
        let anchors = st.blocks.values().filter(|other| other.size == block.size);
        let mut anchors = anchors.filter_map(|other| other.base.plus(i128::from(shape.anchor)).ok());
        anchors.any(|pointer| pointer == *link)
    };
    evidence += usize::from(other_cell() || st.lists.values().any(|l| l.head == *link));
    Some(evidence)
}

/// Two adjacent segments that may be joined.
fn meeting(cx: &mut Context<'_>, st: &State, pins: &Pins) -> Rule<Option<(ListId, ListId)>> {
    let same = Same::of(st);
    let mut stored: BTreeMap<Term, usize> = BTreeMap::new();
    for pointer in st.entries.values().map(|e| &e.value).chain(&pins.pointers) {
        *stored.entry(same.plain(pointer)).or_default() += 1;
    }
    let at = |t: &Term| same.plain(t);
    let pointers = |t: &Term| stored.get(&at(t)).copied().unwrap_or_default();
    for (left, l) in &st.lists {
        let mut behind = st.lists.iter().filter(|(right, r)| *right != left && at(&r.head) == at(&l.end));
        let Some((right, r)) = behind.next() else { continue };
        let alone =
            behind.next().is_none() && st.lists.values().filter(|other| at(&other.end) == at(&l.end)).count() == 1;
        let alike = l.shape == r.shape && l.marks == r.marks;
        let back = cx.program.shapes.get(l.shape as usize).is_some_and(|shape| shape.back.is_some());
        // A pointer to the last of several cells needs the segment to end there: a walk backwards has reached it. A
        // pointer to an only cell counts as one to the first cell.
        let single = at(&l.rear) == at(&l.head);
        let rear = back && pointers(&l.rear) > usize::from(single);
        let at_rear = pins.rears && back && at(&r.rear) == at(&r.head) && !rear;
        if !alone || !alike || rear && !single || pointers(&r.head) > 0 && !at_rear {
            continue;
        }
        let atom = Atom::eq(&r.before, &l.rear)?;
        if !back || holds(cx, st, &atom) {
            return Ok(Some((*left, *right)));
        }
    }
    Ok(None)
}
