//! Cells of lists and trees: what folding and unfolding (materialisation) have in common (`spec/rules/list.md`).

use std::rc::Rc;

use certificates::{FoldedCell, FoldedPart, ListId, Marks, OwnedCase, OwnedPart, OwnedSize, ShapeId};

use super::memory::{entry, live, new_block, new_entry};
use super::shared::*;
use crate::proof::state::{CellFact, MAX_STRUCTURES, OwnedBlock, Segment};

/// What a cell of a list or tree looks like.
pub(crate) type CellShape = certificates::Shape;

/// The shape of this number.
pub(crate) fn shape<'m>(cx: &Context<'m>, id: ShapeId) -> Checked<&'m CellShape> {
    Ok(some!(cx, cx.shapes.get(id as usize) => "shape", "there is no shape {id}"))
}

/// One of lists.
pub(crate) fn list_shape<'m>(cx: &Context<'m>, id: ShapeId) -> Checked<&'m CellShape> {
    let shape = shape(cx, id)?;
    reject_if!(cx, shape.links.len() != 1 => "shape", "cells of lists have one link");
    Ok(shape)
}

/// One of trees.
pub(crate) fn tree_shape<'m>(cx: &Context<'m>, id: ShapeId) -> Checked<&'m CellShape> {
    let shape = shape(cx, id)?;
    reject_if!(cx, shape.back.is_some() => "shape", "cells of trees have no pointer back");
    Ok(shape)
}

/// Facts about all cells, over the first `limit` variables.
pub(crate) fn read_facts(
    cx: &mut Context,
    shape: &CellShape,
    facts: &[certificates::CellFact],
    limit: u32,
) -> Checked<Rc<[CellFact]>> {
    let mut read = Vec::with_capacity(facts.len());
    for fact in facts {
        cx.charge(fact.fields.len())?;
        reject_if!(cx, fact.fields.len() != shape.fields.len() => "all", "a fact has a coefficient for each field");
        let rest = Poly::read(&fact.rest, limit).or_else(|message| cx.reject("term", message))?;
        let fields = fact.fields.iter().map(|coefficient| coefficient.0).collect();
        read.push(CellFact { rel: fact.rel, fields, behind: fact.behind.0, rest });
    }
    Ok(read.into())
}

/// Facts about all cells of a tree, over the first `limit` variables. Cells of a tree have no order, so no fact
/// mentions `behind`.
pub(crate) fn read_tree_facts(
    cx: &mut Context,
    shape: &CellShape,
    facts: &[certificates::CellFact],
    limit: u32,
) -> Checked<Rc<[CellFact]>> {
    reject_if!(cx, facts.iter().any(|fact| fact.behind.0 != 0) => "behind", "a tree's cells are in no row");
    read_facts(cx, shape, facts, limit)
}

/// Facts about all cells in the variables of a state.
pub(crate) fn facts(all: &[CellFact], images: &[Poly]) -> Result<Rc<[CellFact]>, TooLarge> {
    let one = |fact: &CellFact| {
        let rest = fact.rest.substitute(images)?;
        Ok(CellFact { rest, ..fact.clone() })
    };
    all.iter().map(one).collect()
}

/// What is known of each field, over the first `limit` variables.
pub(crate) fn read_values(
    cx: &Context,
    shape: &CellShape,
    values: &[Option<certificates::Term>],
    limit: u32,
) -> Checked<Vec<Option<Poly>>> {
    reject_if!(cx, values.len() != shape.fields.len() => "fields", "there is a value, or none, for each field");
    let read = |term| Poly::read(term, limit).or_else(|message| cx.reject("term", message));
    values.iter().map(|value| value.as_ref().map(read).transpose()).collect()
}

/// Checks that the state has room for another segment or tree.
pub(crate) fn room(cx: &mut Context, s: &State) -> Checked {
    cx.charge(16)?;
    reject_if!(cx, s.lists.len() + s.trees.len() >= MAX_STRUCTURES =>
        "structures", "more than {MAX_STRUCTURES} lists and trees in a state");
    Ok(())
}

/// Adds a segment with the next number.
pub(crate) fn new_list(cx: &mut Context, s: &mut State, segment: Segment) -> Checked {
    room(cx, s)?;
    s.lists.insert(s.next_list, Rc::new(segment));
    s.next_list = s.next_list.checked_add(1).ok_or(TooLarge)?;
    Ok(())
}

