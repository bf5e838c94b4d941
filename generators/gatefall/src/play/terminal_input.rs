//! Input of the terminal that crossterm does not read: an answer to a query, and its end.
//!
//! With `standard_error`, the only file of `play` that differs between systems. It needs Unix; the
//! command refuses to run elsewhere.

#[cfg(unix)]
pub(super) use unix::{asks_for_pictures, end_with_terminal};

#[cfg(not(unix))]
pub(super) fn asks_for_pictures() -> std::io::Result<bool> {
    Ok(false)
}

#[cfg(not(unix))]
pub(super) fn end_with_terminal() {}

#[cfg(unix)]
mod unix {
    use super::super::kitty;
    use rustix::event::{poll, PollFd, PollFlags, Timespec};
    use std::io::{self, Write};

    /// Time limit for the terminal's answer to a query.
    const ANSWER_TIME: Timespec = Timespec {
        tv_sec: 0,
        tv_nsec: 500_000_000,
    };

    /// Queries the terminal for the kitty graphics protocol. Requires raw mode.
    pub(in super::super) fn asks_for_pictures() -> io::Result<bool> {
        let mut out = io::stdout();
        out.write_all(kitty::QUERY)?;
        out.flush()?;
        let stdin = rustix::stdio::stdin();
        let mut answer = Vec::new();
        let mut buffer = [0; 256];
        // The answer to the second part of the query starts with `ESC [ ?` and ends with `c`.
        while !is_answer_complete(&answer) {
            let mut wait = [PollFd::new(&stdin, PollFlags::IN)];
            if poll(&mut wait, Some(&ANSWER_TIME))? == 0 {
                break;
            }
            let count = rustix::io::read(stdin, &mut buffer)?;
            if count == 0 {
                break;
            }
            answer.extend(&buffer[..count]);
        }
        Ok(answer
            .windows(kitty::YES.len())
            .any(|part| part == kitty::YES))
    }

    /// Ends the process when the terminal hangs up, for example because its window was closed.
    /// Nothing is left to restore then. crossterm 0.29 would read the closed terminal again and
    /// again.
    pub(in super::super) fn end_with_terminal() {
        std::thread::spawn(|| {
            let stdin = rustix::stdio::stdin();
            let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            let mut wait = [PollFd::new(&stdin, PollFlags::empty())];
            while !wait[0].revents().intersects(gone) {
                // A signal may end the wait early.
                let _ = poll(&mut wait, None);
            }
            std::process::exit(1);
        });
    }

    fn is_answer_complete(answer: &[u8]) -> bool {
        let start = answer.windows(3).position(|part| part == b"\x1b[?");
        start.is_some_and(|start| answer[start..].contains(&b'c'))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_answer_ends_after_the_attributes() {
            assert!(!is_answer_complete(b"\x1b_Gi=31;OK\x1b\\"));
            assert!(!is_answer_complete(b"\x1b_Gi=31;OK\x1b\\\x1b[?62;"));
            assert!(is_answer_complete(b"\x1b_Gi=31;OK\x1b\\\x1b[?62;4c"));
        }
    }
}
