//! The whole flow: program → graph → transition system → ranks → certificate.

use crate::certify::{self, Unwritable, Witnesses, Written};
use crate::entail::Engine;
use crate::faults::Faults;
use crate::frontend::contract::{Contract, ContractError};
use crate::graph::{self, Explorer, Failure, FailureKind, Graph, Limits, Sharing, Start, StartError};
use crate::program::Program;
use crate::progress::Progress;
use crate::ranking::Round;
use crate::rules::Context;
use crate::termination::{self, Roots};
use certificates::{Certificate, Claim, DataModel, Overflow, Properties};
use std::sync::Arc;
use std::time::Instant;

/// What to prove and with which means.
#[derive(Clone, Debug)]
pub struct Task {
    /// The function whose calls are proved.
    pub entry: String,
    /// What a call satisfies; without one the parameters are arbitrary.
    pub contract: Option<Precondition>,
    /// Widths of pointers and `long`: the one that the program was loaded with.
    pub data_model: DataModel,
    /// What signed overflow means.
    pub overflow: Overflow,
    /// `malloc` and its kin may return null for any size.
    pub malloc_may_fail: bool,
    /// When calls of one function share an entry; `None`: as the attempt decides.
    pub sharing: Option<Sharing>,
    /// When to stop in any case; the answer is then unknown.
    pub deadline: Instant,
    /// Limits below those of the attempts.
    pub effort: Effort,
    /// Resident memory in MiB.
    pub memory: Option<u64>,
    /// Which obligations get coefficients.
    pub witnesses: Witnesses,
    /// Where the search counts what it has done.
    pub progress: Arc<Progress>,
    /// Conditions that tests switch off.
    pub faults: Faults,
}

/// How much is tried, counted so that results do not depend on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Instructions executed in an attempt.
    pub steps: usize,
    /// Of the search for a ranking argument.
    pub termination: termination::Effort,
}

impl Default for Effort {
    /// The attempts' own limits.
    fn default() -> Effort {
        Effort { steps: usize::MAX, termination: termination::Effort { ranking: u64::MAX, refinements: usize::MAX } }
    }
}

/// A contract, as it goes into the claim and as it is understood.
#[derive(Clone, Debug)]
pub struct Precondition {
    /// Normalized, as the claim has it.
    pub text: String,
    /// The same, read.
    pub meaning: Contract,
}

/// What was found.
pub struct Proof {
    /// Certificate of all that was proved; `None` if not even memory safety was.
    pub certificate: Option<Certificate>,
    /// Why memory safety is unknown.
    pub unsafe_because: Option<Failure>,
    /// Why termination is unknown though memory safety is proved.
    pub endless_because: Option<Failure>,
    pub(crate) graph: Graph,
    /// The ranking argument, in the graph's names.
    pub(crate) rounds: Vec<Round>,
}

/// One way to search.
#[derive(Clone, Copy)]
struct Plan {
    /// How often loop heads are passed before merging.
    unroll: usize,
    /// Merge where paths meet again.
    joins: bool,
    /// When calls share entries.
    sharing: Sharing,
    /// Instructions executed at most.
    steps: usize,
    /// Share of the time that is left, in percent.
    share: u32,
}

/// Every path on its own, as precise as can be.
const PRECISE: Plan = Plan { unroll: 1, joins: false, sharing: Sharing::Never, steps: 150_000, share: 40 };
/// For programs with too many paths.
const JOINING: Plan = Plan { unroll: 1, joins: true, sharing: Sharing::Large, steps: 2_000_000, share: 70 };
/// Loops whose first iteration is special.
const PEELING: Plan = Plan { unroll: 2, joins: false, sharing: Sharing::Never, steps: 500_000, share: 100 };

/// With more instructions than this in the program, paths are joined from the beginning.
const LARGE: usize = 2_000;

/// Searches for a proof.
///
/// # Errors
/// The contract does not fit the function, or no call satisfies it.
pub fn prove(program: &Program, task: &Task) -> Result<Proof, ContractError> {
    let entry = program.functions.get(&task.entry);
    if let Some(reason) = entry.and_then(|f| f.refused.as_ref()) {
        return Ok(failed(Failure {
            kind: FailureKind::Unsupported,
            function: task.entry.clone(),
            location: None,
            instruction: String::new(),
            what: format!("function '{}': {reason}", task.entry),
        }));
    }
    let mut best: Option<Proof> = None;
    let functions = program.functions.values();
    let blocks = functions.flat_map(|f| &f.blocks);
    let size: usize = blocks.map(|b| b.instructions.len()).sum();
    let plans = if size > LARGE { [JOINING, PRECISE, PEELING] } else { [PRECISE, JOINING, PEELING] };
    for plan in plans {
        let limited = best.as_ref().is_some_and(|b| failure_of(b) == Some(FailureKind::Limit));
        if plan.joins && best.is_some() && !limited {
            continue;
        }
        let proof = attempt(program, task, plan)?;
        let failure = failure_of(&proof);
        if failure.is_none() {
            return Ok(proof);
        }
        let better = |b: &Proof| {
            let limited = failure_of(b) == Some(FailureKind::Limit);
            b.certificate.is_none() && (proof.certificate.is_some() || limited)
        };
        let internal = failure == Some(FailureKind::Internal);
        // A mistake of the prover is told, unless that would hide what was proved.
        if best.as_ref().is_none_or(|b| better(b) || internal && b.certificate.is_none()) {
            best = Some(proof);
        }
        if internal || failure == Some(FailureKind::Unsupported) || Instant::now() > task.deadline {
            break;
        }
    }
    Ok(best.unwrap_or_else(|| failed(Failure::internal("no attempt was made"))))
}

