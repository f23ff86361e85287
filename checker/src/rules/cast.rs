//! Conversions (`spec/rules/cast.md`).

use super::shared::*;

fn integer_or_pointer(cx: &Context, ty: &Type) -> Checked<Shape> {
    match cx.shape(ty)? {
        Some(shape) => Ok(shape),
        None => cx.reject("type", "neither an integer nor a pointer"),
    }
}

/// T-TRUNC
pub(crate) fn trunc(cx: &mut Context, s: &mut State, at: At, from: &Type, value: &Operand) -> Checked<Value> {
    cx.rule("T-TRUNC");
    no_detail(cx, at.hint)?;
    let (from, to) = (integer_or_pointer(cx, from)?, integer_or_pointer(cx, &at.instruction.ty)?);
    let t = cx.modular(s, value, from)?;
    let sign = to.sign(at.hint.sign);
    Ok(Some((cx.fit(s, &t, to.width, sign)?, sign)))
}

/// T-ZEXT
pub(crate) fn zext(cx: &mut Context, s: &mut State, at: At, from: &Type, value: &Operand) -> Checked<Value> {
    cx.rule("T-ZEXT");
    no_detail(cx, at.hint)?;
    let (from, to) = (integer_or_pointer(cx, from)?, integer_or_pointer(cx, &at.instruction.ty)?);
    reject_if!(cx, from.width >= to.width => "type", "zext to a type that is not wider");
    let t = cx.unsigned(s, value, from)?;
    Ok(Some((t, to.sign(at.hint.sign))))
}

/// T-SEXT
pub(crate) fn sext(cx: &mut Context, s: &mut State, at: At, from: &Type, value: &Operand) -> Checked<Value> {
    cx.rule("T-SEXT");
    no_detail(cx, at.hint)?;
    let (from, to) = (integer_or_pointer(cx, from)?, integer_or_pointer(cx, &at.instruction.ty)?);
    reject_if!(cx, from.width >= to.width => "type", "sext to a type that is not wider");
    let t = cx.signed(s, value, from)?;
    // i1 is read without sign, so its 1 stands for -1.
    let t = if from.width == 1 { t.neg()? } else { t };
    Ok(Some((t, Sign::Signed)))
}

/// T-PTRTOINT
pub(crate) fn ptrtoint(cx: &mut Context, s: &mut State, at: At, value: &Operand) -> Checked<Value> {
    cx.rule("T-PTRTOINT");
    no_detail(cx, at.hint)?;
    let to = integer_or_pointer(cx, &at.instruction.ty)?;
    let t = cx.address(s, value)?;
    if to.width >= cx.pointer() {
        return Ok(Some((t, Sign::Unsigned)));
    }
    let sign = to.sign(at.hint.sign);
    Ok(Some((cx.fit(s, &t, to.width, sign)?, sign)))
}

/// T-INTTOPTR
pub(crate) fn inttoptr(cx: &mut Context, s: &mut State, at: At, from: &Type, value: &Operand) -> Checked<Value> {
    cx.rule("T-INTTOPTR");
    no_detail(cx, at.hint)?;
    let from = integer_or_pointer(cx, from)?;
    let t = if from.width <= cx.pointer() {
        cx.unsigned(s, value, from)?
    } else {
        let t = cx.modular(s, value, from)?;
        cx.fit(s, &t, cx.pointer(), Sign::Unsigned)?
    };
    Ok(Some((t, Sign::Unsigned)))
}

/// T-BITCAST
pub(crate) fn bitcast(cx: &mut Context, s: &mut State, at: At, from: &Type, value: &Operand) -> Checked<Value> {
    cx.rule("T-BITCAST");
    no_detail(cx, at.hint)?;
    match (cx.shape(from)?, cx.shape(&at.instruction.ty)?) {
        (Some(from), Some(to)) if from == to => {
            let sign = to.sign(at.hint.sign);
            Ok(Some((cx.read(s, value, to, sign)?, sign)))
        }
        (Some(_), Some(_)) => cx.reject("type", "bitcast between different types"),
        (None, Some(to)) => {
            cx.defined(value)?;
            let sign = to.sign(at.hint.sign);
            Ok(Some((cx.fresh_ranged(s, to.width, sign)?, sign)))
        }
        (_, None) => {
            cx.defined(value)?;
            Ok(None)
        }
    }
}

/// T-FLOAT: arithmetic, comparison and conversion of floating point numbers.
pub(crate) fn float(cx: &mut Context, s: &mut State, at: At, operands: &[Typed]) -> Checked<Value> {
    cx.rule("T-FLOAT");
    no_detail(cx, at.hint)?;
    for operand in operands {
        cx.defined(&operand.value)?;
    }
    let Some(shape) = cx.shape(&at.instruction.ty)? else { return Ok(None) };
    let sign = shape.sign(at.hint.sign);
    Ok(Some((cx.fresh_ranged(s, shape.width, sign)?, sign)))
}
