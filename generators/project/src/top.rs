//! The module between the pins and the game's core.

use crate::clock::ClockPlan;
use crate::filters;
use crate::frequency::megahertz;
use crate::pll::Pll;
use crate::wiring::{Connection, Idle, Unconnected, Wiring, DATA_ENABLE_PORT, PIXEL_CLOCK_PORT};
use askama::Template;
use gatefall_board::{Board, ClockInput, Name, PinDirection, Pull, Setup, TieOff};
use gatefall_games::Game;

/// Block RAM reads as zero for some microseconds after configuration.
const RESET_MICROSECONDS: u64 = 16;

/// Name of the module between a core and buttons that nothing pulls down.
pub(crate) const FAKE_PULL_DOWN: &str = "fake_pull_down";

/// Name of the module that finds the visible dots.
pub(crate) const DATA_ENABLE: &str = "data_enable";

/// The Verilog of the top.
#[derive(Template)]
#[template(path = "top.v", escape = "none")]
pub(crate) struct Top<'a> {
    pub game: &'a str,
    /// Chosen settings of the game, such as `size=16`. Empty if there are none.
    pub settings: String,
    pub title: &'a str,
    pub board_mhz: String,
    /// `CLKHF_DIV` of the FPGA's own oscillator, if the clock is not from a pin.
    pub oscillator_divider: Option<&'static str>,
    /// Pins that never change.
    pub tie_offs: Vec<TieOffPort>,
    /// LEDs of the board that stay off.
    pub dark: Vec<DarkPort>,
    pub core_mhz: String,
    pub pll: Option<PllCell>,
    /// Polarity of the reset button, if there is one.
    pub reset_button_active_low: Option<bool>,
    pub ports: Vec<Port>,
    pub unused: Vec<Unused>,
    pub idle: Vec<IdlePort>,
    pub reset_bits: u32,
    pub reset_microseconds: u64,
}

/// A port of the top that never changes.
pub(crate) struct TieOffPort {
    pub name: String,
    pub level: u8,
}

impl TieOffPort {
    fn new(tie_off: &TieOff) -> TieOffPort {
        let (name, level) = match tie_off.high {
            true => ("high", 1),
            false => ("low", 0),
        };
        TieOffPort {
            name: format!("held_{name}_{}", tie_off.pin.to_lowercase()),
            level,
        }
    }
}

/// LEDs that are always off.
pub(crate) struct DarkPort {
    pub name: &'static str,
    pub range: String,
    pub width: usize,
    /// Level of off, `0` or `1`.
    pub level: u8,
}

impl DarkPort {
    fn new(leds: &Connection) -> DarkPort {
        let width = leds.pins.len();
        DarkPort {
            name: leds.port,
            range: range(leds.is_bus, width),
            width,
            level: u8::from(leds.active_low),
        }
    }

    /// `8'b00000000`
    pub(crate) fn off(&self) -> String {
        format!(
            "{}'b{}",
            self.width,
            self.level.to_string().repeat(self.width)
        )
    }
}

/// The PLL as a cell of the library.
pub(crate) struct PllCell {
    /// `SB_PLL40_PAD` or `SB_PLL40_CORE`.
    pub cell: &'static str,
    /// Name of the clock input of the cell.
    pub input: &'static str,
    pub settings: Pll,
}

/// A port of the top that goes to the core.
pub(crate) struct Port {
    pub name: &'static str,
    pub kind: PortKind,
    /// `[3:0]`, or nothing for a single bit.
    pub range: String,
    pub width: usize,
    /// Range of the bits of the core that have no pin, if there are any.
    pub surplus: Option<String>,
    /// The outside is active low.
    pub inverted: bool,
}

/// Kind of a port of the top.
#[derive(PartialEq)]
pub(crate) enum PortKind {
    Input,
    /// An input with a pull-down: the top drives it to 0 from time to time.
    PulledDown,
    Output,
    /// High while a dot is visible.
    DataEnable,
    /// Rises in the middle of each dot.
    PixelClock,
}

