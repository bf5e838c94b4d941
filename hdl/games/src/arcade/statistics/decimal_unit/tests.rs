//! The decimal unit and a screen that it writes to.

use super::*;
use crate::arcade::picture::font::character;
use crate::arcade::statistics::text_rom::entry;
use gatefall_bench::{peek, poke, tick};

/// The last result of the first score table.
const LAST: u8 = entry(0, 7) + 1;

/// A place to which nothing was written.
const NOTHING: u8 = 99;

/// A decimal unit and the screen that it writes to.
struct Bench {
    uut: gatefall_bench::Bench<DecimalUnit>,
    screen: Vec<u8>,
}

impl Bench {
    fn new() -> Self {
        Self {
            uut: gatefall_bench::Bench::new(DecimalUnit::new(true)),
            screen: vec![NOTHING; 4096],
        }
    }

    /// Walks over an item, in which `set` has told what to do.
    fn walk(&mut self, item: u8, set: impl Fn(&mut gatefall_bench::Bench<DecimalUnit>)) -> String {
        poke!(self.uut.item = item.to_bits());
        poke!(self.uut.line = 5u8.to_bits());
        poke!(self.uut.column = 42u8.to_bits());
        poke!(self.uut.shows = true);
        poke!(self.uut.in_last_half = true);
        set(&mut self.uut);
        self.screen[5 * 64 + 42..][..8].fill(NOTHING);
        poke!(self.uut.start = true);
        tick!(self.uut);
        poke!(self.uut.start = false);
        for cycle in 0.. {
            // Now and then the scoreboard writes something else.
            poke!(self.uut.blocked = cycle % 7 == 2);
            poke!(self.uut.position = 9u8.to_bits());
            if !peek!(self.uut.busy) {
                break;
            }
            if peek!(self.uut.text_write) {
                let address: u64 = peek!(self.uut.text_address).into();
                self.screen[address as usize] = peek!(self.uut.text_code).to_u8();
            }
            tick!(self.uut);
        }
        poke!(self.uut.blocked = false);
        poke!(self.uut.up = false);
        poke!(self.uut.down = false);
        poke!(self.uut.clear = false);
        poke!(self.uut.copy = false);
        poke!(self.uut.is_number = false);
        poke!(self.uut.subtract = false);
        poke!(self.uut.half = false);
        self.shown()
    }

    fn shown(&self) -> String {
        let name = |&code: &u8| match code {
            NOTHING => '_',
            code => character(code).unwrap(),
        };
        self.screen[5 * 64 + 42..][..8].iter().map(name).collect()
    }

    fn score(&mut self, digits: u64) {
        for position in 0..7 {
            poke!(self.uut.blocked = true);
            poke!(self.uut.position = (position as u64).to_bits());
            poke!(self.uut.digit = (digits / 10u64.pow(position) % 10).to_bits());
            tick!(self.uut);
        }
        poke!(self.uut.blocked = false);
    }
}

#[test]
fn words_and_numbers_are_shown() {
    let mut bench = Bench::new();
    assert_eq!(bench.walk(item::MODES, |_| ()), "MARATHON");
    assert_eq!(bench.walk(item::FACTORS + 1, |_| ()), "      10");
    for (number, narrow, wide) in [
        (0, "______ 0", "       0"),
        (8, "______ 8", "       8"),
        (30, "______30", "      30"),
        (60, "______60", "      60"),
    ] {
        let walked = bench.walk(number, |uut| poke!(uut.is_number = true));
        assert_eq!(walked, narrow);
        poke!(bench.uut.is_wide = true);
        let walked = bench.walk(number, |uut| poke!(uut.is_number = true));
        assert_eq!(walked, wide);
        poke!(bench.uut.is_wide = false);
    }
}

