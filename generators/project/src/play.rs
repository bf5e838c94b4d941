//! A game as it is played by the exported test bench: what is pressed when, and how long waits are
//! cut short.
//!
//! The bench in Verilog and [`crate::Rehearsal`] do the same, clock by clock: both follow the letters
//! of [`Play`] and the [`Jump`]s.

use gatefall_games::{Game, Role};
use gatefall_netlist::{InstanceId, Module, Netlist};
use std::collections::BTreeSet;

/// Clocks for which a letter is played, to the power of two: a button is down, or a key is pressed
/// and let go.
pub(crate) const BUTTON_SLOT_BITS: u32 = 10;
pub(crate) const KEY_SLOT_BITS: u32 = 12;
/// Clocks of a bit on the keyboard's lines, to the power of two; a byte has the time of 16.
pub(crate) const KEY_BIT_BITS: u32 = 5;
/// Clocks of a period of a divider, if it has more.
const SHORT_PERIOD: u64 = 64;
/// Lines of the picture that are drawn in a frame; the next frame goes on below.
pub(crate) const WINDOW_LINES: u64 = 16;

/// What is pressed.
pub(crate) struct Play {
    /// A letter for each slot: `a` is the first button or key, `.` none.
    pub letters: String,
    /// Bytes that each key sends when it is pressed and let go.
    pub keys: Vec<Vec<u8>>,
    /// The slot has two to the power of this many clocks.
    pub slot_bits: u32,
}

/// Where the letters come from.
struct Style {
    game: &'static str,
    /// Played first.
    opening: &'static str,
    /// The rest is drawn from these.
    mix: &'static str,
    /// Clocks of the whole bench.
    clocks: u64,
    /// Scan codes, set 2; an extended one has 0x100 added.
    keys: &'static [u16],
}

/// Known games; others have their buttons pressed in turn.
const STYLES: &[Style] = &[
    Style {
        game: "arcade",
        opening: ".ooh.",
        mix: "aaabbbcdddeefffffffghhiijklmno..pqrrs.",
        clocks: 1_000_000,
        keys: &[
            0x03B, 0x04B, 0x042, 0x043, 0x03C, 0x034, 0x033, 0x05A, 0x029, 0x04D, 0x076, 0x03A,
            0x02A, 0x032, 0x01E, 0x16B, 0x174, 0x070, 0x031,
        ],
    },
    Style {
        game: "handheld",
        opening: "........g..g",
        mix: "aaaabbbbcccccdddeeefffhg....",
        clocks: 1_000_000,
        keys: &[],
    },
    Style {
        game: "matrix",
        opening: ".a.",
        mix: "cdecdecdecdecdecdea......dddeee....cdecdecdecdecdecdecdecdecdeb",
        clocks: 1_000_000,
        keys: &[],
    },
    Style {
        game: "tictactoe",
        opening: ".e.",
        mix: "aabbccddeeeee.",
        clocks: 1_000_000,
        keys: &[],
    },
];

/// Clocks of the bench of a game that is not known.
const OTHER_CLOCKS: u64 = 200_000;

impl Play {
    /// What is pressed in a bench of the game, and how many clocks that takes.
    pub(crate) fn new(game: &Game) -> (Play, u64) {
        let style = STYLES.iter().find(|style| style.game == game.name);
        let has_keys = game.needs.contains(&Role::Ps2);
        let slot_bits = match has_keys {
            true => KEY_SLOT_BITS,
            false => BUTTON_SLOT_BITS,
        };
        let clocks = style.map_or(OTHER_CLOCKS, |style| style.clocks);
        let count = (clocks >> slot_bits) as usize + 1;
        let codes: &[u16] = style.map_or(&[0x05A, 0x029, 0x16B, 0x174, 0x175], |style| style.keys);
        let letters = match style {
            Some(style) => drawn(style, count),
            None => in_turn(
                if has_keys {
                    codes.len()
                } else {
                    game.buttons.len()
                },
                count,
            ),
        };
        let play = Play {
            letters,
            keys: codes.iter().map(|&code| sent(code)).collect(),
            slot_bits,
        };
        (play, clocks)
    }

    /// The letter of a clock.
    pub(crate) fn letter(&self, clock: u64) -> u8 {
        let slot = (clock >> self.slot_bits) as usize;
        self.letters.as_bytes().get(slot).copied().unwrap_or(b'.')
    }

    /// The keyboard's clock and data lines.
    pub(crate) fn key_lines(&self, clock: u64) -> (bool, bool) {
        let at = clock & ((1 << self.slot_bits) - 1);
        let key = self.letter(clock).wrapping_sub(b'a');
        let byte = self
            .keys
            .get(usize::from(key))
            .and_then(|bytes| bytes.get((at >> (KEY_BIT_BITS + 4)) as usize));
        let bit = at >> KEY_BIT_BITS & 15;
        match byte {
            Some(&byte) if bit < 11 => {
                let is_low = at >> (KEY_BIT_BITS - 1) & 1 == 1;
                (!is_low, frame(byte) >> bit & 1 == 1)
            }
            _ => (true, true),
        }
    }
}

