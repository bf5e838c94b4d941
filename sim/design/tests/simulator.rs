//! Ports of every type, inner signals, limits and errors.

#![allow(clippy::unwrap_used)] // A test may fail.
#![allow(missing_docs)]

use std::fs;

use gatefall_design::{peek, poke, tick, Design, DesignError};
use rust_hdl::prelude::*;

/// A word that is wider than a machine word, and its conjunction with another one.
#[derive(LogicBlock, Default)]
struct Wide {
    clock: Signal<In, Clock>,
    word: Signal<In, Bits<100>>,
    kept: Signal<Out, Bits<100>>,
    common: Signal<Out, Bits<100>>,
    register: DFF<Bits<100>>,
}

impl Logic for Wide {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, register);
        self.register.d.next = self.word.val();
        self.kept.next = self.register.q.val();
        self.common.next = self.register.q.val() & self.word.val();
    }
}

#[test]
fn ports_may_have_any_width() {
    let mut uut = Design::new(Wide::default())
        .simulate_with_rust_hdl()
        .unwrap();
    let ones = !Bits::<100>::from(0);
    for word in [ones << 64, ones >> 37] {
        poke!(uut.word = word);
        tick!(uut);
        assert_eq!(peek!(uut.kept), word);
        poke!(uut.word = ones << 40);
        assert_eq!(peek!(uut.common), word & (ones << 40));
    }
    let kept = uut.machine().peek_value("kept").unwrap();
    assert_eq!(kept.to_string(), "100'h0000000007fffffffffffffff");
}

#[derive(LogicBlock, Default)]
struct Negator {
    number: Signal<In, Signed<7>>,
    negative: Signal<Out, Signed<7>>,
}

impl Logic for Negator {
    #[hdl_gen]
    fn update(&mut self) {
        self.negative.next = -self.number.val();
    }
}

#[test]
fn ports_may_be_signed() {
    let mut uut = Design::new(Negator::default())
        .simulate_with_rust_hdl()
        .unwrap();
    for number in [0, 1, -1, 63, -63] {
        poke!(uut.number = number.into());
        assert_eq!(peek!(uut.negative), Signed::from(-number));
    }
}

#[test]
fn a_wait_for_what_never_comes_ends() {
    let mut uut = Design::new(Wide::default())
        .max_ticks(1_000)
        .simulate()
        .unwrap();
    let error = loop {
        if let Err(error) = uut.try_tick(|uut| &mut uut.clock) {
            break error;
        }
    };
    assert_eq!(uut.cycles(), 1_000);
    assert_eq!(
        error.to_string(),
        "`wide` has run 1000 ticks, the limit; `max_ticks` changes it"
    );
    // Only single ticks count.
    uut.run(|uut| &mut uut.clock, 1_000_000);
    assert_eq!(uut.cycles(), 1_001_000);
}

#[derive(LogicBlock, Default)]
struct Adder {
    a: Signal<In, Bits<4>>,
    b: Signal<In, Bits<4>>,
    sum: Signal<Out, Bits<4>>,
}

impl Logic for Adder {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.b.val();
    }
}

/// A block whose circuit is an adder, but whose rust-hdl simulation has no carries.
#[derive(LogicBlock, Default)]
struct FalseAdder {
    a: Signal<In, Bits<4>>,
    b: Signal<In, Bits<4>>,
    sum: Signal<Out, Bits<4>>,
}

impl Logic for FalseAdder {
    fn update(&mut self) {
        self.sum.next = self.a.val() ^ self.b.val();
    }

    fn hdl(&self) -> Verilog {
        Adder::default().hdl()
    }
}

#[test]
fn a_difference_from_rust_hdl_is_found() {
    let sum = |uut: &mut gatefall_design::Simulator<FalseAdder>, b: u64| {
        uut.try_poke(|uut| &mut uut.a, 1.into())?;
        uut.try_poke(|uut| &mut uut.b, b.into())?;
        uut.try_peek(|uut| &uut.sum)
    };
    let mut both = Design::new(FalseAdder::default())
        .simulate_with_rust_hdl()
        .unwrap();
    assert_eq!(sum(&mut both, 2).unwrap(), 3);
    assert_eq!(
        sum(&mut both, 3).unwrap_err().to_string(),
        "cycle 0: `sum` is 4 in this simulation and 2 in rust-hdl's"
    );
    let mut alone = Design::new(FalseAdder::default()).simulate().unwrap();
    assert_eq!(sum(&mut alone, 3).unwrap(), 4);
}

