//! Layout of the screens after a game.

use super::field::line;
use super::key_texts::{END_KEYS, NEXT_KEYS};
use super::layout::{cards, digits_row, table, table_of_two, BOARDS, COUNT_ROW, KEY_ROW, RIGHT};
use super::paper::Screen;
use crate::arcade::statistics::text_rom::ENTRIES;

/// After a game of one: its statistics, and on a plate how it ended and the score table.
pub(super) fn end(words: &str) -> Screen {
    let mut screen = table();
    let statistics = [
        (10..16, "PIECES", "0000"),
        (23..29, "QUADS", "000"),
        (34..40, "T-SPINS", "000"),
        (44..50, "COMBO", "00"),
        (16..22, "PER SEC", "0.00"),
    ];
    cards(&mut screen, RIGHT, &statistics);
    for ((rows, ..), line) in statistics.into_iter().zip(line::FIRST_COUNT..) {
        let row = digits_row(&rows);
        screen.keep(row..row + 2, 2, line);
    }
    // A plate from the second row of cells on, where rows of tiles and cells begin on the same
    // line, to the third line of the thirteenth. The table lies between the tall digits of the
    // cards, whose rows have their style.
    screen.curtain(15..36);
    for row in [15, 35] {
        screen.text(row..row + 1, 31, &"─".repeat(18));
    }
    screen.doubled(21, words);
    for ((place, line), row) in (1..=ENTRIES).zip(line::TABLE..).zip(27..) {
        screen.text(row..row + 1, 31, &format!("▸ {place}"));
        screen.keep(row..row + 1, 1, line);
    }
    screen.key_row(KEY_ROW, 28, 2, NEXT_KEYS);
    screen
}

/// After a game of two, with the lines of the words on the boards.
pub(super) fn result(words: [u8; 2]) -> Screen {
    let mut screen = table_of_two();
    screen.plain(COUNT_ROW..COUNT_ROW + 8);
    screen.curtain(25..42);
    for row in [25, 30, 41] {
        for board in BOARDS {
            screen.text(row..row + 1, board + 1, &"─".repeat(18));
        }
    }
    screen.words_on_boards(27, words);
    let counts = [
        ("PIECES", "0000"),
        ("SENT", " 000"),
        ("T-SPINS", " 000"),
        ("COMBO", "  00"),
        ("PER SEC", "0.00"),
    ];
    let rows = (31..).step_by(2).zip(line::FIRST_COUNT_OF_TWO..);
    for ((row, line), (label, digits)) in rows.zip(counts) {
        for board in BOARDS {
            screen.tall(row, board + 4, &format!("{label:8}{digits}"));
        }
        for part in [0, 2] {
            screen.keep(row..row + 2, part, line);
        }
    }
    screen.key_row(KEY_ROW, 27, 1, END_KEYS);
    screen
}
