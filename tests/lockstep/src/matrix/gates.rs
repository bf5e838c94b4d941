//! The game in the simulator.

use super::State;
use gatefall_games::matrix::{Matrix, IDS};
use gatefall_golden::matrix::{Game, Phase, Presses, BOARD_COLUMNS, BOARD_ROWS};
use gatefall_host::{Machine, SignalId};
use gatefall_netlist::Netlist;
use gatefall_widgets::display::ws2812::DEFAULT_BRIGHTNESS;
use rust_hdl::prelude::Block;

/// Least number of clocks in a second, for the hardware's work in it.
pub const LEAST_SECOND: u64 = 1_000;
const CLOCK_HZ: u64 = 12_000_000;
const RESET_CLOCKS: u64 = 4;
/// Most samples of the buttons during the work of a tick.
const BUSY_LOOKS: u64 = 62;
/// Samples from one press to the next: down for two, up for two, and time to draw the block.
const PRESS_LOOKS: u64 = 10;
const DOWN_LOOKS: u64 = 3;
/// Clocks from the strobe of a tick to the one in which a random block is created.
const CLOCKS_TO_CREATE: u64 = 563;
/// State of the engine in which a block is created.
const CREATE: u64 = 3;

const GAME_COPY: &str = "core.engine.board_update.board.cells.first";
const PICTURE_COPY: &str = "core.engine.board_update.board.cells.second";

/// Clocks from the strobe of a tick to the end of the work: those of the shortest second.
const WORK_CLOCKS: u64 = LEAST_SECOND * BUSY_LOOKS / 100;
/// Notes of a sound effect in its memory.
const NOTES: u64 = 16;

/// Signals that are read.
const SIGNALS: [&str; 17] = [
    "core.engine.game_started",
    "core.engine.game_over",
    "core.engine.game_won",
    "core.engine.counters.tens",
    "core.engine.counters.units",
    "core.engine.counters.score",
    "core.engine.control_ticks",
    "control_led",
    "core.engine.blinks",
    "core.engine.board_update.completion.due",
    "core.engine.board_update.completion.row",
    "core.engine.block.shape",
    "core.engine.block.orientation",
    "core.engine.block.x",
    "core.engine.state",
    "core.effects.place",
    "core.effects.is_playing",
];

/// A machine with the whole game.
pub struct Gates {
    machine: Machine,
    signals: [SignalId; 17],
    /// Clocks between two samples of the buttons.
    look: u64,
    /// Cycle in which the reset ended.
    switched_on: u64,
    /// Cycle of the next tick.
    next_tick: u64,
    /// True if a block was created since the board was cleared.
    has_block: bool,
    /// Number of the sound effect after the work of the last tick, before it can be over.
    sound: u64,
}

impl Gates {
    /// A machine whose second has this number of clocks.
    ///
    /// # Panics
    /// If a second is shorter than [`LEAST_SECOND`] or no multiple of 100.
    pub fn new(second: u64) -> Self {
        Self::changed(second, |netlist| netlist)
    }

    /// The same with a change of the netlist.
    ///
    /// # Panics
    /// As [`Gates::new`], and if names that are read are missing.
    pub fn changed(second: u64, change: impl FnOnce(Netlist) -> Netlist) -> Self {
        assert!(second >= LEAST_SECOND && second.is_multiple_of(100));
        let mut matrix = Matrix::new(CLOCK_HZ, second, IDS.start, DEFAULT_BRIGHTNESS);
        matrix.connect_all();
        let netlist = gatefall_bench::netlist(&matrix, "matrix");
        let netlist = change(netlist);
        let mut machine = Machine::new(&netlist).expect("the game compiles");
        let signals = SIGNALS.map(|name| machine.signal(name).expect("the game has this signal"));
        let mut gates = Self {
            machine,
            signals,
            look: second / 100,
            switched_on: 0,
            next_tick: 0,
            has_block: false,
            sound: 0,
        };
        gates.reset();
        gates
    }

