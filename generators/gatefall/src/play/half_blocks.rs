//! Renders pictures in characters. Each character has two pixels: the upper half in the foreground
//! colour, the lower half in the background colour.
//!
//! Only changed characters are written, and a colour only if it differs from the current one.

use super::layout::Layout;
use super::terminal::Colours;
use gatefall_devices::Picture;
use std::fmt::Write;

type Colour = [u8; 3];

/// Levels of a channel in the 6 x 6 x 6 cube of 256-colour terminals. The cube starts at index 16.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];
const CUBE_START: usize = 16;

/// Renderer for characters.
pub(crate) struct HalfBlocks {
    colours: Colours,
    /// Characters on the terminal: colours of the upper and lower half.
    shown: Vec<(Colour, Colour)>,
}

impl HalfBlocks {
    pub(crate) fn new(colours: Colours) -> Self {
        HalfBlocks {
            colours,
            shown: Vec::new(),
        }
    }

    /// Forgets the characters, after the terminal was cleared.
    pub(crate) fn forget(&mut self) {
        self.shown.clear();
    }

    /// Bytes that draw the picture on the terminal.
    pub(crate) fn draw(&mut self, picture: &Picture, layout: &Layout) -> Vec<u8> {
        let (columns, rows) = (usize::from(layout.columns), usize::from(layout.rows));
        let pixels = scale(picture, columns, 2 * rows);
        let cells: Vec<(Colour, Colour)> = (0..rows * columns)
            .map(|cell| {
                let upper = 2 * (cell / columns) * columns + cell % columns;
                (pixels[upper], pixels[upper + columns])
            })
            .collect();
        let is_new = self.shown.len() != cells.len();
        let mut text = String::new();
        let mut last: (Option<Colour>, Option<Colour>) = (None, None);
        let mut cursor = None;
        for (index, cell) in cells.iter().enumerate() {
            if !is_new && self.shown[index] == *cell {
                continue;
            }
            if cursor != Some(index) || index % columns == 0 {
                let row = usize::from(layout.top) + index / columns + 1;
                let column = usize::from(layout.left) + index % columns + 1;
                push(&mut text, format_args!("\x1b[{row};{column}H"));
            }
            self.set_colour(&mut text, "38", cell.0, &mut last.0);
            self.set_colour(&mut text, "48", cell.1, &mut last.1);
            text.push('▀');
            cursor = Some(index + 1);
        }
        if !text.is_empty() {
            text.push_str("\x1b[0m");
        }
        self.shown = cells;
        text.into_bytes()
    }

    fn set_colour(
        &self,
        text: &mut String,
        which: &str,
        colour: Colour,
        last: &mut Option<Colour>,
    ) {
        if last.replace(colour) == Some(colour) {
            return;
        }
        let [red, green, blue] = colour;
        match self.colours {
            Colours::True => push(text, format_args!("\x1b[{which};2;{red};{green};{blue}m")),
            Colours::Indexed => push(text, format_args!("\x1b[{which};5;{}m", index(colour))),
        }
    }
}

fn push(text: &mut String, part: std::fmt::Arguments<'_>) {
    text.write_fmt(part).expect("strings take all text");
}

/// Index of the nearest colour of the cube.
fn index(colour: Colour) -> usize {
    let nearest = |level: u8| {
        let distance = |&at: &usize| CUBE[at].abs_diff(level);
        (0..CUBE.len())
            .min_by_key(distance)
            .expect("the cube has levels")
    };
    colour
        .iter()
        .fold(0, |index, &level| 6 * index + nearest(level))
        + CUBE_START
}

/// Scales the picture. A pixel of the result is the mean of the pixels that it covers.
fn scale(picture: &Picture, width: usize, height: usize) -> Vec<Colour> {
    let mut sums = vec![[0u32; 4]; width * height];
    let columns: Vec<usize> = (0..picture.width())
        .map(|x| x * width / picture.width())
        .collect();
    for (y, line) in picture.rgb().chunks_exact(3 * picture.width()).enumerate() {
        let row = y * height / picture.height() * width;
        let sums = &mut sums[row..row + width];
        for (pixel, &column) in line.chunks_exact(3).zip(&columns) {
            let [red, green, blue, count] = &mut sums[column];
            *red += u32::from(pixel[0]);
            *green += u32::from(pixel[1]);
            *blue += u32::from(pixel[2]);
            *count += 1;
        }
    }
    let mean = |[red, green, blue, count]: [u32; 4]| {
        [red, green, blue].map(|sum| (sum / count.max(1)) as u8)
    };
    sums.into_iter().map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: Layout = Layout {
        left: 3,
        top: 1,
        columns: 2,
        rows: 1,
        status_row: 5,
        width: 8,
    };

    /// A picture with four quarters in these colours, left to right and top to bottom.
    fn picture(quarters: [Colour; 4]) -> Picture {
        let place = |index: usize| (index / 640 / 240) * 2 + index % 640 / 320;
        let rgb = (0..640 * 480).flat_map(|index| quarters[place(index)]);
        Picture::from_rgb(rgb.collect()).unwrap()
    }

    const RED: Colour = [255, 0, 0];
    const BLACK: Colour = [0, 0, 0];
    const GREEN: Colour = [0, 255, 0];

    #[test]
    fn only_what_changes_is_drawn() {
        let mut screen = HalfBlocks::new(Colours::True);
        let mut draw = |quarters| {
            let bytes = screen.draw(&picture(quarters), &LAYOUT);
            String::from_utf8(bytes).unwrap()
        };
        assert_eq!(
            draw([RED, RED, BLACK, GREEN]),
            "\x1b[2;4H\x1b[38;2;255;0;0m\x1b[48;2;0;0;0m▀\x1b[48;2;0;255;0m▀\x1b[0m"
        );
        assert_eq!(draw([RED, RED, BLACK, GREEN]), "");
        assert_eq!(
            draw([RED, RED, BLACK, BLACK]),
            "\x1b[2;5H\x1b[38;2;255;0;0m\x1b[48;2;0;0;0m▀\x1b[0m"
        );
    }

    #[test]
    fn a_terminal_of_256_colours_gets_the_nearest() {
        let mut screen = HalfBlocks::new(Colours::Indexed);
        let text = screen.draw(&picture([RED, BLACK, BLACK, [90, 140, 250]]), &LAYOUT);
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "\x1b[2;4H\x1b[38;5;196m\x1b[48;5;16m▀\x1b[38;5;16m\x1b[48;5;69m▀\x1b[0m"
        );
    }
}
