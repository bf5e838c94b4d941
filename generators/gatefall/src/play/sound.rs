//! Sound of the terminal: samples go through a ring to the sound system, which takes them in a
//! thread of its own.
//!
//! **Pace.** The clock of the sound card is not that of the game, so the ring would run empty or
//! grow. Its fill is measured. The samples are resampled by up to 1 % more or fewer, which holds
//! the fill at a target. Far above it samples are dropped. After the ring has run empty, the last
//! level is held until the fill has reached the target again.
//!
//! **Waits.** Opening and closing a device may take long, if a sound server has to answer. Both
//! happen in a thread that owns the stream. The game only looks at what that thread has reported.
//! Before its start it waits for the device, but at most a second.

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, Device, Error, ErrorKind, FromSample, Sample, SampleFormat, SizedSample};
use cpal::{Stream, StreamConfig, SupportedBufferSize};
use gatefall_devices::Amplifier;
use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::time::Duration;

/// Largest change of the rate.
const STRETCH: f64 = 0.01;
/// Requests of the device for samples, each for 20 ms. Some sound systems would choose 5 ms, which
/// a busy machine cannot hold.
const PERIODS_PER_SECOND: u32 = 50;
/// Fill of the ring that the rate control aims at, in periods.
const TARGET_PERIODS: usize = 2;
/// Longest fill, in targets. Above it samples are dropped.
const MOST_TARGETS: usize = 4;
/// Longest wait for the device before the game starts, so that its first sound is heard.
const OPENING: Duration = Duration::from_secs(1);

/// An open device, or the reason for the silence.
type Report = Result<Output, String>;

/// The sound of a game.
pub(crate) struct Sound {
    reports: Receiver<Report>,
    /// The last report.
    state: Report,
    amplifier: Amplifier,
}

/// The game's end of the ring.
struct Output {
    /// Name of the sound system.
    system: &'static str,
    ring: Producer<i16>,
    target: usize,
    resampler: Resampler,
    /// When this is dropped, the thread that opened the device closes it.
    _open: Sender<()>,
}

impl Sound {
    /// Opens the usual device. `rate_hz` is the rate of the samples of the circuit.
    pub(crate) fn start(rate_hz: u32) -> Sound {
        let (sender, reports) = channel();
        std::thread::spawn(move || {
            let (open, end) = channel();
            // Nothing can be sent to a game that has ended. Its end also ends the wait.
            let outcome = connect(rate_hz, open, &sender).and_then(|(output, stream)| {
                let _ = sender.send(Ok(output));
                stream.play()?;
                let _ = end.recv();
                Ok(())
            });
            if let Err(error) = outcome {
                let _ = sender.send(Err(reason(&error)));
            }
        });
        let late = |_| Err("the device is not open yet".to_owned());
        Sound {
            state: reports.recv_timeout(OPENING).unwrap_or_else(late),
            reports,
            amplifier: Amplifier::default(),
        }
    }

    /// Plays the samples of the circuit, 0 to 512 each. Never waits.
    pub(crate) fn play(&mut self, samples: &[u16]) {
        if let Some(report) = self.reports.try_iter().last() {
            self.state = report;
        }
        if let Ok(output) = &mut self.state {
            output.write(samples.iter().map(|&high| self.amplifier.sample(high)));
        }
    }

    /// Text for the status line and for the end: the sound system, or the reason for the silence.
    pub(crate) fn status(&self) -> String {
        match &self.state {
            Ok(output) => format!("sound by {}", output.system),
            Err(reason) => format!("no sound: {reason}"),
        }
    }
}

/// An error as part of a line.
fn reason(error: &Error) -> String {
    match (error.kind(), error.message()) {
        (ErrorKind::DeviceNotAvailable, None) => "no audio device".to_owned(),
        _ => error.to_string().replace(['\n', '\r', '\x1b'], " "),
    }
}

