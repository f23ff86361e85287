//! The memory that cells own: what folding requires of it, and what unfolding makes of it (`spec/rules/list.md`).

use super::cell::{Cell, entry_at, pointer_place, premise};
use super::{Context, GoalKind, Rule, Step, Stop, heap, holds};
use crate::algebra::{Atom, Rel, Term};
use crate::faults::Fault;
use crate::state::{Block, ElementPart, Entry, Range, Same, Segment, State};
use certificates::{
    BlockId, EntryId, FoldedOwned, FoldedPart, Kind, ListId, Marks, Owned, OwnedCase, OwnedPart, OwnedSize, Shape,
    ShapeId, Sign,
};

/// What a cell has at an owned place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Null,
    /// A block; for a string also the entry that is its 0.
    Block(BlockId, Option<EntryId>),
    List(ListId),
}

/// The size of the block that a place owns.
enum Size {
    Is(Term),
    Any,
}

impl Size {
    /// The size for a cell with these fields; `None` if it is a field of which nothing is known.
    fn of(size: OwnedSize, fields: &[Option<Term>]) -> Option<Size> {
        Some(match size {
            OwnedSize::Constant(size) => Size::Is(Term::constant(i128::from(size))),
            OwnedSize::Field(field) => Size::Is(fields.get(field as usize)?.clone()?),
            OwnedSize::Any => Size::Any,
        })
    }

    /// The size, if it is said.
    fn term(&self) -> Option<&Term> {
        match self {
            Size::Is(size) => Some(size),
            Size::Any => None,
        }
    }

    /// The size for a cell all of whose fields are known.
    fn known(size: OwnedSize, fields: &[Term]) -> Rule<Size> {
        let fields: Vec<Option<Term>> = fields.iter().cloned().map(Some).collect();
        Size::of(size, &fields).ok_or(Stop::Internal("a size in a field that the shape does not have"))
    }
}

/// What may own memory: a cell, or the elements of an array.
#[derive(Clone, Copy)]
pub(crate) struct Owner {
    /// The cell, or the array; it does not own itself.
    pub block: BlockId,
    /// The marks of what it owns.
    pub marks: Marks,
}

impl Owner {
    /// A cell, which owns memory with its own marks.
    fn cell(st: &State, cell: BlockId) -> Option<Owner> {
        let Block { read_only, kept, .. } = *st.blocks.get(&cell)?;
        Some(Owner { block: cell, marks: Marks { read_only, kept } })
    }

