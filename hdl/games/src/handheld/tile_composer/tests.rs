//! The tile composer with a panel that is painted at once.

use super::*;
use gatefall_bench::{peek, poke, tick, Bench};

/// Clocks in which a picture is composed and compared, also when it begins anew.
const PASSES: u64 = 6_000;
/// A step of the falling piece takes no less.
const BUSY: u64 = 16;

fn composer() -> Bench<TileComposer> {
    let mut uut = Bench::new(TileComposer::new(Extras::ALL));
    poke!(uut.screen = 1u8.to_bits());
    poke!(uut.in_play = true);
    poke!(uut, slots.ready = true);
    poke!(uut.painter_ready = true);
    poke!(uut, place.rotation = 0u8.to_bits());
    poke!(uut, place.x = 3u8.to_bits());
    poke!(uut, place.y = 9u8.to_bits());
    poke!(uut, slots.shape = 5u8.to_bits());
    poke!(uut.shape = 6u8.to_bits());
    poke!(uut.held = 4u8.to_bits());
    uut
}

/// The codes that the panel shows.
fn shown(uut: &mut Bench<TileComposer>) -> Vec<u64> {
    let shown = uut.machine().memory("shown_tiles.codes").unwrap();
    (0..512).map(|tile| shown.get(tile).unwrap()).collect()
}

/// One clock; a tile that is painted has its code in one of the pictures.
fn clock(uut: &mut Bench<TileComposer>, pictures: &[&Vec<u64>], place: &str) {
    if peek!(uut.paint) {
        let (row, column) = (peek!(uut.row).to_u64(), peek!(uut.column).to_u64());
        let code = peek!(uut.code).to_u64();
        let tile = (row << 5 | column) as usize;
        assert!(
            pictures.iter().any(|picture| picture[tile] == code),
            "{place}: row {row}, column {column} is painted with {code:02X}"
        );
    }
    tick!(uut);
}

/// Clocks from the first to the last in which moving cells are drawn, and some before.
const SPRITES: u64 = 6 * 10 + 20;

/// A change of the pieces on each clock on which moving cells are drawn: `change` makes it,
/// `drop` announces it.
fn sweep(change: fn(&mut Bench<TileComposer>), drop: fn(&mut Bench<TileComposer>, bool)) {
    let mut uut = composer();
    uut.machine().run(PASSES);
    let before = shown(&mut uut);
    let start = uut.machine().snapshot();
    let start_cycle = uut.machine().cycles();
    let choosing = Step::DrawSprites as u64;
    let chosen = uut
        .machine()
        .run_until(|uut| uut.peek("step").unwrap() == choosing, PASSES);
    assert!(chosen.is_some());
    let drawing = uut.machine().cycles();
    uut.machine().restore(&start).unwrap();
    uut.machine().run(drawing - start_cycle - 10);
    let start = uut.machine().snapshot();
    change(&mut uut);
    uut.machine().run(PASSES);
    let after = shown(&mut uut);
    assert_ne!(before, after);
    for clock_of_change in 0..SPRITES {
        uut.machine().restore(&start).unwrap();
        uut.machine().run(clock_of_change);
        // The strobe, then the change on the clock after it.
        drop(&mut uut, true);
        let place = format!("a change on clock {clock_of_change}");
        clock(&mut uut, &[&before], &place);
        change(&mut uut);
        for _ in 0..BUSY {
            clock(&mut uut, &[&before, &after], &place);
        }
        drop(&mut uut, false);
        let mut since = 0;
        while shown(&mut uut) != after {
            for _ in 0..100 {
                clock(&mut uut, &[&before, &after], &place);
            }
            since += 100;
            assert!(since < PASSES, "{place} is never shown");
        }
    }
}

#[test]
fn a_hold_on_any_clock_paints_no_parts_of_two_pieces() {
    let change = |uut: &mut Bench<TileComposer>| {
        poke!(uut.shape = 4u8.to_bits());
        poke!(uut.held = 6u8.to_bits());
        poke!(uut, place.x = 3u8.to_bits());
        poke!(uut, place.y = 12u8.to_bits());
    };
    sweep(change, |uut, busy| poke!(uut.busy = busy));
}

#[test]
fn a_new_piece_on_any_clock_paints_no_parts_of_two_previews() {
    let change = |uut: &mut Bench<TileComposer>| poke!(uut, slots.shape = 1u8.to_bits());
    sweep(change, |uut, busy| poke!(uut, slots.ready = !busy));
}
