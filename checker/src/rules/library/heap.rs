//! Allocation (`spec/rules/heap.md`).

use crate::proof::state::{CellFact, Uniform};
use crate::rules::memory::{check_width, extent, live, new_block, new_entry, new_uniform, read_term};
use crate::rules::shared::*;

/// A new heap block. If it certainly exists, adds the fact that it ends in memory.
pub(crate) fn heap_block(cx: &mut Context, s: &mut State, size: &Poly, optional: bool) -> Checked<(Poly, BlockId)> {
    let b = cx.fresh(s)?;
    if optional {
        cx.add_le(&Poly::constant(0), &b)?;
    } else {
        cx.add_le(&Poly::constant(1), &b)?;
        cx.add_le(&b.add(size)?, &Poly::constant(cx.top()))?;
    }
    let align = heap_align(cx);
    let id = new_block(cx, s, Block { optional, ..Block::new(b.clone(), size.clone(), align, Kind::Heap) })?;
    Ok((b, id))
}

/// What the address of a heap block is divisible by.
pub(crate) fn heap_align(cx: &Context) -> u64 {
    if cx.pointer() == 64 { 16 } else { 8 }
}

/// F-ALLOC: `allocate(size, outcome, cells)`; the result is the address.
pub(crate) fn allocate(
    cx: &mut Context,
    s: &mut State,
    size: &Poly,
    outcome: Allocation,
    cells: &[Cell],
) -> Checked<Poly> {
    if outcome == Allocation::Succeeds {
        may_not_fail(cx)?;
        cx.require_le("P1", size, &Poly::constant(cx.max_size()))?;
    }
    let (b, block) = heap_block(cx, s, size, outcome == Allocation::Optional)?;
    for cell in cells {
        new_cell(cx, s, block, (&Poly::default(), size), cell, 0)?;
    }
    Ok(b)
}

/// `cell(i, o, end, c, v)`: a cell, or several in a row, of a range whose cells of this width all hold one value.
pub(crate) fn new_cell(
    cx: &mut Context,
    s: &mut State,
    block: BlockId,
    (begin, end): (&Poly, &Poly),
    cell: &Cell,
    value: i128,
) -> Checked {
    check_width(cx, cell.width)?;
    let offset = read_term(cx, s, &cell.offset)?;
    cx.require_le("cell begins", begin, &offset)?;
    let (width, sign) = (cell.width, cell.sign);
    let Some(count) = &cell.count else {
        cx.require_le("cell ends", &offset.plus(width.into())?, end)?;
        return new_entry(cx, s, Entry { block, offset, width, sign, value: Poly::constant(value) });
    };
    let count = read_term(cx, s, count)?;
    cx.require_le("cell ends", &offset.combine(1, &count, width.into())?, end)?;
    let fact = |coefficient: i128, rest: i128| {
        let rest = Poly::constant(rest);
        CellFact { rel: certificates::Rel::Le, fields: vec![coefficient], behind: 0, rest }
    };
    let all = [fact(-1, value), fact(1, value.checked_neg().ok_or(TooLarge)?)].into();
    new_uniform(cx, s, Uniform { block, offset, count, stride: width.into(), width, sign, all, owned: None })
}

fn may_not_fail(cx: &Context) -> Checked {
    match cx.malloc_may_fail {
        true => cx.reject("outcome", "the claim says that allocation may fail"),
        false => Ok(()),
    }
}

/// F-FREE
pub(crate) fn free(cx: &mut Context, s: &mut State, p: &Poly, detail: &Detail) -> Checked {
    cx.rule("F-FREE");
    match detail {
        Detail::Release(None) => cx.require_eq("P1", p, &Poly::constant(0)),
        Detail::Release(Some(id)) => {
            let base = freeable(cx, s, *id)?;
            cx.require_eq("P1", p, &base)?;
            s.delete(*id);
            Ok(())
        }
        _ => cx.reject("hint", "the block is needed"),
    }
}

/// Checks that a heap block exists and may be freed; returns its base.
pub(super) fn freeable(cx: &Context, s: &State, id: BlockId) -> Checked<Poly> {
    let block = live(cx, s, id)?;
    reject_if!(cx, block.kind != Kind::Heap, block.read_only, block.kept =>
        "block", "block {id} is not a heap block, read-only, or the caller's");
    Ok(block.base.clone())
}

/// F-REALLOC
pub(crate) fn realloc(cx: &mut Context, s: &mut State, p: &Poly, n: &Poly, detail: &Detail) -> Checked<Poly> {
    cx.rule("F-REALLOC");
    take!(cx, Detail::Reallocate { block, outcome, keep } = detail => "hint", "the block is needed");
    let Some(id) = block else {
        cx.require_eq("P1", p, &Poly::constant(0))?;
        reject_if!(cx, !keep.is_empty() => "keep", "null has no entries");
        return allocate(cx, s, n, *outcome, &[]);
    };
    let base = freeable(cx, s, *id)?;
    cx.require_eq("P1", p, &base)?;
    cx.require_le("P2", &Poly::constant(1), n)?;
    if *outcome == Allocation::Succeeds {
        may_not_fail(cx)?;
        cx.require_le("P3", n, &Poly::constant(cx.max_size()))?;
    }
    let (kept, uniforms) = kept_entries(cx, s, *id, n, keep)?;
    s.delete(*id);
    let (b, block) = heap_block(cx, s, n, *outcome == Allocation::Optional)?;
    for old in kept {
        new_entry(cx, s, Entry { block, ..old })?;
    }
    for old in uniforms {
        new_uniform(cx, s, Uniform { block, ..old })?;
    }
    Ok(b)
}

/// The entries and uniform facts of a block that are about bytes within its new size.
fn kept_entries(
    cx: &mut Context,
    s: &State,
    id: BlockId,
    n: &Poly,
    keep: &[EntryId],
) -> Checked<(Vec<Entry>, Vec<Uniform>)> {
    reject_if!(cx, !keep.is_sorted_by(|a, b| a < b) => "keep", "the entries are not ascending");
    let (mut kept, mut uniforms) = (Vec::new(), Vec::new());
    for place in keep {
        let (block, _, end) = extent(cx, s, *place)?;
        reject_if!(cx, block != id => "keep", "entry {place} is not of the block");
        cx.require_le("keep", &end, n)?;
        kept.extend(s.entries.get(place).map(|old| old.as_ref().clone()));
        uniforms.extend(s.uniforms.get(place).map(|old| old.as_ref().clone()));
    }
    Ok((kept, uniforms))
}
