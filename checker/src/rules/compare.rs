//! Comparison, selection, freeze (`spec/rules/compare.md`).

use super::shared::*;

/// B-ICMP
pub(crate) fn icmp<'m>(cx: &mut Context<'m>, s: &mut State<'m>, at: At<'m>) -> Checked<Value> {
    cx.rule("B-ICMP");
    take!(cx, Op::Compare { predicate, ty, left, right } = &at.instruction.op => "instruction", "not a comparison");
    let shape = some!(cx, cx.shape(ty)? => "type", "neither integers nor pointers");
    use Predicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let sign = match predicate {
        Eq | Ne => shape.sign(at.hint.sign),
        Ult | Ule | Ugt | Uge => Sign::Unsigned,
        Slt | Sle | Sgt | Sge if shape.pointer || shape.width == 1 => {
            return cx.reject("type", "a signed comparison of i1 or of pointers is not supported");
        }
        Slt | Sle | Sgt | Sge => Sign::Signed,
    };
    let a = cx.read(s, left, shape, sign)?;
    let b = cx.read(s, right, shape, sign)?;
    let atom = match predicate {
        Eq => Atom::eq(&a, &b)?,
        Ne => Atom::ne(&a, &b)?,
        Ult | Slt => Atom::le(&a.plus(1)?, &b)?,
        Ule | Sle => Atom::le(&a, &b)?,
        Ugt | Sgt => Atom::le(&b.plus(1)?, &a)?,
        Uge | Sge => Atom::le(&b, &a)?,
    };
    if matches!((predicate, &at.hint.detail), (Eq, Detail::Outcome(false)) | (Ne, Detail::Outcome(true))) {
        cx.different_bits(&a, &b, shape.width, sign)?;
    }
    let result = match at.hint.detail {
        Detail::Outcome(true) => {
            cx.require("P1", atom)?;
            Poly::constant(1)
        }
        Detail::Outcome(false) => {
            cx.require("P1", atom.negation()?)?;
            Poly::constant(0)
        }
        Detail::None => {
            let r = cx.fresh(s)?;
            cx.add_range(0, &r, 1)?;
            r
        }
        _ => return cx.reject("hint", "no such detail for a comparison"),
    };
    Ok(Some((result, Sign::Unsigned)))
}

/// B-SELECT
pub(crate) fn select<'m>(cx: &mut Context<'m>, s: &mut State<'m>, at: At<'m>) -> Checked<Value> {
    cx.rule("B-SELECT");
    take!(cx, Op::Select { condition, if_true, if_false } = &at.instruction.op => "instruction", "not a selection");
    let c = condition_value(cx, s, condition)?;
    let Some(shape) = cx.shape(&at.instruction.ty)? else {
        no_detail(cx, at.hint)?;
        cx.defined(if_true)?;
        cx.defined(if_false)?;
        return Ok(None);
    };
    let sign = shape.sign(at.hint.sign);
    let value = match at.hint.detail {
        Detail::Outcome(true) => {
            cx.require_eq("P1", &c, &Poly::constant(1))?;
            cx.read(s, if_true, shape, sign)?
        }
        Detail::Outcome(false) => {
            cx.require_eq("P1", &c, &Poly::constant(0))?;
            cx.read(s, if_false, shape, sign)?
        }
        Detail::None => {
            cx.defined(if_true)?;
            cx.defined(if_false)?;
            cx.fresh_open(s, shape.width, sign)?
        }
        _ => return cx.reject("hint", "no such detail for a selection"),
    };
    Ok(Some((value, sign)))
}

/// An operand of type i1.
pub(crate) fn condition_value(cx: &mut Context, s: &mut State, condition: &Operand) -> Checked<Poly> {
    let i1 = Shape { width: 1, pointer: false };
    cx.unsigned(s, condition, i1)
}

/// B-FREEZE
pub(crate) fn freeze<'m>(cx: &mut Context<'m>, s: &mut State<'m>, at: At<'m>, operand: &Operand) -> Checked<Value> {
    cx.rule("B-FREEZE");
    no_detail(cx, at.hint)?;
    let Some(shape) = cx.shape(&at.instruction.ty)? else { return Ok(None) };
    let sign = shape.sign(at.hint.sign);
    let value = match operand {
        Operand::Undef | Operand::Poison => cx.fresh_open(s, shape.width, sign)?,
        _ => cx.read(s, operand, shape, sign)?,
    };
    Ok(Some((value, sign)))
}
