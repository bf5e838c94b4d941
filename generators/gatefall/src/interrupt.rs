//! Flag for Ctrl-C.

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::fs;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

/// Set by Ctrl-C, SIGTERM, and SIGHUP of a terminal that is closed.
pub(crate) static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

const SIGNALS: &[i32] = &[
    SIGINT,
    SIGTERM,
    #[cfg(unix)]
    SIGHUP,
];

/// From here on the signals set the flag, except those that the caller of the program has turned
/// off: `nohup` turns off SIGHUP, and a shell SIGINT for a job in the background.
pub(crate) fn watch() -> io::Result<()> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    for &signal in SIGNALS {
        if !is_ignored(signal, &status) {
            flag::register(signal, Arc::clone(&INTERRUPTED))?;
        }
    }
    Ok(())
}

/// The status of a process, as Linux shows it, has a mask of ignored signals.
fn is_ignored(signal: i32, status: &str) -> bool {
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
