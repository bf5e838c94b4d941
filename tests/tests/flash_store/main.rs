//! The store in the configuration flash, on the modelled chip: loads, saves, power cuts, resets.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod board;

use board::{Board, Sector, Table, CHIP, LOCKED_CHIP};
use gatefall_devices::FlashFault;
use gatefall_widgets::memory::FlashChip;

/// Both kinds of chips.
const CHIPS: [FlashChip; 2] = [CHIP, LOCKED_CHIP];

#[test]
fn a_saved_table_is_loaded_after_the_next_power_up() {
    CHIPS.into_iter().for_each(save_and_load);
}

fn save_and_load(chip: FlashChip) {
    let mut board = Board::new(chip);
    board.power_up();
    assert!(board.is_present() && !board.is_loaded());
    let mut saved = [Table::new(1), Table::new(2), Table::new(3)];
    for table in &mut saved {
        board.set_table(table);
        board.save();
        board.power_up();
        assert!(board.is_loaded());
        assert_eq!(board.table(), *table);
    }
    // Both sectors have been used, and nothing beyond the 516 bytes of a copy.
    for sector in [0, 1] {
        let bytes = board.sector(sector);
        assert!(bytes[..516].iter().any(|byte| *byte != 0xFF));
        assert!(bytes[516..].iter().all(|byte| *byte == 0xFF));
    }
    assert_eq!(board.fault(), None);
}

#[test]
fn more_saves_than_sequence_numbers_keep_the_order() {
    CHIPS.into_iter().for_each(save_often);
}

fn save_often(chip: FlashChip) {
    let mut board = Board::new(chip);
    board.power_up();
    for number in 0..6 {
        let table = Table::new(number);
        board.set_table(&table);
        board.save();
        board.set_table(&Table::new(99));
        board.restart();
        assert_eq!(board.table(), table, "save {number}");
    }
    assert_eq!(board.fault(), None);
}

#[test]
fn a_chip_with_locks_is_not_written_without_an_unlock() {
    let mut board = Board::new(CHIP);
    board.power_up();
    board.set_locks(true);
    board.set_table(&Table::new(1));
    board.save();
    assert_eq!(board.fault(), Some(FlashFault::NotUnlocked));
    assert_eq!([board.sector(0), board.sector(1)], [[0xFF; 4096]; 2]);
    board.restart();
    assert!(board.is_present() && !board.is_loaded());
}

#[test]
fn a_chip_without_locks_does_not_have_the_unlock() {
    let mut board = Board::new(LOCKED_CHIP);
    board.power_up();
    board.set_locks(false);
    board.save();
    assert_eq!(board.fault(), Some(FlashFault::Unknown));
}

#[test]
fn a_flash_with_another_id_is_never_written() {
    CHIPS.into_iter().for_each(save_in_another_chip);
}

fn save_in_another_chip(chip: FlashChip) {
    let mut board = Board::new(chip);
    board.set_id(chip.id + 1);
    board.power_up();
    assert!(!board.is_present() && !board.is_loaded());
    board.set_table(&Table::new(1));
    board.request_save();
    board.run(200_000);
    assert!(!board.is_busy());
    assert_eq!([board.sector(0), board.sector(1)], [[0xFF; 4096]; 2]);
    assert_eq!(board.table(), Table::new(1));
    assert_eq!(board.fault(), None);
}

/// Saves 1, then 2: copy 0 has 1, copy 1 has 2.
fn with_two_copies(chip: FlashChip) -> Board {
    let mut board = Board::new(chip);
    board.power_up();
    for number in [1, 2] {
        board.set_table(&Table::new(number));
        board.save();
    }
    board
}

