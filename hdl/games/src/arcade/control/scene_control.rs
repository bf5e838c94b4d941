//! State machine of the scenes.
//!
//! ```text
//!         left, right           start
//!  Title <-----------> Menu <-----------> Settings <----------.
//!    |      escape      |                                     | SETTINGS
//!    | start, 1, 2      |              pause, escape          v
//!    +--------> Countdown --------> Play -----------------> Pause --> Title
//!                   ^               |  ^                    |  |TITLE
//!                   |    start      v  `----- Wait <--------'  |
//!                   +------------ GameOver        RESUME       |
//!                   ^------------------------------------------'
//!                                 RESTART
//! ```
//!
//! Escape leads from the countdown and the end to the title, too. Pause and escape resume like the
//! entry of the pause, and pause again in the wait that follows. The start key ends a wait. A held
//! key begins a game of one again in every scene from the countdown to the pause.
//!
//! **Interface**: the scene is exported as levels, and as the number of the screen for the text
//! layer. `new_game` and `resumes` are strobes one clock after the press that causes them. `ends`
//! is a strobe in the last clock of play.

use super::game_course::GameScenes;
use super::rows::row;
use super::screen_number::ScreenNumber;
use super::wishes::Wishes;
use crate::falling_blocks::shell::scenes::GameResultReader;
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Scene {
    Title,
    Menu,
    Settings,
    Countdown,
    Play,
    Pause,
    Wait,
    GameOver,
}

/// Scenes as the game sees them.
#[interface(client = SceneLevelsReader)]
pub struct SceneLevels {
    /// Level: the countdown before a game.
    pub in_countdown: Signal<Out, Bit>,
    /// Level: the game runs.
    pub in_play: Signal<Out, Bit>,
    /// Level: the menu of the pause.
    pub in_pause: Signal<Out, Bit>,
    /// Level: the game stands still: pause, its settings, and the wait after it.
    pub is_suspended: Signal<Out, Bit>,
    /// Level: there is no game, which may have been left.
    pub no_game: Signal<Out, Bit>,
    /// Level: two play, from the start of their game until the title.
    pub two_players: Signal<Out, Bit>,
    /// Level: the end of a game of one, which shows its statistics.
    pub in_statistics: Signal<Out, Bit>,
    /// Strobe: begin a new game.
    pub new_game: Signal<Out, Bit>,
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
    /// The selected row, see [`row`].
    pub cursor: Signal<In, Bits<5>>,
    /// Strobe: the key that begins a game again was held.
    pub restarts: Signal<In, Bit>,
    /// Strobe: the countdown is over.
    pub counted: Signal<In, Bit>,
    /// End of the engine's game and its result.
    pub result: GameResultReader,
    /// Level: the last game of one is the best of its mode.
    pub record: Signal<In, Bit>,
    /// Scenes of the game.
    pub scenes: SceneLevels,
    /// Number of the screen, as [`screens`](crate::arcade::picture::screens) counts them.
    pub screen: Signal<Out, Bits<4>>,
    /// Level: title, menu or settings, where no board is shown.
    pub outside_game: Signal<Out, Bit>,
    /// Level: the menu.
    pub in_menu: Signal<Out, Bit>,
    /// Level: the settings.
    pub in_settings: Signal<Out, Bit>,
    /// Scenes from the countdown to the end.
    pub course: GameScenes,
    /// Level: a game of one may begin again.
    pub may_restart: Signal<Out, Bit>,
    /// Level: title, menu, settings or pause, where keys of the piece have another meaning.
    pub has_list: Signal<Out, Bit>,
    /// Level: menu, settings or pause, in which a row is selected.
    pub in_list: Signal<Out, Bit>,
    /// Level: two boards are shown.
    pub two_boards: Signal<Out, Bit>,
    screen_number: ScreenNumber,
    #[reset(Scene::Title)]
    current: DFF<Scene>,
    has_two: DFF<Bit>,
    starts: DFF<Bit>,
    waits: DFF<Bit>,
    /// The settings belong to a pause.
    of_pause: DFF<Bit>,
    wishes: Wishes,
    in_wait: Signal<Local, Bit>,
    halts: Signal<Local, Bit>,
    #[default(false)]
    begins: Signal<Local, Bit>,
    #[value(row::RESUME)]
    entry_resume: Constant<Bits<5>>,
    #[value(row::RESTART)]
    entry_restart: Constant<Bits<5>>,
    #[value(row::PAUSE_SETTINGS)]
    entry_settings: Constant<Bits<5>>,
}

