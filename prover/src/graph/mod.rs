//! The symbolic execution graph as data (Stroeder17), and passes over a finished one: splitting nodes, dropping facts.

mod edges;
mod failure;
mod nodes;
mod split;
mod thin;
mod trees;

pub(crate) use edges::{Edge, EdgeIndex};
pub(crate) use failure::{Case, Limit, Reason, Site};
pub use failure::{Failure, FailureKind};
pub(crate) use nodes::{Node, NodeIndex, Nodes};
pub(crate) use split::{prune, split};
pub(crate) use thin::thin;
pub(crate) use trees::{Tree, TreeIndex, Trees};

use crate::algebra::{Atom, Var};
pub(crate) use crate::domain::Instance;
use crate::state::{Named, Recorded};
use certificates::{BlockId, Hint};
use std::collections::BTreeSet;

/// A graph, complete or as far as it has been found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub nodes: Nodes,
    pub trees: Trees,
    /// Calls that were explored apart from the callee's contract.
    pub departures: BTreeSet<Departure>,
}

/// A call that is not known to satisfy the callee's contract.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Departure {
    /// The file and line of the call, if known.
    pub at: Option<(String, u32)>,
    pub callee: String,
    /// What is not known of the call, in words; empty if that cannot be said.
    pub missing: String,
}

/// What a tree leads to.
#[derive(Clone, Debug)]
pub(crate) enum End {
    /// Not known yet. No tree of a complete graph ends like this.
    Open,
    Split {
        atom: Atom,
        yes: TreeIndex,
        no: TreeIndex,
    },
    /// Case analysis for two blocks, one of which ends before the other begins: neither case allows a pointer into one
    /// to be a pointer into the other.
    Apart {
        left: BlockId,
        right: BlockId,
        left_first: TreeIndex,
        right_first: TreeIndex,
    },
    /// Case analysis at a call of a function that sorts or searches: whether it calls another one once more, or returns.
    Compare(Box<Compare>),
    Call {
        entry: NodeIndex,
        instance: Instance,
        returns: Vec<Return>,
    },
    Goto {
        node: NodeIndex,
        instance: Instance,
    },
    /// To a return node, which is determined when the function's graph is complete.
    Return(usize),
    Infeasible,
    /// The program ends at a call; `Some` if the callee is this declared function and not an intrinsic.
    Exit {
        hint: Hint,
        called: Option<String>,
    },
}

/// A call of a function that sorts or searches an array (G-COMPARE).
#[derive(Clone, Debug)]
pub(crate) struct Compare {
    pub hint: Hint,
    /// What reading the arguments introduces.
    pub read: Named,
    /// The objects with the elements that are compared.
    pub compared: Named,
    /// The case in which another function is called, and the one in which the call returns.
    pub called: TreeIndex,
    pub returned: TreeIndex,
}

/// The continuation of a call after one return node.
#[derive(Clone, Debug)]
pub(crate) struct Return {
    pub node: NodeIndex,
    pub tree: TreeIndex,
    /// Names in the caller for the return node's own variables, blocks, entries and structures that exist there, in the
    /// order of the return node.
    pub names: Named,
}

impl Graph {
    /// The variables of a node: those of its entry first, then its own, each in ascending order.
    pub(crate) fn variables(&self, node: NodeIndex) -> (Vec<Var>, usize) {
        let n = &self.nodes[node];
        let mut vars: Vec<Var> = self.nodes[n.entry].state.variables().into_iter().collect();
        let shared = vars.len();
        if n.entry != node {
            let known: BTreeSet<Var> = vars.iter().copied().collect();
            vars.extend(n.state.variables().into_iter().filter(|v| !known.contains(v)));
        }
        (vars, shared)
    }

    /// The declared functions whose contracts the trees of these nodes apply.
    pub(crate) fn called(&self, nodes: impl IntoIterator<Item = NodeIndex>) -> BTreeSet<String> {
        let trees = nodes.into_iter().filter_map(|node| self.nodes[node].tree);
        let parts = trees.flat_map(|tree| self.trees.parts(tree)).map(|part| &self.trees[part]);
        let called = parts.flat_map(|part| {
            let at_the_end = match &part.end {
                End::Exit { called, .. } => called.as_ref(),
                _ => None,
            };
            part.steps.iter().filter_map(|step| step.aside.called.as_ref()).chain(at_the_end)
        });
        called.cloned().collect()
    }

    /// Whether any step or state mentions a linked structure.
    pub(crate) fn has_structures(&self) -> bool {
        let described = |node: &Node| node.state.has_structures();
        let made = |step: &Recorded| !step.names.lists.is_empty() || !step.names.trees.is_empty();
        self.nodes.iter().any(described)
            || self.trees.places().into_iter().any(|tree| self.trees[tree].steps.iter().any(made))
    }

    /// Removes the nodes from this one on with their trees, except those that are kept.
    pub(crate) fn discard(&mut self, first: NodeIndex, keep: impl Fn(&Node) -> bool) {
        for tree in self.nodes.discard(first, keep) {
            self.trees.discard(tree);
        }
    }
}
