//! Folding (abstraction, Distefano06): cells of lists become segments, as few and as long as the pointers into them
//! allow.

use super::owned::{LikelyCells, held_blocks, holds_list, inner_cells, observe, owns};
use super::trees::fold_trees;
use crate::algebra::{Atom, Rel, Term};
use crate::domain::holds;
use crate::program::Reg;
use crate::program::shapes::SHAPES_OF_ONE_SIZE;
use crate::rules::{Context, Rule, Step, Stop, list};
use crate::state::{Block, Path, Same, Segment, State};
use certificates::{BlockId, Kind, ListId, OwnedPart, Shape, ShapeId, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// The roots of folding, called pins: what must stay as it is.
pub(crate) struct Pins {
    /// Pointers that later steps may follow. Segments begin at them, and a block into whose middle one points stays a
    /// block.
    pub pointers: Vec<Term>,
    /// The roots that this activation may follow; at a loop header, those that it may follow before the next visit or
    /// after the loop.
    pub near: Vec<Term>,
    /// Whether cells that no near root points to may become trees with a hole, where a loop continues without them.
    pub holes: bool,
    /// Whether a pointer to the last cell of a list with back pointers may point into a longer list.
    pub rears: bool,
}

impl Pins {
    /// Roots from the values of registers that may be read later.
    pub(crate) fn of(st: &State, rears: bool, live: impl Fn(Reg) -> bool) -> Pins {
        let values = st.bindings.iter().filter(|(register, _)| live(**register));
        let values = values.map(|(_, value)| value.term.clone());
        let near: Vec<Term> = values.collect();
        Pins { pointers: near.iter().cloned().chain(st.handed.iter().cloned()).collect(), near, holes: false, rears }
    }

    /// The roots at a loop header, where the values of these registers are near roots.
    pub(crate) fn at_loop(st: &State, rears: bool, of_loop: impl Fn(Reg) -> bool) -> Pins {
        let near = st.bindings.iter().filter(|(register, _)| of_loop(**register));
        let near = near.map(|(_, value)| value.term.clone()).collect();
        Pins { near, holes: true, ..Pins::of(st, rears, |_| true) }
    }
}

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

/// Whether a segment is known to be empty without a query to the solver.
pub(super) fn is_cellless(st: &State, l: &Segment) -> bool {
    l.length.is_zero() || st.knowledge.iter().any(|fact| fact.rel != Rel::Ne && fact.term == l.length)
}

/// Undoes a failed fold: a block that cannot be shown to be a cell stays a block. Rules change a state only after their
/// last obligation.
pub(super) fn unless_unproved<T>(st: &mut Path, folded: Rule<T>) -> Rule<Option<T>> {
    match folded {
        Ok(made) => Ok(Some(made)),
        Err(Stop::Unproved(_)) => {
            st.abandon_step();
            Ok(None)
        }
        Err(stop) => Err(stop),
    }
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

/// Whether one of the pointers leads into the middle of a cell.
pub(super) fn is_middle(pointers: &[&Term], cell: &Block, shape: &Shape) -> bool {
    pointers.iter().any(|p| {
        let distance = p.sub(&cell.base).ok().and_then(|d| d.as_constant());
        distance.is_some_and(|d| d != i128::from(shape.anchor) && (0..=i128::from(shape.size)).contains(&d))
    })
}

/// How many observations suggest that the block is a cell of this shape, such as pointers to it; `None` if its link is
/// unknown or it cannot be such a cell.
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

/// Whether the block may be a cell of one of the shapes.
pub(in crate::domain) fn is_cell(shapes: &[Shape], st: &State, id: BlockId) -> bool {
    let Some(block) = st.blocks.get(&id).filter(|block| block.kind == Kind::Heap) else { return false };
    shapes.iter().any(|shape| block.size.as_constant() == Some(shape.size.into()) && fits(st, id, shape))
}

/// Whether the block is used like a cell of this shape: no known value at a field's place has another width.
pub(super) fn fits(st: &State, id: BlockId, shape: &Shape) -> bool {
    shape.fields.iter().all(|place| {
        let offset = Term::constant(i128::from(place.offset));
        let mut widths = st.entries_of(id).filter(|(_, e)| e.offset == offset).map(|(_, e)| e.width).peekable();
        widths.peek().is_none() || widths.any(|width| width == place.width)
    })
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
        // A pointer to the last of several cells needs the segment to end there: a walk backwards has reached it. In a
        // segment with a single cell, a pointer to the cell counts as one to its first cell.
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
