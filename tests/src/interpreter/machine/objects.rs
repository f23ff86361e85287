//! Functions of the library and of the system that read and write objects of their headers' types, on x86-64. They fail
//! in a third of all calls, and what they write is random.

use super::super::{ErrorKind, Value};
use super::arithmetic::mask;
use super::memory::Region;
use super::values::address;
use super::{Machine, Stop};

/// Bytes of `struct tm`, and where its name of the time zone lies.
const TM: u64 = 56;
const ZONE: usize = 48;

const NAMES: &str = "setenv unsetenv tzset signal time clock_getres clock_gettime nanosleep gettimeofday localtime gmtime \
    localtime_r gmtime_r mktime timegm strftime stat stat64 lstat lstat64 fstat fstat64 pipe uname times gethostname \
    readlink rand_r";

impl Machine<'_> {
    /// The result of such a function; `None` if it is another one.
    pub(super) fn objects(&mut self, name: &str, values: &[Value]) -> Result<Option<u128>, Stop> {
        if !NAMES.split(' ').any(|known| known == name) {
            return Ok(None);
        }
        let at = |place: usize| values.get(place).map_or(Ok(0), address);
        let word = u64::from(self.module.layout.pointer / 8);
        let fails = self.inputs.below(3) == 0;
        let result = if fails { mask(32) } else { 0 };
        Ok(Some(match name {
            "setenv" | "unsetenv" => self.change_environment(name, values).map(|()| result)?,
            "tzset" => 0,
            "signal" if at(1)? > 1 => return Err(Stop::unsupported("a handler of signals".into())),
            "signal" => self.inputs.below(2).into(),
            "time" | "clock_getres" | "nanosleep" => {
                let (to, size) = if name == "time" { (at(0)?, word) } else { (at(1)?, 16) };
                if name == "nanosleep" {
                    self.memory.read(at(0)?, 16, 8)?;
                }
                if to != 0 {
                    self.scramble(to, size, word)?;
                }
                if name == "time" { self.inputs.choice(self.module.layout.pointer).into() } else { result }
            }
            "clock_gettime" => self.scramble(at(1)?, 16, 8).map(|()| result)?,
            "gettimeofday" => {
                self.scramble(at(0)?, 16, 8)?;
                if at(1)? != 0 {
                    self.scramble(at(1)?, 8, 4)?;
                }
                result
            }
            "localtime" | "gmtime" => self.broken_down(at(0)?, fails)?,
            "localtime_r" | "gmtime_r" => {
                self.memory.read(at(0)?, 8, 8)?;
                self.apart((at(0)?, 8), (at(1)?, TM))?;
                self.scramble(at(1)?, TM, 8)?;
                if fails { 0 } else { at(1)?.into() }
            }
            "mktime" | "timegm" => {
                self.scramble(at(0)?, TM, 8)?;
                self.inputs.choice(64).into()
            }
            "strftime" => self.time_text(at(0)?, at(1)?, at(2)?, at(3)?)?,
            "stat" | "stat64" | "lstat" | "lstat64" => {
                let path = self.string(at(0)?)?;
                self.apart((at(0)?, path.len() as u64 + 1), (at(1)?, 144))?;
                self.scramble(at(1)?, 144, 8).map(|()| result)?
            }
            "fstat" | "fstat64" => self.scramble(at(1)?, 144, 8).map(|()| result)?,
            "pipe" => self.scramble(at(0)?, 8, 4).map(|()| result)?,
            "uname" => self.scramble(at(0)?, 390, 1).map(|()| result)?,
            "times" => {
                self.scramble(at(0)?, 32, 8)?;
                self.inputs.choice(64).into()
            }
            "gethostname" => self.scramble(at(0)?, at(1)?, 1).map(|()| result)?,
            "readlink" => {
                let path = self.string(at(0)?)?;
                self.apart((at(0)?, path.len() as u64 + 1), (at(1)?, at(2)?))?;
                self.scramble(at(1)?, at(2)?, 1)?;
                if fails { mask(64) } else { self.inputs.below(at(2)?.saturating_add(1)).into() }
            }
            "rand_r" => {
                self.scramble(at(0)?, 4, 4)?;
                (self.inputs.choice(31) & 0x7fff_ffff).into()
            }
            _ => return Ok(None),
        }))
    }

    /// What `getenv` returned is gone.
    fn change_environment(&mut self, name: &str, values: &[Value]) -> Result<(), Stop> {
        for value in values.iter().take(if name == "setenv" { 2 } else { 1 }) {
            self.string(address(value)?)?;
        }
        if let Some(old) = self.memory.result_of("getenv") {
            self.memory.remove(old);
        }
        Ok(())
    }

    /// An object of the library's, in the place of the one that was returned before.
    fn broken_down(&mut self, time: u64, fails: bool) -> Result<u128, Stop> {
        self.memory.read(time, 8, 8)?;
        if let Some(old) = self.memory.result_of("localtime") {
            self.memory.remove(old);
        }
        if fails {
            return Ok(0);
        }
        let base = self.allocate(TM, 8, Region::Library("localtime".into()))?;
        self.memory.make_constant(base);
        Ok(base.into())
    }

    /// Writes random bytes, of which there are not too many.
    fn scramble(&mut self, to: u64, size: u64, align: u64) -> Result<(), Stop> {
        self.memory.read(to, size, align)?;
        let bytes: Vec<u8> = (0..size).map(|_| self.inputs.byte()).collect();
        Ok(self.memory.write(to, &bytes, align)?)
    }

    /// What is read does not overlap what is written.
    pub fn apart(&self, read: (u64, u64), written: (u64, u64)) -> Result<(), Stop> {
        match read.0 < written.0.saturating_add(written.1) && written.0 < read.0.saturating_add(read.1) {
            true => Err(ErrorKind::Overlap.into()),
            false => Ok(()),
        }
    }

    /// `strftime`: a text that fits, and its length; or anything, and 0.
    fn time_text(&mut self, to: u64, size: u64, format: u64, time: u64) -> Result<u128, Stop> {
        let format = self.string(format)?;
        let object = self.memory.read(time, TM, 8)?.to_vec();
        if format.windows(2).any(|pair| pair == b"%Z") {
            let zone = object[ZONE..].iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
            self.string(zone)?;
        }
        self.apart((time, TM), (to, size))?;
        self.scramble(to, size, 1)?;
        if size == 0 || self.inputs.below(3) == 0 {
            return Ok(0);
        }
        let length = self.inputs.below(size.min(30));
        let mut text = vec![b'7'; length as usize];
        text.push(0);
        self.memory.write(to, &text, 1)?;
        Ok(length.into())
    }
}
