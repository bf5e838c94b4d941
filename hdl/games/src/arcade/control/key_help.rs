//! Hides the keys of a game, when its first pieces have locked.
//!
//! **Interface**: `new_game` and `locked` are strobes, `is_over` is a level.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Counts the first pieces of a game.
#[derive(LogicBlock, Module)]
pub struct KeyHelp {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// Strobe: a piece of either player has locked.
    pub locked: Signal<In, Bit>,
    /// Level: the game runs.
    pub in_play: Signal<In, Bit>,
    /// Level: eight pieces have locked, and the keys are not shown in play.
    pub is_over: Signal<Out, Bit>,
    pieces: DFF<Bits<4>>,
    next_pieces: Signal<Local, Bits<4>>,
}

#[clocked]
impl Logic for KeyHelp {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_pieces.next = self.pieces.q.val() + 1;
        self.is_over.next = self.pieces.q.val().get_bit(3) & self.in_play.val();
        if self.locked.val() & !self.pieces.q.val().get_bit(3) {
            self.pieces.d.next = self.next_pieces.val();
        }
        if self.new_game.val() {
            self.pieces.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn the_keys_are_hidden_in_play_from_the_eighth_piece_on() {
        let mut uut = Bench::new(KeyHelp::default());
        poke!(uut.in_play = true);
        for game in 0..2 {
            poke!(uut.locked = true);
            let hidden: Vec<bool> = (0..20)
                .map(|_| {
                    let is_over = peek!(uut.is_over);
                    tick!(uut);
                    is_over
                })
                .collect();
            let expected: Vec<bool> = (0..20).map(|locked| locked >= 8).collect();
            assert_eq!(hidden, expected, "game {game}");
            poke!(uut.in_play = false);
            assert!(!peek!(uut.is_over), "a pause shows the keys");
            poke!(uut.in_play = true);
            poke!(uut.locked = false);
            poke!(uut.new_game = true);
            tick!(uut);
            poke!(uut.new_game = false);
        }
    }
}
