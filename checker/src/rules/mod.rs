//! One function per rule of `spec/rules/`; they judge, and never search.

pub mod arguments;
pub mod arithmetic;
pub mod bits;
pub mod branch;
pub mod bulk;
pub mod call;
pub mod cast;
pub mod compare;
pub mod effects;
pub mod heap;
pub mod memory;
pub mod pointer;
pub mod shared;

use shared::*;

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
        Op::Binary { .. } => binary(j, s, at)?,
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
            let call = arguments::Call { name, signature, arguments, instruction, hint };
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

/// The rule of a binary instruction.
fn binary<'m>(j: &mut Judge<'m>, s: &mut State<'m>, at: At<'m>) -> Checked<Value> {
    take!(j, Op::Binary { op, nuw, nsw, exact, left, right } = &at.instruction.op =>
        "instruction", "not a binary operation");
    take!(j, Some(shape @ Shape { pointer: false, .. }) = j.shape(&at.instruction.ty)? =>
        "type", "arithmetic on something else than integers");
    let b = arithmetic::Binary { op: *op, nuw: *nuw, nsw: *nsw, exact: *exact, left, right, shape };
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => arithmetic::add_sub_mul(j, s, at, &b),
        BinaryOp::Shl => arithmetic::shl(j, s, at, &b),
        BinaryOp::UDiv | BinaryOp::URem => arithmetic::udiv_urem(j, s, at, &b),
        BinaryOp::SDiv | BinaryOp::SRem => arithmetic::sdiv_srem(j, s, at, &b),
        BinaryOp::LShr => arithmetic::lshr(j, s, at, &b),
        BinaryOp::AShr => arithmetic::ashr(j, s, at, &b),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => bits::bits(j, s, at, &b),
    }
}
