//! A picture, taken off the screen.

use crate::vga_monitor::{HEIGHT, WIDTH};

/// Bytes from one line of the frame memory to the next: 2^10 words of two bytes.
const LINE_BYTES: usize = 2 << 10;

/// 640 x 480 pixels of red, green and blue.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    rgb: Vec<u8>,
}

impl Picture {
    /// From the bytes of the frame memory, whose words hold three channels of four bits, `colour_bits` of which count.
    pub(crate) fn new(memory: &[u8], colour_bits: u32) -> Picture {
        let full = (1u32 << colour_bits) - 1;
        let level = |level: u32| ((level & 15).min(full) * 255 / full) as u8;
        // Sixty pictures a second go through here, so the colours are worked out once.
        let colours: Vec<[u8; 3]> = (0..1 << 12)
            .map(|word| [level(word >> 8), level(word >> 4), level(word)])
            .collect();
        let mut rgb = vec![0; WIDTH * HEIGHT * 3];
        let lines = rgb.chunks_exact_mut(3 * WIDTH);
        for (line, words) in lines.zip(memory.chunks_exact(LINE_BYTES)) {
            for (pixel, word) in line.chunks_exact_mut(3).zip(words.chunks_exact(2)) {
                let word = u16::from_le_bytes([word[0], word[1]]);
                pixel.copy_from_slice(&colours[usize::from(word & 0xfff)]);
            }
        }
        Picture { rgb }
    }

    /// From pixels as [`Picture::rgb`] gives them, if there are as many as on the screen.
    pub fn from_rgb(rgb: Vec<u8>) -> Option<Picture> {
        (rgb.len() == WIDTH * HEIGHT * 3).then_some(Picture { rgb })
    }

    /// Pixels from left to right and from top to bottom, three bytes each.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// Columns.
    pub fn width(&self) -> usize {
        WIDTH
    }

    /// Lines.
    pub fn height(&self) -> usize {
        HEIGHT
    }
}
