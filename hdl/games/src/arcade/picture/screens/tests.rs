use super::packer::unpack;
use super::paper::{Style, COLUMNS, DOUBLED_COLUMN, ROWS};
use super::*;
use crate::arcade::picture::font::{character, code};

const TITLES: [&str; 16] = [
    "TITLE",
    "MENU",
    "SETTINGS",
    "COUNTDOWN OF TWO",
    "PLAY",
    "PLAY OF TWO",
    "PAUSE",
    "PAUSE OF TWO",
    "GAME OVER",
    "WELL DONE",
    "KEYS",
    "KEYS, WHICH NO SCENE SHOWS",
    "COUNTDOWN",
    "PLAYER TWO HAS WON",
    "PLAYER ONE HAS WON",
    "DRAW",
];

fn word(screens: &Screens, screen: usize, row: usize) -> u32 {
    let band = usize::from(screens.bands[SCREEN_BANDS * screen + row / BAND_ROWS]);
    screens.rows[BAND_ROWS * band + row % BAND_ROWS]
}

/// The character of a tile, by its name.
fn name(screens: &Screens, line: usize, column: usize) -> char {
    let code_there = screens.text[LINE_LENGTH * line + column % LINE_LENGTH];
    character(code_there).unwrap()
}

/// One row of a screen, read back from the tables; large letters with spaces behind each. Rows of
/// keys are swapped when player 2 has the keypad.
fn picture_of_row(screens: &Screens, screen: usize, row: usize, keypad: bool) -> String {
    let word = word(screens, screen, row);
    let (mut lines, is_doubled, is_upper, edge) = unpack(word);
    if keypad && row >= 32 && word >> 18 & 3 == Style::Keys as u32 {
        lines = lines.map(|line| line ^ 1);
    }
    let is_folded = screen == screen::SETTINGS && !is_doubled && edge == 3;
    let is_wide = is_doubled && word >> 18 & 3 == Style::Player as u32;
    let doubled = match screen {
        _ if is_wide => [16..28, 52..64],
        screen::TITLE => [28..52, 0..0],
        8..10 => [31..49, 0..0],
        _ => [32..48, 0..0],
    };
    let is_quadrupled = is_doubled && matches!(edge, 1 | 2);
    let (width, edge) = match (is_quadrupled, is_doubled) {
        (true, _) => (4, 0),
        (_, true) => (2, 0),
        _ => (1, edge),
    };
    let shift = usize::from(is_doubled && word >> 22 & 1 == 1);
    let mut is_framed = false;
    let tile = |column: usize| {
        let part = PARTS
            .iter()
            .position(|part| part.contains(&column))
            .unwrap();
        if is_doubled && doubled.iter().any(|columns| columns.contains(&column)) {
            let half = column * 2 / width + shift;
            let moved = match is_wide {
                true if column < 40 => half / 2 + usize::from(LEFT_COLUMNS),
                true => half / 2 + usize::from(RIGHT_COLUMNS),
                false => half / 2,
            };
            let letter = name(screens, lines[part], DOUBLED_COLUMN + moved % 16);
            let is_first = (column + shift * width / 2).is_multiple_of(width);
            return if is_first { letter } else { ' ' };
        }
        let shown = match (is_folded, column) {
            (false, _) => name(screens, lines[part], column),
            (true, 20..40) => name(screens, lines[2], column + 32),
            (true, 40..60) => name(screens, lines[0], column - 32),
            (true, _) => ' ',
        };
        let is_open = is_framed;
        is_framed = match shown {
            '▏' | '╎' | '┌' | '└' => true,
            '▕' | '╏' | '┐' | '┘' => false,
            _ => is_framed,
        };
        match (shown, edge) {
            ('▏', 1) => '┌',
            ('▏', 2) => '└',
            ('▕', 1) => '┐',
            ('▕', 2) => '┘',
            ('╎' | '╏', 1 | 2) => '─',
            (_, 1 | 2) if is_open => '─',
            (_, 1 | 2) => ' ',
            ('A'..='Z' | '▸', 0 | 3) if is_upper => ' ',
            _ => shown,
        }
    };
    let line: String = (8..COLUMNS).map(tile).collect();
    line.trim_end().to_owned()
}

