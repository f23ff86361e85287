//! Do concrete runs stay inside a certificate's states?
//!
//! A run is followed through the proof trees: every instruction must be an `Exec` (or a `Call` that
//! enters a function), and where a tree ends at a node, the concrete state must be one that the
//! node's state means. Where a case distinction speaks of integers that the concrete state does not
//! determine, all branches are followed; a run escapes when no branch is left. No solver is used:
//! variables are determined by propagation through bindings, blocks, entries and equations.

use crate::interpreter::{
    Block, Inputs, Limits, Mode, Module, Observer, Outcome, Value, View, parse, run_module,
};
use certificates::*;
use std::collections::BTreeMap;
use std::rc::Rc;

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
            return (
                Some(format!(
                    "{problem} (seed {seed}, inputs {:?})",
                    inputs.drawn
                )),
                visits,
            );
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
    let mode = match certificate.claim.overflow {
        Overflow::Error => Mode::Error,
        Overflow::Wrap => Mode::Wrap,
        Overflow::Ideal => Mode::Ideal,
    };
    let malloc_may_fail = certificate.claim.malloc_may_fail;
    let limits = Limits {
        steps,
        bytes: 1 << 16,
        malloc_may_fail,
        ..Limits::default()
    };
    let mut follower = Follower::new(certificate);
    let outcome = run_module(
        module,
        &certificate.claim.entry,
        inputs,
        mode,
        limits,
        Some(&mut follower),
    );
    let problem = match &outcome {
        Outcome::Stopped => Some(format!(
            "escapes at {}",
            follower.escaped.clone().unwrap_or_default()
        )),
        Outcome::Error { kind, place } => Some(format!("meets {kind:?} at {place}")),
        Outcome::Returned(_) if !follower.ended(false) => {
            Some("returns where the proof does not".into())
        }
        Outcome::Exited if !follower.ended(true) => Some("exits where the proof does not".into()),
        _ => None,
    };
    (problem, follower.visits)
}

/// Values of a node's variables, as far as the concrete state determines them.
type Valuation = Vec<Option<i128>>;

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
    /// How many times a run was inside a node.
    pub visits: u64,
}

impl<'a> Follower<'a> {
    pub fn new(certificate: &'a Certificate) -> Self {
        Self {
            certificate,
            frames: vec![],
            escaped: None,
            visits: 0,
        }
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

    fn step(&self, step: StepId) -> Option<&'a Step> {
        self.certificate.steps.get(step as usize)
    }

