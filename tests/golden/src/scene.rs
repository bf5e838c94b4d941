//! Scenes, and the effect of a press in each.

use crate::Turn;

/// Scene of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scene {
    /// Waiting for the start.
    Title,
    /// Play.
    Play,
    /// Paused: the game is frozen and the board is hidden.
    Paused,
    /// Game over.
    GameOver,
}

/// Action of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Move one column left. Repeats while held.
    Left,
    /// Move one column right. Repeats while held.
    Right,
    /// Move one row down. Multiplies gravity while held.
    SoftDrop,
    /// Turn by a quarter.
    Turn(Turn),
    /// Fall to the ground and lock.
    HardDrop,
    /// Swap with the held piece.
    Hold,
    /// Pause or resume.
    Pause,
    /// Begin a game, from the title or after game over.
    Start,
    /// Return to the title.
    Title,
}

/// Effect of a press on a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// A game begins.
    Start,
    /// The game is left.
    Leave,
    /// The game goes on after a pause.
    Resume,
    /// The action is executed.
    Act,
    /// Only the state of the held keys is tracked.
    Follow,
}

impl Scene {
    /// Changes the scene for a press and returns its effect.
    pub(crate) fn press(&mut self, action: Action) -> Effect {
        let (scene, effect) = match (*self, action) {
            (_, Action::Title) => (Scene::Title, Effect::Leave),
            (Scene::Title | Scene::GameOver, Action::Start) => (Scene::Play, Effect::Start),
            (Scene::Play, Action::Pause) => (Scene::Paused, Effect::Follow),
            (Scene::Paused, Action::Pause) => (Scene::Play, Effect::Resume),
            (Scene::Play, Action::Start) => (Scene::Play, Effect::Follow),
            (Scene::Play, _) => (Scene::Play, Effect::Act),
            (scene, _) => (scene, Effect::Follow),
        };
        *self = scene;
        effect
    }
}
