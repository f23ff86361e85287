//! How an attempt explores: what is merged at the points where states can be, what stays apart and for how long. Limits
//! that all attempts share are here; the policy of each attempt is in its row of `pipeline/plan.rs`.
//!
//! | merge point | what arrives | described by | kept apart | new bounds for what differs |
//! |---|---|---|---|---|
//! | loop header (`headers`) | a path that was there before | a node, rebuilt until it covers all | `Policy::apart`, up to `MAX_STATES_APART`; `Policy::unrolling` (`loops`) | `WIDENINGS` times |
//! | entry in progress (`calls`) | a recursive call | the entry, explored again | `Policy::apart`, and what is unrolled | never |
//! | shared entry (`entries`) | a call of a finished function | a wider entry, or one of its own | memory that differs in kind | `SHARED_WIDENINGS` times |
//! | join (`joins`) | all paths from a case analysis | a node, or every path alone | functions | always |
//! | return (`returns`) | all returns of a function | a node each, or one for each `ret` | functions, results that mean failure | always |
//! | return of a call in progress (`returns`) | the returns of one round | summaries, for the next round | functions, base cases | never |
//! | cut (`cuts`) | one path with many facts | a node that knows less | | |

use super::loops::Unrolling;
use crate::domain::{Apart, Guesses};

/// How an attempt explores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    /// What keeps states of one loop header apart, and calls of a function in progress.
    pub apart: Apart,
    /// How long a loop is unrolled before states are merged at its header.
    pub unrolling: Unrolling,
    /// Whether states of different paths are merged where the paths meet again.
    pub joins: bool,
    /// When calls of one function share one entry.
    pub sharing: Sharing,
    /// At most this many returns of a function stay apart.
    pub returns: usize,
    /// Calls of one function in progress, each with constants only, before they share an entry.
    pub constant_calls: usize,
    /// A recursion with one call may be unrolled along an argument whose bounds are at most so far apart.
    pub range: Option<i128>,
    /// Whether cells of linked structures are folded where states are described together.
    pub structures: bool,
    /// Whether a pointer to the last cell of a list with back pointers leaves the list whole. Good for walks backwards.
    pub rears: bool,
    /// Which more cases are told apart on a path.
    pub cases: Cases,
    /// Whether values that change are related by threes: a beginning and a size to an end.
    pub relating: bool,
    /// With more facts than this about what a call hands over, only those over its own variables stay.
    pub handed_facts: usize,
}

/// Case analyses that rules make only if an attempt wants them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cases {
    /// A store beside a pointer in a caller's memory is looked at before it, at it and behind it.
    pub stores: bool,
    /// Which pointer of an array is read or written. Then each can lead to a structure of its own.
    pub elements: bool,
}

/// When calls of one function share one generalized entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Never: an entry for each call, as precise as inlining.
    Never,
    /// For all functions but the smallest.
    Large,
    /// For all functions.
    Always,
}

/// Calls nested so deeply are not followed.
pub(crate) const DEPTH: usize = 300;

/// Above this many states of one header on a path, merge even if pointers differ in kind.
pub(crate) const MAX_STATES_APART: usize = 12;

/// So often a header's node may get new bounds for values that differed before.
pub(crate) const WIDENINGS: usize = 3;

/// The same for a shared entry.
pub(crate) const SHARED_WIDENINGS: usize = 2;

/// Functions with at most so many instructions get an entry for each call with `Sharing::Large`.
pub(crate) const SMALL: usize = 40;

/// So many entries that a library function has made are told from others by their values.
pub(crate) const MOST_TOLD: usize = 2;

/// Consequences are drawn from so many facts that a return brings.
pub(crate) const LEARNT: usize = 12;

/// Rounds of one function's fixed point before giving up.
pub(crate) const ROUNDS: usize = 40;

/// So many base cases of a recursive function stay apart.
pub(crate) const BASES: usize = 4;

/// So many functions are named before the program begins; the others where their address is used.
pub(crate) const NAMED: usize = 32;

/// A value without influence with more parts than this is not followed any longer.
pub(crate) const LONG: usize = 12;

/// One with at most so many parts stays as it is.
pub(crate) const SIMPLE: usize = 2;

/// What a loop header may do with the bounds of values that differ.
pub(crate) const HEADER: Guesses = Guesses::Times(WIDENINGS);
/// A recursive function is explored again for each merge of its calls or returns: these only forget.
pub(crate) const RECURSION: Guesses = Guesses::Times(0);
/// A shared entry is explored again for each merge.
pub(crate) const SHARED: Guesses = Guesses::Times(SHARED_WIDENINGS);
/// Finitely many paths wait at a join.
pub(crate) const JOIN: Guesses = Guesses::Always;
/// A function has finitely many returns.
pub(crate) const RETURN: Guesses = Guesses::Anew;
