//! `arcade`: the falling-block game on a VGA screen, played with a PS/2 keyboard, with music and effects.
//!
//! ```text
//!   ps2 -> Ps2Receiver -> KeyboardDecoder -> SceneControl, Menu, Settings --> Sound -> audio
//!                                |              |  |       |           ^
//!                                v              v  v       |           |
//!                            GameEngine -------------------|---------> Cue
//!                                 |             |  |       v
//!                                 |             |  |     Clerk
//!                                 |             v  v       | texts
//!                                 +---------> Painter ----> PixelGenerator -> vga
//!                                 \__ board, digits ______________/
//! ```

pub mod control;
pub mod picture;
pub mod sound;
pub mod statistics;

use crate::falling_blocks::engine::game_engine::GameEngine;
use crate::falling_blocks::scoring::scoreboard::TextLayout;
use crate::{BuildError, ClockRange, Game, Params, Role};
use control::countdown::Countdown;
use control::menu::Menu;
use control::scene_control::SceneControl;
use control::settings::Settings;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::keyboard_decoder::KeyboardDecoder;
use gatefall_widgets::input::ps2_receiver::Ps2Receiver;
use picture::painter::Painter;
use picture::pixel_generator::PixelGenerator;
use picture::screens::Screens;
use picture::sprite_table::SpriteTable;
use rust_hdl::prelude::*;
use sound::cue::Cue;
use sound::effects::effect;
use sound::Sound;
use statistics::clerk::Clerk;
use statistics::stopwatch::Stopwatch;

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
    #[part(clock)]
    #[given]
    ps2_receiver: Ps2Receiver,
    #[part(clock)]
    #[given]
    keyboard_decoder: KeyboardDecoder,
    #[part(clock)]
    scene_control: SceneControl,
    #[part(clock)]
    menu: Menu,
    #[part(clock)]
    settings: Settings,
    #[part(clock)]
    countdown: Countdown,
    #[part(clock)]
    #[given]
    stopwatch: Stopwatch,
    #[part(clock)]
    clerk: Clerk,
    #[part(clock)]
    #[given]
    game_engine: GameEngine,
    #[part(clock)]
    sprite_table: SpriteTable,
    #[part(clock)]
    painter: Painter,
    #[part(clock)]
    #[given]
    pixel_generator: PixelGenerator<N>,
    #[part(clock)]
    cue: Cue,
    #[part(clock)]
    #[given]
    sound: Sound,
    #[reset(none)]
    highest_level: DFF<Bits<5>>,
    #[reset(none)]
    reset_due: DFF<Bit>,
    resets: Signal<Local, Bit>,
    tick: Signal<Local, Bit>,
    #[value(effect::LEVEL_UP)]
    level_up: Constant<Bits<4>>,
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
            ps2_receiver: Ps2Receiver::new(clock_hz),
            keyboard_decoder: KeyboardDecoder::new(control::keys::KEYS),
            game_engine: GameEngine::new(&layouts, VISIBLE_ROWS),
            pixel_generator: PixelGenerator::new(&screens),
            stopwatch: Stopwatch::new(clock_hz),
            sound: Sound::new(clock_hz),
        })
    }
}

