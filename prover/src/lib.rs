//! The prover of Haltcert: searches for proofs of memory safety and termination.

#![warn(missing_docs, unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::panic, clippy::unreachable, clippy::unwrap_used))]

pub mod algebra;
pub mod bounds;
pub mod certify;
pub mod cli;
pub mod code;
pub mod concrete;
pub mod contract;
mod domain;
mod endless;
pub mod entail;
mod explore;
pub mod faults;
pub mod frontend;
pub mod graph;
mod index;
mod its;
#[cfg(any(test, feature = "laws"))]
pub mod laws;
mod linear;
pub mod parallel;
pub mod pipeline;
pub mod program;
pub mod progress;
mod ranking;
pub mod refute;
pub mod report;
mod rules;
mod start;
mod state;
mod suggest;
mod termination;
mod tokens;
