//! State and beats of the handheld.

use super::buttons::{Button, Buttons, Meaning, Stroke};
use crate::{Action, Event, Game, Mode, Player, Scene, Settings, Shape};

/// Beats in a tick.
pub const BEATS: usize = 16;
/// Rows of the field.
pub const VISIBLE_ROWS: usize = 16;
/// Ticks of the splash screen: two seconds.
const SPLASH_TICKS: u32 = 120;

/// Scene of the handheld.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// Splash screen: the name without a prompt.
    Splash,
    /// Title: the name and a prompt.
    Title,
    /// Play.
    Play,
    /// Paused: the game is frozen and the field is hidden.
    Paused,
    /// The game has ended.
    GameOver,
}

/// The whole state.
#[derive(Debug, Clone)]
pub struct Handheld {
    buttons: Buttons,
    game: Game,
    is_paused: bool,
    splash: u32,
    beat: usize,
}

impl Default for Handheld {
    fn default() -> Handheld {
        let settings = Settings {
            visible_rows: VISIBLE_ROWS,
            ..Settings::default()
        };
        Handheld {
            buttons: Buttons::default(),
            game: Game::new(Mode::Marathon, settings),
            is_paused: false,
            splash: SPLASH_TICKS,
            beat: 0,
        }
    }
}

impl Handheld {
    /// The button that the next beat samples.
    pub fn looks_at(&self) -> Button {
        self.buttons.pin(self.meaning())
    }

    fn meaning(&self) -> Meaning {
        Meaning::ALL[self.beat % Meaning::ALL.len()]
    }

    fn is_tick(&self) -> bool {
        self.beat == BEATS - 1
    }

    /// Event of the next beat, if its button has this level.
    fn stroke(&self, level: bool) -> Option<Stroke> {
        self.buttons.clone().look(self.meaning(), level)
    }

    /// True if the next beat changes the game, if its button has this level.
    pub fn acts(&self, level: bool) -> bool {
        self.is_tick() || self.stroke(level).is_some()
    }

    /// True if the next beat begins a game, if its button has this level.
    pub fn begins(&self, level: bool) -> bool {
        self.stroke(level) == Some(Stroke::Start)
            && matches!(self.page(), Page::Title | Page::GameOver)
    }

    /// Discards the supplied shapes before a new game, which deals its own.
    pub fn forget_supply(&mut self) {
        self.game.forget_supply();
    }

    /// Supplies the next dealt shape.
    pub fn supply(&mut self, shape: Shape) {
        self.game.supply(shape);
    }

    /// Runs a beat that samples this level.
    ///
    /// # Panics
    /// If a piece spawns for which no shape was supplied.
    pub fn beat(&mut self, level: bool) {
        let page = self.page();
        let stroke = self.buttons.look(self.meaning(), level);
        if self.is_tick() {
            self.splash = self.splash.saturating_sub(1);
            self.game.tick();
        }
        match stroke {
            Some(Stroke::Press(action)) => self.game.press(action),
            Some(Stroke::Release(action)) => self.game.release(action),
            Some(Stroke::Start) => self.start(page),
            None => {}
        }
        self.beat = (self.beat + 1) % BEATS;
    }

    /// Handles M1 on this page.
    fn start(&mut self, page: Page) {
        match page {
            Page::Splash => {}
            Page::Title | Page::GameOver => self.game.press(Action::Start),
            Page::Play | Page::Paused => {
                self.is_paused = page == Page::Play;
                self.game.press(Action::Pause);
            }
        }
    }

    /// The current scene.
    pub fn page(&self) -> Page {
        match self.game.scene() {
            // Also if the game ended on the tick on which it was paused.
            _ if self.is_paused => Page::Paused,
            Scene::Title if self.splash > 0 => Page::Splash,
            Scene::Title => Page::Title,
            Scene::Play | Scene::Paused => Page::Play,
            Scene::GameOver => Page::GameOver,
        }
    }

    /// True if there has been a game.
    pub fn has_game(&self) -> bool {
        self.game.scene() != Scene::Title
    }

    /// True if the last game has ended, even if the pause screen hides it.
    pub fn has_ended(&self) -> bool {
        self.game.scene() == Scene::GameOver
    }

    /// True if the sound is muted.
    pub fn is_mute(&self) -> bool {
        self.buttons.is_mute()
    }

    /// The player.
    pub fn player(&self) -> &Player {
        self.game.player()
    }

    /// Events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.game.take_events()
    }
}