/// `require from(l; wanted; more)`: each wanted fact follows from the facts about all cells of a part of this length,
/// with `more` cells after them. (Facts about trees do not mention `behind`, so their length does not matter.)
pub(crate) fn require_from(
    cx: &mut Context,
    s: &State,
    premise: &str,
    (known, length): (&[CellFact], &Poly),
    (wanted, more): (&[CellFact], &Poly),
) -> Checked {
    let Some(fields) = wanted.first().map(|fact| fact.fields.len()) else { return Ok(()) };
    let mark = cx.knowledge.mark();
    let end = u32::try_from(fields).ok().and_then(|fields| s.variables.checked_add(fields)).ok_or(TooLarge)?;
    let values: Vec<Poly> = (s.variables..end).map(Poly::var).collect();
    let mut behind = Poly::var(end);
    add_facts(cx, &values, &behind, known)?;
    if known.iter().chain(wanted).any(|fact| fact.behind != 0) {
        cx.add_le(&Poly::default(), &behind)?;
        cx.add_le(&behind.plus(1)?, length)?;
        behind = behind.add(more)?;
    }
    for fact in wanted {
        cx.require(premise, fact.of(&values, &behind)?)?;
    }
    cx.knowledge.undo(mark);
    Ok(())
}

/// The values at the places of a cell.
pub(crate) struct Values {
    pub base: Poly,
    pub links: Vec<Poly>,
    pub back: Option<Poly>,
    pub fields: Vec<Poly>,
    pub owned: Vec<Poly>,
}

/// The premises of L-FOLD and T-FOLD about the block. Returns the contents of the cell and its marks.
pub(crate) fn folded(
    cx: &mut Context,
    s: &State,
    shape: &CellShape,
    cell: &FoldedCell,
    all: &[CellFact],
) -> Checked<(Values, Marks)> {
    let block = live(cx, s, cell.block)?;
    reject_if!(cx, block.kind != Kind::Heap => "block", "block {} is not of the heap", cell.block);
    reject_if!(cx, block.align % shape.align != 0 => "align", "block {} is aligned to {}", cell.block, block.align);
    reject_if!(cx, cell.links.len() != shape.links.len(), cell.fields.len() != shape.fields.len(),
        cell.owned.len() != shape.owned.len(), cell.back.is_some() != shape.back.is_some() =>
        "places", "there is an entry for each place of the shape");
    cx.charge(shape.fields.len() + shape.owned.len() * shape.owned.len())?;
    cx.require_eq("P1", &block.size, &Poly::constant(i128::from(shape.size)))?;
    let pointer = cx.pointer() / 8;
    let mut links = Vec::new();
    for (id, offset) in cell.links.iter().zip(&shape.links) {
        links.push(place(cx, s, cell, *id, (*offset, pointer, Sign::Unsigned))?);
    }
    let back = match cell.back.zip(shape.back) {
        Some((id, offset)) => Some(place(cx, s, cell, id, (offset, pointer, Sign::Unsigned))?),
        None => None,
    };
    let mut fields = Vec::new();
    for (id, field) in cell.fields.iter().zip(&shape.fields) {
        fields.push(place(cx, s, cell, *id, (field.offset, field.width, field.sign))?);
    }
    let owned = owned_values(cx, s, shape, cell, (&fields, block.marks()))?;
    for fact in all {
        cx.require("P7", fact.of(&fields, &Poly::default())?)?;
    }
    Ok((Values { base: block.base.clone(), links, back, fields, owned }, block.marks()))
}

/// The value of the entry at a place of a cell that is folded.
fn place(
    cx: &mut Context,
    s: &State,
    cell: &FoldedCell,
    id: EntryId,
    (offset, width, sign): (u64, u32, Sign),
) -> Checked<Poly> {
    let entry = entry(cx, s, id)?;
    reject_if!(cx, entry.block != cell.block => "entry", "entry {id} is not of the block that is folded");
    reject_if!(cx, entry.width != width, entry.sign != sign => "width and sign", "entry {id} differs from the place");
    cx.require_eq("P2", &entry.offset, &Poly::constant(i128::from(offset)))?;
    Ok(entry.value.clone())
}

