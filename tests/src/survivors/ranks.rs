//! Ranks of a survivor, on the edges that concrete runs take. Components, rounds and the end are computed here anew.

use super::terms::{difference, map_of, plus, substituted};
use super::{Argument, Pair, rejection};
use crate::inside::Trace;
use crate::inside::values::evaluate;
use crate::mutation::trees::{insert, numbered, owners};
use certificates::{Atom, Certificate, Ghost, Int, Measure, NodeId, Rel, Step, StepId, Term};
use std::collections::{BTreeMap, BTreeSet};

/// An edge of the graph of nodes.
#[derive(Clone, Copy, Debug)]
struct Edge {
    step: StepId,
    source: NodeId,
    target: NodeId,
}

/// An argument if ranks, edges or their maps are others than the original's.
pub fn explain(pair: &Pair, before: &Certificate) -> Result<BTreeSet<Argument>, String> {
    let after = pair.mutant;
    let same_numbers = pair.nodes.iter().zip(0..).all(|(old, new)| *old == Some(new));
    let maps = |c: &Certificate| -> Vec<_> {
        edges(c)
            .iter()
            .map(|edge| match &c.steps[edge.step as usize] {
                Step::Goto { instance, .. } | Step::Call { instance, .. } => {
                    (edge.source, edge.target, instance.variables.clone())
                }
                _ => (edge.source, edge.target, vec![]),
            })
            .collect()
    };
    let same_rounds = rounds(before) == rounds(after);
    if same_numbers && same_rounds && maps(before) == maps(after) {
        return Ok(BTreeSet::new());
    }
    if same_numbers && maps(before) == maps(after) && scaled(before, after) {
        return Ok(BTreeSet::from([Argument::RankScaled]));
    }
    let edge_obligations = edge_obligations(after)?;
    if edge_obligations.is_empty() {
        return Ok(BTreeSet::from([Argument::NoCycle]));
    }
    // Where runs cannot be followed, the original's edges are all that is left.
    let nothing = Trace::default();
    let trace = match pair.observed() {
        (None, trace) => trace,
        (Some(_), _) => &nothing,
    };
    let old = self::edge_obligations(before)?;
    let mut arguments = BTreeSet::new();
    for (edge, edge_obligations) in edge_obligations {
        let seen = trace.edges.get(&edge.step).map_or(&[][..], Vec::as_slice);
        let mut judged = 0;
        for (source, target) in seen {
            for obligation in &edge_obligations {
                match obligation.holds(source, target) {
                    Some(true) => judged += 1,
                    Some(false) => {
                        return Err(format!(
                            "the rank of the edge {} to node {} does not decrease from {source:?} to {target:?}",
                            edge.step, edge.target
                        ));
                    }
                    None => {}
                }
            }
        }
        let argument = if judged > 0 {
            Argument::RunsDecrease
        } else if as_before(pair, &old, edge, &edge_obligations) || impossible(after, edge.step) {
            Argument::RankKept
        } else if proved(after, edge, &edge_obligations) {
            Argument::PathsDecrease
        } else {
            return Err(format!(
                "ranks differ, and nothing shows that of the edge {} to node {}",
                edge.step, edge.target
            ));
        };
        arguments.insert(argument);
    }
    Ok(arguments)
}

/// In front of the edge's step the path proves (G-ASSERT) what the rounds ask of it, as this test computes it.
fn proved(c: &Certificate, edge: Edge, edge_obligations: &[EdgeObligation]) -> bool {
    let Some((_, constants, instance)) = map_of(c, edge.step, edge.source) else {
        return false;
    };
    let atoms: Option<Vec<Vec<Term>>> =
        edge_obligations.iter().map(|obligation| obligation.terms(constants, &instance.variables)).collect();
    let Some(atoms) = atoms else { return false };
    let mut other = c.clone();
    for term in atoms.into_iter().flatten() {
        insert(&mut other, edge.step, Ghost::Assert(Atom { rel: Rel::Le, term }));
    }
    numbered(other).is_some_and(|other| rejection(&other).is_none())
}

