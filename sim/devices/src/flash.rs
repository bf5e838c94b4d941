//! SPI flash in deep power-down, of which only the identification is modelled.
//!
//! It ignores every command but the release from power-down (ABh). 35 us after that it answers 9Fh
//! with its id. The output is high when the flash has nothing to say, like a line with a pull-up.
//!
//! **Source**: Winbond W25Q32JV: SPI mode 0; commands and power-down. 35 us is the longest time to
//! wake up that makers of flashes state.

use rust_hdl::prelude::*;

/// Clocks from the release to the first command: 35 us at 25 MHz.
const WAKE_CLOCKS: u64 = 875;
/// Id at the start: Winbond, 32 Mbit.
pub(crate) const FIRST_ID: u64 = 0xEF_4016;

/// The chip.
#[derive(LogicBlock)]
pub struct SpiFlash {
    /// Any clock of at most 25 MHz, at least four times that of the flash.
    pub clock: Signal<In, Clock>,
    /// Clock of the flash.
    pub flash_clock: Signal<In, Bit>,
    /// Select, low when active.
    pub flash_cs: Signal<In, Bit>,
    /// Input of the flash.
    pub flash_mosi: Signal<In, Bit>,
    /// Maker, type and capacity.
    pub id: Signal<In, Bits<24>>,
    /// Output of the flash.
    pub flash_miso: Signal<Out, Bit>,
    old_clock: DFF<Bit>,
    /// Bits since the selection, up to 15.
    bits: DFF<Bits<4>>,
    command: DFF<Bits<8>>,
    is_released: DFF<Bit>,
    wake_clocks: DFF<Bits<10>>,
    /// Zeros are highs of the output, so that it is high from the start.
    inverted_answer: DFF<Bits<24>>,
    is_command: Signal<Local, Bit>,
    is_awake: Signal<Local, Bit>,
    wake: Constant<Bits<10>>,
}

impl Default for SpiFlash {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            flash_clock: Default::default(),
            flash_cs: Default::default(),
            flash_mosi: Default::default(),
            id: Default::default(),
            flash_miso: Default::default(),
            old_clock: Default::default(),
            bits: Default::default(),
            command: Default::default(),
            is_released: Default::default(),
            wake_clocks: Default::default(),
            inverted_answer: Default::default(),
            is_command: Default::default(),
            is_awake: Default::default(),
            wake: Constant::new(WAKE_CLOCKS.to_bits()),
        }
    }
}

impl Logic for SpiFlash {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            old_clock,
            bits,
            command,
            is_released,
            wake_clocks,
            inverted_answer
        );
        self.old_clock.d.next = self.flash_clock.val();
        self.flash_miso.next = !self.inverted_answer.q.val().get_bit(23);
        self.is_command.next = self.bits.q.val() == 8;
        self.is_awake.next = self.wake_clocks.q.val() == self.wake.val();
        if self.is_released.q.val() & !self.is_awake.val() {
            self.wake_clocks.d.next = self.wake_clocks.q.val() + 1;
        }
        if self.flash_cs.val() {
            if self.is_command.val() & (self.command.q.val() == 0xAB) {
                self.is_released.d.next = true;
            }
            self.bits.d.next = 0.into();
            self.inverted_answer.d.next = 0.into();
        } else if self.flash_clock.val() & !self.old_clock.q.val() {
            if !self.bits.q.val().get_bit(3) {
                self.command.d.next =
                    (self.command.q.val() << 1) | bit_cast::<8, 1>(self.flash_mosi.val().into());
            }
            if !self.bits.q.val().all() {
                self.bits.d.next = self.bits.q.val() + 1;
            }
        } else if !self.flash_clock.val() & self.old_clock.q.val() {
            self.inverted_answer.d.next = self.inverted_answer.q.val() << 1;
            if self.is_command.val() & (self.command.q.val() == 0x9F) & self.is_awake.val() {
                self.inverted_answer.d.next = !self.id.val();
            }
        }
    }
}
