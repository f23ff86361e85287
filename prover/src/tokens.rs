//! The pieces of a C text, for every reader of a preprocessed file; the reader decides what they mean. Contracts stand
//! in comments, and have a lexer of their own (`contract/lexer.rs`).
//!
//! There is one lexer for all of them because each difference between a reader and the compiler is a way around the
//! checks: if a reader takes a quotation mark for the beginning of a string and the compiler does not, everything
//! behind it is hidden.

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// White space, including line ends that follow a backslash.
    Space,
    /// A comment with its delimiters, but without the line end behind `//`.
    Comment,
    /// A preprocessor directive from `#` to its last continued line, without the line end.
    Directive,
    /// An identifier or keyword.
    Word,
    /// A number: whatever begins with a digit, up to a decimal point or sign, which are pieces of their own.
    Number,
    /// A character constant or a string, without its prefix.
    Quoted,
    /// A raw string such as `R"x(...)x"`, with its prefix; nothing is escaped in it. GNU C has raw strings, no C
    /// standard does: a reader that must not confuse the two asks `frontend::Flags::has_raw_strings`.
    Raw,
    /// One of [`SYMBOLS`], or any other character.
    Symbol,
}

/// Symbols of several characters, longer ones first: only those that some reader must not take for two.
const SYMBOLS: [&str; 15] =
    ["<==>", "==>", "...", "..", "==", "!=", "<=", ">=", "&&", "||", "->", "<<", "::", "<%", "%>"];

/// The prefixes of raw strings. GNU C has them (gcc's manual, option `-std`).
const RAW: [&str; 5] = ["R", "LR", "uR", "UR", "u8R"];
/// The maximal number of characters between the quotation mark and the parenthesis of a raw string.
const DELIMITER: usize = 16;

/// The pieces of a text in order, with their offsets in bytes. Together they are the whole text.
#[derive(Clone, Debug)]
pub(crate) struct Pieces<'a> {
    text: &'a str,
    at: usize,
    /// Only space and comments so far on this line, so that `#` begins a directive.
    fresh: bool,
    /// Whether `#` can begin a directive at all.
    directives: bool,
}

