//! The states of a certificate, and how they are combined into a proof (`spec/graph.md`, `spec/ranking.md`). Everything
//! here must be believed.

#[macro_use]
pub mod context;

pub mod arguments;
pub mod calls;
pub mod comparisons;
pub mod covers;
pub mod ensures;
pub mod expectation;
pub mod ghosts;
pub mod initial;
pub mod lend;
pub mod operands;
pub mod ranking;
pub mod replay;
pub mod root;
pub mod state;
pub mod variadic;
pub mod wellformed;
