//! Types, and what stands around them: attributes, linkage and other words.

use super::super::syntax::Type;
use super::lexer::Token;
use super::line::Line;

impl Line<'_> {
    /// Does a type begin here?
    pub fn at_type(&self) -> bool {
        match self.peek() {
            Some(Token::Word(word)) => simple_type(word).is_some(),
            Some(Token::Local(_) | Token::Punctuation('[' | '{' | '<')) => true,
            _ => false,
        }
    }

    pub fn kind(&mut self) -> Result<Type, String> {
        self.nested(Self::kind_nested)
    }

    fn kind_nested(&mut self) -> Result<Type, String> {
        match self.next()? {
            Token::Word(word) => {
                let kind = simple_type(word).ok_or_else(|| format!("unknown type {word}"))?;
                if kind == Type::Pointer && self.peek_word() == Some("addrspace") {
                    return Err("another address space".to_owned());
                }
                Ok(kind)
            }
            Token::Local(name) => {
                let tokens = self.named(name).ok_or_else(|| format!("no type is called {name}"))?;
                let mut inner = self.of_type(tokens);
                if inner.eat_word("opaque") { Ok(Type::Void) } else { inner.kind() }
            }
            Token::Punctuation('[') => {
                let count = self.number()?;
                if !self.eat_word("x") {
                    return Err("expected x".to_owned());
                }
                let element = self.kind()?;
                self.expect(']')?;
                Ok(Type::Array(count, Box::new(element)))
            }
            Token::Punctuation('{') => self.fields(false),
            Token::Punctuation('<') => {
                if !self.eat('{') {
                    return Err("vector".to_owned());
                }
                let kind = self.fields(true)?;
                self.expect('>')?;
                Ok(kind)
            }
            other => Err(format!("expected a type, found {other:?}")),
        }
    }

    fn fields(&mut self, packed: bool) -> Result<Type, String> {
        let mut fields = Vec::new();
        while !self.eat('}') {
            fields.push(self.kind()?);
            self.eat(',');
        }
        Ok(Type::Struct(fields, packed))
    }

    /// Words, attributes and their brackets up to the next type.
    pub fn skip_to_type(&mut self) -> Result<(), String> {
        while !self.at_type() {
            match self.next()? {
                Token::Word(_) | Token::Attributes | Token::Meta | Token::Text(_) | Token::Punctuation('=') => {}
                other => return Err(format!("expected a type, found {other:?}")),
            }
            self.skip_brackets();
        }
        Ok(())
    }

    /// Attributes of a parameter or argument; what `byval` copies.
    pub fn attributes(&mut self) -> Result<Option<(Type, u64)>, String> {
        let mut copied = None;
        let mut align = None;
        while let Some(Token::Word(word)) = self.peek() {
            match word.as_str() {
                "byval" => {
                    self.at += 1;
                    self.expect('(')?;
                    copied = Some(self.kind()?);
                    self.expect(')')?;
                }
                "inalloca" | "preallocated" | "swifterror" => {
                    return Err(format!("{word} argument"));
                }
                "align" => {
                    self.at += 1;
                    let bracket = self.eat('(');
                    align = Some(self.number()?);
                    if bracket {
                        self.expect(')')?;
                    }
                }
                _ if is_attribute(word) => {
                    self.at += 1;
                    self.skip_brackets();
                }
                _ => break,
            }
        }
        Ok(copied.map(|kind| (kind, align.unwrap_or(0))))
    }
}

fn simple_type(word: &str) -> Option<Type> {
    match word {
        "void" => Some(Type::Void),
        "ptr" => Some(Type::Pointer),
        "float" => Some(Type::Float),
        "double" => Some(Type::Double),
        "x86_fp80" => Some(Type::Extended),
        _ => {
            let width = word.strip_prefix('i')?.parse().ok()?;
            (1..=128).contains(&width).then_some(Type::Int(width))
        }
    }
}

/// Words between the type of an argument and its value.
fn is_attribute(word: &str) -> bool {
    matches!(
        word,
        "noundef"
            | "nonnull"
            | "noalias"
            | "nocapture"
            | "captures"
            | "readonly"
            | "writeonly"
            | "readnone"
            | "signext"
            | "zeroext"
            | "inreg"
            | "returned"
            | "dereferenceable"
            | "dereferenceable_or_null"
            | "range"
            | "sret"
            | "nofree"
            | "immarg"
            | "initializes"
            | "writable"
            | "allocptr"
            | "allocalign"
            | "dead_on_unwind"
            | "noext"
            | "dead_on_return"
            | "nofpclass"
            | "elementtype"
            | "nest"
            | "byref"
    )
}
