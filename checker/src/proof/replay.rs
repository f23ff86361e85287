//! Replays the proof trees (`spec/graph.md`, section "Trees").
//!
//! A *state* S is a position, bindings, blocks and entries (`spec/states.md`), a symbolic heap; the *knowledge* K is a
//! list of atoms. Together they describe the concrete states for which integers for the variables exist. What is
//! decided, for a step t, is
//!
//! ```text
//! S, K |- t     a run that is in a state described by S, K does nothing that the claim excludes until it ends,
//!               or is in a state that a node describes
//! ```
//!
//! Every node N with a tree must have `S_N, K_N |- tree_N`, with `progress = false`. A run begins in a state that a
//! root describes (`root.rs`), so by induction on its length it does nothing that the claim excludes (`spec/calls.md`
//! for calls and returns); G-GOTO P0 makes sure that each node takes it further. What a step demands, and where it
//! leads:
//!
//! ```text
//! Exec          the premises of the rule of the instruction at S, which makes S', K'     S', K' |- next
//! Ghost g       the premises of g, which says of all states of S, K what K' adds         S', K' |- next
//! Split A                                                    S, K + A |- yes  and  S, K + not A |- no
//! Apart i j     the premises of G-APART   S, K + end_i <= base_j |- left  and  S, K + end_j <= base_i |- right
//! Compare       the premises of G-COMPARE                 S', K + K' |- called  and  S, K |- returned
//! Infeasible    K is contradictory
//! Exit          the program ends at this call; not in a refutation
//! Choose t      the premises of Q-CHOOSE, in a refutation only                           S', K |- next
//! Goto N m      covers(S, N, m): every state of S, K is described by N; P0: progress, or N is a return node
//! Call E m R    covers(S, E, m); R are all return nodes r of E           S after r, K + m(K_r) |- R(r)  for each r
//! ```
//!
//! "The premises" are obligations: atoms that must follow from K (`context.rs`, `entail.rs`). The first one that does
//! not ends replay. Where a Goto or Call is an edge of the ranking, its obligations are decided from the same K
//! (`ranking.rs`). Each step is visited once, with a worklist instead of recursion; K grows by appending along a path
//! and shrinks to a mark where a branch begins.

use std::collections::BTreeSet;

use certificates::{Instance, Kind, NodeId, Step, StepId, Witness, Wrap};

use crate::answer::verdict::{Checked, Location, Stop};
use crate::bounds::meter::Before;
use crate::bounds::{self, Account, Accounts, Bound, Taken};
use crate::decide::entail::Mark;
use crate::decide::term::{Atom, Poly};
use crate::proof::context::{Context, power};
use crate::proof::covers::{Cover, Site, covers};
use crate::proof::ghosts::ghost;
use crate::proof::ranking::{self, EdgeObligations};
use crate::proof::state::{Block, Comparing, Next, State};
use crate::proof::wellformed::Node;
use crate::proof::{calls, comparisons};
use crate::reader::{Callee, Op};
use crate::refutation::choose::choose;
use crate::rules;
use crate::rules::memory::{live, read_term};

/// Size of all states that wait, at most (monomials).
const MAX_PENDING: usize = 8_000_000;

/// A graph that is well-formed: that of a certificate, or of a refutation.
pub struct Proof<'m> {
    /// All steps; each refers to earlier ones only.
    pub steps: &'m [Step],
    /// All nodes.
    pub nodes: Vec<Node<'m>>,
    /// What the ranking obliges each edge to.
    pub obligations: EdgeObligations,
    /// Bounds of what runs cost.
    pub bounds: Vec<Bound<'m>>,
}

/// What replay has found.
#[derive(Default)]
pub struct Seen {
    /// Number of `Infeasible` steps.
    pub infeasible: usize,
    /// Nodes with contradictory knowledge.
    pub contradictory: Vec<NodeId>,
    /// Nodes in whose trees heap memory is allocated.
    pub allocations: BTreeSet<NodeId>,
    /// Nodes in whose trees an alloca is executed.
    pub allocas: BTreeSet<NodeId>,
}

impl Seen {
    /// Records what kind of memory the next instruction allocates.
    fn note(&mut self, s: &State, node: NodeId) {
        match s.position.operation() {
            Some(Op::Alloca { .. }) => drop(self.allocas.insert(node)),
            Some(Op::Call { callee: Callee::Direct(name), .. }) if TAKES_MEMORY.contains(&&**name) => {
                self.allocations.insert(node);
            }
            _ => {}
        }
    }
}

