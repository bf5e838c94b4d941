//! `gatefall sim`: simulates a game with a key script, and writes its outputs to files.

pub(crate) mod circuit;
pub(crate) mod controls;
pub(crate) mod error;
pub(crate) mod flash_file;
mod gif_file;
pub(crate) mod key_script;
mod outputs;
mod palette;
pub(crate) mod replay;
mod script_error;
mod trace;
mod trace_event;
mod trace_view;
mod waveform;

pub(crate) use error::SimError;
pub(crate) use outputs::encode_png;

use crate::cli::SimArguments;
use crate::error::{io, AppError};
use crate::interrupt::is_interrupted;
use crate::output;
use crate::root::game_with;
use circuit::circuit;
use controls::Controls;
use gatefall_devices::{DeviceBench, LedMatrixSize, Output, PanelGeometry, Running};
use gatefall_games::Game;
use gatefall_netlist::Netlist;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use key_script::{cycle, Script, Stroke};
use outputs::Outputs;
use std::iter::Peekable;
use std::path::Path;
use std::time::{Duration, Instant};
use waveform::Waveform;

/// Geometry of the LCD panel for games with an LCD.
const PANEL: PanelGeometry = PanelGeometry {
    column_offset: 0,
    row_offset: 0,
    is_turned: true,
    is_blue_first: true,
};

/// Without another limit, a run ends this long after the last key.
const REST: Duration = Duration::from_secs(1);
/// Steps per second of simulated time for a run without pictures. A run checks its end after each.
const STEPS_PER_SECOND: u64 = 60;
/// Pictures per second, about, of the game with the fewest.
const PICTURES_PER_SECOND: u64 = 60;
/// A WAV file has less than 4 GiB.
const LONGEST_SOUND: Duration = Duration::from_secs(12 * 60 * 60);

/// Starts a game with its devices, at power-up.
pub(crate) fn start(game: &Game, watch: &[&str]) -> Result<Running, SimError> {
    let bench = bench(game, &circuit(game)?, watch)?;
    Ok(Running::start(bench, game.params().clock_hz)?)
}

/// A game with its devices.
pub(crate) fn bench(
    game: &Game,
    circuit: &Netlist,
    watch: &[&str],
) -> Result<DeviceBench, SimError> {
    let mut bench = DeviceBench::new(circuit, watch)?;
    if let Some(matrix) = game.led_matrix() {
        bench = bench.with_matrix(LedMatrixSize {
            columns: matrix.columns.into(),
            rows: matrix.rows.into(),
        });
    }
    if bench.has_lcd {
        bench = bench.with_panel(PANEL);
    }
    Ok(bench)
}

pub(crate) fn run(arguments: &SimArguments) -> Result<(), AppError> {
    let game = &game_with(&arguments.game, &arguments.choices)?;
    let Script {
        strokes,
        end,
        flash,
    } = match &arguments.keys {
        Some(path) => read_script(path, Controls::new(game))?,
        None => Script::default(),
    };
    let (replay_end, expected) = end.map_or((None, None), |end| (Some(end.time), end.state));
    let watch = match &arguments.trace {
        None => Vec::new(),
        Some(_) => trace_view::watched(game.name).ok_or(SimError::NoTrace(game.name))?,
    };
    outputs::check_places(arguments)?;
    let end = End::new(arguments, &strokes, replay_end);
    end.check_start_of_pictures(arguments)?;
    end.check_length_of_sound(arguments)?;
    let mut running = start(game, &watch)?;
    match flash {
        Some(_) if arguments.flash.is_some() => return Err(SimError::TwoFlashes.into()),
        Some(bytes) => flash_file::fill(&bytes, game, &mut running)?,
        None => flash_file::load(arguments.flash.as_deref(), game, &mut running)?,
    }
    let to_exact = running.leave_out(&unused(arguments));
    let to_exact = to_exact.map_err(SimError::from)?;
    let waveform = Waveform::new(arguments, running.machine())?;
    // From here on files are written.
    let mut outputs = Outputs::open(arguments, &running)?;
    let recording = waveform.map(|waveform| waveform.record(&mut running));
    let recording = recording.transpose()?;
    let is_whole = matches!(&end, End::Time(time) if Some(*time) == replay_end);
    let begun = Instant::now();
    let outcome = play_script(&mut running, &strokes, &end, to_exact, &mut outputs);
    // Complete the files in any case.
    let waveform = recording.map_or(Ok(()), |recording| recording.finish(&mut running));
    let seconds = seconds(&running);
    let state = replay::state_hash(&mut running);
    let stored = flash_file::store(arguments.flash.as_deref(), &mut running);
    outputs.finish(&running)?;
    stored?;
    outcome?;
    waveform?;
    let took = begun.elapsed().as_secs_f64();
    output::note(&format!(
        "{seconds:.2} s of {} in {took:.2} s, state {state}",
        game.name
    ));
    if let Some(expected) = expected.filter(|expected| is_whole && *expected != state) {
        return Err(SimError::AnotherState { expected, state }.into());
    }
    if let Some(fault) = running.fault() {
        return Err(SimError::from(fault).into());
    }
    Ok(())
}

fn read_script(path: &Path, controls: Controls) -> Result<Script, AppError> {
    let bytes = std::fs::read(path).map_err(io("read", path))?;
    // Invalid UTF-8 becomes an unknown key, whose message has the location. Some editors write a
    // byte order mark.
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    let script = key_script::parse(&path.display().to_string(), text, controls);
    Ok(script.map_err(SimError::from)?)
}