impl PortKind {
    /// Keyword in Verilog, all of the same width.
    fn direction(&self) -> &'static str {
        match self {
            PortKind::Input => "input ",
            PortKind::PulledDown => "inout ",
            PortKind::Output | PortKind::DataEnable | PortKind::PixelClock => "output",
        }
    }

    /// The top drives the pin.
    pub(crate) fn is_driven(&self) -> bool {
        !matches!(self, PortKind::Input | PortKind::PulledDown)
    }

    /// The core has the port too.
    fn is_of_core(&self) -> bool {
        !matches!(self, PortKind::DataEnable | PortKind::PixelClock)
    }
}

/// An unconnected output of the core.
pub(crate) struct Unused {
    pub name: &'static str,
    pub range: String,
}

/// An input of the core without a pin.
pub(crate) struct IdlePort {
    pub name: &'static str,
    pub level: u8,
}

/// A bit of a port and its ball.
pub(crate) struct Pin {
    pub port: String,
    pub ball: &'static str,
    /// The pull-up of the FPGA is on.
    pub pull_up: bool,
    /// Comment for people who wire the board.
    pub place: String,
}

/// The chosen settings of a game as words, separated by commas.
pub(crate) fn settings(game: &Game) -> String {
    let chosen = game.settings.chosen();
    let chosen = chosen.map(|(name, value)| format!("{name}={value}"));
    chosen.collect::<Vec<_>>().join(", ")
}

impl<'a> Top<'a> {
    pub(crate) fn new(
        game: &'a Game,
        board: &'a Board,
        setup: &Setup,
        clock: ClockPlan,
        wiring: &Wiring,
    ) -> Self {
        let (cell, input) = match setup.clock.input {
            ClockInput::Pad => ("SB_PLL40_PAD", "PACKAGEPIN"),
            ClockInput::Core | ClockInput::NoPll => ("SB_PLL40_CORE", "REFERENCECLK"),
        };
        let reset_bits = reset_bits(clock.hz);
        Top {
            game: game.name,
            settings: settings(game),
            title: &board.title,
            board_mhz: megahertz(setup.clock.hz),
            oscillator_divider: match setup.clock.pin {
                Some(_) => None,
                None => Some(oscillator_divider(setup.clock.hz)),
            },
            tie_offs: held(board, setup, wiring)
                .iter()
                .map(TieOffPort::new)
                .collect(),
            dark: wiring.dark.iter().map(DarkPort::new).collect(),
            core_mhz: megahertz(clock.hz),
            pll: clock.pll.map(|settings| PllCell {
                cell,
                input,
                settings,
            }),
            reset_button_active_low: board.reset.as_ref().map(|reset| reset.active_low),
            ports: wiring.connected.iter().map(port).collect(),
            unused: wiring.unconnected.iter().map(unused).collect(),
            idle: wiring.idle.iter().map(idle).collect(),
            reset_bits,
            reset_microseconds: (1_000_000 << reset_bits) / clock.hz,
        }
    }
}

fn port(connection: &Connection) -> Port {
    let kind = match (connection.direction, connection.pull) {
        _ if connection.port == DATA_ENABLE_PORT => PortKind::DataEnable,
        _ if connection.port == PIXEL_CLOCK_PORT => PortKind::PixelClock,
        (PinDirection::Output, _) => PortKind::Output,
        (PinDirection::Input, Pull::FakeDown) => PortKind::PulledDown,
        (PinDirection::Input, Pull::None | Pull::Up) => PortKind::Input,
    };
    Port {
        name: connection.port,
        kind,
        range: range(connection.is_bus, connection.pins.len()),
        width: connection.pins.len(),
        surplus: (connection.surplus > 0).then(|| range(true, connection.surplus)),
        inverted: connection.active_low,
    }
}

fn unused(output: &Unconnected) -> Unused {
    Unused {
        name: output.port,
        range: range(output.width > 1, output.width),
    }
}

fn idle(input: &Idle) -> IdlePort {
    IdlePort {
        name: input.port,
        level: u8::from(input.level),
    }
}

