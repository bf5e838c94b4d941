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
//! The recorded game goes from the title by itself through Countdown, the page with its keys, and
//! Play back to the title. Any key ends it, also one that does not act.
//!
//! On the row of the keys the start key leads from the settings to the page that sets them, and
//! escape back.
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
use super::scene_decoder::{Scene, SceneDecoder};
use super::scene_levels::SceneLevels;
use super::wishes::Wishes;
use crate::falling_blocks::shell::scenes::GameResultReader;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::property::{Mutant, Observer, Property};
use rust_hdl::prelude::*;

/// Follows the player through the scenes.
#[derive(LogicBlock, Module)]
pub struct SceneControl {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a key that acts went down.
    pub pressed: Signal<In, Bit>,
    /// Strobe: a key went down, also one that does not act.
    pub touched: Signal<In, Bit>,
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
    /// Strobe: the next scene of the recorded game. Title or that game.
    pub advances: Signal<In, Bit>,
    /// Strobe: the countdown is over.
    pub counted: Signal<In, Bit>,
    /// End of the engine's game and its result.
    pub result: GameResultReader,
    /// Scenes of the game.
    pub scenes: SceneLevels,
    /// Number of the screen, as [`screens`](crate::arcade::picture::screens) counts them.
    pub screen: Signal<Out, Bits<4>>,
    /// Level: title, menu, settings or keys, where no board is shown.
    pub outside_game: Signal<Out, Bit>,
    /// Level: the menu.
    pub in_menu: Signal<Out, Bit>,
    /// Level: the settings.
    pub in_settings: Signal<Out, Bit>,
    /// Level: title, countdown, pause, wait or end. No tick runs, and menu, settings and keys are
    /// closed.
    pub may_save: Signal<Out, Bit>,
    /// Scenes from the countdown to the end.
    pub course: GameScenes,
    /// Level: menu, settings or pause, in which a row is selected.
    pub in_list: Signal<Out, Bit>,
    /// Level: two boards are shown.
    pub two_boards: Signal<Out, Bit>,
    decoder: SceneDecoder,
    #[reset(Scene::Title)]
    current: DFF<Scene>,
    has_two: DFF<Bit>,
    starts: DFF<Bit>,
    waits: DFF<Bit>,
    /// The settings belong to a pause.
    of_pause: DFF<Bit>,
    /// The settings show the page that sets the keys.
    on_keys: DFF<Bit>,
    /// The game is the recorded one.
    is_recorded: DFF<Bit>,
    wishes: Wishes,
    halts: Signal<Local, Bit>,
    /// The cursor is on the row of the keys.
    to_keys: Signal<Local, Bit>,
    /// The start key leads from the settings back.
    goes_back: Signal<Local, Bit>,
    /// Keys can be set.
    can_set: Constant<Bit>,
    #[value(row::KEYS)]
    row_keys: Constant<Bits<5>>,
    #[default(false)]
    begins: Signal<Local, Bit>,
    #[value(row::RESUME)]
    entry_resume: Constant<Bits<5>>,
    #[value(row::RESTART)]
    entry_restart: Constant<Bits<5>>,
    #[value(row::PAUSE_SETTINGS)]
    entry_settings: Constant<Bits<5>>,
}

impl SceneControl {
    /// With or without the page that sets the keys.
    pub fn new(can_set: bool) -> Self {
        construct!(SceneControl {
            can_set: Constant::new(can_set),
        })
    }
}

impl Default for SceneControl {
    fn default() -> Self {
        Self::new(true)
    }
}

#[clocked]
impl Logic for SceneControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.decoder.on_keys.next = self.on_keys.q.val();
        self.decoder.only_start.next = self.wishes.only_start.val();
        self.decoder.current.next = self.current.q.val();
        self.decoder.has_two.next = self.has_two.q.val();
        self.decoder.of_pause.next = self.of_pause.q.val();
        self.decoder.is_recorded.next = self.is_recorded.q.val();
        self.decoder.starts.next = self.starts.q.val();
        self.decoder.waits.next = self.waits.q.val();
        self.decoder.advances.next = self.advances.val();
        self.decoder.touched.next = self.touched.val();
        GameResultReader::link(&mut self.result, &mut self.decoder.result);
        SceneLevels::link(&mut self.scenes, &mut self.decoder.scenes);
        GameScenes::link(&mut self.course, &mut self.decoder.course);
        self.screen.next = self.decoder.screen.val();
        self.outside_game.next = self.decoder.outside_game.val();
        self.in_menu.next = self.decoder.in_menu.val();
        self.in_settings.next = self.decoder.in_settings.val();
        self.may_save.next = self.decoder.may_save.val();
        self.in_list.next = self.decoder.in_list.val();
        self.two_boards.next = self.decoder.two_boards.val();

        self.starts.d.next = false;
        self.waits.d.next = false;
        self.wishes.pressed.next = self.pressed.val();
        self.wishes.action.next = self.action.val();
        self.wishes.on_title.next = self.scenes.on_title.val();
        self.halts.next = self.wishes.pause.val() | self.wishes.escape.val();
        self.to_keys.next = self.can_set.val() & (self.cursor.val() == self.row_keys.val());
        self.on_keys.d.next = (self.on_keys.q.val() & !self.wishes.escape.val())
            | (self.in_settings.val() & self.wishes.start.val() & self.to_keys.val());
        self.goes_back.next =
            self.wishes.start.val() & !self.to_settings.val() & !self.to_keys.val();
        // The start key skips the count.
        if self.course.is_counting.val()
            & (self.counted.val() | self.wishes.only_start.val() | self.advances.val())
        {
            self.current.d.next = Scene::Play;
        }
        if self.wishes.escape.val()
            & (self.decoder.in_menu.val()
                | self.scenes.in_countdown.val()
                | self.course.in_end.val())
        {
            self.current.d.next = Scene::Title;
        }
        match self.current.q.val() {
            Scene::Title => {
                self.has_two.d.next = false;
                self.of_pause.d.next = false;
                self.is_recorded.d.next = self.advances.val();
                if self.wishes.menu.val() {
                    self.current.d.next = Scene::Menu;
                }
                self.begins.next = self.wishes.start.val()
                    | self.wishes.one.val()
                    | self.wishes.two.val()
                    | self.advances.val();
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
                if !self.on_keys.q.val() & (self.wishes.escape.val() | self.goes_back.val()) {
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
            self.has_two.d.next = (self.two_chosen.val() | self.wishes.two.val())
                & !self.wishes.one.val()
                & !self.advances.val();
            self.starts.d.next = true;
            self.of_pause.d.next = false;
            self.current.d.next = Scene::Countdown;
        }
        if self.decoder.leaves_recorded.val() {
            self.current.d.next = Scene::Title;
            self.is_recorded.d.next = false;
        }
    }
}

