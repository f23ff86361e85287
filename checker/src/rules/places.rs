//! What the symbols of a contract stand for in a state: places in memory, and quotients (`spec/precondition.md`).

use super::memory;
use super::shared::*;
use crate::contract::clause::Place;

/// What a place, at this address, holds as an entry says.
pub(crate) fn content(
    cx: &mut Context,
    s: &State,
    (place, address): (&Place, &Poly),
    number: EntryId,
) -> Checked<Poly> {
    let entry = memory::entry(cx, s, number)?;
    let block = memory::live(cx, s, entry.block)?;
    reject_if!(cx, 8 * entry.width != place.width => "width", "entry {number} is of another width");
    cx.require_eq("address", &block.base.add(&entry.offset)?, address)?;
    if entry.sign != place.sign {
        cx.require_le("sign low", &Poly::default(), &entry.value)?;
        cx.require_le("sign high", &entry.value, &Poly::constant(hi(place.width, Sign::Signed)))?;
    }
    ranged(cx, &entry.value, place.width, place.sign)?;
    Ok(entry.value.clone())
}

/// A value lies in the range of its type, but for the unbounded integers of the mode ideal.
pub(crate) fn ranged(cx: &mut Context, value: &Poly, width: u32, sign: Sign) -> Checked {
    match (cx.mode, sign) {
        (Overflow::Ideal, Sign::Signed) => Ok(()),
        _ => cx.add_range(lo(width, sign), value, hi(width, sign)),
    }
}

/// A quotient that is rounded towards zero.
pub(crate) fn quotient(
    cx: &mut Context,
    s: &mut State,
    dividend: &Poly,
    divisor: i128,
    natural: bool,
) -> Checked<Poly> {
    let quotient = cx.fresh(s)?;
    let rest = dividend.combine(1, &quotient, divisor.checked_neg().ok_or(TooLarge)?)?;
    let most = divisor.checked_abs().and_then(|size| size.checked_sub(1)).ok_or(TooLarge)?;
    cx.add_range(if natural { 0 } else { -most }, &rest, most)?;
    if !natural {
        cx.add_le(&Poly::constant(0), &dividend.mul(&rest)?)?;
    }
    Ok(quotient)
}

/// Two ranges, each with its first byte and its size, do not overlap.
pub(crate) fn apart(cx: &mut Context, (low, size): &(Poly, Poly), (high, length): &(Poly, Poly)) -> Checked {
    cx.require_either("separated", Atom::le(&low.add(size)?, high)?, &[Atom::le(&high.add(length)?, low)?])
}
