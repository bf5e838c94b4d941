//! `tictactoe`: stacking tic-tac-toe for two on a matrix of LEDs.
//!
//! ```text
//!   buttons -> Buttons -> GameLogic -----> SoundEffects -> audio
//!                            |  ^
//!              phase, cursor |  | address
//!              word          v  |
//!                           Display <----> Ws2812 -> led_data
//! ```
//!
//! **Interface**: the buttons are asynchronous; they are sampled at 64 Hz.
//!
//! **Latency**: at most 1/64 s from a button to the game, then the next picture of the LEDs.
//!
//! **Source**: `docs/rules.md`, "Tictactoe".

pub mod board;
mod cell_view;
pub mod cursor;
pub mod display;
pub mod game_logic;
pub mod line_check;
pub mod lines;
pub mod palette;
pub mod piece_view;
pub mod pixel_map;
pub mod referee;
pub mod rings;

use crate::{
    BuildError, Button, ButtonPort, ClockRange, Game, LedMatrix, Params, Role, Setting, Settings,
    Values,
};
use display::Display;
use game_logic::GameLogic;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::audio::sound_effects::{Note, SoundEffects};
use gatefall_widgets::display::ws2812::{ChainOrder, DEFAULT_BRIGHTNESS};
use gatefall_widgets::display::{MatrixSize, Ws2812};
use gatefall_widgets::input::buttons::Buttons;
use gatefall_widgets::timing::Divider;
use palette::palette;
use pixel_map::Side;
use rust_hdl::prelude::*;

/// The game's entry in the registry.
pub const GAME: Game = Game {
    name: "tictactoe",
    summary: "stacking tic-tac-toe for two, on 8 x 8 or 16 x 16 LEDs",
    needs: &[Role::Ws2812],
    one_of: &[],
    wants: &[Role::Audio],
    buttons: &[
        ButtonPort {
            port: "left",
            button: Button::Left,
            keys: &["left"],
        },
        ButtonPort {
            port: "right",
            button: Button::Right,
            keys: &["right"],
        },
        ButtonPort {
            port: "up",
            button: Button::Up,
            keys: &["up"],
        },
        ButtonPort {
            port: "down",
            button: Button::Down,
            keys: &["down"],
        },
        ButtonPort {
            port: "confirm",
            button: Button::Centre,
            keys: &["enter", "space"],
        },
    ],
    needs_buttons: true,
    led_matrix: Some(|params| {
        let leds = u16::from(side(params).leds());
        LedMatrix {
            columns: leds,
            rows: leds,
        }
    }),
    clock: ClockRange {
        min_hz: 12_000_000,
        preferred_hz: 12_000_000,
        max_hz: 25_200_000,
    },
    settings: Settings::new(&[SIZE]),
    build,
};

/// Setting: LEDs on a side.
pub const SIZE: Setting = Setting {
    name: "size",
    summary: "LEDs on a side of the matrix",
    values: Values::OneOf(&[8, 16]),
    start: 8,
    needs_cells: 0,
};

fn side(params: &Params) -> Side {
    Side::of_leds(params.settings.value(&SIZE)).unwrap_or(Side::Eight)
}

fn build(params: &Params) -> Result<Box<dyn Block>, BuildError> {
    GAME.clock.check(params.clock_hz)?;
    Ok(Box::new(Tictactoe::new(params.clock_hz, side(params))))
}

/// Time slots of the sound effects, in Hz. A click lasts one slot.
const SLOTS_HZ: u64 = 128;

const fn note(hz: u32, slots: u8) -> Note {
    Note { hz, slots }
}

/// Move, place, refuse, win, draw.
pub(crate) const EFFECTS: [&[Note]; 5] = [
    &[note(1000, 1)],
    &[note(440, 4), note(660, 5)],
    &[note(220, 8), note(165, 12)],
    &[note(523, 8), note(659, 8), note(784, 8), note(1047, 24)],
    &[note(440, 14), note(330, 14), note(220, 30)],
];

/// The whole game.
#[derive(LogicBlock, Module)]
pub struct Tictactoe {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Button: a column to the left, or back. Asynchronous and high while pressed, like the others.
    pub left: Signal<In, Bit>,
    /// Button: a column to the right, or back.
    pub right: Signal<In, Bit>,
    /// Button: a row up, or a larger size.
    pub up: Signal<In, Bit>,
    /// Button: a row down, or a smaller size.
    pub down: Signal<In, Bit>,
    /// Button: confirm.
    pub confirm: Signal<In, Bit>,
    /// Chain of WS2812 LEDs, row by row from the top left.
    pub led_data: Signal<Out, Bit>,
    /// Sound effects.
    pub audio: Signal<Out, Bit>,
    #[part(idle(restart))]
    #[given]
    divider: Divider<19>,
    #[part]
    buttons: Buttons<5>,
    #[part]
    game_logic: GameLogic,
    #[part]
    #[given]
    display: Display,
    #[part]
    #[given]
    ws2812: Ws2812,
    #[part(idle(is_second))]
    #[given]
    sound_effects: SoundEffects,
    /// Level: the second of two slots.
    is_second_slot: DFF<Bit>,
    tick: Signal<Local, Bit>,
    left_bit: Signal<Local, Bits<5>>,
    right_bit: Signal<Local, Bits<5>>,
    up_bit: Signal<Local, Bits<5>>,
    down_bit: Signal<Local, Bits<5>>,
    confirm_bit: Signal<Local, Bits<5>>,
    moving: Constant<Bits<3>>,
    placing: Constant<Bits<3>>,
    refusing: Constant<Bits<3>>,
    winning: Constant<Bits<3>>,
    drawing: Constant<Bits<3>>,
}