/// Pins that are held at a level: those of the board, and those of devices that the game does not
/// use.
fn held(board: &Board, setup: &Setup, wiring: &Wiring) -> Vec<TieOff> {
    let signals = setup.peripherals.iter().flat_map(|device| &device.signals);
    let idle = signals.filter(|signal| signal.idle_high);
    let pins = idle.flat_map(|signal| &signal.pins);
    let unused = pins.filter(|pin| !wiring.uses(pin));
    let idle = unused.map(|pin| TieOff { pin, high: true });
    board.tie_offs.iter().copied().chain(idle).collect()
}

fn range(is_bus: bool, width: usize) -> String {
    match is_bus {
        true => format!("[{}:0] ", width - 1),
        false => String::new(),
    }
}

/// The reset lasts until bit number `reset_bits` of a counter is set.
fn reset_bits(clock_hz: u64) -> u32 {
    let cycles = (clock_hz * RESET_MICROSECONDS).div_ceil(1_000_000);
    cycles.next_power_of_two().ilog2()
}

/// Divider of the 48 MHz of the FPGA's own oscillator.
fn oscillator_divider(hz: u64) -> &'static str {
    match 48_000_000 / hz {
        1 => "0b00",
        2 => "0b01",
        4 => "0b10",
        _ => "0b11",
    }
}

/// Every pin of the top: clock, reset button, those that never change, then the ports of the game
/// and the LEDs that stay off.
pub(crate) fn pins(board: &Board, setup: &Setup, wiring: &Wiring) -> Vec<Pin> {
    let clock = setup.clock.pin.iter().map(|ball| Pin {
        port: "clock".to_owned(),
        ball,
        pull_up: false,
        place: place(board, ball, &board.name),
    });
    let mut pins: Vec<Pin> = clock.collect();
    if let Some(reset) = &board.reset {
        pins.push(Pin {
            port: "reset_button".to_owned(),
            ball: reset.pin,
            pull_up: reset.pull_up,
            place: place(board, reset.pin, &board.name),
        });
    }
    pins.extend(held(board, setup, wiring).iter().map(|tie_off| Pin {
        port: TieOffPort::new(tie_off).name,
        ball: tie_off.pin,
        pull_up: false,
        place: place(board, tie_off.pin, &board.name),
    }));
    for connection in wiring.connected.iter().chain(&wiring.dark) {
        for (bit, ball) in connection.pins.iter().enumerate() {
            // nextpnr takes a vector of one bit for a single bit.
            let port = match connection.pins.len() > 1 {
                true => format!("{}[{bit}]", connection.port),
                false => connection.port.to_owned(),
            };
            pins.push(Pin {
                port,
                ball,
                pull_up: connection.pull == Pull::Up && connection.direction == PinDirection::Input,
                place: place(board, ball, connection.provider),
            });
        }
    }
    pins
}

/// Connector, number and use of a pin: `pmod1a pin 2, audio`.
fn place(board: &Board, ball: &str, provider: &str) -> String {
    let on = |(name, pins): (&Name, &Vec<Option<&str>>)| {
        let index = pins.iter().position(|pin| *pin == Some(ball))?;
        let number = board.arrangement(name).number(index + 1);
        Some(format!("{name} pin {number}"))
    };
    let provider = match *provider == *board.name {
        true => "on the board",
        false => provider,
    };
    match board.connectors.iter().find_map(on) {
        Some(position) => format!("{position}, {provider}"),
        None => provider.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reset_lasts_16_microseconds_at_least() {
        for hz in [
            1, 12_000_000, 16_000_000, 25_000_000, 25_125_000, 48_000_000,
        ] {
            let bits = reset_bits(hz);
            assert!((1_000_000 << bits) / hz >= RESET_MICROSECONDS, "{hz} Hz");
            assert!(
                bits == 0 || (1_000_000 << (bits - 1)) / hz < RESET_MICROSECONDS,
                "{hz} Hz"
            );
        }
    }
}
