//! Stacking tic-tac-toe in gates, beside the golden model.
//!
//! Button presses are applied after the debouncer, and positions are written to the memory of the
//! gates, so that a press takes about 20 clocks instead of a million. After each press everything
//! is compared: phase, cursor, size, winner, sound event, cells and hands.

use super::VerifyError;
use gatefall_golden::tictactoe::{Button, Event, Game, Phase, Player, Position};
use gatefall_host::{HostError, Machine, SignalId, Snapshot};

/// Memories with cells and hands: that of the referee, and the copy for the display.
const MEMORIES: [&str; 2] = [
    "game_logic.referee.board.words.first",
    "game_logic.referee.board.words.second",
];
/// Used words: nine cells, and three sizes for each player.
const USED: [u8; 32] = [
    1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, //
    0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0,
];
/// Events of the sound effects, by number.
const EFFECTS: [Event; 5] = [
    Event::Moved,
    Event::Placed,
    Event::Refused,
    Event::Won,
    Event::Drawn,
];
/// Maximum number of clocks of a placement. One that leaves the other player without a move takes
/// the longest.
const LONGEST_WALK: u64 = 420;
/// Count of the divider for a strobe in the same clock.
const NOW: u64 = (1 << 19) - 1;

/// Compared state.
#[derive(Debug, PartialEq)]
struct State {
    event: Event,
    /// Phase in the encoding of the gates: start, turn and placing of the first player, of the
    /// second, end.
    phase: u64,
    selection: u64,
    size: u64,
    winner: u64,
    words: [[u8; 32]; 2],
}

/// Handles of registers and outputs.
struct Signals {
    levels: SignalId,
    seen: SignalId,
    slots_left: SignalId,
    is_second_slot: SignalId,
    is_playing: SignalId,
    place: SignalId,
    ready: SignalId,
    phase: SignalId,
    selection: SignalId,
    size: SignalId,
    winner: SignalId,
}

impl Signals {
    fn find(machine: &mut Machine) -> Result<Self, HostError> {
        let mut signal = |name: &str| machine.signal(name);
        Ok(Self {
            levels: signal("buttons.level")?,
            seen: signal("buttons.seen")?,
            slots_left: signal("divider.left")?,
            is_second_slot: signal("is_second_slot")?,
            is_playing: signal("sound_effects.is_playing")?,
            place: signal("sound_effects.place")?,
            ready: signal("game_logic.referee.ready")?,
            phase: signal("game_logic.phase")?,
            selection: signal("game_logic.selection")?,
            size: signal("game_logic.size")?,
            winner: signal("game_logic.winner")?,
        })
    }
}

/// Both sides of the comparison.
pub(super) struct Pair {
    machine: Machine,
    signals: Signals,
    model: Game,
    history: Vec<Button>,
    pub presses: u64,
    pub placements: u64,
    pub refusals: u64,
}

/// Encoding of a visible piece in the gates: size, owner, and whether it is part of a line.
fn mark(cell: i8, is_in_line: bool) -> u8 {
    cell.unsigned_abs() + if cell < 0 { 4 } else { 0 } + if is_in_line { 8 } else { 0 }
}

/// All cells and hands in the encoding of the gates.
fn words(position: &Position) -> [u8; 32] {
    let mut words = [0; 32];
    for cell in 0..9 {
        let (row, column) = (cell / 3, cell % 3);
        let is_in_line = position.is_in_line(row, column);
        words[row * 4 + column] = mark(position.cell(row, column), is_in_line);
    }
    for player in [Player::First, Player::Second] {
        for size in 1..=3 {
            words[16 + 4 * player as usize + usize::from(size)] = position.in_hand(player, size);
        }
    }
    words
}

/// Bit of a button in the gates.
fn bit(button: Button) -> u64 {
    match button {
        Button::Left => 1,
        Button::Right => 2,
        Button::Up => 4,
        Button::Down => 8,
        Button::Confirm => 16,
    }
}

impl Pair {
    /// Resets both sides.
    pub(super) fn new(mut machine: Machine) -> Result<Self, HostError> {
        machine.poke("reset", 1)?;
        machine.run(2);
        machine.poke("reset", 0)?;
        Ok(Self {
            signals: Signals::find(&mut machine)?,
            machine,
            model: Game::default(),
            history: vec![],
            presses: 0,
            placements: 0,
            refusals: 0,
        })
    }

    /// Sets both sides to the start of a turn.
    fn set(&mut self, position: &Position) -> Result<(), HostError> {
        self.model = Game::at(*position);
        self.history.clear();
        for (name, value) in [
            ("game_logic.state", 1 + 2 * (position.mover() as u64)),
            ("game_logic.choice", 0),
            ("game_logic.winners", 0),
            ("game_logic.cursor.row", 1),
            ("game_logic.cursor.column", 1),
        ] {
            self.machine.poke(name, value)?;
        }
        for name in MEMORIES {
            let mut memory = self.machine.memory(name)?;
            for (address, word) in (0..).zip(words(position)) {
                memory.set(address, word.into())?;
            }
        }
        Ok(())
    }

