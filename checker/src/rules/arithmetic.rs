//! Arithmetic (`spec/rules/arithmetic.md`); and, or, xor are in [`super::bits`].

use super::shared::*;

/// A binary instruction.
pub(crate) struct Binary<'m> {
    pub op: BinaryOp,
    pub nuw: bool,
    pub nsw: bool,
    pub exact: bool,
    pub left: &'m Operand,
    pub right: &'m Operand,
    pub shape: Shape,
}

/// With which signs the flags of add, sub, mul and shl allow operands to be read.
enum Reading {
    Unsigned,
    Signed,
    Either,
}

fn reading(cx: &Context, b: &Binary) -> Checked<Reading> {
    reject_if!(cx, b.shape.width == 1 && b.nuw, b.shape.width == 1 && b.nsw => "flags", "nuw or nsw on i1 is not supported");
    // Whether such a sum is a bounded or an unbounded number depends on which flag one considers.
    reject_if!(cx, cx.closed && cx.mode == Overflow::Ideal && b.nuw && b.nsw =>
        "flags", "nuw and nsw together in a refutation of the mode ideal (Q-IDEAL)");
    Ok(match (b.nuw, b.nsw && cx.mode != Overflow::Wrap) {
        (true, _) => Reading::Unsigned,
        (false, true) => Reading::Signed,
        (false, false) => Reading::Either,
    })
}

fn operand(cx: &mut Context, s: &mut State, b: &Binary, op: &Operand, reading: &Reading) -> Checked<Poly> {
    match reading {
        Reading::Unsigned => cx.unsigned(s, op, b.shape),
        Reading::Signed => cx.signed(s, op, b.shape),
        Reading::Either => cx.modular(s, op, b.shape),
    }
}

/// The exact sum, difference or product.
pub(crate) fn combine(op: BinaryOp, left: &Poly, right: &Poly) -> Checked<Poly> {
    Ok(match op {
        BinaryOp::Add => left.add(right)?,
        BinaryOp::Sub => left.sub(right)?,
        _ => left.mul(right)?,
    })
}

/// A-ADD, A-SUB, A-MUL
pub(crate) fn add_sub_mul(cx: &mut Context, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    cx.rule(match b.op {
        BinaryOp::Add => "A-ADD",
        BinaryOp::Sub => "A-SUB",
        _ => "A-MUL",
    });
    no_detail(cx, at.hint)?;
    let reading = reading(cx, b)?;
    let left = operand(cx, s, b, b.left, &reading)?;
    let right = operand(cx, s, b, b.right, &reading)?;
    let t = combine(b.op, &left, &right)?;
    overflow(cx, s, at, b, &reading, t, |cx, s| {
        let left = cx.signed(s, b.left, b.shape)?;
        let right = cx.signed(s, b.right, b.shape)?;
        combine(b.op, &left, &right)
    })
}

/// The premises of nuw and nsw, and the result, for the exact value t; `signed` computes it again
/// from signed readings.
fn overflow(
    cx: &mut Context,
    s: &mut State,
    at: At,
    b: &Binary,
    reading: &Reading,
    t: Poly,
    signed: impl FnOnce(&mut Context, &mut State) -> Checked<Poly>,
) -> Checked<Value> {
    let width = b.shape.width;
    match reading {
        Reading::Unsigned => {
            cx.require_le("P2", &Poly::constant(0), &t)?;
            cx.require_le("P3", &t, &Poly::constant(hi(width, Sign::Unsigned)))?;
            if b.nsw && cx.mode == Overflow::Error {
                let t = signed(cx, s)?;
                no_overflow(cx, &t, width, Sign::Signed, ["P4", "P5"])?;
            }
            Ok(Some((t, Sign::Unsigned)))
        }
        Reading::Signed => {
            if cx.mode == Overflow::Error {
                no_overflow(cx, &t, width, Sign::Signed, ["P4", "P5"])?;
            }
            Ok(Some((t, Sign::Signed)))
        }
        Reading::Either => {
            let sign = b.shape.sign(at.hint.sign);
            Ok(Some((cx.fit(s, &t, width, sign)?, sign)))
        }
    }
}

