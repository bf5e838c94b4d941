//! The arcade as a person meets it: bytes of a keyboard and ticks go in, scenes and games come out.
//!
//! A press acts when its code is complete. What a key says depends on how many play, and may change while it is down: then it is down
//! under the new rule, without a press. Directions that are held when a game begins are held in it.

mod keyboard;

pub use keyboard::{Command, KeyCode};

use crate::{
    Action, Event, Game, HoleError, Match, Mode, Outcome, Player, Scene, Settings, Shape, Side,
};
use keyboard::{command, Keyboard, Stroke};

/// What the arcade takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A byte of the keyboard.
    Byte(u8),
    /// A byte that was damaged on its way.
    Lost,
    /// One sixtieth of a second.
    Tick,
}

#[derive(Debug, Clone)]
enum Table {
    One(Box<Game>),
    Two(Box<Match>),
}

impl Table {
    fn new(players: usize) -> Table {
        let settings = Settings::default();
        match players {
            1 => Table::One(Box::new(Game::new(Mode::Marathon, settings))),
            _ => Table::Two(Box::new(Match::versus(settings))),
        }
    }
}

/// The whole state.
#[derive(Debug, Clone, Default)]
pub struct Arcade {
    keyboard: Keyboard,
    /// Nothing of it on the title.
    table: Option<Table>,
    /// The direction that was pressed last, of each player: whether it was the left.
    left_is_newer: [bool; 2],
    /// Shapes that no game has been given yet.
    shapes: Vec<Shape>,
    is_muted: bool,
}

impl Arcade {
    /// A shape that the gates dealt.
    pub fn supply(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// The column that the gates drew for a hole.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn supply_hole(&mut self, receiver: Side, column: usize) -> Result<(), HoleError> {
        match &mut self.table {
            Some(Table::Two(game)) => game.supply_hole(receiver, column),
            _ => Ok(()),
        }
    }

    /// How many play the game that this input begins, if it does.
    pub fn begins(&self, input: Input) -> Option<usize> {
        let Input::Byte(byte) = input else {
            return None;
        };
        match self.keyboard.clone().byte(byte)? {
            Stroke::Down(key) => self.begins_by(command(key, self.is_two())?),
            _ => None,
        }
    }

    fn begins_by(&self, command: Command) -> Option<usize> {
        let players = 1 + usize::from(self.is_two());
        let is_start = matches!(command, Command::Space | Command::Act(_, Action::Start));
        match self.scene() {
            Scene::GameOver => is_start.then_some(players),
            Scene::Title => match command {
                Command::Two | Command::Act(_, Action::Turn(crate::Turn::Clockwise)) => Some(2),
                Command::One | Command::Act(_, Action::SoftDrop) => Some(1),
                _ => is_start.then_some(1),
            },
            _ => None,
        }
    }

    /// Something happens.
    ///
    /// # Panics
    /// When a piece comes in, or a batch of garbage is sent, for which nothing was supplied.
    pub fn take(&mut self, input: Input) {
        if let (Some(players), Input::Byte(byte)) = (self.begins(input), input) {
            self.keyboard.byte(byte);
            self.table = Some(Table::new(players));
            self.hand_out_shapes();
            self.begin();
            return;
        }
        self.hand_out_shapes();
        match input {
            Input::Tick => match &mut self.table {
                Some(Table::One(game)) => game.tick(),
                Some(Table::Two(game)) => game.tick(),
                None => {}
            },
            Input::Lost => {
                self.keyboard.lose();
                self.release_what_is_up();
            }
            Input::Byte(byte) => {
                if let Some(Stroke::Down(key)) = self.keyboard.byte(byte) {
                    if let Some(command) = command(key, self.is_two()) {
                        self.obey(command);
                    }
                }
                self.release_what_is_up();
            }
        }
    }

    fn hand_out_shapes(&mut self) {
        for shape in self.shapes.drain(..) {
            match &mut self.table {
                Some(Table::One(game)) => game.supply(shape),
                Some(Table::Two(game)) => game.supply(shape),
                None => {}
            }
        }
    }

    /// The game on the table begins, with the keys that are down.
    fn begin(&mut self) {
        for side in Side::BOTH {
            let mut held = [Action::Right, Action::Left, Action::SoftDrop];
            if !self.left_is_newer[side as usize] {
                held.swap(0, 1);
            }
            for action in held {
                if self.keyboard.is_held(self.is_two(), side, action) {
                    self.press(side, action);
                }
            }
        }
        self.press(Side::One, Action::Start);
    }

    fn press(&mut self, side: Side, action: Action) {
        match &mut self.table {
            Some(Table::One(game)) => game.press(action),
            Some(Table::Two(game)) => game.press(side, action),
            None => {}
        }
    }

    fn release_what_is_up(&mut self) {
        for side in Side::BOTH {
            for action in [Action::Left, Action::Right, Action::SoftDrop] {
                if self.keyboard.is_held(self.is_two(), side, action) {
                    continue;
                }
                match &mut self.table {
                    Some(Table::One(game)) if side == Side::One => game.release(action),
                    Some(Table::Two(game)) => game.release(side, action),
                    _ => {}
                }
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Act(_, Action::Title) => self.table = None,
            Command::Act(side, action) => {
                if let Action::Left | Action::Right = action {
                    self.left_is_newer[side as usize] = action == Action::Left;
                }
                self.press(side, action);
            }
            Command::Space if self.scene() == Scene::Play => {
                self.press(Side::One, Action::HardDrop)
            }
            Command::Mute => self.is_muted = !self.is_muted,
            _ => {}
        }
    }

    /// What is seen.
    pub fn scene(&self) -> Scene {
        match &self.table {
            None => Scene::Title,
            Some(Table::One(game)) => game.scene(),
            Some(Table::Two(game)) => game.scene(),
        }
    }

    /// Whether two play.
    pub fn is_two(&self) -> bool {
        matches!(self.table, Some(Table::Two(_)))
    }

    /// Who plays.
    pub fn sides(&self) -> &'static [Side] {
        match self.table {
            None => &[],
            Some(Table::One(_)) => &[Side::One],
            Some(Table::Two(_)) => &Side::BOTH,
        }
    }

    /// A player, if there is one.
    pub fn player(&self, side: Side) -> Option<&Player> {
        match &self.table {
            Some(Table::One(game)) if side == Side::One => Some(game.player()),
            Some(Table::Two(game)) => Some(game.player(side)),
            _ => None,
        }
    }

    /// What has happened in a player's game since the last call.
    pub fn take_events(&mut self, side: Side) -> Vec<Event> {
        match &mut self.table {
            Some(Table::One(game)) if side == Side::One => game.take_events(),
            Some(Table::Two(game)) => game.take_events(side),
            _ => Vec::new(),
        }
    }

    /// How a match has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.table {
            Some(Table::Two(game)) => game.outcome(),
            _ => None,
        }
    }

    /// Whether nothing is to be heard.
    pub fn is_muted(&self) -> bool {
        self.is_muted
    }
}
