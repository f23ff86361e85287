//! Reads the text of an LLVM 22 module: the subset of `spec/language.md`, nothing else.
//!
//! Invariant: no panic, no unbounded recursion and time linear in the text, whatever the bytes.

/// Fails to read if the condition holds.
macro_rules! fail_if {
    ($parser:expr, $condition:expr => $($message:tt)+) => {
        if $condition {
            return $parser.fail(format!($($message)+));
        }
    };
}

/// Binds the variables of a pattern, or fails to read.
macro_rules! need {
    ($parser:expr, $pattern:pat = $value:expr => $($message:tt)+) => {
        let $pattern = $value else {
            return $parser.fail(format!($($message)+));
        };
    };
}

pub mod ast;
mod attributes;
mod function;
mod instruction;
pub mod layout;
mod lexer;
mod module;
pub mod names;
mod parser;

pub use ast::*;
pub use layout::{Cells, Layout};
pub use module::read;

/// Why a text is not a module of the subset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line of the text, from 1.
    pub line: u32,
    /// The construct and what is wrong with it.
    pub message: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// A name or token for a message: its beginning.
fn shorten(text: &str) -> &str {
    text.char_indices().nth(80).map_or(text, |(end, _)| &text[..end])
}
