//! Two views of the pieces: exact, or with machine constants as symbolic parameters.
//!
//! Ranges such as `x <= 2^63 - 1` fill a tableau with large numbers, and tempt the search to use them as weights
//! (`2^32*i + j` instead of two rounds). So the search first replaces constants near a multiple of 2^15, 2^31, 2^63 or
//! near another large value by a *parameter*: an unknown large number that every state carries unchanged. What holds
//! for all values of the parameters holds for the true ones. Measures may mention parameters; their values end up in
//! the constants.

use super::generator::Generator;
use crate::its::piece::Piece;
use crate::linear::Affine;
use crate::linear::Polyhedron;
use std::collections::BTreeMap;

/// Smaller constants are never replaced.
const SMALL: i128 = 1 << 12;
/// How far a constant may lie from a multiple of a parameter.
const NEAR: i128 = 1 << 6;
/// Multiples of a parameter that are recognised.
pub(super) const MULTIPLES: i128 = 16;
const MAX_PARAMETERS: usize = 6;

/// Pieces, the counterexamples collected for each, and the values of the parameters.
pub(crate) struct Parametrization {
    pub pieces: Vec<Piece>,
    pub generators: Vec<Vec<Generator>>,
    pub parameters: Vec<i128>,
}

impl Parametrization {
    pub(crate) fn exact(pieces: Vec<Piece>) -> Parametrization {
        Parametrization { generators: vec![Vec::new(); pieces.len()], pieces, parameters: Vec::new() }
    }

    /// The pieces with parameters; `None` if there are no large constants.
    pub(crate) fn symbolic(pieces: &[Piece]) -> Option<Parametrization> {
        let parameters = parameters(pieces);
        if parameters.is_empty() {
            return None;
        }
        let pieces: Vec<Piece> = pieces.iter().map(|p| parametrize(p, &parameters)).collect::<Option<_>>()?;
        Some(Parametrization { generators: vec![Vec::new(); pieces.len()], pieces, parameters })
    }
}

/// The parameters to use: the most frequent large constants, ascending.
fn parameters(pieces: &[Piece]) -> Vec<i128> {
    let mut count: BTreeMap<i128, usize> = BTreeMap::new();
    for p in pieces {
        for a in p.rows.iter().chain(&p.source).chain(&p.target) {
            let Some(c) = a.con.checked_abs().filter(|c| *c >= SMALL) else {
                continue;
            };
            let base = [1 << 63, 1 << 31, 1 << 15]
                .into_iter()
                .chain(count.keys().copied())
                .find(|base| multiple(c, *base).is_some())
                .unwrap_or(c);
            *count.entry(base).or_insert(0) += 1;
        }
    }
    let mut frequent: Vec<(usize, i128)> = count.into_iter().map(|(v, n)| (n, v)).collect();
    frequent.sort_by_key(|(n, v)| (std::cmp::Reverse(*n), *v));
    let mut all: Vec<i128> = frequent.into_iter().take(MAX_PARAMETERS).map(|(_, v)| v).collect();
    all.sort_unstable();
    all
}

/// `k` with `|c - k*base| <= NEAR` and `1 <= |k| <= MULTIPLES`.
fn multiple(c: i128, base: i128) -> Option<i128> {
    let k = c.checked_add(base / 2)?.div_euclid(base);
    let rest = c.checked_sub(k.checked_mul(base)?)?;
    (rest.abs() <= NEAR && k != 0 && k.abs() <= MULTIPLES).then_some(k)
}

/// The piece with one more column and node variable for each parameter.
fn parametrize(piece: &Piece, parameters: &[i128]) -> Option<Piece> {
    let width = piece.columns + parameters.len();
    let column = |i: usize| piece.columns + i;
    let change = |a: &Affine| -> Affine {
        let mut b = a.clone();
        b.coef.resize(width, 0);
        if a.con.checked_abs().is_none_or(|c| c < SMALL) {
            return b;
        }
        for (i, base) in parameters.iter().enumerate() {
            if let Some(k) = multiple(a.con, *base) {
                b.con = a.con - k * base;
                b.coef[column(i)] = k;
                break;
            }
        }
        b
    };
    let single = |i: usize| {
        let mut coef = vec![0; width];
        coef[column(i)] = 1;
        Affine { coef, con: 0 }
    };
    let mut rows: Vec<Affine> = piece.rows.iter().map(change).collect();
    for (i, value) in parameters.iter().enumerate() {
        // A lower bound, and the distance to the previous parameter.
        let mut row = single(i);
        match i.checked_sub(1) {
            None => row.con = -NEAR,
            Some(j) => row.coef[column(j)] = -(value / parameters[j]).clamp(1, 2),
        }
        rows.push(row);
    }
    let own = |values: &[Affine]| -> Vec<Affine> {
        let values = values.iter().map(change);
        values.chain((0..parameters.len()).map(single)).collect()
    };
    // An infeasible edge stays infeasible.
    let polyhedron = if piece.is_empty() { piece.polyhedron.clone() } else { Polyhedron::new(width, &rows) };
    Some(Piece {
        edge: piece.edge,
        from: piece.from,
        to: piece.to,
        source: own(&piece.source),
        target: own(&piece.target),
        rows,
        columns: width,
        polyhedron,
    })
}
