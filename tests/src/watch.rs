//! Watch over a reader of damaged files in this process.

use crate::process::{limit, CLOCK};
use std::fs;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::abort;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::thread::scope;
use std::time::Duration;

/// Files that are being read.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// Reads a file in this process. If the process does not survive that, as with a full stack, the
/// file is still in the folder for temporary files, as `gatefall-damaged-*`. So it is if the reader
/// does not end; then the process is aborted.
///
/// # Panics
/// If the reader does, or the file cannot be written.
pub fn watched<T>(file: &[u8], read: impl FnOnce() -> T) -> T {
    let usual_seconds = 1;
    watched_within(file, CLOCK * limit(usual_seconds), read, |kept| {
        eprintln!("the reader of {} does not end", kept.display());
        abort();
    })
}

fn watched_within<T>(
    file: &[u8],
    limit: Duration,
    read: impl FnOnce() -> T,
    late: impl FnOnce(&Path) + Send,
) -> T {
    let kept = place();
    fs::write(&kept, file).expect("the folder for temporary files can be written");
    let (ends, end) = channel::<()>();
    let result = scope(|scope| {
        let file = &kept;
        scope.spawn(move || {
            if end.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                late(file);
            }
        });
        let result = catch_unwind(AssertUnwindSafe(read));
        drop(ends);
        result
    });
    // Left behind, it does no harm.
    let _ = fs::remove_file(&kept);
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

fn place() -> PathBuf {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("gatefall-damaged-{}-{number}", std::process::id());
    std::env::temp_dir().join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(10);

    #[test]
    fn a_reader_that_does_not_end_is_noticed_with_its_file() {
        let mut kept = Vec::new();
        let (notice, noticed) = channel();
        let read = || noticed.recv_timeout(Duration::from_secs(60));
        let result = watched_within(b"bytes", SHORT, read, |file| {
            kept = fs::read(file).unwrap();
            notice.send(()).unwrap();
        });
        assert_eq!((result, &kept[..]), (Ok(()), &b"bytes"[..]));
    }

    #[test]
    fn the_result_or_the_panic_of_the_reader_is_passed_on() {
        assert_eq!(watched(b"", || 7), 7);
        let panic = catch_unwind(|| watched(b"", || panic!("no")));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"no"));
    }
}
