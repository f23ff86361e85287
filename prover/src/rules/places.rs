//! What the variables of a contract stand for in a state: places in memory, and quotients (`spec/precondition.md`).

use super::{Premise, Rule, Step, Stop, highest, lowest};
use crate::algebra::{Atom, Term, TooLarge};
use crate::state::Entry;
use certificates::{EntryId, Overflow, Sign};
use std::collections::BTreeSet;

/// The largest number of entries whose places are compared with one that is read.
const MOST_COMPARED: usize = 24;

/// Proves that an entry says what a place holds.
pub(super) fn known(
    s: &mut Step<'_, '_>,
    address: &Term,
    (id, e): (EntryId, &Entry),
    sign: Sign,
) -> Rule<(EntryId, Term)> {
    let base = s.st.blocks.get(&e.block).ok_or(Stop::Internal("an entry without a block"))?.base.clone();
    s.prove(Atom::eq(&base.add(&e.offset)?, address)?, || Premise::EntryRead.into())?;
    let width = 8 * e.width;
    if e.sign != sign {
        s.prove_le(&Term::zero(), &e.value, || Premise::Range.into())?;
        s.prove_le(&e.value, &Term::constant(highest(width, Sign::Signed)), || Premise::Range.into())?;
    }
    if (s.cx.overflow, sign) != (Overflow::Ideal, Sign::Signed) {
        s.st.add_le(&Term::constant(lowest(width, sign)), &e.value)?;
        s.st.add_le(&e.value, &Term::constant(highest(width, sign)))?;
    }
    Ok((id, e.value.clone()))
}

/// An entry that says what a place holds, none of those that are gone.
pub(super) fn entry(
    s: &mut Step<'_, '_>,
    gone: &BTreeSet<EntryId>,
    address: &Term,
    width: u32,
    sign: Sign,
) -> Rule<Option<(EntryId, Entry)>> {
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for (id, e) in s.st.entries.iter().filter(|(id, e)| 8 * e.width == width && !gone.contains(id)) {
        let Some(block) = s.st.blocks.get(&e.block) else { continue };
        let distance = block.base.add(&e.offset)?.sub(address)?;
        match distance.as_constant() {
            Some(0) => near.push((*id, e.clone(), distance)),
            Some(_) => {}
            None => far.push((*id, e.clone(), distance)),
        }
    }
    for list in [&mut near, &mut far] {
        list.sort_by_key(|(_, e, _)| e.sign != sign);
    }
    for (id, e, distance) in near.into_iter().chain(far.into_iter().take(MOST_COMPARED)) {
        if !s.holds(&Atom::eq(&distance, &Term::zero())?) {
            continue;
        }
        let most = Term::constant(highest(width, Sign::Signed));
        if e.sign == sign || s.holds(&Atom::le(&Term::zero(), &e.value)?) && s.holds(&Atom::le(&e.value, &most)?) {
            return Ok(Some((id, e)));
        }
    }
    Ok(None)
}

/// A quotient that is rounded towards zero.
pub(super) fn quotient(s: &mut Step<'_, '_>, dividend: &Term, divisor: i128, natural: bool) -> Rule<Term> {
    let quotient = s.fresh();
    let rest = dividend.add_scaled(&quotient, divisor.checked_neg().ok_or(TooLarge)?)?;
    let most = divisor.checked_abs().and_then(|d| d.checked_sub(1)).ok_or(TooLarge)?;
    s.st.add_le(&Term::constant(if natural { 0 } else { -most }), &rest)?;
    s.st.add_le(&rest, &Term::constant(most))?;
    if !natural {
        s.st.add_le(&Term::zero(), &dividend.mul(&rest)?)?;
    }
    Ok(quotient)
}
