//! The whole flow: program → graph → transition system → ranks → certificate.

mod call;
mod context;
mod features;
mod history;
mod plan;
mod refuted;
mod search;

use crate::algebra::TooLarge;
use crate::certify::{self, Unwritable, Witnesses, Written};
use crate::contract::{Contract, ContractError};
use crate::explore::{Explorer, Limits, Sharing};
use crate::faults::Faults;
use crate::graph::{self, Failure, FailureKind, Graph, Instance, Limit, Site};
use crate::program::Program;
use crate::program::owned::OwnedSeen;
use crate::progress::Progress;
use crate::ranking::Round;
use crate::refute::{Share, Violation};
use crate::rules::Context;
use crate::start::{Start, StartError, Starts};
use crate::termination::{self, Roots};
pub(crate) use call::{Call, Given, call};
use certificates::{Certificate, Claim, DataModel, Overflow, Properties};
use context::context;
pub(crate) use history::{History, Spent, Tried};
pub use plan::Name;
use plan::{Attempt, Model};
use refuted::{TERMINATION, endless, refuted, unending};
use std::sync::Arc;
use std::time::{Duration, Instant};

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
    /// The only attempt that is made; `None`: all that are worth making.
    pub attempt: Option<Name>,
    /// How long, at most, a search for runs that violate what could not be proved may take; `None`: there is none.
    pub refute: Option<Duration>,
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
    /// Runs that violate what is not proved, at most one for each property; the first says most.
    pub violations: Vec<Violation>,
    pub(crate) graph: Graph,
    /// The ranking argument, in the graph's names.
    pub(crate) rounds: Vec<Round>,
    /// The attempt whose result this is; `None` if none was made.
    pub(crate) attempt: Option<Name>,
    /// All attempts that were made, and what they took.
    pub(crate) history: History,
}

impl Proof {
    /// Whether some call of a function comes to its end, as far as the graph says.
    pub(crate) fn returns(&self, function: &str) -> bool {
        let mut nodes = self.graph.nodes.iter();
        nodes.any(|node| node.tree.is_none() && &*node.state.function == function)
    }

    /// Why not everything is proved; `termination`: this too is to be proved.
    pub(crate) fn failure(&self, termination: bool) -> Option<&Failure> {
        self.unsafe_because.as_ref().or(self.endless_because.as_ref().filter(|_| termination))
    }
}

/// Searches for a proof.
///
/// # Errors
/// The contract does not fit the function, or no call satisfies it.
pub fn prove(program: &Program, task: &Task) -> Result<Proof, ContractError> {
    let described = task.contract.as_ref().map(|c| c.meaning.shapes()).unwrap_or_default();
    if described.is_empty() {
        search::search(program, task, false)
    } else {
        search::search(&program.with_shapes(&described), task, true)
    }
}

/// Why no certificate can be written for a graph.
fn unwritable(error: Unwritable) -> Failure {
    match error {
        Unwritable::Unnamed { .. } | Unwritable::Nowhere => Failure::internal(error.to_string()),
        Unwritable::TooLarge(TooLarge) => Failure::new(Limit::WrittenNumbers, Site::default()),
    }
}

fn failed(failure: Failure) -> Proof {
    Proof {
        certificate: None,
        unsafe_because: Some(failure),
        endless_because: None,
        violations: Vec::new(),
        graph: Graph::default(),
        rounds: Vec::new(),
        attempt: None,
        history: History::default(),
    }
}

/// Why an attempt has no proof to offer.
enum Stopped {
    Contract(ContractError),
    Failed(Box<Failure>),
}

impl From<StartError> for Stopped {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Contract(error) => Stopped::Contract(error),
            StartError::Internal(what) => Failure::internal(what).into(),
        }
    }
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Self {
        Stopped::Failed(Box::new(failure))
    }
}

impl From<Unwritable> for Stopped {
    fn from(error: Unwritable) -> Self {
        unwritable(error).into()
    }
}

/// Attempts with what cells own, as far as those before have met it.
const ATTEMPTS_WITH_OWNED: usize = 6;

