//! Table of the moving cells of both players: a word for each sprite, for the painter.
//!
//! The engine holds the game of one player at a time. Whenever it rests, its falling piece, ghost,
//! coming and held pieces are written here, so the painter finds both players' sprites at any time.
//! The other half of the table stores the painted sprites, which the painter erases later.
//!
//! The settings hide a ghost or a next piece when its word is read. So a change of them in a pause
//! is seen when the boards are, before the engine works again.
//!
//! **Interface**: a word is {shape, rotation, x, y}, at {painted, player, sprite}: sprite 0 ghost,
//! 1 falling piece, 2 to 7 next pieces, 8 held piece. `word` comes one cycle after `address`. Of a
//! standing sprite only the shape counts.
//! **Latency**: a player's words are written 18 cycles after `busy` has fallen; then `published`
//! rises.

use crate::falling_blocks::exchange::context_switch::ContextSwitch;
use crate::falling_blocks::piece::piece_interface::PiecePlaceReader;
use crate::falling_blocks::piece::random_tetris::NextPiecesReader;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::property::{Ending, Mutant, Observer, Property};
use rust_hdl::prelude::*;

/// Keeps the sprites.
#[derive(LogicBlock, Module)]
pub struct SpriteTable {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Whose game the engine holds.
    pub player: Signal<In, Bit>,
    /// Level: the outputs of the engine may change.
    pub busy: Signal<In, Bit>,
    /// Setting: ghosts are shown.
    pub ghost_shown: Signal<In, Bit>,
    /// Setting: how many next pieces are shown, 0 to 6.
    pub next_count: Signal<In, Bits<3>>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Place of the falling piece and of its ghost.
    pub place: PiecePlaceReader,
    /// Shape in the hold slot, 0 if none.
    pub held: Signal<In, Bits<3>>,
    /// The pieces to come.
    pub slots: NextPiecesReader,
    /// Level: the present outputs of the engine are written.
    pub published: Signal<Out, Bit>,
    /// The word that the painter looks at: {painted, player, sprite}.
    pub address: Signal<In, Bits<6>>,
    /// That word, one cycle later.
    pub word: Signal<Out, Bits<15>>,
    /// Strobe: the painter paints `word`; remember it for {player, sprite} of `address`.
    pub painted: Signal<In, Bit>,
    #[part(clock)]
    #[given]
    words: RAM<Bits<15>, 6>,
    sprite: DFF<Bits<4>>,
    is_writing: DFF<Bit>,
    is_complete: DFF<Bit>,
    next_sprite: Signal<Local, Bits<4>>,
    next_slot: Signal<Local, Bits<3>>,
    is_held: Signal<Local, Bit>,
    is_standing: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    read_sprite: Signal<Local, Bits<4>>,
    read_slot: Signal<Local, Bits<3>>,
    /// The settings hide the sprite of the word that is read.
    is_hidden: DFF<Bit>,
    shown: Signal<Local, Bits<15>>,
    sprite_shape: Signal<Local, Bits<3>>,
    sprite_y: Signal<Local, Bits<5>>,
}

impl Default for SpriteTable {
    fn default() -> Self {
        construct!(SpriteTable {
            words: std::iter::repeat_n(Bits::<15>::default(), 64).into(),
        })
    }
}

