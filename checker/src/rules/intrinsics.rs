//! Intrinsics about bits and ranges (`spec/rules/call.md`, "Bits"). Each is exact on constants, and where its hint says
//! so; otherwise its result is any value of its range.

use crate::rules::arithmetic::{combine, divide, no_overflow};
use crate::rules::library::arguments::{Call, argument, integer};
use crate::rules::library::effects::arbitrary;
use crate::rules::shared::*;

/// X-FUNNEL: the high (low, if `right`) bits of two values side by side, shifted.
pub(crate) fn funnel(cx: &mut Context, s: &mut State, c: &Call, right: bool) -> Checked<Value> {
    cx.rule("X-FUNNEL");
    take!(cx, Detail::Shift(amount) = c.hint.detail => "hint", "a known amount is needed");
    let shape = integer(cx, &c.instruction.ty)?;
    let a = cx.unsigned(s, argument(cx, c, 0)?, shape)?;
    let b = cx.unsigned(s, argument(cx, c, 1)?, shape)?;
    let by = cx.unsigned(s, argument(cx, c, 2)?, shape)?;
    cx.require_eq("P1", &by, &Poly::constant(i128::from(amount)))?;
    let amount = amount % shape.width;
    // Number of bits of the second value that are left out.
    let low = if right { amount } else { shape.width - amount };
    if low == 0 || low == shape.width {
        return Ok(Some((if right { b } else { a }, Sign::Unsigned)));
    }
    let (q, rest) = divide(cx, s, &a, power(low))?;
    cx.add_range(0, &q, power(shape.width - low) - 1)?;
    let high = if a == b {
        q
    } else {
        let (q, _) = divide(cx, s, &b, power(low))?;
        cx.add_range(0, &q, power(shape.width - low) - 1)?;
        q
    };
    Ok(Some((rest.combine(power(shape.width - low), &high, 1)?, Sign::Unsigned)))
}

/// X-COUNT: the number of set bits, or of clear bits at one end.
pub(crate) fn count(cx: &mut Context, s: &mut State, c: &Call, family: &str) -> Checked<Value> {
    cx.rule("X-COUNT");
    let shape = integer(cx, &c.instruction.ty)?;
    let width = shape.width;
    let a = cx.unsigned(s, argument(cx, c, 0)?, shape)?;
    let positive = match (&c.hint.detail, c.arguments.get(1).map(|argument| &argument.value)) {
        (Detail::Outcome(true), Some(_)) => true,
        (Detail::Shift(k), Some(_)) if family == "ctlz" && *k <= width => true,
        (Detail::None, None | Some(Operand::Int { bits: 0, .. })) => false,
        _ => return cx.reject("hint", "that the operand is not 0 is needed"),
    };
    if positive {
        cx.require_ne("P1", &a, &Poly::constant(0))?;
    }
    let mut least = 0;
    if let Detail::Shift(k) = c.hint.detail {
        cx.require_le("P2", &a, &Poly::constant(power(k) - 1))?;
        least = width - k;
    }
    if let Some(a) = a.as_constant() {
        let top = (a as u64) << (64 - width);
        let n = match family {
            "ctpop" => top.count_ones(),
            "ctlz" => top.leading_zeros().min(width),
            _ => (a as u64).trailing_zeros().min(width),
        };
        return Ok(Some((Poly::constant(n.into()), Sign::Unsigned)));
    }
    let r = cx.fresh(s)?;
    cx.add_range(least.into(), &r, i128::from(width) - i128::from(positive))?;
    if family == "ctpop" {
        cx.add_le(&r, &a)?;
    }
    Ok(Some((r, Sign::Unsigned)))
}

/// X-REVERSE: the bytes or bits in the opposite order.
pub(crate) fn reverse(cx: &mut Context, s: &mut State, c: &Call, bytes: bool) -> Checked<Value> {
    cx.rule("X-REVERSE");
    let shape = integer(cx, &c.instruction.ty)?;
    reject_if!(cx, bytes && shape.width % 16 != 0 => "type", "bswap of {} bits", shape.width);
    let a = cx.modular(s, argument(cx, c, 0)?, shape)?;
    let Some(a) = a.as_constant() else { return arbitrary(cx, s, c) };
    no_detail(cx, c.hint)?;
    let top = (a as u64) << (64 - shape.width);
    let bits = if bytes { top.swap_bytes() } else { top.reverse_bits() };
    Ok(Some((Poly::constant(bits.into()), Sign::Unsigned)))
}

