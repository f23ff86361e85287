//! The memory that cells own: what folding and unfolding demand of it and make of it (`spec/rules/list.md`).

use super::list::{Cell, entry_at, pointer_place, premise};
use super::{Context, Rule, Step, Stop, heap, holds};
use crate::algebra::{Atom, Rel, Term};
use crate::state::{Block, Entry, Same, State};
use certificates::{BlockId, EntryId, Kind, Marks, Owned, OwnedBlock, OwnedCase, OwnedSize, Shape, Sign};

/// What a cell has at an owned place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Null,
    /// A block, and of a string the entry that is 0.
    Block(BlockId, Option<EntryId>),
}

/// The size of what a place owns.
enum Size {
    Is(Term),
    Any,
}

impl Size {
    /// In a cell with these fields; `None` if the size is a field of which nothing is known.
    fn of(place: &Owned, fields: &[Option<Term>]) -> Option<Size> {
        Some(match place.size {
            OwnedSize::Constant(size) => Size::Is(Term::constant(i128::from(size))),
            OwnedSize::Field(field) => Size::Is(fields.get(field as usize)?.clone()?),
            OwnedSize::Any => Size::Any,
        })
    }

    /// In a cell all of whose fields are known.
    fn known(place: &Owned, fields: &[Term]) -> Rule<Size> {
        let fields: Vec<Option<Term>> = fields.iter().cloned().map(Some).collect();
        Size::of(place, &fields).ok_or(Stop::Internal("a size in a field that the shape does not have"))
    }
}

/// The heap block at an address that a cell may own: there for certain, and with the marks of the cell.
pub(crate) fn block_at(st: &State, cell: BlockId, address: &Term) -> Option<BlockId> {
    let owner = st.blocks.get(&cell)?;
    let marks = (owner.read_only, owner.kept);
    let possible = |(id, b): &(&BlockId, &Block)| {
        **id != cell && b.kind == Kind::Heap && !b.optional && (b.read_only, b.kept) == marks
    };
    let mut blocks = st.blocks.iter().filter(possible);
    if let Some((id, _)) = blocks.clone().find(|(_, b)| b.base == *address) {
        return Some(*id);
    }
    if !is_tied(st, address) {
        return None;
    }
    let same = Same::of(st);
    let address = same.plain(address);
    blocks.find(|(_, b)| same.plain(&b.base) == address).map(|(id, _)| *id)
}

/// Is the pointer known to be null, without much ado?
pub(crate) fn is_null(st: &State, pointer: &Term) -> bool {
    pointer.is_zero() || is_tied(st, pointer) && Same::of(st).plain(pointer).is_zero()
}

/// Does an equation say anything of a value?
fn is_tied(st: &State, t: &Term) -> bool {
    st.knowledge.iter().any(|fact| fact.rel == Rel::Eq && t.vars().any(|v| fact.term.contains(v)))
}

/// An entry that is the end of a string in a block.
pub(crate) fn end_of_string(st: &State, block: BlockId) -> Option<EntryId> {
    st.entries_of(block).find(|(_, e)| e.width == 1 && e.value.is_zero()).map(|(id, _)| id)
}

/// What a block with these fields has at an owned place, where its pointer is this; `None` if that is nothing that the
/// place describes.
pub(crate) fn held(
    cx: &mut Context<'_>,
    st: &State,
    cell: BlockId,
    place: &Owned,
    pointer: &Term,
    fields: &[Option<Term>],
) -> Option<Held> {
    let Some(id) = block_at(st, cell, pointer) else {
        return holds(cx, st, &Atom::eq(pointer, &Term::zero()).ok()?).then_some(Held::Null);
    };
    let block = st.blocks.get(&id)?;
    let fits = block.align.is_multiple_of(place.align)
        && match Size::of(place, fields)? {
            Size::Is(size) => holds(cx, st, &Atom::eq(&block.size, &size).ok()?),
            Size::Any => holds(cx, st, &Atom::le(&block.size, &heap::largest_block(cx)).ok()?),
        };
    let zero = if place.string { end_of_string(st, id) } else { None };
    (fits && place.string == zero.is_some()).then_some(Held::Block(id, zero))
}

/// Finds what a cell owns that is to be folded.
pub(super) fn find(s: &mut Step<'_, '_>, shape: &Shape, cell: &mut Cell) -> Rule<()> {
    let bits = s.pointer_bits();
    let block = cell.folded.block;
    let fields: Vec<Option<Term>> = cell.fields.iter().cloned().map(Some).collect();
    for place in &shape.owned {
        let (entry, pointer) = entry_at(s, block, pointer_place(place.offset, bits))?;
        let held = held(s.cx, s.st, block, place, &pointer, &fields);
        let (block, zero) = match held.ok_or_else(|| Stop::Unproved(premise().into()))? {
            Held::Null => (None, None),
            Held::Block(block, zero) => (Some(block), zero),
        };
        cell.folded.owned.push(OwnedBlock { entry, block, zero });
    }
    Ok(())
}

