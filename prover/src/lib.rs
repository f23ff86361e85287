//! The prover of Haltcert: searches for proofs of memory safety and termination.

pub mod algebra;
pub mod certify;
pub mod cli;
pub mod domain;
pub mod entail;
pub mod faults;
pub mod frontend;
pub mod graph;
pub mod index;
pub mod its;
pub mod linear;
pub mod pipeline;
pub mod program;
pub mod progress;
pub mod ranking;
pub mod report;
pub mod rules;
pub mod state;
pub mod termination;
