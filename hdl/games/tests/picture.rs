//! The picture of the arcade, pixel by pixel, against a drawing of it that goes straight from coordinates to colours.

use gatefall_games::arcade::font::font;
use gatefall_games::arcade::palette::colours;
use gatefall_games::arcade::pixel_generator::PixelGenerator;
use gatefall_games::arcade::screens::{
    Screens, GAME_OVER, PAUSE, PAUSE_TWO, PLAY, PLAY_TWO, RESULT, TITLE,
};
use gatefall_games::arcade::text_layer::TextLayer;
use rust_hdl::prelude::*;

/// What the generator is shown: cells by place, and the state of the game.
struct Stage {
    scene: usize,
    clear_ticks: [u64; 2],
    pending: [u64; 2],
    sprite: fn(column: u64, row: u64) -> u64,
    settled: fn(column: u64, row: u64) -> u64,
}

impl Stage {
    fn has_two(&self) -> bool {
        self.scene >= PLAY_TWO
    }

    /// Where the row of tiles is divided.
    fn division(&self, y: usize) -> usize {
        if self.has_two() && (48..400).contains(&y) {
            320
        } else {
            224
        }
    }
}

/// The drawing. Rows and columns of cells count modulo 32, as in the machine.
struct Drawing<'a> {
    screens: &'a Screens,
    stage: &'a Stage,
    font: [u8; 512],
    colours: [[u8; 3]; 256],
}

impl<'a> Drawing<'a> {
    fn new(screens: &'a Screens, stage: &'a Stage) -> Self {
        Self {
            screens,
            stage,
            font: font(),
            colours: colours(),
        }
    }

    fn row(&self, y: usize) -> u32 {
        self.screens.rows[64 * self.stage.scene + y / 8]
    }

    fn is_doubled(&self, x: usize, y: usize) -> bool {
        let columns = if self.stage.scene == TITLE {
            224..416
        } else {
            256..384
        };
        self.row(y) >> 16 & 1 == 1 && columns.contains(&x)
    }

    fn code(&self, x: usize, y: usize) -> usize {
        let line = if x < self.stage.division(y) {
            self.row(y) & 63
        } else {
            self.row(y) >> 6 & 63
        };
        let column = if self.is_doubled(x, y) {
            32 + x / 16 % 16
        } else {
            x / 8 % 64
        };
        usize::from(self.screens.text[64 * line as usize + column])
    }

    /// Is there ink, and on which line of its glyph.
    fn ink(&self, x: usize, y: usize) -> (bool, usize) {
        let is_lower = (y / 8).is_multiple_of(2);
        let (dot, line) = if self.is_doubled(x, y) {
            (x % 16 / 2, 4 * usize::from(is_lower) + y % 8 / 2)
        } else {
            (x % 8, y % 8)
        };
        let code = self.code(x, y);
        let glyph = if code < 32 && is_lower {
            code + 16
        } else {
            code
        };
        (self.font[8 * glyph + line] >> (7 - dot) & 1 == 1, line)
    }

    /// The nearest frame character at or left of here, if it is the left side of a frame, or the right side and right here.
    fn frame(&self, x: usize, y: usize) -> Option<char> {
        let name = |code| match code {
            0b00_1010 => Some('▏'),
            0b00_1011 => Some('▕'),
            0b11_1010 => Some('┌'),
            0b11_1011 => Some('┐'),
            0b11_1110 => Some('└'),
            0b11_1111 => Some('┘'),
            _ => None,
        };
        let tiles = (8..=x / 8).rev().map(|tile| (tile, self.code(8 * tile, y)));
        let (tile, side) = tiles
            .filter_map(|(tile, code)| Some((tile, name(code)?)))
            .next()?;
        ("▏┌└".contains(side) || tile == x / 8).then_some(side)
    }

    /// In the numbering of the text layer.
    fn text_colour(&self, x: usize, y: usize, line: usize) -> usize {
        let code = self.code(x, y);
        let is_stroke = code & 15 > 9 && !(16..48).contains(&code);
        // A frame's right side is no longer inside.
        let is_inside = self.frame(x, y).is_some_and(|side| "▏┌└".contains(side));
        let class = if is_stroke { 2 } else { usize::from(is_inside) };
        let (rest, style) = if x < self.stage.division(y) {
            (0, self.row(y) >> 12 & 3)
        } else {
            (1, self.row(y) >> 14 & 3)
        };
        rest << 6 | (style as usize) << 4 | class << 2 | (line / 2)
    }

