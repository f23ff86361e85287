//! Arithmetic (`spec/rules/arithmetic.md`); and, or, xor are in [`super::bits`].

use super::shared::*;

/// A binary instruction.
pub struct Binary<'m> {
    pub op: BinaryOp,
    pub nuw: bool,
    pub nsw: bool,
    pub exact: bool,
    pub left: &'m Operand,
    pub right: &'m Operand,
    pub shape: Shape,
}

/// How the flags of add, sub, mul, shl let operands be read.
enum Reading {
    Unsigned,
    Signed,
    Either,
}

fn reading(j: &Judge, b: &Binary) -> Checked<Reading> {
    reject_if!(j, b.shape.width == 1 && b.nuw, b.shape.width == 1 && b.nsw => "flags", "nuw or nsw on i1 is not supported");
    Ok(match (b.nuw, b.nsw && j.mode != Overflow::Wrap) {
        (true, _) => Reading::Unsigned,
        (false, true) => Reading::Signed,
        (false, false) => Reading::Either,
    })
}

fn operand(j: &mut Judge, s: &mut State, b: &Binary, op: &Operand, reading: &Reading) -> Checked<Poly> {
    match reading {
        Reading::Unsigned => j.unsigned(s, op, b.shape),
        Reading::Signed => j.signed(s, op, b.shape),
        Reading::Either => j.either(s, op, b.shape).map(|(value, _)| value),
    }
}

fn combine(op: BinaryOp, left: &Poly, right: &Poly) -> Checked<Poly> {
    Ok(match op {
        BinaryOp::Add => left.add(right)?,
        BinaryOp::Sub => left.sub(right)?,
        _ => left.mul(right)?,
    })
}

/// A-ADD, A-SUB, A-MUL
pub fn add_sub_mul(j: &mut Judge, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    j.rule(match b.op {
        BinaryOp::Add => "A-ADD",
        BinaryOp::Sub => "A-SUB",
        _ => "A-MUL",
    });
    no_detail(j, at.hint)?;
    let reading = reading(j, b)?;
    let left = operand(j, s, b, b.left, &reading)?;
    let right = operand(j, s, b, b.right, &reading)?;
    let t = combine(b.op, &left, &right)?;
    overflow(j, s, at, b, &reading, t, |j, s| {
        let left = j.signed(s, b.left, b.shape)?;
        let right = j.signed(s, b.right, b.shape)?;
        combine(b.op, &left, &right)
    })
}

/// The premises of nuw and nsw, and the result, for the exact value t; `signed` computes it again
/// from signed readings.
fn overflow(
    j: &mut Judge,
    s: &mut State,
    at: At,
    b: &Binary,
    reading: &Reading,
    t: Poly,
    signed: impl FnOnce(&mut Judge, &mut State) -> Checked<Poly>,
) -> Checked<Value> {
    let width = b.shape.width;
    match reading {
        Reading::Unsigned => {
            j.require_le("P2", &Poly::constant(0), &t)?;
            j.require_le("P3", &t, &Poly::constant(hi(width, Sign::Unsigned)))?;
            if b.nsw && j.mode == Overflow::Error {
                let t = signed(j, s)?;
                no_signed_overflow(j, &t, width)?;
            }
            Ok(Some((t, Sign::Unsigned)))
        }
        Reading::Signed => {
            if j.mode == Overflow::Error {
                no_signed_overflow(j, &t, width)?;
            }
            Ok(Some((t, Sign::Signed)))
        }
        Reading::Either => {
            let sign = b.shape.sign(at.hint.sign);
            Ok(Some((j.fit(s, &t, width, sign)?, sign)))
        }
    }
}

fn no_signed_overflow(j: &mut Judge, t: &Poly, width: u32) -> Checked {
    j.require_le("P4", &Poly::constant(lo(width, Sign::Signed)), t)?;
    j.require_le("P5", t, &Poly::constant(hi(width, Sign::Signed)))
}

