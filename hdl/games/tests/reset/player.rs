//! Plays a game, and resets it again and again.

use crate::{assert_same, registers, reset};
use fastrand::Rng;
use gatefall_host::{Machine, SignalId};

/// Resets of each game.
const RESETS: u64 = 200;
/// Longer than the reset of the arcade waits for a table and for a save that holds it up.
const MOST_WAIT: u64 = 40_000;
/// A reset comes in the middle of something if the condition holds.
pub type Middle = (&'static str, fn(&mut Machine) -> bool);

pub fn peek(machine: &mut Machine, name: &str) -> u64 {
    machine.peek(name).unwrap()
}

pub fn poke(machine: &mut Machine, name: &str, value: u64) {
    machine.poke(name, value).unwrap();
}

/// The registers of [`registers`] without the inputs, found once.
struct Registers(Vec<(String, SignalId)>);

impl Registers {
    fn new(machine: &mut Machine, inputs: &[(&str, u64)]) -> Registers {
        let names = registers(machine).into_iter().map(|(name, _)| name);
        let is_input =
            |name: &str| name == "clock" || inputs.iter().any(|(input, _)| *input == name);
        let found = names.filter(|name| !is_input(name)).map(|name| {
            let id = machine.signal(&name).unwrap();
            (name, id)
        });
        Registers(found.collect())
    }

    fn values(&self, machine: &mut Machine) -> Vec<(String, String)> {
        let values = self.0.iter().map(|(name, id)| {
            let value = machine.peek_value(*id).unwrap().to_string();
            (name.clone(), value)
        });
        values.collect()
    }

    /// Sets them to random values, but for some.
    fn scatter(&self, machine: &mut Machine, random: &mut Rng, but: &[&str]) {
        let is_set = |name: &str| !but.iter().any(|but| name.starts_with(but));
        for (name, id) in self.0.iter().filter(|(name, _)| is_set(name)) {
            let width = machine.program().signal(name).unwrap().width();
            assert!(width <= 48, "{name} has {width} bits");
            machine.poke(*id, random.u64(..1 << width)).unwrap();
        }
    }
}

/// Something that holds a reset back.
#[derive(Clone, Copy)]
pub struct Guard<'a> {
    /// Level: the reset acts.
    pub acts: &'a str,
    /// Registers that make it wait, by the begin of their names. In a state that they never have it
    /// could wait for ever.
    pub registers: &'a [&'a str],
}

/// A game with its player.
pub struct Player<'a> {
    pub guard: Option<Guard<'a>>,
    /// Inputs, and their levels while nobody plays.
    pub idle: &'a [(&'a str, u64)],
    /// From a reset into a game.
    pub begin: &'a dyn Fn(&mut Machine),
    /// Clocks between two inputs.
    pub step: u64,
    /// Most of them between two resets.
    pub most_steps: u64,
    /// Some inputs.
    pub act: &'a mut dyn FnMut(&mut Machine, &mut Rng),
    /// A short game from a reset on, which is always the same.
    pub again: &'a dyn Fn(&mut Machine),
    /// Memories with something that goes on over a reset.
    pub kept: &'a [&'a str],
    /// Registers that depend on a memory, by the begin of their names. They may differ in the game
    /// that follows.
    pub remembered: &'a [&'a str],
    /// Each of them must happen at some reset.
    pub middles: &'a [Middle],
    /// Fault: the reset leaves this register.
    pub unreset: Option<&'a str>,
}

impl Player<'_> {
    /// The words of the kept memories.
    fn kept(&self, machine: &mut Machine) -> Vec<Vec<u64>> {
        let words = |name: &&str| {
            let memory = machine.memory(name).unwrap();
            (0..memory.words())
                .map(|address| memory.get(address).unwrap())
                .collect()
        };
        self.kept.iter().map(words).collect()
    }

    fn put_back(&self, machine: &mut Machine, kept: &[Vec<u64>]) {
        for (name, words) in self.kept.iter().zip(kept) {
            let mut memory = machine.memory(name).unwrap();
            for (address, &word) in (0..).zip(words) {
                memory.set(address, word).unwrap();
            }
        }
    }

    fn rest(&self, machine: &mut Machine) {
        for (input, level) in self.idle {
            poke(machine, input, *level);
        }
    }

    fn reset(&self, machine: &mut Machine) {
        self.rest(machine);
        let left = self.unreset.map(|name| (name, peek(machine, name)));
        if let Some(guard) = self.guard {
            poke(machine, "reset", 1);
            let acts = |machine: &mut Machine| peek(machine, guard.acts) == 1;
            let clocks = machine.run_until(acts, MOST_WAIT);
            assert!(
                clocks.is_some(),
                "the reset waits for more than {MOST_WAIT} clocks"
            );
        }
        reset(machine);
        if let Some((name, value)) = left {
            poke(machine, name, value);
        }
    }

    /// Plays, and resets the game again and again.
    pub fn check(&mut self, machine: &mut Machine) {
        self.rest(machine);
        reset(machine);
        let kept = self.kept(machine);
        let all = Registers::new(machine, self.idle);
        let initial = all.values(machine);
        (self.again)(machine);
        let played = all.values(machine);
        self.reset(machine);
        (self.begin)(machine);
        let mut random = Rng::with_seed(1);
        let mut in_middle = vec![0; self.middles.len()];
        for number in 0..RESETS {
            for _ in 0..random.u64(..self.most_steps) {
                (self.act)(machine, &mut random);
                machine.run(self.step);
            }
            (self.act)(machine, &mut random);
            // Mostly soon after an input, when there is more to do.
            let limit = random.choice([200, 200, self.step]).unwrap();
            let before = random.u64(..limit.min(self.step));
            machine.run(before);
            let now = machine.snapshot();
            for (count, (_, is_in)) in in_middle.iter_mut().zip(self.middles) {
                *count += u32::from(is_in(machine));
            }
            let when = format!("reset {number}, in cycle {}", machine.cycles());
            self.reset(machine);
            assert_same(&all.values(machine), &initial, &format!("after {when}"));
            self.put_back(machine, &kept);
            (self.again)(machine);
            let is_equal = |name: &str| !self.remembered.iter().any(|of| name.starts_with(of));
            let both = all.values(machine).into_iter().zip(played.clone());
            let (seen, expected): (Vec<_>, Vec<_>) =
                both.filter(|((name, _), _)| is_equal(name)).unzip();
            assert_same(&seen, &expected, &format!("in the game after {when}"));
            // Whatever the registers hold, the reset sets them.
            machine.restore(&now).unwrap();
            let left = self.guard.map_or(&[][..], |guard| guard.registers);
            all.scatter(machine, &mut random, left);
            machine.run(1);
            self.reset(machine);
            let what = format!("after {when}, from random values");
            assert_same(&all.values(machine), &initial, &what);
            machine.restore(&now).unwrap();
            machine.run(self.step - before);
        }
        for (count, (what, _)) in in_middle.iter().zip(self.middles) {
            assert!(*count > 0, "no reset in the middle of {what}");
        }
    }
}
