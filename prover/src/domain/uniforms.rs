//! What elements of arrays have in common (`spec/rules/uniform.md`): when one fact follows from another.

use super::holds;
use crate::algebra::{Atom, Term};
use crate::rules::Context;
use crate::rules::heap::largest_block;
use crate::state::{ElementPart, OwnedElements, State, Uniform};
use certificates::{BlockId, EntryId};

/// Whether an atom holds if there are this many elements, and one at least.
fn holds_of_any(cx: &mut Context<'_>, st: &State, count: &Term, atom: &Atom) -> bool {
    if holds(cx, st, atom) {
        return true;
    }
    let Ok(some) = Atom::le(&Term::constant(1), count) else { return false };
    let mut knowledge = st.knowledge.clone();
    knowledge.push(some);
    cx.engine.entails(&knowledge, atom)
}

/// Whether the fact says that no element is less (or greater) than the bound.
pub(super) fn says(cx: &mut Context<'_>, st: &State, u: &Uniform, bound: &Term, least: bool) -> bool {
    u.bounds(least).iter().any(|k| {
        let follows = if least { Atom::le(bound, k) } else { Atom::le(k, bound) };
        k == bound || follows.is_ok_and(|atom| holds_of_any(cx, st, &u.count, &atom))
    })
}

/// Whether so many elements that own this own what is wanted.
pub(super) fn is_implied(
    cx: &mut Context<'_>,
    st: &State,
    (given, count): (&OwnedElements, &Term),
    wanted: &OwnedElements,
) -> bool {
    if given.marks != wanted.marks {
        return false;
    }
    match (&given.part, &wanted.part) {
        (
            ElementPart::Block { size: given, align: at, string },
            ElementPart::Block { size: wanted, align, string: is_string },
        ) => {
            let sizes = match (given, wanted) {
                (Some(given), Some(wanted)) => Atom::eq(given, wanted).ok(),
                (Some(given), None) => Atom::le(given, &largest_block(cx)).ok(),
                (None, None) => return at.is_multiple_of(*align) && (*string || !*is_string),
                (None, Some(_)) => None,
            };
            at.is_multiple_of(*align)
                && (*string || !*is_string)
                && sizes.is_some_and(|atom| holds_of_any(cx, st, count, &atom))
        }
        (ElementPart::List(given), ElementPart::List(wanted)) => given == wanted,
        _ => false,
    }
}

/// C-UNIFORM: whether the state's fact implies this one, which is in the state's variables and about elements that
/// begin at the same place.
pub(super) fn implies(cx: &mut Context<'_>, st: &State, given: &Uniform, wanted: &Uniform) -> bool {
    let fewer = Atom::le(&wanted.count, &given.count);
    let given = &Uniform { count: wanted.count.clone(), ..given.clone() };
    fewer.is_ok_and(|atom| holds(cx, st, &atom))
        && wanted.least.iter().all(|bound| says(cx, st, given, bound, true))
        && wanted.most.iter().all(|bound| says(cx, st, given, bound, false))
        && match (&given.owned, &wanted.owned) {
            (_, None) => true,
            (Some(mine), Some(theirs)) => is_implied(cx, st, (mine, &wanted.count), theirs),
            (None, Some(_)) => false,
        }
}

/// The state's fact about elements like these of this block, which begin at this place.
pub(super) fn partner(
    cx: &mut Context<'_>,
    st: &State,
    block: BlockId,
    like: &Uniform,
    offset: &Term,
) -> Option<EntryId> {
    let alike: Vec<(EntryId, Term)> =
        st.uniforms_of(block).filter(|(_, u)| u.is_like(like)).map(|(id, u)| (id, u.offset.clone())).collect();
    let found = alike.into_iter().find(|(_, o)| {
        o == offset || Atom::eq(o, offset).is_ok_and(|a| a.decide() != Some(false) && holds(cx, st, &a))
    });
    found.map(|(id, _)| id)
}
