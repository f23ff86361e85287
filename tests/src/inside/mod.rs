//! Do concrete runs stay inside a certificate's states?
//!
//! A run is followed through the proof trees: every instruction must be an `Exec` (or a `Call` that
//! enters a function), and where a tree ends at a node, the concrete state must be one that the
//! node's state means. Where a case distinction speaks of integers that the concrete state does not
//! determine, all branches are followed; a run escapes when no branch is left. No solver is used:
//! variables are determined by propagation through bindings, blocks, entries and equations.

mod structures;
pub mod values;

use crate::interpreter::{Inputs, Mode, Module, Observer, Outcome, RunLimits, View, parse, run_module};
use certificates::*;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use structures::Cells;
use values::{Valuation, contains, evaluate, holds};

/// Runs a certificate's module on some inputs and follows each run. The first problem, if there is
/// one, and how often the runs were inside a node.
pub fn follow(certificate: &Certificate, runs: u64) -> (Option<String>, u64) {
    let module = match parse(&certificate.module) {
        Ok(module) => module,
        Err(message) => return (Some(format!("the module is not read: {message}")), 0),
    };
    let mut visits = 0;
    for seed in 0..runs {
        let mut inputs = Inputs::seeded(seed);
        let (problem, more) = follow_run(certificate, &module, &mut inputs, 1500);
        visits += more;
        if let Some(problem) = problem {
            return (Some(format!("{problem} (seed {seed}, inputs {:?})", inputs.drawn)), visits);
        }
    }
    (None, visits)
}

/// One run of at most `steps` steps.
pub fn follow_run(
    certificate: &Certificate,
    module: &Module,
    inputs: &mut Inputs,
    steps: u64,
) -> (Option<String>, u64) {
    let mut follower = Follower::new(certificate);
    let outcome = run_module(
        module,
        &certificate.claim.entry,
        inputs,
        mode(certificate),
        limits(certificate, steps),
        Some(&mut follower),
    );
    let problem = follower.problem(&outcome);
    (problem, follower.trace.visits.values().sum())
}

/// What runs saw of a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// How often a run was inside each node.
    pub visits: BTreeMap<NodeId, u64>,
    /// Steps that a run passed.
    pub steps: BTreeSet<StepId>,
    /// Values of the variables at the source and at the target of an edge when a run took it, by its step.
    pub edges: BTreeMap<StepId, Vec<(Valuation, Valuation)>>,
}

/// How many passages of one edge a trace keeps.
const PASSAGES: usize = 40;

impl Trace {
    fn edge(&mut self, step: StepId, source: &Valuation, target: &Valuation) {
        let seen = self.edges.entry(step).or_default();
        if seen.len() < PASSAGES {
            seen.push((source.clone(), target.clone()));
        }
    }
}

/// Runs from `main` in which the claim's entry function is followed; for a function with a contract `main`
/// is what calls it as the contract says. The first problem, and what the runs saw.
pub fn observe(certificate: &Certificate, runs: u64, steps: u64) -> (Option<String>, Trace) {
    let module = match parse(&certificate.module) {
        Ok(module) => module,
        Err(message) => {
            return (Some(format!("the module is not read: {message}")), Trace::default());
        }
    };
    let start = match certificate.claim.precondition {
        Some(_) => "main",
        None => &certificate.claim.entry,
    };
    let mut trace = Trace::default();
    for seed in 0..runs {
        let mut follower = Follower::new(certificate);
        std::mem::swap(&mut follower.trace, &mut trace);
        let mut inputs = Inputs::seeded(seed);
        let outcome =
            run_module(&module, start, &mut inputs, mode(certificate), limits(certificate, steps), Some(&mut follower));
        let problem = follower.problem(&outcome);
        trace = follower.trace;
        if let Some(problem) = problem {
            return (Some(format!("{problem} (seed {seed})")), trace);
        }
    }
    (None, trace)
}

fn mode(certificate: &Certificate) -> Mode {
    match certificate.claim.overflow {
        Overflow::Error => Mode::Error,
        Overflow::Wrap => Mode::Wrap,
        Overflow::Ideal => Mode::Ideal,
    }
}

fn limits(certificate: &Certificate, steps: u64) -> RunLimits {
    RunLimits { steps, bytes: 1 << 16, malloc_may_fail: certificate.claim.malloc_may_fail, ..RunLimits::default() }
}

/// A place in a proof that fits the run so far.
#[derive(Clone)]
struct Candidate {
    group: usize,
    at: At,
    node: Rc<Valuation>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum At {
    Step(StepId),
    /// A return node.
    Return(NodeId),
}

/// Candidates that entered the current function in the same way.
struct Group {
    /// The entry's variables.
    entry: Rc<Valuation>,
    /// Candidate of the caller at its `Call` step.
    parent: Option<Candidate>,
}

struct Frame {
    activation: u64,
    groups: Vec<Group>,
    candidates: Vec<Candidate>,
}

/// Follows one run.
pub struct Follower<'a> {
    certificate: &'a Certificate,
    frames: Vec<Frame>,
    /// Why the run escaped, with the place.
    pub escaped: Option<String>,
    /// What the run has seen so far.
    pub trace: Trace,
    /// Frames below that of the entry function, once it is entered; `None` outside of it.
    base: Option<usize>,
}

