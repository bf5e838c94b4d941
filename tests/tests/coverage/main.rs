//! The points of the games' gates that cases, sessions, random and staged games reach.
//!
//! A file of each game lists those that nothing reaches, below the reason. A line is a point, or
//! the beginning of points if it ends with `*`.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod devices;
mod handheld;
mod led_games;
mod listed;

use gatefall_host::Machine;
use gatefall_lockstep::arcade;
use gatefall_mutants::{GateCoverage, Point};
use gatefall_netlist::Netlist;
use gatefall_tests::{case_name, cases, record, share, SESSIONS};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// A circuit, and the points that were reached.
struct Reached<'a> {
    coverage: &'a GateCoverage,
    registers: Vec<(String, usize)>,
    points: BTreeSet<usize>,
}

impl<'a> Reached<'a> {
    /// Of a circuit whose names begin with this in the machine: with the name of its instance and a
    /// point if there are devices beside it.
    fn new(coverage: &'a GateCoverage, prefix: &str) -> Self {
        let registers = coverage.registers().into_iter();
        let registers = registers.map(|(register, word)| (format!("{prefix}{register}"), word));
        Self {
            coverage,
            registers: registers.collect(),
            points: BTreeSet::new(),
        }
    }

    /// Adds what was reached since power-up.
    fn note(&mut self, machine: &mut Machine) {
        for (name, word) in &self.registers {
            let value = machine.peek(name.as_str()).unwrap();
            self.points.extend(self.coverage.reached(*word, value));
        }
    }
}

/// Compares the points that are left with those of the list, and records the figures.
fn check(game: &str, coverage: &GateCoverage, reached: &BTreeSet<usize>) {
    check_some(game, coverage, reached, |_| true);
}

/// The same for a part of the points.
fn check_some(
    game: &str,
    coverage: &GateCoverage,
    reached: &BTreeSet<usize>,
    is_part: impl Fn(&Point) -> bool,
) {
    let all = coverage.points().iter().enumerate();
    let (reached, open): (Vec<_>, Vec<_>) = all
        .filter(|(_, point)| is_part(point))
        .partition(|(number, _)| reached.contains(number));
    record(
        game,
        &[
            ("points", (reached.len() + open.len()) as u64),
            ("reached", reached.len() as u64),
        ],
    );
    let open: Vec<String> = open.iter().map(|(_, point)| point.to_string()).collect();
    listed::compare(game, &open);
}

/// A change of a netlist that adds the registers of its points, which are then in `coverage`.
fn watch(coverage: &mut Option<GateCoverage>) -> impl FnOnce(Netlist) -> Netlist + '_ {
    |netlist| {
        let watched = GateCoverage::new(&netlist, &[]);
        let changed = watched.netlist().clone();
        *coverage = Some(watched);
        changed
    }
}

/// A reset of one clock.
fn reset(machine: &mut Machine) {
    machine.poke("reset", 1).unwrap();
    machine.run(1);
    machine.poke("reset", 0).unwrap();
}

/// A part of the play of the arcade.
enum Play {
    Case(PathBuf),
    Session(u64),
    /// Saves, loads and resets.
    Devices,
}

#[test]
#[ignore = "plays every case with a larger circuit"]
fn all_gates_of_the_arcade_are_reached_or_listed() {
    let coverage = GateCoverage::new(&arcade::netlist(), &[]);
    let plays = cases().into_iter().map(Play::Case);
    let long = SESSIONS.map(Play::Session).chain([Play::Devices]);
    let plays: Vec<Play> = long.chain(plays).collect();
    let parts = share(&plays, |plays| {
        let mut pair = arcade::Pair::of(coverage.netlist());
        let mut reached = Reached::new(&coverage, "arcade.");
        for play in plays {
            match play {
                Play::Case(path) => {
                    let steps = arcade::read(&fs::read_to_string(path).unwrap()).unwrap();
                    let result = pair.replay(&steps);
                    result.unwrap_or_else(|failure| panic!("{}: {failure}", case_name(path)));
                }
                Play::Session(seed) => {
                    let result = arcade::play(&mut pair, *seed);
                    result.unwrap_or_else(|failure| panic!("session {seed}: {failure}"));
                }
                Play::Devices => {
                    devices::play(coverage.netlist(), |machine| reached.note(machine));
                    continue;
                }
            }
            reached.note(pair.gates().machine());
        }
        reached.points
    });
    check("arcade", &coverage, &parts.into_iter().flatten().collect());
}