#[derive(LogicBlock, Default)]
struct Counter {
    clock: Signal<In, Clock>,
    count: Signal<Out, Bits<4>>,
    register: DFF<Bits<4>>,
}

impl Logic for Counter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, register);
        self.register.d.next = self.register.q.val() + 1;
        self.count.next = self.register.q.val();
    }
}

/// A block whose circuit is a counter, but whose rust-hdl simulation stops.
#[derive(LogicBlock, Default)]
struct FalseCounter {
    clock: Signal<In, Clock>,
    count: Signal<Out, Bits<4>>,
    register: DFF<Bits<4>>,
}

impl Logic for FalseCounter {
    fn update(&mut self) {
        dff_setup!(self, clock, register);
        if self.register.q.val() < 9 {
            self.register.d.next = self.register.q.val() + 1;
        }
        self.count.next = self.register.q.val();
    }

    fn hdl(&self) -> Verilog {
        Counter::default().hdl()
    }
}

#[test]
#[should_panic(expected = "cycle 10: `count` is 10 in this simulation and 9 in rust-hdl's")]
fn a_difference_of_state_is_found() {
    let mut uut = Design::new(FalseCounter::default())
        .simulate_with_rust_hdl()
        .unwrap();
    uut.run(|uut| &mut uut.clock, 9);
    for _ in 0..20 {
        tick!(uut);
    }
}

/// An inverter around itself.
#[derive(LogicBlock, Default)]
struct Unsteady {
    out: Signal<Out, Bit>,
}

impl Logic for Unsteady {
    fn update(&mut self) {
        self.out.next = !self.out.val();
    }

    fn hdl(&self) -> Verilog {
        High::default().hdl()
    }
}

#[derive(LogicBlock, Default)]
struct High {
    out: Signal<Out, Bit>,
}

impl Logic for High {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = true;
    }
}

#[test]
fn a_block_that_does_not_settle_is_found() {
    let mut uut = Design::new(Unsteady::default())
        .simulate_with_rust_hdl()
        .unwrap();
    let error = uut.try_peek(|uut| &uut.out).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cycle 0: `unsteady` does not settle in rust-hdl's simulation"
    );
}

#[test]
fn inner_signals_are_no_ports() {
    let mut uut = Design::new(Wide::default())
        .named("outer")
        .simulate()
        .unwrap();
    let error = uut.try_peek(|uut| &uut.register.q).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`register.q` is an inner signal of `outer`, not a port; read it by name through \
         `machine()`"
    );
    let error = uut.try_poke(|uut| &mut uut.register.d, 1.into());
    assert!(matches!(error, Err(DesignError::NotAPort { signal, .. }) if signal == "register.d"));
    let error = uut.try_poke(|uut| &mut uut.clock, true.into()).err();
    let message = error.map(|error| error.to_string()).unwrap_or_default();
    assert!(message.starts_with("`clock` of "), "{message}");
}

#[test]
#[should_panic(expected = "`register.q` is an inner signal of `wide`")]
fn a_short_form_panics_with_the_message() {
    let mut uut = Design::new(Wide::default()).simulate().unwrap();
    uut.peek(|uut| &uut.register.q);
}

#[derive(LogicBlock, Default)]
struct Empty {
    sum: Signal<Out, Bits<4>>,
}

impl Logic for Empty {
    fn update(&mut self) {}
}

#[derive(LogicBlock, Default)]
struct Latch {
    enable: Signal<In, Bit>,
    kept: Signal<Out, Bit>,
}

impl Logic for Latch {
    #[hdl_gen]
    fn update(&mut self) {
        if self.enable.val() {
            self.kept.next = true;
        }
    }
}

