//! Benchmark circuit: a game, a key player that operates it, and a signature of its outputs.
//!
//! Key player and signature are part of the circuit, so that all engines simulate the same design
//! and do no other work.

use gatefall_devices::key_player::{KeyPlayer, Stroke};
use gatefall_devices::Key;
use gatefall_games::arcade::{self, Arcade};
use rust_hdl::prelude::*;
use std::time::Duration;

/// A game with a benchmark circuit.
pub(crate) struct Measured {
    /// Name in the registry.
    pub game: &'static str,
    /// Clock frequency on a board, in hertz.
    pub clock_hz: u64,
    /// Creates the circuit for one or two players.
    pub circuit: fn(u8) -> Player,
}

/// Games with a benchmark circuit, which is specific to the game's pins.
pub(crate) const MEASURED: &[Measured] = &[Measured {
    game: arcade::GAME.name,
    clock_hz: arcade::GAME.clock.preferred_hz,
    circuit: Player::new,
}];

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

impl Player {
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

/// Signature register with multiple inputs. In each cycle it shifts like a CRC and XORs the outputs
/// in. A single wrong value, or a changed order, changes all later signatures.
#[derive(LogicBlock, Default)]
struct Signature {
    clock: Signal<In, Clock>,
    outputs: Signal<In, Bits<32>>,
    signature: Signal<Out, Bits<32>>,
    state: DFF<Bits<32>>,
    shifted: Signal<Local, Bits<32>>,
    folded: Signal<Local, Bits<32>>,
}

impl Logic for Signature {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.shifted.next = self.state.q.val() << 1;
        self.folded.next = 0.into();
        if self.state.q.val().get_bit(31) {
            self.folded.next = 0x04C1_1DB7.into();
        }
        self.state.d.next = (self.shifted.val() ^ self.folded.val()) ^ self.outputs.val();
        self.signature.next = self.state.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_host::Machine;

    #[test]
    fn every_measured_game_is_in_the_registry_and_is_really_played() {
        for measured in MEASURED {
            let known = gatefall_games::GAMES
                .iter()
                .any(|game| game.name == measured.game);
            assert!(known, "{}", measured.game);
        }
        for players in [1, 2] {
            let netlist = gatefall_lower::netlist(&Player::new(players), "measured").unwrap();
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
