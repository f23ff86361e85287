//! The C files of a witness: their hashes, the places in them that debug information means, and their statements.

use crate::tokens::{Piece, Pieces, is_word};
use certificates::hash::sha256_hex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The files that the user gave.
pub(super) struct Files {
    pub(super) all: Vec<Source>,
}

pub(super) struct Source {
    /// The path that the user gave.
    pub(super) name: String,
    pub(super) hash: String,
    text: String,
    /// The offset at which each line begins.
    starts: Vec<usize>,
    /// The lines that debug information calls by this file and line number. There may be several, because of `#line`.
    lines: BTreeMap<(String, u32), BTreeSet<usize>>,
    /// The names of macros that the file defines.
    pub(super) macros: BTreeSet<String>,
}

/// A place in a file.
#[derive(Clone, Copy)]
pub(super) struct Spot<'s> {
    pub(super) source: &'s Source,
    /// The line, counted from 0.
    pub(super) line: usize,
    /// The offset in the file, in bytes.
    pub(super) offset: usize,
}

impl Files {
    pub(super) fn read(files: &[PathBuf]) -> Result<Files, String> {
        let all: Result<Vec<Source>, String> = files.iter().map(|path| Source::read(path)).collect();
        Ok(Files { all: all? })
    }

    /// The place that debug information calls by this name; `None` unless there is exactly one.
    pub(super) fn find(&self, file: &str, line: u32, column: u32) -> Option<Spot<'_>> {
        let named = (file.to_owned(), line);
        let mut found = self.all.iter().flat_map(|source| {
            let lines = source.lines.get(&named).into_iter().flatten();
            lines.map(move |line| (source, *line))
        });
        let (source, line) = found.next()?;
        if found.next().is_some() {
            return None;
        }
        let offset = source.starts.get(line)?.checked_add(usize::try_from(column.checked_sub(1)?).ok()?)?;
        let end = source.starts.get(line + 1).copied().unwrap_or(source.text.len());
        (offset < end && source.text.is_char_boundary(offset)).then_some(Spot { source, line, offset })
    }
}

impl Source {
    fn read(path: &Path) -> Result<Source, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let hash = sha256_hex(&bytes);
        // A file that is not text has no lines in which to find a place.
        let text = String::from_utf8(bytes).unwrap_or_default();
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let bare = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let name = path.display().to_string();
        let mut called = if bare == name { vec![bare] } else { vec![bare, name.clone()] };
        let mut lines: BTreeMap<(String, u32), BTreeSet<usize>> = BTreeMap::new();
        let mut number: u32 = 1;
        for (line, text) in text.lines().enumerate() {
            if let Some((next, file)) = marker(text) {
                number = next;
                called = file.map_or(called, |file| vec![file]);
                continue;
            }
            for file in &called {
                lines.entry((file.clone(), number)).or_default().insert(line);
            }
            number = number.saturating_add(1);
        }
        let macros = text.lines().filter_map(|line| {
            let line = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?.trim_start();
            Some(line.split(|c: char| !is_word(c)).next()?.to_owned())
        });
        let macros = macros.collect();
        Ok(Source { name, hash, text, starts, lines, macros })
    }
}

/// Reads a line marker: `# 12 "file.c"` or `#line 12`.
fn marker(line: &str) -> Option<(u32, Option<String>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line ").unwrap_or(rest).trim_start();
    let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let file = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next()).map(str::to_owned);
    Some((number.trim_end().parse().ok()?, file))
}

/// A token: its offset and its text. A string is one token.
pub(super) type Token<'s> = (usize, &'s str);

