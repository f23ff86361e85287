//! External functions and intrinsics (`spec/rules/call.md`). This is the contract library that the checker believes; it
//! believes nothing else about a function without a body.

use crate::reader::names;
use crate::rules::library::arguments::{Call, address, argument, has_types, integer, size, typed};
use crate::rules::library::bulk::Ranges;
use crate::rules::library::effects::{
    EXITS, absolute, any, arbitrary, assume, assumption, constant_string, copy, extremum, fill, is_assumption, nondet,
    zero,
};
use crate::rules::library::{
    columns, heap, mathematics, objects, print, promises, results, sorting, streams, table, tokens, variadic,
};
use crate::rules::shared::*;
use crate::rules::{elsewhere, intrinsics, memory};

/// X-CALL **allocator**: library functions that take their memory from the program's own allocator, if it defines one.
pub(crate) const ALLOCATING: [&str; 26] = [
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

pub(crate) const ALLOCATORS: [&str; 12] = [
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

/// Functions of the library's that no compiler knows, and jumps: a program's declaration as `noreturn` ends no run there.
#[rustfmt::skip]
const GOES_ON: [&str; 25] = [
    "longjmp", "siglongjmp", "setcontext", "swapcontext", "pthread_exit", "thrd_exit", "err", "errx", "verr", "verrx",
    "error", "error_at_line", "rand", "random", "srand", "clock", "time", "getchar", "explicit_bzero", "memset_explicit",
    "srandom", "difftime", "reallocarray", "getchar_unlocked", "asprintf",
];

/// X-PURE: functions of the system that change no memory, with their types. A program may have its own of these names, and
/// a contract says then what they do.
#[rustfmt::skip]
const DESCRIPTORS: [(&str, &str); 18] = [
    ("close", "ii"), ("dup", "ii"), ("dup2", "iii"), ("fsync", "ii"), ("getpid", "i"), ("isatty", "ii"), ("lseek", "lili"),
    ("sleep", "ii"), ("usleep", "ii"), ("fdatasync", "ii"), ("ftruncate", "iil"), ("getegid", "i"), ("geteuid", "i"),
    ("getgid", "i"), ("getppid", "i"), ("getuid", "i"), ("sched_yield", "i"), ("umask", "ii"),
];

/// X-CALLBACK, X-CONTRACT: whether a function of this name is nobody's but the program's, so that its declaration as
/// `noreturn` says that it ends the program, and a contract what it does.
pub(crate) fn is_programs_own(name: &str) -> bool {
    let known = names::recognised(name) || names::recognised_by_front_ends(name) || names::of_sv_comp(name);
    let contract = table::contract(name).is_some()
        || streams::is_known(name)
        || results::is_known(name)
        || sorting::is_known(name)
        || objects::is_known(name)
        || tokens::contract(name).is_some()
        || GOES_ON.contains(&name);
    !known && !contract && !name.starts_with('_') && !name.starts_with("llvm.")
}

/// Applies the contract of a declared function to its call.
pub(crate) fn external<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>) -> Checked<Value> {
    declared(cx, c)?;
    let name: &str = c.name;
    if let Some(intrinsic) = name.strip_prefix("llvm.") {
        return self::intrinsic(cx, s, c, intrinsic);
    }
    let value = named(cx, s, c, name)?;
    cx.contracts.insert(name.to_string());
    Ok(value)
}

/// X-CALLBACK through a pointer: the claim's contract says what the function at this address does.
pub(crate) fn callback<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    pointer: &Operand,
    arguments: &[Argument],
    at: At<'m>,
) -> Checked<Value> {
    cx.rule("X-CALLBACK");
    take!(cx, Detail::Case(Some(number)) = at.hint.detail =>
        "hint", "a call through a pointer is a step Call, or names a function of the contract");
    for argument in arguments {
        reject_if!(cx, cx.defined(&argument.value).is_err() => "argument", "undef, poison, or outside the subset");
    }
    memory::points_to(cx, s, pointer, &format!("@@{number}"))?;
    s.forget_results();
    any(cx, s, at)
}

