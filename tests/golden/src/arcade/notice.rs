//! Values from the hardware, and statistics of the games.

use super::{Arcade, Books, Lights, Music, Page, Sound, Table, Tune, ULTRA};
use crate::alarm::is_in_danger;
use crate::{End, Event, HoleError, Mode, Outcome, Shape, Side, VISIBLE_ROWS};

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
        let level = self.level(Side::One);
        does(self);
        let sends = self.has_garbage() && self.is_two();
        for side in Side::BOTH {
            let events = match &mut self.table {
                Some(Table::One(game)) if side == Side::One => game.take_events(),
                Some(Table::Two(game)) => game.take_events(side),
                _ => Vec::new(),
            };
            let is_lock = |event: &Event| matches!(event, Event::Locked { .. });
            let has_locked = events.iter().any(is_lock);
            for event in events {
                self.books.note(side, event, sends);
                self.ear.note(event);
                self.names.note(side, event, sends);
                if let Event::Landed(piece) = event {
                    self.lights.drop(side, piece);
                }
                self.events[side as usize].push(event);
            }
            // Time raises the levels of two, also on the tick of a lock, and that lights nothing.
            if has_locked && !self.is_two() && self.level(side) > level {
                self.lights.rise();
                self.ear.rise();
            }
        }
        match page != Page::GameOver && self.page() == Page::GameOver {
            true if self.is_recorded() => self.leave(),
            true => self.end(),
            false => {}
        }
    }

    fn end(&mut self) {
        self.end_ticks = 0;
        let mut is_success = false;
        match &self.table {
            Some(Table::One(game)) => {
                let player = game.player();
                let finished = player.end() == Some(End::Finished);
                let mode = self.choices.mode();
                let place = match mode {
                    Mode::Sprint if !finished => None,
                    Mode::Sprint => self.scores.enter(mode, self.books.time()),
                    _ => self.scores.enter(mode, player.tally().score()),
                };
                self.new_place = place;
                self.naming = place.is_some();
                is_success = finished || place == Some(0);
            }
            Some(Table::Two(game)) => {
                let outcome = game.outcome().expect("a match that is over has one");
                self.books.end_game_of_two(outcome);
                is_success = outcome != Outcome::Draw;
            }
            None => {}
        }
        let sound = if is_success { Sound::Win } else { Sound::Loss };
        self.ear.hear(sound);
    }

    /// True if a player of the game is in danger.
    pub fn is_in_danger(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.endangers(side))
    }

    /// True if a settled cell of this player is in row 16 or higher.
    pub fn endangers(&self, side: Side) -> bool {
        let player = self.player(side);
        player.is_some_and(|player| is_in_danger(player.board(), VISIBLE_ROWS))
    }

    /// True if the alarm lights the frame of this player.
    pub fn is_lit(&self, side: Side) -> bool {
        let is_in_play = matches!(self.page(), Page::Play | Page::Wait(_));
        is_in_play && self.ear.is_lit() && self.endangers(side)
    }

    /// Sound effects since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        self.ear.take()
    }

    /// Supplies a loud drum of the music, which makes the backdrop pulse with the next tick.
    pub fn supply_drum(&mut self) {
        self.lights.supply_drum();
    }

    /// Supplies the clock of the hardware: hundredths of a second of play. An ultra ends when its
    /// time is up.
    pub fn supply_time(&mut self, hundredths: u32) {
        self.books.played = hundredths;
        let is_up = self.choices.mode() == Mode::Ultra && hundredths >= ULTRA;
        if let (Page::Play, true, Some(Table::One(game))) = (self.page(), is_up, &mut self.table) {
            game.time_up();
            self.end();
        }
    }

    /// Time, statistics and wins.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// True if enough pieces of the game have locked that its keys are not shown any more.
    pub fn knows_keys(&self) -> bool {
        let pieces = self.books.statistics.map(|counts| counts.pieces);
        pieces.iter().sum::<u32>() >= PIECES_WITH_KEYS
    }

    /// Screen effects.
    pub fn lights(&self) -> &Lights {
        &self.lights
    }

    /// The two lines beside a board: the name of the last clear or T-spin, and what is added to it.
    pub fn clear_name(&self, side: Side) -> [&str; 2] {
        self.names.of(side)
    }

    /// The mode of the game of one player.
    pub fn mode_of_one(&self) -> Mode {
        self.choices.mode()
    }

    /// True if two players play with garbage.
    pub fn has_garbage(&self) -> bool {
        self.choices.has_garbage()
    }

    /// The music, if there is any.
    pub fn music(&self) -> Option<Music> {
        let level = |&side: &Side| Some(self.player(side)?.tally().level());
        let of_game = Music {
            tune: [Tune::Folk, Tune::Grieg][self.choices().tune as usize],
            stands: self.page() != Page::Play,
            level: self.sides().iter().filter_map(level).max().unwrap_or(1),
        };
        let tune = match self.page() {
            Page::Countdown(_) | Page::Keys(_) => return None,
            Page::GameOver => Tune::Ode,
            _ if self.table.is_some() => return Some(of_game),
            _ => Tune::Minuet,
        };
        Some(Music {
            tune,
            stands: false,
            level: 1,
        })
    }
}
