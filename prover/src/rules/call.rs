//! Calls: defined functions go to the call rule, external ones to their contract (`spec/rules/call.md`).

use super::bulk::{self, Ranges};
use super::{
    Argument, Construct, Known, Next, Premise, Promise, Rule, Step, Stop, heap, intrinsics, lowest, stack, variadic,
    width_of,
};
use crate::algebra::{Atom, Term};
use crate::faults::Fault;
use crate::frontend::ALLOCATORS;
use crate::program::{Function, GlobalCell, Instruction, Operand, Program, Type, library, mathematics, objects};
use certificates::{Detail, Kind, Sign};

pub(super) type Arguments<'a> = &'a [(Type, Operand)];

pub(super) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    callee: &str,
    result: Type,
    arguments: Arguments<'_>,
) -> Rule<Next> {
    if let Some(function) = s.cx.program.functions.get(callee) {
        return defined(function, result, arguments);
    }
    if callee.starts_with("llvm.") {
        return intrinsic(s, i, callee, result, arguments);
    }
    s.st.aside().called = Some(callee.to_owned());
    named(s, i, callee, result, arguments)
}

/// A call of a function with a body, for the call rule (G-CALL).
pub(super) fn defined(function: &Function, result: Type, arguments: Arguments<'_>) -> Rule<Next> {
    let callee = &function.name;
    if let Some(reason) = &function.refused {
        return Err(Stop::Unsupported(format!("function '{callee}': {reason}").into()));
    }
    let types: Vec<Type> = arguments.iter().map(|(t, _)| *t).collect();
    let parameters = &function.signature.parameters;
    let fits = if function.signature.variadic { types.starts_with(parameters) } else { types == *parameters };
    if !fits || function.signature.result != result {
        return Err(Stop::Unsupported(format!("a call of '{callee}' with another type than its definition's").into()));
    }
    Ok(Next::Call { callee: callee.clone() })
}

/// Intrinsics may be lowered to calls of functions with these names, so those must be the library's.
fn lowered(s: &Step<'_, '_>) -> Rule<()> {
    let program = s.cx.program;
    let own = |name: &&&str| program.functions.contains_key(**name) || program.globals.iter().any(|g| g.name == **name);
    match ["memcpy", "memmove", "memset"].iter().find(own) {
        Some(name) => Err(Stop::Unsupported(
            format!("copying or filling memory where the program has a '{name}' of its own").into(),
        )),
        None => Ok(()),
    }
}

fn intrinsic(s: &mut Step<'_, '_>, i: &Instruction, name: &str, result: Type, arguments: Arguments<'_>) -> Rule<Next> {
    // Element-wise atomic copies are other intrinsics, with other arguments.
    let suffix = |rest: &str| rest.starts_with('.') && !rest.starts_with(".element.");
    let is = |prefix: &str| name == prefix || name.strip_prefix(prefix).is_some_and(suffix);
    if is("llvm.memcpy") || is("llvm.memmove") || is("llvm.memset") {
        lowered(s)?;
    }
    let volatile = matches!(arguments.get(3), Some((_, Operand::Int { bits, .. })) if *bits != 0);
    if let Some(count) = name.strip_prefix("llvm.").and_then(mathematics::intrinsic) {
        return floating(s, i, count, result, arguments);
    }
    match () {
        () if is("llvm.lifetime.start") => stack::lifetime_start(s, arguments),
        () if is("llvm.lifetime.end") => stack::lifetime_end(s, arguments),
        () if is("llvm.memcpy") || is("llvm.memcpy.inline") => {
            bulk::memory_move(s, i, arguments, Ranges::ApartOrEqual, volatile)
        }
        () if is("llvm.memmove") => bulk::memory_move(s, i, arguments, Ranges::Any, volatile),
        () if is("llvm.memset") => bulk::memory_fill(s, i, arguments),
        () if is("llvm.va_start") || is("llvm.va_copy") || is("llvm.va_end") => variadic::call(s, name, arguments),
        () if is("llvm.stacksave") => stack::stack_save(s, i),
        () if is("llvm.stackrestore") => stack::stack_restore(s, arguments),
        () if is("llvm.abs") => absolute(s, i, result, arguments),
        () if is("llvm.smax") => extremum(s, i, result, arguments, Sign::Signed, true),
        () if is("llvm.smin") => extremum(s, i, result, arguments, Sign::Signed, false),
        () if is("llvm.umax") => extremum(s, i, result, arguments, Sign::Unsigned, true),
        () if is("llvm.umin") => extremum(s, i, result, arguments, Sign::Unsigned, false),
        () if is("llvm.assume") => assume(s, i, result, arguments, true),
        () if is("llvm.expect") => expect(s, i, result, arguments),
        () if ["llvm.donothing", "llvm.prefetch", "llvm.debugtrap"].into_iter().any(is) => s.result_none(Detail::None),
        () if is("llvm.trap") || is("llvm.ubsantrap") => exit(s, name, None, arguments),
        () if ARBITRARY.into_iter().any(is) => pure(s, i, result),
        () => bits(s, i, name, result, arguments),
    }
}

