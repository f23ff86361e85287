//! Distances of pointers in contracts, in elements as in C.

use crate::contract::address::{Place, cast};
use crate::contract::clause::{Expression, Operation, Relation};
use crate::contract::resolve::{Resolved, Resolver, bad};

impl Resolver<'_> {
    /// The distance of two pointers, in elements. Where these have more than one byte, it is whole: this is a condition.
    pub(super) fn distance(&mut self, e: &Expression, a: &Expression, b: &Expression) -> Resolved<Expression> {
        let (size, other) = (self.element(a)?.0, self.element(b)?.0);
        if size != other || size == 0 {
            return bad(format!("'{e}': the distance of pointers to elements of {size} and {other} bytes"));
        }
        let (from, to) = (self.target(a)?, self.target(b)?);
        let bytes = |place: Place| match self.written(place) {
            moved @ Expression::Binary(..) => moved,
            start => cast(1, 1, start),
        };
        let bytes = Expression::binary(Operation::Sub, bytes(from), bytes(to));
        if size == 1 {
            return Ok(bytes);
        }
        let of = |operation| Expression::binary(operation, bytes.clone(), Expression::Number(size));
        let whole = Expression::Chain(Box::new(of(Operation::Rem)), vec![(Relation::Eq, Expression::Number(0))]);
        if !self.whole.contains(&whole) {
            self.whole.push(whole);
        }
        Ok(of(Operation::Div))
    }
}
