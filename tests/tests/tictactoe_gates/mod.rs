//! The game in gates beside the golden model.

use gatefall_games::tictactoe::game_logic::GameLogic;
use gatefall_golden::tictactoe::{Button, Event, Game, Phase, Player, Position};
use gatefall_host::{Machine, Signal, Snapshot};
use rust_hdl::prelude::Block;

/// In the order of [`Button::ALL`].
const BUTTONS: [&str; 5] = ["confirm", "up", "down", "left", "right"];
const EVENTS: [(&str, Event); 5] = [
    ("moved", Event::Moved),
    ("placed", Event::Placed),
    ("refused", Event::Refused),
    ("won", Event::Won),
    ("drawn", Event::Drawn),
];
const WORDS: &str = "referee.board.words";
const VIEW: &str = "referee.board.view_copy";
/// A placement that leaves the other player stuck takes the longest.
const LONGEST_WALK: u64 = 420;
/// Words that mean something: nine cells, three sizes of either player.
const USED: [u8; 32] = [
    1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, //
    0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0,
];
const PLAYERS: [Player; 2] = [Player::First, Player::Second];

/// Both sides of the comparison.
pub struct Pair {
    machine: Machine,
    model: Game,
    buttons: [Signal; 5],
    events: [Signal; 5],
    state: [Signal; 5],
    /// Listens to the events of every press, which takes longer.
    pub listens: bool,
    /// Presses so far.
    pub presses: u64,
    history: Vec<Button>,
}

/// The word of the gates for a visible piece.
fn mark(cell: i8) -> u64 {
    u64::from(cell.unsigned_abs()) + if cell < 0 { 4 } else { 0 }
}

/// Address and word of all cells and all hands.
fn words(position: &Position) -> impl Iterator<Item = (u64, u64)> + '_ {
    let cells = (0..9_usize).map(|n| {
        let (row, column) = (n / 3, n % 3);
        (
            4 * row as u64 + column as u64,
            mark(position.cell(row, column)),
        )
    });
    let hands = PLAYERS.into_iter().flat_map(move |player| {
        (1..=3_u8).map(move |size| {
            let address = 16 + 4 * player as u64 + u64::from(size);
            (address, u64::from(position.in_hand(player, size)))
        })
    });
    cells.chain(hands)
}

impl Pair {
    /// Both sides at the start.
    pub fn new() -> Self {
        let mut logic = GameLogic::default();
        logic.connect_all();
        let netlist = gatefall_lower::netlist(&logic, "game_logic").expect("the logic lowers");
        let mut machine = Machine::new(&netlist).expect("the logic compiles");
        machine.poke("reset", 1).expect("there is a reset");
        machine.run(2);
        machine.poke("reset", 0).expect("there is a reset");
        let mut signal = |name: &str| machine.signal(name).expect("the logic has this signal");
        Self {
            buttons: BUTTONS.map(&mut signal),
            events: EVENTS.map(|(name, _)| signal(name)),
            state: ["phase", "selection", "size", "winner", "referee.ready"].map(&mut signal),
            machine,
            model: Game::default(),
            listens: false,
            presses: 0,
            history: vec![],
        }
    }

    /// Puts both sides at the beginning of a turn.
    fn set(&mut self, position: &Position) {
        self.model = Game::at(*position);
        self.history.clear();
        let registers = [
            ("state", 1 + 2 * (position.mover() as u64)),
            ("choice", 0),
            ("cursor.row", 1),
            ("cursor.column", 1),
        ];
        for (name, value) in registers {
            self.machine.poke(name, value).expect("it is a register");
        }
        for (address, word) in words(position) {
            for name in [WORDS, VIEW] {
                let mut memory = self
                    .machine
                    .memory(name)
                    .expect("the logic has this memory");
                memory.set(address, word).expect("the word fits");
            }
        }
    }

    fn peek(&mut self, signal: Signal) -> u64 {
        self.machine
            .peek(signal)
            .expect("the logic has this signal")
    }

    /// The buttons in the same clock, on both sides, which must then agree.
    pub fn press(&mut self, buttons: &[Button]) -> Event {
        self.presses += 1;
        self.history.extend(buttons);
        let may_refuse = self.model.phase() == Phase::Turn && buttons.contains(&Button::Confirm);
        let expected = self.model.press_all(buttons);
        for &button in buttons {
            self.machine
                .poke(self.buttons[button as usize], 1)
                .expect("it is an input");
        }
        if self.listens || may_refuse {
            let event = self.listen(buttons);
            assert_eq!(event, expected, "the event after {:?}", self.history);
        } else {
            self.machine.run(1);
            self.release(buttons);
            while self.peek(self.state[4]) == 0 {
                self.machine.run(16);
            }
        }
        self.compare();
        expected
    }

