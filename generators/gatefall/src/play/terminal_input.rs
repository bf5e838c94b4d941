//! Input of the terminal: its events, and what crossterm does not read: an answer to a query, and
//! the end.
//!
//! With `standard_error`, the only file of `play` that differs between systems. It needs Unix; the
//! command refuses to run elsewhere.

use crossterm::event::{self, Event};
use std::io;
use std::sync::mpsc::{channel, Receiver};
use std::thread;

#[cfg(unix)]
pub(super) use unix::{asks_for_pictures, end_with_terminal};

#[cfg(not(unix))]
pub(super) fn asks_for_pictures() -> io::Result<bool> {
    Ok(false)
}

#[cfg(not(unix))]
pub(super) fn end_with_terminal() {}

/// Events, read on a thread of their own: crossterm 0.29 reads a terminal that has hung up again
/// and again, and the game has to go on to its end.
pub(super) fn events() -> Receiver<io::Result<Event>> {
    let (sender, events) = channel();
    thread::spawn(move || while sender.send(event::read()).is_ok() {});
    events
}

#[cfg(unix)]
mod unix {
    use super::super::kitty;
    use crate::interrupt::INTERRUPTED;
    use rustix::event::{poll, PollFd, PollFlags, Timespec};
    use std::io::{self, Write};
    use std::sync::atomic::Ordering;
    use std::thread;
    use std::time::Duration;

    /// Time limit for the terminal's answer to a query.
    const ANSWER_TIME: Timespec = Timespec {
        tv_sec: 0,
        tv_nsec: 500_000_000,
    };
    /// Time in which the game stores what the player saved.
    const TIME_TO_END: Duration = Duration::from_secs(2);

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

    /// Ends the game when the terminal hangs up, for example because its window was closed. Then
    /// ends the process: crossterm may still wait for an answer.
    pub(in super::super) fn end_with_terminal() {
        thread::spawn(|| {
            let stdin = rustix::stdio::stdin();
            let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            let mut wait = [PollFd::new(&stdin, PollFlags::empty())];
            while !wait[0].revents().intersects(gone) {
                // A signal may end the wait early.
                let _ = poll(&mut wait, None);
            }
            INTERRUPTED.store(true, Ordering::Relaxed);
            thread::sleep(TIME_TO_END);
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
