//! Flag for Ctrl-C.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::AtomicBool;
#[cfg(feature = "sim")]
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};

/// Set by Ctrl-C, SIGTERM, and SIGHUP of a terminal that is closed.
pub(crate) static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

#[cfg(feature = "sim")]
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From here on the signals set the flag.
pub(crate) fn watch() -> io::Result<()> {
    let set = |signal| flag::register(signal, Arc::clone(&INTERRUPTED));
    set(SIGINT)?;
    set(SIGTERM)?;
    #[cfg(unix)]
    if !hangups_are_ignored() {
        set(signal_hook::consts::SIGHUP)?;
    }
    Ok(())
}

/// True if the caller has turned SIGHUP off, as `nohup` does. The status of a process, as Linux
/// shows it, has a mask of ignored signals.
#[cfg(unix)]
fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 << (signal_hook::consts::SIGHUP - 1) != 0)
}
