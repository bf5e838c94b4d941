//! Layout of each screen; `docs/screen.md` shows it.

use super::field::{self, line};
use super::paper::{Edge, Keys, Screen, Style};
use std::ops::Range;

/// Names of players 1 and 2.
const RESULT_NAMES: [&str; 2] = ["PINK", "AQUA"];
/// Contents of the cards before a game.
pub(super) const SCORE: &str = "0000000";
pub(super) const LEVEL: &str = "01";
pub(super) const CLEARED: &str = "000";
pub(super) const TIME: &str = "00:00.00";

/// Rows of tiles and of the frames beside the board.
const BOARD_ROWS: Range<usize> = 10..50;
const LEFT: Range<usize> = 16..28;
const BOARD: Range<usize> = 30..50;
const RIGHT: Range<usize> = 52..64;
/// Columns of the panel with the menu or the settings.
const PANEL: Range<usize> = 28..52;

const TITLE_KEYS: &Keys = &[
    (&["1"], "ONE PLAYER"),
    (&["2"], "TWO PLAYERS"),
    (&["J", "L"], "MENU"),
];
const SWITCH_KEYS: &Keys = &[
    (&["V"], "SKIN"),
    (&["M"], "MUTE"),
    (&["B"], "MUSIC"),
    (&["N"], "EFFECTS"),
];
const MENU_KEYS: &Keys = &[
    (&["I", "K"], "MOVE"),
    (&["J", "L"], "CHANGE"),
    (&["ENTER"], "START"),
    (&["ESC"], "TITLE"),
];
const SETTINGS_KEYS: &Keys = &[
    (&["I", "K"], "MOVE"),
    (&["J", "L"], "CHANGE"),
    (&["ENTER"], "BACK"),
];
const MOVING_KEYS: &Keys = &[
    (&["J", "L"], "MOVE"),
    (&["I"], "TURN"),
    (&["U"], "BACK"),
    (&["K"], "DOWN"),
    (&["G"], "DROP"),
];
const PLAY_KEYS: &Keys = &[(&["H"], "HOLD"), (&["P"], "PAUSE"), (&["ESC"], "TITLE")];
const COUNTDOWN_KEYS: &Keys = &[(&["H"], "HOLD"), (&["ENTER"], "START"), (&["ESC"], "TITLE")];
const PAUSE_KEYS: &Keys = &[(&["P"], "RESUME"), (&["ESC"], "TITLE")];
const END_KEYS: &Keys = &[(&["ENTER"], "AGAIN"), (&["ESC"], "TITLE")];

/// The first row of a scene's keys, above those that all scenes have.
const KEY_ROW: usize = 53;
/// Column of the keys that all scenes have, and the gap between them: the same wherever they stand,
/// as they share a line with what the game writes.
const SWITCH_PLACE: (usize, usize) = (19, 2);

/// A screen with the keys that work in every scene.
fn blank() -> Screen {
    let mut screen = Screen::blank();
    switch_keys(&mut screen);
    screen
}

/// The keys that work in every scene, and left of them place for a word about the sound.
fn switch_keys(screen: &mut Screen) {
    let (column, gap) = SWITCH_PLACE;
    screen.keep(56..59, 0, line::SOUND);
    screen.key_row(56, column, gap, SWITCH_KEYS);
}

fn logo() -> Screen {
    let mut screen = blank();
    screen.stars(0..56);
    screen.rows[24].tiles.fill(' ');
    screen.rows[26].tiles.fill(' ');
    screen.style(25..26, Style::Label);
    screen.text(25..26, 23, "A FALLING BLOCK GAME MADE OF GATES");
    screen
}

fn clear(screen: &mut Screen, rows: Range<usize>) {
    for row in &mut screen.rows[rows.clone()] {
        row.tiles.fill(' ');
    }
    screen.style(rows, Style::Label);
}

pub(super) fn title() -> Screen {
    let mut screen = logo();
    clear(&mut screen, 40..44);
    screen.doubled(41, "PRESS  ENTER");
    clear(&mut screen, 47..56);
    screen.tall_key_row(52, 17, 3, TITLE_KEYS);
    screen
}

/// A panel with entries of two rows each, as tall as digits; what is changed in each is kept in the
/// line of its number.
fn panel(screen: &mut Screen, rows: Range<usize>, label: &str, entries: &[(u8, &str)]) {
    screen.frame(rows.clone(), PANEL, label);
    // The last row shows the edge of what the others have at their sides.
    screen.text(
        rows.end - 1..rows.end,
        PANEL.start,
        &" ".repeat(PANEL.len()),
    );
    screen.sides(rows.end - 1..rows.end, PANEL);
    screen.edge(rows.end - 1, Edge::Lower);
    for (row, (number, label)) in (rows.start + 2..).step_by(2).zip(entries) {
        screen.tall(row - 1, 30, "▸");
        screen.tall(row - 1, 32, label);
        screen.keep(row - 1..row + 1, 1, *number);
    }
}

