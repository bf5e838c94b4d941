//! Receives the bytes that a PS/2 keyboard sends.
//!
//! ```text
//! ps2_clock ~~|__|~~|__|~~|__|~~|__|~~|__|~~|__|~~|__|~~|__|~~|__|~~|__|~~|__|~~~
//! ps2_data  ~~\start/ 0  /  1  /  2  /  3  /  4  /  5  /  6  /  7  / odd / stop ~
//! ```
//!
//! The keyboard drives both lines. The clock has 10 to 16.7 kHz; data is read on its falling edge.
//! Both lines pass two flip-flops. The clock then passes a filter: a level counts once it was seen
//! in 8 samples in a row, one every microsecond, so a spike of up to 7 us is no edge. A device
//! holds each level for at least 30 us, so data read at the filtered edge is still the bit that
//! belongs to it. Between frames, while the clock line does not change, no sample is taken: only
//! the counter of the microsecond runs.
//!
//! The bits of a frame are counted to its end also after a wrong bit, so a wrong bit costs one
//! frame, not two. A frame without an edge for 2 ms is dropped, and the next falling edge begins a
//! new one: so the receiver is in step again after a lost edge. A dropped frame is an error like a
//! wrong bit, because the lost byte may have been the release of a key.
//!
//! **Interface**: `code_valid` and `code_error` are strobes, never both. `code` holds from
//! `code_valid` to the first bit of the next frame, at least 59 us: a period of the keyboard's
//! clock less a sample.
//! **Source**: IBM PS/2 keyboard interface as in Adam Chapweske, "The PS/2 Mouse/Keyboard
//! Protocol": timing, frame, odd parity.

use crate::property::{Mutant, Observer, Property};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Samples of the clock line per second, nearly.
const SAMPLE_HZ: u64 = 1_000_000;

/// The receiver.
#[derive(LogicBlock, Module)]
pub struct Ps2Receiver {
    /// Module clock; both lines are asynchronous to it.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The keyboard's clock line; idle high.
    pub ps2_clock: Signal<In, Bit>,
    /// The keyboard's data line; idle high.
    pub ps2_data: Signal<In, Bit>,
    /// The byte received last.
    pub code: Signal<Out, Bits<8>>,
    /// Strobe: `code` arrived with the right start, parity and stop bits.
    pub code_valid: Signal<Out, Bit>,
    /// Strobe: a byte was lost.
    pub code_error: Signal<Out, Bit>,
    #[part(clock)]
    clock_sync: BitSynchronizer,
    #[part(clock)]
    data_sync: BitSynchronizer,
    sample_ticks: DFF<Bits<6>>,
    /// Filtered clock line.
    level: DFF<Bit>,
    /// Samples in a row that differ from `level`.
    other_samples: DFF<Bits<3>>,
    /// Samples since the last falling edge of a frame; the top bit is set after 2048.
    still_samples: DFF<Bits<12>>,
    in_frame: DFF<Bit>,
    /// Bits enter at the top; a one that went in ahead of the start bit reaches bit 0 when the stop
    /// bit is in.
    frame: DFF<Bits<12>>,
    #[default(false)]
    sample: Signal<Local, Bit>,
    is_idle: Signal<Local, Bit>,
    differs: Signal<Local, Bit>,
    accepted: Signal<Local, Bit>,
    fell: Signal<Local, Bit>,
    timed_out: Signal<Local, Bit>,
    #[default(0)]
    entering: Signal<Local, Bits<12>>,
    shifted: Signal<Local, Bits<12>>,
    complete: Signal<Local, Bit>,
    correct: Signal<Local, Bit>,
    last_sample_tick: Constant<Bits<6>>,
}

