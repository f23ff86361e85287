//! Small sets of variables that a measure probably needs: those of one fact of an edge, and the variables related to
//! them by the assignments of the component's edges.
//!
//! A search with few variables is much quicker, and its measures are easier to read. Nothing is lost, since all
//! variables are tried in the end.

use super::condition::Layout;
use super::{Component, Context};
use crate::its::piece::Piece;
use crate::linear::Affine;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

/// Number of unknowns from which on even a quick search tries small sets first.
const MANY: usize = 60;
/// Number of sets that are tried in that case.
const FEW: usize = 4;
/// A fact about one variable with a constant of at least this size is a range, not a guard.
const RANGE: i128 = 1 << 14;

/// A variable of a node: the node's position, and the variable's place there.
type Slot = (usize, usize);

/// Sets of unknowns of the layout, small ones first: without the parameters, then with them.
pub(super) fn supports(context: &Context, component: &Component, layout: &Layout) -> Vec<Vec<usize>> {
    let most = match context.limits.supports {
        0 if layout.unknowns <= MANY => return Vec::new(),
        0 => FEW,
        most => most,
    };
    let live: Vec<&Piece> = component.pieces.iter().map(|p| &context.exact.pieces[*p]).collect();
    let live: Vec<(&Piece, Columns)> =
        live.into_iter().filter(|p| !p.is_empty()).map(|p| (p, Columns::of(p))).collect();
    let mut groups = Groups::default();
    let mut moving: BTreeSet<Slot> = BTreeSet::new();
    for (piece, columns) in &live {
        for (j, target) in piece.target.iter().enumerate() {
            let to = (piece.to, j);
            if piece.from != piece.to || piece.source.get(j) != Some(target) {
                moving.insert(to);
            }
            for from in columns.origins(piece, target) {
                groups.unite(from, to);
            }
        }
    }
    let mut guards: BTreeSet<BTreeSet<Slot>> = BTreeSet::new();
    for (piece, columns) in &live {
        for row in &piece.rows {
            let guard = columns.touching(piece, row);
            let range = guard.len() == 1 && row.con.checked_abs().is_none_or(|c| c >= RANGE);
            if !guard.is_empty() && !range {
                guards.insert(guard.into_iter().map(|slot| groups.leader(slot)).collect());
            }
        }
    }
    let members = groups.members();
    let mut closed: BTreeSet<(usize, BTreeSet<Slot>)> = BTreeSet::new();
    for leaders in guards {
        let of = |leader: Slot| members.get(&leader).cloned().unwrap_or_else(|| BTreeSet::from([leader]));
        let all: BTreeSet<Slot> = leaders.into_iter().flat_map(of).collect();
        if all.iter().any(|slot| moving.contains(slot)) {
            closed.insert((all.len(), all));
        }
    }
    // A measure that is constant at a node removes no cycle through it, so sets with variables of more nodes come
    // first.
    let mut wide: Vec<&(usize, BTreeSet<Slot>)> = closed.iter().collect();
    wide.sort_by_key(|(_, set)| Reverse(set.iter().map(|(node, _)| node).collect::<BTreeSet<_>>().len()));
    let sets: Vec<_> = wide.into_iter().take(most).chain(closed.iter().take(most)).collect();
    let all = [false, true].iter().flat_map(|p| sets.iter().map(|(_, set)| layout.active(set, *p)));
    // Without parameters in the layout, each set occurs twice.
    let mut seen = BTreeSet::new();
    all.filter(|s| seen.insert(s.clone())).collect()
}

/// A union-find structure: variables that are computed from each other form a group, named by its smallest member.
#[derive(Default)]
struct Groups {
    above: BTreeMap<Slot, Slot>,
}

impl Groups {
    fn leader(&self, mut slot: Slot) -> Slot {
        while let Some(above) = self.above.get(&slot) {
            slot = *above;
        }
        slot
    }

    /// Unites two groups; the smaller leader leads both.
    fn unite(&mut self, a: Slot, b: Slot) {
        let (a, b) = (self.leader(a), self.leader(b));
        match a.cmp(&b) {
            Ordering::Less => self.above.insert(b, a),
            Ordering::Greater => self.above.insert(a, b),
            Ordering::Equal => None,
        };
    }

    /// Groups with more than one member, by leader.
    fn members(&self) -> BTreeMap<Slot, BTreeSet<Slot>> {
        let mut members: BTreeMap<Slot, BTreeSet<Slot>> = BTreeMap::new();
        for slot in self.above.keys() {
            let leader = self.leader(*slot);
            members.entry(leader).or_default().extend([*slot, leader]);
        }
        members
    }
}

/// For each column, the source variables of a piece that contain it.
struct Columns(Vec<Vec<usize>>);

impl Columns {
    fn of(piece: &Piece) -> Columns {
        let mut columns = vec![Vec::new(); piece.columns];
        for (i, source) in piece.source.iter().enumerate() {
            for (column, _) in columns.iter_mut().zip(&source.coef).filter(|(_, c)| **c != 0) {
                column.push(i);
            }
        }
        Columns(columns)
    }

    /// The source variables that share a column with a function.
    fn touching(&self, piece: &Piece, f: &Affine) -> BTreeSet<Slot> {
        let columns = self.0.iter().zip(&f.coef).filter(|(_, c)| **c != 0);
        columns.flat_map(|(sources, _)| sources.iter().map(|i| (piece.from, *i))).collect()
    }

    /// The source variables from which a target's value comes, directly or through facts about it.
    fn origins(&self, piece: &Piece, target: &Affine) -> BTreeSet<Slot> {
        let mut all = self.touching(piece, target);
        if all.is_empty() && target.coef.iter().any(|c| *c != 0) {
            for row in &piece.rows {
                if row.coef.iter().zip(&target.coef).any(|(a, b)| *a != 0 && *b != 0) {
                    all.extend(self.touching(piece, row));
                }
            }
        }
        all
    }
}
