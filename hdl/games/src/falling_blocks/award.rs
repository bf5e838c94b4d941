//! What a lock is worth, paid to the scoreboard.
//!
//! Points of a clear or a T-spin, half as much again for a second difficult clear in a row, the bonus of
//! a combo and that of a perfect clear, all times the level before the lines are added: as
//! repeated decimal additions, so that no multiplier is needed.
//!
//! **Latency**: 13 cycles for each addition, `level` additions for each part and for each step of a combo: below 2 ms
//! for the longest combo that a board can hold.
//! **Source**: the guideline's table of points.

use rust_hdl::prelude::*;

/// What kind of T-spin a lock was.
pub mod spin {
    /// Not a T-spin.
    pub const NONE: u8 = 0;
    /// Mini T-spin.
    pub const MINI: u8 = 1;
    /// Full T-spin.
    pub const FULL: u8 = 2;
}

/// In the table a third kind stands for the bonus of a perfect clear.
const PERFECT: u8 = 3;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    AddPoints,
    AddCombo,
    AddPerfect,
    AddLines,
}

/// Pays points and lines.
#[derive(LogicBlock)]
pub struct Award {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game; no combo, no back-to-back.
    pub restart: Signal<In, Bit>,
    /// Strobe: a piece has locked.
    pub start: Signal<In, Bit>,
    /// Rows it filled, 0 to 4; stable while `busy`.
    pub lines: Signal<In, Bits<3>>,
    /// One of [`spin`]; stable while `busy`.
    pub spin: Signal<In, Bits<2>>,
    /// The board is empty but for those rows; stable while `busy`.
    pub perfect: Signal<In, Bit>,
    /// Level of the game.
    pub level: Signal<In, Bits<5>>,
    /// The scoreboard is busy.
    pub scoreboard_busy: Signal<In, Bit>,
    /// Strobe to the scoreboard: add `points`.
    pub add_points: Signal<Out, Bit>,
    /// Four decimal digits.
    pub points: Signal<Out, Bits<16>>,
    /// Strobe to the scoreboard: one more line.
    pub add_line: Signal<Out, Bit>,
    /// Level: points are being paid.
    pub busy: Signal<Out, Bit>,
    /// Level while not `busy`: the last lock was difficult, and so was the clear before.
    pub back_to_back: Signal<Out, Bit>,
    hundreds: ROM<Bits<8>, 6>,
    step: DFF<Step>,
    times: DFF<Bits<5>>,
    combo_left: DFF<Bits<6>>,
    lines_left: DFF<Bits<3>>,
    streak: DFF<Bits<6>>,
    was_difficult: DFF<Bit>,
    is_back_to_back: DFF<Bit>,
    is_difficult: Signal<Local, Bit>,
    kind: Signal<Local, Bits<2>>,
    fewer_times: Signal<Local, Bits<5>>,
    fewer_combo: Signal<Local, Bits<6>>,
    fewer_lines: Signal<Local, Bits<3>>,
    longer_streak: Signal<Local, Bits<6>>,
    is_ready: Signal<Local, Bit>,
    is_last_time: Signal<Local, Bit>,
    perfect_kind: Constant<Bits<2>>,
    combo_points: Constant<Bits<16>>,
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

/// The table in decimal digits, at {back-to-back, kind, lines}.
fn table() -> impl Iterator<Item = Bits<8>> {
    (0u8..64).map(|address| {
        let points = hundreds(address & 32 != 0, (address >> 3) & 3, address & 7);
        (((points / 10) << 4) | (points % 10)).to_bits()
    })
}

impl Default for Award {
    fn default() -> Self {
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, restart, start, lines, spin, perfect, level, scoreboard_busy,
                add_points, points, add_line, busy, back_to_back, step, times, combo_left, lines_left, streak,
                was_difficult, is_back_to_back, is_difficult, kind, fewer_times, fewer_combo,
                fewer_lines, longer_streak, is_ready, is_last_time,
            }
            hundreds: table().into(),
            perfect_kind: Constant::new(PERFECT.to_bits()),
            combo_points: Constant::new(0x50u16.to_bits()),
        }
    }
}

impl Logic for Award {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            step,
            times,
            combo_left,
            lines_left,
            streak,
            was_difficult,
            is_back_to_back
        );
        self.add_points.next = false;
        self.add_line.next = false;
        self.busy.next = true;
        self.back_to_back.next = self.is_back_to_back.q.val();
        self.is_difficult.next = self.spin.val().any() | self.lines.val().get_bit(2);
        self.kind.next = self.spin.val();
        if self.step.q.val() == Step::AddPerfect {
            self.kind.next = self.perfect_kind.val();
        }
        self.hundreds.address.next = (bit_cast::<6, 1>(self.is_back_to_back.q.val().into()) << 5)
            | (bit_cast::<6, 2>(self.kind.val()) << 3)
            | bit_cast::<6, 3>(self.lines.val());
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
        if self.restart.val() | self.reset.val() {
            self.step.d.next = Step::Idle;
            self.times.d.next = 0.into();
            self.combo_left.d.next = 0.into();
            self.lines_left.d.next = 0.into();
            self.streak.d.next = 0.into();
            self.was_difficult.d.next = false;
            self.is_back_to_back.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
