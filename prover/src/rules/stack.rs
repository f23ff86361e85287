//! alloca, lifetimes, saving and restoring the stack: `spec/rules/memory.md`.

use super::heap::bounds;
use super::{Next, Rule, Step, Stop, constant};
use crate::algebra::Term;
use crate::faults::Fault;
use crate::program::{Instruction, Op, Operand, Reg, Type};
use crate::state::Block;
use certificates::{BlockId, Detail, Kind, Sign};

fn register_name(s: &Step<'_, '_>, register: Reg) -> String {
    let function = s.cx.program.functions.get(&*s.st.function);
    function.map(|f| f.registers[register].name.clone()).unwrap_or_default()
}

/// The alloca that defines a register: element size, alignment, count; static ones only.
fn static_alloca(s: &Step<'_, '_>, register: Reg) -> Option<(u64, u64, Operand, u32)> {
    let function = s.cx.program.functions.get(&*s.st.function)?;
    function.blocks.first()?.instructions.iter().find(|i| i.result == Some(register)).and_then(|i| match &i.op {
        Op::Alloca { element_size, align, count, count_width, is_static: true } => {
            Some((*element_size, *align, count.clone(), *count_width))
        }
        _ => None,
    })
}

/// Does a lifetime marker of the function start this alloca?
fn has_lifetime(s: &Step<'_, '_>, register: Reg) -> bool {
    let Some(function) = s.cx.program.functions.get(&*s.st.function) else {
        return false;
    };
    function.blocks.iter().flat_map(|b| &b.instructions).any(|i| match &i.op {
        Op::Call { callee, arguments, .. } => {
            callee.starts_with("llvm.lifetime.start")
                && arguments.iter().any(|(_, a)| *a == Operand::Register(register))
        }
        _ => false,
    })
}

/// M-ALLOCA
pub fn alloca(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    element_size: u64,
    align: u64,
    count: &Operand,
    count_width: u32,
    is_static: bool,
) -> Rule<Next> {
    let register = i.result.ok_or_else(|| Stop::Unsupported("an alloca without a name".into()))?;
    let n = s.unsigned(count, count_width)?;
    let size = n.scale(i128::from(element_size))?;
    let max = Term::constant((1i128 << (s.pointer_bits() - 1)) - 1);
    s.prove_le(&size, &max, || "that the size of this stack allocation is not too large".into())?;
    let b = s.fresh();
    bounds(s, &b, &size)?;
    let marked = has_lifetime(s, register);
    if marked && !is_static {
        return Err(Stop::Unsupported("lifetime markers on a variable-length allocation".into()));
    }
    if !marked {
        let kind = Kind::Stack(register_name(s, register));
        s.new_block(Block { base: b.clone(), size, align: align.max(1), kind, read_only: false, optional: false });
    }
    s.result(i, Sign::Unsigned, b, Detail::None)
}

fn lifetime_register(s: &Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<Reg> {
    match arguments.last() {
        Some((_, Operand::Register(r))) if static_alloca(s, *r).is_some() => Ok(*r),
        _ => Err(Stop::Unsupported("a lifetime marker of something that is no local variable".into())),
    }
}

/// M-LIFETIME, start
pub fn lifetime_start(s: &mut Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<Next> {
    let register = lifetime_register(s, arguments)?;
    let kind = Kind::Stack(register_name(s, register));
    if let Some(block) = s.st.block_of_kind(&kind) {
        s.st.entries.retain(|_, e| e.block != block);
        return s.done(Sign::Unsigned, Detail::None);
    }
    let (element, align, count, count_width) =
        static_alloca(s, register).ok_or_else(|| Stop::Unsupported("a lifetime marker".into()))?;
    let base = s.unsigned(&Operand::Register(register), s.pointer_bits())?;
    let n = match count {
        Operand::Int { bits, .. } => constant(bits, count_width, Sign::Unsigned),
        _ => return Err(Stop::Unsupported("a lifetime marker".into())),
    };
    let size = Term::constant(n).scale(i128::from(element))?;
    s.new_block(Block { base, size, align: align.max(1), kind, read_only: false, optional: false });
    s.done(Sign::Unsigned, Detail::None)
}

/// M-LIFETIME, end
pub fn lifetime_end(s: &mut Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<Next> {
    let register = lifetime_register(s, arguments)?;
    if let Some(block) = s.st.block_of_kind(&Kind::Stack(register_name(s, register)))
        && !s.cx.faults.on(Fault::OutOfScope)
    {
        s.st.forget_block(block);
    }
    s.done(Sign::Unsigned, Detail::None)
}

/// M-STACKSAVE
pub fn stack_save(s: &mut Step<'_, '_>, i: &Instruction) -> Rule<Next> {
    let bits = s.pointer_bits();
    let x = s.fresh_ranged(bits, Sign::Unsigned)?;
    s.result(i, Sign::Unsigned, x, Detail::None)
}

/// M-STACKRESTORE
pub fn stack_restore(s: &mut Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<Next> {
    let function = s.cx.program.functions.get(&*s.st.function);
    let entry = function.and_then(|f| f.blocks.first());
    let saves = |i: &&Instruction| matches!(&i.op, Op::Call { callee, .. } if callee.starts_with("llvm.stacksave"));
    // The stack pointer of another function would end blocks that this state takes for live.
    let mut instructions = function.into_iter().flat_map(|f| f.blocks.iter().flat_map(|b| &b.instructions));
    let own = match arguments.first() {
        Some((_, Operand::Register(r))) => instructions.any(|i| i.result == Some(*r) && saves(&i)),
        _ => false,
    };
    if !own {
        let what = "a stackrestore of something that is not the result of a stacksave of this function";
        return Err(Stop::Unsupported(what.into()));
    }
    let behind = entry.into_iter().flat_map(|b| &b.instructions).skip_while(|i| !saves(i));
    let is_static = |i: &Instruction| matches!(i.op, Op::Alloca { is_static: true, .. });
    if behind.into_iter().any(is_static) {
        let what = "an array of constant length behind one of variable length";
        return Err(Stop::Unsupported(what.into()));
    }
    let dynamic: Vec<String> = function
        .into_iter()
        .flat_map(|f| f.blocks.iter().flat_map(|b| &b.instructions).map(move |i| (f, i)))
        .filter(|(_, i)| matches!(i.op, Op::Alloca { is_static: false, .. }))
        .filter_map(|(f, i)| i.result.map(|r| f.registers[r].name.clone()))
        .collect();
    let dead: Vec<BlockId> =
        s.st.blocks
            .iter()
            .filter(|(_, b)| matches!(&b.kind, Kind::Stack(name) if dynamic.contains(name)))
            .map(|(id, _)| *id)
            .collect();
    for block in dead {
        s.st.forget_block(block);
    }
    s.done(Sign::Unsigned, Detail::None)
}