/// lo(w, s) <= t, t <= hi(w, s)
pub(crate) fn no_overflow(cx: &mut Context, t: &Poly, width: u32, sign: Sign, premises: [&str; 2]) -> Checked {
    cx.require_le(premises[0], &Poly::constant(lo(width, sign)), t)?;
    cx.require_le(premises[1], t, &Poly::constant(hi(width, sign)))
}

/// The amount of a shift, read after the left operand: a number, or a term that is below the width.
fn amount(cx: &mut Context, s: &mut State, at: At, b: &Binary) -> Checked<Result<u32, Poly>> {
    let c = match (&at.hint.detail, b.right) {
        (Detail::Shift(c), _) => {
            let amount = cx.unsigned(s, b.right, b.shape)?;
            cx.require_eq("P1", &amount, &Poly::constant(i128::from(*c)))?;
            u64::from(*c)
        }
        (Detail::None, Operand::Int { bits, .. }) => *bits,
        (Detail::None | Detail::Outcome(true) | Detail::Case(Some(_)), _) => {
            let amount = cx.unsigned(s, b.right, b.shape)?;
            cx.require_le("P1", &amount, &Poly::constant(i128::from(b.shape.width) - 1))?;
            return Ok(Err(amount));
        }
        _ => return cx.reject("hint", "no such detail for a shift"),
    };
    reject_if!(cx, c >= u64::from(b.shape.width) => "0 <= c < w", "a shift by {c} of a value of {} bits", b.shape.width);
    Ok(Ok(c as u32))
}

/// The bound of an unknown amount that the hint gives, if any.
fn bound(cx: &mut Context, at: At, width: u32) -> Checked<Option<u32>> {
    match at.hint.detail {
        Detail::None => Ok(None),
        Detail::Case(Some(c)) if c < width => Ok(Some(c)),
        _ => cx.reject("hint", "no such detail for a shift by an unknown amount"),
    }
}

/// A-SHL
pub(crate) fn shl(cx: &mut Context, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    cx.rule("A-SHL");
    let (reading, zero) = (reading(cx, b)?, Poly::constant(0));
    let known = matches!((&at.hint.detail, b.right), (Detail::Shift(_), _) | (Detail::None, Operand::Int { .. }));
    reject_if!(cx, !known && !matches!(reading, Reading::Either) =>
        "flags", "nsw or nuw on a shift by an unknown amount is not supported");
    let left = operand(cx, s, b, b.left, &reading)?;
    let by = match amount(cx, s, at, b)? {
        Ok(c) => {
            let t = left.scale(power(c))?;
            return overflow(cx, s, at, b, &reading, t, |cx, s| Ok(cx.signed(s, b.left, b.shape)?.scale(power(c))?));
        }
        Err(by) => by,
    };
    let sign = b.shape.sign(at.hint.sign);
    let Some(c) = bound(cx, at, b.shape.width)? else {
        return Ok(Some((cx.fresh_ranged(s, b.shape.width, sign)?, sign)));
    };
    let most = left.scale(power(c))?;
    cx.require_le("P2", &by, &Poly::constant(c.into()))?;
    cx.require_le("P3", &zero, &left)?;
    cx.require_le("P4", &most, &Poly::constant(hi(b.shape.width, sign)))?;
    let x = cx.fresh(s)?;
    cx.add_le(&left, &x)?;
    cx.add_le(&x, &most)?;
    Ok(Some((x, sign)))
}

