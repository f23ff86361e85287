//! A line of progress on a terminal; nothing when the output goes elsewhere.

use crate::progress::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Shows the counters until it is dropped.
pub(crate) struct Shown {
    done: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// Starts to show progress after a second, if standard error is a terminal.
pub(crate) fn show_progress(progress: Arc<Progress>) -> Shown {
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
        bar.set_message(progress.to_string());
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
