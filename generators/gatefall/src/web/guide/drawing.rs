//! Drawing of a connector: places and sizes of its pins, in pixels.

use gatefall_board::PinArrangement;

/// Pins of a row in a list.
const LISTED: usize = 10;
/// Pins of a row of a Pmod, and the signals among them.
const PMOD_ROW: usize = 6;
const PMOD_SIGNALS: usize = 4;
/// Distance between two pins.
const GAP: usize = 4;

/// A connector to draw.
pub(super) struct Drawing {
    pub width: usize,
    pub height: usize,
    pub pins: Vec<DrawnPin>,
}

/// A pin, and the place of its rectangle and of its texts.
pub(super) struct DrawnPin {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
    /// Places of number, signal and FPGA pin.
    pub number_at: (usize, usize),
    pub signal_at: (usize, usize),
    pub ball_at: (usize, usize),
    pub pin: ConnectorPin,
}

/// Contents of a pin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConnectorPin {
    /// Number on the connector.
    pub number: usize,
    /// Pin of the FPGA. Empty for power, ground and nothing.
    pub ball: String,
    /// Signal of the game, or the supply; empty if the pin is not used.
    pub signal: String,
    /// Class of the rectangle.
    pub class: String,
}

impl ConnectorPin {
    /// Power or ground.
    fn supply(number: usize, name: &str) -> ConnectorPin {
        ConnectorPin {
            number,
            ball: String::new(),
            signal: name.to_owned(),
            class: "supply".to_owned(),
        }
    }
}

/// Number of a position of the board file on the connector.
pub(super) fn number(arrangement: PinArrangement, position: usize) -> usize {
    match arrangement {
        // Two pins of the row are ground and supply.
        PinArrangement::Pmod if position > PMOD_SIGNALS => position + PMOD_ROW - PMOD_SIGNALS,
        _ => position,
    }
}

/// The drawing of a connector with these pins, in the order of the board file.
pub(super) fn drawing(arrangement: PinArrangement, pins: Vec<ConnectorPin>) -> Drawing {
    let is_flat = arrangement == PinArrangement::TwoRows;
    let (columns, width, height) = match arrangement {
        PinArrangement::List => (LISTED.min(pins.len()), 88, 50),
        PinArrangement::Pmod => (PMOD_ROW, 88, 50),
        PinArrangement::TwoRows => (2, 230, 24),
    };
    let pins = match arrangement {
        PinArrangement::Pmod => with_supplies(pins),
        _ => pins,
    };
    let rows = pins.len().div_ceil(columns.max(1));
    let place = |(index, pin): (usize, ConnectorPin)| {
        let x = GAP + (index % columns) * (width + GAP);
        let y = GAP + (index / columns) * (height + GAP);
        let middle = (x + width / 2, y + height / 2 + 4);
        let (number_at, ball_at) = match is_flat {
            true => ((x + 8, middle.1), (x + width - 8, middle.1)),
            false => ((x + 6, y + 14), (x + width - 6, y + height - 6)),
        };
        DrawnPin {
            x,
            y,
            width,
            height,
            number_at,
            signal_at: middle,
            ball_at,
            pin,
        }
    };
    Drawing {
        width: GAP + columns * (width + GAP),
        height: GAP + rows * (height + GAP),
        pins: pins.into_iter().enumerate().map(place).collect(),
    }
}

/// Adds ground and supply at the end of each row of a Pmod.
fn with_supplies(pins: Vec<ConnectorPin>) -> Vec<ConnectorPin> {
    let rows = pins.chunks(PMOD_SIGNALS).enumerate();
    rows.flat_map(|(row, pins)| {
        let last = (row + 1) * PMOD_ROW;
        let ground = ConnectorPin::supply(last - 1, "GND");
        let supply = ConnectorPin::supply(last, "3.3 V");
        pins.iter().cloned().chain([ground, supply])
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pins(arrangement: PinArrangement, count: usize) -> Vec<ConnectorPin> {
        let pin = |position| ConnectorPin {
            number: number(arrangement, position),
            ball: position.to_string(),
            signal: String::new(),
            class: String::new(),
        };
        (1..=count).map(pin).collect()
    }

    fn numbers(arrangement: PinArrangement, count: usize) -> Vec<usize> {
        let drawing = drawing(arrangement, pins(arrangement, count));
        drawing.pins.iter().map(|drawn| drawn.pin.number).collect()
    }

    #[test]
    fn a_pmod_has_two_rows_of_six() {
        let expected: Vec<usize> = (1..=12).collect();
        assert_eq!(numbers(PinArrangement::Pmod, 8), expected);
        assert_eq!(numbers(PinArrangement::Pmod, 4), expected[..6]);
        let drawing = drawing(PinArrangement::Pmod, pins(PinArrangement::Pmod, 8));
        let supplies = drawing
            .pins
            .iter()
            .filter(|drawn| drawn.pin.class == "supply");
        let supplies: Vec<usize> = supplies.map(|drawn| drawn.pin.number).collect();
        assert_eq!(supplies, [5, 6, 11, 12]);
    }

    #[test]
    fn pins_do_not_overlap_and_are_inside_of_the_drawing() {
        for (arrangement, count) in [
            (PinArrangement::List, 31),
            (PinArrangement::List, 1),
            (PinArrangement::Pmod, 8),
            (PinArrangement::TwoRows, 34),
        ] {
            let drawing = drawing(arrangement, pins(arrangement, count));
            for (index, a) in drawing.pins.iter().enumerate() {
                assert!(a.x + a.width < drawing.width && a.y + a.height < drawing.height);
                let apart = |b: &DrawnPin| {
                    a.x + a.width <= b.x
                        || b.x + b.width <= a.x
                        || a.y + a.height <= b.y
                        || b.y + b.height <= a.y
                };
                assert!(drawing.pins[..index].iter().all(apart));
            }
        }
    }

    #[test]
    fn odd_and_even_numbers_are_beside_each_other() {
        let drawing = drawing(PinArrangement::TwoRows, pins(PinArrangement::TwoRows, 6));
        for pair in drawing.pins.chunks(2) {
            assert_eq!(pair[0].y, pair[1].y);
            assert!(pair[0].pin.number % 2 == 1 && pair[0].x < pair[1].x);
        }
    }
}