    /// The heap block at an address, if it may be owned: it is certainly present.
    pub(crate) fn block_at(self, st: &State, address: &Term) -> Option<BlockId> {
        let possible = |(id, b): &(&BlockId, &Block)| {
            let marks = Marks { read_only: b.read_only, kept: b.kept };
            **id != self.block && b.kind == Kind::Heap && !b.optional && marks == self.marks
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

    /// The list that begins at an address, if it may be owned.
    pub(crate) fn list_at(self, st: &State, address: &Term) -> Option<ListId> {
        let same = Same::of(st);
        let address = same.plain(address);
        let begins = |l: &Segment| l.marks == self.marks && same.plain(&l.head) == address;
        st.lists.iter().find(|(_, l)| begins(l)).map(|(id, _)| *id)
    }

    /// What this pointer leads to, which is to be owned; `None` if it is not this part.
    pub(crate) fn held(self, cx: &mut Context<'_>, st: &State, part: &ElementPart, pointer: &Term) -> Option<Held> {
        let null = |cx: &mut Context<'_>| {
            let null = Atom::eq(pointer, &Term::zero()).ok()?;
            holds(cx, st, &null).then_some(Held::Null)
        };
        match part {
            ElementPart::List(shape) => {
                let list = if is_null(st, pointer) { None } else { self.list_at(st, pointer) };
                let Some(list) = list else { return null(cx) };
                is_owned_list(cx, st, list, *shape)?.then_some(Held::List(list))
            }
            ElementPart::Block { size, align, string } => {
                let Some(id) = self.block_at(st, pointer) else { return null(cx) };
                let block = st.blocks.get(&id)?;
                let size = match size {
                    Some(size) => Atom::eq(&block.size, size).ok()?,
                    None => Atom::le(&block.size, &heap::largest_block(cx)).ok()?,
                };
                let fits = block.align.is_multiple_of(*align) && holds(cx, st, &size);
                let zero = if *string { end_of_string(st, id) } else { None };
                (fits && *string == zero.is_some()).then_some(Held::Block(id, zero))
            }
        }
    }
}

/// The heap block at an address, if this cell may own it.
pub(crate) fn block_at(st: &State, cell: BlockId, address: &Term) -> Option<BlockId> {
    Owner::cell(st, cell)?.block_at(st, address)
}

/// The list that begins at an address, if this cell may own it.
pub(crate) fn list_at(st: &State, cell: BlockId, address: &Term) -> Option<ListId> {
    Owner::cell(st, cell)?.list_at(st, address)
}

/// Do equations alone say that the pointer is null?
pub(crate) fn is_null(st: &State, pointer: &Term) -> bool {
    pointer.is_zero() || is_tied(st, pointer) && Same::of(st).plain(pointer).is_zero()
}

/// Does any equation mention a variable of the value?
fn is_tied(st: &State, t: &Term) -> bool {
    st.knowledge.iter().any(|fact| fact.rel == Rel::Eq && t.vars().any(|v| fact.term.contains(v)))
}

/// An entry that is the end of a string in a block.
pub(crate) fn end_of_string(st: &State, block: BlockId) -> Option<EntryId> {
    st.entries_of(block).find(|(_, e)| e.width == 1 && e.value.is_zero()).map(|(id, _)| id)
}

/// What a block, read as a cell with these fields, has at an owned place with this pointer; `None` if it is not what
/// the place describes.
pub(crate) fn held(
    cx: &mut Context<'_>,
    st: &State,
    cell: BlockId,
    place: &Owned,
    pointer: &Term,
    fields: &[Option<Term>],
) -> Option<Held> {
    let part = match place.part {
        OwnedPart::Block { size, align, string } => {
            ElementPart::Block { size: Size::of(size, fields)?.term().cloned(), align, string }
        }
        OwnedPart::List(shape) => ElementPart::List(shape),
    };
    Owner::cell(st, cell)?.held(cx, st, &part, pointer)
}

/// Is the list of this shape, with a null pointer behind its last cell and before its first?
fn is_owned_list(cx: &mut Context<'_>, st: &State, list: ListId, shape: ShapeId) -> Option<bool> {
    let l = st.lists.get(&list)?;
    let null = |cx: &mut Context<'_>, t: &Term| Some(holds(cx, st, &Atom::eq(t, &Term::zero()).ok()?));
    let ends = null(cx, &l.end)? || cx.faults.on(Fault::OwnedEnd);
    Some(l.shape == shape && ends && null(cx, &l.before)?)
}

/// Finds what a cell owns that is to be folded.
pub(super) fn find(s: &mut Step<'_, '_>, shape: &Shape, cell: &mut Cell) -> Rule<()> {
    let bits = s.pointer_bits();
    let block = cell.folded.block;
    let fields: Vec<Option<Term>> = cell.fields.iter().cloned().map(Some).collect();
    for place in &shape.owned {
        let (entry, pointer) = entry_at(s, block, pointer_place(place.offset, bits))?;
        let held = held(s.cx, s.st, block, place, &pointer, &fields);
        let part = match held.ok_or_else(|| Stop::Unproved(Box::new(s.goal(premise()))))? {
            Held::Null => FoldedPart::Null,
            Held::Block(block, zero) => FoldedPart::Block { block, zero },
            Held::List(list) => FoldedPart::List(list),
        };
        cell.folded.owned.push(FoldedOwned { entry, part });
    }
    Ok(())
}

/// The obligations about what a folded cell owns.
pub(super) fn oblige(s: &mut Step<'_, '_>, shape: &Shape, cell: &Cell) -> Rule<()> {
    for (place, owned) in shape.owned.iter().zip(&cell.folded.owned) {
        let pointer = entry(s.st, owned.entry)?;
        s.prove(Atom::eq(&pointer.offset, &Term::constant(i128::from(place.offset)))?, premise)?;
        match (owned.part, place.part) {
            (FoldedPart::Null, _) => s.prove(Atom::eq(&pointer.value, &Term::zero())?, premise)?,
            (FoldedPart::List(list), _) => oblige_list(s, list, &pointer.value)?,
            (FoldedPart::Block { block, zero }, OwnedPart::Block { size, .. }) => {
                oblige_block(s, (block, zero), &pointer.value, Size::known(size, &cell.fields)?.term())?;
            }
            (FoldedPart::Block { .. }, OwnedPart::List(_)) => {
                return Err(Stop::Internal("a block where a cell owns a list"));
            }
        }
    }
    Ok(())
}

fn entry(st: &State, id: EntryId) -> Rule<Entry> {
    st.entries.get(&id).cloned().ok_or(Stop::Internal("an entry that the state does not have"))
}

/// The obligations about a block that a folded cell, or an element of an array, owns; for a string also about its end.
pub(super) fn oblige_block(
    s: &mut Step<'_, '_>,
    (block, zero): (BlockId, Option<EntryId>),
    pointer: &Term,
    size: Option<&Term>,
) -> Rule<()> {
    let block = s.st.blocks.get(&block).cloned();
    let block = block.ok_or(Stop::Internal("a block that the state does not have"))?;
    s.prove(Atom::eq(pointer, &block.base)?, premise)?;
    let size = match size {
        Some(size) => Atom::eq(&block.size, size)?,
        None => Atom::le(&block.size, &heap::largest_block(s.cx))?,
    };
    s.prove(size, premise)?;
    if let Some(zero) = zero {
        let zero = entry(s.st, zero)?.value;
        s.prove(Atom::eq(&zero, &Term::zero())?, premise)?;
    }
    Ok(())
}

/// The obligations about a list that a folded cell, or an element of an array, owns.
pub(super) fn oblige_list(s: &mut Step<'_, '_>, list: ListId, pointer: &Term) -> Rule<()> {
    let l = s.segment(list)?;
    s.prove(Atom::eq(pointer, &l.head)?, premise)?;
    s.prove_unless(Fault::OwnedEnd, Atom::eq(&l.end, &Term::zero())?, premise)?;
    if s.shape(l.shape)?.back.is_some() {
        s.prove(Atom::eq(&l.before, &Term::zero())?, premise)?;
    }
    Ok(())
}

/// Takes the block of a folded cell, and what the cell owns, out of the state.
pub(super) fn consume(st: &mut State, cell: &Cell) {
    st.forget_block(cell.folded.block);
    for owned in &cell.folded.owned {
        consume_part(st, owned.part);
    }
}

/// Takes what a folded cell, or an element of an array, owns out of the state.
pub(super) fn consume_part(st: &mut State, part: FoldedPart) {
    match part {
        FoldedPart::Null => {}
        FoldedPart::Block { block, .. } => st.forget_block(block),
        FoldedPart::List(list) => drop(st.lists.remove(&list)),
    }
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

/// Makes what an unfolded cell owns. Returns the case of each owned place.
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
        cases.push(match place.part {
            OwnedPart::List(_) if s.holds(&null) => {
                s.prove(null, premise)?;
                OwnedCase::Null
            }
            OwnedPart::List(shape) => {
                list(s, shape, pointer, marks)?;
                OwnedCase::List
            }
            OwnedPart::Block { .. } if s.holds(&present) => {
                s.prove(present, premise)?;
                place_block(s, place.part, pointer, (fields, marks), false)?;
                OwnedCase::Present
            }
            OwnedPart::Block { .. } if s.holds(&null) => {
                s.prove(null, premise)?;
                OwnedCase::Null
            }
            OwnedPart::Block { string: true, .. } => {
                s.cx.owned.null(shape, place.offset);
                return s.missing(GoalKind::CellString);
            }
            OwnedPart::Block { .. } => {
                place_block(s, place.part, pointer, (fields, marks), true)?;
                OwnedCase::Optional
            }
        });
    }
    Ok(cases)
}

