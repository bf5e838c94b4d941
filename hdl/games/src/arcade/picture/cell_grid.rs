//! Follows the beam over the grid of 15 x 15 pixel cells.
//!
//! Columns and rows are those of the board: column 0 is its left column, row 0 its floor, rows
//! count down along the screen from 25. Both are 5 bits and wrap, so column -1 is column 31. On the
//! title screen the grid stands 5 pixels further left, where the title picture is a whole number of
//! cells. Left and right of the board it stands so that three columns are in the middle of their
//! frame.
//!
//! With two players each half of the screen has a grid: columns 0 to 15 are player 1's, 16 to 31
//! player 2's. The ten columns of a board come first; then, not in step with it, the columns 11 to
//! 14 of the panel between the boards:
//!
//! ```text
//!  x  96 100     250 264    320 330    384 390     540 544
//!     |  | board 1 |  | panel |  | panel |  | board 2 |  |
//! ```
//!
//! With one player column -6 begins at x 153, column 0 at x 245 and column 13 at x 441, on the
//! title column 0 at x 240.
//!
//! A cell is drawn as a bevelled block. `shade` says which part of it a pixel is:
//!
//! ```text
//! 000000000000000   0 gap between cells    1 top      4 bottom
//! 011111111111111                          2 left     5 face
//! 021111111111113                          3 right    6 middle of the face
//! 02255555555..33
//! ```
//!
//! **Interface**: `column`, `row`, `cell_x` and `cell_y` belong to the `x` of one cycle ago, the
//! other outputs to that of two cycles ago.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The grid.
#[derive(LogicBlock, Module)]
pub struct CellGrid {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: to the top of the screen.
    pub reset: Signal<In, Bit>,
    /// The title screen: no board, and the grid moves left.
    pub title: Signal<In, Bit>,
    /// Level: the boards of two players.
    pub two_players: Signal<In, Bit>,
    /// Level: the beam moves on.
    pub moves: Signal<In, Bit>,
    /// Column of the beam.
    pub beam: Signal<In, Bits<10>>,
    /// Strobe after the last pixel of each line.
    pub line_blank: Signal<In, Bit>,
    /// The cell here is a mark: the cells right of it stand half a cell further left.
    pub is_mark: Signal<In, Bit>,
    /// Below the picture.
    pub v_blank: Signal<In, Bit>,
    /// Column of the grid, modulo 32.
    pub column: Signal<Out, Bits<5>>,
    /// Row of the grid, modulo 32.
    pub row: Signal<Out, Bits<5>>,
    /// Column of the pixel in its cell, 0 to 14.
    pub cell_x: Signal<Out, Bits<4>>,
    /// Line of the pixel in its cell, 0 to 14.
    pub cell_y: Signal<Out, Bits<4>>,
    /// Part of the cell.
    pub shade: Signal<Out, Bits<3>>,
    /// The pixel is one of the 10 x 20 cells of the board.
    pub on_board: Signal<Out, Bit>,
    /// The same and the lines that close the grid to the right and below.
    pub on_grid: Signal<Out, Bit>,
    /// The pixel lies where cells are shown.
    pub visible: Signal<Out, Bit>,
    /// It belongs to player 2.
    pub second: Signal<Out, Bit>,
    #[reset(none)]
    column_count: DFF<Bits<5>>,
    #[reset(25, or = v_blank)]
    row_count: DFF<Bits<5>>,
    #[reset(none)]
    x: DFF<Bits<4>>,
    #[reset(or = v_blank)]
    y: DFF<Bits<4>>,
    #[reset(none)]
    shade_late: DFF<Bits<3>>,
    #[reset(none)]
    on_board_late: DFF<Bit>,
    #[reset(none)]
    on_grid_late: DFF<Bit>,
    #[reset(none)]
    in_window: DFF<Bit>,
    #[reset(none)]
    in_window_late: DFF<Bit>,
    #[reset(none)]
    second_late: DFF<Bit>,
    segment: Signal<Local, Bits<5>>,
    at_segment: Signal<Local, Bit>,
    next_column: Signal<Local, Bits<5>>,
    next_row: Signal<Local, Bits<5>>,
    next_x: Signal<Local, Bits<4>>,
    next_y: Signal<Local, Bits<4>>,
    in_play: Signal<Local, Bit>,
    closes: Signal<Local, Bit>,
    in_columns: Signal<Local, Bit>,
    in_rows: Signal<Local, Bit>,
    at_ring: Signal<Local, Bit>,
}

