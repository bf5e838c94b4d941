//! Short sounds for what happens in a game: each is a few notes of a square wave.
//!
//! ```text
//! play, effect -> {effect, note} -> block RAM -> pitch -> phase -> square --+-> audio
//!                     ^                 |                                   |
//!                     `-- next after  slots          1/8 of the time -------'
//! ```
//!
//! A square wave from ground to supply is far too loud for a game. So its upper half is a train of
//! inaudible pulses that are high for an eighth of the time. The low-pass filter outside turns them
//! into an eighth of the supply voltage.
//!
//! **Interface**: `play` starts an effect and ends the one before; the pin is low when nothing
//! plays. Time is counted in slots of some 10 ms, the same as those in which a game samples its
//! buttons. A sound that starts between two slots begins with a short one. Every 256 clocks the
//! pitch is added to a phase of 16 bits: notes of 100 Hz and more are right to 1 % up to 25.2 MHz.
//! A slot is longer than those 256 clocks.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// A note of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// Frequency; 0 is a rest, whose pin stands still, low or pulsing.
    pub hz: u32,
    /// Length, 1 to 31.
    pub slots: u8,
}

/// Clocks of a step; the lowest three bits of their count make the pulses.
const STEP_CLOCKS: u64 = 256;
/// A whole period, as a phase.
const TURN: u64 = 1 << 16;
/// Effects with a number of their own.
const NUMBERS: usize = 8;
/// Words of a number; at least the last one says that the effect is over.
const NOTES: usize = 16;
/// The first word of a second effect with the same number.
const HALF: usize = NOTES / 2;
const PITCH_BITS: usize = 11;

/// The player of up to 16 effects, two of a number.
#[derive(LogicBlock, Module)]
pub struct SoundEffects {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; silent.
    pub reset: Signal<In, Bit>,
    /// Strobe: play `effect` from its beginning.
    pub play: Signal<In, Bit>,
    /// Its number.
    pub effect: Signal<In, Bits<3>>,
    /// The second effect of this number.
    pub is_second: Signal<In, Bit>,
    /// Strobe: a slot is over.
    pub slot: Signal<In, Bit>,
    /// The pin.
    pub audio: Signal<Out, Bit>,
    /// Level: an effect is playing.
    pub is_busy: Signal<Out, Bit>,
    /// `{effect, note}` to `{slots, pitch}`; a note without slots is the end.
    #[part(clock)]
    #[given]
    notes: SyncROM<Bits<16>, 7>,
    place: DFF<Bits<7>>,
    /// Of the note, so far.
    slots: DFF<Bits<5>>,
    is_playing: DFF<Bit>,
    step_clock: DFF<Bits<8>>,
    phase: DFF<Bits<16>>,
    pin: DFF<Bit>,
    step_over: Signal<Local, Bit>,
    length: Signal<Local, Bits<5>>,
}

/// The word of a note.
///
/// # Panics
/// If the pitch or the length does not fit.
fn word(clock_hz: u64, note: Note) -> u64 {
    let steps_hz = clock_hz as f64 / STEP_CLOCKS as f64;
    let pitch = (f64::from(note.hz) / steps_hz * TURN as f64).round() as u64;
    assert!(
        note.hz == 0 || (1..1 << PITCH_BITS).contains(&pitch),
        "{} Hz cannot be played at {clock_hz} Hz",
        note.hz
    );
    assert!(
        (1..32).contains(&note.slots),
        "a note of {} slots is not 1 to 31 slots long",
        note.slots
    );
    u64::from(note.slots) << PITCH_BITS | pitch
}

impl SoundEffects {
    /// A player for a module clock of `clock_hz`. From the ninth on, effects are the second ones of
    /// the numbers from 0 on.
    ///
    /// # Panics
    /// If there are too many effects, an effect has more than 15 notes (7 where a number has two),
    /// or a note does not fit its word.
    pub fn new(clock_hz: u64, effects: &[&[Note]]) -> Self {
        assert!(
            effects.len() <= 2 * NUMBERS,
            "{} effects are more than {}",
            effects.len(),
            2 * NUMBERS
        );
        // All words are there, so that no simulator starts from an unknown.
        let mut words = [Bits::default(); NUMBERS * NOTES];
        for (index, effect) in effects.iter().enumerate() {
            let (number, is_second) = (index % NUMBERS, index >= NUMBERS);
            let has_half = is_second || index + NUMBERS < effects.len();
            let room = if has_half { HALF } else { NOTES };
            assert!(
                effect.len() < room,
                "effect {index} has {} notes, at most {} fit",
                effect.len(),
                room - 1
            );
            let first = NOTES * number + if is_second { HALF } else { 0 };
            for (place, note) in words[first..].iter_mut().zip(effect.iter()) {
                *place = word(clock_hz, *note).to_bits();
            }
        }
        construct!(SoundEffects {
            notes: words.into_iter().into(),
        })
    }
}

