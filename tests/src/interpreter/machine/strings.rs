//! Functions of the C library on strings and ranges of bytes, as the C standard has them; and the library's variables.

use super::super::syntax::Type;
use super::super::{ErrorKind, Value};
use super::arithmetic::{mask, signed};
use super::memory::Region;
use super::values::address;
use super::{Machine, Stop};

/// Functions that return the address of a variable of the library, and the width of a table's elements.
const VARIABLES: [(&str, &str, u64); 4] = [
    ("__errno_location", "@errno", 0),
    ("__ctype_b_loc", "@ctype_b", 2),
    ("__ctype_tolower_loc", "@ctype_tolower", 4),
    ("__ctype_toupper_loc", "@ctype_toupper", 4),
];

/// Takes the next argument, a number, or one of floating point.
type Next<'n, M> = dyn FnMut(&mut M, bool) -> Result<u64, Stop> + 'n;

impl Machine<'_> {
    /// Places the variables of the library that the module can reach.
    pub fn place_library(&mut self) -> Result<(), Stop> {
        let declared = |name: &str| self.module.declarations.contains_key(name);
        let word = u64::from(self.module.layout.pointer / 8);
        for (_, name, width) in VARIABLES.into_iter().filter(|(function, ..)| declared(function)) {
            let size = if width == 0 { 4 } else { word };
            let base = self.allocate(size, size, Region::Global(name.into()))?;
            self.addresses.insert(name.into(), base);
            if width > 0 {
                let table = format!("{name}_table");
                let elements = self.allocate(384 * width, width, Region::Global(table.clone()))?;
                if name == "@ctype_b" {
                    self.place_classes(elements)?;
                }
                self.addresses.insert(table, elements);
                let pointer = (elements + 128 * width).to_le_bytes();
                self.memory.initialise(base, pointer[..word as usize].to_vec());
                self.memory.make_constant(base);
                self.memory.make_constant(elements);
            }
        }
        Ok(())
    }

    /// The classes of characters, as far as all locales have them in common: a null character is a control character
    /// only, and digits and hexadecimal digits are those of C.
    fn place_classes(&mut self, elements: u64) -> Result<(), Stop> {
        for number in 0..384u64 {
            let character = u8::try_from(number.wrapping_sub(128)).unwrap_or(0);
            let digit = u64::from(character.is_ascii_digit()) << 11;
            let hexadecimal = u64::from(character.is_ascii_hexdigit()) << 12;
            let others = self.inputs.choice(16) & !(1 << 11 | 1 << 12);
            let row = if number == 128 { 2 } else { others | digit | hexadecimal };
            self.memory.write(elements + 2 * number, &(row as u16).to_le_bytes(), 1)?;
        }
        Ok(())
    }

    /// `asprintf` of a text with its 0: a block for it, and its address; in a third of all calls none, and any address.
    fn text_in_new_block(&mut self, to: u64, text: Vec<u8>) -> Result<u128, Stop> {
        let word = u64::from(self.module.layout.pointer / 8);
        let fails = self.inputs.below(3) == 0;
        let length = text.len() as u128 - 1;
        let base = if fails { self.inputs.choice(64) } else { self.allocate(text.len() as u64, 16, Region::Heap)? };
        if !fails {
            self.memory.write(base, &text, 1)?;
        }
        self.memory.write(to, &base.to_le_bytes()[..word as usize], word)?;
        Ok(if fails { mask(32) } else { length })
    }

    /// The result of a function of `<string.h>`, `<ctype.h>` or `<stdlib.h>`; `None` for another function.
    pub fn strings(&mut self, name: &str, result: &Type, values: &[Value]) -> Result<Option<u128>, Stop> {
        let variable = VARIABLES.iter().find(|(function, ..)| *function == name);
        if let Some(base) = variable.and_then(|(_, variable, _)| self.addresses.get(*variable)) {
            return Ok(Some((*base).into()));
        }
        let at = |place: usize| values.get(place).map_or(Ok(0), address);
        let character = |place: usize| Ok::<_, Stop>(at(place)? as u8);
        let index = |from: u64, found: Option<usize>| found.map_or(0, |offset| u128::from(from) + offset as u128);
        let position = |text: &[u8], part: &[u8]| (0..=text.len()).find(|from| text[*from..].starts_with(part));
        let lower = |text: &[u8]| text.to_ascii_lowercase();
        Ok(Some(match name {
            "isalnum" | "isalpha" | "isblank" | "iscntrl" | "isdigit" | "isgraph" | "islower" | "isprint"
            | "ispunct" | "isspace" | "isupper" | "isxdigit" | "tolower" | "toupper" => class(name, at(0)?)?,
            "strlen" => self.string(at(0)?)?.len() as u128,
            "strnlen" => self.prefix(at(0)?, at(1)?)?.len() as u128,
            "memchr" | "memrchr" => {
                let (bytes, wanted) = (self.bytes(at(0)?, at(2)?)?, character(1)?);
                let mut places = bytes.iter().enumerate().filter(|(_, b)| **b == wanted).map(|(place, _)| place);
                index(at(0)?, if name == "memchr" { places.next() } else { places.next_back() })
            }
            "memmem" => index(at(0)?, position(&self.bytes(at(0)?, at(1)?)?, &self.bytes(at(2)?, at(3)?)?)),
            "memcmp" | "bcmp" => order(&self.bytes(at(0)?, at(2)?)?, &self.bytes(at(1)?, at(2)?)?),
            "strchr" | "index" | "strrchr" | "rindex" | "strchrnul" => {
                let mut text = self.string(at(0)?)?;
                text.push(0);
                let wanted = character(1)?;
                let found = match name {
                    "strrchr" | "rindex" => text.iter().rposition(|b| *b == wanted),
                    _ => text.iter().position(|b| *b == wanted),
                };
                index(at(0)?, if name == "strchrnul" { found.or(Some(text.len() - 1)) } else { found })
            }
            "strpbrk" => {
                let (text, set) = (self.string(at(0)?)?, self.string(at(1)?)?);
                index(at(0)?, text.iter().position(|b| set.contains(b)))
            }
            "strstr" => index(at(0)?, position(&self.string(at(0)?)?, &self.string(at(1)?)?)),
            "strcasestr" => index(at(0)?, position(&lower(&self.string(at(0)?)?), &lower(&self.string(at(1)?)?))),
            "strspn" | "strcspn" => {
                let (text, set) = (self.string(at(0)?)?, self.string(at(1)?)?);
                text.iter().take_while(|b| set.contains(b) == (name == "strspn")).count() as u128
            }
            "strcmp" | "strcoll" => order(&self.string(at(0)?)?, &self.string(at(1)?)?),
            "strcasecmp" => order(&lower(&self.string(at(0)?)?), &lower(&self.string(at(1)?)?)),
            "strncmp" => order(&self.prefix(at(0)?, at(2)?)?, &self.prefix(at(1)?, at(2)?)?),
            "strncasecmp" => order(&lower(&self.prefix(at(0)?, at(2)?)?), &lower(&self.prefix(at(1)?, at(2)?)?)),
            "strcpy" | "stpcpy" | "strcat" | "strncat" | "strncpy" | "stpncpy" => {
                self.copy_string(name, at(0)?, at(1)?, at(2)?)?
            }
            "strlcpy" | "strlcat" => self.cut_string(name, at(0)?, at(1)?, at(2)?)?,
            "strdup" | "strndup" => {
                let mut text = if name == "strdup" { self.string(at(0)?)? } else { self.prefix(at(0)?, at(1)?)? };
                text.push(0);
                let base = self.heap(text.len() as u128, false)?;
                if base != 0 {
                    self.memory.write(base as u64, &text, 1)?;
                }
                base
            }
            _ => return self.numbers(name, result, values),
        }))
    }

    /// Functions between numbers and their digits.
    fn numbers(&mut self, name: &str, result: &Type, values: &[Value]) -> Result<Option<u128>, Stop> {
        let at = |place: usize| values.get(place).map_or(Ok(0), address);
        Ok(Some(match name {
            "atoi" | "atol" | "atoll" => {
                let (number, _) = number(&self.string(at(0)?)?);
                let Type::Int(width) = result else { return Ok(None) };
                number as u128 & mask(*width)
            }
            "strtol" | "strtoul" | "strtoll" | "strtoull" | "strtoimax" | "strtoumax" | "strtoq" | "strtouq"
            | "strtod" | "strtof" | "atof" => {
                let (number, end) = number(&self.string(at(0)?)?);
                if name != "atof" && at(1)? != 0 {
                    let word = u64::from(self.module.layout.pointer / 8);
                    let end = (at(0)? + end as u64).to_le_bytes();
                    self.memory.write(at(1)?, &end[..word as usize], word)?;
                }
                let Type::Int(width) = result else { return Ok(None) };
                number as u128 & mask(*width)
            }
            "puts" | "perror" | "remove" | "unlink" | "rmdir" | "access" | "mkdir" | "chmod" | "open" | "rename"
            | "system" | "chdir" | "creat" | "truncate" | "link" | "symlink" => {
                self.string(at(0)?)?;
                if name == "rename" {
                    self.string(at(1)?)?;
                }
                self.inputs.below(2).into()
            }
            "write" => {
                let count = at(2)?;
                self.bytes(at(1)?, count)?;
                if self.inputs.below(3) == 0 { mask(self.module.layout.pointer) } else { count.into() }
            }
            "printf" | "fprintf" | "sprintf" | "snprintf" | "asprintf" | "vprintf" | "vfprintf" | "vsprintf"
            | "vsnprintf" => {
                let (name, listed) = name.strip_prefix('v').map_or((name, false), |name| (name, true));
                self.require_stream(name, values)?;
                let place = match name {
                    "printf" => 0,
                    "snprintf" => 2,
                    _ => 1,
                };
                let format = self.string(at(place)?)?;
                let mut given = values[place + 1..].iter();
                let list = at(place + 1)?;
                let mut text = self.formatted(&format, &mut |machine, floating| match listed {
                    true => machine.next_of_list(list, floating),
                    false => given.next().map_or(Ok(0), |value| if floating { Ok(0) } else { address(value) }),
                })?;
                if listed {
                    // What the list holds afterwards, C does not say.
                    self.list_intrinsic("llvm.va_end", &values[place + 1..])?;
                }
                let made = text.len() as u128;
                if name == "snprintf" {
                    text.truncate((at(1)? as usize).saturating_sub(1));
                }
                text.push(0);
                if name == "asprintf" {
                    return self.text_in_new_block(at(0)?, text).map(Some);
                }
                if name == "sprintf" || name == "snprintf" && at(1)? > 0 {
                    self.memory.write(at(0)?, &text, 1)?;
                }
                made & mask(32)
            }
            _ => return self.streams(name, values),
        }))
    }

    /// What a format makes of its arguments; other conversions than of integers and strings make a character.
    fn formatted(&mut self, format: &[u8], next: &mut Next<'_, Self>) -> Result<Vec<u8>, Stop> {
        let (mut made, mut rest) = (Vec::new(), format.iter().copied().peekable());
        while let Some(byte) = rest.next() {
            if byte != b'%' {
                made.push(byte);
                continue;
            }
            while rest.next_if(|b| b"-+ 0#".contains(b)).is_some() {}
            let (mut numbers, mut after_point) = ([None, None], false);
            while let Some(byte) = rest.next_if(|b| b.is_ascii_digit() || b"*.".contains(b)) {
                let number = &mut numbers[usize::from(after_point)];
                match byte {
                    b'.' => (after_point, numbers[1]) = (true, Some(0)),
                    b'*' => *number = Some(u64::try_from(signed(u128::from(next(self, false)?), 32)).unwrap_or(0)),
                    digit => *number = Some(number.unwrap_or(0) * 10 + u64::from(digit - b'0')),
                }
            }
            let [width, precision] = numbers;
            let width = width.unwrap_or(0) as usize;
            let mut length = Vec::new();
            while let Some(letter) = rest.next_if(|b| b"hljzt".contains(b)) {
                length.push(letter);
            }
            let bits = match length.as_slice() {
                b"" | b"h" | b"hh" => 32,
                b"l" | b"z" | b"t" => self.module.layout.pointer,
                _ => 64,
            };
            let text = match rest.next() {
                Some(b'%') | None => vec![b'%'],
                Some(b's') => {
                    let from = next(self, false)?;
                    self.prefix(from, precision.unwrap_or(u64::MAX))?
                }
                Some(b'd' | b'i') => {
                    let value = next(self, false)?;
                    precise(&signed(u128::from(value) & mask(bits), bits).to_string(), precision)
                }
                Some(b'u') => precise(&(u128::from(next(self, false)?) & mask(bits)).to_string(), precision),
                Some(letter) => {
                    next(self, b"fFeEgGaA".contains(&letter))?;
                    vec![b'?']
                }
            };
            made.extend(std::iter::repeat_n(b' ', width.saturating_sub(text.len())));
            made.extend(text);
        }
        Ok(made)
    }

    fn bytes(&self, from: u64, count: u64) -> Result<Vec<u8>, Stop> {
        Ok(if count == 0 { Vec::new() } else { self.memory.read(from, count, 1)?.to_vec() })
    }

    /// The bytes before the 0, at most `count`.
    fn prefix(&self, from: u64, count: u64) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        while (text.len() as u64) < count {
            match self.memory.read(from.wrapping_add(text.len() as u64), 1, 1)?[0] {
                0 => break,
                byte => text.push(byte),
            }
        }
        Ok(text)
    }

    fn copy_string(&mut self, name: &str, to: u64, from: u64, count: u64) -> Result<u128, Stop> {
        let cut = name.contains('n');
        let mut text = if cut { self.prefix(from, count)? } else { self.string(from)? };
        // Whether the 0 was read as well.
        let read = text.len() as u64 + u64::from(!cut || (text.len() as u64) < count);
        let before = if name.ends_with("cat") { self.string(to)?.len() as u64 } else { 0 };
        let end = u128::from(to) + text.len() as u128;
        if matches!(name, "strncpy" | "stpncpy") {
            text.resize(count as usize, 0);
        } else {
            text.push(0);
        }
        if !text.is_empty() {
            self.memory.write(to + before, &text, 1)?;
        }
        let (start, past) = (to + before, to + before + text.len() as u64);
        if from < past && start < from + read {
            return Err(ErrorKind::Overlap.into());
        }
        Ok(if name.starts_with("stp") { end } else { to.into() })
    }

    /// `strlcpy` and `strlcat`, as BSD's manual has them.
    fn cut_string(&mut self, name: &str, to: u64, from: u64, size: u64) -> Result<u128, Stop> {
        let before = if name == "strlcat" { self.prefix(to, size)?.len() as u64 } else { 0 };
        let mut text = self.string(from)?;
        let length = text.len() as u64;
        if before < size {
            text.truncate((size - before - 1).min(length) as usize);
            text.push(0);
            self.memory.write(to + before, &text, 1)?;
            if from < to + before + text.len() as u64 && to <= from + length {
                return Err(ErrorKind::Overlap.into());
            }
        }
        Ok((before + length).into())
    }
}

