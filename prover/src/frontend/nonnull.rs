//! Arguments that a declaration promises not to be null (`spec/decisions/promises-of-functions.md`).
//!
//! clang keeps `nonnull` where a function is defined. gcc believes it at each call as well, and removes tests for null
//! behind one. Nothing in the module shows the promise of a function that is only declared, so it is read here. To promise
//! too much costs proofs only: where a declaration is not of one plain form, everything that it names is taken for a
//! function that demands it of all pointers.

use std::collections::{BTreeMap, BTreeSet};

use super::FrontendError;
use super::tokens::attributes;
use super::written::{Part, parts};

/// Arguments of a function that its declaration promises not to be null.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NotNull {
    /// All pointers, also those among variable arguments.
    All,
    /// Those with these numbers, from 0. The declaration lists `fixed` parameters, each of which is one argument of the
    /// module; `variadic`: further arguments may follow.
    These { numbers: BTreeSet<usize>, fixed: usize, variadic: bool },
}

impl NotNull {
    /// Whether a call with so many arguments promises that this one is not null.
    pub(super) fn includes(&self, number: usize, arguments: usize) -> bool {
        match self {
            NotNull::These { numbers, fixed, variadic } if arguments == *fixed || *variadic && arguments > *fixed => {
                numbers.contains(&number)
            }
            NotNull::These { .. } | NotNull::All => true,
        }
    }
}

/// By the name of the function, what its declarations promise.
pub(super) type Promises = BTreeMap<String, BTreeSet<NotNull>>;

/// Words of types whose values are one argument each.
#[rustfmt::skip]
const SCALARS: &[&str] = &[
    "void", "char", "short", "int", "long", "signed", "unsigned", "_Bool", "bool", "float", "double", "size_t", "ssize_t",
    "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "intptr_t", "uintptr_t",
];
const QUALIFIERS: &[&str] = &["const", "volatile", "restrict", "__restrict", "__restrict__", "register"];
/// Words that give a name the type of an expression.
const COPIES: &[&str] = &["typeof", "__typeof", "__typeof__", "typeof_unqual", "auto", "__auto_type"];
/// What the plain form may have in front of the name.
const SPECIFIERS: &[&str] = &["extern", "inline", "__inline", "__inline__", "__extension__", "static"];

/// The promises of a preprocessed text with its line markers. Of the library's functions, the system's headers promise
/// what the rules about them demand, so these are left out.
///
/// # Errors
/// The program gives the type of such a function to another name, or writes an attribute with digraphs.
pub(super) fn promises(text: &str) -> Result<Promises, FrontendError> {
    let own = own(text);
    let (all, own) = (parts(text), parts(&own));
    let mut promises = in_text(&all);
    promises.retain(|name, _| super::is_programs_own(name));
    for (name, more) in in_text(&own) {
        promises.entry(name).or_default().extend(more);
    }
    if promises.is_empty() {
        return Ok(promises);
    }
    also_for_labels(&all, &mut promises);
    match copied(&own, &promises).or_else(|| digraphs(&own)) {
        Some(what) => Err(FrontendError::Unsupported { what, location: None }),
        None => Ok(promises),
    }
}

/// The text outside the system's headers. The flag 3 of a line marker says that one follows (gcc's manual, "Preprocessor
/// Output"); a file of the program may pretend to be one.
fn own(text: &str) -> String {
    let mut is_own = true;
    let mut lines = Vec::new();
    for line in text.lines() {
        let marker = line.strip_prefix("# ").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if let Some((before, flags)) = marker.and_then(|marker| marker.rsplit_once('"')) {
            let path = before.split_once('"').map_or("", |(_, path)| path);
            is_own = !path.starts_with("/usr/") || !flags.split(' ').any(|flag| flag == "3");
        } else if is_own {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// The pieces between semicolons and braces: declarations, and parts of statements.
fn pieces<'a, 'p>(parts: &'a [Part<'p>]) -> impl Iterator<Item = &'a [Part<'p>]> {
    parts.split(|part| matches!(part, Part::Symbol(';' | '{' | '}'))).filter(|piece| !piece.is_empty())
}

fn words<'a>(piece: &'a [Part<'_>]) -> impl Iterator<Item = &'a str> {
    piece.iter().filter_map(|part| match part {
        Part::Word(word) => Some(*word),
        _ => None,
    })
}

fn texts<'a>(piece: &'a [Part<'_>]) -> impl Iterator<Item = &'a str> {
    piece.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.as_str()),
        _ => None,
    })
}

