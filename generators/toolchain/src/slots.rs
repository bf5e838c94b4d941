//! Limit on the number of concurrent tools.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Time between two polls of the interrupt flag.
const POLL: Duration = Duration::from_millis(50);

/// Counting semaphore: each running tool holds one slot.
pub struct Slots {
    free: Mutex<usize>,
    released: Condvar,
}

/// One slot. Dropping this releases it.
pub(crate) struct Slot<'a>(&'a Slots);

impl Slots {
    /// Creates `count` slots, at least one.
    pub fn new(count: usize) -> Slots {
        Slots {
            free: Mutex::new(count.max(1)),
            released: Condvar::new(),
        }
    }

    /// One slot per processor.
    pub fn of_machine() -> Slots {
        Slots::new(std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Waits for a free slot. `None` if the flag is set before one is free.
    pub(crate) fn take(&self, interrupted: &AtomicBool) -> Option<Slot<'_>> {
        // The count stays valid if a thread panics.
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while !interrupted.load(Ordering::Relaxed) {
            if *free > 0 {
                *free -= 1;
                return Some(Slot(self));
            }
            let woken = self.released.wait_timeout(free, POLL);
            free = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let mut free = self.0.free.lock().unwrap_or_else(PoisonError::into_inner);
        *free += 1;
        self.0.released.notify_one();
    }
}
