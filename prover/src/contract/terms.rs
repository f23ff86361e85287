//! Reads the expressions of a clause, from the weakest binding to the strongest.

use crate::contract::ContractError;
use crate::contract::clause::{At, Expression, Operation, Relation};
use crate::contract::elements::FOR_ALL;
use crate::contract::lexer::Kind;
use crate::contract::near::{is_misspelled, meant_call};
use crate::contract::strings::length;
use crate::contract::structures::form;
use crate::contract::syntax::{Parsed, Parser};

impl Parser<'_> {
    /// A formula, or any other expression.
    pub(super) fn formula(&mut self) -> Parsed<Expression> {
        self.deeper(|p| {
            p.separated("==>", Expression::Implies, |p| {
                p.separated("||", Expression::Or, |p| p.separated("&&", Expression::And, Self::chain))
            })
        })
    }

    fn separated(
        &mut self,
        sign: &str,
        several: impl Fn(Vec<Expression>) -> Expression,
        item: impl Fn(&mut Self) -> Parsed<Expression>,
    ) -> Parsed<Expression> {
        let first = item(self)?;
        if !self.is(sign) {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(sign) {
            items.push(item(self)?);
        }
        Ok(several(items))
    }

    fn chain(&mut self) -> Parsed<Expression> {
        if self.eat(FOR_ALL) {
            return self.for_all();
        }
        let first = self.sum()?;
        let mut rest = Vec::new();
        while let Some(relation) = self.relation() {
            rest.push((relation, self.sum()?));
        }
        let is = |wanted: [Relation; 3]| rest.iter().all(|(relation, _)| wanted.contains(relation));
        let up = is([Relation::Lt, Relation::Le, Relation::Eq]);
        match rest.as_slice() {
            [] => Ok(first),
            [_, _, ..] if !up && !is([Relation::Gt, Relation::Ge, Relation::Eq]) => {
                Err(ContractError::new("a chain of comparisons must go in one direction (use && for others)"))
            }
            _ => Ok(Expression::Chain(Box::new(first), rest)),
        }
    }

    fn relation(&mut self) -> Option<Relation> {
        use Relation::{Eq, Ge, Gt, Le, Lt, Ne};
        [Eq, Ne, Lt, Le, Gt, Ge].into_iter().find(|relation| self.eat(relation.sign()))
    }

    pub(super) fn sum(&mut self) -> Parsed<Expression> {
        self.operations(&[Operation::Add, Operation::Sub], |p| {
            p.operations(&[Operation::Mul, Operation::Div, Operation::Rem], Self::unary)
        })
    }

    fn operations(
        &mut self,
        which: &[Operation],
        operand: impl Fn(&mut Self) -> Parsed<Expression>,
    ) -> Parsed<Expression> {
        let mut left = operand(self)?;
        for _ in 0..crate::contract::syntax::DEPTH {
            let Some(operation) = which.iter().find(|operation| self.eat(operation.sign())) else {
                return Ok(left);
            };
            left = Expression::binary(*operation, left, operand(self)?);
        }
        Err(ContractError::new("a sum or product of too many parts"))
    }

    fn unary(&mut self) -> Parsed<Expression> {
        if self.eat("-") {
            let inside = self.deeper(Self::unary)?;
            return Ok(Expression::binary(Operation::Sub, Expression::Number(0), inside));
        }
        for (sign, make) in
            [("!", Expression::Not as fn(_) -> _), ("&", Expression::Address), ("*", Expression::Content)]
        {
            if self.eat(sign) {
                return Ok(make(Box::new(self.deeper(Self::unary)?)));
            }
        }
        if self.is("(") && self.cast_follows() {
            self.at += 1;
            let ty = self.named_type(false)?;
            self.expect(")")?;
            return Ok(Expression::Cast(ty, Box::new(self.deeper(Self::unary)?)));
        }
        let mut value = self.primary()?;
        for _ in 0..crate::contract::syntax::DEPTH {
            if self.eat("[") {
                let mut index = self.deeper(Self::sum)?;
                if self.old && self.eat("..") {
                    index = Expression::Interval(Box::new(index), Box::new(self.deeper(Self::sum)?));
                }
                value = Expression::Element(Box::new(value), Box::new(index));
                self.expect("]")?;
            } else if self.is(".") || self.is("->") {
                let arrow = self.is("->");
                self.at += 1;
                let Some(member) = self.word() else { return self.here() };
                value = Expression::Member(Box::new(value), arrow, member);
            } else {
                return Ok(value);
            }
        }
        Err(ContractError::new("an expression of too many parts"))
    }

    fn primary(&mut self) -> Parsed<Expression> {
        if self.eat("(") {
            let inside = self.formula()?;
            let inside = match self.eat("..") {
                true => Expression::Interval(Box::new(inside), Box::new(self.deeper(Self::sum)?)),
                false => inside,
            };
            self.expect(")")?;
            return Ok(inside);
        }
        let Some(token) = self.tokens.get(self.at).cloned() else { return self.here() };
        if token.kind == Kind::Symbol || token.is("\\forall") || token.is("\\exists") || token.is("\\old") && !self.old
        {
            return self.here();
        }
        self.at += 1;
        match token.kind {
            Kind::Number => number(&token.text).map(Expression::Number),
            Kind::Quoted => character(&token.text).map(Expression::Number),
            Kind::Word if token.is("sizeof") && self.is("(") && self.cast_follows() => {
                self.expect("(")?;
                let ty = self.named_type(false)?;
                self.expect(")")?;
                Ok(Expression::SizeOf(ty))
            }
            Kind::Word if token.is("sizeof") && self.is("(") => self.size_of_value(),
            Kind::Word if self.is("(") && is_misspelled(&token.text) => {
                let what = format!("'{}' is no condition or value{}", token.text, meant_call(&token.text));
                Err(ContractError { at: At::from(&token).known(), message: what })
            }
            Kind::Word if self.eat("(") => {
                let type_at = form(&token.text).map(|(form, _)| form.pointers());
                let mut arguments = vec![self.deeper(Self::sum)?];
                while self.eat(",") {
                    arguments.push(match type_at == Some(arguments.len()) {
                        true => Expression::Type(self.named_type(false)?),
                        false => self.deeper(Self::sum)?,
                    });
                }
                self.expect(")")?;
                let name = token.text.strip_prefix('\\').filter(|name| length(name).is_some()).unwrap_or(&token.text);
                // ACSL's predicate of this name says too little for a proof.
                let name = if name == "\\valid_function" { "\\callback" } else { name };
                Ok(Expression::Call(name.to_owned(), arguments))
            }
            // The module's name for it.
            _ => Ok(Expression::Name(token.text.replacen("::", ".", 1), At::from(&token))),
        }
    }

    /// A value in brackets, whose size is meant.
    fn size_of_value(&mut self) -> Parsed<Expression> {
        self.expect("(")?;
        let first = self.at;
        self.deeper(Self::sum)?;
        let value = self.tokens.get(first..self.at).unwrap_or_default();
        let text = value.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
        self.expect(")")?;
        Ok(Expression::SizeOfValue(text))
    }
}