/// Functions of the library that take memory, for a new block or for what they keep.
#[rustfmt::skip]
const TAKES_MEMORY: [&str; 14] = [
    "malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup", "asprintf", "getline", "getdelim", "fopen", "fopen64",
    "fdopen", "tmpfile", "setenv",
];

/// A part of a tree that waits for replay: the step that it begins with, and the state there. The knowledge first
/// shrinks to the mark, then the facts are added.
struct Task<'m> {
    step: StepId,
    state: State<'m>,
    mark: Mark,
    facts: Vec<Atom>,
    accounts: Accounts,
    size: usize,
}

/// Replays the trees of all nodes.
pub fn replay<'m>(cx: &mut Context<'m>, proof: &Proof<'m>) -> Checked<Seen> {
    let mut seen = Seen::default();
    for (number, node) in proof.nodes.iter().enumerate() {
        let place = Location { node: Some(number as NodeId), ..Location::default() };
        replay_node(cx, proof, node, number as NodeId, &mut seen).map_err(|stop| stop.at(&place))?;
    }
    Ok(seen)
}

fn replay_node<'m>(cx: &mut Context<'m>, proof: &Proof<'m>, node: &Node<'m>, id: NodeId, seen: &mut Seen) -> Checked {
    cx.knowledge.clear();
    for atom in &node.facts {
        cx.add(Atom::clone(atom))?;
    }
    if cx.knowledge.is_plainly_contradictory() {
        seen.contradictory.push(id);
    }
    let Some(tree) = node.tree else { return Ok(()) };
    let mark = cx.knowledge.mark();
    let accounts = bounds::open(&proof.bounds, id);
    let mut tasks = vec![Task { step: tree, state: node.state.clone(), mark, facts: Vec::new(), accounts, size: 0 }];
    let mut pending = 0;
    while let Some(Task { mut step, mut state, mark, facts, mut accounts, size }) = tasks.pop() {
        pending -= size;
        cx.knowledge.undo(mark);
        facts.into_iter().try_for_each(|fact| cx.add(fact))?;
        loop {
            let position = state.position;
            let taken = account(cx, proof, (id, node), (step, &accounts), &mut state, seen);
            let (mut next, mut behind) = taken.map_err(|stop| {
                let place = Location { node: Some(id), step: Some(step), position: Some(position.describe()) };
                stop.at(&place).explained(&state)
            })?;
            if let [(only, None, facts)] = &next[..]
                && facts.is_empty()
            {
                step = *only;
                accounts = behind.pop().unwrap_or(accounts);
                continue;
            }
            let mark = cx.knowledge.mark();
            while let Some((step, after, facts)) = next.pop() {
                let state = after.unwrap_or_else(|| state.clone());
                let accounts = behind.pop().unwrap_or_else(|| accounts.clone());
                let size = state.size() + facts.iter().map(|fact| fact.poly.size()).sum::<usize>();
                let size = size + accounts.iter().map(Account::size).sum::<usize>();
                pending += size;
                cx.charge(size)?;
                tasks.push(Task { step, state, mark, facts, accounts, size });
            }
            break;
        }
        if pending > MAX_PENDING {
            return Err(Stop::undecided("G-TREE", "too many open branches"));
        }
    }
    Ok(())
}

/// Takes a step, and follows the accounts of bounds along it.
fn account<'m>(
    cx: &mut Context<'m>,
    proof: &Proof<'m>,
    node: (NodeId, &Node<'m>),
    (number, accounts): (StepId, &Accounts),
    s: &mut State<'m>,
    seen: &mut Seen,
) -> Checked<(Next<'m>, Vec<Accounts>)> {
    let step = proof.steps.get(number as usize).filter(|_| !proof.bounds.is_empty());
    let before = step.map(|step| Before::of(s, bounds::hint(step)));
    let (next, cover) = take_step(cx, proof, node, number, s, seen)?;
    let (Some(step), Some(before)) = (step, before) else { return Ok((next, Vec::new())) };
    let taken = Taken { number, step, before, after: s, cover: cover.as_ref() };
    let behind = bounds::follow(cx, &proof.bounds, &proof.nodes, &taken, accounts, next.len())?;
    Ok((next, behind))
}

