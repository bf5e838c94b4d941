//! Texts of the screens.

use super::backdrop::Scenery;
use super::sheet::{Place, Sheet, Style};
use super::skin::Skin;
use crate::{Arcade, End, Mode, Outcome, Page, Player, Row, Side};

const SKINS: [&str; 4] = ["SYNTH", "CLASSIC", "CONTRAST", "MONO"];
const SWITCH: [&str; 2] = ["OFF", "ON"];
const NAMES: [&str; 2] = ["PINK", "AQUA"];
/// Column from which the right colours are used, with one board and with two.
const RIGHT: [usize; 2] = [224, 320];

/// All texts and frames of a scene.
pub(super) fn sheet(arcade: &Arcade, skin: &'static Skin, scenery: &'static Scenery) -> Sheet {
    let mut sheet = Sheet::new(skin, scenery, RIGHT[usize::from(arcade.is_two())]);
    switches(&mut sheet, arcade);
    match arcade.page() {
        Page::Title => title(&mut sheet),
        Page::Menu(row) => menu(&mut sheet, arcade, row),
        Page::Settings(row) => settings(&mut sheet, arcade, row),
        _ if arcade.is_two() => game_of_two(&mut sheet, arcade),
        _ => game_of_one(&mut sheet, arcade),
    }
    sheet
}

/// Draws the muted sounds, and the general keys: above two boards, where the keys below are those
/// of the players, otherwise at the bottom.
fn switches(sheet: &mut Sheet, arcade: &Arcade) {
    let keys = [
        ("V", "SKIN"),
        ("M", "MUTE"),
        ("B", "MUSIC"),
        ("N", "EFFECTS"),
    ];
    let row = match arcade.page() {
        Page::Play | Page::Countdown(_) if arcade.is_two() => {
            sheet.low_keys(4, 19, 2, &keys);
            4
        }
        _ => {
            sheet.keys(56..=58, 19, 2, &keys);
            57
        }
    };
    let choices = arcade.choices();
    let text = match (choices.silent, choices.music, choices.effects) {
        (1, ..) | (_, 0, 0) => "NO SOUND",
        (_, 0, _) => "NO MUSIC",
        (_, _, 0) => "NO FX",
        _ => "",
    };
    sheet.text(row, 9, text, Style::Keys, Place::Outside);
}

/// Draws the common parts of title, menu and settings. The `empty` rows have no stars.
fn night(sheet: &mut Sheet, empty: &[usize]) {
    (0..56)
        .filter(|row| ![24, 26].contains(row) && !empty.contains(row))
        .for_each(|row| sheet.stars(row));
    let text = "A FALLING BLOCK GAME MADE OF GATES";
    sheet.text(25, 23, text, Style::Label, Place::Outside);
}

fn title(sheet: &mut Sheet) {
    let empty: Vec<usize> = (40..44).chain(47..56).collect();
    night(sheet, &empty);
    sheet.doubled(41, 224, "PRESS  ENTER", Place::Outside);
    let keys = [("1", "ONE PLAYER"), ("2", "TWO PLAYERS"), ("J L", "MENU")];
    sheet.keys(52..=55, 17, 3, &keys);
}

fn menu(sheet: &mut Sheet, arcade: &Arcade, row: Row) {
    night(sheet, &(36..56).collect::<Vec<_>>());
    let choices = arcade.choices();
    let modes: &[&str] = match choices.players {
        1 => &["MARATHON", "SPRINT", "ULTRA"],
        _ => &["VERSUS", "RACE"],
    };
    let mode = match choices.players {
        1 => choices.mode_of_one,
        _ => choices.mode_of_two,
    };
    let entries = [
        ("MODE", modes[mode as usize].into()),
        ("PLAYERS", choices.players.to_string()),
        ("LEVEL", choices.level.to_string()),
        ("SKIN", SKINS[choices.skin as usize].into()),
        ("SETTINGS", String::new()),
    ];
    sheet.frame(38..=50, 28..=51, "MENU", Style::Label);
    list(sheet, 40, &entries, row as usize);
    let keys = [
        ("I K", "MOVE"),
        ("J L", "CHANGE"),
        ("ENTER", "START"),
        ("ESC", "TITLE"),
    ];
    sheet.keys(53..=55, 12, 2, &keys);
}

