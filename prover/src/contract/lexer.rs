//! Tokens of C source and of ACSL text, as far as finding and reading contracts needs them.

use crate::tokens::{Piece, Pieces, is_word};
use std::rc::Rc;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An identifier or keyword; in ACSL with its backslash.
    Word,
    Number,
    /// A character constant or a string.
    Quoted,
    Symbol,
    /// The inside of an ACSL comment.
    Annotation,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub text: String,
    /// Line of its beginning, from 1.
    pub line: u32,
    /// The file that the line is of, where the text is made of several.
    pub file: Option<Rc<str>>,
    /// How many definitions of macros stand before it.
    pub macros: usize,
}

impl Token {
    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text && matches!(self.kind, Kind::Word | Kind::Symbol)
    }
}

/// A definition of a macro, or the end of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Macro {
    pub name: String,
    /// What follows the name on its line; nothing where the name is undefined from there on.
    pub text: Option<String>,
    /// It takes arguments: the text begins with their list.
    pub arguments: bool,
    /// A pragma brings back an earlier meaning from here on: which one is not known here.
    pub restored: bool,
    /// The compiler defines it by itself.
    pub built_in: bool,
}

/// Tokens of C source; ACSL comments are tokens, other comments and preprocessor lines are not.
pub(super) fn source(text: &str) -> (Vec<Token>, Vec<Macro>) {
    let mut macros = Vec::new();
    let tokens = run(text, 1, Some(&mut macros));
    (tokens, macros)
}

/// Tokens of ACSL text that begins on a line; `@` is white space, and comments are left out, whatever they begin with.
pub(super) fn annotation(text: &str, line: u32) -> Vec<Token> {
    run(text, line, None)
}

fn run(text: &str, mut line: u32, mut macros: Option<&mut Vec<Macro>>) -> Vec<Token> {
    let in_annotation = macros.is_none();
    let mut pieces = if in_annotation { Pieces::within(text) } else { Pieces::of(text) };
    let mut file: Option<Rc<str>> = None;
    let mut tokens = Vec::new();
    while let Some((at, piece, own)) = pieces.next() {
        let known = macros.as_ref().map_or(0, |macros| macros.len());
        let mut push = |kind, text: &str| {
            tokens.push(Token { kind, text: text.to_owned(), line, file: file.clone(), macros: known });
        };
        let mut next = None;
        match (piece, macros.as_deref_mut()) {
            (Piece::Space, _) => {}
            (Piece::Symbol, None) if own == "@" => {}
            (Piece::Comment, _) => {
                if let Some(acsl) = acsl(own).filter(|_| !in_annotation) {
                    push(Kind::Annotation, acsl);
                }
            }
            (Piece::Directive, macros) => {
                let directive = own.strip_prefix('#').unwrap_or(own);
                let built_in = file.as_deref() == Some("<built-in>");
                let found = definition(directive).map(|found| Macro { built_in, ..found });
                macros.into_iter().for_each(|macros| macros.extend(found.clone()));
                next = marker(directive);
            }
            (Piece::Quoted | Piece::Raw, _) => push(Kind::Quoted, own),
            (Piece::Number, _) => push(Kind::Number, own),
            (Piece::Word, _) => push(Kind::Word, joined(text, at, own, in_annotation, &mut pieces)),
            (Piece::Symbol, _) if own == "\\" => push(Kind::Word, joined(text, at, own, in_annotation, &mut pieces)),
            (Piece::Symbol, _) => push(Kind::Symbol, own),
        }
        let lines = u32::try_from(own.matches('\n').count()).unwrap_or(u32::MAX);
        line = line.saturating_add(lines);
        if let Some((number, name)) = next {
            // Of the line after this one.
            line = number.saturating_sub(1);
            file = Some(name.into());
        }
    }
    tokens
}

/// The word that a piece begins: of ACSL with its backslash, or with the function whose static variable it is.
fn joined<'a>(text: &'a str, at: usize, own: &'a str, in_annotation: bool, pieces: &mut Pieces<'a>) -> &'a str {
    let begins = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut end = at + own.len();
    let mut take = |count: usize| pieces.by_ref().take(count).map(|(_, _, own)| own.len()).sum::<usize>();
    if own == "\\" && text[end..].starts_with(is_word) {
        end += take(1);
    }
    if in_annotation && text[end..].strip_prefix("::").is_some_and(begins) {
        end += take(2);
    }
    &text[at..end]
}

/// The inside of an ACSL comment.
fn acsl(comment: &str) -> Option<&str> {
    match comment.strip_prefix("/*") {
        Some(inside) => inside.strip_suffix("*/").unwrap_or(inside).strip_prefix('@'),
        None => comment.strip_prefix("//@"),
    }
}

/// ` 12 "file" 1 3`: where what follows comes from.
fn marker(directive: &str) -> Option<(u32, &str)> {
    let (line, rest) = directive.trim_start().split_once(' ')?;
    let file = rest.strip_prefix('"')?;
    Some((line.parse().ok()?, &file[..file.rfind('"')?]))
}

/// The definitions of macros of a preprocessed text as directives, without those of the compiler itself.
pub fn directives(text: &str) -> String {
    let (_, macros) = source(text);
    let directive = |one: &Macro| match &one.text {
        Some(text) if one.arguments => format!("#define {}{text}\n", one.name),
        Some(text) => format!("#define {} {text}\n", one.name),
        None => format!("#undef {}\n", one.name),
    };
    macros.iter().filter(|one| !one.built_in && !one.restored).map(directive).collect()
}

/// `define NAME text`, `define NAME(arguments) text`, `undef NAME`, `pragma pop_macro("NAME")`
fn definition(directive: &str) -> Option<Macro> {
    let directive = directive.trim_start();
    let (restored, built_in) = (false, false);
    if let Some(rest) = directive.strip_prefix("undef") {
        return Some(Macro { name: rest.trim().to_owned(), text: None, arguments: false, restored, built_in });
    }
    if let Some(pragma) = directive.strip_prefix("pragma") {
        let rest = pragma.trim_start().strip_prefix("pop_macro")?;
        let name = rest.split('"').nth(1).unwrap_or_default().trim();
        return Some(Macro { name: name.to_owned(), text: None, arguments: false, restored: true, built_in });
    }
    let rest = directive.strip_prefix("define")?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let (name, value) = rest.split_at(length);
    let text = Some(value.trim().to_owned());
    Some(Macro { name: name.to_owned(), text, arguments: value.starts_with('('), restored, built_in })
}
