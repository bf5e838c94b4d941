//! Expected results of the exported test bench: the same play on the netlist.

use crate::jumps::{jumps, Jump, Value, Window};
use crate::jumps::{CELL_LINES, COLUMNS, LINES, TOP_ROW};
use crate::play::Play;
use crate::project::{data_enable, fake_pull_down, name_modules, netlist, plan};
use crate::top::Top;
use crate::wiring::DATA_ENABLE_PORT;
use crate::ProjectError;
use gatefall_board::{Board, Setup};
use gatefall_games::Game;
use gatefall_netlist::{EventInterpreter, NarrowSignal, Netlist};
use gatefall_verilog::{state_names, StateName};

mod pins;
#[cfg(test)]
mod player;
mod ports;

pub(crate) use pins::LEAK_CLOCKS;
use pins::{interpreter, set, signal, BarePin, Helper, ResetControl};
use ports::{inputs, output, Input, InputKind, Output};

/// Clocks of reset; after one of them nothing changes any more.
const RESET_CLOCKS: u32 = 64;
/// Clocks for which the reset button is down in the middle of the play.
pub(crate) const RESET_PRESS: u64 = 100;
/// The part of the play with that press.
const RESET_SPAN: u64 = 1;
/// Parts of the play, with a signature at the end of each.
pub(crate) const SPANS: u64 = 16;
/// Feedback of the signature: x^64 + x^4 + x^3 + x + 1.
pub(crate) const POLYNOMIAL: u64 = 0x1b;
/// Clocks between two looks at the registers.
pub(crate) const LOOK_CLOCKS: u64 = 64;
/// Looks at the memories in each part.
pub(crate) const MEMORY_LOOKS: u64 = 4;
/// Clocks before the first look. By then the play has set the registers without a reset.
pub(crate) const FIRST_LOOK: u64 = 8192;

/// The play of the test bench of a game on a board.
pub struct Rehearsal {
    /// The circuit of the game, without its top.
    pub netlist: Netlist,
    /// Clocks that are played.
    pub clocks: u64,
    pub(crate) play: Play,
    pub(crate) jumps: Vec<Jump>,
    /// First clock of the press of the reset button, if there is one.
    pub(crate) reset_at: u64,
    has_reset_button: bool,
    /// The reset ends when this bit of its counter is set.
    reset_bits: u32,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    /// Registers and memories of the core that are in the signature.
    pub(crate) state: Vec<StateName>,
    /// The circuits between core and pins.
    pull_down: Netlist,
    data_enable: Netlist,
}

impl Rehearsal {
    /// The rehearsal of the project that [`crate::export`] writes.
    ///
    /// # Errors
    /// When the game does not run on this setup of the board, or a value in it is too wide.
    pub fn new(game: &Game, board: &Board, setup: &Setup) -> Result<Rehearsal, ProjectError> {
        let (wiring, clock) = plan(game, board, setup)?;
        let mut netlist = netlist(game, &wiring.params(game, board, clock.hz))?;
        name_modules(&mut netlist);
        if EventInterpreter::new(&netlist).is_ok_and(|run| run.is_none()) {
            return Err(ProjectError::TooWide { game: game.name });
        }
        let (play, clocks) = Play::new(game);
        let top = Top::new(game, board, setup, clock, &wiring);
        Ok(Rehearsal {
            reset_at: clocks / SPANS * RESET_SPAN,
            has_reset_button: top.reset_button_active_low.is_some(),
            reset_bits: top.reset_bits,
            jumps: jumps(&netlist, play.period),
            state: state_names(&netlist),
            clocks,
            play,
            inputs: inputs(game, &wiring),
            outputs: wiring.connected.iter().filter_map(output).collect(),
            pull_down: fake_pull_down(game)?,
            data_enable: data_enable(game)?,
            netlist,
        })
    }

    /// The game has a button or a keyboard.
    pub(crate) fn has_presses(&self) -> bool {
        !self.play.letters.is_empty()
    }

    /// The signature from the start to the end of each span.
    pub fn signatures(&self) -> Vec<u64> {
        let span = self.clocks / SPANS;
        let mut signatures = Vec::new();
        self.run(&self.netlist, |clock, signature| {
            if clock % span == span - 1 {
                signatures.push(signature);
            }
            true
        });
        signatures
    }

    /// The signature in each clock.
    pub fn trace(&self) -> Vec<u64> {
        let mut trace = Vec::new();
        self.run(&self.netlist, |_, signature| {
            trace.push(signature);
            true
        });
        trace
    }