pub(super) fn menu() -> Screen {
    let mut screen = logo();
    clear(&mut screen, 36..56);
    let entries = [
        (line::MODE, "MODE"),
        (line::PLAYERS, "PLAYERS"),
        (line::LEVEL, "LEVEL"),
        (line::SKIN, "SKIN"),
        (line::SETTINGS, "SETTINGS"),
    ];
    panel(&mut screen, 38..51, "MENU", &entries);
    screen.key_row(KEY_ROW, 12, 2, MENU_KEYS);
    screen
}

pub(super) fn settings() -> Screen {
    let mut screen = logo();
    clear(&mut screen, 27..56);
    let labels = [
        "DAS",
        "ARR",
        "SOFT DROP",
        "NEXT",
        "GHOST",
        "HOLD",
        "SPEED",
        "MUSIC",
        "EFFECTS",
        "TUNE",
    ];
    let entries: Vec<_> = (line::FIRST_SETTING..).zip(labels).collect();
    panel(&mut screen, 29..52, "SETTINGS", &entries);
    // The pieces of the title would be in the way.
    screen.curtain(30..51);
    screen.key_row(KEY_ROW, 19, 2, SETTINGS_KEYS);
    screen
}

/// Cards at one side of the board, with digits that are right-aligned and one tile off the frame.
fn cards(screen: &mut Screen, columns: Range<usize>, cards: &[(Range<usize>, &str, &str)]) {
    for (rows, label, digits) in cards {
        screen.frame(rows.clone(), columns.clone(), label);
        if !digits.is_empty() {
            let row = rows.end - 5;
            screen.tall(row, columns.end - 2 - digits.len(), digits);
            screen.style(row..row + 2, Style::Digits);
        }
    }
}

/// Board, hold and the player's cards, the mode and the time.
fn table() -> Screen {
    let mut screen = blank();
    screen.stars(0..1);
    screen.stars(4..5);
    screen.doubled(1, "        ");
    screen.keep(1..3, 1, line::HEADLINE);
    screen.doubled_digits(5, TIME);
    screen.keep(5..9, 1, line::TIME);
    screen.frame(BOARD_ROWS, BOARD, "");
    let own = [
        (10..20, "HOLD", ""),
        (22..30, "SCORE", SCORE),
        (32..40, "LEVEL", LEVEL),
        (42..50, "LINES", CLEARED),
    ];
    cards(&mut screen, LEFT, &own);
    screen
}

fn table_with_next() -> Screen {
    let mut screen = table();
    screen.frame(BOARD_ROWS, RIGHT, "NEXT");
    screen
}

/// The keys of one player: those for the piece, and below them the others.
fn keys_of_one(screen: &mut Screen, column: usize, others: &Keys) {
    screen.key_row(50, 12, 3, MOVING_KEYS);
    screen.key_row(KEY_ROW, column, 3, others);
}

pub(super) fn play() -> Screen {
    let mut screen = table_with_next();
    keys_of_one(&mut screen, 23, PLAY_KEYS);
    screen
}

/// Place for the digit of the countdown, in four rows.
fn count(screen: &mut Screen, row: usize, line: u8) {
    screen.doubled_digits(row, "        ");
    for row in &mut screen.rows[row..row + 4] {
        row.shifted = true;
    }
    screen.keep(row..row + 4, 1, line);
}

pub(super) fn countdown() -> Screen {
    let mut screen = table_with_next();
    // In the middle of the board.
    count(&mut screen, 27, line::COUNT);
    keys_of_one(&mut screen, 21, COUNTDOWN_KEYS);
    screen
}

pub(super) fn pause() -> Screen {
    let mut screen = table_with_next();
    screen.doubled(29, "PAUSED");
    screen.key_row(KEY_ROW, 28, 3, PAUSE_KEYS);
    screen
}

/// After a game of one: its statistics, and on a plate how it ended.
pub(super) fn end(words: [&str; 2], is_record: bool) -> Screen {
    let mut screen = table();
    let statistics = [
        (10..20, "PIECES", "0000"),
        (22..30, "QUADS", "000"),
        (32..40, "T SPINS", "000"),
        (42..50, "COMBO", "00"),
    ];
    cards(&mut screen, RIGHT, &statistics);
    for ((rows, ..), line) in statistics.into_iter().zip(line::FIRST_COUNT..) {
        screen.keep(rows.end - 5..rows.end - 3, 2, line);
    }
    // A plate from the second to the tenth row of cells: there rows of tiles and cells begin on the
    // same line.
    screen.curtain(15..30);
    for row in [15, 29] {
        screen.text(row..row + 1, 31, &"─".repeat(18));
    }
    screen.doubled(17, words[0]);
    screen.doubled(21, words[1]);
    if is_record {
        screen.text(24..25, 35, "NEW RECORD");
    }
    screen.tall(25, 33, "BEST");
    screen.keep(25..27, 1, line::BEST);
    screen.key_row(KEY_ROW, 26, 4, END_KEYS);
    screen
}

