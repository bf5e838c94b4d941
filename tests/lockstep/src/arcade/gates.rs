//! The whole game in the simulator, with a keyboard on its pins.
//!
//! The beam of the screen generates the ticks. Where no picture is compared, the beam is moved to
//! just before its tick, so a frame takes a few thousand cycles instead of 420,000. If a byte would
//! still be in transmission at a tick, the beam is moved back. A game depends only on the ticks, so
//! this does not affect it.

use super::sounds::{sound, unheard, CAUSES};
use super::surroundings::{
    listed, place, Surroundings, CHOICES, COUNTDOWN, MENU, PAUSE, PLAY, SETTINGS, SET_KEYS,
};
use crate::falling_blocks::{Difference, Drawn, EngineProbe, State};
use crate::tape::{PlayedMachine, Tape, TapedMachine, TapedMoment};
use gatefall_devices::gamepad::{BUTTONS, INPUTS};
use gatefall_devices::{frame_word, DeviceBench, VgaMonitor, Watched, WireFault, RATES_HZ};
use gatefall_games::arcade::picture::font;
use gatefall_games::arcade::statistics::text_rom::{
    self, entry, item, ENTRIES, NAME_LENGTH, NAME_PLACE,
};
use gatefall_games::arcade::GAME;
use gatefall_games::falling_blocks::engine::game_engine::STATE_REGISTERS;
use gatefall_golden::arcade::{KeyList, Sound, Statistics};
use gatefall_golden::{Action, Cell, Counts, PadButton, Shape, Side, Turn, COLUMNS};
use gatefall_host::{Machine, SignalId};
use gatefall_netlist::Netlist;
use std::ops::Range;
use std::sync::OnceLock;

/// The engine, within the bench and within the circuit.
const ENGINE: &str = "arcade.game_engine.";
const ENGINE_IN_CIRCUIT: &str = "game_engine.";
pub(super) const CLOCK_HZ: u64 = GAME.clock.preferred_hz;
/// Changes of its state machines stand in the memory of the bench that records them.
const CHANGES: &str = "recorder.changes";
/// The module that starts effects, and its register with the one that starts.
const SOUND_TRIGGER: &str = "game_sound.sound_trigger";
const EFFECT: &str = "game_sound.sound_trigger.number";
const EFFECT_BITS: u32 = 5;
/// Cycles after power-up in which the keyboard decoder clears its keys.
const POWER_UP_CYCLES: u64 = 4_000;
const RESET_CYCLES: u64 = 16;
/// Half periods of the keyboard's clock: those of a byte with the pause after it, and those before
/// its last falling edge.
const HALVES_OF_BYTE: u64 = 26;
const HALVES_BEFORE_LAST: u64 = 20;
/// Cycles that receiver and decoder take to process a byte.
const NOTICE_CYCLES: u64 = 300;
/// Cycles between bytes that are put into the receiver directly: time to write a page of text. A
/// keyboard needs twenty times as long for a byte.
const AT_ONCE_CYCLES: u64 = 800;
/// The memory of the statistics and the score tables.
const ITEMS: &str = "arcade.console.statistics_control.step_walk.decimal_unit.items.characters";
/// The memory of the keyboard decoder, and the first of its words with set keys.
const KEY_WORDS: &str = "arcade.console.keyboard.keyboard_decoder.key_list.memory.words";
const SET_KEY_WORDS: u64 = 0x180;
/// State of the decoder in which it waits for a byte.
const IDLE: u64 = 0;
/// Steps of the statistics control in which it counts a hundredth of a second.
const HUNDREDTH: std::ops::RangeInclusive<u64> = 9..=10;
/// Cycles in which the pads are read: 35 half periods of 6 us, and the last button's way.
const READING_CYCLES: u64 = 35 * 152 + 20;
/// Least distance of a byte's end from a tick, unless the test sets it. A game that ends with 9.99
/// pieces per second takes 38,000 cycles to be recorded.
const MARGIN: u64 = 45_000;
/// Cycles until the scene follows the end of a game.
const SCENE_CYCLES: u64 = 4;
/// Cycles until an effect is recorded.
const SOUND_CYCLES: u64 = 8;
/// Actions of the recorded game that press no key.
const NO_PRESS: u64 = 0;
const NEXT_SCENE: u64 = 3;
/// Frames of a pulse of the backdrop.
const PULSE_FRAMES: u64 = 7;
/// Limit of checks for an idle state, far more than needed.
const MOST_LOOKS: u32 = 100_000;
const LINE_CYCLES: u64 = 800;
const FRAME_CYCLES: u64 = 525 * LINE_CYCLES;
/// Line and column shortly before a tick, and right after the picture.
const BEFORE_TICK: [u64; 2] = [479, 700];
const AFTER_PICTURE: [u64; 2] = [482, 0];

