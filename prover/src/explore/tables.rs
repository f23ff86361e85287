//! Elements of tables: a value read at an unknown index lies between the least and the greatest of the elements that the
//! index may select (G-TABLE).

use crate::algebra::{Atom, Term, TooLarge};
use crate::program::{GlobalCell, Operand};
use crate::rules::{self, Context, highest, lowest};
use crate::state::{Entry, Linear, State};
use certificates::{EntryId, Ghost, Kind};
use std::collections::BTreeMap;

/// Adds the bounds of an entry that a load from a constant has just made.
pub(super) fn element(cx: &mut Context<'_>, st: &mut State, id: EntryId) -> Result<(), TooLarge> {
    let Some(e) = st.entries.get(&id).cloned() else { return Ok(()) };
    let Some(index) = e.offset.divide_exactly(i128::from(e.width)) else { return Ok(()) };
    let known = numbers(cx, st, &e);
    if known.is_empty() || index.as_constant().is_some() {
        return Ok(());
    }
    let least = cx.engine.maximum(&st.knowledge, &index.neg()?).and_then(i128::checked_neg);
    let most = cx.engine.maximum(&st.knowledge, &index);
    let bound = |bound: Option<i128>| bound.and_then(|bound| u64::try_from(bound).ok());
    let (Some(first), Some(last)) = (bound(least), bound(most)) else { return Ok(()) };
    if first > last {
        return Ok(());
    }
    let among = || known.range(first..=last).map(|(_, number)| number);
    let count = (last - first).checked_add(1);
    let (Some(least), Some(most)) = (among().min(), among().max()) else { return Ok(()) };
    let bits = 8 * e.width;
    if count != Some(among().count() as u64) || (*least, *most) == (lowest(bits, e.sign), highest(bits, e.sign)) {
        return Ok(());
    }
    st.knowledge.push(Atom::le(&Term::constant(*least), &e.value)?);
    st.knowledge.push(Atom::le(&e.value, &Term::constant(*most))?);
    let index = crate::algebra::data::term(&index);
    st.record(Linear::Ghost(Ghost::Table { entry: id, index, first, last }));
    Ok(())
}

/// The elements of the entry's block that are numbers, by their places: of a constant as its initialiser has them, of
/// other memory as the state has them.
fn numbers(cx: &Context<'_>, st: &State, e: &Entry) -> BTreeMap<u64, i128> {
    let width = u64::from(e.width);
    let place = |offset: u64| offset.is_multiple_of(width).then(|| offset / width);
    let global = match st.blocks.get(&e.block).map(|b| &b.kind) {
        Some(Kind::Global(name)) => cx.program.globals.iter().find(|g| g.constant && g.name == *name),
        _ => None,
    };
    if let Some(global) = global {
        let cell = |cell: &GlobalCell| match &cell.value {
            Operand::Int { bits, width } if cell.width == e.width && *width == 8 * e.width => {
                Some((place(cell.offset)?, rules::constant(*bits, *width, e.sign)))
            }
            _ => None,
        };
        return global.cells.iter().flatten().filter_map(cell).collect();
    }
    let bits = 8 * e.width;
    let of_block = |other: &&Entry| (other.block, other.width) == (e.block, e.width);
    let number = |other: &Entry| {
        let (offset, value) = (u64::try_from(other.offset.as_constant()?).ok()?, other.value.as_constant()?);
        let in_range = (lowest(bits, other.sign)..=highest(bits, other.sign)).contains(&value);
        let value = u64::try_from(value.rem_euclid(1 << bits)).ok().filter(|_| in_range)?;
        Some((place(offset)?, rules::constant(value, bits, e.sign)))
    };
    st.entries.values().filter(of_block).filter_map(number).collect()
}
