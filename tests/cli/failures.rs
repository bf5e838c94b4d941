//! Tests of failures: exit code 1, a readable message, and earlier files are kept.

use crate::sandbox::{Sandbox, ICEPACK, NEXTPNR, PROGRAM, YOSYS};
use gatefall_tests::{finish, signal, wait_until};
use std::fs;
use std::process::{Command, Stdio};

const BITSTREAM: &str = "build/alchitry-cu/matrix/matrix.bin";
const REPORT: &str = "build/alchitry-cu/matrix/report.json";

/// Builds, then builds again with a failing tool. Returns the message. The files of the first build
/// must be unchanged.
fn failure(tool: &str, script: &str) -> String {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    let (bitstream, report) = (sandbox.read(BITSTREAM), sandbox.read(REPORT));
    sandbox.stand_in(tool, script);
    let outcome = sandbox.run("build matrix --board alchitry-cu --seed 2");
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (1, ""),
        "{}",
        outcome.err
    );
    assert_eq!(
        (sandbox.read(BITSTREAM), sandbox.read(REPORT)),
        (bitstream, report)
    );
    assert_eq!(sandbox.in_board_folder(), ["matrix"]);
    outcome.err
}

#[test]
fn a_tool_that_fails_is_shown_with_its_last_lines_and_its_log() {
    let script = format!(
        "{YOSYS}\n\
        for n in 1 2 3 4 5 6 7 8 9 10 11 12 13; do echo line $n; done\n\
        echo 'ERROR: no' >&2; exit 3"
    );
    insta::assert_snapshot!(failure("yosys", &script));
}

#[test]
fn a_tool_that_is_killed_is_shown_with_the_signal() {
    let script = format!("{ICEPACK}\nkill -9 $$");
    insta::assert_snapshot!(failure("icepack", &script));
}

#[test]
fn missed_timing_is_a_failure_with_both_numbers() {
    let script = NEXTPNR.replace("50.5", "24.875");
    insta::assert_snapshot!(failure("nextpnr-ice40", &script));
}

#[test]
fn the_own_oscillator_of_the_fpga_needs_a_tenth_more() {
    let sandbox = Sandbox::with_tools();
    let outcome = |mhz: &str, setup: &str| {
        let script = NEXTPNR.replace("25.0}", "25.125}").replace("50.5", mhz);
        sandbox.stand_in("nextpnr-ice40", &script);
        sandbox.run(&format!("build arcade --board upduino3 --setup {setup}"))
    };
    let slow = outcome("27.5", "vga");
    assert_eq!(slow.code, 1, "{}", slow.out);
    let both = "reaches 27.50 MHz but needs 27.64 MHz";
    assert!(slow.err.contains(both), "{}", slow.err);
    let fast = outcome("27.75", "vga");
    assert_eq!(fast.code, 0, "{}", fast.err);
    // A crystal has no such tolerance.
    let crystal = outcome("27.5", "vga-crystal");
    assert_eq!(crystal.code, 0, "{}", crystal.err);
}

#[test]
fn a_part_that_is_too_small_is_a_failure_with_what_is_short() {
    let (version, _) = NEXTPNR.split_once("echo nextpnr").unwrap();
    let script = format!(
        "{version}printf 'Info: \\t ICESTORM_RAM:    33/   32   103%%\\nERROR: no BELs \
         remaining\\n'; exit 255"
    );
    insta::assert_snapshot!(failure("nextpnr-ice40", &script));
}

#[test]
fn a_clock_that_was_not_checked_is_a_failure() {
    let script = NEXTPNR.replace("\"constraint\": 25.0", "\"constraint\": 12.0");
    insta::assert_snapshot!(failure("nextpnr-ice40", &script));
}

#[test]
fn a_memory_in_flip_flops_is_a_failure() {
    let script = format!(
        "{YOSYS}\necho 'ERROR: no valid mapping found for memory top.core.ring' >&2; exit 1"
    );
    insta::assert_snapshot!(failure("yosys", &script));
}

#[test]
fn a_report_that_is_cut_short_is_a_failure() {
    let script = format!("{NEXTPNR}\necho '{{\"fmax\":' > nextpnr.json");
    let message = failure("nextpnr-ice40", &script);
    assert!(message.contains("× cannot understand `"), "{message}");
    assert!(message.contains("EOF while parsing"), "{message}");
}

