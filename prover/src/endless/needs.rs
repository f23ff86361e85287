//! The memory and library functions that the runs through a closed graph need.

use crate::graph::{End, Graph, NodeIndex};
use crate::state::{Linear, Recorded};
use std::collections::{BTreeMap, BTreeSet};

/// Functions of the library that take memory, for a new block or for what they keep.
#[rustfmt::skip]
const TAKES_MEMORY: [&str; 14] = [
    "malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup", "asprintf", "getline", "getdelim", "fopen", "fopen64",
    "fdopen", "tmpfile", "setenv",
];

/// The steps of a node's tree.
fn steps(graph: &Graph, node: NodeIndex) -> impl Iterator<Item = &Recorded> {
    let parts = graph.nodes[node].tree.map(|tree| graph.trees.parts(tree)).unwrap_or_default();
    parts.into_iter().flat_map(|part| &graph.trees[part].steps)
}

/// Q-CLOSED **unbounded memory**: whether runs may need more and more memory or stack.
pub(super) fn memory(graph: &Graph, nodes: &[NodeIndex]) -> bool {
    let mut next: BTreeMap<NodeIndex, BTreeSet<NodeIndex>> = BTreeMap::new();
    let mut calls = Vec::new();
    for node in nodes {
        let parts = graph.nodes[*node].tree.map(|tree| graph.trees.parts(tree)).unwrap_or_default();
        for part in parts {
            let to = match &graph.trees[part].end {
                End::Goto { node, .. } => *node,
                End::Call { entry, .. } => {
                    calls.push((*node, *entry));
                    *entry
                }
                _ => continue,
            };
            next.entry(*node).or_default().insert(to);
        }
    }
    let reached = |from: NodeIndex| {
        let mut found = BTreeSet::new();
        let mut open: Vec<NodeIndex> = next.get(&from).into_iter().flatten().copied().collect();
        while let Some(node) = open.pop() {
            if found.insert(node) {
                open.extend(next.get(&node).into_iter().flatten());
            }
        }
        found
    };
    let reach: BTreeMap<NodeIndex, BTreeSet<NodeIndex>> = nodes.iter().map(|node| (*node, reached(*node))).collect();
    let reaches = |from: &NodeIndex, to: &NodeIndex| reach.get(from).is_some_and(|found| found.contains(to));
    let cyclic: BTreeSet<NodeIndex> = nodes.iter().copied().filter(|node| reaches(node, node)).collect();
    let again = |node: &NodeIndex| cyclic.contains(node) || cyclic.iter().any(|from| reaches(from, node));
    let allocates = |step: &Recorded| step.aside.called.as_deref().is_some_and(|name| TAKES_MEMORY.contains(&name));
    let is_alloca = |step: &Recorded| {
        matches!(step.step, Linear::Exec(_)) && step.aside.called.is_none() && !step.names.blocks.is_empty()
    };
    calls.iter().any(|(from, to)| reaches(to, from))
        || cyclic.iter().any(|node| steps(graph, *node).any(is_alloca))
        || nodes.iter().filter(|node| again(node)).any(|node| steps(graph, *node).any(allocates))
}
