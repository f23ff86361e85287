//! What the elements of an array have in common: `spec/rules/uniform.md`.

use super::memory::ProvedAccess;
use super::{Context, Premise, Rule, Step, Stop};
use crate::algebra::data::term as plain;
use crate::algebra::{Atom, Term, TooLarge};
use crate::state::{Entry, Path, State, Uniform};
use certificates::{BlockId, EntryId, Ghost, Side, Sign};

/// An element of an array that may be named by U-ELEMENT.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub uniform: EntryId,
    pub index: Term,
}

/// Asks for the value of the element that is read, if something is known of all elements.
pub(super) fn is_named(s: &mut Step<'_, '_>, at: &ProvedAccess, width: u32) -> Rule<()> {
    let facts: Vec<(EntryId, Uniform)> = s.st.uniforms_of(at.block).map(|(id, u)| (id, u.clone())).collect();
    for (uniform, u) in facts.into_iter().filter(|(_, u)| u.width == width) {
        let Some(index) = u.index(&at.offset) else { continue };
        if s.holds(&Atom::le(&Term::zero(), &index)?) && s.holds(&Atom::le(&index.plus(1)?, &u.count)?) {
            return Err(Stop::Element(Element { uniform, index }));
        }
    }
    Ok(())
}

/// U-ELEMENT: an entry for this element.
pub(crate) fn name(cx: &mut Context<'_>, st: &mut Path, element: &Element) -> Rule<()> {
    let Element { uniform, index } = element;
    let mut s = Step::new(cx, st);
    let u = s.st.uniforms.get(uniform).cloned();
    let u = u.ok_or(Stop::Internal("a uniform fact that the state does not have"))?;
    s.begin("U-ELEMENT");
    s.prove_le(&Term::zero(), index, || Premise::Access.into())?;
    s.prove_le(&index.plus(1)?, &u.count, || Premise::Access.into())?;
    let value = s.fresh_open(8 * u.width, u.sign)?;
    for fact in u.of(&value)? {
        s.st.add(fact);
    }
    s.new_entry(Entry { block: u.block, offset: u.place(index)?, width: u.width, sign: u.sign, value });
    s.ghost(Ghost::Element { uniform: *uniform, index: plain(index) });
    Ok(())
}

/// U-EMPTY: the fact about no elements.
pub(crate) fn empty(cx: &mut Context<'_>, st: &mut Path, fact: Uniform) -> Result<(), TooLarge> {
    let mut s = Step::new(cx, st);
    s.begin("U-EMPTY");
    let (block, offset, all) = (fact.block, plain(&fact.offset), fact.facts()?);
    let (stride, width, sign) = (fact.stride, fact.width, fact.sign);
    s.new_uniform(Uniform { count: Term::zero(), ..fact });
    s.ghost(Ghost::Uniform { block, offset, stride, width, sign, all });
    Ok(())
}

/// Whether the value at this entry's place is the one before the first element, or the one behind the last.
pub(crate) fn beside(u: &Uniform, e: &Entry) -> Option<Side> {
    let stride = i128::from(u.stride);
    if (u.block, u.width, u.sign) != (e.block, e.width, e.sign) {
        return None;
    }
    let behind = u.end().is_ok_and(|end| end == e.offset);
    let before = || e.offset.plus(stride).is_ok_and(|next| next == u.offset);
    if behind { Some(Side::After) } else { before().then_some(Side::Before) }
}

/// U-EXTEND: an entry that a store has just made becomes an element of the facts beside which it lies, if it is like
/// their elements.
pub(crate) fn extend(cx: &mut Context<'_>, st: &mut Path, entry: EntryId) -> Result<(), TooLarge> {
    let Some(e) = st.entries.get(&entry).cloned() else { return Ok(()) };
    let facts: Vec<(EntryId, Uniform)> = st.uniforms_of(e.block).map(|(id, u)| (id, u.clone())).collect();
    for (uniform, u) in facts {
        let Some(side) = beside(&u, &e) else { continue };
        let mut s = Step::new(cx, st);
        let wanted = u.of(&e.value)?;
        if !wanted.iter().all(|fact| s.holds(fact)) {
            continue;
        }
        s.begin("U-EXTEND");
        let offset = match side {
            Side::Before => {
                s.st.oblige(Atom::eq(&e.offset.plus(u.stride.into())?, &u.offset)?);
                e.offset.clone()
            }
            Side::After => {
                s.st.oblige(Atom::eq(&e.offset, &u.end()?)?);
                u.offset.clone()
            }
        };
        wanted.into_iter().for_each(|fact| s.st.oblige(fact));
        let count = u.count.plus(1)?;
        s.st.uniforms.insert(uniform, Uniform { offset, count, ..u });
        s.ghost(Ghost::Extend { uniform, entry, side });
    }
    Ok(())
}

/// The facts that a store leaves true because what it writes is such an element, each with the element's number.
pub(super) fn within(s: &mut Step<'_, '_>, stored: &Entry, kept: &[(EntryId, Side)]) -> Rule<Vec<(EntryId, Term)>> {
    let facts: Vec<(EntryId, Uniform)> = s.st.uniforms_of(stored.block).map(|(id, u)| (id, u.clone())).collect();
    let mut found = Vec::new();
    for (id, u) in facts.into_iter().filter(|(id, _)| kept.iter().all(|(kept, _)| kept != id)) {
        let Some(index) = u.index(&stored.offset).filter(|_| (u.width, u.sign) == (stored.width, stored.sign)) else {
            continue;
        };
        let wanted = u.of(&stored.value)?;
        if wanted.iter().all(|fact| s.holds(fact)) {
            s.st.oblige(Atom::eq(&stored.offset, &u.place(&index)?)?);
            wanted.into_iter().for_each(|fact| s.st.oblige(fact));
            found.push((id, index));
        }
    }
    Ok(found)
}

/// The sign with which the elements are read, among which a store writes.
pub(super) fn sign_at(st: &State, block: BlockId, offset: &Term, width: u32) -> Option<Sign> {
    let mut facts = st.uniforms_of(block).filter(|(_, u)| u.width == width && u.index(offset).is_some());
    facts.next().map(|(_, u)| u.sign)
}
