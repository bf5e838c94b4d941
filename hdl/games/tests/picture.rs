//! The picture of the arcade, pixel by pixel, against a drawing of it that goes straight from
//! coordinates to colours.

use gatefall_bench::{peek, poke, tick, Bench};
use gatefall_games::arcade::picture::font::{font, ARROW, SPACE};
use gatefall_games::arcade::picture::palette::words;
use gatefall_games::arcade::picture::pixel_generator::PixelGenerator;
use gatefall_games::arcade::picture::screens::field::{COUNT, HEADLINE};
use gatefall_games::arcade::picture::screens::screen::{
    COUNTDOWN, COUNTDOWN_TWO, END, MENU, PAUSE, PAUSE_TWO, PLAY, PLAY_TWO, RESULT, SETTINGS, TITLE,
};
use gatefall_games::arcade::picture::screens::Screens;
use gatefall_games::arcade::picture::text_layer::TextLayer;
use rust_hdl::prelude::*;

/// Inputs of the generator: cells by place, and the state of the game.
struct Stage {
    screen: usize,
    /// The word at the top has an odd number of letters.
    odd_headline: bool,
    skin: u64,
    clear_ticks: [u64; 2],
    lock_stages: [u64; 2],
    pending: [u64; 2],
    /// Player, shape, rotation and place of a piece that was just dropped.
    dropped: Option<(u64, u64, u64, [u64; 2])>,
    /// The level has just risen.
    level_up: bool,
    /// Players whose frame is lit.
    lit: usize,
    sprite: fn(column: u64, row: u64) -> u64,
    settled: fn(column: u64, row: u64) -> u64,
}

impl Stage {
    /// Nothing but text.
    fn empty(screen: usize) -> Self {
        Self {
            screen,
            odd_headline: false,
            skin: 0,
            clear_ticks: [0; 2],
            lock_stages: [0; 2],
            pending: [0; 2],
            dropped: None,
            level_up: false,
            lit: 0,
            sprite: |_, _| 0,
            settled: |_, _| 0,
        }
    }

    fn has_two(&self) -> bool {
        let result = RESULT + 1..RESULT + 4;
        [PLAY_TWO, PAUSE_TWO, COUNTDOWN_TWO].contains(&self.screen) || result.contains(&self.screen)
    }

    fn is_title(&self) -> bool {
        [TITLE, MENU, SETTINGS].contains(&self.screen)
    }

    fn is_paused(&self) -> bool {
        [PAUSE, PAUSE_TWO].contains(&self.screen)
    }

    fn is_statistics(&self) -> bool {
        (END..COUNTDOWN).contains(&self.screen)
    }
}

/// Contents of a row of tiles.
struct Row {
    lines: [usize; 3],
    style: usize,
    is_doubled: bool,
    is_upper: bool,
    /// Of a row that is not doubled.
    edge: u32,
    is_shifted: bool,
    /// Doubled letters are doubled again.
    is_quadrupled: bool,
    hides_cells: bool,
}

impl Row {
    /// Doubled letters stand on the boards of two players.
    fn is_wide(&self) -> bool {
        self.is_doubled && self.style == 3
    }

    /// Pixels of a dot of doubled letters.
    fn scale(&self) -> usize {
        if self.is_quadrupled {
            4
        } else {
            2
        }
    }
}

/// The drawing. Rows and columns of cells count modulo 32, as in the machine.
struct Drawing<'a> {
    screens: &'a Screens,
    stage: &'a Stage,
    font: [u8; 1024],
    words: Vec<u64>,
}

/// True for the screens after a game of one.
fn is_end(screen: usize) -> bool {
    (END..END + 2).contains(&screen)
}

impl<'a> Drawing<'a> {
    fn new(screens: &'a Screens, stage: &'a Stage) -> Self {
        Self {
            screens,
            stage,
            font: font(),
            words: words::<4>().collect(),
        }
    }