/// An edge of the original between the same nodes has the same map, and at least the same obligations.
fn as_before(pair: &Pair, old: &[(Edge, Vec<EdgeObligation>)], new: Edge, edge_obligations: &[EdgeObligation]) -> bool {
    let map = |c: &Certificate, step: StepId| match &c.steps[step as usize] {
        Step::Goto { instance, .. } | Step::Call { instance, .. } => Some(instance.variables.clone()),
        _ => None,
    };
    let node = |new: NodeId| pair.nodes.get(new as usize).copied().flatten();
    old.iter().any(|(edge, given)| {
        (Some(edge.source), Some(edge.target)) == (node(new.source), node(new.target))
            && map(&pair.original.certificate, edge.step) == map(pair.mutant, new.step)
            && edge_obligations.iter().all(|obligation| given.iter().any(|given| given.implies(obligation)))
    })
}

/// The edge is never taken: its step may as well say that it is contradictory.
fn impossible(c: &Certificate, step: StepId) -> bool {
    let mut other = c.clone();
    other.steps[step as usize] = Step::Infeasible { witnesses: vec![] };
    numbered(other).is_some_and(|other| rejection(&other).is_none())
}

/// Measures with the edges they remove, in the order of all edges.
fn rounds(c: &Certificate) -> Vec<(Measure, Vec<usize>)> {
    let places: BTreeMap<StepId, usize> = edges(c).iter().map(|edge| edge.step).zip(0..).collect();
    let removed = |all: &[StepId]| all.iter().filter_map(|step| places.get(step).copied()).collect();
    c.ranking.iter().map(|round| (round.measure.clone(), removed(&round.removed))).collect()
}

/// K-EDGE
fn edges(c: &Certificate) -> Vec<Edge> {
    let owners = owners(c);
    let edge = |(step, owner): (StepId, &Option<NodeId>)| {
        let target = match &c.steps[step as usize] {
            Step::Call { entry, .. } => *entry,
            Step::Goto { node, .. } if c.nodes.get(*node as usize)?.tree.is_some() => *node,
            _ => return None,
        };
        Some(Edge { step, source: (*owner)?, target })
    };
    (0..).zip(&owners).filter_map(edge).collect()
}

/// What one round asks of an edge.
struct EdgeObligation<'a> {
    source: Vec<&'a Term>,
    target: Vec<&'a Term>,
    nested: bool,
    removed: bool,
}

impl EdgeObligation<'_> {
    /// What fulfils this one fulfils the other.
    fn implies(&self, other: &EdgeObligation) -> bool {
        (&self.source, &self.target, self.nested) == (&other.source, &other.target, other.nested)
            && (self.removed || !other.removed)
    }

    /// Terms that must be at most 0, over the variables of the path.
    fn terms(&self, constants: u32, images: &[Term]) -> Option<Vec<Term>> {
        let zero = Term::default();
        let mut all = Vec::new();
        let mut before = zero.clone();
        for (source, target) in self.source.iter().zip(&self.target) {
            // target' - source - before + 1 <= 0
            let grows = difference(&substituted(target, constants, images)?, source)?;
            let least = i128::from(self.nested || self.removed);
            all.push(plus(&difference(&grows, &before)?, least)?);
            if self.nested {
                before = (*source).clone();
            }
        }
        if self.nested || self.removed {
            all.push(difference(&zero, self.source.last()?)?);
        }
        Some(all)
    }

    /// Whether concrete values fulfil it; `None` where some are not known.
    fn holds(&self, source: &[Option<i128>], target: &[Option<i128>]) -> Option<bool> {
        let values = |terms: &[&Term], at: &[Option<i128>]| -> Option<Vec<i128>> {
            terms.iter().map(|term| evaluate(term, at)).collect()
        };
        let (old, new) = (values(&self.source, source)?, values(&self.target, target)?);
        if !self.nested {
            let drop = old.first()?.checked_sub(*new.first()?)?;
            return Some(if self.removed { drop >= 1 && *old.first()? >= 0 } else { drop >= 0 });
        }
        let mut before = 0;
        for (old, new) in old.iter().zip(&new) {
            if old.checked_sub(*new)?.checked_add(before)? < 1 {
                return Some(false);
            }
            before = *old;
        }
        Some(*old.last()? >= 0)
    }
}

fn measure(measure: &Measure) -> (BTreeMap<NodeId, Vec<&Term>>, bool) {
    match measure {
        Measure::Linear(list) => (list.iter().map(|(node, term)| (*node, vec![term])).collect(), false),
        Measure::Nested(list) => (list.iter().map(|(node, terms)| (*node, terms.iter().collect())).collect(), true),
    }
}

