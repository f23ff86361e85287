//! Conversions (`spec/rules/cast.md`).

use super::shared::*;

fn integer_or_pointer(j: &Judge, ty: &Type) -> Checked<Shape> {
    match j.shape(ty)? {
        Some(shape) => Ok(shape),
        None => j.reject("type", "neither an integer nor a pointer"),
    }
}

/// T-TRUNC
pub fn trunc(j: &mut Judge, s: &mut State, at: At, from: &Type, value: &Operand) -> Checked<Value> {
    j.rule("T-TRUNC");
    no_detail(j, at.hint)?;
    let (from, to) = (integer_or_pointer(j, from)?, integer_or_pointer(j, &at.instruction.ty)?);
    let (t, _) = j.either(s, value, from)?;
    let sign = to.sign(at.hint.sign);
    Ok(Some((j.fit(s, &t, to.width, sign)?, sign)))
}

/// T-ZEXT
pub fn zext(j: &mut Judge, s: &mut State, at: At, from: &Type, value: &Operand) -> Checked<Value> {
    j.rule("T-ZEXT");
    no_detail(j, at.hint)?;
    let (from, to) = (integer_or_pointer(j, from)?, integer_or_pointer(j, &at.instruction.ty)?);
    reject_if!(j, from.width >= to.width => "type", "zext to a type that is not wider");
    let t = j.unsigned(s, value, from)?;
    Ok(Some((t, to.sign(at.hint.sign))))
}

/// T-SEXT
pub fn sext(j: &mut Judge, s: &mut State, at: At, from: &Type, value: &Operand) -> Checked<Value> {
    j.rule("T-SEXT");
    no_detail(j, at.hint)?;
    let (from, to) = (integer_or_pointer(j, from)?, integer_or_pointer(j, &at.instruction.ty)?);
    reject_if!(j, from.width >= to.width => "type", "sext to a type that is not wider");
    let t = j.signed(s, value, from)?;
    // i1 is read unsigned: 1 stands for -1.
    let t = if from.width == 1 { t.neg()? } else { t };
    Ok(Some((t, Sign::Signed)))
}

/// T-PTRTOINT
pub fn ptrtoint(j: &mut Judge, s: &mut State, at: At, value: &Operand) -> Checked<Value> {
    j.rule("T-PTRTOINT");
    no_detail(j, at.hint)?;
    let to = integer_or_pointer(j, &at.instruction.ty)?;
    let t = j.address(s, value)?;
    if to.width >= j.pointer() {
        return Ok(Some((t, Sign::Unsigned)));
    }
    let sign = to.sign(at.hint.sign);
    Ok(Some((j.fit(s, &t, to.width, sign)?, sign)))
}

/// T-INTTOPTR
pub fn inttoptr(j: &mut Judge, s: &mut State, at: At, from: &Type, value: &Operand) -> Checked<Value> {
    j.rule("T-INTTOPTR");
    no_detail(j, at.hint)?;
    let from = integer_or_pointer(j, from)?;
    let t = if from.width <= j.pointer() {
        j.unsigned(s, value, from)?
    } else {
        let (t, _) = j.either(s, value, from)?;
        j.fit(s, &t, j.pointer(), Sign::Unsigned)?
    };
    Ok(Some((t, Sign::Unsigned)))
}

/// T-BITCAST
pub fn bitcast(j: &mut Judge, s: &mut State, at: At, from: &Type, value: &Operand) -> Checked<Value> {
    j.rule("T-BITCAST");
    no_detail(j, at.hint)?;
    match (j.shape(from)?, j.shape(&at.instruction.ty)?) {
        (Some(from), Some(to)) if from == to => {
            let sign = to.sign(at.hint.sign);
            Ok(Some((j.read(s, value, to, sign)?, sign)))
        }
        (Some(_), Some(_)) => j.reject("type", "bitcast between different types"),
        (None, Some(to)) => {
            j.defined(value)?;
            let sign = to.sign(at.hint.sign);
            Ok(Some((j.fresh_ranged(s, to.width, sign)?, sign)))
        }
        (_, None) => {
            j.defined(value)?;
            Ok(None)
        }
    }
}

/// T-FLOAT: arithmetic, comparison and conversion of floating point numbers.
pub fn float(j: &mut Judge, s: &mut State, at: At, operands: &[Typed]) -> Checked<Value> {
    j.rule("T-FLOAT");
    no_detail(j, at.hint)?;
    for operand in operands {
        j.defined(&operand.value)?;
    }
    let Some(shape) = j.shape(&at.instruction.ty)? else { return Ok(None) };
    let sign = shape.sign(at.hint.sign);
    Ok(Some((j.fresh_ranged(s, shape.width, sign)?, sign)))
}
