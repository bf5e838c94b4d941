//! Interface of the machine: names, errors, values wider than 64 bits, memories, snapshots.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_host::{HostError, Machine};
use gatefall_netlist::{Interpreter, Netlist, Value};

const DESIGN: &str = "top design

module adder {
  input clock : clock
  input step : s80
  output total : s80
  net sum : s80
  assign total = sum
  register sum clock clock initial 80'h3 next (add sum step)
}

module design {
  input clock : clock
  input step : 8
  input write : 1
  input address : 4
  output total : s80
  output negative : 1
  output word : 72
  output before : 8
  net ram.data : 72
  net small.data : 8
  net child[0].total : s80
  assign total = child[0].total
  assign negative = (lts child[0].total 80'h0)
  assign word = ram.data
  assign before = small.data
  memory ram width 72 address 4
  contents ram 0000000000000000ff 123456789abcdef012
  read ram data ram.data address address clock clock
  write ram clock clock enable write address address data (not ram.data)
  memory small width 8 address 4
  read small data small.data address address
  write small clock clock enable write address address data (add small.data step)
  instance child[0] of adder
  connect child[0] clock = clock
  connect child[0] step = (sext step 80)
  drive child[0] total -> child[0].total
}
";

fn machine() -> Machine {
    Machine::new(&Netlist::from_text(DESIGN).unwrap()).unwrap()
}

#[test]
fn signed_numbers_wider_than_a_word_wrap_and_compare() {
    let mut machine = machine();
    machine.poke("step", 0xfe).unwrap();
    machine.run(1);
    assert_eq!(machine.peek_value("total").unwrap(), Value::new(80, 1u32));
    assert_eq!(machine.peek("negative").unwrap(), 0);
    machine.run(1);
    assert_eq!(machine.peek_value("child[0].sum").unwrap(), Value::ones(80));
    assert_eq!(machine.peek("negative").unwrap(), 1);
    machine
        .poke_value("child[0].sum", &Value::new(80, 1u128 << 79))
        .unwrap();
    machine.run(1);
    assert_eq!(
        machine.peek_value("total").unwrap(),
        Value::new(80, (1u128 << 79) - 2),
        "wraps"
    );
}

#[test]
fn a_word_written_in_a_cycle_is_read_as_it_was_before() {
    let mut machine = machine();
    machine.poke("address", 1).unwrap();
    machine.poke("write", 1).unwrap();
    machine.poke("step", 5).unwrap();
    machine.run(1);
    assert_eq!(
        machine.peek_value("word").unwrap().to_string(),
        "72'h123456789abcdef012"
    );
    let ram = machine.memory("ram").unwrap();
    assert_eq!(
        ram.get_value(1).unwrap(),
        Value::ones(72),
        "complement of the zero read before the first edge"
    );
    assert_eq!(
        machine.peek("before").unwrap(),
        5,
        "an unclocked port sees the new word"
    );
    machine.run(2);
    assert_eq!(machine.memory("small").unwrap().get(1).unwrap(), 15);
    assert_eq!(machine.memory("small").unwrap().bytes()[..3], [0, 15, 0]);
}

#[test]
fn memories_can_be_written_from_outside() {
    let mut machine = machine();
    let mut ram = machine.memory("ram").unwrap();
    ram.set_value(7, &Value::ones(72)).unwrap();
    assert!(matches!(
        ram.set_value(7, &Value::ones(73)),
        Err(HostError::TooWide { .. })
    ));
    assert!(matches!(ram.get(7), Err(HostError::TooWide { .. })));
    assert_eq!(
        ram.get(16).unwrap_err().to_string(),
        "memory `ram` has 16 words, there is no word 16"
    );
    machine.poke("address", 7).unwrap();
    machine.run(1);
    assert_eq!(machine.peek_value("word").unwrap(), Value::ones(72));
}

#[test]
fn unknown_names_come_with_near_ones() {
    let mut machine = machine();
    let error = machine.peek("totl").unwrap_err().to_string();
    assert!(
        error.starts_with("no signal is called `totl`; near it are `total`"),
        "{error}"
    );
    let error = machine.memory("rm").err().unwrap().to_string();
    assert_eq!(error, "no memory is called `rm`; near it are `ram`");
    let error = machine.matching("*.nothing").unwrap_err();
    assert!(matches!(error, HostError::UnknownSignal { .. }));
    assert_eq!(
        machine.matching("child*.s*").unwrap(),
        ["child[0].step", "child[0].sum"]
    );
}

#[test]
fn the_data_of_a_clocked_read_port_can_be_poked() {
    let netlist = Netlist::from_text(DESIGN).unwrap();
    let (mut machine, mut slow) = (machine(), Interpreter::new(&netlist).unwrap());
    machine.poke("address", 1).unwrap();
    machine.poke("ram.data", 5).unwrap();
    slow.poke("address", 1u32).unwrap();
    slow.poke("ram.data", 5u32).unwrap();
    for expected in ["72'h000000000000000005", "72'h123456789abcdef012"] {
        assert_eq!(machine.peek_value("word").unwrap().to_string(), expected);
        assert_eq!(slow.peek("word").unwrap().to_string(), expected);
        machine.run(1);
        slow.step();
    }
}

#[test]
fn only_what_is_free_can_be_poked() {
    let mut machine = machine();
    for name in ["total", "child[0].step", "child[0].total", "word"] {
        assert_eq!(
            machine.poke(name, 1).unwrap_err().to_string(),
            format!("`{name}` is driven by the design")
        );
    }
    assert!(matches!(
        machine.poke("address", 16),
        Err(HostError::TooWide { width: 4, .. })
    ));
    assert!(matches!(
        machine.peek("total"),
        Err(HostError::TooWide { width: 80, .. })
    ));
}

#[test]
fn runs_until_a_condition_holds() {
    let mut machine = machine();
    let (sum, negative) = (
        machine.signal("child[0].sum").unwrap(),
        machine.signal("negative").unwrap(),
    );
    machine.poke("step", 0xff).unwrap();
    let cycles = machine.run_until(|machine| machine.peek(negative).unwrap() == 1, 100);
    assert_eq!(cycles, Some(4));
    assert_eq!(machine.cycles(), 4);
    assert_eq!(machine.peek_value(sum).unwrap(), Value::ones(80));
    assert_eq!(
        machine.run_until(|machine| machine.peek(negative).unwrap() == 1, 100),
        Some(0)
    );
    assert_eq!(
        machine.run_until(|machine| machine.peek(negative).unwrap() == 0, 100),
        None
    );
    assert_eq!(machine.cycles(), 104);
}

#[test]
fn snapshots_bring_everything_back() {
    let mut machine = machine();
    machine.poke("write", 1).unwrap();
    machine.poke("step", 3).unwrap();
    machine.run(10);
    let middle = machine.snapshot();
    machine.run(7);
    let end = machine.snapshot();
    machine.poke("step", 9).unwrap();
    machine.run(5);
    machine.restore(&middle).unwrap();
    assert_eq!(machine.cycles(), 10);
    machine.run(7);
    assert_eq!(machine.snapshot(), end);
    let other = "top a\n\nmodule a {\n  input b : 1\n  output c : 1\n  assign c = b\n}\n";
    let mut other = Machine::new(&Netlist::from_text(other).unwrap()).unwrap();
    assert!(matches!(
        other.restore(&end),
        Err(HostError::ForeignSnapshot)
    ));
}

#[test]
fn what_cannot_be_compiled_is_refused() {
    let two_clocks = "top a

module a {
  input fast : clock
  input slow : clock
  net b : 1
  net c : 1
  register b clock fast initial 1'h0 next (not b)
  register c clock slow initial 1'h0 next (not c)
}
";
    let error = Machine::new(&Netlist::from_text(two_clocks).unwrap())
        .err()
        .unwrap()
        .to_string();
    assert_eq!(
        error,
        "two clocks drive registers, `fast` and `slow`; a simulation has one"
    );
    let large = "top a

module a {
  input address : 40
  output data : 8
  memory ram width 8 address 40
  read ram data data address address
}
";
    let error = Machine::new(&Netlist::from_text(large).unwrap())
        .err()
        .unwrap()
        .to_string();
    assert_eq!(
        error,
        "memory `ram` of 1099511627776 words of 8 bits is too large to simulate"
    );
    let undriven = "top a\n\nmodule a {\n  output b : 1\n}\n";
    let error = Machine::new(&Netlist::from_text(undriven).unwrap())
        .err()
        .unwrap()
        .to_string();
    assert_eq!(error, "module `a`: `b` is not driven");
}

/// A counter that activates a slow state machine, which writes memories that other logic reads.
const SLEEPER: &str = "top top

module slow {
  input clock : clock
  input tick : 1
  input noise : 8
  output count : 4
  output stored : 8
  output heard : 8
  net steps : 4
  net last : 8
  net words.data : 8
  net noises.data : 8
  assign count = steps
  assign stored = words.data
  assign heard = noises.data
  register steps clock clock initial 4'h0 next (mux tick (add steps 4'h1) steps)
  register last clock clock initial 8'h00 next (mux tick noise last)
  memory words width 8 address 4
  read words data words.data address steps
  write words clock clock enable tick address steps data (xor last 8'h5a)
  memory noises width 8 address 1
  read noises data noises.data address 1'h0
  write noises clock clock enable tick address 1'h0 data noise
}

