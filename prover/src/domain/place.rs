//! Where a callee's block of the caller's lies in the caller's state: whole, or as a part that is lent (`spec/graph.md`,
//! "Lending").

use super::{Instance, holds};
use crate::algebra::{Atom, Term, TooLarge};
use crate::rules::{self, Context};
use crate::state::{Block, State};
use certificates::{BlockId, Kind};

/// Whether the checker admits the blocks of a call that are not handed over whole, by looking. An instance that was
/// found by `covers` has equal blocks, but perhaps not by looking.
pub(crate) fn admits(cx: &mut Context<'_>, node: &State, st: &State, instance: &Instance) -> bool {
    let blocks = node.blocks.iter().filter(|(_, block)| matches!(block.kind, Kind::Caller(_)));
    let pairs = blocks.filter_map(|(id, block)| Some((*id, block, st.blocks.get(instance.blocks.get(id)?)?)));
    let pairs: Vec<(BlockId, &Block, &Block)> = pairs.collect();
    pairs.into_iter().all(|(id, wanted, given)| {
        let Ok(place) = Place::of(wanted, given, instance) else { return false };
        if !place.is_part {
            return true;
        }
        // What is a part of an object for the callee is handed over whole.
        let obligations = place.obligations(cx, given, (node, id), instance);
        wanted.kind.object().is_none()
            && place.is_aligned(wanted, given)
            && obligations.is_ok_and(|atoms| atoms.iter().all(|atom| holds(cx, st, atom)))
    })
}

/// Where an entry's block lies in the caller's.
pub(crate) struct Place {
    base: Term,
    size: Term,
    /// The distance of the beginnings.
    shift: Term,
    /// Whether the block is lent, not handed over whole.
    pub(super) is_part: bool,
}

impl Place {
    pub(crate) fn of(wanted: &Block, given: &Block, instance: &Instance) -> Result<Place, TooLarge> {
        let (base, size) = (instance.image_of(&wanted.base)?, instance.image_of(&wanted.size)?);
        let shift = base.sub(&given.base)?;
        let whole = shift.is_zero() && size == given.size && matches!(given.kind, Kind::Stack(_) | Kind::Caller(_));
        Ok(Place { base, size, shift, is_part: !whole })
    }

    /// Whether bytes of the caller's block lie outside of the part, by looking.
    pub(crate) fn is_outside(&self, begins: &Term, ends: Result<Term, TooLarge>) -> bool {
        let ordered = |first: Result<Term, TooLarge>, then: &Term| {
            let distance = first.and_then(|first| then.sub(&first));
            distance.is_ok_and(|distance| distance.as_constant().is_some_and(|distance| distance >= 0))
        };
        let end = self.shift.add(&self.size);
        self.is_part && (ordered(ends, &self.shift) || ordered(end, begins))
    }

    /// The alignment is decided by looking.
    pub(super) fn is_aligned(&self, wanted: &Block, given: &Block) -> bool {
        let align = i128::from(wanted.align.max(1));
        given.align.is_multiple_of(wanted.align) && self.shift.parts().iter().all(|(_, factor)| factor % align == 0)
    }

    /// What the checker must see of a part and of the entries in it.
    pub(super) fn obligations(
        &self,
        cx: &Context<'_>,
        given: &Block,
        (node, id): (&State, BlockId),
        instance: &Instance,
    ) -> Result<Vec<Atom>, TooLarge> {
        let end = given.base.add(&given.size)?;
        let mut atoms = vec![Atom::le(&Term::zero(), &self.size)?];
        if given.kind == Kind::Heap {
            atoms.push(Atom::le(&given.size, &rules::heap::largest_block(cx))?);
        }
        atoms.push(Atom::le(&given.base, &self.base)?);
        atoms.push(Atom::le(&self.base.add(&self.size)?, &end)?);
        let entries = node.entries_of(id).map(|(_, e)| Ok((e.offset.clone(), e.offset.plus(e.width.into())?)));
        let uniforms = node.uniforms_of(id).map(|(_, u)| Ok((u.offset.clone(), u.end()?)));
        for bytes in entries.chain(uniforms) {
            let (begin, end): (Term, Term) = bytes?;
            atoms.push(Atom::le(&Term::zero(), &instance.image_of(&begin)?)?);
            atoms.push(Atom::le(&instance.image_of(&end)?, &self.size)?);
        }
        Ok(atoms)
    }
}
