//! Which scene is on the screen, and which keys lead out of it.
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
//! The title key leads from every scene to the title, but from the settings to the menu. On the title the keys for down start a game of one too, those for turning
//! clockwise one of two.

use super::keys::action;
use crate::arcade::picture::screens::screen;
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
    /// Level: the row of the menu that leads to the settings is chosen.
    pub to_settings: Signal<In, Bit>,
    /// Strobe: the countdown is over.
    pub counted: Signal<In, Bit>,
    /// Level: the engine's game has ended.
    pub game_over: Signal<In, Bit>,
    /// Level: by its goal or its time.
    pub finished: Signal<In, Bit>,
    /// Level: the last game of one is the best of its mode.
    pub record: Signal<In, Bit>,
    /// Number of the screen, as [`screens`](crate::arcade::picture::screens) counts them.
    #[default(0)]
    pub scene: Signal<Out, Bits<4>>,
    /// Level: two play, from the start of their game until the title.
    pub two_players: Signal<Out, Bit>,
    /// Level: the title, its menu or the settings.
    pub in_title: Signal<Out, Bit>,
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
    /// Level: the scene after a game.
    pub in_end: Signal<Out, Bit>,
    /// Strobe: begin a new game.
    pub new_game: Signal<Out, Bit>,
    /// Strobe: the scene after the game begins.
    #[default(false)]
    pub ends: Signal<Out, Bit>,
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
    in_game: Signal<Local, Bit>,
    left: Constant<Bits<5>>,
    right: Constant<Bits<5>>,
    one: Constant<Bits<5>>,
    two: Constant<Bits<5>>,
    soft_drop: Constant<Bits<5>>,
    turn: Constant<Bits<5>>,
    start: Constant<Bits<5>>,
    pause: Constant<Bits<5>>,
    to_title: Constant<Bits<5>>,
    screen_menu: Constant<Bits<4>>,
    screen_settings: Constant<Bits<4>>,
    screen_result: Constant<Bits<4>>,
    screen_play: Constant<Bits<4>>,
    screen_end: Constant<Bits<4>>,
}

impl Default for SceneControl {
    fn default() -> Self {
        let action = |number: u8| Constant::new(number.to_bits());
        let screen = |number: usize| Constant::new(number.to_bits());
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
            screen_menu: screen(screen::MENU),
            screen_settings: screen(screen::SETTINGS),
            screen_result: screen(screen::RESULT),
            screen_play: screen(screen::PLAY),
            screen_end: screen(screen::END),
        })
    }
}

