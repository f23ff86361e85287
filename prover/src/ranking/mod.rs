//! Ranking arguments for integer transition systems: rule K-LINEAR and K-NESTED of
//! `spec/ranking.md`, found by exact linear programming.
//!
//! The search is complete for lexicographic tuples of affine functions over the rationals (up to
//! its limits), and for nested ones of bounded depth.

mod atoms;
mod condition;
mod generator;
mod hint;
mod integer;
mod linear;
mod multiphase;
mod parametrization;
pub(crate) mod refine;
mod search;
mod support;
mod template;

#[cfg(test)]
mod tests;

pub(crate) use hint::Hint;

use crate::algebra::Term;
use crate::faults::Faults;
use crate::its::components::cyclic_components;
use crate::its::simplify::simplify;
use crate::its::{Edge, EdgeId, Node, NodeId, Oracle, System};
use crate::linear::Vector;
use condition::{Condition, Layout};
use parametrization::Parametrization;
use search::Search;
use std::collections::BTreeMap;
use std::time::Instant;
use tracing::debug;

/// One round: applied to one strongly connected component of the edges not yet removed. Mirrors
/// the certificate's type, with the ids of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub measure: Measure,
    /// Ids of the removed edges, ascending, not empty.
    pub removed: Vec<EdgeId>,
}

/// Affine functions with integer coefficients, one (tuple) for each node of the component,
/// ascending by node id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Linear(Vec<(NodeId, Term)>),
    Nested(Vec<(NodeId, Vec<Term>)>),
}

/// A component for which nothing was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unranked {
    /// Ascending.
    pub nodes: Vec<NodeId>,
    /// Ascending.
    pub edges: Vec<EdgeId>,
    pub reason: Reason,
    pub hint: Option<Hint>,
}

/// Why a component was not ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// No argument of these forms exists for what is known about the edges.
    NoneExists,
    /// A limit or an overflow ended the search.
    TooHard,
}

/// What was found: a complete argument exactly if `unranked` is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking {
    pub rounds: Vec<Round>,
    pub unranked: Vec<Unranked>,
}

/// Limits of the search; work is counted, not timed, so that results do not depend on the machine.
#[derive(Clone, Debug)]
pub(crate) struct SearchLimits {
    /// Elementary steps (tableau cells touched, roughly), for the whole system.
    pub work: u64,
    /// Edges in one component.
    pub edges: usize,
    /// Unknown coefficients of one linear program.
    pub unknowns: usize,
    /// Longest nested tuple.
    pub depth: usize,
    /// Questions to the oracle.
    pub questions: usize,
    /// Small sets of variables tried before all.
    pub supports: usize,
    /// When to stop in any case; who sets it uses no result that comes later.
    pub deadline: Option<Instant>,
    /// Conditions that tests switch off.
    pub faults: Faults,
}

impl Default for SearchLimits {
    fn default() -> SearchLimits {
        SearchLimits {
            work: 60_000_000,
            edges: 2_000,
            unknowns: 800,
            depth: 4,
            questions: 200,
            supports: 16,
            deadline: None,
            faults: Default::default(),
        }
    }
}

/// Whether there is a deadline and it has passed.
fn late(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() > deadline)
}

/// What is left of the limits.
pub(crate) struct Budget {
    work: u64,
    questions: usize,
    deadline: Option<Instant>,
}

impl Budget {
    /// Takes the work of a few pivots from the budget; `None` if it is used up, or the time.
    pub(crate) fn spend(&mut self, cells: usize) -> Option<()> {
        self.work = self.work.checked_sub(cells as u64 + 50)?;
        (!late(self.deadline)).then_some(())
    }

    /// Takes a question to the oracle.
    pub(crate) fn ask(&mut self) -> Option<()> {
        self.questions = self.questions.checked_sub(1)?;
        Some(())
    }
}

/// Which of the two parametrizations the search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    Exact,
    Symbolic,
}

