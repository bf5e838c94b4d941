//! `matrix`: blocks of 3 x 3 cells on a 10 x 7 LED matrix, with four digits and five buttons.
//!
//! ```text
//! buttons -> Buttons -> GameEngine -> colour of a cell -> Ws2812 or RowScan -> LEDs
//!               ^         ^    |
//!               |         |    +-> SevenSegment -> digits
//!            GameClock ---'    `-> SoundEffects -> audio
//! ```
//!
//! The uppermost three rows are the construction zone, where a block is red and can be steered for
//! three seconds. Below it is yellow while it falls and blue when it is fixed. Three full rows win;
//! a full board or 99 seconds lose.
//!
//! `game_engine` is the rules engine. `board_update` holds the board and the walks that change it.

pub mod attract;
pub mod board;
pub mod board_update;
pub mod board_walk;
mod cells;
pub mod clock_and_score;
pub mod core;
pub mod falling_block;
pub mod game_clock;
pub mod game_engine;
pub mod move_pass;
pub mod row_completion;
pub mod scan_pass;
mod shapes;
pub(crate) mod sounds;
pub mod touch_pass;

use crate::{
    BuildError, Button, ButtonPort, ClockRange, Game, LedMatrix, Params, Role, Setting, Settings,
    Values,
};
use cells::{COLUMNS, ROWS};
use core::Core;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::display::ws2812::{ChainOrder, DEFAULT_BRIGHTNESS};
use gatefall_widgets::display::{MatrixSize, RowScan, Ws2812};
use rust_hdl::prelude::*;

/// The game's entry in the registry.
pub const GAME: Game = Game {
    name: "matrix",
    summary: "blocks on a 10 x 7 LED matrix with four digits; three rows in 99 seconds win",
    needs: &[],
    one_of: &[Role::Ws2812, Role::RowScan],
    wants: &[Role::Digits, Role::ControlLed, Role::Audio],
    buttons: &[
        ButtonPort::new("start", Button::Centre, &["enter", "space"]),
        ButtonPort::new("restart", Button::Down, &["r", "backspace"]),
        ButtonPort::new("rotate", Button::Up, &["up"]),
        ButtonPort::new("shift_left", Button::Left, &["left"]),
        ButtonPort::new("shift_right", Button::Right, &["right"]),
    ],
    needs_buttons: true,
    led_matrix: Some(|_| LedMatrix {
        columns: COLUMNS as u16,
        rows: ROWS as u16,
    }),
    clock: ClockRange {
        min_hz: 12_000_000,
        preferred_hz: 12_000_000,
        max_hz: 25_200_000,
    },
    settings: Settings::new(&[IDS, BRIGHTNESS]),
    build,
};

/// Setting: the ids of two players, of two digits each.
pub const IDS: Setting = Setting {
    name: "ids",
    summary: "two ids of two digits, shown while nobody plays",
    values: Values::Digits(4),
    start: 1234,
    needs_cells: 0,
};

/// Setting: brightness of the chain. At 1 no LED would be lit.
pub const BRIGHTNESS: Setting = Setting {
    name: "brightness",
    summary: "brightness of the chain of LEDs, of 256",
    values: Values::Range(2, 255),
    start: DEFAULT_BRIGHTNESS as u32,
    needs_cells: 0,
};

fn build(params: &Params) -> Result<Box<dyn Block>, BuildError> {
    GAME.clock.check(params.clock_hz)?;
    let (clock_hz, second_cycles) = (params.clock_hz, params.clock_hz);
    let ids = params.settings.value(&IDS);
    let brightness = params.settings.value(&BRIGHTNESS);
    if params.choice == Some(Role::RowScan) {
        if brightness != BRIGHTNESS.start {
            return Err(BuildError::Setting {
                name: BRIGHTNESS.name,
                needs: Role::Ws2812,
            });
        }
        return Ok(Box::new(MatrixScan::new(clock_hz, second_cycles, ids)));
    }
    let brightness = u8::try_from(brightness).unwrap_or(DEFAULT_BRIGHTNESS);
    Ok(Box::new(Matrix::new(
        clock_hz,
        second_cycles,
        ids,
        brightness,
    )))
}

const SIZE: MatrixSize = MatrixSize {
    rows: ROWS as u8,
    columns: COLUMNS as u8,
};

/// Colours `0xRRGGBB` of the numbers above.
const PALETTE: [u32; 4] = [0x00_00_00, 0xFF_00_00, 0xFF_C0_00, 0x00_00_FF];

/// The same for LEDs of two colours: the first is red in the construction zone and yellow below it,
/// the second is blue.
const LIGHTS: [[bool; 2]; 4] = [[false, false], [true, false], [true, false], [false, true]];

