//! A read of a word that is written at the same edge is undefined on the chip. Here it is random,
//! and all games still agree with their models.

use super::play::{place, play_cases, play_matrix, SECOND};
use fastrand::Rng;
use gatefall_games::tictactoe::pixel_map::Side;
use gatefall_host::Machine;
use gatefall_lockstep::{arcade, handheld, matrix, tictactoe};
use gatefall_netlist::{BinaryOp, Module, NetKind, Netlist, Value};
use gatefall_tests::{cases, kept_seeds, record, seed, with_seed, Work};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Registers with random bits. They change when a read meets a write.
const NOISE: &str = "*random_reads.*.noise";
/// Every so many cases are in the sample of a seed.
const SAMPLE: usize = 24;
const SEEDS: u64 = 3;
/// Sessions of the long form.
const SESSIONS: u64 = 40;

/// The read ports that have met a write, each with its last random bits.
#[derive(Default)]
struct Met {
    initial: BTreeMap<String, u64>,
    ports: BTreeSet<String>,
    /// Cases that were played.
    cases: usize,
}

impl Met {
    /// Notes the bits before the game is played.
    fn begin(machine: &mut Machine) -> Self {
        Met {
            initial: noise(machine).into_iter().collect(),
            ports: BTreeSet::new(),
            cases: 0,
        }
    }

    fn note(&mut self, machine: &mut Machine) {
        for (name, bits) in noise(machine) {
            if self.initial[&name] != bits {
                self.ports.insert(name);
            }
        }
    }
}

fn noise(machine: &mut Machine) -> Vec<(String, u64)> {
    let names = machine.matching(NOISE).unwrap();
    let bits = names.into_iter().map(|name| {
        let bits = machine.peek(&name).unwrap();
        (name, bits)
    });
    bits.collect()
}

/// Plays cases with random words, as long as there is time. Returns the ports that met a write, and
/// the number of cases.
fn play_with(work: &Work, seed: u64, cases: &[PathBuf]) -> (BTreeSet<String>, usize) {
    let (met, failures) = play_cases(
        work,
        cases,
        |netlist| netlist.with_random_reads(seed),
        |pair| {
            pair.gates().switch_on();
            Met::begin(pair.gates().machine())
        },
        |met, pair| {
            met.note(pair.gates().machine());
            met.cases += 1;
        },
    );
    with_seed(seed, || {
        assert!(failures.is_empty(), "seed {seed}: {failures:#?}")
    });
    let played = met.iter().map(|met| met.cases).sum();
    (met.into_iter().flat_map(|met| met.ports).collect(), played)
}

/// Plays a session with random words.
fn play_session(seed: u64) {
    let mut pair = arcade::Pair::changed(|netlist| netlist.with_random_reads(seed));
    with_seed(seed, || {
        if let Err(failure) = arcade::play(&mut pair, seed) {
            panic!("session {seed} differs {failure}");
        }
    });
}

#[test]
fn cases_agree_if_a_read_that_meets_a_write_gives_a_random_word() {
    let all = cases();
    let mut met = BTreeSet::new();
    for seed in 1..=SEEDS {
        let first = (seed as usize - 1) * SAMPLE / SEEDS as usize;
        let some: Vec<_> = all.iter().skip(first).step_by(SAMPLE).cloned().collect();
        let (ports, played) = play_with(&Work::wanted(), seed, &some);
        assert_eq!(played, some.len());
        met.extend(ports);
    }
    assert!(met.len() > 8, "only {met:#?} met a write");
    for seed in kept_seeds("undefined") {
        play_with(&Work::wanted(), seed, &all);
        play_session(seed);
    }
}

