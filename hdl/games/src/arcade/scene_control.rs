//! Which scene is on the screen, and which keys lead out of it.
//!
//! ```text
//!            start                 pause
//!   Title ----------> Play <---------------> Pause
//!     ^               |  ^                     |
//!     |<-- title -----+  +-- start             |
//!     |               |      |                 |
//!     |               +--> GameOver            |
//!     +<-- title ------------+-----------------+
//! ```

use super::keys::action;
use rust_hdl::prelude::*;

/// Scene codes, as the picture knows them.
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
    pub action: Signal<In, Bits<4>>,
    /// Level: the engine's game has ended.
    pub game_over: Signal<In, Bit>,
    /// 0 title, 1 play, 2 pause, 3 game over.
    pub scene: Signal<Out, Bits<2>>,
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
    current: DFF<Scene>,
    is_muted: DFF<Bit>,
    starts: DFF<Bit>,
    wants_start: Signal<Local, Bit>,
    wants_title_start: Signal<Local, Bit>,
    start: Constant<Bits<4>>,
    space: Constant<Bits<4>>,
    one: Constant<Bits<4>>,
    soft_drop: Constant<Bits<4>>,
    pause: Constant<Bits<4>>,
    to_title: Constant<Bits<4>>,
    toggle_mute: Constant<Bits<4>>,
}

impl Default for SceneControl {
    fn default() -> Self {
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, pressed, action, game_over, scene, in_title, in_play, in_pause, mute,
                new_game, current, is_muted, starts, wants_start, wants_title_start,
            }
            start: Constant::new(action::START.to_bits()),
            space: Constant::new(action::SPACE.to_bits()),
            one: Constant::new(action::ONE.to_bits()),
            soft_drop: Constant::new(action::SOFT_DROP.to_bits()),
            pause: Constant::new(action::PAUSE.to_bits()),
            to_title: Constant::new(action::TITLE.to_bits()),
            toggle_mute: Constant::new(action::MUTE.to_bits()),
        }
    }
}

impl Logic for SceneControl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, current, is_muted, starts);
        self.in_title.next = self.current.q.val() == Scene::Title;
        self.in_play.next = self.current.q.val() == Scene::Play;
        self.in_pause.next = self.current.q.val() == Scene::Pause;
        self.mute.next = self.is_muted.q.val();
        self.new_game.next = self.starts.q.val();
        self.starts.d.next = false;
        // Enter or Space; on the title also 1, and the keys for down.
        self.wants_start.next =
            (self.action.val() == self.start.val()) | (self.action.val() == self.space.val());
        self.wants_title_start.next = self.wants_start.val()
            | (self.action.val() == self.one.val())
            | (self.action.val() == self.soft_drop.val());
        self.scene.next = 0.into();
        match self.current.q.val() {
            Scene::Title => {
                if self.pressed.val() & self.wants_title_start.val() {
                    self.starts.d.next = true;
                    self.current.d.next = Scene::Play;
                }
            }
            Scene::Play => {
                self.scene.next = 1.into();
                // In the first cycle of a game the engine still shows how the last one ended.
                if self.game_over.val() & !self.starts.q.val() {
                    self.current.d.next = Scene::GameOver;
                }
                if self.pressed.val() & (self.action.val() == self.pause.val()) {
                    self.current.d.next = Scene::Pause;
                }
            }
            Scene::Pause => {
                self.scene.next = 2.into();
                if self.pressed.val() & (self.action.val() == self.pause.val()) {
                    self.current.d.next = Scene::Play;
                }
            }
            _ => {
                self.scene.next = 3.into();
                if self.pressed.val() & self.wants_start.val() {
                    self.starts.d.next = true;
                    self.current.d.next = Scene::Play;
                }
            }
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
            self.starts.d.next = false;
        }
    }
}
