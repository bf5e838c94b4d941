//! Skins: the colours of each.
//!
//! `palette` mixes everything from these few: bevels, ghosts, chrome, sparks and the sky between
//! its two ends.

/// Red, green, blue, 8 bits each.
pub type Rgb = [u8; 3];

/// Number of skins.
pub const SKINS: usize = 4;

/// The colours of one skin.
#[derive(Clone, Copy, Debug)]
pub struct Skin {
    /// Name in the menus.
    pub name: &'static str,
    /// Top and bottom of the sky.
    pub sky: [Rgb; 2],
    /// The sun, from its top to where it sets.
    pub sun: [Rgb; 2],
    /// Lines of the floor.
    pub floor: Rgb,
    /// Ground of boards and of what is framed.
    pub well: Rgb,
    /// Lines between the empty cells.
    pub grid: Rgb,
    /// Colour that is mixed into lit edges.
    pub light: Rgb,
    /// Colour that is mixed into dark edges.
    pub dark: Rgb,
    /// Garbage.
    pub stone: Rgb,
    /// In the order of the codes: I J L O S T Z.
    pub pieces: [Rgb; 7],
    /// Player 1, and labels.
    pub first: Rgb,
    /// Player 2, and the board of one.
    pub second: Rgb,
    /// Digits, letters in key caps, the upper half of large letters.
    pub bright: Rgb,
    /// Other words, and the brighter stars.
    pub words: Rgb,
    /// Frames of key caps.
    pub caps: Rgb,
    /// Last colour of a cleared cell.
    pub ember: Rgb,
    /// The frame of a board in danger, while the alarm lights it.
    pub alarm: Rgb,
}

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [0xFF, 0xFF, 0xFF];

/// Neon at night: a sky from #030017 to #1c0941, pink #ff5ef0 and aqua #34f7ff.
const SYNTHWAVE: Skin = Skin {
    name: "SYNTH",
    sky: [[0x03, 0x00, 0x17], [0x1C, 0x09, 0x41]],
    sun: [[0xD0, 0x6A, 0x28], [0x8C, 0x1E, 0x78]],
    floor: [0x40, 0x08, 0x60],
    well: [0x00, 0x00, 0x0A],
    grid: [0x38, 0x28, 0x6C],
    light: WHITE,
    dark: BLACK,
    stone: [0x8A, 0x84, 0xA0],
    pieces: [
        [0x2C, 0xE8, 0xFF],
        [0x46, 0x78, 0xFF],
        [0xFF, 0x8A, 0x20],
        [0xFF, 0xDC, 0x3A],
        [0x3C, 0xE6, 0x78],
        [0xB8, 0x5C, 0xFF],
        [0xFF, 0x4A, 0x6A],
    ],
    first: [0xFF, 0x5E, 0xF0],
    second: [0x34, 0xF7, 0xFF],
    bright: WHITE,
    words: [0xB4, 0xA0, 0xF0],
    caps: [0x88, 0x66, 0xE0],
    ember: [0x7A, 0x52, 0xD8],
    alarm: [0xFF, 0x30, 0x40],
};

/// An arcade of the eighties: full colours on a blue screen.
const CLASSIC: Skin = Skin {
    name: "CLASSIC",
    sky: [[0x00, 0x11, 0x55], [0x00, 0x33, 0x66]],
    sun: [[0x33, 0x66, 0x99], [0x11, 0x44, 0x88]],
    floor: [0x11, 0x44, 0x77],
    well: BLACK,
    grid: [0x22, 0x22, 0x5C],
    light: WHITE,
    dark: BLACK,
    stone: [0x88, 0x88, 0x88],
    pieces: [
        [0x00, 0xDD, 0xDD],
        [0x33, 0x77, 0xFF],
        [0xFF, 0x88, 0x00],
        [0xEE, 0xDD, 0x00],
        [0x11, 0xCC, 0x22],
        [0xBB, 0x44, 0xFF],
        [0xFF, 0x33, 0x33],
    ],
    first: [0xFF, 0xBB, 0x88],
    second: [0xBB, 0xFF, 0x88],
    bright: WHITE,
    words: [0xCC, 0xDD, 0xEE],
    caps: [0x88, 0xAA, 0xDD],
    ember: [0xAA, 0x44, 0x00],
    alarm: [0xFF, 0x66, 0x55],
};

