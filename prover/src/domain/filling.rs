//! Which loops fill an array of pointers: what the elements so far own is then guessed, and not what all elements own, of
//! which some may be null.

use crate::program::flow::bodies;
use crate::program::{Block, BlockIndex, Function, GepIndex, Op, Operand, Program, Reg, Type, successors};
use crate::state::State;
use std::collections::BTreeSet;

/// Whether each round of the loop at whose header the state stands sets a pointer at the loop's counter.
pub(super) fn sets_next(program: &Program, st: &State) -> bool {
    let Some(function) = program.functions.get(&*st.function) else { return false };
    let header = st.place.block;
    let loops = bodies(function);
    let (Some(body), Some(first)) = (loops.get(&header), function.blocks.get(header)) else { return false };
    let counters: BTreeSet<Reg> = first.phis.iter().map(|phi| phi.result).collect();
    let sets = |block: &BlockIndex| function.blocks.get(*block).is_some_and(|b| sets_at(function, b, &counters));
    let mut seen: BTreeSet<BlockIndex> = body.iter().copied().filter(sets).collect();
    if seen.is_empty() {
        return false;
    }
    // A way through the loop that passes no such block?
    let mut open: Vec<BlockIndex> = if seen.contains(&header) { Vec::new() } else { vec![header] };
    while let Some(block) = open.pop() {
        let last = function.blocks.get(block).and_then(|b| b.instructions.last());
        for next in last.map(|i| successors(&i.op)).unwrap_or_default() {
            if next == header {
                return false;
            }
            if body.contains(&next) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    true
}

/// Whether the block writes a pointer at an index that is one of the counters, converted or not.
fn sets_at(function: &Function, block: &Block, counters: &BTreeSet<Reg>) -> bool {
    let address = |pointer: &Operand| match defining(function, pointer)? {
        Op::GetElementPtr { indices, .. } => match &indices[..] {
            [GepIndex { value, .. }] => plain(function, value),
            _ => None,
        },
        _ => None,
    };
    let mut stores = block.instructions.iter().filter_map(|i| match &i.op {
        Op::Store { ty: Type::Pointer, value: Operand::Register(_), pointer, .. } => address(pointer),
        _ => None,
    });
    stores.any(|index| counters.contains(&index))
}

/// The register behind conversions.
fn plain(function: &Function, value: &Operand) -> Option<Reg> {
    let mut value = value.clone();
    while let Some(Op::Cast { value: inner, .. }) = defining(function, &value) {
        value = inner.clone();
    }
    if let Operand::Register(register) = value { Some(register) } else { None }
}

/// What computes the operand.
fn defining<'f>(function: &'f Function, operand: &Operand) -> Option<&'f Op> {
    let Operand::Register(register) = operand else { return None };
    let mut instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    instructions.find(|i| i.result == Some(*register)).map(|i| &i.op)
}