/// The list that an unfolded cell owns at a place, or an element of an array.
pub(super) fn list(s: &mut Step<'_, '_>, id: ShapeId, pointer: &Term, marks: Marks) -> Rule<()> {
    let shape = s.shape(id)?;
    let length = s.fresh();
    s.st.add_le(&Term::zero(), &length)?;
    let rear = if shape.back.is_some() { s.fresh_ranged(s.pointer_bits(), Sign::Unsigned)? } else { Term::zero() };
    let none = vec![None; shape.fields.len()];
    s.new_list(Segment {
        shape: id,
        head: pointer.clone(),
        end: Term::zero(),
        length,
        before: Term::zero(),
        rear,
        first: none.clone(),
        last: none,
        all: vec![Range::default(); shape.fields.len()],
        lines: vec![None; shape.fields.len()],
        marks,
    });
    Ok(())
}

/// The block that an unfolded cell owns at a place.
fn place_block(
    s: &mut Step<'_, '_>,
    part: OwnedPart,
    pointer: &Term,
    (fields, marks): (&[Term], Marks),
    optional: bool,
) -> Rule<()> {
    let OwnedPart::Block { size, align, string } = part else {
        return Err(Stop::Internal("a list where a cell owns a block"));
    };
    let size = Size::known(size, fields)?;
    block(s, (size.term(), align, string), pointer, marks, optional)
}