    /// Runs until the gates are ready again, and says what they tell meanwhile.
    fn listen(&mut self, buttons: &[Button]) -> Event {
        let mut event = Event::Nothing;
        for _ in 0..=LONGEST_WALK {
            for (signal, (_, named)) in self.events.into_iter().zip(EVENTS) {
                if self.peek(signal) == 1 {
                    assert_eq!(event, Event::Nothing, "two events, the second {named:?}");
                    event = named;
                }
            }
            self.machine.run(1);
            self.release(buttons);
            if self.peek(self.state[4]) == 1 {
                return event;
            }
        }
        panic!("not ready {LONGEST_WALK} clocks after {:?}", self.history);
    }

    fn release(&mut self, buttons: &[Button]) {
        for &button in buttons {
            self.machine
                .poke(self.buttons[button as usize], 0)
                .expect("it is an input");
        }
    }

    fn compare(&mut self) {
        let mover = self.model.position().mover() as u64;
        let (phase, size, winner) = match self.model.phase() {
            Phase::Start => (0, 0, None),
            Phase::Turn => (1 + 2 * mover, 0, None),
            Phase::Placing(size) => (2 + 2 * mover, u64::from(size), None),
            Phase::End(None) => (5, 0, Some(0)),
            Phase::End(Some(Player::First)) => (5, 0, Some(1)),
            Phase::End(Some(Player::Second)) => (5, 0, Some(2)),
        };
        let (row, column) = self.model.selection();
        let expected = [
            phase,
            (4 * row + column) as u64,
            size,
            winner.unwrap_or(0),
            1,
        ];
        let mut gates = self.state.map(|signal| self.peek(signal));
        if winner.is_none() {
            gates[3] = 0;
        }
        assert_eq!(
            gates, expected,
            "phase, selection, size, winner, ready after {:?}",
            self.history
        );
        if self.model.phase() == Phase::Start {
            return;
        }
        let mut expected = [0; 32];
        for (address, word) in words(self.model.position()) {
            expected[address as usize] = word as u8;
        }
        for name in [WORDS, VIEW] {
            let memory = self
                .machine
                .memory(name)
                .expect("the logic has this memory");
            // Words that belong to no cell and no size may hold anything.
            let bytes = (0..32).map(|address| memory.bytes()[address] * USED[address]);
            assert!(bytes.eq(expected), "{name} after {:?}", self.history);
        }
    }

    /// Every size on every cell, legal or not, from one position, by the buttons: legal ones are placed, others refused or not
    /// offered; sizes go up and down to both ends, and a cancel leads back.
    pub fn check_position(&mut self, position: &Position) {
        self.set(position);
        let start = (self.machine.snapshot(), self.model);
        for cell in 0..9 {
            self.back_to(&start);
            self.walk_to(cell / 3, cell % 3);
            if self.press(&[Button::Confirm]) == Event::Refused {
                assert!(position.sizes(cell / 3, cell % 3).next().is_none());
                continue;
            }
            let sizes = 1 + self.press_to_the_end(Button::Up);
            assert_eq!(self.press_to_the_end(Button::Down) + 1, sizes);
            for cancel in [Button::Left, Button::Right] {
                self.press(&[cancel]);
                self.press(&[Button::Confirm]);
            }
            let placing = (self.machine.snapshot(), self.model);
            for larger in 0..sizes {
                self.back_to(&placing);
                for _ in 0..larger {
                    assert_eq!(self.press(&[Button::Up]), Event::Moved);
                }
                self.press(&[Button::Confirm]);
            }
        }
    }

    fn back_to(&mut self, (snapshot, model): &(Snapshot, Game)) {
        self.machine
            .restore(snapshot)
            .expect("it is of this machine");
        self.model = *model;
        self.history.clear();
    }

    fn walk_to(&mut self, row: usize, column: usize) {
        match row {
            0 => drop(self.press(&[Button::Up])),
            1 => (),
            _ => drop(self.press(&[Button::Down])),
        }
        match column {
            0 => drop(self.press(&[Button::Left])),
            1 => (),
            _ => drop(self.press(&[Button::Right])),
        }
    }

    /// Presses a button until nothing happens; how often something did.
    fn press_to_the_end(&mut self, button: Button) -> usize {
        (0..4)
            .take_while(|_| self.press(&[button]) != Event::Nothing)
            .count()
    }
}
