//! Formats of `printf`, `scanf` and related functions (`spec/rules/library.md`, Formats and Streams): which conversions
//! they have.

use crate::reader::{FloatKind, Type};

/// The bytes of a format that are not read yet.
type Rest<'t> = std::iter::Peekable<std::iter::Copied<std::slice::Iter<'t, u8>>>;
/// Why a format is not supported.
type Parsed<T> = Result<T, &'static str>;

/// A width or precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    /// A number in the format; 0 for a width that is not there.
    Number(u32),
    /// A `*`: the next argument, an `int`.
    Argument,
}

/// A conversion of a format for printing.
#[derive(Clone, Debug)]
pub(crate) struct Conversion {
    /// Any of `-+ 0#`.
    pub flags: Vec<u8>,
    /// The least number of characters.
    pub width: Amount,
    /// What stands behind a point.
    pub precision: Option<Amount>,
    /// Its letter.
    pub letter: u8,
    /// The type of its argument.
    pub ty: Type,
    /// Of an integer, the bits of its argument that count; otherwise 0.
    pub bits: u32,
    /// Of others, the most characters without width and precision; 0 of a `%s`.
    most: u32,
}

impl Conversion {
    /// The most characters that it makes without its width and precision. `below`: bits of an integer, the others of which are
    /// 0, if that is known.
    pub(crate) fn most(&self, below: Option<u32>) -> u32 {
        if self.bits == 0 {
            return self.most;
        }
        let has = |flags: &[u8]| self.flags.iter().any(|flag| flags.contains(flag));
        let below = below.filter(|below| *below < self.bits);
        let greatest = (1u128 << below.unwrap_or(self.bits)) - 1;
        match self.letter {
            b'd' | b'i' if below.is_none() => digits(1 << (self.bits - 1), 10) + 1,
            b'd' | b'i' => digits(greatest, 10) + u32::from(has(b"+ ")),
            b'u' => digits(greatest, 10),
            b'o' => digits(greatest, 8) + u32::from(has(b"#")),
            _ => digits(greatest, 16) + 2 * u32::from(has(b"#")),
        }
    }
}

/// The number of digits of a number at a base.
fn digits(mut number: u128, base: u128) -> u32 {
    let mut count = 1;
    while number >= base {
        number /= base;
        count += 1;
    }
    count
}

/// A part of a format for printing.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// A byte that is printed as it is.
    Plain(u8),
    /// What an argument prints.
    Conversion(Conversion),
}

/// The parts of a format for printing.
pub(crate) fn printed(text: &[u8], pointer: u32) -> Parsed<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = text.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        let plain = byte != b'%' || rest.next_if_eq(&b'%').is_some();
        parts.push(if plain { Part::Plain(byte) } else { Part::Conversion(conversion(&mut rest, pointer)?) });
    }
    Ok(parts)
}

/// A conversion behind its `%`.
fn conversion(rest: &mut Rest, pointer: u32) -> Parsed<Conversion> {
    let mut flags = Vec::new();
    while let Some(flag) = rest.next_if(|byte| b"-+ 0#".contains(byte)) {
        flags.push(flag);
    }
    let width = amount(rest)?;
    let precision = match rest.next_if_eq(&b'.') {
        Some(_) => Some(amount(rest)?),
        None => None,
    };
    let length = length(rest);
    let letter = rest.next().unwrap_or(0);
    let bits = match length.as_slice() {
        b"" => Some(32),
        b"hh" => Some(8),
        b"h" => Some(16),
        b"l" | b"z" | b"t" => Some(pointer),
        b"ll" | b"j" => Some(64),
        _ => None,
    };
    let integer = |bits: u32| (Type::Int(bits.max(32)), bits, 0);
    let double = Type::Float(FloatKind::Double);
    let ((ty, bits, most), meant): (_, &[u8]) = match (letter, bits, length.as_slice()) {
        (b'd' | b'i', Some(bits), _) => (integer(bits), b"-+ 0"),
        (b'u', Some(bits), _) => (integer(bits), b"-0"),
        (b'x' | b'X' | b'o', Some(bits), _) => (integer(bits), b"-0#"),
        (b'c', _, b"") => ((Type::Int(32), 0, 1), b"-"),
        (b'p', _, b"") => ((Type::Pointer, 0, 20), b"-"),
        (b's', _, b"") => ((Type::Pointer, 0, 0), b"-"),
        (b'f' | b'F', _, b"" | b"l") => ((double, 0, 320), b"-+ 0#"),
        (b'e' | b'E' | b'g' | b'G' | b'a' | b'A', _, b"" | b"l") => ((double, 0, 32), b"-+ 0#"),
        _ => return Err("a conversion is not supported"),
    };
    if flags.iter().any(|flag| !meant.contains(flag)) {
        return Err("a flag has no meaning for its conversion");
    }
    if precision.is_some() && matches!(letter, b'c' | b'p') {
        return Err("a precision has no meaning for its conversion");
    }
    Ok(Conversion { flags, width, precision, letter, ty, bits, most })
}

