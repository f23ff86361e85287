//! Undefined behaviour that the compiler removes by evaluating it, before the module exists
//! (`spec/decisions/folded-constants.md`). clang reports most of it itself (the `-Werror` options); this finds the
//! rest.

use super::promotion::all_instructions;
use super::raw::{LLVMOpcode, LLVMTypeKind, Loaded, Value};
use super::{FrontendError, location};
use crate::frontend::bad_input;

/// Refuses a module in which the compiler replaced undefined behaviour by `poison` or `undef`:
/// constant division by zero, shift by too much, conversion out of range.
pub(super) fn require_no_poison(module: &Loaded) -> Result<(), FrontendError> {
    for instruction in all_instructions(module) {
        let folded = |operand: &Value| {
            let ty = operand.ty();
            let scalar = ty.int_bits().is_some() || ty.is_pointer() || is_float(ty.kind());
            scalar && operand.is_undef_or_poison()
        };
        if !instruction.is_instruction(LLVMOpcode::LLVMFreeze) && instruction.operands().iter().any(folded) {
            return Err(refusal(instruction, "a division by zero, a shift by too much or a conversion out of range"));
        }
    }
    Ok(())
}

/// Refuses a module with a check of constants that fails: without checks the compiler computes some
/// result or drops the operation, and nothing in the module shows that the program is undefined.
pub(super) fn require_no_constant_failure(module: &Loaded) -> Result<(), FrontendError> {
    for instruction in all_instructions(module) {
        if constant_overflow(instruction) == Some(true) {
            return Err(refusal(instruction, "signed overflow"));
        }
        if branches_to_trap(instruction) {
            return Err(refusal(
                instruction,
                "a division by zero, a quotient that does not fit or a shift by too much",
            ));
        }
    }
    Ok(())
}

/// Whether a branch is a check whose condition is the constant false: it goes to a trap.
fn branches_to_trap(branch: Value) -> bool {
    let failed = |condition: Value| condition.ty().int_bits() == Some(1) && condition.is_null();
    branch.is_instruction(LLVMOpcode::LLVMBr)
        && branch.successors().len() == 2
        && branch.operand(0).is_some_and(failed)
        && branch.successors().get(1).is_some_and(|block| {
            let first = block.instructions().first().and_then(|i| i.callee_name());
            first.is_some_and(|name| name == "llvm.ubsantrap")
        })
}

/// Whether a call is an overflow check of two constants, and if so, whether it fails.
fn constant_overflow(call: Value) -> Option<bool> {
    let callee = call.callee_name()?;
    let operation = callee.strip_prefix("llvm.")?.split_once(".with.overflow.")?.0;
    let [left, right] = call.arguments().try_into().ok()?;
    let width = left.ty().int_bits()?;
    if width > 64 {
        // Whether it fails is not computed: two constants of this width count as failing.
        return (left.is_constant() && right.is_constant()).then_some(true);
    }
    let (left, right) = (signed(left.constant_int()?, width), signed(right.constant_int()?, width));
    let result = match operation {
        "sadd" => left + right,
        "ssub" => left - right,
        "smul" => left * right,
        _ => return None,
    };
    let limit = 1i128 << (width.clamp(1, 64) - 1);
    Some(result < -limit || result >= limit)
}

/// A bit pattern of at most 64 bits as a signed number.
fn signed(bits: u64, width: u32) -> i128 {
    let unused = 64 - width.clamp(1, 64);
    i128::from((bits << unused).cast_signed() >> unused)
}

fn refusal(instruction: Value, what: &str) -> FrontendError {
    let place = match location(instruction) {
        Some(place) => format!("{place}: "),
        None => String::new(),
    };
    bad_input(format!(
        "{place}undefined behaviour that the compiler would fold away: {what} in an expression of constants"
    ))
}

fn is_float(kind: LLVMTypeKind) -> bool {
    matches!(
        kind,
        LLVMTypeKind::LLVMHalfTypeKind
            | LLVMTypeKind::LLVMBFloatTypeKind
            | LLVMTypeKind::LLVMFloatTypeKind
            | LLVMTypeKind::LLVMDoubleTypeKind
            | LLVMTypeKind::LLVMX86_FP80TypeKind
            | LLVMTypeKind::LLVMFP128TypeKind
    )
}
