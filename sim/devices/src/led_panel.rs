//! LED panel: LEDs in a matrix, four digits and a control LED, as far as the circuit has pins for
//! them.
//!
//! The input is a recording of the pins, one word for each cycle. Only cycles in which a pin has
//! changed are processed.

use crate::led_matrix_size::LedMatrixSize;
use crate::panel_picture::{PanelPicture, Shown};
use crate::scanned::{RowPins, RowScan, Scanned};
use crate::ws2812_chain::{ChainFault, Ws2812Chain};
use crate::Picture;

/// Ports from bit 0 of a recorded word upwards, and their widths. A port that the circuit lacks is
/// 0.
pub(crate) const PORTS: [(&str, u32); 8] = [
    ("led_data", 1),
    ("row_clock", 1),
    ("row_data", 1),
    ("row_latch", 1),
    ("row_enable", 1),
    ("segments", 8),
    ("digits", 4),
    ("control_led", 1),
];
/// Positions of the ports in a word.
const ROW_CLOCK: u32 = 1;
const SEGMENTS: u32 = 5;
const DIGITS: u32 = 13;
const CONTROL_LED: u32 = 17;
/// Segments of a digit, including the decimal point.
const SEGMENTS_OF_DIGIT: usize = 8;
/// Digits that share their segments.
const DIGIT_COUNT: usize = 4;

/// Pictures a second.
pub(crate) const PICTURES_HZ: u64 = 60;
/// WS2812 level that the picture shows at full brightness. Games keep the level below an eighth of
/// the maximum.
const FULL: f64 = 32.0;
/// Gamma of the picture's channels.
const GAMMA: f64 = 2.2;
/// Colours of scanned LEDs: each of the two alone, and both together.
const AMBER: [u8; 3] = [255, 170, 20];
const BLUE: [u8; 3] = [40, 90, 255];
const BOTH: [u8; 3] = [230, 190, 255];

/// The kinds of LEDs and digits on the circuit's pins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// A chain of WS2812 LEDs.
    pub has_chain: bool,
    /// Rows of LEDs behind shift registers.
    pub has_rows: bool,
    /// Four digits.
    pub has_digits: bool,
    /// An LED that shows who has the control.
    pub has_control_led: bool,
}

/// Light of a panel over some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Light {
    /// Red, green and blue of each LED, row by row: levels of a chain, or colours of scanned LEDs.
    pub leds: Vec<[u8; 3]>,
    /// Segments a to g and the point of each digit.
    pub segments: Vec<bool>,
    /// The control LED.
    pub control_led: bool,
}

/// State of the panel.
#[derive(Debug)]
pub(crate) struct LedPanel {
    parts: Parts,
    chain: Ws2812Chain,
    rows: RowScan,
    digits: Scanned,
    /// Word of the last cycle, and the number of cycles.
    last: u32,
    cycles: u64,
    picture: PanelPicture,
}

impl LedPanel {
    pub(crate) fn new(parts: Parts, matrix: LedMatrixSize, clock_hz: u64) -> Self {
        let LedMatrixSize { columns, rows } = matrix;
        LedPanel {
            parts,
            chain: Ws2812Chain::new(clock_hz, columns * rows),
            rows: RowScan::new(columns, rows),
            digits: Scanned::new(DIGIT_COUNT * SEGMENTS_OF_DIGIT),
            last: 0,
            cycles: 0,
            picture: PanelPicture::new(matrix, parts.has_digits, parts.has_control_led),
        }
    }

    /// Processes recorded pins, one word for each cycle.
    pub(crate) fn take(&mut self, pins: &[[u8; 4]]) {
        let begun = self.cycles;
        for (cycle, &word) in (begun..).zip(pins) {
            let word = u32::from_le_bytes(word);
            if word != self.last {
                self.change(word, cycle);
            }
        }
        self.cycles += pins.len() as u64;
    }

    fn change(&mut self, word: u32, cycle: u64) {
        let bit = |index: u32| word >> index & 1 == 1;
        let changed =
            |from: u32, to: u32| (word ^ self.last) >> from & ((1 << (to - from)) - 1) != 0;
        if changed(0, ROW_CLOCK) {
            self.chain.edge(bit(0), cycle);
        }
        if changed(ROW_CLOCK, SEGMENTS) {
            let [clock, data, latch, enable] = [0, 1, 2, 3].map(|index| bit(ROW_CLOCK + index));
            let pins = RowPins {
                clock,
                data,
                latch,
                enable,
            };
            self.rows.change(pins, cycle);
        }
        if changed(SEGMENTS, CONTROL_LED) {
            let lights = 0..DIGIT_COUNT * SEGMENTS_OF_DIGIT;
            let is_lit = |light: &usize| {
                let (digit, segment) = (light / SEGMENTS_OF_DIGIT, light % SEGMENTS_OF_DIGIT);
                bit(DIGITS + digit as u32) && bit(SEGMENTS + segment as u32)
            };
            self.digits.change(cycle, lights.filter(is_lit));
        }
        self.last = word;
    }