impl<'a> Follower<'a> {
    pub fn new(certificate: &'a Certificate) -> Self {
        Self { certificate, frames: vec![], escaped: None, trace: Trace::default(), base: None }
    }

    /// At the end of a run that returned (or came to a declared exit): does some candidate agree?
    pub fn ended(&self, exited: bool) -> bool {
        let Some(frame) = self.frames.last() else {
            return false;
        };
        frame.candidates.iter().any(|candidate| match candidate.at {
            At::Return(_) => !exited && self.frames.len() == 1,
            At::Step(step) => exited && matches!(self.step(step), Some(Step::Exit { .. })),
        })
    }

    /// What is wrong with a run that ended so.
    fn problem(&self, outcome: &Outcome) -> Option<String> {
        // A run of `main` is followed inside the entry function only.
        let outside = self.certificate.claim.precondition.is_some() && self.frames.is_empty();
        match outcome {
            Outcome::Stopped => Some(format!("escapes at {}", self.escaped.clone().unwrap_or_default())),
            // It is written for allocations that succeed.
            Outcome::Error { .. } if outside && self.certificate.claim.malloc_may_fail => None,
            Outcome::Error { kind, place } => Some(format!("meets {kind:?} at {place}")),
            _ if outside => None,
            Outcome::Returned(_) if !self.ended(false) => Some("returns where the proof does not".into()),
            Outcome::Exited if !self.ended(true) => Some("exits where the proof does not".into()),
            _ => None,
        }
    }