#[clocked]
impl Logic for SoundEffects {
    #[hdl_gen]
    fn update(&mut self) {
        self.notes.address.next = self.place.q.val();
        self.step_clock.d.next = self.step_clock.q.val() + 1;
        self.step_over.next = self.step_clock.q.val().all();
        self.length.next = self.notes.data.val().get_bits::<5>(11);
        if self.slot.val() {
            self.slots.d.next = self.slots.q.val() + 1;
        }
        // The first step after a note's last slot is the next note's; by now its word is there.
        if self.step_over.val() {
            self.phase.d.next =
                self.phase.q.val() + bit_cast::<16, 11>(self.notes.data.val().get_bits::<11>(0));
            if self.slots.q.val() == self.length.val() {
                self.place.d.next = self.place.q.val() + 1;
                self.slots.d.next = 0.into();
            }
            if !self.length.val().any() {
                self.is_playing.d.next = false;
            }
        }
        if self.play.val() {
            self.place.d.next = (bit_cast::<7, 3>(self.effect.val()) << 4)
                | (bit_cast::<7, 1>(self.is_second.val().into()) << 3);
            self.slots.d.next = 0.into();
            self.step_clock.d.next = 0.into();
            self.is_playing.d.next = true;
        }
        self.pin.d.next = self.is_playing.q.val()
            & self.phase.q.val().get_bit(15)
            & self.step_clock.q.val().get_bits::<3>(0).all();
        self.audio.next = self.pin.q.val();
        self.is_busy.next = self.is_playing.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick};

    /// 20,000 steps a second.
    const CLOCK_HZ: u64 = 20_000 * STEP_CLOCKS;
    const SLOT_CLOCKS: usize = CLOCK_HZ as usize / 100;
    const EFFECTS: [&[Note]; 2] = [
        &[Note { hz: 500, slots: 3 }],
        &[Note { hz: 100, slots: 5 }, Note { hz: 600, slots: 2 }],
    ];

    struct Bench {
        uut: gatefall_bench::Bench<SoundEffects>,
        clocks: usize,
    }

    impl Bench {
        fn new() -> Self {
            let mut uut = gatefall_bench::Bench::new(SoundEffects::new(CLOCK_HZ, &EFFECTS));
            poke!(uut.reset = true);
            tick!(uut);
            poke!(uut.reset = false);
            Self { uut, clocks: 0 }
        }

        /// Plays from the beginning of a slot.
        fn play(&mut self, effect: u8) {
            self.clocks = 0;
            poke!(self.uut.play = true);
            poke!(self.uut.effect = effect.to_bits());
            tick!(self.uut);
            poke!(self.uut.play = false);
        }

        /// True for each step with pulses.
        fn steps(&mut self, count: usize) -> Vec<bool> {
            let mut steps = vec![];
            for _ in 0..count {
                let mut high = 0;
                for _ in 0..STEP_CLOCKS {
                    self.clocks += 1;
                    poke!(self.uut.slot = self.clocks.is_multiple_of(SLOT_CLOCKS));
                    tick!(self.uut);
                    high += u64::from(peek!(self.uut.audio));
                }
                assert!(high <= STEP_CLOCKS / 8, "{high} of {STEP_CLOCKS}");
                steps.push(high >= 16);
            }
            steps
        }
    }

