//! Counts the beam over the screen and makes the synchronisation pulses of a VGA mode.
//!
//! A picture needs some cycles from the position of the beam to the colour. So `x` and `y` are
//! `lead` cycles, the length of that pipeline, ahead of the other outputs. All outputs are decoded
//! from one counter, so there are no delay registers beside the pipeline. `x` stops when the last
//! pixel of a line has left the pipeline, and it is constant below the picture, so nothing switches
//! there.
//!
//! ```text
//!             x = 0    x = lead                                x = h_active + lead
//! moves       ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\________________________
//! active      ____________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\________________________
//! line_blank  ________________________________________________/‾\______________________
//! h_sync      ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________/‾‾
//! ```
//!
//! **Interface**: 10-bit counters; until the first reset one frame may stay dark; `frame_start` and
//! `line_blank` are strobes, the other outputs levels. Both sync pulses are low when active.
//! **Source**: VESA DMT 640 x 480 at 60 Hz (pixel clock 25.175 MHz, line 31.469 kHz, frame 59.940
//! Hz).

use crate::property::{Mutant, Property};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// One direction of a video mode: the visible part, then the blanking, in pixels or in lines.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Visible part.
    pub active: u64,
    /// From the end of the visible part to the sync pulse.
    pub front_porch: u64,
    /// Length of the sync pulse.
    pub sync: u64,
    /// From the sync pulse to the next visible part.
    pub back_porch: u64,
}

impl Axis {
    /// The whole period.
    pub const fn total(&self) -> u64 {
        self.active + self.front_porch + self.sync + self.back_porch
    }

    const fn sync_start(&self) -> u64 {
        self.active + self.front_porch
    }

    const fn sync_end(&self) -> u64 {
        self.active + self.front_porch + self.sync
    }
}

/// A video mode with negative sync pulses.
#[derive(Clone, Copy, Debug)]
pub struct VgaMode {
    /// Pixels of a line.
    pub horizontal: Axis,
    /// Lines of a frame.
    pub vertical: Axis,
}

/// 640 x 480 at 60 Hz, the basic mode of VGA.
pub const VGA_640X480_60: VgaMode = VgaMode {
    horizontal: Axis {
        active: 640,
        front_porch: 16,
        sync: 96,
        back_porch: 48,
    },
    vertical: Axis {
        active: 480,
        front_porch: 10,
        sync: 2,
        back_porch: 33,
    },
};

/// The beam.
#[derive(LogicBlock, Module)]
pub struct VgaTiming {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the beam returns to the top left corner.
    pub reset: Signal<In, Bit>,
    /// Column of the pixel that enters the pipeline.
    pub x: Signal<Out, Bits<10>>,
    /// Line of the pixel that enters the pipeline.
    pub y: Signal<Out, Bits<10>>,
    /// Level: `x` moves on, until the last visible pixel of the line has left the pipeline.
    pub moves: Signal<Out, Bit>,
    /// The pixel that leaves the pipeline is visible.
    pub active: Signal<Out, Bit>,
    /// From the first pixel below the picture that leaves the pipeline to the last pixel of the
    /// frame that enters it.
    pub v_blank: Signal<Out, Bit>,
    /// Horizontal sync, low when active, for the pixel that leaves the pipeline.
    pub h_sync: Signal<Out, Bit>,
    /// Vertical sync, low when active, for the pixel that leaves the pipeline.
    pub v_sync: Signal<Out, Bit>,
    /// High for one cycle per frame, in the first line below the picture, when its first pixel
    /// leaves the pipeline.
    pub frame_start: Signal<Out, Bit>,
    /// High for one cycle per line, visible or not, when the first pixel right of the picture
    /// leaves the pipeline.
    pub line_blank: Signal<Out, Bit>,
    column: DFF<Bits<10>>,
    x_shown: DFF<Bits<10>>,
    row: DFF<Bits<10>>,
    #[reset(true)]
    h_moves: DFF<Bit>,
    h_active: DFF<Bit>,
    #[reset(true)]
    v_active: DFF<Bit>,
    h_pulse: DFF<Bit>,
    v_pulse: DFF<Bit>,
    frame: DFF<Bit>,
    line: DFF<Bit>,
    next_column: Signal<Local, Bits<10>>,
    next_x: Signal<Local, Bits<10>>,
    is_moving: Signal<Local, Bit>,
    next_row: Signal<Local, Bits<10>>,
    at_line_start: Signal<Local, Bit>,
    at_line_end: Signal<Local, Bit>,
    last_column: Constant<Bits<10>>,
    last_row: Constant<Bits<10>>,
    before_active: Constant<Bits<10>>,
    before_front_porch: Constant<Bits<10>>,
    before_sync: Constant<Bits<10>>,
    before_back_porch: Constant<Bits<10>>,
    active_rows: Constant<Bits<10>>,
    sync_row: Constant<Bits<10>>,
    back_porch_row: Constant<Bits<10>>,
}

