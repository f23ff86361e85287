//! Calls of intrinsics in a run: LangRef's meanings (`spec/rules/call.md`, Intrinsics and Bits).

use crate::reader::{Operand, Type, part};
use crate::rules::library::call::INTRINSICS;
use crate::rules::library::effects::EXITS;
use crate::rules::library::mathematics;
use crate::run::library::blocks::{Move, Result, copy, fill, is_set};
use crate::run::library::strings::absolute;
use crate::run::machine::{External, Machine};
use crate::run::memory::{Birth, Kind};
use crate::run::value::{Halt, Step, Value, fits_signed, gap, mask, signed};

pub(super) fn intrinsic<'m>(m: &mut Machine<'m>, c: &External<'m>, name: &str) -> Result {
    if EXITS.iter().any(|(exit, _)| *exit == c.name) {
        return Err(Halt::End(format!("@{} ends the program", c.name)));
    }
    if let Some(letters) = mathematics::intrinsic(name) {
        c.typed(m.pointer(), letters)?;
        return Ok(Some(Value::Unknown));
    }
    let of = |family: &str| name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let Some((family, rule, letters)) = INTRINSICS.iter().find(|(family, ..)| of(family)) else {
        return gap(format!("the intrinsic @{} is outside the subset", c.name));
    };
    if let Some(letters) = letters {
        c.typed(m.pointer(), letters)?;
    }
    match *rule {
        "M-LIFETIME" => lifetime(m, c, *family == "lifetime.start").map(|()| None),
        "M-STACKSAVE" => {
            if let Some(result) = &c.instruction.result {
                m.frame.saves.insert(result, m.frame.dynamic.len());
            }
            Ok(Some(Value::Unknown))
        }
        "M-STACKRESTORE" => restore(m, c).map(|()| None),
        "M-MOVE" | "M-FILL" => bulk(m, c, family).map(|()| None),
        "X-ASSUME" if c.known(0, "condition")? == 0 => gap("what llvm.assume says is false"),
        "X-ASSUME" | "X-NOOP" => Ok(None),
        "X-EXPECT" => Ok(Some(c.at(0))),
        "X-PURE" => Ok(Some(Value::Unknown)),
        "X-ABS" => absolute(m, c).map(Some),
        "X-OVERFLOW" => overflow(m, c, family).map(|()| None),
        _ => match m.width(&c.signature.result) {
            Some(width) => bits(c, family, width).map(Some),
            None => gap("the intrinsic is of another type"),
        },
    }
}

/// M-LIFETIME: the object of a static alloca of this function begins, restarts or ends its lifetime.
fn lifetime<'m>(m: &mut Machine<'m>, c: &External<'m>, start: bool) -> Step {
    let Some(Operand::Register(register)) = c.arguments.first().map(|argument| &argument.value) else {
        return gap("a lifetime of something else than an alloca");
    };
    let Some(alloca) = m.allocas().get(&**register).copied().filter(|alloca| alloca.is_static) else {
        return gap("a lifetime of something else than a static alloca");
    };
    let base = c.known(0, "address")?;
    // Once executed, the alloca keeps its place.
    if !m.frame.places.contains(&base) {
        return gap("a lifetime of an alloca that was not executed");
    }
    if m.frame.objects.remove(&base).is_some() {
        m.memory.remove(base);
    }
    if start {
        m.memory.give_back(base);
        m.object(base, alloca.size, alloca.align, Kind::Stack, Birth::Uninitialised, format!("%{register}"))?;
        m.memory.reserve(base, alloca.size);
        m.frame.objects.insert(base, register);
    }
    Ok(())
}

/// M-STACKRESTORE: ends the objects that dynamic allocas have made since the save.
fn restore<'m>(m: &mut Machine<'m>, c: &External<'m>) -> Step {
    let saved = match c.arguments.first().map(|argument| &argument.value) {
        Some(Operand::Register(register)) => m.frame.saves.get(&**register).copied(),
        _ => None,
    };
    let Some(saved) = saved else { return gap("not the register of a stacksave of this function") };
    while m.frame.dynamic.len() > saved {
        if let Some(base) = m.frame.dynamic.pop() {
            m.frame.objects.remove(&base);
            m.memory.remove(base);
        }
    }
    Ok(())
}

/// A code generator may turn the intrinsics into calls of these functions, which must then be the library's.
fn bulk(m: &mut Machine, c: &External, family: &str) -> Step {
    let own = |name: &&str| m.module.functions.contains_key(*name) || m.module.globals.contains_key(*name);
    if ["memcpy", "memmove", "memset"].iter().any(own) {
        return gap("an intrinsic that may call a function of the module's");
    }
    let align = |place: usize| c.arguments.get(place).and_then(|argument| argument.align).unwrap_or(1);
    let volatile = is_set(c, 3)?;
    if family == "memset" {
        return fill(m, c.at(0), if volatile { Value::Unknown } else { c.at(1) }, c.at(2), align(0));
    }
    let (target, source, length, aligns) = (c.at(0), c.at(1), c.at(2), (align(0), align(1)));
    copy(m, &Move { target, source, length, aligns, overlap: family == "memmove", same: true, volatile })
}