    /// Half waves: level and length in steps.
    fn halves(steps: &[bool]) -> Vec<(bool, usize)> {
        let mut halves: Vec<(bool, usize)> = vec![];
        for &level in steps {
            match halves.last_mut() {
                Some((last, length)) if *last == level => *length += 1,
                _ => halves.push((level, 1)),
            }
        }
        halves
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(Bench::new().uut.rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn without_a_sound_the_pin_is_low() {
        assert!(!Bench::new().steps(500).contains(&true));
    }

    /// That all but the first and the last of the half waves have that length, give or take a step.
    fn is_tone(halves: &[(bool, usize)], steps: usize) -> bool {
        halves[1..halves.len() - 1]
            .iter()
            .all(|half| half.1.abs_diff(steps) <= 1)
    }

    #[test]
    fn a_note_has_its_pitch_and_its_length() {
        let mut bench = Bench::new();
        bench.play(0);
        let steps = bench.steps(1200);
        let end = steps.iter().rposition(|&high| high).expect("it sounds");
        assert!((580..=602).contains(&end), "{end} steps");
        let halves = halves(&steps[..end]);
        assert!(
            (28..=30).contains(&halves.len()) && is_tone(&halves, 20),
            "{halves:?}"
        );
    }

    #[test]
    fn notes_follow_each_other_and_a_new_effect_cuts_the_old_one() {
        let mut bench = Bench::new();
        bench.play(1);
        let slow = halves(&bench.steps(1000));
        let fast = halves(&bench.steps(390));
        assert!(
            (10..=11).contains(&slow.len()) && is_tone(&slow, 100),
            "{slow:?}"
        );
        assert!(
            (23..=25).contains(&fast.len()) && is_tone(&fast, 17),
            "{fast:?}"
        );
        bench.play(1);
        bench.steps(240);
        bench.play(0);
        let cut = halves(&bench.steps(400));
        assert!(
            (19..=22).contains(&cut.len()) && is_tone(&cut, 20),
            "{cut:?}"
        );
    }

    #[test]
    fn a_number_can_have_a_second_effect() {
        let [slow, fast] = [100, 500].map(|hz| [Note { hz, slots: 4 }]);
        let mut effects = [&slow[..]; NUMBERS + 1];
        effects[NUMBERS] = &fast;
        let mut bench = Bench::new();
        bench.uut = gatefall_bench::Bench::new(SoundEffects::new(CLOCK_HZ, &effects));
        for (is_second, steps) in [(false, 100), (true, 20), (false, 100)] {
            poke!(bench.uut.is_second = is_second);
            bench.play(0);
            let halves = halves(&bench.steps(700));
            assert!(is_tone(&halves, steps), "{halves:?}");
        }
        poke!(bench.uut.is_second = true);
        bench.play(1);
        bench.steps(1);
        assert!(!bench.steps(300).contains(&true), "there is none");
    }

    #[test]
    fn reset_is_silent() {
        let mut bench = Bench::new();
        bench.play(0);
        assert!(bench.steps(50).contains(&true));
        poke!(bench.uut.reset = true);
        tick!(bench.uut);
        poke!(bench.uut.reset = false);
        assert!(!bench.steps(100).contains(&true));
    }

    #[test]
    fn every_clock_of_a_game_plays_the_usual_notes_right_to_1_percent() {
        for clock_hz in [12_000_000, 16_000_000, 25_125_000, 25_200_000] {
            for hz in [110, 200, 440, 660, 880, 1000, 1320, 1400] {
                let pitch = word(clock_hz, Note { hz, slots: 1 }) & 0x7FF;
                let steps_hz = clock_hz as f64 / STEP_CLOCKS as f64;
                let played = pitch as f64 * steps_hz / TURN as f64;
                assert!((played / f64::from(hz) - 1.0).abs() < 0.01, "{hz} Hz");
            }
        }
    }

    #[test]
    #[should_panic(expected = "effect 1 has 16 notes, at most 15 fit")]
    fn an_effect_of_16_notes_is_refused() {
        let note = Note { hz: 500, slots: 3 };
        SoundEffects::new(CLOCK_HZ, &[&[note], &[note; 16]]);
    }

    #[test]
    #[should_panic(expected = "effect 0 has 8 notes, at most 7 fit")]
    fn eight_notes_are_refused_where_a_number_has_two_effects() {
        let note = Note { hz: 500, slots: 3 };
        let mut effects: [&[Note]; 9] = [&[]; 9];
        let notes = [note; 8];
        effects[0] = &notes;
        SoundEffects::new(CLOCK_HZ, &effects);
    }
}
