//! A game of one player: modes and scenes.

use crate::scene::Effect;
use crate::{Action, Cell, Event, Player, Scene, Settings, Shape, COLUMNS};

/// What a game of one player is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// As long as it goes.
    Marathon,
    /// Forty lines, at the start level.
    Sprint,
    /// As many points as the time allows; the clock is not the model's.
    Ultra,
}

/// The whole state of the game of one player.
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
            player: Player::new(mode, settings),
        }
    }

    /// Appends a shape to those that will spawn.
    pub fn supply(&mut self, shape: Shape) {
        self.player.supply(shape);
    }

    /// Forgets the shapes that were supplied.
    pub(crate) fn forget_supply(&mut self) {
        self.player.forget_supply();
    }

    /// A key of this action goes down.
    ///
    /// # Panics
    /// When a piece spawns for which no shape was supplied; [`Game::tick`] does too.
    pub fn press(&mut self, action: Action) {
        match self.scene.press(action) {
            Effect::Start => self.player.start(),
            Effect::Leave => self.player.reset(),
            Effect::Act => {
                self.player.press(action);
                self.notice_end();
            }
            Effect::Follow => self.player.follow(action),
        }
    }

    /// The last held key of this action goes up. Only directions and soft drop care.
    pub fn release(&mut self, action: Action) {
        self.player.release(action);
    }

    /// One sixtieth of a second passes.
    ///
    /// # Panics
    /// When a piece spawns for which no shape was supplied.
    pub fn tick(&mut self) {
        if self.scene == Scene::Play {
            self.player.tick();
            self.notice_end();
        }
    }

    /// The clock of an ultra has run out, which finishes the game. Outside of play no clock runs.
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

    /// What the player sees.
    pub fn scene(&self) -> Scene {
        self.scene
    }

    /// The coming shapes are these, as far as there are any.
    pub(crate) fn stage_shapes(&mut self, shapes: &[Shape]) {
        self.player.stage_shapes(shapes);
    }

    /// A row of the board is this.
    pub(crate) fn stage_row(&mut self, y: usize, cells: [Option<Cell>; COLUMNS]) {
        self.player.stage_row(y, cells);
    }

    /// What has happened since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.player.take_events()
    }

    /// Everything else.
    pub fn player(&self) -> &Player {
        &self.player
    }
}

#[cfg(test)]
mod tests;
