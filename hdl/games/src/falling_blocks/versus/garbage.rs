//! Queue of the garbage that waits for each player.
//!
//! An attack becomes one batch: some rows with their hole in one column. The column is drawn when
//! the batch arrives and differs from that of the batch before. Up to eight batches wait. An attack
//! that finds the queue full adds its rows to the newest batch. A batch holds at most 15 rows;
//! further rows are lost.
//!
//! A player's own attack cancels rows, the oldest batch first. The rest of the attack is sent to
//! the opponent. A row that rises leaves the oldest batch, too.
//!
//! The batches are in `game_memory`, one word each: rows (4 bits) and hole (4 bits). The ends of
//! the queue are in the context of the player.
//!
//! **Interface**: commands are strobes, taken while `busy` is low. `left_over` is valid from the
//! end of *cancel* to the next *cancel*. `hole` is that of the row which the last *rise* took.
//!
//! **Latency**: `busy` is high for 2 clocks for each batch that loses rows and 1 more (*cancel*), 2
//! clocks (*rise*, *append* to a full queue), or 4 clocks for each draw and 1 more (*append*).

use super::batch_rows::BatchRows;
use crate::falling_blocks::exchange::game_memory::{MemoryClient, BATCHES};
use gatefall_macros::{clocked, interface, Module};
use gatefall_widgets::property::{Ending, Mutant, Property, Wait};
use gatefall_widgets::random::Lfsr16;
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    ReadOldest,
    Cancel,
    Rise,
    ReadNewest,
    AddToNewest,
    Draw,
    Append,
}

/// Commands to the garbage that waits.
#[interface(client = GarbageControlClient)]
pub struct GarbageControlPort {
    /// Strobe: a new game; clear the queue.
    pub restart: Signal<In, Bit>,
    /// Strobe: the player attacks with `lines`; cancel rows that wait.
    pub cancel: Signal<In, Bit>,
    /// Strobe: add the `left_over` of the opponent to the queue.
    pub append: Signal<In, Bit>,
    /// Strobe: take one row from the oldest batch.
    pub rise: Signal<In, Bit>,
    /// Rows of the attack that cancelled nothing, 0 to 15.
    pub left_over: Signal<Out, Bits<4>>,
    /// Level: a command runs.
    pub busy: Signal<Out, Bit>,
}

/// Queue of the player at hand.
#[derive(LogicBlock, Module)]
pub struct Garbage {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Commands to the garbage that waits.
    pub control: GarbageControlPort,
    /// Level: a game of two. Low holds the module in reset. Constant 0 in a one-player build, so
    /// synthesis removes the module.
    pub two_players: Signal<In, Bit>,
    /// Player at hand, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Rows of the attack, 0 to 15. Sampled with `cancel`.
    pub lines: Signal<In, Bits<4>>,
    /// Column of the hole in the row that rises, 0 to 9.
    pub hole: Signal<Out, Bits<4>>,
    /// Rows that wait, 0 to 120.
    pub pending: Signal<Out, Bits<7>>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    /// The memory of the games.
    pub memory: MemoryClient,
    batch_rows: BatchRows,
    #[part]
    lfsr: Lfsr16,
    #[reset(Step::Idle, or = !self.two_players.val())]
    step: DFF<Step>,
    #[reset(or = !self.two_players.val())]
    rising: DFF<Bit>,
    #[reset(or = !self.two_players.val())]
    attack: DFF<Bits<4>>,
    #[context]
    #[reset(or = self.control.restart.val() | !self.two_players.val())]
    head: DFF<Bits<3>>,
    #[context]
    #[reset(or = self.control.restart.val() | !self.two_players.val())]
    depth: DFF<Bits<4>>,
    #[context]
    #[reset(or = !self.two_players.val())]
    last_hole: DFF<Bits<4>>,
    #[context]
    #[reset(or = self.control.restart.val() | !self.two_players.val())]
    total: DFF<Bits<7>>,
    #[reset(or = !self.two_players.val())]
    pause: DFF<Bits<2>>,
    #[reset(or = !self.two_players.val())]
    rising_hole: DFF<Bits<4>>,
    tail: Signal<Local, Bits<3>>,
    index: Signal<Local, Bits<3>>,
    batch_hole: Signal<Local, Bits<4>>,
    drawn: Signal<Local, Bits<4>>,
    is_good: Signal<Local, Bit>,
    address: Signal<Local, Bits<9>>,
    #[value(BATCHES)]
    batches: Constant<Bits<9>>,
}

