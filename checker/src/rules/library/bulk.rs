//! Copying and filling of ranges (`spec/rules/memory.md`, M-MOVE and M-FILL).

use crate::rules::library::heap::new_cell;
use crate::rules::memory::{access, check_width, entry, new_entry, survivors, writable};
use crate::rules::shared::*;

/// How the ranges of a copy may lie in one block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ranges {
    /// memcpy of C.
    Apart,
    /// llvm.memcpy.
    ApartOrEqual,
    /// memmove.
    Any,
}

/// Operands of memcpy and memmove, already read.
pub(crate) struct Move<'a> {
    pub target: &'a Poly,
    pub source: &'a Poly,
    pub length: &'a Poly,
    /// Alignments that the call promises for target and source.
    pub aligns: (u64, u64),
    pub ranges: Ranges,
    pub volatile: bool,
}

/// M-MOVE
pub(crate) fn copy(cx: &mut Context, s: &mut State, m: &Move, detail: &Detail) -> Checked {
    cx.rule("M-MOVE");
    take!(cx, Detail::Move { target, source, keep, copy } = detail => "hint", "the accesses are needed");
    let (target, source) = match (target, source) {
        (Some(target), Some(source)) => (target, source),
        (None, None) => {
            reject_if!(cx, !keep.is_empty(), !copy.is_empty() => "hint", "nothing is written or copied");
            return cx.require_eq("P1", m.length, &Poly::constant(0));
        }
        _ => return cx.reject("hint", "both accesses are needed, or none"),
    };
    let os = access(cx, s, source, m.source, m.length, m.aligns.1)?;
    let od = access(cx, s, target, m.target, m.length, m.aligns.0)?;
    writable(cx, s, target.block)?;
    let (source_end, target_end) = (os.add(m.length)?, od.add(m.length)?);
    if m.ranges != Ranges::Any && target.block == source.block {
        let mut others = vec![Atom::le(&target_end, &os)?];
        if m.ranges == Ranges::ApartOrEqual {
            others.push(Atom::eq(&os, &od)?);
        }
        cx.require_either("disjoint", Atom::le(&source_end, &od)?, &others)?;
    }
    reject_if!(cx, m.volatile && !copy.is_empty() => "copy", "a volatile copy has no known values");
    reject_if!(cx, !copy.is_sorted_by(|a, b| a < b) => "copy", "the entries are not ascending");
    let mut copies = Vec::new();
    for id in copy {
        let old = entry(cx, s, *id)?;
        reject_if!(cx, old.block != source.block => "copy", "entry {id} is not of the source block");
        cx.require_le("copy begins", &os, &old.offset)?;
        cx.require_le("copy ends", &old.offset.plus(i128::from(old.width))?, &source_end)?;
        let offset = old.offset.sub(&os)?.add(&od)?;
        copies.push(Entry { block: target.block, offset, ..old.as_ref().clone() });
    }
    survivors(cx, s, target.block, &od, m.length, keep)?;
    for entry in copies {
        new_entry(cx, s, entry)?;
    }
    Ok(())
}

/// Operands of memset; the byte is not read yet.
pub(crate) struct Fill<'a> {
    pub target: &'a Poly,
    pub byte: &'a Operand,
    pub length: &'a Poly,
    pub align: u64,
    pub volatile: bool,
}

/// M-FILL
pub(crate) fn fill(cx: &mut Context, s: &mut State, f: &Fill, detail: &Detail) -> Checked {
    cx.rule("M-FILL");
    take!(cx, Detail::Fill { target, keep, cells } = detail => "hint", "the access is needed");
    cx.defined(f.byte)?;
    let Some(target) = target else {
        reject_if!(cx, !keep.is_empty(), !cells.is_empty() => "hint", "nothing is written");
        return cx.require_eq("P1", f.length, &Poly::constant(0));
    };
    let o = access(cx, s, target, f.target, f.length, f.align)?;
    writable(cx, s, target.block)?;
    survivors(cx, s, target.block, &o, f.length, keep)?;
    reject_if!(cx, f.volatile && !cells.is_empty() => "cells", "a volatile fill has no known values");
    let end = o.add(f.length)?;
    for cell in cells {
        take!(cx, Operand::Int { bits, .. } = f.byte => "cells", "the byte is not a constant");
        check_width(cx, cell.width)?;
        let value = repeated((bits & 0xff) as u8, cell.width, cell.sign);
        new_cell(cx, s, target.block, (&o, &end), cell, value)?;
    }
    Ok(())
}

/// The byte repeated `width` times, read with `sign`.
fn repeated(byte: u8, width: u32, sign: Sign) -> i128 {
    number((0..width).fold(0, |bits, _| bits << 8 | u64::from(byte)), 8 * width, sign)
}
