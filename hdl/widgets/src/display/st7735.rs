//! Drives a colour LCD with an ST7735: initialises it, then fills windows with pixels.
//!
//! A small program in block RAM does both. It resets the panel, waits, and sends commands with
//! their parameters. Its last part is a loop: wait for `start`, send the corners of a window, send
//! pixels up to the last one.
//!
//! ```text
//!  reset, waits, commands --> ready --> corners --> pixels --+
//!                               ^                            |
//!                               +----------------------------+
//! ```
//!
//! Bytes follow each other without a pause. The clock of the panel is half the module clock, or
//! less if `max_clock_hz` of the [`Panel`] is lower. A byte takes at least 16 clocks. A window of
//! 8 x 8 pixels is 139 bytes.
//!
//! **Interface**: `start` requests a window while `ready` is high; its corners are stable until
//! `ready` returns. `colour` and `is_last` are stable until `taken`, and the next ones are valid 13
//! clocks after it. The table of colours follows the program in the same memory. In a panel that is
//! mounted on its side (bit 5 of MADCTL), x counts along its longer edge.
//! **Source**: Sitronix ST7735 for the interface (a write cycle of 66 ns or more; a reset of 10 us,
//! then 120 ms); the voltages and curves of the program are those that public drivers use for
//! panels of the "R" version.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Properties of a panel and of its mounting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The parameter of MADCTL: 80h turns the rows around, 40h the columns, 20h exchanges both, 08h
    /// is for panels whose stripes begin with blue.
    pub access: u8,
    /// Columns of the memory beside the glass, in the direction of x: 0, or on panels with a "green
    /// tab" 2 (on their side 1).
    pub x_offset: u8,
    /// The same in the direction of y: 0, or 1 (on their side 2).
    pub y_offset: u8,
    /// The fastest clock that the panel and its wires bear, in Hz: at most [`FASTEST_HZ`].
    pub max_clock_hz: u64,
}

/// Write cycle of the chip: 66 ns.
pub const FASTEST_HZ: u64 = 1_000_000_000 / 66;

/// Pauses are counted in slots, none of them shorter than this.
pub const SLOT_MS: u64 = 8;

/// A step of the program: two bits say what to do with the eight others.
#[derive(Clone, Copy)]
enum Step {
    Command(u8),
    Data(u8),
    /// At least so many milliseconds, 240 at most.
    Wait(u8),
    Corner(u8),
    Pixels,
    Ready,
    Reset(bool),
}

impl Step {
    fn word(self) -> u64 {
        match self {
            Step::Command(byte) => u64::from(byte),
            Step::Data(byte) => 0x100 | u64::from(byte),
            // The first slot may be nearly over.
            Step::Wait(milliseconds) => 0x200 | (u64::from(milliseconds).div_ceil(SLOT_MS) + 1),
            Step::Corner(index) => 0x300 | u64::from(index),
            Step::Pixels => 0x304,
            Step::Ready => 0x305,
            Step::Reset(level) => 0x306 | u64::from(level),
        }
    }
}

/// Commands that set voltages, frequencies, curves and the format of pixels, with their parameters.
fn settings(access: u8) -> Vec<Vec<u8>> {
    vec![
        vec![0xb1, 0x01, 0x2c, 0x2d],
        vec![0xb2, 0x01, 0x2c, 0x2d],
        vec![0xb3, 0x01, 0x2c, 0x2d, 0x01, 0x2c, 0x2d],
        vec![0xb4, 0x07],
        vec![0xc0, 0xa2, 0x02, 0x84],
        vec![0xc1, 0xc5],
        vec![0xc2, 0x0a, 0x00],
        vec![0xc3, 0x8a, 0x2a],
        vec![0xc4, 0x8a, 0xee],
        vec![0xc5, 0x0e],
        vec![0x20],
        vec![0x36, access],
        // RGB565.
        vec![0x3a, 0x05],
        vec![
            0xe0, 0x02, 0x1c, 0x07, 0x12, 0x37, 0x32, 0x29, 0x2d, 0x29, 0x25, 0x2b, 0x39, 0x00,
            0x01, 0x03, 0x10,
        ],
        vec![
            0xe1, 0x03, 0x1d, 0x07, 0x06, 0x2e, 0x2c, 0x29, 0x2d, 0x2e, 0x2e, 0x37, 0x3f, 0x00,
            0x00, 0x02, 0x10,
        ],
    ]
}

