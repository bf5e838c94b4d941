//! How long a process was at work.

use std::fs;
use std::time::{Duration, Instant};

/// Measures the processor time of a process, all threads together: what else the machine does is not counted, and no engine gains by a second core.
/// Where the system does not tell it, the time that passed has to do.
pub(crate) struct Clock {
    process: u32,
    used: Option<Duration>,
    start: Instant,
}

impl Clock {
    pub(crate) fn start(process: u32) -> Clock {
        Clock {
            process,
            used: used(process),
            start: Instant::now(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        let passed = self.start.elapsed();
        match (self.used, used(self.process)) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => passed,
        }
    }
}

/// Nanoseconds that the threads of a process have run stand first in their `schedstat`.
fn used(process: u32) -> Option<Duration> {
    // The system counts up to the last switch between threads: make one.
    std::thread::yield_now();
    let mut nanoseconds = 0u64;
    for thread in fs::read_dir(format!("/proc/{process}/task")).ok()? {
        // A thread may end between the two looks.
        let text = fs::read_to_string(thread.ok()?.path().join("schedstat")).unwrap_or_default();
        let first = text.split_whitespace().next().unwrap_or("0");
        nanoseconds += first.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn work_counts_and_sleep_does_not() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let asleep = Clock::start(child.id());
        let awake = Clock::start(std::process::id());
        let mut sum = 0u64;
        while awake.elapsed() < Duration::from_millis(50) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(asleep.elapsed() < awake.elapsed());
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