#[test]
fn a_fault_of_the_circuit_is_an_error_of_each_method() {
    let latch = || Design::new(Latch::default());
    let expected = "latch: `kept` is a latch: some path has neither `kept = 1` nor another \
                    value for it; give it a default at the top of update()";
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let errors = [
        latch().check().unwrap_err(),
        latch().netlist().unwrap_err(),
        latch().verilog().unwrap_err(),
        latch().write_verilog(&missing).unwrap_err(),
        latch().simulate().err().unwrap(),
        latch().simulate_with_rust_hdl().err().unwrap(),
    ];
    for error in errors {
        assert_eq!(error.to_string(), expected);
    }
    assert!(!missing.exists());
    let undriven = Design::new(Empty::default()).named("other").check();
    let undriven = undriven.unwrap_err().to_string();
    assert!(undriven.starts_with("other: "), "{undriven}");
    Design::new(Adder::default()).check().unwrap();
}

#[derive(LogicBlock, Default)]
struct TwoClocks {
    clock: Signal<In, Clock>,
    other_clock: Signal<In, Clock>,
    one: DFF<Bit>,
    other: DFF<Bit>,
}

impl Logic for TwoClocks {
    #[hdl_gen]
    fn update(&mut self) {
        self.one.clock.next = self.clock.val();
        self.other.clock.next = self.other_clock.val();
        self.one.d.next = !self.one.q.val();
        self.other.d.next = !self.other.q.val();
    }
}

#[test]
fn two_clocks_have_verilog_but_no_simulation() {
    let design = Design::new(TwoClocks::default());
    design.check().unwrap();
    design.verilog().unwrap();
    let error = design.simulate().err().unwrap().to_string();
    assert!(error.starts_with("two clocks drive registers"), "{error}");
}

#[test]
fn verilog_goes_to_one_file_per_module() {
    let folder = tempfile::tempdir().unwrap();
    let verilog = folder.path().join("new/folder");
    let design = Design::new(DFF::<Bits<8>>::default());
    let paths = design.write_verilog(&verilog).unwrap();
    assert_eq!(paths, [verilog.join("dff.v")]);
    let text = fs::read_to_string(&paths[0]).unwrap();
    assert_eq!(text, design.verilog().unwrap());
    assert!(text.contains("module dff ("), "{text}");
    // A file is in the way of the folder.
    let error = design.write_verilog(&paths[0]).unwrap_err().to_string();
    assert_eq!(error, format!("cannot write `{}`", paths[0].display()));
}

#[test]
fn a_waveform_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut uut = Design::new(Wide::default()).simulate().unwrap();
    let error = uut.waveform(folder.path().join("wide.txt")).unwrap_err();
    let file = folder.path().join("wide.txt");
    assert_eq!(
        error.to_string(),
        format!("`{}` is neither a .vcd nor a .fst file", file.display())
    );
    assert!(!file.exists());
    let taken = folder.path().join("taken.vcd");
    fs::create_dir(&taken).unwrap();
    let error = uut.waveform(&taken).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("cannot write `{}`", taken.display())
    );
    for hz in [0, 1_000_000_000_000] {
        let mut uut = Design::new(Wide::default())
            .clock_hz(hz)
            .simulate()
            .unwrap();
        let error = uut.waveform(folder.path().join("wide.vcd")).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("a clock of {hz} Hz: a waveform needs 1 Hz to 500 GHz")
        );
    }
}

#[test]
fn a_waveform_is_complete_after_a_failed_assertion() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide.vcd");
    let failed = std::panic::catch_unwind(|| {
        let mut uut = Design::new(Wide::default()).simulate().unwrap();
        uut.waveform(&path).unwrap();
        poke!(uut.word = 5.into());
        for _ in 0..10 {
            tick!(uut);
        }
        assert_eq!(peek!(uut.kept), 4);
    });
    failed.unwrap_err();
    let text = fs::read_to_string(&path).unwrap();
    // Ten cycles of 10 ns after power-up.
    assert!(text.ends_with("#110000\n"), "{text}");
}

#[test]
fn a_second_waveform_in_the_same_file_replaces_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide.vcd");
    let mut uut = Design::new(Wide::default()).simulate().unwrap();
    uut.waveform(&path).unwrap();
    for _ in 0..1000 {
        poke!(uut.word = 5.into());
        tick!(uut);
        poke!(uut.word = 6.into());
        tick!(uut);
    }
    uut.waveform(&path).unwrap();
    tick!(uut);
    drop(uut);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("$enddefinitions").count(), 1);
    // Nothing of the first 2,000 cycles is left.
    let times = text.lines().filter(|line| line.starts_with('#')).count();
    assert!(times < 10, "{times} times");
}
