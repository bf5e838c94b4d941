//! Sound of the terminal: samples are sent to a player program through a pipe.
//!
//! **Decision.** The player is a program that comes with the sound system: `pw-cat` (PipeWire),
//! `paplay` (PulseAudio), `aplay` (ALSA), `play` (SoX). A library such as cpal needs the headers of
//! ALSA to build, on every machine, also on those without sound. A program needs nothing to build,
//! and mixes and selects devices as the user has set it up.
//!
//! **Pace.** The clock of the sound card is not that of the game, so the queue in the pipe would
//! run empty or grow. Its length is measured. The samples are resampled by up to 1 % more or fewer,
//! which holds the queue at [`TARGET`]. Above [`MOST`] samples are dropped, so that the game never
//! waits for the pipe, which holds 64 KiB.

use gatefall_devices::Amplifier;
use gatefall_toolchain::on_path;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

/// Rate of the output in samples per second. Every sound system supports it.
const RATE_HZ: u32 = 48_000;
/// Bytes of a sample: 16 bits, one channel.
const BYTES: u64 = 2;
/// Length of the queue in the pipe, in samples: 30 ms.
const TARGET: u64 = RATE_HZ as u64 * 30 / 1000;
/// Silence at the start, which fills the buffer of the player and the pipe: 130 ms.
const LEAD: u64 = RATE_HZ as u64 * 100 / 1000 + TARGET;
/// Longest queue: 200 ms.
const MOST: u64 = RATE_HZ as u64 * 200 / 1000;
/// Largest change of the rate.
const STRETCH: f64 = 0.01;

/// Player programs, the preferred first, with their arguments.
const PLAYERS: [(&str, &[&str]); 4] = [
    (
        "pw-cat",
        &[
            "--playback",
            "--raw",
            "--rate",
            "48000",
            "--channels",
            "1",
            "--format",
            "s16",
            "--latency",
            "60ms",
            "-",
        ],
    ),
    (
        "paplay",
        &[
            "--raw",
            "--rate=48000",
            "--channels=1",
            "--format=s16le",
            "--latency-msec=60",
        ],
    ),
    (
        "aplay",
        &[
            "-q",
            "-t",
            "raw",
            "-f",
            "S16_LE",
            "-r",
            "48000",
            "-c",
            "1",
            "--buffer-time=100000",
            "-",
        ],
    ),
    (
        "play",
        &[
            "-q", "-t", "raw", "-e", "signed", "-b", "16", "-L", "-r", "48000", "-c", "1", "-",
        ],
    ),
];
/// Advice if no player works.
const ADVICE: &str = "apt install alsa-utils";

/// The sound of a game, or the reason why there is none.
pub(crate) struct Sound {
    /// Players that were not tried yet.
    candidates: Vec<Candidate>,
    player: Option<Player>,
    /// The last failure.
    failure: Option<String>,
    amplifier: Amplifier,
    resampler: Resampler,
}

/// A player on PATH.
struct Candidate {
    name: &'static str,
    path: PathBuf,
    arguments: &'static [&'static str],
}

impl Sound {
    /// Starts the first player on PATH. `rate_hz` is the rate of the samples of the circuit.
    pub(crate) fn start(rate_hz: u32) -> Sound {
        let candidates = PLAYERS.iter().rev().filter_map(|&(name, arguments)| {
            let path = on_path(name)?;
            Some(Candidate {
                name,
                path,
                arguments,
            })
        });
        let mut sound = Sound {
            candidates: candidates.collect(),
            player: None,
            failure: None,
            amplifier: Amplifier::default(),
            resampler: Resampler::new(f64::from(rate_hz) / f64::from(RATE_HZ)),
        };
        sound.next_player();
        sound
    }

