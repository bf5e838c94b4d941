//! Board memory of both players.
//!
//! Each player has 24 rows (row 0 = floor) of 10 cells. A cell has 5 bits: 0 is empty, 1 to 7 is a
//! settled cell of that shape, 8 is garbage; bit 4 marks a cell of a row that is being cleared. A
//! piece above the board reads rows 24 to 31, which share 16 words and are empty. A piece that
//! locks there ends its game, and the next game erases the rows.
//!
//! The cells are in a RAM with two read ports, one for the game and one for the picture.
//! [`CellAddress`] packs row and column. The sweeps [`ClearLine`] and [`RaiseRows`] use the memory
//! while they run, the falling piece otherwise.
//!
//! **Interface**: commands are strobes, taken while `busy` is low. Results are valid while it is
//! low.
//!
//! **Latency**: a read takes one clock. The sweeps state theirs.

use super::cell_address::CellAddress;
use super::clear_line::ClearLine;
use super::danger::Danger;
use super::raise_rows::RaiseRows;
use gatefall_macros::{clocked, construct, interface, Module};
use gatefall_widgets::memory::TwoReadRam;
use rust_hdl::prelude::*;

/// Sweeps of the board and their results.
#[interface(client = BoardControlClient)]
pub struct BoardControlPort {
    /// Strobe: empty the board of `player`.
    pub erase: Signal<In, Bit>,
    /// Strobe: count and mark the full rows.
    pub count: Signal<In, Bit>,
    /// Strobe: remove the marked rows.
    pub collapse: Signal<In, Bit>,
    /// Strobe: move all rows up by one and insert garbage at the floor.
    pub raise: Signal<In, Bit>,
    /// Level: a sweep runs; `piece.cell` is not valid.
    pub busy: Signal<Out, Bit>,
    /// Full rows of the last count, 0 to 4.
    pub full_rows: Signal<Out, Bits<3>>,
    /// Level: the last raise pushed a cell out at the top.
    pub overflow: Signal<Out, Bit>,
}

/// Read and write port of the falling piece.
#[interface(client = BoardClient)]
pub struct BoardPort {
    /// Row (5 bits) and column (4 bits) to read or write.
    pub address: Signal<In, Bits<9>>,
    /// Strobe: write the shape of the piece.
    pub stamp: Signal<In, Bit>,
    /// Cell at the `address` of the clock before; 0 is empty.
    pub cell: Signal<Out, Bits<5>>,
}

/// Read port of the picture.
#[interface(client = PictureClient)]
pub struct PicturePort {
    /// Player (1 bit), row (5 bits) and column (4 bits) to read.
    pub address: Signal<In, Bits<10>>,
    /// Cell at the `address` of the clock before.
    pub cell: Signal<Out, Bits<5>>,
}

/// Board memory, and the sweeps over whole rows.
#[derive(LogicBlock, Module)]
pub struct BoardController {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset. The cells stay; `erase` empties them.
    pub reset: Signal<In, Bit>,
    /// Player whose board the game and the sweeps use, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Sweeps of the board and their results.
    pub control: BoardControlPort,
    /// Level: a game of two. Low holds [`RaiseRows`] in reset.
    pub two_players: Signal<In, Bit>,
    /// Column that garbage leaves empty, 0 to 9. Stable while `busy` is high.
    pub hole: Signal<In, Bits<4>>,
    /// Port of the falling piece. `cell` is not valid while `busy` is high.
    pub piece: BoardPort,
    /// Shape to write at `piece.address`, 1 to 7.
    pub stamp_shape: Signal<In, Bits<3>>,
    /// Port of the picture.
    pub picture: PicturePort,
    /// Level: the last count found cells outside of the full rows.
    pub leftover: Signal<Out, Bit>,
    /// Players with a settled cell in one of the four highest visible rows or above.
    pub danger: Signal<Out, Bits<2>>,
    #[part(clock)]
    #[given]
    cells: TwoReadRam<5, 9>,
    #[part]
    clear_line: ClearLine,
    #[part]
    raise_rows: RaiseRows,
    #[part]
    danger_flags: Danger,
    read_cell: CellAddress,
    write_cell: CellAddress,
    shown_cell: CellAddress,
    read_address: Signal<Local, Bits<9>>,
    write_address: Signal<Local, Bits<9>>,
    write_data: Signal<Local, Bits<5>>,
    write_enable: Signal<Local, Bit>,
    /// The lowest row in which a cell is a danger.
    danger_row: Constant<Bits<5>>,
}

