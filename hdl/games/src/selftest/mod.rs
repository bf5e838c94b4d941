//! `selftest`: shows whether the devices of a board work.
//!
//! ```text
//! ps2 -----> KeyLog -----.                ,-> VgaScreen, LcdScreen -> vga, lcd
//! pads ----> PadLog -----+
//! buttons -> Buttons ----+-> values, step +-> LedWalk -> Ws2812, RowScan -> led_data, row_*
//! flash <--> FlashLog ---'                +-> DigitWalk -> segments, digits
//!                                         +-> leds, control_led
//!                                         `-> SoundEffects -> audio
//! ```
//!
//! One circuit has the ports of all devices. A board connects those that it has: unconnected inputs
//! are idle, and synthesis removes what drives no pin.
//!
//! It is no game: there are no rules and no model of them. `docs/power-up.md` says what each device
//! shows.

pub mod digit_walk;
pub mod flash_log;
pub mod key_log;
pub mod lcd_screen;
pub mod led_walk;
pub mod pad_log;
pub mod test_picture;
pub mod text;
pub mod tones;
pub mod vga_screen;

use crate::handheld::PANEL;
use crate::{BuildError, Button, ButtonPort, ClockRange, Game, LedMatrix, Params, Role, Settings};
use digit_walk::DigitWalk;
use flash_log::FlashLog;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::audio::sound_effects::SoundEffects;
use gatefall_widgets::display::ws2812::{ChainOrder, DEFAULT_BRIGHTNESS};
use gatefall_widgets::display::{MatrixSize, RowScan, Ws2812};
use gatefall_widgets::input::buttons::Buttons;
use gatefall_widgets::timing::Divider;
use key_log::KeyLog;
use lcd_screen::LcdScreen;
use led_walk::{LedWalk, COLUMNS, LIGHTS, PALETTE, ROWS};
use pad_log::PadLog;
use rust_hdl::prelude::*;
use tones::EFFECTS;
use vga_screen::VgaScreen;

/// The circuit's entry in the registry.
pub const GAME: Game = Game {
    name: "selftest",
    summary: "test of the devices of a board: screen, keys, pads, LEDs, sound, flash",
    needs: &[],
    one_of: &[],
    wants: &[
        Role::Vga,
        Role::Ps2,
        Role::Audio,
        Role::Leds,
        Role::Ws2812,
        Role::RowScan,
        Role::Digits,
        Role::St7735,
        Role::ControlLed,
        Role::ConfigFlash,
        Role::Gamepad,
        Role::SecondGamepad,
    ],
    buttons: &[
        ButtonPort::new("button_up", Button::Up, &["1"]),
        ButtonPort::new("button_down", Button::Down, &["2"]),
        ButtonPort::new("button_left", Button::Left, &["3"]),
        ButtonPort::new("button_right", Button::Right, &["4"]),
        ButtonPort::new("button_centre", Button::Centre, &["5"]),
        ButtonPort::new("button_a", Button::A, &["6"]),
        ButtonPort::new("button_b", Button::B, &["7"]),
        ButtonPort::new("button_m1", Button::M1, &["8"]),
        ButtonPort::new("button_m2", Button::M2, &["9"]),
    ],
    needs_buttons: false,
    led_matrix: Some(|_| LedMatrix {
        columns: COLUMNS as u16,
        rows: ROWS as u16,
    }),
    clock: ClockRange {
        min_hz: 25_000_000,
        preferred_hz: 25_175_000,
        max_hz: 25_200_000,
    },
    settings: Settings::NONE,
    build,
};

fn build(params: &Params) -> Result<Box<dyn Block>, BuildError> {
    GAME.clock.check(params.clock_hz)?;
    Ok(match params.colour_bits {
        1 => Box::new(SelfTest::<1>::new(params)),
        2 => Box::new(SelfTest::<2>::new(params)),
        3 => Box::new(SelfTest::<3>::new(params)),
        4 => Box::new(SelfTest::<4>::new(params)),
        bits => return Err(BuildError::ColourBits(bits)),
    })
}

