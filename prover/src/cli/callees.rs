//! The contracts of functions that the entry function calls. They are descriptions of calls that are worth trying, of which
//! nothing is believed: one that cannot be read is left out.

use super::Run;
use super::job::{self, FoundIn};
use crate::contract::Contract;
use crate::frontend;
use crate::pipeline::Callees as Contracts;
use crate::program::{Op, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// What was read of the files' contracts, once for all functions that are proved.
#[derive(Default)]
pub(super) struct Callees(Mutex<Read>);

#[derive(Default)]
struct Read {
    /// All contracts of the files.
    found: Option<Vec<FoundIn>>,
    /// By function, the contract's meaning; `None` if it cannot be read.
    meanings: BTreeMap<String, Option<Contract>>,
}

/// The contracts of the functions that the program calls, without that of the entry function, whose own calls are
/// described as they are found.
pub(super) fn contracts(run: &Run, program: &Program, entry: &str) -> Arc<Contracts> {
    let input = &run.input;
    let called = called(program, entry);
    if called.is_empty() || !input.units.iter().all(|unit| frontend::is_c(&unit.path)) {
        return Arc::default();
    }
    let mut read = run.callees.0.lock().unwrap_or_else(PoisonError::into_inner);
    let Read { found, meanings } = &mut *read;
    let found = found.get_or_insert_with(|| job::contracts(input).unwrap_or_default());
    let mut contracts = Contracts::new();
    for one in found.iter().filter(|one| called.contains(one.found.function.as_str())) {
        let name = &one.found.function;
        let meaning = meanings.entry(name.clone()).or_insert_with(|| {
            let job = job::from_file(input, one.clone()).ok()?;
            job.precondition.map(|precondition| precondition.meaning)
        });
        if let Some(meaning) = meaning.as_ref().filter(|meaning| meaning.shapes().is_empty()) {
            contracts.insert(name.clone(), meaning.clone());
        }
    }
    Arc::new(contracts)
}

/// The defined functions that the entry function calls by name, also through others.
fn called<'p>(program: &'p Program, entry: &str) -> BTreeSet<&'p str> {
    let mut called = BTreeSet::new();
    let mut open: Vec<&str> = vec![entry];
    while let Some(name) = open.pop() {
        let Some(function) = program.functions.get(name) else { continue };
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let Op::Call { callee, .. } = &instruction.op
                && let Some((name, _)) = program.functions.get_key_value(callee)
                && name != entry
                && called.insert(name.as_str())
            {
                open.push(name);
            }
        }
    }
    called
}
