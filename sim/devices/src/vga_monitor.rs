//! A VGA monitor for 640 x 480 at 60 Hz: takes the picture off the wires, and checks the timing to the pixel.
//!
//! The monitor finds the picture by the sync pulses alone. From the first pulse of each kind on it knows where the beam must be, and
//! compares in every cycle: h_sync low exactly in columns 656 to 751, v_sync low exactly in lines 490 and 491, black outside of the visible
//! part. Each cycle that differs is a fault. A pulse that comes at another time also moves the beam there, as in a real monitor.
//!
//! **Shape**: one pixel a cycle to `address` = {line, column}, `frames` counts at the end of the last visible line, so the frame memory holds one
//! whole picture for the 45 lines that follow.
//! **Source**: VESA DMT 640 x 480 at 60 Hz: 800 x 525 in all, both pulses low when active.

use rust_hdl::prelude::*;

/// Visible columns.
pub const WIDTH: usize = 640;
/// Visible lines.
pub const HEIGHT: usize = 480;
/// Bits of an address of the frame memory: 9 of the line, 10 of the column.
pub const ADDRESS_BITS: u32 = 19;

/// What differed from the mode, as bits of `fault_kind`.
pub mod fault {
    /// h_sync had the wrong level.
    pub const H_SYNC: u64 = 1;
    /// v_sync had the wrong level.
    pub const V_SYNC: u64 = 2;
    /// There was colour outside of the visible part.
    pub const COLOUR: u64 = 4;
}

/// The monitor.
#[derive(LogicBlock)]
pub struct VgaMonitor {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Horizontal sync.
    pub h_sync: Signal<In, Bit>,
    /// Vertical sync.
    pub v_sync: Signal<In, Bit>,
    /// Red, green and blue, four bits each.
    pub colour: Signal<In, Bits<12>>,
    /// Strobe: write `pixel` to the frame memory.
    pub write: Signal<Out, Bit>,
    /// Where.
    pub address: Signal<Out, Bits<19>>,
    /// The colour there.
    pub pixel: Signal<Out, Bits<12>>,
    /// Number of complete pictures.
    pub frames: Signal<Out, Bits<32>>,
    /// Number of cycles that were not as the mode has them.
    pub faults: Signal<Out, Bits<32>>,
    /// The first of them: what was wrong, see [`fault`].
    pub fault_kind: Signal<Out, Bits<3>>,
    /// Column of the first fault.
    pub fault_x: Signal<Out, Bits<10>>,
    /// Line of the first fault.
    pub fault_y: Signal<Out, Bits<10>>,
    x: DFF<Bits<10>>,
    y: DFF<Bits<10>>,
    h_before: DFF<Bit>,
    v_before: DFF<Bit>,
    h_found: DFF<Bit>,
    v_found: DFF<Bit>,
    line_visible: DFF<Bit>,
    line_pulse: DFF<Bit>,
    frame_count: DFF<Bits<32>>,
    fault_count: DFF<Bits<32>>,
    first_kind: DFF<Bits<3>>,
    first_x: DFF<Bits<10>>,
    first_y: DFF<Bits<10>>,
    h_falls: Signal<Local, Bit>,
    v_falls: Signal<Local, Bit>,
    beam_x: Signal<Local, Bits<10>>,
    beam_y: Signal<Local, Bits<10>>,
    next_x: Signal<Local, Bits<10>>,
    next_y: Signal<Local, Bits<10>>,
    next_frame: Signal<Local, Bits<32>>,
    next_fault: Signal<Local, Bits<32>>,
    in_step: Signal<Local, Bit>,
    visible: Signal<Local, Bit>,
    into_h_pulse: Signal<Local, Bits<10>>,
    in_h_pulse: Signal<Local, Bit>,
    h_differs: Signal<Local, Bit>,
    v_differs: Signal<Local, Bit>,
    colour_differs: Signal<Local, Bit>,
    differences: Signal<Local, Bits<3>>,
    columns: Constant<Bits<10>>,
    lines: Constant<Bits<10>>,
    h_pulse_start: Constant<Bits<10>>,
    h_pulse: Constant<Bits<10>>,
    v_pulse_start: Constant<Bits<10>>,
    v_pulse_end: Constant<Bits<10>>,
    last_column: Constant<Bits<10>>,
    last_line: Constant<Bits<10>>,
}

const H_FRONT_PORCH: usize = 16;
const H_PULSE: usize = 96;
const H_BACK_PORCH: usize = 48;
const V_FRONT_PORCH: usize = 10;
const V_PULSE: usize = 2;
const V_BACK_PORCH: usize = 33;
const H_PULSE_START: usize = WIDTH + H_FRONT_PORCH;
const V_PULSE_START: usize = HEIGHT + V_FRONT_PORCH;
const H_TOTAL: usize = H_PULSE_START + H_PULSE + H_BACK_PORCH;
const V_TOTAL: usize = V_PULSE_START + V_PULSE + V_BACK_PORCH;

