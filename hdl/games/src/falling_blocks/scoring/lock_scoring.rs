//! Scores of a lock and of the rows of a drop.
//!
//! ```text
//!  moves of the piece -> t_spin_detector -> clear_scoring -> scoreboard -> digits
//!            rows filled --------------------^   |      ^
//!                                                |      +-- rows of a soft or hard drop
//!                                                +-> rows of garbage to send
//! ```
//!
//! **Interface**: see [`LockScoringPort`]. `attack` is valid from the `score` strobe until the next
//! one.
//!
//! **Latency**: that of [`ClearScoring`] for a lock, and of [`Scoreboard`] for a row of a drop.

use super::clear_scoring::{spin, ClearScoring};
use super::scoreboard::Scoreboard;
use super::t_spin_detector::TSpinDetector;
use crate::falling_blocks::exchange::game_memory::MemoryClient;
use crate::falling_blocks::piece::piece_interface::SpinPlace;
use crate::falling_blocks::shell::sound_events::{ClearDetail, ClearKind, ScoredLock};
use crate::falling_blocks::shell::text::{DigitWrite, TextLayout};
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Events that score, and the state of scoring.
#[interface(client = LockScoringClient)]
pub struct LockScoringPort {
    /// Strobe: abort the score of a lock; a new game begins.
    pub new_game: Signal<In, Bit>,
    /// Strobe: all units are idle; no combo and no back-to-back.
    pub restart: Signal<In, Bit>,
    /// Strobe: the game of the player at hand starts; clear the digits.
    pub start_game: Signal<In, Bit>,
    /// Strobe: the piece was turned.
    pub turned: Signal<In, Bit>,
    /// Strobe: the piece has come in, was shifted or fell.
    pub moved: Signal<In, Bit>,
    /// Strobe: the corners are read; detect a T-spin.
    pub detect_spin: Signal<In, Bit>,
    /// Strobe: the rows are counted; score the lock.
    pub score: Signal<In, Bit>,
    /// Strobe: the lock is scored.
    pub scored: Signal<In, Bit>,
    /// Strobe: the piece has moved down by a row that scores.
    pub score_row: Signal<In, Bit>,
    /// With `score_row`: the piece is dropped.
    pub is_hard_drop: Signal<In, Bit>,
    /// Level: a lock is being scored.
    pub busy: Signal<Out, Bit>,
    /// Level: the scoreboard takes no row of a drop.
    pub scoreboard_busy: Signal<Out, Bit>,
    /// Level: the last line added has reached the goal.
    pub goal_reached: Signal<Out, Bit>,
}

/// T-spin detector, points and digits.
#[derive(LogicBlock, Module)]
pub struct LockScoring {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Events that score, and the state of scoring.
    pub control: LockScoringPort,
    /// Level: a game of two.
    pub two_players: Signal<In, Bit>,
    /// Player at hand, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Level at which a game starts, two decimal digits, 01 to 15.
    pub start_level: Signal<In, Bits<5>>,
    /// Level: lines do not raise the level.
    pub fixed_level: Signal<In, Bit>,
    /// Tens of lines that are the goal, two decimal digits; 0 is no goal.
    pub goal: Signal<In, Bits<5>>,
    /// Strobe: raise the level, up to 15. Only while the scoreboard is idle.
    pub raise_level: Signal<In, Bit>,
    /// Shape of the piece, 1 to 7.
    pub shape: Signal<In, Bits<3>>,
    /// Corners and kick of the last turn.
    pub spin: SpinPlace,
    /// Full rows, 0 to 4.
    pub full_rows: Signal<In, Bits<3>>,
    /// Level: cells are left outside of the full rows.
    pub leftover: Signal<In, Bit>,
    /// Level of the game, 1 to 29.
    pub level: Signal<Out, Bits<5>>,
    /// Rows of garbage that the lock sends, 0 to 12.
    pub attack: Signal<Out, Bits<4>>,
    /// A lock, when it is scored.
    pub lock: ScoredLock,
    /// Its kind.
    pub kind: ClearKind,
    /// Details of its name.
    pub detail: ClearDetail,
    /// Writes the digits of the picture.
    pub digit: DigitWrite,
    /// The memory of the games.
    pub memory: MemoryClient,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[part]
    #[context]
    t_spin_detector: TSpinDetector,
    #[part]
    #[context]
    clear_scoring: ClearScoring,
    #[part]
    #[context]
    #[given]
    scoreboard: Scoreboard,
    #[value(spin::MINI)]
    mini_spin: Constant<Bits<2>>,
    #[value(1)]
    soft_drop_points: Constant<Bits<16>>,
    #[value(2)]
    hard_drop_points: Constant<Bits<16>>,
}

