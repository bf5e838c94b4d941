//! The rules: one state machine that walks over the cells of the board, one after the other.
//!
//! ```text
//!  Clear -> Wait --tick--> Touch* -> Move* -> Scan* -> Judge --> Create -> Draw* --> Wait
//!            |                                           `-----> Wait
//!            `--press--> FitRead, Fit -> Draw* -> Wait
//! ```
//!
//! A tick is three walks from the bottom row up: *touch* finds out which falling blocks rest on a fixed cell, by the id of each cell;
//! *move* fixes them, moves the others down and takes a row out that is due; *scan* looks for full rows and whether the construction
//! zone is empty. Every cell is read before any cell of its tick's outcome is written above it, so each walk sees the board of the
//! tick before.
//!
//! A block that cannot leave the construction zone has touched as well; when any of its cells is still there, the board is full.
//! A due row takes everything above it down with it, blocks that have touched included: they are not fixed on such a tick.
//!
//! **Shape**: a tick takes 606 clocks, a press 50. Presses are strobes that only count while `is_ready`.
//! **Cost**: 3 block RAMs with its parts.

use super::board::Board;
use super::clock_and_score::ClockAndScore;
use super::falling_block::FallingBlock;
use super::row_completion::RowCompletion;
use super::{sounds, COLUMNS, CONTROL_TICKS, FALLING, FIXED, ROWS, STEERED};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Clear,
    Wait,
    TouchBelow,
    TouchCell,
    TouchJudge,
    MoveRead,
    MoveCell,
    MoveTarget,
    ScanRead,
    ScanCell,
    Judge,
    Create,
    FitRead,
    Fit,
    DrawRead,
    DrawWrite,
}

