//! External functions and intrinsics (`spec/rules/call.md`). This is the contract library that the
//! checker believes; nothing else is believed of a function without a body.

use super::arguments::{Call, address, argument, has_types, integer, size, typed};
use super::effects::{
    absolute, arbitrary, assume, assumption, constant_string, copy, extremum, fill, nondet, print, strlen,
};
use super::shared::*;
use super::{heap, memory};

/// X-EXIT: calls of these end the program. With the types of the arguments ([`typed`]) of those that a library has.
const EXITS: [(&str, Option<&str>); 10] = [
    ("exit", Some("i")),
    ("_Exit", Some("i")),
    ("_exit", Some("i")),
    ("abort", Some("")),
    ("__assert_fail", Some("ppip")),
    ("__assert", Some("ppi")),
    ("__VERIFIER_error", None),
    ("reach_error", None),
    ("__assert_rtn", None),
    ("assert_fail", None),
];

/// X-CALL **allocator**: library functions that need memory take it from the program's, if it has one.
const ALLOCATING: [&str; 7] = ["printf", "puts", "putchar", "getchar", "exit", "__assert_fail", "__assert"];

const ALLOCATORS: [&str; 12] = [
    "malloc",
    "calloc",
    "realloc",
    "free",
    "memalign",
    "aligned_alloc",
    "posix_memalign",
    "valloc",
    "pvalloc",
    "reallocarray",
    "cfree",
    "malloc_usable_size",
];

/// The call of a declared function: the effect of its contract.
pub fn external<'m>(j: &mut Judge<'m>, s: &mut State<'m>, c: &Call<'m>) -> Checked<Value> {
    declared(j, c)?;
    let name: &str = c.name;
    if let Some(intrinsic) = name.strip_prefix("llvm.") {
        return self::intrinsic(j, s, c, intrinsic);
    }
    let value = library(j, s, c, name)?;
    j.contracts.insert(name.to_string());
    Ok(value)
}

/// A contract applies to a declaration of exactly the type of the call, or to one without prototype.
fn declared<'m>(j: &mut Judge<'m>, c: &Call<'m>) -> Checked<&'m Declaration> {
    j.rule("X-CALL");
    let declaration = some!(j, j.module.declarations.get(c.name) =>
        "callee", "@{} is not declared; if it is defined, the step must be a Call", c.name);
    if let Some(reason) = &declaration.refused {
        return j.reject("callee", format!("@{} is outside the subset: {reason}", c.name));
    }
    let signature = &declaration.signature;
    let no_prototype = signature.varargs && signature.parameters.is_empty() && signature.result == c.signature.result;
    reject_if!(j, signature != c.signature && !no_prototype =>
        "type", "the type of the call differs from the declaration of @{}", c.name);
    let owned = ALLOCATING.contains(&&**c.name) && ALLOCATORS.iter().any(|name| j.module.functions.contains_key(*name));
    reject_if!(j, owned => "allocator", "@{} may call an allocation function that the module defines", c.name);
    for argument in c.arguments {
        reject_if!(j, j.defined(&argument.value).is_err() => "argument", "undef, poison, or outside the subset");
    }
    Ok(declaration)
}

/// Tree `Exit`: the program ends at this call.
pub fn exit<'m>(j: &mut Judge<'m>, s: &mut State<'m>, hint: &'m Hint) -> Checked {
    no_phis(j, hint)?;
    j.rule("G-EXIT");
    let instruction = some!(j, s.position.instruction() => "position", "there is no instruction");
    take!(j, Op::Call { callee: Callee::Direct(name), signature, arguments } = &instruction.op =>
        "position", "not a direct call");
    let c = Call { name, signature, arguments, instruction, hint };
    declared(j, &c)?;
    j.rule("G-EXIT");
    match (c.name.as_ref(), &hint.detail) {
        ("__VERIFIER_assume" | "__CPROVER_assume" | "assume" | "__VERIFIER_assert", Detail::Outcome(false)) => {
            j.rule("X-ASSUME");
            let condition = assumption(j, s, &c)?;
            j.require_eq("P1", &condition, &Poly::constant(0))?;
        }
        (name, Detail::None) if let Some((_, types)) = EXITS.iter().find(|(known, _)| *known == name) => {
            j.rule("X-EXIT");
            let fits = types.is_none_or(|types| has_types(j, &c, arguments.iter().map(|argument| &argument.ty), types));
            reject_if!(j, !fits => "type", "the contract of @{name} is about other arguments");
            // What is printed is read.
            for (place, argument) in arguments.iter().enumerate() {
                let string = argument.value == Operand::Null || constant_string(j, &c, place)?.is_some();
                reject_if!(j, argument.ty == Type::Pointer && !string => "argument", "argument {place} is no string constant");
            }
        }
        (name, _) => return j.reject("callee", format!("@{name} does not end the program")),
    }
    j.contracts.insert(name.to_string());
    Ok(())
}

