//! Wiring of every board and setup: a drawing of each connector, and its pins as a table.

use super::drawing::{drawing, ConnectorPin, Drawing};
use crate::error::AppError;
use crate::root::Root;
use askama::Template;
use gatefall_board::{Board, Peripheral, PinArrangement, PinDirection, Role, Setup, SignalPins};
use gatefall_games::GAMES;
use gatefall_project::constraints;

/// Colours of a drawing; there are as many classes in `guide.css`.
const COLOURS: usize = 6;

#[derive(Template)]
#[template(path = "wiring.html")]
struct Wiring {
    boards: Vec<WiredBoard>,
}

struct WiredBoard {
    name: String,
    title: String,
    part: String,
    setups: Vec<WiredSetup>,
}

struct WiredSetup {
    /// Anchor of the setup.
    id: String,
    name: Option<String>,
    games: Vec<&'static str>,
    connectors: Vec<WiredConnector>,
    /// Signals of the board itself.
    fixed: Vec<Wire>,
}

struct WiredConnector {
    name: String,
    caption: &'static str,
    drawing: Drawing,
    wires: Vec<Wire>,
}

/// A signal at a pin.
#[derive(Clone)]
struct Wire {
    /// Number on the connector.
    number: usize,
    ball: &'static str,
    signal: String,
    direction: &'static str,
    level: &'static str,
    /// Board or add-on with the device.
    device: String,
    colour: usize,
}

/// The HTML of all boards.
pub(super) fn html(root: &Root) -> Result<String, AppError> {
    let boards = root.boards()?;
    let wiring = Wiring {
        boards: boards.iter().map(wired_board).collect(),
    };
    Ok(wiring.render().expect("a string takes everything"))
}

fn wired_board(board: &Board) -> WiredBoard {
    WiredBoard {
        name: board.name.to_string(),
        title: board.title.to_string(),
        part: format!("{}-{}", board.package.device, board.package.name),
        setups: board
            .setups
            .iter()
            .map(|setup| wired_setup(board, setup))
            .collect(),
    }
}

fn wired_setup(board: &Board, setup: &Setup) -> WiredSetup {
    let wires = wires(setup);
    let mut connectors = Vec::new();
    let mut placed: Vec<&str> = Vec::new();
    for (name, balls) in &board.connectors {
        let arrangement = board.arrangement(name);
        let connector = wired_connector(name, arrangement, balls, &wires);
        if !connector.wires.is_empty() {
            placed.extend(connector.wires.iter().map(|wire| wire.ball));
            connectors.push(connector);
        }
    }
    let games = GAMES.iter();
    let games = games.filter(|game| constraints(game, board, setup).is_ok());
    let anchor = setup.name.as_ref();
    let anchor = anchor.map_or(String::new(), |name| format!("-{name}"));
    WiredSetup {
        id: format!("{}{anchor}", board.name),
        name: setup.name.as_ref().map(ToString::to_string),
        games: games.map(|game| game.name).collect(),
        connectors,
        fixed: wires
            .into_iter()
            .filter(|wire| !placed.contains(&wire.ball))
            .collect(),
    }
}

