//! What C programs promise about their own functions by attributes. Each promise is checked, or left out of the module
//! (`spec/decisions/promises-of-functions.md`).

use std::collections::{BTreeMap, BTreeSet};

use super::promotion::all_instructions;
use super::raw::{Attribute, AttributeIndex, LLVMOpcode, Loaded, Value, attribute_kind};

/// Promises that nothing in the module depends on: about the target or size of a result, or what outside code calls.
const OF_FUNCTIONS: [&str; 2] = ["allocsize", "nocallback"];

/// Families of intrinsics that touch no memory of the program.
#[rustfmt::skip]
const WITHOUT_MEMORY: &[&str] = &[
    "abs", "assume", "bitreverse", "bswap", "ctlz", "ctpop", "cttz", "dbg", "expect", "fabs", "fshl", "fshr", "is",
    "lifetime", "sadd", "smax", "smin", "smul", "ssub", "uadd", "umax", "umin", "umul", "usub",
];

fn defined(module: &Loaded) -> Vec<Value> {
    module.functions().into_iter().filter(|function| !function.is_declaration()).collect()
}

/// Calls of functions that the module defines, by the name of the callee.
fn calls(module: &Loaded) -> Vec<(String, Value)> {
    let names: BTreeSet<String> = defined(module).into_iter().map(Value::name).collect();
    let named = |i: Value| Some((i.callee_name()?, i));
    all_instructions(module).into_iter().filter_map(named).filter(|(name, _)| names.contains(name)).collect()
}

/// Turns `nonnull` of parameters and results into assumptions that a proof must show, and removes what does not concern
/// the module's own runs.
pub(super) fn check_pointers(module: &Loaded) {
    let nonnull = Attribute::Kind(attribute_kind("nonnull"));
    let promises = |function: Value, place| function.function_attributes(place).contains(&nonnull);
    let mut shown = BTreeSet::new();
    for function in defined(module) {
        let instructions: Vec<Value> =
            function.blocks().into_iter().flat_map(super::raw::Block::instructions).collect();
        let located = instructions.iter().copied().find(|i| i.debug_line() > 0);
        let first = instructions.iter().copied().find(|i| !i.is_instruction(LLVMOpcode::LLVMAlloca));
        for (number, parameter) in (0..).zip(function.parameters()) {
            let place = AttributeIndex::Parameter(number);
            if let Some(first) = first.filter(|_| promises(function, place)) {
                module.insert_not_null(first, parameter, located.unwrap_or(first));
                function.remove_attribute(place, "nonnull");
            }
        }
        if promises(function, AttributeIndex::Result) {
            for ret in instructions.into_iter().filter(|i| i.is_instruction(LLVMOpcode::LLVMRet)) {
                if let Some(value) = ret.operand(0) {
                    module.insert_not_null(ret, value, ret);
                }
            }
            function.remove_attribute(AttributeIndex::Result, "nonnull");
            shown.insert(function.name());
        }
    }
    let calls = calls(module);
    // A call may promise it about a function that does not.
    for (_, call) in calls.iter().filter(|(name, _)| shown.contains(name)) {
        call.remove_attribute(AttributeIndex::Result, "nonnull");
    }
    for place in defined(module).into_iter().chain(calls.into_iter().map(|(_, call)| call)) {
        place.remove_attribute(AttributeIndex::Result, "noalias");
        for name in OF_FUNCTIONS {
            place.remove_attribute(AttributeIndex::Function, name);
        }
    }
}

/// Removes `memory(...)` and `willreturn` (C's `const` and `pure`) from functions that access only the memory they
/// state. Other functions keep them, and are refused. Returns whether any function was stated to return: endless runs
/// of such a module refute nothing, since the compiler assumes that there are none.
pub(super) fn check_effects(module: &Loaded) -> bool {
    let promised = |function: Value| Some((function.name(), (function, function.memory_effects()?)));
    let mut kept: BTreeMap<String, (Value, u64)> = defined(module).into_iter().filter_map(promised).collect();
    loop {
        let wrong = kept.iter().find(|(_, (function, allowed))| !stays_within(*function, *allowed, &kept));
        let Some(name) = wrong.map(|(name, _)| name.clone()) else { break };
        kept.remove(&name);
    }
    // A call may promise more than the function does.
    let no_more = |(name, call): &(String, Value)| {
        let of_call = call.memory_effects().unwrap_or(u64::MAX);
        kept.get(name).is_some_and(|(_, effects)| effects | of_call == of_call)
    };
    let calls = calls(module).into_iter().filter(no_more).map(|(_, call)| call);
    let promised = !kept.is_empty();
    for place in kept.values().map(|(function, _)| *function).chain(calls) {
        for name in ["memory", "willreturn"] {
            place.remove_attribute(AttributeIndex::Function, name);
        }
    }
    promised
}

/// Whether a function does to memory only what is allowed, provided that the functions in the map do.
fn stays_within(function: Value, allowed: u64, others: &BTreeMap<String, (Value, u64)>) -> bool {
    // LLVM writes the same effect for every kind of memory; other effects do not come from C.
    let (none, reads) = (allowed == 0, allowed & 0xaaaa_aaaa_aaaa_aaaa == 0);
    let within = |i: Value| match i.opcode() {
        _ if !i.is_any_instruction() => false,
        LLVMOpcode::LLVMLoad if i.is_volatile() || i.is_atomic() => false,
        LLVMOpcode::LLVMLoad => !none || i.operand(0).is_some_and(is_own),
        LLVMOpcode::LLVMStore => !i.is_volatile() && !i.is_atomic() && i.operand(1).is_some_and(is_local),
        LLVMOpcode::LLVMCall => match i.callee_name() {
            Some(name) => match name.strip_prefix("llvm.") {
                Some(rest) if rest.starts_with("memcpy.") => {
                    i.operand(0).is_some_and(is_local) && (!none || i.operand(1).is_some_and(is_own))
                }
                Some(rest) if rest.starts_with("memset.") => i.operand(0).is_some_and(is_local),
                Some(rest) => rest.split('.').next().is_some_and(|family| WITHOUT_MEMORY.contains(&family)),
                None => others.get(&name).is_some_and(|(_, effects)| effects | allowed == allowed),
            },
            None => false,
        },
        LLVMOpcode::LLVMAtomicCmpXchg | LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMFence => false,
        LLVMOpcode::LLVMVAArg | LLVMOpcode::LLVMInvoke | LLVMOpcode::LLVMCallBr => false,
        _ => true,
    };
    reads && function.blocks().into_iter().flat_map(super::raw::Block::instructions).all(within)
}

/// The pointer that an address is computed from.
fn base(address: Value) -> Value {
    let mut address = address;
    while address.is_instruction(LLVMOpcode::LLVMGetElementPtr)
        || address.constant_opcode() == Some(LLVMOpcode::LLVMGetElementPtr)
    {
        let Some(base) = address.operand(0) else { break };
        address = base;
    }
    address
}

/// Whether an address points to or into one of the function's own variables.
fn is_local(address: Value) -> bool {
    base(address).is_instruction(LLVMOpcode::LLVMAlloca)
}

/// Whether an address points to memory that is the function's own, or never changes.
fn is_own(address: Value) -> bool {
    let base = base(address);
    is_local(address) || base.is_global_variable() && base.is_global_constant() && base.initializer().is_some()
}
