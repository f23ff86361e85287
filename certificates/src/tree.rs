//! Nodes and proof trees (`spec/graph.md`).

use crate::shape::{CellFact, ListId, Marks, OwnedElements, ShapeId, TreeId};
use crate::state::{BlockId, EntryId, Position, Sign, State};
use crate::term::{Atom, Int, Term};
use crate::witness::Witness;
use serde::{Deserialize, Serialize};

/// Place of a node in `Certificate::nodes`.
pub type NodeId = u32;
/// Place of a step in `Certificate::steps`.
pub type StepId = u32;

/// A node of the proof graph: a position with a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The entry node of the graph that this node belongs to (an entry node names itself). The entry's variables
    /// `0 .. n` are also variables of this node, with the same meaning.
    pub entry: NodeId,
    /// The place in the program.
    pub position: Position,
    /// What is described there.
    pub state: State,
    /// The proof tree; `None` exactly for return nodes.
    pub tree: Option<StepId>,
}

/// One application of one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of the rule in the specification")]
pub enum Step {
    /// Executes the next instruction; it has one successor.
    Exec { hint: Hint, next: StepId, witnesses: Vec<Witness> },
    /// Case analysis: `atom` holds, or its negation does.
    Split { atom: Atom, yes: StepId, no: StepId },
    /// A proof step that executes no instruction.
    Ghost { ghost: Ghost, next: StepId, witnesses: Vec<Witness> },
    /// Case analysis for two different live blocks of at least one byte: `left` ends before `right` begins, or the
    /// other way round.
    Apart { left: BlockId, right: BlockId, left_first: StepId, right_first: StepId, witnesses: Vec<Witness> },
    /// A call of a defined function. `returns` names every return node of the entry exactly once,
    /// ascending.
    Call { entry: NodeId, instance: Instance, returns: Vec<(NodeId, StepId)>, witnesses: Vec<Witness> },
    /// Subsumption: the state is an instance of the node's state.
    Goto { node: NodeId, instance: Instance, witnesses: Vec<Witness> },
    /// The knowledge is contradictory.
    Infeasible { witnesses: Vec<Witness> },
    /// The program ends here: a call of a declared exit, abort or error function, or a false assumption.
    Exit { hint: Hint, witnesses: Vec<Witness> },
    /// A chosen result of an input or of a freeze; only in the graph of a refutation.
    Choose { value: Term, sign: Sign, next: StepId, witnesses: Vec<Witness> },
    /// Case analysis at a call of a function that sorts or searches: it calls the function that compares once more, which
    /// must come next, or it returns.
    Compare { hint: Hint, called: StepId, returned: StepId, witnesses: Vec<Witness> },
}

