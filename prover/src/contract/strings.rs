//! Strings in contracts: `valid_string(s)`, `valid_read_wstring(s)` and their lengths (`spec/precondition.md`, section
//! "Meaning").

use crate::contract::clause::Expression;
use crate::contract::formula::Conjunct;

/// A conjunct that states where a string is.
#[derive(Clone, Copy, Debug)]
pub struct Text<'e> {
    /// Whether its characters may be written.
    pub writable: bool,
    /// Whether its characters have the pointer's element type; otherwise they are bytes.
    pub wide: bool,
    /// The pointer to its first character.
    pub operands: &'e [Expression],
}

/// For a predicate about strings: whether they may be written, and whether their characters are wide.
pub(super) fn predicate(name: &str) -> Option<(bool, bool)> {
    match name.strip_prefix('\\').unwrap_or(name) {
        "valid_string" => Some((true, false)),
        "valid_read_string" => Some((false, false)),
        "valid_wstring" => Some((true, true)),
        "valid_read_wstring" => Some((false, true)),
        _ => None,
    }
}

/// The string of a conjunct.
pub fn text<'e>(conjunct: &Conjunct<'e>) -> Option<Text<'e>> {
    let Conjunct::Predicate(name, operands) = conjunct else { return None };
    let (writable, wide) = predicate(name)?;
    Some(Text { writable, wide, operands })
}

/// For a word that stands for the length of a string: whether its characters are wide.
pub fn length(name: &str) -> Option<bool> {
    match name {
        "strlen" => Some(false),
        "wcslen" => Some(true),
        _ => None,
    }
}
