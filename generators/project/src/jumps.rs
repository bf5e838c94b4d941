//! Waits that are cut short in the exported test bench.
//!
//! The bench in Verilog and [`crate::Rehearsal`] set the same registers in the same clock.

use crate::play::SHORT_PERIOD;
use gatefall_netlist::{InstanceId, Module, NetId, Netlist};
use std::collections::BTreeSet;

/// Equal samples of the keyboard's clock line that count as so many others.
const SAMPLES: (u64, u64) = (2, 7);
/// Ticks of the line clear delay that are left, and what they are set to.
const CLEAR_DELAY: (u64, u64) = (14, 2);
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

/// Rows of cells are counted from this one down.
pub(crate) const TOP_ROW: u64 = 25;
/// Lines of a row of cells.
pub(crate) const CELL_LINES: u64 = 15;
/// Lines of a cell that are left out, from and to.
const INNER_LINES: (u64, u64) = (3, 10);

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
    /// The row of cells at the first line of a window.
    Row(Window),
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
/// lines, the line clear delay, pictures of the countdown and after a game, and most of a picture.
pub(crate) fn jumps(netlist: &Netlist, period: u64) -> Vec<Jump> {
    let mut jumps = Vec::new();
    collect(netlist, netlist.top(), "", period, &mut jumps);
    jumps
}

fn collect(netlist: &Netlist, module: &Module, prefix: &str, period: u64, jumps: &mut Vec<Jump>) {
    let fields: BTreeSet<&str> = module.fields();
    let has = |names: &[&str]| names.iter().all(|name| fields.contains(name));
    let mut jump = |register: &str, from: Value, to: Value| {
        let Some(net) = register_net(module, register) else {
            return;
        };
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
        let top = 1 << (module_width(module, "first") - 1).min(u64::BITS - 1);
        if first > period && first < top {
            let mut from = first - 1;
            // Takes only bits that are 0 at the start; their lowest is borrowed from.
            let others = !first & (top - 1) & !(PERIOD_MASK >> 1);
            if others > 2 * PERIOD_MASK {
                jump("left", Value::Number(from), Value::Number(others + 1));
                from = others - 1;
            }
            jump("left", Value::Number(from), before(period, 2));
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
        jump("row", Value::End(LINES), before(active, 1));
        jump("row", Value::Number(active + 2), before(sync, 1));
        jump("row", Value::Number(back_porch + 1), before(last, 1));
    }
    if has(&["column", "x_shown", "before_front_porch"]) {
        let end = constant(module, "before_front_porch");
        // Both count the same until the line ends.
        for register in ["column", "x_shown"] {
            let (border, end) = (Value::Number(BORDER_COLUMNS), before(end, 4));
            jump(register, border, Value::Start(COLUMNS));
            jump(register, Value::End(COLUMNS), end);
        }
        let (pulse, end) = (
            constant(module, "before_sync"),
            constant(module, "before_back_porch"),
        );
        jump("column", Value::Number(pulse + 2), before(end, 2));
    }
    if has(&["row_count", "column_count", "at_segment"]) {
        jump("row_count", Value::Number(TOP_ROW), Value::Row(LINES));
        let (from, to) = INNER_LINES;
        jump("y", Value::Number(from), Value::Number(to));
    }
    if has(&["number_now", "ticks", "last_tick"]) {
        let last = constant(module, "last_tick");
        jump("ticks", Value::Number(1), before(last, 1));
    }
    // Pictures after a game in which keys are ignored.
    if has(&["ticks", "enough", "deaf"]) {
        let last = constant(module, "enough");
        jump("ticks", Value::Number(1), before(last, 1));
    }
    if has(&["wait", "is_awake", "ready_place"]) {
        for pause in PANEL_PAUSES {
            jump("wait", Value::Number(pause), Value::Number(1));
        }
    }
    if has(&["missing", "turn", "first"]) {
        let end = 1 << module_width(module, "missing").min(u64::BITS - 1);
        for from in ["turn", "first"] {
            let from = Value::Number(constant(module, from));
            jump("missing", from, before(end, SHORT_HUNDREDTH));
        }
    }
    for id in (0..module.instances.len()).map(InstanceId::from) {
        let instance = &module.instances[id];
        let is_delay = has(&["phase", "due", "full_delay"]) && instance.name == "delay";
        let prefix = format!("{prefix}{}.", instance.name);
        let inner = &netlist.modules[instance.module];
        if let Some(count) = register_net(inner, "count").filter(|_| is_delay) {
            jumps.push(Jump {
                register: format!("{prefix}count"),
                width: inner.nets[count].width,
                from: Value::Number(CLEAR_DELAY.0),
                to: Value::Number(CLEAR_DELAY.1),
                moves_window: false,
            });
        }
        collect(netlist, inner, &prefix, period, jumps);
    }
}

/// The register of this name. `None` for a module that has only the names of a known one.
fn register_net(module: &Module, name: &str) -> Option<NetId> {
    let mut nets = module.registers.values().map(|register| register.net);
    nets.find(|&net| module.nets[net].name == name)
}

/// The number that is so many counts below a value, at least 0.
fn before(value: u64, counts: u64) -> Value {
    Value::Number(value.saturating_sub(counts))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// All names by which a wait is found, but they count nothing.
    #[test]
    fn a_module_that_only_has_the_names_has_no_jump_beyond_its_registers() {
        let names = "left first top_bit strobe sample_ticks last_sample_tick other_samples row \
                     active_rows sync_row back_porch_row last_row column x_shown before_sync \
                     before_front_porch before_back_porch row_count column_count at_segment y \
                     number_now ticks last_tick enough deaf wait is_awake ready_place missing turn";
        let mut text = "top game\n\nmodule game {\n  input clock : clock\n".to_owned();
        for name in names.split_whitespace() {
            text += &format!("  net {name} : 1\n");
        }
        for name in names.split_whitespace() {
            text += &match name {
                "left" | "missing" => {
                    format!("  register {name} clock clock initial 1'h0 next {name}\n")
                }
                _ => format!("  assign {name} = 1'h0\n"),
            };
        }
        let netlist = Netlist::from_text(&(text + "}\n")).unwrap();
        let jumps = jumps(&netlist, SHORT_PERIOD);
        let set: Vec<&str> = jumps.iter().map(|jump| jump.register.as_str()).collect();
        assert_eq!(set, ["missing", "missing"]);
    }
}
