//! `arcade`: the falling-block game on a VGA screen, played with a PS/2 keyboard or gamepads, with
//! music and effects.
//!
//! ```text
//! ps2, pads > Console --levels, settings, presses--> GameEngine --pieces, board--> Screen --> vga
//!             |  ^----------- scores, end ------------'   `------ events ----> GameSound --> audio
//!             `---------------- texts, scenes ---------------------^
//! ```
//!
//! `console` is keyboard, scenes, settings and statistics (`control`, `statistics`). `picture` and
//! `sound` hold the parts of screen and sound, `names` writes the names of clears beside the
//! boards. `reset_guard` lets a number be written to its end before a reset.

pub mod console;
pub mod control;
pub mod names;
pub mod picture;
pub mod reset_guard;
pub mod sound;
pub mod statistics;

use crate::falling_blocks::board::board_controller::PictureClient;
use crate::falling_blocks::engine::game_engine::GameEngine;
use crate::falling_blocks::piece::piece_interface::PiecePlace;
use crate::falling_blocks::piece::random_tetris::NextPiecesReader;
use crate::falling_blocks::shell::keys::{
    EngineSettingsSource, HandlingSource, KeyPressSource, LockTimingSource, ShiftTimingSource,
};
use crate::falling_blocks::shell::picture::PerPlayerSource;
use crate::falling_blocks::shell::scenes::GameResultReader;
use crate::falling_blocks::shell::sound_events::{
    ClearDetailReader, ClearKind, ClearKindReader, PieceEvents, ScoredLock, ScoredLockReader,
};
use crate::falling_blocks::shell::text::{DigitWriteReader, TextLayout};
use crate::{BuildError, ClockRange, Game, Params, Role, Setting, Settings, Values};
use console::Console;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::held_actions::HeldDirectionsSource;
use names::clear_names::ClearNames;
use picture::cell_layer::LostBoardsSource;
use picture::screen::Screen;
use picture::screens::Screens;
use picture::text_layer::TextWriteSource;
use picture::text_row::TextViewSource;
use reset_guard::ResetGuard;
use rust_hdl::prelude::*;
use sound::game_sound::{GameSound, SoundSettingsSource};
use sound::sound_trigger::MenuEventsSource;

/// The game's entry in the registry.
pub const GAME: Game = Game {
    name: "arcade",
    summary: "falling blocks by the modern rules, on VGA with a PS/2 keyboard and music",
    needs: &[Role::Vga, Role::Ps2, Role::Audio],
    one_of: &[],
    wants: &[Role::Gamepad, Role::SecondGamepad, Role::ConfigFlash],
    buttons: &[],
    needs_buttons: true,
    led_matrix: None,
    clock: ClockRange {
        min_hz: 25_000_000,
        preferred_hz: 25_175_000,
        max_hz: 25_200_000,
    },
    settings: Settings::new(&[RECORDED_GAME, SAVED_SCORES, SET_KEYS]),
    build,
};

/// A recorded game when the title is idle. The UltraPlus has no block RAM left for it.
const RECORDED_GAME: Setting = Setting {
    name: "recorded_game",
    summary: "the keys and a recorded game on an idle title",
    values: Values::OneOf(&[0, 1]),
    start: 1,
    needs_cells: 7680,
};

/// Names in the score tables; settings and tables in the configuration flash.
const SAVED_SCORES: Setting = Setting {
    name: "saved_scores",
    summary: "scores have names and, like settings, outlast a power-off in a known flash",
    values: Values::OneOf(&[0, 1]),
    start: 1,
    needs_cells: 5280,
};

/// Other keys for the actions of play. On the UltraPlus not every setup reaches its clock with
/// them.
const SET_KEYS: Setting = Setting {
    name: "set_keys",
    summary: "the keys of play can be set",
    values: Values::OneOf(&[0, 1]),
    start: 1,
    needs_cells: 7680,
};

