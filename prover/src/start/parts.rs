//! An object that is assigned in part stands in the initial state as several blocks (`spec/ensures.md`, section "Initial
//! states", steps 8 and 10).

use crate::algebra::{Atom, Term, TooLarge};
use crate::domain::lending::Part;
use crate::start::Builder;
use crate::state::{Block, Entry, State};
use certificates::{BlockId, CallerId, Kind};
use std::collections::BTreeSet;

/// An object that stands in the initial state as several blocks.
#[derive(Clone, Debug)]
pub(crate) struct Parted {
    /// The object as the clause describes it.
    pub whole: Block,
    /// Its parts, ascending. The first one has the name that the object had.
    pub parts: Vec<BlockId>,
}

/// Bytes of a block, from and up to an offset.
pub(super) type Bytes = (i128, i128);

/// The bytes of an object that are assigned, ascending, where no two of them touch: of the ranges that are assigned those
/// that lie at a known place inside.
pub(super) fn assigned(block: &Block, ranges: &[(Term, Term)]) -> Result<Vec<Bytes>, TooLarge> {
    let Some(size) = block.size.as_constant().filter(|_| matches!(block.kind, Kind::Caller(_))) else {
        return Ok(Vec::new());
    };
    let mut found: Vec<Bytes> = Vec::new();
    for (address, length) in ranges {
        let Some((begin, length)) = address.sub(&block.base)?.as_constant().zip(length.as_constant()) else { continue };
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

impl Builder<'_, '_> {
    /// Says of an object that will be divided that its base is a multiple of its alignment: no part but the first one says
    /// it.
    pub(super) fn aligned(&mut self, id: BlockId) -> Result<(), TooLarge> {
        if self.start.state.blocks.get(&id).is_some_and(|block| block.align > 1) {
            let multiple = self.fresh();
            aligned(&mut self.start.state, id, &multiple)?;
        }
        Ok(())
    }

    /// Divides an object of which these bytes are assigned; the other parts are protected.
    pub(super) fn part(
        &mut self,
        id: BlockId,
        assigned: &[Bytes],
        protected: &mut BTreeSet<BlockId>,
    ) -> Result<Option<Parted>, TooLarge> {
        let Some(whole) = self.start.state.blocks.get(&id).cloned() else { return Ok(None) };
        let bytes = divided(assigned, whole.size.as_constant().ok_or(TooLarge)?);
        let others: Vec<BlockId> = bytes.iter().skip(1).map(|_| self.next_block()).collect();
        let parts: Vec<BlockId> = std::iter::once(id).chain(others).collect();
        divide(&mut self.start.state, id, (&bytes, true), &parts)?;
        let written = bytes.iter().map(|bytes| bytes.2);
        protected.extend(parts.iter().zip(written).filter(|(_, written)| !written).map(|(part, _)| *part));
        Ok(Some(Parted { whole, parts }))
    }
}

/// Says of a block that its base is its alignment times this.
pub(crate) fn aligned(state: &mut State, id: BlockId, times: &Term) -> Result<(), TooLarge> {
    let Some(block) = state.blocks.get(&id) else { return Ok(()) };
    let atom = Atom::eq(&block.base, &times.scale(i128::from(block.align))?)?;
    state.add(atom);
    Ok(())
}

/// Divides a block into parts, ascending and without gaps, which get these names; the first one is the block's own.
/// `one`: whether they are known to be parts of one object.
pub(crate) fn divide(
    state: &mut State,
    id: BlockId,
    (bytes, one): (&[Part], bool),
    names: &[BlockId],
) -> Result<(), TooLarge> {
    let Some(whole) = state.blocks.get(&id).cloned() else { return Ok(()) };
    let parts: Vec<(BlockId, Bytes)> =
        names.iter().zip(bytes).map(|(part, (begin, end, _))| (*part, (*begin, *end))).collect();
    for ((part, (begin, end)), (_, _, written)) in parts.iter().zip(bytes) {
        let align = match begin {
            0 => whole.align,
            _ => whole.align.min(1u64.checked_shl(begin.trailing_zeros()).unwrap_or(u64::MAX)),
        };
        let kind = match one {
            true => Kind::Caller(CallerId::Part { object: id, number: *part }),
            false if *part == id => whole.kind.clone(),
            false => Kind::Caller(CallerId::Block(*part)),
        };
        let (base, size) = (whole.base.plus(*begin)?, Term::constant(end.checked_sub(*begin).ok_or(TooLarge)?));
        let read_only = whole.read_only || !written;
        state.blocks.insert(*part, Block { base, size, align, kind, read_only, ..whole.clone() });
    }
    moved(state, id, &parts);
    Ok(())
}

/// The entries and uniform facts of an object go to the part in which they lie; those that lie in none are
/// forgotten.
fn moved(state: &mut State, id: BlockId, parts: &[(BlockId, Bytes)]) {
    state.uniforms.retain(|_, u| {
        if u.block != id {
            return true;
        }
        let end = u.end().ok().and_then(|end| end.as_constant());
        let Some((first, last)) = u.offset.as_constant().zip(end) else { return false };
        let inside = |(begin, end): Bytes| begin <= first && last <= end;
        let Some((part, (begin, _))) = parts.iter().find(|(_, bytes)| inside(*bytes)) else { return false };
        (u.block, u.offset) = (*part, Term::constant(first - begin));
        true
    });
    state.entries.retain(|_, entry| {
        if entry.block != id {
            return true;
        }
        let Some(offset) = entry.offset.as_constant() else { return false };
        let last = offset.checked_add(i128::from(entry.width));
        let inside = |(begin, end): Bytes| begin <= offset && last.is_some_and(|last| last <= end);
        let Some((part, (begin, _))) = parts.iter().find(|(_, bytes)| inside(*bytes)) else { return false };
        *entry = Entry { block: *part, offset: Term::constant(offset - begin), ..entry.clone() };
        true
    });
}

/// All bytes of an object, in parts: whether each is assigned.
fn divided(assigned: &[Bytes], size: i128) -> Vec<Part> {
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