/// X-PURE of intrinsics for floating point.
fn floating(s: &mut Step<'_, '_>, i: &Instruction, count: usize, result: Type, arguments: Arguments<'_>) -> Rule<Next> {
    match arguments.len() == count && matches!(result, Type::Float(_)) {
        true => pure(s, i, result),
        false => Err(Stop::Unsupported("an intrinsic for floating point of this type".into())),
    }
}

/// Intrinsics of which only the type of the result is known (X-PURE).
const ARBITRARY: [&str; 5] =
    ["llvm.is.constant", "llvm.is.fpclass", "llvm.objectsize", "llvm.returnaddress", "llvm.frameaddress"];

/// Intrinsics about bits and ranges.
fn bits(s: &mut Step<'_, '_>, i: &Instruction, name: &str, result: Type, arguments: Arguments<'_>) -> Rule<Next> {
    let is = |prefix: &&str| name == *prefix || name.strip_prefix(*prefix).is_some_and(|rest| rest.starts_with('.'));
    let counts = ["llvm.ctpop", "llvm.ctlz", "llvm.cttz"].into_iter().find(is);
    let saturates = ["llvm.sadd.sat", "llvm.uadd.sat", "llvm.ssub.sat", "llvm.usub.sat"].into_iter().find(is);
    match (counts, saturates) {
        (Some(family), _) => intrinsics::count(s, i, result, arguments, family),
        (_, Some(family)) => intrinsics::saturate(s, i, result, arguments, family),
        _ if is(&"llvm.fshl") => intrinsics::funnel(s, i, result, arguments, false),
        _ if is(&"llvm.fshr") => intrinsics::funnel(s, i, result, arguments, true),
        _ if is(&"llvm.bswap") => intrinsics::reverse(s, i, result, arguments, true),
        _ if is(&"llvm.bitreverse") => intrinsics::reverse(s, i, result, arguments, false),
        _ => Err(Stop::Unsupported(format!("the intrinsic '{name}'").into())),
    }
}

/// X-CALL **allocator**: library functions that need memory take it from the program's, if it has one.
const ALLOCATING: [&str; 26] = [
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "vsprintf",
    "vsnprintf",
    "perror",
    "sprintf",
    "snprintf",
    "puts",
    "putchar",
    "getchar",
    "exit",
    "__assert_fail",
    "__assert",
    "strdup",
    "strndup",
    "strerror",
    "strsignal",
    "qsort",
    "putchar_unlocked",
    "getchar_unlocked",
    "reallocarray",
    "strcoll",
    "system",
    "asprintf",
];

/// X-CALL **allocator**
fn allocator(s: &Step<'_, '_>, name: &str) -> Rule<()> {
    let owned = |name: &&&str| s.cx.program.functions.contains_key(**name);
    if (ALLOCATING.contains(&name) || library::is_of_streams(name) || objects::contract(name).is_some())
        && let Some(own) = ALLOCATORS.iter().find(owned)
    {
        return Err(Stop::Unsupported(format!("'{name}' in a program that defines '{own}', which it may call").into()));
    }
    Ok(())
}

/// X-LOCATION
fn location(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    (name, variable): (&str, &str),
    result: Type,
    arguments: Arguments<'_>,
) -> Rule<Next> {
    match (result, arguments) {
        (Type::Pointer, []) => {
            let bits = s.pointer_bits();
            let base = s.unsigned(&Operand::Global { name: variable.into(), offset: 0 }, bits)?;
            s.result(i, Sign::Unsigned, base, Detail::None)
        }
        _ => Err(Stop::Unsupported(format!("'{name}' of another type than the library's").into())),
    }
}

