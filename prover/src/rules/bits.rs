//! A-BITS: and, or, xor: `spec/rules/arithmetic.md`.

use super::arithmetic::{Binary, around, divided_again, quotients, shifted, told};
use super::{GoalKind, Next, Premise, Rule, Step, Stop, highest};
use crate::algebra::{Atom, Term, Var};
use crate::faults::Fault;
use crate::program::{BinaryOp, Operand, library};
use crate::state::{Block, Entry};
use certificates::{Bits, Detail, EntryId, Kind, Sign};

/// A-BITS
pub(super) fn bits(s: &mut Step<'_, '_>, binary: &Binary<'_>) -> Rule<Next> {
    let Binary { i, op, w, left, right, .. } = *binary;
    if let Some(sign) = sign_mask(s, binary)? {
        return Err(Stop::Split(sign));
    }
    let a = s.unsigned(left, w)?;
    let b = s.unsigned(right, w)?;
    let used = i.result.is_some_and(|r| s.cx.influence.has(&s.st.function, r));
    let form = choose(s, op, w, (&a, &b), used)?;
    let loose = matches!(form, Bits::Bounds | Bits::Below(_));
    if loose && w > 1 && s.st.progress && are_numbers(s, &a, &b)? {
        return Err(Stop::Numbers);
    }
    let around = match form {
        Bits::LowMask(k) if k < w => around(s, &a, &Term::constant(1i128 << k))?,
        _ => None,
    };
    let r = bits_result(s, op, w, form, &a, &b)?;
    let next = s.result(i, Sign::Unsigned, r.clone(), Detail::Bits(form))?;
    told(s, around, &r)?;
    if let Bits::LowMask(k) | Bits::HighMask(k) = form {
        divided_again(s, &a, &Term::constant(1i128 << k))?;
    }
    if let (Bits::Field(_) | Bits::Class(_), Some(mask)) = (form, b.as_constant())
        && let Some(end) = highest_bits(mask)
    {
        field_again(s, &a, mask.trailing_zeros(), end)?;
    }
    if let Bits::Disjoint(k) = form
        && a.parts().len() > 1
    {
        rounded_sum(s, w, k, &a, &r)?;
    }
    Ok(next)
}

/// For a right operand that is 0 or -1, and it is not known which: that it is 0. Such a mask is made of a sign, and what
/// it is for is exact in both cases.
fn sign_mask(s: &mut Step<'_, '_>, binary: &Binary<'_>) -> Rule<Option<Atom>> {
    let Binary { i, op, w, right, .. } = *binary;
    let Operand::Register(register) = right else { return Ok(None) };
    let Some(mask) = s.st.bindings.get(register).filter(|mask| mask.sign == Sign::Signed) else { return Ok(None) };
    let used = i.result.is_some_and(|r| s.cx.influence.has(&s.st.function, r));
    if w == 1 || op == BinaryOp::Or || !used || mask.term.as_constant().is_some() {
        return Ok(None);
    }
    let mask = mask.term.clone();
    let mut most = |t: &Term| s.cx.engine.maximum(&s.st.knowledge, t);
    let either = most(&mask) == Some(0) && most(&mask.neg()?) == Some(1);
    Ok(if either { Some(Atom::le(&Term::zero(), &mask)?) } else { None })
}

/// Whether one operand is a number, and the other one equals a number but is none.
fn are_numbers(s: &mut Step<'_, '_>, a: &Term, b: &Term) -> Rule<bool> {
    let open = match (a.as_constant(), b.as_constant()) {
        (Some(_), None) => b,
        (None, Some(_)) => a,
        _ => return Ok(false),
    };
    let most = s.cx.engine.maximum(&s.st.knowledge, open);
    Ok(most.is_some() && most.and_then(i128::checked_neg) == s.cx.engine.maximum(&s.st.knowledge, &open.neg()?))
}

/// A sum of disjoint bits fits because its left part is a multiple of 2^k: that the checker rounds, and the rest it
/// adds up, if it is told.
fn rounded_sum(s: &mut Step<'_, '_>, w: u32, k: u32, a: &Term, sum: &Term) -> Rule<()> {
    let left = Atom::le(a, &Term::constant((1i128 << w) - (1i128 << k)))?;
    let fits = Atom::le(sum, &Term::constant(highest(w, Sign::Unsigned)))?;
    for atom in [left, fits] {
        if s.holds(&atom) {
            s.st.assert(atom);
        }
    }
    Ok(())
}

