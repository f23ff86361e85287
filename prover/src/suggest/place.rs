//! What the place of a failure says about the parameters of the function.

use crate::graph::{Failure, FailureKind, Reason};
use crate::index::Idx;
use crate::program::liveness::operands;
use crate::program::{Function, Instruction, Op, Operand, Program, Reg, Type};
use crate::rules::GoalKind;
use std::collections::BTreeSet;

/// Where and why a proof failed, in the detail that is needed to compare attempts.
#[derive(Clone, Debug)]
pub(super) struct Place {
    function: String,
    instruction: String,
    line: Option<(u32, u32)>,
    reason: Reason,
    /// Whether it failed in a case in which ranges overlap.
    overlap: bool,
    /// Whether it failed at a memory access, or at a call of a function that accesses memory.
    pub(super) memory: bool,
}

impl Place {
    pub(super) fn of(failure: &Failure) -> Place {
        let goal = match &failure.reason {
            Reason::Unproved(goal) => Some(&goal.kind),
            _ => None,
        };
        // A loop or recursion without a ranking function may be reported at several places.
        let repeats = matches!(goal, Some(GoalKind::LoopEnds(_) | GoalKind::RecursionEnds(_)));
        Place {
            function: failure.function.clone(),
            instruction: if repeats { String::new() } else { failure.instruction.clone() },
            line: failure.location.as_ref().map(|at| (at.line, if repeats { 0 } else { at.column })),
            overlap: failure.case.as_ref().is_some_and(|case| case.overlap),
            memory: failure.kind() == FailureKind::Limit || goal.is_some_and(GoalKind::is_about_memory),
            reason: failure.reason.clone(),
        }
    }

    /// Whether the proof fails in another line or instruction.
    pub(super) fn is_elsewhere(&self, other: &Place) -> bool {
        let place = |p: &Place| (p.function.clone(), p.instruction.clone(), p.line);
        place(self) != place(other)
    }

    /// Does the proof fail at the same place, for want of the same kind of fact?
    pub(super) fn is_again(&self, other: &Place) -> bool {
        let place = |p: &Place| (p.function.clone(), p.instruction.clone(), p.line, p.overlap);
        let same = match (&self.reason, &other.reason) {
            (Reason::Unproved(one), Reason::Unproved(other)) => one.kind.is_same_fact(&other.kind),
            (one, other) => one == other,
        };
        same && place(self) == place(other)
    }
}

/// The numbers of the entry's parameters from which the failing instruction's operands are computed; all parameters if
/// the instruction is in another function.
pub(super) fn related(program: &Program, entry: &str, failure: &Failure) -> BTreeSet<usize> {
    let Some(function) = program.functions.get(entry) else { return BTreeSet::new() };
    let count = function.signature.parameters.len();
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let at = |i: &&Instruction| i.text == failure.instruction && i.location == failure.location;
    match instructions.find(at) {
        Some(instruction) if failure.function == entry => sources(function, &accessed(&instruction.op), count),
        _ => (0..count).collect(),
    }
}

/// The operands that decide whether the instruction succeeds: for an access, only its address.
fn accessed(op: &Op) -> Vec<Reg> {
    let all = match op {
        Op::Load { pointer, .. } | Op::Store { pointer, .. } => vec![pointer],
        op => operands(op),
    };
    all.into_iter().filter_map(register).collect()
}

fn register(operand: &Operand) -> Option<Reg> {
    match operand {
        Operand::Register(register) => Some(*register),
        _ => None,
    }
}

/// The parameters from which these registers are computed.
fn sources(function: &Function, from: &[Reg], count: usize) -> BTreeSet<usize> {
    let mut open = from.to_vec();
    let mut seen = BTreeSet::new();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(defined_by(function, next));
        }
    }
    seen.into_iter().map(Idx::number).filter(|number| *number < count).collect()
}

/// The registers from which a register is computed.
fn defined_by(function: &Function, register_: Reg) -> Vec<Reg> {
    for block in &function.blocks {
        if let Some(phi) = block.phis.iter().find(|phi| phi.result == register_) {
            return phi.incoming.iter().filter_map(|(_, operand)| register(operand)).collect();
        }
        if let Some(instruction) = block.instructions.iter().find(|i| i.result == Some(register_)) {
            return operands(&instruction.op).into_iter().filter_map(register).collect();
        }
    }
    Vec::new()
}

/// The constants of the program that may serve as sizes and bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Constants {
    /// The constants with which integers are compared, ascending.
    pub(super) compared: BTreeSet<i128>,
    /// The constant offsets that are added to pointers, in bytes.
    pub(super) offsets: BTreeSet<i128>,
    /// Whether bytes are compared with 0, as in a search for the end of a string.
    pub(super) ends: bool,
}

/// The constants of all functions of the program.
pub(super) fn constants(program: &Program) -> Constants {
    let mut found = Constants::default();
    let blocks = program.functions.values().flat_map(|function| &function.blocks);
    for instruction in blocks.flat_map(|block| &block.instructions) {
        match &instruction.op {
            Op::Compare { ty: Type::Int(width), left, right, .. } => {
                for bits in [left, right].into_iter().filter_map(constant) {
                    found.ends |= *width == 8 && bits == 0;
                    found.compared.insert(signed(bits, *width));
                }
            }
            Op::GetElementPtr { constant, .. } => {
                found.offsets.insert(i128::from(*constant));
            }
            _ => {}
        }
    }
    found
}

fn constant(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Int { bits, .. } => Some(*bits),
        _ => None,
    }
}

/// A bit pattern as a signed number.
fn signed(bits: u64, width: u32) -> i128 {
    let value = i128::from(bits);
    if (1..=64).contains(&width) && bits >> (width - 1) & 1 == 1 { value - (1i128 << width) } else { value }
}
