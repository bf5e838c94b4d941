//! Tables of the text layer: the row of tiles under the beam, and the character of the text memory.
//!
//! Two tables are looked up. The first names the eight bands of 8 rows of each screen. The second
//! names, for each row of tiles of a band, three lines of the text memory: for the columns at the
//! left (to 223), in the middle (to 415) and at the right. Different rows share lines, so 64 lines
//! are enough for sixteen screens. [`screens`](super::screens) lists the fields of a row.
//!
//! **Interface**: the fields of the row are steady along a line of the screen. All other outputs
//! belong to `x` in the same clock.

use super::screens::{screen, Screens, LEFT_COLUMNS, RIGHT_COLUMNS};
use super::selection::Selection;
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Style of a row with keys.
const STYLE_KEYS: u8 = 1;
/// Style of a row in the colours of the players. Its doubled letters stand on the boards.
const STYLE_PLAYER: u8 = 3;

/// Texts that are shown.
#[interface(client = TextViewSource)]
pub struct TextView {
    /// Number of the screen, see [`screen`](crate::arcade::picture::screens::screen).
    pub screen: Signal<In, Bits<4>>,
    /// Level: title, menu or settings.
    pub title: Signal<In, Bit>,
    /// Level: two boards are shown.
    pub two_boards: Signal<In, Bit>,
    /// Level: the headline has an odd number of letters.
    pub odd_headline: Signal<In, Bit>,
    /// Level: letters of four times the size are shown.
    pub count_shown: Signal<In, Bit>,
    /// Level: keys are hidden.
    pub keys_hidden: Signal<In, Bit>,
    /// Level: player 2 has the keypad, so rows of keys are those of the other lines.
    pub other_keys: Signal<In, Bit>,
    /// Level: a row of a list or of the score table is selected.
    pub selecting: Signal<In, Bit>,
    /// Line of that row.
    pub selected: Signal<In, Bits<6>>,
}

/// The tables.
#[derive(LogicBlock, Module)]
pub struct TextRow {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Column of the beam.
    pub x: Signal<In, Bits<10>>,
    /// Line of the beam.
    pub y: Signal<In, Bits<10>>,
    /// Texts that are shown.
    pub view: TextView,
    /// Style of the row.
    pub style: Signal<Out, Bits<2>>,
    /// The row shows the upper halves of letters.
    pub is_upper: Signal<Out, Bit>,
    /// The row shows edges of frames, bit 0 upper, bit 1 lower.
    pub outline: Signal<Out, Bits<2>>,
    /// Doubled letters are doubled again.
    pub is_quadrupled: Signal<Out, Bit>,
    /// The row shows edges only.
    pub shows_edge: Signal<Out, Bit>,
    /// Doubled letters stand 8 pixels further left.
    pub is_shifted: Signal<Out, Bit>,
    /// The row hides the cells behind it.
    pub curtain: Signal<Out, Bit>,
    /// Address of the character: {line, tile}.
    pub address: Signal<Out, Bits<12>>,
    /// The character is doubled.
    pub in_doubled: Signal<Out, Bit>,
    /// The pixel is right of the cards, or of the middle of the screen.
    pub is_right: Signal<Out, Bit>,
    /// The row is the selected one.
    pub is_chosen: Signal<Out, Bit>,
    /// The pixel belongs to the menu of a pause.
    pub in_pause_menu: Signal<Out, Bit>,
    /// The row shows keys, which are hidden.
    pub is_hidden: Signal<Out, Bit>,
    /// The doubled character is hidden.
    pub hides_count: Signal<Out, Bit>,
    /// The pixel is in the text window.
    pub in_window: Signal<Out, Bit>,
    #[given]
    bands: ROM<Bits<6>, 7>,
    #[part(clock)]
    #[given]
    rows: SyncROM<Bits<24>, 9>,
    selection: Selection,
    left_line: Signal<Local, Bits<6>>,
    middle_line: Signal<Local, Bits<6>>,
    right_line: Signal<Local, Bits<6>>,
    is_doubled: Signal<Local, Bit>,
    edges: Signal<Local, Bits<2>>,
    in_settings: Signal<Local, Bit>,
    of_end: Signal<Local, Bit>,
    is_folded: Signal<Local, Bit>,
    /// 224, 320 and 416 are 7, 10 and 13 times 32. Comparing bits takes a quarter of the cells.
    from_224: Signal<Local, Bit>,
    from_320: Signal<Local, Bit>,
    below_416: Signal<Local, Bit>,
    is_wide: Signal<Local, Bit>,
    on_left: Signal<Local, Bit>,
    on_right: Signal<Local, Bit>,
    line: Signal<Local, Bits<6>>,
    shown_line: Signal<Local, Bits<6>>,
    shows_keys: Signal<Local, Bit>,
    /// The row shows the keys of the other map; not the keys at the top of the screen.
    swaps: Signal<Local, Bit>,
    halved: Signal<Local, Bits<5>>,
    letter: Signal<Local, Bits<5>>,
    letter_column: Signal<Local, Bits<4>>,
    tile: Signal<Local, Bits<6>>,
    #[value(screen::SETTINGS)]
    screen_settings: Constant<Bits<4>>,
    #[value(STYLE_KEYS)]
    style_keys: Constant<Bits<2>>,
    #[value(STYLE_PLAYER)]
    style_player: Constant<Bits<2>>,
    #[value(LEFT_COLUMNS)]
    left_columns: Constant<Bits<4>>,
    #[value(RIGHT_COLUMNS)]
    right_columns: Constant<Bits<4>>,
}

