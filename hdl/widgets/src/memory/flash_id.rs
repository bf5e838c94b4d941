//! Reads the identification of an SPI flash.
//!
//! ```text
//! flash_cs     ~~\________________/~~~~~~~~~~~~~\__________________________________/~~~
//! flash_clock  ___/8 pulses\______________________/8 pulses\/24 pulses\________________
//! flash_mosi      release (ABh)      pause           id (9Fh)
//! flash_miso                                               maker, type, capacity
//! ```
//!
//! An FPGA that has configured itself may leave its flash in deep power-down. The flash then
//! ignores every command but the release, and needs some time afterwards. So each read begins with
//! a release.
//!
//! **Interface**: `start` is a strobe; during a read it is ignored. `id` changes at the end of a
//! read, which takes 1664 clocks. A flash that does not answer reads as `FFFFFF` with a pull-up at
//! `flash_miso` and as `000000` without. The outputs are registers.
//! **Source**: JEDEC JEP106 and JESD216 for command and answer; Winbond W25Q32JV: SPI mode 0, 50
//! MHz, 3 us from the release to the next command. Other makers need up to 35 us, which the pause
//! has at up to 29 MHz.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Release from deep power-down.
pub const RELEASE: u8 = 0xAB;
/// Read the JEDEC identification.
pub const READ_ID: u8 = 0x9F;

/// The reader.
#[derive(LogicBlock, Module)]
pub struct FlashId {
    /// Module clock, at most 29 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the flash is not selected.
    pub reset: Signal<In, Bit>,
    /// Strobe: read.
    pub start: Signal<In, Bit>,
    /// Output of the flash, asynchronous.
    pub flash_miso: Signal<In, Bit>,
    /// Clock of the flash: a sixteenth of the module clock.
    pub flash_clock: Signal<Out, Bit>,
    /// Select of the flash, low when active.
    pub flash_cs: Signal<Out, Bit>,
    /// Input of the flash.
    pub flash_mosi: Signal<Out, Bit>,
    /// Maker, type of memory and capacity. 0 before the first read.
    pub id: Signal<Out, Bits<24>>,
    #[part(clock)]
    miso_sync: BitSynchronizer,
    is_busy: DFF<Bit>,
    /// Clock within a bit; the pulse is the second half.
    phase: DFF<Bits<4>>,
    /// `{byte, bit}`: byte 0 is the release, 1 to 8 the pause, 9 the command, 10 to 12 the answer.
    place: DFF<Bits<7>>,
    shifted: DFF<Bits<24>>,
    found: DFF<Bits<24>>,
    clock_pin: DFF<Bit>,
    selects: DFF<Bit>,
    mosi_pin: DFF<Bit>,
    byte: Signal<Local, Bits<4>>,
    is_release: Signal<Local, Bit>,
    is_command: Signal<Local, Bit>,
    is_selected: Signal<Local, Bit>,
    operation: Signal<Local, Bits<8>>,
    bit_number: Signal<Local, Bits<3>>,
    #[value(RELEASE)]
    release: Constant<Bits<8>>,
    #[value(READ_ID)]
    read_id: Constant<Bits<8>>,
}

