//! Bytes that the keyboard has sent, and codes of the gamepads' buttons.
//!
//! **Interface**: `heard`, `failed` and `save` are strobes. `codes` has the last four bytes, the
//! latest in the lowest bits. `errors` counts lost bytes and stops at 255.

use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::ps2_receiver::Ps2Receiver;
use rust_hdl::prelude::*;

/// The log.
#[derive(LogicBlock, Module)]
pub struct KeyLog {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Keyboard clock, asynchronous, idle high.
    pub ps2_clock: Signal<In, Bit>,
    /// Keyboard data, asynchronous, idle high.
    pub ps2_data: Signal<In, Bit>,
    /// Code of a button of a gamepad.
    pub pad_code: Signal<In, Bits<8>>,
    /// Strobe: that button went down.
    pub pad_pressed: Signal<In, Bit>,
    /// The last four bytes.
    pub codes: Signal<Out, Bits<32>>,
    /// Bytes with a wrong start, parity or stop bit, or cut short.
    pub errors: Signal<Out, Bits<8>>,
    /// Strobe: a byte arrived.
    pub heard: Signal<Out, Bit>,
    /// Strobe: a byte was lost.
    pub failed: Signal<Out, Bit>,
    /// Strobe: the key S went down. Its repetitions do not count.
    pub save: Signal<Out, Bit>,
    #[part]
    #[given]
    receiver: Ps2Receiver,
    last_codes: DFF<Bits<32>>,
    error_count: DFF<Bits<8>>,
    is_repeated: Signal<Local, Bit>,
    #[value(0x1B)]
    save_key: Constant<Bits<8>>,
    #[value(0xF0)]
    release: Constant<Bits<8>>,
}

impl KeyLog {
    /// A log for a module clock of `clock_hz`, 1 to 64 MHz.
    pub fn new(clock_hz: u64) -> Self {
        construct!(KeyLog {
            receiver: Ps2Receiver::new(clock_hz),
        })
    }
}

#[clocked]
impl Logic for KeyLog {
    #[hdl_gen]
    fn update(&mut self) {
        self.receiver.ps2_clock.next = self.ps2_clock.val();
        self.receiver.ps2_data.next = self.ps2_data.val();
        if self.pad_pressed.val() {
            self.last_codes.d.next =
                (self.last_codes.q.val() << 8) | bit_cast::<32, 8>(self.pad_code.val());
        }
        if self.receiver.code_valid.val() {
            self.last_codes.d.next =
                (self.last_codes.q.val() << 8) | bit_cast::<32, 8>(self.receiver.code.val());
        }
        if self.receiver.code_error.val() & !self.error_count.q.val().all() {
            self.error_count.d.next = self.error_count.q.val() + 1;
        }
        self.codes.next = self.last_codes.q.val();
        self.errors.next = self.error_count.q.val();
        self.is_repeated.next = (self.last_codes.q.val().get_bits::<8>(0) == self.save_key.val())
            & (self.last_codes.q.val().get_bits::<8>(8) != self.release.val());
        self.save.next = self.receiver.code_valid.val()
            & (self.receiver.code.val() == self.save_key.val())
            & (self.last_codes.q.val().get_bits::<8>(0) != self.release.val())
            & !self.is_repeated.val();
        self.heard.next = self.receiver.code_valid.val();
        self.failed.next = self.receiver.code_error.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Clocks of half a period of the keyboard's clock, at 1 MHz.
    const HALF: u32 = 40;

    fn log() -> Bench<KeyLog> {
        let mut uut = Bench::new(KeyLog::new(1_000_000));
        poke!(uut.ps2_clock = true);
        poke!(uut.ps2_data = true);
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        for _ in 0..100 {
            tick!(uut);
        }
        uut
    }

    /// Sends a byte; the number of strobes of both kinds.
    fn send(uut: &mut Bench<KeyLog>, byte: u8, parity_is_right: bool) -> (u32, u32) {
        let parity = byte.count_ones().is_multiple_of(2) == parity_is_right;
        let frame = 0x400 | u32::from(parity) << 9 | u32::from(byte) << 1;
        let (mut heard, mut failed) = (0, 0);
        for bit in 0..12 {
            poke!(uut.ps2_data = bit > 10 || frame >> bit & 1 == 1);
            for level in [true, false] {
                poke!(uut.ps2_clock = level || bit > 10);
                for _ in 0..HALF {
                    heard += u32::from(peek!(uut.heard));
                    failed += u32::from(peek!(uut.failed));
                    tick!(uut);
                }
            }
        }
        (heard, failed)
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(log().rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn the_last_four_bytes_are_kept_and_wrong_ones_are_counted() {
        let mut uut = log();
        for byte in [0x1C, 0xF0, 0x1C, 0x29] {
            assert_eq!(send(&mut uut, byte, true), (1, 0));
        }
        assert_eq!(peek!(uut.codes), 0x1C_F0_1C_29_u64);
        assert_eq!(send(&mut uut, 0x55, false), (0, 1));
        assert_eq!(peek!(uut.codes), 0x1C_F0_1C_29_u64);
        assert_eq!(send(&mut uut, 0x5A, true), (1, 0));
        assert_eq!(peek!(uut.codes), 0xF0_1C_29_5A_u64);
        assert_eq!(peek!(uut.errors), 1);
    }

    #[test]
    fn a_button_of_a_gamepad_is_a_code_too() {
        let mut uut = log();
        send(&mut uut, 0x1C, true);
        poke!(uut.pad_code = 0x93.into());
        tick!(uut);
        poke!(uut.pad_pressed = true);
        tick!(uut);
        poke!(uut.pad_pressed = false);
        send(&mut uut, 0x29, true);
        assert_eq!(peek!(uut.codes), 0x1C_93_29_u64);
    }

    #[test]
    fn the_count_of_errors_stops_at_its_largest_value() {
        let mut uut = log();
        for _ in 0..300 {
            send(&mut uut, 0, false);
        }
        assert_eq!(peek!(uut.errors), 255);
    }
}
