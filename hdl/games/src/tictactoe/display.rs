//! Display: computes the colour of one LED from the board and the cursor.
//!
//! There is no frame buffer. A table gives the cell and the sizes of an LED, the board gives the
//! mark of the cell. Phase and time choose among the colours.
//!
//! - Start: rings of both players' colours run outwards.
//! - Turn: pieces, and a grid in the colour of the player to move. The selected cell blinks at 2
//!   Hz. While a size is chosen, the piece to place blinks there instead. A refusal blinks red,
//!   four times in half a second.
//! - Win: rings of the winner's colour run behind the pieces. The loser's pieces are dim.
//! - Draw: all pieces are dim, and the brightness of the white grid rises and falls.
//!
//! **Interface**: `mark` is the mark of `cell`. Strobes are `tick`, `moved` and `refused`.
//!
//! **Latency**: `cell` follows `row` and `column` by one clock. `mark` follows `cell` by one clock.
//! `colour` follows `row` and `column` by two clocks.
//!
//! **Source**: `docs/rules.md`, "LEDs".

use super::game_logic::Phase;
use super::palette::ink;
use super::pixel_map::Side;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The display.
#[derive(LogicBlock, Module)]
pub struct Display {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: 1/64 s has passed.
    pub tick: Signal<In, Bit>,
    /// Row of the LED, 0 at the top.
    pub row: Signal<In, Bits<4>>,
    /// Column of the LED, 0 at the left.
    pub column: Signal<In, Bits<4>>,
    /// Mark of the `cell` of the clock before: owner (1 = second player) and size, 0 if empty.
    pub mark: Signal<In, Bits<3>>,
    /// State of the game.
    pub phase: Signal<In, Phase>,
    /// Winner, valid at the end: a bit for each player.
    pub winner: Signal<In, Bits<2>>,
    /// Selected cell, row and column.
    pub selection: Signal<In, Bits<4>>,
    /// Size of the piece to place, 0 if none is chosen.
    pub size: Signal<In, Bits<2>>,
    /// Strobe: the cursor has changed; blinking restarts.
    pub moved: Signal<In, Bit>,
    /// Strobe: no piece fits on the selected cell.
    pub refused: Signal<In, Bit>,
    /// Cell of the LED, row and column.
    pub cell: Signal<Out, Bits<4>>,
    /// Number in the palette: ink (3 bits) and shade (3 bits).
    pub colour: Signal<Out, Bits<6>>,
    #[given]
    pixel_map: SyncROM<Bits<14>, 8>,
    /// Ticks. The cursor blinks with a period of 32, the rings run with a period of 128.
    time: DFF<Bits<7>>,
    /// Ticks that are left of a refusal.
    alarm: DFF<Bits<5>>,
    pixel_row: Signal<Local, Bits<8>>,
    pixel: Signal<Local, Bits<14>>,
    is_second: Signal<Local, Bit>,
    is_placing: Signal<Local, Bit>,
    is_selected: Signal<Local, Bit>,
    blinks: Signal<Local, Bit>,
    shown: Signal<Local, Bits<3>>,
    is_covered: Signal<Local, Bit>,
    is_grid: Signal<Local, Bit>,
    is_winners: Signal<Local, Bit>,
    ring: Signal<Local, Bits<6>>,
    rise: Signal<Local, Bits<3>>,
    wave: Signal<Local, Bits<3>>,
    player_ink: Signal<Local, Bits<3>>,
    #[default(0)]
    owner_ink: Signal<Local, Bits<3>>,
    #[default(0)]
    winner_ink: Signal<Local, Bits<3>>,
    #[default(0)]
    ring_ink: Signal<Local, Bits<3>>,
    ink: Signal<Local, Bits<3>>,
    #[default(0)]
    shade: Signal<Local, Bits<3>>,
    ink_bits: Signal<Local, Bits<6>>,
    second_bit: Constant<Bits<3>>,
    #[value(ink::CURSOR)]
    cursor_ink: Constant<Bits<3>>,
    #[value(ink::REFUSAL)]
    refusal_ink: Constant<Bits<3>>,
    #[value(ink::DRAW)]
    draw_ink: Constant<Bits<3>>,
    full: Constant<Bits<3>>,
    cursor_shade: Constant<Bits<3>>,
    faded: Constant<Bits<3>>,
    grid_shade: Constant<Bits<3>>,
}

impl Display {
    /// A display for a matrix with this many LEDs on a side.
    pub fn new(side: Side) -> Self {
        construct!(Display {
            pixel_map: side.pixel_map().map(|word| word.to_bits()).into(),
            second_bit: Constant::new(4.into()),
            full: Constant::new(7.into()),
            cursor_shade: Constant::new(6.into()),
            faded: Constant::new(3.into()),
            grid_shade: Constant::new(2.into()),
        })
    }
}

