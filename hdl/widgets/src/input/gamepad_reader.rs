//! Reads one or two gamepads of the SNES type, and sends their buttons as codes of keys.
//!
//! ```text
//! tick    _|~|____________________________________________
//! latch   ___|~~~~~~~~|___________________________________
//! pads    ~~~~~~~~~~~~~~~~\___/~~~\___/~~~\___/~~~ ... ~~~   (clock of the pads)
//! data    ---------< bit 0        X bit 1 X bit 2 X ... >-   low: the button is down
//! valid   ________________|_______|_______|_______
//! ```
//!
//! The latch puts the buttons into the shift register of a pad. A rising edge of the clock shifts.
//! A bit is read at the falling edge before it, when it has been stable for 6 us. Both pads share
//! latch and clock.
//!
//! Every button is sent in every tick, as the code of a key that goes down or up: [`code`]. The
//! receiver stores which keys are down, so the reader does not. A pad that is absent reads as no
//! button if its data line has a pull-up. The last four of the 16 bits are no buttons; they are
//! shifted, but not sent.
//!
//! **Interface**: `tick` is a strobe; it is ignored during the 210 us of a reading. `valid` is a
//! strobe with `code` and `released`. The codes of the two pads are 4 us apart, those of two
//! buttons 12 us, so that the receiver can search for each: it takes 71 clocks. With two pads
//! that asks for 18 MHz. Latch and clock are registers.
//! **Source**: measured timing of the console, as in the SNES development wiki, "Controller
//! reading": latch of 12 us, clock of 83 kHz, idle high.

use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Half a period of the clock of the pads, in microseconds. The latch takes two.
const HALF_PERIOD_US: u64 = 6;
/// Half periods before the first falling edge: latch, and a pause.
const LEAD: u8 = 3;
/// Half periods of a reading.
const STEPS: u8 = LEAD + 2 * 16;
/// Buttons of a pad.
pub const BUTTONS: u8 = 12;

/// The code of a button: pad 0 or 1, and the number of the button in the order of its bits: B, Y,
/// Select, Start, up, down, left, right, A, X, L, R. No keyboard sends these codes.
pub const fn code(pad: u8, button: u8) -> u8 {
    0x90 | pad << 5 | button
}

/// True for the code of a button.
pub fn is_code(key: u16) -> bool {
    (0..2).any(|pad| (0..BUTTONS).any(|button| key == u16::from(code(pad, button))))
}

/// Lines of the gamepads.
#[interface(client = GamepadPads)]
pub struct GamepadLines {
    /// Data lines, asynchronous, bit 0 pad 1, bit 1 pad 2. Low: the button is down.
    pub data: Signal<In, Bits<2>>,
    /// Latch of both pads.
    pub latch: Signal<Out, Bit>,
    /// Clock of both pads, idle high.
    pub shift_clock: Signal<Out, Bit>,
}

/// The reader.
#[derive(LogicBlock, Module)]
pub struct GamepadReader {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: read the pads.
    pub tick: Signal<In, Bit>,
    /// Lines of the pads.
    pub lines: GamepadLines,
    /// Code of a button.
    pub code: Signal<Out, Bits<8>>,
    /// The button is up; valid with `code`.
    pub released: Signal<Out, Bit>,
    /// Strobe: a button was read.
    pub valid: Signal<Out, Bit>,
    #[part(clock)]
    sync_1: BitSynchronizer,
    #[part(clock)]
    sync_2: BitSynchronizer,
    is_reading: DFF<Bit>,
    /// Clock within half a period.
    phase: DFF<Bits<9>>,
    /// Half period of the reading.
    step: DFF<Bits<6>>,
    latch_pin: DFF<Bit>,
    #[reset(true)]
    clock_pin: DFF<Bit>,
    /// Half periods since the first falling edge: bit 0 is the clock.
    since_lead: Signal<Local, Bits<6>>,
    in_bits: Signal<Local, Bit>,
    reads_first: Signal<Local, Bit>,
    reads_second: Signal<Local, Bit>,
    button: Signal<Local, Bits<8>>,
    has_pads: Constant<Bit>,
    has_second: Constant<Bit>,
    last_phase: Constant<Bits<9>>,
    second_phase: Constant<Bits<9>>,
    #[value(LEAD)]
    lead: Constant<Bits<6>>,
    #[value(STEPS - 1)]
    last_step: Constant<Bits<6>>,
    #[value(BUTTONS)]
    buttons: Constant<Bits<8>>,
    #[value(code(0, 0))]
    first_code: Constant<Bits<8>>,
    #[value(code(1, 0))]
    second_code: Constant<Bits<8>>,
}

