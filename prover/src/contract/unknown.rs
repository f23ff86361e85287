//! What is said of names that the file of a contract does not have.

use super::near::near;
use super::questions::{Questions, typed};
use super::{At, ContractError, Raw, lexer};
use crate::contract::clause::Expression;

/// What the compiler writes before its own proposal.
const PROPOSED: &str = "did you mean '";

/// The error about a name that is no parameter, variable or constant.
pub(super) fn name<'w>(
    questions: &Questions,
    name: &str,
    at: Option<At>,
    parameters: impl IntoIterator<Item = &'w str>,
) -> ContractError {
    let error = questions.answer(name, "size").err().unwrap_or_default();
    let words = parameters.into_iter().chain(["NULL"]);
    let meant = near(name, words).or_else(|| proposed(&error));
    let what = format!("'{name}' is no parameter, global variable or constant here");
    let message = match meant {
        Some(meant) => format!("{what} (did you mean '{meant}'?)"),
        None => format!("{what} (the address of a static variable of a function f is &f::{name})"),
    };
    ContractError { at, message }
}

/// The error about a member that a structure does not have.
pub(super) fn member(questions: &Questions, e: &Expression, error: &str) -> ContractError {
    let by_type = questions.answer(&typed(e), "class").err().unwrap_or_default();
    let meant = proposed(&by_type).map_or_else(String::new, |meant| format!(" (did you mean '{meant}'?)"));
    ContractError { at: e.at(), message: format!("'{e}': {error}{meant}") }
}

/// The name that the compiler proposes in the place of one that it does not know.
fn proposed(error: &str) -> Option<&str> {
    error.split_once(PROPOSED)?.1.split('\'').next()
}

/// Where the first thing that a message names in quotes stands in the clause of a contract; `None` if it does not stand
/// there as it is told.
pub(crate) fn place(raw: &Raw, message: &str) -> Option<At> {
    let told =
        message.split('\'').nth(1).filter(|told| told.starts_with(|c: char| c.is_alphabetic() || "_\\".contains(c)))?;
    let told = lexer::annotation(told, 1);
    let tokens = lexer::annotation(&raw.clause, 1);
    let same = |window: &[lexer::Token]| window.iter().zip(&told).all(|(one, other)| one.text == other.text);
    // A member is another thing than a variable of its name.
    let member = |at: usize| at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|t| t.is(".") || t.is("->"));
    let mut windows = tokens.windows(told.len().max(1)).enumerate();
    let (at, _) = windows.find(|(at, window)| same(window) && !member(*at))?;
    raw.places.get(at).copied().filter(|at| at.column > 0)
}
