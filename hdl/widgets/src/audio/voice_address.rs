//! Read address of the memory of [`Voices`](super::Voices).
//!
//! The second word of a job is always a cell. The first may also be in a table, or at the address
//! in the sum.
//!
//! Combinational.

use super::memory::{EFFECT_STARTS, STARTS, TEMPOS};
use super::voice_jobs::Job;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The address.
#[derive(LogicBlock, Module)]
pub struct VoiceAddress {
    /// The job.
    pub job: Signal<In, Job>,
    /// The first word is read.
    pub is_first: Signal<In, Bit>,
    /// The cell, where the word is in one.
    pub own_cell: Signal<In, Bits<6>>,
    /// The sum.
    pub sum: Signal<In, Bits<16>>,
    /// Word of a tone that is copied.
    pub part: Signal<In, Bits<2>>,
    /// The voice; 3 is that of effects.
    pub voice: Signal<In, Bits<2>>,
    /// Tempo of the tune.
    pub level: Signal<In, Bits<5>>,
    /// The tune.
    pub tune: Signal<In, Bits<2>>,
    /// The effect.
    pub effect: Signal<In, Bits<5>>,
    /// Address in the memory.
    pub address: Signal<Out, Bits<10>>,
    is_effect: Signal<Local, Bit>,
    start_index: Signal<Local, Bits<6>>,
    #[value(TEMPOS)]
    tempos: Constant<Bits<10>>,
    #[value(STARTS)]
    starts: Constant<Bits<10>>,
    #[value(EFFECT_STARTS)]
    effect_starts: Constant<Bits<6>>,
}

#[clocked]
impl Logic for VoiceAddress {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_effect.next = self.voice.val().all();
        self.start_index.next =
            (bit_cast::<6, 2>(self.tune.val()) << 2) | bit_cast::<6, 2>(self.voice.val());
        if self.is_effect.val() {
            self.start_index.next = bit_cast::<6, 5>(self.effect.val()) | self.effect_starts.val();
        }
        self.address.next = bit_cast::<10, 6>(self.own_cell.val());
        if self.is_first.val() {
            match self.job.val() {
                Job::Tempo => {
                    self.address.next = self.tempos.val();
                    if !self.is_effect.val() {
                        self.address.next = self.tempos.val() | bit_cast::<10, 5>(self.level.val());
                    }
                }
                Job::Rewind => {
                    self.address.next =
                        self.starts.val() | bit_cast::<10, 6>(self.start_index.val());
                }
                Job::Note => {
                    self.address.next = self.sum.val().get_bits::<10>(0);
                }
                Job::Copy => {
                    self.address.next = (bit_cast::<10, 8>(self.sum.val().get_bits::<8>(0)) << 2)
                        | bit_cast::<10, 2>(self.part.val());
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::memory::{TUNES, VOICES};
    use gatefall_bench::{peek, poke, Bench};

    const CELL: u8 = 37;
    const SUM: u16 = 0x0abc;
    const LEVEL: u8 = 9;
    const EFFECT: u8 = 22;

    /// Address of a word of a job.
    fn address(job: Job, is_first: bool, voice: u8, tune: u8) -> u64 {
        let mut uut = Bench::new(VoiceAddress::default());
        poke!(uut.job = job);
        poke!(uut.is_first = is_first);
        poke!(uut.own_cell = CELL.to_bits());
        poke!(uut.sum = SUM.to_bits());
        poke!(uut.part = 2u8.to_bits());
        poke!(uut.voice = voice.to_bits());
        poke!(uut.level = LEVEL.to_bits());
        poke!(uut.tune = tune.to_bits());
        poke!(uut.effect = EFFECT.to_bits());
        peek!(uut.address).into()
    }

    #[test]
    fn the_second_word_is_a_cell() {
        for job in [Job::Tempo, Job::Rewind, Job::Note, Job::Copy] {
            assert_eq!(address(job, false, 0, 1), u64::from(CELL));
        }
    }

    #[test]
    fn a_tune_has_the_tempo_of_its_level_and_an_effect_has_the_first_one() {
        let tempos = TEMPOS as u64;
        assert_eq!(address(Job::Tempo, true, 0, 0), tempos | u64::from(LEVEL));
        assert_eq!(address(Job::Tempo, true, 1, 3), tempos | u64::from(LEVEL));
        assert_eq!(address(Job::Tempo, true, 3, 1), tempos);
    }

    #[test]
    fn each_line_of_a_tune_and_each_effect_has_its_start() {
        let starts = STARTS as u64;
        for tune in 0..TUNES as u8 {
            for voice in 0..VOICES as u8 {
                let index = u64::from(tune) << 2 | u64::from(voice);
                assert_eq!(address(Job::Rewind, true, voice, tune), starts | index);
            }
        }
        let effect = EFFECT_STARTS as u64 | u64::from(EFFECT);
        assert_eq!(address(Job::Rewind, true, 3, 0), starts | effect);
    }

    #[test]
    fn notes_and_tones_are_read_where_the_sum_says() {
        let sum = u64::from(SUM);
        assert_eq!(address(Job::Note, true, 0, 0), sum & 0x3ff);
        assert_eq!(address(Job::Copy, true, 0, 0), (sum & 0xff) << 2 | 2);
    }
}
