//! Strobe at the end of a game.
//!
//! Before the first game the engine reports an ended game, too. So a reset and a new game count as
//! an end that was reported already.
//!
//! **Interface**: `game_over` is a level, `ends` a strobe in its first clock.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Detects the rising edge of `game_over`.
#[derive(LogicBlock, Module)]
pub struct GameOverStrobe {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// Level: the game has ended.
    pub game_over: Signal<In, Bit>,
    /// Strobe: the game ends.
    pub ends: Signal<Out, Bit>,
    #[reset(true, or = new_game)]
    was_over: DFF<Bit>,
}

#[clocked]
impl Logic for GameOverStrobe {
    #[hdl_gen]
    fn update(&mut self) {
        self.was_over.d.next = self.game_over.val();
        self.ends.next = self.game_over.val() & !self.was_over.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Clocks with a strobe while `game_over` has these values.
    fn ends(uut: &mut Bench<GameOverStrobe>, levels: &[bool]) -> Vec<bool> {
        let strobe = |level: &bool| {
            poke!(uut.game_over = *level);
            let ends = peek!(uut.ends);
            tick!(uut);
            ends
        };
        levels.iter().map(strobe).collect()
    }

    #[test]
    fn the_end_is_reported_once() {
        let mut uut = Bench::new(GameOverStrobe::default());
        let levels = [false, true, true, false, false, true];
        let expected = [false, true, false, false, false, true];
        assert_eq!(ends(&mut uut, &levels), expected);
    }

    #[test]
    fn the_state_before_the_first_game_is_no_end() {
        type Strobe = fn(&mut Bench<GameOverStrobe>, bool);
        let strobes: [Strobe; 2] = [
            |uut, value| poke!(uut.reset = value),
            |uut, value| poke!(uut.new_game = value),
        ];
        for strobe in strobes {
            let mut uut = Bench::new(GameOverStrobe::default());
            strobe(&mut uut, true);
            tick!(uut);
            strobe(&mut uut, false);
            assert_eq!(
                ends(&mut uut, &[true, true, false, true]),
                [false, false, false, true]
            );
        }
    }
}
