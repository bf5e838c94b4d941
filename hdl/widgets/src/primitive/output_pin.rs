//! The cell of an output.
//!
//! **Latency**: one clock.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// An output with the register in the cell: the pin has `value` from the next rising edge on.
#[derive(LogicBlock, Default)]
pub struct OutputPin {
    /// Of the register.
    pub clock: Signal<In, Clock>,
    /// Level for the pin.
    pub value: Signal<In, Bit>,
    /// The pin itself.
    pub pin: Signal<Out, Bit>,
}

impl Logic for OutputPin {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.pin.next = self.value.val();
        }
    }

    fn connect(&mut self) {
        self.pin.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: "SB_IO #(.PIN_TYPE(6'b010101)) \
                   cell_ (.PACKAGE_PIN(pin), .OUTPUT_CLK(clock), .D_OUT_0(value));"
                .into(),
            cores: super::sb_io::SB_IO.into(),
        })
    }
}

/// Model of an [`OutputPin`] in a simulation. It is low until the first edge.
#[derive(LogicBlock, Module)]
pub struct OutputPinModel {
    /// Of the register.
    pub clock: Signal<In, Clock>,
    /// Level for the pin.
    pub value: Signal<In, Bit>,
    /// The pin itself.
    pub pin: Signal<Out, Bit>,
    register: DFF<Bit>,
}

#[clocked]
impl Logic for OutputPinModel {
    #[hdl_gen]
    fn update(&mut self) {
        self.register.d.next = self.value.val();
        self.pin.next = self.register.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn the_model_does_what_the_cell_does_in_rust_hdl() {
        let mut cell = OutputPin::default();
        let mut model = Bench::new(OutputPinModel::default());
        for level in [true, false, false, true, true, false] {
            cell.value.next = level;
            poke!(model.value = level);
            assert_eq!(peek!(model.pin), cell.pin.val(), "before the edge");
            for clk in [false, true] {
                cell.clock.next = Clock { clk };
                assert!(simulate(&mut cell, 5));
            }
            tick!(model);
            assert_eq!(peek!(model.pin), cell.pin.val());
        }
    }
}
