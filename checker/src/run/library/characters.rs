//! Characters, and texts in memory.

use crate::run::library::blocks::{byte, store};
use crate::run::machine::{External, Machine};
use crate::run::memory::{Byte, Range};
use crate::run::value::Step;

/// Classes of characters in the C locale.
pub fn class(name: &str, code: Option<u8>) -> bool {
    let Some(code) = code else { return false };
    match name {
        "isalnum" => code.is_ascii_alphanumeric(),
        "isalpha" => code.is_ascii_alphabetic(),
        "isblank" => matches!(code, b' ' | b'\t'),
        "iscntrl" => code.is_ascii_control(),
        "isdigit" => code.is_ascii_digit(),
        "isgraph" => code.is_ascii_graphic(),
        "islower" => code.is_ascii_lowercase(),
        "isprint" => code.is_ascii_graphic() || code == b' ',
        "ispunct" => code.is_ascii_punctuation(),
        "isspace" => matches!(code, b' ' | 9..=13),
        "isupper" => code.is_ascii_uppercase(),
        _ => code.is_ascii_hexdigit(),
    }
}

/// The bytes before the first 0 of the string that an argument points to, at most `most`.
pub fn text(m: &mut Machine, c: &External, place: usize, most: u64) -> Step<Vec<u8>> {
    let mut all = Vec::new();
    while (all.len() as u64) < most {
        let address = c.known(place, "address")?;
        match byte(m, address, all.len() as u64)? {
            0 => break,
            byte => all.push(byte),
        }
    }
    Ok(all)
}

/// Writes bytes at an address.
pub fn put(m: &mut Machine, address: u64, bytes: &[u8]) -> Step {
    if bytes.is_empty() {
        return Ok(());
    }
    let bytes: Vec<Byte> = bytes.iter().map(|byte| Byte::Known(*byte)).collect();
    store(m, Range { address, size: bytes.len() as u64, align: 1 }, &bytes)
}