#[test]
fn time_runs_up_and_down_through_seconds_and_minutes() {
    let mut bench = Bench::new();
    let three = |uut: &mut gatefall_bench::Bench<DecimalUnit>| {
        poke!(uut.clear = true);
        poke!(uut.of_ultra = true);
    };
    assert_eq!(bench.walk(item::TIME, three), "03:00.00");
    poke!(bench.uut.of_ultra = false);
    let down = |uut: &mut gatefall_bench::Bench<DecimalUnit>| poke!(uut.down = true);
    assert_eq!(bench.walk(item::TIME, down), "02:59.99");
    assert!(peek!(bench.uut.remains));
    let up = |uut: &mut gatefall_bench::Bench<DecimalUnit>| poke!(uut.up = true);
    assert_eq!(bench.walk(item::TIME, up), "03:00.00");
    assert_eq!(
        bench.walk(item::TIME, |uut| poke!(uut.clear = true)),
        "00:00.00"
    );
    assert!(!peek!(bench.uut.remains));
    for _ in 0..99 {
        bench.walk(item::TIME, up);
    }
    assert_eq!(bench.walk(item::TIME, up), "00:01.00");
    for _ in 0..5899 {
        bench.walk(item::TIME, up);
    }
    assert_eq!(bench.shown(), "00:59.99");
    assert_eq!(bench.walk(item::TIME, up), "01:00.00");
}

#[test]
fn counts_are_shown_where_they_have_digits() {
    let mut bench = Bench::new();
    let up = |uut: &mut gatefall_bench::Bench<DecimalUnit>| poke!(uut.up = true);
    for _ in 0..9 {
        bench.walk(item::SPINS, up);
    }
    assert_eq!(bench.walk(item::SPINS, up), "_000_010");
    let first = |uut: &mut gatefall_bench::Bench<DecimalUnit>| {
        poke!(uut.half = true);
        poke!(uut.in_last_half = false);
        poke!(uut.up = true);
    };
    assert_eq!(bench.walk(item::SPINS, first), "_001____");
    let last = |uut: &mut gatefall_bench::Bench<DecimalUnit>| poke!(uut.half = true);
    assert_eq!(bench.walk(item::SPINS, last), "_____010");
    assert_eq!(bench.walk(item::SPINS, |_| ()), "_001_010");
}

#[test]
fn an_item_is_subtracted_until_the_rest_is_smaller() {
    let mut bench = Bench::new();
    put(&mut bench, item::PIECES, "00420000");
    put(&mut bench, item::HUNDREDTHS, "00180007");
    let subtract = |uut: &mut gatefall_bench::Bench<DecimalUnit>| {
        poke!(uut.subtract = true);
        poke!(uut.other = item::HUNDREDTHS.to_bits());
    };
    assert_eq!(bench.walk(item::PIECES, subtract), "00239993");
    assert!(peek!(bench.uut.greater));
    assert_eq!(bench.walk(item::PIECES, subtract), "00059986");
    assert!(peek!(bench.uut.greater));
    bench.walk(item::PIECES, subtract);
    assert!(!peek!(bench.uut.greater));
    put(&mut bench, item::PIECES, "00180007");
    assert_eq!(bench.walk(item::PIECES, subtract), "00000000");
    assert!(peek!(bench.uut.greater), "equal");
}

#[test]
fn the_score_is_compared_with_the_best_and_kept() {
    let mut bench = Bench::new();
    let compare = |uut: &mut gatefall_bench::Bench<DecimalUnit>| poke!(uut.other = LAST.to_bits());
    bench.walk(item::SCORE, compare);
    assert!(!peek!(bench.uut.greater), "0 is not more than 0");
    bench.score(4329);
    assert_eq!(bench.walk(item::SCORE, compare), " 0004329");
    assert!(peek!(bench.uut.greater));
    let copy = |uut: &mut gatefall_bench::Bench<DecimalUnit>| {
        poke!(uut.other = LAST.to_bits());
        poke!(uut.copy = true);
    };
    bench.walk(item::SCORE, copy);
    assert_eq!(bench.walk(LAST, |_| ()), " 0004329");
    bench.score(5000);
    bench.walk(item::SCORE, compare);
    assert!(peek!(bench.uut.greater));
    bench.score(4328);
    bench.walk(item::SCORE, compare);
    assert!(!peek!(bench.uut.greater));
}

