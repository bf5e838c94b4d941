//! VGA monitor for 640 x 480 at 60 Hz: reconstructs the picture, and checks the timing to the
//! pixel.
//!
//! The monitor synchronises to the sync pulses alone. After the first pulse of each kind it
//! computes the beam position and checks every cycle: h_sync is low exactly in columns 656 to 751,
//! v_sync is low exactly in lines 490 and 491, and the colour is black outside the visible part.
//! Each cycle that differs is a fault. A pulse at another time also moves the beam, as in a real
//! monitor.
//!
//! The input is a recording of the pins, one word for each cycle. Within a section of a line
//! (picture, front porch, pulse, back porch) only the colours differ from cycle to cycle. So a
//! section is compared as a whole, and only a section with a difference is processed cycle by
//! cycle.
//!
//! **Source**: VESA DMT 640 x 480 at 60 Hz: 800 x 525 in all, both pulses low when active.

use crate::pins::{PINS_CAPACITY, SCREEN_PINS};
use gatefall_host::{HostError, Machine};
use std::fmt;
use std::ops::Range;

/// Visible columns.
pub const WIDTH: usize = 640;
/// Visible lines.
pub const HEIGHT: usize = 480;
/// Bits of a colour channel in a recorded word: red, green and blue from bit 11 down.
pub(crate) const CHANNEL_BITS: u32 = 4;
/// The bit of h_sync, above the colour.
const H_SYNC: u16 = 1 << 12;
/// The bit of v_sync.
const V_SYNC: u16 = 1 << 13;
const COLOUR: u16 = H_SYNC - 1;

const H_PULSE: Range<usize> = WIDTH + 16..WIDTH + 16 + 96;
const V_PULSE: Range<usize> = HEIGHT + 10..HEIGHT + 10 + 2;
const H_TOTAL: usize = H_PULSE.end + 48;
const V_TOTAL: usize = V_PULSE.end + 33;
/// Ends of the sections of a line.
const ENDS: [usize; 4] = [WIDTH, H_PULSE.start, H_PULSE.end, H_TOTAL];

/// Cycles of a frame.
pub const FRAME_CYCLES: u64 = (H_TOTAL * V_TOTAL) as u64;

/// The first fault of a picture's timing, and the number of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Kind of the fault.
    pub kind: FaultKind,
    /// Column.
    pub x: usize,
    /// Line.
    pub y: usize,
    /// Number of cycles that were wrong.
    pub count: u64,
}

/// Deviation from the video mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// h_sync had the wrong level.
    HSync,
    /// v_sync had the wrong level.
    VSync,
    /// The colour was not black outside the visible part.
    Colour,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { kind, x, y, count } = self;
        let what = match kind {
            FaultKind::HSync => "h_sync has the wrong level",
            FaultKind::VSync => "v_sync has the wrong level",
            FaultKind::Colour => "there is colour outside of the picture",
        };
        write!(f, "no monitor shows this: {what} in column {x} of line {y}")?;
        match count {
            1 => Ok(()),
            count => write!(f, ", the first of {count} such cycles"),
        }
    }
}

/// State of the monitor.
#[derive(Debug)]
pub struct VgaMonitor {
    /// Beam position in the next cycle.
    x: usize,
    y: usize,
    /// The word of the last cycle.
    last: u16,
    h_found: bool,
    v_found: bool,
    screen: Vec<u16>,
    frames: u64,
    fault: Option<Fault>,
}

impl Default for VgaMonitor {
    fn default() -> Self {
        VgaMonitor {
            x: 0,
            y: 0,
            last: 0,
            h_found: false,
            v_found: false,
            screen: vec![0; WIDTH * HEIGHT],
            frames: 0,
            fault: None,
        }
    }
}

