//! G-VARIADIC: the memory in which a call passes its variable arguments (`spec/rules/variadic.md`).

use certificates::{Area, Kind, Sign};

use crate::answer::verdict::Checked;
use crate::decide::term::Poly;
use crate::proof::context::Context;
use crate::proof::state::{Block, Entry, State};
use crate::reader::{Argument, Callee, FloatKind, Op, Operand, Type};
use crate::rules::library::variadic::{beginnings, class, in_register};
use crate::rules::memory::{new_block, new_entry};

/// G-VARIADIC
pub fn pass(cx: &mut Context, s: &mut State) -> Checked {
    cx.rule("G-VARIADIC");
    take!(cx, Some(Op::Call { callee: Callee::Direct(name), arguments, .. }) = s.position.operation() =>
        "position", "not a direct call");
    let function = some!(cx, cx.module.functions.get(name) => "callee", "@{name} is not defined");
    let signature = &function.signature;
    reject_if!(cx, !signature.varargs => "callee", "@{name} is not variadic");
    reject_if!(cx, s.find(|kind| matches!(kind, Kind::Passed(_))).is_some() => "once", "the arguments are passed already");
    let (general, vector) = beginnings(cx, signature)?;
    let variable = arguments.get(signature.parameters.len()..).unwrap_or_default();
    let mut taken = (general, vector);
    let mut stack = 0;
    let mut places = Vec::with_capacity(variable.len());
    for argument in variable {
        let promoted = matches!(argument.ty, Type::Int(32 | 64) | Type::Pointer | Type::Float(FloatKind::Double));
        let class = some!(cx, class(&argument.ty).filter(|_| promoted) =>
            "argument", "a variable argument of this type is not supported");
        let register = in_register(class, &mut taken);
        places.push((argument, class.0, register, stack));
        stack += if register.is_none() { 8 } else { 0 };
    }
    let base = cx.fresh(s)?;
    let saved = base.plus(-general)?;
    cx.add_le(&Poly::constant(1), &saved)?;
    cx.add_le(&base.plus(taken.0 - general)?, &Poly::constant(cx.top()))?;
    let registers = area(cx, s, base, taken.0 - general, Area::General)?;
    if taken.1 > vector {
        let base = saved.plus(vector)?;
        cx.add_le(&base.plus(taken.1 - vector)?, &Poly::constant(cx.top()))?;
        area(cx, s, base, taken.1 - vector, Area::Vector)?;
    }
    let base = cx.fresh(s)?;
    cx.add_le(&Poly::constant(1), &base)?;
    cx.add_le(&base.plus(stack)?, &Poly::constant(cx.top()))?;
    let overflow = area(cx, s, base, stack, Area::Overflow)?;
    for (argument, class, register, stack) in places {
        if class == Area::General {
            let (block, offset) = register.map_or((overflow, stack), |at| (registers, at - general));
            entry(cx, s, argument, block, offset)?;
        }
    }
    Ok(())
}

/// A part of the memory; nobody writes it.
fn area(cx: &mut Context, s: &mut State, base: Poly, size: i128, area: Area) -> Checked<u32> {
    let align = if area == Area::Vector { 16 } else { 8 };
    let block = Block::new(base, Poly::constant(size), align, Kind::Passed(area));
    new_block(cx, s, Block { read_only: true, ..block })
}

/// What an integer or pointer argument is. An address outside of its global would have to be brought into range: of it
/// nothing is said.
fn entry(cx: &mut Context, s: &mut State, argument: &Argument, block: u32, offset: i128) -> Checked {
    let Some(shape) = cx.shape(&argument.ty)? else { return Ok(()) };
    let (value, sign) = match &argument.value {
        Operand::Global { name, offset: inside } if *inside != 0 => {
            let block = s.global(name).and_then(|id| s.blocks.get(&id));
            let block = some!(cx, block => "operand", "the state has no block for the global @{name}");
            if block.size.as_constant().is_none_or(|size| !(0..=size).contains(&i128::from(*inside))) {
                return Ok(());
            }
            (block.base.plus(i128::from(*inside))?, Sign::Unsigned)
        }
        value => cx.either(s, value, shape)?,
    };
    new_entry(cx, s, Entry { block, offset: Poly::constant(offset), width: shape.width / 8, sign, value })
}
