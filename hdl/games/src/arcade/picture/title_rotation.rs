//! Rotation of the pieces on the title: a quarter turn every second.
//!
//! **Interface**: `turns` is a strobe in the clock of `frame_start`; `rotation` is new one clock
//! later.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Frames of a second.
const FRAMES_PER_TURN: u8 = 60;

/// The rotation.
#[derive(LogicBlock, Module)]
pub struct TitleRotation {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe, once a frame.
    pub frame_start: Signal<In, Bit>,
    /// Rotation of all pieces.
    pub rotation: Signal<Out, Bits<2>>,
    /// Strobe: the rotation changes.
    pub turns: Signal<Out, Bit>,
    frames: DFF<Bits<6>>,
    rotation_now: DFF<Bits<2>>,
    next_frames: Signal<Local, Bits<6>>,
    is_due: Signal<Local, Bit>,
    #[value(FRAMES_PER_TURN)]
    frames_per_turn: Constant<Bits<6>>,
}

#[clocked]
impl Logic for TitleRotation {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_frames.next = self.frames.q.val() + 1;
        self.is_due.next =
            self.frame_start.val() & (self.next_frames.val() == self.frames_per_turn.val());
        self.turns.next = self.is_due.val();
        self.rotation.next = self.rotation_now.q.val();
        if self.frame_start.val() {
            self.frames.d.next = self.next_frames.val();
        }
        if self.is_due.val() {
            self.frames.d.next = 0.into();
            self.rotation_now.d.next = self.rotation_now.q.val() + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn pieces_turn_every_sixty_frames() {
        let mut uut = Bench::new(TitleRotation::default());
        let mut turns = vec![];
        for frame in 0..200u64 {
            poke!(uut.frame_start = true);
            if peek!(uut.turns) {
                turns.push(frame);
            }
            tick!(uut);
            poke!(uut.frame_start = false);
            tick!(uut);
        }
        assert_eq!(turns, [59, 119, 179]);
        assert_eq!(peek!(uut.rotation), 3u64);
    }
}