#[clocked]
impl Logic for SpriteTable {
    #[hdl_gen]
    fn update(&mut self) {
        self.published.next = self.is_complete.q.val() & !self.busy.val();
        self.next_sprite.next = self.sprite.q.val() + 1;
        self.is_standing.next = self.sprite.q.val() >= 2;
        self.is_held.next = self.sprite.q.val() == 8;
        self.next_slot.next = self.sprite.q.val().get_bits::<3>(0) - 2;
        self.slots.index.next = self.next_slot.val();
        self.sprite_shape.next = self.shape.val();
        if self.is_held.val() {
            self.sprite_shape.next = self.held.val();
        } else if self.is_standing.val() {
            self.sprite_shape.next = self.slots.shape.val();
        }
        self.sprite_y.next = self.place.y.val().get_bits::<5>(0);
        if self.sprite.q.val() == 0 {
            self.sprite_y.next = self.place.ghost_y.val().get_bits::<5>(0);
        }
        self.words.read_address.next = self.address.val();
        self.read_sprite.next = self.address.val().get_bits::<4>(0);
        self.read_slot.next = self.address.val().get_bits::<3>(0) - 2;
        self.is_hidden.d.next = false;
        if !self.address.val().get_bit(5) & !self.read_sprite.val().get_bit(3) {
            if self.read_sprite.val().get_bits::<2>(1).any() {
                self.is_hidden.d.next = self.read_slot.val() >= self.next_count.val();
            } else if !self.read_sprite.val().get_bit(0) {
                self.is_hidden.d.next = !self.ghost_shown.val();
            }
        }
        self.shown.next = self.words.read_data.val();
        if self.is_hidden.q.val() {
            self.shown.next = 0.into();
        }
        self.word.next = self.shown.val();
        self.words.write_address.next = (bit_cast::<6, 1>(self.player.val().into()) << 4)
            | bit_cast::<6, 4>(self.sprite.q.val());
        self.words.write_data.next = (bit_cast::<15, 3>(self.sprite_shape.val()) << 12)
            | (bit_cast::<15, 2>(self.place.rotation.val()) << 10)
            | (bit_cast::<15, 5>(self.place.x.val()) << 5)
            | bit_cast::<15, 5>(self.sprite_y.val());
        self.words.write_enable.next = self.is_writing.q.val();
        // Ghost and piece belong together: what is begun with the one ends with the other, before
        // the engine changes anything.
        self.waits.next = (self.busy.val() & (self.is_standing.val() | (self.sprite.q.val() == 0)))
            | (self.is_standing.val() & !self.slots.ready.val());
        if self.painted.val() {
            self.words.write_address.next = self.address.val() | 32;
            self.words.write_data.next = self.shown.val();
            self.words.write_enable.next = true;
        } else if self.is_writing.q.val() {
            self.is_writing.d.next = false;
            self.sprite.d.next = self.next_sprite.val();
            if self.is_held.val() {
                self.sprite.d.next = 0.into();
                self.is_complete.d.next = !self.busy.val();
            }
        } else if self.waits.val() {
            if self.busy.val() {
                self.sprite.d.next = 0.into();
                self.is_complete.d.next = false;
            }
        } else if !self.is_complete.q.val() {
            // After the last word, rest until the engine has worked again.
            self.is_writing.d.next = true;
        }
        if self.busy.val() {
            self.is_complete.d.next = false;
        }
    }
}

