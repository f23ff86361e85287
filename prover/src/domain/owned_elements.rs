//! Arrays of pointers that own memory (`spec/rules/uniform.md`, Owned elements): what such elements have in common, and
//! when the memory of one that is known alone becomes the array's again.

use super::structures::{Pins, is_pointed_at};
use super::{holds, uniforms};
use crate::algebra::{Atom, Term};
use crate::rules::heap::largest_block;
use crate::rules::owned::{Held, end_of_string, is_null};
use crate::rules::{Context, Rule, elements, uniform};
use crate::state::{Block, ElementPart, Entry, OwnedElements, Path, Same, Segment, State, Uniform};
use certificates::{BlockId, EntryId, Kind, Marks, Side};

/// An entry that becomes an element of a fact.
struct Found {
    fact: EntryId,
    entry: EntryId,
    side: Side,
    held: Held,
}

/// Folds what elements own that lie beside those of a fact, and joins facts whose elements follow each other.
pub(crate) fn fold(cx: &mut Context<'_>, st: &mut Path, pins: &Pins) -> Rule<()> {
    loop {
        if let Some(Found { fact, entry, side, held }) = next(cx, st, pins) {
            let Some(u) = st.uniforms.get(&fact).cloned() else { break };
            let u = match (&held, &u.owned) {
                // The elements are no strings any more.
                (Held::Block(_, None), Some(owned)) if owned.is_string() => {
                    elements::weaken(cx, st, fact, owned.bare())?
                }
                _ => u,
            };
            elements::extend(cx, st, (fact, u), (entry, side), held)?;
        } else if let Some((left, right, joined)) = meeting(cx, st) {
            elements::join(cx, st, (left, right), joined)?;
        } else {
            break;
        }
    }
    Ok(())
}

fn next(cx: &mut Context<'_>, st: &State, pins: &Pins) -> Option<Found> {
    for (fact, u) in st.uniforms.iter().filter(|(_, u)| u.owned.is_some()) {
        for (entry, e) in st.entries_of(u.block).filter(|(_, e)| (e.width, e.sign) == (u.width, u.sign)) {
            let Some(side) = side(cx, st, u, e) else { continue };
            let Some(held) = held(cx, st, u, e, pins) else { continue };
            return Some(Found { fact: *fact, entry, side, held });
        }
    }
    None
}

/// Whether the entry's place is the one before the first element, or the one behind the last.
fn side(cx: &mut Context<'_>, st: &State, u: &Uniform, e: &Entry) -> Option<Side> {
    if let Some(side) = uniform::beside(u, e) {
        return Some(side);
    }
    let mut equal =
        |a: Term, b: &Term| Atom::eq(&a, b).is_ok_and(|atom| atom.decide().is_none() && holds(cx, st, &atom));
    if equal(u.end().ok()?, &e.offset) {
        return Some(Side::After);
    }
    equal(e.offset.plus(u.stride.into()).ok()?, &u.offset).then_some(Side::Before)
}

/// What the pointer of this entry leads to, if an element of the fact may own that, and nothing else names it.
fn held(cx: &mut Context<'_>, st: &State, u: &Uniform, e: &Entry, pins: &Pins) -> Option<Held> {
    let owned = u.owned.as_ref()?;
    let like_others = |cx: &mut Context<'_>| u.of(&e.value).is_ok_and(|all| all.iter().all(|atom| holds(cx, st, atom)));
    if is_null(st, &e.value) {
        return like_others(cx).then_some(Held::Null);
    }
    let place = (e.block, &e.offset);
    match &owned.part {
        ElementPart::Block { size, align, string } => {
            let (id, b) = block_at(st, &e.value, owned.marks)?;
            if id == u.block || !b.align.is_multiple_of(*align) || is_pointed_at(st, pins, &b.base, None, place) {
                return None;
            }
            let fits = match size {
                Some(size) => Atom::eq(&b.size, size),
                None => Atom::le(&b.size, &largest_block(cx)),
            };
            let zero = if *string { end_of_string(st, id) } else { None };
            (holds(cx, st, &fits.ok()?) && like_others(cx)).then_some(Held::Block(id, zero))
        }
        ElementPart::List(shape) => {
            let same = Same::of(st);
            let head = same.plain(&e.value);
            let begins = |l: &Segment| l.shape == *shape && l.marks == owned.marks && same.plain(&l.head) == head;
            let (id, l) = st.lists.iter().find(|(_, l)| begins(l))?;
            let zero =
                |cx: &mut Context<'_>, t: &Term| Atom::eq(t, &Term::zero()).is_ok_and(|atom| holds(cx, st, &atom));
            let whole = zero(cx, &l.end) && zero(cx, &l.before);
            let named = [&l.head, &l.rear].into_iter().any(|end| is_pointed_at(st, pins, end, Some(*id), place));
            (whole && !named && like_others(cx)).then_some(Held::List(*id))
        }
    }
}