/// A contract applies to a declaration of exactly the type of the call, or to one without prototype.
pub(crate) fn declared<'m>(cx: &mut Context<'m>, c: &Call<'m>) -> Checked<&'m Declaration> {
    cx.rule("X-CALL");
    let declaration = some!(cx, cx.module.declarations.get(c.name) =>
        "callee", "@{} is not declared; if it is defined, the step must be a Call", c.name);
    if let Some(reason) = &declaration.refused {
        return cx.reject("callee", format!("@{} is outside the subset: {reason}", c.name));
    }
    let signature = &declaration.signature;
    let no_prototype = signature.varargs && signature.parameters.is_empty() && signature.result == c.signature.result;
    reject_if!(cx, signature != c.signature && !no_prototype =>
        "type", "the type of the call differs from the declaration of @{}", c.name);
    let owned = (ALLOCATING.contains(&&**c.name) || streams::is_known(c.name) || objects::is_known(c.name))
        && ALLOCATORS.iter().any(|name| cx.module.functions.contains_key(*name));
    reject_if!(cx, owned => "allocator", "@{} may call an allocation function that the module defines", c.name);
    let wrong = declaration.promises.iter().chain(c.promises).find(|promise| !promises::holds(c.name, promise));
    reject_if!(cx, wrong.is_some() => "promises", "`{}` is more than the contract of @{} says",
        wrong.map(|promise| &*promise.text).unwrap_or_default(), c.name);
    for argument in c.arguments {
        reject_if!(cx, cx.defined(&argument.value).is_err() => "argument", "undef, poison, or outside the subset");
    }
    Ok(declaration)
}

/// Tree `Exit`: the program ends at this call.
pub(crate) fn exit<'m>(cx: &mut Context<'m>, s: &mut State<'m>, hint: &'m Hint) -> Checked {
    no_phis(cx, hint)?;
    cx.rule("G-EXIT");
    let instruction = some!(cx, s.position.instruction() => "position", "there is no instruction");
    take!(cx, Op::Call { callee: Callee::Direct(name), signature, arguments, promises } = &instruction.op =>
        "position", "not a direct call");
    let c = Call { name, signature, arguments, promises, instruction, hint };
    let declaration = declared(cx, &c)?;
    cx.rule("G-EXIT");
    match (c.name.as_ref(), &hint.detail) {
        (name, Detail::Outcome(false)) if is_assumption(name) => {
            cx.rule("X-ASSUME");
            let condition = assumption(cx, s, &c)?;
            cx.require_eq("P1", &condition, &Poly::constant(0))?;
        }
        (name, Detail::None) if let Some((_, types)) = EXITS.iter().find(|(known, _)| *known == name) => {
            cx.rule("X-EXIT");
            let fits =
                types.is_none_or(|types| has_types(cx, &c, arguments.iter().map(|argument| &argument.ty), types));
            reject_if!(cx, !fits => "type", "the contract of @{name} is about other arguments");
            // Printing reads the strings that it prints.
            for (place, argument) in arguments.iter().enumerate() {
                let string = argument.value == Operand::Null || constant_string(cx, &c, place)?.is_some();
                reject_if!(cx, argument.ty == Type::Pointer && !string => "argument", "argument {place} is no string constant");
            }
        }
        // Such a function returns to nothing.
        (name, Detail::None) if declaration.noreturn && is_programs_own(name) => {
            cx.rule("X-CALLBACK");
            reject_if!(cx, cx.elsewhere.contains_key(name) => "contract", "the claim has a contract of @{name}");
        }
        (name, _) => return cx.reject("callee", format!("@{name} does not end the program")),
    }
    if !name.starts_with("llvm.") {
        cx.contracts.insert(name.to_string());
    }
    Ok(())
}

