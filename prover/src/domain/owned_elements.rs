//! Arrays of pointers that own memory (`spec/rules/uniform.md`, Owned elements): what such elements have in common, and
//! when the memory of one that is known alone becomes the array's again.

use super::structures::{Pins, is_pointed_at};
use super::{holds, uniforms};
use crate::algebra::{Atom, Term};
use crate::rules::owned::{Held, Owner, end_of_string};
use crate::rules::{Context, Rule, elements, uniform};
use crate::state::{ElementPart, Entry, OwnedElements, Path, State, Uniform};
use certificates::{BlockId, EntryId, Marks, Side, Sign};

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

/// Whether a null pointer stands beside elements that own memory: it need not become one of them.
pub(crate) fn has_null_beside(cx: &mut Context<'_>, st: &State) -> bool {
    let owning = |e: &Entry| st.uniforms.values().any(|u| u.owned.is_some() && uniform::beside(u, e).is_some());
    let mut beside = st.entries.values().filter(|e| owning(e));
    beside.any(|e| Atom::eq(&e.value, &Term::zero()).is_ok_and(|null| holds(cx, st, &null)))
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

/// What the pointer of this entry leads to, if an element of the fact may own that, and nothing else names it. Blocks that
/// are no strings any more are found for an array of strings.
fn held(cx: &mut Context<'_>, st: &State, u: &Uniform, e: &Entry, pins: &Pins) -> Option<Held> {
    let owned = u.owned.as_ref()?;
    let owner = Owner { block: u.block, marks: owned.marks };
    let held = owner.held(cx, st, &owned.part, &e.value).or_else(|| {
        let bare = owned.is_string().then(|| owned.bare())?;
        owner.held(cx, st, &bare.part, &e.value)
    })?;
    let ends: Vec<&Term> = match held {
        Held::Null => Vec::new(),
        Held::Block(block, _) => st.blocks.get(&block).map(|b| &b.base).into_iter().collect(),
        Held::List(list) => st.lists.get(&list).into_iter().flat_map(|l| [&l.head, &l.rear]).collect(),
    };
    let list = if let Held::List(list) = held { Some(list) } else { None };
    let is_named = ends.into_iter().any(|end| is_pointed_at(st, pins, end, list, (e.block, &e.offset)));
    let like_others = u.of(&e.value).is_ok_and(|all| all.iter().all(|atom| holds(cx, st, atom)));
    (!is_named && like_others).then_some(held)
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

/// What an element with this pointer owns, as the first one of an array: a block, which is named.
pub(super) fn first(cx: &Context<'_>, st: &State, e: &Entry) -> Option<(BlockId, OwnedElements)> {
    if e.sign != Sign::Unsigned || 8 * e.width != cx.program.pointer_bits {
        return None;
    }
    let marks = Marks::default();
    let id = Owner { block: e.block, marks }.block_at(st, &e.value)?;
    let b = st.blocks.get(&id)?;
    if is_pointed_at(st, &Pins::of(st, false, |_| true), &b.base, None, (e.block, &e.offset)) {
        return None;
    }
    let string = end_of_string(st, id).is_some();
    let part = ElementPart::Block { size: Some(b.size.clone()), align: b.align, string };
    Some((id, OwnedElements { part, marks }))
}

/// What a pointer that an element has been set to owns: the list that begins there, or a block of its own.
pub(super) fn set(cx: &mut Context<'_>, st: &State, e: &Entry) -> Option<OwnedElements> {
    let owner = Owner { block: e.block, marks: Marks::default() };
    let list = owner.list_at(st, &e.value).and_then(|list| st.lists.get(&list));
    match list.map(|l| ElementPart::List(l.shape)) {
        Some(part) if owner.held(cx, st, &part, &e.value).is_some() => Some(OwnedElements { part, marks: owner.marks }),
        _ => first(cx, st, e).map(|(_, owned)| owned),
    }
}