module later {
  input clock : clock
  input tick : 1
  input stored : 8
  input heard : 8
  output seen : 8
  net all : 8
  assign seen = all
  register all clock clock initial 8'h00 next (mux tick (add (add all stored) heard) all)
}

module top {
  input clock : clock
  input hold : 1
  output sum : 8
  net fast : 8
  net noise : 8
  net total : 8
  net slow.count : 4
  net slow.stored : 8
  net slow.heard : 8
  net later.seen : 8
  assign sum = total
  register fast clock clock initial 8'h00 next (add fast 8'h01)
  register noise clock clock initial 8'h01 next (add noise (xor fast 8'h35))
  register total clock clock initial 8'h00 next (add total (add slow.stored (zext slow.count 8)))
  let %1 = (and (eq fast 8'hc0) (not hold))
  instance slow of slow
  connect slow clock = clock
  connect slow tick = %1
  connect slow noise = noise
  drive slow count -> slow.count
  drive slow stored -> slow.stored
  drive slow heard -> slow.heard
  instance later of later
  connect later clock = clock
  connect later tick = %1
  connect later stored = slow.stored
  connect later heard = slow.heard
  drive later seen -> later.seen
}
";

/// Runs both for some cycles and compares all signals.
fn step_both(machine: &mut Machine, slow: &mut Interpreter, cycles: u64) {
    machine.run(cycles);
    (0..cycles).for_each(|_| slow.step());
    for name in machine.matching("*").unwrap() {
        let fast = machine.peek_value(&name).unwrap();
        let cycle = machine.cycles();
        assert_eq!(fast, slow.peek(&name).unwrap(), "{name}, cycle {cycle}");
    }
}

#[test]
fn sleeping_parts_wake_for_every_change() {
    let netlist = Netlist::from_text(SLEEPER).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    let mut machine = Machine::new(&netlist).unwrap();
    machine.run(300);
    machine.tune().unwrap();
    (0..300).for_each(|_| slow.step());
    for (cycles, hold) in [
        (1, 0),
        (77, 0),
        (500, 0),
        (600, 1),
        (1, 1),
        (256, 0),
        (1000, 0),
    ] {
        machine.poke("hold", hold).unwrap();
        slow.poke("hold", hold).unwrap();
        step_both(&mut machine, &mut slow, cycles);
        let words = machine.memory("slow.words").unwrap();
        let expected = slow.memory("slow.words").unwrap();
        assert!((0..)
            .zip(expected)
            .all(|(address, word)| words.get_value(address).unwrap() == *word));
    }
    machine.memory("slow.words").unwrap().set(0, 0xff).unwrap();
    machine.poke("slow.steps", 0).unwrap();
    assert_eq!(machine.peek("slow.stored").unwrap(), 0xff);
    let before = machine.peek("sum").unwrap();
    machine.run(1);
    assert_eq!(
        machine.peek("sum").unwrap(),
        (before + 0xff) % 256,
        "a poked memory is seen at once"
    );
}

/// A counter, and a register that depends only on three of its values.
const RARE: &str = "top rare

module rare {
  input clock : clock
  output hit : 3
  net count : 10
  net seen : 3
  assign hit = seen
  register count clock clock initial 10'h0 next (add count 10'h1)
  register seen clock clock initial 3'h0 next (concat (eq count 10'h0) \
      (concat (eq count 10'h2bc) (eq count 10'h384)))
}
";

