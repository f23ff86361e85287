//! Which nodes to split, and by which atoms, so that a system without a ranking argument gets one.

use super::{Limits, Ranking, Unranked, rank};
use crate::algebra::{Atom, Rel, Term, Var};
use crate::its::split::{Refined, Split, at_target, term_at_target};
use crate::its::{Edge, NoOracle, Node, System};
use std::collections::BTreeSet;

/// Limits of the search for splits.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Splits in a row.
    pub depth: usize,
    /// Refined systems followed at each depth.
    pub width: usize,
    /// Atoms tried for one system.
    pub candidates: usize,
    /// Refined systems ranked for one component.
    pub attempts: usize,
    /// Components refined one after the other.
    pub components: usize,
    /// Components with more nodes or edges are left alone.
    pub nodes: usize,
    pub edges: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            depth: 4,
            width: 4,
            candidates: 24,
            attempts: 240,
            components: 6,
            nodes: 8,
            edges: 24,
        }
    }
}

/// Facts about one variable with a larger constant are ranges of machine types.
const RANGE: u128 = 1 << 14;
/// Monomials of an atom worth splitting by.
const MAX_PARTS: usize = 4;

/// Splits, to be made in this order, after which the whole system has a ranking argument. `roots`
/// are the nodes where runs start; `fixed` ones cannot be split.
pub fn refine(
    system: &System,
    roots: &BTreeSet<usize>,
    fixed: &BTreeSet<usize>,
    effort: &Effort,
) -> Option<Vec<Split>> {
    let mut refined = Refined::new(system, roots);
    let mut splits = Vec::new();
    for _ in 0..effort.components {
        let ranking = quick(&refined.system);
        let Some(open) = ranking.unranked.first() else {
            return Some(splits);
        };
        refined.focus_on(&open.edges);
        let found = component(Candidate::new(refined, splits), fixed, effort)?;
        (refined, splits) = (found.refined, found.splits);
    }
    None
}

/// Refines until the edges of interest have a ranking argument, if need be with invariants.
fn component(start: Candidate, fixed: &BTreeSet<usize>, effort: &Effort) -> Option<Candidate> {
    if !start.small(effort) {
        return None;
    }
    let splits = start.splits.len();
    let (plain, strong) = (start.clone(), start.with_invariants(fixed, effort));
    if strong.open.is_empty() {
        return Some(strong);
    }
    let found = beam(plain, fixed, effort);
    if found.is_some() || strong.splits.len() == splits {
        return found;
    }
    beam(strong, fixed, effort)
}

/// A beam search over splits.
fn beam(start: Candidate, fixed: &BTreeSet<usize>, effort: &Effort) -> Option<Candidate> {
    let mut attempts = effort.attempts;
    let mut beam = vec![start];
    for _ in 0..effort.depth {
        let mut next: Vec<Candidate> = Vec::new();
        for parent in beam.iter().filter(|c| c.small(effort)) {
            for split in parent.candidates(fixed).into_iter().take(effort.candidates) {
                let Some(refined) = parent.refined.split(&split) else {
                    continue;
                };
                attempts = attempts.checked_sub(1)?;
                let mut splits = parent.splits.clone();
                splits.push(split);
                let child = Candidate::new(refined, splits);
                if child.open.is_empty() {
                    return Some(child);
                }
                next.push(child);
            }
        }
        // The order of candidates decides between equals.
        next.sort_by_key(Candidate::score);
        next.truncate(effort.width);
        beam = next;
    }
    None
}

/// Linear and short nested measures only: refinement replaces long ones.
fn quick(system: &System) -> Ranking {
    let limits = Limits {
        work: 3_000_000,
        depth: 2,
        supports: 0,
        ..Limits::default()
    };
    rank(system, &mut NoOracle, limits)
}

/// A refined system and what is missing among its edges of interest.
#[derive(Clone)]
struct Candidate {
    refined: Refined,
    splits: Vec<Split>,
    open: Vec<Unranked>,
}