/// Scenes of the recorded game.
const RECORDED: &str = "!is_recorded || current == SCENE_COUNTDOWN || current == SCENE_PLAY";

/// When the strobes come.
const SCENE_INPUTS: &[&str] = &[
    "!restarts || scenes.may_restart",
    "!advances || scenes.on_title || is_recorded",
    "!pressed || touched",
];

impl SceneControl {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        Property {
            lemmas: &[RECORDED],
            assumed: SCENE_INPUTS,
            observers: &[
                Observer::new("before", 3, "current"),
                Observer::new("was_of_pause", 1, "of_pause"),
                Observer::new("was_recorded", 1, "is_recorded"),
            ],
            ..Property::new(
                "a scene follows one that leads to it",
                "current == before \
                 || before == SCENE_TITLE && (current == SCENE_MENU || current == SCENE_COUNTDOWN) \
                 || before == SCENE_MENU && (current == SCENE_TITLE || current == SCENE_SETTINGS \
                 || current == SCENE_COUNTDOWN) \
                 || before == SCENE_SETTINGS \
                 && current == (was_of_pause ? SCENE_PAUSE : SCENE_MENU) \
                 || before == SCENE_COUNTDOWN && (current == SCENE_PLAY || current == SCENE_TITLE) \
                 || before == SCENE_PLAY && (current == SCENE_PAUSE || current == SCENE_GAME_OVER \
                 || current == SCENE_COUNTDOWN || was_recorded && current == SCENE_TITLE) \
                 || before == SCENE_PAUSE && (current == SCENE_WAIT || current == SCENE_SETTINGS \
                 || current == SCENE_COUNTDOWN || current == SCENE_TITLE) \
                 || before == SCENE_WAIT && (current == SCENE_PLAY || current == SCENE_PAUSE \
                 || current == SCENE_COUNTDOWN) \
                 || before == SCENE_GAME_OVER \
                 && (current == SCENE_COUNTDOWN || current == SCENE_TITLE)",
                Mutant::new("if (of_pause)", "if (!of_pause)", 6),
            )
        },
        Property::new(
            "exactly one scene is shown",
            "{3'd0, scenes.on_title} + in_menu + in_settings + scenes.in_keys \
             + scenes.in_countdown + decoder.in_wait + scenes.in_play + scenes.in_pause \
             + course.in_end == 4'd1",
            Mutant::new(
                "assign course_in_end = current == SCENE_GAME_OVER",
                "assign course_in_end = current == SCENE_WAIT",
                8,
            ),
        ),
        Property {
            lemmas: &[RECORDED],
            assumed: SCENE_INPUTS,
            observers: &[Observer::new("before", 3, "current")],
            ..Property::new(
                "a new game begins with the countdown",
                "scenes.new_game ? scenes.in_countdown \
                 : current != SCENE_COUNTDOWN || before == SCENE_COUNTDOWN",
                Mutant::new("starts <= begins || restarts", "starts <= begins", 8),
            )
        },
        Property {
            lemmas: &[RECORDED],
            assumed: SCENE_INPUTS,
            observers: &[
                Observer::new("had_two", 1, "has_two"),
                Observer::new("was_on_title", 1, "scenes.on_title"),
            ],
            ..Property::new(
                "the number of players stays from the countdown to the title",
                "scenes.new_game || was_on_title || has_two == had_two",
                Mutant::new(
                    "current == SCENE_TITLE) begin\n            has_two",
                    "current == SCENE_PLAY) begin\n            has_two",
                    6,
                ),
            )
        },
    ];
}

#[cfg(test)]
mod tests;
