//! A line of progress on a terminal; nothing when the output goes elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Counters of a running search.
#[derive(Debug, Default)]
pub struct Progress {
    states: AtomicU64,
    nodes: AtomicU64,
    leaves: AtomicU64,
    queries: AtomicU64,
}

impl Progress {
    pub fn update(&self, states: usize, nodes: usize, leaves: usize, queries: u64) {
        self.states.store(states as u64, Relaxed);
        self.nodes.store(nodes as u64, Relaxed);
        self.leaves.store(leaves as u64, Relaxed);
        self.queries.store(queries, Relaxed);
    }
}

/// Shows the counters until it is dropped.
pub struct Shown {
    done: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// Starts to show progress after a second, if standard error is a terminal.
pub fn show_progress(progress: Arc<Progress>) -> Shown {
    let done = Arc::new(AtomicBool::new(false));
    let stop = done.clone();
    let visible = std::io::stderr().is_terminal();
    let thread = visible.then(|| std::thread::spawn(move || draw(&progress, &stop)));
    Shown { done, thread }
}

fn draw(progress: &Progress, stop: &AtomicBool) {
    for _ in 0..10 {
        std::thread::sleep(Duration::from_millis(100));
        if stop.load(Relaxed) {
            return;
        }
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    while !stop.load(Relaxed) {
        let (s, n, l, q) = (&progress.states, &progress.nodes, &progress.leaves, &progress.queries);
        let [s, n, l, q] = [s, n, l, q].map(|c| c.load(Relaxed));
        bar.set_message(format!("{s} states, {n} nodes, {l} open leaves, {q} queries"));
        bar.tick();
        std::thread::sleep(Duration::from_millis(100));
    }
    bar.finish_and_clear();
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.done.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
