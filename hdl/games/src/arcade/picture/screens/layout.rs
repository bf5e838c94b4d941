//! Layout of each screen; `docs/screen.md` shows it.

use super::field::{self, line};
use super::key_texts::{
    PlayerKeys, COUNTDOWN_KEYS, HOLD_KEYS, KEYPAD_KEYS, LIST_KEYS, MOVING_KEYS, PAUSE_KEYS,
    PLAY_KEYS, SOUND_KEYS, SPLIT_KEYS, SWITCH_KEYS, TITLE_KEYS,
};
use super::paper::{Edge, Keys, Screen, Style, FOLDED};
use std::ops::Range;

/// Names of players 1 and 2.
pub(super) const NAMES: [&str; 2] = ["PLAYER ONE", "PLAYER TWO"];
/// Contents of the cards before a game.
pub(super) const SCORE: &str = "0000000";
pub(super) const LEVEL: &str = "01";
pub(super) const CLEARED: &str = "000";
pub(super) const TIME: &str = "00:00.00";

/// Lines of the words on the boards.
pub(super) mod word {
    use super::line;

    pub const WIN: u8 = line::WORDS;
    pub const LOSS: u8 = line::WORDS + 1;
    pub const DRAW: u8 = line::WORDS + 2;
}

/// The words on the boards; the game writes the first one.
pub(super) const WORDS: [(u8, &str); 4] = [
    (line::COUNT_OF_TWO, ""),
    (word::WIN, "WIN!"),
    (word::LOSS, "LOSE"),
    (word::DRAW, "DRAW"),
];

/// Rows of tiles and of the frames beside the board.
const BOARD_ROWS: Range<usize> = 10..50;
const LEFT: Range<usize> = 16..28;
const BOARD: Range<usize> = 30..50;
pub(super) const RIGHT: Range<usize> = 52..64;
/// First columns of the boards of two players, and of the panels between them.
pub(super) const BOARDS: [usize; 2] = [12, 48];
const PANELS: [usize; 2] = [32, 40];
/// The first row of the number of the countdown.
pub(super) const COUNT_ROW: usize = 27;

/// The first row of a scene's keys, above those that all scenes have.
pub(super) const KEY_ROW: usize = 53;
/// Rows of the settings that show no part of the title.
const LIST_ROWS: Range<usize> = 5..KEY_ROW;

/// A screen with the keys that work in every scene.
pub(super) fn blank() -> Screen {
    let mut screen = Screen::blank();
    switch_keys(&mut screen);
    screen
}

/// The keys that work in every scene.
fn switch_keys(screen: &mut Screen) {
    screen.key_row(56, 17, 2, SWITCH_KEYS);
}

/// Place for a word about the sound, at the left above everything.
pub(super) fn sound(screen: &mut Screen) {
    screen.style(4..5, Style::Label);
    screen.text(4..5, 8, &" ".repeat(64));
    screen.keep(4..5, 0, line::SOUND);
}

/// Stars above the sun.
fn sky(screen: &mut Screen) {
    screen.stars(0..18);
    sound(screen);
}

pub(super) fn title() -> Screen {
    let mut screen = blank();
    sky(&mut screen);
    // Between the sun and the floor.
    screen.text(38..39, 30, "A GAME MADE OF GATES");
    screen.doubled(41, "PRESS ENTER");
    screen.key_row(KEY_ROW, 17, 3, TITLE_KEYS);
    screen
}

/// An entry of a list, in a row and the one above, which shows nothing but the bar.
fn entry(screen: &mut Screen, row: usize, column: usize, part: usize, number: u8, label: &str) {
    screen.text(row - 1..row + 1, column, "▸");
    screen.text(row - 1..row + 1, column + 2, label);
    screen.rows[row - 1].upper = true;
    screen.keep(row - 1..row + 1, part, number);
}

