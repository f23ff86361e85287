//! The whole flow: program → graph → transition system → ranks → certificate.

use crate::algebra::Atom;
use crate::certify::names::Unwritable;
use crate::certify::{self, Witnesses, Written};
use crate::entail::{Engine, absurd};
use crate::faults::{Fault, Faults};
use crate::frontend::contract::{Contract, ContractError};
use crate::graph::{self, Explorer, Failure, FailureKind, Graph, Limits, NodeIndex, Sharing, Start};
use crate::index::Place as _;
use crate::its;
use crate::program::Program;
use crate::ranking;
use crate::report::{self, Progress};
use crate::rules::Context;
use certificates::{Certificate, Claim, DataModel, Measure, Overflow, Properties, Round};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// What to prove and with which means.
#[derive(Clone, Debug)]
pub struct Task {
    pub entry: String,
    /// What a call satisfies; without one the parameters are arbitrary.
    pub contract: Option<Precondition>,
    pub data_model: DataModel,
    pub overflow: Overflow,
    pub malloc_may_fail: bool,
    /// When calls of one function share an entry; `None`: as the attempt decides.
    pub sharing: Option<Sharing>,
    pub deadline: Instant,
    /// Limits below those of the attempts.
    pub effort: Effort,
    /// Resident memory in MiB.
    pub memory: Option<u64>,
    /// Which obligations get coefficients.
    pub witnesses: Witnesses,
    pub progress: Arc<Progress>,
    /// Conditions that tests switch off.
    pub faults: Faults,
}

/// How much is tried, counted so that results do not depend on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Instructions executed in an attempt.
    pub steps: usize,
    /// Work for ranking functions, as `ranking::Limits` counts it.
    pub ranking: u64,
    /// Ways to split nodes tried for one component of the graph.
    pub refinements: usize,
}

impl Default for Effort {
    /// The attempts' own limits.
    fn default() -> Effort {
        Effort { steps: usize::MAX, ranking: u64::MAX, refinements: usize::MAX }
    }
}

