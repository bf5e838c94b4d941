//! The colours of the arcade: 256 for each skin, mixed from the few that make it.
//!
//! ```text
//! index      00_ssssss               01_ccc_sss
//! colour of  sky, step s             cell, piece c, shade s
//!            110_000 floor           c = 0: grid, garbage, well
//!            110_001 bar
//!            110_01r glow of frames
//!            110_1bb sun, band b
//!            111_000 lit grid
//!            111_ccc trail of c
//!
//! index      1_r_tt_kk_gg                1_sss_11_kk
//! colour of  text: right of the cards r, bright cell: shade s,
//!            style t, class k, quarter g step k of its glow
//!                                        s = 7: sun behind the well, band k
//! ```
//!
//! Classes of text: 0 outside of frames, 1 inside, 2 the frame itself, whose quarter 3 is that of a
//! lit frame.
//!
//! The sky is dithered by its index: to a step for every 16 lines the machine adds the threshold, 0
//! to 15, of a 4 x 4 pattern. So every step has a pure colour of the screen, and where the steps
//! change, two colours mix over 256 lines.

use super::skins::{Rgb, Skin, ALL};

const LIT_GRID: usize = index::LIT_GRID as usize;
const FLOOR: usize = index::FLOOR as usize;
const BAR: usize = index::BAR as usize;

/// Colours of a skin.
const COLOURS: usize = 256;
/// Shades of a cell, as `CellGrid` numbers them.
const SHADES: usize = 8;
/// The shade of the outline of a ghost.
const GHOST: usize = 7;
/// Steps of the sky: 30 down the screen, and 15 of the pattern.
const SKY_STEPS: usize = 45;
/// Parts of 255 of a piece's colour in its trail, and of the sun's in the well.
const TRAIL_LIGHT: u32 = 45;
const SUN_LIGHT: u32 = 50;
/// Part of the colour of key caps in the bar.
const BAR_LIGHT: u32 = 110;
/// Indices of the colours. The layers of the picture put their codes together from these.
pub mod index {
    /// The lines of the floor; below it the steps of the sky.
    pub const FLOOR: u8 = 0x30;
    /// The bar behind the selected row.
    pub const BAR: u8 = 0x31;
    /// Glow at the inner side of a frame; bit 0 at the right.
    pub const FRAME_GLOW: u8 = 0x32;
    /// The sun; bits 0 and 1 are its band.
    pub const SUN: u8 = 0x34;
    /// A trail; bits 0 to 2 are the piece, from 1.
    pub const TRAIL: u8 = 0x38;
    /// A lit line of the grid: a trail of no piece.
    pub const LIT_GRID: u8 = TRAIL;
    /// A cell; bits 0 to 2 are its shade, bits 3 to 5 the piece.
    pub const CELL: u8 = 0x40;
    /// A line of the grid: shade 0 of no piece.
    pub const GRID: u8 = CELL;
    /// The well, which is also the glass in frames: shade 7 of no piece.
    pub const WELL: u8 = CELL | 7;
    /// The bar of waiting garbage, and its bright phase: shades of a piece.
    pub const METER: u8 = CELL | 7 << 3 | 5;
    /// See [`METER`].
    pub const METER_BRIGHT: u8 = CELL | 7 << 3 | 1;
    /// Text; bits 0 to 6 are its colour as the text layer numbers it.
    pub const TEXT: u8 = 0x80;
    /// A cell of a row that is being cleared; bits 0 and 1 are the step, bits 4 to 6 the shade.
    pub const CLEARED: u8 = 0x8C;
    /// The sun behind the well; bits 0 and 1 are its band. A cleared cell of shade 7.
    pub const SUN_IN_WELL: u8 = 0xFC;
}

/// `a` with `part` / 255 of `b` in it.
fn mix(a: Rgb, b: Rgb, part: u32) -> Rgb {
    let channel = |a: u8, b: u8| (u32::from(a) * (255 - part) + u32::from(b) * part) / 255;
    [0, 1, 2].map(|i| channel(a[i], b[i]) as u8)
}

/// A step of the sky. On average the pattern adds 120 lines.
fn sky(skin: &Skin, step: usize) -> Rgb {
    let [top, bottom] = skin.sky;
    let line = 16.0 * step as f64 + 8.0 - 120.0;
    let channel = |i: usize| {
        let (a, b) = (f64::from(top[i]), f64::from(bottom[i]));
        (a + (b - a) * line / 480.0).round().clamp(0.0, 255.0) as u8
    };
    [0, 1, 2].map(channel)
}

