//! Addresses in a normalized contract: a pointer plus a number of bytes.

use crate::contract::clause::{Expression, Operation};
use crate::contract::types::{Base, CType};

/// An address: the target of a pointer, and a distance in bytes.
#[derive(Clone)]
pub(super) struct Place {
    pub base: Expression,
    pub bytes: Vec<Expression>,
}

impl Place {
    pub(super) fn plus(mut self, bytes: Expression) -> Place {
        if bytes != Expression::Number(0) {
            self.bytes.push(bytes);
        }
        self
    }
}

/// The sum of all parts, with the constants at the end; `None` for 0.
pub(super) fn sum(parts: &[Expression]) -> Option<Expression> {
    let fixed: i128 = parts.iter().filter_map(constant).sum();
    let fixed = (fixed != 0).then_some(Expression::Number(fixed));
    let other = parts.iter().filter(|part| constant(part).is_none()).cloned();
    other.chain(fixed).reduce(|a, b| Expression::binary(Operation::Add, a, b))
}

pub(super) fn constant(e: &Expression) -> Option<i128> {
    match e {
        Expression::Number(value) => Some(*value),
        Expression::Binary(operation, a, b) => operation.of(constant(a)?, constant(b)?),
        _ => None,
    }
}

pub(super) fn scaled(index: Expression, size: i128) -> Expression {
    match constant(&index).and_then(|index| index.checked_mul(size)) {
        Some(value) => Expression::Number(value),
        None if size == 1 => index,
        None => Expression::binary(Operation::Mul, Expression::Number(size), index),
    }
}

pub(super) fn negated(e: Expression) -> Expression {
    match constant(&e).and_then(i128::checked_neg) {
        Some(value) => Expression::Number(value),
        None => Expression::binary(Operation::Sub, Expression::Number(0), e),
    }
}

/// A pointer, read as a pointer to elements of this size and alignment.
pub(super) fn cast(size: i128, align: i128, pointer: Expression) -> Expression {
    let base = match (size, align) {
        (1, 1) => Base::Fixed { bits: 8, signed: true },
        (2, 2) => Base::Fixed { bits: 16, signed: true },
        (4, 4) => Base::Fixed { bits: 32, signed: true },
        _ => Base::Object { size: u64::try_from(size).unwrap_or(0), align: u64::try_from(align).unwrap_or(0) },
    };
    Expression::Cast(CType { base, stars: 1 }, Box::new(pointer))
}
