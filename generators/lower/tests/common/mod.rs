//! Compares a design in rust-hdl with the interpreter, WebAssembly and Icarus Verilog. Each cycle
//! compares every output.

#![allow(dead_code, clippy::unwrap_used)] // Each test binary uses a part of this.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, NetKind, Netlist, PortDirection, Value};
use gatefall_tests::KeptRun;
use num_bigint::BigUint;
use rust_hdl::prelude::*;

/// States of a state machine. Some codes are unused.
#[derive(Clone, Copy, Debug, PartialEq, LogicState)]
pub enum Phase {
    Idle,
    Load,
    Shift,
    Wait,
    Done,
}

pub const PHASES: [Phase; 5] = [
    Phase::Idle,
    Phase::Load,
    Phase::Shift,
    Phase::Wait,
    Phase::Done,
];

/// Values of the inputs for one cycle, by port name.
pub type Inputs = Vec<(String, BigUint)>;
/// Values of the outputs, in hexadecimal, in port order.
pub type Outputs = Vec<String>;

/// Outputs of the top in order, with their widths.
fn outputs(netlist: &Netlist) -> Vec<(String, u32)> {
    let top = netlist.top();
    let outputs = top
        .port_nets(PortDirection::Output)
        .map(|net| &top.nets[net]);
    outputs.map(|net| (net.name.clone(), net.width)).collect()
}

/// Runs the interpreter. Each cycle sets the inputs, applies a clock edge if there is a clock, and
/// reads the outputs.
pub fn interpret(netlist: &Netlist, cycles: &[Inputs]) -> Vec<Outputs> {
    let mut run = Interpreter::new(netlist).unwrap();
    let names = outputs(netlist);
    let mut rows = Vec::new();
    for inputs in cycles {
        for (name, value) in inputs {
            run.poke(name, value.clone()).unwrap();
        }
        run.step();
        let row = names
            .iter()
            .map(|(name, _)| run.peek(name).unwrap().bits().to_str_radix(16));
        rows.push(row.collect());
    }
    rows
}

/// Runs the WebAssembly engine. The second half uses code that is tuned to the first half.
pub fn webassembly(netlist: &Netlist, cycles: &[Inputs]) -> Vec<Outputs> {
    let mut run = Machine::new(netlist).unwrap();
    let names = outputs(netlist);
    let mut rows = Vec::new();
    for (cycle, inputs) in cycles.iter().enumerate() {
        if cycle == cycles.len() / 2 {
            run.tune().unwrap();
        }
        for (name, value) in inputs {
            let width = value.bits().max(1) as u32;
            run.poke_value(name, &Value::new(width, value.clone()))
                .unwrap();
        }
        run.run(1);
        let row = names
            .iter()
            .map(|(name, _)| run.peek_value(name).unwrap().bits().to_str_radix(16));
        rows.push(row.collect());
    }
    rows
}

/// Icarus Verilog failed with an internal error. Some designs with one `always @*` in many modules
/// trigger it (issue 1291 of Icarus).
#[derive(Debug)]
pub struct BrokeOff;

/// Simulates a netlist, and returns the outputs after each cycle.
pub type Simulate = fn(&Netlist, &[Inputs]) -> Result<Vec<Outputs>, BrokeOff>;

/// The simulators that are compared with rust-hdl. A missing Icarus Verilog is reported and
/// skipped.
pub fn simulators() -> Vec<(&'static str, Simulate)> {
    let mut simulators: Vec<(&str, Simulate)> = vec![
        ("interpreter", |netlist, cycles| {
            Ok(interpret(netlist, cycles))
        }),
        ("WebAssembly", |netlist, cycles| {
            Ok(webassembly(netlist, cycles))
        }),
    ];
    let test = "lower: our Verilog in a simulator";
    if gatefall_tests::has_programs(test, &[("iverilog", "iverilog"), ("vvp", "iverilog")]) {
        simulators.push(("iverilog", iverilog));
    }
    simulators
}

/// Runs the generated Verilog in Icarus.
fn iverilog(netlist: &Netlist, cycles: &[Inputs]) -> Result<Vec<Outputs>, BrokeOff> {
    let folder = tempfile::tempdir().unwrap();
    let design = folder.path().join("design.v");
    std::fs::write(&design, text_with_zeros(netlist)).unwrap();
    let bench = bench_text(netlist, cycles);
    std::fs::write(folder.path().join("bench.v"), bench).unwrap();
    let mut compiler = Command::new("iverilog");
    let compiler = compiler
        .args(["-g2001", "-Wall", "-Wno-timescale", "-s", "bench"])
        .args(["-o", "bench", "design.v", "bench.v"]);
    let compile = KeptRun::new(compiler.current_dir(&folder)).run(1);
    let complaints = String::from_utf8_lossy(&compile.stderr).into_owned();
    if complaints.contains("ivl_nexus_ptrs") && complaints.contains("ssertion") {
        return Err(BrokeOff);
    }
    assert!(
        complaints.is_empty(),
        "{complaints}\n{}",
        std::fs::read_to_string(&design).unwrap()
    );
    let mut simulator = Command::new("vvp");
    let simulator = simulator.arg("bench").current_dir(&folder);
    let run = KeptRun::new(simulator).run(1);
    let text = String::from_utf8(run.stdout).unwrap();
    let lines = text.lines();
    let rows = lines.map(|line| line.split_whitespace().map(strip_zeros).collect());
    Ok(rows.collect())
}