/// The contract of a library function.
fn named<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    let pointer = |value: Poly| Ok(Some((value, Sign::Unsigned)));
    if let Some(contract) = table::contract(name) {
        return columns::call(cx, s, c, contract);
    }
    if let Some((_, variable, _)) = LOCATIONS.iter().find(|(function, ..)| *function == name) {
        cx.rule("X-LOCATION");
        typed(cx, c, "p")?;
        no_detail(cx, c.hint)?;
        return pointer(cx.address(s, &Operand::Global { name: (*variable).into(), offset: 0 })?);
    }
    match name {
        _ if streams::is_known(name) => streams::call(cx, s, c, name),
        _ if sorting::is_known(name) => sorting::call(cx, s, c),
        // `time` of a null pointer writes nothing, on any machine.
        _ if let Some(contract) = objects::contract(name)
            && (name != "time" || c.hint.detail != Detail::None) =>
        {
            objects::call(cx, s, c, contract)
        }
        _ if let Some(contract) = results::contract(name) => results::call(cx, s, c, contract),
        _ if let Some(contract) = tokens::contract(name) => tokens::call(cx, s, c, contract),
        _ if is_assumption(name) => {
            cx.rule("X-ASSUME");
            assume(cx, s, c)
        }
        "malloc" | "calloc" | "realloc" | "reallocarray" | "free" => allocation(cx, s, c, name),
        "memcpy" | "memmove" => {
            cx.rule("M-MOVE");
            typed(cx, c, "pppl")?;
            pointer(copy(cx, s, c, if name == "memmove" { Ranges::Any } else { Ranges::Apart }, false)?)
        }
        "memset" | "memset_explicit" => {
            cx.rule("M-FILL");
            typed(cx, c, "ppil")?;
            pointer(fill(cx, s, c, false)?)
        }
        "bzero" | "explicit_bzero" => {
            cx.rule("M-FILL");
            typed(cx, c, "vpl")?;
            zero(cx, s, c)?;
            Ok(None)
        }
        "abs" | "labs" | "llabs" | "rand" | "random" | "getchar" | "putchar" | "getchar_unlocked"
        | "putchar_unlocked" | "clock" | "time" | "srand" | "srandom" => number(cx, s, c, name),
        "difftime" => pure(cx, s, c, "dll"),
        "puts" | "printf" | "sprintf" | "snprintf" | "fprintf" | "asprintf" | "vprintf" | "vsprintf" | "vsnprintf"
        | "vfprintf" => print::call(cx, s, c, name),
        _ if let Some(types) = mathematics::types(name) => pure(cx, s, c, &types),
        "nondet" | "__VERIFIER_nondet" | "unknown_int" | "unknown_uint" => nondet(cx, s, c, name),
        _ if name.starts_with("nondet_") || name.starts_with("__VERIFIER_nondet_") => nondet(cx, s, c, name),
        _ if EXITS.iter().any(|(known, _)| *known == name) => {
            cx.reject("callee", format!("@{name} ends the program: the step must be an Exit"))
        }
        _ if let Detail::Contract(given) = &c.hint.detail => elsewhere::call(cx, s, c, given),
        _ if s.function(&format!("@{name}")).is_some() => {
            cx.rule("X-CALLBACK");
            s.forget_results();
            arbitrary(cx, s, c)
        }
        _ if let Some((_, types)) = DESCRIPTORS.iter().find(|(known, _)| *known == name) => pure(cx, s, c, types),
        _ => cx.reject("callee", format!("the external function @{name} has no contract")),
    }
}

/// X-PURE of a function of these types.
fn pure<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, letters: &str) -> Checked<Value> {
    cx.rule("X-PURE");
    typed(cx, c, letters)?;
    arbitrary(cx, s, c)
}

/// Functions that compute with numbers alone: X-ABS, X-PURE and X-NOOP.
fn number<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    match name {
        "abs" | "labs" | "llabs" => {
            cx.rule("X-ABS");
            let letters = [("abs", "ii"), ("labs", "ll")];
            typed(cx, c, letters.iter().find(|(known, _)| *known == name).map_or("LL", |(_, letters)| letters))?;
            absolute(cx, s, c)
        }
        "rand" | "random" => {
            cx.rule("X-PURE");
            typed(cx, c, if name == "rand" { "i" } else { "l" })?;
            no_detail(cx, c.hint)?;
            let shape = integer(cx, &c.instruction.ty)?;
            let x = cx.fresh_ranged(s, shape.width, Sign::Signed)?;
            cx.add_le(&Poly::constant(0), &x)?;
            Ok(Some((x, Sign::Signed)))
        }
        "getchar" | "putchar" | "getchar_unlocked" | "putchar_unlocked" => {
            cx.rule("X-PURE");
            typed(cx, c, if name.starts_with("getchar") { "i" } else { "ii" })?;
            no_detail(cx, c.hint)?;
            // An unsigned char, or EOF.
            let x = cx.fresh(s)?;
            cx.add_range(-1, &x, 255)?;
            Ok(Some((x, Sign::Signed)))
        }
        "clock" | "time" => {
            cx.rule("X-PURE");
            typed(cx, c, if name == "clock" { "l" } else { "lp" })?;
            if name == "time" {
                let p = address(cx, s, c, 0)?;
                cx.require_eq("P1", &p, &Poly::constant(0))?;
            }
            arbitrary(cx, s, c)
        }
        _ => {
            cx.rule("X-NOOP");
            typed(cx, c, "vi")?;
            no_detail(cx, c.hint)?;
            Ok(None)
        }
    }
}

