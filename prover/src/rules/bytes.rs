//! Some bytes of what was stored as one value, and several values read as one (G-BYTES): structures that are passed in a
//! register, unions, integers that are taken apart.
//!
//! A load, or a store into a part of a value, asks for names of all the pieces; the equation between the values then
//! says what each piece is.

use super::memory::ProvedAccess;
use super::{Context, Rule, Step, Stop, cell};
use crate::algebra::{Atom, Rel, Term, TooLarge};
use crate::state::{Entry, Path, Value};
use certificates::{BlockId, EntryId, Ghost, Kind, Sign};

/// Pieces of one value, at most.
const MOST: usize = 4;
/// Terms that a piece may be, at most.
const TRIED: usize = 6;

/// A value of some bytes, and its pieces, which follow each other.
#[derive(Debug)]
pub(crate) struct Pieces {
    block: BlockId,
    /// Where it begins.
    offset: Term,
    /// The widths of the pieces, in bytes.
    widths: Vec<u32>,
}

/// Asks for a name of the bytes that a load reads, if they are some of those of another value, or all those of others.
pub(super) fn are_named(s: &mut Step<'_, '_>, at: &ProvedAccess, n: u32) -> Rule<()> {
    let Some(near) = near(s, at)? else { return Ok(()) };
    let whole = around(&near, n).or_else(|| inside(&near, n));
    match whole {
        Some((begin, widths)) => ask(s, at, begin, widths),
        None => Ok(()),
    }
}

/// Asks for names of the other bytes of a value of which a store writes some.
pub(super) fn are_kept(s: &mut Step<'_, '_>, at: &ProvedAccess, n: u32) -> Rule<()> {
    let Some(near) = near(s, at)? else { return Ok(()) };
    match around(&near, n) {
        Some((begin, widths)) if !near.contains(&(0, n)) => ask(s, at, begin, widths),
        _ => Ok(()),
    }
}

/// Asks for names of pieces, if they certainly lie in the block.
fn ask(s: &mut Step<'_, '_>, at: &ProvedAccess, begin: i128, widths: Vec<u32>) -> Rule<()> {
    let Some(size) = s.st.blocks.get(&at.block).map(|block| block.size.clone()) else { return Ok(()) };
    let offset = at.offset.plus(begin)?;
    let end = offset.plus(i128::from(widths.iter().sum::<u32>()))?;
    match s.holds(&Atom::le(&Term::zero(), &offset)?) && s.holds(&Atom::le(&end, &size)?) {
        true => Err(Stop::Bytes(Pieces { block: at.block, offset, widths })),
        false => Ok(()),
    }
}

