//! Linked structures in symbolic heaps: heap blocks are folded into list segments and trees before a join, and the
//! structures of two states are brought into correspondence (`spec/rules/list.md`; list segments of Berdine05 and
//! Distefano06, with the lengths and values of Hensel23).

mod cells;
mod fold;
mod losses;
mod owned;
mod pairing;
mod pins;
mod trees;

pub(super) use cells::is_cell;
pub(crate) use fold::summarize;
pub(crate) use losses::{Loss, guesses, loss};
pub(crate) use pairing::{arrange, arrange_empty};
pub(super) use pairing::{conform, pairs, tree_pairs};
pub(crate) use pins::Pins;
