//! Work on several threads with results in a fixed order.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Applies `work` to every item and returns the results in the items' order. Each item is taken by the first thread
/// that is free. No result depends on the number of threads, unless `work` itself does.
///
/// # Panics
/// If `work` panics.
pub fn map<T: Send, R: Send>(items: Vec<T>, threads: NonZeroUsize, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let count = items.len();
    let waiting = Mutex::new(items.into_iter().enumerate());
    let results = Mutex::new(Vec::with_capacity(count));
    let worker = || {
        loop {
            let Some((place, item)) = held(&waiting).next() else { return };
            let result = work(item);
            held(&results).push((place, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.get().min(count) {
            scope.spawn(worker);
        }
        worker();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Takes a lock, also after a panic of its last holder: what it guards is complete whenever it is free.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::map;
    use std::num::NonZeroUsize;
    use std::sync::Barrier;

    #[test]
    fn results_are_in_order() {
        for threads in [1, 3, 100].map(|threads| NonZeroUsize::new(threads).expect("more than none")) {
            assert_eq!(
                map((0..50).collect(), threads, |number: u32| number * 2),
                (0..50).map(|n| n * 2).collect::<Vec<_>>()
            );
            assert_eq!(map(Vec::new(), threads, |number: u32| number), [0; 0]);
        }
    }

    #[test]
    fn threads_work_at_the_same_time() {
        // Each thread waits for the other.
        let both = Barrier::new(2);
        map(vec![0, 1], NonZeroUsize::MIN.saturating_add(1), |_| both.wait().is_leader());
    }
}
