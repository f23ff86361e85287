//! External functions and intrinsics (`spec/rules/call.md`). This is the contract library that the
//! checker believes; nothing else is believed of a function without a body.

use super::bulk::{self, Fill, Move};
use super::*;
use super::{Value, heap, memory};

/// A direct call.
#[derive(Clone, Copy)]
pub struct Call<'m> {
    pub name: &'m Name,
    pub signature: &'m Signature,
    pub arguments: &'m [Argument],
    pub instruction: &'m Instruction,
    pub hint: &'m Hint,
}

/// X-EXIT: calls of these end the program.
const EXITS: [&str; 10] = [
    "exit",
    "_Exit",
    "_exit",
    "abort",
    "__VERIFIER_error",
    "reach_error",
    "__assert_fail",
    "__assert",
    "__assert_rtn",
    "assert_fail",
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
    for argument in c.arguments {
        reject_if!(j, matches!(argument.value, Operand::Undef | Operand::Poison) =>
            "argument", "undef or poison outside freeze");
    }
    Ok(declaration)
}

/// Tree `Exit`: the program ends at this call.
pub fn exit<'m>(j: &mut Judge<'m>, s: &mut State<'m>, hint: &'m Hint) -> Checked {
    super::no_phis(j, hint)?;
    j.rule("G-EXIT");
    let instruction = some!(j, s.position.instruction() => "position", "there is no instruction");
    take!(j, Op::Call { callee: crate::reader::Callee::Direct(name), signature, arguments } = &instruction.op =>
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
        (name, Detail::None) if EXITS.contains(&name) => {
            j.rule("X-EXIT");
            // What is printed is read.
            for (place, argument) in arguments.iter().enumerate() {
                let string = argument.value == Operand::Null || constant_string(j, &c, place).is_some();
                reject_if!(j, argument.ty == Type::Pointer && !string => "argument", "argument {place} is no string constant");
            }
        }
        (name, _) => return j.reject("callee", format!("@{name} does not end the program")),
    }
    j.contracts.insert(name.to_string());
    Ok(())
}

fn assumption(j: &mut Judge, s: &mut State, c: &Call) -> Checked<Poly> {
    match (c.arguments, &c.signature.result) {
        ([condition], Type::Void | Type::Int(_)) => {
            let shape = integer(j, &condition.ty)?;
            j.unsigned(s, &condition.value, shape)
        }
        _ => j.reject("type", "an assumption has one argument"),
    }
}

fn integer(j: &Judge, ty: &Type) -> Checked<Shape> {
    match j.shape(ty)? {
        Some(shape) if !shape.pointer => Ok(shape),
        _ => j.reject("type", "the contract is about another type: an integer is expected"),
    }
}

/// Compares the types of a call with those of a contract: one letter for the result, then one for
/// each argument. v void, p pointer, c bool, i int, l long and size_t, L long long.
fn typed(j: &Judge, c: &Call, letters: &str) -> Checked {
    let letter = |ty: &Type, letter: char| match (ty, letter) {
        (Type::Void, 'v') | (Type::Pointer, 'p') | (Type::Int(1), 'c') | (Type::Int(32), 'i') => true,
        (Type::Int(64), 'L') => true,
        (Type::Int(width), 'l') => *width == j.pointer(),
        _ => false,
    };
    let types = std::iter::once(&c.signature.result).chain(c.arguments.iter().map(|argument| &argument.ty));
    let mut count = 0;
    for (ty, expected) in types.zip(letters.chars()) {
        count += usize::from(letter(ty, expected));
    }
    reject_if!(j, count != letters.len(), c.arguments.len() + 1 != letters.len() =>
        "type", "the contract of @{} is about another type", c.name);
    Ok(())
}

/// The operand of an argument that [`typed`] has found to be there.
fn argument<'m>(j: &Judge, c: &Call<'m>, place: usize) -> Checked<&'m Operand> {
    match c.arguments.get(place) {
        Some(argument) => Ok(&argument.value),
        None => j.reject("type", format!("@{} has too few arguments", c.name)),
    }
}

fn address(j: &mut Judge, s: &mut State, c: &Call, place: usize) -> Checked<Poly> {
    let operand = argument(j, c, place)?;
    j.address(s, operand)
}

/// An unsigned integer argument.
fn size(j: &mut Judge, s: &mut State, c: &Call, place: usize) -> Checked<Poly> {
    let given = some!(j, c.arguments.get(place) => "type", "@{} has too few arguments", c.name);
    let shape = integer(j, &given.ty)?;
    j.unsigned(s, &given.value, shape)
}

