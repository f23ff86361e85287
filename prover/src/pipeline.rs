//! The whole flow: program → graph → transition system → ranks → certificate. Start reading at `prove`.

mod bounded;
mod call;
mod certificate;
mod context;
mod features;
mod history;
mod plan;
mod refuted;
mod search;

use crate::algebra::TooLarge;
use crate::bounds::words::Bounded as ToldBound;
use crate::certify::{self, Unwritable, Witnesses, Written};
use crate::concrete;
use crate::contract::{Contract, ContractError};
pub use crate::explore::Contracts as Callees;
use crate::explore::{Explorer, Limits, Sharing, ensured};
use crate::faults::Faults;
use crate::graph::{self, Failure, FailureKind, Graph, Instance, Limit, Site};
use crate::program::{Program, owned::OwnedSeen};
use crate::progress::Progress;
use crate::ranking::Round;
use crate::refute::{LoopRound, Share, Violation};
use crate::rules::Context;
use crate::start::{Start, StartError, Starts};
use crate::termination::{self, Roots};
use bounded::bounded;
pub(crate) use call::{Call, Given, call};
use certificate::{claim, covered};
use certificates::{Certificate, DataModel, Overflow, Resource};
use context::{context, elsewhere};
pub(crate) use history::{History, Spent, Tried};
pub use plan::Name;
use plan::{Attempt, Model};
use refuted::{TERMINATION, endless, refuted, unending};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What to prove, and within which limits.
#[derive(Clone, Debug)]
pub struct Task {
    /// The function of which all calls are proved.
    pub entry: String,
    /// What a call satisfies; without a contract the parameters are arbitrary.
    pub contract: Option<Precondition>,
    /// Contracts of functions that the entry function calls: they describe calls worth trying, and are not believed.
    pub callees: Arc<Callees>,
    /// Widths of pointers and `long`; must be the data model that the program was loaded with.
    pub data_model: DataModel,
    /// What signed overflow means.
    pub overflow: Overflow,
    /// Whether `malloc` and its kin may return null for any size.
    pub malloc_may_fail: bool,
    /// When calls of one function share an entry; `None`: the attempt decides.
    pub sharing: Option<Sharing>,
    /// When every search stops. What is not proved by then is unknown.
    pub deadline: Instant,
    /// Limits on the work, in addition to those of the attempts.
    pub effort: Effort,
    /// The largest resident memory in MiB; `None`: no limit.
    pub memory: Option<u64>,
    /// Which obligations get coefficients in the certificate, so that the checker needs no solver for them.
    pub witnesses: Witnesses,
    /// Where the search reports what it is doing.
    pub progress: Arc<Progress>,
    /// Conditions that tests switch off.
    pub faults: Faults,
    /// What is to be bounded.
    pub bounds: Vec<Resource>,
    /// The only attempt to make; `None`: all that are worth making.
    pub attempt: Option<Name>,
    /// The maximal time for a search for runs that violate what could not be proved; `None`: no such search is made.
    pub refute: Option<Duration>,
}

/// Limits on the work, counted so that results do not depend on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of instructions that an attempt may execute.
    pub steps: usize,
    /// Limits on the search for a ranking argument.
    pub termination: termination::Effort,
}

impl Default for Effort {
    /// No limits beyond those of the attempts.
    fn default() -> Effort {
        Effort { steps: usize::MAX, termination: termination::Effort { ranking: u64::MAX, refinements: usize::MAX } }
    }
}

/// A contract: its text, as the claim states it, and its meaning.
#[derive(Clone, Debug)]
pub struct Precondition {
    /// The normalized text, as the claim states it.
    pub text: String,
    /// The text's meaning.
    pub meaning: Contract,
}

