//! Enters in the ledger what happens, and has it written to the screen: settings, time, statistics, records.
//!
//! Everything is a step with one walk of the [`Ledger`]:
//!
//! ```text
//! a lock, a new game, an end:  Pieces, Quads, Spins, Chain, Compare, Combo      a lock counts, a new game clears
//! a new game, an end:          Time, CompareBest, Best, WinsOne, WinsTwo        an end may be a record, or won
//! another scene, a change:     Rows, sixteen times                              what else is due comes in between
//! a hundredth of a second:     Hundredth                                        the countdown: Count
//! ```
//!
//! **Shape**: strobes are remembered until their steps begin. A lock waits for two other steps at most, and takes six: less than 220 clocks, in which no other comes. Each
//! number that is at its highest value takes 24 more. A new game would change what an
//! end is about: `ending` keeps the keys from starting one until everything is entered.
//! **Cost**: 284 LC in the arcade and 1 block RAM, with its ledger.

use super::book::item;
use super::ledger::Ledger;
use crate::arcade::picture::screens::field;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    Hundredth,
    Count,
    Rows,
    Pieces,
    Quads,
    Spins,
    Chain,
    Compare,
    Combo,
    Time,
    CompareBest,
    Best,
    WinsOne,
    WinsTwo,
}

/// Keeps the ledger.
#[derive(LogicBlock, Module)]
pub struct Clerk {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; then the settings are written.
    pub reset: Signal<In, Bit>,
    /// Number of the screen.
    pub scene: Signal<In, Bits<4>>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// Level: the game is paused.
    pub in_pause: Signal<In, Bit>,
    /// Level: the scene after a game.
    pub in_end: Signal<In, Bit>,
    /// Which mode, as the settings number them.
    pub mode: Signal<In, Bits<3>>,
    /// Strobe: a setting is about to change; a clock later the next two speak of another row.
    pub changed: Signal<In, Bit>,
    /// The row of the settings that is looked at.
    pub row: Signal<Out, Bits<4>>,
    /// What shows that row, a clock later.
    pub row_item: Signal<In, Bits<6>>,
    /// It is a number.
    pub row_is_number: Signal<In, Bit>,
    /// Strobe: a new game.
    pub new_game: Signal<In, Bit>,
    /// Strobe: a piece is locked and paid; the next two tell for what.
    pub paid: Signal<In, Bit>,
    /// Rows it filled.
    pub lines: Signal<In, Bits<3>>,
    /// It was a T-spin.
    pub t_spin: Signal<In, Bit>,
    /// Strobe: a hundredth of a second has passed.
    pub hundredth: Signal<In, Bit>,
    /// Strobe: the countdown shows another number.
    pub counted: Signal<In, Bit>,
    /// That number.
    pub number: Signal<In, Bits<2>>,
    /// Strobe: the game has ended; the next two tell how.
    pub ends: Signal<In, Bit>,
    /// Its goal was reached, or its time is up.
    pub finished: Signal<In, Bit>,
    /// Who is out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<In, Bits<2>>,
    /// Level: from the next clock on, the end of a game is being entered.
    pub ending: Signal<Out, Bit>,
    /// Level: a walk of the ledger goes on. A reset that stopped it would leave half a number.
    pub is_writing: Signal<Out, Bit>,
    /// Level: the scoreboard writes to the screen.
    pub blocked: Signal<In, Bit>,
    /// The digit of the score of a game of one that it writes, see [`Ledger::position`].
    pub position: Signal<In, Bits<4>>,
    /// That digit.
    pub digit: Signal<In, Bits<6>>,
    /// Strobe: the time of ultra is up.
    #[default(false)]
    pub time_up: Signal<Out, Bit>,
    /// Level: the last game of one is the best of its mode.
    pub record: Signal<Out, Bit>,
    /// Where to write to the screen.
    pub text_address: Signal<Out, Bits<12>>,
    /// The character.
    pub text_code: Signal<Out, Bits<6>>,
    /// Strobe: write it.
    pub text_write: Signal<Out, Bit>,
    #[part(idle(is_number, up, down, copy))]
    ledger: Ledger,
    #[reset(Step::Idle)]
    step: DFF<Step>,
    is_fresh: DFF<Bit>,
    row_now: DFF<Bits<4>>,
    scene_before: DFF<Bits<4>>,
    rows_stand: DFF<Bit>,
    count_due: DFF<Bit>,
    hundredth_due: DFF<Bit>,
    lock_due: DFF<Bit>,
    start_due: DFF<Bit>,
    end_due: DFF<Bit>,
    counts: DFF<Bit>,
    counted_lines: DFF<Bits<3>>,
    counted_spin: DFF<Bit>,
    clears: DFF<Bit>,
    in_chain: DFF<Bit>,
    is_better: DFF<Bit>,
    is_record: DFF<Bit>,
    sprint: Signal<Local, Bit>,
    ultra: Signal<Local, Bit>,
    is_over: Signal<Local, Bit>,
    ends_step: Signal<Local, Bit>,
    changes: Signal<Local, Bit>,
    next_row: Signal<Local, Bits<4>>,
    best: Signal<Local, Bits<6>>,
    result: Signal<Local, Bits<6>>,
    wins: Signal<Local, Bits<6>>,
    beats: Signal<Local, Bit>,
    #[value(field::SOUND.0)]
    silence_line: Constant<Bits<4>>,
    #[value(field::HEADLINE.0)]
    headline: Constant<Bits<4>>,
    column_value: Constant<Bits<6>>,
    column_silence: Constant<Bits<6>>,
    column_big: Constant<Bits<6>>,
    column_count: Constant<Bits<6>>,
    column_best: Constant<Bits<6>>,
    column_wins_one: Constant<Bits<6>>,
    column_wins_two: Constant<Bits<6>>,
    line_time: Constant<Bits<6>>,
    line_count: Constant<Bits<6>>,
    line_count_of_two: Constant<Bits<6>>,
    line_pieces: Constant<Bits<6>>,
    line_quads: Constant<Bits<6>>,
    line_spins: Constant<Bits<6>>,
    line_combo: Constant<Bits<6>>,
    line_best: Constant<Bits<6>>,
    line_wins: Constant<Bits<6>>,
    item_headlines: Constant<Bits<6>>,
    item_paused: Constant<Bits<6>>,
    item_time: Constant<Bits<6>>,
    item_score: Constant<Bits<6>>,
    item_pieces: Constant<Bits<6>>,
    item_quads: Constant<Bits<6>>,
    item_spins: Constant<Bits<6>>,
    item_chain: Constant<Bits<6>>,
    item_combo: Constant<Bits<6>>,
    item_three_minutes: Constant<Bits<6>>,
    item_best: Constant<Bits<6>>,
    item_wins: Constant<Bits<6>>,
    item_count: Constant<Bits<6>>,
}

