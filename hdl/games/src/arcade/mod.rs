//! `arcade`: the falling-block game on a VGA screen, played with a PS/2 keyboard, with music and
//! effects.
//!
//! ```text
//! ps2 --> Console --levels, settings, presses--> GameEngine --pieces, board--> Screen --> vga
//!           |  ^----------- scores, end ------------'   `------ events -----> GameSound --> audio
//!           `---------------- texts, scenes ---------------------^
//! ```
//!
//! `console` is keyboard, scenes, settings and statistics (`control`, `statistics`). `picture` and
//! `sound` hold the parts of screen and sound.

pub mod console;
pub mod control;
pub mod picture;
pub mod sound;
pub mod statistics;

use crate::falling_blocks::engine::game_engine::GameEngine;
use crate::falling_blocks::scoring::scoreboard::TextLayout;
use crate::{BuildError, ClockRange, Game, Params, Role};
use console::Console;
use gatefall_macros::{clocked, construct, Module};
use picture::screen::Screen;
use picture::screens::Screens;
use rust_hdl::prelude::*;
use sound::game_sound::GameSound;

/// The game's entry in the registry.
pub const GAME: Game = Game {
    name: "arcade",
    summary: "falling blocks by the modern rules, on VGA with a PS/2 keyboard and music",
    needs: &[Role::Vga, Role::Ps2, Role::Audio],
    one_of: &[],
    wants: &[],
    buttons: &[],
    led_matrix: None,
    clock: ClockRange {
        min_hz: 25_000_000,
        preferred_hz: 25_175_000,
        max_hz: 25_200_000,
    },
    build,
};

fn build(params: &Params) -> Result<Box<dyn Block>, BuildError> {
    GAME.clock.check(params.clock_hz)?;
    Ok(match params.colour_bits {
        1 => Box::new(Arcade::<1>::new(params.clock_hz)),
        2 => Box::new(Arcade::<2>::new(params.clock_hz)),
        3 => Box::new(Arcade::<3>::new(params.clock_hz)),
        4 => Box::new(Arcade::<4>::new(params.clock_hz)),
        bits => return Err(BuildError::ColourBits(bits)),
    })
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
    #[part]
    #[given]
    console: Console,
    #[part(clock)]
    #[given]
    game_engine: GameEngine,
    #[part(clock)]
    #[given]
    screen: Screen<N>,
    #[part(clock)]
    #[given]
    game_sound: GameSound,
}

