//! The whole game with a keyboard on its pins.
//!
//! The beam of the screen gives the ticks. Where no picture is wanted it is moved to just before its tick, so that a frame takes a few
//! thousand cycles instead of 420,000; and where a byte would still be on its way when the tick comes, it is moved back. All that a game
//! knows of time are its ticks, so it cannot tell.

use super::surroundings::{Surroundings, CHOICES, COUNTDOWN, MENU, PLAY, SETTINGS};
use crate::falling_blocks::{Difference, Drawn, Probe, State};
use gatefall_devices::{frame_word, Bench, VgaMonitor, WireFault, RATES_HZ};
use gatefall_games::arcade::GAME;
use gatefall_golden::{Arcade, Cell, Shape, Side, COLUMNS};
use gatefall_host::{Machine, Signal, Snapshot};

const ENGINE: &str = "arcade.game_engine.";
pub(super) const CLOCK_HZ: u64 = GAME.clock.preferred_hz;
/// Its state machine, within the circuit; what it has done stands in the memory of the bench that records changes.
const ENGINE_STATE: &str = "game_engine.state";
const CHANGES: &str = "recorder.changes";
/// The keyboard forgets its keys at power-up, which takes a while.
const POWER_UP_CYCLES: u64 = 4_000;
const RESET_CYCLES: u64 = 16;
/// Half periods of the keyboard's clock that a byte takes with the rest after it, and those before its last falling edge.
const HALVES_OF_BYTE: u64 = 26;
const HALVES_BEFORE_LAST: u64 = 20;
/// What the receiver and the decoder take to notice.
const NOTICE_CYCLES: u64 = 300;
/// Between bytes that stand in the receiver: time to write a page of text. A keyboard needs twenty times as long for a byte.
const AT_ONCE_CYCLES: u64 = 800;
/// The state of the decoder in which it waits for a byte.
const IDLE: u64 = 0;
/// The step of the clerk in which it counts a hundredth of a second.
const HUNDREDTH: u64 = 1;
/// No byte is complete so shortly before or after a tick, unless it is meant to be.
const MARGIN: u64 = 6_000;
/// The scene follows the end of a game.
const SCENE_CYCLES: u64 = 4;
/// Looks at what comes to rest by itself, far more than it takes.
const MOST_LOOKS: u32 = 100_000;
const LINE_CYCLES: u64 = 800;
const FRAME_CYCLES: u64 = 525 * LINE_CYCLES;
/// Line and column shortly before a tick, and right after the picture.
const BEFORE_TICK: [u64; 2] = [479, 700];
const AFTER_PICTURE: [u64; 2] = [482, 0];

/// Registers that begin and end with stretches of lines and of pictures.
const STRETCHES: [&str; 4] = ["h_active", "v_active", "h_pulse", "v_pulse"];

struct Signals {
    key_word: Signal,
    key_write: Signal,
    line: Signal,
    column: Signal,
    frame_start: Signal,
    /// What tells the beam that it is in the picture or in a pulse.
    stretches: [Signal; 4],
    pressed: Signal,
    decoder: Signal,
    frame: Signal,
    in_frame: Signal,
    still_samples: Signal,
    scene: Signal,
    cursor: Signal,
    changes: Signal,
    music_level: Signal,
    clerk: Signal,
}

/// The game in the fast simulator.
pub struct Gates {
    machine: Machine,
    signals: Signals,
    surroundings: [Signal; CHOICES.len()],
    probe: Probe,
    /// The names of the engine's states, and how often it has come into each.
    states: Vec<String>,
    visits: Vec<u64>,
    changes_read: u64,
    power_up: Snapshot,
    /// Cycles from [`BEFORE_TICK`] to the tick.
    tick_distance: u64,
    /// Half a period of the keyboard's clock.
    half_period: u64,
}