impl<'a> Pieces<'a> {
    /// The pieces of a file, with directives.
    pub(crate) fn of(text: &'a str) -> Pieces<'a> {
        Pieces { text, at: 0, fresh: true, directives: true }
    }

    /// The pieces of a text that is not a file: `#` is a symbol.
    pub(crate) fn within(text: &'a str) -> Pieces<'a> {
        Pieces { directives: false, ..Pieces::of(text) }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = (usize, Piece, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let (at, rest) = (self.at, self.text.get(self.at..)?);
        let first = rest.chars().next()?;
        let (space, ends) = space(rest);
        let (piece, length) = match first {
            _ if space > 0 => (Piece::Space, space),
            '/' if rest.starts_with("/*") => {
                (Piece::Comment, rest.get(2..)?.find("*/").map_or(rest.len(), |end| end + 4))
            }
            '/' if rest.starts_with("//") => (Piece::Comment, logical_line(rest)),
            '#' if self.directives && self.fresh => (Piece::Directive, logical_line(rest)),
            '"' | '\'' => (Piece::Quoted, quoted(rest, first)),
            _ if first.is_ascii_digit() => (Piece::Number, number(rest)),
            _ if is_word(first) => word(rest),
            _ => (Piece::Symbol, SYMBOLS.iter().find(|s| rest.starts_with(**s)).map_or(first.len_utf8(), |s| s.len())),
        };
        self.fresh = ends || self.fresh && matches!(piece, Piece::Space | Piece::Comment);
        self.at += length;
        Some((at, piece, rest.get(..length)?))
    }
}

/// Whether a character can be part of a name. Compilers use characters beyond ASCII for nothing else, and both accept
/// `$`.
pub(crate) fn is_word(c: char) -> bool {
    let gap = c.is_whitespace() || c == '\u{180e}';
    c.is_ascii_alphanumeric() || c == '_' || c == '$' || !c.is_ascii() && !gap
}

/// The inside of a string or raw string, with escapes as they are written.
pub(crate) fn inside(piece: Piece, text: &str) -> &str {
    match piece {
        Piece::Raw => {
            let inside = text.split_once('(').map_or("", |(_, inside)| inside);
            inside.rsplit_once(')').map_or("", |(inside, _)| inside)
        }
        // The last quotation mark is missing if the line ends before it.
        _ => {
            let text = text.strip_prefix('"').unwrap_or(text);
            text.strip_suffix('"').unwrap_or(text)
        }
    }
}

/// The length of the white space at the beginning of a text, and whether it contains a line end.
fn space(text: &str) -> (usize, bool) {
    let (mut length, mut ends) = (0, false);
    loop {
        let rest = text.get(length..).unwrap_or_default();
        length += match rest.chars().next() {
            Some(c) if c.is_whitespace() => {
                ends |= c == '\n';
                c.len_utf8()
            }
            Some('\\') if rest.starts_with("\\\n") => 2,
            Some('\\') if rest.starts_with("\\\r\n") => 3,
            _ => return (length, ends),
        };
    }
}

/// The length of the word, or of the raw string, at the beginning of a text.
fn word(text: &str) -> (Piece, usize) {
    let length = text.find(|c| !is_word(c)).unwrap_or(text.len());
    let (prefix, behind) = text.split_at(length);
    match RAW.contains(&prefix).then(|| raw(behind)).flatten() {
        Some(string) => (Piece::Raw, length + string),
        None => (Piece::Word, length),
    }
}

/// The length of a raw string behind its prefix, if there is one.
fn raw(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('"')?;
    let (delimiter, _) = inside.split_once('(')?;
    let belongs = |c: char| !c.is_whitespace() && c != ')' && c != '\\';
    let end = format!("){delimiter}\"");
    let fits = delimiter.len() <= DELIMITER && delimiter.chars().all(belongs);
    fits.then(|| inside.find(&end)).flatten().map(|at| 1 + at + end.len())
}

/// The length of a number. Since C23 a quotation mark may separate its digits.
fn number(text: &str) -> usize {
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let separates = c == '\'' && rest.peek().is_some_and(|(_, next)| is_word(*next));
        if !is_word(c) && !separates {
            return at;
        }
    }
    text.len()
}

/// The length of a quoted constant, which ends with its line at the latest.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            // Between a backslash and the line end that it continues.
            '\r' if escaped => {}
            _ if escaped => escaped = false,
            '\n' => return at,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a line with its continuation lines, without the line end.
fn logical_line(text: &str) -> usize {
    let mut from = 0;
    while let Some(end) = text.get(from..).and_then(|rest| rest.find('\n')) {
        let line = text.get(from..from + end).unwrap_or_default();
        if !line.trim_end_matches('\r').ends_with('\\') {
            return from + end;
        }
        from += end + 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Piece, Pieces, inside};
    use proptest::prelude::*;

    /// All pieces except space.
    fn pieces(text: &str) -> Vec<(Piece, &str)> {
        let all = Pieces::of(text).map(|(_, piece, own)| (piece, own));
        all.filter(|(piece, _)| *piece != Piece::Space).collect()
    }

    fn words(text: &str) -> Vec<&str> {
        pieces(text).into_iter().filter(|(piece, _)| *piece == Piece::Word).map(|(_, own)| own).collect()
    }

    #[test]
    fn constants_hide_only_what_is_theirs() {
        assert_eq!(words("\"a \\\" b\" c 'd' e '\\'' f"), ["c", "e", "f"]);
        assert_eq!(words("\"a\\\nb\" c \"\\\r\n\" d \"e\nf"), ["c", "d", "f"]);
        assert_eq!(
            pieces("1'000+0x1'F'a'"),
            [(Piece::Number, "1'000"), (Piece::Symbol, "+"), (Piece::Number, "0x1'F'a"), (Piece::Quoted, "'"),]
        );
        assert_eq!(words("L'0' u8\"x\" a1'b'"), ["L", "u8", "a1"]);
    }

    #[test]
    fn raw_strings_are_one_piece() {
        let text = "R\"(\")\" x u8R\"d(a\n#b \")\" c)d\" y";
        assert_eq!(words(text), ["x", "y"]);
        let raw: Vec<&str> =
            pieces(text).iter().filter(|(p, _)| *p == Piece::Raw).map(|(p, own)| inside(*p, own)).collect();
        assert_eq!(raw, ["\"", "a\n#b \")\" c"]);
        for other in ["R\"a\" x", "R \"(\" x", "xR\"(\" x", "R\"a b(\" x", "R\"01234567890123456(\" x"] {
            assert_eq!(words(other).last(), Some(&"x"), "{other}");
            assert!(pieces(other).iter().all(|(piece, _)| *piece != Piece::Raw), "{other}");
        }
    }

    #[test]
    fn comments_and_directives_end_where_they_do_for_the_compiler() {
        assert_eq!(words("a /*/ b */ c // d \\\n e\nf"), ["a", "c", "f"]);
        assert_eq!(words(" # define x \\\n y\nz # w"), ["z", "w"]);
        assert_eq!(
            pieces("/* */ # x\n\\\n#y"),
            [(Piece::Comment, "/* */"), (Piece::Directive, "# x"), (Piece::Directive, "#y"),]
        );
        assert_eq!(Pieces::within("#x").map(|(_, piece, _)| piece).next(), Some(Piece::Symbol));
    }

    #[test]
    fn symbols_are_not_cut() {
        let symbols: Vec<&str> = pieces("a<==>b->c <% x::y %> = == ? .").into_iter().map(|(_, own)| own).collect();
        assert_eq!(symbols, ["a", "<==>", "b", "->", "c", "<%", "x", "::", "y", "%>", "=", "==", "?", "."]);
    }

    proptest! {
        #[test]
        fn pieces_are_the_whole_text(text in "(R?\"|'|\\\\|/\\*|\\*/|//|#|\n|\r|\\(|\\)|[a-z0-9é ]){0,24}") {
            for pieces in [Pieces::of(&text), Pieces::within(&text)] {
                let mut end = 0;
                for (at, _, own) in pieces {
                    prop_assert!(at == end && !own.is_empty());
                    end += own.len();
                }
                prop_assert_eq!(end, text.len());
            }
        }
    }
}
