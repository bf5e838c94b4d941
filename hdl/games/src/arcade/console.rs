//! Keys, gamepads, scenes, settings and statistics: everything between the keys and the game.
//!
//! ```text
//! ps2, pads -> Keyboard -> SceneControl, Menu, Settings -> levels for the game
//!                                                    |             |
//!                                 GameCourse, Stopwatch ---> StatisticsControl -> text
//! ```
//!
//! The digits of the engine pass through, as they precede the texts of the statistics. `SavedBlock`
//! keeps settings and score tables in the flash. Keys wait until the end of a game is recorded, and
//! while the saved block is open.

use super::control::game_course::{GameCourse, GameScenes};
use super::control::key_map::PlayerKeys;
use super::control::keyboard::Keyboard;
use super::control::menu::{Menu, RowChange};
use super::control::saved_block::SavedBlock;
use super::control::scene_control::SceneControl;
use super::control::scene_levels::SceneLevels;
use super::control::settings::{SavedRowsClient, Settings};
use super::picture::cell_layer::LostBoardsSource;
use super::picture::screens::field;
use super::picture::text_layer::TextWriteSource;
use super::picture::text_row::TextViewSource;
use super::sound::game_sound::SoundSettingsSource;
use super::sound::sound_trigger::MenuEventsSource;
use super::statistics::item_memory::OpenTablesClient;
use super::statistics::name_entry::TypedKeys;
use super::statistics::statistics_control::StatisticsControl;
use super::statistics::stopwatch::Stopwatch;
use crate::falling_blocks::shell::keys::{
    EngineSettingsSource, HandlingSource, KeyPressSource, LockTimingSource, ShiftTimingSource,
};
use crate::falling_blocks::shell::scenes::GameResultReader;
use crate::falling_blocks::shell::sound_events::ScoredLockReader;
use crate::falling_blocks::shell::text::DigitWriteReader;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::gamepad_reader::GamepadLines;
use gatefall_widgets::input::held_actions::HeldDirectionsSource;
use gatefall_widgets::input::keyboard_decoder::{SavedKeysClient, ShownKeysSource};
use gatefall_widgets::memory::{FlashChip, FlashLines};
use rust_hdl::prelude::*;

/// The console.
#[derive(LogicBlock, Module)]
pub struct Console {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Keyboard clock, asynchronous, idle high.
    pub ps2_clock: Signal<In, Bit>,
    /// Keyboard data, asynchronous, idle high.
    pub ps2_data: Signal<In, Bit>,
    /// Lines of the gamepads.
    pub pads: GamepadLines,
    /// Strobe, once a frame.
    pub frame_start: Signal<In, Bit>,
    /// End of the engine's game and its result.
    pub result: GameResultReader,
    /// A lock, when it is scored.
    pub lock: ScoredLockReader,
    /// Player who locks.
    pub player: Signal<In, Bit>,
    /// Rows that the last clear has sent in a game of versus, else 0. Valid from the clock after
    /// the lock on.
    pub sent: Signal<In, Bits<4>>,
    /// A digit that the engine writes.
    pub digit: DigitWriteReader,
    /// Level: a number is being written. A reset now would leave half of it.
    pub is_writing: Signal<Out, Bit>,
    /// Texts that are shown.
    pub view: TextViewSource,
    /// Scenes of the game.
    pub scenes: SceneLevels,
    /// Key of the game that goes down.
    pub key: KeyPressSource,
    /// Direction keys that are held.
    pub directions: HeldDirectionsSource,
    /// Settings of the rules engine.
    pub engine: EngineSettingsSource,
    /// Timing of auto shift.
    pub shift: ShiftTimingSource,
    /// When keys act on a piece.
    pub handling: HandlingSource,
    /// Lock delay.
    pub lock_timing: LockTimingSource,
    /// Level: the ghost is shown.
    pub ghost_shown: Signal<Out, Bit>,
    /// Number of next pieces that are shown.
    pub next_count: Signal<Out, Bits<3>>,
    /// Number of the skin.
    pub skin: Signal<Out, Bits<2>>,
    /// Boards that turn grey.
    pub lost: LostBoardsSource,
    /// Settings of music and effects.
    pub sound: SoundSettingsSource,
    /// Events of menu and countdown, and the result of a game.
    pub menu_events: MenuEventsSource,
    /// Strobe: the time of ultra is up.
    pub time_up: Signal<Out, Bit>,
    /// Writes one character of the text.
    pub character: TextWriteSource,
    /// Lines of the flash.
    pub flash: FlashLines,
    #[part]
    #[given]
    keyboard: Keyboard,
    #[part]
    #[given]
    scene_control: SceneControl,
    #[part]
    menu: Menu,
    #[part]
    settings: Settings,
    #[part]
    game_course: GameCourse,
    #[part]
    #[given]
    stopwatch: Stopwatch,
    #[part]
    #[given]
    statistics_control: StatisticsControl,
    #[part]
    #[given]
    saved_block: SavedBlock,
    shows_entry: Signal<Local, Bit>,
    #[value(field::TABLE.0)]
    line_table: Constant<Bits<6>>,
}

