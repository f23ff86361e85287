//! Ranking (`spec/ranking.md`; linear and nested ranking functions, Leike14). The form of the rounds is checked here;
//! the obligations of an edge are decided where replay passes it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use certificates::{Measure, NodeId, Round, Step, StepId};

use crate::answer::verdict::{Checked, Location, Stop};
use crate::decide::term::Poly;
use crate::proof::context::Context;
use crate::proof::wellformed::{Node, term};

/// Obligations of all rounds on all edges together, at most. A round for each edge of a component makes as many
/// obligations as there are pairs of its edges.
const MAX_EDGE_OBLIGATIONS: usize = 4_000_000;

/// K-EDGE: an edge is named by its step.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The step that is the edge: a Goto or a call.
    pub step: StepId,
    /// The node in whose tree the step lies.
    pub source: NodeId,
    /// The node that the step leads to.
    pub target: NodeId,
}

/// What one round obliges one edge to.
pub enum EdgeObligation {
    /// One function for each end.
    Linear {
        /// The measure of the source, over its variables.
        source: Rc<[Poly]>,
        /// The measure of the target, over its variables.
        target: Rc<[Poly]>,
        /// Whether the measure must decrease here, so that the edge is removed.
        removed: bool,
    },
    /// A nested measure: several functions for each end.
    Nested {
        /// The functions of the source, over its variables.
        source: Rc<[Poly]>,
        /// The functions of the target, over its variables.
        target: Rc<[Poly]>,
    },
}

/// The obligations of each edge, by its step, in the order of the rounds.
pub type EdgeObligations = BTreeMap<StepId, Vec<EdgeObligation>>;

/// The edges of a graph.
pub fn edges(steps: &[Step], nodes: &[Node], owners: &[NodeId]) -> Vec<Edge> {
    let mut edges = Vec::new();
    for ((step, number), source) in steps.iter().zip(0..).zip(owners) {
        let target = match step {
            Step::Call { entry, .. } => *entry,
            Step::Goto { node, .. } if nodes.get(*node as usize).is_some_and(|node| !node.is_return()) => *node,
            _ => continue,
        };
        // Replay rejects a target that does not exist; until then the last node stands for it.
        let target = target.min(nodes.len().saturating_sub(1) as NodeId);
        edges.push(Edge { step: number, source: *source, target });
    }
    edges
}

/// Applies the rounds; K-END.
pub fn obligations(cx: &mut Context, rounds: &[Round], nodes: &[Node], edges: &[Edge]) -> Checked<EdgeObligations> {
    let mut obligations = EdgeObligations::new();
    let mut remaining = Remaining::default();
    cx.charge(nodes.len() + edges.len())?;
    remaining.divide((0..nodes.len() as NodeId).collect(), edges.to_vec());
    for (number, round) in rounds.iter().enumerate() {
        apply(cx, round, nodes, &mut remaining, &mut obligations).map_err(|stop| in_round(stop, number))?;
    }
    cx.rule("K-END");
    match remaining.components.iter().flat_map(|component| &component.edges).min_by_key(|edge| edge.step) {
        None => Ok(obligations),
        Some(edge) => {
            let place = Location { node: Some(edge.source), step: Some(edge.step), position: None };
            let message = format!("the edge to node {} lies on a cycle that no round removes", edge.target);
            cx.reject("no cycle", message).map_err(|stop: Stop| stop.at(&place))
        }
    }
}

/// The strongly connected components of the edges that no round has removed yet. Edges between components belong to
/// none, and never will: removing edges only divides components.
#[derive(Default)]
struct Remaining {
    components: Vec<Component>,
    /// The component of each node.
    component: BTreeMap<NodeId, usize>,
    /// Number of obligations on edges so far.
    obligations: usize,
}

#[derive(Default)]
struct Component {
    /// The nodes of the component, ascending.
    nodes: Vec<NodeId>,
    /// The edges between nodes of the component.
    edges: Vec<Edge>,
}