    fn step(&self, step: StepId) -> Option<&'a Step> {
        self.certificate.steps.get(step as usize)
    }

    /// Brings the frames in line with the machine's: candidates move over the last instruction.
    fn advance(&mut self, view: &View, depth: usize) {
        if self.frames.is_empty() {
            let roots = self.certificate.roots.iter().filter_map(|root| match root {
                Root::Covered { node, .. } => Some(*node),
                Root::Infeasible { .. } => None,
            });
            let groups: Vec<_> = roots.map(|node| self.enter(node, None, view)).collect();
            self.frames.push(Frame { activation: view.activation, groups: vec![], candidates: vec![] });
            for group in groups {
                self.add_group(group);
            }
            return;
        }
        let left = self.frames.last().is_some_and(|frame| frame.activation != view.activation);
        if depth + 1 > self.frames.len() {
            self.entered(view);
        } else if depth + 1 < self.frames.len() {
            if self.returned() {
                self.moved();
            }
        } else if left {
            // One comparison of elements comes directly behind another one.
            self.returned();
            self.entered(view);
        } else {
            self.moved();
        }
    }

    /// The machine has called a function.
    fn entered(&mut self, view: &View) {
        let calls = self.frames.last().map(|frame| frame.candidates.clone()).unwrap_or_default();
        self.frames.push(Frame { activation: view.activation, groups: vec![], candidates: vec![] });
        for candidate in calls {
            if let At::Step(step) = candidate.at
                && let Some(Step::Call { entry, .. }) = self.step(step)
            {
                let group = self.enter(*entry, Some(candidate), view);
                self.add_group(group);
            }
        }
    }

    /// A function has returned. Whether it was called to compare elements: then it is called again, or no more, in the state
    /// in which it was (G-COMPARE).
    fn returned(&mut self) -> bool {
        let Some(done) = self.frames.pop() else { return false };
        let (mut back, mut compared) = (Vec::new(), false);
        for candidate in &done.candidates {
            let At::Return(node) = candidate.at else {
                continue;
            };
            let Some(parent) = &done.groups[candidate.group].parent else {
                continue;
            };
            let At::Step(step) = parent.at else { continue };
            let Some(Step::Call { returns, .. }) = self.step(step) else {
                continue;
            };
            for (_, next) in returns.iter().filter(|(returned, _)| *returned == node) {
                back.push(Candidate { at: At::Step(*next), ..parent.clone() });
            }
            compared |= returns.is_empty();
        }
        if let Some(frame) = self.frames.last_mut().filter(|_| !compared) {
            frame.candidates = back;
        }
        compared
    }

    /// The machine has executed an instruction of the innermost frame.
    fn moved(&mut self) {
        let Some(mut frame) = self.frames.pop() else { return };
        frame.candidates.retain_mut(|candidate| match candidate.at {
            At::Step(step) => match self.step(step) {
                Some(Step::Exec { next, .. }) => {
                    candidate.at = At::Step(*next);
                    true
                }
                _ => false,
            },
            At::Return(_) => false,
        });
        self.frames.push(frame);
    }

    /// The group that enters at an entry node, if the concrete state lies in the node's.
    fn enter(&mut self, node: NodeId, parent: Option<Candidate>, view: &View) -> Option<(Group, StepId)> {
        let entry = self.certificate.nodes.get(node as usize)?;
        let known = match &parent {
            Some(Candidate { at: At::Step(step), node, .. }) => match self.step(*step) {
                Some(Step::Call { instance, .. }) => mapped(&vec![], instance, node),
                _ => vec![],
            },
            _ => vec![],
        };
        let valuation = Rc::new(contains(&entry.state, Cells::of(self.certificate), &known, view)?);
        *self.trace.visits.entry(node).or_default() += 1;
        if let Some(Candidate { at: At::Step(step), node: source, .. }) = &parent {
            self.trace.edge(*step, source, &valuation);
        }
        Some((Group { entry: valuation, parent }, entry.tree?))
    }

    fn add_group(&mut self, group: Option<(Group, StepId)>) {
        if let (Some((group, step)), Some(frame)) = (group, self.frames.last_mut()) {
            let node = Rc::clone(&group.entry);
            frame.candidates.push(Candidate { group: frame.groups.len(), at: At::Step(step), node });
            frame.groups.push(group);
        }
    }

    /// Follows everything that no machine executes, up to the next instruction.
    fn settle(&mut self, view: &View) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        let mut open = std::mem::take(&mut frame.candidates);
        // One step may have several: how far round a circle a run is, only later values tell.
        let mut settled: BTreeMap<(At, usize, Rc<Valuation>), Candidate> = BTreeMap::new();
        // A proof that goes round without executing anything is none: nothing is settled then.
        let mut seen = BTreeSet::new();
        let mut budget = 20_000;
        while let Some(candidate) = open.pop() {
            let At::Step(step) = candidate.at else {
                continue;
            };
            if !seen.insert((step, candidate.group, candidate.node.clone())) {
                continue;
            }
            budget -= 1;
            if budget == 0 {
                break;
            }
            let mut go = |next: StepId| open.push(Candidate { at: At::Step(next), ..candidate.clone() });
            self.trace.steps.insert(step);
            match self.step(step) {
                Some(Step::Exec { .. } | Step::Call { .. } | Step::Choose { .. } | Step::Exit { .. }) => {
                    settled.insert((candidate.at, candidate.group, Rc::clone(&candidate.node)), candidate);
                }
                Some(Step::Split { atom, yes, no }) => match holds(atom, &candidate.node) {
                    Some(true) => go(*yes),
                    Some(false) => go(*no),
                    None => {
                        go(*yes);
                        go(*no);
                    }
                },
                Some(Step::Ghost { next, .. }) => go(*next),
                Some(
                    Step::Apart { left_first: one, right_first: other, .. }
                    | Step::Compare { called: one, returned: other, .. },
                ) => {
                    go(*one);
                    go(*other);
                }
                Some(Step::Goto { node: target, instance, .. }) => {
                    let Some(node) = self.certificate.nodes.get(*target as usize) else {
                        continue;
                    };
                    let here = node.position.function == view.function
                        && node.position.block == view.block
                        && node.position.index as usize == view.index;
                    let constants = &frame.groups[candidate.group].entry;
                    let known = &mapped(constants, instance, &candidate.node);
                    let Some(valuation) =
                        contains(&node.state, Cells::of(self.certificate), known, view).filter(|_| here)
                    else {
                        continue;
                    };
                    *self.trace.visits.entry(*target).or_default() += 1;
                    self.trace.edge(step, &candidate.node, &valuation);
                    let node_values = Rc::new(valuation);
                    match node.tree {
                        Some(tree) => {
                            open.push(Candidate { at: At::Step(tree), node: node_values, ..candidate });
                        }
                        None => {
                            let at = At::Return(*target);
                            let key = (at, candidate.group, Rc::clone(&node_values));
                            settled.insert(key, Candidate { at, node: node_values, ..candidate });
                        }
                    }
                }
                Some(Step::Infeasible { .. }) | None => {}
            }
        }
        frame.candidates = settled.into_values().collect();
        if frame.candidates.is_empty() && self.escaped.is_none() {
            self.escaped = Some(format!("{}:{}:{}", view.function, view.block, view.index));
        }
        self.frames.push(frame);
    }
}

/// Values of a node's variables by the map to it: those of the entry's variables, then of the terms, as far as they are
/// over variables of the node where the path began.
fn mapped(constants: &Valuation, instance: &Instance, source: &Valuation) -> Valuation {
    let terms = instance.variables.iter().map(|term| evaluate(term, source));
    constants.iter().copied().chain(terms).collect()
}

impl Observer for Follower<'_> {
    fn at(&mut self, view: &View) -> bool {
        let claim = &self.certificate.claim;
        if self.base.is_some_and(|base| view.depth < base) {
            // The entry function has returned to the one that called it.
            if !self.ended(false) {
                self.escaped = Some(format!("the return to {}", view.function));
                return false;
            }
            self.base = None;
            self.frames.clear();
        }
        if self.base.is_none() {
            if claim.precondition.is_some() && view.function != claim.entry {
                return true;
            }
            self.base = Some(view.depth);
        }
        let depth = view.depth - self.base.unwrap_or(0);
        self.advance(view, depth);
        self.settle(view);
        self.escaped.is_none()
    }
}
