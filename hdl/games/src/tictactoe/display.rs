//! Display: computes the colour of one LED from the board and the cursor.
//!
//! There is no frame buffer. A table gives the cell and the sizes of an LED, the board gives the
//! mark of the cell. Phase and time choose among the colours.
//!
//! - Start: rings of both players' colours run outwards.
//! - Turn: pieces, pieces in hand, and a grid in the colour of the player to move. The cursor
//!   blinks at 2 Hz on those LEDs of the selected cell that only a large piece lights. While a size
//!   is chosen, the piece to place blinks there instead, and is missing in the hand meanwhile. A
//!   refusal blinks red, four times in half a second.
//! - Win: the cells of the complete lines blink at 2 Hz. All other pieces are dim, and rings of the
//!   winner's colour run over the grid.
//! - Draw: all pieces are dim, and the brightness of the white grid rises and falls.
//!
//! **Interface**: `word` is the word of the board at `address`. Strobes are `tick`, `moved` and
//! `refused`.
//!
//! **Latency**: `address` follows `row` and `column` by one clock. `word` follows `address` by one
//! clock. `colour` follows `row` and `column` by two clocks.
//!
//! **Source**: `docs/rules.md`, "LEDs".

use super::game_logic::Phase;
use super::palette::ink;
use super::piece_view::PieceView;
use super::pixel_map::Side;
use super::rings::Rings;
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
    /// Word of the [`Board`](super::board::Board) at the `address` of the clock before.
    pub word: Signal<In, Bits<4>>,
    /// State of the game.
    pub phase: Signal<In, Phase>,
    /// Winner, valid at the end: a bit for each player.
    pub winner: Signal<In, Bits<2>>,
    /// Selected cell, row and column.
    pub selection: Signal<In, Bits<4>>,
    /// Size of the piece to place, 0 if none is chosen.
    pub size: Signal<In, Bits<2>>,
    /// Strobe: cursor or state have changed; blinking restarts.
    pub moved: Signal<In, Bit>,
    /// Strobe: no piece fits on the selected cell.
    pub refused: Signal<In, Bit>,
    /// Address of the LED in the board: a cell, or a size in a hand.
    pub address: Signal<Out, Bits<5>>,
    /// Number in the palette: ink (3 bits) and shade (3 bits).
    pub colour: Signal<Out, Bits<6>>,
    #[given]
    pixel_map: SyncROM<Bits<15>, 8>,
    piece_view: PieceView,
    rings: Rings,
    /// Ticks. The cursor blinks with a period of 32, the rings run with a period of 128.
    ticks: DFF<Bits<7>>,
    /// Ticks that are left of a refusal.
    alarm: DFF<Bits<5>>,
    pixel_row: Signal<Local, Bits<8>>,
    pixel: Signal<Local, Bits<15>>,
    is_second: Signal<Local, Bit>,
    is_on: Signal<Local, Bit>,
    is_cell: Signal<Local, Bit>,
    is_corner: Signal<Local, Bit>,
    is_grid: Signal<Local, Bit>,
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
    #[value(ink::CURSOR)]
    cursor_ink: Constant<Bits<3>>,
    #[value(ink::REFUSAL)]
    refusal_ink: Constant<Bits<3>>,
    #[value(ink::DRAW)]
    draw_ink: Constant<Bits<3>>,
    full: Constant<Bits<3>>,
    faded: Constant<Bits<3>>,
    hand_shade: Constant<Bits<3>>,
    grid_shade: Constant<Bits<3>>,
}