/// The rules.
#[derive(LogicBlock, Module)]
pub struct GameEngine {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no game, and an empty board some clocks later.
    pub reset: Signal<In, Bit>,
    /// Strobe: a second is over.
    pub tick: Signal<In, Bit>,
    /// Strobe: begin a game.
    pub start: Signal<In, Bit>,
    /// Strobe: end the game and empty the board.
    pub restart: Signal<In, Bit>,
    /// Strobe: turn the block.
    pub rotate: Signal<In, Bit>,
    /// Strobe: shift the block to the left.
    pub shift_left: Signal<In, Bit>,
    /// Strobe: shift the block to the right.
    pub shift_right: Signal<In, Bit>,
    /// Shape and column of the next block, should it come now.
    pub random: Signal<In, Bits<6>>,
    /// Where the picture reads.
    pub picture_address: Signal<In, Bits<7>>,
    /// The colour at the `picture_address` of the clock before.
    pub picture_colour: Signal<Out, Bits<2>>,
    /// Level: presses are taken.
    pub is_ready: Signal<Out, Bit>,
    /// Strobe: a second begins.
    #[default(false)]
    pub clock_restart: Signal<Out, Bit>,
    /// Level: a game has begun and was not reset.
    pub is_started: Signal<Out, Bit>,
    /// Level: it has ended.
    pub is_over: Signal<Out, Bit>,
    /// Level: with three points.
    pub is_won: Signal<Out, Bit>,
    /// Level: the block can be steered.
    pub in_control: Signal<Out, Bit>,
    /// Level: `blinking_row` blinks.
    pub blinks: Signal<Out, Bit>,
    /// The full row.
    pub blinking_row: Signal<Out, Bits<4>>,
    /// Tens of the seconds.
    pub tens: Signal<Out, Bits<4>>,
    /// Units of the seconds.
    pub units: Signal<Out, Bits<4>>,
    /// Points.
    pub score: Signal<Out, Bits<2>>,
    /// Strobe: `sound` is due.
    #[default(false)]
    pub sounds: Signal<Out, Bit>,
    /// Number of a sound.
    pub sound: Signal<Out, Bits<3>>,
    #[part(clock, idle(write))]
    board: Board,
    #[part(idle(create, turn, shift_left, shift_right, fit))]
    block: FallingBlock,
    #[part(idle(clear, tick_done, found))]
    completion: RowCompletion,
    #[part(idle(clear, second, point))]
    counters: ClockAndScore,
    #[reset(State::Clear)]
    state: DFF<State>,
    #[reset(self.last_row.val())]
    row: DFF<Bits<4>>,
    #[reset(self.last_column.val())]
    column: DFF<Bits<3>>,
    tick_is_due: DFF<Bit>,
    game_started: DFF<Bit>,
    game_over: DFF<Bit>,
    game_won: DFF<Bit>,
    /// Ticks for which the block can still be steered.
    control_ticks: DFF<Bits<2>>,
    /// The cell below the one that is looked at is fixed.
    is_fixed_below: DFF<Bit>,
    /// The block of that id has touched.
    even_has_touched: DFF<Bit>,
    odd_has_touched: DFF<Bit>,
    /// The walk has passed the row that is due.
    is_above: DFF<Bit>,
    /// What moves down, or nothing.
    carried: DFF<Bits<3>>,
    has_locked: DFF<Bit>,
    board_is_full: DFF<Bit>,
    /// All cells of the row so far are fixed.
    row_is_full: DFF<Bit>,
    /// No cell so far is in the construction zone.
    zone_is_empty: DFF<Bit>,
    is_playing: Signal<Local, Bit>,
    is_steered: Signal<Local, Bit>,
    looks_below: Signal<Local, Bits<1>>,
    address_row: Signal<Local, Bits<4>>,
    colour: Signal<Local, Bits<2>>,
    is_red: Signal<Local, Bit>,
    is_fixed: Signal<Local, Bit>,
    is_falling: Signal<Local, Bit>,
    has_touched: Signal<Local, Bit>,
    is_forced: Signal<Local, Bit>,
    is_due_row: Signal<Local, Bit>,
    is_row_end: Signal<Local, Bit>,
    is_last: Signal<Local, Bit>,
    #[default(false)]
    advances: Signal<Local, Bit>,
    #[default(false)]
    begins_draw: Signal<Local, Bit>,
    #[value(STEERED)]
    steered: Constant<Bits<2>>,
    #[value(FALLING)]
    falling: Constant<Bits<2>>,
    #[value(FIXED)]
    fixed_cell: Constant<Bits<3>>,
    #[value(ROWS - 1)]
    last_row: Constant<Bits<4>>,
    #[value(COLUMNS - 1)]
    last_column: Constant<Bits<3>>,
    #[value(CONTROL_TICKS)]
    control_length: Constant<Bits<2>>,
    #[value(sounds::MOVE)]
    move_sound: Constant<Bits<3>>,
    #[value(sounds::ROTATE)]
    rotate_sound: Constant<Bits<3>>,
    #[value(sounds::LOCK)]
    lock_sound: Constant<Bits<3>>,
    #[value(sounds::LINE)]
    line_sound: Constant<Bits<3>>,
    #[value(sounds::WIN)]
    win_sound: Constant<Bits<3>>,
    #[value(sounds::LOSS)]
    loss_sound: Constant<Bits<3>>,
}

#[clocked]
impl Logic for GameEngine {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_playing.next = self.game_started.q.val() & !self.game_over.q.val();
        self.is_steered.next = self.control_ticks.q.val().any();
        self.is_started.next = self.game_started.q.val();
        self.is_over.next = self.game_over.q.val();
        self.is_won.next = self.game_won.q.val();
        self.in_control.next = self.is_playing.val() & self.is_steered.val();
        self.blinks.next = self.completion.blinks.val() & self.is_playing.val();
        self.blinking_row.next = self.completion.row.val();
        self.tens.next = self.counters.tens.val();
        self.units.next = self.counters.units.val();
        self.score.next = self.counters.score.val();
        self.board.picture_address.next = self.picture_address.val();
        self.picture_colour.next = self.board.picture_cell.val().get_bits::<2>(0);

        self.is_ready.next = (self.state.q.val() == State::Wait) & !self.tick_is_due.q.val();
        self.sound.next = self.move_sound.val();
        self.board.new_cell.next = 0.into();
        self.block.random.next = self.random.val();
        self.block.row.next = self.row.q.val().get_bits::<2>(0);
        self.block.column.next = self.column.q.val();
        self.completion.found_row.next = self.row.q.val();

