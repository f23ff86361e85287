//! Which contracts need nothing of the program but its module.

use super::clause::Expression;
use super::types::{Base, CType};

/// Words that stand in front of the brackets of a place.
const PLACES: [&str; 9] = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "ptr"];

/// A structure has the layout of the module's type of its name, which is compared with the program.
pub(super) fn type_is_normal(ty: &CType) -> bool {
    !matches!(ty.base, Base::Named(_))
}

/// Whether an expression is one of the grammar of claims.
pub(super) fn is_normal(e: &Expression, known: &dyn Fn(&str) -> bool) -> bool {
    let normal = |e: &Expression| is_normal(e, known);
    match e {
        Expression::Number(_) => true,
        Expression::Name(name, _) => known(name) || name.starts_with('\\') || name == "NULL",
        Expression::Call(name, list) => name != "sizeof" && list.iter().all(normal),
        Expression::And(list) | Expression::Or(list) | Expression::Implies(list) => list.iter().all(normal),
        Expression::SizeOf(ty) => type_is_normal(ty),
        Expression::Type(ty) => matches!(ty, CType { base: Base::Object { .. }, stars: 0 }),
        Expression::Cast(ty, inside) => ty.stars > 0 && type_is_normal(ty) && normal(inside),
        Expression::Address(inside) => matches!(**inside, Expression::Name(..)),
        Expression::Element(of, index) => {
            matches!(&**of, Expression::Name(name, _) if !known(name) && PLACES.contains(&name.as_str()))
                && normal(index)
        }
        Expression::Content(_) | Expression::Member(..) => false,
        // A value for a condition.
        Expression::Not(inside) => {
            normal(inside) && !matches!(**inside, Expression::Name(..) | Expression::Element(..))
        }
        Expression::Interval(a, b) | Expression::Binary(_, a, b) => normal(a) && normal(b),
        Expression::Chain(first, rest) => normal(first) && rest.iter().all(|(_, right)| normal(right)),
    }
}