pub(super) fn menu() -> Screen {
    let mut screen = blank();
    sky(&mut screen);
    screen.frame(32..45, 28..52, "");
    let entries = [
        (line::MODE, "MODE"),
        (line::PLAYERS, "PLAYERS"),
        (line::LEVEL, "LEVEL"),
        (line::SKIN, "SKIN"),
        (line::SETTINGS, "SETTINGS"),
    ];
    for (row, (number, label)) in (34..).step_by(2).zip(entries) {
        entry(&mut screen, row, 30, 1, number, label);
    }
    screen.key_row(KEY_ROW, 12, 2, LIST_KEYS);
    screen
}

/// The settings and what they do, in the order of their rows.
const SETTINGS: [(&str, &str); 21] = [
    ("DAS", "TICKS TO A REPEAT"),
    ("ARR", "TICKS PER REPEAT"),
    ("DCD", "TICKS AFTER TURNS"),
    ("SOFT DROP", "TIMES GRAVITY"),
    ("GUARD", "TICKS OF NO DROP"),
    ("LOCK", "TICKS TO THE LOCK"),
    ("RESETS", "OF LOCK BY MOVES"),
    ("CLEAR DELAY", "TICKS A ROW STAYS"),
    ("NEXT", "PIECES IN ADVANCE"),
    ("GHOST", "SHOWS THE LANDING"),
    ("HOLD", "A PIECE FOR LATER"),
    ("SPEED", "CURVE OF GRAVITY"),
    ("GOAL", "LINES OF MARATHON"),
    ("RACE", "LINES TO WIN"),
    ("BEST OF", "GAMES OF A MATCH"),
    ("MUSIC", "PLAYS TUNES"),
    ("EFFECTS", "SOUNDS OF PLAY"),
    ("TUNE", "WHAT A GAME PLAYS"),
    ("KEYS", "ENTER SETS THEM"),
    ("DEFAULTS", "ENTER RESETS ALL"),
    ("SCORES", "ENTER TWICE CLEARS"),
];

pub(super) fn settings(can_set: bool) -> Screen {
    let mut screen = blank();
    sky(&mut screen);
    // Logo and pieces of the title would be in the way.
    screen.style(LIST_ROWS, Style::Label);
    screen.text(LIST_ROWS, 8, &" ".repeat(64));
    screen.folded(LIST_ROWS);
    screen.frame(7..51, FOLDED, "SETTINGS");
    for (number, (label, help)) in (line::FIRST_SETTING..).zip(SETTINGS) {
        let row = 9 + 2 * usize::from(number - line::FIRST_SETTING);
        entry(&mut screen, row, 21, 2, number, label);
        let is_fixed = label == "KEYS" && !can_set;
        let help = if is_fixed { "OF TWO PLAYERS" } else { help };
        screen.text(row - 1..row + 1, 41, help);
    }
    screen.key_row(KEY_ROW, 12, 2, LIST_KEYS);
    screen
}

/// The upper row of the tall digits on a card. Cards keep them off the rows of the number of the
/// countdown, which are upper rows as well.
pub(super) fn digits_row(card: &Range<usize>) -> usize {
    (card.start + card.end).div_ceil(2) - 1
}

/// Cards at one side of the board, with digits that are right-aligned and one tile off the frame.
pub(super) fn cards(
    screen: &mut Screen,
    columns: Range<usize>,
    cards: &[(Range<usize>, &str, &str)],
) {
    for (rows, label, digits) in cards {
        screen.frame(rows.clone(), columns.clone(), label);
        if !digits.is_empty() {
            let row = digits_row(rows);
            screen.tall(row, columns.end - 2 - digits.len(), digits);
            screen.style(row..row + 2, Style::Digits);
        }
    }
}

/// Board, hold and the player's cards, the mode and the score.
pub(super) fn table() -> Screen {
    let mut screen = Screen::blank();
    screen.doubled(1, "        ");
    screen.keep(1..3, 1, line::HEADLINE);
    sound(&mut screen);
    screen.text(4..5, 37, "POINTS");
    screen.doubled_digits(5, SCORE);
    screen.frame(BOARD_ROWS, BOARD, "");
    let own = [
        (10..19, "HOLD", ""),
        (23..29, "TIME", TIME),
        (34..40, "LEVEL", LEVEL),
        (44..50, "LINES", CLEARED),
    ];
    cards(&mut screen, LEFT, &own);
    screen.keep(20..21, 0, line::NAMES);
    screen.keep(21..22, 0, line::NAMES + 1);
    screen.keep(25..27, 0, line::TIME);
    switch_keys(&mut screen);
    screen
}