impl<const N: usize> Arcade<N> {
    /// The game for a clock of this frequency, which must lie within the range of [`GAME`].
    pub fn new(clock_hz: u64) -> Self {
        let screens = Screens::new();
        let layouts = screens.digits.map(|digits| TextLayout {
            score: digits.score as u16,
            lines: digits.lines as u16,
            level: digits.level as u16,
            digit_zero: picture::font::code('0'),
        });
        construct!(Arcade {
            console: Console::new(clock_hz),
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
        self.game_engine.reset.next = self.console.resets.val();
        self.screen.reset.next = self.console.resets.val();
        self.game_sound.reset.next = self.console.resets.val();

        self.console.ps2_clock.next = self.ps2_clock.val();
        self.console.ps2_data.next = self.ps2_data.val();
        self.console.frame_start.next = self.screen.frame_start.val();
        self.console.game_over.next = self.game_engine.game_over.val();
        self.console.finished.next = self.game_engine.finished.val();
        self.console.out.next = self.game_engine.out.val();
        self.console.scored.next = self.game_engine.scored.val();
        self.console.lines.next = self.game_engine.lines.val();
        self.console.t_spin.next = self.game_engine.t_spin.val();
        self.console.digit_address.next = self.game_engine.text_address.val();
        self.console.digit_position.next = self.game_engine.text_position.val();
        self.console.digit_code.next = self.game_engine.text_code.val();
        self.console.digit_write.next = self.game_engine.text_write.val();

        self.game_engine.new_game.next = self.console.new_game.val();
        self.game_engine.abandoned.next = self.console.in_title.val();
        self.game_engine.running.next = self.console.in_play.val();
        self.game_engine.tick.next = self.screen.frame_start.val() & self.console.in_play.val();
        self.game_engine.pressed.next = self.console.pressed.val();
        self.game_engine.action.next = self.console.action.val();
        self.game_engine.two_players.next = self.console.two_players.val();
        self.game_engine.versus.next = self.console.versus.val();
        self.game_engine.sprint.next = self.console.sprint.val();
        self.game_engine.time_up.next = self.console.time_up.val();
        self.game_engine.start_level.next = self.console.start_level.val();
        self.game_engine.classic_speed.next = self.console.classic_speed.val();
        self.game_engine.soft_drop_factor.next = self.console.soft_drop_factor.val();
        self.game_engine.shift_delay.next = self.console.shift_delay.val();
        self.game_engine.shift_reload.next = self.console.shift_reload.val();
        self.game_engine.shift_to_wall.next = self.console.shift_to_wall.val();
        self.game_engine.hold_allowed.next = self.console.hold_allowed.val();
        self.game_engine.presser.next = self.console.presser.val();
        self.game_engine.left_held.next = self.console.left_held.val();
        self.game_engine.right_held.next = self.console.right_held.val();
        self.game_engine.down_held.next = self.console.down_held.val();
        self.game_engine.picture_address.next = self.screen.board_address.val();
        self.game_engine.slot.next = self.screen.slot.val();
        self.game_engine.published.next = self.screen.published.val();

        self.screen.title.next = self.console.in_title.val();
        self.screen.paused.next = self.console.in_pause.val();
        self.screen.statistics.next = self.console.in_statistics.val();
        self.screen.two_players.next = self.console.two_boards.val();
        self.screen.scene.next = self.console.scene.val();
        self.screen.odd_headline.next = self.console.ultra.val();
        self.screen.selecting.next = self.console.in_list.val();
        self.screen.selected.next = self.console.selected.val();
        self.screen.skin.next = self.console.skin.val();
        self.screen.next_count.next = self.console.next_count.val();
        self.screen.ghost_shown.next = self.console.ghost_shown.val();
        self.screen.player.next = self.game_engine.player.val();
        self.screen.busy.next = self.game_engine.piece_busy.val();
        self.screen.shape.next = self.game_engine.shape.val();
        self.screen.rotation.next = self.game_engine.rotation.val();
        self.screen.x.next = self.game_engine.x.val();
        self.screen.y.next = self.game_engine.y.val();
        self.screen.ghost_y.next = self.game_engine.ghost_y.val();
        self.screen.held.next = self.game_engine.held.val();
        self.screen.slot_shape.next = self.game_engine.slot_shape.val();
        self.screen.slot_ready.next = self.game_engine.slot_ready.val();
        self.screen.clear_ticks_one.next = self.game_engine.clear_ticks_one.val();
        self.screen.clear_ticks_two.next = self.game_engine.clear_ticks_two.val();
        self.screen.pending_one.next = self.game_engine.pending_one.val();
        self.screen.pending_two.next = self.game_engine.pending_two.val();
        self.screen.lock_stage_one.next = self.game_engine.lock_stage_one.val();
        self.screen.lock_stage_two.next = self.game_engine.lock_stage_two.val();
        self.screen.dropped.next = self.game_engine.dropped.val();
        self.screen.level_up.next = self.game_sound.levels_up.val();
        self.screen.board_cell.next = self.game_engine.picture_cell.val();
        self.screen.text_address.next = self.console.text_address.val();
        self.screen.text_code.next = self.console.text_code.val();
        self.screen.text_write.next = self.console.text_write.val();
        self.vga_h_sync.next = self.screen.h_sync.val();
        self.vga_v_sync.next = self.screen.v_sync.val();
        self.vga_red.next = self.screen.red.val();
        self.vga_green.next = self.screen.green.val();
        self.vga_blue.next = self.screen.blue.val();

        self.game_sound.new_game.next = self.console.new_game.val();
        self.game_sound.in_countdown.next = self.console.in_countdown.val();
        self.game_sound.in_play.next = self.console.in_play.val();
        self.game_sound.in_pause.next = self.console.in_pause.val();
        self.game_sound.busy.next = self.game_engine.piece_busy.val();
        self.game_sound.shape.next = self.game_engine.shape.val();
        self.game_sound.shifted.next = self.game_engine.shifted.val();
        self.game_sound.turned.next = self.game_engine.turned.val();
        self.game_sound.piece_held.next = self.game_engine.piece_held.val();
        self.game_sound.scored.next = self.game_engine.scored.val();
        self.game_sound.lines.next = self.game_engine.lines.val();
        self.game_sound.t_spin.next = self.game_engine.t_spin.val();
        self.game_sound.back_to_back.next = self.game_engine.back_to_back.val();
        self.game_sound.level.next = self.game_engine.level.val();
        self.game_sound.game_over.next = self.game_engine.game_over.val();
        self.game_sound.attacked.next = self.game_engine.attacked.val();
        self.game_sound.counted.next = self.console.counted.val();
        self.game_sound.cursor_moved.next = self.console.cursor_moved.val();
        self.game_sound.setting_changed.next = self.console.setting_changed.val();
        self.game_sound.mute_music.next = self.console.mute_music.val();
        self.game_sound.mute_effects.next = self.console.mute_effects.val();
        self.game_sound.tune.next = self.console.tune.val();
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
            let mut arcade = Arcade::<N>::new(GAME.clock.min_hz);
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
                choice: None,
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
