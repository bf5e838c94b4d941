//! Resets at many clocks of a game that is being played: in the middle of a picture, of a save, of
//! all that a game does. Each time all registers are initial, also if they held random values, and
//! the game that follows is the same as after the first reset.

use super::*;
use fastrand::Rng;
use gatefall_games::matrix::MatrixScan;
use player::{peek, poke, Guard, Middle, Player};

/// Fills the lowest rows of a board but for a gap where pieces spawn.
fn fill_rows(machine: &mut Machine, random: &mut Rng) {
    let [first, width] = [3 + random.u64(..3), 1 + random.u64(..3)];
    for copy in ["first", "second"] {
        let name = format!("game_engine.board_controller.cells.{copy}");
        let mut cells = machine.memory(&name).unwrap();
        for (row, column) in (0..4).flat_map(|row| (0..10).map(move |column| (row, column))) {
            let is_gap = (first..first + width).contains(&column);
            let address = match column {
                0..8 => 8 * row + column,
                _ => 192 + 8 * row + column % 2,
            };
            cells.set(address, u64::from(!is_gap)).unwrap();
        }
    }
}

/// A PS/2 keyboard that sends codes of keys of play, half a period of its clock at a time.
#[derive(Default)]
struct Keyboard {
    /// Levels of clock and data to come, the next one last.
    levels: Vec<[u64; 2]>,
}

impl Keyboard {
    /// Half a period of the clock.
    const HALF: u64 = 1_000;

    fn act(&mut self, machine: &mut Machine, random: &mut Rng) {
        if self.levels.is_empty() {
            let bytes = [
                0x3B, 0x4B, 0x42, 0x43, 0x29, 0x1C, 0x2A, 0x4D, 0xF0, 0xE0, 0x6B,
            ];
            let byte: u32 = random.choice(bytes).unwrap();
            let odd = u64::from(u32::count_ones(byte) + 1) & 1;
            let bits = u64::from(byte) << 1 | odd << 9 | 1 << 10;
            for bit in (0..11).map(|place| bits >> place & 1) {
                self.levels.extend([[1, bit], [0, bit]]);
            }
            self.levels.extend([[1, 1]; 2]);
            self.levels.reverse();
        }
        let [clock, data] = self.levels.pop().unwrap_or([1, 1]);
        poke(machine, "ps2_clock", clock);
        poke(machine, "ps2_data", data);
    }
}

/// Begins a game of one or of two.
fn begin_arcade(machine: &mut Machine, has_two: bool) {
    machine.run(5_000);
    poke(machine, "console.scene_control.has_two", has_two.into());
    poke(machine, "console.scene_control.starts", 1);
    poke(machine, "console.scene_control.current", COUNTDOWN);
    machine.run(5_000);
    poke(machine, "console.scene_control.current", PLAY);
}

/// Presses the key of an action.
fn act(machine: &mut Machine, action: u64) {
    let events = "console.keyboard.keyboard_decoder.key_events";
    poke(machine, &format!("{events}.went_down"), 1);
    poke(machine, &format!("{events}.action_now"), action);
}

fn play_arcade(machine: &mut Machine) {
    begin_arcade(machine, false);
    for action in [1, 4, 6, 7] {
        act(machine, action);
        machine.run(2_000);
    }
    assert_eq!(peek(machine, "game_engine.play.in_play"), 1);
}

