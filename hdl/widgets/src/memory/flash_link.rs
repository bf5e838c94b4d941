//! SPI link to a flash: one bit in eight clocks, both directions at once.
//!
//! ```text
//! phase        0   1   2   3   4   5   6   7   0
//! flash_clock  ________________________/~~~~~~~~~~~~~~~\___
//! mosi         taken in each phase; phase 3 is a clock before the pulse
//! miso         changes after the pulse, sampled in phase 7 of the next bit
//! ```
//!
//! **Interface**: while `run` is high, `bit_ends` is a strobe in every eighth clock. A bit is sent
//! and `miso` is valid if `select` is high. `flash_cs` stays low for the half of a bit after
//! `select` has fallen, so the flash is deselected with a low clock. One bit without `select` is
//! the least between two selections; then the flash is deselected for four clocks.
//! **Source**: Winbond W25Q32JV: mode 0, 50 MHz for reads, 50 ns between selections. At 29 MHz four
//! clocks are 138 ns.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The link.
#[derive(LogicBlock, Module)]
pub struct FlashLink {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the flash is deselected.
    pub reset: Signal<In, Bit>,
    /// Level: count clocks.
    pub run: Signal<In, Bit>,
    /// Level: the flash is selected. Changes after `bit_ends`.
    pub select: Signal<In, Bit>,
    /// Bit to send, from phase 3 on.
    pub mosi: Signal<In, Bit>,
    /// Strobe: the last clock of a bit.
    pub bit_ends: Signal<Out, Bit>,
    /// Bit received. Valid with `bit_ends`.
    pub miso: Signal<Out, Bit>,
    /// Output of the flash, asynchronous.
    pub flash_miso: Signal<In, Bit>,
    /// Clock of the flash. A register, like the other outputs to the flash.
    pub flash_clock: Signal<Out, Bit>,
    /// Select of the flash, low when active.
    pub flash_cs: Signal<Out, Bit>,
    /// Input of the flash.
    pub flash_mosi: Signal<Out, Bit>,
    #[part(clock)]
    miso_sync: BitSynchronizer,
    phase: DFF<Bits<3>>,
    clock_pin: DFF<Bit>,
    selects: DFF<Bit>,
    mosi_pin: DFF<Bit>,
}

#[clocked]
impl Logic for FlashLink {
    #[hdl_gen]
    fn update(&mut self) {
        self.miso_sync.sig_in.next = self.flash_miso.val();
        self.phase.d.next = 0.into();
        if self.run.val() {
            self.phase.d.next = self.phase.q.val() + 1;
        }
        self.clock_pin.d.next = self.select.val() & self.phase.q.val().get_bit(2);
        self.selects.d.next =
            self.select.val() | (self.selects.q.val() & !self.phase.q.val().get_bit(2));
        self.mosi_pin.d.next = self.mosi.val();
        self.bit_ends.next = self.phase.q.val().all();
        self.miso.next = self.miso_sync.sig_out.val();
        self.flash_clock.next = self.clock_pin.q.val();
        self.flash_cs.next = !self.selects.q.val();
        self.flash_mosi.next = self.mosi_pin.q.val();
    }
}