/// The contract of a library function.
fn library<'m>(j: &mut Judge<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    let pointer = |value: Poly| Ok(Some((value, Sign::Unsigned)));
    match name {
        "__VERIFIER_assume" | "__CPROVER_assume" | "assume" | "__VERIFIER_assert" => {
            j.rule("X-ASSUME");
            assume(j, s, c)
        }
        "malloc" | "calloc" | "realloc" | "free" => allocation(j, s, c, name),
        "memcpy" | "memmove" => {
            j.rule("M-MOVE");
            typed(j, c, "pppl")?;
            pointer(copy(j, s, c, name == "memmove", false)?)
        }
        "memset" => {
            j.rule("M-FILL");
            typed(j, c, "ppil")?;
            pointer(fill(j, s, c, false)?)
        }
        "abs" | "labs" | "llabs" => {
            j.rule("X-ABS");
            typed(
                j,
                c,
                if name == "abs" {
                    "ii"
                } else if name == "labs" {
                    "ll"
                } else {
                    "LL"
                },
            )?;
            absolute(j, s, c)
        }
        "strlen" => strlen(j, s, c),
        "rand" | "random" => {
            j.rule("X-PURE");
            typed(j, c, if name == "rand" { "i" } else { "l" })?;
            no_detail(j, c.hint)?;
            let shape = integer(j, &c.instruction.ty)?;
            let x = j.fresh_ranged(s, shape.width, Sign::Signed)?;
            j.add_le(&Poly::constant(0), &x)?;
            Ok(Some((x, Sign::Signed)))
        }
        "getchar" | "putchar" | "clock" | "time" => {
            j.rule("X-PURE");
            let letters = [("getchar", "i"), ("putchar", "ii"), ("clock", "l"), ("time", "lp")];
            typed(j, c, letters.iter().find(|(known, _)| *known == name).map_or("v", |(_, letters)| letters))?;
            if name == "time" {
                let p = address(j, s, c, 0)?;
                j.require_eq("P1", &p, &Poly::constant(0))?;
            }
            arbitrary(j, s, c)
        }
        "srand" => {
            j.rule("X-NOOP");
            typed(j, c, "vi")?;
            no_detail(j, c.hint)?;
            Ok(None)
        }
        "printf" | "puts" => {
            print(j, c, name == "printf")?;
            arbitrary(j, s, c)
        }
        "nondet" | "__VERIFIER_nondet" | "unknown_int" | "unknown_uint" => nondet(j, s, c, name),
        _ if name.starts_with("nondet_") || name.starts_with("__VERIFIER_nondet_") => nondet(j, s, c, name),
        _ if EXITS.iter().any(|(known, _)| *known == name) => {
            j.reject("callee", format!("@{name} ends the program: the step must be an Exit"))
        }
        _ => j.reject("callee", format!("the external function @{name} has no contract")),
    }
}

/// `malloc` and its kin.
fn allocation<'m>(j: &mut Judge<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    let pointer = |value: Poly| Ok(Some((value, Sign::Unsigned)));
    match name {
        "malloc" => {
            j.rule("F-MALLOC");
            typed(j, c, "pl")?;
            let n = size(j, s, c, 0)?;
            take!(j, Detail::Allocate { outcome, cells } = &c.hint.detail => "hint", "the outcome is needed");
            reject_if!(j, !cells.is_empty() => "cells", "the bytes of a new block are arbitrary");
            pointer(heap::allocate(j, s, &n, *outcome, cells)?)
        }
        "calloc" => {
            j.rule("F-CALLOC");
            typed(j, c, "pll")?;
            let n = size(j, s, c, 0)?.mul(&size(j, s, c, 1)?)?;
            take!(j, Detail::Allocate { outcome, cells } = &c.hint.detail => "hint", "the outcome is needed");
            pointer(heap::allocate(j, s, &n, *outcome, cells)?)
        }
        "realloc" => {
            j.rule("F-REALLOC");
            typed(j, c, "ppl")?;
            let p = address(j, s, c, 0)?;
            let n = size(j, s, c, 1)?;
            pointer(heap::realloc(j, s, &p, &n, &c.hint.detail)?)
        }
        _ => {
            j.rule("F-FREE");
            typed(j, c, "vp")?;
            let p = address(j, s, c, 0)?;
            heap::free(j, s, &p, &c.hint.detail)?;
            Ok(None)
        }
    }
}

