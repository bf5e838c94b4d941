//! Tests LEDs and buttons with the games that have them.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_devices::{ChainFaultKind, DeviceBench, DeviceError, LedMatrixSize, Picture, Running};
use gatefall_games::{matrix, tictactoe, Game, Params, Role};

const CLOCK_HZ: u64 = 12_000_000;
const MS: u64 = CLOCK_HZ / 1000;

fn bench(game: &Game, params: &Params) -> DeviceBench {
    let block = (game.build)(params).unwrap();
    let circuit = gatefall_bench::netlist(block.as_ref(), game.name);
    DeviceBench::new(&circuit, &[]).unwrap()
}

fn size(game: &Game) -> LedMatrixSize {
    let leds = game.led_matrix().unwrap();
    LedMatrixSize {
        columns: leds.columns.into(),
        rows: leds.rows.into(),
    }
}

fn start(game: &Game, params: &Params, clock_hz: u64) -> Running {
    let bench = bench(game, params).with_matrix(size(game));
    Running::start(bench, clock_hz).unwrap()
}

fn tictactoe() -> Running {
    start(&tictactoe::GAME, &tictactoe::GAME.params(), CLOCK_HZ)
}

/// Colour at the centre of an LED in the picture: 8 x 8 LEDs of 56 pixels each.
fn led(picture: &Picture, column: usize, row: usize) -> [u8; 3] {
    let (x, y) = (96 + 56 * column + 28, 16 + 56 * row + 28);
    let start = 3 * (y * picture.width() + x);
    [0, 1, 2].map(|channel| picture.rgb()[start + channel])
}

fn tap(running: &mut Running, button: &str) {
    running.set_button(button, true).unwrap();
    running.run(50 * MS).unwrap();
    running.set_button(button, false).unwrap();
    running.run(50 * MS).unwrap();
}

#[test]
fn pictures_of_leds_come_sixty_times_a_second() {
    let mut running = tictactoe();
    for picture in 1..=3 {
        assert!(running.run_to_picture(100 * MS).unwrap());
        assert_eq!(running.frames(), picture);
        assert_eq!(running.cycles(), picture * CLOCK_HZ / 60);
    }
    assert!(!running.run_to_picture(running.cycles() + 100).unwrap());
}

#[test]
fn the_buttons_play_and_the_leds_show_it() {
    let mut running = tictactoe();
    assert_eq!(
        running.bench().buttons,
        ["left", "right", "up", "down", "confirm"]
    );
    running.run(100 * MS).unwrap();
    for button in ["confirm", "left", "confirm", "up", "up", "confirm"] {
        tap(&mut running, button);
    }
    running.run(50 * MS).unwrap();
    let picture = running.picture().unwrap();
    // A large blue piece is in the cell at the left of the centre. The cursor is in the centre
    // cell, and on for at most half of the time.
    for (column, row) in [(0, 3), (1, 3), (0, 4), (1, 4)] {
        let [red, _, blue] = led(&picture, column, row);
        assert!(blue > 200 && red < 60, "LED {column}, {row}");
    }
    let off = led(&picture, 7, 7);
    assert!(off.iter().all(|&channel| channel < 60), "{off:?}");
    assert!(running.fault().is_none());
}

/// LEDs that are lit, by the brightness of their centres: 10 rows of 7, 43 pixels each.
fn lit(picture: &Picture) -> Vec<bool> {
    let places = (0..70).map(|led| (led % 7, led / 7));
    let middle = |(column, row): (usize, usize)| (17 + 43 * column + 22, 25 + 43 * row + 22);
    let brightest = |(x, y): (usize, usize)| {
        let start = 3 * (y * picture.width() + x);
        picture.rgb()[start..start + 3].iter().copied().max()
    };
    places
        .map(|led| brightest(middle(led)) > Some(200))
        .collect()
}

#[test]
fn scanned_rows_show_what_a_chain_shows() {
    let params = matrix::GAME.params();
    let scanned = Params {
        choice: Some(Role::RowScan),
        ..params
    };
    let mut versions = [params, scanned].map(|params| start(&matrix::GAME, &params, CLOCK_HZ));
    let mut pictures = vec![];
    // The attract mode lights one LED after the other. Then a block is moved.
    for (button, ms) in [("restart", 400), ("start", 100), ("rotate", 100)] {
        let [chain, rows] = versions.each_mut().map(|running| {
            tap(running, button);
            running.run(ms * MS).unwrap();
            running.picture().unwrap();
            running.run(30 * MS).unwrap();
            lit(&running.picture().unwrap())
        });
        assert_eq!(chain, rows, "after {button}");
        pictures.push(chain);
    }
    assert!(pictures.iter().all(|leds| leds.contains(&true)));
    assert!(versions.iter().all(|running| running.fault().is_none()));
}

#[test]
fn scanned_rows_have_the_colours_of_the_cells() {
    let params = Params {
        choice: Some(Role::RowScan),
        ..matrix::GAME.params()
    };
    let mut running = start(&matrix::GAME, &params, CLOCK_HZ);
    tap(&mut running, "start");
    // Red, yellow and blue, by their numbers. The board is read for the LEDs in its second copy.
    let cells = [(1, 0, 1), (5, 2, 2), (9, 6, 3)];
    let memories = running.machine().program().memories();
    let copy = memories
        .map(|memory| memory.name().to_owned())
        .find(|name| name.ends_with("board.cells.second"))
        .unwrap();
    let mut board = running.machine().memory(&copy).unwrap();
    for (row, column, cell) in cells {
        board.set(row << 3 | column, cell).unwrap();
    }
    running.run(50 * MS).unwrap();
    running.light().unwrap();
    running.run(50 * MS).unwrap();
    let light = running.light().unwrap();
    // The first colour is amber, the second one is blue.
    for ((row, column, cell), is_blue) in cells.into_iter().zip([false, false, true]) {
        let [red, _, blue] = light.leds[(7 * row + column) as usize];
        assert_ne!(red, blue, "cell {cell}");
        assert_eq!(blue > red, is_blue, "cell {cell}");
    }
}

#[test]
fn a_chain_that_is_driven_too_fast_is_a_fault() {
    // The circuit is built for 12 MHz and runs at 20 MHz.
    let params = tictactoe::GAME.params();
    let mut running = start(&tictactoe::GAME, &params, 20_000_000);
    running.run(40_000).unwrap();
    match running.fault() {
        Some(DeviceError::Chain(fault)) => {
            assert!(
                matches!(fault.kind, ChainFaultKind::High(_) | ChainFaultKind::Low(_)),
                "{fault}"
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_button_that_is_not_there_and_leds_that_nobody_has_counted_are_refused() {
    let mut running = tictactoe();
    let error = running.set_button("fire", true).unwrap_err();
    assert_eq!(error.to_string(), "the circuit has no button `fire`");
    let bench = bench(&tictactoe::GAME, &tictactoe::GAME.params());
    let error = Running::start(bench, CLOCK_HZ).err().unwrap();
    assert!(matches!(error, DeviceError::NoMatrix), "{error}");
}
