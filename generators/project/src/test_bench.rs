//! Test bench in Verilog: plays a game at the pins of its top and compares what it does.
//!
//! [`Rehearsal`] plays the same on the netlist. Both compute a signature, a 64-bit shift register
//! with feedback: of all output pins in each clock, of the registers of the core every
//! [`LOOK_CLOCKS`], and of its memories [`MEMORY_LOOKS`] times in each span. So a state that is
//! wrong is seen before it is drawn. A picture of the arcade takes 420,000 clocks, so most of its
//! lines are left out, as other waits are: see [`crate::jumps`]. The registers are read and set by
//! their hierarchical names. The Verilog of the game is that of the bitstream.
//!
//! Of a pixel clock the level in each half of a dot is compared. A game without inputs has no
//! second top, because no press can make a difference.

use crate::jumps::{Jump, Value, Window, CELL_LINES, TOP_ROW};
use crate::play::{pad_letter, KEY_BIT_BITS};
use crate::project::render;
use crate::rehearsal::{Rehearsal, RESET_PRESS, SPANS};
use crate::rehearsal::{FIRST_LOOK, LEAK_CLOCKS, LOOK_CLOCKS, MEMORY_LOOKS};
use crate::top::{PllCell, PortKind, Top};
use crate::wiring::PIXEL_CLOCK_PORT;
use askama::Template;
use gatefall_board::Setup;
use gatefall_games::Game;
use std::collections::BTreeSet;

/// Letters of a line of the play.
const LINE: usize = 64;

#[derive(Template)]
#[template(path = "export/test_bench.v", escape = "none")]
struct Bench<'a> {
    game: &'a Game,
    clocks: u64,
    letters: usize,
    /// Signature after each span.
    signatures: Vec<String>,
    span: u64,
    slot_bits: u32,
    slot_clocks: u64,
    play: Vec<&'a str>,
    windows: Vec<Window>,
    has_clock_pin: bool,
    half_period_ps: u64,
    period_ps: u64,
    reset: Option<Reset>,
    /// Clocks for which the reset button is down at the start.
    reset_age: u64,
    reset_clocks: u64,
    /// Time limit of a bench whose core has no clock.
    limit_ps: u64,
    keys: Vec<Key>,
    key_bit_bits: u32,
    bit_clocks: u32,
    byte_clocks: u32,
    inputs: Vec<Input>,
    leak_clocks: u32,
    outputs: Vec<Output>,
    pixel_clock: Option<PixelClock>,
    /// Outputs whose levels are compared.
    signed: Vec<&'a str>,
    width: usize,
    /// All of the top.
    ports: Vec<String>,
    fixed: Vec<Fixed>,
    look_clocks: u64,
    first_look: u64,
    memory_clocks: u64,
    /// Hierarchical names in the core.
    registers: Vec<&'a str>,
    memories: Vec<Words<'a>>,
    jumps: Vec<JumpText>,
    pll: Option<String>,
    pll_cell: Option<&'a PllCell>,
}

/// The reset button.
struct Reset {
    /// Its level.
    pressed: u8,
    /// First clock and end of the press in the middle of the play.
    at: u64,
    until: u64,
}

struct Key {
    letter: char,
    /// The first at the right.
    bytes: String,
}

struct Input {
    name: &'static str,
    letter: char,
    is_bare: bool,
    level: String,
    idle: &'static str,
}

struct Output {
    name: String,
    range: String,
}

/// The pin with an edge in the middle of each dot.
struct PixelClock {
    name: &'static str,
    halves: &'static str,
    /// Its level in terms of the core's clock.
    level: &'static str,
}

/// A pin that never changes.
struct Fixed {
    name: String,
    level: String,
}

/// A memory of the core.
struct Words<'a> {
    name: &'a str,
    words: u64,
}

struct JumpText {
    /// The window that moves on.
    moves: Option<Window>,
    register: String,
    from: String,
    to: String,
}

