//! How far a search has come: counters and a place, which the search updates and another thread shows.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Counters of a running search, and what it is working on.
#[derive(Debug, Default)]
pub struct Progress {
    states: AtomicU64,
    nodes: AtomicU64,
    leaves: AtomicU64,
    queries: AtomicU64,
    at: Mutex<String>,
    attempt: Mutex<&'static str>,
}

/// How much work an attempt took, counted independently of the machine. No decision depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Instructions executed.
    pub steps: u64,
    /// States that became nodes, including those that were discarded later.
    pub states: u64,
    /// Merges at places where finitely many states meet: joins and returns.
    pub merges: u64,
    /// Merges at places where states keep arriving until nothing changes: loop headers, entries of recursive and of
    /// shared functions, summaries.
    pub widenings: u64,
    /// How often a part of the graph was discarded and explored again.
    pub restarts: u64,
}

impl Tally {
    /// Adds the work of another exploration.
    pub fn add(&mut self, other: &Tally) {
        self.steps += other.steps;
        self.states += other.states;
        self.merges += other.merges;
        self.widenings += other.widenings;
        self.restarts += other.restarts;
    }
}

impl Progress {
    /// Sets the name of the attempt that is being made.
    pub fn begin(&self, attempt: &'static str) {
        *self.attempt.lock().unwrap_or_else(PoisonError::into_inner) = attempt;
    }

    /// The name of the attempt that is being made; empty before the first.
    pub fn attempt(&self) -> &'static str {
        *self.attempt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets what the search is doing, or where in the program it is.
    pub fn enter(&self, at: impl fmt::Display) {
        // The text is replaced as a whole, so it is complete even if the last writer panicked.
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = at.to_string();
    }

    /// What the search is doing, or where in the program it is; empty before it has begun.
    pub fn at(&self) -> String {
        self.at.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the counters: states visited, nodes of the graph, open leaves (paths that still have to be followed), and
    /// queries to the engine.
    pub fn update(&self, states: u64, nodes: usize, leaves: usize, queries: u64) {
        self.states.store(states, Relaxed);
        self.nodes.store(nodes as u64, Relaxed);
        self.leaves.store(leaves as u64, Relaxed);
        self.queries.store(queries, Relaxed);
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counters = [&self.states, &self.nodes, &self.leaves, &self.queries];
        let [states, nodes, leaves, queries] = counters.map(|counter| counter.load(Relaxed));
        let attempt = self.attempt();
        if !attempt.is_empty() {
            write!(f, "{attempt}: ")?;
        }
        write!(f, "{states} states, {nodes} nodes, {leaves} open leaves, {queries} queries")
    }
}
