//! Games that the players of a match have won.
//!
//! A match is over when a player has won more than half of its games. The next game begins a new
//! match then, and after a visit to the title. A draw counts for neither player.
//!
//! **Interface**: `ends` and `new_game` are strobes, all outputs levels.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Counts the games.
#[derive(LogicBlock, Module)]
pub struct MatchScore {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no match.
    pub reset: Signal<In, Bit>,
    /// Strobe: a game has ended.
    pub ends: Signal<In, Bit>,
    /// Players who are out: bit 0 player 1, bit 1 player 2. Valid with `ends`.
    pub out: Signal<In, Bits<2>>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// Strobe: a game begins.
    pub new_game: Signal<In, Bit>,
    /// Level: there is no game.
    pub no_game: Signal<In, Bit>,
    /// Games that win a match, less one.
    pub best_of: Signal<In, Bits<2>>,
    /// Level: nobody has won a game.
    pub is_fresh: Signal<Out, Bit>,
    /// Level: the match is over, and it had more than one game.
    pub is_over: Signal<Out, Bit>,
    one: DFF<Bits<3>>,
    two: DFF<Bits<3>>,
    enough: Signal<Local, Bits<3>>,
    is_decided: Signal<Local, Bit>,
}

#[clocked]
impl Logic for MatchScore {
    #[hdl_gen]
    fn update(&mut self) {
        self.enough.next = bit_cast::<3, 2>(self.best_of.val());
        self.is_decided.next =
            (self.one.q.val() > self.enough.val()) | (self.two.q.val() > self.enough.val());
        self.is_over.next = self.is_decided.val() & self.best_of.val().any();
        self.is_fresh.next = !self.one.q.val().any() & !self.two.q.val().any();
        if self.ends.val() & self.two_players.val() {
            if self.out.val() == 2 {
                self.one.d.next = self.one.q.val() + 1;
            } else if self.out.val() == 1 {
                self.two.d.next = self.two.q.val() + 1;
            }
        }
        if (self.new_game.val() & self.is_decided.val()) | self.no_game.val() {
            self.one.d.next = 0.into();
            self.two.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A game ends with these players out.
    fn end(uut: &mut Bench<MatchScore>, out: u64) {
        poke!(uut.out = out.to_bits());
        poke!(uut.ends = true);
        tick!(uut);
        poke!(uut.ends = false);
    }

    /// A game ends with these players out, and the next one begins. True if the match was over.
    fn game(uut: &mut Bench<MatchScore>, out: u64) -> bool {
        end(uut, out);
        let is_over = peek!(uut.is_over);
        poke!(uut.new_game = true);
        tick!(uut);
        poke!(uut.new_game = false);
        is_over
    }

    fn of_two(best_of: u64) -> Bench<MatchScore> {
        let mut uut = Bench::new(MatchScore::default());
        poke!(uut.two_players = true);
        poke!(uut.best_of = best_of.to_bits());
        uut
    }

    #[test]
    fn whoever_wins_more_than_half_of_the_games_wins_the_match() {
        let mut uut = of_two(1);
        for (out, is_over) in [(1, false), (3, false), (2, false), (1, true), (1, false)] {
            assert_eq!(game(&mut uut, out), is_over);
            assert_eq!(peek!(uut.is_fresh), is_over);
        }
        let mut uut = of_two(3);
        for games in 1..=4 {
            assert_eq!(game(&mut uut, 2), games == 4);
        }
        assert!(peek!(uut.is_fresh));
    }

    #[test]
    fn a_won_match_is_not_fresh_until_the_next_one_begins() {
        for out in [1, 2] {
            let mut uut = of_two(3);
            for _ in 1..=4 {
                assert!(!peek!(uut.is_over));
                end(&mut uut, out);
                assert!(!peek!(uut.is_fresh));
            }
            assert!(peek!(uut.is_over));
        }
    }

    #[test]
    fn a_single_game_is_no_match() {
        let mut uut = of_two(0);
        for _ in 0..3 {
            assert!(!game(&mut uut, 1));
            assert!(peek!(uut.is_fresh));
        }
    }

    #[test]
    fn the_title_and_a_game_of_one_are_of_no_match() {
        let mut uut = of_two(2);
        game(&mut uut, 1);
        assert!(!peek!(uut.is_fresh));
        poke!(uut.no_game = true);
        tick!(uut);
        poke!(uut.no_game = false);
        assert!(peek!(uut.is_fresh));
        poke!(uut.two_players = false);
        game(&mut uut, 1);
        assert!(peek!(uut.is_fresh));
    }
}
