//! Macros in contracts: only those are accepted whose meaning depends neither on how they are replaced nor on the
//! place.
//!
//! The compiler is asked for the value of a macro by its name, after the end of the file, while the preprocessor would
//! replace its tokens where the contract stands. So a macro must have the same definition at the contract's place as at
//! the end of the file, and stand for a text that is one operand in any context.

use crate::contract::declarations::closing;
use crate::contract::lexer::{self, Kind, Macro, Token};
use crate::contract::named::is_type_word;
use std::collections::BTreeSet;

/// Words of the grammar that a program must not redefine; the words of types are listed elsewhere.
const GRAMMAR: &[&str] = &[
    "requires",
    "strlen",
    "wcslen",
    "sizeof",
    "struct",
    "valid_string",
    "valid_read_string",
    "valid_wstring",
    "valid_read_wstring",
];
/// The library's definitions of `NULL`; a contract reads the word itself.
const NULLS: &[&str] = &["((void*)0)", "0", "(0)", "0L", "0UL"];

/// Words that stand for the place at which they are read.
const OF_A_PLACE: &[&str] = &[
    "__BASE_FILE__",
    "__COUNTER__",
    "__DATE__",
    "__FILE__",
    "__FILE_NAME__",
    "__FUNCTION__",
    "__INCLUDE_LEVEL__",
    "__LINE__",
    "__PRETTY_FUNCTION__",
    "__TIMESTAMP__",
    "__TIME__",
    "__func__",
];

/// The macros of a file, and the names that its text has behind them.
pub(super) struct Macros<'a> {
    pub definitions: &'a [Macro],
    pub names: &'a BTreeSet<String>,
}

/// What is wrong with the macros that the words of a clause lead to; `None` if nothing is.
pub(super) fn trouble(file: &Macros<'_>, clause: &[Token], parameter: &dyn Fn(&str) -> bool) -> Option<String> {
    let macros = file.definitions;
    let mut open: Vec<Token> = clause.iter().filter(|t| t.kind == Kind::Word).flat_map(parts).collect();
    let mut seen = BTreeSet::new();
    while let Some(word) = open.pop() {
        let named = macros.iter().enumerate().filter(|(_, m)| m.name == word.text);
        if OF_A_PLACE.contains(&word.text.as_str()) || word.text.starts_with("__builtin_") {
            return Some(format!("'{}' is not the same at every place: do without it in contracts", word.text));
        }
        if named.clone().any(|(_, m)| m.restored) {
            return Some(format!("a pragma brings back an earlier macro '{}': do without it in contracts", word.text));
        }
        let mut definitions = named.clone().filter(|(_, m)| !m.arguments);
        let here = definitions.clone().rfind(|(place, _)| *place < word.macros).map(|(_, m)| m);
        let text = here.and_then(|m| m.text.as_deref());
        if text.is_none() && parameter(&word.text) || !seen.insert(word.text.clone()) {
            continue;
        }
        let name = &word.text;
        if name == "NULL" {
            let other = |m: &Macro| m.text.as_ref().is_some_and(|text| !NULLS.contains(&without_gaps(text).as_str()));
            if definitions.any(|(_, m)| other(m)) {
                return Some("the macro 'NULL' of this file is no null pointer of the library's".into());
            }
            continue;
        }
        let own = |text: &str| text == name || name == "bool" && text == "_Bool";
        if is_type_word(name) || GRAMMAR.contains(&name.as_str()) {
            if named.clone().any(|(_, m)| m.text.as_deref().is_some_and(|text| !own(text))) {
                return Some(format!("the macro '{name}' gives a word of contracts another meaning"));
            }
            continue;
        }
        if definitions.any(|(place, m)| place >= word.macros && m.text.as_deref() != text) {
            return Some(format!(
                "the macro '{name}' is not the same everywhere in the file: define it once, above the contract"
            ));
        }
        // Only the compiler knows the replacement of a macro with arguments, so it must be defined before the contract.
        for (place, m) in named.filter(|(_, m)| m.arguments) {
            if place >= word.macros {
                return Some(format!("the macro '{name}' is defined behind the contract"));
            }
            open.extend(words(m.text.as_deref().unwrap_or_default(), &word));
        }
        let Some(text) = text else { continue };
        if text != name && file.names.contains(name) {
            return Some(format!(
                "'{name}' is a macro where the contract stands, and the name of something else elsewhere in the file"
            ));
        }
        let body = lexer::annotation(text, word.line);
        if !is_operand(&body) {
            return Some(format!(
                "the macro '{name}' stands for '{text}', which is no operand by itself: put it in brackets"
            ));
        }
        open.extend(words(text, &word));
    }
    None
}

/// The words of `f::x`.
fn parts(word: &Token) -> Vec<Token> {
    word.text.split("::").map(|part| Token { text: part.to_owned(), ..word.clone() }).collect()
}

/// The names that a file's text has once its macros are replaced.
pub(super) fn names(tokens: &[Token]) -> BTreeSet<String> {
    tokens.iter().filter(|t| t.kind == Kind::Word).map(|t| t.text.clone()).collect()
}

/// Words of a macro's text, where a word stands that leads to it.
fn words(text: &str, at: &Token) -> Vec<Token> {
    let tokens = lexer::annotation(text, at.line).into_iter();
    tokens.filter(|t| t.kind == Kind::Word).map(|t| Token { macros: at.macros, ..t }).collect()
}

fn without_gaps(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Whether these tokens form one operand in any context: a single token, a number with its sign, a pair of brackets
/// with its content, the size of a type, or a type.
fn is_operand(body: &[Token]) -> bool {
    let held = |rest: &[Token]| closing(rest) == rest.len().checked_sub(1);
    match body {
        [one] => one.kind != Kind::Symbol,
        [sign, number] if sign.is("-") && number.kind == Kind::Number => true,
        [open, rest @ ..] if open.is("(") => held(rest),
        [size, open, rest @ ..] if size.is("sizeof") && open.is("(") => held(rest),
        [first, rest @ ..] => {
            let begins = is_type_word(&first.text) || matches!(first.text.as_str(), "struct" | "union" | "enum");
            begins && rest.iter().all(|t| t.kind == Kind::Word || t.is("*"))
        }
        [] => false,
    }
}