fn wired_connector(
    name: &str,
    arrangement: PinArrangement,
    balls: &[Option<&'static str>],
    wires: &[Wire],
) -> WiredConnector {
    let mut own = Vec::new();
    let mut pins = Vec::new();
    for (position, ball) in (1..).zip(balls) {
        let number = arrangement.number(position);
        let wire = wires.iter().find(|wire| Some(wire.ball) == *ball);
        let class = match (wire, ball) {
            (Some(wire), _) => format!("wire-{}", wire.colour),
            (None, Some(_)) => "free".to_owned(),
            (None, None) => "supply".to_owned(),
        };
        pins.push(ConnectorPin {
            number,
            ball: ball.unwrap_or_default().to_owned(),
            signal: wire.map_or(String::new(), |wire| wire.signal.clone()),
            class,
        });
        own.extend(wire.map(|wire| Wire {
            number,
            ..wire.clone()
        }));
    }
    WiredConnector {
        name: name.to_owned(),
        caption: match arrangement {
            PinArrangement::Pmod => "in the two rows of a Pmod, pin 1 at the top left",
            PinArrangement::TwoRows => "in two rows, pin 1 at the top left",
            PinArrangement::List => "in the order of the numbers, not as on the board",
        },
        drawing: drawing(arrangement, pins),
        wires: own,
    }
}

/// All signals of a setup with their pins.
fn wires(setup: &Setup) -> Vec<Wire> {
    let mut devices: Vec<&str> = Vec::new();
    let mut wires = Vec::new();
    for peripheral in &setup.peripherals {
        let device: &str = &peripheral.provider;
        let known = devices.iter().position(|known| *known == device);
        let index = known.unwrap_or(devices.len());
        if known.is_none() {
            devices.push(device);
        }
        for signal in &peripheral.signals {
            for (bit, ball) in signal.pins.iter().enumerate() {
                wires.push(Wire {
                    number: 0,
                    ball,
                    signal: signal_name(peripheral, signal, bit),
                    direction: match signal.shape.direction {
                        PinDirection::Input => "input",
                        PinDirection::Output => "output",
                    },
                    level: if signal.active_low { "low" } else { "high" },
                    device: device.to_owned(),
                    colour: index % COLOURS,
                });
            }
        }
    }
    wires
}

/// Name such as `vga red 3` or `button up`.
fn signal_name(peripheral: &Peripheral, signal: &SignalPins, bit: usize) -> String {
    // The names of the ports of the top are too long for a pin.
    let name = match signal.shape.made_by_top {
        true => signal.shape.key.replace('-', " "),
        false => signal.shape.port.replace('_', " "),
    };
    let start = match peripheral.role {
        Role::Buttons => "button ",
        _ => "",
    };
    let is_bus = *signal.shape.width.end() > 1;
    let end = if is_bus {
        format!(" {bit}")
    } else {
        String::new()
    };
    format!("{start}{name}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pin_of_every_setup_is_drawn_once_or_is_on_the_board() {
        let root = Root::find().unwrap();
        let mut drawn = 0;
        for board in root.boards().unwrap() {
            for (setup, wired) in board.setups.iter().zip(wired_board(&board).setups) {
                let peripherals = setup.peripherals.iter();
                let signals = peripherals.flat_map(|peripheral| &peripheral.signals);
                let mut expected: Vec<&str> = signals
                    .flat_map(|signal| signal.pins.iter().copied())
                    .collect();
                let on_connectors = wired.connectors.iter().flat_map(|own| &own.wires);
                let mut found: Vec<&str> = on_connectors
                    .chain(&wired.fixed)
                    .map(|wire| wire.ball)
                    .collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{} {:?}", board.name, wired.name);
                for connector in &wired.connectors {
                    let pins = connector.drawing.pins.iter();
                    let used = pins.filter(|drawn| drawn.pin.class.starts_with("wire-"));
                    assert_eq!(used.count(), connector.wires.len());
                    drawn += 1;
                }
            }
        }
        assert!(drawn > 30, "{drawn}");
    }

    /// The table of `docs/boards.md` was written by hand.
    #[test]
    fn the_drawing_of_the_first_board_is_the_table_of_its_page() {
        let root = Root::find().unwrap();
        let board = root.library().unwrap().board("alchitry-cu").unwrap();
        let wired = wired_setup(&board, board.setup("br").unwrap());
        let signal_at = |number: usize| {
            let wires = &wired.connectors[0].wires;
            let wire = wires.iter().find(|wire| wire.number == number);
            wire.unwrap().signal.clone()
        };
        assert_eq!(wired.connectors[0].name, "bank-a");
        let expected = [
            (2, "vga red 3"),
            (6, "vga red 0"),
            (8, "vga green 3"),
            (18, "vga blue 0"),
            (20, "vga h sync"),
            (21, "vga v sync"),
            (27, "ps2 clock"),
            (28, "ps2 data"),
            (30, "audio"),
            (33, "gamepad clock"),
            (34, "gamepad latch"),
            (36, "gamepad data"),
            (37, "second gamepad data"),
        ];
        for (number, signal) in expected {
            assert_eq!(signal_at(number), signal, "A{number}");
        }
    }
}
