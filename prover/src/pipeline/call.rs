//! Finds a concrete call that satisfies a contract: takes values that an initial state allows, lays out memory with
//! them, and evaluates the clause on it.

use super::{ContractError, Stopped, context};
use crate::algebra::{Atom, Term, Var};
use crate::contract::{Contract, Evaluation, Object, Parameter};
use crate::entail::{Engine, QueryLimits};
use crate::program::{Global, Operand, Program, Reg};
use crate::start::Start;
use crate::state::Block;
use certificates::{BlockId, Kind, Overflow};
use std::collections::BTreeMap;

/// The number of cases of the contract that are tried.
const MOST_CASES: usize = 32;
/// The number of queries that may go to the solver.
const SOLVER: u64 = 200;
/// The address of the first object, and the least distance between the beginnings of two objects. Larger objects are
/// not shown.
const ROOM: i128 = 1 << 16;
/// The character that strings consist of.
const LETTER: u8 = b'a';

/// A call, with the memory that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// The parameters with their values, in order. The value of a pointer is an address.
    pub(crate) values: Vec<(Parameter, i128)>,
    pub(crate) objects: Vec<Given>,
}

/// An object of the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) object: Object,
    pub(crate) align: u64,
    /// The offsets of the pointers in it, in bytes.
    pub(crate) pointers: Vec<usize>,
    /// The offsets of the bytes that the contract demands, for a global variable.
    pub(crate) set: Vec<usize>,
}

/// A call that satisfies the contract; `None` if none is found.
pub(crate) fn call(program: &Program, entry: &str, contract: &Contract) -> Result<Option<Call>, ContractError> {
    let program = &program.with_shapes(&contract.shapes());
    let mut cx = context(program, Overflow::Error, false, None);
    let starts = crate::start::examples(&mut cx, entry, contract).map_err(|error| match Stopped::from(error) {
        Stopped::Contract(error) => error,
        Stopped::Failed(failure) => ContractError::new(failure.reason.to_string()),
    })?;
    // Cases with most blocks come first: ranges that exist and do not overlap make the best examples.
    let mut cases: Vec<&Start> = starts.cases.iter().collect();
    let own = |start: &&Start| start.state.blocks.values().filter(|block| is_callers(block)).count();
    cases.sort_by_key(|start| std::cmp::Reverse(own(start)));
    let made = cases.into_iter().take(MOST_CASES).filter_map(|start| concrete(program, contract, start));
    Ok(made.into_iter().find(|call| satisfies(program, contract, call)))
}

fn is_callers(block: &Block) -> bool {
    matches!(block.kind, Kind::Caller(_) | Kind::Heap)
}

/// Whether the clause holds for the call.
fn satisfies(program: &Program, contract: &Contract, call: &Call) -> bool {
    let values: BTreeMap<String, i128> = call.values.iter().map(|(p, value)| (p.name.clone(), *value)).collect();
    let memory: Vec<Object> = call.objects.iter().map(|given| given.object.clone()).collect();
    let apart = |(place, object): (usize, &Object)| {
        memory.iter().skip(place + 1).all(|other| object.end() <= other.base || other.end() <= object.base)
    };
    let evaluation = Evaluation {
        program,
        parameters: &contract.parameters,
        clause: &contract.clause,
        values: &values,
        memory: Some(&memory),
        outside: Default::default(),
    };
    memory.iter().enumerate().all(apart) && evaluation.holds() == Some(true)
}