/// An attempt. If it fails where cells have pointers to memory that nothing else names, it is made again with cells that
/// own it. At first cells own nothing: lists whose memory does not concern the proof stay what they are. After a limit
/// cells own memory only where paths are joined.
fn attempted(program: &Program, task: &Task, attempt: &Attempt, spent: &mut Spent) -> Result<Proof, ContractError> {
    let lists = match attempt.model {
        Model::AsGuessed => None,
        Model::OneLink => program.with_one_link(),
    };
    let program = lists.as_ref().unwrap_or(program);
    let mut seen = OwnedSeen::default();
    let mut proof = round(program, task, attempt, &mut seen, spent)?;
    let mut tried: Option<Program> = None;
    for _ in 0..ATTEMPTS_WITH_OWNED {
        let open = match proof.failure(true).map(Failure::kind) {
            Some(FailureKind::Unproved) => true,
            Some(FailureKind::Limit) => attempt.policy.joins,
            Some(FailureKind::Unsupported | FailureKind::Internal) | None => false,
        };
        let Some(owning) = program.with_owned(&seen).filter(|_| open) else { break };
        if tried.as_ref().is_some_and(|tried| tried.shapes == owning.shapes) || Instant::now() > task.deadline {
            break;
        }
        let next = round(&owning, task, attempt, &mut seen, spent)?;
        if proof.certificate.is_none() || next.failure(true).is_none() {
            proof = next;
        }
        tried = Some(owning);
    }
    Ok(Proof { attempt: Some(attempt.name), ..proof })
}

/// One exploration of an attempt, which adds to what has been seen of memory that cells own.
fn round(
    program: &Program,
    task: &Task,
    attempt: &Attempt,
    seen: &mut OwnedSeen,
    spent: &mut Spent,
) -> Result<Proof, ContractError> {
    let mut cx = Context {
        distinguishing: attempt.policy.cases.stores,
        indexing: attempt.policy.cases.elements,
        relating: attempt.policy.relating,
        owned: std::mem::take(seen),
        faults: task.faults.clone(),
        ..context(program, task.overflow, task.malloc_may_fail)
    };
    spent.rounds += 1;
    tracing::debug!(name = attempt.name.word(), round = spent.rounds, "attempt");
    let begin = Instant::now();
    let found = explored(task, attempt, &mut cx);
    spent.exploring += begin.elapsed();
    let result = found.and_then(|found| proved(task, found, &mut cx, spent));
    *seen = std::mem::take(&mut cx.owned);
    spent.tally.add(&cx.tally);
    spent.queries.add(&cx.engine.statistics());
    match result {
        Ok(proof) => Ok(proof),
        Err(Stopped::Failed(failure)) => {
            let line = failure.location.as_ref().map(|at| at.line);
            tracing::debug!(function = failure.function, line, what = %failure.reason, "attempt fails");
            Ok(failed(*failure))
        }
        Err(Stopped::Contract(error)) => Err(error),
    }
}

/// A complete graph.
struct Found {
    graph: Graph,
    starts: Starts,
    /// The entry node of each start, and how the start is an instance of it.
    roots: Roots,
    instances: Vec<Instance>,
}

/// The graph from all initial states.
fn explored(task: &Task, attempt: &Attempt, cx: &mut Context<'_>) -> Result<Found, Stopped> {
    let starts = crate::start::initial(cx, &task.entry, task.contract.as_ref().map(|c| &c.meaning))?;
    let left = task.deadline.saturating_duration_since(Instant::now());
    let limits = Limits {
        deadline: Instant::now() + left * attempt.budget.share / 100,
        steps: attempt.budget.steps.min(task.effort.steps),
        memory: task.memory,
    };
    let mut policy = attempt.policy;
    policy.sharing = task.sharing.unwrap_or(policy.sharing);
    cx.engine.stop_at(Some(limits.deadline));
    let mut explorer = Explorer::new(cx, policy, limits, task.progress.clone());
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
            Err(failure) if explorer.cx.engine.late() => return Err(out_of_time(*failure).into()),
            Err(failure) => return Err(in_case(*failure, start).into()),
        }
    }
    if explorer.cx.engine.late() {
        return Err(out_of_time(Failure::internal("exploration")).into());
    }
    tracing::debug!(steps = explorer.steps(), nodes = explorer.graph.nodes.len(), "explored");
    let mut graph = explorer.graph;
    if roots.iter().all(Option::is_none) {
        let error = ContractError::new("no call satisfies it, so a proof would say nothing (vacuous)");
        return Err(Stopped::Contract(error));
    }
    graph::prune(&mut graph, &mut roots, &mut |_| false);
    graph::thin(&mut graph, |fact| termination::is_usable(fact, task.overflow));
    Ok(Found { graph, starts, roots, instances })
}

