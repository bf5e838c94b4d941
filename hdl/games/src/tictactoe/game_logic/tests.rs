//! Several buttons at once, buttons too soon, and resets. What happens in a whole game is held against the golden model by
//! `gatefall verify tictactoe`.

use super::*;
use gatefall_bench::tick;

struct Bench(gatefall_bench::Bench<GameLogic>);

impl Bench {
    fn new() -> Self {
        let mut uut = gatefall_bench::Bench::new(GameLogic::default());
        uut.reset.next = true;
        tick!(uut);
        uut.reset.next = false;
        Self(uut)
    }

    /// Buttons in the same clock: c, u, d, l, r.
    fn press(&mut self, buttons: &str) {
        let uut = &mut self.0;
        uut.confirm.next = buttons.contains('c');
        uut.up.next = buttons.contains('u');
        uut.down.next = buttons.contains('d');
        uut.left.next = buttons.contains('l');
        uut.right.next = buttons.contains('r');
        tick!(uut);
        uut.confirm.next = false;
        uut.up.next = false;
        uut.down.next = false;
        uut.left.next = false;
        uut.right.next = false;
    }

    fn settle(&mut self) -> (Phase, u8, u8) {
        for _ in 0..420 {
            tick!(self.0);
        }
        let uut = &self.0;
        (
            uut.phase.val(),
            uut.selection.val().to_u8(),
            uut.size.val().to_u8(),
        )
    }

    fn pressed(&mut self, buttons: &str) -> (Phase, u8, u8) {
        self.press(buttons);
        self.settle()
    }
}

#[test]
fn passes_the_checks_of_rust_hdl() {
    assert!(generate_verilog(&*Bench::new().0).contains("module top"));
}

#[test]
fn of_several_buttons_one_counts() {
    let mut bench = Bench::new();
    assert_eq!(bench.pressed("r"), (Phase::P1Turn, 5, 0));
    assert_eq!(bench.pressed("udlr"), (Phase::P1Turn, 1, 0));
    assert_eq!(bench.pressed("dlr"), (Phase::P1Turn, 5, 0));
    assert_eq!(bench.pressed("lr"), (Phase::P1Turn, 4, 0));
    assert_eq!(bench.pressed("cudlr"), (Phase::P1Placing, 4, 1));
    assert_eq!(bench.pressed("udlr"), (Phase::P1Placing, 4, 2));
}

#[test]
fn buttons_during_a_walk_are_dropped() {
    let mut bench = Bench::new();
    bench.pressed("c");
    bench.pressed("c");
    bench.press("c");
    bench.press("l");
    bench.press("c");
    assert_eq!(bench.settle(), (Phase::P2Turn, 5, 0));
}

#[test]
fn reset_leads_to_the_start_from_everywhere() {
    for presses in 0..8 {
        for clocks in [0, 1, 2, 5, 40, 200] {
            let mut bench = Bench::new();
            for _ in 0..presses {
                bench.pressed("c");
            }
            bench.press("c");
            for _ in 0..clocks {
                tick!(bench.0);
            }
            bench.0.reset.next = true;
            tick!(bench.0);
            bench.0.reset.next = false;
            assert_eq!(bench.settle(), (Phase::Start, 5, 0));
            assert_eq!(bench.pressed("c"), (Phase::P1Turn, 5, 0));
            assert_eq!(bench.pressed("c"), (Phase::P1Placing, 5, 1));
        }
    }
}