        self.looks_below.next = ((self.state.q.val() == State::TouchBelow)
            | (self.state.q.val() == State::MoveTarget))
            .into();
        self.address_row.next = self.row.q.val() + bit_cast::<4, 1>(self.looks_below.val());
        self.board.address.next =
            (bit_cast::<7, 4>(self.address_row.val()) << 3) | bit_cast::<7, 3>(self.column.q.val());
        self.colour.next = self.board.found_cell.val().get_bits::<2>(0);
        self.is_red.next = self.colour.val() == self.steered.val();
        self.is_fixed.next = self.colour.val().all();
        self.is_falling.next = (self.colour.val() == self.falling.val())
            | (self.is_red.val() & !self.is_steered.val());
        self.has_touched.next = self.even_has_touched.q.val();
        if self.board.found_cell.val().get_bit(2) {
            self.has_touched.next = self.odd_has_touched.q.val();
        }
        self.is_forced.next = self.completion.due.val() & self.is_above.q.val();
        self.is_due_row.next =
            self.completion.due.val() & (self.row.q.val() == self.completion.row.val());
        self.is_row_end.next = !self.column.q.val().any();
        self.is_last.next = self.is_row_end.val() & !self.row.q.val().any();
        if self.tick.val() {
            self.tick_is_due.d.next = true;
        }

