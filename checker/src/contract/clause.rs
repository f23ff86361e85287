//! A contract after reading, or why a text is not a contract.

use std::collections::BTreeSet;

use certificates::{Marks, Rel, Shape, Sign, Var};

use crate::decide::premises;
use crate::decide::term::{Atom, Poly, TooLarge};

/// Ranges of a contract, at most. It keeps the blocks of a case few and the number of cases countable.
pub const MAX_RANGES: usize = 12;
/// Cases of a contract, at most.
pub const MAX_CASES: usize = 256;

/// Why a text is not a contract.
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

/// One alternative of a contract. Its terms are over *symbols*, numbered as variables: the parameters, the lengths of
/// the string conjuncts, the addresses of the kept globals, and then the symbols of `steps`, each in order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Contract {
    /// For each parameter of the function whether its value is read as signed.
    pub signed: Vec<bool>,
    /// Number of string conjuncts.
    pub strings: usize,
    /// The comparisons that depend on no step, in order.
    pub comparisons: Vec<Atom>,
    /// The ranges of bytes, in the order of the text.
    pub ranges: Vec<Range>,
    /// The lists and trees, in the order of the text.
    pub structures: Vec<Structure>,
    /// The ranges, the values read from memory, and what is said about them, in the order of the text.
    pub steps: Vec<Step>,
    /// Pairs of parts that one `\separated` names, the smaller number first. Ranges are numbered before lists and
    /// trees.
    pub separate: BTreeSet<(usize, usize)>,
    /// Ranges and globals that one `\separated` names.
    pub outside: BTreeSet<(usize, String)>,
    /// Whether one `\separated` names a global that is not empty twice, which no call satisfies.
    pub itself: bool,
    /// Operands of `\\separated` that are no part of this alternative: address and size in bytes, if nothing of memory
    /// must be read for them.
    pub unplaced: Vec<Option<(Poly, Poly)>>,
    /// What `assigns` and `ensures` read when the function is called, beyond `steps`: places and quotients.
    pub before: Vec<Step>,
    /// What `ensures` reads when the function returns: the result, places and quotients.
    pub after: Vec<Step>,
    /// Address and size in bytes of the memory that may be changed; `None`: all.
    pub assigned: Option<Vec<(Poly, Poly)>>,
    /// The conjuncts of `ensures`: each has the alternatives of which one holds.
    pub ensured: Vec<Vec<Promise>>,
    /// What only bounds mention: the values read from memory, quotients and lengths, whose symbols follow those of
    /// `steps`.
    pub mentioned: Vec<Step>,
    /// Each bound in this alternative.
    pub bounds: Vec<Most>,
}

/// An alternative of a conjunct of `ensures`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Promise {
    /// What it says, in order.
    pub said: Vec<Said>,
    /// The symbols that it reads.
    pub reads: BTreeSet<Var>,
}

/// What a promise says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A comparison.
    Atom(Atom),
    /// Memory that is there. The number is its place among these.
    Memory(usize, Memory),
    /// Memory of these places does not overlap.
    Separated(usize, usize),
}

/// Memory of which `ensures` says that it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Where it begins.
    pub address: Poly,
    /// In bytes.
    pub size: Poly,
    /// What it is.
    pub kind: MemoryKind,
}

/// What `ensures` says of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// A new block of `malloc` that is the caller's.
    Fresh,
    /// A range, if it is not empty, with the alignment in bytes of its elements. `true`: it may be written.
    Valid(u64, bool),
}

/// A bound over the symbols of an alternative: a sum of products of `max(0, a)`, each with its coefficient. What the
/// alternative does not describe is left out.
pub type Most = Vec<(i128, Vec<Poly>)>;

/// What a clause says from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The range of this number.
    Range(usize),
    /// The list or tree of this number.
    Structure(usize),
    /// A comparison that mentions symbols of earlier steps.
    Comparison(Atom),
    /// The contract says what calls of a function do. The function has this name, and lies at this address if it is
    /// called through a pointer.
    Callback(String, Option<Poly>),
    /// The next symbol is what the function returns; `true`: read as signed.
    Result(bool),
    /// The next symbol is a value in memory.
    Place(Place),
    /// What holds of all elements of an array.
    Elements(Elements),
    /// The next symbol is the number of cells of the list or tree of this number; only bounds mention it.
    Length(usize),
    /// The next symbol is a quotient, rounded towards zero, of a term and a constant.
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

