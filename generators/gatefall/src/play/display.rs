//! Display thread: draws pictures, so that a slow terminal does not delay the game.
//!
//! Only the newest picture is drawn. A picture that has not been drawn is replaced by a newer one.

use super::half_blocks::HalfBlocks;
use super::kitty::Kitty;
use super::terminal::Terminal;
use crate::sim::SimError;
use gatefall_devices::Picture;
use std::sync::{Condvar, Mutex, MutexGuard};

/// Shared state of the game thread and the display thread.
#[derive(Default)]
pub(crate) struct Handover {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The newest picture and its status line, until they are drawn.
    newest: Option<(Picture, String)>,
    /// New size of the terminal, until it is applied.
    size: Option<(u16, u16)>,
    /// Number of drawn pictures.
    shown: u64,
    is_over: bool,
    failure: Option<SimError>,
}

/// A picture, its status line, and the terminal's size if that has changed.
type Work = (Picture, String, Option<(u16, u16)>);

impl Handover {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics with the lock")
    }

    /// Passes a picture and its status line to the display thread.
    ///
    /// # Errors
    /// If the terminal failed before.
    pub(crate) fn show(&self, picture: Picture, status: String) -> Result<(), SimError> {
        let mut state = self.state();
        state.newest = Some((picture, status));
        self.changed.notify_one();
        state.failure.take().map_or(Ok(()), Err)
    }

    /// Passes on a new size of the terminal.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        self.state().size = Some((columns, rows));
    }

    /// Ends the display thread.
    pub(crate) fn end(&self) {
        self.state().is_over = true;
        self.changed.notify_one();
    }

    /// Number of drawn pictures.
    pub(crate) fn shown(&self) -> u64 {
        self.state().shown
    }

    /// Body of the display thread: draws until the end or a failure.
    pub(crate) fn draw(&self, terminal: &mut Terminal) {
        let mut screen = Screen::new(terminal);
        while let Some((picture, status, size)) = self.next() {
            let outcome = screen.show(terminal, &picture, &status, size);
            let mut state = self.state();
            match outcome {
                Ok(()) => state.shown += 1,
                Err(error) => {
                    state.failure = Some(error);
                    return;
                }
            }
        }
    }

    /// Waits for a picture. `None` after the end.
    fn next(&self) -> Option<Work> {
        let state = self.state();
        let wait = |state: &mut State| state.newest.is_none() && !state.is_over;
        let waited = self.changed.wait_while(state, wait);
        let mut state = waited.expect("nobody panics with the lock");
        let (picture, status) = state.newest.take().filter(|_| !state.is_over)?;
        Some((picture, status, state.size.take()))
    }
}

/// Method of drawing.
enum Screen {
    HalfBlocks(HalfBlocks),
    Kitty(Kitty),
}

impl Screen {
    fn new(terminal: &Terminal) -> Screen {
        match terminal.shows_pictures() {
            true => Screen::Kitty(Kitty),
            false => Screen::HalfBlocks(HalfBlocks::new(terminal.colours())),
        }
    }

    fn show(
        &mut self,
        terminal: &mut Terminal,
        picture: &Picture,
        status: &str,
        size: Option<(u16, u16)>,
    ) -> Result<(), SimError> {
        if let Some((columns, rows)) = size {
            terminal.resize(columns, rows)?;
            if let Screen::HalfBlocks(screen) = self {
                screen.forget();
            }
        }
        let bytes = match terminal.layout() {
            Err(too_small) => too_small.into_bytes(),
            Ok(layout) => {
                let mut bytes = match self {
                    Screen::HalfBlocks(screen) => screen.draw(picture, &layout),
                    Screen::Kitty(screen) => screen.draw(picture, &layout)?,
                };
                bytes.extend(layout.status(status));
                bytes
            }
        };
        terminal.write(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(level: u8) -> Picture {
        Picture::from_rgb(vec![level; 640 * 480 * 3]).unwrap()
    }

    #[test]
    fn only_the_newest_picture_is_drawn() {
        let handover = Handover::default();
        for level in [1, 2, 3] {
            handover.show(picture(level), level.to_string()).unwrap();
        }
        handover.resize(80, 24);
        let (newest, status, size) = handover.next().unwrap();
        assert!(newest == picture(3));
        assert_eq!((status.as_str(), size), ("3", Some((80, 24))));
        handover.show(picture(4), String::new()).unwrap();
        handover.end();
        assert!(handover.next().is_none(), "what comes too late is left out");
    }
}
