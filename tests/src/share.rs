use std::iter::from_fn;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

/// Works on items in a thread for each processor. `work` is called in each thread and takes the
/// next items, as long as there are any. Returns what the threads return.
pub fn share<'a, T: Sync, R: Send>(
    items: &'a [T],
    work: impl Fn(&mut dyn Iterator<Item = &'a T>) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        work(&mut from_fn(|| {
            items.get(next.fetch_add(1, Ordering::Relaxed))
        }))
    };
    let threads = available_parallelism().map_or(1, usize::from);
    scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results
            .map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_goes_to_one_thread() {
        let items: Vec<u32> = (0..1_000).collect();
        let parts = share(&items, |items| items.copied().collect::<Vec<_>>());
        let mut all = parts.concat();
        all.sort_unstable();
        assert_eq!(all, items);
    }
}
