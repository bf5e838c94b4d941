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
    pub own_cell: Signal<In, Bits<5>>,
    /// The sum.
    pub sum: Signal<In, Bits<16>>,
    /// Word of a tone that is copied.
    pub part: Signal<In, Bits<2>>,
    /// The voice; 2 is that of effects.
    pub voice: Signal<In, Bits<2>>,
    /// Tempo of the tune.
    pub level: Signal<In, Bits<5>>,
    /// The tune.
    pub tune: Signal<In, Bit>,
    /// The effect.
    pub effect: Signal<In, Bits<4>>,
    /// Address in the memory.
    pub address: Signal<Out, Bits<9>>,
    is_effect: Signal<Local, Bit>,
    start_index: Signal<Local, Bits<5>>,
    #[value(TEMPOS)]
    tempos: Constant<Bits<9>>,
    #[value(STARTS)]
    starts: Constant<Bits<9>>,
    #[value(EFFECT_STARTS)]
    effect_starts: Constant<Bits<5>>,
}

#[clocked]
impl Logic for VoiceAddress {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_effect.next = self.voice.val().get_bit(1);
        self.start_index.next =
            (bit_cast::<5, 1>(self.tune.val().into()) << 1) | bit_cast::<5, 2>(self.voice.val());
        if self.is_effect.val() {
            self.start_index.next = bit_cast::<5, 4>(self.effect.val()) | self.effect_starts.val();
        }
        self.address.next = bit_cast::<9, 5>(self.own_cell.val());
        if self.is_first.val() {
            match self.job.val() {
                Job::Tempo => {
                    self.address.next = self.tempos.val();
                    if !self.is_effect.val() {
                        self.address.next = self.tempos.val() | bit_cast::<9, 5>(self.level.val());
                    }
                }
                Job::Rewind => {
                    self.address.next =
                        self.starts.val() | bit_cast::<9, 5>(self.start_index.val());
                }
                Job::Note => {
                    self.address.next = self.sum.val().get_bits::<9>(0);
                }
                Job::Copy => {
                    self.address.next =
                        self.sum.val().get_bits::<9>(0) | bit_cast::<9, 2>(self.part.val());
                }
                _ => {}
            }
        }
    }
}
