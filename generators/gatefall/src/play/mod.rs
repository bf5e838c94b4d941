//! `gatefall play`: a game in the terminal, in real time.
//!
//! The terminal displays the picture that the modelled monitor receives or that the LEDs show. Keys
//! operate the modelled keyboard, or the buttons of the game. The sound system plays the samples of
//! the modelled speaker, in a build with the feature `sound`.

mod display;
mod half_blocks;
mod keyboard;
mod kitty;
mod layout;
mod pace;
#[cfg(not(feature = "sound"))]
mod silence;
#[cfg(feature = "sound")]
mod sound;
mod standard_error;
mod terminal;
mod terminal_input;

use crate::cli::PlayArguments;
use crate::error::AppError;
use crate::interrupt::is_interrupted;
use crate::output;
use crate::root::game_with;
use crate::sim::controls::Controls;
use crate::sim::{flash_file, start, SimError};
use crossterm::event::Event;
use display::Handover;
use gatefall_devices::{Key, Running};
use keyboard::{Keyboard, Wish};
use pace::Pace;
#[cfg(not(feature = "sound"))]
use silence::Silence as Sound;
#[cfg(feature = "sound")]
use sound::Sound;
use std::io;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};
use terminal::Terminal;

/// Interval of the figures in the status line.
const COUNTED: Duration = Duration::from_secs(1);
/// Maximum number of consecutive late pictures that are skipped. Half of the pictures are needed
/// for smooth motion.
const MOST_SKIPPED: u32 = 1;

pub(crate) fn run(arguments: &PlayArguments) -> Result<(), AppError> {
    let game = &game_with(&arguments.game, &arguments.choices)?;
    let mut running = start(game, &[])?;
    flash_file::load(arguments.flash.as_deref(), game, &mut running)?;
    let mut terminal = Terminal::open(game.name)?;
    let reports_releases = terminal.reports_releases();
    let display = Handover::default();
    let outcome = thread::scope(|scope| {
        scope.spawn(|| display.draw(&mut terminal));
        let keyboard = Keyboard::new(reports_releases);
        let sound = Sound::start(running.sample_rate_hz());
        let controls = Controls::new(game);
        let outcome = Play::new(&mut running, &display, controls, keyboard, sound).run();
        display.end();
        outcome
    });
    drop(terminal);
    flash_file::store(arguments.flash.as_deref(), &mut running)?;
    let summary = outcome?;
    output::print(&format!("{}: {summary}\n", game.name))
}

struct Play<'a> {
    running: &'a mut Running,
    display: &'a Handover,
    events: Receiver<io::Result<Event>>,
    controls: Controls,
    keyboard: Keyboard,
    sound: Sound,
    pace: Pace,
    skipped: u32,
    counter: Counter,
}

/// Figures of the last second.
struct Counter {
    /// Start of the second, and the counts at that time.
    since: Instant,
    shown: u64,
    cycles: u64,
    status: String,
}

impl<'a> Play<'a> {
    fn new(
        running: &'a mut Running,
        display: &'a Handover,
        controls: Controls,
        keyboard: Keyboard,
        sound: Sound,
    ) -> Self {
        let now = Instant::now();
        let pace = Pace::new(on_board(running), now);
        let counter = Counter {
            since: now,
            shown: 0,
            cycles: running.cycles(),
            status: String::new(),
        };
        Play {
            running,
            display,
            events: terminal_input::events(),
            controls,
            keyboard,
            sound,
            pace,
            skipped: 0,
            counter,
        }
    }

    /// Plays until the user quits. Returns a summary.
    fn run(mut self) -> Result<String, SimError> {
        let begun = (Instant::now(), self.running.cycles());
        while !is_interrupted() && self.read_keys()? {
            let limit = self.running.cycles() + self.running.clock_hz() / 30;
            let is_new = self.running.run_to_picture(limit)?;
            self.sound.play(&self.running.take_samples());
            if is_new && !self.is_late() {
                if let Some(picture) = self.running.picture() {
                    let sound = &self.sound;
                    self.counter
                        .count(self.running, self.display.shown(), sound);
                    self.display.show(picture, self.counter.status.clone())?;
                }
            }
        }
        let wall = begun.0.elapsed().as_secs_f64();
        let cycles = (self.running.cycles() - begun.1) as f64;
        Ok(format!(
            "{wall:.1} s, {:.1} pictures a second, {:.2} of real time; {}",
            self.display.shown() as f64 / wall,
            cycles / self.running.clock_hz() as f64 / wall,
            self.sound.status()
        ))
    }

    /// Handles keys until the board's next step is due. False if the user quits.
    fn read_keys(&mut self) -> Result<bool, SimError> {
        loop {
            let now = Instant::now();
            let due = self.pace.due(on_board(self.running), now);
            for key in self.keyboard.releases(now) {
                self.set(key, false)?;
            }
            let wait = due.saturating_duration_since(now);
            let Ok(event) = self.events.recv_timeout(wait) else {
                return Ok(true);
            };
            match event.map_err(SimError::Terminal)? {
                Event::Key(event) => {
                    for wish in self.keyboard.wishes(event, now) {
                        match wish {
                            Wish::Press(key) => self.set(key, true)?,
                            Wish::Release(key) => self.set(key, false)?,
                            Wish::End => return Ok(false),
                        }
                    }
                }
                Event::Resize(columns, rows) => self.display.resize(columns, rows),
                _ => {}
            }
        }
    }

    /// Presses or releases a key. Ignores keys that the game does not use.
    fn set(&mut self, key: Key, is_down: bool) -> Result<(), SimError> {
        match self.controls.of_key(key) {
            Some(control) => control.set(self.running, is_down),
            None => Ok(()),
        }
    }

    /// True if this picture is late and to be skipped.
    fn is_late(&mut self) -> bool {
        let late = self.pace.is_late(on_board(self.running), Instant::now());
        let skip = late && self.skipped < MOST_SKIPPED;
        self.skipped = if skip { self.skipped + 1 } else { 0 };
        skip
    }
}

/// Simulated time since power-up.
fn on_board(running: &Running) -> Duration {
    let nanoseconds = u128::from(running.cycles()) * 1_000_000_000 / u128::from(running.clock_hz());
    Duration::from_nanos(nanoseconds as u64)
}

impl Counter {
    fn count(&mut self, running: &Running, shown: u64, sound: &Sound) {
        let took = self.since.elapsed();
        if took < COUNTED {
            return;
        }
        let cycles = (running.cycles() - self.cycles) as f64;
        let real_time = cycles / running.clock_hz() as f64 / took.as_secs_f64();
        let pictures = (shown - self.shown) as f64 / took.as_secs_f64();
        let sound = sound.status();
        self.status =
            format!("{pictures:.0} pictures/s, {real_time:.2} of real time; Ctrl-C ends; {sound}");
        (self.since, self.shown, self.cycles) = (Instant::now(), shown, running.cycles());
    }
}