#[test]
fn a_damaged_copy_is_replaced_by_the_other_and_two_damaged_ones_by_nothing() {
    let mut board = with_two_copies(CHIP);
    let good = [board.sector(0), board.sector(1)];
    let load = |board: &mut Board, sectors: [Sector; 2]| {
        board.set_sectors(&sectors);
        board.power_up();
        board.is_loaded().then(|| board.table())
    };
    // A word, the sequence number, the checksum; each bit of the last four bytes.
    let places = [(0, 0), (255, 3), (256, 7), (511, 1)].into_iter();
    let places: Vec<(usize, u32)> = places
        .chain((512..516).flat_map(|at| (0..8).map(move |bit| (at, bit))))
        .collect();
    for (at, bit) in places {
        let mut damaged = good;
        damaged[1][at] ^= 1 << bit;
        assert_eq!(load(&mut board, damaged), Some(Table::new(1)), "{at}.{bit}");
        damaged[0][at] ^= 1 << bit;
        assert_eq!(load(&mut board, damaged), None, "{at}.{bit}");
        damaged[1] = good[1];
        assert_eq!(load(&mut board, damaged), Some(Table::new(2)), "{at}.{bit}");
    }
    for fill in [0xFF, 0x00] {
        assert_eq!(load(&mut board, [[fill; 4096]; 2]), None);
    }
    // The first save after that is loaded.
    board.set_table(&Table::new(7));
    board.save();
    board.power_up();
    assert_eq!(board.table(), Table::new(7));
}

#[test]
fn a_block_of_another_format_is_not_loaded() {
    let mut board = with_two_copies(CHIP);
    let sectors = [board.sector(0), board.sector(1)];
    let mut other = Board::with_format(CHIP, 0x1234);
    other.set_sectors(&sectors);
    other.power_up();
    assert!(other.is_present() && !other.is_loaded());
}

/// Cuts the power at clocks that hit every byte on the wire and many clocks of erase and program.
#[test]
fn a_power_cut_at_any_step_of_a_save_leaves_the_old_table_or_the_new_one() {
    CHIPS.into_iter().for_each(cut_the_power);
}

fn cut_the_power(chip: FlashChip) {
    let mut random = fastrand::Rng::with_seed(24);
    let mut board = with_two_copies(chip);
    let (old, new) = (Table::new(2), Table::new(3));
    let kept = board.sector(1);
    board.set_table(&new);
    board.request_save();
    let (mut cuts, mut olds, mut news) = (0, 0, 0);
    while board.is_busy() || cuts == 0 {
        let is_waiting = board.is_chip_busy();
        // A byte on the wire has 64 clocks.
        board.run(match is_waiting {
            false => random.u64(32..64),
            true => random.u64(1..12_000),
        });
        cuts += 1;
        let resume = board.snapshot();
        let torn = board.torn_sectors(&mut random);
        assert_eq!(torn[1], kept, "the newer copy is not touched");
        board.set_sectors(&torn);
        board.power_up();
        assert!(board.is_present() && board.is_loaded(), "cut {cuts}");
        let found = board.table();
        assert!(found == old || found == new, "cut {cuts}");
        olds += u32::from(found == old);
        news += u32::from(found == new);
        assert_eq!(board.fault(), None, "cut {cuts}");
        board.restore(&resume);
    }
    assert!(olds > 500 && news > 500, "{olds} old, {news} new");
    println!("{cuts} cuts: {olds} times the old table, {news} times the new one");
}

/// The reset button starts the circuit again while the flash goes on with its erase or program.
#[test]
fn a_reset_during_a_save_loads_the_old_table_or_the_new_one() {
    CHIPS.into_iter().for_each(reset_during_a_save);
}

fn reset_during_a_save(chip: FlashChip) {
    let mut random = fastrand::Rng::with_seed(5);
    let mut board = with_two_copies(chip);
    let (old, new) = (Table::new(2), Table::new(3));
    board.set_table(&new);
    board.request_save();
    for _ in 0..60 {
        board.run(random.u64(1_000..40_000));
        let resume = board.snapshot();
        board.reset();
        assert!(board.is_present() && board.is_loaded());
        let found = board.table();
        assert!(found == old || found == new);
        let fault = board.fault();
        let may_be = [None, Some(FlashFault::Cut), Some(FlashFault::Select)];
        assert!(may_be.contains(&fault), "{fault:?}");
        board.restore(&resume);
    }
}
