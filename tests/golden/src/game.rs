//! A game of one player: modes and scenes.

use crate::course::Course;
use crate::scene::Effect;
use crate::{Action, Cell, Counts, Event, Mode, Player, Scene, Settings, Shape, COLUMNS};

/// State of a game of one player.
#[derive(Debug, Clone)]
pub struct Game {
    scene: Scene,
    player: Player,
}

impl Game {
    /// A game on its title.
    pub fn new(mode: Mode, settings: Settings) -> Game {
        Game {
            scene: Scene::Title,
            player: Player::new(Course::of_one(mode, &settings), settings),
        }
    }

    /// Appends a shape to the supply.
    pub fn supply(&mut self, shape: Shape) {
        self.player.supply(shape);
    }

    /// Discards the supplied shapes.
    pub(crate) fn forget_supply(&mut self) {
        self.player.forget_supply();
    }

    /// Presses a key of this action.
    ///
    /// # Panics
    /// If a piece spawns for which no shape was supplied. [`Game::tick`] does too.
    pub fn press(&mut self, action: Action) {
        match self.scene.press(action) {
            Effect::Start => self.player.start(),
            Effect::Leave => self.player.reset(),
            Effect::Resume => self.player.resume(),
            Effect::Act => {
                self.player.press(action);
                self.notice_end();
            }
            Effect::Follow => self.player.follow(action),
        }
    }

    /// Releases the last held key of this action. Only directions and soft drop use it.
    pub fn release(&mut self, action: Action) {
        self.player.release(action);
    }

    /// Handles a tick of 1/60 s.
    ///
    /// # Panics
    /// If a piece spawns for which no shape was supplied.
    pub fn tick(&mut self) {
        if self.scene == Scene::Play {
            self.player.tick();
            self.notice_end();
        }
    }

    /// Ends an ultra whose time is up. Does nothing outside play, where no clock runs.
    pub fn time_up(&mut self) {
        if self.scene == Scene::Play {
            self.player.stop();
            self.notice_end();
        }
    }

    fn notice_end(&mut self) {
        if self.player.end().is_some() {
            self.scene = Scene::GameOver;
        }
    }

    /// The current scene.
    pub fn scene(&self) -> Scene {
        self.scene
    }

    /// Takes the settings that a pause can change.
    pub(crate) fn change_settings(&mut self, settings: Settings) {
        self.player.change_settings(settings);
    }

    /// Sets the level at which the next game starts.
    pub(crate) fn set_start_level(&mut self, level: u32) {
        self.player.set_start_level(level);
    }

    /// Replaces the next shapes, as far as there are any.
    pub fn stage_shapes(&mut self, shapes: &[Shape]) {
        self.player.stage_shapes(shapes);
    }

    /// Replaces a row of the board.
    pub fn stage_row(&mut self, y: usize, cells: [Option<Cell>; COLUMNS]) {
        self.player.stage_row(y, cells);
    }

    /// Sets score, lines, level and combo.
    ///
    /// # Panics
    /// If the lines have raised the level further.
    pub fn stage_counts(&mut self, counts: Counts) {
        self.player.stage_counts(counts);
    }

    /// Events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.player.take_events()
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }
}

#[cfg(test)]
mod tests;