/// The pointers to what a folded cell owns.
fn owned_values(
    cx: &mut Context,
    s: &State,
    shape: &CellShape,
    cell: &FoldedCell,
    (fields, marks): (&[Poly], Marks),
) -> Checked<Vec<Poly>> {
    let pointer = cx.pointer() / 8;
    let mut owned = Vec::new();
    for (number, (given, wanted)) in cell.owned.iter().zip(&shape.owned).enumerate() {
        let value = place(cx, s, cell, given.entry, (wanted.offset, pointer, Sign::Unsigned))?;
        let again = cell.owned.iter().take(number).any(|other| is_same(other.part, given.part));
        reject_if!(cx, again => "owned", "two places own the same block or list");
        match (given.part, wanted.part) {
            (FoldedPart::Null, _) => cx.require_eq("P3", &value, &Poly::default())?,
            (FoldedPart::Block { block, zero }, OwnedPart::Block { size, align, string }) => {
                reject_if!(cx, block == cell.block => "owned", "block {block} is the cell");
                let owned = OwnedBlock { size: size_of(cx, size, fields)?, align, string };
                owns(cx, s, (block, zero), (&owned, marks), &value)?;
            }
            (FoldedPart::List(list), OwnedPart::List(shape)) => owns_list(cx, s, (list, marks), shape, &value)?,
            (FoldedPart::Block { block, .. }, OwnedPart::List(_)) => {
                cx.reject("owned", format!("block {block} where a list is owned"))?;
            }
            (FoldedPart::List(list), OwnedPart::Block { .. }) => {
                cx.reject("owned", format!("list {list} where a block is owned"))?;
            }
        }
        owned.push(value);
    }
    Ok(owned)
}

/// Whether two owning places of a folded cell name one block or one list.
fn is_same(one: FoldedPart, other: FoldedPart) -> bool {
    match (one, other) {
        (FoldedPart::Block { block: a, .. }, FoldedPart::Block { block: b, .. }) => a == b,
        (FoldedPart::List(a), FoldedPart::List(b)) => a == b,
        _ => false,
    }
}

/// The size of an owned block, in a cell with these fields; `None` if any size is allowed.
fn size_of(cx: &Context, size: OwnedSize, fields: &[Poly]) -> Checked<Option<Poly>> {
    Ok(match size {
        OwnedSize::Constant(size) => Some(Poly::constant(i128::from(size))),
        OwnedSize::Field(field) => {
            Some(some!(cx, fields.get(field as usize) => "shape", "there is no field {field}").clone())
        }
        OwnedSize::Any => None,
    })
}

/// A block that a folded cell, or an element of an array, owns; for a string with an entry that is its end.
pub(super) fn owns(
    cx: &mut Context,
    s: &State,
    (id, zero): (BlockId, Option<EntryId>),
    (owned, marks): (&OwnedBlock, Marks),
    value: &Poly,
) -> Checked {
    let block = some!(cx, s.blocks.get(&id) => "owned", "the state has no block {id}");
    // The block may be optional: if it is not there, the pointer is null.
    reject_if!(cx, block.kind != Kind::Heap, block.marks() != marks =>
        "owned", "block {id} is not of the heap, or marked differently");
    reject_if!(cx, block.align % owned.align != 0 => "align", "block {id} is aligned to {}", block.align);
    cx.require_eq("P4", value, &block.base)?;
    match &owned.size {
        Some(size) => cx.require_eq("P5", &block.size, size)?,
        None => cx.require_le("P5", &block.size, &Poly::constant(cx.max_size()))?,
    }
    reject_if!(cx, zero.is_some() != owned.string => "zero", "a string, and nothing else, has an entry that is 0");
    if let Some(zero) = zero {
        let zero = some!(cx, s.entries.get(&zero) => "zero", "the state has no entry {zero}");
        reject_if!(cx, zero.block != id, zero.width != 1 => "zero", "the entry is no byte of block {id}");
        cx.require_eq("P6", &zero.value, &Poly::default())?;
    }
    Ok(())
}

/// A list that a folded cell, or an element of an array, owns.
pub(super) fn owns_list(
    cx: &mut Context,
    s: &State,
    (id, marks): (ListId, Marks),
    wanted: ShapeId,
    value: &Poly,
) -> Checked {
    let list = some!(cx, s.lists.get(&id) => "owned", "the state has no list {id}");
    cx.charge(list.size())?;
    reject_if!(cx, list.shape != wanted, list.marks != marks =>
        "owned", "list {id} is of another shape, or marked differently");
    cx.require_eq("P4", value, &list.head)?;
    cx.require_eq("P8", &list.end, &Poly::default())?;
    if shape(cx, wanted)?.back.is_some() {
        cx.require_eq("P9", &list.before, &Poly::default())?;
    }
    Ok(())
}