/// The game on a chain of WS2812 LEDs.
#[derive(LogicBlock, Module)]
pub struct Matrix {
    /// Module clock, 12.0 to 25.2 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Button: begin a game.
    pub start: Signal<In, Bit>,
    /// Button: end the game, whatever its state, and empty the board.
    pub restart: Signal<In, Bit>,
    /// Button: turn the block, counter-clockwise.
    pub rotate: Signal<In, Bit>,
    /// Button: shift the block to the left.
    pub shift_left: Signal<In, Bit>,
    /// Button: shift the block to the right.
    pub shift_right: Signal<In, Bit>,
    /// The chain, row by row from the top left.
    pub led_data: Signal<Out, Bit>,
    /// Segments of the digits: a is bit 0.
    pub segments: Signal<Out, Bits<8>>,
    /// The digits: time and score, the leftmost is bit 0.
    pub digits: Signal<Out, Bits<4>>,
    /// The block can be steered.
    pub control_led: Signal<Out, Bit>,
    /// Sound: a square wave of short pulses.
    pub audio: Signal<Out, Bit>,
    #[part]
    #[given]
    core: Core,
    #[part]
    #[given]
    leds: Ws2812,
}

impl Matrix {
    /// The game for a module clock of `clock_hz`, whose second has `second_cycles` clocks:
    /// `clock_hz`, or less in a simulation. Between games the digits show `ids`. The LEDs have
    /// `brightness` / 256.
    ///
    /// # Panics
    /// If a second has fewer than 1,000 clocks.
    pub fn new(clock_hz: u64, second_cycles: u64, ids: u32, brightness: u8) -> Self {
        construct!(Matrix {
            core: Core::new(clock_hz, second_cycles, ids),
            leds: Ws2812::new(clock_hz, SIZE, ChainOrder::Rows, &PALETTE, brightness),
        })
    }
}

#[clocked]
impl Logic for Matrix {
    #[hdl_gen]
    fn update(&mut self) {
        self.core.start.next = self.start.val();
        self.core.restart.next = self.restart.val();
        self.core.rotate.next = self.rotate.val();
        self.core.shift_left.next = self.shift_left.val();
        self.core.shift_right.next = self.shift_right.val();
        self.core.row.next = self.leds.row.val().get_bits::<4>(0);
        self.core.column.next = self.leds.column.val().get_bits::<3>(0);
        self.leds.colour.next = bit_cast::<6, 2>(self.core.colour.val());
        self.led_data.next = self.leds.data.val();
        self.segments.next = self.core.segments.val();
        self.digits.next = self.core.digits.val();
        self.control_led.next = self.core.control_led.val();
        self.audio.next = self.core.audio.val();
    }
}

/// The game on LEDs of two colours behind shift registers.
#[derive(LogicBlock, Module)]
pub struct MatrixScan {
    /// Module clock, 12.0 to 25.2 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Button: begin a game.
    pub start: Signal<In, Bit>,
    /// Button: end the game, whatever its state, and empty the board.
    pub restart: Signal<In, Bit>,
    /// Button: turn the block, counter-clockwise.
    pub rotate: Signal<In, Bit>,
    /// Button: shift the block to the left.
    pub shift_left: Signal<In, Bit>,
    /// Button: shift the block to the right.
    pub shift_right: Signal<In, Bit>,
    /// Shift clock of the registers.
    pub row_clock: Signal<Out, Bit>,
    /// Data of the registers.
    pub row_data: Signal<Out, Bit>,
    /// All outputs of the registers change.
    pub row_latch: Signal<Out, Bit>,
    /// The LEDs may shine.
    pub row_enable: Signal<Out, Bit>,
    /// Segments of the digits: a is bit 0.
    pub segments: Signal<Out, Bits<8>>,
    /// The digits: time and score, the leftmost is bit 0.
    pub digits: Signal<Out, Bits<4>>,
    /// The block can be steered.
    pub control_led: Signal<Out, Bit>,
    /// Sound: a square wave of short pulses.
    pub audio: Signal<Out, Bit>,
    #[part]
    #[given]
    core: Core,
    #[part]
    #[given]
    leds: RowScan,
}

impl MatrixScan {
    /// As [`Matrix::new`].
    pub fn new(clock_hz: u64, second_cycles: u64, ids: u32) -> Self {
        construct!(MatrixScan {
            core: Core::new(clock_hz, second_cycles, ids),
            leds: RowScan::new(clock_hz, SIZE, &LIGHTS),
        })
    }
}

#[clocked]
impl Logic for MatrixScan {
    #[hdl_gen]
    fn update(&mut self) {
        self.core.start.next = self.start.val();
        self.core.restart.next = self.restart.val();
        self.core.rotate.next = self.rotate.val();
        self.core.shift_left.next = self.shift_left.val();
        self.core.shift_right.next = self.shift_right.val();
        self.core.row.next = self.leds.row.val();
        self.core.column.next = self.leds.column.val();
        self.leds.colour.next = bit_cast::<4, 2>(self.core.colour.val());
        self.row_clock.next = self.leds.row_clock.val();
        self.row_data.next = self.leds.row_data.val();
        self.row_latch.next = self.leds.row_latch.val();
        self.row_enable.next = self.leds.row_enable.val();
        self.segments.next = self.core.segments.val();
        self.digits.next = self.core.digits.val();
        self.control_led.next = self.core.control_led.val();
        self.audio.next = self.core.audio.val();
    }
}