/// Chooses the form of hint that says most about the result. `used`: something depends on it.
fn choose(s: &mut Step<'_, '_>, op: BinaryOp, w: u32, (a, b): (&Term, &Term), used: bool) -> Rule<Bits> {
    let mask = b.as_constant();
    if w == 1 || (a.as_constant().is_some() && mask.is_some()) {
        return Ok(Bits::Bounds);
    }
    let all = highest(w, Sign::Unsigned);
    Ok(match op {
        BinaryOp::And if let Some(entry) = mask.and_then(|mask| of_class(s, a, mask)) => Bits::Class(entry),
        BinaryOp::And => match mask {
            Some(m) => match (power_of_two(m + 1), power_of_two(all + 1 - m)) {
                (Some(low), _) => Bits::LowMask(low),
                (None, Some(high)) => Bits::HighMask(high),
                (None, None) => match highest_bits(m) {
                    Some(end) if s.cx.faults.on(Fault::Masks) || s.holds(&Atom::le(a, &Term::constant(end - 1))?) => {
                        Bits::HighMask(m.trailing_zeros())
                    }
                    Some(_) if used => Bits::Field(m.trailing_zeros()),
                    _ => Bits::Bounds,
                },
            },
            None => {
                let below = a.plus(-1)?;
                if is_all(s, b, all)? {
                    Bits::LowMask(w)
                } else if *b == below || s.is_apparent(&Atom::eq(b, &below)?) {
                    let positive = Atom::le(&Term::constant(1), a)?;
                    if s.holds(&positive) || s.cx.faults.on(Fault::Masks) { Bits::ClearLowest } else { Bits::Bounds }
                } else {
                    Bits::Bounds
                }
            }
        },
        BinaryOp::Xor if mask == Some(all) || mask.is_none() && is_all(s, b, all)? => Bits::Complement,
        _ => {
            let (x, y) = (s.cx.engine.maximum(&s.st.knowledge, a), s.cx.engine.maximum(&s.st.knowledge, b));
            match (x, y) {
                (Some(x), Some(y)) if x >= 0 && y >= 0 => {
                    let bits_of = |n: i128| 128 - n.leading_zeros();
                    let low = bits_of(y);
                    if low <= w && a.divide_exactly(1i128 << low).is_some() && a.as_constant().is_none() {
                        Bits::Disjoint(low)
                    } else if s.cx.faults.on(Fault::Masks) {
                        Bits::Below(1)
                    } else if bits_of(x.max(y)) < w {
                        Bits::Below(bits_of(x.max(y)))
                    } else {
                        Bits::Bounds
                    }
                }
                _ => Bits::Bounds,
            }
        }
    })
}

/// Whether all bits of a value that is no number are set.
fn is_all(s: &mut Step<'_, '_>, b: &Term, all: i128) -> Rule<bool> {
    let least = s.cx.engine.maximum(&s.st.knowledge, &b.neg()?);
    Ok(least == all.checked_neg() && s.is_apparent(&Atom::eq(b, &Term::constant(all))?))
}

/// k with n = 2^k.
fn power_of_two(n: i128) -> Option<u32> {
    (n > 0 && n & (n - 1) == 0).then(|| n.trailing_zeros())
}

/// The power of two behind the highest bit of a mask whose ones are all next to each other.
fn highest_bits(mask: i128) -> Option<i128> {
    let end = mask.checked_add(1i128 << mask.trailing_zeros().min(126))?;
    (mask > 0 && end.count_ones() == 1).then_some(end)
}

