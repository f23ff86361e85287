//! Arguments that a declaration promises not to be null (`spec/decisions/promises-of-functions.md`).
//!
//! clang keeps `nonnull` where a function is defined. gcc believes it at each call as well, and removes tests for null
//! behind one. Nothing in the module shows the promise of a function that is only declared, so it is read here.

use std::collections::{BTreeMap, BTreeSet};

use super::FrontendError;
use super::tokens::{Bare, Group, Symbol, Token, Word, attributes, bare, closing, end, opening, start};
use super::written::{Part, parts};

/// Arguments of a function that its declaration promises not to be null.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NotNull {
    /// All pointers, also those of variable arguments.
    All,
    /// These, counted from 0, of so many parameters.
    These { numbers: BTreeSet<usize>, of: usize },
}

/// By the name of the function, what its declarations promise.
pub(super) type Promises = BTreeMap<String, BTreeSet<NotNull>>;

/// Words before a bracket that are no name of a function.
const NO_NAMES: [&str; 8] = ["asm", "__asm", "__asm__", "typeof", "__typeof", "__typeof__", "_Atomic", "_Alignas"];

/// The promises of a preprocessed text with its line markers. Of the library's functions system headers promise what
/// the rules about them demand, so these are left out.
///
/// # Errors
/// A declaration outside system headers whose function is not found.
pub(super) fn promises(text: &str) -> Result<Promises, FrontendError> {
    let mut all = in_text(text, |_| Ok(()))?;
    all.retain(|name, _| super::is_programs_own(name));
    for (name, more) in in_text(&own(text), refuse)? {
        all.entry(name).or_default().extend(more);
    }
    let parts = parts(text);
    let copied = copies(&bare(&parts)).into_iter().find(|name| all.contains_key(*name));
    match copied {
        Some(_) => refuse("the type of a function with the attribute 'nonnull', taken by typeof").map(|()| all),
        None => Ok(all),
    }
}

fn refuse(what: &str) -> Result<(), FrontendError> {
    Err(FrontendError::Unsupported {
        what: format!("{what}: gcc believes it in calls, clang does not; write it behind `NAME(...)`, or leave it out"),
        location: None,
    })
}

/// The text outside system headers: the fourth number of a line marker says where one is read (gcc's manual,
/// "Preprocessor Output").
fn own(text: &str) -> String {
    let mut is_own = true;
    let mut lines = Vec::new();
    for line in text.lines() {
        let marker = line.strip_prefix("# ").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(marker) = marker {
            let flags = marker.rsplit_once('"').map_or("", |(_, flags)| flags);
            is_own = !flags.split(' ').any(|flag| flag == "3");
        } else if is_own {
            lines.push(line);
        }
    }
    lines.join("\n")
}

fn in_text(text: &str, unknown: impl Fn(&str) -> Result<(), FrontendError>) -> Result<Promises, FrontendError> {
    let parts = parts(text);
    let groups = attributes(&parts).into_iter().filter(|group| group.names.contains(&"nonnull"));
    let bare = bare(&parts);
    let marks = bare.iter().enumerate().filter(|(_, token)| **token == Word("@nonnull")).map(|(place, _)| place);
    let mut promises = Promises::new();
    for (place, group) in marks.zip(groups) {
        if is_of_parameter(&bare, place) {
            // gcc ignores it.
            continue;
        }
        match function(&bare, place) {
            Some((name, of)) => {
                let numbers = numbers(&parts, &group);
                let promise = numbers.map_or(NotNull::All, |numbers| NotNull::These { numbers, of });
                promises.entry(name.to_owned()).or_default().insert(promise);
            }
            None => unknown("the attribute 'nonnull' of a declaration in this form")?,
        }
    }
    Ok(promises)
}

/// Whether the mark stands in the list of a function's parameters.
fn is_of_parameter(bare: &Bare<'_>, place: usize) -> bool {
    let Some(open) = enclosing(bare, place) else { return false };
    // `int (f)(int *)` has brackets around the name.
    bare.get(closing(bare, open) + 1) != Some(&Symbol('('))
}

/// The bracket that a place stands in.
fn enclosing(bare: &Bare<'_>, place: usize) -> Option<usize> {
    let mut at = place;
    while at > 0 {
        match bare[at - 1] {
            Symbol('(') => return Some(at - 1),
            Symbol(';' | '{' | '}') => return None,
            Symbol(')' | ']') => at = opening(bare, at - 1),
            _ => at -= 1,
        }
    }
    None
}

/// The function that the declarator around a mark declares, and how many parameters its list names.
fn function<'a>(bare: &Bare<'a>, place: usize) -> Option<(&'a str, usize)> {
    let (start, end) = (start(bare, place), end(bare, place));
    let declarator: Vec<Token<'a>> = bare[start..end]
        .iter()
        .copied()
        .filter(|token| !matches!(token, Word(word) if word.starts_with('@')))
        .collect();
    let mut found = None;
    let mut at = 0;
    while at < declarator.len() {
        let close = closing(&declarator, at);
        match (declarator[at], at.checked_sub(1).map(|before| declarator[before])) {
            // A label names another symbol.
            (Word("asm" | "__asm" | "__asm__"), _) => return None,
            (Symbol('('), Some(Word(word))) if NO_NAMES.contains(&word) => at = close,
            (Symbol('('), Some(Word(name))) if found.is_none() => {
                let list = declarator.get(at + 1..close)?;
                found = Some((name, count(list)));
                at = close;
            }
            (Symbol('('), _) => return None,
            _ => {}
        }
        at += 1;
    }
    // In front of several declarators it is about all of them.
    let begins = bare[..place].len() == start || bare[start..place].iter().all(|token| matches!(token, Word(_)));
    let several = begins && bare.get(end) == Some(&Symbol(','));
    found.filter(|_| !several)
}

