//! Which scene is on the screen, and which keys lead out of it.
//!
//! ```text
//!          1: one, 2: two       pause
//!   Title ----------> Play <---------------> Pause
//!     ^               |  ^                     |
//!     |<-- title -----+  +-- start             |
//!     |               |      |                 |
//!     |               +--> GameOver            |
//!     +<-- title ------------+-----------------+
//! ```
//!
//! On the title, Enter, Space and the keys for down start a game of one too, those for turning clockwise one of two.

use super::keys::action;
use super::screens::TWO_PLAYERS;
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Scene {
    Title,
    Play,
    Pause,
    GameOver,
}

/// Follows the player through the scenes.
#[derive(LogicBlock)]
pub struct SceneControl {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// Action of that key, see [`keys::action`](super::keys::action).
    pub action: Signal<In, Bits<5>>,
    /// Level: the engine's game has ended.
    pub game_over: Signal<In, Bit>,
    /// Number of the screen, as [`screens`](super::screens) counts them.
    pub scene: Signal<Out, Bits<3>>,
    /// Level: two play, from the start of their game until the title.
    pub two_players: Signal<Out, Bit>,
    /// Level: the title.
    pub in_title: Signal<Out, Bit>,
    /// Level: the game runs.
    pub in_play: Signal<Out, Bit>,
    /// Level: the game is paused.
    pub in_pause: Signal<Out, Bit>,
    /// Level: the player wants silence.
    pub mute: Signal<Out, Bit>,
    /// Strobe: begin a new game.
    pub new_game: Signal<Out, Bit>,
    /// Strobe: the scene after the game begins.
    pub ends: Signal<Out, Bit>,
    current: DFF<Scene>,
    is_muted: DFF<Bit>,
    has_two: DFF<Bit>,
    starts: DFF<Bit>,
    wants_start: Signal<Local, Bit>,
    wants_one: Signal<Local, Bit>,
    wants_two: Signal<Local, Bit>,
    number: Signal<Local, Bits<3>>,
    one: Constant<Bits<5>>,
    two: Constant<Bits<5>>,
    soft_drop: Constant<Bits<5>>,
    turn: Constant<Bits<5>>,
    pause: Constant<Bits<5>>,
    to_title: Constant<Bits<5>>,
    toggle_mute: Constant<Bits<5>>,
    numbers_of_two: Constant<Bits<3>>,
}

impl Default for SceneControl {
    fn default() -> Self {
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, pressed, action, game_over, scene, two_players, in_title, in_play,
                in_pause, mute, new_game, ends, current, is_muted, has_two, starts, wants_start,
                wants_one, wants_two, number,
            }
            one: Constant::new(action::ONE.to_bits()),
            two: Constant::new(action::TWO.to_bits()),
            soft_drop: Constant::new(action::SOFT_DROP.to_bits()),
            turn: Constant::new(action::TURN_CLOCKWISE.to_bits()),
            pause: Constant::new(action::PAUSE.to_bits()),
            to_title: Constant::new(action::TITLE.to_bits()),
            toggle_mute: Constant::new(action::MUTE.to_bits()),
            numbers_of_two: Constant::new(TWO_PLAYERS.to_bits()),
        }
    }
}

impl Logic for SceneControl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, current, is_muted, has_two, starts);
        self.in_title.next = self.current.q.val() == Scene::Title;
        self.in_play.next = self.current.q.val() == Scene::Play;
        self.in_pause.next = self.current.q.val() == Scene::Pause;
        self.mute.next = self.is_muted.q.val();
        self.two_players.next = self.has_two.q.val();
        self.new_game.next = self.starts.q.val();
        self.starts.d.next = false;
        self.ends.next = false;
        // The actions that start a game are those with bit 3.
        self.wants_start.next = self.action.val().get_bit(3);
        self.wants_one.next = self.wants_start.val()
            | (self.action.val() == self.one.val())
            | (self.action.val() == self.soft_drop.val());
        self.wants_two.next =
            (self.action.val() == self.two.val()) | (self.action.val() == self.turn.val());
        self.number.next = 0.into();
        match self.current.q.val() {
            Scene::Title => {
                self.has_two.d.next = false;
                if self.pressed.val() & (self.wants_one.val() | self.wants_two.val()) {
                    self.has_two.d.next = self.wants_two.val();
                    self.starts.d.next = true;
                    self.current.d.next = Scene::Play;
                }
            }
            Scene::Play => {
                self.number.next = 1.into();
                // In the first cycle of a game the engine still shows how the last one ended.
                if self.game_over.val() & !self.starts.q.val() {
                    self.ends.next = true;
                    self.current.d.next = Scene::GameOver;
                }
                if self.pressed.val() & (self.action.val() == self.pause.val()) {
                    self.current.d.next = Scene::Pause;
                }
            }
            Scene::Pause => {
                self.number.next = 2.into();
                if self.pressed.val() & (self.action.val() == self.pause.val()) {
                    self.current.d.next = Scene::Play;
                }
            }
            _ => {
                self.number.next = 3.into();
                if self.pressed.val() & self.wants_start.val() {
                    self.starts.d.next = true;
                    self.current.d.next = Scene::Play;
                }
            }
        }
        self.scene.next = self.number.val();
        if self.has_two.q.val() & self.number.val().any() {
            self.scene.next = self.number.val() + self.numbers_of_two.val();
        }
        if self.pressed.val() & (self.action.val() == self.to_title.val()) {
            self.current.d.next = Scene::Title;
        }
        if self.pressed.val() & (self.action.val() == self.toggle_mute.val()) {
            self.is_muted.d.next = !self.is_muted.q.val();
        }
        if self.reset.val() {
            self.current.d.next = Scene::Title;
            self.is_muted.d.next = false;
            self.has_two.d.next = false;
            self.starts.d.next = false;
        }
    }
}
