//! Template measures for components with many nodes: one variable, or a difference of two, that all nodes have.
//!
//! Straight-line code in a loop's body may be cut into hundreds of nodes that all keep the loop's counter. A linear
//! program over all their variables is large, while each edge alone shows whether the counter is a measure.

use super::{Component, Context, Measure, Removal, Round};
use crate::algebra::{Term, Var};
use crate::its::piece::Piece;
use crate::linear::{Affine, Minimum};
use std::collections::BTreeSet;

/// Number of nodes up to which the linear program is small,
const MANY: usize = 16;
/// unless a node has more variables than this,
const WIDE: usize = 24;
/// or an edge's tableau more cells.
const LARGE: usize = 3_000;
/// Templates tried for one component.
const MOST: usize = 200;

/// A sum of variables with coefficients.
type Template = Vec<(Var, i128)>;

/// A round with a template as its measure, if there is one.
pub(super) fn round(context: &mut Context, component: &Component) -> Option<Removal> {
    let wide = |n: &usize| context.nodes[*n].vars.len() > WIDE;
    let live = context.live(component);
    let large = |p: &usize| context.exact.pieces[*p].size() > LARGE;
    if component.nodes.len() < MANY && !component.nodes.iter().any(wide) && !live.iter().any(large) {
        return None;
    }
    templates(context, component, &live).into_iter().take(MOST).find_map(|t| attempt(context, component, &live, &t))
}

/// The templates: variables that change on some edge, with both signs; then differences of two variables that a fact
/// relates.
fn templates(context: &Context, component: &Component, live: &[usize]) -> Vec<Template> {
    let mut sets = component.nodes.iter().map(|n| context.nodes[*n].vars.iter().copied().collect::<BTreeSet<Var>>());
    let Some(first) = sets.next() else { return Vec::new() };
    let shared = sets.fold(first, |shared, set| shared.intersection(&set).copied().collect());
    let changing = |v: &Var| {
        live.iter().any(|p| {
            let piece = &context.exact.pieces[*p];
            value(context, piece, &[(*v, 1)], true) != value(context, piece, &[(*v, 1)], false)
        })
    };
    let moving: BTreeSet<Var> = shared.iter().copied().filter(changing).collect();
    let mut pairs: BTreeSet<(Var, Var)> = BTreeSet::new();
    for piece in live.iter().map(|p| &context.exact.pieces[*p]) {
        let vars = &context.nodes[piece.from].vars;
        for row in &piece.rows {
            let touches = |v: &Var| vars.iter().zip(&piece.source).any(|(w, s)| v == w && shares(s, row));
            let touched: Vec<Var> = shared.iter().copied().filter(touches).collect();
            if let [v, w] = touched[..]
                && (moving.contains(&v) || moving.contains(&w))
            {
                pairs.extend([(v, w), (w, v)]);
            }
        }
    }
    let single = moving.iter().flat_map(|v| [vec![(*v, 1)], vec![(*v, -1)]]);
    single.chain(pairs.into_iter().map(|(v, w)| vec![(v, 1), (w, -1)])).collect()
}

fn shares(a: &Affine, b: &Affine) -> bool {
    a.coef.iter().zip(&b.coef).any(|(x, y)| *x != 0 && *y != 0)
}

/// The sum at the source or at the target of an edge.
fn value(context: &Context, piece: &Piece, template: &[(Var, i128)], source: bool) -> Option<Affine> {
    let (node, values) = if source { (piece.from, &piece.source) } else { (piece.to, &piece.target) };
    let mut sum = Affine { coef: vec![0; piece.columns], con: 0 };
    for (v, factor) in template {
        let place = context.nodes[node].vars.iter().position(|w| w == v)?;
        add(&mut sum, values.get(place)?, *factor)?;
    }
    Some(sum)
}

fn add(sum: &mut Affine, other: &Affine, factor: i128) -> Option<()> {
    for (s, c) in sum.coef.iter_mut().zip(&other.coef) {
        *s = s.checked_add(c.checked_mul(factor)?)?;
    }
    sum.con = sum.con.checked_add(other.con.checked_mul(factor)?)?;
    Some(())
}

/// Tries a template as a measure. It removes the edges on which it decreases and is bounded.
fn attempt(context: &mut Context, component: &Component, live: &[usize], template: &Template) -> Option<Removal> {
    let mut removed = Vec::new();
    let mut constant: Option<i128> = None;
    for p in live {
        let piece = &context.exact.pieces[*p];
        let source = value(context, piece, template, true)?;
        let mut decrease = source.clone();
        add(&mut decrease, &value(context, piece, template, false)?, -1)?;
        let piece = &mut context.exact.pieces[*p];
        if decrease.coef.iter().all(|c| *c == 0) {
            if decrease.con < 0 {
                return None;
            }
            if decrease.con == 0 {
                continue;
            }
        } else {
            context.budget.spend(piece.size())?;
            if !piece.at_least(&decrease, 0)? {
                return None;
            }
            if !piece.at_least(&decrease, 1)? {
                continue;
            }
        }
        context.budget.spend(piece.size())?;
        if let Minimum::At { value: (n, d), .. } = piece.polyhedron.minimize(&source.coef)? {
            let least = n.div_euclid(d).checked_add(source.con)?;
            let needed = least.checked_neg()?;
            constant = Some(constant.map_or(needed, |c| c.max(needed)));
            removed.push(*p);
        }
    }
    let constant = constant?;
    let mut sum = Term::constant(constant);
    for (v, factor) in template {
        sum = sum.add_scaled(&Term::var(*v), *factor).ok()?;
    }
    // Any measure removes an infeasible edge.
    removed.extend(component.pieces.iter().filter(|p| !live.contains(p)));
    removed.sort_unstable();
    let functions = component.nodes.iter().map(|n| (context.nodes[*n].id, sum.clone())).collect();
    let round = Round { measure: Measure::Linear(functions), removed: context.ids(&removed) };
    Some(Removal { round, removed })
}