#[test]
fn the_screens_are_the_reviewed_ones() {
    let screens = Screens::new(true);
    let mut pictures = String::new();
    let with_keypad = [
        (screen::COUNTDOWN_TWO, "COUNTDOWN OF TWO, KEYPAD"),
        (screen::PLAY_TWO, "PLAY OF TWO, KEYPAD"),
    ];
    for (number, (screen, title)) in (TITLES.into_iter().enumerate())
        .chain(with_keypad)
        .enumerate()
    {
        let rows: Vec<_> = (0..ROWS)
            .map(|row| picture_of_row(&screens, screen, row, number >= TITLES.len()))
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
    let screens = Screens::new(true);
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
    let screens = Screens::new(true);
    let lines = |screen, row, part: usize| unpack(word(&screens, screen, row)).0[part];
    let screens_of_one = [
        screen::COUNTDOWN,
        screen::PAUSE,
        screen::END,
        screen::END | screen::WITH_GOAL,
    ];
    for (row, part) in [
        (5, 1),
        (8, 1),
        (25, 0),
        (26, 0),
        (36, 0),
        (37, 0),
        (46, 0),
        (47, 0),
    ] {
        for screen in screens_of_one {
            let play = lines(screen::PLAY, row, part);
            assert_eq!(lines(screen, row, part), play, "row {row}");
        }
    }
    let results = [1, 2, 3].map(|out| screen::RESULT + out);
    for (row, part) in [(6, 0), (7, 2), (43, 1), (44, 1), (47, 1), (48, 1)] {
        for screen in results
            .into_iter()
            .chain([screen::COUNTDOWN_TWO, screen::PAUSE_TWO])
        {
            let play = lines(screen::PLAY_TWO, row, part);
            assert_eq!(lines(screen, row, part), play, "row {row}");
        }
    }
}

#[test]
fn what_is_written_shows_in_rows_of_its_own_only() {
    let screens = Screens::new(true);
    type Places = &'static [(usize, usize)];
    let expected: [(u8, usize, Places); 11] = [
        (
            field::line::SOUND,
            0,
            &[
                (screen::TITLE, 4),
                (screen::RESULT + 1, 4),
                (screen::PLAY, 4),
                (screen::PLAY_TWO, 4),
            ],
        ),
        (field::line::FIRST_SETTING + 9, 2, &[(screen::SETTINGS, 27)]),
        (
            field::line::HEADLINE,
            1,
            &[(screen::PLAY, 1), (screen::END, 2), (screen::RESULT + 2, 2)],
        ),
        (
            field::line::COUNT,
            1,
            &[(screen::COUNTDOWN, 27), (screen::PLAY, 34)],
        ),
        (
            field::line::COUNT_OF_TWO,
            2,
            &[(screen::COUNTDOWN_TWO, 27), (screen::PLAY_TWO, 34)],
        ),
        (
            field::line::FIRST_COUNT + 3,
            2,
            &[(screen::END, 46), (screen::END + 1, 47)],
        ),
        (
            field::line::TABLE + 7,
            1,
            &[(screen::END, 34), (screen::END + 1, 34)],
        ),
        (
            field::line::NAMES,
            0,
            &[(screen::PLAY, 20), (screen::END, 20), (screen::PLAY_TWO, 8)],
        ),
        (
            field::line::NAMES + 1,
            2,
            &[(screen::PLAY_TWO, 9), (screen::RESULT + 1, 9)],
        ),
        (
            field::line::NAMES + 1,
            0,
            &[(screen::PLAY, 21), (screen::END, 21), (screen::PLAY_TWO, 9)],
        ),
        (
            field::line::WINS,
            1,
            &[(screen::PLAY_TWO, 6), (screen::RESULT + 3, 7)],
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
    let screens = Screens::new(true);
    let hides = |&row: &usize| {
        let (_, is_doubled, _, edge) = unpack(word(&screens, screen::END, row));
        row > 9 && (edge == 3 || (is_doubled && edge == 0))
    };
    let hidden: Vec<usize> = (0..ROWS).filter(hides).collect();
    assert_eq!(hidden, (15..36).collect::<Vec<_>>());
    // It ends with the gap and the first two lines of a row of cells.
    assert_eq!(((8 * 15 - 90) % 15, (8 * 36 - 90) % 15), (0, 3));
}

/// The sun is bright: x 170 to 469, y 150 to 297.
#[test]
fn no_text_outside_of_frames_lies_on_the_sun() {
    let screens = Screens::new(true);
    for (screen, title) in TITLES.into_iter().enumerate() {
        for row in 18..38 {
            let tiles: Vec<char> = picture_of_row(&screens, screen, row, false)
                .chars()
                .collect();
            let mut is_framed = false;
            for (column, tile) in (8..).zip(tiles) {
                is_framed = match tile {
                    '▏' | '╎' | '┌' | '└' => true,
                    '▕' | '╏' | '┐' | '┘' => false,
                    _ => is_framed,
                };
                let is_stroke = "▕╏┐┘".contains(tile);
                let is_sky = is_framed || is_stroke || tile == ' ' || !(21..59).contains(&column);
                assert!(is_sky, "{title}: {tile} in row {row}, column {column}");
            }
        }
    }
}
