//! The colours of the arcade, computed from the synthwave palette: a night sky from #030017 to #1c0941, neon pink #ff5ef0 and aqua #34f7ff.
//!
//! ```text
//! index      00_yyyyyy          01_ccc_sss                   1_r_tt_kk_gg                        1_sss_11_kk
//! colour of  sky, line 8 y      cell, piece c, shade s       text: right of the cards r,         bright cell: shade s,
//!                               c = 0: the empty well        style t, class k, quarter g         step k of its glow
//! ```
//!
//! The sky has 60 colours; the last four of its numbers are garbage: gap, lit edge, dark edge, face.
//!
//! Classes of text: 0 outside of frames, 1 inside, 2 the frame itself.

/// Red, green, blue, 8 bits each.
pub type Rgb = [u8; 3];

/// Shades of a cell, as `CellGrid` numbers them.
const SHADES: usize = 8;
/// The shade of the outline of a ghost.
const GHOST: usize = 7;

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const SKY_TOP: Rgb = [0x03, 0x00, 0x17];
const SKY_BOTTOM: Rgb = [0x1C, 0x09, 0x41];
const PINK: Rgb = [0xFF, 0x5E, 0xF0];
const AQUA: Rgb = [0x34, 0xF7, 0xFF];
const LAVENDER: Rgb = [0xB4, 0xA0, 0xF0];
const VIOLET: Rgb = [0x7A, 0x52, 0xD8];
const WELL: Rgb = [0x00, 0x00, 0x0A];
const STONE: Rgb = [0x8A, 0x84, 0xA0];
const GRID: Rgb = [0x24, 0x1C, 0x50];
/// In the order of the codes: I J L O S T Z.
const PIECES: [Rgb; 7] = [
    [0x2C, 0xE8, 0xFF],
    [0x46, 0x78, 0xFF],
    [0xFF, 0x8A, 0x20],
    [0xFF, 0xDC, 0x3A],
    [0x3C, 0xE6, 0x78],
    [0xB8, 0x5C, 0xFF],
    [0xFF, 0x4A, 0x6A],
];
/// `a` with `part` / 255 of `b` in it.
fn mix(a: Rgb, b: Rgb, part: u32) -> Rgb {
    let channel = |a: u8, b: u8| (u32::from(a) * (255 - part) + u32::from(b) * part) / 255;
    [0, 1, 2].map(|i| channel(a[i], b[i]) as u8)
}

/// A bevelled block lit from the top left, and the outline of its ghost.
fn block(colour: Rgb) -> [Rgb; SHADES] {
    let mut shades = [
        WELL,
        mix(colour, WHITE, 130),
        mix(colour, WHITE, 60),
        mix(colour, BLACK, 110),
        mix(colour, BLACK, 150),
        mix(colour, BLACK, 40),
        mix(colour, WHITE, 20),
        BLACK,
    ];
    shades[GHOST] = mix(WELL, colour, 140);
    shades
}

/// A block of garbage.
fn garbage() -> [Rgb; 4] {
    [
        WELL,
        mix(STONE, WHITE, 110),
        mix(STONE, BLACK, 130),
        mix(STONE, BLACK, 30),
    ]
}

/// The cells of a row that is being cleared shrink to sparks, from step 0 to 3.
fn glow(step: usize) -> [Rgb; SHADES] {
    let [gap, edge, face, middle] = [
        [mix(AQUA, WHITE, 160), WHITE, WHITE, WHITE],
        [WELL, AQUA, WHITE, WHITE],
        [WELL, mix(WELL, VIOLET, 130), PINK, WHITE],
        [WELL, WELL, mix(WELL, VIOLET, 130), PINK],
    ][step];
    [gap, edge, edge, edge, edge, face, middle, edge]
}

/// The empty board: the gaps between the cells glow.
fn well() -> [Rgb; SHADES] {
    let mut shades = [WELL; SHADES];
    shades[0] = GRID;
    shades
}

