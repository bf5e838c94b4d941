//! Rows that the opponent has sent and that have not risen yet.
//!
//! An attack becomes one batch: a number of rows with their hole in one column, drawn when the batch arrives, never the column of the batch
//! before. Batches wait in a queue of eight; an attack that finds it full adds its rows to the newest batch. The player's own attacks take rows
//! away again, from the oldest batch first, and what is left of them goes to the opponent. Rows that rise leave from the oldest batch too.
//!
//! The queues of both players lie in the games' memory; their ends are part of the state that the players exchange.
//!
//! **Shape**: commands are strobes, taken while `busy` is low. After *cancel*, `left_over` says how many rows are to be sent. `hole` belongs to the
//! row that the last *rise* took.
//! **Latency**: four cycles for each batch touched; a hole takes four more for each draw.

use gatefall_macros::{clocked, Module};
use gatefall_widgets::random::lfsr32::Lfsr32;
use rust_hdl::prelude::*;

/// Bits of state that the players exchange.
pub(in crate::falling_blocks) const STATE_LENGTH: u64 = 18;

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

/// The pending rows of the player whose turn it is.
#[derive(LogicBlock, Module)]
pub struct Garbage {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game, nothing is pending.
    pub restart: Signal<In, Bit>,
    /// Level: two play. Nobody sends anything to one alone, and synthesis sweeps away what then never changes.
    pub two_players: Signal<In, Bit>,
    /// Whose rows these are.
    pub player: Signal<In, Bit>,
    /// Strobe: the player attacks with `lines`; take them from what is pending.
    pub cancel: Signal<In, Bit>,
    /// Strobe: the opponent's `left_over` arrives.
    pub append: Signal<In, Bit>,
    /// Strobe: take one row to rise.
    pub rise: Signal<In, Bit>,
    /// Rows of the attack, 0 to 15.
    pub lines: Signal<In, Bits<4>>,
    /// What the last cancel left of the attack.
    pub left_over: Signal<Out, Bits<4>>,
    /// Column of the hole in the row that rises.
    pub hole: Signal<Out, Bits<4>>,
    /// Rows pending, at most 120.
    pub pending: Signal<Out, Bits<7>>,
    /// Level: a command is at work.
    pub busy: Signal<Out, Bit>,
    /// Level: exchange the players' states.
    pub swap: Signal<In, Bit>,
    /// The chain enters here.
    pub chain_in: Signal<In, Bit>,
    /// The chain leaves here.
    pub chain_out: Signal<Out, Bit>,
    /// Player and batch of the memory to read, and to write.
    pub batch_address: Signal<Out, Bits<4>>,
    /// `{rows, hole}` there, one cycle later.
    pub batch: Signal<In, Bits<8>>,
    /// `{rows, hole}` to write.
    pub new_batch: Signal<Out, Bits<8>>,
    /// Strobe: write it.
    #[default(false)]
    pub batch_write: Signal<Out, Bit>,
    #[part(idle(shift, serial_in))]
    lfsr: Lfsr32,
    #[reset(Step::Idle, or = !self.two_players.val())]
    step: DFF<Step>,
    #[reset(or = !self.two_players.val())]
    rising: DFF<Bit>,
    #[reset(or = !self.two_players.val())]
    attack: DFF<Bits<4>>,
    #[reset(or = self.restart.val() | !self.two_players.val())]
    head: DFF<Bits<3>>,
    #[reset(or = self.restart.val() | !self.two_players.val())]
    depth: DFF<Bits<4>>,
    #[reset(or = !self.two_players.val())]
    last_hole: DFF<Bits<4>>,
    #[reset(or = self.restart.val() | !self.two_players.val())]
    total: DFF<Bits<7>>,
    #[reset(or = !self.two_players.val())]
    pause: DFF<Bits<2>>,
    #[reset(or = !self.two_players.val())]
    rising_hole: DFF<Bits<4>>,
    tail: Signal<Local, Bits<3>>,
    index: Signal<Local, Bits<3>>,
    rows: Signal<Local, Bits<4>>,
    batch_hole: Signal<Local, Bits<4>>,
    taken: Signal<Local, Bits<4>>,
    rows_left: Signal<Local, Bits<4>>,
    rows_sum: Signal<Local, Bits<5>>,
    rows_added: Signal<Local, Bits<4>>,
    more_rows: Signal<Local, Bits<4>>,
    drawn: Signal<Local, Bits<4>>,
    is_good: Signal<Local, Bit>,
    #[value(15)]
    most_rows: Constant<Bits<4>>,
}

