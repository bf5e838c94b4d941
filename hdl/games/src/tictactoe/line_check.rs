//! Check of lines: finds complete lines while their cells are read one after the other, and repeats
//! each of them so that its cells can be marked.
//!
//! **Interface**: `check` is a strobe for each step of a line, with `is_mine` for its cell. Strobes
//! come in the same clock: `ends` or `won` with the last step of the last line. `is_marking` is a
//! level while a complete line is repeated.
//!
//! **Latency**: none from `check` to the strobes.
//!
//! **Source**: `docs/rules.md`, "Pieces".

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The check.
#[derive(LogicBlock, Module)]
pub struct LineCheck {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: no lines are checked; the next ones are those of another placement.
    pub is_idle: Signal<In, Bit>,
    /// Strobe: a step.
    pub check: Signal<In, Bit>,
    /// Line (3 bits) and step (2 bits).
    pub walk: Signal<In, Bits<5>>,
    /// The piece on the cell belongs to the mover.
    pub is_mine: Signal<In, Bit>,
    /// Level: the cells of a complete line are to be marked.
    pub is_marking: Signal<Out, Bit>,
    /// The step after this one: the next one, or the first one of a line that is complete.
    pub next_walk: Signal<Out, Bits<5>>,
    /// Strobe: no line is complete.
    #[default(false)]
    pub ends: Signal<Out, Bit>,
    /// Strobe: a line is complete, or several.
    #[default(false)]
    pub won: Signal<Out, Bit>,
    is_line: DFF<Bit>,
    marks: DFF<Bit>,
    has_won: DFF<Bit>,
    still_line: Signal<Local, Bit>,
    is_last_step: Signal<Local, Bit>,
    first_step: Constant<Bits<5>>,
}

impl Default for LineCheck {
    fn default() -> Self {
        construct!(LineCheck {
            first_step: Constant::new(0b11100.into()),
        })
    }
}

#[clocked]
impl Logic for LineCheck {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_marking.next = self.marks.q.val();
        self.next_walk.next = self.walk.val() + 1;
        self.still_line.next =
            self.is_mine.val() & (self.is_line.q.val() | !self.walk.val().get_bits::<2>(0).any());
        self.is_last_step.next = self.walk.val().get_bits::<2>(0).all();
        if self.check.val() {
            self.is_line.d.next = self.still_line.val();
            if self.is_last_step.val() {
                self.marks.d.next = false;
                if self.still_line.val() & !self.marks.q.val() {
                    self.next_walk.next = self.walk.val() & self.first_step.val();
                    self.marks.d.next = true;
                    self.has_won.d.next = true;
                } else if self.walk.val().all() {
                    self.ends.next = !self.has_won.q.val();
                    self.won.next = self.has_won.q.val();
                }
            }
        }
        if self.is_idle.val() {
            self.marks.d.next = false;
            self.has_won.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Walks over all lines, of which these are complete. Returns the lines that are marked, and
    /// whether there is a win.
    fn walk(complete: &[u64]) -> (Vec<u64>, bool) {
        let mut uut = Bench::new(LineCheck::default());
        poke!(uut.is_idle = true);
        tick!(uut);
        poke!(uut.is_idle = false);
        poke!(uut.check = true);
        let (mut walk, mut marked) = (0_u64, vec![]);
        loop {
            let line = walk >> 2;
            poke!(uut.walk = walk.to_bits());
            // Of a line that is not complete a cell is another's, the first or a later one.
            let is_mine = complete.contains(&line) || walk & 3 != line & 3;
            poke!(uut.is_mine = is_mine);
            if peek!(uut.is_marking) && walk & 3 == 3 {
                marked.push(line);
            }
            let (ends, won) = (peek!(uut.ends), peek!(uut.won));
            walk = peek!(uut.next_walk).into();
            tick!(uut);
            if ends || won {
                assert_ne!(ends, won);
                return (marked, won);
            }
        }
    }

    #[test]
    fn every_complete_line_is_repeated_once() {
        for complete in [&[][..], &[0], &[7], &[3], &[0, 3], &[6, 7], &[1, 4, 6, 7]] {
            assert_eq!(walk(complete), (complete.to_vec(), !complete.is_empty()));
        }
    }
}