/// The distances from the access, and widths, of what is known of a local variable.
fn near(s: &Step<'_, '_>, at: &ProvedAccess) -> Result<Option<Vec<(i128, u32)>>, TooLarge> {
    let is_local = |kind: &Kind| matches!(kind, Kind::Stack(_));
    if !s.st.blocks.get(&at.block).is_some_and(|block| is_local(&block.kind)) {
        return Ok(None);
    }
    let mut found = Vec::new();
    for (_, entry) in s.st.entries_of(at.block) {
        if let Some(distance) = entry.offset.sub(&at.offset)?.as_constant() {
            found.push((distance, entry.width));
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(Some(found))
}

/// The value of which an access of `n` bytes reads or writes some: where it begins, and its pieces.
fn around(near: &[(i128, u32)], n: u32) -> Option<(i128, Vec<u32>)> {
    let size = i128::from(n);
    let larger = near.iter().filter(|(begin, width)| *width > n && *begin <= 0 && size <= begin + i128::from(*width));
    let (begin, width) = larger.min_by_key(|(_, width)| *width)?;
    let (before, behind) = (u32::try_from(-begin).ok()?, u32::try_from(begin + i128::from(*width) - size).ok()?);
    let mut widths = filled(0, before)?;
    widths.push(n);
    widths.extend(filled(before + n, behind)?);
    (widths.len() <= MOST).then_some((*begin, widths))
}

/// The values that lie in the bytes that an access reads, with names for those between them.
fn inside(near: &[(i128, u32)], n: u32) -> Option<(i128, Vec<u32>)> {
    let (mut widths, mut end) = (Vec::new(), 0);
    for (begin, width) in near.iter().filter(|(begin, width)| *width < n && (0..i128::from(n)).contains(begin)) {
        let begin = u32::try_from(*begin).ok()?;
        // What begins in another one is an older name of some of its bytes, or a newer one.
        if begin < end || begin + width > n {
            continue;
        }
        widths.extend(filled(end, begin - end)?);
        widths.push(*width);
        end = begin + width;
    }
    let known = !widths.is_empty();
    widths.extend(filled(end, n - end)?);
    (known && (2..=MOST).contains(&widths.len())).then_some((0, widths))
}

/// Widths of pieces for so many bytes from a place on, each at a multiple of its width.
fn filled(mut from: u32, mut left: u32) -> Option<Vec<u32>> {
    let mut widths = Vec::new();
    while left > 0 {
        let width = [8, 4, 2, 1].into_iter().find(|width| from.is_multiple_of(*width) && *width <= left)?;
        widths.push(width);
        (from, left) = (from + width, left - width);
    }
    Some(widths)
}

/// G-BYTES, with names for what has none (G-READ); then what each piece is, as far as it is found.
pub(crate) fn name(cx: &mut Context<'_>, st: &mut Path, pieces: &Pieces) -> Rule<()> {
    let s = &mut Step::new(cx, st);
    let entry = named(s, pieces.block, &pieces.offset, pieces.widths.iter().sum())?;
    let (mut parts, mut at) = (Vec::new(), 0);
    for width in &pieces.widths {
        parts.push(named(s, pieces.block, &pieces.offset.plus(at)?, *width)?);
        at += i128::from(*width);
    }
    s.begin("G-BYTES");
    let whole = held(s, entry)?;
    let values = parts.iter().map(|part| held(s, *part)).collect::<Rule<Vec<Entry>>>()?;
    for e in values.iter().chain([&whole]) {
        s.machine_value(&Value { sign: e.sign, term: e.value.clone() }, 8 * e.width)?;
    }
    let (mut sum, mut digits, mut at) = (Term::zero(), Vec::new(), 0);
    for part in &values {
        s.prove(Atom::eq(&part.offset, &whole.offset.plus(i128::from(at))?)?, cell::premise)?;
        let (value, carry) = natural(s, part)?;
        sum = sum.add_scaled(&value, 1 << (8 * at))?;
        digits.push(Digit { value, carry, weight: 1 << (8 * at), base: 1 << (8 * part.width) });
        at += part.width;
    }
    let (value, _) = natural(s, &whole)?;
    s.st.add(Atom::eq(&value, &sum)?);
    s.ghost(Ghost::Bytes { entry, parts });
    told_apart(s, &value, digits)
}

/// The entry of these bytes, by G-READ if there is none.
fn named(s: &mut Step<'_, '_>, block: BlockId, offset: &Term, width: u32) -> Rule<EntryId> {
    let exact = |e: &Entry| e.width == width && e.offset == *offset;
    let known = s.st.entries_of(block).filter(|(_, e)| exact(e)).map(|(id, _)| id).last();
    match known.or_else(|| cell::name(s.cx, s.st, block, offset, (width, Sign::Unsigned))) {
        Some(id) => Ok(id),
        None => Err(Stop::Internal("bytes without a name")),
    }
}

fn held(s: &Step<'_, '_>, id: EntryId) -> Rule<Entry> {
    s.st.entries.get(&id).cloned().ok_or(Stop::Internal("an entry that the state does not have"))
}

/// The bytes of an entry as a natural number, and what stands for the sign of a signed value.
fn natural(s: &mut Step<'_, '_>, e: &Entry) -> Rule<(Term, Option<Term>)> {
    let bits = 8 * e.width;
    let carry = (e.sign == Sign::Signed).then(|| s.fresh());
    let mut value = e.value.clone();
    if let Some(carry) = &carry {
        s.st.add_le(&Term::zero(), carry)?;
        s.st.add_le(carry, &Term::constant(1))?;
        value = value.add_scaled(carry, 1 << bits)?;
    }
    s.st.add_le(&Term::zero(), &value)?;
    s.st.add_le(&value, &Term::constant((1 << bits) - 1))?;
    Ok((value, carry))
}

/// A piece of a value as a natural number, what stands for its sign, and by what it is multiplied in the value.
struct Digit {
    value: Term,
    carry: Option<Term>,
    weight: i128,
    /// Above all that the piece can be.
    base: i128,
}

/// What a digit may be, and what stands for the sign there.
type Candidate = (Term, Option<Term>);

/// What the pieces of a value are, from the last one on, if the value is known as a sum of multiples: two sums of the same
/// multiples of numbers in the same ranges have the same numbers.
fn told_apart(s: &mut Step<'_, '_>, value: &Term, digits: Vec<Digit>) -> Rule<()> {
    let Some(mut left) = other_sum(s, value) else { return Ok(()) };
    for digit in digits.into_iter().rev() {
        let mut found = None;
        for (one, carry) in candidates(&left, &digit)? {
            if equal(s, &digit.value, &one)? {
                found = Some((one, carry));
                break;
            }
        }
        let Some((one, carry)) = found else { return Ok(()) };
        if let (Some(own), Some(carry)) = (&digit.carry, &carry) {
            equal(s, own, carry)?;
        }
        left = left.add_scaled(&one, digit.weight.checked_neg().ok_or(TooLarge)?)?;
    }
    Ok(())
}

/// What a digit may be in a sum: a summand, alone, with what stands for its sign, or with a number; or the number.
fn candidates(sum: &Term, digit: &Digit) -> Result<Vec<Candidate>, TooLarge> {
    let with = |weight: i128| -> Vec<Term> {
        let parts = sum.parts().iter().filter(|(monomial, c)| monomial.len() == 1 && *c == weight);
        parts.map(|(monomial, _)| Term::var(monomial[0])).collect()
    };
    let carries = with(digit.weight.checked_mul(digit.base).ok_or(TooLarge)?);
    let number = Term::constant(sum.constant_part().div_euclid(digit.weight));
    let mut found = Vec::new();
    for one in with(digit.weight) {
        for carry in &carries {
            found.push((one.add_scaled(carry, digit.base)?, Some(carry.clone())));
        }
        found.push((one.clone(), None));
        found.push((one.add(&number)?, None));
    }
    found.truncate(TRIED);
    found.push((number, None));
    Ok(found)
}

/// Asserts that two terms are equal, if they certainly are.
fn equal(s: &mut Step<'_, '_>, left: &Term, right: &Term) -> Result<bool, TooLarge> {
    let sides = [Atom::le(left, right)?, Atom::le(right, left)?];
    let holds = sides.iter().all(|side| s.holds(side));
    if holds {
        sides.into_iter().for_each(|side| s.st.assert(side));
    }
    Ok(holds)
}

/// Another sum that the value is known to be.
fn other_sum(s: &Step<'_, '_>, value: &Term) -> Option<Term> {
    let Some(variable) = value.as_var() else { return Some(value.clone()) };
    // The last equation is the one of the pieces.
    let known = s.st.knowledge.iter().rev().skip(1).filter(|fact| fact.rel == Rel::Eq && fact.term.is_linear());
    let solved = |fact: &Atom| match fact.term.coefficient(&[variable]) {
        1 => value.sub(&fact.term).ok(),
        -1 => value.add(&fact.term).ok(),
        _ => None,
    };
    known.filter_map(solved).next()
}