impl Console {
    /// For a clock of this frequency and this number of gamepads, with this flash to save in, and
    /// with or without the recorded game, names in the score tables, and keys that can be set.
    pub fn new(
        clock_hz: u64,
        gamepads: u8,
        has_recording: bool,
        has_names: bool,
        can_set: bool,
        flash: Option<FlashChip>,
    ) -> Self {
        construct!(Console {
            statistics_control: StatisticsControl::new(has_names),
            saved_block: SavedBlock::new(flash),
            keyboard: Keyboard::new(clock_hz, gamepads, has_recording, can_set),
            stopwatch: Stopwatch::new(clock_hz),
            scene_control: SceneControl::new(can_set),
        })
    }
}

#[clocked]
impl Logic for Console {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_writing.next = self.statistics_control.is_writing.val();
        self.keyboard.ps2_clock.next = self.ps2_clock.val();
        self.keyboard.ps2_data.next = self.ps2_data.val();
        GamepadLines::link(&mut self.pads, &mut self.keyboard.pads);
        SceneLevels::join(&mut self.scenes, &mut self.keyboard.scenes);
        PlayerKeys::join(&mut self.game_course.keys, &mut self.keyboard.keys);
        self.keyboard.tick.next = self.frame_start.val();
        self.keyboard.stall.next = self.statistics_control.ending.val()
            | self.statistics_control.stalls_keys.val()
            | self.saved_block.rows.open.val();
        self.keyboard.two_chosen.next = self.settings.two_players.val();
        self.keyboard.clears.next = self.menu.restores.val();
        SavedKeysClient::join(&mut self.saved_block.keys, &mut self.keyboard.saved);
        ShownKeysSource::join(&mut self.keyboard.caps, &mut self.statistics_control.caps);
        self.keyboard.in_name.next = self.statistics_control.name_is_open.val();
        TypedKeys::join(&mut self.keyboard.typed, &mut self.statistics_control.keys);
        self.keyboard.is_deaf.next = self.game_course.is_deaf.val();
        self.scene_control.pressed.next = self.keyboard.steers.val();
        self.scene_control.touched.next = self.keyboard.touched.val();
        self.scene_control.action.next = self.keyboard.action.val();
        self.scene_control.two_chosen.next = self.settings.two_players.val();
        self.scene_control.to_settings.next = self.menu.to_settings.val();
        self.scene_control.cursor.next = self.menu.cursor.val();
        self.scene_control.restarts.next = self.keyboard.restarts.val();
        self.scene_control.advances.next = self.keyboard.advances.val();
        self.scene_control.counted.next = self.game_course.counted.val();
        GameResultReader::link(&mut self.result, &mut self.scene_control.result);
        GameScenes::join(&mut self.scene_control.course, &mut self.game_course.scenes);
        SceneLevels::join(&mut self.scenes, &mut self.game_course.levels);
        self.game_course.two_chosen.next = self.settings.two_players.val();
        GameResultReader::link(&mut self.result, &mut self.game_course.result);
        self.game_course.record.next = self.statistics_control.record.val();
        self.game_course.keypad_chosen.next = self.settings.keypad.val();
        self.game_course.best_of.next = self.settings.best_of.val();
        self.game_course.locked.next = self.lock.scored.val();
        self.game_course.tick.next = self.frame_start.val();
        LostBoardsSource::link(&mut self.lost, &mut self.game_course.lost);
        self.stopwatch.restart.next = self.scenes.new_game.val();
        self.stopwatch.running.next = self.scenes.in_play.val();
        self.menu.pressed.next = self.keyboard.pressed.val();
        self.menu.repeated.next = self.keyboard.repeated.val();
        self.menu.action.next = self.keyboard.action.val();
        self.menu.in_menu.next = self.scene_control.in_menu.val();
        self.menu.in_settings.next = self.scene_control.in_settings.val();
        SceneLevels::join(&mut self.scenes, &mut self.menu.scenes);
        self.settings.row.next = self.statistics_control.row.val();
        RowChange::join(&mut self.menu.change, &mut self.settings.change);
        SavedRowsClient::join(&mut self.saved_block.rows, &mut self.settings.saved);
        OpenTablesClient::join(
            &mut self.saved_block.tables,
            &mut self.statistics_control.tables,
        );
        FlashLines::link(&mut self.flash, &mut self.saved_block.flash);
        self.settings.unsaved.next = self.saved_block.missing.val();
        self.saved_block.changed.next =
            self.menu.alters.val() | self.statistics_control.stores_entry.val();
        self.saved_block.may_save.next = self.scene_control.may_save.val()
            & !self.statistics_control.ending.val()
            & !self.statistics_control.name_is_open.val();
        SceneLevels::join(&mut self.scenes, &mut self.settings.scenes);
        self.statistics_control.clears_tables.next = self.menu.clears.val();
        self.settings.clears_next.next = self.menu.asks.val();
        SceneLevels::join(&mut self.scenes, &mut self.statistics_control.scenes);
        self.statistics_control.screen.next = self.scene_control.screen.val();
        self.statistics_control.match_over.next = self.game_course.match_over.val();
        self.statistics_control.match_fresh.next = self.game_course.match_fresh.val();
        self.statistics_control.mode.next = self.settings.mode.val();
        self.statistics_control.sprint.next = self.settings.sprint.val();
        self.statistics_control.ultra.next = self.settings.ultra.val();
        self.statistics_control.changed.next =
            self.menu.rows_change.val() | self.saved_block.renews.val();
        self.statistics_control.row_item.next = self.settings.item.val();
        self.statistics_control.row_is_number.next = self.settings.is_number.val();
        ScoredLockReader::link(&mut self.lock, &mut self.statistics_control.lock);
        self.statistics_control.player.next = self.player.val();
        self.statistics_control.sent.next = self.sent.val();
        self.statistics_control.hundredth.next = self.stopwatch.hundredth.val();
        self.statistics_control.counted.next = self.game_course.changed.val();
        self.statistics_control.number.next = self.game_course.number.val();
        self.statistics_control.ends.next = self.scene_control.course.ends.val();
        GameResultReader::link(&mut self.result, &mut self.statistics_control.result);
        DigitWriteReader::link(&mut self.digit, &mut self.statistics_control.digit);
        self.view.title.next = self.scene_control.outside_game.val();
        self.shows_entry.next =
            self.scenes.in_statistics.val() & self.statistics_control.entry_added.val();
        self.view.selecting.next = self.scene_control.in_list.val() | self.shows_entry.val();
        self.view.two_boards.next = self.scene_control.two_boards.val();
        self.view.screen.next = self.scene_control.screen.val();
        SceneLevels::link(&mut self.scenes, &mut self.scene_control.scenes);
        KeyPressSource::link(&mut self.key, &mut self.keyboard.key);
        HeldDirectionsSource::link(&mut self.directions, &mut self.keyboard.directions);
        EngineSettingsSource::link(&mut self.engine, &mut self.settings.engine);
        ShiftTimingSource::link(&mut self.shift, &mut self.settings.shift);
        HandlingSource::link(&mut self.handling, &mut self.settings.handling);
        LockTimingSource::link(&mut self.lock_timing, &mut self.settings.lock_timing);
        self.view.odd_headline.next = self.settings.ultra.val() & !self.scenes.in_pause.val();
        self.view.count_shown.next = self.game_course.count_shown.val();
        self.view.keys_hidden.next = self.game_course.keys_hidden.val();
        self.view.other_keys.next = self.game_course.shows_keypad.val();
        self.ghost_shown.next = self.settings.ghost_shown.val();
        self.next_count.next = self.settings.next_count.val();
        self.skin.next = self.settings.skin.val();
        SoundSettingsSource::link(&mut self.sound, &mut self.settings.sound);
        self.view.selected.next = bit_cast::<6, 5>(self.menu.cursor.val());
        if self.shows_entry.val() {
            self.view.selected.next =
                self.line_table.val() | bit_cast::<6, 3>(self.statistics_control.new_place.val());
        }
        self.menu_events.cursor_moved.next = self.menu.moved.val()
            | self.keyboard.next_asked.val()
            | self.statistics_control.name_moves.val();
        self.menu_events.setting_changed.next = self.menu.change.changes.val();
        self.menu_events.counted.next = self.game_course.beeps.val();
        self.menu_events.goes.next = !self.game_course.number.val().any();
        self.menu_events.ended.next =
            self.scene_control.course.in_end.val() & !self.statistics_control.ending.val();
        self.menu_events.won.next = self.game_course.won.val();
        self.time_up.next = self.statistics_control.time_up.val();
        TextWriteSource::link(&mut self.character, &mut self.statistics_control.character);
    }
}