#[clocked]
impl Logic for Garbage {
    #[hdl_gen]
    fn update(&mut self) {
        self.memory.select.next = self.step.q.val() != Step::Idle;
        self.memory.write.next = false;
        // The generator steps in exchanges and commands only. The number of exchanges before an
        // attack depends on the players' keys, so the hole is not predictable.
        self.lfsr.enable.next = self.context_shift.val() | (self.step.q.val() != Step::Idle);
        self.control.left_over.next = self.attack.q.val();
        self.pending.next = self.total.q.val();
        self.control.busy.next = self.step.q.val() != Step::Idle;

        self.batch_rows.rows.next = self.memory.read_data.val().get_bits::<4>(4);
        self.batch_rows.attack.next = self.attack.q.val();
        self.batch_rows.is_rising.next = self.rising.q.val();
        self.batch_hole.next = self.memory.read_data.val().get_bits::<4>(0);
        self.hole.next = self.rising_hole.q.val();
        self.drawn.next = self.lfsr.value.val().get_bits::<4>(0);
        self.is_good.next = (self.drawn.val() < 10) & (self.drawn.val() != self.last_hole.q.val());

        self.tail.next = self.head.q.val() + self.depth.q.val().get_bits::<3>(0);
        self.index.next = self.head.q.val();
        self.memory.write_data.next = (bit_cast::<8, 4>(self.batch_rows.left.val()) << 4)
            | bit_cast::<8, 4>(self.batch_hole.val());
        match self.step.q.val() {
            Step::Idle => {
                self.rising.d.next = self.control.rise.val();
                if self.control.cancel.val() {
                    self.attack.d.next = self.lines.val();
                }
                if self.control.append.val() {
                    self.step.d.next = Step::Draw;
                    self.pause.d.next = 0.into();
                    if self.depth.q.val().get_bit(3) {
                        self.step.d.next = Step::ReadNewest;
                    }
                } else if self.control.cancel.val() | self.control.rise.val() {
                    self.step.d.next = Step::ReadOldest;
                }
            }
            Step::ReadOldest => {
                self.step.d.next = Step::Idle;
                if self.depth.q.val().any() & (self.attack.q.val().any() | self.rising.q.val()) {
                    self.step.d.next = Step::Cancel;
                    if self.rising.q.val() {
                        self.step.d.next = Step::Rise;
                    }
                }
            }
            Step::Cancel => {
                self.memory.write.next = true;
                self.attack.d.next = self.attack.q.val() - self.batch_rows.taken.val();
                self.total.d.next =
                    self.total.q.val() - bit_cast::<7, 4>(self.batch_rows.taken.val());
                if !self.batch_rows.left.val().any() {
                    self.head.d.next = self.head.q.val() + 1;
                    self.depth.d.next = self.depth.q.val() - 1;
                }
                self.step.d.next = Step::ReadOldest;
            }
            Step::Rise => {
                self.memory.write.next = true;
                self.rising_hole.d.next = self.batch_hole.val();
                self.total.d.next = self.total.q.val() - 1;
                if !self.batch_rows.left.val().any() {
                    self.head.d.next = self.head.q.val() + 1;
                    self.depth.d.next = self.depth.q.val() - 1;
                }
                self.step.d.next = Step::Idle;
            }
            Step::ReadNewest => {
                self.index.next = self.tail.val() - 1;
                self.step.d.next = Step::AddToNewest;
            }
            Step::AddToNewest => {
                self.index.next = self.tail.val() - 1;
                self.memory.write.next = true;
                self.memory.write_data.next = (bit_cast::<8, 4>(self.batch_rows.total.val()) << 4)
                    | bit_cast::<8, 4>(self.batch_hole.val());
                self.total.d.next =
                    self.total.q.val() + bit_cast::<7, 4>(self.batch_rows.added.val());
                self.step.d.next = Step::Idle;
            }
            Step::Draw => {
                // Four clocks for each draw, so that all four bits of a draw are new.
                self.pause.d.next = self.pause.q.val() + 1;
                if self.pause.q.val().all() & self.is_good.val() {
                    self.last_hole.d.next = self.drawn.val();
                    self.step.d.next = Step::Append;
                }
            }
            Step::Append => {
                self.index.next = self.tail.val();
                self.memory.write.next = true;
                self.memory.write_data.next = (bit_cast::<8, 4>(self.attack.q.val()) << 4)
                    | bit_cast::<8, 4>(self.last_hole.q.val());
                self.total.d.next = self.total.q.val() + bit_cast::<7, 4>(self.attack.q.val());
                self.depth.d.next = self.depth.q.val() + 1;
                self.step.d.next = Step::Idle;
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
        self.address.next = (bit_cast::<9, 1>(self.player.val().into()) << 8)
            | bit_cast::<9, 3>(self.index.val())
            | self.batches.val();
        self.memory.read_address.next = self.address.val();
        self.memory.write_address.next = self.address.val();
        if self.control.restart.val() {
            // 15 is no column: the first hole may be in any column.
            self.last_hole.d.next = 15.into();
        }
    }
}

impl Garbage {
    /// Longest search for a hole. A test goes through all numbers of the generator.
    pub const MOST_DRAW: u32 = 80;

    /// Longest command: a draw and its batch.
    pub const MOST_CLOCKS: u32 = Self::MOST_DRAW + 1;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // A batch that loses rows is used up, or uses up the attack.
        Property {
            lemmas: &["step != 2 || depth != 0 && attack != 0"],
            assumed: &["!control.busy || !(context_shift || control.restart)"],
            waits: &[Wait::new("draw", "step == STEP_DRAW", Self::MOST_DRAW)],
            ..Property::ends(
                "a command ends within 81 clocks",
                Ending {
                    busy: "control.busy",
                    spent: "step == STEP_READ_OLDEST || step == STEP_CANCEL || step == STEP_RISE \
                            ? (30 - depth - attack) * 2 + (step != STEP_READ_OLDEST) \
                            : step == STEP_READ_NEWEST ? 0 : step == STEP_ADD_TO_NEWEST ? 1 \
                            : draw_wait",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new(
                    "attack <= attack - batch_rows_taken",
                    "attack <= attack",
                    20,
                ),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falling_blocks::exchange::game_memory::BenchMemory;
    use gatefall_bench::{peek, poke, tick};

    /// The module, its memory, and the context of the player that is not at hand.
    struct Bench {
        uut: gatefall_bench::Bench<Garbage>,
        memory: BenchMemory,
        resting: [bool; Garbage::CONTEXT_BITS as usize],
    }

    impl Bench {
        fn new() -> Self {
            let mut uut = gatefall_bench::Bench::new(Garbage::default());
            poke!(uut.two_players = true);
            let resting = Default::default();
            let memory = BenchMemory::new();
            let mut bench = Self {
                uut,
                memory,
                resting,
            };
            for _ in 0..2 {
                poke!(bench.uut, control.restart = true);
                bench.settle();
                bench.switch();
            }
            bench
        }

        fn cycle(&mut self) {
            let address = peek!(self.uut, memory.read_address).to_u64();
            let written = (address, peek!(self.uut, memory.write_data).to_u64());
            let write = peek!(self.uut, memory.write).then_some(written);
            let read = self.memory.cycle(address, write);
            tick!(self.uut);
            poke!(self.uut, memory.read_data = read.to_bits());
        }

        /// Holds the strobes that are set for one clock, then waits until the module is idle.
        fn settle(&mut self) {
            self.cycle();
            poke!(self.uut, control.restart = false);
            poke!(self.uut, control.cancel = false);
            poke!(self.uut, control.append = false);
            poke!(self.uut, control.rise = false);
            let mut cycles = 0;
            while peek!(self.uut, control.busy) {
                self.cycle();
                cycles += 1;
                assert!(cycles < 1000, "a command has an end");
            }
        }

        fn switch(&mut self) {
            poke!(self.uut.context_shift = true);
            for index in 0..self.resting.len() {
                poke!(self.uut.context_in = self.resting[index]);
                self.resting[index] = peek!(self.uut.context_out);
                tick!(self.uut);
            }
            poke!(self.uut.context_shift = false);
            poke!(self.uut.player = !peek!(self.uut.player));
            tick!(self.uut);
        }

        /// Returns the rows of an attack that have cancelled nothing.
        fn attack(&mut self, lines: u64) -> u64 {
            poke!(self.uut.lines = lines.to_bits());
            poke!(self.uut, control.cancel = true);
            self.settle();
            peek!(self.uut, control.left_over).into()
        }

        /// The opponent attacks. No rows wait for the opponent.
        fn receive(&mut self, rows: u64) {
            self.switch();
            assert_eq!(self.attack(rows), rows);
            self.switch();
            poke!(self.uut, control.append = true);
            self.settle();
        }

        /// The hole of the row that rises.
        fn rise(&mut self) -> u64 {
            poke!(self.uut, control.rise = true);
            self.settle();
            peek!(self.uut.hole).into()
        }

        fn rise_all(&mut self) -> Vec<u64> {
            (0..self.pending()).map(|_| self.rise()).collect()
        }

        fn pending(&mut self) -> u64 {
            peek!(self.uut.pending).into()
        }
    }

    #[test]
    fn rows_of_a_batch_share_a_hole_and_the_oldest_batch_rises_first() {
        let mut bench = Bench::new();
        bench.receive(5);
        bench.receive(2);
        let first = bench.rise();
        assert_eq!([bench.rise(), bench.rise()], [first; 2]);
        assert_eq!(bench.pending(), 4);
        // The rest of a batch keeps its hole.
        assert_eq!(bench.attack(1), 0);
        let rest = bench.rise_all();
        assert_eq!(rest[0], first);
        assert_ne!(rest[1], first);
        assert_eq!(rest[1], rest[2]);
        assert_eq!(bench.pending(), 0);
    }

    #[test]
    fn an_attack_cancels_the_oldest_rows_over_several_batches() {
        let mut bench = Bench::new();
        for rows in [4, 2, 5] {
            bench.receive(rows);
        }
        assert_eq!((bench.attack(3), bench.pending()), (0, 8));
        assert_eq!((bench.attack(0), bench.pending()), (0, 8));
        assert_eq!((bench.attack(5), bench.pending()), (0, 3));
        assert_eq!((bench.attack(10), bench.pending()), (7, 0));
        assert_eq!((bench.attack(4), bench.pending()), (4, 0));
        bench.receive(1);
        assert_eq!(bench.rise_all().len(), 1);
    }

    #[test]
    fn when_eight_batches_wait_more_rows_join_the_newest() {
        let mut bench = Bench::new();
        for _ in 0..8 {
            bench.receive(1);
        }
        bench.receive(3);
        assert_eq!(bench.pending(), 11);
        bench.receive(12);
        assert_eq!(bench.pending(), 7 + 15, "a batch holds 15 rows at most");
        let holes = bench.rise_all();
        assert!(holes[..8].windows(2).all(|pair| pair[0] != pair[1]));
        assert!(holes[7..].iter().all(|&hole| hole == holes[7]));
        // The queue has room again: the next rows form a batch with another hole.
        bench.receive(2);
        assert_ne!(bench.rise_all()[0], holes[7]);
    }

    #[test]
    fn a_hole_is_any_column_but_that_of_the_batch_before() {
        let mut bench = Bench::new();
        let mut holes = Vec::new();
        for _ in 0..100 {
            bench.receive(1);
            holes.push(bench.rise());
        }
        assert!(holes.windows(2).all(|pair| pair[0] != pair[1]), "{holes:?}");
        holes.sort_unstable();
        holes.dedup();
        assert_eq!(holes, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn each_player_has_a_queue_and_a_new_game_clears_it() {
        let mut bench = Bench::new();
        bench.receive(4);
        bench.switch();
        assert_eq!(bench.pending(), 0);
        bench.switch();
        // Four of the nine rows cancel, five are sent to the other player.
        assert_eq!((bench.attack(9), bench.pending()), (5, 0));
        bench.switch();
        poke!(bench.uut, control.append = true);
        bench.settle();
        assert_eq!(bench.pending(), 5);
        bench.switch();
        assert_eq!(bench.pending(), 0);
        bench.switch();
        assert_eq!(bench.pending(), 5);
        poke!(bench.uut, control.restart = true);
        bench.settle();
        assert_eq!((bench.attack(2), bench.pending()), (2, 0));
    }

    /// Columns of the board.
    const COLUMNS: u64 = 10;

    impl Bench {
        /// Sets the generator so that the next draw is `number`. Returns true if it is accepted.
        fn draws(&mut self, number: u64) -> bool {
            let drawing = Step::Draw as u64;
            assert_eq!(self.uut.machine().peek("step").unwrap(), drawing);
            // The last of four clocks draws.
            for _ in 0..3 {
                self.cycle();
            }
            let before = self.uut.machine().peek("lfsr.state").unwrap();
            assert_eq!(self.uut.machine().peek("pause").unwrap(), 3);
            let state = (before & !15) | number;
            self.uut.machine().poke("lfsr.state", state).unwrap();
            self.cycle();
            self.uut.machine().peek("step").unwrap() != drawing
        }

        /// A batch of one row arrives and these numbers are drawn for it. Only the last is
        /// accepted.
        fn receive_drawn(&mut self, numbers: &[u64]) {
            poke!(self.uut, control.append = true);
            self.cycle();
            poke!(self.uut, control.append = false);
            let (last, thrown_away) = numbers.split_last().unwrap();
            for number in thrown_away {
                assert!(!self.draws(*number), "{number} must be thrown away");
            }
            assert!(self.draws(*last), "{last} must be taken");
            self.settle();
        }

        fn last_hole(&mut self) -> u64 {
            self.uut.machine().peek("last_hole").unwrap()
        }
    }

    /// Each column but `last` has exactly one of the 16 values of four bits.
    fn is_uniform(values: &[Vec<u64>], last: Option<u64>) -> bool {
        let mut counts = [0; COLUMNS as usize];
        let taken = values.iter().flatten();
        taken.for_each(|&column| counts[column as usize] += 1);
        (0..COLUMNS).all(|column| counts[column as usize] == u64::from(Some(column) != last))
    }

    /// True if the 16 numbers give each hole but `last` once. `hole` is `None` for a rejected
    /// number.
    fn holes(last: Option<u64>, hole: &mut dyn FnMut(u64) -> Option<u64>) -> bool {
        let values: Vec<Vec<u64>> = (0..16).map(|n| hole(n).into_iter().collect()).collect();
        is_uniform(&values, last)
    }

    #[test]
    fn all_columns_but_the_last_hole_are_equally_likely() {
        let mut bench = Bench::new();
        // Nothing waits, so the attack register holds one row for the batches that arrive.
        assert_eq!(bench.attack(1), 1);
        let empty = bench.uut.machine().snapshot();
        for last in (0..COLUMNS).map(Some).chain([None]) {
            bench.uut.machine().restore(&empty).unwrap();
            if let Some(last) = last {
                bench.receive_drawn(&[last]);
                assert_eq!(bench.last_hole(), last);
            }
            let before = bench.uut.machine().snapshot();
            let uniform = holes(last, &mut |number| {
                bench.uut.machine().restore(&before).unwrap();
                poke!(bench.uut, control.append = true);
                bench.cycle();
                poke!(bench.uut, control.append = false);
                bench.draws(number).then(|| bench.last_hole())
            });
            assert!(uniform, "after column {last:?}");
        }
    }

    #[test]
    fn a_rejected_hole_is_drawn_again_with_four_new_bits() {
        let mut bench = Bench::new();
        assert_eq!(bench.attack(1), 1);
        bench.receive_drawn(&[10, 15, 12, 4]);
        bench.receive_drawn(&[4, 11, 4, 9]);
        assert_eq!(bench.rise_all(), [4, 9]);
    }

    #[test]
    fn a_hole_by_the_remainder_of_a_number_is_not_uniform() {
        assert!(!holes(None, &mut |number| Some(number % COLUMNS)));
        assert!(!holes(Some(3), &mut |number| (number < COLUMNS).then_some(number)));
    }

    /// Clocks of the longest search for a hole after this one: four for each draw, from any value
    /// of the generator.
    fn longest_search(values: &[u64], last_hole: u64) -> usize {
        let is_good = |value: u64| value % 16 < 10 && value % 16 != last_hole;
        // Every fourth value, again and again: that visits all, since their number is odd.
        let draws = (0..2 * values.len()).map(|draw| values[4 * draw % values.len()]);
        let (mut longest, mut bad) = (0, 0);
        for value in draws {
            bad = if is_good(value) { 0 } else { bad + 1 };
            longest = longest.max(bad);
        }
        4 * (longest + 1)
    }

    #[test]
    fn the_longest_search_for_a_hole_takes_80_clocks() {
        let mut lfsr = gatefall_bench::Bench::new(Lfsr16::default());
        poke!(lfsr.enable = true);
        let values = (0..0xFFFF).map(|_| {
            tick!(lfsr);
            peek!(lfsr.value).to_u64()
        });
        let values: Vec<u64> = values.collect();
        let last_holes = (0..10).chain([15]);
        let longest = last_holes.map(|hole| longest_search(&values, hole)).max();
        assert_eq!(longest, Some(Garbage::MOST_DRAW as usize));
    }
}
