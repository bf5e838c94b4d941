//! The layer of moving cells: what is painted where, and that the painter rests when nothing
//! changes.

use gatefall_bench::{peek, poke, tick};
use gatefall_games::arcade::picture::painter::Painter;
use gatefall_games::falling_blocks::piece::pieces;
use rust_hdl::prelude::*;

const PIECE: usize = 1;
const FIRST_NEXT: usize = 2;
const HELD: usize = 8;

/// A painter, a table of sprites that only has contents, and a beam that only has blankings.
struct Bench {
    uut: gatefall_bench::Bench<Painter>,
    /// {shape, rotation, x, y} of the sprites of both players, then of what was painted last.
    words: [u64; 64],
}

impl Bench {
    fn new(two_players: bool, next_count: u64) -> Self {
        let mut uut = gatefall_bench::Bench::new(Painter::default());
        poke!(uut.two_players = two_players);
        poke!(uut.next_count = next_count.to_bits());
        poke!(uut.published = true);
        let mut bench = Self {
            uut,
            words: [0; 64],
        };
        poke!(bench.uut.reset = true);
        bench.cycle();
        poke!(bench.uut.reset = false);
        bench
    }

    fn put(&mut self, player: usize, sprite: usize, shape: u64, (x, y): (u64, u64)) {
        self.words[16 * player + sprite] = shape << 12 | x << 5 | y;
    }

    /// One cycle; did it remember a sprite as painted?
    fn cycle(&mut self) -> bool {
        let address = peek!(self.uut.word_address).to_u64() as usize;
        let is_painted = peek!(self.uut.painted);
        if is_painted {
            self.words[32 | address] = self.words[address];
        }
        tick!(self.uut);
        poke!(self.uut.word = self.words[address].to_bits());
        is_painted
    }

    /// Some blankings; how many sprites were remembered as painted.
    fn blankings(&mut self, count: usize) -> usize {
        let mut painted = 0;
        for cycle in 0..count * 160 {
            poke!(self.uut.line_blank = cycle % 160 == 0);
            painted += usize::from(self.cycle());
        }
        painted
    }

    /// The engine works for a cycle.
    fn work(&mut self) {
        poke!(self.uut.busy = true);
        self.cycle();
        poke!(self.uut.busy = false);
    }

    /// Contents of the layer.
    fn layer(&mut self) -> Vec<(u64, u64, u64)> {
        let mut cells = Vec::new();
        for address in 0..1024u64 {
            poke!(self.uut.sprite_address = address.to_bits());
            self.cycle();
            let code = peek!(self.uut.sprite_code).to_u64();
            if code != 0 {
                cells.push((address & 31, address >> 5, code));
            }
        }
        cells.sort_unstable();
        cells
    }
}

/// The cells of a piece as it appears, in a box at `x`, `y`.
fn cells(code: u64, (x, y): (i8, i8)) -> Vec<(u64, u64, u64)> {
    pieces::cells(code as u8 & 7, 0)
        .map(|(dx, dy)| ((x + dx) as u64 & 31, (y + dy) as u64 & 31, code))
        .to_vec()
}

/// The same of a next or held piece: an even number of columns has marks at its left.
fn standing(code: u64, (x, y): (i8, i8)) -> Vec<(u64, u64, u64)> {
    let marks = [1, 2].map(|dy| ((x - 1) as u64 & 31, (y + dy) as u64 & 31, 8));
    let is_marked = matches!(code as u8, pieces::I | pieces::O);
    let marks = marks.into_iter().filter(|_| is_marked);
    cells(code, (x, y)).into_iter().chain(marks).collect()
}

fn sorted(parts: &[Vec<(u64, u64, u64)>]) -> Vec<(u64, u64, u64)> {
    let mut cells = parts.concat();
    cells.sort_unstable();
    cells
}

/// The layer is emptied in eight blankings; two for what has changed, and a round over the rest.
const ENOUGH: usize = 30;