impl VgaMonitor {
    /// Runs a machine whose netlist is a [`DeviceBench`](crate::DeviceBench) with a screen, and
    /// processes its pins.
    ///
    /// # Errors
    /// If the machine runs another netlist.
    pub fn watch(&mut self, machine: &mut Machine, cycles: u64) -> Result<(), HostError> {
        let mut left = cycles;
        while left > 0 {
            let start = machine.peek("cycle")?;
            let count = left.min(PINS_CAPACITY - start);
            machine.run(count);
            let memory = machine.memory(SCREEN_PINS)?;
            let (pins, []) = memory.bytes().as_chunks() else {
                unreachable!("the pins of a screen take two bytes");
            };
            self.take(&pins[start as usize..(start + count) as usize]);
            left -= count;
        }
        Ok(())
    }

    /// Processes recorded pins, one word for each cycle.
    pub(crate) fn take(&mut self, mut pins: &[[u8; 2]]) {
        while !pins.is_empty() {
            let end = ENDS.into_iter().find(|&end| end > self.x);
            let left = end.expect("a line ends before it is this long") - self.x;
            let (stretch, rest) = pins.split_at(left.min(pins.len()));
            if self.in_step() && self.is_as_expected(stretch) {
                self.accept(stretch);
            } else {
                stretch.iter().for_each(|&pins| self.cycle(pins));
            }
            pins = rest;
        }
    }

    /// Number of complete pictures.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The colours on the screen, 12 bits each. The picture is complete for the 45 lines after
    /// [`VgaMonitor::frames`] has counted.
    pub fn screen(&self) -> &[u16] {
        &self.screen
    }

    /// The first fault.
    pub fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Cycles until the next picture is complete, if the beam position is known.
    pub(crate) fn cycles_to_picture(&self) -> Option<u64> {
        let last = (HEIGHT - 1) * H_TOTAL + WIDTH;
        let total = H_TOTAL * V_TOTAL;
        let left = total - (self.y * H_TOTAL + self.x + total - last) % total;
        self.in_step().then_some(left as u64)
    }

    fn in_step(&self) -> bool {
        self.h_found && self.v_found
    }

    fn is_visible(&self) -> bool {
        self.x < WIDTH && self.y < HEIGHT
    }

    /// Expected levels of the sync lines in this cycle.
    fn expected(&self) -> u16 {
        let h_sync = if H_PULSE.contains(&self.x) { 0 } else { H_SYNC };
        let v_sync = if V_PULSE.contains(&self.y) { 0 } else { V_SYNC };
        h_sync | v_sync
    }

    fn is_as_expected(&self, stretch: &[[u8; 2]]) -> bool {
        let expected = self.expected();
        let differ = |pins: &[u8; 2]| u16::from_le_bytes(*pins) ^ expected;
        let differences = stretch.iter().fold(0, |all, pins| all | differ(pins));
        let fixed = if self.is_visible() { !COLOUR } else { !0 };
        differences & fixed == 0
    }

    fn accept(&mut self, stretch: &[[u8; 2]]) {
        self.last = self.expected();
        if self.is_visible() {
            let start = self.y * WIDTH + self.x;
            for (pixel, pins) in self.screen[start..].iter_mut().zip(stretch) {
                *pixel = u16::from_le_bytes(*pins) & COLOUR;
            }
        }
        self.advance(stretch.len());
    }

    fn advance(&mut self, cycles: usize) {
        self.x += cycles;
        if (self.x, self.y) == (WIDTH, HEIGHT - 1) && self.in_step() {
            self.frames += 1;
        }
        if self.x == H_TOTAL {
            self.x = 0;
            self.y = (self.y + 1) % V_TOTAL;
        }
    }

    /// Processes one cycle without assumptions.
    fn cycle(&mut self, pins: [u8; 2]) {
        let pins = u16::from_le_bytes(pins);
        if self.in_step() {
            self.check(pins);
            if self.is_visible() {
                self.screen[self.y * WIDTH + self.x] = pins & COLOUR;
            }
        }
        let falls = self.last & !pins;
        self.last = pins;
        if falls & H_SYNC != 0 {
            self.x = H_PULSE.start;
            self.h_found = true;
        }
        if falls & V_SYNC != 0 {
            self.y = V_PULSE.start;
            self.v_found = true;
        }
        self.advance(1);
    }

