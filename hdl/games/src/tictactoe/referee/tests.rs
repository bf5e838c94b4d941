//! Commands one after the other. `gatefall verify tictactoe` compares whole games with the golden
//! model.

use super::*;
use gatefall_bench::{peek, poke, tick};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Answer {
    Found(u8),
    Missing,
    Won,
    Stuck,
    GoesOn,
}

struct Bench {
    uut: gatefall_bench::Bench<Referee>,
    /// Clocks of the last command.
    clocks: usize,
}

impl Bench {
    fn new() -> Self {
        let mut uut = gatefall_bench::Bench::new(Referee::default());
        poke!(uut.clear = true);
        let mut bench = Self { uut, clocks: 0 };
        assert_eq!(bench.answer(), None);
        bench
    }

    /// Gives the command whose strobe is set, and waits.
    fn answer(&mut self) -> Option<Answer> {
        let uut = &mut self.uut;
        let mut answer = None;
        self.clocks = 0;
        loop {
            tick!(uut);
            poke!(uut.clear = false);
            poke!(uut.seek = false);
            poke!(uut.place = false);
            let said = [
                (
                    peek!(uut.found),
                    Answer::Found(peek!(uut.candidate).to_u8()),
                ),
                (peek!(uut.missing), Answer::Missing),
                (peek!(uut.won), Answer::Won),
                (peek!(uut.stuck), Answer::Stuck),
                (peek!(uut.goes_on), Answer::GoesOn),
            ];
            for (_, named) in said.into_iter().filter(|(is_said, _)| *is_said) {
                assert_eq!(answer.replace(named), None, "one answer");
            }
            if peek!(uut.ready) {
                return answer;
            }
            self.clocks += 1;
            assert!(self.clocks <= 420, "too long");
        }
    }

    fn seek(&mut self, cell: usize, second: bool, from: u8, downwards: bool) -> Option<Answer> {
        self.select(cell, second, from);
        poke!(self.uut.downwards = downwards);
        poke!(self.uut.seek = true);
        let answer = self.answer();
        assert!(self.clocks <= 9);
        poke!(self.uut.downwards = false);
        answer
    }

    fn place(&mut self, cell: usize, second: bool, size: u8) -> Option<Answer> {
        self.select(cell, second, size);
        poke!(self.uut.place = true);
        self.answer()
    }

    /// Cells that are marked as parts of a complete line.
    fn marked(&mut self) -> Vec<usize> {
        let mut is_marked = |cell: &usize| {
            poke!(self.uut.view_address = (cell / 3 * 4 + cell % 3).to_bits());
            tick!(self.uut);
            peek!(self.uut.view_word).to_u8() & 8 != 0
        };
        (0..9).filter(|cell| is_marked(cell)).collect()
    }

    fn select(&mut self, cell: usize, second: bool, size: u8) {
        poke!(self.uut.selection = (cell / 3 * 4 + cell % 3).to_bits());
        poke!(self.uut.second = second);
        poke!(self.uut.size = size.to_bits());
    }
}

#[test]
fn passes_the_checks_of_rust_hdl() {
    assert!(Bench::new().uut.rust_hdl_verilog().contains("module top"));
}

#[test]
fn sizes_are_found_upwards_and_downwards_above_what_lies_there() {
    let mut bench = Bench::new();
    for (from, found) in [(0, Some(1)), (1, Some(2)), (2, Some(3)), (3, None)] {
        let expected = found.map_or(Answer::Missing, Answer::Found);
        assert_eq!(bench.seek(4, false, from, false), Some(expected));
    }
    assert_eq!(bench.seek(4, false, 3, true), Some(Answer::Found(2)));
    assert_eq!(bench.place(4, true, 2), Some(Answer::GoesOn));
    for second in [false, true] {
        assert_eq!(bench.seek(4, second, 0, false), Some(Answer::Found(3)));
        assert_eq!(bench.seek(4, second, 3, true), Some(Answer::Missing));
    }
}

#[test]
fn a_size_is_in_hand_twice() {
    let mut bench = Bench::new();
    assert_eq!(bench.place(0, false, 1), Some(Answer::GoesOn));
    assert_eq!(bench.seek(8, false, 0, false), Some(Answer::Found(1)));
    assert_eq!(bench.place(1, false, 1), Some(Answer::GoesOn));
    assert_eq!(bench.seek(8, false, 0, false), Some(Answer::Found(2)));
    assert_eq!(bench.seek(8, true, 0, false), Some(Answer::Found(1)));
}

#[test]
fn every_line_wins_and_only_for_its_owner() {
    let lines = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    for line in lines {
        for second in [false, true] {
            let mut bench = Bench::new();
            assert_eq!(bench.place(line[2], second, 1), Some(Answer::GoesOn));
            assert_eq!(bench.place(line[0], second, 2), Some(Answer::GoesOn));
            assert_eq!(bench.place(line[1], !second, 1), Some(Answer::GoesOn));
            assert_eq!(
                bench.place(line[1], second, 3),
                Some(Answer::Won),
                "{line:?}"
            );
        }
    }
}

#[test]
fn who_has_no_piece_left_is_stuck() {
    let mut bench = Bench::new();
    for (cell, size) in [(0, 1), (1, 1), (5, 2), (3, 2), (7, 3), (8, 3)] {
        assert_eq!(bench.place(cell, true, size), Some(Answer::GoesOn));
    }
    assert_eq!(bench.place(4, false, 1), Some(Answer::Stuck));
    assert!(bench.clocks > 400, "this is the longest walk");
}

#[test]
fn the_cells_of_all_complete_lines_are_marked_and_no_others() {
    for second in [false, true] {
        let mut bench = Bench::new();
        assert_eq!(bench.place(4, !second, 3), Some(Answer::GoesOn));
        for (cell, size) in [(1, 1), (2, 1), (3, 2), (6, 2)] {
            assert_eq!(bench.place(cell, second, size), Some(Answer::GoesOn));
            assert!(bench.marked().is_empty());
        }
        assert_eq!(bench.place(0, second, 3), Some(Answer::Won));
        assert_eq!(bench.marked(), [0, 1, 2, 3, 6], "a row and a column");
    }
    let mut bench = Bench::new();
    for (cell, size) in [(6, 1), (4, 2), (0, 1)] {
        assert_eq!(bench.place(cell, true, size), Some(Answer::GoesOn));
    }
    assert_eq!(bench.place(2, true, 3), Some(Answer::Won));
    assert_eq!(bench.marked(), [2, 4, 6], "the last line of the walk");
}
