//! Walks over the cells of a sprite.
//!
//! ```text
//! find_place  read the place of a standing sprite
//! load        keep place and first cell; a piece has its place in `word`
//! (none)      read the cell
//! advance     the outputs belong to the cell; go to the next one
//! ```
//!
//! A standing sprite is erased by an empty box of cells, a piece by its own cells. With the box
//! the two marks left of it are painted, or erased.
//!
//! **Interface**: the four steps take one clock each; the last two repeat until `is_last`.

use super::sprite_cells::{table, BOX_ADDRESS, LOGO_ADDRESS};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Rows of the board that are seen.
const VISIBLE_ROWS: u8 = 20;
/// Bit of a code of the layer: a ghost.
const GHOST_COLOUR: u8 = 8;

/// The walk.
#[derive(LogicBlock, Module)]
pub struct SpriteWalk {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: the title, whose grid has rows above the board.
    pub title: Signal<In, Bit>,
    /// Read the place.
    pub find_place: Signal<In, Bit>,
    /// Keep the place.
    pub load: Signal<In, Bit>,
    /// Go to the next cell.
    pub advance: Signal<In, Bit>,
    /// Address of the place.
    pub place_address: Signal<In, Bits<8>>,
    /// Address of the first cell.
    pub first_address: Signal<In, Bits<8>>,
    /// The sprite is a falling piece or its ghost.
    pub is_piece: Signal<In, Bit>,
    /// The sprite is a ghost.
    pub is_ghost: Signal<In, Bit>,
    /// The sprite is the logo.
    pub is_logo: Signal<In, Bit>,
    /// The sprite is erased.
    pub is_erasing: Signal<In, Bit>,
    /// The marks left of it are painted.
    pub is_marked: Signal<In, Bit>,
    /// Its player.
    pub player: Signal<In, Bit>,
    /// Word of the sprite table: place of a piece.
    pub word: Signal<In, Bits<15>>,
    /// Address of the cell in the layer: {row, column}.
    pub layer_address: Signal<Out, Bits<10>>,
    /// Code of the cell.
    pub colour: Signal<Out, Bits<4>>,
    /// The cell is above the board.
    pub is_hidden: Signal<Out, Bit>,
    /// The cell is the last one of the sprite.
    pub is_last: Signal<Out, Bit>,
    #[part(clock)]
    #[given]
    cells: SyncROM<Bits<15>, 8>,
    base_x: DFF<Bits<5>>,
    base_y: DFF<Bits<5>>,
    cell_address: DFF<Bits<8>>,
    column: Signal<Local, Bits<5>>,
    row: Signal<Local, Bits<5>>,
    cell_colour: Signal<Local, Bits<4>>,
    #[value(VISIBLE_ROWS)]
    visible_rows: Constant<Bits<5>>,
    #[value(GHOST_COLOUR)]
    ghost_colour: Constant<Bits<4>>,
    #[value(LOGO_ADDRESS)]
    logo: Constant<Bits<8>>,
    #[value(BOX_ADDRESS)]
    empty_box: Constant<Bits<8>>,
}

impl Default for SpriteWalk {
    fn default() -> Self {
        construct!(SpriteWalk {
            cells: table().into(),
        })
    }
}

