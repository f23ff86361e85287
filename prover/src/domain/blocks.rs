//! The correspondence between the blocks of two states at one place: the part of their unification that concerns
//! blocks.

use super::covers::match_block;
use crate::algebra::Term;
use crate::state::{Block, State};
use certificates::{BlockId, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of blocks under construction.
pub(super) struct Correspondence<'a> {
    before: &'a State,
    after: &'a State,
    pairs: BTreeMap<BlockId, BlockId>,
    used: BTreeSet<BlockId>,
}

impl<'a> Correspondence<'a> {
    /// Blocks that both states have: of the same identity, of the same name, or the targets of corresponding pointers.
    /// At a loop header the name comes first: it is the same block. At an entry pointers come first: each activation
    /// has blocks of its own, and older ones may still exist.
    pub(super) fn of(before: &'a State, after: &'a State) -> BTreeMap<BlockId, BlockId> {
        let entry = before.place.block == 0;
        let mut found = Correspondence { before, after, pairs: BTreeMap::new(), used: BTreeSet::new() };
        found.same(&|k| !entry || !matches!(k, Kind::Heap | Kind::Stream));
        found.pointed();
        found.same(&|_| true);
        found.pairs
    }

    /// Adds a pair of blocks that may correspond, if neither has a partner yet.
    fn add(&mut self, mine: BlockId, theirs: BlockId) {
        if let (Some(a), Some(b)) = (self.before.blocks.get(&mine), self.after.blocks.get(&theirs))
            && a.kind == b.kind
            && a.read_only == b.read_only
            && a.optional == b.optional
            && a.kept == b.kept
            && !self.pairs.contains_key(&mine)
            && self.used.insert(theirs)
        {
            self.pairs.insert(mine, theirs);
        }
    }

    /// Blocks of the same identity or name.
    fn same(&mut self, wanted: &dyn Fn(&Kind) -> bool) {
        for (id, block) in self.before.blocks.iter().filter(|(_, b)| wanted(&b.kind)) {
            if let Some(other) = match_block(self.after, *id, &block.kind) {
                self.add(*id, other);
            }
        }
    }

    /// Pairs the heap blocks and streams that the same register or the same place in memory points into, and those of one base.
    fn pointed(&mut self) {
        let (before, after) = (self.before, self.after);
        let mut pointers: Vec<(&Term, &Term)> =
            before.bindings.iter().filter_map(|(r, value)| Some((&value.term, &after.bindings.get(r)?.term))).collect();
        let mut followed = BTreeSet::new();
        loop {
            for (a, b) in std::mem::take(&mut pointers) {
                if let (Some(mine), Some(theirs)) = (pointed_block(before, a), pointed_block(after, b)) {
                    self.add(mine, theirs);
                }
            }
            let mut pairs = self.pairs.iter().map(|(a, b)| (*a, *b));
            let Some((mine, theirs)) = pairs.find(|(a, _)| !followed.contains(a)) else {
                break;
            };
            followed.insert(mine);
            for (_, e) in before.entries_of(mine) {
                let mut there = after.entries_of(theirs);
                let same = there.find(|(_, o)| o.width == e.width && o.offset == e.offset);
                pointers.extend(same.map(|(_, o)| (&e.value, &o.value)));
            }
        }
        for (id, block) in before.blocks.iter().filter(|(_, b)| b.is_released()) {
            let mut others = after.blocks.iter();
            if let Some((other, _)) = others.find(|(_, b)| b.base == block.base) {
                self.add(*id, *other);
            }
        }
    }
}

/// The heap block or stream into which a pointer leads, if the pointer is the block's base plus something.
pub(crate) fn pointed_block(st: &State, t: &Term) -> Option<BlockId> {
    let into = |b: &Block| b.base.as_var().is_some_and(|v| t.coefficient(&[v]) == 1);
    let mut released = st.blocks.iter().filter(|(_, b)| b.is_released());
    released.find(|(_, b)| into(b)).map(|(id, _)| *id)
}