fn failure_of(proof: &Proof) -> Option<FailureKind> {
    proof.unsafe_because.as_ref().or(proof.endless_because.as_ref()).map(|f| f.kind)
}

/// Why no certificate can be written for a graph.
fn unwritable(error: Unwritable) -> Failure {
    match error {
        Unwritable::Unnamed { .. } | Unwritable::Nowhere => Failure::internal(error.to_string()),
        Unwritable::TooLarge(large) => Failure { kind: FailureKind::Limit, ..Failure::internal(large.to_string()) },
    }
}

fn failed(failure: Failure) -> Proof {
    Proof {
        certificate: None,
        unsafe_because: Some(failure),
        endless_because: None,
        graph: Graph::default(),
        rounds: Vec::new(),
    }
}

fn attempt(program: &Program, task: &Task, plan: Plan) -> Result<Proof, ContractError> {
    let mut cx = Context {
        program,
        overflow: task.overflow,
        malloc_may_fail: task.malloc_may_fail,
        engine: Engine::new(Default::default()),
        names: Default::default(),
        contracts: Default::default(),
        signs: graph::preferred_signs(program, task.overflow),
        faults: task.faults.clone(),
    };
    let starts = match graph::initial(&mut cx, &task.entry, task.contract.as_ref().map(|c| &c.meaning)) {
        Ok(starts) => starts,
        Err(StartError::Contract(error)) => return Err(error),
        Err(StartError::Internal(what)) => return Ok(failed(Failure::internal(what))),
    };
    let left = task.deadline.saturating_duration_since(Instant::now());
    let limits = Limits {
        deadline: Instant::now() + left * plan.share / 100,
        steps: plan.steps.min(task.effort.steps),
        memory: task.memory,
        depth: 300,
        joins: plan.joins,
        unroll: plan.unroll,
        sharing: task.sharing.unwrap_or(plan.sharing),
    };
    cx.engine.stop_at(Some(limits.deadline));
    let mut explorer = Explorer::new(&mut cx, limits, task.progress.clone());
    let mut roots: Roots = Vec::new();
    let mut instances = Vec::new();
    for start in &starts.cases {
        if task.contract.is_some() && !explorer.cx.engine.consistent(&start.state.knowledge) {
            roots.push(None);
            instances.push(Default::default());
            continue;
        }
        match explorer.root(start) {
            Ok((root, instance)) => {
                roots.push(Some(root));
                instances.push(instance);
            }
            Err(failure) if explorer.cx.engine.late() => return Ok(failed(out_of_time(*failure))),
            Err(failure) => return Ok(failed(in_case(*failure, start))),
        }
    }
    if explorer.cx.engine.late() {
        return Ok(failed(out_of_time(Failure::internal("exploration"))));
    }
    let mut graph = std::mem::take(&mut explorer.graph);
    if roots.iter().all(Option::is_none) {
        return Err(ContractError::new("no call satisfies it, so a proof would say nothing (vacuous)"));
    }
    graph::resolve(&mut graph);
    graph::prune(&mut graph, &mut roots, &mut |_| false);
    cx.engine.stop_at(Some(task.deadline));
    let mut argument = termination::prove(program, &graph, &roots, &mut cx, task.effort.termination);
    // Asked once: what the clock may have decided is not used.
    if cx.engine.late() {
        argument = Err(out_of_time(argument.err().unwrap_or_else(|| Failure::internal("ranking"))));
    }
    let (rounds, endless_because) = match argument {
        Ok(argument) => {
            if let Some(refined) = argument.refined {
                (graph, roots) = refined;
            }
            (argument.rounds, None)
        }
        Err(failure) => (Vec::new(), Some(failure)),
    };
    // What is proved is written out completely.
    cx.engine.stop_at(None);
    let Written { nodes, steps, ranking } =
        match certify::write(program, &graph, &rounds, &mut cx.engine, task.witnesses) {
            Ok(written) => written,
            Err(error) => return Ok(failed(unwritable(error))),
        };
    let claim = Claim {
        module_hash: certificates::hash::sha256_hex(program.text.as_bytes()),
        entry: task.entry.clone(),
        precondition: task.contract.as_ref().map(|c| c.text.clone()),
        properties: Properties {
            memory_safety: true,
            no_overflow: task.overflow == Overflow::Error,
            termination: endless_because.is_none(),
        },
        data_model: task.data_model,
        overflow: task.overflow,
        malloc_may_fail: task.malloc_may_fail,
        contracts: cx.contracts.iter().cloned().collect(),
    };
    let mut covered = Vec::new();
    for ((start, root), instance) in starts.cases.iter().zip(&roots).zip(&instances) {
        match certify::root(&graph, start, root.map(|root| (root, instance))) {
            Ok(root) => covered.push(root),
            Err(error) => return Ok(failed(unwritable(error))),
        }
    }
    let certificate = Certificate {
        claim,
        module: program.text.clone(),
        nodes,
        steps,
        globals: starts.globals.iter().map(|g| program.globals[*g].name.clone()).collect(),
        roots: covered,
        ranking,
    };
    Ok(Proof { certificate: Some(certificate), unsafe_because: None, endless_because, graph, rounds })
}

/// The clock ended the search, here.
fn out_of_time(failure: Failure) -> Failure {
    Failure { kind: FailureKind::Limit, what: graph::OUT_OF_TIME.to_string(), ..failure }
}

/// A failure with the case of the contract in which it occurred.
fn in_case(failure: Failure, start: &Start) -> Failure {
    match &start.case {
        Some(case) if failure.kind.is_about_program() => {
            Failure { what: format!("{} (when {case})", failure.what), ..failure }
        }
        _ => failure,
    }
}
