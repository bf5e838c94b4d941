//! The handheld as a person meets it: the levels of its buttons go in, look by look, and scenes, games and what stands on the panel come out.
//!
//! A tick has sixteen beats. Each looks at one button, so all eight have been looked at after half a tick; the last beat is the tick itself. M1 is looked at
//! together with it, and finds the scene as it was before: a game that is paused on a tick has had that tick.

mod buttons;
mod picture;
mod tiles;

pub use buttons::Button;
pub use picture::{draw, HEIGHT, WIDTH};
pub use tiles::{tiles, Tile, Tiles, COLUMNS, ROWS};

use crate::{Action, Event, Game, Mode, Player, Scene, Settings, Shape};
use buttons::{Buttons, Meaning, Stroke};

/// Beats in a tick.
pub const BEATS: usize = 16;
/// Rows of the field.
pub const VISIBLE_ROWS: usize = 16;
/// Ticks of the splash: two seconds.
const SPLASH_TICKS: u32 = 120;

/// What is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The name, and no question yet.
    Splash,
    /// The name, and how to begin.
    Title,
    /// Pieces fall.
    Play,
    /// Frozen, the field hidden.
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
    /// The button that the coming beat looks at.
    pub fn looks_at(&self) -> Button {
        self.buttons.pin(self.meaning())
    }

    fn meaning(&self) -> Meaning {
        Meaning::ALL[self.beat % Meaning::ALL.len()]
    }

    fn is_tick(&self) -> bool {
        self.beat == BEATS - 1
    }

    /// What the coming beat does when it finds its button so.
    fn stroke(&self, level: bool) -> Option<Stroke> {
        self.buttons.clone().look(self.meaning(), level)
    }

    /// Whether the coming beat does anything but look, when it finds its button so.
    pub fn acts(&self, level: bool) -> bool {
        self.is_tick() || self.stroke(level).is_some()
    }

    /// Whether it begins a game.
    pub fn begins(&self, level: bool) -> bool {
        self.stroke(level) == Some(Stroke::Start)
            && matches!(self.page(), Page::Title | Page::GameOver)
    }

    /// A game is about to begin, which deals its own shapes.
    pub fn forget_supply(&mut self) {
        self.game.forget_supply();
    }

    /// The next shape that was dealt.
    pub fn supply(&mut self, shape: Shape) {
        self.game.supply(shape);
    }

    /// A beat passes, which finds its button so.
    ///
    /// # Panics
    /// When a piece comes in for which no shape was supplied.
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

    /// M1 on this page.
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

    /// What is seen.
    pub fn page(&self) -> Page {
        match self.game.scene() {
            // Also a game that has ended on the very tick on which it was paused.
            _ if self.is_paused => Page::Paused,
            Scene::Title if self.splash > 0 => Page::Splash,
            Scene::Title => Page::Title,
            Scene::Play | Scene::Paused => Page::Play,
            Scene::GameOver => Page::GameOver,
        }
    }

    /// Whether there has been a game.
    pub fn has_game(&self) -> bool {
        self.game.scene() != Scene::Title
    }

    /// Whether the last game has ended, also unseen.
    pub fn has_ended(&self) -> bool {
        self.game.scene() == Scene::GameOver
    }

    /// Whether nothing is to be heard.
    pub fn is_mute(&self) -> bool {
        self.buttons.is_mute()
    }

    /// Who plays.
    pub fn player(&self) -> &Player {
        self.game.player()
    }

    /// What has happened since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.game.take_events()
    }
}

#[cfg(test)]
mod tests;
