//! The abstract domain of symbolic heaps with linear constraints (Berdine05; Stroeder17): subsumption (when a state
//! describes another), joins (what describes two at once; Stroeder17, Def. 7, with blocks and offsets), and what may be
//! forgotten.
//!
//! Nothing here knows nodes, or the order in which states are found; that is `graph` and `explore`.

mod apart;
mod blocks;
mod candidates;
pub(crate) mod canonical;
mod counters;
mod covers;
mod description;
mod elements;
mod filling;
mod guessed_elements;
mod instance;
mod landmarks;
pub(crate) mod lending;
mod lent_elements;
mod lines;
mod merge;
mod owned_elements;
mod pairs;
pub(crate) mod place;
pub(crate) mod relevance;
mod slopes;
mod steps;
mod structures;
mod sums;
mod thresholds;
mod uniforms;
mod variadic;

pub(crate) use apart::{Apart, Criterion};
pub(crate) use blocks::pointed_block;
pub(crate) use covers::covers;
pub(crate) use description::{Description, Guesses, Merging, groups, together};
pub(crate) use instance::Instance;
pub(crate) use owned_elements::{fold as fold_elements, has_null_beside};
pub(crate) use structures::{Loss, Pins, arrange, arrange_empty, guesses, loss, summarize};
pub(crate) use variadic::has_lists;

pub(crate) use crate::rules::holds;
