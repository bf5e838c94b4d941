//! One engine for two players: exchanges the state of one player's game for the other's.
//!
//! The registers that make up a game hang on one chain, bit behind bit, through all modules of the engine. To switch, the chain
//! is shifted once around: the bits that leave go to this player's half of the games' memory, the bits that enter come from the other's.
//! So a second player costs a multiplexer for each bit of state, and not a second engine.
//!
//! A *copy* sends the chain around through itself and writes the other player's half on the way. Both games then begin with the same random
//! numbers, and so with the same pieces.
//!
//! **Shape**: a module on the chain shifts towards its own end while `swap`, one bit a cycle: `chain_in` enters, `chain_out` leaves.
//! **Latency**: `length` + 1 cycles; `player` changes with the last.

use super::game_memory::MOST_STATE;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    Prefetch,
    Swap,
}

/// Switches between the players.
#[derive(LogicBlock, Module)]
pub struct PlayerSwitch {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: to player 1.
    pub reset: Signal<In, Bit>,
    /// Strobe: to player 1, with the state as it is.
    pub restart: Signal<In, Bit>,
    /// Strobe: switch to the other player.
    pub start: Signal<In, Bit>,
    /// Strobe: give the other player the same state.
    pub copy: Signal<In, Bit>,
    /// The bit at the end of the chain.
    pub chain_out: Signal<In, Bit>,
    /// The bit for the beginning of the chain.
    pub chain_in: Signal<Out, Bit>,
    /// Level: the chain moves.
    pub swap: Signal<Out, Bit>,
    /// Whose game the registers hold: 0 is player 1.
    pub player: Signal<Out, Bit>,
    /// Level: the registers are not to be relied on.
    pub busy: Signal<Out, Bit>,
    /// Player and bit of the memory to read.
    pub read_address: Signal<Out, Bits<9>>,
    /// The bit there, one cycle later.
    pub state_bit: Signal<In, Bit>,
    /// Where `chain_out` goes while `swap`.
    pub write_address: Signal<Out, Bits<9>>,
    #[reset(Step::Idle)]
    step: DFF<Step>,
    #[reset(or = restart)]
    current: DFF<Bit>,
    is_copy: DFF<Bit>,
    index: DFF<Bits<8>>,
    next_index: Signal<Local, Bits<8>>,
    ahead: Signal<Local, Bits<8>>,
    other: Signal<Local, Bit>,
    target: Signal<Local, Bit>,
    last_index: Constant<Bits<8>>,
}

impl PlayerSwitch {
    /// A switch for a chain of `length` bits.
    ///
    /// # Panics
    /// If the chain has no bit, or more than there is memory for.
    pub fn new(length: u64) -> Self {
        assert!(
            (1..=MOST_STATE).contains(&length),
            "a chain of {length} bits"
        );
        construct!(PlayerSwitch {
            last_index: Constant::new((length - 1).to_bits()),
        })
    }
}

#[clocked]
impl Logic for PlayerSwitch {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_index.next = self.index.q.val() + 1;
        self.other.next = !self.current.q.val();
        self.target.next = self.current.q.val();
        self.chain_in.next = self.state_bit.val();
        if self.is_copy.q.val() {
            self.target.next = self.other.val();
            self.chain_in.next = self.chain_out.val();
        }
        self.player.next = self.current.q.val();
        self.busy.next = self.step.q.val() != Step::Idle;
        self.swap.next = self.step.q.val() == Step::Swap;
        // Reads run one bit ahead of the chain.
        self.ahead.next = self.index.q.val();
        if self.step.q.val() == Step::Swap {
            self.ahead.next = self.next_index.val();
        }
        self.read_address.next =
            (bit_cast::<9, 1>(self.other.val().into()) << 8) | bit_cast::<9, 8>(self.ahead.val());
        self.write_address.next = (bit_cast::<9, 1>(self.target.val().into()) << 8)
            | bit_cast::<9, 8>(self.index.q.val());
        match self.step.q.val() {
            Step::Idle => {
                self.index.d.next = 0.into();
                self.is_copy.d.next = self.copy.val();
                if self.start.val() | self.copy.val() {
                    self.step.d.next = Step::Prefetch;
                }
            }
            Step::Prefetch => {
                self.step.d.next = Step::Swap;
            }
            Step::Swap => {
                self.index.d.next = self.next_index.val();
                if self.index.q.val() == self.last_index.val() {
                    self.step.d.next = Step::Idle;
                    if !self.is_copy.q.val() {
                        self.current.d.next = self.other.val();
                    }
                }
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falling_blocks::engine::game_memory::BenchMemory;
    use gatefall_bench::{peek, poke, tick};

    const LENGTH: u32 = 5;

    /// A switch with a chain of five bits.
    struct Bench {
        uut: gatefall_bench::Bench<PlayerSwitch>,
        memory: BenchMemory,
        chain: u8,
    }

    impl Bench {
        fn new() -> Self {
            Self {
                uut: gatefall_bench::Bench::new(PlayerSwitch::new(u64::from(LENGTH))),
                memory: BenchMemory::new(),
                chain: 0,
            }
        }

        fn cycle(&mut self) {
            poke!(self.uut.chain_out = self.chain >> (LENGTH - 1) & 1 == 1);
            let entering = u8::from(peek!(self.uut.chain_in));
            let leaving = u64::from(peek!(self.uut.chain_out));
            let write_address = peek!(self.uut.write_address).to_u64();
            let swaps = peek!(self.uut.swap);
            let read = self.memory.cycle(
                peek!(self.uut.read_address).to_u64(),
                swaps.then_some((write_address, leaving)),
            );
            if swaps {
                self.chain = (self.chain << 1 | entering) & ((1 << LENGTH) - 1);
            }
            tick!(self.uut);
            poke!(self.uut.state_bit = read == 1);
        }

        fn settle(&mut self) {
            self.cycle();
            poke!(self.uut.start = false);
            poke!(self.uut.copy = false);
            while peek!(self.uut.busy) {
                self.cycle();
            }
        }

        fn switch(&mut self) {
            poke!(self.uut.start = true);
            self.settle();
        }
    }

    #[test]
    fn each_player_finds_the_state_again_that_was_left() {
        let mut bench = Bench::new();
        bench.chain = 0b10110;
        bench.switch();
        assert!(peek!(bench.uut.player));
        bench.chain = 0b01101;
        bench.switch();
        assert!(!peek!(bench.uut.player));
        assert_eq!(bench.chain, 0b10110);
        bench.chain = 0b11100;
        bench.switch();
        assert_eq!(bench.chain, 0b01101);
        bench.switch();
        assert_eq!(bench.chain, 0b11100);
    }

    #[test]
    fn a_copy_leaves_both_players_with_the_same_state() {
        let mut bench = Bench::new();
        bench.chain = 0b10011;
        poke!(bench.uut.copy = true);
        bench.settle();
        assert!(!peek!(bench.uut.player));
        assert_eq!(bench.chain, 0b10011);
        bench.chain = 0;
        bench.switch();
        assert_eq!(bench.chain, 0b10011);
    }
}
