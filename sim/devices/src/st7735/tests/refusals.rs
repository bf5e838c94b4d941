//! One test for each violation of the protocol.

use super::*;
use crate::st7735::limits::SETTLE_MS;

/// The first fault that a sender causes on a panel that is ready.
fn fault(send: impl FnOnce(&mut Sender)) -> Option<Kind> {
    let mut sender = ready();
    send(&mut sender);
    sender.fault()
}

#[test]
fn a_write_cycle_of_less_than_66_ns_is_refused() {
    // A bit takes two cycles of the clock.
    for (clock_hz, expected) in [
        (24_000_000, None),
        (30_300_000, None),
        (30_400_000, Some(Kind::WriteCycle(65))),
        (52_000_000, Some(Kind::WriteCycle(38))),
    ] {
        let mut sender = Sender::new(clock_hz, GREEN_TAB);
        sender.wait(600);
        sender.set(RESET, true);
        sender.wait((clock_hz * 120 / 1000) as usize);
        sender.byte(false, 0x00);
        assert_eq!(sender.fault(), expected, "{clock_hz}");
    }
}

#[test]
fn a_byte_without_or_during_a_reset_is_refused() {
    let mut sender = Sender::new(CLOCK_HZ, GREEN_TAB);
    sender.set(RESET, true);
    sender.byte(false, 0x00);
    assert_eq!(sender.fault(), Some(Kind::NotReset));
    let in_reset = fault(|sender| {
        sender.set(RESET, false);
        sender.byte(false, 0x00);
    });
    assert_eq!(in_reset, Some(Kind::InReset));
}

#[test]
fn a_short_reset_is_refused() {
    let mut sender = Sender::new(CLOCK_HZ, GREEN_TAB);
    sender.wait(9);
    sender.set(RESET, true);
    sender.wait(1);
    assert_eq!(sender.fault(), Some(Kind::ResetPulse(9_000)));
    let mut sender = Sender::new(CLOCK_HZ, GREEN_TAB);
    sender.wait(10);
    sender.set(RESET, true);
    sender.wait(1);
    assert_eq!(sender.fault(), None);
}

#[test]
fn what_comes_too_early_is_refused() {
    // From the last rising edge of a byte to the first of the next one: four cycles and the wait
    // between them.
    let wait = 120 * CYCLES_PER_MS;
    let between = 4;
    for (code, after) in [(0x01, "SWRESET"), (0x10, "SLPIN"), (0x11, "SLPOUT")] {
        for (wait, is_early) in [(wait - between, false), (wait - between - 1, true)] {
            let kind = fault(|sender| {
                sender.command(code, &[]);
                sender.wait(wait);
                sender.command(0x00, &[]);
            });
            let microseconds = 119_999;
            let early = Kind::TooEarly {
                after,
                microseconds,
            };
            assert_eq!(kind, is_early.then_some(early), "{wait}");
        }
    }
    let mut sender = Sender::new(CLOCK_HZ, GREEN_TAB);
    sender.wait(10);
    sender.set(RESET, true);
    sender.wait(SETTLE_MS as usize * CYCLES_PER_MS - 2);
    sender.byte(false, 0x00);
    let early = Kind::TooEarly {
        after: "the reset",
        microseconds: 119_999,
    };
    assert_eq!(sender.fault(), Some(early));
}

#[test]
fn data_that_changes_with_the_clock_is_refused() {
    let with_clock = |wire: u8, bits: usize| {
        fault(|sender| {
            sender.set(CS, false);
            sender.set(DC, false);
            sender.set(DATA, false);
            sender.set(CLOCK, false);
            sender.wait(1);
            (0..bits).for_each(|_| sender.bit(false));
            sender.set(CLOCK, false);
            sender.wait(1);
            sender.set(wire | CLOCK, true);
            sender.wait(1);
        })
    };
    assert_eq!(with_clock(DATA, 3), Some(Kind::Unstable));
    assert_eq!(with_clock(DC, 7), Some(Kind::Unstable));
    assert_eq!(with_clock(DC, 3), None, "only the last bit's counts");
    let with_cs = fault(|sender| {
        sender.word = sender.word & !CS | CLOCK;
        sender.wait(1);
    });
    assert_eq!(with_cs, Some(Kind::Unstable));
}

#[test]
fn a_byte_that_cs_cuts_is_refused_and_comes_again() {
    let mut sender = ready();
    sender.window([2, 2], [1, 1]);
    sender.set(CS, false);
    (0..5).for_each(|_| sender.bit(true));
    sender.set(CS, true);
    sender.wait(1);
    assert_eq!(sender.fault(), Some(Kind::CutByte(5)));
    sender.pixels(&[GREEN]);
    assert_eq!(sender.shown(0, 0), [0, 255, 0]);
    assert_eq!(sender.panel.fault().map(|fault| fault.count), Some(1));
}

#[test]
fn what_is_no_command_is_refused() {
    let kind = fault(|sender| sender.command(0x12, &[]));
    assert_eq!(kind, Some(Kind::UnknownCommand(0x12)));
}

