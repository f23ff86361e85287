//! Functions that print: X-PRINT of `spec/rules/library.md`.

use super::call::{constant_text, pure};
use super::library::{self, Call, range, read, store, upto, zero};
use super::memory::sweep;
use super::streams::stream;
use super::{Argument, Next, Premise, Rule, Step, Stop};
use crate::algebra::{Atom, Term};
use crate::program::formats::{self, Conversion, Length, Piece};
use crate::program::library::{Reads, print_format};
use crate::program::{CastOp, Instruction, Op, Operand, Signature, Type};
use certificates::{Detail, Sign};

/// X-PRINT
pub(super) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    s.rule = "X-PRINT";
    let (accesses, entries, keep) = Default::default();
    let mut c = Call { name, arguments, accesses, entries, keep, nothing: false };
    let Some(place) = print_format(name) else { return line(s, i, &mut c, result) };
    let conversions = conversions(s, &c, place, result)?;
    let plain =
        |x: &Conversion| x.letter != b's' && x.width != Length::Argument && x.precision != Some(Length::Argument);
    match name == "printf" && conversions.1.iter().all(plain) {
        true => pure(s, i, result),
        false => print(s, i, c, place, conversions),
    }
}

/// `puts`: a constant, or any string.
fn line(s: &mut Step<'_, '_>, i: &Instruction, c: &mut Call<'_>, result: Type) -> Rule<Next> {
    let usual = |d: &Signature| !d.variadic && d.parameters == [Type::Pointer];
    if result != Type::Int(32) || !s.cx.program.declarations.get(c.name).is_some_and(usual) {
        return Err(Stop::Unsupported("'puts' of this type, or with this format".into()));
    }
    if constant(s, c, 0).is_some() {
        return pure(s, i, result);
    }
    let text = read(s, c, Reads::Text(0))?;
    let x = s.fresh_ranged(32, Sign::Signed)?;
    if let Some(end) = text.end()? {
        s.new_entry(end);
    }
    let detail = Detail::Library {
        accesses: std::mem::take(&mut c.accesses),
        entries: std::mem::take(&mut c.entries),
        keep: Vec::new(),
    };
    s.result(i, Sign::Signed, x, detail)
}

/// The bytes of the string constant whose address an argument is.
fn constant(s: &Step<'_, '_>, c: &Call<'_>, place: usize) -> Option<Vec<u8>> {
    match c.arguments.get(place) {
        Some((_, Operand::Global { name, offset: 0 })) => constant_text(s.cx.program, name),
        _ => None,
    }
}

/// The number of characters of a format besides its conversions, and these, whose arguments fit.
fn conversions(s: &Step<'_, '_>, c: &Call<'_>, place: usize, result: Type) -> Rule<(usize, Vec<Conversion>)> {
    let other = || Stop::Unsupported(format!("'{}' of this type, or with this format", c.name).into());
    let word = Type::Int(s.pointer_bits());
    let fixed = match place {
        0 => vec![Type::Pointer],
        1 => vec![Type::Pointer; 2],
        _ => vec![Type::Pointer, word, Type::Pointer],
    };
    let usual = s.cx.program.declarations.get(c.name).is_some_and(|d| d.variadic && fixed.starts_with(&d.parameters));
    let given: Vec<Type> = c.arguments.iter().map(|(ty, _)| *ty).collect();
    let text = constant(s, c, place).ok_or_else(other)?;
    let pieces = formats::printed(&text, s.pointer_bits()).ok_or_else(other)?;
    let plain = pieces.iter().filter(|piece| matches!(piece, Piece::Byte(_))).count();
    let all: Vec<Conversion> = pieces
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Conversion(conversion) => Some(conversion),
            Piece::Byte(_) => None,
        })
        .collect();
    let mut wanted = fixed.clone();
    for conversion in &all {
        let lengths = [Some(conversion.width), conversion.precision];
        wanted.extend(lengths.iter().filter(|length| **length == Some(Length::Argument)).map(|_| Type::Int(32)));
        wanted.push(conversion.ty);
    }
    match usual && result == Type::Int(32) && given.starts_with(&wanted) {
        true => Ok((plain, all)),
        false => Err(other()),
    }
}