impl LockScoring {
    /// Writes the digits to `layouts`: that of a game of one, then those of players 1 and 2.
    pub fn new(layouts: &[TextLayout; 3]) -> Self {
        construct!(LockScoring {
            scoreboard: Scoreboard::new(layouts),
        })
    }
}

#[clocked]
impl Logic for LockScoring {
    #[hdl_gen]
    fn update(&mut self) {
        self.t_spin_detector.turned.next = self.control.turned.val();
        self.t_spin_detector.moved.next = self.control.moved.val();
        self.t_spin_detector.detect.next = self.control.detect_spin.val();
        self.t_spin_detector.shape.next = self.shape.val();
        SpinPlace::link(&mut self.spin, &mut self.t_spin_detector.place);
        self.lock.scored.next = self.control.scored.val();
        self.lock.lines.next = self.full_rows.val();
        self.lock.t_spin.next = self.t_spin_detector.kind.val().any();

        // After `new_game` the scoreboard must not get another command. After the exchange that
        // may follow, the state is the other player's, so `restart` clears it once more.
        self.clear_scoring.restart.next =
            self.control.new_game.val() | (self.control.restart.val() & self.two_players.val());
        self.clear_scoring.start.next = self.control.score.val();
        self.clear_scoring.lines.next = self.full_rows.val();
        self.kind.perfect.next = !self.leftover.val() & self.full_rows.val().any();
        self.kind.succession.next = self.clear_scoring.succession.val();
        self.clear_scoring.perfect.next = self.kind.perfect.val();
        self.clear_scoring.spin.next = self.t_spin_detector.kind.val();
        self.clear_scoring.level.next = self.scoreboard.level.val();
        self.clear_scoring.scoreboard_busy.next = self.scoreboard.busy.val();
        self.control.busy.next = self.clear_scoring.busy.val();
        self.attack.next = self.clear_scoring.attack.val();
        self.kind.back_to_back.next = self.clear_scoring.back_to_back.val();
        self.detail.mini.next = self.t_spin_detector.kind.val() == self.mini_spin.val();
        self.detail.sent.next = self.clear_scoring.attack.val();

        self.scoreboard.two_players.next = self.two_players.val();
        self.scoreboard.player.next = self.player.val();
        self.scoreboard.start_level.next = self.start_level.val();
        self.scoreboard.fixed_level.next = self.fixed_level.val();
        self.scoreboard.goal.next = self.goal.val();
        self.scoreboard.raise_level.next = self.raise_level.val();
        self.scoreboard.restart.next = self.control.start_game.val();
        self.scoreboard.add_line.next = self.clear_scoring.add_line.val();
        self.scoreboard.add_points.next =
            self.clear_scoring.add_points.val() | self.control.score_row.val();
        self.scoreboard.points.next = self.clear_scoring.points.val();
        if self.control.score_row.val() {
            self.scoreboard.points.next = self.soft_drop_points.val();
            if self.control.is_hard_drop.val() {
                self.scoreboard.points.next = self.hard_drop_points.val();
            }
        }
        self.control.scoreboard_busy.next = self.scoreboard.busy.val();
        self.control.goal_reached.next = self.goal.val().any() & self.scoreboard.goal_reached.val();
        self.level.next = self.scoreboard.level.val();
        DigitWrite::link(&mut self.digit, &mut self.scoreboard.digit_write);
        MemoryClient::link(&mut self.memory, &mut self.scoreboard.memory);
    }
}