fn strip_zeros(word: &str) -> String {
    let digits = word.trim_start_matches('0');
    if digits.is_empty() {
        "0".into()
    } else {
        digits.into()
    }
}

fn bench_text(netlist: &Netlist, cycles: &[Inputs]) -> String {
    let top = netlist.top();
    let mut text = String::from("module bench;\n");
    let name = |name: &str| {
        name.replace("].", "_")
            .replace(['.', '['], "_")
            .replace(']', "")
    };
    for port in &top.ports {
        let net = &top.nets[port.net];
        let kind = if port.direction == PortDirection::Input {
            "reg"
        } else {
            "wire"
        };
        writeln!(text, "{kind} [{}:0] {};", net.width - 1, name(&net.name)).unwrap();
    }
    let ports: Vec<String> = (top.ports.iter())
        .map(|port| name(&top.nets[port.net].name))
        .map(|port| format!(".{port}({port})"))
        .collect();
    writeln!(
        text,
        "{} dut ({});\ninitial begin",
        top.name,
        ports.join(", ")
    )
    .unwrap();
    let clock = top.nets.values().find(|net| net.kind == NetKind::Clock);
    let edge = |level| {
        clock
            .map(|clock| format!("{} = {level};", clock.name))
            .unwrap_or_default()
    };
    writeln!(text, "{} #1;", edge(0)).unwrap();
    for inputs in cycles {
        for (input, value) in inputs {
            let width = top.nets[top.net(input).unwrap()].width;
            writeln!(
                text,
                "{} = {width}'h{};",
                name(input),
                value.to_str_radix(16)
            )
            .unwrap();
        }
        writeln!(text, "#1 {} #1;", edge(1)).unwrap();
        let outputs = outputs(netlist);
        let format: Vec<&str> = outputs.iter().map(|_| "%h").collect();
        let names: Vec<String> = outputs.iter().map(|(output, _)| name(output)).collect();
        writeln!(
            text,
            "$display(\"{}\", {});",
            format.join(" "),
            names.join(", ")
        )
        .unwrap();
        writeln!(text, "{} #1;", edge(0)).unwrap();
    }
    text.push_str("$finish;\nend\nendmodule\n");
    text
}

/// The Verilog of a netlist, with zero as the initial value of memory outputs. They have none in
/// the generated Verilog, as in block RAM, but rust-hdl starts them at zero.
fn text_with_zeros(netlist: &Netlist) -> String {
    let mut text = String::new();
    for file in gatefall_verilog::files(netlist, &Default::default()) {
        for line in file.text.lines() {
            let declared = line.trim().strip_prefix("reg ");
            let name = declared.and_then(|rest| rest.strip_suffix(';')?.rsplit(' ').next());
            let is_read = |name: &str| file.text.contains(&format!(" {name} <= "));
            if name.is_some_and(is_read) {
                writeln!(text, "{} = 0;", line.trim_end_matches(';')).unwrap();
            } else {
                writeln!(text, "{line}").unwrap();
            }
        }
    }
    text
}

/// Lints the Verilog with Verilator and Yosys, if they are installed. Any warning is a failure.
pub fn lint(netlist: &Netlist) {
    let folder = tempfile::tempdir().unwrap();
    let files = gatefall_verilog::files(netlist, &Default::default());
    for file in &files {
        std::fs::write(folder.path().join(&file.name), &file.text).unwrap();
    }
    let mut names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let top = gatefall_verilog::text(netlist, &Default::default());
    let arguments = ["--lint-only", "-Wall", "--top-module", &netlist.top().name];
    let arguments = [&arguments[..], &names].concat();
    complains("verilator", &arguments, folder.path(), &top);
    let script = format!("proc; check -assert; hierarchy -top {}", netlist.top().name);
    names.splice(0..0, ["-q", "-p", &script]);
    complains("yosys", &names, folder.path(), &top);
}

