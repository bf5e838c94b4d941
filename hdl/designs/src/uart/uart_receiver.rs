//! UART receiver: samples each bit in its middle.
//!
//! A start bit that is over by its middle is noise and no frame. The synchronizer is low at
//! power-up, which looks like such noise.
//!
//! **Interface**: `valid` and `framing_error` are strobes, never both. `byte` holds from `valid` to
//! the middle of the next start bit. A line that stays low gives a framing error for each frame.
//!
//! **Latency**: the strobe comes in the middle of the stop bit, and two clocks of the synchronizer
//! later.

use super::frame::FRAME_BITS;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The receiver.
#[derive(LogicBlock, Module)]
pub struct UartReceiver {
    /// Module clock; the line is asynchronous to it.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The serial line, idle high.
    pub line: Signal<In, Bit>,
    /// The byte that was received last.
    pub byte: Signal<Out, Bits<8>>,
    /// Strobe: a byte has come.
    #[default(false)]
    pub valid: Signal<Out, Bit>,
    /// Strobe: the stop bit of a frame is low.
    #[default(false)]
    pub framing_error: Signal<Out, Bit>,
    #[part(clock)]
    line_sync: BitSynchronizer,
    in_frame: DFF<Bit>,
    /// Bits of the frame that were sampled.
    sampled: DFF<Bits<4>>,
    /// Clocks until the next sample.
    ticks: DFF<Bits<16>>,
    data: DFF<Bits<8>>,
    level: Signal<Local, Bit>,
    is_stop_bit: Signal<Local, Bit>,
    #[default(0)]
    entering: Signal<Local, Bits<8>>,
    shifted: Signal<Local, Bits<8>>,
    #[value(FRAME_BITS - 1)]
    data_and_start: Constant<Bits<4>>,
    #[value(0x80)]
    highest_bit: Constant<Bits<8>>,
    half_bit: Constant<Bits<16>>,
    whole_bit: Constant<Bits<16>>,
}

impl UartReceiver {
    /// For so many clocks in a bit.
    ///
    /// # Panics
    /// If a bit has fewer than four clocks, or more than 65,536.
    pub fn new(bit_clocks: u64) -> Self {
        assert!(
            (4..=1 << 16).contains(&bit_clocks),
            "a bit has {bit_clocks} clocks"
        );
        construct!(UartReceiver {
            half_bit: Constant::new((bit_clocks / 2 - 1).to_bits()),
            whole_bit: Constant::new((bit_clocks - 1).to_bits()),
        })
    }
}

#[clocked]
impl Logic for UartReceiver {
    #[hdl_gen]
    fn update(&mut self) {
        self.line_sync.sig_in.next = self.line.val();
        self.level.next = self.line_sync.sig_out.val();
        self.is_stop_bit.next = self.sampled.q.val() == self.data_and_start.val();
        if self.level.val() {
            self.entering.next = self.highest_bit.val();
        }
        self.shifted.next = self.data.q.val() >> 1;
        if !self.in_frame.q.val() {
            self.ticks.d.next = self.half_bit.val();
            self.sampled.d.next = 0.into();
            self.in_frame.d.next = !self.level.val();
        } else if self.ticks.q.val().any() {
            self.ticks.d.next = self.ticks.q.val() - 1;
        } else {
            self.ticks.d.next = self.whole_bit.val();
            self.sampled.d.next = self.sampled.q.val() + 1;
            if self.is_stop_bit.val() {
                self.in_frame.d.next = false;
                self.valid.next = self.level.val();
                self.framing_error.next = !self.level.val();
            } else {
                // The start bit leaves the register again.
                self.data.d.next = self.shifted.val() | self.entering.val();
            }
            if !self.sampled.q.val().any() {
                self.in_frame.d.next = !self.level.val();
            }
        }
        self.byte.next = self.data.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const BIT_CLOCKS: u64 = 8;

    /// Holds a level. Adds the received bytes to the list; `None` is a framing error.
    fn hold(uut: &mut Bench<UartReceiver>, level: bool, clocks: u64, list: &mut Vec<Option<u8>>) {
        poke!(uut.line = level);
        for _ in 0..clocks {
            if peek!(uut.valid) {
                list.push(Some(peek!(uut.byte).to_u8()));
            }
            if peek!(uut.framing_error) {
                list.push(None);
            }
            tick!(uut);
        }
    }

    /// Sends a frame with bits of `clocks`.
    fn frame(uut: &mut Bench<UartReceiver>, byte: u8, clocks: u64, list: &mut Vec<Option<u8>>) {
        hold(uut, false, clocks, list);
        for bit in 0..8 {
            hold(uut, byte >> bit & 1 == 1, clocks, list);
        }
        hold(uut, true, clocks, list);
    }

    #[test]
    fn bytes_that_follow_each_other_are_received_in_order() {
        let mut uut = Bench::with_rust_hdl(UartReceiver::new(BIT_CLOCKS));
        let mut list = Vec::new();
        hold(&mut uut, true, 20, &mut list);
        for byte in 0..=255 {
            frame(&mut uut, byte, BIT_CLOCKS, &mut list);
        }
        hold(&mut uut, true, 20, &mut list);
        let expected: Vec<Option<u8>> = (0..=255).map(Some).collect();
        assert_eq!(list, expected);
    }

    #[test]
    fn noise_is_no_frame_and_a_low_stop_bit_is_an_error() {
        let mut uut = Bench::new(UartReceiver::new(BIT_CLOCKS));
        let mut list = Vec::new();
        hold(&mut uut, true, 20, &mut list);
        hold(&mut uut, false, BIT_CLOCKS / 2 - 1, &mut list);
        hold(&mut uut, true, 20 * BIT_CLOCKS, &mut list);
        assert_eq!(list, []);
        hold(&mut uut, false, 10 * BIT_CLOCKS, &mut list);
        hold(&mut uut, true, 2 * BIT_CLOCKS, &mut list);
        frame(&mut uut, 0x3C, BIT_CLOCKS, &mut list);
        hold(&mut uut, true, 20, &mut list);
        assert_eq!(list, [None, Some(0x3C)]);
    }
}
