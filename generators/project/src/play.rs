//! Play of a game in the exported test bench: the times of presses, and the waits that are cut
//! short.
//!
//! The bench in Verilog and [`crate::Rehearsal`] are equal in each clock. Both follow the letters
//! of [`Play`] and the [`Jump`]s.

use gatefall_games::{Game, Role};
use gatefall_netlist::{InstanceId, Module, Netlist};
use std::collections::BTreeSet;

/// Clocks of a letter, to the power of two: a button is down, or a key is pressed and released.
const BUTTON_SLOT_BITS: u32 = 10;
const KEY_SLOT_BITS: u32 = 9;
/// Clocks of a bit on the keyboard's lines, to the power of two. A byte has the time of 16 bits.
pub(crate) const KEY_BIT_BITS: u32 = 3;
/// Equal samples of the keyboard's clock line that count as so many others.
const SAMPLES: (u64, u64) = (2, 7);
/// Ticks of the line clear delay that are left, and what they are set to.
const CLEAR_DELAY: (u64, u64) = (14, 2);
/// Clocks of a period of a divider, if it has more.
const SHORT_PERIOD: u64 = 64;
/// Longest period of a divider whose wait is cut short.
const PERIOD_MASK: u64 = 2 * SHORT_PERIOD - 1;
/// Pauses of the panel, in the unit that it counts in, that are cut to 1.
const PANEL_PAUSES: [u64; 4] = [14, 16, 20, 31];
/// Clocks that are left of a wait for a strobe each hundredth of a second.
const SHORT_HUNDREDTH: u64 = 500;
/// Lines of a frame that are drawn.
pub(crate) const LINES: Window = Window {
    name: "lines",
    first: 0,
    size: 8,
    step: 136,
    places: 480,
};
/// Columns of a line that are drawn.
pub(crate) const COLUMNS: Window = Window {
    name: "columns",
    first: 16,
    size: 32,
    step: 264,
    places: 592,
};
/// Columns before that window, and at the end of the line.
const BORDER_COLUMNS: u64 = 8;

/// The presses.
pub(crate) struct Play {
    /// A letter for each slot: `a` is the first button or key, `.` none.
    pub letters: String,
    /// Letters with the bytes that the keyboard sends for them.
    pub keys: &'static [(char, &'static [u8])],
    /// Clocks of a slot, to the power of two.
    pub slot_bits: u32,
    /// Clocks of a period of a divider, if it has more.
    pub period: u64,
}

/// Source of the letters.
struct Style {
    game: &'static str,
    /// Played first.
    opening: &'static str,
    /// The rest is drawn from these.
    mix: &'static str,
    /// Played instead of all that, if it is not empty.
    play: &'static str,
    /// Clocks of the whole bench.
    clocks: u64,
    /// Clocks of a letter, to the power of two.
    slot_bits: u32,
    /// Clocks of a period of a divider, if it has more.
    period: u64,
    keys: &'static [(char, &'static [u8])],
}

/// Keys of an unknown game: Enter, Space, left, right, up. Each is pressed and released.
const OTHER_KEYS: &[(char, &[u8])] = &[
    ('a', &[0x5a, 0xf0, 0x5a]),
    ('b', &[0x29, 0xf0, 0x29]),
    ('c', &[0xe0, 0x6b]),
    ('d', &[0xe0, 0xf0, 0x6b]),
    ('e', &[0xe0, 0x74]),
    ('f', &[0xe0, 0xf0, 0x74]),
    ('g', &[0xe0, 0x75]),
    ('h', &[0xe0, 0xf0, 0x75]),
];

/// Keys of the arcade, pressed and released. Of capital letters only the press or the release.
const ARCADE_KEYS: &[(char, &[u8])] = &[
    // J, L, K, I, U, G, H: the moves of player 1.
    ('a', &[0x3b, 0xf0, 0x3b]),
    ('b', &[0x4b, 0xf0, 0x4b]),
    ('c', &[0x42, 0xf0, 0x42]),
    ('d', &[0x43, 0xf0, 0x43]),
    ('e', &[0x3c, 0xf0, 0x3c]),
    ('f', &[0x34, 0xf0, 0x34]),
    ('g', &[0x33, 0xf0, 0x33]),
    // J, L, K.
    ('A', &[0x3b]),
    ('B', &[0x4b]),
    ('C', &[0x42]),
    // Enter, Space, P, Esc, M, V, B, N, 1, 2.
    ('h', &[0x5a, 0xf0, 0x5a]),
    ('i', &[0x29, 0xf0, 0x29]),
    ('j', &[0x4d, 0xf0, 0x4d]),
    ('k', &[0x76, 0xf0, 0x76]),
    ('l', &[0x3a, 0xf0, 0x3a]),
    ('m', &[0x2a, 0xf0, 0x2a]),
    ('n', &[0x32, 0xf0, 0x32]),
    ('y', &[0x31, 0xf0, 0x31]),
    ('w', &[0x16, 0xf0, 0x16]),
    ('o', &[0x1e, 0xf0, 0x1e]),
    // 1, 3, 2, 5, 4, 0, . on the keypad: the moves of player 2.
    ('p', &[0x69, 0xf0, 0x69]),
    ('q', &[0x7a, 0xf0, 0x7a]),
    ('r', &[0x72, 0xf0, 0x72]),
    ('s', &[0x73, 0xf0, 0x73]),
    ('t', &[0x6b, 0xf0, 0x6b]),
    ('u', &[0x70, 0xf0, 0x70]),
    ('v', &[0x71, 0xf0, 0x71]),
    // 1, 3, 2 on the keypad.
    ('P', &[0x69]),
    ('Q', &[0x7a]),
    ('R', &[0x72]),
    // Down, pressed and released; the same of left.
    ('X', &[0xe0, 0x72]),
    ('Y', &[0xe0, 0xf0, 0x72]),
    ('V', &[0xe0, 0x6b]),
    ('W', &[0xe0, 0xf0, 0x6b]),
    // X, Z, C, A, D, S: other keys of a player who is alone.
    ('D', &[0x22, 0xf0, 0x22]),
    ('E', &[0x1a, 0xf0, 0x1a]),
    ('G', &[0x21, 0xf0, 0x21]),
    ('H', &[0x1c, 0xf0, 0x1c]),
    ('I', &[0x23, 0xf0, 0x23]),
    ('J', &[0x1b, 0xf0, 0x1b]),
];

