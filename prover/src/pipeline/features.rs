//! Features of a program, which decide which attempts are worth making.

use crate::program::flow::Flow;
use crate::program::{BinaryOp, Function, Global, Instruction, Op, Operand, Program, Reg, Type, library, liveness};
use std::collections::BTreeSet;

/// A program with more instructions than this is large: its paths are joined from the beginning.
const LARGE: usize = 2_000;

/// A property of the program, or of the contract of its entry function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// It has many instructions.
    Large,
    /// Its contract describes lists or trees.
    Described,
    /// It calls functions with contracts.
    Contracts,
    /// It has types of cells that are linked by pointers.
    Linked,
    /// It has lists whose cells have pointers back.
    Back,
    /// It has cells with several pointers to their own type, and no contract says what structure they form.
    SeveralLinks,
    /// It reads a pointer from an array of pointers by an index.
    Indexed,
    /// It has loops over the digits or bits of a number.
    Digits,
    /// Loops may go over a constant table.
    Table,
    /// A loop multiplies a value from round to round.
    Powers,
    /// `main` is started, and the program asks for nothing that differs from run to run, as far as names of functions say.
    Closed,
}

/// The features that a program has.
pub(super) struct Features(Vec<Feature>);

impl Features {
    /// The features of a program. `described`: its contract describes lists or trees; `contracts`: functions that it
    /// calls have contracts.
    pub(super) fn of(program: &Program, entry: &str, described: bool, contracts: bool) -> Features {
        let blocks = program.functions.values().flat_map(|f| &f.blocks);
        let size: usize = blocks.map(|b| b.instructions.len()).sum();
        let shapes = &program.shapes;
        let linked = !shapes.is_empty();
        let found = [
            (Feature::Large, size > LARGE),
            (Feature::Described, described),
            (Feature::Contracts, contracts),
            (Feature::Linked, linked),
            (Feature::Back, shapes.iter().any(|shape| shape.back.is_some())),
            (Feature::SeveralLinks, !described && shapes.iter().any(|shape| shape.links.len() > 1)),
            (Feature::Indexed, linked && takes_pointers_by_index(program)),
            (Feature::Digits, program.functions.values().any(takes_digits)),
            (Feature::Table, reads_table(program)),
            (Feature::Powers, program.functions.values().any(multiplies)),
            (Feature::Closed, entry == "main" && !reads_something(program)),
        ];
        Features(found.into_iter().filter(|(_, has)| *has).map(|(feature, _)| feature).collect())
    }

    pub(super) fn has(&self, feature: Feature) -> bool {
        self.0.contains(&feature)
    }
}

/// Whether the program asks for something that may differ from run to run: by a function that is only declared, or by a
/// parameter of `main`.
fn reads_something(program: &Program) -> bool {
    let Some(main) = program.functions.get("main") else { return true };
    let parameters: BTreeSet<Reg> = (0..main.signature.parameters.len()).map(Reg::parameter).collect();
    let is_parameter = |operand: &Operand| matches!(operand, Operand::Register(r) if parameters.contains(r));
    let takes_arguments = main.blocks.iter().any(|block| {
        let used = block.instructions.iter().flat_map(|i| liveness::operands(&i.op));
        used.chain(block.phis.iter().flat_map(|phi| phi.incoming.iter().map(|(_, value)| value))).any(is_parameter)
    });
    let asks = |i: &Instruction| match &i.op {
        Op::Call { callee, .. } => !program.functions.contains_key(callee.as_str()) && library::asks(callee),
        _ => false,
    };
    takes_arguments || program.functions.values().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions).any(asks)
}

/// Does the program read a pointer from an array of pointers by an index?
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

/// Does the program have loops, and a constant table that is not a string literal?
fn reads_table(program: &Program) -> bool {
    const LARGEST: u64 = 4096;
    let table = |g: &Global| g.constant && !g.unnamed_addr && g.cells.is_some() && (2..=LARGEST).contains(&g.size);
    program.globals.iter().any(table) && program.functions.values().any(|function| !Flow::of(function).loops.is_empty())
}

/// Does a loop of the function divide or shift right by a constant, like one over the digits of a number?
fn takes_digits(function: &Function) -> bool {
    let flow = Flow::of(function);
    let blocks = function.blocks.iter().flat_map(|b| &b.instructions);
    let divides = |i: &Instruction| {
        let Op::Binary { op, right: Operand::Int { .. }, .. } = &i.op else { return false };
        matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr)
    };
    !flow.loops.is_empty() && blocks.into_iter().any(divides)
}

/// Whether the function multiplies a value that a loop takes from one round to the next, by a number or by adding it to
/// itself.
fn multiplies(function: &Function) -> bool {
    let flow = Flow::of(function);
    let carried = flow.loops.keys().filter_map(|header| function.blocks.get(*header)).flat_map(|b| &b.phis);
    let carried: BTreeSet<Reg> = carried.map(|phi| phi.result).collect();
    let of_loop = |operand: &Operand| matches!(operand, Operand::Register(r) if carried.contains(r));
    let number = |operand: &Operand| matches!(operand, Operand::Int { .. });
    let grows = |i: &Instruction| match &i.op {
        Op::Binary { op: BinaryOp::Mul, left, right, .. } => {
            of_loop(left) && number(right) || number(left) && of_loop(right)
        }
        Op::Binary { op: BinaryOp::Shl, left, right, .. } => of_loop(left) && number(right),
        Op::Binary { op: BinaryOp::Add, left, right, .. } => of_loop(left) && left == right,
        _ => false,
    };
    !carried.is_empty() && function.blocks.iter().flat_map(|b| &b.instructions).any(grows)
}
