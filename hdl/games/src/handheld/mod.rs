//! `handheld`: the falling-block game on an LCD with an ST7735, played with eight buttons.
//!
//! ```text
//!  buttons -> Controls ---> SceneControl --screen--> TileComposer -> TilePainter -> lcd
//!                |               |                    ^   ^
//!                v               v                    |   |
//!             GameEngine <--- StartLevel              |   |
//!                 |  \________________________________|___|
//!                 v                     field, digits, pieces
//!        Alarm, SoundTrigger -> SoundEffects -> audio <- Music
//! ```

pub mod controls;
pub mod digit_store;
pub mod font;
pub mod music;
pub mod scene_control;
pub mod screens;
pub mod shown_tiles;
pub mod sound_trigger;
pub mod sprite_pass;
pub mod start_level;
pub mod tile_code;
pub mod tile_composer;
pub mod tile_cursor;
pub mod tile_painter;

use crate::falling_blocks::engine::game_engine::GameEngine;
use crate::falling_blocks::piece::piece_interface::PiecePlace;
use crate::falling_blocks::piece::random_tetris::NextPiecesReader;
use crate::falling_blocks::shell::alarm::Alarm;
use crate::falling_blocks::shell::keys::KeyPressSource;
use crate::falling_blocks::shell::sound_events::PieceEvents;
use crate::falling_blocks::shell::text::TextLayout;
use crate::{
    BuildError, Button, ButtonPort, ClockRange, Game, Params, Role, Setting, Settings, Values,
};
use controls::{Controls, ACTION_LEFT, ACTION_M1, ACTION_RIGHT};
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::audio::sound_effects::SoundEffects;
use gatefall_widgets::display::st7735::SLOT_MS;
use gatefall_widgets::display::Panel;
use gatefall_widgets::input::held_actions::HeldDirectionsSource;
use gatefall_widgets::timing::Divider;
use music::Music;
use rust_hdl::prelude::*;
use scene_control::SceneControl;
use screens::Extras;
use sound_trigger::SoundTrigger;
use start_level::StartLevel;
use tile_composer::TileComposer;
use tile_painter::TilePainter;

/// The game's entry in the registry.
pub const GAME: Game = Game {
    name: "handheld",
    summary: "falling blocks by the modern rules, on an LCD of 160 x 128 with eight buttons",
    needs: &[Role::St7735],
    one_of: &[],
    wants: &[Role::Audio],
    buttons: &[
        ButtonPort::new("button_left", Button::Left, &["left"]),
        ButtonPort::new("button_right", Button::Right, &["right"]),
        ButtonPort::new("button_up", Button::Up, &["up", "space"]),
        ButtonPort::new("button_down", Button::Down, &["down"]),
        ButtonPort::new("button_a", Button::A, &["x"]),
        ButtonPort::new("button_b", Button::B, &["z"]),
        ButtonPort::new("button_m1", Button::M1, &["enter", "p"]),
        ButtonPort::new("button_m2", Button::M2, &["c"]),
    ],
    needs_buttons: true,
    led_matrix: None,
    clock: ClockRange {
        min_hz: 23_500_000,
        preferred_hz: 24_000_000,
        max_hz: 25_200_000,
    },
    settings: Settings::new(&[START_LEVEL, BEST_SCORE, MUSIC, ALARM]),
    build,
};

/// Logic cells of an FPGA on which everything fits. With a start level alone the game fits 1,280.
const CELLS_FOR_ALL: u32 = 2_000;

/// A setting for a part of the game: 1 is with it, 0 is without it.
const fn part(name: &'static str, summary: &'static str, needs_cells: u32) -> Setting {
    Setting {
        name,
        summary,
        values: Values::OneOf(&[0, 1]),
        start: 1,
        needs_cells,
    }
}

/// Setting: the level of the next game can be chosen.
pub const START_LEVEL: Setting = part("start_level", "a choice of the first level", 0);
/// Setting: the best score is kept.
pub const BEST_SCORE: Setting = part(
    "best_score",
    "the best score in pause and at the end",
    CELLS_FOR_ALL,
);
/// Setting: there is music in play.
pub const MUSIC: Setting = part("music", "music in play", CELLS_FOR_ALL);
/// Setting: cells near the top give an alarm.
pub const ALARM: Setting = part("alarm", "an alarm near the top", CELLS_FOR_ALL);

