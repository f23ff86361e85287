//! The prover of Haltcert: searches for proofs of memory safety and termination.

pub mod algebra;
pub mod entail;
pub mod its;
pub mod program;
pub mod ranking;
