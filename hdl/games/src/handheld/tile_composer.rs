//! Composes the picture of tiles, finds out which have changed, and has those painted.
//!
//! Around and around, three passes: every tile gets what its screen says, be it a cell of the field or a digit; then the moving cells go over them, ghost
//! first; then every tile is compared with what the panel shows, and a tile that differs is painted. When the screen is another, all are.
//!
//! If the engine changes a piece before the last moving cell is drawn, the passes begin anew. So no
//! picture with parts of both is compared or painted.
//!
//! **Shape**: two memories of {row, column} -> code of [`screens`]: the picture as it should be, and as the panel shows it. A pass without a change takes
//! some 1,700 clocks.
//! **Cost**: 7 block RAMs, of which the screens are 4; beside the first of them stand the cells of the shapes.

use super::{font, screens};
use crate::falling_blocks::piece::pieces;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Begin,
    ReadScreen,
    ReadDigit,
    WriteTile,
    ChooseSprite,
    ReadSlot,
    ReadCell,
    WriteCell,
    ReadTile,
    CompareTile,
    PaintTile,
}

/// Columns and rows (from the floor up) of the boxes of standing pieces, and how many may come.
const NEXT_X: u8 = 11;
const HOLD_X: u8 = 16;
const FIRST_Y: u8 = 5;
const SECOND_Y: u8 = 2;
/// One below the floor, modulo 32.
const THIRD_Y: u8 = 31;

/// Keeps the tiles.
#[derive(LogicBlock, Module)]
pub struct TileComposer {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the panel shows nothing that is known.
    pub reset: Signal<In, Bit>,
    /// Which screen.
    pub screen: Signal<In, Bits<2>>,
    /// Level: pieces are shown.
    pub in_play: Signal<In, Bit>,
    /// Level: the lowest four rows stay empty.
    pub in_splash: Signal<In, Bit>,
    /// Level: rows that are being cleared shine.
    pub flash: Signal<In, Bit>,
    /// Row (5 bits) and column (4 bits) of the field.
    pub field_address: Signal<Out, Bits<9>>,
    /// The cell there, one cycle later.
    pub field_cell: Signal<In, Bits<5>>,
    /// Which digit the engine writes.
    pub text_address: Signal<In, Bits<4>>,
    /// What it is now.
    pub text_digit: Signal<In, Bits<4>>,
    /// Strobe: write it.
    pub text_write: Signal<In, Bit>,
    /// Level: what the following tell is about to change.
    pub busy: Signal<In, Bit>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Its rotation.
    pub rotation: Signal<In, Bits<2>>,
    /// Column of the left edge of its box.
    pub x: Signal<In, Bits<5>>,
    /// Row of the lower edge of its box, modulo 32.
    pub y: Signal<In, Bits<5>>,
    /// The same for its ghost.
    pub ghost_y: Signal<In, Bits<5>>,
    /// Shape in the hold slot, 0 if none.
    pub held: Signal<In, Bits<3>>,
    /// Which of the coming pieces is wanted at `slot_shape`.
    pub slot: Signal<Out, Bits<3>>,
    /// Its shape, one cycle later.
    pub slot_shape: Signal<In, Bits<3>>,
    /// Level: `slot_shape` will be valid.
    pub slot_ready: Signal<In, Bit>,
    /// Level: the painter is free.
    pub painter_ready: Signal<In, Bit>,
    /// Strobe: paint; the next three stay until the painter is free again.
    #[default(false)]
    pub paint: Signal<Out, Bit>,
    /// The tile's code.
    pub code: Signal<Out, Bits<8>>,
    /// Its row, from the top.
    pub row: Signal<Out, Bits<4>>,
    /// Its column.
    pub column: Signal<Out, Bits<5>>,
    /// Codes at {screen, row, column}, {dy, dx} at {shape, high bit of rotation, 11, its low bit, index}.
    #[part(clock)]
    #[given]
    screens: SyncROM<Bits<8>, 11>,
    #[given]
    digits: RAM<Bits<4>, 4>,
    #[given]
    wanted: RAM<Bits<8>, 9>,
    #[given]
    shown: RAM<Bits<8>, 9>,
    #[reset(Step::Begin)]
    step: DFF<Step>,
    screen_now: DFF<Bits<2>>,
    #[reset(true)]
    paints_all: DFF<Bit>,
    row_now: DFF<Bits<4>>,
    column_now: DFF<Bits<5>>,
    sprite: DFF<Bits<3>>,
    index: DFF<Bits<2>>,
    /// The engine has changed a piece since the passes began.
    has_changed: DFF<Bit>,
    tile: Signal<Local, Bits<9>>,
    next_row: Signal<Local, Bits<4>>,
    next_column: Signal<Local, Bits<5>>,
    #[default(false)]
    advances: Signal<Local, Bit>,
    is_last: Signal<Local, Bit>,
    is_stale: Signal<Local, Bit>,
    screen_code: Signal<Local, Bits<8>>,
    composed: Signal<Local, Bits<8>>,
    is_standing: Signal<Local, Bit>,
    changes: Signal<Local, Bit>,
    sprite_shape: Signal<Local, Bits<3>>,
    sprite_rotation: Signal<Local, Bits<2>>,
    sprite_x: Signal<Local, Bits<5>>,
    sprite_y: Signal<Local, Bits<5>>,
    sprite_code: Signal<Local, Bits<8>>,
    cell_x: Signal<Local, Bits<5>>,
    cell_y: Signal<Local, Bits<5>>,
    #[value(font::DIGIT_ZERO)]
    digit_glyphs: Constant<Bits<8>>,
    #[value(screens::COLUMNS as u64 - 1)]
    last_column: Constant<Bits<5>>,
    #[value(NEXT_X)]
    next_x: Constant<Bits<5>>,
    #[value(HOLD_X)]
    hold_x: Constant<Bits<5>>,
    #[value(FIRST_Y)]
    first_y: Constant<Bits<5>>,
    #[value(SECOND_Y)]
    second_y: Constant<Bits<5>>,
    #[value(THIRD_Y)]
    third_y: Constant<Bits<5>>,
}