/// Opens the usual device. Errors of its stream are reported later.
fn connect(
    rate_hz: u32,
    open: Sender<()>,
    reports: &Sender<Report>,
) -> Result<(Output, Stream), Error> {
    let system = cpal::available_hosts().into_iter().next();
    let system = system.ok_or(ErrorKind::HostUnavailable)?;
    let device = cpal::host_from_id(system)?.default_output_device();
    let device = device.ok_or(ErrorKind::DeviceNotAvailable)?;
    let supported = device.default_output_config()?;
    let build = match supported.sample_format() {
        SampleFormat::F32 => build::<f32>,
        SampleFormat::I16 => build::<i16>,
        SampleFormat::I32 => build::<i32>,
        _ => return Err(ErrorKind::UnsupportedConfig.into()),
    };
    let mut config = supported.config();
    let mut period = config.sample_rate / PERIODS_PER_SECOND;
    if let SupportedBufferSize::Range { min, max } = *supported.buffer_size() {
        period = period.max(min).min(max);
        config.buffer_size = BufferSize::Fixed(period);
    }
    let (stream, ring) = build(&device, config, reports).or_else(|_| {
        // The range may be smaller at this rate.
        config.buffer_size = BufferSize::Default;
        build(&device, config, reports)
    })?;
    let output = Output {
        system: system.name(),
        ring,
        target: TARGET_PERIODS * stream.buffer_size().unwrap_or(period) as usize,
        resampler: Resampler::new(f64::from(rate_hz) / f64::from(config.sample_rate)),
        _open: open,
    };
    Ok((output, stream))
}

/// Builds a stream with samples of a type, and the ring that it is played from.
fn build<T: SizedSample + FromSample<i16>>(
    device: &Device,
    config: StreamConfig,
    reports: &Sender<Report>,
) -> Result<(Stream, Producer<i16>), Error> {
    let (producer, ring) = RingBuffer::new(config.sample_rate as usize);
    let mut speaker = Speaker::new(ring);
    let reports = reports.clone();
    let channels = usize::from(config.channels);
    let stream = device.build_output_stream(
        config,
        move |samples: &mut [T], _: &_| speaker.fill(samples, channels),
        move |error| match error.kind() {
            // The stream goes on.
            ErrorKind::DeviceChanged | ErrorKind::RealtimeDenied | ErrorKind::Xrun => {}
            // The game may have ended.
            _ => drop(reports.send(Err(reason(&error)))),
        },
        None,
    )?;
    Ok((stream, producer))
}

/// Output samples per input sample, relative to nominal.
fn rate_of(fill: usize, target: usize) -> f64 {
    let lack = (target as f64 - fill as f64) / target as f64;
    1.0 + STRETCH * lack.clamp(-1.0, 1.0)
}

impl Output {
    /// Puts samples into the ring, or drops them if its fill is too long.
    fn write(&mut self, levels: impl Iterator<Item = i16>) {
        let fill = self.fill();
        if fill > MOST_TARGETS * self.target {
            return;
        }
        let rate = rate_of(fill, self.target);
        for level in levels {
            self.resampler.push(level, rate, |level| {
                // A full ring drops it, too.
                let _ = self.ring.push(level);
            });
        }
    }

    /// Samples in the ring.
    fn fill(&self) -> usize {
        self.ring.buffer().capacity() - self.ring.slots()
    }
}

/// The sound system's end of the ring.
struct Speaker {
    ring: Consumer<i16>,
    level: i16,
    /// True until the fill has reached its target.
    waits: bool,
}

impl Speaker {
    fn new(ring: Consumer<i16>) -> Speaker {
        Speaker {
            ring,
            level: 0,
            waits: true,
        }
    }

    /// Gives a device the samples that it requests, the same in all channels.
    fn fill<T: Sample + FromSample<i16>>(&mut self, samples: &mut [T], channels: usize) {
        self.waits &= self.ring.slots() < TARGET_PERIODS * samples.len() / channels;
        for frame in samples.chunks_mut(channels) {
            if !self.waits {
                match self.ring.pop() {
                    Ok(level) => self.level = level,
                    Err(_) => self.waits = true,
                }
            }
            frame.fill(T::from_sample(self.level));
        }
    }
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

