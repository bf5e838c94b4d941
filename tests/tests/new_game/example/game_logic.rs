//! The rules of `example`: a dot that wraps around at the edges, in one of three colours.
//!
//! **Interface**: each press is a strobe.
//!
//! **Latency**: one clock from a press to the position; `colour` is combinational.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Position and colour of the dot.
#[derive(LogicBlock, Module)]
pub struct GameLogic {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobes: left, right, up, down, paint; left is bit 0.
    pub pressed: Signal<In, Bits<5>>,
    /// Row of the requested LED, 0 at the top.
    pub row: Signal<In, Bits<5>>,
    /// Column of the requested LED, 0 at the left.
    pub column: Signal<In, Bits<4>>,
    /// Number of its colour; 0 is dark.
    #[default(0)]
    pub colour: Signal<Out, Bits<2>>,
    x: DFF<Bits<3>>,
    y: DFF<Bits<3>>,
    #[reset(1)]
    paint: DFF<Bits<2>>,
    dot_row: Signal<Local, Bits<5>>,
    dot_column: Signal<Local, Bits<4>>,
}

#[clocked]
impl Logic for GameLogic {
    #[hdl_gen]
    fn update(&mut self) {
        if self.pressed.val().get_bit(0) {
            self.x.d.next = self.x.q.val() - 1;
        }
        if self.pressed.val().get_bit(1) {
            self.x.d.next = self.x.q.val() + 1;
        }
        if self.pressed.val().get_bit(2) {
            self.y.d.next = self.y.q.val() - 1;
        }
        if self.pressed.val().get_bit(3) {
            self.y.d.next = self.y.q.val() + 1;
        }
        if self.pressed.val().get_bit(4) {
            self.paint.d.next = self.paint.q.val() + 1;
            if self.paint.q.val().all() {
                self.paint.d.next = 1.into();
            }
        }
        self.dot_row.next = bit_cast::<5, 3>(self.y.q.val());
        self.dot_column.next = bit_cast::<4, 3>(self.x.q.val());
        if (self.row.val() == self.dot_row.val()) & (self.column.val() == self.dot_column.val()) {
            self.colour.next = self.paint.q.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const LEFT: u8 = 1;
    const UP: u8 = 4;
    const PAINT: u8 = 16;

    fn after_reset() -> Bench<GameLogic> {
        let mut uut = Bench::with_rust_hdl(GameLogic::default());
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        uut
    }

    fn press(uut: &mut Bench<GameLogic>, buttons: u8) {
        poke!(uut.pressed = buttons.to_bits());
        tick!(uut);
        poke!(uut.pressed = 0.into());
    }

    /// Row, column and colour of each lit LED.
    fn shining(uut: &mut Bench<GameLogic>) -> Vec<(u8, u8, u8)> {
        let mut found = Vec::new();
        for (row, column) in (0..64).map(|led| (led / 8, led % 8)) {
            poke!(uut.row = row.to_bits());
            poke!(uut.column = column.to_bits());
            let colour = peek!(uut.colour).to_u8();
            if colour != 0 {
                found.push((row, column, colour));
            }
        }
        found
    }

    #[test]
    fn the_dot_comes_back_at_the_other_edge() {
        let mut uut = after_reset();
        assert_eq!(shining(&mut uut), [(0, 0, 1)]);
        press(&mut uut, LEFT);
        assert_eq!(shining(&mut uut), [(0, 7, 1)]);
        press(&mut uut, UP);
        assert_eq!(shining(&mut uut), [(7, 7, 1)]);
    }

    #[test]
    fn paint_goes_through_all_colours_but_the_dark_one() {
        let mut uut = after_reset();
        let mut colours = Vec::new();
        for _ in 0..4 {
            colours.push(shining(&mut uut)[0].2);
            press(&mut uut, PAINT);
        }
        assert_eq!(colours, [1, 2, 3, 1]);
    }
}