/// X-OVERFLOW: the result modulo 2^width, and whether the exact result differs from it.
fn overflow<'m>(m: &mut Machine<'m>, c: &External<'m>, family: &str) -> Step {
    let width = match (c.arguments, &c.signature.result) {
        ([left, right], Type::Struct { fields, .. }) => match left.ty {
            Type::Int(width @ 2..=64) if left.ty == right.ty && fields[..] == [Type::Int(width), Type::Int(1)] => width,
            _ => return gap("the intrinsic is of another type"),
        },
        _ => return gap("the intrinsic is of another type"),
    };
    let parts = match c.at(0).and(c.at(1)) {
        Some(pair) => {
            let exact = exact(family, width, pair);
            let flag = exact.is_none_or(|exact| !is_of_width(family, exact, width));
            let bits = exact.map_or(pair.0.wrapping_mul(pair.1), |exact| exact as u64) & mask(width);
            [Value::Bits(bits), Value::Bits(u64::from(flag))]
        }
        None => [Value::Unknown; 2],
    };
    let Some(result) = &c.instruction.result else { return Ok(()) };
    for (place, value) in parts.into_iter().enumerate() {
        let name = part(result, place as u64);
        if let Some((name, _)) = m.frame.position.function.registers.get_key_value(&name) {
            m.frame.registers.insert(name, value);
        }
    }
    Ok(())
}

/// The exact sum, difference or product; `None` if it is beyond 127 bits.
fn exact(family: &str, width: u32, (a, b): (u64, u64)) -> Option<i128> {
    let read = |bits: u64| if family.starts_with('s') { signed(bits, width) } else { i128::from(bits) };
    match family.get(1..4) {
        Some("add") => Some(read(a) + read(b)),
        Some("sub") => Some(read(a) - read(b)),
        _ => read(a).checked_mul(read(b)),
    }
}

fn is_of_width(family: &str, number: i128, width: u32) -> bool {
    match family.starts_with('s') {
        true => fits_signed(number, width),
        false => (0..=i128::from(mask(width))).contains(&number),
    }
}

/// Intrinsics that compute bits from bits.
fn bits(c: &External, family: &str, width: u32) -> Step<Value> {
    let w = u64::from(width);
    let (a, b) = match (c.at(0), c.values.len()) {
        (Value::Bits(a), 1) => (a, 0),
        (Value::Bits(a), _) if matches!(family, "ctlz" | "cttz") => match (a, is_set(c, 1)?) {
            (0, true) => return gap("a count of zeros of 0 that is poison"),
            _ => (a, 0),
        },
        (Value::Bits(a), _) => match c.at(1) {
            Value::Bits(b) => (a, b),
            Value::Unknown => return Ok(Value::Unknown),
        },
        (Value::Unknown, _) if matches!(family, "ctlz" | "cttz") && is_set(c, 1)? => {
            return crate::run::value::unknown("operand");
        }
        (Value::Unknown, _) => return Ok(Value::Unknown),
    };
    let (s, t) = (signed(a, width), signed(b, width));

    let result = match family {
        "smax" => s.max(t) as u64 & mask(width),
        "smin" => s.min(t) as u64 & mask(width),
        "umax" => a.max(b),
        "umin" => a.min(b),
        "ctpop" => u64::from(a.count_ones()),
        "ctlz" => u64::from(a.leading_zeros()) - (64 - w),
        "cttz" => u64::from(a.trailing_zeros()).min(w),
        "bswap" if width.is_multiple_of(16) => a.swap_bytes() >> (64 - w),
        "bitreverse" => a.reverse_bits() >> (64 - w),
        "fshl" | "fshr" => return Ok(c.at(2).map(|amount| funnel(family, width, (a, b), amount % w))),
        "sadd.sat" | "ssub.sat" => {
            let sum = if family == "sadd.sat" { s + t } else { s - t };
            sum.clamp(-(1 << (width - 1)), (1 << (width - 1)) - 1) as u64 & mask(width)
        }
        "uadd.sat" => (u128::from(a) + u128::from(b)).min(u128::from(mask(width))) as u64,
        "usub.sat" => a.saturating_sub(b),
        _ => return gap("an intrinsic without a meaning here"),
    };
    Ok(Value::Bits(result))
}

/// Bits of a, then those of b, shifted; the amount is below the width.
fn funnel(family: &str, width: u32, (a, b): (u64, u64), amount: u64) -> u64 {
    let both = u128::from(a) << width | u128::from(b);
    let right = if family == "fshl" { u64::from(width) - amount } else { amount };
    (both >> right) as u64 & mask(width)
}