    fn is_glass(&self, x: usize, y: usize) -> bool {
        let line = self.ink(x, y).1;
        self.frame(x, y).is_some_and(|side| match side {
            '▏' | '▕' => true,
            '┌' | '┐' => line >= 4,
            _ => line < 4,
        })
    }

    /// Column and row of the cell, and the part of it; nothing outside of the cells' window.
    fn place(&self, x: usize, y: usize) -> Option<(u64, u64, usize)> {
        // Pixel and column where the grid stands here. A whole turn of 32 columns changes nothing.
        let (origin, column) = match x {
            64..576 if !self.stage.has_two() => {
                (if self.stage.scene == TITLE { 240 } else { 245 }, 0)
            }
            96..256 if self.stage.has_two() => (100, 0),
            256..320 if self.stage.has_two() => (258, 11),
            320..384 if self.stage.has_two() => (322, 27),
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
        if [PAUSE, PAUSE_TWO].contains(&self.stage.scene) || is_board && is_covered {
            return None;
        }
        let block = |piece: u64, part| Some(0x40 | (piece as usize) << 3 | part);
        match (self.stage.sprite)(column, row) {
            8 => return Some(0x8C | part << 4),
            sprite @ 9.. if (1..5).contains(&part) => return block(sprite & 7, 7),
            sprite @ 1..=7 => return block(sprite, part),
            _ => {}
        }
        match (self.stage.settled)(column, row) {
            cell @ 1..=7 if is_board => block(cell, part),
            8..16 if is_board => Some(0x3C | [0, 1, 1, 2, 2, 3, 3][part]),
            16.. if is_board => {
                let player = usize::from(self.stage.has_two() && column >= 16);
                let step = [16, 12, 8]
                    .iter()
                    .filter(|&&at| self.stage.clear_ticks[player] < at)
                    .count();
                Some(0x8C | part << 4 | step)
            }
            _ => None,
        }
    }

    fn is_board(&self, x: usize, y: usize) -> bool {
        self.boards()
            .iter()
            .any(|board| (*board..*board + 150).contains(&x))
            && (90..390).contains(&y)
    }

    /// Left edges of the boards.
    fn boards(&self) -> &'static [usize] {
        match self.stage.scene {
            TITLE => &[],
            _ if self.stage.has_two() => &[100, 390],
            _ => &[245],
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
        let sky = y / 8;
        if !(64..576).contains(&x) {
            return sky;
        }
        let is_covered = self.row(y) >> 17 == 1;
        let (is_ink, line) = self.ink(x, y);
        let boards = self.boards();
        let is_grid = boards
            .iter()
            .any(|board| (*board..=*board + 150).contains(&x))
            && (90..=390).contains(&y);
        if let Some(cell) = self.cell(x, y, is_covered) {
            cell
        } else if self.is_meter(x, y) {
            0x7D
        } else if is_ink {
            0x80 | self.text_colour(x, y, line)
        } else if let (true, false, Some((_, _, part))) = (is_grid, is_covered, self.place(x, y)) {
            0x40 | part
        } else if self.is_glass(x, y) {
            0x45
        } else {
            sky
        }
    }

    /// The four bits of each channel.
    fn pixel(&self, x: usize, y: usize) -> [u64; 3] {
        const BAYER: [[u64; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
        let threshold = BAYER[y % 4][(x + 3) % 4];
        self.colours[self.index(x, y)].map(|c| (u64::from(c) * 240 / 255 + threshold) / 16)
    }
}

macro_rules! tick {
    ($uut:expr) => {
        for clk in [false, true] {
            $uut.clock.next = Clock { clk };
            assert!(simulate(&mut $uut, 20), "the circuit does not settle");
        }
    };
}

/// Compares the first `lines` lines of the first frame.
fn check(stage: &Stage, lines: usize) {
    const LATENCY: usize = 4;
    let screens = Screens::new();
    let drawing = Drawing::new(&screens, stage);
    let mut uut = PixelGenerator::<4>::new(&screens);
    uut.connect_all();
    uut.scene.next = stage.scene.to_bits();
    uut.clear_ticks_one.next = stage.clear_ticks[0].to_bits();
    uut.clear_ticks_two.next = stage.clear_ticks[1].to_bits();
    uut.pending_one.next = stage.pending[0].to_bits();
    uut.pending_two.next = stage.pending[1].to_bits();
    uut.reset.next = true;
    tick!(uut);
    uut.reset.next = false;
    for cycle in 0..800 * lines + LATENCY {
        if let Some(beam) = cycle.checked_sub(LATENCY) {
            let (x, y) = (beam % 800, beam / 800);
            let seen = [uut.red.val(), uut.green.val(), uut.blue.val()].map(Bits::to_u64);
            let expected = if x < 640 { drawing.pixel(x, y) } else { [0; 3] };
            assert_eq!(
                seen,
                expected,
                "scene {} at {x}, {y}, colour {:02x}",
                stage.scene,
                drawing.index(x.min(639), y)
            );
        }
        let (sprite, cell) = (
            uut.sprite_address.val().to_u64(),
            uut.board_address.val().to_u64(),
        );
        tick!(uut);
        // The memories answer after the edge, or the palette would see them too early.
        uut.sprite_code.next = (stage.sprite)(sprite & 31, sprite >> 5).to_bits();
        let column = cell & 15 | cell >> 9 << 4;
        uut.board_cell.next = (stage.settled)(column, cell >> 4 & 31).to_bits();
    }
}

/// Sprites of all kinds all over the screen, many cells empty.
fn sprites(column: u64, row: u64) -> u64 {
    let mixed = column * 5 + row * 11;
    if mixed.is_multiple_of(3) {
        mixed / 3 % 16
    } else {
        0
    }
}

fn cells(column: u64, row: u64) -> u64 {
    let mixed = column * 7 + row * 3;
    if mixed % 4 == 1 {
        0
    } else {
        mixed % 32
    }
}

#[test]
fn the_upper_part_of_play() {
    check(
        &Stage {
            scene: PLAY,
            clear_ticks: [12, 3],
            pending: [0, 0],
            sprite: sprites,
            settled: cells,
        },
        110,
    );
}

#[test]
fn the_upper_part_of_a_game_of_two() {
    check(
        &Stage {
            scene: PLAY_TWO,
            clear_ticks: [17, 3],
            pending: [19, 31],
            sprite: sprites,
            settled: cells,
        },
        125,
    );
}

#[test]
fn the_upper_part_of_the_title() {
    check(
        &Stage {
            scene: TITLE,
            clear_ticks: [0, 0],
            pending: [0, 0],
            sprite: sprites,
            settled: cells,
        },
        20,
    );
}

/// All text of all screens: every thirteenth line, so that every line of a glyph has its turn.
#[test]
fn the_text_of_every_screen() {
    let screens = Screens::new();
    let mut uut = TextLayer::new(&screens);
    uut.connect_all();
    for scene in [TITLE, PLAY, PAUSE, GAME_OVER, PLAY_TWO, PAUSE_TWO, RESULT] {
        let stage = Stage {
            scene,
            clear_ticks: [0, 0],
            pending: [0, 0],
            sprite: |_, _| 0,
            settled: |_, _| 0,
        };
        let drawing = Drawing::new(&screens, &stage);
        uut.scene.next = scene.to_bits();
        for y in (0..480).step_by(13) {
            uut.y.next = y.to_bits();
            for cycle in 56..578usize {
                uut.x.next = cycle.to_bits();
                tick!(uut);
                // Two edges from an `x` to its ink, and then `x` is two further.
                let Some(x) = cycle.checked_sub(1).filter(|x| (64..576).contains(x)) else {
                    continue;
                };
                uut.x.next = (cycle + 1).to_bits();
                assert!(simulate(&mut uut, 20));
                let (is_ink, line) = drawing.ink(x, y);
                assert_eq!(uut.ink.val(), is_ink, "ink of scene {scene} at {x}, {y}");
                assert_eq!(
                    uut.glass.val(),
                    drawing.is_glass(x, y),
                    "glass of {scene} at {x}, {y}"
                );
                if is_ink {
                    let colour = drawing.text_colour(x, y, line) as u64;
                    assert_eq!(
                        uut.colour.val(),
                        colour,
                        "colour of scene {scene} at {x}, {y}"
                    );
                }
            }
        }
    }
}
