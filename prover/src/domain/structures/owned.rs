//! What cells own: which blocks go with a cell when it is folded, and what an attempt tells later ones about them
//! (`program::owned`).

use super::fold::{Pins, is_cellless};
use crate::algebra::Term;
use crate::program::owned::{SeenBlock, is_same_cell};
use crate::rules::Context;
use crate::rules::owned::{Held, block_at, end_of_string, held, is_null};
use crate::state::{Same, Segment, State, Tree};
use certificates::{BlockId, Place, Shape, Sign};
use std::collections::BTreeSet;

/// The value at a place of a block.
fn value_at(st: &State, id: BlockId, place: &Place) -> Option<Term> {
    st.entry_at(id, place.offset, place.width, place.sign).map(|(_, e)| e.value.clone())
}

/// The place of a pointer at this offset.
fn pointer_at(cx: &Context<'_>, offset: u64) -> Place {
    Place { offset, width: cx.program.pointer_bits / 8, sign: Sign::Unsigned }
}

/// Does anything but the place in the cell name the block?
fn is_named(st: &State, pins: &Pins, id: BlockId, cell: BlockId, offset: u64) -> bool {
    let Some(block) = st.blocks.get(&id) else { return true };
    let same = Same::of(st);
    let base = same.plain(&block.base);
    let offset = Term::constant(i128::from(offset));
    let entries = st.entries.values().filter(|e| e.block != cell || same.plain(&e.offset) != offset).map(|e| &e.value);
    let lists = st.lists.values().filter(|l| !is_cellless(st, l)).flat_map(Segment::terms);
    let trees = st.trees.values().flat_map(Tree::terms);
    let mut terms = pins.pointers.iter().chain(entries).chain(lists).chain(trees);
    terms.any(|t| {
        let t = same.plain(t);
        base.vars().any(|v| t.contains(v))
    })
}

/// Is a block a cell of this shape, as far as what it owns decides? Where another shape of the same cells owns memory,
/// one that owns none describes only those whose memory is gone.
pub(super) fn owns(cx: &mut Context<'_>, st: &State, pins: &Pins, id: BlockId, shape: &Shape) -> bool {
    if shape.owned.is_empty() {
        let program = cx.program;
        let mut owning = program.shapes.iter().filter(|other| !other.owned.is_empty() && is_same_cell(other, shape));
        return !owning.any(|other| {
            let mut places = other.owned.iter().map(|owned| pointer_at(cx, owned.offset));
            places.any(|place| value_at(st, id, &place).is_some_and(|value| block_at(st, id, &value).is_some()))
        });
    }
    let fields: Vec<Option<Term>> = shape.fields.iter().map(|place| value_at(st, id, place)).collect();
    shape.owned.iter().all(|place| {
        let Some(pointer) = value_at(st, id, &pointer_at(cx, place.offset)) else { return false };
        match held(cx, st, id, place, &pointer, &fields) {
            Some(Held::Block(block, _)) => !is_named(st, pins, block, id, place.offset),
            Some(Held::Null) => true,
            None => false,
        }
    })
}

/// The blocks that a cell of this shape has at its owned places.
pub(super) fn held_blocks(cx: &Context<'_>, st: &State, id: BlockId, shape: &Shape) -> Vec<BlockId> {
    let values = shape.owned.iter().filter_map(|place| value_at(st, id, &pointer_at(cx, place.offset)));
    values.filter_map(|value| block_at(st, id, &value)).collect()
}

/// Are all pointers in a block null? Then it may be what another cell owns, though it looks like a cell.
fn leads_nowhere(cx: &Context<'_>, st: &State, id: BlockId) -> bool {
    let pointer = pointer_at(cx, 0);
    let mut pointers = st.entries_of(id).filter(|(_, e)| (e.width, e.sign) == (pointer.width, pointer.sign));
    pointers.all(|(_, e)| is_null(st, &e.value))
}

/// Remembers which blocks that nothing else names a cell has pointers to.
pub(super) fn observe(
    cx: &mut Context<'_>,
    st: &State,
    pins: &Pins,
    id: BlockId,
    shape: &Shape,
    cells: &BTreeSet<BlockId>,
) {
    let pointer = pointer_at(cx, 0);
    for place in shape.fields.iter().filter(|place| (place.width, place.sign) == (pointer.width, pointer.sign)) {
        let Some(value) = value_at(st, id, place) else { continue };
        let Some(block) = block_at(st, id, &value) else {
            if is_null(st, &value) {
                cx.owned.null(shape, place.offset);
            }
            continue;
        };
        if cells.contains(&block) && !leads_nowhere(cx, st, block) || is_named(st, pins, block, id, place.offset) {
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
