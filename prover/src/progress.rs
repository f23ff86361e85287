//! How far a search is: counters that it keeps and another thread shows.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counters of a running search.
#[derive(Debug, Default)]
pub struct Progress {
    states: AtomicU64,
    nodes: AtomicU64,
    queries: AtomicU64,
}

impl Progress {
    /// Sets the counters: states looked at, nodes of the graph, questions to the engine.
    pub fn update(&self, states: usize, nodes: usize, queries: u64) {
        self.states.store(states as u64, Relaxed);
        self.nodes.store(nodes as u64, Relaxed);
        self.queries.store(queries, Relaxed);
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [states, nodes, queries] = [&self.states, &self.nodes, &self.queries].map(|counter| counter.load(Relaxed));
        write!(f, "{states} states, {nodes} nodes, {queries} queries")
    }
}