/// The contracts of `malloc` and related functions.
fn allocation<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    let pointer = |value: Poly| Ok(Some((value, Sign::Unsigned)));
    match name {
        "malloc" => {
            cx.rule("F-MALLOC");
            typed(cx, c, "pl")?;
            let n = size(cx, s, c, 0)?;
            take!(cx, Detail::Allocate { outcome, cells } = &c.hint.detail => "hint", "the outcome is needed");
            reject_if!(cx, !cells.is_empty() => "cells", "the bytes of a new block are arbitrary");
            pointer(heap::allocate(cx, s, &n, *outcome, cells)?)
        }
        "calloc" => {
            cx.rule("F-CALLOC");
            typed(cx, c, "pll")?;
            let n = size(cx, s, c, 0)?.mul(&size(cx, s, c, 1)?)?;
            take!(cx, Detail::Allocate { outcome, cells } = &c.hint.detail => "hint", "the outcome is needed");
            pointer(heap::allocate(cx, s, &n, *outcome, cells)?)
        }
        "realloc" | "reallocarray" => {
            cx.rule("F-REALLOC");
            let array = name == "reallocarray";
            typed(cx, c, if array { "ppll" } else { "ppl" })?;
            let p = address(cx, s, c, 0)?;
            let mut n = size(cx, s, c, 1)?;
            if array {
                n = n.mul(&size(cx, s, c, 2)?)?;
            }
            pointer(heap::realloc(cx, s, &p, &n, &c.hint.detail)?)
        }
        _ => {
            cx.rule("F-FREE");
            typed(cx, c, "vp")?;
            let p = address(cx, s, c, 0)?;
            heap::free(cx, s, &p, &c.hint.detail)?;
            Ok(None)
        }
    }
}

/// Families of intrinsics: name, rule, and types according to LangRef (`None`: the rule checks the types).
#[rustfmt::skip]
pub(crate) const INTRINSICS: [(&str, &str, Option<&str>); 43] = [
    ("lifetime.start", "M-LIFETIME", Some("vp")),
    ("lifetime.end", "M-LIFETIME", Some("vp")),
    ("stacksave", "M-STACKSAVE", Some("p")),
    ("stackrestore", "M-STACKRESTORE", Some("vp")),
    ("va_start", "X-VARIADIC", Some("vp")),
    ("va_copy", "X-VARIADIC", Some("vpp")),
    ("va_end", "X-VARIADIC", Some("vp")),
    ("memcpy", "M-MOVE", Some("vppnc")),
    ("memmove", "M-MOVE", Some("vppnc")),
    ("memset", "M-FILL", Some("vpbnc")),
    ("assume", "X-ASSUME", Some("vc")),
    ("abs", "X-ABS", Some("TTc")),
    ("smax", "X-MINMAX", Some("TTT")),
    ("smin", "X-MINMAX", Some("TTT")),
    ("umax", "X-MINMAX", Some("TTT")),
    ("umin", "X-MINMAX", Some("TTT")),
    ("expect.with.probability", "X-EXPECT", Some("TTTd")),
    ("expect", "X-EXPECT", Some("TTT")),
    ("donothing", "X-NOOP", Some("v")),
    ("debugtrap", "X-NOOP", Some("v")),
    ("prefetch", "X-NOOP", Some("vpiii")),
    ("is.constant", "X-PURE", Some("c?")),
    ("is.fpclass", "X-PURE", Some("c?i")),
    ("objectsize", "X-PURE", Some("Tpccc")),
    ("returnaddress", "X-PURE", Some("pi")),
    ("frameaddress", "X-PURE", Some("pi")),
    ("fshl", "X-FUNNEL", Some("TTTT")),
    ("fshr", "X-FUNNEL", Some("TTTT")),
    ("ctpop", "X-COUNT", Some("TT")),
    ("ctlz", "X-COUNT", Some("TTc")),
    ("cttz", "X-COUNT", Some("TTc")),
    ("bswap", "X-REVERSE", Some("TT")),
    ("bitreverse", "X-REVERSE", Some("TT")),
    ("sadd.sat", "X-SATURATE", Some("TTT")),
    ("uadd.sat", "X-SATURATE", Some("TTT")),
    ("ssub.sat", "X-SATURATE", Some("TTT")),
    ("usub.sat", "X-SATURATE", Some("TTT")),
    ("sadd.with.overflow", "X-OVERFLOW", None),
    ("uadd.with.overflow", "X-OVERFLOW", None),
    ("ssub.with.overflow", "X-OVERFLOW", None),
    ("usub.with.overflow", "X-OVERFLOW", None),
    ("smul.with.overflow", "X-OVERFLOW", None),
    ("umul.with.overflow", "X-OVERFLOW", None),
];

