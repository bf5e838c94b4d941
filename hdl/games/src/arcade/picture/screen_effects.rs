//! Effects: the trail of a hard drop, the grid when lines raise the level, the pulse of the
//! backdrop, and the beat of a warning.
//!
//! The trail is a block of columns above the place where the piece locked, from row `y` + 2 of its
//! box to the top of the board; it wears out in seven frames. There is one for both players, that
//! of the last drop. When lines raise the level, which they do in games of one alone, the grid is
//! lit four times for four frames. The pulse begins with the frame after a loud drum of the tune
//! and counts seven frames down.
//!
//! ```text
//! columns of a piece in its box    I          O     the others
//! rotation 0, 2                    0 to 3     1, 2  0 to 2
//! rotation R, L                    2; 1       1, 2  1, 2; 0, 1
//! ```
//!
//! **Interface**: `in_trail` belongs to the `column` and `row` of one cycle ago, the other outputs
//! are levels.

use crate::falling_blocks::piece::pieces;
use gatefall_macros::{clocked, interface, Module};
use gatefall_widgets::counting::Countdown;
use rust_hdl::prelude::*;

/// Events that have an effect, and the piece of the event.
#[interface(client = ScreenEventsSource)]
pub struct ScreenEvents {
    /// Strobe: `player` has dropped the piece. It is at `x` and `y`.
    pub dropped: Signal<In, Bit>,
    /// Strobe: lines raise the level.
    pub level_up: Signal<In, Bit>,
    /// Strobe: a loud drum of the tune begins, also while it is muted.
    pub drum_starts: Signal<In, Bit>,
    /// Level: the tune is muted, so no pulse begins.
    pub music_muted: Signal<In, Bit>,
    /// Player of the event, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Shape of the piece, 1 to 7.
    pub shape: Signal<In, Bits<3>>,
    /// Rotation of the piece.
    pub rotation: Signal<In, Bits<2>>,
    /// Column of the left edge of its box, two's complement.
    pub x: Signal<In, Bits<5>>,
    /// Row of the lower edge of its box, two's complement.
    pub y: Signal<In, Bits<6>>,
}

/// Keeps what is lit.
#[derive(LogicBlock, Module)]
pub struct ScreenEffects {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe, once a frame.
    pub frame_start: Signal<In, Bit>,
    /// Events that have an effect.
    pub events: ScreenEvents,
    /// Column of the grid that the picture looks at: {player, column}.
    pub column: Signal<In, Bits<5>>,
    /// Row of the grid.
    pub row: Signal<In, Bits<5>>,
    /// That cell lies in the trail.
    pub in_trail: Signal<Out, Bit>,
    /// Shape of the piece that drew it.
    pub trail_shape: Signal<Out, Bits<3>>,
    /// Number of lit dots of 16, 14 to 0.
    pub trail_density: Signal<Out, Bits<4>>,
    /// Level: the grid is lit.
    pub grid_lit: Signal<Out, Bit>,
    /// Level: half of the time, eight frames each.
    pub beat: Signal<Out, Bit>,
    /// Frames that are left of the pulse, 7 to 0.
    pub pulse: Signal<Out, Bits<3>>,
    frames: DFF<Bits<4>>,
    #[part]
    trail: Countdown<3>,
    trail_piece: DFF<Bits<3>>,
    trail_player: DFF<Bit>,
    first_column: DFF<Bits<4>>,
    last_column: DFF<Bits<4>>,
    lowest_row: DFF<Bits<5>>,
    in_trail_late: DFF<Bit>,
    #[part]
    flash: Countdown<5>,
    #[part]
    pulse_count: Countdown<3>,
    /// A pulse begins with the next frame.
    pulse_due: DFF<Bit>,
    next_frames: Signal<Local, Bits<4>>,
    #[value(7)]
    trail_frames: Constant<Bits<3>>,
    #[value(31)]
    flash_frames: Constant<Bits<5>>,
    #[value(7)]
    pulse_frames: Constant<Bits<3>>,
    #[default(0)]
    left: Signal<Local, Bits<4>>,
    #[default(2)]
    right: Signal<Local, Bits<4>>,
    is_upright: Signal<Local, Bit>,
    #[value(pieces::I)]
    shape_i: Constant<Bits<3>>,
    #[value(pieces::O)]
    shape_o: Constant<Bits<3>>,
}

