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
mod relevance;
mod signs;
mod split;
mod start;
mod unrolling;

pub use entries::Sharing;
pub use explore::{Explorer, Limits, OUT_OF_TIME};
pub use joins::{Joined, resolve};
pub use signs::preferred_signs;
pub use split::{prune, split};
pub use start::{Start, Starts, initial};

use crate::algebra::{Atom, Term, Var};
use crate::program::Location;
use crate::state::{Recorded, State};
use certificates::{BlockId, EntryId, Hint, Wrap};
use std::collections::{BTreeMap, BTreeSet};

/// Index of a node in a graph.
pub type NodeIndex = usize;

/// A complete graph.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// How paths that waited for others go on, by the number in `End::Joined`.
    pub joined: Vec<Option<Joined>>,
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
    /// What stands in the place of a node that is no longer part of the graph.
    pub fn discarded() -> Node {
        Node {
            entry: NodeIndex::MAX,
            state: State::new(""),
            slots: BTreeSet::new(),
            cases: Vec::new(),
            tree: None,
            returns: Vec::new(),
        }
    }

    pub fn is_discarded(&self) -> bool {
        self.entry == NodeIndex::MAX
    }
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
        let Some(n) = self.nodes.get(node) else {
            return (Vec::new(), 0);
        };
        let mut vars: Vec<Var> =
            self.nodes.get(n.entry).map(|e| e.state.variables().into_iter().collect()).unwrap_or_default();
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
#[derive(Clone, Debug)]
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
}
