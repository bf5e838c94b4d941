//! What a player does to a piece, seen from outside of the engine.
//!
//! The piece is watched as the picture sees it: a column or a quarter turn more or less changes the lowest bit. A new piece is there when
//! the piece is no longer busy; that is nobody's doing.
//!
//! **Shape**: all outputs are strobes, in the clock of their cause. At most one comes at a time, the first of hold, turn and move.
//! **Cost**: 9 LC with one player, no block RAM.

use rust_hdl::prelude::*;

/// Watches the falling piece.
#[derive(LogicBlock, Default)]
pub struct PieceWatch {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: there is no piece.
    pub reset: Signal<In, Bit>,
    /// Whose game the following tells of; turning from one player to the other is nobody's doing.
    pub player: Signal<In, Bit>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Its column.
    pub x: Signal<In, Bits<5>>,
    /// Its rotation.
    pub rotation: Signal<In, Bits<2>>,
    /// Level: all of these are about to change.
    pub piece_busy: Signal<In, Bit>,
    /// Shape in the hold slot.
    pub held: Signal<In, Bits<3>>,
    /// The piece has moved.
    pub moved: Signal<Out, Bit>,
    /// The piece has turned, and perhaps moved.
    pub turned: Signal<Out, Bit>,
    /// A piece went to the hold slot.
    pub swapped: Signal<Out, Bit>,
    player_before: DFF<Bit>,
    was_in_play: DFF<Bit>,
    column: DFF<Bit>,
    turn: DFF<Bit>,
    held_before: DFF<Bits<3>>,
    in_play: Signal<Local, Bit>,
    is_still: Signal<Local, Bit>,
}

impl Logic for PieceWatch {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            player_before,
            was_in_play,
            column,
            turn,
            held_before
        );
        self.in_play.next = self.shape.val().any();
        self.is_still.next = self.in_play.val()
            & self.was_in_play.q.val()
            & !self.piece_busy.val()
            & (self.player_before.q.val() == self.player.val());
        self.was_in_play.d.next = self.in_play.val();
        if !self.piece_busy.val() {
            self.player_before.d.next = self.player.val();
            self.column.d.next = self.x.val().get_bit(0);
            self.turn.d.next = self.rotation.val().get_bit(0);
            self.held_before.d.next = self.held.val();
        }
        self.moved.next = false;
        self.turned.next = false;
        self.swapped.next = false;
        if self.is_still.val() {
            if self.held_before.q.val() != self.held.val() {
                self.swapped.next = true;
            } else if self.turn.q.val() != self.rotation.val().get_bit(0) {
                self.turned.next = true;
            } else {
                self.moved.next = self.column.q.val() != self.x.val().get_bit(0);
            }
        }
        if self.reset.val() {
            self.player_before.d.next = false;
            self.was_in_play.d.next = false;
            self.column.d.next = false;
            self.turn.d.next = false;
            self.held_before.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_widgets::tick;

    /// A piece that stands still.
    fn watch() -> PieceWatch {
        let mut uut = PieceWatch::default();
        uut.connect_all();
        uut.piece_busy.next = true;
        assert_eq!(seen(&mut uut), "");
        uut.shape.next = 2.into();
        uut.x.next = 3.into();
        uut.piece_busy.next = false;
        assert_eq!(seen(&mut uut), "");
        uut
    }

    /// What comes in the next clocks, a letter each.
    fn seen(uut: &mut PieceWatch) -> String {
        let mut seen = String::new();
        for _ in 0..5 {
            simulate(uut, 20);
            for (strobe, letter) in [
                (uut.moved.val(), 'm'),
                (uut.turned.val(), 't'),
                (uut.swapped.val(), 'h'),
            ] {
                if strobe {
                    seen.push(letter);
                }
            }
            tick!(*uut);
        }
        seen
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let mut uut = PieceWatch::default();
        uut.connect_all();
        assert!(generate_verilog(&uut).contains("module top"));
    }

    #[test]
    fn what_is_done_is_seen_once() {
        let mut uut = watch();
        uut.x.next = 4.into();
        assert_eq!(seen(&mut uut), "m");
        uut.x.next = 5.into();
        uut.rotation.next = 1.into();
        assert_eq!(seen(&mut uut), "t");
        uut.x.next = 4.into();
        uut.held.next = 2.into();
        assert_eq!(seen(&mut uut), "h");
    }

    #[test]
    fn what_changes_back_while_the_piece_is_busy_is_not_seen() {
        let mut uut = watch();
        uut.piece_busy.next = true;
        uut.x.next = 4.into();
        assert_eq!(seen(&mut uut), "");
        uut.x.next = 3.into();
        uut.piece_busy.next = false;
        assert_eq!(seen(&mut uut), "");
    }

    #[test]
    fn the_other_player_and_the_next_piece_are_not_seen() {
        let mut uut = watch();
        uut.player.next = true;
        uut.x.next = 8.into();
        uut.held.next = 7.into();
        assert_eq!(seen(&mut uut), "");
        uut.shape.next = 0.into();
        assert_eq!(seen(&mut uut), "");
        uut.piece_busy.next = true;
        uut.x.next = 3.into();
        assert_eq!(seen(&mut uut), "");
        uut.shape.next = 3.into();
        uut.piece_busy.next = false;
        assert_eq!(seen(&mut uut), "");
    }
}