impl TextRow {
    /// The tables of these screens.
    pub fn new(screens: &Screens) -> Self {
        construct!(TextRow {
            bands: screens.bands.iter().map(|band| band.to_bits()).into(),
            rows: screens.rows.iter().map(|row| row.to_bits()).into(),
        })
    }
}

#[clocked]
impl Logic for TextRow {
    #[hdl_gen]
    fn update(&mut self) {
        self.bands.address.next = (bit_cast::<7, 4>(self.view.screen.val()) << 3)
            | bit_cast::<7, 3>(self.y.val().get_bits::<3>(6));
        self.rows.address.next = (bit_cast::<9, 6>(self.bands.data.val()) << 3)
            | bit_cast::<9, 3>(self.y.val().get_bits::<3>(3));
        self.left_line.next = self.rows.data.val().get_bits::<6>(0);
        self.middle_line.next = self.rows.data.val().get_bits::<6>(6);
        self.right_line.next = self.rows.data.val().get_bits::<6>(12);
        self.style.next = self.rows.data.val().get_bits::<2>(18);
        self.is_doubled.next = self.rows.data.val().get_bit(20);
        self.is_upper.next = self.rows.data.val().get_bit(21);
        self.edges.next = self.rows.data.val().get_bits::<2>(22);
        self.outline.next = self.edges.val();
        self.shows_edge.next =
            !self.is_doubled.val() & (self.edges.val().get_bit(0) != self.edges.val().get_bit(1));
        self.is_quadrupled.next =
            self.is_doubled.val() & (self.edges.val().get_bit(0) != self.edges.val().get_bit(1));
        self.hides_count.next = self.is_quadrupled.val() & !self.view.count_shown.val();
        self.shows_keys.next = self.style.val() == self.style_keys.val();
        self.is_hidden.next = self.view.keys_hidden.val() & self.shows_keys.val();
        self.is_wide.next = self.is_doubled.val() & (self.style.val() == self.style_player.val());
        // Only the headline is doubled in the first 32 lines.
        self.is_shifted.next = self.is_doubled.val()
            & (self.edges.val().get_bit(0)
                | (self.view.odd_headline.val() & !self.y.val().get_bits::<4>(5).any()));
        // After a game of one shifted letters stand on a plate.
        self.of_end.next = self.view.screen.val().get_bit(3) & !self.view.screen.val().get_bit(2);
        self.curtain.next = self.edges.val().all();
        if self.is_doubled.val() {
            self.curtain.next =
                !self.edges.val().any() | (self.edges.val().all() & self.of_end.val());
        }

        self.in_window.next =
            (self.x.val().get_bits::<4>(6) != 0) & (self.x.val().get_bits::<4>(6) != 9);
        // A folded row is shown from x 160 to 479, which are 5 and 15 times 32.
        self.in_settings.next = self.view.screen.val() == self.screen_settings.val();
        self.is_folded.next =
            self.in_settings.val() & self.edges.val().all() & !self.is_doubled.val();
        if self.is_folded.val() {
            self.in_window.next = !self.x.val().get_bit(9)
                & (self.x.val().get_bits::<4>(5) != 15)
                & (self.x.val().get_bit(8)
                    | (self.x.val().get_bit(7) & self.x.val().get_bits::<2>(5).any()));
        }
        self.from_224.next = self.x.val().get_bit(9)
            | self.x.val().get_bit(8)
            | (self.x.val().get_bits::<3>(5) == 7);
        self.from_320.next = self.x.val().get_bit(9)
            | (self.x.val().get_bit(8) & self.x.val().get_bits::<2>(6).any());
        self.below_416.next = !self.x.val().get_bit(9)
            & ((self.x.val().get_bits::<2>(7) != 3) | (self.x.val().get_bits::<2>(5) == 0));
        self.in_doubled.next = self.is_doubled.val()
            & ((self.x.val().get_bits::<3>(7) == 2)
                | (self.of_end.val()
                    & ((self.x.val().get_bits::<7>(3) == 31)
                        | (self.x.val().get_bits::<7>(3) == 48))));
        if self.view.title.val() {
            self.in_doubled.next =
                self.is_doubled.val() & self.from_224.val() & self.below_416.val();
        }
        // With a board at each side: x 128 to 223 and 416 to 511.
        self.on_left.next = !self.from_224.val() & self.x.val().get_bit(7);
        self.on_right.next = !self.below_416.val() & !self.x.val().get_bit(9);
        if self.is_wide.val() {
            self.in_doubled.next = self.on_left.val() | self.on_right.val();
        }
        self.line.next = self.right_line.val();
        if !self.from_224.val() {
            self.line.next = self.left_line.val();
        } else if self.below_416.val() {
            self.line.next = self.middle_line.val();
        }
        if self.is_folded.val() {
            self.line.next = self.right_line.val();
            if self.from_320.val() {
                self.line.next = self.left_line.val();
            }
        }
        self.swaps.next =
            self.view.other_keys.val() & self.y.val().get_bit(8) & self.shows_keys.val();
        self.shown_line.next = self.line.val() ^ bit_cast::<6, 1>(self.swaps.val().into());
        self.halved.next = self.x.val().get_bits::<5>(3);
        if self.is_quadrupled.val() {
            self.halved.next = self.x.val().get_bits::<5>(4);
        }
        self.letter.next = self.halved.val() + bit_cast::<5, 1>(self.is_shifted.val().into());
        self.letter_column.next = self.letter.val().get_bits::<4>(1);
        if self.is_wide.val() {
            self.letter_column.next = self.letter.val().get_bits::<4>(1) + self.left_columns.val();
            if self.from_224.val() {
                self.letter_column.next =
                    self.letter.val().get_bits::<4>(1) + self.right_columns.val();
            }
        }
        // The parts of a folded row stand 32 columns away from their places.
        self.tile.next =
            self.x.val().get_bits::<6>(3) ^ (bit_cast::<6, 1>(self.is_folded.val().into()) << 5);
        if self.in_doubled.val() {
            self.tile.next = bit_cast::<6, 4>(self.letter_column.val()) | 0x20;
        }
        self.address.next =
            (bit_cast::<12, 6>(self.shown_line.val()) << 6) | bit_cast::<12, 6>(self.tile.val());
        // With two players each has half of the screen, but big letters are one word.
        self.is_right.next = self.from_224.val() | self.view.title.val();
        if self.view.two_boards.val() {
            self.is_right.next =
                self.from_320.val() | (self.in_doubled.val() & !self.is_wide.val());
        }
        self.selection.selected.next = self.view.selected.val();
        self.selection.middle_line.next = self.middle_line.val();
        self.selection.right_line.next = self.right_line.val();
        self.selection.is_folded.next = self.is_folded.val();
        self.selection.in_settings.next = self.in_settings.val();
        self.selection.in_middle.next = self.from_224.val() & self.below_416.val();
        self.selection.y.next = self.y.val();
        self.is_chosen.next = self.view.selecting.val() & self.selection.is_chosen.val();
        self.in_pause_menu.next = self.view.selecting.val()
            & !self.of_end.val()
            & !self.view.title.val()
            & self.selection.in_pause_menu.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The tables at a line of a screen.
    fn at(scene: usize, y: u64) -> (Bench<TextRow>, u64) {
        let screens = Screens::new(true);
        let mut uut = Bench::new(TextRow::new(&screens));
        poke!(uut, view.screen = scene.to_bits());
        poke!(uut.y = y.to_bits());
        tick!(uut);
        let band = screens.bands[scene << 3 | (y >> 6) as usize];
        let word = screens.rows[usize::from(band) << 3 | (y >> 3 & 7) as usize];
        (uut, u64::from(word))
    }

    fn address(uut: &mut Bench<TextRow>, x: u64) -> (u64, u64) {
        poke!(uut.x = x.to_bits());
        let address: u64 = peek!(uut.address).into();
        (address >> 6, address & 63)
    }

    /// All lines of some screens, one in each row of tiles.
    fn rows() -> impl Iterator<Item = (usize, u64)> {
        let scenes = [
            screen::PLAY,
            screen::PLAY_TWO,
            screen::SETTINGS,
            screen::END,
        ];
        scenes
            .into_iter()
            .flat_map(|scene| (0..60).map(move |row| (scene, 8 * row + 3)))
    }

    #[test]
    fn the_fields_of_a_row_are_those_of_its_screen() {
        let mut seen = [0; 4];
        for (scene, y) in rows() {
            let (mut uut, word) = at(scene, y);
            assert_eq!(peek!(uut.style), word >> 18 & 3, "{scene}, line {y}");
            assert_eq!(
                peek!(uut.is_upper),
                word >> 21 & 1 == 1,
                "{scene}, line {y}"
            );
            let (doubled, edges) = (word >> 20 & 1 == 1, word >> 22 & 3);
            assert_eq!(peek!(uut.outline), edges, "{scene}, line {y}");
            let is_single = matches!(edges, 1 | 2);
            assert_eq!(peek!(uut.shows_edge), is_single && !doubled);
            assert_eq!(peek!(uut.is_quadrupled), is_single && doubled);
            let hides = match doubled {
                true => edges == 0 || (edges == 3 && scene == screen::END),
                false => edges == 3,
            };
            assert_eq!(peek!(uut.curtain), hides, "{scene}, line {y}");
            seen[edges as usize] += 1;
        }
        assert!(seen[..3].iter().all(|count| *count > 0), "{seen:?}");
    }

    #[test]
    fn each_third_of_a_row_has_a_line_of_the_memory() {
        for (scene, y) in rows() {
            let (mut uut, word) = at(scene, y);
            if word >> 20 & 1 == 1 || is_folded(scene, word) {
                continue;
            }
            for (x, shift) in [(0, 0), (223, 0), (224, 6), (415, 6), (416, 12), (639, 12)] {
                let expected = (word >> shift & 63, x >> 3 & 63);
                assert_eq!(address(&mut uut, x), expected, "{scene}, line {y}, {x}");
            }
        }
    }

    fn is_folded(scene: usize, word: u64) -> bool {
        scene == screen::SETTINGS && word >> 20 & 0b1101 == 0b1100
    }

    #[test]
    fn a_folded_row_shows_its_right_part_and_then_its_left_part() {
        let list: Vec<_> = rows()
            .filter(|&(scene, y)| is_folded(scene, at(scene, y).1))
            .collect();
        assert_eq!(list.len(), 48);
        for (scene, y) in list {
            let (mut uut, word) = at(scene, y);
            let [left, right] = [word & 63, word >> 12 & 63];
            for (x, line, column) in [
                (160, right, 52),
                (256, right, 0),
                (319, right, 7),
                (320, left, 8),
                (479, left, 27),
            ] {
                assert_eq!(address(&mut uut, x), (line, column), "line {y}, {x}");
                assert!(peek!(uut.in_window), "line {y}, {x}");
            }
            for x in [0, 64, 159, 480, 575, 639] {
                address(&mut uut, x);
                assert!(!peek!(uut.in_window), "line {y}, {x}");
            }
        }
    }

    #[test]
    fn doubled_letters_take_two_tiles_and_the_headline_may_be_shifted() {
        let is_headline = |y: &u64| at(screen::PLAY, *y).1 >> 20 & 1 == 1;
        let y = (0..32).find(is_headline).expect("a doubled row at the top");
        let (mut uut, word) = at(screen::PLAY, y);
        assert_eq!(word >> 22 & 1, 0, "the row itself is not shifted");
        let middle = word >> 6 & 63;
        for (odd, x, letter) in [
            (false, 272, 1),
            (false, 287, 1),
            (true, 279, 1),
            (true, 280, 2),
        ] {
            poke!(uut, view.odd_headline = odd);
            assert_eq!(peek!(uut.is_shifted), odd);
            assert_eq!(address(&mut uut, x), (middle, 32 | letter), "{odd}, {x}");
            assert!(peek!(uut.in_doubled));
        }
        address(&mut uut, 255);
        assert!(!peek!(uut.in_doubled));
        poke!(uut, view.title = true);
        assert!(peek!(uut.in_doubled), "the word of the title is wider");
    }

    #[test]
    fn the_window_the_sides_and_the_selected_row_are_told_apart() {
        let (mut uut, word) = at(screen::MENU, 275);
        for (x, inside) in [(63, false), (64, true), (575, true), (576, false)] {
            address(&mut uut, x);
            assert_eq!(peek!(uut.in_window), inside, "{x}");
        }
        for (two, x, right) in [
            (false, 223, false),
            (false, 224, true),
            (true, 319, false),
            (true, 320, true),
        ] {
            poke!(uut, view.two_boards = two);
            address(&mut uut, x);
            assert_eq!(peek!(uut.is_right), right, "{two}, {x}");
        }
        let line = word >> 6 & 63;
        for (selecting, selected) in [(true, line), (false, line), (true, line ^ 1)] {
            poke!(uut, view.selecting = selecting);
            poke!(uut, view.selected = selected.to_bits());
            let chosen = selecting && selected == line;
            assert_eq!(peek!(uut.is_chosen), chosen, "{selected}");
        }
        // Of the settings only rows of the list can be selected.
        for y in (0..480).step_by(8) {
            let (mut uut, word) = at(screen::SETTINGS, y);
            poke!(uut, view.selecting = true);
            let chosen = (5u64..26).filter(|row| {
                poke!(uut, view.selected = row.to_bits());
                peek!(uut.is_chosen)
            });
            let chosen: Vec<u64> = chosen.collect();
            let is_entry = is_folded(screen::SETTINGS, word) && (64..400).contains(&y);
            let expected: Vec<u64> = is_entry.then(|| 5 + (y - 64) / 16).into_iter().collect();
            assert_eq!(chosen, expected, "line {y}");
        }
    }
}