#[test]
fn what_holds_in_the_first_cycle_wakes_what_sleeps() {
    let netlist = Netlist::from_text(RARE).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    let mut machine = Machine::new(&netlist).unwrap();
    machine.tune().unwrap();
    for cycle in 0..1100 {
        machine.run(1);
        slow.step();
        assert_eq!(
            machine.peek_value("hit").unwrap(),
            slow.peek("hit").unwrap(),
            "{cycle}"
        );
    }
}

/// A column counts in the first 12 of 80 cycles of a line and addresses a table behind registers.
const LINES: &str = "top lines

module lines {
  input clock : clock
  input offset : 8
  output shown : 8
  output lines : 4
  net place : 7
  net moves : 1
  net column : 6
  net line : 4
  net shade : 8
  net table.data : 8
  net mixed : 8
  net last : 8
  assign shown = last
  assign lines = line
  let %1 = (eq place 7'h4f)
  let %2 = (eq column 6'h05)
  let %3 = (eq place 7'h0e)
  register place clock clock initial 7'h00 next (mux %1 7'h00 (add place 7'h01))
  register moves clock clock initial 1'h1 next (mux %1 1'h1 (mux (eq place 7'h0b) 1'h0 moves))
  register column clock clock initial 6'h00 next \
      (mux %1 6'h00 (mux moves (add column 6'h01) column))
  register line clock clock initial 4'h0 next (mux %2 (add line 4'h1) line)
  register shade clock clock initial 8'h00 next (mux %3 (add shade offset) shade)
  memory table width 8 address 6
  read table data table.data address column clock clock
  write table clock clock enable %1 address (zext line 6) data shade
  register mixed clock clock initial 8'h00 next \
      (xor (mul table.data 8'h1d) (mul (add shade table.data) 8'h35))
  register last clock clock initial 8'h00 next \
      (xor (mul mixed 8'h0b) (add (mul (zext line 8) 8'h11) mixed))
}
";

#[test]
fn what_keeps_pace_moves_and_stands_still_with_it() {
    let netlist = Netlist::from_text(LINES).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    let mut machine = Machine::new(&netlist).unwrap();
    machine.poke("offset", 37).unwrap();
    slow.poke("offset", 37u32).unwrap();
    // The machine tunes itself with profiles of whole lines.
    for _ in 0..400 {
        step_both(&mut machine, &mut slow, 1000);
    }
    for cycles in (1..170).chain([1; 170]) {
        step_both(&mut machine, &mut slow, cycles);
    }
    // A change during a stall is visible at its end.
    for pause in 0..80 {
        for offset in [pause, 3 * pause + 1] {
            machine.poke("offset", offset).unwrap();
            slow.poke("offset", offset).unwrap();
            step_both(&mut machine, &mut slow, 54);
            machine.poke("shade", offset ^ 0x5a).unwrap();
            slow.poke("shade", offset ^ 0x5a).unwrap();
            step_both(&mut machine, &mut slow, 1 + pause);
        }
        step_both(&mut machine, &mut slow, 80);
    }
}

/// Counters that are only compared. `wait` restarts at a value that changes. The step of `long`
/// changes at times. `span` is held for a while. `left` counts down. `other` and `drift` are set by
/// logic that always toggles. Matches are counted, once more depending on `noise`.
const TICKERS: &str = "top tickers

module tickers {
  input clock : clock
  input period : 7
  input running : 1
  output sum : 8
  net wait : 7
  net last : 7
  net long : 10
  net span : 9
  net held : 1
  net goal : 9
  net noise : 8
  net other : 9
  net drift : 8
  net beats : 8
  net marks : 8
  net turned : 8
  net left : 9
  net down : 8
  net always : 8
  net chimes : 8
  assign sum = (xor (xor (add beats marks) always) chimes)
  let %1 = (eq wait last)
  let %2 = (eq span 9'h0f0)
  let %3 = (slice long 6 4)
  let %4 = (eq long 10'h123)
  let %5 = (eq noise 8'h33)
  let %6 = (eq other 9'h064)
  let %7 = (eq drift 8'h64)
  let %8 = (eq left 9'h000)
  let %9 = (zext (slice noise 0 2) 8)
  let %10 = (xor (mul (xor (mul %9 8'h0b) 8'h05) (add %9 8'h09)) (mul %9 %9))
  let %11 = (and %8 (slice %10 4 1))
  register wait clock clock initial 7'h00 next (mux %1 7'h00 (add wait 7'h01))
  register last clock clock initial 7'h31 next (mux %1 (or period 7'h20) last)
  register long clock clock initial 10'h000 next (mux running \
      (mux %4 (add long 10'h07d) (add long 10'h001)) (add long 10'h003))
  register held clock clock initial 1'h0 next (mux %2 1'h1 (mux %5 1'h0 held))
  register goal clock clock initial 9'h000 next (mux %1 (add goal 9'h055) goal)
  register span clock clock initial 9'h000 next (mux held goal (add span 9'h001))
  register noise clock clock initial 8'h01 next (add (mul noise 8'h05) 8'h0d)
  register other clock clock initial 9'h000 next (mux %5 9'h000 (add other 9'h001))
  register drift clock clock initial 8'h00 next (mux held noise (add drift 8'h01))
  register beats clock clock initial 8'h00 next (mux %1 (add beats 8'h01) beats)
  register marks clock clock initial 8'h00 next (add (add marks \
      (mux %6 8'h07 (mux %4 8'h11 (mux %8 8'h17 8'h00)))) \
      (mux %7 8'h0b (mux %2 8'h0d 8'h00)))
  register always clock clock initial 8'h00 next (add (add always down) (add 8'h01 turned))
  register left clock clock initial 9'h0ff next (mux %8 (or goal 9'h040) (sub left 9'h001))
  register down clock clock initial 8'h00 next (zext (slice left 5 4) 8)
  register turned clock clock initial 8'h00 next (zext %3 8)
  register chimes clock clock initial 8'h00 next (mux %11 (add chimes 8'h01) chimes)
}
";

