//! Limit on the number of tools that run at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Time between two looks at the interrupt flag.
const POLL: Duration = Duration::from_millis(50);

/// Counting semaphore: each running tool holds one slot.
pub struct Slots {
    free: Mutex<usize>,
    released: Condvar,
}

/// One slot; free again when this is dropped.
pub(crate) struct Slot<'a>(&'a Slots);

impl Slots {
    /// So many slots, at least one.
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

    /// Waits for a free slot; `None` if the flag is set before there is one.
    pub(crate) fn take(&self, interrupted: &AtomicBool) -> Option<Slot<'_>> {
        // A thread that panics leaves a valid count.
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
