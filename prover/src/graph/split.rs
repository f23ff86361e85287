//! Splits nodes of a complete graph by atoms, for ranking functions (`ranking::refine` decides which). The proof trees
//! stay the same: each half of a node knows one atom more, and a path to the node decides the atom first (G-SPLIT).

use super::{End, Graph, Node, NodeIndex, Tree, TreeIndex, Trees};
use crate::algebra::Atom;
use crate::index::Idx as _;
use std::collections::{BTreeMap, BTreeSet};

/// Splits a node: it keeps the states that satisfy the atom; the others go to a new, last node. `None` if the node is
/// an entry or return node, or a term is too large; the graph is then unusable.
pub(crate) fn split(graph: &mut Graph, node: NodeIndex, atom: &Atom) -> Option<NodeIndex> {
    let negation = atom.negate().ok()?;
    let old = &mut graph.nodes[node];
    let tree = old.tree.filter(|_| old.entry != node)?;
    let place = old.state.knowledge.len();
    let copy = graph.trees.copy(tree);
    let mut new = Node { tree: Some(copy), ..old.clone() };
    for (half, tree, atom) in [(&mut *old, tree, atom), (&mut new, copy, &negation)] {
        half.state.knowledge.push(atom.clone());
        half.cases.push(atom.clone());
        learn(&mut graph.trees, tree, place, atom);
    }
    let index = graph.nodes.push(new);
    for tree in graph.trees.places() {
        redirect(&mut graph.trees, tree, node, index, atom, &negation)?;
    }
    Some(index)
}

/// Adds an atom to the knowledge on all paths of a tree, at its place in the order of facts.
fn learn(trees: &mut Trees, tree: TreeIndex, place: usize, atom: &Atom) {
    for part in trees.parts(tree) {
        let part = &mut trees[part];
        for step in &mut part.steps {
            step.start += 1;
            step.aside.known += 1;
            for (known, _) in &mut step.obligations {
                *known += 1;
            }
        }
        if !matches!(part.end, End::Split { .. } | End::Apart { .. }) {
            part.knowledge.insert(place.min(part.knowledge.len()), atom.clone());
        }
    }
}

/// Replaces a step to the node by a case analysis over the atom, and steps to the two halves.
fn redirect(
    trees: &mut Trees,
    tree: TreeIndex,
    node: NodeIndex,
    new: NodeIndex,
    atom: &Atom,
    negation: &Atom,
) -> Option<()> {
    let Tree { end: End::Goto { node: to, instance }, knowledge, .. } = &trees[tree] else { return Some(()) };
    if *to != node {
        return Some(());
    }
    let (atom, negation) = (instance.image(atom).ok()?, instance.image(negation).ok()?);
    let half = |to: NodeIndex, atom: &Atom| {
        let mut knowledge = knowledge.clone();
        knowledge.push(atom.clone());
        Tree { steps: Vec::new(), knowledge, end: End::Goto { node: to, instance: instance.clone() } }
    };
    let (yes, no) = (half(node, &atom), half(new, &negation));
    let (yes, no) = (trees.push(yes), trees.push(no));
    let tree = &mut trees[tree];
    tree.knowledge.clear();
    tree.end = End::Split { atom, yes, no };
    Some(())
}

/// Cuts off infeasible steps to nodes, and removes the nodes that are unreachable from the roots. The roots get their
/// new numbers.
pub(crate) fn prune(graph: &mut Graph, roots: &mut [Option<NodeIndex>], impossible: &mut dyn FnMut(&[Atom]) -> bool) {
    for tree in graph.trees.iter_mut() {
        if matches!(tree.end, End::Goto { .. }) && impossible(&tree.knowledge) {
            tree.end = End::Infeasible;
        }
    }
    let mut open: Vec<NodeIndex> = roots.iter().flatten().copied().collect();
    let mut reached: BTreeSet<NodeIndex> = open.iter().copied().collect();
    while let Some(n) = open.pop() {
        let node = &graph.nodes[n];
        let mut next = BTreeSet::from([node.entry]);
        next.extend(node.returns.iter().map(|(r, _)| *r));
        for part in node.tree.into_iter().flat_map(|tree| graph.trees.parts(tree)) {
            next.extend(targets(&graph.trees[part].end));
        }
        open.extend(next.into_iter().filter(|m| reached.insert(*m)));
    }
    let gone: Vec<TreeIndex> =
        graph.nodes.entries().filter(|(n, _)| !reached.contains(n)).filter_map(|(_, node)| node.tree).collect();
    gone.into_iter().for_each(|tree| graph.trees.discard(tree));
    let new: BTreeMap<NodeIndex, NodeIndex> = reached.iter().copied().zip((0..).map(NodeIndex::new)).collect();
    graph.nodes.retain(|n| new.contains_key(&n));
    for n in &mut graph.nodes {
        n.entry = new[&n.entry];
        for (r, _) in &mut n.returns {
            *r = new[r];
        }
    }
    for tree in graph.trees.iter_mut() {
        match &mut tree.end {
            End::Call { entry, returns, .. } => {
                *entry = new[entry];
                returns.iter_mut().for_each(|r| r.node = new[&r.node]);
            }
            End::Goto { node, .. } => *node = new[node],
            End::Open
            | End::Split { .. }
            | End::Apart { .. }
            | End::Compare(_)
            | End::Return(_)
            | End::Infeasible
            | End::Exit { .. } => {}
        }
    }
    roots.iter_mut().flatten().for_each(|r| *r = new[r]);
}

/// The nodes that the end of a tree leads to.
fn targets(end: &End) -> Vec<NodeIndex> {
    match end {
        End::Call { entry, returns, .. } => std::iter::once(*entry).chain(returns.iter().map(|r| r.node)).collect(),
        End::Goto { node, .. } => vec![*node],
        End::Open
        | End::Split { .. }
        | End::Apart { .. }
        | End::Compare(_)
        | End::Return(_)
        | End::Infeasible
        | End::Exit { .. } => Vec::new(),
    }
}