fn library<'m>(j: &mut Judge<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    let pointer = |value: Poly| Ok(Some((value, Sign::Unsigned)));
    match name {
        "__VERIFIER_assume" | "__CPROVER_assume" | "assume" | "__VERIFIER_assert" => {
            j.rule("X-ASSUME");
            assume(j, s, c)
        }
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
        "free" => {
            j.rule("F-FREE");
            typed(j, c, "vp")?;
            let p = address(j, s, c, 0)?;
            heap::free(j, s, &p, &c.hint.detail)?;
            Ok(None)
        }
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
            super::no_detail(j, c.hint)?;
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
            Ok(None)
        }
        "printf" | "puts" => {
            print(j, c, name == "printf")?;
            arbitrary(j, s, c)
        }
        "nondet" | "__VERIFIER_nondet" | "unknown_int" | "unknown_uint" => nondet(j, s, c, name),
        _ if name.starts_with("nondet_") || name.starts_with("__VERIFIER_nondet_") => nondet(j, s, c, name),
        _ if EXITS.contains(&name) => j.reject("callee", format!("@{name} ends the program: the step must be an Exit")),
        _ => j.reject("callee", format!("the external function @{name} has no contract")),
    }
}

fn intrinsic<'m>(j: &mut Judge<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    let family = |prefix: &str| name == prefix || name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.'));
    match () {
        () if family("lifetime.start") || family("lifetime.end") => {
            j.rule("M-LIFETIME");
            // Before LLVM 22 a size stood first.
            let operand = some!(j, c.arguments.last().filter(|argument| argument.ty == Type::Pointer) =>
                "type", "the last argument is no pointer");
            memory::lifetime(j, s, &operand.value, family("lifetime.start"))?;
            Ok(None)
        }
        () if family("stacksave") => {
            j.rule("M-STACKSAVE");
            typed(j, c, "p")?;
            memory::stacksave(j, s)
        }
        () if family("stackrestore") => {
            j.rule("M-STACKRESTORE");
            typed(j, c, "vp")?;
            memory::stackrestore(j, s, argument(j, c, 0)?)?;
            Ok(None)
        }
        () if family("memcpy") || family("memmove") => {
            j.rule("M-MOVE");
            lowered(j)?;
            let volatile = volatile(j, c)?;
            copy(j, s, c, family("memmove"), volatile)?;
            Ok(None)
        }
        () if family("memset") => {
            j.rule("M-FILL");
            lowered(j)?;
            let volatile = volatile(j, c)?;
            fill(j, s, c, volatile)?;
            Ok(None)
        }
        () if family("assume") => {
            j.rule("X-ASSUME");
            typed(j, c, "vc")?;
            assume(j, s, c)
        }
        () if family("abs") => absolute(j, s, c),
        () if family("smax") => extremum(j, s, c, Sign::Signed, true),
        () if family("smin") => extremum(j, s, c, Sign::Signed, false),
        () if family("umax") => extremum(j, s, c, Sign::Unsigned, true),
        () if family("umin") => extremum(j, s, c, Sign::Unsigned, false),
        () if family("expect") => {
            j.rule("X-EXPECT");
            super::no_detail(j, c.hint)?;
            let shape = integer(j, &c.instruction.ty)?;
            let sign = shape.sign(c.hint.sign);
            let operand = same_type(j, c, 0)?;
            Ok(Some((j.read(s, operand, shape, sign)?, sign)))
        }
        () if family("donothing") || family("prefetch") || family("experimental.noalias.scope.decl") => {
            j.rule("X-NOOP");
            super::no_detail(j, c.hint)?;
            Ok(None)
        }
        () => j.reject("callee", format!("the intrinsic @llvm.{name} is not supported")),
    }
}

/// The argument, which has the type of the result.
fn same_type<'m>(j: &Judge, c: &Call<'m>, place: usize) -> Checked<&'m Operand> {
    match c.arguments.get(place) {
        Some(argument) if argument.ty == c.instruction.ty => Ok(&argument.value),
        _ => j.reject("type", format!("@{} is about another type", c.name)),
    }
}

/// The intrinsics may become calls of the functions of these names, which must be the library's.
fn lowered(j: &Judge) -> Checked {
    let own = |name: &&&str| j.module.functions.contains_key(**name) || j.module.globals.contains_key(**name);
    match ["memcpy", "memmove", "memset"].iter().find(own) {
        Some(name) => j.reject("library", format!("the module has a @{name} of its own")),
        None => Ok(()),
    }
}

