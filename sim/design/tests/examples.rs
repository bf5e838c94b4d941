//! Runs each example and checks its results.

#![allow(clippy::unwrap_used)] // A test may fail.
#![allow(missing_docs)]

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use gatefall_design::Design;

#[allow(dead_code)]
#[path = "../examples/blinker.rs"]
mod blinker;
#[allow(dead_code)]
#[path = "../examples/spi_loopback.rs"]
mod spi_loopback;
#[allow(dead_code)]
#[path = "../examples/uart/main.rs"]
mod uart;
#[allow(dead_code)]
#[path = "../examples/vga.rs"]
mod vga;

/// Times and values of a one-bit signal in a VCD file, in picoseconds.
fn changes(path: &Path, name: &[&str]) -> Vec<(u64, bool)> {
    let mut reader = vcd::Parser::new(BufReader::new(File::open(path).unwrap()));
    let header = reader.parse_header().unwrap();
    let wanted = header.find_var(name).unwrap().code;
    let (mut time, mut seen) = (0, Vec::new());
    for command in reader.map(Result::unwrap) {
        match command {
            vcd::Command::Timestamp(now) => time = now,
            vcd::Command::ChangeScalar(code, value) if code == wanted => {
                seen.push((time, value == vcd::Value::V1));
            }
            _ => {}
        }
    }
    seen
}

#[test]
fn the_blinker_blinks_once_per_second() {
    let folder = tempfile::tempdir().unwrap();
    let cycles = blinker::run(folder.path()).unwrap();
    assert_eq!(cycles, [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000]);
    let verilog = fs::read_to_string(folder.path().join("blinker.v")).unwrap();
    for part in ["module blinker (", "output wire led", "32'd499"] {
        assert!(verilog.contains(part), "{part}: {verilog}");
    }
    let second = 1_000_000_000_000;
    let changes = changes(&folder.path().join("blinker.vcd"), &["design", "led"]);
    let expected = (0..=8).map(|half| (half * second / 2, half % 2 == 1));
    assert_eq!(changes, expected.collect::<Vec<_>>());
}

#[test]
fn the_spi_master_receives_what_it_sends() {
    let folder = tempfile::tempdir().unwrap();
    let words = [0, 1, 0x8000_0000, 0xdead_beef, 0xffff_ffff];
    let transfers = spi_loopback::run(folder.path(), &words).unwrap();
    assert_eq!(transfers, words.map(|word| (word, 32)));
    // The words are on the pins, the highest bit first.
    let path = folder.path().join("spi_loopback.vcd");
    let mosi = changes(&path, &["design", "master", "wires", "mosi"]);
    let clock = changes(&path, &["design", "spi_clock"]);
    let falls = clock.iter().filter(|(time, level)| *time > 0 && !level);
    let bits = falls.map(|(time, _)| {
        let before = mosi.iter().rfind(|(change, _)| change < time);
        before.unwrap().1
    });
    let bits: Vec<bool> = bits.collect();
    let sent = bits.chunks(32).map(|bits| {
        let add = |word, bit: &bool| word << 1 | u64::from(*bit);
        bits.iter().fold(0, add)
    });
    assert_eq!(sent.collect::<Vec<u64>>(), words);
}

#[test]
fn the_uart_passes_its_test_bench_in_both_simulations() {
    let folder = tempfile::tempdir().unwrap();
    uart::run(folder.path()).unwrap();
    for module in ["link", "receiver", "transmitter"] {
        let path = folder.path().join(format!("uart/{module}.v"));
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(&format!("module {module} (")), "{text}");
    }
    assert!(fs::metadata(folder.path().join("uart.fst")).unwrap().len() > 1_000);

    let link = Design::new(uart::Link::new(uart::BIT));
    let mut both = link.simulate_with_rust_hdl().unwrap();
    for byte in [0x00, 0x5a, 0xff] {
        assert_eq!(uart::send(&mut both, byte, 0..0), [Some(byte)]);
    }
}

#[test]
fn the_test_bench_of_the_uart_finds_a_wrong_bit_length() {
    // Receiver and transmitter are twice as slow as the test bench.
    let link = Design::new(uart::Link::new(2 * uart::BIT));
    let mut slow = link.simulate().unwrap();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| uart::test(&mut slow)));
    result.unwrap_err();
}

#[test]
fn the_monitor_shows_the_pattern() {
    let folder = tempfile::tempdir().unwrap();
    vga::run(folder.path()).unwrap();
    let file = File::open(folder.path().join("vga.png")).unwrap();
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    assert_eq!((info.width, info.height), (640, 480));
    for (index, pixel) in rgb.chunks(3).enumerate() {
        let (x, y) = (index % 640, index / 640);
        let is_border = x == 0 || x == 639 || y == 0 || y == 479;
        let colour = if is_border { 7 } else { x / 64 % 8 };
        let expected = [4, 2, 1].map(|bit| if colour & bit == 0 { 0 } else { 255 });
        assert_eq!(pixel, expected, "column {x}, row {y}");
    }
}

#[test]
fn examples_are_short_and_listed() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readmes = ["README.md", "../../README.md"]
        .map(|name| fs::read_to_string(package.join(name)).unwrap());
    let mut folders = vec![package.join("examples")];
    let mut examples = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            assert!(lines <= 80, "{}: {lines} lines", path.display());
            let name = path.strip_prefix(package).unwrap().to_str().unwrap();
            let is_program = folder.ends_with("examples") || name.ends_with("main.rs");
            if is_program {
                examples += 1;
                for readme in &readmes {
                    assert!(readme.contains(name), "{name} is not listed");
                }
            }
        }
    }
    assert_eq!(examples, 4);
}
