//! Presses of the gamepads' buttons.
//!
//! [`GamepadReader`] sends all 24 buttons in every tick, always in the same order. A shift register
//! has the buttons of the last tick, the next one at its end.
//!
//! **Interface**: `pressed` is a strobe with `code`. A button that is down after the reset is a
//! press.

use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::gamepad_reader::{GamepadLines, GamepadReader};
use rust_hdl::prelude::*;

/// The log.
#[derive(LogicBlock, Module)]
pub struct PadLog {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: read the pads.
    pub tick: Signal<In, Bit>,
    /// Lines of the pads.
    pub lines: GamepadLines,
    /// Code of a button, see [`gamepad_reader`](gatefall_widgets::input::gamepad_reader).
    pub code: Signal<Out, Bits<8>>,
    /// Strobe: the button went down.
    pub pressed: Signal<Out, Bit>,
    #[part]
    #[given]
    reader: GamepadReader,
    /// Buttons that were down. A pad that is not read has none.
    #[reset(0)]
    down: DFF<Bits<24>>,
    shifts: Signal<Local, Bit>,
    is_down: Signal<Local, Bit>,
    /// The buttons of one pad are sent alone.
    is_single: Constant<Bit>,
    was_down: Signal<Local, Bit>,
}

impl PadLog {
    /// A log of so many gamepads for a module clock of `clock_hz`.
    pub fn new(clock_hz: u64, gamepads: u8) -> Self {
        construct!(PadLog {
            reader: GamepadReader::new(clock_hz, gamepads),
            is_single: Constant::new(gamepads < 2),
        })
    }
}

#[clocked]
impl Logic for PadLog {
    #[hdl_gen]
    fn update(&mut self) {
        self.reader.tick.next = self.tick.val();
        GamepadLines::link(&mut self.lines, &mut self.reader.lines);
        self.shifts.next = self.reader.valid.val();
        self.is_down.next = !self.reader.released.val();
        self.was_down.next = self.down.q.val().get_bit(23);
        if self.is_single.val() {
            self.was_down.next = self.down.q.val().get_bit(11);
        }
        if self.shifts.val() {
            self.down.d.next =
                (self.down.q.val() << 1) | bit_cast::<24, 1>(self.is_down.val().into());
        }
        self.pressed.next = self.shifts.val() & self.is_down.val() & !self.was_down.val();
        self.code.next = self.reader.code.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};
    use gatefall_widgets::input::gamepad_reader;

    /// Reads pads on which these buttons are down; the codes of the presses.
    fn read(uut: &mut Bench<PadLog>, down: [u16; 2]) -> Vec<u8> {
        let mut pads = [0xFFFF_u16; 2];
        let (mut pressed, mut shift_clock) = (vec![], true);
        for clock in 0..35 * 18 + 20 {
            poke!(uut.tick = clock == 0);
            let data = u64::from(pads[0] & 1 | (pads[1] & 1) << 1);
            poke!(uut, lines.data = data.to_bits());
            tick!(uut);
            let rises = peek!(uut, lines.shift_clock) && !shift_clock;
            shift_clock = peek!(uut, lines.shift_clock);
            if peek!(uut, lines.latch) {
                pads = down.map(|down| !down);
            } else if rises {
                pads = pads.map(|bits| bits >> 1 | 0x8000);
            }
            if peek!(uut.pressed) {
                pressed.push(peek!(uut.code).to_u8());
            }
        }
        pressed
    }

    #[test]
    fn a_press_is_told_once() {
        for pads in [1, 2] {
            let mut uut = Bench::new(PadLog::new(3_000_000, pads));
            assert_eq!(read(&mut uut, [0, 0]), []);
            assert_eq!(read(&mut uut, [0x802, 0]), [0x91, 0x9B]);
            assert_eq!(read(&mut uut, [0x802, 0]), []);
            assert_eq!(read(&mut uut, [0x800, 0]), []);
            assert_eq!(read(&mut uut, [0x803, 0]), [0x90, 0x91]);
        }
    }

    #[test]
    fn the_second_pad_has_codes_of_its_own() {
        let mut uut = Bench::new(PadLog::new(3_000_000, 2));
        assert_eq!(read(&mut uut, [0, 0x802]), [0xB1, 0xBB]);
        assert_eq!(read(&mut uut, [0x800, 0x802]), [0x9B]);
    }

    #[test]
    fn a_held_button_hides_no_other_one() {
        let mut uut = Bench::new(PadLog::new(3_000_000, 2));
        let pads = |buttons: u32| [buttons & 0xFFF, buttons >> 12].map(|pad| pad as u16);
        let codes: Vec<u8> = (0..24)
            .map(|button| gamepad_reader::code(button / 12, button % 12))
            .collect();
        for (held, code) in codes.iter().enumerate() {
            assert_eq!(read(&mut uut, [0, 0]), []);
            assert_eq!(read(&mut uut, pads(1 << held)), [*code]);
            let mut others = codes.clone();
            others.remove(held);
            let mut pressed = read(&mut uut, [0xFFF; 2]);
            pressed.sort_unstable();
            assert_eq!(pressed, others);
        }
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let uut = Bench::new(PadLog::new(25_000_000, 2));
        assert!(uut.rust_hdl_verilog().contains("module top"));
    }
}
