//! Textures: marks in the face of a piece, which distinguish the seven pieces without colour.
//!
//! A face is the 10 x 10 pixels from (3, 3) to (12, 12) of a cell. Where a texture has a mark, the
//! well shows through:
//!
//! ```text
//!     I           J           L           O           S           T           Z
//! ..##..##..  ..........  ...####...  ..........  ##..##..##  ###....###  ..##..##..
//! ..##..##..  ..........  ...####...  ..........  #..##..##.  ###....###  #..##..##.
//! ..##..##..  ##########  ...####...  ..........  ..##..##..  ###....###  ##..##..##
//! ..##..##..  ##########  ##########  ...####...  .##..##..#  ..........  .##..##..#
//! ..##..##..  ..........  ##########  ...####...  ##..##..##  ..........  ..##..##..
//! ..##..##..  ..........  ##########  ...####...  #..##..##.  ..........  #..##..##.
//! ..##..##..  ##########  ##########  ...####...  ..##..##..  ..........  ##..##..##
//! ..##..##..  ##########  ...####...  ..........  .##..##..#  ###....###  .##..##..#
//! ..##..##..  ..........  ...####...  ..........  ##..##..##  ###....###  ..##..##..
//! ..##..##..  ..........  ...####...  ..........  #..##..##.  ###....###  #..##..##.
//! ```
//!
//! All come from bars of two pixels, a stripe of four, and the sum and the difference of the
//! coordinates.
//!
//! **Interface**: `marks` belongs to the coordinates of one cycle ago; it means nothing outside of
//! the face.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Draws the textures.
#[derive(LogicBlock, Module)]
pub struct Texture {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Column in the cell, 0 to 14.
    pub x: Signal<In, Bits<4>>,
    /// Line in the cell, 0 to 14.
    pub y: Signal<In, Bits<4>>,
    /// Bit n: the texture of shape n has a mark here.
    pub marks: Signal<Out, Bits<8>>,
    marks_late: DFF<Bits<8>>,
    in_bars: Signal<Local, Bit>,
    in_beams: Signal<Local, Bit>,
    in_column: Signal<Local, Bit>,
    in_stripe: Signal<Local, Bit>,
    in_corner: Signal<Local, Bit>,
    sum: Signal<Local, Bits<2>>,
    difference: Signal<Local, Bits<2>>,
}

#[clocked]
impl Logic for Texture {
    #[hdl_gen]
    fn update(&mut self) {
        self.marks.next = self.marks_late.q.val();
        // 5, 6, 9, 10: the two upper bits differ, and so do the two lower ones. 6 to 9: the upper
        // bits differ, and the lower ones follow the second.
        self.in_bars.next = (self.x.val().get_bit(3) ^ self.x.val().get_bit(2))
            & (self.x.val().get_bit(1) ^ self.x.val().get_bit(0));
        self.in_beams.next = (self.y.val().get_bit(3) ^ self.y.val().get_bit(2))
            & (self.y.val().get_bit(1) ^ self.y.val().get_bit(0));
        self.in_column.next = (self.x.val().get_bit(3) ^ self.x.val().get_bit(2))
            & (self.x.val().get_bit(1) == self.x.val().get_bit(2));
        self.in_stripe.next = (self.y.val().get_bit(3) ^ self.y.val().get_bit(2))
            & (self.y.val().get_bit(1) == self.y.val().get_bit(2));
        self.in_corner.next = !self.in_column.val() & !self.in_stripe.val();
        self.sum.next = self.x.val().get_bits::<2>(0) + self.y.val().get_bits::<2>(0);
        self.difference.next = self.x.val().get_bits::<2>(0) - self.y.val().get_bits::<2>(0);
        self.marks_late.d.next = (bit_cast::<8, 1>(self.in_bars.val().into()) << 1)
            | (bit_cast::<8, 1>(self.in_beams.val().into()) << 2)
            | (bit_cast::<8, 1>((self.in_column.val() | self.in_stripe.val()).into()) << 3)
            | (bit_cast::<8, 1>((self.in_column.val() & self.in_stripe.val()).into()) << 4)
            | (bit_cast::<8, 1>(self.sum.val().get_bits::<1>(1)) << 5)
            | (bit_cast::<8, 1>(self.in_corner.val().into()) << 6)
            | (bit_cast::<8, 1>(self.difference.val().get_bits::<1>(1)) << 7);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The face of a cell of each shape, line by line.
    fn faces() -> [String; 7] {
        let mut uut = Bench::new(Texture::default());
        let mut faces = [(); 7].map(|()| String::new());
        for y in 3..13u64 {
            for x in 3..13u64 {
                poke!(uut.x = x.to_bits());
                poke!(uut.y = y.to_bits());
                tick!(uut);
                for (shape, face) in (1..).zip(&mut faces) {
                    let is_marked = peek!(uut.marks).to_u64() >> shape & 1 == 1;
                    face.push(if is_marked { '#' } else { '.' });
                }
            }
            faces.iter_mut().for_each(|face| face.push('\n'));
        }
        faces
    }

    #[test]
    fn the_textures_are_the_documented_ones() {
        let faces = faces();
        let documented: Vec<&str> = include_str!("texture.rs")
            .lines()
            .skip_while(|line| !line.contains("I           J"))
            .skip(1)
            .take(10)
            .collect();
        for (y, line) in documented.iter().enumerate() {
            let drawn: Vec<&str> = faces
                .iter()
                .map(|face| face.lines().nth(y).unwrap())
                .collect();
            assert_eq!(*line, format!("//! {}", drawn.join("  ")));
        }
    }

    #[test]
    fn no_two_textures_are_easily_mistaken() {
        let faces = faces();
        for (number, face) in faces.iter().enumerate() {
            for other in &faces[..number] {
                let apart = face
                    .bytes()
                    .zip(other.bytes())
                    .filter(|(a, b)| a != b)
                    .count();
                assert!(apart >= 32, "{apart} pixels between\n{face}\n{other}");
            }
        }
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let mut uut = Texture::default();
        uut.connect_all();
        assert!(generate_verilog(&uut).contains("module top"));
    }
}
