//! Exchange of the two players' games.
//!
//! The engine has one set of registers for two games. The registers of a game form the context
//! chain, one shift register through all units. An exchange shifts the chain by its whole length.
//! The bits that leave go to this player's half of `game_memory`; the bits that enter come from the
//! other half. So a second player costs one multiplexer for each bit and not a second engine.
//!
//! A copy shifts the chain back into itself and writes the bits to the other player's half. Both
//! games then have the same random numbers, and so the same pieces.
//!
//! **Interface**: `restart`, `start` and `copy` are strobes. `start` and `copy` are taken while
//! `busy` is low. While `context_shift` is high, each module on the chain shifts by one bit in each
//! clock from `context_in` to `context_out`. `player` changes when `busy` falls.
//!
//! **Latency**: `busy` is high for one clock more than the chain has bits.

use super::game_memory::{MemoryClient, MOST_STATE};
use gatefall_macros::{clocked, construct, interface, Module};
use gatefall_widgets::property::{Ending, FreeConstant, Mutant, Observer, Property};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    Prefetch,
    Shift,
}

/// Exchange of the players.
#[interface(client = ExchangeStateReader)]
pub struct ExchangeState {
    /// Level: the players may be exchanged now.
    pub may_exchange: Signal<Out, Bit>,
    /// Level: the players are being exchanged; the registers of the context are not valid.
    pub exchanging: Signal<Out, Bit>,
    /// Level: the other player is out.
    pub other_out: Signal<Out, Bit>,
}

/// Commands to exchange the players.
#[interface(client = ContextControlClient)]
pub struct ContextControlPort {
    /// Strobe: player 1 is at hand. The registers stay as they are.
    pub restart: Signal<In, Bit>,
    /// Strobe: exchange the players.
    pub start: Signal<In, Bit>,
    /// Strobe: copy the context to the other player.
    pub copy: Signal<In, Bit>,
    /// Level: the context is being shifted; its registers are not valid.
    pub busy: Signal<Out, Bit>,
}

/// State machine of the exchange.
#[derive(LogicBlock, Module)]
pub struct ContextSwitch {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: player 1 is at hand.
    pub reset: Signal<In, Bit>,
    /// Commands to exchange the players.
    pub control: ContextControlPort,
    /// Last bit of the chain.
    pub context_out: Signal<In, Bit>,
    /// Bit that enters the chain.
    pub context_in: Signal<Out, Bit>,
    /// Level: shift the context.
    pub context_shift: Signal<Out, Bit>,
    /// Player at hand, 0 or 1: the registers hold this player's game.
    pub player: Signal<Out, Bit>,
    /// The memory of the games.
    pub memory: MemoryClient,
    #[reset(Step::Idle)]
    step: DFF<Step>,
    #[reset(or = self.control.restart.val())]
    current: DFF<Bit>,
    is_copy: DFF<Bit>,
    index: DFF<Bits<8>>,
    next_index: Signal<Local, Bits<8>>,
    ahead: Signal<Local, Bits<8>>,
    other: Signal<Local, Bit>,
    target: Signal<Local, Bit>,
    last_index: Constant<Bits<8>>,
}

impl ContextSwitch {
    /// For a chain of `length` bits.
    ///
    /// # Panics
    /// If the chain has no bit, or more bits than the memory has words for.
    pub fn new(length: u64) -> Self {
        assert!(
            (1..=MOST_STATE).contains(&length),
            "a chain of {length} bits"
        );
        construct!(ContextSwitch {
            last_index: Constant::new((length - 1).to_bits()),
        })
    }
}

