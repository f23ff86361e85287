//! Functions of the library between numbers and texts: `strtol` and kin, `atoi` and kin, `sprintf` and `snprintf`.

use crate::reader::Type;
use crate::rules::library::formats::{self, Amount};
use crate::run::library::blocks::{Result, byte, store};
use crate::run::library::characters::{class, put, text};
use crate::run::machine::{External, Machine};
use crate::run::memory::{Range, bytes};
use crate::run::value::{Step, Value, fits_signed, gap, mask, signed};

/// A number that a text begins with.
struct Read {
    /// Whether there is a minus sign.
    negative: bool,
    /// What the digits say; a number that is too large for all types stays too large.
    digits: u128,
    /// Bytes of the text that belong to it, 0 if there are no digits.
    length: u64,
}

/// The number that a text begins with, at a base of 2 to 36, or 0 for that which the prefix says. Bytes are looked at as
/// far as needed.
fn number(m: &mut Machine, address: u64, base: u64) -> Step<Read> {
    let mut at = 0;
    while class("isspace", Some(byte(m, address, at)?)) {
        at += 1;
    }
    let sign = byte(m, address, at)?;
    at += u64::from(matches!(sign, b'+' | b'-'));
    let mut base = base;
    let mut read = Read { negative: sign == b'-', digits: 0, length: 0 };
    if byte(m, address, at)? == b'0' {
        match byte(m, address, at + 1)? {
            b'x' | b'X' if matches!(base, 0 | 16) => {
                // Without a digit behind it, the prefix is the number 0.
                read.length = at + 1;
                if byte(m, address, at + 2)?.is_ascii_hexdigit() {
                    (at, base) = (at + 2, 16);
                }
            }
            b'b' | b'B' if matches!(base, 0 | 2) => return gap("a binary number, which not every library reads"),
            _ => {}
        }
        base = if base == 0 { 8 } else { base };
    }
    base = if base == 0 { 10 } else { base };
    while let Some(digit) = char::from(byte(m, address, at)?).to_digit(36).filter(|digit| u64::from(*digit) < base) {
        read.digits = read.digits.saturating_mul(base.into()).saturating_add(digit.into());
        at += 1;
        read.length = at;
    }
    Ok(read)
}

/// `strtol` and kin. A number that does not fit is a gap.
pub fn parsed(m: &mut Machine, c: &External, name: &str) -> Result {
    let (address, end, base) = (c.known(0, "address")?, c.known(1, "address")?, c.known(2, "base")?);
    let Some(width) = m.width(&c.signature.result) else { return gap("a type that is no integer") };
    if !matches!(base, 0 | 2..=36) {
        return gap(format!("@{name} with the base {}", signed(base, 32)));
    }
    let Read { negative, digits, length } = number(m, address, base)?;
    let unsigned = name.contains('u');
    let value = i128::try_from(digits).unwrap_or(i128::MAX);
    let value = if negative { -value } else { value };
    let fits = if unsigned { value.unsigned_abs() <= mask(width).into() } else { fits_signed(value, width) };
    if !fits {
        return gap(format!("@{name} of a number that does not fit"));
    }
    if end != 0 {
        let size = u64::from(m.pointer() / 8);
        let behind = Value::Bits(address.wrapping_add(length) & mask(m.pointer()));
        let behind: Vec<_> = bytes(behind, size).collect();
        store(m, Range { address: end, size, align: 1 }, &behind)?;
    }
    Ok(Some(Value::Bits(value as u64 & mask(width))))
}

/// `atoi` and kin: of a number that does not fit the result is unknown.
pub fn simple(m: &mut Machine, c: &External) -> Result {
    text(m, c, 0, u64::MAX)?;
    let Read { negative, digits, .. } = number(m, c.known(0, "address")?, 10)?;
    let value = i128::try_from(digits).unwrap_or(i128::MAX);
    let value = if negative { -value } else { value };
    let width = m.width(&c.signature.result).filter(|width| fits_signed(value, *width));
    Ok(Some(width.map_or(Value::Unknown, |width| Value::Bits(value as u64 & mask(width)))))
}

/// The width of a conversion, at most.
const WIDEST: u64 = 1 << 12;

/// A conversion of a format, with the arguments that belong to it.
pub(crate) struct Conversion {
    /// What the format says.
    pub of: formats::Conversion,
    /// The width, 0 without one.
    pub wide: u64,
    /// The precision.
    pub precision: Option<u64>,
    /// The place of its argument.
    pub place: usize,
}

/// A part of a format.
pub(crate) enum Part {
    /// A byte that is printed as it is.
    Plain(u8),
    /// What an argument prints.
    Argument(Conversion),
}

/// X-PRINT: the parts of a format whose arguments begin at a place, and fit.
pub(crate) fn format(m: &Machine, c: &External, format: &[u8], first: usize) -> Step<Vec<Part>> {
    let (mut parts, mut place) = (Vec::new(), first);
    let all = match formats::printed(format, m.pointer()) {
        Ok(all) => all,
        Err(reason) => return gap(format!("@{}: {reason}", c.name)),
    };
    for part in all {
        let of = match part {
            formats::Part::Plain(byte) => {
                parts.push(Part::Plain(byte));
                continue;
            }
            formats::Part::Conversion(of) => of,
        };
        let wide = amount(c, of.width, &mut place)?;
        let precision = match of.precision {
            Some(precision) => Some(amount(c, precision, &mut place)?),
            None => None,
        };
        if c.arguments.get(place).is_none_or(|argument| argument.ty != of.ty) {
            return gap("a conversion of a format does not fit its argument");
        }
        parts.push(Part::Argument(Conversion { of, wide, precision, place }));
        place += 1;
    }
    Ok(parts)
}