    fn row(&self, y: usize) -> Row {
        let band = self.screens.bands[8 * self.stage.screen + y / 64];
        let word = self.screens.rows[8 * usize::from(band) + y / 8 % 8];
        let (is_doubled, edge) = (word >> 20 & 1 == 1, word >> 22);
        let has_odd_headline = self.stage.odd_headline && y < 32;
        Row {
            lines: [0, 6, 12].map(|bit| (word >> bit & 63) as usize),
            style: (word >> 18 & 3) as usize,
            is_doubled,
            is_upper: word >> 21 & 1 == 1,
            edge: if is_doubled { 0 } else { edge },
            is_shifted: is_doubled && (edge & 1 == 1 || has_odd_headline),
            is_quadrupled: is_doubled && matches!(edge, 1 | 2),
            hides_cells: match is_doubled {
                true => edge == 0 || edge == 3 && is_end(self.stage.screen),
                false => edge == 3,
            },
        }
    }

    fn is_doubled(&self, x: usize, y: usize) -> bool {
        let row = self.row(y);
        let columns = match self.stage.is_title() {
            _ if row.is_wide() => [128..224, 416..512],
            true => [224..416, 0..0],
            false if is_end(self.stage.screen) => [248..392, 0..0],
            false => [256..384, 0..0],
        };
        row.is_doubled && columns.iter().any(|columns| columns.contains(&x))
    }

    /// Character of the text memory for this tile. A list of the settings shows nothing but the
    /// right part of a line, and then the left part of another.
    fn said(&self, x: usize, y: usize) -> usize {
        let row = self.row(y);
        let is_list = self.stage.screen == SETTINGS && row.hides_cells && !row.is_doubled;
        let part = match x {
            160..320 if is_list => 2,
            320..480 if is_list => 0,
            _ if is_list => return SPACE.into(),
            _ => usize::from(x >= 224) + usize::from(x >= 416),
        };
        let line = row.lines[part];
        let column = if is_list {
            (x / 8 + 32) % 64
        } else if self.is_doubled(x, y) {
            let half = (x / (4 * row.scale()) + usize::from(row.is_shifted)) / 2;
            let moved = match row.is_wide() {
                true if x < 320 => half + 5,
                true => half + 12,
                false => half,
            };
            32 + moved % 16
        } else {
            x / 8 % 64
        };
        usize::from(self.screens.text[64 * line + column])
    }

    /// And what is shown of it: only edges, or all but the upper halves of letters, and the arrow
    /// of no row.
    fn code(&self, x: usize, y: usize) -> usize {
        let (row, said) = (self.row(y), self.said(x, y));
        let is_side = |said: usize| [0b00_1010, 0b00_1011, 0b01_1010, 0b01_1011].contains(&said);
        let lower = usize::from(row.edge == 2) << 2;
        match row.edge {
            1 | 2 if is_side(said) && said < 16 => 0b11_1010 | lower | said & 1,
            1 | 2 if is_side(said) => 0b11_1100,
            1 | 2 => {
                let before = (8..x / 8).rev().map(|tile| self.said(8 * tile, y));
                let opens = before.into_iter().find(|&said| is_side(said));
                match opens {
                    Some(0b00_1010 | 0b01_1010) => 0b11_1100,
                    _ => usize::from(SPACE),
                }
            }
            _ if said == usize::from(ARROW) => usize::from(SPACE),
            _ if row.is_upper && (16..0b11_1010).contains(&said) && !is_side(said) => {
                usize::from(SPACE)
            }
            _ if row.is_upper && said < 16 && !is_side(said) && self.is_small(y) => {
                usize::from(SPACE)
            }
            _ => said,
        }
    }

    /// Digits are one tile tall.
    fn is_small(&self, y: usize) -> bool {
        let row = self.row(y);
        row.style < 2 && !row.is_quadrupled
    }

    /// Is there ink, and in which quarter of its glyph, from the top.
    fn ink(&self, x: usize, y: usize) -> (bool, usize) {
        let row = self.row(y);
        let (dot, line) = if self.is_doubled(x, y) {
            let scale = row.scale();
            let first = if row.is_quadrupled { 216 } else { 8 };
            let dot = (x + 4 * scale * usize::from(row.is_shifted)) % (8 * scale) / scale;
            (dot, (y + 480 * scale - first) % (8 * scale) / scale)
        } else {
            (x % 8, y % 8)
        };
        let code = self.code(x, y);
        let is_seen = !matches!(code, 0b01_1010 | 0b01_1011);
        let (glyph, quarter) = match (code, row.is_upper) {
            (0..16, _) if self.is_small(y) => (64 + code, line / 2),
            (0..16, true) => (code, line / 4),
            (0..16, false) => (code + 16, 2 + line / 4),
            (16..32, _) => (64 + code, line / 2),
            _ => (code, line / 2),
        };
        let has_dot = self.font[8 * glyph + line] >> (7 - dot) & 1 == 1;
        (has_dot && is_seen, quarter)
    }

