//! Ranking arguments for integer transition systems: rule K-LINEAR and K-NESTED of
//! `spec/ranking.md`, found by exact linear programming.
//!
//! The search is complete for lexicographic tuples of affine functions over the rationals (up to
//! its limits), and for nested ones of bounded depth.

mod condition;
mod integer;
mod linear;
pub mod lp;
mod multiphase;
mod search;

#[cfg(test)]
mod tests;

use crate::algebra::Term;
use crate::its::components::cyclic_components;
use crate::its::simplify::{Piece, simplify};
use crate::its::{Node, Oracle, System};
use std::collections::BTreeMap;

/// One round: applied to one strongly connected component of the edges not yet removed. Mirrors
/// the certificate's type, with the ids of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub measure: Measure,
    /// Ids of the removed edges, ascending, not empty.
    pub removed: Vec<usize>,
}

/// Affine functions with integer coefficients, one (tuple) for each node of the component,
/// ascending by node id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    Linear(Vec<(usize, Term)>),
    Nested(Vec<(usize, Vec<Term>)>),
}

/// A component for which nothing was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unranked {
    /// Ids, ascending.
    pub nodes: Vec<usize>,
    /// Ids, ascending.
    pub edges: Vec<usize>,
    pub reason: Reason,
}

/// Why a component was not ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No argument of these forms exists for what is known about the edges.
    NoneExists,
    /// A limit or an overflow ended the search.
    TooHard,
}

/// What was found: a complete argument exactly if `unranked` is empty.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    pub rounds: Vec<Round>,
    pub unranked: Vec<Unranked>,
}

/// Limits of the search; work is counted, not timed, so that results do not depend on the machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Elementary steps (tableau cells touched), about a tenth of a microsecond each.
    pub work: u64,
    /// Edges in one component.
    pub edges: usize,
    /// Unknown coefficients of one linear program.
    pub unknowns: usize,
    /// Longest nested tuple.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            work: 60_000_000,
            edges: 120,
            unknowns: 240,
            depth: 4,
        }
    }
}

/// The edges as polyhedra and what is left of the limits.
pub(crate) struct Context<'a> {
    pub nodes: &'a [Node],
    pub pieces: Vec<Piece>,
    pub generators: Vec<Vec<search::Generator>>,
    pub limits: Limits,
}

impl Context<'_> {
    /// Takes work from the budget; `None` if it is used up.
    pub fn spend(&mut self, cells: usize) -> Option<()> {
        self.limits.work = self.limits.work.checked_sub(cells as u64 + 50)?;
        Some(())
    }
}

/// A strongly connected component: positions of nodes and of pieces, ascending.
pub(crate) struct Component {
    pub nodes: Vec<usize>,
    pub pieces: Vec<usize>,
}

/// Outcome of one attempt at a component.
pub(crate) enum Attempt {
    /// A round and the positions of the pieces that it removes.
    Found(Round, Vec<usize>),
    NoneExists,
    TooHard,
}

/// Finds a ranking argument for the whole system, or names what has none.
pub fn rank(system: &System, _oracle: &mut dyn Oracle, limits: Limits) -> Ranking {
    let mut nodes = system.nodes.clone();
    nodes.sort_by_key(|n| n.id);
    nodes.dedup_by_key(|n| n.id);
    let place: BTreeMap<usize, usize> = nodes.iter().enumerate().map(|(i, n)| (n.id, i)).collect();
    let mut edges: Vec<_> = system
        .edges
        .iter()
        .filter_map(|e| Some((e, *place.get(&e.from)?, *place.get(&e.to)?)))
        .collect();
    edges.sort_by_key(|(e, ..)| e.id);
    let ends: Vec<(usize, usize)> = edges.iter().map(|(_, a, b)| (*a, *b)).collect();
    let mut ranking = Ranking::default();
    let mut context = Context {
        nodes: &nodes,
        pieces: Vec::new(),
        generators: Vec::new(),
        limits,
    };
    // Only edges on cycles need a polyhedron.
    for component in cyclic_components(nodes.len(), &ends) {
        let inside: Vec<_> = edges
            .iter()
            .filter(|(_, a, b)| component.contains(a) && component.contains(b))
            .collect();
        let start = context.pieces.len();
        let too_many = inside.len() > context.limits.edges;
        for (edge, a, b) in &inside {
            let piece = if too_many {
                None
            } else {
                simplify(edge, &nodes[*a], &nodes[*b])
            };
            let Some(mut piece) = piece else { break };
            (piece.from, piece.to) = (*a, *b);
            context.pieces.push(piece);
            context.generators.push(Vec::new());
        }
        if context.pieces.len() - start < inside.len() {
            ranking.unranked.push(Unranked {
                nodes: component.iter().map(|i| nodes[*i].id).collect(),
                edges: inside.iter().map(|(e, ..)| e.id).collect(),
                reason: Reason::TooHard,
            });
            continue;
        }
        let mut pieces: Vec<usize> = (start..context.pieces.len()).collect();
        rank_edges(&mut context, &mut pieces, &mut ranking);
    }
    ranking
}

/// Removes edges round by round until no cycle is left or a component resists.
fn rank_edges(context: &mut Context, left: &mut Vec<usize>, ranking: &mut Ranking) {
    loop {
        let ends: Vec<_> = left
            .iter()
            .map(|p| (context.pieces[*p].from, context.pieces[*p].to))
            .collect();
        let mut gone: Vec<usize> = Vec::new();
        let mut progress = false;
        for nodes in cyclic_components(context.nodes.len(), &ends) {
            let inside: Vec<usize> = left
                .iter()
                .copied()
                .filter(|p| {
                    let piece = &context.pieces[*p];
                    nodes.contains(&piece.from) && nodes.contains(&piece.to)
                })
                .collect();
            let component = Component {
                nodes,
                pieces: inside,
            };
            match attempt(context, &component) {
                Attempt::Found(round, removed) => {
                    ranking.rounds.push(round);
                    gone.extend(removed);
                    progress = true;
                }
                failed => {
                    ranking.unranked.push(Unranked {
                        nodes: component
                            .nodes
                            .iter()
                            .map(|i| context.nodes[*i].id)
                            .collect(),
                        edges: component
                            .pieces
                            .iter()
                            .map(|p| context.pieces[*p].edge)
                            .collect(),
                        reason: match failed {
                            Attempt::TooHard => Reason::TooHard,
                            _ => Reason::NoneExists,
                        },
                    });
                    gone.extend(&component.pieces);
                }
            }
        }
        left.retain(|p| !gone.contains(p));
        if !progress {
            return;
        }
    }
}

/// One component: linear, then nested of growing depth.
fn attempt(context: &mut Context, component: &Component) -> Attempt {
    let linear = linear::round(context, component);
    if matches!(linear, Attempt::Found(..)) {
        return linear;
    }
    let mut hard = matches!(linear, Attempt::TooHard);
    for depth in 2..=context.limits.depth {
        match multiphase::round(context, component, depth) {
            Attempt::NoneExists => {}
            Attempt::TooHard => {
                hard = true;
                break;
            }
            found => return found,
        }
    }
    if hard {
        Attempt::TooHard
    } else {
        Attempt::NoneExists
    }
}
