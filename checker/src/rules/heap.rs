//! Allocation (`spec/rules/heap.md`).

use super::memory::{entry, live, new_block, new_entry, read_term};
use super::shared::*;

/// A new heap block; the fact that it fits is added if it is there for certain.
fn heap_block(j: &mut Judge, s: &mut State, size: &Poly, optional: bool) -> Checked<(Poly, BlockId)> {
    let b = j.fresh(s)?;
    if optional {
        j.add_le(&Poly::constant(0), &b)?;
    } else {
        j.add_le(&Poly::constant(1), &b)?;
        j.add_le(&b.add(size)?, &Poly::constant(j.top()))?;
    }
    let align = if j.pointer() == 64 { 16 } else { 8 };
    let id = new_block(j, s, Block { optional, ..Block::new(b.clone(), size.clone(), align, Kind::Heap) })?;
    Ok((b, id))
}

/// F-ALLOC: `allocate(size, outcome, cells)`; the result is the address.
pub fn allocate(j: &mut Judge, s: &mut State, size: &Poly, outcome: Allocation, cells: &[Cell]) -> Checked<Poly> {
    reject_if!(j, outcome != Allocation::Succeeds && !cells.is_empty() =>
        "cells", "cells are known only of a block that is there");
    match outcome {
        Allocation::Succeeds => {
            may_not_fail(j)?;
            j.require_le("P1", size, &Poly::constant(j.max_size()))?;
            let (b, block) = heap_block(j, s, size, false)?;
            for cell in cells {
                let offset = read_term(j, s, &cell.offset)?;
                check_width(j, cell.width)?;
                j.require_le("cell begins", &Poly::constant(0), &offset)?;
                j.require_le("cell ends", &offset.plus(i128::from(cell.width))?, size)?;
                let (width, sign, value) = (cell.width, cell.sign, Poly::constant(0));
                new_entry(j, s, Entry { block, offset, width, sign, value })?;
            }
            Ok(b)
        }
        Allocation::Optional => Ok(heap_block(j, s, size, true)?.0),
    }
}

fn may_not_fail(j: &Judge) -> Checked {
    match j.malloc_may_fail {
        true => j.reject("outcome", "the claim says that allocation may fail"),
        false => Ok(()),
    }
}

/// Widths of entries.
pub fn check_width(j: &Judge, width: u32) -> Checked {
    match width {
        1 | 2 | 4 | 8 => Ok(()),
        _ => j.reject("width", format!("an entry of {width} bytes")),
    }
}

/// F-FREE
pub fn free(j: &mut Judge, s: &mut State, p: &Poly, detail: &Detail) -> Checked {
    j.rule("F-FREE");
    match detail {
        Detail::Release(None) => j.require_eq("P1", p, &Poly::constant(0)),
        Detail::Release(Some(id)) => {
            let base = freeable(j, s, *id)?;
            j.require_eq("P1", p, &base)?;
            s.delete(*id);
            Ok(())
        }
        _ => j.reject("hint", "the block is needed"),
    }
}

/// The base of a live heap block that may be freed.
fn freeable(j: &Judge, s: &State, id: BlockId) -> Checked<Poly> {
    let block = live(j, s, id)?;
    reject_if!(j, block.kind != Kind::Heap, block.read_only =>
        "block", "block {id} is not a heap block, or read-only");
    Ok(block.base.clone())
}

/// F-REALLOC
pub fn realloc(j: &mut Judge, s: &mut State, p: &Poly, n: &Poly, detail: &Detail) -> Checked<Poly> {
    j.rule("F-REALLOC");
    take!(j, Detail::Reallocate { block, outcome, keep } = detail => "hint", "the block is needed");
    let Some(id) = block else {
        j.require_eq("P1", p, &Poly::constant(0))?;
        reject_if!(j, !keep.is_empty() => "keep", "null has no entries");
        return allocate(j, s, n, *outcome, &[]);
    };
    let base = freeable(j, s, *id)?;
    j.require_eq("P1", p, &base)?;
    j.require_le("P2", &Poly::constant(1), n)?;
    match outcome {
        Allocation::Succeeds => {
            may_not_fail(j)?;
            j.require_le("P3", n, &Poly::constant(j.max_size()))?;
            let kept = kept_entries(j, s, *id, n, keep)?;
            s.delete(*id);
            let (b, block) = heap_block(j, s, n, false)?;
            for old in kept {
                new_entry(j, s, Entry { block, ..old })?;
            }
            Ok(b)
        }
        Allocation::Optional => {
            reject_if!(j, !keep.is_empty() => "keep", "a block that may not be there has no entries");
            s.delete(*id);
            Ok(heap_block(j, s, n, true)?.0)
        }
    }
}

/// Entries of a block that lie within its new size.
fn kept_entries(j: &mut Judge, s: &State, id: BlockId, n: &Poly, keep: &[EntryId]) -> Checked<Vec<Entry>> {
    reject_if!(j, !keep.is_sorted_by(|a, b| a < b) => "keep", "the entries are not ascending");
    let mut kept = Vec::new();
    for place in keep {
        let old = entry(j, s, *place)?;
        reject_if!(j, old.block != id => "keep", "entry {place} is not of the block");
        j.require_le("keep", &old.offset.plus(i128::from(old.width))?, n)?;
        kept.push(old.as_ref().clone());
    }
    Ok(kept)
}