/// Deletes the block of a folded cell, and what the cell owns.
pub(crate) fn consume(s: &mut State, cell: &FoldedCell) {
    s.delete(cell.block);
    cell.owned.iter().for_each(|owned| consume_part(s, owned.part));
}

/// Deletes what a folded cell, or an element of an array, owns at a place.
pub(super) fn consume_part(s: &mut State, part: FoldedPart) {
    match part {
        FoldedPart::Null => {}
        FoldedPart::Block { block, .. } => s.delete(block),
        FoldedPart::List(list) => drop(s.lists.remove(&list)),
    }
}

/// Fresh values of the fields and owned places of a cell that is unfolded.
pub(crate) fn fresh_values(cx: &mut Context, s: &mut State, shape: &CellShape) -> Checked<(Vec<Poly>, Vec<Poly>)> {
    let (mut fields, mut owned) = (Vec::new(), Vec::new());
    for field in &shape.fields {
        fields.push(cx.fresh_open(s, 8 * field.width, field.sign)?);
    }
    cx.charge(shape.fields.len() * shape.owned.len())?;
    for place in &shape.owned {
        let field = shape.fields.iter().position(|field| field.offset == place.offset);
        owned.push(match field.and_then(|field| fields.get(field)) {
            Some(value) => value.clone(),
            None => cx.fresh_ranged(s, cx.pointer(), Sign::Unsigned)?,
        });
    }
    Ok((fields, owned))
}

/// Adds the base of the cell that this points to, and that the cell ends in memory.
pub(crate) fn add_address(cx: &mut Context, shape: &CellShape, pointer: &Poly) -> Checked<Poly> {
    let base = pointer.plus(-i128::from(shape.anchor))?;
    cx.add_le(&Poly::constant(1), &base)?;
    cx.add_le(&base.plus(i128::from(shape.size))?, &Poly::constant(cx.top()))?;
    Ok(base)
}

/// Adds that the known fields have these values.
pub(crate) fn add_known(cx: &mut Context, values: &[Poly], known: &[Option<Poly>]) -> Checked {
    for (value, known) in values.iter().zip(known) {
        known.as_ref().map_or(Ok(()), |known| cx.add_eq(value, known))?;
    }
    Ok(())
}

/// Adds the facts about all cells, for a cell with these values and `behind` cells after it.
pub(crate) fn add_facts(cx: &mut Context, values: &[Poly], behind: &Poly, all: &[CellFact]) -> Checked {
    all.iter().try_for_each(|fact| cx.add(fact.of(values, behind)?))
}

/// Adds the block of an unfolded cell, its entries, and the memory that the cell owns.
pub(crate) fn unfold(
    cx: &mut Context,
    s: &mut State,
    shape: &CellShape,
    marks: Marks,
    values: &Values,
    cases: &[OwnedCase],
) -> Checked {
    reject_if!(cx, cases.len() != shape.owned.len() => "owned", "there is a case for each owned place");
    let size = Poly::constant(i128::from(shape.size));
    let block = cell_block(cx, s, (&values.base, &size, shape.align), marks, false)?;
    let pointer = cx.pointer() / 8;
    let links = shape.links.iter().chain(&shape.back).map(|offset| (*offset, pointer, Sign::Unsigned));
    let fields = shape.fields.iter().map(|field| (field.offset, field.width, field.sign));
    let owned = shape.owned.iter().map(|owned| (owned.offset, pointer, Sign::Unsigned));
    let held = values.links.iter().chain(&values.back).chain(&values.fields).chain(&values.owned);
    for ((offset, width, sign), value) in links.chain(fields).chain(owned).zip(held) {
        let (offset, value) = (Poly::constant(i128::from(offset)), value.clone());
        new_entry(cx, s, Entry { block, offset, width, sign, value })?;
    }
    for ((place, case), pointer) in shape.owned.iter().zip(cases).zip(&values.owned) {
        match (case, place.part) {
            (OwnedCase::Null, _) => cx.require_eq("P3", pointer, &Poly::default())?,
            (OwnedCase::Present, OwnedPart::Block { size, align, string }) => {
                cx.require_ne("P4", pointer, &Poly::default())?;
                let owned = OwnedBlock { size: size_of(cx, size, &values.fields)?, align, string };
                owned_block(cx, s, (&owned, marks), pointer, false)?;
            }
            (OwnedCase::Optional, OwnedPart::Block { size, align, string }) => {
                reject_if!(cx, string => "owned", "of a string it is known whether it is there");
                let owned = OwnedBlock { size: size_of(cx, size, &values.fields)?, align, string };
                owned_block(cx, s, (&owned, marks), pointer, true)?;
            }
            (OwnedCase::List, OwnedPart::List(shape)) => owned_list(cx, s, shape, pointer, marks)?,
            (OwnedCase::Present | OwnedCase::Optional, OwnedPart::List(_)) => {
                cx.reject("owned", "a block where a list is owned")?;
            }
            (OwnedCase::List, OwnedPart::Block { .. }) => cx.reject("owned", "a list where a block is owned")?,
        }
    }
    Ok(())
}