#[test]
fn counters_that_are_only_compared_strike_in_time() {
    let netlist = Netlist::from_text(TICKERS).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    let mut machine = Machine::new(&netlist).unwrap();
    let mut step = |period: u64, running: u64, cycles: u64| {
        for (name, value) in [("period", period), ("running", running)] {
            machine.poke(name, value).unwrap();
            slow.poke(name, value).unwrap();
        }
        step_both(&mut machine, &mut slow, cycles);
    };
    // The machine tunes itself with profiles of all phases.
    for round in 0..400 {
        step(round % 128, 1, 1000);
    }
    for cycles in 1..400 {
        step(cycles % 97, cycles % 5 % 2, cycles);
    }
    for cycles in [1, 2, 3, 250].repeat(100) {
        step(70, 1, cycles);
    }
}

/// Lookups by some bits of a counter and by bits from the middle of rarely changing words.
const LOOKED_UP: &str = "top looked_up

module looked_up {
  input clock : clock
  input a : 40
  input b : 40
  output found : 8
  output kept : 8
  net count : 4
  net last : 8
  net held : 8
  let %1 = (zext (slice (add a b) 33 3) 8)
  let %2 = (zext (slice (xor a b) 1 2) 8)
  let %3 = (zext count 8)
  let %4 = (xor (mul %1 8'h1d) (add %3 (mul %2 8'h35)))
  assign found = last
  assign kept = held
  register count clock clock initial 4'h0 next (add count 4'h1)
  register held clock clock initial 8'h00 next (slice (and a b) 0 8)
  register last clock clock initial 8'h00 next (mux (ltu %4 8'h64) \
      (add (mul %4 8'h07) %1) (xor (mul %4 8'h0b) (add %2 %3)))
}
";