impl BoardController {
    /// For a board with `visible_rows` visible rows.
    pub fn new(visible_rows: u8) -> Self {
        construct!(BoardController {
            cells: TwoReadRam::new(&[]),
            danger_row: Constant::new((visible_rows - 4).to_bits()),
        })
    }
}

#[clocked]
impl Logic for BoardController {
    #[hdl_gen]
    fn update(&mut self) {
        self.clear_line.erase.next = self.control.erase.val();
        self.clear_line.count.next = self.control.count.val();
        self.clear_line.collapse.next = self.control.collapse.val();
        self.clear_line.board_cell.next = self.cells.read_data.val();
        self.raise_rows.start.next = self.control.raise.val();
        self.raise_rows.two_players.next = self.two_players.val();
        self.raise_rows.hole.next = self.hole.val();
        self.raise_rows.board_cell.next = self.cells.read_data.val();
        self.control.overflow.next = self.raise_rows.overflow.val();
        self.control.busy.next = self.clear_line.busy.val() | self.raise_rows.busy.val();
        self.control.full_rows.next = self.clear_line.full_rows.val();
        self.leftover.next = self.clear_line.leftover.val();
        self.piece.cell.next = self.cells.read_data.val();
        self.picture.cell.next = self.cells.second_data.val();
        // The falling piece uses the memory while no sweep runs.
        self.read_address.next = self.piece.address.val();
        self.write_address.next = self.piece.address.val();
        self.write_data.next = bit_cast::<5, 3>(self.stamp_shape.val());
        self.write_enable.next = self.piece.stamp.val();
        if self.clear_line.busy.val() {
            self.read_address.next = self.clear_line.read_address.val();
            self.write_address.next = self.clear_line.write_address.val();
            self.write_data.next = self.clear_line.write_cell.val();
            self.write_enable.next = self.clear_line.write.val();
        } else if self.raise_rows.busy.val() {
            self.read_address.next = self.raise_rows.address.val();
            self.write_address.next = self.raise_rows.address.val();
            self.write_data.next = self.raise_rows.write_cell.val();
            self.write_enable.next = self.raise_rows.write.val();
        }
        self.read_cell.place.next = self.read_address.val();
        self.write_cell.place.next = self.write_address.val();
        self.shown_cell.place.next = self.picture.address.val().get_bits::<9>(0);
        self.cells.read_address.next = (bit_cast::<9, 1>(self.player.val().into()) << 8)
            | bit_cast::<9, 8>(self.read_cell.word.val());
        self.cells.write_address.next = (bit_cast::<9, 1>(self.player.val().into()) << 8)
            | bit_cast::<9, 8>(self.write_cell.word.val());
        self.cells.write_data.next = self.write_data.val();
        self.cells.write.next = self.write_enable.val();
        self.danger_flags.player.next = self.player.val();
        self.danger_flags.two_players.next = self.two_players.val();
        self.danger_flags.rewrites.next = self.control.erase.val() | self.control.collapse.val();
        self.danger_flags.fills_high.next = self.write_enable.val()
            & (self.write_address.val().get_bits::<5>(4) >= self.danger_row.val())
            & self.write_data.val().any();
        self.danger.next = self.danger_flags.danger.val();
        self.cells.second_address.next =
            (bit_cast::<9, 1>(self.picture.address.val().get_bits::<1>(9)) << 8)
                | bit_cast::<9, 8>(self.shown_cell.word.val());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick};

    struct Bench(gatefall_bench::Bench<BoardController>);

    impl Bench {
        /// The board of player 1, drawn from the top row down; digits are shapes.
        fn with(rows: &[&str]) -> Self {
            let mut uut = gatefall_bench::Bench::with_rust_hdl(BoardController::new(20));
            poke!(uut.two_players = true);
            let mut bench = Self(uut);
            for (row, line) in rows.iter().rev().enumerate() {
                for (column, mark) in line.bytes().enumerate() {
                    if mark != b'.' {
                        poke!(bench.0, piece.address = (row * 16 + column).to_bits());
                        poke!(bench.0.stamp_shape = (mark - b'0').to_bits());
                        poke!(bench.0, piece.stamp = true);
                        tick!(bench.0);
                        poke!(bench.0, piece.stamp = false);
                    }
                }
            }
            bench
        }

        fn wait(&mut self) {
            tick!(self.0);
            poke!(self.0, control.erase = false);
            poke!(self.0, control.count = false);
            poke!(self.0, control.collapse = false);
            poke!(self.0, control.raise = false);
            while peek!(self.0, control.busy) {
                tick!(self.0);
            }
        }

