//! The abstract state on a path, a symbolic heap (`spec/states.md`). Its knowledge is kept separately, by `entail.rs`,
//! because it grows and shrinks along the path.

use std::collections::BTreeMap;
use std::rc::Rc;

use certificates::{BlockId, EntryId, Kind, ListId, Marks, Rel, ShapeId, Sign, StepId, TreeId};

use crate::decide::term::{Atom, Poly, TooLarge};
use crate::reader::{Function, Instruction, Name, Op};

/// The value of a register.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// How the bits are read.
    pub sign: Sign,
    /// The value under that reading.
    pub value: Poly,
}

/// Blocks of a state, at most. G-APART relies on this limit.
pub const MAX_BLOCKS: usize = 4096;
/// Segments and trees of a state together, at most.
pub const MAX_STRUCTURES: usize = 1024;

/// One allocation.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The address of the first byte.
    pub base: Poly,
    /// In bytes.
    pub size: Poly,
    /// A power of two that divides the base.
    pub align: u64,
    /// What sort of memory it is.
    pub kind: Kind,
    /// Whether it is not written, freed or reallocated.
    pub read_only: bool,
    /// Whether it is not freed or reallocated.
    pub kept: bool,
    /// Whether it exists only if its base is not 0.
    pub optional: bool,
}

impl Block {
    /// A block that exists and may be written.
    pub fn new(base: Poly, size: Poly, align: u64, kind: Kind) -> Block {
        Block { base, size, align, kind, read_only: false, kept: false, optional: false }
    }

    /// What may not be done with it.
    pub fn marks(&self) -> Marks {
        Marks { read_only: self.read_only, kept: self.kept }
    }
}

/// `width` bytes at `offset` of `block` hold `value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The block that the bytes belong to.
    pub block: BlockId,
    /// In bytes, from the block's base.
    pub offset: Poly,
    /// In bytes: 1, 2, 4 or 8.
    pub width: u32,
    /// How the bits are read.
    pub sign: Sign,
    /// The value under that reading.
    pub value: Poly,
}

/// What the elements of an array have in common: those at `offset + stride * i` for 0 <= i < `count`.
#[derive(Clone, Debug, PartialEq)]
pub struct Uniform {
    /// The block that they belong to.
    pub block: BlockId,
    /// Where the first one begins, in bytes from the block's base.
    pub offset: Poly,
    /// Number of elements; there are none if it is not positive.
    pub count: Poly,
    /// From one element to the next, in bytes; at least the width.
    pub stride: u64,
    /// In bytes: 1, 2, 4 or 8.
    pub width: u32,
    /// How the bits are read.
    pub sign: Sign,
    /// What holds of the value of each element, the only field.
    pub all: Rc<[CellFact]>,
    /// What each element owns, a pointer then.
    pub owned: Option<Rc<OwnedElements>>,
}

/// What each element of an array, a pointer, owns if it is not null.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedElements {
    /// What the pointer leads to.
    pub part: ElementPart,
    /// What may be done with it.
    pub marks: Marks,
}

/// What a pointer in an array leads to if it is not null.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementPart {
    /// The base of a heap block.
    Block(OwnedBlock),
    /// The first cell of a list of this shape, which ends with a null pointer.
    List(ShapeId),
}

/// A heap block that a pointer owns.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedBlock {
    /// In bytes; `None` if it is any that has an address.
    pub size: Option<Poly>,
    /// A power of two that divides the base.
    pub align: u64,
    /// Whether some byte is 0.
    pub string: bool,
}

impl Uniform {
    /// Where the element of this number begins.
    pub fn place(&self, index: &Poly) -> Result<Poly, TooLarge> {
        self.offset.combine(1, index, self.stride.into())
    }

    /// Where the last element ends, or later.
    pub fn end(&self) -> Result<Poly, TooLarge> {
        self.place(&self.count)
    }

    /// Number of monomials, for budgets.
    pub fn size(&self) -> usize {
        let owned = match self.owned.as_deref() {
            Some(OwnedElements { part: ElementPart::Block(OwnedBlock { size: Some(size), .. }), .. }) => size.size(),
            _ => 0,
        };
        self.offset.size() + self.count.size() + self.all.len() + owned
    }
}