impl Tictactoe {
    /// The game for a module clock of `clock_hz` and a matrix of this size.
    pub fn new(clock_hz: u64, side: Side) -> Self {
        let size = MatrixSize {
            rows: side.leds(),
            columns: side.leds(),
        };
        construct!(Tictactoe {
            divider: Divider::new(clock_hz / SLOTS_HZ),
            display: Display::new(side),
            ws2812: Ws2812::new(
                clock_hz,
                size,
                ChainOrder::Rows,
                &palette(),
                DEFAULT_BRIGHTNESS
            ),
            sound_effects: SoundEffects::new(clock_hz, &EFFECTS),
            moving: Constant::new(0.into()),
            placing: Constant::new(1.into()),
            refusing: Constant::new(2.into()),
            winning: Constant::new(3.into()),
            drawing: Constant::new(4.into()),
        })
    }
}

#[clocked]
impl Logic for Tictactoe {
    #[hdl_gen]
    fn update(&mut self) {
        // Buttons and picture advance at 64 Hz, so contacts may bounce for 15 ms.
        self.tick.next = self.divider.strobe.val() & self.is_second_slot.q.val();
        if self.divider.strobe.val() {
            self.is_second_slot.d.next = !self.is_second_slot.q.val();
        }
        self.left_bit.next = bit_cast::<5, 1>(self.left.val().into());
        self.right_bit.next = bit_cast::<5, 1>(self.right.val().into()) << 1;
        self.up_bit.next = bit_cast::<5, 1>(self.up.val().into()) << 2;
        self.down_bit.next = bit_cast::<5, 1>(self.down.val().into()) << 3;
        self.confirm_bit.next = bit_cast::<5, 1>(self.confirm.val().into()) << 4;
        self.buttons.levels.next = self.left_bit.val()
            | self.right_bit.val()
            | self.up_bit.val()
            | self.down_bit.val()
            | self.confirm_bit.val();
        self.buttons.sample.next = self.tick.val();
        self.game_logic.left.next = self.buttons.pressed.val().get_bit(0);
        self.game_logic.right.next = self.buttons.pressed.val().get_bit(1);
        self.game_logic.up.next = self.buttons.pressed.val().get_bit(2);
        self.game_logic.down.next = self.buttons.pressed.val().get_bit(3);
        self.game_logic.confirm.next = self.buttons.pressed.val().get_bit(4);
        self.game_logic.view_address.next = self.display.address.val();

        self.display.tick.next = self.tick.val();
        self.display.row.next = self.ws2812.row.val().get_bits::<4>(0);
        self.display.column.next = self.ws2812.column.val();
        self.display.word.next = self.game_logic.view_word.val();
        self.display.phase.next = self.game_logic.phase.val();
        self.display.winner.next = self.game_logic.winner.val();
        self.display.selection.next = self.game_logic.selection.val();
        self.display.size.next = self.game_logic.size.val();
        self.display.moved.next = self.game_logic.moved.val()
            | self.game_logic.placed.val()
            | self.game_logic.won.val()
            | self.game_logic.drawn.val();
        self.display.refused.next = self.game_logic.refused.val();
        self.ws2812.colour.next = self.display.colour.val();
        self.led_data.next = self.ws2812.data.val();

        self.sound_effects.play.next = self.game_logic.moved.val()
            | self.game_logic.placed.val()
            | self.game_logic.refused.val()
            | self.game_logic.won.val()
            | self.game_logic.drawn.val();
        self.sound_effects.effect.next = self.moving.val();
        if self.game_logic.placed.val() {
            self.sound_effects.effect.next = self.placing.val();
        }
        if self.game_logic.refused.val() {
            self.sound_effects.effect.next = self.refusing.val();
        }
        if self.game_logic.won.val() {
            self.sound_effects.effect.next = self.winning.val();
        }
        if self.game_logic.drawn.val() {
            self.sound_effects.effect.next = self.drawing.val();
        }
        self.sound_effects.slot.next = self.divider.strobe.val();
        self.audio.next = self.sound_effects.audio.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::core::check_error::check_all;

    #[test]
    fn every_clock_and_both_sizes_make_a_circuit_that_passes_the_checks() {
        for clock_hz in [GAME.clock.min_hz, 16_000_000, GAME.clock.max_hz] {
            for side in [Side::Eight, Side::Sixteen] {
                let mut game = Tictactoe::new(clock_hz, side);
                game.connect_all();
                assert_eq!(check_all(&game), Ok(()), "{clock_hz} Hz, {side:?}");
            }
        }
    }

    #[test]
    fn the_size_is_a_setting() {
        let mut game = GAME;
        for (leds, side) in [("16", 16), ("8", 8)] {
            assert_eq!(game.settings.choose(SIZE.name, leds), Ok(()));
            let matrix = game
                .led_matrix()
                .map(|matrix| (matrix.columns, matrix.rows));
            assert_eq!(matrix, Some((side, side)));
        }
        assert!(game.settings.choose(SIZE.name, "12").is_err());
    }

    #[test]
    fn a_clock_that_is_too_slow_for_the_leds_is_refused() {
        let refusal = build(&Params {
            clock_hz: 8_000_000,
            ..GAME.params()
        })
        .err();
        assert_eq!(
            refusal.map(|error| error.to_string()).as_deref(),
            Some("a core clock of 8000000 Hz is not within 12000000 to 25200000 Hz")
        );
    }
}
