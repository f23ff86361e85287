//! The abstract state on a path (`spec/states.md`). Its knowledge is kept apart, by `entail.rs`, because it grows and shrinks along the path.

use std::collections::BTreeMap;
use std::rc::Rc;

use certificates::{BlockId, EntryId, Kind, Sign, StepId};

use crate::reader::{Function, Instruction, Name, Op};
use crate::term::{Atom, Poly};

/// The value of a register.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    pub sign: Sign,
    pub value: Poly,
}

/// Blocks of a state, at most: G-APART relies on it.
pub const MAX_BLOCKS: usize = 4096;

/// One allocation.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub base: Poly,
    pub size: Poly,
    pub align: u64,
    pub kind: Kind,
    pub read_only: bool,
    pub optional: bool,
}

impl Block {
    /// A block that is there and may be written.
    pub fn new(base: Poly, size: Poly, align: u64, kind: Kind) -> Block {
        Block { base, size, align, kind, read_only: false, optional: false }
    }
}

/// `width` bytes at `offset` of `block` hold `value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub block: BlockId,
    pub offset: Poly,
    pub width: u32,
    pub sign: Sign,
    pub value: Poly,
}

/// A place in the program, after the phis of its block.
#[derive(Clone, Copy)]
pub struct Position<'m> {
    pub function: &'m Function,
    /// Place in `function.blocks`.
    pub block: usize,
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

    pub fn operation(&self) -> Option<&'m Op> {
        self.instruction().map(|instruction| &instruction.op)
    }
}

/// Bindings, blocks and entries at a position.
#[derive(Clone)]
pub struct State<'m> {
    pub position: Position<'m>,
    pub bindings: BTreeMap<Name, Binding>,
    pub blocks: BTreeMap<BlockId, Rc<Block>>,
    pub entries: BTreeMap<EntryId, Rc<Entry>>,
    /// The smallest unused variable, block and entry number of the path.
    pub variables: u32,
    pub next_block: BlockId,
    pub next_entry: EntryId,
    /// Whether an instruction was executed since the node.
    pub progress: bool,
}

impl<'m> State<'m> {
    /// A state that says nothing, with this many variables.
    pub fn new(position: Position<'m>, variables: u32) -> State<'m> {
        let (bindings, blocks, entries) = Default::default();
        State { position, bindings, blocks, entries, variables, next_block: 0, next_entry: 0, progress: false }
    }

    /// A measure of the memory it takes.
    pub fn size(&self) -> usize {
        let bindings: usize = self.bindings.values().map(|binding| 4 + binding.value.size()).sum();
        bindings + 2 * (self.blocks.len() + self.entries.len()) + 8
    }

    /// Deletes a block with its entries.
    pub fn delete(&mut self, block: BlockId) {
        self.blocks.remove(&block);
        self.clear(block);
    }

    /// Deletes the entries of a block.
    pub fn clear(&mut self, block: BlockId) {
        self.entries.retain(|_, entry| entry.block != block);
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

/// What a step leads to: the next step, the state where it is not the same as before, new facts.
pub type Next<'m> = Vec<(StepId, Option<State<'m>>, Vec<Atom>)>;
