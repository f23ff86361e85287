//! A preprocessed text as tokens of C, with its attributes found and left out, for `forms.rs`.

use std::collections::BTreeSet;

use super::written::Part;

/// Attributes that both know, whose place matters: they stay in [`Bare`], with a mark in front that no word of C has.
const PLACED: &[(&str, &str)] =
    &[("aligned", "@aligned"), ("nonnull", "@nonnull"), ("gnu_inline", "@gnu_inline"), ("cleanup", "@cleanup")];

/// A token without attributes: a word (also `@nonnull`, for the attribute), or a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Word(&'a str),
    Symbol(char),
}

/// A text's tokens.
pub(super) type Bare<'a> = [Token<'a>];

use Token::{Symbol, Word};

/// A list of attributes: where it begins and ends, and their names.
pub(super) struct Group<'a> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) names: Vec<&'a str>,
}

/// `__attribute__((a, b(1)))`, `[[clang::a]]`, `_Alignas(8)` as `aligned`.
pub(super) fn attributes<'a>(parts: &[Part<'a>]) -> Vec<Group<'a>> {
    let mut groups = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        let group = match &parts[at] {
            Part::Word("__attribute__" | "__attribute") => group(parts, at, at + 1),
            Part::Word("_Alignas") => group(parts, at, at + 1).map(|group| Group { names: vec!["aligned"], ..group }),
            Part::Symbol('[') if matches!(parts.get(at + 1), Some(Part::Symbol('['))) => group(parts, at, at),
            _ => None,
        };
        at = group.as_ref().map_or(at + 1, |group| group.end);
        groups.extend(group);
    }
    groups
}

/// The list whose outer bracket opens at a place. Names are words in exactly two brackets that follow one, or a comma, or
/// the name of a compiler.
fn group<'a>(parts: &[Part<'a>], start: usize, open: usize) -> Option<Group<'a>> {
    let mut depth = 0usize;
    let mut names = Vec::new();
    for (at, part) in parts.iter().enumerate().skip(open) {
        match part {
            Part::Symbol('(' | '[') => depth += 1,
            Part::Symbol(')' | ']') if depth <= 1 => return Some(Group { start, end: at + 1, names }),
            Part::Symbol(')' | ']') => depth -= 1,
            Part::Word(word) if depth == 2 && matches!(parts[at - 1], Part::Symbol('(' | '[' | ',' | ':')) => {
                names.push(word.trim_matches('_'));
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The tokens without strings and attributes, but for marks of those whose place matters.
pub(super) fn bare<'a>(parts: &[Part<'a>]) -> Vec<Token<'a>> {
    let mut bare = Vec::with_capacity(parts.len());
    let mut groups = attributes(parts).into_iter().peekable();
    let mut at = 0;
    while at < parts.len() {
        if let Some(group) = groups.next_if(|group| group.start == at) {
            let placed = PLACED.iter().filter(|(name, _)| group.names.contains(name));
            bare.extend(placed.map(|(_, mark)| Word(mark)));
            at = group.end;
            continue;
        }
        match &parts[at] {
            Part::Word(word) => bare.push(Word(word)),
            Part::Symbol(symbol) => bare.push(Symbol(*symbol)),
            Part::Text(_) => {}
        }
        at += 1;
    }
    bare
}

/// Where the brackets that close before a place open.
pub(super) fn opening(bare: &Bare<'_>, close: usize) -> usize {
    let mut depth = 0usize;
    for at in (0..=close).rev() {
        match bare[at] {
            Symbol(')' | ']' | '}') => depth += 1,
            Symbol('(' | '[' | '{') if depth <= 1 => return at,
            Symbol('(' | '[' | '{') => depth -= 1,
            _ => {}
        }
    }
    0
}

/// Where the brackets that open at a place close.
pub(super) fn closing(bare: &Bare<'_>, open: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in bare.iter().enumerate().skip(open) {
        match token {
            Symbol('(' | '[' | '{') => depth += 1,
            Symbol(')' | ']' | '}') if depth <= 1 => return at,
            Symbol(')' | ']' | '}') => depth -= 1,
            _ => {}
        }
    }
    bare.len()
}

/// Where the declaration around a place begins: behind a semicolon, a comma or a brace, or the bracket that it stands in.
pub(super) fn start(bare: &Bare<'_>, place: usize) -> usize {
    let mut at = place;
    while at > 0 {
        match bare[at - 1] {
            Symbol(';' | ',' | '{' | '}' | '(') => return at,
            Symbol(')' | ']') => at = opening(bare, at - 1),
            _ => at -= 1,
        }
    }
    0
}

/// Where the declarator around a place ends.
pub(super) fn end(bare: &Bare<'_>, place: usize) -> usize {
    let mut at = place;
    while at < bare.len() {
        match bare[at] {
            Symbol(';' | ',' | '{' | '}' | ')' | '=') => return at,
            Symbol('(' | '[') => at = closing(bare, at) + 1,
            _ => at += 1,
        }
    }
    bare.len()
}

/// Names of the types whose `typedef`, without what stands in braces, is like this.
pub(super) fn types<'a>(bare: &Bare<'a>, like: impl Fn(&[Token<'a>]) -> bool) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    for (start, _) in bare.iter().enumerate().filter(|(_, token)| **token == Word("typedef")) {
        let mut words = Vec::new();
        let mut at = start;
        while at < bare.len() && bare[at] != Symbol(';') {
            if bare[at] == Symbol('{') {
                at = closing(bare, at);
            } else {
                words.push(bare[at]);
            }
            at += 1;
        }
        let name = words.iter().rev().find_map(|token| match token {
            Word(word) if !word.starts_with('@') => Some(*word),
            _ => None,
        });
        if like(&words) {
            names.extend(name);
        }
    }
    names
}
