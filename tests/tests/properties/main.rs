//! Properties of modules, proved by k-induction with yosys and z3.
//!
//! The properties are in the files of the modules, as constants `PROPERTIES`. Each one has a mutant
//! of the emitted Verilog. A search from power-up shows that the property is false for it, so no
//! property is true of everything.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod draws;
mod proof;
mod table;

use gatefall_games::arcade::control::menu::Menu;
use gatefall_games::arcade::control::scene_control::SceneControl;
use gatefall_games::arcade::picture::painter::Painter;
use gatefall_games::arcade::picture::sprite_table::SpriteTable;
use gatefall_games::arcade::picture::vga_output::VgaOutput;
use gatefall_games::arcade::statistics::digit_counter::DigitCounter;
use gatefall_games::arcade::statistics::step_walk::StepWalk;
use gatefall_games::arcade::statistics::stopwatch::Stopwatch;
use gatefall_games::falling_blocks::board::clear_line::ClearLine;
use gatefall_games::falling_blocks::board::raise_rows::RaiseRows;
use gatefall_games::falling_blocks::engine::game_engine::GameEngine;
use gatefall_games::falling_blocks::engine::match_control::MatchControl;
use gatefall_games::falling_blocks::engine::player_input::PlayerInput;
use gatefall_games::falling_blocks::exchange::context_switch::ContextSwitch;
use gatefall_games::falling_blocks::input::auto_shift::AutoShift;
use gatefall_games::falling_blocks::input::press_queue::PressQueue;
use gatefall_games::falling_blocks::input::queue_pointers::QueuePointers;
use gatefall_games::falling_blocks::input::shift_repeat::ShiftRepeat;
use gatefall_games::falling_blocks::piece::fall::Fall;
use gatefall_games::falling_blocks::piece::falling_piece_update::FallingPieceUpdate;
use gatefall_games::falling_blocks::piece::gravity::Gravity;
use gatefall_games::falling_blocks::piece::lock::Lock;
use gatefall_games::falling_blocks::piece::lock_delay::LockDelay;
use gatefall_games::falling_blocks::piece::random_tetris::RandomTetris;
use gatefall_games::falling_blocks::piece::spawn::Spawn;
use gatefall_games::falling_blocks::scoring::clear_scoring::ClearScoring;
use gatefall_games::falling_blocks::scoring::digit_adder::DigitAdder;
use gatefall_games::falling_blocks::scoring::scoreboard::Scoreboard;
use gatefall_games::falling_blocks::shell::text::TextLayout;
use gatefall_games::falling_blocks::versus::attack::Attack;
use gatefall_games::falling_blocks::versus::garbage::Garbage;
use gatefall_games::falling_blocks::versus::garbage_rise::GarbageRise;
use gatefall_tests::{has_programs, record};
use gatefall_widgets::counting::{Countdown, DecimalStep};
use gatefall_widgets::display::row_scan::RowScan;
use gatefall_widgets::display::seven_segment::SevenSegment;
use gatefall_widgets::display::ws2812::{ChainOrder, Ws2812};
use gatefall_widgets::display::MatrixSize;
use gatefall_widgets::input::buttons::Buttons;
use gatefall_widgets::input::held_keys::HeldKeys;
use gatefall_widgets::input::key_finder::KeyFinder;
use gatefall_widgets::input::key_steps::KeySteps;
use gatefall_widgets::input::Ps2Receiver;
use gatefall_widgets::memory::{FlashChip, FlashStore};
use gatefall_widgets::property::Property;
use gatefall_widgets::random::lfsr32::Lfsr32;
use gatefall_widgets::timing::Divider;
use gatefall_widgets::video::{VgaTiming, VGA_640X480_60};
use proof::Circuit;
use rust_hdl::prelude::Block;
use std::time::Instant;

/// Longest induction. Beyond it the module has smaller parameters here.
const MOST_CLOCKS: u32 = 30;

const CHIP: FlashChip = FlashChip {
    bytes: 1 << 22,
    id: 0xEF_4016,
    is_locked: false,
};
const LOCKED_CHIP: FlashChip = FlashChip {
    is_locked: true,
    ..CHIP
};

/// A module with its properties.
struct Subject {
    name: &'static str,
    build: fn() -> Box<dyn Block>,
    properties: &'static [Property],
}