/// Known games. Other games have their buttons pressed in turn.
const STYLES: &[Style] = &[
    Style {
        game: "arcade",
        opening: "",
        mix: "aaabbbcdddeefffffffghhiijklmno..pqrrs.",
        play: include_str!("plays/arcade.txt"),
        clocks: 1_000_000,
        slot_bits: KEY_SLOT_BITS,
        period: SHORT_PERIOD,
        keys: ARCADE_KEYS,
    },
    Style {
        game: "handheld",
        opening: "",
        mix: "aaaabbbbcccccdddeeefffhg....",
        play: include_str!("plays/handheld.txt"),
        clocks: 1_000_000,
        slot_bits: 8,
        period: 16,
        keys: &[],
    },
    Style {
        game: "matrix",
        opening: ".a.",
        mix: "cdecdecdecdecdecdea......dddeee....cdecdecdecdecdecdecdecdecdeb",
        play: "",
        clocks: 1_000_000,
        slot_bits: BUTTON_SLOT_BITS,
        period: SHORT_PERIOD,
        keys: &[],
    },
    Style {
        game: "tictactoe",
        opening: ".e.",
        mix: "aabbccddeeeee.",
        play: "",
        clocks: 1_000_000,
        slot_bits: BUTTON_SLOT_BITS,
        period: SHORT_PERIOD,
        keys: &[],
    },
];

/// Clocks of the bench of an unknown game.
const OTHER_CLOCKS: u64 = 200_000;

impl Play {
    /// The play of a game, and its number of clocks.
    pub(crate) fn new(game: &Game) -> (Play, u64) {
        let style = STYLES.iter().find(|style| style.game == game.name);
        let has_keys = game.needs.contains(&Role::Ps2);
        let slot_bits = match (style, has_keys) {
            (Some(style), _) => style.slot_bits,
            (None, true) => KEY_SLOT_BITS,
            (None, false) => BUTTON_SLOT_BITS,
        };
        let clocks = style.map_or(OTHER_CLOCKS, |style| style.clocks);
        let count = (clocks >> slot_bits) as usize + 1;
        let keys = match has_keys {
            true => style.map_or(OTHER_KEYS, |style| style.keys),
            false => &[],
        };
        let letters = match style {
            Some(style) => drawn(style, count),
            None => in_turn(
                if has_keys {
                    keys.len()
                } else {
                    game.buttons.len()
                },
                count,
            ),
        };
        let play = Play {
            letters,
            keys,
            slot_bits,
            period: style.map_or(SHORT_PERIOD, |style| style.period),
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
        let letter = char::from(self.letter(clock));
        let key = self.keys.iter().find(|(key, _)| *key == letter);
        let byte = key.and_then(|(_, bytes)| bytes.get((at >> (KEY_BIT_BITS + 4)) as usize));
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

fn in_turn(kinds: usize, count: usize) -> String {
    let letters = (b'a'..=b'z').take(kinds).map(char::from);
    let each = letters.flat_map(|letter| ['.', letter]);
    let mut turns = each.cycle();
    (0..count).map_while(|_| turns.next()).collect()
}

/// Letters of the mix, some for longer; always the same.
fn drawn(style: &Style, count: usize) -> String {
    let mix = style.mix.as_bytes();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut letters = format!("{}{}", style.play.trim_end(), style.opening);
    while letters.len() < count {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let draw = state >> 33;
        let letter = char::from(mix[draw as usize % mix.len()]);
        let times = 1 + usize::from(draw >> 16 & 3 == 0) * 2;
        letters.extend(std::iter::repeat_n(letter, times));
        // A button is released before the next press.
        letters.push('.');
    }
    letters.truncate(count);
    letters
}

/// A wait that is cut short: a register that reaches one value is set to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Jump {
    /// Hierarchical name within the game's core.
    pub register: String,
    pub width: u32,
    pub from: Value,
    pub to: Value,
    /// Moves the window whose end is `from`.
    pub moves_window: bool,
}

/// A value of a register in a jump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    Number(u64),
    /// The first place of a window.
    Start(Window),
    /// The place behind it.
    End(Window),
}

/// Part of the picture that is drawn. Its start moves on when its end is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    /// Name of its start in the bench.
    pub name: &'static str,
    /// First start, which is also the smallest.
    pub first: u64,
    pub size: u64,
    /// Places to the next start, modulo `places`.
    pub step: u64,
    pub places: u64,
}

