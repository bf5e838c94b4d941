//! Picture of the arcade, drawn from the model alone: 640 x 480 pixels as in `docs/screen.md`.

mod backdrop;
mod cells;
mod glyphs;
mod play_keys;
mod sheet;
mod size;
mod skin;
mod texts;

pub use size::{HEIGHT, WIDTH};
#[cfg(test)]
pub(crate) use texts::{value, HELP};

use crate::{Arcade, Page, Side};
use backdrop::scenery;
use skin::{Rgb, SKINS};

/// Lines of the clock of a game of one player.
pub const TIME_LINES: std::ops::Range<usize> = 200..216;
/// Bars of pending garbage: left edges, width, the line below them, and the pixels of a row.
const BARS: [usize; 2] = [88, 544];
const BAR_WIDTH: usize = 8;
const BAR_FLOOR: usize = 390;
const BAR_STEP: usize = 15;

/// Values of the video pins, line by line: four bits each of red, green and blue, from bit 11 down.
pub fn draw(arcade: &Arcade) -> Vec<u16> {
    let number = arcade.lights().skin() as usize;
    let (skin, scenery) = (&SKINS[number], scenery(number, arcade.lights().pulse()));
    let sheet = texts::sheet(arcade, skin, scenery);
    let is_plate = |y: usize| sheet.plates.contains(&(y / 8));
    let mut colours: Vec<Rgb> = scenery.backdrop.clone();
    for (colour, glass) in colours.iter_mut().zip(&sheet.glass) {
        *colour = glass.unwrap_or(*colour);
    }
    let has_board = !matches!(
        arcade.page(),
        Page::Title | Page::Menu(_) | Page::Settings(_) | Page::SetKeys(_)
    );
    let sides = if has_board { arcade.sides() } else { &[] };
    for &side in sides {
        for (x, y, colour) in cells::empty_board(arcade, skin, scenery, side) {
            if !is_plate(y) {
                colours[y * WIDTH + x] = colour;
            }
        }
    }
    for (colour, ink) in colours.iter_mut().zip(&sheet.ink) {
        *colour = ink.unwrap_or(*colour);
    }
    for (x, y, colour) in bars(arcade, skin) {
        colours[y * WIDTH + x] = colour;
    }
    let left = sides.iter().map(|&side| cells::board_left(arcade, side));
    let boards: Vec<_> = left.map(|left| left..left + 150).collect();
    for cell in cells::cells(arcade) {
        for (u, v) in cells::pixels() {
            let (x, y) = (cell.corner[0] + u, cell.corner[1] + v);
            let is_on_board = boards.iter().any(|board| board.contains(&x));
            if is_plate(y) && (is_on_board || !has_board) {
                continue;
            }
            if let Some(colour) = cells::colour(skin, cell.look, u, v) {
                colours[y * WIDTH + x] = colour;
            }
        }
    }
    let sent = colours.into_iter().enumerate();
    sent.map(|(place, colour)| skin.sent(colour, place / WIDTH))
        .collect()
}

/// The bars of pending garbage.
fn bars(arcade: &Arcade, skin: &skin::Skin) -> Vec<(usize, usize, Rgb)> {
    let mut pixels = Vec::new();
    if !arcade.is_two() || matches!(arcade.page(), Page::Settings(_) | Page::SetKeys(_)) {
        return pixels;
    }
    for (side, left) in Side::BOTH.into_iter().zip(BARS) {
        let rows = arcade
            .player(side)
            .map_or(0, |player| player.pending().rows());
        let part = if rows >= 4 && arcade.lights().beat() {
            1
        } else {
            5
        };
        let colour = skin.block(crate::Cell::Shape(crate::Shape::Z), part);
        let height = BAR_STEP * rows.min(20) as usize;
        for y in BAR_FLOOR - height..BAR_FLOOR {
            pixels.extend((left..left + BAR_WIDTH).map(|x| (x, y, colour)));
        }
    }
    pixels
}

#[cfg(test)]
mod tests;
