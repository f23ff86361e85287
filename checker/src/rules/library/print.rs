//! Functions that print what a format says (`spec/rules/library.md`, Formats).

use crate::rules::library::arguments::{Call, address, argument, has_types, size, typed};
use crate::rules::library::columns::{Given, range, read, store, zero};
use crate::rules::library::effects::{arbitrary, constant_string};
use crate::rules::library::formats::{Amount, Part, printed};
use crate::rules::library::stream_argument::stream;
use crate::rules::library::table::Reads;
use crate::rules::memory;
use crate::rules::shared::*;

/// A conversion with the places of its arguments.
struct Conversion {
    width: Length,
    precision: Option<Length>,
    /// The place of its own argument, and whether that is a string.
    place: usize,
    string: bool,
    /// The most characters that it makes without its width and precision.
    most: u32,
}

/// A width or precision: a number, or the argument at a place.
#[derive(Clone, Copy)]
enum Length {
    Number(u32),
    Argument(usize),
}

/// What is printed: the number of characters besides the conversions', and these.
type Format = (usize, Vec<Conversion>);

/// X-PRINT of `puts`, and of functions with a format.
pub(super) fn call<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    cx.rule("X-PRINT");
    let place = match name {
        "puts" | "printf" => 0,
        "sprintf" | "fprintf" => 1,
        _ => 2,
    };
    if name == "puts" && c.hint.detail != Detail::None {
        return line(cx, s, c);
    }
    let format = format(cx, s, c, place, name != "puts")?;
    match matches!(name, "puts" | "printf") && is_plain(&format) {
        true => arbitrary(cx, s, c),
        false => print(cx, s, c, &format),
    }
}

/// `puts` of a string that need not be constant.
fn line<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>) -> Checked<Value> {
    typed(cx, c, "ip")?;
    let mut given = given(cx, c)?;
    let text = read(cx, s, c, Reads::Text(0), &mut given)?;
    all_used(cx, &given)?;
    let x = cx.fresh_ranged(s, 32, Sign::Signed)?;
    if let Some(end) = text.end()? {
        memory::new_entry(cx, s, end)?;
    }
    Ok(Some((x, Sign::Signed)))
}

/// What the hint provides.
fn given<'m>(cx: &Context, c: &Call<'m>) -> Checked<Given<'m>> {
    take!(cx, Detail::Library { accesses, entries, keep } = &c.hint.detail => "hint", "accesses and entries are needed");
    Ok(Given { accesses: accesses.iter(), entries: entries.iter().peekable(), keep, nothing: false })
}

fn all_used(cx: &Context, given: &Given) -> Checked {
    reject_if!(cx, given.accesses.len() > 0, given.entries.len() > 0, !given.keep.is_empty() =>
        "hint", "more accesses or entries than the contract has");
    Ok(())
}

/// The format is a constant string at this place, and its conversions fit the arguments after it. Without
/// `conversions` the whole string is printed as it is.
fn format(cx: &mut Context, s: &State, c: &Call, place: usize, conversions: bool) -> Checked<Format> {
    let text = some!(cx, constant_string(cx, c, place)? => "format", "what is printed is not a string constant");
    let first = c.arguments.iter().take(place + 1).map(|argument| &argument.ty);
    let fits = has_types(cx, c, first, ["p", "pp", "plp"][place.min(2)]) && c.instruction.ty == Type::Int(32);
    reject_if!(cx, !fits, conversions != c.signature.varargs, c.signature.parameters.len() > place + 1 =>
        "type", "the contract of @{} is about another type", c.name);
    let (mut plain, mut all) = (text.len(), Vec::new());
    if conversions {
        plain = 0;
        let parts = match printed(&text, cx.pointer()) {
            Ok(parts) => parts,
            Err(reason) => return cx.reject("format", reason),
        };
        let mut next = place + 1;
        for part in parts {
            let Part::Conversion(part) = part else {
                plain += 1;
                continue;
            };
            let width = length(cx, c, part.width, &mut next)?;
            let precision = match part.precision {
                Some(precision) => Some(length(cx, c, precision, &mut next)?),
                None => None,
            };
            let (place, string) = (take(cx, c, &part.ty, &mut next)?, part.letter == b's');
            let most = part.most(extended(s, c, place));
            all.push(Conversion { width, precision, place, string, most });
        }
    }
    Ok((plain, all))
}

