//! Sound effects: what is heard, and when.

use super::music::notes;
use crate::alarm::Alarm;
use crate::{Event, Spin};
use std::fmt;

/// The combo from which on the pitch stays.
pub const MAX_COMBO: u32 = 12;

/// A sound effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sound {
    /// A shift of a piece, or of the cursor in a list.
    Move,
    /// A turn of a piece, or a changed setting.
    Turn,
    /// A piece was held.
    Hold,
    /// A lock that clears nothing and is no T-spin.
    Lock,
    /// A hard drop.
    HardDrop,
    /// A cell is near the top.
    Alarm,
    /// Rows of the opponent arrived and wait.
    Garbage,
    /// A T-spin without lines.
    SpinOnly,
    /// A clear of one to three lines.
    Clear(u32),
    /// A clear of four lines.
    Quad,
    /// A T-spin with lines.
    Spin,
    /// A perfect clear.
    Perfect,
    /// A new level.
    Level,
    /// A number of the countdown.
    Count,
    /// The end of the countdown.
    Go,
    /// A combo, 1 to [`MAX_COMBO`].
    Combo(u32),
    /// The end of a game without success.
    Loss,
    /// The end of a game with success.
    Win,
}

impl Sound {
    /// All of them.
    pub fn all() -> Vec<Sound> {
        use Sound::*;
        let mut all = vec![Move, Turn, Hold, Lock, HardDrop, Alarm, Garbage, SpinOnly];
        all.extend((1..=3).map(Clear));
        all.extend([Quad, Spin, Perfect, Level, Count, Go]);
        all.extend((1..=MAX_COMBO).map(Combo));
        all.extend([Loss, Win]);
        all
    }

    /// The effect of a lock: the first that applies.
    fn of_lock(spin: Spin, lines: u32, combo: u32, perfect: bool) -> Sound {
        match (lines, spin) {
            (0, Spin::None) => Sound::Lock,
            (0, _) => Sound::SpinOnly,
            _ if perfect => Sound::Perfect,
            (_, Spin::Mini | Spin::Full) => Sound::Spin,
            (4, _) => Sound::Quad,
            _ if combo > 0 => Sound::Combo(combo.min(MAX_COMBO)),
            (lines, _) => Sound::Clear(lines),
        }
    }
}

/// A part of an effect: a tone that slides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slide {
    /// Frequencies at its start and at its end, in Hz.
    pub hz: [f64; 2],
    /// Its length in milliseconds.
    pub ms: u32,
}

/// Frequency of a semitone above A4.
pub(crate) fn hz(semitones: i32) -> f64 {
    440.0 * 2_f64.powf(f64::from(semitones) / 12.0)
}

impl Sound {
    /// The parts of the effect.
    pub fn parts(self) -> Vec<Slide> {
        // Frequencies and a time, or a note of ABC and a time.
        let text = match self {
            Sound::Move => "880>880:12",
            Sound::Turn => "880>1320:20",
            Sound::Hold => "1320>660:48",
            Sound::Lock => "240>150:48",
            Sound::HardDrop => "560>110:40 110>70:60",
            Sound::Alarm => "147>139:100 110>98:140",
            Sound::Garbage => "200>120:100 200>120:100",
            Sound::SpinOnly => "440>880:80",
            Sound::Clear(1) => "A:48 e:120",
            Sound::Clear(2) => "A:48 ^c:48 e:140",
            Sound::Clear(_) => "A:48 ^c:48 e:48 a:140",
            Sound::Quad => "A:60 ^c:60 e:60 a:60 e:60 a:240",
            Sound::Spin => "440>1320:80 440>1320:80 440>1320:80",
            Sound::Perfect => "A:44 ^c:44 e:44 a:44 ^c':44 e':44 ^c':44 e':240",
            Sound::Level => "d:80 ^f:80 a:80 ^f:80 a:240",
            Sound::Count => "A:100",
            Sound::Go => "a:252",
            Sound::Combo(combo) => {
                let note = |steps: u32, ms| Slide {
                    hz: [hz(steps as i32); 2],
                    ms,
                };
                return vec![note(combo - 1, 48), note(combo + 3, 112)];
            }
            Sound::Loss => "440>277:252 277>175:252 175>110:252",
            Sound::Win => "A:100 ^c:100 e:100 a:200 e:100 a:100 ^c':100 e':252",
        };
        text.split(' ').map(part).collect()
    }
}