/// A fact about every cell, a comparison with 0: `sum of coefficient * field + coefficient * behind + rest`.
#[derive(Clone, Debug, PartialEq)]
pub struct CellFact {
    /// The relation to 0.
    pub rel: Rel,
    /// A coefficient for each field of the shape.
    pub fields: Vec<i128>,
    /// The coefficient of the number of cells after the cell in its segment.
    pub behind: i128,
    /// The part that is the same for all cells.
    pub rest: Poly,
}

impl CellFact {
    /// The fact for a cell whose fields have these values, with `behind` cells after it.
    pub fn of(&self, values: &[Poly], behind: &Poly) -> Result<Atom, TooLarge> {
        let mut poly = self.rest.combine(1, behind, self.behind)?;
        for (coefficient, value) in self.fields.iter().zip(values) {
            poly = poly.combine(1, value, *coefficient)?;
        }
        Ok(Atom { rel: self.rel, poly })
    }
}

/// A list segment.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// What the cells look like.
    pub shape: ShapeId,
    /// Pointer to the first cell; `end` if there is none.
    pub head: Poly,
    /// What the link of the last cell holds.
    pub end: Poly,
    /// Number of cells.
    pub length: Poly,
    /// What the back pointer of the first cell holds; 0 without back pointers.
    pub before: Poly,
    /// Pointer to the last cell, `before` if there is none; 0 without back pointers.
    pub rear: Poly,
    /// For each field of the shape its value in the first cell, where that is known.
    pub first: Vec<Option<Poly>>,
    /// For each field of the shape its value in the last cell, where that is known.
    pub last: Vec<Option<Poly>>,
    /// What holds of each cell.
    pub all: Rc<[CellFact]>,
    /// What may not be done with the cells.
    pub marks: Marks,
}

impl Segment {
    /// Number of monomials, for budgets.
    pub fn size(&self) -> usize {
        let ends = [&self.head, &self.end, &self.length, &self.before, &self.rear];
        let known = self.first.iter().chain(&self.last).map(|value| 1 + value.as_ref().map_or(0, Poly::size));
        ends.into_iter().map(Poly::size).chain(known).sum()
    }
}

/// A tree, whole or with a hole.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// What the cells look like.
    pub shape: ShapeId,
    /// Pointer to the topmost cell; 0 if there is none.
    pub root: Poly,
    /// Number of cells.
    pub cells: Poly,
    /// The root of the subtree that is missing; `None` if the tree is whole.
    pub hole: Option<Poly>,
    /// What holds of each cell.
    pub all: Rc<[CellFact]>,
    /// What may not be done with the cells.
    pub marks: Marks,
}

/// A place in the program, after the phis of its block.
#[derive(Clone, Copy)]
pub struct Position<'m> {
    /// The function that it lies in.
    pub function: &'m Function,
    /// Place in `function.blocks`.
    pub block: usize,
    /// Place in the block's instructions.
    pub index: usize,
}

impl PartialEq for Position<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.function.name == other.function.name && self.block == other.block && self.index == other.index
    }
}

impl<'m> Position<'m> {
    /// The operation that defines a register of the function.
    pub fn definition(&self, register: &str) -> Option<&'m Op> {
        let mut instructions = self.function.blocks.iter().flat_map(|block| &block.instructions);
        instructions.find(|other| other.result.as_deref() == Some(register)).map(|instruction| &instruction.op)
    }

    /// The instruction that is executed next.
    pub fn instruction(&self) -> Option<&'m Instruction> {
        self.function.blocks.get(self.block)?.instructions.get(self.index)
    }

    /// The operation of the instruction that comes next.
    pub fn operation(&self) -> Option<&'m Op> {
        self.instruction().map(|instruction| &instruction.op)
    }
}

/// Bindings, blocks, entries, segments and trees at a position.
#[derive(Clone)]
pub struct State<'m> {
    /// Where the path stands.
    pub position: Position<'m>,
    /// Values of registers.
    pub bindings: BTreeMap<Name, Binding>,
    /// Memory that is allocated.
    pub blocks: BTreeMap<BlockId, Rc<Block>>,
    /// Known contents of memory.
    pub entries: BTreeMap<EntryId, Rc<Entry>>,
    /// What elements of arrays have in common.
    pub uniforms: BTreeMap<EntryId, Rc<Uniform>>,
    /// List segments.
    pub lists: BTreeMap<ListId, Rc<Segment>>,
    /// Trees.
    pub trees: BTreeMap<TreeId, Rc<Tree>>,
    /// The smallest unused number of a variable.
    pub variables: u32,
    /// The smallest unused number of a block.
    pub next_block: BlockId,
    /// The smallest unused number of an entry or uniform fact.
    pub next_entry: EntryId,
    /// The smallest unused number of a segment.
    pub next_list: ListId,
    /// The smallest unused number of a tree.
    pub next_tree: TreeId,
    /// Whether an instruction has been executed since the node.
    pub progress: bool,
    /// What is known of the call at this position by G-COMPARE.
    pub comparing: Comparing,
}

