//! Palette: eight inks in eight shades each.

/// Inks. The lowest bit of the first four is the player.
pub mod ink {
    /// Pieces of the first player; the second player's is the next number.
    pub const PIECE: u8 = 0;
    /// The cursor of the first player; the second player's is the next number.
    pub const CURSOR: u8 = 2;
    /// A refusal.
    pub const REFUSAL: u8 = 4;
    /// A draw.
    pub const DRAW: u8 = 5;
}

/// Red, green and blue of an ink in its brightest shade. The players differ in brightness as well
/// as in hue: the luminance of the orange is more than twice that of the blue.
const INKS: [[u8; 3]; 8] = [
    [0, 40, 255],
    [255, 104, 0],
    [128, 168, 255],
    [255, 200, 120],
    [255, 0, 0],
    [255, 255, 255],
    [0, 0, 0],
    [0, 0, 0],
];

/// Brightness of a shade, of 255. LEDs are linear and eyes are not, so the steps grow.
const SHADES: [u8; 8] = [0, 8, 24, 48, 80, 128, 184, 255];

/// A colour `0xRRGGBB` for each ink (3 bits) and shade (3 bits).
pub fn palette() -> [u32; 64] {
    std::array::from_fn(|number| {
        let shade = u32::from(SHADES[number & 7]);
        INKS[number >> 3].iter().fold(0, |colour, &full| {
            (colour << 8) | (u32::from(full) * shade / 255)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Luminance in thousandths.
    fn luminance(colour: u32) -> u32 {
        let [_, red, green, blue] = colour.to_be_bytes().map(u32::from);
        (213 * red + 715 * green + 72 * blue) / 255
    }

    #[test]
    fn the_players_differ_in_brightness_too() {
        let palette = palette();
        for shade in 1..8 {
            assert!(
                luminance(palette[8 + shade]) >= 2 * luminance(palette[shade]),
                "{shade}"
            );
        }
    }

    #[test]
    fn every_shade_is_brighter_than_the_one_before() {
        for ink in palette().chunks(8).take(6) {
            assert!(ink
                .windows(2)
                .all(|pair| luminance(pair[0]) < luminance(pair[1])));
        }
    }
}
