//! The falling piece on a board that returns a cell one clock after its address.

use super::*;
use crate::falling_blocks::piece::piece_interface::operation::*;
use crate::falling_blocks::piece::pieces::{self, Cell, I, O, SHAPES, T};
use crate::falling_blocks::piece::rule_tables::RuleTables;
use gatefall_bench::{peek, poke, tick};
use std::collections::BTreeSet;

struct Bench {
    uut: gatefall_bench::Bench<FallingPieceUpdate>,
    tables: gatefall_bench::Bench<RuleTables>,
    /// Columns and rows of the settled cells.
    board: BTreeSet<Cell>,
    stamped: Vec<Cell>,
}

/// Shape, rotation, and place of the box.
type Seen = (u8, u8, Cell);

impl Bench {
    fn new() -> Self {
        Self {
            uut: gatefall_bench::Bench::new(FallingPieceUpdate::new(20)),
            tables: gatefall_bench::Bench::new(RuleTables::default()),
            board: BTreeSet::new(),
            stamped: vec![],
        }
    }

    fn clock(&mut self) {
        let address: u64 = peek!(self.uut, board.address).into();
        let cell = ((address & 15) as i8, (address >> 4) as i8);
        if peek!(self.uut, board.stamp) {
            self.stamped.push(cell);
        }
        poke!(self.tables, places.address = peek!(self.uut, table.address));
        tick!(self.tables);
        tick!(self.uut);
        poke!(self.uut, table.data = peek!(self.tables, places.data));
        poke!(
            self.uut,
            board.cell = u8::from(self.board.contains(&cell)).to_bits()
        );
    }

    /// Runs an operation and returns its clocks.
    fn run(&mut self, operation: u8) -> usize {
        poke!(self.uut, control.operation = operation.to_bits());
        poke!(self.uut, control.start = true);
        self.clock();
        poke!(self.uut, control.start = false);
        let mut clocks = 1;
        while peek!(self.uut, status.busy) {
            self.clock();
            clocks += 1;
        }
        clocks
    }

    /// Runs an operation. Returns true if it was legal.
    fn is_done(&mut self, operation: u8) -> bool {
        self.run(operation);
        peek!(self.uut, status.accepted)
    }

    /// A piece at the top of an empty board, in this rotation.
    fn with(shape: u8, rotation: u8) -> Self {
        let mut bench = Self::new();
        poke!(bench.uut, control.spawn_shape = shape.to_bits());
        assert!(bench.is_done(SPAWN));
        for _ in 0..rotation {
            assert!(bench.is_done(TURN_CLOCKWISE));
        }
        bench
    }

    fn seen(&mut self) -> Seen {
        let (x, y): (u64, u64) = (
            peek!(self.uut, place.x).into(),
            peek!(self.uut, place.y).into(),
        );
        let signed = |value: u64, bits: u32| ((value << (64 - bits)) as i64 >> (64 - bits)) as i8;
        let (shape, rotation) = (
            peek!(self.uut.shape).to_u8(),
            peek!(self.uut, place.rotation).to_u8(),
        );
        (shape, rotation, (signed(x, 5), signed(y, 6)))
    }

    fn ghost(&mut self) -> i8 {
        let row: u64 = peek!(self.uut, place.ghost_y).into();
        (row as i8) << 2 >> 2
    }
}

/// The cells of a piece on the board.
fn cells((shape, rotation, (x, y)): Seen) -> [Cell; 4] {
    pieces::cells(shape, rotation).map(|(dx, dy)| (x + dx, y + dy))
}

#[test]
fn a_piece_spawns_above_the_visible_rows_with_its_ghost_on_the_floor() {
    for shape in 1..=SHAPES {
        let mut bench = Bench::with(shape, 0);
        let place = pieces::spawn(shape, 20);
        assert_eq!(bench.seen(), (shape, 0, place));
        let on_the_floor = (shape, 0, (place.0, bench.ghost()));
        let lowest = cells(on_the_floor).map(|(_, row)| row).into_iter().min();
        assert_eq!(lowest, Some(0), "shape {shape}");
        assert!(!peek!(bench.uut, status.grounded));
        assert_eq!(peek!(bench.uut, control.lowest_row), 20);
    }
}

#[test]
fn walls_floor_and_cells_stop_the_piece() {
    for shape in 1..=SHAPES {
        for rotation in 0..4 {
            let mut bench = Bench::with(shape, rotation);
            let columns = |bench: &mut Bench| cells(bench.seen()).map(|(column, _)| column);
            while bench.is_done(LEFT) {}
            assert_eq!(columns(&mut bench).into_iter().min(), Some(0));
            while bench.is_done(RIGHT) {}
            assert_eq!(columns(&mut bench).into_iter().max(), Some(9));
            // A settled cell in row 5 is in the way.
            let column = columns(&mut bench)[0];
            bench.board.insert((column, 5));
            assert!(
                bench.is_done(LEFT) && bench.is_done(RIGHT),
                "a move finds the ghost again"
            );
            let ghost = bench.ghost();
            while bench.is_done(DOWN) {
                let (.., (_, y)) = bench.seen();
                assert_eq!(peek!(bench.uut, status.grounded), y == ghost);
            }
            let (.., (x, y)) = bench.seen();
            assert_eq!(y, ghost);
            let below = cells((shape, rotation, (x, y - 1)));
            assert!(below.iter().any(|cell| bench.board.contains(cell)));
        }
    }
}

