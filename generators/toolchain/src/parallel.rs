//! Parallel map.
//!
//! Own code: the work waits for tools or for a machine of its own, so a pool that steals small
//! tasks gains nothing. The threads end with the call, and the order is that of the items.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Applies `work` to each item, on as many threads as there are processors. Keeps the order.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..processors.min(items.len()) {
            scope.spawn(|| loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else {
                    break;
                };
                let result = work(item);
                let mut results = results.lock().expect("no worker panics with the lock held");
                results.push((index, result));
            });
        }
    });
    let mut results = results
        .into_inner()
        .expect("no worker panics with the lock held");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once_and_results_keep_the_order() {
        let items: Vec<u32> = (0..100).collect();
        let squares = in_parallel(&items, |n| n * n);
        assert_eq!(squares, items.iter().map(|n| n * n).collect::<Vec<_>>());
        assert!(in_parallel(&[], |n: &u32| *n).is_empty());
    }
}
