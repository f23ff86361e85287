//! What external functions and intrinsics compute (`spec/rules/call.md`).

use crate::rules::library::arguments::{Call, address, argument, integer, size};
use crate::rules::library::bulk::{self, Fill, Move, Ranges};
use crate::rules::shared::*;

/// X-EXIT: calls of these functions end the program. For library functions, with the types of the arguments (as in
/// `typed`).
pub(crate) const EXITS: [(&str, Option<&str>); 12] = [
    ("exit", Some("i")),
    ("_Exit", Some("i")),
    ("_exit", Some("i")),
    ("abort", Some("")),
    ("__assert_fail", Some("ppip")),
    ("__assert", Some("ppi")),
    ("__VERIFIER_error", None),
    ("reach_error", None),
    ("__assert_rtn", None),
    ("assert_fail", None),
    ("llvm.trap", Some("")),
    ("llvm.ubsantrap", Some("b")),
];

/// X-ASSUME: whether a function of this name ends the program unless its argument is true.
pub(crate) fn is_assumption(name: &str) -> bool {
    matches!(name, "__VERIFIER_assume" | "__CPROVER_assume" | "assume" | "__VERIFIER_assert")
}

pub(crate) fn assumption(cx: &mut Context, s: &mut State, c: &Call) -> Checked<Poly> {
    match (c.arguments, &c.signature.result) {
        ([condition], Type::Void | Type::Int(_)) => {
            let shape = integer(cx, &condition.ty)?;
            cx.unsigned(s, &condition.value, shape)
        }
        _ => cx.reject("type", "an assumption has one argument"),
    }
}

/// M-MOVE; the result is the target's address.
pub(crate) fn copy(cx: &mut Context, s: &mut State, c: &Call, ranges: Ranges, volatile: bool) -> Checked<Poly> {
    let target = address(cx, s, c, 0)?;
    let source = address(cx, s, c, 1)?;
    let length = size(cx, s, c, 2)?;
    let align = |place: usize| c.arguments.get(place).and_then(|argument| argument.align).unwrap_or(1);
    let aligns = (align(0), align(1));
    let m = Move { target: &target, source: &source, length: &length, aligns, ranges, volatile };
    bulk::copy(cx, s, &m, &c.hint.detail)?;
    Ok(target)
}

/// M-FILL with the byte 0.
pub(crate) fn zero(cx: &mut Context, s: &mut State, c: &Call) -> Checked {
    let (target, length) = (address(cx, s, c, 0)?, size(cx, s, c, 1)?);
    let byte = &Operand::Int { width: 32, bits: 0 };
    bulk::fill(cx, s, &Fill { target: &target, byte, length: &length, align: 1, volatile: false }, &c.hint.detail)
}

/// M-FILL; the result is the target's address.
pub(crate) fn fill(cx: &mut Context, s: &mut State, c: &Call, volatile: bool) -> Checked<Poly> {
    let target = address(cx, s, c, 0)?;
    let byte = argument(cx, c, 1)?;
    let length = size(cx, s, c, 2)?;
    let align = c.arguments.first().and_then(|argument| argument.align).unwrap_or(1);
    bulk::fill(cx, s, &Fill { target: &target, byte, length: &length, align, volatile }, &c.hint.detail)?;
    Ok(target)
}

/// An arbitrary result of its type.
pub(crate) fn arbitrary(cx: &mut Context, s: &mut State, c: &Call) -> Checked<Value> {
    no_detail(cx, c.hint)?;
    any(cx, s, At { instruction: c.instruction, hint: c.hint })
}

/// Any value of the type of the result.
pub(crate) fn any(cx: &mut Context, s: &mut State, at: At) -> Checked<Value> {
    let Some(shape) = cx.shape(&at.instruction.ty)? else { return Ok(None) };
    let sign = shape.sign(at.hint.sign);
    Ok(Some((cx.fresh_ranged(s, shape.width, sign)?, sign)))
}

/// X-NONDET
pub(crate) fn nondet(cx: &mut Context, s: &mut State, c: &Call, name: &str) -> Checked<Value> {
    cx.rule("X-NONDET");
    reject_if!(cx, !c.arguments.is_empty() => "type", "an arbitrary value takes no arguments");
    let boolean = matches!(name, "__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool" | "nondet_bool");
    if boolean && matches!(c.instruction.ty, Type::Int(1 | 8)) {
        no_detail(cx, c.hint)?;
        let x = cx.fresh(s)?;
        cx.add_range(0, &x, 1)?;
        let sign = if c.instruction.ty == Type::Int(1) { Sign::Unsigned } else { c.hint.sign };
        return Ok(Some((x, sign)));
    }
    arbitrary(cx, s, c)
}

