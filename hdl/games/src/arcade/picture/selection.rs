//! Finds the selected row of a list, and the menu of a pause.
//!
//! Combinational: all outputs belong to the pixel of the inputs.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The selected row.
#[derive(LogicBlock, Module)]
pub struct Selection {
    /// Line of the selected row.
    pub selected: Signal<In, Bits<6>>,
    /// Line of the text memory in the middle of the row.
    pub middle_line: Signal<In, Bits<6>>,
    /// Line at its right.
    pub right_line: Signal<In, Bits<6>>,
    /// The row is folded.
    pub is_folded: Signal<In, Bit>,
    /// Level: the settings are shown.
    pub in_settings: Signal<In, Bit>,
    /// The pixel is in the middle part of the row.
    pub in_middle: Signal<In, Bit>,
    /// Line of the beam.
    pub y: Signal<In, Bits<10>>,
    /// The pixel belongs to the selected row.
    pub is_chosen: Signal<Out, Bit>,
    /// It lies where the menu of a pause is.
    pub in_pause_menu: Signal<Out, Bit>,
    chosen_line: Signal<Local, Bits<6>>,
    in_list: Signal<Local, Bit>,
    in_pause_rows: Signal<Local, Bit>,
}

#[clocked]
impl Logic for Selection {
    #[hdl_gen]
    fn update(&mut self) {
        // The line of an entry has the number of its row.
        self.chosen_line.next = self.middle_line.val();
        if self.is_folded.val() {
            self.chosen_line.next = self.right_line.val();
        }
        self.in_list.next = self.is_folded.val() | (!self.in_settings.val() & self.in_middle.val());
        self.is_chosen.next = self.in_list.val() & (self.chosen_line.val() == self.selected.val());
        // Rows 24 to 31 and 32 to 34.
        self.in_pause_rows.next = (self.y.val().get_bits::<4>(6) == 3)
            | ((self.y.val().get_bits::<5>(5) == 8) & !self.y.val().get_bits::<2>(3).all());
        self.in_pause_menu.next = self.in_pause_rows.val() & self.in_middle.val();
    }
}
