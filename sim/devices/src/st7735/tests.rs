//! Pictures and window tests, with a sender on the panel's wires.

mod refusals;

use super::*;
use LcdFaultKind as Kind;

const GREEN_TAB: PanelGeometry = PanelGeometry {
    column_offset: 2,
    row_offset: 1,
    is_turned: false,
    is_blue_first: true,
};
/// A slow clock, so that the long waits are few cycles.
const CLOCK_HZ: u64 = 1_000_000;
const CYCLES_PER_MS: usize = (CLOCK_HZ / 1000) as usize;

/// Commands of an initialisation with their parameters, and milliseconds to wait after them.
const INITIALISATION: [(u8, &[u8], usize); 20] = [
    (0x01, &[], 150),
    (0x11, &[], 120),
    (0xb1, &[0x01, 0x2c, 0x2d], 0),
    (0xb2, &[0x01, 0x2c, 0x2d], 0),
    (0xb3, &[0x01, 0x2c, 0x2d, 0x01, 0x2c, 0x2d], 0),
    (0xb4, &[0x07], 0),
    (0xc0, &[0xa2, 0x02, 0x84], 0),
    (0xc1, &[0xc5], 0),
    (0xc2, &[0x0a, 0x00], 0),
    (0xc3, &[0x8a, 0x2a], 0),
    (0xc4, &[0x8a, 0xee], 0),
    (0xc5, &[0x0e], 0),
    (0x20, &[], 0),
    (0x36, &[0x08], 0),
    (0x3a, &[0x05], 0),
    (0xe0, &[0x11; 16], 0),
    (0xe1, &[0x22; 16], 0),
    (0x13, &[], 10),
    (0x29, &[], 100),
    (0x00, &[], 0),
];

struct Sender {
    panel: St7735Panel,
    word: u8,
}

impl Sender {
    /// A sender at power-up, with the reset low.
    fn new(clock_hz: u64, panel: PanelGeometry) -> Self {
        Sender {
            panel: St7735Panel::new(clock_hz, panel),
            word: CS,
        }
    }

    fn wait(&mut self, cycles: usize) {
        self.panel.take(&vec![self.word; cycles]);
    }

    fn set(&mut self, wire: u8, level: bool) {
        self.word = if level {
            self.word | wire
        } else {
            self.word & !wire
        };
    }

    /// Sends a bit in two cycles.
    fn bit(&mut self, bit: bool) {
        self.set(CLOCK, false);
        self.set(DATA, bit);
        self.wait(1);
        self.set(CLOCK, true);
        self.wait(1);
    }

    fn byte(&mut self, is_data: bool, byte: u8) {
        self.set(CS, false);
        self.set(DC, is_data);
        for index in (0..8).rev() {
            self.bit(byte >> index & 1 == 1);
        }
        self.set(CLOCK, false);
        self.wait(1);
        self.set(CS, true);
        self.wait(1);
    }

    fn command(&mut self, code: u8, parameters: &[u8]) {
        self.byte(false, code);
        parameters.iter().for_each(|&byte| self.byte(true, byte));
    }

    fn reset(&mut self) {
        self.set(RESET, false);
        self.wait(10);
        self.set(RESET, true);
        self.wait(120 * CYCLES_PER_MS);
    }

    fn initialise(&mut self) {
        self.reset();
        for (code, parameters, ms) in INITIALISATION {
            self.command(code, parameters);
            self.wait(ms * CYCLES_PER_MS);
        }
    }

    fn window(&mut self, columns: [u8; 2], rows: [u8; 2]) {
        for (code, [start, end]) in [(0x2a, columns), (0x2b, rows)] {
            self.command(code, &[0, start, 0, end]);
        }
        self.command(0x2c, &[]);
    }

    fn pixels(&mut self, pixels: &[u16]) {
        for byte in pixels.iter().flat_map(|pixel| pixel.to_be_bytes()) {
            self.byte(true, byte);
        }
    }

    fn shown(&self, x: usize, y: usize) -> [u8; 3] {
        let start = 3 * (y * WIDTH + x);
        [0, 1, 2].map(|channel| self.panel.rgb()[start + channel])
    }

    fn fault(&self) -> Option<Kind> {
        self.panel.fault().map(|fault| fault.kind)
    }
}

fn ready() -> Sender {
    let mut sender = Sender::new(CLOCK_HZ, GREEN_TAB);
    sender.initialise();
    assert_eq!(sender.fault(), None);
    sender
}

const RED: u16 = 0xf800;
const GREEN: u16 = 0x07e0;
const BLUE: u16 = 0x001f;

