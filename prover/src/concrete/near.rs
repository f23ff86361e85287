//! Calls of a contract: from its cases, with numbers at bounds, and with other contents of memory.

use super::build;
use super::condition::Condition;
use super::wishes::{Taste, is_callers};
use crate::contract::Contract;
use crate::entail::Engine;
use crate::program::influence::{Influence, Through};
use crate::program::{Function, Operand, Program, Type, liveness};
use crate::rules::Context;
use crate::start::{Start, examples};
use certificates::{Call, Overflow, Shape};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Cases of the contract that a call is searched in, at most.
pub(super) const MOST_CASES: usize = 256;
/// Cases that other calls come from, at most.
const VARIED_CASES: usize = 8;
/// Constants of the program that are tried, about.
const MOST_CONSTANTS: usize = 64;
/// Sizes and numbers that calls have.
const NUMBERS: [i128; 12] = [0, 1, 2, 3, 8, 4, 5, 7, 16, 32, 255, 256];
/// Sizes of objects, in bytes.
const SIZES: [i128; 10] = [1, 2, 3, 4, 5, 8, 16, 64, 1000, 1 << 16];
/// What bytes hold that the contract leaves open.
const FILLS: [u8; 9] = [0, 1, b'a', 0xff, b'0', b' ', 0x80, 0x7f, b'-'];

/// What calls are made from.
pub(super) struct Source<'p> {
    condition: Condition<'p>,
    /// Those of the lists and trees in the initial states.
    shapes: Vec<Shape>,
    /// The initial states; those with most memory first.
    starts: Vec<Start>,
}

impl<'p> Source<'p> {
    /// `None` if the contract cannot be used.
    pub(super) fn new(program: &'p Program, entry: &str, contract: &Contract) -> Option<Source<'p>> {
        let described = contract.shapes();
        let known = described.iter().all(|shape| program.shapes.contains(shape));
        let with_shapes = (!known).then(|| program.with_shapes(&described));
        let owner = with_shapes.as_ref().unwrap_or(program);
        let nothing = Program::default();
        let mut cx = Context {
            program: owner,
            overflow: Overflow::Error,
            malloc_may_fail: false,
            engine: Engine::new(Default::default()),
            names: Default::default(),
            signs: Default::default(),
            influence: Influence::of(&nothing, Through::All, None),
            exact: Influence::of(&nothing, Through::All, None),
            distinguishing: false,
            indexing: false,
            quotients: false,
            executing: false,
            relating: false,
            elsewhere: Default::default(),
            limits: Default::default(),
            owned: Default::default(),
            faults: Default::default(),
            tally: Default::default(),
        };
        let found = examples(&mut cx, entry, contract).ok()?;
        let mut starts = found.cases;
        let blocks = |start: &Start| start.state.blocks.values().filter(|block| is_callers(block)).count();
        let lists = |start: &Start| {
            let lists = start.state.lists.values().map(|list| &list.length);
            let lengths = lists.chain(start.state.trees.values().map(|tree| &tree.cells));
            lengths.filter(|length| length.as_constant().is_none()).count()
        };
        // Ranges that exist and do not overlap make the best examples.
        starts.sort_by_key(|start| std::cmp::Reverse(blocks(start) + lists(start)));
        let condition = Condition::new(program, entry, contract, &found.globals)?;
        Some(Source { condition, shapes: owner.shapes.clone(), starts })
    }

    /// The call of the first case that has one, of so many at most.
    pub(super) fn first(&self, most: usize) -> Option<Call> {
        self.starts.iter().take(most).find_map(|start| self.call(start, &Taste::default()))
    }

    fn call(&self, start: &Start, taste: &Taste) -> Option<Call> {
        build::call(&self.condition, &self.shapes, start, taste)
    }

    /// All calls, each one once.
    pub(super) fn calls(self) -> impl Iterator<Item = Call> + use<'p> {
        let fills = fills(self.condition.program, self.condition.function);
        let tastes = tastes(self.condition.program, self.condition.function);
        let source = Rc::new(self);
        let plain = (0..source.starts.len().min(MOST_CASES)).map(|case| (case, Taste::default()));
        let cases = source.starts.len().min(VARIED_CASES);
        let others = tastes.into_iter().flat_map(move |taste| (0..cases).map(move |case| (case, taste.clone())));
        let (made, filled) = (source.clone(), source);
        let calls = plain.chain(others).filter_map(move |(case, taste)| made.call(made.starts.get(case)?, &taste));
        let all = calls.flat_map(move |call| {
            let filled = filled.clone();
            let others = fills.clone().into_iter().filter_map({
                let call = call.clone();
                move |fill| filled.refilled(&call, fill)
            });
            std::iter::once(call).chain(others)
        });
        let mut seen = FxHashSet::default();
        all.filter(move |call| seen.insert(format!("{call:?}")))
    }

    /// The call with other bytes where the contract leaves them open.
    fn refilled(&self, call: &Call, fill: u8) -> Option<Call> {
        let mut other = call.clone();
        other.objects.iter_mut().for_each(|object| object.content.fill = fill);
        self.condition.is_satisfied(&other).then_some(other)
    }
}

/// What further calls are like.
fn tastes(program: &Program, function: &Function) -> Vec<Taste> {
    let constants = constants(program, function);
    let mut tastes: Vec<Taste> = SIZES.map(|size| Taste { size: Some(size), ..Taste::default() }).into();
    tastes.extend(NUMBERS.map(|number| Taste { number: Some(number), large: true, ..Taste::default() }));
    for (place, ty) in function.signature.parameters.iter().enumerate() {
        let Type::Int(width) = *ty else { continue };
        let top = 1i128 << width;
        let bounds = [0, 1, -1, top / 2 - 1, -top / 2, top - 1, 2, top / 2];
        let mut tried = BTreeSet::new();
        let all = bounds.into_iter().chain(constants.iter().flat_map(|n| [*n, n + 1, n - 1]));
        for value in all.filter(|value| (-top / 2..top).contains(value) && tried.insert(*value)) {
            let parameter = Some((place, value));
            tastes.push(Taste { parameter, ..Taste::default() });
            tastes.push(Taste { parameter, large: true, ..Taste::default() });
        }
    }
    tastes.extend([2, 3].map(|cells| Taste { cells: Some(cells), ..Taste::default() }));
    tastes.push(Taste { large: true, ..Taste::default() });
    tastes.push(Taste { odd: true, ..Taste::default() });
    tastes
}

/// Constants that the function, or else another one, computes or compares with.
fn constants(program: &Program, function: &Function) -> BTreeSet<i128> {
    let mut found = BTreeSet::new();
    let others = program.functions.values().filter(|other| other.name != function.name);
    let blocks = std::iter::once(function).chain(others).flat_map(|function| &function.blocks);
    for instruction in blocks.flat_map(|block| &block.instructions) {
        for operand in liveness::operands(&instruction.op) {
            if let Operand::Int { width, bits } = operand {
                let (bits, top) = (i128::from(*bits), 1i128 << width);
                found.insert(if bits >= top / 2 { bits - top } else { bits });
            }
        }
        if found.len() >= MOST_CONSTANTS {
            break;
        }
    }
    found
}

/// What bytes hold, among others the characters that the program compares with.
fn fills(program: &Program, function: &Function) -> Vec<u8> {
    let mut fills = FILLS.to_vec();
    let constants = constants(program, function).into_iter().filter_map(|n| u8::try_from(n).ok());
    let others: Vec<u8> = constants.filter(|fill| !FILLS.contains(fill)).collect();
    fills.extend(others);
    fills
}