#[clocked]
impl Logic for FlashId {
    #[hdl_gen]
    fn update(&mut self) {
        self.miso_sync.sig_in.next = self.flash_miso.val();
        self.byte.next = self.place.q.val().get_bits::<4>(3);
        self.is_release.next = self.byte.val() == 0;
        self.is_command.next = self.byte.val() == 9;
        self.is_selected.next =
            self.is_busy.q.val() & (self.is_release.val() | (self.byte.val() >= 9));
        // The highest bit goes first.
        self.bit_number.next = !self.place.q.val().get_bits::<3>(0);
        self.operation.next = self.release.val();
        if self.is_command.val() {
            self.operation.next = self.read_id.val();
        }
        self.selects.d.next = self.is_selected.val();
        self.clock_pin.d.next = self.is_selected.val() & self.phase.q.val().get_bit(3);
        self.mosi_pin.d.next = self.is_selected.val()
            & (self.is_release.val() | self.is_command.val())
            & self.operation.val().get_bit(self.bit_number.val().index());
        if self.is_busy.q.val() {
            self.phase.d.next = self.phase.q.val() + 1;
            // The flash changes its output at the end of a pulse.
            if self.phase.q.val().all() {
                self.place.d.next = self.place.q.val() + 1;
                self.shifted.d.next = (self.shifted.q.val() << 1)
                    | bit_cast::<24, 1>(self.miso_sync.sig_out.val().into());
            }
            if self.byte.val() == 13 {
                self.is_busy.d.next = false;
                self.phase.d.next = 0.into();
                self.found.d.next = self.shifted.q.val();
            }
        } else if self.start.val() {
            self.is_busy.d.next = true;
            self.place.d.next = 0.into();
        }
        self.flash_clock.next = self.clock_pin.q.val();
        self.flash_cs.next = !self.selects.q.val();
        self.flash_mosi.next = self.mosi_pin.q.val();
        self.id.next = self.found.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Clocks of a read, from `start` to the new `id`.
    const READ: u64 = 13 * 8 * 16 + 2;

    /// The reader, and a list of the bytes that it sends while the flash is selected.
    struct Flash {
        uut: Bench<FlashId>,
        selections: Vec<Vec<u8>>,
        /// Clocks for which the flash was not selected, before each selection.
        pauses: Vec<u64>,
        bits: u32,
        is_clock_high: bool,
        is_selected: bool,
        unselected: u64,
        answer: u32,
    }

    impl Flash {
        fn new(answer: u32) -> Flash {
            let mut uut = Bench::new(FlashId::default());
            poke!(uut.reset = true);
            tick!(uut);
            poke!(uut.reset = false);
            Flash {
                uut,
                selections: vec![],
                pauses: vec![],
                bits: 0,
                is_clock_high: false,
                is_selected: false,
                unselected: 0,
                answer,
            }
        }

        fn tick(&mut self) {
            let uut = &mut self.uut;
            tick!(uut);
            let selected = !peek!(uut.flash_cs);
            let clock = peek!(uut.flash_clock);
            if selected && !self.is_selected {
                assert!(!clock, "mode 0 is low when idle");
                self.selections.push(vec![]);
                self.pauses.push(self.unselected);
                self.bits = 0;
            }
            self.unselected = if selected { 0 } else { self.unselected + 1 };
            assert!(selected || !clock);
            if let (true, true, false, Some(bytes)) = (
                selected,
                clock,
                self.is_clock_high,
                self.selections.last_mut(),
            ) {
                if self.bits.is_multiple_of(8) {
                    bytes.push(0);
                }
                let byte = bytes.last_mut().unwrap();
                *byte = *byte << 1 | u8::from(peek!(uut.flash_mosi));
                self.bits += 1;
            }
            // Bits 8 to 31 of a selection are the answer, changed at the falling edge.
            if self.is_clock_high && !clock {
                let is_high =
                    (8..32).contains(&self.bits) && self.answer >> (31 - self.bits) & 1 == 1;
                poke!(uut.flash_miso = is_high);
            }
            self.is_selected = selected;
            self.is_clock_high = clock;
        }

        fn read(&mut self) -> u32 {
            poke!(self.uut.start = true);
            self.tick();
            poke!(self.uut.start = false);
            for _ in 1..READ {
                self.tick();
            }
            peek!(self.uut.id).to_u32()
        }
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(Flash::new(0).uut.rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn the_answer_is_the_id() {
        for id in [0xEF_4016, 0xC2_2018, 0x80_0001, 0] {
            let mut flash = Flash::new(id);
            for _ in 0..2 {
                assert_eq!(flash.read(), id);
            }
        }
    }

    #[test]
    fn a_read_begins_with_a_release_and_a_pause_of_35_microseconds() {
        let mut flash = Flash::new(0x12_3456);
        flash.read();
        assert_eq!(flash.selections, [vec![RELEASE], vec![READ_ID, 0, 0, 0]]);
        assert!(flash.pauses[1] * 1_000_000 / 29_000_000 >= 35);
    }

    #[test]
    fn a_start_during_a_read_is_ignored_and_a_reset_ends_the_read() {
        let mut flash = Flash::new(0xEF_4016);
        poke!(flash.uut.start = true);
        for _ in 0..READ - 1 {
            flash.tick();
        }
        poke!(flash.uut.start = false);
        flash.tick();
        assert_eq!(peek!(flash.uut.id), 0xEF_4016);
        poke!(flash.uut.start = true);
        flash.tick();
        flash.tick();
        flash.tick();
        assert!(!peek!(flash.uut.flash_cs));
        poke!(flash.uut.reset = true);
        flash.tick();
        assert!(peek!(flash.uut.flash_cs) && peek!(flash.uut.id) == 0);
    }
}