/// Checks a step's rule. Returns what the step leads to, and how it covers the node that it leads to.
pub fn take_step<'m>(
    cx: &mut Context<'m>,
    proof: &Proof<'m>,
    (id, source): (NodeId, &Node<'m>),
    number: StepId,
    s: &mut State<'m>,
    seen: &mut Seen,
) -> Checked<(Next<'m>, Option<Cover>)> {
    cx.rule("N-FLAT");
    let step = some!(cx, proof.steps.get(number as usize) => "step", "there is no step {number}");
    // Some steps visit every entry or block of the state.
    cx.charge(8 + (s.entries.len() + s.uniforms.len() + s.blocks.len() + s.lists.len() + s.trees.len()) / 16)?;
    let (wraps, witnesses) = given(step);
    cx.begin(wraps, witnesses);
    let mut next = Vec::new();
    let mut cover = None;
    match step {
        Step::Exec { hint, next: then, .. } => {
            seen.note(s, id);
            rules::execute(cx, s, hint)?;
            next.push((*then, None, Vec::new()));
        }
        Step::Ghost { ghost: ghost_step, next: then, .. } => {
            ghost(cx, s, ghost_step)?;
            next.push((*then, None, Vec::new()));
        }
        Step::Split { atom, yes, no } => {
            cx.rule("G-SPLIT");
            let atom = Atom { rel: atom.rel, poly: read_term(cx, s, &atom.term)? };
            let negation = atom.negation()?;
            next.extend([(*yes, None, vec![atom]), (*no, None, vec![negation])]);
        }
        Step::Apart { left, right, left_first, right_first, .. } => {
            let (left_fact, right_fact) = apart(cx, s, *left, *right)?;
            next.extend([(*left_first, None, vec![left_fact]), (*right_first, None, vec![right_fact])]);
        }
        Step::Compare { hint, called, returned, .. } => {
            let (calls, facts, returns) = comparisons::fork(cx, s, hint)?;
            next.extend([(*called, Some(calls), facts), (*returned, Some(returns), Vec::new())]);
        }
        Step::Infeasible { .. } => {
            cx.rule("G-INFEASIBLE");
            cx.require("P1", Atom::falsum())?;
            seen.infeasible += 1;
        }
        Step::Choose { value, sign, next: then, .. } => {
            choose(cx, s, value, *sign)?;
            next.push((*then, None, Vec::new()));
        }
        Step::Exit { hint, .. } => {
            cx.rule("Q-CLOSED");
            reject_if!(cx, cx.closed => "exit", "the program may end here");
            rules::library::call::exit(cx, s, hint)?;
        }
        Step::Goto { node, instance, .. } => {
            cx.rule("G-GOTO");
            let target = some!(cx, proof.nodes.get(*node as usize) => "node", "there is no node {node}");
            reject_if!(cx, target.entry != source.entry => "entry", "node {node} is of another entry's graph");
            let entry = proof.nodes.get(source.entry as usize).filter(|_| !cx.is_start(source.entry));
            let constants = entry.map_or(0, |entry| entry.state.variables);
            reject_if!(cx, !s.progress && !target.is_return() => "P0", "nothing has been executed on the path");
            reject_if!(cx, s.comparing != Comparing::Nothing => "comparing", "a function is called next, or a call returns");
            cover = Some(covers(cx, s, target, instance, Site::Goto { constants })?);
        }
        Step::Call { entry, instance, returns, .. } => {
            let (made, behind) = call(cx, proof, s, (*entry, instance), returns)?;
            (cover, next) = (Some(made), behind);
        }
    }
    cx.end()?;
    if let (Some(cover), Some(obligations)) = (&cover, proof.obligations.get(&number)) {
        cx.begin(&[], &[]);
        ranking::decide(cx, obligations, &cover.images)?;
    }
    Ok((next, cover))
}

