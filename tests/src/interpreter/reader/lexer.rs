//! Tokens, and the logical lines they stand in.

/// One token of LLVM's text.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// Keywords, types, labels, numbers: everything made of letters, digits and `._-+$`.
    Word(String),
    /// `%x`, without the sign and quotes.
    Local(String),
    /// `@x`.
    Global(String),
    /// `!x` (metadata) or `!`.
    Meta,
    /// `#7`.
    Attributes,
    /// `"..."` with escapes resolved, or `c"..."`.
    Text(Vec<u8>),
    Punctuation(char),
}

/// The lines of a module: a line goes on while a bracket is open, except after the `{` of a
/// definition. Metadata, debug records and comments are gone.
pub fn lines(text: &str) -> Result<Vec<Vec<Token>>, String> {
    let mut lines = Vec::new();
    let mut current: Vec<Token> = Vec::new();
    let mut depth = 0i32;
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let skipped = trimmed.starts_with('!') || trimmed.starts_with("#dbg_") || trimmed.starts_with('^');
        if depth == 0 && skipped {
            continue;
        }
        let tokens = tokens(line).map_err(|error| format!("line {}: {error}", number + 1))?;
        for token in &tokens {
            match token {
                Token::Punctuation('(' | '[' | '{' | '<') => depth += 1,
                Token::Punctuation(')' | ']' | '}' | '>') => depth -= 1,
                _ => {}
            }
        }
        current.extend(tokens);
        let body =
            current.first() == Some(&Token::Word("define".into())) && current.last() == Some(&Token::Punctuation('{'));
        if body && depth == 1 {
            depth = 0;
        }
        if current == [Token::Punctuation('}')] {
            depth = 0;
        }
        if depth == 0 && !current.is_empty() {
            lines.push(std::mem::take(&mut current));
        }
        if depth < 0 {
            return Err(format!("line {}: a bracket is closed that is not open", number + 1));
        }
    }
    if current.is_empty() { Ok(lines) } else { Err("a bracket is not closed".to_owned()) }
}

fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let bytes = line.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' => at += 1,
            b';' => break,
            b'"' => {
                let (text, next) = quoted(bytes, at)?;
                at = next;
                tokens.push(Token::Text(text));
            }
            b'c' if bytes.get(at + 1) == Some(&b'"') => {
                let (text, next) = quoted(bytes, at + 1)?;
                at = next;
                tokens.push(Token::Text(text));
            }
            b'%' | b'@' => {
                let (name, next) = if bytes.get(at + 1) == Some(&b'"') {
                    let (text, next) = quoted(bytes, at + 1)?;
                    (String::from_utf8_lossy(&text).into_owned(), next)
                } else {
                    word(bytes, at + 1)
                };
                tokens.push(if byte == b'%' { Token::Local(name) } else { Token::Global(name) });
                at = next;
            }
            b'!' => {
                at = word(bytes, at + 1).1;
                tokens.push(Token::Meta);
            }
            b'#' => {
                at = word(bytes, at + 1).1;
                tokens.push(Token::Attributes);
            }
            _ if is_word(byte) => {
                let (name, next) = word(bytes, at);
                at = next;
                tokens.push(Token::Word(name));
            }
            _ if byte.is_ascii() => {
                tokens.push(Token::Punctuation(byte as char));
                at += 1;
            }
            _ => return Err(format!("unexpected byte {byte:#x}")),
        }
    }
    Ok(tokens)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'+' | b'$')
}

fn word(bytes: &[u8], from: usize) -> (String, usize) {
    let end = (from..bytes.len()).find(|&at| !is_word(bytes[at])).unwrap_or(bytes.len());
    (String::from_utf8_lossy(&bytes[from..end]).into_owned(), end)
}

/// The text from the quote at `from`, and the place after its end. `\XX` is a byte, `\\` a backslash.
fn quoted(bytes: &[u8], from: usize) -> Result<(Vec<u8>, usize), String> {
    let mut text = Vec::new();
    let mut at = from + 1;
    loop {
        match bytes.get(at) {
            None => return Err("a quote is not closed".to_owned()),
            Some(b'"') => return Ok((text, at + 1)),
            Some(b'\\') if bytes.get(at + 1) == Some(&b'\\') => {
                text.push(b'\\');
                at += 2;
            }
            Some(b'\\') => {
                let digits = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
                let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                text.push(byte.ok_or("a backslash without two digits")?);
                at += 3;
            }
            Some(&byte) => {
                text.push(byte);
                at += 1;
            }
        }
    }
}