impl Remaining {
    /// Divides a set of nodes (ascending), with the edges among them, into components.
    fn divide(&mut self, nodes: Vec<NodeId>, edges: Vec<Edge>) {
        let place: BTreeMap<NodeId, usize> = nodes.iter().copied().zip(0..).collect();
        let ends = edges.iter().filter_map(|edge| Some((*place.get(&edge.source)?, *place.get(&edge.target)?)));
        let ends: Vec<(usize, usize)> = ends.collect();
        let first = self.components.len();
        for (node, number) in nodes.iter().zip(components(nodes.len(), &ends)) {
            let number = first + number as usize;
            if self.components.len() <= number {
                self.components.resize_with(number + 1, Component::default);
            }
            self.components[number].nodes.push(*node);
            self.component.insert(*node, number);
        }
        for edge in edges {
            let (source, target) = (self.component.get(&edge.source), self.component.get(&edge.target));
            if let Some(number) = source.filter(|_| source == target) {
                self.components[*number].edges.push(edge);
            }
        }
    }
}

fn in_round(mut stop: Stop, number: usize) -> Stop {
    let (Stop::Invalid(rejection) | Stop::Undecided(rejection)) = &mut stop;
    rejection.message = format!("round {number}: {}", rejection.message);
    stop
}

/// K-FORM of one round; adds the obligations of its component's edges and removes what it removes.
fn apply(
    cx: &mut Context,
    round: &Round,
    nodes: &[Node],
    remaining: &mut Remaining,
    obligations: &mut EdgeObligations,
) -> Checked {
    cx.rule("K-FORM");
    let (named, terms): (Vec<NodeId>, Vec<Vec<&certificates::Term>>) = match &round.measure {
        Measure::Linear(list) => list.iter().map(|(node, term)| (*node, vec![term])).unzip(),
        Measure::Nested(list) => list.iter().map(|(node, terms)| (*node, terms.iter().collect())).unzip(),
    };
    let mut functions: BTreeMap<NodeId, Rc<[Poly]>> = BTreeMap::new();
    for (node, terms) in named.iter().zip(terms) {
        let variables =
            some!(cx, nodes.get(*node as usize).map(|node| node.state.variables) => "K1", "there is no node {node}");
        let polys = terms.into_iter().map(|given| term(cx, given, variables)).collect::<Result<Vec<_>, _>>()?;
        reject_if!(cx, !polys.iter().all(Poly::is_affine) => "K2", "the function of node {node} is not affine");
        functions.insert(*node, polys.into());
    }
    let component = named.first().and_then(|node| remaining.component.get(node));
    let component = some!(cx, component.and_then(|number| remaining.components.get_mut(*number)) =>
        "K1", "no node of a component is named");
    reject_if!(cx, component.nodes != named =>
        "K1", "the nodes are not exactly those of a component of the remaining edges, ascending");
    let inside = std::mem::take(&mut component.edges);
    cx.charge(named.len() + inside.len())?;
    reject_if!(cx, round.removed.is_empty(), !round.removed.is_sorted_by(|a, b| a < b) =>
        "K3", "the removed edges are not ascending, or there are none");
    let removed: BTreeSet<StepId> = round.removed.iter().copied().collect();
    reject_if!(cx, inside.iter().filter(|edge| removed.contains(&edge.step)).count() != removed.len() =>
        "K3", "a removed edge is not a remaining edge of the component");
    let nested = matches!(round.measure, Measure::Nested(_));
    if nested {
        let length = functions.values().next().map_or(0, |tuple| tuple.len());
        reject_if!(cx, length == 0, functions.values().any(|tuple| tuple.len() != length) =>
            "K4", "the tuples are not of one length, at least 1");
        reject_if!(cx, removed.len() != inside.len() => "K4", "a nested measure removes every edge of its component");
    }
    for edge in &inside {
        let (Some(source), Some(target)) = (functions.get(&edge.source), functions.get(&edge.target)) else { continue };
        cx.charge(source.iter().chain(target.iter()).map(Poly::size).sum())?;
        remaining.obligations += 1;
        if remaining.obligations > MAX_EDGE_OBLIGATIONS {
            return Err(Stop::undecided(
                "K-FORM",
                format!("the rounds ask for more than {MAX_EDGE_OBLIGATIONS} obligations of edges"),
            ));
        }
        let (source, target) = (source.clone(), target.clone());
        let obligation = match nested {
            false => EdgeObligation::Linear { source, target, removed: removed.contains(&edge.step) },
            true => EdgeObligation::Nested { source, target },
        };
        obligations.entry(edge.step).or_default().push(obligation);
    }
    remaining.divide(named, inside.into_iter().filter(|edge| !removed.contains(&edge.step)).collect());
    Ok(())
}

