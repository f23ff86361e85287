//! Integer transition systems: the arithmetic left over from strongly connected components of the
//! symbolic execution graph. Private to the prover; no certificate mentions them.

pub mod components;
pub mod piece;
mod products;
pub mod simplify;
pub mod split;

use crate::algebra::{Atom, Term, Var};

/// A transition system. Nodes and edges are named by the ids of whoever built it; they need not
/// be dense or sorted.
#[derive(Clone, Debug, Default)]
pub struct System {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
}

/// A place with its integer variables.
#[derive(Clone, Debug)]
pub struct Node {
    pub id: usize,
    pub vars: Vec<Var>,
}

/// A step from node to node.
#[derive(Clone, Debug)]
pub struct Edge {
    pub id: usize,
    pub from: usize,
    pub to: usize,
    /// What holds at the edge, over the variables of the source node and path-local ones.
    pub facts: Vec<Atom>,
    /// The value of each variable of the target node as a term over the edge's variables: one
    /// simultaneous substitution. A variable that is missing may have any value.
    pub target: Vec<(Var, Term)>,
}

/// Someone who can tell whether an atom follows from others over the integers; `false` means
/// "not shown".
pub trait Oracle {
    fn entails(&mut self, knowledge: &[Atom], goal: &Atom) -> bool;
}

/// Knows nothing: the exact linear programs of this module must do alone.
pub struct NoOracle;

impl Oracle for NoOracle {
    fn entails(&mut self, _: &[Atom], _: &Atom) -> bool {
        false
    }
}