    /// The first fault of the chain's data.
    pub(crate) fn fault(&self) -> Option<ChainFault> {
        self.chain.fault()
    }

    /// The light since the last call.
    pub(crate) fn light(&mut self) -> Light {
        let cycle = self.cycles;
        Light {
            leds: match self.parts.has_rows {
                true => self.rows.seen(cycle).into_iter().map(two_colours).collect(),
                false => self.chain.leds(cycle).to_vec(),
            },
            segments: self.digits.seen(cycle),
            control_led: self.last >> CONTROL_LED & 1 == 1,
        }
    }

    /// Picture of the light since the last call.
    pub(crate) fn picture(&mut self) -> Picture {
        let light = self.light();
        let leds: Vec<[u8; 3]> = match self.parts.has_rows {
            true => light.leds,
            false => light.leds.iter().map(|led| led.map(bright)).collect(),
        };
        self.picture.draw(&Shown {
            leds: &leds,
            segments: &light.segments,
            control_led: light.control_led,
        })
    }
}

/// Level of a picture channel for the level of an LED. The LED is linear, the picture has a gamma.
fn bright(level: u8) -> u8 {
    let light = (f64::from(level) / FULL).min(1.0);
    (light.powf(1.0 / GAMMA) * 255.0).round() as u8
}

fn two_colours(colours: [bool; 2]) -> [u8; 3] {
    match colours {
        [false, false] => [0; 3],
        [true, false] => AMBER,
        [false, true] => BLUE,
        [true, true] => BOTH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ports_lie_where_the_panel_looks_for_them() {
        let begin = |name: &str| {
            let before = PORTS.iter().take_while(|(port, _)| *port != name);
            before.map(|(_, width)| width).sum::<u32>()
        };
        assert_eq!(begin("led_data"), 0);
        assert_eq!(begin("row_clock"), ROW_CLOCK);
        assert_eq!(begin("segments"), SEGMENTS);
        assert_eq!(begin("digits"), DIGITS);
        assert_eq!(begin("control_led"), CONTROL_LED);
    }

    #[test]
    fn an_eighth_of_what_an_led_can_is_full_brightness() {
        assert_eq!([0, 32, 255].map(bright), [0, 255, 255]);
        assert!((180..190).contains(&bright(16)), "{}", bright(16));
    }

    const PARTS: Parts = Parts {
        has_chain: false,
        has_rows: false,
        has_digits: true,
        has_control_led: true,
    };

    /// A panel that has shown the digits `1 _ 8.` for 100 cycles each, and optionally its control
    /// LED.
    fn panel(control_led: bool) -> LedPanel {
        let mut panel = LedPanel::new(
            PARTS,
            LedMatrixSize {
                columns: 2,
                rows: 2,
            },
            12_000_000,
        );
        let segments = [0x06, 0, 0xff, 0];
        for (digit, segments) in segments.into_iter().enumerate() {
            let led = u32::from(control_led) << CONTROL_LED;
            let word: u32 = led | 1 << (DIGITS + digit as u32) | segments << SEGMENTS;
            panel.take(&[word.to_le_bytes(); 100]);
        }
        panel
    }

    #[test]
    fn digits_are_put_together_and_forgotten() {
        let mut panel = panel(false);
        let cycle = panel.cycles;
        let seen = panel.digits.seen(cycle);
        let expected = [0x06u8, 0, 0xff, 0]
            .into_iter()
            .flat_map(|digit| (0..8).map(move |segment| digit >> segment & 1 == 1));
        assert_eq!(seen, expected.collect::<Vec<_>>());
        panel.take(&[[0; 4]; 100]);
        assert!(panel.digits.seen(cycle + 100).iter().all(|lit| !lit));
    }

    #[test]
    fn the_picture_shows_digits_and_the_control_led() {
        let pictures = [panel(false).picture(), panel(true).picture()];
        let dark = LedPanel::new(
            PARTS,
            LedMatrixSize {
                columns: 2,
                rows: 2,
            },
            12_000_000,
        )
        .picture();
        let differing = |other: &Picture| {
            let bytes = dark.rgb().iter().zip(other.rgb());
            bytes.filter(|(a, b)| a != b).count()
        };
        let [off, on] = [differing(&pictures[0]), differing(&pictures[1])];
        assert!(off > 1000 && on > off + 100, "{off}, {on}");
    }
}