/// A width or precision.
fn amount(c: &External, amount: Amount, place: &mut usize) -> Step<u64> {
    match amount {
        Amount::Number(number) => Ok(number.into()),
        Amount::Argument if c.arguments.get(*place).is_some_and(|argument| argument.ty == Type::Int(32)) => {
            let value = signed(c.known(*place, "width or precision")?, 32);
            *place += 1;
            u64::try_from(value).or_else(|_| gap("a width or precision below 0"))
        }
        Amount::Argument => gap("a conversion of a format does not fit its argument"),
    }
}

/// X-PRINT of `sprintf` and `snprintf`: what they write, and its length.
pub fn print_to(m: &mut Machine, c: &External, name: &str) -> Result {
    let (at, bounded) = if name == "snprintf" { (2, true) } else { (1, false) };
    let types = c.arguments.get(..=at).unwrap_or_default().iter().map(|argument| argument.ty.clone());
    let size_t = Type::Int(m.pointer());
    let expected =
        if bounded { vec![Type::Pointer, size_t, Type::Pointer] } else { vec![Type::Pointer, Type::Pointer] };
    let fixed = c.signature.parameters.len() == at + 1;
    if c.signature.result != Type::Int(32) || !c.signature.varargs || !fixed || !types.eq(expected) {
        return gap(format!("the contract of @{name} is about another type"));
    }
    let most = if bounded { c.known(1, "size")? } else { mask(m.pointer()) };
    if bounded && most > mask(31) {
        return gap("snprintf with a size above INT_MAX");
    }
    let given = text(m, c, at, u64::MAX)?;
    let mut sources = vec![(c.known(at, "address")?, given.len() as u64 + 1)];
    let mut all = Vec::new();
    for part in format(m, c, &given, at + 1)? {
        let before = all.len();
        match part {
            Part::Plain(byte) => all.push(byte),
            Part::Argument(conversion) => {
                let shown = shown(m, c, &conversion)?;
                if conversion.of.letter == b's' {
                    sources.push((c.known(conversion.place, "address")?, shown.len() as u64 + 1));
                }
                padded(&mut all, &conversion, &shown)?;
            }
        }
        m.charge((all.len() - before) as u64 + 1)?;
    }
    let length = all.len() as u64;
    if length > mask(31) {
        return gap("a text longer than INT_MAX");
    }
    if most > 0 {
        all.truncate(usize::try_from(most - 1).unwrap_or(usize::MAX));
        all.push(0);
        let (target, written) = (c.known(0, "address")?, all.len() as u64);
        let apart = |(source, read): &(u64, u64)| {
            target.checked_sub(*source).is_some_and(|d| d >= *read)
                || source.checked_sub(target).is_some_and(|d| d >= written)
        };
        if !sources.iter().all(apart) {
            return gap(format!("@{name} of overlapping ranges"));
        }
        put(m, target, &all)?;
    }
    Ok(Some(Value::Bits(length)))
}

/// What a conversion shows, without padding.
fn shown(m: &mut Machine, c: &External, conversion: &Conversion) -> Step<Vec<u8>> {
    let Conversion { of, precision, place, .. } = conversion;
    if of.letter == b's' {
        return text(m, c, *place, precision.unwrap_or(u64::MAX));
    }
    let Type::Int(width) = of.ty else { return gap("a conversion whose text is not fixed") };
    if precision.is_some() || of.flags.iter().any(|flag| b"+ #".contains(flag)) {
        return gap("a conversion with a precision or a flag that is not followed");
    }
    let bits = c.known(*place, "number that is printed")?;
    Ok(match of.letter {
        b'c' => vec![bits as u8],
        _ if of.bits < width => return gap("a conversion of a number that is cut off"),
        b'u' => bits.to_string().into_bytes(),
        b'x' => format!("{bits:x}").into_bytes(),
        b'X' => format!("{bits:X}").into_bytes(),
        b'o' => format!("{bits:o}").into_bytes(),
        _ => signed(bits, width).to_string().into_bytes(),
    })
}

/// Adds a text, padded to the width of its conversion: by zeros behind the sign, or by blanks on one side.
fn padded(all: &mut Vec<u8>, conversion: &Conversion, shown: &[u8]) -> Step {
    let has = |flag: u8| conversion.of.flags.contains(&flag);
    let (left, zeros) = (has(b'-'), has(b'0') && !has(b'-'));
    if conversion.wide > WIDEST {
        return gap("a wide conversion");
    }
    let missing = usize::try_from(conversion.wide).unwrap_or(usize::MAX).saturating_sub(shown.len());
    let sign = usize::from(zeros && shown.first() == Some(&b'-'));
    let (sign, rest) = shown.split_at(sign);
    all.extend(sign);
    all.extend(std::iter::repeat_n(if zeros { b'0' } else { b' ' }, if left { 0 } else { missing }));
    all.extend(rest);
    all.extend(std::iter::repeat_n(b' ', if left { missing } else { 0 }));
    Ok(())
}
