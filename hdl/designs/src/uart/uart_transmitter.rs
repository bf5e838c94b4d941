//! UART transmitter.
//!
//! **Interface**: `send` is a strobe; while `ready` is low it is ignored. `line` comes from a
//! register.
//!
//! **Latency**: the start bit begins one clock after `send`. `ready` is low for ten bits.

use super::frame::FRAME_BITS;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The transmitter.
#[derive(LogicBlock, Module)]
pub struct UartTransmitter {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the line becomes idle.
    pub reset: Signal<In, Bit>,
    /// Byte to send. Valid with `send`.
    pub byte: Signal<In, Bits<8>>,
    /// Strobe: send the byte.
    pub send: Signal<In, Bit>,
    /// Level: `send` is accepted.
    pub ready: Signal<Out, Bit>,
    /// The serial line, idle high.
    pub line: Signal<Out, Bit>,
    /// The rest of the frame, inverted: the zeros that are shifted in are stop bit and idle line.
    frame: DFF<Bits<9>>,
    bits_left: DFF<Bits<4>>,
    /// Clocks since the begin of the bit.
    ticks: DFF<Bits<16>>,
    is_ready: Signal<Local, Bit>,
    inverted: Signal<Local, Bits<8>>,
    data_bits: Signal<Local, Bits<9>>,
    #[value(1)]
    start_bit: Constant<Bits<9>>,
    #[value(FRAME_BITS)]
    frame_bits: Constant<Bits<4>>,
    last_tick: Constant<Bits<16>>,
}

impl UartTransmitter {
    /// For so many clocks in a bit.
    ///
    /// # Panics
    /// If a bit has none, or more than 65,536.
    pub fn new(bit_clocks: u64) -> Self {
        assert!(
            (1..=1 << 16).contains(&bit_clocks),
            "a bit has {bit_clocks} clocks"
        );
        construct!(UartTransmitter {
            last_tick: Constant::new((bit_clocks - 1).to_bits()),
        })
    }
}

#[clocked]
impl Logic for UartTransmitter {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_ready.next = !self.bits_left.q.val().any();
        self.inverted.next = !self.byte.val();
        self.data_bits.next = bit_cast::<9, 8>(self.inverted.val()) << 1;
        self.ticks.d.next = self.ticks.q.val() + 1;
        if self.is_ready.val() {
            self.ticks.d.next = 0.into();
            if self.send.val() {
                self.frame.d.next = self.data_bits.val() | self.start_bit.val();
                self.bits_left.d.next = self.frame_bits.val();
            }
        } else if self.ticks.q.val() == self.last_tick.val() {
            self.ticks.d.next = 0.into();
            self.frame.d.next = self.frame.q.val() >> 1;
            self.bits_left.d.next = self.bits_left.q.val() - 1;
        }
        self.ready.next = self.is_ready.val();
        self.line.next = !self.frame.q.val().get_bit(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn each_bit_of_a_frame_takes_the_same_number_of_clocks() {
        let bit_clocks = 5;
        let mut uut = Bench::with_rust_hdl(UartTransmitter::new(bit_clocks));
        for byte in [0x00_u8, 0xFF, 0x55, 0x9A] {
            assert!(peek!(uut.ready) && peek!(uut.line));
            poke!(uut.byte = byte.to_bits());
            poke!(uut.send = true);
            tick!(uut);
            // A second request during the frame is ignored.
            poke!(uut.byte = (!byte).to_bits());
            let data = (0..8).map(|bit| byte >> bit & 1 == 1);
            for level in [false].into_iter().chain(data).chain([true]) {
                for _ in 0..bit_clocks {
                    assert!(!peek!(uut.ready));
                    assert_eq!(peek!(uut.line), level, "{byte:#x}");
                    tick!(uut);
                }
                poke!(uut.send = false);
            }
        }
    }
}