impl Display {
    /// A display for a matrix with this many LEDs on a side.
    pub fn new(side: Side) -> Self {
        construct!(Display {
            pixel_map: side.pixel_map().map(|word| word.to_bits()).into(),
            full: Constant::new(7.into()),
            faded: Constant::new(3.into()),
            hand_shade: Constant::new(4.into()),
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
        self.address.next = self.pixel.val().get_bits::<5>(0);
        self.is_cell.next = self.pixel.val().get_bit(5) & !self.pixel.val().get_bit(4);
        self.is_corner.next = self.is_cell.val() & !self.pixel.val().get_bit(6);
        self.is_grid.next = self.pixel.val().get_bit(8);
        self.rings.ticks.next = self.ticks.q.val();
        self.rings.distance.next = self.pixel.val().get_bits::<6>(9);

        self.is_second.next =
            (self.phase.val() == Phase::P2Turn) | (self.phase.val() == Phase::P2Placing);
        self.is_on.next = !self.ticks.q.val().get_bit(4);
        self.piece_view.address.next = self.pixel.val().get_bits::<5>(0);
        self.piece_view.sizes.next = self.pixel.val().get_bits::<3>(5);
        self.piece_view.word.next = self.word.val();
        self.piece_view.selection.next = self.selection.val();
        self.piece_view.size.next = self.size.val();
        self.piece_view.is_second.next = self.is_second.val();
        self.piece_view.is_on.next = self.is_on.val();
        // The ink of the first player is 0, that of the second is 1.
        self.player_ink.next = 0.into();
        if self.is_second.val() {
            self.player_ink.next = 1.into();
        }
        if self.piece_view.owner.val() {
            self.owner_ink.next = 1.into();
        }
        if self.winner.val().get_bit(1) {
            self.winner_ink.next = 1.into();
        }
        if self.rings.is_second.val() {
            self.ring_ink.next = 1.into();
        }

        self.ink.next = self.player_ink.val();
        match self.phase.val() {
            Phase::Start => {
                self.ink.next = self.ring_ink.val();
                self.shade.next = self.rings.wave.val();
            }
            Phase::End => {
                self.ink.next = self.draw_ink.val();
                if self.winner.val().any() {
                    self.ink.next = self.winner_ink.val();
                }
                if self.is_grid.val() {
                    self.shade.next = self.rings.wave.val();
                    if self.winner.val().any() {
                        self.shade.next = self.rings.wave.val() >> 1;
                    }
                }
                if self.is_cell.val() & self.piece_view.is_covered.val() {
                    self.ink.next = self.owner_ink.val();
                    self.shade.next = self.faded.val();
                }
                // A cell of a complete line.
                if self.is_cell.val() & self.word.val().get_bit(3) {
                    if self.is_on.val() {
                        self.ink.next = self.winner_ink.val() | self.cursor_ink.val();
                        self.shade.next = self.full.val();
                    } else if self.piece_view.is_covered.val() {
                        self.shade.next = self.full.val();
                    }
                }
            }
            _ => {
                if self.is_grid.val() & !self.piece_view.is_hand.val() {
                    self.shade.next = self.grid_shade.val();
                }
                if self.piece_view.is_covered.val() {
                    self.ink.next = self.owner_ink.val();
                    self.shade.next = self.full.val();
                    if self.piece_view.is_hand.val() & !self.piece_view.is_picked.val() {
                        self.shade.next = self.hand_shade.val();
                    }
                }
                if self.piece_view.is_selected.val() {
                    if self.is_on.val() & self.is_corner.val() & !self.size.val().any() {
                        self.ink.next = self.player_ink.val() | self.cursor_ink.val();
                        self.shade.next = self.full.val();
                    }
                    if self.alarm.q.val().get_bit(2) {
                        self.ink.next = self.refusal_ink.val();
                        self.shade.next = self.full.val();
                    }
                }
            }
        }
        self.ink_bits.next = bit_cast::<6, 3>(self.ink.val()) << 3;
        self.colour.next = self.ink_bits.val() | bit_cast::<6, 3>(self.shade.val());

        if self.tick.val() {
            self.ticks.d.next = self.ticks.q.val() + 1;
            if self.alarm.q.val().any() {
                self.alarm.d.next = self.alarm.q.val() - 1;
            }
        }
        if self.moved.val() {
            self.ticks.d.next = 0.into();
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
