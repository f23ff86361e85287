//! Calls of declared functions in a run (`spec/refutation.md`, External functions).

pub mod blocks;
pub mod characters;
pub mod numbers;
pub mod strings;

use crate::reader::{LOCATIONS, Type};
use crate::rules::library::call::{ALLOCATING, ALLOCATORS};
use crate::rules::library::effects::{EXITS, is_assumption};
use crate::rules::library::promises;
use crate::run::intrinsics;
use crate::run::library::blocks::{Result, allocation};
use crate::run::machine::{External, Machine, either};
use crate::run::value::{Halt, Step, Value, gap, mask};

/// The effect of a declared function, as far as its contract defines it.
pub fn external<'m>(m: &mut Machine<'m>, c: &External<'m>) -> Result {
    declared(m, c)?;
    if let Some(name) = c.name.strip_prefix("llvm.") {
        return intrinsics::intrinsic(m, c, name);
    }
    m.called.insert(c.name);
    if let Some((_, variable, _)) = LOCATIONS.iter().find(|(function, ..)| *function == c.name) {
        c.typed(m.pointer(), "p")?;
        return match m.globals.get(variable) {
            Some(address) => Ok(Some(Value::Bits(*address))),
            None => gap("a variable of the library that is not there"),
        };
    }
    match c.name {
        name if EXITS.iter().any(|(exit, _)| *exit == name) => Err(Halt::End(format!("@{name} ends the program"))),
        name if is_assumption(name) => assumption(m, c),
        name if is_input(name) => input(m, c),
        "malloc" | "calloc" | "realloc" | "free" => allocation(m, c),
        name => strings::call(m, c, name),
    }
}

/// Checks that a contract can apply to the call (X-CALL).
fn declared(m: &Machine, c: &External) -> Step {
    let Some(declaration) = m.module.declarations.get(c.name) else {
        return gap(format!("@{} is not declared", c.name));
    };
    if let Some(reason) = &declaration.refused {
        return gap(format!("@{} is outside the subset: {reason}", c.name));
    }
    let signature = &declaration.signature;
    let no_prototype = signature.varargs && signature.parameters.is_empty() && signature.result == c.signature.result;
    if signature != c.signature && !no_prototype {
        return gap(format!("the type of the call differs from the declaration of @{}", c.name));
    }
    if ALLOCATING.contains(&c.name) && ALLOCATORS.iter().any(|name| m.module.functions.contains_key(*name)) {
        return gap(format!("@{} may call an allocation function that the module defines", c.name));
    }
    let mut all = declaration.promises.iter().chain(c.promises);
    match all.find(|promise| !promises::holds(c.name, promise)) {
        Some(promise) => gap(format!("`{}` is more than the contract of @{} says", promise.text, c.name)),
        None => Ok(()),
    }
}

fn assumption(m: &Machine, c: &External) -> Result {
    match (c.arguments, &c.signature.result) {
        ([condition], Type::Void | Type::Int(_))
            if m.width(&condition.ty).is_some() && condition.ty != Type::Pointer =>
        {
            match c.known(0, "condition")? {
                0 => Err(Halt::End(format!("@{}: what is assumed is false", c.name))),
                _ => Ok(Some(Value::Unknown)),
            }
        }
        _ => gap("an assumption has one argument, an integer"),
    }
}

/// X-NONDET
pub fn is_input(name: &str) -> bool {
    matches!(name, "nondet" | "__VERIFIER_nondet" | "unknown_int" | "unknown_uint")
        || name.starts_with("nondet_")
        || name.starts_with("__VERIFIER_nondet_")
}

/// The type that the name of an input function states: width, and whether it is signed. `long` has pointer width.
fn named(name: &str, long: u32) -> Option<(u32, bool)> {
    let name = name.strip_prefix("__VERIFIER_").unwrap_or(name);
    Some(match name.strip_prefix("nondet_").or(name.strip_prefix("unknown_"))? {
        "bool" | "_Bool" => (1, false),
        "char" | "schar" | "s8" => (8, true),
        "uchar" | "unsigned_char" | "u8" => (8, false),
        "short" | "s16" => (16, true),
        "ushort" | "unsigned_short" | "u16" => (16, false),
        "int" | "s32" => (32, true),
        "uint" | "unsigned" | "unsigned_int" | "u32" => (32, false),
        "long" | "ssize_t" => (long, true),
        "ulong" | "unsigned_long" | "size_t" => (long, false),
        _ => return None,
    })
}

/// The values of an integer that an input function returns: both readings of its bits, unless its name states a
/// narrower type.
pub fn input_range(name: &str, width: u32, long: u32) -> (i128, i128) {
    match named(name, long) {
        Some((narrow, false)) if narrow < width => (0, i128::from(mask(narrow))),
        Some((narrow, true)) if narrow < width => (-(1 << (narrow - 1)), (1 << (narrow - 1)) - 1),
        _ => either(width),
    }
}

fn input(m: &mut Machine, c: &External) -> Result {
    if !c.arguments.is_empty() {
        return gap("an arbitrary value takes no arguments");
    }
    match &c.signature.result {
        Type::Void => Ok(None),
        // A pointer is never a chosen address.
        Type::Pointer => Ok(Some(Value::Bits(0))),
        Type::Int(width @ 1..=64) => {
            let bounds = input_range(c.name, *width, m.pointer());
            m.input(&format!("{}()", c.name), *width, bounds).map(Some)
        }
        Type::Int(_) | Type::Float(_) => Ok(Some(Value::Unknown)),
        _ => gap("an arbitrary value of this type"),
    }
}