impl Default for Gates {
    fn default() -> Self {
        let block = (GAME.build)(&GAME.params()).expect("the game builds");
        let netlist = gatefall_lower::netlist(block.as_ref(), GAME.name).expect("the game lowers");
        let bench = Bench::new(&netlist, &[ENGINE_STATE]).expect("the game fits the bench");
        let mut machine = Machine::new(&bench.netlist).expect("the game compiles");
        let mut find = |name: &str| machine.signal(name).expect("the game has this signal");
        let signals = Signals {
            key_word: find("key_word"),
            key_write: find("key_write"),
            line: find("arcade.pixel_generator.timing.row"),
            column: find("arcade.pixel_generator.timing.column"),
            frame_start: find("arcade.pixel_generator.frame_start"),
            stretches: STRETCHES.map(|name| find(&format!("arcade.pixel_generator.timing.{name}"))),
            pressed: find("arcade.keyboard_decoder.pressed"),
            decoder: find("arcade.keyboard_decoder.state"),
            frame: find("arcade.ps2_receiver.frame"),
            in_frame: find("arcade.ps2_receiver.in_frame"),
            still_samples: find("arcade.ps2_receiver.still_samples"),
            scene: find("arcade.scene_control.current"),
            cursor: find("arcade.menu.cursor_now"),
            changes: find("recorder_count"),
            music_level: find("arcade.sound.level"),
            clerk: find("arcade.clerk.step"),
        };
        let surroundings = CHOICES.map(|name| find(&format!("arcade.settings.{name}")));
        let reset = find("reset");
        let probe = Probe::new(&mut machine, ENGINE);
        let states = bench.watched[0].variants.clone();
        let power_up = machine.snapshot();
        let mut gates = Self {
            machine,
            signals,
            surroundings,
            probe,
            visits: vec![0; states.len()],
            states,
            changes_read: 0,
            power_up,
            tick_distance: 0,
            half_period: 0,
        };
        gates.poke(reset, 1);
        gates.machine.run(RESET_CYCLES);
        gates.poke(reset, 0);
        gates.machine.run(POWER_UP_CYCLES);
        gates.power_up = gates.machine.snapshot();
        gates.move_beam(BEFORE_TICK);
        gates.tick_distance = gates.cycles_to(gates.signals.frame_start, LINE_CYCLES * 2);
        gates.switch_on();
        gates
    }
}

impl Gates {
    /// Goes back to when it was switched on.
    pub fn switch_on(&mut self) {
        let restored = self.machine.restore(&self.power_up);
        restored.expect("the snapshot is of this machine");
        self.probe.new_game(1);
        self.set_rate(*RATES_HZ.end());
        self.changes_read = self.peek(self.signals.changes);
    }

    /// Counts the states that the engine has come into since the last call.
    pub fn note_states(&mut self) {
        let changes = self.peek(self.signals.changes);
        let memory = self.machine.memory(CHANGES).expect("the bench records");
        let values = self.states.len().next_power_of_two() as u64;
        for change in self.changes_read..changes {
            let word = memory.get(change % memory.words());
            let state = word.expect("addresses lie within the memory") % values;
            self.visits[state as usize] += 1;
        }
        self.changes_read = changes;
    }

    /// The engine's states, and how often it has come into each since the last call.
    pub fn take_visits(&mut self) -> Vec<(String, u64)> {
        let visits = self.visits.iter_mut().map(std::mem::take);
        self.states.iter().cloned().zip(visits).collect()
    }

    /// Every time that it is switched on from now on, these bits of a memory's word are inverted: a fault, for who wants to see it found.
    ///
    /// # Panics
    /// When there is no such word.
    pub fn plant_fault(&mut self, memory: &str, address: u64, bits: u64) {
        self.switch_on();
        let mut memory = self.machine.memory(memory).expect("the memory exists");
        let word = memory.get(address).expect("it has this word");
        memory.set(address, word ^ bits).expect("it has these bits");
        self.power_up = self.machine.snapshot();
    }

    /// From now on the keyboard's clock has so many Hz; with 0, bytes do not come over the cable but stand in the receiver.
    pub fn set_rate(&mut self, hz: u64) {
        self.half_period = (CLOCK_HZ / 2).checked_div(hz).unwrap_or(0);
    }

    /// Cycles that a byte takes.
    fn byte_cycles(&self) -> u64 {
        match self.half_period {
            0 => AT_ONCE_CYCLES,
            half_period => HALVES_OF_BYTE * half_period + NOTICE_CYCLES,
        }
    }

