//! Values from the hardware, and statistics of the games.

use super::{Arcade, Books, Lights, Page, Table, MAX_TIME, ULTRA};
use crate::{End, Event, HoleError, Mode, Shape, Side};

/// Locked pieces of a game, of both players, after which its keys are hidden.
const PIECES_WITH_KEYS: u32 = 8;

impl Arcade {
    /// Supplies a shape that the hardware dealt.
    pub fn supply(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Supplies the column that the hardware drew for a hole.
    ///
    /// # Errors
    /// If the rules do not allow this column.
    pub fn supply_hole(&mut self, receiver: Side, column: usize) -> Result<(), HoleError> {
        match &mut self.table {
            Some(Table::Two(game)) => game.supply_hole(receiver, column),
            _ => Ok(()),
        }
    }

    fn level(&self, side: Side) -> Option<u32> {
        self.player(side).map(|player| player.tally().level())
    }

    /// Runs an operation and records its events in the statistics.
    pub(super) fn noticing(&mut self, does: impl FnOnce(&mut Self)) {
        let page = self.page();
        let levels = Side::BOTH.map(|side| self.level(side));
        does(self);
        for side in Side::BOTH {
            let events = match &mut self.table {
                Some(Table::One(game)) if side == Side::One => game.take_events(),
                Some(Table::Two(game)) => game.take_events(side),
                _ => Vec::new(),
            };
            for event in events {
                self.books.note(event);
                if let Event::Landed(piece) = event {
                    self.lights.drop(side, piece);
                }
                self.events[side as usize].push(event);
            }
            if levels[side as usize].is_some() && self.level(side) > levels[side as usize] {
                self.lights.rise(side);
            }
        }
        if page != Page::GameOver && self.page() == Page::GameOver {
            self.end();
        }
    }

    fn end(&mut self) {
        match &self.table {
            Some(Table::One(game)) => {
                let player = game.player();
                let finished = player.end() == Some(End::Finished);
                let score = player.tally().score();
                self.books.end(self.choices.mode(), score, finished);
            }
            Some(Table::Two(game)) => {
                let outcome = game.outcome().expect("a match that is over has one");
                self.books.end_match(self.choices.has_garbage(), outcome);
            }
            None => {}
        }
    }

    /// Supplies the clock of the hardware: hundredths of a second of play. An ultra ends when its
    /// time is up.
    pub fn supply_time(&mut self, hundredths: u32) {
        self.books.time = hundredths.min(MAX_TIME);
        let is_up = self.choices.mode() == Mode::Ultra && hundredths >= ULTRA;
        if let (Page::Play, true, Some(Table::One(game))) = (self.page(), is_up, &mut self.table) {
            game.time_up();
            self.end();
        }
    }

    /// Time, statistics, records and wins.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// True if enough pieces of the game have locked that its keys are not shown any more.
    pub fn knows_keys(&self) -> bool {
        self.books.statistics.pieces >= PIECES_WITH_KEYS
    }

    /// Screen effects.
    pub fn lights(&self) -> &Lights {
        &self.lights
    }

    /// The mode of the game of one player.
    pub fn mode_of_one(&self) -> Mode {
        self.choices.mode()
    }

    /// True if two players play with garbage.
    pub fn has_garbage(&self) -> bool {
        self.choices.has_garbage()
    }
}