/// The program, and the place of its loop.
fn program(access: u8) -> (Vec<Step>, usize) {
    use Step::{Command, Corner, Data, Pixels, Ready, Reset, Wait};
    let mut steps = vec![Reset(false), Wait(1), Reset(true), Wait(120)];
    // SWRESET, SLPOUT.
    steps.extend([
        Command(0x01),
        Wait(150),
        Command(0x11),
        Wait(240),
        Wait(240),
        Wait(20),
    ]);
    for setting in settings(access) {
        steps.push(Command(setting[0]));
        steps.extend(setting[1..].iter().map(|&byte| Data(byte)));
    }
    // NORON, DISPON.
    steps.extend([Command(0x13), Wait(10), Command(0x29), Wait(100)]);
    let ready = steps.len();
    steps.push(Ready);
    // CASET and RASET, first and last; RAMWR.
    for (command, corner) in [(0x2a, 0), (0x2b, 2)] {
        steps.extend([Command(command), Data(0), Corner(corner)]);
        steps.extend([Data(0), Corner(corner + 1)]);
    }
    steps.extend([Command(0x2c), Pixels]);
    (steps, ready)
}

/// The panel's driver.
#[derive(LogicBlock, Module)]
pub struct St7735 {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the panel is reset too.
    pub reset: Signal<In, Bit>,
    /// Strobe: a slot of [`SLOT_MS`] or more is over.
    pub slot: Signal<In, Bit>,
    /// Level: fill a window, if `ready`.
    pub start: Signal<In, Bit>,
    /// First column of the window, as seen on the glass.
    pub x_first: Signal<In, Bits<8>>,
    /// Last column.
    pub x_last: Signal<In, Bits<8>>,
    /// First row.
    pub y_first: Signal<In, Bits<8>>,
    /// Last row.
    pub y_last: Signal<In, Bits<8>>,
    /// The next pixel: its place in the palette.
    pub colour: Signal<In, Bits<4>>,
    /// Level: it is the last of the window.
    pub is_last: Signal<In, Bit>,
    /// Strobe: it is on its way.
    #[default(false)]
    pub taken: Signal<Out, Bit>,
    /// Level: the panel is awake and no window is being filled.
    #[default(false)]
    pub ready: Signal<Out, Bit>,
    /// Clock of the panel; it takes data when this rises.
    pub lcd_clock: Signal<Out, Bit>,
    /// Data, the highest bit of a byte first.
    pub lcd_data: Signal<Out, Bit>,
    /// The byte is a command (0) or data (1).
    pub lcd_dc: Signal<Out, Bit>,
    /// Low while bytes are sent.
    pub lcd_cs: Signal<Out, Bit>,
    /// Low: reset.
    pub lcd_reset: Signal<Out, Bit>,
    /// The program, then the bytes of the colours.
    #[part(clock)]
    #[given]
    steps: SyncROM<Bits<10>, 8>,
    place: DFF<Bits<7>>,
    /// The output of the program belongs to the place before.
    #[reset(true)]
    is_stale: DFF<Bit>,
    delay: DFF<Bits<5>>,
    /// Bits that are still to be sent.
    bits: DFF<Bits<8>>,
    /// Halves of bits until the byte is out.
    halves: DFF<Bits<5>>,
    is_data: DFF<Bit>,
    is_selected: DFF<Bit>,
    is_filling: DFF<Bit>,
    is_low_byte: DFF<Bit>,
    is_awake: DFF<Bit>,
    /// Clocks until the panel's clock may change, less 1.
    left: DFF<Bits<5>>,
    what: Signal<Local, Bits<2>>,
    operand: Signal<Local, Bits<8>>,
    corner: Signal<Local, Bits<8>>,
    corner_offset: Signal<Local, Bits<8>>,
    next_place: Signal<Local, Bits<7>>,
    is_free: Signal<Local, Bit>,
    #[default(false)]
    goes_on: Signal<Local, Bit>,
    #[default(false)]
    sends: Signal<Local, Bit>,
    fills: Signal<Local, Bit>,
    half_ends: Signal<Local, Bit>,
    is_quiet: Signal<Local, Bit>,
    divides: Constant<Bit>,
    more_clocks: Constant<Bits<5>>,
    ready_place: Constant<Bits<7>>,
    x_offset: Constant<Bits<8>>,
    y_offset: Constant<Bits<8>>,
}

