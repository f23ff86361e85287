//! The program in the form in which runs execute it, computed once for all runs.

use super::inputs::mask;
use crate::index::Idx;
use crate::program::flow::Flow;
use crate::program::{Function, Op, Operand, Program, liveness};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// A function with precomputed facts about it.
pub(super) struct Code<'p> {
    pub(super) function: &'p Function,
    /// The index of its first block among the blocks of all functions.
    pub(super) first: usize,
    /// For each block, whether it is a loop header.
    pub(super) header: Vec<bool>,
    /// Registers of local variables whose lifetime begins at a marker.
    pub(super) marked: FxHashSet<usize>,
}

/// The program with its names resolved.
pub(super) struct Image<'p> {
    pub(super) program: &'p Program,
    pub(super) codes: Vec<Code<'p>>,
    pub(super) functions: FxHashMap<&'p str, usize>,
    pub(super) globals: FxHashMap<&'p str, usize>,
    /// Addresses of functions.
    pub(super) addresses: BTreeMap<&'p str, u64>,
    /// Global variables that are entirely 0, padding included.
    pub(super) zero: FxHashSet<&'p str>,
    /// Values that are likely to matter: boundaries, constants of the program, and their neighbours.
    pub(super) likely: Vec<u64>,
    /// The constants of the program.
    pub(super) constants: Vec<u64>,
}

/// Constants of a program that are tried, at most.
const MOST_CONSTANTS: usize = 128;

impl<'p> Image<'p> {
    pub(super) fn of(program: &'p Program) -> Self {
        let mut codes = Vec::new();
        let mut functions = FxHashMap::default();
        let mut first = 0;
        for (name, function) in &program.functions {
            let loops = Flow::of(function).loops;
            let header = (0..function.blocks.len()).map(|block| loops.contains_key(&block)).collect();
            functions.insert(name.as_str(), codes.len());
            codes.push(Code { function, first, header, marked: marked(function) });
            first += function.blocks.len();
        }
        let globals = program.globals.iter().enumerate().map(|(place, global)| (global.name.as_str(), place));
        let constants = constants(program);
        Image {
            program,
            codes,
            functions,
            globals: globals.collect(),
            addresses: program.function_addresses(),
            zero: program.text.lines().filter_map(zero).collect(),
            likely: likely(&constants),
            constants,
        }
    }
}

/// The name of the global variable that this line of the module initialises to 0 entirely.
fn zero(line: &str) -> Option<&str> {
    let (name, rest) = line.strip_prefix('@')?.split_once(" = ")?;
    let (before, _) = rest.split_once(" zeroinitializer")?;
    // The 0 must not be a part of a larger initialiser.
    let open = before.chars().filter(|c| "[{<(".contains(*c)).count();
    let closed = before.chars().filter(|c| "]}>)".contains(*c)).count();
    (open == closed && !before.contains('"') && !name.starts_with('"')).then_some(name)
}

/// Registers that some `llvm.lifetime.start` names.
fn marked(function: &Function) -> FxHashSet<usize> {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let markers = instructions.filter_map(|i| match &i.op {
        Op::Call { callee, arguments, .. } if callee.starts_with("llvm.lifetime.start") => arguments.last(),
        _ => None,
    });
    let registers = markers.filter_map(|(_, value)| match value {
        Operand::Register(register) => Some(register.number()),
        _ => None,
    });
    registers.collect()
}

/// Constants that the program compares or computes with, as numbers of 64 bits.
fn constants(program: &Program) -> Vec<u64> {
    let blocks = program.functions.values().flat_map(|f| &f.blocks);
    let mut constants = BTreeSet::new();
    for instruction in blocks.flat_map(|b| &b.instructions) {
        for operand in liveness::operands(&instruction.op) {
            if let Operand::Int { width, bits } = operand {
                constants.insert(super::inputs::signed(*bits, *width).cast_unsigned());
            }
        }
        if let Op::Switch { cases, width, .. } = &instruction.op {
            constants.extend(cases.iter().map(|(bits, _)| super::inputs::signed(*bits, *width).cast_unsigned()));
        }
    }
    constants.into_iter().take(MOST_CONSTANTS).collect()
}

/// Boundaries of the usual widths, small numbers, and the constants, each with its neighbours.
fn likely(constants: &[u64]) -> Vec<u64> {
    let mut values: Vec<u64> = (0..=3u64).chain([1, 2].map(u64::wrapping_neg)).collect();
    for width in [32, 64, 16, 8] {
        let top = 1u64 << (width - 1);
        values.extend([top - 1, top, top.wrapping_neg(), mask(width)]);
    }
    for constant in constants {
        values.extend([*constant, constant.wrapping_add(1), constant.wrapping_sub(1), constant.wrapping_neg()]);
    }
    let mut seen = BTreeSet::new();
    values.retain(|value| seen.insert(*value));
    values
}
