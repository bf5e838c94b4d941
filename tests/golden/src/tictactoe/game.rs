//! A game with five buttons.

use super::{Outcome, Placement, Player, Position};

/// A button, in order of priority when several are pressed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Button {
    /// Confirm.
    Confirm,
    /// A row up, or a larger size.
    Up,
    /// A row down, or a smaller size.
    Down,
    /// A column left, or back.
    Left,
    /// A column right, or back.
    Right,
}

impl Button {
    /// All buttons in order of priority.
    pub const ALL: [Button; 5] = [
        Button::Confirm,
        Button::Up,
        Button::Down,
        Button::Left,
        Button::Right,
    ];
}

/// Phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// No game.
    Start,
    /// The player to move selects a cell.
    Turn,
    /// The player to move selects a size.
    Placing(u8),
    /// The game has ended with a winner, or as a draw.
    End(Option<Player>),
}

/// Event of a press, as signalled by sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// No effect.
    Nothing,
    /// A change without a placement.
    Moved,
    /// A piece was placed, and the game continues.
    Placed,
    /// No size fits on the selected cell.
    Refused,
    /// A piece was placed, and its player has won.
    Won,
    /// A piece was placed, and the game is drawn.
    Drawn,
}

/// A game and its cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    phase: Phase,
    position: Position,
    row: usize,
    column: usize,
}

impl Default for Game {
    fn default() -> Self {
        Self {
            phase: Phase::Start,
            position: Position::default(),
            row: 1,
            column: 1,
        }
    }
}

impl Game {
    /// A game at the start of a turn, with the cursor in the centre.
    pub fn at(position: Position) -> Self {
        Self {
            phase: Phase::Turn,
            position,
            row: 1,
            column: 1,
        }
    }

    /// Phase of the game.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The board and the pieces in hand. At the start they are those of the last game.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Selected row and column.
    pub fn selection(&self) -> (usize, usize) {
        (self.row, self.column)
    }

    /// Presses several buttons at the same time.
    pub fn press_all(&mut self, buttons: &[Button]) -> Event {
        let first = buttons.iter().min();
        first.map_or(Event::Nothing, |&button| self.press(button))
    }

    /// Presses one button.
    pub fn press(&mut self, button: Button) -> Event {
        let before = *self;
        let event = match self.phase {
            Phase::Start => {
                *self = Game::at(Position::default());
                Event::Moved
            }
            Phase::Turn => self.select(button),
            Phase::Placing(size) => self.choose(size, button),
            Phase::End(_) => {
                if button == Button::Confirm {
                    self.phase = Phase::Start;
                }
                Event::Moved
            }
        };
        if event == Event::Moved && *self == before {
            Event::Nothing
        } else {
            event
        }
    }

    fn select(&mut self, button: Button) -> Event {
        match button {
            Button::Up => self.row = self.row.saturating_sub(1),
            Button::Down => self.row = (self.row + 1).min(2),
            Button::Left => self.column = self.column.saturating_sub(1),
            Button::Right => self.column = (self.column + 1).min(2),
            Button::Confirm => match self.position.sizes(self.row, self.column).next() {
                Some(smallest) => self.phase = Phase::Placing(smallest),
                None => return Event::Refused,
            },
        }
        Event::Moved
    }

    fn choose(&mut self, size: u8, button: Button) -> Event {
        let position = self.position;
        let mut sizes = position.sizes(self.row, self.column);
        let chosen = match button {
            Button::Up => sizes.find(|&other| other > size),
            Button::Down => sizes.filter(|&other| other < size).last(),
            Button::Left | Button::Right => {
                self.phase = Phase::Turn;
                return Event::Moved;
            }
            Button::Confirm => return self.place(size),
        };
        self.phase = Phase::Placing(chosen.unwrap_or(size));
        Event::Moved
    }

    fn place(&mut self, size: u8) -> Event {
        let (row, column) = (self.row, self.column);
        let (position, outcome) = self.position.after(Placement { row, column, size });
        self.position = position;
        match outcome {
            Outcome::GoesOn => {
                *self = Game::at(position);
                Event::Placed
            }
            Outcome::Won(player) => {
                self.phase = Phase::End(Some(player));
                Event::Won
            }
            Outcome::Drawn => {
                self.phase = Phase::End(None);
                Event::Drawn
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(game: &mut Game, buttons: &str) -> Vec<Event> {
        let button = |key| match key {
            'c' => Button::Confirm,
            'u' => Button::Up,
            'd' => Button::Down,
            'l' => Button::Left,
            _ => Button::Right,
        };
        buttons.chars().map(|key| game.press(button(key))).collect()
    }

    #[test]
    fn a_whole_game_to_a_win_and_back_to_the_start() {
        let mut game = Game::default();
        assert_eq!(pressed(&mut game, "r"), [Event::Moved]);
        assert_eq!(game.selection(), (1, 1), "the first press only begins");
        // The first player takes the middle row, the second the top row.
        for turn in ["cc", "ucc", "lcc", "ulcc"] {
            assert_eq!(pressed(&mut game, turn).last(), Some(&Event::Placed));
        }
        assert_eq!(pressed(&mut game, "rcuc").last(), Some(&Event::Won));
        assert_eq!(game.phase(), Phase::End(Some(Player::First)));
        assert_eq!(pressed(&mut game, "udlr"), [Event::Nothing; 4]);
        assert_eq!(pressed(&mut game, "c"), [Event::Moved]);
        assert_eq!(game.phase(), Phase::Start);
        pressed(&mut game, "c");
        assert_eq!(game, Game::at(Position::default()));
    }

    #[test]
    fn sizes_stop_at_both_ends_and_cancel_leads_back() {
        let mut game = Game::at(Position::default());
        let events = pressed(&mut game, "cuuudddl");
        use Event::{Moved, Nothing};
        let expected = [Moved, Moved, Moved, Nothing, Moved, Moved, Nothing, Moved];
        assert_eq!(events, expected);
        assert_eq!(game.phase(), Phase::Turn);
    }

    #[test]
    fn a_cell_that_takes_nothing_refuses() {
        let mut game = Game::at(Position::default());
        pressed(&mut game, "cuuc");
        assert_eq!(game.position().cell(1, 1), 3);
        assert_eq!(pressed(&mut game, "c"), [Event::Refused]);
        assert_eq!(game.phase(), Phase::Turn);
    }

    #[test]
    fn confirm_counts_first_and_right_last() {
        let mut game = Game::at(Position::default());
        game.press_all(&[Button::Right, Button::Left, Button::Down, Button::Up]);
        assert_eq!(game.selection(), (0, 1));
        game.press_all(&[Button::Right, Button::Left]);
        assert_eq!(game.selection(), (0, 0));
        game.press_all(&[Button::Up, Button::Confirm]);
        assert_eq!(game.phase(), Phase::Placing(1));
    }
}
