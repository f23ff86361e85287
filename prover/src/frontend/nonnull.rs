//! Arguments that a declaration promises not to be null (`spec/decisions/promises-of-functions.md`).
//!
//! clang keeps `nonnull` where a function is defined. gcc believes it at each call as well, and removes tests for null
//! behind one. Nothing in the module shows the promise of a function that is only declared, so it is read here. gcc has
//! it as a part of the function's type, which pointers, parameters and expressions can have as well: so the program may
//! write it in one plain form only.

use std::collections::{BTreeMap, BTreeSet};

use super::FrontendError;
use super::tokens::{Group, attributes};
use super::written::{Part, parts};
use crate::tokens::{Piece, Pieces};

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
const SPECIFIERS: &[&str] = &["extern", "inline", "__inline", "__inline__", "__extension__", "static", "typedef"];

/// The promises of a preprocessed text with its line markers. Of the library's functions, the system's headers promise
/// what the rules about them demand, so these are left out.
///
/// # Errors
/// The program writes the attribute in another form than the plain one, or lets the type of such a function travel.
pub(super) fn promises(text: &str) -> Result<Promises, FrontendError> {
    let own = own(text);
    let (all, own) = (parts(text), parts(&own));
    let mut promises = in_headers(&all);
    for (name, more) in in_own(&own)? {
        promises.entry(name).or_default().extend(more);
    }
    if promises.is_empty() {
        return Ok(promises);
    }
    also_for_labels(&all, &mut promises);
    match travelling(&own, &promises).or_else(|| digraphs(&own)) {
        Some(what) => Err(refused(what)),
        None => Ok(promises),
    }
}

/// The text outside the system's headers. The flag 3 of a line marker says that one follows (gcc's manual, "Preprocessor
/// Output"); a file of the program may pretend to be one.
fn own(text: &str) -> String {
    let mut is_own = true;
    let mut own = String::new();
    for (_, piece, part) in Pieces::of(text) {
        let marker = part.strip_prefix("# ").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        match (piece, marker.and_then(|marker| marker.rsplit_once('"'))) {
            (Piece::Directive, Some((before, flags))) => {
                let path = before.split_once('"').map_or("", |(_, path)| path);
                is_own = !path.starts_with("/usr/") || !flags.split(' ').any(|flag| flag == "3");
            }
            _ if is_own => own.push_str(part),
            _ => {}
        }
    }
    own
}

/// The pieces between semicolons and braces: declarations, and parts of statements.
fn pieces<'a, 'p>(parts: &'a [Part<'p>]) -> impl Iterator<Item = &'a [Part<'p>]> {
    parts.split(|part| matches!(part, Part::Symbol(';' | '{' | '}'))).filter(|piece| !piece.is_empty())
}

/// The words that are no numbers.
fn words<'a>(piece: &'a [Part<'_>]) -> impl Iterator<Item = &'a str> {
    piece.iter().filter_map(|part| match part {
        Part::Word(word) if !word.starts_with(|c: char| c.is_ascii_digit()) => Some(*word),
        _ => None,
    })
}

fn texts<'a>(piece: &'a [Part<'_>]) -> impl Iterator<Item = &'a str> {
    piece.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.as_str()),
        _ => None,
    })
}

const OTHER_FORM: &str =
    "the attribute 'nonnull' of another form than `TYPE NAME(...)`, or of a parameter that may be a function";

