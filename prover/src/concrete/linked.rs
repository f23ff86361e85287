//! The cells of lists and trees in a call's memory (`spec/precondition.md`, section "Lists and trees").

use super::memory::Owner;
use super::satisfies::{Bytes, Reading, apart};
use crate::start::Structure;

/// Cells of a list or tree that are visited, at most.
const MOST_CELLS: usize = 1 << 16;

impl Reading<'_> {
    /// All cells of a list or tree; `None` if it is none.
    pub(super) fn cells(&mut self, structure: &Structure) -> Option<Vec<Bytes>> {
        let (head, shape) = (self.value(&structure.head)?, &structure.shape);
        let end = structure.end.as_ref().map_or(Some(0), |end| self.value(end))?;
        let (size, align) = (i128::from(shape.size), i128::from(shape.align));
        let mut cells: Vec<Bytes> = Vec::new();
        // Cells, each with the one that points to it.
        let mut open = vec![(head, 0)];
        while let Some((at, before)) = open.pop() {
            if at == end {
                continue;
            }
            if cells.len() >= MOST_CELLS || at.checked_rem(align) != Some(0) {
                return None;
            }
            let bytes = (at, at.checked_add(size)?);
            self.cell(bytes, structure)?;
            if let Some(back) = shape.back {
                self.pointer(at, back).filter(|back| *back == before)?;
            }
            // The least number of bytes between two cells is not known, so a circle ends at the limit.
            for link in shape.links.iter().rev() {
                open.push((self.pointer(at, *link)?, at));
            }
            cells.push(bytes);
        }
        if !structure.marks.kept {
            self.owned.extend(cells.iter().copied());
        }
        apart(cells.clone()).then_some(cells)
    }

    /// Whether a cell lies where such a cell may lie.
    fn cell(&self, bytes: Bytes, structure: &Structure) -> Option<()> {
        let object = self.memory.around(bytes.0, bytes.1)?;
        let placed = match object.owner {
            Owner::Caller => structure.marks.kept,
            Owner::Heap => !structure.marks.kept && bytes == (object.base, object.end()),
            Owner::Global(_) => false,
        };
        (placed && (object.writable || structure.marks.read_only)).then_some(())
    }

    fn pointer(&self, cell: i128, offset: u64) -> Option<i128> {
        self.memory.number(cell.checked_add(i128::from(offset))?, self.condition.pointer_bytes(), false)
    }
}