/// The block that an unfolded cell owns at a place, or an element of an array.
pub(super) fn owned_block(
    cx: &mut Context,
    s: &mut State,
    (owned, marks): (&OwnedBlock, Marks),
    pointer: &Poly,
    optional: bool,
) -> Checked {
    let Marks { read_only, kept } = marks;
    let kind = Block::new(Poly::default(), Poly::default(), owned.align, Kind::Heap);
    described(cx, s, owned, pointer, Block { read_only, kept, optional, ..kind })
}

/// A block at a pointer, of the size that is said, which is a string if that is said; `looks` is it but for base and size.
pub(crate) fn described(cx: &mut Context, s: &mut State, owned: &OwnedBlock, pointer: &Poly, looks: Block) -> Checked {
    let size = match &owned.size {
        Some(size) => size.clone(),
        None => {
            let n = cx.fresh(s)?;
            cx.add_le(&Poly::default(), &n)?;
            cx.add_le(&n, &Poly::constant(cx.max_size()))?;
            n
        }
    };
    let end = if owned.string { Some(cx.fresh(s)?) } else { None };
    if !looks.optional {
        cx.add_le(&Poly::constant(1), pointer)?;
        // A compiler may have removed an allocation of another size, so that the block has no address.
        if size.as_constant().is_some_and(|size| size <= cx.max_size()) {
            cx.add_le(&pointer.add(&size)?, &Poly::constant(cx.top()))?;
        }
    }
    let block = new_block(cx, s, Block { base: pointer.clone(), size: size.clone(), ..looks })?;
    if let Some(end) = end {
        cx.add_le(&Poly::default(), &end)?;
        cx.add_le(&end.plus(1)?, &size)?;
        new_entry(cx, s, Entry { block, offset: end, width: 1, sign: Sign::Unsigned, value: Poly::default() })?;
    }
    Ok(())
}

/// The list that an unfolded cell owns at a place, or an element of an array.
pub(super) fn owned_list(cx: &mut Context, s: &mut State, id: ShapeId, pointer: &Poly, marks: Marks) -> Checked {
    let looks = list_shape(cx, id)?;
    let length = cx.fresh(s)?;
    cx.add_le(&Poly::default(), &length)?;
    let rear = match looks.back {
        Some(_) => cx.fresh_ranged(s, cx.pointer(), Sign::Unsigned)?,
        None => Poly::default(),
    };
    cx.charge(2 * looks.fields.len())?;
    let nothing = vec![None; looks.fields.len()];
    let (head, end, before) = (pointer.clone(), Poly::default(), Poly::default());
    let (first, last, all) = (nothing.clone(), nothing, Rc::from([]));
    new_list(cx, s, Segment { shape: id, head, end, length, before, rear, first, last, all, marks })
}

/// A block of a cell or of what it owns.
fn cell_block(
    cx: &mut Context,
    s: &mut State,
    (base, size, align): (&Poly, &Poly, u64),
    marks: Marks,
    optional: bool,
) -> Checked<BlockId> {
    let Marks { read_only, kept } = marks;
    let block = Block::new(base.clone(), size.clone(), align, Kind::Heap);
    new_block(cx, s, Block { read_only, kept, optional, ..block })
}