/// The keys of two players, each below their board, and above the boards those of the scene and of
/// every scene. The second player's digits are two rows tall, and so are all caps below.
fn keys_of_two(screen: &mut Screen, first: (&str, &str)) {
    corner_keys(screen, first);
    let (column, gap) = SWITCH_PLACE;
    screen.keep(4..5, 0, line::SOUND);
    screen.low_key_row(4, column, gap, SWITCH_KEYS);
    let first: [&Keys; 2] = [
        &[(&["J", "L"], "MOVE"), (&["I"], "TURN"), (&["U"], "BACK")],
        &[(&["K"], "DOWN"), (&["G"], "DROP"), (&["H"], "HOLD")],
    ];
    let second: [&Keys; 2] = [
        &[(&["1", "3"], "MOVE"), (&["5"], "TURN"), (&["4"], "BACK")],
        &[(&["2"], "DOWN"), (&["0"], "DROP"), (&["DEL"], "HOLD")],
    ];
    for ((row, first), second) in [50, 54].into_iter().zip(first).zip(second) {
        screen.tall_key_row(row, 9, 1, first);
        screen.tall_key_row(row, 41, 1, second);
    }
    screen.style(58..59, Style::Keys);
    screen.text(58..59, 49, "ON THE KEYPAD");
}

/// The rows of the headline have no edges, so the caps beside it are frames.
fn corner_keys(screen: &mut Screen, first: (&str, &str)) {
    screen.style(1..4, Style::Keys);
    for (column, (cap, action)) in [(12, first), (57, ("ESC", "TITLE"))] {
        let end = column + cap.len() + 2;
        screen.frame(1..4, column..end, "");
        screen.text(2..3, column + 1, cap);
        screen.text(2..3, end + 1, action);
    }
}

/// Two boards and the panel between them.
fn table_of_two() -> Screen {
    let mut screen = Screen::blank();
    screen.stars(0..1);
    screen.doubled(1, "        ");
    screen.keep(1..3, 1, line::HEADLINE);
    screen.style(5..50, Style::Player);
    for (board, panel, [name, score]) in [(12, 33, [13, 20]), (48, 42, [63, 53])] {
        screen.sides(BOARD_ROWS, board..board + 20);
        screen.tall(6, name, RESULT_NAMES[board / 48]);
        screen.tall(6, score, SCORE);
        screen.text(12..13, panel, "HOLD");
        screen.text(22..23, panel, "NEXT");
        screen.text(42..43, panel, "LEVEL");
        screen.text(46..47, panel, "LINES");
        screen.tall(43, panel + 3, LEVEL);
        screen.tall(47, panel + 2, CLEARED);
    }
    screen.edge(BOARD_ROWS.start, Edge::Upper);
    screen.edge(BOARD_ROWS.end - 1, Edge::Lower);
    screen
}

pub(super) fn play_two() -> Screen {
    let mut screen = table_of_two();
    keys_of_two(&mut screen, ("P", "PAUSE"));
    screen
}

pub(super) fn countdown_two() -> Screen {
    let mut screen = table_of_two();
    // Nobody holds a piece yet, so the digit stands in the place of the labels.
    screen.text(12..13, 32, &" ".repeat(16));
    count(&mut screen, 11, line::COUNT_OF_TWO);
    keys_of_two(&mut screen, ("ENTER", "START"));
    screen
}

pub(super) fn pause_two() -> Screen {
    let mut screen = table_of_two();
    screen.key_row(KEY_ROW, 28, 3, PAUSE_KEYS);
    switch_keys(&mut screen);
    screen
}

pub(super) fn result() -> Screen {
    let mut screen = table_of_two();
    screen.tall(50, 30, RESULT_NAMES[0]);
    screen.tall(50, 35, "00 WINS 00");
    screen.tall(50, 46, RESULT_NAMES[1]);
    screen.style(50..52, Style::Player);
    screen.keep(50..52, 1, line::WINS);
    screen.key_row(KEY_ROW, 26, 4, END_KEYS);
    switch_keys(&mut screen);
    screen
}

/// The texts of the fields stand where the game writes them.
const _: () = assert!(field::VALUE.1 == 42 && field::WINS_ONE.1 + 6 == 35);
