//! Pictures of a given board. `tests/tests/tictactoe.rs` compares whole games with the golden
//! model.

use super::*;
use gatefall_bench::{peek, poke, tick, Bench};

/// A display of 8 x 8 with one small piece of the first player, top left, and one large piece of
/// the second, bottom right. The first player has two medium pieces in hand, the second one small
/// piece.
fn display(phase: Phase) -> Bench<Display> {
    let mut uut = Bench::new(Display::new(Side::Eight));
    poke!(uut.phase = phase);
    poke!(uut.selection = 5.into());
    uut
}

fn ticks(uut: &mut Bench<Display>, count: usize) {
    poke!(uut.tick = true);
    for _ in 0..count {
        tick!(uut);
    }
    poke!(uut.tick = false);
}

/// The picture, a letter for each LED: its ink, or a dot if it is dark. Inks: a b (pieces), C D
/// (cursors), R (refusal), W (draw).
fn picture(uut: &mut Bench<Display>) -> Vec<String> {
    picture_with(uut, 0)
}

/// The same with a bit for all marks: 8 if they are parts of a complete line.
fn picture_with(uut: &mut Bench<Display>, line: u64) -> Vec<String> {
    let led = |uut: &mut Bench<Display>, row: u8, column: u8| {
        poke!(uut.row = row.to_bits());
        poke!(uut.column = column.to_bits());
        tick!(uut);
        let word = [(0_u64, 1 | line), (10, 7 | line), (18, 2), (21, 1)]
            .into_iter()
            .find(|(address, _)| peek!(uut.address) == *address);
        poke!(uut.word = word.map_or(0, |(_, word)| word).to_bits());
        tick!(uut);
        let colour = usize::from(peek!(uut.colour).to_u8());
        if colour & 7 == 0 {
            '.'
        } else {
            char::from(b"abCDRW??"[colour >> 3])
        }
    };
    (0..8)
        .map(|row| (0..8).map(|column| led(uut, row, column)).collect())
        .collect()
}

#[test]
fn passes_the_checks_of_rust_hdl() {
    assert!(display(Phase::Start)
        .rust_hdl_verilog()
        .contains("module top"));
}

#[test]
fn a_turn_shows_pieces_hands_grid_and_a_cursor_that_blinks() {
    let mut uut = display(Phase::P2Turn);
    let mut expected = [
        "a.b..b..", "..b..b..", "..baab..", "..b.Db..", "..bD.b..", "b.b..b..", "..b..bbb",
        "..b..bbb",
    ];
    assert_eq!(picture(&mut uut), expected);
    ticks(&mut uut, 16);
    expected[3] = "..b..b..";
    expected[4] = "..b..b..";
    assert_eq!(picture(&mut uut), expected);
    ticks(&mut uut, 16);
    assert_eq!(picture(&mut uut)[3], "..b.Db..");
}

#[test]
fn the_cursor_leaves_small_and_medium_pieces_as_they_are() {
    let mut uut = display(Phase::P1Turn);
    poke!(uut.selection = 0.into());
    assert_eq!(picture(&mut uut)[..2], ["aCa..a..", "C.a..a.."]);
    poke!(uut.selection = 10.into());
    assert_eq!(picture(&mut uut)[6..], ["..a..abC", "..a..aCb"]);
}

#[test]
fn a_candidate_blinks_over_what_lies_there_and_leaves_the_hand() {
    let mut uut = display(Phase::P1Placing);
    poke!(uut.selection = 0.into());
    poke!(uut.size = 2.into());
    assert_eq!(picture(&mut uut)[..3], ["a.a..a..", ".aa..a..", "..aa.a.."]);
    ticks(&mut uut, 20);
    assert_eq!(picture(&mut uut)[..3], ["a.a..a..", "..a..a..", "..aaaa.."]);
}

#[test]
fn a_refusal_blinks_four_times_and_no_longer() {
    let mut uut = display(Phase::P1Turn);
    poke!(uut.refused = true);
    tick!(uut);
    poke!(uut.refused = false);
    let mut blinks = String::new();
    for _ in 0..40 {
        blinks.push(if picture(&mut uut)[3].contains("RR") {
            'R'
        } else {
            '.'
        });
        ticks(&mut uut, 1);
    }
    assert_eq!(blinks, "RRRR....RRRR....RRRR....RRRR............");
}

#[test]
fn a_draw_shimmers() {
    let mut uut = display(Phase::End);
    ticks(&mut uut, 20);
    let draw = picture(&mut uut);
    assert!(
        draw.concat().contains('W') && draw[0].starts_with("a."),
        "{draw:?}"
    );
    assert_eq!(&draw[7][6..], "bb");
}

#[test]
fn the_cells_of_a_complete_line_blink_and_rings_run_over_the_grid() {
    let mut uut = display(Phase::End);
    poke!(uut.winner = 2.into());
    let cells = |uut: &mut Bench<Display>, line| {
        let picture = picture_with(uut, line);
        [&picture[0][..2], &picture[1][..2], &picture[7][6..]].map(str::to_owned)
    };
    assert_eq!(cells(&mut uut, 8), ["DD", "DD", "DD"]);
    assert_eq!(cells(&mut uut, 0), ["a.", "..", "bb"]);
    ticks(&mut uut, 16);
    assert_eq!(cells(&mut uut, 8), ["a.", "..", "bb"]);
    let grid: String = [2, 5].map(|row| picture(&mut uut)[row].clone()).concat();
    assert!(grid.contains('b') && !grid.contains('a'), "{grid}");
}
