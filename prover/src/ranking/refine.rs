//! Control-flow refinement guided by ranking: which nodes to split, and by which atoms, so that a ranking argument
//! exists.

use super::atoms::{atoms, from_outside};
use super::{Ranking, SearchLimits, Unranked, late, rank};
use crate::its::split::{Refined, Split};
use crate::its::{Edge, EdgeId, NoOracle, NodeId, System};
use std::collections::BTreeSet;
use std::time::Instant;

/// Limits of the search for splits.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    /// Length of a sequence of splits, at most.
    pub depth: usize,
    /// Refined systems that are kept at each depth (width of the beam).
    pub width: usize,
    /// Atoms that are tried for one system, at most.
    pub candidates: usize,
    /// Refined systems that are ranked for one component, at most; fewer of those with many facts ([`Candidate::cost`]).
    pub attempts: usize,
    /// Components that are refined, at most.
    pub components: usize,
    /// Size of a component, in nodes or edges, up to which it is refined.
    pub nodes: usize,
    pub edges: usize,
    /// The time at which the search stops, as in [`Limits`].
    pub deadline: Option<Instant>,
}

/// The number of facts that count like one attempt more.
const FACTS: usize = 300;

impl Default for Effort {
    fn default() -> Effort {
        Effort { depth: 4, width: 4, candidates: 24, attempts: 240, components: 6, nodes: 8, edges: 24, deadline: None }
    }
}

/// Splits, in order, after which the whole system has a ranking argument. `roots` are the nodes where runs start;
/// `fixed` nodes cannot be split.
pub(crate) fn refine(
    system: &System,
    roots: &BTreeSet<NodeId>,
    fixed: &BTreeSet<NodeId>,
    effort: &Effort,
) -> Option<Vec<Split>> {
    let mut refined = Refined::new(system, roots);
    let mut splits = Vec::new();
    for _ in 0..effort.components {
        let ranking = quick(&refined.system, effort);
        let Some(open) = ranking.unranked.first() else {
            return Some(splits);
        };
        refined.focus_on(&open.edges);
        let found = component(Candidate::new(refined, splits, effort), fixed, effort)?;
        (refined, splits) = (found.refined, found.splits);
    }
    None
}

/// Refines until all edges in focus have a ranking argument; with invariants only if it does not succeed without them.
fn component(start: Candidate, fixed: &BTreeSet<NodeId>, effort: &Effort) -> Option<Candidate> {
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
fn beam(start: Candidate, fixed: &BTreeSet<NodeId>, effort: &Effort) -> Option<Candidate> {
    let mut attempts = effort.attempts;
    let mut beam = vec![start];
    for _ in 0..effort.depth {
        let mut next: Vec<Candidate> = Vec::new();
        for parent in beam.iter().filter(|c| c.small(effort)) {
            let cost = parent.cost();
            for split in parent.candidates(fixed).into_iter().take(effort.candidates) {
                let Some(refined) = parent.refined.split(&split) else {
                    continue;
                };
                attempts = attempts.checked_sub(cost).filter(|_| !late(effort.deadline))?;
                let mut splits = parent.splits.clone();
                splits.push(split);
                let child = Candidate::new(refined, splits, effort);
                if child.open.is_empty() {
                    return Some(child);
                }
                next.push(child);
            }
        }
        // Sorting is stable, so equal scores keep the order of candidates.
        next.sort_by_key(Candidate::score);
        next.truncate(effort.width);
        beam = next;
    }
    None
}

/// Searches only for linear and short nested measures, since refinement makes long ones unnecessary.
fn quick(system: &System, effort: &Effort) -> Ranking {
    let limits =
        SearchLimits { work: 3_000_000, depth: 2, supports: 0, deadline: effort.deadline, ..SearchLimits::default() };
    rank(system, &mut NoOracle, limits)
}

/// A refined system, with the components of its edges in focus that have no ranking argument yet.
#[derive(Clone)]
struct Candidate {
    refined: Refined,
    splits: Vec<Split>,
    open: Vec<Unranked>,
}

impl Candidate {
    fn new(refined: Refined, splits: Vec<Split>, effort: &Effort) -> Candidate {
        Candidate { open: quick(&refined.focused(), effort).unranked, refined, splits }
    }

    /// The score; lower is better. First the number of original edges that are still unranked, then the number of all
    /// edges refined from them.
    fn score(&self) -> (usize, usize) {
        let edges = || self.open.iter().flat_map(|u| &u.edges);
        let origins: BTreeSet<EdgeId> = edges().map(|e| self.refined.origin(*e)).collect();
        (origins.len(), edges().count())
    }

    /// What it costs to try a split, in attempts. A split simplifies the edges again from their facts.
    fn cost(&self) -> usize {
        let facts: usize = self.refined.focused().edges.iter().map(|e| e.facts.len()).sum();
        1 + facts / FACTS
    }

    fn small(&self, effort: &Effort) -> bool {
        self.open.iter().all(|u| u.nodes.len() <= effort.nodes && u.edges.len() <= effort.edges)
    }

    /// Adds atoms whose negation is unreachable (invariants): such a split adds no node.
    fn with_invariants(self, fixed: &BTreeSet<NodeId>, effort: &Effort) -> Candidate {
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
        Candidate::new(refined, splits, effort)
    }

    /// Splits of the first component without a measure, promising ones first.
    fn candidates(&self, fixed: &BTreeSet<NodeId>) -> Vec<Split> {
        let Some(open) = self.open.first() else {
            return Vec::new();
        };
        let system = &self.refined.system;
        let edges: Vec<&Edge> = system.edges.iter().filter(|e| open.edges.contains(&e.id)).collect();
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
        // A split is tried later if all steps from its node already imply the atom: it separates only the states that
        // end there.
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