    /// Names of the registers that are set to cut waits short, without their modules.
    pub fn poked(&self) -> Vec<&str> {
        let names = self.jumps.iter().map(|jump| jump.register.as_str());
        names.filter_map(|name| name.rsplit('.').next()).collect()
    }

    /// The first clock in which another circuit with the same ports and the same state has another
    /// signature than in the trace.
    pub fn first_difference(&self, trace: &[u64], other: &Netlist) -> Option<u64> {
        let mut first = None;
        self.run(other, |clock, signature| {
            let same = trace[clock as usize] == signature;
            first = (!same).then_some(clock);
            same
        });
        first
    }

    /// The first clock in which the output pins differ from those of a game without a press.
    pub fn first_effect(&self) -> Option<u64> {
        let [mut played, mut alone] = [(); 2].map(|()| Stage::new(self, &self.netlist));
        (0..self.clocks).find(|&clock| {
            let differ = played.pins != alone.pins;
            played.clock(self, clock, true);
            alone.clock(self, clock, false);
            differ
        })
    }

    /// Plays until the end, or until `see` returns false. It sees clock and signature.
    fn run(&self, netlist: &Netlist, mut see: impl FnMut(u64, u64) -> bool) {
        let mut stage = Stage::new(self, netlist);
        let mut signature = 0;
        let memory_clocks = self.clocks / SPANS / MEMORY_LOOKS;
        for clock in 0..self.clocks {
            signature = sign(signature, stage.pins);
            if clock >= FIRST_LOOK && clock % LOOK_CLOCKS == LOOK_CLOCKS - 1 {
                signature = stage.sign_registers(signature);
            }
            if clock % memory_clocks == memory_clocks - 1 {
                signature = stage.sign_memories(&self.state, signature);
            }
            if !see(clock, signature) {
                return;
            }
            stage.clock(self, clock, true);
        }
    }
}

/// The next signature.
fn sign(signature: u64, value: u64) -> u64 {
    let feedback = if signature >> 63 == 1 { POLYNOMIAL } else { 0 };
    signature << 1 ^ feedback ^ value
}

/// The core and the circuits around it.
#[derive(Clone)]
struct Stage {
    core: EventInterpreter,
    reset: NarrowSignal,
    reset_control: ResetControl,
    inputs: Vec<(InputKind, NarrowSignal, Option<BarePin>)>,
    /// None: made by `data_enable`.
    outputs: Vec<Option<NarrowSignal>>,
    data_enable: Option<Helper>,
    syncs: Option<[NarrowSignal; 2]>,
    jumps: Vec<NarrowSignal>,
    registers: Vec<NarrowSignal>,
    /// Starts of the windows of lines and of columns.
    windows: [u64; 2],
    /// Levels in the output cells.
    pins: u64,
}

impl Stage {
    /// At the end of the reset.
    fn new(rehearsal: &Rehearsal, netlist: &Netlist) -> Stage {
        let core = interpreter(netlist);
        let has_data_enable = rehearsal.outputs.iter().any(|o| o.port == DATA_ENABLE_PORT);
        let helper = || Helper::new(&rehearsal.data_enable, &["h_sync", "v_sync"], &["visible"]);
        let inputs = rehearsal.inputs.iter().map(|input| {
            let is_bare = matches!(input.kind, InputKind::Button { is_bare: true, .. });
            let pin = is_bare.then(|| BarePin::new(&rehearsal.pull_down));
            (input.kind, signal(&core, &input.port), pin)
        });
        let outputs = rehearsal.outputs.iter().map(|output| {
            let is_of_core = output.port != DATA_ENABLE_PORT;
            is_of_core.then(|| signal(&core, output.port))
        });
        let jumps = rehearsal
            .jumps
            .iter()
            .map(|jump| signal(&core, &jump.register));
        let registers = rehearsal.state.iter().filter(|state| state.words.is_none());
        let registers = registers.map(|state| signal(&core, &state.netlist));
        let mut stage = Stage {
            reset: signal(&core, "reset"),
            reset_control: ResetControl::ended(rehearsal.reset_bits),
            inputs: inputs.collect(),
            outputs: outputs.collect(),
            syncs: has_data_enable
                .then(|| ["vga_h_sync", "vga_v_sync"].map(|name| signal(&core, name))),
            data_enable: has_data_enable.then(helper),
            jumps: jumps.collect(),
            registers: registers.collect(),
            windows: [LINES.first, COLUMNS.first],
            pins: 0,
            core,
        };
        stage.power_up(rehearsal);
        stage
    }