/// Start bit, data, odd parity, stop bit, from bit 0 up.
pub(crate) fn frame(byte: u8) -> u16 {
    let parity = u16::from(byte.count_ones().is_multiple_of(2));
    0x400 | parity << 9 | u16::from(byte) << 1
}

/// What a key sends: make code, then break code.
fn sent(code: u16) -> Vec<u8> {
    let byte = (code & 0xff) as u8;
    match code < 0x100 {
        true => vec![byte, 0xf0, byte],
        false => vec![0xe0, byte, 0xe0, 0xf0, byte],
    }
}

fn in_turn(kinds: usize, count: usize) -> String {
    let letters = (b'a'..=b'z').take(kinds).map(char::from);
    let each = letters.flat_map(|letter| ['.', letter]);
    let mut turns = each.cycle();
    (0..count).map_while(|_| turns.next()).collect()
}

/// Letters of the mix, some for longer; always the same ones.
fn drawn(style: &Style, count: usize) -> String {
    let mix = style.mix.as_bytes();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut letters = style.opening.to_owned();
    while letters.len() < count {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let draw = state >> 33;
        let letter = char::from(mix[draw as usize % mix.len()]);
        let times = 1 + usize::from(draw >> 16 & 3 == 0) * 2;
        letters.extend(std::iter::repeat_n(letter, times));
        // A button is let go before the next press.
        letters.push('.');
    }
    letters.truncate(count);
    letters
}

/// A register that is set to another value when it has come to one: a wait that is cut short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Jump {
    /// Hierarchical name within the game's core.
    pub register: String,
    pub width: u32,
    pub from: Value,
    pub to: Value,
}

/// A value of a register in a jump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    Number(u64),
    /// The first line of the window that this frame shows.
    WindowStart,
    /// The line below it; the next frame shows the next window.
    WindowEnd,
}

/// The waits of a circuit that can be cut short: periods of dividers, samples of the keyboard's
/// lines, and most lines of a picture.
pub(crate) fn jumps(netlist: &Netlist) -> Vec<Jump> {
    let mut jumps = Vec::new();
    collect(netlist, netlist.top(), "", &mut jumps);
    jumps
}

fn collect(netlist: &Netlist, module: &Module, prefix: &str, jumps: &mut Vec<Jump>) {
    let fields: BTreeSet<&str> = module.fields();
    let has = |names: &[&str]| names.iter().all(|name| fields.contains(name));
    let mut jump = |register: &str, from: Value, to: Value| {
        let net = module.net(register).expect("the module has the field");
        jumps.push(Jump {
            register: format!("{prefix}{register}"),
            width: module.nets[net].width,
            from,
            to,
        });
    };
    if has(&["left", "first", "top_bit", "strobe"]) {
        let first = constant(module, "first");
        if first > SHORT_PERIOD && first >> (module_width(module, "first") - 1) == 0 {
            jump(
                "left",
                Value::Number(first),
                Value::Number(SHORT_PERIOD - 2),
            );
        }
    }
    if has(&["sample_ticks", "last_sample_tick"]) {
        let last = constant(module, "last_sample_tick");
        jump("sample_ticks", Value::Number(0), Value::Number(last));
    }
    if has(&[
        "row",
        "active_rows",
        "sync_row",
        "back_porch_row",
        "last_row",
    ]) {
        let at = |name| constant(module, name);
        let lines = [
            at("active_rows"),
            at("sync_row"),
            at("back_porch_row"),
            at("last_row"),
        ];
        let [active, sync, back_porch, last] = lines;
        jump("row", Value::Number(0), Value::WindowStart);
        jump("row", Value::WindowEnd, Value::Number(active - 1));
        jump("row", Value::Number(active + 2), Value::Number(sync - 1));
        jump(
            "row",
            Value::Number(back_porch + 1),
            Value::Number(last - 1),
        );
    }
    for id in (0..module.instances.len()).map(InstanceId::from) {
        let instance = &module.instances[id];
        let prefix = format!("{prefix}{}.", instance.name);
        collect(netlist, &netlist.modules[instance.module], &prefix, jumps);
    }
}

fn constant(module: &Module, name: &str) -> u64 {
    let net = module.net(name);
    let mut constants = module.constants.iter();
    let found = constants.find(|constant| Some(constant.net) == net);
    found
        .and_then(|constant| constant.value.to_u64())
        .unwrap_or(0)
}

fn module_width(module: &Module, name: &str) -> u32 {
    module.net(name).map_or(1, |net| module.nets[net].width)
}

/// Lines of the visible picture.
pub(crate) const PICTURE_LINES: u64 = 480;

/// The window after this one.
pub(crate) fn next_window(window: u64) -> u64 {
    (window + WINDOW_LINES) % PICTURE_LINES
}
