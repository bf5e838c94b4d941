//! A match of two players, with garbage or without.

use crate::course::Course;
use crate::scene::Effect;
use crate::{
    Action, Batch, Cell, Counts, End, Event, HoleError, Player, Scene, Settings, Shape, COLUMNS,
};

/// Ticks from one level to the next in a match with garbage.
pub const TICKS_PER_LEVEL: u32 = 1800;

/// A player of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Player 1, who ticks first.
    One,
    /// Player 2.
    Two,
}

impl Side {
    /// Both, in the order in which they tick.
    pub const BOTH: [Side; 2] = [Side::One, Side::Two];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }
}

/// Outcome of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The other player topped out, or this one reached the goal.
    Won(Side),
    /// Both topped out, or both reached the goal, within one tick.
    Draw,
}

/// State of a match.
#[derive(Debug, Clone)]
pub struct Match {
    scene: Scene,
    /// True if clears send rows to the opponent.
    garbage: bool,
    players: [Player; 2],
    /// Ticks of play.
    ticks: u32,
    outcome: Option<Outcome>,
}

impl Match {
    /// A match with garbage, on its title.
    pub fn versus(settings: Settings) -> Match {
        Match::new(settings, true)
    }

    /// A match without garbage, on its title. The first player at the goal wins.
    pub fn race(settings: Settings) -> Match {
        Match::new(settings, false)
    }

    fn new(settings: Settings, garbage: bool) -> Match {
        let player = Player::new(Course::of_two(garbage, &settings), settings);
        Match {
            scene: Scene::Title,
            garbage,
            players: [player.clone(), player],
            ticks: 0,
            outcome: None,
        }
    }

    /// Appends a shape to the supplies of both players.
    pub fn supply(&mut self, shape: Shape) {
        for player in &mut self.players {
            player.supply(shape);
        }
    }

    /// Supplies the column that the hardware drew for the hole of the next batch to `receiver`. A
    /// start discards unused columns, but not shapes, because holes are drawn in play only.
    ///
    /// # Errors
    /// [`HoleError`] if the board has no such column, or the previous batch for the same player had
    /// it.
    pub fn supply_hole(&mut self, receiver: Side, column: usize) -> Result<(), HoleError> {
        self.players[receiver as usize].supply_hole(column)
    }

    /// Presses a key of this action of one player. Start, pause and title apply to both players.
    ///
    /// # Panics
    /// If a piece spawns for which no shape was supplied, or a batch is sent for which no hole was
    /// supplied. [`Match::tick`] does too.
    pub fn press(&mut self, side: Side, action: Action) {
        let player = &mut self.players[side as usize];
        match self.scene.press(action) {
            Effect::Start => self.start(),
            Effect::Leave => self.leave(),
            Effect::Resume => self.players.iter_mut().for_each(Player::resume),
            Effect::Act => {
                let rows = player.press(action);
                self.send(side, rows);
            }
            Effect::Follow => player.follow(action),
        }
    }

    /// Releases the last held key of this action of one player. Only directions and soft drop use
    /// it.
    pub fn release(&mut self, side: Side, action: Action) {
        self.players[side as usize].release(action);
    }

    /// Handles a tick of 1/60 s, for player 1 first. Then the match is over if a player is out or
    /// at the goal.
    ///
    /// # Panics
    /// As [`Match::press`].
    pub fn tick(&mut self) {
        if self.scene != Scene::Play {
            return;
        }
        self.ticks += 1;
        if self.garbage && self.ticks.is_multiple_of(TICKS_PER_LEVEL) {
            self.players.iter_mut().for_each(Player::raise_level);
        }
        for side in Side::BOTH {
            let rows = self.players[side as usize].tick();
            self.send(side, rows);
        }
        self.outcome = match Side::BOTH.map(|side| self.player(side).end()) {
            [None, None] => return,
            [one, two] if one == two => Some(Outcome::Draw),
            [Some(End::Finished), _] | [_, Some(End::ToppedOut)] => Some(Outcome::Won(Side::One)),
            [_, Some(End::Finished)] | [Some(End::ToppedOut), _] => Some(Outcome::Won(Side::Two)),
        };
        self.scene = Scene::GameOver;
    }

    /// Takes the settings that a pause can change.
    pub(crate) fn change_settings(&mut self, settings: Settings) {
        for player in &mut self.players {
            player.change_settings(settings);
        }
    }

    fn start(&mut self) {
        self.outcome = None;
        self.ticks = 0;
        for player in &mut self.players {
            player.start();
        }
    }

    fn leave(&mut self) {
        self.outcome = None;
        for player in &mut self.players {
            player.reset();
        }
    }

    fn send(&mut self, from: Side, rows: u32) {
        if self.garbage && rows > 0 {
            self.players[from as usize].note(Event::Sent(rows));
            self.players[from.other() as usize].receive(rows);
        }
    }

    /// The current scene.
    pub fn scene(&self) -> Scene {
        self.scene
    }

    /// One of the players.
    pub fn player(&self, side: Side) -> &Player {
        &self.players[side as usize]
    }

    /// Replaces the next shapes of both players, as far as there are any.
    pub fn stage_shapes(&mut self, shapes: &[Shape]) {
        for player in &mut self.players {
            player.stage_shapes(shapes);
        }
    }

    /// Replaces a row of a player's board.
    pub fn stage_row(&mut self, side: Side, y: usize, cells: [Option<Cell>; COLUMNS]) {
        self.players[side as usize].stage_row(y, cells);
    }

    /// Sets score, lines, level and combo of a player.
    ///
    /// # Panics
    /// If the lines have raised the level further.
    pub fn stage_counts(&mut self, side: Side, counts: Counts) {
        self.players[side as usize].stage_counts(counts);
    }

    /// Replaces the garbage that waits for a player.
    pub fn stage_garbage(&mut self, side: Side, batches: &[Batch]) {
        self.players[side as usize].stage_garbage(batches);
    }

    /// Sets the ticks of play, of which some raise the level.
    pub fn stage_ticks(&mut self, ticks: u32) {
        self.ticks = ticks;
    }

    /// Events of one player since the last call.
    pub fn take_events(&mut self, side: Side) -> Vec<Event> {
        self.players[side as usize].take_events()
    }

    /// Outcome, if the match has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
}

#[cfg(test)]
mod tests;