/// Families of intrinsics: name, rule, and types as the language reference has them.
const INTRINSICS: [(&str, &str, &str); 17] = [
    ("lifetime.start", "M-LIFETIME", "vp"),
    ("lifetime.end", "M-LIFETIME", "vp"),
    ("stacksave", "M-STACKSAVE", "p"),
    ("stackrestore", "M-STACKRESTORE", "vp"),
    ("memcpy", "M-MOVE", "vppnc"),
    ("memmove", "M-MOVE", "vppnc"),
    ("memset", "M-FILL", "vpbnc"),
    ("assume", "X-ASSUME", "vc"),
    ("abs", "X-ABS", "TTc"),
    ("smax", "X-MINMAX", "TTT"),
    ("smin", "X-MINMAX", "TTT"),
    ("umax", "X-MINMAX", "TTT"),
    ("umin", "X-MINMAX", "TTT"),
    ("expect.with.probability", "X-EXPECT", "TTTd"),
    ("expect", "X-EXPECT", "TTT"),
    ("donothing", "X-NOOP", "v"),
    ("prefetch", "X-NOOP", "vpiii"),
];

fn intrinsic<'m>(j: &mut Judge<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    let of = |family: &str| name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let known = INTRINSICS.iter().find(|(family, ..)| of(family));
    let (family, rule, letters) = *some!(j, known => "callee", "the intrinsic @llvm.{name} is not supported");
    j.rule(rule);
    typed(j, c, letters)?;
    match family {
        "memcpy" | "memmove" => {
            lowered(j)?;
            copy(j, s, c, family == "memmove", volatile(j, c)?)?;
            Ok(None)
        }
        "memset" => {
            lowered(j)?;
            fill(j, s, c, volatile(j, c)?)?;
            Ok(None)
        }
        "assume" => assume(j, s, c),
        "abs" => absolute(j, s, c),
        "smax" | "smin" => extremum(j, s, c, Sign::Signed, family == "smax"),
        "umax" | "umin" => extremum(j, s, c, Sign::Unsigned, family == "umax"),
        _ => {
            no_detail(j, c.hint)?;
            plain(j, s, c, family)
        }
    }
}

/// Intrinsics whose hints have no detail.
fn plain<'m>(j: &mut Judge<'m>, s: &mut State<'m>, c: &Call<'m>, family: &str) -> Checked<Value> {
    match family {
        "lifetime.start" | "lifetime.end" => {
            memory::lifetime(j, s, argument(j, c, 0)?, family == "lifetime.start")?;
            Ok(None)
        }
        "stacksave" => memory::stacksave(j, s),
        "stackrestore" => {
            memory::stackrestore(j, s, argument(j, c, 0)?)?;
            Ok(None)
        }
        "expect" | "expect.with.probability" => {
            let shape = integer(j, &c.instruction.ty)?;
            let sign = shape.sign(c.hint.sign);
            Ok(Some((j.read(s, argument(j, c, 0)?, shape, sign)?, sign)))
        }
        _ => Ok(None),
    }
}

/// The intrinsics may be lowered to calls of the functions of these names, which must be the library's.
fn lowered(j: &Judge) -> Checked {
    let own = |name: &&&str| j.module.functions.contains_key(**name) || j.module.globals.contains_key(**name);
    match ["memcpy", "memmove", "memset"].iter().find(own) {
        Some(name) => j.reject("library", format!("the module has a @{name} of its own")),
        None => Ok(()),
    }
}

/// The last operand of `llvm.memcpy` and its kin, a constant.
fn volatile(j: &Judge, c: &Call) -> Checked<bool> {
    match argument(j, c, 3)? {
        Operand::Int { bits, .. } => Ok(*bits != 0),
        _ => j.reject("type", "the volatile flag is no constant"),
    }
}