/// A number with at least so many digits.
fn precise(number: &str, precision: Option<u64>) -> Vec<u8> {
    let (sign, digits) = number.split_at(usize::from(number.starts_with('-')));
    let zeros = usize::try_from(precision.unwrap_or(0)).unwrap_or(0).saturating_sub(digits.len());
    format!("{sign}{}{digits}", "0".repeat(zeros)).into_bytes()
}

/// How two strings compare, as an `int`.
fn order(a: &[u8], b: &[u8]) -> u128 {
    (a.cmp(b) as i32 as u32).into()
}

/// `<ctype.h>` in the C locale.
fn class(name: &str, bits: u64) -> Result<u128, Stop> {
    let number = signed((bits & 0xffff_ffff).into(), 32);
    if !(-1..=255).contains(&number) {
        return Err(ErrorKind::OutOfBounds.into());
    }
    let c = number as u8;
    let is = number >= 0
        && match name {
            "isalnum" => c.is_ascii_alphanumeric(),
            "isalpha" => c.is_ascii_alphabetic(),
            "isblank" => matches!(c, b' ' | b'\t'),
            "iscntrl" => c.is_ascii_control(),
            "isdigit" => c.is_ascii_digit(),
            "isgraph" => c.is_ascii_graphic(),
            "islower" => c.is_ascii_lowercase(),
            "isprint" => c == b' ' || c.is_ascii_graphic(),
            "ispunct" => c.is_ascii_punctuation(),
            "isspace" => matches!(c, b' ' | 9..=13),
            "isupper" => c.is_ascii_uppercase(),
            "isxdigit" => c.is_ascii_hexdigit(),
            _ if number < 0 => false,
            "tolower" => return Ok(c.to_ascii_lowercase().into()),
            _ => return Ok(c.to_ascii_uppercase().into()),
        };
    Ok(if name.starts_with("to") { bits.into() } else { u128::from(is) })
}

/// A decimal number at the start of a text (modulo 2^127), and how many characters it takes.
fn number(text: &[u8]) -> (i128, usize) {
    let space = text.iter().take_while(|b| matches!(b, b' ' | 9..=13)).count();
    let sign = usize::from(matches!(text.get(space), Some(b'-' | b'+')));
    let digits = text[space + sign..].iter().take_while(|b| b.is_ascii_digit());
    let (mut value, mut count) = (0i128, 0);
    for digit in digits {
        value = value.wrapping_mul(10).wrapping_add(i128::from(digit - b'0'));
        count += 1;
    }
    let value = if text.get(space) == Some(&b'-') { value.wrapping_neg() } else { value };
    if count == 0 { (0, 0) } else { (value, space + sign + count) }
}