        match self.state.q.val() {
            State::Clear => {
                self.board.write.next = true;
                self.advances.next = true;
                if self.is_last.val() {
                    self.state.d.next = State::Wait;
                }
            }
            State::Wait => {
                if self.tick_is_due.q.val() {
                    self.tick_is_due.d.next = self.tick.val();
                    if self.is_playing.val() {
                        self.counters.second.next = true;
                        self.state.d.next = State::TouchBelow;
                    }
                } else if self.restart.val() {
                    self.clock_restart.next = true;
                    self.game_started.d.next = false;
                    self.game_over.d.next = false;
                    self.game_won.d.next = false;
                    self.control_ticks.d.next = 0.into();
                    self.completion.clear.next = true;
                    self.counters.clear.next = true;
                    self.state.d.next = State::Clear;
                } else if self.start.val() & !self.game_started.q.val() {
                    self.clock_restart.next = true;
                    self.tick_is_due.d.next = false;
                    self.game_started.d.next = true;
                    self.counters.clear.next = true;
                    self.state.d.next = State::Create;
                } else if self.in_control.val() & self.rotate.val() {
                    self.block.turn.next = true;
                    self.sounds.next = true;
                    self.sound.next = self.rotate_sound.val();
                    self.state.d.next = State::FitRead;
                } else if self.in_control.val() & (self.shift_left.val() != self.shift_right.val())
                {
                    self.block.shift_left.next = self.shift_left.val();
                    self.block.shift_right.next = self.shift_right.val();
                    self.sounds.next = true;
                    self.state.d.next = State::FitRead;
                }
            }
            State::TouchBelow => {
                self.state.d.next = State::TouchCell;
            }
            State::TouchCell => {
                self.is_fixed_below.d.next = self.is_fixed.val();
                self.state.d.next = State::TouchJudge;
            }
            State::TouchJudge => {
                if self.is_falling.val() & self.is_fixed_below.q.val() {
                    if self.board.found_cell.val().get_bit(2) {
                        self.odd_has_touched.d.next = true;
                    } else {
                        self.even_has_touched.d.next = true;
                    }
                }
                self.advances.next = true;
                self.state.d.next = State::TouchBelow;
                if self.is_last.val() {
                    self.state.d.next = State::MoveRead;
                }
            }
            State::MoveRead => {
                self.state.d.next = State::MoveCell;
            }
            State::MoveCell => {
                self.carried.d.next = 0.into();
                if self.is_forced.val() | self.is_due_row.val() {
                    // Red cells stay for as long as they can be steered.
                    if !(self.is_red.val() & self.is_steered.val()) {
                        self.board.write.next = true;
                        if self.is_forced.val() {
                            self.carried.d.next = self.board.found_cell.val();
                        }
                    }
                } else if self.is_falling.val() {
                    if !self.has_touched.val() {
                        self.board.write.next = true;
                        self.carried.d.next = self.board.found_cell.val();
                    } else if self.is_red.val() {
                        self.board_is_full.d.next = true;
                    } else {
                        self.board.write.next = true;
                        self.board.new_cell.next = self.fixed_cell.val();
                        self.has_locked.d.next = true;
                    }
                }
                self.state.d.next = State::MoveTarget;
            }
            State::MoveTarget => {
                self.board.write.next = self.carried.q.val().get_bits::<2>(0).any();
                self.board.new_cell.next = self.carried.q.val();
                // Out of the lowest row of the construction zone, red becomes yellow.
                if (self.carried.q.val().get_bits::<2>(0) == self.steered.val())
                    & self.row.q.val().get_bit(1)
                {
                    self.board.new_cell.next = self.carried.q.val() ^ 3;
                }
                self.advances.next = true;
                self.state.d.next = State::MoveRead;
                if self.is_row_end.val() & self.is_due_row.val() {
                    self.is_above.d.next = true;
                }
                if self.is_last.val() {
                    self.is_above.d.next = false;
                    self.completion.tick_done.next = true;
                    if self.completion.due.val() {
                        self.counters.point.next = true;
                        self.sounds.next = true;
                        self.sound.next = self.line_sound.val();
                        self.has_locked.d.next = false;
                    }
                    self.row_is_full.d.next = true;
                    self.zone_is_empty.d.next = true;
                    self.state.d.next = State::ScanRead;
                }
            }
            State::ScanRead => {
                self.state.d.next = State::ScanCell;
            }
            State::ScanCell => {
                if !self.is_fixed.val() {
                    self.row_is_full.d.next = false;
                }
                if self.is_red.val() {
                    self.zone_is_empty.d.next = false;
                }
                if self.is_row_end.val() {
                    self.completion.found.next = self.row_is_full.q.val() & self.is_fixed.val();
                    self.row_is_full.d.next = true;
                }
                self.advances.next = true;
                self.state.d.next = State::ScanRead;
                if self.is_last.val() {
                    self.state.d.next = State::Judge;
                }
            }
            State::Judge => {
                self.even_has_touched.d.next = false;
                self.odd_has_touched.d.next = false;
                self.has_locked.d.next = false;
                self.board_is_full.d.next = false;
                if self.is_steered.val() {
                    self.control_ticks.d.next = self.control_ticks.q.val() - 1;
                }
                self.state.d.next = State::Wait;
                if self.counters.has_won.val() {
                    self.game_over.d.next = true;
                    self.game_won.d.next = true;
                    self.sounds.next = true;
                    self.sound.next = self.win_sound.val();
                } else if self.board_is_full.q.val() | self.counters.time_is_up.val() {
                    self.game_over.d.next = true;
                    self.sounds.next = true;
                    self.sound.next = self.loss_sound.val();
                } else {
                    self.sounds.next = self.has_locked.q.val();
                    self.sound.next = self.lock_sound.val();
                    if self.zone_is_empty.q.val() {
                        self.state.d.next = State::Create;
                    }
                }
            }
            State::Create => {
                self.block.create.next = true;
                self.control_ticks.d.next = self.control_length.val();
                self.begins_draw.next = true;
                self.state.d.next = State::DrawRead;
            }
            State::FitRead => {
                self.state.d.next = State::Fit;
            }
            State::Fit => {
                if self.block.fits.val() {
                    self.begins_draw.next = true;
                    self.state.d.next = State::DrawRead;
                } else {
                    self.block.fit.next = true;
                }
            }
            State::DrawRead => {
                self.state.d.next = State::DrawWrite;
            }
            State::DrawWrite => {
                self.board.write.next = true;
                if self.block.is_lit.val() {
                    self.board.new_cell.next = bit_cast::<3, 2>(self.steered.val())
                        | (bit_cast::<3, 1>(self.block.id.val().into()) << 2);
                }
                self.advances.next = true;
                self.state.d.next = State::DrawRead;
                if self.is_last.val() {
                    self.state.d.next = State::Wait;
                }
            }
            _ => {
                self.state.d.next = State::Clear;
            }
        }
        if self.advances.val() {
            self.column.d.next = self.column.q.val() - 1;
            if self.is_row_end.val() {
                self.column.d.next = self.last_column.val();
                self.row.d.next = self.row.q.val() - 1;
            }
            if self.is_last.val() {
                self.row.d.next = self.last_row.val();
            }
        }
        if self.begins_draw.val() {
            self.row.d.next = 2.into();
        }
    }
}
