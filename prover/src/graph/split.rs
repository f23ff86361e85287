//! Splitting nodes of a complete graph by atoms, for the sake of ranking functions
//! (`ranking::refine` decides where). The proof trees stay what they are: a half of a node knows
//! one atom more, and whoever goes to the node looks at the atom first (G-SPLIT).

use super::{End, Graph, Node, NodeIndex, Tree};
use crate::algebra::Atom;
use crate::index::Place as _;
use std::collections::{BTreeMap, BTreeSet};

/// Splits a node: it keeps the states with the atom; those without it are the new, last node.
/// `None` if the node is an entry or return node or a term is too large; the graph is then spoilt.
pub fn split(graph: &mut Graph, node: NodeIndex, atom: &Atom) -> Option<NodeIndex> {
    let negation = atom.negate().ok()?;
    let old = &mut graph.nodes[node];
    if old.entry == node || old.tree.is_none() {
        return None;
    }
    let place = old.state.knowledge.len();
    let mut new: Node = old.clone();
    for (half, atom) in [(&mut *old, atom), (&mut new, &negation)] {
        half.state.knowledge.push(atom.clone());
        half.cases.push(atom.clone());
        if let Some(tree) = &mut half.tree {
            learn(tree, place, atom);
        }
    }
    let index = graph.nodes.push(new);
    for n in &mut graph.nodes {
        if let Some(tree) = &mut n.tree {
            redirect(tree, node, index, atom, &negation)?;
        }
    }
    Some(index)
}

/// Adds an atom to what is known on all paths of a tree, at its place in the order of facts.
fn learn(tree: &mut Tree, place: usize, atom: &Atom) {
    for step in &mut tree.steps {
        step.start += 1;
        for (known, _) in &mut step.obligations {
            *known += 1;
        }
    }
    match &mut tree.end {
        End::Split { yes, no, .. } => {
            learn(yes, place, atom);
            learn(no, place, atom);
        }
        End::Call { returns, knowledge, .. } => {
            knowledge.insert(place.min(knowledge.len()), atom.clone());
            for r in returns {
                learn(&mut r.tree, place, atom);
            }
        }
        End::Goto { knowledge, .. } => knowledge.insert(place.min(knowledge.len()), atom.clone()),
        End::Return(_) | End::Joined(_) | End::Infeasible | End::Exit(_) => {}
    }
}

/// Replaces each step to the node by a look at the atom and a step to one of the halves.
fn redirect(tree: &mut Tree, node: NodeIndex, new: NodeIndex, atom: &Atom, negation: &Atom) -> Option<()> {
    match &mut tree.end {
        End::Split { yes, no, .. } => {
            redirect(yes, node, new, atom, negation)?;
            redirect(no, node, new, atom, negation)
        }
        End::Call { returns, .. } => {
            for r in returns {
                redirect(&mut r.tree, node, new, atom, negation)?;
            }
            Some(())
        }
        End::Goto { node: to, instance, knowledge } if *to == node => {
            let here = |a: &Atom| a.substitute(&|v| instance.apply(v));
            let (atom, negation) = (here(atom).ok()?, here(negation).ok()?);
            let half = |to: NodeIndex, atom: &Atom| {
                let mut knowledge = knowledge.clone();
                knowledge.push(atom.clone());
                Box::new(Tree { steps: Vec::new(), end: End::Goto { node: to, instance: instance.clone(), knowledge } })
            };
            tree.end = End::Split { yes: half(node, &atom), no: half(new, &negation), atom };
            Some(())
        }
        End::Goto { .. } | End::Return(_) | End::Joined(_) | End::Infeasible | End::Exit(_) => Some(()),
    }
}

/// Cuts off steps to nodes that are impossible, and removes the nodes that nothing reaches from
/// the roots, which get their new numbers.
pub fn prune(graph: &mut Graph, roots: &mut [Option<NodeIndex>], impossible: &mut dyn FnMut(&[Atom]) -> bool) {
    for n in &mut graph.nodes {
        if let Some(tree) = &mut n.tree {
            cut(tree, impossible);
        }
    }
    let mut open: Vec<NodeIndex> = roots.iter().flatten().copied().collect();
    let mut reached: BTreeSet<NodeIndex> = open.iter().copied().collect();
    while let Some(n) = open.pop() {
        let node = &graph.nodes[n];
        let mut next = BTreeSet::from([node.entry]);
        next.extend(node.returns.iter().map(|(r, _)| *r));
        if let Some(tree) = &node.tree {
            targets(tree, &mut next);
        }
        open.extend(next.into_iter().filter(|m| reached.insert(*m)));
    }
    let new: BTreeMap<NodeIndex, NodeIndex> = reached.iter().copied().zip((0..).map(NodeIndex::new)).collect();
    graph.nodes.retain(|n| new.contains_key(&n));
    let renamed = |n: NodeIndex| new[&n];
    for n in &mut graph.nodes {
        n.entry = renamed(n.entry);
        for (r, _) in &mut n.returns {
            *r = renamed(*r);
        }
        if let Some(tree) = &mut n.tree {
            rename(tree, &renamed);
        }
    }
    roots.iter_mut().flatten().for_each(|r| *r = renamed(*r));
}

fn cut(tree: &mut Tree, impossible: &mut dyn FnMut(&[Atom]) -> bool) {
    match &mut tree.end {
        End::Split { yes, no, .. } => {
            cut(yes, impossible);
            cut(no, impossible);
        }
        End::Call { returns, .. } => {
            for r in returns {
                cut(&mut r.tree, impossible);
            }
        }
        End::Goto { knowledge, .. } if impossible(knowledge) => tree.end = End::Infeasible,
        End::Goto { .. } | End::Return(_) | End::Joined(_) | End::Infeasible | End::Exit(_) => {}
    }
}

fn targets(tree: &Tree, all: &mut BTreeSet<NodeIndex>) {
    match &tree.end {
        End::Split { yes, no, .. } => {
            targets(yes, all);
            targets(no, all);
        }
        End::Call { entry, returns, .. } => {
            all.insert(*entry);
            for r in returns {
                all.insert(r.node);
                targets(&r.tree, all);
            }
        }
        End::Goto { node, .. } => {
            all.insert(*node);
        }
        End::Return(_) | End::Joined(_) | End::Infeasible | End::Exit(_) => {}
    }
}

fn rename(tree: &mut Tree, renamed: &dyn Fn(NodeIndex) -> NodeIndex) {
    match &mut tree.end {
        End::Split { yes, no, .. } => {
            rename(yes, renamed);
            rename(no, renamed);
        }
        End::Call { entry, returns, .. } => {
            *entry = renamed(*entry);
            for r in returns {
                r.node = renamed(r.node);
                rename(&mut r.tree, renamed);
            }
        }
        End::Goto { node, .. } => *node = renamed(*node),
        End::Return(_) | End::Joined(_) | End::Infeasible | End::Exit(_) => {}
    }
}
