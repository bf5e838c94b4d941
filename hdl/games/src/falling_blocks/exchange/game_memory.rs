//! Block RAM of both players' games: context, garbage and digits.
//!
//! Three units share the memory. They never use it at the same time:
//!
//! | words of a player | contents | unit |
//! |---|---|---|
//! | 0 to 191 | context of the game that waits, one bit a word | `context_switch` |
//! | 192 to 207 | digits of score, lines and level | `scoreboard` |
//! | 208 to 215 | batches of garbage that wait | `garbage` |
//!
//! The memory has 512 words of 8 bits; bit 8 of an address is the player.
//!
//! **Interface**: `select` is a level. The context has priority over the garbage, and the digits
//! use the memory otherwise.
//!
//! **Latency**: `read_data` is valid one clock after the address.

use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Bits of context for which there is room.
pub(in crate::falling_blocks) const MOST_STATE: u64 = 192;
/// First word of the digits.
pub(in crate::falling_blocks) const DIGITS: u64 = 192;
/// First word of the batches of garbage.
pub(in crate::falling_blocks) const BATCHES: u64 = 208;

/// Read and write port of one unit.
#[interface(client = MemoryClient)]
pub struct MemoryPort {
    /// Level: the unit needs the memory.
    pub select: Signal<In, Bit>,
    /// Player (1 bit) and word to read.
    pub read_address: Signal<In, Bits<9>>,
    /// Word at the `read_address` of the clock before.
    pub read_data: Signal<Out, Bits<8>>,
    /// Player (1 bit) and word to write.
    pub write_address: Signal<In, Bits<9>>,
    /// Data to write.
    pub write_data: Signal<In, Bits<8>>,
    /// Strobe: write.
    pub write: Signal<In, Bit>,
}

/// RAM with three ports, of which one is served.
#[derive(LogicBlock, Module)]
pub struct GameMemory {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Port of the context.
    pub context: MemoryPort,
    /// Port of the garbage.
    pub garbage: MemoryPort,
    /// Port of the digits; its `select` is not used.
    pub digits: MemoryPort,
    #[part(clock)]
    #[given]
    words: RAM<Bits<8>, 9>,
}

impl Default for GameMemory {
    fn default() -> Self {
        construct!(GameMemory {
            words: std::iter::repeat_n(Bits::<8>::default(), 512).into(),
        })
    }
}

#[clocked]
impl Logic for GameMemory {
    #[hdl_gen]
    fn update(&mut self) {
        self.context.read_data.next = self.words.read_data.val();
        self.garbage.read_data.next = self.words.read_data.val();
        self.digits.read_data.next = self.words.read_data.val();
        self.words.read_address.next = self.digits.read_address.val();
        self.words.write_address.next = self.digits.write_address.val();
        self.words.write_data.next = self.digits.write_data.val();
        self.words.write_enable.next = self.digits.write.val();
        if self.garbage.select.val() {
            self.words.read_address.next = self.garbage.read_address.val();
            self.words.write_address.next = self.garbage.write_address.val();
            self.words.write_data.next = self.garbage.write_data.val();
            self.words.write_enable.next = self.garbage.write.val();
        }
        if self.context.select.val() {
            self.words.read_address.next = self.context.read_address.val();
            self.words.write_address.next = self.context.write_address.val();
            self.words.write_data.next = self.context.write_data.val();
            self.words.write_enable.next = self.context.write.val();
        }
    }
}

/// Model of the memory for the benches of its units.
#[cfg(test)]
pub(in crate::falling_blocks) struct BenchMemory([u64; 512]);

#[cfg(test)]
impl BenchMemory {
    pub(in crate::falling_blocks) fn new() -> Self {
        Self([0; 512])
    }

    /// One clock. Returns the word at `read` as it was before the write.
    pub(in crate::falling_blocks) fn cycle(&mut self, read: u64, write: Option<(u64, u64)>) -> u64 {
        let word = self.0[read as usize];
        if let Some((address, word)) = write {
            self.0[address as usize] = word;
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, tick, Bench};

    type Unit = fn(&mut GameMemory) -> &mut MemoryPort;
    const UNITS: [Unit; 3] = [
        |uut| &mut uut.context,
        |uut| &mut uut.garbage,
        |uut| &mut uut.digits,
    ];

    /// Writes and reads a word, while the other units write elsewhere.
    fn access(uut: &mut Bench<GameMemory>, unit: usize, address: u64, write: Option<u64>) -> u64 {
        for (index, port) in UNITS.into_iter().enumerate() {
            let (is_unit, address) = (index == unit, if index == unit { address } else { 511 });
            uut.poke(|uut| &mut port(uut).select, index >= unit);
            uut.poke(|uut| &mut port(uut).read_address, address.to_bits());
            uut.poke(|uut| &mut port(uut).write_address, address.to_bits());
            uut.poke(
                |uut| &mut port(uut).write_data,
                write.unwrap_or(0).to_bits(),
            );
            uut.poke(|uut| &mut port(uut).write, !is_unit || write.is_some());
        }
        tick!(uut);
        let word: Bits<8> = match unit {
            0 => peek!(uut, context.read_data),
            1 => peek!(uut, garbage.read_data),
            _ => peek!(uut, digits.read_data),
        };
        word.to_u64()
    }

    #[test]
    fn each_unit_has_words_of_each_player() {
        let mut uut = Bench::new(GameMemory::default());
        let words = |unit: usize| {
            let range = [0..MOST_STATE, BATCHES..BATCHES + 8, DIGITS..BATCHES][unit].clone();
            range.flat_map(|word| [word, 256 + word])
        };
        let data = |unit: usize, address: u64| (address * 3 + unit as u64) & 255;
        for unit in 0..3 {
            for address in words(unit) {
                access(&mut uut, unit, address, Some(data(unit, address)));
            }
        }
        for unit in 0..3 {
            for address in words(unit) {
                let read = access(&mut uut, unit, address, None);
                assert_eq!(read, data(unit, address), "unit {unit}, word {address}");
            }
        }
    }
}
