//! Changes of a proof's structure: parts of trees left out, exchanged, taken from another place, inserted; nodes that
//! are doubled, exchanged, strengthened or weakened together with all maps to them. The result is numbered anew, so
//! that N-FLAT is no reason to reject it.

use crate::interpreter::Inputs;
use certificates::{Atom, Certificate, Ghost, Instance, Int, Monomial, NodeId, Rel, Root, Step, StepId, Witness};
use std::collections::BTreeMap;

type Change = fn(&mut Certificate, &mut Inputs) -> Option<()>;

/// What is done, by name.
pub const CHANGES: [(&str, Change); 16] = [
    ("a step is called impossible", impossible),
    ("a step is left out", left_out),
    ("a tree from another place", tree_from_elsewhere),
    ("a leaf from another place", leaf_from_elsewhere),
    ("branches are exchanged", branches_exchanged),
    ("trees of two nodes are exchanged", trees_exchanged),
    ("states of two nodes are exchanged", states_exchanged),
    ("a node is doubled", doubled),
    ("a cell is forgotten everywhere", cell_forgotten),
    ("a block is forgotten everywhere", block_forgotten),
    ("a fact from another place", fact_from_elsewhere),
    ("a fact about a register", fact_about_register),
    ("a ghost step is inserted", ghost_inserted),
    ("a case distinction is inserted", split_inserted),
    ("witnesses are left out", witnesses_left_out),
    ("an edge is removed by another round", removed_elsewhere),
];

/// The certificate after a change of this number; `None` where it finds nothing to change.
pub fn changed(c: &Certificate, change: usize, random: &mut Inputs) -> Option<Certificate> {
    let mut new = c.clone();
    CHANGES.get(change)?.1(&mut new, random)?;
    let new = numbered(new)?;
    (new != *c && Some(&new) != numbered(c.clone()).as_ref()).then_some(new)
}

/// The steps that a step refers to.
pub fn children(step: &Step) -> Vec<StepId> {
    match step {
        Step::Exec { next, .. } | Step::Ghost { next, .. } | Step::Choose { next, .. } => vec![*next],
        Step::Split { yes, no, .. } => vec![*yes, *no],
        Step::Apart { left_first, right_first, .. } => vec![*left_first, *right_first],
        Step::Compare { called, returned, .. } => vec![*called, *returned],
        Step::Call { returns, .. } => returns.iter().map(|(_, step)| *step).collect(),
        Step::Goto { .. } | Step::Infeasible { .. } | Step::Exit { .. } => vec![],
    }
}

/// The same, to be changed.
pub fn children_mut(step: &mut Step) -> Vec<&mut StepId> {
    match step {
        Step::Exec { next, .. } | Step::Ghost { next, .. } | Step::Choose { next, .. } => vec![next],
        Step::Split { yes, no, .. } => vec![yes, no],
        Step::Apart { left_first, right_first, .. } => vec![left_first, right_first],
        Step::Compare { called, returned, .. } => vec![called, returned],
        Step::Call { returns, .. } => returns.iter_mut().map(|(_, step)| step).collect(),
        Step::Goto { .. } | Step::Infeasible { .. } | Step::Exit { .. } => vec![],
    }
}

/// A step's witnesses.
pub fn witnesses_mut(step: &mut Step) -> Option<&mut Vec<Witness>> {
    match step {
        Step::Exec { witnesses, .. }
        | Step::Ghost { witnesses, .. }
        | Step::Apart { witnesses, .. }
        | Step::Call { witnesses, .. }
        | Step::Goto { witnesses, .. }
        | Step::Infeasible { witnesses }
        | Step::Choose { witnesses, .. }
        | Step::Compare { witnesses, .. }
        | Step::Exit { witnesses, .. } => Some(witnesses),
        Step::Split { .. } => None,
    }
}

