//! Test picture on an LCD of 160 x 128, in a white frame of one pixel.
//!
//! The LCD has a palette of eight colours: of the steps of brightness it shows two halves.

use super::test_picture::{TestPicture, HEIGHT, WIDTH};
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::display::{Panel, St7735};
use rust_hdl::prelude::*;

/// RGB565 of a number whose bits are red, green and blue.
const PALETTE: [u16; 16] = [
    0x0000, 0x001F, 0x07E0, 0x07FF, 0xF800, 0xF81F, 0xFFE0, 0xFFFF, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// The screen.
#[derive(LogicBlock, Module)]
pub struct LcdScreen {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the panel is reset too.
    pub reset: Signal<In, Bit>,
    /// Strobe: a slot of the panel's pauses is over.
    pub slot: Signal<In, Bit>,
    /// Values of [`TestPicture`].
    pub values: Signal<In, Bits<64>>,
    /// Number of saves.
    pub saves: Signal<In, Bits<8>>,
    /// The buttons, high while pressed.
    pub buttons: Signal<In, Bits<9>>,
    /// Clock of the panel.
    pub lcd_clock: Signal<Out, Bit>,
    /// Data for the panel.
    pub lcd_data: Signal<Out, Bit>,
    /// A command (0) or data (1).
    pub lcd_dc: Signal<Out, Bit>,
    /// Low while bytes are sent.
    pub lcd_cs: Signal<Out, Bit>,
    /// Low: reset of the panel.
    pub lcd_reset: Signal<Out, Bit>,
    #[part]
    #[given]
    panel: St7735,
    #[part(clock)]
    picture: TestPicture,
    x: DFF<Bits<8>>,
    y: DFF<Bits<7>>,
    is_line_end: Signal<Local, Bit>,
    is_frame: Signal<Local, Bit>,
    #[value(WIDTH - 1)]
    last_x: Constant<Bits<8>>,
    #[value(HEIGHT - 1)]
    last_y: Constant<Bits<7>>,
}

impl LcdScreen {
    /// For a module clock of `clock_hz` and this panel.
    pub fn new(clock_hz: u64, panel: Panel) -> Self {
        construct!(LcdScreen {
            panel: St7735::new(clock_hz, panel, &PALETTE),
        })
    }
}

#[clocked]
impl Logic for LcdScreen {
    #[hdl_gen]
    fn update(&mut self) {
        self.picture.x.next = self.x.q.val();
        self.picture.y.next = self.y.q.val();
        self.picture.values.next = self.values.val();
        self.picture.saves.next = self.saves.val();
        self.picture.buttons.next = self.buttons.val();
        self.is_line_end.next = self.x.q.val() == self.last_x.val();
        self.is_frame.next = !self.x.q.val().any()
            | self.is_line_end.val()
            | !self.y.q.val().any()
            | self.y.q.val().all();
        self.panel.colour.next = (bit_cast::<4, 1>(self.picture.colour.val().get_bits::<1>(11))
            << 2)
            | (bit_cast::<4, 1>(self.picture.colour.val().get_bits::<1>(7)) << 1)
            | bit_cast::<4, 1>(self.picture.colour.val().get_bits::<1>(3));
        if self.is_frame.val() {
            self.panel.colour.next = 7.into();
        }
        self.panel.is_last.next = self.is_line_end.val() & self.y.q.val().all();
        // 13 clocks until the next pixel is due are enough for the latency of the picture.
        if self.panel.taken.val() {
            self.x.d.next = self.x.q.val() + 1;
            if self.is_line_end.val() {
                self.x.d.next = 0.into();
                self.y.d.next = self.y.q.val() + 1;
            }
        }
        self.panel.slot.next = self.slot.val();
        self.panel.start.next = true;
        self.panel.x_first.next = 0.into();
        self.panel.x_last.next = self.last_x.val();
        self.panel.y_first.next = 0.into();
        self.panel.y_last.next = bit_cast::<8, 7>(self.last_y.val());
        self.lcd_clock.next = self.panel.lcd_clock.val();
        self.lcd_data.next = self.panel.lcd_data.val();
        self.lcd_dc.next = self.panel.lcd_dc.val();
        self.lcd_cs.next = self.panel.lcd_cs.val();
        self.lcd_reset.next = self.panel.lcd_reset.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const PANEL: Panel = Panel {
        access: 0xa8,
        x_offset: 0,
        y_offset: 0,
        max_clock_hz: 15_000_000,
    };

    fn screen() -> Bench<LcdScreen> {
        let mut uut = Bench::new(LcdScreen::new(25_000_000, PANEL));
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        uut
    }

    /// The bytes of data after the next RAMWR.
    fn filled(uut: &mut Bench<LcdScreen>, count: usize) -> Vec<u8> {
        let (mut byte, mut bits, mut was_high) = (0_u8, 0, false);
        let mut bytes: Option<Vec<u8>> = None;
        for clock in 0..2_000_000 {
            // Slots are short here.
            poke!(uut.slot = clock % 50 == 0);
            tick!(uut);
            let is_high = peek!(uut.lcd_clock) && !peek!(uut.lcd_cs);
            if is_high && !was_high {
                byte = byte << 1 | u8::from(peek!(uut.lcd_data));
                bits += 1;
                if bits % 8 == 0 {
                    match (&mut bytes, peek!(uut.lcd_dc)) {
                        (_, false) => bytes = (byte == 0x2c).then(Vec::new),
                        (Some(bytes), true) => bytes.push(byte),
                        (None, true) => {}
                    }
                }
            }
            was_high = is_high;
            if let Some(bytes) = bytes.take_if(|bytes| bytes.len() == count) {
                return bytes;
            }
        }
        panic!("no window is filled");
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(screen().rust_hdl_verilog().contains("module top"));
    }

    /// Two whole windows, one after the other.
    #[test]
    fn the_bars_and_the_frame_fill_the_panel() {
        let mut uut = screen();
        let (width, height) = (usize::from(WIDTH), usize::from(HEIGHT));
        for _ in 0..2 {
            let bytes = filled(&mut uut, 2 * width * height);
            let pixel = |x: usize, y: usize| {
                let at = 2 * (y * width + x);
                u16::from_be_bytes([bytes[at], bytes[at + 1]])
            };
            let bars: Vec<u16> = (0..8).map(|bar| pixel(20 * bar + 10, 30)).collect();
            let expected = [0xFFFF, 0xFFE0, 0x07FF, 0x07E0, 0xF81F, 0xF800, 0x001F, 0];
            assert_eq!(bars, expected);
            assert!((0..width).all(|x| [pixel(x, 0), pixel(x, height - 1)] == [0xFFFF; 2]));
            assert!((0..height).all(|y| [pixel(0, y), pixel(width - 1, y)] == [0xFFFF; 2]));
            assert_eq!([pixel(158, 1), pixel(158, 126)], [0, 0]);
        }
    }
}
