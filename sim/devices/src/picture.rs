//! A picture, taken off the screen.

use crate::vga_monitor::{HEIGHT, WIDTH};

/// 640 x 480 pixels of red, green and blue.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    rgb: Vec<u8>,
}

impl Picture {
    /// From words of three channels of four bits, `colour_bits` of which count.
    pub(crate) fn new(screen: &[u16], colour_bits: u32) -> Picture {
        let full = (1u32 << colour_bits) - 1;
        let level = |level: u32| ((level & 15).min(full) * 255 / full) as u8;
        // Sixty pictures a second go through here, so the colours are worked out once.
        let colours: Vec<[u8; 3]> = (0..1 << 12)
            .map(|word| [level(word >> 8), level(word >> 4), level(word)])
            .collect();
        let pixels = screen.iter().map(|&word| colours[usize::from(word)]);
        let rgb = pixels.collect::<Vec<_>>().into_flattened();
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
