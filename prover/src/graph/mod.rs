//! The symbolic execution graph: nodes, trees, and how they are found.

mod assume;
mod calls;
mod continuations;
mod cuts;
mod entries;
mod explore;
mod generalize;
mod heads;
mod joins;
mod nodes;
mod relevance;
mod shape;
mod signs;
mod split;
mod start;
mod thin;
mod unrolling;

pub use entries::Sharing;
pub use explore::{Explorer, Limits, OUT_OF_TIME};
pub use joins::{Joined, resolve};
pub use nodes::{Node, NodeIndex, Nodes};
pub use signs::preferred_signs;
pub use split::{prune, split};
pub use start::{Start, Starts, initial};
pub use thin::thin;

use crate::algebra::{Atom, Term, Var};
use crate::program::Location;
use crate::state::Recorded;
use certificates::{BlockId, EntryId, Hint, Wrap};
use std::collections::{BTreeMap, BTreeSet};

/// A complete graph.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub nodes: Nodes,
    /// How paths that waited for others go on, by the number in `End::Joined`.
    pub joined: Vec<Option<Joined>>,
}

/// A proof tree: linear steps and what they lead to.
#[derive(Clone, Debug)]
pub struct Tree {
    pub steps: Vec<Recorded>,
    pub end: End,
}

#[derive(Clone, Debug)]
pub enum End {
    Split {
        atom: Atom,
        yes: Box<Tree>,
        no: Box<Tree>,
    },
    Call {
        entry: NodeIndex,
        instance: Instance,
        returns: Vec<Return>,
        knowledge: Vec<Atom>,
    },
    Goto {
        node: NodeIndex,
        instance: Instance,
        knowledge: Vec<Atom>,
    },
    /// To a return node that is settled when the function's graph is complete.
    Return(usize),
    /// To where paths meet again.
    Joined(usize),
    Infeasible,
    Exit(Hint),
}

/// The continuation of a call after one return node.
#[derive(Clone, Debug)]
pub struct Return {
    pub node: NodeIndex,
    /// The return node's own variables, blocks and entries that live on in the caller, in the
    /// order of the return node.
    pub tree: Tree,
    /// Names in the caller for the return node's own variables, in the order of `own_variables`.
    pub fresh: Vec<Var>,
    pub blocks: Vec<BlockId>,
    pub entries: Vec<EntryId>,
}

/// How a state is an instance of a node: terms for the node's variables (identity where absent).
#[derive(Clone, Debug, Default)]
pub struct Instance {
    pub variables: BTreeMap<Var, Term>,
    /// Node's, state's.
    pub blocks: BTreeMap<BlockId, BlockId>,
    pub entries: BTreeMap<EntryId, EntryId>,
    pub wraps: Vec<Wrap>,
}

impl Graph {
    /// The variables of a node: those of its entry, then its own, each ascending.
    pub fn variables(&self, node: NodeIndex) -> (Vec<Var>, usize) {
        let n = &self.nodes[node];
        let mut vars: Vec<Var> = self.nodes[n.entry].state.variables().into_iter().collect();
        let shared = vars.len();
        if n.entry != node {
            let known: BTreeSet<Var> = vars.iter().copied().collect();
            vars.extend(n.state.variables().into_iter().filter(|v| !known.contains(v)));
        }
        (vars, shared)
    }
}

impl Instance {
    pub fn apply(&self, v: Var) -> Option<Term> {
        self.variables.get(&v).cloned()
    }
}

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    pub function: String,
    pub location: Option<Location>,
    pub instruction: String,
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// A fact could not be proved: it may be false.
    Unproved,
    /// The construct is outside what the prover supports.
    Unsupported,
    /// Time, memory or size.
    Limit,
    /// The prover contradicts itself: a mistake in it, of which the program is innocent.
    Internal,
}

impl FailureKind {
    /// Does another description of the same program, or another case of it, have a chance?
    pub fn is_about_program(self) -> bool {
        match self {
            FailureKind::Unproved | FailureKind::Unsupported => true,
            FailureKind::Limit | FailureKind::Internal => false,
        }
    }
}

impl Failure {
    /// A mistake in the prover, at no place of the program.
    pub fn internal(what: impl Into<String>) -> Failure {
        Failure {
            kind: FailureKind::Internal,
            function: String::new(),
            location: None,
            instruction: String::new(),
            what: what.into(),
        }
    }
}
