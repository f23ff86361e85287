//! A contract that has been read, or why a text is none.

use std::collections::BTreeSet;

use crate::term::{Atom, Poly, TooLarge};

/// Ranges of a contract, at most: blocks of a case are few, and the cases can be counted.
pub const MAX_RANGES: usize = 12;
/// Cases of a contract, at most.
pub const MAX_CASES: usize = 64;

/// Why a text is no contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The premise of R-CONTRACT, and why it does not hold.
    Wrong(&'static str, String),
    /// A computation leaves the limits of terms.
    TooLarge,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Wrong(_, message) => write!(f, "{message}"),
            Fault::TooLarge => write!(f, "the contract leaves the limits (128 bits, size)"),
        }
    }
}

impl From<TooLarge> for Fault {
    fn from(_: TooLarge) -> Fault {
        Fault::TooLarge
    }
}

/// What a contract says. Its terms are over *symbols*: the i-th parameter is variable i, the
/// length of the j-th string conjunct is variable (number of parameters) + j.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// For each parameter of the function whether its value is read as signed.
    pub signed: Vec<bool>,
    /// Number of string conjuncts.
    pub strings: usize,
    /// The comparisons in order.
    pub comparisons: Vec<Atom>,
    pub ranges: Vec<Range>,
    /// Pairs of ranges that `\separated` names together, the smaller first.
    pub separate: BTreeSet<(usize, usize)>,
    /// Ranges and globals that `\separated` names together.
    pub outside: BTreeSet<(usize, String)>,
}

/// Bytes that a conjunct names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// As it is written, for messages.
    pub name: String,
    pub address: Poly,
    /// In bytes; the range is empty if it is less than 1.
    pub size: Poly,
    /// Of the element type, in bytes.
    pub align: u64,
    pub writable: bool,
    /// The string conjunct that names it.
    pub string: Option<usize>,
}