impl SpriteTable {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &["sprite <= 8"],
        // `painter` has the proof.
        assumed: &["!painted || !was_painted"],
        observers: &[Observer::new("was_painted", 1, "painted")],
        ..Property::ends(
            "the words of a player are written within 36 clocks",
            Ending {
                busy: "!published && !busy && slots.ready",
                spent: "sprite * 4 + is_writing * 2 + was_painted",
                clocks: ContextSwitch::MOST_UNPUBLISHED,
            },
            Mutant::new("sprite <= next_sprite", "sprite <= sprite", 8),
        )
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick};

    /// Shapes of the next pieces, as the bags hold them.
    const SLOTS: [u64; 6] = [1, 2, 3, 4, 5, 6];
    const PIECE: u64 = 1;
    const HELD: u64 = 8;

    /// A table with an engine that only has outputs.
    struct Bench(gatefall_bench::Bench<SpriteTable>);

    impl Bench {
        fn new() -> Self {
            let mut uut = gatefall_bench::Bench::new(SpriteTable::default());
            poke!(uut, slots.ready = true);
            poke!(uut.ghost_shown = true);
            poke!(uut.next_count = 6u8.to_bits());
            Self(uut)
        }

        fn cycle(&mut self) {
            let slot = peek!(self.0, slots.index).to_u64() as usize;
            tick!(self.0);
            // The bags answer a cycle later.
            let shape = SLOTS.get(slot).copied().unwrap_or_default();
            poke!(self.0, slots.shape = shape.to_bits());
        }

        fn tell(&mut self, shape: u64, x: u64) {
            poke!(self.0.shape = shape.to_bits());
            poke!(self.0, place.x = x.to_bits());
            poke!(self.0, place.y = (x + 1).to_bits());
            poke!(self.0, place.ghost_y = (x + 2).to_bits());
            poke!(self.0.held = 7u8.to_bits());
        }

        /// The engine works, then tells of a piece.
        fn work(&mut self, shape: u64, x: u64) {
            poke!(self.0.busy = true);
            self.cycle();
            self.tell(shape, x);
            poke!(self.0.busy = false);
            self.settle();
        }

        fn settle(&mut self) {
            for _ in 0..40 {
                self.cycle();
                if peek!(self.0.published) {
                    return;
                }
            }
            panic!("nothing is published");
        }

        fn word(&mut self, address: u64) -> u64 {
            poke!(self.0.address = address.to_bits());
            tick!(self.0);
            peek!(self.0.word).into()
        }

        /// Shape, column and row of a sprite.
        fn sprite(&mut self, address: u64) -> [u64; 3] {
            let word = self.word(address);
            [word >> 12, word >> 5 & 31, word & 31]
        }
    }

    #[test]
    fn all_that_the_engine_tells_is_written() {
        let mut bench = Bench::new();
        bench.work(6, 3);
        assert_eq!(bench.sprite(0), [6, 3, 5]);
        assert_eq!(bench.sprite(PIECE), [6, 3, 4]);
        for (slot, shape) in (2..).zip(SLOTS) {
            assert_eq!(bench.sprite(slot)[0], shape, "slot {slot}");
        }
        assert_eq!(bench.sprite(HELD)[0], 7);
    }

    #[test]
    fn ghost_and_next_pieces_are_shown_as_the_settings_say() {
        for count in 0..=6u64 {
            let mut bench = Bench::new();
            bench.work(6, 3);
            // The engine does not work between a change and a look.
            poke!(bench.0.ghost_shown = count % 2 == 0);
            poke!(bench.0.next_count = count.to_bits());
            let shapes: Vec<u64> = (0..=HELD).map(|sprite| bench.sprite(sprite)[0]).collect();
            let ghost = if count % 2 == 0 { 6 } else { 0 };
            let mut expected = vec![ghost, 6, 1, 2, 3, 4, 5, 6, 7];
            expected[2 + count as usize..8].fill(0);
            assert_eq!(shapes, expected);
        }
    }

    #[test]
    fn while_the_games_are_exchanged_nothing_is_written() {
        for pause in 0..40 {
            let mut bench = Bench::new();
            bench.work(6, 3);
            for _ in 0..pause {
                bench.cycle();
            }
            // The first cycle of an exchange changes nothing yet; then everything moves.
            poke!(bench.0.busy = true);
            bench.cycle();
            for noise in 0..140 {
                bench.cycle();
                bench.tell(noise % 8, noise % 29);
            }
            poke!(bench.0.player = true);
            bench.tell(2, 9);
            poke!(bench.0.busy = false);
            bench.settle();
            assert_eq!(bench.sprite(PIECE), [6, 3, 4], "pause {pause}");
            assert_eq!(bench.sprite(16 + PIECE), [2, 9, 10], "pause {pause}");
        }
    }

    #[test]
    fn what_is_painted_is_remembered() {
        let mut bench = Bench::new();
        bench.work(6, 3);
        let word = bench.word(PIECE);
        poke!(bench.0.painted = true);
        tick!(bench.0);
        poke!(bench.0.painted = false);
        bench.work(5, 8);
        assert_eq!(bench.word(32 + PIECE), word);
        assert_ne!(bench.word(PIECE), word);
    }
}
