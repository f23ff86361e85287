//! Accesses that a program of one thread may take as plain ones (`spec/decisions/plain-accesses.md`): atomic operations,
//! and volatile accesses to local variables whose address goes nowhere.

use super::promotion::all_instructions;
use super::raw::{LLVMOpcode, Layout, Loaded, Value};
use super::symbols::is_lifetime_marker;
use super::{FrontendError, bad_input, internal};

/// Makes such accesses plain.
pub(super) fn make_plain(module: &Loaded) -> Result<(), FrontendError> {
    let atomic = |i: &Value| {
        let kinds = [LLVMOpcode::LLVMAtomicRMW, LLVMOpcode::LLVMAtomicCmpXchg, LLVMOpcode::LLVMFence];
        i.is_atomic() || kinds.contains(&i.opcode())
    };
    let layout = Layout::of(module);
    let atomics: Vec<Value> = all_instructions(module).into_iter().filter(atomic).collect();
    if let Some(access) = atomics.iter().find(|access| is_aligned_further(&layout, **access)) {
        let place = super::location(*access).map_or_else(String::new, |at| format!(" ({}:{})", at.file, at.line));
        return Err(bad_input(format!(
            "an atomic operation on an object that is aligned further than its type{place}"
        )));
    }
    if !atomics.is_empty() {
        module.run_passes(c"function(lower-atomic)").map_err(|error| internal(format!("lower-atomic: {error}")))?;
        take_pairs_apart(module);
        check_booleans(module);
    }
    for slot in all_instructions(module).into_iter().filter(|i| i.is_instruction(LLVMOpcode::LLVMAlloca)) {
        for access in own_accesses(slot).into_iter().flatten() {
            access.clear_volatile();
        }
    }
    Ok(())
}

/// Whether an operation demands more of its address than the load and the store that `lower-atomic` makes of it.
fn is_aligned_further(layout: &Layout, access: Value) -> bool {
    let operand = match access.opcode() {
        LLVMOpcode::LLVMAtomicRMW => access.operand(1),
        LLVMOpcode::LLVMAtomicCmpXchg => access.operand(2),
        _ => None,
    };
    operand.is_some_and(|operand| layout.align(operand.ty()).is_none_or(|align| align < access.alignment()))
}

/// Gives each load of a `_Bool` its range. clang leaves it out where the load is atomic.
fn check_booleans(module: &Loaded) {
    let one_bit = |i: &Value| i.is_instruction(LLVMOpcode::LLVMTrunc) && i.ty().int_bits() == Some(1);
    for bit in all_instructions(module).into_iter().filter(one_bit) {
        let load = bit.operand(0).filter(|from| from.is_instruction(LLVMOpcode::LLVMLoad));
        if let Some(load) = load.filter(|load| load.ty().int_bits() == Some(8)) {
            module.set_range_of_bool(load);
        }
    }
}

/// What remains of `cmpxchg` is a pair that is put together and taken apart at once.
fn take_pairs_apart(module: &Loaded) {
    let of_kind = |opcode| all_instructions(module).into_iter().filter(move |i| i.is_instruction(opcode));
    for part in of_kind(LLVMOpcode::LLVMExtractValue) {
        let (Some(wanted), mut pair) = (part.part(), part.operand(0)) else { continue };
        while let Some(insert) = pair.filter(|pair| pair.is_instruction(LLVMOpcode::LLVMInsertValue)) {
            if insert.part() == Some(wanted) {
                if let Some(value) = insert.operand(1) {
                    part.replace_by(value);
                    part.erase();
                }
                break;
            }
            pair = insert.operand(0);
        }
    }
    // Later ones use earlier ones.
    let inserts: Vec<Value> = of_kind(LLVMOpcode::LLVMInsertValue).collect();
    for insert in inserts.into_iter().rev().filter(|insert| insert.users().is_empty()) {
        insert.erase();
    }
}

/// Intrinsics that give the address of a variable to nothing.
const OF_MEMORY: [&str; 3] = ["llvm.lifetime.", "llvm.memset.", "llvm.memcpy."];

/// The volatile loads and stores of a local variable, if nothing else but copies has its address.
fn own_accesses(slot: Value) -> Option<Vec<Value>> {
    let (mut open, mut found) = (vec![slot], Vec::new());
    while let Some(address) = open.pop() {
        for user in address.users() {
            let access = match user.is_any_instruction().then(|| user.opcode()) {
                Some(LLVMOpcode::LLVMLoad) => true,
                Some(LLVMOpcode::LLVMStore) if user.operand(0) != Some(address) => true,
                Some(LLVMOpcode::LLVMGetElementPtr) if user.operand(0) == Some(address) => {
                    open.push(user);
                    false
                }
                _ if OF_MEMORY.iter().any(|family| is_lifetime_marker(user, family)) => false,
                _ => return None,
            };
            if access && user.is_volatile() {
                found.push(user);
            }
        }
    }
    Some(found)
}
