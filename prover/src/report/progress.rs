//! Shows a line of progress for each running search, if the output goes to a terminal.

use crate::progress::Progress;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// A line of progress, which is shown until this is dropped.
pub(crate) struct Shown {
    done: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// The lines of all running searches.
#[derive(Clone, Default)]
pub(crate) struct Board(MultiProgress);

impl Board {
    /// Shows the progress of a search, from one second after its start, if standard error is a terminal.
    pub(crate) fn show(&self, entry: &str, progress: Arc<Progress>) -> Shown {
        let done = Arc::new(AtomicBool::new(false));
        let (stop, bars, entry) = (done.clone(), self.0.clone(), entry.to_owned());
        let visible = std::io::stderr().is_terminal();
        let thread = visible.then(|| std::thread::spawn(move || draw(&bars, &entry, &progress, &stop)));
        Shown { done, thread }
    }
}

fn draw(bars: &MultiProgress, entry: &str, progress: &Progress, stop: &AtomicBool) {
    for _ in 0..10 {
        std::thread::sleep(Duration::from_millis(100));
        if stop.load(Relaxed) {
            return;
        }
    }
    let bar = bars.add(ProgressBar::no_length());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {prefix}: {msg}") {
        bar.set_style(style);
    }
    bar.set_prefix(entry.to_owned());
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
