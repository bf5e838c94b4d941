//! Waveforms contain the values of every cycle.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use fst_reader::{FstFilter, FstReader, FstSignalValue};
use gatefall_host::{HostError, Machine, WaveFormat};
use gatefall_netlist::Netlist;

const COUNTER: &str = "top top

module counter {
  input clock : clock
  output count : 70
  net value : 70
  assign count = value
  register value clock clock initial 70'h3ffffffffffffffffe next (add value 70'h1)
}

module top {
  input clock : clock
  output odd : 1
  output high : 1
  net count : 70
  instance inner of counter
  connect inner clock = clock
  drive inner count -> count
  assign odd = (slice count 0 1)
  assign high = (slice count 69 1)
}
";

/// Length of a cycle in picoseconds.
const PERIOD: u64 = 10;

fn machine() -> Machine {
    Machine::new(&Netlist::from_text(COUNTER).unwrap()).unwrap()
}

fn ones(count: usize) -> String {
    "1".repeat(count)
}

#[test]
fn vcd_holds_every_change_in_its_scope() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wave.vcd");
    let mut machine = machine();
    machine
        .record(
            File::create(&path).unwrap(),
            WaveFormat::of(&path).unwrap(),
            ["odd", "inner.value", "clock"],
            PERIOD,
        )
        .unwrap();
    machine.run(3);
    machine.stop_recording().unwrap();
    machine.run(5);
    let mut parser = vcd::Parser::new(BufReader::new(File::open(&path).unwrap()));
    let header = parser.parse_header().unwrap();
    let code = |path: &[&str]| header.find_var(path).unwrap().code;
    let (odd, value) = (
        code(&["design", "odd"]),
        code(&["design", "inner", "value"]),
    );
    let clock = code(&["design", "clock"]);
    let (mut time, mut odds, mut values, mut edges) = (0, vec![], vec![], vec![]);
    for command in parser.map(Result::unwrap) {
        match command {
            vcd::Command::Timestamp(now) => time = now,
            vcd::Command::ChangeScalar(id, bit) if id == odd => {
                odds.push((time, bit == vcd::Value::V1))
            }
            vcd::Command::ChangeScalar(id, bit) if id == clock => {
                edges.push((time, bit == vcd::Value::V1))
            }
            vcd::Command::ChangeVector(id, bits) if id == value => {
                values.push((time, bits.to_string()))
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    assert_eq!(odds, [(0, false), (10, true), (20, false), (30, true)]);
    let zeros = "0".repeat(69);
    let expected = [
        (0, ones(69) + "0"),
        (10, ones(70)),
        (20, format!("{zeros}0")),
        (30, format!("{zeros}1")),
    ];
    assert_eq!(values, expected);
    assert_eq!(edges[..4], [(0, true), (5, false), (10, true), (15, false)]);
    assert_eq!(time, 40, "the last cycle is complete");
}

#[test]
fn an_input_is_shown_in_the_cycle_that_it_was_set_in() {
    let text = "top gate\n\nmodule gate {\n  input clock : clock\n  input enable : 1\n  \
                output value : 1\n  net value_register : 1\n  \
                register value_register clock clock initial 1'h0 next enable\n  \
                assign value = (and enable (not value_register))\n}\n";
    let mut machine = Machine::new(&Netlist::from_text(text).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wave.vcd");
    let file = File::create(&path).unwrap();
    let names = ["enable", "value", "value_register"];
    machine
        .record(file, WaveFormat::Vcd, names, PERIOD)
        .unwrap();
    machine.poke("enable", 1).unwrap();
    machine.run(1);
    machine.poke("enable", 0).unwrap();
    machine.run(1);
    machine.stop_recording().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let (_, changes) = text.split_once("$enddefinitions $end\n").unwrap();
    // `enable`, `value` and the register.
    assert_eq!(changes, "#0\n1!\n1\"\n0#\n#10\n0!\n0\"\n1#\n#20\n0#\n#30\n");
}

#[test]
fn a_time_that_no_file_holds_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut machine = machine();
    let mut record = |period| {
        let file = File::create(folder.path().join("wave.vcd")).unwrap();
        machine.record(file, WaveFormat::Vcd, ["odd"], period)
    };
    let source = record(0).unwrap_err().source().unwrap().to_string();
    assert_eq!(source, "a cycle takes at least a picosecond");
    record(u64::MAX / 2).unwrap();
    machine.run(4);
    let source = machine
        .stop_recording()
        .unwrap_err()
        .source()
        .unwrap()
        .to_string();
    assert_eq!(source, "the time exceeds 64 bits of picoseconds");
}

#[test]
fn vcd_has_a_time_only_where_something_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wave.vcd");
    let mut machine = machine();
    let file = File::create(&path).unwrap();
    machine
        .record(file, WaveFormat::Vcd, ["high"], PERIOD)
        .unwrap();
    machine.run(1000);
    machine.stop_recording().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let (_, changes) = text.split_once("$enddefinitions $end\n").unwrap();
    assert_eq!(changes, "#0\n1!\n#20\n0!\n#10010\n");
}

#[test]
fn fst_holds_the_same_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wave.fst");
    let mut machine = machine();
    machine
        .record(
            File::create(&path).unwrap(),
            WaveFormat::of(&path).unwrap(),
            ["inner.value", "odd"],
            PERIOD,
        )
        .unwrap();
    machine.run(2);
    machine.stop_recording().unwrap();
    let mut reader = FstReader::open(BufReader::new(File::open(&path).unwrap())).unwrap();
    let mut names = vec![];
    reader
        .read_hierarchy(|entry| {
            if let fst_reader::FstHierarchyEntry::Var { name, length, .. } = entry {
                names.push((name, length));
            }
        })
        .unwrap();
    assert_eq!(names, [("odd".to_owned(), 1), ("value".to_owned(), 70)]);
    let mut changes = vec![];
    reader
        .read_signals(&FstFilter::all(), |time, handle, value| {
            if let FstSignalValue::String(bits) = value {
                changes.push((
                    time,
                    handle.get_index(),
                    String::from_utf8(bits.to_vec()).unwrap(),
                ));
            }
            Ok::<(), fst_reader::ReaderError>(())
        })
        .unwrap();
    changes.sort();
    let zero = "0".to_owned();
    let one = "1".to_owned();
    let expected = [
        (0, 0, zero.clone()),
        (0, 1, ones(69) + "0"),
        (10, 0, one),
        (10, 1, ones(70)),
        (20, 0, zero),
        (20, 1, "0".repeat(70)),
    ];
    assert_eq!(changes, expected);
}

