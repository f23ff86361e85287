//! `assigns` and `ensures` in C: what a function promises, resolved to a contract that needs no program.

use crate::contract::ContractError;
use crate::contract::address::constant;
use crate::contract::clause::{Expression, Operation, Promises, Relation};
use crate::contract::questions::typed;
use crate::contract::resolve::Resolver;
use std::collections::BTreeSet;

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

impl Promises {
    /// The promises, where `x == 0 || x == 1` is `0 <= x <= 1`: one fact for who relies on it, not two cases.
    pub(crate) fn with_intervals(self) -> Promises {
        Promises { ensures: self.ensures.map(as_interval), ..self }
    }
}

fn as_interval(e: Expression) -> Expression {
    match e {
        Expression::And(parts) => Expression::And(parts.into_iter().map(as_interval).collect()),
        Expression::Or(parts) => match values(&parts) {
            Some((term, low, high)) => {
                let bound = |number: i128| (Relation::Le, Expression::Number(number));
                let (_, least) = bound(low);
                Expression::Chain(Box::new(least), vec![(Relation::Le, term.clone()), bound(high)])
            }
            None => Expression::Or(parts),
        },
        other => other,
    }
}

/// The term that equals one of some numbers in a row, with the least and the greatest of them.
fn values(parts: &[Expression]) -> Option<(&Expression, i128, i128)> {
    let equations = parts.iter().map(equation).collect::<Option<Vec<(&Expression, i128)>>>()?;
    let numbers: BTreeSet<i128> = equations.iter().map(|(_, number)| *number).collect();
    let (term, low, high) = (equations.first()?.0, *numbers.first()?, *numbers.last()?);
    let in_a_row = high.checked_sub(low)? == i128::try_from(numbers.len()).ok()? - 1;
    (in_a_row && equations.iter().all(|(other, _)| *other == term)).then_some((term, low, high))
}

/// A term, and the number that it equals.
fn equation(e: &Expression) -> Option<(&Expression, i128)> {
    let Expression::Chain(one, rest) = e else { return None };
    let [(Relation::Eq, other)] = &rest[..] else { return None };
    match (constant(one), constant(other)) {
        (None, Some(number)) => Some((one, number)),
        (Some(number), None) => Some((other, number)),
        _ => None,
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
