//! Makes the context in which rules are applied to a program.

use super::Task;
use crate::contract::{ContractError, Meaning};
use crate::entail::Engine;
use crate::program::Program;
use crate::program::influence::{Influence, Through};
use crate::rules::Context;
use certificates::Overflow;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A fresh context: no names are used, no additional cases are distinguished, and no fault is on. `promising`: a function
/// of whose result a contract says something.
pub(super) fn context<'p>(
    program: &'p Program,
    overflow: Overflow,
    malloc_may_fail: bool,
    promising: Option<&str>,
) -> Context<'p> {
    Context {
        program,
        overflow,
        malloc_may_fail,
        engine: Engine::new(Default::default()),
        names: Default::default(),
        signs: crate::program::signs::preferred_signs(program, overflow),
        influence: Influence::of(program, Through::All, promising),
        exact: Influence::of(program, Through::Exact, promising),
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
    }
}

/// What the contract says of functions elsewhere.
pub(super) fn elsewhere(program: &Program, task: &Task) -> Result<Rc<BTreeMap<String, Vec<Meaning>>>, ContractError> {
    match &task.contract {
        Some(contract) => Ok(Rc::new(crate::start::elsewhere(program, &contract.meaning)?)),
        None => Ok(Rc::default()),
    }
}