/// X-PRINT for calls that look at a stream or at arguments, or write memory.
fn print(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    mut c: Call<'_>,
    place: usize,
    (length, conversions): (usize, Vec<Conversion>),
) -> Rule<Next> {
    if c.name == "fprintf" {
        stream(s, &mut c, 0)?;
    }
    let (mut ranges, mut made, mut length) = (Vec::new(), Vec::new(), Term::constant(length as i128));
    let mut place = place + 1;
    for conversion in conversions {
        let width = amount(s, &c, conversion.width, &mut place)?;
        let precision = match conversion.precision {
            Some(precision) => Some(amount(s, &c, precision, &mut place)?),
            None => None,
        };
        if conversion.letter == b's' {
            let text = range(s, &mut c, place, (precision, true))?;
            made.extend(text.end()?);
            length = length.add(&width)?.add(&text.length)?;
            ranges.push(text);
        } else {
            let own = precision.unwrap_or_else(Term::zero).plus(conversion.most(extended(s, &c, place)))?;
            length = length.add(&match (width.as_constant(), own.as_constant()) {
                (Some(width), Some(own)) => Term::constant(width.max(own)),
                _ => width.add(&own)?,
            })?;
        }
        place += 1;
    }
    library::unambiguous(s, &c, &ranges)?;
    let bytes = match c.name {
        "printf" | "fprintf" => None,
        "sprintf" => Some(length.plus(1)?),
        _ => Some(c.value(s, 1)?),
    };
    let mut written = None;
    if let Some(bytes) = bytes {
        let target = c.value(s, 0)?;
        let nothing = Atom::eq(&bytes, &Term::zero())?;
        if s.holds(&nothing) {
            s.prove(nothing, || Premise::Length.into())?;
        } else {
            let some = Atom::le(&Term::constant(1), &bytes)?;
            if !s.holds(&some) {
                return Err(Stop::Split(nothing));
            }
            s.prove(some, || Premise::Length.into())?;
            if c.name == "snprintf" {
                let few = Atom::le(&bytes, &Term::constant(i128::from(i32::MAX)))?;
                s.prove(few, || Argument::Size.into())?;
            }
            let at = store(s, &mut c, (&target, &Term::zero(), &bytes, 1), &ranges, None)?;
            let end = upto(s, &length)?;
            s.st.add_le(&end.plus(1)?, &bytes)?;
            made.push(zero(at.block, at.offset.add(&end)?));
            written = Some(at.block);
        }
    }
    let x = s.fresh_ranged(32, Sign::Signed)?;
    s.st.add_le(&x, &length)?;
    if let Some(block) = written {
        sweep(s, block, &c.keep);
    }
    for entry in made {
        s.new_entry(entry);
    }
    s.result(i, Sign::Signed, x, Detail::Library { accesses: c.accesses, entries: c.entries, keep: c.keep })
}

/// The bits of what an argument extends by zeros, by looking at the instruction that defines it.
fn extended(s: &Step<'_, '_>, c: &Call<'_>, place: usize) -> Option<u32> {
    let (_, Operand::Register(register)) = c.arguments.get(place)? else { return None };
    let function = s.cx.program.functions.get(&*s.st.function)?;
    let mut all = function.blocks.iter().flat_map(|block| &block.instructions);
    match all.find(|i| i.result == Some(*register))?.op {
        Op::Cast { op: CastOp::ZExt, from: Type::Int(bits), .. } => Some(bits),
        _ => None,
    }
}

/// A width or precision. `place`: the next argument.
fn amount(s: &mut Step<'_, '_>, c: &Call<'_>, length: Length, place: &mut usize) -> Rule<Term> {
    match length {
        Length::Number(number) => Ok(Term::constant(number.into())),
        Length::Argument => {
            let value = s.signed(&c.argument(*place)?.1, 32)?;
            let name = c.name.to_owned();
            s.prove(Atom::le(&Term::zero(), &value)?, || Argument::Length(name).into())?;
            *place += 1;
            Ok(value)
        }
    }
}
