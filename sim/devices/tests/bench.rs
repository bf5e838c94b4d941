//! Tests the bench with small circuits.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_devices::{Change, DeviceBench, Running};
use gatefall_netlist::{Interpreter, Netlist};

/// Connects the data line to the loudspeaker and counts the cycles in which the clock line is low.
const ECHO: &str = "top echo

module low_counter {
  input clock : clock
  input line : 1
  output count : 16
  net lows : 16
  assign count = lows
  register lows clock clock initial 16'h0000 next (add lows 16'h0001) enable (not line)
}

module echo {
  input clock : clock
  input reset : 1
  input ps2_clock : 1
  input ps2_data : 1
  output audio : 1
  net first : 16
  net second : 16
  assign audio = ps2_data
  instance one of low_counter
  connect one clock = clock
  connect one line = ps2_clock
  drive one count -> first
  instance two of low_counter
  connect two clock = clock
  connect two line = ps2_data
  drive two count -> second
}
";

fn echo() -> Netlist {
    Netlist::from_text(ECHO).unwrap()
}

/// A frame of three bits with half periods of 20 cycles: 0, 1, 0.
const WORD: u64 = 0b010 | 3 << 11 | 20 << 15;

#[test]
fn interpreter_and_machine_agree_in_every_cycle() {
    let bench = DeviceBench::new(&echo(), &["one.lows", "two.lows"]).unwrap();
    let mut slow = Interpreter::new(&bench.netlist).unwrap();
    let mut fast = Running::start(bench, 25_000_000).unwrap();
    slow.poke("reset", 1u8).unwrap();
    (0..16).for_each(|_| slow.step());
    slow.poke("reset", 0u8).unwrap();
    let signals = [
        "keyboard_ps2_clock",
        "keyboard_ps2_data",
        "keyboard_waiting",
        "recorder_count",
        "echo.one.lows",
        "echo.two.lows",
    ];
    for cycle in 0..1500 {
        let write = u64::from(cycle % 250 == 30);
        for (signal, value) in [("key_word", WORD), ("key_write", write)] {
            slow.poke(signal, value).unwrap();
            fast.machine().poke(signal, value).unwrap();
        }
        slow.step();
        fast.machine().run(1);
        for signal in signals {
            let expected = slow.peek(signal).unwrap().to_u64().unwrap();
            assert_eq!(
                fast.machine().peek(signal).unwrap(),
                expected,
                "{signal} in {cycle}"
            );
        }
    }
    let lows = fast.machine().peek("echo.one.lows").unwrap();
    assert_eq!(lows, 6 * 3 * 20);
    for memory in ["audio_pins", "recorder.changes"] {
        let words = slow.memory(memory).unwrap();
        let memory = fast.machine().memory(memory).unwrap();
        for (address, word) in words.iter().enumerate().take(4096) {
            assert_eq!(&memory.get_value(address as u64).unwrap(), word);
        }
    }
}

#[test]
fn every_change_is_recorded_with_its_cycle() {
    let bench = DeviceBench::new(&echo(), &["one.lows", "two.line"]).unwrap();
    assert_eq!(bench.watched[0].width, 16);
    let mut running = Running::start(bench, 25_000_000).unwrap();
    running.send(0x55, None);
    running.run(200_000).unwrap();
    let changes = running.take_changes();
    // Eleven bits of 40 us, each half of the time low.
    let lows = changes.iter().map(|change| change.values[0]).max();
    assert_eq!(lows, Some(11 * 1000));
    let data_changes = |pair: &&[Change]| pair[0].values[1] != pair[1].values[1];
    // Levels: idle 1, start 0, data 1, 0, 1, 0, 1, 0, 1, 0, parity 1, stop 1.
    assert_eq!(changes.windows(2).filter(data_changes).count(), 10);
    assert!(changes.windows(2).all(|pair| pair[0].cycle < pair[1].cycle));
}

#[test]
fn half_a_device_is_refused() {
    let text = "top half\n\nmodule half {\n  input ps2_clock : 1\n  output audio : 1\n  \
                assign audio = ps2_clock\n}\n";
    let error = DeviceBench::new(&Netlist::from_text(text).unwrap(), &[])
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "the circuit has `ps2_clock` but no `ps2_data`, which belongs to it"
    );
}

/// A circuit in which a signal changes in every cycle.
const COUNTER: &str = "top counter

module counter {
  input clock : clock
  input reset : 1
  output count : 16
  net cycles : 16
  assign count = cycles
  register cycles clock clock initial 16'h0000 next (mux reset 16'h0000 (add cycles 16'h0001))
}
";

#[test]
fn changes_that_came_while_nobody_looked_are_not_passed_over() {
    let circuit = Netlist::from_text(COUNTER).unwrap();
    let mut running =
        Running::start(DeviceBench::new(&circuit, &["cycles"]).unwrap(), 25_000_000).unwrap();
    running.take_changes();
    running.machine().run(32_768);
    running.run(1).unwrap();
    assert_eq!(running.take_changes().len(), 32_768);
    running.machine().run(32_768);
    assert_eq!(
        running.run(1).unwrap_err().to_string(),
        "1 changes of the watched signals were lost"
    );
}

#[test]
fn a_circuit_that_does_not_fit_the_bench_is_refused() {
    let refusal = |from: &str, to: &str, watch: &[&str]| {
        assert!(COUNTER.contains(from));
        let circuit = Netlist::from_text(&COUNTER.replacen(from, to, 1)).unwrap();
        let bench = DeviceBench::new(&circuit, watch);
        let error = bench
            .and_then(|bench| Running::start(bench, 25_000_000))
            .err();
        error.unwrap().to_string()
    };
    assert_eq!(refusal("", "", &["cycle"]), "no signal is called `cycle`");
    assert_eq!(
        refusal("  assign count = cycles\n", "", &[]),
        "module `counter`: `count` is not driven"
    );
    let screen = ["h_sync", "v_sync", "red", "green", "blue"].map(|port| {
        let width = if port == "green" { 3 } else { 1 };
        format!("  output vga_{port} : {width}\n  constant vga_{port} = {width}'h0\n")
    });
    assert_eq!(
        refusal(
            "  net cycles",
            &format!("{}  net cycles", screen.concat()),
            &[]
        ),
        "the circuit has `vga_red` but no `vga_green`, which belongs to it"
    );
    for (port, width, message) in [
        ("audio", 8, "`audio` has 8 bits, and the device 1"),
        ("digits", 3, "`digits` has 3 bits, and the device 4"),
    ] {
        let ports = format!("  output {port} : {width}\n  constant {port} = {width}'h0\n");
        let other = "  output segments : 8\n  constant segments = 8'h0\n";
        let circuit = format!("{ports}{other}  net cycles");
        assert_eq!(refusal("  net cycles", &circuit, &[]), message);
    }
    let memory = "  memory ram width 8 address 40\n  net word : 8\n  \
        read ram data word address (zext cycles 40)\n";
    assert_eq!(
        refusal("  assign", &format!("{memory}  assign"), &[]),
        "memory `counter.ram` of 1099511627776 words of 8 bits is too large to simulate"
    );
}