/// The result of a search: what is proved, what is missing, and what is violated.
pub struct Proof {
    /// The certificate of everything that was proved; `None` if memory safety was not.
    pub certificate: Option<Certificate>,
    /// Why memory safety is unknown; `None` if it is proved.
    pub unsafe_because: Option<Failure>,
    /// Why termination is unknown although memory safety is proved.
    pub endless_because: Option<Failure>,
    /// Conjuncts of the contract for which no call is found; empty if there is a certificate with a call, or none.
    pub contradictory: Vec<String>,
    /// Runs that violate what is not proved, at most one for each property; the one that says most comes first.
    pub violations: Vec<Violation>,
    /// What came of the search for bounds, one for each that was asked for; empty without a proof of termination.
    pub(crate) bounds: Vec<ToldBound>,
    /// A round of the loop because of which termination is unknown, if a run makes one.
    pub round: Option<LoopRound>,
    pub(crate) graph: Graph,
    /// The ranking argument, in the graph's names.
    pub(crate) rounds: Vec<Round>,
    /// The attempt that this result comes from; `None` if none was made.
    pub(crate) attempt: Option<Name>,
    /// All attempts that were made, and the work they took.
    pub(crate) history: History,
}

impl Proof {
    /// Whether some call of a function returns, according to the graph.
    pub(crate) fn returns(&self, function: &str) -> bool {
        let mut nodes = self.graph.nodes.iter();
        nodes.any(|node| node.tree.is_none() && &*node.state.function == function)
    }

    /// Why not everything is proved. `termination`: whether termination must be proved too.
    pub(crate) fn failure(&self, termination: bool) -> Option<&Failure> {
        self.unsafe_because.as_ref().or(self.endless_because.as_ref().filter(|_| termination))
    }
}

/// Searches for a proof: makes attempts until everything is decided or none is left.
///
/// # Errors
/// If the contract does not fit the function, or no call satisfies it.
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
        contradictory: Vec::new(),
        violations: Vec::new(),
        bounds: Vec::new(),
        round: None,
        graph: Graph::default(),
        rounds: Vec::new(),
        attempt: None,
        history: History::default(),
    }
}

/// Why an attempt has no proof.
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

/// The number of explorations, at most, in which cells own memory that earlier ones found.
const ATTEMPTS_WITH_OWNED: usize = 6;

/// Makes an attempt. If it fails and cells point to memory that nothing else names, it is made again with cells that
/// own this memory. At first cells own nothing, so lists whose memory does not concern the proof stay simple. An
/// attempt that ended at a limit is made again only if its policy joins paths.
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

/// One exploration of an attempt. Adds to what is known of memory that cells own.
fn round(
    program: &Program,
    task: &Task,
    attempt: &Attempt,
    seen: &mut OwnedSeen,
    spent: &mut Spent,
) -> Result<Proof, ContractError> {
    let ensures = task.contract.as_ref().is_some_and(|contract| contract.meaning.promises.ensures.is_some());
    let mut cx = Context {
        distinguishing: attempt.policy.cases.stores,
        indexing: attempt.policy.cases.elements,
        quotients: attempt.policy.cases.quotients,
        executing: attempt.policy.unrolling.executing,
        relating: attempt.policy.relating,
        elsewhere: elsewhere(program, task)?,
        owned: std::mem::take(seen),
        faults: task.faults.clone(),
        ..context(program, task.overflow, task.malloc_may_fail, ensures.then_some(task.entry.as_str()))
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
    /// The entry node of each initial state, and the initial state as an instance of it.
    roots: Roots,
    instances: Vec<Instance>,
}

/// Explores the program from all initial states until the graph is complete.
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
    let explorer = Explorer::new(cx, policy, limits, task.progress.clone());
    let mut explorer = explorer.with_contracts(task.callees.clone());
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
    let mut graph = explorer.into_graph();
    if roots.iter().all(Option::is_none) {
        return Err(Stopped::Contract(vacuous(cx.program, task)));
    }
    graph::prune(&mut graph, &mut roots, &mut |_| false);
    graph::thin(&mut graph, |fact| termination::is_usable(fact, task.overflow));
    for ((start, root), instance) in starts.cases.iter().zip(&roots).zip(&instances) {
        if let Some(root) = root {
            ensured(cx, &graph, start, (*root, instance)).map_err(|failure| in_case(*failure, start))?;
        }
    }
    Ok(Found { graph, starts, roots, instances })
}

