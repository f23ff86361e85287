//! Functions that split a string into tokens, as libraries have them: some take a saved null pointer for a string without
//! further tokens, and some do not.

use super::super::{ErrorKind, Value};
use super::memory::Region;
use super::values::address;
use super::{Machine, Stop};

impl Machine<'_> {
    /// The result of such a function; `None` if it is another function.
    pub(super) fn tokens(&mut self, name: &str, values: &[Value]) -> Result<Option<u128>, Stop> {
        let at = |place: usize| values.get(place).map_or(Ok(0), address);
        let (first, place) = match name {
            "strsep" => (0, at(0)?),
            // Before the first call it leads nowhere.
            "strtok" => (at(0)?, self.kept_by("strtok", 1)?),
            "strtok_r" | "__strtok_r" => (at(0)?, at(2)?),
            _ => return Ok(None),
        };
        let takes_null = self.inputs.below(2);
        let takes_null = match name {
            "strtok" => takes_null == 1,
            "strsep" => true,
            _ => {
                let kept = self.kept_by("strtok_r", takes_null)?;
                self.word(kept)? == 1
            }
        };
        let separators = self.string(at(1)?)?;
        let saved = self.word(place)?;
        let start = if first == 0 { saved } else { first };
        if start == 0 {
            // What `strtok` keeps is null only if it takes null itself.
            let known = takes_null || name == "strtok";
            return if known { Ok(Some(0)) } else { Err(ErrorKind::OutOfBounds.into()) };
        }
        let text = self.string(start)?;
        let length = text.len() as u64;
        self.apart((start, length + 1), (at(1)?, separators.len() as u64 + 1))?;
        if name != "strtok" {
            let word = u64::from(self.module.layout.pointer / 8);
            self.apart((place, word), (start, length + 1))?;
            self.apart((place, word), (at(1)?, separators.len() as u64 + 1))?;
        }
        let separates = |byte: &&u8| separators.contains(byte);
        let skipped = if name == "strsep" { 0 } else { text.iter().take_while(separates).count() };
        let token = text[skipped..].iter().take_while(|byte| !separates(byte)).count();
        let end = start + (skipped + token) as u64;
        let found = name == "strsep" || token > 0;
        let goes_on = end < start + length;
        if goes_on {
            self.memory.write(end, &[0], 1)?;
        }
        let next = match (found, goes_on) {
            // C does not say what is saved.
            (false, _) => [0, end, 1][self.inputs.below(3) as usize],
            (true, true) => end + 1,
            (true, false) if takes_null => 0,
            (true, false) => end,
        };
        self.save(name, place, next)?;
        Ok(Some(if found { u128::from(start) + skipped as u128 } else { 0 }))
    }

    /// Memory that the library keeps from call to call, with its value before the first one.
    fn kept_by(&mut self, name: &str, value: u64) -> Result<u64, Stop> {
        if let Some(base) = self.memory.result_of(name) {
            return Ok(base);
        }
        let word = self.module.layout.pointer / 8;
        let base = self.allocate(word.into(), 1, Region::Library(name.into()))?;
        self.memory.initialise(base, value.to_le_bytes()[..word as usize].to_vec());
        self.memory.make_constant(base);
        Ok(base)
    }

    fn word(&self, at: u64) -> Result<u64, Stop> {
        let word = u64::from(self.module.layout.pointer / 8);
        let align =
            if self.memory.at(at).is_some_and(|block| matches!(block.region, Region::Library(_))) { 1 } else { word };
        let bytes = self.memory.read(at, word, align)?;
        Ok(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }

    fn save(&mut self, name: &str, place: u64, next: u64) -> Result<(), Stop> {
        let word = self.module.layout.pointer / 8;
        let bytes = &next.to_le_bytes()[..word as usize];
        match name {
            "strtok" => self.memory.initialise(place, bytes.to_vec()),
            _ => self.memory.write(place, bytes, word.into())?,
        }
        Ok(())
    }
}
