//! A machine that cannot be tuned runs on unchanged.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_host::Machine;
use gatefall_netlist::Netlist;

/// A counter, and a memory with addresses of `address` bits.
fn design(address: u32) -> Netlist {
    let text = format!(
        "top t

module t {{
  input clock : clock
  output out : 32
  output word : 8
  net count : 32
  net m.data : 8
  assign out = count
  assign word = m.data
  register count clock clock initial 32'h00000000 next (add count 32'h00000001)
  memory m width 8 address {address}
  read m data m.data address (slice count 0 {address}) clock clock
  write m clock clock enable (slice count 3 1) address (slice count 0 {address}) \
      data (slice count 0 8)
}}
"
    );
    Netlist::from_text(&text).unwrap()
}

/// Environment variable that is set in a process with little memory.
#[cfg(target_os = "linux")]
const LITTLE: &str = "GATEFALL_TEST_LITTLE_MEMORY";

#[test]
#[cfg(target_os = "linux")]
fn without_memory_for_another_instance_the_running_one_goes_on() {
    if std::env::var_os(LITTLE).is_some() {
        return run_without_tuning();
    }
    // The engine reserves four gigabytes of addresses for an instance. There is room for one.
    let limited = "ulimit -v 7000000; exec \"$0\" --exact \"$1\"";
    let output = std::process::Command::new("sh")
        .args(["-c", limited])
        .arg(std::env::current_exe().unwrap())
        .arg("without_memory_for_another_instance_the_running_one_goes_on")
        .env(LITTLE, "yes")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}\n{errors}");
}

#[cfg(target_os = "linux")]
fn run_without_tuning() {
    let mut machine = Machine::new(&design(8)).unwrap();
    assert!(machine.tuning_failure().is_none());
    machine.run(3_000_000);
    assert_eq!(machine.peek("out").unwrap(), 3_000_000);
    let failure = machine.tuning_failure().unwrap();
    assert_eq!(
        failure.to_string(),
        "the design was not compiled anew for what it does"
    );
    let cause = std::error::Error::source(failure).unwrap();
    assert_eq!(cause.to_string(), "the simulation cannot be started");
    assert!(cause.source().is_some(), "the engine says why");
    assert!(machine.tune().is_err());
    machine.run(10);
    assert_eq!(machine.peek("out").unwrap(), 3_000_010);
}

#[test]
fn a_machine_that_is_tuned_has_no_failure() {
    let mut machine = Machine::new(&design(8)).unwrap();
    machine.run(1_000_000);
    assert!(machine.tuning_failure().is_none());
}

#[test]
fn a_state_that_is_too_large_to_look_at_is_not_tuned() {
    let mut machine = Machine::new(&design(27)).unwrap();
    machine.run(300_000);
    assert_eq!(machine.peek("out").unwrap(), 300_000);
    let failure = machine.tuning_failure().unwrap();
    let cause = std::error::Error::source(failure).unwrap().to_string();
    assert!(
        cause.starts_with("a profiling sample of its state takes "),
        "{cause}"
    );
}

/// Peak memory of this process in bytes.
#[cfg(target_os = "linux")]
fn most_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let digits = line.unwrap().trim_matches(|c: char| !c.is_ascii_digit());
    digits.parse::<u64>().unwrap() << 10
}

/// Environment variable that is set in a process whose memory is measured.
#[cfg(target_os = "linux")]
const MEASURED: &str = "GATEFALL_TEST_MEASURED";

#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_tuning_is_bounded() {
    if std::env::var_os(MEASURED).is_none() {
        let name = "the_memory_of_tuning_is_bounded";
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name])
            .env(MEASURED, "yes")
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        return assert!(output.status.success(), "{told}");
    }
    // 32 copies of these 32 megabytes would be a gigabyte.
    let mut machine = Machine::new(&design(25)).unwrap();
    machine.run(400_000);
    assert!(machine.tuning_failure().is_none());
    let most = most_bytes();
    assert!(most < 512 << 20, "{most} bytes");
}

#[test]
fn counted_instructions_are_those_of_the_state_and_change_nothing() {
    let mut machine = Machine::new(&design(4)).unwrap();
    machine.run(1000);
    machine.tune().unwrap();
    let before = machine.snapshot();
    let [once, again, twice] =
        [1000, 1000, 2000].map(|cycles| machine.instructions(cycles).unwrap());
    assert_eq!(once, again);
    // The call of the function is the only cost that does not grow with the cycles.
    assert!(
        once > 5000 && (2 * once).abs_diff(twice) < 100,
        "{once}, {twice}"
    );
    assert_eq!(machine.snapshot(), before);
}

#[test]
fn a_stretch_ends_where_a_partition_is_active() {
    let text = "top t

module t {
  input clock : clock
  output out : 16
  net ticks : 10
  net slow : 16
  net second : 16
  net third : 16
  assign out = slow
  register ticks clock clock initial 10'h000 next (add ticks 10'h001)
  register slow clock clock initial 16'h0000 \
      next (mux (eq (mul ticks 10'h003) 10'h01e) (add slow (mul slow 16'h0005)) slow)
  register second clock clock initial 16'h0000 next (mul slow (xor slow 16'h0007))
  register third clock clock initial 16'h0000 next (mul (add slow 16'h0003) (xor slow 16'h000b))
}
";
    let mut machine = Machine::new(&Netlist::from_text(text).unwrap()).unwrap();
    machine.run(100);
    machine.poke("slow", 1).unwrap();
    machine.tune().unwrap();
    let before = machine.snapshot();
    let stretches = machine.idle_stretches(10 << 10).unwrap();
    // The condition changes twice in each round of the counter, and `slow` once.
    assert!((10..=30).contains(&stretches.len()), "{stretches:?}");
    let idle: u32 = stretches.iter().sum();
    assert!((10_200..10 << 10).contains(&idle), "{stretches:?}");
    assert_eq!(machine.snapshot(), before);
}
