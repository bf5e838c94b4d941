//! Lock of a folder: one process at a time writes to it.
//!
//! The lock is on the folder itself, so there is no lock file, and it ends with the process.

use crate::error::io;
use crate::run::Session;
use crate::ToolError;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Interval of the checks of the lock and of Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

/// Waits until no other process has the lock; `step` describes the wait for the user. Dropping the
/// result releases the lock.
///
/// # Errors
/// If the folder cannot be opened, or if the user interrupts.
pub fn lock(folder: &Path, step: &str, session: &Session) -> Result<File, ToolError> {
    let file = File::open(folder).map_err(io("open", folder))?;
    if !is_taken(&file) {
        return Ok(file);
    }
    let begun = Instant::now();
    session.watcher.begin(step);
    let result = loop {
        if session.interrupted.load(Ordering::Relaxed) {
            break Err(ToolError::Interrupted);
        }
        if !is_taken(&file) {
            break Ok(file);
        }
        sleep(PAUSE);
    };
    session.watcher.end(step, begun.elapsed(), result.is_ok());
    result
}

/// True if another process has the lock. On file systems without locks it is always free.
fn is_taken(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}
