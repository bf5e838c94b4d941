//! A model of the LEDs reads the pin, at every clock of a board.

use super::*;
use gatefall_bench::{peek, poke, tick, Bench};

/// Clocks that boards offer or their PLLs make, and the ends of the range.
const CLOCKS: [u64; 11] = [
    12_000_000,
    13_500_000,
    14_318_180,
    16_000_000,
    18_000_000,
    20_000_000,
    24_000_000,
    25_000_000,
    25_125_000,
    25_200_000,
    100_000_000,
];

const PALETTE: [u32; 4] = [0x00_00_00, 0xFF_00_00, 0x12_34_56, 0xFF_FF_FF];

fn driver(clock_hz: u64, size: MatrixSize, order: ChainOrder, brightness: u8) -> Bench<Ws2812> {
    Bench::new(Ws2812::new(clock_hz, size, order, &PALETTE, brightness))
}

/// One level of the pin after the other, with its length in clocks; what the first and the last one
/// measure is not their whole length.
fn levels(
    uut: &mut Bench<Ws2812>,
    clocks: usize,
    colour: impl Fn(u8, u8) -> u8,
) -> Vec<(bool, u64)> {
    let mut levels: Vec<(bool, u64)> = vec![];
    for _ in 0..clocks {
        let (row, column) = (peek!(uut.row).to_u8(), peek!(uut.column).to_u8());
        poke!(uut.colour = colour(row, column).to_bits());
        tick!(uut);
        let level = peek!(uut.data);
        match levels.last_mut() {
            Some((last, length)) if *last == level => *length += 1,
            _ => levels.push((level, 1)),
        }
    }
    levels
}

fn is_within(clocks: u64, clock_hz: u64, ns: u64) -> bool {
    let measured = clocks * 1_000_000_000 / clock_hz;
    measured.abs_diff(ns) < 150
}

/// The colours (green, red, blue) of each picture that the LEDs of a chain read from the levels.
fn pictures(levels: &[(bool, u64)], clock_hz: u64) -> Vec<Vec<u32>> {
    let mut pictures = vec![vec![]];
    let mut bits = vec![];
    // The last level is cut off.
    for pair in levels[..levels.len() - 1].windows(2) {
        let [(true, high), (false, low)] = *pair else {
            continue;
        };
        let bit = is_within(high, clock_hz, 800);
        assert!(bit || is_within(high, clock_hz, 400), "{high} clocks high");
        bits.push(bit);
        let is_pause = low * 1_000_000 / clock_hz >= 280;
        let low_ns = if bit { 450 } else { 850 };
        assert!(is_pause || is_within(low, clock_hz, low_ns), "{low} low");
        if bits.len() == 24 {
            let colour = bits
                .drain(..)
                .fold(0, |value, bit| value << 1 | u32::from(bit));
            pictures.last_mut().expect("there is a first").push(colour);
        }
        if is_pause {
            assert!(bits.is_empty(), "a pause within an LED");
            assert!(low * 1_000_000 / clock_hz >= 300);
            pictures.push(vec![]);
        }
    }
    pictures
}

#[test]
fn passes_the_checks_of_rust_hdl() {
    let size = MatrixSize {
        rows: 10,
        columns: 7,
    };
    let uut = driver(12_000_000, size, ChainOrder::Serpentine, 32);
    assert!(uut.rust_hdl_verilog().contains("module top"));
}

#[test]
fn every_clock_gives_the_timing_of_the_leds() {
    let size = MatrixSize {
        rows: 2,
        columns: 2,
    };
    for clock_hz in CLOCKS {
        let mut uut = driver(clock_hz, size, ChainOrder::Rows, 255);
        let clocks = clock_hz as usize / 1_000_000 * (4 * 30 + 450) + 500;
        let levels = levels(&mut uut, clocks, |row, column| row * 2 + column);
        let pictures = pictures(&levels, clock_hz);
        assert_eq!(
            pictures[0],
            [0x000000, 0x00FE00, 0x331155, 0xFEFEFE],
            "{clock_hz} Hz"
        );
        assert!(pictures.len() == 2, "{clock_hz} Hz");
    }
}

