//! Cells of lists and trees: what folding and unfolding have in common (`spec/rules/list.md`).

use super::{Context, GoalKind, Rule, Step, Stop};
use crate::algebra::Term;
use crate::algebra::data::term as plain;
use crate::state::{Entry, Linear, Path, Segment};
use certificates::{BlockId, EntryId, FoldedCell, Ghost, ListId, Place, Shape, ShapeId, Sign};

/// A cell with the entry for each place of its shape, and what these hold.
pub(crate) struct Cell {
    pub folded: FoldedCell,
    pub links: Vec<Term>,
    pub back: Option<Term>,
    pub fields: Vec<Term>,
}

/// What a step about a structure proves.
pub(super) fn premise() -> GoalKind {
    GoalKind::Structure
}

impl<'p> Step<'_, 'p> {
    /// The shape of this number.
    pub(crate) fn shape(&self, shape: ShapeId) -> Rule<&'p Shape> {
        let program = self.cx.program;
        program.shapes.get(shape as usize).ok_or(Stop::Internal("a shape that the program does not have"))
    }

    /// A segment of the state.
    pub(super) fn segment(&self, list: ListId) -> Rule<Segment> {
        self.st.lists.get(&list).cloned().ok_or(Stop::Internal("a list that the state does not have"))
    }

    /// Ends a step that no machine executes.
    pub(super) fn ghost(&mut self, ghost: Ghost) {
        self.st.record(Linear::Ghost(ghost));
    }

    /// Starts one, of this rule.
    pub(super) fn begin(&mut self, rule: &'static str) {
        self.rule = rule;
        self.st.begin_step();
    }

    pub(super) fn new_list(&mut self, segment: Segment) -> ListId {
        let id = self.cx.names.lists;
        self.cx.names.lists += 1;
        self.st.introduced().lists.push(id);
        self.st.lists.insert(id, segment);
        id
    }
}

/// The place of a pointer.
pub(crate) fn pointer_place(offset: u64, pointer_bits: u32) -> Place {
    Place { offset, width: pointer_bits / 8, sign: Sign::Unsigned }
}

/// G-READ
pub(crate) fn read(s: &mut Step<'_, '_>, block: BlockId, place: Place) -> Rule<EntryId> {
    read_at(s, block, Term::constant(i128::from(place.offset)), place.width, place.sign)
}

/// G-READ at a place that need not be constant; `None` if it is not known to lie in the block.
pub(crate) fn name(
    cx: &mut Context<'_>,
    st: &mut Path,
    block: BlockId,
    offset: &Term,
    (width, sign): (u32, Sign),
) -> Option<EntryId> {
    let start = st.checkpoint();
    let named = read_at(&mut Step::new(cx, st), block, offset.clone(), width, sign);
    if named.is_err() {
        st.rollback(start);
    }
    named.ok()
}

fn read_at(s: &mut Step<'_, '_>, block: BlockId, offset: Term, width: u32, sign: Sign) -> Rule<EntryId> {
    let size = s.st.blocks.get(&block).ok_or(Stop::Internal("a block that the state does not have"))?.size.clone();
    s.begin("G-READ");
    s.prove_le(&Term::zero(), &offset, premise)?;
    s.prove_le(&offset.plus(i128::from(width))?, &size, premise)?;
    let value = s.fresh_open(8 * width, sign)?;
    let id = s.cx.names.entries;
    s.new_entry(Entry { block, offset: offset.clone(), width, sign, value });
    s.ghost(Ghost::Read { block, offset: plain(&offset), width, sign });
    Ok(id)
}

/// The entry of a block at a place, by G-READ if there is none.
pub(crate) fn entry_at(s: &mut Step<'_, '_>, block: BlockId, place: Place) -> Rule<(EntryId, Term)> {
    let known = s.st.entry_at(block, place.offset, place.width, place.sign).map(|(id, _)| id);
    let id = match known {
        Some(id) => id,
        None => read(s, block, place)?,
    };
    let entry = s.st.entries.get(&id).ok_or(Stop::Internal("an entry that the state does not have"))?;
    Ok((id, entry.value.clone()))
}

/// The block as a cell of a shape.
pub(crate) fn cell(s: &mut Step<'_, '_>, shape: &Shape, block: BlockId) -> Rule<Cell> {
    let bits = s.pointer_bits();
    let entries = |s: &mut Step<'_, '_>, places: Vec<Place>| -> Rule<(Vec<EntryId>, Vec<Term>)> {
        places.into_iter().map(|place| entry_at(s, block, place)).collect()
    };
    let (links, link_values) = entries(s, shape.links.iter().map(|o| pointer_place(*o, bits)).collect())?;
    let (back, back_values) = entries(s, shape.back.iter().map(|o| pointer_place(*o, bits)).collect())?;
    let (fields, field_values) = entries(s, shape.fields.clone())?;
    let folded = FoldedCell { block, links, back: back.first().copied(), fields, owned: Vec::new() };
    Ok(Cell { folded, links: link_values, back: back_values.into_iter().next(), fields: field_values })
}
