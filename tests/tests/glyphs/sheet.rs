//! A picture with all glyphs of a font, and its comparison with a PNG.

use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};
use std::io::Cursor;

/// Pixels of a dot, each way.
const DOT: usize = 4;
/// Red, green and blue of the background, of a dot, and of the lines between glyphs.
const PALETTE: [[u8; 3]; 3] = [[0x10, 0x10, 0x20], [0xff, 0xff, 0xff], [0x40, 0x60, 0xa0]];
const BACKGROUND: u8 = 0;
const LIT: u8 = 1;
const GRID: u8 = 2;

/// A glyph; all of a sheet have the same number of lines.
pub struct Glyph {
    /// Its character, and the number of its drawing.
    pub name: String,
    /// Its lines, eight dots each, the leftmost in bit 7.
    pub lines: Vec<u8>,
}

/// The picture.
pub struct Sheet {
    names: Vec<String>,
    columns: usize,
    /// Pixels from a glyph to the one at its right, and to the one below.
    steps: (usize, usize),
    width: usize,
    height: usize,
    /// Colours in the palette.
    pixels: Vec<u8>,
}

impl Sheet {
    /// Draws the glyphs row by row, with a line around each.
    pub fn new(columns: usize, glyphs: Vec<Glyph>) -> Sheet {
        let lines = glyphs[0].lines.len();
        let (right, down) = (8 * DOT + 1, lines * DOT + 1);
        let width = columns * right + 1;
        let height = glyphs.len().div_ceil(columns) * down + 1;
        let mut pixels = vec![GRID; width * height];
        for (index, glyph) in glyphs.iter().enumerate() {
            assert_eq!(glyph.lines.len(), lines, "{}", glyph.name);
            let left = index % columns * right + 1;
            let top = index / columns * down + 1;
            for y in 0..lines * DOT {
                for x in 0..8 * DOT {
                    let is_lit = glyph.lines[y / DOT] << (x / DOT) & 0x80 != 0;
                    pixels[(top + y) * width + left + x] = if is_lit { LIT } else { BACKGROUND };
                }
            }
        }
        Sheet {
            names: glyphs.into_iter().map(|glyph| glyph.name).collect(),
            columns,
            steps: (right, down),
            width,
            height,
            pixels,
        }
    }

    /// The picture as a PNG of four colours.
    pub fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Two);
        encoder.set_palette(PALETTE.concat());
        let rows = self.pixels.chunks(self.width);
        let packed = rows.flat_map(|row| {
            let bytes = row.chunks(4);
            bytes.map(|four| {
                let places = four.iter().zip([6, 4, 2, 0]);
                places.fold(0, |byte, (colour, place)| byte | colour << place)
            })
        });
        let packed: Vec<u8> = packed.collect();
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&packed).unwrap();
        writer.finish().unwrap();
        bytes
    }

    /// The glyphs in which a PNG has another pixel, or another fault of it.
    pub fn differences(&self, png: &[u8]) -> Vec<String> {
        let (width, height, pixels) = match read(png) {
            Ok(picture) => picture,
            Err(why) => return vec![format!("the PNG: {why}")],
        };
        if (width, height) != (self.width, self.height) {
            return vec![format!(
                "its size: {width} x {height} pixels, not {} x {}",
                self.width, self.height
            )];
        }
        let mut differences: Vec<&str> = Vec::new();
        for (index, (colour, rgb)) in self.pixels.iter().zip(pixels.chunks(3)).enumerate() {
            if PALETTE[usize::from(*colour)] != rgb {
                let name = self.name(index % width, index / width);
                if !differences.contains(&name) {
                    differences.push(name);
                }
            }
        }
        differences.into_iter().map(str::to_owned).collect()
    }

    /// The glyph at a pixel.
    fn name(&self, x: usize, y: usize) -> &str {
        let (right, down) = self.steps;
        let glyph = self.names.get(y / down * self.columns + x / right);
        let is_line = x.is_multiple_of(right) || y.is_multiple_of(down);
        glyph
            .filter(|_| !is_line)
            .map_or("the grid", String::as_str)
    }
}

/// Width, height, and red, green and blue of each pixel.
fn read(png: &[u8]) -> Result<(usize, usize, Vec<u8>), String> {
    let mut decoder = Decoder::new(Cursor::new(png));
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let size = reader.output_buffer_size().ok_or("it is too large")?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels);
    let info = info.map_err(|error| error.to_string())?;
    if (info.color_type, info.bit_depth) != (ColorType::Rgb, BitDepth::Eight) {
        return Err(format!("it is {:?}, not RGB or a palette", info.color_type));
    }
    pixels.truncate(info.buffer_size());
    Ok((info.width as usize, info.height as usize, pixels))
}