#[clocked]
impl<const N: usize> Logic for Arcade<N> {
    #[hdl_gen]
    fn update(&mut self) {
        // A reset waits until the walk over a number has ended, so that no record is half written.
        self.resets.next =
            (self.reset.val() | self.reset_due.q.val()) & !self.clerk.is_writing.val();
        self.reset_due.d.next =
            (self.reset.val() | self.reset_due.q.val()) & self.clerk.is_writing.val();
        self.ps2_receiver.reset.next = self.resets.val();
        self.keyboard_decoder.reset.next = self.resets.val();
        self.scene_control.reset.next = self.resets.val();
        self.game_engine.reset.next = self.resets.val();
        self.sprite_table.reset.next = self.resets.val();
        self.painter.reset.next = self.resets.val();
        self.menu.reset.next = self.resets.val();
        self.settings.reset.next = self.resets.val();
        self.countdown.reset.next = self.resets.val();
        self.stopwatch.reset.next = self.resets.val();
        self.clerk.reset.next = self.resets.val();
        self.pixel_generator.reset.next = self.resets.val();
        self.cue.reset.next = self.resets.val();
        self.sound.reset.next = self.resets.val();

        self.ps2_receiver.ps2_clock.next = self.ps2_clock.val();
        self.ps2_receiver.ps2_data.next = self.ps2_data.val();
        self.keyboard_decoder.two_players.next = self.scene_control.two_players.val();
        self.keyboard_decoder.code.next = self.ps2_receiver.code.val();
        self.keyboard_decoder.code_valid.next = self.ps2_receiver.code_valid.val();
        self.keyboard_decoder.code_error.next = self.ps2_receiver.code_error.val();
        self.keyboard_decoder.tick.next = self.pixel_generator.frame_start.val();
        // A key waits until an end is in the books.
        self.keyboard_decoder.stall.next = self.clerk.ending.val();
        self.scene_control.pressed.next = self.keyboard_decoder.pressed.val();
        self.scene_control.action.next = self.keyboard_decoder.action.val();
        self.scene_control.two_chosen.next = self.settings.two_players.val();
        self.scene_control.to_settings.next = self.menu.to_settings.val();
        self.scene_control.counted.next = self.countdown.counted.val();
        self.scene_control.game_over.next = self.game_engine.game_over.val();
        self.scene_control.finished.next = self.game_engine.finished.val();
        self.scene_control.record.next = self.clerk.record.val();
        self.countdown.start.next = self.scene_control.new_game.val();
        self.countdown.counting.next = self.scene_control.in_countdown.val();
        self.countdown.tick.next = self.pixel_generator.frame_start.val();
        self.stopwatch.restart.next = self.scene_control.new_game.val();
        self.stopwatch.running.next = self.scene_control.in_play.val();

        self.menu.pressed.next = self.keyboard_decoder.pressed.val();
        self.menu.repeated.next = self.keyboard_decoder.repeated.val();
        self.menu.action.next = self.keyboard_decoder.action.val();
        self.menu.in_menu.next = self.scene_control.in_menu.val();
        self.menu.in_settings.next = self.scene_control.in_settings.val();
        // The clerk looks at the rows, but a change has its own; then the clerk begins anew.
        self.settings.row.next = self.clerk.row.val();
        if self.menu.change.val() {
            self.settings.row.next = self.menu.row.val();
        }
        self.settings.change.next = self.menu.change.val();
        self.settings.backwards.next = self.menu.backwards.val();
        self.settings.start.next = self.scene_control.new_game.val();
        self.settings.with_two.next = self.scene_control.two_players.val();

        self.clerk.scene.next = self.scene_control.scene.val();
        self.clerk.two_players.next = self.scene_control.two_players.val();
        self.clerk.in_pause.next = self.scene_control.in_pause.val();
        self.clerk.in_end.next = self.scene_control.in_end.val();
        self.clerk.mode.next = self.settings.mode.val();
        self.clerk.changed.next = self.menu.change.val();
        self.clerk.row_item.next = self.settings.item.val();
        self.clerk.row_is_number.next = self.settings.is_number.val();
        self.clerk.new_game.next = self.scene_control.new_game.val();
        self.clerk.paid.next = self.game_engine.paid.val();
        self.clerk.lines.next = self.game_engine.lines.val();
        self.clerk.t_spin.next = self.game_engine.t_spin.val();
        self.clerk.hundredth.next = self.stopwatch.hundredth.val();
        self.clerk.counted.next = self.countdown.changed.val();
        self.clerk.number.next = self.countdown.number.val();
        self.clerk.ends.next = self.scene_control.ends.val();
        self.clerk.finished.next = self.game_engine.finished.val();
        self.clerk.out.next = self.game_engine.out.val();
        self.clerk.blocked.next = self.game_engine.text_write.val();
        self.clerk.position.next = self.game_engine.text_position.val();
        self.clerk.digit.next = self.game_engine.text_code.val();

        // The game's clock stands still outside of play.
        self.tick.next = self.pixel_generator.frame_start.val() & self.scene_control.in_play.val();
        self.game_engine.new_game.next = self.scene_control.new_game.val();
        self.game_engine.abandoned.next = self.scene_control.in_title.val();
        self.game_engine.running.next = self.scene_control.in_play.val();
        self.game_engine.tick.next = self.tick.val();
        // The actions of play are those without bit 4.
        self.game_engine.pressed.next =
            self.keyboard_decoder.pressed.val() & !self.keyboard_decoder.action.val().get_bit(4);
        self.game_engine.action.next = self.keyboard_decoder.action.val().get_bits::<4>(0);
        self.game_engine.two_players.next = self.scene_control.two_players.val();
        self.game_engine.versus.next = self.settings.mode.val() == 3;
        self.game_engine.sprint.next = self.settings.mode.val() == 1;
        self.game_engine.time_up.next = self.clerk.time_up.val();
        self.game_engine.start_level.next = self.settings.start_level.val();
        self.game_engine.classic_speed.next = self.settings.classic_speed.val();
        self.game_engine.soft_drop_factor.next = self.settings.soft_drop_factor.val();
        self.game_engine.shift_delay.next = self.settings.shift_delay.val();
        self.game_engine.shift_reload.next = self.settings.shift_reload.val();
        self.game_engine.shift_to_wall.next = self.settings.shift_to_wall.val();
        self.game_engine.hold_allowed.next = self.settings.hold_allowed.val();
        self.game_engine.presser.next = self.keyboard_decoder.presser.val();
        self.game_engine.left_held.next = self.keyboard_decoder.left_held.val();
        self.game_engine.right_held.next = self.keyboard_decoder.right_held.val();
        self.game_engine.down_held.next = self.keyboard_decoder.down_held.val();
        self.game_engine.picture_address.next = self.pixel_generator.board_address.val();
        self.game_engine.slot.next = self.sprite_table.slot.val();
        self.game_engine.published.next = self.sprite_table.published.val();

        self.sprite_table.ghost_shown.next = self.settings.ghost_shown.val();
        self.sprite_table.next_count.next = self.settings.next_count.val();
        self.sprite_table.player.next = self.game_engine.player.val();
        self.sprite_table.busy.next = self.game_engine.piece_busy.val();
        self.sprite_table.shape.next = self.game_engine.shape.val();
        self.sprite_table.rotation.next = self.game_engine.rotation.val();
        self.sprite_table.x.next = self.game_engine.x.val();
        self.sprite_table.y.next = self.game_engine.y.val();
        self.sprite_table.ghost_y.next = self.game_engine.ghost_y.val();
        self.sprite_table.held.next = self.game_engine.held.val();
        self.sprite_table.slot_shape.next = self.game_engine.slot_shape.val();
        self.sprite_table.slot_ready.next = self.game_engine.slot_ready.val();
        self.sprite_table.address.next = self.painter.word_address.val();
        self.sprite_table.painted.next = self.painter.painted.val();

        self.painter.title.next = self.scene_control.in_title.val();
        self.painter.next_count.next = self.settings.next_count.val();
        self.painter.two_players.next = self.scene_control.two_players.val();
        self.painter.frame_start.next = self.pixel_generator.frame_start.val();
        self.painter.line_blank.next = self.pixel_generator.line_blank.val();
        self.painter.busy.next = self.game_engine.piece_busy.val();
        self.painter.published.next = self.sprite_table.published.val();
        self.painter.word.next = self.sprite_table.word.val();
        self.painter.sprite_address.next = self.pixel_generator.sprite_address.val();

        self.pixel_generator.scene.next = self.scene_control.scene.val();
        self.pixel_generator.skin.next = self.settings.skin.val();
        // ULTRA.
        self.pixel_generator.odd_headline.next = self.settings.mode.val() == 2;
        self.pixel_generator.selecting.next =
            self.scene_control.in_menu.val() | self.scene_control.in_settings.val();
        self.pixel_generator.selected.next = self.menu.cursor.val();
        self.pixel_generator.clear_ticks_one.next = self.game_engine.clear_ticks_one.val();
        self.pixel_generator.clear_ticks_two.next = self.game_engine.clear_ticks_two.val();
        self.pixel_generator.pending_one.next = self.game_engine.pending_one.val();
        self.pixel_generator.pending_two.next = self.game_engine.pending_two.val();
        self.pixel_generator.lock_stage_one.next = self.game_engine.lock_stage_one.val();
        self.pixel_generator.lock_stage_two.next = self.game_engine.lock_stage_two.val();
        self.pixel_generator.dropped.next = self.game_engine.dropped.val();
        self.pixel_generator.shape.next = self.game_engine.shape.val();
        self.pixel_generator.rotation.next = self.game_engine.rotation.val();
        self.pixel_generator.x.next = self.game_engine.x.val();
        self.pixel_generator.y.next = self.game_engine.y.val();
        self.pixel_generator.level_up.next =
            self.cue.start.val() & (self.cue.effect.val() == self.level_up.val());
        self.pixel_generator.player.next = self.game_engine.player.val();
        self.pixel_generator.sprite_code.next = self.painter.sprite_code.val();
        self.pixel_generator.board_cell.next = self.game_engine.picture_cell.val();
        self.pixel_generator.text_address.next = self.clerk.text_address.val();
        self.pixel_generator.text_code.next = self.clerk.text_code.val();
        self.pixel_generator.text_write.next = self.clerk.text_write.val();
        if self.game_engine.text_write.val() {
            self.pixel_generator.text_address.next = self.game_engine.text_address.val();
            self.pixel_generator.text_code.next = self.game_engine.text_code.val();
            self.pixel_generator.text_write.next = true;
        }
        self.vga_h_sync.next = self.pixel_generator.h_sync.val();
        self.vga_v_sync.next = self.pixel_generator.v_sync.val();
        self.vga_red.next = self.pixel_generator.red.val();
        self.vga_green.next = self.pixel_generator.green.val();
        self.vga_blue.next = self.pixel_generator.blue.val();

        self.cue.new_game.next = self.scene_control.new_game.val();
        self.cue.shape.next = self.game_engine.shape.val();
        self.cue.shifted.next = self.game_engine.shifted.val();
        self.cue.turned.next = self.game_engine.turned.val();
        self.cue.put_aside.next = self.game_engine.put_aside.val();
        self.cue.paid.next = self.game_engine.paid.val();
        self.cue.lines.next = self.game_engine.lines.val();
        self.cue.t_spin.next = self.game_engine.t_spin.val();
        self.cue.back_to_back.next = self.game_engine.back_to_back.val();
        self.cue.level.next = self.game_engine.level.val();
        self.cue.game_over.next = self.game_engine.game_over.val();
        self.cue.attacked.next = self.game_engine.attacked.val();
        self.cue.counted.next = self.countdown.changed.val() & !self.scene_control.in_title.val();
        self.cue.cursor_moved.next = self.menu.moved.val();
        self.cue.setting_changed.next = self.menu.change.val();
        self.sound.playing.next =
            self.scene_control.in_play.val() | self.scene_control.in_pause.val();
        self.sound.paused.next = self.scene_control.in_pause.val();
        self.sound.mute_music.next = self.settings.mute_music.val();
        self.sound.mute_effects.next = self.settings.mute_effects.val();
        self.sound.tune.next = self.settings.tune.val();
        self.sound.effect.next = self.cue.effect.val();
        self.sound.start.next = self.cue.start.val();
        // The music follows the player who is ahead.
        if !self.game_engine.piece_busy.val()
            & (self.game_engine.level.val() > self.highest_level.q.val())
        {
            self.highest_level.d.next = self.game_engine.level.val();
        }
        // Before a game the engine may still have the level of the last.
        if self.scene_control.in_countdown.val() | self.resets.val() {
            self.highest_level.d.next = 0.into();
        }
        self.sound.level.next = self.highest_level.q.val();
        self.audio.next = self.sound.audio.val();
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