#[test]
fn five_next_pieces_stand_in_boxes_of_four_rows_and_six_closer() {
    for (count, rows) in [(5, [16, 12, 8, 4, 0, 28]), (6, [16, 13, 10, 7, 4, 1])] {
        let mut bench = Bench::new(false, count);
        let mut expected = vec![cells(7, (-6, 16)), cells(6, (3, 10)), cells(14, (3, 0))];
        bench.put(0, HELD, 7, (0, 0));
        bench.put(0, PIECE, 6, (3, 10));
        bench.put(0, 0, 6, (3, 0));
        for (slot, row) in (0..count as usize).zip(rows) {
            let shape = slot as u64 + 1;
            bench.put(0, FIRST_NEXT + slot, shape, (0, 0));
            expected.push(standing(shape, (13, row)));
        }
        bench.work();
        bench.blankings(ENOUGH);
        assert_eq!(bench.layer(), sorted(&expected), "{count} next pieces");
    }
}

#[test]
fn two_players_have_three_next_pieces_each() {
    let mut bench = Bench::new(true, 3);
    let mut expected = Vec::new();
    for player in 0..2 {
        let column = 16 * player as i8;
        bench.put(player, PIECE, 1, (3, 12));
        bench.put(player, HELD, 2, (0, 0));
        expected.push(cells(1, (3 + column, 12)));
        expected.push(cells(2, (11 + column, 15)));
        for slot in 0..3 {
            bench.put(player, FIRST_NEXT + slot, 5, (0, 0));
            expected.push(cells(5, (11 + column, 10 - 3 * slot as i8)));
        }
    }
    bench.work();
    bench.blankings(ENOUGH);
    assert_eq!(bench.layer(), sorted(&expected));
}

#[test]
fn a_piece_leaves_nothing_behind_and_then_the_painter_rests() {
    let mut bench = Bench::new(false, 5);
    bench.put(0, PIECE, 3, (4, 9));
    bench.work();
    bench.blankings(ENOUGH);
    bench.put(0, PIECE, 3, (5, 8));
    bench.put(0, FIRST_NEXT, 4, (0, 0));
    assert_eq!(bench.blankings(20), 0, "nobody has told it");
    assert_eq!(bench.layer(), sorted(&[cells(3, (4, 9))]));
    bench.work();
    // Piece and ghost.
    assert_eq!(bench.blankings(10), 2);
    assert_eq!(
        bench.layer(),
        sorted(&[cells(3, (5, 8)), standing(4, (13, 16))])
    );
    let address = peek!(bench.uut.word_address);
    assert_eq!(bench.blankings(20), 0);
    assert_eq!(peek!(bench.uut.word_address), address);
}

/// The engine works again in the turn of any standing sprite of either player.
#[test]
fn pieces_of_both_players_change_in_the_middle_of_a_round() {
    for blankings in 0..20 {
        let mut bench = Bench::new(true, 3);
        bench.blankings(ENOUGH);
        bench.work();
        bench.blankings(blankings);
        bench.put(0, PIECE, 2, (4, 10));
        bench.put(1, PIECE, 5, (5, 11));
        bench.work();
        bench.blankings(4);
        let expected = [cells(2, (4, 10)), cells(5, (5 + 16, 11))];
        assert_eq!(
            bench.layer(),
            sorted(&expected),
            "after {blankings} blankings"
        );
    }
}

#[test]
fn the_title_shows_the_logo_and_the_seven_pieces() {
    let mut bench = Bench::new(false, 5);
    poke!(bench.uut.title = true);
    bench.blankings(ENOUGH);
    let layer = bench.layer();
    let is_piece = |cell: &&(u64, u64, u64)| !(12..24).contains(&cell.1);
    let pieces: Vec<_> = layer.iter().filter(is_piece).copied().collect();
    let places = [15, -9, -5, 11, -1, 7, 3];
    let expected: Vec<_> = (1..)
        .zip(places)
        .map(|(shape, x)| cells(shape, (x, -2)))
        .collect();
    assert_eq!(pieces, sorted(&expected));
    assert_eq!(layer.len() - pieces.len(), 63);
}
