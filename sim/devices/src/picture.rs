//! A picture of a screen.

use crate::st7735::St7735Panel;
use crate::vga_monitor::{HEIGHT, WIDTH};

/// Colour around an LCD's picture.
const FRAME: [u8; 3] = [24; 3];

/// 640 x 480 pixels of red, green and blue.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    rgb: Vec<u8>,
}

impl Picture {
    /// Converts words of three channels of four bits. `colour_bits` of each channel are used.
    pub(crate) fn new(screen: &[u16], colour_bits: u32) -> Picture {
        let full = (1u32 << colour_bits) - 1;
        let level = |level: u32| ((level & 15).min(full) * 255 / full) as u8;
        // A table of all colours, because sixty pictures a second are converted.
        let colours: Vec<[u8; 3]> = (0..1 << 12)
            .map(|word| [level(word >> 8), level(word >> 4), level(word)])
            .collect();
        let pixels = screen.iter().map(|&word| colours[usize::from(word)]);
        let rgb = pixels.collect::<Vec<_>>().into_flattened();
        Picture { rgb }
    }

    /// Scales the pixels of an LCD by the largest factor that fits, in the centre of the screen.
    pub(crate) fn of_lcd(lcd: &St7735Panel) -> Picture {
        let (rgb, (width, height)) = lcd.as_mounted();
        let scale = (WIDTH / width).min(HEIGHT / height);
        let (left, top) = ((WIDTH - scale * width) / 2, (HEIGHT - scale * height) / 2);
        let mut picture = vec![FRAME; WIDTH * HEIGHT];
        for (line, row) in picture
            .chunks_exact_mut(WIDTH)
            .skip(top)
            .zip(0..scale * height)
        {
            for (place, column) in line[left..].iter_mut().zip(0..scale * width) {
                let pixel = 3 * (row / scale * width + column / scale);
                *place = [rgb[pixel], rgb[pixel + 1], rgb[pixel + 2]];
            }
        }
        Picture {
            rgb: picture.into_flattened(),
        }
    }

    /// Converts pixels in the format of [`Picture::rgb`]. `None` if their number is not that of the
    /// screen.
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