#[test]
fn a_recording_of_no_signal_is_refused() {
    let mut machine = machine();
    let file = tempfile::tempfile().unwrap();
    let unknown = machine.record(file, WaveFormat::Vcd, ["od"], PERIOD);
    assert!(matches!(unknown, Err(HostError::UnknownSignal { .. })));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_the_recording_and_not_the_run() {
    let mut machine = machine();
    let full = || File::options().write(true).open("/dev/full").unwrap();
    machine
        .record(full(), WaveFormat::Vcd, ["inner.value"], PERIOD)
        .unwrap();
    // More than fits in the buffer.
    machine.run(100_000);
    assert!(machine.recording_failed());
    assert_eq!(machine.cycles(), 100_000);
    let error = machine.stop_recording().unwrap_err();
    assert!(
        matches!(error, HostError::Wave { cycles: 0, .. }),
        "nothing is in the file: {error}"
    );
    let error = machine.record(full(), WaveFormat::Fst, ["odd"], PERIOD);
    assert!(matches!(error, Err(HostError::Wave { cycles: 0, .. })));
}

/// Environment variable with the file of the test below when it runs with little room.
#[cfg(target_os = "linux")]
const PLACE: &str = "GATEFALL_TEST_WAVE";

#[test]
#[cfg(target_os = "linux")]
fn what_a_full_disk_has_room_for_is_kept() {
    if let Some(path) = std::env::var_os(PLACE) {
        return record_until_full(path.as_ref());
    }
    let folder = tempfile::tempdir().unwrap();
    // Blocks of 512 bytes: less than the buffer and more than that. The engine itself needs the
    // first few.
    for room in [1_000, 20_000] {
        let path = folder.path().join(format!("{room}.vcd"));
        // A limit applies to a whole process, so this test runs again in one of its own.
        let limited = format!("trap '' XFSZ; ulimit -f {room}; exec \"$0\" --exact \"$1\"");
        let output = std::process::Command::new("sh")
            .args(["-c", &limited])
            .arg(std::env::current_exe().unwrap())
            .arg("what_a_full_disk_has_room_for_is_kept")
            .env(PLACE, &path)
            .output()
            .unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{told}");
        let (kept, most) = (std::fs::metadata(&path).unwrap().len(), room * 512);
        // Less than a cycle is missing.
        assert!(kept <= most && most - kept < 120, "{kept} of {most}");
    }
}

/// Also checks that the file has exactly the cycles that the error names.
#[cfg(target_os = "linux")]
fn record_until_full(path: &std::path::Path) {
    let mut machine = machine();
    let file = File::create(path).unwrap();
    machine
        .record(file, WaveFormat::Vcd, ["inner.value", "clock"], PERIOD)
        .unwrap();
    machine.run(120_000);
    let last = match machine.stop_recording() {
        Err(HostError::Wave { cycles, .. }) => cycles,
        other => panic!("{other:?}"),
    };
    let mut parser = vcd::Parser::new(BufReader::new(File::open(path).unwrap()));
    parser.parse_header().unwrap();
    let (mut times, mut values) = (vec![], 0);
    for command in parser.map(Result::unwrap) {
        match command {
            vcd::Command::Timestamp(time) => times.push(time),
            vcd::Command::ChangeVector(..) => values += 1,
            _ => {}
        }
    }
    assert_eq!(values, last + 1);
    let expected = (0..=2 * values).map(|half| half * PERIOD / 2);
    assert!(times.into_iter().eq(expected));
}