impl St7735 {
    /// A driver with this clock for this panel, with a palette of RGB565. The panel's clock is the
    /// fastest that it bears and that an even divisor makes.
    ///
    /// # Panics
    /// If the panel would be given more than the chip takes, or less than a 64th of the module's
    /// clock.
    pub fn new(clock_hz: u64, panel: Panel, palette: &[u16; 16]) -> Self {
        assert!(
            panel.max_clock_hz <= FASTEST_HZ,
            "{} Hz are too fast for an ST7735, which takes {FASTEST_HZ}",
            panel.max_clock_hz
        );
        let half_clocks = clock_hz.div_ceil(2 * panel.max_clock_hz);
        assert!(
            half_clocks <= 32,
            "{} Hz are less than a 64th of {clock_hz}",
            panel.max_clock_hz
        );
        let (steps, ready) = program(panel.access);
        let words = steps.into_iter().map(Step::word);
        // All words are there, so that no simulator starts from an unknown.
        let words = words.chain(std::iter::repeat(0)).take(128);
        let colours = palette.iter().flat_map(|colour| colour.to_be_bytes());
        let words = words.chain(colours.map(|byte| Step::Data(byte).word()));
        let words = words.chain(std::iter::repeat(0)).take(256);
        construct!(St7735 {
            divides: Constant::new(half_clocks > 1),
            more_clocks: Constant::new((half_clocks - 1).to_bits()),
            steps: words.map(|word| word.to_bits()).into(),
            ready_place: Constant::new((ready as u64).to_bits()),
            x_offset: Constant::new(panel.x_offset.to_bits()),
            y_offset: Constant::new(panel.y_offset.to_bits()),
        })
    }
}

