//! Score of a lock: points for the scoreboard, and rows of garbage for the opponent.
//!
//! The points are the sum of these parts. Each is multiplied by the level before the lines are
//! added:
//!
//! - the points of the clear or T-spin, times 3/2 if it is back-to-back,
//! - 50 for each step of the combo,
//! - the bonus of a perfect clear.
//!
//! A product is a series of decimal additions, so no multiplier is needed. Then the lines are
//! added.
//!
//! The attack is the rows of the clear, one more if it is back-to-back, and the rows of the combo.
//! A perfect clear sends ten rows and nothing else.
//!
//! The combo fits in 6 bits. The board has 240 cells, a piece adds 4 and a line removes 10. So at
//! most 40 clears follow each other.
//!
//! **Interface**: `start` and `restart` are strobes. `start` is taken while `busy` is low.
//! `add_points` and `add_line` are strobes to the scoreboard, given while it is idle.
//!
//! **Latency**: 25 clocks for each addition of points or of a line, 49 for one that the scoreboard
//! needs two visits for. A lock has at most (2 + combo) x level + lines additions.
//!
//! **Source**: the guideline's tables of points and of lines sent, see `docs/rules.md`.

use crate::falling_blocks::scoring::scoreboard::Scoreboard;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::property::{Definition, Ending, Mutant, Property, Wait};
use rust_hdl::prelude::*;

/// Kinds of T-spin.
pub mod spin {
    /// Not a T-spin.
    pub const NONE: u8 = 0;
    /// Mini T-spin.
    pub const MINI: u8 = 1;
    /// Full T-spin.
    pub const FULL: u8 = 2;
}

/// Kind of the table entries that hold the bonus of a perfect clear.
const PERFECT: u8 = 3;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    AddPoints,
    AddCombo,
    AddPerfect,
    AddLines,
}

/// State machine of the additions, and the registers of combo and back-to-back.
#[derive(LogicBlock, Module)]
pub struct ClearScoring {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game; abort, clear combo and back-to-back.
    pub restart: Signal<In, Bit>,
    /// Strobe: score a lock.
    pub start: Signal<In, Bit>,
    /// Rows that the lock filled, 0 to 4. Stable while `busy` is high.
    pub lines: Signal<In, Bits<3>>,
    /// One of [`spin`]. Stable while `busy` is high.
    pub spin: Signal<In, Bits<2>>,
    /// Level: all cells of the board are in those rows. Stable while `busy` is high.
    pub perfect: Signal<In, Bit>,
    /// Level of the game, 1 to 29.
    pub level: Signal<In, Bits<5>>,
    /// Level: the scoreboard is busy.
    pub scoreboard_busy: Signal<In, Bit>,
    /// Strobe to the scoreboard: add `points`.
    #[default(false)]
    pub add_points: Signal<Out, Bit>,
    /// Points to add, four decimal digits. Valid with `add_points`.
    pub points: Signal<Out, Bits<16>>,
    /// Strobe to the scoreboard: add one line.
    #[default(false)]
    pub add_line: Signal<Out, Bit>,
    /// Rows of garbage that the lock sends, 0 to 12. Valid from `start` to the next `start` while
    /// `lines`, `spin` and `perfect` are stable.
    pub attack: Signal<Out, Bits<4>>,
    /// Level: points or lines are being added.
    #[default(true)]
    pub busy: Signal<Out, Bit>,
    /// Level: the last lock was difficult, and so was the clear before. Valid while `busy` is low.
    pub back_to_back: Signal<Out, Bit>,
    /// Clears in direct succession. Valid while `busy` is low.
    pub succession: Signal<Out, Bits<6>>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[given]
    hundreds: ROM<Bits<8>, 6>,
    #[given]
    attacks: ROM<Bits<3>, 6>,
    #[reset(Step::Idle, or = restart)]
    step: DFF<Step>,
    #[reset(or = restart)]
    times: DFF<Bits<5>>,
    #[reset(or = restart)]
    combo_left: DFF<Bits<6>>,
    #[reset(or = restart)]
    lines_left: DFF<Bits<3>>,
    #[context]
    #[reset(or = restart)]
    streak: DFF<Bits<6>>,
    #[context]
    #[reset(or = restart)]
    was_difficult: DFF<Bit>,
    #[reset(or = restart)]
    is_back_to_back: DFF<Bit>,
    #[reset(or = restart)]
    combo: DFF<Bits<3>>,
    is_difficult: Signal<Local, Bit>,
    combo_rows: Signal<Local, Bits<3>>,
    kind: Signal<Local, Bits<2>>,
    fewer_times: Signal<Local, Bits<5>>,
    fewer_combo: Signal<Local, Bits<6>>,
    fewer_lines: Signal<Local, Bits<3>>,
    longer_streak: Signal<Local, Bits<6>>,
    is_ready: Signal<Local, Bit>,
    is_last_time: Signal<Local, Bit>,
    #[value(PERFECT)]
    perfect_kind: Constant<Bits<2>>,
    #[value(0x50u16)]
    combo_points: Constant<Bits<16>>,
    #[value(PERFECT_ATTACK)]
    perfect_attack: Constant<Bits<4>>,
}

