//! Levels of the scenes, and the number of the screen.
//!
//! Combinational.

use super::game_course::GameScenes;
use super::scene_levels::SceneLevels;
use super::screen_number::ScreenNumber;
use crate::falling_blocks::shell::scenes::GameResultReader;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// A scene.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Scene {
    /// The title.
    Title,
    /// The menu.
    Menu,
    /// The settings, of the title or of a pause.
    Settings,
    /// Before a game.
    Countdown,
    /// The game runs.
    Play,
    /// The menu of a pause.
    Pause,
    /// After a pause.
    Wait,
    /// After a game.
    GameOver,
}

/// From the state of [`SceneControl`](super::scene_control::SceneControl) to levels.
#[derive(LogicBlock, Module)]
pub struct SceneDecoder {
    /// The scene.
    pub current: Signal<In, Scene>,
    /// Level: the settings show the page that sets the keys.
    pub on_keys: Signal<In, Bit>,
    /// Strobe: the start key was pressed.
    pub only_start: Signal<In, Bit>,
    /// Level: two play.
    pub has_two: Signal<In, Bit>,
    /// Level: the settings belong to a pause.
    pub of_pause: Signal<In, Bit>,
    /// Level: the game is the recorded one.
    pub is_recorded: Signal<In, Bit>,
    /// Strobe: a game begins.
    pub starts: Signal<In, Bit>,
    /// Strobe: the wait after a pause begins.
    pub waits: Signal<In, Bit>,
    /// Strobe: the next scene of the recorded game.
    pub advances: Signal<In, Bit>,
    /// Strobe: a key went down, also one that does not act.
    pub touched: Signal<In, Bit>,
    /// End of the engine's game and its result.
    pub result: GameResultReader,
    /// Scenes of the game.
    pub scenes: SceneLevels,
    /// Scenes from the countdown to the end.
    pub course: GameScenes,
    /// Number of the screen, as [`screens`](crate::arcade::picture::screens) counts them.
    pub screen: Signal<Out, Bits<4>>,
    /// Level: title, menu, settings or keys, where no board is shown.
    pub outside_game: Signal<Out, Bit>,
    /// Level: the menu.
    pub in_menu: Signal<Out, Bit>,
    /// Level: the settings.
    pub in_settings: Signal<Out, Bit>,
    /// Strobe: the recorded game ends, or a key ends it.
    pub leaves_recorded: Signal<Out, Bit>,
    /// Level: menu, settings or pause, in which a row is selected.
    pub in_list: Signal<Out, Bit>,
    /// Level: title, countdown, pause, wait or end. No tick runs, and menu, settings and keys are
    /// closed.
    pub may_save: Signal<Out, Bit>,
    /// Level: two boards are shown.
    pub two_boards: Signal<Out, Bit>,
    screen_number: ScreenNumber,
    /// The settings, or their page that sets the keys.
    has_settings: Signal<Local, Bit>,
    in_wait: Signal<Local, Bit>,
}

#[clocked]
impl Logic for SceneDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.scenes.on_title.next = self.current.val() == Scene::Title;
        self.in_menu.next = self.current.val() == Scene::Menu;
        self.has_settings.next = self.current.val() == Scene::Settings;
        self.in_settings.next = self.has_settings.val() & !self.on_keys.val();
        self.scenes.in_keys.next = self.has_settings.val() & self.on_keys.val();
        self.scenes.starts_key.next = self.scenes.in_keys.val() & self.only_start.val();
        self.outside_game.next =
            self.scenes.on_title.val() | self.in_menu.val() | self.has_settings.val();
        self.may_save.next =
            !(self.in_menu.val() | self.has_settings.val() | self.scenes.in_play.val());
        self.scenes.in_countdown.next = self.current.val() == Scene::Countdown;
        self.in_wait.next = self.current.val() == Scene::Wait;
        self.scenes.in_play.next = self.current.val() == Scene::Play;
        self.scenes.in_pause.next = self.current.val() == Scene::Pause;
        self.course.in_end.next = self.current.val() == Scene::GameOver;

        self.course.is_counting.next = self.scenes.in_countdown.val() | self.in_wait.val();
        self.course.under_way.next = self.course.is_counting.val() | self.scenes.in_play.val();
        self.course.resumes.next = self.waits.val();
        self.course.ends.next = self.scenes.in_play.val()
            & self.result.game_over.val()
            & !self.touched.val()
            & !self.is_recorded.val();
        self.scenes.is_suspended.next = self.scenes.in_pause.val()
            | self.in_wait.val()
            | (self.has_settings.val() & self.of_pause.val());
        self.scenes.no_game.next = self.outside_game.val() & !self.scenes.is_suspended.val();
        self.scenes.may_restart.next = !self.has_two.val()
            & !self.outside_game.val()
            & !self.course.in_end.val()
            & !self.is_recorded.val();
        self.scenes.two_players.next = self.has_two.val();
        self.scenes.in_statistics.next = self.course.in_end.val() & !self.has_two.val();
        self.scenes.has_list.next = self.outside_game.val() | self.scenes.in_pause.val();
        self.scenes.is_recorded.next = self.is_recorded.val();
        self.leaves_recorded.next = self.is_recorded.val()
            & (self.touched.val()
                | (self.scenes.in_play.val()
                    & (self.advances.val() | self.result.game_over.val())));
        self.scenes.new_game.next = self.starts.val();
        self.scenes.renews.next = self.scenes.on_title.val() & self.advances.val();
        self.in_list.next =
            self.in_menu.val() | self.in_settings.val() | self.scenes.in_pause.val();
        self.two_boards.next = self.has_two.val() & !self.outside_game.val();

        self.screen_number.in_menu.next = self.in_menu.val();
        self.screen_number.in_settings.next = self.in_settings.val();
        self.screen_number.in_keys.next = self.scenes.in_keys.val();
        self.screen_number.in_countdown.next = self.scenes.in_countdown.val();
        self.screen_number.on_board.next = self.scenes.in_play.val() | self.in_wait.val();
        self.screen_number.in_pause.next = self.scenes.in_pause.val();
        self.screen_number.in_end.next = self.course.in_end.val();
        self.screen_number.has_two.next = self.has_two.val();
        self.screen_number.finished.next = self.result.finished.val();
        self.screen_number.out.next = self.result.out.val();
        self.screen.next = self.screen_number.number.val();
    }
}