    /// The nearest frame character at or left of here, if it is the left side of a frame, or the
    /// right side and right here.
    fn frame(&self, x: usize, y: usize) -> Option<char> {
        let name = |code| match code {
            0b00_1010 | 0b01_1010 => Some('▏'),
            0b00_1011 | 0b01_1011 => Some('▕'),
            0b11_1010 => Some('┌'),
            0b11_1011 => Some('┐'),
            0b11_1110 => Some('└'),
            0b11_1111 => Some('┘'),
            _ => None,
        };
        // In a row of edges an invisible side looks like the edge.
        let is_edge = !self.row(y).edge.is_multiple_of(3);
        let lower = usize::from(self.row(y).edge == 2) << 2;
        let code = |x: usize| match self.said(x, y) {
            said @ (0b01_1010 | 0b01_1011) if is_edge => 0b11_1010 | lower | said & 1,
            _ => self.code(x, y),
        };
        let tiles = (8..=x / 8).rev().map(|tile| (tile, code(8 * tile)));
        let (tile, side) = tiles
            .filter_map(|(tile, code)| Some((tile, name(code)?)))
            .next()?;
        ("▏┌└".contains(side) || tile == x / 8).then_some(side)
    }

    /// In the numbering of the text layer.
    fn text_colour(&self, x: usize, y: usize, quarter: usize) -> usize {
        let code = self.code(x, y);
        let is_stroke = [0b00_1010, 0b00_1011].contains(&code) || code >= 0b11_1010;
        // A frame's right side is no longer inside.
        let is_inside = self.frame(x, y).is_some_and(|side| "▏┌└".contains(side));
        let class = if is_stroke { 2 } else { usize::from(is_inside) };
        let row = self.row(y);
        let is_doubled = self.is_doubled(x, y);
        let is_right = match self.stage.has_two() {
            true => x >= 320 || is_doubled && !row.is_wide(),
            false => x >= 224 || self.stage.is_title(),
        };
        let style = if is_doubled && !row.is_wide() {
            2
        } else if self.in_pause_menu(x, y) {
            1
        } else {
            row.style
        };
        let is_lit = match self.stage.has_two() {
            true => self.stage.lit >> usize::from(is_right) & 1 == 1,
            false => self.stage.lit & 1 == 1 && is_right && x < 416,
        };
        let quarter = match (is_stroke, is_lit) {
            (false, _) => quarter,
            (true, false) => 0,
            (true, true) => 3,
        };
        usize::from(is_right) << 6 | style << 4 | class << 2 | quarter
    }

    fn in_pause_menu(&self, x: usize, y: usize) -> bool {
        self.stage.is_paused() && (224..416).contains(&x) && (192..280).contains(&y)
    }

    fn is_glass(&self, x: usize, y: usize) -> bool {
        // On two boards the frame of the menu has glass outside, too.
        let is_whole = self.stage.has_two() && self.in_pause_menu(x, y);
        self.frame(x, y).is_some_and(|side| match side {
            _ if is_whole => true,
            '▏' | '▕' => true,
            '┌' | '┐' => y % 8 >= 4,
            _ => y % 8 < 4,
        })
    }

