//! What an alternative of a contract means, as data: ranges, structures, facts, and the values it reads.

use crate::algebra::{Atom, Rel, Term, TooLarge, Var};
use crate::contract::ContractError;
use certificates::{Marks, Shape, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// A range of memory.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    /// The contract's variable that its pointer begins with.
    pub start: Var,
    pub address: Term,
    /// In bytes.
    pub length: Term,
    pub align: u64,
    pub writable: bool,
    /// Of a string: bytes of a character. The last one is 0.
    pub string: Option<u32>,
    /// Whether a block of `malloc` that becomes the function's begins here, and is no more than this unless it is a string.
    pub freeable: bool,
    /// As the contract writes it.
    pub text: String,
}

impl Range {
    /// As `\separated` names it: a string with its end.
    pub(crate) fn operand(&self) -> String {
        match self.string {
            Some(width) => {
                let length = if width == 1 { "strlen" } else { "wcslen" };
                format!("{0} + (0 .. {length}({0}))", self.text)
            }
            None => self.text.clone(),
        }
    }
}

/// A list or tree.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    /// Of the first cell, or the root.
    pub head: Term,
    /// What the last cell of a list points to; `None` for a tree.
    pub end: Option<Term>,
    pub shape: Shape,
    pub marks: Marks,
    /// As the contract writes it.
    pub text: String,
}

/// What a clause says, from left to right.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// The range of this number.
    Range(usize),
    /// The list or tree of this number.
    Structure(usize),
    Fact(Atom),
    /// A function of which the contract says what its calls do: its name in states, and where a pointer leads to it.
    Callback(String, Option<Term>),
    /// The next variable is what the function returns. `true`: it is read as signed.
    Result(bool),
    /// The next variable is what memory has at this address.
    Read {
        /// The variable that its pointer begins with.
        start: Var,
        address: Term,
        /// In bits.
        width: u32,
        sign: Sign,
        pointer: bool,
    },
    /// What holds of all elements of an array.
    Elements(Elements),
    /// The next variable is the quotient of a term, which is never negative if it is natural, and a number.
    Quotient {
        dividend: Term,
        divisor: i128,
        natural: bool,
    },
}

/// What holds of all elements of an array when the function is called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Elements {
    /// The variable that the pointer to them begins with.
    pub start: Var,
    /// Of the first one.
    pub address: Term,
    /// There are none if this is not positive.
    pub count: Term,
    /// From one to the next, in bytes.
    pub stride: u64,
    /// In bytes.
    pub width: u32,
    pub sign: Sign,
    /// Comparisons with 0 of a multiple of the element, and a term.
    pub all: Vec<(Rel, i128, Term)>,
    /// As the contract writes an element.
    pub text: String,
}

impl Elements {
    /// Where the last of so many elements ends, counted from the beginning of the first.
    ///
    /// # Errors
    /// If it is too large.
    pub(crate) fn length(&self, count: &Term) -> Result<Term, TooLarge> {
        count.plus(-1)?.scale(self.stride.into())?.plus(self.width.into())
    }
}

impl Step {
    pub(crate) fn has_variable(&self) -> bool {
        matches!(self, Step::Read { .. } | Step::Quotient { .. } | Step::Result(_))
    }
}

/// An alternative of a contract, understood. Terms are over the contract's own variables: the parameters, the
/// lengths of the strings, the addresses of the kept globals, and those of the steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meaning {
    /// Bits and signedness of each parameter; `None` for floating point.
    pub parameters: Vec<Option<(u32, bool)>>,
    /// Number of strings.
    pub strings: usize,
    pub ranges: Vec<Range>,
    pub structures: Vec<Structure>,
    /// What is said of parameters and lengths.
    pub facts: Vec<Atom>,
    pub steps: Vec<Step>,
    /// Pairs of parts that do not overlap, the smaller number first; parts are ranges, then lists and trees.
    pub separate: BTreeSet<(usize, usize)>,
    /// Ranges that do not lie in these globals.
    pub outside: BTreeSet<(usize, String)>,
    /// Address and length of each operand of `\separated` that is no part of this alternative; `None` if its value takes
    /// reading.
    pub unplaced: Vec<Option<(Term, Term)>>,
    /// How variables of steps are written.
    pub texts: BTreeMap<Var, String>,
    /// What `assigns` and `ensures` read at the call, beyond `steps`.
    pub before: Vec<Step>,
    /// What `ensures` reads at the return.
    pub after: Vec<Step>,
    /// Address and length of the memory that may be changed; `None`: nothing is said.
    pub assigned: Option<Vec<(Term, Term)>>,
    /// What holds at a return.
    pub ensured: Vec<Ensured>,
}

/// A conjunct of `ensures`.
#[derive(Clone, Debug)]
pub(crate) struct Ensured {
    /// As the contract writes it.
    pub text: String,
    /// Alternatives, of which one holds.
    pub ways: Vec<Way>,
}

/// An alternative of a conjunct of `ensures`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Way {
    pub said: Vec<Said>,
    /// The contract's variables that it reads.
    pub reads: BTreeSet<Var>,
}

/// What an alternative says.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    Atom(Atom),
    /// Memory that is there; its place among these.
    Memory(usize, Memory),
    /// Memory of these places does not overlap.
    Separated(usize, usize),
}

/// Memory of which `ensures` says that it is there.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub address: Term,
    pub length: Term,
    pub kind: MemoryKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemoryKind {
    /// A new block of the heap that is the caller's.
    Fresh,
    /// A range, with its alignment.
    Valid { align: u64, writable: bool },
}

impl Ensured {
    /// What it says of a new block of the heap, and whether there may be none, if it says only this.
    pub(crate) fn allocation(&self) -> Option<(&Memory, bool)> {
        let said = |way: &Way| match way.said.as_slice() {
            [said] => Some(said.clone()),
            _ => None,
        };
        let (fresh, null) = match self.ways.as_slice() {
            [only] => (only, None),
            [one, other] => match (said(one)?, said(other)?) {
                (Said::Atom(null), Said::Memory(..)) => (other, Some(null)),
                (Said::Memory(..), Said::Atom(null)) => (one, Some(null)),
                _ => return None,
            },
            _ => return None,
        };
        let [Said::Memory(_, memory)] = fresh.said.as_slice() else { return None };
        let is_null = |null: &Atom| null.rel == Rel::Eq && null.term == memory.address;
        let allowed = memory.kind == MemoryKind::Fresh && null.as_ref().is_none_or(is_null);
        allowed.then_some((memory, null.is_some()))
    }
}

impl Meaning {
    /// The variable of the first thing that is read at the return, in a contract that speaks of no globals.
    pub(crate) fn first_after(&self) -> usize {
        let read = self.steps.iter().chain(&self.before).filter(|step| step.has_variable());
        self.parameters.len() + self.strings + read.count()
    }

    /// What it says in comparisons.
    pub(crate) fn said(&self) -> impl Iterator<Item = &Atom> {
        let later = self.steps.iter().filter_map(|step| if let Step::Fact(fact) = step { Some(fact) } else { None });
        self.facts.iter().chain(later)
    }
}

pub(crate) type Understood<T> = Result<T, ContractError>;
