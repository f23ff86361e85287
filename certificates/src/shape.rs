//! Linked structures: shapes of cells, and the predicates for lists and trees (`spec/rules/list.md`,
//! `spec/rules/tree.md`).

use crate::state::Sign;
use crate::term::{Int, Rel, Term};
use serde::{Deserialize, Serialize};

/// Place of a shape in `Certificate::shapes`.
pub type ShapeId = u32;
/// Number of a list segment, unique in a state; new segments get the next unused number of their path.
pub type ListId = u32;
/// Number of a tree, unique in a state; new trees get the next unused number of their path.
pub type TreeId = u32;

/// The layout of the cells of a list or tree. A cell is one whole heap block.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// Size of a cell, in bytes.
    pub size: u64,
    /// A power of two that divides the base of each cell.
    pub align: u64,
    /// Pointers to a cell point this many bytes after its base.
    pub anchor: u64,
    /// Offsets of the pointers to the next cells: one in a list, one or more in a tree.
    pub links: Vec<u64>,
    /// For lists: the offset of the pointer to the previous cell.
    pub back: Option<u64>,
    /// Other places whose values are described.
    pub fields: Vec<Place>,
    /// Memory that each cell owns.
    pub owned: Vec<Owned>,
}

/// A place in a cell that holds an integer or pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// In bytes, from the beginning of the cell.
    pub offset: u64,
    /// In bytes: 1, 2, 4 or 8.
    pub width: u32,
    /// How the bits are read.
    pub sign: Sign,
}

/// A pointer in a cell that is null or leads to memory that the cell owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Owned {
    /// The offset of the pointer in the cell.
    pub offset: u64,
    /// What the pointer leads to.
    pub part: OwnedPart,
}

/// What a pointer to owned memory leads to if it is not null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OwnedPart {
    /// The base of a heap block.
    Block {
        /// In bytes.
        size: OwnedSize,
        /// A power of two that divides the block's base.
        align: u64,
        /// Whether some byte of the block is 0.
        string: bool,
    },
    /// The first cell of a list of this shape, whose number is smaller than that of the owner's shape. The last cell's
    /// link is null, and so is the first cell's back pointer.
    List(ShapeId),
}

/// The size of the memory that a cell owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OwnedSize {
    /// This number of bytes.
    Constant(u64),
    /// The value of the field with this number.
    Field(u32),
    /// Unknown.
    Any,
}

/// What each element of an array, a pointer, owns if it is not null. What one element owns is different from what another
/// one does, and from all else that a state describes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnedElements {
    /// What the pointer leads to.
    pub part: ElementPart,
    /// What may be done with it.
    pub marks: Marks,
}

/// What a pointer in an array leads to if it is not null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ElementPart {
    /// The base of a heap block.
    Block {
        /// In bytes, the size of each of them; `None`: unknown.
        size: Option<Term>,
        /// A power of two that divides the block's base.
        align: u64,
        /// Whether some byte of the block is 0.
        string: bool,
    },
    /// The first cell of a list of this shape. The last cell's link is null, and so is the first cell's back pointer.
    List(ShapeId),
}

/// A fact about every cell, a comparison with 0:
/// `sum of coefficient * field, over the fields, + coefficient * behind + rest`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellFact {
    /// The relation to 0.
    pub rel: Rel,
    /// One coefficient for each field of the shape.
    pub fields: Vec<Int>,
    /// The coefficient of the number of cells after the cell in its segment; 0 in facts about trees.
    pub behind: Int,
    /// The part that is the same for all cells.
    pub rest: Term,
}

/// Restrictions on what may be done with the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// Whether they are not written, freed or reallocated.
    pub read_only: bool,
    /// Whether they are not freed or reallocated, because they are the caller's.
    pub kept: bool,
}

/// A list segment: `length` cells from `head` on; the link of the last one holds `end`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// Number of the segment.
    pub id: ListId,
    /// What the cells look like.
    pub shape: ShapeId,
    /// Pointer to the first cell; `end` if there is none.
    pub head: Term,
    /// What the link of the last cell holds.
    pub end: Term,
    /// Number of cells.
    pub length: Term,
    /// What the back pointer of the first cell holds; 0 if the shape has no back pointer.
    pub before: Term,
    /// Pointer to the last cell; `before` if there is none, and 0 if the shape has no back pointer.
    pub rear: Term,
    /// For each field of the shape, its value in the first cell, if there is one and it is known.
    pub first: Vec<Option<Term>>,
    /// For each field of the shape, its value in the last cell, if there is one and it is known.
    pub last: Vec<Option<Term>>,
    /// Facts that hold for each cell.
    pub all: Vec<CellFact>,
    /// What may not be done with the cells.
    pub marks: Marks,
}

/// A tree: no cell if `root` is 0, otherwise the cell at `root` and a tree for each of its links. With a `hole`, one
/// subtree is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// Number of the tree.
    pub id: TreeId,
    /// What the cells look like.
    pub shape: ShapeId,
    /// Pointer to the topmost cell; 0 if there is none.
    pub root: Term,
    /// Number of cells.
    pub cells: Term,
    /// The root of the missing subtree: what one link holds, or `root` if there is no cell. `None` if the tree is
    /// whole.
    pub hole: Option<Term>,
    /// Facts that hold for each cell.
    pub all: Vec<CellFact>,
    /// What may not be done with the cells.
    pub marks: Marks,
}