fn in_text(parts: &[Part<'_>]) -> Promises {
    let mut promises = Promises::new();
    for piece in pieces(parts) {
        if !words(piece).any(is_mark) {
            continue;
        }
        if let Some((name, promise)) = plain(piece) {
            promises.entry(name.to_owned()).or_default().insert(promise);
        } else {
            for name in words(piece).chain(texts(piece)) {
                promises.entry(name.to_owned()).or_default().insert(NotNull::All);
            }
        }
    }
    promises
}

fn is_mark(word: &str) -> bool {
    word.trim_matches('_') == "nonnull"
}

/// The function and its promise, of a declaration of one plain form: types and stars, the name, the list of parameters,
/// attributes.
fn plain<'p>(piece: &[Part<'p>]) -> Option<(&'p str, NotNull)> {
    let groups = attributes(piece);
    let inside = |at: usize| groups.iter().any(|group| (group.start..group.end).contains(&at));
    let bare: Vec<&Part<'p>> = piece.iter().enumerate().filter(|(at, _)| !inside(*at)).map(|(_, part)| part).collect();
    let open = bare.iter().position(|part| matches!(part, Part::Symbol('(')))?;
    let (front, list) = (&bare[..open], &bare[open + 1..]);
    let (last, list) = list.split_last()?;
    let [types @ .., Part::Word(name)] = front else { return None };
    let is_type = |part: &&Part<'_>| match part {
        Part::Word(word) => !COPIES.contains(word) && !word.starts_with("__asm") && *word != "asm",
        Part::Symbol('*') => true,
        _ => false,
    };
    let first = types.iter().find(|part| !matches!(part, Part::Word(word) if SPECIFIERS.contains(word)));
    let closed = matches!(last, Part::Symbol(')')) && !list.iter().any(|part| matches!(part, Part::Symbol('(' | ')')));
    if first.is_none() || !types.iter().all(is_type) || !closed {
        return None;
    }
    let mut parameters: Vec<&[&Part<'p>]> = list.split(|part| matches!(part, Part::Symbol(','))).collect();
    let variadic = parameters.last().is_some_and(|last| matches!(last, [Part::Symbol('.'), ..]));
    if variadic {
        parameters.pop();
    }
    if !parameters.iter().all(|parameter| is_one_argument(parameter)) {
        return None;
    }
    let mut numbers = BTreeSet::new();
    for group in &groups {
        numbers.extend(listed(&piece[group.start..group.end])?);
    }
    let promised = NotNull::These { numbers, fixed: parameters.len(), variadic };
    Some((name, promised))
}