#[clocked]
impl Logic for CellGrid {
    #[hdl_gen]
    fn update(&mut self) {
        self.column.next = self.column_count.q.val();
        self.row.next = self.row_count.q.val();
        self.cell_x.next = self.x.q.val();
        self.cell_y.next = self.y.q.val();
        self.shade.next = self.shade_late.q.val();
        self.on_board.next = self.on_board_late.q.val();
        self.on_grid.next = self.on_grid_late.q.val();
        self.visible.next = self.in_window_late.q.val();
        self.second.next = self.second_late.q.val();

        self.next_column.next = self.column_count.q.val() + 1;
        self.next_x.next = self.x.q.val() + 1;
        if self.moves.val() {
            self.x.d.next = self.next_x.val();
            if (self.x.q.val() == 14) | (self.is_mark.val() & (self.x.q.val() == 7)) {
                self.x.d.next = 0.into();
                self.column_count.d.next = self.next_column.val();
            }
        }
        // A grid begins and ends at multiples of 32 pixels, from which on the values set here hold.
        self.segment.next = self.beam.val().get_bits::<5>(5);
        self.at_segment.next = self.beam.val().get_bits::<5>(0) == 0;
        if self.at_segment.val() {
            if self.two_players.val() {
                if self.segment.val() == 3 {
                    self.x.d.next = 11.into();
                    self.column_count.d.next = 31.into();
                    self.in_window.d.next = true;
                } else if self.segment.val() == 8 {
                    self.x.d.next = 7.into();
                    self.column_count.d.next = 10.into();
                } else if self.segment.val() == 10 {
                    self.x.d.next = 5.into();
                    self.column_count.d.next = 26.into();
                } else if self.segment.val() == 12 {
                    self.x.d.next = 9.into();
                    self.column_count.d.next = 15.into();
                } else if self.segment.val() == 17 {
                    self.in_window.d.next = false;
                }
            } else if self.segment.val() == 2 {
                self.x.d.next = 1.into();
                if self.title.val() {
                    self.x.d.next = 4.into();
                }
                self.column_count.d.next = 20.into();
                self.in_window.d.next = true;
            } else if (self.segment.val() == 7) & !self.title.val() {
                self.x.d.next = 9.into();
                self.column_count.d.next = 30.into();
            } else if (self.segment.val() == 13) & !self.title.val() {
                self.x.d.next = 5.into();
                self.column_count.d.next = 11.into();
            } else if self.segment.val() == 18 {
                self.in_window.d.next = false;
            }
        }
        self.in_window_late.d.next = self.in_window.q.val();
        self.second_late.d.next = self.two_players.val() & self.column_count.q.val().get_bit(4);

        self.next_row.next = self.row_count.q.val() - 1;
        self.next_y.next = self.y.q.val() + 1;
        if self.line_blank.val() {
            self.y.d.next = self.next_y.val();
            if self.y.q.val() == 14 {
                self.y.d.next = 0.into();
                self.row_count.d.next = self.next_row.val();
            }
        }

        self.in_play.next = self.in_window.q.val() & !self.title.val();
        // Columns below 10 and rows below 20, by their bits: magnitude comparisons cost three times
        // as much.
        self.in_columns.next = (!self.column_count.q.val().get_bit(4) | self.two_players.val())
            & (!self.column_count.q.val().get_bit(3)
                | (self.column_count.q.val().get_bits::<2>(1) == 0));
        self.in_rows.next =
            !self.row_count.q.val().get_bit(4) | (self.row_count.q.val().get_bits::<2>(2) == 0);
        self.closes.next = (self.column_count.q.val().get_bits::<4>(0) == 10)
            & (!self.column_count.q.val().get_bit(4) | self.two_players.val());
        self.on_board_late.d.next = self.in_play.val() & self.in_columns.val() & self.in_rows.val();
        self.on_grid_late.d.next = self.in_play.val()
            & (self.in_columns.val() | (self.closes.val() & (self.x.q.val() == 0)))
            & (self.in_rows.val() | ((self.row_count.q.val() == 31) & (self.y.q.val() == 0)));

        // The outer two pixels of the face, where it is darker than in the middle.
        self.at_ring.next = (self.x.q.val() == 3)
            | (self.x.q.val() == 4)
            | (self.x.q.val() == 11)
            | (self.x.q.val() == 12)
            | (self.y.q.val() == 3)
            | (self.y.q.val() == 4)
            | (self.y.q.val() == 11)
            | (self.y.q.val() == 12);
        // From the outside to the inside; at the corners the top wins, then the left.
        self.shade_late.d.next = 5.into();
        if (self.x.q.val() == 0) | (self.y.q.val() == 0) {
            self.shade_late.d.next = 0.into();
        } else if self.y.q.val() == 1 {
            self.shade_late.d.next = 1.into();
        } else if self.x.q.val() == 1 {
            self.shade_late.d.next = 2.into();
        } else if self.x.q.val() == 14 {
            self.shade_late.d.next = 3.into();
        } else if self.y.q.val() == 14 {
            self.shade_late.d.next = 4.into();
        } else if self.y.q.val() == 2 {
            self.shade_late.d.next = 1.into();
        } else if self.x.q.val() == 2 {
            self.shade_late.d.next = 2.into();
        } else if self.x.q.val() == 13 {
            self.shade_late.d.next = 3.into();
        } else if self.y.q.val() == 13 {
            self.shade_late.d.next = 4.into();
        } else if !self.at_ring.val() {
            self.shade_late.d.next = 6.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn grid() -> Bench<CellGrid> {
        let mut uut = Bench::with_rust_hdl(CellGrid::default());
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        poke!(uut.moves = true);
        uut
    }

    /// The parts of the cells of one line, from the left edge of the window, and where on the board
    /// they lie.
    fn line(uut: &mut Bench<CellGrid>, pixels: usize) -> Vec<(u64, bool)> {
        let mut parts = Vec::new();
        for beam in 0..=64 + pixels {
            poke!(uut.beam = beam.to_bits());
            tick!(uut);
            parts.push((peek!(uut.shade).to_u64(), peek!(uut.on_board)));
        }
        // The outputs after the edge belong to the pixel before.
        parts.split_off(65)
    }

    fn next_line(uut: &mut Bench<CellGrid>) {
        poke!(uut.line_blank = true);
        poke!(uut.moves = false);
        let column = (peek!(uut.column), peek!(uut.cell_x));
        tick!(uut);
        assert_eq!((peek!(uut.column), peek!(uut.cell_x)), column);
        poke!(uut.line_blank = false);
        poke!(uut.moves = true);
    }

    #[test]
    fn the_board_is_where_the_layout_says() {
        let mut uut = grid();
        for y in 0..480 {
            if y % 45 == 0 {
                let parts = line(&mut uut, 512);
                let columns: Vec<usize> =
                    (0..512).filter(|&x| parts[x].1).map(|x| x + 64).collect();
                let expected = if (90..390).contains(&y) {
                    245..395
                } else {
                    0..0
                };
                assert_eq!(columns, expected.collect::<Vec<_>>(), "line {y}");
            }
            next_line(&mut uut);
        }
    }

    #[test]
    fn two_boards_are_where_the_layout_says() {
        let mut uut = grid();
        poke!(uut.two_players = true);
        for _ in 0..100 {
            next_line(&mut uut);
        }
        let parts = line(&mut uut, 512);
        let columns: Vec<usize> = (0..512).filter(|&x| parts[x].1).map(|x| x + 64).collect();
        assert_eq!(columns, (100..250).chain(390..540).collect::<Vec<_>>());
    }

    #[test]
    fn the_panel_between_two_boards_has_four_columns_for_each() {
        let mut uut = grid();
        poke!(uut.two_players = true);
        let mut first = [0; 32];
        for beam in 96..544_u64 {
            poke!(uut.beam = beam.to_bits());
            tick!(uut);
            let column = peek!(uut.column).to_u64() as usize;
            if first[column] == 0 {
                first[column] = beam;
            }
        }
        assert_eq!(first[11..14], [264, 279, 294]);
        assert_eq!(first[27..30], [330, 345, 360]);
        assert_eq!((first[0], first[16]), (100, 390));
    }

    #[test]
    fn a_mark_moves_the_cells_right_of_it_by_half_a_cell() {
        // A held piece and a next one: their columns -6 and 13, and the middle of their frames.
        for (segment, column, middle) in [(64, 26, 352), (416, 13, 928)] {
            for (is_mark, width) in [(false, 3), (true, 4)] {
                let mut uut = grid();
                let mut starts = vec![];
                for beam in segment..segment + 192u64 {
                    poke!(uut.beam = beam.to_bits());
                    poke!(uut.is_mark = is_mark && peek!(uut.column) == column - 1);
                    tick!(uut);
                    if peek!(uut.column) == column && starts.is_empty() {
                        starts.push(beam);
                    }
                }
                let centre = 2 * starts[0] + 1 + 15 * width;
                assert!(centre.abs_diff(middle) <= 1, "{segment}, {width}: {centre}");
            }
        }
    }

    #[test]
    fn a_cell_is_bevelled() {
        let mut uut = grid();
        let mut cell = String::new();
        for _ in 0..15 {
            // The window begins with the second pixel of a cell.
            for (part, _) in &line(&mut uut, 29)[14..] {
                cell += &part.to_string();
            }
            cell += "\n";
            next_line(&mut uut);
        }
        let expected = "
000000000000000
011111111111111
021111111111113
022555555555533
022555555555533
022556666665533
022556666665533
022556666665533
022556666665533
022556666665533
022556666665533
022555555555533
022555555555533
022444444444433
024444444444443
";
        assert_eq!(cell, expected[1..]);
    }

    #[test]
    fn the_title_picture_is_made_of_whole_cells() {
        let mut uut = grid();
        poke!(uut.title = true);
        let parts = line(&mut uut, 512);
        // In the first line of a row of cells everything is a gap: look at the second.
        assert!(parts.iter().all(|part| part.0 == 0));
        next_line(&mut uut);
        let gaps: Vec<usize> = line(&mut uut, 512)
            .iter()
            .enumerate()
            .filter(|(_, part)| part.0 == 0)
            .map(|(x, _)| x + 64)
            .collect();
        assert!(gaps.contains(&210) && gaps.contains(&435), "{gaps:?}");
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(grid().rust_hdl_verilog().contains("module top"));
    }
}
