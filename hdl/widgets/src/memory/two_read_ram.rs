//! RAM with one write port and two read ports.
//!
//! A block RAM has one read port. So the words are in two RAMs with equal contents. Both take every
//! write.
//!
//! **Interface**: `write` is a strobe. The word of a read at the address of a write is
//! undefined, as in the block RAM.
//!
//! **Latency**: a read takes one clock.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// RAM of 2^`N` words of `D` bits.
#[derive(LogicBlock, Module)]
pub struct TwoReadRam<const D: usize, const N: usize> {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Address of the first read port.
    pub read_address: Signal<In, Bits<N>>,
    /// Word at the `read_address` of the clock before.
    pub read_data: Signal<Out, Bits<D>>,
    /// Address of the second read port.
    pub second_address: Signal<In, Bits<N>>,
    /// Word at the `second_address` of the clock before.
    pub second_data: Signal<Out, Bits<D>>,
    /// Address of the write port.
    pub write_address: Signal<In, Bits<N>>,
    /// Word to write.
    pub write_data: Signal<In, Bits<D>>,
    /// Strobe: write.
    pub write: Signal<In, Bit>,
    #[part(clock)]
    #[given]
    first: RAM<Bits<D>, N>,
    #[part(clock)]
    #[given]
    second: RAM<Bits<D>, N>,
}

impl<const D: usize, const N: usize> TwoReadRam<D, N> {
    /// With these words from address 0 on. The other words are 0.
    ///
    /// # Panics
    /// If a word has more than `D` bits, or there are more than 2^`N` words.
    pub fn new(words: &[u64]) -> Self {
        assert!(words.len() <= 1 << N, "{} words", words.len());
        let rest = std::iter::repeat_n(0, (1 << N) - words.len());
        let all: Vec<Bits<D>> = words
            .iter()
            .copied()
            .chain(rest)
            .map(u64::to_bits)
            .collect();
        construct!(TwoReadRam {
            first: all.iter().copied().into(),
            second: all.into_iter().into(),
        })
    }
}

#[clocked]
impl<const D: usize, const N: usize> Logic for TwoReadRam<D, N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.read_address.next = self.read_address.val();
        self.first.write_address.next = self.write_address.val();
        self.first.write_data.next = self.write_data.val();
        self.first.write_enable.next = self.write.val();
        self.second.read_address.next = self.second_address.val();
        self.second.write_address.next = self.write_address.val();
        self.second.write_data.next = self.write_data.val();
        self.second.write_enable.next = self.write.val();
        self.read_data.next = self.first.read_data.val();
        self.second_data.next = self.second.read_data.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn reads(uut: &mut Bench<TwoReadRam<4, 3>>, first: u8, second: u8) -> (u64, u64) {
        poke!(uut.read_address = first.to_bits());
        poke!(uut.second_address = second.to_bits());
        tick!(uut);
        (peek!(uut.read_data).into(), peek!(uut.second_data).into())
    }

    #[test]
    fn both_ports_read_the_first_words_and_then_0() {
        let mut uut = Bench::new(TwoReadRam::new(&[3, 9]));
        assert_eq!(reads(&mut uut, 0, 1), (3, 9));
        assert_eq!(reads(&mut uut, 1, 7), (9, 0));
    }

    #[test]
    fn both_ports_see_a_write_one_clock_later() {
        let mut uut = Bench::new(TwoReadRam::new(&[3, 9]));
        poke!(uut.write_address = 5u8.to_bits());
        poke!(uut.write_data = 12u8.to_bits());
        poke!(uut.write = true);
        assert_eq!(reads(&mut uut, 0, 1), (3, 9));
        poke!(uut.write = false);
        assert_eq!(reads(&mut uut, 5, 0), (12, 3));
        assert_eq!(reads(&mut uut, 1, 5), (9, 12));
        poke!(uut.write_data = 1u8.to_bits());
        assert_eq!(reads(&mut uut, 5, 5), (12, 12), "nothing is written");
    }
}