/// Points / 100 of a lock, before level and combo.
fn hundreds(back_to_back: bool, kind: u8, lines: u8) -> u32 {
    let base = match (kind, lines) {
        (spin::NONE, 1..=3) => [1, 3, 5][usize::from(lines) - 1],
        (spin::NONE, 4) => 8,
        (spin::MINI, 0..=2) => [1, 2, 4][usize::from(lines)],
        (spin::FULL, 0..=3) => [4, 8, 12, 16][usize::from(lines)],
        (PERFECT, 1..=4) => {
            return match (lines, back_to_back) {
                (4, true) => 32,
                (lines, _) => [8, 12, 18, 20][usize::from(lines) - 1],
            }
        }
        _ => 0,
    };
    if back_to_back && lines > 0 {
        base * 3 / 2
    } else {
        base
    }
}

/// Table of points / 100, two decimal digits, at {back-to-back, kind, lines}.
fn table() -> impl Iterator<Item = Bits<8>> {
    (0u8..64).map(|address| {
        let points = hundreds(address & 32 != 0, (address >> 3) & 3, address & 7);
        (((points / 10) << 4) | (points % 10)).to_bits()
    })
}

/// Rows sent by a perfect clear.
const PERFECT_ATTACK: u8 = 10;

/// Rows sent by a clear without its combo.
fn rows_sent(back_to_back: bool, kind: u8, lines: u8) -> u8 {
    let base = match (kind, lines) {
        (spin::NONE, 2) | (spin::MINI, 2) => 1,
        (spin::NONE, 3) => 2,
        (spin::NONE, 4) => 4,
        (spin::FULL, 1..=3) => 2 * lines,
        _ => 0,
    };
    base + u8::from(back_to_back && lines > 0)
}

/// Table of rows sent, at {back-to-back, kind, lines}.
fn attack_table() -> impl Iterator<Item = Bits<3>> {
    (0u8..64).map(|address| rows_sent(address & 32 != 0, (address >> 3) & 3, address & 7).to_bits())
}

impl Default for ClearScoring {
    fn default() -> Self {
        construct!(ClearScoring {
            hundreds: table().into(),
            attacks: attack_table().into(),
        })
    }
}

