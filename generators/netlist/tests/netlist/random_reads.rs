//! Reads that meet a write, in a design with a memory of two read ports.

use gatefall_netlist::{Interpreter, Netlist};

const DESIGN: &str = "top design

module design {
  input clock : clock
  input enable : 1
  input to : 2
  input from : 2
  input value : 72
  output word : 72
  net ram.data : 72
  assign word = ram.data
  memory ram width 72 address 2
  read ram data ram.data address from clock clock
  write ram clock clock enable enable address to data value
}
";

/// The words that are read after a write of `value` to word `to`, while `from` is read, and one
/// clock later.
fn words(netlist: &Netlist, enable: u32, to: u32, from: u32, value: u32) -> [String; 2] {
    let mut machine = Interpreter::new(netlist).unwrap();
    machine.step();
    for (name, value) in [
        ("enable", enable),
        ("to", to),
        ("from", from),
        ("value", value),
    ] {
        machine.poke(name, value).unwrap();
    }
    [(); 2].map(|()| {
        machine.step();
        machine.poke("enable", 0_u32).unwrap();
        machine.peek("word").unwrap().to_string()
    })
}

#[test]
fn a_word_is_random_only_if_it_is_written_in_the_same_clock() {
    let netlist = Netlist::from_text(DESIGN).unwrap();
    for seed in 0..4 {
        let random = netlist.with_random_reads(seed);
        random.verify().unwrap();
        for (enable, to, from) in [(0, 1, 1), (1, 1, 2), (1, 2, 0)] {
            let [old, new] = [&netlist, &random].map(|it| words(it, enable, to, from, 5));
            assert_eq!(
                old, new,
                "seed {seed}, enable {enable}, to {to}, from {from}"
            );
        }
        let [old, new] = [&netlist, &random].map(|it| words(it, 1, 3, 3, 5));
        assert_ne!(old[0], new[0], "seed {seed}");
        assert_eq!(old[1], new[1], "the word itself is not changed");
    }
}

#[test]
fn the_word_before_the_first_clock_is_random() {
    let netlist = Netlist::from_text(DESIGN).unwrap();
    let first = |netlist: &Netlist| {
        let mut machine = Interpreter::new(netlist).unwrap();
        machine.peek("word").unwrap().to_string()
    };
    let [one, two] = [1, 2].map(|seed| first(&netlist.with_random_reads(seed)));
    assert!(one != two && one != first(&netlist), "{one}, {two}");
}

#[test]
fn a_table_is_not_random_after_the_first_clock() {
    let write = "  write ram clock clock enable enable address to data value\n";
    let text = DESIGN.replace(write, "  contents ram 1 2 3 4\n");
    let netlist = Netlist::from_text(&text).unwrap();
    let random = netlist.with_random_reads(1);
    for from in 0..4 {
        let [old, new] = [&netlist, &random].map(|it| words(it, 1, from, from, 5));
        assert_eq!(old, new, "word {from}");
    }
}
