//! Compares the Alchitry Cu board file with the pins of rust-hdl's board support crate.
#![allow(clippy::unwrap_used)] // A test may fail.

use gatefall_board::{Board, Library, Pull, Role};
use rust_hdl::core::prelude::*;
use rust_hdl_bsp_alchitry_cu::pins;
use std::path::Path;

fn alchitry_cu() -> Board {
    Library::read(Path::new("../../boards"))
        .unwrap()
        .board("alchitry-cu")
        .unwrap()
}

/// Pin locations of a signal of the board support crate, bit 0 first.
fn locations(signal: &dyn Block) -> Vec<String> {
    struct Pins(Vec<(usize, String)>);
    impl Probe for Pins {
        fn visit_atom(&mut self, _name: &str, signal: &dyn Atom) {
            for constraint in signal.constraints() {
                if let Constraint::Location(location) = constraint.constraint {
                    self.0.push((constraint.index, location));
                }
            }
        }
    }
    let mut pins = Pins(Vec::new());
    signal.accept("signal", &mut pins);
    pins.0.sort();
    pins.0.into_iter().map(|(_, location)| location).collect()
}

#[test]
fn clock_and_leds_are_those_of_the_board_support_crate() {
    let board = alchitry_cu();
    let br = board.setup("br").unwrap();
    assert_eq!(br.clock.hz, pins::CLOCK_SPEED_100MHZ);
    let clock = br.clock.pin.unwrap();
    assert_eq!(vec![clock], locations(&pins::clock()));
    let leds = br.peripheral(Role::Leds).unwrap();
    assert_eq!(leds.signal("leds").unwrap().pins, locations(&pins::leds()));
}

#[test]
fn bank_a_is_that_of_the_board_support_crate() {
    let board = alchitry_cu();
    let mut compared = 0;
    for (index, ball) in board.connectors["bank-a"].iter().enumerate() {
        if let Some(ball) = ball {
            let silk = format!("A{}", index + 1);
            assert_eq!(*ball, pins::map_alchitry_pin_to_cu_pad(&silk), "{silk}");
            compared += 1;
        }
    }
    assert_eq!(compared, 32);
}

#[test]
fn no_ball_is_on_two_connectors() {
    let board = alchitry_cu();
    let mut balls: Vec<&&str> = board.connectors.values().flatten().flatten().collect();
    assert_eq!(balls.len(), 79);
    balls.sort();
    balls.dedup();
    assert_eq!(balls.len(), 79);
    assert!(board
        .connectors
        .values()
        .all(|connector| connector.len() == 50));
}

#[test]
fn the_br_offers_four_bits_per_colour_keyboard_and_sound() {
    let board = alchitry_cu();
    let br = board.setup("br").unwrap();
    let providers = [
        (Role::Vga, "vga-resistors"),
        (Role::Ps2, "ps2-resistors"),
        (Role::Audio, "audio"),
    ];
    for (role, provider) in providers {
        assert_eq!(&*br.peripheral(role).unwrap().provider, provider);
    }
    let vga = br.peripheral(Role::Vga).unwrap();
    assert_eq!(vga.signal("red").unwrap().pins, ["J3", "J1", "L1", "M1"]);
    assert_eq!(vga.signal("blue").unwrap().pins.len(), 4);
    assert_eq!(br.peripheral(Role::Ps2).unwrap().pull, Pull::Up);
}

#[test]
fn the_io_has_the_balls_of_the_vendor() {
    let board = alchitry_cu();
    let io = board.setup("io").unwrap();
    let digits = io.peripheral(Role::Digits).unwrap();
    let (segments, selects) = (
        digits.signal("segments").unwrap(),
        digits.signal("digits").unwrap(),
    );
    assert_eq!(
        segments.pins,
        ["J1", "J3", "N1", "K4", "K3", "L1", "M1", "P1"]
    );
    assert_eq!(selects.pins, ["H3", "H1", "G1", "G3"]);
    assert!(segments.active_low && selects.active_low);
    let balls = [
        ("up", "G11"),
        ("centre", "H11"),
        ("down", "H12"),
        ("left", "J12"),
        ("right", "P2"),
    ];
    for (name, ball) in balls {
        let (buttons, pins) = io.button(name).unwrap();
        assert_eq!(pins.pins, [ball], "{name}");
        assert_eq!(buttons.pull, Pull::FakeDown);
        assert!(!pins.active_low);
    }
    assert_eq!(
        io.peripheral(Role::ControlLed).unwrap().signals[0].pins,
        ["G14"]
    );
}

#[test]
fn an_unknown_setup_gets_the_nearest_name() {
    let error = alchitry_cu().setup("ios").unwrap_err();
    assert_eq!(error.to_string(), "board `alchitry-cu` has no setup `ios`");
    let help = miette::Diagnostic::help(&error).unwrap().to_string();
    assert_eq!(help, "did you mean `io`?");
}
