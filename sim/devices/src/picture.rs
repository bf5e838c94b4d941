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
        let levels: Vec<u8> = (0..16)
            .map(|level| (level.min(full) * 255 / full) as u8)
            .collect();
        let mut rgb = Vec::with_capacity(WIDTH * HEIGHT * 3);
        for line in memory.chunks_exact(LINE_BYTES).take(HEIGHT) {
            for word in line.chunks_exact(2).take(WIDTH) {
                let (low, high) = (word[0], word[1]);
                rgb.extend([high & 15, low >> 4, low & 15].map(|level| levels[usize::from(level)]));
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
