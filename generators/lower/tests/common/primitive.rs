//! Primitives of an FPGA.

/// Declares a primitive with the ports `i` and `o`. All have the same declarations.
macro_rules! primitive {
    ($module:ident, $name:expr, $kind:ty) => {
        #[derive(LogicBlock, Default)]
        struct $module {
            i: Signal<In, $kind>,
            o: Signal<Out, $kind>,
        }

        impl Logic for $module {
            fn update(&mut self) {}
            fn connect(&mut self) {
                self.o.connect();
            }
            fn hdl(&self) -> Verilog {
                Verilog::Blackbox(BlackBox {
                    name: $name.into(),
                    code: "(* blackbox *)\nmodule IBUF(input i, output o);\nendmodule\n\
                        (* blackbox *)\nmodule BUFG(input i, output o);\nendmodule"
                        .into(),
                })
            }
        }
    };
}