impl Default for Clerk {
    fn default() -> Self {
        let six = |number: u8| Constant::new(number.to_bits());
        construct!(Clerk {
            column_value: six(field::VALUE.1),
            column_silence: six(field::SOUND.1),
            column_big: six(field::TIME.1),
            column_count: six(field::FIRST_COUNT.1),
            column_best: six(field::BEST.1),
            column_wins_one: six(field::WINS_ONE.1),
            column_wins_two: six(field::WINS_TWO.1),
            line_time: six(field::TIME.0),
            line_count: six(field::COUNT.0),
            line_count_of_two: six(field::line::COUNT_OF_TWO),
            line_pieces: six(field::FIRST_COUNT.0),
            line_quads: six(field::FIRST_COUNT.0 + 1),
            line_spins: six(field::FIRST_COUNT.0 + 2),
            line_combo: six(field::FIRST_COUNT.0 + 3),
            line_best: six(field::BEST.0),
            line_wins: six(field::WINS_ONE.0),
            item_headlines: six(item::HEADLINES),
            item_paused: six(item::PAUSED),
            item_time: six(item::TIME),
            item_score: six(item::SCORE),
            item_pieces: six(item::PIECES),
            item_quads: six(item::QUADS),
            item_spins: six(item::SPINS),
            item_chain: six(item::CHAIN),
            item_combo: six(item::COMBO),
            item_three_minutes: six(item::THREE_MINUTES),
            item_best: six(item::BEST),
            item_wins: six(item::WINS),
            item_count: six(item::COUNT),
        })
    }
}