/// The last operand of `llvm.memcpy` and its kin, after two pointers (or pointer and byte) and a length.
fn volatile(j: &Judge, c: &Call) -> Checked<bool> {
    match c.arguments {
        [_, _, _, Argument { ty: Type::Int(1), value: Operand::Int { bits, .. }, .. }] => Ok(*bits != 0),
        _ => j.reject("type", format!("@{} is about another type", c.name)),
    }
}

/// M-MOVE; the result is the target's address.
fn copy(j: &mut Judge, s: &mut State, c: &Call, overlap: bool, volatile: bool) -> Checked<Poly> {
    let target = address(j, s, c, 0)?;
    let source = address(j, s, c, 1)?;
    let length = size(j, s, c, 2)?;
    let align = |place: usize| c.arguments.get(place).and_then(|argument| argument.align).unwrap_or(1);
    let aligns = (align(0), align(1));
    let m = Move { target: &target, source: &source, length: &length, aligns, overlap, volatile };
    bulk::copy(j, s, &m, &c.hint.detail)?;
    Ok(target)
}

/// M-FILL; the result is the target's address.
fn fill(j: &mut Judge, s: &mut State, c: &Call, volatile: bool) -> Checked<Poly> {
    let target = address(j, s, c, 0)?;
    let byte = argument(j, c, 1)?;
    let length = size(j, s, c, 2)?;
    let align = c.arguments.first().and_then(|argument| argument.align).unwrap_or(1);
    bulk::fill(j, s, &Fill { target: &target, byte, length: &length, align, volatile }, &c.hint.detail)?;
    Ok(target)
}

/// An arbitrary result of its type.
fn arbitrary(j: &mut Judge, s: &mut State, c: &Call) -> Checked<Value> {
    super::no_detail(j, c.hint)?;
    let Some(shape) = j.shape(&c.instruction.ty)? else { return Ok(None) };
    let sign = shape.sign(c.hint.sign);
    Ok(Some((j.fresh_ranged(s, shape.width, sign)?, sign)))
}

/// X-NONDET
fn nondet(j: &mut Judge, s: &mut State, c: &Call, name: &str) -> Checked<Value> {
    j.rule("X-NONDET");
    reject_if!(j, !c.arguments.is_empty() => "type", "an arbitrary value takes no arguments");
    let boolean = matches!(name, "__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool" | "nondet_bool");
    if boolean && matches!(c.instruction.ty, Type::Int(1 | 8)) {
        super::no_detail(j, c.hint)?;
        let x = j.fresh(s)?;
        j.add_range(0, &x, 1)?;
        let sign = if c.instruction.ty == Type::Int(1) { Sign::Unsigned } else { c.hint.sign };
        return Ok(Some((x, sign)));
    }
    arbitrary(j, s, c)
}

/// X-ASSUME, where the argument is true.
fn assume(j: &mut Judge, s: &mut State, c: &Call) -> Checked<Value> {
    reject_if!(j, c.hint.detail != Detail::Outcome(true) => "hint", "the outcome is needed");
    let condition = assumption(j, s, c)?;
    j.require_ne("P1", &condition, &Poly::constant(0))?;
    let Some(shape) = j.shape(&c.instruction.ty)? else { return Ok(None) };
    let sign = shape.sign(c.hint.sign);
    Ok(Some((j.fresh_ranged(s, shape.width, sign)?, sign)))
}

/// X-ABS
fn absolute(j: &mut Judge, s: &mut State, c: &Call) -> Checked<Value> {
    j.rule("X-ABS");
    let shape = integer(j, &c.instruction.ty)?;
    let operand = same_type(j, c, 0)?;
    reject_if!(j, shape.width == 1 => "type", "abs of i1 is not supported");
    let a = j.signed(s, operand, shape)?;
    let zero = Poly::constant(0);
    let result = match c.hint.detail {
        Detail::Outcome(true) => {
            j.require_le("P1", &zero, &a)?;
            a
        }
        Detail::Outcome(false) => {
            j.require_le("P1", &a, &zero)?;
            j.require_ne("P2", &a, &Poly::constant(lo(shape.width, Sign::Signed)))?;
            a.neg()?
        }
        _ => return j.reject("hint", "the sign of the argument is needed"),
    };
    Ok(Some((result, Sign::Signed)))
}

