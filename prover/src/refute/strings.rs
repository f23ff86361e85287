//! Functions of the C library on strings and ranges of bytes, byte by byte.

use super::machine::{Machine, Stop, Value};
use crate::program::{Instruction, Type};
use std::cmp::Ordering;

/// Comparisons of bytes that a search wishes to come out otherwise, at most.
const MOST_WISHES: usize = 64;

impl<'p> Machine<'_, 'p> {
    /// The result of a function of the table of `spec/rules/library.md`.
    pub(super) fn string(
        &mut self,
        i: &'p Instruction,
        name: &str,
        result: Type,
        values: &[Value],
    ) -> Result<Value, Stop<'p>> {
        let at = |place: usize| {
            let value = values.get(place).copied().flatten();
            value.ok_or_else(|| Stop::undecided(format!("an argument of '{name}' that is not known")))
        };
        let none = u64::MAX;
        Ok(Some(match name {
            "strlen" => self.length(at(0)?, none)?,
            "strnlen" => self.length(at(0)?, at(1)?)?,
            "strcmp" => self.order(at(0)?, at(1)?, none, true)?,
            "strncmp" => self.order(at(0)?, at(1)?, at(2)?, true)?,
            "memcmp" | "bcmp" => self.order(at(0)?, at(1)?, at(2)?, false)?,
            "strcpy" => {
                self.append(at(0)?, 0, at(1)?, none)?;
                at(0)?
            }
            "stpcpy" => at(0)?.wrapping_add(self.append(at(0)?, 0, at(1)?, none)?),
            "strcat" => {
                let behind = self.length(at(0)?, none)?;
                self.append(at(0)?, behind, at(1)?, none)?;
                at(0)?
            }
            "strncat" => {
                let behind = self.length(at(0)?, none)?;
                self.append(at(0)?, behind, at(1)?, at(2)?)?;
                at(0)?
            }
            "strlcpy" | "strlcat" => {
                let behind = if name == "strlcat" { self.length(at(0)?, at(2)?)? } else { 0 };
                let length = self.length(at(1)?, none)?;
                if behind < at(2)? {
                    self.append(at(0)?, behind, at(1)?, at(2)? - behind - 1)?;
                }
                behind.wrapping_add(length)
            }
            "strncpy" => {
                self.padded(at(0)?, at(1)?, at(2)?)?;
                at(0)?
            }
            "isalnum" | "isalpha" | "isblank" | "iscntrl" | "isdigit" | "isgraph" | "islower" | "isprint"
            | "ispunct" | "isspace" | "isupper" | "isxdigit" => character(at(0)?, |c| is_class(name, c).into())?,
            "tolower" => character(at(0)?, |c| c.to_ascii_lowercase().into())?,
            "toupper" => character(at(0)?, |c| c.to_ascii_uppercase().into())?,
            "atoi" | "atol" | "atoll" => return self.simple(result, at(0)?),
            "strtol" | "strtoul" | "strtoll" | "strtoull" | "strtoimax" | "strtoumax" | "strtoq" | "strtouq" => {
                self.parsed(name, result, [at(0)?, at(1)?, at(2)?])?
            }
            "strspn" | "strcspn" | "strpbrk" | "strstr" | "strcasestr" => self.found(name, at(0)?, at(1)?)?,
            "strchrnul" => self.first_or_end(at(0)?, at(1)?.to_le_bytes()[0])?,
            "memrchr" => self.last_in_range(at(0)?, at(1)?.to_le_bytes()[0], at(2)?)?,
            "memmem" => {
                let (all, wanted) = (self.whole(at(0)?, at(1)?)?, self.whole(at(2)?, at(3)?)?);
                position(&all, &wanted).map_or(0, |place| at(0).unwrap_or(0).wrapping_add(place))
            }
            "strrchr" | "rindex" => self.last(at(0)?, at(1)?.to_le_bytes()[0])?,
            "strchr" | "index" => self.character(at(0)?, at(1)?.to_le_bytes()[0])?,
            "memchr" => self.in_range(at(0)?, at(1)?.to_le_bytes()[0], at(2)?)?,
            "strdup" => {
                let length = self.length(at(0)?, none)?;
                let base = self.heap(i, u128::from(length) + 1)?;
                if base != 0 {
                    self.append(base, 0, at(0)?, none)?;
                }
                base
            }
            _ => return Err(Stop::undecided(format!("the function '{name}'"))),
        }))
    }

    /// The address of the first such byte in the string, or of its end.
    fn first_or_end(&mut self, text: u64, wanted: u8) -> Result<u64, Stop<'p>> {
        let all = self.text(text)?;
        let place = all.iter().position(|byte| *byte == wanted).unwrap_or(all.len());
        Ok(text.wrapping_add(place as u64))
    }

    /// The address of the last such byte in the range; 0 if there is none.
    fn last_in_range(&mut self, from: u64, wanted: u8, size: u64) -> Result<u64, Stop<'p>> {
        for place in (0..size).rev() {
            if self.byte(from, place)? == wanted {
                return Ok(from.wrapping_add(place));
            }
        }
        Ok(0)
    }

    /// What `strspn`, `strcspn`, `strpbrk`, `strstr` and `strcasestr` find.
    fn found(&mut self, name: &str, text: u64, set: u64) -> Result<u64, Stop<'p>> {
        let (mut all, mut wanted) = (self.text(text)?, self.text(set)?);
        if name == "strcasestr" {
            (all, wanted) = (all.to_ascii_lowercase(), wanted.to_ascii_lowercase());
        }
        for (byte, other) in
            all.iter().flat_map(|byte| wanted.iter().map(move |other| (*byte, *other))).take(MOST_WISHES)
        {
            self.watch.wish(byte.into(), other.into());
        }
        let first = |is: bool| all.iter().position(|byte| wanted.contains(byte) == is).map(|place| place as u64);
        let length = all.len() as u64;
        let at = |place: Option<u64>| place.map_or(0, |place| text.wrapping_add(place));
        Ok(match name {
            "strspn" => first(false).unwrap_or(length),
            "strcspn" => first(true).unwrap_or(length),
            "strpbrk" => at(first(true)),
            _ => at(position(&all, &wanted)),
        })
    }

    /// The bytes of a range, all of which must be there.
    fn whole(&mut self, from: u64, size: u64) -> Result<Vec<u8>, Stop<'p>> {
        if size > 0 && self.memory.holder(from, size).is_none() {
            return Err(Stop::undecided("a search in more bytes than there are"));
        }
        (0..size).map(|offset| self.byte(from, offset)).collect()
    }

    /// Number of bytes before the 0, at most `most`.
    pub(super) fn length(&mut self, text: u64, most: u64) -> Result<u64, Stop<'p>> {
        let mut length = 0;
        while length < most && self.byte(text, length)? != 0 {
            length += 1;
        }
        Ok(length)
    }

    /// The comparison's result, -1, 0 or 1, as a 32-bit number.
    fn order(&mut self, a: u64, b: u64, most: u64, text: bool) -> Result<u64, Stop<'p>> {
        for offset in 0..most {
            let (x, y) = (self.byte(a, offset)?, self.byte(b, offset)?);
            self.watch.wish(x.into(), y.into());
            self.watch.wish(y.into(), x.into());
            if x != y && !text && !(self.are_there(a, offset, most) && self.are_there(b, offset, most)) {
                return Err(Stop::undecided("a comparison of more bytes than there are, with a difference before"));
            }
            match x.cmp(&y) {
                Ordering::Less => return Ok(u64::from(u32::MAX)),
                Ordering::Greater => return Ok(1),
                Ordering::Equal if text && x == 0 => return Ok(0),
                Ordering::Equal => {}
            }
        }
        Ok(0)
    }

    /// Whether the bytes from one offset to another can be read.
    fn are_there(&mut self, address: u64, from: u64, to: u64) -> bool {
        (from..to).all(|offset| self.byte(address, offset).is_ok())
    }

    /// Copies a string, or the beginning of one, after a string that is there already, and terminates it. Returns the
    /// length.
    fn append(&mut self, to: u64, behind: u64, text: u64, most: u64) -> Result<u64, Stop<'p>> {
        let length = self.length(text, most)?;
        let target = to.wrapping_add(behind);
        if text < target.wrapping_add(length + 1) && target < text.wrapping_add(length + 1) {
            return Err(Stop::undecided("a string that is copied to where it lies"));
        }
        for offset in 0..length {
            let byte = self.byte(text, offset)?;
            self.store(target.wrapping_add(offset), 1, 1, Some(byte.into()))?;
        }
        self.store(target.wrapping_add(length), 1, 1, Some(0))?;
        Ok(length)
    }

    /// Copies a string, or the beginning of one, and fills the rest of the range with 0.
    fn padded(&mut self, to: u64, text: u64, size: u64) -> Result<(), Stop<'p>> {
        let length = self.length(text, size)?;
        if text < to.wrapping_add(size) && to < text.wrapping_add(size.min(length + 1)) {
            return Err(Stop::undecided("a string that is copied to where it lies"));
        }
        for offset in 0..size {
            let byte = if offset < length { self.byte(text, offset)? } else { 0 };
            self.store(to.wrapping_add(offset), 1, 1, Some(byte.into()))?;
        }
        Ok(())
    }

    /// The address of the first such byte in the string, its end included; 0 if there is none.
    fn character(&mut self, text: u64, wanted: u8) -> Result<u64, Stop<'p>> {
        // It is a string, also behind the character.
        self.length(text, u64::MAX)?;
        let mut offset = 0;
        loop {
            match self.byte(text, offset)? {
                byte if byte == wanted => return Ok(text.wrapping_add(offset)),
                0 => return Ok(0),
                _ => offset += 1,
            }
        }
    }

    /// The address of the last such byte in the string, its end included; 0 if there is none.
    fn last(&mut self, text: u64, wanted: u8) -> Result<u64, Stop<'p>> {
        let length = self.length(text, u64::MAX)?;
        let mut found = 0;
        for offset in 0..=length {
            if self.byte(text, offset)? == wanted {
                found = text.wrapping_add(offset);
            }
        }
        Ok(found)
    }

    /// The address of the first such byte in the range; 0 if there is none.
    fn in_range(&mut self, from: u64, wanted: u8, size: u64) -> Result<u64, Stop<'p>> {
        for offset in 0..size {
            if self.byte(from, offset)? == wanted {
                return Ok(from.wrapping_add(offset));
            }
        }
        Ok(0)
    }
}

