//! Several buttons at once, buttons while the referee is busy, and resets. `gatefall verify
//! tictactoe` compares whole games with the golden model.

use super::*;
use gatefall_bench::{peek, poke, tick};

const PHASES: [Phase; 6] = [
    Phase::Start,
    Phase::P1Turn,
    Phase::P1Placing,
    Phase::P2Turn,
    Phase::P2Placing,
    Phase::End,
];

struct Bench(gatefall_bench::Bench<GameLogic>);

impl Bench {
    fn new() -> Self {
        Self::of(gatefall_bench::Bench::new(GameLogic::default()))
    }

    fn of(mut uut: gatefall_bench::Bench<GameLogic>) -> Self {
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        Self(uut)
    }

    /// Buttons in the same clock: c, u, d, l, r.
    fn press(&mut self, buttons: &str) {
        let uut = &mut self.0;
        poke!(uut.confirm = buttons.contains('c'));
        poke!(uut.up = buttons.contains('u'));
        poke!(uut.down = buttons.contains('d'));
        poke!(uut.left = buttons.contains('l'));
        poke!(uut.right = buttons.contains('r'));
        tick!(uut);
        poke!(uut.confirm = false);
        poke!(uut.up = false);
        poke!(uut.down = false);
        poke!(uut.left = false);
        poke!(uut.right = false);
    }

    fn settle(&mut self) -> (Phase, u8, u8) {
        for _ in 0..420 {
            tick!(self.0);
        }
        let uut = &mut self.0;
        let code = uut.machine().peek("phase").unwrap();
        let phase = PHASES.into_iter().find(|phase| *phase as u64 == code);
        (
            phase.unwrap(),
            peek!(uut.selection).to_u8(),
            peek!(uut.size).to_u8(),
        )
    }

    fn pressed(&mut self, buttons: &str) -> (Phase, u8, u8) {
        self.press(buttons);
        self.settle()
    }
}

#[test]
fn passes_the_checks_of_rust_hdl() {
    assert!(Bench::new().0.rust_hdl_verilog().contains("module top"));
}

#[test]
fn of_several_buttons_one_counts() {
    let game_logic = gatefall_bench::Bench::with_rust_hdl(GameLogic::default());
    let mut bench = Bench::of(game_logic);
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
    let mut bench = Bench::new();
    let begun = bench.0.machine().snapshot();
    for presses in 0..8 {
        for clocks in [0, 1, 2, 5, 40, 200] {
            bench.0.machine().restore(&begun).unwrap();
            for _ in 0..presses {
                bench.pressed("c");
            }
            bench.press("c");
            for _ in 0..clocks {
                tick!(bench.0);
            }
            poke!(bench.0.reset = true);
            tick!(bench.0);
            poke!(bench.0.reset = false);
            assert_eq!(bench.settle(), (Phase::Start, 5, 0));
            assert_eq!(bench.pressed("c"), (Phase::P1Turn, 5, 0));
            assert_eq!(bench.pressed("c"), (Phase::P1Placing, 5, 1));
        }
    }
}