#[test]
fn what_seldom_changes_has_its_place_in_an_index() {
    let netlist = Netlist::from_text(LOOKED_UP).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    let mut machine = Machine::new(&netlist).unwrap();
    machine.run(100);
    (0..100).for_each(|_| slow.step());
    machine.tune().unwrap();
    for (a, b) in [
        (0u64, 0u64),
        (0xa5_1234_5678, 0x13_5792_468a),
        (0xff_ffff_ffff, 1),
        (0x0e_0000_0006, 0),
    ] {
        for (name, value) in [("a", a), ("b", b)] {
            machine.poke(name, value).unwrap();
            slow.poke(name, value).unwrap();
        }
        for cycle in 0..20 {
            machine.run(1);
            slow.step();
            let found = machine.peek_value("found").unwrap();
            assert_eq!(
                found,
                slow.peek("found").unwrap(),
                "{a:x}, {b:x}, cycle {cycle}"
            );
        }
    }
}

#[test]
fn a_name_is_that_of_the_outer_net_if_an_inner_one_has_it_too() {
    // The net `a.b` of the top, and the net `b` of its instance `a`.
    let text = "top t

module child {
  input clock : clock
  output q : 8
  net b : 8
  assign q = b
  register b clock clock initial 8'h00 next (add b 8'h01)
}

