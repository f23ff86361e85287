//! The policy of an attempt: which states are merged at each merge point, which are kept apart (trace partitioning,
//! `domain/apart.rs`), and how long widening is delayed (unrolling; Blanchet03). Limits that all attempts share are
//! here; each attempt's own policy is in its row of `pipeline/plan.rs`.
//!
//! | merge point | what arrives | described by | kept apart | bounds from thresholds |
//! |---|---|---|---|---|
//! | loop header (`headers`) | a path that was there before | a node, rebuilt until it covers all | `Policy::apart`, up to `MAX_STATES_APART`, with lists of variable arguments `MAX_STATES_OF_LISTS`; `Policy::unrolling` (`loops`) | `WIDENINGS` times |
//! | entry in progress (`calls`) | a recursive call | the entry, explored again | `Policy::apart`, and what is unrolled | never |
//! | shared entry (`entries`) | a call of a finished function | a wider entry, or one of its own | memory that differs in kind | `SHARED_WIDENINGS` times |
//! | join (`joins`) | all paths from a case analysis | a node, or every path alone | functions | always |
//! | return (`returns`) | all returns of a function | a node each, or one for each `ret` | functions, results that mean failure | always |
//! | return of a call in progress (`returns`) | the returns of one round | summaries, for the next round | functions, base cases, negative results | never |
//! | cut (`cuts`) | one path with many facts | a node that knows less | | |

use super::loops::Unrolling;
use crate::domain::{Apart, Guesses};

/// The policy by which an attempt explores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    /// Criteria by which states at one loop header, and calls of a function in progress, are kept apart.
    pub apart: Apart,
    /// How long a loop is unrolled before states are merged at its header.
    pub unrolling: Unrolling,
    /// The number of nodes of one loop header from which on a path that comes to the loop from outside is merged with an
    /// earlier one; `None`: each path stays alone.
    pub alone: Option<usize>,
    /// Whether states of different paths are merged where the paths meet again.
    pub joins: bool,
    /// When calls of one function share one entry.
    pub sharing: Sharing,
    /// Whether calls of functions with contracts are described by these.
    pub contracts: bool,
    /// The number of returns of a function that stay apart, at most; above it they are merged.
    pub returns: usize,
    /// The number of nested calls of one function, each with constants only (with `Unrolling::executing` any), that get
    /// entries of their own; further calls share an entry.
    pub constant_calls: usize,
    /// A recursion with one recursive call may be unrolled along an argument if the argument's bounds differ by at most
    /// this much; `None`: it is not unrolled.
    pub range: Option<i128>,
    /// Whether cells of linked structures are folded into segments and trees where states are merged.
    pub structures: bool,
    /// Whether a list with back pointers stays whole when a pointer to its last cell is used. This helps backward
    /// walks.
    pub rears: bool,
    /// The additional case analyses that rules make.
    pub cases: Cases,
    /// Whether values that change are related by threes: a beginning and a size to an end.
    pub relating: bool,
    /// If a call hands over more facts than this, only those about the entry's own variables are kept.
    pub handed_facts: usize,
}

/// Case analyses that rules make only in attempts that ask for them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cases {
    /// For a store that may hit a pointer in a caller's memory: whether it is before, at or behind the pointer.
    pub stores: bool,
    /// Which pointer of an array is read or written. Then each can lead to a structure of its own.
    pub elements: bool,
    /// Whether a remainder is the dividend itself, where the quotient can only be 0 or 1.
    pub quotients: bool,
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

/// The maximal depth of nested calls.
pub(crate) const DEPTH: usize = 300;

/// The number of states of one header on a path above which they are merged even if their pointers differ in kind.
pub(crate) const MAX_STATES_APART: usize = 12;
/// That number for states with a list of variable arguments, each of which may be at another argument.
pub(crate) const MAX_STATES_OF_LISTS: usize = 64;

/// How often values that already differed may get new bounds from thresholds when a loop header's node is widened;
/// after that, its facts are only dropped.
pub(crate) const WIDENINGS: usize = 3;

/// How often values that already differed may get new bounds from thresholds when a shared entry is widened.
pub(crate) const SHARED_WIDENINGS: usize = 2;

/// The largest function, in instructions, that gets an entry for each call with `Sharing::Large`.
pub(crate) const SMALL: usize = 40;

/// The number of new entries after a library call, or a load from a constant table, from which consequences are drawn.
pub(crate) const MOST_TOLD: usize = 2;

/// The number of facts learnt from a return from which consequences are drawn.
pub(crate) const LEARNT: usize = 12;

/// Return nodes of the entry function, at most, where its contract promises something of its returns: beyond, states
/// that return are merged.
pub(crate) const MOST_PROMISED: usize = 64;

/// The maximal number of rounds of one function's fixed point.
pub(crate) const ROUNDS: usize = 40;

/// The number of base cases of a recursive function that are kept apart.
pub(crate) const BASES: usize = 4;

/// The number of functions that get an address before the program begins; others get one where their address is used.
pub(crate) const NAMED: usize = 32;

/// The number of summands above which the term of a value without influence is replaced by a variable with its bounds.
pub(crate) const LONG: usize = 12;

/// The number of summands up to which a term without influence is kept when a path is cut.
pub(crate) const SIMPLE: usize = 2;

/// Thresholds at a loop header.
pub(crate) const HEADER: Guesses = Guesses::Times(WIDENINGS);
/// Thresholds for recursive functions. A function is explored again after each merge of its calls or returns, so
/// merging only drops facts.
pub(crate) const RECURSION: Guesses = Guesses::Times(0);
/// Thresholds at a shared entry, which is explored again after each merge.
pub(crate) const SHARED: Guesses = Guesses::Times(SHARED_WIDENINGS);
/// Thresholds at a join, where only finitely many paths wait.
pub(crate) const JOIN: Guesses = Guesses::Always;
/// Thresholds at a return: a function has finitely many.
pub(crate) const RETURN: Guesses = Guesses::Anew;