    /// The machine, for inspection of its pins.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    fn poke(&mut self, name: &str, value: bool) {
        self.machine
            .poke(name, value.into())
            .expect("the game has this input");
    }

    fn peek(&mut self, signal: usize) -> u64 {
        self.machine
            .peek(self.signals[signal])
            .expect("signals are narrow")
    }

    /// Resets the game.
    pub fn reset(&mut self) {
        self.poke("reset", true);
        self.machine.run(RESET_CLOCKS);
        self.poke("reset", false);
        self.switched_on = self.machine.cycles();
        self.has_block = false;
        // The board is being cleared.
        self.machine.run(100);
    }

    /// Runs for this number of samples of the buttons.
    pub fn wait(&mut self, looks: u64) {
        self.machine.run(looks * self.look);
    }

    fn clocks(&self) -> u64 {
        self.machine.cycles() - self.switched_on
    }

    /// Presses start. Returns the clock since reset in which the first random block was created.
    ///
    /// # Panics
    /// If no game begins.
    pub fn start(&mut self) -> u64 {
        self.poke("start", true);
        let state = self.signals[14];
        let is_created = |machine: &mut Machine| machine.peek(state).ok() == Some(CREATE);
        let found = self.machine.run_until(is_created, 3 * self.look + 100);
        assert!(found.is_some(), "start begins no game");
        let created = self.clocks();
        // The second began in the clock before.
        self.next_tick = self.machine.cycles() - 1 + 100 * self.look;
        self.machine.run(DOWN_LOOKS * self.look);
        self.poke("start", false);
        self.machine.run(100);
        self.has_block = true;
        created
    }

    /// Presses reset.
    pub fn restart(&mut self) {
        self.poke("restart", true);
        self.wait(DOWN_LOOKS);
        self.poke("restart", false);
        self.wait(DOWN_LOOKS);
        // The board is being cleared.
        self.machine.run(100);
        self.has_block = false;
    }

    /// Runs to the next tick. Returns the clock since reset in which a random block is created, if
    /// one is.
    pub fn tick(&mut self) -> u64 {
        let left = self.next_tick - self.machine.cycles();
        self.machine.run(left + CLOCKS_TO_CREATE);
        let created = self.clocks();
        self.machine.run(WORK_CLOCKS - CLOCKS_TO_CREATE);
        // After the end of a sound the place goes on to the next one.
        if self.peek(16) == 1 {
            self.sound = self.peek(15) / NOTES;
        }
        self.machine.run(BUSY_LOOKS * self.look - WORK_CLOCKS);
        self.next_tick += 100 * self.look;
        created
    }

    /// Number of the last sound effect that began at or before the last tick.
    pub fn sound(&self) -> u64 {
        self.sound
    }

    /// Presses buttons at the same time and releases them.
    pub fn press(&mut self, presses: Presses) {
        self.hold(presses);
        self.wait(DOWN_LOOKS);
        self.hold(Presses::default());
        self.wait(PRESS_LOOKS - DOWN_LOOKS);
    }

    fn hold(&mut self, presses: Presses) {
        self.poke("rotate", presses.rotate);
        self.poke("shift_left", presses.left);
        self.poke("shift_right", presses.right);
    }

    /// Sets registers and memories to the state of a constructed game.
    ///
    /// # Panics
    /// If the game has no newest block.
    pub fn put(&mut self, game: &Game) {
        let state = State::of(game);
        for copy in [GAME_COPY, PICTURE_COPY] {
            let mut memory = self.machine.memory(copy).expect("the board is a memory");
            for (row, cells) in state.cells.iter().enumerate() {
                for (column, &cell) in cells.iter().enumerate() {
                    let address = (row << 3 | column) as u64;
                    memory.set(address, cell.into()).expect("cells are in it");
                }
            }
        }
        let [shape, orientation, x] = state.block.expect("there is a block");
        let (row, is_due) = state.full_row.unwrap_or((0, false));
        let values = [
            ("core.engine.counters.ten_seconds", state.time[0]),
            ("core.engine.counters.seconds", state.time[1]),
            ("core.engine.counters.points", state.score),
            ("core.engine.control_ticks", state.control),
            (
                "core.engine.board_update.completion.is_full",
                state.full_row.is_some().into(),
            ),
            ("core.engine.board_update.completion.is_due", is_due.into()),
            ("core.engine.board_update.completion.full_row", row),
            ("core.engine.block.shape", shape as u64),
            ("core.engine.block.orientation", orientation as u64),
            ("core.engine.block.x", (x + 8) as u64),
            ("core.engine.block.block_id", 1),
        ];
        for (name, value) in values {
            self.machine
                .poke(name, value)
                .expect("the game has this register");
        }
    }

    fn cells(&mut self, copy: &str) -> [[u8; BOARD_COLUMNS]; BOARD_ROWS] {
        let memory = self.machine.memory(copy).expect("the board is a memory");
        let bytes = memory.bytes();
        std::array::from_fn(|row| {
            std::array::from_fn(|column| match bytes[row << 3 | column] {
                // A cell that is off or fixed has no id.
                cell if matches!(cell & 3, 0 | 3) => cell & 3,
                cell => cell,
            })
        })
    }

    /// True if both copies of the board and all other state equal the model's.
    pub fn is_in(&mut self, model: &Game) -> bool {
        let state = self.state();
        state == State::of(model) && self.cells(PICTURE_COPY) == state.cells
    }

    /// State of the hardware.
    pub fn state(&mut self) -> State {
        let flags = [self.peek(0), self.peek(1), self.peek(2)];
        let phase = match flags {
            [0, 0, 0] => Phase::Idle,
            [1, 0, 0] => Phase::Play,
            [1, 1, 1] => Phase::Won,
            [1, 1, 0] => Phase::Lost,
            _ => panic!(
                "a game cannot be started {}, over {}, won {}",
                flags[0], flags[1], flags[2]
            ),
        };
        let block = [self.peek(11), self.peek(12), self.peek(13)].map(|value| value as i64);
        State {
            cells: self.cells(GAME_COPY),
            phase,
            time: [self.peek(3), self.peek(4)],
            score: self.peek(5),
            control: self.peek(6),
            control_led: self.peek(7) == 1,
            full_row: (self.peek(8) == 1).then(|| (self.peek(10), self.peek(9) == 1)),
            // The column is stored with an offset of 8.
            block: self.has_block.then(|| [block[0], block[1], block[2] - 8]),
        }
    }
}