impl Ps2Receiver {
    /// A receiver for a module clock of `clock_hz`.
    ///
    /// # Panics
    /// If the clock is not between 1 and 64 MHz, the range in which its microsecond is right to
    /// half.
    pub fn new(clock_hz: u64) -> Self {
        assert!(
            (SAMPLE_HZ..=64 * SAMPLE_HZ).contains(&clock_hz),
            "{clock_hz} Hz cannot be divided by 1 to 64 into 1 MHz"
        );
        let ticks_per_sample = (clock_hz + SAMPLE_HZ / 2) / SAMPLE_HZ;
        construct!(Ps2Receiver {
            last_sample_tick: Constant::new((ticks_per_sample - 1).to_bits()),
        })
    }
}

#[clocked]
impl Logic for Ps2Receiver {
    #[hdl_gen]
    fn update(&mut self) {
        self.clock_sync.sig_in.next = self.ps2_clock.val();
        self.data_sync.sig_in.next = self.ps2_data.val();
        // One sample per microsecond, when there is anything to see.
        self.differs.next = self.clock_sync.sig_out.val() != self.level.q.val();
        self.is_idle.next =
            !self.in_frame.q.val() & !self.differs.val() & !self.other_samples.q.val().any();
        self.sample_ticks.d.next = self.sample_ticks.q.val() + 1;
        if self.sample_ticks.q.val() == self.last_sample_tick.val() {
            self.sample_ticks.d.next = 0.into();
            self.sample.next = !self.is_idle.val();
        }
        // The glitch filter. The eighth sample wraps its counter to zero.
        self.accepted.next =
            self.sample.val() & self.differs.val() & self.other_samples.q.val().all();
        self.fell.next = self.accepted.val() & self.level.q.val();
        if self.sample.val() {
            self.other_samples.d.next = self.other_samples.q.val() + 1;
            if !self.differs.val() {
                self.other_samples.d.next = 0.into();
            }
        }
        if self.accepted.val() {
            self.level.d.next = self.clock_sync.sig_out.val();
        }
        // The watchdog. Between frames nothing is counted.
        self.timed_out.next = self.in_frame.q.val() & self.still_samples.q.val().get_bit(11);
        if self.in_frame.q.val() & self.sample.val() {
            self.still_samples.d.next = self.still_samples.q.val() + 1;
        }
        if self.fell.val() {
            self.still_samples.d.next = 0.into();
        }
        // The frame.
        self.complete.next = self.in_frame.q.val() & self.frame.q.val().get_bit(0);
        if self.complete.val() | self.timed_out.val() {
            self.in_frame.d.next = false;
        }
        if self.data_sync.sig_out.val() {
            self.entering.next = 0x800.into();
        }
        self.shifted.next = self.frame.q.val() >> 1;
        if self.fell.val() {
            self.in_frame.d.next = true;
            self.frame.d.next = self.entering.val() | self.shifted.val();
            if !self.in_frame.q.val() | self.timed_out.val() {
                self.frame.d.next = self.entering.val() | 0x400;
            }
        }
        self.correct.next = !self.frame.q.val().get_bit(1)
            & self.frame.q.val().get_bits::<9>(2).xor()
            & self.frame.q.val().get_bit(11);
        self.code.next = self.frame.q.val().get_bits::<8>(2);
        self.code_valid.next = self.complete.val() & self.correct.val();
        self.code_error.next = (self.complete.val() & !self.correct.val()) | self.timed_out.val();
    }
}

