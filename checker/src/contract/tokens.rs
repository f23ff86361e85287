//! The tokens of a contract. Texts may be hostile, so their length is limited.

use super::clause::Fault;

/// Nesting depth of brackets and signs, at most.
pub const MAX_DEPTH: u32 = 64;

/// The word that begins a statement about all elements of an array.
pub const FOR_ALL: &str = "\\forall";

/// Bytes of a contract, at most.
pub const MAX_TEXT: usize = 1 << 16;
/// Tokens of a contract, at most.
const MAX_TOKENS: usize = 4096;
/// What reading gives, or why the text is no contract.
pub type Read<T> = Result<T, Fault>;

/// The text does not follow the grammar.
pub fn wrong<T>(message: impl Into<String>) -> Read<T> {
    Err(Fault::Wrong("syntax", message.into()))
}

/// A token with its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// What sort of token it is.
    pub kind: Kind,
    /// The token as it is written.
    pub text: &'t str,
}

/// The sorts of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, with or without a backslash in front.
    Name,
    /// A number or character constant.
    Number(i128),
    /// An operator, bracket or comma.
    Symbol,
}

#[rustfmt::skip]
const SYMBOLS: [&str; 24] = [
    "==>", "::", "&&", "||", "..", "==", "!=", "<=", ">=", "<", ">", "(", ")", "[", "]", ",", ";", "*", "/", "%", "+", "-", "&", "!",
];

/// The tokens of a contract. Two contracts are the same if the texts of their tokens are.
pub fn tokens(text: &str) -> Read<Vec<Token<'_>>> {
    if text.len() > MAX_TEXT {
        return wrong(format!("the contract is longer than {MAX_TEXT} bytes"));
    }
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches(blank);
    while let Some(first) = rest.chars().next() {
        let (kind, length) = if first.is_ascii_alphabetic() || first == '_' || first == '\\' {
            (Kind::Name, name_length(rest)?)
        } else if first.is_ascii_digit() {
            number(rest)?
        } else if first == '\'' {
            character(rest)?
        } else {
            match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
                Some(symbol) => (Kind::Symbol, symbol.len()),
                None => return wrong(format!("unexpected {}", first.escape_debug())),
            }
        };
        if tokens.len() >= MAX_TOKENS {
            return wrong(format!("the contract has more than {MAX_TOKENS} tokens"));
        }
        let (token, behind) = rest.split_at(length);
        tokens.push(Token { kind, text: token });
        rest = behind.trim_start_matches(blank);
    }
    Ok(tokens)
}

fn blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// How many bytes at the start are letters, digits and underscores.
fn word_length(text: &str) -> usize {
    text.bytes().position(|b| !b.is_ascii_alphanumeric() && b != b'_').unwrap_or(text.len())
}

fn name_length(text: &str) -> Read<usize> {
    let backslash = usize::from(text.starts_with('\\'));
    let length = backslash + word_length(text.get(backslash..).unwrap_or_default());
    if length == backslash { wrong("a backslash without a name") } else { Ok(length) }
}

fn number(text: &str) -> Read<(Kind, usize)> {
    let word = &text[..word_length(text)];
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        _ if word.len() - digits.len() > 3 => None,
        Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16).ok(),
        None if digits.starts_with('0') && digits != "0" => None,
        None => digits.parse().ok(),
    };
    match value {
        Some(value) => Ok((Kind::Number(value), word.len())),
        None => wrong(format!("{word} is no decimal or hexadecimal constant of at most 127 bits")),
    }
}

/// Letters that follow a backslash, with their values.
#[rustfmt::skip]
const ESCAPES: [(u8, i128); 11] = [
    (b'a', 7), (b'b', 8), (b't', 9), (b'n', 10), (b'v', 11), (b'f', 12), (b'r', 13), (b'"', 34), (b'\'', 39), (b'?', 63),
    (b'\\', 92),
];

/// A character constant between 0 and 127.
fn character(text: &str) -> Read<(Kind, usize)> {
    let bytes = text.as_bytes();
    let plain = |byte: u8| (b' '..=b'~').contains(&byte) && byte != b'\'' && byte != b'\\';
    let (value, length) = match bytes {
        [_, b'\\', b'x', ..] => {
            let length = bytes[3..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            (i128::from_str_radix(&text[3..3 + length], 16).ok(), 3 + length)
        }
        [_, b'\\', b'0'..=b'7', ..] => {
            let length = bytes[2..].iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
            (i128::from_str_radix(&text[2..2 + length], 8).ok(), 2 + length)
        }
        [_, b'\\', escape, ..] => (ESCAPES.iter().find(|(letter, _)| letter == escape).map(|(_, value)| *value), 3),
        [_, byte, ..] if plain(*byte) => (Some(i128::from(*byte)), 2),
        _ => (None, 1),
    };
    match value.filter(|value| *value <= 127 && bytes.get(length) == Some(&b'\'')) {
        Some(value) => Ok((Kind::Number(value), length + 1)),
        None => wrong("a character constant that is not a single character between 0 and 127"),
    }
}
