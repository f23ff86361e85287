//! The states of a certificate and what joins them to a proof (`spec/graph.md`, `spec/ranking.md`). All of it must be
//! believed.

#[macro_use]
pub mod context;

pub mod calls;
pub mod covers;
pub mod expectation;
pub mod initial;
pub mod ranking;
pub mod replay;
pub mod root;
pub mod state;
pub mod wellformed;
