//! Primitives of the FPGA within a design, with models that stand in for them in the simulator; and designs with two clocks.
#![allow(clippy::unwrap_used)] // A test may fail.

use gatefall_host::Machine;
use gatefall_netlist::Netlist;
use rust_hdl::prelude::*;

/// Declares a block that is a primitive on the FPGA, with its ports and Verilog.
macro_rules! primitive {
    ($name:ident { $($input:ident: $input_kind:ty),+ } -> { $($output:ident: $output_kind:ty),+ } $code:literal, $cores:literal) => {
        #[derive(LogicBlock, Default)]
        struct $name {
            $($input: Signal<In, $input_kind>,)+
            $($output: Signal<Out, $output_kind>,)+
        }

        impl Logic for $name {
            fn update(&mut self) {}
            fn connect(&mut self) {
                $(self.$output.connect();)+
            }
            fn hdl(&self) -> Verilog {
                Verilog::Wrapper(Wrapper { code: $code.into(), cores: $cores.into() })
            }
        }
    };
}

primitive!(Pll { reference: Clock } -> { fast: Clock, locked: Bit }
    "SB_PLL40_PAD pll (.PACKAGEPIN(reference), .PLLOUTGLOBAL(fast), .LOCK(locked), .RESETB(1'b1), .BYPASS(1'b0));",
    "(* blackbox *)\nmodule SB_PLL40_PAD (input PACKAGEPIN, output PLLOUTGLOBAL, output LOCK, input RESETB, input BYPASS);\nendmodule");
primitive!(PinCell { pin: Bit } -> { value: Bit }
    "SB_IO #(.PIN_TYPE(6'b000001)) cell_ (.PACKAGE_PIN(pin), .D_IN_0(value));",
    "(* blackbox *)\nmodule SB_IO (input PACKAGE_PIN, output D_IN_0);\nparameter PIN_TYPE = 0;\nendmodule");

/// Counts pulses at a pin, once the PLL has locked.
#[derive(LogicBlock, Default)]
struct Board {
    pad_clock: Signal<In, Clock>,
    pin: Signal<In, Bit>,
    count: Signal<Out, Bits<8>>,
    pll: Pll,
    pin_cell: PinCell,
    counter: DFF<Bits<8>>,
}

impl Logic for Board {
    #[hdl_gen]
    fn update(&mut self) {
        self.pll.reference.next = self.pad_clock.val();
        self.pin_cell.pin.next = self.pin.val();
        self.counter.clock.next = self.pll.fast.val();
        self.counter.d.next = self.counter.q.val();
        if self.pll.locked.val() & self.pin_cell.value.val() {
            self.counter.d.next = self.counter.q.val() + 1;
        }
        self.count.next = self.counter.q.val();
    }
}

/// The simulated clock is the one that the PLL makes; the lock comes after some cycles.
#[derive(LogicBlock, Default)]
struct PllModel {
    reference: Signal<In, Clock>,
    fast: Signal<Out, Clock>,
    locked: Signal<Out, Bit>,
    cycles: DFF<Bits<4>>,
}

impl Logic for PllModel {
    #[hdl_gen]
    fn update(&mut self) {
        self.fast.next = self.reference.val();
        self.cycles.clock.next = self.reference.val();
        self.locked.next = self.cycles.q.val().all();
        self.cycles.d.next = self.cycles.q.val();
        if !self.locked.val() {
            self.cycles.d.next = self.cycles.q.val() + 1;
        }
    }
}

#[derive(LogicBlock, Default)]
struct PinModel {
    pin: Signal<In, Bit>,
    value: Signal<Out, Bit>,
}

impl Logic for PinModel {
    #[hdl_gen]
    fn update(&mut self) {
        self.value.next = self.pin.val();
    }
}

fn board() -> Netlist {
    gatefall_lower::netlist(&Board::default(), "board").unwrap()
}

fn model(block: &dyn Block) -> Netlist {
    gatefall_lower::netlist(block, "model").unwrap()
}

#[test]
fn a_design_with_a_pll_and_a_pin_cell_runs_with_their_models() {
    let board = board();
    let text = gatefall_verilog::text(&board, &Default::default());
    assert!(
        text.contains("SB_PLL40_PAD pll (") && text.contains("SB_IO #("),
        "{text}"
    );
    let modelled = board
        .with_model("pll", &model(&PllModel::default()))
        .unwrap();
    let modelled = modelled
        .with_model("pin_cell", &model(&PinModel::default()))
        .unwrap();
    let mut machine = Machine::new(&modelled).unwrap();
    machine.poke("pin", 1).unwrap();
    machine.run(15);
    assert_eq!(machine.peek("pll.locked").unwrap(), 1);
    assert_eq!(machine.peek("count").unwrap(), 0);
    machine.run(7);
    assert_eq!(machine.peek("count").unwrap(), 7);
    machine.poke("pin", 0).unwrap();
    machine.run(7);
    assert_eq!(machine.peek("count").unwrap(), 7);
}

#[test]
fn without_a_model_the_outputs_of_a_black_box_are_poked() {
    let mut machine = Machine::new(&board()).unwrap();
    machine.poke("pin", 1).unwrap();
    machine.run(100);
    assert_eq!(machine.peek("count").unwrap(), 0);
    machine.poke("pll.locked", 1).unwrap();
    machine.poke("pin_cell.value", 1).unwrap();
    machine.run(3);
    assert_eq!(machine.peek("count").unwrap(), 3);
}

#[test]
fn a_model_that_does_not_fit_is_refused() {
    let refusal = |name: &str, block: &dyn Block| {
        let error = board().with_model(name, &model(block)).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        refusal("ppl", &PllModel::default()),
        "there is no black box `ppl`"
    );
    assert_eq!(
        refusal("board", &PllModel::default()),
        "there is no black box `board`"
    );
    assert_eq!(
        refusal("pll", &PinModel::default()),
        "`pll` has the ports (input reference: clock, output fast: clock, output locked: 1), its model has (input pin: 1, output value: 1)"
    );
}

/// A bit from one clock to the other, through two flip-flops.
#[derive(LogicBlock, Default)]
struct TwoClocks {
    slow: Signal<In, Clock>,
    fast: Signal<In, Clock>,
    seen: Signal<Out, Bit>,
    toggle: DFF<Bit>,
    crossing: BitSynchronizer,
}

impl Logic for TwoClocks {
    #[hdl_gen]
    fn update(&mut self) {
        self.toggle.clock.next = self.slow.val();
        self.toggle.d.next = !self.toggle.q.val();
        self.crossing.clock.next = self.fast.val();
        self.crossing.sig_in.next = self.toggle.q.val();
        self.seen.next = self.crossing.sig_out.val();
    }
}

#[test]
fn two_clocks_with_a_crossing_become_verilog_and_are_refused_by_the_simulator() {
    let netlist = gatefall_lower::netlist(&TwoClocks::default(), "two_clocks").unwrap();
    let text = gatefall_verilog::text(&netlist, &Default::default());
    assert!(
        text.contains("always @(posedge slow)") && text.contains(".clock(fast)"),
        "{text}"
    );
    let error = Machine::new(&netlist).err().unwrap().to_string();
    assert_eq!(
        error,
        "two clocks drive registers, `slow` and `fast`; a simulation has one"
    );
}
