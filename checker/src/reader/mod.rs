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
mod constants;
mod function;
mod global;
mod instruction;
pub mod layout;
mod lexer;
mod module;
pub mod names;
mod parser;

pub use ast::*;
pub use global::{CLASSES, ERRNO, LOCATIONS};
pub use layout::{Cells, Layout, MAX_ELEMENTS};
pub use lexer::ReadError;
pub use module::{Module, read};