#[clocked]
impl Logic for SceneControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.in_menu.next = self.current.q.val() == Scene::Menu;
        self.in_settings.next = self.current.q.val() == Scene::Settings;
        self.outside_game.next =
            (self.current.q.val() == Scene::Title) | self.in_menu.val() | self.in_settings.val();
        self.scenes.in_countdown.next = self.current.q.val() == Scene::Countdown;
        self.in_wait.next = self.current.q.val() == Scene::Wait;
        self.course.is_counting.next = self.scenes.in_countdown.val() | self.in_wait.val();
        self.scenes.in_play.next = self.current.q.val() == Scene::Play;
        self.course.under_way.next = self.course.is_counting.val() | self.scenes.in_play.val();
        self.scenes.in_pause.next = self.current.q.val() == Scene::Pause;
        self.scenes.is_suspended.next = self.scenes.in_pause.val()
            | self.in_wait.val()
            | (self.in_settings.val() & self.of_pause.q.val());
        self.scenes.no_game.next = self.outside_game.val() & !self.scenes.is_suspended.val();
        self.course.in_end.next = self.current.q.val() == Scene::GameOver;
        self.may_restart.next =
            !self.has_two.q.val() & !self.outside_game.val() & !self.course.in_end.val();
        self.scenes.two_players.next = self.has_two.q.val();
        self.in_list.next =
            self.in_menu.val() | self.in_settings.val() | self.scenes.in_pause.val();
        self.has_list.next = self.outside_game.val() | self.scenes.in_pause.val();
        self.two_boards.next = self.has_two.q.val() & !self.outside_game.val();
        self.scenes.in_statistics.next = self.course.in_end.val() & !self.has_two.q.val();
        self.scenes.new_game.next = self.starts.q.val();
        self.starts.d.next = false;
        self.course.resumes.next = self.waits.q.val();
        self.waits.d.next = false;
        self.course.ends.next =
            self.scenes.in_play.val() & self.result.game_over.val() & !self.pressed.val();
        self.wishes.pressed.next = self.pressed.val();
        self.wishes.action.next = self.action.val();
        self.wishes.on_title.next = self.current.q.val() == Scene::Title;
        self.halts.next = self.wishes.pause.val() | self.wishes.escape.val();
        self.screen_number.in_menu.next = self.in_menu.val();
        self.screen_number.in_settings.next = self.in_settings.val();
        self.screen_number.in_countdown.next = self.scenes.in_countdown.val();
        self.screen_number.on_board.next = self.scenes.in_play.val() | self.in_wait.val();
        self.screen_number.in_pause.next = self.scenes.in_pause.val();
        self.screen_number.in_end.next = self.course.in_end.val();
        self.screen_number.has_two.next = self.has_two.q.val();
        self.screen_number.finished.next = self.result.finished.val();
        self.screen_number.record.next = self.record.val();
        self.screen_number.out.next = self.result.out.val();
        self.screen.next = self.screen_number.number.val();
        // The start key skips the count.
        if self.course.is_counting.val() & (self.counted.val() | self.wishes.only_start.val()) {
            self.current.d.next = Scene::Play;
        }
        if self.wishes.escape.val()
            & (self.in_menu.val() | self.scenes.in_countdown.val() | self.course.in_end.val())
        {
            self.current.d.next = Scene::Title;
        }
        match self.current.q.val() {
            Scene::Title => {
                self.has_two.d.next = false;
                self.of_pause.d.next = false;
                if self.wishes.menu.val() {
                    self.current.d.next = Scene::Menu;
                }
                self.begins.next =
                    self.wishes.start.val() | self.wishes.one.val() | self.wishes.two.val();
            }
            Scene::Menu => {
                self.begins.next = (self.wishes.start.val() & !self.to_settings.val())
                    | self.wishes.one.val()
                    | self.wishes.two.val();
                if self.wishes.start.val() & self.to_settings.val() {
                    self.current.d.next = Scene::Settings;
                }
            }
            Scene::Settings => {
                if (self.wishes.start.val() & !self.to_settings.val()) | self.wishes.escape.val() {
                    self.current.d.next = Scene::Menu;
                    if self.of_pause.q.val() {
                        self.current.d.next = Scene::Pause;
                    }
                }
            }
            Scene::Countdown => {}
            Scene::Play => {
                if self.course.ends.val() {
                    self.current.d.next = Scene::GameOver;
                }
                if self.halts.val() {
                    self.current.d.next = Scene::Pause;
                }
            }
            Scene::Pause => {
                self.of_pause.d.next = true;
                if self.wishes.start.val() {
                    self.current.d.next = Scene::Title;
                    if self.cursor.val() == self.entry_settings.val() {
                        self.current.d.next = Scene::Settings;
                    }
                    self.begins.next = self.cursor.val() == self.entry_restart.val();
                }
                if self.halts.val()
                    | (self.wishes.start.val() & (self.cursor.val() == self.entry_resume.val()))
                {
                    self.waits.d.next = true;
                    self.current.d.next = Scene::Wait;
                }
            }
            Scene::Wait => {
                if self.halts.val() {
                    self.current.d.next = Scene::Pause;
                }
            }
            Scene::GameOver => {
                self.begins.next = self.wishes.start.val();
            }
        }
        if self.begins.val() | self.restarts.val() {
            self.has_two.d.next =
                (self.two_chosen.val() | self.wishes.two.val()) & !self.wishes.one.val();
            self.starts.d.next = true;
            self.of_pause.d.next = false;
            self.current.d.next = Scene::Countdown;
        }
    }
}

#[cfg(test)]
mod tests;