/// A contract, as it goes into the claim and as it is understood.
#[derive(Clone, Debug)]
pub struct Precondition {
    pub text: String,
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
    pub graph: Graph,
    pub rounds: Vec<Round>,
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
        Unwritable::Unnamed { .. } => Failure::internal(error.to_string()),
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
    let starts = graph::initial(&mut cx, &task.entry, task.contract.as_ref().map(|c| &c.meaning))?;
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
    graph::thin(&mut graph, |fact| is_usable(fact, task.overflow));
    let mut written = match certify::write(program, &graph) {
        Ok(written) => written,
        Err(error) => return Ok(failed(unwritable(error))),
    };
    cx.engine.stop_at(Some(task.deadline));
    let (mut rounds, mut endless_because) = rank(program, &graph, &written, &mut cx, task.effort);
    let about_program = endless_because.as_ref().is_some_and(|failure| failure.kind.is_about_program());
    let better = match about_program {
        true => refine(program, &graph, &roots, &written, &mut cx, task.effort),
        false => Ok(None),
    };
    // Asked once: what the clock may have decided is not used.
    if cx.engine.late() {
        rounds.clear();
        endless_because = Some(out_of_time(endless_because.unwrap_or_else(|| Failure::internal("ranking"))));
    } else {
        match better {
            Ok(Some(better)) => {
                (graph, roots, written, rounds) = better;
                endless_because = None;
            }
            Ok(None) => {}
            Err(failure) => endless_because = Some(failure),
        }
    }
    // What is proved is written out completely.
    cx.engine.stop_at(None);
    if task.witnesses != Witnesses::None {
        let duties = certify::duties(&graph, &written, &rounds);
        let more = certify::write_with(program, &graph, &mut cx.engine, task.witnesses, duties);
        let more = match more {
            Ok(more) => more,
            Err(error) => return Ok(failed(unwritable(error))),
        };
        renumber(&mut rounds, &written, &more);
        written = more;
    }
    let terminates = endless_because.is_none();
    let claim = Claim {
        module_hash: certificates::hash::sha256_hex(program.text.as_bytes()),
        entry: task.entry.clone(),
        precondition: task.contract.as_ref().map(|c| c.text.clone()),
        properties: Properties {
            memory_safety: true,
            no_overflow: task.overflow == Overflow::Error,
            termination: terminates,
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
    let Written { nodes, steps, .. } = written;
    let ranking = if terminates { rounds.clone() } else { Vec::new() };
    let global = |g: &usize| program.globals.get(*g).map(|g| g.name.clone());
    let certificate = Certificate {
        claim,
        module: program.text.clone(),
        nodes,
        steps,
        globals: starts.globals.iter().filter_map(global).collect(),
        roots: covered,
        ranking,
    };
    Ok(Proof { certificate: Some(certificate), unsafe_because: None, endless_because, graph, rounds })
}

/// The rounds for the same edges, whose steps have other numbers now.
fn renumber(rounds: &mut [Round], before: &Written, after: &Written) {
    let edges = before.edges.iter().zip(&after.edges);
    let steps: BTreeMap<u32, u32> = edges.map(|(old, new)| (old.step, new.step)).collect();
    for round in rounds {
        for step in &mut round.removed {
            *step = steps.get(step).copied().unwrap_or(*step);
        }
        round.removed.sort_unstable();
    }
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

/// Graph, roots, certificate data and ranking argument after nodes were split.
type Refined = (Graph, Roots, Written, Vec<Round>);
/// The entry node of each case; `None` for cases that cannot be.
type Roots = Vec<Option<NodeIndex>>;

/// Splits nodes (phases of a loop, minima, invariants) so that there is a ranking argument.
fn refine(
    program: &Program,
    graph: &Graph,
    roots: &[Option<NodeIndex>],
    written: &Written,
    cx: &mut Context<'_>,
    effort: Effort,
) -> Result<Option<Refined>, Failure> {
    let entries: BTreeSet<usize> = graph.nodes.iter().map(|n| n.entry.number()).collect();
    let system = transitions(graph, written, cx.overflow);
    let mut most = ranking::refine::Effort::default();
    most.attempts = most.attempts.min(effort.refinements);
    most.deadline = cx.engine.deadline();
    let Some(splits) = ranking::refine::refine(&system, &entries, &entries, &most) else {
        return Ok(None);
    };
    let mut graph = graph.clone();
    for split in &splits {
        if graph::split(&mut graph, NodeIndex::new(split.node), &split.atom).is_none() {
            return Ok(None);
        }
    }
    let mut impossible = |facts: &[Atom]| cx.engine.entails(&usable(facts, cx.overflow), &absurd());
    let mut roots = roots.to_vec();
    graph::prune(&mut graph, &mut roots, &mut impossible);
    let written = certify::write(program, &graph).map_err(unwritable)?;
    let (rounds, open) = rank(program, &graph, &written, cx, effort);
    Ok(open.is_none().then_some((graph, roots, written, rounds)))
}

/// The transition system of all steps between nodes.
fn transitions(graph: &Graph, written: &Written, overflow: Overflow) -> its::System {
    let node = |n: NodeIndex| its::Node { id: n.number(), vars: certify::variables(graph, n).0 };
    let nodes = graph.nodes.places().map(node).collect();
    let edges = written
        .edges
        .iter()
        .map(|e| its::Edge {
            id: e.step as usize,
            from: e.from.number(),
            to: e.to.number(),
            facts: usable(&e.knowledge, overflow),
            target: e.target.clone(),
        })
        .collect();
    its::System { nodes, edges }
}

/// The ranking argument, or why there is none.
fn rank(
    program: &Program,
    graph: &Graph,
    written: &Written,
    cx: &mut Context<'_>,
    effort: Effort,
) -> (Vec<Round>, Option<Failure>) {
    let system = transitions(graph, written, cx.overflow);
    let mut limits = ranking::Limits { faults: cx.faults.clone(), ..Default::default() };
    limits.work = limits.work.min(effort.ranking);
    limits.deadline = cx.engine.deadline();
    let found = ranking::rank(&system, &mut Entailment(&mut cx.engine), limits);
    if let Some(open) = found.unranked.first()
        && !cx.faults.on(Fault::NoMeasure)
    {
        return (Vec::new(), Some(endless(program, graph, open)));
    }
    let mut rounds = Vec::new();
    for round in found.rounds {
        match convert(graph, &round) {
            Some(round) => rounds.push(round),
            None => return (Vec::new(), Some(Failure::internal("a rank over unknown variables"))),
        }
    }
    (rounds, None)
}

/// Facts a ranking argument may rest on. In the mode ideal the limits of a type must not end a loop
/// (mathematical integers have none), so facts with numbers of that size are left out.
fn usable(facts: &[Atom], overflow: Overflow) -> Vec<Atom> {
    facts.iter().filter(|fact| is_usable(fact, overflow)).cloned().collect()
}

fn is_usable(fact: &Atom, overflow: Overflow) -> bool {
    const LIMIT: u128 = 1 << 29;
    overflow != Overflow::Ideal || fact.term.constant_part().unsigned_abs() < LIMIT
}

struct Entailment<'a>(&'a mut Engine);

impl its::Oracle for Entailment<'_> {
    fn entails(&mut self, knowledge: &[crate::algebra::Atom], goal: &crate::algebra::Atom) -> bool {
        self.0.entails(knowledge, goal)
    }
}

fn convert(graph: &Graph, round: &ranking::Round) -> Option<Round> {
    let renamed = |node: usize, t: &crate::algebra::Term| certify::numbers(graph, NodeIndex::new(node)).term(t).ok();
    let measure = match &round.measure {
        ranking::Measure::Linear(list) => {
            Measure::Linear(list.iter().map(|(n, t)| Some((*n as u32, renamed(*n, t)?))).collect::<Option<_>>()?)
        }
        ranking::Measure::Nested(list) => Measure::Nested(
            list.iter()
                .map(|(n, ts)| Some((*n as u32, ts.iter().map(|t| renamed(*n, t)).collect::<Option<_>>()?)))
                .collect::<Option<_>>()?,
        ),
    };
    Some(Round { measure, removed: round.removed.iter().map(|id| *id as u32).collect() })
}

/// The loop for which no ranking argument was found.
fn endless(program: &Program, graph: &Graph, open: &ranking::Unranked) -> Failure {
    let state = open.nodes.first().map(|n| &graph.nodes[NodeIndex::new(*n)].state);
    let block = state.and_then(|s| program.functions.get(&*s.function)?.blocks.get(s.place.block));
    let located = block.and_then(|b| b.instructions.iter().find(|i| i.location.is_some()));
    let mut what = match open.reason {
        ranking::Reason::NoneExists => "that this loop ends: no ranking function was found".to_string(),
        ranking::Reason::TooHard => {
            "that this loop ends: the search for a ranking function reached its limit".to_string()
        }
    };
    if let Some(lacking) = open.hint.as_ref().and_then(|h| report::lacking(program, graph, h)) {
        what = format!("{what} ({lacking})");
    }
    Failure {
        kind: FailureKind::Unproved,
        function: state.map(|s| s.function.to_string()).unwrap_or_default(),
        location: located.and_then(|i| i.location.clone()),
        instruction: located.map(|i| i.text.clone()).unwrap_or_default(),
        what,
    }
}
