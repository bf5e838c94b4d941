//! Statistics: time, counts and wins.

use crate::attack::{attack, Clear};
use crate::{Event, Mode, Outcome, Side, Spin};

/// Length of an ultra in hundredths of a second.
pub const ULTRA: u32 = 18_000;

/// Limit of the time of play: 99:59.99.
pub const MAX_TIME: u32 = 599_999;
/// Limits of the other counts, by their digits.
const MAX_PIECES: u32 = 9999;
const MAX_QUADS: u32 = 999;
const MAX_SPINS: u32 = 999;
const MAX_COMBO: u32 = 99;
const MAX_SENT: u32 = 999;
/// Limit of pieces per second, in hundredths.
const MAX_RATE: u32 = 999;

/// Minutes, seconds and hundredths, as they are shown.
pub fn shown_time(hundredths: u32) -> String {
    let (minutes, rest) = (hundredths / 6000, hundredths % 6000);
    format!("{minutes:02}:{:02}.{:02}", rest / 100, rest % 100)
}

/// Counts of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Pieces that locked.
    pub pieces: u32,
    /// Clears of four rows.
    pub quads: u32,
    /// T-spins, full or mini.
    pub spins: u32,
    /// Largest combo: clears in direct succession, less one.
    pub combo: u32,
    /// Rows that the clears have sent in a game of versus, with those that cancelled waiting rows.
    pub sent: u32,
}

/// All statistics.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Books {
    pub(super) statistics: [Statistics; 2],
    /// Hundredths of a second of play, without a limit.
    pub(super) played: u32,
    /// Games of the match that each player has won.
    pub(super) wins: [u32; 2],
}

impl Books {
    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.statistics = Default::default();
        self.played = 0;
    }

    /// Counts an event of a player's game. `sends` is true in a game of versus.
    pub(super) fn note(&mut self, side: Side, event: Event, sends: bool) {
        let Event::Locked {
            spin,
            lines,
            combo,
            back_to_back,
            perfect,
            ..
        } = event
        else {
            return;
        };
        let counts = &mut self.statistics[side as usize];
        if sends && lines > 0 {
            let sent = attack(&Clear {
                spin,
                lines,
                back_to_back,
                combo,
                perfect,
            });
            counts.sent = (counts.sent + sent).min(MAX_SENT);
        }
        counts.pieces = (counts.pieces + 1).min(MAX_PIECES);
        counts.quads = (counts.quads + u32::from(lines == 4)).min(MAX_QUADS);
        counts.spins = (counts.spins + u32::from(spin != Spin::None)).min(MAX_SPINS);
        counts.combo = counts.combo.max(combo).min(MAX_COMBO);
    }

    /// A game of two ends.
    pub(super) fn end_game_of_two(&mut self, outcome: Outcome) {
        if let Outcome::Won(side) = outcome {
            self.wins[side as usize] += 1;
        }
    }

    /// Counts of a player in the last game.
    pub fn statistics(&self, side: Side) -> Statistics {
        self.statistics[side as usize]
    }

    /// Pieces per second of a player, in hundredths. The highest value if no time has passed.
    pub fn rate(&self, side: Side) -> u32 {
        let pieces = 10_000 * self.statistics(side).pieces;
        let rate = pieces.checked_div(self.played);
        rate.map_or(MAX_RATE, |rate| rate.min(MAX_RATE))
    }

    /// Time of play in hundredths of a second, up to its limit.
    pub fn time(&self) -> u32 {
        self.played.min(MAX_TIME)
    }

    /// Value of the clock in hundredths of a second: the time of play, or the remaining time in an
    /// ultra.
    pub fn clock(&self, mode: Mode) -> u32 {
        match mode {
            Mode::Ultra => ULTRA.saturating_sub(self.time()),
            _ => self.time(),
        }
    }

    /// Games of the match that a player has won.
    pub fn wins(&self, side: Side) -> u32 {
        self.wins[side as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_per_second_are_rounded_down_and_stop_at_their_limit() {
        let mut books = Books::default();
        for (pieces, played, rate) in [
            (0, 100, 0),
            (1, 100, 100),
            (2, 300, 66),
            (301, 12_345, 243),
            (999, 10_000, 999),
            (1000, 10_000, 999),
            (0, 0, 999),
        ] {
            books.statistics[1].pieces = pieces;
            books.played = played;
            assert_eq!(books.rate(Side::Two), rate, "{pieces} in {played}");
        }
    }

    #[test]
    fn a_draw_is_nobodys() {
        let mut books = Books::default();
        books.end_game_of_two(Outcome::Draw);
        books.end_game_of_two(Outcome::Won(Side::Two));
        assert_eq!(Side::BOTH.map(|side| books.wins(side)), [0, 1]);
    }
}
