//! The arcade with a keyboard.

use gatefall_devices::{DeviceBench, Key, Output, Running};
use gatefall_games::arcade::picture::font;
use gatefall_games::arcade::statistics::text_rom::LENGTH;
use gatefall_games::arcade::GAME;
use gatefall_games::Params;
use gatefall_netlist::Netlist;

pub const MS: u64 = GAME.clock.preferred_hz / 1000;
/// Clocks for which a key is down, and up.
const STROKE: u64 = 6 * MS;

/// The arcade with a keyboard.
pub struct Arcade {
    pub running: Running,
}

impl Arcade {
    pub fn new(watch: &[&str]) -> Self {
        Arcade::of(&gatefall_lockstep::arcade::netlist(), watch)
    }

    pub fn with_params(params: &Params, watch: &[&str]) -> Self {
        let block = (GAME.build)(params).unwrap();
        Arcade::of(&gatefall_bench::netlist(block.as_ref(), "arcade"), watch)
    }

    /// The circuit without the logic of picture and sound, which no test of a flow sees.
    fn of(netlist: &Netlist, watch: &[&str]) -> Self {
        let bench = DeviceBench::new(netlist, watch).unwrap();
        let mut running = Running::start(bench, GAME.clock.preferred_hz).unwrap();
        running
            .leave_out(&[Output::Picture, Output::Sound])
            .unwrap();
        Self { running }
    }

    pub fn run(&mut self, cycles: u64) {
        self.running.run(cycles).unwrap();
    }

    pub fn tap(&mut self, names: &str) {
        for name in names.split_whitespace() {
            let key = Key::named(name).unwrap();
            self.running.press(key);
            self.run(STROKE);
            self.running.release(key);
            self.run(STROKE);
        }
    }

    pub fn peek(&mut self, signal: &str) -> u64 {
        let signal = format!("arcade.{signal}");
        self.running.machine().peek(signal.as_str()).unwrap()
    }

    pub fn screen(&mut self) -> usize {
        self.peek("console.scene_control.screen") as usize
    }

    /// Characters of an item of the decimal unit, a letter each: `@` is not shown.
    pub fn text(&mut self, item: u8) -> String {
        let memory = self.running.machine();
        let memory = memory
            .memory("arcade.console.statistics_control.step_walk.decimal_unit.items.characters")
            .unwrap();
        let first = u64::from(item) * LENGTH as u64;
        let code = |address| memory.get(address).unwrap();
        let name = |code: u64| font::character(code as u8).unwrap_or('@');
        (first..first + 8).map(code).map(name).collect()
    }

    pub fn set_text(&mut self, item: u8, text: &str) {
        let memory = self.running.machine();
        let mut memory = memory
            .memory("arcade.console.statistics_control.step_walk.decimal_unit.items.characters")
            .unwrap();
        for (address, digit) in (u64::from(item) * LENGTH as u64..).zip(text.bytes()) {
            if digit.is_ascii_digit() {
                memory.set(address, u64::from(digit - b'0')).unwrap();
            }
        }
    }

    /// The characters of all screens.
    pub fn text_memory(&mut self) -> Vec<u8> {
        let memory = self.running.machine();
        let memory = memory.memory("arcade.screen.pixel_generator.text.text");
        memory.unwrap().bytes().to_vec()
    }

    /// Values of the registers with the settings.
    pub fn settings(&mut self) -> Vec<u64> {
        let names = "mode_of_one mode_of_two players level skin_now silent delay interval factor \
            next ghost hold speed music effects tune_now delay_cut guard lock_ticks resets \
            clear_delay marathon_goal race_goal best_of";
        let names = names.split_whitespace();
        names
            .map(|name| self.peek(&format!("console.settings.{name}")))
            .collect()
    }

    /// Waits until keys act after a game.
    pub fn wait_for_keys(&mut self) {
        let mut pictures = 0;
        while self.peek("console.game_course.is_deaf") == 1 {
            assert!(pictures < 100, "keys never act again");
            self.run(17 * MS);
            pictures += 1;
        }
        assert!(pictures > 30, "keys act at once");
    }

    /// Drops pieces until the game is over.
    pub fn top_out(&mut self, drop: &str) {
        for _ in 0..30 {
            if self.peek("game_engine.result.game_over") == 1 {
                self.run(MS);
                return;
            }
            self.tap(drop);
        }
        panic!("the game does not end");
    }
}