/// A-NUMBERS: quotients, remainders and right shifts of numbers.
pub(crate) fn numbers(cx: &mut Context, s: &mut State, b: &Binary) -> Checked<Value> {
    cx.rule("A-NUMBERS");
    let width = b.shape.width;
    reject_if!(cx, width == 1 => "type", "not for i1");
    let shifts = matches!(b.op, BinaryOp::LShr | BinaryOp::AShr);
    let signed = matches!(b.op, BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr);
    let left = if signed { cx.signed(s, b.left, b.shape)? } else { cx.unsigned(s, b.left, b.shape)? };
    let right = if signed && !shifts { cx.signed(s, b.right, b.shape)? } else { cx.unsigned(s, b.right, b.shape)? };
    take!(cx, Some(a) = left.as_constant() => "P1", "the left operand is no number");
    take!(cx, Some(n) = right.as_constant() => "P2", "the right operand is no number");
    let (quotient, rest) = if shifts {
        let amount = u32::try_from(n).ok().filter(|amount| *amount < width);
        take!(cx, Some(amount) = amount => "P3", "a shift by {n} bits of {width}");
        (a.div_euclid(power(amount)), a.rem_euclid(power(amount)))
    } else {
        take!(cx, Some(both) = a.checked_div(n).zip(a.checked_rem(n)) => "P4", "there is no quotient by {n}");
        reject_if!(cx, signed && n == -1 && a == lo(width, Sign::Signed) => "P5", "the quotient does not fit");
        both
    };
    let remains = matches!(b.op, BinaryOp::URem | BinaryOp::SRem);
    reject_if!(cx, b.exact && !remains && rest != 0 => "P6", "the remainder is {rest}");
    let sign = if signed { Sign::Signed } else { Sign::Unsigned };
    Ok(Some((Poly::constant(if remains { rest } else { quotient }), sign)))
}

/// A-UDIV, A-UREM
pub(crate) fn udiv_urem(cx: &mut Context, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    cx.rule(if b.op == BinaryOp::UDiv { "A-UDIV" } else { "A-UREM" });
    no_detail(cx, at.hint)?;
    let left = cx.unsigned(s, b.left, b.shape)?;
    let right = cx.unsigned(s, b.right, b.shape)?;
    let zero = Poly::constant(0);
    cx.require_ne("P1", &right, &zero)?;
    let q = cx.fresh(s)?;
    let r = cx.fresh(s)?;
    cx.add_eq(&left, &right.mul(&q)?.add(&r)?)?;
    cx.add_le(&zero, &r)?;
    cx.add_le(&r, &right.plus(-1)?)?;
    cx.add_le(&zero, &q)?;
    cx.add_le(&q, &left)?;
    if b.op == BinaryOp::URem {
        return Ok(Some((r, Sign::Unsigned)));
    }
    if b.exact {
        cx.require_eq("P2", &r, &zero)?;
    }
    Ok(Some((q, Sign::Unsigned)))
}

/// A-SDIV, A-SREM
pub(crate) fn sdiv_srem(cx: &mut Context, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    cx.rule(if b.op == BinaryOp::SDiv { "A-SDIV" } else { "A-SREM" });
    take!(cx, Detail::Division { dividend, divisor } = at.hint.detail =>
        "hint", "the signs of dividend and divisor are needed");
    reject_if!(cx, b.shape.width == 1 => "type", "signed division of i1 is not supported");
    let left = cx.signed(s, b.left, b.shape)?;
    let right = cx.signed(s, b.right, b.shape)?;
    let (zero, one) = (Poly::constant(0), Poly::constant(1));
    if divisor {
        cx.require_le("P1", &one, &right)?;
    } else {
        cx.require_le("P1", &right, &Poly::constant(-1))?;
        let no_minus_one = Atom::ne(&right, &Poly::constant(-1))?;
        let no_minimum = Atom::ne(&left, &Poly::constant(lo(b.shape.width, Sign::Signed)))?;
        cx.require_either("P2", no_minus_one, &[no_minimum])?;
    }
    match dividend {
        Some(true) => cx.require_le("P3", &zero, &left)?,
        Some(false) => cx.require_le("P3", &left, &zero)?,
        None => {}
    }
    let m = if divisor { right.clone() } else { right.neg()? };
    let q = cx.fresh(s)?;
    let r = cx.fresh(s)?;
    cx.add_eq(&left, &right.mul(&q)?.add(&r)?)?;
    if let Some(positive) = dividend {
        // For a dividend of the other sign all bounds are mirrored.
        let mut add = |low: &Poly, high: &Poly| if positive { cx.add_le(low, high) } else { cx.add_le(high, low) };
        add(&zero, &r)?;
        add(&r, &if positive { m.plus(-1)? } else { one.sub(&m)? })?;
        add(&r, &left)?;
        if divisor {
            add(&zero, &q)?;
            add(&q, &left)?;
        } else {
            add(&q, &zero)?;
            add(&left.neg()?, &q)?;
        }
    } else {
        cx.add_le(&one.sub(&m)?, &r)?;
        cx.add_le(&r, &m.plus(-1)?)?;
    }
    if b.op == BinaryOp::SRem {
        return Ok(Some((r, Sign::Signed)));
    }
    if b.exact {
        cx.require_eq("P4", &r, &zero)?;
    }
    Ok(Some((q, Sign::Signed)))
}