#[clocked]
impl Logic for Garbage {
    #[hdl_gen]
    fn update(&mut self) {
        // It rests most of the time; how often the players took turns before an attack is chance enough.
        self.lfsr.enable.next = self.swap.val() | (self.step.q.val() != Step::Idle);
        self.left_over.next = self.attack.q.val();
        self.pending.next = self.total.q.val();
        self.busy.next = self.step.q.val() != Step::Idle;

        self.rows.next = self.batch.val().get_bits::<4>(4);
        self.batch_hole.next = self.batch.val().get_bits::<4>(0);
        self.hole.next = self.rising_hole.q.val();
        // How many rows leave the oldest batch: one that rises, or as many as the attack can cancel.
        self.taken.next = self.attack.q.val();
        if self.rising.q.val() {
            self.taken.next = 1.into();
        } else if self.rows.val() < self.attack.q.val() {
            self.taken.next = self.rows.val();
        }
        self.rows_left.next = self.rows.val() - self.taken.val();
        self.rows_sum.next =
            bit_cast::<5, 4>(self.rows.val()) + bit_cast::<5, 4>(self.attack.q.val());
        self.rows_added.next = self.attack.q.val();
        if self.rows_sum.val().get_bit(4) {
            self.rows_added.next = self.most_rows.val() - self.rows.val();
        }
        self.more_rows.next = self.rows.val() + self.rows_added.val();
        self.drawn.next = self.lfsr.value.val().get_bits::<4>(0);
        self.is_good.next = (self.drawn.val() < 10) & (self.drawn.val() != self.last_hole.q.val());

        self.tail.next = self.head.q.val() + self.depth.q.val().get_bits::<3>(0);
        self.index.next = self.head.q.val();
        self.new_batch.next =
            (bit_cast::<8, 4>(self.rows_left.val()) << 4) | bit_cast::<8, 4>(self.batch_hole.val());
        match self.step.q.val() {
            Step::Idle => {
                self.rising.d.next = self.rise.val();
                if self.cancel.val() {
                    self.attack.d.next = self.lines.val();
                }
                if self.append.val() {
                    self.step.d.next = Step::Draw;
                    self.pause.d.next = 0.into();
                    if self.depth.q.val().get_bit(3) {
                        self.step.d.next = Step::ReadNewest;
                    }
                } else if self.cancel.val() | self.rise.val() {
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
                self.batch_write.next = true;
                self.attack.d.next = self.attack.q.val() - self.taken.val();
                self.total.d.next = self.total.q.val() - bit_cast::<7, 4>(self.taken.val());
                if !self.rows_left.val().any() {
                    self.head.d.next = self.head.q.val() + 1;
                    self.depth.d.next = self.depth.q.val() - 1;
                }
                self.step.d.next = Step::ReadOldest;
            }
            Step::Rise => {
                self.batch_write.next = true;
                self.rising_hole.d.next = self.batch_hole.val();
                self.total.d.next = self.total.q.val() - 1;
                if !self.rows_left.val().any() {
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
                self.batch_write.next = true;
                self.new_batch.next = (bit_cast::<8, 4>(self.more_rows.val()) << 4)
                    | bit_cast::<8, 4>(self.batch_hole.val());
                self.total.d.next = self.total.q.val() + bit_cast::<7, 4>(self.rows_added.val());
                self.step.d.next = Step::Idle;
            }
            Step::Draw => {
                // Four fresh bits for each draw.
                self.pause.d.next = self.pause.q.val() + 1;
                if self.pause.q.val().all() & self.is_good.val() {
                    self.last_hole.d.next = self.drawn.val();
                    self.step.d.next = Step::Append;
                }
            }
            Step::Append => {
                self.index.next = self.tail.val();
                self.batch_write.next = true;
                self.new_batch.next = (bit_cast::<8, 4>(self.attack.q.val()) << 4)
                    | bit_cast::<8, 4>(self.last_hole.q.val());
                self.total.d.next = self.total.q.val() + bit_cast::<7, 4>(self.attack.q.val());
                self.depth.d.next = self.depth.q.val() + 1;
                self.step.d.next = Step::Idle;
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
        self.batch_address.next =
            (bit_cast::<4, 1>(self.player.val().into()) << 3) | bit_cast::<4, 3>(self.index.val());

        self.chain_out.next = self.total.q.val().get_bit(6);
        if self.swap.val() {
            self.head.d.next =
                (self.head.q.val() << 1) | bit_cast::<3, 1>(self.chain_in.val().into());
            self.depth.d.next =
                (self.depth.q.val() << 1) | bit_cast::<4, 1>(self.head.q.val().get_bits::<1>(2));
            self.last_hole.d.next = (self.last_hole.q.val() << 1)
                | bit_cast::<4, 1>(self.depth.q.val().get_bits::<1>(3));
            self.total.d.next = (self.total.q.val() << 1)
                | bit_cast::<7, 1>(self.last_hole.q.val().get_bits::<1>(3));
        }
        if self.restart.val() {
            // No column: the first hole may be in any.
            self.last_hole.d.next = 15.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falling_blocks::engine::game_memory::BenchMemory;
    use gatefall_bench::{peek, poke, tick};

    /// The rows of both players, and the state of the one whose turn it is not.
    struct Bench {
        uut: gatefall_bench::Bench<Garbage>,
        memory: BenchMemory,
        resting: [bool; STATE_LENGTH as usize],
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
                poke!(bench.uut.restart = true);
                bench.settle();
                bench.switch();
            }
            bench
        }

        fn cycle(&mut self) {
            let address = peek!(self.uut.batch_address).to_u64();
            let written = (address, peek!(self.uut.new_batch).to_u64());
            let write = peek!(self.uut.batch_write).then_some(written);
            let read = self.memory.cycle(address, write);
            tick!(self.uut);
            poke!(self.uut.batch = read.to_bits());
        }

        /// Gives the strobes that are set one cycle, then waits.
        fn settle(&mut self) {
            self.cycle();
            poke!(self.uut.restart = false);
            poke!(self.uut.cancel = false);
            poke!(self.uut.append = false);
            poke!(self.uut.rise = false);
            let mut cycles = 0;
            while peek!(self.uut.busy) {
                self.cycle();
                cycles += 1;
                assert!(cycles < 1000, "a command has an end");
            }
        }

        fn switch(&mut self) {
            poke!(self.uut.swap = true);
            for index in 0..self.resting.len() {
                poke!(self.uut.chain_in = self.resting[index]);
                self.resting[index] = peek!(self.uut.chain_out);
                tick!(self.uut);
            }
            poke!(self.uut.swap = false);
            poke!(self.uut.player = !peek!(self.uut.player));
            tick!(self.uut);
        }

        /// What pending rows leave of an attack.
        fn attack(&mut self, lines: u64) -> u64 {
            poke!(self.uut.lines = lines.to_bits());
            poke!(self.uut.cancel = true);
            self.settle();
            peek!(self.uut.left_over).into()
        }

        /// The opponent, for whom nothing waits, attacks.
        fn receive(&mut self, rows: u64) {
            self.switch();
            assert_eq!(self.attack(rows), rows);
            self.switch();
            poke!(self.uut.append = true);
            self.settle();
        }

        /// The hole of the row that rises.
        fn rise(&mut self) -> u64 {
            poke!(self.uut.rise = true);
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
        // What is left of a batch keeps its hole.
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
        // There is room again for a batch with a hole of its own.
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
    fn each_player_has_rows_of_their_own_until_a_new_game() {
        let mut bench = Bench::new();
        bench.receive(4);
        bench.switch();
        assert_eq!(bench.pending(), 0);
        bench.switch();
        // Four of the nine cancel, five go to the other player.
        assert_eq!((bench.attack(9), bench.pending()), (5, 0));
        bench.switch();
        poke!(bench.uut.append = true);
        bench.settle();
        assert_eq!(bench.pending(), 5);
        bench.switch();
        assert_eq!(bench.pending(), 0);
        bench.switch();
        assert_eq!(bench.pending(), 5);
        poke!(bench.uut.restart = true);
        bench.settle();
        assert_eq!((bench.attack(2), bench.pending()), (2, 0));
    }

    /// Columns of the board.
    const COLUMNS: u64 = 10;

    impl Bench {
        /// The next draw of a batch that arrives is this number; whether it was taken.
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

        /// A batch of one row arrives, for which these numbers are drawn; the last must be taken.
        fn receive_drawn(&mut self, numbers: &[u64]) {
            poke!(self.uut.append = true);
            self.cycle();
            poke!(self.uut.append = false);
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

    /// Each column but the last one has one of the 16 values of four bits.
    fn is_uniform(values: &[Vec<u64>], last: Option<u64>) -> bool {
        let mut counts = [0; COLUMNS as usize];
        let taken = values.iter().flatten();
        taken.for_each(|&column| counts[column as usize] += 1);
        (0..COLUMNS).all(|column| counts[column as usize] == u64::from(Some(column) != last))
    }

    /// The hole that each of the 16 numbers gives, if it is taken.
    fn holes(last: Option<u64>, hole: &mut dyn FnMut(u64) -> Option<u64>) -> bool {
        let values: Vec<Vec<u64>> = (0..16).map(|n| hole(n).into_iter().collect()).collect();
        is_uniform(&values, last)
    }

    #[test]
    fn all_columns_are_equally_likely_to_be_the_hole_but_the_last() {
        let mut bench = Bench::new();
        // So that the rows of an attack are known.
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
                poke!(bench.uut.append = true);
                bench.cycle();
                poke!(bench.uut.append = false);
                bench.draws(number).then(|| bench.last_hole())
            });
            assert!(uniform, "after column {last:?}");
        }
    }

    #[test]
    fn a_hole_that_is_thrown_away_is_drawn_again_with_four_fresh_bits() {
        let mut bench = Bench::new();
        assert_eq!(bench.attack(1), 1);
        bench.receive_drawn(&[10, 15, 12, 4]);
        bench.receive_drawn(&[4, 11, 4, 9]);
        assert_eq!(bench.rise_all(), [4, 9]);
    }

    #[test]
    fn the_remainder_of_a_number_is_no_uniform_hole() {
        assert!(!holes(None, &mut |number| Some(number % COLUMNS)));
        assert!(!holes(Some(3), &mut |number| (number < COLUMNS).then_some(number)));
    }
}
