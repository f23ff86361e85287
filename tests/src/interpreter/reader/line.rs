//! One logical line, token by token.

use super::Named;
use super::lexer::Token;

/// How deep types and constants may be nested.
const DEPTH: u32 = 64;

/// A line and how far it has been read.
pub struct Line<'a> {
    tokens: &'a [Token],
    pub at: usize,
    named: &'a Named,
    depth: u32,
}

impl<'a> Line<'a> {
    pub fn new(tokens: &'a [Token], named: &'a Named) -> Self {
        Self { tokens, at: 0, named, depth: 0 }
    }

    /// The tokens of a named type, read in its place.
    pub fn of_type(&self, tokens: &'a [Token]) -> Self {
        Self { tokens, at: 0, named: self.named, depth: self.depth }
    }

    /// What a named type stands for.
    pub fn named(&self, name: &str) -> Option<&'a [Token]> {
        self.named.get(name).map(Vec::as_slice)
    }

    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    pub fn peek_word(&self) -> Option<&'a str> {
        match self.peek() {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub fn next(&mut self) -> Result<&'a Token, String> {
        let token = self.tokens.get(self.at).ok_or("the line ends too early")?;
        self.at += 1;
        Ok(token)
    }

    pub fn word(&mut self) -> Result<&'a str, String> {
        match self.next()? {
            Token::Word(word) => Ok(word),
            other => Err(format!("expected a word, found {other:?}")),
        }
    }

    /// Takes the word if it is next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.at += usize::from(found);
        found
    }

    pub fn eat(&mut self, punctuation: char) -> bool {
        let found = self.peek() == Some(&Token::Punctuation(punctuation));
        self.at += usize::from(found);
        found
    }

    pub fn expect(&mut self, punctuation: char) -> Result<(), String> {
        if self.eat(punctuation) { Ok(()) } else { Err(format!("expected {punctuation:?}, found {:?}", self.peek())) }
    }

    pub fn number<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("expected a number, found {word}"))
    }

    /// Skips a bracket and everything in it, if one is next.
    pub fn skip_brackets(&mut self) {
        let mut depth = 0;
        while let Some(token) = self.peek() {
            match token {
                Token::Punctuation('(') => depth += 1,
                _ if depth == 0 => return,
                Token::Punctuation(')') => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Reads something one level deeper.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("nested too deeply".to_owned());
        }
        let result = read(self);
        self.depth -= 1;
        result
    }
}