fn complains(tool: &str, arguments: &[&str], folder: &Path, text: &str) {
    if !gatefall_tests::has_programs("lower: our Verilog under lint", &[(tool, tool)]) {
        return;
    }
    let mut command = Command::new(tool);
    let run = KeptRun::new(command.args(arguments).current_dir(folder));
    let output = run.leaves(&[]).run(1);
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    let good = complaints.is_empty() && output.status.success();
    assert!(good, "{tool}: {complaints}\n{text}");
}

/// Checks that simulators give the outputs of rust-hdl, also after a round trip through the text
/// form.
pub fn agree(
    simulators: &[(&str, Simulate)],
    netlist: &Netlist,
    cycles: &[Inputs],
    expected: &[Outputs],
) -> Result<(), BrokeOff> {
    let text = netlist.to_text();
    let read = Netlist::from_text(&text).unwrap();
    assert_eq!(read.to_text(), text);
    let verilog = || gatefall_verilog::text(netlist, &Default::default());
    for (name, simulate) in simulators {
        let rows = simulate(&read, cycles)?;
        assert_eq!(
            rows.len(),
            expected.len(),
            "{name} ran a different number of cycles"
        );
        for (cycle, (row, expected)) in rows.iter().zip(expected).enumerate() {
            assert_eq!(
                row,
                expected,
                "{name}, cycle {cycle}\n{text}\n{}",
                verilog()
            );
        }
    }
    Ok(())
}

/// Simulates a clocked or combinational rust-hdl design for each cycle of inputs, and compares it
/// with the other simulators.
#[macro_export]
macro_rules! check {
    (@edge clocked $uut:ident) => {
        for clk in [true, false] {
            $uut.clock.next = rust_hdl::prelude::Clock { clk };
            assert!(simulate(&mut $uut, 50), "does not settle");
        }
    };
    (@edge comb $uut:ident) => {};
    (
        $kind:ident $uut:expr,
        [$($($input:ident).+: $width:expr),* $(,)?],
        [$($($output:ident).+),* $(,)?],
        $cycles:expr
    ) => {{
        let mut uut = $uut;
        let netlist = gatefall_lower::netlist(&uut, "uut").unwrap();
        let cycles: &[Vec<u128>] = $cycles;
        let (mut stimulus, mut expected) = (Vec::new(), Vec::new());
        assert!(simulate(&mut uut, 50), "does not settle");
        for values in cycles {
            let mut values = values.iter();
            let mut inputs: $crate::common::Inputs = Vec::new();
            $(
                let value = values.next().copied().unwrap_or(0) & (u128::MAX >> (128 - $width));
                uut.$($input).+.next = $crate::common::Port::from_number(value);
                inputs.push((stringify!($($input).+).into(), value.into()));
            )*
            assert!(simulate(&mut uut, 50), "does not settle");
            $crate::check!(@edge $kind uut);
            stimulus.push(inputs);
            expected.push(vec![
                $(format!("{:x}", $crate::common::Port::to_number(uut.$($output).+.val()))),*
            ]);
        }
        $crate::common::agree(
            &$crate::common::simulators(),
            &netlist,
            &stimulus,
            &expected
        ).unwrap();
        netlist
    }};
}

/// Conversion of port values to and from numbers.
pub trait Port {
    fn from_number(number: u128) -> Self;
    fn to_number(self) -> u128;
}

impl Port for bool {
    fn from_number(number: u128) -> Self {
        number != 0
    }

    fn to_number(self) -> u128 {
        self.into()
    }
}

impl<const N: usize> Port for Bits<N> {
    fn from_number(number: u128) -> Self {
        BigUint::from(number).into()
    }

    fn to_number(self) -> u128 {
        let number: BigUint = self.into();
        number.try_into().unwrap()
    }
}

impl<const N: usize> Port for Signed<N> {
    fn from_number(number: u128) -> Self {
        signed_cast(Bits::<N>::from_number(number))
    }

    fn to_number(self) -> u128 {
        self.inner().to_number()
    }
}

/// Numbers without a state wrap around.
impl Port for Phase {
    fn from_number(number: u128) -> Self {
        PHASES[number as usize % PHASES.len()]
    }

    fn to_number(self) -> u128 {
        self as u128
    }
}

/// All pairs of two numbers of `width` bits.
pub fn all_pairs(width: u32) -> Vec<Vec<u128>> {
    let count = 1u128 << width;
    (0..count * count)
        .map(|n| vec![n / count, n % count])
        .collect()
}

/// Pseudo-random numbers, the same in every run.
pub fn scrambled(rows: usize, columns: usize) -> Vec<Vec<u128>> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u128;
    let mut next = || {
        state = state
            .wrapping_mul(0xda94_2042_e4dd_58b5_2360_ed05_1fc6_5da4_u128 | 1)
            .wrapping_add(1);
        state ^ (state >> 71)
    };
    (0..rows)
        .map(|_| (0..columns).map(|_| next()).collect())
        .collect()
}
