//! Objects of a C program whose end of lifetime the compiler does not mark
//! (`spec/decisions/scopes-without-markers.md`).
//!
//! clang emits no lifetime markers for a variable that a jump can reach past its declaration, for one declared after a
//! label of its block, or for a compound literal. Such an object would seem to live until its function returns, and a
//! use after its scope would not be noticed.

use std::collections::BTreeSet;

use super::location;
use super::promotion::is_promotable;
use super::raw::{LLVMOpcode, Loaded, Value, Variable};
use super::symbols::is_lifetime_marker;
use crate::program::liveness::operands;
use crate::program::{BlockIndex, Function, Location, Op, Operand, Program, Reg};

/// Intrinsics that access memory without keeping an address.
const MEMORY: [&str; 3] = ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."];

/// An object that must not be used, since its lifetime is not known.
pub(in crate::frontend) struct Endless {
    function: String,
    /// The name of its alloca.
    register: String,
    what: String,
    place: Option<Location>,
}

/// The objects of a module from clang whose lifetime the module does not show and whose address may be used after it.
pub(super) fn endless(module: &Loaded) -> Vec<Endless> {
    let mut found = Vec::new();
    for function in module.functions() {
        let instructions: Vec<Value> =
            function.blocks().into_iter().flat_map(super::raw::Block::instructions).collect();
        let variables: Vec<(Value, Variable)> =
            instructions.iter().flat_map(|&i| module.declared_variables(i)).collect();
        // Labels are known from debug information only, which a program can switch off.
        let described = instructions.iter().any(|&i| location(i).is_some());
        let jumps = !described || instructions.iter().any(|&i| module.has_label(i));
        let saved = |i: &&Value| i.callee_name().is_some_and(|name| name.starts_with("llvm.stacksave"));
        let saves = instructions.iter().filter(saved).count();
        let dynamic = |i: &&Value| i.is_instruction(LLVMOpcode::LLVMAlloca) && is_dynamic(**i);
        let arrays = instructions.iter().filter(dynamic).count();
        for &slot in &instructions {
            if !slot.is_instruction(LLVMOpcode::LLVMAlloca) {
                continue;
            }
            let variable = variables.iter().find(|(value, _)| *value == slot);
            let variable = variable.map(|(_, variable)| variable);
            // There is one `stackrestore` for each array, unless the block has several arrays.
            let ends = match is_dynamic(slot) {
                true => !jumps || arrays <= saves || slot.name().is_empty(),
                false => is_bounded(slot, variable),
            };
            if !ends {
                found.push(refusal(function, slot, variable));
            }
        }
    }
    found
}

/// Whether every use of an object of constant size is in its lifetime, or the module shows the lifetime.
fn is_bounded(slot: Value, variable: Option<&Variable>) -> bool {
    let marked = |user: &Value| is_lifetime_marker(*user, "llvm.lifetime.start");
    // Only memory of `alloca` gets no name from the compiler.
    let whole_function = slot.name().is_empty() || variable.is_some_and(|v| v.whole_function);
    whole_function || slot.users().iter().any(marked) || is_promotable(slot) || !escapes(slot)
}

/// What has received an address, and must not keep it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeper {
    /// The expression that names the object: C allows the name only in its scope, but a variable that holds the address
    /// may live longer.
    Expression,
    /// A function that the address is passed to; its own variables end before the object does.
    Callee,
}

/// Whether the address of an object may be used after the expression that names the object.
fn escapes(slot: Value) -> bool {
    let mut seen = BTreeSet::from([slot]);
    let mut open = vec![(slot, Keeper::Expression)];
    while let Some((address, keeper)) = open.pop() {
        for user in address.users() {
            match targets(user, address, keeper) {
                Some(next) => open.extend(next.into_iter().filter(|(value, _)| seen.insert(*value))),
                None => return true,
            }
        }
    }
    false
}

/// The values that an instruction computes from an address, and who has them; `None` if the address may be kept.
fn targets(user: Value, address: Value, keeper: Keeper) -> Option<Vec<(Value, Keeper)>> {
    if user.is_instruction(LLVMOpcode::LLVMGetElementPtr) {
        return (user.operand(0) == Some(address)).then(|| vec![(user, keeper)]);
    }
    if user.is_instruction(LLVMOpcode::LLVMLoad) || user.is_instruction(LLVMOpcode::LLVMICmp) {
        return Some(Vec::new());
    }
    if user.is_instruction(LLVMOpcode::LLVMStore) {
        return match user.operand(0) == Some(address) {
            true if keeper == Keeper::Callee => read_from(user.operand(1)?),
            true => None,
            false => Some(Vec::new()),
        };
    }
    let callee = user.callee_name().and_then(|_| user.callee())?;
    if MEMORY.iter().any(|name| callee.name().starts_with(name)) {
        return Some(Vec::new());
    }
    let (arguments, parameters) = (user.arguments(), callee.parameters());
    if callee.is_declaration() || arguments.len() != parameters.len() {
        return None;
    }
    let pairs = arguments.into_iter().zip(parameters);
    let given = pairs.filter(|(argument, _)| *argument == address);
    Some(given.map(|(_, parameter)| (parameter, Keeper::Callee)).collect())
}

