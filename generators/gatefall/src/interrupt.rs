//! Flag for Ctrl-C.

use std::sync::atomic::AtomicBool;

/// Set by Ctrl-C and SIGTERM.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);
