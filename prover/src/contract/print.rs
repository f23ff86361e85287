//! Prints expressions and types of a contract.

use crate::contract::clause::{Expression, Operation, Promises};
use crate::contract::for_all;
use crate::contract::types::{Base, CType, Parameter};
use std::fmt;

impl fmt::Display for CType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unsigned = |signed: bool| if signed { "" } else { "unsigned " };
        match &self.base {
            Base::Void => write!(f, "void"),
            Base::Bool => write!(f, "_Bool"),
            Base::Fixed { bits: 8, signed: true } => write!(f, "char"),
            Base::Fixed { bits, signed } => {
                let word = match bits {
                    8 => "char",
                    16 => "short",
                    32 => "int",
                    _ => "long long",
                };
                write!(f, "{}{word}", unsigned(*signed))
            }
            Base::Word { signed } => write!(f, "{}long", unsigned(*signed)),
            Base::Float => write!(f, "float"),
            Base::Double => write!(f, "double"),
            Base::Struct(name) => write!(f, "struct {name}"),
            Base::Object { size, align } => write!(f, "\\object({size}, {align})"),
            Base::Named(name) => write!(f, "{name}"),
        }?;
        match self.stars {
            0 => Ok(()),
            stars => write!(f, " {}", "*".repeat(stars)),
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.ty.stars > 0 { "" } else { " " };
        write!(f, "{}{gap}{}", self.ty, self.name)
    }
}

/// The binding strength of an expression. A weaker one than its context needs is put into brackets.
fn strength(e: &Expression) -> u8 {
    match e {
        Expression::Implies(_) => 0,
        Expression::Call(name, operands) if for_all(name, operands).is_some() => 0,
        Expression::Or(_) => 1,
        Expression::And(_) => 2,
        Expression::Chain(..) => 3,
        Expression::Binary(Operation::Sub, a, _) if is_zero(a) => 6,
        Expression::Binary(Operation::Add | Operation::Sub, ..) => 4,
        Expression::Binary(..) => 5,
        Expression::Cast(..) | Expression::Address(_) | Expression::Content(_) | Expression::Not(_) => 6,
        _ => 7,
    }
}

fn is_zero(e: &Expression) -> bool {
    *e == Expression::Number(0)
}

/// Prints an expression in a context that needs at least this strength.
struct At<'e>(&'e Expression, u8);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match strength(self.0) < self.1 {
            true => write!(f, "({})", self.0),
            false => write!(f, "{}", self.0),
        }
    }
}

impl fmt::Display for Promises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(ranges) = &self.assigns {
            let ranges: Vec<String> = ranges.iter().map(Expression::to_string).collect();
            write!(f, " assigns {}", if ranges.is_empty() { "\\nothing".to_owned() } else { ranges.join(", ") })?;
        }
        match &self.ensures {
            Some(ensures) => write!(f, " ensures {ensures}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, parts: &[Expression], sign: &str, least: u8| {
            for (number, part) in parts.iter().enumerate() {
                write!(f, "{}{}", if number > 0 { sign } else { "" }, At(part, least))?;
            }
            Ok(())
        };
        match self {
            Expression::Number(n) if *n < 0 => write!(f, "({n})"),
            Expression::Number(n) => write!(f, "{n}"),
            Expression::Name(name, _) => write!(f, "{}", name.replacen('.', "::", 1)),
            Expression::Call(name, operands) if let Some((variable, range, said)) = for_all(name, operands) => {
                write!(f, "{name} integer {variable}; {} ==> {}", At(range, 1), At(said, 1))
            }
            Expression::Call(name, arguments) => {
                write!(f, "{name}(")?;
                list(f, arguments, ", ", 4)?;
                write!(f, ")")
            }
            Expression::SizeOf(ty) => write!(f, "sizeof({ty})"),
            Expression::SizeOfValue(c) => write!(f, "sizeof({c})"),
            Expression::Type(ty) => write!(f, "{ty}"),
            Expression::Cast(ty, inside) => write!(f, "({ty}){}", At(inside, 6)),
            Expression::Address(inside) => write!(f, "&{}", At(inside, 6)),
            Expression::Content(inside) => write!(f, "*{}", At(inside, 6)),
            Expression::Not(inside) => write!(f, "!{}", At(inside, 6)),
            Expression::Member(inside, arrow, name) => {
                write!(f, "{}{}{name}", At(inside, 7), if *arrow { "->" } else { "." })
            }
            Expression::Element(of, index) => match &**index {
                Expression::Interval(low, high) => write!(f, "{}[{low} .. {high}]", At(of, 7)),
                index => write!(f, "{}[{index}]", At(of, 7)),
            },
            Expression::Interval(low, high) => write!(f, "({low} .. {high})"),
            Expression::Binary(Operation::Sub, a, b) if is_zero(a) => write!(f, "-{}", At(b, 6)),
            Expression::Binary(operation, a, b) => {
                let least = if matches!(operation, Operation::Add | Operation::Sub) { 4 } else { 5 };
                write!(f, "{} {} {}", At(a, least), operation.sign(), At(b, least + 1))
            }
            Expression::Chain(first, rest) => {
                write!(f, "{}", At(first, 4))?;
                for (relation, right) in rest {
                    write!(f, " {} {}", relation.sign(), At(right, 4))?;
                }
                Ok(())
            }
            Expression::And(parts) => list(f, parts, " && ", 3),
            Expression::Or(parts) => list(f, parts, " || ", 2),
            Expression::Implies(parts) => list(f, parts, " ==> ", 1),
        }
    }
}
