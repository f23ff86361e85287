//! What the compiler says of the pointers of a contract.

use crate::contract::ContractError;
use crate::contract::clause::{Expression, Operation};
use crate::contract::intervals::POINTER;
use crate::contract::questions::{Questions, typed};

fn class(questions: &Questions, e: &Expression) -> i128 {
    questions.answer(&typed(e), "class").unwrap_or(0)
}

/// Whether C has a pointer here, or an array.
pub(super) fn is_pointer(questions: &Questions, e: &Expression) -> bool {
    if let Some(inside) = e.as_old() {
        return is_pointer(questions, inside);
    }
    let null = matches!(e, Expression::Name(name, _) if name == "NULL" || name == "\\null");
    let number =
        matches!(e, Expression::Number(_) | Expression::Call(..) | Expression::SizeOf(_) | Expression::SizeOfValue(_));
    let distance = matches!(e, Expression::Binary(Operation::Sub, _, other) if is_pointer(questions, other));
    !null && !number && !distance && class(questions, e) == POINTER
}

pub(super) fn is_array(questions: &Questions, e: &Expression) -> bool {
    class(questions, e) == POINTER && !questions.is(&typed(e), "pointer")
}

/// Size and alignment of what a pointer points to.
pub(super) fn element(
    questions: &Questions,
    pointer_bytes: i128,
    e: &Expression,
) -> Result<(i128, i128), ContractError> {
    let c = typed(e);
    let bad = |message: String| Err(ContractError::new(message));
    if questions.is(&c, "element void") {
        return bad(format!("'{e}' points to void: a cast must say what lies there"));
    }
    let error = |error| ContractError::new(format!("'{e}': {error}"));
    let size = questions.answer(&c, "element size").map_err(error)?;
    // An array is a pointer as well where C has a value.
    let array = matches!(e, Expression::Address(inside) if is_array(questions, inside));
    if size < pointer_bytes && !array && questions.answer(&c, "element class") == Ok(POINTER) {
        return bad(format!("'{e}' points to a function"));
    }
    let align = alignment(questions, e).map_err(error)?;
    // An alignment beyond the size says nothing of the elements of an array.
    Ok((size, if size > 0 && size % align != 0 { size & -size } else { align }))
}

/// The pointer's text, if what it points to has a larger alignment than elements of its size can have: a normalized
/// contract says nothing of that.
pub(super) fn over_aligned(questions: &Questions, e: &Expression) -> Option<String> {
    let size = questions.answer(&typed(e), "element size");
    let align = alignment(questions, e);
    matches!((size, align), (Ok(size), Ok(align)) if size > 0 && size % align != 0).then(|| e.to_string())
}

/// The alignment of what a pointer points to: that of its type, or less where it is made of a place that has less, as
/// a member of a packed structure.
fn alignment(questions: &Questions, e: &Expression) -> Result<i128, String> {
    let of_type = questions.answer(&typed(e), "element align")?;
    let of_place = match e {
        Expression::Address(inside) => of_place(questions, inside)?,
        Expression::Binary(Operation::Add | Operation::Sub, p, _) if is_pointer(questions, p) => {
            alignment(questions, p)?
        }
        _ if is_array(questions, e) => of_place(questions, e)?,
        _ => of_type,
    };
    Ok(of_type.min(of_place))
}

/// The alignment of a place in memory, of which C says at least this much.
fn of_place(questions: &Questions, e: &Expression) -> Result<i128, String> {
    // Of a member the compiler says what it has in a structure that is aligned as its type.
    let declared = questions.answer(&typed(e), "place align");
    match e {
        Expression::Content(p) | Expression::Element(p, _) => alignment(questions, p),
        Expression::Member(of, true, _) => Ok(declared?.min(alignment(questions, of)?)),
        Expression::Member(of, false, _) => Ok(declared?.min(of_place(questions, of)?)),
        _ => declared,
    }
}