impl GamepadReader {
    /// A reader of `pads` gamepads for a module clock of `clock_hz`. Without a pad it never reads,
    /// and synthesis removes it.
    ///
    /// # Panics
    /// If the clock is not between 3 and 85 MHz, the range of the counter.
    pub fn new(clock_hz: u64, pads: u8) -> Self {
        let clocks = (clock_hz * HALF_PERIOD_US).div_ceil(1_000_000);
        assert!(
            (18..=512).contains(&clocks),
            "{clock_hz} Hz cannot be divided into half periods of {HALF_PERIOD_US} us"
        );
        construct!(GamepadReader {
            has_pads: Constant::new(pads > 0),
            has_second: Constant::new(pads > 1),
            last_phase: Constant::new((clocks - 1).to_bits()),
            second_phase: Constant::new((2 * clocks / 3).to_bits()),
        })
    }
}

#[clocked]
impl Logic for GamepadReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.sync_1.sig_in.next = self.lines.data.val().get_bit(0);
        self.sync_2.sig_in.next = self.lines.data.val().get_bit(1);
        if !self.is_reading.q.val() {
            self.is_reading.d.next = self.tick.val();
        } else if self.phase.q.val() == self.last_phase.val() {
            self.phase.d.next = 0.into();
            self.step.d.next = self.step.q.val() + 1;
            if self.step.q.val() == self.last_step.val() {
                self.step.d.next = 0.into();
                self.is_reading.d.next = false;
            }
        } else {
            self.phase.d.next = self.phase.q.val() + 1;
        }
        // Constant without a pad, so that synthesis removes the reader.
        if !self.has_pads.val() {
            self.is_reading.d.next = false;
        }
        self.since_lead.next = self.step.q.val() - self.lead.val();
        self.in_bits.next = self.is_reading.q.val() & (self.step.q.val() >= self.lead.val());
        self.latch_pin.d.next = self.is_reading.q.val() & !(self.step.q.val() >> 1).any();
        self.clock_pin.d.next = !self.in_bits.val() | self.since_lead.val().get_bit(0);
        self.lines.latch.next = self.latch_pin.q.val();
        self.lines.shift_clock.next = self.clock_pin.q.val();

        // The falling edge is one clock after the first read.
        self.button.next = bit_cast::<8, 6>(self.since_lead.val() >> 1);
        self.reads_first.next = self.phase.q.val() == 0;
        self.reads_second.next = self.phase.q.val() == self.second_phase.val();
        self.valid.next = self.in_bits.val()
            & !self.since_lead.val().get_bit(0)
            & (self.button.val() < self.buttons.val())
            & (self.reads_first.val() | (self.reads_second.val() & self.has_second.val()));
        self.code.next = self.button.val() | self.first_code.val();
        self.released.next = self.sync_1.sig_out.val();
        if self.reads_second.val() & self.has_second.val() {
            self.code.next = self.button.val() | self.second_code.val();
            self.released.next = self.sync_2.sig_out.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const CLOCK_HZ: u64 = 25_000_000;
    /// Clocks of a reading, and half a period.
    const HALF: u64 = 150;
    const READING: u64 = 35 * HALF;

    /// A pad: a shift register of 16 bits, which shifts in ones.
    struct Pad {
        down: u16,
        bits: u16,
    }

    /// The reader with two pads.
    struct Pads {
        uut: Bench<GamepadReader>,
        pads: [Pad; 2],
        latch: bool,
        clock: bool,
        /// Clocks of the high and low times of latch and clock.
        latch_times: Vec<u64>,
        clock_times: Vec<u64>,
        since: [u64; 2],
        sent: Vec<(u64, u8, bool)>,
        now: u64,
    }

    impl Pads {
        fn new(down: [u16; 2]) -> Pads {
            Pads::of(2, down)
        }

        fn of(count: u8, down: [u16; 2]) -> Pads {
            Pads::with(Bench::new(GamepadReader::new(CLOCK_HZ, count)), down)
        }

        fn with(uut: Bench<GamepadReader>, down: [u16; 2]) -> Pads {
            Pads {
                uut,
                pads: down.map(|down| Pad { down, bits: 0xFFFF }),
                latch: false,
                clock: true,
                latch_times: vec![],
                clock_times: vec![],
                since: [0; 2],
                sent: vec![],
                now: 0,
            }
        }

        fn tick(&mut self) {
            let uut = &mut self.uut;
            let data = (0..2).map(|pad| u64::from(self.pads[pad].bits & 1) << pad);
            poke!(uut, lines.data = data.sum::<u64>().to_bits());
            tick!(uut);
            self.now += 1;
            let (latch, clock) = (peek!(uut, lines.latch), peek!(uut, lines.shift_clock));
            if latch != self.latch {
                self.latch_times.push(self.now - self.since[0]);
                self.since[0] = self.now;
            }
            if clock != self.clock {
                self.clock_times.push(self.now - self.since[1]);
                self.since[1] = self.now;
            }
            for pad in &mut self.pads {
                if latch {
                    pad.bits = !pad.down;
                } else if clock && !self.clock {
                    pad.bits = pad.bits >> 1 | 0x8000;
                }
            }
            (self.latch, self.clock) = (latch, clock);
            if peek!(uut.valid) {
                let sent = (self.now, peek!(uut.code).to_u8(), peek!(uut.released));
                self.sent.push(sent);
            }
        }

        /// Reads the pads once. Returns the codes of the buttons that are down.
        fn read(&mut self) -> Vec<u8> {
            self.sent.clear();
            poke!(self.uut.tick = true);
            self.tick();
            poke!(self.uut.tick = false);
            for _ in 0..READING {
                self.tick();
            }
            let down = self.sent.iter().filter(|sent| !sent.2);
            down.map(|sent| sent.1).collect()
        }
    }

    #[test]
    fn each_button_of_each_pad_has_its_code() {
        for button in 0..12 {
            let mut pads = Pads::new([1 << button, 0]);
            assert_eq!(pads.read(), [0x90 + button]);
            pads.pads[0].down = 0;
            pads.pads[1].down = 1 << button;
            assert_eq!(pads.read(), [0xB0 + button]);
        }
        let mut pads = Pads::new([0xFFF, 0x801]);
        let all = (0..12).flat_map(|button| {
            let second = (button == 0 || button == 11).then_some(0xB0 + button);
            [Some(0x90 + button), second].into_iter().flatten()
        });
        assert_eq!(pads.read(), Vec::from_iter(all));
    }

    #[test]
    fn one_pad_is_read_alone_and_without_a_pad_nothing_is() {
        let mut pads = Pads::of(1, [0x801, 0xFFF]);
        assert_eq!(pads.read(), [0x90, 0x9B]);
        assert_eq!(pads.sent.len(), 12);
        let mut pads = Pads::of(0, [0xFFF; 2]);
        assert_eq!(pads.read(), []);
        assert!(pads.sent.is_empty() && pads.latch_times.is_empty());
    }

    #[test]
    fn absent_pads_and_the_last_four_bits_are_no_buttons() {
        assert_eq!(Pads::new([0, 0xF000]).read(), []);
        let mut pads = Pads::new([0, 0]);
        assert_eq!(pads.read(), []);
        let released = pads.sent.iter().map(|sent| sent.1);
        let codes = (0..12).flat_map(|button| [0x90 + button, 0xB0 + button]);
        assert_eq!(Vec::from_iter(released), Vec::from_iter(codes));
    }

    #[test]
    fn latch_and_clock_have_the_timing_of_the_console() {
        let reader = Bench::with_rust_hdl(GamepadReader::new(CLOCK_HZ, 2));
        let mut pads = Pads::with(reader, [0, 0]);
        pads.read();
        assert_eq!(pads.latch_times[1..], [2 * HALF]);
        assert_eq!(pads.clock_times[1..], [HALF; 31]);
        let between = pads.since[0]..pads.since[0] + HALF + 1;
        let first_fall = pads.clock_times[0];
        assert!(between.contains(&(first_fall - 1)), "{first_fall}");
    }

    #[test]
    fn a_tick_during_a_reading_is_ignored_and_a_reset_ends_it() {
        let mut pads = Pads::new([1, 0]);
        poke!(pads.uut.tick = true);
        for _ in 0..READING {
            pads.tick();
        }
        poke!(pads.uut.tick = false);
        assert_eq!(pads.sent.len(), 24);
        for _ in 0..READING {
            pads.tick();
        }
        assert_eq!(pads.sent.len(), 24);
        poke!(pads.uut.tick = true);
        for _ in 0..4 * HALF {
            pads.tick();
        }
        poke!(pads.uut.reset = true);
        pads.tick();
        pads.tick();
        assert!(peek!(pads.uut, lines.shift_clock) && !peek!(pads.uut, lines.latch));
    }
}
