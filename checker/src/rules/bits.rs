//! A-BITS: and, or, xor (`spec/rules/arithmetic.md`).

use super::arithmetic::{Binary, divide};
use super::memory;
use super::shared::*;

/// A-BITS
pub(crate) fn bits(cx: &mut Context, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    cx.rule("A-BITS");
    take!(cx, Detail::Bits(form) = at.hint.detail => "hint", "the form of the result is needed");
    let left = cx.unsigned(s, b.left, b.shape)?;
    let right = cx.unsigned(s, b.right, b.shape)?;
    let width = b.shape.width;
    let exponent = match form {
        Bits::LowMask(k) | Bits::HighMask(k) | Bits::Below(k) | Bits::Disjoint(k) | Bits::Field(k) => k,
        _ => 0,
    };
    reject_if!(cx, exponent > width => "0 <= k <= w", "k is {exponent}, the width {width}");
    let below = power(exponent) - 1;
    let all = power(width) - 1;
    // One behind the highest bit of a mask from bit k on, where that lies below the highest of the width.
    let end = right.as_constant().and_then(|b| b.checked_add(below + 1));
    let end = end.filter(|end| end.count_ones() == 1 && below + 1 < *end && *end <= all);
    let result = match (form, b.op) {
        (Bits::Bounds, op) => match (left.as_constant(), right.as_constant(), op) {
            (Some(a), Some(b), BinaryOp::And) => Poly::constant(a & b),
            (Some(a), Some(b), BinaryOp::Or) => Poly::constant(a | b),
            (Some(a), Some(b), _) => Poly::constant(a ^ b),
            _ => bounds(cx, s, op, &left, &right, width)?,
        },
        (Bits::LowMask(_), BinaryOp::And) => {
            cx.require_eq("P1", &right, &Poly::constant(below))?;
            let (q, r) = divide(cx, s, &left, below + 1)?;
            cx.add_le(&Poly::constant(0), &q)?;
            r
        }
        (Bits::HighMask(_), BinaryOp::And) => {
            cx.require_eq("P1", &right, &Poly::constant(end.unwrap_or(all + 1) - 1 - below))?;
            if let Some(end) = end {
                cx.require_le("P2", &left, &Poly::constant(end - 1))?;
            }
            let (q, _) = divide(cx, s, &left, below + 1)?;
            cx.add_le(&Poly::constant(0), &q)?;
            q.scale(below + 1)?
        }
        (Bits::ClearLowest, BinaryOp::And) => {
            cx.require_eq("P1", &right, &left.plus(-1)?)?;
            cx.require_le("P2", &Poly::constant(1), &left)?;
            let r = cx.fresh(s)?;
            cx.add_le(&Poly::constant(0), &r)?;
            cx.add_le(&r, &left.plus(-1)?)?;
            r
        }
        (Bits::Below(_), BinaryOp::Or | BinaryOp::Xor) => {
            cx.require_le("P1", &left, &Poly::constant(below))?;
            cx.require_le("P2", &right, &Poly::constant(below))?;
            let r = cx.fresh(s)?;
            cx.add_range(0, &r, below)?;
            cx.add_le(&r, &left.add(&right)?)?;
            if b.op == BinaryOp::Or {
                cx.add_le(&left, &r)?;
                cx.add_le(&right, &r)?;
            }
            r
        }
        (Bits::Disjoint(_), BinaryOp::Or | BinaryOp::Xor) => {
            reject_if!(cx, !left.is_multiple_of(below + 1) => "P1", "{left} is not a multiple of {}", below + 1);
            cx.require_le("P2", &right, &Poly::constant(below))?;
            left.add(&right)?
        }
        (Bits::Complement, BinaryOp::Xor) => {
            cx.require_eq("P1", &right, &Poly::constant(all))?;
            Poly::constant(all).sub(&left)?
        }
        (Bits::Class(entry), BinaryOp::And) => class(cx, s, entry, &left, &right)?,
        (Bits::Field(_), BinaryOp::And) => {
            let end = some!(cx, end => "P1", "{right} is not 2^m - {} with m below the width", below + 1);
            field(cx, s, &left, (below + 1, end))?.scale(below + 1)?
        }
        _ => return cx.reject("hint", "the form does not fit the operation"),
    };
    Ok(Some((result, Sign::Unsigned)))
}

/// Field(k): the bits of a number from one power of two up to another, as a number.
fn field(cx: &mut Context, s: &mut State, a: &Poly, (low, end): (i128, i128)) -> Checked<Poly> {
    let (q, _) = divide(cx, s, a, low)?;
    let (p, field) = divide(cx, s, &q, end / low)?;
    cx.add_le(&Poly::constant(0), &p)?;
    Ok(field)
}

/// Class(e): whether the character that an entry of the table of `<ctype.h>` is about belongs to a class. Offsets are
/// those of the elements of 0, 9, f, and 255.
fn class(cx: &mut Context, s: &mut State, e: EntryId, a: &Poly, b: &Poly) -> Checked<Poly> {
    const FIRST: i128 = 352;
    const END: i128 = 766;
    let entry = memory::entry(cx, s, e)?;
    let of_classes = memory::live(cx, s, entry.block)?.kind == Kind::Global(CLASSES.into());
    reject_if!(cx, !of_classes => "P1", "entry {e} does not lie in the table");
    let element = entry.width == 2 && entry.sign == Sign::Unsigned && entry.offset.is_multiple_of(2);
    reject_if!(cx, !element => "P2", "entry {e} is no element of the table");
    cx.require_eq("P3", a, &entry.value)?;
    let (mask, last) = match b.as_constant() {
        Some(mask @ 2048) => (mask, 370),
        Some(mask @ 4096) => (mask, 460),
        _ => return cx.reject("P4", format!("{b} is neither the class of digits nor of hexadecimal digits")),
    };
    let belongs = field(cx, s, a, (mask, 2 * mask))?;
    cx.add_le(&belongs.scale(FIRST)?, &entry.offset)?;
    cx.add_le(&entry.offset, &Poly::constant(END).combine(1, &belongs, last - END)?)?;
    Ok(belongs.scale(mask)?)
}

/// The bounds that always hold.
fn bounds(cx: &mut Context, s: &mut State, op: BinaryOp, a: &Poly, b: &Poly, width: u32) -> Checked<Poly> {
    let r = cx.fresh(s)?;
    let sum = a.add(b)?;
    cx.add_le(&Poly::constant(0), &r)?;
    if width == 1 {
        cx.add_le(&r, &Poly::constant(1))?;
    }
    match op {
        BinaryOp::And => {
            cx.add_le(&r, a)?;
            cx.add_le(&r, b)?;
            if width == 1 {
                cx.add_le(&sum.plus(-1)?, &r)?;
            }
        }
        BinaryOp::Or => {
            cx.add_le(a, &r)?;
            cx.add_le(b, &r)?;
            cx.add_le(&r, &sum)?;
        }
        _ => {
            cx.add_le(&r, &sum)?;
            if width == 1 {
                cx.add_le(&a.sub(b)?, &r)?;
                cx.add_le(&b.sub(a)?, &r)?;
                cx.add_le(&r, &Poly::constant(2).sub(&sum)?)?;
            }
        }
    }
    if width > 1 && op != BinaryOp::And {
        cx.add_le(&r, &Poly::constant(power(width) - 1))?;
    }
    Ok(r)
}
