//! The abstract domain: states, and what is computed of them alone. When does a state describe another, what
//! describes two at once (Stroeder17, Def. 7, with blocks and offsets), what may be forgotten.
//!
//! Nothing here knows of nodes or of the order in which states are found; that is `graph`.

mod apart;
mod blocks;
mod candidates;
pub(crate) mod canonical;
mod covers;
mod description;
mod instance;
mod merge;
pub(crate) mod relevance;
mod structures;

pub(crate) use apart::Apart;
pub(crate) use covers::covers;
pub(crate) use description::{Description, Guesses, Merging, groups, together};
pub(crate) use instance::Instance;
pub(crate) use structures::{Pins, Same, arrange, arrange_empty, summarize};

use crate::algebra::Atom;
use crate::rules::Context;
use crate::state::State;

/// Does the atom follow from the state's knowledge?
fn holds(cx: &mut Context<'_>, st: &State, atom: &Atom) -> bool {
    atom.decide().unwrap_or_else(|| cx.engine.entails(&st.knowledge, atom))
}