    /// Tries players until one starts.
    fn next_player(&mut self) {
        while self.player.is_none() {
            let Some(candidate) = self.candidates.pop() else {
                return;
            };
            match Player::start(&candidate) {
                Ok(player) => self.player = Some(player),
                Err(error) => self.failure = Some(format!("{}: {error}", candidate.name)),
            }
        }
    }

    /// Plays the samples of the circuit, 0 to 512 each. Never waits.
    pub(crate) fn play(&mut self, samples: &[u16]) {
        let Some(player) = &mut self.player else {
            return;
        };
        let levels = samples.iter().map(|&high| self.amplifier.sample(high));
        let ratio = rate_of(player.queue());
        let mut bytes = Vec::new();
        for level in levels {
            self.resampler.push(level, ratio, |level| {
                bytes.extend(level.to_le_bytes());
            });
        }
        if let Err(failure) = player.write(&bytes) {
            self.failure = Some(failure);
            self.player = None;
            self.next_player();
        }
    }

    /// Text for the status line and for the end: the player, or the reason for the silence.
    pub(crate) fn status(&self) -> String {
        match (&self.player, &self.failure) {
            (Some(player), _) => format!("sound by {}", player.name),
            (None, Some(failure)) => format!("no sound: {failure}"),
            (None, None) => {
                let names: Vec<&str> = PLAYERS.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                format!("no sound: none of {names} is on PATH ({ADVICE})")
            }
        }
    }
}

/// Output samples per input sample, relative to nominal, for a queue of this many samples.
fn rate_of(queue: u64) -> f64 {
    let lack = (TARGET as f64 - queue as f64) / TARGET as f64;
    1.0 + STRETCH * lack.clamp(-1.0, 1.0)
}

/// A running player. Dropping it ends the program.
struct Player {
    name: &'static str,
    child: Child,
    input: ChildStdin,
    /// Its error messages.
    errors: Option<File>,
}

impl Player {
    fn start(candidate: &Candidate) -> std::io::Result<Player> {
        let errors = tempfile::tempfile()?;
        let mut child = command(&candidate.path, candidate.arguments)
            .stderr(errors.try_clone()?)
            .spawn()?;
        let mut input = child.stdin.take().expect("the input is a pipe");
        // A player that has ended is noticed at the next write.
        let _ = input.write_all(&vec![0; (LEAD * BYTES) as usize]);
        Ok(Player {
            name: candidate.name,
            child,
            input,
            errors: Some(errors),
        })
    }

    /// Samples in the pipe.
    fn queue(&self) -> u64 {
        rustix::io::ioctl_fionread(&self.input).unwrap_or(0) / BYTES
    }

    /// Writes samples, or drops them if the queue is too long. Fails if the program has ended.
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let ended = matches!(self.child.try_wait(), Ok(Some(_)) | Err(_));
        let has_room = self.queue() + bytes.len() as u64 / BYTES <= MOST;
        if !ended && (!has_room || self.input.write_all(bytes).is_ok()) {
            return Ok(());
        }
        // The program closes its input before its end.
        let _ = self.child.kill();
        let status = self
            .child
            .wait()
            .map_or(String::new(), |status| status.to_string());
        let said = self.errors.take().and_then(last_line);
        Err(format!("{}: {}", self.name, said.unwrap_or(status)))
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(path: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(path);
    command.args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    command
}

/// Last line of a program's messages that has text.
fn last_line(mut errors: File) -> Option<String> {
    let mut bytes = Vec::new();
    errors
        .rewind()
        .and_then(|()| errors.read_to_end(&mut bytes))
        .ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(line.chars().filter(|letter| !letter.is_control()).collect())
}

/// Converts the rate by linear interpolation between two samples.
struct Resampler {
    /// Input samples per output sample.
    step: f64,
    last: f64,
    /// Place of the next output sample between the last input sample and the next one, 0 to 1.
    place: f64,
}

impl Resampler {
    fn new(step: f64) -> Resampler {
        Resampler {
            step,
            last: 0.0,
            place: 0.0,
        }
    }