/// The certificate with its steps in one order that depends on the trees alone, each behind those it refers to, without
/// those that nothing refers to; rounds lose edges that are gone. `None` where trees share a step or go in circles.
pub fn numbered(mut c: Certificate) -> Option<Certificate> {
    let mut number: Vec<Option<StepId>> = vec![None; c.steps.len()];
    let mut seen = vec![false; c.steps.len()];
    let mut order: Vec<usize> = Vec::new();
    for tree in c.nodes.iter().filter_map(|node| node.tree) {
        // A step comes twice: before its children and after them.
        let mut open = vec![(tree as usize, false)];
        while let Some((at, done)) = open.pop() {
            if done {
                number[at] = Some(order.len() as StepId);
                order.push(at);
                continue;
            }
            if std::mem::replace(seen.get_mut(at)?, true) {
                return None;
            }
            open.push((at, true));
            open.extend(children(&c.steps[at]).into_iter().rev().map(|child| (child as usize, false)));
        }
    }
    let new = |at: StepId| number.get(at as usize).copied().flatten();
    let steps = order.iter().map(|at| c.steps[*at].clone());
    c.steps = steps.collect();
    for child in c.steps.iter_mut().flat_map(children_mut) {
        *child = new(*child)?;
    }
    for node in &mut c.nodes {
        node.tree = node.tree.and_then(new);
    }
    for round in &mut c.ranking {
        round.removed = round.removed.iter().filter_map(|at| new(*at)).collect();
        round.removed.sort_unstable();
    }
    c.ranking.retain(|round| !round.removed.is_empty());
    Some(c)
}

/// For each step the node in whose tree it stands.
pub fn owners(c: &Certificate) -> Vec<Option<NodeId>> {
    let mut owners = vec![None; c.steps.len()];
    for (number, node) in (0..).zip(&c.nodes) {
        let mut open: Vec<StepId> = node.tree.into_iter().collect();
        while let Some(at) = open.pop() {
            match owners.get_mut(at as usize) {
                Some(owner @ None) => {
                    *owner = Some(number);
                    open.extend(children(&c.steps[at as usize]));
                }
                _ => continue,
            }
        }
    }
    owners
}

/// A copy of the tree that ends at the step, behind all steps; its last step. Without recursion, since a tree may be as deep
/// as a run is long.
pub fn copied(c: &mut Certificate, step: StepId) -> Option<StepId> {
    let (mut open, mut order) = (vec![step], Vec::new());
    while let Some(at) = open.pop() {
        order.push(at);
        open.extend(children(c.steps.get(at as usize)?));
        if order.len() > c.steps.len() {
            return None;
        }
    }
    let mut copies = BTreeMap::new();
    for at in order.into_iter().rev() {
        let mut new = c.steps.get(at as usize)?.clone();
        for child in children_mut(&mut new) {
            *child = *copies.get(child)?;
        }
        copies.insert(at, c.steps.len() as StepId);
        c.steps.push(new);
    }
    copies.get(&step).copied()
}

/// Puts `new` where `old` is referred to.
pub fn redirect(c: &mut Certificate, old: StepId, new: StepId) {
    let references =
        c.steps.iter_mut().flat_map(children_mut).chain(c.nodes.iter_mut().filter_map(|node| node.tree.as_mut()));
    for reference in references {
        if *reference == old {
            *reference = new;
            return;
        }
    }
}

/// Puts a ghost step in front of a step.
pub fn insert(c: &mut Certificate, before: StepId, ghost: Ghost) {
    let new = c.steps.len() as StepId;
    redirect(c, before, new);
    c.steps.push(Step::Ghost { ghost, next: before, witnesses: vec![] });
}

