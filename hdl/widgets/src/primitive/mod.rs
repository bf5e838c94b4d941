//! Cells of the iCE40 for designs that place them themselves: the only Verilog by hand. Each has a
//! model beside it that stands for it in the simulator (`Netlist::with_model`).
//!
//! **Source**: Lattice, iCE40 Technology Library, `SB_IO`: bits 5 to 2 of `PIN_TYPE` choose the
//! output (0000 none, 0101 registered), bits 1 and 0 the input (01 not registered).

mod input_pin;
mod output_pin;
mod sb_io;

pub use input_pin::{InputPin, InputPinModel};
pub use output_pin::{OutputPin, OutputPinModel};
