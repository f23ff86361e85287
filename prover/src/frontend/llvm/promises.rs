//! What C programs promise about their own functions by attributes. Each promise is checked, or left out of the module
//! (`spec/decisions/promises-of-functions.md`).

use std::collections::{BTreeMap, BTreeSet};

use super::function::is_variadic;
use super::library;
use super::promotion::all_instructions;
use super::raw::{Attribute, AttributeIndex, LLVMOpcode, Layout, Loaded, Value, attribute_kind};
use super::symbols::is_lifetime_marker;
use crate::frontend::nonnull::Promises;

/// Promises that nothing in the module depends on: about the target or size of a result, or what outside code calls.
const OF_FUNCTIONS: [&str; 2] = ["allocsize", "nocallback"];

/// Families of intrinsics that touch no memory of the program.
#[rustfmt::skip]
const WITHOUT_MEMORY: &[&str] = &[
    "abs", "assume", "bitreverse", "bswap", "ctlz", "ctpop", "cttz", "dbg", "expect", "fabs", "fshl", "fshr", "is",
    "lifetime", "sadd", "smax", "smin", "smul", "ssub", "uadd", "umax", "umin", "umul", "usub",
];

/// LLVM's numbers for `memory(none)` and `memory(read)`.
const NOTHING: u64 = 0;
const READS: u64 = 0x5555_5555_5555_5555;

pub(super) fn defined(module: &Loaded) -> Vec<Value> {
    module.functions().into_iter().filter(|function| !function.is_declaration()).collect()
}

/// Calls of functions that the module defines, by the name of the callee.
fn calls(module: &Loaded) -> Vec<(String, Value)> {
    let names: BTreeSet<String> = defined(module).into_iter().map(Value::name).collect();
    let named = |i: Value| Some((i.callee_name()?, i));
    all_instructions(module).into_iter().filter_map(named).filter(|(name, _)| names.contains(name)).collect()
}

