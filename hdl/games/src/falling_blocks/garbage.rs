//! Rows that the opponent has sent and that have not risen yet.
//!
//! An attack becomes one batch: a number of rows with their hole in one column, drawn when the batch arrives, never the column of the batch
//! before. Batches wait in a queue of eight; an attack that finds it full adds its rows to the newest batch. The player's own attacks take rows
//! away again, from the oldest batch first, and what is left of them goes to the opponent. Rows that rise leave from the oldest batch too.
//!
//! The queues of both players lie in one block RAM; their ends are part of the state that the players exchange.
//!
//! **Shape**: commands are strobes, taken while `busy` is low. After *cancel*, `left_over` says how many rows are to be sent. `hole` belongs to the
//! row that the last *rise* took.
//! **Latency**: four cycles for each batch touched; a hole takes four more for each draw.

use gatefall_widgets::random::lfsr32::Lfsr32;
use rust_hdl::prelude::*;

/// Bits of state that the players exchange.
pub(super) const STATE_LENGTH: u64 = 18;

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
#[derive(LogicBlock)]
pub struct Garbage {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game, nothing is pending.
    pub restart: Signal<In, Bit>,
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
    /// `{rows, hole}`
    batches: RAM<Bits<8>, 4>,
    lfsr: Lfsr32,
    step: DFF<Step>,
    rising: DFF<Bit>,
    attack: DFF<Bits<4>>,
    head: DFF<Bits<3>>,
    depth: DFF<Bits<4>>,
    last_hole: DFF<Bits<4>>,
    total: DFF<Bits<7>>,
    pause: DFF<Bits<2>>,
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
    most_rows: Constant<Bits<4>>,
}

impl Default for Garbage {
    fn default() -> Self {
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, restart, player, cancel, append, rise, lines, left_over, hole,
                pending, busy, swap, chain_in, chain_out, lfsr, step, rising, attack, head, depth,
                last_hole, total, pause, rising_hole, tail, index, rows, batch_hole, taken, rows_left, rows_sum,
                rows_added, more_rows, drawn, is_good,
            }
            most_rows: Constant::new(15u8.to_bits()),
            batches: std::iter::repeat_n(Bits::<8>::default(), 16).into(),
        }
    }
}

impl Logic for Garbage {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            step,
            rising,
            attack,
            head,
            depth,
            last_hole,
            total,
            pause,
            rising_hole
        );
        clock!(self, clock, lfsr);
        self.lfsr.reset.next = self.reset.val();
        self.lfsr.enable.next = true;
        self.lfsr.shift.next = false;
        self.lfsr.serial_in.next = false;
        self.left_over.next = self.attack.q.val();
        self.pending.next = self.total.q.val();
        self.busy.next = self.step.q.val() != Step::Idle;

        self.rows.next = self.batches.read_data.val().get_bits::<4>(4);
        self.batch_hole.next = self.batches.read_data.val().get_bits::<4>(0);
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
        self.batches.read_clock.next = self.clock.val();
        self.batches.write_clock.next = self.clock.val();
        self.batches.write_enable.next = false;
        self.batches.write_data.next =
            (bit_cast::<8, 4>(self.rows_left.val()) << 4) | bit_cast::<8, 4>(self.batch_hole.val());
        self.pause.d.next = self.pause.q.val() + 1;
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
                self.batches.write_enable.next = true;
                self.attack.d.next = self.attack.q.val() - self.taken.val();
                self.total.d.next = self.total.q.val() - bit_cast::<7, 4>(self.taken.val());
                if !self.rows_left.val().any() {
                    self.head.d.next = self.head.q.val() + 1;
                    self.depth.d.next = self.depth.q.val() - 1;
                }
                self.step.d.next = Step::ReadOldest;
            }
            Step::Rise => {
                self.batches.write_enable.next = true;
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
                self.batches.write_enable.next = true;
                self.batches.write_data.next = (bit_cast::<8, 4>(self.more_rows.val()) << 4)
                    | bit_cast::<8, 4>(self.batch_hole.val());
                self.total.d.next = self.total.q.val() + bit_cast::<7, 4>(self.rows_added.val());
                self.step.d.next = Step::Idle;
            }
            Step::Draw => {
                // Four fresh bits for each draw.
                if self.pause.q.val().all() & self.is_good.val() {
                    self.last_hole.d.next = self.drawn.val();
                    self.step.d.next = Step::Append;
                }
            }
            Step::Append => {
                self.index.next = self.tail.val();
                self.batches.write_enable.next = true;
                self.batches.write_data.next = (bit_cast::<8, 4>(self.attack.q.val()) << 4)
                    | bit_cast::<8, 4>(self.last_hole.q.val());
                self.total.d.next = self.total.q.val() + bit_cast::<7, 4>(self.attack.q.val());
                self.depth.d.next = self.depth.q.val() + 1;
                self.step.d.next = Step::Idle;
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
        self.batches.read_address.next =
            (bit_cast::<4, 1>(self.player.val().into()) << 3) | bit_cast::<4, 3>(self.index.val());
        self.batches.write_address.next =
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
        if self.restart.val() | self.reset.val() {
            self.head.d.next = 0.into();
            self.depth.d.next = 0.into();
            self.last_hole.d.next = 15.into();
            self.total.d.next = 0.into();
        }
        if self.reset.val() {
            self.step.d.next = Step::Idle;
            self.rising.d.next = false;
            self.attack.d.next = 0.into();
            self.last_hole.d.next = 0.into();
            self.pause.d.next = 0.into();
            self.rising_hole.d.next = 0.into();
        }
    }
}