    /// Brings the frames in line with the machine's: candidates move over the last instruction.
    fn advance(&mut self, view: &View) {
        if self.frames.is_empty() {
            let roots = self.certificate.roots.iter().filter_map(|root| match root {
                Root::Covered { node, .. } => Some(*node),
                Root::Infeasible { .. } => None,
            });
            let groups: Vec<_> = roots.map(|node| self.enter(node, None, view)).collect();
            self.frames.push(Frame {
                activation: view.activation,
                groups: vec![],
                candidates: vec![],
            });
            for group in groups {
                self.add_group(group);
            }
        } else if view.depth + 1 > self.frames.len() {
            let calls = self
                .frames
                .last()
                .map(|frame| frame.candidates.clone())
                .unwrap_or_default();
            self.frames.push(Frame {
                activation: view.activation,
                groups: vec![],
                candidates: vec![],
            });
            for candidate in calls {
                if let At::Step(step) = candidate.at
                    && let Some(Step::Call { entry, .. }) = self.step(step)
                {
                    let group = self.enter(*entry, Some(candidate), view);
                    self.add_group(group);
                }
            }
        } else if view.depth + 1 < self.frames.len() {
            let Some(done) = self.frames.pop() else {
                return;
            };
            let mut back = Vec::new();
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
                    back.push(Candidate {
                        at: At::Step(*next),
                        ..parent.clone()
                    });
                }
            }
            if let Some(frame) = self.frames.last_mut() {
                frame.candidates = back;
            }
        } else if let Some(mut frame) = self.frames.pop() {
            debug_assert_eq!(frame.activation, view.activation);
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
    }

    /// The group that enters at an entry node, if the concrete state lies in the node's.
    fn enter(
        &mut self,
        node: NodeId,
        parent: Option<Candidate>,
        view: &View,
    ) -> Option<(Group, StepId)> {
        let entry = self.certificate.nodes.get(node as usize)?;
        let valuation = Rc::new(contains(&entry.state, &[], view)?);
        self.visits += 1;
        Some((
            Group {
                entry: valuation,
                parent,
            },
            entry.tree?,
        ))
    }

    fn add_group(&mut self, group: Option<(Group, StepId)>) {
        if let (Some((group, step)), Some(frame)) = (group, self.frames.last_mut()) {
            let node = Rc::clone(&group.entry);
            frame.candidates.push(Candidate {
                group: frame.groups.len(),
                at: At::Step(step),
                node,
            });
            frame.groups.push(group);
        }
    }

    /// Follows everything that no machine executes, up to the next instruction.
    fn settle(&mut self, view: &View) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        let mut open = std::mem::take(&mut frame.candidates);
        let mut settled: BTreeMap<(At, usize), Candidate> = BTreeMap::new();
        while let Some(candidate) = open.pop() {
            let At::Step(step) = candidate.at else {
                continue;
            };
            let mut go = |next: StepId| {
                open.push(Candidate {
                    at: At::Step(next),
                    ..candidate.clone()
                })
            };
            match self.step(step) {
                Some(Step::Exec { .. } | Step::Call { .. } | Step::Exit { .. }) => {
                    settled.insert((candidate.at, candidate.group), candidate);
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
                Some(Step::Apart {
                    left_first,
                    right_first,
                    ..
                }) => {
                    go(*left_first);
                    go(*right_first);
                }
                Some(Step::Goto { node: target, .. }) => {
                    let Some(node) = self.certificate.nodes.get(*target as usize) else {
                        continue;
                    };
                    let here = node.position.function == view.function
                        && node.position.block == view.block
                        && node.position.index as usize == view.index;
                    let known = &frame.groups[candidate.group].entry;
                    let Some(valuation) = contains(&node.state, known, view).filter(|_| here)
                    else {
                        continue;
                    };
                    self.visits += 1;
                    let node_values = Rc::new(valuation);
                    match node.tree {
                        Some(tree) => {
                            open.push(Candidate {
                                at: At::Step(tree),
                                node: node_values,
                                ..candidate
                            });
                        }
                        None => {
                            let at = At::Return(*target);
                            settled.insert(
                                (at, candidate.group),
                                Candidate {
                                    at,
                                    node: node_values,
                                    ..candidate
                                },
                            );
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

impl Observer for Follower<'_> {
    fn at(&mut self, view: &View) -> bool {
        self.advance(view);
        self.settle(view);
        self.escaped.is_none()
    }
}

/// The valuation of the state's variables if the concrete state can be one of its meanings, as far
/// as propagation tells. `known` are the values of the first variables.
pub fn contains(state: &State, known: &[Option<i128>], view: &View) -> Option<Valuation> {
    let mut values: Valuation = vec![None; state.variables as usize];
    for (value, known) in values.iter_mut().zip(known) {
        *value = *known;
    }
    loop {
        let before = values.iter().flatten().count();
        propagate(state, &mut values, view)?;
        if values.iter().flatten().count() == before {
            return Some(values);
        }
    }
}

/// One round; `None` when something determined does not fit.
fn propagate(state: &State, values: &mut Valuation, view: &View) -> Option<()> {
    for binding in &state.bindings {
        // Floating point has no binding; a register without value here cannot be read later.
        let Some(Value::Bits(bits)) = view.register(&binding.register) else {
            continue;
        };
        let width = view.width(&binding.register)?;
        equal(&binding.value, read(*bits, width, binding.sign), values)?;
    }
    for atom in &state.knowledge {
        match (atom.rel, holds(atom, values)) {
            (_, Some(false)) => return None,
            (Rel::Eq, None) => equal(&atom.term, 0, values)?,
            _ => {}
        }
    }
    for block in &state.blocks {
        let base = match &block.kind {
            Kind::Stack(register) => match view.register(register) {
                Some(Value::Bits(bits)) => Some(i128::try_from(*bits).ok()?),
                _ => return None,
            },
            Kind::Global(name) | Kind::Function(name) => Some(view.global(name)?.into()),
            Kind::Heap | Kind::Caller(_) => None,
        };
        if let Some(base) = base {
            equal(&block.base, base, values)?;
        }
        let Some(base) = evaluate(&block.base, values) else {
            continue;
        };
        if block.optional && base == 0 {
            continue;
        }
        if matches!(block.kind, Kind::Function(_)) {
            equal(&block.size, 0, values)?;
            continue;
        }
        let live: &Block = view.memory.at(u64::try_from(base).ok()?)?;
        equal(&block.size, live.bytes.len() as i128, values)?;
        if base % i128::from(block.align) != 0 {
            return None;
        }
    }
    for entry in &state.entries {
        let block = state.blocks.iter().find(|block| block.id == entry.block)?;
        let base = evaluate(&block.base, values);
        let (Some(base), Some(offset)) = (base, evaluate(&entry.offset, values)) else {
            continue;
        };
        let address = u64::try_from(base.checked_add(offset)?).ok()?;
        let bytes = view.memory.read(address, entry.width.into(), 1).ok()?;
        let mut all = [0; 16];
        all[..bytes.len()].copy_from_slice(bytes);
        equal(
            &entry.value,
            read(u128::from_le_bytes(all), 8 * entry.width, entry.sign),
            values,
        )?;
    }
    Some(())
}

/// Bits as an integer.
fn read(bits: u128, width: u32, sign: Sign) -> i128 {
    let value = bits as i128;
    let negative = sign == Sign::Signed && width < 127 && value >> (width - 1) & 1 == 1;
    if negative {
        value - (1 << width)
    } else {
        value
    }
}

/// Checks that a term has a value, or determines its only unknown variable. `None`: it has not.
fn equal(term: &Term, value: i128, values: &mut Valuation) -> Option<()> {
    let mut rest = value;
    let mut unknown: Option<(Var, i128)> = None;
    for (monomial, Int(coefficient)) in &term.0 {
        match product(monomial, values) {
            Some(known) => match known
                .checked_mul(*coefficient)
                .and_then(|part| rest.checked_sub(part))
            {
                Some(less) => rest = less,
                None => return Some(()),
            },
            None => match (monomial.0.as_slice(), unknown) {
                ([variable], None) => unknown = Some((*variable, *coefficient)),
                _ => return Some(()),
            },
        }
    }
    match unknown {
        None if rest == 0 => Some(()),
        None => None,
        Some((_, 0)) => Some(()),
        Some((_, coefficient)) if rest % coefficient != 0 => None,
        Some((variable, coefficient)) => {
            *values.get_mut(variable as usize)? = Some(rest / coefficient);
            Some(())
        }
    }
}

fn product(monomial: &Monomial, values: &[Option<i128>]) -> Option<i128> {
    let factor = |variable: &Var| values.get(*variable as usize).copied().flatten();
    monomial.0.iter().try_fold(1i128, |product, variable| {
        product.checked_mul(factor(variable)?)
    })
}

fn evaluate(term: &Term, values: &[Option<i128>]) -> Option<i128> {
    term.0
        .iter()
        .try_fold(0i128, |sum, (monomial, Int(coefficient))| {
            sum.checked_add(product(monomial, values)?.checked_mul(*coefficient)?)
        })
}

/// Whether an atom holds, if its variables are determined.
fn holds(atom: &Atom, values: &[Option<i128>]) -> Option<bool> {
    let value = evaluate(&atom.term, values)?;
    Some(match atom.rel {
        Rel::Eq => value == 0,
        Rel::Ne => value != 0,
        Rel::Le => value <= 0,
    })
}
