//! Functions that read input and write output. Input is random, and ends or is wrong in a third of all calls.

use super::super::{ErrorKind, Value};
use super::arithmetic::mask;
use super::memory::Region;
use super::values::address;
use super::{Machine, Stop};

/// The most bytes of a word that a format without a width reads here.
const LONG_WORD: u64 = 64;

/// The place of the stream among the arguments of a function.
fn place_of_stream(name: &str) -> Option<usize> {
    Some(match name.trim_end_matches("_unlocked") {
        "fgetc" | "getc" | "feof" | "ferror" | "fileno" | "setvbuf" | "setbuf" | "clearerr" | "rewind" | "fseek" => 0,
        "ftell" | "fclose" | "fprintf" | "fscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" => 0,
        "ungetc" | "fputc" | "putc" | "fputs" => 1,
        "fgets" | "getline" => 2,
        "fread" | "fwrite" | "getdelim" => 3,
        _ => return None,
    })
}

impl Machine<'_> {
    /// The argument that must be an open stream is one.
    pub(super) fn require_stream(&self, name: &str, values: &[Value]) -> Result<(), Stop> {
        let Some(place) = place_of_stream(name) else { return Ok(()) };
        let given = values.get(place).map_or(Ok(0), address)?;
        let word = u64::from(self.module.layout.pointer / 8);
        let own = ["stdin", "stdout", "stderr"].iter().any(|variable| {
            let held = self.addresses.get(*variable).and_then(|at| self.memory.read(*at, word, 1).ok());
            held.is_some_and(|bytes| bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)) == given)
        });
        if self.memory.is_stream(given) || own && name != "fclose" { Ok(()) } else { Err(ErrorKind::BadStream.into()) }
    }

    /// A stream that cannot be accessed, or null.
    fn open(&mut self, texts: &[u64]) -> Result<u128, Stop> {
        for text in texts {
            self.string(*text)?;
        }
        if self.inputs.below(3) == 0 {
            return Ok(0);
        }
        let base = self.allocate(1, 16, Region::Stream)?;
        self.memory.set_alive(base, false, self.inputs);
        Ok(base.into())
    }

    /// Reads a line into a buffer that may grow: half of the time it is a new one.
    fn get_line(&mut self, pointer: u64, count: u64) -> Result<u128, Stop> {
        let word = self.module.layout.pointer / 8;
        let read = |machine: &Self, at: u64| -> Result<u64, Stop> {
            let bytes = machine.memory.read(at, word.into(), word.into())?;
            Ok(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
        };
        let (old, room) = (read(self, pointer)?, read(self, count)?);
        self.memory.write(pointer, &old.to_le_bytes()[..word as usize], 1)?;
        self.memory.write(count, &room.to_le_bytes()[..word as usize], 1)?;
        if old != 0 {
            if !self.memory.is_heap(old) {
                return Err(ErrorKind::BadFree.into());
            }
            self.memory.read(old, room, 1)?;
        }
        let fails = self.inputs.below(3) == 0;
        if fails && self.inputs.below(2) == 0 {
            return Ok(mask(self.module.layout.pointer));
        }
        let mut line = self.some_bytes(40);
        line.push(b'x');
        line.push(0);
        let mut buffer = old;
        if old == 0 || room < line.len() as u64 || self.inputs.below(2) == 0 {
            let size = line.len() as u64 + self.inputs.below(30);
            self.memory.remove(old);
            buffer = self.allocate(size, 16, Region::Heap)?;
            self.memory.write(pointer, &buffer.to_le_bytes()[..word as usize], 1)?;
            self.memory.write(count, &size.to_le_bytes()[..word as usize], 1)?;
        }
        if fails {
            return Ok(mask(self.module.layout.pointer));
        }
        self.memory.write(buffer, &line, 1)?;
        Ok(line.len() as u128 - 1)
    }

    /// A text of the library's, in the place of the one that the function returned before.
    pub(super) fn result_text(&mut self, name: &str, may_be_null: bool) -> Result<u128, Stop> {
        if let Some(old) = self.memory.result_of(name) {
            self.memory.remove(old);
        }
        if may_be_null && self.inputs.below(3) == 0 {
            return Ok(0);
        }
        let mut text = self.some_bytes(20);
        text.push(0);
        let base = self.allocate(text.len() as u64, 1, Region::Library(name.into()))?;
        self.memory.initialise(base, text);
        self.memory.make_constant(base);
        Ok(base.into())
    }

    /// The result of a function of streams; `None` if it is another function.
    pub(super) fn streams(&mut self, name: &str, values: &[Value]) -> Result<Option<u128>, Stop> {
        let at = |place: usize| values.get(place).map_or(Ok(0), address);
        let fails = self.inputs.below(3) == 0;
        let end = mask(32);
        self.require_stream(name, values)?;
        let name = name.trim_end_matches("_unlocked");
        if name == "fflush" && at(0)? != 0 {
            self.require_stream("feof", values)?;
        }
        Ok(Some(match name {
            "fopen" | "fopen64" => self.open(&[at(0)?, at(1)?])?,
            "fdopen" => self.open(&[at(1)?])?,
            "tmpfile" => self.open(&[])?,
            "fclose" => {
                self.memory.remove(at(0)?);
                if fails { end } else { 0 }
            }
            "getline" | "getdelim" => self.get_line(at(0)?, at(1)?)?,
            "getenv" => {
                self.string(at(0)?)?;
                self.result_text(name, true)?
            }
            "strerror" => self.result_text(name, false)?,
            "strsignal" => self.result_text(name, true)?,
            "fseek" | "ftell" if fails => mask(if name == "ftell" { self.module.layout.pointer } else { 32 }),
            "fseek" => 0,
            "ftell" => self.inputs.choice(31).into(),
            "setbuf" => 0,
            "fgetc" | "getc" if fails => end,
            "fgetc" | "getc" => self.inputs.below(256).into(),
            "ungetc" if fails => end,
            "fputc" | "putc" | "ungetc" => (at(0)? & 0xff).into(),
            "feof" | "ferror" | "fileno" | "setvbuf" | "clearerr" | "rewind" => self.inputs.below(3).into(),
            "fflush" if fails => end,
            "fflush" => 0,
            "fread" => {
                let (size, count) = (at(1)?, at(2)?);
                let bytes = self.some_bytes(size.saturating_mul(count));
                self.memory.write(at(0)?, &bytes, 1)?;
                (bytes.len() as u128).checked_div(size.into()).unwrap_or(0)
            }
            "fwrite" => {
                let (size, count) = (at(1)?, at(2)?);
                self.memory.read(at(0)?, size.saturating_mul(count), 1)?;
                if fails { 0 } else { count.into() }
            }
            "fputs" => {
                self.string(at(0)?)?;
                1
            }
            "fgets" | "getcwd" => {
                let most = if name == "fgets" { (at(1)? & 0x7fff_ffff).max(1) } else { at(1)? };
                if most == 0 {
                    return Ok(Some(0));
                }
                let mut line = self.some_bytes(most - 1);
                line.push(0);
                if fails {
                    line.fill(b'x');
                }
                self.memory.write(at(0)?, &line, 1)?;
                if fails { 0 } else { at(0)?.into() }
            }
            "read" if fails => mask(self.module.layout.pointer),
            "read" => {
                let bytes = self.some_bytes(at(2)?);
                self.memory.write(at(1)?, &bytes, 1)?;
                bytes.len() as u128
            }
            "fscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" => self.scanned(at(1)?, &values[2..])?,
            "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => self.scanned(at(0)?, &values[1..])?,
            "sscanf" | "__isoc99_sscanf" | "__isoc23_sscanf" => {
                self.string(at(0)?)?;
                self.scanned(at(1)?, &values[2..])?
            }
            _ => return self.tokens(name, values),
        }))
    }

    /// At most so many bytes, half of the time all.
    fn some_bytes(&mut self, most: u64) -> Vec<u8> {
        let most = most.min(1 << 16);
        let count = if self.inputs.below(2) == 0 { most } else { self.inputs.below(most + 1) };
        (0..count).map(|_| self.inputs.byte()).collect()
    }

    /// Makes the conversions of a format, as many as the input has words for.
    fn scanned(&mut self, format: u64, targets: &[Value]) -> Result<u128, Stop> {
        let format = self.string(format)?;
        let (mut done, mut targets) = (0, targets.iter());
        let mut parts = format.split(|byte| *byte == b'%');
        parts.next();
        while let Some(part) = parts.next() {
            if part.is_empty() {
                parts.next();
                continue;
            }
            let ignored = part[0] == b'*';
            let digits: Vec<u8> = part.iter().copied().skip(ignored.into()).take_while(u8::is_ascii_digit).collect();
            let width: Option<u64> = String::from_utf8_lossy(&digits).parse().ok();
            let rest = &part[digits.len() + usize::from(ignored)..];
            let letters: Vec<u8> = rest.iter().copied().take_while(|b| b"hljzt".contains(b)).collect();
            if self.inputs.below(4) == 0 {
                break;
            }
            if ignored {
                continue;
            }
            let target = targets.next().map_or(Ok(0), address)?;
            let (bytes, align) = match (rest.get(letters.len()), letters.as_slice()) {
                (Some(b's' | b'['), _) => {
                    let mut word = self.some_bytes(width.unwrap_or(LONG_WORD));
                    word.iter_mut().for_each(|byte| *byte = b'a' + *byte % 26);
                    word.push(0);
                    (word, 1)
                }
                (Some(b'c'), _) => ((0..width.unwrap_or(1)).map(|_| self.inputs.byte()).collect(), 1),
                (_, b"hh") => (vec![self.inputs.byte()], 1),
                (letter, letters) => {
                    let word = self.module.layout.pointer / 8;
                    let size = match letters {
                        b"h" => 2,
                        b"ll" | b"j" => 8,
                        b"z" | b"t" => word,
                        b"l" if letter == Some(&b'f') => 8,
                        b"l" => word,
                        _ => 4,
                    };
                    (self.inputs.choice(64).to_le_bytes()[..size as usize].to_vec(), u64::from(size))
                }
            };
            self.memory.write(target, &bytes, align)?;
            done += 1;
        }
        Ok(if done == 0 && self.inputs.below(2) == 0 { mask(32) } else { done })
    }
}