/// The certificate of a complete graph, with a ranking argument if one is found.
fn proved(task: &Task, found: Found, cx: &mut Context<'_>, spent: &mut Spent) -> Result<Proof, Stopped> {
    let program = cx.program;
    let Found { mut graph, starts, mut roots, instances } = found;
    cx.engine.stop_at(Some(task.deadline));
    // If a quick search finds an endless run, no ranking function is searched for.
    let begin = Instant::now();
    let violations = refuted(program, task, TERMINATION, Share::Moment, begin);
    spent.refuting += begin.elapsed();
    let ranked = Instant::now();
    let begin = ranked.checked_sub(spent.exploring).unwrap_or(ranked);
    task.progress.enter("in the search for ranking functions");
    let mut argument = match violations.first() {
        Some(violation) => Err(endless(violation)),
        None => termination::prove(program, &graph, &roots, cx, task.effort.termination).map_err(|failure| *failure),
    };
    spent.ranking += ranked.elapsed();
    let mut violations = violations;
    let searched = Instant::now();
    // A loop without a ranking function may have a recurrent set.
    if violations.is_empty()
        && argument.as_ref().err().map(Failure::kind) == Some(FailureKind::Unproved)
        && let Some(violation) = unending(program, task, &graph, cx, begin)
    {
        argument = Err(endless(&violation));
        violations.push(violation);
    }
    spent.refuting += searched.elapsed();
    // Asked only once: a result that the clock may have influenced is not used.
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
    // What is proved is written completely, even after the deadline.
    task.progress.enter("while the certificate was written");
    cx.engine.stop_at(None);
    let begin = Instant::now();
    let bounded = bounded(task, cx, (&graph, &rounds), (&starts.cases, &roots, &instances), endless_because.is_none());
    let with_ends = !bounded.found.is_empty();
    let Written { nodes, steps, ranking, ends } =
        certify::write(program, &graph, &rounds, &mut cx.engine, task.witnesses, with_ends)?;
    let bounds = certify::bounds(&graph, &ends, &bounded.found)?;
    let covered = covered(cx, &graph, (&starts, &roots, &instances))?;
    let certificate = Certificate {
        claim: claim(task, program, &graph, endless_because.is_none()),
        module: program.text.clone(),
        nodes,
        steps,
        shapes: if graph.has_structures() || starts.have_structures() { program.shapes.clone() } else { Vec::new() },
        globals: starts.globals.iter().map(|g| program.globals[*g].name.clone()).collect(),
        roots: covered,
        ranking,
        call: None,
        bounds,
    };
    spent.writing += begin.elapsed();
    Ok(Proof {
        unsafe_because: None,
        endless_because,
        contradictory: Vec::new(),
        violations,
        bounds: bounded.told,
        round: None,
        graph,
        rounds,
        certificate: Some(certificate),
        attempt: None,
        history: History::default(),
    })
}

/// The error of a contract that no call satisfies, with the conjuncts that exclude each other.
fn vacuous(program: &Program, task: &Task) -> ContractError {
    let contract = task.contract.as_ref().map(|contract| &contract.meaning);
    let parts = contract.map(|contract| concrete::contradiction(program, &task.entry, contract)).unwrap_or_default();
    let parts: Vec<String> = parts.iter().map(|part| format!("'{part}'")).collect();
    ContractError::new(format!(
        "no call satisfies it, so a proof would say nothing (vacuous): {}",
        match parts.as_slice() {
            [only] => format!("{only} never holds"),
            several => format!("these never hold together: {}", several.join(", ")),
        }
    ))
}

/// The failure of a search that the clock ended at this place.
fn out_of_time(failure: Failure) -> Failure {
    Failure { reason: Limit::Time.into(), open: None, ..failure }
}

/// The failure, with the case of the contract in which it occurred.
fn in_case(failure: Failure, start: &Start) -> Failure {
    match &start.case {
        Some(case) if failure.kind().is_about_program() => Failure { case: Some(case.clone()), ..failure },
        _ => failure,
    }
}
