//! Formats of `printf`, `scanf` and related functions: `spec/rules/library.md`, Formats and Streams.

use super::Type;

/// A width or precision of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// A number in the format, 0 for a width that is not there.
    Number(u64),
    /// `*`: an argument in front of the conversion's own.
    Argument,
}

/// What a conversion prints.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Its letter.
    pub letter: u8,
    /// What stands behind its `%`, of `-+ 0#`.
    pub flags: Vec<u8>,
    /// The least number of characters.
    pub width: Length,
    /// What stands behind its point.
    pub precision: Option<Length>,
    /// The type of the argument.
    pub ty: Type,
    /// How many bits of the argument are printed as a number; none unless it is an integer.
    pub bits: u32,
    /// The maximal number of characters besides width and precision, unless it is an integer; none of a string.
    others: i128,
}

impl Conversion {
    /// The maximal number of characters besides width and precision. `narrow`: the bits of the number that may be set, if
    /// it was extended by zeros.
    pub fn most(&self, narrow: Option<u32>) -> i128 {
        let (base, prefix) = match self.letter {
            _ if self.bits == 0 => return self.others,
            b'x' | b'X' => (16, if self.flags.contains(&b'#') { 2 } else { 0 }),
            b'o' => (8, i128::from(self.flags.contains(&b'#'))),
            _ => (10, 0),
        };
        let narrow = narrow.filter(|narrow| *narrow < self.bits);
        let is_signed = matches!(self.letter, b'd' | b'i');
        let (mut rest, sign) = match narrow {
            None if is_signed => (1i128 << (self.bits - 1), true),
            bits => {
                let shown = is_signed && self.flags.iter().any(|flag| b"+ ".contains(flag));
                ((1i128 << bits.unwrap_or(self.bits)) - 1, shown)
            }
        };
        let mut most = 1 + prefix + i128::from(sign);
        while rest >= base {
            rest /= base;
            most += 1;
        }
        most
    }
}

/// A piece of a format.
#[derive(Clone, Debug)]
pub enum Piece {
    /// A byte that is printed as it is.
    Byte(u8),
    /// What an argument prints.
    Conversion(Conversion),
}

/// A format, read from its beginning.
struct Reader<'t>(&'t [u8]);

impl Reader<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn skip(&mut self, byte: u8) -> bool {
        let found = self.0.first() == Some(&byte);
        if found {
            self.0 = &self.0[1..];
        }
        found
    }

    /// The bytes in front that are among these.
    fn among(&mut self, these: &[u8]) -> Vec<u8> {
        let count = self.0.iter().take_while(|byte| these.contains(byte)).count();
        let (found, rest) = self.0.split_at(count);
        self.0 = rest;
        found.to_vec()
    }

    /// A number, 0 if there is none; `None` if it is no `int`.
    fn number(&mut self) -> Option<u64> {
        let digits = self.among(b"0123456789");
        let step = |sum: u64, digit: &u8| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
        Some(digits.iter().fold(0, step)).filter(|number| *number <= i32::MAX as u64)
    }

    fn length(&mut self) -> Option<Length> {
        if self.skip(b'*') { Some(Length::Argument) } else { self.number().map(Length::Number) }
    }

    fn conversion(&mut self, pointer_bits: u32) -> Option<Conversion> {
        let flags = self.among(b"-+ 0#");
        let width = self.length()?;
        let precision = if self.skip(b'.') { Some(self.length()?) } else { None };
        let size = self.among(b"hljzt");
        let letter = self.next()?;
        let wide = integer(&size, pointer_bits);
        let bits = match size.as_slice() {
            b"hh" => Some(8),
            b"h" => Some(16),
            _ => wide,
        };
        let (ty, bits, others, meant) = match letter {
            b'd' | b'i' => (Type::Int(wide?), bits?, 0, "-+ 0"),
            b'u' => (Type::Int(wide?), bits?, 0, "-0"),
            b'x' | b'X' | b'o' => (Type::Int(wide?), bits?, 0, "-0#"),
            b'c' if size.is_empty() && precision.is_none() => (Type::Int(32), 0, 1, "-"),
            b'p' if size.is_empty() && precision.is_none() => (Type::Pointer, 0, 20, "-"),
            b's' if size.is_empty() => (Type::Pointer, 0, 0, "-"),
            b'f' | b'F' if size.is_empty() || size == b"l" => (Type::Float(8), 0, 320, "-+ 0#"),
            b'e' | b'E' | b'g' | b'G' | b'a' | b'A' if size.is_empty() || size == b"l" => {
                (Type::Float(8), 0, 32, "-+ 0#")
            }
            _ => return None,
        };
        let fits = flags.iter().all(|flag| meant.as_bytes().contains(flag));
        fits.then_some(Conversion { letter, flags, width, precision, ty, bits, others })
    }
}

/// The bits of the argument of an integer conversion with these letters in front.
fn integer(size: &[u8], pointer_bits: u32) -> Option<u32> {
    match size {
        b"" | b"h" | b"hh" => Some(32),
        b"l" | b"z" | b"t" => Some(pointer_bits),
        b"ll" | b"j" => Some(64),
        _ => None,
    }
}

/// The bytes before the 0.
fn text(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// The pieces of a format for printing; `None` if a conversion is not supported.
pub fn printed(format: &[u8], pointer_bits: u32) -> Option<Vec<Piece>> {
    let mut rest = Reader(text(format));
    let mut pieces = Vec::new();
    while let Some(byte) = rest.next() {
        pieces.push(match byte == b'%' && !rest.skip(b'%') {
            true => Piece::Conversion(rest.conversion(pointer_bits)?),
            false => Piece::Byte(byte),
        });
    }
    Some(pieces)
}

/// What a conversion of a format for reading writes.
#[derive(Clone, Copy, Debug)]
pub struct Scanned {
    /// The number of bytes.
    pub bytes: u64,
    /// What their address must be a multiple of.
    pub align: u64,
    /// Whether a 0 is among them, if it succeeds.
    pub ends: bool,
}

/// The conversions of a format for reading that have an argument; `None` if one is unknown, or writes without a bound.
pub fn scanned(format: &[u8], pointer_bits: u32) -> Option<Vec<Scanned>> {
    let mut rest = Reader(text(format));
    let mut found = Vec::new();
    while let Some(byte) = rest.next() {
        if byte != b'%' || rest.skip(b'%') {
            continue;
        }
        let ignored = rest.skip(b'*');
        if rest.0.first() == Some(&b'0') {
            return None;
        }
        let width = rest.number()?;
        let bounded = width > 0 || ignored;
        let size = rest.among(b"hljzt");
        let (bytes, align, ends) = match (rest.next()?, size.as_slice()) {
            (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', b"hh") => (1, 1, false),
            (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', b"h") => (2, 2, false),
            (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', size) => {
                let bytes = u64::from(integer(size, pointer_bits)? / 8);
                (bytes, bytes, false)
            }
            (b'f' | b'e' | b'g', b"") => (4, 4, false),
            (b'f' | b'e' | b'g', b"l") => (8, 8, false),
            (b'c', b"") => (width.max(1), 1, false),
            (b's', b"") if bounded => (width + 1, 1, true),
            (b'[', b"") if bounded => {
                rest.skip(b'^');
                rest.skip(b']');
                let end = rest.0.iter().position(|byte| *byte == b']')?;
                rest.0 = &rest.0[end + 1..];
                (width + 1, 1, true)
            }
            _ => return None,
        };
        if !ignored {
            found.push(Scanned { bytes, align, ends });
        }
    }
    Some(found)
}
