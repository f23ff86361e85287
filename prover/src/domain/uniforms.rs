//! What elements of arrays have in common (`spec/rules/uniform.md`): when one fact follows from another.

use super::holds;
use crate::algebra::{Atom, Term};
use crate::rules::Context;
use crate::state::{State, Uniform};
use certificates::{BlockId, EntryId};

/// Whether an atom holds if the array has an element.
fn holds_of_any(cx: &mut Context<'_>, st: &State, u: &Uniform, atom: &Atom) -> bool {
    if holds(cx, st, atom) {
        return true;
    }
    let Ok(some) = Atom::le(&Term::constant(1), &u.count) else { return false };
    let mut knowledge = st.knowledge.clone();
    knowledge.push(some);
    cx.engine.entails(&knowledge, atom)
}

/// Whether the fact says that no element is less (or greater) than the bound.
pub(super) fn says(cx: &mut Context<'_>, st: &State, u: &Uniform, bound: &Term, least: bool) -> bool {
    u.bounds(least).iter().any(|k| {
        let follows = if least { Atom::le(bound, k) } else { Atom::le(k, bound) };
        k == bound || follows.is_ok_and(|atom| holds_of_any(cx, st, u, &atom))
    })
}

/// C-UNIFORM: whether the state's fact implies this one, which is in the state's variables and about elements that
/// begin at the same place.
pub(super) fn implies(cx: &mut Context<'_>, st: &State, given: &Uniform, wanted: &Uniform) -> bool {
    let fewer = Atom::le(&wanted.count, &given.count);
    let given = &Uniform { count: wanted.count.clone(), ..given.clone() };
    fewer.is_ok_and(|atom| holds(cx, st, &atom))
        && wanted.least.iter().all(|bound| says(cx, st, given, bound, true))
        && wanted.most.iter().all(|bound| says(cx, st, given, bound, false))
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
