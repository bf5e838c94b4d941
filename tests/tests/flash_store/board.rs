//! A board with the store, a memory of 512 bytes and the modelled flash.

use gatefall_devices::{DeviceBench, FlashFault};
use gatefall_host::{Machine, Snapshot};
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::memory::{FlashChip, FlashStore};
use rust_hdl::prelude::*;

/// A chip without locks.
pub const CHIP: FlashChip = FlashChip {
    bytes: 1 << 22,
    id: 0xEF_4016,
    is_locked: false,
};
/// A chip whose blocks are locked at power-up.
pub const LOCKED_CHIP: FlashChip = FlashChip {
    bytes: 1 << 22,
    id: 0xBF_2642,
    is_locked: true,
};
/// Clocks after which a start or a save has failed: the chip takes 1.3 million for a save.
const LIMIT: u64 = 4_000_000;

/// The store and its memory.
#[derive(LogicBlock, Module)]
struct StoredBlock {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub restart: Signal<In, Bit>,
    pub save: Signal<In, Bit>,
    pub present: Signal<Out, Bit>,
    pub busy: Signal<Out, Bit>,
    pub loaded: Signal<Out, Bit>,
    pub flash_miso: Signal<In, Bit>,
    pub flash_clock: Signal<Out, Bit>,
    pub flash_cs: Signal<Out, Bit>,
    pub flash_mosi: Signal<Out, Bit>,
    #[part]
    #[given]
    store: FlashStore,
    #[part(clock)]
    memory: RAM<Bits<8>, 9>,
}

#[clocked]
impl Logic for StoredBlock {
    #[hdl_gen]
    fn update(&mut self) {
        self.store.restart.next = self.restart.val();
        self.store.save.next = self.save.val();
        self.present.next = self.store.present.val();
        self.busy.next = self.store.busy.val();
        self.loaded.next = self.store.loaded.val();
        self.memory.read_address.next = self.store.address.val();
        self.store.read_data.next = self.memory.read_data.val();
        self.memory.write_address.next = self.store.address.val();
        self.memory.write_data.next = self.store.write_data.val();
        self.memory.write_enable.next = self.store.write.val();
        self.store.flash_miso.next = self.flash_miso.val();
        self.flash_clock.next = self.store.flash_clock.val();
        self.flash_cs.next = self.store.flash_cs.val();
        self.flash_mosi.next = self.store.flash_mosi.val();
    }
}

/// Contents of the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table(Vec<u8>);

impl Table {
    /// Random bytes, the same for the same number.
    pub fn new(number: u64) -> Table {
        let mut random = fastrand::Rng::with_seed(number);
        Table((0..512).map(|_| random.u8(..)).collect())
    }
}

/// A sector of the flash.
pub type Sector = [u8; 4096];

/// The board.
pub struct Board {
    machine: Machine,
    /// State at power-up, with an empty flash.
    first: Snapshot,
}

impl Board {
    pub fn new(chip: FlashChip) -> Board {
        Board::with_format(chip, 0x5A5A)
    }

    pub fn with_format(chip: FlashChip, format: u16) -> Board {
        let mut block = construct!(StoredBlock {
            store: FlashStore::new(chip, format),
        });
        block.connect_all();
        let circuit = gatefall_bench::netlist(&block, "block");
        let bench = DeviceBench::new(&circuit, &[]).unwrap();
        let mut machine = Machine::new(&bench.netlist).unwrap();
        machine.poke("flash_id", chip.id.into()).unwrap();
        let locks = chip.is_locked.into();
        machine.poke("flash_locks", locks).unwrap();
        machine.poke("reset", 1).unwrap();
        machine.run(10);
        machine.poke("reset", 0).unwrap();
        let first = machine.snapshot();
        Board { machine, first }
    }

    fn peek(&mut self, signal: &str) -> u64 {
        self.machine.peek(signal).unwrap()
    }

    fn is_high(&mut self, signal: &str) -> bool {
        self.peek(signal) == 1
    }

    pub fn is_present(&mut self) -> bool {
        self.is_high("block.present")
    }

    pub fn is_loaded(&mut self) -> bool {
        self.is_high("block.loaded")
    }

    pub fn is_busy(&mut self) -> bool {
        self.is_high("block.busy")
    }

    pub fn is_chip_busy(&mut self) -> bool {
        self.is_high("flash_chip.array.is_busy")
    }

    pub fn run(&mut self, clocks: u64) {
        self.machine.run(clocks);
    }

