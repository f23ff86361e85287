//! Data of a refutation: a run that violates a property (`spec/refutation.md`).

use crate::{BlockId, Call, Claim, Int, Node, Shape, Step};
use serde::{Deserialize, Serialize};

/// A whole refutation: the claim that is false, the module it is about, and the run that shows it.
///
/// It is a separate kind of file (its first bytes are not those of a certificate), so that nobody takes it for a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The claim that is false. Exactly one of its properties is set: the one that the run violates.
    pub claim: Claim,
    /// The module's text, byte for byte what `claim.module_hash` hashes.
    pub module: String,
    /// The call with which the run begins, of a claim with a contract.
    pub call: Option<Call>,
    /// The choices of the run, in the order in which the run asks for them.
    pub choices: Vec<Choice>,
    /// How the run shows that the claim is false.
    pub ending: Ending,
}

impl Refutation {
    /// Whether it states that its run may need memory or stack without bound.
    pub fn needs_memory(&self) -> bool {
        matches!(&self.ending, Ending::Closed { graph, .. } if graph.unbounded_memory)
    }
}

/// One choice of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// An input: the result of a `__VERIFIER_nondet_*` call, a parameter, a frozen undefined value.
    Value(Int),
    /// The address of the next object (global variables, `alloca`, allocation functions), in bytes.
    Address(u64),
    /// The allocation fails: its result is null.
    Null,
    /// The value of an uninitialised byte, chosen when it is read first.
    Byte(u8),
}

/// How the run ends, or how it goes on forever. Steps are executed instructions, terminators included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields are the numbers that the variant speaks of")]
pub enum Ending {
    /// After this many steps the next one is an error.
    Error { steps: u64 },
    /// The complete states after `first` and after `second` steps are identical, so the run goes on forever (a lasso).
    Lasso { first: u64, second: u64 },
    /// The state after this many steps lies in the first node of a graph that no run leaves (a closed recurrent set).
    Closed { steps: u64, graph: Box<Graph> },
}

/// A graph of states in which no path ends. It is replayed with the rules of proofs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// The values of node 0's variables in the state that the run has reached.
    pub variables: Vec<Int>,
    /// For each block of node 0, the address of the object that it describes; ascending by block.
    pub blocks: Vec<(BlockId, u64)>,
    /// Whether the run may need memory or stack without bound.
    pub unbounded_memory: bool,
    /// The nodes, as in a proof; node 0 is the start.
    pub nodes: Vec<Node>,
    /// All steps, as in a proof.
    pub steps: Vec<Step>,
    /// The shapes of linked structures, as in a proof.
    pub shapes: Vec<Shape>,
}