#[clocked]
impl Logic for Clerk {
    #[hdl_gen]
    fn update(&mut self) {
        self.ledger.blocked.next = self.blocked.val();
        self.ledger.position.next = self.position.val();
        self.ledger.digit.next = self.digit.val();
        self.text_address.next = self.ledger.text_address.val();
        self.text_code.next = self.ledger.text_code.val();
        self.text_write.next = self.ledger.text_write.val();
        self.record.next = self.is_record.q.val();
        self.ending.next = self.ends.val() | self.end_due.q.val();
        self.is_writing.next = self.ledger.busy.val();
        self.sprint.next = self.mode.val() == 1;
        self.ultra.next = self.mode.val() == 2;
        // What runs is neither a lock nor a new game.
        self.is_over.next = !self.counts.q.val() & !self.clears.q.val();
        self.best.next = self.item_best.val() | bit_cast::<6, 3>(self.mode.val());
        self.wins.next =
            self.item_wins.val() | (bit_cast::<6, 1>(self.mode.val().get_bit(2).into()) << 1);
        self.result.next = self.item_headlines.val() + bit_cast::<6, 3>(self.mode.val());
        if self.two_players.val() & (self.in_pause.val() | self.in_end.val()) {
            self.result.next = self.item_paused.val();
            if self.in_end.val() {
                self.result.next = self.item_paused.val() | bit_cast::<6, 2>(self.out.val());
            }
        }
        // A sprint counts if it has reached its goal.
        self.beats.next = self.is_better.q.val()
            & self.is_over.val()
            & !self.two_players.val()
            & (!self.sprint.val() | self.finished.val());
        self.row.next = self.row_now.q.val();
        self.next_row.next = self.row_now.q.val() + 1;
        self.changes.next = self.changed.val() | (self.scene.val() != self.scene_before.q.val());

        // A step begins with a walk and ends with it.
        self.ends_step.next = !self.is_fresh.q.val() & !self.ledger.busy.val();
        self.ledger.start.next = self.is_fresh.q.val() & (self.step.q.val() != Step::Idle);
        self.is_fresh.d.next = self.ends_step.val();
        self.ledger.item.next = self.row_item.val();
        self.ledger.other.next = self.best.val();
        self.ledger.clear.next = self.clears.q.val();
        self.ledger.shows.next = true;
        self.ledger.line.next = bit_cast::<6, 4>(self.row_now.q.val());
        self.ledger.column.next = self.column_count.val();
        match self.step.q.val() {
            Step::Idle => {
                self.is_fresh.d.next = true;
                self.ledger.clear.next = false;
                self.counts.d.next = false;
                self.clears.d.next = false;
                if self.hundredth_due.q.val() {
                    self.hundredth_due.d.next = false;
                    self.step.d.next = Step::Hundredth;
                } else if self.lock_due.q.val() {
                    self.lock_due.d.next = false;
                    self.counts.d.next = true;
                    // The next piece may lock before this one is counted.
                    self.counted_lines.d.next = self.lines.val();
                    self.counted_spin.d.next = self.t_spin.val();
                    self.step.d.next = Step::Pieces;
                } else if self.end_due.q.val() {
                    self.step.d.next = Step::Pieces;
                } else if self.start_due.q.val() {
                    self.start_due.d.next = false;
                    self.clears.d.next = true;
                    self.step.d.next = Step::Pieces;
                } else if self.count_due.q.val() {
                    self.count_due.d.next = false;
                    self.step.d.next = Step::Count;
                } else if !self.rows_stand.q.val() {
                    self.step.d.next = Step::Rows;
                }
            }
            Step::Hundredth => {
                self.ledger.item.next = self.item_time.val();
                self.ledger.up.next = !self.ultra.val();
                self.ledger.down.next = self.ultra.val();
                self.ledger.line.next = self.line_time.val();
                self.ledger.column.next = self.column_big.val();
                if self.ends_step.val() {
                    self.time_up.next = self.ultra.val() & !self.ledger.remains.val();
                    self.step.d.next = Step::Idle;
                }
            }
            Step::Count => {
                self.ledger.item.next = self.item_count.val() | bit_cast::<6, 2>(self.number.val());
                self.ledger.line.next = self.line_count.val();
                if self.two_players.val() {
                    self.ledger.line.next = self.line_count_of_two.val();
                }
                self.ledger.column.next = self.column_big.val();
                if self.ends_step.val() {
                    self.step.d.next = Step::Idle;
                }
            }
            Step::Rows => {
                self.ledger.is_number.next = self.row_is_number.val();
                self.ledger.column.next = self.column_value.val();
                if self.row_now.q.val() == self.silence_line.val() {
                    self.ledger.column.next = self.column_silence.val();
                } else if self.row_now.q.val() == self.headline.val() {
                    self.ledger.item.next = self.result.val();
                    self.ledger.column.next = self.column_big.val();
                }
                if self.ends_step.val() {
                    self.rows_stand.d.next = self.row_now.q.val().all();
                    self.row_now.d.next = self.next_row.val();
                    self.step.d.next = Step::Idle;
                }
                // What the walk would read next is of another row: away with it.
                if self.changes.val() {
                    self.ledger.reset.next = true;
                    self.step.d.next = Step::Idle;
                }
            }
            Step::Pieces => {
                self.ledger.item.next = self.item_pieces.val();
                self.ledger.up.next = self.counts.q.val();
                self.ledger.line.next = self.line_pieces.val();
                if self.ends_step.val() {
                    self.step.d.next = Step::Quads;
                }
            }
            Step::Quads => {
                self.ledger.item.next = self.item_quads.val();
                self.ledger.up.next = self.counts.q.val() & self.counted_lines.q.val().get_bit(2);
                self.ledger.line.next = self.line_quads.val();
                if self.ends_step.val() {
                    self.step.d.next = Step::Spins;
                }
            }
            Step::Spins => {
                self.ledger.item.next = self.item_spins.val();
                self.ledger.up.next = self.counts.q.val() & self.counted_spin.q.val();
                self.ledger.line.next = self.line_spins.val();
                if self.ends_step.val() {
                    self.step.d.next = Step::Chain;
                }
            }
            Step::Chain => {
                self.ledger.item.next = self.item_chain.val();
                self.ledger.up.next = self.counts.q.val() & self.in_chain.q.val();
                self.ledger.shows.next = false;
                if self.counts.q.val() & !self.counted_lines.q.val().any() {
                    self.ledger.clear.next = true;
                }
                if self.ends_step.val() {
                    self.in_chain.d.next = self.counts.q.val() & self.counted_lines.q.val().any();
                    self.step.d.next = Step::Compare;
                }
            }
            Step::Compare => {
                self.ledger.item.next = self.item_chain.val();
                self.ledger.other.next = self.item_combo.val();
                self.ledger.shows.next = false;
                if self.ends_step.val() {
                    self.is_better.d.next = self.ledger.greater.val();
                    self.step.d.next = Step::Combo;
                }
            }
            Step::Combo => {
                self.ledger.item.next = self.item_combo.val();
                self.ledger.other.next = self.item_combo.val();
                if self.is_better.q.val() {
                    self.ledger.item.next = self.item_chain.val();
                    self.ledger.copy.next = true;
                }
                self.ledger.line.next = self.line_combo.val();
                if self.ends_step.val() {
                    self.step.d.next = Step::Time;
                    if self.counts.q.val() {
                        self.step.d.next = Step::Idle;
                    }
                }
            }
            Step::Time => {
                self.ledger.item.next = self.item_time.val();
                self.ledger.other.next = self.item_time.val();
                self.ledger.line.next = self.line_time.val();
                self.ledger.column.next = self.column_big.val();
                if self.clears.q.val() & self.ultra.val() {
                    self.ledger.item.next = self.item_three_minutes.val();
                    self.ledger.clear.next = false;
                    self.ledger.copy.next = true;
                }
                if self.ends_step.val() {
                    self.step.d.next = Step::CompareBest;
                }
            }
            Step::CompareBest => {
                self.ledger.item.next = self.item_score.val();
                if self.sprint.val() {
                    // A shorter time is a better one.
                    self.ledger.item.next = self.best.val();
                    self.ledger.other.next = self.item_time.val();
                }
                self.ledger.clear.next = false;
                self.ledger.shows.next = false;
                if self.ends_step.val() {
                    self.is_better.d.next = self.ledger.greater.val();
                    self.step.d.next = Step::Best;
                }
            }
            Step::Best => {
                self.ledger.item.next = self.best.val();
                if self.beats.val() {
                    self.ledger.item.next = self.item_score.val();
                    if self.sprint.val() {
                        self.ledger.item.next = self.item_time.val();
                    }
                    self.ledger.copy.next = true;
                }
                self.ledger.clear.next = false;
                self.ledger.line.next = self.line_best.val();
                self.ledger.column.next = self.column_best.val();
                if self.ends_step.val() {
                    self.is_record.d.next = self.beats.val();
                    self.step.d.next = Step::WinsOne;
                }
            }
            Step::WinsOne => {
                self.ledger.item.next = self.wins.val();
                self.ledger.up.next =
                    self.is_over.val() & self.two_players.val() & (self.out.val() == 2);
                self.ledger.clear.next = false;
                self.ledger.line.next = self.line_wins.val();
                self.ledger.column.next = self.column_wins_one.val();
                if self.ends_step.val() {
                    self.step.d.next = Step::WinsTwo;
                }
            }
            _ => {
                self.ledger.item.next = self.wins.val() | 1;
                self.ledger.up.next =
                    self.is_over.val() & self.two_players.val() & (self.out.val() == 1);
                self.ledger.clear.next = false;
                self.ledger.line.next = self.line_wins.val();
                self.ledger.column.next = self.column_wins_two.val();
                if self.ends_step.val() {
                    self.end_due.d.next = false;
                    self.step.d.next = Step::Idle;
                }
            }
        }

        // What happens is remembered until its step begins.
        self.scene_before.d.next = self.scene.val();
        if self.changes.val() {
            self.rows_stand.d.next = false;
            self.row_now.d.next = 0.into();
        }
        if self.counted.val() {
            self.count_due.d.next = true;
        }
        if self.hundredth.val() {
            self.hundredth_due.d.next = true;
        }
        if self.paid.val() {
            self.lock_due.d.next = true;
        }
        if self.ends.val() {
            self.end_due.d.next = true;
        }
        if self.new_game.val() {
            self.start_due.d.next = true;
        }
    }
}

#[cfg(test)]
mod tests;
