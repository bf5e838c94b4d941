//! Rules engine: ticks, presses and the end of a game.
//!
//! ```text
//!  Walk --done--> Wait --tick--> Walk --done--> Judge --> Create --> Walk (draw) --> Wait
//!                  |                              `-----> Wait
//!                  `--press--> FitRead, Fit --> Walk (draw) --> Wait
//! ```
//!
//! [`BoardUpdate`] changes the board; this module decides when and takes the results. A press moves
//! the block, which then goes back column by column until it fits.
//!
//! **Interface**: presses are strobes that count only while `is_ready`.
//!
//! **Latency**: a tick takes 606 clocks with a new block, a press 50.

use super::board_update::BoardUpdate;
use super::cells::CONTROL_TICKS;
use super::clock_and_score::ClockAndScore;
use super::falling_block::FallingBlock;
use super::sounds;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Walk,
    Wait,
    Judge,
    Create,
    FitRead,
    Fit,
}

/// The rules engine.
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
    /// Address at which the picture reads.
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
    #[part(idle(start_clear, start_tick, start_draw, taken))]
    board_update: BoardUpdate,
    #[part(idle(create, turn, shift_left, shift_right, fit))]
    block: FallingBlock,
    #[part(idle(clear, second, point))]
    counters: ClockAndScore,
    #[reset(State::Walk)]
    state: DFF<State>,
    tick_is_due: DFF<Bit>,
    game_started: DFF<Bit>,
    game_over: DFF<Bit>,
    game_won: DFF<Bit>,
    /// Ticks for which the block can still be steered.
    control_ticks: DFF<Bits<2>>,
    is_playing: Signal<Local, Bit>,
    is_steered: Signal<Local, Bit>,
    steers: Signal<Local, Bit>,
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
        self.blinks.next = self.board_update.blinks.val() & self.is_playing.val();
        self.blinking_row.next = self.board_update.full_row.val();
        self.tens.next = self.counters.tens.val();
        self.units.next = self.counters.units.val();
        self.score.next = self.counters.score.val();
        self.board_update.picture_address.next = self.picture_address.val();
        self.picture_colour.next = self.board_update.picture_cell.val().get_bits::<2>(0);
        self.board_update.is_steered.next = self.is_steered.val();
        self.board_update.is_lit.next = self.block.is_lit.val();
        self.board_update.id.next = self.block.id.val();
        self.block.random.next = self.random.val();
        self.block.row.next = self.board_update.row.val().get_bits::<2>(0);
        self.block.column.next = self.board_update.column.val();
        self.is_ready.next = (self.state.q.val() == State::Wait) & !self.tick_is_due.q.val();
        self.sound.next = self.move_sound.val();
        self.tick_is_due.d.next = self.tick_is_due.q.val() | self.tick.val();

        self.steers.next = self.in_control.val()
            & (self.rotate.val() | (self.shift_left.val() != self.shift_right.val()));
        match self.state.q.val() {
            State::Walk => {
                if self.board_update.removed.val() {
                    self.counters.point.next = true;
                    self.sounds.next = true;
                    self.sound.next = self.line_sound.val();
                }
                if self.board_update.is_done.val() {
                    self.state.d.next = State::Wait;
                }
                if self.board_update.ends_tick.val() {
                    self.state.d.next = State::Judge;
                }
            }
            State::Wait => {
                if self.tick_is_due.q.val() {
                    self.tick_is_due.d.next = self.tick.val();
                    if self.is_playing.val() {
                        self.counters.second.next = true;
                        self.board_update.start_tick.next = true;
                        self.state.d.next = State::Walk;
                    }
                } else if self.restart.val() {
                    self.clock_restart.next = true;
                    self.game_started.d.next = false;
                    self.game_over.d.next = false;
                    self.game_won.d.next = false;
                    self.control_ticks.d.next = 0.into();
                    self.counters.clear.next = true;
                    self.board_update.start_clear.next = true;
                    self.state.d.next = State::Walk;
                } else if self.start.val() & !self.game_started.q.val() {
                    self.clock_restart.next = true;
                    self.tick_is_due.d.next = false;
                    self.game_started.d.next = true;
                    self.counters.clear.next = true;
                    self.state.d.next = State::Create;
                } else if self.steers.val() {
                    self.block.turn.next = self.rotate.val();
                    self.block.shift_left.next = !self.rotate.val() & self.shift_left.val();
                    self.block.shift_right.next = !self.rotate.val() & self.shift_right.val();
                    self.sounds.next = true;
                    if self.rotate.val() {
                        self.sound.next = self.rotate_sound.val();
                    }
                    self.state.d.next = State::FitRead;
                }
            }
            State::Judge => {
                self.board_update.taken.next = true;
                if self.is_steered.val() {
                    self.control_ticks.d.next = self.control_ticks.q.val() - 1;
                }
                self.state.d.next = State::Wait;
                if self.counters.has_won.val() {
                    self.game_over.d.next = true;
                    self.game_won.d.next = true;
                    self.sounds.next = true;
                    self.sound.next = self.win_sound.val();
                } else if self.board_update.board_is_full.val() | self.counters.time_is_up.val() {
                    self.game_over.d.next = true;
                    self.sounds.next = true;
                    self.sound.next = self.loss_sound.val();
                } else {
                    self.sounds.next = self.board_update.has_locked.val();
                    self.sound.next = self.lock_sound.val();
                    if self.board_update.zone_is_empty.val() {
                        self.state.d.next = State::Create;
                    }
                }
            }
            State::Create => {
                self.block.create.next = true;
                self.control_ticks.d.next = self.control_length.val();
                self.board_update.start_draw.next = true;
                self.state.d.next = State::Walk;
            }
            State::FitRead => {
                self.state.d.next = State::Fit;
            }
            State::Fit => {
                if self.block.fits.val() {
                    self.board_update.start_draw.next = true;
                    self.state.d.next = State::Walk;
                } else {
                    self.block.fit.next = true;
                }
            }
            _ => {
                self.state.d.next = State::Walk;
            }
        }
    }
}
