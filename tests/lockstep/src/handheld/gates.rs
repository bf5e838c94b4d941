//! The whole game in the simulator, with buttons, a panel and a loudspeaker on its pins.
//!
//! Its clock is divided into beats, each of which samples a button. The harness stops in the middle
//! between two beats. A button that changes there has a defined level at the next sample.

use crate::falling_blocks::{Difference, Drawn, EngineProbe, State};
use gatefall_devices::{DeviceBench, PanelGeometry, Running};
use gatefall_games::handheld::{screens, Handheld, GAME, TICKS_HZ};
use gatefall_golden::handheld::{Button, Extras, BEATS, HEIGHT, WIDTH};
use gatefall_golden::{Cell, Shape, COLUMNS};
use gatefall_host::Machine;
use gatefall_netlist::Netlist;
use gatefall_widgets::display::Panel;
use rust_hdl::prelude::Block;

/// Half of the real clock: the same game in half as many cycles. The sounds need at least this
/// clock.
pub const CLOCK_HZ: u64 = 12_000_000;
pub(super) const BEAT_CYCLES: u64 = CLOCK_HZ / (TICKS_HZ * BEATS as u64);
const ENGINE: &str = "handheld.game_engine.";
/// Bits of MADCTL: rows from last to first, columns from last to first, blue first.
const FLIP_ROWS: u8 = 0x80;
const FLIP_COLUMNS: u8 = 0x40;
const BLUE_FIRST: u8 = 0x08;

/// The game in the simulator.
pub struct Gates {
    running: Running,
    probe: EngineProbe,
    panel: Panel,
    /// The cycle in the middle after the last beat.
    middle: u64,
}

impl Gates {
    /// The game after its reset, with a panel of the given type, and with these parts.
    ///
    /// # Panics
    /// If the game cannot drive such a panel.
    pub fn new(panel: Panel, extras: Extras) -> Self {
        Self::changed(panel, extras, |netlist| netlist)
    }

    /// The same with a change of the netlist.
    ///
    /// # Panics
    /// As [`Gates::new`], and if names that are read are missing.
    pub fn changed(panel: Panel, extras: Extras, change: impl FnOnce(Netlist) -> Netlist) -> Self {
        let parts = screens::Extras {
            start_level: extras.start_level,
            best_score: extras.best_score,
            music: true,
            alarm: extras.alarm,
        };
        let mut block = Handheld::new(CLOCK_HZ, TICKS_HZ, panel, parts);
        block.connect_all();
        let netlist = gatefall_bench::netlist(&block, GAME.name);
        let netlist = change(netlist);
        let geometry = PanelGeometry {
            // It is mounted on its side.
            column_offset: panel.y_offset.into(),
            row_offset: panel.x_offset.into(),
            is_turned: true,
            is_blue_first: panel.access & BLUE_FIRST != 0,
        };
        let bench = DeviceBench::new(&netlist, &[]).expect("the game fits the bench");
        let running = Running::start(bench.with_panel(geometry), CLOCK_HZ);
        let mut running = running.expect("the game compiles");
        let probe = EngineProbe::new(running.machine(), ENGINE);
        // The first beat comes one whole beat after the reset.
        let middle = running.cycles() + BEAT_CYCLES / 2;
        let mut gates = Self {
            running,
            probe,
            panel,
            middle,
        };
        gates.run();
        gates
    }

    fn run(&mut self) {
        let cycles = self.middle - self.running.cycles();
        self.running.run(cycles).expect("nothing is recorded");
    }

    /// The machine, for inspection.
    pub fn machine(&mut self) -> &mut Machine {
        self.running.machine()
    }

    /// Presses or releases a button.
    pub fn set_button(&mut self, button: Button, is_down: bool) {
        let port = format!("button_{button:?}").to_lowercase();
        let set = self.running.set_button(&port, is_down);
        set.expect("the game has this button");
    }

    /// Runs a beat.
    pub fn beat(&mut self) {
        self.middle += BEAT_CYCLES;
        self.run();
    }

    /// Runs until the engine is idle, which may be after the middle.
    ///
    /// # Errors
    /// If it hangs.
    pub fn settle(&mut self) -> Result<(), Box<Difference>> {
        self.probe.settle(self.running.machine())
    }

    /// Begins a game.
    pub fn new_game(&mut self) {
        self.probe.new_game(1);
    }

    /// The state of the player, and the values drawn since the last call.
    ///
    /// # Errors
    /// As `EngineProbe::look`.
    pub fn look(&mut self) -> Result<(State, Drawn), Box<Difference>> {
        let (mut states, drawn) = self.probe.look(self.running.machine())?;
        Ok((states.remove(0), drawn))
    }

    /// Sets the next pieces. The engine is idle and stays so.
    pub fn deal(&mut self, shapes: &[Shape]) {
        self.probe.deal(self.running.machine(), shapes);
    }

    /// Sets a row of the board.
    pub fn put_row(&mut self, row: usize, cells: &[Option<Cell>; COLUMNS]) {
        self.probe.put_row(self.running.machine(), 0, row, cells);
    }

    /// Sets score, lines and level.
    pub fn put_numbers(&mut self, numbers: [u64; 3]) {
        self.probe.put_numbers(self.running.machine(), 0, numbers);
    }

    /// True if the loudspeaker was silent since the last call.
    pub fn is_silent(&mut self) -> bool {
        let samples = self.running.take_samples();
        samples.iter().all(|&sample| sample == 0)
    }

    /// The first violation of the panel's protocol.
    pub fn fault(&self) -> Option<String> {
        self.running.fault().map(|fault| fault.to_string())
    }

    /// The panel's picture as it is mounted: row by row, red, green and blue.
    pub fn picture(&self) -> Vec<[u8; 3]> {
        let lcd = self.running.lcd().expect("the game has a panel");
        let glass = lcd.rgb();
        let (width, height) = (lcd.width(), lcd.height());
        let is = |bit: u8| self.panel.access & bit != 0;
        let dots = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
        dots.map(|(x, y)| {
            let column = if is(FLIP_COLUMNS) { width - 1 - y } else { y };
            let row = if is(FLIP_ROWS) { height - 1 - x } else { x };
            let place = 3 * (row * width + column);
            [glass[place], glass[place + 1], glass[place + 2]]
        })
        .collect()
    }
}
