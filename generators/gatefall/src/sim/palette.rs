//! Conversion of pictures to indexed colours.

use std::collections::HashMap;

/// Maximum number of colours.
const COLOURS: usize = 256;

/// Palette in the order of first occurrence, and the index of each pixel. `None` if there are more
/// than 256 colours.
pub(crate) fn indexed(rgb: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut indices: HashMap<&[u8], u8> = HashMap::new();
    let mut palette = Vec::new();
    let mut pixels = Vec::with_capacity(rgb.len() / 3);
    let mut last: (&[u8], u8) = (&[], 0);
    for pixel in rgb.chunks_exact(3) {
        if pixel != last.0 {
            let next = indices.len();
            let index = match indices.get(pixel) {
                Some(&index) => index,
                None if next == COLOURS => return None,
                None => {
                    indices.insert(pixel, next as u8);
                    palette.extend(pixel);
                    next as u8
                }
            };
            last = (pixel, index);
        }
        pixels.push(last.1);
    }
    Some((palette, pixels))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_to_256_colours_fit() {
        let rgb = [[1, 2, 3], [1, 2, 3], [9, 9, 9], [1, 2, 3]].concat();
        let table = vec![1, 2, 3, 9, 9, 9];
        assert_eq!(indexed(&rgb), Some((table, vec![0, 0, 1, 0])));
        let colours = |count: u32| -> Vec<u8> {
            (0..count)
                .flat_map(|colour| [colour as u8, (colour >> 8) as u8, 0])
                .collect()
        };
        assert_eq!(
            indexed(&colours(256)).map(|(_, pixels)| pixels[255]),
            Some(255)
        );
        assert_eq!(indexed(&colours(257)), None);
    }
}
