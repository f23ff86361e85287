//! Sets of states that no run leaves (`spec/refutation.md`, Closed graphs).
//!
//! A run that goes on for long is looked at where it comes to nodes of a complete graph. What all its states at a node
//! have in common are candidates for an invariant; those that the graph's trees keep (Houdini: Flanagan and Leino, FME
//! 2001) are recurrent (Gupta et al., POPL 2008) if under them no path ends. Inputs on the way are arbitrary, or, if the
//! run's are always the same, chosen.

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

/// The states in which a run came to the nodes, in its order.
type Visits = BTreeMap<NodeIndex, Vec<Member>>;

/// More long runs are not looked at.
const MOST_RUNS: usize = 10;
/// More states at one node are not kept.
const MOST_VISITS: usize = 24;
/// More nodes are not tried as a start.
const MOST_STARTS: usize = 6;

/// A run that goes on forever, in a complete graph in which there is no error.
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
                // The first state may be one that the run does not come back to.
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

/// Where a run comes to nodes that go on.
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

/// The refutation, written and told.
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