/// The edges on cycles as polyhedra, and what is left of the limits.
pub(crate) struct Context<'a> {
    pub nodes: &'a [Node],
    /// In the order of the pieces.
    pub edges: Vec<&'a Edge>,
    pub exact: Parametrization,
    pub symbolic: Option<Parametrization>,
    pub limits: SearchLimits,
    pub budget: Budget,
    pub oracle: &'a mut dyn Oracle,
}

impl Context<'_> {
    fn parameters(&self, view: View) -> &[i128] {
        match (view, &self.symbolic) {
            (View::Symbolic, Some(parametrization)) => &parametrization.parameters,
            _ => &[],
        }
    }

    /// The component's pieces that are not proved impossible.
    pub(crate) fn live(&self, component: &Component) -> Vec<usize> {
        let pieces = component.pieces.iter().copied();
        pieces.filter(|p| !self.exact.pieces[*p].is_empty()).collect()
    }

    /// The ids of pieces' edges.
    pub(crate) fn ids(&self, pieces: &[usize]) -> Vec<EdgeId> {
        pieces.iter().map(|p| self.edges[*p].id).collect()
    }
}

/// A search in one of the views, whose solutions are judged in the exact one.
pub(crate) struct Task {
    view: View,
    pub layout: Layout,
    pub exact: Layout,
    /// Sets of unknowns to be tried, in this order; the last one is all.
    pub supports: Vec<Vec<usize>>,
}

impl Task {
    pub(crate) fn new(context: &Context, component: &Component, depth: usize, view: View) -> Task {
        let parameters = context.parameters(view).len();
        let layout = Layout::new(context.nodes, component, depth, parameters);
        let mut supports = support::supports(context, component, &layout);
        supports.retain(|s| s.len() < layout.unknowns);
        supports.push((0..layout.unknowns).collect());
        Task { view, supports, layout, exact: Layout::new(context.nodes, component, depth, 0) }
    }

    /// A search with some of the unknowns; `None` if they are too many.
    pub(crate) fn search(&self, context: &Context, support: &[usize], conditions: Vec<Condition>) -> Option<Search> {
        (support.len() <= context.limits.unknowns).then(|| Search::new(&self.layout, support, conditions))
    }

    /// Runs a search: `Some(None)` if there is no solution, `None` if that is too hard to tell.
    pub(crate) fn run(&self, context: &mut Context, search: &mut Search) -> Option<Option<Vector>> {
        let parametrization = match self.view {
            View::Exact => &mut context.exact,
            View::Symbolic => context.symbolic.as_mut()?,
        };
        search.run(parametrization, &mut context.budget, &self.layout)
    }