impl Candidate {
    fn new(refined: Refined, splits: Vec<Split>) -> Candidate {
        Candidate {
            open: quick(&refined.focused()).unranked,
            refined,
            splits,
        }
    }

    /// Less is better: how many of the original edges are still open, then how many in all.
    fn score(&self) -> (usize, usize) {
        let edges = || self.open.iter().flat_map(|u| &u.edges);
        let origins: BTreeSet<usize> = edges().map(|e| self.refined.origin(*e)).collect();
        (origins.len(), edges().count())
    }

    fn small(&self, effort: &Effort) -> bool {
        self.open
            .iter()
            .all(|u| u.nodes.len() <= effort.nodes && u.edges.len() <= effort.edges)
    }

    /// Adds the atoms of which the other half is not reachable: they cost no node.
    fn with_invariants(self, fixed: &BTreeSet<usize>, effort: &Effort) -> Candidate {
        let mut refined = self.refined.clone();
        let mut splits = self.splits.clone();
        for split in self.candidates(fixed).into_iter().take(effort.candidates) {
            let nodes = refined.system.nodes.len();
            if let Some(next) = refined.split(&split)
                && next.system.nodes.len() == nodes
                && next.system.nodes.iter().any(|n| n.id == split.node)
            {
                refined = next;
                splits.push(split);
            }
        }
        if splits.len() == self.splits.len() {
            return self;
        }
        Candidate::new(refined, splits)
    }

    /// Splits of the first component without a measure, promising ones first.
    fn candidates(&self, fixed: &BTreeSet<usize>) -> Vec<Split> {
        let Some(open) = self.open.first() else {
            return Vec::new();
        };
        let system = &self.refined.system;
        let edges: Vec<&Edge> = system
            .edges
            .iter()
            .filter(|e| open.edges.contains(&e.id))
            .collect();
        let mut all: Vec<Split> = Vec::new();
        let mut kinds: Vec<Vec<Split>> = Vec::new();
        for id in open.nodes.iter().filter(|id| !fixed.contains(id)) {
            if let Some(node) = system.nodes.iter().find(|n| n.id == *id) {
                let mut lists = atoms(node, &edges).to_vec();
                lists.push(from_outside(system, node, &open.nodes));
                for (kind, atoms) in lists.into_iter().enumerate() {
                    if kinds.len() <= kind {
                        kinds.push(Vec::new());
                    }
                    kinds[kind].extend(atoms.into_iter().map(|atom| Split { node: *id, atom }));
                }
            }
        }
        // What all steps from the node know already separates only the states that end there.
        let told = |split: &Split| {
            let mut own = edges.iter().filter(|e| e.from == split.node);
            own.all(|e| e.facts.contains(&split.atom))
        };
        let (last, first): (Vec<Split>, Vec<Split>) = kinds.into_iter().flatten().partition(told);
        for split in first.into_iter().chain(last) {
            if !all.contains(&split) {
                all.push(split);
            }
        }
        all
    }
}