/// The amount of a shift, after the left operand has been read: a constant, or unknown.
fn amount(j: &mut Judge, s: &mut State, at: At, b: &Binary) -> Checked<Option<u32>> {
    let c = match (&at.hint.detail, b.right) {
        (Detail::Shift(c), _) => {
            let amount = j.unsigned(s, b.right, b.shape)?;
            j.require_eq("P1", &amount, &Poly::constant(i128::from(*c)))?;
            u64::from(*c)
        }
        (Detail::None, Operand::Int { bits, .. }) => *bits,
        (Detail::None | Detail::Outcome(true), _) => {
            let amount = j.unsigned(s, b.right, b.shape)?;
            j.require_le("P1", &amount, &Poly::constant(i128::from(b.shape.width) - 1))?;
            return Ok(None);
        }
        _ => return j.reject("hint", "no such detail for a shift"),
    };
    reject_if!(j, c >= u64::from(b.shape.width) => "0 <= c < w", "a shift by {c} of a value of {} bits", b.shape.width);
    Ok(Some(c as u32))
}

/// A-SHL
pub fn shl(j: &mut Judge, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    j.rule("A-SHL");
    let reading = reading(j, b)?;
    let known = matches!(at.hint.detail, Detail::Shift(_)) || matches!(b.right, Operand::Int { .. });
    if known {
        let left = operand(j, s, b, b.left, &reading)?;
        let c = some!(j, amount(j, s, at, b)? => "hint", "the amount is not known");
        let t = left.scale(power(c))?;
        return overflow(j, s, at, b, &reading, t, |j, s| Ok(j.signed(s, b.left, b.shape)?.scale(power(c))?));
    }
    no_detail(j, at.hint)?;
    reject_if!(j, !matches!(reading, Reading::Either) =>
        "flags", "nsw or nuw on a shift by an unknown amount is not supported");
    operand(j, s, b, b.left, &reading)?;
    amount(j, s, at, b)?;
    let sign = b.shape.sign(at.hint.sign);
    Ok(Some((j.fresh_ranged(s, b.shape.width, sign)?, sign)))
}

/// A-UDIV, A-UREM
pub fn udiv_urem(j: &mut Judge, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    j.rule(if b.op == BinaryOp::UDiv { "A-UDIV" } else { "A-UREM" });
    no_detail(j, at.hint)?;
    let left = j.unsigned(s, b.left, b.shape)?;
    let right = j.unsigned(s, b.right, b.shape)?;
    let zero = Poly::constant(0);
    j.require_ne("P1", &right, &zero)?;
    let q = j.fresh(s)?;
    let r = j.fresh(s)?;
    j.add_eq(&left, &right.mul(&q)?.add(&r)?)?;
    j.add_le(&zero, &r)?;
    j.add_le(&r, &right.plus(-1)?)?;
    j.add_le(&zero, &q)?;
    j.add_le(&q, &left)?;
    if b.op == BinaryOp::URem {
        return Ok(Some((r, Sign::Unsigned)));
    }
    if b.exact {
        j.require_eq("P2", &r, &zero)?;
    }
    Ok(Some((q, Sign::Unsigned)))
}