/// Inks of the eight styles: outside of frames, inside, and the frame, each from its top to its bottom.
fn inks() -> [[[Rgb; 4]; 3]; 8] {
    let plain = |colour| [colour; 4];
    let chrome = |top, bottom| [0, 85, 170, 255].map(|part| mix(top, bottom, part));
    let keys = [plain(LAVENDER), plain(WHITE), plain(VIOLET)];
    [
        [plain(PINK), plain(PINK), plain(mix(PINK, SKY_BOTTOM, 90))],
        keys,
        [plain(WHITE), plain(WHITE), plain(mix(PINK, SKY_BOTTOM, 90))],
        [plain(PINK), plain(PINK), plain(PINK)],
        [plain(PINK), plain(AQUA), plain(AQUA)],
        keys,
        [chrome(WHITE, AQUA), chrome(WHITE, PINK), plain(AQUA)],
        [plain(AQUA), plain(AQUA), plain(AQUA)],
    ]
}

/// All 256 colours.
pub fn colours() -> [Rgb; 256] {
    std::array::from_fn(|index| match index {
        0x3C..=0x3F => garbage()[index & 3],
        0x00..=0x3F => mix(SKY_TOP, SKY_BOTTOM, (index as u32 * 255 / 59).min(255)),
        0x40..=0x47 => well()[index % 8],
        0x48..=0x7F => block(PIECES[index / 8 % 8 - 1])[index % 8],
        _ if index >> 2 & 3 == 3 => glow(index & 3)[index >> 4 & 7],
        _ => inks()[index >> 4 & 7][index >> 2 & 3][index & 3],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(colour: Rgb) -> f64 {
        let linear = |c: u8| match f64::from(c) / 255.0 {
            c if c <= 0.04045 => c / 12.92,
            c => ((c + 0.055) / 1.055).powf(2.4),
        };
        let [red, green, blue] = colour.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn every_ink_is_legible_on_sky_and_glass() {
        let colours = colours();
        for (index, &ink) in colours.iter().enumerate().skip(0x80) {
            let class = index >> 2 & 3;
            // Class 2 is not text but frames, where 3 is enough; class 3 is not on a ground.
            let least = [4.5, 4.5, 3.0, 1.0][class];
            for ground in [SKY_TOP, SKY_BOTTOM, WELL] {
                assert!(
                    contrast(ink, ground) >= least,
                    "{index:02x}: {ink:02x?} on {ground:02x?}"
                );
            }
        }
    }

    #[test]
    fn every_piece_stands_out_from_the_board_and_from_every_other() {
        for (number, piece) in PIECES.iter().enumerate() {
            assert!(contrast(*piece, WELL) >= 4.5, "{piece:02x?}");
            for other in &PIECES[..number] {
                let apart: i32 = (0..3)
                    .map(|i| (i32::from(piece[i]) - i32::from(other[i])).abs())
                    .sum();
                assert!(apart > 80, "{piece:02x?} and {other:02x?}");
            }
        }
    }

    #[test]
    fn the_sky_reaches_from_the_published_colour_to_the_other() {
        let colours = colours();
        assert_eq!((colours[0], colours[59]), (SKY_TOP, SKY_BOTTOM));
        let rises = |pair: &[Rgb]| (0..3).all(|i| pair[0][i] <= pair[1][i]);
        assert!(colours[..60].windows(2).all(rises));
    }

    #[test]
    fn the_regions_start_where_the_machine_expects_them() {
        let colours = colours();
        assert_eq!(colours[0x40], GRID);
        assert_eq!(colours[0x45], WELL);
        assert_eq!(colours[0x40 | 7 << 3 | 5], mix(PIECES[6], BLACK, 40));
        // The outline of a ghost lies between its piece and the well.
        assert_eq!(colours[0x40 | 3 << 3 | GHOST], mix(WELL, PIECES[2], 140));
        // White all over: the first step of a cleared row.
        assert_eq!(colours[0x80 | 6 << 4 | 3 << 2], WHITE);
    }
}