/// Turns `nonnull` of declarations into assumptions that a proof must show before each call. A definition that clang
/// marks shows them itself ([`check_pointers`]).
pub(super) fn check_arguments(module: &Loaded, promises: &Promises) {
    let nonnull = Attribute::Kind(attribute_kind("nonnull"));
    let named = |call: Value| Some((promises.get(&call.callee_name()?)?, call));
    for (promised, call) in all_instructions(module).into_iter().filter_map(named) {
        let arguments = call.arguments();
        for (number, argument) in (0..).zip(&arguments).filter(|(_, argument)| argument.ty().is_pointer()) {
            let shown = |callee: Value| {
                !callee.is_declaration()
                    && number < callee.parameter_count()
                    && callee.function_attributes(AttributeIndex::Parameter(number)).contains(&nonnull)
            };
            let is_promised = promised.iter().any(|one| one.includes(number as usize, arguments.len()));
            if is_promised && !call.callee().is_some_and(shown) {
                module.insert_not_null(call, *argument, call);
            }
        }
    }
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

/// What clang says of a pointer to the place of a result, and of one to an argument that is passed by value.
const OF_RESULTS: [&str; 5] = ["sret", "noalias", "writable", "dead_on_unwind", "align"];
const OF_ARGUMENTS: [&str; 2] = ["byval", "align"];

/// Structures in memory that are passed and returned by value are passed by their address: a function makes its own
/// copy of an argument where it begins, and copies a result to the place that it is given where it returns. This holds
/// only of a function that all calls know as it is; others still promise it, and are refused. So are variadic functions:
/// an address would take a register that the structure does not, and clang has distributed the registers already.
pub(super) fn pass_by_address(module: &Loaded) {
    let mut all = Vec::new();
    for function in defined(module).into_iter().filter(|function| !is_variadic(*function)) {
        for number in 0..function.parameter_count() {
            let place = AttributeIndex::Parameter(number);
            if let Some(ty) = module.type_of_attribute(function, place, "sret") {
                module.insert_own_result(function, number, ty);
                all.push((function, place, &OF_RESULTS[..]));
            } else if let Some(ty) = module.type_of_attribute(function, place, "byval") {
                module.insert_own_copy(function, number, ty);
                all.push((function, place, &OF_ARGUMENTS[..]));
            }
        }
    }
    // A function that hands on the place of its result now hands on its own object.
    let unlike = |function: Value| !function.users().into_iter().all(|call| is_called_alike(module, function, call));
    let refused: BTreeSet<Value> = all.iter().map(|(function, ..)| *function).filter(|f| unlike(*f)).collect();
    for (function, place, names) in all.into_iter().filter(|(function, ..)| !refused.contains(function)) {
        for place_of in function.users().into_iter().chain([function]) {
            names.iter().for_each(|attribute| place_of.remove_attribute(place, attribute));
        }
    }
}

/// Whether a user of a function is a call of it with the definition's type, and with structures of the same size and
/// alignment in the same places.
fn is_called_alike(module: &Loaded, function: Value, call: Value) -> bool {
    let direct = call.is_instruction(LLVMOpcode::LLVMCall) && call.callee() == Some(function);
    if !direct || call.called_type() != function.value_type() || call.arguments().contains(&function) {
        return false;
    }
    let layout = Layout::of(module);
    let align = attribute_kind("align");
    (0..function.parameter_count().max(call.argument_count())).map(AttributeIndex::Parameter).all(|place| {
        ["sret", "byval"].into_iter().all(|name| {
            let sizes = [function, call].map(|one| {
                let ty = module.type_of_attribute(one, place, name)?;
                Some((layout.size(ty), one.attribute_number(place, align)))
            });
            let known =
                || matches!(place, AttributeIndex::Parameter(n) if call.operand(n).is_none_or(|to| is_known(call, to)));
            sizes[0] == sizes[1] && (name != "sret" || sizes[1].is_none() || !known())
        })
    })
}

/// Whether something else than a call's argument may have the address of the place that the argument gives for the
/// result. clang without optimisation has a function write to that place before it returns, which C does not.
fn is_known(call: Value, place: Value) -> bool {
    let slot = base(place);
    if !slot.is_instruction(LLVMOpcode::LLVMAlloca) {
        return true;
    }
    let (mut open, mut escapes) = (vec![slot], Vec::new());
    while let Some(address) = open.pop() {
        for user in address.users() {
            let times = user.operands().into_iter().filter(|operand| *operand == address).count();
            match user.is_any_instruction().then(|| user.opcode()) {
                Some(LLVMOpcode::LLVMLoad) => {}
                Some(LLVMOpcode::LLVMStore) if user.operand(0) != Some(address) => {}
                Some(LLVMOpcode::LLVMGetElementPtr) if user.operand(0) == Some(address) => open.push(user),
                Some(LLVMOpcode::LLVMCall) if user == call && times == 1 && address == place => {}
                Some(LLVMOpcode::LLVMCall) if user.callee_name().is_some_and(|name| name.starts_with("llvm.")) => {}
                Some(_) => escapes.push(user),
                None => return true,
            }
        }
    }
    escapes.into_iter().any(|user| leads_to(user, call, slot))
}

/// Whether a run may come from one instruction to another without a new lifetime of the variable.
fn leads_to(from: Value, to: Value, slot: Value) -> bool {
    if from == to {
        return true;
    }
    let (mut open, mut seen) = (from.next_instruction().into_iter().collect::<Vec<_>>(), BTreeSet::new());
    while let Some(first) = open.pop() {
        let mut next = Some(first).filter(|first| seen.insert(*first));
        while let Some(i) = next {
            if i == to {
                return true;
            }
            if is_lifetime_marker(i, "llvm.lifetime.start") && i.arguments().contains(&slot) {
                break;
            }
            if i.is_terminator() {
                open.extend(i.successors().into_iter().filter_map(super::raw::Block::first_instruction));
            }
            next = i.next_instruction();
        }
    }
    false
}

/// Removes `memory(...)` and `willreturn` (C's `const` and `pure`) from functions that access only the memory they
/// state. What functions without a promise access is found out. Others keep theirs, and are refused. Returns whether any
/// function was stated to return: endless runs of such a module refute nothing, since the compiler assumes that there
/// are none.
pub(super) fn check_effects(module: &Loaded) -> bool {
    let promised = |function: Value| Some((function.name(), (function, function.memory_effects()?)));
    let mut kept: BTreeMap<String, (Value, u64)> = defined(module).into_iter().filter_map(promised).collect();
    if kept.is_empty() {
        return false;
    }
    let promising: BTreeSet<String> = kept.keys().cloned().collect();
    for function in defined(module) {
        kept.entry(function.name()).or_insert((function, NOTHING));
    }
    loop {
        let wrong = kept.iter().find(|(_, (function, allowed))| !stays_within(*function, *allowed, &kept));
        let Some((name, allowed)) = wrong.map(|(name, (_, allowed))| (name.clone(), *allowed)) else { break };
        match kept.get_mut(&name) {
            Some((_, effects)) if allowed == NOTHING && !promising.contains(&name) => *effects = READS,
            _ => drop(kept.remove(&name)),
        }
    }
    kept.retain(|name, _| promising.contains(name));
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
    let (none, reads) = (allowed == NOTHING, allowed & !READS == 0);
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
                None if i.callee().is_some_and(Value::is_declaration) => library::stays_within(&name, allowed),
                // Effects are numbers of `memory(...)` that say the same of every kind of memory.
                None => others.get(&name).is_some_and(|(_, effects)| *effects == NOTHING || !none),
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
