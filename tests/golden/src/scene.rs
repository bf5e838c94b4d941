//! Scenes, and what a press means in each.

use crate::Turn;

/// What is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scene {
    /// Waiting for the start.
    Title,
    /// Pieces fall.
    Play,
    /// Frozen, the board hidden.
    Paused,
    /// The game has ended.
    GameOver,
}

/// What keys mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// One column to the left; repeats while held.
    Left,
    /// One column to the right; repeats while held.
    Right,
    /// One row down; many times as fast while held.
    SoftDrop,
    /// A quarter turn.
    Turn(Turn),
    /// Fall to the ground and lock.
    HardDrop,
    /// Swap with the held piece.
    Hold,
    /// Freeze and resume.
    Pause,
    /// Begin, from the title or after game over.
    Start,
    /// Back to the title.
    Title,
}

/// What a press does to whoever plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// A game begins.
    Start,
    /// The game is left.
    Leave,
    /// It acts in the game.
    Act,
    /// Only held keys are followed.
    Follow,
}

impl Scene {
    /// Goes where the press of a key leads.
    pub(crate) fn press(&mut self, action: Action) -> Effect {
        let (scene, effect) = match (*self, action) {
            (_, Action::Title) => (Scene::Title, Effect::Leave),
            (Scene::Title | Scene::GameOver, Action::Start) => (Scene::Play, Effect::Start),
            (Scene::Play, Action::Pause) => (Scene::Paused, Effect::Follow),
            (Scene::Paused, Action::Pause) => (Scene::Play, Effect::Follow),
            (Scene::Play, Action::Start) => (Scene::Play, Effect::Follow),
            (Scene::Play, _) => (Scene::Play, Effect::Act),
            (scene, _) => (scene, Effect::Follow),
        };
        *self = scene;
        effect
    }
}
