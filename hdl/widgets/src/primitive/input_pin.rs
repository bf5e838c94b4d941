//! The cell of an input.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Level of the pin, without a register.
#[derive(LogicBlock, Default)]
pub struct InputPin {
    /// The pin itself.
    pub pin: Signal<In, Bit>,
    /// Level of the pin.
    pub value: Signal<Out, Bit>,
}

impl Logic for InputPin {
    fn update(&mut self) {
        self.value.next = self.pin.val();
    }

    fn connect(&mut self) {
        self.value.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: "SB_IO #(.PIN_TYPE(6'b000001)) cell_ (.PACKAGE_PIN(pin), .D_IN_0(value));".into(),
            cores: super::sb_io::SB_IO.into(),
        })
    }
}

/// Model of an [`InputPin`] in a simulation.
#[derive(LogicBlock, Module)]
pub struct InputPinModel {
    /// The pin itself.
    pub pin: Signal<In, Bit>,
    /// Level of the pin.
    pub value: Signal<Out, Bit>,
}

#[clocked]
impl Logic for InputPinModel {
    #[hdl_gen]
    fn update(&mut self) {
        self.value.next = self.pin.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn the_model_does_what_the_cell_does_in_rust_hdl() {
        let mut cell = InputPin::default();
        let mut model = Bench::new(InputPinModel::default());
        for level in [true, false, false, true] {
            cell.pin.next = level;
            assert!(simulate(&mut cell, 5));
            poke!(model.pin = level);
            assert_eq!(peek!(model.value), cell.value.val());
        }
    }
}