/// The text of the bench.
pub(crate) fn test_bench(
    game: &Game,
    setup: &Setup,
    clock_hz: u64,
    top: &Top<'_>,
    rehearsal: &Rehearsal,
) -> String {
    let play = &rehearsal.play;
    let moved = rehearsal.jumps.iter().filter(|jump| jump.moves_window);
    let windows = moved.filter_map(|jump| match jump.from {
        Value::End(window) => Some(window),
        _ => None,
    });
    let windows = windows.collect();
    let signed: Vec<&crate::top::Port> = top.ports.iter().filter(is_signed).collect();
    let width = |port: &crate::top::Port| port.width;
    let signatures = rehearsal.signatures();
    let state = rehearsal.state.iter();
    let registers = state.clone().filter(|state| state.words.is_none());
    let memories = state.filter_map(|state| {
        let name = &state.verilog;
        state.words.map(|words| Words { name, words })
    });
    let reset_clocks = 1 << top.reset_bits;
    let period_ps = 1_000_000_000_000 / clock_hz;
    let bench = Bench {
        game,
        clocks: rehearsal.clocks,
        letters: play.letters.len(),
        signatures: signatures.iter().map(|sum| format!("{sum:016x}")).collect(),
        span: rehearsal.clocks / SPANS,
        slot_bits: play.slot_bits,
        slot_clocks: 1 << play.slot_bits,
        play: lines(&play.letters),
        windows,
        has_clock_pin: setup.clock.pin.is_some(),
        half_period_ps: 500_000_000_000 / setup.clock.hz,
        period_ps,
        reset: top.reset_button_active_low.map(|low| Reset {
            pressed: u8::from(!low),
            at: rehearsal.reset_at,
            until: rehearsal.reset_at + RESET_PRESS,
        }),
        reset_age: top
            .reset_button_active_low
            .map_or(0, |_| 2 * reset_clocks + 100),
        reset_clocks,
        limit_ps: period_ps * 2 * (rehearsal.clocks + 4 * reset_clocks + 1000),
        keys: keys(top, rehearsal),
        key_bit_bits: KEY_BIT_BITS,
        bit_clocks: 1 << KEY_BIT_BITS,
        byte_clocks: 16 << KEY_BIT_BITS,
        inputs: inputs(game, top),
        leak_clocks: LEAK_CLOCKS,
        outputs: outputs(top),
        pixel_clock: pixel_clock(top),
        width: signed.iter().map(|port| width(port)).sum(),
        signed: signed.iter().map(|port| port.name).collect(),
        ports: ports(top),
        fixed: fixed(top),
        look_clocks: LOOK_CLOCKS,
        first_look: FIRST_LOOK,
        memory_clocks: rehearsal.clocks / SPANS / MEMORY_LOOKS,
        registers: registers.map(|state| &*state.verilog).collect(),
        memories: memories.collect(),
        jumps: rehearsal
            .jumps
            .iter()
            .map(|each| jump(rehearsal, each))
            .collect(),
        pll: top.pll.as_ref().map(|pll| {
            let settings = pll.settings;
            format!("{}, {}, {}", settings.divr, settings.divf, settings.divq)
        }),
        pll_cell: top.pll.as_ref(),
    };
    render(&bench)
}

/// Signals that the waveform viewer shows.
pub(crate) fn signals(top: &Top<'_>, is_played: bool) -> Vec<String> {
    let ports = top.ports.iter().map(|port| port.name.to_owned());
    let letter = is_played.then_some("letter");
    let own = std::iter::once("cycle").chain(letter);
    own.map(str::to_owned).chain(ports).collect()
}

fn lines(letters: &str) -> Vec<&str> {
    let starts = (0..letters.len()).step_by(LINE);
    starts
        .map(|start| &letters[start..letters.len().min(start + LINE)])
        .collect()
}

fn is_signed(port: &&crate::top::Port) -> bool {
    port.kind.is_driven() && port.name != PIXEL_CLOCK_PORT
}

/// The keys that are played.
fn keys(top: &Top<'_>, rehearsal: &Rehearsal) -> Vec<Key> {
    if !top.ports.iter().any(|port| port.name == "ps2_clock") {
        return Vec::new();
    }
    let played: BTreeSet<char> = rehearsal.play.letters.chars().collect();
    let keys = rehearsal.play.keys.iter();
    keys.filter(|(letter, _)| played.contains(letter))
        .map(|(letter, bytes)| {
            let bytes = bytes.iter().rev().map(|byte| format!("{byte:02x}"));
            Key {
                letter: *letter,
                bytes: bytes.collect(),
            }
        })
        .collect()
}