/// Atoms over a node's variables, by kind: signs of what quantities lose on an edge (phases),
/// guards of edges, comparisons of guarded quantities (minimum, maximum), and what must hold
/// before an edge for a guard to hold after it.
fn atoms(node: &Node, edges: &[&Edge]) -> [Vec<Atom>; 4] {
    let (mut guards, mut phases, mut orders, mut before) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let over = |t: &Term| worthwhile(t) && t.vars().all(|v| node.vars.contains(&v));
    // Quantities that are at least 0 on some edge.
    let mut quantities: Vec<Term> = Vec::new();
    let facts = edges.iter().filter(|e| e.from == node.id);
    for fact in facts.flat_map(|e| tidy(&e.facts)).filter(|a| over(&a.term)) {
        match fact.rel {
            Rel::Le => {
                push(&mut guards, Rel::Le, Some(fact.term.clone()));
                let quantity = fact.term.neg();
                if let Some(q) = quantity.filter(|q| !quantities.contains(q)) {
                    quantities.push(q);
                }
            }
            Rel::Eq => push_atom(&mut guards, fact.clone()),
            Rel::Ne => {
                push(&mut guards, Rel::Le, fact.term.clone().plus(1));
                push(&mut guards, Rel::Eq, Some(fact.term.clone()));
            }
        }
    }
    quantities.truncate(8);
    for v in &node.vars {
        // A counter that only falls (or only rises): its sign is a phase.
        let step = |e: &&&Edge| {
            let now = Term::var(*v);
            let after = term_at_target(e, &now)?;
            after.sub(&now)?.as_constant()
        };
        let own = || edges.iter().filter(|e| e.from == node.id);
        let steps: Option<Vec<i128>> = own().map(|e| step(&e)).collect();
        let steps = steps.unwrap_or_default();
        if steps.iter().any(|s| *s < 0) && steps.iter().all(|s| *s <= 0) {
            push(&mut phases, Rel::Le, Term::var(*v).plus(1));
        } else if steps.iter().any(|s| *s > 0) && steps.iter().all(|s| *s >= 0) {
            let positive = Term::var(*v).neg().and_then(|t| t.plus(1));
            push(&mut phases, Rel::Le, positive);
        }
    }
    for e in edges.iter().filter(|e| e.from == node.id) {
        for q in &quantities {
            // q - q' >= 1 on the edge, if that is a matter of the node's variables.
            let loss = term_at_target(e, q).and_then(|after| q.sub(&after));
            if let Some(loss) = loss.filter(over) {
                push(&mut phases, Rel::Le, loss.neg().and_then(|t| t.plus(1)));
                push(&mut phases, Rel::Le, loss.neg());
            }
        }
    }
    for (i, p) in quantities.iter().enumerate() {
        for q in &quantities[..i] {
            let difference = p.sub(q).filter(over);
            for c in [0, 1, -1] {
                push(
                    &mut orders,
                    Rel::Le,
                    difference.as_ref().and_then(|d| d.plus(c)),
                );
            }
        }
    }
    for e in edges.iter().filter(|e| e.from == node.id) {
        for guard in &guards {
            if let Some(a) = at_target(e, guard).filter(|a| over(&a.term)) {
                push_atom(&mut before, a);
            }
        }
    }
    [phases, guards, orders, before]
}

/// The facts without inequalities that others imply directly.
fn tidy(facts: &[Atom]) -> Vec<Atom> {
    let weaker = |a: &Atom, b: &Atom| {
        // b is a plus a negative constant: a implies b.
        let gap = b.term.sub(&a.term).and_then(|t| t.as_constant());
        a.rel == Rel::Le && b.rel == Rel::Le && gap.is_some_and(|c| c < 0)
    };
    facts
        .iter()
        .filter(|b| !facts.iter().any(|a| weaker(a, b)))
        .cloned()
        .collect()
}

/// Atoms that hold where the component is entered: perhaps they are invariants.
fn from_outside(system: &System, node: &Node, component: &[usize]) -> Vec<Atom> {
    let mut all = Vec::new();
    for e in &system.edges {
        if e.to != node.id || component.contains(&e.from) {
            continue;
        }
        // The variables whose values arrive unchanged.
        let renamed = |v: Var| {
            let found = e.target.iter().find(|(_, t)| t.as_var() == Some(v));
            found.map(|(w, _)| *w)
        };
        for fact in e.facts.iter().filter(|a| worthwhile(&a.term)) {
            if fact.rel != Rel::Ne
                && fact.term.vars().all(|v| renamed(v).is_some())
                && let Some(a) = fact.substitute(&|v| renamed(v).map(Term::var))
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

/// Adds an atom unless it or its negation is there.
fn push_atom(list: &mut Vec<Atom>, atom: Atom) {
    let negation = atom.negate();
    let there = |a: &Atom| *a == atom || Some(a) == negation.as_ref();
    if atom.decide().is_none() && !list.iter().any(there) {
        list.push(atom);
    }
}