    fn run_until_idle(&mut self) {
        let mut clocks = 0;
        while self.is_busy() {
            self.run(500);
            clocks += 500;
            assert!(clocks < LIMIT, "the store does not end");
        }
    }

    /// Switches the board off and on; the memory is empty. Waits for the end of the start.
    pub fn power_up(&mut self) {
        let sectors = [self.sector(0), self.sector(1)];
        let id = self.peek("flash_id");
        let first = self.first.clone();
        self.restore(&first);
        self.set_sectors(&sectors);
        self.set_id(id as u32);
        self.run(1);
        self.run_until_idle();
    }

    fn strobe(&mut self, button: &str) {
        self.machine.poke(button, 1).unwrap();
        self.run(1);
        self.machine.poke(button, 0).unwrap();
        self.run(1);
    }

    pub fn restart(&mut self) {
        self.strobe("restart");
        self.run_until_idle();
    }

    pub fn reset(&mut self) {
        self.machine.poke("reset", 1).unwrap();
        self.run(3);
        self.machine.poke("reset", 0).unwrap();
        self.run(1);
        self.run_until_idle();
    }

    pub fn request_save(&mut self) {
        self.strobe("save");
    }

    pub fn save(&mut self) {
        self.request_save();
        self.run_until_idle();
    }

    pub fn set_id(&mut self, id: u32) {
        self.machine.poke("flash_id", id.into()).unwrap();
    }

    /// Replaces the modelled chip by one with or without locks, until the next power-up.
    pub fn set_locks(&mut self, has_locks: bool) {
        self.machine.poke("flash_locks", has_locks.into()).unwrap();
    }

    pub fn fault(&mut self) -> Option<FlashFault> {
        FlashFault::first(self.peek("flash_chip_fault"))
    }

    pub fn table(&mut self) -> Table {
        let memory = self.machine.memory("block.memory").unwrap();
        Table((0..512).map(|at| memory.get(at).unwrap() as u8).collect())
    }

    pub fn set_table(&mut self, table: &Table) {
        let mut memory = self.machine.memory("block.memory").unwrap();
        for (at, byte) in (0..).zip(&table.0) {
            memory.set(at, (*byte).into()).unwrap();
        }
    }

    /// Bytes of one of the two sectors. The cells are inverted.
    pub fn sector(&mut self, sector: usize) -> Sector {
        let cells = self.machine.memory("flash_chip.array.cells").unwrap();
        let bytes = &cells.bytes()[4096 * sector..][..4096];
        std::array::from_fn(|at| !bytes[at])
    }

    pub fn set_sectors(&mut self, sectors: &[Sector; 2]) {
        let mut cells = self.machine.memory("flash_chip.array.cells").unwrap();
        let old = cells.bytes().to_vec();
        for (at, (byte, old)) in (0..).zip(sectors.as_flattened().iter().zip(old)) {
            if !byte != old {
                cells.set(at, (!byte).into()).unwrap();
            }
        }
    }

    pub fn snapshot(&mut self) -> Snapshot {
        self.machine.snapshot()
    }

    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.machine.restore(snapshot).unwrap();
    }

    /// The sectors after a power cut in this clock. Cells that the chip has not finished have
    /// random bits: of those that an erase sets, or of those that a program clears.
    pub fn torn_sectors(&mut self, random: &mut fastrand::Rng) -> [Sector; 2] {
        let mut sectors = [self.sector(0), self.sector(1)];
        if !self.is_chip_busy() {
            return sectors;
        }
        let erases = self.is_high("flash_chip.array.erases");
        let page = self.peek("flash_chip.array.page") as usize;
        let done = (self.peek("flash_chip.array.progress") >> 8) as usize;
        let buffer = self.machine.memory("flash_chip.array.buffer");
        let buffer = buffer.unwrap();
        let buffer: Vec<u8> = (0..256).map(|at| buffer.get(at).unwrap() as u8).collect();
        let cells = sectors.as_flattened_mut();
        // Sometimes few bits of each byte change, sometimes nearly all.
        let mut noise = || match random.u8(..3) {
            0 => random.u8(..) & random.u8(..) & random.u8(..),
            1 => random.u8(..),
            _ => random.u8(..) | random.u8(..) | random.u8(..),
        };
        if erases {
            for cell in &mut cells[4096 * (page >> 4)..][..4096][done..] {
                *cell |= noise();
            }
        } else {
            for (cell, cleared) in cells[256 * page..][..256]
                .iter_mut()
                .zip(&buffer)
                .skip(done)
            {
                *cell &= !(cleared & noise());
            }
        }
        sectors
    }
}