    fn power_up(&mut self, rehearsal: &Rehearsal) {
        set(&mut self.core, self.reset, 1);
        for (kind, signal, _) in &self.inputs {
            let level = kind.level(&rehearsal.play, None);
            set(&mut self.core, *signal, u64::from(level));
        }
        (0..RESET_CLOCKS).for_each(|_| self.core.step());
        self.pins = self.outputs(rehearsal);
    }

    /// From one falling edge of the clock to the next.
    fn clock(&mut self, rehearsal: &Rehearsal, clock: u64, is_played: bool) {
        let since_press = clock.checked_sub(rehearsal.reset_at);
        let is_reset_pressed = is_played
            && rehearsal.has_reset_button
            && since_press.is_some_and(|since| since < RESET_PRESS);
        let reset = u64::from(self.reset_control.clock(is_reset_pressed));
        set(&mut self.core, self.reset, reset);
        let helpers = self.data_enable.iter_mut();
        let pins = self.inputs.iter_mut();
        let pins = pins.filter_map(|(_, _, pin)| pin.as_mut().map(|pin| &mut pin.helper));
        helpers
            .chain(pins)
            .for_each(|helper| set(&mut helper.run, helper.reset, reset));
        for (kind, signal, pin) in &mut self.inputs {
            let level = kind.level(&rehearsal.play, is_played.then_some(clock));
            let level = match pin {
                Some(pin) => pin.pressed(level),
                None => level,
            };
            set(&mut self.core, *signal, u64::from(level));
        }
        self.jump(&rehearsal.jumps);
        self.pins = self.outputs(rehearsal);
        self.core.step();
        for (_, _, pin) in &mut self.inputs {
            if let Some(pin) = pin {
                pin.helper.run.step();
            }
        }
        if let Some(helper) = &mut self.data_enable {
            helper.run.step();
        }
    }

    fn sign_registers(&mut self, signature: u64) -> u64 {
        let registers = self.registers.iter();
        registers.fold(signature, |sum, &register| {
            sign(sum, self.core.peek(register))
        })
    }

    fn sign_memories(&self, state: &[StateName], signature: u64) -> u64 {
        let memories = state.iter().filter(|state| state.words.is_some());
        let words = memories.flat_map(|memory| {
            let words = self.core.memory(&memory.netlist);
            words.expect("the netlist has its memories")
        });
        words.fold(signature, |sum, &word| sign(sum, word))
    }

    fn jump(&mut self, jumps: &[Jump]) {
        let windows = self.windows;
        let start = |window: Window| windows[usize::from(window == COLUMNS)];
        let value = |value: Value| match value {
            Value::Number(number) => number,
            Value::Start(window) => start(window),
            Value::End(window) => start(window) + window.size,
            Value::Row(window) => TOP_ROW.wrapping_sub(start(window) / CELL_LINES),
        };
        let mut taken = Vec::new();
        for (jump, &register) in jumps.iter().zip(&self.jumps) {
            if self.core.peek(register) == value(jump.from) {
                taken.push((register, value(jump.to)));
                if let (Value::End(window), true) = (jump.from, jump.moves_window) {
                    self.windows[usize::from(window == COLUMNS)] = window.next(start(window));
                }
            }
        }
        for (register, value) in taken {
            set(&mut self.core, register, value);
        }
    }

    /// All output pins beside each other, the first at the top.
    fn outputs(&mut self, rehearsal: &Rehearsal) -> u64 {
        if let (Some(helper), Some(syncs)) = (&mut self.data_enable, self.syncs) {
            for (input, sync) in helper.inputs.iter().zip(syncs) {
                set(&mut helper.run, *input, self.core.peek(sync));
            }
        }
        let mut pins = 0;
        for (output, signal) in rehearsal.outputs.iter().zip(&self.outputs) {
            let value = match (signal, &mut self.data_enable) {
                (Some(signal), _) => self.core.peek(*signal),
                (None, Some(helper)) => helper.run.peek(helper.outputs[0]),
                (None, None) => 0,
            };
            let all = (1 << output.width) - 1;
            let inverted = if output.inverted { all } else { 0 };
            pins = pins << output.width | value & all ^ inverted;
        }
        pins
    }
}
