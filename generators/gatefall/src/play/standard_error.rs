//! Standard error during a game: libraries of sound systems write messages there, which would
//! appear in the picture. They go nowhere if standard error is the terminal.
//!
//! Needs Unix, as `terminal_input` does.

#[cfg(unix)]
pub(super) use unix::{close, put_back};

#[cfg(not(unix))]
pub(super) fn close() -> std::io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn put_back() {}

#[cfg(unix)]
mod unix {
    use rustix::stdio::dup2_stderr;
    use std::fs::File;
    use std::io::{self, IsTerminal};
    use std::os::fd::{AsFd, OwnedFd};
    use std::sync::OnceLock;

    /// The terminal.
    static USUAL: OnceLock<OwnedFd> = OnceLock::new();

    pub(in super::super) fn close() -> io::Result<()> {
        if io::stderr().is_terminal() {
            let nowhere = File::options().write(true).open("/dev/null")?;
            // A process has one terminal, so it is set once.
            let _ = USUAL.set(io::stderr().as_fd().try_clone_to_owned()?);
            dup2_stderr(nowhere)?;
        }
        Ok(())
    }

    /// Errors are ignored, because nothing could show them.
    pub(in super::super) fn put_back() {
        if let Some(usual) = USUAL.get() {
            let _ = dup2_stderr(usual);
        }
    }
}
