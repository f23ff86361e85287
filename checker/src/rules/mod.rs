//! One function for each rule of `spec/rules/`. They check premises, and never search.

pub(crate) mod arithmetic;
pub(crate) mod bits;
pub(crate) mod branch;
pub(crate) mod cast;
pub(crate) mod cell;
pub(crate) mod compare;
pub(crate) mod elements;
pub(crate) mod elsewhere;
pub(crate) mod intrinsics;
pub(crate) mod library;
pub(crate) mod list;
pub(crate) mod memory;
pub(crate) mod places;
pub(crate) mod pointer;
pub(crate) mod shared;
pub(crate) mod tree;
pub(crate) mod uniform;

use shared::*;

/// G-EXEC: applies the rule of the next instruction, and moves the position on.
pub(crate) fn execute<'m>(cx: &mut Context<'m>, s: &mut State<'m>, hint: &'m Hint) -> Checked {
    cx.rule("G-EXEC");
    let instruction = some!(cx, s.position.instruction() => "position", "there is no instruction");
    let at = At { instruction, hint };
    let branches = matches!(instruction.op, Op::Branch(_) | Op::CondBranch { .. } | Op::Switch { .. });
    if !branches {
        no_phis(cx, hint)?;
        cx.rule("G-EXEC");
    }
    let value = match &instruction.op {
        Op::Branch(_) | Op::CondBranch { .. } | Op::Switch { .. } => {
            branch::branch(cx, s, at)?;
            s.progress = true;
            return Ok(());
        }
        Op::Return(_) => {
            cx.rule("J-RET");
            return cx.reject("position", "a return has no successor; a Goto to a return node is needed");
        }
        Op::Unreachable => {
            cx.rule("J-UNREACHABLE");
            return cx.reject("position", "unreachable is never executed; only Infeasible closes the tree");
        }
        Op::Binary { .. } => binary(cx, s, at)?,
        Op::Compare { .. } => compare::icmp(cx, s, at)?,
        Op::Select { .. } => compare::select(cx, s, at)?,
        Op::Freeze(operand) => compare::freeze(cx, s, at, operand)?,
        Op::Cast { kind, from, value } => match kind {
            CastKind::Trunc => cast::trunc(cx, s, at, from, value)?,
            CastKind::ZExt => cast::zext(cx, s, at, from, value)?,
            CastKind::SExt => cast::sext(cx, s, at, from, value)?,
            CastKind::PtrToInt => cast::ptrtoint(cx, s, at, value)?,
            CastKind::IntToPtr => cast::inttoptr(cx, s, at, from, value)?,
            CastKind::BitCast => cast::bitcast(cx, s, at, from, value)?,
        },
        Op::Float(operands) => cast::float(cx, s, at, operands)?,
        Op::ElementPtr { base, offset, indices } => pointer::gep(cx, s, at, base, *offset, indices)?,
        Op::Alloca { .. } => memory::alloca(cx, s, at)?,
        Op::Load { .. } => memory::load(cx, s, at)?,
        Op::Store { .. } => {
            memory::store(cx, s, at)?;
            None
        }
        Op::Call { callee: Callee::Direct(name), signature, arguments, promises } => {
            let call = library::arguments::Call { name, signature, arguments, promises, instruction, hint };
            library::call::external(cx, s, &call)?
        }
        Op::Call { callee: Callee::Indirect(pointer), arguments, .. } => {
            library::call::callback(cx, s, pointer, arguments, at)?
        }
        Op::Refused { reason, .. } => return cx.reject("instruction", format!("outside the subset: {reason}")),
    };
    bind(cx, s, instruction, value)?;
    s.position.index += 1;
    s.progress = true;
    Ok(())
}

/// The rule of a binary instruction.
fn binary<'m>(cx: &mut Context<'m>, s: &mut State<'m>, at: At<'m>) -> Checked<Value> {
    take!(cx, Op::Binary { op, nuw, nsw, exact, left, right } = &at.instruction.op =>
        "instruction", "not a binary operation");
    take!(cx, Some(shape @ Shape { pointer: false, .. }) = cx.shape(&at.instruction.ty)? =>
        "type", "arithmetic on something else than integers");
    let b = arithmetic::Binary { op: *op, nuw: *nuw, nsw: *nsw, exact: *exact, left, right, shape };
    let of_numbers = at.hint.detail == Detail::Bits(Bits::Bounds);
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => arithmetic::add_sub_mul(cx, s, at, &b),
        BinaryOp::Shl => arithmetic::shl(cx, s, at, &b),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => bits::bits(cx, s, at, &b),
        _ if of_numbers => arithmetic::numbers(cx, s, &b),
        BinaryOp::UDiv | BinaryOp::URem => arithmetic::udiv_urem(cx, s, at, &b),
        BinaryOp::SDiv | BinaryOp::SRem => arithmetic::sdiv_srem(cx, s, at, &b),
        BinaryOp::LShr => arithmetic::lshr(cx, s, at, &b),
        BinaryOp::AShr => arithmetic::ashr(cx, s, at, &b),
    }
}
