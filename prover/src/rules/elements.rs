//! Arrays of pointers each of which owns memory (`spec/rules/uniform.md`, Owned elements). Which steps are worth taking is
//! decided in `domain::owned_elements`.

use super::cell::premise;
use super::owned::{self, Held};
use super::uniform::{self, Element};
use super::{Context, Rule, Step, Stop};
use crate::algebra::data::term as plain;
use crate::algebra::{Atom, Term, TooLarge};
use crate::state::{ElementPart, Entry, OwnedElements, Path, State, Uniform};
use certificates::{BlockId, EntryId, FoldedPart, Ghost, OwnedCase, Side, Sign};

/// Asks for the element that is read or written, if it owns memory, and is not known alone.
pub(super) fn is_taken(s: &mut Step<'_, '_>, block: BlockId, offset: &Term) -> Rule<()> {
    uniform::is_element(s, block, offset, |u| u.owned.is_some())
}

/// Asks for a fact about null pointers, each of which is known alone, where one is read at an unknown index.
pub(super) fn are_null(s: &mut Step<'_, '_>, block: BlockId, offset: &Term, width: u32) -> Rule<()> {
    let said = s.st.uniforms_of(block).any(|(_, u)| u.width == width && u.index(offset).is_some());
    if said || offset.as_constant().is_some() {
        return Ok(());
    }
    let Some((first, count)) = uniform::row(s.st, block, width) else { return Ok(()) };
    let nulls = |e: &Entry| e.width != width || e.sign == Sign::Unsigned && e.value.is_zero();
    if first.sign != Sign::Unsigned || !s.st.entries_of(block).all(|(_, e)| nulls(e)) {
        return Ok(());
    }
    let (offset, count, sign) = (first.offset, Term::constant(count), first.sign);
    let (least, most, owned) = (Vec::new(), vec![Term::zero()], None);
    Err(Stop::Known(Box::new(Uniform { block, offset, count, stride: width.into(), width, sign, least, most, owned })))
}

/// Whether the element owns memory.
pub(crate) fn owns(st: &State, element: &Element) -> bool {
    st.uniforms.get(&element.uniform).is_some_and(|u| u.owned.is_some())
}

/// U-TAKE
pub(crate) fn take(cx: &mut Context<'_>, st: &mut Path, element: &Element) -> Rule<()> {
    let Element { uniform, index } = element;
    let mut step = Step::new(cx, st);
    let s = &mut step;
    let u = s.st.uniforms.get(uniform).cloned();
    let (u, owned) = u
        .and_then(|u| Some((u.clone(), u.owned?)))
        .ok_or(Stop::Internal("a uniform fact that the state does not have, or whose elements own nothing"))?;
    s.begin("U-TAKE");
    let pointer = uniform::value_of(s, &u, index)?;
    let next = index.plus(1)?;
    let behind = Uniform { offset: u.place(&next)?, count: u.count.sub(&next)?, ..u.clone() };
    s.st.uniforms.insert(*uniform, Uniform { count: index.clone(), ..u });
    s.new_uniform(behind);
    let first = s.cx.names.blocks;
    let case = taken(s, &owned, &pointer)?;
    s.ghost(Ghost::Take { uniform: *uniform, index: plain(index), case });
    let made: Vec<BlockId> = (first..s.cx.names.blocks).collect();
    owned::place_blocks(s, &made)
}

/// What the element that is taken owns becomes a part of the state.
fn taken(s: &mut Step<'_, '_>, owned: &OwnedElements, pointer: &Term) -> Rule<Option<OwnedCase>> {
    let null = Atom::eq(pointer, &Term::zero())?;
    if s.holds(&null) {
        s.prove(null, premise)?;
        return Ok(Some(OwnedCase::Null));
    }
    Ok(match &owned.part {
        ElementPart::List(shape) => {
            owned::list(s, *shape, pointer, owned.marks)?;
            Some(OwnedCase::List)
        }
        ElementPart::Block { size, align, string } => {
            let present = null.negate()?;
            let is_present = s.holds(&present);
            if is_present {
                s.prove(present, premise)?;
            } else if *string && size.is_some() {
                return Ok(None);
            }
            owned::block(s, (size.as_ref(), *align, *string), pointer, owned.marks, !is_present)?;
            Some(if is_present { OwnedCase::Present } else { OwnedCase::Optional })
        }
    })
}

