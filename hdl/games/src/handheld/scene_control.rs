//! Which screen is shown, and when the game runs.
//!
//! ```text
//! Splash --two seconds--> Title --M1--> Play <--M1--> Pause
//!                                       |  ^
//!                            game over  v  | M1
//!                                       Over
//! ```

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Scene {
    Splash,
    Title,
    Play,
    Pause,
    Over,
}

/// Numbers of screens, see [`screens`](super::screens).
pub mod screen {
    /// The name of the game.
    pub const SPLASH: u8 = 0;
    /// Field and panel.
    pub const PLAY: u8 = 1;
    /// The field is hidden.
    pub const PAUSE: u8 = 2;
    /// The message.
    pub const OVER: u8 = 3;
}

/// Ticks of the splash: two seconds.
const SPLASH_TICKS: u8 = 120;

/// Walks through the scenes.
#[derive(LogicBlock, Module)]
pub struct SceneControl {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: to the splash.
    pub reset: Signal<In, Bit>,
    /// Strobe: a sixtieth of a second.
    pub tick: Signal<In, Bit>,
    /// Strobe: M1 went down.
    pub pressed: Signal<In, Bit>,
    /// Level: the engine's game has ended.
    pub game_over: Signal<In, Bit>,
    /// One of [`screen`].
    pub screen: Signal<Out, Bits<2>>,
    /// Level: the splash lasts; nothing is asked for yet.
    pub in_splash: Signal<Out, Bit>,
    /// Level: the game runs.
    pub in_play: Signal<Out, Bit>,
    /// Level: the level of the next game can be chosen.
    #[default(false)]
    pub can_choose: Signal<Out, Bit>,
    /// Strobe: begin a game.
    #[default(false)]
    pub new_game: Signal<Out, Bit>,
    #[reset(Scene::Splash)]
    scene: DFF<Scene>,
    ticks: DFF<Bits<7>>,
    #[value(screen::SPLASH)]
    splash_screen: Constant<Bits<2>>,
    #[value(screen::PLAY)]
    play_screen: Constant<Bits<2>>,
    #[value(screen::PAUSE)]
    pause_screen: Constant<Bits<2>>,
    #[value(screen::OVER)]
    over_screen: Constant<Bits<2>>,
    #[value(SPLASH_TICKS - 1)]
    last_tick: Constant<Bits<7>>,
}

#[clocked]
impl Logic for SceneControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.screen.next = self.splash_screen.val();
        self.in_splash.next = self.scene.q.val() == Scene::Splash;
        self.in_play.next = self.scene.q.val() == Scene::Play;
        match self.scene.q.val() {
            Scene::Splash => {
                if self.tick.val() {
                    self.ticks.d.next = self.ticks.q.val() + 1;
                    if self.ticks.q.val() == self.last_tick.val() {
                        self.scene.d.next = Scene::Title;
                    }
                }
            }
            Scene::Title => {
                self.can_choose.next = true;
                self.new_game.next = self.pressed.val();
            }
            Scene::Play => {
                self.screen.next = self.play_screen.val();
                if self.game_over.val() {
                    self.scene.d.next = Scene::Over;
                } else if self.pressed.val() {
                    self.scene.d.next = Scene::Pause;
                }
            }
            Scene::Pause => {
                self.screen.next = self.pause_screen.val();
                if self.pressed.val() {
                    self.scene.d.next = Scene::Play;
                }
            }
            Scene::Over => {
                self.screen.next = self.over_screen.val();
                self.can_choose.next = true;
                self.new_game.next = self.pressed.val();
            }
            _ => {
                self.scene.d.next = Scene::Splash;
            }
        }
        if self.new_game.val() {
            self.scene.d.next = Scene::Play;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn press(uut: &mut Bench<SceneControl>) -> bool {
        poke!(uut.pressed = true);
        let new_game = peek!(uut.new_game);
        tick!(uut);
        poke!(uut.pressed = false);
        if new_game {
            poke!(uut.game_over = false);
        }
        tick!(uut);
        new_game
    }

    #[test]
    fn from_the_splash_to_a_second_game() {
        let mut uut = Bench::new(SceneControl::default());
        poke!(uut.game_over = true);
        assert!(!press(&mut uut));
        poke!(uut.tick = true);
        for _ in 0..SPLASH_TICKS {
            assert!(peek!(uut.in_splash));
            tick!(uut);
        }
        poke!(uut.tick = false);
        for _ in 0..2 {
            tick!(uut);
            assert!(!peek!(uut.in_splash));
            assert!(press(&mut uut));
            assert!(peek!(uut.in_play));
            assert!(!press(&mut uut));
            assert_eq!(peek!(uut.screen), u64::from(screen::PAUSE));
            assert!(!peek!(uut.in_play) && !press(&mut uut));
            assert!(peek!(uut.in_play));
            poke!(uut.game_over = true);
            tick!(uut);
            tick!(uut);
            assert_eq!(peek!(uut.screen), u64::from(screen::OVER));
        }
    }
}