    /// Samples of 20 ms at 48,000 Hz.
    const PERIOD: usize = 960;
    const TARGET: usize = TARGET_PERIODS * PERIOD;

    fn resampled(step: f64, rate: f64, samples: &[i16]) -> Vec<i16> {
        let mut resampler = Resampler::new(step);
        let mut output = Vec::new();
        for &sample in samples {
            resampler.push(sample, rate, |level| output.push(level));
        }
        output
    }

    /// Both ends of a ring for samples of 48,000 Hz.
    fn ends() -> (Output, Speaker) {
        let (ring, consumer) = RingBuffer::new(48_000);
        let output = Output {
            system: "a test",
            ring,
            target: TARGET,
            resampler: Resampler::new(1.0),
            _open: channel().0,
        };
        (output, Speaker::new(consumer))
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
    fn the_rate_returns_the_fill_to_its_target() {
        let rate = |fill| rate_of(fill, TARGET);
        assert_eq!(rate(TARGET), 1.0);
        assert_eq!((rate(0), rate(MOST_TARGETS * TARGET)), (1.01, 0.99));
        assert!(rate(TARGET / 2) > 1.0 && rate(TARGET * 3 / 2) < 1.0);
        // A minute with a card that is 0.1 % faster than the game, in steps of 16 ms.
        let (mut output, mut speaker) = ends();
        let (mut played, mut holds) = (0, Vec::new());
        for step in 0..60_000 / 16 {
            output.write([100; 768].into_iter());
            while played + PERIOD <= step * 768 * 1_001 / 1_000 {
                speaker.fill(&mut [0_i16; PERIOD], 1);
                played += PERIOD;
            }
            holds.push(speaker.waits);
        }
        let fill = output.fill();
        assert!(fill.abs_diff(TARGET) < TARGET / 2, "{fill}");
        // It waits for the first fill only.
        let first = holds.iter().position(|waits| !waits).unwrap();
        assert!(first < 5 && !holds[first..].contains(&true), "{first}");
    }

    #[test]
    fn an_empty_ring_holds_the_level_until_it_is_filled_again() {
        let (mut output, mut speaker) = ends();
        let mut played = |count, speaker: &mut Speaker| {
            output.write(std::iter::repeat_n(i16::MIN / 2, count));
            let mut samples = [1.0_f32; 2 * PERIOD];
            speaker.fill(&mut samples, 2);
            samples
        };
        // Silence before the first fill.
        assert_eq!(played(TARGET / 2, &mut speaker), [0.0; 2 * PERIOD]);
        let first = played(TARGET / 2, &mut speaker);
        assert_eq!(first[2 * PERIOD - 2..], [-0.5, -0.5], "in both channels");
        for _ in 0..3 {
            assert_eq!(played(0, &mut speaker), [-0.5; 2 * PERIOD]);
        }
        assert!(speaker.waits);
        played(TARGET / 2, &mut speaker);
        assert!(speaker.waits);
        played(TARGET / 2, &mut speaker);
        assert!(!speaker.waits);
    }

    #[test]
    fn a_device_that_takes_nothing_does_not_stop_the_game() {
        let (mut output, _speaker) = ends();
        for _ in 0..1_000 {
            output.write([0; 800].into_iter());
        }
        let more = output.fill() - MOST_TARGETS * TARGET;
        assert!((1..=800).contains(&more), "{more}");
    }

    #[test]
    fn an_error_in_the_middle_of_a_game_closes_the_device_and_is_shown() {
        let (sender, reports) = channel();
        let (mut output, _speaker) = ends();
        let (open, end) = channel();
        output._open = open;
        let mut sound = Sound {
            reports,
            state: Ok(output),
            amplifier: Amplifier::default(),
        };
        sound.play(&[256; 800]);
        assert_eq!(sound.status(), "sound by a test");
        let gone = Error::with_message(ErrorKind::DeviceNotAvailable, "Device\ndisconnected");
        sender.send(Err(reason(&gone))).unwrap();
        sound.play(&[256; 800]);
        assert_eq!(sound.status(), "no sound: Device disconnected");
        end.recv().expect_err("the device is told to close");
    }
}
