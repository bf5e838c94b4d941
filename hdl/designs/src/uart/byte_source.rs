//! Random bytes with random pauses.
//!
//! A pause takes 0 to 2047 clocks, 1024 on average: about a frame of 115,200 baud at 12 MHz. So a
//! FIFO behind the source fills and empties.
//!
//! **Interface**: `write` is a strobe and never comes while `full` is high.

use crate::random::Xorshift16;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The source.
#[derive(LogicBlock, Module)]
pub struct ByteSource {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the first byte.
    pub reset: Signal<In, Bit>,
    /// Level: wait.
    pub full: Signal<In, Bit>,
    /// The next byte: the lower half of the random number.
    pub byte: Signal<Out, Bits<8>>,
    /// Strobe: `byte` is to be sent.
    pub write: Signal<Out, Bit>,
    #[part]
    random: Xorshift16,
    /// Clocks until the next byte.
    pause: DFF<Bits<11>>,
    is_written: Signal<Local, Bit>,
}

#[clocked]
impl Logic for ByteSource {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_written.next = !self.pause.q.val().any() & !self.full.val();
        self.random.step.next = self.is_written.val();
        if self.is_written.val() {
            self.pause.d.next = self.random.value.val().get_bits::<11>(5);
        } else if self.pause.q.val().any() {
            self.pause.d.next = self.pause.q.val() - 1;
        }
        self.byte.next = self.random.value.val().get_bits::<8>(0);
        self.write.next = self.is_written.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::sequence;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn the_source_pauses_after_each_byte_and_waits_while_full() {
        let mut uut = Bench::new(ByteSource::default());
        for number in sequence().take(50) {
            poke!(uut.full = true);
            for _ in 0..5 {
                assert!(!peek!(uut.write));
                tick!(uut);
            }
            poke!(uut.full = false);
            let pause = u64::from(number >> 5);
            assert_eq!(peek!(uut.byte), u64::from(number) % 256);
            assert!(peek!(uut.write));
            tick!(uut);
            for _ in 0..pause {
                assert!(!peek!(uut.write));
                tick!(uut);
            }
        }
    }
}