/// The number of parameters in a list.
fn count(list: &Bare<'_>) -> usize {
    let mut depth = 0usize;
    let mut commas = 0;
    for token in list {
        match token {
            Symbol('(' | '[') => depth += 1,
            Symbol(')' | ']') => depth = depth.saturating_sub(1),
            Symbol(',') if depth == 0 => commas += 1,
            _ => {}
        }
    }
    commas + 1
}

/// The arguments that the attributes of a list name, from 0; none if one of them names all.
fn numbers(parts: &[Part<'_>], group: &Group<'_>) -> Option<BTreeSet<usize>> {
    let mut all = BTreeSet::new();
    for at in group.start..group.end {
        if !matches!(parts[at], Part::Word(word) if word.trim_matches('_') == "nonnull") {
            continue;
        }
        let Some(Part::Symbol('(')) = parts.get(at + 1) else { return None };
        let listed = parts[at + 2..].iter().take_while(|part| !matches!(part, Part::Symbol(')')));
        for part in listed {
            match part {
                Part::Word(number) => all.insert(number.parse::<usize>().ok()?.checked_sub(1)?),
                Part::Symbol(',') => continue,
                _ => return None,
            };
        }
    }
    Some(all).filter(|all| !all.is_empty())
}

/// Names whose type `typeof` takes.
fn copies<'a>(bare: &Bare<'a>) -> BTreeSet<&'a str> {
    let windows = bare.windows(3);
    let taken = windows.filter_map(|window| match *window {
        [Word("typeof" | "__typeof" | "__typeof__"), Symbol('('), Word(name)] => Some(name),
        _ => None,
    });
    taken.collect()
}

#[cfg(test)]
mod tests {
    use super::{NotNull, promises};
    use std::collections::BTreeSet;

    fn of(text: &str) -> Vec<(String, NotNull)> {
        let found = promises(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        found.into_iter().flat_map(|(name, all)| all.into_iter().map(move |one| (name.clone(), one))).collect()
    }

    fn these(numbers: &[usize], of: usize) -> NotNull {
        NotNull::These { numbers: numbers.iter().copied().collect(), of }
    }

    #[test]
    fn declarations_are_found() {
        let cases = [
            ("int f(int *p, int n) __attribute__((nonnull(1)));", these(&[0], 2)),
            ("__attribute__((__nonnull__)) extern int *f(int *);", NotNull::All),
            (
                "extern __typeof__(int) f(int (*g)(int, int), char *q) __attribute__((nothrow, __nonnull__ (1, 2)));",
                these(&[0, 1], 2),
            ),
            ("[[gnu::nonnull(2)]] int f(int, int *);", these(&[1], 2)),
            ("int f [[gnu::nonnull]] (int *);", NotNull::All),
            ("int g, f(int *) __attribute__((nonnull(1)));", these(&[0], 1)),
            ("int f(int *, int *) __attribute__((nonnull(1), nonnull(2)));", these(&[0, 1], 2)),
            ("int f(int *) __attribute__((nonnull(1 + 0)));", NotNull::All),
            ("void h(void) { extern int f(int *) __attribute__((nonnull)); }", NotNull::All),
            ("int f(int *p) __attribute__((nonnull)), g(int *);", NotNull::All),
        ];
        for (text, promise) in cases {
            assert_eq!(of(text), [("f".to_owned(), promise)], "{text}");
        }
        let both = "int f(int *) __attribute__((nonnull)); int f(int *) __attribute__((nonnull(1)));";
        let all: BTreeSet<NotNull> = of(both).into_iter().map(|(_, promise)| promise).collect();
        assert_eq!(all, BTreeSet::from([NotNull::All, these(&[0], 1)]));
    }

    #[test]
    fn parameters_are_left_out() {
        assert_eq!(of("int f(int *p __attribute__((nonnull)), int n);"), []);
    }

    #[test]
    fn of_system_headers_only_those_that_are_not_the_librarys() {
        let text = "# 1 \"/usr/include/x.h\" 1 3 4\n\
                    int strlen(int *) __attribute__((nonnull)); int mine(int *) __attribute__((nonnull));\n\
                    # 2 \"a.c\" 2\nlong time(long *) __attribute__((nonnull));";
        let names: Vec<String> = of(text).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["mine", "time"]);
    }

    #[test]
    fn forms_whose_function_is_not_clear() {
        let wrong = [
            "__attribute__((nonnull)) int f(int *), g(int *);",
            "int (f)(int *) __attribute__((nonnull));",
            "int (__attribute__((nonnull)) f)(int *);",
            "int f(int *) __asm__(\"g\") __attribute__((nonnull));",
            "int f(int *) __attribute__((nonnull)); __typeof__(f) g;",
        ];
        for text in wrong {
            assert!(promises(text).is_err(), "{text}");
        }
        let header = "# 1 \"/usr/include/x.h\" 1 3 4\nint (f)(int *) __attribute__((nonnull));";
        assert_eq!(of(header), []);
    }
}