impl Ps2Receiver {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        Property {
            lemmas: &[
                "in_frame == (falls != 0) && falls <= 11",
                // The clock line falls again only after it has been high.
                "!complete || !level",
                // A one goes ahead of the bits received.
                "!in_frame || frame == (({bits, 1'b0} >> (4'd12 - falls) << (4'd12 - falls)) \
                     | (12'd1 << (4'd11 - falls)))",
            ],
            observers: &[
                Observer::new(
                    "falls",
                    4,
                    "(code_valid || code_error ? 4'd0 : falls) + {3'd0, fell}",
                ),
                Observer::new("bits", 11, "fell ? {data_sync.sig_out, bits[10:1]} : bits"),
            ],
            ..Property::new(
                "a code comes after eleven bits with start, odd parity and stop",
                "!code_valid || falls == 11 && !bits[0] && (^bits[9:1]) && bits[10] \
                     && code == bits[8:1]",
                Mutant::new("12'h400", "12'h002", 50),
            )
        },
        Property {
            // A code is complete in the clock after the last falling edge.
            lemmas: &["!complete || still_samples == 0"],
            ..Property::new(
                "a code and an error never come at once",
                "!code_valid || !code_error",
                Mutant::new("(complete && !correct)", "(complete && correct)", 50)
                    .also("12'h400", "12'h002"),
            )
        },
        Property::new(
            "a frame ends after 2,048 samples without a falling edge",
            "!in_frame || still_samples <= 2048",
            Mutant::new("in_frame && still_samples[11]", "1'b0", 50).also(
                "still_samples <= still_samples + 12'd1",
                "still_samples <= 12'd2049",
            ),
        ),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[derive(Debug, PartialEq)]
    enum Event {
        Code(u8),
        Error,
    }
    use Event::{Code, Error};

    struct Keyboard {
        uut: Bench<Ps2Receiver>,
        ticks_per_us: u64,
        /// Half a period of the keyboard's clock.
        half_us: u64,
        events: Vec<Event>,
    }

    impl Keyboard {
        fn new(clock_hz: u64, half_us: u64) -> Self {
            let mut uut = Bench::new(Ps2Receiver::new(clock_hz));
            poke!(uut.ps2_clock = true);
            poke!(uut.ps2_data = true);
            let ticks_per_us = clock_hz / 1_000_000;
            let mut keyboard = Self {
                uut,
                ticks_per_us,
                half_us,
                events: vec![],
            };
            keyboard.wait_us(50);
            keyboard
        }

        fn wait_us(&mut self, us: u64) {
            for _ in 0..us * self.ticks_per_us {
                tick!(self.uut);
                let error = peek!(self.uut.code_error);
                if peek!(self.uut.code_valid) {
                    assert!(!error);
                    self.events.push(Code(peek!(self.uut.code).to_u8()));
                }
                if error {
                    self.events.push(Error);
                }
            }
        }

        /// Data changes in the middle of the high half.
        fn bit(&mut self, bit: bool) {
            self.wait_us(self.half_us / 2);
            poke!(self.uut.ps2_data = bit);
            self.wait_us(self.half_us - self.half_us / 2);
            poke!(self.uut.ps2_clock = false);
            self.wait_us(self.half_us);
            poke!(self.uut.ps2_clock = true);
        }

        fn bits(&mut self, bits: &[bool]) {
            for &bit in bits {
                self.bit(bit);
            }
        }

        fn idle_us(&mut self, us: u64) {
            poke!(self.uut.ps2_data = true);
            self.wait_us(us);
        }

        fn send(&mut self, code: u8) {
            self.bits(&frame(code));
            self.idle_us(100);
        }

        fn events(&mut self) -> Vec<Event> {
            std::mem::take(&mut self.events)
        }
    }

    fn frame(code: u8) -> [bool; 11] {
        std::array::from_fn(|bit| match bit {
            0 => false,
            1..=8 => code >> (bit - 1) & 1 == 1,
            9 => code.count_ones().is_multiple_of(2),
            _ => true,
        })
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(Keyboard::new(25_000_000, 40)
            .uut
            .rust_hdl_verilog()
            .contains("module top"));
    }

    #[test]
    fn receives_every_code() {
        let mut keyboard = Keyboard::new(1_000_000, 30);
        for code in 0..=255 {
            keyboard.send(code);
            assert_eq!(keyboard.events(), [Code(code)]);
        }
    }