    /// Column and row of the cell, and the part of it; nothing outside of the cells' window.
    fn place(&self, x: usize, y: usize) -> Option<(u64, u64, usize)> {
        // Pixel and column where the grid stands here. A whole turn of 32 columns changes nothing.
        let (origin, column) = match x {
            64..576 if self.stage.is_title() => (240, 0),
            64..224 if !self.stage.has_two() => (153, 26),
            224..416 if !self.stage.has_two() => (245, 0),
            416..576 if !self.stage.has_two() => (441, 13),
            96..256 if self.stage.has_two() => (100, 0),
            256..320 if self.stage.has_two() => (264, 11),
            320..384 if self.stage.has_two() => (330, 27),
            384..544 if self.stage.has_two() => (390, 16),
            _ => return None,
        };
        let (right, down) = (x + 480 - origin, y);
        let (px, py) = (right % 15, down % 15);
        let ring = px.min(15 - px).min(py).min(15 - py);
        let part = match ring {
            0 => 0,
            1 | 2 if py == ring => 1,
            1 | 2 if px == ring => 2,
            1 | 2 if 15 - px == ring => 3,
            1 | 2 => 4,
            3 | 4 => 5,
            _ => 6,
        };
        let column = (right / 15 + column) % 32;
        Some((column as u64, (25 + 32 - y / 15) as u64 % 32, part))
    }

    fn cell(&self, x: usize, y: usize, is_covered: bool) -> Option<usize> {
        let (column, row, part) = self.place(x, y)?;
        let is_board = self.is_board(x, y);
        // After a game of one, statistics stand where the next pieces were.
        let is_beside = self.stage.is_statistics() && x >= 416;
        let is_plate = is_covered && (is_board || self.stage.is_title());
        if self.stage.is_paused() || is_beside || is_plate {
            return None;
        }
        let block = |piece: u64, part| Some(0x40 | (piece as usize) << 3 | part);
        let piece = |piece: u64, stage| match (part, stage) {
            (5 | 6, _) if self.has_mark(x, y, piece) => block(piece, 0),
            (6, 1..) | (5, 2..) => block(piece, 2),
            (3 | 4, 3) => block(piece, 1),
            _ => block(piece, part),
        };
        let player = usize::from(self.stage.has_two() && column >= 16);
        match (self.stage.sprite)(column, row) {
            sprite @ 9.. if (1..5).contains(&part) => return block(sprite & 7, 7),
            sprite @ 1..=7 if is_board => return piece(sprite, self.stage.lock_stages[player]),
            sprite @ 1..=7 => return piece(sprite, 0),
            _ => {}
        }
        match (self.stage.settled)(column, row) {
            _ if !is_board => None,
            0 => None,
            cell @ 1..=7 => piece(cell, 0),
            8..16 if part == 0 => Some(0x47),
            8..16 => block(0, part),
            _ => {
                let ticks = self.stage.clear_ticks[player];
                let from_middle = [4, 3, 2, 1, 0, 0, 1, 2, 3, 4][column as usize % 16];
                let step = match ticks + from_middle {
                    _ if ticks == 0 => 0,
                    16.. => 0,
                    12.. => 1,
                    8.. => 2,
                    4.. => 3,
                    _ => return None,
                };
                Some(0x8C | part << 4 | step)
            }
        }
    }

    /// Has the texture of this piece a mark here, in a skin that has textures?
    fn has_mark(&self, x: usize, y: usize, piece: u64) -> bool {
        let origin = match x {
            _ if self.stage.is_title() => 240,
            0..224 if !self.stage.has_two() => 153,
            416.. if !self.stage.has_two() => 441,
            _ if !self.stage.has_two() => 245,
            0..256 => 100,
            256..320 => 264,
            320..384 => 330,
            _ => 390,
        };
        let (px, py) = ((x + 480 - origin) % 15, y % 15);
        let [bars, beams] = [px, py].map(|at| [5, 6, 9, 10].contains(&at));
        let [column, stripe] = [px, py].map(|at| (6..10).contains(&at));
        self.stage.skin >= 2
            && match piece {
                1 => bars,
                2 => beams,
                3 => column || stripe,
                4 => column && stripe,
                5 => (px + py) % 4 >= 2,
                6 => !column && !stripe,
                7 => (px + 16 - py) % 4 >= 2,
                _ => false,
            }
    }

    /// The beam that a dropped piece leaves behind.
    fn trail(&self, x: usize, y: usize) -> Option<usize> {
        let (player, shape, rotation, [left, bottom]) = self.stage.dropped?;
        let (column, row, _) = self.place(x, y)?;
        let (column, is_second) = (column % 16, self.stage.has_two() && column >= 16);
        let columns = match (shape, rotation) {
            (1, 0 | 2) => 0..4,
            (1, 1) => 2..3,
            (1, _) | (4, _) => 1..if shape == 4 { 3 } else { 2 },
            (_, 0 | 2) => 0..3,
            (_, 1) => 1..3,
            _ => 0..2,
        };
        let is_lit = self.is_board(x, y)
            && is_second == (player == 1)
            && columns.contains(&(column.wrapping_sub(left)))
            && row >= bottom + 2
            && BAYER[y % 4][x % 4] + row / 2 < 14;
        is_lit.then_some(0x38 | shape as usize)
    }