fn intrinsic<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    let of = |family: &str| name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    if let Some(letters) = mathematics::intrinsic(name) {
        return pure(cx, s, c, letters);
    }
    let known = INTRINSICS.iter().find(|(family, ..)| of(family));
    let (family, rule, letters) = *some!(cx, known => "callee", "the intrinsic @llvm.{name} is not supported");
    cx.rule(rule);
    if let Some(letters) = letters {
        typed(cx, c, letters)?;
    }
    match family {
        "va_start" | "va_copy" | "va_end" => variadic::call(cx, s, c, family),
        "memcpy" | "memmove" => {
            lowered(cx)?;
            let ranges = if family == "memmove" { Ranges::Any } else { Ranges::ApartOrEqual };
            copy(cx, s, c, ranges, volatile(cx, c)?)?;
            Ok(None)
        }
        "memset" => {
            lowered(cx)?;
            fill(cx, s, c, volatile(cx, c)?)?;
            Ok(None)
        }
        "assume" => assume(cx, s, c),
        "abs" => absolute(cx, s, c),
        "smax" | "smin" => extremum(cx, s, c, Sign::Signed, family == "smax"),
        "umax" | "umin" => extremum(cx, s, c, Sign::Unsigned, family == "umax"),
        "ctpop" | "ctlz" | "cttz" => intrinsics::count(cx, s, c, family),
        "bswap" | "bitreverse" => intrinsics::reverse(cx, s, c, family == "bswap"),
        "fshl" | "fshr" if c.hint.detail != Detail::None => intrinsics::funnel(cx, s, c, family == "fshr"),
        "is.constant" | "is.fpclass" | "objectsize" | "returnaddress" | "frameaddress" | "fshl" | "fshr" => {
            arbitrary(cx, s, c)
        }
        _ if matches!(rule, "X-SATURATE" | "X-OVERFLOW") => arithmetic(cx, s, c, family),
        _ => {
            no_detail(cx, c.hint)?;
            plain(cx, s, c, family)
        }
    }
}

/// Intrinsics for sums, differences and products that may leave their range.
fn arithmetic<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, family: &str) -> Checked<Value> {
    let sign = if family.starts_with('s') { Sign::Signed } else { Sign::Unsigned };
    let op = match family.get(1..4) {
        Some("add") => BinaryOp::Add,
        Some("sub") => BinaryOp::Sub,
        _ => BinaryOp::Mul,
    };
    match family.ends_with("sat") {
        true => intrinsics::saturate(cx, s, c, op, sign),
        false => intrinsics::with_overflow(cx, s, c, op, sign),
    }
}

/// Intrinsics whose hints have no detail.
fn plain<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, family: &str) -> Checked<Value> {
    match family {
        "lifetime.start" | "lifetime.end" => {
            memory::lifetime(cx, s, argument(cx, c, 0)?, family == "lifetime.start")?;
            Ok(None)
        }
        "stacksave" => memory::stacksave(cx, s),
        "stackrestore" => {
            memory::stackrestore(cx, s, argument(cx, c, 0)?)?;
            Ok(None)
        }
        "expect" | "expect.with.probability" => {
            let shape = integer(cx, &c.instruction.ty)?;
            let sign = shape.sign(c.hint.sign);
            Ok(Some((cx.read(s, argument(cx, c, 0)?, shape, sign)?, sign)))
        }
        _ => Ok(None),
    }
}

/// A code generator may turn the intrinsics into calls of these functions, which must then be the library's.
fn lowered(cx: &Context) -> Checked {
    let own = |name: &&&str| cx.module.functions.contains_key(**name) || cx.module.globals.contains_key(**name);
    match ["memcpy", "memmove", "memset"].iter().find(own) {
        Some(name) => cx.reject("library", format!("the module has a @{name} of its own")),
        None => Ok(()),
    }
}

/// The last operand of `llvm.memcpy` and related intrinsics, a constant.
fn volatile(cx: &Context, c: &Call) -> Checked<bool> {
    match argument(cx, c, 3)? {
        Operand::Int { bits, .. } => Ok(*bits != 0),
        _ => cx.reject("type", "the volatile flag is no constant"),
    }
}