fn number(text: &str) -> Parsed<i128> {
    let bad = || ContractError::new(format!("'{text}' is no number"));
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if text.len() - digits.len() > 3 {
        return Err(bad());
    }
    let (digits, base) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => (hexadecimal, 16),
        None if digits.len() > 1 && digits.starts_with('0') => return Err(bad()),
        None => (digits, 10),
    };
    i128::from_str_radix(digits, base).map_err(|_| bad())
}

/// A constant of one character between 0 and 127 (C17 6.4.4.4).
fn character(text: &str) -> Parsed<i128> {
    let bad = || ContractError::new(format!("{text} is no character constant"));
    let inside = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')).ok_or_else(bad)?;
    let Some(escape) = inside.strip_prefix('\\') else {
        let mut chars = inside.chars();
        let only = chars.next().filter(|c| c.is_ascii() && *c != '\'' && chars.as_str().is_empty());
        return only.map(|c| i128::from(u32::from(c))).ok_or_else(bad);
    };
    let value = match escape {
        "a" => 7,
        "b" => 8,
        "t" => 9,
        "n" => 10,
        "v" => 11,
        "f" => 12,
        "r" => 13,
        "\\" => 92,
        "'" => 39,
        "\"" => 34,
        "?" => 63,
        octal if (1..=3).contains(&octal.len()) && octal.bytes().all(|c| matches!(c, b'0'..=b'7')) => {
            i128::from_str_radix(octal, 8).map_err(|_| bad())?
        }
        other => match other.strip_prefix('x') {
            Some(digits) if digits.bytes().all(|c| c.is_ascii_hexdigit()) => {
                i128::from_str_radix(digits, 16).map_err(|_| bad())?
            }
            _ => return Err(bad()),
        },
    };
    if value <= 127 { Ok(value) } else { Err(bad()) }
}
