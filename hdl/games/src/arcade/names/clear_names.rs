//! Names of clears and T-spins beside the boards, and the time for which they stand.
//!
//! Each player has two lines of twenty characters. Their texts end at the right:
//!
//! ```text
//!           T-SPIN DOUBLE              QUAD +5
//!    BACK TO BACK COMBO 3              COMBO12
//! ```
//!
//! A name stands for sixty ticks, unless a newer one replaces it.
//!
//! **Interface**: `tick` and `new_game` are strobes. `lock`, `kind` and `detail` are those of a
//! lock when it is scored. The text is written as [`NameWriter`] says.
//!
//! **Latency**: both lines are written before another lock is scored, also of the other player.

use super::name_writer::NameWriter;
use crate::arcade::picture::text_layer::TextWriteSource;
use crate::falling_blocks::shell::sound_events::{
    ClearDetailReader, ClearKindReader, ScoredLockReader,
};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Ticks for which a name stands.
const TICKS: u8 = 60;

/// The names.
#[derive(LogicBlock, Module)]
pub struct ClearNames {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no name. The lines stay as they are until a new game.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game; clear the lines.
    pub new_game: Signal<In, Bit>,
    /// Strobe: one sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// Level: clears send rows.
    pub versus: Signal<In, Bit>,
    /// Player who locks.
    pub player: Signal<In, Bit>,
    /// A lock, when it is scored.
    pub lock: ScoredLockReader,
    /// Its kind.
    pub kind: ClearKindReader,
    /// Details of its name.
    pub detail: ClearDetailReader,
    /// Level: somebody else writes to the text.
    pub blocked: Signal<In, Bit>,
    /// Writes one character.
    pub character: TextWriteSource,
    #[part]
    name_writer: NameWriter,
    /// The clear whose name is written.
    lines: DFF<Bits<3>>,
    is_spin: DFF<Bit>,
    is_mini: DFF<Bit>,
    is_perfect: DFF<Bit>,
    is_back_to_back: DFF<Bit>,
    combo: DFF<Bits<6>>,
    sent: DFF<Bits<4>>,
    /// Ticks for which the names stand.
    ticks_one: DFF<Bits<6>>,
    ticks_two: DFF<Bits<6>>,
    /// The lines of a player are to be erased.
    erase_one: DFF<Bit>,
    erase_two: DFF<Bit>,
    /// Whose lines are written, and that they are erased.
    writer: DFF<Bit>,
    erases: DFF<Bit>,
    names: Signal<Local, Bit>,
    has_lines: Signal<Local, Bit>,
    is_due: Signal<Local, Bit>,
    fewer_one: Signal<Local, Bits<6>>,
    fewer_two: Signal<Local, Bits<6>>,
    #[value(TICKS)]
    ticks: Constant<Bits<6>>,
}

#[clocked]
impl Logic for ClearNames {
    #[hdl_gen]
    fn update(&mut self) {
        self.has_lines.next = self.lock.lines.val().any();
        self.names.next = self.lock.scored.val() & (self.has_lines.val() | self.lock.t_spin.val());
        self.is_due.next = (self.erase_one.q.val() | self.erase_two.q.val())
            & !self.name_writer.busy.val()
            & !self.names.val();

        self.name_writer.clear.lines.next = self.lines.q.val();
        self.name_writer.clear.spin.next = self.is_spin.q.val();
        self.name_writer.clear.mini.next = self.is_mini.q.val();
        self.name_writer.clear.perfect.next = self.is_perfect.q.val();
        self.name_writer.clear.back_to_back.next = self.is_back_to_back.q.val();
        self.name_writer.clear.combo.next = self.combo.q.val();
        self.name_writer.clear.sent.next = self.sent.q.val();
        self.name_writer.player.next = self.writer.q.val();
        self.name_writer.erases.next = self.erases.q.val();
        self.name_writer.blocked.next = self.blocked.val();
        self.name_writer.start.next = self.names.val() | self.is_due.val();
        self.name_writer.stop.next = self.new_game.val();
        TextWriteSource::link(&mut self.character, &mut self.name_writer.character);

        if self.is_due.val() {
            self.erases.d.next = true;
            self.writer.d.next = !self.erase_one.q.val();
            if self.erase_one.q.val() {
                self.erase_one.d.next = false;
            } else {
                self.erase_two.d.next = false;
            }
        }
        self.fewer_one.next = self.ticks_one.q.val() - 1;
        self.fewer_two.next = self.ticks_two.q.val() - 1;
        if self.tick.val() {
            if self.ticks_one.q.val().any() {
                self.ticks_one.d.next = self.fewer_one.val();
                self.erase_one.d.next = !self.fewer_one.val().any();
            }
            if self.ticks_two.q.val().any() {
                self.ticks_two.d.next = self.fewer_two.val();
                self.erase_two.d.next = !self.fewer_two.val().any();
            }
        }
        if self.names.val() {
            self.lines.d.next = self.lock.lines.val();
            self.is_spin.d.next = self.lock.t_spin.val();
            self.is_mini.d.next = self.detail.mini.val();
            self.is_perfect.d.next = self.kind.perfect.val();
            self.is_back_to_back.d.next = self.kind.back_to_back.val() & self.has_lines.val();
            self.combo.d.next = 0.into();
            if self.has_lines.val() {
                self.combo.d.next = self.kind.succession.val() - 1;
            }
            self.sent.d.next = 0.into();
            if self.versus.val() {
                self.sent.d.next = self.detail.sent.val();
            }
            // If this interrupts an erasure, the erasure follows, unless the new name stands there.
            if self.erases.q.val() & self.name_writer.busy.val() {
                if self.writer.q.val() {
                    self.erase_two.d.next = true;
                } else {
                    self.erase_one.d.next = true;
                }
            }
            self.writer.d.next = self.player.val();
            self.erases.d.next = false;
            if self.player.val() {
                self.ticks_two.d.next = self.ticks.val();
                self.erase_two.d.next = false;
            } else {
                self.ticks_one.d.next = self.ticks.val();
                self.erase_one.d.next = false;
            }
        }
        if self.new_game.val() {
            self.ticks_one.d.next = 0.into();
            self.ticks_two.d.next = 0.into();
            self.erase_one.d.next = true;
            self.erase_two.d.next = true;
        }
    }
}

#[cfg(test)]
mod tests;