#[test]
fn a_picture_is_where_the_window_is() {
    let mut sender = ready();
    // The panel begins in column 2 and row 1 of the memory. The fifth pixel overwrites the first.
    sender.window([2, 3], [1, 2]);
    sender.pixels(&[RED, GREEN, BLUE, 0xc618, 0x3186]);
    let grey = |five: u8, six: u8| {
        [
            five << 3 | five >> 2,
            six << 2 | six >> 4,
            five << 3 | five >> 2,
        ]
    };
    let places = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let shown = places.map(|(x, y)| sender.shown(x, y));
    let expected = [grey(6, 12), [0, 255, 0], [0, 0, 255], grey(24, 48)];
    assert_eq!(shown, expected);
    sender.window([129, 129], [160, 160]);
    sender.pixels(&[RED]);
    assert_eq!(sender.shown(WIDTH - 1, HEIGHT - 1), [255, 0, 0]);
    assert_eq!(sender.fault(), None);
}

#[test]
fn madctl_turns_mirrors_and_exchanges_colours() {
    let (right, bottom) = (WIDTH - 1, HEIGHT - 1);
    // Positions of the first and the second pixel of a row.
    for (access, first, second) in [
        (0x08, (0, 0), (1, 0)),
        (0x48, (right, 0), (right - 1, 0)),
        (0x88, (0, bottom), (1, bottom)),
        (0xc8, (right, bottom), (right - 1, bottom)),
        (0x28, (0, 0), (0, 1)),
        (0x68, (right, 0), (right, 1)),
        (0xa8, (0, bottom), (0, bottom - 1)),
        (0xe8, (right, bottom), (right, bottom - 1)),
    ] {
        let mut sender = ready();
        sender.command(0x36, &[access]);
        let (columns, rows) = match access & 0x20 {
            0 => ([2, 129], [1, 160]),
            _ => ([1, 160], [2, 129]),
        };
        sender.window(columns, rows);
        sender.pixels(&[RED, GREEN]);
        let shown = [first, second].map(|(x, y)| sender.shown(x, y));
        assert_eq!(shown, [[255, 0, 0], [0, 255, 0]], "{access:02x}");
        sender.command(0x36, &[access & !0x08]);
        assert_eq!(sender.shown(first.0, first.1), [0, 0, 255], "{access:02x}");
        assert_eq!(sender.fault(), None);
    }
}

#[test]
fn a_glass_without_offsets_has_a_smaller_memory() {
    let panel = PanelGeometry {
        column_offset: 0,
        row_offset: 0,
        is_turned: false,
        is_blue_first: false,
    };
    let mut sender = Sender::new(CLOCK_HZ, panel);
    sender.initialise();
    sender.command(0x36, &[0xc0]);
    sender.window([0, 0], [0, 0]);
    sender.pixels(&[RED]);
    assert_eq!(sender.shown(WIDTH - 1, HEIGHT - 1), [255, 0, 0]);
    assert_eq!(sender.fault(), None);
    sender.window([0, 128], [0, 0]);
    let window = Kind::Window {
        what: "columns",
        start: 0,
        end: 128,
        has: 128,
    };
    assert_eq!(sender.fault(), Some(window));
}

#[test]
fn the_glass_is_black_until_it_is_on_and_keeps_its_picture_when_off() {
    let mut sender = ready();
    sender.window([2, 2], [1, 1]);
    sender.pixels(&[RED]);
    sender.command(0x21, &[]);
    assert_eq!(sender.shown(0, 0), [0, 255, 255], "inverted");
    sender.command(0x20, &[]);
    sender.command(0x28, &[]);
    assert!(sender.panel.rgb().iter().all(|&level| level == 0));
    sender.command(0x29, &[]);
    assert_eq!(sender.shown(0, 0), [255, 0, 0]);
    sender.command(0x10, &[]);
    assert!(sender.panel.rgb().iter().all(|&level| level == 0));
    sender.wait(120 * CYCLES_PER_MS);
    sender.reset();
    assert!(sender.panel.rgb().iter().all(|&level| level == 0));
    assert_eq!(sender.fault(), None);
}

#[test]
fn nothing_is_taken_while_cs_is_high() {
    let mut sender = ready();
    sender.set(CS, true);
    for _ in 0..9 {
        sender.bit(true);
    }
    sender.set(CLOCK, false);
    sender.wait(1);
    sender.window([2, 2], [1, 1]);
    sender.pixels(&[GREEN]);
    assert_eq!(sender.shown(0, 0), [0, 255, 0]);
    assert_eq!(sender.fault(), None);
}