/// With the number of the countdown and the word for the start.
fn table_with_next() -> Screen {
    let mut screen = table();
    screen.frame(BOARD_ROWS, RIGHT, "NEXT");
    screen.quadrupled(COUNT_ROW, false, line::COUNT);
    screen
}

/// The keys of one player: those that move the piece, and below the second one that of hold.
pub(super) fn keys_of_one(screen: &mut Screen, row: usize) {
    screen.key_row(row, 12, 3, MOVING_KEYS);
    screen.key_row(row + 3, 16, 0, HOLD_KEYS);
    for part in 0..3 {
        screen.keep(row..row + 3, part, line::KEYS_OF_ONE);
    }
    screen.keep(row + 3..row + 6, 0, line::KEYS_OF_ONE + 2);
}

/// A game of one: the keys for the piece, and below some of them two others.
fn game(columns: [usize; 2], others: &Keys) -> Screen {
    let mut screen = table_with_next();
    keys_of_one(&mut screen, 50);
    for (column, key) in columns.into_iter().zip(others) {
        screen.key_row(KEY_ROW, column, 0, &[*key]);
    }
    screen
}

pub(super) fn play() -> Screen {
    game([38, 60], PLAY_KEYS)
}

pub(super) fn countdown() -> Screen {
    game([34, 58], COUNTDOWN_KEYS)
}

/// Rows and columns of the pause's menu. [`TextRow`](crate::arcade::picture::text_row::TextRow) has
/// the same numbers, since the menu has colours of its own.
const PAUSE_ROWS: Range<usize> = 24..35;
const PAUSE_COLUMNS: Range<usize> = 28..52;

/// The menu of a pause. What is behind it is hidden.
fn pause_menu(screen: &mut Screen) {
    screen.text(PAUSE_ROWS, PAUSE_COLUMNS.start, &" ".repeat(24));
    screen.frame(PAUSE_ROWS, PAUSE_COLUMNS, "");
    screen.curtain(PAUSE_ROWS.start + 1..PAUSE_ROWS.end - 1);
    let entries = ["RESUME", "RESTART", "SETTINGS", "TITLE"];
    for ((row, number), label) in (26..).step_by(2).zip(line::FIRST_ENTRY..).zip(entries) {
        entry(screen, row, 34, 1, number, label);
    }
    screen.key_row(KEY_ROW, 27, 3, PAUSE_KEYS);
}

pub(super) fn pause() -> Screen {
    let mut screen = table();
    screen.frame(BOARD_ROWS, RIGHT, "NEXT");
    pause_menu(&mut screen);
    screen
}

/// First columns of the keys of two players.
const KEY_COLUMNS: [usize; 2] = [8, 52];

/// The keys of two players, each below their board, and between them those of the scene. The text
/// layer swaps the lines of these rows when player 2 has the keypad.
fn keys_of_two(screen: &mut Screen, scene: &[(&str, &str)]) {
    for (row, (cap, action)) in [50, 53].into_iter().zip(scene) {
        let width = cap.len() + 3 + action.len();
        screen.key_row(row, (81 - width) / 2, 0, &[(&[cap], action)]);
    }
    let mut keypad = screen.clone();
    players_keys(screen, 50, SPLIT_KEYS);
    players_keys(&mut keypad, 50, KEYPAD_KEYS);
    keypad.text(56..59, 40, "KEYPAD→");
    let rows = screen.rows.iter_mut().zip(keypad.rows);
    for (row, other) in rows.skip(50).take(9) {
        row.other = Some(other.tiles);
    }
    keep_players_keys(screen, 50);
}

