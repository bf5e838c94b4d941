//! Order in which the standing sprites are painted: next and held pieces, or those of the title.
//!
//! After a restart each of them has its turn once, in a game of two those of player 2 after those
//! of player 1. Then the order rests until the next restart.
//!
//! **Interface**: `restart` and `advance` are strobes. The outputs are registers.

use super::sprite_cells::sprite;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The order.
#[derive(LogicBlock, Module)]
pub struct StandingSprites {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: the title.
    pub title: Signal<In, Bit>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// Strobe: return to the first sprite of player 1.
    pub restart: Signal<In, Bit>,
    /// With `restart`: the sprites are to be painted.
    pub paints: Signal<In, Bit>,
    /// Strobe: the sprite is painted.
    pub advance: Signal<In, Bit>,
    /// The sprite whose turn it is.
    pub sprite: Signal<Out, Bits<4>>,
    /// Its player.
    pub player: Signal<Out, Bit>,
    /// Level: it is to be painted.
    pub is_due: Signal<Out, Bit>,
    standing: DFF<Bits<4>>,
    standing_player: DFF<Bit>,
    is_awake: DFF<Bit>,
    first: Signal<Local, Bits<4>>,
    last: Signal<Local, Bits<4>>,
    has_second: Signal<Local, Bit>,
    #[value(sprite::FIRST_STANDING)]
    first_standing: Constant<Bits<4>>,
    #[value(sprite::LAST_STANDING)]
    last_standing: Constant<Bits<4>>,
    #[value(sprite::LOGO)]
    first_of_title: Constant<Bits<4>>,
    #[value(sprite::LAST_OF_TITLE)]
    last_of_title: Constant<Bits<4>>,
}

#[clocked]
impl Logic for StandingSprites {
    #[hdl_gen]
    fn update(&mut self) {
        self.sprite.next = self.standing.q.val();
        self.player.next = self.standing_player.q.val();
        self.is_due.next = self.is_awake.q.val();
        self.first.next = self.first_standing.val();
        self.last.next = self.last_standing.val();
        if self.title.val() {
            self.first.next = self.first_of_title.val();
            self.last.next = self.last_of_title.val();
        }
        self.has_second.next =
            self.two_players.val() & !self.title.val() & !self.standing_player.q.val();
        if self.advance.val() {
            self.standing.d.next = self.standing.q.val() + 1;
            if self.standing.q.val() == self.last.val() {
                self.standing.d.next = self.first.val();
                self.standing_player.d.next = self.has_second.val();
                self.is_awake.d.next = self.has_second.val();
            }
        }
        if self.restart.val() {
            self.standing.d.next = self.first.val();
            self.standing_player.d.next = false;
            self.is_awake.d.next = self.paints.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The sprites and players of a round.
    fn round(uut: &mut Bench<StandingSprites>) -> Vec<(u8, bool)> {
        poke!(uut.paints = true);
        poke!(uut.restart = true);
        tick!(uut);
        poke!(uut.restart = false);
        poke!(uut.advance = true);
        let mut painted = vec![];
        while peek!(uut.is_due) {
            painted.push((peek!(uut.sprite).to_u8(), peek!(uut.player)));
            tick!(uut);
        }
        poke!(uut.advance = false);
        painted
    }

    #[test]
    fn each_sprite_of_each_player_is_painted_once() {
        let mut uut = Bench::new(StandingSprites::default());
        let game = sprite::FIRST_STANDING..=sprite::LAST_STANDING;
        let of = |player| game.clone().map(move |sprite| (sprite, player));
        assert_eq!(round(&mut uut), of(false).collect::<Vec<_>>());
        poke!(uut.two_players = true);
        assert_eq!(
            round(&mut uut),
            of(false).chain(of(true)).collect::<Vec<_>>()
        );
        poke!(uut.title = true);
        let title = (sprite::LOGO..=sprite::LAST_OF_TITLE).map(|sprite| (sprite, false));
        assert_eq!(round(&mut uut), title.collect::<Vec<_>>());
    }
}