        /// The lowest `rows` from the top down, equal in both copies; letters are marked cells.
        fn seen(&mut self, rows: usize) -> Vec<String> {
            let bank = usize::from(peek!(self.0.player)) << 9;
            let mut seen = Vec::new();
            for row in (0..rows).rev() {
                let mut line = String::new();
                for column in 0..10 {
                    poke!(self.0, piece.address = (row * 16 + column).to_bits());
                    poke!(
                        self.0,
                        picture.address = (bank + row * 16 + column).to_bits()
                    );
                    tick!(self.0);
                    let game: u64 = peek!(self.0, piece.cell).into();
                    let picture: u64 = peek!(self.0, picture.cell).into();
                    assert_eq!(game, picture);
                    line.push(match game {
                        0 => '.',
                        1..=8 => (b'0' + game as u8) as char,
                        _ => (b'a' + game as u8 - 17) as char,
                    });
                }
                seen.push(line);
            }
            seen
        }
    }

    #[test]
    fn full_rows_are_counted_marked_and_removed() {
        let mut bench = Bench::with(&[
            "6.........",
            "1234567123",
            "..2.......",
            "7654321765",
            "1111111111",
            "4444.44444",
        ]);
        poke!(bench.0, control.count = true);
        bench.wait();
        assert_eq!(peek!(bench.0, control.full_rows), 3);
        assert!(peek!(bench.0.leftover));
        assert_eq!(
            bench.seen(7),
            [
                "..........",
                "6.........",
                "abcdefgabc",
                "..2.......",
                "gfedcbagfe",
                "aaaaaaaaaa",
                "4444.44444"
            ]
        );
        poke!(bench.0, control.collapse = true);
        bench.wait();
        assert_eq!(
            bench.seen(5),
            [
                "..........",
                "..........",
                "6.........",
                "..2.......",
                "4444.44444"
            ]
        );
    }

    #[test]
    fn nothing_is_left_over_after_a_perfect_clear() {
        let mut bench = Bench::with(&["1111111111", "2222222222", "3333333333", "7777777777"]);
        poke!(bench.0, control.count = true);
        bench.wait();
        assert_eq!(peek!(bench.0, control.full_rows), 4);
        assert!(!peek!(bench.0.leftover));
        poke!(bench.0, control.collapse = true);
        bench.wait();
        assert!(bench.seen(24).iter().all(|row| row == ".........."));
    }

    #[test]
    fn the_top_buffer_row_moves_down_too_and_an_empty_one_follows() {
        let mut rows = vec!["5........."; 23];
        rows.push("1111111111");
        let mut bench = Bench::with(&rows);
        poke!(bench.0, control.count = true);
        bench.wait();
        poke!(bench.0, control.collapse = true);
        bench.wait();
        let mut expected = vec![".........."];
        expected.extend(["5........."; 23]);
        assert_eq!(bench.seen(24), expected);
    }

    #[test]
    fn erasing_empties_every_row() {
        let mut bench = Bench::with(&["7777777777"; 26]);
        poke!(bench.0, control.erase = true);
        bench.wait();
        assert!(bench.seen(32).iter().all(|row| row == ".........."));
    }
    #[test]
    fn garbage_comes_in_at_the_bottom_and_pushes_everything_up() {
        let mut bench = Bench::with(&["1.........", "2.3......."]);
        poke!(bench.0.hole = 4u8.to_bits());
        poke!(bench.0, control.raise = true);
        bench.wait();
        assert_eq!(bench.seen(3), ["1.........", "2.3.......", "8888.88888"]);
        assert!(!peek!(bench.0, control.overflow));
    }

    #[test]
    fn a_cell_pushed_out_at_the_top_is_reported() {
        let mut rows = vec!["...5......"];
        rows.extend([".........."; 22]);
        let mut bench = Bench::with(&rows);
        for overflow in [false, true, false] {
            poke!(bench.0, control.raise = true);
            bench.wait();
            assert_eq!(peek!(bench.0, control.overflow), overflow);
        }
    }

    #[test]
    fn each_player_has_a_board() {
        let mut bench = Bench::with(&["1234567123"]);
        poke!(bench.0.player = true);
        bench.wait();
        assert_eq!(bench.seen(1), [".........."]);
        poke!(bench.0, control.raise = true);
        bench.wait();
        assert_eq!(bench.seen(2), ["..........", ".888888888"]);
        poke!(bench.0.player = false);
        bench.wait();
        assert_eq!(bench.seen(2), ["..........", "1234567123"]);
    }
}