fn build(params: &Params) -> Result<Box<dyn Block>, BuildError> {
    GAME.clock.check(params.clock_hz)?;
    let extras = Extras {
        start_level: params.settings.has(&START_LEVEL),
        best_score: params.settings.has(&BEST_SCORE),
        music: params.settings.has(&MUSIC),
        alarm: params.settings.has(&ALARM),
    };
    Ok(Box::new(Handheld::new(
        params.clock_hz,
        TICKS_HZ,
        PANEL,
        extras,
    )))
}

/// A panel without offsets, on its side, whose stripes begin with blue. From the game's clock it
/// gets half.
pub const PANEL: Panel = Panel {
    access: 0xa8,
    x_offset: 0,
    y_offset: 0,
    max_clock_hz: 15_000_000,
};
/// Game ticks in a second.
pub const TICKS_HZ: u64 = 60;
/// Rows of the field.
pub const VISIBLE_ROWS: u8 = 16;
/// Beats in a tick: each samples a button, every eighth is a slot of a sound and of the panel's
/// pauses.
const BEATS: u64 = 16;
/// Slots in a tick, and samples of each button.
const SLOTS: u64 = BEATS / 8;

/// The whole game.
#[derive(LogicBlock, Module)]
pub struct Handheld {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Button: a column to the left. Asynchronous and high while pressed, like the others.
    pub button_left: Signal<In, Bit>,
    /// Button: a column to the right.
    pub button_right: Signal<In, Bit>,
    /// Button: hard drop.
    pub button_up: Signal<In, Bit>,
    /// Button: soft drop.
    pub button_down: Signal<In, Bit>,
    /// Button: turn clockwise.
    pub button_a: Signal<In, Bit>,
    /// Button: turn counter-clockwise. Held at power-up it exchanges the hands.
    pub button_b: Signal<In, Bit>,
    /// Button: start, pause, again.
    pub button_m1: Signal<In, Bit>,
    /// Button: hold. Kept down for a second: mute.
    pub button_m2: Signal<In, Bit>,
    /// Clock of the panel.
    pub lcd_clock: Signal<Out, Bit>,
    /// Data for the panel.
    pub lcd_data: Signal<Out, Bit>,
    /// A command (0) or data (1).
    pub lcd_dc: Signal<Out, Bit>,
    /// Low while bytes are sent.
    pub lcd_cs: Signal<Out, Bit>,
    /// Low: reset of the panel.
    pub lcd_reset: Signal<Out, Bit>,
    /// Tune and effects: a square wave of short pulses, see [`SoundEffects`].
    pub audio: Signal<Out, Bit>,
    #[part(idle(restart))]
    #[given]
    beat_divider: Divider<16>,
    #[part]
    #[given]
    controls: Controls,
    #[part]
    scene_control: SceneControl,
    #[part]
    #[given]
    start_level: StartLevel,
    #[part(idle(
        abandoned,
        two_players,
        settings.versus,
        settings.fixed_level,
        time_up,
        settings.classic_speed,
        handling.shift_to_wall,
        handling.instant_drop,
        lock_timing.no_limit
    ))]
    #[given]
    game_engine: GameEngine,
    #[part]
    #[given]
    tile_composer: TileComposer,
    #[part]
    #[given]
    tile_painter: TilePainter,
    #[part]
    alarm: Alarm,
    #[part]
    sound_trigger: SoundTrigger,
    #[part]
    #[given]
    sound_effects: SoundEffects,
    #[part]
    #[given]
    music: Music,
    beats: DFF<Bits<4>>,
    slot: Signal<Local, Bit>,
    tick: Signal<Local, Bit>,
    has_alarm: Constant<Bit>,
    #[value(ACTION_M1)]
    m1: Constant<Bits<4>>,
    #[value(ACTION_LEFT)]
    left: Constant<Bits<4>>,
    #[value(ACTION_RIGHT)]
    right: Constant<Bits<4>>,
}