/// Decides the obligations of an edge, whose substitution is `images`, from the knowledge at its step.
pub fn decide(cx: &mut Context, obligations: &[EdgeObligation], images: &[Poly]) -> Checked {
    let (zero, one) = (Poly::constant(0), Poly::constant(1));
    for obligation in obligations {
        match obligation {
            EdgeObligation::Linear { source, target, removed } => {
                cx.rule("K-LINEAR");
                take!(cx, ([source], [target]) = (&source[..], &target[..]) => "K2", "a node has not one function");
                let decrease = source.sub(&target.substitute(images)?)?;
                if *removed {
                    cx.require_le("P2", &one, &decrease)?;
                    cx.require_le("P3", &zero, source)?;
                } else {
                    cx.require_le("P1", &zero, &decrease)?;
                }
            }
            EdgeObligation::Nested { source, target } => {
                cx.rule("K-NESTED");
                let mut previous = None;
                for (f, target) in source.iter().zip(target.iter()) {
                    let decrease = f.sub(&target.substitute(images)?)?;
                    match previous {
                        None => cx.require_le("P1", &one, &decrease)?,
                        Some(previous) => cx.require_le("P2", &one, &decrease.add(previous)?)?,
                    }
                    previous = Some(f);
                }
                if let Some(last) = previous {
                    cx.require_le("P3", &zero, last)?;
                }
            }
        }
    }
    Ok(())
}

/// K-COMPONENT: a number for each node, equal for the nodes of one strongly connected component (Tarjan's algorithm,
/// without recursion). A component of a single node without self-loop has no edge.
pub fn components(nodes: usize, edges: &[(usize, usize)]) -> Vec<u32> {
    let mut targets: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for (source, target) in edges {
        if let Some(targets) = targets.get_mut(*source) {
            targets.push(*target);
        }
    }
    const UNSEEN: u32 = u32::MAX;
    let mut component = vec![UNSEEN; nodes];
    let (mut order, mut low) = (vec![UNSEEN; nodes], vec![0u32; nodes]);
    let (mut open, mut path): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    let (mut clock, mut count) = (0u32, 0u32);
    for start in 0..nodes {
        if order[start] != UNSEEN {
            continue;
        }
        path.push((start, 0));
        while let Some((node, place)) = path.pop() {
            if place == 0 {
                (order[node], low[node]) = (clock, clock);
                clock += 1;
                open.push(node);
            }
            match targets[node].get(place) {
                Some(&target) => {
                    path.push((node, place + 1));
                    if order[target] == UNSEEN {
                        path.push((target, 0));
                    } else if component[target] == UNSEEN {
                        low[node] = low[node].min(order[target]);
                    }
                }
                None => {
                    if low[node] == order[node] {
                        while let Some(member) = open.pop() {
                            component[member] = count;
                            if member == node {
                                break;
                            }
                        }
                        count += 1;
                    }
                    if let Some((parent, _)) = path.last() {
                        low[*parent] = low[*parent].min(low[node]);
                    }
                }
            }
        }
    }
    component
}
