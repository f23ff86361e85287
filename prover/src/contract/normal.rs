//! Which contracts depend on nothing in the program but its module.

use crate::contract::clause::{Expression, Operation};
use crate::contract::types::{Base, CType};
use crate::contract::{bounds, for_all};

/// Words that may precede the brackets of a place.
const PLACES: [&str; 9] = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "ptr"];

/// A structure has the layout of the module's type with its name, which is compared with the program.
pub(super) fn type_is_normal(ty: &CType) -> bool {
    !matches!(ty.base, Base::Named(_))
}

/// What the grammar of claims knows about the program.
pub(super) struct Known<'a> {
    /// Whether a name is a parameter, other than one that points to a structure which the module does not describe.
    pub parameter: &'a dyn Fn(&str) -> bool,
    /// Names that mean a parameter in C, so that no global is meant by them.
    pub hidden: &'a dyn Fn(&str) -> bool,
    /// Whether a name is a parameter that points to more than single bytes.
    pub wide: &'a dyn Fn(&str) -> bool,
    /// Structures that the module describes, by name.
    pub structure: &'a dyn Fn(&str) -> bool,
}

impl Known<'_> {
    /// Whether the layout of the type is known without the program.
    pub(super) fn layout(&self, ty: &CType) -> bool {
        match &ty.base {
            Base::Struct(name) => (self.structure)(name),
            _ => type_is_normal(ty),
        }
    }
}

/// Whether a formula is in the grammar of claims, where conditions are not values.
pub(super) fn is_normal_condition(e: &Expression, known: &Known<'_>) -> bool {
    let value = match e {
        Expression::Name(name, _) => name != "\\true",
        Expression::Element(..) | Expression::Binary(..) | Expression::Number(_) => true,
        _ => false,
    };
    !value && is_normal(e, known)
}

/// Whether an expression is in the grammar of claims.
pub(super) fn is_normal(e: &Expression, known: &Known<'_>) -> bool {
    let normal = |e: &Expression| is_normal(e, known);
    let parameter = known.parameter;
    let condition = |e: &Expression| is_normal_condition(e, known);
    match e {
        Expression::Number(_) => true,
        Expression::Name(name, _) => parameter(name) || name.starts_with('\\') || name == "NULL",
        Expression::Call(name, operands) if let Some((variable, range, said)) = for_all(name, operands) => {
            let parameter = |name: &str| name == variable || (known.parameter)(name);
            let inside = Known { parameter: &parameter, ..*known };
            let written = bounds(variable, range).is_some_and(|(_, low, _, high)| normal(low) && normal(high));
            written && is_normal_condition(said, &inside)
        }
        Expression::Call(_, list) => list.iter().all(normal),
        Expression::And(list) | Expression::Or(list) | Expression::Implies(list) => list.iter().all(condition),
        Expression::SizeOf(ty) => known.layout(ty),
        Expression::Type(ty) => matches!(ty, CType { base: Base::Object { .. }, stars: 0 }),
        Expression::Cast(ty, inside) => ty.stars > 0 && known.layout(ty) && normal(inside),
        Expression::Address(inside) => matches!(&**inside, Expression::Name(name, _) if !(known.hidden)(name)),
        Expression::Element(of, index) => {
            matches!(&**of, Expression::Name(name, _) if !(known.hidden)(name) && PLACES.contains(&name.as_str()))
                && normal(index)
        }
        Expression::Content(_) | Expression::Member(..) | Expression::SizeOfValue(_) => false,
        Expression::Not(inside) => condition(inside),
        // A distance is counted in bytes.
        Expression::Binary(Operation::Sub, a, b) => normal(a) && normal(b) && !begins_wide(b, known),
        Expression::Interval(a, b) | Expression::Binary(_, a, b) => normal(a) && normal(b),
        Expression::Chain(first, rest) => normal(first) && rest.iter().all(|(_, right)| normal(right)),
    }
}

/// Whether an expression is a pointer to more than single bytes.
fn begins_wide(e: &Expression, known: &Known<'_>) -> bool {
    match e {
        Expression::Name(name, _) => (known.wide)(name),
        Expression::Cast(ty, _) => is_wide(ty),
        Expression::Binary(Operation::Add | Operation::Sub, first, _) => begins_wide(first, known),
        _ => false,
    }
}

/// Whether a type is that of pointers to more than single bytes.
pub(super) fn is_wide(ty: &CType) -> bool {
    ty.stars > 1 || ty.stars == 1 && !matches!(ty.base, Base::Fixed { bits: 8, .. } | Base::Bool)
}