/// A number, or a `*`.
fn amount(rest: &mut Rest) -> Parsed<Amount> {
    match rest.next_if_eq(&b'*') {
        Some(_) => Ok(Amount::Argument),
        None => Ok(Amount::Number(number(rest)?)),
    }
}

/// The letters in front of a conversion's own that say how long its argument is.
fn length(rest: &mut Rest) -> Vec<u8> {
    let mut length = Vec::new();
    while let Some(letter) = rest.next_if(|byte| b"hljzt".contains(byte)) {
        length.push(letter);
    }
    length
}

/// A number, 0 without digits. The library cannot hold more than an `int`.
fn number(rest: &mut Rest) -> Parsed<u32> {
    let mut number = 0_u32;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    }
    if number > i32::MAX as u32 { Err("a width or precision is no int") } else { Ok(number) }
}

/// What a conversion of a format for reading writes: bytes, their alignment, and whether they end in a 0.
pub(crate) type Scanned = (u64, u64, bool);

/// What the conversions of a format for reading write that have an argument.
pub(crate) fn scanned(text: &[u8], pointer: u32) -> Parsed<Vec<Scanned>> {
    let mut written = Vec::new();
    let mut rest = text.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' || rest.next_if_eq(&b'%').is_some() {
            continue;
        }
        let ignored = rest.next_if_eq(&b'*').is_some();
        if rest.peek() == Some(&b'0') {
            return Err("a width begins with 0");
        }
        let width = number(&mut rest)?;
        let (bounded, length) = (width > 0 || ignored, length(&mut rest));
        let word = u64::from(pointer / 8);
        let number = |bytes: u64| (bytes, bytes, false);
        let conversion = match (rest.next(), length.as_slice()) {
            (Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o'), b"hh") => number(1),
            (Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o'), b"h") => number(2),
            (Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o'), b"") => number(4),
            (Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o'), b"l" | b"z" | b"t") => number(word),
            (Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o'), b"ll" | b"j") => number(8),
            (Some(b'f' | b'e' | b'g'), b"") => number(4),
            (Some(b'f' | b'e' | b'g'), b"l") => number(8),
            (Some(b'c'), b"") => (width.max(1).into(), 1, false),
            (Some(b's'), b"") if bounded => (u64::from(width) + 1, 1, true),
            (Some(b'['), b"") if bounded && is_set(&mut rest) => (u64::from(width) + 1, 1, true),
            _ => return Err("a conversion is not supported, or writes without a bound"),
        };
        if !ignored {
            written.push(conversion);
        }
    }
    Ok(written)
}

/// Reads the rest of a set behind its `[`, up to its end if it has one: a `]` in front does not end it.
fn is_set(rest: &mut Rest) -> bool {
    rest.next_if_eq(&b'^');
    rest.next_if_eq(&b']');
    rest.any(|byte| byte == b']')
}