/// Registers that mark the visible part and the pulses of lines and frames.
const STRETCHES: [&str; 4] = ["h_active", "v_active", "h_pulse", "v_pulse"];

struct Signals {
    key_word: SignalId,
    key_write: SignalId,
    line: SignalId,
    column: SignalId,
    frame_start: SignalId,
    /// Registers that mark the visible part and the pulses.
    stretches: [SignalId; 4],
    pressed: SignalId,
    decoder: SignalId,
    /// Keys that are set are to be written or shown.
    sets_keys: SignalId,
    frame: SignalId,
    in_frame: SignalId,
    still_samples: SignalId,
    scene: SignalId,
    on_keys: SignalId,
    cursor: SignalId,
    /// Place of the entry whose key the page asks for.
    asked: SignalId,
    changes: SignalId,
    /// A tune plays; its number; it stands; the level of its tempo.
    music: [SignalId; 4],
    /// The recorded game runs; the ticks since its last word; the word that follows.
    recorded: [SignalId; 3],
    /// A pulse of the backdrop begins with the next tick, and the frames that are left of it.
    pulse: [SignalId; 2],
    /// Flags of both players: a cell is near the top.
    danger: [SignalId; 2],
    statistics_control: SignalId,
    /// The pads are being read.
    is_reading: SignalId,
    /// The next byte begins a key.
    is_between_keys: SignalId,
    /// Buttons of both pads.
    pads: [[SignalId; BUTTONS.len()]; 2],
    /// The end of a game is being recorded.
    ending: SignalId,
}

/// The game in the simulator.
pub struct Gates {
    played: TapedMachine,
    signals: Signals,
    surroundings: [SignalId; CHOICES.len()],
    probe: EngineProbe,
    /// The state machines of the engine.
    machines: Vec<Visits>,
    changes_read: u64,
    /// The last recorded effect.
    effect: u64,
    sounds: Vec<Sound>,
    power_up: TapedMoment,
    /// Signals and memories that are read outside of pictures.
    observed: Vec<String>,
    /// Everything is computed at all times.
    is_whole: bool,
    /// Cycles from [`BEFORE_TICK`] to the tick.
    tick_distance: u64,
    /// Half a period of the keyboard's clock.
    half_period: u64,
    /// Buttons of the pads that are down.
    pads_down: u32,
    /// A reading of the pads may have an effect.
    pads_matter: bool,
}

/// The game as a netlist, with the parameters of all cases and sessions.
///
/// # Panics
/// If the game does not lower.
pub fn netlist() -> Netlist {
    static NETLIST: OnceLock<Netlist> = OnceLock::new();
    let lower = || {
        let block = (GAME.build)(&GAME.params()).expect("the game builds");
        gatefall_bench::netlist(block.as_ref(), GAME.name)
    };
    NETLIST.get_or_init(lower).clone()
}

impl Default for Gates {
    fn default() -> Self {
        Self::of(&netlist())
    }
}

impl Gates {
    /// The game as this netlist, which may have a fault.
    ///
    /// # Panics
    /// If it is no netlist of the game, or hangs after power-up.
    pub fn of(netlist: &Netlist) -> Self {
        Self::new(netlist, false, |_| ())
    }