/// Cycles of a frame.
pub const FRAME_CYCLES: u64 = (H_TOTAL * V_TOTAL) as u64;

impl Default for VgaMonitor {
    fn default() -> Self {
        let number = |value: usize| Constant::new(value.to_bits());
        Self {
            clock: Default::default(),
            h_sync: Default::default(),
            v_sync: Default::default(),
            colour: Default::default(),
            write: Default::default(),
            address: Default::default(),
            pixel: Default::default(),
            frames: Default::default(),
            faults: Default::default(),
            fault_kind: Default::default(),
            fault_x: Default::default(),
            fault_y: Default::default(),
            x: Default::default(),
            y: Default::default(),
            h_before: Default::default(),
            v_before: Default::default(),
            h_found: Default::default(),
            v_found: Default::default(),
            line_visible: Default::default(),
            line_pulse: Default::default(),
            frame_count: Default::default(),
            fault_count: Default::default(),
            first_kind: Default::default(),
            first_x: Default::default(),
            first_y: Default::default(),
            h_falls: Default::default(),
            v_falls: Default::default(),
            beam_x: Default::default(),
            beam_y: Default::default(),
            next_x: Default::default(),
            next_y: Default::default(),
            next_frame: Default::default(),
            next_fault: Default::default(),
            in_step: Default::default(),
            visible: Default::default(),
            into_h_pulse: Default::default(),
            in_h_pulse: Default::default(),
            h_differs: Default::default(),
            v_differs: Default::default(),
            colour_differs: Default::default(),
            differences: Default::default(),
            columns: number(WIDTH),
            lines: number(HEIGHT),
            h_pulse_start: number(H_PULSE_START),
            h_pulse: number(H_PULSE),
            v_pulse_start: number(V_PULSE_START),
            v_pulse_end: number(V_PULSE_START + V_PULSE),
            last_column: number(H_TOTAL - 1),
            last_line: number(V_TOTAL - 1),
        }
    }
}

