//! The processor with its program and its RAM.

use super::instruction::{assemble, Line};
use super::processor::Processor;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Processor, 256 words of ROM and 1024 words of RAM.
#[derive(LogicBlock, Module)]
pub struct Computer {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the program begins again.
    pub reset: Signal<In, Bit>,
    /// The output port: the word that was written last.
    pub port: Signal<Out, Bits<16>>,
    /// Strobe: `port` was written in the clock before.
    pub port_valid: Signal<Out, Bit>,
    #[part]
    processor: Processor,
    #[part(clock)]
    #[given]
    program: SyncROM<Bits<16>, 8>,
    #[part(clock)]
    #[given]
    memory: RAM<Bits<16>, 10>,
    word: DFF<Bits<16>>,
    is_new: DFF<Bit>,
}

impl Computer {
    /// With this program. The RAM is 0 at power-up.
    ///
    /// # Panics
    /// If the program cannot be assembled.
    pub fn new(lines: &[Line]) -> Self {
        let words = assemble(lines).into_iter().map(|word| word.to_bits());
        construct!(Computer {
            program: words.into(),
            memory: std::iter::repeat_n(0u16.to_bits(), 1024).into(),
        })
    }
}

#[clocked]
impl Logic for Computer {
    #[hdl_gen]
    fn update(&mut self) {
        self.program.address.next = self.processor.program_address.val();
        self.processor.instruction.next = self.program.data.val();
        self.memory.read_address.next = self.processor.memory_address.val();
        self.memory.write_address.next = self.processor.memory_address.val();
        self.memory.write_data.next = self.processor.memory_write_data.val();
        self.memory.write_enable.next = self.processor.memory_write.val();
        self.processor.memory_read_data.next = self.memory.read_data.val();
        self.is_new.d.next = self.processor.port_write.val();
        if self.processor.port_write.val() {
            self.word.d.next = self.processor.port_data.val();
        }
        self.port.next = self.word.q.val();
        self.port_valid.next = self.is_new.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::super::sieve::sieve;
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn is_prime(number: &u16) -> bool {
        (2..*number).all(|divisor| !number.is_multiple_of(divisor))
    }

    /// The next words at the output port.
    fn outputs(uut: &mut Bench<Computer>, count: usize) -> Vec<u16> {
        let end = uut.cycles() + 150_000;
        let mut list = Vec::new();
        while list.len() < count {
            assert!(uut.cycles() < end, "{list:?}");
            tick!(uut);
            if peek!(uut.port_valid) {
                list.push(peek!(uut.port).to_u16());
            }
        }
        list
    }

    #[test]
    fn the_sieve_writes_the_primes_below_1024_again_and_again() {
        let primes: Vec<u16> = (2..1024).filter(is_prime).collect();
        let mut uut = Bench::new(Computer::new(&sieve()));
        for _ in 0..3 {
            assert_eq!(outputs(&mut uut, primes.len()), primes);
        }
        outputs(&mut uut, 100);
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        assert_eq!(outputs(&mut uut, primes.len()), primes);
    }

    #[test]
    fn rust_hdl_simulates_the_same() {
        let mut uut = Bench::with_rust_hdl(Computer::new(&sieve()));
        for _ in 0..500 {
            tick!(uut);
        }
    }
}