    #[test]
    fn receives_from_slow_and_fast_keyboards_at_any_module_clock() {
        for clock_hz in [1_000_000, 2_000_000, 12_000_000, 25_175_000, 30_000_000] {
            for half_us in [30, 40, 50] {
                let mut keyboard = Keyboard::new(clock_hz, half_us);
                keyboard.send(0xF0);
                keyboard.send(0x1C);
                assert_eq!(
                    keyboard.events(),
                    [Code(0xF0), Code(0x1C)],
                    "{clock_hz} {half_us}"
                );
            }
        }
    }

    #[test]
    fn the_code_holds_until_the_next_frame() {
        let mut keyboard = Keyboard::new(1_000_000, 40);
        keyboard.send(0x5A);
        keyboard.idle_us(5000);
        assert_eq!(peek!(keyboard.uut.code), 0x5A);
        assert_eq!(keyboard.events(), [Code(0x5A)]);
    }

    #[test]
    fn a_wrong_bit_costs_one_frame() {
        for code in [0x00, 0x1C, 0xFF] {
            for wrong in 0..11 {
                let mut keyboard = Keyboard::new(1_000_000, 40);
                let mut bits = frame(code);
                bits[wrong] = !bits[wrong];
                keyboard.bits(&bits);
                keyboard.idle_us(50);
                assert_eq!(keyboard.events(), [Error], "bit {wrong}");
                keyboard.send(code);
                assert_eq!(keyboard.events(), [Code(code)], "bit {wrong}");
            }
        }
    }

    #[test]
    fn a_spike_on_the_clock_is_no_edge() {
        for length_us in 1..=6 {
            let mut keyboard = Keyboard::new(2_000_000, 40);
            for bit in frame(0x43) {
                // The wrong bit stands in the high half: a spike taken for an edge would read it.
                for (half, data) in [(true, !bit), (false, bit)] {
                    poke!(keyboard.uut.ps2_data = data);
                    for (level, us) in [(half, 20), (!half, length_us), (half, 20)] {
                        poke!(keyboard.uut.ps2_clock = level);
                        keyboard.wait_us(us);
                    }
                }
            }
            assert_eq!(keyboard.events(), [Code(0x43)], "{length_us} us");
        }
    }

    #[test]
    fn a_truncated_frame_is_dropped_after_2_ms() {
        for sent in 1..11 {
            let mut keyboard = Keyboard::new(1_000_000, 40);
            keyboard.bits(&frame(0x3B)[..sent]);
            keyboard.idle_us(1900);
            assert_eq!(keyboard.events(), []);
            keyboard.idle_us(200);
            assert_eq!(keyboard.events(), [Error], "{sent} bits");
            keyboard.send(0x4B);
            assert_eq!(keyboard.events(), [Code(0x4B)], "{sent} bits");
        }
    }

    #[test]
    fn a_pause_of_1_5_ms_inside_a_frame_is_no_end() {
        let mut keyboard = Keyboard::new(1_000_000, 40);
        keyboard.bits(&frame(0x3B)[..5]);
        keyboard.wait_us(1500);
        keyboard.bits(&frame(0x3B)[5..]);
        assert_eq!(keyboard.events(), [Code(0x3B)]);
    }

    #[test]
    fn silence_between_frames_is_no_error() {
        let mut keyboard = Keyboard::new(1_000_000, 40);
        keyboard.send(0x29);
        keyboard.idle_us(10_000);
        keyboard.send(0x29);
        assert_eq!(keyboard.events(), [Code(0x29), Code(0x29)]);
    }

    #[test]
    fn finds_its_place_when_reset_in_the_middle_of_a_frame() {
        for before in 1..11 {
            let mut keyboard = Keyboard::new(1_000_000, 40);
            keyboard.bits(&frame(0x75)[..before]);
            poke!(keyboard.uut.reset = true);
            keyboard.wait_us(5);
            poke!(keyboard.uut.reset = false);
            keyboard.bits(&frame(0x75)[before..]);
            keyboard.idle_us(3000);
            assert_eq!(keyboard.events(), [Error]);
            keyboard.send(0x75);
            assert_eq!(keyboard.events(), [Code(0x75)]);
        }
    }
}
