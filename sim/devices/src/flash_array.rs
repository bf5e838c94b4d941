//! Cells of the modelled flash: the last two sectors, the page buffer, and the time of a write.
//!
//! A program or an erase changes one byte every 256 clocks, from the lowest address up. So a power
//! cut at any clock leaves a part of the bytes unchanged.
//!
//! **Interface**: `load` writes a byte to the page buffer. `program` and `erase` are strobes and
//! must not come while `is_busy`. `data` is the byte at `address`, one clock later.
//! **Source**: Winbond W25Q32JV: a page program of 256 bytes takes 0.4 ms, 3 ms at most; an erase
//! of a sector of 4 KiB takes 45 ms, 400 ms at most. At 25 MHz the model takes 2.6 ms and 42 ms.

use rust_hdl::prelude::*;

/// The cells.
#[derive(LogicBlock, Default)]
pub struct FlashArray {
    /// Clock of the model.
    pub clock: Signal<In, Clock>,
    /// Byte of the last two sectors; the page and the sector of a write.
    pub address: Signal<In, Bits<13>>,
    /// Byte at `address`.
    pub data: Signal<Out, Bits<8>>,
    /// Byte for the page buffer, at the lowest 8 bits of `address`.
    pub loaded: Signal<In, Bits<8>>,
    /// Strobe: write `loaded` to the page buffer.
    pub load: Signal<In, Bit>,
    /// Strobe: program the loaded bytes.
    pub program: Signal<In, Bit>,
    /// Strobe: erase the sector.
    pub erase: Signal<In, Bit>,
    /// Level: a program or an erase is in progress.
    pub is_busy: Signal<Out, Bit>,
    /// Strobe: a bit that is 0 should become 1, which only an erase can do.
    pub is_refused: Signal<Out, Bit>,
    /// Inverted, since memories start with 0: an erased byte is 0.
    cells: RAM<Bits<8>, 13>,
    /// A loaded byte: bit 8, and the inverted byte.
    buffer: RAM<Bits<9>, 8>,
    works: DFF<Bit>,
    erases: DFF<Bit>,
    /// Sector and page of the write.
    page: DFF<Bits<5>>,
    /// `{byte, clock of the byte}`.
    progress: DFF<Bits<20>>,
    place: Signal<Local, Bits<13>>,
    writes: Signal<Local, Bit>,
    /// Bits that are 0 and should become 1.
    unset: Signal<Local, Bits<8>>,
}

impl Logic for FlashArray {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, works, erases, page, progress);
        self.cells.read_clock.next = self.clock.val();
        self.cells.write_clock.next = self.clock.val();
        self.buffer.read_clock.next = self.clock.val();
        self.buffer.write_clock.next = self.clock.val();
        self.place.next = (bit_cast::<13, 5>(self.page.q.val()) << 8)
            | bit_cast::<13, 8>(self.progress.q.val().get_bits::<8>(8));
        if self.erases.q.val() {
            self.place.next = (bit_cast::<13, 1>(self.page.q.val().get_bits::<1>(4)) << 12)
                | bit_cast::<13, 12>(self.progress.q.val().get_bits::<12>(8));
        }
        self.writes.next = self.works.q.val() & (self.progress.q.val().get_bits::<8>(0) == 4);
        self.cells.read_address.next = self.address.val();
        if self.works.q.val() {
            self.cells.read_address.next = self.place.val();
        }
        self.buffer.read_address.next = self.progress.q.val().get_bits::<8>(8);
        self.cells.write_address.next = self.place.val();
        self.cells.write_enable.next = self.writes.val();
        self.cells.write_data.next =
            self.cells.read_data.val() | self.buffer.read_data.val().get_bits::<8>(0);
        self.unset.next =
            self.cells.read_data.val() & !self.buffer.read_data.val().get_bits::<8>(0);
        self.is_refused.next = self.writes.val()
            & !self.erases.q.val()
            & self.buffer.read_data.val().get_bit(8)
            & self.unset.val().any();
        if self.erases.q.val() {
            self.cells.write_data.next = 0.into();
        }
        // A programmed byte leaves the buffer.
        self.buffer.write_address.next = self.progress.q.val().get_bits::<8>(8);
        self.buffer.write_data.next = 0.into();
        self.buffer.write_enable.next = self.writes.val() & !self.erases.q.val();
        if self.load.val() {
            self.buffer.write_address.next = self.address.val().get_bits::<8>(0);
            self.buffer.write_data.next = bit_cast::<9, 8>(!self.loaded.val()) | 0x100;
            self.buffer.write_enable.next = true;
        }
        if self.works.q.val() {
            self.progress.d.next = self.progress.q.val() + 1;
            if self.progress.q.val().get_bits::<16>(0).all()
                & (!self.erases.q.val() | self.progress.q.val().get_bits::<4>(16).all())
            {
                self.works.d.next = false;
            }
        } else if self.program.val() | self.erase.val() {
            self.works.d.next = true;
            self.erases.d.next = self.erase.val();
            self.page.d.next = self.address.val().get_bits::<5>(8);
            self.progress.d.next = 0.into();
        }
        self.data.next = !self.cells.read_data.val();
        self.is_busy.next = self.works.q.val();
    }
}
