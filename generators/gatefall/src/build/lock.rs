//! One build at a time for each game on each setup.
//!
//! Two builds of the same game would write the same logs and the same results. The second waits,
//! and then finds the result of the first. The lock is on the folder itself: no file is left over,
//! and it goes with the process.

use crate::error::{io, AppError};
use gatefall_toolchain::{Session, ToolError};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, Instant};

const STEP: &str = "wait for another build of this game";
/// Between two looks at the lock, and at Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

/// Waits until no other build is in the folder; others wait as long as the result lives.
pub(super) fn lock(folder: &Path, session: &Session) -> Result<File, AppError> {
    let file = File::open(folder).map_err(io("open", folder))?;
    if !is_taken(&file) {
        return Ok(file);
    }
    let begun = Instant::now();
    session.watcher.begin(STEP);
    let result = loop {
        if session.interrupted.load(Ordering::Relaxed) {
            break Err(ToolError::Interrupted.into());
        }
        if !is_taken(&file) {
            break Ok(file);
        }
        sleep(PAUSE);
    };
    session.watcher.end(STEP, begun.elapsed(), result.is_ok());
    result
}

/// A file system without locks never holds a build up.
fn is_taken(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}