#[test]
#[ignore = "plays every case three times, and sessions"]
fn all_cases_and_sessions_agree_with_random_words() {
    let work = Work::wanted();
    let first = seed(1);
    let all = cases();
    // With little time, another seed plays other cases.
    let mut part = work.of(&all).to_vec();
    let start = first as usize % part.len().max(1);
    part.rotate_left(start);
    let (mut met, mut played_cases, mut seeds, mut sessions) = (BTreeSet::new(), 0, 0, 0);
    for seed in (0..SEEDS).map(|more| first.wrapping_add(more)) {
        let (ports, played) = play_with(&work, seed, &part);
        met.extend(ports);
        played_cases = played_cases.max(played as u64);
        seeds += u64::from(played > 0);
    }
    assert!(!met.is_empty(), "no read met a write");
    for session in (0..SESSIONS).map(|more| first.wrapping_add(more)) {
        if work.is_over() {
            break;
        }
        play_session(session);
        sessions += 1;
    }
    let figures = [
        ("cases", played_cases),
        ("seeds", seeds),
        ("games", sessions),
        ("read ports that met a write", met.len() as u64),
    ];
    record("", &figures);
}

#[test]
fn the_handheld_agrees_if_a_read_that_meets_a_write_gives_a_random_word() {
    let mut met = BTreeSet::new();
    for seed in 1..=2 {
        let change = |netlist: Netlist| netlist.with_random_reads(seed);
        let mut player = handheld::RandomPlayer::at_random_changed(seed, change).unwrap();
        let mut noted = Met::begin(player.pair().gates().machine());
        place(&mut player, 6);
        noted.note(player.pair().gates().machine());
        met.extend(noted.ports);
    }
    assert!(!met.is_empty());
}

#[test]
fn the_led_games_agree_if_a_read_that_meets_a_write_gives_a_random_word() {
    let mut met = BTreeSet::new();
    for seed in 1..=2 {
        let change = |netlist: Netlist| netlist.with_random_reads(seed);
        let mut pair = matrix::Pair::changed(SECOND, change);
        let mut noted = Met::begin(pair.gates().machine());
        play_matrix(&mut pair, 40);
        noted.note(pair.gates().machine());
        met.extend(noted.ports);
        let mut table = tictactoe::Table::changed(Side::Eight, change);
        let mut noted = Met::begin(table.machine());
        table.mash(&mut Rng::with_seed(seed), 1_000);
        noted.note(table.machine());
        met.extend(noted.ports);
    }
    // Both ports of both boards.
    assert_eq!(met.len(), 4, "{met:?}");
}

/// Writes the word of a key also in the clock in which it is read for the last time, and reads the
/// word that is written.
fn write_early(mut netlist: Netlist) -> Netlist {
    let id = netlist.module("key_list").unwrap();
    let mut parts = netlist.modules[id].instances.values();
    let memory = parts.find(|part| part.name == "memory").unwrap().module;
    let memory = netlist.modules[memory]
        .memories
        .values_mut()
        .next()
        .unwrap();
    memory.reads[0].address = memory.writes[0].address;
    let module: &mut Module = &mut netlist.modules[id];
    let [step, write] = ["work.step", "memory.write"].map(|name| module.net(name).unwrap());
    let NetKind::Enum(states) = module.nets[step].kind else {
        panic!("the step of the decoder is no enumeration");
    };
    let width = module.nets[step].width;
    let variants = &netlist.enums[states].variants;
    let check = variants.iter().position(|variant| variant == "Check");
    let pool = &mut module.exprs;
    let [step, check] = [
        pool.net(step, width),
        pool.constant(Value::new(width, check.unwrap())),
    ];
    let is_check = pool.binary(BinaryOp::Eq, step, check);
    let assigns = &mut module.assigns;
    let write = assigns.iter_mut().find(|assign| assign.net == write);
    let write = write.unwrap();
    write.value = pool.binary(BinaryOp::Or, write.value, is_check);
    netlist.verify().unwrap();
    netlist
}

#[test]
fn a_keyboard_decoder_that_needs_the_old_word_differs_only_with_random_words() {
    let work = Work::wanted();
    let some: Vec<_> = cases().into_iter().step_by(100).collect();
    let (_, failures) = play_cases(&work, &some, write_early, |_| (), |_, _| ());
    assert!(failures.is_empty(), "with the old word: {failures:#?}");
    let change = |netlist| write_early(netlist).with_random_reads(1);
    let (_, failures) = play_cases(&work, &some, change, |_| (), |_, _| ());
    assert!(!failures.is_empty(), "the fault is not found");
}
