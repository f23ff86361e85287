//! How far a search is: counters and a place that it keeps and another thread shows.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Counters of a running search, and where it is.
#[derive(Debug, Default)]
pub struct Progress {
    states: AtomicU64,
    nodes: AtomicU64,
    leaves: AtomicU64,
    queries: AtomicU64,
    at: Mutex<String>,
}

impl Progress {
    /// Sets what the search is doing, or where in the program it is.
    pub fn enter(&self, at: impl fmt::Display) {
        // A text is replaced whole, so it is whole even where its last writer failed.
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = at.to_string();
    }

    /// What the search is doing, or where in the program it is; empty before it has begun.
    pub fn at(&self) -> String {
        self.at.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the counters: states looked at, nodes of the graph, paths that are known to be ahead, questions to the engine.
    pub fn update(&self, states: usize, nodes: usize, leaves: usize, queries: u64) {
        self.states.store(states as u64, Relaxed);
        self.nodes.store(nodes as u64, Relaxed);
        self.leaves.store(leaves as u64, Relaxed);
        self.queries.store(queries, Relaxed);
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counters = [&self.states, &self.nodes, &self.leaves, &self.queries];
        let [states, nodes, leaves, queries] = counters.map(|counter| counter.load(Relaxed));
        write!(f, "{states} states, {nodes} nodes, {leaves} open leaves, {queries} queries")
    }
}
