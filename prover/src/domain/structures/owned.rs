//! What cells own: which blocks are folded together with a cell, and what an attempt learns about them for later
//! attempts (`program::owned`).

use super::cells::is_cellless;
use super::pins::Pins;
use crate::algebra::Term;
use crate::program::owned::{SeenBlock, is_same_cell};
use crate::rules::Context;
use crate::rules::owned::{Held, block_at, end_of_string, held, is_null, list_at};
use crate::state::{Block, Same, Segment, State, Tree};
use certificates::{BlockId, ListId, OwnedPart, Place, Shape, ShapeId, Sign};
use std::collections::BTreeMap;

/// Blocks that may be cells of lists, with the evidence for each shape.
pub(super) type LikelyCells = BTreeMap<BlockId, Vec<(usize, ShapeId)>>;

/// The value at a place of a block.
fn value_at(st: &State, id: BlockId, place: &Place) -> Option<Term> {
    st.entry_at(id, place.offset, place.width, place.sign).map(|(_, e)| e.value.clone())
}

/// The place of a pointer at this offset.
fn pointer_at(cx: &Context<'_>, offset: u64) -> Place {
    Place { offset, width: cx.program.pointer_bits / 8, sign: Sign::Unsigned }
}

/// Whether anything but the place in the cell refers to the block.
fn is_named(st: &State, pins: &Pins, id: BlockId, cell: BlockId, offset: u64) -> bool {
    let Some(block) = st.blocks.get(&id) else { return true };
    is_pointed_at(st, pins, &block.base, None, (cell, &Term::constant(i128::from(offset))))
}

/// Whether anything but the place in the cell refers to the first or last cell of the list.
fn is_named_list(st: &State, pins: &Pins, id: ListId, cell: BlockId, offset: u64) -> bool {
    let Some(l) = st.lists.get(&id) else { return true };
    let place = (cell, &Term::constant(i128::from(offset)));
    [&l.head, &l.rear].into_iter().any(|end| is_pointed_at(st, pins, end, Some(id), place))
}

/// Whether anything but this place in a block, and a list, contains an address.
pub(in crate::domain) fn is_pointed_at(
    st: &State,
    pins: &Pins,
    address: &Term,
    list: Option<ListId>,
    (block, offset): (BlockId, &Term),
) -> bool {
    let same = Same::of(st);
    let (base, offset) = (same.plain(address), same.plain(offset));
    let entries = st.entries.values().filter(|e| e.block != block || same.plain(&e.offset) != offset).map(|e| &e.value);
    let lists = st.lists.iter().filter(|(id, l)| Some(**id) != list && !is_cellless(st, l)).map(|(_, l)| l);
    let lists = lists.flat_map(Segment::terms);
    let trees = st.trees.values().flat_map(Tree::terms);
    let mut terms = pins.pointers.iter().chain(entries).chain(lists).chain(trees);
    terms.any(|t| {
        let t = same.plain(t);
        base.vars().any(|v| t.contains(v))
    })
}

/// Whether the block may be a cell of this shape, as far as owned memory decides. If another shape of these cells owns
/// memory, a shape that owns none describes only cells whose memory is gone.
pub(super) fn owns(cx: &mut Context<'_>, st: &State, pins: &Pins, id: BlockId, shape: &Shape) -> bool {
    if shape.owned.is_empty() {
        let program = cx.program;
        let mut owning = program.shapes.iter().filter(|other| !other.owned.is_empty() && is_same_cell(other, shape));
        return !owning.any(|other| {
            let mut places = other.owned.iter().map(|owned| pointer_at(cx, owned.offset));
            let leads = |value: &Term| block_at(st, id, value).is_some() || begins_list(st, id, value);
            places.any(|place| value_at(st, id, &place).is_some_and(|value| leads(&value)))
        });
    }
    let fields: Vec<Option<Term>> = shape.fields.iter().map(|place| value_at(st, id, place)).collect();
    shape.owned.iter().all(|place| {
        let Some(pointer) = value_at(st, id, &pointer_at(cx, place.offset)) else { return false };
        match held(cx, st, id, place, &pointer, &fields) {
            Some(Held::Block(block, _)) => !is_named(st, pins, block, id, place.offset),
            Some(Held::List(list)) => !is_named_list(st, pins, list, id, place.offset),
            Some(Held::Null) => true,
            None => false,
        }
    })
}

/// Cells of lists that another cell owns, with the shape that the owner states.
pub(super) fn inner_cells(cx: &Context<'_>, st: &State, cells: &LikelyCells) -> BTreeMap<BlockId, ShapeId> {
    let mut found = BTreeMap::new();
    let shape_of = |number: ShapeId| cx.program.shapes.get(number as usize);
    for (outer, shapes) in cells {
        let places = shapes.iter().filter_map(|(_, number)| shape_of(*number)).flat_map(|shape| &shape.owned);
        for place in places {
            let OwnedPart::List(number) = place.part else { continue };
            let Some(shape) = shape_of(number) else { continue };
            let mut next = value_at(st, *outer, &pointer_at(cx, place.offset));
            let mut before = *outer;
            while let Some(pointer) = next.and_then(|next| next.plus(-i128::from(shape.anchor)).ok())
                && let Some(cell) = block_at(st, before, &pointer).filter(|cell| cells.contains_key(cell))
                && found.insert(cell, number).is_none()
            {
                next = shape.links.first().and_then(|link| value_at(st, cell, &pointer_at(cx, *link)));
                before = cell;
            }
        }
    }
    found
}

