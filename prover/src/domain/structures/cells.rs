//! Which blocks may be cells, and which segments have none.

use crate::algebra::{Rel, Term};
use crate::rules::{Rule, Stop};
use crate::state::{Block, Path, Segment, State};
use certificates::{BlockId, Kind, Shape};

/// Whether a segment is known to be empty without a query to the solver.
pub(super) fn is_cellless(st: &State, l: &Segment) -> bool {
    l.length.is_zero() || st.knowledge.iter().any(|fact| fact.rel != Rel::Ne && fact.term == l.length)
}

/// Undoes a failed fold: a block that cannot be shown to be a cell stays a block. Rules change a state only after their
/// last obligation.
pub(super) fn unless_unproved<T>(st: &mut Path, folded: Rule<T>) -> Rule<Option<T>> {
    match folded {
        Ok(made) => Ok(Some(made)),
        Err(Stop::Unproved(_)) => {
            st.abandon_step();
            Ok(None)
        }
        Err(stop) => Err(stop),
    }
}

/// Whether one of the pointers leads into the middle of a cell.
pub(super) fn is_middle(pointers: &[&Term], cell: &Block, shape: &Shape) -> bool {
    pointers.iter().any(|p| {
        let distance = p.sub(&cell.base).ok().and_then(|d| d.as_constant());
        distance.is_some_and(|d| d != i128::from(shape.anchor) && (0..=i128::from(shape.size)).contains(&d))
    })
}

/// Whether the block may be a cell of one of the shapes.
pub(in crate::domain) fn is_cell(shapes: &[Shape], st: &State, id: BlockId) -> bool {
    let Some(block) = st.blocks.get(&id).filter(|block| block.kind == Kind::Heap) else { return false };
    shapes.iter().any(|shape| block.size.as_constant() == Some(shape.size.into()) && fits(st, id, shape))
}

/// Whether the block is used like a cell of this shape: no known value at a field's place has another width.
pub(super) fn fits(st: &State, id: BlockId, shape: &Shape) -> bool {
    shape.fields.iter().all(|place| {
        let offset = Term::constant(i128::from(place.offset));
        let mut widths = st.entries_of(id).filter(|(_, e)| e.offset == offset).map(|(_, e)| e.width).peekable();
        widths.peek().is_none() || widths.any(|width| width == place.width)
    })
}
