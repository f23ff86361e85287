//! Abstract states as the prover computes with them (`spec/states.md`): symbolic heaps (Berdine05) with linear
//! constraints.
//!
//! Names of variables, blocks and entries are unique in the whole run, so a variable means the same on a path and in
//! every node that keeps it. `certify` replaces names by the numbers that the checker counts.

mod describe;
mod expression;
mod likely;
mod names;
mod open;
mod origin;
mod path;
pub(crate) mod read;
mod record;
mod same;
mod shape;
mod sorts;
mod spot;
mod uniform;
mod way;

pub(crate) use describe::{Described, DescribedBlock, Structure};
pub(crate) use open::{Open, Valued};
pub(crate) use origin::{Origin, Source};
pub(crate) use path::{CUT_THRESHOLD, Comparing, Path};
pub(crate) use record::{Linear, Recorded};
pub(crate) use same::Same;
pub(crate) use shape::{Line, Range, Segment, Tree};
pub(crate) use sorts::{Named, Sorts};
pub(crate) use uniform::{ElementPart, OwnedElements, Uniform};
pub(crate) use way::{Passed, Way};

use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::program::{Reg, library};
use certificates::{BlockId, EntryId, Kind, ListId, Sign, TreeId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Value of a register.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    pub sign: Sign,
    pub term: Term,
}

/// One allocation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    pub base: Term,
    pub size: Term,
    pub align: u64,
    pub kind: Kind,
    pub read_only: bool,
    /// Whether it is a cell of the caller's, which must not be freed.
    pub kept: bool,
    pub optional: bool,
}

impl Block {
    /// Whether it has no identity, and is given up when it is handed over: the callee may end it.
    pub fn is_released(&self) -> bool {
        matches!(self.kind, Kind::Heap | Kind::Stream)
    }
}

/// A points-to entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    pub block: BlockId,
    pub offset: Term,
    pub width: u32,
    pub sign: Sign,
    pub value: Term,
}

/// A place in a function: after the phis of `block`, before instruction `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramPoint {
    pub block: usize,
    pub index: usize,
}

impl ProgramPoint {
    /// The beginning of a function. Only calls lead there: no block leads back to the first one (LangRef, "Functions").
    pub(crate) const ENTRY: ProgramPoint = ProgramPoint { block: 0, index: 0 };
}

/// A state: what is known of the runs that come to a place. How the exploration has come there is the `Path`'s.
#[derive(Clone, Debug)]
pub struct State {
    pub function: Rc<str>,
    pub place: ProgramPoint,
    pub bindings: BTreeMap<Reg, Value>,
    pub knowledge: Vec<Atom>,
    pub blocks: BTreeMap<BlockId, Block>,
    pub entries: BTreeMap<EntryId, Entry>,
    /// What the elements of arrays have in common; named among the entries.
    pub uniforms: BTreeMap<EntryId, Uniform>,
    pub lists: BTreeMap<ListId, Segment>,
    pub trees: BTreeMap<TreeId, Tree>,
    /// Variables that have a meaning here: those of the node before, and the fresh ones since.
    pub scope: BTreeSet<Var>,
    /// The program's names for the values at the start of the function, for messages. All states between an entry and
    /// its returns have these names and what was handed over in common, so a merge keeps them.
    pub at_entry: Rc<BTreeMap<Var, String>>,
    /// Pointers to linked structures that the function was called with: its caller still has them.
    pub handed: Rc<Vec<Term>>,
}

impl State {
    pub fn new(function: &str) -> State {
        State {
            function: function.into(),
            place: ProgramPoint::ENTRY,
            bindings: BTreeMap::new(),
            knowledge: Vec::new(),
            blocks: BTreeMap::new(),
            entries: BTreeMap::new(),
            uniforms: BTreeMap::new(),
            lists: BTreeMap::new(),
            trees: BTreeMap::new(),
            scope: BTreeSet::new(),
            at_entry: Rc::default(),
            handed: Rc::default(),
        }
    }

