//! What all files of rules need: each begins with `use super::shared::*`.

pub(crate) use crate::answer::verdict::Checked;
pub(crate) use crate::decide::term::{Atom, Poly, TooLarge};
pub(crate) use crate::proof::context::{Context, Shape, hi, lo, number, power};
pub(crate) use crate::proof::state::{Binding, Block, Entry, MAX_BLOCKS, State};
pub(crate) use crate::reader::{
    Argument, BinaryOp, CLASSES, Callee, CastKind, Declaration, ERRNO, FloatKind, Index, Instruction, LOCATIONS, Name,
    Op, Operand, Owner, Predicate, Promise, Signature, Type, Typed,
};
pub(crate) use certificates::{
    Access, Allocation, Bits, BlockId, Cell, Detail, EntryId, Hint, Kind, Multiple, Overflow, Side, Sign,
};

/// The value of an instruction; `None` if the instruction binds nothing.
pub(crate) type Value = Option<(Poly, Sign)>;

/// Where a rule is applied.
#[derive(Clone, Copy)]
pub(crate) struct At<'m> {
    pub instruction: &'m Instruction,
    pub hint: &'m Hint,
}

/// Binds the result. A register whose value is not known is not bound.
pub(crate) fn bind(cx: &Context, s: &mut State, instruction: &Instruction, value: Value) -> Checked {
    let Some(result) = &instruction.result else { return Ok(()) };
    // The rule has bound the parts already.
    if matches!(instruction.ty, Type::Struct { .. }) {
        return Ok(());
    }
    match (value, cx.shape(&instruction.ty)?) {
        (Some((value, sign)), Some(shape)) => {
            s.bindings.insert(result.clone(), Binding { sign: shape.sign(sign), value });
        }
        (None, Some(_)) => return cx.reject("result", "the result is not a value of the subset"),
        (_, None) => {
            s.bindings.remove(result);
        }
    }
    Ok(())
}

/// H-PHIS: only a branch evaluates phis.
pub(crate) fn no_phis(cx: &mut Context, hint: &Hint) -> Checked {
    cx.rule("H-PHIS");
    reject_if!(cx, !hint.phis.is_empty() => "none", "{} signs are given for phis, but this is no branch", hint.phis.len());
    Ok(())
}

/// `detail` of the hint must be absent.
pub(crate) fn no_detail(cx: &Context, hint: &Hint) -> Checked {
    match hint.detail {
        Detail::None => Ok(()),
        _ => cx.reject("hint", "the rule takes no detail"),
    }
}
