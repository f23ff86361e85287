//! What a measure must satisfy on an edge, as linear conditions on its unknown coefficients.

use super::lp::Vector;
use super::search::Generator;
use super::{Component, Context};
use crate::its::simplify::{Affine, Piece};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Source,
    Target,
}

/// A sum of functions of the measure, at the source or the target of an edge, with integer
/// factors, is at least `least` on the whole edge.
#[derive(Clone, Debug)]
pub struct Condition {
    pub piece: usize,
    /// Place in the tuple, where, factor.
    pub parts: Vec<(usize, Side, i128)>,
    pub least: i128,
}

impl Condition {
    /// f - f' >= least
    pub fn decrease(piece: usize, place: usize, least: i128) -> Condition {
        Condition {
            piece,
            parts: vec![(place, Side::Source, 1), (place, Side::Target, -1)],
            least,
        }
    }

    /// f >= 0 at the source
    pub fn bounded(piece: usize, place: usize) -> Condition {
        Condition {
            piece,
            parts: vec![(place, Side::Source, 1)],
            least: 0,
        }
    }
}

/// Where the coefficients of each node's functions stand in the vector of unknowns: for each
/// place of the tuple and node, one per variable, then the constant.
pub struct Layout {
    /// By position of the node in the system.
    offset: Vec<usize>,
    /// Unknowns of one place of the tuple.
    width: usize,
    pub unknowns: usize,
}

impl Layout {
    pub fn new(context: &Context, component: &Component, depth: usize) -> Layout {
        let mut offset = vec![0; context.nodes.len()];
        let mut width = 0;
        for n in &component.nodes {
            offset[*n] = width;
            width += context.nodes[*n].vars.len() + 1;
        }
        Layout {
            offset,
            width,
            unknowns: width * depth,
        }
    }

    /// The first coefficient of a node's function.
    pub fn start(&self, place: usize, node: usize) -> usize {
        place * self.width + self.offset[node]
    }

    /// The places of constants among the unknowns.
    pub fn constants(&self, context: &Context, component: &Component) -> Vec<usize> {
        let depth = self.unknowns.checked_div(self.width).unwrap_or(0);
        let mut all = Vec::new();
        for place in 0..depth {
            for n in &component.nodes {
                all.push(self.start(place, *n) + context.nodes[*n].vars.len());
            }
        }
        all
    }

    fn values<'a>(&self, piece: &'a Piece, place: usize, side: Side) -> (usize, &'a [Affine]) {
        match side {
            Side::Source => (self.start(place, piece.from), &piece.source),
            Side::Target => (self.start(place, piece.to), &piece.target),
        }
    }

    /// The condition at one point (or along one ray) of the edge: `coef · u >= least`.
    pub fn cut(&self, piece: &Piece, c: &Condition, g: &Generator) -> Option<(Vec<i128>, i128)> {
        let mut coef = vec![0i128; self.unknowns];
        for (place, side, factor) in &c.parts {
            let (start, values) = self.values(piece, *place, *side);
            for (i, value) in values.iter().enumerate() {
                let slot = &mut coef[start + i];
                *slot = slot.checked_add(g.value(value)?.checked_mul(*factor)?)?;
            }
            let slot = &mut coef[start + values.len()];
            *slot = slot.checked_add(g.den.checked_mul(*factor)?)?;
        }
        Some((coef, c.least.checked_mul(g.den)?))
    }

    /// The condition's left side for given coefficients, times their denominator, as a function
    /// of the edge's columns.
    pub fn left_side(&self, piece: &Piece, c: &Condition, u: &Vector) -> Option<Affine> {
        let width = piece.width();
        let mut sum = Affine {
            coef: vec![0; width],
            con: 0,
        };
        for (place, side, factor) in &c.parts {
            let (start, values) = self.values(piece, *place, *side);
            for (i, value) in values.iter().enumerate() {
                let f = u.num[start + i].checked_mul(*factor)?;
                if f == 0 {
                    continue;
                }
                for (s, v) in sum.coef.iter_mut().zip(&value.coef) {
                    *s = s.checked_add(v.checked_mul(f)?)?;
                }
                sum.con = sum.con.checked_add(value.con.checked_mul(f)?)?;
            }
            let constant = u.num[start + values.len()].checked_mul(*factor)?;
            sum.con = sum.con.checked_add(constant)?;
        }
        Some(sum)
    }
}

/// Whether integer coefficients satisfy a condition on all integer points of its edge.
pub fn holds(context: &mut Context, layout: &Layout, c: &Condition, u: &Vector) -> Option<bool> {
    let piece = &context.pieces[c.piece];
    if piece.is_empty() {
        return Some(true);
    }
    let left = layout.left_side(piece, c, u)?;
    let size = piece.size();
    context.spend(size)?;
    context.pieces[c.piece].at_least(&left, c.least)
}
