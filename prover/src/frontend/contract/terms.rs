//! Reads the integer terms of a clause: sums, products, constants, lengths and sizes.

use super::ContractError;
use super::clause::Expression;
use super::lexer::Kind;
use super::syntax::{DEPTH, Parsed, Parser};

impl Parser<'_> {
    pub(super) fn sum(&mut self) -> Parsed<Expression> {
        let mut left = self.product()?;
        for _ in 0..DEPTH {
            if self.eat("+") {
                left = Expression::Add(Box::new(left), Box::new(self.product()?));
            } else if self.eat("-") {
                left = Expression::Sub(Box::new(left), Box::new(self.product()?));
            } else {
                return Ok(left);
            }
        }
        Err(ContractError::new("a sum of too many parts"))
    }

    fn product(&mut self) -> Parsed<Expression> {
        let mut left = self.factor()?;
        for _ in 0..DEPTH {
            if !self.eat("*") {
                return Ok(left);
            }
            left = Expression::Mul(Box::new(left), Box::new(self.factor()?));
        }
        Err(ContractError::new("a product of too many parts"))
    }

    fn factor(&mut self) -> Parsed<Expression> {
        if self.eat("-") {
            let inner = self.deeper(Self::factor)?;
            return Ok(Expression::Sub(Box::new(Expression::Number(0)), Box::new(inner)));
        }
        if self.eat("(") {
            let inner = self.deeper(Self::sum)?;
            self.expect(")")?;
            return Ok(inner);
        }
        let Some(t) = self.tokens.get(self.at).cloned() else {
            return self.here();
        };
        match t.kind {
            Kind::Number => {
                self.at += 1;
                number(&t.text).map(Expression::Number)
            }
            Kind::Quoted => {
                self.at += 1;
                character(&t.text).map(Expression::Number)
            }
            Kind::Word if t.is("strlen") || t.is("\\strlen") => {
                self.at += 1;
                self.expect("(")?;
                let pointer = self.pointer()?;
                self.expect(")")?;
                Ok(Expression::Length(pointer.parameter))
            }
            Kind::Word if t.is("sizeof") => {
                self.at += 1;
                self.expect("(")?;
                let ty = self.named_type(false)?;
                self.expect(")")?;
                Ok(Expression::SizeOf(ty))
            }
            Kind::Word if !t.text.starts_with('\\') => {
                let parameter = self.parameter(&t.text)?;
                match self.parameters.get(parameter) {
                    Some(p) if p.ty.is_integer() => {
                        self.at += 1;
                        Ok(Expression::Parameter(parameter))
                    }
                    _ => Err(ContractError::new(format!("'{}' is no integer", t.text))),
                }
            }
            _ => self.here(),
        }
    }
}

fn number(text: &str) -> Parsed<i128> {
    let bad = || ContractError::new(format!("'{text}' is no number"));
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16),
        None if digits.len() > 1 && digits.starts_with('0') => return Err(bad()),
        None => digits.parse(),
    };
    let value = value.map_err(|_| bad())?;
    if value >= 1 << 64 { Err(bad()) } else { Ok(value) }
}

fn character(text: &str) -> Parsed<i128> {
    let bad = || ContractError::new(format!("{text} is no character constant"));
    let inside = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')).ok_or_else(bad)?;
    let mut chars = inside.chars();
    let value = match (chars.next(), chars.next(), chars.next()) {
        (Some(c), None, None) if c != '\\' && c.is_ascii() => c as i128,
        (Some('\\'), Some(c), None) => match c {
            '0' => 0,
            'n' => 10,
            't' => 9,
            'r' => 13,
            '\\' | '\'' | '"' => c as i128,
            _ => return Err(bad()),
        },
        _ => return Err(bad()),
    };
    Ok(value)
}