/// The timing depends on the clock by the length of a phase alone, so all clocks between those of
/// boards can be had by arithmetic.
#[test]
fn every_clock_from_12_to_100_mhz_has_a_phase_within_the_tolerance() {
    for clock_hz in (12_000_000..=100_000_000).step_by(1_000) {
        let clocks = phase_clocks(clock_hz);
        assert!(is_within(clocks, clock_hz, 400) && is_within(clocks, clock_hz, 450));
        assert!(is_within(2 * clocks, clock_hz, 800) && is_within(2 * clocks, clock_hz, 850));
        for columns in [7, 8, 16] {
            let pause = pause_rows(clock_hz, columns) * u64::from(columns) * 72 * clocks;
            let pause_us = pause * 1_000_000 / clock_hz;
            assert!(
                (300..=1000).contains(&pause_us),
                "{clock_hz} Hz: {pause_us}"
            );
        }
    }
}

#[test]
fn the_chain_runs_in_rows_or_in_a_serpentine() {
    for (rows, columns) in [(10, 7), (8, 8)] {
        let size = MatrixSize { rows, columns };
        for order in [ChainOrder::Rows, ChainOrder::Serpentine] {
            let mut uut = driver(12_000_000, size, order, 255);
            let marked = |row, column| u8::from(row * 2 == column);
            let clocks = 15 * 24 * usize::from(rows) * usize::from(columns) + 12 * 600;
            let picture = pictures(&levels(&mut uut, clocks, marked), 12_000_000).remove(0);
            let expected: Vec<u32> = (0..rows)
                .flat_map(|row| {
                    let mut colours: Vec<u32> = (0..columns)
                        .map(|column| u32::from(marked(row, column)) * 0xFE00)
                        .collect();
                    if order == ChainOrder::Serpentine && row % 2 == 1 {
                        colours.reverse();
                    }
                    colours
                })
                .collect();
            assert_eq!(picture, expected, "{rows} x {columns}, {order:?}");
        }
    }
}

#[test]
fn a_colour_that_changes_while_an_led_is_sent_shows_in_the_next_picture() {
    let size = MatrixSize {
        rows: 1,
        columns: 1,
    };
    let mut uut = driver(12_000_000, size, ChainOrder::Rows, 255);
    let mut levels = levels(&mut uut, 15 * 8, |_, _| 1);
    let later = super::tests::levels(&mut uut, 12 * 900, |_, _| 3);
    // The pin was low at the end of the first part, and is so at the beginning of the second.
    let (_, first) = later[0];
    levels.last_mut().expect("there are levels").1 += first;
    levels.extend(&later[1..]);
    let pictures = pictures(&levels, 12_000_000);
    assert_eq!(pictures[..2], [vec![0x00FE00], vec![0xFEFEFE]]);
}

#[test]
fn by_default_no_colour_takes_more_than_an_eighth() {
    for level in 0..=255_u32 {
        let bits = sent_bits(level * 0x01_01_01, DEFAULT_BRIGHTNESS);
        let sent = bits
            .take(8)
            .fold(0, |value, bit| value << 1 | u32::from(bit));
        assert!(sent * 8 <= level && sent * 8 + 8 > level);
    }
}

#[test]
fn reset_takes_the_pin_low_and_begins_at_the_first_led() {
    let size = MatrixSize {
        rows: 2,
        columns: 2,
    };
    let driver = Ws2812::new(12_000_000, size, ChainOrder::Rows, &PALETTE, 255);
    let mut uut = Bench::with_rust_hdl(driver);
    levels(&mut uut, 15 * 30 + 7, |_, _| 3);
    assert!(peek!(uut.data));
    poke!(uut.reset = true);
    tick!(uut);
    assert!(!peek!(uut.data));
    assert_eq!((peek!(uut.row).to_u8(), peek!(uut.column).to_u8()), (0, 0));
    poke!(uut.reset = false);
    let levels = levels(&mut uut, 12 * 700, |row, column| row * 2 + column);
    let pictures = pictures(&levels, 12_000_000);
    assert_eq!(pictures[0], [0x000000, 0x00FE00, 0x331155, 0xFEFEFE]);
}

#[test]
fn a_pause_of_the_shortest_rows_leaves_room_for_all_rows() {
    for clock_hz in CLOCKS {
        assert!(16 + pause_rows(clock_hz, 1) <= 32, "{clock_hz} Hz");
    }
}

#[test]
#[should_panic(expected = "17 rows of 1 LEDs are not 1 to 16 rows of 1 to 16 LEDs")]
fn more_than_16_rows_are_refused() {
    let size = MatrixSize {
        rows: 17,
        columns: 1,
    };
    driver(12_000_000, size, ChainOrder::Rows, 32);
}