/// What the contract says of the elements of an array when the function is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// Where the first one lies, and how it is read.
    pub first: Place,
    /// Number of elements; there are none if it is not positive.
    pub count: Poly,
    /// From one element to the next, in bytes; at least those of an element.
    pub stride: u64,
    /// What holds of each.
    pub all: Vec<About>,
}

/// A comparison with 0: `coefficient * element + rest`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The relation to 0.
    pub rel: Rel,
    /// Not 0.
    pub coefficient: i128,
    /// The part that is the same for all elements.
    pub rest: Poly,
}

impl Elements {
    /// How far behind the beginning of the first element the last one ends, if there is one, for this number of them.
    pub fn length(&self, count: &Poly) -> Result<Poly, TooLarge> {
        let stride = i128::from(self.stride);
        count.scale(stride)?.plus(i128::from(self.first.width / 8) - stride)
    }
}

/// Bytes that a conjunct names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// As it is written, for messages.
    pub name: String,
    /// The symbol that its pointer begins with.
    pub start: Var,
    /// Address of the first byte.
    pub address: Poly,
    /// In bytes; the range is empty if it is less than 1.
    pub size: Poly,
    /// Alignment of the element type, in bytes.
    pub align: u64,
    /// Whether it may be written, too.
    pub writable: bool,
    /// For a string: bytes of a character. The last character is 0.
    pub string: Option<u32>,
    /// Whether it begins a block of `malloc` that becomes the function's, and is all of it unless it is a string.
    pub freeable: bool,
}

/// A list or a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// As it is written, for messages.
    pub name: String,
    /// The pointer to the first cell, or to the root.
    pub head: Poly,
    /// What the last cell of a list points to; `None` for a tree.
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
    /// Address of the first byte, or of what the pointer to the first cell points to.
    pub address: &'c Poly,
    /// The least size in bytes of a part that is not empty.
    pub least: i128,
}

/// What a conjunct of `ensures` says of a new block of `malloc`, and whether there may be none, if it says only this:
/// `\fresh(p, n)`, or `p == \null || \fresh(p, n)`.
pub fn allocation(ways: &[Promise]) -> Option<(&Memory, bool)> {
    let said = |way: &Promise| match way.said.as_slice() {
        [said] => Some(said.clone()),
        _ => None,
    };
    let (fresh, null) = match ways {
        [only] => (only, None),
        [one, other] => match (said(one)?, said(other)?) {
            (Said::Atom(null), Said::Memory(..)) => (other, Some(null)),
            (Said::Memory(..), Said::Atom(null)) => (one, Some(null)),
            _ => return None,
        },
        _ => return None,
    };
    let [Said::Memory(_, memory @ Memory { kind: MemoryKind::Fresh, .. })] = fresh.said.as_slice() else { return None };
    match null {
        None => Some((memory, false)),
        Some(null) => (null.rel == Rel::Eq && null.poly == memory.address).then_some((memory, true)),
    }
}

impl Contract {
    /// The symbol of the first thing that is read at the return, in a contract that speaks of no globals.
    pub fn first_after(&self) -> usize {
        let symbols = self.steps.iter().chain(&self.before);
        let symbols = symbols.filter(|step| matches!(step, Step::Place(_) | Step::Quotient { .. }));
        self.signed.len() + self.strings + symbols.count()
    }

    /// The part with this number: ranges come first, then lists and trees.
    pub fn part(&self, number: usize) -> Option<Part<'_>> {
        if let Some(Range { name, address, size, .. }) = self.ranges.get(number) {
            return Some(Part { name, address, least: size.as_constant().unwrap_or(1).max(1) });
        }
        let Structure { name, head, shape, .. } = self.structures.get(number.checked_sub(self.ranges.len())?)?;
        Some(Part { name, address: head, least: i128::from(shape.size).max(1) })
    }

    /// What it says in comparisons.
    pub fn said(&self) -> impl Iterator<Item = &Atom> {
        let later = self.steps.iter().filter_map(|step| match step {
            Step::Comparison(atom) => Some(atom),
            _ => None,
        });
        self.comparisons.iter().chain(later)
    }

    /// Whether two parts are ranges of one address.
    pub fn begin_together(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.ranges.get(one), self.ranges.get(other));
        one.is_some_and(|one| other.is_some_and(|other| one.address == other.address))
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.ranges.len() + self.structures.len()
    }
}
