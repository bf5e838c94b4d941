//! Memory of the tiles that the panel shows, with a comparison.
//!
//! **Interface**: `differs` compares the `code` with the one shown at the `tile` of the clock
//! before. `replace` is a strobe that stores `code` at `tile`.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The memory.
#[derive(LogicBlock, Module)]
pub struct ShownTiles {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Address of the tile: {row, column}.
    pub tile: Signal<In, Bits<9>>,
    /// Code that the tile is to have.
    pub code: Signal<In, Bits<8>>,
    /// Strobe: the tile is painted with `code`.
    pub replace: Signal<In, Bit>,
    /// The panel shows another code.
    pub differs: Signal<Out, Bit>,
    #[part(clock)]
    #[given]
    codes: RAM<Bits<8>, 9>,
}

impl Default for ShownTiles {
    fn default() -> Self {
        construct!(ShownTiles {
            codes: std::iter::repeat_n(Bits::<8>::default(), 512).into(),
        })
    }
}

#[clocked]
impl Logic for ShownTiles {
    #[hdl_gen]
    fn update(&mut self) {
        self.codes.read_address.next = self.tile.val();
        self.codes.write_address.next = self.tile.val();
        self.codes.write_data.next = self.code.val();
        self.codes.write_enable.next = self.replace.val();
        self.differs.next = self.code.val() != self.codes.read_data.val();
    }
}