/// The result in that form. Proves its premises and adds its facts.
fn bits_result(s: &mut Step<'_, '_>, op: BinaryOp, w: u32, form: Bits, a: &Term, b: &Term) -> Rule<Term> {
    let zero = Term::zero();
    let all = Term::constant(highest(w, Sign::Unsigned));
    if let (Bits::Bounds, Some(a), Some(b)) = (form, a.as_constant(), b.as_constant()) {
        return Ok(Term::constant(match op {
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            _ => a ^ b,
        }));
    }
    Ok(match form {
        Bits::Bounds if w == 1 => one_bit(s, op, a, b)?,
        Bits::Bounds => bounded(s, op, a, b, &all)?,
        Bits::LowMask(k) => {
            s.prove(Atom::eq(b, &Term::constant((1i128 << k) - 1))?, claim)?;
            let (q, r) = shifted(s, a, k)?;
            s.st.add_le(&zero, &q)?;
            r
        }
        Bits::HighMask(k) => {
            let end = b.as_constant().and_then(highest_bits).filter(|end| *end < 1i128 << w);
            s.prove(Atom::eq(b, &Term::constant(end.unwrap_or(1i128 << w) - (1i128 << k)))?, claim)?;
            if let Some(end) = end {
                s.prove_unless(Fault::Masks, Atom::le(a, &Term::constant(end - 1))?, claim)?;
            }
            let (q, _) = shifted(s, a, k)?;
            s.st.add_le(&zero, &q)?;
            q.scale(1i128 << k)?
        }
        Bits::ClearLowest => {
            let below = a.plus(-1)?;
            s.prove(Atom::eq(b, &below)?, claim)?;
            s.prove_unless(Fault::Masks, Atom::le(&Term::constant(1), a)?, claim)?;
            let r = s.fresh();
            s.st.add_le(&zero, &r)?;
            s.st.add_le(&r, &below)?;
            r
        }
        Bits::Below(k) => below(s, op, k, a, b)?,
        Bits::Disjoint(k) => {
            s.prove_le(b, &Term::constant((1i128 << k) - 1), claim)?;
            a.add(b)?
        }
        Bits::Complement => {
            s.prove(Atom::eq(b, &all)?, claim)?;
            all.sub(a)?
        }
        Bits::Class(entry) => belongs(s, entry, a, b)?,
        Bits::Field(k) => {
            let unknown = || Stop::Internal("bits that are not next to each other");
            let end = b.as_constant().and_then(highest_bits).ok_or_else(unknown)?;
            field(s, a, k, end)?.scale(1i128 << k)?
        }
    })
}

/// The bits from the one of this number up to a power of two, as a number.
fn field(s: &mut Step<'_, '_>, a: &Term, k: u32, end: i128) -> Rule<Term> {
    let (q, _) = shifted(s, a, k)?;
    let (p, field) = shifted(s, &q, end.trailing_zeros() - k)?;
    s.st.add_le(&Term::zero(), &p)?;
    Ok(field)
}

/// Where these bits of the value were asked for before, they are those of before.
fn field_again(s: &mut Step<'_, '_>, a: &Term, k: u32, end: i128) -> Rule<()> {
    let low = 1i128 << k;
    divided_again(s, a, &Term::constant(low))?;
    let whole = quotients(s, a, low);
    let Some((last, before)) = whole.split_last() else { return Ok(()) };
    let above = |s: &Step<'_, '_>, q: &Var| quotients(s, &Term::var(*q), end / low);
    let now = above(s, last).pop();
    let earlier = before.iter().find_map(|q| above(s, q).first().copied());
    let (Some(now), Some(earlier)) = (now, earlier) else { return Ok(()) };
    let same = Atom::eq(&Term::var(now), &Term::var(earlier))?;
    if s.is_apparent(&same) {
        s.st.assert(same);
    }
    Ok(())
}

/// Whether the character that an entry of the table of `<ctype.h>` is about belongs to a class: the class, or 0.
fn belongs(s: &mut Step<'_, '_>, entry: EntryId, a: &Term, b: &Term) -> Rule<Term> {
    let unknown = || Stop::Internal("a class of characters that is not in the table");
    let Entry { offset, value, .. } = s.st.entries.get(&entry).cloned().ok_or_else(unknown)?;
    let mask = b.as_constant().ok_or_else(unknown)?;
    let last = last_of_class(mask).ok_or_else(unknown)?;
    s.prove(Atom::eq(a, &value)?, claim)?;
    let belongs = field(s, a, mask.trailing_zeros(), 2 * mask)?;
    s.st.add_le(&belongs.scale(place('0'))?, &offset)?;
    s.st.add_le(&offset, &Term::constant(place('\u{ff}')).add_scaled(&belongs, last - place('\u{ff}'))?)?;
    Ok(belongs.scale(mask)?)
}

