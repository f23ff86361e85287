//! Replays the proof tree of every node (`spec/graph.md`, section "Trees"): each step is visited
//! once, with a list of what is left to do instead of recursion.

use certificates::{Certificate, Ghost, NodeId, Step, StepId};

use crate::calls;
use crate::covers::{Site, covers};
use crate::entail::Mark;
use crate::judge::{Judge, power};
use crate::ranking::{self, Duties};
use crate::rules;
use crate::rules::memory::{entry, live, read_term};
use crate::state::State;
use crate::term::{Atom, Poly};
use crate::verdict::{Checked, Place, Stop};
use crate::wellformed::{Node, term};

/// Size of all states that wait, at most (monomials).
const MAX_PENDING: usize = 30_000_000;

/// A certificate that is well-formed.
pub struct Proof<'m> {
    pub certificate: &'m Certificate,
    pub nodes: Vec<Node<'m>>,
    pub duties: Duties,
}

/// What replay has seen.
#[derive(Default)]
pub struct Seen {
    /// Steps `Infeasible`.
    pub infeasible: usize,
    /// Nodes with contradictory knowledge.
    pub contradictory: Vec<NodeId>,
}

/// A part of a tree that is still to be replayed.
struct Task<'m> {
    step: StepId,
    state: State<'m>,
    /// The knowledge shrinks to this ...
    mark: Mark,
    /// ... and these facts are added.
    facts: Vec<Atom>,
    size: usize,
}

/// What a step leads to.
enum Next<'m> {
    Step(StepId),
    /// Every path goes on in tasks, or ends.
    Branches(Vec<(StepId, State<'m>, Vec<Atom>)>),
}

/// Replays the trees of all nodes.
pub fn replay<'m>(j: &mut Judge<'m>, proof: &Proof<'m>) -> Checked<Seen> {
    let mut seen = Seen::default();
    for (number, node) in proof.nodes.iter().enumerate() {
        let place = Place { node: Some(number as NodeId), ..Place::default() };
        replay_node(j, proof, node, number as NodeId, &mut seen).map_err(|stop| stop.at(&place))?;
    }
    Ok(seen)
}

fn replay_node<'m>(j: &mut Judge<'m>, proof: &Proof<'m>, node: &Node<'m>, number: NodeId, seen: &mut Seen) -> Checked {
    j.knowledge.clear();
    for atom in &node.facts {
        j.add(atom.clone())?;
    }
    if j.knowledge.is_plainly_contradictory() {
        seen.contradictory.push(number);
    }
    let Some(tree) = node.tree else { return Ok(()) };
    let mut tasks =
        vec![Task { step: tree, state: node.state.clone(), mark: j.knowledge.mark(), facts: Vec::new(), size: 0 }];
    let mut pending = 0;
    while let Some(mut task) = tasks.pop() {
        pending -= task.size;
        j.knowledge.undo(task.mark);
        for fact in task.facts {
            j.add(fact)?;
        }
        let mut current = task.step;
        loop {
            let position = task.state.position;
            let next = step(j, proof, node, current, &mut task.state, seen).map_err(|stop| {
                stop.at(&Place { node: Some(number), step: Some(current), position: Some(position.describe()) })
            })?;
            match next {
                Next::Step(next) => current = next,
                Next::Branches(branches) => {
                    let mark = j.knowledge.mark();
                    for (step, state, facts) in branches.into_iter().rev() {
                        let size = state.size() + facts.iter().map(|fact| fact.poly.size()).sum::<usize>();
                        pending += size;
                        j.charge(size)?;
                        tasks.push(Task { step, state, mark, facts, size });
                    }
                    break;
                }
            }
        }
        if pending > MAX_PENDING {
            return Err(Stop::undecided("G-TREE", "too many open branches"));
        }
    }
    Ok(())
}