/// Where the bytes occur first.
fn position(all: &[u8], wanted: &[u8]) -> Option<u64> {
    (0..=all.len()).find(|place| all[*place..].starts_with(wanted)).map(|place| place as u64)
}

/// The result of a function on a character (an `int` between 0 and 255, or -1) in the C locale.
fn character<'p>(bits: u64, of: impl Fn(u8) -> u32) -> Result<u64, Stop<'p>> {
    match (u8::try_from(bits), u32::try_from(bits)) {
        (Ok(byte), _) => Ok(of(byte).into()),
        // -1 belongs to no class, and is its own upper and lower case.
        (_, Ok(u32::MAX)) if of(b'a') < 2 => Ok(0),
        (_, Ok(u32::MAX)) => Ok(bits),
        _ => Err(Stop::undecided("a character out of range")),
    }
}

/// Whether the character is of the class that the function's name states.
fn is_class(function: &str, c: u8) -> bool {
    match function {
        "isalnum" => c.is_ascii_alphanumeric(),
        "isalpha" => c.is_ascii_alphabetic(),
        "isblank" => c == b' ' || c == b'\t',
        "iscntrl" => c.is_ascii_control(),
        "isdigit" => c.is_ascii_digit(),
        "isgraph" => c.is_ascii_graphic(),
        "islower" => c.is_ascii_lowercase(),
        "isprint" => c.is_ascii_graphic() || c == b' ',
        "ispunct" => c.is_ascii_punctuation(),
        "isspace" => c.is_ascii_whitespace() || c == 0x0b,
        "isupper" => c.is_ascii_uppercase(),
        _ => c.is_ascii_hexdigit(),
    }
}
