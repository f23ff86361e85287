//! The edges of a complete graph, which a ranking argument must cover.

use super::{End, Graph, Instance, NodeIndex, Tree, TreeIndex};
use crate::algebra::Atom;
use crate::index::{Idx, Table};

/// Identifies an edge of a complete graph: the Goto and Call leaves of its trees, in the order in which a certificate
/// has their steps. So the later one of two edges has the larger step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct EdgeIndex(usize);

impl Idx for EdgeIndex {
    fn new(number: usize) -> EdgeIndex {
        EdgeIndex(number)
    }

    fn number(self) -> usize {
        self.0
    }
}

/// A Goto to a node that has a tree, or a Call.
#[derive(Debug)]
pub(crate) struct Edge<'g> {
    pub from: NodeIndex,
    pub to: NodeIndex,
    /// The number of this Goto or Call in the order of a walk from the roots of the trees; a Call comes before what
    /// follows its returns.
    pub visit: usize,
    /// The knowledge where it leaves its tree.
    pub knowledge: &'g [Atom],
    /// The state there as an instance of the target.
    pub instance: &'g Instance,
}

impl Graph {
    /// All edges. An `End::Return` leads to a node without a tree, so no cycle passes through it.
    pub(crate) fn edges(&self) -> Table<EdgeIndex, Edge<'_>> {
        let mut edges = Table::default();
        let mut visits = 0;
        for (from, node) in self.nodes.entries() {
            let mut open: Vec<Walk<'_>> = node.tree.into_iter().map(Walk::Tree).collect();
            while let Some(walk) = open.pop() {
                let tree = match walk {
                    Walk::Tree(tree) => tree,
                    Walk::Call(call) => {
                        edges.push(call);
                        continue;
                    }
                };
                let Tree { end, knowledge, .. } = &self.trees[tree];
                let (to, instance) = match end {
                    End::Call { entry, instance, .. } => (*entry, instance),
                    End::Goto { node, instance } => (*node, instance),
                    End::Open
                    | End::Split { .. }
                    | End::Apart { .. }
                    | End::Compare(_)
                    | End::Return(_)
                    | End::Infeasible
                    | End::Exit { .. } => {
                        open.extend(end.behind().into_iter().rev().map(Walk::Tree));
                        continue;
                    }
                };
                open.push(Walk::Call(Edge { from, to, visit: visits, knowledge, instance }));
                open.extend(end.behind().into_iter().rev().map(Walk::Tree));
                visits += 1;
            }
        }
        edges
    }
}

/// What remains to be visited on a walk through a tree.
enum Walk<'g> {
    Tree(TreeIndex),
    /// A Call whose returns come before it, or a Goto.
    Call(Edge<'g>),
}