fn part(text: &str) -> Slide {
    let (tone, ms) = text.split_once(':').expect("a time");
    let ms = ms.parse().expect("a number");
    let number = |text: &str| text.parse().expect("a frequency");
    let hz = match tone.split_once('>') {
        Some((from, to)) => [number(from), number(to)],
        None => match notes(tone)[..] {
            [(Some(semitones), _)] => [hz(semitones); 2],
            _ => panic!("`{tone}` is no note"),
        },
    };
    Slide { hz, ms }
}

impl fmt::Display for Sound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Sound::Move => "move",
            Sound::Turn => "rotate",
            Sound::Hold => "hold",
            Sound::Lock => "lock",
            Sound::HardDrop => "hard drop",
            Sound::Alarm => "alarm",
            Sound::Garbage => "garbage",
            Sound::SpinOnly => "T-spin without lines",
            Sound::Clear(1) => "single",
            Sound::Clear(2) => "double",
            Sound::Clear(_) => "triple",
            Sound::Quad => "quad",
            Sound::Spin => "T-spin with lines",
            Sound::Perfect => "perfect clear",
            Sound::Level => "level up",
            Sound::Count => "count",
            Sound::Go => "go",
            Sound::Combo(combo) => return write!(f, "combo {combo}"),
            Sound::Loss => "loss",
            Sound::Win => "win",
        };
        write!(f, "{name}")
    }
}

/// The effects since the last look, and what decides on those to come.
#[derive(Debug, Clone, Default)]
pub(super) struct Ear {
    heard: Vec<Sound>,
    /// True if lines have raised the level since the last spawn.
    risen: bool,
    alarm: Alarm,
}

impl Ear {
    pub fn begin(&mut self) {
        self.risen = false;
    }

    pub fn hear(&mut self, sound: Sound) {
        self.heard.push(sound);
    }

    /// Hears an event of a player's game.
    pub fn note(&mut self, event: Event) {
        let sound = match event {
            Event::Shifted { columns } => {
                self.heard.extend((0..columns).map(|_| Sound::Move));
                return;
            }
            Event::Turned { .. } => Sound::Turn,
            Event::Held { .. } => Sound::Hold,
            Event::Landed(_) => Sound::HardDrop,
            Event::Locked {
                spin,
                lines,
                combo,
                perfect,
                ..
            } => Sound::of_lock(spin, lines, combo, perfect),
            Event::Received => Sound::Garbage,
            Event::Spawned { .. } if std::mem::take(&mut self.risen) => Sound::Level,
            _ => return,
        };
        self.heard.push(sound);
    }

    /// Lines raise the level. It is heard when the next piece comes.
    pub fn rise(&mut self) {
        self.risen = true;
    }

    /// A tick of play, in danger or not.
    pub fn tick(&mut self, danger: bool) {
        if self.alarm.tick(danger) {
            self.heard.push(Sound::Alarm);
        }
    }

    /// True in the 31 ticks after an alarm.
    pub fn is_lit(&self) -> bool {
        self.alarm.is_lit()
    }

    pub fn take(&mut self) -> Vec<Sound> {
        std::mem::take(&mut self.heard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_has_the_first_effect_that_applies() {
        for (spin, lines, combo, perfect, sound) in [
            (Spin::None, 0, 0, false, Sound::Lock),
            (Spin::Mini, 0, 0, false, Sound::SpinOnly),
            (Spin::None, 3, 0, false, Sound::Clear(3)),
            (Spin::None, 3, 2, false, Sound::Combo(2)),
            (Spin::None, 1, 15, false, Sound::Combo(12)),
            (Spin::None, 4, 2, false, Sound::Quad),
            (Spin::Mini, 1, 2, false, Sound::Spin),
            (Spin::Full, 3, 0, true, Sound::Perfect),
        ] {
            assert_eq!(Sound::of_lock(spin, lines, combo, perfect), sound);
        }
    }

    #[test]
    fn every_effect_has_a_sound_of_its_own() {
        let all: Vec<Vec<Slide>> = Sound::all().into_iter().map(Sound::parts).collect();
        for (index, parts) in all.iter().enumerate() {
            assert!(!all[..index].contains(parts), "{parts:?}");
        }
    }

    #[test]
    fn the_alarm_comes_at_once_and_every_60_ticks() {
        let mut ear = Ear::default();
        let mut alarms = |danger, ticks| {
            let alarms = (1..=ticks).filter(|_| {
                ear.tick(danger);
                !ear.take().is_empty()
            });
            alarms.collect::<Vec<_>>()
        };
        assert_eq!(alarms(true, 121), [1, 61, 121]);
        assert_eq!(alarms(false, 1), []);
        assert_eq!(alarms(true, 60), [1]);
    }
}
