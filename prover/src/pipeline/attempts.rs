//! Which attempts are made to prove a program, and which of them are not worth it.

use crate::explore::Policy;
use crate::explore::policy::{
    BACKWARDS, BRIEF, COUNTING, DISTINGUISHING, INDEXING, JOINED_STRUCTURES, JOINING, ONE_LINK, PEELING, PRECISE,
    STRUCTURES, UNROLLING, WALKING,
};
use crate::program::flow::Flow;
use crate::program::{BinaryOp, Function, Global, Instruction, Op, Operand, Program, Reg, Type};
use std::collections::BTreeSet;

/// With more instructions than this in the program, paths are joined from the beginning.
const LARGE: usize = 2_000;

/// The attempts, in the order in which they are made; `lists`: the contract describes lists or trees.
pub(super) fn policies(program: &Program, lists: bool) -> Vec<Policy> {
    let functions = program.functions.values();
    let blocks = functions.flat_map(|f| &f.blocks);
    let size: usize = blocks.map(|b| b.instructions.len()).sum();
    let first = if size > LARGE { [JOINING, PRECISE] } else { [PRECISE, JOINING] };
    let digits = program.functions.values().any(takes_digits);
    let linked = linked_policies(program, lists);
    // With lists from the beginning, an attempt that never folds them is likely to be in vain.
    let (sooner, later) = if lists { (linked, Vec::new()) } else { (Vec::new(), linked) };
    let policies = sooner.into_iter().chain(first).chain(later);
    let unrolled = digits.then_some(UNROLLING).into_iter().chain(reads_table(program).then_some(COUNTING));
    let unrolled = unrolled.chain((!program.shapes.is_empty()).then_some(WALKING));
    policies.chain([PEELING]).chain(unrolled).chain([DISTINGUISHING]).collect()
}

/// Which attempts ran into a limit.
#[derive(Default)]
pub(super) struct Reached {
    /// One without linked structures.
    plain: bool,
    /// One with them.
    pub(super) linked: bool,
    /// A brief one, by how it treats pointers to last cells.
    brief: [bool; 2],
}

impl Reached {
    /// Is an attempt not worth trying? Joins are, where every path alone took too long; thoroughness, where it was
    /// lacking.
    pub(super) fn skips(&self, policy: Policy, tried: bool, steps: usize) -> bool {
        let joins = policy.joins && policy.shrinking == 0;
        let limited = if policy.structures { self.linked } else { self.plain };
        let thorough = policy.structures && !policy.joins && !policy.indexing && policy.steps > BRIEF;
        joins && tried && !limited || thorough && !(self.brief[usize::from(policy.rears)] && steps > BRIEF)
    }

    /// Remembers an attempt that did.
    pub(super) fn learn(&mut self, policy: Policy) {
        match policy.structures {
            true => self.linked = true,
            false => self.plain = true,
        }
        if policy.structures && !policy.joins {
            self.brief[usize::from(policy.rears)] |= policy.steps <= BRIEF;
        }
    }
}

/// The attempts with lists and trees: brief ones, with joins where these reach their limit, and then thorough ones; at
/// last those in which what looks like a tree is a list.
fn linked_policies(program: &Program, described: bool) -> Vec<Policy> {
    if program.shapes.is_empty() {
        return Vec::new();
    }
    let backwards = program.shapes.iter().any(|shape| shape.back.is_some()).then_some(BACKWARDS);
    let thorough: Vec<Policy> = std::iter::once(STRUCTURES).chain(backwards).collect();
    let brief = thorough.iter().map(|policy| Policy { steps: BRIEF, ..*policy });
    let indexed = takes_pointers_by_index(program).then_some(INDEXING);
    // A contract's trees are of shapes with several links.
    let several = !described && program.shapes.iter().any(|shape| shape.links.len() > 1);
    let lists = several.then_some([Policy { rears: false, ..ONE_LINK }, ONE_LINK]).into_iter().flatten();
    let last = indexed.into_iter().chain(lists);
    brief.chain([JOINED_STRUCTURES]).chain(thorough.iter().copied()).chain(last).collect()
}

/// Is a pointer read from an array of pointers, by an index?
fn takes_pointers_by_index(program: &Program) -> bool {
    let size = i64::from(program.pointer_bits / 8);
    program.functions.values().any(|function| {
        let instructions = || function.blocks.iter().flat_map(|b| &b.instructions);
        let elements = instructions().filter(|i| match &i.op {
            Op::GetElementPtr { indices, .. } => indices.iter().any(|index| index.stride == size),
            _ => false,
        });
        let elements: BTreeSet<Reg> = elements.filter_map(|i| i.result).collect();
        instructions().any(|i| {
            matches!(&i.op, Op::Load { ty: Type::Pointer, pointer: Operand::Register(p), .. } if elements.contains(p))
        })
    })
}

/// Are there loops, and a constant table that is no string literal?
fn reads_table(program: &Program) -> bool {
    const LARGEST: u64 = 4096;
    let table = |g: &Global| g.constant && !g.unnamed_addr && g.cells.is_some() && (2..=LARGEST).contains(&g.size);
    program.globals.iter().any(table) && program.functions.values().any(|function| !Flow::of(function).loops.is_empty())
}

/// Does a loop of the function divide or shift something to the right, as one over the digits of a number does?
fn takes_digits(function: &Function) -> bool {
    let flow = Flow::of(function);
    let blocks = function.blocks.iter().flat_map(|b| &b.instructions);
    let divides = |i: &Instruction| {
        let Op::Binary { op, right: Operand::Int { .. }, .. } = &i.op else { return false };
        matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr)
    };
    !flow.loops.is_empty() && blocks.into_iter().any(divides)
}
