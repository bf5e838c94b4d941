//! Terminal setup: queries its features and size, and restores its state at the end.

use super::kitty;
use super::layout::{layout, Layout};
use super::standard_error;
use super::terminal_input::{asks_for_pictures, end_with_terminal};
use crate::sim::SimError;
use crossterm::event::{
    KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::terminal::{
    disable_raw_mode, enable_raw_mode, size, supports_keyboard_enhancement,
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{cursor, execute, Command};
use std::env;
use std::io::{self, IsTerminal, Write};

/// Colours that the terminal supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    /// 24-bit colours.
    True,
    /// A palette of 256 colours.
    Indexed,
}

/// The terminal in full-screen mode. Dropping this restores it.
pub(crate) struct Terminal {
    colours: Colours,
    shows_pictures: bool,
    reports_releases: bool,
    size: (u16, u16),
}

impl Terminal {
    /// Switches the terminal to full-screen mode.
    pub(crate) fn open(game: &'static str) -> Result<Terminal, SimError> {
        let streams = [
            ("output", io::stdout().is_terminal()),
            ("input", io::stdin().is_terminal()),
        ];
        if let Some((stream, _)) = streams.into_iter().find(|(_, is_terminal)| !is_terminal) {
            return Err(SimError::NoTerminal { stream, game });
        }
        let variable = |name: &str| env::var(name).unwrap_or_default();
        let term = variable("TERM");
        let colours = colours(&term, &variable("COLORTERM")).ok_or(SimError::NoColours(term))?;
        let size = size().map_err(SimError::Terminal)?;
        layout(size)?;
        end_with_terminal();
        enable_raw_mode().map_err(SimError::Terminal)?;
        // From here on the terminal has to be restored, also after an error.
        let mut terminal = Terminal {
            colours,
            shows_pictures: false,
            reports_releases: false,
            size,
        };
        put_back_after_panic();
        standard_error::close().map_err(SimError::Terminal)?;
        terminal.set_up().map_err(SimError::Terminal)?;
        Ok(terminal)
    }

    fn set_up(&mut self) -> io::Result<()> {
        self.shows_pictures = asks_for_pictures()?;
        self.reports_releases = supports_keyboard_enhancement().unwrap_or(false);
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            cursor::Hide,
            Clear(ClearType::All)
        )?;
        if self.reports_releases {
            let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
                | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
                | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
            execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))?;
        }
        Ok(())
    }

    pub(crate) fn colours(&self) -> Colours {
        self.colours
    }

    /// True if the terminal supports the kitty graphics protocol.
    pub(crate) fn shows_pictures(&self) -> bool {
        self.shows_pictures
    }

    /// True if the terminal reports key releases.
    pub(crate) fn reports_releases(&self) -> bool {
        self.reports_releases
    }

    /// Applies a new size of the terminal.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) -> Result<(), SimError> {
        self.size = (columns, rows);
        execute!(io::stdout(), Clear(ClearType::All)).map_err(SimError::Terminal)
    }

    /// Position of the picture. If it does not fit, the text to write instead.
    pub(crate) fn layout(&self) -> Result<Layout, String> {
        layout(self.size).map_err(|error| format!("\x1b[H\x1b[2J{error}"))
    }

    /// Writes a complete picture, in one synchronised update.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), SimError> {
        let mut frame = ansi(BeginSynchronizedUpdate).into_bytes();
        frame.extend(bytes);
        frame.extend(ansi(EndSynchronizedUpdate).into_bytes());
        let mut out = io::stdout().lock();
        out.write_all(&frame)
            .and_then(|()| out.flush())
            .map_err(SimError::Terminal)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        put_back();
    }
}

/// Restores the terminal. Errors are ignored, because nothing else can be done.
fn put_back() {
    let mut out = io::stdout();
    let _ = out.write_all(kitty::CLEAR);
    let _ = execute!(
        out,
        PopKeyboardEnhancementFlags,
        cursor::Show,
        LeaveAlternateScreen
    );
    let _ = disable_raw_mode();
    standard_error::put_back();
}

/// Restores the terminal before the message of a panic, which would otherwise be lost.
fn put_back_after_panic() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        put_back();
        usual(info);
    }));
}

fn ansi(command: impl Command) -> String {
    let mut text = String::new();
    command
        .write_ansi(&mut text)
        .expect("strings take all text");
    text
}

/// Colours of a terminal with these environment variables, if it supports enough.
fn colours(term: &str, colour_term: &str) -> Option<Colours> {
    if ["truecolor", "24bit"].contains(&colour_term) || term.contains("kitty") {
        return Some(Colours::True);
    }
    (term.contains("256color") || term.ends_with("direct")).then_some(Colours::Indexed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_known_by_the_terminals_name() {
        for (term, colour_term, expected) in [
            ("xterm-256color", "truecolor", Some(Colours::True)),
            ("xterm-kitty", "", Some(Colours::True)),
            ("tmux-256color", "", Some(Colours::Indexed)),
            ("vt100", "", None),
            ("dumb", "", None),
            ("", "", None),
        ] {
            assert_eq!(colours(term, colour_term), expected, "{term}");
        }
    }
}
