//! What the potential of a node must pay: an obligation for each place where its tree calls, ends or goes on.

use super::potential::Potential;
use super::resource::{Costs, Price};
use crate::algebra::{Atom, Term, Var};
use crate::graph::{End, Graph, Instance, NodeIndex, TreeIndex};
use crate::program::{Function, Op, Program};
use crate::state::{Linear, ProgramPoint, Recorded};
use certificates::{Detail, Hint};
use std::collections::BTreeMap;

/// The potential of a node is at least a cost and the potentials of other nodes, in these terms.
#[derive(Clone, Debug)]
pub(crate) struct Debt<'g> {
    pub from: NodeIndex,
    pub place: Place,
    /// What is known there.
    pub facts: &'g [Atom],
    pub cost: Price,
    /// The entries that were called on the way, and what is called or gone to.
    pub owed: Vec<Owed<'g>>,
}

/// Where an obligation is: behind a step of a part of a tree, or at the part's end.
pub(crate) type Place = (TreeIndex, Option<usize>);

/// A node, and the values of its variables where its potential is owed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owed<'g> {
    pub to: NodeIndex,
    pub instance: &'g Instance,
}

impl Owed<'_> {
    /// The value of one of the node's variables.
    pub(crate) fn value(&self, variable: Var) -> Option<Term> {
        self.instance.apply(variable)
    }

    /// The node's potential in terms of the place where it is owed.
    pub(crate) fn image(&self, potential: &Potential) -> Option<Potential> {
        potential.image(&|v| self.value(v))
    }
}

/// A part of a tree that is still to be walked through.
struct Walk<'g> {
    tree: TreeIndex,
    place: ProgramPoint,
    cost: Price,
    owed: Vec<Owed<'g>>,
}

/// The obligations of all nodes, by node; `None` if a step is not where an instruction is.
pub(crate) fn debts<'g>(
    program: &Program,
    graph: &'g Graph,
    costs: &Costs<'_>,
) -> Option<BTreeMap<NodeIndex, Vec<Debt<'g>>>> {
    let mut all = BTreeMap::new();
    for (from, node) in graph.nodes.entries() {
        let Some(tree) = node.tree else { continue };
        let function = program.functions.get(&*node.state.function)?;
        let mut found = Vec::new();
        let mut open = vec![Walk { tree, place: node.state.place, cost: Price::default(), owed: Vec::new() }];
        while let Some(walk) = open.pop() {
            passed(graph, function, costs, from, walk, &mut open, &mut found)?;
        }
        all.insert(from, found);
    }
    Some(all)
}

/// Walks through one part of a tree; adds what it obliges to, and the parts that follow.
fn passed<'g>(
    graph: &'g Graph,
    function: &Function,
    costs: &Costs<'_>,
    from: NodeIndex,
    walk: Walk<'g>,
    open: &mut Vec<Walk<'g>>,
    found: &mut Vec<Debt<'g>>,
) -> Option<()> {
    let Walk { tree: leaf, mut place, mut cost, mut owed } = walk;
    let tree = &graph.trees[leaf];
    for (number, step) in tree.steps.iter().enumerate() {
        let (next, price, back) = moved(function, costs, place, step)?;
        let pays = price.number != 0 || !price.sizes.is_empty();
        (place, cost) = (next, cost.plus(price)?);
        if costs.has_peaks() && pays {
            let facts = graph.trees.facts_below(leaf).get(..step.aside.known)?;
            found.push(Debt { from, place: (leaf, Some(number)), facts, cost: cost.clone(), owed: owed.clone() });
        }
        cost = cost.plus(back)?;
    }
    let debt = |cost: Price, owed: Vec<Owed<'g>>| {
        let (place, facts) = ((leaf, None), &tree.knowledge[..]);
        Debt { from, place, facts, cost, owed }
    };
    match &tree.end {
        End::Open | End::Infeasible => {}
        // How often the library compares is not known.
        End::Compare(_) => return None,
        End::Split { .. } | End::Apart { .. } => {
            for behind in tree.end.behind().into_iter().rev() {
                open.push(Walk { tree: behind, place, cost: cost.clone(), owed: owed.clone() });
            }
        }
        End::Return(_) => found.push(debt(cost.plus(costs.of_return().into())?, owed)),
        End::Exit { .. } => {
            let price = costs.of_step(function, (place.block, op(function, place)?), None, &[])?;
            found.push(debt(cost.plus(price)?, owed));
        }
        End::Goto { node, instance } => {
            owed.push(Owed { to: *node, instance });
            found.push(debt(cost, owed));
        }
        End::Call { entry, instance, returns } => {
            let callee = &graph.nodes[*entry].state.function;
            let before = (cost.clone(), owed.clone());
            cost = cost.plus(costs.of_call(&function.name, callee, op(function, place)?).into())?;
            owed.push(Owed { to: *entry, instance });
            found.push(debt(cost.clone(), owed.clone()));
            if costs.comes_back() {
                (cost, owed) = before;
            }
            let after = ProgramPoint { index: place.index + 1, ..place };
            for behind in returns.iter().rev() {
                open.push(Walk { tree: behind.tree, place: after, cost: cost.clone(), owed: owed.clone() });
            }
        }
    }
    Some(())
}

fn op(function: &Function, place: ProgramPoint) -> Option<&Op> {
    function.blocks.get(place.block)?.instructions.get(place.index).map(|i| &i.op)
}

/// Where a step leads, what it costs, and what comes back then.
fn moved(
    function: &Function,
    costs: &Costs<'_>,
    place: ProgramPoint,
    step: &Recorded,
) -> Option<(ProgramPoint, Price, Price)> {
    let Linear::Exec(hint) = &step.step else { return Some((place, Price::default(), Price::default())) };
    let op = op(function, place)?;
    let target = target(op, hint)?;
    let next = match target {
        Some(block) => ProgramPoint { block, index: 0 },
        None => ProgramPoint { index: place.index + 1, ..place },
    };
    let back = costs.comes_back_at(op, step.aside.freed.as_ref())?;
    Some((next, costs.of_step(function, (place.block, op), target, &step.aside.made)?, back))
}

/// The block that a branch goes to, as its hint says; `Some(None)` for another instruction.
fn target(op: &Op, hint: &Hint) -> Option<Option<usize>> {
    Some(match (op, &hint.detail) {
        (Op::Branch { target }, _) => Some(*target),
        (Op::CondBranch { yes, no, .. }, Detail::Outcome(outcome)) => Some(if *outcome { *yes } else { *no }),
        (Op::Switch { cases, .. }, Detail::Case(Some(case))) => Some(cases.get(*case as usize)?.1),
        (Op::Switch { default, .. }, Detail::Case(None)) => Some(*default),
        (Op::CondBranch { .. } | Op::Switch { .. }, _) => return None,
        _ => None,
    })
}
