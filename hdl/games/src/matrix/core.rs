//! The game without its LEDs: the driver of the LEDs reads the colour of each cell.

use super::attract::Attract;
use super::cells::{DARK, FIXED, STEERED};
use super::game_clock::GameClock;
use super::game_engine::GameEngine;
use super::sounds;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::audio::SoundEffects;
use gatefall_widgets::display::SevenSegment;
use gatefall_widgets::input::Buttons;
use gatefall_widgets::random::Lfsr16;
use rust_hdl::prelude::*;

/// The game.
#[derive(LogicBlock, Module)]
pub struct Core {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Button: begin a game.
    pub start: Signal<In, Bit>,
    /// Button: end the game.
    pub restart: Signal<In, Bit>,
    /// Button: turn the block.
    pub rotate: Signal<In, Bit>,
    /// Button: shift the block to the left.
    pub shift_left: Signal<In, Bit>,
    /// Button: shift the block to the right.
    pub shift_right: Signal<In, Bit>,
    /// Row of the LED to look up.
    pub row: Signal<In, Bits<4>>,
    /// Column of the LED to look up.
    pub column: Signal<In, Bits<3>>,
    /// Number of the colour at the `row` and `column` of the clock before.
    pub colour: Signal<Out, Bits<2>>,
    /// Segments of the digits, active high.
    pub segments: Signal<Out, Bits<8>>,
    /// The digits, active high.
    pub digits: Signal<Out, Bits<4>>,
    /// The block can be steered.
    pub control_led: Signal<Out, Bit>,
    /// Sound: a square wave of short pulses.
    pub audio: Signal<Out, Bit>,
    #[part]
    #[given]
    game_clock: GameClock,
    #[part]
    buttons: Buttons<5>,
    #[part]
    lfsr: Lfsr16,
    #[part]
    engine: GameEngine,
    #[part]
    attract: Attract,
    #[part]
    #[given]
    display: SevenSegment,
    #[part(idle(is_second))]
    #[given]
    effects: SoundEffects,
    sample_is_due: DFF<Bit>,
    samples: Signal<Local, Bit>,
    cell_colour: Signal<Local, Bits<2>>,
    blinks_dark: Signal<Local, Bit>,
    first_digit: Constant<Bits<4>>,
    second_digit: Constant<Bits<4>>,
    third_digit: Constant<Bits<4>>,
    fourth_digit: Constant<Bits<4>>,
    #[value(DARK)]
    dark: Constant<Bits<2>>,
    #[value(STEERED)]
    steered: Constant<Bits<2>>,
    #[value(FIXED)]
    fixed: Constant<Bits<2>>,
}

impl Core {
    /// The game for a module clock of `clock_hz`, whose second has `second_cycles` clocks:
    /// `clock_hz`, or less in a simulation. Between games it shows the last four decimal digits of
    /// `ids`.
    ///
    /// # Panics
    /// If a second has fewer than 1,000 clocks: the work of a tick takes 606.
    pub fn new(clock_hz: u64, second_cycles: u64, ids: u32) -> Self {
        assert!(
            second_cycles >= 1_000,
            "a second has {second_cycles} clocks"
        );
        let id_digit = |index: u32| {
            let digit = ids / 10_u32.pow(3 - index) % 10;
            Constant::new(u64::from(digit).to_bits())
        };
        construct!(Core {
            game_clock: GameClock::new(second_cycles),
            display: SevenSegment::new(clock_hz),
            effects: SoundEffects::new(clock_hz, &sounds::EFFECTS),
            first_digit: id_digit(0),
            second_digit: id_digit(1),
            third_digit: id_digit(2),
            fourth_digit: id_digit(3),
        })
    }
}

#[clocked]
impl Logic for Core {
    #[hdl_gen]
    fn update(&mut self) {
        self.game_clock.restart.next = self.engine.clock_restart.val();
        self.attract.restart.next = self.engine.clock_restart.val();
        self.attract.step.next = self.game_clock.step.val();
        // A sample waits for the engine, so that no press is lost while it is busy.
        self.samples.next = self.sample_is_due.q.val() & self.engine.is_ready.val();
        if self.samples.val() {
            self.sample_is_due.d.next = false;
        }
        if self.game_clock.sample.val() {
            self.sample_is_due.d.next = true;
        }
        self.buttons.sample.next = self.samples.val();
        self.buttons.levels.next = bit_cast::<5, 1>(self.start.val().into())
            | (bit_cast::<5, 1>(self.restart.val().into()) << 1)
            | (bit_cast::<5, 1>(self.rotate.val().into()) << 2)
            | (bit_cast::<5, 1>(self.shift_left.val().into()) << 3)
            | (bit_cast::<5, 1>(self.shift_right.val().into()) << 4);
        self.engine.tick.next = self.game_clock.tick.val();
        self.engine.start.next = self.buttons.pressed.val().get_bit(0);
        self.engine.restart.next = self.buttons.pressed.val().get_bit(1);
        self.engine.rotate.next = self.buttons.pressed.val().get_bit(2);
        self.engine.shift_left.next = self.buttons.pressed.val().get_bit(3);
        self.engine.shift_right.next = self.buttons.pressed.val().get_bit(4);
        self.lfsr.enable.next = true;
        self.engine.random.next = self.lfsr.value.val().get_bits::<6>(0);
        self.control_led.next = self.engine.in_control.val();

        self.engine.picture_address.next =
            (bit_cast::<7, 4>(self.row.val()) << 3) | bit_cast::<7, 3>(self.column.val());
        self.attract.row.next = self.row.val();
        self.attract.column.next = self.column.val();
        self.cell_colour.next = self.dark.val();
        if self.engine.is_started.val() {
            self.cell_colour.next = self.engine.picture_colour.val();
            if self.engine.blinks.val()
                & self.game_clock.phase.val()
                & (self.row.val() == self.engine.blinking_row.val())
            {
                self.cell_colour.next = self.dark.val();
            }
        } else if self.attract.lit.val() {
            self.cell_colour.next = self.fixed.val();
            if self.row.val() < 3 {
                self.cell_colour.next = self.steered.val();
            }
        }
        self.colour.next = self.cell_colour.val();

        // The time and the score, or the ids of the players; a score never has tens. 15 is a dark
        // digit.
        self.blinks_dark.next = self.game_clock.phase.val()
            & (!self.engine.is_started.val()
                | (self.engine.is_over.val() & !self.engine.is_won.val()));
        self.display.value.next = self.fourth_digit.val();
        if self.engine.is_started.val() {
            self.display.value.next = bit_cast::<4, 2>(self.engine.score.val());
        }
        if self.display.digit.val() == 0 {
            self.display.value.next = self.first_digit.val();
            if self.engine.is_started.val() {
                self.display.value.next = self.engine.tens.val();
            }
        } else if self.display.digit.val() == 1 {
            self.display.value.next = self.second_digit.val();
            if self.engine.is_started.val() {
                self.display.value.next = self.engine.units.val();
            }
        } else if self.display.digit.val() == 2 {
            self.display.value.next = self.third_digit.val();
            if self.engine.is_started.val() {
                self.display.value.next = 0.into();
            }
        }
        if self.blinks_dark.val() {
            self.display.value.next = 15.into();
        }
        self.segments.next = self.display.segments.val();
        self.digits.next = self.display.digits.val();

        self.effects.play.next = self.engine.sounds.val();
        self.effects.effect.next = self.engine.sound.val();
        self.effects.slot.next = self.game_clock.sample.val();
        self.audio.next = self.effects.audio.val();
    }
}
