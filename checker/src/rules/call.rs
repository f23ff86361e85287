//! External functions and intrinsics (`spec/rules/call.md`). This is the contract library that the
//! checker believes; nothing else is believed of a function without a body.

use super::bulk::{self, Fill, Move};
use super::shared::*;
use super::{heap, memory};

/// A direct call.
#[derive(Clone, Copy)]
pub struct Call<'m> {
    pub name: &'m Name,
    pub signature: &'m Signature,
    pub arguments: &'m [Argument],
    pub instruction: &'m Instruction,
    pub hint: &'m Hint,
}

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
/// each argument. v void, p pointer, c bool, b byte, i int, l long and size_t, L long long, n i32 or i64, d double,
/// T the type of the result.
fn typed(j: &Judge, c: &Call, letters: &str) -> Checked {
    let types = std::iter::once(&c.signature.result).chain(c.arguments.iter().map(|argument| &argument.ty));
    reject_if!(j, !has_types(j, c, types, letters) => "type", "the contract of @{} is about another type", c.name);
    Ok(())
}

fn has_types<'t>(j: &Judge, c: &Call, mut types: impl Iterator<Item = &'t Type>, letters: &str) -> bool {
    let letter = |ty: &Type, letter: char| match (ty, letter) {
        (Type::Void, 'v') | (Type::Pointer, 'p') | (Type::Int(1), 'c') | (Type::Int(32), 'i') => true,
        (Type::Int(64), 'L') | (Type::Int(8), 'b') | (Type::Int(32 | 64), 'n') => true,
        (Type::Float(FloatKind::Double), 'd') => true,
        (Type::Int(width), 'l') => *width == j.pointer(),
        (ty, 'T') => *ty == c.signature.result,
        _ => false,
    };
    let mut letters = letters.chars();
    types.all(|ty| letters.next().is_some_and(|wanted| letter(ty, wanted))) && letters.next().is_none()
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

/// The intrinsics may become calls of the functions of these names, which must be the library's.
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
    no_detail(j, c.hint)?;
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
        no_detail(j, c.hint)?;
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
    reject_if!(j, shape.width == 1 => "type", "abs of i1 is not supported");
    let a = j.signed(s, argument(j, c, 0)?, shape)?;
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
    let a = j.read(s, argument(j, c, 0)?, shape, sign)?;
    let b = j.read(s, argument(j, c, 1)?, shape, sign)?;
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
    let text = some!(j, constant_string(j, c, 0)? => "format", "the first argument is not a string constant");
    reject_if!(j, c.instruction.ty != Type::Int(32) => "type", "the contract of @{} is about another type", c.name);
    let fixed = c.signature.parameters.len();
    reject_if!(j, format != c.signature.varargs, fixed > 1 =>
        "type", "the contract of @{} is about another type", c.name);
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
            (Some(b'd' | b'i' | b'u' | b'x' | b'c'), 0) => arguments.next() == Some(&Type::Int(32)),
            (Some(b'd' | b'i' | b'u' | b'x'), 1) => arguments.next() == Some(&Type::Int(j.pointer())),
            (Some(b'd' | b'i' | b'u' | b'x'), 2) => arguments.next() == Some(&Type::Int(64)),
            (Some(b'p'), 0) => arguments.next() == Some(&Type::Pointer),
            (Some(b'f' | b'g'), 0) => arguments.next() == Some(&Type::Float(FloatKind::Double)),
            _ => false,
        };
        reject_if!(j, !fits => "format", "a conversion is not supported, or does not fit its argument");
    }
    Ok(())
}

/// The bytes before the 0 of the constant global that the argument is the address of.
fn constant_string(j: &mut Judge, c: &Call, place: usize) -> Checked<Option<Vec<u8>>> {
    let Some(Argument { ty: Type::Pointer, value: Operand::Global { name, offset: 0 }, .. }) = c.arguments.get(place)
    else {
        return Ok(None);
    };
    let Some(global) = j.module.globals.get(name).filter(|global| global.constant) else { return Ok(None) };
    let (mut text, cells) = (Vec::new(), j.module.layout.cells(global));
    j.charge(cells.work)?;
    for scalar in cells.scalars {
        match scalar.value {
            Operand::Int { bits: 0, .. } if scalar.width == 1 => return Ok(Some(text)),
            Operand::Int { bits, .. } if scalar.width == 1 => text.push(bits as u8),
            _ => return Ok(None),
        }
    }
    Ok(None)
}