#[test]
fn the_arcade_can_be_reset_at_any_clock() {
    let mut uut = Bench::new(Arcade::<1>::new(&arcade::GAME.params()));
    let mut keyboard = Keyboard::default();
    let store = "console.saved_block.store";
    let mut player = Player {
        guard: Some(Guard {
            acts: "reset_guard.resets",
            registers: &[
                "console.statistics_control.step_",
                "console.saved_block.store.is_loading",
            ],
        }),
        idle: &[
            ("ps2_clock", 1),
            ("ps2_data", 1),
            ("gamepad_data", 1),
            ("second_gamepad_data", 1),
            ("flash_miso", 0),
        ],
        begin: &|machine| begin_arcade(machine, true),
        step: Keyboard::HALF,
        most_steps: 8,
        act: &mut |machine, random| {
            keyboard.act(machine, random);
            poke(machine, "gamepad_data", random.u64(..2));
            match random.u64(..8) {
                0 => fill_rows(machine, random),
                // A tick comes soon.
                1 => {
                    let timing = "screen.pixel_generator.timing";
                    poke(machine, &format!("{timing}.row"), 479);
                    poke(machine, &format!("{timing}.column"), 700);
                }
                _ => act(machine, random.u64(..16)),
            }
            // As with a flash, which here has finished at once with everything.
            poke(machine, &format!("{store}.is_present"), 1);
            poke(machine, &format!("{store}.is_wanted"), 1);
        },
        again: &play_arcade,
        // The phases of tones and of the tempo.
        kept: &["game_sound.sound.voices.memory"],
        // Keys that were down before the reset.
        remembered: &["console.keyboard.keyboard_decoder.key_list.finder.stale_timers"],
        middles: &[
            ("a line of the picture", |machine| {
                peek(machine, "screen.pixel_generator.timing.h_active") == 1
            }),
            ("a save", |machine| {
                peek(machine, "console.saved_block.store.is_writing") == 1
            }),
            ("a sound effect", |machine| {
                peek(machine, "game_sound.sound.voices.effect_priority.number") > 0
            }),
            ("a frame of the keyboard", |machine| {
                peek(machine, "console.keyboard.ps2_receiver.in_frame") == 1
            }),
            ("a reading of the gamepads", |machine| {
                peek(machine, "console.keyboard.gamepad_reader.is_reading") == 1
            }),
            ("an operation of the engine", |machine| {
                peek(machine, "game_sound.busy") == 1
            }),
            ("a number that is being written", |machine| {
                peek(machine, "reset_guard.is_writing") == 1
            }),
        ],
        unreset: None,
    };
    player.check(uut.machine());
}

/// The buttons of the handheld.
const BUTTONS: [&str; 8] = [
    "button_left",
    "button_right",
    "button_down",
    "button_a",
    "button_b",
    "button_up",
    "button_m2",
    "button_m1",
];

/// Presses and releases a button for a sample of each, without the time between two samples.
fn tap_handheld(machine: &mut Machine, button: &str) {
    for level in [1, 0] {
        poke(machine, button, level);
        for _ in 0..BUTTONS.len() {
            poke(machine, "beat_divider.left", 3);
            machine.run(700);
        }
    }
}

fn play_handheld(machine: &mut Machine) {
    machine.run(1_000);
    poke(machine, "scene_control.scene", 1);
    for button in ["button_m1", "button_left", "button_up"] {
        tap_handheld(machine, button);
    }
    assert_eq!(peek(machine, "game_engine.play.in_play"), 1);
}

/// As [`play_handheld`], and the panel is ready.
fn begin_handheld(machine: &mut Machine) {
    play_handheld(machine);
    while peek(machine, "tile_painter.panel.is_filling") == 0 {
        poke(machine, "tile_painter.panel.delay", 0);
        machine.run(40);
    }
}

#[test]
fn the_handheld_can_be_reset_at_any_clock() {
    let hz = handheld::GAME.clock.preferred_hz;
    let mut uut = Bench::new(Handheld::new(hz, TICKS_HZ, PANEL, Extras::ALL));
    let mut player = Player {
        guard: None,
        idle: &BUTTONS.map(|button| (button, 0)),
        begin: &begin_handheld,
        step: 150,
        most_steps: 40,
        act: &mut |machine, random| {
            // Pauses are rare.
            let buttons = &BUTTONS[..7 + usize::from(random.u64(..20) == 0)];
            poke(machine, random.choice(buttons).unwrap(), random.u64(..2));
            poke(machine, "beat_divider.left", random.u64(..40));
            if random.u64(..20) == 0 {
                fill_rows(machine, random);
            }
        },
        again: &play_handheld,
        kept: &[],
        // It compares with the best score, and counts only if there is one.
        remembered: &["tile_composer.tile_code.digits.is_higher"],
        middles: &[
            ("a command of the panel", |machine| {
                peek(machine, "tile_painter.panel.halves") > 0
                    && peek(machine, "tile_painter.panel.is_data") == 0
            }),
            ("the pixels of a tile", |machine| {
                peek(machine, "tile_painter.panel.halves") > 0
                    && peek(machine, "tile_painter.panel.is_filling") == 1
            }),
            ("a sound effect", |machine| {
                peek(machine, "sound_effects.is_playing") == 1
            }),
        ],
        unreset: None,
    };
    player.check(uut.machine());
}

/// Clocks in a second of the matrix.
const SECOND: u64 = 2_000;

fn play_matrix(machine: &mut Machine) {
    for button in ["start", "rotate", "shift_left", "shift_right"] {
        tap(machine, button, SECOND / 20);
    }
    machine.run(5 * SECOND);
    assert_eq!(peek(machine, "core.engine.is_started"), 1);
}

