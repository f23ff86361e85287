//! The block into which a pointer leads, as far as one sees without proving anything.

use super::{Block, State};
use crate::algebra::Term;
use certificates::BlockId;

impl Block {
    /// Whether its base, without a constant, is a summand of the pointer: so it is for several blocks if an object is in
    /// parts.
    pub(crate) fn is_likely(&self, pointer: &Term) -> bool {
        let variable = || self.base.plus(self.base.constant_part().checked_neg()?).ok()?.as_var();
        variable().is_some_and(|v| pointer.coefficient(&[v]) == 1)
    }

    /// Whether the pointer leads into the block at a constant offset.
    pub(crate) fn is_around(&self, pointer: &Term) -> bool {
        let offset = pointer.sub(&self.base).ok().and_then(|offset| offset.as_constant());
        offset.zip(self.size.as_constant()).is_some_and(|(offset, size)| 0 <= offset && offset < size)
    }
}

impl State {
    /// The block into which a pointer leads most likely.
    pub(crate) fn likely_block(&self, pointer: &Term) -> Option<(BlockId, &Block)> {
        let likely = self.blocks.iter().filter(|(_, block)| block.is_likely(pointer));
        likely.min_by_key(|(_, block)| !block.is_around(pointer)).map(|(id, block)| (*id, block))
    }
}
