//! Arguments of external calls: their types and values.

use crate::rules::shared::*;

/// A direct call.
#[derive(Clone, Copy)]
pub(crate) struct Call<'m> {
    pub name: &'m Name,
    pub signature: &'m Signature,
    pub arguments: &'m [Argument],
    pub promises: &'m [Promise],
    pub instruction: &'m Instruction,
    pub hint: &'m Hint,
}

pub(crate) fn integer(cx: &Context, ty: &Type) -> Checked<Shape> {
    match cx.shape(ty)? {
        Some(shape) if !shape.pointer => Ok(shape),
        _ => cx.reject("type", "the contract is about another type: an integer is expected"),
    }
}

/// Compares the types of a call with those of a contract: one letter for the result, then one for
/// each argument. v void, p pointer, c bool, b byte, i int, l long and size_t, L long long, n i32 or i64, d double,
/// f float, T the type of the result, ? any; a point at the end: further arguments of any types.
pub(crate) fn typed(cx: &Context, c: &Call, letters: &str) -> Checked {
    let types = std::iter::once(&c.signature.result).chain(c.arguments.iter().map(|argument| &argument.ty));
    reject_if!(cx, !has_types(cx, c, types, letters) => "type", "the contract of @{} is about another type", c.name);
    Ok(())
}

pub(crate) fn has_types<'t>(cx: &Context, c: &Call, types: impl Iterator<Item = &'t Type>, letters: &str) -> bool {
    are_of_letters(cx.pointer(), &c.signature.result, types, letters)
}

/// [`has_types`] for pointers of this width.
pub(crate) fn are_of_letters<'t>(
    pointer: u32,
    result: &Type,
    mut types: impl Iterator<Item = &'t Type>,
    letters: &str,
) -> bool {
    let letter = |ty: &Type, letter: char| match (ty, letter) {
        (Type::Void, 'v') | (Type::Pointer, 'p') | (Type::Int(1), 'c') | (Type::Int(32), 'i') => true,
        (Type::Int(64), 'L') | (Type::Int(8), 'b') | (Type::Int(32 | 64), 'n') => true,
        (Type::Float(FloatKind::Double), 'd') | (Type::Float(FloatKind::Float), 'f') => true,
        (Type::Int(width), 'l') => *width == pointer,
        (ty, 'T') => ty == result,
        (_, '?') => true,
        _ => false,
    };
    let further = letters.ends_with('.');
    let mut letters = letters.trim_end_matches('.').chars();
    types.all(|ty| letters.next().map_or(further, |wanted| letter(ty, wanted))) && letters.next().is_none()
}

/// The operand of an argument; [`typed`] has checked that it exists.
pub(crate) fn argument<'m>(cx: &Context, c: &Call<'m>, place: usize) -> Checked<&'m Operand> {
    match c.arguments.get(place) {
        Some(argument) => Ok(&argument.value),
        None => cx.reject("type", format!("@{} has too few arguments", c.name)),
    }
}

pub(crate) fn address(cx: &mut Context, s: &mut State, c: &Call, place: usize) -> Checked<Poly> {
    let operand = argument(cx, c, place)?;
    cx.address(s, operand)
}

/// An unsigned integer argument.
pub(crate) fn size(cx: &mut Context, s: &mut State, c: &Call, place: usize) -> Checked<Poly> {
    let given = some!(cx, c.arguments.get(place) => "type", "@{} has too few arguments", c.name);
    let shape = integer(cx, &given.ty)?;
    cx.unsigned(s, &given.value, shape)
}