/// Three rows of keys of each player.
pub(super) fn players_keys(screen: &mut Screen, row: usize, keys: [PlayerKeys; 2]) {
    for (column, keys) in KEY_COLUMNS.into_iter().zip(keys) {
        for (row, (caps, action, cap, other)) in (row..).step_by(3).zip(keys) {
            // Two caps stand side by side, so that all is in one part of the row.
            let (last, before) = caps.split_last().expect("an action has a key");
            for cap in before {
                screen.key_row(row, column, 0, &[(&[cap], "")]);
            }
            screen.key_row(row, column + 3 * before.len(), 0, &[(&[last], action)]);
            screen.key_row(row, column + 12, 0, &[(&[cap], other)]);
        }
    }
}

/// The lines of these rows, since set keys are written there.
pub(super) fn keep_players_keys(screen: &mut Screen, row: usize) {
    for (row, line) in (row..).step_by(3).zip([0, 2, 4]) {
        for part in [0, 2] {
            screen.keep(row..row + 3, part, line::KEYS_OF_TWO + line);
        }
    }
}

/// Two boards with the number of the countdown and the word for the start, the panels between them,
/// and beside the headline the keys that work in every scene.
pub(super) fn table_of_two() -> Screen {
    let mut screen = Screen::blank();
    screen.framed_keys(1..4, 9, 1, &SWITCH_KEYS[..2]);
    screen.framed_keys(1..4, 52, 1, SOUND_KEYS);
    screen.doubled(1, "        ");
    screen.keep(1..3, 1, line::HEADLINE);
    sound(&mut screen);
    screen.style(5..50, Style::Player);
    screen.style(8..10, Style::Label);
    for part in [0, 2] {
        screen.keep(8..9, part, line::NAMES);
        screen.keep(9..10, part, line::NAMES + 1);
    }
    for board in BOARDS {
        screen.sides(BOARD_ROWS, board..board + 20);
    }
    // The outer sides of the panels are those of the boards.
    screen.text(BOARD_ROWS, 32, "╎      ▕▏      ╏");
    for ((panel, name), board) in PANELS.into_iter().zip(NAMES).zip(BOARDS) {
        screen.text(5..6, board + 5, name);
        screen.tall(6, board + 6, SCORE);
        screen.text(12..13, panel + 2, "HOLD");
        screen.text(20..21, panel + 1, "──────");
        screen.text(22..23, panel + 2, "NEXT");
        screen.text(40..41, panel + 1, "──────");
    }
    for (row, label) in [(42, "LEVEL"), (46, "LINES")] {
        screen.text(row..row + 1, 34, label);
        screen.text(row..row + 1, 41, label);
    }
    for (row, column, digits) in [
        (43, 35, LEVEL),
        (43, 43, LEVEL),
        (47, 35, CLEARED),
        (47, 42, CLEARED),
    ] {
        screen.tall(row, column, digits);
    }
    screen.text(4..5, 38, "WINS");
    screen.text(6..8, 38, "0  0");
    screen.keep(6..8, 1, line::WINS);
    screen.edge(BOARD_ROWS.start, Edge::Upper);
    screen.edge(BOARD_ROWS.end - 1, Edge::Lower);
    screen.quadrupled(COUNT_ROW, true, line::COUNT_OF_TWO);
    screen
}

fn game_of_two(keys: &[(&str, &str)]) -> Screen {
    let mut screen = table_of_two();
    keys_of_two(&mut screen, keys);
    screen
}

pub(super) fn play_two() -> Screen {
    game_of_two(&[("P", "PAUSE")])
}

pub(super) fn countdown_two() -> Screen {
    game_of_two(&[("ENTER", "START")])
}

pub(super) fn pause_two() -> Screen {
    let mut screen = table_of_two();
    screen.plain(COUNT_ROW..COUNT_ROW + 8);
    // The boards end where the menu begins.
    for board in [
        BOARDS[0]..PAUSE_COLUMNS.start,
        PAUSE_COLUMNS.end..BOARDS[1] + 20,
    ] {
        screen.sides(PAUSE_ROWS, board);
    }
    pause_menu(&mut screen);
    screen
}

/// The texts of the fields stand where the game writes them.
const _: () = assert!(field::VALUE.1 == 42 && field::WINS.1 + 3 == 38 && field::WINS.1 + 6 == 41);
