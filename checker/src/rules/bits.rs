//! A-BITS: and, or, xor (`spec/rules/arithmetic.md`).

use super::arithmetic::{Binary, divide};
use super::shared::*;

/// A-BITS
pub fn bits(j: &mut Judge, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    j.rule("A-BITS");
    take!(j, Detail::Bits(form) = at.hint.detail => "hint", "the form of the result is needed");
    let left = j.unsigned(s, b.left, b.shape)?;
    let right = j.unsigned(s, b.right, b.shape)?;
    let width = b.shape.width;
    let exponent = match form {
        Bits::LowMask(k) | Bits::HighMask(k) | Bits::Below(k) | Bits::Disjoint(k) => k,
        _ => 0,
    };
    reject_if!(j, exponent > width => "0 <= k <= w", "k is {exponent}, the width {width}");
    let below = power(exponent) - 1;
    let all = power(width) - 1;
    let result = match (form, b.op) {
        (Bits::Bounds, op) => match (left.as_constant(), right.as_constant(), op) {
            (Some(a), Some(b), BinaryOp::And) => Poly::constant(a & b),
            (Some(a), Some(b), BinaryOp::Or) => Poly::constant(a | b),
            (Some(a), Some(b), _) => Poly::constant(a ^ b),
            _ => bounds(j, s, op, &left, &right, width)?,
        },
        (Bits::LowMask(_), BinaryOp::And) => {
            j.require_eq("P1", &right, &Poly::constant(below))?;
            let (q, r) = divide(j, s, &left, below + 1)?;
            j.add_le(&Poly::constant(0), &q)?;
            r
        }
        (Bits::HighMask(_), BinaryOp::And) => {
            j.require_eq("P1", &right, &Poly::constant(all - below))?;
            let (q, _) = divide(j, s, &left, below + 1)?;
            j.add_le(&Poly::constant(0), &q)?;
            q.scale(below + 1)?
        }
        (Bits::ClearLowest, BinaryOp::And) => {
            j.require_eq("P1", &right, &left.plus(-1)?)?;
            j.require_le("P2", &Poly::constant(1), &left)?;
            let r = j.fresh(s)?;
            j.add_le(&Poly::constant(0), &r)?;
            j.add_le(&r, &left.plus(-1)?)?;
            r
        }
        (Bits::Below(_), BinaryOp::Or | BinaryOp::Xor) => {
            j.require_le("P1", &left, &Poly::constant(below))?;
            j.require_le("P2", &right, &Poly::constant(below))?;
            let r = j.fresh(s)?;
            j.add_range(0, &r, below)?;
            j.add_le(&r, &left.add(&right)?)?;
            if b.op == BinaryOp::Or {
                j.add_le(&left, &r)?;
                j.add_le(&right, &r)?;
            }
            r
        }
        (Bits::Disjoint(_), BinaryOp::Or | BinaryOp::Xor) => {
            reject_if!(j, !left.is_multiple_of(below + 1) => "P1", "{left} is not a multiple of {}", below + 1);
            j.require_le("P2", &right, &Poly::constant(below))?;
            left.add(&right)?
        }
        (Bits::Complement, BinaryOp::Xor) => {
            j.require_eq("P1", &right, &Poly::constant(all))?;
            Poly::constant(all).sub(&left)?
        }
        _ => return j.reject("hint", "the form does not fit the operation"),
    };
    Ok(Some((result, Sign::Unsigned)))
}

/// The bounds that always hold.
fn bounds(j: &mut Judge, s: &mut State, op: BinaryOp, a: &Poly, b: &Poly, width: u32) -> Checked<Poly> {
    let r = j.fresh(s)?;
    let sum = a.add(b)?;
    j.add_le(&Poly::constant(0), &r)?;
    if width == 1 {
        j.add_le(&r, &Poly::constant(1))?;
    }
    match op {
        BinaryOp::And => {
            j.add_le(&r, a)?;
            j.add_le(&r, b)?;
            if width == 1 {
                j.add_le(&sum.plus(-1)?, &r)?;
            }
        }
        BinaryOp::Or => {
            j.add_le(a, &r)?;
            j.add_le(b, &r)?;
            j.add_le(&r, &sum)?;
        }
        _ => {
            j.add_le(&r, &sum)?;
            if width == 1 {
                j.add_le(&a.sub(b)?, &r)?;
                j.add_le(&b.sub(a)?, &r)?;
                j.add_le(&r, &Poly::constant(2).sub(&sum)?)?;
            }
        }
    }
    if width > 1 && op != BinaryOp::And {
        j.add_le(&r, &Poly::constant(power(width) - 1))?;
    }
    Ok(r)
}
