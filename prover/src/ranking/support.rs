//! Small sets of variables that a measure probably needs: those of one fact of an edge, and what
//! they are computed from and become on the other edges of the component.
//!
//! Searching with few variables first is much quicker, and its measures are easier to read. It
//! loses nothing, since all variables are tried in the end.

use super::condition::Layout;
use super::{Component, Context};
use crate::its::piece::Piece;
use crate::linear::Affine;
use std::collections::{BTreeMap, BTreeSet};

/// Unknowns from which on small sets are worth trying even in a quick search.
const MANY: usize = 60;
/// Sets tried in that case.
const FEW: usize = 4;
/// A fact about one variable with a constant from here on is a range, not a guard.
const RANGE: i128 = 1 << 14;

/// A variable of a node: its position and the variable's place there.
type Slot = (usize, usize);

/// Sets of unknowns of the layout, small ones first: without the parameters, then with them.
pub(super) fn supports(context: &Context, component: &Component, layout: &Layout) -> Vec<Vec<usize>> {
    let most = match context.limits.supports {
        0 if layout.unknowns <= MANY => return Vec::new(),
        0 => FEW,
        most => most,
    };
    let mut links: BTreeMap<Slot, BTreeSet<Slot>> = BTreeMap::new();
    let mut guards: BTreeSet<BTreeSet<Slot>> = BTreeSet::new();
    let mut moving: BTreeSet<Slot> = BTreeSet::new();
    let live = component.pieces.iter().map(|p| &context.exact.pieces[*p]);
    for piece in live.filter(|p| !p.is_empty()) {
        for (j, target) in piece.target.iter().enumerate() {
            let to = (piece.to, j);
            if piece.from != piece.to || piece.source.get(j) != Some(target) {
                moving.insert(to);
            }
            for from in origins(piece, target) {
                links.entry(from).or_default().insert(to);
                links.entry(to).or_default().insert(from);
            }
        }
        for row in &piece.rows {
            let guard = touching(piece, row);
            let range = guard.len() == 1 && row.con.checked_abs().is_none_or(|c| c >= RANGE);
            if !guard.is_empty() && !range {
                guards.insert(guard);
            }
        }
    }
    let mut closed: BTreeSet<(usize, BTreeSet<Slot>)> = BTreeSet::new();
    for guard in guards {
        let mut all = guard.clone();
        let mut open: Vec<Slot> = guard.into_iter().collect();
        while let Some(slot) = open.pop() {
            for next in links.get(&slot).into_iter().flatten() {
                if all.insert(*next) {
                    open.push(*next);
                }
            }
        }
        if all.iter().any(|slot| moving.contains(slot)) {
            closed.insert((all.len(), all));
        }
    }
    let sets: Vec<_> = closed.into_iter().take(most).collect();
    let all = [false, true].iter().flat_map(|p| sets.iter().map(|(_, set)| layout.active(set, *p)));
    // Without parameters in the layout each set occurs twice.
    let mut seen = BTreeSet::new();
    all.filter(|s| seen.insert(s.clone())).collect()
}

/// The source variables that share a column with a function.
fn touching(piece: &Piece, f: &Affine) -> BTreeSet<Slot> {
    let shares = |s: &Affine| s.coef.iter().zip(&f.coef).any(|(a, b)| *a != 0 && *b != 0);
    let sources = piece.source.iter().enumerate();
    sources.filter(|(_, s)| shares(s)).map(|(i, _)| (piece.from, i)).collect()
}

/// The source variables from which a target's value comes, directly or through facts about it.
fn origins(piece: &Piece, target: &Affine) -> BTreeSet<Slot> {
    let mut all = touching(piece, target);
    if all.is_empty() && target.coef.iter().any(|c| *c != 0) {
        for row in &piece.rows {
            let shares = row.coef.iter().zip(&target.coef);
            if shares.into_iter().any(|(a, b)| *a != 0 && *b != 0) {
                all.extend(touching(piece, row));
            }
        }
    }
    all
}
