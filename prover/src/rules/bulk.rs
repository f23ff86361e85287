//! memcpy, memmove, memset: `spec/rules/memory.md`.

use super::heap::zero_cells;
use super::memory::{ProvedAccess, access, cell, survivors, sweep};
use super::{GoalKind, Next, Premise, Rule, Step, Stop, width_of};
use crate::algebra::{Atom, Term};
use crate::faults::Fault;
use crate::program::{Instruction, Operand, Type};
use crate::state::Entry;
use certificates::{Detail, EntryId, Sign};

/// A structure with more members is copied without names for them.
const MOST_MEMBERS: usize = 8;

/// How the ranges of a copy may lie in one block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranges {
    /// memcpy of C.
    Apart,
    /// llvm.memcpy, which also copies structures for assignments, even of a structure to itself.
    ApartOrEqual,
    /// memmove.
    Any,
}

/// M-MOVE
pub(super) fn memory_move(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    arguments: &[(Type, Operand)],
    ranges: Ranges,
    volatile: bool,
) -> Rule<Next> {
    s.rule = "M-MOVE";
    let bits = s.pointer_bits();
    let [(_, target), (_, source), (length_type, length), ..] = arguments else {
        return Err(Stop::Unsupported("memcpy with these arguments".into()));
    };
    let d = s.unsigned(target, bits)?;
    let from = s.unsigned(source, bits)?;
    let n = s.unsigned(length, width_of(*length_type, bits).unwrap_or(bits))?;
    let empty = Atom::eq(&n, &Term::zero())?;
    if s.holds(&empty) {
        s.prove(empty, || Premise::Length.into())?;
        let detail = Detail::Move { target: None, source: None, keep: Vec::new(), copy: Vec::new() };
        return s.result(i, Sign::Unsigned, d, detail);
    }
    let src = access(s, &from, &n, i.argument_align(1), false)?;
    let dst = access(s, &d, &n, i.argument_align(0), true)?;
    let src_end = src.offset.add(&n)?;
    if src.block == dst.block && ranges != Ranges::Any {
        let before = Atom::le(&src_end, &dst.offset)?;
        let after = Atom::le(&dst.offset.add(&n)?, &src.offset)?;
        let equal = Atom::eq(&src.offset, &dst.offset)?;
        let allowed = if s.holds(&before) {
            before
        } else if ranges == Ranges::Apart || s.holds(&after) {
            after
        } else {
            side(s, &src.offset, &dst.offset)?;
            if s.holds(&equal) { equal } else { after }
        };
        s.prove_unless(Fault::Overlap, allowed, || GoalKind::Apart(None))?;
    }
    if ranges == Ranges::ApartOrEqual && !volatile {
        members_are_named(s, &src, &n)?;
    }
    let mut copy = Vec::new();
    let mut copies = Vec::new();
    if !volatile {
        let sources: Vec<(EntryId, Entry)> = s.st.entries_of(src.block).map(|(id, e)| (id, e.clone())).collect();
        for (id, e) in sources {
            let low = Atom::le(&src.offset, &e.offset)?;
            let high = Atom::le(&e.offset.plus(i128::from(e.width))?, &src_end)?;
            let inside = s.holds(&low) && s.holds(&high);
            if inside || s.cx.faults.on(Fault::Copied) {
                s.prove_unless(Fault::Copied, low, || Premise::CopiedEntry.into())?;
                s.prove_unless(Fault::Copied, high, || Premise::CopiedEntry.into())?;
                let offset = e.offset.sub(&src.offset)?.add(&dst.offset)?;
                copy.push(id);
                copies.push(Entry { block: dst.block, offset, ..e });
            }
        }
    }
    let keep = survivors(s, &dst, &n)?;
    sweep(s, dst.block, &keep);
    for e in copies {
        s.new_entry(e);
    }
    let detail = Detail::Move { target: Some(dst.access), source: Some(src.access), keep, copy };
    s.result(i, Sign::Unsigned, d, detail)
}

/// Asks for names of what the members of a structure hold that is assigned: the copy holds the same then.
fn members_are_named(s: &mut Step<'_, '_>, source: &ProvedAccess, n: &Term) -> Rule<()> {
    let program = s.cx.program;
    let record = n.as_constant().and_then(|size| program.record_of(size));
    let Some(record) = record.filter(|record| record.members.len() <= MOST_MEMBERS) else { return Ok(()) };
    for member in &record.members {
        let Some(sign) = member.sign() else { continue };
        let offset = source.offset.plus(i128::from(member.offset))?;
        let overlaps = |e: &Entry| {
            let distance = e.offset.sub(&offset).ok().and_then(|distance| distance.as_constant());
            distance.is_some_and(|d| d < i128::from(member.width) && d > -i128::from(e.width))
        };
        if matches!(member.width, 1 | 2 | 4 | 8) && !s.st.entries_of(source.block).any(|(_, e)| overlaps(e)) {
            return Err(Stop::Read { block: source.block, offset, width: member.width, sign });
        }
    }
    Ok(())
}

/// When elements of one array are assigned to each other, they may be the same one: a case analysis over which comes
/// first.
fn side(s: &mut Step<'_, '_>, source: &Term, target: &Term) -> Rule<()> {
    let cases = [Atom::le(source, target)?, Atom::le(target, source)?];
    for case in cases.iter().filter(|case| case.decide().is_none()) {
        if !s.holds(case) && !s.holds(&case.negate()?) {
            return Err(Stop::Split(case.clone()));
        }
    }
    Ok(())
}

/// M-FILL
pub(super) fn memory_fill(s: &mut Step<'_, '_>, i: &Instruction, arguments: &[(Type, Operand)]) -> Rule<Next> {
    s.rule = "M-FILL";
    let bits = s.pointer_bits();
    let [(_, target), (_, byte), (length_type, length), ..] = arguments else {
        return Err(Stop::Unsupported("memset with these arguments".into()));
    };
    let d = s.unsigned(target, bits)?;
    let n = s.unsigned(length, width_of(*length_type, bits).unwrap_or(bits))?;
    let empty = Atom::eq(&n, &Term::zero())?;
    if s.holds(&empty) {
        s.prove(empty, || Premise::Length.into())?;
        let detail = Detail::Fill { target: None, keep: Vec::new(), cells: Vec::new() };
        return s.result(i, Sign::Unsigned, d, detail);
    }
    let at = access(s, &d, &n, i.argument_align(0), true)?;
    let keep = survivors(s, &at, &n)?;
    sweep(s, at.block, &keep);
    let mut cells = Vec::new();
    let zeroed = matches!(byte, Operand::Int { bits: 0, .. }) || s.cx.faults.on(Fault::Filled);
    // Nothing is known of what a volatile fill leaves.
    let volatile = matches!(arguments.get(3), Some((_, Operand::Int { bits, .. })) if *bits != 0);
    if let (true, Some(length)) = (zeroed && !volatile, n.as_constant()) {
        for (offset, width, sign) in zero_cells(length, bits) {
            let offset = at.offset.plus(offset)?;
            s.new_entry(Entry { block: at.block, offset: offset.clone(), width, sign, value: Term::zero() });
            cells.push(cell(&offset, width, sign));
        }
    }
    if let (false, Operand::Int { bits, .. }) = (volatile, byte) {
        cells.extend(super::uniform::filled(s, at.block, (&at.offset, &n), (bits & 0xff) as u8)?);
    }
    s.result(i, Sign::Unsigned, d, Detail::Fill { target: Some(at.access), keep, cells })
}
