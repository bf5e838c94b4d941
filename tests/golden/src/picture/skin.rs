//! Colours of the skins, and their mixtures.

use crate::{Cell, Shape};

/// Red, green and blue, 8 bits each.
pub(super) type Rgb = [u8; 3];

/// The colours of one skin.
pub(super) struct Skin {
    pub sky: [Rgb; 2],
    pub sun: [Rgb; 2],
    pub floor: Rgb,
    pub well: Rgb,
    pub grid: Rgb,
    light: Rgb,
    dark: Rgb,
    stone: Rgb,
    /// I, J, L, O, S, T, Z.
    pieces: [Rgb; 7],
    pub first: Rgb,
    pub second: Rgb,
    pub bright: Rgb,
    pub words: Rgb,
    pub caps: Rgb,
    pub ember: Rgb,
    pub alarm: Rgb,
    /// True if pieces have textures.
    pub has_textures: bool,
    /// True if every other line is a little darker.
    pub has_scan_lines: bool,
}

const fn rgb(colour: u32) -> Rgb {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
}

pub(super) const SKINS: [Skin; 4] = [
    Skin {
        sky: [rgb(0x030017), rgb(0x1c0941)],
        sun: [rgb(0xd06a28), rgb(0x8c1e78)],
        floor: rgb(0x400860),
        well: rgb(0x00000a),
        grid: rgb(0x38286c),
        light: rgb(0xffffff),
        dark: rgb(0x000000),
        stone: rgb(0x8a84a0),
        pieces: [
            rgb(0x2ce8ff),
            rgb(0x4678ff),
            rgb(0xff8a20),
            rgb(0xffdc3a),
            rgb(0x3ce678),
            rgb(0xb85cff),
            rgb(0xff4a6a),
        ],
        first: rgb(0xff5ef0),
        second: rgb(0x34f7ff),
        bright: rgb(0xffffff),
        words: rgb(0xb4a0f0),
        caps: rgb(0x8866e0),
        ember: rgb(0x7a52d8),
        alarm: rgb(0xff3040),
        has_textures: false,
        has_scan_lines: true,
    },
    Skin {
        sky: [rgb(0x001155), rgb(0x003366)],
        sun: [rgb(0x336699), rgb(0x114488)],
        floor: rgb(0x114477),
        well: rgb(0x000000),
        grid: rgb(0x22225c),
        light: rgb(0xffffff),
        dark: rgb(0x000000),
        stone: rgb(0x888888),
        pieces: [
            rgb(0x00dddd),
            rgb(0x3377ff),
            rgb(0xff8800),
            rgb(0xeedd00),
            rgb(0x11cc22),
            rgb(0xbb44ff),
            rgb(0xff3333),
        ],
        first: rgb(0xffbb88),
        second: rgb(0xbbff88),
        bright: rgb(0xffffff),
        words: rgb(0xccddee),
        caps: rgb(0x88aadd),
        ember: rgb(0xaa4400),
        alarm: rgb(0xff6655),
        has_textures: false,
        has_scan_lines: true,
    },
    Skin {
        sky: [rgb(0x000000), rgb(0x000000)],
        sun: [rgb(0x000000), rgb(0x000000)],
        floor: rgb(0x000000),
        well: rgb(0x000000),
        grid: rgb(0x333333),
        light: rgb(0xffffff),
        dark: rgb(0x000000),
        stone: rgb(0xaaaaaa),
        pieces: [
            rgb(0x66ccff),
            rgb(0x3388ff),
            rgb(0xee9900),
            rgb(0xffee44),
            rgb(0x00bb88),
            rgb(0xee99cc),
            rgb(0xff6622),
        ],
        first: rgb(0xffdd44),
        second: rgb(0x88ddff),
        bright: rgb(0xffffff),
        words: rgb(0xffffff),
        caps: rgb(0xbbbbbb),
        ember: rgb(0x888888),
        alarm: rgb(0xff6622),
        has_textures: true,
        has_scan_lines: false,
    },
    Skin {
        sky: [rgb(0xaacc33), rgb(0x99bb22)],
        sun: [rgb(0x88aa22), rgb(0x99bb22)],
        floor: rgb(0x88aa22),
        well: rgb(0xbbdd44),
        grid: rgb(0x90b030),
        light: rgb(0xbbdd44),
        dark: rgb(0x113311),
        stone: rgb(0x668822),
        pieces: [
            rgb(0x335522),
            rgb(0x335522),
            rgb(0x335522),
            rgb(0x224422),
            rgb(0x335522),
            rgb(0x335522),
            rgb(0x224422),
        ],
        first: rgb(0x113311),
        second: rgb(0x113311),
        bright: rgb(0x113311),
        words: rgb(0x113311),
        caps: rgb(0x335522),
        ember: rgb(0x668822),
        alarm: rgb(0x335522),
        has_textures: true,
        has_scan_lines: false,
    },
];

/// Mixture with `part` of 255 of `b`.
pub(super) fn mix(a: Rgb, b: Rgb, part: u32) -> Rgb {
    let channel = |index: usize| {
        let (a, b) = (u32::from(a[index]), u32::from(b[index]));
        ((a * (255 - part) + b * part) / 255) as u8
    };
    [channel(0), channel(1), channel(2)]
}

impl Skin {
    /// The colour of a shape.
    pub fn shape(&self, shape: Shape) -> Rgb {
        self.pieces[match shape {
            Shape::I => 0,
            Shape::J => 1,
            Shape::L => 2,
            Shape::O => 3,
            Shape::S => 4,
            Shape::T => 5,
            Shape::Z => 6,
        }]
    }

    /// Colour of a part of a block.
    pub fn block(&self, cell: Cell, part: usize) -> Rgb {
        let colour = match cell {
            Cell::Garbage => self.stone,
            Cell::Shape(shape) => self.shape(shape),
        };
        match part {
            0 => self.well,
            1 => mix(colour, self.light, 130),
            2 => mix(colour, self.light, 60),
            3 => mix(colour, self.dark, 110),
            4 => mix(colour, self.dark, 150),
            5 => mix(colour, self.dark, 40),
            _ => mix(colour, self.light, 20),
        }
    }

    /// Colour of a part of a cleared cell, in one of its four steps.
    pub fn cleared(&self, step: usize, part: usize) -> Rgb {
        let ember = mix(self.well, self.ember, 130);
        match (step, part) {
            (0, 0) => mix(self.second, self.bright, 160),
            (0, _) | (1, 5 | 6) | (2, 6) => self.bright,
            (1, 1..=4) => self.second,
            (2, 1..=4) | (3, 5) => ember,
            (2, 5) | (3, 6) => self.first,
            _ => self.well,
        }
    }

    /// Value of the video pins, four bits for each channel.
    pub fn sent(&self, colour: Rgb, y: usize) -> u16 {
        let level = |channel: u8| {
            let level = (15 * u16::from(channel) + 127) / 255;
            let is_dimmed = self.has_scan_lines && y % 2 == 1 && level >= 9 && level % 2 == 1;
            level - u16::from(is_dimmed)
        };
        level(colour[0]) << 8 | level(colour[1]) << 4 | level(colour[2])
    }
}