/// Where a character's element stands in the table of classes, in bytes.
fn place(character: char) -> i128 {
    2 * (128 + i128::from(u32::from(character)))
}

/// For a class that is the same in all locales, where the element of its last character stands in the table.
fn last_of_class(mask: i128) -> Option<i128> {
    match mask {
        0x800 => Some(place('9')),
        0x1000 => Some(place('f')),
        _ => None,
    }
}

/// An element of the table of classes that has this value, if the mask is a class of which something is known.
fn of_class(s: &Step<'_, '_>, value: &Term, mask: i128) -> Option<EntryId> {
    last_of_class(mask)?;
    let state = &s.st;
    let is_table = |block: &Block| matches!(&block.kind, Kind::Global(name) if name == library::CLASSES);
    let (table, _) = state.blocks.iter().find(|(_, block)| is_table(block))?;
    let is_element =
        |entry: &Entry| (entry.width, entry.sign) == (2, Sign::Unsigned) && entry.offset.divide_exactly(2).is_some();
    let mut entries = state.entries_of(*table).filter(|(_, entry)| entry.value == *value && is_element(entry));
    entries.next().map(|(id, _)| id)
}

/// For single bits the bounds are exact.
fn one_bit(s: &mut Step<'_, '_>, op: BinaryOp, a: &Term, b: &Term) -> Rule<Term> {
    let r = s.fresh();
    s.st.add_le(&Term::zero(), &r)?;
    s.st.add_le(&r, &Term::constant(1))?;
    let sum = a.add(b)?;
    match op {
        BinaryOp::And => {
            s.st.add_le(&r, a)?;
            s.st.add_le(&r, b)?;
            s.st.add_le(&sum.plus(-1)?, &r)?;
        }
        BinaryOp::Or => {
            s.st.add_le(a, &r)?;
            s.st.add_le(b, &r)?;
            s.st.add_le(&r, &sum)?;
        }
        _ => {
            s.st.add_le(&r, &sum)?;
            s.st.add_le(&a.sub(b)?, &r)?;
            s.st.add_le(&b.sub(a)?, &r)?;
            s.st.add_le(&r, &sum.neg()?.plus(2)?)?;
        }
    }
    Ok(r)
}

/// What follows from the operands alone.
fn bounded(s: &mut Step<'_, '_>, op: BinaryOp, a: &Term, b: &Term, all: &Term) -> Rule<Term> {
    let r = s.fresh();
    s.st.add_le(&Term::zero(), &r)?;
    match op {
        BinaryOp::And => {
            s.st.add_le(&r, a)?;
            s.st.add_le(&r, b)?;
        }
        BinaryOp::Or => {
            s.st.add_le(a, &r)?;
            s.st.add_le(b, &r)?;
            s.st.add_le(&r, &a.add(b)?)?;
            s.st.add_le(&r, all)?;
        }
        _ => {
            s.st.add_le(&r, &a.add(b)?)?;
            s.st.add_le(&r, all)?;
        }
    }
    Ok(r)
}

/// The result if both operands are below `2^k`, which is proved.
fn below(s: &mut Step<'_, '_>, op: BinaryOp, k: u32, a: &Term, b: &Term) -> Rule<Term> {
    let top = Term::constant((1i128 << k) - 1);
    s.prove_unless(Fault::Masks, Atom::le(a, &top)?, claim)?;
    s.prove_unless(Fault::Masks, Atom::le(b, &top)?, claim)?;
    let r = s.fresh();
    s.st.add_le(&Term::zero(), &r)?;
    s.st.add_le(&r, &top)?;
    s.st.add_le(&r, &a.add(b)?)?;
    if op == BinaryOp::Or {
        s.st.add_le(a, &r)?;
        s.st.add_le(b, &r)?;
    }
    Ok(r)
}

fn claim() -> GoalKind {
    Premise::Form.into()
}
