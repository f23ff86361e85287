//! Non-termination by recurrent sets: sets of states that no run leaves (`spec/refutation.md`, Closed graphs; Gupta08).
//!
//! A long run is observed at the nodes of a complete graph. What all its states at a node have in common are candidates
//! for an invariant. The candidates that the graph's trees preserve are kept (Houdini, Flanagan01); if no path ends
//! under them, the set is a closed recurrent set. Inputs on the way are arbitrary, or chosen if the run's are always
//! the same.

mod candidates;
mod closing;
mod member;
mod needs;

use crate::algebra::Var;
use crate::certify;
use crate::faults::Fault;
use crate::graph::{Graph, NodeIndex};
use crate::program::Program;
use crate::refute::{Attack, LongRun, Runs, Violation};
use crate::rules::Context;
use certificates::BlockId;
use closing::{Closed, Closing};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A state of a run, as a node describes it.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Instructions before it.
    steps: u64,
    values: BTreeMap<Var, i128>,
    addresses: BTreeMap<BlockId, u64>,
}

/// The states in which a run reached the nodes, in the order of the run.
type Visits = BTreeMap<NodeIndex, Vec<Member>>;

/// Long runs that are observed, at most.
const MOST_RUNS: usize = 10;
/// States that are kept for a node, at most.
const MOST_VISITS: usize = 24;
/// Nodes that are tried as a start, at most.
const MOST_STARTS: usize = 6;

/// Searches for a run that goes on forever, in a complete graph without errors.
pub(crate) fn search(program: &Program, attack: &Attack<'_>, graph: &Graph, cx: &mut Context<'_>) -> Option<Violation> {
    let runs = Runs::new(program, attack);
    for run in runs.long(MOST_RUNS) {
        let visits = visits(program, graph, &runs, &run);
        tracing::debug!(?run, nodes = visits.len(), "a long run comes to nodes");
        let choices = std::iter::once(None).chain(run.constant().map(Some));
        for choice in choices {
            for (start, members) in visits.iter().take(MOST_STARTS) {
                let Context { engine, faults, .. } = cx;
                let mut closing = Closing { graph, engine, visits: &visits, choice, overflow: attack.overflow, faults };
                // The run may never return to its first state.
                for first in [0, members.len() / 3] {
                    if closing.engine.late() {
                        return None;
                    }
                    let Some(closed) = closing.close(*start, first) else { continue };
                    let Some(mut member) = members.get(first).cloned() else { continue };
                    if faults.on(Fault::NoMember) {
                        member.steps = members.last().map_or(0, |last| last.steps);
                    }
                    if let Some(violation) = told(program, &runs, &run, &closed, &member) {
                        return Some(violation);
                    }
                }
            }
        }
    }
    None
}

/// Where a run reaches the nodes that have a tree.
fn visits(program: &Program, graph: &Graph, runs: &Runs<'_, '_>, run: &LongRun) -> Visits {
    let mut places: BTreeMap<(&str, usize, usize), Vec<NodeIndex>> = BTreeMap::new();
    for (index, node) in graph.nodes.entries().filter(|(_, node)| node.tree.is_some()) {
        let place = (&*node.state.function, node.state.place.block, node.state.place.index);
        places.entry(place).or_default().push(index);
    }
    let mut visits = Visits::new();
    runs.follow(run, &mut |stand| {
        for index in stand.place().and_then(|place| places.get(&place)).into_iter().flatten() {
            let members = visits.entry(*index).or_default();
            if members.len() < MOST_VISITS
                && let Some(member) = member::member(program, &graph.nodes[*index].state, stand)
            {
                members.push(member);
            }
        }
        ControlFlow::Continue(())
    });
    visits.retain(|_, members| !members.is_empty());
    visits
}

/// Writes the refutation and explains its run.
fn told(program: &Program, runs: &Runs<'_, '_>, run: &LongRun, closed: &Closed, member: &Member) -> Option<Violation> {
    let Closed { graph, nodes, .. } = closed;
    let written = certify::closed(program, graph, nodes, &member.values, &member.addresses);
    let written = written.inspect_err(|error| tracing::debug!(%error, "a closed graph is not written")).ok()?;
    let unbounded_memory = needs::memory(graph, nodes);
    let written = certificates::Graph { unbounded_memory, ..written };
    let start = nodes.first()?;
    let state = &graph.nodes[*start].state;
    let names = state.names(&program.functions[&*state.function]);
    let known = closed.kept.iter().filter(|fact| names.know(&fact.term));
    let kept: Vec<String> = known.filter_map(|fact| fact.show(&|v| names.name(v))).collect();
    let mut told = match kept.is_empty() {
        true => String::new(),
        false => format!("; every round keeps {}", kept.join(" and ")),
    };
    if closed.chosen {
        told.push_str("; the inputs are chosen so");
    }
    if unbounded_memory {
        told.push_str("; it may need memory or stack without bound");
    }
    let called = graph.called(nodes.iter().copied()).into_iter().collect();
    runs.tell(run, member.steps, written, called, &told, closed.chosen)
}