fn build(params: &Params) -> Result<Box<dyn Block>, BuildError> {
    GAME.clock.check(params.clock_hz)?;
    Ok(match params.colour_bits {
        1 => arcade::<1>(params),
        2 => arcade::<2>(params),
        3 => arcade::<3>(params),
        4 => arcade::<4>(params),
        bits => return Err(BuildError::ColourBits(bits)),
    })
}

fn arcade<const N: usize>(params: &Params) -> Box<dyn Block> {
    Box::new(Arcade::<N>::new(params))
}

/// Rows of the board that are seen.
const VISIBLE_ROWS: u8 = 20;

/// The whole game, with `N` bits for each colour.
#[derive(LogicBlock, Module)]
pub struct Arcade<const N: usize> {
    /// Pixel clock, 25.0 to 25.2 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Keyboard clock, asynchronous, idle high.
    pub ps2_clock: Signal<In, Bit>,
    /// Keyboard data, asynchronous, idle high.
    pub ps2_data: Signal<In, Bit>,
    /// Data of the gamepad of player 1, asynchronous, idle high.
    pub gamepad_data: Signal<In, Bit>,
    /// The same of player 2.
    pub second_gamepad_data: Signal<In, Bit>,
    /// Latch of both gamepads.
    pub gamepad_latch: Signal<Out, Bit>,
    /// Clock of both gamepads, idle high.
    pub gamepad_clock: Signal<Out, Bit>,
    /// Horizontal sync, low active.
    pub vga_h_sync: Signal<Out, Bit>,
    /// Vertical sync, low active.
    pub vga_v_sync: Signal<Out, Bit>,
    /// Red.
    pub vga_red: Signal<Out, Bits<N>>,
    /// Green.
    pub vga_green: Signal<Out, Bits<N>>,
    /// Blue.
    pub vga_blue: Signal<Out, Bits<N>>,
    /// Music and effects, pulse-width modulated.
    pub audio: Signal<Out, Bit>,
    /// Output of the configuration flash, asynchronous.
    pub flash_miso: Signal<In, Bit>,
    /// Clock of the flash.
    pub flash_clock: Signal<Out, Bit>,
    /// Select of the flash, low when active.
    pub flash_cs: Signal<Out, Bit>,
    /// Input of the flash.
    pub flash_mosi: Signal<Out, Bit>,
    #[part]
    reset_guard: ResetGuard,
    #[part(clock)]
    #[given]
    console: Console,
    #[part(clock)]
    #[given]
    game_engine: GameEngine,
    #[part(clock)]
    clear_names: ClearNames,
    #[part(clock)]
    #[given]
    screen: Screen<N>,
    #[part(clock)]
    #[given]
    game_sound: GameSound,
}

impl<const N: usize> Arcade<N> {
    /// The game for these parameters, with a clock in the range of [`GAME`].
    pub fn new(params: &Params) -> Self {
        let clock_hz = params.clock_hz;
        let can_set = params.settings.has(&SET_KEYS);
        let screens = Screens::new(can_set);
        let layouts = screens.digits.map(|digits| TextLayout {
            score: digits.score as u16,
            lines: digits.lines as u16,
            level: digits.level as u16,
            digit_zero: picture::font::code('0'),
        });
        construct!(Arcade {
            console: Console::new(
                clock_hz,
                params.gamepads,
                params.settings.has(&RECORDED_GAME),
                params.settings.has(&SAVED_SCORES),
                can_set,
                params.flash.filter(|_| params.settings.has(&SAVED_SCORES)),
            ),
            game_engine: GameEngine::new(&layouts, VISIBLE_ROWS),
            screen: Screen::new(&screens),
            game_sound: GameSound::new(clock_hz),
        })
    }
}