fn settings(sheet: &mut Sheet, arcade: &Arcade, row: Row) {
    night(sheet, &(27..56).collect::<Vec<_>>());
    let choices = arcade.choices();
    let switch = |on: u32| SWITCH[on as usize].to_owned();
    let entries = [
        ("DAS", choices.das.to_string()),
        ("ARR", choices.arr.to_string()),
        ("SOFT DROP", (5 << choices.soft_drop).to_string()),
        ("NEXT", choices.next.to_string()),
        ("GHOST", switch(choices.ghost)),
        ("HOLD", switch(choices.hold)),
        (
            "SPEED",
            ["MODERN", "CLASSIC"][choices.classic as usize].into(),
        ),
        ("MUSIC", switch(choices.music)),
        ("EFFECTS", switch(choices.effects)),
        ("TUNE", ["FOLK", "GRIEG"][choices.tune as usize].into()),
    ];
    sheet.plates.extend(30..51);
    sheet.frame(29..=51, 28..=51, "SETTINGS", Style::Label);
    list(sheet, 31, &entries, row as usize - Row::Das as usize);
    let keys = [("I K", "MOVE"), ("J L", "CHANGE"), ("ENTER", "BACK")];
    sheet.keys(53..=55, 19, 2, &keys);
}

fn list(sheet: &mut Sheet, first: usize, entries: &[(&str, String)], chosen: usize) {
    for (index, (label, value)) in entries.iter().enumerate() {
        let row = first + 2 * index;
        let (style, mark) = match index == chosen {
            true => (Style::Digits, "▸"),
            false => (Style::Label, ""),
        };
        for (column, text) in [(30, mark), (32, label), (50 - value.len(), value)] {
            sheet.text(row, column, text, style, Place::Inside);
        }
    }
}

/// Formats minutes, seconds and hundredths.
fn time(hundredths: u32) -> String {
    let (minutes, rest) = (hundredths / 6000, hundredths % 6000);
    format!("{minutes:02}:{:02}.{:02}", rest / 100, rest % 100)
}

/// Digit of the countdown.
fn count(page: Page) -> Option<String> {
    match page {
        Page::Countdown(ticks) => Some(ticks.div_ceil(60).to_string()),
        _ => None,
    }
}

fn card(sheet: &mut Sheet, first: usize, column: usize, label: &str, value: &str) {
    let last = if first == 10 { 19 } else { first + 7 };
    sheet.frame(first..=last, column..=column + 11, label, Style::Label);
    let column = column + 10 - value.len();
    sheet.text(last - 3, column, value, Style::Digits, Place::Inside);
}

fn game_of_one(sheet: &mut Sheet, arcade: &Arcade) {
    let books = arcade.books();
    let mode = arcade.mode_of_one();
    let (name, x) = match mode {
        Mode::Marathon => ("MARATHON", 256),
        Mode::Sprint => ("SPRINT", 272),
        Mode::Ultra => ("ULTRA", 280),
    };
    sheet.stars(0);
    sheet.stars(4);
    sheet.doubled(1, x, name, Place::Outside);
    sheet.doubled(5, 256, &time(books.clock(mode)), Place::Outside);
    sheet.frame(10..=49, 30..=49, "", Style::Label);
    let Some(player) = arcade.player(Side::One) else {
        return;
    };
    own_cards(sheet, player);
    if arcade.page() == Page::GameOver {
        return statistics(sheet, arcade, player.end() == Some(End::Finished));
    }
    sheet.frame(10..=49, 52..=63, "NEXT", Style::Label);
    if arcade.page() == Page::Paused {
        sheet.plates.extend([29, 30]);
        sheet.doubled(29, 272, "PAUSED", Place::Inside);
        return pause_keys(sheet);
    }
    let keys = [
        ("J L", "MOVE"),
        ("I", "TURN"),
        ("U", "BACK"),
        ("K", "DOWN"),
        ("G", "DROP"),
    ];
    sheet.keys(50..=52, 12, 3, &keys);
    if let Some(count) = count(arcade.page()) {
        sheet.doubled(27, 312, &count, Place::Inside);
        let keys = [("H", "HOLD"), ("ENTER", "START"), ("ESC", "TITLE")];
        return sheet.keys(53..=55, 21, 3, &keys);
    }
    let keys = [("H", "HOLD"), ("P", "PAUSE"), ("ESC", "TITLE")];
    sheet.keys(53..=55, 23, 3, &keys);
}

fn own_cards(sheet: &mut Sheet, player: &Player) {
    let tally = player.tally();
    card(sheet, 10, 16, "HOLD", "");
    card(sheet, 22, 16, "SCORE", &format!("{:07}", tally.score()));
    card(sheet, 32, 16, "LEVEL", &format!("{:02}", tally.level()));
    card(
        sheet,
        42,
        16,
        "LINES",
        &format!("{:03}", tally.shown_lines()),
    );
}

fn pause_keys(sheet: &mut Sheet) {
    sheet.keys(53..=55, 28, 3, &[("P", "RESUME"), ("ESC", "TITLE")]);
}