fn named(s: &mut Step<'_, '_>, i: &Instruction, name: &str, result: Type, arguments: Arguments<'_>) -> Rule<Next> {
    allocator(s, name)?;
    if library::is_unknown_without_option(s.cx.program, name) {
        return match s.st.block_of_kind(&Kind::Function(format!("@{name}"))) {
            Some(_) => own(s, i, result),
            None => external(name, Known::InSvComp),
        };
    }
    if let Some((_, types)) = library::EXITS.iter().find(|(known, _)| *known == name) {
        return exit(s, name, *types, arguments);
    }
    if library::is_nondet(name) {
        return nondet(s, i, name, result);
    }
    if let Some(contract) = library::contract(name) {
        return super::library::call(s, i, name, contract, result, arguments);
    }
    if library::is_of_streams(name) {
        return super::streams::call(s, i, name, result, arguments);
    }
    if library::sorted_types(name).is_some() {
        return super::sorting::call(s, i, name, result, arguments);
    }
    if let Some(contract) = library::result_types(name) {
        return super::results::call(s, i, name, contract, result, arguments);
    }
    if let Some(contract) = objects::contract(name)
        && !is_of_null(s, name, arguments)
    {
        return super::objects::call(s, i, name, contract, result, arguments);
    }
    if let Some(contract) = library::tokens(name) {
        return super::tokens::call(s, i, name, contract, result, arguments);
    }
    if let Some(variable) = library::location(name) {
        return location(s, i, (name, variable), result, arguments);
    }
    if let Some(types) = library::own_types(name) {
        super::types::typed(s, name, (result, arguments), types)?;
    }
    match (name, arguments) {
        ("__VERIFIER_assume" | "__CPROVER_assume" | "assume" | "__VERIFIER_assert", _) => {
            assume(s, i, result, arguments, false)
        }
        ("malloc", [(_, n)]) => heap::malloc(s, i, n),
        ("calloc", [(_, n), (_, m)]) => heap::calloc(s, i, n, m),
        ("realloc", [(_, p), (_, n)]) => heap::realloc(s, i, p, n, None),
        ("reallocarray", [(_, p), (_, n), (_, each)]) => heap::realloc(s, i, p, n, Some(each)),
        ("free", [(_, p)]) => heap::free(s, p),
        ("memcpy", [_, _, _]) => bulk::memory_move(s, i, arguments, Ranges::Apart, false),
        ("memmove", [_, _, _]) => bulk::memory_move(s, i, arguments, Ranges::Any, false),
        ("memset" | "memset_explicit", [_, _, _]) => bulk::memory_fill(s, i, arguments),
        ("bzero" | "explicit_bzero", [target, length]) => {
            let byte = (Type::Int(32), Operand::Int { width: 32, bits: 0 });
            bulk::memory_fill(s, i, &[target.clone(), byte, length.clone()])
        }
        ("abs" | "labs" | "llabs", [_]) => absolute(s, i, result, arguments),
        ("rand" | "random", []) => nonnegative(s, i, result),
        ("getchar" | "getchar_unlocked", []) | ("putchar" | "putchar_unlocked", [_]) => character(s, i),
        ("clock", []) | ("time", [_]) => clock(s, i, result, arguments),
        ("difftime", [_, _]) => pure(s, i, result),
        ("srand" | "srandom", [_]) => s.result_none(Detail::None),
        ("puts", _) => super::print::call(s, i, name, result, arguments),
        _ if library::print_format(name).or(library::listed_format(name)).is_some() => {
            super::print::call(s, i, name, result, arguments)
        }
        _ if let Some(types) = mathematics::types(name) => number(s, i, name, result, arguments, &types),
        _ if let Some(meanings) = s.cx.elsewhere.clone().get(name) => {
            super::elsewhere::call(s, i, name, meanings, result, arguments)
        }
        _ if s.cx.program.never_return.contains(name) => Ok(Next::Exit(s.hint(Sign::Unsigned, Detail::None))),
        _ if s.st.block_of_kind(&Kind::Function(format!("@{name}"))).is_some() => own(s, i, result),
        _ if let Some(types) = library::descriptor_types(name) => number(s, i, name, result, arguments, types),
        _ => external(name, Known::Nothing),
    }
}

/// X-CALLBACK: a function of the program's own, which may call all of the library.
fn own(s: &mut Step<'_, '_>, i: &Instruction, result: Type) -> Rule<Next> {
    s.st.forget_results();
    pure(s, i, result)
}

/// X-PURE of a function of these types that changes no memory.
fn number(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    result: Type,
    arguments: Arguments<'_>,
    types: &str,
) -> Rule<Next> {
    super::types::typed(s, name, (result, arguments), types)?;
    pure(s, i, result)
}

/// `time` of a null pointer, which writes nothing, on any machine.
fn is_of_null(s: &Step<'_, '_>, name: &str, arguments: Arguments<'_>) -> bool {
    name == "time" && (s.pointer_bits() != 64 || matches!(arguments, [(_, Operand::Null)]))
}

fn external(name: &str, known: Known) -> Rule<Next> {
    Err(Stop::Unsupported(Construct::External { name: name.to_owned(), known }))
}

