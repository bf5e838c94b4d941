use super::packer::unpack;
use super::paper::{COLUMNS, DOUBLED_COLUMN, ROWS};
use super::*;
use crate::arcade::picture::font::code;

const TITLES: [&str; 14] = [
    "TITLE",
    "MENU",
    "SETTINGS",
    "RESULT OF TWO",
    "PLAY",
    "PLAY OF TWO",
    "PAUSE",
    "PAUSE OF TWO",
    "GAME OVER",
    "WELL DONE",
    "GAME OVER, RECORD",
    "WELL DONE, RECORD",
    "COUNTDOWN",
    "COUNTDOWN OF TWO",
];

fn word(screens: &Screens, screen: usize, row: usize) -> u32 {
    let band = usize::from(screens.bands[SCREEN_BANDS * screen + row / 16]);
    screens.rows[16 * band + row % 16]
}

/// The character of a tile, by its name.
fn name(screens: &Screens, line: usize, column: usize) -> char {
    let code_there = screens.text[LINE_LENGTH * line + column % LINE_LENGTH];
    let names = ('A'..='Y').chain('0'..='9');
    let mut names = names.chain(" ▏▕┌┐─└┘·+:.▸".chars());
    names.find(|&name| code(name) == code_there).unwrap()
}

/// One row of a screen, read back from the tables; doubled letters with a space behind each.
fn picture_of_row(screens: &Screens, screen: usize, row: usize) -> String {
    let (lines, is_doubled, is_upper, edge) = unpack(word(screens, screen, row));
    let doubled = if screen == screen::TITLE {
        28..52
    } else {
        32..48
    };
    let mut is_framed = false;
    let tile = |column: usize| {
        let part = PARTS
            .iter()
            .position(|part| part.contains(&column))
            .unwrap();
        if is_doubled && doubled.contains(&column) {
            let letter = name(screens, lines[part], DOUBLED_COLUMN + column / 2 % 16);
            return if column.is_multiple_of(2) {
                letter
            } else {
                ' '
            };
        }
        let shown = name(screens, lines[part], column);
        let shown = match (shown, edge) {
            ('▏', 1) => '┌',
            ('▏', 2) => '└',
            ('▕', 1) => '┐',
            ('▕', 2) => '┘',
            (_, 1 | 2) if is_framed => '─',
            (_, 1 | 2) => ' ',
            ('A'..='Z', 0 | 3) if is_upper => ' ',
            _ => shown,
        };
        is_framed = match shown {
            '▏' | '┌' | '└' => true,
            '▕' | '┐' | '┘' => false,
            _ => is_framed,
        };
        shown
    };
    let line: String = (8..COLUMNS).map(tile).collect();
    line.trim_end().to_owned()
}

#[test]
fn the_screens_are_the_reviewed_ones() {
    let screens = Screens::new();
    let mut pictures = String::new();
    for (screen, title) in TITLES.into_iter().enumerate() {
        let rows: Vec<_> = (0..ROWS)
            .map(|row| picture_of_row(&screens, screen, row))
            .collect();
        pictures += &format!("{title}\n\n{}\n\n", rows.join("\n").trim_end());
    }
    let reviewed = include_str!("screens.txt").trim_end();
    let pictures = pictures.trim_end();
    assert!(
        pictures == reviewed,
        "screens.txt, if this is how they shall look:\n{pictures}"
    );
}

#[test]
fn the_digits_stand_at_their_addresses() {
    let screens = Screens::new();
    for place in screens.digits {
        for (address, digits) in [
            (place.score, layout::SCORE),
            (place.level, layout::LEVEL),
            (place.lines, layout::CLEARED),
        ] {
            let shown = &screens.text[address as usize..][..digits.len()];
            assert_eq!(shown, digits.chars().map(code).collect::<Vec<_>>());
        }
    }
}

#[test]
fn the_digits_are_the_same_in_all_scenes_of_a_game() {
    let screens = Screens::new();
    let lines = |screen, row, part: usize| unpack(word(&screens, screen, row)).0[part];
    for row in [25, 26, 35, 36, 45, 46] {
        for screen in [screen::PAUSE, screen::END, screen::END + 3] {
            assert_eq!(
                lines(screen, row, 0),
                lines(screen::PLAY, row, 0),
                "row {row}"
            );
        }
    }
    for row in [6, 7, 43, 44, 47, 48] {
        for (screen, part) in [screen::PAUSE_TWO, screen::RESULT]
            .into_iter()
            .zip([0, 1, 2])
        {
            let play = lines(screen::PLAY_TWO, row, part);
            assert!(
                part == 1 && row < 8 || lines(screen, row, part) == play,
                "row {row}"
            );
        }
    }
}

#[test]
fn what_is_written_shows_in_rows_of_its_own_only() {
    let screens = Screens::new();
    type Places = &'static [(usize, usize)];
    let expected: [(u8, usize, Places); 6] = [
        (
            field::line::SOUND,
            0,
            &[
                (screen::TITLE, 57),
                (screen::RESULT, 57),
                (screen::PLAY, 57),
                (screen::PLAY_TWO, 4),
            ],
        ),
        (field::line::FIRST_SETTING + 9, 1, &[(screen::SETTINGS, 49)]),
        (
            field::line::HEADLINE,
            1,
            &[(screen::PLAY, 1), (screen::END, 2), (screen::RESULT, 2)],
        ),
        (
            field::line::COUNT,
            1,
            &[(screen::COUNTDOWN, 27), (screen::COUNTDOWN, 30)],
        ),
        (
            field::line::FIRST_COUNT + 3,
            2,
            &[(screen::END, 45), (screen::END + 3, 46)],
        ),
        (
            field::line::WINS,
            1,
            &[(screen::RESULT, 50), (screen::RESULT, 51)],
        ),
    ];
    for (line, part, rows) in expected {
        for &(screen, row) in rows {
            let lines = unpack(word(&screens, screen, row)).0;
            assert_eq!(
                lines[part],
                usize::from(line),
                "row {row} of screen {screen}"
            );
        }
    }
}

#[test]
fn plates_lie_on_whole_cells() {
    let screens = Screens::new();
    let hides = |&row: &usize| {
        let (_, is_doubled, _, edge) = unpack(word(&screens, screen::END, row));
        is_doubled == (edge == 0) && (is_doubled || edge == 3) && row > 9
    };
    let hidden: Vec<usize> = (0..ROWS).filter(hides).collect();
    assert_eq!(hidden, (15..30).collect::<Vec<_>>());
    assert_eq!(((8 * 15 - 90) % 15, (8 * 30 - 90) % 15), (0, 0));
}
