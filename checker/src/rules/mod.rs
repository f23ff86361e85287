//! One function per rule of `spec/rules/`; they judge, and never search.

pub mod arithmetic;
pub mod bits;
pub mod branch;
pub mod bulk;
pub mod call;
pub mod cast;
pub mod compare;
pub mod heap;
pub mod memory;
pub mod pointer;

// What the pages of rules have in common: each begins with `use super::*`.
use crate::judge::{Judge, Shape, hi, lo, number, power};
use crate::reader::{
    Argument, BinaryOp, Callee, CastKind, Declaration, FloatKind, Index, Instruction, Name, Op, Operand, Predicate,
    Signature, Type, Typed,
};
use crate::state::{Binding, Block, Entry, MAX_BLOCKS, State};
use crate::term::{Atom, Poly, TooLarge};
use crate::verdict::Checked;
use certificates::{Access, Allocation, Bits, BlockId, Cell, Detail, EntryId, Hint, Kind, Overflow, Side, Sign};

/// The value of an instruction; `None` if it binds nothing.
pub type Value = Option<(Poly, Sign)>;

/// Where a rule is applied.
#[derive(Clone, Copy)]
pub struct At<'m> {
    pub instruction: &'m Instruction,
    pub hint: &'m Hint,
}

/// G-EXEC: the rule of the instruction at the position; the position moves on.
pub fn execute<'m>(j: &mut Judge<'m>, s: &mut State<'m>, hint: &'m Hint) -> Checked {
    j.rule("G-EXEC");
    let instruction = some!(j, s.position.instruction() => "position", "there is no instruction");
    let at = At { instruction, hint };
    let branches = matches!(instruction.op, Op::Branch(_) | Op::CondBranch { .. } | Op::Switch { .. });
    if !branches {
        no_phis(j, hint)?;
        j.rule("G-EXEC");
    }
    let value = match &instruction.op {
        Op::Branch(_) | Op::CondBranch { .. } | Op::Switch { .. } => {
            branch::branch(j, s, at)?;
            s.progress = true;
            return Ok(());
        }
        Op::Return(_) => {
            j.rule("J-RET");
            return j.reject("position", "a return has no successor; a Goto to a return node is needed");
        }
        Op::Unreachable => {
            j.rule("J-UNREACHABLE");
            return j.reject("position", "unreachable is never executed; only Infeasible closes the tree");
        }
        Op::Binary { .. } => arithmetic::binary(j, s, at)?,
        Op::Compare { .. } => compare::icmp(j, s, at)?,
        Op::Select { .. } => compare::select(j, s, at)?,
        Op::Freeze(operand) => compare::freeze(j, s, at, operand)?,
        Op::Cast { kind, from, value } => match kind {
            CastKind::Trunc => cast::trunc(j, s, at, from, value)?,
            CastKind::ZExt => cast::zext(j, s, at, from, value)?,
            CastKind::SExt => cast::sext(j, s, at, from, value)?,
            CastKind::PtrToInt => cast::ptrtoint(j, s, at, value)?,
            CastKind::IntToPtr => cast::inttoptr(j, s, at, from, value)?,
            CastKind::BitCast => cast::bitcast(j, s, at, from, value)?,
        },
        Op::Float(operands) => cast::float(j, s, at, operands)?,
        Op::ElementPtr { base, offset, indices } => pointer::gep(j, s, at, base, *offset, indices)?,
        Op::Alloca { .. } => memory::alloca(j, s, at)?,
        Op::Load { .. } => memory::load(j, s, at)?,
        Op::Store { .. } => {
            memory::store(j, s, at)?;
            None
        }
        Op::Call { callee: Callee::Direct(name), signature, arguments } => {
            let call = call::Call { name, signature, arguments, instruction, hint };
            call::external(j, s, &call)?
        }
        Op::Call { callee: Callee::Indirect(_), .. } => {
            return j.reject("callee", "a call through a pointer must be a step Call, to a function of the module");
        }
        Op::Refused { reason, .. } => return j.reject("instruction", format!("outside the subset: {reason}")),
    };
    bind(j, s, instruction, value)?;
    s.position.index += 1;
    s.progress = true;
    Ok(())
}

/// Binds the result; a register whose value is not known is not bound.
pub fn bind(j: &Judge, s: &mut State, instruction: &Instruction, value: Value) -> Checked {
    let Some(result) = &instruction.result else { return Ok(()) };
    match (value, j.shape(&instruction.ty)?) {
        (Some((value, sign)), Some(shape)) => {
            s.bindings.insert(result.clone(), Binding { sign: shape.sign(sign), value });
        }
        (None, Some(_)) => return j.reject("result", "the result is not a value of the subset"),
        (_, None) => {
            s.bindings.remove(result);
        }
    }
    Ok(())
}

/// H-PHIS: only a branch evaluates phis.
pub fn no_phis(j: &mut Judge, hint: &Hint) -> Checked {
    j.rule("H-PHIS");
    reject_if!(j, !hint.phis.is_empty() => "none", "{} signs are given for phis, but this is no branch", hint.phis.len());
    Ok(())
}

/// `detail` of the hint must be absent.
pub fn no_detail(j: &Judge, hint: &Hint) -> Checked {
    match hint.detail {
        Detail::None => Ok(()),
        _ => j.reject("hint", "the rule takes no detail"),
    }
}
