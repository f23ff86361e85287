//! An edge as a polyhedron over anonymous columns.

use super::EdgeId;
use crate::algebra::exact::{gcd, lcm};
use crate::algebra::{Monomial, Term};
use crate::linear::project::monomials;
use crate::linear::{Affine, Minimum, Polyhedron};
use std::collections::BTreeMap;

/// Size limits for the polyhedron of an edge: constraints and variables.
pub(super) const MAX_ROWS: usize = 160;
const MAX_COLUMNS: usize = 60;
/// The limit for variables if only short facts are left.
const MAX_WIDTH: usize = 300;

/// An edge as a polyhedron (an over-approximation): it contains every pair of states that the edge allows.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub edge: EdgeId,
    /// Positions of the two nodes in the system.
    pub from: usize,
    pub to: usize,
    /// The value of each variable of the source node; integers at integer points of the edge.
    pub source: Vec<Affine>,
    /// The value of each variable of the target node; integers at integer points of the edge.
    pub target: Vec<Affine>,
    /// The facts, each meaning `value >= 0`.
    pub rows: Vec<Affine>,
    pub columns: usize,
    pub polyhedron: Polyhedron,
}

impl Piece {
    /// Whether the edge is proved infeasible.
    pub(crate) fn is_empty(&self) -> bool {
        self.polyhedron.is_empty()
    }

    /// Number of tableau cells, which is the cost of a pivot.
    pub(crate) fn size(&self) -> usize {
        self.columns * (self.rows.len() + 1)
    }

    /// Whether the function, whose values are integers on states, is at least `least` on all states; `None` if
    /// undecided.
    pub(crate) fn at_least(&mut self, function: &Affine, least: i128) -> Option<bool> {
        Some(match self.polyhedron.minimize(&function.coef)? {
            Minimum::Empty => true,
            Minimum::Unbounded { .. } => false,
            Minimum::At { value: (num, den), .. } => {
                // value + con > least - 1
                let bound = least.checked_sub(1)?.checked_sub(function.con)?;
                num > bound.checked_mul(den)?
            }
        })
    }
}

/// The columns: one for each monomial, scaled so that a monomial that occurs only with multiples of 2^64 (apart from
/// its own bounds) does not fill the tableau with large numbers; then unconstrained ones.
pub(crate) struct Grid {
    columns: BTreeMap<Monomial, (usize, i128)>,
    width: usize,
}

impl Grid {
    /// Columns for the monomials of these values and facts, and `free` unconstrained ones.
    pub(crate) fn new<'a>(values: impl Iterator<Item = &'a Term>, facts: &'a [Term], free: usize) -> Grid {
        let mut columns: BTreeMap<Monomial, (usize, i128)> = BTreeMap::new();
        let values = values.map(|t| (t, false));
        for (t, fact) in values.chain(facts.iter().map(|t| (t, true))) {
            let bound = fact && monomials(t).count() == 1;
            for (m, c) in t.parts().iter().filter(|(m, _)| !m.is_empty()) {
                let slot = columns.entry(m.clone()).or_insert((0, 0));
                if !bound {
                    slot.1 = gcd(slot.1, *c);
                }
            }
        }
        for (i, slot) in columns.values_mut().enumerate() {
            *slot = (i, slot.1.max(1));
        }
        Grid { width: columns.len() + free, columns }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The monomials with their columns and scales, ascending.
    pub(crate) fn columns(&self) -> impl Iterator<Item = (&Monomial, usize, i128)> {
        self.columns.iter().map(|(m, (k, scale))| (m, *k, *scale))
    }

    /// The position of the i-th unconstrained column.
    pub(crate) fn free(&self, i: usize) -> usize {
        self.columns.len() + i
    }

    /// A term as a function of the columns, times a positive factor (1 for the values that the grid was made for);
    /// `None` if it has other monomials.
    fn multiple(&self, t: &Term) -> Option<(Affine, i128)> {
        let mut factor: i128 = 1;
        for (m, c) in t.parts().iter().filter(|(m, _)| !m.is_empty()) {
            let (_, scale) = self.columns.get(m)?;
            factor = lcm(factor, scale / gcd(*scale, *c).max(1))?;
        }
        let mut coef = vec![0; self.width];
        for (m, c) in t.parts().iter().filter(|(m, _)| !m.is_empty()) {
            let (k, scale) = self.columns.get(m)?;
            coef[*k] = c.checked_mul(factor)? / scale;
        }
        let con = t.constant_part().checked_mul(factor)?;
        Some((Affine { coef, con }, factor))
    }

    /// A value that the grid was made for as a function of the columns.
    pub(crate) fn affine(&self, t: &Term) -> Option<Affine> {
        let (affine, factor) = self.multiple(t)?;
        (factor == 1).then_some(affine)
    }

    /// The polyhedron of facts `term <= 0`, and its rows (`value >= 0`); `None` if too large.
    pub(crate) fn polyhedron(&self, facts: &[Term]) -> Option<(Polyhedron, Vec<Affine>)> {
        self.polyhedron_within(facts, MAX_COLUMNS)
    }

    /// As `polyhedron`, for a few short facts about many monomials.
    pub(crate) fn wide_polyhedron(&self, facts: &[Term]) -> Option<(Polyhedron, Vec<Affine>)> {
        self.polyhedron_within(facts, MAX_WIDTH)
    }

    fn polyhedron_within(&self, facts: &[Term], columns: usize) -> Option<(Polyhedron, Vec<Affine>)> {
        if facts.len() > MAX_ROWS || self.width > columns {
            return None;
        }
        let rows = facts.iter().map(|t| Some(self.multiple(&t.neg().ok()?)?.0)).collect::<Option<Vec<_>>>()?;
        let polyhedron = Polyhedron::new(self.width, &rows);
        Some((polyhedron, rows))
    }
}