/// The obligations about what a cell owns that is folded.
pub(super) fn oblige(s: &mut Step<'_, '_>, shape: &Shape, cell: &Cell) -> Rule<()> {
    let entry = |st: &State, id: EntryId| {
        st.entries.get(&id).cloned().ok_or(Stop::Internal("an entry that the state does not have"))
    };
    for (place, owned) in shape.owned.iter().zip(&cell.folded.owned) {
        let pointer = entry(s.st, owned.entry)?;
        s.prove(Atom::eq(&pointer.offset, &Term::constant(i128::from(place.offset)))?, premise)?;
        let Some(block) = owned.block else {
            s.prove(Atom::eq(&pointer.value, &Term::zero())?, premise)?;
            continue;
        };
        let block = s.st.blocks.get(&block).cloned();
        let block = block.ok_or(Stop::Internal("a block that the state does not have"))?;
        s.prove(Atom::eq(&pointer.value, &block.base)?, premise)?;
        let size = match Size::known(place, &cell.fields)? {
            Size::Is(size) => Atom::eq(&block.size, &size)?,
            Size::Any => Atom::le(&block.size, &heap::largest_block(s.cx))?,
        };
        s.prove(size, premise)?;
        if let Some(zero) = owned.zero {
            let zero = entry(s.st, zero)?.value;
            s.prove(Atom::eq(&zero, &Term::zero())?, premise)?;
        }
    }
    Ok(())
}

/// Takes the blocks of a folded cell out of the state.
pub(super) fn consume(st: &mut State, cell: &Cell) {
    st.forget_block(cell.folded.block);
    cell.folded.owned.iter().filter_map(|owned| owned.block).for_each(|block| st.forget_block(block));
}

/// The pointers at the owned places of a cell that is unfolded, whose fields are these.
pub(super) fn pointers(s: &mut Step<'_, '_>, shape: &Shape, fields: &[Term]) -> Rule<Vec<Term>> {
    let bits = s.pointer_bits();
    let pointer = |place: &Owned| {
        let field = shape.fields.iter().position(|field| field.offset == place.offset);
        match field.and_then(|field| fields.get(field)) {
            Some(value) => Ok(value.clone()),
            None => Ok(s.fresh_ranged(bits, Sign::Unsigned)?),
        }
    };
    shape.owned.iter().map(pointer).collect()
}

/// The blocks that an unfolded cell owns, and which case each place is.
pub(super) fn unfold(
    s: &mut Step<'_, '_>,
    shape: &Shape,
    marks: Marks,
    fields: &[Term],
    pointers: &[Term],
) -> Rule<Vec<OwnedCase>> {
    let zero = Term::zero();
    let mut cases = Vec::new();
    for (place, pointer) in shape.owned.iter().zip(pointers) {
        let present = Atom::ne(pointer, &zero)?;
        let null = Atom::eq(pointer, &zero)?;
        cases.push(if s.holds(&present) {
            s.prove(present, premise)?;
            block(s, place, pointer, (fields, marks), false)?;
            OwnedCase::Present
        } else if s.holds(&null) {
            s.prove(null, premise)?;
            OwnedCase::Null
        } else if place.string {
            s.cx.owned.null(shape, place.offset);
            return Err(Stop::Unproved("that a cell has a string".into()));
        } else {
            block(s, place, pointer, (fields, marks), true)?;
            OwnedCase::Optional
        });
    }
    Ok(cases)
}

/// What an unfolded cell owns at a place.
fn block(
    s: &mut Step<'_, '_>,
    place: &Owned,
    pointer: &Term,
    (fields, marks): (&[Term], Marks),
    optional: bool,
) -> Rule<()> {
    let size = match Size::known(place, fields)? {
        Size::Is(size) => size,
        Size::Any => {
            let n = s.fresh();
            s.st.add_le(&Term::zero(), &n)?;
            s.st.add_le(&n, &heap::largest_block(s.cx))?;
            n
        }
    };
    let end = if place.string { Some(s.fresh()) } else { None };
    if !optional {
        s.st.add_le(&Term::constant(1), pointer)?;
        if matches!(place.size, OwnedSize::Constant(_)) {
            let top = Term::constant((1i128 << s.pointer_bits()) - 1);
            s.st.add_le(&pointer.add(&size)?, &top)?;
        }
    }
    let Marks { read_only, kept } = marks;
    let (base, align, kind) = (pointer.clone(), place.align, Kind::Heap);
    let block = s.new_block(Block { base, size: size.clone(), align, kind, read_only, kept, optional });
    if let Some(end) = end {
        s.st.add_le(&Term::zero(), &end)?;
        s.st.add_le(&end.plus(1)?, &size)?;
        s.new_entry(Entry { block, offset: end, width: 1, sign: Sign::Unsigned, value: Term::zero() });
    }
    Ok(())
}

/// G-BLOCK for what an unfolded cell owns, where it is not too large for an address.
pub(super) fn place_blocks(s: &mut Step<'_, '_>, blocks: &[BlockId]) -> Rule<()> {
    for id in blocks {
        let Some(block) = s.st.blocks.get(id) else { continue };
        if !block.optional && block.size.as_constant().is_none() {
            let (base, size) = (block.base.clone(), block.size.clone());
            heap::placed(s.cx, s.st, *id, &base, &size)?;
        }
    }
    Ok(())
}
