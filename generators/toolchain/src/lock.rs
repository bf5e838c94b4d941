//! Lock of a build folder: one build at a time for each game on each setup.
//!
//! Two builds of the same game would write the same logs and results. The second one waits, then
//! finds the result of the first. The lock is on the folder itself, so there is no lock file, and
//! it ends with the process.

use crate::error::{io, AppError};
use gatefall_toolchain::{Session, ToolError};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, Instant};

const STEP: &str = "wait for another build of this game";
/// Interval of the checks of the lock and of Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

/// Waits until no other build uses the folder. Dropping the result releases the lock.
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

/// True if another process has the lock. On file systems without locks it is always free.
fn is_taken(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}