/// Proof steps that add knowledge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of the rule in the specification")]
pub enum Ghost {
    /// The atom follows from the knowledge.
    Assert(Atom),
    /// Entries of one block, width and signedness whose values differ and offset(left) <= offset(right).
    Distinct { left: EntryId, right: EntryId },
    /// Entries of one block, width and signedness with equal offsets: the values are equal.
    Same { left: EntryId, right: EntryId },
    /// Adds the bounds of an entry's offset.
    InBlock(EntryId),
    /// Adds the bounds of a block's address and size.
    Block(BlockId),
    /// Introduces fresh q, r with term = divisor*q + r and 0 <= r < |divisor|.
    Divide { term: Term, divisor: Int },
    /// An optional block whose base is proved to be not 0 (then the block exists) or 0 (then it does not).
    Resolve { block: BlockId, present: bool },
    /// Adds the address of the function of this name, as a block of its own.
    Function(String),
    /// An entry in a constant global, at offset = width*index with first <= index <= last: its value lies between the
    /// least and the greatest of these elements.
    Table { entry: EntryId, index: Term, first: u64, last: u64 },
    /// Adds an entry for bytes about which nothing is known: its value is arbitrary.
    Read { block: BlockId, offset: Term, width: u32, sign: Sign },
    /// Materialises an empty segment at `end`.
    ListEmpty {
        shape: ShapeId,
        end: Term,
        before: Term,
        first: Vec<Option<Term>>,
        last: Vec<Option<Term>>,
        all: Vec<CellFact>,
        marks: Marks,
    },
    /// A heap block becomes a segment of one cell (folding).
    ListFold { shape: ShapeId, cell: FoldedCell, all: Vec<CellFact> },
    /// Joins two segments; the second begins where the first ends. `first` and `last` say for each field which segment
    /// gives its value in the first and last cell.
    ListJoin { left: ListId, right: ListId, first: Vec<Source>, last: Vec<Source>, all: Vec<CellFact> },
    /// The length of a segment is at least 0.
    ListLength(ListId),
    /// Removes a segment of length 0, and keeps what it implies about its ends.
    ListEmptied(ListId),
    /// The first cell of a segment becomes a block (unfolding). `only`: it is the last cell, too.
    ListFirst { list: ListId, only: bool, owned: Vec<OwnedCase> },
    /// The last cell of a segment becomes a block (unfolding). `only`: it is the first cell, too.
    ListLast { list: ListId, only: bool, owned: Vec<OwnedCase> },
    /// Materialises a tree without cells, for a null pointer.
    TreeNil { shape: ShapeId, root: Term, all: Vec<CellFact>, marks: Marks },
    /// A heap block and a tree for each of its links become one tree (folding).
    TreeFold { shape: ShapeId, cell: FoldedCell, trees: Vec<TreeId>, all: Vec<CellFact> },
    /// The number of cells of a tree is at least 0.
    TreeCells(TreeId),
    /// Removes a tree without cells; its root is null.
    TreeEmptied(TreeId),
    /// The cell at the root of a tree becomes a block, and each of its links a tree (unfolding).
    TreeFirst { tree: TreeId, owned: Vec<OwnedCase> },
    /// Materialises a tree that is nothing but its hole: it has no cells.
    TreeHole { shape: ShapeId, root: Term, all: Vec<CellFact>, marks: Marks },
    /// Fills the hole of a tree with the missing subtree.
    TreeFill { tree: TreeId, filler: TreeId, all: Vec<CellFact> },
    /// Adds an entry for the argument of `main` with this number: it points into the arguments' text.
    Argument { index: Term },
    /// The library's variable for a stream, as this entry says, holds no null pointer.
    Stream(EntryId),
    /// A uniform fact about 0 elements, of which anything may be said.
    Uniform {
        block: BlockId,
        offset: Term,
        stride: u64,
        width: u32,
        sign: Sign,
        all: Vec<CellFact>,
        owned: Option<OwnedElements>,
    },
    /// An entry becomes another element of a uniform fact: before the first one, or after the last one. `part`: what it
    /// owns, exactly if the elements own memory.
    Extend { uniform: EntryId, entry: EntryId, side: Side, part: Option<FoldedPart> },
    /// Another fact about `count` elements of a uniform fact, from the one with the number `first` on, which says no more
    /// of each, and nothing of what they own.
    Part { uniform: EntryId, first: Term, count: Term, all: Vec<CellFact> },
    /// Adds an entry for the element with this number of a uniform fact.
    Element { uniform: EntryId, index: Term },
    /// Takes the element with this number out of a uniform fact about pointers that own memory: the fact is left with the
    /// elements before it, another one has those after it, and what the element owns becomes a part of the state. `case`:
    /// what that is; `None`: it is forgotten.
    Take { uniform: EntryId, index: Term, case: Option<OwnedCase> },
    /// One uniform fact of two, whose elements follow each other, and which says no more of each.
    Join { left: EntryId, right: EntryId, all: Vec<CellFact> },
    /// Less is said of what the elements of a uniform fact own.
    Weaken { uniform: EntryId, owned: OwnedElements },
    /// Pointers that are all null may be said to own anything.
    Nulls { uniform: EntryId, owned: OwnedElements },
    /// Adds the memory in which the call that comes next passes its variable arguments.
    Variadic,
    /// An entry whose bytes are, in order, those of others: adds the equation between the values.
    Bytes { entry: EntryId, parts: Vec<EntryId> },
}

/// A block that is folded into a cell, with an entry for each place of the shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoldedCell {
    /// The block that becomes a cell.
    pub block: BlockId,
    /// Entries of the links, in the order of the shape.
    pub links: Vec<EntryId>,
    /// Entry of the back pointer, exactly if the shape has one.
    pub back: Option<EntryId>,
    /// Entries of the fields, in the order of the shape.
    pub fields: Vec<EntryId>,
    /// What the cell owns, in the order of the shape's owned places.
    pub owned: Vec<FoldedOwned>,
}

/// The memory that a folded cell owns at one of its places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoldedOwned {
    /// The entry of the pointer.
    pub entry: EntryId,
    /// What the pointer leads to.
    pub part: FoldedPart,
}

/// What a pointer to owned memory leads to, in a cell that is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FoldedPart {
    /// It is null.
    Null,
    /// A heap block.
    Block {
        /// The block.
        block: BlockId,
        /// For a string: an entry of the block whose value is 0.
        zero: Option<EntryId>,
    },
    /// The first cell of a list.
    List(ListId),
}

