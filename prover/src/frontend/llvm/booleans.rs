//! Variables of type `_Bool` that may hold something else (`spec/decisions/bool-ranges.md`).

use std::collections::BTreeMap;

use super::FrontendError;
use super::raw::{Block, LLVMOpcode, Loaded, Value};
use super::symbols::is_lifetime_marker;
use crate::frontend::bad_input;

/// Refuses a parameter of type `_Bool` in a definition without a prototype (`int f(b) _Bool b; {...}`). Its caller
/// passes an `int`, which C converts: 2 is true. clang takes the lowest bit, so that 2 is false. Nothing else makes a
/// single bit directly from a parameter; others are stored first.
pub(super) fn require_prototypes(module: &Loaded) -> Result<(), FrontendError> {
    for function in module.functions() {
        let parameters = function.parameters();
        let one_bit = |i: &Value| i.is_instruction(LLVMOpcode::LLVMTrunc) && i.ty().int_bits() == Some(1);
        let demoted = |i: Value| one_bit(&i) && i.operand(0).is_some_and(|from| parameters.contains(&from));
        if function.blocks().into_iter().flat_map(Block::instructions).any(demoted) {
            let what = "a parameter of type _Bool in a definition without a prototype";
            return Err(bad_input(format!("{what}: '{}'", function.name())));
        }
    }
    Ok(())
}

/// Whether a variable that could become a register may hold a value outside the `!range` of a load of it, because it is
/// read before it is written, or written through another type. It then stays in memory, since a register has no range.
pub(super) fn must_be_checked(module: &Loaded, function: Value, slot: Value) -> bool {
    let kind = module.metadata_kind("range");
    let has_range = |i: Value| i.is_instruction(LLVMOpcode::LLVMLoad) && i.metadata_kinds().contains(&kind);
    let users = slot.users();
    if !users.iter().any(|&user| has_range(user)) {
        return false;
    }
    let is_bit = |value: Value| {
        let one_bit = |operand: Value| operand.ty().int_bits() == Some(1);
        let extended = value.is_instruction(LLVMOpcode::LLVMZExt) && value.operand(0).is_some_and(one_bit);
        extended || has_range(value) || value.constant_int().is_some_and(|bits| bits <= 1)
    };
    let stores = || users.iter().filter(|user| user.is_instruction(LLVMOpcode::LLVMStore));
    !stores().all(|store| store.operand(0).is_some_and(is_bit)) || read_before_written(function, slot, &has_range)
}

/// Whether some path leads from the start of the function, or of the variable's lifetime, to such a read without a
/// store on the way.
fn read_before_written(function: Value, slot: Value, is_read: &impl Fn(Value) -> bool) -> bool {
    let blocks = function.blocks();
    let mut open: Vec<Block> = blocks.first().copied().into_iter().collect();
    // Reached blocks, each with whether the variable may be unwritten there.
    let mut unwritten_at: BTreeMap<Block, bool> = open.iter().map(|&block| (block, true)).collect();
    while let Some(block) = open.pop() {
        let mut unwritten = unwritten_at.get(&block).copied().unwrap_or(true);
        for i in block.instructions() {
            let of_slot = |number| i.operand(number) == Some(slot);
            if i.is_instruction(LLVMOpcode::LLVMStore) && of_slot(1) {
                unwritten = false;
            } else if i.is_instruction(LLVMOpcode::LLVMLoad) && of_slot(0) && is_read(i) && unwritten {
                return true;
            } else if is_lifetime_marker(i, "llvm.lifetime.start") && i.arguments().contains(&slot) {
                unwritten = true;
            }
        }
        let successors = block.instructions().last().map(|end| end.successors()).unwrap_or_default();
        for next in successors {
            let before = unwritten_at.insert(next, unwritten || unwritten_at.get(&next).copied().unwrap_or(false));
            if before.is_none() || before == Some(false) && unwritten {
                open.push(next);
            }
        }
    }
    false
}
