//! Processor time of a process.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::time::{Duration, Instant};

/// Resolution of the process times in `/proc` (`USER_HZ`).
const TICK: Duration = Duration::from_millis(10);

/// Measures the processor time of a process, over all its threads.
///
/// The measurement excludes other load of the machine, and a second core gives no advantage. If the
/// system does not report processor time, the elapsed time is used.
pub(crate) struct Clock {
    process: u32,
    used: Option<Used>,
    start: Instant,
}

/// Processor time of a process.
struct Used {
    /// Times of the existing threads, in nanoseconds.
    threads: HashMap<OsString, u64>,
    /// Time of all threads, ended ones included, in multiples of [`TICK`].
    all: Duration,
}

impl Clock {
    pub(crate) fn start(process: u32) -> Clock {
        Clock {
            process,
            used: Used::by(process),
            start: Instant::now(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        let passed = self.start.elapsed();
        match (&self.used, Used::by(self.process)) {
            (Some(before), Some(now)) => now.since(before),
            _ => passed,
        }
    }
}

impl Used {
    /// Reads the times. The first number of a thread's `schedstat` is its time in nanoseconds.
    fn by(process: u32) -> Option<Used> {
        // The system updates the time at a context switch: force one.
        std::thread::yield_now();
        let mut threads = HashMap::new();
        for thread in fs::read_dir(format!("/proc/{process}/task")).ok()? {
            let thread = thread.ok()?;
            // The thread may have ended since the folder was read.
            let text = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
            let first = text.split_whitespace().next().unwrap_or("0");
            threads.insert(thread.file_name(), first.parse().ok()?);
        }
        // User time and system time are fields 12 and 13 after the name, which may contain spaces.
        let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let (_, fields) = text.rsplit_once(')')?;
        let times = fields.split_whitespace().skip(11).take(2);
        let ticks: u64 = times.map(|time| time.parse::<u64>().unwrap_or(0)).sum();
        Some(Used {
            threads,
            all: TICK * u32::try_from(ticks).ok()?,
        })
    }

    /// Time since `before`. Only the coarse times contain threads that have ended.
    fn since(&self, before: &Used) -> Duration {
        let threads = self.threads.iter().map(|(thread, now)| {
            let before = before.threads.get(thread);
            now.saturating_sub(before.copied().unwrap_or(0))
        });
        let threads = Duration::from_nanos(threads.sum());
        threads.max(self.all.saturating_sub(before.all + 2 * TICK))
    }
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

    #[test]
    fn work_of_a_thread_that_has_ended_counts() {
        let clock = Clock::start(std::process::id());
        let work = || {
            let own = Clock::start(std::process::id());
            let mut sum = 0u64;
            while own.elapsed() < Duration::from_millis(100) {
                sum = std::hint::black_box(sum + 1);
            }
        };
        std::thread::spawn(work).join().unwrap();
        let elapsed = clock.elapsed();
        assert!(elapsed > 5 * TICK, "{elapsed:?}");
    }
}
