//! Linked structures: shapes of cells, and the predicates over them (`spec/rules/list.md`, `spec/rules/tree.md`).

use crate::state::Sign;
use crate::term::{Int, Rel, Term};
use serde::{Deserialize, Serialize};

/// Place of a shape in `Certificate::shapes`.
pub type ShapeId = u32;
/// Number of a list segment, unique in a state; new segments get the next unused number of their path.
pub type ListId = u32;
/// Number of a tree, unique in a state; new trees get the next unused number of their path.
pub type TreeId = u32;

/// What the cells of a list or tree look like. A cell is one whole heap block.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// Of a cell, in bytes.
    pub size: u64,
    /// A power of two that divides the base of each cell.
    pub align: u64,
    /// Pointers to a cell point this many bytes behind its base.
    pub anchor: u64,
    /// Offsets of the pointers to the next cells: one in a list, one or more in a tree.
    pub links: Vec<u64>,
    /// In lists: offset of the pointer to the previous cell.
    pub back: Option<u64>,
    /// Further places that are described.
    pub fields: Vec<Place>,
    /// Memory that belongs to each cell.
    pub owned: Vec<Owned>,
}

/// A place in a cell that holds an integer or pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub offset: u64,
    /// In bytes: 1, 2, 4 or 8.
    pub width: u32,
    pub sign: Sign,
}

/// A pointer in a cell that is null or leads to memory that belongs to the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Owned {
    /// Of the pointer in the cell.
    pub offset: u64,
    pub part: OwnedPart,
}

/// What a pointer to owned memory leads to where it is not null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OwnedPart {
    /// The base of a heap block.
    Block {
        /// In bytes.
        size: OwnedSize,
        /// A power of two that divides the block's base.
        align: u64,
        /// Some byte of the block is 0.
        string: bool,
    },
    /// The first cell of a list of this shape, a smaller number than that of the cell's own. The last one's link is null,
    /// and so is the first one's pointer back.
    List(ShapeId),
}

/// The size of the memory that a cell owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OwnedSize {
    Constant(u64),
    /// The value of the field of this number.
    Field(u32),
    Any,
}

/// A fact about every cell: `sum of coefficient * field, over the fields, + coefficient * behind + rest` relates to 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellFact {
    pub rel: Rel,
    /// One coefficient for each field of the shape.
    pub fields: Vec<Int>,
    /// The coefficient of the number of cells behind the cell in its segment; 0 in facts about trees.
    pub behind: Int,
    pub rest: Term,
}

/// What may not be done with the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// They are not written, freed or reallocated.
    pub read_only: bool,
    /// They are not freed or reallocated: the caller's.
    pub kept: bool,
}

/// A list segment: `length` cells from `head` on, behind the last of which stands `end`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    pub id: ListId,
    pub shape: ShapeId,
    /// Pointer to the first cell; `end` if there is none.
    pub head: Term,
    /// What the link of the last cell holds.
    pub end: Term,
    /// Number of cells.
    pub length: Term,
    /// What the back pointer of the first cell holds; 0 if the shape has none.
    pub before: Term,
    /// Pointer to the last cell; `before` if there is none. 0 if the shape has no back pointer.
    pub rear: Term,
    /// For each field of the shape its value in the first cell, where it is known and there is one.
    pub first: Vec<Option<Term>>,
    /// The same of the last cell.
    pub last: Vec<Option<Term>>,
    /// What holds of each cell.
    pub all: Vec<CellFact>,
    pub marks: Marks,
}

/// A tree: no cell if `root` is 0, otherwise the cell at `root` with a tree for each of its links. With a `hole`, one tree
/// below is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    pub id: TreeId,
    pub shape: ShapeId,
    pub root: Term,
    /// Number of cells.
    pub cells: Term,
    /// The root of the tree that is missing somewhere below: what one link holds, or `root` if there is no cell. None if
    /// the tree is whole.
    pub hole: Option<Term>,
    /// What holds of each cell.
    pub all: Vec<CellFact>,
    pub marks: Marks,
}