fn widgets() -> Vec<Subject> {
    vec![
        Subject {
            name: "vga_timing",
            build: || Box::new(VgaTiming::new(&VGA_640X480_60, 4)),
            properties: VgaTiming::PROPERTIES,
        },
        Subject {
            name: "divider",
            build: || Box::new(Divider::<5>::new(12)),
            properties: Divider::<5>::PROPERTIES,
        },
        Subject {
            name: "ws2812",
            build: || {
                let size = MatrixSize {
                    rows: 10,
                    columns: 7,
                };
                let colours = [0xFF_FF_FF, 0x12_34_56];
                Box::new(Ws2812::new(
                    12_000_000,
                    size,
                    ChainOrder::Rows,
                    &colours,
                    32,
                ))
            },
            properties: Ws2812::PROPERTIES,
        },
        // One sample of the clock line per clock, so that a mutant fails soon.
        Subject {
            name: "ps2_receiver",
            build: || Box::new(Ps2Receiver::new(1_000_000)),
            properties: Ps2Receiver::PROPERTIES,
        },
        Subject::of::<Countdown<5>>("countdown", Countdown::<5>::PROPERTIES),
        Subject {
            name: "held_keys",
            build: || Box::new(HeldKeys::new(3)),
            properties: HeldKeys::PROPERTIES,
        },
        Subject::of::<KeyFinder>("key_finder", KeyFinder::PROPERTIES),
        Subject::of::<KeySteps>("key_steps", KeySteps::PROPERTIES),
        Subject::of::<Lfsr32>("lfsr32", Lfsr32::PROPERTIES),
        Subject::of::<DecimalStep>("decimal_step", DecimalStep::PROPERTIES),
        Subject::of::<Buttons<4>>("buttons", Buttons::<4>::PROPERTIES),
        Subject {
            name: "seven_segment",
            build: || Box::new(SevenSegment::new(1_000_000)),
            properties: SevenSegment::PROPERTIES,
        },
        Subject {
            name: "row_scan",
            build: || {
                let size = MatrixSize {
                    rows: 10,
                    columns: 7,
                };
                let lights = [[true, false], [false, true]];
                Box::new(RowScan::new(1_000_000, size, &lights))
            },
            properties: RowScan::PROPERTIES,
        },
        Subject {
            name: "flash_store",
            build: || Box::new(FlashStore::new(CHIP, 1)),
            properties: FlashStore::PROPERTIES,
        },
        Subject {
            name: "locked_flash_store",
            build: || Box::new(FlashStore::new(LOCKED_CHIP, 1)),
            properties: FlashStore::LOCKED_PROPERTIES,
        },
    ]
}

fn games() -> Vec<Subject> {
    vec![
        Subject::of::<SpriteTable>("sprite_table", SpriteTable::PROPERTIES),
        Subject::of::<Painter>("painter", Painter::PROPERTIES),
        Subject::of::<QueuePointers>("queue_pointers", QueuePointers::PROPERTIES),
        Subject::of::<PressQueue>("press_queue", PressQueue::PROPERTIES),
        Subject::of::<ShiftRepeat>("shift_repeat", ShiftRepeat::PROPERTIES),
        Subject::of::<AutoShift>("auto_shift", AutoShift::PROPERTIES),
        Subject::of::<Gravity>("gravity", Gravity::PROPERTIES),
        Subject::of::<RandomTetris>("random_tetris", RandomTetris::PROPERTIES),
        Subject::of::<LockDelay>("lock_delay", LockDelay::PROPERTIES),
        Subject::of::<DigitAdder>("digit_adder", DigitAdder::PROPERTIES),
        Subject {
            name: "scoreboard",
            build: || Box::new(Scoreboard::new(&[LAYOUT; 3])),
            properties: Scoreboard::PROPERTIES,
        },
        Subject::of::<ClearLine>("clear_line", ClearLine::PROPERTIES),
        Subject::of::<RaiseRows>("raise_rows", RaiseRows::PROPERTIES),
        Subject {
            name: "falling_piece_update",
            build: || Box::new(FallingPieceUpdate::new(20)),
            properties: FallingPieceUpdate::PROPERTIES,
        },
        Subject {
            name: "context_switch",
            build: || Box::new(ContextSwitch::new(GameEngine::CONTEXT_BITS)),
            properties: ContextSwitch::PROPERTIES,
        },
        Subject::of::<PlayerInput>("player_input", PlayerInput::PROPERTIES),
        Subject::of::<Fall>("fall", Fall::PROPERTIES),
        Subject {
            name: "lock",
            build: || Box::new(Lock::new(20)),
            properties: Lock::PROPERTIES,
        },
        Subject::of::<Spawn>("spawn", Spawn::PROPERTIES),
        Subject::of::<ClearScoring>("clear_scoring", ClearScoring::PROPERTIES),
        Subject::of::<Garbage>("garbage", Garbage::PROPERTIES),
        Subject::of::<Attack>("attack", Attack::PROPERTIES),
        Subject::of::<GarbageRise>("garbage_rise", GarbageRise::PROPERTIES),
        Subject::of::<MatchControl>("match_control", MatchControl::PROPERTIES),
        Subject {
            name: "game_engine",
            build: || Box::new(GameEngine::new(&[LAYOUT; 3], 20)),
            properties: GameEngine::PROPERTIES,
        },
        Subject::of::<SceneControl>("scene_control", SceneControl::PROPERTIES),
        Subject::of::<VgaOutput<4>>("vga_output", VgaOutput::<4>::PROPERTIES),
        Subject::of::<Menu>("menu", Menu::PROPERTIES),
        Subject {
            name: "stopwatch",
            build: || Box::new(Stopwatch::new(1_234)),
            properties: Stopwatch::PROPERTIES,
        },
        Subject::of::<DigitCounter>("digit_counter", DigitCounter::PROPERTIES),
        Subject {
            name: "step_walk",
            build: || Box::new(StepWalk::new(true)),
            properties: StepWalk::PROPERTIES,
        },
    ]
}

