//! Runs of a module, executed byte by byte (`spec/refutation.md`). Nothing here is symbolic.

mod advance;
mod intrinsics;
mod lasso;
pub mod library;
pub mod machine;
pub mod memory;
pub mod start;
mod step;
pub mod value;

use certificates::{Claim, Ending, Graph, Refutation};

use crate::answer::verdict::{Checked, Example, Stop};
use crate::contract;
use crate::decide::entail::Solvers;
use crate::proof::context::Context;
use crate::proof::initial::globals;
use crate::reader::Module;
use crate::refutation::closed::{Closed, closed};
pub use advance::MAX_STEPS;
use advance::{advance, at};
use machine::{Input, Machine, Seen};
use start::outside;
use value::{Halt, Violates};

/// What a run shows.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The claim that is refuted.
    pub claim: Claim,
    /// What is violated, in words.
    pub property: &'static str,
    /// The error is a violated flag of the module.
    pub flag: bool,
    /// The error, or that the run goes on forever.
    pub message: String,
    /// Where.
    pub place: String,
    /// The instruction's line in the module.
    pub instruction: String,
    /// The call with which the run begins, if the claim has a contract.
    pub example: Option<Example>,
    /// The types that its contract calls by name: name, size and alignment in bytes.
    pub types: Vec<(String, u64, u64)>,
    /// The inputs that the run chose.
    pub inputs: Vec<Input>,
    /// What else the answer says of the run.
    pub seen: Seen,
    /// Number of instructions executed.
    pub steps: u64,
    /// Whether it is shown by a graph whose runs may need unbounded memory or stack.
    pub unbounded_memory: bool,
    /// Whether it is shown by a graph.
    pub graph: bool,
    /// Whether the graph chooses inputs, so that the listed inputs are not all of them.
    pub chosen: bool,
}

/// Follows the run of a refutation to its end. The module was read from this text.
pub fn follow<'m>(module: &'m Module, text: &str, refutation: &'m Refutation, solvers: &Solvers) -> Checked<Shown> {
    let claim = &refutation.claim;
    let last = match &refutation.ending {
        Ending::Error { steps } | Ending::Closed { steps, .. } => *steps,
        Ending::Lasso { second, .. } => *second,
    };
    if last > MAX_STEPS {
        return Err(Stop::undecided("Q-RUN", format!("a run of more than {MAX_STEPS} steps")));
    }
    if let Some(global) = start::unsized_variable(module) {
        let unsized_here = Halt::Undecided("gap", format!("the size of @{} is not known", global.name));
        return Err(outside(unsized_here, "the start of the run"));
    }
    let (mut m, example) = begin(module, refutation)?;
    let mut graph: Option<(&Graph, Closed)> = None;
    let (mut flag, mut deeper) = (false, false);
    let (property, message) = match &refutation.ending {
        Ending::Error { steps } => {
            advance(&mut m, 0, *steps)?;
            let (property, violates, message) = failing(&mut m, claim)?;
            flag = violates == Violates::Flag;
            (property, message)
        }
        Ending::Closed { steps, graph: given } => {
            advance(&mut m, 0, *steps)?;
            if !m.described.is_empty() {
                return Err(at(&m, outside(Halt::Undecided("gap", "a contract of functions".into()), "a graph")));
            }
            graph = Some((given, closed(&m, claim, given, solvers.clone()).map_err(|stop| in_graph(&m, stop))?));
            let nodes = given.nodes.len();
            ("termination", format!("runs forever: after {steps} steps, among the states of a graph of {nodes} nodes"))
        }
        Ending::Lasso { first, second } => {
            let lasso = lasso::lasso(&mut m, *first, *second)?;
            deeper = lasso.deeper;
            let but = if lasso.differ { " but for what decides nothing" } else { "" };
            (
                "termination",
                format!("runs forever: the states after {first} and after {second} steps are the same{but}"),
            )
        }
    };
    if m.choices.len() > 0 {
        return Err(at(&m, Stop::invalid("Q-CHOICE", "choices", format!("{} choices are left over", m.choices.len()))));
    }
    let mut called = m.called.clone();
    called.extend(graph.iter().flat_map(|(_, closed)| &closed.contracts).map(String::as_str));
    if !called.iter().copied().eq(claim.contracts.iter().map(String::as_str)) {
        return Err(Stop::invalid("CLAIM", "contracts", format!("the run calls {called:?}")));
    }
    let line = m.frame.position.instruction().map_or(0, |instruction| instruction.line);
    let instruction = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default().trim();
    Ok(Shown {
        claim: claim.clone(),
        property,
        flag,
        message,
        place: m.place(),
        instruction: instruction.into(),
        types: claim.precondition.as_deref().map_or_else(Vec::new, |text| contract::named_types(text, &module.layout)),
        example,
        inputs: m.inputs,
        seen: m.seen,
        steps: last,
        unbounded_memory: deeper || refutation.needs_memory(),
        graph: graph.is_some(),
        chosen: graph.as_ref().is_some_and(|(_, closed)| closed.chosen),
    })
}

/// The state in which the run begins: that of the call, if the claim has a contract.
fn begin<'m>(module: &'m Module, refutation: &'m Refutation) -> Checked<(Machine<'m>, Option<Example>)> {
    let (claim, choices) = (&refutation.claim, &refutation.choices);
    let function = module.functions.get(claim.entry.as_str());
    let (Some(text), Some(call), Some(function)) = (&claim.precondition, &refutation.call, function) else {
        let start = start::machine(module, claim, choices, None);
        return Ok((start.map_err(|halt| outside(halt, "the start of the run"))?, None));
    };
    let mut cx = Context::new(module, claim.overflow, claim.malloc_may_fail);
    let kept = globals(module);
    let contracts = contract::read(&mut cx, text, function, &kept)?;
    let (m, example) = contract::call::begin(&mut cx, claim, (call, choices), function, &contracts, &kept)?;
    Ok((m, Some(example)))
}

/// The next step is the error that the claim says.
fn failing(m: &mut Machine, claim: &Claim) -> Checked<(&'static str, Violates, String)> {
    let stop = match m.step() {
        Ok(()) => Stop::invalid("Q-ERROR", "error", "the instruction is no error"),
        Err(Halt::Error(violates @ (Violates::MemorySafety | Violates::Flag), message))
            if claim.properties.memory_safety =>
        {
            return Ok(("memory safety", violates, message));
        }
        Err(Halt::Error(Violates::NoOverflow, message)) if claim.properties.no_overflow => {
            return Ok(("no overflow", Violates::NoOverflow, message));
        }
        Err(Halt::Error(violates, message)) => {
            Stop::invalid("Q-ERROR", "property", format!("what is violated is {violates:?}: {message}"))
        }
        Err(Halt::End(message)) => {
            Stop::invalid("Q-ERROR", "error", format!("the run ends without an error: {message}"))
        }
        Err(halt) => outside(halt, "the last step"),
    };
    Err(at(m, stop))
}

/// Adds the place where the run stands, if the graph has given none.
fn in_graph(m: &Machine, mut stop: Stop) -> Stop {
    let place = &mut stop.rejection().place.position;
    place.get_or_insert_with(|| m.place());
    stop
}
