//! The module between the pins and the game's core.

use crate::clock::ClockPlan;
use crate::pcf::megahertz;
use crate::pll::Pll;
use askama::Template;
use gatefall_board::{Board, ClockInput, Direction, Peripheral};

/// Block RAM reads as zero for some microseconds after configuration.
const RESET_MICROSECONDS: u64 = 16;

/// The Verilog of the top.
#[derive(Template)]
#[template(path = "top.v", escape = "none")]
pub(crate) struct Top<'a> {
    pub game: &'a str,
    pub title: &'a str,
    pub board_mhz: String,
    pub core_mhz: String,
    pub pll: Option<PllCell>,
    pub reset_button: Option<ResetButton>,
    pub ports: Vec<Port>,
    pub reset_bits: u32,
    pub reset_microseconds: u64,
}

/// The PLL as a cell of the library.
pub(crate) struct PllCell {
    /// `SB_PLL40_PAD` or `SB_PLL40_CORE`.
    pub cell: &'static str,
    /// Name of the port that takes the clock.
    pub input: &'static str,
    pub settings: Pll,
}

pub(crate) struct ResetButton {
    pub active_low: bool,
    pub pull_up: u8,
}

/// A port of the top that goes to the core.
pub(crate) struct Port {
    pub name: &'static str,
    pub is_input: bool,
    /// `[3:0]`, or nothing for a single bit.
    pub range: String,
    /// The outside is active low.
    pub inverted: bool,
    pub pull_up: u8,
}

/// A bit of a port and its ball.
pub(crate) struct Pin {
    pub port: String,
    pub ball: String,
}

impl<'a> Top<'a> {
    pub(crate) fn new(
        game: &'a str,
        board: &'a Board,
        clock: ClockPlan,
        peripherals: &[&Peripheral],
    ) -> Self {
        let (cell, input) = match board.clock.input {
            ClockInput::Pad => ("SB_PLL40_PAD", "PACKAGEPIN"),
            ClockInput::Core | ClockInput::NoPll => ("SB_PLL40_CORE", "REFERENCECLK"),
        };
        let reset_button = board.reset.as_ref().map(|reset| ResetButton {
            active_low: reset.active_low,
            pull_up: reset.pull_up.into(),
        });
        let reset_bits = reset_bits(clock.hz);
        Top {
            game,
            title: &board.title,
            board_mhz: megahertz(board.clock.hz),
            core_mhz: megahertz(clock.hz),
            pll: clock.pll.map(|settings| PllCell {
                cell,
                input,
                settings,
            }),
            reset_button,
            ports: peripherals
                .iter()
                .flat_map(|peripheral| ports(peripheral))
                .collect(),
            reset_bits,
            reset_microseconds: (1_000_000 << reset_bits) / clock.hz,
        }
    }
}

fn ports(peripheral: &Peripheral) -> impl Iterator<Item = Port> + '_ {
    peripheral.signals.iter().map(|signal| {
        let width = signal.pins.len();
        let is_bus = *signal.shape.width.end() > 1;
        Port {
            name: signal.shape.port,
            is_input: signal.shape.direction == Direction::Input,
            range: if is_bus {
                format!("[{}:0]", width - 1)
            } else {
                String::new()
            },
            inverted: peripheral.active_low,
            pull_up: peripheral.pull_up.into(),
        }
    })
}

/// The reset lasts until bit number `reset_bits` of a counter is set.
fn reset_bits(clock_hz: u64) -> u32 {
    let cycles = (clock_hz * RESET_MICROSECONDS).div_ceil(1_000_000);
    cycles.next_power_of_two().ilog2()
}

/// Every pin of the top: clock, reset button, then the peripherals in the order of the game's needs.
pub(crate) fn pins(board: &Board, peripherals: &[&Peripheral]) -> Vec<Pin> {
    let mut pins = vec![Pin {
        port: "clock".to_owned(),
        ball: board.clock.pin.clone(),
    }];
    if let Some(reset) = &board.reset {
        pins.push(Pin {
            port: "reset_button".to_owned(),
            ball: reset.pin.clone(),
        });
    }
    for signal in peripherals
        .iter()
        .flat_map(|peripheral| &peripheral.signals)
    {
        let is_bus = *signal.shape.width.end() > 1;
        for (bit, ball) in signal.pins.iter().enumerate() {
            let index = if is_bus {
                format!("[{bit}]")
            } else {
                String::new()
            };
            let port = format!("{}{index}", signal.shape.port);
            pins.push(Pin {
                port,
                ball: ball.clone(),
            });
        }
    }
    pins
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