    fn is_board(&self, x: usize, y: usize) -> bool {
        self.boards()
            .iter()
            .any(|board| (*board..*board + 150).contains(&x))
            && (90..390).contains(&y)
    }

    /// Left edges of the boards.
    fn boards(&self) -> &'static [usize] {
        match () {
            () if self.stage.is_title() => &[],
            () if self.stage.has_two() => &[100, 390],
            () => &[245],
        }
    }

    /// The bars beside the boards that tell how much garbage waits.
    fn is_meter(&self, x: usize, y: usize) -> bool {
        let bars = [(88, 0), (544, 1)];
        self.stage.has_two()
            && bars.iter().any(|&(left, player)| {
                let height = 15 * self.stage.pending[player].min(20) as usize;
                (left..left + 8).contains(&x) && (390 - height..390).contains(&y)
            })
    }

    fn index(&self, x: usize, y: usize) -> usize {
        let sky = self.backdrop(x, y);
        if !(64..576).contains(&x) {
            return sky;
        }
        let is_covered = self.row(y).hides_cells;
        let (is_ink, quarter) = self.ink(x, y);
        let boards = self.boards();
        let is_grid = boards
            .iter()
            .any(|board| (*board..=*board + 150).contains(&x))
            && (90..=390).contains(&y);
        if let Some(cell) = self.cell(x, y, is_covered) {
            cell
        } else if self.is_meter(x, y) {
            // The beat is off in the first eight frames.
            0x7D
        } else if is_ink {
            0x80 | self.text_colour(x, y, quarter)
        } else if let (true, false, Some((_, _, part))) = (is_grid, is_covered, self.place(x, y)) {
            match (self.trail(x, y), part) {
                (Some(trail), _) => trail,
                (None, 0) if self.stage.level_up => 0x38,
                (None, 0) => 0x40,
                (None, _) => self.ground(x, y),
            }
        } else if self.is_glass(x, y) {
            // In the numbering of inks.
            let colour = self.text_colour(x, y, quarter);
            let is_glowing = colour >> 2 & 3 == 2 && colour >> 4 & 3 != 1;
            if is_glowing && BAYER[y % 4][x % 4] < 6 {
                0x32 | colour >> 6
            } else {
                self.ground(x, y)
            }
        } else {
            sky
        }
    }

    fn is_sun(&self, x: usize, y: usize) -> bool {
        let (dx, dy) = (x as f64 - 319.5, 300.0 - y as f64);
        // Whole pixels of half the width count.
        let reach = (150.0 * 150.0 - dy * dy).max(0.0).sqrt().floor();
        let stripes = [228..231, 242..246, 256..261, 270..276, 284..291, 298..320];
        y < 320 && dx.abs() < reach && !stripes.iter().any(|stripe| stripe.contains(&y))
    }

    fn band(&self, x: usize, y: usize) -> usize {
        (y + 4 * BAYER[y % 4][x % 4] as usize) / 64 % 4
    }

    /// Pixels of framed things and of empty cells.
    fn ground(&self, x: usize, y: usize) -> usize {
        if self.is_sun(x, y) {
            0xFC | self.band(x, y)
        } else {
            0x47
        }
    }

    fn backdrop(&self, x: usize, y: usize) -> usize {
        const ACROSS: [usize; 13] = [
            320, 323, 327, 332, 338, 345, 354, 365, 378, 394, 413, 435, 461,
        ];
        if self.is_sun(x, y) {
            0x34 | self.band(x, y)
        } else if y >= 320 && (ACROSS.contains(&y) || x.abs_diff(320).is_multiple_of(y / 2 - 136)) {
            0x30
        } else {
            y / 16 + BAYER[y % 4][x % 4] as usize
        }
    }

    /// The four bits of each channel.
    fn pixel(&self, x: usize, y: usize) -> [u64; 3] {
        let word = self.words[256 * self.stage.skin as usize + self.index(x, y)];
        let is_dim = y % 2 == 1 && self.stage.skin < 2;
        [word >> 8, word >> 4 & 15, word & 15].map(|level| match level {
            9 | 11 | 13 | 15 if is_dim => level - 1,
            _ => level,
        })
    }
}

