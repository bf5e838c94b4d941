//! Drawing of a connector: places of its pins, in pixels. The sizes of a pin and the places of its
//! texts are those of `guide.css`.

use gatefall_board::PinArrangement;

/// Pins of a row in a list.
const LISTED: usize = 10;
/// Distance between two pins.
const GAP: usize = 4;
/// Letters of a signal that fit in a pin.
const WIDEST: usize = 11;
/// Width and height of a pin, and of one in two rows.
const SIZE: (usize, usize) = (88, 50);
const FLAT_SIZE: (usize, usize) = (230, 24);

/// A connector to draw.
pub(super) struct Drawing {
    pub width: usize,
    pub height: usize,
    /// The pins are low, and stand in two rows.
    pub is_flat: bool,
    pub pins: Vec<DrawnPin>,
}

/// A pin and its place.
pub(super) struct DrawnPin {
    pub x: usize,
    pub y: usize,
    /// The signal, in one line or two.
    pub lines: (String, Option<String>),
    pub pin: ConnectorPin,
}

/// A signal in one line, or before and after its last space if it is wider than a pin.
fn lines(signal: &str, is_flat: bool) -> (String, Option<String>) {
    match signal.rsplit_once(' ') {
        Some((first, second)) if signal.len() > WIDEST && !is_flat => {
            (first.to_owned(), Some(second.to_owned()))
        }
        _ => (signal.to_owned(), None),
    }
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

/// The drawing of a connector with these pins, in the order of the board file.
pub(super) fn drawing(arrangement: PinArrangement, pins: Vec<ConnectorPin>) -> Drawing {
    let is_flat = arrangement == PinArrangement::TwoRows;
    let (width, height) = if is_flat { FLAT_SIZE } else { SIZE };
    let columns = match arrangement {
        PinArrangement::List => LISTED.min(pins.len()),
        PinArrangement::Pmod => PinArrangement::PMOD_ROW,
        PinArrangement::TwoRows => 2,
    };
    let pins = match arrangement {
        PinArrangement::Pmod => with_supplies(pins),
        _ => pins,
    };
    let rows = pins.len().div_ceil(columns.max(1));
    let place = |(index, pin): (usize, ConnectorPin)| DrawnPin {
        x: GAP + (index % columns) * (width + GAP),
        y: GAP + (index / columns) * (height + GAP),
        lines: lines(&pin.signal, is_flat),
        pin,
    };
    Drawing {
        width: GAP + columns * (width + GAP),
        height: GAP + rows * (height + GAP),
        is_flat,
        pins: pins.into_iter().enumerate().map(place).collect(),
    }
}

/// Adds ground and supply at the end of each row of a Pmod.
fn with_supplies(pins: Vec<ConnectorPin>) -> Vec<ConnectorPin> {
    let rows = pins.chunks(PinArrangement::PMOD_SIGNALS).enumerate();
    rows.flat_map(|(row, pins)| {
        let last = (row + 1) * PinArrangement::PMOD_ROW;
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
            number: arrangement.number(position),
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
    fn the_style_sheet_has_the_sizes_of_the_pins() {
        let css = include_str!("../../../../../sim/web/site/guide.css");
        for (selector, (width, height)) in [("", SIZE), (".flat ", FLAT_SIZE)] {
            let rule =
                format!(".connector {selector}rect {{ width: {width}px; height: {height}px;");
            assert!(css.contains(&rule), "{rule}");
        }
    }

    #[test]
    fn a_long_signal_takes_two_lines_in_a_narrow_pin() {
        assert_eq!(
            lines("vga green 3", false),
            ("vga green 3".to_owned(), None)
        );
        let whole = ("second gamepad data".to_owned(), None);
        assert_eq!(lines(&whole.0, true), whole);
        let parts = ("second gamepad".to_owned(), Some("data".to_owned()));
        assert_eq!(lines(&whole.0, false), parts);
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
            let (width, height) = if drawing.is_flat { FLAT_SIZE } else { SIZE };
            for (index, a) in drawing.pins.iter().enumerate() {
                assert!(a.x + width < drawing.width && a.y + height < drawing.height);
                let apart = |b: &DrawnPin| {
                    a.x + width <= b.x
                        || b.x + width <= a.x
                        || a.y + height <= b.y
                        || b.y + height <= a.y
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
