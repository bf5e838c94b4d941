//! Gamepad of the SNES type: two shift registers of 8 bits in a row.
//!
//! While the latch is high the register takes the buttons. A rising edge of the clock shifts. The
//! data line shows the first bit, low for a button that is down. After 16 bits the line is low, as
//! the input of the last register is connected to ground.
//!
//! **Source**: data sheet of the CD4021: asynchronous parallel load, shift at the rising edge. SNES
//! development wiki, "Controller reading": order of the buttons.

use rust_hdl::prelude::*;

/// The buttons in the order of their bits.
pub const BUTTONS: [&str; 12] = [
    "b", "y", "select", "start", "up", "down", "left", "right", "a", "x", "l", "r",
];

/// Inputs of the bench for the buttons of both pads, in the order of [`BUTTONS`].
pub const INPUTS: [[&str; BUTTONS.len()]; 2] = [
    [
        "pad1_b",
        "pad1_y",
        "pad1_select",
        "pad1_start",
        "pad1_up",
        "pad1_down",
        "pad1_left",
        "pad1_right",
        "pad1_a",
        "pad1_x",
        "pad1_l",
        "pad1_r",
    ],
    [
        "pad2_b",
        "pad2_y",
        "pad2_select",
        "pad2_start",
        "pad2_up",
        "pad2_down",
        "pad2_left",
        "pad2_right",
        "pad2_a",
        "pad2_x",
        "pad2_l",
        "pad2_r",
    ],
];

/// The pad.
#[derive(LogicBlock, Default)]
pub struct Gamepad {
    /// Any clock, several times that of the pad.
    pub clock: Signal<In, Clock>,
    /// Latch.
    pub latch: Signal<In, Bit>,
    /// Clock of the pad.
    pub pad_clock: Signal<In, Bit>,
    /// Buttons that are down, in the order of [`BUTTONS`].
    pub buttons: Signal<In, Bits<12>>,
    /// Data line.
    pub data: Signal<Out, Bit>,
    old_clock: DFF<Bit>,
    /// Inverted: a bit is 1 if the line is low. A register of the simulator starts with 0, as if
    /// the pad had just been read.
    bits: DFF<Bits<16>>,
}

impl Logic for Gamepad {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, old_clock, bits);
        self.old_clock.d.next = self.pad_clock.val();
        if self.latch.val() {
            self.bits.d.next = bit_cast::<16, 12>(self.buttons.val());
        } else if self.pad_clock.val() & !self.old_clock.q.val() {
            self.bits.d.next = (self.bits.q.val() >> 1) | 0x8000;
        }
        self.data.next = !self.bits.q.val().get_bit(0);
    }
}