    /// Takes an input sample, and gives the output samples up to it. `rate` is the number of output
    /// samples relative to nominal.
    fn push(&mut self, sample: i16, rate: f64, mut give: impl FnMut(i16)) {
        let sample = f64::from(sample);
        while self.place < 1.0 {
            give((self.last + (sample - self.last) * self.place) as i16);
            self.place += self.step / rate;
        }
        self.place -= 1.0;
        self.last = sample;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resampled(step: f64, rate: f64, samples: &[i16]) -> Vec<i16> {
        let mut resampler = Resampler::new(step);
        let mut output = Vec::new();
        for &sample in samples {
            resampler.push(sample, rate, |level| output.push(level));
        }
        output
    }

    #[test]
    fn the_number_of_samples_follows_the_rates() {
        let input = vec![0; 49_170];
        let step = 49_170.0 / 48_000.0;
        for (rate, expected) in [(1.0, 48_000), (1.01, 48_480), (0.99, 47_520)] {
            let count = resampled(step, rate, &input).len();
            assert!(count.abs_diff(expected) <= 1, "{rate}: {count}");
        }
    }

    #[test]
    fn values_are_between_their_neighbours() {
        let ramp: Vec<i16> = (0..100).map(|level| 100 * level).collect();
        let output = resampled(0.5, 1.0, &ramp);
        assert_eq!(output[..6], [0, 0, 0, 50, 100, 150]);
        assert!(output.windows(2).all(|pair| pair[0] <= pair[1]));
    }

    #[test]
    fn the_rate_returns_the_queue_to_its_target() {
        assert_eq!(rate_of(TARGET), 1.0);
        assert_eq!((rate_of(0), rate_of(MOST)), (1.01, 0.99));
        assert!(rate_of(TARGET / 2) > 1.0 && rate_of(TARGET * 3 / 2) < 1.0);
        // A card that is 0.1 % faster than the game: the queue settles near its target.
        let mut queue = LEAD as f64;
        for _ in 0..60 * 60 {
            queue += 800.0 * rate_of(queue as u64) - 800.8;
        }
        assert!(
            (queue - TARGET as f64).abs() < TARGET as f64 / 5.0,
            "{queue}"
        );
    }

    #[test]
    fn a_player_that_ends_is_replaced_and_its_last_message_is_shown() {
        let shell = |name, script: &'static [&'static str]| Candidate {
            name,
            path: "/bin/sh".into(),
            arguments: script,
        };
        let mut sound = Sound {
            candidates: vec![
                shell("second", &["-c", "exec cat > /dev/null"]),
                shell("first", &["-c", "echo 'no device' >&2; exit 1"]),
            ],
            player: None,
            failure: None,
            amplifier: Amplifier::default(),
            resampler: Resampler::new(1.0),
        };
        sound.next_player();
        let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while sound.status() != "sound by second" {
            assert!(std::time::Instant::now() < end, "{}", sound.status());
            sound.play(&[256; 800]);
        }
        assert_eq!(sound.failure.as_deref(), Some("first: no device"));
        // The last player is killed: silence, with the reason.
        let player = sound.player.as_mut().unwrap();
        player.child.kill().unwrap();
        while sound.player.is_some() {
            sound.play(&[256; 800]);
        }
        assert!(
            sound.status().starts_with("no sound: second: signal: 9"),
            "{}",
            sound.status()
        );
    }

    #[test]
    fn a_player_that_reads_nothing_does_not_stop_the_game() {
        let candidate = Candidate {
            name: "sleep",
            path: "/bin/sh".into(),
            arguments: &["-c", "exec sleep 1000"],
        };
        let mut player = Player::start(&candidate).unwrap();
        for _ in 0..1_000 {
            player.write(&[0; 1_600]).unwrap();
        }
        assert!(player.queue() <= MOST && player.queue() > MOST / 2);
    }
}
