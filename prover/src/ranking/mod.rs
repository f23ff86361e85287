//! Ranking functions for integer transition systems: rules K-LINEAR and K-NESTED of `spec/ranking.md`, found by exact
//! linear programming (lexicographic linear: Bradley05, BenAmram15; nested: Leike14).
//!
//! Up to its limits, the search is complete for lexicographic tuples of affine functions over the rationals, and for
//! nested ones of bounded depth.

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

/// One round, for one strongly connected component of the edges that are not removed yet. It corresponds to the
/// certificate's type, with the ids of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub measure: Measure,
    /// Ids of the removed edges, ascending, at least one.
    pub removed: Vec<EdgeId>,
}

/// Affine functions with integer coefficients, one (tuple) for each node of the component,
/// ascending by node id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Linear(Vec<(NodeId, Term)>),
    Nested(Vec<(NodeId, Vec<Term>)>),
}

/// A component for which no measure was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unranked {
    /// Ids of its nodes, ascending.
    pub nodes: Vec<NodeId>,
    /// Ids of its edges, ascending.
    pub edges: Vec<EdgeId>,
    pub reason: Reason,
    pub hint: Option<Hint>,
}

/// Why a component was not ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// No argument of these forms exists for the facts that are known about the edges.
    NoneExists,
    /// A limit or an overflow ended the search.
    TooHard,
}

/// The result of the search. The argument is complete exactly if `unranked` is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking {
    pub rounds: Vec<Round>,
    pub unranked: Vec<Unranked>,
}

/// Limits of the search. Work is counted, not timed, so that results do not depend on the machine.
#[derive(Clone, Debug)]
pub(crate) struct SearchLimits {
    /// Elementary steps (roughly, visited tableau cells), for a component, and for all that are not ranked together.
    pub work: u64,
    /// Edges of one component.
    pub edges: usize,
    /// Unknown coefficients of one linear program.
    pub unknowns: usize,
    /// Longest nested tuple.
    pub depth: usize,
    /// Questions to the oracle.
    pub questions: usize,
    /// Small sets of variables that are tried before all variables.
    pub supports: usize,
    /// When the search stops at the latest. The caller must discard a result that comes later.
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

/// The rest of the limits.
#[derive(Clone)]
pub(crate) struct Budget {
    work: u64,
    questions: usize,
    deadline: Option<Instant>,
}

impl Budget {
    /// Spends the work of a few pivots; `None` if the budget or the time is used up.
    pub(crate) fn spend(&mut self, cells: usize) -> Option<()> {
        self.work = self.work.checked_sub(cells as u64 + 50)?;
        (!late(self.deadline)).then_some(())
    }

    /// Spends a question to the oracle; `None` if none is left.
    pub(crate) fn ask(&mut self) -> Option<()> {
        self.questions = self.questions.checked_sub(1)?;
        Some(())
    }
}

/// The two views of the edges that the search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    Exact,
    Symbolic,
}

/// The edges on cycles as polyhedra, and the rest of the limits.
pub(crate) struct Context<'a> {
    pub nodes: &'a [Node],
    /// The edges, in the order of the pieces.
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

    /// The component's pieces that are not proved infeasible.
    pub(crate) fn live(&self, component: &Component) -> Vec<usize> {
        let pieces = component.pieces.iter().copied();
        pieces.filter(|p| !self.exact.pieces[*p].is_empty()).collect()
    }

    /// The ids of pieces' edges.
    pub(crate) fn ids(&self, pieces: &[usize]) -> Vec<EdgeId> {
        pieces.iter().map(|p| self.edges[*p].id).collect()
    }
}

/// A search in one of the views. Its solutions are checked in the exact one.
pub(crate) struct Task {
    view: View,
    pub layout: Layout,
    pub exact: Layout,
    /// Sets of unknowns that are tried, in this order; the last one contains all unknowns.
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

    /// A search with some of the unknowns; `None` if there are too many.
    pub(crate) fn search(&self, context: &Context, support: &[usize], conditions: Vec<Condition>) -> Option<Search> {
        (support.len() <= context.limits.unknowns).then(|| Search::new(&self.layout, support, conditions))
    }

    /// Runs a search for coefficients.
    pub(crate) fn run(&self, context: &mut Context, search: &mut Search) -> Attempt<Vector> {
        let parametrization = match self.view {
            View::Exact => Some(&mut context.exact),
            View::Symbolic => context.symbolic.as_mut(),
        };
        match parametrization {
            Some(parametrization) => search.run(parametrization, &mut context.budget, &self.layout),
            None => Attempt::TooHard,
        }
    }

    /// Integer coefficients to try, without parameters.
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

/// The outcome of a search.
pub(crate) enum Attempt<T> {
    Found(T),
    NoneExists,
    /// A limit was reached, or a number became too large.
    TooHard,
}

/// The outcome of an attempt to rank a component.
pub(crate) type Ranked = Attempt<Removal>;

/// A round, and the positions of the pieces that it removes.
pub(crate) struct Removal {
    pub round: Round,
    pub removed: Vec<usize>,
}

/// Searches for a ranking argument for the whole system. Components without one are listed in the result.
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
    let mut components = Vec::new();
    // Edges that are not on a cycle need no polyhedron.
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
                components.push(pieces.len()..pieces.len() + simplified.len());
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
    let mut context = Context {
        nodes: &nodes,
        edges: used,
        symbolic: Parametrization::symbolic(&pieces),
        exact: Parametrization::exact(pieces),
        budget: Budget { work: limits.work, questions: limits.questions, deadline: limits.deadline },
        limits,
        oracle,
    };
    for component in components {
        let (budget, unranked) = (context.budget.clone(), ranking.unranked.len());
        rank_pieces(&mut context, &mut component.collect(), &mut ranking);
        // What is found costs the others nothing: a program may have any number of loops. What is not found does.
        if ranking.unranked.len() == unranked {
            context.budget = budget;
        }
    }
    ranking
}

/// Removes edges round by round until no cycle is left, or a component cannot be ranked.
fn rank_pieces(context: &mut Context, left: &mut Vec<usize>, ranking: &mut Ranking) {
    loop {
        let ends: Vec<_> = left.iter().map(|p| &context.exact.pieces[*p]).map(|piece| (piece.from, piece.to)).collect();
        let mut gone: Vec<usize> = Vec::new();
        for nodes in cyclic_components(context.nodes.len(), &ends) {
            let inside =
                left.iter().zip(&ends).filter_map(|(p, (a, b))| (nodes.contains(a) && nodes.contains(b)).then_some(*p));
            let component = Component { pieces: inside.collect(), nodes };
            // The many attempts of a refinement are not logged.
            if context.limits.supports > 0 {
                debug!(nodes = component.nodes.len(), edges = component.pieces.len(), "ranks a component");
            }
            let reason = match attempt(context, &component) {
                Attempt::Found(Removal { round, removed }) => {
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

/// Tries to rank one component: linear first, then nested with growing depth; in each case with symbolic machine
/// constants first.
fn attempt(context: &mut Context, component: &Component) -> Ranked {
    if let Some(found) = template::round(context, component) {
        return Attempt::Found(found);
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
                Attempt::Found(_) => return found,
                Attempt::NoneExists => {}
                // Longer tuples are harder still; a linear attempt may have failed because of a single edge.
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