/// G-CALL, or the call of G-COMPARE.
fn call<'m>(
    cx: &mut Context<'m>,
    proof: &Proof<'m>,
    s: &mut State<'m>,
    (entry, instance): (NodeId, &'m Instance),
    returns: &[(NodeId, StepId)],
) -> Checked<(Cover, Next<'m>)> {
    cx.rule("G-CALL");
    let target = some!(cx, proof.nodes.get(entry as usize) => "entry", "there is no node {entry}");
    reject_if!(cx, target.entry != entry => "entry", "node {entry} is no entry node");
    cx.rule("Q-CLOSED");
    reject_if!(cx, cx.is_start(entry) => "call", "the start is called");
    let (made, goes_on) = calls::enter(cx, s, target, instance)?;
    if goes_on {
        let next = calls::leave(cx, s, &proof.nodes, entry, &made, returns)?;
        return Ok((made, next));
    }
    cx.rule("G-COMPARE");
    reject_if!(cx, !returns.is_empty() => "returns", "what follows a comparison follows G-COMPARE");
    Ok((made, Vec::new()))
}

/// The wraps and witnesses that a step provides.
fn given(step: &Step) -> (&[Wrap], &[Witness]) {
    match step {
        Step::Exec { hint, witnesses, .. } | Step::Exit { hint, witnesses } | Step::Compare { hint, witnesses, .. } => {
            (&hint.wraps, witnesses)
        }
        Step::Goto { instance, witnesses, .. } | Step::Call { instance, witnesses, .. } => (&instance.wraps, witnesses),
        Step::Ghost { witnesses, .. } | Step::Apart { witnesses, .. } | Step::Choose { witnesses, .. } => {
            (&[], witnesses)
        }
        Step::Infeasible { witnesses } => (&[], witnesses),
        Step::Split { .. } => (&[], &[]),
    }
}

/// G-APART: the fact for each of the two branches.
fn apart(cx: &mut Context, s: &State, left: u32, right: u32) -> Checked<(Atom, Atom)> {
    cx.rule("G-APART");
    reject_if!(cx, left == right => "blocks", "a block is not apart from itself");
    let (a, b) = (live(cx, s, left)?, live(cx, s, right)?);
    let one = Poly::constant(1);
    // Compilers merge stack slots whose uses do not overlap, within a frame and, by inlining, across frames. A cell
    // that is the caller's may be such a slot.
    let slot = |block: &Block| {
        block.kept || matches!(block.kind, Kind::Stack(_) | Kind::Caller(_) | Kind::Variadic(_) | Kind::Passed(_))
    };
    reject_if!(cx, slot(&a) && slot(&b) => "stack", "two blocks of the stack may share one address");
    // A function that is never executed, or only with undefined behaviour, may have no code of its own.
    let function = |block: &Block| matches!(block.kind, Kind::Function(_));
    reject_if!(cx, function(&a) && function(&b) => "functions", "two functions may share one address");
    // A function's address lies outside all blocks, as if the function had one byte.
    let size = |block: &Block| if function(block) { one.clone() } else { block.size.clone() };
    let (a_size, b_size) = (size(&a), size(&b));
    cx.require_le("P1", &one, &a_size)?;
    cx.require_le("P2", &one, &b_size)?;
    // Blocks of this size fit beside each other, even the largest number that a state may have.
    let small = Poly::constant(power(cx.pointer() - 16));
    cx.require_le("P3", &a_size, &small)?;
    cx.require_le("P4", &b_size, &small)?;
    let global = |kind: &Kind| match kind {
        Kind::Global(name) => cx.module.globals.get(name.as_str()),
        _ => None,
    };
    let pair = global(&a.kind).zip(global(&b.kind));
    // LLVM treats a variable that is never written as a constant.
    reject_if!(cx, pair.is_some_and(|(a, _)| a.unnamed_addr), pair.is_some_and(|(_, b)| b.unnamed_addr) =>
        "unnamed_addr", "two globals may be merged");
    // What a caller lends to be read may lie in a constant, and that may be merged with a variable of the same bytes.
    let lent = |x: &Block| x.read_only && matches!(x.kind, Kind::Caller(_) | Kind::Heap);
    reject_if!(cx, lent(&a) && global(&b.kind).is_some(), lent(&b) && global(&a.kind).is_some() =>
        "views", "what a caller lends to be read may be one with a variable");
    let given = |x: &Block| matches!(x.kind, Kind::Library(_) | Kind::Arguments | Kind::ArgumentText);
    let shared = |x: &Block| x.read_only || global(&x.kind).is_some();
    reject_if!(cx, given(&a) && shared(&b), given(&b) && shared(&a) =>
        "given", "what the library or the system gave may be one with a constant");
    Ok((Atom::le(&a.base.add(&a_size)?, &b.base)?, Atom::le(&b.base.add(&b_size)?, &a.base)?))
}