/// Whether a nonempty list begins at an address in a cell.
fn begins_list(st: &State, cell: BlockId, address: &Term) -> bool {
    !is_null(st, address)
        && list_at(st, cell, address).and_then(|list| st.lists.get(&list)).is_some_and(|l| !is_cellless(st, l))
}

/// Whether a cell of this shape owns a nonempty list.
pub(super) fn holds_list(cx: &Context<'_>, st: &State, id: BlockId, shape: &Shape) -> bool {
    let mut places = shape.owned.iter().filter(|place| matches!(place.part, OwnedPart::List(_)));
    places.any(|place| value_at(st, id, &pointer_at(cx, place.offset)).is_some_and(|value| begins_list(st, id, &value)))
}

/// The blocks that a cell of this shape owns, except those that begin lists.
pub(super) fn held_blocks(cx: &Context<'_>, st: &State, id: BlockId, shape: &Shape) -> Vec<BlockId> {
    let places = shape.owned.iter().filter(|place| matches!(place.part, OwnedPart::Block { .. }));
    let values = places.filter_map(|place| value_at(st, id, &pointer_at(cx, place.offset)));
    values.filter_map(|value| block_at(st, id, &value)).collect()
}

/// Whether all pointers in a block are null. Then another cell may own it, even though it looks like a cell.
fn leads_nowhere(cx: &Context<'_>, st: &State, id: BlockId) -> bool {
    let pointer = pointer_at(cx, 0);
    let mut pointers = st.entries_of(id).filter(|(_, e)| (e.width, e.sign) == (pointer.width, pointer.sign));
    pointers.all(|(_, e)| is_null(st, &e.value))
}

/// The shape of a list's cells that begins with a block and ends at null, if it is known without a query to the solver.
fn first_of_list<'p>(cx: &Context<'p>, st: &State, first: BlockId, cells: &LikelyCells) -> Option<&'p Shape> {
    let (_, shape) =
        cells.get(&first)?.iter().max_by_key(|(evidence, number)| (*evidence, std::cmp::Reverse(*number)))?;
    let shape = cx.program.shapes.get(*shape as usize)?;
    let link = pointer_at(cx, *shape.links.first()?);
    let mut cell = first;
    for _ in 0..=st.blocks.len() {
        let next = value_at(st, cell, &link)?;
        if is_null(st, &next) {
            return Some(shape);
        }
        let pointer = next.plus(-i128::from(shape.anchor)).ok()?;
        let Some(block) = block_at(st, cell, &pointer) else {
            let list = list_at(st, cell, &next).and_then(|list| st.lists.get(&list));
            // As long as the block was owned, a block that may be absent was the only cell.
            let only = |b: &Block| b.optional && b.base == pointer && b.size.as_constant() == Some(shape.size.into());
            let ends = list.is_some_and(|l| is_null(st, &l.end)) || st.blocks.values().any(only);
            return ends.then_some(shape);
        };
        cell = Some(block).filter(|block| cells.contains_key(block))?;
    }
    None
}

/// Records which blocks a cell points to that nothing else refers to.
pub(super) fn observe(cx: &mut Context<'_>, st: &State, pins: &Pins, id: BlockId, shape: &Shape, cells: &LikelyCells) {
    let pointer = pointer_at(cx, 0);
    for place in shape.fields.iter().filter(|place| (place.width, place.sign) == (pointer.width, pointer.sign)) {
        let Some(value) = value_at(st, id, place) else { continue };
        let Some(block) = block_at(st, id, &value) else {
            if is_null(st, &value) {
                cx.owned.null(shape, place.offset);
            } else if let Some(list) = list_at(st, id, &value)
                && !is_named_list(st, pins, list, id, place.offset)
                && let Some(inner) = st.lists.get(&list).filter(|l| is_null(st, &l.end))
                && let Some(inner) = cx.program.shapes.get(inner.shape as usize)
            {
                cx.owned.list(shape, place.offset, inner);
            }
            continue;
        };
        if is_named(st, pins, block, id, place.offset) {
            continue;
        }
        // A single cell is a list, too; but if it looks like its owner, it is treated as a block.
        let alone = leads_nowhere(cx, st, block);
        if let Some(inner) = first_of_list(cx, st, block, cells).filter(|inner| !(alone && is_same_cell(inner, shape)))
        {
            cx.owned.list(shape, place.offset, inner);
            continue;
        }
        if cells.contains_key(&block) && !alone {
            continue;
        }
        let Some(found) = st.blocks.get(&block) else { continue };
        // A field may hold the size with either sign.
        let holds_size = |field: &Place| value_at(st, id, field).is_some_and(|value| value == found.size);
        let fields = (0..)
            .zip(&shape.fields)
            .flat_map(|(number, field)| [Sign::Unsigned, Sign::Signed].map(|sign| (number, Place { sign, ..*field })));
        let fields = fields.filter(|(_, field)| holds_size(field)).map(|(number, field)| (number, field.sign));
        let most = (1i128 << (cx.program.pointer_bits - 1)) - 1;
        let size = found.size.as_constant().filter(|size| (0..=most).contains(size));
        let seen = SeenBlock {
            size: size.and_then(|size| u64::try_from(size).ok()),
            fields: fields.collect(),
            align: found.align,
            string: end_of_string(st, block).is_some(),
        };
        cx.owned.block(shape, place.offset, &seen);
    }
}
