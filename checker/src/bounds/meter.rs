//! What an instruction costs (`spec/bounds.md`, Resources). It depends on the module alone, but for sizes.

use std::collections::{BTreeMap, BTreeSet};

use certificates::{Allocation, Detail, Hint, Kind, Resource};

use crate::answer::verdict::Checked;
use crate::decide::term::Poly;
use crate::proof::context::Context;
use crate::proof::ranking::components;
use crate::proof::state::{Position, State};
use crate::reader::names;
use crate::reader::{Callee, Function, Module, Name, Op, Operand, Signature};
use crate::rules::library::call::{ALLOCATORS, INTRINSICS};

/// What a step costs, before the potentials of nodes.
#[derive(Default)]
pub struct Cost {
    /// What is paid for good.
    pub pay: Poly,
    /// What is needed at the same time, and comes back at once.
    pub lend: Poly,
    /// What comes back behind it, from what was there before.
    pub back: Poly,
}

/// A place before an instruction, with what only the state there says.
pub struct Before<'m> {
    position: Position<'m>,
    /// The number of the next new block.
    next_block: u32,
    /// The size of the block that the instruction frees.
    freed: Poly,
}

impl<'m> Before<'m> {
    /// What is remembered of a state before a step with this hint.
    pub fn of(s: &State<'m>, hint: Option<&Hint>) -> Before<'m> {
        let freed = match (called(s.position), hint.map(|hint| &hint.detail)) {
            ("free", Some(Detail::Release(block))) => *block,
            ("realloc", Some(Detail::Reallocate { block, outcome: Allocation::Succeeds, .. })) => *block,
            _ => None,
        };
        let freed = freed.and_then(|id| s.blocks.get(&id)).map(|block| block.size.clone()).unwrap_or_default();
        Before { position: s.position, next_block: s.next_block, freed }
    }
}

/// The function that a direct call calls; empty elsewhere.
fn called<'m>(position: Position<'m>) -> &'m str {
    match position.operation() {
        Some(Op::Call { callee: Callee::Direct(name), .. }) => name,
        _ => "",
    }
}

/// Counts one resource.
pub struct Meter<'m> {
    resource: &'m Resource,
    /// Retreating edges by function: places of blocks.
    retreating: BTreeMap<&'m str, BTreeSet<(usize, usize)>>,
    /// The component of each defined function in the graph of calls.
    component: BTreeMap<&'m str, u32>,
}

impl<'m> Meter<'m> {
    /// O-FORM: what is counted is there to be counted.
    pub fn new(cx: &mut Context<'m>, resource: &'m Resource) -> Checked<Meter<'m>> {
        let module = cx.module;
        cx.charge(module.functions.values().map(|function| function.registers.len() + function.blocks.len()).sum())?;
        let loops = matches!(resource, Resource::Iterations | Resource::Loop { .. });
        let functions = module.functions.values().filter(|_| loops);
        let retreating: BTreeMap<_, _> = functions.map(|function| (&*function.name, retreating(function))).collect();
        match resource {
            Resource::Loop { function, block } => {
                let place = module.functions.get(function.as_str()).and_then(|f| f.labels.get(block.as_str()));
                let edges = retreating.get(function.as_str());
                let header = edges.is_some_and(|edges| edges.iter().any(|(_, to)| Some(to) == place));
                reject_if!(cx, !header => "loop", "no retreating edge of @{function} leads to %{block}");
            }
            Resource::Calls(name) => {
                let there =
                    module.functions.contains_key(name.as_str()) || module.declarations.contains_key(name.as_str());
                reject_if!(cx, !there => "calls", "the module has no function @{name}");
                // Compilers make calls of intrinsics, and of intrinsics calls, and replace what they know.
                let known = names::recognised(name) || names::recognised_by_front_ends(name);
                let known = known && !module.functions.contains_key(name.as_str());
                let kept = ["exit", "read", "write"].iter().chain(&ALLOCATORS).any(|other| other == name);
                let intrinsic = name.starts_with("llvm.") || INTRINSICS.iter().any(|(family, ..)| family == name);
                reject_if!(cx, known && !kept, intrinsic => "calls", "compilers may replace calls of @{name}, or make some");
            }
            Resource::Stack(frames) => reject_if!(cx, !frames.is_sorted_by(|a, b| a.0 < b.0) =>
                "frames", "the frames are not ascending by name"),
            _ => {}
        }
        let component = if *resource == Resource::Iterations { recursion(module) } else { BTreeMap::new() };
        Ok(Meter { resource, retreating, component })
    }

    /// Whether frames of the stack are what is counted: only then does a return give back everything.
    pub fn is_stack(&self) -> bool {
        matches!(self.resource, Resource::Stack(_))
    }

    /// Whether returns cost something.
    pub fn counts_returns(&self) -> bool {
        *self.resource == Resource::Instructions
    }

    /// Whether what is counted comes back.
    pub fn is_heap(&self) -> bool {
        *self.resource == Resource::Heap
    }

    /// Bytes of a function's frame, if they are known.
    fn frame(&self, name: &str) -> Option<i128> {
        let Resource::Stack(frames) = self.resource else { return None };
        let place = frames.binary_search_by(|(other, _)| other.as_str().cmp(name)).ok()?;
        frames.get(place).map(|(_, bytes)| i128::from(*bytes))
    }

    /// The beginning of the run, in this function.
    pub fn begins(&self, entry: &str) -> i128 {
        self.frame(entry).unwrap_or(0)
    }

    /// A call of a defined function.
    pub fn enters(&self, before: &Before, callee: &str) -> i128 {
        match self.resource {
            Resource::Iterations => {
                let caller = self.component.get(&*before.position.function.name);
                i128::from(caller.is_some() && caller == self.component.get(callee))
            }
            _ => self.executed(before) + self.frame(callee).unwrap_or(0),
        }
    }

    /// The costs of an instruction that do not depend on where it leads.
    pub fn executed(&self, before: &Before) -> i128 {
        let direct = called(before.position);
        match self.resource {
            Resource::Instructions => {
                i128::from(!direct.starts_with("llvm.lifetime.") && !direct.starts_with("llvm.dbg."))
            }
            Resource::Calls(name) => i128::from(name == direct),
            _ => 0,
        }
    }

    /// A step Exec, from `before` to `after`.
    pub fn exec(&self, before: &Before, after: &State) -> Checked<Cost> {
        let position = before.position;
        let terminator = position.operation().is_some_and(Op::is_terminator);
        let edge = (position.block, after.position.block);
        let edges = self.retreating.get(&*position.function.name);
        let back = terminator && edges.is_some_and(|edges| edges.contains(&edge));
        let target = position.function.blocks.get(edge.1).filter(|_| terminator);
        let mut cost = Cost { pay: Poly::constant(self.executed(before)), ..Cost::default() };
        match self.resource {
            Resource::Iterations => cost.pay = Poly::constant(back.into()),
            Resource::Loop { function, block } => {
                let here =
                    **function == *position.function.name && target.is_some_and(|target| **block == *target.label);
                cost.pay = Poly::constant((back && here).into());
            }
            Resource::Instructions => cost.pay = cost.pay.plus(target.map_or(0, |target| target.phis.len()) as i128)?,
            Resource::Calls(_) => {}
            Resource::Stack(_) => match position.operation() {
                Some(Op::Alloca { size, count, is_static: true, .. }) => {
                    let known = self.frame(&position.function.name).is_some();
                    let count = if let Operand::Int { bits, .. } = count.value { i128::from(bits) } else { 1 };
                    cost.pay = Poly::constant(if known { 0 } else { i128::from(*size) }).scale(count)?;
                }
                Some(Op::Alloca { .. }) => cost.pay = made(before, after, |kind| matches!(kind, Kind::Stack(_)))?,
                _ => cost.lend = Poly::constant(self.frame(called(position)).unwrap_or(0)),
            },
            Resource::Allocated | Resource::Heap => {
                if let Some(Op::Call { .. }) = position.operation() {
                    cost.pay = made(before, after, |kind| *kind == Kind::Heap)?;
                }
                if self.is_heap() {
                    cost.back = before.freed.clone();
                }
            }
        }
        Ok(cost)
    }

    /// The frame that a function takes that the program ends in.
    pub fn last(&self, before: &Before) -> i128 {
        self.executed(before) + self.frame(called(before.position)).unwrap_or(0)
    }
}