#[test]
fn a_step_down_takes_sixteen_clocks_and_a_turn_less_than_420() {
    let mut bench = Bench::with(T, 0);
    assert_eq!(bench.run(DOWN), 16);
    let mut bench = Bench::with(I, 0);
    // The third place of the turn is the first free one, above a well to the floor.
    let around = (0..10).filter(|&column| column != 6);
    bench
        .board
        .extend(around.flat_map(|column| [(column, 21), (column, 17)]));
    let clocks = bench.run(TURN_CLOCKWISE);
    assert_eq!((peek!(bench.uut, spin.kick), bench.ghost()), (2.into(), 0));
    assert!((300..420).contains(&clocks), "{clocks} clocks");
}

/// Each place before the expected one is blocked by a cell outside of the piece and of the expected
/// place.
#[test]
fn a_turn_takes_the_first_of_its_five_places_with_room() {
    let mut tried = 0;
    for shape in (1..=SHAPES).filter(|&shape| shape != O) {
        for (rotation, clockwise) in (0..4).flat_map(|r| [(r, true), (r, false)]) {
            for kick in 0..5 {
                let mut bench = Bench::with(shape, rotation);
                let before = bench.seen();
                let (.., (x, y)) = before;
                let turned = (rotation + if clockwise { 1 } else { 3 }) % 4;
                let after = |test: u8| {
                    let (dx, dy) = pieces::kick(shape == I, rotation, clockwise, test);
                    (shape, turned, (x + dx, y + dy))
                };
                let free: BTreeSet<Cell> = cells(before)
                    .into_iter()
                    .chain(cells(after(kick)))
                    .collect();
                let blocks = |test: u8| {
                    cells(after(test))
                        .into_iter()
                        .find(|cell| !free.contains(cell))
                };
                let Some(blocks) = (0..kick).map(blocks).collect::<Option<Vec<_>>>() else {
                    // If this place is free, so is an earlier one. This applies to four kicks of
                    // the T.
                    continue;
                };
                bench.board.extend(blocks);
                let operation = [TURN_COUNTER_CLOCKWISE, TURN_CLOCKWISE][usize::from(clockwise)];
                assert!(bench.is_done(operation));
                let what = format!("shape {shape} from {rotation}, {clockwise}, place {kick}");
                assert_eq!(bench.seen(), after(kick), "{what}");
                assert_eq!(peek!(bench.uut, spin.kick), u64::from(kick), "{what}");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 6 * 4 * 2 * 5 - 4);
}

#[test]
fn a_refused_operation_leaves_the_piece_in_place() {
    let mut bench = Bench::with(T, 1);
    let before = bench.seen();
    let all = (-1..11).flat_map(|column| (0..28).map(move |row| (column, row)));
    bench.board.extend(all);
    for cell in cells(before) {
        bench.board.remove(&cell);
    }
    for operation in [DOWN, LEFT, RIGHT, TURN_CLOCKWISE, TURN_COUNTER_CLOCKWISE] {
        assert!(!bench.is_done(operation), "operation {operation}");
        assert_eq!(bench.seen(), before);
    }
    assert!(!bench.is_done(SPAWN), "there is no room for a new one");
}

#[test]
fn corners_are_ordered_from_the_pointing_cell() {
    for rotation in 0..4 {
        let mut bench = Bench::with(T, rotation);
        let (.., (x, y)) = bench.seen();
        let corners = pieces::corners(rotation).map(|(dx, dy)| (x + dx, y + dy));
        for occupied in 0..16usize {
            bench.board = (0..4)
                .filter(|corner| occupied >> corner & 1 == 1)
                .map(|corner| corners[corner])
                .collect();
            bench.run(CORNERS);
            assert_eq!(
                peek!(bench.uut, spin.corners),
                occupied as u64,
                "rotation {rotation}"
            );
        }
    }
}

#[test]
fn a_stamp_writes_the_four_cells() {
    let mut bench = Bench::with(I, 1);
    let piece = cells(bench.seen());
    bench.run(CORNERS);
    assert_eq!(bench.stamped, []);
    bench.run(STAMP);
    assert_eq!(bench.stamped, piece);
    assert!(bench.seen() == (I, 1, (piece[0].0 - 2, piece[0].1)));
}

#[test]
fn the_players_exchange_their_pieces() {
    let mut bench = Bench::with(T, 1);
    let state = |bench: &mut Bench| {
        let uut = &mut bench.uut;
        let rows: (u64, u64) = (
            peek!(uut, control.lowest_row).into(),
            peek!(uut, spin.kick).into(),
        );
        (bench.seen(), bench.ghost(), rows)
    };
    let one = state(&mut bench);
    let mut rest = [false; FallingPieceUpdate::CONTEXT_BITS as usize];
    let mut exchange = |bench: &mut Bench| {
        poke!(bench.uut.context_shift = true);
        for bit in &mut rest {
            poke!(bench.uut.context_in = *bit);
            *bit = peek!(bench.uut.context_out);
            bench.clock();
        }
        poke!(bench.uut.context_shift = false);
    };
    exchange(&mut bench);
    poke!(bench.uut, control.spawn_shape = I.to_bits());
    assert!(bench.is_done(SPAWN) && bench.is_done(LEFT));
    let two = state(&mut bench);
    exchange(&mut bench);
    assert_eq!(state(&mut bench), one);
    exchange(&mut bench);
    assert_eq!(state(&mut bench), two);
}