    /// The machine, to look at.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    fn peek(&mut self, signal: Signal) -> u64 {
        self.machine.peek(signal).expect("signals are narrow")
    }

    fn poke(&mut self, signal: Signal, value: u64) {
        let poked = self.machine.poke(signal, value);
        poked.expect("inputs and registers can be set");
    }

    /// Runs to the first cycle in which a signal is 1; how many cycles that were, at most `limit`.
    fn cycles_to(&mut self, signal: Signal, limit: u64) -> u64 {
        let mut cycles = 0;
        while cycles < limit && self.peek(signal) == 0 {
            self.machine.run(1);
            cycles += 1;
        }
        cycles
    }

    fn move_beam(&mut self, [line, column]: [u64; 2]) {
        self.poke(self.signals.line, line);
        self.poke(self.signals.column, column);
    }

    /// Cycles to the one with the tick.
    fn cycles_to_tick(&mut self) -> u64 {
        let now = self.peek(self.signals.line) * LINE_CYCLES + self.peek(self.signals.column);
        let [line, column] = BEFORE_TICK;
        let tick = line * LINE_CYCLES + column + self.tick_distance;
        (tick + FRAME_CYCLES - now) % FRAME_CYCLES
    }

    /// Sees to it that no tick comes for so many cycles.
    fn make_time(&mut self, cycles: u64) {
        if self.cycles_to_tick() < cycles + MARGIN {
            self.move_beam(AFTER_PICTURE);
        }
    }

    /// Lets time pass in which no tick comes.
    pub fn wait(&mut self, cycles: u64) {
        self.make_time(cycles);
        self.machine.run(cycles);
    }

    /// Runs until the engine rests, and the scene has followed it.
    fn settle(&mut self) -> Result<(), Box<Difference>> {
        self.probe.settle(&mut self.machine)?;
        let mut looks = 0;
        while self.peek(self.signals.decoder) != IDLE {
            self.machine.run(SCENE_CYCLES);
            looks += 1;
            assert!(looks < MOST_LOOKS, "the keyboard decoder never rests");
        }
        self.machine.run(SCENE_CYCLES);
        Ok(())
    }

    fn begin_byte(&mut self, byte: u8, fault: Option<WireFault>) {
        self.make_time(self.byte_cycles());
        if self.half_period == 0 {
            return self.put_byte(byte, fault);
        }
        self.poke(
            self.signals.key_word,
            frame_word(byte, fault, self.half_period),
        );
        self.poke(self.signals.key_write, 1);
        self.machine.run(1);
        self.poke(self.signals.key_write, 0);
    }

    /// Puts a frame into the receiver as if its last bit had just come: a one, then start, data, parity and stop.
    fn put_byte(&mut self, byte: u8, fault: Option<WireFault>) {
        let is_odd = u64::from(byte.count_ones() % 2);
        let parity = 1 ^ is_odd ^ u64::from(fault.is_some());
        let frame = 1 | u64::from(byte) << 2 | parity << 10 | 1 << 11;
        self.poke(self.signals.frame, frame);
        self.poke(self.signals.in_frame, 1);
        self.poke(self.signals.still_samples, 0);
    }

    /// A byte comes over the cable, with a fault if wanted, far from any tick.
    ///
    /// # Errors
    /// When the engine hangs; so do the others.
    pub fn byte(&mut self, byte: u8, fault: Option<WireFault>) -> Result<(), Box<Difference>> {
        self.begin_byte(byte, fault);
        self.machine.run(self.byte_cycles());
        self.settle()
    }

    /// The press that a byte completes falls so many cycles before the tick: with 0, on the tick itself. Both are done afterwards.
    ///
    /// # Errors
    /// As [`Gates::byte`].
    pub fn byte_on_tick(&mut self, byte: u8, cycles_before: u64) -> Result<(), Box<Difference>> {
        self.begin_byte(byte, None);
        let to_last_edge = HALVES_BEFORE_LAST * self.half_period;
        let rest = self.byte_cycles() - to_last_edge;
        self.machine.run(to_last_edge);
        let before = self.machine.snapshot();
        let to_press = self.cycles_to(self.signals.pressed, rest);
        self.machine.restore(&before).expect("the same machine");
        let tick = BEFORE_TICK[0] * LINE_CYCLES + BEFORE_TICK[1] + self.tick_distance;
        let now = tick - to_press - cycles_before;
        self.move_beam([now / LINE_CYCLES, now % LINE_CYCLES]);
        self.machine.run(to_press + cycles_before + 1 + rest);
        self.settle()
    }

    /// The picture that a monitor makes of what the pins send from here to right before the next tick, four bits for each channel.
    ///
    /// # Errors
    /// When it cannot make one.
    pub fn picture(&mut self) -> Result<Vec<u16>, Box<Difference>> {
        self.move_beam(AFTER_PICTURE);
        for stretch in self.signals.stretches {
            self.poke(stretch, 0);
        }
        let mut monitor = VgaMonitor::default();
        while monitor.frames() == 0 && self.cycles_to_tick() > LINE_CYCLES / 8 {
            let watched = monitor.watch(&mut self.machine, LINE_CYCLES / 8);
            watched.expect("the machine is a bench with a screen");
        }
        let seen = match monitor.fault() {
            Some(fault) => fault.to_string(),
            None => format!("{} pictures", monitor.frames()),
        };
        Difference::unless_equal("what the monitor gets", &seen, &"1 pictures".to_owned())?;
        Ok(monitor.screen().to_vec())
    }

    /// A tick.
    ///
    /// # Errors
    /// As [`Gates::byte`].
    pub fn tick(&mut self) -> Result<(), Box<Difference>> {
        self.move_beam(BEFORE_TICK);
        let cycles = self.cycles_to_tick();
        self.machine.run(cycles + 1);
        self.settle()
    }

    /// A game begins, of so many players.
    pub fn new_game(&mut self, players: usize) {
        self.probe.new_game(players);
    }

    /// The coming pieces of all players are these.
    pub fn deal(&mut self, shapes: &[Shape]) {
        self.probe.deal(&mut self.machine, shapes);
    }

    /// A row of a player's board is this.
    pub fn put_row(&mut self, side: Side, y: usize, cells: &[Option<Cell>; COLUMNS]) {
        self.probe
            .put_row(&mut self.machine, side as usize, y, cells);
    }

    /// The state of each player, and what was drawn since the last call.
    ///
    /// # Errors
    /// When the players get different pieces.
    pub fn look(&mut self) -> Result<(Vec<State>, Drawn), Box<Difference>> {
        self.probe.look(&mut self.machine)
    }

    /// Whether a game is on. What a game that was left has in the engine means nothing, and cannot be brought into its registers any more.
    pub fn has_game(&mut self) -> bool {
        self.peek(self.signals.scene) >= COUNTDOWN
    }

    /// Whether pieces fall.
    pub fn in_play(&mut self) -> bool {
        self.peek(self.signals.scene) == PLAY
    }

    /// The clock of a game of one, in hundredths of a second.
    pub fn clock(&mut self) -> u32 {
        // Until a carry is through, 39 and a hundredth are 30.
        let mut looks = 0;
        while self.peek(self.signals.clerk) == HUNDREDTH {
            self.machine.run(1);
            looks += 1;
            assert!(looks < MOST_LOOKS, "the clerk never ends with a hundredth");
        }
        let memory = self.machine.memory(LEDGER).expect("the game has a ledger");
        CLOCK_DIGITS.iter().fold(0, |number, &(place, base)| {
            let digit = memory.get(CLOCK_ITEM + place);
            number * base + digit.expect("the ledger has this character") as u32 % 16
        })
    }

    /// The clock of a game of one shows this from now on.
    pub fn set_clock(&mut self, hundredths: u32) {
        let mut memory = self.machine.memory(LEDGER).expect("the game has a ledger");
        let mut rest = hundredths;
        for &(place, base) in CLOCK_DIGITS.iter().rev() {
            let set = memory.set(CLOCK_ITEM + place, u64::from(rest % base));
            set.expect("the ledger has this character");
            rest /= base;
        }
    }

    /// What else the gates have in common with the model.
    pub fn surroundings(&mut self) -> Surroundings {
        // The registers keep in which bits a value differs from that of power-up.
        let mut choices = Surroundings::of(&Arcade::default()).choices;
        for (choice, signal) in choices.iter_mut().zip(self.surroundings) {
            *choice ^= self.peek(signal);
        }
        let page = self.peek(self.signals.scene);
        let is_open = page == MENU || page == SETTINGS;
        Surroundings {
            page,
            cursor: is_open.then(|| self.peek(self.signals.cursor)),
            choices,
            music_level: (page >= PLAY).then(|| self.peek(self.signals.music_level)),
        }
    }
}

/// Where the clock of a game of one is kept, and its digits: their places among its characters, and how many of the next lower there are to one.
const LEDGER: &str = "arcade.clerk.ledger.characters";
const CLOCK_ITEM: u64 = 8 * 32;
const CLOCK_DIGITS: [(u64, u32); 6] = [(0, 10), (1, 10), (3, 6), (4, 10), (6, 10), (7, 10)];