/// The certificate of a complete graph, with a ranking argument if there is one.
fn proved(task: &Task, found: Found, cx: &mut Context<'_>, spent: &mut Spent) -> Result<Proof, Stopped> {
    let program = cx.program;
    let Found { mut graph, starts, mut roots, instances } = found;
    cx.engine.stop_at(Some(task.deadline));
    // If a quick search finds an endless run, there is no search for ranking functions.
    let begin = Instant::now();
    let violations = refuted(program, task, TERMINATION, Share::Moment, begin);
    spent.refuting += begin.elapsed();
    let begin = Instant::now();
    task.progress.enter("in the search for ranking functions");
    let mut argument = match violations.first() {
        Some(violation) => Err(endless(violation)),
        None => termination::prove(program, &graph, &roots, cx, task.effort.termination).map_err(|failure| *failure),
    };
    spent.ranking += begin.elapsed();
    let mut violations = violations;
    let begin = Instant::now();
    // A loop for which no ranking function was found may have none.
    if violations.is_empty()
        && argument.as_ref().err().map(Failure::kind) == Some(FailureKind::Unproved)
        && let Some(violation) = unending(program, task, &graph, cx)
    {
        argument = Err(endless(&violation));
        violations.push(violation);
    }
    spent.refuting += begin.elapsed();
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
    task.progress.enter("while the certificate was written");
    cx.engine.stop_at(None);
    let begin = Instant::now();
    let Written { nodes, steps, ranking } = certify::write(program, &graph, &rounds, &mut cx.engine, task.witnesses)?;
    let covered = starts.cases.iter().zip(&roots).zip(&instances);
    let covered =
        covered.map(|((start, root), instance)| certify::root(&graph, start, root.map(|root| (root, instance))));
    let certificate = Certificate {
        claim: claim(task, program, &graph, endless_because.is_none()),
        module: program.text.clone(),
        nodes,
        steps,
        shapes: if graph.has_structures() || starts.have_structures() { program.shapes.clone() } else { Vec::new() },
        globals: starts.globals.iter().map(|g| program.globals[*g].name.clone()).collect(),
        roots: covered.collect::<Result<_, _>>()?,
        ranking,
    };
    spent.writing += begin.elapsed();
    Ok(Proof {
        unsafe_because: None,
        endless_because,
        violations,
        graph,
        rounds,
        certificate: Some(certificate),
        attempt: None,
        history: History::default(),
    })
}

/// What the certificate is to show.
fn claim(task: &Task, program: &Program, graph: &Graph, termination: bool) -> Claim {
    Claim {
        module_hash: certificates::hash::sha256_hex(program.text.as_bytes()),
        entry: task.entry.clone(),
        precondition: task.contract.as_ref().map(|c| c.text.clone()),
        properties: Properties { memory_safety: true, no_overflow: task.overflow == Overflow::Error, termination },
        data_model: task.data_model,
        overflow: task.overflow,
        malloc_may_fail: task.malloc_may_fail,
        no_builtin: program.no_builtin.is_some(),
        contracts: graph.called(graph.nodes.places()).into_iter().collect(),
    }
}

/// The clock ended the search, here.
fn out_of_time(failure: Failure) -> Failure {
    Failure { reason: Limit::Time.into(), open: None, ..failure }
}

/// A failure with the case of the contract in which it occurred.
fn in_case(failure: Failure, start: &Start) -> Failure {
    match &start.case {
        Some(case) if failure.kind().is_about_program() => Failure { case: Some(case.clone()), ..failure },
        _ => failure,
    }
}
