//! Integer transition systems: the arithmetic that remains of the strongly connected components of the symbolic
//! execution graph. Private to the prover; no certificate mentions them.

pub(crate) mod components;
pub(crate) mod piece;
mod products;
pub(crate) mod simplify;
pub(crate) mod split;

use crate::algebra::{Atom, Term, Var};

/// Identifies a node of a system; the creator of the system chooses the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(pub usize);

/// Identifies an edge of a system; the creator of the system chooses the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct EdgeId(pub usize);

/// A transition system. The ids of nodes and edges need not be dense or sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
}

/// A place with its integer variables.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub id: NodeId,
    pub vars: Vec<Var>,
}

/// A step from node to node.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub id: EdgeId,
    pub from: NodeId,
    pub to: NodeId,
    /// What holds at the edge, over the variables of the source node and path-local ones.
    pub facts: Vec<Atom>,
    /// The value of each variable of the target node, as a term over the edge's variables; all values are assigned
    /// simultaneously. A variable without one may have any value.
    pub target: Vec<(Var, Term)>,
}

/// Decides whether an atom follows from others over the integers; `false` means "not shown".
pub(crate) trait Oracle {
    fn entails(&mut self, knowledge: &[Atom], goal: &Atom) -> bool;
}

/// Never shows anything: the exact linear programs of this module must suffice.
pub(crate) struct NoOracle;

impl Oracle for NoOracle {
    fn entails(&mut self, _: &[Atom], _: &Atom) -> bool {
        false
    }
}
