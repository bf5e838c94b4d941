//! Music while a game is played: Korobeiniki, a Russian folk song of the 19th century, bar by bar.
//!
//! A bar is an effect of a second [`SoundEffects`]. When it is over, the next one follows; after
//! the last one comes the first again.
//!
//! **Interface**: `restart` is a strobe: the first bar begins. While `is_on` is low the tune stands
//! still, and the pin is low. Without `has_music`, a constant, the pin is always low, and synthesis
//! removes the tune.
//!
//! **Source**: `docs/rules.md`, "Handheld".

use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::audio::sound_effects::{Note, SoundEffects};
use rust_hdl::prelude::*;

/// Bars of the tune.
const BARS: usize = 8;
/// Slots of an eighth: 0.2 s, or 150 quarters a minute.
const EIGHTH: u8 = 24;
/// Slots of silence at the end of each note.
const GAP: u8 = 2;
/// Most slots of a word.
const MOST: u8 = 31;

/// Frequencies of the notes.
mod pitch {
    pub const REST: u32 = 0;
    pub const A4: u32 = 440;
    pub const B4: u32 = 494;
    pub const C5: u32 = 523;
    pub const D5: u32 = 587;
    pub const E5: u32 = 659;
    pub const F5: u32 = 698;
    pub const G5: u32 = 784;
    pub const A5: u32 = 880;
}

/// The tune: pitch and length in eighths.
const TUNE: [&[(u32, u8)]; BARS] = {
    use pitch::*;
    [
        &[(E5, 2), (B4, 1), (C5, 1), (D5, 2), (C5, 1), (B4, 1)],
        &[(A4, 2), (A4, 1), (C5, 1), (E5, 2), (D5, 1), (C5, 1)],
        &[(B4, 3), (C5, 1), (D5, 2), (E5, 2)],
        &[(C5, 2), (A4, 2), (A4, 4)],
        &[(REST, 1), (D5, 2), (F5, 1), (A5, 2), (G5, 1), (F5, 1)],
        &[(E5, 3), (C5, 1), (E5, 2), (D5, 1), (C5, 1)],
        &[(B4, 2), (B4, 1), (C5, 1), (D5, 2), (E5, 2)],
        &[(C5, 2), (A4, 2), (A4, 2), (REST, 2)],
    ]
};

/// A note as words of at most 31 slots, the last one silent.
fn words((hz, eighths): (u32, u8)) -> Vec<Note> {
    let mut left = eighths * EIGHTH - GAP;
    let mut notes = vec![];
    while left > 0 {
        let slots = left.min(MOST);
        notes.push(Note { hz, slots });
        left -= slots;
    }
    notes.push(Note {
        hz: pitch::REST,
        slots: GAP,
    });
    notes
}

/// The bars as effects.
fn bars() -> [Vec<Note>; BARS] {
    TUNE.map(|bar| bar.iter().copied().flat_map(words).collect())
}

/// The player of the tune.
#[derive(LogicBlock, Module)]
pub struct Music {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; silent.
    pub reset: Signal<In, Bit>,
    /// Strobe: a slot is over, 120 times per second.
    pub slot: Signal<In, Bit>,
    /// Level: the tune goes on.
    pub is_on: Signal<In, Bit>,
    /// Strobe: the tune begins.
    pub restart: Signal<In, Bit>,
    /// The pin.
    pub audio: Signal<Out, Bit>,
    #[part(idle(is_second))]
    #[given]
    voice: SoundEffects,
    /// The bar that follows.
    bar: DFF<Bits<3>>,
    plays: Signal<Local, Bit>,
    has_music: Constant<Bit>,
}

impl Music {
    /// The tune for a clock, or silence.
    pub fn new(clock_hz: u64, has_music: bool) -> Self {
        let bars = bars();
        let bars: Vec<&[Note]> = bars.iter().map(Vec::as_slice).collect();
        construct!(Music {
            voice: SoundEffects::new(clock_hz, &bars),
            has_music: Constant::new(has_music),
        })
    }
}