/// A call with small values that an initial state allows; `None` if none is found.
fn concrete(program: &Program, contract: &Contract, start: &Start) -> Option<Call> {
    let state = &start.state;
    let mut engine = Engine::new(QueryLimits { solver_queries: SOLVER, ..QueryLimits::default() });
    let mut known: Vec<Atom> = state.knowledge.clone();
    engine.model(&known)?;
    // All lists and trees are empty, to keep the example small.
    for length in state.lists.values().map(|list| &list.length).chain(state.trees.values().map(|tree| &tree.cells)) {
        known.push(Atom::eq(length, &Term::zero()).ok()?);
    }
    engine.model(&known)?;
    let mut fix = |term: &Term, numbers: &[i128]| {
        if term.as_constant().is_none() {
            engine.fix(&mut known, term, numbers);
        }
    };
    let blocks: Vec<(&BlockId, &Block)> = state.blocks.iter().collect();
    blocks.iter().filter(|(_, block)| is_callers(block)).for_each(|(_, block)| fix(&block.size, &[1, 2, 4, 8]));
    let numbers = contract.parameters.iter().enumerate().filter(|(_, p)| p.ty.is_integer());
    for (number, _) in numbers {
        if let Some(value) = state.bindings.get(&Reg::parameter(number)) {
            fix(&value.term, &[1, 0, 2, -1]);
        }
    }
    for ((_, block), place) in blocks.iter().zip(1..) {
        fix(&block.base, &[place * ROOM]);
    }
    for variable in &start.names.vars {
        fix(&Term::var(*variable), &[0, 1, 2]);
    }
    let model = engine.model(&known)?;
    let value = |term: &Term| term.value(&model);
    let mut values = Vec::new();
    for (number, parameter) in contract.parameters.iter().enumerate() {
        let bound = state.bindings.get(&Reg::parameter(number)).map(|bound| &bound.term);
        // States do not describe floating-point values.
        values.push((parameter.clone(), bound.map_or(Some(0), value)?));
    }
    let objects = blocks.iter().filter(|(_, block)| !matches!(block.kind, Kind::Function(_)));
    let mut objects =
        objects.map(|(id, block)| object(program, start, **id, block, &model)).collect::<Option<Vec<_>>>()?;
    let known: Vec<(i128, i128)> = objects.iter().map(|given| (given.object.base, given.object.end())).collect();
    let bytes = if program.pointer_bits == 32 { 4 } else { 8 };
    for given in &mut objects {
        let leads = |at: &usize| {
            let read = given.object.bytes.get(*at..at + bytes).unwrap_or_default();
            let target = read.iter().rev().fold(0i128, |value, byte| value << 8 | i128::from(*byte));
            known.iter().any(|(base, end)| (*base..=*end).contains(&target))
        };
        given.pointers.retain(leads);
    }
    Some(Call { values, objects })
}

/// A block of an initial state as an object with its bytes.
fn object(program: &Program, start: &Start, id: BlockId, block: &Block, model: &BTreeMap<Var, i128>) -> Option<Given> {
    let (base, size) = (block.base.value(model)?, block.size.value(model)?);
    let size = usize::try_from(size).ok().filter(|_| size < ROOM)?;
    let entries: Vec<_> = start.state.entries_of(id).map(|(_, entry)| entry).collect();
    let global = match &block.kind {
        Kind::Global(name) => program.globals.iter().find(|global| global.name == *name),
        _ => None,
    };
    // A string consists of letters up to its end.
    let is_text = entries.iter().any(|entry| entry.width == 1 && entry.value.as_constant() == Some(0));
    let filled = if is_text && global.is_none() { LETTER } else { 0 };
    let mut bytes = vec![filled; size];
    let (mut pointers, mut set) = (Vec::new(), Vec::new());
    let write = |bytes: &mut Vec<u8>, at: usize, width: usize, value: i128| {
        let place = bytes.get_mut(at..at.checked_add(width)?)?;
        place.copy_from_slice(value.to_le_bytes().get(..width)?);
        Some(())
    };
    for cell in global.iter().flat_map(|global| cells(global)) {
        write(&mut bytes, cell.0, cell.1, cell.2);
    }
    for entry in entries {
        let at = usize::try_from(entry.offset.value(model)?).ok()?;
        let width = usize::try_from(entry.width).ok()?;
        write(&mut bytes, at, width, entry.value.value(model)?)?;
        set.extend(at..at + width);
        if width == usize::try_from(program.pointer_bits / 8).ok()? {
            pointers.push(at);
        }
    }
    let constant = block.read_only || global.is_some_and(|global| global.constant);
    let set = if constant { Vec::new() } else { set };
    let object = Object { base, bytes, constant, global: global.map(|global| global.name.clone()) };
    Some(Given { object, align: block.align, pointers, set })
}

/// The integers of a global's initialiser: offset in bytes, width in bytes, value.
fn cells(global: &Global) -> impl Iterator<Item = (usize, usize, i128)> {
    global.cells.iter().flatten().filter_map(|cell| match &cell.value {
        Operand::Int { bits, .. } => {
            Some((usize::try_from(cell.offset).ok()?, usize::try_from(cell.width).ok()?, i128::from(*bits)))
        }
        _ => None,
    })
}
