//! Static variables that nothing writes are constants (`spec/decisions/unwritten-statics.md`).

use std::collections::BTreeSet;

use super::library::only_reads;
use super::promotion::all_instructions;
use super::raw::{LLVMLinkage, LLVMOpcode, Loaded, Value};
use super::symbols::is_internal;

/// Marks them as constants. A program with assembly is left alone, since assembly knows variables by their names.
pub(super) fn make_constant(module: &Loaded) {
    let assembly =
        |i: Value| i.is_instruction(LLVMOpcode::LLVMCall) && i.callee().is_some_and(Value::is_inline_assembly);
    if !module.assembly().is_empty() || all_instructions(module).into_iter().any(assembly) {
        return;
    }
    for global in module.globals() {
        let own = is_internal(global) && global.initializer().is_some() && !global.has_section();
        if own && !global.is_global_constant() && is_only_read(global) {
            global.make_constant();
        }
    }
}

/// Whether the program only reads a variable, and keeps its address nowhere.
fn is_only_read(global: Value) -> bool {
    let mut seen = BTreeSet::from([global]);
    let mut open = vec![global];
    while let Some(address) = open.pop() {
        for user in address.users() {
            match derived(user, address) {
                Some(_) if !is_harmless(user) => return false,
                Some(next) => open.extend(next.into_iter().filter(|value| seen.insert(*value))),
                None => return false,
            }
        }
    }
    true
}

/// Whether a user of an address does not tell a pointer from elsewhere that it points there, too: what is equal to the
/// address may be written through. Compared may be null, and what is computed from one variable or one parameter.
fn is_harmless(user: Value) -> bool {
    let compares = user.is_instruction(LLVMOpcode::LLVMICmp);
    let mut open = if compares { user.operands() } else { Vec::new() };
    if open.iter().any(|value| value.is_null()) {
        return true;
    }
    let (mut seen, mut roots) = (BTreeSet::new(), BTreeSet::new());
    while let Some(value) = open.pop() {
        if value.is_null() || !seen.insert(value) {
            continue;
        }
        match value.is_any_instruction().then(|| value.opcode()).or(value.constant_opcode()) {
            Some(LLVMOpcode::LLVMGetElementPtr) => open.extend(value.operand(0)),
            Some(LLVMOpcode::LLVMPHI) => open.extend(value.incoming().into_iter().map(|(from, _)| from)),
            // Other instructions have another value at another time.
            Some(_) => return false,
            None => drop(roots.insert(value)),
        }
    }
    roots.len() <= 1
}

/// Whether what the module defines is what runs: neither the linker nor the compiler may take another definition.
fn is_final(function: Value) -> bool {
    is_internal(function) || function.linkage() == LLVMLinkage::LLVMExternalLinkage
}

/// The values that a user of an address computes from it and that may be such addresses; `None` if it may write, keep
/// or give away the address.
fn derived(user: Value, address: Value) -> Option<Vec<Value>> {
    if user.constant_opcode() == Some(LLVMOpcode::LLVMGetElementPtr) {
        return Some(vec![user]);
    }
    if !user.is_any_instruction() {
        return None;
    }
    match user.opcode() {
        LLVMOpcode::LLVMLoad if !user.is_volatile() => Some(Vec::new()),
        LLVMOpcode::LLVMICmp => Some(Vec::new()),
        LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMSelect => Some(vec![user]),
        LLVMOpcode::LLVMCall => {
            let (name, callee, arguments) = (user.callee_name()?, user.callee()?, user.arguments());
            if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") {
                return (arguments.first() != Some(&address)).then(Vec::new);
            }
            let given = (0..).zip(&arguments).filter(|(_, argument)| **argument == address).map(|(place, _)| place);
            let parameters = callee.parameters();
            match callee.is_declaration() {
                false if !is_final(callee) => None,
                true => given.into_iter().all(|place| only_reads(&name, place)).then(Vec::new),
                false => given.map(|place: u32| parameters.get(place as usize).copied()).collect(),
            }
        }
        _ => None,
    }
}
