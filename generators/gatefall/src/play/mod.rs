//! `gatefall play`: a game in the terminal, in step with the clock on the wall.
//!
//! What is on the terminal is what the modelled monitor received; keys go through the modelled keyboard.

mod half_blocks;
mod keyboard;
mod kitty;
mod terminal;

use crate::cli::PlayArguments;
use crate::error::AppError;
use crate::root::game;
use crate::sim::{start, SimError};
use crate::INTERRUPTED;
use crossterm::event::{self, Event};
use gatefall_devices::{Picture, Running};
use half_blocks::HalfBlocks;
use keyboard::{Keyboard, Wish};
use kitty::Kitty;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use terminal::Terminal;

/// Who is later than this gives up to catch up: the machine was asleep, or is too slow.
const LATEST: Duration = Duration::from_millis(100);
/// Over how long pictures are counted for the status line.
const COUNTED: Duration = Duration::from_secs(1);
/// A picture that is late is not shown, but never more than this many in a row: half of them is the least that looks smooth.
const MOST_SKIPPED: u32 = 1;

pub(crate) fn run(arguments: &PlayArguments) -> Result<(), AppError> {
    let game = game(&arguments.game)?;
    let mut running = start(game, &[])?;
    let mut terminal = Terminal::open(game.name)?;
    let outcome = Play::new(&mut running, &mut terminal).run();
    drop(terminal);
    let summary = outcome?;
    println!("{}: {summary}", game.name);
    Ok(())
}

/// How pictures get onto the terminal.
enum Screen {
    HalfBlocks(HalfBlocks),
    Kitty(Kitty),
}

struct Play<'a> {
    running: &'a mut Running,
    terminal: &'a mut Terminal,
    screen: Screen,
    keyboard: Keyboard,
    /// The wall clock's time of power-up; later than it was if time was lost.
    power_up: Instant,
    shown: u64,
    skipped: u32,
    counter: Counter,
}

/// Pictures of the last second.
struct Counter {
    since: Instant,
    shown: u64,
    cycles: u64,
    status: String,
}

impl<'a> Play<'a> {
    fn new(running: &'a mut Running, terminal: &'a mut Terminal) -> Self {
        let screen = match terminal.shows_pictures() {
            true => Screen::Kitty(Kitty),
            false => Screen::HalfBlocks(HalfBlocks::new(terminal.colours())),
        };
        let keyboard = Keyboard::new(terminal.reports_releases());
        let now = Instant::now();
        let power_up = now - on_board(running);
        let counter = Counter {
            since: now,
            shown: 0,
            cycles: running.cycles(),
            status: String::new(),
        };
        Play {
            running,
            terminal,
            screen,
            keyboard,
            power_up,
            shown: 0,
            skipped: 0,
            counter,
        }
    }

    /// Plays until the user ends it; returns what there is to say.
    fn run(mut self) -> Result<String, SimError> {
        let begun = (Instant::now(), self.running.cycles());
        while !INTERRUPTED.load(Ordering::Relaxed) && self.read_keys()? {
            let limit = self.running.cycles() + self.running.clock_hz() / 30;
            if self.running.run_to_picture(limit)? && !self.is_late() {
                if let Some(picture) = self.running.picture() {
                    self.show(&picture)?;
                }
            }
        }
        let wall = begun.0.elapsed().as_secs_f64();
        let cycles = (self.running.cycles() - begun.1) as f64;
        Ok(format!(
            "{wall:.1} s, {:.1} pictures a second, {:.2} of real time",
            self.shown as f64 / wall,
            cycles / self.running.clock_hz() as f64 / wall
        ))
    }

    /// Waits for the board's time to come, and takes keys meanwhile. False if the user wants to end.
    fn read_keys(&mut self) -> Result<bool, SimError> {
        let due = self.power_up + on_board(self.running);
        loop {
            let now = Instant::now();
            if now > due + LATEST {
                self.power_up += now - due;
            }
            for key in self.keyboard.releases(now) {
                self.running.release(key);
            }
            let wait = due.saturating_duration_since(now);
            if !event::poll(wait).map_err(SimError::Terminal)? {
                return Ok(true);
            }
            match event::read().map_err(SimError::Terminal)? {
                Event::Key(event) => match self.keyboard.wish(event, now) {
                    Wish::Press(key) => self.running.press(key),
                    Wish::Release(key) => self.running.release(key),
                    Wish::End => return Ok(false),
                    Wish::Nothing => {}
                },
                Event::Resize(columns, rows) => {
                    self.terminal.resize(columns, rows)?;
                    if let Screen::HalfBlocks(screen) = &mut self.screen {
                        screen.forget();
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether to leave out this picture.
    fn is_late(&mut self) -> bool {
        let late = Instant::now() > self.power_up + on_board(self.running);
        let skip = late && self.skipped < MOST_SKIPPED;
        self.skipped = if skip { self.skipped + 1 } else { 0 };
        skip
    }

    fn show(&mut self, picture: &Picture) -> Result<(), SimError> {
        self.shown += 1;
        self.counter.count(self.running);
        let bytes = match self.terminal.layout() {
            Err(too_small) => too_small.into_bytes(),
            Ok(layout) => {
                let mut bytes = match &mut self.screen {
                    Screen::HalfBlocks(screen) => screen.draw(picture, &layout),
                    Screen::Kitty(screen) => screen.draw(picture, &layout)?,
                };
                bytes.extend(layout.status(&self.counter.status));
                bytes
            }
        };
        self.terminal.write(&bytes)
    }
}

/// The time since power-up on the board.
fn on_board(running: &Running) -> Duration {
    let nanoseconds = u128::from(running.cycles()) * 1_000_000_000 / u128::from(running.clock_hz());
    Duration::from_nanos(nanoseconds as u64)
}

impl Counter {
    fn count(&mut self, running: &Running) {
        self.shown += 1;
        let took = self.since.elapsed();
        if took < COUNTED {
            return;
        }
        let cycles = (running.cycles() - self.cycles) as f64;
        let real_time = cycles / running.clock_hz() as f64 / took.as_secs_f64();
        let pictures = self.shown as f64 / took.as_secs_f64();
        self.status = format!("{pictures:.0} pictures/s, {real_time:.2} of real time; Ctrl-C ends");
        (self.since, self.shown, self.cycles) = (Instant::now(), 0, running.cycles());
    }
}
