//! Constants and constant expressions.

use super::super::machine::mask;
use super::super::syntax::{Constant, Type};
use super::lexer::Token;
use super::line::Line;

impl Line<'_> {
    /// A constant of a type.
    pub fn constant(&mut self, kind: &Type) -> Result<Constant, String> {
        let kind = kind.clone();
        self.nested(|line| line.constant_nested(&kind))
    }

    fn constant_nested(&mut self, kind: &Type) -> Result<Constant, String> {
        match self.next()? {
            Token::Global(name) => Ok(Constant::Global(name.clone())),
            Token::Text(bytes) => Ok(Constant::Bytes(bytes.clone())),
            Token::Punctuation('[') => self.parts(']'),
            Token::Punctuation('{') => self.parts('}'),
            Token::Punctuation('<') => {
                self.expect('{')?;
                let parts = self.parts('}')?;
                self.expect('>')?;
                Ok(parts)
            }
            Token::Word(word) => self.word_constant(word, kind),
            other => Err(format!("expected a constant, found {other:?}")),
        }
    }

    fn parts(&mut self, end: char) -> Result<Constant, String> {
        let mut parts = Vec::new();
        while !self.eat(end) {
            let kind = self.kind()?;
            let value = self.constant(&kind)?;
            parts.push((kind, value));
            self.eat(',');
        }
        Ok(Constant::Parts(parts))
    }

    fn word_constant(&mut self, word: &str, kind: &Type) -> Result<Constant, String> {
        match word {
            "true" => Ok(Constant::Int(1)),
            "false" => Ok(Constant::Int(0)),
            "null" => Ok(Constant::Null),
            "zeroinitializer" => Ok(Constant::Zero),
            "undef" | "poison" => Ok(Constant::Undefined),
            "getelementptr" => self.constant_element(),
            "ptrtoint" | "inttoptr" | "bitcast" | "trunc" => self.constant_cast(),
            "add" | "sub" | "xor" => self.constant_binary(word),
            _ => match kind {
                Type::Int(width) => {
                    let value: i128 = word.parse().map_err(|_| format!("unknown constant {word}"))?;
                    Ok(Constant::Int(value as u128 & mask(*width)))
                }
                Type::Float | Type::Double | Type::Extended => Ok(Constant::Float(float(word))),
                _ => Err(format!("unknown constant {word}")),
            },
        }
    }

    fn constant_element(&mut self) -> Result<Constant, String> {
        while !self.eat('(') {
            self.at += 1;
            if self.peek_word() == Some("inrange") {
                self.at += 1;
                self.skip_brackets();
            }
        }
        let source = self.kind()?;
        self.expect(',')?;
        let base_kind = self.kind()?;
        let base = self.constant(&base_kind)?;
        let mut indices = Vec::new();
        while self.eat(',') {
            let kind = self.kind()?;
            indices.push((kind.clone(), self.constant(&kind)?));
        }
        self.expect(')')?;
        Ok(Constant::Element(source, Box::new(base), indices))
    }

    fn constant_cast(&mut self) -> Result<Constant, String> {
        self.expect('(')?;
        let from = self.kind()?;
        let value = self.constant(&from)?;
        if !self.eat_word("to") {
            return Err("expected to".to_owned());
        }
        let to = self.kind()?;
        self.expect(')')?;
        Ok(Constant::Cast(to, Box::new(value)))
    }

    fn constant_binary(&mut self, word: &str) -> Result<Constant, String> {
        while !self.eat('(') {
            self.at += 1;
        }
        let kind = self.kind()?;
        let left = self.constant(&kind)?;
        self.expect(',')?;
        let kind = self.kind()?;
        let right = self.constant(&kind)?;
        self.expect(')')?;
        let Type::Int(width) = kind else {
            return Err(format!("constant {word} of no integers"));
        };
        Ok(Constant::Binary(word.to_owned(), width, Box::new(left), Box::new(right)))
    }
}

/// Decimal, or the bits of a double in hexadecimal. (Extended precision is not read exactly.)
fn float(word: &str) -> f64 {
    match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).map_or(0.0, f64::from_bits),
        None => word.parse().unwrap_or(0.0),
    }
}
