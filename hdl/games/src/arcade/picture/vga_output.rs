//! Output registers of the VGA port.
//!
//! Outside of the visible picture the colour is black. In skins without textures every second line
//! is darker, as on a tube.
//!
//! **Latency**: one clock from `colour`, the sync pulses and `active` to the pins.

use gatefall_macros::{clocked, interface, Module};
use gatefall_widgets::property::{Mutant, Observer, Property};
use gatefall_widgets::video::ScanLine;
use rust_hdl::prelude::*;

/// Signals of a VGA screen, with `N` bits for each colour.
#[interface(client = VgaReader)]
pub struct VgaPort<const N: usize> {
    /// Horizontal sync, low when active.
    pub h_sync: Signal<Out, Bit>,
    /// Vertical sync, low when active.
    pub v_sync: Signal<Out, Bit>,
    /// Red, 0 outside of the picture, as the other two.
    pub red: Signal<Out, Bits<N>>,
    /// Green.
    pub green: Signal<Out, Bits<N>>,
    /// Blue.
    pub blue: Signal<Out, Bits<N>>,
}

/// The port, with `N` bits per colour channel.
#[derive(LogicBlock, Module)]
pub struct VgaOutput<const N: usize> {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Red, green and blue, `N` bits each; blue in the lowest bits.
    pub colour: Signal<In, Bits<12>>,
    /// Level: the line is dark.
    pub is_dim: Signal<In, Bit>,
    /// Level: the pixel is visible.
    pub active: Signal<In, Bit>,
    /// Horizontal sync, low when active.
    pub h_sync_in: Signal<In, Bit>,
    /// Vertical sync, low when active.
    pub v_sync_in: Signal<In, Bit>,
    /// The signals of the screen.
    pub vga: VgaPort<N>,
    red_line: ScanLine<N>,
    green_line: ScanLine<N>,
    blue_line: ScanLine<N>,
    h_sync_pin: DFF<Bit>,
    v_sync_pin: DFF<Bit>,
    red_pin: DFF<Bits<N>>,
    green_pin: DFF<Bits<N>>,
    blue_pin: DFF<Bits<N>>,
    #[value(2 * N)]
    red_bit: Constant<Bits<4>>,
    #[value(N)]
    green_bit: Constant<Bits<4>>,
}

#[clocked]
impl<const N: usize> Logic for VgaOutput<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.red_line.dim.next = self.is_dim.val();
        self.green_line.dim.next = self.is_dim.val();
        self.blue_line.dim.next = self.is_dim.val();
        self.red_line.level.next = self.colour.val().get_bits::<N>(self.red_bit.val().index());
        self.green_line.level.next = self
            .colour
            .val()
            .get_bits::<N>(self.green_bit.val().index());
        self.blue_line.level.next = self.colour.val().get_bits::<N>(0);
        self.red_pin.d.next = self.red_line.shown.val();
        self.green_pin.d.next = self.green_line.shown.val();
        self.blue_pin.d.next = self.blue_line.shown.val();
        if !self.active.val() {
            self.red_pin.d.next = 0.into();
            self.green_pin.d.next = 0.into();
            self.blue_pin.d.next = 0.into();
        }
        self.h_sync_pin.d.next = self.h_sync_in.val();
        self.v_sync_pin.d.next = self.v_sync_in.val();
        self.vga.h_sync.next = self.h_sync_pin.q.val();
        self.vga.v_sync.next = self.v_sync_pin.q.val();
        self.vga.red.next = self.red_pin.q.val();
        self.vga.green.next = self.green_pin.q.val();
        self.vga.blue.next = self.blue_pin.q.val();
    }
}

impl<const N: usize> VgaOutput<N> {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        observers: &[Observer::new("was_active", 1, "active")],
        ..Property::new(
            "the colour is black outside of the picture",
            "was_active || vga.red == 0 && vga.green == 0 && vga.blue == 0",
            Mutant::new("if (active)", "if (1'b1)", 4),
        )
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn colours_are_shown_while_the_pixel_is_visible() {
        let mut uut = Bench::new(VgaOutput::<4>::default());
        poke!(uut.colour = 0x3A7.into());
        poke!(uut.h_sync_in = true);
        for active in [true, false, true] {
            poke!(uut.active = active);
            tick!(uut);
            let seen = [
                peek!(uut, vga.red),
                peek!(uut, vga.green),
                peek!(uut, vga.blue),
            ];
            let expected = if active { [3, 10, 7] } else { [0; 3] };
            assert_eq!(seen.map(|level| level.to_u8()), expected);
            assert!(peek!(uut, vga.h_sync) && !peek!(uut, vga.v_sync));
        }
    }
}