/// White on black, colours that the colour-blind tell apart, and a texture on every piece.
///
/// **Source**: after the palette of M. Okabe and K. Ito (Color Universal Design, 2002), its blue
/// and green lightened for the black ground.
const CONTRAST: Skin = Skin {
    name: "CONTRAST",
    sky: [BLACK, BLACK],
    sun: [BLACK, BLACK],
    floor: BLACK,
    well: BLACK,
    grid: [0x33, 0x33, 0x33],
    light: WHITE,
    dark: BLACK,
    stone: [0xAA, 0xAA, 0xAA],
    pieces: [
        [0x66, 0xCC, 0xFF],
        [0x33, 0x88, 0xFF],
        [0xEE, 0x99, 0x00],
        [0xFF, 0xEE, 0x44],
        [0x00, 0xBB, 0x88],
        [0xEE, 0x99, 0xCC],
        [0xFF, 0x66, 0x22],
    ],
    first: [0xFF, 0xDD, 0x44],
    second: [0x88, 0xDD, 0xFF],
    bright: WHITE,
    words: WHITE,
    caps: [0xBB, 0xBB, 0xBB],
    ember: [0x88, 0x88, 0x88],
    alarm: [0xFF, 0x66, 0x22],
};

/// The four greens of a pocket screen, dark on light, and the textures.
const MONOCHROME: Skin = Skin {
    name: "MONO",
    sky: [[0xAA, 0xCC, 0x33], [0x99, 0xBB, 0x22]],
    sun: [[0x88, 0xAA, 0x22], [0x99, 0xBB, 0x22]],
    floor: [0x88, 0xAA, 0x22],
    well: [0xBB, 0xDD, 0x44],
    grid: [0x90, 0xB0, 0x30],
    light: [0xBB, 0xDD, 0x44],
    dark: [0x11, 0x33, 0x11],
    stone: [0x66, 0x88, 0x22],
    pieces: [
        [0x33, 0x55, 0x22],
        [0x33, 0x55, 0x22],
        [0x33, 0x55, 0x22],
        [0x22, 0x44, 0x22],
        [0x33, 0x55, 0x22],
        [0x33, 0x55, 0x22],
        [0x22, 0x44, 0x22],
    ],
    first: [0x11, 0x33, 0x11],
    second: [0x11, 0x33, 0x11],
    bright: [0x11, 0x33, 0x11],
    words: [0x11, 0x33, 0x11],
    caps: [0x33, 0x55, 0x22],
    ember: [0x66, 0x88, 0x22],
    alarm: [0x33, 0x55, 0x22],
};

/// All skins, by number.
pub const ALL: [Skin; SKINS] = [SYNTHWAVE, CLASSIC, CONTRAST, MONOCHROME];

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of colours of docs/screen.md, which others draw by.
    #[test]
    fn the_colours_are_the_documented_ones() {
        let documented = include_str!("../../../../../docs/screen.md");
        let columns = ALL.map(|skin| {
            let mut colours = skin.sky.to_vec();
            colours.extend(skin.sun);
            colours.extend([
                skin.floor, skin.well, skin.grid, skin.light, skin.dark, skin.stone,
            ]);
            colours.extend(skin.pieces);
            colours.extend([skin.first, skin.second, skin.bright, skin.words]);
            colours.extend([skin.caps, skin.ember, skin.alarm]);
            colours
        });
        let names = "sky, top|sky, bottom|sun, top|sun, bottom|floor|\
                     well|grid|light|dark|stone|I|J|L|O|S|T|Z|first|second|\
                     bright|words|caps|ember|alarm";
        for (row, name) in names.split('|').enumerate() {
            let cells = columns.each_ref().map(|colours| {
                let [red, green, blue] = colours[row];
                format!(" | #{red:02x}{green:02x}{blue:02x}")
            });
            let line = format!("| {name}{} |", cells.concat());
            assert!(documented.lines().any(|other| other == line), "{line}");
        }
    }
}
