//! The registers of the game that waits, as they lie in the memory of the games.
//!
//! An exchange takes more than a hundred cycles, in each of which all registers change. To read the
//! memory is much faster. The places of the registers follow from the order of the context chain.
//! They are found once: each bit of the registers gets a number, and exchange `i` has the `i`th
//! digit of each number in its bit.

use crate::tape::PlayedMachine;
use gatefall_host::{Machine, MemoryView, SignalId};
use std::collections::HashMap;
use std::ops::Range;

/// Words of a player in the memories of boards and of games. In the latter, the context is in the
/// lowest bits.
pub(super) const HALF: usize = 256;

/// Places of registers.
pub(super) struct WaitingGame {
    /// Words of the bits of each register, the lowest bit first.
    words: Vec<(SignalId, Vec<usize>)>,
}

/// Values of the registers of a game that waits. Empty for the game at hand.
#[derive(Default)]
pub(super) struct Registers(HashMap<SignalId, u64>);

impl Registers {
    /// The value in this game. Signals that no exchange moves have one value.
    pub(super) fn see(&self, machine: &mut Machine, signal: SignalId) -> u64 {
        let waiting = self.0.get(&signal).copied();
        waiting.unwrap_or_else(|| machine.peek(signal).expect("signals are narrow"))
    }
}

impl WaitingGame {
    /// Finds the registers. `exchange` moves the game at hand, of `player`, to the memory of this
    /// name. Signals that it does not move are left out. The machine keeps its state.
    pub(super) fn find(
        played: &mut impl PlayedMachine,
        registers: &[SignalId],
        memory: &str,
        player: usize,
        exchange: impl Fn(&mut Machine),
    ) -> WaitingGame {
        // Bits that are no part of the registers do not change, so they get the number 0 or the
        // highest one.
        let mut next = 1;
        let machine = played.machine();
        let number = |&signal| {
            let value = machine.peek_value(signal).expect("the signal exists");
            let first = next;
            next += value.width();
            (signal, first..next)
        };
        let registers: Vec<(SignalId, Range<u32>)> = registers.iter().map(number).collect();
        let digits = (next + 1).next_power_of_two().ilog2();
        let mut numbers = [0u32; HALF];
        let before = played.moment();
        for digit in 0..digits {
            for (signal, own) in &registers {
                let bits = (0..).zip(own.clone());
                let bits = bits.map(|(bit, number)| u64::from(number >> digit & 1) << bit);
                // A signal that is no register stays, and is not found.
                let _ = played.machine().poke(*signal, bits.sum());
            }
            let machine = played.machine();
            exchange(machine);
            let memory = games(machine, memory);
            for (number, word) in numbers.iter_mut().zip(half(&memory, player)) {
                *number |= u32::from(word & 1) << digit;
            }
            played.return_to(&before).expect("the same machine");
        }
        let place = |number| numbers.iter().position(|&found| found == number);
        let words = registers.into_iter().filter_map(|(signal, own)| {
            let places: Option<_> = own.map(place).collect();
            Some((signal, places?))
        });
        WaitingGame {
            words: words.collect(),
        }
    }

    /// The registers of this player's game, which waits.
    pub(super) fn read(&self, machine: &mut Machine, memory: &str, player: usize) -> Registers {
        let memory = games(machine, memory);
        let half = half(&memory, player);
        let value = |places: &[usize]| {
            let bits = places.iter().rev().map(|&place| u64::from(half[place] & 1));
            bits.fold(0, |value, bit| value << 1 | bit)
        };
        let words = self.words.iter();
        Registers(
            words
                .map(|(signal, places)| (*signal, value(places)))
                .collect(),
        )
    }

    /// The registers that were found.
    #[cfg(test)]
    pub(super) fn registers(&self) -> impl Iterator<Item = SignalId> + '_ {
        self.words.iter().map(|&(signal, _)| signal)
    }

    /// Plants a fault: the bits of a register in reverse order.
    #[cfg(test)]
    pub(super) fn reverse(&mut self, register: SignalId) {
        let mut words = self.words.iter_mut();
        let found = words.find(|(signal, _)| *signal == register);
        found.expect("it was found").1.reverse();
    }
}

fn games<'a>(machine: &'a mut Machine, name: &str) -> MemoryView<'a> {
    machine.memory(name).expect("the engine has this memory")
}

/// A player's half of a memory. Words of up to eight bits take a byte each.
pub(super) fn half<'a>(memory: &'a MemoryView<'_>, player: usize) -> &'a [u8] {
    &memory.bytes()[HALF * player..HALF * (player + 1)]
}
