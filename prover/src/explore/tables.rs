//! Elements of tables: a value read at an unknown index lies between the least and the greatest of the elements that the
//! index may select (G-TABLE); a variable that holds a stream of the library's is not null (G-STREAM).

use crate::algebra::{Atom, Term, TooLarge};
use crate::program::{Global, GlobalCell, Operand};
use crate::rules::{self, Context, highest, lowest};
use crate::state::{Entry, Linear, Path, State};
use certificates::{EntryId, Ghost, Kind};
use std::collections::BTreeMap;

/// Adds the bounds of an entry that a load has just made.
pub(super) fn element(cx: &mut Context<'_>, st: &mut Path, id: EntryId) -> Result<(), TooLarge> {
    let Some(e) = st.entries.get(&id).cloned() else { return Ok(()) };
    let Some(index) = e.offset.divide_exactly(i128::from(e.width)) else { return Ok(()) };
    if index.as_constant().is_some() || !has_elements(cx, st, &e) {
        return Ok(());
    }
    let least = cx.engine.maximum(&st.knowledge, &index.neg()?).and_then(i128::checked_neg);
    let most = cx.engine.maximum(&st.knowledge, &index);
    let bound = |bound: Option<i128>| bound.and_then(|bound| u64::try_from(bound).ok());
    let (Some(first), Some(last)) = (bound(least), bound(most)) else { return Ok(()) };
    let known = numbers(cx, st, &e, first, last);
    let count = last.checked_sub(first).and_then(|distance| distance.checked_add(1));
    let (Some(least), Some(most)) = (known.values().min(), known.values().max()) else { return Ok(()) };
    let bits = 8 * e.width;
    if count != Some(known.len() as u64) || (*least, *most) == (lowest(bits, e.sign), highest(bits, e.sign)) {
        return Ok(());
    }
    st.knowledge.push(Atom::le(&Term::constant(*least), &e.value)?);
    st.knowledge.push(Atom::le(&e.value, &Term::constant(*most))?);
    let index = crate::algebra::data::term(&index);
    st.record(Linear::Ghost(Ghost::Table { entry: id, index, first, last }));
    Ok(())
}

/// Adds that a variable of the library's for a stream, which a load has just read, holds no null pointer (G-STREAM).
pub(super) fn stream(cx: &Context<'_>, st: &mut Path, id: EntryId) -> Result<(), TooLarge> {
    let Some(e) = st.entries.get(&id).cloned() else { return Ok(()) };
    let Some(Kind::Global(name)) = st.blocks.get(&e.block).map(|b| &b.kind) else { return Ok(()) };
    let of_stream = cx.program.globals.iter().any(|g| g.name == *name && g.is_stream());
    if of_stream && e.offset.is_zero() && 8 * e.width == cx.program.pointer_bits {
        st.add_le(&Term::constant(1), &e.value)?;
        st.record(Linear::Ghost(Ghost::Stream(id)));
    }
    Ok(())
}

/// The constant that an entry lies in.
fn constant<'p>(cx: &Context<'p>, st: &State, e: &Entry) -> Option<&'p Global> {
    match st.blocks.get(&e.block).map(|b| &b.kind) {
        Some(Kind::Global(name)) => cx.program.globals.iter().find(|g| g.constant && g.name == *name),
        _ => None,
    }
}

/// Whether anything is known of elements of the entry's block.
fn has_elements(cx: &Context<'_>, st: &State, e: &Entry) -> bool {
    match constant(cx, st, e) {
        Some(global) => global.cells.is_some(),
        None => st.entries_of(e.block).any(|(_, other)| is_number(other, e)),
    }
}

/// Whether an entry of the block is a number at a known place, of the width of this one.
fn is_number(other: &Entry, e: &Entry) -> bool {
    other.width == e.width && other.offset.as_constant().is_some() && other.value.as_constant().is_some()
}

/// Elements of the entry's block that are numbers, by their places: of a constant as its initialiser has them, of other
/// memory as the state has them.
fn numbers(cx: &Context<'_>, st: &State, e: &Entry, first: u64, last: u64) -> BTreeMap<u64, i128> {
    let (width, bits) = (u64::from(e.width), 8 * e.width);
    let place = |offset: u64| offset.is_multiple_of(width).then(|| offset / width);
    let place = |offset: u64| place(offset).filter(|k| (first..=last).contains(k));
    if let Some(global) = constant(cx, st, e) {
        let cell = |cell: &GlobalCell| match &cell.value {
            Operand::Int { bits, width } if cell.width == e.width && *width == 8 * e.width => {
                Some((place(cell.offset)?, rules::constant(*bits, *width, e.sign)))
            }
            _ => None,
        };
        return global.cells.iter().flatten().chain(&global.elements).filter_map(cell).collect();
    }
    let number = |other: &Entry| {
        let (offset, value) = (u64::try_from(other.offset.as_constant()?).ok()?, other.value.as_constant()?);
        let in_range = (lowest(bits, other.sign)..=highest(bits, other.sign)).contains(&value);
        let value = u64::try_from(value.rem_euclid(1 << bits)).ok().filter(|_| in_range)?;
        Some((place(offset)?, rules::constant(value, bits, e.sign)))
    };
    let of_block = st.entries_of(e.block).map(|(_, other)| other);
    of_block.filter(|other| is_number(other, e)).filter_map(number).collect()
}
