//! Linked structures in states: heap blocks are folded into segments where states are to be described together, and
//! the segments of two states are brought into correspondence (`spec/rules/list.md`; the abstraction of Hensel23 with
//! segments between cut points).

mod fold;
mod losses;
mod owned;
mod pairing;
mod trees;

pub(super) use fold::is_cell;
pub(crate) use fold::{Pins, summarize};
pub(crate) use losses::{Loss, guesses, loss};
pub(crate) use pairing::{arrange, arrange_empty};
pub(super) use pairing::{conform, pairs, tree_pairs};