impl VgaTiming {
    /// The beam of `mode`, with `x` and `y` running `lead` cycles ahead of the other outputs.
    ///
    /// # Panics
    /// If `lead` is 0 or not shorter than the front porch, or the mode does not fit 10 bits.
    pub fn new(mode: &VgaMode, lead: u64) -> Self {
        let VgaMode {
            horizontal,
            vertical,
        } = mode;
        assert!(0 < lead && lead < horizontal.front_porch);
        assert!(horizontal.total() <= 1024 && vertical.total() <= 1024);
        // A register that shall change together with a pixel at the end of the pipeline takes its
        // decision one cycle before.
        let before = |x: u64| Constant::new((x + lead - 1).into());
        construct!(VgaTiming {
            last_column: Constant::new((horizontal.total() - 1).into()),
            last_row: Constant::new((vertical.total() - 1).into()),
            before_active: before(0),
            before_front_porch: before(horizontal.active),
            before_sync: before(horizontal.sync_start()),
            before_back_porch: before(horizontal.sync_end()),
            active_rows: Constant::new(vertical.active.into()),
            sync_row: Constant::new(vertical.sync_start().into()),
            back_porch_row: Constant::new(vertical.sync_end().into()),
        })
    }
}

#[clocked]
impl Logic for VgaTiming {
    #[hdl_gen]
    fn update(&mut self) {
        self.x.next = self.x_shown.q.val();
        self.y.next = self.row.q.val();
        self.h_sync.next = !self.h_pulse.q.val();
        self.v_sync.next = !self.v_pulse.q.val();
        self.frame_start.next = self.frame.q.val();
        self.line_blank.next = self.line.q.val();
        self.v_blank.next = !self.v_active.q.val();
        self.active.next = self.h_active.q.val() & self.v_active.q.val();

        self.is_moving.next = self.h_moves.q.val() & self.v_active.q.val();
        self.moves.next = self.is_moving.val();
        self.next_x.next = self.x_shown.q.val() + 1;
        self.next_column.next = self.column.q.val() + 1;
        self.next_row.next = self.row.q.val() + 1;
        self.column.d.next = self.next_column.val();
        if self.is_moving.val() {
            self.x_shown.d.next = self.next_x.val();
        }
        if self.column.q.val() == self.last_column.val() {
            self.column.d.next = 0.into();
            self.x_shown.d.next = 0.into();
            self.h_moves.d.next = true;
            self.row.d.next = self.next_row.val();
            if self.row.q.val() == self.last_row.val() {
                self.row.d.next = 0.into();
                self.v_active.d.next = true;
            }
        }

        self.at_line_start.next = self.column.q.val() == self.before_active.val();
        self.at_line_end.next = self.column.q.val() == self.before_front_porch.val();
        self.line.d.next = self.at_line_end.val();
        self.frame.d.next = self.at_line_start.val() & (self.row.q.val() == self.active_rows.val());
        if self.at_line_start.val() {
            self.h_active.d.next = true;
            // The lines of the pulse start and end with their first pixel, not with the counter.
            if self.row.q.val() == self.active_rows.val() {
                self.v_active.d.next = false;
            }
            if self.row.q.val() == self.sync_row.val() {
                self.v_pulse.d.next = true;
            }
            if self.row.q.val() == self.back_porch_row.val() {
                self.v_pulse.d.next = false;
            }
        }
        if self.at_line_end.val() {
            self.h_moves.d.next = false;
            self.h_active.d.next = false;
        }
        if self.column.q.val() == self.before_sync.val() {
            self.h_pulse.d.next = true;
        }
        if self.column.q.val() == self.before_back_porch.val() {
            self.h_pulse.d.next = false;
        }
    }
}