module t {
  input clock : clock
  output out : 8
  net a.b : 8
  net r : 8
  assign a.b = 8'h55
  assign out = r
  instance a of child
  connect a clock = clock
  drive a q -> r
}
";
    let netlist = Netlist::from_text(text).unwrap();
    let mut interpreter = Interpreter::new(&netlist).unwrap();
    let mut machine = Machine::new(&netlist).unwrap();
    interpreter.step();
    machine.run(1);
    for name in ["a.b", "a.q", "r"] {
        let expected = interpreter.peek(name).unwrap();
        assert_eq!(machine.peek_value(name).unwrap(), expected, "{name}");
    }
    assert!(machine.poke("a.b", 1).is_err());
}

#[test]
fn two_clocks_are_named_by_their_outer_nets() {
    let text = "top t

module child {
  input clock : clock
  net b : 8
  register b clock clock initial 8'h00 next (add b 8'h01)
}

module t {
  input a.b : clock
  input slow : clock
  net r : 8
  instance a of child
  connect a clock = slow
  register r clock a.b initial 8'h00 next (not r)
}
";
    let error = Machine::new(&Netlist::from_text(text).unwrap())
        .err()
        .unwrap();
    let both = "two clocks drive registers, `a.b` and `slow`; a simulation has one";
    assert_eq!(error.to_string(), both);
}