/// A band of the sun: (line + 4 x threshold) / 64, modulo 4. The pattern adds 30 lines on average,
/// and the sun reaches from line 150 to 298.
fn sun(skin: &Skin, band: usize) -> Rgb {
    let line = 64 * [4, 5, 2, 3][band] + 2;
    let part = (line - 150i32).clamp(0, 148) * 255 / 148;
    mix(skin.sun[0], skin.sun[1], part as u32)
}

/// A bevelled block lit from the top left, and the outline of its ghost.
fn block(skin: &Skin, colour: Rgb) -> [Rgb; SHADES] {
    let mut shades = [
        skin.well,
        mix(colour, skin.light, 130),
        mix(colour, skin.light, 60),
        mix(colour, skin.dark, 110),
        mix(colour, skin.dark, 150),
        mix(colour, skin.dark, 40),
        mix(colour, skin.light, 20),
        skin.well,
    ];
    shades[GHOST] = colour;
    shades
}

/// Grid and empty board, and between them a block of garbage.
fn ground(skin: &Skin) -> [Rgb; SHADES] {
    let mut shades = block(skin, skin.stone);
    shades[0] = skin.grid;
    shades[7] = skin.well;
    shades
}

/// The cells of a row that is being cleared shrink to sparks, from step 0 to 3.
fn glow(skin: &Skin, step: usize) -> [Rgb; SHADES] {
    let (well, bright) = (skin.well, skin.bright);
    let dim = mix(well, skin.ember, 130);
    let [gap, edge, face, middle] = [
        [mix(skin.second, bright, 160), bright, bright, bright],
        [well, skin.second, bright, bright],
        [well, dim, skin.first, bright],
        [well, well, dim, skin.first],
    ][step];
    [gap, edge, edge, edge, edge, face, middle, edge]
}

/// Inks of the eight styles: outside of frames and inside, from the top of the text to its bottom,
/// and the frame, at last when it is lit.
fn inks(skin: &Skin) -> [[[Rgb; 4]; 3]; 8] {
    let plain = |colour| [colour; 4];
    let chrome = |bottom| [0, 85, 170, 255].map(|part| mix(skin.bright, bottom, part));
    let keys = [plain(skin.words), plain(skin.bright), plain(skin.caps)];
    let (first, second) = (plain(skin.first), plain(skin.second));
    let frame = |usual| [usual, usual, usual, skin.alarm];
    let label_frame = frame(mix(skin.first, skin.sky[1], 80));
    let (first_frame, second_frame) = (frame(skin.first), frame(skin.second));
    [
        [first, first, label_frame],
        keys,
        [plain(skin.bright), plain(skin.bright), label_frame],
        [first, first, first_frame],
        [first, second, second_frame],
        keys,
        [chrome(skin.second), chrome(skin.first), second_frame],
        [second, second, second_frame],
    ]
}

/// All colours of a skin.
pub fn colours(skin: &Skin) -> [Rgb; COLOURS] {
    std::array::from_fn(|index| match index {
        LIT_GRID => mix(skin.well, skin.second, 170),
        0x39..=0x3F => mix(skin.well, skin.pieces[index % 8 - 1], TRAIL_LIGHT),
        FLOOR => skin.floor,
        BAR => mix(skin.well, skin.caps, BAR_LIGHT),
        0x32 => mix(skin.well, skin.first, 90),
        0x33 => mix(skin.well, skin.second, 90),
        0x34..=0x37 => sun(skin, index & 3),
        0xFC..=0xFF => mix(skin.well, sun(skin, index & 3), SUN_LIGHT),
        0x00..=0x37 => sky(skin, index.min(SKY_STEPS - 1)),
        0x40..=0x47 => ground(skin)[index % 8],
        0x48..=0x7F => block(skin, skin.pieces[index / 8 % 8 - 1])[index % 8],
        _ if index >> 2 & 3 == 3 => glow(skin, index & 3)[index >> 4 & 7],
        _ => inks(skin)[index >> 4 & 7][index >> 2 & 3][index & 3],
    })
}

/// The level of a channel at the pins: `N` bits.
fn level<const N: usize>(channel: u8) -> u64 {
    let most = (1 << N) - 1;
    (u64::from(channel) * most + 127) / 255
}

/// The palettes of all skins as the machine keeps them, at {skin, index}: red, green and blue, `N`
/// bits each.
pub fn words<const N: usize>() -> impl Iterator<Item = u64> {
    let word = |rgb: Rgb| rgb.iter().fold(0, |word, &c| word << N | level::<N>(c));
    ALL.iter().flat_map(colours).map(word)
}

#[cfg(test)]
mod tests;