/// Thresholds of the dithered sky and of trails.
const BAYER: [[u64; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// Events of the first cycles: somebody drops a piece, somebody reaches a level.
fn tell(uut: &mut Bench<PixelGenerator<4>>, stage: &Stage, cycle: usize) {
    poke!(uut, events.dropped = false);
    poke!(uut, events.level_up = false);
    match (cycle, stage.dropped, stage.level_up) {
        (0, Some((player, shape, rotation, [x, y])), _) => {
            poke!(uut, events.player = player == 1);
            poke!(uut, events.shape = shape.to_bits());
            poke!(uut, events.rotation = rotation.to_bits());
            poke!(uut, events.x = x.to_bits());
            poke!(uut, events.y = y.to_bits());
            poke!(uut, events.dropped = true);
        }
        (1, _, true) => poke!(uut, events.level_up = true),
        _ => {}
    }
}

/// Compares the first `lines` lines of the first frame.
fn check(stage: &Stage, lines: usize) {
    const LATENCY: usize = 5;
    let screens = Screens::new(true);
    let drawing = Drawing::new(&screens, stage);
    let mut uut = Bench::new(PixelGenerator::<4>::new(&screens));
    poke!(uut, view.screen = stage.screen.to_bits());
    poke!(uut, view.title = stage.is_title());
    poke!(uut.paused = stage.is_paused());
    poke!(uut, view.two_boards = stage.has_two());
    poke!(uut, view.count_shown = true);
    poke!(uut.statistics = stage.is_statistics());
    poke!(uut.skin = stage.skin.to_bits());
    poke!(uut.lit = stage.lit.to_bits());
    poke!(uut, lock_stage.one = stage.lock_stages[0].to_bits());
    poke!(uut, lock_stage.two = stage.lock_stages[1].to_bits());
    poke!(uut, clear_ticks.one = stage.clear_ticks[0].to_bits());
    poke!(uut, clear_ticks.two = stage.clear_ticks[1].to_bits());
    poke!(uut, pending.one = stage.pending[0].to_bits());
    poke!(uut, pending.two = stage.pending[1].to_bits());
    poke!(uut.reset = true);
    tick!(uut);
    poke!(uut.reset = false);
    for cycle in 0..800 * lines + LATENCY {
        if let Some(beam) = cycle.checked_sub(LATENCY) {
            let (x, y) = (beam % 800, beam / 800);
            let seen = [
                peek!(uut, vga.red),
                peek!(uut, vga.green),
                peek!(uut, vga.blue),
            ]
            .map(Bits::to_u64);
            let expected = if x < 640 { drawing.pixel(x, y) } else { [0; 3] };
            assert_eq!(
                seen,
                expected,
                "screen {} at {x}, {y}, colour {:02x}",
                stage.screen,
                drawing.index(x.min(639), y)
            );
        }
        let (sprite, cell) = (
            peek!(uut.sprite_address).to_u64(),
            peek!(uut, picture.address).to_u64(),
        );
        tell(&mut uut, stage, cycle);
        tick!(uut);
        // The memories answer after the edge, or the palette would see them too early.
        poke!(uut.sprite_code = (stage.sprite)(sprite & 31, sprite >> 5).to_bits());
        let column = cell & 15 | cell >> 9 << 4;
        poke!(
            uut,
            picture.cell = (stage.settled)(column, cell >> 4 & 31).to_bits()
        );
    }
}

/// Sprites of all kinds (8 is none) all over the screen, many cells empty.
fn sprites(column: u64, row: u64) -> u64 {
    let mixed = column * 5 + row * 11;
    match mixed / 3 % 16 {
        sprite if mixed.is_multiple_of(3) && sprite != 8 => sprite,
        _ => 0,
    }
}

fn cells(column: u64, row: u64) -> u64 {
    let mixed = column * 7 + row * 3;
    match mixed % 32 {
        _ if mixed % 4 == 1 => 0,
        9..16 => 8,
        cell => cell,
    }
}

#[test]
fn the_upper_part_of_play() {
    check(
        &Stage {
            clear_ticks: [12, 3],
            lock_stages: [2, 0],
            dropped: Some((0, 1, 2, [3, 15])),
            sprite: sprites,
            settled: cells,
            ..Stage::empty(PLAY)
        },
        110,
    );
}

#[test]
fn the_upper_part_of_a_game_of_two() {
    check(
        &Stage {
            clear_ticks: [17, 3],
            lock_stages: [1, 3],
            pending: [19, 31],
            dropped: Some((1, 6, 3, [4, 14])),
            lit: 2,
            sprite: sprites,
            settled: cells,
            ..Stage::empty(PLAY_TWO)
        },
        125,
    );
}

#[test]
fn the_upper_part_of_play_with_textures() {
    check(
        &Stage {
            skin: 2,
            clear_ticks: [0, 0],
            lock_stages: [3, 0],
            level_up: true,
            lit: 1,
            sprite: sprites,
            settled: cells,
            ..Stage::empty(PLAY)
        },
        106,
    );
}

#[test]
fn the_upper_part_of_the_title_in_one_colour() {
    check(
        &Stage {
            skin: 3,
            sprite: sprites,
            settled: cells,
            ..Stage::empty(TITLE)
        },
        20,
    );
}

/// All text of all screens: every ninth line, so that every line of a glyph has its turn. At the
/// top stands a word.
#[test]
fn the_text_of_every_screen() {
    let mut screens = Screens::new(true);
    let (line, column) = HEADLINE;
    let headline = 64 * usize::from(line) + usize::from(column);
    screens.text[headline..][..8].copy_from_slice(&[33, 34, 35, 36, 37, 38, 39, 40]);
    for (line, column) in [COUNT, (COUNT.0 + 1, COUNT.1)] {
        let count = 64 * usize::from(line) + usize::from(column);
        screens.text[count + 4..][..3].copy_from_slice(&[38, 3, 18]);
    }
    let mut uut = Bench::new(TextLayer::new(&screens));
    let games = [PLAY, PAUSE, PLAY_TWO, PAUSE_TWO, COUNTDOWN, COUNTDOWN_TWO];
    let games = games.into_iter().chain(RESULT + 1..RESULT + 4);
    for screen in [TITLE, MENU, SETTINGS]
        .into_iter()
        .chain(games)
        .chain(END..END + 2)
    {
        let stage = Stage {
            odd_headline: screen % 2 == 0,
            lit: screen / 2 % 4,
            ..Stage::empty(screen)
        };
        let drawing = Drawing::new(&screens, &stage);
        poke!(uut, view.odd_headline = stage.odd_headline);
        poke!(uut.lit = stage.lit.to_bits());
        poke!(uut, view.screen = screen.to_bits());
        poke!(uut, view.title = stage.is_title());
        poke!(uut, view.two_boards = stage.has_two());
        poke!(uut, view.count_shown = true);
        // The menu of a pause is on show, and no row of it is selected.
        poke!(uut, view.selecting = stage.is_paused());
        poke!(uut, view.selected = 63u8.to_bits());
        for y in (0..480).step_by(9) {
            poke!(uut.y = y.to_bits());
            for cycle in 56..578usize {
                poke!(uut.x = cycle.to_bits());
                tick!(uut);
                // Two edges from an `x` to its ink, and then `x` is two further.
                let Some(x) = cycle.checked_sub(1).filter(|x| (64..576).contains(x)) else {
                    continue;
                };
                poke!(uut.x = (cycle + 1).to_bits());
                let (is_ink, quarter) = drawing.ink(x, y);
                assert_eq!(peek!(uut.ink), is_ink, "ink of screen {screen} at {x}, {y}");
                assert_eq!(
                    peek!(uut.glass),
                    drawing.is_glass(x, y),
                    "glass of {screen} at {x}, {y}"
                );
                if is_ink {
                    let colour = drawing.text_colour(x, y, quarter) as u64;
                    assert_eq!(
                        peek!(uut.colour),
                        colour,
                        "colour of screen {screen} at {x}, {y}"
                    );
                }
            }
        }
    }
}
