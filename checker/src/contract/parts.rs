//! The initial state of a case, steps 8 and 10 (`spec/ensures.md`, section "Initial states"): an object that is assigned
//! in part.

use std::collections::BTreeSet;

use certificates::{BlockId, CallerId, Kind};

use super::clause::Contract;
use crate::answer::verdict::Checked;
use crate::decide::term::{Atom, Poly, TooLarge};
use crate::proof::context::Context;
use crate::proof::state::{Block, Entry, State, Uniform};
use crate::rules::memory::new_block;

/// An object that stands in the initial state as several blocks.
pub struct Parted {
    /// The object as the clause describes it.
    pub whole: Block,
    /// Its parts, ascending. The first one has the number that the object had.
    pub parts: Vec<BlockId>,
}

/// Bytes of a block, from and up to an offset.
pub(super) type Bytes = (i128, i128);

/// Step 8: the objects that are assigned in part. Adds for each that its base is a multiple of its alignment, which parts
/// that begin elsewhere do not say.
pub(super) fn assigned_in_part(
    cx: &mut Context,
    s: &mut State,
    contract: &Contract,
    symbols: &[Poly],
    protected: &BTreeSet<BlockId>,
) -> Checked<Vec<(BlockId, Vec<Bytes>)>> {
    let mut found = Vec::new();
    for id in protected {
        let Some(block) = s.blocks.get(id).cloned().filter(|b| matches!(b.kind, Kind::Caller(_))) else { continue };
        let assigned = match block.size.as_constant() {
            Some(size) => assigned(contract, symbols, &block.base, size)?,
            None => continue,
        };
        if assigned.is_empty() {
            continue;
        }
        if block.align > 1 {
            let multiple = cx.fresh(s)?.scale(i128::from(block.align))?;
            cx.add(Atom::eq(&block.base, &multiple)?)?;
        }
        found.push((*id, assigned));
    }
    Ok(found)
}

/// Step 10: divides objects; of the parts, those are protected that are not assigned.
pub(super) fn part(
    cx: &mut Context,
    s: &mut State,
    contract: &Contract,
    objects: Vec<(BlockId, Vec<Bytes>)>,
    protected: &mut BTreeSet<BlockId>,
) -> Checked<Vec<Parted>> {
    let mut found = Vec::new();
    let numbered = contract.ranges.len() + contract.structures.len();
    let mut number = u32::try_from(numbered).map_err(|_| TooLarge)?;
    for (id, assigned) in objects {
        let Some(whole) = s.blocks.get(&id) else { continue };
        let whole = Block { read_only: false, ..whole.as_ref().clone() };
        let size = whole.size.as_constant().ok_or(TooLarge)?;
        protected.remove(&id);
        let object = u32::try_from(found.len()).map_err(|_| TooLarge)?;
        let mut parts = Vec::new();
        for (begin, end, written) in divided(&assigned, size) {
            let align = match begin {
                0 => whole.align,
                _ => whole.align.min(1u64.checked_shl(begin.trailing_zeros()).unwrap_or(u64::MAX)),
            };
            let (base, size, kind) =
                (whole.base.plus(begin)?, Poly::constant(end - begin), Kind::Caller(CallerId::Part { object, number }));
            number = number.checked_add(1).ok_or(TooLarge)?;
            let block = Block { read_only: !written, ..Block::new(base, size, align, kind) };
            let part = match begin {
                0 => {
                    s.blocks.insert(id, block.into());
                    id
                }
                _ => new_block(cx, s, block)?,
            };
            protected.extend((!written).then_some(part));
            parts.push((part, (begin, end)));
        }
        moved(s, id, &parts);
        found.push(Parted { whole, parts: parts.into_iter().map(|(part, _)| part).collect() });
    }
    Ok(found)
}

/// The bytes of an object that are assigned, by looking: ascending, and no two of them touch.
fn assigned(contract: &Contract, symbols: &[Poly], base: &Poly, size: i128) -> Checked<Vec<Bytes>> {
    let mut found: Vec<Bytes> = Vec::new();
    for (address, length) in contract.assigned.iter().flatten() {
        let offset = address.substitute(symbols)?.sub(base)?.as_constant();
        let Some((begin, length)) = offset.zip(length.substitute(symbols)?.as_constant()) else { continue };
        let end = begin.checked_add(length).ok_or(TooLarge)?;
        if 0 <= begin && begin < end && end <= size {
            found.push((begin, end));
        }
    }
    found.sort_unstable();
    let mut joined: Vec<Bytes> = Vec::new();
    for (begin, end) in found {
        match joined.last_mut() {
            Some((_, last)) if begin <= *last => *last = end.max(*last),
            _ => joined.push((begin, end)),
        }
    }
    Ok(joined)
}

/// All bytes of an object, in parts: whether each is assigned.
fn divided(assigned: &[Bytes], size: i128) -> Vec<(i128, i128, bool)> {
    let mut parts = Vec::new();
    let mut end = 0;
    for (from, to) in assigned {
        parts.push((end, *from, false));
        parts.push((*from, *to, true));
        end = *to;
    }
    parts.push((end, size, false));
    parts.retain(|(begin, end, _)| begin < end);
    parts
}

/// What is known of an object's bytes goes to the part in which they lie, by looking; what lies in none is deleted.
fn moved(s: &mut State, id: BlockId, parts: &[(BlockId, Bytes)]) {
    let around = |begin: Option<i128>, end: Option<i128>| {
        let (begin, end) = begin.zip(end)?;
        let (part, (from, _)) = parts.iter().find(|(_, (from, to))| *from <= begin && end <= *to)?;
        Some((*part, Poly::constant(begin - from)))
    };
    let entries: Vec<_> =
        s.entries.iter().filter(|(_, entry)| entry.block == id).map(|(n, e)| (*n, e.clone())).collect();
    for (number, entry) in entries {
        let begin = entry.offset.as_constant();
        match around(begin, begin.and_then(|begin| begin.checked_add(entry.width.into()))) {
            Some((block, offset)) => {
                drop(s.entries.insert(number, Entry { block, offset, ..entry.as_ref().clone() }.into()));
            }
            None => drop(s.entries.remove(&number)),
        }
    }
    let uniforms: Vec<_> =
        s.uniforms.iter().filter(|(_, uniform)| uniform.block == id).map(|(n, u)| (*n, u.clone())).collect();
    for (number, uniform) in uniforms {
        let end = uniform.end().ok().and_then(|end| end.as_constant());
        match around(uniform.offset.as_constant(), end) {
            Some((block, offset)) => {
                drop(s.uniforms.insert(number, Uniform { block, offset, ..uniform.as_ref().clone() }.into()));
            }
            None => drop(s.uniforms.remove(&number)),
        }
    }
}
