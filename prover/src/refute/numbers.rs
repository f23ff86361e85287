//! Functions of the C library between numbers and texts: `strtol` and kin, `atoi` and kin, `sprintf` and `snprintf`.

use super::execute::Arguments;
use super::fault::Access;
use super::inputs::{mask, signed};
use super::machine::{Machine, Stop, Value};
use crate::program::Type;
use crate::program::formats::{self, Conversion, Length, Piece};

/// The width of a conversion, at most.
const WIDEST: usize = 1 << 12;

/// A part of a format.
enum Part {
    /// A byte that is printed as it is.
    Byte(u8),
    /// A conversion with its width, its precision, and the place of its argument.
    Argument(Conversion, u64, Option<u64>, usize),
}

/// A number that a text begins with.
struct Read {
    value: i128,
    /// Bytes of the text that belong to it, 0 if there are no digits.
    length: u64,
}

impl<'p> Machine<'_, 'p> {
    /// The number that a text begins with, at a base of 2 to 36, or 0 for that which the prefix says.
    fn number(&mut self, text: u64, base: u64) -> Result<Read, Stop<'p>> {
        let mut at = 0;
        while matches!(self.byte(text, at)?, b' ' | 9..=13) {
            at += 1;
        }
        let sign = self.byte(text, at)?;
        at += u64::from(matches!(sign, b'+' | b'-'));
        let (mut base, mut length, mut value) = (base, 0, 0i128);
        if self.byte(text, at)? == b'0' {
            match self.byte(text, at + 1)? {
                b'x' | b'X' if matches!(base, 0 | 16) => {
                    length = at + 1;
                    if self.byte(text, at + 2)?.is_ascii_hexdigit() {
                        (at, base) = (at + 2, 16);
                    }
                }
                b'b' | b'B' if matches!(base, 0 | 2) => return Err(Stop::undecided("a binary number")),
                _ => {}
            }
            base = if base == 0 { 8 } else { base };
        }
        base = if base == 0 { 10 } else { base };
        while let Some(digit) = char::from(self.byte(text, at)?).to_digit(36).filter(|digit| u64::from(*digit) < base) {
            value = value.saturating_mul(base.into()).saturating_add(digit.into());
            at += 1;
            length = at;
        }
        Ok(Read { value: if sign == b'-' { -value } else { value }, length })
    }

    /// `strtol` and kin.
    pub(super) fn parsed(&mut self, name: &str, result: Type, at: [u64; 3]) -> Result<u64, Stop<'p>> {
        let [text, end, base] = at;
        let Type::Int(width) = result else { return Err(Stop::undecided("a number of another type")) };
        if !matches!(base, 0 | 2..=36) {
            return Err(Stop::undecided("a base of digits that there is not"));
        }
        let Read { value, length } = self.number(text, base)?;
        let bits = u64::try_from(value & i128::from(u64::MAX)).unwrap_or(0) & mask(width);
        let fits = match name.contains('u') {
            true => value.unsigned_abs() <= u128::from(mask(width)),
            false => value == i128::from(signed(bits, width)),
        };
        if !fits {
            return Err(Stop::undecided(format!("'{name}' of a number that does not fit")));
        }
        if end != 0 {
            let pointer = self.rules.pointer_bits;
            self.store(end, u64::from(pointer / 8), 1, Some(text.wrapping_add(length) & mask(pointer)))?;
        }
        Ok(bits)
    }

    /// `atoi` and kin; a number that does not fit is not known.
    pub(super) fn simple(&mut self, result: Type, text: u64) -> Result<Value, Stop<'p>> {
        self.length(text, u64::MAX)?;
        let Read { value, .. } = self.number(text, 10)?;
        let Type::Int(width) = result else { return Ok(None) };
        let bits = u64::try_from(value & i128::from(u64::MAX)).unwrap_or(0) & mask(width);
        Ok((value == i128::from(signed(bits, width))).then_some(bits))
    }

    /// `sprintf`, or `snprintf`, whose second argument is the size.
    pub(super) fn print_to(
        &mut self,
        bounded: bool,
        arguments: Arguments<'p>,
        values: &[Value],
    ) -> Result<u64, Stop<'p>> {
        let known = |place: usize| {
            let value = values.get(place).copied().flatten();
            value.ok_or_else(|| Stop::undecided("an argument that is printed and not known"))
        };
        let format = if bounded { 2 } else { 1 };
        let most = if bounded { known(1)? } else { u64::MAX };
        if bounded && most > mask(31) {
            return Err(Stop::undecided("snprintf with a size above INT_MAX"));
        }
        let given = self.text(known(format)?)?;
        let mut sources = vec![(known(format)?, given.len() as u64 + 1)];
        let mut all = Vec::new();
        for part in self.parts(&given, format + 1, arguments, values)? {
            let (conversion, width, precision, place) = match part {
                Part::Byte(byte) => {
                    all.push(byte);
                    continue;
                }
                Part::Argument(conversion, width, precision, place) => (conversion, width, precision, place),
            };
            let shown = match conversion.letter {
                b's' => {
                    let text = self.prefix(known(place)?, precision.unwrap_or(u64::MAX))?;
                    sources.push((known(place)?, text.len() as u64 + 1));
                    text
                }
                _ => shown(&conversion, precision, known(place)?)?,
            };
            padded(&mut all, &conversion, width, &shown)?;
        }
        let length = all.len() as u64;
        if most > 0 {
            all.truncate(usize::try_from(most - 1).unwrap_or(usize::MAX));
            all.push(0);
            let (target, written) = (known(0)?, all.len() as u64);
            let apart = |(source, read): &(u64, u64)| {
                target.checked_sub(*source).is_some_and(|d| d >= *read)
                    || source.checked_sub(target).is_some_and(|d| d >= written)
            };
            if !sources.iter().all(apart) {
                return Err(Stop::undecided("a text that is printed to where it lies"));
            }
            // Nothing is written, if there is no room for all of it.
            self.memory.find(Access { address: target, size: written, align: 1, store: true })?;
            for (offset, byte) in (0..).zip(&all) {
                self.store(target.wrapping_add(offset), 1, 1, Some((*byte).into()))?;
            }
        }
        Ok(length)
    }

    /// `printf`: the texts that it reads.
    pub(super) fn print(&mut self, arguments: Arguments<'p>, values: &[Value]) -> Result<(), Stop<'p>> {
        let known = |place: usize| {
            let value = values.get(place).copied().flatten();
            value.ok_or_else(|| Stop::undecided("an address that is not known"))
        };
        let given = self.text(known(0)?)?;
        for part in self.parts(&given, 1, arguments, values)? {
            if let Part::Argument(Conversion { letter: b's', .. }, _, precision, place) = part {
                self.prefix(known(place)?, precision.unwrap_or(u64::MAX))?;
            }
        }
        Ok(())
    }

    /// The parts of a format. `place`: its first argument.
    fn parts(
        &self,
        given: &[u8],
        mut place: usize,
        arguments: Arguments<'p>,
        values: &[Value],
    ) -> Result<Vec<Part>, Stop<'p>> {
        let pieces = formats::printed(given, self.rules.pointer_bits);
        let pieces = pieces.ok_or_else(|| Stop::undecided("a conversion of a format that has no contract"))?;
        let mut parts = Vec::new();
        for piece in pieces {
            let conversion = match piece {
                Piece::Byte(byte) => {
                    parts.push(Part::Byte(byte));
                    continue;
                }
                Piece::Conversion(conversion) => conversion,
            };
            let mut length = |length: Length| match length {
                Length::Number(number) => Ok(number),
                Length::Argument => {
                    let value = values.get(place).copied().flatten().map(|bits| signed(bits, 32));
                    place += 1;
                    let value = value.and_then(|value| u64::try_from(value).ok());
                    value.ok_or_else(|| Stop::undecided("a width or precision that is not known, or below 0"))
                }
            };
            let width = length(conversion.width)?;
            let precision = conversion.precision.map(length).transpose()?;
            if arguments.get(place).map(|(ty, _)| *ty) != Some(conversion.ty) {
                return Err(Stop::undecided("a conversion of a format that does not fit its argument"));
            }
            parts.push(Part::Argument(conversion, width, precision, place));
            place += 1;
        }
        Ok(parts)
    }

    /// The bytes of a string before its end.
    pub(super) fn text(&mut self, address: u64) -> Result<Vec<u8>, Stop<'p>> {
        self.prefix(address, u64::MAX)
    }

    /// The bytes of a string before its end, at most so many.
    fn prefix(&mut self, address: u64, most: u64) -> Result<Vec<u8>, Stop<'p>> {
        let length = self.length(address, most)?;
        (0..length).map(|offset| self.byte(address, offset)).collect()
    }
}