fn inputs(game: &Game, top: &Top<'_>) -> Vec<Input> {
    let inputs = top.ports.iter().filter(|port| !port.kind.is_driven());
    let level = |port: &crate::top::Port| {
        let mut buttons = game.buttons.iter();
        let index = buttons.position(|button| button.port == port.name);
        let letter = index.map(|index| char::from(b'a' + index as u8));
        let (level, idle) = match (port.name, letter) {
            (_, Some(letter)) => (format!("letter == \"{letter}\""), false),
            ("ps2_clock", _) => {
                let bit = KEY_BIT_BITS - 1;
                (format!("~(is_sending & cycle[{bit}])"), true)
            }
            (name, _) if pad_letter(name).is_some() => {
                let letter = pad_letter(name).map(char::from).unwrap_or_default();
                (format!("letter != \"{letter}\""), true)
            }
            ("ps2_data", _) => ("is_sending ? key_frame[key_bit] : 1'b1".to_owned(), true),
            _ => ("1'b1".to_owned(), true),
        };
        let level = match port.inverted {
            true => format!("~({level})"),
            false => level,
        };
        let idle = match idle ^ port.inverted {
            true => "1'b1",
            false => "1'b0",
        };
        Input {
            name: port.name,
            letter: letter.unwrap_or('.'),
            is_bare: port.kind == PortKind::PulledDown,
            level,
            idle,
        }
    };
    inputs.map(level).collect()
}

fn outputs(top: &Top<'_>) -> Vec<Output> {
    let ports = top.ports.iter().filter(|port| port.kind.is_driven());
    let ports = ports.map(|port| (port.name.to_owned(), port.range.clone()));
    let tie_offs = top
        .tie_offs
        .iter()
        .map(|tie_off| (tie_off.name.clone(), String::new()));
    let dark = top
        .dark
        .iter()
        .map(|leds| (leds.name.to_owned(), leds.range.clone()));
    let all = tie_offs.chain(dark).chain(ports);
    all.map(|(name, range)| Output { name, range }).collect()
}

fn pixel_clock(top: &Top<'_>) -> Option<PixelClock> {
    let mut ports = top.ports.iter();
    let port = ports.find(|port| port.kind == PortKind::PixelClock)?;
    let (halves, level) = match port.inverted {
        true => ("the pixel clock is high, then low", "dut.core_clock"),
        false => ("the pixel clock is low, then high", "~dut.core_clock"),
    };
    Some(PixelClock {
        name: port.name,
        halves,
        level,
    })
}

fn ports(top: &Top<'_>) -> Vec<String> {
    let clock = top.oscillator_divider.is_none().then_some("clock");
    let reset = top.reset_button_active_low.map(|_| "reset_button");
    let own = [clock, reset].into_iter().flatten().map(str::to_owned);
    let tie_offs = top.tie_offs.iter().map(|tie_off| tie_off.name.clone());
    let dark = top.dark.iter().map(|leds| leds.name.to_owned());
    let ports = top.ports.iter().map(|port| port.name.to_owned());
    own.chain(tie_offs).chain(dark).chain(ports).collect()
}

fn fixed(top: &Top<'_>) -> Vec<Fixed> {
    let tie_offs = top.tie_offs.iter().map(|tie_off| Fixed {
        name: tie_off.name.clone(),
        level: format!("1'b{}", tie_off.level),
    });
    let dark = top.dark.iter().map(|leds| Fixed {
        name: leds.name.to_owned(),
        level: leds.off(),
    });
    tie_offs.chain(dark).collect()
}

fn jump(rehearsal: &Rehearsal, jump: &Jump) -> JumpText {
    let value = |value: Value| match value {
        Value::Number(number) => format!("{}'d{number}", jump.width),
        Value::Start(window) => window.name.to_owned(),
        Value::End(window) => format!("{} + {}'d{}", window.name, jump.width, window.size),
        Value::Row(window) => format!("10'd{TOP_ROW} - {} / 10'd{CELL_LINES}", window.name),
    };
    let moves = match jump.from {
        Value::End(window) if jump.moves_window => Some(window),
        _ => None,
    };
    let mut state = rehearsal.state.iter();
    let register = state.find(|state| state.netlist == jump.register);
    let register = register
        .map_or(&jump.register, |state| &state.verilog)
        .clone();
    JumpText {
        moves,
        register,
        from: value(jump.from),
        to: value(jump.to),
    }
}
