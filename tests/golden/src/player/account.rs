//! Events of spawns and moves, for statistics and coverage.

use super::Player;
use crate::{Event, Falling, Piece, Shape};

impl Player {
    /// Event of a spawn or of a block out.
    pub(super) fn entry(&self, shape: Shape) -> Event {
        let first_row = self.settings.visible_rows as i32;
        match &self.falling {
            None => Event::BlockOut,
            Some(falling) => Event::Spawned {
                shape,
                moved_down: falling.piece().lowest_row() < first_row,
            },
        }
    }

    /// Records a tick in which the piece, `before` in this state, fell by `rows`.
    pub(super) fn tell_tick(&mut self, before: &Falling, rows: u32) {
        let factor = self.settings.soft_drop_factor;
        if rows > 0 {
            self.events.push(Event::Fell {
                level: self.tally.level(),
                curve: self.settings.curve,
                soft_drop: self.keys.soft_drop.then_some(factor),
            });
        }
        let falling = self.falling.as_ref().expect("only a falling piece falls");
        let columns = falling.piece().x - before.piece().x;
        if columns != 0 {
            let repeated = self.keys.repeated(&self.settings, columns);
            self.events.push(repeated);
        }
        self.tell_moves(before);
    }

    /// Records changes of the lock timer's resets since the state `before` a move.
    pub(super) fn tell_moves(&mut self, before: &Falling) {
        let falling = self.falling.as_ref().expect("a piece that moves falls");
        let steered = |piece: Piece| (piece.x, piece.rotation);
        let is_steered = steered(before.piece()) != steered(falling.piece());
        if before.piece().rotation == falling.piece().rotation {
            let columns = before.piece().x.abs_diff(falling.piece().x);
            self.events.push(Event::Shifted { columns });
        }
        let resets = [before.resets(), falling.resets()];
        if is_steered && before.has_no_resets() && falling.has_no_resets() {
            self.events.push(Event::NoRestart);
        }
        if resets[0] > 0 && resets[1] == 0 {
            self.events.push(Event::RestartsRegained);
        }
    }
}
