//! `assigns` and `ensures` in C: what a function promises, resolved to a contract that needs no program.

use crate::contract::ContractError;
use crate::contract::address::constant;
use crate::contract::clause::{Expression, Operation, Promises};
use crate::contract::questions::typed;
use crate::contract::resolve::Resolver;

/// The range of a place that is assigned: `p[a .. b]`, `*(p + (a .. b))`, `*p`, `p->f`, a variable.
pub(super) fn range(place: &Expression) -> Expression {
    match place {
        Expression::Content(pointer) => (**pointer).clone(),
        Expression::Element(pointer, interval) if matches!(**interval, Expression::Interval(..)) => {
            Expression::binary(Operation::Add, (**pointer).clone(), (**interval).clone())
        }
        place => Expression::Address(Box::new(place.clone())),
    }
}

impl Resolver<'_> {
    /// Resolves both.
    pub(super) fn promises(&mut self, promises: &Promises) -> Result<Promises, ContractError> {
        let assigns = match &promises.assigns {
            Some(ranges) => Some(ranges.iter().map(|range| self.assigned(range)).collect::<Result<_, _>>()?),
            None => None,
        };
        let ensures = promises.ensures.as_ref().map(|ensures| self.formula(ensures)).transpose()?;
        Ok(Promises { assigns, ensures })
    }

    /// A place that is assigned, as the range that it is.
    fn assigned(&mut self, e: &Expression) -> Result<Expression, ContractError> {
        let (pointer, bounds) = match e {
            Expression::Binary(Operation::Add, pointer, bounds) if let Expression::Interval(low, high) = &**bounds => {
                (&**pointer, Some((low, high)))
            }
            _ => (e, None),
        };
        let place = self.target(pointer).map_err(|error| error.or_at(e.at()))?;
        let Expression::Address(global) = &place.base else {
            return match self.range(e)? {
                Some(range) => Ok(range),
                None => bad(format!("assigns: '{e}' is no place in memory")),
            };
        };
        let whole = self.questions.answer(&global.to_string(), "size").unwrap_or(0);
        let size = match (e, bounds) {
            (Expression::Address(inside), _) => self.questions.answer(&typed(inside), "size").unwrap_or(0),
            (_, Some((low, high))) => match (constant(&self.term(low)?), constant(&self.term(high)?)) {
                (Some(0), Some(high)) => (high + 1).checked_mul(self.element(pointer)?.0).unwrap_or(0),
                _ => 0,
            },
            _ => self.element(e)?.0,
        };
        match place.bytes.is_empty() && size == whole {
            true => Ok(place.base),
            false => bad(format!("assigns names a part of the global variable '{global}': name all of it")),
        }
    }
}

fn bad<T>(message: String) -> Result<T, ContractError> {
    Err(ContractError::new(message))
}

/// What is read at the call.
pub(super) fn old(inside: Expression) -> Expression {
    Expression::Call("\\old".into(), vec![inside])
}

/// Whether an expression reads memory.
pub(super) fn reads(e: &Expression) -> bool {
    match e {
        Expression::Element(..) | Expression::Call(..) => true,
        Expression::Cast(_, a) => reads(a),
        Expression::Binary(_, a, b) => reads(a) || reads(b),
        _ => false,
    }
}
