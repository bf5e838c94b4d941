//! Benchmark circuit of `arcade`: the game, a key player that operates it, and the signature.

use super::circuit::Circuit;
use super::signature::Signature;
use gatefall_devices::key_player::{KeyPlayer, Stroke};
use gatefall_devices::Key;
use gatefall_games::arcade::{self, Arcade};
use gatefall_games::Params;
use rust_hdl::prelude::*;
use std::time::Duration;

/// Keys of a one-player game, and of a two-player game. `+` presses, `-` releases, `.` does both.
/// Space or 2 starts the game, and Enter ends its countdown. Then about one piece per second is
/// rotated, moved and dropped.
const KEYS: [&str; 2] = [
    "+Space -Space .Enter \
    .J .J .I .G  +L -L .I .G  .L .L .L .G  .J .J .J .I .G  .U .L .G  .H .J .J .J .J .G \
    .L .L .L .L .G  .I .J .G  .I .L .L .G  +K -K .J .G  .L .I .I .G  .J .J .G  .C .L .G",
    ".2 .Enter .A .Left .A .Right .W .Up .Space .Enter  +D -D .Left .W .Slash \
     .Enter .Space  .D .D .Right .D .Right .Space .Enter .A .Up .A .Period .W .Space .Enter  \
     .Q .Left .D .Left .Space .Enter  .E .Right .A .A .Up .Space .Enter .D .Down .D \
     .Right .D .Right .Space .Enter  .W .Slash .A .Left .Space .Enter  +S -S .Right .A .Space \
     .Enter",
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
        let params = Params {
            gamepads: 0,
            flash: None,
            ..arcade::GAME.params()
        };
        let clock_hz = params.clock_hz;
        Player {
            clock: Default::default(),
            signature: Default::default(),
            game: Arcade::new(&params),
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
        self.game.flash_miso.next = true;
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
