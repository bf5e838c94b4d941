//! Faults in the text of the Verilog. One program has all of them; a register on the bench chooses
//! one.

use crate::design::Design;

/// A change of the text.
pub struct Fault {
    file: &'static str,
    text: &'static str,
    /// `FAULT` is 1 if the fault is chosen.
    instead: &'static str,
    /// A case that must find it, and state that differs then.
    pub case: &'static str,
    pub differs: &'static str,
}

pub const FAULTS: [Fault; 6] = [
    // 700 points for three lines.
    Fault {
        file: "clear_scoring.v",
        text: "6'd3: hundreds_data = 8'd5;",
        instead: "6'd3: hundreds_data = FAULT ? 8'd7 : 8'd5;",
        case: "lock/no-spin-3-lines.case",
        differs: "arcade.game_engine.game_memory.words",
    },
    // One restart of the lock timer less.
    Fault {
        file: "lock_delay.v",
        text: "(restarts != timing_resets)",
        instead: "(restarts != timing_resets - {3'd0, FAULT})",
        case: "lock-restarts/15.case",
        differs: "arcade.game_engine.lock_delay.restarts",
    },
    // A second hold of one piece.
    Fault {
        file: "hold.v",
        text: "enable && !is_used",
        instead: "enable && (FAULT || !is_used)",
        case: "hold/not-twice-for-a-piece.case",
        differs: "arcade.game_engine.hold.slot",
    },
    // A combo of ten sends five rows, not four.
    Fault {
        file: "clear_scoring.v",
        text: "streak == 6'd10",
        instead: "!FAULT && (streak == 6'd10)",
        case: "combo/11.case",
        differs: "arcade.game_engine.lock_scoring.clear_scoring.combo",
    },
    // Gravity adds its bytes without the carry.
    Fault {
        file: "gravity.v",
        text: "| {9'd0, carry}",
        instead: "| {9'd0, carry && !FAULT}",
        case: "gravity/levels-1-to-15.case",
        differs: "arcade.game_engine.gravity.fraction",
    },
    // The picture has the colours of blue in green. Only the pins differ.
    Fault {
        file: "vga_output.v",
        text: "assign vga_green = green_pin;",
        instead: "assign vga_green = FAULT ? blue_pin : green_pin;",
        case: "picture/in-a-pulse.case",
        differs: "pin_signature",
    },
];

/// The design with all faults, of which none is chosen.
pub fn planted(mut design: Design) -> Design {
    for (number, fault) in (1..).zip(&FAULTS) {
        let instead = fault.instead.replace("FAULT", &format!("fault_{number}"));
        let file = design.file(fault.file);
        let found = file.text.matches(fault.text).count();
        assert_eq!(found, 1, "{} in {}", fault.text, fault.file);
        file.text = file.text.replace(fault.text, &instead);
        // Behind the ports.
        let wire = format!(");\n    wire fault_{number} = bench.fault == 8'd{number};\n");
        file.text = file.text.replacen(");\n", &wire, 1);
    }
    let bench = design.file("bench.v");
    let register = ");\n    reg [7:0] fault /* verilator public_flat_rw */ = 8'd0;\n";
    bench.text = bench.text.replacen(");\n", register, 1);
    design
}