/// Slots in a second: a unit of time for sounds and for the pauses of an LCD. 16 are a step.
const SLOTS_HZ: u64 = 120;
/// The whole circuit, with `N` bits for each colour.
#[derive(LogicBlock, Module)]
pub struct SelfTest<const N: usize> {
    /// Module clock and pixel clock, 25.0 to 25.2 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Keyboard clock, asynchronous, idle high.
    pub ps2_clock: Signal<In, Bit>,
    /// Keyboard data, asynchronous, idle high.
    pub ps2_data: Signal<In, Bit>,
    /// Button up. Asynchronous and high while pressed, like the others.
    pub button_up: Signal<In, Bit>,
    /// Button down.
    pub button_down: Signal<In, Bit>,
    /// Button left.
    pub button_left: Signal<In, Bit>,
    /// Button right.
    pub button_right: Signal<In, Bit>,
    /// Button in the middle.
    pub button_centre: Signal<In, Bit>,
    /// Button A.
    pub button_a: Signal<In, Bit>,
    /// Button B.
    pub button_b: Signal<In, Bit>,
    /// Button M1.
    pub button_m1: Signal<In, Bit>,
    /// Button M2.
    pub button_m2: Signal<In, Bit>,
    /// Data of the first gamepad, asynchronous, idle high.
    pub gamepad_data: Signal<In, Bit>,
    /// Data of the second gamepad.
    pub second_gamepad_data: Signal<In, Bit>,
    /// Latch of the gamepads.
    pub gamepad_latch: Signal<Out, Bit>,
    /// Clock of the gamepads, idle high.
    pub gamepad_clock: Signal<Out, Bit>,
    /// Output of the configuration flash.
    pub flash_miso: Signal<In, Bit>,
    /// Clock of the flash.
    pub flash_clock: Signal<Out, Bit>,
    /// Select of the flash, low when active.
    pub flash_cs: Signal<Out, Bit>,
    /// Input of the flash.
    pub flash_mosi: Signal<Out, Bit>,
    /// Horizontal sync, low when active.
    pub vga_h_sync: Signal<Out, Bit>,
    /// Vertical sync, low when active.
    pub vga_v_sync: Signal<Out, Bit>,
    /// Red.
    pub vga_red: Signal<Out, Bits<N>>,
    /// Green.
    pub vga_green: Signal<Out, Bits<N>>,
    /// Blue.
    pub vga_blue: Signal<Out, Bits<N>>,
    /// Tones: a square wave of short pulses.
    pub audio: Signal<Out, Bit>,
    /// LEDs of the board: the lit one moves on with each step. Buttons light theirs.
    pub leds: Signal<Out, Bits<32>>,
    /// Chain of WS2812 LEDs.
    pub led_data: Signal<Out, Bit>,
    /// Shift clock of the registers behind the rows of LEDs.
    pub row_clock: Signal<Out, Bit>,
    /// Data of the registers.
    pub row_data: Signal<Out, Bit>,
    /// All outputs of the registers change.
    pub row_latch: Signal<Out, Bit>,
    /// The LEDs may shine.
    pub row_enable: Signal<Out, Bit>,
    /// Segments of the digits: a is bit 0.
    pub segments: Signal<Out, Bits<8>>,
    /// The digits, the leftmost is bit 0.
    pub digits: Signal<Out, Bits<4>>,
    /// Clock of the LCD.
    pub lcd_clock: Signal<Out, Bit>,
    /// Data for the LCD.
    pub lcd_data: Signal<Out, Bit>,
    /// A command (0) or data (1).
    pub lcd_dc: Signal<Out, Bit>,
    /// Low while bytes are sent.
    pub lcd_cs: Signal<Out, Bit>,
    /// Low: reset of the LCD.
    pub lcd_reset: Signal<Out, Bit>,
    /// Four steps on, four off; the other way while a button is pressed.
    pub control_led: Signal<Out, Bit>,
    #[part(idle(restart))]
    #[given]
    divider: Divider<19>,
    #[part]
    #[given]
    key_log: KeyLog,
    #[part]
    #[given]
    pad_log: PadLog,
    #[part]
    buttons: Buttons<9>,
    #[part]
    #[given]
    flash: FlashLog,
    #[part]
    vga: VgaScreen<N>,
    #[part]
    #[given]
    lcd: LcdScreen,
    #[part]
    chain_walk: LedWalk,
    #[part]
    row_walk: LedWalk,
    #[part]
    #[given]
    chain: Ws2812,
    #[part]
    #[given]
    rows: RowScan,
    #[part]
    #[given]
    digit_walk: DigitWalk,
    #[part(idle(is_second))]
    #[given]
    sounds: SoundEffects,
    /// Slots since the reset.
    slots: DFF<Bits<10>>,
    has_started: DFF<Bit>,
    slot: Signal<Local, Bit>,
    step: Signal<Local, Bits<6>>,
    step_ends: Signal<Local, Bit>,
    led_ends: Signal<Local, Bit>,
    levels: Signal<Local, Bits<9>>,
    held: Signal<Local, Bits<9>>,
    values: Signal<Local, Bits<64>>,
    led_pattern: Signal<Local, Bits<8>>,
    one: Constant<Bits<8>>,
    scale: Constant<Bits<3>>,
    key_tone: Constant<Bits<3>>,
    error_tone: Constant<Bits<3>>,
}