fn step<'m>(
    j: &mut Judge<'m>,
    proof: &Proof<'m>,
    source: &Node<'m>,
    number: StepId,
    s: &mut State<'m>,
    seen: &mut Seen,
) -> Checked<Next<'m>> {
    j.rule("N-FLAT");
    let step = some!(j, proof.certificate.steps.get(number as usize) => "step", "there is no step {number}");
    // Some steps look at every entry or block of the state.
    j.charge(8 + (s.entries.len() + s.blocks.len()) / 16)?;
    match step {
        Step::Exec { hint, next, witnesses } => {
            j.begin(&hint.wraps, witnesses);
            rules::execute(j, s, hint)?;
            j.end()?;
            Ok(Next::Step(*next))
        }
        Step::Ghost { ghost: ghost_step, next, witnesses } => {
            j.begin(&[], witnesses);
            ghost(j, s, ghost_step)?;
            j.end()?;
            Ok(Next::Step(*next))
        }
        Step::Split { atom, yes, no } => {
            j.rule("G-SPLIT");
            let atom = Atom { rel: atom.rel, poly: term(j, &atom.term, s.variables)? };
            let negation = atom.negation()?;
            Ok(Next::Branches(vec![(*yes, s.clone(), vec![atom]), (*no, s.clone(), vec![negation])]))
        }
        Step::Apart { left, right, left_first, right_first, witnesses } => {
            j.begin(&[], witnesses);
            let (left_fact, right_fact) = apart(j, s, *left, *right)?;
            j.end()?;
            let branches = vec![(*left_first, s.clone(), vec![left_fact]), (*right_first, s.clone(), vec![right_fact])];
            Ok(Next::Branches(branches))
        }
        Step::Infeasible { witnesses } => {
            j.begin(&[], witnesses);
            j.rule("G-INFEASIBLE");
            j.require("P1", Atom::falsum())?;
            j.end()?;
            seen.infeasible += 1;
            Ok(Next::Branches(Vec::new()))
        }
        Step::Exit { hint, witnesses } => {
            j.begin(&hint.wraps, witnesses);
            rules::call::exit(j, s, hint)?;
            j.end()?;
            Ok(Next::Branches(Vec::new()))
        }
        Step::Goto { node, instance, witnesses } => {
            j.begin(&instance.wraps, witnesses);
            j.rule("G-GOTO");
            let target = some!(j, proof.nodes.get(*node as usize) => "node", "there is no node {node}");
            reject_if!(j, target.entry != source.entry => "entry", "node {node} is of another entry's graph");
            let constants = proof.nodes.get(source.entry as usize).map_or(0, |entry| entry.state.variables);
            reject_if!(j, !s.progress && !target.is_return() => "P0", "nothing has been executed on the path");
            let cover = covers(j, s, target, instance, Site::Goto { constants })?;
            j.end()?;
            decrease(j, proof, number, &cover.images)?;
            Ok(Next::Branches(Vec::new()))
        }
        Step::Call { entry, instance, returns, witnesses } => {
            j.begin(&instance.wraps, witnesses);
            j.rule("G-CALL");
            let target = some!(j, proof.nodes.get(*entry as usize).filter(|node| node.entry == *entry) =>
                "entry", "node {entry} is no entry node");
            let cover = calls::enter(j, s, target, instance)?;
            j.end()?;
            decrease(j, proof, number, &cover.images)?;
            let continuations = calls::leave(j, s, &proof.nodes, *entry, &cover, returns)?;
            Ok(Next::Branches(continuations.into_iter().map(|c| (c.step, c.state, c.facts)).collect()))
        }
    }
}

/// The ranking obligations of an edge.
fn decrease<'m>(j: &mut Judge<'m>, proof: &Proof<'m>, step: StepId, images: &[Poly]) -> Checked {
    j.begin(&[], &[]);
    match proof.duties.get(&step) {
        Some(duties) => ranking::decide(j, duties, images),
        None => Ok(()),
    }
}

/// G-APART; the fact of each branch.
fn apart(j: &mut Judge, s: &State, left: u32, right: u32) -> Checked<(Atom, Atom)> {
    j.rule("G-APART");
    reject_if!(j, left == right => "blocks", "a block is not apart from itself");
    let (a, b) = (live(j, s, left)?, live(j, s, right)?);
    let one = Poly::constant(1);
    j.require_le("P1", &one, &a.size)?;
    j.require_le("P2", &one, &b.size)?;
    // Blocks of this size fit beside each other, as many as a state may have.
    let small = Poly::constant(power(j.pointer() - 16));
    j.require_le("P3", &a.size, &small)?;
    j.require_le("P4", &b.size, &small)?;
    let constant = |kind: &certificates::Kind| match kind {
        certificates::Kind::Global(name) => j.module.globals.get(name.as_str()).filter(|global| global.constant),
        _ => None,
    };
    if let (Some(a), Some(b)) = (constant(&a.kind), constant(&b.kind))
        && (a.unnamed_addr || b.unnamed_addr)
    {
        return j.reject("unnamed_addr", "two constants may be merged");
    }
    Ok((Atom::le(&a.base.add(&a.size)?, &b.base)?, Atom::le(&b.base.add(&b.size)?, &a.base)?))
}

