//! Pictures of a given board. `tests/tests/tictactoe.rs` compares whole games with the golden
//! model.

use super::*;
use gatefall_bench::{peek, poke, tick, Bench};

/// A display of 8 x 8 with one small piece of the first player, top left, and one large piece of
/// the second, bottom right.
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
    let led = |uut: &mut Bench<Display>, row: u8, column: u8| {
        poke!(uut.row = row.to_bits());
        poke!(uut.column = column.to_bits());
        tick!(uut);
        let mark = [(0_u64, 1_u64), (10, 7)]
            .into_iter()
            .find(|(cell, _)| peek!(uut.cell) == *cell);
        poke!(uut.mark = mark.map_or(0, |(_, mark)| mark).to_bits());
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
fn a_turn_shows_pieces_grid_and_a_cursor_that_blinks() {
    let mut uut = display(Phase::P2Turn);
    let mut expected = [
        "a.b..b..", "..b..b..", "bbbbbbbb", "..bDDb..", "..bDDb..", "bbbbbbbb", "..b..bbb",
        "..b..bbb",
    ];
    assert_eq!(picture(&mut uut), expected);
    ticks(&mut uut, 16);
    expected[3] = "..b..b..";
    expected[4] = "..b..b..";
    assert_eq!(picture(&mut uut), expected);
    ticks(&mut uut, 16);
    assert_eq!(picture(&mut uut)[3], "..bDDb..");
}

#[test]
fn a_candidate_blinks_over_what_lies_there() {
    let mut uut = display(Phase::P1Placing);
    poke!(uut.selection = 0.into());
    poke!(uut.size = 2.into());
    assert_eq!(picture(&mut uut)[..2], ["a.a..a..", ".aa..a.."]);
    ticks(&mut uut, 20);
    assert_eq!(picture(&mut uut)[..2], ["a.a..a..", "..a..a.."]);
}

#[test]
fn a_refusal_blinks_four_times_and_no_longer() {
    let mut uut = display(Phase::P1Turn);
    poke!(uut.refused = true);
    tick!(uut);
    poke!(uut.refused = false);
    let mut blinks = String::new();
    for _ in 0..40 {
        blinks.push(if picture(&mut uut)[3].contains('R') {
            'R'
        } else {
            '.'
        });
        ticks(&mut uut, 1);
    }
    assert_eq!(blinks, "RRRR....RRRR....RRRR....RRRR............");
}

#[test]
fn a_draw_shimmers_and_a_win_runs_behind_the_pieces() {
    let mut uut = display(Phase::End);
    ticks(&mut uut, 20);
    let draw = picture(&mut uut);
    assert!(
        draw.concat().contains('W') && draw[0].starts_with("a."),
        "{draw:?}"
    );
    assert_eq!(&draw[7][6..], "bb");
    poke!(uut.winner = 2.into());
    let win = picture(&mut uut).concat();
    assert_eq!(win.matches('a').count(), 1, "the loser's piece");
    assert!(win.matches('b').count() > 12, "{win}");
}