/// A-LSHR
pub(crate) fn lshr(cx: &mut Context, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    cx.rule("A-LSHR");
    let a = cx.unsigned(s, b.left, b.shape)?;
    let zero = Poly::constant(0);
    let c = match amount(cx, s, at, b)? {
        Ok(c) => c,
        Err(by) => {
            let least = bound(cx, at, b.shape.width)?;
            reject_if!(cx, b.exact => "flags", "exact on a shift by an unknown amount is not supported");
            if let Some(c) = least {
                cx.require_le("P2", &Poly::constant(c.into()), &by)?;
            }
            let q = cx.fresh(s)?;
            cx.add_le(&zero, &q)?;
            cx.add_le(&q.scale(power(least.unwrap_or(0)))?, &a)?;
            return Ok(Some((q, Sign::Unsigned)));
        }
    };
    let (q, r) = divide(cx, s, &a, power(c))?;
    cx.add_le(&zero, &q)?;
    cx.add_le(&q, &a)?;
    if b.exact {
        cx.require_eq("P2", &r, &zero)?;
    }
    Ok(Some((q, Sign::Unsigned)))
}

/// fresh q; fresh r; t = divisor*q + r; 0 <= r; r <= divisor - 1
pub(crate) fn divide(cx: &mut Context, s: &mut State, t: &Poly, divisor: i128) -> Checked<(Poly, Poly)> {
    let q = cx.fresh(s)?;
    let r = cx.fresh(s)?;
    cx.add_eq(t, &q.combine(divisor, &r, 1)?)?;
    cx.add_range(0, &r, divisor - 1)?;
    Ok((q, r))
}

/// A-ASHR
pub(crate) fn ashr(cx: &mut Context, s: &mut State, at: At, b: &Binary) -> Checked<Value> {
    cx.rule("A-ASHR");
    reject_if!(cx, b.shape.width == 1 => "type", "ashr of i1 is not supported");
    let a = cx.signed(s, b.left, b.shape)?;
    let zero = Poly::constant(0);
    let Ok(c) = amount(cx, s, at, b)? else {
        reject_if!(cx, matches!(at.hint.detail, Detail::Case(_)) => "hint", "no such detail for ashr");
        reject_if!(cx, b.exact => "flags", "exact on a shift by an unknown amount is not supported");
        let q = cx.fresh_open(s, b.shape.width, Sign::Signed)?;
        if at.hint.detail == Detail::Outcome(true) {
            cx.require_le("P2", &zero, &a)?;
            cx.add_le(&zero, &q)?;
            cx.add_le(&q, &a)?;
        }
        return Ok(Some((q, Sign::Signed)));
    };
    let (q, r) = divide(cx, s, &a, power(c))?;
    if b.exact {
        cx.require_eq("P2", &r, &zero)?;
    }
    Ok(Some((q, Sign::Signed)))
}