#[clocked]
impl Logic for ClearScoring {
    #[hdl_gen]
    fn update(&mut self) {
        self.back_to_back.next = self.is_back_to_back.q.val();
        self.succession.next = self.streak.q.val();
        self.is_difficult.next = self.spin.val().any() | self.lines.val().get_bit(2);
        self.kind.next = self.spin.val();
        if self.step.q.val() == Step::AddPerfect {
            self.kind.next = self.perfect_kind.val();
        }
        self.hundreds.address.next = (bit_cast::<6, 1>(self.is_back_to_back.q.val().into()) << 5)
            | (bit_cast::<6, 2>(self.kind.val()) << 3)
            | bit_cast::<6, 3>(self.lines.val());
        self.attacks.address.next = (bit_cast::<6, 1>(self.is_back_to_back.q.val().into()) << 5)
            | (bit_cast::<6, 2>(self.spin.val()) << 3)
            | bit_cast::<6, 3>(self.lines.val());
        // Rows of the combo: half its number, but 4 at 10 and 5 from 11 on.
        self.combo_rows.next = self.streak.q.val().get_bits::<3>(1);
        if self.streak.q.val() == 10 {
            self.combo_rows.next = 4.into();
        } else if self.streak.q.val() >= 11 {
            self.combo_rows.next = 5.into();
        }
        self.attack.next =
            bit_cast::<4, 3>(self.attacks.data.val()) + bit_cast::<4, 3>(self.combo.q.val());
        if !self.lines.val().any() {
            self.attack.next = 0.into();
        } else if self.perfect.val() {
            self.attack.next = self.perfect_attack.val();
        }
        self.points.next = bit_cast::<16, 8>(self.hundreds.data.val()) << 8;
        if self.step.q.val() == Step::AddCombo {
            self.points.next = self.combo_points.val();
        }
        self.fewer_times.next = self.times.q.val() - 1;
        self.fewer_combo.next = self.combo_left.q.val() - 1;
        self.fewer_lines.next = self.lines_left.q.val() - 1;
        self.longer_streak.next = self.streak.q.val() + 1;
        self.is_ready.next = !self.scoreboard_busy.val();
        self.is_last_time.next = self.times.q.val() == 1;
        match self.step.q.val() {
            Step::Idle => {
                self.busy.next = false;
                if self.start.val() {
                    self.times.d.next = self.level.val();
                    self.lines_left.d.next = self.lines.val();
                    self.combo_left.d.next = self.streak.q.val();
                    self.combo.d.next = self.combo_rows.val();
                    self.is_back_to_back.d.next =
                        self.is_difficult.val() & self.was_difficult.q.val();
                    self.step.d.next = Step::AddPoints;
                    if self.lines.val().any() {
                        self.was_difficult.d.next = self.is_difficult.val();
                        self.streak.d.next = self.longer_streak.val();
                    } else {
                        self.combo_left.d.next = 0.into();
                        self.streak.d.next = 0.into();
                    }
                }
            }
            Step::AddPoints => {
                if self.is_ready.val() {
                    self.add_points.next = true;
                    self.times.d.next = self.fewer_times.val();
                    if self.is_last_time.val() {
                        self.times.d.next = self.level.val();
                        self.step.d.next = Step::AddCombo;
                    }
                }
            }
            Step::AddCombo => {
                if !self.combo_left.q.val().any() {
                    self.step.d.next = Step::AddPerfect;
                } else if self.is_ready.val() {
                    self.add_points.next = true;
                    self.times.d.next = self.fewer_times.val();
                    if self.is_last_time.val() {
                        self.times.d.next = self.level.val();
                        self.combo_left.d.next = self.fewer_combo.val();
                    }
                }
            }
            Step::AddPerfect => {
                if !self.perfect.val() {
                    self.step.d.next = Step::AddLines;
                } else if self.is_ready.val() {
                    self.add_points.next = true;
                    self.times.d.next = self.fewer_times.val();
                    if self.is_last_time.val() {
                        self.step.d.next = Step::AddLines;
                    }
                }
            }
            Step::AddLines => {
                if self.is_ready.val() {
                    if self.lines_left.q.val().any() {
                        self.add_line.next = true;
                        self.lines_left.d.next = self.fewer_lines.val();
                    } else {
                        self.step.d.next = Step::Idle;
                    }
                }
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
    }
}

impl ClearScoring {
    /// Most additions of points: for the clear, for 63 steps of the combo, and for a perfect clear,
    /// each at level 31. These numbers and the 7 lines are what the registers can hold. A step of
    /// the combo counts for 32 additions.
    const MOST_ADDITIONS: u32 = 31 + 63 * 32 + 31;

    /// Most steps of a score: the additions, the lines, and the ends of three parts.
    const MOST_STEPS: u32 = Self::MOST_ADDITIONS + 7 + 3;

    /// Longest score.
    pub const MOST_CLOCKS: u32 = (Self::MOST_STEPS + 1) * (Scoreboard::MOST_CLOCKS + 1);

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // `steps` are still to be done.
        Property {
            lemmas: &["step <= 4", "step == 0 || step == 4 || times != 0"],
            assumed: &["level != 0"],
            waits: &[Wait::new(
                "scoreboard",
                "scoreboard_busy",
                Scoreboard::MOST_CLOCKS,
            )],
            definitions: &[
                Definition::new(
                    "perfect_steps",
                    12,
                    "lines_left + (step == STEP_ADD_LINES ? 12'd0 \
                     : step == STEP_ADD_PERFECT ? times + 12'd1 : 12'd33)",
                ),
                Definition::new(
                    "steps",
                    12,
                    "perfect_steps + (step == STEP_ADD_POINTS ? {combo_left, times} + 12'd1 \
                     : step == STEP_ADD_COMBO && combo_left != 0 ? {combo_left, times} - 12'd32 \
                     : 12'd0)",
                ),
            ],
            ..Property::ends(
                "the score of a lock ends within 102,361 clocks",
                Ending {
                    busy: "busy",
                    spent: "limit - (steps + 20'd1) * (scoreboard_limit + 20'd1) + scoreboard_wait",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new("times <= times_choice;", "times <= times;", 10),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Rows that each of these successive locks sends.
    fn attacks(clears: &[(u8, u8, bool)]) -> Vec<u64> {
        let mut uut = Bench::new(ClearScoring::default());
        poke!(uut.level = 1u8.to_bits());
        tick!(uut);
        let mut sent = Vec::new();
        for &(kind, lines, perfect) in clears {
            poke!(uut.spin = kind.to_bits());
            poke!(uut.lines = lines.to_bits());
            poke!(uut.perfect = perfect);
            poke!(uut.start = true);
            tick!(uut);
            poke!(uut.start = false);
            while peek!(uut.busy) {
                tick!(uut);
            }
            sent.push(peek!(uut.attack).into());
        }
        sent
    }

    #[test]
    fn the_attacks_are_those_of_the_guideline() {
        let single = |kind, lines| attacks(&[(kind, lines, false)])[0];
        assert_eq!(
            [1, 2, 3, 4].map(|lines| single(spin::NONE, lines)),
            [0, 1, 2, 4]
        );
        assert_eq!([0, 1, 2].map(|lines| single(spin::MINI, lines)), [0, 0, 1]);
        assert_eq!(
            [0, 1, 2, 3].map(|lines| single(spin::FULL, lines)),
            [0, 2, 4, 6]
        );
        // Two quads in succession: one more row for back-to-back, none for combo 1.
        assert_eq!(
            attacks(&[(spin::NONE, 4, false), (spin::NONE, 4, false)]),
            [4, 5]
        );
        assert_eq!(attacks(&[(spin::FULL, 2, true)]), [10]);
        assert_eq!(
            attacks(&[(spin::NONE, 4, false), (spin::NONE, 0, false)]),
            [4, 0]
        );
    }

    #[test]
    fn a_combo_sends_more_with_every_clear() {
        let combo = attacks(&[(spin::NONE, 1, false); 15]);
        assert_eq!(combo, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5]);
    }

    #[test]
    fn the_points_are_those_of_the_guideline() {
        let row = |back_to_back, kind| [0, 1, 2, 3, 4].map(|n| hundreds(back_to_back, kind, n));
        assert_eq!(row(false, spin::NONE), [0, 1, 3, 5, 8]);
        assert_eq!(row(false, spin::MINI), [1, 2, 4, 0, 0]);
        assert_eq!(row(false, spin::FULL), [4, 8, 12, 16, 0]);
        assert_eq!(row(true, spin::MINI), [1, 3, 6, 0, 0]);
        assert_eq!(row(true, spin::FULL), [4, 12, 18, 24, 0]);
        assert_eq!(hundreds(true, spin::NONE, 4), 12);
        assert_eq!(row(false, PERFECT), [0, 8, 12, 18, 20]);
        assert_eq!(hundreds(true, PERFECT, 4), 32);
    }
}