/// The heap block that certainly begins at this address.
fn block_at<'a>(st: &'a State, address: &Term, marks: Marks) -> Option<(BlockId, &'a Block)> {
    let same = Same::of(st);
    let address = same.plain(address);
    let possible =
        |b: &Block| b.kind == Kind::Heap && !b.optional && (b.read_only, b.kept) == (marks.read_only, marks.kept);
    st.blocks.iter().find(|(_, b)| possible(b) && same.plain(&b.base) == address).map(|(id, b)| (*id, b))
}

/// Two facts, the elements of the second behind those of the first, and one about all of them.
fn meeting(cx: &mut Context<'_>, st: &State) -> Option<(EntryId, EntryId, Uniform)> {
    for (left, l) in st.uniforms.iter().filter(|(_, l)| l.owned.is_some()) {
        for (right, r) in st.uniforms_of(l.block).filter(|(right, r)| right != left && r.is_like(l)) {
            let follows = l.end().and_then(|end| Atom::eq(&end, &r.offset)).ok()?;
            if !follows.decide().unwrap_or(false) {
                continue;
            }
            let (Some(mine), Some(theirs)) = (&l.owned, &r.owned) else { continue };
            if !uniforms::is_implied(cx, st, (theirs, &r.count), mine) {
                continue;
            }
            let mut joined = Uniform { count: l.count.add(&r.count).ok()?, ..l.clone() };
            joined.least.retain(|bound| uniforms::says(cx, st, r, bound, true));
            joined.most.retain(|bound| uniforms::says(cx, st, r, bound, false));
            return Some((*left, right, joined));
        }
    }
    None
}

/// What an element with this pointer owns, as the first one of an array.
pub(super) fn first(cx: &Context<'_>, st: &State, e: &Entry) -> Option<(BlockId, OwnedElements)> {
    if e.sign != certificates::Sign::Unsigned || 8 * e.width != cx.program.pointer_bits {
        return None;
    }
    let (id, b) = block_at(st, &e.value, Marks::default())?;
    let free = Pins { near: Vec::new(), holes: false, rears: false, pointers: values(st) };
    if id == e.block || is_pointed_at(st, &free, &b.base, None, (e.block, &e.offset)) {
        return None;
    }
    let string = end_of_string(st, id).is_some();
    let part = ElementPart::Block { size: Some(b.size.clone()), align: b.align, string };
    Some((id, OwnedElements { part, marks: Marks::default() }))
}

/// The values of registers, and what the caller has.
fn values(st: &State) -> Vec<Term> {
    st.bindings.values().map(|value| value.term.clone()).chain(st.handed.iter().cloned()).collect()
}

/// What elements own of which the others own this, and one that.
pub(super) fn with(others: &OwnedElements, one: OwnedElements) -> Option<OwnedElements> {
    let part = match (&others.part, one.part) {
        (
            ElementPart::Block { size, align, string },
            ElementPart::Block { size: other, align: at, string: is_string },
        ) => {
            let size = size.clone().filter(|size| other.as_ref() == Some(size));
            ElementPart::Block { size, align: (*align).min(at), string: *string && is_string }
        }
        _ => return None,
    };
    (others.marks == one.marks).then_some(OwnedElements { part, marks: one.marks })
}

/// What a pointer that an element has been set to owns: the list that begins there, or a block of its own.
pub(super) fn set(cx: &mut Context<'_>, st: &State, e: &Entry) -> Option<OwnedElements> {
    let same = Same::of(st);
    let head = same.plain(&e.value);
    let begins = |l: &&Segment| l.marks == Marks::default() && same.plain(&l.head) == head;
    let mut begin = st.lists.values().filter(begins);
    match begin.find(|l| Atom::eq(&l.end, &Term::zero()).is_ok_and(|end| holds(cx, st, &end))) {
        Some(l) => Some(OwnedElements { part: ElementPart::List(l.shape), marks: l.marks }),
        None => first(cx, st, e).map(|(_, owned)| owned),
    }
}