#[clocked]
impl Logic for Music {
    #[hdl_gen]
    fn update(&mut self) {
        self.plays.next = self.is_on.val() & !self.voice.is_busy.val();
        self.voice.slot.next = self.slot.val() & self.is_on.val();
        self.voice.effect.next = self.bar.q.val();
        self.voice.play.next = self.plays.val();
        if self.plays.val() {
            self.bar.d.next = self.bar.q.val() + 1;
        }
        if self.restart.val() {
            self.voice.effect.next = 0.into();
            self.voice.play.next = true;
            self.bar.d.next = 1.into();
        }
        self.audio.next = self.voice.audio.val() & self.is_on.val() & self.has_music.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const CLOCK_HZ: u64 = 24_000_000;
    /// Clocks of a short slot. The pitch does not depend on it.
    const SHORT: u64 = 400;
    /// Slots of a bar.
    const BAR: u64 = 8 * EIGHTH as u64;

    fn music(has_music: bool) -> Bench<Music> {
        let mut uut = Bench::new(Music::new(CLOCK_HZ, has_music));
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        poke!(uut.restart = true);
        tick!(uut);
        poke!(uut.restart = false);
        uut
    }

    fn run(uut: &mut Bench<Music>, slots: u64, clocks: u64) {
        for _ in 0..slots {
            poke!(uut.slot = true);
            tick!(uut);
            poke!(uut.slot = false);
            uut.machine().run(clocks - 1);
        }
    }

    fn peek(uut: &mut Bench<Music>, register: &str) -> u64 {
        uut.machine().peek(register).unwrap()
    }

    #[test]
    fn every_bar_has_eight_eighths_and_fits_an_effect() {
        for bar in bars() {
            let slots: u64 = bar.iter().map(|note| u64::from(note.slots)).sum();
            assert_eq!(slots, BAR);
            assert!(bar.len() < 16, "{} words", bar.len());
        }
    }

    #[test]
    fn bar_follows_bar_and_the_last_is_followed_by_the_first() {
        let mut uut = music(true);
        poke!(uut.is_on = true);
        run(&mut uut, BAR / 2, SHORT);
        for bar in 1..20 {
            assert_eq!(peek(&mut uut, "bar"), bar % 8, "the next bar");
            run(&mut uut, BAR, SHORT);
        }
        poke!(uut.restart = true);
        tick!(uut);
        poke!(uut.restart = false);
        assert_eq!(peek(&mut uut, "bar"), 1);
    }

    #[test]
    fn it_stands_still_and_is_silent_while_it_is_off() {
        let mut uut = music(true);
        poke!(uut.is_on = true);
        run(&mut uut, 10, SHORT);
        let before = ["bar", "voice.place", "voice.slots"].map(|name| peek(&mut uut, name));
        poke!(uut.is_on = false);
        run(&mut uut, 2 * BAR, SHORT);
        let after = ["bar", "voice.place", "voice.slots"].map(|name| peek(&mut uut, name));
        assert_eq!(after, before);
        assert!(!sounds(&mut uut));
    }

    /// True if the pin is high at any time of two periods of the lowest note.
    fn sounds(uut: &mut Bench<Music>) -> bool {
        (0..2 * CLOCK_HZ / 440).any(|_| {
            tick!(uut);
            peek!(uut.audio)
        })
    }

    #[test]
    fn it_sounds_only_if_it_is_there() {
        for has_music in [true, false] {
            let mut uut = music(has_music);
            poke!(uut.is_on = true);
            run(&mut uut, 1, SHORT);
            assert_eq!(sounds(&mut uut), has_music);
        }
    }

    /// The score by the rules: pitch and length in eighths.
    const SCORE: [&str; BARS] = [
        "E5:2 B4:1 C5:1 D5:2 C5:1 B4:1",
        "A4:2 A4:1 C5:1 E5:2 D5:1 C5:1",
        "B4:3 C5:1 D5:2 E5:2",
        "C5:2 A4:2 A4:4",
        "r:1 D5:2 F5:1 A5:2 G5:1 F5:1",
        "E5:3 C5:1 E5:2 D5:1 C5:1",
        "B4:2 B4:1 C5:1 D5:2 E5:2",
        "C5:2 A4:2 A4:2 r:2",
    ];

    /// Periods of a second, in equal temperament.
    fn hz(note: &str) -> Option<f64> {
        let (name, octave) = note.split_at(1);
        let above_a = match name {
            "r" => return None,
            "C" => -9,
            "D" => -7,
            "E" => -5,
            "F" => -4,
            "G" => -2,
            "A" => 0,
            "B" => 2,
            _ => panic!("{note} is no note"),
        };
        let octaves = octave.parse::<i32>().unwrap() - 4;
        Some(440.0 * 2_f64.powf(f64::from(12 * octaves + above_a) / 12.0))
    }

    #[test]
    fn every_note_is_heard_in_its_time() {
        const SLOT: u64 = 12_000_000 / 120;
        let mut uut = Bench::new(Music::new(120 * SLOT, true));
        poke!(uut.is_on = true);
        poke!(uut.restart = true);
        tick!(uut);
        poke!(uut.restart = false);
        let mut phase = 0;
        let mut periods_of_slot = || {
            let mut periods = 0;
            // A period has a hundred looks or more.
            for _ in 0..SLOT / 125 {
                uut.machine().run(125);
                let before = std::mem::replace(&mut phase, peek(&mut uut, "voice.phase"));
                periods += u32::from(phase < before);
            }
            poke!(uut.slot = true);
            tick!(uut);
            poke!(uut.slot = false);
            periods
        };
        let notes = SCORE.iter().flat_map(|bar| bar.split(' '));
        let notes: Vec<_> = notes.map(|note| note.split_once(':').unwrap()).collect();
        for &(note, eighths) in notes.iter().chain(&notes[..3]) {
            let sounding = 24 * eighths.parse::<u32>().unwrap() - 2;
            let periods: Vec<u32> = (0..sounding).map(|_| periods_of_slot()).collect();
            let heard = f64::from(periods.iter().sum::<u32>()) * 120.0 / f64::from(sounding);
            let expected = hz(note).unwrap_or(0.0);
            assert!((heard - expected).abs() < 10.0, "{heard} Hz, not {note}");
            let is_steady = periods
                .iter()
                .all(|&periods| (periods > 0) == (expected > 0.0));
            assert!(is_steady, "{note}: {periods:?}");
            // The gap begins with the end of a period.
            let gap = periods_of_slot() + periods_of_slot();
            assert!(gap <= 1, "{gap} periods after {note}");
        }
    }
}
