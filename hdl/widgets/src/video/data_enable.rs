//! Data enable for DVI: is high while the dots of a picture are visible. Derived from its sync
//! pulses.
//!
//! ```text
//!                |<- sync, back porch ->|<------ active ------>|
//! h_sync       ‾‾\______________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//! visible      __________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______
//! ```
//!
//! **Interface**: `visible` is a level and belongs to the dot that comes with the sync pulses of
//! the same cycle; right from the second frame on.
//! **Source**: the mode, [`VGA_640X480_60`](super::VGA_640X480_60); VESA DMT.

use super::VgaMode;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Counts dots and lines from the sync pulses.
#[derive(LogicBlock, Module)]
pub struct DataEnable {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: nothing is visible.
    pub reset: Signal<In, Bit>,
    /// Horizontal sync, low when active.
    pub h_sync: Signal<In, Bit>,
    /// Vertical sync, low when active.
    pub v_sync: Signal<In, Bit>,
    /// Level: the dot is visible.
    pub visible: Signal<Out, Bit>,
    h_before: DFF<Bit>,
    v_before: DFF<Bit>,
    dot: DFF<Bits<10>>,
    line: DFF<Bits<10>>,
    dot_visible: DFF<Bit>,
    line_visible: DFF<Bit>,
    next_line: Signal<Local, Bits<10>>,
    before_active: Constant<Bits<10>>,
    last_active: Constant<Bits<10>>,
    first_line: Constant<Bits<10>>,
    end_line: Constant<Bits<10>>,
}

impl DataEnable {
    /// For a picture of this mode.
    ///
    /// # Panics
    /// If the mode does not fit 10 bits.
    pub fn new(mode: &VgaMode) -> Self {
        let (horizontal, vertical) = (mode.horizontal, mode.vertical);
        assert!(horizontal.total() <= 1024 && vertical.total() < 1024);
        let dots = horizontal.sync + horizontal.back_porch;
        // The pulse of a line comes after its dots: that of the first line with the vertical pulse
        // is the first that is counted.
        let lines = vertical.sync + vertical.back_porch;
        construct!(DataEnable {
            before_active: Constant::new((dots - 1).into()),
            last_active: Constant::new((dots + horizontal.active - 1).into()),
            first_line: Constant::new(lines.into()),
            end_line: Constant::new((lines + vertical.active).into()),
        })
    }
}

#[clocked]
impl Logic for DataEnable {
    #[hdl_gen]
    fn update(&mut self) {
        self.visible.next = self.dot_visible.q.val() & self.line_visible.q.val();
        self.h_before.d.next = self.h_sync.val();
        self.v_before.d.next = self.v_sync.val();
        self.next_line.next = self.line.q.val() + 1;
        self.dot.d.next = self.dot.q.val() + 1;
        if self.dot.q.val() == self.before_active.val() {
            self.dot_visible.d.next = true;
        }
        if self.dot.q.val() == self.last_active.val() {
            self.dot_visible.d.next = false;
        }
        if self.h_before.q.val() & !self.h_sync.val() {
            self.dot.d.next = 1.into();
            self.line.d.next = self.next_line.val();
            if self.next_line.val() == self.first_line.val() {
                self.line_visible.d.next = true;
            }
            if self.next_line.val() == self.end_line.val() {
                self.line_visible.d.next = false;
            }
        }
        if self.v_before.q.val() & !self.v_sync.val() {
            self.line.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, VgaTiming};
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Small enough to run some frames of.
    const SMALL: VgaMode = VgaMode {
        horizontal: Axis {
            active: 12,
            front_porch: 4,
            sync: 6,
            back_porch: 5,
        },
        vertical: Axis {
            active: 7,
            front_porch: 3,
            sync: 2,
            back_porch: 4,
        },
    };

    /// The beam, and what is made of its pulses.
    #[derive(LogicBlock)]
    struct Beam {
        clock: Signal<In, Clock>,
        reset: Signal<In, Bit>,
        expected: Signal<Out, Bit>,
        found: Signal<Out, Bit>,
        timing: VgaTiming,
        data_enable: DataEnable,
    }

    impl Logic for Beam {
        #[hdl_gen]
        fn update(&mut self) {
            clock!(self, clock, timing, data_enable);
            self.timing.reset.next = self.reset.val();
            self.data_enable.reset.next = self.reset.val();
            self.data_enable.h_sync.next = self.timing.h_sync.val();
            self.data_enable.v_sync.next = self.timing.v_sync.val();
            self.expected.next = self.timing.active.val();
            self.found.next = self.data_enable.visible.val();
        }
    }

    #[test]
    fn what_is_visible_is_enabled_from_the_second_frame_on() {
        let mut bench = Bench::new(Beam {
            clock: Default::default(),
            reset: Default::default(),
            expected: Default::default(),
            found: Default::default(),
            timing: VgaTiming::new(&SMALL, 2),
            data_enable: DataEnable::new(&SMALL),
        });
        poke!(bench.reset = true);
        tick!(bench);
        poke!(bench.reset = false);
        let frame = SMALL.horizontal.total() * SMALL.vertical.total();
        let mut visible = 0;
        for cycle in 0..4 * frame {
            tick!(bench);
            if cycle >= frame {
                assert_eq!(peek!(bench.found), peek!(bench.expected), "cycle {cycle}");
                visible += u64::from(peek!(bench.found));
            }
        }
        assert_eq!(visible, 3 * 12 * 7);
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let mut uut = DataEnable::new(&SMALL);
        uut.connect_all();
        assert!(generate_verilog(&uut).contains("module top"));
    }
}
