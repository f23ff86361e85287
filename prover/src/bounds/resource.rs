//! What is counted, and what each instruction of a program costs.

use crate::algebra::Term;
use crate::program::{BlockIndex, Function, Op, Operand, Program, Type, flow};
use certificates::Resource;
use std::collections::{BTreeMap, BTreeSet};

/// What steps cost: a number, and the sizes of blocks, less what comes back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Price {
    pub number: i128,
    /// None of them is a number.
    pub sizes: Vec<Term>,
    /// Sizes that come back; none of them is a number.
    pub back: Vec<Term>,
}

impl Price {
    /// The price of blocks of these sizes; `None` if a number becomes too large.
    fn of(sizes: &[Term]) -> Option<Price> {
        sizes.iter().try_fold(Price::default(), |sum, size| {
            sum.plus(match size.as_constant() {
                Some(number) => number.into(),
                None => Price { sizes: vec![size.clone()], ..Price::default() },
            })
        })
    }

    /// What comes back with a block of this size; `None` if a number becomes too large.
    fn back(size: &Term) -> Option<Price> {
        Some(match size.as_constant() {
            Some(number) => number.checked_neg()?.into(),
            None => Price { back: vec![size.clone()], ..Price::default() },
        })
    }

    /// Both prices together; `None` if a number becomes too large.
    pub(super) fn plus(mut self, other: Price) -> Option<Price> {
        self.sizes.extend(other.sizes);
        self.back.extend(other.back);
        Some(Price { number: self.number.checked_add(other.number)?, ..self })
    }
}

impl From<i128> for Price {
    fn from(number: i128) -> Price {
        Price { number, ..Price::default() }
    }
}

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

    /// The cost of an instruction that goes on at a block, or at the next instruction, and makes blocks of these sizes;
    /// `None` if it is not known.
    pub(super) fn of_step(
        &self,
        function: &Function,
        at: (BlockIndex, &Op),
        target: Option<BlockIndex>,
        made: &[Term],
    ) -> Option<Price> {
        let (block, op) = at;
        match (self.resource, op) {
            (Resource::Stack(_), Op::Alloca { is_static: true, .. }) if self.frame(&function.name).is_some() => {
                return Some(0.into());
            }
            (Resource::Stack(_), Op::Alloca { element_size, count: Operand::Int { bits, .. }, .. }) => {
                return i128::from(*element_size).checked_mul(i128::from(*bits)).map(Price::from);
            }
            (Resource::Stack(_), Op::Alloca { .. }) | (Resource::Allocated | Resource::Heap, Op::Call { .. }) => {
                return Price::of(made);
            }
            _ => {}
        }
        let retreats = |to: BlockIndex| {
            self.retreating.get(function.name.as_str()).is_some_and(|edges| edges.contains(&(block, to)))
        };
        let number = match (self.resource, target) {
            (Resource::Iterations, Some(to)) => i128::from(retreats(to)),
            (Resource::Loop { function: name, block: label }, Some(to)) => {
                let header = function.blocks.get(to).is_some_and(|b| b.label == *label);
                i128::from(function.name == *name && header && retreats(to))
            }
            (Resource::Instructions, Some(to)) => 1 + function.blocks.get(to).map_or(0, |b| b.phis.len() as i128),
            (Resource::Instructions, None) => i128::from(!is_free(op)),
            (Resource::Calls(name), None) => i128::from(calls(op, name)),
            _ => 0,
        };
        Some(number.into())
    }

    /// What comes back behind an instruction, where a block of this size was released; `None` if it is not known.
    pub(super) fn comes_back_at(&self, op: &Op, freed: Option<&Term>) -> Option<Price> {
        let called = match op {
            Op::Call { callee, .. } => callee,
            _ => "",
        };
        match (self.resource, called, freed) {
            (Resource::Heap, "free" | "realloc", Some(size)) => Price::back(size),
            _ => Some(Price::default()),
        }
    }

    /// Whether what is counted comes back before the function returns, so that it must suffice in between.
    pub(super) fn has_peaks(&self) -> bool {
        *self.resource == Resource::Heap
    }

    /// The bytes of a function's frame, if they are known.
    pub(super) fn frame(&self, function: &str) -> Option<i128> {
        let Resource::Stack(frames) = self.resource else { return None };
        frames.iter().find(|(name, _)| name == function).map(|(_, bytes)| i128::from(*bytes))
    }

    /// Whether a return gives back all that the callee took.
    pub(super) fn comes_back(&self) -> bool {
        matches!(self.resource, Resource::Stack(_))
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
            Resource::Stack(_) => self.frame(callee).unwrap_or(0),
            _ => 0,
        }
    }

    /// The cost of a return.
    pub(super) fn of_return(&self) -> i128 {
        i128::from(*self.resource == Resource::Instructions)
    }
}

/// Functions of these names are also intrinsics, and compilers make one of the other: their calls are not counted.
const INTRINSICS: &str = "memcpy memmove memset assume abs smax smin umax umin expect donothing debugtrap prefetch \
    objectsize returnaddress frameaddress fshl fshr ctpop ctlz cttz bswap bitreverse";

/// Why there is nothing to count, in one sentence; `None` if there is something.
pub(super) fn nothing(program: &Program, resource: &Resource) -> Option<String> {
    match resource {
        Resource::Loop { function, block } => {
            let found = program.functions.get(function);
            let header = found.is_some_and(|f| {
                let mut edges = flow::retreating_edges(f).into_iter();
                edges.any(|(_, to)| f.blocks.get(to).is_some_and(|b| b.label == *block))
            });
            (!header).then(|| format!("no loop of '{function}' begins at a block of the name '{block}'"))
        }
        Resource::Calls(name) => {
            let there = program.functions.contains_key(name) || program.declarations.contains_key(name);
            let intrinsic = name.starts_with("llvm.") || INTRINSICS.split_whitespace().any(|other| other == name);
            match (there, intrinsic) {
                (_, true) => Some(format!("calls of '{name}' are not counted: compilers replace them")),
                (false, _) => Some(format!("the program has no function '{name}'")),
                _ => None,
            }
        }
        _ => None,
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
/// one of every function of its type.
fn groups(program: &Program) -> BTreeMap<&str, usize> {
    let names: Vec<&str> = program.functions.keys().map(String::as_str).collect();
    let place: BTreeMap<&str, usize> = names.iter().copied().zip(0..).collect();
    let fits = |function: &Function, result: Type, arguments: &[(Type, Operand)]| {
        let types = arguments.iter().map(|(ty, _)| *ty);
        function.signature.result == result && types.eq(function.signature.parameters.iter().copied())
    };
    let called = |function: &Function| {
        let mut next = BTreeSet::new();
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.op {
                Op::Call { callee, .. } => next.extend(place.get(callee.as_str())),
                Op::IndirectCall { result, arguments, .. } => {
                    let all = program.functions.values().zip(0..);
                    next.extend(all.filter(|(f, _)| fits(f, *result, arguments)).map(|(_, number)| number));
                }
                _ => {}
            }
        }
        next.into_iter().collect()
    };
    let next: Vec<Vec<usize>> = program.functions.values().map(called).collect();
    let components = super::order::components(&next).into_iter().zip(0..);
    components
        .flat_map(|(members, group)| members.into_iter().map(move |m| (m, group)))
        .map(|(m, group)| (names[m], group))
        .collect()
}