/// Draws the statistics after a game of one player.
fn statistics(sheet: &mut Sheet, arcade: &Arcade, finished: bool) {
    let books = arcade.books();
    let counts = books.statistics();
    card(sheet, 10, 52, "PIECES", &format!("{:04}", counts.pieces));
    card(sheet, 22, 52, "QUADS", &format!("{:03}", counts.quads));
    card(sheet, 32, 52, "T SPINS", &format!("{:03}", counts.spins));
    card(sheet, 42, 52, "COMBO", &format!("{:02}", counts.combo));
    sheet.plates.extend(15..30);
    sheet.rule(15, 31..=48);
    sheet.rule(29, 31..=48);
    let words = if finished {
        ["WELL", "DONE"]
    } else {
        ["GAME", "OVER"]
    };
    sheet.doubled(17, 288, words[0], Place::Inside);
    sheet.doubled(21, 288, words[1], Place::Inside);
    if books.is_record() {
        sheet.text(24, 35, "NEW RECORD", Style::Label, Place::Inside);
    }
    let best = match arcade.mode_of_one() {
        Mode::Sprint => books.best_sprint().map(time).unwrap_or_default(),
        mode => format!("{:07}", books.best_score(mode)),
    };
    sheet.text(26, 33, "BEST", Style::Digits, Place::Inside);
    sheet.text(26, 47 - best.len(), &best, Style::Digits, Place::Inside);
    sheet.keys(53..=55, 26, 4, &[("ENTER", "AGAIN"), ("ESC", "TITLE")]);
}

fn game_of_two(sheet: &mut Sheet, arcade: &Arcade) {
    let (headline, x) = match (arcade.page(), arcade.outcome()) {
        (Page::Paused, _) => ("PAUSED", 272),
        (_, Some(Outcome::Won(Side::One))) => ("PINK WON", 256),
        (_, Some(Outcome::Won(Side::Two))) => ("AQUA WON", 256),
        (_, Some(Outcome::Draw)) => ("DRAW", 288),
        _ if arcade.has_garbage() => ("VERSUS", 272),
        _ => ("RACE", 288),
    };
    sheet.stars(0);
    sheet.doubled(1, x, headline, Place::Outside);
    for (side, [board, name, score, panel]) in Side::BOTH
        .into_iter()
        .zip([[12, 13, 20, 33], [48, 63, 53, 42]])
    {
        sheet.frame(10..=49, board..=board + 19, "", Style::Player);
        let Some(player) = arcade.player(side) else {
            continue;
        };
        let tally = player.tally();
        let mut say = |row, column, text: &str| {
            sheet.text(row, column, text, Style::Player, Place::Outside);
        };
        say(7, name, NAMES[side as usize]);
        say(7, score, &format!("{:07}", tally.score()));
        for (row, label) in [(12, "HOLD"), (22, "NEXT"), (42, "LEVEL"), (46, "LINES")] {
            // The digit of the countdown is at the position of the held piece.
            if row != 12 || count(arcade.page()).is_none() {
                say(row, panel, label);
            }
        }
        say(44, panel + 3, &format!("{:02}", tally.level()));
        say(48, panel + 2, &format!("{:03}", tally.shown_lines()));
    }
    match arcade.page() {
        Page::Paused => pause_keys(sheet),
        Page::GameOver => wins(sheet, arcade),
        page => keys_of_two(sheet, count(page)),
    }
}

fn wins(sheet: &mut Sheet, arcade: &Arcade) {
    let [one, two] = Side::BOTH.map(|side| arcade.books().wins(arcade.has_garbage(), side));
    let text = format!("PINK {one:02} WINS {two:02} AQUA");
    sheet.text(51, 30, &text, Style::Player, Place::Outside);
    sheet.keys(53..=55, 26, 4, &[("ENTER", "AGAIN"), ("ESC", "TITLE")]);
}

/// Draws the keys of both players, and the digit of the countdown while it runs.
fn keys_of_two(sheet: &mut Sheet, count: Option<String>) {
    let first = match count {
        Some(count) => {
            sheet.doubled(11, 312, &count, Place::Outside);
            ("ENTER", "START")
        }
        None => ("P", "PAUSE"),
    };
    sheet.keys(1..=3, 12, 1, &[first]);
    sheet.keys(1..=3, 57, 1, &[("ESC", "TITLE")]);
    sheet.keys(
        50..=53,
        9,
        1,
        &[("J L", "MOVE"), ("I", "TURN"), ("U", "BACK")],
    );
    sheet.keys(
        54..=57,
        9,
        1,
        &[("K", "DOWN"), ("G", "DROP"), ("H", "HOLD")],
    );
    sheet.keys(
        50..=53,
        41,
        1,
        &[("1 3", "MOVE"), ("5", "TURN"), ("4", "BACK")],
    );
    sheet.keys(
        54..=57,
        41,
        1,
        &[("2", "DOWN"), ("0", "DROP"), ("DEL", "HOLD")],
    );
    sheet.text(58, 49, "ON THE KEYPAD", Style::Keys, Place::Outside);
}
