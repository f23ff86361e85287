//! Abstract states (`spec/states.md`).

use crate::shape::{CellFact, OwnedElements, Segment, Tree};
use crate::term::{Atom, Term};
use serde::{Deserialize, Serialize};

/// Number of a block, unique in a state; new blocks get the next unused number of their path.
pub type BlockId = u32;
/// Number of a points-to entry or of a uniform fact, unique in a state; new ones get the next unused number.
pub type EntryId = u32;

/// How the bits of a register or a memory cell are read as an integer (U_P and S_P of Hensel16). Pointers and `i1` are
/// always `Unsigned`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Sign {
    /// As a number that is not negative.
    Unsigned,
    /// In two's complement.
    Signed,
}

/// A place in the program, after the phis of its block: `index` counts the instructions that are neither phis nor debug
/// records, from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Function name without `@` and without quotes.
    pub function: String,
    /// Label of the basic block without `%`, as the module's text numbers or names it
    /// (the entry block of an unnamed-label function has the number LLVM gives it).
    pub block: String,
    /// Place among the instructions of the block.
    pub index: u32,
}

/// The value of one SSA register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// Register name without `%`.
    pub register: String,
    /// How the bits are read.
    pub sign: Sign,
    /// The value under that reading.
    pub value: Term,
}

/// The kind of memory of a block, with its identity if it has one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Made by the alloca that defines this register in the current frame.
    Stack(String),
    /// Made by an allocation function.
    Heap,
    /// The global variable of this name.
    Global(String),
    /// A stack block of some caller, or memory that the claim's precondition names.
    Caller(CallerId),
    /// The address of the function of this name: a block without bytes.
    Function(String),
    /// An open stream of the C library: a block without bytes, which closing it ends.
    Stream,
    /// What this function of the C library returned last: memory that its next call may overwrite, and that nobody else
    /// writes.
    Library(String),
    /// The array of pointers that `main` is called with.
    Arguments,
    /// The object that the strings lie in which `main` is called with.
    ArgumentText,
    /// Variable arguments of the current frame, as they were passed.
    Variadic(Area),
    /// Variable arguments of the call that comes next. In no node.
    Passed(Area),
}

/// The identity of a block of the caller's in the entry's graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CallerId {
    /// The block with this number.
    Block(u32),
    /// A part, with this number, of an object of the caller's that may be written but for what this function leaves alone.
    /// Blocks of a state with equal `object` are parts of one.
    Part {
        /// The object.
        object: u32,
        /// The block's own number.
        number: u32,
    },
}

impl CallerId {
    /// The block's own number.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            CallerId::Block(number) | CallerId::Part { number, .. } => number,
        }
    }
}

impl Kind {
    /// The object of which a block is a part, if it is known to be one.
    #[must_use]
    pub fn object(&self) -> Option<u32> {
        match self {
            Kind::Caller(CallerId::Part { object, .. }) => Some(*object),
            _ => None,
        }
    }
}

/// Where variable arguments lie (System V ABI for AMD64, section 3.5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Area {
    /// The part of the register save area that holds integers and pointers.
    General,
    /// The part of the register save area that holds floating-point numbers.
    Vector,
    /// The overflow area: what did not fit into registers.
    Overflow,
}

/// One allocation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Number of the block.
    pub id: BlockId,
    /// Address of the first byte.
    pub base: Term,
    /// In bytes.
    pub size: Term,
    /// Known alignment of the base, in bytes; a power of two.
    pub align: u64,
    /// What sort of memory it is.
    pub kind: Kind,
    /// Whether it is not written, freed or reallocated in this entry's graph.
    pub read_only: bool,
    /// Whether it is not freed or reallocated, because it is the caller's: a cell of a list or tree, or memory that
    /// such a cell owns.
    pub kept: bool,
    /// Whether the block exists only if `base` is not 0 (the result of an allocation that may fail). Its entries say what
    /// it holds if it exists.
    pub optional: bool,
}

/// A points-to entry: the `width` bytes at `offset` of `block` hold `value` (little endian).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Number of the entry.
    pub id: EntryId,
    /// The block that the bytes belong to.
    pub block: BlockId,
    /// In bytes, from the block's base.
    pub offset: Term,
    /// In bytes: 1, 2, 4 or 8.
    pub width: u32,
    /// How the bits are read.
    pub sign: Sign,
    /// The value under that reading.
    pub value: Term,
}

/// What the elements of an array have in common: for each i with 0 <= i < `count`, the `width` bytes at
/// `offset + stride * i` of `block` hold a value of which `all` says something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uniform {
    /// Number of the fact, among those of the entries.
    pub id: EntryId,
    /// The block that the elements belong to.
    pub block: BlockId,
    /// Where the first element begins, in bytes from the block's base.
    pub offset: Term,
    /// Number of elements; there are none if it is not positive.
    pub count: Term,
    /// From the beginning of an element to that of the next one, in bytes; at least `width`.
    pub stride: u64,
    /// In bytes: 1, 2, 4 or 8.
    pub width: u32,
    /// How the bits are read.
    pub sign: Sign,
    /// Facts about the value of each element, the only field.
    pub all: Vec<CellFact>,
    /// If the elements are pointers: the memory that each of them owns.
    pub owned: Option<OwnedElements>,
}

/// An abstract state: bindings, knowledge, blocks, points-to entries, uniform facts and linked structures. The position
/// is the node's. The variables are exactly `0 .. variables`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Number of variables.
    pub variables: u32,
    /// In ascending order of register names; each register at most once.
    pub bindings: Vec<Binding>,
    /// The facts; witnesses refer to them by their places.
    pub knowledge: Vec<Atom>,
    /// Ascending by number.
    pub blocks: Vec<Block>,
    /// Ascending by number.
    pub entries: Vec<Entry>,
    /// Ascending by number.
    pub uniforms: Vec<Uniform>,
    /// Ascending by number.
    pub lists: Vec<Segment>,
    /// Ascending by number.
    pub trees: Vec<Tree>,
}