    /// Gates of which the whole state is exact in every cycle, on a bench with additions.
    ///
    /// # Panics
    /// If the bench cannot be compiled.
    pub fn whole(add: impl FnOnce(&mut DeviceBench)) -> Self {
        Self::new(&netlist(), true, add)
    }

    fn new(netlist: &Netlist, is_whole: bool, add: impl FnOnce(&mut DeviceBench)) -> Self {
        let registers = STATE_REGISTERS.map(|name| format!("{ENGINE_IN_CIRCUIT}{name}"));
        let mut registers: Vec<&str> = registers.iter().map(String::as_str).collect();
        registers.push(EFFECT);
        let causes = CAUSES.map(|(name, _)| format!("{SOUND_TRIGGER}.{name}"));
        registers.extend(causes.iter().map(String::as_str));
        let mut bench = DeviceBench::new(netlist, &registers).expect("the game fits the bench");
        add(&mut bench);
        let mut machine = Machine::new(&bench.netlist).expect("the game compiles");
        let mut observed = [CHANGES, ITEMS, KEY_WORDS].map(str::to_owned).to_vec();
        let mut find = |name: &str| {
            observed.push(name.to_owned());
            machine.signal(name).expect("the game has this signal")
        };
        let signals = Signals {
            key_word: find("key_word"),
            key_write: find("key_write"),
            line: find("arcade.screen.pixel_generator.timing.row"),
            column: find("arcade.screen.pixel_generator.timing.column"),
            frame_start: find("arcade.screen.pixel_generator.frame_start"),
            stretches: STRETCHES
                .map(|name| find(&format!("arcade.screen.pixel_generator.timing.{name}"))),
            pressed: find("arcade.console.keyboard.keyboard_decoder.pressed"),
            decoder: find("arcade.console.keyboard.keyboard_decoder.key_steps.step"),
            sets_keys: find("arcade.console.keyboard.keyboard_decoder.key_list.setter.wants"),
            frame: find("arcade.console.keyboard.ps2_receiver.frame"),
            in_frame: find("arcade.console.keyboard.ps2_receiver.in_frame"),
            still_samples: find("arcade.console.keyboard.ps2_receiver.still_samples"),
            scene: find("arcade.console.scene_control.current"),
            on_keys: find("arcade.console.scene_control.scenes.in_keys"),
            cursor: find("arcade.console.menu.cursor_now"),
            asked: find("arcade.console.keyboard.key_choice.changes.target"),
            changes: find("recorder_count"),
            music: ["playing", "tune", "paused", "level"]
                .map(|name| find(&format!("arcade.game_sound.sound.{name}"))),
            recorded: [
                "scene_control.is_recorded",
                "keyboard.recorded_game.ticks",
                "keyboard.recorded_game.words.data",
            ]
            .map(|name| find(&format!("arcade.console.{name}"))),
            pulse: ["pulse_due", "pulse"].map(|name| {
                find(&format!(
                    "arcade.screen.pixel_generator.screen_effects.{name}"
                ))
            }),
            danger: ["one", "two"].map(|name| {
                find(&format!(
                    "arcade.game_engine.board_controller.danger_flags.{name}"
                ))
            }),
            statistics_control: find("arcade.console.statistics_control.step_sequence.step"),
            is_reading: find("arcade.console.keyboard.gamepad_reader.is_reading"),
            is_between_keys: find(
                "arcade.console.keyboard.keyboard_decoder.key_steps.is_between_keys",
            ),
            pads: INPUTS.map(|inputs| inputs.map(&mut find)),
            ending: find("arcade.console.statistics_control.ending"),
        };
        let surroundings = CHOICES.map(|name| find(&format!("arcade.console.settings.{name}")));
        let reset = find("reset");
        let probe = EngineProbe::new(&mut machine, ENGINE);
        let machines = bench.watched[..STATE_REGISTERS.len()].iter();
        let machines = machines.map(Visits::new).collect();
        let played = TapedMachine::new(machine);
        let power_up = played.moment();
        let mut gates = Self {
            played,
            signals,
            surroundings,
            probe,
            machines,
            changes_read: 0,
            effect: 0,
            sounds: Vec::new(),
            power_up,
            observed,
            is_whole,
            tick_distance: 0,
            half_period: 0,
            pads_down: 0,
            pads_matter: false,
        };
        gates.poke(reset, 1);
        gates.run(RESET_CYCLES);
        gates.poke(reset, 0);
        gates.run(POWER_UP_CYCLES);
        gates.power_up = gates.played.moment();
        gates.move_beam(BEFORE_TICK);
        gates.tick_distance = gates.cycles_to(gates.signals.frame_start, LINE_CYCLES * 2);
        gates.observe_game();
        gates.switch_on();
        gates
    }