#[clocked]
impl Logic for SpriteWalk {
    #[hdl_gen]
    fn update(&mut self) {
        self.cells.address.next = self.cell_address.q.val();
        if self.find_place.val() {
            self.cells.address.next = self.place_address.val();
        }
        self.column.next = self.base_x.q.val() + self.cells.data.val().get_bits::<5>(0);
        self.row.next = self.base_y.q.val() + self.cells.data.val().get_bits::<5>(5);
        self.cell_colour.next = self.cells.data.val().get_bits::<4>(10);
        self.is_last.next = self.cells.data.val().get_bit(14);
        self.layer_address.next =
            (bit_cast::<10, 5>(self.row.val()) << 5) | bit_cast::<10, 5>(self.column.val());
        self.is_hidden.next = !self.title.val() & (self.row.val() >= self.visible_rows.val());
        self.colour.next = self.cell_colour.val();
        if self.is_ghost.val() & self.cell_colour.val().any() {
            self.colour.next = self.cell_colour.val() | self.ghost_colour.val();
        }
        if self.is_erasing.val() & !self.is_marked.val() {
            self.colour.next = 0.into();
        }
        if self.load.val() {
            self.base_x.d.next = self.cells.data.val().get_bits::<5>(0);
            self.base_y.d.next = self.cells.data.val().get_bits::<5>(5);
            self.cell_address.d.next = self.first_address.val();
            if self.is_piece.val() {
                self.base_x.d.next = self.word.val().get_bits::<5>(5)
                    ^ (bit_cast::<5, 1>(self.player.val().into()) << 4);
                self.base_y.d.next = self.word.val().get_bits::<5>(0);
            } else if self.is_erasing.val() {
                self.cell_address.d.next = self.empty_box.val();
            } else if self.is_logo.val() {
                self.cell_address.d.next = self.logo.val();
            }
        }
        if self.advance.val() {
            self.cell_address.d.next = self.cell_address.q.val() + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sprite_cells::{MARK, PLACES_ADDRESS};
    use super::*;
    use crate::falling_blocks::piece::pieces;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A cell: column and row of the grid, colour, and true if it is not painted.
    type Cell = (u64, u64, u64, bool);
    const Z: u8 = 7;

    /// Goes through the first three steps of the walk.
    fn begin(uut: &mut Bench<SpriteWalk>) {
        poke!(uut.find_place = true);
        tick!(uut);
        poke!(uut.find_place = false);
        poke!(uut.load = true);
        tick!(uut);
        poke!(uut.load = false);
        tick!(uut);
    }

    /// Cells of the sprite.
    fn walk(uut: &mut Bench<SpriteWalk>) -> Vec<Cell> {
        begin(uut);
        let mut cells = Vec::new();
        loop {
            let address: u64 = peek!(uut.layer_address).into();
            let colour = peek!(uut.colour).into();
            cells.push((address & 31, address >> 5, colour, peek!(uut.is_hidden)));
            if peek!(uut.is_last) {
                return cells;
            }
            poke!(uut.advance = true);
            tick!(uut);
            poke!(uut.advance = false);
            tick!(uut);
        }
    }

    /// A falling Z, turned to the right, at this place.
    fn piece(x: u64, y: u64) -> Bench<SpriteWalk> {
        let mut uut = Bench::new(SpriteWalk::default());
        poke!(uut.is_piece = true);
        poke!(uut.word = (x << 5 | y).to_bits());
        poke!(uut.first_address = (Z << 4 | 1 << 2).to_bits());
        uut
    }

    fn cells_of_z(x: u64, y: u64, colour: u64) -> Vec<Cell> {
        let cells = pieces::cells(Z, 1).into_iter();
        let placed = cells.map(|(dx, dy)| ((x + dx as u64) & 31, y + dy as u64));
        placed.map(|(x, y)| (x, y, colour, y >= 20)).collect()
    }

    #[test]
    fn a_piece_is_painted_where_its_word_says_and_not_above_the_board() {
        let z = u64::from(Z);
        assert_eq!(walk(&mut piece(3, 7)), cells_of_z(3, 7, z));
        let high = walk(&mut piece(3, 18));
        assert_eq!(high, cells_of_z(3, 18, z));
        assert!(high.iter().any(|cell| cell.3) && !high.iter().all(|cell| cell.3));
    }

    #[test]
    fn a_piece_of_player_two_is_16_columns_further_right() {
        let mut uut = piece(3, 7);
        poke!(uut.player = true);
        assert_eq!(walk(&mut uut), cells_of_z(19, 7, u64::from(Z)));
    }

    #[test]
    fn a_ghost_has_a_colour_of_its_own_and_an_erased_piece_has_none() {
        let mut uut = piece(3, 7);
        poke!(uut.is_ghost = true);
        let ghost = u64::from(GHOST_COLOUR | Z);
        assert_eq!(walk(&mut uut), cells_of_z(3, 7, ghost));
        poke!(uut.is_erasing = true);
        assert_eq!(walk(&mut uut), cells_of_z(3, 7, 0));
    }

    #[test]
    fn a_standing_sprite_has_its_place_from_the_table_and_is_erased_by_a_box() {
        let mut uut = piece(3, 7);
        poke!(uut.is_piece = false);
        // The first next piece, at column 13 and row 16.
        poke!(uut.place_address = (PLACES_ADDRESS | 2).to_bits());
        assert_eq!(walk(&mut uut), cells_of_z(13, 16, u64::from(Z)));
        poke!(uut.is_erasing = true);
        let place = |index: u64| (13 + index % 4, 16 + index / 4);
        for (is_marked, mark) in [(false, 0), (true, u64::from(MARK))] {
            poke!(uut.is_marked = is_marked);
            let marks = [17, 18].map(|y| (12, y, mark, false));
            let boxed = (0..15).map(place).map(|(x, y)| (x, y, 0, y >= 20));
            let expected: Vec<Cell> = marks.into_iter().chain(boxed).collect();
            assert_eq!(walk(&mut uut), expected);
        }
    }

    #[test]
    fn on_the_title_the_logo_is_painted_above_the_board() {
        let mut uut = piece(3, 7);
        poke!(uut.is_piece = false);
        poke!(uut.is_logo = true);
        poke!(uut.title = true);
        poke!(uut.place_address = (PLACES_ADDRESS | 8).to_bits());
        let logo = walk(&mut uut);
        assert_eq!(logo[0], (30, 22, 1, false), "its first cell, at column -2");
        assert!(logo.len() > 40 && logo.iter().all(|cell| !cell.3));
    }
}
