//! Functions of the C library between numbers and texts: `strtol` and kin, `atoi` and kin, `sprintf` and `snprintf`.

use super::execute::Arguments;
use super::fault::Access;
use super::inputs::{mask, signed};
use super::machine::{Machine, Stop, Value};
use crate::program::Type;

/// The width of a conversion, at most.
const WIDEST: usize = 1 << 12;

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
        let (mut all, mut place) = (Vec::new(), format);
        let mut rest = given.iter().copied().peekable();
        while let Some(byte) = rest.next() {
            if byte != b'%' {
                all.push(byte);
                continue;
            }
            let digits: Vec<u8> = std::iter::from_fn(|| rest.next_if(u8::is_ascii_digit)).collect();
            let longs = std::iter::from_fn(|| rest.next_if(|byte| *byte == b'l')).count();
            let letter = rest.next().unwrap_or(0);
            if (letter, longs, digits.len()) == (b'%', 0, 0) {
                all.push(b'%');
                continue;
            }
            place += 1;
            let shown = match (letter, arguments.get(place).map(|(ty, _)| *ty)) {
                (b's', Some(Type::Pointer)) if longs == 0 => {
                    let text = self.text(known(place)?)?;
                    sources.push((known(place)?, text.len() as u64 + 1));
                    text
                }
                (b'c', Some(Type::Int(32))) if longs == 0 => vec![known(place)?.to_le_bytes()[0]],
                (b'd' | b'i' | b'u' | b'x', Some(Type::Int(width))) if width == self.printed(longs) => match letter {
                    b'u' => known(place)?.to_string().into_bytes(),
                    b'x' => format!("{:x}", known(place)?).into_bytes(),
                    _ => signed(known(place)?, width).to_string().into_bytes(),
                },
                _ => return Err(Stop::undecided("a conversion of a format that is not followed")),
            };
            padded(&mut all, letter, &digits, &shown)?;
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

    /// The width of an integer that a conversion with so many `l` takes.
    fn printed(&self, longs: usize) -> u32 {
        match longs {
            0 => 32,
            1 => self.rules.pointer_bits,
            2 => 64,
            _ => 0,
        }
    }

    /// The bytes of a string before its end.
    pub(super) fn text(&mut self, address: u64) -> Result<Vec<u8>, Stop<'p>> {
        let length = self.length(address, u64::MAX)?;
        (0..length).map(|offset| self.byte(address, offset)).collect()
    }
}

/// Adds a text, padded on its left to the width of its conversion: by zeros behind the sign if the width begins with 0.
fn padded<'p>(all: &mut Vec<u8>, letter: u8, digits: &[u8], shown: &[u8]) -> Result<(), Stop<'p>> {
    let zeros = digits.first() == Some(&b'0');
    let wanted = digits.iter().fold(0usize, |sum, digit| sum.saturating_mul(10).saturating_add((digit - b'0').into()));
    if zeros && matches!(letter, b's' | b'c') || wanted > WIDEST {
        return Err(Stop::undecided("a width of a conversion that is not followed"));
    }
    let (sign, rest) = shown.split_at(usize::from(zeros && shown.first() == Some(&b'-')));
    all.extend(sign);
    all.extend(std::iter::repeat_n(if zeros { b'0' } else { b' ' }, wanted.saturating_sub(shown.len())));
    all.extend(rest);
    Ok(())
}