    /// Presses a button on both sides, and compares them.
    fn press(&mut self, button: Button) -> Result<Event, VerifyError> {
        self.presses += 1;
        self.history.push(button);
        let (machine, signals) = (&mut self.machine, &self.signals);
        for (register, value) in [
            (signals.levels, bit(button)),
            (signals.seen, 0),
            (signals.slots_left, NOW),
            (signals.is_second_slot, 1),
            (signals.is_playing, 0),
        ] {
            machine.poke(register, value)?;
        }
        machine.run(1);
        for _ in 0..=LONGEST_WALK / 12 {
            if machine.peek(signals.ready)? == 1 {
                break;
            }
            machine.run(12);
        }
        let event = self.model.press(button);
        let (gates, model) = (self.gates()?, self.model_state(event));
        if gates == model {
            return Ok(event);
        }
        Err(VerifyError::Differ {
            seed: None,
            place: format!("after {:?}", self.history),
            gates: format!("{gates:?}"),
            model: format!("{model:?}"),
        })
    }

    fn gates(&mut self) -> Result<State, HostError> {
        let (machine, signals) = (&mut self.machine, &self.signals);
        let effect = machine.peek(signals.place)? >> 4;
        let event = match machine.peek(signals.is_playing)? {
            0 => Event::Nothing,
            _ => EFFECTS
                .get(effect as usize)
                .copied()
                .unwrap_or(Event::Nothing),
        };
        let mut words = [[0; 32]; 2];
        for (words, name) in words.iter_mut().zip(MEMORIES) {
            let memory = machine.memory(name)?;
            for ((word, byte), used) in words.iter_mut().zip(memory.bytes()).zip(USED) {
                *word = byte * used;
            }
        }
        Ok(State {
            event,
            phase: machine.peek(signals.phase)?,
            selection: machine.peek(signals.selection)?,
            size: machine.peek(signals.size)?,
            winner: machine.peek(signals.winner)?,
            words,
        })
    }

    fn model_state(&self, event: Event) -> State {
        let position = self.model.position();
        let mover = position.mover() as u64;
        let (phase, size, winner) = match self.model.phase() {
            Phase::Start => (0, 0, 0),
            Phase::Turn => (1 + 2 * mover, 0, 0),
            Phase::Placing(size) => (2 + 2 * mover, size.into(), 0),
            Phase::End(None) => (5, 0, 0),
            Phase::End(Some(player)) => (5, 0, 1 + player as u64),
        };
        let (row, column) = self.model.selection();
        State {
            event,
            phase,
            selection: (4 * row + column) as u64,
            size,
            winner,
            words: [words(position); 2],
        }
    }

    /// Tries every size on every cell from one position, with the buttons. Legal placements are
    /// made; others are refused or not offered. Also steps through all sizes up and down, and
    /// leaves the selection with both back buttons.
    pub(super) fn check_position(&mut self, position: &Position) -> Result<(), VerifyError> {
        self.set(position)?;
        let start = (self.machine.snapshot(), self.model);
        for cell in 0..9 {
            self.back_to(&start)?;
            self.walk_to(cell / 3, cell % 3)?;
            if self.press(Button::Confirm)? == Event::Refused {
                self.refusals += 1;
                continue;
            }
            let larger = self.press_to_the_end(Button::Up)?;
            self.press_to_the_end(Button::Down)?;
            for back in [Button::Left, Button::Right] {
                self.press(back)?;
                self.press(Button::Confirm)?;
            }
            let placing = (self.machine.snapshot(), self.model);
            for steps in 0..=larger {
                self.back_to(&placing)?;
                for _ in 0..steps {
                    self.press(Button::Up)?;
                }
                self.press(Button::Confirm)?;
                self.placements += 1;
            }
        }
        Ok(())
    }

    fn back_to(&mut self, (snapshot, model): &(Snapshot, Game)) -> Result<(), HostError> {
        self.model = *model;
        self.machine.restore(snapshot)
    }

    fn walk_to(&mut self, row: usize, column: usize) -> Result<(), VerifyError> {
        self.history.clear();
        for (to, less, more) in [
            (row, Button::Up, Button::Down),
            (column, Button::Left, Button::Right),
        ] {
            match to {
                0 => self.press(less)?,
                1 => continue,
                _ => self.press(more)?,
            };
        }
        Ok(())
    }

    /// Presses a button until it has no effect. Returns the number of effective presses.
    fn press_to_the_end(&mut self, button: Button) -> Result<usize, VerifyError> {
        let mut steps = 0;
        while self.press(button)? != Event::Nothing {
            steps += 1;
        }
        Ok(steps)
    }
}
