//! Shape, rotation and place of the sprite that is painted.
//!
//! Falling pieces and ghosts have their places in the words of the sprite table; standing sprites
//! have theirs in the [table of cells](super::sprite_cells).
//!
//! Combinational. `word` belongs to the `word_address` of one clock ago.

use super::sprite_cells::{sprite, DENSE_ADDRESS, HALVES_ADDRESS, PLACES_ADDRESS};
use crate::falling_blocks::piece::pieces;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Next pieces from which on they stand closer.
const DENSE_COUNT: u8 = 6;

/// Kinds of screens: the title, a game; bit 0 of a game says that two play, bit 2 that the next
/// pieces stand closer.
const SCREEN_TITLE: u8 = 1;
const SCREEN_GAME: u8 = 2;

/// The source.
#[derive(LogicBlock, Module)]
pub struct SpriteSource {
    /// Level: the title.
    pub title: Signal<In, Bit>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// Number of next pieces.
    pub next_count: Signal<In, Bits<3>>,
    /// Rotation of the pieces of the title.
    pub title_rotation: Signal<In, Bits<2>>,
    /// The sprite.
    pub sprite: Signal<In, Bits<4>>,
    /// Its player.
    pub player: Signal<In, Bit>,
    /// It is erased: a piece as it was painted.
    pub is_erasing: Signal<In, Bit>,
    /// Word of the sprite table.
    pub word: Signal<In, Bits<15>>,
    /// Address of that word: {painted, player, sprite}.
    pub word_address: Signal<Out, Bits<6>>,
    /// Address of the place in the table of cells.
    pub place_address: Signal<Out, Bits<8>>,
    /// Address of the first cell of shape and rotation in that table.
    pub cell_address: Signal<Out, Bits<8>>,
    /// The sprite is a falling piece or its ghost.
    pub is_piece: Signal<Out, Bit>,
    /// The sprite is a ghost.
    pub is_ghost: Signal<Out, Bit>,
    /// The sprite is the logo.
    pub is_logo: Signal<Out, Bit>,
    /// The sprite has an even number of columns, so it stands half a cell further left: a mark is
    /// left of it.
    pub is_marked: Signal<Out, Bit>,
    /// Kind of the screen; the layer is emptied when another kind begins.
    pub screen_kind: Signal<Out, Bits<3>>,
    falls: Signal<Local, Bit>,
    shape: Signal<Local, Bits<3>>,
    #[default(0)]
    rotation: Signal<Local, Bits<2>>,
    dense: Signal<Local, Bit>,
    low_sprite: Signal<Local, Bits<8>>,
    #[value(pieces::I)]
    shape_i: Constant<Bits<3>>,
    #[value(pieces::O)]
    shape_o: Constant<Bits<3>>,
    #[value(sprite::GHOST)]
    ghost: Constant<Bits<4>>,
    #[value(sprite::FIRST_STANDING)]
    first_standing: Constant<Bits<4>>,
    #[value(sprite::LOGO)]
    logo: Constant<Bits<4>>,
    #[value(SCREEN_TITLE)]
    screen_title: Constant<Bits<3>>,
    #[value(SCREEN_GAME)]
    screen_game: Constant<Bits<3>>,
    #[value(DENSE_COUNT)]
    dense_count: Constant<Bits<3>>,
    #[value(PLACES_ADDRESS)]
    places: Constant<Bits<8>>,
    #[value(HALVES_ADDRESS)]
    halves: Constant<Bits<8>>,
    #[value(DENSE_ADDRESS)]
    dense_places: Constant<Bits<8>>,
}

