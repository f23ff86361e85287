//! A hint for a loop without a ranking argument: a quantity that decreases on almost all edges.

use super::atoms::{concerns, primitive, quantities};
use super::condition::{Condition, Layout, holds};
use super::{Component, Context};
use crate::algebra::{Atom, Rel, Term};
use crate::its::simplify::simplify;
use crate::its::split::term_at_target;
use crate::its::{Edge, Node, NodeId};
use crate::linear::Vector;

/// A quantity over a node's variables that is bounded and decreases on all edges except some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub node: NodeId,
    pub measure: Term,
    /// A condition under which it would decrease on the first of these edges, if the node's variables can express one.
    pub missing: Option<Atom>,
}

/// Whether an atom over the node's variables is consistent with the facts of an edge.
fn possible(context: &Context, piece: usize, node: &Node, atom: &Atom) -> bool {
    let mut edge = context.edges[piece].clone();
    edge.facts.push(atom.clone());
    simplify(&edge, node, node).is_none_or(|p| !p.is_empty())
}

/// The quantity with the fewest bad edges; only for components of one node.
pub(crate) fn hint(context: &mut Context, component: &Component) -> Option<Hint> {
    let [place] = component.nodes[..] else {
        return None;
    };
    let node = &context.nodes[place];
    let edges: Vec<&Edge> = component.pieces.iter().map(|p| context.edges[*p]).collect();
    let layout = Layout::new(context.nodes, component, 1, 0);
    let mut best: Option<((usize, bool), Hint)> = None;
    for measure in quantities(node, &edges) {
        let mut num: Vec<i128> = node.vars.iter().map(|v| measure.coefficient(&[*v])).collect();
        num.push(measure.constant_part());
        let u = Vector { num, den: 1 };
        let mut bad = Vec::new();
        for p in context.live(component) {
            let mut fine = |c: Condition| holds(context, &layout, &c, &u) == Some(true);
            if !(fine(Condition::decrease(p, 0, 1)) && fine(Condition::bounded(p, 0))) {
                bad.push(p);
            }
        }
        let Some(first) = bad.first() else {
            continue;
        };
        // f - f' >= 1
        let missing = term_at_target(context.edges[*first], &measure)
            .and_then(|after| measure.sub(&after).ok())
            .filter(|loss| concerns(node, loss))
            .and_then(|loss| loss.neg().ok()?.plus(1).ok())
            .map(|t| primitive(Atom::new(Rel::Le, t)))
            .filter(|a| possible(context, *first, node, a));
        let hint = Hint { node: node.id, measure, missing };
        let key = (bad.len(), hint.missing.is_none());
        if best.as_ref().is_none_or(|(k, _)| key < *k) {
            best = Some((key, hint));
        }
    }
    // A quantity that decreases on no edge does not help.
    let all = context.live(component).len();
    best.filter(|((bad, vague), _)| *bad < all || !vague).map(|(_, h)| h)
}
