//! Promotes local variables of clang's unoptimised output to registers (`spec/decisions/frozen-initial-values.md`).

use std::collections::BTreeSet;

use super::raw::{AttributeIndex, LLVMOpcode, Loaded, Value};
use super::{FrontendError, booleans, internal, symbols};

/// Facts that clang attaches to the values of loads. Their violation would be undefined behaviour of the module, not of
/// the program, so they are removed. `range` stays: C's `_Bool` has no other values than 0 and 1.
const VALUE_FACTS: &[&str] = &["nonnull", "noundef", "align", "dereferenceable", "dereferenceable_or_null"];

/// Removes [`VALUE_FACTS`] from all loads, and `restrict` from parameters.
pub(super) fn drop_facts(module: &Loaded) {
    for function in module.functions() {
        if !function.is_declaration() {
            // C's `restrict`.
            function.remove_parameter_attribute("noalias");
        }
    }
    let facts: Vec<u32> = VALUE_FACTS.iter().map(|name| module.metadata_kind(name)).collect();
    for instruction in all_instructions(module) {
        if instruction.is_instruction(LLVMOpcode::LLVMLoad) {
            for kind in instruction.metadata_kinds() {
                if facts.contains(&kind) {
                    instruction.remove_metadata(kind);
                }
            }
        }
    }
}

/// Removes what options such as `-fno-builtin-strchr` leave in the module. Their only purpose is that clang does not
/// compute calls of that function. Without the attributes the module says less; and in a release, which is made without
/// these options, a compiler may indeed take the call for the library's. The attributes of `-fno-builtin` itself stay.
pub(super) fn drop_names_not_folded(module: &Loaded) {
    for function in module.functions().into_iter().filter(|f| !symbols::has_no_builtins(*f)) {
        function.remove_texts("no-builtin-");
        for call in function.blocks().into_iter().flat_map(super::raw::Block::instructions) {
            if call.is_instruction(LLVMOpcode::LLVMCall) {
                call.remove_texts("no-builtin-");
                call.remove_attribute(AttributeIndex::Function, "nobuiltin");
            }
        }
    }
}

/// Gives every promotable variable a frozen arbitrary value where its lifetime starts, then runs `mem2reg`. Reading the
/// variable uninitialised means "arbitrary, but fixed until its lifetime starts again".
///
/// A variable whose address is stored somewhere stays in memory, even if `mem2reg` would promote it once the pointers
/// to it are registers: its lifetime would be forgotten, and an access after its end would not be noticed.
pub(super) fn promote(module: &Loaded) -> Result<(), FrontendError> {
    let mut frozen = Vec::new();
    let mut kept = Vec::new();
    for function in module.functions() {
        let Some(entry) = function.blocks().first().copied() else {
            continue;
        };
        for slot in entry.instructions() {
            if !slot.is_instruction(LLVMOpcode::LLVMAlloca) {
                continue;
            }
            if !is_promotable(slot) || booleans::must_be_checked(module, function, slot) {
                let load = module.insert_volatile_load(slot);
                kept.push(load.ok_or_else(|| internal("a variable at the end of a block"))?);
                continue;
            }
            let starts: Vec<Value> = slot
                .users()
                .into_iter()
                .filter(|&user| symbols::is_lifetime_marker(user, "llvm.lifetime.start"))
                .collect();
            // `users` is in reverse order of the program; any order gives the same module.
            let places = if starts.is_empty() { vec![slot] } else { starts };
            for place in places {
                let value = module.insert_frozen_store(place, slot);
                frozen.push(value.ok_or_else(|| internal("a variable at the end of a block"))?);
            }
        }
    }
    module.run_passes(c"function(mem2reg)").map_err(|error| internal(format!("mem2reg: {error}")))?;
    for load in kept {
        load.erase();
    }
    // Most variables are written before they are read.
    let alive: BTreeSet<Value> = all_instructions(module).into_iter().collect();
    for value in frozen {
        if alive.contains(&value) && value.users().is_empty() {
            value.erase();
        }
    }
    Ok(())
}

pub(super) fn all_instructions(module: &Loaded) -> Vec<Value> {
    let functions = module.functions();
    functions.iter().flat_map(|f| f.blocks()).flat_map(super::raw::Block::instructions).collect()
}

/// Whether `mem2reg` promotes the variable: it has only whole, plain loads and stores, and lifetime markers.
pub(super) fn is_promotable(slot: Value) -> bool {
    let ty = slot.allocated_type();
    slot.users().into_iter().all(|user| {
        if user.is_instruction(LLVMOpcode::LLVMLoad) {
            user.ty() == ty && !user.is_volatile() && !user.is_atomic()
        } else if user.is_instruction(LLVMOpcode::LLVMStore) {
            let value = user.operand(0);
            user.operand(1) == Some(slot)
                && value != Some(slot)
                && value.is_some_and(|value| value.ty() == ty)
                && !user.is_volatile()
                && !user.is_atomic()
        } else {
            symbols::is_lifetime_marker(user, "llvm.lifetime.")
        }
    })
}