/// Whether a parameter of this type is one argument of the module: structures may be passed in parts.
fn is_one_argument(parameter: &[&Part<'_>]) -> bool {
    let mut words = parameter.iter().filter_map(|part| match part {
        Part::Word(word) if !QUALIFIERS.contains(word) => Some(*word),
        _ => None,
    });
    parameter.iter().any(|part| matches!(part, Part::Symbol('*' | '[')))
        || words.next().is_some_and(|word| SCALARS.contains(&word))
}

/// The arguments that attributes name, from 0; none if one of them names all.
fn listed(group: &[Part<'_>]) -> Option<BTreeSet<usize>> {
    let mut all = BTreeSet::new();
    let marks = (0..group.len()).filter(|at| matches!(group[*at], Part::Word(word) if is_mark(word)));
    for at in marks {
        let Some(Part::Symbol('(')) = group.get(at + 1) else { return None };
        let mut some = false;
        for part in group[at + 2..].iter().take_while(|part| !matches!(part, Part::Symbol(')'))) {
            match part {
                // A number that begins with 0 is octal.
                Part::Word(number) if !number.starts_with('0') => {
                    all.insert(number.parse::<usize>().ok()?.checked_sub(1)?);
                    some = true;
                }
                Part::Symbol(',') => {}
                _ => return None,
            }
        }
        if !some {
            return None;
        }
    }
    Some(all)
}

/// Where a declaration gives a function another name for the assembler, or makes it a name of another one, calls in the
/// module are of that name.
fn also_for_labels(parts: &[Part<'_>], promises: &mut Promises) {
    let mut more = BTreeSet::new();
    for piece in pieces(parts).filter(|piece| words(piece).any(|word| promises.contains_key(word))) {
        more.extend(texts(piece).map(str::to_owned));
    }
    for name in more {
        promises.entry(name).or_default().insert(NotNull::All);
    }
}

/// A function that promises something, and whose type another name gets: gcc believes the promise in calls through that.
fn copied(own: &[Part<'_>], promises: &Promises) -> Option<String> {
    let mentioned = |piece: &[Part<'_>]| {
        let copies = piece.len() == 1 || words(piece).any(|word| COPIES.contains(&word));
        let is_called = |at: usize| matches!(piece.get(at + 1), Some(Part::Symbol('(')));
        let mut places = (0..piece.len()).filter(|at| copies && !is_called(*at));
        places.find_map(|at| match &piece[at] {
            Part::Word(word) if promises.contains_key(*word) && !SCALARS.contains(word) => Some((*word).to_owned()),
            _ => None,
        })
    };
    let name = pieces(own).filter(|piece| !words(piece).any(is_mark)).find_map(mentioned)?;
    Some(format!(
        "the type of '{name}', which has the attribute 'nonnull', for another name: gcc believes it in calls through that, \
         clang does not; call the function itself"
    ))
}

/// `<:<:gnu::nonnull:>:>`
fn digraphs(own: &[Part<'_>]) -> Option<String> {
    let digraph = |two: &[Part<'_>]| matches!(two, [Part::Symbol('<'), Part::Symbol(':')]);
    own.windows(2).any(digraph).then(|| "the digraph '<:' in a program with the attribute 'nonnull': write '['".into())
}

#[cfg(test)]
mod tests {
    use super::{NotNull, promises};
    use std::collections::BTreeSet;

    fn of(text: &str) -> Vec<(String, NotNull)> {
        let found = promises(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        found.into_iter().flat_map(|(name, all)| all.into_iter().map(move |one| (name.clone(), one))).collect()
    }

    fn these(numbers: &[usize], fixed: usize) -> NotNull {
        NotNull::These { numbers: numbers.iter().copied().collect(), fixed, variadic: false }
    }

    #[test]
    fn plain_declarations() {
        let cases = [
            ("int f(int *p, int n) __attribute__((nonnull(1)));", these(&[0], 2)),
            ("extern const char *f(char q[], size_t) __attribute__((nothrow, __nonnull__ (1)));", these(&[0], 2)),
            ("[[gnu::nonnull(2)]] int f(int, int *);", these(&[1], 2)),
            ("int f [[gnu::nonnull(1)]] (int *);", these(&[0], 1)),
            ("int f(int *, int *) __attribute__((nonnull(1), nonnull(2)));", these(&[0, 1], 2)),
            ("static int f(struct s *p) __attribute__((nonnull(1)));", these(&[0], 1)),
        ];
        for (text, promise) in cases {
            assert_eq!(of(text), [("f".to_owned(), promise)], "{text}");
        }
        let variadic = of("int f(const char *format, ...) __attribute__((nonnull(1)));");
        assert!(matches!(&variadic[..], [(_, NotNull::These { fixed: 1, variadic: true, .. })]), "{variadic:?}");
        assert!(variadic[0].1.includes(0, 3) && !variadic[0].1.includes(1, 3));
        let both = "int f(int *) __attribute__((nonnull)); int f(int *) __attribute__((nonnull(1)));";
        let all: BTreeSet<NotNull> = of(both).into_iter().filter(|(name, _)| name == "f").map(|(_, one)| one).collect();
        assert_eq!(all, BTreeSet::from([NotNull::All, these(&[0], 1)]));
    }

    #[test]
    fn other_forms_promise_everything() {
        let cases = [
            "__attribute__((__nonnull__)) extern int *f(int *);",
            "int f(int *) __attribute__((nonnull(1 + 0)));",
            "int f(int *) __attribute__((nonnull(010)));",
            "__attribute__((nonnull)) int g(int *), f(int *);",
            "__typeof__(int) __attribute__((nonnull)) k(int *), f(int *);",
            "int (f)(int *) __attribute__((nonnull));",
            "int (f(int *)) __attribute__((nonnull));",
            "int (__attribute__((nonnull)) f(int *));",
            "void h(void) { extern int f(int *) __attribute__((nonnull)); }",
            "int f(struct two s, int *p, struct none n) __attribute__((nonnull(2)));",
            "int f(T s, int *p) __attribute__((nonnull(2)));",
            "int g(int *) __asm__(\"f\") __attribute__((nonnull(1)));",
            "int g(int *) __attribute__((nonnull(1))); int g(int *) __asm__(\"f\");",
            "static int g(int *) __attribute__((weakref(\"f\"), nonnull));",
        ];
        for text in cases {
            let found = of(text);
            assert!(found.contains(&("f".to_owned(), NotNull::All)), "{text}: {found:?}");
        }
    }

    #[test]
    fn of_the_systems_headers_only_those_that_are_not_the_librarys() {
        let text = "# 1 \"/usr/include/x.h\" 1 3 4\n\
                    int strlen(int *) __attribute__((nonnull)); int (mine)(int *) __attribute__((nonnull));\n\
                    # 2 \"a.c\" 2\nlong time(long *) __attribute__((nonnull(1)));";
        let found = of(text);
        let has = |name: &str| found.iter().any(|(other, _)| other == name);
        assert!(has("mine") && has("time") && !has("strlen"), "{found:?}");
        let pretends = "# 1 \"x.h\" 1 3\nlong time(long *) __attribute__((nonnull(1)));";
        assert_eq!(of(pretends), [("time".to_owned(), these(&[0], 1))]);
    }

    #[test]
    fn types_for_other_names_are_refused() {
        let f = "int f(int *) __attribute__((nonnull(1)));";
        for other in [
            "__typeof__(f) g;",
            "typeof(&f) g;",
            "typeof((f)) g;",
            "typeof(*f) *g;",
            "void h(void) { __auto_type g = f; }",
            "int h(int *p) { return ({ f; })(p); }",
        ] {
            assert!(promises(&format!("{f} {other}")).is_err(), "{other}");
        }
        assert!(promises(&format!("{f} void h(int *x) {{ typeof(f(x)) r = f(x); call(f); }}")).is_ok());
        assert!(promises(&format!("{f} <:<:gnu::nonnull:>:> int g(int *);")).is_err());
    }
}