/// X-SATURATE: a sum or difference; if it leaves its range, the nearest end of the range.
pub(crate) fn saturate(cx: &mut Context, s: &mut State, c: &Call, op: BinaryOp, sign: Sign) -> Checked<Value> {
    cx.rule("X-SATURATE");
    take!(cx, Detail::Case(side) = c.hint.detail => "hint", "where the exact value lies is needed");
    let shape = integer(cx, &c.instruction.ty)?;
    reject_if!(cx, shape.width == 1 => "type", "saturating arithmetic of i1 is not supported");
    let a = cx.read(s, argument(cx, c, 0)?, shape, sign)?;
    let b = cx.read(s, argument(cx, c, 1)?, shape, sign)?;
    let t = combine(op, &a, &b)?;
    let (low, high) = (Poly::constant(lo(shape.width, sign)), Poly::constant(hi(shape.width, sign)));
    let result = match side {
        None => {
            no_overflow(cx, &t, shape.width, sign, ["P1", "P2"])?;
            t
        }
        Some(0) => {
            cx.require_le("P3", &t, &low)?;
            low
        }
        Some(_) => {
            cx.require_le("P4", &high, &t)?;
            high
        }
    };
    Ok(Some((result, sign)))
}

/// X-OVERFLOW: the bits of a sum, difference or product, and whether the exact value differs from them.
pub(crate) fn with_overflow(cx: &mut Context, s: &mut State, c: &Call, op: BinaryOp, sign: Sign) -> Checked<Value> {
    cx.rule("X-OVERFLOW");
    let Type::Struct { packed: false, fields } = &c.instruction.ty else {
        return cx.reject("type", "the result is no pair");
    };
    let shape = match (&fields[..], c.arguments) {
        ([ty, Type::Int(1)], [left, right]) if left.ty == *ty && right.ty == *ty => integer(cx, ty)?,
        _ => return cx.reject("type", format!("the contract of @{} is about another type", c.name)),
    };
    reject_if!(cx, shape.width == 1 => "type", "arithmetic with overflow of i1 is not supported");
    let a = cx.read(s, argument(cx, c, 0)?, shape, sign)?;
    let b = cx.read(s, argument(cx, c, 1)?, shape, sign)?;
    let t = combine(op, &a, &b)?;
    let (value, value_sign, flag) = match c.hint.detail {
        Detail::Outcome(false) => {
            no_overflow(cx, &t, shape.width, sign, ["P1", "P2"])?;
            (t, sign, Poly::constant(0))
        }
        Detail::Outcome(true) => {
            let below = Atom::le(&t, &Poly::constant(lo(shape.width, sign) - 1))?;
            let above = Atom::le(&Poly::constant(hi(shape.width, sign) + 1), &t)?;
            cx.require_either("P3", below, &[above])?;
            cx.machine_value(&a, shape.width, sign)?;
            cx.machine_value(&b, shape.width, sign)?;
            (cx.fit(s, &t, shape.width, c.hint.sign)?, c.hint.sign, Poly::constant(1))
        }
        Detail::None => {
            let x = cx.fresh_ranged(s, shape.width, c.hint.sign)?;
            let flag = cx.fresh_ranged(s, 1, Sign::Unsigned)?;
            (x, c.hint.sign, flag)
        }
        _ => return cx.reject("hint", "no such detail for arithmetic with overflow"),
    };
    if let Some(result) = &c.instruction.result {
        s.bindings.insert(crate::reader::part(result, 0), Binding { sign: value_sign, value });
        s.bindings.insert(crate::reader::part(result, 1), Binding { sign: Sign::Unsigned, value: flag });
    }
    Ok(None)
}