impl<const N: usize> SelfTest<N> {
    /// The circuit for these parameters, with a clock in the range of [`GAME`]. A flash that is not
    /// known is not written.
    pub fn new(params: &Params) -> Self {
        let clock_hz = params.clock_hz;
        let size = MatrixSize {
            rows: ROWS,
            columns: COLUMNS,
        };
        construct!(SelfTest {
            divider: Divider::new(clock_hz / SLOTS_HZ),
            key_log: KeyLog::new(clock_hz),
            pad_log: PadLog::new(clock_hz, params.gamepads),
            flash: FlashLog::new(params.flash),
            lcd: LcdScreen::new(clock_hz, PANEL),
            chain: Ws2812::new(
                clock_hz,
                size,
                ChainOrder::Rows,
                &PALETTE,
                DEFAULT_BRIGHTNESS
            ),
            rows: RowScan::new(clock_hz, size, &LIGHTS),
            digit_walk: DigitWalk::new(clock_hz),
            sounds: SoundEffects::new(clock_hz, &EFFECTS),
            one: Constant::new(1.into()),
            scale: Constant::new(0.into()),
            key_tone: Constant::new(1.into()),
            error_tone: Constant::new(2.into()),
        })
    }
}

#[clocked]
impl<const N: usize> Logic for SelfTest<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.slot.next = self.divider.strobe.val();
        if self.slot.val() {
            self.slots.d.next = self.slots.q.val() + 1;
            self.has_started.d.next = true;
        }
        self.step.next = self.slots.q.val().get_bits::<6>(4);
        self.step_ends.next = self.slot.val() & self.slots.q.val().get_bits::<4>(0).all();
        self.led_ends.next = self.slot.val() & self.slots.q.val().get_bits::<2>(0).all();

        self.key_log.ps2_clock.next = self.ps2_clock.val();
        self.key_log.ps2_data.next = self.ps2_data.val();
        self.pad_log.tick.next = self.slot.val();
        self.pad_log.lines.data.next = (bit_cast::<2, 1>(self.second_gamepad_data.val().into())
            << 1)
            | bit_cast::<2, 1>(self.gamepad_data.val().into());
        self.gamepad_latch.next = self.pad_log.lines.latch.val();
        self.gamepad_clock.next = self.pad_log.lines.shift_clock.val();
        self.key_log.pad_code.next = self.pad_log.code.val();
        self.key_log.pad_pressed.next = self.pad_log.pressed.val();
        self.levels.next = bit_cast::<9, 1>(self.button_up.val().into())
            | (bit_cast::<9, 1>(self.button_down.val().into()) << 1)
            | (bit_cast::<9, 1>(self.button_left.val().into()) << 2)
            | (bit_cast::<9, 1>(self.button_right.val().into()) << 3)
            | (bit_cast::<9, 1>(self.button_centre.val().into()) << 4)
            | (bit_cast::<9, 1>(self.button_a.val().into()) << 5)
            | (bit_cast::<9, 1>(self.button_b.val().into()) << 6)
            | (bit_cast::<9, 1>(self.button_m1.val().into()) << 7)
            | (bit_cast::<9, 1>(self.button_m2.val().into()) << 8);
        self.buttons.levels.next = self.levels.val();
        self.buttons.sample.next = self.slot.val();
        self.held.next = self.buttons.held.val();
        self.flash.restart.next = self.step_ends.val();
        self.flash.save.next = self.key_log.save.val()
            | self.buttons.pressed.val().get_bit(4)
            | self.buttons.pressed.val().get_bit(5);
        self.flash.flash_miso.next = self.flash_miso.val();
        self.flash_clock.next = self.flash.flash_clock.val();
        self.flash_cs.next = self.flash.flash_cs.val();
        self.flash_mosi.next = self.flash.flash_mosi.val();

        self.values.next = (bit_cast::<64, 32>(self.key_log.codes.val()) << 32)
            | (bit_cast::<64, 8>(self.key_log.errors.val()) << 24)
            | bit_cast::<64, 24>(self.flash.id.val());
        self.vga.values.next = self.values.val();
        self.vga.saves.next = self.flash.saves.val();
        self.vga.buttons.next = self.held.val();
        self.vga_h_sync.next = self.vga.h_sync.val();
        self.vga_v_sync.next = self.vga.v_sync.val();
        self.vga_red.next = self.vga.red.val();
        self.vga_green.next = self.vga.green.val();
        self.vga_blue.next = self.vga.blue.val();
        self.lcd.slot.next = self.slot.val();
        self.lcd.values.next = self.values.val();
        self.lcd.saves.next = self.flash.saves.val();
        self.lcd.buttons.next = self.held.val();
        self.lcd_clock.next = self.lcd.lcd_clock.val();
        self.lcd_data.next = self.lcd.lcd_data.val();
        self.lcd_dc.next = self.lcd.lcd_dc.val();
        self.lcd_cs.next = self.lcd.lcd_cs.val();
        self.lcd_reset.next = self.lcd.lcd_reset.val();

        self.chain_walk.advance.next = self.led_ends.val();
        self.chain_walk.buttons.next = self.held.val();
        self.chain_walk.row.next = self.chain.row.val().get_bits::<4>(0);
        self.chain_walk.column.next = self.chain.column.val().get_bits::<3>(0);
        self.chain.colour.next = bit_cast::<6, 3>(self.chain_walk.colour.val());
        self.led_data.next = self.chain.data.val();
        self.row_walk.advance.next = self.led_ends.val();
        self.row_walk.buttons.next = self.held.val();
        self.row_walk.row.next = self.rows.row.val();
        self.row_walk.column.next = self.rows.column.val();
        self.rows.colour.next = bit_cast::<4, 3>(self.row_walk.colour.val());
        self.row_clock.next = self.rows.row_clock.val();
        self.row_data.next = self.rows.row_data.val();
        self.row_latch.next = self.rows.row_latch.val();
        self.row_enable.next = self.rows.row_enable.val();
        self.digit_walk.step.next = self.step.val();
        self.digit_walk.flash_id.next = self.flash.id.val();
        self.digit_walk.buttons.next = self.held.val();
        self.segments.next = self.digit_walk.segments.val();
        self.digits.next = self.digit_walk.digits.val();

        self.led_pattern.next = (self.one.val()
            << bit_cast::<8, 3>(self.step.val().get_bits::<3>(0)))
            | self.held.val().get_bits::<8>(0);
        self.leds.next = bit_cast::<32, 8>(self.led_pattern.val())
            | (bit_cast::<32, 8>(self.led_pattern.val()) << 8)
            | (bit_cast::<32, 8>(self.led_pattern.val()) << 16)
            | (bit_cast::<32, 8>(self.led_pattern.val()) << 24);
        self.control_led.next = !self.step.val().get_bit(2) ^ self.held.val().any();

        self.sounds.slot.next = self.slot.val();
        self.sounds.play.next = (self.slot.val() & !self.has_started.q.val())
            | self.buttons.pressed.val().any()
            | self.key_log.heard.val()
            | self.pad_log.pressed.val()
            | self.key_log.failed.val();
        self.sounds.effect.next = self.key_tone.val();
        if self.key_log.failed.val() {
            self.sounds.effect.next = self.error_tone.val();
        }
        if !self.has_started.q.val() {
            self.sounds.effect.next = self.scale.val();
        }
        self.audio.next = self.sounds.audio.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::core::check_error::check_all;

    #[test]
    fn every_colour_depth_makes_a_circuit_that_passes_the_checks() {
        fn check<const N: usize>(clock_hz: u64) {
            let mut test = SelfTest::<N>::new(&Params {
                clock_hz,
                ..GAME.params()
            });
            test.connect_all();
            assert_eq!(check_all(&test), Ok(()), "{N} bits");
        }
        check::<1>(GAME.clock.min_hz);
        check::<2>(GAME.clock.preferred_hz);
        check::<3>(GAME.clock.max_hz);
        check::<4>(GAME.clock.max_hz);
    }

    #[test]
    fn a_clock_or_a_depth_that_does_not_fit_is_refused() {
        let params = GAME.params();
        let slow = Params {
            clock_hz: 12_000_000,
            ..params
        };
        assert!(build(&params).is_ok() && build(&slow).is_err());
        let deep = Params {
            colour_bits: 5,
            ..params
        };
        assert_eq!(build(&deep).err(), Some(BuildError::ColourBits(5)));
    }

    #[test]
    fn it_uses_every_role_and_every_button() {
        assert!(Role::ALL.iter().all(|role| GAME.wants.contains(role)));
        let buttons = GAME.buttons.iter().map(|port| port.button);
        assert!(buttons.eq(Button::ALL));
    }
}