/// Any layout: the properties are about digits.
const LAYOUT: TextLayout = TextLayout {
    score: 0,
    lines: 7,
    level: 10,
    digit_zero: 0,
};

impl Subject {
    /// A module without parameters.
    fn of<B: Block + Default + 'static>(
        name: &'static str,
        properties: &'static [Property],
    ) -> Subject {
        Subject {
            name,
            build: || Box::new(B::default()),
            properties,
        }
    }

    fn circuit(&self) -> Circuit {
        let block = (self.build)();
        Circuit::new(gatefall_lower::netlist(block.as_ref(), self.name).unwrap())
    }

    /// Proves all properties and refutes all mutants; the failures.
    fn failures(&self) -> Vec<String> {
        let circuit = self.circuit();
        let mut failures = Vec::new();
        for property in self.properties {
            let name = format!("{}: {}", self.name, property.name);
            let start = Instant::now();
            if let Err(why) = circuit.prove(property) {
                failures.push(format!("{name}\n{why}"));
            }
            let proved = start.elapsed().as_secs_f32();
            let start = Instant::now();
            if let Err(why) = circuit.mutated(&property.mutant).refute(property) {
                let clocks = property.mutant.clocks;
                failures.push(format!(
                    "{name}\nno counterexample for its mutant in {clocks} clocks:\n{why}"
                ));
            }
            let refuted = start.elapsed().as_secs_f32();
            println!(
                "{name}: k = {}, {proved:.1} s, mutant {refuted:.1} s",
                property.k
            );
        }
        failures
    }
}

fn prove_all(kind: &str, subjects: &[Subject]) {
    let failures: Vec<String> = subjects.iter().flat_map(Subject::failures).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let properties = subjects.iter().map(|subject| subject.properties.len());
    let properties: usize = properties.sum();
    let figures = [("modules", subjects.len()), ("properties", properties)];
    record(kind, &figures.map(|(name, count)| (name, count as u64)));
}

fn has_tools(test: &str) -> bool {
    let programs = [("yosys", "yosys"), ("yosys-smtbmc", "yosys"), ("z3", "z3")];
    has_programs(test, &programs)
}

#[test]
fn the_properties_of_the_widgets_hold() {
    if has_tools("the_properties_of_the_widgets_hold") {
        prove_all("widgets", &widgets());
    }
}

#[test]
fn the_properties_of_the_games_hold() {
    if has_tools("the_properties_of_the_games_hold") {
        prove_all("games", &games());
    }
}

/// A number with commas.
fn with_commas(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn the_name_of_an_end_has_its_limit() {
    for subject in widgets().iter().chain(&games()) {
        for property in subject.properties {
            if let Some(ending) = property.ending {
                let end = format!("within {} clocks", with_commas(ending.clocks));
                assert!(property.name.ends_with(&end), "{}: {end}", property.name);
            }
        }
    }
}

#[test]
fn an_induction_has_at_most_thirty_clocks() {
    for subject in widgets().iter().chain(&games()) {
        for property in subject.properties {
            let k = property.k;
            assert!((1..=MOST_CLOCKS).contains(&k), "{}: {k}", property.name);
        }
    }
}
