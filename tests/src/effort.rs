//! How much tests with random or many inputs try, and where their random numbers begin.
//!
//! `make test` runs the short forms, always with the same numbers: a failure is seen again, and luck decides nothing.
//! `make test-long` sets `LONG=1` for the long forms, and `SEED` to a number that it prints.

use crate::interpreter::Inputs;
use std::ops::Range;

/// Whether the long forms are wanted.
pub fn long() -> bool {
    std::env::var("LONG").is_ok_and(|value| !value.is_empty() && value != "0")
}

/// How many: what the environment variable says, else the number of the short or of the long form.
///
/// # Panics
/// When the variable is no number.
pub fn number(variable: &str, short: u64, long_form: u64) -> u64 {
    read(variable).unwrap_or(if long() { long_form } else { short })
}

/// The seed of this run: `SEED`, else 0.
///
/// # Panics
/// When `SEED` is no number.
pub fn seed() -> u64 {
    read("SEED").unwrap_or(0)
}

/// Numbers for one purpose, told from other purposes by `own`. They are those of `Inputs::seeded(own)` for the seed 0.
pub fn random(own: u64) -> Inputs {
    Inputs::seeded(own.wrapping_add(seed().wrapping_mul(0xD134_2543_DE82_EF95)))
}

/// So many seeds in a row; other ones for another seed of the run.
pub fn seeds(count: u64) -> Range<u64> {
    // Far from each other, and far from the end of the numbers.
    let first = (seed() & 0xFFFF_FFFF) << 24;
    first..first + count
}

/// Whether what has this name is one of so many that are looked at: in the long form each is. Which ones these are hangs
/// on the names and the seed of the run alone, so that a new case moves no other in or out.
pub fn one_in(share: u64, name: &str) -> bool {
    if long() {
        return true;
    }
    // FNV-1a.
    let hash = name.bytes().fold(0xCBF2_9CE4_8422_2325 ^ seed(), |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    hash.rotate_left(17) % share.max(1) == 0
}

fn read(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")))
}
