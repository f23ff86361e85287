//! The edges of a complete graph: what a ranking argument has to account for.

use super::{End, Graph, Instance, NodeIndex, Tree};
use crate::algebra::Atom;
use crate::index::{Place, Table};

/// Names an edge of a complete graph: the Goto and Call leaves of its trees in the order in which a certificate
/// has their steps, so that of two edges the later one has the larger step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeIndex(usize);

impl Place for EdgeIndex {
    fn new(number: usize) -> EdgeIndex {
        EdgeIndex(number)
    }

    fn number(self) -> usize {
        self.0
    }
}

/// A Goto to a node that goes on, or a Call.
#[derive(Debug)]
pub struct Edge<'g> {
    pub from: NodeIndex,
    pub to: NodeIndex,
    /// Which Goto or Call this is, in the order in which a walk from the roots of the trees meets them: a Call
    /// before what follows its returns.
    pub visit: usize,
    /// What is known where it leaves its tree.
    pub knowledge: &'g [Atom],
    /// How the state there is an instance of the target.
    pub instance: &'g Instance,
}

impl Graph {
    /// All edges. What ends in `End::Return` goes to a node without a tree, from which no cycle comes back.
    pub fn edges(&self) -> Table<EdgeIndex, Edge<'_>> {
        let mut found = Found::default();
        for (from, node) in self.nodes.entries() {
            if let Some(tree) = &node.tree {
                found.collect(from, tree);
            }
        }
        found.edges
    }
}

#[derive(Default)]
struct Found<'g> {
    edges: Table<EdgeIndex, Edge<'g>>,
    visits: usize,
}

impl<'g> Found<'g> {
    fn collect(&mut self, from: NodeIndex, tree: &'g Tree) {
        match &tree.end {
            End::Split { yes, no, .. } => {
                self.collect(from, yes);
                self.collect(from, no);
            }
            End::Call { entry, instance, returns, knowledge } => {
                let visit = self.visit();
                for r in returns {
                    self.collect(from, &r.tree);
                }
                self.edges.push(Edge { from, to: *entry, visit, knowledge, instance });
            }
            End::Goto { node, instance, knowledge } => {
                let visit = self.visit();
                self.edges.push(Edge { from, to: *node, visit, knowledge, instance });
            }
            End::Return(_) | End::Joined(_) | End::Infeasible | End::Exit(_) => {}
        }
    }

    fn visit(&mut self) -> usize {
        self.visits += 1;
        self.visits - 1
    }
}