impl Handheld {
    /// The game for a clock, with so many ticks in a second, on this panel, with these parts.
    ///
    /// # Panics
    /// If there is no tick in a second, or more than 62: the panel's pauses would be too short.
    pub fn new(clock_hz: u64, ticks_hz: u64, panel: Panel, extras: Extras) -> Self {
        assert!(
            ticks_hz > 0 && ticks_hz * SLOTS * SLOT_MS <= 1000,
            "{ticks_hz} ticks in a second"
        );
        // The digits are kept by what they are.
        let layout = TextLayout::default();
        construct!(Handheld {
            beat_divider: Divider::new(clock_hz / (ticks_hz * BEATS)),
            controls: Controls::new((ticks_hz * SLOTS) as u8),
            game_engine: GameEngine::new(&[layout; 3], VISIBLE_ROWS),
            start_level: StartLevel::new(extras.start_level),
            tile_composer: TileComposer::new(extras),
            tile_painter: TilePainter::new(clock_hz, panel),
            music: Music::new(clock_hz, extras.music),
            has_alarm: Constant::new(extras.alarm),
            sound_effects: SoundEffects::new(clock_hz, &sound_trigger::EFFECTS),
        })
    }
}

#[clocked]
impl Logic for Handheld {
    #[hdl_gen]
    fn update(&mut self) {
        if self.beat_divider.strobe.val() {
            self.beats.d.next = self.beats.q.val() + 1;
        }
        self.slot.next = self.beat_divider.strobe.val() & self.beats.q.val().get_bits::<3>(0).all();
        self.tick.next = self.slot.val() & self.beats.q.val().get_bit(3);
        self.controls.sample.next = self.beat_divider.strobe.val();
        self.controls.index.next = self.beats.q.val().get_bits::<3>(0);
        self.controls.levels.next = bit_cast::<8, 1>(self.button_left.val().into())
            | (bit_cast::<8, 1>(self.button_right.val().into()) << 1)
            | (bit_cast::<8, 1>(self.button_down.val().into()) << 2)
            | (bit_cast::<8, 1>(self.button_a.val().into()) << 3)
            | (bit_cast::<8, 1>(self.button_b.val().into()) << 4)
            | (bit_cast::<8, 1>(self.button_up.val().into()) << 5)
            | (bit_cast::<8, 1>(self.button_m2.val().into()) << 6)
            | (bit_cast::<8, 1>(self.button_m1.val().into()) << 7);
        self.scene_control.tick.next = self.tick.val();
        self.scene_control.pressed.next =
            self.controls.key.pressed.val() & (self.controls.key.action.val() == self.m1.val());
        self.scene_control.game_over.next = self.game_engine.result.game_over.val();

        // One plays, by the rules as they are.
        self.game_engine.new_game.next = self.scene_control.new_game.val();
        self.game_engine.running.next = self.scene_control.in_play.val();
        self.game_engine.tick.next = self.tick.val() & self.scene_control.in_play.val();
        self.start_level.is_open.next = self.scene_control.can_choose.val();
        self.start_level.up.next =
            self.controls.key.pressed.val() & (self.controls.key.action.val() == self.right.val());
        self.start_level.down.next =
            self.controls.key.pressed.val() & (self.controls.key.action.val() == self.left.val());
        self.game_engine.settings.start_level.next = self.start_level.level.val();
        self.game_engine.settings.soft_drop_factor.next = 20.into();
        self.game_engine.lock_timing.ticks.next = 30.into();
        self.game_engine.lock_timing.resets.next = 15.into();
        self.game_engine.settings.clear_delay.next = 18.into();
        self.game_engine.handling.delay_cut.next = 0.into();
        self.game_engine.handling.guard.next = 0.into();
        self.game_engine.settings.goal.next = 0.into();
        self.game_engine.shift.delay.next = 8.into();
        self.game_engine.shift.reload.next = 6.into();
        self.game_engine.settings.hold_allowed.next = true;
        KeyPressSource::join(&mut self.controls.key, &mut self.game_engine.key);
        HeldDirectionsSource::join(
            &mut self.controls.directions,
            &mut self.game_engine.directions,
        );
        self.game_engine.picture.address.next =
            bit_cast::<10, 9>(self.tile_composer.field_address.val());
        NextPiecesReader::join(&mut self.tile_composer.slots, &mut self.game_engine.slots);
        self.game_engine.published.next = true;

        self.tile_composer.screen.next = self.scene_control.screen.val();
        self.tile_composer.in_play.next = self.scene_control.in_play.val();
        self.tile_composer.in_splash.next = self.scene_control.in_splash.val();
        self.alarm.tick.next = self.tick.val() & self.scene_control.in_play.val();
        self.alarm.danger.next = 0.into();
        if self.has_alarm.val() {
            self.alarm.danger.next = self.game_engine.danger.val();
        }
        self.tile_composer.lit.next = self.alarm.lit.val().any();
        self.tile_composer.flash.next = self.game_engine.clear_ticks.one.val().get_bit(2);
        self.tile_composer.field_cell.next = self.game_engine.picture.cell.val();
        self.tile_composer.text_address.next = self.game_engine.digit.position.val();
        self.tile_composer.text_digit.next = self.game_engine.digit.code.val().get_bits::<4>(0);
        self.tile_composer.text_write.next = self.game_engine.digit.write.val();
        self.tile_composer.new_game.next = self.scene_control.new_game.val();
        self.tile_composer.start_level.next = self.start_level.level.val();
        self.tile_composer.busy.next = self.game_engine.piece_busy.val();
        self.tile_composer.shape.next = self.game_engine.shape.val();
        PiecePlace::join(&mut self.game_engine.place, &mut self.tile_composer.place);
        self.tile_composer.held.next = self.game_engine.held.val();
        self.tile_composer.painter_ready.next = self.tile_painter.ready.val();
        self.tile_painter.slot.next = self.slot.val();
        self.tile_painter.start.next = self.tile_composer.paint.val();
        self.tile_painter.code.next = self.tile_composer.code.val();
        self.tile_painter.row.next = self.tile_composer.row.val();
        self.tile_painter.column.next = self.tile_composer.column.val();
        self.lcd_clock.next = self.tile_painter.lcd_clock.val();
        self.lcd_data.next = self.tile_painter.lcd_data.val();
        self.lcd_dc.next = self.tile_painter.lcd_dc.val();
        self.lcd_cs.next = self.tile_painter.lcd_cs.val();
        self.lcd_reset.next = self.tile_painter.lcd_reset.val();

        PieceEvents::join(&mut self.game_engine.events, &mut self.sound_trigger.events);
        self.sound_trigger.scored.next = self.game_engine.lock.scored.val();
        self.sound_trigger.lines.next = self.game_engine.lock.lines.val();
        self.sound_trigger.alarm.next = self.alarm.sounds.val();
        self.sound_trigger.over.next = self.scene_control.screen.val().all();
        self.sound_effects.slot.next = self.slot.val();
        self.sound_effects.play.next = self.sound_trigger.play.val();
        self.sound_effects.is_second.next = self.sound_trigger.is_second.val();
        self.sound_effects.effect.next = self.sound_trigger.effect.val();
        // An effect is louder than the music: while it plays, the tune goes on unheard.
        self.music.slot.next = self.slot.val();
        self.music.is_on.next = self.scene_control.in_play.val();
        self.music.restart.next = self.scene_control.new_game.val();
        self.audio.next = (self.sound_effects.audio.val()
            | (self.music.audio.val() & !self.sound_effects.is_busy.val()))
            & !self.controls.mute.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::core::check_error::check_all;

    #[test]
    fn the_circuit_passes_the_checks_of_rust_hdl() {
        let mut game = Handheld::new(GAME.clock.preferred_hz, TICKS_HZ, PANEL, Extras::ALL);
        game.connect_all();
        assert_eq!(check_all(&game), Ok(()));
    }

    #[test]
    fn a_clock_that_does_not_fit_is_refused() {
        let mut params = GAME.params();
        assert!(build(&params).is_ok());
        params.clock_hz = 12_000_000;
        assert!(build(&params).is_err());
    }
}
