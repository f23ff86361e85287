//! The sign with which a stored value is remembered: only values of one sign are merged where paths meet, so it should be
//! the sign that the place has elsewhere.

use super::{Step, highest};
use crate::algebra::{Atom, Term};
use crate::program::{Op, Operand, Reg, Type};
use crate::state::Entry;
use certificates::{BlockId, Kind, Sign};

/// A function with more instructions is not searched for loads of a place.
const LONG_FUNCTION: usize = 2_000;

/// The sign with which a register is stored, if it is not the register's own.
pub(super) fn register_sign(s: &mut Step<'_, '_>, register: Reg, pointer: &Operand, bytes: u32) -> Option<Sign> {
    field_sign(s, register, pointer, bytes).or_else(|| overwritten_sign(s, register, pointer, bytes))
}

/// The sign with which a constant is stored, if there is one that suits better than the constant's own.
pub(super) fn constant_sign(
    s: &Step<'_, '_>,
    (block, offset): (BlockId, &Term),
    pointer: &Operand,
    bytes: u32,
    value: &Term,
) -> Option<Sign> {
    let constant = value.as_constant()?;
    (0..=highest(8 * bytes, Sign::Signed)).contains(&constant).then_some(())?;
    replaced_sign(s, block, offset, bytes).or_else(|| read_sign(s, pointer, bytes))
}

/// The sign of the entry that a register's value replaces, or of the elements among which it is written, if it is the same number with either sign.
fn overwritten_sign(s: &mut Step<'_, '_>, register: Reg, pointer: &Operand, bytes: u32) -> Option<Sign> {
    let value = s.st.bindings.get(&register)?.clone();
    let Operand::Register(p) = pointer else { return None };
    let at = &s.st.bindings.get(p)?.term;
    let (id, block) = s.st.likely_block(at)?;
    let offset = at.sub(&block.base).ok()?;
    let there = |e: &&Entry| e.width == bytes && e.offset == offset;
    let sign = s.st.entries_of(id).map(|(_, e)| e).filter(there).last().map(|e| e.sign);
    let sign = sign.or_else(|| super::uniform::sign_at(s.st, id, &offset, bytes))?;
    let fits = match (value.sign, sign) {
        (Sign::Unsigned, Sign::Signed) => Atom::le(&value.term, &Term::constant(highest(8 * bytes, Sign::Signed))),
        (Sign::Signed, Sign::Unsigned) => Atom::le(&Term::zero(), &value.term),
        _ => return None,
    };
    fits.is_ok_and(|fits| s.holds(&fits)).then_some(sign)
}

/// The sign of the signed field of a linked structure that an unsigned register is stored to, if it is the same number
/// with either sign: what is known of a field with another sign is lost when its cell is folded. (The other way about it
/// is the signed number that other values are related to.)
fn field_sign(s: &mut Step<'_, '_>, register: Reg, pointer: &Operand, bytes: u32) -> Option<Sign> {
    let Operand::Register(p) = pointer else { return None };
    let value = s.st.bindings.get(&register)?.clone();
    let at = &s.st.bindings.get(p)?.term;
    let block = s.st.blocks.values().find(|b| b.kind == Kind::Heap && b.is_likely(at))?;
    let (size, offset) = (block.size.as_constant()?, at.sub(&block.base).ok()?.as_constant()?);
    let shapes = s.cx.program.shapes.iter().filter(|shape| i128::from(shape.size) == size);
    let mut fields = shapes.flat_map(|shape| &shape.fields);
    let field = fields.find(|place| i128::from(place.offset) == offset && place.width == bytes)?;
    let high = Atom::le(&value.term, &Term::constant(highest(8 * bytes, Sign::Signed))).ok()?;
    (field.sign == Sign::Signed && value.sign == Sign::Unsigned && s.holds(&high)).then_some(field.sign)
}

/// The sign of the entry that a constant replaces, or of the elements among which it is written.
fn replaced_sign(s: &Step<'_, '_>, block: BlockId, offset: &Term, bytes: u32) -> Option<Sign> {
    let there = s.st.entries_of(block).filter(|(_, e)| e.width == bytes && e.offset == *offset);
    let there = there.last().map(|(_, e)| e.sign);
    there.or_else(|| super::uniform::sign_at(s.st, block, offset, bytes))
}

/// The sign with which the function reads the place that a constant is stored to: later values of the place have that
/// sign.
fn read_sign(s: &Step<'_, '_>, pointer: &Operand, bytes: u32) -> Option<Sign> {
    let function = s.cx.program.functions.get(&*s.st.function)?;
    let instructions = || function.blocks.iter().flat_map(|b| &b.instructions);
    (instructions().take(LONG_FUNCTION).count() < LONG_FUNCTION).then_some(())?;
    let member = |p: &Operand| -> Option<(Operand, i64)> {
        let Operand::Register(r) = p else { return Some((p.clone(), 0)) };
        match &instructions().find(|i| i.result == Some(*r))?.op {
            Op::GetElementPtr { base, constant, indices } if indices.is_empty() => Some((base.clone(), *constant)),
            _ => Some((p.clone(), 0)),
        }
    };
    let place = member(pointer)?;
    let reads = instructions().filter_map(|i| match &i.op {
        Op::Load { ty: Type::Int(w), pointer, .. } if *w == 8 * bytes => Some((i.result, pointer)),
        _ => None,
    });
    let mut unsigned = reads.filter(|(result, _)| s.preferred(*result) == Sign::Unsigned);
    unsigned.any(|(_, p)| member(p).as_ref() == Some(&place)).then_some(Sign::Unsigned)
}