impl VgaTiming {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // For `VGA_640X480_60` and a lead of 4: the pixel that leaves the pipeline is 4 columns
        // behind the counter.
        Property::new(
            "the counters stay within 800 columns and 525 lines",
            "column < 800 && row < 525",
            Mutant::new("row <= 10'd0;", "row <= 10'd525;", 3),
        ),
        Property {
            lemmas: &["column < 800"],
            ..Property::new(
                "the horizontal pulse is low from pixel 656 to pixel 751",
                "h_sync == !(column >= 656 + 4 && column < 752 + 4)",
                Mutant::new("h_pulse <= 1'b0;", "h_pulse <= 1'b1;", 3),
            )
        },
        Property {
            lemmas: &["column < 800 && row < 525"],
            ..Property::new(
                "the vertical pulse is low in lines 490 and 491",
                "v_sync == !(row == 490 && column >= 4 || row == 491 || row == 492 && column < 4)",
                Mutant::new("v_pulse <= 1'b0;", "v_pulse <= 1'b1;", 3),
            )
        },
        Property {
            lemmas: &[
                "column < 800 && row < 525",
                "h_active == (column >= 4 && column < 644)",
                "v_blank == !(row < 480 || row == 480 && column < 4)",
            ],
            ..Property::new(
                "the picture has 640 pixels in each of 480 lines",
                "active == (column >= 4 && column < 640 + 4 && row < 480)",
                Mutant::new("BEFORE_ACTIVE = 10'd3", "BEFORE_ACTIVE = 10'd4", 10),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const LEAD: u64 = 3;

    fn timing(mode: &VgaMode) -> Bench<VgaTiming> {
        Bench::new(VgaTiming::new(mode, LEAD))
    }

    /// Runs two frames and compares every output of every cycle with the definition of the mode.
    fn check(mode: &VgaMode) {
        let (h, v) = (mode.horizontal, mode.vertical);
        let mut uut = timing(mode);
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        // The outputs show the reset state until the first pixel leaves the pipeline.
        for _ in 0..LEAD {
            tick!(uut);
        }
        for cycle in 0..2 * h.total() * v.total() {
            let (x, y) = (cycle % h.total(), cycle / h.total() % v.total());
            let ahead = (cycle + LEAD) % (h.total() * v.total());
            let (column, row) = (ahead % h.total(), ahead / h.total());
            // Below the picture `x` stops when the first pixel there leaves the pipeline.
            let end = match row {
                row if row < v.active => h.active + LEAD,
                row if row == v.active => LEAD,
                _ => 0,
            };
            let pulse = |axis: &Axis, at| (axis.sync_start()..axis.sync_end()).contains(&at);
            assert_eq!(peek!(uut.x), column.min(end), "{x} {y}");
            assert_eq!(peek!(uut.y), row);
            assert_eq!(peek!(uut.moves), column < end, "{x} {y}");
            assert_eq!(peek!(uut.active), x < h.active && y < v.active, "{x} {y}");
            assert_eq!(peek!(uut.h_sync), !pulse(&h, x), "{x} {y}");
            assert_eq!(peek!(uut.v_sync), !pulse(&v, y), "{x} {y}");
            assert_eq!(peek!(uut.frame_start), (x, y) == (0, v.active), "{x} {y}");
            assert_eq!(peek!(uut.line_blank), x == h.active, "{x} {y}");
            tick!(uut);
        }
    }

    #[test]
    fn every_pixel_of_two_frames_of_a_small_mode() {
        let horizontal = Axis {
            active: 20,
            front_porch: 5,
            sync: 7,
            back_porch: 6,
        };
        let vertical = Axis {
            active: 12,
            front_porch: 2,
            sync: 2,
            back_porch: 3,
        };
        check(&VgaMode {
            horizontal,
            vertical,
        });
    }

    #[test]
    fn every_pixel_of_full_lines() {
        check(&VgaMode {
            vertical: Axis {
                active: 4,
                ..VGA_640X480_60.vertical
            },
            ..VGA_640X480_60
        });
    }

    #[test]
    fn the_mode_is_the_published_one() {
        let VgaMode {
            horizontal,
            vertical,
        } = VGA_640X480_60;
        assert_eq!((horizontal.total(), vertical.total()), (800, 525));
        assert_eq!((horizontal.sync_start(), horizontal.sync_end()), (656, 752));
        assert_eq!((vertical.sync_start(), vertical.sync_end()), (490, 492));
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(timing(&VGA_640X480_60)
            .rust_hdl_verilog()
            .contains("module top"));
    }
}