    /// Returns to power-up.
    pub fn switch_on(&mut self) {
        let restored = self.played.return_to(&self.power_up);
        restored.expect("the snapshot is of this machine");
        self.probe.new_game(1);
        self.set_rate(*RATES_HZ.end());
        self.changes_read = self.peek(self.signals.changes);
        self.sounds.clear();
        self.effect = 0;
        self.pads_down = 0;
        self.pads_matter = false;
    }

    /// Leaves out the pixels and the levels of the loudspeaker.
    fn observe_game(&mut self) {
        if self.is_whole {
            return;
        }
        let names: Vec<&str> = self.observed.iter().map(String::as_str).collect();
        let observed = self.played.machine().observe(&names);
        observed.expect("the names exist and the game compiles");
    }

    /// Counts the engine's states and the effects since the last call.
    pub fn note_states(&mut self) {
        let changes = self.peek(self.signals.changes);
        let memory = self
            .played
            .machine()
            .memory(CHANGES)
            .expect("the bench records");
        for change in self.changes_read..changes {
            let word = memory.get_value(change % memory.words());
            let mut states = word
                .expect("addresses lie within the memory")
                .bits()
                .clone();
            for machine in &mut self.machines {
                let state = usize::try_from(&states % (1u32 << machine.width));
                machine.note(state.expect("a state has few bits"));
                states >>= machine.width;
            }
            let effect = u64::try_from(&states % (1u32 << EFFECT_BITS));
            let effect = effect.expect("an effect has few bits");
            let causes = u64::try_from(states >> EFFECT_BITS);
            let causes = causes.expect("there are few causes");
            self.sounds.extend(unheard(causes % (1 << CAUSES.len())));
            if effect != self.effect {
                self.sounds.extend(sound(effect));
                self.effect = effect;
            }
        }
        self.changes_read = changes;
    }