/// What happens next in a call of a function that sorts or searches an array, and calls another function to compare
/// (G-COMPARE).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Comparing {
    /// Nothing is said of it.
    #[default]
    Nothing,
    /// The function that compares is called, with these arguments.
    Calls([Poly; 2]),
    /// It is called no more: the call returns.
    Returns,
}

impl<'m> State<'m> {
    /// An unconstrained state with this many variables.
    pub fn new(position: Position<'m>, variables: u32) -> State<'m> {
        let (bindings, blocks, entries, uniforms, lists, trees) = Default::default();
        let (next_block, next_entry, next_list, next_tree) = (0, 0, 0, 0);
        State {
            position,
            bindings,
            blocks,
            entries,
            uniforms,
            lists,
            trees,
            variables,
            next_block,
            next_entry,
            next_list,
            next_tree,
            progress: false,
            comparing: Comparing::Nothing,
        }
    }

    /// An estimate of the memory that the state takes.
    pub fn size(&self) -> usize {
        let bindings: usize = self.bindings.values().map(|binding| 4 + binding.value.size()).sum();
        let lists: usize = self.lists.values().map(|list| list.size()).sum();
        let uniforms: usize = self.uniforms.values().map(|uniform| uniform.size()).sum();
        bindings + uniforms + lists + 2 * (self.blocks.len() + self.entries.len() + self.trees.len()) + 8
    }

    /// Deletes a block with what is known of its contents.
    pub fn delete(&mut self, block: BlockId) {
        self.blocks.remove(&block);
        self.clear(block);
    }

    /// Deletes what functions of the library returned, once code ran that may have called them.
    pub fn forget_results(&mut self) {
        self.delete_all(|kind| matches!(kind, Kind::Library(_)));
    }

    /// Deletes all blocks of some kinds.
    pub fn delete_all(&mut self, of: impl Fn(&Kind) -> bool) {
        let blocks: Vec<_> =
            self.blocks.iter().filter(|(_, block)| of(&block.kind)).map(|(number, _)| *number).collect();
        blocks.into_iter().for_each(|number| self.delete(number));
    }

    /// Deletes the entries and uniform facts of a block.
    pub fn clear(&mut self, block: BlockId) {
        self.entries.retain(|_, entry| entry.block != block);
        self.uniforms.retain(|_, uniform| uniform.block != block);
    }

    /// The block that the entry or uniform fact of this number is about.
    pub fn holder(&self, id: EntryId) -> Option<BlockId> {
        let of_entry = self.entries.get(&id).map(|entry| entry.block);
        of_entry.or_else(|| self.uniforms.get(&id).map(|uniform| uniform.block))
    }

    /// The block of the global variable, if it is in the state.
    pub fn global(&self, name: &str) -> Option<BlockId> {
        self.find(|kind| matches!(kind, Kind::Global(global) if global == name))
    }

    /// The block of the function's address, if it is in the state.
    pub fn function(&self, name: &str) -> Option<BlockId> {
        self.find(|kind| matches!(kind, Kind::Function(function) if function == name))
    }

    /// A block made by the alloca that defines this register, if there is one.
    pub fn stack(&self, register: &str) -> Option<BlockId> {
        self.find(|kind| matches!(kind, Kind::Stack(alloca) if alloca == register))
    }

    /// The first block of a kind.
    pub fn find(&self, wanted: impl Fn(&Kind) -> bool) -> Option<BlockId> {
        self.blocks.iter().find(|(_, block)| wanted(&block.kind)).map(|(id, _)| *id)
    }
}

/// What a step leads to: the next step, the state if it has changed, and new facts.
pub type Next<'m> = Vec<(StepId, Option<State<'m>>, Vec<Atom>)>;
