//! What the initial states know of the contents of globals (`spec/graph.md`, R-ROOT 3).

use super::{Builder, Known};
use crate::algebra::{Term, TooLarge};
use crate::faults::Fault;
use crate::program::{Global, GlobalCell, Operand};
use crate::rules::{constant, uniform};
use crate::state::Entry;
use certificates::Sign;
use std::collections::{BTreeMap, BTreeSet};

/// Cells of a global that are written, at most.
const MOST_CELLS: usize = 4096;
/// Cells of a global that the prover itself keeps, at most, so that states stay small; four times as many of a constant,
/// and [`uniform::MOST_KNOWN`] of a row.
pub(crate) const KEPT_CELLS: usize = 64;
/// Adjacent cells of one width from which on they count as an array.
const ARRAY: usize = 8;

impl<'p> Builder<'_, 'p> {
    /// Adds the known contents of the globals (R-ROOT 3).
    pub(super) fn cells(&mut self) -> Result<(), TooLarge> {
        let bases: BTreeMap<&str, (Term, u64)> =
            self.globals.iter().map(|(g, _, base)| (g.name.as_str(), (base.clone(), g.size))).collect();
        let anywhere = self.cx.faults.on(Fault::OutsideGlobals);
        for (g, block, _) in self.globals.clone() {
            let count = g.cells.as_ref().map_or(0, Vec::len);
            let all = count <= KEPT_CELLS || g.constant && count <= 4 * KEPT_CELLS || self.is_row(g);
            let members = if all { BTreeSet::new() } else { beside_arrays(g) };
            for cell in self.known(g) {
                let kept = all || members.contains(&cell.offset);
                let unsigned = |address: Option<Term>| address.map(|a| (Sign::Unsigned, a));
                let value = match &cell.value {
                    Operand::Int { bits, .. } => {
                        let value = constant(*bits, cell.width * 8, Sign::Signed);
                        Some((Sign::Signed, Term::constant(value)))
                    }
                    Operand::Null => unsigned(Some(Term::zero())),
                    Operand::Global { name, offset } => {
                        let inside = |size: u64| (0..=i128::from(size)).contains(&i128::from(*offset));
                        let base = bases.get(name.as_str());
                        let base = base.filter(|(_, size)| anywhere || inside(*size));
                        unsigned(base.map(|(b, _)| b.plus(i128::from(*offset))).transpose()?)
                    }
                    Operand::Function(name) => unsigned(self.function(name)),
                    _ => None,
                };
                let Some((sign, value)) = value else { continue };
                let entry =
                    Entry { block, offset: Term::constant(i128::from(cell.offset)), width: cell.width, sign, value };
                self.entry(kept.then_some(entry));
            }
        }
        Ok(())
    }

    /// The known cells of a global.
    pub(super) fn known(&self, g: &'p Global) -> impl Iterator<Item = &'p GlobalCell> + use<'p> {
        let described = g.constant || self.known == Known::All;
        let cells = g.cells.iter().flatten().take(MOST_CELLS);
        cells.filter(move |_| described)
    }

    /// Whether the cells of a variable are a row of equal elements which the program reads by an index: what they have in
    /// common is kept of them.
    fn is_row(&self, g: &Global) -> bool {
        let cells: Vec<&GlobalCell> = g.cells.iter().flatten().collect();
        let Some(width) = cells.first().map(|cell| cell.width).filter(|_| cells.len() <= uniform::MOST_KNOWN) else {
            return false;
        };
        let offsets = (0..).map(|index: u64| index.checked_mul(width.into()));
        cells.iter().zip(offsets).all(|(cell, offset)| cell.width == width && Some(cell.offset) == offset)
            && uniform::has_arrays(self.cx.program, width)
    }
}

/// The places of the cells of a variable that belong to no array, such as the positions in a ring buffer; none if there are
/// too many.
fn beside_arrays(g: &Global) -> BTreeSet<u64> {
    let cells: Vec<&GlobalCell> = g.cells.iter().flatten().take(MOST_CELLS).collect();
    let adjoin =
        |a: &&GlobalCell, b: &&GlobalCell| a.width == b.width && a.offset.checked_add(a.width.into()) == Some(b.offset);
    let single = cells.chunk_by(adjoin).filter(|row| row.len() < ARRAY);
    let places: BTreeSet<u64> = single.flatten().map(|cell| cell.offset).collect();
    if places.len() <= KEPT_CELLS { places } else { BTreeSet::new() }
}