/// Steps that add knowledge, and G-RESOLVE.
fn ghost(j: &mut Judge, s: &mut State, ghost: &Ghost) -> Checked {
    match ghost {
        Ghost::Assert(atom) => {
            j.rule("G-ASSERT");
            let atom = Atom { rel: atom.rel, poly: read_term(j, s, &atom.term)? };
            j.require("P1", atom.clone())?;
            j.add(atom)
        }
        Ghost::Distinct { left, right } => {
            j.rule("G-DISTINCT");
            let (a, b) = pair(j, s, *left, *right)?;
            j.require_ne("P1", &a.value, &b.value)?;
            j.require_le("P2", &a.offset, &b.offset)?;
            j.add_le(&a.offset.plus(1)?, &b.offset)
        }
        Ghost::Same { left, right } => {
            j.rule("G-SAME");
            let (a, b) = pair(j, s, *left, *right)?;
            j.require_eq("P1", &a.offset, &b.offset)?;
            j.add_eq(&a.value, &b.value)
        }
        Ghost::InBlock(id) => {
            j.rule("G-INBLOCK");
            let entry = entry(j, s, *id)?;
            let block = live(j, s, entry.block)?;
            j.add_le(&Poly::constant(0), &entry.offset)?;
            j.add_le(&entry.offset.plus(i128::from(entry.width))?, &block.size)
        }
        Ghost::Block(id) => {
            j.rule("G-BLOCK");
            let block = live(j, s, *id)?;
            j.add_le(&Poly::constant(1), &block.base)?;
            j.add_le(&block.base.add(&block.size)?, &Poly::constant(j.top()))?;
            j.add_le(&Poly::constant(0), &block.size)
        }
        Ghost::Divide { term, divisor } => {
            j.rule("G-DIVIDE");
            let t = read_term(j, s, term)?;
            let magnitude = divisor.0.checked_abs().ok_or(crate::term::TooLarge)?;
            reject_if!(j, magnitude == 0 => "c != 0", "division by zero");
            let q = j.fresh(s)?;
            let r = j.fresh(s)?;
            j.add_eq(&t, &q.combine(divisor.0, &r, 1)?)?;
            j.add_range(0, &r, magnitude - 1)
        }
        Ghost::Resolve { block, present } => resolve(j, s, *block, *present),
        Ghost::Fold { .. } | Ghost::Unfold(_) | Ghost::Join { .. } => {
            j.rule("L-LIST");
            j.reject("version", "list invariants are not part of version 1")
        }
    }
}

/// Two entries of one block, width and sign, for G-DISTINCT and G-SAME.
fn pair(
    j: &Judge,
    s: &State,
    left: u32,
    right: u32,
) -> Checked<(std::rc::Rc<crate::state::Entry>, std::rc::Rc<crate::state::Entry>)> {
    let (a, b) = (entry(j, s, left)?, entry(j, s, right)?);
    reject_if!(j, left == right || a.block != b.block || a.width != b.width || a.sign != b.sign =>
        "entries", "not two entries of one block, width and sign");
    Ok((a, b))
}

/// G-RESOLVE
fn resolve(j: &mut Judge, s: &mut State, id: u32, present: bool) -> Checked {
    j.rule("G-RESOLVE");
    let block =
        some!(j, s.blocks.get(&id).filter(|block| block.optional).cloned() => "block", "block {id} is not optional");
    let zero = Poly::constant(0);
    if !present {
        j.require_eq("P1", &block.base, &zero)?;
        s.delete(id);
        return Ok(());
    }
    j.require_ne("P1", &block.base, &zero)?;
    let mut resolved = block.as_ref().clone();
    resolved.optional = false;
    s.blocks.insert(id, resolved.into());
    j.add_le(&Poly::constant(1), &block.base)?;
    j.add_le(&block.base.add(&block.size)?, &Poly::constant(j.top()))?;
    j.add_le(&block.size, &Poly::constant(power(j.pointer()) / 2 - 1))
}