/// The screens, and the cells of the shapes in columns that no screen has.
fn words() -> impl Iterator<Item = Bits<8>> {
    const { assert!(screens::COLUMNS <= 24) };
    let mut words = screens::codes();
    for shape in 1..8 {
        for rotation in 0..4 {
            for (index, (dx, dy)) in pieces::cells(shape, rotation).into_iter().enumerate() {
                let row = usize::from(shape << 1 | rotation >> 1);
                let column = 24 | usize::from(rotation & 1) << 2 | index;
                words[row << 5 | column] = (dy << 2 | dx) as u8;
            }
        }
    }
    words.into_iter().map(|word| word.to_bits())
}

impl Default for TileComposer {
    fn default() -> Self {
        construct!(TileComposer {
            screens: words().into(),
            digits: std::iter::repeat_n(Bits::<4>::default(), 16).into(),
            wanted: std::iter::repeat_n(Bits::<8>::default(), 512).into(),
            shown: std::iter::repeat_n(Bits::<8>::default(), 512).into(),
        })
    }
}

#[clocked]
impl Logic for TileComposer {
    #[hdl_gen]
    fn update(&mut self) {
        self.tile.next = (bit_cast::<9, 4>(self.row_now.q.val()) << 5)
            | bit_cast::<9, 5>(self.column_now.q.val());
        self.row.next = self.row_now.q.val();
        self.column.next = self.column_now.q.val();
        self.next_row.next = self.row_now.q.val() + 1;
        self.next_column.next = self.column_now.q.val() + 1;
        self.is_last.next =
            (self.column_now.q.val() == self.last_column.val()) & self.row_now.q.val().all();
        self.is_stale.next = self.screen_now.q.val() != self.screen.val();

        // What the screen says of a tile.
        self.screens.address.next =
            (bit_cast::<11, 2>(self.screen_now.q.val()) << 9) | bit_cast::<11, 9>(self.tile.val());
        self.screen_code.next = self.screens.data.val();
        self.field_address.next = (bit_cast::<9, 4>(!self.row_now.q.val()) << 4)
            | bit_cast::<9, 4>(self.column_now.q.val().get_bits::<4>(0));
        self.digits.read_clock.next = self.clock.val();
        self.digits.read_address.next = self.screen_code.val().get_bits::<4>(0);
        self.digits.write_clock.next = self.clock.val();
        self.digits.write_address.next = self.text_address.val();
        self.digits.write_data.next = self.text_digit.val();
        self.digits.write_enable.next = self.text_write.val();
        self.composed.next = self.screen_code.val();
        if self.screen_code.val().get_bits::<3>(5) == 3 {
            if self.screen_code.val().get_bit(4) {
                self.composed.next =
                    bit_cast::<8, 4>(self.digits.read_data.val()) | self.digit_glyphs.val();
            } else if self.field_cell.val().get_bit(4) {
                // Rows on their way out: white or empty.
                self.composed.next = 0x40.into();
                if self.flash.val() {
                    self.composed.next = 0x49.into();
                }
            } else if self.field_cell.val().any() {
                self.composed.next = 0x48.into();
            } else {
                self.composed.next = 0x40.into();
            }
        } else if self.in_splash.val() & (self.row_now.q.val().get_bits::<2>(2) == 3) {
            self.composed.next = 0.into();
        }

        // The moving cells: ghost, falling piece, three that come, the held one.
        self.changes.next = self.has_changed.q.val() | self.busy.val() | !self.slot_ready.val();
        self.has_changed.d.next = self.changes.val() & (self.step.q.val() != Step::Begin);
        self.is_standing.next = self.sprite.q.val().get_bits::<2>(1).any();
        self.slot.next = self.sprite.q.val() - 2;
        self.sprite_shape.next = self.shape.val();
        self.sprite_rotation.next = self.rotation.val();
        self.sprite_x.next = self.x.val();
        self.sprite_y.next = self.y.val();
        if self.is_standing.val() {
            self.sprite_shape.next = self.slot_shape.val();
            self.sprite_rotation.next = 0.into();
            self.sprite_x.next = self.next_x.val();
            self.sprite_y.next = self.first_y.val();
            if self.sprite.q.val() == 3 {
                self.sprite_y.next = self.second_y.val();
            } else if self.sprite.q.val() == 4 {
                self.sprite_y.next = self.third_y.val();
            } else if self.sprite.q.val() == 5 {
                self.sprite_shape.next = self.held.val();
                self.sprite_x.next = self.hold_x.val();
            }
        } else if !self.sprite.q.val().get_bit(0) {
            self.sprite_y.next = self.ghost_y.val();
        }
        self.sprite_code.next = bit_cast::<8, 3>(self.sprite_shape.val()) | 0x40;
        if !self.sprite.q.val().any() {
            self.sprite_code.next = bit_cast::<8, 3>(self.sprite_shape.val()) | 0x50;
        }
        if self.step.q.val() == Step::ReadCell {
            self.screens.address.next = (bit_cast::<11, 3>(self.sprite_shape.val()) << 6)
                | (bit_cast::<11, 1>(self.sprite_rotation.val().get_bits::<1>(1)) << 5)
                | (bit_cast::<11, 1>(self.sprite_rotation.val().get_bits::<1>(0)) << 2)
                | bit_cast::<11, 2>(self.index.q.val())
                | 0x18;
        }
        self.cell_x.next =
            self.sprite_x.val() + bit_cast::<5, 2>(self.screens.data.val().get_bits::<2>(0));
        self.cell_y.next =
            self.sprite_y.val() + bit_cast::<5, 2>(self.screens.data.val().get_bits::<2>(2));

        self.wanted.read_clock.next = self.clock.val();
        self.wanted.read_address.next = self.tile.val();
        self.wanted.write_clock.next = self.clock.val();
        self.wanted.write_address.next = self.tile.val();
        self.wanted.write_data.next = self.composed.val();
        self.wanted.write_enable.next = false;
        self.code.next = self.wanted.read_data.val();
        self.shown.read_clock.next = self.clock.val();
        self.shown.read_address.next = self.tile.val();
        self.shown.write_clock.next = self.clock.val();
        self.shown.write_address.next = self.tile.val();
        self.shown.write_data.next = self.wanted.read_data.val();
        self.shown.write_enable.next = false;
        match self.step.q.val() {
            Step::Begin => {
                self.screen_now.d.next = self.screen.val();
                if self.is_stale.val() {
                    self.paints_all.d.next = true;
                }
                self.row_now.d.next = 0.into();
                self.column_now.d.next = 0.into();
                self.step.d.next = Step::ReadScreen;
            }
            Step::ReadScreen => {
                self.step.d.next = Step::ReadDigit;
            }
            Step::ReadDigit => {
                self.step.d.next = Step::WriteTile;
            }
            Step::WriteTile => {
                self.wanted.write_enable.next = true;
                self.advances.next = true;
                self.step.d.next = Step::ReadScreen;
                if self.is_last.val() {
                    self.sprite.d.next = 0.into();
                    self.step.d.next = Step::ReadTile;
                    if self.in_play.val() {
                        self.step.d.next = Step::ChooseSprite;
                    }
                }
            }
            Step::ChooseSprite => {
                self.index.d.next = 0.into();
                self.step.d.next = Step::ReadSlot;
            }
            Step::ReadSlot => {
                self.step.d.next = Step::ReadCell;
            }
            Step::ReadCell => {
                self.step.d.next = Step::WriteCell;
            }
            Step::WriteCell => {
                self.wanted.write_address.next =
                    (bit_cast::<9, 4>(!self.cell_y.val().get_bits::<4>(0)) << 5)
                        | bit_cast::<9, 5>(self.cell_x.val());
                self.wanted.write_data.next = self.sprite_code.val();
                self.wanted.write_enable.next =
                    self.sprite_shape.val().any() & !self.cell_y.val().get_bit(4);
                self.index.d.next = self.index.q.val() + 1;
                self.step.d.next = Step::ReadCell;
                if self.index.q.val().all() {
                    self.sprite.d.next = self.sprite.q.val() + 1;
                    self.step.d.next = Step::ChooseSprite;
                    if self.sprite.q.val() == 5 {
                        self.step.d.next = Step::ReadTile;
                        if self.changes.val() {
                            self.step.d.next = Step::Begin;
                        }
                    }
                }
            }
            Step::ReadTile => {
                self.step.d.next = Step::CompareTile;
            }
            Step::CompareTile => {
                if (self.wanted.read_data.val() != self.shown.read_data.val())
                    | self.paints_all.q.val()
                {
                    if self.painter_ready.val() {
                        self.paint.next = true;
                        self.shown.write_enable.next = true;
                        self.step.d.next = Step::PaintTile;
                    }
                } else {
                    self.advances.next = true;
                }
            }
            Step::PaintTile => {
                self.advances.next = self.painter_ready.val();
            }
            _ => {
                self.step.d.next = Step::Begin;
            }
        }
        if self.advances.val() {
            self.column_now.d.next = self.next_column.val();
            if self.column_now.q.val() == self.last_column.val() {
                self.column_now.d.next = 0.into();
                self.row_now.d.next = self.next_row.val();
            }
            if (self.step.q.val() == Step::CompareTile) | (self.step.q.val() == Step::PaintTile) {
                self.step.d.next = Step::ReadTile;
                // What another screen has for the rest need not wait for this one's.
                if self.is_last.val() | self.is_stale.val() {
                    self.paints_all.d.next = false;
                    self.step.d.next = Step::Begin;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Clocks in which a picture is composed and compared, also when it begins anew.
    const PASSES: u64 = 6_000;
    /// A step of the falling piece takes no less.
    const BUSY: u64 = 16;

    fn composer() -> Bench<TileComposer> {
        let mut uut = Bench::new(TileComposer::default());
        poke!(uut.screen = 1u8.to_bits());
        poke!(uut.in_play = true);
        poke!(uut.slot_ready = true);
        poke!(uut.painter_ready = true);
        poke!(uut.rotation = 0u8.to_bits());
        poke!(uut.x = 3u8.to_bits());
        poke!(uut.y = 9u8.to_bits());
        poke!(uut.slot_shape = 5u8.to_bits());
        poke!(uut.shape = 6u8.to_bits());
        poke!(uut.held = 4u8.to_bits());
        uut
    }

    /// The codes that the panel shows.
    fn shown(uut: &mut Bench<TileComposer>) -> Vec<u64> {
        let shown = uut.machine().memory("shown").unwrap();
        (0..512).map(|tile| shown.get(tile).unwrap()).collect()
    }

    /// One clock; a tile that is painted has its code in one of the pictures.
    fn clock(uut: &mut Bench<TileComposer>, pictures: &[&Vec<u64>], place: &str) {
        if peek!(uut.paint) {
            let (row, column) = (peek!(uut.row).to_u64(), peek!(uut.column).to_u64());
            let code = peek!(uut.code).to_u64();
            let tile = (row << 5 | column) as usize;
            assert!(
                pictures.iter().any(|picture| picture[tile] == code),
                "{place}: row {row}, column {column} is painted with {code:02X}"
            );
        }
        tick!(uut);
    }

    /// Clocks from the first to the last in which moving cells are drawn, and some before.
    const SPRITES: u64 = 6 * 10 + 20;

    /// A change of the pieces on each clock on which moving cells are drawn: `change` makes it,
    /// `drop` announces it.
    fn sweep(change: fn(&mut Bench<TileComposer>), drop: fn(&mut Bench<TileComposer>, bool)) {
        let mut uut = composer();
        uut.machine().run(PASSES);
        let before = shown(&mut uut);
        let start = uut.machine().snapshot();
        let start_cycle = uut.machine().cycles();
        let choosing = Step::ChooseSprite as u64;
        let chosen = uut
            .machine()
            .run_until(|uut| uut.peek("step").unwrap() == choosing, PASSES);
        assert!(chosen.is_some());
        let drawing = uut.machine().cycles();
        uut.machine().restore(&start).unwrap();
        uut.machine().run(drawing - start_cycle - 10);
        let start = uut.machine().snapshot();
        change(&mut uut);
        uut.machine().run(PASSES);
        let after = shown(&mut uut);
        assert_ne!(before, after);
        for clock_of_change in 0..SPRITES {
            uut.machine().restore(&start).unwrap();
            uut.machine().run(clock_of_change);
            // The strobe, then the change on the clock after it.
            drop(&mut uut, true);
            let place = format!("a change on clock {clock_of_change}");
            clock(&mut uut, &[&before], &place);
            change(&mut uut);
            for _ in 0..BUSY {
                clock(&mut uut, &[&before, &after], &place);
            }
            drop(&mut uut, false);
            let mut since = 0;
            while shown(&mut uut) != after {
                for _ in 0..100 {
                    clock(&mut uut, &[&before, &after], &place);
                }
                since += 100;
                assert!(since < PASSES, "{place} is never shown");
            }
        }
    }

    #[test]
    fn a_hold_on_any_clock_paints_no_parts_of_two_pieces() {
        let change = |uut: &mut Bench<TileComposer>| {
            poke!(uut.shape = 4u8.to_bits());
            poke!(uut.held = 6u8.to_bits());
            poke!(uut.x = 3u8.to_bits());
            poke!(uut.y = 12u8.to_bits());
        };
        sweep(change, |uut, busy| poke!(uut.busy = busy));
    }

    #[test]
    fn a_new_piece_on_any_clock_paints_no_parts_of_two_previews() {
        let change = |uut: &mut Bench<TileComposer>| poke!(uut.slot_shape = 1u8.to_bits());
        sweep(change, |uut, busy| poke!(uut.slot_ready = !busy));
    }
}