#[test]
fn data_without_a_command_is_refused() {
    let mut sender = Sender::new(CLOCK_HZ, GREEN_TAB);
    sender.reset();
    sender.byte(true, 0xab);
    assert_eq!(sender.fault(), Some(Kind::DataWithoutCommand(0xab)));
}

#[test]
fn too_few_and_too_many_parameters_are_refused() {
    for (code, _, _) in INITIALISATION {
        let sent = INITIALISATION.iter().find(|(listed, ..)| *listed == code);
        let takes = sent.map_or(0, |(_, parameters, _)| parameters.len());
        for got in [takes.wrapping_sub(1), takes + 1] {
            if got == usize::MAX || [0x01, 0x11].contains(&code) {
                continue;
            }
            let kind = fault(|sender| {
                sender.command(code, &vec![5; got]);
                sender.command(0x00, &[]);
            });
            match kind {
                Some(Kind::Parameters {
                    takes: t, got: g, ..
                }) => assert_eq!((t, g), (takes, got)),
                other => panic!("{code:02x} with {got}: {other:?}"),
            }
        }
    }
    let kind = fault(|sender| {
        sender.command(0x2a, &[0, 2, 0]);
        sender.command(0x2b, &[]);
    });
    let command = "CASET";
    let (takes, got) = (4, 3);
    let parameters = Kind::Parameters {
        command,
        takes,
        got,
    };
    assert_eq!(kind, Some(parameters));
}

#[test]
fn half_a_pixel_is_refused() {
    let kind = fault(|sender| {
        sender.window([2, 9], [1, 9]);
        sender.byte(true, 0xf8);
        sender.command(0x00, &[]);
    });
    assert_eq!(kind, Some(Kind::HalfPixel));
}

#[test]
fn pixels_before_slpout_and_colmod_are_refused() {
    let mut sender = Sender::new(CLOCK_HZ, GREEN_TAB);
    sender.reset();
    sender.command(0x3a, &[0x05]);
    sender.command(0x2c, &[]);
    assert_eq!(sender.fault(), Some(Kind::Asleep));
    let mut sender = Sender::new(CLOCK_HZ, GREEN_TAB);
    sender.reset();
    sender.command(0x11, &[]);
    sender.wait(120 * CYCLES_PER_MS);
    sender.command(0x2c, &[]);
    assert_eq!(sender.fault(), Some(Kind::NoPixelFormat));
}

#[test]
fn another_format_of_pixels_is_refused() {
    let kind = fault(|sender| sender.command(0x3a, &[0x06]));
    assert_eq!(kind, Some(Kind::PixelFormat(0x06)));
}

#[test]
fn a_window_that_is_not_in_the_memory_is_refused_and_nothing_is_written() {
    for (access, columns, rows, what, has) in [
        (0x08, [0, 132], [0, 0], "columns", 132),
        (0x08, [0, 0], [0, 162], "rows", 162),
        (0x08, [9, 8], [0, 0], "columns", 132),
        (0x28, [0, 162], [0, 0], "columns", 162),
        (0x28, [0, 0], [0, 132], "rows", 132),
    ] {
        let mut sender = ready();
        let before = sender.panel.rgb();
        sender.command(0x36, &[access]);
        sender.window(columns, rows);
        sender.pixels(&[RED; 4]);
        let wrong = if what == "columns" { columns } else { rows };
        let [start, end] = wrong.map(usize::from);
        let window = Kind::Window {
            what,
            start,
            end,
            has,
        };
        assert_eq!(sender.fault(), Some(window));
        assert!(sender.panel.rgb() == before);
    }
}

#[test]
fn a_fault_has_kind_and_time() {
    let mut sender = Sender::new(CLOCK_HZ, GREEN_TAB);
    sender.reset();
    sender.byte(true, 0xab);
    sender.byte(true, 0xab);
    assert_eq!(
        sender.panel.fault().map(|fault| fault.to_string()).unwrap(),
        "no ST7735 takes this: data ABh comes before any command \
         (cycle 120025, 120025 us after power-up, the first of 2 faults)"
    );
    let text = |kind: Kind| kind.to_string();
    assert_eq!(
        text(Kind::Parameters {
            command: "CASET",
            takes: 4,
            got: 5
        }),
        "CASET takes 4 parameters and gets at least 5"
    );
    assert_eq!(
        text(Kind::TooEarly {
            after: "SLPOUT",
            microseconds: 5_000
        }),
        "a byte comes 5000 us after SLPOUT, which takes 120 ms"
    );
    assert_eq!(
        text(Kind::Window {
            what: "rows",
            start: 9,
            end: 162,
            has: 162
        }),
        "pixels come for rows 9 to 162, the memory has 0 to 161"
    );
    assert_eq!(
        text(Kind::WriteCycle(38)),
        "the clock rises again after 38 ns, the least is 66 ns"
    );
}