#[test]
fn any_time_is_better_than_none() {
    let mut bench = Bench::new();
    let none = entry(1, 7) + 1;
    bench.walk(none, |uut| poke!(uut.other = item::TIME.to_bits()));
    assert!(peek!(bench.uut.greater));
}

#[test]
fn a_compare_that_is_blocked_on_any_clock_sees_the_other_item() {
    for blocked in 0..30 {
        let mut bench = Bench::new();
        bench.score(4328);
        bench.walk(item::SCORE, |uut| {
            poke!(uut.other = LAST.to_bits());
            poke!(uut.copy = true);
        });
        bench.score(4329);
        poke!(bench.uut.start = true);
        tick!(bench.uut);
        poke!(bench.uut.start = false);
        for clock in 0..40 {
            poke!(bench.uut.blocked = clock == blocked);
            poke!(bench.uut.position = 9u8.to_bits());
            tick!(bench.uut);
        }
        assert!(!peek!(bench.uut.busy));
        assert!(peek!(bench.uut.greater), "blocked on clock {blocked}");
    }
}

#[test]
fn a_pair_is_copied_and_shown_as_one() {
    let mut bench = Bench::new();
    bench.score(120);
    let copy = |uut: &mut gatefall_bench::Bench<DecimalUnit>| {
        poke!(uut.other = entry(2, 3).to_bits());
        poke!(uut.pair = true);
        poke!(uut.copy = true);
    };
    // The name takes the first eight columns, of which three are shown.
    assert_eq!(bench.walk(item::SCORE - 1, copy), "____A--_");
    poke!(bench.uut.pair = false);
    assert_eq!(bench.screen[5 * 64 + 58], NOTHING, "nothing behind it");
    assert_eq!(bench.walk(entry(2, 3) + 1, |_| ()), " 0000120");
    assert_eq!(bench.walk(entry(2, 3), |_| ()), "____A--_");
    assert_eq!(bench.walk(entry(2, 2) + 1, |_| ()), " 0000000");
}

/// An item as its digits and marks.
fn put(bench: &mut Bench, item: u8, text: &str) {
    let machine = bench.uut.machine();
    let mut characters = machine.memory("items.characters").unwrap();
    for (place, character) in text.chars().enumerate() {
        if let Some(digit) = character.to_digit(10) {
            let address = 8 * u64::from(item) + place as u64;
            characters.set(address, digit.into()).unwrap();
        }
    }
}

#[test]
fn every_number_stops_at_its_highest_value() {
    let mut bench = Bench::new();
    let up = |uut: &mut gatefall_bench::Bench<DecimalUnit>| poke!(uut.up = true);
    for (item, highest, before) in [
        (item::TIME, "99:59.99", "99:59.98"),
        (item::HUNDREDTHS, "99999999", "99999998"),
    ] {
        put(&mut bench, item, before);
        for step in 0..3 {
            assert_eq!(bench.walk(item, up), highest, "item {item}, step {step}");
            assert_eq!(peek!(bench.uut.saturates), step > 0);
        }
        // The next number counts as before.
        assert_eq!(
            bench.walk(item::COMBO, |uut| poke!(uut.clear = true)),
            "__00__00"
        );
        assert_eq!(bench.walk(item::COMBO, up), "__00__01");
    }
}

#[test]
fn every_half_stops_at_its_highest_value() {
    for (item, before, highest) in [
        (item::PIECES, "99989998", "9999"),
        (item::QUADS, "_998_998", "_999"),
        (item::SPINS, "_998_998", "_999"),
        (item::CHAIN, "__98__98", "__99"),
        (item::RATE, "9.989.98", "9.99"),
    ] {
        for is_last in [false, true] {
            let mut bench = Bench::new();
            put(&mut bench, item, before);
            let up = |uut: &mut gatefall_bench::Bench<DecimalUnit>| {
                poke!(uut.up = true);
                poke!(uut.half = true);
                poke!(uut.in_last_half = is_last);
            };
            let expected = match is_last {
                false => format!("{highest}____"),
                true => format!("____{highest}"),
            };
            for step in 0..3 {
                assert_eq!(bench.walk(item, up), expected, "item {item}, step {step}");
            }
        }
    }
}