/// The rounds' obligations by edge.
///
/// # Errors
/// A round that is none, or a cycle that is left at the end.
fn edge_obligations(c: &Certificate) -> Result<Vec<(Edge, Vec<EdgeObligation<'_>>)>, String> {
    let mut remaining = edges(c);
    let mut all: BTreeMap<StepId, (Edge, Vec<EdgeObligation>)> = BTreeMap::new();
    for round in &c.ranking {
        let (terms, nested) = measure(&round.measure);
        let first = *terms.keys().next().ok_or("a round without nodes")?;
        let component = component(&remaining, first);
        if !component.iter().eq(terms.keys()) {
            return Err("a round is not about a component".into());
        }
        let inside = |edge: &Edge| component.contains(&edge.source) && component.contains(&edge.target);
        let removed: BTreeSet<StepId> = round.removed.iter().copied().collect();
        for edge in remaining.iter().filter(|edge| inside(edge)) {
            let obligation = EdgeObligation {
                source: terms[&edge.source].clone(),
                target: terms[&edge.target].clone(),
                nested,
                removed: removed.contains(&edge.step),
            };
            if nested && !obligation.removed {
                return Err("a nested round does not remove all edges".into());
            }
            all.entry(edge.step).or_insert((*edge, vec![])).1.push(obligation);
        }
        remaining.retain(|edge| !inside(edge) || !removed.contains(&edge.step));
    }
    let cycle = remaining.iter().find(|edge| {
        component(&remaining, edge.source).contains(&edge.target)
            && reaches(&remaining, edge.target).contains(&edge.source)
    });
    match cycle {
        Some(edge) => Err(format!("the edge {} lies on a cycle that no round removes", edge.step)),
        None => Ok(all.into_values().collect::<Vec<_>>()),
    }
}

fn reaches(edges: &[Edge], from: NodeId) -> BTreeSet<NodeId> {
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        let next = edges.iter().filter(|edge| edge.source == node).map(|edge| edge.target);
        open.extend(next.filter(|target| reached.insert(*target)));
    }
    reached
}

/// The nodes from which the node is reached and that it reaches.
fn component(edges: &[Edge], node: NodeId) -> BTreeSet<NodeId> {
    let backwards: Vec<Edge> = edges.iter().map(|e| Edge { source: e.target, target: e.source, ..*e }).collect();
    reaches(edges, node).intersection(&reaches(&backwards, node)).copied().collect()
}

/// Each linear measure is `a * f + b` of the original's f, with the same a >= 1 and b >= 0 for all nodes.
fn scaled(before: &Certificate, after: &Certificate) -> bool {
    before.ranking.len() == after.ranking.len()
        && before.ranking.iter().zip(&after.ranking).all(|(old, new)| {
            old.removed == new.removed
                && match (&old.measure, &new.measure) {
                    (Measure::Linear(old), Measure::Linear(new)) => multiple(old, new),
                    (old, new) => old == new,
                }
        })
}

fn multiple(old: &[(NodeId, Term)], new: &[(NodeId, Term)]) -> bool {
    let constant = |term: &Term| term.0.iter().find(|(m, _)| m.0.is_empty()).map_or(0, |(_, Int(c))| *c);
    let factor = |term: &Term| term.0.iter().find(|(m, _)| !m.0.is_empty()).map(|(_, Int(c))| *c);
    let factors = old.iter().zip(new).find_map(|((_, old), (_, new))| Some((factor(old)?, factor(new)?)));
    let Some((by, to)) = factors.filter(|(by, to)| to % by == 0) else {
        return false;
    };
    let scale = to / by;
    let shift = |(old, new): (&(NodeId, Term), &(NodeId, Term))| {
        let same = old.0 == new.0
            && old.1.0.iter().filter(|(m, _)| !m.0.is_empty()).map(|(m, Int(c))| (m, c.checked_mul(scale))).eq(new
                .1
                .0
                .iter()
                .filter(|(m, _)| !m.0.is_empty())
                .map(|(m, Int(c))| (m, Some(*c))));
        same.then(|| constant(&new.1).checked_sub(constant(&old.1).checked_mul(scale)?)).flatten()
    };
    let shifts: Option<BTreeSet<i128>> = old.iter().zip(new).map(shift).collect();
    old.len() == new.len() && scale >= 1 && shifts.is_some_and(|all| all.len() == 1 && all.iter().all(|by| *by >= 0))
}