#[clocked]
impl Logic for St7735 {
    #[hdl_gen]
    fn update(&mut self) {
        self.lcd_clock.next = self.halves.q.val().get_bit(0);
        self.lcd_data.next = self.bits.q.val().get_bit(7);
        self.lcd_dc.next = self.is_data.q.val();
        self.lcd_cs.next = !self.is_selected.q.val();
        self.lcd_reset.next = self.is_awake.q.val();
        self.steps.address.next = bit_cast::<8, 7>(self.place.q.val());
        if self.is_filling.q.val() {
            self.steps.address.next = (bit_cast::<8, 4>(self.colour.val()) << 1)
                | bit_cast::<8, 1>(self.is_low_byte.q.val().into())
                | 0x80;
        }
        self.next_place.next = self.place.q.val() + 1;
        self.what.next = self.steps.data.val().get_bits::<2>(8);
        self.operand.next = self.steps.data.val().get_bits::<8>(0);
        self.corner.next = self.x_first.val();
        if self.operand.val().get_bits::<2>(0) == 1 {
            self.corner.next = self.x_last.val();
        } else if self.operand.val().get_bits::<2>(0) == 2 {
            self.corner.next = self.y_first.val();
        } else if self.operand.val().get_bits::<2>(0) == 3 {
            self.corner.next = self.y_last.val();
        }
        self.corner_offset.next = self.x_offset.val();
        if self.operand.val().get_bit(1) {
            self.corner_offset.next = self.y_offset.val();
        }

        // A panel that takes half the module's clock leaves nothing to count.
        self.half_ends.next = !self.left.q.val().any();
        if self.divides.val() {
            self.left.d.next = self.left.q.val() - 1;
            if self.half_ends.val() {
                self.left.d.next = self.more_clocks.val();
            }
        }
        // A bit has two halves: the data are there with the low one, and change after the high one.
        if self.half_ends.val() {
            if self.halves.q.val().get_bit(0) {
                self.bits.d.next = self.bits.q.val() << 1;
            }
            if self.halves.q.val().any() {
                self.halves.d.next = self.halves.q.val() - 1;
            }
        }
        self.is_quiet.next = (self.halves.q.val().get_bits::<4>(1) == 0)
            & (self.half_ends.val() | !self.halves.q.val().get_bit(0));
        if self.slot.val() & self.delay.q.val().any() {
            self.delay.d.next = self.delay.q.val() - 1;
        }
        self.is_free.next =
            self.is_quiet.val() & !self.is_stale.q.val() & !self.delay.q.val().any();
        // While the command is on its way, so that the pixels follow it at once.
        self.fills.next = !self.is_stale.q.val()
            & self.what.val().all()
            & (self.operand.val().get_bits::<3>(0) == 4);
        if self.fills.val() {
            self.is_filling.d.next = true;
        } else if self.is_free.val() {
            self.goes_on.next = true;
            if !self.what.val().get_bit(1) {
                self.sends.next = true;
                self.is_data.d.next = self.what.val().get_bit(0);
                self.bits.d.next = self.operand.val();
                if self.is_filling.q.val() {
                    self.is_low_byte.d.next = !self.is_low_byte.q.val();
                    self.taken.next = self.is_low_byte.q.val();
                    self.goes_on.next = self.is_low_byte.q.val() & self.is_last.val();
                }
            } else if !self.what.val().get_bit(0) {
                self.delay.d.next = self.operand.val().get_bits::<5>(0);
            } else if !self.operand.val().get_bit(2) {
                self.sends.next = true;
                self.is_data.d.next = true;
                self.bits.d.next = self.corner.val() + self.corner_offset.val();
            } else if self.operand.val().get_bit(1) {
                self.is_awake.d.next = self.operand.val().get_bit(0);
            } else {
                self.ready.next = true;
                self.goes_on.next = self.start.val();
            }
        }
        if self.goes_on.val() {
            self.place.d.next = self.next_place.val();
            // Pixels are the end of the program.
            if self.taken.val() {
                self.place.d.next = self.ready_place.val();
                self.is_filling.d.next = false;
            }
        }
        self.is_stale.d.next = self.goes_on.val() | self.fills.val();
        if self.sends.val() {
            self.halves.d.next = 16.into();
            self.is_selected.d.next = true;
        } else if self.is_quiet.val() {
            self.is_selected.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick};

    const PANEL: Panel = Panel {
        access: 0xa8,
        x_offset: 1,
        y_offset: 2,
        max_clock_hz: 15_000_000,
    };
    const CLOCK_HZ: u64 = 24_000_000;
    const PALETTE: [u16; 16] = [
        0x1234, 0xabcd, 0x0fed, 0x8001, 0x7ffe, 0xc3a5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    ];
    /// Clocks of a millisecond of the bench.
    const MILLISECOND: u64 = 40;

    /// A driver, and a panel that writes down what it gets.
    struct Bench {
        uut: gatefall_bench::Bench<St7735>,
        clocks: u64,
        /// The wires of the clock before, and when the panel's clock rose last, if the panel has
        /// been selected since.
        last: [bool; 4],
        rise: Option<u64>,
        /// The least clocks from one rise to the next.
        write_cycle: u64,
        byte: u8,
        bits: u32,
        /// Bytes, whether they are data, and the millisecond of their end.
        bytes: Vec<(u8, bool, u64)>,
    }

    impl Bench {
        fn new(max_clock_hz: u64) -> Self {
            let panel = Panel {
                max_clock_hz,
                ..PANEL
            };
            let mut uut = gatefall_bench::Bench::new(St7735::new(CLOCK_HZ, panel, &PALETTE));
            poke!(uut.reset = true);
            tick!(uut);
            poke!(uut.reset = false);
            Self {
                uut,
                clocks: 0,
                last: [false; 4],
                rise: None,
                write_cycle: u64::MAX,
                byte: 0,
                bits: 0,
                bytes: Vec::new(),
            }
        }

        fn tick(&mut self) {
            self.clocks += 1;
            poke!(self.uut.slot = self.clocks.is_multiple_of(SLOT_MS * MILLISECOND));
            tick!(self.uut);
            let wires = [
                peek!(self.uut.lcd_clock),
                peek!(self.uut.lcd_data),
                peek!(self.uut.lcd_dc),
                peek!(self.uut.lcd_cs),
            ];
            let last = std::mem::replace(&mut self.last, wires);
            if peek!(self.uut.lcd_cs) {
                assert!(self.bits.is_multiple_of(8), "a byte is cut");
                self.rise = None;
            }
            if wires[0] && !last[0] {
                assert!(!peek!(self.uut.lcd_cs) && peek!(self.uut.lcd_reset));
                assert_eq!(
                    wires[1..],
                    last[1..],
                    "all stands still when the clock rises"
                );
                if let Some(rise) = self.rise.replace(self.clocks) {
                    self.write_cycle = self.write_cycle.min(self.clocks - rise);
                }
                self.byte = self.byte << 1 | u8::from(peek!(self.uut.lcd_data));
                self.bits += 1;
                if self.bits.is_multiple_of(8) {
                    let milliseconds = self.clocks / MILLISECOND;
                    self.bytes
                        .push((self.byte, peek!(self.uut.lcd_dc), milliseconds));
                }
            }
        }

        fn wait(&mut self) {
            for _ in 0..100_000 {
                self.tick();
                if peek!(self.uut.ready) {
                    return;
                }
            }
            panic!("the driver is never ready");
        }

        /// Has a window of three pixels filled and looks at what was sent; tells how many clocks
        /// that took.
        fn fill(&mut self, pixels: [u8; 3]) -> u64 {
            self.bytes.clear();
            poke!(self.uut.x_first = 8u8.to_bits());
            poke!(self.uut.x_last = 10u8.to_bits());
            poke!(self.uut.y_first = 120u8.to_bits());
            poke!(self.uut.y_last = 120u8.to_bits());
            poke!(self.uut.start = true);
            let begun = self.clocks;
            let mut taken = 0;
            while taken < pixels.len() {
                poke!(self.uut.colour = pixels[taken].to_bits());
                poke!(self.uut.is_last = taken + 1 == pixels.len());
                taken += usize::from(peek!(self.uut.taken));
                self.tick();
                poke!(self.uut.start = false);
            }
            self.wait();
            let mut expected = vec![
                (0x2a, false),
                (0, true),
                (9, true),
                (0, true),
                (11, true),
                (0x2b, false),
                (0, true),
                (122, true),
                (0, true),
                (122, true),
                (0x2c, false),
            ];
            for pixel in pixels {
                let bytes = PALETTE[usize::from(pixel)].to_be_bytes();
                expected.extend(bytes.map(|byte| (byte, true)));
            }
            let sent: Vec<_> = self.bytes.iter().map(|byte| (byte.0, byte.1)).collect();
            assert_eq!(sent, expected);
            self.clocks - begun
        }
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(Bench::new(PANEL.max_clock_hz)
            .uut
            .rust_hdl_verilog()
            .contains("module top"));
    }

    #[test]
    fn the_panel_is_reset_and_woken_with_the_pauses_that_it_needs() {
        let mut bench = Bench::new(PANEL.max_clock_hz);
        while !peek!(bench.uut.lcd_reset) {
            bench.tick();
        }
        let begun = bench.clocks / MILLISECOND;
        assert!(begun >= 1);
        bench.wait();
        let commands: Vec<_> = bench.bytes.iter().filter(|byte| !byte.1).collect();
        let at = |code: u8| {
            let found = commands.iter().position(|command| command.0 == code);
            let index = found.expect("the command is sent");
            let next = commands
                .get(index + 1)
                .map_or(bench.clocks / MILLISECOND, |next| next.2);
            (commands[index].2, next)
        };
        assert!(at(0x01).0 - begun >= 120);
        for (code, pause) in [(0x01, 150), (0x11, 500), (0x13, 10), (0x29, 100)] {
            let (sent, next) = at(code);
            assert!(
                (pause..=pause + 5 * SLOT_MS).contains(&(next - sent)),
                "{code:x}: {sent} to {next}"
            );
        }
        let parameters = |code: u8| {
            let rest = bench
                .bytes
                .iter()
                .skip_while(move |byte| byte.0 != code || byte.1);
            rest.skip(1)
                .take_while(|byte| byte.1)
                .map(|byte| byte.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(parameters(0x36), [0xa8]);
        assert_eq!(parameters(0x3a), [0x05]);
        assert_eq!(parameters(0xe0).len(), 16);
    }

    #[test]
    fn a_window_is_its_corners_and_its_pixels_without_a_pause() {
        // The panel's clock, and how many of the module's it takes.
        for (max_clock_hz, write_cycle) in [
            (15_000_000, 2),
            (11_999_999, 4),
            (4_000_000, 6),
            (1_000_000, 24),
        ] {
            let mut bench = Bench::new(max_clock_hz);
            bench.wait();
            for pixels in [[0u8, 1, 2], [5, 4, 3]] {
                let clocks = bench.fill(pixels);
                assert!(clocks <= 17 * 8 * write_cycle + 6, "{clocks}");
            }
            assert_eq!(bench.write_cycle, write_cycle);
        }
    }

    #[test]
    #[should_panic(expected = "16000000 Hz are too fast for an ST7735, which takes 15151515")]
    fn a_clock_that_the_chip_does_not_take_is_refused() {
        Bench::new(16_000_000);
    }
}
