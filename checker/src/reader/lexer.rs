//! Tokens of LLVM's textual form (LangRef, "Identifiers"; LLVM's own lexer where LangRef is silent).

/// Sort of a token. The text of a token carries no sigil, quotes or final colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Keyword, type name, opcode.
    Word,
    /// `-12`, `u0xFF`, `s0xFF`.
    Integer,
    /// `1.0e+00`, `0xK...`
    Float,
    /// `%name`
    Local,
    /// `@name`
    Global,
    /// `$name`
    Comdat,
    /// `!12`, `!name`
    Metadata,
    /// `#12`
    Group,
    /// `#dbg_value`
    Record,
    /// `name:`
    Label,
    /// `"..."`
    String,
    /// `c"..."`
    Bytes,
    /// `...` and single characters.
    Punctuation,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// The name was quoted; escapes are not yet decoded.
    pub quoted: bool,
    /// From 1.
    pub line: u32,
    /// Number of characters before the token, if it is the first of its line.
    pub indent: Option<u16>,
}

/// Why a text is not a module of the subset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line of the text, from 1.
    pub line: u32,
    /// The construct and what is wrong with it.
    pub message: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// The beginning of a name or token, for a message.
pub(super) fn shorten(text: &str) -> &str {
    text.char_indices().nth(80).map_or(text, |(end, _)| &text[..end])
}

/// Tokens of a text, at most. They take up to 32 times the memory of the text.
const MAX_TOKENS: usize = 6 << 20;

/// Splits a whole text into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, ReadError> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, line: 1, line_start: 0, fresh: true };
    // An upper bound for the number of tokens: growing would copy them, and unused capacity takes no memory.
    let mut out = Vec::with_capacity((text.len() / 3).min(MAX_TOKENS));
    while let Some(token) = lexer.next()? {
        if out.len() == MAX_TOKENS {
            return lexer.error("the text has more than 6 million tokens");
        }
        out.push(token);
    }
    Ok(out)
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: u32,
    line_start: usize,
    /// Whether no token of the line has been seen yet.
    fresh: bool,
}

/// Characters of an unquoted name, label, keyword or number.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// Whether the text is nonempty and all its characters are of this kind.
fn all(text: &str, kind: fn(&u8) -> bool) -> bool {
    !text.is_empty() && text.as_bytes().iter().all(kind)
}

