//! Tunes a game for the browser: plays a script natively and compiles the game for what it did.
//!
//! A program that the browser gets is not compiled again, because the compiler is not in the page.
//! So its samples are from the title, the menu, the countdown, play, and the end of a match. They
//! are taken at fixed cycles, so that the same circuit gives the same bytes.
//!
//! **Decision.** Tuned programs are exported. In V8 (node 20.20.2) the arcade with all devices ran
//! 41 to 43 million cycles per second of processor time after tuning, and 2.4 million before it;
//! real time takes 25.175 million. So a compiler in the page is not needed. Samples of play alone
//! left the title, the menu and the end of a match at 1.1 of real time, and the page dropped time
//! there. With samples of each scene, all scenes run at 1.4 to 1.6, and play at 1.4 instead of 1.5.
//! Lookup tables in partitions, branch hints and a function for each partition were tried. Together
//! the first two brought 4 % in Chromium for 31 kB; the third was 4 % slower there.

use crate::sim::controls::Controls;
use crate::sim::{key_script, SimError};
use gatefall_compile::{compile, Program};
use gatefall_devices::{DeviceBench, Output, Running};
use gatefall_games::Game;
use gatefall_host::{HostError, Snapshot};

/// Samples of a game.
const SAMPLES: u64 = 72;
/// Simulated time of the first sample, in milliseconds.
const FROM_MS: u64 = 100;
/// Simulated time of the last sample of a game that is not listed.
const REST_MS: u64 = 3_000;

/// Names of games, scripts that play them, and the time of the last sample. A game that is not
/// listed is tuned at rest.
const SCRIPTS: &[(&str, &str, u64)] = &[
    ("arcade", include_str!("tune.keys"), 5_000),
    (
        "handheld",
        include_str!("../../../../docs/handheld.keys"),
        3_000,
    ),
    (
        "matrix",
        include_str!("../../../../docs/matrix-win.keys"),
        3_000,
    ),
    (
        "tictactoe",
        include_str!("../../../../docs/tictactoe-win.keys"),
        3_000,
    ),
];

/// The compiled bench of a game, tuned.
pub(super) fn tuned(game: &'static Game, bench: &DeviceBench) -> Result<Program, SimError> {
    let mut program = compile(&bench.netlist).map_err(HostError::from)?;
    let samples = samples(game, bench)?;
    let images = samples.iter().map(Snapshot::image);
    images.for_each(|image| program.observe(image));
    program.tune();
    Ok(program)
}

/// States of a game while its script plays it.
pub(crate) fn samples(game: &'static Game, bench: &DeviceBench) -> Result<Vec<Snapshot>, SimError> {
    let script = SCRIPTS.iter().find(|(name, ..)| *name == game.name);
    let (text, to_ms) = script.map_or(("", REST_MS), |&(_, text, to_ms)| (text, to_ms));
    let script = key_script::parse(game.name, text, Controls::new(game))?;
    let clock_hz = game.params().clock_hz;
    let mut running = Running::start(bench.clone(), clock_hz)?;
    let mut samples = Vec::new();
    let mut strokes = script.strokes.iter().peekable();
    for sample in 0..SAMPLES {
        // Nobody looks at the outputs before the sample.
        let until_exact = running.leave_out(&[Output::Picture, Output::Sound])?;
        let ms = FROM_MS + (to_ms - FROM_MS) * sample / SAMPLES;
        // Not a whole number of lines, so that all parts of a picture are sampled.
        let end = clock_hz * ms / 1000 + sample * 7919;
        while let Some(stroke) = strokes.next_if(|stroke| stroke.cycle(clock_hz) <= end) {
            let due = stroke.cycle(clock_hz).max(running.cycles());
            running.run(due - running.cycles())?;
            stroke.control.set(&mut running, stroke.is_down)?;
        }
        running.run(end.saturating_sub(running.cycles() + until_exact))?;
        running.compute_all();
        running.run(end.saturating_sub(running.cycles()))?;
        samples.push(running.machine().snapshot());
    }
    Ok(samples)
}