fn below(random: &mut Inputs, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

fn any_step(c: &Certificate, random: &mut Inputs) -> Option<StepId> {
    (!c.steps.is_empty()).then(|| below(random, c.steps.len()) as StepId)
}

fn any_node(c: &Certificate, random: &mut Inputs) -> Option<usize> {
    (!c.nodes.is_empty()).then(|| below(random, c.nodes.len()))
}

/// A step that the condition holds for.
fn step_where(c: &Certificate, random: &mut Inputs, fits: impl Fn(&Step) -> bool) -> Option<StepId> {
    let all: Vec<StepId> = (0..).zip(&c.steps).filter(|(_, step)| fits(step)).map(|(at, _)| at).collect();
    all.get(below(random, all.len())).copied()
}

fn impossible(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let at = any_step(c, random)?;
    c.steps[at as usize] = Step::Infeasible { witnesses: vec![] };
    Some(())
}

fn left_out(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let at = step_where(c, random, |step| !children(step).is_empty())?;
    let all = children(&c.steps[at as usize]);
    let child = all.get(below(random, all.len()))?;
    redirect(c, at, *child);
    Some(())
}

fn tree_from_elsewhere(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let (at, other) = (any_step(c, random)?, any_step(c, random)?);
    let new = copied(c, other)?;
    redirect(c, at, new);
    Some(())
}

fn leaf_from_elsewhere(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let leaf = |step: &Step| children(step).is_empty();
    let (at, other) = (step_where(c, random, leaf)?, step_where(c, random, leaf)?);
    c.steps[at as usize] = c.steps[other as usize].clone();
    Some(())
}

fn branches_exchanged(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let at = step_where(c, random, |step| children(step).len() > 1)?;
    let mut all = children_mut(&mut c.steps[at as usize]);
    let (a, b) = (below(random, all.len()), below(random, all.len()));
    let (first, second) = (*all[a], *all[b]);
    (*all[a], *all[b]) = (second, first);
    Some(())
}

fn trees_exchanged(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let (a, b) = (any_node(c, random)?, any_node(c, random)?);
    let (first, second) = (c.nodes[a].tree, c.nodes[b].tree);
    (c.nodes[a].tree, c.nodes[b].tree) = (second, first);
    Some(())
}

fn states_exchanged(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let (a, b) = (any_node(c, random)?, any_node(c, random)?);
    let (first, second) = (c.nodes[a].state.clone(), c.nodes[b].state.clone());
    (c.nodes[a].state, c.nodes[b].state) = (second, first);
    Some(())
}

/// A copy of a node with its tree; every second time one path goes to the copy.
fn doubled(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let at = any_node(c, random)?;
    let mut node = c.nodes[at].clone();
    if let Some(tree) = node.tree {
        node.tree = Some(copied(c, tree)?);
    }
    let new = c.nodes.len() as NodeId;
    c.nodes.push(node);
    let to_it = |step: &Step| matches!(step, Step::Goto { node, .. } if *node as usize == at);
    if random.below(2) == 0
        && let Some(step) = step_where(c, random, to_it)
        && let Step::Goto { node, .. } = &mut c.steps[step as usize]
    {
        *node = new;
    }
    Some(())
}

/// All maps to a node.
fn maps(c: &mut Certificate, to: NodeId) -> impl Iterator<Item = &mut Instance> {
    let steps = c.steps.iter_mut().filter_map(move |step| match step {
        Step::Goto { node, instance, .. } if *node == to => Some(instance),
        Step::Call { entry, instance, .. } if *entry == to => Some(instance),
        _ => None,
    });
    let roots = c.roots.iter_mut().filter_map(move |root| match root {
        Root::Covered { node, instance, .. } if *node == to => Some(instance),
        _ => None,
    });
    steps.chain(roots)
}

fn node_where(c: &Certificate, random: &mut Inputs, fits: impl Fn(usize) -> bool) -> Option<usize> {
    let all: Vec<usize> = (0..c.nodes.len()).filter(|at| fits(*at)).collect();
    all.get(below(random, all.len())).copied()
}

fn cell_forgotten(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let at = node_where(c, random, |at| !c.nodes[at].state.entries.is_empty())?;
    let entries = &mut c.nodes[at].state.entries;
    let gone = entries.remove(below(random, entries.len())).id;
    maps(c, at as NodeId).for_each(|map| map.entries.retain(|(entry, _)| *entry != gone));
    Some(())
}

fn block_forgotten(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let at = node_where(c, random, |at| !c.nodes[at].state.blocks.is_empty())?;
    let state = &mut c.nodes[at].state;
    let gone = state.blocks.remove(below(random, state.blocks.len())).id;
    let lost: Vec<u32> = state.entries.iter().filter(|entry| entry.block == gone).map(|entry| entry.id).collect();
    state.entries.retain(|entry| entry.block != gone);
    for map in maps(c, at as NodeId) {
        map.blocks.retain(|(block, _)| *block != gone);
        map.entries.retain(|(entry, _)| !lost.contains(entry));
    }
    Some(())
}

/// Atoms that stand somewhere: facts, case distinctions, assertions.
fn atoms(c: &Certificate) -> Vec<Atom> {
    let steps = c.steps.iter().filter_map(|step| match step {
        Step::Split { atom, .. } | Step::Ghost { ghost: Ghost::Assert(atom), .. } => Some(atom),
        _ => None,
    });
    c.nodes.iter().flat_map(|node| &node.state.knowledge).chain(steps).cloned().collect()
}

fn any_atom(c: &Certificate, random: &mut Inputs) -> Option<Atom> {
    let mut all = atoms(c);
    (!all.is_empty()).then(|| all.swap_remove(below(random, all.len())))
}

fn fact_from_elsewhere(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let (atom, at) = (any_atom(c, random)?, any_node(c, random)?);
    c.nodes[at].state.knowledge.push(atom);
    Some(())
}

/// `term <= k`, `term >= k` or `term = k` for the value of a register and a small k or a limit of a type.
fn fact_about_register(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let at = node_where(c, random, |at| !c.nodes[at].state.bindings.is_empty())?;
    let state = &mut c.nodes[at].state;
    let value = &state.bindings.get(below(random, state.bindings.len()))?.value;
    const LIMITS: [i128; 8] = [0, 1, 10, 127, 255, 1 << 31, (1 << 31) - 1, (1 << 63) - 1];
    let limit = LIMITS[below(random, LIMITS.len())];
    let factor = if random.below(2) == 0 { 1 } else { -1 };
    let mut sum: Vec<(Monomial, Int)> = Vec::new();
    for (product, Int(old)) in &value.0 {
        sum.push((product.clone(), Int(old.checked_mul(factor)?)));
    }
    match sum.first_mut() {
        Some((product, Int(constant))) if product.0.is_empty() => *constant = constant.checked_sub(factor * limit)?,
        _ => sum.insert(0, (Monomial(vec![]), Int(-factor * limit))),
    }
    sum.retain(|(_, Int(factor))| *factor != 0);
    let rel = if random.below(4) == 0 { Rel::Ne } else { Rel::Le };
    state.knowledge.push(Atom { rel, term: sum.into() });
    Some(())
}

fn ghost_inserted(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let at = any_step(c, random)?;
    let (left, right) = (random.below(5) as u32, random.below(5) as u32);
    let ghost = match random.below(7) {
        0 | 1 => Ghost::Assert(any_atom(c, random)?),
        2 => Ghost::InBlock(left),
        3 => Ghost::Block(left),
        4 => Ghost::Same { left, right },
        5 => Ghost::Distinct { left, right },
        _ => Ghost::Resolve { block: left, present: random.below(2) == 0 },
    };
    insert(c, at, ghost);
    Some(())
}

fn split_inserted(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let (at, atom) = (any_step(c, random)?, any_atom(c, random)?);
    let yes = copied(c, at)?;
    let new = c.steps.len() as StepId;
    redirect(c, at, new);
    c.steps.push(Step::Split { atom, yes, no: at });
    Some(())
}

fn witnesses_left_out(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let at = step_where(c, random, |step| {
        !matches!(step, Step::Split { .. }) && witnesses_mut(&mut step.clone()).is_some_and(|all| !all.is_empty())
    })?;
    witnesses_mut(&mut c.steps[at as usize]).map(Vec::clear)
}

/// An edge changes from one round to another one.
fn removed_elsewhere(c: &mut Certificate, random: &mut Inputs) -> Option<()> {
    let rounds = c.ranking.len();
    if rounds < 2 {
        return None;
    }
    let (from, to) = (below(random, rounds), below(random, rounds));
    let removed = &mut c.ranking[from].removed;
    let edge = removed.remove(below(random, removed.len()));
    c.ranking[to].removed.push(edge);
    Some(())
}