/// Of a declaration in the program's own files, only the plain form is taken.
fn in_own(parts: &[Part<'_>]) -> Result<Promises, FrontendError> {
    let mut promises = Promises::new();
    for piece in pieces(parts).filter(|piece| words(piece).any(is_mark)) {
        let (name, promise) = plain(piece).ok_or_else(|| refused(OTHER_FORM.into()))?;
        if let Some(promise) = promise {
            promises.entry(name.to_owned()).or_default().insert(promise);
        }
    }
    Ok(promises)
}

/// In the system's headers, all that a declaration of another form names counts as promised.
fn in_headers(parts: &[Part<'_>]) -> Promises {
    let mut promises = Promises::new();
    for piece in pieces(parts).filter(|piece| words(piece).any(is_mark)) {
        match plain(piece) {
            Some((name, promise)) => {
                promises.entry(name.to_owned()).or_default().extend(promise);
            }
            None => {
                for name in words(piece).chain(texts(piece)) {
                    promises.entry(name.to_owned()).or_default().insert(NotNull::All);
                }
            }
        }
    }
    promises.retain(|name, _| super::is_programs_own(name));
    promises
}

fn refused(what: String) -> FrontendError {
    FrontendError::Unsupported { what: format!("{what}: gcc believes it in calls, clang does not"), location: None }
}

fn is_mark(word: &str) -> bool {
    word.trim_matches('_') == "nonnull"
}

/// The function and its promise, if there is one, of a declaration of the plain form: types and stars, the name, the list of
/// parameters, with attributes in between. In the list, the attribute of a pointer to an object is no promise to gcc.
fn plain<'p>(piece: &[Part<'p>]) -> Option<(&'p str, Option<NotNull>)> {
    let groups = attributes(piece);
    let inside = |at: usize| groups.iter().any(|group| (group.start..group.end).contains(&at));
    let bare: Vec<(usize, &Part<'p>)> = piece.iter().enumerate().filter(|(at, _)| !inside(*at)).collect();
    let open = bare.iter().position(|(_, part)| matches!(part, Part::Symbol('(')))?;
    let (_, name) = bare.get(open.checked_sub(1)?)?;
    let Part::Word(name) = name else { return None };
    if is_of_types(name) || !is_type(&bare[..open - 1]) || closing(&bare, open)? + 1 != bare.len() {
        return None;
    }
    let list = &bare[open + 1..bare.len() - 1];
    if begins_declarator(list) {
        return None;
    }
    let (begin, end) = (bare[open].0, bare[bare.len() - 1].0);
    let marked = |group: &&Group<'_>| group.names.contains(&"nonnull");
    let (of_parameters, of_function): (Vec<&Group<'_>>, Vec<&Group<'_>>) =
        groups.iter().filter(marked).partition(|group| (begin..end).contains(&group.start));
    for group in of_parameters {
        let before = list.iter().take_while(|(at, _)| *at < group.start).map(|(_, part)| *part);
        let parameter: Vec<&Part<'p>> = before.collect();
        let parameter = parameter.rsplit(|part| matches!(part, Part::Symbol(','))).next().unwrap_or_default();
        if !leads_to_object(parameter) {
            return None;
        }
    }
    if of_function.is_empty() {
        return Some((name, None));
    }
    let numbers = of_function.iter().map(|group| listed(&piece[group.start..group.end]));
    let numbers: Option<Vec<BTreeSet<usize>>> = numbers.collect();
    let mut parameters: Vec<&[(usize, &Part<'p>)]> =
        list.split(|(_, part)| matches!(part, Part::Symbol(','))).collect();
    let variadic = parameters.last().is_some_and(|last| matches!(last, [(_, Part::Symbol('.')), ..]));
    if variadic {
        parameters.pop();
    }
    let nested = list.iter().any(|(_, part)| matches!(part, Part::Symbol('(')));
    let simple = !nested && parameters.iter().all(|parameter| is_one_argument(parameter));
    let promise = match numbers {
        Some(numbers) if simple => {
            NotNull::These { numbers: numbers.into_iter().flatten().collect(), fixed: parameters.len(), variadic }
        }
        _ => NotNull::All,
    };
    Some((name, Some(promise)))
}

/// Whether the word belongs to a type or declaration, and is no name.
fn is_of_types(word: &str) -> bool {
    SCALARS.contains(&word) || QUALIFIERS.contains(&word) || SPECIFIERS.contains(&word)
}

/// Whether these are words and stars that can stand before a name: some word that is no qualifier.
fn is_type(parts: &[(usize, &Part<'_>)]) -> bool {
    const TAGS: [&str; 3] = ["struct", "union", "enum"];
    let allowed = |part: &Part<'_>| match part {
        Part::Word(word) => !COPIES.contains(word) && !["typedef", "asm", "__asm", "__asm__"].contains(word),
        Part::Symbol('*') => true,
        _ => false,
    };
    let named =
        |part: &Part<'_>| matches!(part, Part::Word(word) if !SPECIFIERS.contains(word) && !QUALIFIERS.contains(word));
    let ends = parts.last().is_some_and(|(_, part)| matches!(part, Part::Word(word) if TAGS.contains(word)));
    parts.iter().all(|(_, part)| allowed(part)) && parts.iter().any(|(_, part)| named(part)) && !ends
}

/// Whether what stands in brackets is no list of parameters, but `f(int *)`, `*f(int *)` or `(f)(int *)`.
fn begins_declarator(inside: &[(usize, &Part<'_>)]) -> bool {
    match inside {
        [(_, Part::Symbol('*' | '(')), ..] => true,
        [(_, Part::Word(_)), (_, Part::Symbol('(')), (_, next), ..] => !matches!(next, Part::Symbol('*')),
        _ => false,
    }
}

/// Where the bracket that opens at a place closes.
fn closing(bare: &[(usize, &Part<'_>)], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, (_, part)) in bare.iter().enumerate().skip(open) {
        match part {
            Part::Symbol('(') => depth += 1,
            Part::Symbol(')') if depth == 1 => return Some(at),
            Part::Symbol(')') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Whether a parameter is a pointer to a number, or to a structure by its tag, and no type is named that may be a function's.
fn leads_to_object(parameter: &[&Part<'_>]) -> bool {
    let star = parameter.iter().position(|part| matches!(part, Part::Symbol('*')));
    let Some(star) = star else { return false };
    let words: Vec<&str> = parameter[..star]
        .iter()
        .filter_map(|part| match part {
            Part::Word(word) => Some(*word),
            _ => None,
        })
        .filter(|word| !QUALIFIERS.contains(word))
        .collect();
    let bracketed = parameter.iter().any(|part| matches!(part, Part::Symbol('(' | '[')));
    let object = matches!(words[..], ["struct" | "union", _]) || words.iter().all(|word| SCALARS.contains(word));
    !words.is_empty() && object && !bracketed
}

/// Whether a parameter of this type is one argument of the module: structures may be passed in parts.
fn is_one_argument(parameter: &[(usize, &Part<'_>)]) -> bool {
    let mut words = parameter.iter().filter_map(|(_, part)| match part {
        Part::Word(word) if !QUALIFIERS.contains(word) => Some(*word),
        _ => None,
    });
    parameter.iter().any(|(_, part)| matches!(part, Part::Symbol('*' | '[')))
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

/// A function that promises something, and whose type another expression or name gets: gcc believes the promise in calls
/// through that. A function may be called, passed, returned, and stored. What headers name may be a type or a parameter; a
/// function is also called or declared.
fn travelling(own: &[Part<'_>], promises: &Promises) -> Option<String> {
    let is_called = |piece: &[Part<'_>], at: usize| matches!(piece.get(at + 1), Some(Part::Symbol('(')));
    let called: BTreeSet<&str> = (0..own.len())
        .filter_map(|at| match own[at] {
            Part::Word(word) if is_called(own, at) => Some(word),
            _ => None,
        })
        .collect();
    let stays = |piece: &[Part<'_>], at: usize| {
        let before = at.checked_sub(1).map(|before| &piece[before]);
        let begins = matches!(before, Some(Part::Symbol('(' | ',' | '=') | Part::Word("return")));
        begins && matches!(piece.get(at + 1), None | Some(Part::Symbol(')' | ',')))
    };
    let mentioned = |piece: &[Part<'_>]| {
        let copies = words(piece).any(|word| COPIES.contains(&word));
        let mut places = (0..piece.len()).filter(|at| !is_called(piece, *at) && (copies || !stays(piece, *at)));
        places.find_map(|at| match &piece[at] {
            Part::Word(word) if promises.contains_key(*word) && called.contains(word) && !is_of_types(word) => {
                Some((*word).to_owned())
            }
            _ => None,
        })
    };
    let name = pieces(own).filter(|piece| !words(piece).any(is_mark)).find_map(mentioned)?;
    Some(format!("the type of '{name}', which has the attribute 'nonnull', for another expression or name"))
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
    fn not_only_some_arguments() {
        let cases = [
            "__attribute__((__nonnull__)) extern int *f(int *);",
            "int f(int *) __attribute__((nonnull(1 + 0)));",
            "int f(int *) __attribute__((nonnull(010)));",
            "void h(void) { extern int f(int *) __attribute__((nonnull)); }",
            "int f(struct two s, int *p, struct none n) __attribute__((nonnull(2)));",
            "int f(T s, int *p) __attribute__((nonnull(2)));",
            "void *f(int (*back)(int *), int *p) __attribute__((nonnull(2)));",
            "int g(int *) __attribute__((nonnull(1))); int g(int *) __asm__(\"f\");",
            "static int g(int *) __attribute__((weakref(\"f\"), nonnull));",
        ];
        for text in cases {
            let found = of(text);
            assert!(found.contains(&("f".to_owned(), NotNull::All)), "{text}: {found:?}");
        }
    }

    #[test]
    fn other_forms_are_refused() {
        let a = "__attribute__((nonnull))";
        for text in [
            "__attribute__((nonnull)) int g(int *), f(int *);",
            "__typeof__(int) A k(int *), f(int *);",
            "_Atomic(int) A f(int *);",
            "int (f)(int *) A;",
            "int (f(int *)) A;",
            "T (f(int *)) A;",
            "const T (f(int *)) A;",
            "extern struct s (f(int *)) A;",
            "unsigned int (f(int *)) A;",
            "int (A f(int *));",
            "int g(int *) __asm__(\"f\") A;",
            "int typedef F(int *) A;",
            "int typedef ((*F)(int *)) A;",
            "unsigned __int128 (f(int *)) A;",
            "A typedef int F(int *);",
            "int h(P back A, int *q);",
            "int h(F *back A);",
            "int h(int back(int *) A);",
            "void h(void) { for (P p A = g; p; p = 0) p(q); }",
            "struct s { int ((*op)(int *)) A; };",
            "F f A;",
        ] {
            assert!(promises(&text.replace('A', a)).is_err(), "{text}");
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
            "int h(int *q) { return (q ? f : g)(q); }",
            "int (*t[])(int *) = {f};",
            "int h(int *p) { return ({ f; })(p); }",
        ] {
            assert!(promises(&format!("{f} {other}")).is_err(), "{other}");
        }
        assert!(
            promises(&format!("{f} void h(int *x) {{ typeof(f(x)) r = f(x); call(x, f); p = f; return f; }}")).is_ok()
        );
        assert!(promises(&format!("{f} <:<:gnu::nonnull:>:> int g(int *);")).is_err());
    }
}
