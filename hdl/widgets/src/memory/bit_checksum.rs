//! CRC-16 of a stream of bits, the highest bit of a word first.
//!
//! After a stream and its checksum the register is 0. While the checksum is sent, `top` is its next
//! bit and must be `data` as well.
//!
//! **Interface**: `shift` is a strobe and takes `data`. `clear` begins a stream.
//! **Source**: the polynomial of ITU-T V.41, x^16 + x^12 + x^5 + 1.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The register.
#[derive(LogicBlock, Module)]
pub struct BitChecksum {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin with the first value.
    pub clear: Signal<In, Bit>,
    /// Strobe: take a bit.
    pub shift: Signal<In, Bit>,
    /// The bit.
    pub data: Signal<In, Bit>,
    /// Highest bit of the checksum.
    pub top: Signal<Out, Bit>,
    /// Level: the register is 0.
    pub is_zero: Signal<Out, Bit>,
    remainder: DFF<Bits<16>>,
    first: Constant<Bits<16>>,
    #[value(0x1021)]
    polynomial: Constant<Bits<16>>,
}

impl BitChecksum {
    /// With this first value. Streams with different first values have different checksums.
    pub fn new(first: u16) -> Self {
        construct!(BitChecksum {
            first: Constant::new(first.to_bits()),
        })
    }
}

#[clocked]
impl Logic for BitChecksum {
    #[hdl_gen]
    fn update(&mut self) {
        self.top.next = self.remainder.q.val().get_bit(15);
        self.is_zero.next = !self.remainder.q.val().any();
        if self.shift.val() {
            self.remainder.d.next = self.remainder.q.val() << 1;
            if self.data.val() ^ self.remainder.q.val().get_bit(15) {
                self.remainder.d.next = (self.remainder.q.val() << 1) ^ self.polynomial.val();
            }
        }
        if self.clear.val() {
            self.remainder.d.next = self.first.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn send(uut: &mut Bench<BitChecksum>, bit: bool) {
        poke!(uut.data = bit);
        poke!(uut.shift = true);
        tick!(uut);
        poke!(uut.shift = false);
    }

    /// The check value of CRC-16/IBM-3740 in public catalogues of checksums.
    #[test]
    fn the_digits_1_to_9_have_the_published_checksum_and_leave_zero_after_it() {
        let mut uut = Bench::new(BitChecksum::new(0xFFFF));
        poke!(uut.clear = true);
        tick!(uut);
        poke!(uut.clear = false);
        for byte in b"123456789" {
            for bit in (0..8).rev() {
                send(&mut uut, byte >> bit & 1 == 1);
            }
        }
        let mut checksum = 0_u16;
        for _ in 0..16 {
            assert!(!peek!(uut.is_zero) || checksum != 0);
            let top = peek!(uut.top);
            checksum = checksum << 1 | u16::from(top);
            send(&mut uut, top);
        }
        assert_eq!(checksum, 0x29B1);
        assert!(peek!(uut.is_zero));
        assert!(uut.rust_hdl_verilog().contains("module top"));
    }
}