    /// Effects that have started since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        std::mem::take(&mut self.sounds)
    }

    /// The engine's states, and the visits of each since the last call.
    pub fn take_visits(&mut self) -> Vec<(String, u64)> {
        self.machines.iter_mut().flat_map(Visits::take).collect()
    }

    /// Names and results of the score tables, as characters.
    pub fn score_tables(&mut self) -> Vec<[String; 2]> {
        let memory = self.machine().memory(ITEMS).expect("the game has it");
        let bytes = memory.bytes().to_vec();
        let text = |item: u8, places: Range<usize>| -> String {
            let first = usize::from(text_rom::address(item));
            let codes = bytes[first..][places].iter();
            codes
                .map(|code| font::character(*code).unwrap_or('?'))
                .collect()
        };
        let name = usize::from(NAME_PLACE)..usize::from(NAME_PLACE + NAME_LENGTH);
        let entries = (0..3).flat_map(|mode| (0..ENTRIES).map(move |place| entry(mode, place)));
        entries
            .map(|item| [text(item, name.clone()), text(item + 1, 0..8)])
            .collect()
    }

    /// The set keys, as text in the order of [`KeyList::ALL`].
    pub fn set_keys(&mut self) -> String {
        let memory = self.machine().memory(KEY_WORDS).expect("the game has it");
        let entries = KeyList::ALL.map(KeyList::entries);
        listed(entries.as_flattened().iter().map(|&entry| {
            let word = memory.get(SET_KEY_WORDS | place(entry));
            word.expect("the memory has this word")
        }))
    }

    /// Plants a fault: inverts these bits of a memory's word after every power-up from now on.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn plant_fault(&mut self, memory: &str, address: u64, bits: u64) {
        self.switch_on();
        let words = self.machine().memory(memory).expect("the memory exists");
        let word = words.get(address).expect("it has this word");
        let set = self.played.set_words(memory, &[(address, word ^ bits)]);
        set.expect("it has these bits");
        self.power_up = self.played.moment();
    }

    /// Sets the rate of the keyboard's clock in Hz. With 0, bytes are put into the receiver
    /// directly.
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

    /// The machine, for inspection.
    pub fn machine(&mut self) -> &mut Machine {
        self.played.machine()
    }

    /// The settings that led from the first power-up to the current state.
    pub fn tape(&self) -> &Tape {
        self.played.tape()
    }

    fn run(&mut self, cycles: u64) {
        self.machine().run(cycles);
    }

    fn peek(&mut self, signal: SignalId) -> u64 {
        self.machine().peek(signal).expect("signals are narrow")
    }

    fn poke(&mut self, signal: SignalId, value: u64) {
        let poked = self.played.set(signal, value);
        poked.expect("inputs and registers can be set");
    }

    /// Runs to the first cycle in which a signal is 1. Returns the number of cycles, at most
    /// `limit`.
    fn cycles_to(&mut self, signal: SignalId, limit: u64) -> u64 {
        let mut cycles = 0;
        while cycles < limit && self.peek(signal) == 0 {
            self.run(1);
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

    /// Ensures that no tick comes for this number of cycles.
    fn make_time(&mut self, cycles: u64) {
        if self.cycles_to_tick() < cycles + MARGIN {
            self.move_beam(AFTER_PICTURE);
        }
    }

    /// Runs cycles without a tick.
    pub fn wait(&mut self, cycles: u64) {
        self.make_time(cycles);
        self.run(cycles);
    }

    /// Runs until the engine is idle and the scene has followed it.
    fn settle(&mut self) -> Result<(), Box<Difference>> {
        self.probe.settle(self.played.machine())?;
        let mut looks = 0;
        while self.peek(self.signals.decoder) != IDLE || self.peek(self.signals.sets_keys) != 0 {
            self.run(SCENE_CYCLES);
            looks += 1;
            assert!(looks < MOST_LOOKS, "the keyboard decoder never rests");
        }
        self.run(SCENE_CYCLES);
        self.record_end();
        Ok(())
    }

    /// Runs until an end is in the score tables, and heard.
    pub fn record_end(&mut self) {
        let mut looks = 0;
        while self.peek(self.signals.ending) != 0 {
            self.run(SCENE_CYCLES);
            looks += 1;
            assert!(looks < MOST_LOOKS, "the end is never recorded");
        }
        self.run(SOUND_CYCLES);
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
        self.run(1);
        self.poke(self.signals.key_write, 0);
    }

    /// Puts a frame into the receiver as after its last bit: a one, then start, data, parity and
    /// stop.
    fn put_byte(&mut self, byte: u8, fault: Option<WireFault>) {
        let is_odd = u64::from(byte.count_ones() % 2);
        let parity = 1 ^ is_odd ^ u64::from(fault.is_some());
        let frame = 1 | u64::from(byte) << 2 | parity << 10 | 1 << 11;
        self.poke(self.signals.frame, frame);
        self.poke(self.signals.in_frame, 1);
        self.poke(self.signals.still_samples, 0);
    }

    /// Sends a byte over the cable, optionally with a fault, far from any tick.
    ///
    /// # Errors
    /// If the engine hangs. The same holds for the following methods.
    pub fn byte(&mut self, byte: u8, fault: Option<WireFault>) -> Result<(), Box<Difference>> {
        self.begin_byte(byte, fault);
        self.run(self.byte_cycles());
        self.settle()
    }

    /// Presses or releases a button of a player's pad, and reads the pads far from any tick.
    ///
    /// # Errors
    /// As [`Gates::byte`].
    pub fn pad(
        &mut self,
        side: Side,
        button: PadButton,
        is_down: bool,
    ) -> Result<(), Box<Difference>> {
        self.make_time(2 * READING_CYCLES);
        self.end_reading();
        let bit = 1 << (side as usize * BUTTONS.len() + button as usize);
        self.pads_down = self.pads_down & !bit | if is_down { bit } else { 0 };
        let button = self.signals.pads[side as usize][button as usize];
        self.poke(button, is_down.into());
        self.poke(self.signals.is_reading, 1);
        self.pads_matter = true;
        self.read_pads()
    }

    /// Runs to the end of a reading of the pads, unless it cannot have an effect: no button is down
    /// or was down in the last one. Between the bytes of a key the decoder drops what is read.
    fn read_pads(&mut self) -> Result<(), Box<Difference>> {
        if self.pads_matter {
            self.end_reading();
            self.settle()?;
            self.pads_matter = self.pads_down != 0 || self.peek(self.signals.is_between_keys) == 0;
        }
        Ok(())
    }

    fn end_reading(&mut self) {
        let mut looks = 0;
        while self.peek(self.signals.is_reading) == 1 {
            self.run(READING_CYCLES / 16);
            looks += 1;
            assert!(looks < 20, "the reading of the pads never ends");
        }
    }

    /// Sends a byte whose press falls `cycles_before` cycles before the tick. With 0 it falls on
    /// the tick itself. Both are processed afterwards.
    ///
    /// # Errors
    /// As [`Gates::byte`].
    pub fn byte_on_tick(&mut self, byte: u8, cycles_before: u64) -> Result<(), Box<Difference>> {
        self.begin_byte(byte, None);
        let to_last_edge = HALVES_BEFORE_LAST * self.half_period;
        let rest = self.byte_cycles() - to_last_edge;
        self.run(to_last_edge);
        let before = self.played.moment();
        let to_press = self.cycles_to(self.signals.pressed, rest);
        self.played.return_to(&before).expect("the same machine");
        let tick = BEFORE_TICK[0] * LINE_CYCLES + BEFORE_TICK[1] + self.tick_distance;
        let now = tick - to_press - cycles_before;
        self.move_beam([now / LINE_CYCLES, now % LINE_CYCLES]);
        self.run(to_press + cycles_before + 1 + rest);
        self.settle()?;
        self.read_pads()
    }

    /// The picture that a monitor reconstructs from the pins from here to right before the next
    /// tick. Four bits for each channel.
    ///
    /// # Errors
    /// If the monitor reports a fault.
    pub fn picture(&mut self) -> Result<Vec<u16>, Box<Difference>> {
        // The pipeline of the picture has lines to fill before the first visible one.
        self.machine().observe_all();
        self.move_beam(AFTER_PICTURE);
        for stretch in self.signals.stretches {
            self.poke(stretch, 0);
        }
        let mut monitor = VgaMonitor::default();
        while monitor.frames() == 0 && self.cycles_to_tick() > LINE_CYCLES / 8 {
            let watched = monitor.watch(self.machine(), LINE_CYCLES / 8);
            watched.expect("the machine is a bench with a screen");
        }
        self.observe_game();
        let seen = match monitor.fault() {
            Some(fault) => fault.to_string(),
            None => format!("{} pictures", monitor.frames()),
        };
        Difference::unless_equal("what the monitor gets", &seen, &"1 pictures".to_owned())?;
        Ok(monitor.screen().to_vec())
    }

    /// Runs to the next tick.
    ///
    /// # Errors
    /// As [`Gates::byte`].
    pub fn tick(&mut self) -> Result<(), Box<Difference>> {
        self.move_beam(BEFORE_TICK);
        let cycles = self.cycles_to_tick();
        self.run(cycles + 1);
        self.settle()?;
        self.read_pads()
    }

    /// The press of the recorded game at the next tick.
    ///
    /// # Panics
    /// If it is none of those of a piece.
    pub fn recorded_press(&mut self) -> Option<Action> {
        let [is_recorded, ticks, word] = self.signals.recorded.map(|signal| self.peek(signal));
        if is_recorded == 0 || !self.in_play() || ticks != word >> 3 {
            return None;
        }
        Some(match word & 7 {
            NO_PRESS | NEXT_SCENE => return None,
            1 => Action::Left,
            2 => Action::Right,
            4 => Action::Turn(Turn::Clockwise),
            5 => Action::Turn(Turn::Counter),
            6 => Action::HardDrop,
            _ => Action::Hold,
        })
    }

    /// Makes the backdrop pulse with the next tick.
    pub fn drum(&mut self) {
        self.poke(self.signals.pulse[0], 1);
    }

    /// True if a pulse of the backdrop has begun with the last tick.
    pub fn has_begun_a_pulse(&mut self) -> bool {
        self.peek(self.signals.pulse[1]) == PULSE_FRAMES
    }

    /// Begins a game of this number of players.
    pub fn new_game(&mut self, players: usize) {
        self.probe.new_game(players);
    }

    /// Sets the next pieces of all players.
    pub fn deal(&mut self, shapes: &[Shape]) {
        self.probe.deal(&mut self.played, shapes);
    }

    /// Sets a row of a player's board.
    pub fn put_row(&mut self, side: Side, y: usize, cells: &[Option<Cell>; COLUMNS]) {
        self.probe
            .put_row(&mut self.played, side as usize, y, cells);
    }

    /// Sets score, lines, level and combo of a player.
    ///
    /// # Errors
    /// As [`Gates::byte`].
    pub fn put_counts(&mut self, side: Side, counts: Counts) -> Result<(), Box<Difference>> {
        let player = side as usize;
        let numbers = [counts.score, counts.lines, counts.level].map(u64::from);
        self.probe.put_numbers(&mut self.played, player, numbers);
        let streak = (counts.combo + 1) as u64;
        self.probe.put_streak(&mut self.played, player, streak);
        self.probe.show_numbers(&mut self.played, player);
        self.settle()
    }

    /// Sets the statistics of a player. A game of two has rows sent in the place of quads.
    pub fn put_statistics(&mut self, side: Side, is_two: bool, counts: Statistics) {
        let half = |item| text_rom::address(item) as u64 + 4 * side as u64;
        let whole = |item| text_rom::address(item + side as u8) as u64;
        let many = if is_two { counts.sent } else { counts.quads };
        let numbers = [
            (whole(item::PIECES), 4u32, counts.pieces),
            (half(item::QUADS) + 1, 3, many),
            (half(item::SPINS) + 1, 3, counts.spins),
            (half(item::COMBO) + 2, 2, counts.combo),
        ];
        let digits = numbers.iter().flat_map(|&(first, digits, number)| {
            let digit = move |place| number / 10_u32.pow(digits - 1 - place) % 10;
            (0..digits).map(move |place| (first + u64::from(place), u64::from(digit(place))))
        });
        let set = self.played.set_words(ITEMS, &digits.collect::<Vec<_>>());
        set.expect("the decimal unit has these characters");
    }

    /// Sets the flag of a player that has a cell near the top.
    pub fn put_danger(&mut self, side: Side, danger: bool) {
        let flag = self.signals.danger[side as usize];
        self.poke(flag, danger.into());
    }

    /// The state of each player, and the values drawn since the last call.
    ///
    /// # Errors
    /// If the players get different pieces.
    pub fn look(&mut self) -> Result<(Vec<State>, Drawn), Box<Difference>> {
        self.probe.look(&mut self.played)
    }

    /// True during a game. The engine's state after a game that was left is undefined and cannot be
    /// switched into its registers.
    pub fn has_game(&mut self) -> bool {
        self.peek(self.signals.scene) >= COUNTDOWN
    }

    /// True in play.
    pub fn in_play(&mut self) -> bool {
        self.peek(self.signals.scene) == PLAY
    }

    /// The clock that is shown in a game of one player, and the time of play, in hundredths of a
    /// second.
    pub fn clock(&mut self) -> [u32; 2] {
        // During a carry the digits are inconsistent: 39 and a hundredth read as 30.
        let mut looks = 0;
        while HUNDREDTH.contains(&self.peek(self.signals.statistics_control)) {
            self.run(1);
            looks += 1;
            assert!(
                looks < MOST_LOOKS,
                "the statistics control never ends with a hundredth"
            );
        }
        let memory = self
            .machine()
            .memory(ITEMS)
            .expect("the game has a decimal unit");
        [
            (CLOCK_ITEM, &CLOCK_DIGITS[..]),
            (PLAYED_ITEM, &PLAYED_DIGITS),
        ]
        .map(|(item, digits)| {
            digits.iter().fold(0, |number, &(place, base)| {
                let digit = memory.get(item + place);
                number * base + digit.expect("the decimal unit has this character") as u32 % 16
            })
        })
    }

    /// Sets the clock of a game of one player, and the time of play.
    pub fn set_clock(&mut self, shown: u32, played: u32) {
        let mut words = Vec::new();
        for (item, digits, mut rest) in [
            (CLOCK_ITEM, &CLOCK_DIGITS[..], shown),
            (PLAYED_ITEM, &PLAYED_DIGITS, played),
        ] {
            for &(place, base) in digits.iter().rev() {
                words.push((item + place, u64::from(rest % base)));
                rest /= base;
            }
        }
        let set = self.played.set_words(ITEMS, &words);
        set.expect("the decimal unit has these characters");
    }

    /// The state of the hardware outside the players' games.
    pub fn surroundings(&mut self) -> Surroundings {
        let choices = self.surroundings.map(|signal| self.peek(signal));
        let is_asking = self.peek(self.signals.on_keys) == 1;
        let page = match is_asking {
            true => SET_KEYS,
            false => self.peek(self.signals.scene),
        };
        let is_open = [MENU, SETTINGS, PAUSE].contains(&page);
        let [playing, music @ ..] = self.signals.music.map(|signal| self.peek(signal));
        Surroundings {
            page,
            cursor: is_open.then(|| self.peek(self.signals.cursor)),
            asked: is_asking.then(|| self.peek(self.signals.asked)),
            choices,
            music: (playing == 1).then_some(music),
        }
    }
}

/// Memory of the clock of a game of one player and of the time of play, and their digits: the
/// position of each among the characters, and its base.
const CLOCK_ITEM: u64 = text_rom::address(item::TIME) as u64;
const PLAYED_ITEM: u64 = text_rom::address(item::HUNDREDTHS) as u64;
const PLAYED_DIGITS: [(u64, u32); 8] = [
    (0, 10),
    (1, 10),
    (2, 10),
    (3, 10),
    (4, 10),
    (5, 10),
    (6, 10),
    (7, 10),
];
const CLOCK_DIGITS: [(u64, u32); 6] = [(0, 10), (1, 10), (3, 6), (4, 10), (6, 10), (7, 10)];

/// Visits of the states of one machine.
struct Visits {
    machine: String,
    width: u32,
    states: Vec<String>,
    counts: Vec<u64>,
    last: usize,
}

impl Visits {
    fn new(watched: &Watched) -> Self {
        Self {
            machine: watched
                .name
                .trim_start_matches(ENGINE_IN_CIRCUIT)
                .to_owned(),
            width: watched.width,
            states: watched.variants.clone(),
            counts: vec![0; watched.variants.len()],
            last: 0,
        }
    }

    fn note(&mut self, state: usize) {
        if state != self.last {
            self.counts[state] += 1;
            self.last = state;
        }
    }

    fn take(&mut self) -> Vec<(String, u64)> {
        let counts = self.counts.iter_mut().map(std::mem::take);
        let names = self
            .states
            .iter()
            .map(|state| format!("{}.{state}", self.machine));
        names.zip(counts).collect()
    }
}