/// A-SDIV, A-SREM
pub fn sdiv_srem(j: &mut Judge, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    j.rule(if b.op == BinaryOp::SDiv { "A-SDIV" } else { "A-SREM" });
    take!(j, Detail::Division { dividend, divisor } = at.hint.detail =>
        "hint", "the signs of dividend and divisor are needed");
    reject_if!(j, b.shape.width == 1 => "type", "signed division of i1 is not supported");
    let left = j.signed(s, b.left, b.shape)?;
    let right = j.signed(s, b.right, b.shape)?;
    let (zero, one) = (Poly::constant(0), Poly::constant(1));
    if divisor {
        j.require_le("P1", &one, &right)?;
    } else {
        j.require_le("P1", &right, &Poly::constant(-1))?;
        let no_minus_one = Atom::ne(&right, &Poly::constant(-1))?;
        let no_minimum = Atom::ne(&left, &Poly::constant(lo(b.shape.width, Sign::Signed)))?;
        j.require_either("P2", no_minus_one, no_minimum)?;
    }
    match dividend {
        Some(true) => j.require_le("P3", &zero, &left)?,
        Some(false) => j.require_le("P3", &left, &zero)?,
        None => {}
    }
    let m = if divisor { right.clone() } else { right.neg()? };
    let q = j.fresh(s)?;
    let r = j.fresh(s)?;
    j.add_eq(&left, &right.mul(&q)?.add(&r)?)?;
    match dividend {
        Some(true) => {
            j.add_le(&zero, &r)?;
            j.add_le(&r, &m.plus(-1)?)?;
            j.add_le(&r, &left)?;
            if divisor {
                j.add_le(&zero, &q)?;
                j.add_le(&q, &left)?;
            } else {
                j.add_le(&q, &zero)?;
                j.add_le(&left.neg()?, &q)?;
            }
        }
        Some(false) => {
            j.add_le(&r, &zero)?;
            j.add_le(&one.sub(&m)?, &r)?;
            j.add_le(&left, &r)?;
            if divisor {
                j.add_le(&q, &zero)?;
                j.add_le(&left, &q)?;
            } else {
                j.add_le(&zero, &q)?;
                j.add_le(&q, &left.neg()?)?;
            }
        }
        None => {
            j.add_le(&one.sub(&m)?, &r)?;
            j.add_le(&r, &m.plus(-1)?)?;
        }
    }
    if b.op == BinaryOp::SRem {
        return Ok(Some((r, Sign::Signed)));
    }
    if b.exact {
        j.require_eq("P4", &r, &zero)?;
    }
    Ok(Some((q, Sign::Signed)))
}

/// A-LSHR
pub fn lshr(j: &mut Judge, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    j.rule("A-LSHR");
    let a = j.unsigned(s, b.left, b.shape)?;
    let zero = Poly::constant(0);
    let Some(c) = amount(j, s, at, b)? else {
        no_detail(j, at.hint)?;
        reject_if!(j, b.exact => "flags", "exact on a shift by an unknown amount is not supported");
        let q = j.fresh(s)?;
        j.add_le(&zero, &q)?;
        j.add_le(&q, &a)?;
        return Ok(Some((q, Sign::Unsigned)));
    };
    let (q, r) = divide(j, s, &a, power(c))?;
    j.add_le(&zero, &q)?;
    j.add_le(&q, &a)?;
    if b.exact {
        j.require_eq("P2", &r, &zero)?;
    }
    Ok(Some((q, Sign::Unsigned)))
}

/// fresh q; fresh r; t = divisor*q + r; 0 <= r; r <= divisor - 1
pub fn divide(j: &mut Judge, s: &mut State, t: &Poly, divisor: i128) -> Checked<(Poly, Poly)> {
    let q = j.fresh(s)?;
    let r = j.fresh(s)?;
    j.add_eq(t, &q.combine(divisor, &r, 1)?)?;
    j.add_range(0, &r, divisor - 1)?;
    Ok((q, r))
}

/// A-ASHR
pub fn ashr(j: &mut Judge, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    j.rule("A-ASHR");
    reject_if!(j, b.shape.width == 1 => "type", "ashr of i1 is not supported");
    let a = j.signed(s, b.left, b.shape)?;
    let zero = Poly::constant(0);
    let Some(c) = amount(j, s, at, b)? else {
        reject_if!(j, b.exact => "flags", "exact on a shift by an unknown amount is not supported");
        let q = j.fresh_open(s, b.shape.width, Sign::Signed)?;
        if at.hint.detail == Detail::Outcome(true) {
            j.require_le("P2", &zero, &a)?;
            j.add_le(&zero, &q)?;
            j.add_le(&q, &a)?;
        }
        return Ok(Some((q, Sign::Signed)));
    };
    let (q, r) = divide(j, s, &a, power(c))?;
    if b.exact {
        j.require_eq("P2", &r, &zero)?;
    }
    Ok(Some((q, Sign::Signed)))
}