impl Logic for VgaMonitor {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            x,
            y,
            h_before,
            v_before,
            h_found,
            v_found,
            line_visible,
            line_pulse,
            frame_count,
            fault_count,
            first_kind,
            first_x,
            first_y
        );
        self.frames.next = self.frame_count.q.val();
        self.faults.next = self.fault_count.q.val();
        self.fault_kind.next = self.first_kind.q.val();
        self.fault_x.next = self.first_x.q.val();
        self.fault_y.next = self.first_y.q.val();
        self.h_before.d.next = self.h_sync.val();
        self.v_before.d.next = self.v_sync.val();
        self.h_falls.next = self.h_before.q.val() & !self.h_sync.val();
        self.v_falls.next = self.v_before.q.val() & !self.v_sync.val();

        // Where the pulses say the beam is.
        self.beam_x.next = self.x.q.val();
        if self.h_falls.val() {
            self.beam_x.next = self.h_pulse_start.val();
            self.h_found.d.next = true;
        }
        self.beam_y.next = self.y.q.val();
        if self.v_falls.val() {
            self.beam_y.next = self.v_pulse_start.val();
            self.v_found.d.next = true;
            self.line_visible.d.next = false;
            self.line_pulse.d.next = true;
        }
        self.next_x.next = self.beam_x.val() + 1;
        self.next_y.next = self.beam_y.val() + 1;
        self.x.d.next = self.next_x.val();
        self.y.d.next = self.beam_y.val();
        if self.beam_x.val() == self.last_column.val() {
            self.x.d.next = 0.into();
            self.y.d.next = self.next_y.val();
            self.line_visible.d.next = self.next_y.val() < self.lines.val();
            self.line_pulse.d.next = (self.next_y.val() >= self.v_pulse_start.val())
                & (self.next_y.val() < self.v_pulse_end.val());
            if self.beam_y.val() == self.last_line.val() {
                self.y.d.next = 0.into();
                self.line_visible.d.next = true;
            }
        }

        // Where it must be, had every pulse come on time.
        self.in_step.next = self.h_found.q.val() & self.v_found.q.val();
        self.visible.next = self.line_visible.q.val() & (self.x.q.val() < self.columns.val());
        self.into_h_pulse.next = self.x.q.val() - self.h_pulse_start.val();
        self.in_h_pulse.next = self.into_h_pulse.val() < self.h_pulse.val();
        self.h_differs.next = self.h_sync.val() == self.in_h_pulse.val();
        self.v_differs.next = self.v_sync.val() == self.line_pulse.q.val();
        self.colour_differs.next = !self.visible.val() & self.colour.val().any();
        self.differences.next = (bit_cast::<3, 1>(self.colour_differs.val().into()) << 2)
            | (bit_cast::<3, 1>(self.v_differs.val().into()) << 1)
            | bit_cast::<3, 1>(self.h_differs.val().into());
        self.next_fault.next = self.fault_count.q.val() + 1;
        if self.in_step.val() & self.differences.val().any() {
            self.fault_count.d.next = self.next_fault.val();
            if !self.first_kind.q.val().any() {
                self.first_kind.d.next = self.differences.val();
                self.first_x.d.next = self.x.q.val();
                self.first_y.d.next = self.y.q.val();
            }
        }

        self.write.next = self.in_step.val() & self.visible.val();
        self.address.next = (bit_cast::<19, 9>(self.y.q.val().get_bits::<9>(0)) << 10)
            | bit_cast::<19, 10>(self.x.q.val());
        self.pixel.next = self.colour.val();
        self.next_frame.next = self.frame_count.q.val() + 1;
        if self.in_step.val()
            & (self.x.q.val() == self.columns.val())
            & (self.next_y.val() == self.lines.val())
        {
            self.frame_count.d.next = self.next_frame.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_widgets::tick;

    /// A picture source whose pulses can be bent.
    struct Source {
        uut: VgaMonitor,
        x: usize,
        y: usize,
    }

    impl Source {
        fn new() -> Self {
            let mut uut = VgaMonitor::default();
            uut.connect_all();
            Self { uut, x: 0, y: 485 }
        }

        /// One pixel. `wrong` flips bits as [`fault`] names them.
        fn pixel(&mut self, wrong: u64) {
            let in_h_pulse = (656..752).contains(&self.x);
            let in_v_pulse = (490..492).contains(&self.y);
            let visible = self.x < 640 && self.y < 480;
            self.uut.h_sync.next = in_h_pulse == (wrong & fault::H_SYNC != 0);
            self.uut.v_sync.next = in_v_pulse == (wrong & fault::V_SYNC != 0);
            let lit = visible || wrong & fault::COLOUR != 0;
            self.uut.colour.next = if lit {
                colour(self.x, self.y).to_bits()
            } else {
                0.into()
            };
            tick!(self.uut);
            self.x = (self.x + 1) % 800;
            if self.x == 0 {
                self.y = (self.y + 1) % 525;
            }
        }

        fn to(&mut self, x: usize, y: usize) {
            while (self.x, self.y) != (x, y) {
                self.pixel(0);
            }
        }
    }

    fn colour(x: usize, y: usize) -> usize {
        (x * 7 + y * 13) & 0xfff | 1
    }

    #[test]
    fn pixels_go_to_their_places() {
        let mut source = Source::new();
        source.to(10, 488);
        assert!(!source.uut.write.val());
        source.to(0, 0);
        for x in 0..800 {
            // What the monitor says about the pixel on the wires, before the clock edge that ends it.
            source.uut.colour.next = if x < 640 {
                colour(x, 0).to_bits()
            } else {
                0.into()
            };
            source.uut.clock.next = Clock { clk: false };
            simulate(&mut source.uut, 20);
            assert_eq!(source.uut.write.val(), x < 640);
            if x < 640 {
                assert_eq!(source.uut.address.val(), x.to_bits());
                assert_eq!(source.uut.pixel.val(), colour(x, 0).to_bits());
            }
            source.pixel(0);
        }
        assert_eq!(source.uut.faults.val(), 0);
    }

    #[test]
    fn each_kind_of_fault_is_found_at_its_pixel() {
        for (wrong, x, y) in [
            (fault::H_SYNC, 751, 522),
            (fault::V_SYNC, 0, 492),
            (fault::COLOUR, 640, 524),
        ] {
            let mut source = Source::new();
            source.to(x, y);
            assert_eq!(source.uut.faults.val(), 0);
            source.pixel(wrong);
            assert_eq!(source.uut.faults.val(), 1);
            assert_eq!(source.uut.fault_kind.val(), wrong.to_bits());
            assert_eq!(source.uut.fault_x.val(), x.to_bits());
            assert_eq!(source.uut.fault_y.val(), y.to_bits());
        }
    }

    #[test]
    fn a_line_that_is_too_short_moves_the_beam_and_is_a_fault() {
        let mut source = Source::new();
        source.to(600, 500);
        source.x = 601;
        source.to(0, 502);
        assert_eq!(
            source.uut.faults.val(),
            1,
            "the pulse begins one pixel early"
        );
        assert_eq!(source.uut.fault_x.val(), 655);
        source.to(0, 510);
        assert_eq!(source.uut.faults.val(), 1, "and the beam follows");
    }
}
