//! One block RAM for what the engine keeps of the players' games and never needs at the same time.
//!
//! - the state of the game that rests, a bit a word, while the games are exchanged;
//! - the batches of garbage that wait, while garbage is at work;
//! - the digits of score, lines and level, otherwise.
//!
//! **Shape**: 512 words of 8 bits, half of them each player's: 192 of state, then 16 digits, then 8 batches. `word` comes one cycle after the address
//! of whoever has the memory.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Bits of state that a player's half has room for.
pub(in crate::falling_blocks) const MOST_STATE: u64 = 192;

/// The memory, and whose it is.
#[derive(LogicBlock, Module)]
pub struct GameMemory {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Level: the games are exchanged.
    pub for_states: Signal<In, Bit>,
    /// Player and bit to read.
    pub state_read_address: Signal<In, Bits<9>>,
    /// Player and bit to write.
    pub state_write_address: Signal<In, Bits<9>>,
    /// The bit.
    pub state_bit: Signal<In, Bit>,
    /// Strobe: write it.
    pub state_write: Signal<In, Bit>,
    /// Level, weaker than `for_states`: garbage is at work.
    pub for_batches: Signal<In, Bit>,
    /// Player and batch.
    pub batch_address: Signal<In, Bits<4>>,
    /// The batch.
    pub batch: Signal<In, Bits<8>>,
    /// Strobe: write it.
    pub batch_write: Signal<In, Bit>,
    /// Player and digit.
    pub digit_address: Signal<In, Bits<5>>,
    /// The digit.
    pub digit: Signal<In, Bits<4>>,
    /// Strobe: write it.
    pub digit_write: Signal<In, Bit>,
    /// What was read.
    pub word: Signal<Out, Bits<8>>,
    #[given]
    words: RAM<Bits<8>, 9>,
}

impl Default for GameMemory {
    fn default() -> Self {
        construct!(GameMemory {
            words: std::iter::repeat_n(Bits::<8>::default(), 512).into(),
        })
    }
}

#[clocked]
impl Logic for GameMemory {
    #[hdl_gen]
    fn update(&mut self) {
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.clock.val();
        self.word.next = self.words.read_data.val();
        self.words.read_address.next =
            (bit_cast::<9, 1>(self.digit_address.val().get_bits::<1>(4)) << 8)
                | bit_cast::<9, 4>(self.digit_address.val().get_bits::<4>(0))
                | 0xC0;
        self.words.write_address.next =
            (bit_cast::<9, 1>(self.digit_address.val().get_bits::<1>(4)) << 8)
                | bit_cast::<9, 4>(self.digit_address.val().get_bits::<4>(0))
                | 0xC0;
        self.words.write_data.next = bit_cast::<8, 4>(self.digit.val());
        self.words.write_enable.next = self.digit_write.val();
        if self.for_states.val() {
            self.words.read_address.next = self.state_read_address.val();
            self.words.write_address.next = self.state_write_address.val();
            self.words.write_data.next = bit_cast::<8, 1>(self.state_bit.val().into());
            self.words.write_enable.next = self.state_write.val();
        } else if self.for_batches.val() {
            self.words.read_address.next =
                (bit_cast::<9, 1>(self.batch_address.val().get_bits::<1>(3)) << 8)
                    | bit_cast::<9, 3>(self.batch_address.val().get_bits::<3>(0))
                    | 0xD0;
            self.words.write_address.next =
                (bit_cast::<9, 1>(self.batch_address.val().get_bits::<1>(3)) << 8)
                    | bit_cast::<9, 3>(self.batch_address.val().get_bits::<3>(0))
                    | 0xD0;
            self.words.write_data.next = self.batch.val();
            self.words.write_enable.next = self.batch_write.val();
        }
    }
}

/// The memory for benches of those who use it.
#[cfg(test)]
pub(in crate::falling_blocks) struct BenchMemory([u64; 512]);

#[cfg(test)]
impl BenchMemory {
    pub(in crate::falling_blocks) fn new() -> Self {
        Self([0; 512])
    }

    /// One cycle: what is read, before anything is written.
    pub(in crate::falling_blocks) fn cycle(&mut self, read: u64, write: Option<(u64, u64)>) -> u64 {
        let word = self.0[read as usize];
        if let Some((address, word)) = write {
            self.0[address as usize] = word;
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn whoever_has_the_memory_leaves_what_is_the_others() {
        let mut uut = Bench::new(GameMemory::default());
        let mut pass = |write: bool, take: &mut dyn FnMut(u64, u64)| {
            for player in 0..2u64 {
                for index in 0..MOST_STATE {
                    poke!(uut.for_states = true);
                    poke!(uut.for_batches = true);
                    poke!(uut.state_read_address = (player << 8 | index).to_bits());
                    poke!(uut.state_write_address = (player << 8 | index).to_bits());
                    poke!(uut.state_bit = (index + player) % 3 == 0);
                    poke!(uut.state_write = write);
                    tick!(uut);
                    take(
                        u64::from((index + player) % 3 == 0),
                        peek!(uut.word).to_u64(),
                    );
                }
                poke!(uut.for_states = false);
                for index in 0..8 {
                    poke!(uut.batch_address = (player << 3 | index).to_bits());
                    poke!(uut.batch = (200 + 8 * player + index).to_bits());
                    poke!(uut.batch_write = write);
                    tick!(uut);
                    take(200 + 8 * player + index, peek!(uut.word).to_u64());
                }
                poke!(uut.for_batches = false);
                for index in 0..16 {
                    poke!(uut.digit_address = (player << 4 | index).to_bits());
                    poke!(uut.digit = (index ^ player).to_bits());
                    poke!(uut.digit_write = write);
                    tick!(uut);
                    take(index ^ player, peek!(uut.word).to_u64());
                }
            }
        };
        pass(true, &mut |_, _| ());
        let mut count = 0;
        pass(false, &mut |expected, word| {
            assert_eq!(word, expected);
            count += 1;
        });
        assert_eq!(count, 2 * (MOST_STATE + 8 + 16));
    }
}
