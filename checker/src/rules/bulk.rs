//! Copying and filling of ranges (`spec/rules/memory.md`, M-MOVE and M-FILL).

use super::heap::check_width;
use super::memory::{access, entry, new_entry, read_term, survivors, writable};
use super::shared::*;

/// Operands of memcpy and memmove, already read.
pub struct Move<'a> {
    pub target: &'a Poly,
    pub source: &'a Poly,
    pub length: &'a Poly,
    /// Alignments that the call promises for target and source.
    pub aligns: (u64, u64),
    /// memmove: the ranges may overlap.
    pub overlap: bool,
    pub volatile: bool,
}

/// M-MOVE
pub fn copy(j: &mut Judge, s: &mut State, m: &Move, detail: &Detail) -> Checked {
    j.rule("M-MOVE");
    take!(j, Detail::Move { target, source, keep, copy } = detail => "hint", "the accesses are needed");
    let (target, source) = match (target, source) {
        (Some(target), Some(source)) => (target, source),
        (None, None) => {
            reject_if!(j, !keep.is_empty(), !copy.is_empty() => "hint", "nothing is written or copied");
            return j.require_eq("P1", m.length, &Poly::constant(0));
        }
        _ => return j.reject("hint", "both accesses are needed, or none"),
    };
    let os = access(j, s, source, m.source, m.length, m.aligns.1)?;
    let od = access(j, s, target, m.target, m.length, m.aligns.0)?;
    writable(j, s, target.block)?;
    let (source_end, target_end) = (os.add(m.length)?, od.add(m.length)?);
    if !m.overlap && target.block == source.block {
        j.require_either("disjoint", Atom::le(&source_end, &od)?, Atom::le(&target_end, &os)?)?;
    }
    reject_if!(j, m.volatile && !copy.is_empty() => "copy", "a volatile copy has no known values");
    reject_if!(j, !copy.is_sorted_by(|a, b| a < b) => "copy", "the entries are not ascending");
    let mut copies = Vec::new();
    for id in copy {
        let old = entry(j, s, *id)?;
        reject_if!(j, old.block != source.block => "copy", "entry {id} is not of the source block");
        j.require_le("copy begins", &os, &old.offset)?;
        j.require_le("copy ends", &old.offset.plus(i128::from(old.width))?, &source_end)?;
        let offset = old.offset.sub(&os)?.add(&od)?;
        copies.push(Entry { block: target.block, offset, ..old.as_ref().clone() });
    }
    survivors(j, s, target.block, &od, m.length, keep)?;
    for entry in copies {
        new_entry(j, s, entry)?;
    }
    Ok(())
}

/// Operands of memset; the byte is not read yet.
pub struct Fill<'a> {
    pub target: &'a Poly,
    pub byte: &'a Operand,
    pub length: &'a Poly,
    pub align: u64,
    pub volatile: bool,
}

/// M-FILL
pub fn fill(j: &mut Judge, s: &mut State, f: &Fill, detail: &Detail) -> Checked {
    j.rule("M-FILL");
    take!(j, Detail::Fill { target, keep, cells } = detail => "hint", "the access is needed");
    j.defined(f.byte)?;
    let Some(target) = target else {
        reject_if!(j, !keep.is_empty(), !cells.is_empty() => "hint", "nothing is written");
        return j.require_eq("P1", f.length, &Poly::constant(0));
    };
    let o = access(j, s, target, f.target, f.length, f.align)?;
    writable(j, s, target.block)?;
    survivors(j, s, target.block, &o, f.length, keep)?;
    reject_if!(j, f.volatile && !cells.is_empty() => "cells", "a volatile fill has no known values");
    let end = o.add(f.length)?;
    for cell in cells {
        take!(j, Operand::Int { bits, .. } = f.byte => "cells", "the byte is not a constant");
        check_width(j, cell.width)?;
        let offset = read_term(j, s, &cell.offset)?;
        j.require_le("cell begins", &o, &offset)?;
        j.require_le("cell ends", &offset.plus(i128::from(cell.width))?, &end)?;
        let value = Poly::constant(repeated((bits & 0xff) as u8, cell.width, cell.sign));
        new_entry(j, s, Entry { block: target.block, offset, width: cell.width, sign: cell.sign, value })?;
    }
    Ok(())
}

/// The byte repeated `width` times, read with `sign`.
fn repeated(byte: u8, width: u32, sign: Sign) -> i128 {
    number((0..width).fold(0, |bits, _| bits << 8 | u64::from(byte)), 8 * width, sign)
}