#[clocked]
impl Logic for ScreenEffects {
    #[hdl_gen]
    fn update(&mut self) {
        self.trail.load.next = self.events.dropped.val();
        self.trail.from.next = self.trail_frames.val();
        self.trail.step.next = self.frame_start.val();
        self.flash.load.next = self.events.level_up.val();
        self.flash.from.next = self.flash_frames.val();
        self.flash.step.next = self.frame_start.val();
        self.pulse_count.load.next =
            self.frame_start.val() & self.pulse_due.q.val() & !self.events.music_muted.val();
        self.pulse_count.from.next = self.pulse_frames.val();
        self.pulse_count.step.next = self.frame_start.val();
        self.pulse.next = self.pulse_count.left.val();
        self.in_trail.next = self.in_trail_late.q.val();
        self.trail_shape.next = self.trail_piece.q.val();
        self.trail_density.next = bit_cast::<4, 3>(self.trail.left.val()) << 1;
        self.beat.next = self.frames.q.val().get_bit(3);
        self.grid_lit.next = self.flash.left.val().get_bit(2);
        self.in_trail_late.d.next = (self.column.val().get_bit(4) == self.trail_player.q.val())
            & (self.column.val().get_bits::<4>(0) >= self.first_column.q.val())
            & (self.column.val().get_bits::<4>(0) <= self.last_column.q.val())
            & (self.row.val() >= self.lowest_row.q.val());

        // Which columns of its box the piece fills.
        self.is_upright.next = self.events.rotation.val().get_bit(0);
        if self.is_upright.val() {
            self.left.next = 1.into();
            if self.events.rotation.val().get_bit(1) {
                self.left.next = 0.into();
                self.right.next = 1.into();
            }
        }
        if self.events.shape.val() == self.shape_i.val() {
            self.right.next = 3.into();
            if self.is_upright.val() {
                self.left.next = 2.into();
                self.right.next = 2.into();
                if self.events.rotation.val().get_bit(1) {
                    self.left.next = 1.into();
                    self.right.next = 1.into();
                }
            }
        } else if self.events.shape.val() == self.shape_o.val() {
            self.left.next = 1.into();
            self.right.next = 2.into();
        }

        self.next_frames.next = self.frames.q.val() + 1;
        if self.frame_start.val() {
            self.frames.d.next = self.next_frames.val();
            self.pulse_due.d.next = false;
        }
        if self.events.drum_starts.val() {
            self.pulse_due.d.next = true;
        }
        if self.events.dropped.val() {
            self.trail_piece.d.next = self.events.shape.val();
            self.trail_player.d.next = self.events.player.val();
            self.first_column.d.next = self.events.x.val().get_bits::<4>(0) + self.left.val();
            self.last_column.d.next = self.events.x.val().get_bits::<4>(0) + self.right.val();
            self.lowest_row.d.next = self.events.y.val().get_bits::<5>(0) + 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn screen_effects() -> Bench<ScreenEffects> {
        let mut uut = Bench::new(ScreenEffects::default());
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        uut
    }

    fn drop(
        uut: &mut Bench<ScreenEffects>,
        player: bool,
        shape: u8,
        rotation: u8,
        (x, y): (i64, i64),
    ) {
        poke!(uut, events.player = player);
        poke!(uut, events.shape = shape.to_bits());
        poke!(uut, events.rotation = rotation.to_bits());
        poke!(uut, events.x = ((x & 31) as u64).to_bits());
        poke!(uut, events.y = ((y & 63) as u64).to_bits());
        poke!(uut, events.dropped = true);
        tick!(uut);
        poke!(uut, events.dropped = false);
    }

    fn frame(uut: &mut Bench<ScreenEffects>) {
        poke!(uut.frame_start = true);
        tick!(uut);
        poke!(uut.frame_start = false);
    }

    /// The columns that are lit in a row.
    fn lit(uut: &mut Bench<ScreenEffects>, player: u64, row: u64) -> Vec<u64> {
        let is_lit = |column: &u64| {
            poke!(uut.column = (player << 4 | column).to_bits());
            poke!(uut.row = row.to_bits());
            tick!(uut);
            peek!(uut.in_trail)
        };
        (0..10).filter(is_lit).collect()
    }

    #[test]
    fn the_trail_stands_on_the_columns_of_every_piece_in_every_rotation() {
        let mut uut = screen_effects();
        for shape in 1..=pieces::SHAPES {
            for rotation in 0..4 {
                let mut columns: Vec<u64> = pieces::cells(shape, rotation)
                    .map(|(dx, _)| 4 + dx as u64)
                    .to_vec();
                columns.sort_unstable();
                columns.dedup();
                drop(&mut uut, false, shape, rotation, (4, 6));
                assert_eq!(lit(&mut uut, 0, 8), columns, "{shape} {rotation}");
                assert_eq!(lit(&mut uut, 0, 19), columns, "{shape} {rotation}");
                assert_eq!(lit(&mut uut, 0, 7), [0; 0], "{shape} {rotation}");
                assert_eq!(lit(&mut uut, 1, 8), [0; 0], "{shape} {rotation}");
            }
        }
    }

    #[test]
    fn the_edges_of_the_board_are_no_limit() {
        let mut uut = screen_effects();
        drop(&mut uut, true, pieces::I, 1, (-2, 0));
        assert_eq!(lit(&mut uut, 1, 2), [0]);
        drop(&mut uut, true, pieces::I, 0, (6, -2));
        assert_eq!(lit(&mut uut, 1, 0), [6, 7, 8, 9]);
    }

    #[test]
    fn the_trail_wears_out() {
        let mut uut = screen_effects();
        drop(&mut uut, false, pieces::T, 0, (3, 0));
        let mut densities = Vec::new();
        for _ in 0..9 {
            densities.push(peek!(uut.trail_density).to_u64());
            frame(&mut uut);
        }
        assert_eq!(densities, [14, 12, 10, 8, 6, 4, 2, 0, 0]);
        assert_eq!(peek!(uut.trail_shape), u64::from(pieces::T));
    }

    #[test]
    fn a_higher_level_lights_the_grid_four_times() {
        let mut uut = screen_effects();
        poke!(uut, events.level_up = true);
        tick!(uut);
        poke!(uut, events.level_up = false);
        let mut lit = String::new();
        for _ in 0..40 {
            lit.push(if peek!(uut.grid_lit) { '#' } else { '.' });
            frame(&mut uut);
        }
        assert_eq!(lit, "####....####....####....####............");
    }

    #[test]
    fn a_drum_that_is_heard_makes_a_pulse_of_seven_frames_from_the_next_frame_on() {
        let mut uut = screen_effects();
        let mut pulses = String::new();
        for number in 0..30 {
            poke!(uut, events.music_muted = number >= 20);
            if [2, 12, 15, 26].contains(&number) {
                poke!(uut, events.drum_starts = true);
                tick!(uut);
                poke!(uut, events.drum_starts = false);
            }
            pulses += &peek!(uut.pulse).to_u64().to_string();
            frame(&mut uut);
        }
        assert_eq!(pulses, "000765432100076576543210000000");
    }

    #[test]
    fn the_beat_takes_sixteen_frames() {
        let mut uut = screen_effects();
        let mut beats = String::new();
        for _ in 0..32 {
            beats.push(if peek!(uut.beat) { '#' } else { '.' });
            frame(&mut uut);
        }
        assert_eq!(beats, "........########........########");
    }
}
