//! Predicates and quantities that may matter for the termination of a loop, taken from its edges.

use crate::algebra::{Atom, Rel, Term, Var};
use crate::its::split::{at_target, term_at_target};
use crate::its::{Edge, Node, NodeId, System};
use crate::linear::project::rounded;

/// Facts about one variable with a larger constant count as ranges of machine types.
const RANGE: u128 = 1 << 14;
/// Monomials of an atom that is used for a split, at most.
const MAX_PARTS: usize = 4;
/// Quantities of one node, at most.
const MAX_QUANTITIES: usize = 10;

/// Atoms over a node's variables, by kind: signs of what quantities lose on an edge (phases), guards of edges,
/// comparisons of guarded quantities (minimum, maximum), and preconditions on an edge for a guard to hold after it.
pub(super) fn atoms(node: &Node, edges: &[&Edge]) -> [Vec<Atom>; 4] {
    let (mut guards, mut phases, mut orders, mut before) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let over = |t: &Term| concerns(node, t);
    let own: Vec<&Edge> = edges.iter().copied().filter(|e| e.from == node.id).collect();
    for fact in own.iter().flat_map(|e| tidy(&e.facts)) {
        match fact.rel {
            _ if !over(&fact.term) => {}
            Rel::Ne => {
                push(&mut guards, Rel::Le, fact.term.clone().plus(1).ok());
                push(&mut guards, Rel::Eq, Some(fact.term));
            }
            _ => push_atom(&mut guards, fact),
        }
    }
    let quantities = quantities(node, edges);
    for v in &node.vars {
        // A counter that only decreases (or only increases): its sign is a phase.
        let step = |e: &&Edge| {
            let now = Term::var(*v);
            let after = term_at_target(e, &now)?;
            after.sub(&now).ok()?.as_constant()
        };
        let steps: Option<Vec<i128>> = own.iter().map(step).collect();
        let steps = steps.unwrap_or_default();
        if steps.iter().any(|s| *s < 0) && steps.iter().all(|s| *s <= 0) {
            push(&mut phases, Rel::Le, Term::var(*v).plus(1).ok());
        } else if steps.iter().any(|s| *s > 0) && steps.iter().all(|s| *s >= 0) {
            let positive = Term::var(*v).neg().ok().and_then(|t| t.plus(1).ok());
            push(&mut phases, Rel::Le, positive);
        }
    }
    for e in &own {
        for q in &quantities {
            // q - q' >= 1 on the edge, if the node's variables determine it.
            let loss = term_at_target(e, q).and_then(|after| q.sub(&after).ok());
            if let Some(loss) = loss.filter(over) {
                push(&mut phases, Rel::Le, loss.neg().ok().and_then(|t| t.plus(1).ok()));
                push(&mut phases, Rel::Le, loss.neg().ok());
            }
        }
    }
    for (i, p) in quantities.iter().enumerate() {
        for q in &quantities[..i] {
            let difference = p.sub(q).ok().filter(over);
            for c in [0, 1, -1] {
                push(&mut orders, Rel::Le, difference.as_ref().and_then(|d| d.plus(c).ok()));
            }
        }
    }
    for e in &own {
        for guard in &guards {
            if let Some(a) = at_target(e, guard).filter(|a| over(&a.term)) {
                push_atom(&mut before, a);
            }
        }
    }
    [phases, guards, orders, before]
}

/// The facts without inequalities that other facts imply directly.
fn tidy(facts: &[Atom]) -> Vec<Atom> {
    let weaker = |a: &Atom, b: &Atom| {
        // b is a plus a negative constant: a implies b.
        let gap = b.term.sub(&a.term).ok().and_then(|t| t.as_constant());
        a.rel == Rel::Le && b.rel == Rel::Le && gap.is_some_and(|c| c < 0)
    };
    facts.iter().filter(|b| !facts.iter().any(|a| weaker(a, b))).cloned().collect()
}

/// Atoms that hold where the component is entered. They may be invariants.
pub(super) fn from_outside(system: &System, node: &Node, component: &[NodeId]) -> Vec<Atom> {
    let mut all = Vec::new();
    for e in &system.edges {
        if e.to != node.id || component.contains(&e.from) {
            continue;
        }
        // The variables whose values enter unchanged.
        let renamed = |v: Var| {
            let found = e.target.iter().find(|(_, t)| t.as_var() == Some(v));
            found.map(|(w, _)| *w)
        };
        for fact in e.facts.iter().filter(|a| worthwhile(&a.term)) {
            if fact.rel != Rel::Ne
                && fact.term.vars().all(|v| renamed(v).is_some())
                && let Ok(a) = fact.substitute(&|v| renamed(v).map(Term::var))
            {
                push_atom(&mut all, a);
            }
        }
    }
    all
}

/// Whether a term is small and affine and not just the range of a machine type.
fn worthwhile(t: &Term) -> bool {
    t.is_linear()
        && t.vars().next().is_some()
        && t.parts().len() <= MAX_PARTS
        && !(t.vars().count() == 1 && t.constant_part().unsigned_abs() >= RANGE)
}

fn push(list: &mut Vec<Atom>, rel: Rel, term: Option<Term>) {
    if let Some(term) = term {
        push_atom(list, Atom::new(rel, term));
    }
}

/// An inequality without a common factor.
pub(super) fn primitive(atom: Atom) -> Atom {
    let rounded = match atom.rel {
        Rel::Le => rounded(&atom.term).and_then(|(direction, con)| direction.plus(con).ok()),
        _ => None,
    };
    match rounded {
        Some(term) => Atom::new(Rel::Le, term),
        None => atom,
    }
}

/// A few quantities that are at least 0 on some edge from the node, by the edge's facts, and change on some edge.
pub(super) fn quantities(node: &Node, edges: &[&Edge]) -> Vec<Term> {
    let own: Vec<&Edge> = edges.iter().copied().filter(|e| e.from == node.id).collect();
    let changes = |q: &Term| own.iter().any(|e| term_at_target(e, q).as_ref() != Some(q));
    let mut all: Vec<Term> = Vec::new();
    for fact in own.iter().flat_map(|e| tidy(&e.facts)) {
        if fact.rel == Rel::Le
            && concerns(node, &fact.term)
            && let Ok(q) = primitive(fact).term.neg()
            && !all.contains(&q)
            && changes(&q)
        {
            all.push(q);
        }
    }
    all.truncate(MAX_QUANTITIES);
    all
}

/// Whether a term is worthwhile and over the node's variables.
pub(super) fn concerns(node: &Node, t: &Term) -> bool {
    worthwhile(t) && t.vars().all(|v| node.vars.contains(&v))
}

/// Adds an atom unless the list contains it or its negation.
fn push_atom(list: &mut Vec<Atom>, atom: Atom) {
    let atom = primitive(atom);
    let negation = atom.negate().ok();
    let there = |a: &Atom| *a == atom || Some(a) == negation.as_ref();
    if atom.decide().is_none() && !list.iter().any(there) {
        list.push(atom);
    }
}