    /// Appends a fact. `spec/rules` fixes the order, because witnesses refer to facts by their place.
    pub fn add(&mut self, atom: Atom) {
        self.knowledge.push(atom);
    }

    /// Adds `a <= b`.
    pub fn add_le(&mut self, a: &Term, b: &Term) -> Result<(), TooLarge> {
        self.add(Atom::le(a, b)?);
        Ok(())
    }

    /// All variables that occur anywhere.
    pub fn variables(&self) -> BTreeSet<Var> {
        let mut vars = self.described_variables();
        vars.extend(self.knowledge.iter().flat_map(|a| a.term.vars()));
        vars
    }

    /// The variables of bindings, blocks, entries, uniform facts and linked structures.
    pub fn described_variables(&self) -> BTreeSet<Var> {
        let mut vars = BTreeSet::new();
        for value in self.bindings.values() {
            vars.extend(value.term.vars());
        }
        for block in self.blocks.values() {
            vars.extend(block.base.vars());
            vars.extend(block.size.vars());
        }
        for entry in self.entries.values() {
            vars.extend(entry.offset.vars());
            vars.extend(entry.value.vars());
        }
        vars.extend(self.uniforms.values().flat_map(Uniform::vars));
        vars.extend(self.lists.values().flat_map(Segment::vars));
        vars.extend(self.trees.values().flat_map(Tree::vars));
        vars
    }

    /// The entries of one block.
    pub fn entries_of(&self, block: BlockId) -> impl Iterator<Item = (EntryId, &Entry)> {
        self.entries.iter().filter(move |(_, e)| e.block == block).map(|(id, e)| (*id, e))
    }

    /// The uniform facts about one block.
    pub fn uniforms_of(&self, block: BlockId) -> impl Iterator<Item = (EntryId, &Uniform)> {
        self.uniforms.iter().filter(move |(_, u)| u.block == block).map(|(id, u)| (*id, u))
    }

    /// Whether the state contains lists or trees.
    pub fn has_structures(&self) -> bool {
        !self.lists.is_empty() || !self.trees.is_empty()
    }

    /// Whether the library keeps something for a search for tokens.
    pub fn has_tokens(&self) -> bool {
        let keeps = |kind: &Kind| matches!(kind, Kind::Library(name) if library::is_of_tokens(name));
        self.blocks.values().any(|block| keeps(&block.kind))
    }

    /// Removes a block and what is known of its contents.
    pub fn forget_block(&mut self, block: BlockId) {
        self.blocks.remove(&block);
        self.forget_contents(block, |_| false);
    }

    /// Removes the entries and uniform facts of a block, but for those to keep.
    pub fn forget_contents(&mut self, block: BlockId, keep: impl Fn(EntryId) -> bool) {
        self.entries.retain(|id, e| e.block != block || keep(*id));
        self.uniforms.retain(|id, u| u.block != block || keep(*id));
    }

    /// Removes what functions of the library returned, which their next call may overwrite.
    pub fn forget_results(&mut self) {
        self.forget_all(|kind| matches!(kind, Kind::Library(_)));
    }

    /// Removes the memory in which a call passed its variable arguments.
    pub fn forget_passed(&mut self) {
        self.forget_all(|kind| matches!(kind, Kind::Passed(_)));
    }

    fn forget_all(&mut self, of: impl Fn(&Kind) -> bool) {
        let blocks: Vec<BlockId> = self.blocks.iter().filter(|(_, b)| of(&b.kind)).map(|(id, _)| *id).collect();
        blocks.into_iter().for_each(|id| self.forget_block(id));
    }

    /// The block that has this identity.
    pub(crate) fn block_of_kind(&self, kind: &Kind) -> Option<BlockId> {
        self.blocks.iter().find(|(_, b)| b.kind == *kind).map(|(id, _)| *id)
    }

    /// The address of the block that has this identity.
    pub(crate) fn base_of_kind(&self, kind: &Kind) -> Option<&Term> {
        self.blocks.values().find(|b| b.kind == *kind).map(|b| &b.base)
    }
}
