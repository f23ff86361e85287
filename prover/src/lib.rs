//! The prover of Haltcert: searches for proofs of memory safety and termination.

pub mod algebra;
pub mod certify;
pub mod entail;
pub mod frontend;
pub mod graph;
pub mod its;
pub mod program;
pub mod ranking;
pub mod rules;
pub mod state;
pub mod pipeline;
pub mod cli;
pub mod report;