/// What an unfolded cell owns at one of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnedCase {
    /// The pointer is null.
    Null,
    /// The pointer is not null: the block exists.
    Present,
    /// It is not known whether the pointer is null (no string): an optional block.
    Optional,
    /// A list, which may be empty.
    List,
}

/// Which of two joined segments gives the value of a field in the first or last cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// The first one.
    Left,
    /// The second one.
    Right,
    /// None: the value is not known.
    Neither,
}

/// By which multiple of 2^width a value is moved into the range of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wrap {
    /// value - k * 2^width is in range (an obligation).
    By(Int),
    /// A fresh variable q stands for the number: value - q * 2^width is in range (a fact).
    Quotient,
}

/// What the checker would otherwise have to search for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Signedness of the result's binding (`Unsigned`, and ignored, where the rule determines it).
    pub sign: Sign,
    /// Used in the order in which the rule converts or wraps values; all must be used.
    pub wraps: Vec<Wrap>,
    /// For a branch: the signedness of each phi of the target block, in order.
    pub phis: Vec<Sign>,
    /// What else the instruction needs.
    pub detail: Detail,
}

/// The part of a hint that depends on the instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of the rule in the specification")]
pub enum Detail {
    None,
    /// icmp, select, conditional br, an assumption: the condition is true (or false).
    Outcome(bool),
    /// switch: the case (its place in the instruction), or the default. shl, lshr: a bound of the amount.
    Case(Option<u32>),
    /// Shift by this amount. ctlz: the number has no more bits than this.
    Shift(u32),
    /// sdiv, srem: the sign of the dividend if known (`true`: >= 0, `false`: <= 0), and the sign of the divisor
    /// (`true`: > 0).
    Division {
        dividend: Option<bool>,
        divisor: bool,
    },
    /// and, or, xor.
    Bits(Bits),
    /// load: the access, and the entry that gives the value.
    Load {
        access: Access,
        entry: Option<EntryId>,
    },
    /// store: the access, and the entries and uniform facts of the same block that survive, each with the reason.
    /// `within`: uniform facts that survive because what is stored is such an element, or lies between two, each with the
    /// number of that element, or of the one before.
    Store {
        access: Access,
        keep: Vec<(EntryId, Side)>,
        within: Vec<(EntryId, Term)>,
    },
    /// memcpy, memmove: ranges (`None`: the length is 0), survivors, and entries that are copied.
    Move {
        target: Option<Access>,
        source: Option<Access>,
        keep: Vec<(EntryId, Side)>,
        copy: Vec<EntryId>,
    },
    /// memset: range, survivors, and cells whose values are known afterwards.
    Fill {
        target: Option<Access>,
        keep: Vec<(EntryId, Side)>,
        cells: Vec<Cell>,
    },
    /// malloc, calloc: outcome, and (calloc) cells that are known to be 0.
    Allocate {
        outcome: Allocation,
        cells: Vec<Cell>,
    },
    /// free: the block, `None` for a null pointer.
    Release(Option<BlockId>),
    /// realloc of a live block (`None`: of null): its entries that lie within the new size.
    Reallocate {
        block: Option<BlockId>,
        outcome: Allocation,
        keep: Vec<EntryId>,
    },
    /// A library function: the memory it accesses, in the order of its contract.
    Library {
        accesses: Vec<Access>,
        entries: Vec<EntryId>,
        keep: Vec<(EntryId, Side)>,
    },
    /// A function elsewhere, of which the claim's contract says what its calls do.
    Contract(Box<Elsewhere>),
    /// A function that sorts or searches an array.
    Sorted(Box<Sorted>),
}

/// The entries of a block that survive a change of it, each with the reason.
pub type Kept = Vec<(EntryId, Side)>;

/// What is known of an array that is sorted or searched (X-SORT).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sorted {
    /// The access to the whole array.
    pub access: Access,
    /// What each of its elements is aligned to: a power of two that divides their size.
    pub align: u64,
    /// Uniform facts about all of its elements; `true`: what an element owns is described, too, where elements are compared.
    pub facts: Vec<(EntryId, bool)>,
    /// Entries and other uniform facts of its block that survive.
    pub keep: Kept,
}

/// Shows that a call satisfies the contract of a function elsewhere, and what it leaves behind (X-CONTRACT).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elsewhere {
    /// Which alternative of the contract the call satisfies.
    pub alternative: u32,
    /// For each range that it names the access, for a string to its first byte; `None`: the range is empty.
    pub accesses: Vec<Option<Access>>,
    /// For each string an entry that ends it.
    pub ends: Vec<EntryId>,
    /// For each place that is read at the call the entry that says what it holds.
    pub entries: Vec<EntryId>,
    /// For each range that is assigned the block, and its entries that survive; `None`: the range is empty.
    pub assigned: Vec<Option<(BlockId, Kept)>>,
    /// For each place that is read at the return the entry that survives; `None`: it was written.
    pub after: Vec<Option<EntryId>>,
    /// For each place that was written the assigned range in which it lies.
    pub written: Vec<u32>,
    /// Values of the result and of what was written, in the order in which the contract reads them, that satisfy what is
    /// ensured.
    pub values: Vec<Term>,
}