/// End of a run.
enum End {
    Time(Duration),
    Pictures(u64),
}

impl End {
    fn new(arguments: &SimArguments, strokes: &[Stroke], replay_end: Option<Duration>) -> End {
        let last = strokes.last().map_or(Duration::ZERO, |stroke| stroke.time);
        match (arguments.frames, arguments.duration) {
            (Some(pictures), _) => End::Pictures(pictures),
            (None, Some(time)) => End::Time(time),
            (None, None) => End::Time(replay_end.unwrap_or(last + REST)),
        }
    }

    /// Fails if `--from` is of no use.
    fn check_start_of_pictures(&self, arguments: &SimArguments) -> Result<(), SimError> {
        match (arguments.from, self) {
            (None, _) => Ok(()),
            (Some(_), _) if arguments.png.is_none() && arguments.gif.is_none() => {
                Err(SimError::NoPictures)
            }
            (Some(from), &End::Time(end)) if from >= end => {
                Err(SimError::PicturesAfterEnd { from, end })
            }
            (Some(_), _) => Ok(()),
        }
    }

    /// Fails if the sound does not fit in a WAV file.
    fn check_length_of_sound(&self, arguments: &SimArguments) -> Result<(), SimError> {
        let length = match *self {
            End::Time(end) => end,
            End::Pictures(pictures) => Duration::from_secs(pictures / PICTURES_PER_SECOND),
        };
        match arguments.wav {
            Some(_) if length > LONGEST_SOUND => Err(SimError::SoundTooLong),
            _ => Ok(()),
        }
    }

    fn progress_bar(&self) -> ProgressBar {
        let (length, unit) = match self {
            End::Time(time) => (time.as_millis() as u64, "ms"),
            End::Pictures(pictures) => (*pictures, "pictures"),
        };
        let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left");
        let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
        ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr()).with_style(style)
    }
}

fn seconds(running: &Running) -> f64 {
    running.cycles() as f64 / running.clock_hz() as f64
}

/// The outputs of the game that a run does not need. A run that writes no events, sound or pictures
/// checks the outputs, and a waveform may show them.
fn unused(arguments: &SimArguments) -> Vec<Output> {
    let has_pictures = arguments.png.is_some() || arguments.gif.is_some();
    let has_sound = arguments.wav.is_some();
    let is_check = !has_pictures && !has_sound && arguments.trace.is_none();
    if is_check || arguments.wave.is_some() || arguments.frames.is_some() {
        return Vec::new();
    }
    let needed = [(Output::Picture, has_pictures), (Output::Sound, has_sound)];
    let unused = needed.into_iter().filter(|(_, is_needed)| !is_needed);
    unused.map(|(output, _)| output).collect()
}

/// Applies the strokes that are due. Returns the cycle of the next one.
fn apply_due<'a>(
    running: &mut Running,
    strokes: &mut Peekable<impl Iterator<Item = &'a Stroke>>,
) -> Result<Option<u64>, AppError> {
    while let Some(stroke) = strokes.peek() {
        let due = stroke.cycle(running.clock_hz());
        if due > running.cycles() {
            return Ok(Some(due));
        }
        stroke.control.set(running, stroke.is_down)?;
        strokes.next();
    }
    Ok(None)
}

/// Runs to the end, and applies all strokes. Outputs that were left out are computed in the last
/// `to_exact` cycles.
fn play_script(
    running: &mut Running,
    strokes: &[Stroke],
    end: &End,
    to_exact: u64,
    outputs: &mut Outputs,
) -> Result<(), AppError> {
    let bar = end.progress_bar();
    let mut strokes = strokes.iter().peekable();
    let last_cycle = match end {
        End::Time(time) => cycle(*time, running.clock_hz()),
        End::Pictures(_) => u64::MAX,
    };
    let computes_all_from = last_cycle.saturating_sub(to_exact);
    let mut pictures = 0;
    while running.cycles() < last_cycle && !matches!(end, End::Pictures(all) if pictures == *all) {
        if is_interrupted() {
            bar.finish_and_clear();
            return Err(SimError::Interrupted {
                seconds: seconds(running),
            }
            .into());
        }
        let step = running.clock_hz() / STEPS_PER_SECOND;
        let mut limit = last_cycle.min(running.cycles() + step);
        match running.cycles() < computes_all_from {
            true => limit = limit.min(computes_all_from),
            false => running.compute_all(),
        }
        if let Some(due) = apply_due(running, &mut strokes)? {
            limit = limit.min(due);
        }
        let is_new = running.run_to_picture(limit).map_err(SimError::from)?;
        pictures += u64::from(is_new);
        outputs.take(running, is_new)?;
        // `stop_recording` reports the reason.
        if running.machine().recording_failed() {
            break;
        }
        bar.set_position(match end {
            End::Time(_) => (seconds(running) * 1e3) as u64,
            End::Pictures(_) => pictures,
        });
    }
    bar.finish_and_clear();
    // A replay may have strokes in its last cycle.
    apply_due(running, &mut strokes)?;
    if let (Some(stroke), false) = (strokes.peek(), running.machine().recording_failed()) {
        output::note(&format!(
            "The run ends before line {} of the script, at {:?}.",
            stroke.line, stroke.time
        ));
    }
    Ok(())
}
