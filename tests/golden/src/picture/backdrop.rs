//! Background: sky, sun and floor.

use super::skin::{mix, Rgb, Skin, SKINS};
use super::{HEIGHT, WIDTH};
use std::sync::LazyLock;

/// Static background of every skin.
static SCENERIES: [LazyLock<Scenery>; SKINS.len()] = [
    LazyLock::new(|| Scenery::of(&SKINS[0])),
    LazyLock::new(|| Scenery::of(&SKINS[1])),
    LazyLock::new(|| Scenery::of(&SKINS[2])),
    LazyLock::new(|| Scenery::of(&SKINS[3])),
];

/// Pixels of the background, and pixels behind frames and empty cells.
pub(super) struct Scenery {
    pub backdrop: Vec<Rgb>,
    pub ground: Vec<Rgb>,
}

impl Scenery {
    fn of(skin: &Skin) -> Scenery {
        let pixels = |colour: fn(&Skin, usize, usize) -> Rgb| {
            let places = 0..WIDTH * HEIGHT;
            places
                .map(|place| colour(skin, place % WIDTH, place / WIDTH))
                .collect()
        };
        Scenery {
            backdrop: pixels(backdrop),
            ground: pixels(ground),
        }
    }
}

/// The background of a skin.
pub(super) fn scenery(skin: usize) -> &'static Scenery {
    &SCENERIES[skin]
}

const THRESHOLDS: [[u32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
const STRIPES: [(usize, usize); 6] = [
    (228, 230),
    (242, 245),
    (256, 260),
    (270, 275),
    (284, 290),
    (298, 479),
];
const FLOOR_LINES: [usize; 13] = [
    320, 323, 327, 332, 338, 345, 354, 365, 378, 394, 413, 435, 461,
];
/// Colours of the sun's four bands from its top, as parts of 148.
const BANDS: [u32; 4] = [0, 44, 108, 148];

/// Threshold of the dither pattern.
pub(super) fn threshold(x: usize, y: usize) -> u32 {
    THRESHOLDS[y % 4][x % 4]
}

/// Colour of the sun, if it covers the pixel.
fn sun(skin: &Skin, x: usize, y: usize) -> Option<Rgb> {
    let is_dark = STRIPES
        .iter()
        .any(|&(first, last)| (first..=last).contains(&y));
    let square = (150_i64 * 150) - (300 - y as i64).pow(2);
    if is_dark || y < 150 || square < 0 {
        return None;
    }
    let mut half = 0_i64;
    while (half + 1).pow(2) <= square {
        half += 1;
    }
    // Twice the distance from the centre, which is between two pixels.
    if (2 * x as i64 - 639).abs() >= 2 * half {
        return None;
    }
    let band = (y as u32 + 4 * threshold(x, y)) / 64 - 2;
    let part = 255 * BANDS[band as usize] / 148;
    Some(mix(skin.sun[0], skin.sun[1], part))
}

fn ground(skin: &Skin, x: usize, y: usize) -> Rgb {
    sun(skin, x, y).map_or(skin.well, |sun| mix(skin.well, sun, 50))
}

fn backdrop(skin: &Skin, x: usize, y: usize) -> Rgb {
    if let Some(sun) = sun(skin, x, y) {
        return sun;
    }
    let is_floor =
        y >= 320 && (FLOOR_LINES.contains(&y) || x.abs_diff(320).is_multiple_of(y / 2 - 136));
    if is_floor {
        return skin.floor;
    }
    let step = f64::from(y as u32 / 16 + threshold(x, y));
    let channel = |index: usize| {
        let [top, bottom] = skin.sky.map(|end| f64::from(end[index]));
        let value = top + (bottom - top) * (16.0 * step - 112.0) / 480.0;
        value.round().clamp(0.0, 255.0) as u8
    };
    [channel(0), channel(1), channel(2)]
}