/// Which fact about a bitwise result is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bits {
    /// The bounds that always hold.
    Bounds,
    /// `and` with 2^k - 1 (right operand): the remainder.
    LowMask(u32),
    /// `and` with 2^width - 2^k (right operand): the multiple of 2^k.
    HighMask(u32),
    /// `x and (x - 1)`, right = left - 1, left >= 1: less than x.
    ClearLowest,
    /// `or`, `xor` of two values below 2^k: below 2^k.
    Below(u32),
    /// `or`, `xor`, left a multiple of 2^k and right below 2^k: the sum.
    Disjoint(u32),
    /// `xor` with all ones (right operand): the complement.
    Complement,
    /// `and` of this entry of `<ctype.h>`'s table with the class of digits or of hexadecimal digits (right operand).
    Class(EntryId),
    /// `and` with 2^m - 2^k for k < m < width (right operand): bits in the middle, 2^k times a number below 2^(m - k).
    Field(u32),
}

/// The memory an instruction accesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// The block that the range lies in.
    pub block: BlockId,
    /// For an alignment A > 1: why the address is a multiple of A.
    pub multiple: Multiple,
}

/// Why the address of an access is a multiple of the access' alignment A.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Multiple {
    /// The block is aligned to A, and A divides the constant and every coefficient of the offset.
    Plain,
    /// The block is aligned to A, and offset = A * m.
    Offset(Term),
    /// base + offset = A * m, whatever the block is aligned to.
    Address(Term),
}

/// Why an entry survives a write to its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// It ends before the written range begins.
    Before,
    /// It begins after the written range ends.
    After,
}

/// A cell with a known value in a range that was just written, or several in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// In bytes, from the block's base.
    pub offset: Term,
    /// In bytes.
    pub width: u32,
    /// How the bits are read.
    pub sign: Sign,
    /// Number of cells, of which a uniform fact says what they hold; `None`: one, of which an entry says it.
    pub count: Option<Term>,
}

/// The outcome of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Allocation {
    /// The size is small enough, and allocations do not fail.
    Succeeds,
    /// The allocation may fail, or the size may be too large: an optional block.
    Optional,
}

/// The node at which the runs from an initial state of the claim begin (R-ROOT).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of the rule in the specification")]
pub enum Root {
    /// The initial state is an instance of this entry node of the claim's entry function.
    Covered { node: NodeId, instance: Instance, returns: Vec<Ensured> },
    /// No run begins here: the knowledge of the initial state is contradictory.
    Infeasible { witnesses: Vec<Witness> },
}

/// Shows that what a contract ensures holds where a return node of a root returns (R-ENSURES).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ensured {
    /// For each conjunct the alternative that holds.
    pub ways: Vec<u32>,
    /// For each place that is read at the return the entry that says what it holds; `None`: nobody says.
    pub entries: Vec<Option<EntryId>>,
    /// For each `\valid`, `\valid_read` and `\fresh` the block; `None` where there is none, or it is not needed.
    pub blocks: Vec<Option<BlockId>>,
    /// The conversion of the result, if it has another sign in the contract.
    pub wraps: Vec<Wrap>,
}

/// Shows that a state is an instance of a node's state.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    /// The terms for the node's variables, in order. For a Goto, only for those after the variables of the entry, which
    /// are mapped to themselves. For a Call and a root, for all of them.
    pub variables: Vec<Term>,
    /// Pairs of a block of the node and a block of the state; ascending by the first.
    pub blocks: Vec<(BlockId, BlockId)>,
    /// Pairs of an entry of the node and an entry of the state; ascending by the first.
    pub entries: Vec<(EntryId, EntryId)>,
    /// Pairs of a uniform fact of the node and one of the state; ascending by the first.
    pub uniforms: Box<[(EntryId, EntryId)]>,
    /// Pairs of a segment of the node and one of the state; ascending by the first. Boxed, since most steps have none.
    pub lists: Box<[(ListId, ListId)]>,
    /// Pairs of a tree of the node and one of the state; ascending by the first.
    pub trees: Box<[(TreeId, TreeId)]>,
    /// Conversions of bindings whose signedness differs, in the order of the node's bindings.
    pub wraps: Vec<Wrap>,
}
