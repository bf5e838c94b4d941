//! Compares received bytes with those of the source.
//!
//! **Interface**: `valid` and `framing_error` are strobes, never both. A lost byte makes the next
//! ones wrong, too.

use crate::random::Xorshift16;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The checker.
#[derive(LogicBlock, Module)]
pub struct ByteChecker {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the first byte.
    pub reset: Signal<In, Bit>,
    /// The received byte. Valid with `valid`.
    pub byte: Signal<In, Bits<8>>,
    /// Strobe: a byte was received.
    pub valid: Signal<In, Bit>,
    /// Strobe: a frame without a stop bit was received.
    pub framing_error: Signal<In, Bit>,
    /// Number of right bytes, modulo 2^32.
    pub received: Signal<Out, Bits<32>>,
    /// Number of wrong bytes and frames, modulo 65,536.
    pub errors: Signal<Out, Bits<16>>,
    #[part]
    random: Xorshift16,
    right: DFF<Bits<32>>,
    wrong: DFF<Bits<16>>,
    is_right: Signal<Local, Bit>,
    is_wrong: Signal<Local, Bit>,
}

#[clocked]
impl Logic for ByteChecker {
    #[hdl_gen]
    fn update(&mut self) {
        self.random.step.next = self.valid.val();
        self.is_right.next = self.byte.val() == self.random.value.val().get_bits::<8>(0);
        self.is_wrong.next = self.framing_error.val() | (self.valid.val() & !self.is_right.val());
        if self.valid.val() & self.is_right.val() {
            self.right.d.next = self.right.q.val() + 1;
        }
        if self.is_wrong.val() {
            self.wrong.d.next = self.wrong.q.val() + 1;
        }
        self.received.next = self.right.q.val();
        self.errors.next = self.wrong.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::sequence;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn wrong_bytes_and_framing_errors_are_counted() {
        let mut uut = Bench::with_rust_hdl(ByteChecker::default());
        poke!(uut.valid = true);
        for (place, number) in sequence().take(20).enumerate() {
            let byte = number as u8 ^ if place % 5 == 4 { 0x10 } else { 0 };
            poke!(uut.byte = byte.to_bits());
            tick!(uut);
        }
        poke!(uut.valid = false);
        tick!(uut);
        assert_eq!(peek!(uut.received), 16);
        assert_eq!(peek!(uut.errors), 4);
        poke!(uut.framing_error = true);
        tick!(uut);
        assert_eq!(peek!(uut.received), 16);
        assert_eq!(peek!(uut.errors), 5);
    }
}
