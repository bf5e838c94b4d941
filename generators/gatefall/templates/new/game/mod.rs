//! `{{ name }}`: a dot on 8 x 8 LEDs that four buttons move and the fifth paints.
//!
//! ```text
//!   buttons -> Buttons -> GameLogic --colour--> Ws2812 -> led_data
//!                             ^                    |
//!                             '-----row, column----'
//! ```

pub mod game_logic;

use crate::{BuildError, Button, ButtonPort, ClockRange, Game, LedMatrix, Params, Role, Settings};
use game_logic::GameLogic;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::display::ws2812::{ChainOrder, DEFAULT_BRIGHTNESS};
use gatefall_widgets::display::{MatrixSize, Ws2812};
use gatefall_widgets::input::buttons::Buttons;
use gatefall_widgets::timing::Divider;
use rust_hdl::prelude::*;

/// Registry entry of the game. It runs on boards with all roles in `needs`: see [`Role`].
pub const GAME: Game = Game {
    name: "{{ name }}",
    summary: "a dot on 8 x 8 LEDs",
    needs: &[Role::Ws2812],
    one_of: &[],
    wants: &[],
    // Port of the game, button of the board, and keys for it in the terminal.
    buttons: &[
        ButtonPort::new("left", Button::Left, &["left"]),
        ButtonPort::new("right", Button::Right, &["right"]),
        ButtonPort::new("up", Button::Up, &["up"]),
        ButtonPort::new("down", Button::Down, &["down"]),
        ButtonPort::new("paint", Button::Centre, &["enter", "space"]),
    ],
    needs_buttons: true,
    led_matrix: Some(|_| LedMatrix {
        columns: SIDE as u16,
        rows: SIDE as u16,
    }),
    clock: ClockRange {
        min_hz: 12_000_000,
        preferred_hz: 12_000_000,
        max_hz: 25_200_000,
    },
    settings: Settings::NONE,
    build,
};

fn build(params: &Params) -> Result<Box<dyn Block>, BuildError> {
    GAME.clock.check(params.clock_hz)?;
    Ok(Box::new({{ block }}::new(params.clock_hz)))
}

/// LEDs in a row, and rows.
const SIDE: u8 = 8;
/// Samples of the buttons per second. Contacts may bounce for the time between two.
const SAMPLE_HZ: u64 = 100;
/// Colours `0xRRGGBB` by their numbers; 0 is dark.
const PALETTE: [u32; 4] = [0x00_00_00, 0xFF_00_00, 0x00_FF_00, 0x00_00_FF];

/// The whole game.
#[derive(LogicBlock, Module)]
pub struct {{ block }} {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Button: a column to the left. Asynchronous and high while pressed, like the others.
    pub left: Signal<In, Bit>,
    /// Button: a column to the right.
    pub right: Signal<In, Bit>,
    /// Button: a row up.
    pub up: Signal<In, Bit>,
    /// Button: a row down.
    pub down: Signal<In, Bit>,
    /// Button: the next colour.
    pub paint: Signal<In, Bit>,
    /// Chain of WS2812 LEDs, row by row from the top left.
    pub led_data: Signal<Out, Bit>,
    #[part(idle(restart))]
    #[given]
    divider: Divider<19>,
    #[part]
    buttons: Buttons<5>,
    #[part]
    game_logic: GameLogic,
    #[part]
    #[given]
    ws2812: Ws2812,
}

impl {{ block }} {
    /// The game for a module clock of `clock_hz`.
    pub fn new(clock_hz: u64) -> Self {
        let size = MatrixSize {
            rows: SIDE,
            columns: SIDE,
        };
        construct!({{ block }} {
            divider: Divider::new(clock_hz / SAMPLE_HZ),
            ws2812: Ws2812::new(
                clock_hz,
                size,
                ChainOrder::Rows,
                &PALETTE,
                DEFAULT_BRIGHTNESS
            ),
        })
    }
}

#[clocked]
impl Logic for {{ block }} {
    #[hdl_gen]
    fn update(&mut self) {
        self.buttons.sample.next = self.divider.strobe.val();
        self.buttons.levels.next = bit_cast::<5, 1>(self.left.val().into())
            | (bit_cast::<5, 1>(self.right.val().into()) << 1)
            | (bit_cast::<5, 1>(self.up.val().into()) << 2)
            | (bit_cast::<5, 1>(self.down.val().into()) << 3)
            | (bit_cast::<5, 1>(self.paint.val().into()) << 4);
        self.game_logic.pressed.next = self.buttons.pressed.val();
        self.game_logic.row.next = self.ws2812.row.val();
        self.game_logic.column.next = self.ws2812.column.val();
        self.ws2812.colour.next = bit_cast::<6, 2>(self.game_logic.colour.val());
        self.led_data.next = self.ws2812.data.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::core::check_error::check_all;

    #[test]
    fn every_clock_makes_a_circuit_that_passes_the_checks() {
        for clock_hz in [GAME.clock.min_hz, GAME.clock.max_hz] {
            let mut game = {{ block }}::new(clock_hz);
            game.connect_all();
            assert_eq!(check_all(&game), Ok(()), "{clock_hz} Hz");
        }
    }

    #[test]
    fn a_clock_that_is_too_slow_for_the_leds_is_refused() {
        let params = Params {
            clock_hz: 8_000_000,
            ..GAME.params()
        };
        assert!(build(&params).is_err());
    }
}
