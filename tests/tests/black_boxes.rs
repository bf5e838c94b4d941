//! Primitives of the FPGA within a design, with models in the simulator, and designs with two
//! clocks.
#![allow(clippy::unwrap_used)] // A test may fail.

use gatefall_devices::pll_model;
use gatefall_host::Machine;
use gatefall_netlist::Netlist;
use gatefall_tests::{has_programs, run};
use gatefall_widgets::primitive::{InputPin, InputPinModel, OutputPin, OutputPinModel};
use rust_hdl::fpga::lattice::ice40::ice_pll::ICE40PLLBlock;
use rust_hdl::prelude::*;
use std::process::Command;

const CRYSTAL_HZ: u64 = 100_000_000;
const PIXELS_HZ: u64 = 25_000_000;

/// Counts the cycles in which a pin is high, once the PLL has locked. Another pin is high while the
/// count is odd.
#[derive(LogicBlock, Default)]
struct Board {
    pad_clock: Signal<In, Clock>,
    pin: Signal<In, Bit>,
    count: Signal<Out, Bits<8>>,
    odd: Signal<Out, Bit>,
    pll: ICE40PLLBlock<CRYSTAL_HZ, PIXELS_HZ>,
    pin_cell: InputPin,
    odd_cell: OutputPin,
    counter: DFF<Bits<8>>,
}

impl Logic for Board {
    #[hdl_gen]
    fn update(&mut self) {
        self.pll.clock_in.next = self.pad_clock.val();
        self.pin_cell.pin.next = self.pin.val();
        self.counter.clock.next = self.pll.clock_out.val();
        self.counter.d.next = self.counter.q.val();
        if self.pll.locked.val() & self.pin_cell.value.val() {
            self.counter.d.next = self.counter.q.val() + 1;
        }
        self.count.next = self.counter.q.val();
        self.odd_cell.clock.next = self.pll.clock_out.val();
        self.odd_cell.value.next = self.counter.q.val().get_bit(0);
        self.odd.next = self.odd_cell.pin.val();
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
    let models = [
        ("pll", pll_model()),
        ("pin_cell", model(&InputPinModel::default())),
        ("odd_cell", model(&OutputPinModel::default())),
    ];
    let board = models.iter().fold(board(), |board, (black_box, model)| {
        board.with_model(black_box, model).unwrap()
    });
    let mut machine = Machine::new(&board).unwrap();
    machine.poke("pin", 1).unwrap();
    machine.run(15);
    assert_eq!(machine.peek("pll.locked").unwrap(), 1);
    assert_eq!(machine.peek("count").unwrap(), 0);
    for count in 1..=7 {
        machine.run(1);
        assert_eq!(machine.peek("count").unwrap(), count);
        assert_eq!(
            machine.peek("odd").unwrap(),
            (count - 1) % 2,
            "a cycle later"
        );
    }
    machine.poke("pin", 0).unwrap();
    machine.run(7);
    assert_eq!(machine.peek("count").unwrap(), 7);
    assert_eq!(machine.peek("odd").unwrap(), 1);
}

#[test]
fn yosys_finds_the_primitives() {
    let yosys = [("yosys", "yosys")];
    if !has_programs("yosys_finds_the_primitives", &yosys) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = gatefall_verilog::text(&board(), &Default::default());
    std::fs::write(folder.path().join("board.v"), text).unwrap();
    let script = "read_verilog board.v; synth_ice40 -top board; \
                  select -assert-count 1 t:SB_PLL40_CORE; select -assert-count 2 t:SB_IO";
    let mut yosys = Command::new("yosys");
    let yosys = yosys.args(["-q", "-p", script]);
    let yosys = run(yosys.current_dir(folder.path()), 1);
    let said = String::from_utf8_lossy(&yosys.stderr);
    assert!(yosys.status.success(), "{said}");
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
    let refusal = |name: &str, model: &Netlist| {
        let error = board().with_model(name, model).unwrap_err();
        error.to_string()
    };
    assert_eq!(refusal("ppl", &pll_model()), "there is no black box `ppl`");
    assert_eq!(
        refusal("board", &pll_model()),
        "there is no black box `board`"
    );
    assert_eq!(
        refusal("pll", &model(&InputPinModel::default())),
        "`pll` has the ports (input clock_in: clock, output clock_out: clock, output locked: 1), \
         its model has (input pin: 1, output value: 1)"
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
