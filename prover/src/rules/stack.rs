//! alloca, lifetimes, saving and restoring the stack: `spec/rules/memory.md`.

use super::heap::bounds;
use super::{Allocated, GoalKind, Next, Rule, Step, Stop, constant};
use crate::algebra::Term;
use crate::faults::Fault;
use crate::program::{Function, Instruction, Op, Operand, Reg, Type};
use crate::state::Block;
use certificates::{BlockId, Detail, Kind, Sign};

/// The kind of the block of a local variable whose address is in the register.
fn variable(function: &Function, register: Reg) -> Kind {
    Kind::Stack(function.registers[register].name.clone())
}

/// A static alloca.
struct Static {
    register: Reg,
    element_size: u64,
    align: u64,
    count: i128,
}

/// The static alloca that defines a register.
fn static_alloca(function: &Function, register: Reg) -> Option<Static> {
    let entry = function.blocks.first()?;
    match entry.instructions.iter().find(|i| i.result == Some(register))?.op {
        Op::Alloca { element_size, align, count: Operand::Int { bits, .. }, count_width, is_static: true } => {
            Some(Static { register, element_size, align, count: constant(bits, count_width, Sign::Unsigned) })
        }
        _ => None,
    }
}

/// Does a lifetime marker of the function start this alloca?
fn has_lifetime(function: &Function, register: Reg) -> bool {
    function.blocks.iter().flat_map(|b| &b.instructions).any(|i| match &i.op {
        Op::Call { callee, arguments, .. } => {
            callee.starts_with("llvm.lifetime.start")
                && arguments.iter().any(|(_, a)| *a == Operand::Register(register))
        }
        _ => false,
    })
}

/// M-ALLOCA
pub(super) fn alloca(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    element_size: u64,
    align: u64,
    count: &Operand,
    count_width: u32,
    is_static: bool,
) -> Rule<Next> {
    let function = s.function()?;
    let register = i.result.ok_or(Stop::Internal("an alloca without a name"))?;
    let n = s.unsigned(count, count_width)?;
    let size = n.scale(i128::from(element_size))?;
    let max = Term::constant((1i128 << (s.pointer_bits() - 1)) - 1);
    s.prove_le(&size, &max, || GoalKind::Allocation(Allocated::Stack))?;
    let b = s.fresh();
    bounds(s, &b, &size)?;
    let marked = has_lifetime(function, register);
    if marked && !is_static {
        return Err(Stop::Unsupported("lifetime markers on a variable-length allocation".into()));
    }
    if !marked {
        let kind = variable(function, register);
        if !is_static {
            s.st.aside().made.push(size.clone());
        }
        s.new_block(Block {
            base: b.clone(),
            size,
            align: align.max(1),
            kind,
            read_only: false,
            kept: false,
            optional: false,
        });
    }
    s.result(i, Sign::Unsigned, b, Detail::None)
}

/// The local variable that a lifetime marker is about.
fn marked_variable(function: &Function, arguments: &[(Type, Operand)]) -> Rule<Static> {
    let marked = match arguments.last() {
        Some((_, Operand::Register(register))) => static_alloca(function, *register),
        _ => None,
    };
    marked.ok_or_else(|| Stop::Unsupported("a lifetime marker of something that is no local variable".into()))
}

/// M-LIFETIME, start
pub(super) fn lifetime_start(s: &mut Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<Next> {
    let function = s.function()?;
    let Static { register, element_size, align, count } = marked_variable(function, arguments)?;
    let kind = variable(function, register);
    if let Some(block) = s.st.block_of_kind(&kind) {
        s.st.forget_contents(block, |_| false);
        return s.done(Sign::Unsigned, Detail::None);
    }
    let base = s.unsigned(&Operand::Register(register), s.pointer_bits())?;
    let size = Term::constant(count).scale(i128::from(element_size))?;
    s.new_block(Block { base, size, align: align.max(1), kind, read_only: false, kept: false, optional: false });
    s.done(Sign::Unsigned, Detail::None)
}

/// M-LIFETIME, end
pub(super) fn lifetime_end(s: &mut Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<Next> {
    let function = s.function()?;
    let register = marked_variable(function, arguments)?.register;
    if let Some(block) = s.st.block_of_kind(&variable(function, register))
        && !s.cx.faults.on(Fault::OutOfScope)
    {
        s.st.forget_block(block);
    }
    s.done(Sign::Unsigned, Detail::None)
}

/// M-STACKSAVE
pub(super) fn stack_save(s: &mut Step<'_, '_>, i: &Instruction) -> Rule<Next> {
    let bits = s.pointer_bits();
    let x = s.fresh_ranged(bits, Sign::Unsigned)?;
    s.result(i, Sign::Unsigned, x, Detail::None)
}

/// M-STACKRESTORE
pub(super) fn stack_restore(s: &mut Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<Next> {
    let function = s.function()?;
    let entry = function.blocks.first().ok_or(Stop::Internal("a function without blocks"))?;
    let instructions = || function.blocks.iter().flat_map(|b| &b.instructions);
    let saves = |i: &&Instruction| matches!(&i.op, Op::Call { callee, .. } if callee.starts_with("llvm.stacksave"));
    // Restoring another function's stack pointer would end blocks that this state takes for live.
    let own = match arguments.first() {
        Some((_, Operand::Register(r))) => instructions().any(|i| i.result == Some(*r) && saves(&i)),
        _ => false,
    };
    if !own {
        let what = "a stackrestore of something that is not the result of a stacksave of this function";
        return Err(Stop::Unsupported(what.into()));
    }
    let mut behind = entry.instructions.iter().skip_while(|i| !saves(i));
    let is_static = |i: &Instruction| matches!(i.op, Op::Alloca { is_static: true, .. });
    if behind.any(is_static) {
        let what = "an array of constant length behind one of variable length";
        return Err(Stop::Unsupported(what.into()));
    }
    let dynamic: Vec<Kind> = instructions()
        .filter(|i| matches!(i.op, Op::Alloca { is_static: false, .. }))
        .filter_map(|i| i.result.map(|r| variable(function, r)))
        .collect();
    let dead: Vec<BlockId> = s.st.blocks.iter().filter(|(_, b)| dynamic.contains(&b.kind)).map(|(id, _)| *id).collect();
    for block in dead {
        s.st.forget_block(block);
    }
    s.done(Sign::Unsigned, Detail::None)
}