/// U-EXTEND, where the new element owns this.
pub(crate) fn extend(
    cx: &mut Context<'_>,
    st: &mut Path,
    (uniform, u): (EntryId, Uniform),
    (entry, side): (EntryId, Side),
    held: Held,
) -> Rule<()> {
    let mut s = Step::new(cx, st);
    let missing = || Stop::Internal("an entry that the state does not have");
    let e = s.st.entries.get(&entry).cloned().ok_or_else(missing)?;
    s.begin("U-EXTEND");
    let (place, extended) = uniform::extended(&u, &e, side)?;
    s.prove(place, premise)?;
    for fact in u.of(&e.value)? {
        s.prove(fact, premise)?;
    }
    let size = u.owned.as_ref().and_then(OwnedElements::size).cloned();
    let part = match held {
        Held::Null => {
            s.prove(Atom::eq(&e.value, &Term::zero())?, premise)?;
            FoldedPart::Null
        }
        Held::Block(block, zero) => {
            owned::oblige_block(&mut s, (block, zero), &e.value, size.as_ref())?;
            FoldedPart::Block { block, zero }
        }
        Held::List(list) => {
            owned::oblige_list(&mut s, list, &e.value)?;
            FoldedPart::List(list)
        }
    };
    owned::consume_part(s.st, part);
    // Whoever reads the element again needs what it owns, and takes it out.
    s.st.entries.remove(&entry);
    s.st.uniforms.insert(uniform, extended);
    s.ghost(Ghost::Extend { uniform, entry, side, part: Some(part) });
    Ok(())
}

/// U-WEAKEN: less is said of what the elements own. Returns the fact.
pub(crate) fn weaken(cx: &mut Context<'_>, st: &mut Path, uniform: EntryId, owned: OwnedElements) -> Rule<Uniform> {
    let mut s = Step::new(cx, st);
    let u = s.st.uniforms.get(&uniform).cloned();
    let u = u.ok_or(Stop::Internal("a uniform fact that the state does not have"))?;
    s.begin("U-WEAKEN");
    let written = owned.written(|t| Ok::<_, TooLarge>(plain(t)))?;
    let weaker = Uniform { owned: Some(owned), ..u };
    s.st.uniforms.insert(uniform, weaker.clone());
    s.ghost(Ghost::Weaken { uniform, owned: written });
    Ok(weaker)
}

/// U-NULL: null pointers own nothing, so they may be said to own this.
pub(crate) fn nulls(cx: &mut Context<'_>, st: &mut Path, uniform: EntryId, owned: OwnedElements) -> Rule<()> {
    let mut s = Step::new(cx, st);
    let u = s.st.uniforms.remove(&uniform);
    let u = u.ok_or(Stop::Internal("a uniform fact that the state does not have"))?;
    s.begin("U-NULL");
    let written = owned.written(|t| Ok::<_, TooLarge>(plain(t)))?;
    s.new_uniform(Uniform { owned: Some(owned), ..u });
    s.ghost(Ghost::Nulls { uniform, owned: written });
    Ok(())
}

/// U-EXTEND of the newest fact by null pointers, of which each is known alone, so many at most.
pub(crate) fn collect_nulls(cx: &mut Context<'_>, st: &mut Path, most: usize) -> Rule<()> {
    let Some(fact) = st.uniforms.keys().next_back().copied() else { return Ok(()) };
    for _ in 0..most {
        let Some(u) = st.uniforms.get(&fact).cloned() else { break };
        let Some(next) = uniform::next_entry(st, &u, |e| e.value.is_zero())? else { break };
        extend(cx, st, (fact, u), (next, Side::After), Held::Null)?;
    }
    Ok(())
}

/// U-JOIN: what is said of both is said of the elements of one fact.
pub(crate) fn join(
    cx: &mut Context<'_>,
    st: &mut Path,
    (left, right): (EntryId, EntryId),
    joined: Uniform,
) -> Result<(), TooLarge> {
    let mut s = Step::new(cx, st);
    s.begin("U-JOIN");
    let all = joined.facts()?;
    s.st.uniforms.remove(&right);
    s.st.uniforms.insert(left, joined);
    s.ghost(Ghost::Join { left, right, all });
    Ok(())
}