/// X-MINMAX
fn extremum(j: &mut Judge, s: &mut State, c: &Call, sign: Sign, max: bool) -> Checked<Value> {
    j.rule("X-MINMAX");
    let shape = integer(j, &c.instruction.ty)?;
    reject_if!(j, shape.width == 1 => "type", "min and max of i1 are not supported");
    let (left, right) = (same_type(j, c, 0)?, same_type(j, c, 1)?);
    let a = j.read(s, left, shape, sign)?;
    let b = j.read(s, right, shape, sign)?;
    let (low_first, low_second) = (Atom::le(&a, &b)?, Atom::le(&b, &a)?);
    let (first_is_result, second_is_result) = if max { (low_second, low_first) } else { (low_first, low_second) };
    let result = match c.hint.detail {
        Detail::Outcome(true) => {
            j.require("P1", first_is_result)?;
            a
        }
        Detail::Outcome(false) => {
            j.require("P1", second_is_result)?;
            b
        }
        _ => return j.reject("hint", "which argument is the result is needed"),
    };
    Ok(Some((result, sign)))
}

/// X-STRLEN
fn strlen(j: &mut Judge, s: &mut State, c: &Call) -> Checked<Value> {
    j.rule("X-STRLEN");
    typed(j, c, "lp")?;
    let (place, last) = match &c.hint.detail {
        Detail::Library { accesses, entries, keep } if keep.is_empty() => match (&accesses[..], &entries[..]) {
            ([place], [last]) => (place, *last),
            _ => return j.reject("hint", "one access and one entry are needed"),
        },
        _ => return j.reject("hint", "the access and the entry of the final 0 are needed"),
    };
    let p = address(j, s, c, 0)?;
    let o = memory::access(j, s, place, &p, &Poly::constant(1), 1)?;
    let last = memory::entry(j, s, last)?;
    reject_if!(j, last.block != place.block, last.width != 1 =>
        "entry", "the entry is of another block, or not one byte wide");
    j.require_eq("P4", &last.value, &Poly::constant(0))?;
    j.require_le("P5", &o, &last.offset)?;
    let n = j.fresh(s)?;
    j.add_le(&Poly::constant(0), &n)?;
    j.add_le(&n, &last.offset.sub(&o)?)?;
    Ok(Some((n, Sign::Unsigned)))
}

/// X-PRINT: the first argument is a constant string, and all conversions fit the other arguments.
fn print(j: &mut Judge, c: &Call, format: bool) -> Checked {
    j.rule("X-PRINT");
    let text = some!(j, constant_string(j, c, 0) => "format", "the first argument is not a string constant");
    reject_if!(j, c.instruction.ty != Type::Int(32) => "type", "the contract of @{} is about another type", c.name);
    reject_if!(j, format != c.signature.varargs => "type", "the contract of @{} is about another type", c.name);
    let mut arguments = c.arguments.iter().skip(1).map(|argument| &argument.ty);
    let mut rest = text.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' || !format {
            continue;
        }
        while rest.next_if(u8::is_ascii_digit).is_some() {}
        let mut longs = 0;
        while rest.next_if(|byte| *byte == b'l').is_some() {
            longs += 1;
        }
        let fits = match (rest.next(), longs) {
            (Some(b'%'), 0) => true,
            (Some(b'd' | b'i' | b'u' | b'x'), 0) | (Some(b'c'), 0) => arguments.next() == Some(&Type::Int(32)),
            (Some(b'd' | b'i' | b'u' | b'x'), 1) => arguments.next() == Some(&Type::Int(j.pointer())),
            (Some(b'd' | b'i' | b'u' | b'x'), 2) => arguments.next() == Some(&Type::Int(64)),
            (Some(b'p'), 0) => arguments.next() == Some(&Type::Pointer),
            (Some(b'f' | b'g'), 0) => arguments.next() == Some(&Type::Float(crate::reader::FloatKind::Double)),
            _ => false,
        };
        reject_if!(j, !fits => "format", "a conversion is not supported, or does not fit its argument");
    }
    Ok(())
}

/// The bytes before the 0 of the constant global that the argument is the address of.
fn constant_string(j: &mut Judge, c: &Call, place: usize) -> Option<Vec<u8>> {
    let Operand::Global { name, offset: 0 } = &c.arguments.get(place)?.value else { return None };
    let global = j.module.globals.get(name).filter(|global| global.constant)?;
    let (mut text, cells) = (Vec::new(), j.module.layout.cells(global));
    j.charge(cells.work).ok()?;
    for scalar in cells.scalars {
        match scalar.value {
            Operand::Int { bits: 0, .. } if scalar.width == 1 => return Some(text),
            Operand::Int { bits, .. } if scalar.width == 1 => text.push(bits as u8),
            _ => return None,
        }
    }
    None
}