impl<'s> Spot<'s> {
    /// Line and column, counted from 1; the column in characters.
    pub(super) fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let starts = &self.source.starts;
        let line = starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let from = starts.get(line).copied().unwrap_or(0);
        let before = self.source.text.get(from..offset).unwrap_or("");
        (line + 1, before.chars().count() + 1)
    }

    /// Whether this word begins at the place.
    pub(super) fn is_at(&self, word: &str) -> bool {
        let rest = self.source.text.get(self.offset..).unwrap_or("");
        rest.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_word))
    }

    /// Whether only variables are declared between the function's first line and this place.
    pub(super) fn names_are_variables(&self, files: &Files, file: &str, line: u32) -> bool {
        let Some(from) = files.find(file, line, 1).filter(|from| from.source.name == self.source.name) else {
            return false;
        };
        let tokens = tokens(self.source.text.get(from.offset..self.offset).unwrap_or(""));
        let word = |at: usize| tokens.get(at).map_or("", |(_, word)| *word);
        let other = |at: usize| match word(at) {
            "extern" | "typedef" | "__extension__" => true,
            "enum" => word(at + 1) == "{" || word(at + 2) == "{",
            _ => false,
        };
        !(0..tokens.len()).any(other)
    }

    /// The place of the closing parenthesis of a call without arguments that begins here.
    pub(super) fn call_end(&self, function: &str) -> Option<usize> {
        let tokens = tokens(&self.source.text);
        let at = tokens.iter().position(|(at, _)| *at == self.offset)?;
        let [(_, name), (_, "("), rest @ ..] = tokens.get(at..)? else { return None };
        let rest = if let [(_, "void"), rest @ ..] = rest { rest } else { rest };
        let (end, close) = rest.first()?;
        (*name == function && *close == ")").then_some(*end)
    }

    /// The place where the statement or full expression around this place begins.
    pub(super) fn statement(&self) -> Option<usize> {
        let tokens = tokens(&self.source.text);
        let here = tokens.iter().rposition(|(at, _)| *at <= self.offset)?;
        let first = begin(&tokens, here);
        let first = behind_heads(&tokens, first, here);
        tokens.get(initializer(&tokens, first, here)).map(|(at, _)| *at)
    }
}

/// The first token after the end of the previous statement.
fn begin(tokens: &[Token<'_>], here: usize) -> usize {
    let mut depth = 0_usize;
    for at in (0..here).rev() {
        let Some((_, token)) = tokens.get(at) else { break };
        match *token {
            ")" | "]" => depth += 1,
            "[" => depth = depth.saturating_sub(1),
            "(" if depth > 0 => depth -= 1,
            "(" => {
                let before = at.checked_sub(1).and_then(|before| tokens.get(before)).map(|(_, word)| *word);
                if matches!(before, Some("if" | "while" | "for" | "switch")) {
                    return at + 1;
                }
            }
            ";" | "{" | "}" if depth == 0 => return at + 1,
            _ => {}
        }
    }
    0
}

/// The first token after `if (...)`, `else`, labels and the like that end before the place.
fn behind_heads(tokens: &[Token<'_>], mut first: usize, here: usize) -> usize {
    let word = |at: usize| tokens.get(at).map_or("", |(_, word)| *word);
    while first < here {
        let next = match word(first) {
            "else" | "do" => first + 1,
            "if" | "while" | "for" | "switch" if word(first + 1) == "(" => closing(tokens, first + 1) + 1,
            "case" => (first..here).find(|at| word(*at) == ":").map_or(here + 1, |at| at + 1),
            label if label.starts_with(is_word) && word(first + 1) == ":" => first + 2,
            _ => break,
        };
        if next > here {
            break;
        }
        first = next;
    }
    first
}

/// The token that closes the parenthesis at `open`.
fn closing(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, (_, token)) in tokens.iter().enumerate().skip(open) {
        match *token {
            "(" => depth += 1,
            ")" if depth == 1 => return at,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    tokens.len()
}

/// Within a declaration, the beginning of the initializer that contains the place.
fn initializer(tokens: &[Token<'_>], first: usize, here: usize) -> usize {
    let name =
        |at: usize| tokens.get(at).is_some_and(|(_, word)| word.starts_with(|c| is_word(c) && !c.is_ascii_digit()));
    let stars = (first + 1..here).find(|at| tokens.get(*at).is_some_and(|(_, word)| *word != "*"));
    let returns = tokens.get(first).is_some_and(|(_, word)| *word == "return");
    if returns || !name(first) || !stars.is_some_and(name) {
        return first;
    }
    let mut depth = 0_usize;
    let mut found = first;
    for at in first..here {
        match tokens.get(at).map_or("", |(_, word)| *word) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "=" if depth == 0 => found = at + 1,
            _ => {}
        }
    }
    found
}

/// The tokens of a text, without comments and directives.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let left_out = |piece| matches!(piece, Piece::Space | Piece::Comment | Piece::Directive);
    Pieces::of(text).filter(|(_, piece, _)| !left_out(*piece)).map(|(at, _, own)| (at, own)).collect()
}
