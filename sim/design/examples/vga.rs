//! A VGA test pattern, drawn from the pins into a picture as a monitor does.
//!
//! `cargo run -p gatefall-design --example vga` writes `build/vga.png`.

use std::{error::Error, fs::File, path::Path};

use gatefall_design::{peek, tick, Design, Simulator};
use rust_hdl::prelude::*;

/// Ten coloured columns, with a white line around the picture. 640 x 480 pixels, 60 Hz at 25.2 MHz.
#[derive(LogicBlock, Default)]
pub struct Pattern {
    clock: Signal<In, Clock>,
    h_sync: Signal<Out, Bit>,
    v_sync: Signal<Out, Bit>,
    red_green_blue: Signal<Out, Bits<3>>,
    x: DFF<Bits<10>>,
    y: DFF<Bits<10>>,
}

impl Logic for Pattern {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, x, y);
        self.x.d.next = self.x.q.val() + 1;
        if self.x.q.val() == 799 {
            self.x.d.next = 0.into();
            self.y.d.next = self.y.q.val() + 1;
            if self.y.q.val() == 524 {
                self.y.d.next = 0.into();
            }
        }
        self.h_sync.next = (self.x.q.val() < 656) | (self.x.q.val() >= 752);
        self.v_sync.next = (self.y.q.val() < 490) | (self.y.q.val() >= 492);
        self.red_green_blue.next = self.x.q.val().get_bits::<3>(6);
        if (self.x.q.val() >= 640) | (self.y.q.val() >= 480) {
            self.red_green_blue.next = 0.into();
        } else if (self.x.q.val() == 0)
            | (self.x.q.val() == 639)
            | (self.y.q.val() == 0)
            | (self.y.q.val() == 479)
        {
            self.red_green_blue.next = 7.into();
        }
    }
}

/// Waits for the end of a pulse, which is low.
fn pulse(uut: &mut Simulator<Pattern>, pin: impl Fn(&Pattern) -> &Signal<Out, Bit>) {
    for level in [true, false] {
        while uut.peek(&pin) == level {
            tick!(uut);
        }
    }
}

/// Draws a picture. Its back porch is 33 lines, that of a line is 48 pixels.
pub fn run(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut uut = Design::new(Pattern::default()).simulate()?;
    let mut rgb = Vec::new();
    pulse(&mut uut, |uut| &uut.v_sync);
    (1..33).for_each(|_| pulse(&mut uut, |uut| &uut.h_sync));
    for _ in 0..480 {
        pulse(&mut uut, |uut| &uut.h_sync);
        uut.run(|uut| &mut uut.clock, 48);
        for _ in 0..640 {
            let colour = peek!(uut.red_green_blue).to_u8();
            rgb.extend([4, 2, 1].map(|bit| if colour & bit == 0 { 0 } else { 255 }));
            tick!(uut);
        }
    }
    std::fs::create_dir_all(folder)?;
    let mut encoder = png::Encoder::new(File::create(folder.join("vga.png"))?, 640, 480);
    encoder.set_color(png::ColorType::Rgb);
    Ok(encoder.write_header()?.write_image_data(&rgb)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(Path::new("build"))
}
