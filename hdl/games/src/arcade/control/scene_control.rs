//! State machine of the scenes.
//!
//! ```text
//!         left, right           start
//!  Title <-----------> Menu <-----------> Settings
//!    |        title     |
//!    | start, 1, 2      |                     pause
//!    +--------> Countdown --------> Play <------------> Pause
//!                   ^                 |
//!                   |      start      v
//!                   +------------- GameOver
//! ```
//!
//! The title key leads from every scene to the title, but from the settings to the menu. On the
//! title the keys for soft drop start a game of one, too, and those for turning clockwise a game of
//! two.
//!
//! **Interface**: the scene is exported as levels, and as the number of the screen for the text
//! layer. `new_game` is a strobe one clock after the press that causes it. `ends` is a
//! strobe in the last clock of play.

use super::keys::action;
use super::screen_number::ScreenNumber;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Scene {
    Title,
    Menu,
    Settings,
    Countdown,
    Play,
    Pause,
    GameOver,
}

/// Follows the player through the scenes.
#[derive(LogicBlock, Module)]
pub struct SceneControl {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// Action of that key, see [`keys::action`](super::keys::action).
    pub action: Signal<In, Bits<5>>,
    /// Level: two players are chosen.
    pub two_chosen: Signal<In, Bit>,
    /// Level: on the chosen row the start key leads to the settings, or stays there.
    pub to_settings: Signal<In, Bit>,
    /// Strobe: the countdown is over.
    pub counted: Signal<In, Bit>,
    /// Level: the engine's game has ended.
    pub game_over: Signal<In, Bit>,
    /// Level: by its goal or its time.
    pub finished: Signal<In, Bit>,
    /// Level: the last game of one is the best of its mode.
    pub record: Signal<In, Bit>,
    /// Players who are out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<In, Bits<2>>,
    /// Number of the screen, as [`screens`](crate::arcade::picture::screens) counts them.
    pub screen: Signal<Out, Bits<4>>,
    /// Level: two play, from the start of their game until the title.
    pub two_players: Signal<Out, Bit>,
    /// Level: title, menu or settings, where no board is shown.
    pub outside_game: Signal<Out, Bit>,
    /// Level: the menu.
    pub in_menu: Signal<Out, Bit>,
    /// Level: the settings.
    pub in_settings: Signal<Out, Bit>,
    /// Level: the countdown.
    pub in_countdown: Signal<Out, Bit>,
    /// Level: the game runs.
    pub in_play: Signal<Out, Bit>,
    /// Level: the game is paused.
    pub in_pause: Signal<Out, Bit>,
    /// Level: the game runs or is paused.
    pub in_game: Signal<Out, Bit>,
    /// Level: the scene after a game.
    pub in_end: Signal<Out, Bit>,
    /// Level: menu or settings, in which a row is selected.
    pub in_list: Signal<Out, Bit>,
    /// Level: two boards are shown.
    pub two_boards: Signal<Out, Bit>,
    /// Level: the end of a game of one, which shows its statistics.
    pub in_statistics: Signal<Out, Bit>,
    /// Strobe: begin a new game.
    pub new_game: Signal<Out, Bit>,
    /// Strobe: the scene after the game begins.
    #[default(false)]
    pub ends: Signal<Out, Bit>,
    screen_number: ScreenNumber,
    #[reset(Scene::Title)]
    current: DFF<Scene>,
    has_two: DFF<Bit>,
    starts: DFF<Bit>,
    wants_start: Signal<Local, Bit>,
    wants_one: Signal<Local, Bit>,
    wants_two: Signal<Local, Bit>,
    is_shortcut: Signal<Local, Bit>,
    opens_menu: Signal<Local, Bit>,
    #[default(false)]
    begins: Signal<Local, Bit>,
    left: Constant<Bits<5>>,
    right: Constant<Bits<5>>,
    one: Constant<Bits<5>>,
    two: Constant<Bits<5>>,
    soft_drop: Constant<Bits<5>>,
    turn: Constant<Bits<5>>,
    start: Constant<Bits<5>>,
    pause: Constant<Bits<5>>,
    to_title: Constant<Bits<5>>,
}

impl Default for SceneControl {
    fn default() -> Self {
        let action = |number: u8| Constant::new(number.to_bits());
        construct!(SceneControl {
            left: action(action::LEFT),
            right: action(action::RIGHT),
            one: action(action::ONE),
            two: action(action::TWO),
            soft_drop: action(action::SOFT_DROP),
            turn: action(action::TURN_CLOCKWISE),
            start: action(action::START),
            pause: action(action::PAUSE),
            to_title: action(action::TITLE),
        })
    }
}

