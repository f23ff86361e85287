//! A contract that has been read, or why a text is none.

use std::collections::BTreeSet;

use certificates::{Marks, Shape, Sign, Var};

use crate::decide::premises;
use crate::decide::term::{Atom, Poly, TooLarge};

/// Ranges of a contract, at most: blocks of a case are few, and the cases can be counted.
pub const MAX_RANGES: usize = 12;
/// Cases of a contract, at most.
pub const MAX_CASES: usize = 256;

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

/// The text is no contract: it breaks this premise of R-CONTRACT.
#[cfg_attr(feature = "premises", track_caller)]
pub fn wrong<T>(premise: &'static str, message: impl Into<String>) -> Result<T, Fault> {
    premises::demanded("R-CONTRACT", "");
    Err(Fault::Wrong(premise, message.into()))
}

/// One alternative of what a contract says. Its terms are over *symbols*, which are variables: the parameters, the
/// lengths of the string conjuncts, the addresses of the kept globals, and then those of `steps`, each in order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Contract {
    /// For each parameter of the function whether its value is read as signed.
    pub signed: Vec<bool>,
    /// Number of string conjuncts.
    pub strings: usize,
    /// The comparisons that need no step, in order.
    pub comparisons: Vec<Atom>,
    /// The ranges of bytes, in the order of the text.
    pub ranges: Vec<Range>,
    /// The lists and trees, in the order of the text.
    pub structures: Vec<Structure>,
    /// The ranges, what is read from memory, and what is said of it, in the order of the text.
    pub steps: Vec<Step>,
    /// Pairs of parts that `\separated` names together, the smaller first: ranges, then lists and trees.
    pub separate: BTreeSet<(usize, usize)>,
    /// Ranges and globals that `\separated` names together.
    pub outside: BTreeSet<(usize, String)>,
}

/// What a clause says from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The range of this number.
    Range(usize),
    /// The list or tree of this number.
    Structure(usize),
    /// A comparison that mentions symbols of earlier steps.
    Comparison(Atom),
    /// A function of which the contract says what its calls do: of this name, and if it is a pointer's, at this address.
    Callback(String, Option<Poly>),
    /// The next symbol is a value in memory.
    Place(Place),
    /// The next symbol is a quotient, rounded towards zero: of a term that is never negative, or of any, and a number.
    Quotient {
        /// What is divided.
        dividend: Poly,
        /// The divisor, a constant other than 0.
        divisor: i128,
        /// Whether the dividend is never negative.
        natural: bool,
    },
}

/// A value in memory when the function is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The symbol that its pointer begins with.
    pub start: Var,
    /// Where the value lies.
    pub address: Poly,
    /// In bits.
    pub width: u32,
    /// How its bits are read.
    pub sign: Sign,
    /// Whether the value is a pointer.
    pub pointer: bool,
}

/// Bytes that a conjunct names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// As it is written, for messages.
    pub name: String,
    /// The symbol that its pointer begins with.
    pub start: Var,
    /// Of its first byte.
    pub address: Poly,
    /// In bytes; the range is empty if it is less than 1.
    pub size: Poly,
    /// Of the element type, in bytes.
    pub align: u64,
    /// Whether it may be written, too.
    pub writable: bool,
    /// Of a string: bytes of a character. The last one is 0.
    pub string: Option<u32>,
}

/// A list or a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// As it is written, for messages.
    pub name: String,
    /// The pointer to the first cell, or to the root.
    pub head: Poly,
    /// What the last cell of a list points to; a tree has none.
    pub end: Option<Poly>,
    /// What a cell looks like.
    pub shape: Shape,
    /// What may not be done with the cells.
    pub marks: Marks,
}

/// A range, or the first cell of a list or tree.
pub struct Part<'c> {
    /// How the contract writes it, for messages.
    pub name: &'c str,
    /// Of its first byte; of the pointer to the first cell.
    pub address: &'c Poly,
    /// In bytes, where it is not empty.
    pub least: i128,
}

impl Contract {
    /// Ranges, then lists and trees.
    pub fn part(&self, number: usize) -> Option<Part<'_>> {
        if let Some(Range { name, address, size, .. }) = self.ranges.get(number) {
            return Some(Part { name, address, least: size.as_constant().unwrap_or(1).max(1) });
        }
        let Structure { name, head, shape, .. } = self.structures.get(number.checked_sub(self.ranges.len())?)?;
        Some(Part { name, address: head, least: i128::from(shape.size).max(1) })
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.ranges.len() + self.structures.len()
    }
}
