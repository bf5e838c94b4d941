//! Texts of the screens.

use super::backdrop::Scenery;
use super::play_keys;
use super::sheet::{Place, Sheet, Style};
use super::skin::Skin;
use crate::arcade::{shown_time, Choices, ENTRIES};
use crate::{Arcade, End, Entry, Mode, Outcome, Page, Player, Row, Side};
use std::ops::{Range, RangeInclusive};

const NAMES: [&str; 2] = ["PLAYER ONE", "PLAYER TWO"];
/// Column from which the right colours are used: without a board, with one and with two.
const RIGHT: [usize; 3] = [0, 224, 320];
/// Settings and what they do.
pub(crate) const HELP: [(&str, &str); 21] = [
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

/// All texts and frames of a scene.
pub(super) fn sheet(arcade: &Arcade, skin: &'static Skin, scenery: &'static Scenery) -> Sheet {
    let right = match arcade.page() {
        Page::Settings(_) | Page::SetKeys(_) => RIGHT[0],
        _ => RIGHT[arcade.sides().len()],
    };
    let mut sheet = Sheet::new(skin, scenery, right);
    switches(&mut sheet, arcade);
    match arcade.page() {
        Page::Title => title(&mut sheet),
        Page::Menu(row) => menu(&mut sheet, arcade, row),
        Page::Settings(row) => settings(&mut sheet, arcade, row),
        Page::SetKeys(_) => {
            stars(&mut sheet, 0..8);
            stars(&mut sheet, 16..18);
            play_keys::page(&mut sheet, arcade);
        }
        _ if arcade.is_two() => game_of_two(&mut sheet, arcade),
        _ => game_of_one(&mut sheet, arcade),
    }
    sheet
}

/// Draws the muted sounds, and the general keys: beside the headline of a game of two, otherwise at
/// the bottom.
fn switches(sheet: &mut Sheet, arcade: &Arcade) {
    let keys = [
        ("F1", "SKIN"),
        ("F2", "MUTE"),
        ("F3", "MUSIC"),
        ("F4", "EFFECTS"),
    ];
    match arcade.page() {
        Page::Play | Page::Wait(_) if arcade.knows_keys() => {}
        page if arcade.is_two() && !matches!(page, Page::Settings(_) | Page::SetKeys(_)) => {
            sheet.keys(1, 9, 1, &keys[..2]);
            sheet.keys(1, 52, 1, &[("F3", "MUSIC"), ("F4", "FX")]);
        }
        _ => sheet.keys(56, 17, 2, &keys),
    }
    let choices = arcade.choices();
    let text = match (choices.silent, choices.music, choices.effects) {
        (1, ..) | (_, 0, 0) => "NO SOUND",
        (_, 0, _) => "NO MUSIC",
        (_, _, 0) => "NO FX",
        _ => "",
    };
    sheet.text(4, 9, text, Style::Label, Place::Outside);
}

/// Draws the stars into rows. The muted sounds stand in row 4.
fn stars(sheet: &mut Sheet, rows: Range<usize>) {
    let rows = rows.filter(|&row| row != 4);
    rows.for_each(|row| sheet.stars(row));
}

fn title(sheet: &mut Sheet) {
    stars(sheet, 0..18);
    let text = "A GAME MADE OF GATES";
    sheet.text(38, 30, text, Style::Label, Place::Outside);
    sheet.doubled(41, 232, "PRESS ENTER", Place::Outside);
    let keys = [("1", "ONE PLAYER"), ("2", "TWO PLAYERS"), ("J L", "MENU")];
    sheet.keys(53, 17, 3, &keys);
}

/// The value of a row, as it is shown.
pub(crate) fn value(choices: &Choices, row: Row) -> String {
    let one_of = |texts: &[&str], index: u32| texts[index as usize].to_owned();
    let switch = |on| one_of(&["OFF", "ON"], on);
    match row {
        Row::Mode if choices.players == 2 => one_of(&["VERSUS", "RACE"], choices.mode_of_two),
        Row::Mode => one_of(&["MARATHON", "SPRINT", "ULTRA"], choices.mode_of_one),
        Row::Players => choices.players.to_string(),
        Row::Level => choices.level.to_string(),
        Row::Skin => one_of(&["SYNTH", "CLASSIC", "CONTRAST", "MONO"], choices.skin),
        Row::Das => choices.das.to_string(),
        Row::Arr => choices.arr.to_string(),
        Row::DelayCut => choices.delay_cut.to_string(),
        Row::SoftDrop => one_of(&["5", "10", "20", "40", "INSTANT"], choices.soft_drop),
        Row::Guard => choices.guard.to_string(),
        Row::Lock => choices.lock.to_string(),
        Row::Resets if choices.resets == 16 => "NO LIMIT".into(),
        Row::Resets => choices.resets.to_string(),
        Row::ClearDelay => choices.clear_delay.to_string(),
        Row::Next => choices.next.to_string(),
        Row::Ghost => switch(choices.ghost),
        Row::Hold => switch(choices.hold),
        Row::Speed => one_of(&["MODERN", "CLASSIC"], choices.classic),
        Row::Goal => one_of(&["NONE", "150"], choices.goal),
        Row::Race => one_of(&["20", "40", "100"], choices.race),
        Row::BestOf => (2 * choices.best_of + 1).to_string(),
        Row::Music => switch(choices.music),
        Row::Effects => switch(choices.effects),
        Row::Tune => one_of(&["FOLK", "GRIEG"], choices.tune),
        Row::Keys => one_of(&["SPLIT", "KEYPAD"], choices.keys),
        Row::ToSettings | Row::Defaults | Row::Scores => String::new(),
    }
}

fn menu(sheet: &mut Sheet, arcade: &Arcade, row: Row) {
    stars(sheet, 0..18);
    let choices = arcade.choices();
    let labels = ["MODE", "PLAYERS", "LEVEL", "SKIN", "SETTINGS"];
    sheet.frame(32..=44, 28..=51, "", Style::Label);
    for (index, (label, of)) in labels.into_iter().zip(Row::MENU).enumerate() {
        let (line, value) = (34 + 2 * index, value(choices, of));
        let style = entry(sheet, line, 28..=51, 30, index == row as usize);
        sheet.text(line, 32, label, style, Place::Inside);
        sheet.text(line, 50 - value.len(), &value, style, Place::Inside);
    }
    let keys = [
        ("I K", "MOVE"),
        ("J L", "CHANGE"),
        ("ENTER", "OK"),
        ("ESC", "BACK"),
    ];
    sheet.keys(53, 12, 2, &keys);
}

fn settings(sheet: &mut Sheet, arcade: &Arcade, row: Row) {
    stars(sheet, 0..4);
    let choices = arcade.choices();
    sheet.plates.extend(5..53);
    sheet.frame(7..=50, 20..=59, "SETTINGS", Style::Label);
    for (index, ((label, help), of)) in HELP.into_iter().zip(Row::SETTINGS).enumerate() {
        // The model has no flash, so nothing outlasts a power-off.
        let value = match (of, arcade.has_asked()) {
            (Row::Scores, true) => "CLEAR!".into(),
            (Row::Scores, false) => "NO FLASH".into(),
            _ => value(choices, of),
        };
        let line = 9 + 2 * index;
        let is_chosen = index == row as usize - Row::Das as usize;
        let style = entry(sheet, line, 20..=59, 21, is_chosen);
        sheet.text(line, 23, label, style, Place::Inside);
        sheet.text(line, 40 - value.len(), &value, style, Place::Inside);
        sheet.text(line, 41, help, style, Place::Inside);
    }
    let keys = [
        ("I K", "MOVE"),
        ("J L", "CHANGE"),
        ("ENTER", "OK"),
        ("ESC", "BACK"),
    ];
    sheet.keys(53, 12, 2, &keys);
}

/// Draws bar and arrow of an entry, if it is the chosen one, and returns the style of its text.
fn entry(
    sheet: &mut Sheet,
    row: usize,
    columns: RangeInclusive<usize>,
    arrow: usize,
    is_chosen: bool,
) -> Style {
    if !is_chosen {
        return Style::Label;
    }
    sheet.bar(row, 2, columns);
    sheet.text(row, arrow, "▸", Style::Chosen, Place::Inside);
    Style::Chosen
}

/// The number of the countdown, or in the first second of a game the word for the start.
fn count(arcade: &Arcade) -> String {
    match arcade.page() {
        Page::Countdown(ticks) | Page::Wait(ticks) => ticks.div_ceil(60).to_string(),
        Page::Play if arcade.lights().has_just_begun() => "GO!".into(),
        _ => String::new(),
    }
}

/// Draws it around this column of pixels.
fn draw_count(sheet: &mut Sheet, arcade: &Arcade, middle: usize, style: Style) {
    let text = count(arcade);
    // Letters are half as tall, and stand at the foot of the place.
    let top = if text.len() == 1 { 216 } else { 248 };
    let left = middle - 16 * text.len();
    sheet.large(4, [left, top], &text, style, Place::Inside);
}

fn card(sheet: &mut Sheet, first: usize, column: usize, label: &str, value: &str) {
    let last = first + if label == "HOLD" { 8 } else { 5 };
    sheet.frame(first..=last, column..=column + 11, label, Style::Label);
    let column = column + 10 - value.len();
    let row = (first + last).div_ceil(2);
    sheet.text(row, column, value, Style::Digits, Place::Inside);
}

fn game_of_one(sheet: &mut Sheet, arcade: &Arcade) {
    let books = arcade.books();
    let mode = arcade.mode_of_one();
    let (name, x) = match mode {
        _ if matches!(arcade.page(), Page::Paused(_)) => ("PAUSED", 272),
        Mode::Marathon => ("MARATHON", 256),
        Mode::Sprint => ("SPRINT", 272),
        Mode::Ultra => ("ULTRA", 280),
    };
    sheet.doubled(1, x, name, Place::Outside);
    sheet.text(4, 37, "POINTS", Style::Label, Place::Outside);
    let frame = match arcade.is_lit(Side::One) {
        true => Style::Alarm,
        false => Style::Label,
    };
    sheet.frame(10..=49, 30..=49, "", frame);
    let Some(player) = arcade.player(Side::One) else {
        return;
    };
    own_cards(sheet, player, &shown_time(books.clock(mode)));
    clear_name(sheet, arcade, Side::One, 20, 28);
    if arcade.page() == Page::GameOver {
        return statistics(sheet, arcade, player.end() == Some(End::Finished));
    }
    sheet.frame(10..=49, 52..=63, "NEXT", Style::Label);
    if let Page::Paused(entry) = arcade.page() {
        return pause_menu(sheet, entry);
    }
    draw_count(sheet, arcade, 320, Style::Digits);
    let is_on_board = matches!(arcade.page(), Page::Play | Page::Wait(_));
    if is_on_board && arcade.knows_keys() {
        return;
    }
    play_keys::keys_of_one(sheet, arcade, 50);
    let others = match is_on_board {
        true => [(38, "P", "PAUSE"), (60, "R", "RESTART")],
        false => [(34, "ENTER", "START"), (58, "ESC", "TITLE")],
    };
    for (column, key, action) in others {
        sheet.keys(53, column, 0, &[(key, action)]);
    }
}

fn own_cards(sheet: &mut Sheet, player: &Player, time: &str) {
    let tally = player.tally();
    let score = format!("{:07}", tally.score());
    sheet.doubled(5, 264, &score, Place::Outside);
    card(sheet, 10, 16, "HOLD", "");
    card(sheet, 23, 16, "TIME", time);
    card(sheet, 34, 16, "LEVEL", &format!("{:02}", tally.level()));
    let lines = format!("{:03}", tally.shown_lines());
    card(sheet, 44, 16, "LINES", &lines);
}

/// Draws the name of a clear into two rows. Both lines end before this column.
fn clear_name(sheet: &mut Sheet, arcade: &Arcade, side: Side, row: usize, end: usize) {
    for (row, text) in (row..).zip(arcade.clear_name(side)) {
        let column = end - text.len();
        sheet.text(row, column, text, Style::Label, Place::Outside);
    }
}

fn pause_menu(sheet: &mut Sheet, selected: Entry) {
    sheet.plates.extend(25..34);
    sheet.clear(24..=34, 28..=51);
    sheet.frame(24..=34, 28..=51, "", Style::Keys);
    let labels = ["RESUME", "RESTART", "SETTINGS", "TITLE"];
    for (index, label) in labels.into_iter().enumerate() {
        let row = 26 + 2 * index;
        if Entry::ALL[index] == selected {
            sheet.bar(row, 2, 28..=51);
            sheet.text(row, 34, "▸", Style::Chosen, Place::Inside);
        }
        sheet.text(row, 36, label, Style::Chosen, Place::Inside);
    }
    sheet.keys(53, 27, 3, &[("I K", "MOVE"), ("ENTER", "OK")]);
}

/// Draws the statistics after a game of one player.
fn statistics(sheet: &mut Sheet, arcade: &Arcade, finished: bool) {
    let books = arcade.books();
    let counts = books.statistics(Side::One);
    card(sheet, 10, 52, "PIECES", &format!("{:04}", counts.pieces));
    card(sheet, 16, 52, "PER SEC", &rate(books.rate(Side::One)));
    card(sheet, 23, 52, "QUADS", &format!("{:03}", counts.quads));
    card(sheet, 34, 52, "T-SPINS", &format!("{:03}", counts.spins));
    card(sheet, 44, 52, "COMBO", &format!("{:02}", counts.combo));
    sheet.plates.extend(15..36);
    sheet.rule(15, 31..=48, Style::Label);
    sheet.rule(35, 31..=48, Style::Label);
    let words = if finished { "WELL DONE" } else { "GAME OVER" };
    sheet.doubled(21, 248, words, Place::Inside);
    for place in 0..ENTRIES {
        let row = 27 + place;
        let is_new = arcade.new_place() == Some(place);
        let style = if is_new { Style::Chosen } else { Style::Label };
        if is_new {
            sheet.bar(row, 0, 30..=49);
            sheet.text(row, 31, "▸", style, Place::Inside);
        }
        let [name, result] = arcade.scores().shown(arcade.mode_of_one(), place);
        let text = format!("{} {name} {result}", place + 1);
        sheet.text(row, 33, &text, style, Place::Inside);
    }
    sheet.keys(53, 28, 2, &[("ENTER", "NEXT"), ("ESC", "BACK")]);
}

fn game_of_two(sheet: &mut Sheet, arcade: &Arcade) {
    let (headline, x) = match arcade.page() {
        Page::Paused(_) => ("PAUSED", 272),
        _ if arcade.match_is_over() => ("MATCH!", 272),
        _ if arcade.has_garbage() => ("VERSUS", 272),
        _ => ("RACE", 288),
    };
    sheet.doubled(1, x, headline, Place::Outside);
    let wins = Side::BOTH.map(|side| arcade.books().wins(side));
    sheet.lit = Side::BOTH.map(|side| arcade.is_lit(side));
    sheet.text(4, 38, "WINS", Style::Label, Place::Outside);
    let score = format!("{}  {}", wins[0], wins[1]);
    sheet.text(7, 38, &score, Style::Player, Place::Outside);
    for (side, [board, panel]) in Side::BOTH.into_iter().zip([[12, 32], [48, 40]]) {
        sheet.frame(10..=49, board..=board + 19, "", Style::Player);
        sheet.panel(10..=49, panel..=panel + 7);
        sheet.rule(20, panel + 1..=panel + 6, Style::Player);
        sheet.rule(40, panel + 1..=panel + 6, Style::Player);
        let Some(player) = arcade.player(side) else {
            continue;
        };
        let tally = player.tally();
        let mut say = |row, column, text: &str, place| {
            sheet.text(row, column, text, Style::Player, place);
        };
        say(5, board + 5, NAMES[side as usize], Place::Outside);
        let points = format!("{:07}", tally.score());
        say(7, board + 6, &points, Place::Outside);
        say(12, panel + 2, "HOLD", Place::Inside);
        say(22, panel + 2, "NEXT", Place::Inside);
        // Five letters and three digits do not fit the middle of eight tiles.
        let [label, lines] = [[34, 35], [41, 42]][side as usize];
        say(42, label, "LEVEL", Place::Inside);
        say(46, label, "LINES", Place::Inside);
        say(
            44,
            panel + 3,
            &format!("{:02}", tally.level()),
            Place::Inside,
        );
        let cleared = format!("{:03}", tally.shown_lines());
        say(48, lines, &cleared, Place::Inside);
        clear_name(sheet, arcade, side, 8, [28, 72][side as usize]);
    }
    match arcade.page() {
        Page::Paused(entry) => {
            sheet.side(24..=34, 27, true);
            sheet.side(24..=34, 52, false);
            pause_menu(sheet, entry);
            sheet.pane(24..=34, 28..=51);
        }
        Page::GameOver => result(sheet, arcade),
        _ => {
            draw_count(sheet, arcade, 176, Style::Player);
            draw_count(sheet, arcade, 464, Style::Player);
            keys_of_two(sheet, arcade);
        }
    }
}

/// Formats hundredths.
fn rate(hundredths: u32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Draws the words on the boards, and the counts of the players below them.
fn result(sheet: &mut Sheet, arcade: &Arcade) {
    sheet.plates.extend(25..42);
    for (side, [board, word]) in Side::BOTH.into_iter().zip([[12, 144], [48, 432]]) {
        for row in [25, 30, 41] {
            sheet.rule(row, board + 1..=board + 18, Style::Player);
        }
        let text = match arcade.outcome() {
            Some(Outcome::Won(winner)) if winner == side => "WIN!",
            Some(Outcome::Won(_)) => "LOSE",
            _ => "DRAW",
        };
        sheet.large(2, [word, 216], text, Style::Player, Place::Inside);
        let counts = arcade.books().statistics(side);
        let results = [
            ("PIECES", format!("{:04}", counts.pieces)),
            ("SENT", format!("{:03}", counts.sent)),
            ("T-SPINS", format!("{:03}", counts.spins)),
            ("COMBO", format!("{:02}", counts.combo)),
            ("PER SEC", rate(arcade.books().rate(side))),
        ];
        for (row, (label, value)) in (32..).step_by(2).zip(results) {
            sheet.text(row, board + 4, label, Style::Player, Place::Inside);
            let column = board + 16 - value.len();
            sheet.text(row, column, &value, Style::Player, Place::Inside);
        }
    }
    sheet.keys(53, 27, 1, &[("ENTER", "AGAIN"), ("ESC", "TITLE")]);
}

/// Draws the keys of both players and those of the scene.
fn keys_of_two(sheet: &mut Sheet, arcade: &Arcade) {
    match arcade.page() {
        Page::Play | Page::Wait(_) if arcade.knows_keys() => return,
        Page::Play | Page::Wait(_) => sheet.keys(50, 36, 0, &[("P", "PAUSE")]),
        _ => {
            sheet.keys(50, 34, 0, &[("ENTER", "START")]);
        }
    }
    play_keys::keys_of_two(sheet, arcade, 50);
    if arcade.has_keypad() {
        sheet.text(57, 40, "KEYPAD→", Style::Keys, Place::Outside);
    }
}