    /// Integer coefficients to be tried, without parameters.
    pub(crate) fn candidates(&self, context: &Context, u: &Vector) -> Option<Vec<Vector>> {
        let u = self.layout.instantiate(u, context.parameters(self.view))?;
        Some(integer::candidates(&u, &self.exact.constants()))
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
pub(crate) fn rank(system: &System, oracle: &mut dyn Oracle, limits: SearchLimits) -> Ranking {
    let mut nodes = system.nodes.clone();
    nodes.sort_by_key(|n| n.id);
    nodes.dedup_by_key(|n| n.id);
    let place: BTreeMap<NodeId, usize> = nodes.iter().enumerate().map(|(i, n)| (n.id, i)).collect();
    let mut edges: Vec<(&Edge, usize, usize)> =
        system.edges.iter().map(|e| (e, place[&e.from], place[&e.to])).collect();
    edges.sort_by_key(|(e, ..)| e.id);
    let ends: Vec<(usize, usize)> = edges.iter().map(|(_, a, b)| (*a, *b)).collect();
    let mut ranking = Ranking::default();
    let mut pieces = Vec::new();
    let mut used = Vec::new();
    // Only edges on cycles need a polyhedron.
    for component in cyclic_components(nodes.len(), &ends) {
        let inside: Vec<_> = edges.iter().filter(|(_, a, b)| component.contains(a) && component.contains(b)).collect();
        let simplified = if inside.len() > limits.edges {
            None
        } else {
            let piece = |(edge, a, b): &&(&Edge, usize, usize)| {
                let mut piece = (!late(limits.deadline)).then(|| simplify(edge, &nodes[*a], &nodes[*b]))??;
                (piece.from, piece.to) = (*a, *b);
                Some(piece)
            };
            inside.iter().map(piece).collect::<Option<Vec<_>>>()
        };
        match simplified {
            Some(simplified) => {
                pieces.extend(simplified);
                used.extend(inside.iter().map(|(e, ..)| *e));
            }
            None => {
                debug!(nodes = component.len(), edges = inside.len(), "a component is too large");
                ranking.unranked.push(Unranked {
                    nodes: component.iter().map(|i| nodes[*i].id).collect(),
                    edges: inside.iter().map(|(e, ..)| e.id).collect(),
                    reason: Reason::TooHard,
                    hint: None,
                });
            }
        }
    }
    let mut left: Vec<usize> = (0..pieces.len()).collect();
    let mut context = Context {
        nodes: &nodes,
        edges: used,
        symbolic: Parametrization::symbolic(&pieces),
        exact: Parametrization::exact(pieces),
        budget: Budget { work: limits.work, questions: limits.questions, deadline: limits.deadline },
        limits,
        oracle,
    };
    rank_pieces(&mut context, &mut left, &mut ranking);
    ranking
}

/// Removes edges round by round until no cycle is left or a component resists.
fn rank_pieces(context: &mut Context, left: &mut Vec<usize>, ranking: &mut Ranking) {
    loop {
        let ends: Vec<_> = left.iter().map(|p| &context.exact.pieces[*p]).map(|piece| (piece.from, piece.to)).collect();
        let mut gone: Vec<usize> = Vec::new();
        for nodes in cyclic_components(context.nodes.len(), &ends) {
            let inside =
                left.iter().zip(&ends).filter_map(|(p, (a, b))| (nodes.contains(a) && nodes.contains(b)).then_some(*p));
            let component = Component { pieces: inside.collect(), nodes };
            // Not for each of the many attempts of a refinement.
            if context.limits.supports > 0 {
                debug!(nodes = component.nodes.len(), edges = component.pieces.len(), "ranks a component");
            }
            let reason = match attempt(context, &component) {
                Attempt::Found(round, removed) => {
                    ranking.rounds.push(round);
                    gone.extend(removed);
                    continue;
                }
                Attempt::TooHard => Reason::TooHard,
                Attempt::NoneExists => Reason::NoneExists,
            };
            ranking.unranked.push(Unranked {
                nodes: component.nodes.iter().map(|i| context.nodes[*i].id).collect(),
                edges: context.ids(&component.pieces),
                reason,
                hint: (context.limits.supports > 0).then(|| hint::hint(context, &component)).flatten(),
            });
            gone.extend(component.pieces);
        }
        if gone.is_empty() {
            return;
        }
        left.retain(|p| !gone.contains(p));
    }
}

/// One component: linear, then nested of growing depth; first with machine constants symbolic.
fn attempt(context: &mut Context, component: &Component) -> Attempt {
    if let Some(found) = template::round(context, component) {
        return found;
    }
    let mut hard = false;
    let views = [View::Symbolic, View::Exact];
    let skip = usize::from(context.symbolic.is_none());
    for view in &views[skip..] {
        for depth in 1..=context.limits.depth {
            let found = match depth {
                1 => linear::round(context, component, *view),
                _ => multiphase::round(context, component, depth, *view),
            };
            match found {
                Attempt::Found(..) => return found,
                Attempt::NoneExists => {}
                // A longer tuple is harder still; a linear one may fail in one edge only.
                Attempt::TooHard if depth == 1 => hard = true,
                Attempt::TooHard => {
                    hard = true;
                    break;
                }
            }
        }
    }
    if hard { Attempt::TooHard } else { Attempt::NoneExists }
}
