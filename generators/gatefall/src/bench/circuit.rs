//! Benchmark circuits: a game with a key player that operates it, or a design that needs no input,
//! and a signature of the outputs.
//!
//! Key player and signature are part of the circuit, so that all engines simulate the same design
//! and do no other work.

use super::designs::{self, CpuCircuit, FilterCircuit, UartCircuit};
use super::native::RustHdl;
use super::signature::Signature;
use gatefall_devices::key_player::{KeyPlayer, Stroke};
use gatefall_devices::Key;
use gatefall_games::arcade::{self, Arcade};
use gatefall_lower::LowerError;
use gatefall_netlist::Netlist;
use rust_hdl::prelude::*;
use std::time::Duration;

/// A benchmark circuit. Its only input is `clock`.
pub(super) trait Circuit: Block + Send + Sized + 'static {
    /// For one or two players, in a game for two.
    fn new(players: u8) -> Self;

    /// Signature of all outputs in all cycles so far: output `signature` of the circuit.
    fn signature(&self) -> u32;

    /// Changes the level of the clock.
    fn tick(&mut self);
}

/// A game or another design with a benchmark circuit.
pub(crate) struct Measured {
    /// Name of the game in the registry, or of the design.
    pub name: &'static str,
    /// A game for one or two players.
    pub has_players: bool,
    /// Clock frequency on a board, in hertz.
    pub clock_hz: u64,
    /// Netlist of the circuit for one or two players.
    pub netlist: fn(u8) -> Result<Netlist, LowerError>,
    /// Starts the circuit in rust-hdl's simulation.
    pub rust_hdl: fn(u8) -> RustHdl,
}

/// Everything that has a benchmark circuit: it is specific to the pins.
pub(crate) const MEASURED: &[Measured] = &[
    Measured {
        name: arcade::GAME.name,
        has_players: true,
        clock_hz: arcade::GAME.clock.preferred_hz,
        netlist: netlist::<Player>,
        rust_hdl: rust_hdl::<Player>,
    },
    Measured {
        name: "uart",
        has_players: false,
        clock_hz: designs::CLOCK_HZ,
        netlist: netlist::<UartCircuit>,
        rust_hdl: rust_hdl::<UartCircuit>,
    },
    Measured {
        name: "cpu",
        has_players: false,
        clock_hz: designs::CLOCK_HZ,
        netlist: netlist::<CpuCircuit>,
        rust_hdl: rust_hdl::<CpuCircuit>,
    },
    Measured {
        name: "filter",
        has_players: false,
        clock_hz: designs::CLOCK_HZ,
        netlist: netlist::<FilterCircuit>,
        rust_hdl: rust_hdl::<FilterCircuit>,
    },
];

fn netlist<C: Circuit>(players: u8) -> Result<Netlist, LowerError> {
    gatefall_lower::netlist(&C::new(players), "measured")
}

fn rust_hdl<C: Circuit>(players: u8) -> RustHdl {
    RustHdl::start(C::new(players))
}

/// Keys of a one-player game, and of a two-player game. `+` presses, `-` releases, `.` does both.
/// Space or 2 starts the game, and Enter ends its countdown. Then about one piece per second is
/// rotated, moved and dropped.
const KEYS: [&str; 2] = [
    "+Space -Space .Enter \
    .J .J .I .G  +L -L .I .G  .L .L .L .G  .J .J .J .I .G  .U .L .G  .H .J .J .J .J .G \
    .L .L .L .L .G  .I .J .G  .I .L .L .G  +K -K .J .G  .L .I .I .G  .J .J .G  .C .L .G",
    ".2 .Enter .J .Keypad1 .J .Keypad3 .I .Keypad5 .G .Keypad0  +L -L .Keypad1 .I .Keypad4 \
     .Keypad0 .G  .L .L .Keypad3 .L .Keypad3 .G .Keypad0 .J .Keypad5 .J .KeypadDot .I .G .Keypad0  \
     .U .Keypad1 .L .Keypad1 .G .Keypad0  .H .Keypad3 .J .J .Keypad5 .G .Keypad0 .L .Keypad2 .L \
     .Keypad3 .L .Keypad3 .G .Keypad0  .I .Keypad4 .J .Keypad1 .G .Keypad0  +K -K .Keypad3 .J .G \
     .Keypad0",
];
/// Time between two strokes.
const RHYTHM: Duration = Duration::from_millis(70);