    fn check(&mut self, pins: u16) {
        let differences = pins ^ self.expected();
        let kind = match () {
            () if differences & H_SYNC != 0 => FaultKind::HSync,
            () if differences & V_SYNC != 0 => FaultKind::VSync,
            () if differences & COLOUR != 0 && !self.is_visible() => FaultKind::Colour,
            () => return,
        };
        let (x, y) = (self.x, self.y);
        let count = 0;
        let first = self.fault.get_or_insert(Fault { kind, x, y, count });
        first.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture source with faults on its pins.
    struct Source {
        monitor: VgaMonitor,
        pins: Vec<[u8; 2]>,
        x: usize,
        y: usize,
    }

    impl Source {
        fn new() -> Self {
            Self {
                monitor: VgaMonitor::default(),
                pins: Vec::new(),
                x: 0,
                y: 485,
            }
        }

        /// Adds one cycle with some pins inverted.
        fn cycle(&mut self, wrong: u16) {
            let h_sync = u16::from(!(656..752).contains(&self.x)) << 12;
            let v_sync = u16::from(!(490..492).contains(&self.y)) << 13;
            let visible = self.x < 640 && self.y < 480;
            let colour = if visible { colour(self.x, self.y) } else { 0 };
            self.pins
                .push(((h_sync | v_sync | colour) ^ wrong).to_le_bytes());
            self.x = (self.x + 1) % 800;
            if self.x == 0 {
                self.y = (self.y + 1) % 525;
            }
        }

        fn to(&mut self, x: usize, y: usize) {
            while (self.x, self.y) != (x, y) {
                self.cycle(0);
            }
        }

        /// The monitor after the recording, in portions of some size.
        fn seen(mut self, portion: usize) -> VgaMonitor {
            self.pins
                .chunks(portion)
                .for_each(|pins| self.monitor.take(pins));
            self.monitor
        }
    }

    fn colour(x: usize, y: usize) -> u16 {
        (x * 7 + y * 13) as u16 & 0xfff | 1
    }

    #[test]
    fn pixels_go_to_their_places() {
        for portion in [1, 97, 800, 50_000] {
            let mut source = Source::new();
            source.to(639, 479);
            source.cycle(0);
            let monitor = source.seen(portion);
            assert_eq!((monitor.frames(), monitor.fault()), (1, None));
            assert_eq!(monitor.cycles_to_picture(), Some(FRAME_CYCLES));
            for (index, &pixel) in monitor.screen().iter().enumerate() {
                assert_eq!(pixel, colour(index % 640, index / 640));
            }
        }
    }

    #[test]
    fn the_next_picture_is_foreseen() {
        let mut source = Source::new();
        source.to(0, 489);
        let mut monitor = source.seen(100);
        assert_eq!(monitor.cycles_to_picture(), None, "only h_sync was there");
        let mut source = Source::new();
        source.to(100, 520);
        monitor = source.seen(100);
        assert_eq!(monitor.cycles_to_picture(), Some((5 + 479) * 800 + 540));
    }

    #[test]
    fn each_kind_of_fault_is_found_at_its_pixel() {
        for (wrong, kind, x, y) in [
            (H_SYNC, FaultKind::HSync, 751, 522),
            (V_SYNC, FaultKind::VSync, 0, 492),
            (1, FaultKind::Colour, 640, 524),
            (0x800, FaultKind::Colour, 799, 524),
        ] {
            let mut source = Source::new();
            source.to(x, y);
            source.cycle(wrong);
            let count = 1;
            let fault = source.seen(1000).fault();
            assert_eq!(fault, Some(Fault { kind, x, y, count }));
        }
    }

    #[test]
    fn a_line_that_is_too_short_moves_the_beam_and_is_a_fault() {
        let mut source = Source::new();
        source.to(600, 500);
        source.x = 601;
        source.to(0, 510);
        let fault = source.seen(512).fault().unwrap();
        assert_eq!(
            (fault.count, fault.x),
            (1, 655),
            "the pulse begins one pixel early, and the beam follows"
        );
    }
}