/// The bits of what an argument extends by zeros, by looking at the instruction that defines it.
fn extended(s: &State, c: &Call, place: usize) -> Option<u32> {
    let Operand::Register(register) = &c.arguments.get(place)?.value else { return None };
    match s.position.definition(register)? {
        Op::Cast { kind: CastKind::ZExt, from: Type::Int(bits), .. } => Some(*bits),
        _ => None,
    }
}

/// The place of the next argument, which has this type.
fn take(cx: &Context, c: &Call, ty: &Type, next: &mut usize) -> Checked<usize> {
    let given = c.arguments.get(*next);
    reject_if!(cx, given.is_none_or(|argument| argument.ty != *ty) =>
        "format", "a conversion does not fit its argument");
    *next += 1;
    Ok(*next - 1)
}

fn length(cx: &Context, c: &Call, amount: Amount, next: &mut usize) -> Checked<Length> {
    match amount {
        Amount::Number(number) => Ok(Length::Number(number)),
        Amount::Argument => Ok(Length::Argument(take(cx, c, &Type::Int(32), next)?)),
    }
}

/// Whether a format has no conversion that reads a string, or a number that is not printed.
fn is_plain((_, conversions): &Format) -> bool {
    let given = |length: Length| matches!(length, Length::Argument(_));
    conversions.iter().all(|x| !x.string && !given(x.width) && !x.precision.is_some_and(given))
}

/// What is read, and what is written.
fn print<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, (length, conversions): &Format) -> Checked<Value> {
    let mut given = given(cx, c)?;
    if c.name.as_ref() == "fprintf" {
        stream(cx, s, c, 0, &mut given)?;
    }
    let (mut ranges, mut made, mut length) = (Vec::new(), Vec::new(), Poly::constant(*length as i128));
    for conversion in conversions {
        let width = value(cx, s, c, conversion.width)?;
        let precision = match conversion.precision {
            Some(precision) => Some(value(cx, s, c, precision)?),
            None => None,
        };
        if conversion.string {
            let text = address(cx, s, c, conversion.place)?;
            let text = range(cx, s, text, (precision, true), &mut given)?;
            made.extend(text.end()?);
            length = length.add(&width)?.add(&text.length)?;
            ranges.push(text);
            continue;
        }
        let own = precision.unwrap_or_default().plus(conversion.most.into())?;
        length = length.add(&match (width.as_constant(), own.as_constant()) {
            (Some(width), Some(own)) => Poly::constant(width.max(own)),
            _ => width.add(&own)?,
        })?;
    }
    if let Some(bytes) = match c.name.as_ref() {
        "printf" | "fprintf" => None,
        "sprintf" => Some(length.plus(1)?),
        _ => Some(size(cx, s, c, 1)?),
    } {
        let target = address(cx, s, c, 0)?;
        match given.accesses.next() {
            None => cx.require_eq("P3", &bytes, &Poly::default())?,
            Some(place) => {
                cx.require_le("P10", &Poly::constant(1), &bytes)?;
                if c.name.as_ref() == "snprintf" {
                    cx.require_le("P11", &bytes, &Poly::constant(hi(32, Sign::Signed)))?;
                }
                let at = store(cx, s, place, (&target, &Poly::default(), &bytes, 1), (&ranges, None), &mut given)?;
                let end = cx.fresh(s)?;
                cx.add_le(&Poly::default(), &end)?;
                cx.add_le(&end, &length)?;
                cx.add_le(&end.plus(1)?, &bytes)?;
                made.push(zero(place.block, at.add(&end)?));
            }
        }
    }
    all_used(cx, &given)?;
    let x = cx.fresh_ranged(s, 32, Sign::Signed)?;
    cx.add_le(&x, &length)?;
    for entry in made {
        memory::new_entry(cx, s, entry)?;
    }
    Ok(Some((x, Sign::Signed)))
}

/// A width or precision.
fn value(cx: &mut Context, s: &mut State, c: &Call, length: Length) -> Checked<Poly> {
    match length {
        Length::Number(number) => Ok(Poly::constant(number.into())),
        Length::Argument(place) => {
            let value = cx.signed(s, argument(cx, c, place)?, Shape { width: 32, pointer: false })?;
            cx.require_le("P16", &Poly::default(), &value)?;
            Ok(value)
        }
    }
}
