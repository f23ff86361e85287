//! Tokens of C source and of ACSL text, as far as finding and reading contracts needs them.

use crate::contract::At;
use crate::contract::lines::spliced;
pub(super) use crate::tokens::is_word;
use std::borrow::Cow;
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
    /// Column of its beginning in bytes, from 1; 0 where it is not known. The preprocessor keeps the columns of what a
    /// line begins with, and of all but the first line of a comment.
    pub column: u32,
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

impl From<&Token> for At {
    fn from(token: &Token) -> At {
        At { line: token.line, column: token.column }
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

/// Symbols of more than one character, longer ones first.
const SYMBOLS: [&str; 12] = ["<==>", "==>", "...", "..", "==", "!=", "<=", ">=", "&&", "||", "->", "<<"];
/// Other spellings of symbols (C17 6.4.6, 3). As two symbols none of them is C.
const DIGRAPHS: [(&str, &str); 5] = [("<%", "{"), ("%>", "}"), ("<:", "["), (":>", "]"), ("%:", "#")];

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
    /// 0 as long as it is not known.
    column: u32,
    /// Columns are those of the file from the next line on.
    kept: bool,
    file: Option<Rc<str>>,
    /// Nothing but white space so far on this line.
    fresh_line: bool,
}

/// Tokens of C source; ACSL comments are tokens, other comments and preprocessor lines are not.
pub(super) fn source(text: &str) -> (Vec<Token>, Vec<Macro>) {
    let mut macros = Vec::new();
    let tokens = run(text, At { line: 1, column: 1 }, Some(&mut macros));
    (tokens, macros)
}

/// Tokens of ACSL text that begins in a line; `@` is white space, and comments are left out, whatever they begin with.
pub(super) fn annotation(text: &str, line: u32) -> Vec<Token> {
    run(text, line.into(), None)
}

/// How many bytes stand before the text of an ACSL comment: `/*@`, `//@`.
const OPENING: u32 = 3;

/// Tokens of an ACSL comment, as an annotation among the tokens of a file has it.
pub(super) fn inside(annotation: &Token) -> Vec<Token> {
    let column = if annotation.column > 0 { annotation.column.saturating_add(OPENING) } else { 0 };
    run(&annotation.text, At { line: annotation.line, column }, None)
}

fn run(text: &str, at: At, mut macros: Option<&mut Vec<Macro>>) -> Vec<Token> {
    let text = spliced(text);
    let in_annotation = macros.is_none();
    // Of a continued line the columns are not kept.
    let kept = matches!(text, Cow::Borrowed(_));
    let column = if kept { at.column } else { 0 };
    let mut lexer = Lexer { rest: &text, line: at.line, column, kept, file: None, fresh_line: true };
    let mut tokens = Vec::new();
    while let Some(c) = lexer.rest.chars().next() {
        let (line, file) = (lexer.line, lexer.file.clone());
        let column = if in_annotation || lexer.fresh_line { lexer.column } else { 0 };
        let known = macros.as_ref().map_or(0, |macros| macros.len());
        let mut push = |kind, text: &str| {
            tokens.push(Token { kind, text: text.to_owned(), line, column, file: file.clone(), macros: known });
        };
        let rest = lexer.rest;
        if is_gap(c) || in_annotation && c == '@' {
            lexer.take(c.len_utf8());
        } else if let Some(inside) = rest.strip_prefix("/*") {
            let length = inside.find("*/").unwrap_or(inside.len());
            if let Some(acsl) = inside[..length].strip_prefix('@').filter(|_| !in_annotation) {
                push(Kind::Annotation, acsl);
            }
            lexer.take((length + 4).min(rest.len()));
        } else if rest.starts_with("//") {
            let length = line_of(rest);
            if let Some(acsl) = rest[2..length].strip_prefix('@').filter(|_| !in_annotation) {
                push(Kind::Annotation, acsl);
            }
            lexer.take(length);
        } else if let (true, Some(directive), Some(macros)) = (lexer.fresh_line, directive(rest), macros.as_deref_mut())
        {
            let built_in = lexer.file.as_deref() == Some("<built-in>");
            macros.extend(definition(directive).map(|found| Macro { built_in, ..found }));
            lexer.take(line_of(rest));
            if let Some((line, file)) = marker(directive) {
                // Of the line after this one.
                lexer.line = line.saturating_sub(1);
                lexer.file = Some(file.into());
            }
        } else if c == '"' || c == '\'' {
            let length = quoted(rest, c);
            push(Kind::Quoted, &rest[..length]);
            lexer.take(length);
        } else if c.is_ascii_digit() || !in_annotation && is_fraction(rest) {
            let length = number(rest, in_annotation);
            push(Kind::Number, &rest[..length]);
            lexer.take(length);
        } else if begins_word(c) || c == '\\' {
            let mut length = word(rest);
            // A static variable of a function.
            if let (true, Some(behind)) = (in_annotation, rest[length..].strip_prefix("::"))
                && behind.starts_with(begins_word)
            {
                length += "::".len() + word(behind);
            }
            push(Kind::Word, &rest[..length]);
            lexer.take(length);
        } else if let Some((digraph, symbol)) = DIGRAPHS.iter().find(|(digraph, _)| rest.starts_with(digraph)) {
            push(Kind::Symbol, symbol);
            lexer.take(digraph.len());
        } else {
            let length = SYMBOLS.iter().find(|s| rest.starts_with(**s)).map_or(c.len_utf8(), |s| s.len());
            push(Kind::Symbol, &rest[..length]);
            lexer.take(length);
        }
    }
    tokens
}

impl Lexer<'_> {
    fn take(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        for c in taken.chars() {
            if self.column > 0 {
                self.column = self.column.saturating_add(u32::try_from(c.len_utf8()).unwrap_or(u32::MAX));
            }
            if c == '\n' {
                self.line = self.line.saturating_add(1);
                self.column = u32::from(self.kept);
                self.fresh_line = true;
            } else if !c.is_whitespace() {
                self.fresh_line = false;
            }
        }
        self.rest = rest;
    }
}

/// White space as clang reads it.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == '\u{180e}'
}

fn begins_word(c: char) -> bool {
    is_word(c) && !c.is_ascii_digit()
}

/// Length of the word that a text begins with.
fn word(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    first + span(&text[first..], is_word)
}

fn span(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// `.5`
fn is_fraction(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Length of the number that a text begins with (C23 6.4.8). In annotations it has no fraction: `0..n` is an interval.
fn number(text: &str, in_annotation: bool) -> usize {
    let mut last = None;
    for (place, c) in text.char_indices() {
        let next = text[place + c.len_utf8()..].chars().next();
        let belongs = match c {
            '\'' => last.is_some() && next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_'),
            '.' => !in_annotation,
            '+' | '-' => !in_annotation && matches!(last, Some('e' | 'E' | 'p' | 'P')),
            c => is_word(c),
        };
        if !belongs {
            return place;
        }
        last = Some(c);
    }
    text.len()
}

/// What follows the sign of a directive.
fn directive(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('#').or_else(|| text.strip_prefix("%:"))?;
    Some(&rest[..line_of(rest)])
}

/// Length of a quoted constant with its quotes; it ends with its line at the latest.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return place,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return place + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Length of what is left of a line.
fn line_of(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
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
    let length = span(rest, is_word);
    let (name, value) = rest.split_at(length);
    let text = Some(value.trim().to_owned());
    Some(Macro { name: name.to_owned(), text, arguments: value.starts_with('('), restored, built_in })
}
