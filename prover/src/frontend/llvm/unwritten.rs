//! Static variables that nothing writes are constants (`spec/decisions/unwritten-statics.md`).

use std::collections::BTreeSet;

use super::library::only_reads;
use super::promotion::all_instructions;
use super::raw::{LLVMOpcode, Loaded, Value};
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
                Some(next) => open.extend(next.into_iter().filter(|value| seen.insert(*value))),
                None => return false,
            }
        }
    }
    true
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
                true => given.into_iter().all(|place| only_reads(&name, place)).then(Vec::new),
                false => given.map(|place: u32| parameters.get(place as usize).copied()).collect(),
            }
        }
        _ => None,
    }
}
