//! Background: sky, sun and floor.

use super::skin::{mix, Rgb, Skin, SKINS};
use super::{HEIGHT, WIDTH};
use std::sync::OnceLock;

/// Counts of a pulse, with 0 for none.
const PULSES: usize = 8;

/// Background of every skin, for each count of a pulse.
static SCENERIES: [[OnceLock<Scenery>; PULSES]; SKINS.len()] =
    [const { [const { OnceLock::new() }; PULSES] }; SKINS.len()];

/// Pixels of the background, and pixels behind frames and empty cells.
pub(super) struct Scenery {
    pub backdrop: Vec<Rgb>,
    pub ground: Vec<Rgb>,
}

impl Scenery {
    fn of(skin: &Skin, pulse: usize) -> Scenery {
        let pixels = |colour: fn(&Skin, usize, [usize; 2]) -> Rgb| {
            let places = 0..WIDTH * HEIGHT;
            places
                .map(|place| colour(skin, pulse, [place % WIDTH, place / WIDTH]))
                .collect()
        };
        Scenery {
            backdrop: pixels(backdrop),
            ground: pixels(ground),
        }
    }
}

/// The background of a skin, with so many ticks left of a pulse.
pub(super) fn scenery(skin: usize, pulse: u32) -> &'static Scenery {
    let pulse = pulse as usize;
    SCENERIES[skin][pulse].get_or_init(|| Scenery::of(&SKINS[skin], pulse))
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
/// Lines across the floor, and the place below the screen to which the last one moves.
const FLOOR_LINES: [usize; 14] = [
    320, 323, 327, 332, 338, 345, 354, 365, 378, 394, 413, 435, 461, 492,
];
/// Colours of the sun's four bands from its top, as parts of 148.
const BANDS: [u32; 4] = [0, 44, 108, 148];

/// Threshold of the dither pattern.
pub(super) fn threshold(x: usize, y: usize) -> u32 {
    THRESHOLDS[y % 4][x % 4]
}

/// Colour of the sun, if it covers the pixel.
fn sun(skin: &Skin, pulse: usize, [x, y]: [usize; 2]) -> Option<Rgb> {
    let is_dark = STRIPES
        .iter()
        .any(|&(first, last)| (first..=last).contains(&y));
    let square = (150_i64 * 150) - (300 - y as i64).pow(2);
    if is_dark || y <= 150 || square < 0 {
        return None;
    }
    let mut half = 0_i64;
    while (half + 1).pow(2) <= square {
        half += 1;
    }
    half += pulse as i64;
    // Twice the distance from the centre, which is between two pixels.
    if (2 * x as i64 - 639).abs() >= 2 * half {
        return None;
    }
    let band = (y as u32 + 4 * threshold(x, y)) / 64 - 2;
    let part = 255 * BANDS[band as usize] / 148;
    Some(mix(skin.sun[0], skin.sun[1], part))
}

fn ground(skin: &Skin, pulse: usize, place: [usize; 2]) -> Rgb {
    sun(skin, pulse, place).map_or(skin.well, |sun| mix(skin.well, sun, 50))
}

/// True if a line across the floor is at `y`: at the horizon, or an eighth of the way nearer to its
/// next place with every tick of a pulse.
fn is_across(pulse: usize, y: usize) -> bool {
    let eighths = (PULSES - pulse) % PULSES;
    let mut pairs = FLOOR_LINES.into_iter().zip(&FLOOR_LINES[1..]);
    y == FLOOR_LINES[0] || pairs.any(|(from, to)| y == from + eighths * (to - from) / PULSES)
}

fn backdrop(skin: &Skin, pulse: usize, [x, y]: [usize; 2]) -> Rgb {
    if let Some(sun) = sun(skin, pulse, [x, y]) {
        return sun;
    }
    let is_floor = y >= 320 && (is_across(pulse, y) || x.abs_diff(320).is_multiple_of(y / 2 - 136));
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
