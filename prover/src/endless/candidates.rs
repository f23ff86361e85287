//! Candidates for an invariant of the states in which a run reaches a node.

use super::Member;
use super::member::holds;
use crate::algebra::{Atom, Rel, Term, TooLarge, Var};
use crate::graph::{Graph, NodeIndex};
use std::collections::BTreeSet;

/// Variables whose sums and differences are considered, at most.
const MOST_PAIRED: usize = 10;
/// Candidates for a node, at most.
const MOST: usize = 160;

/// Facts that hold in all these states: bounds, equations, differences, and the conditions of paths from the node.
pub(super) fn candidates(graph: &Graph, node: NodeIndex, members: &[Member]) -> Vec<Atom> {
    let state = &graph.nodes[node].state;
    let vars: Vec<Var> = state.variables().into_iter().collect();
    let mut found = Vec::new();
    for v in &vars {
        bounds(&Term::var(*v), members, true, &mut found);
    }
    conditions(graph, node, &mut found);
    let varying = |v: &Var| members.windows(2).any(|two| two[0].values.get(v) != two[1].values.get(v));
    let paired: Vec<Var> = described(graph, node).into_iter().take(MOST_PAIRED).collect();
    for (place, v) in paired.iter().enumerate() {
        for w in &paired[place + 1..] {
            if !varying(v) && !varying(w) {
                continue;
            }
            let (v, w) = (Term::var(*v), Term::var(*w));
            for term in [v.sub(&w), v.add(&w)].into_iter().flatten() {
                bounds(&term, members, false, &mut found);
            }
        }
    }
    let mut seen = BTreeSet::new();
    let known: BTreeSet<String> = state.knowledge.iter().map(|atom| format!("{atom:?}")).collect();
    found.retain(|atom| {
        let text = format!("{atom:?}");
        !known.contains(&text)
            && seen.insert(text)
            && members.iter().all(|member| holds(atom, &member.values) == Some(true))
    });
    found.truncate(MOST);
    found
}

/// The variables that the node's registers and memory mention.
fn described(graph: &Graph, node: NodeIndex) -> BTreeSet<Var> {
    let state = &graph.nodes[node].state;
    let values =
        state.bindings.values().map(|value| &value.term).chain(state.entries.values().map(|entry| &entry.value));
    values.flat_map(Term::vars).collect()
}

/// The facts about one term: a constant value, or the bounds of its values in these states.
fn bounds(term: &Term, members: &[Member], signs: bool, found: &mut Vec<Atom>) {
    let values: Vec<i128> = members.iter().filter_map(|member| super::member::value(term, &member.values)).collect();
    let (Some(least), Some(greatest)) = (values.iter().min(), values.iter().max()) else { return };
    let mut add = |atom: Result<Atom, TooLarge>| found.extend(atom.ok());
    if least == greatest {
        add(Atom::eq(term, &Term::constant(*least)));
    }
    add(Atom::le(&Term::constant(*least), term));
    add(Atom::le(term, &Term::constant(*greatest)));
    if signs {
        for bound in [0, 1] {
            add(Atom::le(&Term::constant(bound), term));
            add(Atom::le(term, &Term::constant(-bound)));
        }
        add(Atom::ne(term, &Term::zero()));
    }
}

/// Conditions of paths from the node over the node's own variables, and their negations.
fn conditions(graph: &Graph, node: NodeIndex, found: &mut Vec<Atom>) {
    let vars = graph.nodes[node].state.variables();
    let known = graph.nodes[node].state.knowledge.len();
    let Some(tree) = graph.nodes[node].tree else { return };
    for part in graph.trees.parts(tree) {
        let facts = graph.trees[part].knowledge.get(known..).unwrap_or_default();
        for fact in facts.iter().filter(|fact| fact.term.vars().all(|v| vars.contains(&v))) {
            found.push(fact.clone());
            found.extend(fact.negate().ok());
            // An equation is treated as two bounds.
            if fact.rel != Rel::Le {
                found.push(Atom::new(Rel::Le, fact.term.clone()));
                found.extend(fact.term.neg().map(|term| Atom::new(Rel::Le, term)));
                found.extend(fact.term.plus(1).map(|term| Atom::new(Rel::Le, term)));
                found.extend(fact.term.neg().and_then(|term| term.plus(1)).map(|term| Atom::new(Rel::Le, term)));
            }
        }
    }
}
