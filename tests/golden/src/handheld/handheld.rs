//! State and beats of the handheld.

use super::buttons::{Button, Buttons, Meaning, Stroke};
use crate::alarm::{is_in_danger, Alarm};
use crate::{Action, Event, Game, Mode, Player, Scene, Settings, Shape};

/// Beats in a tick.
pub const BEATS: usize = 16;
/// Rows of the field.
pub const VISIBLE_ROWS: usize = 16;
/// Ticks of the splash screen: two seconds.
const SPLASH_TICKS: u32 = 120;

/// Levels at which a game can start.
const LEVELS: std::ops::RangeInclusive<u32> = 1..=15;

/// Parts of the game that are not in every build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extras {
    /// The level of the next game can be chosen.
    pub start_level: bool,
    /// The best score is kept.
    pub best_score: bool,
    /// Cells near the top give an alarm.
    pub alarm: bool,
}

impl Extras {
    /// All of them.
    pub const ALL: Extras = Extras {
        start_level: true,
        best_score: true,
        alarm: true,
    };
}

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
    extras: Extras,
    /// Level of the next game.
    level: u32,
    /// Best score of the games before the present one.
    best: u32,
    buttons: Buttons,
    game: Game,
    is_paused: bool,
    splash: u32,
    beat: usize,
    alarm: Alarm,
}

impl Default for Handheld {
    fn default() -> Handheld {
        Handheld::new(Extras::ALL)
    }
}

impl Handheld {
    /// A handheld with these parts, at power-up.
    pub fn new(extras: Extras) -> Handheld {
        let settings = Settings {
            visible_rows: VISIBLE_ROWS,
            ..Settings::default()
        };
        Handheld {
            extras,
            level: *LEVELS.start(),
            best: 0,
            buttons: Buttons::default(),
            game: Game::new(Mode::Marathon, settings),
            is_paused: false,
            splash: SPLASH_TICKS,
            beat: 0,
            alarm: Alarm::default(),
        }
    }

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
            if page == Page::Play {
                // Sounds are not compared.
                let _ = self.alarm.tick(self.endangers());
            }
            self.game.tick();
        }
        match stroke {
            Some(Stroke::Press(action)) => {
                self.choose(page, action);
                self.game.press(action);
            }
            Some(Stroke::Release(action)) => self.game.release(action),
            Some(Stroke::Start) => self.start(page),
            None => {}
        }
        self.beat = (self.beat + 1) % BEATS;
    }

    /// Left and right choose the level of the next game.
    fn choose(&mut self, page: Page, action: Action) {
        if !self.extras.start_level || !matches!(page, Page::Title | Page::GameOver) {
            return;
        }
        let level = match action {
            Action::Left => self.level - 1,
            Action::Right => self.level + 1,
            _ => return,
        };
        if LEVELS.contains(&level) {
            self.level = level;
        }
    }

    /// Handles M1 on this page.
    fn start(&mut self, page: Page) {
        match page {
            Page::Splash => {}
            Page::Title | Page::GameOver => {
                self.best = self.best();
                self.game.set_start_level(self.level);
                self.game.press(Action::Start);
            }
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

    /// Parts of this build.
    pub fn extras(&self) -> Extras {
        self.extras
    }

    /// Level of the next game.
    pub fn start_level(&self) -> u32 {
        self.level
    }

    /// Best score so far, with that of the present game.
    pub fn best(&self) -> u32 {
        self.best.max(self.player().tally().score())
    }

    /// True if a settled cell gives an alarm.
    fn endangers(&self) -> bool {
        self.extras.alarm && is_in_danger(self.player().board(), VISIBLE_ROWS)
    }

    /// True if the edge of the field is lit.
    pub fn is_lit(&self) -> bool {
        self.alarm.is_lit() && self.page() == Page::Play && self.endangers()
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