#[clocked]
impl<const N: usize> Logic for Arcade<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.reset_guard.is_writing.next = self.console.is_writing.val();
        self.console.reset.next = self.reset_guard.resets.val();
        self.game_engine.reset.next =
            self.reset_guard.resets.val() | self.console.scenes.renews.val();
        self.screen.reset.next = self.reset_guard.resets.val();
        self.game_sound.reset.next = self.reset_guard.resets.val();

        self.console.ps2_clock.next = self.ps2_clock.val();
        self.console.ps2_data.next = self.ps2_data.val();
        self.console.pads.data.next = (bit_cast::<2, 1>(self.second_gamepad_data.val().into())
            << 1)
            | bit_cast::<2, 1>(self.gamepad_data.val().into());
        self.gamepad_latch.next = self.console.pads.latch.val();
        self.gamepad_clock.next = self.console.pads.shift_clock.val();
        self.console.flash.miso.next = self.flash_miso.val();
        self.flash_clock.next = self.console.flash.shift_clock.val();
        self.flash_cs.next = self.console.flash.cs.val();
        self.flash_mosi.next = self.console.flash.mosi.val();
        self.console.frame_start.next = self.screen.frame_start.val();
        GameResultReader::join(&mut self.console.result, &mut self.game_engine.result);
        ScoredLockReader::join(&mut self.console.lock, &mut self.game_engine.lock);
        DigitWriteReader::join(&mut self.console.digit, &mut self.game_engine.digit);

        self.game_engine.new_game.next = self.console.scenes.new_game.val();
        self.game_engine.abandoned.next = self.console.scenes.no_game.val();
        self.game_engine.running.next = self.console.scenes.in_play.val();
        self.game_engine.tick.next =
            self.screen.frame_start.val() & self.console.scenes.in_play.val();
        KeyPressSource::join(&mut self.console.key, &mut self.game_engine.key);
        HeldDirectionsSource::join(
            &mut self.console.directions,
            &mut self.game_engine.directions,
        );
        EngineSettingsSource::join(&mut self.console.engine, &mut self.game_engine.settings);
        ShiftTimingSource::join(&mut self.console.shift, &mut self.game_engine.shift);
        HandlingSource::join(&mut self.console.handling, &mut self.game_engine.handling);
        LockTimingSource::join(
            &mut self.console.lock_timing,
            &mut self.game_engine.lock_timing,
        );
        self.game_engine.two_players.next = self.console.scenes.two_players.val();
        self.game_engine.time_up.next = self.console.time_up.val();
        PictureClient::join(&mut self.screen.picture, &mut self.game_engine.picture);
        NextPiecesReader::join(&mut self.screen.slots, &mut self.game_engine.slots);
        self.game_engine.published.next = self.screen.published.val();

        self.clear_names.reset.next = self.reset_guard.resets.val();
        self.clear_names.new_game.next = self.console.scenes.new_game.val();
        self.clear_names.tick.next = self.screen.frame_start.val();
        self.clear_names.versus.next = self.console.engine.versus.val();
        self.clear_names.player.next = self.game_engine.player.val();
        ScoredLockReader::join(&mut self.clear_names.lock, &mut self.game_engine.lock);
        ClearKindReader::join(&mut self.clear_names.kind, &mut self.game_engine.kind);
        ClearDetailReader::join(&mut self.clear_names.detail, &mut self.game_engine.detail);
        self.console.player.next = self.game_engine.player.val();
        self.console.sent.next = self.clear_names.rows_sent.val();

        TextViewSource::join(&mut self.console.view, &mut self.screen.view);
        self.screen.paused.next = self.console.scenes.in_pause.val();
        self.screen.statistics.next = self.console.scenes.in_statistics.val();
        self.screen.skin.next = self.console.skin.val();
        LostBoardsSource::join(&mut self.console.lost, &mut self.screen.lost);
        self.screen.next_count.next = self.console.next_count.val();
        self.screen.ghost_shown.next = self.console.ghost_shown.val();
        self.screen.player.next = self.game_engine.player.val();
        self.screen.busy.next = self.game_engine.piece_busy.val();
        self.screen.shape.next = self.game_engine.shape.val();
        PiecePlace::join(&mut self.game_engine.place, &mut self.screen.place);
        self.screen.held.next = self.game_engine.held.val();
        PerPlayerSource::<6>::join(
            &mut self.game_engine.clear_ticks,
            &mut self.screen.clear_ticks,
        );
        PerPlayerSource::<5>::join(&mut self.game_engine.pending, &mut self.screen.pending);
        PerPlayerSource::<2>::join(
            &mut self.game_engine.lock_stage,
            &mut self.screen.lock_stage,
        );
        self.screen.dropped.next = self.game_engine.dropped.val();
        self.screen.level_up.next = self.game_sound.levels_up.val();
        self.screen.drum_starts.next = self.game_sound.drum_starts.val();
        self.screen.lit.next = self.game_sound.lit.val();
        self.screen.music_muted.next = self.console.sound.mute_music.val();
        TextWriteSource::join(&mut self.console.character, &mut self.clear_names.other);
        TextWriteSource::join(&mut self.clear_names.character, &mut self.screen.character);
        self.vga_h_sync.next = self.screen.vga.h_sync.val();
        self.vga_v_sync.next = self.screen.vga.v_sync.val();
        self.vga_red.next = self.screen.vga.red.val();
        self.vga_green.next = self.screen.vga.green.val();
        self.vga_blue.next = self.screen.vga.blue.val();

        self.game_sound.new_game.next = self.console.scenes.new_game.val();
        self.game_sound.no_game.next = self.console.scenes.no_game.val();
        self.game_sound.in_countdown.next = self.console.scenes.in_countdown.val();
        self.game_sound.in_play.next = self.console.scenes.in_play.val();
        self.game_sound.is_suspended.next = self.console.scenes.is_suspended.val();
        self.game_sound.tick.next = self.game_engine.tick.val();
        self.game_sound.danger.next = self.game_engine.danger.val();
        self.game_sound.busy.next = self.game_engine.piece_busy.val();
        self.game_sound.shape.next = self.game_engine.shape.val();
        PieceEvents::join(&mut self.game_engine.events, &mut self.game_sound.events);
        ScoredLock::join(&mut self.game_engine.lock, &mut self.game_sound.lock);
        ClearKind::join(&mut self.game_engine.kind, &mut self.game_sound.kind);
        self.game_sound.dropped.next = self.game_engine.dropped.val();
        self.game_sound.level.next = self.game_engine.level.val();
        self.game_sound.attacked.next = self.game_engine.attacked.val();
        MenuEventsSource::join(
            &mut self.console.menu_events,
            &mut self.game_sound.menu_events,
        );
        SoundSettingsSource::join(&mut self.console.sound, &mut self.game_sound.settings);
        self.audio.next = self.game_sound.audio.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::core::check_error::check_all;

    #[test]
    fn every_colour_depth_makes_a_circuit_that_passes_the_checks() {
        fn check<const N: usize>() {
            let mut arcade = Arcade::<N>::new(&GAME.params());
            arcade.connect_all();
            assert_eq!(check_all(&arcade), Ok(()), "{N} bits");
        }
        check::<1>();
        check::<2>();
        check::<3>();
        check::<4>();
    }

    #[test]
    fn a_clock_or_a_depth_that_does_not_fit_is_refused() {
        let refusal = |clock_hz, colour_bits| {
            build(&Params {
                clock_hz,
                colour_bits,
                ..GAME.params()
            })
            .err()
            .map(|error| error.to_string())
        };
        assert_eq!(refusal(25_000_000, 4), None);
        assert_eq!(
            refusal(12_000_000, 4).as_deref(),
            Some("a core clock of 12000000 Hz is not within 25000000 to 25200000 Hz")
        );
        assert_eq!(
            refusal(25_000_000, 5).as_deref(),
            Some("5 bits for each colour, but the game drives 1 to 4")
        );
    }
}