/// X-ASSUME: continues with a true argument.
pub(crate) fn assume(cx: &mut Context, s: &mut State, c: &Call) -> Checked<Value> {
    reject_if!(cx, c.hint.detail != Detail::Outcome(true) => "hint", "the outcome is needed");
    let condition = assumption(cx, s, c)?;
    cx.require_ne("P1", &condition, &Poly::constant(0))?;
    let Some(shape) = cx.shape(&c.instruction.ty)? else { return Ok(None) };
    let sign = shape.sign(c.hint.sign);
    Ok(Some((cx.fresh_ranged(s, shape.width, sign)?, sign)))
}

/// X-ABS
pub(crate) fn absolute(cx: &mut Context, s: &mut State, c: &Call) -> Checked<Value> {
    cx.rule("X-ABS");
    let shape = integer(cx, &c.instruction.ty)?;
    reject_if!(cx, shape.width == 1 => "type", "abs of i1 is not supported");
    let a = cx.signed(s, argument(cx, c, 0)?, shape)?;
    let zero = Poly::constant(0);
    let result = match c.hint.detail {
        Detail::Outcome(true) => {
            cx.require_le("P1", &zero, &a)?;
            a
        }
        Detail::Outcome(false) => {
            cx.require_le("P1", &a, &zero)?;
            cx.require_ne("P2", &a, &Poly::constant(lo(shape.width, Sign::Signed)))?;
            a.neg()?
        }
        _ => return cx.reject("hint", "the sign of the argument is needed"),
    };
    Ok(Some((result, Sign::Signed)))
}

/// X-MINMAX
pub(crate) fn extremum(cx: &mut Context, s: &mut State, c: &Call, sign: Sign, max: bool) -> Checked<Value> {
    cx.rule("X-MINMAX");
    let shape = integer(cx, &c.instruction.ty)?;
    reject_if!(cx, shape.width == 1 => "type", "min and max of i1 are not supported");
    let a = cx.read(s, argument(cx, c, 0)?, shape, sign)?;
    let b = cx.read(s, argument(cx, c, 1)?, shape, sign)?;
    let (low_first, low_second) = (Atom::le(&a, &b)?, Atom::le(&b, &a)?);
    let (first_is_result, second_is_result) = if max { (low_second, low_first) } else { (low_first, low_second) };
    let result = match c.hint.detail {
        Detail::Outcome(true) => {
            cx.require("P1", first_is_result)?;
            a
        }
        Detail::Outcome(false) => {
            cx.require("P1", second_is_result)?;
            b
        }
        _ => return cx.reject("hint", "which argument is the result is needed"),
    };
    Ok(Some((result, sign)))
}

/// The bytes before the 0 of the constant global whose address the argument is.
pub(crate) fn constant_string(cx: &mut Context, c: &Call, place: usize) -> Checked<Option<Vec<u8>>> {
    let Some(Argument { ty: Type::Pointer, value: Operand::Global { name, offset: 0 }, .. }) = c.arguments.get(place)
    else {
        return Ok(None);
    };
    global_text(cx, name)
}

/// The bytes before the 0 of a constant global.
pub(crate) fn global_text(cx: &mut Context, name: &str) -> Checked<Option<Vec<u8>>> {
    let Some(global) = cx.module.globals.get(name).filter(|global| global.constant) else { return Ok(None) };
    let (mut text, cells) = (Vec::new(), cx.module.layout.cells(global));
    cx.charge(cells.work)?;
    for scalar in cells.scalars {
        // Padding has no scalar, and its bytes are not known.
        let next = usize::try_from(scalar.offset).is_ok_and(|offset| offset == text.len());
        match scalar.value {
            Operand::Int { bits: 0, .. } if next && scalar.width == 1 => return Ok(Some(text)),
            Operand::Int { bits, .. } if next && scalar.width == 1 => text.push(bits as u8),
            _ => return Ok(None),
        }
    }
    Ok(None)
}