/// The block that an unfolded cell owns at a place, or an element of an array: its size if it is said, its alignment, and
/// whether it is a string.
pub(super) fn block(
    s: &mut Step<'_, '_>,
    (size, align, string): (Option<&Term>, u64, bool),
    pointer: &Term,
    marks: Marks,
    optional: bool,
) -> Rule<()> {
    let Marks { read_only, kept } = marks;
    let (base, zero, kind) = (pointer.clone(), Term::zero(), Kind::Heap);
    described(s, (size, string), Block { base, size: zero, align, kind, read_only, kept, optional })
}

/// A block of the size that is said, which is a string if that is said; `looks` is it but for its size.
pub(super) fn described(s: &mut Step<'_, '_>, (size, string): (Option<&Term>, bool), looks: Block) -> Rule<()> {
    let size = match size {
        Some(size) => size.clone(),
        None => {
            let n = s.fresh();
            s.st.add_le(&Term::zero(), &n)?;
            s.st.add_le(&n, &heap::largest_block(s.cx))?;
            n
        }
    };
    let end = if string { Some(s.fresh()) } else { None };
    if !looks.optional {
        s.st.add_le(&Term::constant(1), &looks.base)?;
        let largest = heap::largest_block(s.cx);
        if size.as_constant().zip(largest.as_constant()).is_some_and(|(size, largest)| size <= largest) {
            let top = Term::constant(heap::end_of_memory(s.pointer_bits()));
            s.st.add_le(&looks.base.add(&size)?, &top)?;
        }
    }
    let block = s.new_block(Block { size: size.clone(), ..looks });
    if let Some(end) = end {
        s.st.add_le(&Term::zero(), &end)?;
        s.st.add_le(&end.plus(1)?, &size)?;
        s.new_entry(Entry { block, offset: end, width: 1, sign: Sign::Unsigned, value: Term::zero() });
    }
    Ok(())
}

/// G-BLOCK for what an unfolded cell owns, unless it may be too large for the address space.
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