/// Bytes of the new blocks of a kind.
fn made(before: &Before, after: &State, wanted: impl Fn(&Kind) -> bool) -> Checked<Poly> {
    let mut new = after.blocks.range(before.next_block..).map(|(_, block)| block).filter(|block| wanted(&block.kind));
    new.try_fold(Poly::default(), |sum, block| Ok(sum.add(&block.size)?))
}

/// The retreating edges of a depth-first search from the first block, whose successors are taken in the order in which
/// the terminator has them: edges to a block from which the search has not returned yet.
fn retreating(function: &Function) -> BTreeSet<(usize, usize)> {
    let targets = |block: usize| -> Vec<usize> {
        let last = function.blocks.get(block).and_then(|block| block.instructions.last());
        let labels = last.map_or_else(Vec::new, |last| last.op.targets());
        labels.into_iter().filter_map(|label: &Name| function.labels.get(label).copied()).collect()
    };
    let (mut seen, mut open, mut found) = (BTreeSet::from([0]), BTreeSet::from([0]), BTreeSet::new());
    let mut path = vec![(0, targets(0).into_iter())];
    while let Some((block, rest)) = path.last_mut() {
        let from = *block;
        match rest.next() {
            None => {
                open.remove(&from);
                path.pop();
            }
            Some(to) if open.contains(&to) => _ = found.insert((from, to)),
            Some(to) if seen.insert(to) => {
                open.insert(to);
                path.push((to, targets(to).into_iter()));
            }
            Some(_) => {}
        }
    }
    found
}

/// The strongly connected component of each defined function: a direct call leads to its callee, one through a pointer to
/// every function of its type.
fn recursion(module: &Module) -> BTreeMap<&str, u32> {
    let places: BTreeMap<&str, usize> = module.functions.values().map(|function| &*function.name).zip(0..).collect();
    // Each type has a place as well, between the calls through pointers and the functions.
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    let mut place = |ty: &Signature| {
        let next = places.len() + types.len();
        *types.entry(format!("{ty:?}")).or_insert(next)
    };
    let mut edges: Vec<_> = module.functions.values().map(|function| place(&function.signature)).zip(0..).collect();
    for (function, number) in module.functions.values().zip(0..) {
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.op {
                Op::Call { callee: Callee::Direct(name), .. } => {
                    edges.extend(places.get(&**name).map(|place| (number, *place)));
                }
                Op::Call { callee: Callee::Indirect(_), signature, .. } => edges.push((number, place(signature))),
                _ => {}
            }
        }
    }
    places.keys().copied().zip(components(places.len() + types.len(), &edges)).collect()
}
