//! The nodes of a graph, named by typed indices.

use super::{Instance, Tree};
use crate::algebra::{Atom, Var};
use crate::state::State;
use std::collections::BTreeSet;
use std::ops::{Index, IndexMut};

/// Names a node of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIndex(usize);

impl NodeIndex {
    /// Of no node in any graph.
    const NONE: NodeIndex = NodeIndex(usize::MAX);

    /// The node of this number in its graph: the number that certificates and transition systems know it by.
    pub fn new(number: usize) -> NodeIndex {
        NodeIndex(number)
    }

    pub fn number(self) -> usize {
        self.0
    }
}

/// A node with its tree.
#[derive(Clone, Debug)]
pub struct Node {
    pub entry: NodeIndex,
    pub state: State,
    /// Variables that stand for values which change from visit to visit.
    pub slots: BTreeSet<Var>,
    /// The atoms by which the states of this place were split for ranking: those of this node.
    pub cases: Vec<Atom>,
    /// `None` for return nodes (and while the tree is being built).
    pub tree: Option<Tree>,
    /// For entry nodes: where the returns of its graph go, by the number in `End::Return`.
    pub returns: Vec<(NodeIndex, Instance)>,
}

impl Node {
    pub fn new(entry: NodeIndex, state: State, slots: BTreeSet<Var>) -> Node {
        Node { entry, state, slots, cases: Vec::new(), tree: None, returns: Vec::new() }
    }

    /// What stands in the place of a node that is no longer part of the graph, while nodes behind it are.
    fn discarded() -> Node {
        Node::new(NodeIndex::NONE, State::new(""), BTreeSet::new())
    }

    fn is_discarded(&self) -> bool {
        self.entry == NodeIndex::NONE
    }
}

/// All nodes of a graph. An index is of a node that was pushed and not cut off again; any other is a mistake in
/// the prover, which ends with a panic (an internal error for the user) instead of an answer about another node.
#[derive(Clone, Debug, Default)]
pub struct Nodes(Vec<Node>);

impl Nodes {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The index of the node that is pushed next.
    pub fn next_index(&self) -> NodeIndex {
        NodeIndex(self.0.len())
    }

    pub fn push(&mut self, node: Node) -> NodeIndex {
        self.0.push(node);
        NodeIndex(self.0.len() - 1)
    }

    /// Indices from this one on, ascending.
    pub fn indices_from(&self, first: NodeIndex) -> impl DoubleEndedIterator<Item = NodeIndex> + use<> {
        (first.0..self.0.len()).map(NodeIndex)
    }

    /// All indices, ascending.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = NodeIndex> + use<> {
        self.indices_from(NodeIndex(0))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Node> {
        self.0.iter()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.0.iter_mut()
    }

    /// Takes the nodes from this one on out of the graph, except those that are to be kept.
    pub fn discard(&mut self, first: NodeIndex, keep: impl Fn(&Node) -> bool) {
        for node in self.0.iter_mut().skip(first.0).filter(|node| !keep(node)) {
            *node = Node::discarded();
        }
        while self.0.len() > first.0 && self.0.last().is_some_and(Node::is_discarded) {
            self.0.pop();
        }
    }

    /// Keeps these nodes only; those behind a removed one get smaller numbers.
    pub fn retain(&mut self, keep: impl Fn(NodeIndex) -> bool) {
        let mut number = 0;
        self.0.retain(|_| {
            number += 1;
            keep(NodeIndex(number - 1))
        });
    }
}

impl Index<NodeIndex> for Nodes {
    type Output = Node;

    fn index(&self, index: NodeIndex) -> &Node {
        &self.0[index.0]
    }
}

impl IndexMut<NodeIndex> for Nodes {
    fn index_mut(&mut self, index: NodeIndex) -> &mut Node {
        &mut self.0[index.0]
    }
}