#[test]
fn a_tool_that_writes_nothing_is_a_failure() {
    let message = failure("icepack", "exit 0");
    assert!(
        message.contains("/matrix.bin`: No such file or directory"),
        "{message}"
    );
}

#[test]
fn missing_native_tools_are_named_with_the_command_that_installs_them() {
    let sandbox = Sandbox::new();
    let outcome = sandbox.run("build matrix --board alchitry-cu --tools native");
    assert_eq!(outcome.code, 1);
    insta::assert_snapshot!(outcome.err, @r"
      × yosys is not on PATH
      help: on Debian: apt install yosys nextpnr-ice40 fpga-icestorm; or use --tools pinned
    ");
}

#[test]
fn a_native_tool_that_is_too_old_is_named_with_its_version() {
    let sandbox = Sandbox::with_tools();
    sandbox.stand_in("nextpnr-ice40", "echo '(Version 0.3)'");
    let outcome = sandbox.run("build matrix --board alchitry-cu --tools native");
    assert_eq!(outcome.code, 1);
    insta::assert_snapshot!(outcome.err, @r"
      × nextpnr-ice40 0.3 is too old, it must be 0.4 or newer
      help: on Debian: apt install yosys nextpnr-ice40 fpga-icestorm; or use --tools pinned
    ");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let outcome = Sandbox::new().run("verilog matrix -o /proc/gatefall");
    assert_eq!(outcome.code, 1);
    insta::assert_snapshot!(
        outcome.err,
        @"  × cannot create `/proc/gatefall`: No such file or directory (os error 2)"
    );
}

#[test]
fn a_disk_that_takes_no_more_is_named_with_the_file() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    let (bitstream, report) = (sandbox.read(BITSTREAM), sandbox.read(REPORT));
    // The limit is one block of 512 bytes. With the signal ignored, a write returns an error.
    let outcome = sandbox.shell(
        "trap '' XFSZ; ulimit -f 1; exec gatefall build matrix --board alchitry-cu --seed 2",
    );
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("× cannot write `"), "{}", outcome.err);
    assert!(outcome.err.contains("File too large"), "{}", outcome.err);
    assert_eq!(
        (sandbox.read(BITSTREAM), sandbox.read(REPORT)),
        (bitstream, report)
    );
    assert_eq!(sandbox.in_board_folder(), ["matrix"]);
}

#[test]
fn a_result_that_is_copied_in_part_does_not_count_as_complete() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    // The copy of this file fails.
    let module = sandbox.path("build/alchitry-cu/matrix/rtl/matrix.v");
    fs::remove_file(&module).unwrap();
    fs::create_dir(&module).unwrap();
    let again = "build matrix --board alchitry-cu --seed 2";
    let outcome = sandbox.run(again);
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("× cannot write `"), "{}", outcome.err);
    assert!(!sandbox.path(REPORT).exists());
    fs::remove_dir(&module).unwrap();
    let outcome = sandbox.run(again);
    let restored = ", seed 2: from the cache\n";
    assert!(outcome.out.contains(restored), "{}", outcome.out);
    assert!(module.is_file());
}

#[test]
fn ctrl_c_in_the_middle_leaves_the_old_bitstream() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    let (bitstream, report) = (sandbox.read(BITSTREAM), sandbox.read(REPORT));
    sandbox.stand_in(
        "nextpnr-ice40",
        &format!("{NEXTPNR}\necho started > ../../started\nexec /bin/sleep 60"),
    );
    let mut child = Command::new(PROGRAM)
        .args(["build", "matrix", "--board", "alchitry-cu", "--seed", "2"])
        .current_dir(sandbox.path(""))
        .env("PATH", sandbox.path("bin"))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = sandbox.path("build/alchitry-cu/started");
    wait_until("the start of nextpnr", &mut child, 1, || started.exists());
    assert!(signal("INT", &child.id().to_string()));
    let output = finish(child, 1);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.ends_with("seed 2 ... failed\n  × interrupted\n"),
        "{message}"
    );
    assert_eq!(
        (sandbox.read(BITSTREAM), sandbox.read(REPORT)),
        (bitstream, report)
    );
    fs::remove_file(started).unwrap();
    assert_eq!(sandbox.in_board_folder(), ["matrix"]);
}