#[clocked]
impl Logic for SceneControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.in_menu.next = self.current.q.val() == Scene::Menu;
        self.in_settings.next = self.current.q.val() == Scene::Settings;
        self.outside_game.next =
            (self.current.q.val() == Scene::Title) | self.in_menu.val() | self.in_settings.val();
        self.in_countdown.next = self.current.q.val() == Scene::Countdown;
        self.in_play.next = self.current.q.val() == Scene::Play;
        self.in_pause.next = self.current.q.val() == Scene::Pause;
        self.in_game.next = self.in_play.val() | self.in_pause.val();
        self.in_end.next = self.current.q.val() == Scene::GameOver;
        self.two_players.next = self.has_two.q.val();
        self.in_list.next = self.in_menu.val() | self.in_settings.val();
        self.two_boards.next = self.has_two.q.val() & !self.outside_game.val();
        self.in_statistics.next = self.in_end.val() & !self.has_two.q.val();
        self.new_game.next = self.starts.q.val();
        self.starts.d.next = false;
        // The actions that start a game are those with bit 3.
        self.wants_start.next = self.pressed.val() & self.action.val().get_bit(3);
        self.is_shortcut.next = self.pressed.val() & (self.current.q.val() == Scene::Title);
        self.wants_one.next = (self.pressed.val() & (self.action.val() == self.one.val()))
            | (self.is_shortcut.val() & (self.action.val() == self.soft_drop.val()));
        self.wants_two.next = (self.pressed.val() & (self.action.val() == self.two.val()))
            | (self.is_shortcut.val() & (self.action.val() == self.turn.val()));
        self.opens_menu.next = self.pressed.val()
            & ((self.action.val() == self.left.val()) | (self.action.val() == self.right.val()));
        self.screen_number.in_menu.next = self.in_menu.val();
        self.screen_number.in_settings.next = self.in_settings.val();
        self.screen_number.in_countdown.next = self.in_countdown.val();
        self.screen_number.in_play.next = self.in_play.val();
        self.screen_number.in_pause.next = self.in_pause.val();
        self.screen_number.in_end.next = self.in_end.val();
        self.screen_number.has_two.next = self.has_two.q.val();
        self.screen_number.finished.next = self.finished.val();
        self.screen_number.record.next = self.record.val();
        self.screen_number.out.next = self.out.val();
        self.screen.next = self.screen_number.number.val();
        match self.current.q.val() {
            Scene::Title => {
                self.has_two.d.next = false;
                if self.opens_menu.val() {
                    self.current.d.next = Scene::Menu;
                }
                self.begins.next =
                    self.wants_start.val() | self.wants_one.val() | self.wants_two.val();
            }
            Scene::Menu => {
                self.begins.next = (self.wants_start.val() & !self.to_settings.val())
                    | self.wants_one.val()
                    | self.wants_two.val();
                if self.wants_start.val() & self.to_settings.val() {
                    self.current.d.next = Scene::Settings;
                }
            }
            Scene::Settings => {
                if self.wants_start.val() & !self.to_settings.val() {
                    self.current.d.next = Scene::Menu;
                }
            }
            Scene::Countdown => {
                // The start key skips the countdown.
                if self.counted.val()
                    | (self.pressed.val() & (self.action.val() == self.start.val()))
                {
                    self.current.d.next = Scene::Play;
                }
            }
            Scene::Play => {
                // A press in the clock of the end belongs to the game and may leave it.
                if self.game_over.val() & !self.pressed.val() {
                    self.ends.next = true;
                    self.current.d.next = Scene::GameOver;
                }
                if self.pressed.val() & (self.action.val() == self.pause.val()) {
                    self.current.d.next = Scene::Pause;
                }
            }
            Scene::Pause => {
                if self.pressed.val() & (self.action.val() == self.pause.val()) {
                    self.current.d.next = Scene::Play;
                }
            }
            Scene::GameOver => {
                self.begins.next = self.wants_start.val();
            }
            _ => {
                self.current.d.next = Scene::Title;
            }
        }
        if self.begins.val() {
            self.has_two.d.next =
                (self.two_chosen.val() | self.wants_two.val()) & !self.wants_one.val();
            self.starts.d.next = true;
            self.current.d.next = Scene::Countdown;
        }
        if self.pressed.val() & (self.action.val() == self.to_title.val()) {
            self.current.d.next = Scene::Title;
            if self.in_settings.val() {
                self.current.d.next = Scene::Menu;
            }
        }
    }
}

#[cfg(test)]
mod tests;
