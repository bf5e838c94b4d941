//! Raises garbage after a lock without a clear.
//!
//! The rows that wait rise one by one, at most ten after one lock. A row that pushes a cell out at
//! the top puts the player out, but only after all rows have risen.
//!
//! **Interface**: `rise` and `new_game` are strobes. `rise` is taken while `busy` is low.
//! `take_row`, `raise_board`, `next_piece` and `enter_out` are strobes.
//!
//! **Latency**: 484 clocks for each row, 480 of them for the sweep of the board.
//!
//! **Source**: `docs/rules.md`, two players and garbage.

use crate::falling_blocks::board::raise_rows::RaiseRows;
use crate::falling_blocks::versus::garbage::Garbage;
use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Definition, Ending, Mutant, Property, Wait};
use rust_hdl::prelude::*;

/// Highest number of rows that rise after one lock.
const MOST_RAISED: u8 = 10;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    TakeRow,
    RaiseRow,
}

/// State machine of rising garbage.
#[derive(LogicBlock, Module)]
pub struct GarbageRise {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Abort: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// Level: a game of two with garbage. Low holds the machine in reset.
    pub versus: Signal<In, Bit>,
    /// Start: at least one row waits.
    pub rise: Signal<In, Bit>,
    /// Level: rows wait for this player.
    pub garbage_waits: Signal<In, Bit>,
    /// Level: a command of `garbage` runs.
    pub garbage_busy: Signal<In, Bit>,
    /// Level: a sweep of the board runs.
    pub board_busy: Signal<In, Bit>,
    /// Level while the board is idle: the last row pushed a cell out at the top.
    pub overflow: Signal<In, Bit>,
    /// Remove a row from the garbage that waits.
    #[default(false)]
    pub take_row: Signal<Out, Bit>,
    /// Insert that row at the floor of the board.
    #[default(false)]
    pub raise_board: Signal<Out, Bit>,
    /// All rows have risen: the next piece comes in.
    #[default(false)]
    pub next_piece: Signal<Out, Bit>,
    /// All rows have risen: the player has topped out.
    #[default(false)]
    pub enter_out: Signal<Out, Bit>,
    /// Level: garbage rises.
    pub busy: Signal<Out, Bit>,
    #[reset(State::Idle, or = self.new_game.val() | !self.versus.val())]
    state: DFF<State>,
    #[reset(or = !self.versus.val())]
    raised: DFF<Bits<4>>,
    #[reset(or = !self.versus.val())]
    pushed_out: DFF<Bit>,
    next_raised: Signal<Local, Bits<4>>,
    overflows: Signal<Local, Bit>,
    #[value(MOST_RAISED)]
    most_raised: Constant<Bits<4>>,
}

#[clocked]
impl Logic for GarbageRise {
    #[hdl_gen]
    fn update(&mut self) {
        self.busy.next = self.state.q.val() != State::Idle;
        self.next_raised.next = self.raised.q.val() + 1;
        self.overflows.next = self.pushed_out.q.val() | self.overflow.val();
        match self.state.q.val() {
            State::Idle => {
                if self.rise.val() {
                    self.take_row.next = true;
                    self.raised.d.next = 0.into();
                    self.pushed_out.d.next = false;
                    self.state.d.next = State::TakeRow;
                }
            }
            State::TakeRow => {
                if !self.garbage_busy.val() {
                    self.raise_board.next = true;
                    self.raised.d.next = self.next_raised.val();
                    self.state.d.next = State::RaiseRow;
                }
            }
            State::RaiseRow => {
                if !self.board_busy.val() {
                    self.pushed_out.d.next = self.overflows.val();
                    if self.garbage_waits.val() & (self.raised.q.val() != self.most_raised.val()) {
                        self.take_row.next = true;
                        self.state.d.next = State::TakeRow;
                    } else {
                        self.enter_out.next = self.overflows.val();
                        self.next_piece.next = !self.overflows.val();
                        self.state.d.next = State::Idle;
                    }
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }
    }
}

impl GarbageRise {
    /// Longest rise: each row is taken from the garbage and raised.
    pub const MOST_CLOCKS: u32 =
        MOST_RAISED as u32 * (Garbage::MOST_CLOCKS + RaiseRows::MOST_CLOCKS + 2);

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &[
            "raised <= MOST_RAISED",
            "state != STATE_TAKE_ROW || raised < MOST_RAISED",
            "state != STATE_RAISE_ROW || raised != 0",
        ],
        waits: &[
            Wait::new("garbage", "garbage_busy", Garbage::MOST_CLOCKS),
            Wait::new("board", "board_busy", RaiseRows::MOST_CLOCKS),
        ],
        definitions: &[Definition::new(
            "row",
            20,
            "garbage_limit + board_limit + 2",
        )],
        ..Property::ends(
            "a rise ends within 5,630 clocks",
            Ending {
                busy: "busy",
                spent: "state == STATE_TAKE_ROW ? raised * row + garbage_wait \
                            : (raised - 1) * row + garbage_limit + 1 + board_wait",
                clocks: Self::MOST_CLOCKS,
            },
            Mutant::new("raised <= next_raised", "raised <= raised", 8),
        )
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A rise of as many rows; does each push a cell out? True if the player has topped out.
    fn tops_out(uut: &mut Bench<GarbageRise>, overflows: &[bool]) -> bool {
        poke!(uut.garbage_waits = true);
        poke!(uut.rise = true);
        assert!(peek!(uut.take_row));
        tick!(uut);
        poke!(uut.rise = false);
        for (row, &overflow) in (1..).zip(overflows) {
            assert!(peek!(uut.raise_board));
            tick!(uut);
            poke!(uut.garbage_waits = row < overflows.len());
            poke!(uut.overflow = overflow);
            assert_eq!(peek!(uut.take_row), row < overflows.len());
            if row < overflows.len() {
                tick!(uut);
            }
        }
        let is_out = peek!(uut.enter_out);
        assert_eq!(peek!(uut.next_piece), !is_out);
        tick!(uut);
        assert!(!peek!(uut.busy));
        is_out
    }

    #[test]
    fn a_cell_that_any_row_pushes_out_ends_the_game_after_the_last_row() {
        let mut uut = Bench::new(GarbageRise::default());
        poke!(uut.versus = true);
        for overflows in [
            [false, false, false],
            [true, false, false],
            [false, true, false],
            [false, false, true],
            [false, false, false],
        ] {
            let expected = overflows.contains(&true);
            assert_eq!(tops_out(&mut uut, &overflows), expected, "{overflows:?}");
        }
    }
}
