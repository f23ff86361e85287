//! What a program does with its static variables: which ones nothing writes, so that they are constants, and which ones
//! nothing but the program can reach (`spec/decisions/unwritten-statics.md`).

use std::collections::BTreeSet;

use super::library::{keeps_outside, only_reads};
use super::promotion::all_instructions;
use super::raw::{LLVMLinkage, LLVMOpcode, Loaded, Value};
use super::symbols::is_internal;

/// Static variables, by the names that the module has for them.
#[derive(Clone, Debug, Default)]
pub(in crate::frontend) struct Statics {
    /// Those that nothing writes although they are not declared `const`.
    pub unwritten: Vec<String>,
    /// Those that are written, but whose addresses the program gives to nothing; each with the functions of the program
    /// that get the address as an argument.
    pub own: Vec<(String, BTreeSet<String>)>,
}

/// What is asked of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Whether the program only reads it, and keeps its address nowhere.
    Unwritten,
    /// Whether the program keeps its address nowhere.
    Own,
}

/// Finds them, and marks those that nothing writes as constants. A program with assembly is left alone, since assembly
/// knows variables by their names.
pub(super) fn make_constant(module: &Loaded) -> Statics {
    let assembly =
        |i: Value| i.is_instruction(LLVMOpcode::LLVMCall) && i.callee().is_some_and(Value::is_inline_assembly);
    let mut statics = Statics::default();
    if !module.assembly().is_empty() || all_instructions(module).into_iter().any(assembly) {
        return statics;
    }
    for global in module.globals() {
        let own = is_internal(global) && global.initializer().is_some() && !global.has_section();
        if !own || global.is_global_constant() {
            continue;
        }
        if followed(module, global, Question::Unwritten).is_some() {
            global.make_constant();
            statics.unwritten.push(global.name());
        } else if let Some(given) = followed(module, global, Question::Own) {
            statics.own.push((global.name(), given));
        }
    }
    statics
}

/// Follows the address of a variable through the program. Returns the functions that get it as an argument; `None` if
/// the answer to the question is no.
fn followed(module: &Loaded, global: Value, question: Question) -> Option<BTreeSet<String>> {
    let mut seen = BTreeSet::from([global]);
    let mut given = BTreeSet::new();
    let mut open = vec![global];
    while let Some(address) = open.pop() {
        for user in address.users() {
            let next = derived(module, user, address, question)?;
            if question == Question::Unwritten && !is_harmless(user) {
                return None;
            }
            given.extend(user.is_instruction(LLVMOpcode::LLVMCall).then(|| user.callee_name()).flatten());
            open.extend(next.into_iter().filter(|value| seen.insert(*value)));
        }
    }
    Some(given)
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

/// The values that a user of an address computes from it and that may be such addresses; `None` if it may do what the
/// question excludes.
fn derived(module: &Loaded, user: Value, address: Value, question: Question) -> Option<Vec<Value>> {
    if user.constant_opcode() == Some(LLVMOpcode::LLVMGetElementPtr) {
        return Some(vec![user]);
    }
    if !user.is_any_instruction() {
        return None;
    }
    let own = question == Question::Own;
    match user.opcode() {
        LLVMOpcode::LLVMLoad => (own || !user.is_volatile()).then(Vec::new),
        LLVMOpcode::LLVMStore => (own && user.operand(0) != Some(address)).then(Vec::new),
        LLVMOpcode::LLVMICmp => Some(Vec::new()),
        LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMSelect => Some(vec![user]),
        LLVMOpcode::LLVMRet => results(module, user),
        LLVMOpcode::LLVMCall => handed_over(user, address, question),
        _ => None,
    }
}

/// The results of the calls of a function that returns an address; `None` if there may be others.
fn results(module: &Loaded, returns: Value) -> Option<Vec<Value>> {
    let has = |f: &Value| f.blocks().into_iter().any(|block| block.instructions().contains(&returns));
    let function = module.functions().into_iter().find(has)?;
    let users = if is_internal(function) { function.users() } else { return None };
    let called = |user: &Value| {
        let call = user.is_instruction(LLVMOpcode::LLVMCall) && user.callee() == Some(function);
        call && !user.arguments().contains(&function)
    };
    users.iter().all(called).then_some(users)
}

/// Calls with an address.
fn handed_over(call: Value, address: Value, question: Question) -> Option<Vec<Value>> {
    let (name, callee, arguments) = (call.callee_name()?, call.callee()?, call.arguments());
    let own = question == Question::Own;
    if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") {
        let volatile = arguments.get(3).and_then(|flag| flag.constant_int()) != Some(0);
        return (own || !volatile && arguments.first() != Some(&address)).then(Vec::new);
    }
    if name.starts_with("llvm.memset.") {
        return own.then(Vec::new);
    }
    let mut given = (0..).zip(&arguments).filter(|(_, argument)| **argument == address).map(|(place, _)| place);
    match callee.is_declaration() {
        false if !is_final(callee) => None,
        // What the library returns may be such an address.
        true if own => (!given.any(|place| keeps_outside(&name, place, |format| format_of(&arguments, format))))
            .then(|| vec![call]),
        true => given.all(|place| only_reads(&name, place)).then(Vec::new),
        false => {
            let parameters = callee.parameters();
            given.map(|place: u32| parameters.get(place as usize).copied()).collect()
        }
    }
}

/// The text of an argument that is a string constant.
fn format_of(arguments: &[Value], place: u32) -> Option<Vec<u8>> {
    let string = arguments.get(place as usize).filter(|v| v.is_global_variable() && v.is_global_constant())?;
    let initial = string.initializer()?;
    let bytes = (0..).map_while(|index| u8::try_from(initial.element(index)?.constant_int()?).ok());
    Some(bytes.take_while(|byte| *byte != 0).collect())
}