/// X-EXIT
fn exit(s: &mut Step<'_, '_>, name: &str, types: Option<&[Type]>, arguments: Arguments<'_>) -> Rule<Next> {
    let given = arguments.iter().map(|(ty, _)| ty);
    if types.is_some_and(|types| !given.eq(types)) {
        let what = format!("'{name}' with arguments of other types than the library's");
        return Err(Stop::Unsupported(what.into()));
    }
    let constant = |op: &Operand| match op {
        Operand::Null => true,
        Operand::Global { name, .. } => {
            let global = s.cx.program.globals.iter().find(|g| g.name == *name);
            global.is_some_and(|g| g.constant)
        }
        _ => false,
    };
    if !arguments.iter().all(|(ty, op)| *ty != Type::Pointer || constant(op)) {
        let what = format!("'{name}' of something else than string constants");
        return Err(Stop::Unsupported(what.into()));
    }
    Ok(Next::Exit(s.hint(Sign::Unsigned, Detail::None)))
}

/// X-NONDET
fn nondet(s: &mut Step<'_, '_>, i: &Instruction, name: &str, result: Type) -> Rule<Next> {
    let bits = s.pointer_bits();
    let Some(w) = width_of(result, bits) else {
        return s.result_none(Detail::None);
    };
    let sign = if result == Type::Pointer || w == 1 { Sign::Unsigned } else { s.preferred(i.result) };
    if matches!(result, Type::Int(_)) {
        s.st.aside().input = Some((w, sign));
    }
    let boolean = matches!(name, "__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool" | "nondet_bool");
    if boolean && matches!(w, 1 | 8) {
        let x = s.fresh();
        s.st.add_le(&Term::zero(), &x)?;
        s.st.add_le(&x, &Term::constant(1))?;
        return s.result(i, sign, x, Detail::None);
    }
    let x = s.fresh_ranged(w, sign)?;
    if s.cx.faults.on(Fault::NotNegative) {
        s.st.add_le(&Term::zero(), &x)?;
    }
    s.result(i, sign, x, Detail::None)
}

/// X-ASSUME
fn assume(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    result: Type,
    arguments: Arguments<'_>,
    must_hold: bool,
) -> Rule<Next> {
    s.rule = "X-ASSUME";
    let [(ty, condition), ..] = arguments else {
        return Err(Stop::Unsupported("an assumption without a condition".into()));
    };
    let w = width_of(*ty, s.pointer_bits()).ok_or_else(|| Stop::Unsupported("an assumption of this type".into()))?;
    let c = s.unsigned(condition, w)?;
    let holds = Atom::ne(&c, &Term::zero())?;
    if s.holds(&holds) || must_hold {
        s.prove_unless(Fault::Assumption, holds, || Promise::Assume.into())?;
        let Some(w) = width_of(result, s.pointer_bits()) else {
            return s.result_none(Detail::Outcome(true));
        };
        let sign = super::compare::result_sign(s, i, result);
        let x = s.fresh_ranged(w, sign)?;
        return s.result(i, sign, x, Detail::Outcome(true));
    }
    let fails = Atom::eq(&c, &Term::zero())?;
    if s.holds(&fails) {
        s.prove(fails, || Premise::Assumption.into())?;
        return Ok(Next::Exit(s.hint(Sign::Unsigned, Detail::Outcome(false))));
    }
    Err(Stop::Split(fails))
}

/// X-ABS
fn absolute(s: &mut Step<'_, '_>, i: &Instruction, result: Type, arguments: Arguments<'_>) -> Rule<Next> {
    s.rule = "X-ABS";
    let w = width_of(result, s.pointer_bits())
        .filter(|w| *w > 1)
        .ok_or_else(|| Stop::Unsupported("abs of this type".into()))?;
    let [(_, value), ..] = arguments else {
        return Err(Stop::Unsupported("abs".into()));
    };
    let a = s.signed(value, w)?;
    let nonnegative = s.decide(Atom::le(&Term::zero(), &a)?, Atom::le(&a, &Term::zero()), Premise::Sign)?;
    if nonnegative {
        return s.result(i, Sign::Signed, a, Detail::Outcome(true));
    }
    let lowest = Term::constant(lowest(w, Sign::Signed));
    s.prove_unless(Fault::Absolute, Atom::ne(&a, &lowest)?, || Argument::NotSmallest.into())?;
    let r = a.neg()?;
    s.result(i, Sign::Signed, r, Detail::Outcome(false))
}

