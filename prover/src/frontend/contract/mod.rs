//! Contracts of functions: ACSL `requires` clauses (`spec/precondition.md`).
//!
//! `source` finds them in C text and writes them as the page's grammar has it; `syntax` reads that
//! text. What a contract means for the initial states is in `graph::start`.

mod clause;
mod formula;
mod lexer;
mod named;
mod print;
mod source;
mod syntax;
mod terms;
mod types;

pub use clause::{Contract, Expression, Operation, Relation};
pub use formula::{Alternative, Conjunct};
pub use named::{NamedType, named_types};
pub use source::find;
pub use types::{Base, CType, Parameter};

use crate::algebra::TooLarge;

/// A function with a contract in a C file.
#[derive(Clone, Debug)]
pub struct Found {
    /// The function's name.
    pub function: String,
    /// The file that this stands in, if the text says so.
    pub file: Option<String>,
    /// Line of the function's name.
    pub line: u32,
    /// The contract's text: parameter list, `requires`, clause.
    pub text: Result<String, ContractError>,
    /// Kinds of clauses that are not looked at (`ensures`, `assigns`, ...).
    pub ignored: Vec<String>,
}

/// Why a contract cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("contract: {message}")]
pub struct ContractError {
    /// Line in the C file, if that is where it was found.
    pub line: Option<u32>,
    /// What is wrong with it, in words of the contract.
    pub message: String,
}

impl ContractError {
    pub(crate) fn at(line: u32, message: impl Into<String>) -> ContractError {
        ContractError { line: Some(line), message: message.into() }
    }

    pub(crate) fn new(message: impl Into<String>) -> ContractError {
        ContractError { line: None, message: message.into() }
    }
}

impl From<TooLarge> for ContractError {
    fn from(large: TooLarge) -> ContractError {
        ContractError::new(format!("an expression with {large}"))
    }
}

/// Reads a contract's text.
pub fn parse(text: &str) -> Result<Contract, ContractError> {
    syntax::parse(text)
}

/// The text with single spaces, as it goes into the claim.
pub fn normalize(text: &str) -> String {
    let tokens = lexer::annotation(text, 1);
    let clause = tokens.iter().position(|t| t.is("requires"));
    let (parameters, clause) = tokens.split_at(clause.unwrap_or(0));
    let parts = [source::join(parameters, true), source::join(clause, false)];
    parts.join(" ").trim().to_string()
}
