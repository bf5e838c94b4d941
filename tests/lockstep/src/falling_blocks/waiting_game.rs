//! The registers of the game that waits, as they lie in the memory of the games.
//!
//! An exchange takes more than a hundred cycles, in each of which all registers change. To read the
//! memory is much faster. The places of the registers follow from the order of the context chain.
//! They are found once: each bit of the registers gets a number, and exchange `i` has the `i`th
//! digit of each number in its bit.

use crate::tape::PlayedMachine;
use gatefall_host::{Machine, SignalId};
use std::collections::HashMap;

/// Words of a player in the memory of games. The context is in their lowest bits.
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
        let machine = played.machine();
        let mut width = |&signal| {
            machine
                .peek_value(signal)
                .expect("the signal exists")
                .width()
        };
        let widths: Vec<u32> = registers.iter().map(&mut width).collect();
        // Bits that are no part of the registers do not change, so they get the number 0 or the
        // highest one.
        let count = widths.iter().sum::<u32>();
        let digits = (count + 2).next_power_of_two().ilog2();
        let mut numbers = [0u32; HALF];
        let before = played.moment();
        for digit in 0..digits {
            let mut first = 1;
            for (&signal, &width) in registers.iter().zip(&widths) {
                let bits = (0..width).map(|bit| u64::from((first + bit) >> digit & 1) << bit);
                // A signal that is no register stays, and is not found.
                let _ = played.machine().poke(signal, bits.sum());
                first += width;
            }
            let machine = played.machine();
            exchange(machine);
            let half = half(machine, memory, player);
            for (number, word) in numbers.iter_mut().zip(half) {
                *number |= u32::from(word & 1) << digit;
            }
            played.return_to(&before).expect("the same machine");
        }
        let mut first = 1;
        let words = registers
            .iter()
            .zip(&widths)
            .filter_map(|(&signal, &width)| {
                let own = first..first + width;
                first = own.end;
                let place = |number| numbers.iter().position(|&found| found == number);
                Some((signal, own.map(place).collect::<Option<_>>()?))
            });
        WaitingGame {
            words: words.collect(),
        }
    }

    /// The registers of this player's game, which waits.
    pub(super) fn read(&self, machine: &mut Machine, memory: &str, player: usize) -> Registers {
        let half = half(machine, memory, player);
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

/// A player's half of the memory of games.
fn half(machine: &mut Machine, memory: &str, player: usize) -> [u8; HALF] {
    let memory = machine.memory(memory).expect("the engine has this memory");
    // Words of up to eight bits take a byte each.
    let half = memory.bytes().chunks_exact(HALF).nth(player);
    half.and_then(|half| half.try_into().ok())
        .expect("the memory has both halves")
}