impl Window {
    /// The start after this one.
    pub(crate) fn next(&self, start: u64) -> u64 {
        (start - self.first + self.step) % self.places + self.first
    }
}

/// The waits of a circuit that can be cut short: periods of dividers, samples of the keyboard's
/// lines, and most lines of a picture.
pub(crate) fn jumps(netlist: &Netlist, period: u64) -> Vec<Jump> {
    let mut jumps = Vec::new();
    collect(netlist, netlist.top(), "", period, &mut jumps);
    jumps
}

fn collect(netlist: &Netlist, module: &Module, prefix: &str, period: u64, jumps: &mut Vec<Jump>) {
    let fields: BTreeSet<&str> = module.fields();
    let has = |names: &[&str]| names.iter().all(|name| fields.contains(name));
    let mut jump = |register: &str, from: Value, to: Value| {
        let net = module.net(register).expect("the module has the field");
        jumps.push(Jump {
            register: format!("{prefix}{register}"),
            width: module.nets[net].width,
            from,
            to,
            moves_window: matches!(from, Value::End(_)) && register != "x_shown",
        });
    };
    if has(&["left", "first", "top_bit", "strobe"]) {
        let first = constant(module, "first");
        if first > period && first >> (module_width(module, "first") - 1) == 0 {
            let mut from = first - 1;
            // Takes only bits that are 0 at the start; their lowest is borrowed from.
            let top = 1 << (module_width(module, "first") - 1);
            let others = !first & (top - 1) & !(PERIOD_MASK >> 1);
            if others > 2 * PERIOD_MASK {
                jump("left", Value::Number(from), Value::Number(others + 1));
                from = others - 1;
            }
            jump("left", Value::Number(from), Value::Number(period - 2));
        }
    }
    if has(&["sample_ticks", "last_sample_tick"]) {
        let last = constant(module, "last_sample_tick");
        jump("sample_ticks", Value::Number(0), Value::Number(last));
        let (from, to) = SAMPLES;
        jump("other_samples", Value::Number(from), Value::Number(to));
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
        jump("row", Value::Number(0), Value::Start(LINES));
        jump("row", Value::End(LINES), Value::Number(active - 1));
        jump("row", Value::Number(active + 2), Value::Number(sync - 1));
        jump(
            "row",
            Value::Number(back_porch + 1),
            Value::Number(last - 1),
        );
    }
    if has(&["column", "x_shown", "before_front_porch"]) {
        let end = constant(module, "before_front_porch");
        // Both count the same until the line ends.
        for register in ["column", "x_shown"] {
            let (border, end) = (Value::Number(BORDER_COLUMNS), Value::Number(end - 4));
            jump(register, border, Value::Start(COLUMNS));
            jump(register, Value::End(COLUMNS), end);
        }
        let (pulse, end) = (constant(module, "before_sync"), constant(module, "before_back_porch"));
        jump("column", Value::Number(pulse + 2), Value::Number(end - 2));
    }
    if has(&["number_now", "ticks", "last_tick"]) {
        let last = constant(module, "last_tick");
        jump("ticks", Value::Number(1), Value::Number(last - 1));
    }
    if has(&["wait", "is_awake", "ready_place"]) {
        for pause in PANEL_PAUSES {
            jump("wait", Value::Number(pause), Value::Number(1));
        }
    }
    if has(&["missing", "turn", "first"]) {
        let top = 1 << module_width(module, "missing");
        for from in ["turn", "first"] {
            let from = Value::Number(constant(module, from));
            jump("missing", from, Value::Number(top - SHORT_HUNDREDTH));
        }
    }
    for id in (0..module.instances.len()).map(InstanceId::from) {
        let instance = &module.instances[id];
        let is_delay = has(&["phase", "due", "full_delay"]) && instance.name == "delay";
        let prefix = format!("{prefix}{}.", instance.name);
        let inner = &netlist.modules[instance.module];
        if is_delay {
            jumps.push(Jump {
                register: format!("{prefix}count"),
                width: module_width(inner, "count"),
                from: Value::Number(CLEAR_DELAY.0),
                to: Value::Number(CLEAR_DELAY.1),
                moves_window: false,
            });
        }
        collect(netlist, inner, &prefix, period, jumps);
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