#[clocked]
impl Logic for Display {
    #[hdl_gen]
    fn update(&mut self) {
        self.pixel_map.clock.next = self.clock.val();
        self.pixel_row.next = bit_cast::<8, 4>(self.row.val()) << 4;
        self.pixel_map.address.next = self.pixel_row.val() | bit_cast::<8, 4>(self.column.val());
        self.pixel.next = self.pixel_map.data.val();
        self.cell.next = self.pixel.val().get_bits::<4>(0);
        self.is_grid.next = self.pixel.val().get_bit(7);
        self.is_selected.next = self.pixel.val().get_bits::<4>(0) == self.selection.val();

        self.is_second.next =
            (self.phase.val() == Phase::P2Turn) | (self.phase.val() == Phase::P2Placing);
        self.is_placing.next =
            (self.phase.val() == Phase::P1Placing) | (self.phase.val() == Phase::P2Placing);
        self.blinks.next = self.is_selected.val() & !self.time.q.val().get_bit(4);
        self.shown.next = self.mark.val();
        if self.blinks.val() & self.is_placing.val() {
            self.shown.next = bit_cast::<3, 2>(self.size.val());
            if self.is_second.val() {
                self.shown.next = bit_cast::<3, 2>(self.size.val()) | self.second_bit.val();
            }
        }
        self.is_covered.next = (self.shown.val().get_bit(0) & self.pixel.val().get_bit(6))
            | (self.shown.val().get_bit(1) & self.pixel.val().get_bit(5))
            | (self.shown.val().get_bit(0)
                & self.shown.val().get_bit(1)
                & self.pixel.val().get_bit(4));

        // A triangle wave of 32 steps in one player's colour, then in the other's.
        self.ring.next = self.time.q.val().get_bits::<6>(1) - self.pixel.val().get_bits::<6>(8);
        self.rise.next = self.ring.val().get_bits::<3>(1);
        self.wave.next = self.rise.val();
        if self.ring.val().get_bit(4) {
            self.wave.next = !self.rise.val();
        }
        // The ink of the first player is 0, that of the second is 1.
        self.player_ink.next = 0.into();
        if self.is_second.val() {
            self.player_ink.next = 1.into();
        }
        if self.shown.val().get_bit(2) {
            self.owner_ink.next = 1.into();
        }
        if self.winner.val().get_bit(1) {
            self.winner_ink.next = 1.into();
        }
        if self.ring.val().get_bit(5) {
            self.ring_ink.next = 1.into();
        }
        self.is_winners.next =
            self.winner.val().any() & (self.shown.val().get_bit(2) == self.winner.val().get_bit(1));

        self.ink.next = self.player_ink.val();
        match self.phase.val() {
            Phase::Start => {
                self.ink.next = self.ring_ink.val();
                self.shade.next = self.wave.val();
            }
            Phase::End => {
                if self.is_covered.val() {
                    self.ink.next = self.owner_ink.val();
                    self.shade.next = self.faded.val();
                    if self.is_winners.val() {
                        self.shade.next = self.full.val();
                    }
                } else {
                    if self.winner.val().any() {
                        self.ink.next = self.winner_ink.val();
                        self.shade.next = self.wave.val() >> 1;
                    } else {
                        self.ink.next = self.draw_ink.val();
                        if self.is_grid.val() {
                            self.shade.next = self.wave.val();
                        }
                    }
                }
            }
            _ => {
                if self.is_grid.val() {
                    self.shade.next = self.grid_shade.val();
                }
                if self.is_covered.val() {
                    self.ink.next = self.owner_ink.val();
                    self.shade.next = self.full.val();
                }
                if self.blinks.val() & !self.is_placing.val() {
                    self.ink.next = self.player_ink.val() | self.cursor_ink.val();
                    self.shade.next = self.cursor_shade.val();
                }
                if self.is_selected.val() & self.alarm.q.val().get_bit(2) {
                    self.ink.next = self.refusal_ink.val();
                    self.shade.next = self.full.val();
                }
            }
        }
        self.ink_bits.next = bit_cast::<6, 3>(self.ink.val()) << 3;
        self.colour.next = self.ink_bits.val() | bit_cast::<6, 3>(self.shade.val());

        if self.tick.val() {
            self.time.d.next = self.time.q.val() + 1;
            if self.alarm.q.val().any() {
                self.alarm.d.next = self.alarm.q.val() - 1;
            }
        }
        if self.moved.val() {
            self.time.d.next = 0.into();
            self.alarm.d.next = 0.into();
        }
        if self.refused.val() {
            // Four ticks on, four ticks off, and so on.
            self.alarm.d.next = 31.into();
        }
    }
}

#[cfg(test)]
mod tests;
