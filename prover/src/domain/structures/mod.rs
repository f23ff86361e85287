//! Linked structures in symbolic heaps: heap blocks are folded into list segments and trees before a join, and the
//! structures of two states are brought into correspondence (`spec/rules/list.md`; list segments of Berdine05 and
//! Distefano06, with the lengths and values of Hensel23).
//!
//! Only blocks are accessed. In attempts with structures cells become segments and trees where states are described
//! together, and blocks again where a path needs one (`spec/decisions/lists-and-trees.md`). What a cell may look like is
//! guessed from debug information (`program/shapes.rs`: pointers to the own type, by name a pointer back or to a parent) or
//! said by the contract. What cells own is learnt: an attempt notes which blocks and lists only a cell names (`owned`), and
//! if it fails, others follow whose cells own them (`program/owned.rs`). Nothing follows from a guess.
//!
//! 1. **Fold.** At loop headers, joins, calls and returns `fold` makes cells into segments and joins segments that meet;
//!    inner cells before the outer ones that own them. `trees` folds blocks whose links all lead to trees; one link may
//!    lead to what a loop goes on with, then the tree has a hole there, which is filled when nothing needs what is missing
//!    by itself. A *pin* (a live register, a pointer that the caller has still) keeps a segment's beginning and blocks into
//!    whose middle it points.
//! 2. **Pair.** Before a state is compared or merged, `pairing` matches structures by the registers and places that point
//!    to them, with pointers back also by those that point to their last cell or the one before them; where only one state
//!    has a segment or tree, the other gets one without cells, or a tree of which all is missing.
//! 3. **Unfold.** Where a pointer leads to no block (`Stop::Pointer`), `explore/unfold.rs` takes the outer cell out, after
//!    a case analysis whether there is one; a tree with a hole is filled first, or stays. Structures at a null pointer are
//!    dropped. What a cell owns (`rules/owned.rs`) comes and goes with it.
//!
//! Where merging loses a pointer into a structure, `explore/losses.rs` remembers why, for the answer.

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
pub(super) use owned::is_pointed_at;
pub(crate) use pairing::{arrange, arrange_empty};
pub(super) use pairing::{conform, pairs, tree_pairs};
pub(crate) use pins::Pins;
