//! A parallel map.

use std::num::NonZeroUsize;

/// `work` on every item, on as many threads as the machine runs at once; results in the items' order.
///
/// # Panics
/// When `work` does.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    prover::parallel::map(items.iter().collect(), threads, work)
}