/// X-MINMAX
fn extremum(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    result: Type,
    arguments: Arguments<'_>,
    sign: Sign,
    max: bool,
) -> Rule<Next> {
    let w = width_of(result, s.pointer_bits())
        .filter(|w| *w > 1)
        .ok_or_else(|| Stop::Unsupported("min or max of this type".into()))?;
    let [(_, left), (_, right), ..] = arguments else {
        return Err(Stop::Unsupported("min or max".into()));
    };
    let a = s.read(left, w, sign)?;
    let b = s.read(right, w, sign)?;
    let (low, high) = if max { (&b, &a) } else { (&a, &b) };
    let first = s.decide(Atom::le(low, high)?, Atom::le(high, low), Premise::Order)?;
    s.result(i, sign, if first { a } else { b }, Detail::Outcome(first))
}

/// X-EXPECT
fn expect(s: &mut Step<'_, '_>, i: &Instruction, result: Type, arguments: Arguments<'_>) -> Rule<Next> {
    let w = width_of(result, s.pointer_bits()).ok_or_else(|| Stop::Unsupported("llvm.expect of this type".into()))?;
    let [(_, value), ..] = arguments else {
        return Err(Stop::Unsupported("llvm.expect".into()));
    };
    let sign = super::compare::result_sign(s, i, result);
    let t = s.read(value, w, sign)?;
    s.result(i, sign, t, Detail::None)
}

/// X-PURE
pub(super) fn pure(s: &mut Step<'_, '_>, i: &Instruction, result: Type) -> Rule<Next> {
    arbitrary(s, i, result, Detail::None)
}

/// Only a result, which is any value of its type.
pub(super) fn arbitrary(s: &mut Step<'_, '_>, i: &Instruction, result: Type, detail: Detail) -> Rule<Next> {
    match width_of(result, s.pointer_bits()) {
        Some(w) => {
            let sign = super::compare::result_sign(s, i, result);
            let x = s.fresh_ranged(w, sign)?;
            s.result(i, sign, x, detail)
        }
        None => s.result_none(detail),
    }
}

fn nonnegative(s: &mut Step<'_, '_>, i: &Instruction, result: Type) -> Rule<Next> {
    let w = width_of(result, s.pointer_bits()).ok_or_else(|| Stop::Unsupported("rand of this type".into()))?;
    let x = s.fresh_ranged(w, Sign::Signed)?;
    s.st.add_le(&Term::zero(), &x)?;
    s.result(i, Sign::Signed, x, Detail::None)
}

/// X-PURE for any number; `time` writes nothing to a null pointer.
fn clock(s: &mut Step<'_, '_>, i: &Instruction, result: Type, arguments: &[(Type, Operand)]) -> Rule<Next> {
    if let [(_, p)] = arguments {
        let bits = s.pointer_bits();
        let p = s.unsigned(p, bits)?;
        s.prove(Atom::eq(&p, &Term::zero())?, || Argument::Null.into())?;
    }
    pure(s, i, result)
}

/// X-PURE for an unsigned char, or EOF.
fn character(s: &mut Step<'_, '_>, i: &Instruction) -> Rule<Next> {
    let x = s.fresh();
    s.st.add_le(&Term::constant(-1), &x)?;
    s.st.add_le(&x, &Term::constant(255))?;
    s.result(i, Sign::Signed, x, Detail::None)
}

/// The bytes of a constant that is a string, with the 0.
pub(super) fn constant_text(program: &Program, name: &str) -> Option<Vec<u8>> {
    let global = program.globals.iter().find(|g| g.constant && g.name == name)?;
    let byte = |(at, c): (u64, &GlobalCell)| match c.value {
        Operand::Int { bits, .. } if c.width == 1 && c.offset == at => u8::try_from(bits).ok(),
        _ => None,
    };
    let bytes: Option<Vec<u8>> = (0..).zip(global.cells.as_ref()?).map(byte).collect();
    bytes.filter(|bytes| bytes.last() == Some(&0))
}

/// The number of bytes before the first 0 of a constant, if these are known.
pub(super) fn string_length(program: &Program, name: &str) -> Option<usize> {
    let global = program.globals.iter().find(|g| g.constant && g.name == name)?;
    let cells = global.cells.as_ref()?;
    // Padding has no cell, and its bytes are not known.
    let is_byte = |at: u64, c: &GlobalCell| c.width == 1 && c.offset == at;
    let known = (0..).zip(cells).take_while(|(at, c)| is_byte(*at, c));
    let mut known = known.take_while(|(_, c)| matches!(c.value, Operand::Int { .. }));
    let (end, _) = known.find(|(_, c)| matches!(c.value, Operand::Int { bits: 0, .. }))?;
    usize::try_from(end).ok()
}
