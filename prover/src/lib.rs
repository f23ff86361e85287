//! The prover of Haltcert: searches for proofs of memory safety and termination.

#![warn(missing_docs, unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

pub mod algebra;
pub mod certify;
pub mod cli;
#[allow(unreachable_pub, reason = "its files are being put into a new order")]
mod domain;
pub mod entail;
pub mod faults;
pub mod frontend;
#[allow(missing_docs, unreachable_pub, reason = "its files are being put into a new order")]
pub mod graph;
mod index;
mod its;
mod linear;
pub mod pipeline;
pub mod program;
pub mod progress;
mod ranking;
pub mod report;
mod rules;
mod state;
mod termination;