/// What a conversion of a number shows, without padding.
fn shown<'p>(conversion: &Conversion, precision: Option<u64>, bits: u64) -> Result<Vec<u8>, Stop<'p>> {
    let other = || Stop::undecided("a conversion of a format that is not followed");
    let Type::Int(width) = conversion.ty else { return Err(other()) };
    if precision.is_some()
        || conversion.bits < width && conversion.bits > 0
        || conversion.flags.iter().any(|flag| b"+ #".contains(flag))
    {
        return Err(other());
    }
    Ok(match conversion.letter {
        b'c' => vec![bits.to_le_bytes()[0]],
        b'u' => bits.to_string().into_bytes(),
        b'x' => format!("{bits:x}").into_bytes(),
        b'X' => format!("{bits:X}").into_bytes(),
        b'o' => format!("{bits:o}").into_bytes(),
        _ => signed(bits, width).to_string().into_bytes(),
    })
}

/// Adds a text, padded to a width: by zeros behind the sign, or by blanks on one side.
fn padded<'p>(all: &mut Vec<u8>, conversion: &Conversion, width: u64, shown: &[u8]) -> Result<(), Stop<'p>> {
    let has = |flag: u8| conversion.flags.contains(&flag);
    let (left, zeros) = (has(b'-'), has(b'0') && !has(b'-'));
    let wanted = usize::try_from(width).ok().filter(|wanted| *wanted <= WIDEST);
    let wanted = wanted.ok_or_else(|| Stop::undecided("a width of a conversion that is not followed"))?;
    let missing = wanted.saturating_sub(shown.len());
    let (sign, rest) = shown.split_at(usize::from(zeros && shown.first() == Some(&b'-')));
    all.extend(sign);
    all.extend(std::iter::repeat_n(if zeros { b'0' } else { b' ' }, if left { 0 } else { missing }));
    all.extend(rest);
    all.extend(std::iter::repeat_n(b' ', if left { missing } else { 0 }));
    Ok(())
}
