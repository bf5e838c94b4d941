//! Keyboard, scenes, settings and statistics: everything between the keys and the game.
//!
//! ```text
//! ps2 -> Ps2Receiver -> KeyboardDecoder -> SceneControl, Menu, Settings -> levels for the game
//!                                              |             |
//!                            Countdown, Stopwatch ---> StatisticsControl -> text
//! ```
//!
//! The digits of the engine pass through, as they precede the texts of the statistics.

use super::control::countdown::Countdown;
use super::control::keys;
use super::control::menu::Menu;
use super::control::scene_control::SceneControl;
use super::control::settings::Settings;
use super::statistics::statistics_control::StatisticsControl;
use super::statistics::stopwatch::Stopwatch;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::keyboard_decoder::KeyboardDecoder;
use gatefall_widgets::input::ps2_receiver::Ps2Receiver;
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
    /// Strobe, once a frame.
    pub frame_start: Signal<In, Bit>,
    /// Level: the engine's game has ended.
    pub game_over: Signal<In, Bit>,
    /// Level: by its goal or its time.
    pub finished: Signal<In, Bit>,
    /// Players who are out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<In, Bits<2>>,
    /// Strobe: a piece has locked and is scored.
    pub scored: Signal<In, Bit>,
    /// Rows that it filled.
    pub lines: Signal<In, Bits<3>>,
    /// It was a T-spin.
    pub t_spin: Signal<In, Bit>,
    /// Address at which the engine writes a digit.
    pub digit_address: Signal<In, Bits<12>>,
    /// Position of the digit, see [`StatisticsControl::position`].
    pub digit_position: Signal<In, Bits<4>>,
    /// The digit.
    pub digit_code: Signal<In, Bits<6>>,
    /// Strobe: the engine writes it.
    pub digit_write: Signal<In, Bit>,
    /// Level: reset of all parts. It waits until no number is being written, so that no record is
    /// half written.
    pub resets: Signal<Out, Bit>,
    /// Level: title, menu or settings.
    pub in_title: Signal<Out, Bit>,
    /// Level: menu or settings.
    pub in_list: Signal<Out, Bit>,
    /// Level: the countdown.
    pub in_countdown: Signal<Out, Bit>,
    /// Level: the game runs.
    pub in_play: Signal<Out, Bit>,
    /// Level: the game is paused.
    pub in_pause: Signal<Out, Bit>,
    /// Level: the end of a game of one.
    pub in_statistics: Signal<Out, Bit>,
    /// Level: two play.
    pub two_players: Signal<Out, Bit>,
    /// Level: two boards are shown.
    pub two_boards: Signal<Out, Bit>,
    /// Number of the screen.
    pub scene: Signal<Out, Bits<4>>,
    /// Strobe: a new game begins.
    pub new_game: Signal<Out, Bit>,
    /// Strobe: a key of the game went down.
    pub pressed: Signal<Out, Bit>,
    /// Its action.
    pub action: Signal<Out, Bits<4>>,
    /// Its player.
    pub presser: Signal<Out, Bit>,
    /// Keys for left are held; bit 0 player 1, bit 1 player 2.
    pub left_held: Signal<Out, Bits<2>>,
    /// The same for right.
    pub right_held: Signal<Out, Bits<2>>,
    /// The same for soft drop.
    pub down_held: Signal<Out, Bits<2>>,
    /// Level: the mode is versus.
    pub versus: Signal<Out, Bit>,
    /// Level: the mode is sprint.
    pub sprint: Signal<Out, Bit>,
    /// Level: the mode is ultra.
    pub ultra: Signal<Out, Bit>,
    /// Level at the start of a game, two decimal digits.
    pub start_level: Signal<Out, Bits<5>>,
    /// Level: fall by the classic curve.
    pub classic_speed: Signal<Out, Bit>,
    /// Speed of a soft drop as a multiple of gravity.
    pub soft_drop_factor: Signal<Out, Bits<6>>,
    /// See [`Settings::shift_delay`].
    pub shift_delay: Signal<Out, Bits<5>>,
    /// See [`Settings::shift_reload`].
    pub shift_reload: Signal<Out, Bits<5>>,
    /// See [`Settings::shift_to_wall`].
    pub shift_to_wall: Signal<Out, Bit>,
    /// Level: hold is allowed.
    pub hold_allowed: Signal<Out, Bit>,
    /// Level: the ghost is shown.
    pub ghost_shown: Signal<Out, Bit>,
    /// Number of next pieces that are shown.
    pub next_count: Signal<Out, Bits<3>>,
    /// Number of the skin.
    pub skin: Signal<Out, Bits<2>>,
    /// Level: no music.
    pub mute_music: Signal<Out, Bit>,
    /// Level: no effects.
    pub mute_effects: Signal<Out, Bit>,
    /// Number of the tune.
    pub tune: Signal<Out, Bit>,
    /// Selected row of menu or settings.
    pub selected: Signal<Out, Bits<4>>,
    /// Strobe: the selection moves.
    pub cursor_moved: Signal<Out, Bit>,
    /// Strobe: a setting changes.
    pub setting_changed: Signal<Out, Bit>,
    /// Strobe: the countdown shows another number.
    pub counted: Signal<Out, Bit>,
    /// Strobe: the time of ultra is up.
    pub time_up: Signal<Out, Bit>,
    /// Address in the text memory: {line, column}.
    pub text_address: Signal<Out, Bits<12>>,
    /// Character for that address.
    pub text_code: Signal<Out, Bits<6>>,
    /// Strobe: write it.
    pub text_write: Signal<Out, Bit>,
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
    statistics_control: StatisticsControl,
    #[reset(none)]
    reset_due: DFF<Bit>,
    wants_reset: Signal<Local, Bit>,
}