#[clocked]
impl Logic for SceneControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.in_menu.next = self.current.q.val() == Scene::Menu;
        self.in_settings.next = self.current.q.val() == Scene::Settings;
        self.in_title.next =
            (self.current.q.val() == Scene::Title) | self.in_menu.val() | self.in_settings.val();
        self.in_countdown.next = self.current.q.val() == Scene::Countdown;
        self.in_play.next = self.current.q.val() == Scene::Play;
        self.in_pause.next = self.current.q.val() == Scene::Pause;
        self.in_end.next = self.current.q.val() == Scene::GameOver;
        self.in_game.next = self.in_countdown.val() | self.in_play.val() | self.in_pause.val();
        self.two_players.next = self.has_two.q.val();
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
                self.scene.next = self.screen_menu.val();
                self.begins.next = (self.wants_start.val() & !self.to_settings.val())
                    | self.wants_one.val()
                    | self.wants_two.val();
                if self.wants_start.val() & self.to_settings.val() {
                    self.current.d.next = Scene::Settings;
                }
            }
            Scene::Settings => {
                self.scene.next = self.screen_settings.val();
                if self.wants_start.val() {
                    self.current.d.next = Scene::Menu;
                }
            }
            Scene::Countdown => {
                // Who presses it again does not want to wait.
                if self.counted.val()
                    | (self.pressed.val() & (self.action.val() == self.start.val()))
                {
                    self.current.d.next = Scene::Play;
                }
            }
            Scene::Play => {
                // A press that comes with the end is one of the game, which may have been left by it.
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
            _ => {
                self.scene.next = self.screen_result.val();
                if !self.has_two.q.val() {
                    self.scene.next = self.screen_end.val()
                        | (bit_cast::<4, 1>(self.record.val().into()) << 1)
                        | bit_cast::<4, 1>(self.finished.val().into());
                }
                self.begins.next = self.wants_start.val();
            }
        }
        if self.in_game.val() {
            self.scene.next = self.screen_play.val()
                | (bit_cast::<4, 1>(self.in_countdown.val().into()) << 3)
                | (bit_cast::<4, 1>(self.in_pause.val().into()) << 1)
                | bit_cast::<4, 1>(self.has_two.q.val().into());
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
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn title() -> Bench<SceneControl> {
        let mut uut = Bench::new(SceneControl::default());
        // As long as no game has begun, the engine's is over.
        poke!(uut.game_over = true);
        tick!(uut);
        uut
    }

    /// The screen after a press, and whether a game begins.
    fn press(uut: &mut Bench<SceneControl>, action: u8) -> (usize, bool) {
        poke!(uut.pressed = true);
        poke!(uut.action = action.to_bits());
        tick!(uut);
        poke!(uut.pressed = false);
        let begins = peek!(uut.new_game);
        tick!(uut);
        assert!(!peek!(uut.new_game), "one strobe");
        (u64::from(peek!(uut.scene)) as usize, begins)
    }

    fn counted(uut: &mut Bench<SceneControl>) {
        poke!(uut.game_over = false);
        poke!(uut.counted = true);
        tick!(uut);
        poke!(uut.counted = false);
        tick!(uut);
        assert!(peek!(uut.in_play));
    }

    #[test]
    fn a_game_of_one_from_the_title_to_the_next_game() {
        let mut uut = title();
        assert_eq!(press(&mut uut, action::SPACE), (screen::COUNTDOWN, true));
        assert!(peek!(uut.in_countdown));
        assert_eq!(press(&mut uut, action::PAUSE), (screen::COUNTDOWN, false));
        assert_eq!(press(&mut uut, action::SPACE), (screen::COUNTDOWN, false));
        assert!(
            peek!(uut.in_countdown),
            "there is nothing to pause or to drop"
        );
        counted(&mut uut);
        assert_eq!(press(&mut uut, action::PAUSE), (screen::PAUSE, false));
        assert_eq!(press(&mut uut, action::START), (screen::PAUSE, false));
        assert_eq!(press(&mut uut, action::PAUSE), (screen::PLAY, false));
        poke!(uut.game_over = true);
        assert!(peek!(uut.ends));
        tick!(uut);
        assert!(peek!(uut.in_end) && !peek!(uut.ends));
        assert_eq!(peek!(uut.scene), screen::END as u64);
        assert_eq!(press(&mut uut, action::LEFT), (screen::END, false));
        assert_eq!(press(&mut uut, action::START), (screen::COUNTDOWN, true));
        poke!(uut.game_over = false);
        assert_eq!(press(&mut uut, action::START), (screen::PLAY, false));
        assert!(peek!(uut.in_play), "Enter ends the countdown");
        assert_eq!(press(&mut uut, action::TITLE), (screen::TITLE, false));
    }

    #[test]
    fn a_press_that_comes_with_the_end_is_one_of_the_game() {
        for (action, screen) in [
            (action::TITLE, screen::TITLE),
            (action::PAUSE, screen::PAUSE),
            (action::START, screen::PLAY),
        ] {
            let mut uut = title();
            press(&mut uut, action::START);
            counted(&mut uut);
            poke!(uut.game_over = true);
            poke!(uut.pressed = true);
            poke!(uut.action = action.to_bits());
            assert!(!peek!(uut.ends), "action {action}");
            tick!(uut);
            poke!(uut.pressed = false);
            assert_eq!(peek!(uut.scene), screen as u64);
            assert_eq!(peek!(uut.ends), action == action::START);
        }
    }

    #[test]
    fn the_end_tells_goal_and_record() {
        let mut uut = title();
        press(&mut uut, action::START);
        counted(&mut uut);
        poke!(uut.game_over = true);
        tick!(uut);
        for end in 0..4 {
            poke!(uut.finished = end & 1 == 1);
            poke!(uut.record = end & 2 == 2);
            assert_eq!(peek!(uut.scene), (screen::END + end) as u64);
        }
    }

    #[test]
    fn shortcuts_say_how_many_play() {
        for (action, two_chosen, two_players) in [
            (action::ONE, true, false),
            (action::SOFT_DROP, true, false),
            (action::TWO, false, true),
            (action::TURN_CLOCKWISE, false, true),
            (action::START, true, true),
            (action::START, false, false),
        ] {
            let mut uut = title();
            poke!(uut.two_chosen = two_chosen);
            let screen = screen::COUNTDOWN + usize::from(two_players);
            assert_eq!(press(&mut uut, action), (screen, true), "action {action}");
            assert_eq!(peek!(uut.two_players), two_players);
        }
    }

    #[test]
    fn a_match_has_screens_of_its_own() {
        let mut uut = title();
        assert_eq!(press(&mut uut, action::TWO), (screen::COUNTDOWN_TWO, true));
        counted(&mut uut);
        assert_eq!(press(&mut uut, action::PAUSE), (screen::PAUSE_TWO, false));
        assert_eq!(press(&mut uut, action::PAUSE), (screen::PLAY_TWO, false));
        poke!(uut.game_over = true);
        tick!(uut);
        poke!(uut.two_chosen = true);
        tick!(uut);
        assert_eq!(peek!(uut.scene), screen::RESULT as u64);
        assert_eq!(
            press(&mut uut, action::START),
            (screen::COUNTDOWN_TWO, true)
        );
        press(&mut uut, action::TITLE);
        assert!(!peek!(uut.two_players));
    }

    #[test]
    fn the_menu_opens_and_leads_to_the_settings_and_back() {
        let mut uut = title();
        assert_eq!(press(&mut uut, action::RIGHT), (screen::MENU, false));
        assert_eq!(press(&mut uut, action::SOFT_DROP), (screen::MENU, false));
        assert_eq!(press(&mut uut, action::TITLE), (screen::TITLE, false));
        assert_eq!(press(&mut uut, action::LEFT), (screen::MENU, false));
        poke!(uut.to_settings = true);
        assert_eq!(press(&mut uut, action::SPACE), (screen::SETTINGS, false));
        assert_eq!(press(&mut uut, action::TWO), (screen::SETTINGS, false));
        assert_eq!(press(&mut uut, action::TITLE), (screen::MENU, false));
        press(&mut uut, action::START);
        assert_eq!(press(&mut uut, action::START), (screen::MENU, false));
        poke!(uut.to_settings = false);
        assert_eq!(press(&mut uut, action::START), (screen::COUNTDOWN, true));
    }
}
