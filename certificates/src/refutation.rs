//! Data of a refutation: a run that violates a property (`spec/refutation.md`).

use crate::{BlockId, Claim, Int, Node, Shape, Step};
use serde::{Deserialize, Serialize};

/// A whole refutation: which claim is false, of which module, and the run that shows it.
///
/// It is a file of its own kind (its first bytes are not those of a certificate), so that nobody takes it for a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The claim that is false. Exactly one of its properties is set: the one that the run violates.
    pub claim: Claim,
    /// The module's text, byte for byte what `claim.module_hash` hashes.
    pub module: String,
    /// What the run leaves open, in the order in which the run asks for it.
    pub choices: Vec<Choice>,
    /// How the run shows it.
    pub ending: Ending,
}

impl Refutation {
    /// Whether it says that its run may need memory or stack without bound.
    pub fn needs_memory(&self) -> bool {
        matches!(&self.ending, Ending::Closed { graph, .. } if graph.unbounded_memory)
    }
}

/// One thing that a run leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// An input: the result of a `__VERIFIER_nondet_*` call, a parameter, a frozen undefined value.
    Value(Int),
    /// Where the next object begins to live (global variables, `alloca`, allocation functions), in bytes.
    Address(u64),
    /// The allocation fails: its result is null.
    Null,
    /// What an uninitialised byte holds, asked when it is read first.
    Byte(u8),
}

/// What the run comes to. Steps are executed instructions, terminators included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// After so many steps the next one is an error.
    Error { steps: u64 },
    /// The complete states after `first` and after `second` steps are identical, so that the run goes on forever.
    Lasso { first: u64, second: u64 },
    /// The state after so many steps lies in the first node of a graph that no run leaves.
    Closed { steps: u64, graph: Box<Graph> },
}

/// A graph of states, replayed with the rules of proofs, in which no path ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// What each variable of node 0 is in the state that the run has reached.
    pub variables: Vec<Int>,
    /// The address of the object that is each block of node 0; ascending by block.
    pub blocks: Vec<(BlockId, u64)>,
    /// The run may need memory or stack without bound.
    pub unbounded_memory: bool,
    /// As in a proof; node 0 is the start.
    pub nodes: Vec<Node>,
    pub steps: Vec<Step>,
    pub shapes: Vec<Shape>,
}
