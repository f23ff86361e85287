//! The nodes of a graph, identified by typed indices.

use super::TreeIndex;
use crate::algebra::{Atom, Var};
use crate::domain::Instance;
use crate::index::{Idx, Table};
use crate::state::State;
use std::collections::BTreeSet;

/// Identifies a node of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIndex(usize);

impl NodeIndex {
    /// No node of any graph.
    const NONE: NodeIndex = NodeIndex(usize::MAX);
}

/// Certificates and transition systems identify a node by this number, too.
impl Idx for NodeIndex {
    fn new(number: usize) -> NodeIndex {
        NodeIndex(number)
    }

    fn number(self) -> usize {
        self.0
    }
}

/// A node with its tree.
#[derive(Clone, Debug)]
pub struct Node {
    pub entry: NodeIndex,
    pub state: State,
    /// Variables for values that differ between the states it describes.
    pub generalized: BTreeSet<Var>,
    /// The atoms by which the states at this place were split for ranking; this node has the states that satisfy them.
    pub cases: Vec<Atom>,
    /// `None` for return nodes.
    pub tree: Option<TreeIndex>,
    /// For entry nodes: the return node of each return, by the number in `End::Return`, and the returning state as its
    /// instance.
    pub returns: Vec<(NodeIndex, Instance)>,
}

impl Node {
    pub fn new(entry: NodeIndex, state: State, generalized: BTreeSet<Var>) -> Node {
        Node { entry, state, generalized, cases: Vec::new(), tree: None, returns: Vec::new() }
    }

    /// A placeholder for a removed node, while later nodes are still part of the graph.
    fn discarded() -> Node {
        Node::new(NodeIndex::NONE, State::new(""), BTreeSet::new())
    }

    fn is_discarded(&self) -> bool {
        self.entry == NodeIndex::NONE
    }
}

/// All nodes of a graph.
pub(crate) type Nodes = Table<NodeIndex, Node>;

impl Nodes {
    /// Removes the nodes from this one on, except those that are kept. Returns their trees.
    pub fn discard(&mut self, first: NodeIndex, keep: impl Fn(&Node) -> bool) -> Vec<TreeIndex> {
        let mut trees = Vec::new();
        for index in self.places_from(first) {
            if !keep(&self[index]) {
                let gone = std::mem::replace(&mut self[index], Node::discarded());
                trees.extend(gone.tree);
            }
        }
        while self.next_place() > first && self.last().is_some_and(Node::is_discarded) {
            self.pop();
        }
        trees
    }
}
