//! The edges of a complete graph: what a ranking argument has to account for.

use super::{End, Graph, Instance, NodeIndex, Tree, TreeIndex};
use crate::algebra::Atom;
use crate::index::{Idx, Table};

/// Names an edge of a complete graph: the Goto and Call leaves of its trees in the order in which a certificate
/// has their steps, so that of two edges the later one has the larger step.
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

/// A Goto to a node that goes on, or a Call.
#[derive(Debug)]
pub(crate) struct Edge<'g> {
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

/// What is ahead on a walk through a tree.
enum Walk<'g> {
    Tree(TreeIndex),
    /// A Call whose returns come before it, or a Goto.
    Call(Edge<'g>),
}
