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

use super::name_timer::NameTimer;
use super::name_writer::NameWriter;
use crate::arcade::picture::text_layer::{TextWrite, TextWriteSource};
use crate::falling_blocks::shell::sound_events::{
    ClearDetailReader, ClearKindReader, ScoredLockReader,
};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

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
    /// Rows that the last named clear has sent, until the next name.
    pub rows_sent: Signal<Out, Bits<4>>,
    /// Characters of others, which pass before those of the names.
    pub other: TextWrite,
    /// Writes one character.
    pub character: TextWriteSource,
    #[part]
    name_writer: NameWriter,
    #[part]
    one: NameTimer,
    #[part]
    two: NameTimer,
    /// The clear whose name is written.
    lines: DFF<Bits<3>>,
    is_spin: DFF<Bit>,
    is_mini: DFF<Bit>,
    is_perfect: DFF<Bit>,
    is_back_to_back: DFF<Bit>,
    combo: DFF<Bits<6>>,
    sent: DFF<Bits<4>>,
    /// Whose lines are written, and that they are erased.
    writer: DFF<Bit>,
    erases: DFF<Bit>,
    names: Signal<Local, Bit>,
    has_lines: Signal<Local, Bit>,
    is_due: Signal<Local, Bit>,
    is_interrupted: Signal<Local, Bit>,
}

#[clocked]
impl Logic for ClearNames {
    #[hdl_gen]
    fn update(&mut self) {
        self.rows_sent.next = self.sent.q.val();
        self.has_lines.next = self.lock.lines.val().any();
        self.names.next = self.lock.scored.val() & (self.has_lines.val() | self.lock.t_spin.val());
        self.is_due.next = (self.one.due.val() | self.two.due.val())
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
        self.name_writer.blocked.next = self.other.write.val();
        self.name_writer.start.next = self.names.val() | self.is_due.val();
        self.name_writer.stop.next = self.new_game.val();
        self.character.write.next = self.other.write.val() | self.name_writer.character.write.val();
        self.character.address.next = self.name_writer.character.address.val();
        self.character.code.next = self.name_writer.character.code.val();
        if self.other.write.val() {
            self.character.address.next = self.other.address.val();
            self.character.code.next = self.other.code.val();
        }

        // An erasure that a name interrupts follows, unless the name stands in its place.
        self.is_interrupted.next =
            self.names.val() & self.erases.q.val() & self.name_writer.busy.val();
        self.one.tick.next = self.tick.val();
        self.one.new_game.next = self.new_game.val();
        self.one.named.next = self.names.val() & !self.player.val();
        self.one.erased.next = self.is_due.val() & self.one.due.val();
        self.one.interrupted.next = self.is_interrupted.val() & !self.writer.q.val();
        self.two.tick.next = self.tick.val();
        self.two.new_game.next = self.new_game.val();
        self.two.named.next = self.names.val() & self.player.val();
        self.two.erased.next = self.is_due.val() & !self.one.due.val();
        self.two.interrupted.next = self.is_interrupted.val() & self.writer.q.val();

        if self.is_due.val() {
            self.erases.d.next = true;
            self.writer.d.next = !self.one.due.val();
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
            self.writer.d.next = self.player.val();
            self.erases.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests;