impl Console {
    /// For a clock of this frequency.
    pub fn new(clock_hz: u64) -> Self {
        construct!(Console {
            ps2_receiver: Ps2Receiver::new(clock_hz),
            keyboard_decoder: KeyboardDecoder::new(keys::KEYS),
            stopwatch: Stopwatch::new(clock_hz),
        })
    }
}

#[clocked]
impl Logic for Console {
    #[hdl_gen]
    fn update(&mut self) {
        self.wants_reset.next = self.reset.val() | self.reset_due.q.val();
        self.resets.next = self.wants_reset.val() & !self.statistics_control.is_writing.val();
        self.reset_due.d.next = self.wants_reset.val() & self.statistics_control.is_writing.val();
        self.ps2_receiver.reset.next = self.resets.val();
        self.keyboard_decoder.reset.next = self.resets.val();
        self.scene_control.reset.next = self.resets.val();
        self.menu.reset.next = self.resets.val();
        self.settings.reset.next = self.resets.val();
        self.countdown.reset.next = self.resets.val();
        self.stopwatch.reset.next = self.resets.val();
        self.statistics_control.reset.next = self.resets.val();

        self.ps2_receiver.ps2_clock.next = self.ps2_clock.val();
        self.ps2_receiver.ps2_data.next = self.ps2_data.val();
        self.keyboard_decoder.two_players.next = self.scene_control.two_players.val();
        self.keyboard_decoder.code.next = self.ps2_receiver.code.val();
        self.keyboard_decoder.code_valid.next = self.ps2_receiver.code_valid.val();
        self.keyboard_decoder.code_error.next = self.ps2_receiver.code_error.val();
        self.keyboard_decoder.tick.next = self.frame_start.val();
        // Keys wait until the end of a game is recorded.
        self.keyboard_decoder.stall.next = self.statistics_control.ending.val();
        self.scene_control.pressed.next = self.keyboard_decoder.pressed.val();
        self.scene_control.action.next = self.keyboard_decoder.action.val();
        self.scene_control.two_chosen.next = self.settings.two_players.val();
        self.scene_control.to_settings.next = self.menu.to_settings.val();
        self.scene_control.counted.next = self.countdown.counted.val();
        self.scene_control.game_over.next = self.game_over.val();
        self.scene_control.finished.next = self.finished.val();
        self.scene_control.record.next = self.statistics_control.record.val();
        self.countdown.start.next = self.scene_control.new_game.val();
        self.countdown.counting.next = self.scene_control.in_countdown.val();
        self.countdown.tick.next = self.frame_start.val();
        self.stopwatch.restart.next = self.scene_control.new_game.val();
        self.stopwatch.running.next = self.scene_control.in_play.val();
        self.menu.pressed.next = self.keyboard_decoder.pressed.val();
        self.menu.repeated.next = self.keyboard_decoder.repeated.val();
        self.menu.action.next = self.keyboard_decoder.action.val();
        self.menu.in_menu.next = self.scene_control.in_menu.val();
        self.menu.in_settings.next = self.scene_control.in_settings.val();
        // The rows are shown in turn, but a change selects its own; then they are shown anew.
        self.settings.row.next = self.statistics_control.row.val();
        if self.menu.change.val() {
            self.settings.row.next = self.menu.row.val();
        }
        self.settings.change.next = self.menu.change.val();
        self.settings.backwards.next = self.menu.backwards.val();
        self.settings.start.next = self.scene_control.new_game.val();
        self.settings.with_two.next = self.scene_control.two_players.val();
        self.statistics_control.scene.next = self.scene_control.scene.val();
        self.statistics_control.two_players.next = self.scene_control.two_players.val();
        self.statistics_control.in_pause.next = self.scene_control.in_pause.val();
        self.statistics_control.in_end.next = self.scene_control.in_end.val();
        self.statistics_control.mode.next = self.settings.mode.val();
        self.statistics_control.sprint.next = self.settings.sprint.val();
        self.statistics_control.ultra.next = self.settings.ultra.val();
        self.statistics_control.changed.next = self.menu.change.val();
        self.statistics_control.row_item.next = self.settings.item.val();
        self.statistics_control.row_is_number.next = self.settings.is_number.val();
        self.statistics_control.new_game.next = self.scene_control.new_game.val();
        self.statistics_control.scored.next = self.scored.val();
        self.statistics_control.lines.next = self.lines.val();
        self.statistics_control.t_spin.next = self.t_spin.val();
        self.statistics_control.hundredth.next = self.stopwatch.hundredth.val();
        self.statistics_control.counted.next = self.countdown.changed.val();
        self.statistics_control.number.next = self.countdown.number.val();
        self.statistics_control.ends.next = self.scene_control.ends.val();
        self.statistics_control.finished.next = self.finished.val();
        self.statistics_control.out.next = self.out.val();
        self.statistics_control.blocked.next = self.digit_write.val();
        self.statistics_control.position.next = self.digit_position.val();
        self.statistics_control.digit.next = self.digit_code.val();

        self.in_title.next = self.scene_control.in_title.val();
        self.in_list.next = self.scene_control.in_list.val();
        self.in_countdown.next = self.scene_control.in_countdown.val();
        self.in_play.next = self.scene_control.in_play.val();
        self.in_pause.next = self.scene_control.in_pause.val();
        self.in_statistics.next = self.scene_control.in_statistics.val();
        self.two_players.next = self.scene_control.two_players.val();
        self.two_boards.next = self.scene_control.two_boards.val();
        self.scene.next = self.scene_control.scene.val();
        self.new_game.next = self.scene_control.new_game.val();
        self.action.next = self.keyboard_decoder.action.val().get_bits::<4>(0);
        self.presser.next = self.keyboard_decoder.presser.val();
        self.left_held.next = self.keyboard_decoder.left_held.val();
        self.right_held.next = self.keyboard_decoder.right_held.val();
        self.down_held.next = self.keyboard_decoder.down_held.val();
        self.versus.next = self.settings.versus.val();
        self.sprint.next = self.settings.sprint.val();
        self.ultra.next = self.settings.ultra.val();
        self.start_level.next = self.settings.start_level.val();
        self.classic_speed.next = self.settings.classic_speed.val();
        self.soft_drop_factor.next = self.settings.soft_drop_factor.val();
        self.shift_delay.next = self.settings.shift_delay.val();
        self.shift_reload.next = self.settings.shift_reload.val();
        self.shift_to_wall.next = self.settings.shift_to_wall.val();
        self.hold_allowed.next = self.settings.hold_allowed.val();
        self.ghost_shown.next = self.settings.ghost_shown.val();
        self.next_count.next = self.settings.next_count.val();
        self.skin.next = self.settings.skin.val();
        self.mute_music.next = self.settings.mute_music.val();
        self.mute_effects.next = self.settings.mute_effects.val();
        self.tune.next = self.settings.tune.val();
        self.selected.next = self.menu.cursor.val();
        self.cursor_moved.next = self.menu.moved.val();
        self.setting_changed.next = self.menu.change.val();
        self.counted.next = self.countdown.changed.val() & !self.scene_control.in_title.val();
        self.time_up.next = self.statistics_control.time_up.val();
        // The actions of play are those without bit 4.
        self.pressed.next =
            self.keyboard_decoder.pressed.val() & !self.keyboard_decoder.action.val().get_bit(4);
        self.text_address.next = self.statistics_control.text_address.val();
        self.text_code.next = self.statistics_control.text_code.val();
        self.text_write.next = self.statistics_control.text_write.val() | self.digit_write.val();
        if self.digit_write.val() {
            self.text_address.next = self.digit_address.val();
            self.text_code.next = self.digit_code.val();
        }
    }
}
