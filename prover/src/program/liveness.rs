//! Liveness: which registers may be read later.

use std::collections::BTreeSet;

use super::instruction::successors;
use super::{Block, BlockIndex, Function, Instruction, Op, Operand, Reg};

/// Registers that may be read on some path from the position just after the phis of each block (by an instruction, or
/// by a phi on an edge). The results of the block's own phis are included if they are read; the operands of its phis
/// are not, because they are read on entry.
pub fn live_in(function: &Function) -> Vec<BTreeSet<Reg>> {
    backwards(function, live_out, |instruction| operands(&instruction.op))
}

/// Registers that a load, a store or a getelementptr uses as its pointer, on some path from the position just after the
/// phis of each block. Registers that phis compute from them are different ones.
pub fn followed_in(function: &Function) -> Vec<BTreeSet<Reg>> {
    let out = |function: &Function, known: &[BTreeSet<Reg>], index: BlockIndex| {
        let terminator = function.blocks[index].instructions.last();
        let targets = terminator.map(|i| successors(&i.op)).unwrap_or_default();
        targets.into_iter().flat_map(|target| known[target].iter().copied()).collect()
    };
    backwards(function, out, |instruction| match &instruction.op {
        Op::GetElementPtr { base: pointer, .. } | Op::Load { pointer, .. } | Op::Store { pointer, .. } => vec![pointer],
        _ => Vec::new(),
    })
}

/// Backward data flow: the set at the beginning of each block, from the sets at its end and the uses of each
/// instruction.
fn backwards(
    function: &Function,
    out: impl Fn(&Function, &[BTreeSet<Reg>], BlockIndex) -> BTreeSet<Reg>,
    uses: impl Fn(&Instruction) -> Vec<&Operand>,
) -> Vec<BTreeSet<Reg>> {
    let mut live: Vec<BTreeSet<Reg>> = vec![BTreeSet::new(); function.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (index, block) in function.blocks.iter().enumerate().rev() {
            let mut set = out(function, &live, index);
            for instruction in block.instructions.iter().rev() {
                step_back(&mut set, instruction, uses(instruction));
            }
            if live[index] != set {
                live[index] = set;
                changed = true;
            }
        }
    }
    live
}

/// Registers that may be read on some path from the position before instruction `index` of a block. Phis and debug
/// records are not counted; the end of the block is the number of its instructions. `live` is the result of
/// [`live_in`].
pub fn live_at(function: &Function, live: &[BTreeSet<Reg>], block: BlockIndex, index: usize) -> BTreeSet<Reg> {
    let mut set = live_out(function, live, block);
    for instruction in function.blocks[block].instructions.iter().skip(index).rev() {
        step_back(&mut set, instruction, operands(&instruction.op));
    }
    set
}

/// Registers that are read after the terminator of a block, including phis of the successors.
fn live_out(function: &Function, live: &[BTreeSet<Reg>], index: BlockIndex) -> BTreeSet<Reg> {
    let mut set = BTreeSet::new();
    // The prover may not know an unsupported terminator; no path continues there.
    let terminator = function.blocks[index].instructions.last();
    for target in terminator.map(|i| successors(&i.op)).unwrap_or_default() {
        let block = &function.blocks[target];
        let results: BTreeSet<Reg> = block.phis.iter().map(|phi| phi.result).collect();
        set.extend(live[target].difference(&results));
        set.extend(phi_uses(block, index));
    }
    set
}

/// All registers that these blocks read or change. Operands that phis read on entry from elsewhere are not included.
pub fn registers(function: &Function, blocks: &BTreeSet<BlockIndex>) -> BTreeSet<Reg> {
    let mut found = BTreeSet::new();
    for block in blocks.iter().filter_map(|index| function.blocks.get(*index)) {
        found.extend(block.phis.iter().map(|phi| phi.result));
        found.extend(blocks.iter().flat_map(|from| phi_uses(block, *from)));
        for instruction in &block.instructions {
            found.extend(instruction.result);
            found.extend(operands(&instruction.op).into_iter().filter_map(register));
        }
    }
    found
}

/// Registers that the phis of a block read when it is entered from `from`.
fn phi_uses(block: &Block, from: BlockIndex) -> impl Iterator<Item = Reg> {
    let edges = block.phis.iter().flat_map(|phi| &phi.incoming);
    edges.filter(move |(source, _)| *source == from).filter_map(|(_, operand)| register(operand))
}

fn step_back(set: &mut BTreeSet<Reg>, instruction: &Instruction, uses: Vec<&Operand>) {
    if let Some(result) = instruction.result {
        set.remove(&result);
    }
    if let Op::WithOverflow(operation) = &instruction.op {
        set.retain(|register| !operation.parts.contains(register));
    }
    set.extend(uses.into_iter().filter_map(register));
}

fn register(operand: &Operand) -> Option<Reg> {
    match operand {
        Operand::Register(register) => Some(*register),
        _ => None,
    }
}

/// All operands of an instruction.
pub fn operands(op: &Op) -> Vec<&Operand> {
    match op {
        Op::Binary { left, right, .. } | Op::Compare { left, right, .. } => vec![left, right],
        Op::WithOverflow(operation) => vec![&operation.left, &operation.right],
        Op::Cast { value, .. } | Op::Freeze { value, .. } | Op::Switch { value, .. } => vec![value],
        Op::Select { condition, yes, no, .. } => vec![condition, yes, no],
        Op::GetElementPtr { base, indices, .. } => {
            std::iter::once(base).chain(indices.iter().map(|index| &index.value)).collect()
        }
        Op::Alloca { count, .. } => vec![count],
        Op::Load { pointer, .. } => vec![pointer],
        Op::Store { value, pointer, .. } => vec![value, pointer],
        Op::CondBranch { condition, .. } => vec![condition],
        Op::Return { value, .. } => value.iter().collect(),
        Op::Call { arguments, .. } => arguments.iter().map(|(_, value)| value).collect(),
        Op::IndirectCall { callee, arguments, .. } => {
            std::iter::once(callee).chain(arguments.iter().map(|(_, value)| value)).collect()
        }
        Op::FloatResult | Op::FloatToInt { .. } | Op::Branch { .. } | Op::Unreachable | Op::Unsupported(_) => {
            Vec::new()
        }
    }
}
