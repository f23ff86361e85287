//! The data of a Haltcert certificate, and nothing but data.
//!
//! Prover and checker meet only here. This crate defines how a certificate is written (types, strict binary encoding,
//! lossless JSON, hashes). What a certificate *means* is specified in `spec/` and implemented twice, once in each
//! program. No reasoning, not even addition of terms, lives here.

#![forbid(unsafe_code)]
#![warn(missing_docs, unreachable_pub)]

pub mod assumption;
pub mod bound;
mod budget;
pub mod call;
pub mod claim;
pub mod encoding;
pub mod hash;
pub mod json;
pub mod packing;
pub mod rank;
pub mod refutation;
pub mod shape;
pub mod sharing;
pub mod state;
pub mod term;
pub mod tree;
pub mod witness;
pub mod words;

pub use assumption::Assumption;
pub use bound::{Bound, Case, Combination, Combined, Limit, Maximum, Potential, Product, Resource};
pub use call::{Call, CallObject, Content, Run};
pub use claim::{Claim, DataModel, Overflow, Properties};
pub use encoding::{DecodeError, FORMAT_VERSION, decode, decode_refutation, encode, encode_refutation};
pub use json::{JsonError, from_json, refutation_from_json, refutation_to_json, to_json};
pub use rank::{Measure, Round};
pub use refutation::{Choice, Ending, Graph, Refutation};
pub use shape::{
    CellFact, ElementPart, ListId, Marks, Owned, OwnedElements, OwnedPart, OwnedSize, Place, Segment, Shape, ShapeId,
    Tree, TreeId,
};
pub use state::{Area, Binding, Block, BlockId, CallerId, Entry, EntryId, Kind, Position, Sign, State, Uniform};
pub use term::{Atom, Int, Monomial, Rel, Term, Var};
pub use tree::{
    Access, Allocation, Bits, Cell, Detail, Elsewhere, Ensured, FoldedCell, FoldedOwned, FoldedPart, Ghost, Hint,
    Instance, Kept, Multiple, Node, NodeId, OwnedCase, Root, Side, Sorted, Source, Step, StepId, Wrap,
};
pub use witness::{Farkas, Witness};
pub use words::{Property, UnknownWord};

use serde::{Deserialize, Serialize};

/// A whole certificate: what is claimed, the module it is about, and the proof.
///
/// Format: `spec/certificate.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// What the certificate proves.
    pub claim: Claim,
    /// The module's text, byte for byte what `claim.module_hash` hashes.
    pub module: String,
    /// Nodes of the proof graph. A node's number is its place here.
    pub nodes: Vec<Node>,
    /// All proof trees, flat. A step refers only to earlier steps and is referred to exactly once
    /// (by a later step or by a node's `tree`).
    pub steps: Vec<Step>,
    /// The shapes of linked structures. A shape's number is its place here.
    pub shapes: Vec<Shape>,
    /// The global variables that the initial states describe, in the order of the module's text.
    pub globals: Vec<String>,
    /// One root for each initial state of the claim, in order: a single one without a precondition, otherwise one for
    /// each case (`spec/precondition.md`).
    pub roots: Vec<Root>,
    /// The ranking argument, in the order in which its rounds are applied; empty if termination is not claimed.
    pub ranking: Vec<Round>,
    /// A call that satisfies the contract, which shows that the claim is about something; `None` without a contract.
    pub call: Option<Call>,
    /// What is claimed of the cost of runs, with the proofs; each resource at most once.
    pub bounds: Vec<Bound>,
}