/// Parses the key texts above. The first stroke comes immediately.
fn strokes(text: &str) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    for word in text.split_whitespace() {
        let (action, name) = word.split_at(1);
        let key = Key::named(name).expect("the keys are known");
        let directions: &[bool] = match action {
            "+" => &[true],
            "-" => &[false],
            _ => &[true, false],
        };
        for &is_down in directions {
            let pause = if strokes.is_empty() {
                Duration::ZERO
            } else {
                RHYTHM
            };
            strokes.push(Stroke {
                pause,
                key,
                is_down,
            });
        }
    }
    strokes
}

/// The game with its key player.
#[derive(LogicBlock)]
pub(crate) struct Player {
    /// The only input of the circuit.
    pub clock: Signal<In, Clock>,
    /// Signature of all outputs of the game in all cycles so far.
    pub signature: Signal<Out, Bits<32>>,
    game: Arcade<4>,
    keys: KeyPlayer,
    register: Signature,
    colours: Signal<Local, Bits<32>>,
    lines: Signal<Local, Bits<32>>,
}

impl Circuit for Player {
    fn new(players: u8) -> Player {
        let clock_hz = arcade::GAME.clock.preferred_hz;
        Player {
            clock: Default::default(),
            signature: Default::default(),
            game: Arcade::new(clock_hz, 0),
            keys: KeyPlayer::new(&strokes(KEYS[usize::from(players) - 1]), clock_hz),
            register: Default::default(),
            colours: Default::default(),
            lines: Default::default(),
        }
    }
    fn signature(&self) -> u32 {
        self.signature.val().to_u32()
    }

    fn tick(&mut self) {
        self.clock.next = !self.clock.val();
    }
}

impl Logic for Player {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, game, keys, register);
        self.game.reset.next = false;
        self.game.ps2_clock.next = self.keys.ps2_clock.val();
        self.game.ps2_data.next = self.keys.ps2_data.val();
        self.game.gamepad_data.next = true;
        self.game.second_gamepad_data.next = true;
        self.colours.next = bit_cast::<32, 4>(self.game.vga_red.val())
            | (bit_cast::<32, 4>(self.game.vga_green.val()) << 4)
            | (bit_cast::<32, 4>(self.game.vga_blue.val()) << 8);
        self.lines.next = (bit_cast::<32, 1>(self.game.vga_h_sync.val().into()) << 12)
            | (bit_cast::<32, 1>(self.game.vga_v_sync.val().into()) << 13)
            | (bit_cast::<32, 1>(self.game.audio.val().into()) << 14);
        self.register.outputs.next = self.colours.val() | self.lines.val();
        self.signature.next = self.register.signature.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_host::Machine;

    #[test]
    fn a_circuit_with_players_is_a_game_and_is_really_played() {
        for measured in MEASURED {
            let mut games = gatefall_games::GAMES.iter();
            let is_game = games.any(|game| game.name == measured.name);
            assert_eq!(is_game, measured.has_players, "{}", measured.name);
        }
        for players in [1, 2] {
            let netlist = netlist::<Player>(players).unwrap();
            let mut machine = Machine::new(&netlist).unwrap();
            // Half of the memory is the board of a player. Empty cells are zero.
            let mut cells = |seconds: u64| {
                machine.run(seconds * arcade::GAME.clock.preferred_hz);
                let board = machine.memory("game.game_engine.board_controller.cells.first");
                let board = board.unwrap();
                [0..256, 256..512].map(|half| {
                    half.filter(|&cell| board.get(cell).unwrap() & 7 != 0)
                        .count()
                })
            };
            assert_eq!(cells(0), [0, 0]);
            let (early, late) = (cells(2), cells(2));
            for player in 0..usize::from(players) {
                assert!(
                    early[player] >= 4 && late[player] > early[player],
                    "{early:?}, {late:?}"
                );
            }
            assert_eq!(late[1] > 0, players == 2);
        }
    }
}
