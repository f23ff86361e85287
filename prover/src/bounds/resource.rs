//! What is counted, and what each instruction of a program costs.

use crate::program::{BlockIndex, Function, Op, Program, flow};
use certificates::Resource;
use std::collections::{BTreeMap, BTreeSet};

/// The costs of a resource in a program (`spec/bounds.md`).
pub(crate) struct Costs<'a> {
    resource: &'a Resource,
    /// The retreating edges of each function.
    retreating: BTreeMap<&'a str, BTreeSet<(BlockIndex, BlockIndex)>>,
    /// For each function a number; functions that may call each other have the same.
    groups: BTreeMap<&'a str, usize>,
}

impl<'a> Costs<'a> {
    /// The costs in a program.
    pub(crate) fn new(program: &'a Program, resource: &'a Resource) -> Costs<'a> {
        let retreating = program.functions.iter().map(|(name, f)| (name.as_str(), flow::retreating_edges(f)));
        Costs { resource, retreating: retreating.collect(), groups: groups(program) }
    }

    /// The cost of an instruction that goes on at a block, or at the next instruction.
    pub(super) fn of_step(&self, function: &Function, at: (BlockIndex, &Op), target: Option<BlockIndex>) -> i128 {
        let (block, op) = at;
        let retreats = |to: BlockIndex| {
            self.retreating.get(function.name.as_str()).is_some_and(|edges| edges.contains(&(block, to)))
        };
        match (self.resource, target) {
            (Resource::Iterations, Some(to)) => i128::from(retreats(to)),
            (Resource::Loop { function: name, block: label }, Some(to)) => {
                let header = function.blocks.get(to).is_some_and(|b| b.label == *label);
                i128::from(function.name == *name && header && retreats(to))
            }
            (Resource::Instructions, Some(to)) => {
                1 + function.blocks.get(to).map_or(0, |b| b.phis.len() as i128)
            }
            (Resource::Instructions, None) => i128::from(!is_free(op)),
            (Resource::Calls(name), None) => i128::from(calls(op, name)),
            _ => 0,
        }
    }

    /// The cost of a call of a defined function.
    pub(super) fn of_call(&self, caller: &str, callee: &str, op: &Op) -> i128 {
        match self.resource {
            Resource::Iterations => {
                let group = self.groups.get(caller);
                i128::from(group.is_some() && group == self.groups.get(callee))
            }
            Resource::Instructions => 1,
            Resource::Calls(name) => i128::from(calls(op, name)),
            _ => 0,
        }
    }

    /// The cost of a return.
    pub(super) fn of_return(&self) -> i128 {
        i128::from(*self.resource == Resource::Instructions)
    }
}

fn calls(op: &Op, name: &str) -> bool {
    matches!(op, Op::Call { callee, .. } if callee == name)
}

/// Whether an instruction is no more than a remark for debuggers or about lifetimes.
fn is_free(op: &Op) -> bool {
    let remark = |name: &str| name.starts_with("llvm.dbg.") || name.starts_with("llvm.lifetime.");
    matches!(op, Op::Call { callee, .. } if remark(callee))
}

/// The strongly connected components of the graph of calls between defined functions. A call through a pointer may be
/// one of every function that is named other than as the callee of a call.
fn groups(program: &Program) -> BTreeMap<&str, usize> {
    let names: Vec<&str> = program.functions.keys().map(String::as_str).collect();
    let place: BTreeMap<&str, usize> = names.iter().copied().zip(0..).collect();
    let pointed = program.address_taken.iter().filter_map(|name| place.get(name.as_str()).copied());
    let pointed: Vec<usize> = pointed.collect();
    let called = |function: &Function| {
        let mut next = BTreeSet::new();
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.op {
                Op::Call { callee, .. } => next.extend(place.get(callee.as_str())),
                Op::IndirectCall { .. } => next.extend(&pointed),
                _ => {}
            }
        }
        next.into_iter().collect()
    };
    let next: Vec<Vec<usize>> = program.functions.values().map(called).collect();
    let components = super::order::components(&next).into_iter().zip(0..);
    components.flat_map(|(members, group)| members.into_iter().map(move |m| (m, group))).map(|(m, group)| (names[m], group)).collect()
}
