//! The cells of an iCE40's pins (`SB_IO`) for designs that place them themselves, each with a model that stands for it in the simulator.
//!
//! **Source**: Lattice, iCE40 Technology Library, `SB_IO`: bits 5 to 2 of `PIN_TYPE` choose the output (0000 none, 0101 registered), bits 1 and 0 the
//! input (01 not registered).

use gatefall_netlist::Netlist;
use rust_hdl::prelude::*;

const PRIMITIVE: &str = "(* blackbox *)
module SB_IO (inout PACKAGE_PIN, input OUTPUT_CLK, input D_OUT_0, output D_IN_0);
    parameter [5:0] PIN_TYPE = 6'b000000;
endmodule";

/// An input: what the pin has, without a register. [`input_pin_model`] is its model.
#[derive(LogicBlock, Default)]
pub struct InputPin {
    /// The pin itself.
    pub pin: Signal<In, Bit>,
    /// What it has.
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
            cores: PRIMITIVE.into(),
        })
    }
}

/// An output with the register in the cell: the pin has `value` from the next rising edge on. [`output_pin_model`] is its model.
#[derive(LogicBlock, Default)]
pub struct OutputPin {
    /// Of the register.
    pub clock: Signal<In, Clock>,
    /// What the pin is to have.
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
            code: "SB_IO #(.PIN_TYPE(6'b010101)) cell_ (.PACKAGE_PIN(pin), .OUTPUT_CLK(clock), .D_OUT_0(value));".into(),
            cores: PRIMITIVE.into(),
        })
    }
}

#[derive(LogicBlock, Default)]
struct InputPinModel {
    pin: Signal<In, Bit>,
    value: Signal<Out, Bit>,
}

impl Logic for InputPinModel {
    #[hdl_gen]
    fn update(&mut self) {
        self.value.next = self.pin.val();
    }
}

#[derive(LogicBlock, Default)]
struct OutputPinModel {
    clock: Signal<In, Clock>,
    value: Signal<In, Bit>,
    pin: Signal<Out, Bit>,
    register: DFF<Bit>,
}

impl Logic for OutputPinModel {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, register);
        self.register.d.next = self.value.val();
        self.pin.next = self.register.q.val();
    }
}

/// What stands for an [`InputPin`] in a simulation, see [`Netlist::with_model`].
pub fn input_pin_model() -> Netlist {
    gatefall_lower::netlist(&InputPinModel::default(), "input_pin")
        .expect("the model is a design like others")
}

/// What stands for an [`OutputPin`] in a simulation, see [`Netlist::with_model`]. It is low until the first edge.
pub fn output_pin_model() -> Netlist {
    gatefall_lower::netlist(&OutputPinModel::default(), "output_pin")
        .expect("the model is a design like others")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_host::Machine;

    #[test]
    fn models_do_what_the_cells_do_in_rust_hdl() {
        let mut input = InputPin::default();
        let mut input_model = Machine::new(&input_pin_model()).unwrap();
        let mut output = OutputPin::default();
        let mut output_model = Machine::new(&output_pin_model()).unwrap();
        for level in [true, false, false, true, true, false] {
            input.pin.next = level;
            input_model.poke("pin", level.into()).unwrap();
            assert!(simulate(&mut input, 5));
            assert_eq!(
                input_model.peek("value").unwrap(),
                u64::from(input.value.val())
            );

            output.value.next = level;
            output_model.poke("value", level.into()).unwrap();
            for clk in [false, true] {
                output.clock.next = Clock { clk };
                assert!(simulate(&mut output, 5));
                output_model.run(clk.into());
                assert_eq!(
                    output_model.peek("pin").unwrap(),
                    u64::from(output.pin.val())
                );
            }
        }
    }
}