#[clocked]
impl Logic for ContextSwitch {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_index.next = self.index.q.val() + 1;
        self.other.next = !self.current.q.val();
        self.target.next = self.current.q.val();
        self.context_in.next = self.memory.read_data.val().get_bit(0);
        if self.is_copy.q.val() {
            self.target.next = self.other.val();
            self.context_in.next = self.context_out.val();
        }
        self.player.next = self.current.q.val();
        self.control.busy.next = self.step.q.val() != Step::Idle;
        self.context_shift.next = self.step.q.val() == Step::Shift;
        // A read takes one clock, so the read address is one bit ahead of the chain.
        self.ahead.next = self.index.q.val();
        if self.step.q.val() == Step::Shift {
            self.ahead.next = self.next_index.val();
        }
        self.memory.select.next = self.step.q.val() != Step::Idle;
        self.memory.write.next = self.step.q.val() == Step::Shift;
        self.memory.write_data.next = bit_cast::<8, 1>(self.context_out.val().into());
        self.memory.read_address.next =
            (bit_cast::<9, 1>(self.other.val().into()) << 8) | bit_cast::<9, 8>(self.ahead.val());
        self.memory.write_address.next = (bit_cast::<9, 1>(self.target.val().into()) << 8)
            | bit_cast::<9, 8>(self.index.q.val());
        match self.step.q.val() {
            Step::Idle => {
                self.index.d.next = 0.into();
                self.is_copy.d.next = self.control.copy.val();
                if self.control.start.val() | self.control.copy.val() {
                    self.step.d.next = Step::Prefetch;
                }
            }
            Step::Prefetch => {
                self.step.d.next = Step::Shift;
            }
            Step::Shift => {
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

impl ContextSwitch {
    /// Longest exchange: that of the longest chain.
    pub const MOST_CLOCKS: u32 = MOST_STATE as u32 + 1;

    /// Longest time for which the picture may hold up an exchange, while no piece changes and the
    /// next pieces can be read.
    pub const MOST_UNPUBLISHED: u32 = 36;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // `half` and `place` are any word of the memory. So the memory is one word, `word`.
        Property {
            lemmas: &[
                "step != 2'd3",
                "!context_shift || shifts == index && index <= LAST_INDEX",
                "step != STEP_PREFETCH || index == 0 && shifts == 0",
                "word == left",
                "!context_shift || other != half || index != place \
                 || was_read && word_read == left",
            ],
            assumed: &[
                "!control.restart || !control.busy",
                "!was_read || memory.read_data[0] == word_read",
            ],
            constants: &[FreeConstant::new("half", 1), FreeConstant::new("place", 8)],
            observers: &[
                Observer::new(
                    "word",
                    1,
                    "memory.write && memory.write_address == {half, place} \
                     ? memory.write_data[0] : word",
                ),
                Observer::new("word_read", 1, "word"),
                Observer::new("was_read", 1, "memory.read_address == {half, place}"),
                Observer::new("shifts", 8, "context_shift ? shifts + 8'd1 : 8'd0"),
                // Bit that the player of this half had at this place.
                Observer::new(
                    "left",
                    1,
                    "context_shift && shifts == place && (is_copy ? other : player) == half \
                     ? context_out : left",
                ),
            ],
            ..Property::new(
                "an exchange brings back the bit of each place, so two are the identity",
                "!context_shift || is_copy || other != half || shifts != place \
                 || context_in == left",
                Mutant::new("? next_index : index", "? index : index", 8),
            )
        },
        Property {
            lemmas: &[
                "step != 2'd3",
                "step != STEP_PREFETCH || index == 0 && shifts == 0",
                "!context_shift || shifts == index && index <= LAST_INDEX",
                "!was_shifted || context_shift || step == STEP_IDLE",
            ],
            observers: &[
                Observer::new("shifts", 8, "context_shift ? shifts + 8'd1 : 8'd0"),
                Observer::new("was_shifted", 1, "context_shift"),
            ],
            ..Property::new(
                "an exchange shifts by the length of the context",
                "!was_shifted || context_shift || shifts == LAST_INDEX + 1",
                Mutant::new("index == LAST_INDEX", "index[2:0] == 3'd3", 10),
            )
        },
        Property {
            lemmas: &[
                "step != 2'd3",
                "step != STEP_PREFETCH || index == 0",
                "!context_shift || index <= LAST_INDEX",
            ],
            ..Property::new(
                "it writes the context of one player and reads that of the other",
                "!memory.write || memory.write_address[8] == (is_copy ? other : player) \
                 && memory.write_address[7:0] <= LAST_INDEX && memory.read_address[8] == other",
                Mutant::new(
                    "{other, 8'd0} | {1'b0, ahead}",
                    "{current, 8'd0} | {1'b0, ahead}",
                    8,
                ),
            )
        },
        Property {
            lemmas: &[
                "step != 2'd3",
                "step != STEP_PREFETCH || index == 0",
                "!context_shift || index <= LAST_INDEX",
            ],
            ..Property::ends(
                "an exchange ends within 193 clocks",
                Ending {
                    busy: "control.busy",
                    spent: "step == STEP_PREFETCH ? 0 : 1 + index",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new("? next_index : index", "? index : index", 8),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falling_blocks::exchange::game_memory::BenchMemory;
    use gatefall_bench::{peek, poke, tick};

    const LENGTH: u32 = 5;

    /// The module with its memory and a chain of five bits.
    struct Bench {
        uut: gatefall_bench::Bench<ContextSwitch>,
        memory: BenchMemory,
        chain: u8,
    }

    impl Bench {
        fn new() -> Self {
            Self {
                uut: gatefall_bench::Bench::new(ContextSwitch::new(u64::from(LENGTH))),
                memory: BenchMemory::new(),
                chain: 0,
            }
        }

        fn cycle(&mut self) {
            poke!(self.uut.context_out = self.chain >> (LENGTH - 1) & 1 == 1);
            let entering = u8::from(peek!(self.uut.context_in));
            let leaving = u64::from(peek!(self.uut.context_out));
            let write_address = peek!(self.uut, memory.write_address).to_u64();
            let swaps = peek!(self.uut.context_shift);
            let read = self.memory.cycle(
                peek!(self.uut, memory.read_address).to_u64(),
                swaps.then_some((write_address, leaving)),
            );
            if swaps {
                self.chain = (self.chain << 1 | entering) & ((1 << LENGTH) - 1);
            }
            tick!(self.uut);
            poke!(self.uut, memory.read_data = read.to_bits());
        }

        fn settle(&mut self) {
            self.cycle();
            poke!(self.uut, control.start = false);
            poke!(self.uut, control.copy = false);
            while peek!(self.uut, control.busy) {
                self.cycle();
            }
        }

        fn switch(&mut self) {
            poke!(self.uut, control.start = true);
            self.settle();
        }
    }

    #[test]
    fn an_exchange_restores_the_other_players_state() {
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
    fn after_a_copy_both_players_have_the_same_state() {
        let mut bench = Bench::new();
        bench.chain = 0b10011;
        poke!(bench.uut, control.copy = true);
        bench.settle();
        assert!(!peek!(bench.uut.player));
        assert_eq!(bench.chain, 0b10011);
        bench.chain = 0;
        bench.switch();
        assert_eq!(bench.chain, 0b10011);
    }
}