/// What is read from a variable of a called function, if nothing else can be done with the variable.
fn read_from(slot: Value) -> Option<Vec<(Value, Keeper)>> {
    let own = slot.is_instruction(LLVMOpcode::LLVMAlloca) && is_promotable(slot);
    let loads = || slot.users().into_iter().filter(|user| user.is_instruction(LLVMOpcode::LLVMLoad));
    own.then(|| loads().map(|load| (load, Keeper::Callee)).collect())
}

/// Whether an alloca is an array of variable length, or comes from `alloca`.
fn is_dynamic(slot: Value) -> bool {
    slot.operand(0).is_none_or(|count| count.constant_int().is_none())
}

fn refusal(function: Value, slot: Value, variable: Option<&Variable>) -> Endless {
    let register = slot.name();
    // Names that the compiler gives to objects that are not variables.
    let unnamed = ["", ".compoundliteral", "tmp", "agg.tmp", "ref.tmp", "coerce"];
    let stem = register.trim_end_matches(|c: char| c.is_ascii_digit());
    let name = match variable {
        Some(variable) => Some(variable.name.as_str()),
        None => (!unnamed.contains(&stem)).then_some(register.as_str()),
    };
    let what = match name {
        Some(name) => format!(
            "the address of '{name}', whose scope is entered by a jump or begins behind a label: declare it in front, best at the beginning of the function"
        ),
        None if stem == ".compoundliteral" => {
            "the address of a compound literal, which lives as long as its block: make it a variable".into()
        }
        None => "the address of a temporary object: make it a variable".into(),
    };
    let first = || slot.users().into_iter().filter_map(location).min_by_key(|place| place.line);
    let place = variable.and_then(|variable| variable.place.clone()).or_else(first);
    Endless { function: function.name(), register, what, place }
}

impl Endless {
    /// Makes the program stop wherever it would use the object, or where the object's lifetime would begin.
    pub(crate) fn refuse(&self, program: &mut Program) {
        let Some(function) = program.functions.get_mut(&self.function) else {
            return;
        };
        let named = |register: &crate::program::Register| register.name == self.register;
        let register = function.registers.entries().find(|(_, r)| named(r)).map(|(place, _)| place);
        if let Some(uses) = register.and_then(|register| uses(function, register)) {
            for (block, place) in uses {
                if let Some(i) = function.blocks.get_mut(block).and_then(|block| block.instructions.get_mut(place)) {
                    i.op = Op::Unsupported(self.what.clone());
                    i.location = self.place.clone().or(i.location.take());
                }
            }
            return;
        }
        let mut instructions = function.blocks.iter_mut().flat_map(|b| &mut b.instructions);
        match instructions.find(|i| i.result.is_some() && i.result == register && matches!(i.op, Op::Alloca { .. })) {
            Some(i) => {
                i.op = Op::Unsupported(self.what.clone());
                i.location = self.place.clone().or(i.location.take());
            }
            None => function.refused = Some(self.what.clone()),
        }
    }
}

/// The instructions that use a register, provided that a run which reaches the end of a block with the register's value
/// has passed one of them in this block.
fn uses(function: &Function, register: Reg) -> Option<Vec<(BlockIndex, usize)>> {
    let is = |operand: &Operand| matches!(operand, Operand::Register(other) if *other == register);
    let mut found = Vec::new();
    for (number, block) in function.blocks.iter().enumerate() {
        let using = block.instructions.iter().enumerate().filter(|(_, i)| operands(&i.op).into_iter().any(is));
        found.extend(using.map(|(place, _)| (number, place)));
        if found.contains(&(number, block.instructions.len().saturating_sub(1))) {
            return None;
        }
    }
    let mut edges = function.blocks.iter().flat_map(|block| &block.phis).flat_map(|phi| &phi.incoming);
    edges.all(|(from, value)| !is(value) || found.iter().any(|(block, _)| block == from)).then_some(found)
}