/// Whether a word is a floating-point number, as a whole. LLVM ends a number where its syntax ends, and reads the rest
/// (the `unreachable` of `1.0unreachable`) as the next token.
fn is_float(word: &str) -> bool {
    if let Some(bits) = word.strip_prefix("0x") {
        return all(bits.strip_prefix(['K', 'L', 'M', 'H', 'R']).unwrap_or(bits), u8::is_ascii_hexdigit);
    }
    let signed = |text: &str| all(text.strip_prefix(['+', '-']).unwrap_or(text), u8::is_ascii_digit);
    word.split_once('.').is_some_and(|(whole, rest)| {
        let (fraction, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        signed(whole) && (fraction.is_empty() || all(fraction, u8::is_ascii_digit)) && signed(exponent)
    })
}

impl<'a> Lexer<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn error<T>(&self, message: &str) -> Result<T, ReadError> {
        Err(ReadError { line: self.line, message: message.into() })
    }

    fn next(&mut self) -> Result<Option<Token<'a>>, ReadError> {
        loop {
            match self.peek() {
                None => return Ok(None),
                Some(b'\n') => {
                    self.at += 1;
                    self.line = self.line.saturating_add(1);
                    (self.line_start, self.fresh) = (self.at, true);
                }
                Some(b' ' | b'\t') => self.at += 1,
                // LLVM ends a comment at a carriage return. Only one at the end of a line means the same to every
                // reader.
                Some(b'\r') if self.bytes.get(self.at + 1) == Some(&b'\n') => self.at += 1,
                Some(b'\r') => return self.error("a carriage return inside a line"),
                Some(b';') => {
                    while self.peek().is_some_and(|byte| !matches!(byte, b'\n' | b'\r')) {
                        self.at += 1;
                    }
                }
                Some(_) => break,
            }
        }
        let indent = self.fresh.then_some(u16::try_from(self.at - self.line_start).unwrap_or(u16::MAX));
        self.fresh = false;
        let (kind, text, quoted) = self.token()?;
        Ok(Some(Token { kind, text, quoted, line: self.line, indent }))
    }

    fn token(&mut self) -> Result<(Kind, &'a str, bool), ReadError> {
        let first = self.bytes[self.at];
        let sigil = match first {
            b'%' => Some(Kind::Local),
            b'@' => Some(Kind::Global),
            b'$' => Some(Kind::Comdat),
            _ => None,
        };
        if let Some(kind) = sigil {
            self.at += 1;
            if self.peek() == Some(b'"') {
                return Ok((kind, self.printable()?, true));
            }
            let name = self.name();
            let number = name.bytes().all(|b| b.is_ascii_digit());
            if name.is_empty() || (!number && name.as_bytes()[0].is_ascii_digit()) || padded(name) {
                return self.error(&format!("`{}` without a name", first as char));
            }
            return Ok((kind, name, false));
        }
        match first {
            b'!' => {
                self.at += 1;
                // Names that need escapes (`\5f`) do not matter here.
                match self.name() {
                    "" => Ok((Kind::Punctuation, "!", false)),
                    // LLVM ends a number at its last digit, and continues with what follows.
                    name if padded(name) || name.as_bytes()[0].is_ascii_digit() && !all(name, u8::is_ascii_digit) => {
                        self.error("a number with leading zeros, or with more than digits")
                    }
                    name => Ok((Kind::Metadata, name, false)),
                }
            }
            b'#' => {
                self.at += 1;
                let name = self.name();
                let number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
                if number && !padded(name) {
                    Ok((Kind::Group, name, false))
                } else if name.starts_with("dbg_") {
                    Ok((Kind::Record, name, false))
                } else {
                    self.error("`#` without a number")
                }
            }
            b'"' => {
                let text = self.printable()?;
                if self.peek() == Some(b':') {
                    self.at += 1;
                    return Ok((Kind::Label, text, true));
                }
                Ok((Kind::String, text, true))
            }
            b'c' if self.bytes.get(self.at + 1) == Some(&b'"') => {
                self.at += 1;
                Ok((Kind::Bytes, self.string()?, true))
            }
            b'.' if self.bytes[self.at..].starts_with(b"...") => {
                self.at += 3;
                Ok((Kind::Punctuation, "...", false))
            }
            b'=' | b',' | b'*' | b'(' | b')' | b'{' | b'}' | b'[' | b']' | b'<' | b'>' | b'|' | b':' | b'^' => {
                self.at += 1;
                Ok((Kind::Punctuation, &self.text[self.at - 1..self.at], false))
            }
            _ if is_name(first) || first == b'+' => self.word(),
            _ => self.error("a character that begins no token"),
        }
    }

    /// A maximal run of name characters.
    fn name(&mut self) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(is_name) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn word(&mut self) -> Result<(Kind, &'a str, bool), ReadError> {
        let start = self.at;
        if self.peek() == Some(b'+') {
            self.at += 1;
        }
        let word = self.name();
        if self.peek() == Some(b':') && start + word.len() == self.at {
            self.at += 1;
            if padded(word) {
                return self.error("a number with leading zeros");
            }
            return Ok((Kind::Label, word, false));
        }
        // The exponent of a floating point number.
        if word.ends_with(['e', 'E']) && word.contains('.') && self.peek() == Some(b'+') {
            self.at += 1;
            self.name();
        }
        let word = &self.text[start..self.at];
        let digits = word.strip_prefix('-').unwrap_or(word);
        let hexadecimal = word.strip_prefix("u0x").or_else(|| word.strip_prefix("s0x"));
        let kind = if all(digits, u8::is_ascii_digit) || hexadecimal.is_some_and(|h| all(h, u8::is_ascii_hexdigit)) {
            Kind::Integer
        } else if is_float(word) {
            Kind::Float
        } else if !word.starts_with(|c: char| c.is_ascii_digit())
            && all(word, |b| b.is_ascii_alphanumeric() || *b == b'_')
        {
            Kind::Word
        } else {
            return self.error(&format!("`{}` is no token", shorten(word)));
        };
        Ok((kind, word, false))
    }

    /// A string that the assembler or a terminal may see.
    fn printable(&mut self) -> Result<&'a str, ReadError> {
        let text = self.string()?;
        match unescape(text).iter().any(u8::is_ascii_control) {
            true => self.error("a string with control characters"),
            false => Ok(text),
        }
    }

    /// The inside of a quoted string. LLVM prints no line breaks into it.
    fn string(&mut self) -> Result<&'a str, ReadError> {
        let start = self.at + 1;
        self.at = start;
        loop {
            match self.peek() {
                Some(b'"') => break,
                None | Some(b'\n') => return self.error("a string without an end"),
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(&self.text[start..self.at - 1])
    }
}

/// Whether a name is a number with leading zeros: it is a different name here, but the same number to LLVM.
fn padded(name: &str) -> bool {
    name.len() > 1 && name.starts_with('0') && all(name, u8::is_ascii_digit)
}

/// Decodes `\xx` and `\\` of a quoted string.
pub(super) fn unescape(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|&b| (b as char).to_digit(16));
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            out.push(bytes[at]);
            at += 1;
        } else if bytes.get(at + 1) == Some(&b'\\') {
            out.push(b'\\');
            at += 2;
        } else if let (Some(high), Some(low)) = (digit(at + 1), digit(at + 2)) {
            out.push((high * 16 + low) as u8);
            at += 3;
        } else {
            out.push(b'\\');
            at += 1;
        }
    }
    out
}
