//! The search for a graph from the initial states (symbolic execution with merging, Stroeder17). It works off a list of
//! open work (`worklist`) under the policy of an attempt (`policy`); each kind of step has its own file.

mod asked;
mod assume;
mod branches;
mod calls;
mod continuations;
mod contracts;
mod cuts;
mod ensures;
mod entries;
mod explorer;
mod functions;
mod headers;
mod joins;
mod loops;
mod losses;
pub(crate) mod policy;
mod returns;
mod reuse;
mod tables;
mod trace;
mod unfold;
mod unrolling;
mod worklist;

pub(crate) use ensures::{Shown, ensured};
pub(crate) use explorer::{Explorer, Limits};
pub(crate) use loops::Unrolling;
pub(crate) use policy::Sharing;
pub(crate) use policy::{Cases, Policy};
pub use reuse::Contracts;