#[clocked]
impl Logic for SpriteSource {
    #[hdl_gen]
    fn update(&mut self) {
        self.falls.next = !self.title.val() & (self.sprite.val() < self.first_standing.val());
        self.is_piece.next = self.falls.val();
        self.is_ghost.next = !self.title.val() & (self.sprite.val() == self.ghost.val());
        self.is_logo.next = self.title.val() & (self.sprite.val() == self.logo.val());
        self.word_address.next =
            (bit_cast::<6, 1>((self.is_erasing.val() & self.falls.val()).into()) << 5)
                | (bit_cast::<6, 1>(self.player.val().into()) << 4)
                | bit_cast::<6, 4>(self.sprite.val());
        self.shape.next = self.word.val().get_bits::<3>(12);
        if self.falls.val() {
            self.rotation.next = self.word.val().get_bits::<2>(10);
        } else if self.title.val() {
            self.shape.next = self.sprite.val().get_bits::<3>(0);
            self.rotation.next = self.title_rotation.val();
        }
        self.is_marked.next = !self.falls.val()
            & !self.title.val()
            & ((self.shape.val() == self.shape_i.val()) | (self.shape.val() == self.shape_o.val()));
        self.cell_address.next = (bit_cast::<8, 3>(self.shape.val()) << 4)
            | (bit_cast::<8, 2>(self.rotation.val()) << 2);
        self.dense.next = self.next_count.val() == self.dense_count.val();
        self.screen_kind.next = (bit_cast::<3, 1>(self.dense.val().into()) << 2)
            | (bit_cast::<3, 1>(self.two_players.val().into()))
            | self.screen_game.val();
        if self.title.val() {
            self.screen_kind.next = self.screen_title.val();
        }
        self.low_sprite.next = bit_cast::<8, 3>(self.sprite.val().get_bits::<3>(0));
        self.place_address.next = (bit_cast::<8, 1>(self.title.val().into()) << 3)
            | self.low_sprite.val()
            | self.places.val();
        if !self.title.val() & self.dense.val() {
            self.place_address.next = self.low_sprite.val() | self.dense_places.val();
        }
        if !self.title.val() & self.two_players.val() {
            self.place_address.next = (bit_cast::<8, 1>(self.player.val().into()) << 3)
                | self.low_sprite.val()
                | self.halves.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    /// A game of one with three next pieces, whose table holds a piece of shape 5, rotation 2.
    fn game() -> Bench<SpriteSource> {
        let mut uut = Bench::new(SpriteSource::default());
        poke!(uut.next_count = 3u8.to_bits());
        poke!(uut.title_rotation = 3u8.to_bits());
        poke!(uut.word = (5u16 << 12 | 2 << 10 | 0x3ff).to_bits());
        uut
    }

    #[test]
    fn a_piece_has_shape_and_rotation_from_its_word() {
        let mut uut = game();
        for (number, is_ghost) in [(sprite::GHOST, true), (sprite::PIECE, false)] {
            poke!(uut.sprite = number.to_bits());
            assert_eq!(peek!(uut.cell_address), 5 << 4 | 2 << 2);
            assert!(peek!(uut.is_piece) && !peek!(uut.is_logo));
            assert_eq!(peek!(uut.is_ghost), is_ghost);
        }
        poke!(uut.sprite = sprite::FIRST_STANDING.to_bits());
        assert_eq!(peek!(uut.cell_address), 5 << 4, "rotation 0");
        assert!(!peek!(uut.is_piece) && !peek!(uut.is_ghost));
    }

    #[test]
    fn standing_pieces_of_an_even_width_are_marked() {
        let mut uut = game();
        poke!(uut.sprite = sprite::FIRST_STANDING.to_bits());
        let marked = |uut: &mut Bench<SpriteSource>| {
            let is_marked = |shape: &u16| {
                poke!(uut.word = (shape << 12).to_bits());
                peek!(uut.is_marked)
            };
            (0..8).filter(is_marked).collect::<Vec<u16>>()
        };
        assert_eq!(marked(&mut uut), [pieces::I, pieces::O].map(u16::from));
        poke!(uut.sprite = sprite::PIECE.to_bits());
        assert_eq!(marked(&mut uut), []);
        poke!(uut.title = true);
        assert_eq!(marked(&mut uut), []);
    }

    #[test]
    fn only_a_piece_is_erased_by_the_word_that_was_painted() {
        let mut uut = game();
        poke!(uut.player = true);
        for (number, erasing, address) in [
            (sprite::PIECE, false, 0x10),
            (sprite::PIECE, true, 0x30),
            (sprite::FIRST_STANDING, true, 0x10),
        ] {
            poke!(uut.sprite = number.to_bits());
            poke!(uut.is_erasing = erasing);
            assert_eq!(peek!(uut.word_address), address | u64::from(number));
        }
    }

    #[test]
    fn the_title_has_the_logo_and_the_seven_shapes() {
        let mut uut = game();
        poke!(uut.title = true);
        poke!(uut.sprite = sprite::LOGO.to_bits());
        assert!(peek!(uut.is_logo));
        for shape in 1..=7u8 {
            poke!(uut.sprite = (sprite::LOGO + shape).to_bits());
            assert_eq!(peek!(uut.cell_address), u64::from(shape << 4 | 3 << 2));
            assert!(!peek!(uut.is_logo) && !peek!(uut.is_piece));
            let place = u64::from(PLACES_ADDRESS | 8 | shape);
            assert_eq!(peek!(uut.place_address), place);
        }
        poke!(uut.sprite = sprite::GHOST.to_bits());
        assert!(!peek!(uut.is_ghost), "nothing moves on the title");
    }

    #[test]
    fn each_kind_of_screen_has_its_places() {
        let mut uut = game();
        poke!(uut.player = true);
        poke!(uut.sprite = 4u8.to_bits());
        let game_of_one = u64::from(SCREEN_GAME);
        for (two_players, next_count, place, kind) in [
            (false, 3, PLACES_ADDRESS | 4, game_of_one),
            (false, DENSE_COUNT, DENSE_ADDRESS | 4, game_of_one | 4),
            (true, 3, HALVES_ADDRESS | 8 | 4, game_of_one | 1),
            (true, DENSE_COUNT, HALVES_ADDRESS | 8 | 4, game_of_one | 5),
        ] {
            poke!(uut.two_players = two_players);
            poke!(uut.next_count = next_count.to_bits());
            assert_eq!(peek!(uut.place_address), u64::from(place));
            assert_eq!(peek!(uut.screen_kind), kind);
        }
        poke!(uut.title = true);
        assert_eq!(peek!(uut.screen_kind), u64::from(SCREEN_TITLE));
    }
}