fn begin_matrix(machine: &mut Machine) {
    tap(machine, "start", SECOND / 20);
}

/// Resets the matrix, which then has either LEDs.
fn reset_matrix(machine: &mut Machine, unreset: Option<&str>, middles: &[Middle]) {
    let buttons = ["rotate", "shift_left", "shift_right", "start", "restart"];
    let mut player = Player {
        guard: None,
        idle: &buttons.map(|button| (button, 0)),
        begin: &begin_matrix,
        step: SECOND / 20,
        most_steps: 20,
        act: &mut |machine, random| {
            // The end of a game is rare.
            let buttons = &buttons[..4 + usize::from(random.u64(..50) == 0)];
            poke(machine, random.choice(buttons).unwrap(), random.u64(..2));
        },
        again: &play_matrix,
        kept: &[],
        remembered: &[],
        middles,
        unreset,
    };
    player.check(machine);
}

const MATRIX_SOUND: Middle = ("a sound effect", |machine| {
    peek(machine, "core.effects.is_playing") == 1
});

#[test]
fn the_matrix_on_a_chain_can_be_reset_at_any_clock() {
    let game = Matrix::new(12_000_000, SECOND, IDS.start, DEFAULT_BRIGHTNESS);
    let pulse: Middle = ("a pulse of the chain", |machine| {
        peek(machine, "led_data") == 1
    });
    reset_matrix(Bench::new(game).machine(), None, &[pulse, MATRIX_SOUND]);
}

#[test]
#[should_panic(expected = "core.engine.is_started")]
fn a_register_of_play_that_is_not_reset_is_found() {
    let game = Matrix::new(12_000_000, SECOND, IDS.start, DEFAULT_BRIGHTNESS);
    reset_matrix(
        Bench::new(game).machine(),
        Some("core.engine.is_started"),
        &[],
    );
}

#[test]
#[should_panic(expected = "core.engine.board_update.completion.full_row")]
fn a_register_that_rarely_changes_and_is_not_reset_is_found() {
    let game = Matrix::new(12_000_000, SECOND, IDS.start, DEFAULT_BRIGHTNESS);
    let rare = "core.engine.board_update.completion.full_row";
    reset_matrix(Bench::new(game).machine(), Some(rare), &[]);
}

#[test]
fn the_matrix_on_rows_can_be_reset_at_any_clock() {
    let game = MatrixScan::new(12_000_000, SECOND, IDS.start);
    let bit: Middle = ("a bit of a row", |machine| peek(machine, "row_clock") == 1);
    let shine: Middle = ("the time of a row", |machine| {
        peek(machine, "row_enable") == 1
    });
    reset_matrix(
        Bench::new(game).machine(),
        None,
        &[bit, shine, MATRIX_SOUND],
    );
}

const TICTACTOE_BUTTONS: [&str; 5] = ["confirm", "up", "down", "left", "right"];

/// Presses and releases a button for two slots, without the time between them.
fn tap_tictactoe(machine: &mut Machine, button: &str) {
    for level in [1, 0] {
        poke(machine, button, level);
        machine.run(4);
        for _ in 0..2 {
            poke(machine, "divider.left", 3);
            machine.run(300);
        }
    }
}

fn play_tictactoe(machine: &mut Machine) {
    machine.run(1_000);
    for button in ["confirm", "right", "confirm", "down", "confirm"] {
        tap_tictactoe(machine, button);
    }
    assert_ne!(peek(machine, "game_logic.state"), 0);
}

#[test]
fn tictactoe_can_be_reset_at_any_clock() {
    let hz = tictactoe::GAME.clock.preferred_hz;
    let mut uut = Bench::new(Tictactoe::new(hz, Side::Eight));
    let mut player = Player {
        guard: None,
        idle: &TICTACTOE_BUTTONS.map(|button| (button, 0)),
        begin: &play_tictactoe,
        step: 300,
        most_steps: 20,
        act: &mut |machine, random| {
            poke(
                machine,
                random.choice(TICTACTOE_BUTTONS).unwrap(),
                random.u64(..2),
            );
            poke(machine, "divider.left", random.u64(..200));
        },
        again: &play_tictactoe,
        kept: &[],
        remembered: &[],
        middles: &[
            ("a pulse of the chain", |machine| {
                peek(machine, "led_data") == 1
            }),
            ("a sound effect", |machine| {
                peek(machine, "sound_effects.is_playing") == 1
            }),
        ],
        unreset: None,
    };
    player.check(uut.machine());
}
