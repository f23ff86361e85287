//! Elements of constant tables: a value read at an unknown index lies between the least and the greatest of the
//! elements that the index may select (G-TABLE).

use crate::algebra::{Atom, Term, TooLarge};
use crate::program::{GlobalCell, Operand};
use crate::rules::{self, Context, highest, lowest};
use crate::state::{Linear, Path};
use certificates::{EntryId, Ghost, Kind};

/// Adds the bounds of an entry that a load from a constant has just made.
pub(super) fn element(cx: &mut Context<'_>, st: &mut Path, id: EntryId) -> Result<(), TooLarge> {
    let Some(e) = st.entries.get(&id).cloned() else { return Ok(()) };
    let program = cx.program;
    let Some(Kind::Global(name)) = st.blocks.get(&e.block).map(|b| &b.kind) else { return Ok(()) };
    let Some(global) = program.globals.iter().find(|g| g.constant && g.name == *name) else { return Ok(()) };
    let Some(index) = e.offset.divide_exactly(i128::from(e.width)) else { return Ok(()) };
    let (Some(cells), None) = (&global.cells, index.as_constant()) else { return Ok(()) };
    let least = cx.engine.maximum(&st.knowledge, &index.neg()?).and_then(i128::checked_neg);
    let most = cx.engine.maximum(&st.knowledge, &index);
    let bound = |bound: Option<i128>| bound.and_then(|bound| u64::try_from(bound).ok());
    let (Some(first), Some(last)) = (bound(least), bound(most)) else { return Ok(()) };
    let number = |cell: &GlobalCell| match &cell.value {
        Operand::Int { bits, width } if *width == 8 * e.width => Some(rules::constant(*bits, *width, e.sign)),
        _ => None,
    };
    let width = u64::from(e.width);
    let among = cells.iter().filter(|c| {
        c.width == e.width && c.offset.is_multiple_of(width) && (first..=last).contains(&(c.offset / width))
    });
    let numbers: Vec<i128> = among.filter_map(number).collect();
    let count = last.checked_sub(first).and_then(|distance| distance.checked_add(1));
    let (Some(least), Some(most)) = (numbers.iter().min(), numbers.iter().max()) else { return Ok(()) };
    let bits = 8 * e.width;
    if count != Some(numbers.len() as u64) || (*least, *most) == (lowest(bits, e.sign), highest(bits, e.sign)) {
        return Ok(());
    }
    st.knowledge.push(Atom::le(&Term::constant(*least), &e.value)?);
    st.knowledge.push(Atom::le(&e.value, &Term::constant(*most))?);
    let index = crate::algebra::data::term(&index);
    st.record(Linear::Ghost(Ghost::Table { entry: id, index, first, last }));
    Ok(())
}
