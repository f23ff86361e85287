//! The values that integers of a contract can have, before it is in the form that a claim has.
//!
//! Terms are mathematical, so a sum has the values that its operands allow, whatever type C computes it in. A cast that
//! stays without effect for all of these may be left out; any other one is refused.

use crate::contract::ContractError;
use crate::contract::clause::{Expression, Operation};
use crate::contract::questions::{Questions, typed};
use crate::contract::strings::length;
use crate::contract::types::{Base, CType, Parameter};

/// Lowest and highest value.
pub(super) type Interval = (i128, i128);

/// What the compiler calls integers, pointers, floating point.
const INTEGER: i128 = 1;
const BOOLEAN: i128 = 4;
pub(super) const POINTER: i128 = 5;
const FLOAT: i128 = 8;

fn no_integer<T>(e: &Expression) -> Result<T, ContractError> {
    Err(ContractError::new(format!("'{e}' is no integer")))
}

/// The type of an arithmetic value.
pub(super) fn value_type(questions: &Questions, c: &str) -> Result<Option<CType>, ContractError> {
    let class = questions.answer(c, "class");
    let class = class.map_err(|error| ContractError::new(format!("'{c}': {error}")))?;
    let size = questions.answer(c, "size").unwrap_or(0);
    let base = match (class, size) {
        (BOOLEAN, 1) => Base::Bool,
        (INTEGER, 1 | 2 | 4 | 8) => {
            let bits = u32::try_from(8 * size).unwrap_or(0);
            Base::Fixed { bits, signed: questions.is(c, "signed") }
        }
        (FLOAT, 4) => Base::Float,
        (FLOAT, 8) => Base::Double,
        _ => return Ok(None),
    };
    Ok(Some(CType { base, stars: 0 }))
}

/// The parameter of a C function in the form that contracts use.
pub(super) fn parameter(questions: &Questions, name: &str) -> Result<Parameter, ContractError> {
    let ty = value_type(questions, name)?;
    let ty = match ty {
        Some(ty) => ty,
        None if questions.answer(name, "class") == Ok(POINTER) => {
            let element = value_type(questions, &format!("(*{name})")).ok().flatten();
            CType { stars: 1, base: element.filter(|e| e.stars == 0).map_or(Base::Void, |e| e.base) }
        }
        None => {
            return Err(ContractError::new(format!(
                "parameter '{name}' is a structure that is passed by value, of which contracts cannot speak"
            )));
        }
    };
    Ok(Parameter { name: name.to_owned(), ty })
}

/// The values of the C type of what is read or cast to.
pub(super) fn of_type(questions: &Questions, e: &Expression) -> Result<Interval, ContractError> {
    let bits = match value_type(questions, &typed(e))?.map(|ty| ty.base) {
        Some(Base::Bool) => 1,
        Some(Base::Fixed { bits, signed: false }) => bits,
        Some(Base::Fixed { bits, signed: true }) => return Ok((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        _ => return no_integer(e),
    };
    // A byte that is read as _Bool may hold anything.
    let bits = if bits == 1 && !matches!(e, Expression::Cast(..)) { 8 } else { bits };
    Ok((0, (1 << bits) - 1))
}

/// The values of a term, of which each cast inside has no effect; `parameter`: whether a name is one.
pub(super) fn of_value(
    questions: &Questions,
    parameter: &dyn Fn(&str) -> bool,
    pointer_bytes: i128,
    e: &Expression,
) -> Result<Interval, ContractError> {
    let of = |e: &Expression| of_value(questions, parameter, pointer_bytes, e);
    let constant = |answer: Result<i128, String>| {
        answer.map(|value| (value, value)).map_err(|error| ContractError::new(format!("'{e}': {error}")))
    };
    match e {
        Expression::Number(value) => Ok((*value, *value)),
        Expression::SizeOf(ty) => constant(questions.answer(&format!("*({ty} *)0"), "size")),
        Expression::SizeOfValue(c) => constant(questions.answer(c, "size")),
        // No object is larger (LangRef, "Allocated Objects").
        Expression::Call(name, _) if length(name).is_some() => Ok((0, (1 << (8 * pointer_bytes - 1)) - 1)),
        Expression::Name(name, _)
            if !parameter(name)
                && let Ok(value) = questions.answer(name, "value") =>
        {
            Ok((value, value))
        }
        Expression::Name(..) | Expression::Member(..) | Expression::Element(..) | Expression::Content(_) => {
            of_type(questions, e)
        }
        Expression::Cast(_, inside) => of(inside),
        Expression::Call(..) if let Some(inside) = e.as_old() => of(inside),
        Expression::Binary(operation, a, b) => match combined(*operation, of(a)?, of(b)?) {
            Some(interval) => Ok(interval),
            None => Err(ContractError::new(format!("what values '{e}' can have is not known: do without the cast"))),
        },
        _ => no_integer(e),
    }
}

/// The interval of an operation's results; `None` if they exceed 127 bits, or for a division unless the divisor is
/// constant.
fn combined(operation: Operation, a: Interval, b: Interval) -> Option<Interval> {
    let of = |a, b| operation.of(a, b);
    match operation {
        Operation::Add => Some((of(a.0, b.0)?, of(a.1, b.1)?)),
        Operation::Sub => Some((of(a.0, b.1)?, of(a.1, b.0)?)),
        Operation::Mul => {
            let corners = [of(a.0, b.0)?, of(a.0, b.1)?, of(a.1, b.0)?, of(a.1, b.1)?];
            Some((corners.into_iter().min()?, corners.into_iter().max()?))
        }
        // Rounding towards zero keeps the order of the dividends.
        Operation::Div if b.0 == b.1 => {
            let ends = (of(a.0, b.0)?, of(a.1, b.0)?);
            Some((ends.0.min(ends.1), ends.0.max(ends.1)))
        }
        Operation::Rem if b.0 == b.1 && b.0 != 0 => {
            let most = b.0.checked_abs()? - 1;
            Some((a.0.clamp(-most, 0), a.1.clamp(0, most)))
        }
        Operation::Div | Operation::Rem => None,
    }
}

#[cfg(test)]
mod tests {
    use super::combined;
    use crate::contract::clause::Operation::{Add, Div, Mul, Rem, Sub};

    #[test]
    fn operations_have_the_values_of_their_operands() {
        let unsigned = (0, (1 << 32) - 1);
        assert_eq!(combined(Sub, unsigned, (1, 1)), Some((-1, (1 << 32) - 2)));
        assert_eq!(combined(Add, unsigned, unsigned), Some((0, (1 << 33) - 2)));
        assert_eq!(combined(Mul, (-2, 3), (-5, 7)), Some((-15, 21)));
        assert_eq!(combined(Div, (-7, 9), (-2, -2)), Some((-4, 3)));
        assert_eq!(combined(Rem, (-7, 9), (4, 4)), Some((-3, 3)));
        assert_eq!(combined(Rem, (0, 2), (-4, -4)), Some((0, 2)));
        assert_eq!(combined(Div, (1, 9), (1, 2)), None);
        assert_eq!(combined(Rem, (1, 9), (0, 0)), None);
        assert_eq!(combined(Div, (1, 9), (0, 0)), None);
        assert_eq!(combined(Mul, (0, i128::MAX), (2, 2)), None);
    }
}
